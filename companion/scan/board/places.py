"""Where a board lies on a photograph: by the labels at its corners, and what is seen at each place of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from companion.scan.readers import opencv
from companion.scan.seen import Corners, Point, Sighting
from companion.surfaces import Surface

SYMBOL = 21 / 29
"""Of a label's width is its symbol; the rest is the white border."""
ASTRAY = 0.6
"""Label widths by which a label's corners may lie off where all labels together say."""
SAMPLE = 15
"""Points across the middle half of a cell that is looked at."""


def places_of(seen: Sequence[Sighting], surface: Surface) -> Any:
    """From millimetres to pixels, by least squares over all corners of all labels (3 x 3)."""
    half = surface.label_mm * SYMBOL / 2
    there: list[Point] = []
    here: list[Point] = []
    for one in seen:
        x, y = surface.labels[one.code]
        there += [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
        here += one.corners
    found, _ = opencv().findHomography(np.array(there, np.float64), np.array(here, np.float64), 0)
    if found is None or abs(np.linalg.det(found)) < 1e-12:
        return None
    off = np.linalg.norm(seen_at(np.linalg.inv(found), here) - there, axis=1)
    x, y = np.mean(there, axis=0)
    a, b, c = seen_at(found, [(x, y), (x + 1, y), (x, y + 1)])
    clockwise = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0
    return found if clockwise and off.max() <= ASTRAY * surface.label_mm else None


def seen_at(places: Any, points: Any) -> Any:
    """Points in mm as they lie on the picture (n x 2)."""
    points = np.asarray(points, np.float64).reshape(-1, 2)
    spread = np.column_stack([points, np.ones(len(points))]) @ places.T
    return spread[:, :2] / spread[:, 2:]


def outline_of(places: Any, middle: Any, size: float) -> Corners:
    x, y, half = middle[0], middle[1], size / 2
    return as_corners(seen_at(places, [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]))


def as_corners(points: Any) -> Corners:
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    return a, b, c, d


def samples_of(pixels: Any, places: Any, middles: Any, size: float) -> tuple[Any, Any]:
    """The pixels within squares of *size* mm round *middles*: (n, SAMPLE, SAMPLE, 3) RGB; and whether each is on the picture."""
    steps = (np.arange(SAMPLE) + 0.5) / SAMPLE - 0.5
    grid = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2) * size
    points = seen_at(places, (middles[:, None, :] + grid[None]).reshape(-1, 2))
    height, width = pixels.shape[:2]
    on = (points >= 0).all(axis=1) & (points[:, 0] <= width - 1) & (points[:, 1] <= height - 1)
    maps = points.astype(np.float32).reshape(len(middles), -1, 2)
    found = opencv().remap(pixels, maps, None, opencv().INTER_LINEAR, borderMode=opencv().BORDER_REPLICATE)
    return found[:, :, ::-1].reshape(len(middles), SAMPLE, SAMPLE, 3), on.reshape(len(middles), -1).all(axis=1)
