"""A game told as a story, where the game has a `diary` (companion/rules.py, Game): what stands of a journal goes in, chapters
come out. Knows no language: sentences are filled by whoever shows them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from companion.rules import Chapter
from companion.table import Entry, Position, Ruling, Strike, Table, lines_of, moves_of, standing


def chapters(table: Table, entries: Sequence[Entry], position: Position) -> Sequence[Chapter] | None:
    """The story of the journal up to *position*, its end; None when the game has no diary."""
    diary: Callable[..., Sequence[Chapter]] | None = getattr(table.game, "diary", None)
    return None if diary is None else diary(table.box, table.options, list(told(table, entries, position)))


def told(table: Table, entries: Sequence[Entry], position: Position) -> Iterator[tuple[Any, str | None]]:
    """The moves that stand, each with the text of its Ruling; where an entry does not fit, those before it."""
    if position.problem is not None and position.problem.rule == "journal.strike":
        entries = [entry for entry in entries if entry.seq < position.problem.entry]
    stands, left = standing(entries), len(position.steps)
    for entry in entries:
        strike = stands[entry.seq]
        if strike is None and isinstance(entry.move, Strike):
            continue
        for who, line in lines_of(table, entry, strike):
            text = line.text if isinstance(line, Ruling) else None
            if isinstance(line, Ruling) and not line.moves:
                yield None, text
            for _, move, _ in moves_of(table, who, line):
                if left == 0:
                    return
                left -= 1
                yield move, text


def begun(text: str) -> str:
    """The sentence, or its HTML (which stays Markup), with a capital letter where it begins with a letter."""
    return text[:1].upper() + text[1:]
