"""What was seen in a picture, as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.rules import Sentence
from companion.scan.unseeable import Unseeable

Point = tuple[float, float]
"""Pixels from the left and from the top of the upright picture."""

Corners = tuple[Point, Point, Point, Point]
"""Clockwise from the label's own top left, whichever way the label lies."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """One label at one place. `angle`: degrees by which the label is turned clockwise, -180 up to 180; 0 is upright."""

    code: str
    corners: Corners
    angle: float

    @property
    def centre(self) -> Point:
        return sum(x for x, _ in self.corners) / 4, sum(y for _, y in self.corners) / 4


@dataclass(frozen=True, slots=True)
class Seen:
    """What a picture shows.

    `sightings` are our labels in reading order and `rows` their codes row by row; `foreign` the texts of other QR codes,
    made printable and short. `problem` says why the answer may not be whole. `size` is (width, height) of the upright
    picture, in whose pixels corners are given; `picture` is that picture again as a JPEG without metadata, `scale` its
    pixels to one pixel of the original.
    """

    sightings: tuple[Sighting, ...]
    rows: tuple[tuple[str, ...], ...]
    foreign: tuple[str, ...]
    problem: Sentence | None
    size: tuple[int, int]
    picture: bytes
    scale: float


def as_json(name: str, seen: Seen | Unseeable) -> dict[str, Any]:
    """The object that `companion scan --json` prints for the image *name*, or for why it could not be looked at."""
    if isinstance(seen, Unseeable):
        return {"image": name, "sightings": [], "rows": [], "foreign": [], "problem": str(seen.sentence)}
    return {
        "image": name,
        "sightings": [
            {
                "code": sighting.code,
                "corners": [[round(x, 1), round(y, 1)] for x, y in sighting.corners],
                "angle": round(sighting.angle, 1),
            }
            for sighting in seen.sightings
        ],
        "rows": [list(row) for row in seen.rows],
        "foreign": list(seen.foreign),
        "problem": None if seen.problem is None else str(seen.problem),
    }
