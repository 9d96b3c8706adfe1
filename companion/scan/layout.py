"""The order in which people would read labels: rows, each from left to right, as the labels themselves lie.

A phone may have been held at any side of the table, so left and right are the labels' own: the direction that most of
them share.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from companion.scan.seen import Corners, Sighting

SAME_ROW = 0.6
"""How far up or down, in labels, the next label of a row may lie."""

Place = tuple[float, float]
"""Along the rows, and across them."""


def rows(sightings: Sequence[Sighting]) -> tuple[tuple[Sighting, ...], ...]:
    """*sightings* as rows in reading order."""
    if not sightings:
        return ()
    turn = math.radians(direction(sightings))
    places = [_turned(sighting, turn) for sighting in sightings]
    size = sorted(side(sighting.corners) for sighting in sightings)[len(sightings) // 2]
    chains = _chains(places, size)
    chains.sort(key=lambda chain: (sum(places[i][1] for i in chain) / len(chain), places[chain[0]]))
    return tuple(tuple(sightings[i] for i in chain) for chain in chains)


def direction(sightings: Sequence[Sighting]) -> float:
    """The angle that most labels share, in degrees: the mean of those within 45 degrees of the most central one."""

    def apart(one: float, other: float) -> float:
        return abs((one - other + 180) % 360 - 180)

    angles = [sighting.angle for sighting in sightings]
    central = min(angles, key=lambda angle: (sum(min(apart(angle, other), 90) for other in angles), abs(angle)))
    near = [math.radians(angle) for angle in angles if apart(angle, central) <= 45]
    return math.degrees(math.atan2(sum(map(math.sin, near)), sum(map(math.cos, near))))


def side(corners: Corners) -> float:
    """The mean length of a label's sides in pixels."""
    return sum(math.dist(corners[i], corners[i - 1]) for i in range(4)) / 4


def _turned(sighting: Sighting, turn: float) -> Place:
    x, y = sighting.centre
    return x * math.cos(turn) + y * math.sin(turn), y * math.cos(turn) - x * math.sin(turn)


def _chains(places: Sequence[Place], size: float) -> list[list[int]]:
    """Indices of *places* in rows. Two labels are neighbours when each is the other's nearest to that side.

    Going from neighbour to neighbour follows rows that perspective makes slant.
    """

    def nearest(here: int, step: int) -> int | None:
        x, y = places[here]
        beside = [
            (abs(u - x) + 2 * abs(v - y), there)
            for there, (u, v) in enumerate(places)
            if (u - x) * step > abs(v - y) and abs(v - y) < SAME_ROW * size
        ]
        return min(beside)[1] if beside else None

    right = [nearest(i, 1) for i in range(len(places))]
    left = [nearest(i, -1) for i in range(len(places))]
    after = {i: there for i, there in enumerate(right) if there is not None and left[there] == i}
    chains = []
    for start in set(range(len(places))) - set(after.values()):
        chain = [start]
        while chain[-1] in after:
            chain.append(after[chain[-1]])
        chains.append(chain)
    return chains
