"""Labels on a photograph -> lines of cards, with their locks and gaps. Geometry alone: nothing here knows whose turn it is.

A camera keeps straight lines straight, and what is parallel to a line of cards on the table, as the upper edges of their labels
are, points the same way beside it on the photograph. So a line is what lies in the direction of its own labels; it may slant,
its labels may grow smaller, and it reads right from across the table. Lengths across a line are measured in sides of the codes
there, lengths along it also in the steps from card to card.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median_low
from typing import TypeVar

from companion.games.trains.pieces import LINE
from companion.rules import Label

T = TypeVar("T")

LOOKED_AT = math.radians(30)
"""By how much the next label may lie off the direction of a label, or be turned against it, where a line is looked for."""
NEXT = 6
"""How many labels ahead of one are tried as others of its line: some of them may be locks, or of other lines."""
OFF = 0.7
"""How far, in sides, people lay a card off its line."""
PUSHED_UP, PUSHED_DOWN = 1.0, 1.8
"""How far a card may be off its line that alone lies in its place: what lies further up may be the lock of an unread car."""
BREAK = 3.5
"""So many steps without a label end a line: two cards may not have been read."""

BETWEEN = 0.7
"""A label nearer than so many steps to the next one has no place of its own in the line."""

WITH_RIM = 29 / 21
"""The height of a label in sides of its code: 21 modules, and 4 of white on each side."""
SEEN_ASLANT = 1.4
"""By how much what lies across a line may seem longer when the camera looks along it, against the mean of a label's sides."""
LOCK_LEAST, LOCK_MOST = 0.5, 2 * WITH_RIM * SEEN_ASLANT
"""How far above the line of car labels that of a lock lies, in sides: 0.5 to 2 label heights (specification, section 8)."""

TURNED = math.radians(45)
"""A label turned by more against its line lies on a card that must be turned round."""
HEAD_OFF = 5.0
"""How far, in sides, the locomotive's label may be off the line of the cars': it is another kind of card."""
CARD_REACH = 1.4
"""How far, in steps, the label of a card that is turned in its place lies from where it would lie, and always below that."""


@dataclass(frozen=True, slots=True)
class Lock:
    """A label above a line: `over` is the car whose label lies below it, None where none was read; `column` as in `Line`."""

    code: str
    column: int
    over: str | None


@dataclass(frozen=True, slots=True)
class Line:
    """Labels that lie side by side, from left to right as they themselves lie.

    `head`: the locomotive, and whether it lies `on_right`, and how many steps before the first car (`ahead`, 1 where it
    follows at once). `columns`: for each car the steps from the first one: a number left out is a gap. None where the codes
    were typed and nothing but their order is known. `turned`: codes of labels that lie across or upside down.
    """

    cars: tuple[str, ...]
    columns: tuple[int, ...] | None = None
    head: str | None = None
    on_right: bool = False
    ahead: int = 1
    locks: tuple[Lock, ...] = ()
    turned: tuple[str, ...] = ()


def typed(codes: Sequence[str], heads: Collection[str]) -> list[Line]:
    """Codes in the order in which they were typed. *heads*: the codes of locomotives."""
    lines = []
    for part in _by_head(list(codes), [code in heads for code in codes]):
        head = next((code for code in part if code in heads), None)
        lines.append(Line(tuple(code for code in part if code not in heads), head=head, on_right=head not in (None, part[0])))
    return lines


def _by_head(row: list[T], is_head: list[bool]) -> list[list[T]]:
    """A row with several locomotives is several lines, each from its locomotive on; up to it where one ends the row."""
    if sum(is_head) < 2:
        return [row] if row else []
    step = 1 if is_head[-1] and not is_head[0] else 0
    cuts = sorted({0, *(at + step for at, head in enumerate(is_head) if head), len(row)})
    return [row[start:end] for start, end in pairwise(cuts)]


# --- labels and axes --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Spot:
    """A label on the photograph; `way` is the direction of its right, in radians clockwise."""

    code: str
    x: float
    y: float
    side: float
    way: float


@dataclass(frozen=True, slots=True)
class _Axis:
    """A straight line with a direction."""

    x: float
    y: float
    way: float

    def along(self, spot: _Spot) -> float:
        return (spot.x - self.x) * math.cos(self.way) + (spot.y - self.y) * math.sin(self.way)

    def above(self, spot: _Spot) -> float:
        return (spot.x - self.x) * math.sin(self.way) - (spot.y - self.y) * math.cos(self.way)


def _turn(one: float, other: float) -> float:
    """From direction *one* to *other*, half a circle either way at most."""
    return (other - one + math.pi) % (2 * math.pi) - math.pi


@dataclass(frozen=True, slots=True)
class _Run:
    """Labels of one line in order. `axis` goes through them, more or less."""

    axis: _Axis
    spots: tuple[_Spot, ...]

    def above(self, spot: _Spot) -> float:
        """How far *spot* lies above the labels beside it, in its own sides."""
        return (self.axis.above(spot) - self._height(self.axis.along(spot))) / spot.side

    def _height(self, along: float) -> float:
        """The line there: from label to label, and level beyond its ends, for rows bend a little."""
        places = [(self.axis.along(spot), self.axis.above(spot)) for spot in self.spots]
        for (left, low), (right, high) in pairwise(places):
            if left <= along <= right:
                return low + (high - low) * (along - left) / max(right - left, 1e-9)
        return places[0][1] if along < places[0][0] else places[-1][1]

    def is_turned(self, spot: _Spot) -> bool:
        return abs(_turn(self.axis.way, spot.way)) > TURNED

    @property
    def steps(self) -> list[float]:
        """From label to label, in sides of the two."""
        return [_apart(self.axis, one, other) for one, other in pairwise(self.spots)]


def _apart(axis: _Axis, one: _Spot, other: _Spot) -> float:
    return (axis.along(other) - axis.along(one)) / ((one.side + other.side) / 2)


# --- lines ------------------------------------------------------------------------------------------------------------


def found(labels: Sequence[Label], heads: Collection[str]) -> list[Line]:
    """The lines of *labels* that have places, each label in one of them once. *heads*: the codes of locomotives."""
    spots = [
        _Spot(label.code, label.place.x, label.place.y, max(label.place.side, 1e-6), math.radians(label.place.angle))
        for label in labels
        if label.place is not None
    ]
    runs: list[tuple[_Run, list[_Spot]]] = []
    while (run := _longest(spots)) is not None:
        run = _with_pushed(run, _without(spots, run.spots))
        spots = _without(spots, run.spots)
        locks = [spot for spot in spots if spot.code not in heads and not run.is_turned(spot) and _is_lock(run, spot)]
        spots = _without(spots, locks)
        runs += _parts(run, locks, heads)
    lone = list({spot.code: spot for spot in spots}.values())
    # Only now is it known that what lies the other way beside or above a line is none of the next player's cards.
    for at, (run, locks) in enumerate(runs):
        run = _with_turned(run, lone, heads)
        locks += [spot for spot in lone if spot.code not in heads and run.is_turned(spot) and _is_lock(run, spot)]
        lone = _without(lone, (*run.spots, *locks))
        runs[at] = run, locks
    return _told(runs, lone, heads)


def _with_turned(run: _Run, lone: Sequence[_Spot], heads: Collection[str]) -> _Run:
    """*run* with what lies across next to one of its ends: a locomotive where it has none, a car where it has not seven."""
    step = _step(run)
    for spot in lone:
        away = min(abs(_apart(run.axis, spot, other)) for other in run.spots)
        if not (run.is_turned(spot) and abs(run.above(spot)) < OFF and step / 2 < away < 1.5 * step):
            continue
        has = sum((other.code in heads) == (spot.code in heads) for other in run.spots)
        if has < (1 if spot.code in heads else LINE):
            run = _Run(run.axis, tuple(sorted((*run.spots, spot), key=run.axis.along)))
    return run


def _without(spots: Sequence[_Spot], taken: Sequence[_Spot]) -> list[_Spot]:
    """*spots* but those *taken*, also where a label was seen a second time."""
    codes = {spot.code for spot in taken}
    return [spot for spot in spots if spot.code not in codes]


def _longest(spots: Sequence[_Spot]) -> _Run | None:
    """The line that holds most labels, and those best; None when no two lie side by side."""
    best: tuple[float, _Run] | None = None
    for one in spots:
        for other in _ahead(one, spots):
            run = _run(_Axis(one.x, one.y, math.atan2(other.y - one.y, other.x - one.x)), one, spots)
            worth = sum(_worth(run, spot) for spot in run.spots)
            if len(run.spots) > 1 and (best is None or worth > best[0] + 1e-9):
                best = worth, run
    return None if best is None else _of_one_train(_grown(best[1], spots))


def _of_one_train(run: _Run) -> _Run:
    """*run* without labels that lie across at its ends, or between two cards: those may be of a train round the corner."""
    step = _step(run)
    apart = [min(abs(_apart(run.axis, spot, other)) for other in run.spots if other is not spot) for spot in run.spots]
    spots = [spot for spot, away in zip(run.spots, apart, strict=True) if not run.is_turned(spot) or away > BETWEEN * step]
    upright = [at for at, spot in enumerate(spots) if not run.is_turned(spot)]
    return _Run(run.axis, tuple(spots[upright[0] : upright[-1] + 1])) if len(upright) > 1 else run


def _ahead(one: _Spot, spots: Sequence[_Spot]) -> list[_Spot]:
    """The nearest labels in the direction of *one* that lie as it does."""

    def beside(other: _Spot) -> bool:
        line = math.atan2(other.y - one.y, other.x - one.x)
        return abs(_turn(one.way, line)) < LOOKED_AT and abs(_turn(other.way, line)) < LOOKED_AT

    ahead = [other for other in spots if other.code != one.code and beside(other)]
    return sorted(ahead, key=lambda other: math.hypot(other.x - one.x, other.y - one.y))[:NEXT]


def _worth(run: _Run, spot: _Spot) -> float:
    """A label in its line counts one, less when it lies off it, and little when it lies across."""
    off = run.axis.above(spot) / spot.side / OFF
    return (1 - off * off / 2) * (0.3 if run.is_turned(spot) else 1)


def _run(axis: _Axis, one: _Spot, spots: Sequence[_Spot]) -> _Run:
    """The labels on *axis* that lie together with *one*."""
    near = sorted((spot for spot in spots if abs(axis.above(spot)) < OFF * spot.side), key=axis.along)
    return _together(_Run(axis, tuple(near)), one)


def _together(run: _Run, one: _Spot) -> _Run:
    """*run* around *one*, as far as no step is much longer than the others."""
    while len(run.spots) > 2:
        steps = run.steps
        longest = BREAK * median_low(steps)
        at = run.spots.index(one)
        start = next((i + 1 for i in range(at - 1, -1, -1) if steps[i] > longest), 0)
        end = next((i + 1 for i in range(at, len(steps)) if steps[i] > longest), len(run.spots))
        if end - start == len(run.spots):
            break
        run = _Run(run.axis, run.spots[start:end])
    return run


def _grown(run: _Run, spots: Sequence[_Spot]) -> _Run:
    """*run* once its axis goes through all its labels, with those that now lie in it too."""
    for _ in range(len(spots)):
        axis = _through(run)
        run = _Run(axis, tuple(sorted(run.spots, key=axis.along)))
        more = [spot for spot in spots if spot not in run.spots and abs(run.above(spot)) < OFF and _fits_in(run, spot)]
        if not more:
            break
        nearest = min(more, key=lambda spot: min(abs(axis.along(spot) - axis.along(other)) for other in run.spots))
        run = _Run(axis, tuple(sorted((*run.spots, nearest), key=axis.along)))
    return run


def _fits_in(run: _Run, spot: _Spot) -> bool:
    """Whether *spot* is a step, or a few, from its neighbours in the run, and lies there as they do."""
    step = median_low(run.steps)
    away = min(abs(_apart(run.axis, spot, other)) for other in run.spots)
    return step / 2 < away < BREAK * step and not run.is_turned(spot)


def _through(run: _Run) -> _Axis:
    """The straight line through all labels, by least squares."""
    n = len(run.spots)
    x, y = sum(spot.x for spot in run.spots) / n, sum(spot.y for spot in run.spots) / n
    middle = _Axis(x, y, run.axis.way)
    along, above = [middle.along(spot) for spot in run.spots], [middle.above(spot) for spot in run.spots]
    rise = sum(a * b for a, b in zip(along, above, strict=True)) / max(sum(a * a for a in along), 1e-9)
    return _Axis(x, y, run.axis.way - math.atan(rise))


def _step(run: _Run) -> float:
    """From card to card, in sides. The locomotive may lie further off, and a gap makes one step two; so the median."""
    return max(median_low(run.steps), 1e-6) if len(run.spots) > 1 else 2 * WITH_RIM


def _with_pushed(run: _Run, spots: list[_Spot]) -> _Run:
    """*run*, each label once, with cards that were pushed out of it: they alone lie in their place."""
    run = _Run(run.axis, tuple({spot.code: spot for spot in run.spots}.values()))
    step = _step(run)
    for spot in spots:
        alone = min(abs(_apart(run.axis, spot, other)) for other in run.spots) > step / 2
        if alone and -PUSHED_DOWN < run.above(spot) < PUSHED_UP and _fits_in(run, spot):
            run = _Run(run.axis, tuple(sorted((*run.spots, spot), key=run.axis.along)))
    return run


def _is_lock(run: _Run, spot: _Spot) -> bool:
    """Whether the label lies above a card of the line, or above a place beside one where none was read."""
    step = _step(run)
    far = min(abs(_apart(run.axis, spot, other)) for other in run.spots)
    return len(run.spots) > 2 and LOCK_LEAST <= run.above(spot) <= LOCK_MOST and far < 1.5 * step


def _parts(run: _Run, locks: Sequence[_Spot], heads: Collection[str]) -> list[tuple[_Run, list[_Spot]]]:
    """A run with several locomotives is several lines; each lock goes with the nearest card."""
    parts = [_Run(run.axis, tuple(part)) for part in _by_head(list(run.spots), [spot.code in heads for spot in run.spots])]
    return [(part, [lock for lock in locks if _nearest(run, lock) in part.spots]) for part in parts]


def _nearest(run: _Run, spot: _Spot) -> _Spot:
    """The label of the run that *spot* lies above or below."""
    return min(run.spots, key=lambda other: abs(_apart(run.axis, other, spot)))


# --- cards, locks and gaps --------------------------------------------------------------------------------------------


def _told(runs: list[tuple[_Run, list[_Spot]]], lone: list[_Spot], heads: Collection[str]) -> list[Line]:
    """The runs as lines; *lone* labels join a line as its locomotive, or as a card that is turned in its place."""
    lines = []
    for run, locks in runs:
        own = [spot for spot in run.spots if spot.code in heads]
        if not own:
            own = [spot for spot in lone if spot.code in heads and _leads(run, spot)][:1]
            lone = [spot for spot in lone if spot not in own]
        cars = [spot for spot in run.spots if spot.code not in heads]
        line = _line(_Run(run.axis, tuple(cars)), own[0] if own else None, locks) if cars else None
        if line is None:
            lone += own
            continue
        gap = _gap(run, line, cars, lone)
        if gap is not None:
            spot, column = gap
            lone = [other for other in lone if other is not spot]
            at = sum(other < column for other in line.columns or ())
            line = Line(
                (*line.cars[:at], spot.code, *line.cars[at:]),
                (*(line.columns or ())[:at], column, *(line.columns or ())[at:]),
                line.head,
                line.on_right,
                line.ahead,
                line.locks,
                (*line.turned, spot.code),
            )
        lines.append(line)
    alone = [Line((), head=spot.code) if spot.code in heads else Line((spot.code,), (0,)) for spot in lone]
    return lines + alone


def _leads(run: _Run, spot: _Spot) -> bool:
    """Whether a locomotive whose label is off the line lies at one of its ends."""
    step = _step(run)
    ends = _apart(run.axis, spot, run.spots[0]), _apart(run.axis, run.spots[-1], spot)
    near = 0.3 * step < max(ends) < BREAK * step
    return len(run.spots) > 2 and abs(run.above(spot)) < HEAD_OFF and near and not run.is_turned(spot)


def _line(run: _Run, head: _Spot | None, locks: Sequence[_Spot]) -> Line:
    step = _step(run)
    columns = [0]
    for apart in run.steps:
        columns.append(columns[-1] + max(1, round(apart / step)))
    on_right = head is not None and run.axis.along(head) > run.axis.along(run.spots[0])
    ahead = 1 if head is None or on_right else max(1, round(_apart(run.axis, head, run.spots[0]) / step))
    above = []
    for lock in locks:
        at = run.spots.index(_nearest(run, lock))
        away = _apart(run.axis, run.spots[at], lock) / step
        column = columns[at] + (0 if abs(away) <= 0.5 else math.copysign(1, away))
        over = next((spot.code for spot, other in zip(run.spots, columns, strict=True) if other == column), None)
        above.append(Lock(lock.code, int(column), over))
    turned = [spot.code for spot in (*([head] if head else []), *run.spots, *locks) if run.is_turned(spot)]
    return Line(
        tuple(spot.code for spot in run.spots),
        tuple(columns),
        None if head is None else head.code,
        on_right,
        ahead,
        tuple(sorted(above, key=lambda lock: lock.column)),
        tuple(turned),
    )


def _gap(run: _Run, line: Line, cars: Sequence[_Spot], lone: Sequence[_Spot]) -> tuple[_Spot, int] | None:
    """A turned card whose label therefore lies off the line, and the column of the one gap that it fills."""
    columns = line.columns or ()
    missing = [column for column in range(columns[-1]) if column not in columns]
    if len(missing) != 1:
        return None
    at = sum(column < missing[0] for column in columns)
    left, right = cars[at - 1], cars[at]
    x, y, side = (left.x + right.x) / 2, (left.y + right.y) / 2, (left.side + right.side) / 2
    reach = CARD_REACH * side * _step(run)
    below = [spot for spot in lone if run.is_turned(spot) and run.above(spot) < -OFF]
    near = [spot for spot in below if math.hypot(spot.x - x, spot.y - y) < reach]
    return (min(near, key=lambda spot: math.hypot(spot.x - x, spot.y - y)), missing[0]) if near else None
