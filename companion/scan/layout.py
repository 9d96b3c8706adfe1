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

BENT = math.radians(40)
"""By how much the directions of neighbours may differ: two steps of a wide fan, when one of its cards is not read."""

ASKEW = math.radians(35)
"""By how much a neighbour may lie off the axes of a label: the corners of fanned cards rise by 20 degrees."""

JITTER = 0.16
STRAIGHT = math.radians(4)
SHAKEN = math.radians(2.5)
SLANT = math.radians(10)
"""How far people lay labels off their row, in labels and in angle, and how rows slant: standard deviations."""

BESIDE = 1.0
BELOW = 0.35
FACING = 0.2
TURNED = 0.6
"""What counts for how labels are turned: sharing a direction with the neighbour beside, below; not being turned."""

FIRM = 0.3
"""What two labels of one line weigh together, when nothing parts the line between them."""

REACH = 0.2
"""How fast the bond between neighbours weakens when they are further apart than neighbours are there."""


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
        return not (other - one - self.more) % 4

    def gain(self, one: int, other: int) -> float:
        """What it counts for that the labels are turned by *one* and *other* against their rows."""
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
    likely = np.exp(-((askew / math.radians(25)) ** 2) - (bend / math.radians(30)) ** 2)
    possible = (np.abs(bend) < BENT) & (np.abs(askew) < ASKEW) & ~np.eye(n, dtype=bool)
    cost = np.where(possible, far / np.maximum(likely, 1e-6), np.inf)
    nearest: dict[tuple[int, int], int] = {}
    for direction in range(4):
        this = np.where(axis == direction, cost, np.inf)
        best = this.argmin(axis=1)
        for i in np.flatnonzero(np.isfinite(this[np.arange(n), best])):
            nearest[int(i), direction] = int(best[i])
    near = np.where(possible, far, np.inf).min(axis=1)
    bonds = []
    for (i, direction), j in sorted(nearest.items()):
        mutual = nearest.get((j, (direction + 2 - int(more[i, j])) % 4)) == i
        if mutual and j < i:
            continue
        step = min(near[i], near[j])
        weight = float(likely[i, j] / (1 + REACH * max(0.0, far[i, j] / max(step, 1e-9) - 1))) * (1.0 if mutual else 0.5)
        if weight > 0.03:
            bonds.append(_Bond(i, j, direction, int(more[i, j]), weight))
    return bonds


def _likeliest(count: int, bonds: Sequence[_Bond]) -> list[int]:
    """By how many quarter turns clockwise each label is turned against its row."""
    turned = [0] * count
    around: list[list[_Bond]] = [[] for _ in range(count)]
    for bond in bonds:
        around[bond.one].append(bond)
        around[bond.other].append(bond)
    singles = [{i: 0} for i in range(count)]
    straight = _straight(count, bonds) + _straight(count, [bond for bond in bonds if bond.weight > FIRM])
    for _ in range(count):
        better = False
        clumps = [{i: turned[i] for i in clump} for clump in _clumps(count, bonds, turned)]
        for group in straight + clumps + singles:
            touched = [bond for i in group for bond in around[i] if bond.one == i or bond.one not in group]
            now = _worth({i: turned[i] for i in group}, 0, touched, turned)
            most, more = max((_worth(group, more, touched, turned), -more) for more in range(4))
            if most > now + 1e-9:
                better = True
                for i, own in group.items():
                    turned[i] = (own - more) % 4
        if not better:
            break
    return turned


def _worth(group: Mapping[int, int], more: int, bonds: Iterable[_Bond], turned: Sequence[int]) -> float:
    """What it counts for that every label of *group* is turned as it says and *more* quarter turns, the others as before."""

    def now(i: int) -> int:
        return group[i] + more if i in group else turned[i]

    upright = sum(TURNED for own in group.values() if not (own + more) % 4)
    return upright + sum(bond.gain(now(bond.one), now(bond.other)) for bond in bonds)


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
    head = list(range(count))

    def top(i: int) -> int:
        while head[i] != i:
            head[i] = head[head[i]]
            i = head[i]
        return i

    for bond in bonds:
        if bond.same(turned[bond.one], turned[bond.other]):
            head[top(bond.one)] = top(bond.other)
    clumps: dict[int, list[int]] = {}
    for i in range(count):
        clumps.setdefault(top(i), []).append(i)
    return list(clumps.values())


# --- rows -------------------------------------------------------------------------------------------------------------


def _slant(links: Sequence[tuple[float, float]]) -> float:
    """By how much rows slant against their labels, of what each link between neighbours says and its length in labels."""
    if not links:
        return 0.0
    off, length = np.array(links).T
    sure = 1 / (SHAKEN**2 + (JITTER / np.maximum(length, 0.5)) ** 2)
    slant = float(np.median(off))
    for _ in range(3):
        weight = sure / (1 + (off - slant) ** 2 * sure / 6)
        slant = float((weight * off).sum() / (weight.sum() + 1 / SLANT**2))
    return slant


def _lines(plane: Plane, bonds: Sequence[_Bond], turned: Sequence[int]) -> list[list[int]]:
    n = len(turned)
    frame = plane.angle - np.array(turned) * QUARTER
    slant = np.zeros(n)
    between = np.full(n, np.inf)
    for clump in _clumps(n, bonds, turned):
        inside = set(clump)
        links, gaps = [], []
        middle = _mean(frame[clump])
        if np.sqrt((_round(frame[clump] - middle) ** 2).mean()) < STRAIGHT:
            frame[clump] = middle
        for bond in bonds:
            if bond.one not in inside or not bond.same(turned[bond.one], turned[bond.other]):
                continue
            one, other = bond.one, bond.other
            if (bond.axis + turned[one]) % 4 >= 2:
                one, other = other, one
            step = plane.middle[other] - plane.middle[one]
            far = float(np.hypot(*step))
            if (bond.axis + turned[bond.one]) % 2:
                gaps.append(far)
            else:
                mean = frame[one] + _round(frame[other] - frame[one]) / 2
                links.append((float(_round(math.atan2(step[1], step[0]) - mean)), far / float(plane.side[one])))
        slant[clump] = _slant(links)
        if gaps:
            between[clump] = np.quantile(gaps, 0.2)
    apart = plane.middle[None, :, :] - plane.middle[:, None, :]
    far = np.hypot(apart[..., 0], apart[..., 1])
    bend = _round(frame[None, :] - frame[:, None])
    off = _round(np.arctan2(apart[..., 1], apart[..., 0]) - frame[:, None] - bend / 2 - (slant[:, None] + slant[None, :]) / 2)
    aside = far * np.abs(np.sin(off))
    size = np.maximum(plane.side[:, None], plane.side[None, :])
    allowed = np.minimum(np.minimum(between[:, None], between[None, :]) * 0.5, np.maximum(size * 2, far * math.sin(math.radians(20))))
    possible = (np.abs(off) < math.radians(28)) & (np.abs(bend) < math.radians(65)) & ((aside < allowed))
    possible &= ~np.eye(n, dtype=bool)
    cost = far * np.exp((off / math.radians(20)) ** 2 + (bend / math.radians(40)) ** 2)
    after: dict[int, int] = {}
    before: dict[int, int] = {}
    head = list(range(n))

    def top(i: int) -> int:
        while head[i] != i:
            head[i] = head[head[i]]
            i = head[i]
        return i

    ones, others = np.nonzero(possible)
    for k in np.argsort(cost[ones, others], kind="stable"):
        i, j = int(ones[k]), int(others[k])
        if i in after or j in before or top(i) == top(j):
            continue
        after[i], before[j] = j, i
        head[top(i)] = top(j)
    lines = []
    for start in range(n):
        if start not in before:
            line = [start]
            while line[-1] in after:
                line.append(after[line[-1]])
            lines.append(line)
    return lines


# --- players ----------------------------------------------------------------------------------------------------------


def _mean(angles: Any) -> float:
    return math.atan2(float(np.sin(angles).sum()), float(np.cos(angles).sum()))


def _in_order(plane: Plane, turned: Sequence[int], lines: list[list[int]]) -> list[list[int]]:
    frame = plane.angle - np.array(turned) * QUARTER
    ways = [_mean(frame[line]) for line in lines]
    players: list[list[int]] = []
    left = set(range(len(lines)))
    while left:
        start = min(left)
        left.discard(start)
        player, todo = [start], [start]
        while todo:
            here = todo.pop()
            for there in sorted(left):
                if abs(_round(ways[there] - ways[here])) < math.radians(35):
                    left.discard(there)
                    player.append(there)
                    todo.append(there)
        players.append(player)
    facing = [_mean(np.concatenate([frame[lines[k]] for k in player])) for player in players]
    first = min(range(len(players)), key=lambda p: (round(abs(facing[p]), 6), p))
    order = sorted(range(len(players)), key=lambda p: (facing[p] - facing[first]) % (2 * math.pi))
    out = []
    for p in order:
        along = [plane.middle[lines[k][-1]] - plane.middle[lines[k][0]] for k in players[p] if len(lines[k]) > 1]
        way = sum(along) if along else np.array([math.cos(facing[p]), math.sin(facing[p])])
        normal = np.array([-way[1], way[0]])
        out += sorted(players[p], key=lambda k: (round(float((plane.middle[lines[k]] @ normal).mean()), 9), lines[k]))
    return [lines[k] for k in out]
