"""A table of Fire in the Library to write journals for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import companion.games.fire
from companion import record, table
from companion.games import GAMES

BOX = companion.games.fire.read_box(Path(companion.games.fire.__file__).parent / "box")


def find_box(game: str, name: str) -> Any:
    """The shipped box, whatever its name in the record."""
    return BOX


def opened(*names: str, **options: Any) -> table.Table:
    return record.open_table("fire", GAMES["fire"], BOX, options, names or ("Ana", "Ben"))


def journal(at: table.Table, *lines: str) -> list[table.Entry]:
    """Entries 1, 2, ... from lines `WHO MOVE`."""
    entries = []
    for seq, line in enumerate(lines, 1):
        who, move = table.who_and_move(line, at.seats, at.classes)
        assert who is not None, line
        entries.append(table.Entry(seq, who, move))
    return entries
