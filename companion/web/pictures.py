"""Who may see which picture: evidence for the table, but never a look into somebody's hand."""

from __future__ import annotations

import json

from sqlmodel import select

import models
from companion import notation
from companion.table import Entry
from companion.web import page
from companion.web.house import house
from companion.web.tables import Sitting


def may_see(sitting: Sitting, seat: int | None) -> set[int]:
    """The scans that *seat* may see: those of its own phone, those of the shared screen, and others' whose every piece
    stands in entries made from it, or elsewhere in the journal, as this reader may read them."""
    with models.reading(house().engine) as session:
        rows = session.exec(
            select(models.Scan.id, models.Scan.seat, models.Scan.seen).where(models.Scan.table_id == sitting.row.id)
        ).all()
    read = {entry.seq: page.veiled(sitting, entry, seat) for entry in sitting.entries}
    text = "\n".join(notation.write(entry.move) for entry in read.values())
    found = set()
    for number, taken_by, seen in rows:
        assert number is not None
        if taken_by is None or taken_by == seat:
            found.add(number)
            continue
        made = [entry for entry in sitting.entries if sitting.scans.get(entry.seq) == number]
        codes = [code.rpartition(":")[2] for row in json.loads(seen)["rows"] for code in row]
        if made and all(_open(entry, read[entry.seq]) for entry in made) and all(f'"{code}"' in text for code in codes):
            found.add(number)
    return found


def _open(entry: Entry, read: Entry) -> bool:
    return entry == read
