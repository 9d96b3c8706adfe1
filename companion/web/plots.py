"""Plots that the server draws: where the lines run. The template says it in words and numbers too."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from companion.advisers import progress_of
from companion.rules import Game, Line, Participant, Progress, Sentence, say, total
from companion.table import Position, Step, Table

WIDTH, HEIGHT = 640, 320
LEFT, RIGHT, TOP, BOTTOM = 44, 76, 20, 44
"""What the numbers beside the field and the letters at the ends need."""
APART = 32
"""Letters stand no nearer under each other."""
BESIDE = 4
"""Steps that coincide are drawn so far beside each other, that each dash can be followed; half as far where a number is
hardly higher than that."""
DASHES = ("", "12 6", "2 6", "16 6 2 6", "6 4", "2 4 10 4")
"""A stroke of its own for each participant: no colour is needed to tell them apart."""


@dataclass(frozen=True)
class Curve:
    """One participant's numbers, as SVG polylines in a field of WIDTH by HEIGHT: several where numbers are missing between."""

    who: Participant
    letter: str
    dash: str
    lines: tuple[str, ...]
    end: tuple[float, float] | None
    """Of the last line; None when there is none."""
    height: float
    """At which the letter stands, right of the field."""
    first: int | None
    last: int | None


@dataclass(frozen=True)
class Row:
    """Where something changed: the turn or entry, the entry it is to be read in (0: before the first), and everyone's number."""

    at: int
    entry: int
    numbers: tuple[int | None, ...]


@dataclass(frozen=True)
class Course:
    """How it went: the curves, and what the axes stand for."""

    counted: Sentence
    along: Sentence
    step: Sentence
    """What the numbers on the lower axis count."""
    curves: tuple[Curve, ...]
    levels: tuple[tuple[int, float], ...]
    """Numbers and their heights."""
    stops: tuple[tuple[int, float], ...]
    """Turns or entries and where they are, from the left."""
    rows: tuple[Row, ...]


def course(at: Table, position: Position) -> Course | None:
    """Everybody's progress turn by turn; in a game without it their points after every entry.

    None before there is anything to draw. What a turn is the game says: its progress is told between turns.
    """
    progress = progress_of(at.game)
    return _points(at, position.steps) if progress is None else _turns(at, position.steps, progress)


def by_points(game: Game, state: Any) -> bool:
    """Whether points tell how it stands before the end, so that a page may say who leads by them."""
    progress = progress_of(game)
    told = None if progress is None else progress(game.view(state, None))
    return progress is None or (told is not None and told.points)


def _points(at: Table, steps: Sequence[Step]) -> Course | None:
    history: list[Row] = []
    people: tuple[Participant, ...] = ()
    for step in steps:
        totals = {who: total(lines) for who, lines in at.game.score(step.after).items()}
        people = people or tuple(totals)
        history.append(Row(step.seq, step.seq, tuple(totals[who] for who in people)))
    if not any(number for row in history for number in row.numbers):
        return None
    history.insert(0, Row(0, 0, (0,) * len(people)))
    return _drawn(at, people, history, say("Points"), say("Entry by entry."), say("Entry"))


def _turns(at: Table, steps: Sequence[Step], progress: Callable[[Any], Progress | None]) -> Course | None:
    said: list[tuple[int, Progress]] = []
    for step in steps:
        found = progress(at.game.view(step.after, None))
        if found is not None and (found.turn is None or not said or found.turn != said[-1][1].turn):
            said.append((step.seq, found))
    if len(said) < 2:
        return None
    last = said[-1][1]
    people = tuple(last.numbers)
    history = [Row(turn, seq, tuple(found.numbers[who] for who in people)) for turn, (seq, found) in enumerate(said)]
    return _drawn(at, people, history, last.counted, last.along, last.step, by_turn=True)


def _drawn(
    table: Table,
    people: Sequence[Participant],
    history: Sequence[Row],
    counted: Sentence,
    along: Sentence,
    step: Sentence,
    *,
    by_turn: bool = False,
) -> Course:
    values = [0, *(number for row in history for number in row.numbers if number is not None)]
    least, most, last = min(values), max(max(values), min(values) + 1), history[-1].at

    def across(at: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * at / last, 1)

    def down(number: int, beside: float = 0) -> float:
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (number - least) / (most - least) + beside, 1)

    apart = BESIDE if down(0) - down(1) >= 2 * BESIDE else BESIDE / 2
    lines: list[list[list[tuple[float, float]]]] = []
    for index in range(len(people)):
        beside = apart * (index - (len(people) - 1) / 2) if by_turn else 0
        parts = _unbroken((row.at, row.numbers[index]) for row in history)
        spots = [[(across(at), down(number, beside)) for at, number in part] for part in parts]
        lines.append([_steps(part) for part in spots] if by_turn else spots)
    ends = [parts[-1][-1] if parts else None for parts in lines]
    heights = _apart([(TOP + HEIGHT - BOTTOM) / 2 if end is None else end[1] for end in ends])
    curves = tuple(
        Curve(
            who,
            letter,
            DASHES[index % len(DASHES)],
            tuple(" ".join(f"{x},{y}" for x, y in part) for part in lines[index]),
            ends[index],
            heights[index],
            history[0].numbers[index],
            history[-1].numbers[index],
        )
        for index, (who, letter) in enumerate(zip(people, letters([table.name_of(who) for who in people]), strict=True))
    )
    levels = tuple((number, down(number)) for number in whole_steps(least, most))
    # The last turn is written too; what it would stand in makes room.
    *marks, before = whole_steps(0, last)
    stops = [*marks, *([before] if 10 * (last - before) >= 7 * (before - marks[-1]) else []), last]
    along_axis = tuple((at, across(at)) for at in stops)
    return Course(counted, along, step, curves, levels, along_axis, tuple(_changes(history)))


def _unbroken(numbers: Iterable[tuple[int, int | None]]) -> Iterator[list[tuple[int, int]]]:
    """The stretches without a missing number."""
    for told, stretch in groupby(numbers, lambda pair: pair[1] is not None):
        if told:
            yield [(at, number) for at, number in stretch if number is not None]


def _steps(spots: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """A number holds until it changes."""
    made = list(spots[:1])
    for x, y in spots[1:]:
        if y != made[-1][1]:
            made.append((x, made[-1][1]))
            made.append((x, y))
    if made[-1] != spots[-1]:
        made.append(spots[-1])
    return made


def _apart(heights: Sequence[float]) -> list[float]:
    """The heights moved so far that letters do not stand in each other, in the same order and within the field."""
    order = sorted(range(len(heights)), key=lambda index: (heights[index], index))
    made = [0.0] * len(heights)
    above = TOP - APART / 2
    for place, index in enumerate(order):
        lowest = HEIGHT - BOTTOM - APART * (len(order) - 1 - place)
        above = made[index] = max(above + APART, min(heights[index], lowest))
    return made


def whole_steps(least: int, most: int) -> list[int]:
    """Whole numbers to write at an axis: at most seven, the same distance apart, 0 among them."""
    step = next(step for power in range(9) for step in (10**power, 2 * 10**power, 5 * 10**power) if most - least <= 6 * step)
    return list(range(-(-least // step) * step, most + 1, step))


def _changes(history: Sequence[Row]) -> Iterator[Row]:
    before = None
    for row in history:
        if row.numbers != before or row is history[-1]:
            yield row
        before = row.numbers


# --- where the points come from ---------------------------------------------------------------------------------------

PATTERNS = 8
"""How many kinds of points have a pattern of their own; beyond that they come again (templates/bars.html)."""
THICK = 44
"""How high a bar is."""
ROOM, DIGIT = 10, 15
"""A number is written into a part that is as wide as this: for itself, and for each of its signs."""


@dataclass(frozen=True)
class Source:
    """A kind of points. `pattern`: which one it wears, from 1; `numbers`: how many each participant has, in the order of bars."""

    name: Sentence
    pattern: int
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class Part:
    """A stretch of a bar; `wide` says that its number has room in it."""

    source: Source
    points: int
    x: float
    width: float
    wide: bool


@dataclass(frozen=True)
class Bar:
    """One participant's points, those below 0 to the left of the line at 0."""

    who: Participant
    letter: str
    total: int
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Stack:
    """Everybody's points by where they come from: WIDTH stands for as many points as the longest bar has."""

    bars: tuple[Bar, ...]
    """The most points first."""
    sources: tuple[Source, ...]
    zero: float


def bars(at: Table, state: Any) -> Stack | None:
    """Everybody's points so far by their source: the sums of the ledger's lines by rule, as the game calls them.

    None as long as there is nothing to stack.
    """
    books = {who: _sums(at.game, lines) for who, lines in at.game.score(state).items()}
    people = sorted(books, key=lambda who: -sum(books[who].values()))
    names = _in_order(at.game, books.values())
    sources = tuple(
        Source(Sentence(name), number % PATTERNS + 1, tuple(books[who].get(name, 0) for who in people))
        for number, name in enumerate(names)
    )
    below, above = (max((sum(max(sign * n, 0) for n in own.values()) for own in books.values()), default=0) for sign in (-1, 1))
    if not below + above:
        return None
    unit = WIDTH / (below + above)
    signs = dict(zip(books, letters([at.name_of(who) for who in books]), strict=True))
    made = tuple(
        Bar(who, signs[who], sum(books[who].values()), tuple(_parts(sources, index, below * unit, unit)))
        for index, who in enumerate(people)
    )
    return Stack(made, sources, round(below * unit, 1))


def _sums(game: Game, lines: Iterable[Line]) -> dict[str, int]:
    """Points by the English text of their source."""
    named: Mapping[str, str] = getattr(game, "SOURCES", {})
    sums: dict[str, int] = {}
    for line in lines:
        name = named.get(line.rule) or game.RULES.get(line.rule, line.rule)
        sums[name] = sums.get(name, 0) + line.points
    return sums


def _in_order(game: Game, books: Iterable[Mapping[str, int]]) -> list[str]:
    """The sources that anybody has points of: as the game has them, then as its rules stand, then as they came."""
    known = [*getattr(game, "SOURCES", {}).values(), *game.RULES.values()]
    places = {name: place for place, name in reversed(list(enumerate(known)))}
    found = dict.fromkeys(name for own in books for name, points in own.items() if points)
    return sorted(found, key=lambda name: places.get(name, len(known)))


def _parts(sources: Sequence[Source], index: int, zero: float, unit: float) -> Iterator[Part]:
    """From the line at 0 outwards."""
    ends = {-1: zero, 1: zero}
    for source in sources:
        points = source.numbers[index]
        if not points:
            continue
        width = abs(points) * unit
        sign = 1 if points > 0 else -1
        x = ends[sign] if sign > 0 else ends[sign] - width
        ends[sign] += sign * width
        yield Part(source, points, round(x, 1), round(width, 1), width >= ROOM + DIGIT * len(str(points)))


# --- names ------------------------------------------------------------------------------------------------------------


def letters(names: Sequence[str]) -> tuple[str, ...]:
    """A sign or two for each name: its first letter; of those that begin alike, also the first that tells them apart."""
    initials = [name[0].upper() for name in names]
    made = []
    for name, initial in zip(names, initials, strict=True):
        alike = [other for other, first in zip(names, initials, strict=True) if first == initial]
        places = range(1, min(map(len, alike)))
        apart = (at for at in places if len({other[at].casefold() for other in alike if other[at].isalnum()}) == len(alike))
        at = next(apart, None)
        more = "" if len(alike) == 1 else str(alike.index(name) + 1) if at is None else name[at]
        made.append(initial + more)
    return tuple(made)
