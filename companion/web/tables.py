"""Tables in the database: opened, read, and written to by one writer at a time.

An entry is committed before the answer goes out. What was posted twice with the same key is written once; what was made
against an older journal is refused (Stale), by the check here and in the last resort by the primary key, unless it makes no
difference which came first.
"""

from __future__ import annotations

import json
import random
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

import models
from companion import notation, practice, record, table
from companion.notation import Unreadable
from companion.rules import TABLE, Game, IllegalMove, Who, say
from companion.table import Entry, Position, Ruling, Strike, Table
from companion.web import positions
from companion.web.boxes import Boxes

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""32 signs that are not taken for each other: no 0, 1, I, O."""
CODE_LENGTH = 14
"""70 bits: nobody comes upon a table by trying."""


class NoTable(LookupError):
    """There is no table with this code."""


class NoScan(LookupError):
    """The table has no such photograph, or not for the seat that asks."""


class Stale(Exception):
    """The table has moved on since the page was made; nothing was written."""


@dataclass(frozen=True)
class Sitting:
    """A table as the database has it at one moment."""

    row: models.Table
    table: Table
    entries: tuple[Entry, ...]
    scans: Mapping[int, int] = field(default_factory=dict)
    """Entry -> the scan it was made from."""
    holders: tuple[str | None, ...] = ()
    """By seat: the mark of the browser that sits there."""

    @property
    def code(self) -> str:
        return self.row.code

    @property
    def game(self) -> Game:
        return self.table.game

    @property
    def last(self) -> int:
        """The number of the newest entry, 0 when there is none."""
        return self.entries[-1].seq if self.entries else 0

    def until(self, seq: int) -> Sitting:
        """The table as it was after entry *seq*."""
        return replace(self, entries=tuple(entry for entry in self.entries if entry.seq <= seq))

    @cached_property
    def position(self) -> Position:
        return positions.shared(self.code, self.table, self.entries)

    @cached_property
    def names(self) -> Mapping[Any, Any]:
        return table.naming(self.table)


Asked = Callable[[Sitting], Sequence[tuple[Who, Any]]]
"""Reads what a form asks for, at the table it is sent to: who makes which moves. Raises Unreadable."""


@dataclass(frozen=True)
class House:
    """What every request needs: the database, the games, and the boxes they are played with."""

    engine: Engine
    games: Mapping[str, Game]
    boxes: Boxes
    rng: random.Random = field(default_factory=secrets.SystemRandom)

    @property
    def titles(self) -> Mapping[str, str]:
        """Label prefix -> title, of every game here."""
        return {game.PREFIX: game.TITLE for game in self.games.values()}

    # --- reading ---

    def sitting(self, code: str) -> Sitting:
        """Raises NoTable."""
        with models.reading(self.engine) as session:
            return self._sitting(session, code)

    def _sitting(self, session: Session, code: str, *, lock: bool = False) -> Sitting:
        query = select(models.Table).where(models.Table.code == normal(code))
        row = session.exec(query.with_for_update() if lock else query).first()
        if row is None or row.game not in self.games:
            raise NoTable(code)
        seats = session.exec(select(models.Seat).where(models.Seat.table_id == row.id).order_by(col(models.Seat.number))).all()
        written = select(models.Entry.seq, models.Entry.who, models.Entry.move, models.Entry.scan_id)
        lines = session.exec(written.where(models.Entry.table_id == row.id).order_by(col(models.Entry.seq))).all()
        game = self.games[row.game]
        kept = session.get(models.Box, row.box_id) if row.box_id is not None else None
        at = Table(
            row.game,
            game,
            self.boxes.kept(row.game, kept) if kept is not None else self.boxes.find(row.game, row.box),
            notation.build(game.Options, json.loads(row.options)),
            tuple(seat.name for seat in seats),
        )
        return Sitting(
            row,
            at,
            tuple(Entry(seq, _who(who), _move(move, at.classes)) for seq, who, move, _ in lines),
            {seq: scan for seq, _, _, scan in lines if scan is not None},
            tuple(seat.holder for seat in seats),
        )

    def last(self, code: str) -> int:
        """The number of the newest entry, without reading the game. Raises NoTable."""
        with models.reading(self.engine) as session:
            found = session.exec(select(models.Table.id).where(models.Table.code == normal(code))).first()
            if found is None:
                raise NoTable(code)
            newest = (
                select(models.Entry.seq).where(models.Entry.table_id == found).order_by(col(models.Entry.seq).desc()).limit(1)
            )
            return session.exec(newest).first() or 0

    # --- writing ---

    def open(
        self,
        at: Table,
        *,
        practised: bool = False,
        keeps_pictures: bool = True,
        entries: Sequence[Entry] = (),
        box: models.Box | None = None,
    ) -> str:
        """A new table with this journal (a record that was read); its code. *box*: one that did not come with Companion."""
        code = new_code()
        with models.writing(self.engine) as session:
            row = models.Table(
                code=code,
                game=at.name,
                box=at.box.name,
                box_id=_kept_once(session, box),
                options=json.dumps(record.changed(at.options)),
                practice=practised,
                keeps_pictures=keeps_pictures,
            )
            session.add(row)
            session.flush()
            assert row.id is not None
            session.add_all(models.Seat(table_id=row.id, number=number, name=name) for number, name in enumerate(at.seats))
            self._write(session, row.id, entries, "record", None)
            if practised:
                self._speak(session, self._sitting(session, code), "open", 0)
        return code

    def enter(self, code: str, ask: Asked, *, seen: int, key: str, scan: int | None = None, go_on: bool = False) -> None:
        """Writes what *ask* makes of the table as it is now (moves in order, all or nothing).

        With *go_on* Companion makes the table's move of a practice game. What was written under this key before is not
        written again. Raises NoTable, Stale, IllegalMove, Unreadable.
        """
        try:
            with models.writing(self.engine) as session:
                sitting = self._sitting(session, code, lock=True)
                assert sitting.row.id is not None
                if self._written(session, sitting.row.id, key):
                    return
                moves = ask(sitting if seen == sitting.last else sitting.until(seen))
                if seen != sitting.last and not table.in_any_order(sitting.table, sitting.entries, seen, moves):
                    raise Stale(code)
                entries = list(sitting.entries)
                for who, move in moves:
                    entry, _ = table.enter(sitting.table, entries, who, move)
                    entries.append(entry)
                new = entries[len(sitting.entries) :]
                self._write(session, sitting.row.id, new, key, self._scan_of(session, sitting.row.id, scan))
                if sitting.row.practice:
                    after = Sitting(sitting.row, sitting.table, tuple(entries))
                    self._speak(session, after, key, len(new), at_least=1 if go_on else 0)
        except IntegrityError as second:
            raise Stale(code) from second

    def _speak(self, session: Session, sitting: Sitting, key: str, part: int, at_least: int = 0) -> None:
        """In a practice game: the table's moves by chance, while TABLE alone is to act (and *at_least* so many)."""
        game, position, entries = sitting.game, sitting.position, list(sitting.entries)
        assert sitting.row.id is not None
        spoken: list[Entry] = []
        while position.problem is None and len(spoken) < MOST_SPOKEN:
            waiting = game.to_act(position.state)
            if not (waiting == (TABLE,) or (TABLE in waiting and len(spoken) < at_least)) or not game.chance(position.state):
                break
            entry, position = table.enter(sitting.table, entries, TABLE, practice.speak(game, position.state, self.rng))
            entries.append(entry)
            spoken.append(entry)
        self._write(session, sitting.row.id, spoken, key, None, part)

    def _write(
        self, session: Session, table_id: int, entries: Sequence[Entry], key: str, scan: int | None, part: int = 0
    ) -> None:
        session.add_all(
            models.Entry(
                table_id=table_id,
                seq=entry.seq,
                who=str(entry.who),
                move=notation.write(entry.move),
                key=key,
                part=part + at,
                scan_id=scan,
            )
            for at, entry in enumerate(entries)
        )
        session.flush()

    def _written(self, session: Session, table_id: int, key: str) -> bool:
        query = select(models.Entry.seq).where(models.Entry.table_id == table_id, models.Entry.key == key)
        return session.exec(query.limit(1)).first() is not None

    def _scan_of(self, session: Session, table_id: int, scan: int | None) -> int | None:
        """The scan's id when it is one of this table's."""
        found = session.get(models.Scan, scan) if scan is not None else None
        return found.id if found is not None and found.table_id == table_id else None

    # --- seats ---

    def sit(self, code: str, number: int, mark: str, *, take_over: bool = False) -> bool:
        """Gives the seat to the browser *mark*; False when another holds it and it is not to be taken over."""
        with models.writing(self.engine) as session:
            sitting = self._sitting(session, code, lock=True)
            if not 0 <= number < len(sitting.table.seats):
                raise Unreadable(say("There is no such seat at this table."))
            if sitting.holders[number] not in (None, mark) and not take_over:
                return False
            seat = session.get_one(models.Seat, (sitting.row.id, number))
            seat.holder = mark
            session.add(seat)
        return True

    def leave(self, code: str, number: int, mark: str) -> None:
        """Frees the seat if this browser holds it."""
        with models.writing(self.engine) as session:
            sitting = self._sitting(session, code, lock=True)
            if 0 <= number < len(sitting.holders) and sitting.holders[number] == mark:
                seat = session.get_one(models.Seat, (sitting.row.id, number))
                seat.holder = None
                session.add(seat)

    # --- scans and the end ---

    def keep_scan(self, code: str, scan: models.Scan) -> int:
        """Writes the scan to the table's; its id."""
        with models.writing(self.engine) as session:
            sitting = self._sitting(session, code)
            assert sitting.row.id is not None
            scan.table_id = sitting.row.id
            if not sitting.row.keeps_pictures:
                scan.picture = None
            session.add(scan)
            session.flush()
            assert scan.id is not None
            return scan.id

    def scan(self, sitting: Sitting, number: int) -> models.Scan:
        """Raises NoScan when there is no such scan at this table."""
        with models.reading(self.engine) as session:
            found = session.get(models.Scan, number)
            if found is None or found.table_id != sitting.row.id:
                raise NoScan(number)
            return found

    def clear_away(self, code: str) -> None:
        """Deletes the table with its journal and its pictures."""
        with models.writing(self.engine) as session:
            row = self._sitting(session, code, lock=True).row
            for kind in (models.Entry, models.Scan, models.Seat):
                for found in session.exec(select(kind).where(kind.table_id == row.id)):
                    session.delete(found)
                session.flush()
            session.delete(row)


MOST_SPOKEN = 200
"""Moves of the table in a row: more than any set-up needs; a game that never stops speaking must not hang the page."""


def normal(code: str) -> str:
    """A code as it was typed, without hyphens and case."""
    return code.replace("-", "").replace(" ", "").upper()


def new_code() -> str:
    """A table's code that nobody can guess, in signs that can be typed."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def shown(code: str) -> str:
    """A code in groups, to read out and type."""
    return f"{code[:5]}-{code[5:10]}-{code[10:]}"


@lru_cache(maxsize=8192)
def _move(text: str, classes: tuple[type[Any], ...]) -> Any:
    """A line of notation; a journal is read at every look at the table, and its moves are values."""
    return notation.read(text, classes)


def _who(text: str) -> Who:
    return TABLE if text == TABLE else int(text)


def _kept_once(session: Session, box: models.Box | None) -> int | None:
    if box is None:
        return None
    found = session.exec(select(models.Box).where(models.Box.digest == box.digest)).first()
    if found is None:
        session.add(box)
        session.flush()
        found = box
    return found.id


__all__ = ["House", "IllegalMove", "NoScan", "NoTable", "Ruling", "Sitting", "Stale", "Strike", "normal", "shown"]
