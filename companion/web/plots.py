"""Plots that the server draws: where the lines run. The template says it in words and numbers too."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from companion.advisers import progress_of
from companion.rules import Participant, Progress, Sentence, say, total
from companion.table import Position, Step, Table

WIDTH, HEIGHT = 640, 320
LEFT, RIGHT, TOP, BOTTOM = 44, 76, 20, 44
"""What the numbers beside the field and the letters at the ends need."""
APART = 32
"""Letters stand no nearer under each other."""
BESIDE = 4
"""Steps that coincide are drawn so far beside each other, that each dash can be followed."""
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
    by_turn: bool
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
    return _drawn(at, people, history, say("Points"), say("Entry by entry."))


def _turns(at: Table, steps: Sequence[Step], progress: Callable[[Any], Progress | None]) -> Course | None:
    told = [(step.seq, progress(at.game.view(step.after, None))) for step in steps]
    said = [(seq, found) for seq, found in told if found is not None]
    if len(said) < 2:
        return None
    last = said[-1][1]
    people = tuple(last.numbers)
    history = [Row(turn, seq, tuple(found.numbers[who] for who in people)) for turn, (seq, found) in enumerate(said)]
    along = say("Turn by turn; less is better.") if last.falling else say("Turn by turn.")
    return _drawn(at, people, history, last.counted, along, by_turn=True)


def _drawn(
    table: Table,
    people: Sequence[Participant],
    history: Sequence[Row],
    counted: Sentence,
    along: Sentence,
    *,
    by_turn: bool = False,
) -> Course:
    values = [0, *(number for row in history for number in row.numbers if number is not None)]
    least, most, last = min(values), max(max(values), min(values) + 1), history[-1].at

    def across(at: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * at / last, 1)

    def down(number: int, beside: float = 0) -> float:
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (number - least) / (most - least) + beside, 1)

    lines: list[list[list[tuple[float, float]]]] = []
    for index in range(len(people)):
        beside = BESIDE * (index - (len(people) - 1) / 2) if by_turn else 0
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
    levels = tuple((number, down(number)) for number in _round(least, most))
    # The last turn is written too; what it would stand in makes room.
    *marks, before = _round(0, last)
    stops = [*marks, *([before] if 10 * (last - before) >= 7 * (before - marks[-1]) else []), last]
    along_axis = tuple((at, across(at)) for at in stops)
    return Course(counted, along, by_turn, curves, levels, along_axis, tuple(_changes(history)))


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


def _round(least: int, most: int) -> list[int]:
    """Whole numbers to write at an axis: at most seven, the same distance apart, 0 among them."""
    step = next(step for power in range(9) for step in (10**power, 2 * 10**power, 5 * 10**power) if most - least <= 6 * step)
    return list(range(-(-least // step) * step, most + 1, step))


def _changes(history: Sequence[Row]) -> Iterator[Row]:
    before = None
    for row in history:
        if row.numbers != before or row is history[-1]:
            yield row
        before = row.numbers


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
