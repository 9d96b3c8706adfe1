"""Which way up a code lies whose four corners are known, and how many modules it has.

Three corners of a code wear a finder pattern; the one without is its bottom right.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from companion.scan.readers import opencv

SMALLEST = 21
"""Modules along a side of the smallest code, version 1. Ours are all of that size."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Where a code lies: corners (4 x 2, clockwise from its own top left) and modules along its side.

    `sure`: how well finder and timing patterns match what every code has there, 0 to 1.
    """

    corners: Any
    modules: int
    sure: float


def _finder() -> Any:
    """A finder pattern at a code's top left with the light edge inward, 8 x 8: 1 dark, -1 light."""
    pattern = -np.ones((8, 8), np.float32)
    pattern[:7, :7] = 1
    pattern[1:6, 1:6] = -1
    pattern[2:5, 2:5] = 1
    return pattern


FINDER = _finder()
VERSIONS = np.arange(SMALLEST, 178, 4)


def _sampling() -> Any:
    """Where to look for finders in a unit square: versions x 4 corners x 64 modules x 2."""
    rows, columns = np.mgrid[0:8, 0:8]
    near = np.stack([columns.ravel() + 0.5, rows.ravel() + 0.5], axis=-1)
    points = near[None, :, :] / VERSIONS[:, None, None]
    x, y = points[..., 0], points[..., 1]
    corners = [(x, y), (1 - x, y), (1 - x, 1 - y), (x, 1 - y)]
    return np.stack([np.stack(corner, axis=-1) for corner in corners], axis=1).astype(np.float32)


SAMPLING = _sampling()
UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)


def framed(grey: Any, quad: Any) -> Frame:
    """The code whose four corners, clockwise from any, are *quad*: its own top left first.

    Three corners of a code wear a finder pattern; the one without is its bottom right. Where no three are to be seen the
    corners stay as they came.
    """
    quad = np.asarray(quad, np.float32)
    match = _correlation(_sampled(grey, quad, SAMPLING), FINDER.ravel())
    three = np.sort(match, axis=1)[:, 1:].mean(axis=1)
    best = int(three.argmax())
    sure = float(three[best])
    if sure < 0.5:
        return Frame(quad, SMALLEST, max(0.0, sure))
    corners = np.roll(quad, 2 - int(match[best].argmin()), axis=0)
    return Frame(corners, int(VERSIONS[best]), sure * _timing(grey, corners, int(VERSIONS[best])))


def _timing(grey: Any, corners: Any, modules: int) -> float:
    """How well dark and light alternate between the finder patterns, 0 to 1."""
    along = (np.arange(7, modules - 7) + 0.5) / modules
    across = np.full_like(along, 6.5 / modules)
    lines = np.stack([np.stack([along, across], axis=-1), np.stack([across, along], axis=-1)]).astype(np.float32)
    light_first = np.where(np.arange(len(along)) % 2, 1, -1).astype(np.float32)
    return max(0.0, float(_correlation(_sampled(grey, corners, lines), light_first).mean()))


def _sampled(grey: Any, quad: Any, points: Any) -> Any:
    """The brightness of *grey* at *points* (... x 2) of the unit square laid on *quad*."""
    cv2 = opencv()
    low = np.maximum(np.floor(quad.min(axis=0)).astype(int) - 2, 0)
    high = np.maximum(np.ceil(quad.max(axis=0)).astype(int) + 3, 1)
    part = grey[low[1] : high[1], low[0] : high[0]]
    if part.size == 0:
        return np.zeros(points.shape[:-1], np.float32)
    there = cv2.getPerspectiveTransform(UNIT, quad - low.astype(np.float32))
    # Half a pixel, because OpenCV counts from the middle of the first pixel.
    places = cv2.perspectiveTransform(points.reshape(1, -1, 2), there) - 0.5
    seen = cv2.remap(part, places, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return seen.astype(np.float32).reshape(points.shape[:-1])


def _correlation(seen: Any, pattern: Any) -> Any:
    """How like *pattern* (1 dark, -1 light) each last row of *seen* is, -1 to 1, whatever the light."""
    pattern = pattern - pattern.mean()
    seen = seen - seen.mean(axis=-1, keepdims=True)
    return -(seen @ pattern) / (np.linalg.norm(seen, axis=-1) * np.linalg.norm(pattern) + 1e-6)
