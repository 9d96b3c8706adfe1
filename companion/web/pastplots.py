"""Plots of past games: where dots, columns and lines stand. Pages say them in words and numbers too."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from companion.past import Kind, Past
from companion.rules import Sentence
from companion.web.plots import BOTTOM, HEIGHT, LEFT, PATTERNS, TOP, WIDTH, whole_steps

MARGIN = 24
"""Left and right of the first and last number of a strip."""
DOT = 6.5
"""Radius of a dot where there is room."""
TALLEST = 132
"""How high games with the same points are stacked at most."""
UNDER = 40
"""Under the line of a strip: its tick, and the numbers."""
MOST_COLUMNS = 30
"""Games in a plot of stacked bars: with more their patterns could not be told apart on a phone."""

Mark = tuple[int, float]
"""A number at an axis, and where it stands."""


@dataclass(frozen=True)
class Dot:
    """A game. `other`: it has no part in averages (a ruling); `newest`: the last game of all."""

    x: float
    y: float
    other: bool
    newest: bool


@dataclass(frozen=True)
class Strip:
    """The games of a kind along a line of points, in a field of WIDTH by `height`. What there is too little for is None."""

    of: Kind
    name: Sentence | None
    """None: all games."""
    height: float
    line: float
    radius: float
    dots: tuple[Dot, ...]
    median: float | None
    quartiles: tuple[float, float] | None
    usual: float | None
    expected: float | None
    """The number at `usual`."""
    marks: tuple[Mark, ...]


def both(counted: Sequence[Past], others: Sequence[Past]) -> list[tuple[Past, bool]]:
    """Each game, with whether it is one of the others."""
    return [*((one, False) for one in counted), *((one, True) for one in others)]


def strips(kinds: Sequence[tuple[Kind, Sentence | None]], usual: Mapping[str, float]) -> tuple[Strip, ...]:
    """A strip for each, with one scale for all. `usual`: by kind the number that is marked under its line."""
    games = [one for kind, _ in kinds for one in (*kind.counted, *kind.others)]
    marked = [usual[kind.kind] for kind, _ in kinds if kind.kind is not None and kind.kind in usual]
    values = [*(one.points for one in games), *map(round, marked)]
    least, most = min(values), max(max(values), min(values) + 1)
    newest = max(games, key=lambda one: one.ended)
    unit = (WIDTH - 2 * MARGIN) / (most - least)
    radius = round(max(2.5, min(DOT, unit * 0.46)), 1)

    def across(points: float) -> float:
        return round(MARGIN + unit * (points - least), 1)

    marks = tuple((number, across(number)) for number in whole_steps(least, most))

    def strip(kind: Kind, name: Sentence | None) -> Strip:
        highest = max(Counter(one.points for one in (*kind.counted, *kind.others)).values())
        step = min(2 * radius + 1, TALLEST / highest)
        line = round(step * (highest - 1) + 2 * radius + 14, 1)
        high: Counter[int] = Counter()
        dots = []
        for one, other in both(kind.counted, kind.others):
            y = line - radius - 3 - step * high[one.points]
            high[one.points] += 1
            dots.append(Dot(across(one.points), round(y, 1), other, one is newest))
        found = kind.summary
        quartiles = found.quartiles if found is not None else None
        expected = None if kind.kind is None else usual.get(kind.kind)
        return Strip(
            kind,
            name,
            height=line + UNDER,
            line=line,
            radius=radius,
            dots=tuple(dots),
            median=None if found is None else across(found.median),
            quartiles=None if quartiles is None else (across(quartiles[0]), across(quartiles[1])),
            usual=None if expected is None else across(expected),
            expected=expected,
            marks=marks,
        )

    return tuple(strip(kind, name) for kind, name in kinds)


# --- stacked bars by date ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Segment:
    """A part of a column: which pattern it wears (templates/patterns.html), from where and how high."""

    pattern: int
    y: float
    height: float


@dataclass(frozen=True)
class Column:
    """A game's points in their parts, from the line at 0 upwards."""

    game: Past
    x: float
    segments: tuple[Segment, ...]


@dataclass(frozen=True)
class Columns:
    """Games in the order in which they ended, `width` wide each, in a field of WIDTH by HEIGHT."""

    columns: tuple[Column, ...]
    width: float
    levels: tuple[Mark, ...]


def pattern_of(number: int) -> int:
    """The pattern of the part *number*, from 0."""
    return number % PATTERNS + 1


def columns(games: Sequence[Past]) -> tuple[Columns, ...]:
    """Of games in the order in which they ended; the last ones first where they do not fit into one plot. One scale for all."""
    if not games:
        return ()
    parts = games[-1].reading.parts
    most = max(1, *(sum(_parts(one, parts)) for one in games))
    unit = (HEIGHT - TOP - BOTTOM) / most
    zero = HEIGHT - BOTTOM
    levels = tuple((number, round(zero - number * unit, 1)) for number in whole_steps(0, most))
    ends = range(len(games), 0, -MOST_COLUMNS)
    shares = [games[max(0, end - MOST_COLUMNS) : end] for end in ends]
    # Few games in broad columns would look like something else than many in narrow ones.
    room = (WIDTH - LEFT) / max(12, min(len(games), MOST_COLUMNS))

    def column(at: int, one: Past) -> Column:
        top, segments = float(zero), []
        for number, points in enumerate(_parts(one, parts)):
            top -= points * unit
            segments.append(Segment(pattern_of(number), round(top, 1), round(points * unit, 1)))
        return Column(one, round(LEFT + at * room + room * 0.12, 1), tuple(part for part in segments if part.height))

    return tuple(
        Columns(tuple(column(at, one) for at, one in enumerate(share)), round(room * 0.76, 1), levels) for share in shares
    )


def _parts(one: Past, parts: Sequence[str]) -> list[int]:
    return [max(0, one.row[name]) for name in parts]


# --- points against a cause -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Spot:
    """Games with the same two numbers: how many, and the radius that stands for so many."""

    x: float
    y: float
    radius: float
    number: int
    other: bool


@dataclass(frozen=True)
class Scatter:
    """Points against another column, in a field of WIDTH by HEIGHT. `rows`: by its number, how many games and their mean."""

    cause: str
    spots: tuple[Spot, ...]
    levels: tuple[Mark, ...]
    stops: tuple[Mark, ...]
    rows: tuple[tuple[int, int, float], ...]


def scatter(cause: str, counted: Sequence[Past], others: Sequence[Past]) -> Scatter:
    """Of one game or more."""
    games = (*counted, *others)
    points, causes = [one.points for one in games], [int(one.row[cause]) for one in games]
    least, most = min(points), max(max(points), min(points) + 1)
    first, last = min(0, *causes), max(1, *causes)

    def across(number: int) -> float:
        return round(LEFT + 14 + (WIDTH - LEFT - 34) * (number - first) / (last - first), 1)

    def down(number: int) -> float:
        return round(HEIGHT - BOTTOM - 10 - (HEIGHT - TOP - BOTTOM - 10) * (number - least) / (most - least), 1)

    met = Counter((int(one.row[cause]), one.points, other) for one, other in both(counted, others))
    spots = tuple(
        # The area stands for the number.
        Spot(across(x), down(y), round(min(DOT * number**0.5, 3 * DOT), 1), number, other)
        for (x, y, other), number in sorted(met.items())
    )
    by_cause: dict[int, list[int]] = defaultdict(list)
    for one in counted:
        by_cause[int(one.row[cause])].append(one.points)
    return Scatter(
        cause,
        spots,
        tuple((number, down(number)) for number in whole_steps(least, most)),
        tuple((number, across(number)) for number in whole_steps(first, last)),
        tuple((number, len(found), fmean(found)) for number, found in sorted(by_cause.items())),
    )
