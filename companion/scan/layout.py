"""The order in which people would read labels: players, their rows, and each row from left to right as its labels lie.

Nothing but corners is known, so four things are worked out one after the other, each in a part of this file:

1. `plane`: how the table looks from straight above. There labels are squares, and straight rows are straight.
2. Which way each row runs. A label alone cannot tell whether it lies sideways in a row or upright in another player's row.
   Upright labels are likely; so are neighbours that share a direction, most of all side by side. What is likeliest in all
   is found by turning labels, and clumps of labels, for as long as that makes it likelier.
3. Rows: next comes the label that lies nearest in the row's direction, which may turn from label to label as in a hand of
   cards held in an arc. Rows may slant against their labels, by the same angle for all rows of a clump.
4. The rows of one player come together, from the far one to the near one. First the player whose labels stand most upright in the
   picture; then the others clockwise round the table.

Where as many cards lie sideways as upright, what lies side by side is a row. A single label is upright by definition.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from companion.scan.plane import Plane, flattened
from companion.scan.seen import Corners, Sighting

QUARTER = math.pi / 2

# The figures below were tried out on the tables of tests/scan/tabletops.py.

BENT = math.radians(40)
"""By how much the directions of neighbours may differ: two steps of a wide fan, when one of its cards is not read."""

ASKEW = math.radians(35)
"""By how much a neighbour may lie off the axes of a label: the corners of fanned cards rise by 20 degrees."""

BEND_LIKELY = math.radians(40)
ASKEW_LIKELY = math.radians(32)
"""Where neighbours that differ in direction, or lie off the axes, have become less likely by a factor of e."""

BESIDE = 1.0
BELOW = 0.35
FACING = 0.2
UPRIGHT = 0.5
"""What counts for how labels are turned: sharing a direction with the neighbour beside, and with that above or below; there
also the opposite direction, as of players who face each other; and not being turned."""

SWEEPS = 6
"""How often all turns are tried at most. Tables need one or two; only labels strewn at random need more."""

REACH = 0.2
"""How fast the bond between neighbours weakens when they are further apart than neighbours are there."""

LOOSE = 0.03
FIRM = 0.3
"""Bonds weaker than this are none; and a line of labels may end at bonds weaker than that."""

JITTER = 0.16
SHAKEN = math.radians(2.5)
SLANT = math.radians(10)
"""How far people lay labels off their row, in labels and in angle, and how rows slant: standard deviations."""

STRAIGHT = math.radians(4)
"""Labels whose directions differ by no more than this, root of the mean square, are meant to lie the same way."""

NEXT_OFF = math.radians(28)
NEXT_BENT = math.radians(65)
"""By how much the next label may lie off the direction of the row, and be turned: three of a fan may not be read."""

ASIDE = 2.0
ASIDE_FAR = math.radians(20)
ASIDE_ROWS = 0.5
"""How far the next label may lie off the row: so many labels, or that angle where it is far; and this share of the way to
the next row."""

SAME_PLAYER = math.radians(35)
"""By how much the directions of one player's rows may differ."""


def rows(sightings: Sequence[Sighting]) -> tuple[tuple[Sighting, ...], ...]:
    """*sightings* as rows in reading order, each label with how it is `turned` against its row.

    None is lost or doubled, and the order in which they come makes no difference.
    """
    if not sightings:
        return ()
    labels = sorted(sightings, key=lambda sighting: (sighting.corners, sighting.code, sighting.angle))
    plane = flattened([(label.corners, label.angle) for label in labels])
    bonds = _bonds(plane)
    turned = _likeliest(len(labels), bonds)
    lines = _lines(plane, bonds, turned)
    return tuple(tuple(replace(labels[i], turned=90 * turned[i]) for i in line) for line in _in_order(plane, turned, lines))


def side(corners: Corners) -> float:
    """The mean length of a label's sides in pixels."""
    return sum(math.dist(corners[i], corners[i - 1]) for i in range(4)) / 4


def _round(angle: Any, circle: float = 2 * math.pi) -> Any:
    """*angle* brought to half a *circle* either way of 0."""
    return (angle + circle / 2) % circle - circle / 2


# --- which way each row runs ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Bond:
    """Two labels that are neighbours.

    `axis`: quarter turns clockwise from the right of `one` to where `other` lies. `more`: quarter turns by which `other` is
    turned clockwise of `one`. `weight`, 0 to 1: how near and how well aligned they are.
    """

    one: int
    other: int
    axis: int
    more: int
    weight: float

    def same(self, one: int, other: int) -> bool:
        """Whether they share a direction, turned by *one* and *other* quarter turns against their rows."""
        return not (other - one - self.more) % 4

    def gain(self, one: int, other: int) -> float:
        """What it counts for that they are turned so."""
        apart, below = (other - one - self.more) % 4, (self.axis + one) % 2
        if apart == 0:
            return self.weight * (BELOW if below else BESIDE)
        return self.weight * FACING if apart == 2 and below else 0.0


def _bonds(plane: Plane) -> list[_Bond]:
    """Every label with the nearest one on each of its four sides."""
    n = len(plane.side)
    apart = plane.middle[None, :, :] - plane.middle[:, None, :]
    far = np.hypot(apart[..., 0], apart[..., 1])
    quarter = plane.angle[None, :] - plane.angle[:, None]
    bend = _round(quarter, QUARTER)
    more = np.rint((quarter - bend) / QUARTER).astype(int) % 4
    sight = np.arctan2(apart[..., 1], apart[..., 0]) - plane.angle[:, None] - bend / 2
    askew = _round(sight, QUARTER)
    axis = np.rint((sight - askew) / QUARTER).astype(int) % 4
    likely = np.exp(-((askew / ASKEW_LIKELY) ** 2) - (bend / BEND_LIKELY) ** 2)
    possible = (np.abs(bend) < BENT) & (np.abs(askew) < ASKEW) & ~np.eye(n, dtype=bool)
    cost = np.where(possible, far / np.maximum(likely, 1e-6), np.inf)
    nearest: dict[tuple[int, int], int] = {}
    for direction in range(4):
        this = np.where(axis == direction, cost, np.inf)
        for i, best in enumerate(this.argmin(axis=1).tolist()):
            if np.isfinite(this[i, best]):
                nearest[i, direction] = best
    near = np.where(possible, far, np.inf).min(axis=1)
    bonds = []
    for (i, direction), j in sorted(nearest.items()):
        mutual = nearest.get((j, (direction + 2 - int(more[i, j])) % 4)) == i
        if mutual and j < i:
            continue
        step = min(near[i], near[j])
        weight = float(likely[i, j] / (1 + REACH * max(0.0, far[i, j] / max(step, 1e-9) - 1))) * (1.0 if mutual else 0.5)
        if weight > LOOSE:
            bonds.append(_Bond(i, j, direction, int(more[i, j]), weight))
    return bonds


_Gains = tuple[int, int, list[list[float]]]
"""Two labels, and `_Bond.gain` for every way to turn both."""


def _likeliest(count: int, bonds: Sequence[_Bond]) -> list[int]:
    """By how many quarter turns clockwise each label is turned against its row."""
    turned = [0] * count
    around: list[list[_Gains]] = [[] for _ in range(count)]
    for bond in bonds:
        gains = bond.one, bond.other, [[bond.gain(one, other) for other in range(4)] for one in range(4)]
        around[bond.one].append(gains)
        around[bond.other].append(gains)
    singles = [{i: 0} for i in range(count)]
    straight = _straight(count, bonds) + _straight(count, [bond for bond in bonds if bond.weight > FIRM])
    changed, tried = [0] * count, [-1] * (len(straight) + count)
    for now in range(SWEEPS):
        better = False
        clumps = [{i: turned[i] for i in clump} for clump in _clumps(count, bonds, turned)]
        for k, group in enumerate(straight + singles + clumps):
            if k < len(tried):
                if all(changed[i] < tried[k] for i in group):
                    continue
                tried[k] = now
            touched = [gains for i in group for gains in around[i] if gains[0] == i or gains[0] not in group]
            worth = _worth(group, touched, turned)
            more = max(range(4), key=lambda more: (worth[more], -more))
            as_it_is = {(turned[i] - own) % 4 for i, own in group.items()}
            # A line may hold labels that are not turned alike yet: what that is worth is not among the four.
            alike = len(as_it_is) == 1
            before = worth[as_it_is.pop()] if alike else _worth({i: turned[i] for i in group}, touched, turned)[0]
            if worth[more] > before + 1e-9:
                better = True
                for i, own in group.items():
                    turned[i] = (own + more) % 4
                for one, other, _ in touched:
                    changed[one] = changed[other] = now
        if not better:
            break
    # What most labels of a clump do is upright, even where it makes a column of what would be a row.
    for clump in _clumps(count, [bond for bond in bonds if bond.weight > FIRM], turned):
        usual = Counter(turned[i] for i in clump)
        most = max(range(4), key=lambda more: (usual[more], -more))
        for i in clump:
            turned[i] = (turned[i] - most) % 4
    return turned


def _worth(group: Mapping[int, int], touched: Iterable[_Gains], turned: Sequence[int]) -> list[float]:
    """What it counts for that every label of *group* is turned as it says and by 0, 1, 2 or 3 quarter turns more."""
    worth = [UPRIGHT * sum((own + more) % 4 == 0 for own in group.values()) for more in range(4)]
    for one, other, gains in touched:
        first, second = group.get(one), group.get(other)
        if first is None and second is not None:
            row = gains[turned[one]]
            for more in range(4):
                worth[more] += row[(second + more) % 4]
        elif first is not None:
            for more in range(4):
                worth[more] += gains[(first + more) % 4][turned[other] if second is None else (second + more) % 4]
    return worth


def _straight(count: int, bonds: Iterable[_Bond]) -> list[dict[int, int]]:
    """Labels that stand in one line, along either axis, each with its quarter turns against the first."""
    beside: dict[tuple[int, int], tuple[int, int]] = {}
    for bond in bonds:
        beside.setdefault((bond.one, bond.axis), (bond.other, bond.more))
        beside.setdefault((bond.other, (bond.axis + 2 - bond.more) % 4), (bond.one, -bond.more % 4))
    found: dict[frozenset[int], dict[int, int]] = {}
    for start in range(count):
        for axis in range(2):
            line = {start: 0}
            for way in (axis, axis + 2):
                here = start
                while (step := beside.get((here, (way - line[here]) % 4))) and step[0] not in line:
                    line[step[0]] = (line[here] + step[1]) % 4
                    here = step[0]
            if len(line) > 1:
                found.setdefault(frozenset(line), line)
    return list(found.values())


def _clumps(count: int, bonds: Iterable[_Bond], turned: Sequence[int]) -> list[list[int]]:
    """Labels that share a direction with neighbours, and those with theirs."""
    clump = _Clumps(count)
    for bond in bonds:
        if bond.same(turned[bond.one], turned[bond.other]):
            clump.join(bond.one, bond.other)
    clumps: dict[int, list[int]] = {}
    for i in range(count):
        clumps.setdefault(clump.of(i), []).append(i)
    return list(clumps.values())


class _Clumps:
    """Which of `count` things belong together (union-find)."""

    def __init__(self, count: int) -> None:
        self.head = list(range(count))

    def of(self, i: int) -> int:
        while self.head[i] != i:
            self.head[i] = self.head[self.head[i]]
            i = self.head[i]
        return i

    def join(self, i: int, j: int) -> None:
        self.head[self.of(i)] = self.of(j)


# --- rows -------------------------------------------------------------------------------------------------------------


def _slant(links: Sequence[tuple[float, float, float]]) -> float:
    """By how much rows slant against their labels, of what each link says, its length in labels and its weight."""
    if not links:
        return 0.0
    off, length, firm = np.array(sorted(links)).T
    sure = firm / (SHAKEN**2 + (JITTER / np.maximum(length, 0.5)) ** 2)
    total = np.cumsum(sure)
    slant = float(off[np.searchsorted(total, total[-1] / 2)])
    for _ in range(3):
        weight = sure / (1 + (off - slant) ** 2 * sure / 6)
        slant = float((weight * off).sum() / (weight.sum() + 1 / SLANT**2))
    return slant


def _ruled(plane: Plane, bonds: Sequence[_Bond], turned: Sequence[int]) -> tuple[Any, Any, Any]:
    """For each label: the direction in which its row takes it to lie, by how much the row slants against that, and how far the
    next row is (infinity where there is none)."""
    n = len(turned)
    frame = plane.angle - np.array(turned) * QUARTER
    slant, between = np.zeros(n), np.full(n, np.inf)
    sharing = [bond for bond in bonds if bond.same(turned[bond.one], turned[bond.other])]
    for clump in _clumps(n, sharing, turned):
        middle = _mean(frame[clump])
        if np.sqrt((_round(frame[clump] - middle) ** 2).mean()) < STRAIGHT:
            frame[clump] = middle
        inside, links, gaps = set(clump), [], []
        for bond in sharing:
            if bond.one not in inside:
                continue
            axis = (bond.axis + turned[bond.one]) % 4
            one, other = (bond.one, bond.other) if axis < 2 else (bond.other, bond.one)
            step = plane.middle[other] - plane.middle[one]
            far = float(np.hypot(*step))
            if axis % 2:
                gaps.append(far)
            else:
                off = math.atan2(step[1], step[0]) - frame[one] - _round(frame[other] - frame[one]) / 2
                links.append((float(_round(off)), far / float(plane.side[one]), bond.weight))
        slant[clump] = _slant(links)
        if gaps:
            between[clump] = np.quantile(gaps, 0.2)
    return frame, slant, between


def _lines(plane: Plane, bonds: Sequence[_Bond], turned: Sequence[int]) -> list[list[int]]:
    """The labels row by row, each from left to right; the rows in no order."""
    n = len(turned)
    frame, slant, between = _ruled(plane, bonds, turned)
    apart = plane.middle[None, :, :] - plane.middle[:, None, :]
    far = np.hypot(apart[..., 0], apart[..., 1])
    bend = _round(frame[None, :] - frame[:, None])
    # The chord of an arc goes in the mean of the directions at its ends.
    off = _round(np.arctan2(apart[..., 1], apart[..., 0]) - frame[:, None] - bend / 2 - (slant[:, None] + slant[None, :]) / 2)
    near = np.maximum(ASIDE * np.maximum(plane.side[:, None], plane.side[None, :]), far * math.sin(ASIDE_FAR))
    near = np.minimum(near, ASIDE_ROWS * np.minimum(between[:, None], between[None, :]))
    possible = (np.abs(off) < NEXT_OFF) & (np.abs(bend) < NEXT_BENT) & (far * np.abs(np.sin(off)) < near) & ~np.eye(n, dtype=bool)
    cost = far * np.exp((off / NEXT_OFF) ** 2 + (bend / BEND_LIKELY) ** 2)
    after: dict[int, int] = {}
    before: dict[int, int] = {}
    joined = _Clumps(n)
    ones, others = np.nonzero(possible)
    for k in np.argsort(cost[ones, others], kind="stable"):
        i, j = int(ones[k]), int(others[k])
        if i not in after and j not in before and joined.of(i) != joined.of(j):
            after[i], before[j] = j, i
            joined.join(i, j)
    lines = []
    for start in range(n):
        if start not in before:
            line = [start]
            while line[-1] in after:
                line.append(after[line[-1]])
            lines.append(line)
    return lines


# --- players ----------------------------------------------------------------------------------------------------------


def _in_order(plane: Plane, turned: Sequence[int], lines: Sequence[list[int]]) -> list[list[int]]:
    """*lines* player by player, each player's from the far one to the near one."""
    frame = plane.angle - np.array(turned) * QUARTER
    ways = [_mean(frame[line]) for line in lines]
    together = _Clumps(len(lines))
    for k, way in enumerate(ways):
        for other in range(k):
            if abs(_round(ways[other] - way)) < SAME_PLAYER:
                together.join(k, other)
    players: dict[int, list[list[int]]] = {}
    for k, line in enumerate(lines):
        players.setdefault(together.of(k), []).append(line)
    facing = {p: _mean(np.concatenate([frame[line] for line in own])) for p, own in players.items()}
    first = min(facing.values(), key=lambda way: (round(abs(way), 6), way))
    ordered = []
    for p in sorted(players, key=lambda p: (round((facing[p] - first) % (2 * math.pi), 6), p)):
        along = [plane.middle[line[-1]] - plane.middle[line[0]] for line in players[p] if len(line) > 1]
        right, below = sum(along) if along else (math.cos(facing[p]), math.sin(facing[p]))
        down = np.array([-below, right])
        ordered += sorted(players[p], key=lambda line: (round(float((plane.middle[line] @ down).mean()), 9), line))
    return ordered


def _mean(angles: Any) -> float:
    return math.atan2(float(np.sin(angles).sum()), float(np.cos(angles).sum()))
