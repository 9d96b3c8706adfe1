"""How many actions a line is away from ascending (specification, section 10).

An action is one of the 21 rearrangements or replacing one car. Cars stand for their ranks here, 0 to 6, BLANK for a car that
will be replaced. Replacements can be left to the end, so the distance is the minimum, over the arrangements that
rearranging can make, of the rearrangements needed and the cars that may not stay. Sets of cards are bits of a whole number,
so that cards between two others are quick to count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import accumulate, combinations, pairwise
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from companion.games.trains.choices import STARTS
from companion.games.trains.course import line_after
from companion.games.trains.moves import REARRANGES
from companion.games.trains.pieces import LINE, MOST_CARS

Line = tuple[int, ...]
"""Seven cars, from the locomotive on."""
Pattern = tuple[int, ...]
"""The ranks of the cars of a line, smallest 0, with BLANK for a car that will be replaced."""
Cards = int
"""A set of cards: bit n for car n."""
Gap = tuple[int, int, int]
"""Sentinel or rank + 1 on either side, and how many cards must fit between them."""

Ranks = NDArray[np.intp]
"""A column an arrangement: rank + 1 on each space, between the sentinels 0 and 8."""
Room = NDArray[np.bool_]
"""Whether enough cards fit between two ranks + 1, as `low * 9 + high`."""

BLANK = -1
IN_ORDER: Pattern = tuple(range(LINE))
ARRANGE = {
    itemgetter(*line_after(IN_ORDER, move(0, 0, space))): ability
    for ability, move in REARRANGES.items()
    for space in STARTS[move]
}
"""Every rearrangement as a function over lines, and the ability that does it."""


def set_of(cards: Iterable[int]) -> Cards:
    return sum(1 << card for card in cards)


def members(cards: Cards) -> Iterator[int]:
    """Ascending."""
    while cards:
        lowest = cards & -cards
        yield lowest.bit_length() - 1
        cards ^= lowest


def between(low: int, high: int) -> Cards:
    """Every number greater than *low* and less than *high*; none when *low* is not the less."""
    return max((1 << high) - (2 << low), 0)


def pattern(line: Line) -> Pattern:
    return tuple(map(sorted(line).index, line))


# --- the tables ---------------------------------------------------------------------------------------------------------


@cache
def rearrangements() -> Mapping[Pattern, int]:
    """How many rearrangements make each of the 5,040 orders from the ascending one, and so the other way round."""
    return _layers([IN_ORDER], filling=False)


@cache
def table() -> Mapping[Pattern, int]:
    """The distance of all 13,700 patterns without regard to the cards that are left: a breadth-first search from the end."""
    ends = []
    for kept in range(LINE + 1):
        for spaces in combinations(range(LINE), kept):
            ends.append(tuple(spaces.index(space) if space in spaces else BLANK for space in range(LINE)))
    return _layers(ends, filling=True)


def _layers(layer: list[Pattern], *, filling: bool) -> dict[Pattern, int]:
    """Breadth first from *layer*. Backwards a rearrangement is a rearrangement too, and replacing a car fills a blank."""
    found = dict.fromkeys(layer, 0)
    steps = 0
    while layer:
        steps += 1
        reached: list[Pattern] = []
        for one in layer:
            for other in (*(arrange(one) for arrange in ARRANGE), *(_filled(one) if filling else ())):
                if other not in found:
                    found[other] = steps
                    reached.append(other)
        layer = reached
    return found


def _filled(one: Pattern) -> Iterator[Pattern]:
    """The patterns with one more car: any blank, any rank."""
    kept = LINE - one.count(BLANK)
    for rank in range(kept + 1 if kept < LINE else 0):
        raised = [other + (other >= rank) for other in one]
        for space, other in enumerate(one):
            if other == BLANK:
                yield (*raised[:space], rank, *raised[space + 1 :])


@cache
def _ways(start: Pattern) -> tuple[tuple[Gap, ...], ...]:
    """What must fit for the table's distance to be true: it is, when every gap of one of these ways can be filled.

    All the ways of that length: rearrangements first, each a step nearer in the table, then the cars that cannot stay.
    """
    left, layer = table()[start], {start}
    found: dict[tuple[Gap, ...], None] = {}
    while layer:
        for one in layer:
            for spaces in combinations(range(LINE), LINE - left):
                if all(one[space] < one[other] for space, other in pairwise(spaces)):
                    found[_gaps(one, spaces)] = None
        left -= 1
        layer = {other for one in layer for arrange in ARRANGE if table()[other := arrange(one)] == left}
    return tuple(sorted(found, key=len))


def _gaps(one: Pattern, spaces: Sequence[int]) -> tuple[Gap, ...]:
    kept = [(-1, 0), *((space, one[space] + 1) for space in spaces), (LINE, LINE + 1)]
    return tuple((rank, higher, other - space - 1) for (space, rank), (other, higher) in pairwise(kept) if other - space > 1)


# --- the distance -------------------------------------------------------------------------------------------------------


def least(line: Line) -> int:
    """A lower bound of the distance, and nearly always the distance."""
    return table()[pattern(line)]


def distance(line: Line, unseen: Cards) -> int:
    """The fewest actions to an ascending line if every ability lay in the row and any unseen card could be drawn."""
    at = (0, *sorted(line), MOST_CARS + 1)
    # More than seven cars are never needed; so few numbers are soon all remembered.
    gaps = tuple(min((unseen & between(low, high)).bit_count(), LINE) for low, high in pairwise(at))
    return _distance(pattern(line), gaps)


@lru_cache(maxsize=1 << 14)
def _distance(start: Pattern, gaps: tuple[int, ...]) -> int:
    """`gaps`: how many cards fit below the smallest car, between each two, and above the greatest."""
    fitting = (0, *accumulate(gaps))
    for way in _ways(start):
        if all(fitting[high] - fitting[low] >= needed for low, high, needed in way):
            return table()[start]
    return searched(start, gaps, table()[start] + 1)


def searched(start: Pattern, gaps: Sequence[int], bound: int = 0) -> int:
    """The distance over the 5,040 arrangements, those that need the fewest rearrangements first, without the table.

    `bound`: it is known to be no less.
    """
    fitting = np.array((0, *accumulate(gaps)))
    room = np.where(np.tri(LINE + 2, k=-1, dtype=bool).T, fitting[None, :] - fitting[:, None], -1).ravel()
    enough = [room >= needed for needed in range(LINE + 1)]
    best = 2 * LINE
    for rearranged, orders in enumerate(_orders()):
        if best <= max(bound, rearranged):
            break
        best = min(best, rearranged + LINE - _staying(np.array((0, *(rank + 1 for rank in start), LINE + 1))[orders], enough))
    return best


def _staying(ranks: Ranks, enough: Sequence[Room]) -> int:
    """The largest number of cars that may stay in one of the lines: they ascend, and the cards between them fit."""
    stay = np.full(ranks.shape, -2 * LINE)
    stay[0] = 0
    for space in range(1, LINE + 2):
        for other in range(space):
            fits = enough[space - other - 1][ranks[other] * (LINE + 2) + ranks[space]]
            np.maximum(stay[space], np.where(fits, stay[other] + 1, -2 * LINE), out=stay[space])
    return int(stay[-1].max()) - 1


@cache
def _orders() -> tuple[Ranks, ...]:
    """The arrangements by rearrangements needed: a column each of where its cars come from, between two sentinels."""
    needed = rearrangements()
    layers = [
        [(0, *(at + 1 for at in one), LINE + 1) for one in needed if needed[one] == n] for n in range(max(needed.values()) + 1)
    ]
    return tuple(np.array(layer).T for layer in layers)
