"""Past games: a row for each finished one, computed from its journal, and what many rows say together.

Rows are what the game's `played` tells, with what the house knows beside it. Knows no storage and no page.
"""

from __future__ import annotations

import csv
import io
import json
import re
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from companion import record
from companion import table as tables
from companion.rules import Game, Played
from companion.table import Position, Ruling, Strike, Table

LEAST_FOR_QUARTILES = 5
"""Of fewer games quartiles would say more than is known."""
STRETCH = 10
"""Games in a list of best ones, and in the two stretches at the end that are compared."""


@dataclass(frozen=True)
class Past:
    """A finished game, or what one seat has reached in it.

    `row`: what the game tells of it, `reading` how that is read. `code` and `people` are its table's: empty where they are not
    to be told. `fingerprint`: of the files of its box. `options`: JSON of those that are not at their default. `rulings`: those
    that stand.
    """

    row: Mapping[str, Any]
    reading: Played
    ended: datetime
    code: str
    people: tuple[str, ...]
    box: str
    fingerprint: str
    options: str
    strikes: int
    rulings: int
    practice: bool

    @property
    def points(self) -> int:
        return int(self.row[self.reading.points])

    @property
    def kind(self) -> str | None:
        """The text of the column by which games differ, None in a game without one."""
        return None if self.reading.kind is None else self.row[self.reading.kind]


class Group(NamedTuple):
    """What games share that are compared with each other."""

    fingerprint: str
    options: str
    practice: bool


def group_of(past: Past) -> Group:
    return Group(past.fingerprint, past.options, past.practice)


def reader(game: Game) -> tuple[Callable[[Any], Mapping[str, Any] | Sequence[Mapping[str, Any]]], Callable[[Any], Played]] | None:
    """The game's `played` and `PLAYED`; None where it tells no rows."""
    played, reading = getattr(game, "played", None), getattr(game, "PLAYED", None)
    return None if played is None or reading is None else (played, reading)


def rows(at: Table, state: Any) -> list[tuple[tuple[str, ...], Mapping[str, Any]]]:
    """The rows of a finished game, each with the people whom it is about; none where the game tells none."""
    read = reader(at.game)
    if read is None:
        return []
    told = read[0](state)
    if isinstance(told, Mapping):
        return [(at.seats, told)]
    return [((person,), row) for person, row in zip(at.seats, told, strict=True)]


def over(at: Table, position: Position) -> bool:
    """Whether the game has come to its end, with nothing left to settle."""
    return position.problem is None and at.game.outcome(position.state) is not None


def options_of(at: Table) -> str:
    """The options that are not at their default, the same text for the same options."""
    return json.dumps(record.changed(at.options), ensure_ascii=False, sort_keys=True)


def strikes(entries: Iterable[tables.Entry]) -> int:
    """Strikes in the journal, those that were struck again too."""
    return sum(isinstance(entry.move, Strike) for entry in entries)


def rulings(at: Table, entries: Sequence[tables.Entry]) -> int:
    """Rulings that stand, also in the place of a struck entry."""
    if not any(isinstance(entry.move, (Ruling, Strike)) for entry in entries):
        return 0
    stands = tables.standing(entries)
    return sum(isinstance(move, Ruling) for entry in entries for _, move in tables.lines_of(at, entry, stands[entry.seq]))


# --- many games -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Stretch:
    """Consecutive games: how many, and the mean of their points."""

    number: int
    mean: float


@dataclass(frozen=True)
class Summary:
    """What the points of some games say together. `quartiles`, by the inclusive method, of five games or more; `deviation`, the
    standard deviation of a sample, of two or more; `last` are the ten games at the end, `before` the ten before those."""

    number: int
    best: int
    mean: float
    median: float
    quartiles: tuple[float, float] | None
    deviation: float | None
    last: Stretch
    before: Stretch | None


def summary(points: Sequence[int]) -> Summary | None:
    """Of the points of games in the order in which they were played; None without a game."""
    if not points:
        return None
    quartiles = None
    if len(points) >= LEAST_FOR_QUARTILES:
        lower, _, upper = statistics.quantiles(points, n=4, method="inclusive")
        quartiles = (lower, upper)
    before = points[-2 * STRETCH : -STRETCH]
    return Summary(
        number=len(points),
        best=max(points),
        mean=statistics.fmean(points),
        median=statistics.median(points),
        quartiles=quartiles,
        deviation=statistics.stdev(points) if len(points) > 1 else None,
        last=_stretch(points[-STRETCH:]),
        before=_stretch(before) if before else None,
    )


def _stretch(points: Sequence[int]) -> Stretch:
    return Stretch(len(points), statistics.fmean(points))


def places(points: Sequence[int]) -> tuple[int, ...]:
    """The place of each: equal points share the best one that they reach together ("1, 1, 3")."""
    return tuple(1 + sum(other > own for other in points) for own in points)


def best(games: Sequence[Past]) -> tuple[tuple[int, Past], ...]:
    """The ten best with their places, of games in the order in which they were played; within a place the earlier first."""
    ranked = sorted(games, key=lambda one: -one.points)[:STRETCH]
    return tuple(zip(places([one.points for one in ranked]), ranked, strict=True))


@dataclass(frozen=True)
class Kind:
    """The games of one kind (None: all of them). `counted`: those that mean and median are of; the others are shown."""

    kind: str | None
    counted: tuple[Past, ...]
    others: tuple[Past, ...]
    summary: Summary | None = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "summary", summary([one.points for one in self.counted]))


def by_kind(reading: Played, counted: Sequence[Past], others: Sequence[Past]) -> tuple[Kind, ...]:
    """The kinds that were played, in the order of the box."""
    known = [*reading.kinds, *(one.kind for one in (*counted, *others) if one.kind is not None)]
    kinds = (
        Kind(kind, tuple(one for one in counted if one.kind == kind), tuple(one for one in others if one.kind == kind))
        for kind in dict.fromkeys(known)
    )
    return tuple(kind for kind in kinds if kind.counted or kind.others)


# --- a file -----------------------------------------------------------------------------------------------------------

HOUSE_COLUMNS = ("date", "people", "box", "fingerprint", "options", "strikes", "rulings", "practice")
"""What the house adds to a row, in the order of the file."""
_FORMULA = re.compile(r"(?:^|[;\t\r\n])\s*(?=[=+\-@＝＋－＠])|^(?=[\t\r\n])")
"""Where a formula begins to some program: at the start of a text, behind blanks too, and where programs that part cells by
semicolons or tabs see a start."""


def write_csv(games: Sequence[Past]) -> str:
    """The games as comma-separated values with a heading: the house's columns, then the game's.

    Truth is 1 or 0, what is not known is empty; before what a spreadsheet would take for a formula stands an
    apostrophe.
    """
    told = dict.fromkeys(name for one in games for name in one.row)
    # A column of the game that is called as one of the house's is told apart by a mark.
    columns = {name: f"{name}_" if name in HOUSE_COLUMNS else name for name in told}
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(map(_cell, (*HOUSE_COLUMNS, *columns.values())))
    for one in games:
        house = (
            f"{one.ended:%Y-%m-%d %H:%M}", "; ".join(one.people), one.box, one.fingerprint, one.options, one.strikes, one.rulings,
            one.practice,
        )  # fmt: skip
        writer.writerow(map(_cell, (*house, *(one.row.get(name) for name in columns))))
    return out.getvalue()


def _cell(value: Any) -> Any:
    match value:
        case None:
            return ""
        case bool():
            return int(value)
        case int() | float():
            return value
    return _FORMULA.sub(lambda found: found[0] + "'", str(value))
