"""Past games: how the finished ones of this house went, as numbers, plots and a file.

The rows are computed from the journals, nothing is kept but for the time that the program runs. What is told to whom: the
numbers of all finished games are everybody's who reaches the house, for a browser remembers only its last tables, and averages of
those alone would be of little use. A table's code is its key and people's names stand on its pages: both are told only of
tables that this browser knows, also in the file. A name on one of these may be asked for: then all games are shown that
somebody of this name has finished.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import sha256
from typing import Any

from flask import Blueprint, make_response, render_template, request
from sqlmodel import col, func, select
from werkzeug.wrappers import Response

import models
from companion import boxes, past
from companion.notation import Unreadable
from companion.past import Group, Past
from companion.rules import Sentence
from companion.web import pastplots, seats, start
from companion.web.house import house
from companion.web.safety import limiter
from companion.web.tables import NoTable

routes = Blueprint("past", __name__)

MOST_KEPT = 5_000
"""Tables of which the row is not computed anew at every look."""


@dataclass(frozen=True)
class Choice:
    """Games that are compared with each other: `key` is how an address names them."""

    key: str
    group: Group
    box: str
    title: str
    house: bool
    """Whether the box is the one that came with the game."""
    options: tuple[tuple[Sentence, Any], ...]
    """What is not at its default: the help of the option, and its value as the form of a new table calls it."""
    number: int


# --- rows -------------------------------------------------------------------------------------------------------------


def finished(name: str) -> list[Past]:
    """The finished games, in the order in which they ended, with everything that is known of them."""
    query = (
        select(models.Table.code, func.max(models.Entry.seq))
        .join(models.Entry, col(models.Entry.table_id) == col(models.Table.id))
        .where(models.Table.game == name)
        .group_by(models.Table.code)
        .order_by(func.min(models.Table.id))
    )
    with models.reading(house().engine) as session:
        found = session.exec(query).all()
    shipped = boxes.digest(house().boxes.shipped_folder(name))
    rows = []
    for code, last in found:
        try:
            found_rows = _kept(code, last)
        except (NoTable, Unreadable):
            continue
        rows += [row if row.fingerprint else replace(row, fingerprint=shipped) for row in found_rows]
    return sorted(rows, key=lambda one: one.ended)


@lru_cache(maxsize=MOST_KEPT)
def _kept(code: str, last: int) -> tuple[Past, ...]:
    """The rows of the table's game if it is over, without the fingerprint of a box that came with the game. A journal only grows,
    so *last*, its newest entry, tells whether anything has happened since."""
    sitting = house().sitting(code)
    at, position = sitting.table, sitting.position
    read = past.reader(at.game)
    if read is None or not past.over(at, position):
        return ()
    with models.reading(house().engine) as session:
        made = session.exec(
            select(models.Entry.made).where(models.Entry.table_id == sitting.row.id, models.Entry.seq == position.steps[-1].seq)
        ).one()
        kept = None if sitting.row.box_id is None else session.get(models.Box, sitting.row.box_id)
    whole = Past(
        row={},
        reading=read[1](at.box),
        ended=_at_home(made),
        code=sitting.code,
        people=(),
        box=at.box.name,
        fingerprint="" if kept is None else kept.digest,
        options=past.options_of(at),
        strikes=past.strikes(sitting.entries),
        rulings=past.rulings(at, sitting.entries),
        practice=sitting.row.practice,
    )
    return tuple(replace(whole, row=row, people=people) for people, row in past.rows(at, position.state))


def _at_home(moment: datetime) -> datetime:
    """In the time of the house: SQLite gives back moments in UTC without saying so."""
    return (moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)).astimezone()


def told(games: Iterable[Past]) -> list[Past]:
    """The games as this browser may know them."""
    known = seats.known()
    return [one if one.code in known else replace(one, code="", people=()) for one in games]


def people(games: Iterable[Past]) -> list[str]:
    """The names that this browser knows."""
    return sorted({person for one in told(games) for person in one.people}, key=str.casefold)


# --- pages ------------------------------------------------------------------------------------------------------------


@routes.get("/games/<name>/past")
@limiter.limit("240 per minute")
def games(name: str) -> Response:
    """Past games: `of` (which of those that are compared), `person`, `rulings` (1: games with a ruling count too)."""
    found = _of(name)
    who = people(found)
    person = request.args.get("person", "")
    person = person if person in who else ""
    mine = [one for one in found if not person or person in one.people]
    choices = _choices(name, mine)
    chosen = next((one for one in choices if one.key == request.args.get("of")), choices[0] if choices else None)
    rulings = request.args.get("rulings") == "1"
    shared = {
        "name": name,
        "game": house().games[name],
        "person": person,
        "who": who,
        "choices": choices,
        "chosen": chosen,
        "rulings": rulings,
        "all": len({one.code for one in found}),
    }
    shown = told(one for one in mine if chosen is not None and past.group_of(one) == chosen.group)
    more = _numbers(shown, rulings=rulings, usual=chosen is not None and chosen.house) if shown else {}
    return make_response(render_template("past.html", **shared, **more))


def _numbers(games: Sequence[Past], *, rulings: bool, usual: bool) -> dict[str, Any]:
    """What the page shows of games that are compared: those without a ruling count, with *rulings* all of them do."""
    counted = [one for one in games if rulings or not one.rulings]
    others = [one for one in games if not rulings and one.rulings]
    reading = games[-1].reading
    kinds = past.by_kind(reading, counted, others)
    whole = past.Kind(None, tuple(counted), tuple(others))
    named = [(kind, reading.kinds.get(kind.kind or "", Sentence(kind.kind or ""))) for kind in kinds]
    return {
        "games": games,
        "reading": reading,
        "others": others,
        "summary": past.summary([one.points for one in counted]),
        "best": past.best(counted),
        "strips": pastplots.strips([(whole, None), *named], reading.usual if usual else {}),
        "missing": [name for kind, name in reading.kinds.items() if kind not in {one.kind for one in kinds}],
        "columns": pastplots.columns(games) if reading.parts else (),
        "pattern_of": pastplots.pattern_of,
        "scatters": [pastplots.scatter(cause, counted, others) for cause in reading.causes],
        "titles": {name: reading.columns.get(name, Sentence(name.replace("_", " "))) for name in games[-1].row},
    }


def _of(name: str) -> list[Past]:
    """The finished games of a game that tells of them. Raises NoTable."""
    if name not in house().games or past.reader(house().games[name]) is None:
        raise NoTable(name)
    return finished(name)


def _choices(name: str, games: Sequence[Past]) -> list[Choice]:
    """What can be compared: games at a table before practice, then those with the newest game first."""
    shipped = house().boxes.shipped(name)
    digest = boxes.digest(house().boxes.shipped_folder(name))
    newest = {past.group_of(one): one for one in games}
    found = [
        Choice(
            sha256(json.dumps(group).encode()).hexdigest()[:8],
            group,
            one.box,
            shipped.title if group.fingerprint == digest else one.box,
            group.fingerprint == digest,
            _called(name, json.loads(group.options)),
            len({other.code for other in games if past.group_of(other) == group}),
        )
        for group, one in newest.items()
    ]
    return sorted(found, key=lambda one: (one.group.practice, -newest[one.group].ended.timestamp()))


def _called(name: str, options: dict[str, Any]) -> tuple[tuple[Sentence, Any], ...]:
    every = {one["name"]: one for one in start.options(name)}
    return tuple((every[option]["help"], every[option]["called"].get(value, value)) for option, value in options.items())


@routes.get("/games/<name>/past.csv")
@limiter.limit("60 per minute")
def file(name: str) -> Response:
    """All finished games as a table for other programs, in UTF-8 with the mark by which spreadsheets know it."""
    headers = {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": f'attachment; filename="{name}-past-games.csv"',
    }
    return make_response("\ufeff" + past.write_csv(told(_of(name))), 200, headers)
