"""Who may see which picture: evidence for the table, but never a look into somebody's hand."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from sqlmodel import select

import models
from companion.amend import codes_in
from companion.notation import Unreadable
from companion.table import Entry, Ruling, Strike, who_and_move
from companion.web import page
from companion.web.house import house
from companion.web.tables import Sitting


def may_see(sitting: Sitting, seat: int | None) -> set[int]:
    """The scans that *seat* may see: those of its own phone, those of the shared screen, and others' whose every piece
    stands in entries made from it, or elsewhere in the journal, as this reader may read them, or lies open to everyone."""
    with models.reading(house().engine) as session:
        rows = session.exec(
            select(models.Scan.id, models.Scan.seat, models.Scan.seen).where(models.Scan.table_id == sitting.row.id)
        ).all()
    read = {entry.seq: page.veiled(sitting, entry, seat) for entry in sitting.entries}
    named = {code for entry in read.values() for code in _named(sitting, entry.move)}
    named |= {code for code, piece in sitting.game.PIECES(sitting.table.box).items() if piece.open}
    found = set()
    for number, taken_by, seen in rows:
        assert number is not None
        if taken_by is None or taken_by == seat:
            found.add(number)
            continue
        made = [entry for entry in sitting.entries if sitting.scans.get(entry.seq) == number]
        codes = [code.rpartition(":")[2] for row in json.loads(seen)["rows"] for code in row]
        if made and all(_open(entry, read[entry.seq]) for entry in made) and named.issuperset(codes):
            found.add(number)
    return found


def _open(entry: Entry, read: Entry) -> bool:
    return entry == read


def _named(sitting: Sitting, move: Any) -> Iterator[str]:
    """The codes that an entry names, those in the place of a struck one or in a ruling too."""
    match move:
        case Strike(instead=lines) | Ruling(moves=lines):
            for line in lines:
                try:
                    _, inner = who_and_move(line, sitting.table.seats, (*sitting.game.MOVES, Ruling))
                except Unreadable:
                    continue
                yield from _named(sitting, inner)
        case _:
            yield from codes_in(move)
