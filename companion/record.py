"""A whole game as a text file that people can read, mail and check, and back.

    companion 1
    game: fire
    box: house
    options: {"tools_in_first_round": false}
    seats: Ana, Ben, Cleo

    1 TABLE TurnCards {"cards": [2, 1, 3]}

Reading refuses what it cannot read with the line number and what was expected.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion import notation
from companion.notation import Unreadable
from companion.rules import Game, IllegalMove, Sentence, Who, say
from companion.table import Entry, Strike, Table, seat_names, spoken, who_and_move

VERSION = 1
MAX_LINES = 20_000


class BadRecord(Unreadable):
    """A text that is no record: the line, and what was expected there."""

    def __init__(self, line: int, sentence: Sentence) -> None:
        self.line = line
        super().__init__(say("Line {line}: {sentence}", line=line, sentence=sentence))


@dataclass(frozen=True)
class Record:
    """A table and its journal."""

    table: Table
    entries: tuple[Entry, ...]


FindBox = Callable[[str, str], Any]
"""(game, box name) -> the box; raises Unreadable when there is none that can be played with."""


def read(text: str, games: Mapping[str, Game], find_box: FindBox) -> Record:
    """The record that *text* writes. Raises BadRecord."""
    # Not splitlines: a sign that some take for the end of a line may stand in what people wrote.
    lines = re.split(r"\r\n|\r|\n", text.removeprefix("﻿"))
    if len(lines) > MAX_LINES:
        raise BadRecord(MAX_LINES, say("A record has at most {most} lines.", most=MAX_LINES))
    told = [(at, line.strip()) for at, line in enumerate(lines, 1) if line.strip() and not line.lstrip().startswith("#")]
    at, first = told[0] if told else (1, "")
    word, _, version = first.partition(" ")
    if word != "companion" or not _number(version.strip()):
        raise BadRecord(at, say("A record begins with “companion {version}”.", version=VERSION))
    if int(version) > VERSION:
        raise BadRecord(
            at,
            say(
                "This record is written for a newer Companion (format {theirs}, this one reads {ours}).",
                theirs=int(version),
                ours=VERSION,
            ),
        )
    if int(version) != VERSION:
        raise BadRecord(at, say("A record begins with “companion {version}”.", version=VERSION))
    head, body = _head(told[1:], at)
    table = _table(head, games, find_box)
    return Record(table, _entries(body, table))


def _number(text: str) -> bool:
    return text.isdecimal() and len(text) < 10


Told = list[tuple[int, str]]


def _head(told: Told, last: int) -> tuple[dict[str, tuple[int, str]], Told]:
    head: dict[str, tuple[int, str]] = {}
    for number, (at, line) in enumerate(told):
        key, colon, value = line.partition(":")
        if line[0].isdigit():
            told = told[number:]
            break
        if not colon or key not in ("game", "box", "options", "seats"):
            raise BadRecord(at, say("Expected “game:”, “box:”, “options:” or “seats:”, or an entry “1 WHO MOVE”."))
        if key in head:
            raise BadRecord(at, say("“{key}:” stands there twice.", key=key))
        head[key] = (at, value.strip())
        last = at
    else:
        told = []
    for key in ("game", "box", "seats"):
        if key not in head:
            raise BadRecord(last, say("After this line “{key}:” is missing.", key=key))
    return head, told


def _table(head: Mapping[str, tuple[int, str]], games: Mapping[str, Game], find_box: FindBox) -> Table:
    at, name = head["game"]
    if name not in games:
        raise BadRecord(at, say("“{name}” is no game here. Games are: {games}.", name=name[:40], games=sorted(games)))
    game = games[name]
    at, box_name = head["box"]
    try:
        box = find_box(name, box_name)
    except Unreadable as wrong:
        raise BadRecord(at, wrong.sentence) from wrong
    at, text = head["seats"]
    try:
        seats = seat_names(text.split(","))
    except Unreadable as wrong:
        raise BadRecord(at, wrong.sentence) from wrong
    options_at, text = head.get("options", (at, "{}"))
    try:
        table = _with_options(name, game, box, notation.parse_options(text or "{}"), seats)
    except (Unreadable, IllegalMove) as wrong:
        raise BadRecord(options_at, wrong.sentence) from wrong
    try:
        _check_names(table)
    except Unreadable as wrong:
        raise BadRecord(at, wrong.sentence) from wrong
    return table


def open_table(name: str, game: Game, box: Any, options: Any, seats: Sequence[str]) -> Table:
    """A table of *game* with the options given as JSON values. Raises Unreadable or IllegalMove (too many seats)."""
    table = _with_options(name, game, box, options, seat_names(seats))
    _check_names(table)
    return table


def _with_options(name: str, game: Game, box: Any, options: Any, seats: tuple[str, ...]) -> Table:
    made = notation.build(game.Options, options)
    check_options(made)
    table = Table(name, game, box, made, seats)
    table.setup()
    return table


def _check_names(table: Table) -> None:
    """Nobody is called like a participant without a seat ("Robot 1")."""
    others = [who.casefold() for who in table.game.score(table.setup()) if isinstance(who, str)]
    for seat in table.seats:
        if seat.casefold() in others:
            raise Unreadable(say("“{name}” cannot be a seat’s name.", name=seat))


def check_options(options: Any) -> None:
    """Raises Unreadable when an option has a value outside what its `values` allow."""
    for name, part in options.__dataclass_fields__.items():
        values = part.metadata.get("values")
        if values is not None and getattr(options, name) not in values:
            raise Unreadable(
                say(
                    "The option “{name}” cannot be {value}: {values}.",
                    name=name,
                    value=json.dumps(getattr(options, name)),
                    values=f"{values.start} … {values.stop - 1}" if isinstance(values, range) else list(values),
                )
            )


def _entries(told: Told, table: Table) -> tuple[Entry, ...]:
    entries: list[Entry] = []
    for at, line in told:
        number, _, rest = line.partition(" ")
        if not _number(number):
            raise BadRecord(at, say("Expected an entry “{seq} WHO MOVE”.", seq=len(entries) + 1))
        if int(number) != len(entries) + 1:
            raise BadRecord(at, say("Expected entry {seq}, found {found}.", seq=len(entries) + 1, found=number[:12]))
        if not rest.strip().startswith(("TABLE ", *(f"{name} " for name in table.seats))):
            raise BadRecord(at, say("Expected who moves: {names}.", names=["TABLE", *table.seats]))
        try:
            who, move = who_and_move(rest.strip(), table.seats, table.classes)
        except Unreadable as wrong:
            raise BadRecord(at, wrong.sentence) from wrong
        if who is None:
            raise BadRecord(at, say("Expected who moves: {names}.", names=["TABLE", *table.seats]))
        entries.append(Entry(len(entries) + 1, who, move))
    return tuple(entries)


def write(table: Table, entries: Sequence[Entry], box_name: str) -> str:
    """The record as text. *entries* may be veiled: what a seat may not see is then `"?"`."""
    head = [
        f"companion {VERSION}",
        f"game: {table.name}",
        f"box: {box_name}",
        f"options: {json.dumps(changed(table.options), ensure_ascii=False)}",
        f"seats: {', '.join(table.seats)}",
        "",
    ]
    return "\n".join([*head, *(line(table, entry) for entry in entries), ""])


def line(table: Table, entry: Entry) -> str:
    """`SEQ WHO MOVE`."""
    return f"{entry.seq} {table.name_of(entry.who)} {notation.write(entry.move)}"


def changed(options: Any) -> dict[str, Any]:
    """The options that are not at their default."""
    return {
        name: notation.plain(getattr(options, name))
        for name, part in options.__dataclass_fields__.items()
        if getattr(options, name) != part.default
    }


def move_text(who: Who, move: Any, seats: Sequence[str]) -> str:
    """`WHO MOVE`, as a Strike's `instead` takes it."""
    return f"{seats[who] if isinstance(who, int) else who} {notation.write(move)}"


__all__ = ["BadRecord", "Record", "Strike", "changed", "line", "move_text", "open_table", "read", "spoken", "write"]
