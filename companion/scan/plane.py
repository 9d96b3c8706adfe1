"""The table seen from straight above, worked out from the labels alone: all of them are squares on one plane.

A picture taken at a slant turns squares into other quadrilaterals, and in which way they are distorted from place to place says
how the table lies. This is the metric rectification of R. Hartley and A. Zisserman, Multiple View Geometry, 2.7, with the
squares' own local maps in place of angles: where the map from the picture to the table has the derivative D, and a label's
sides in the picture are the columns of A, the product D A is a turn and a scale, so D A A' D' is a multiple of the identity.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from companion.scan.seen import Corners

STEPS = 8
"""Gauss-Newton steps to find the horizon; what they change is below the noise of corners after five."""

OUTLIER = 0.15
"""A label whose shape is off by this much counts half."""

LEVEL = 0.06
"""How much a slant must explain to be believed: a table whose far side is half as large weighs as a label off by this."""

LEAN = 0.05
SPECK = 1e-4
"""What is no square at all: sides that lie in one line, but for an angle with this sine; sides so small against the picture."""

NEAREST = 0.25
"""How much smaller than in the middle of the labels the distance of the nearest label may be taken to be."""


@dataclass(frozen=True, slots=True)
class Plane:
    """Labels on the table, as numpy arrays of one entry a label, in units without meaning.

    `middle` is n x 2; `angle` in radians, clockwise; `side` is a length. Up is up in the picture, more or less.
    """

    middle: Any
    angle: Any
    side: Any


def flattened(labels: Sequence[tuple[Corners, float]]) -> Plane:
    """The labels with their corners and their angle in degrees, which counts only where the corners span no square.

    Any corners will do, however absurd; the labels of a mirror image are told as if the picture were turned back.
    """
    corners = np.array([corners for corners, _ in labels], float).reshape(-1, 4, 2)
    corners = np.nan_to_num(corners, nan=0.0, posinf=1e7, neginf=-1e7).clip(-1e7, 1e7)
    given = np.radians(np.nan_to_num([angle for _, angle in labels], nan=0.0, posinf=0.0, neginf=0.0))
    right = (corners[:, 1] - corners[:, 0] + corners[:, 2] - corners[:, 3]) / 2
    down = (corners[:, 3] - corners[:, 0] + corners[:, 2] - corners[:, 1]) / 2
    sides = np.stack([right, down], axis=2)
    middle = corners.mean(axis=1)
    middle = middle - (middle.min(axis=0) + middle.max(axis=0)) / 2
    reach = max(float(np.hypot(*middle.T).max()), float(np.abs(sides).max()), 1e-6)
    middle, sides = middle / reach, sides / reach
    area = sides[:, 0, 0] * sides[:, 1, 1] - sides[:, 0, 1] * sides[:, 1, 0]
    spans = np.hypot(*sides[:, :, 0].T) * np.hypot(*sides[:, :, 1].T)
    square = (np.abs(area) > LEAN * spans) & (spans > SPECK**2)
    mirrored = (area[square] < 0).sum() > square.sum() / 2
    if mirrored:
        sides[:, 0], middle[:, 0], area = -sides[:, 0], -middle[:, 0], -area
    square &= area > 0
    if square.sum() > 1:
        middle, sides = _from_above(middle, sides, square)
    angle = np.arctan2(sides[:, 1, 0] - sides[:, 0, 1], sides[:, 0, 0] + sides[:, 1, 1])
    crooked = np.arctan2(sides[:, 1, 0], sides[:, 0, 0])
    angle = np.where(square, angle, np.where(np.hypot(*right.T) > 1e-6 * reach, crooked, given * (-1 if mirrored else 1)))
    side = np.sqrt(np.abs(np.linalg.det(sides)))
    usual = float(np.median(side[square])) if square.any() else 0.0
    side = np.where(square, side, usual or 1e-3)
    return Plane(middle, angle, side)


def _from_above(middle: Any, sides: Any, square: Any) -> tuple[Any, Any]:
    """Middles and sides as they would look from straight above. `square`: which labels can say how the table lies."""
    shape = sides[square] @ sides[square].transpose(0, 2, 1)
    shape = shape / np.sqrt(np.linalg.det(shape))[:, None, None]
    there = middle[square]
    horizon, weight = np.zeros(2), np.ones(len(shape))

    def off(horizon: Any) -> Any:
        """How far each label is from a square, n x 2, with the horizon given and the best of all stretches."""
        level = _levelled(shape, there, horizon)
        whiten = _whitened(level, weight)
        level = whiten @ level @ whiten.T
        return np.stack([(level[:, 0, 0] - level[:, 1, 1]) / 2, level[:, 0, 1]], axis=1)

    for _ in range(STEPS):
        here = off(horizon)
        weight = 1 / (1 + (np.hypot(*here.T) / OUTLIER) ** 2)
        here = off(horizon)
        slopes = [(off(horizon + step) - off(horizon - step)) / 2e-4 for step in (np.array([1e-4, 0]), np.array([0, 1e-4]))]
        root = np.sqrt(weight)[:, None]
        left = np.concatenate([np.stack([(slope * root).ravel() for slope in slopes], axis=1), np.eye(2) * LEVEL])
        right = np.concatenate([(here * root).ravel(), horizon * LEVEL])
        step = np.linalg.lstsq(left, right, rcond=None)[0]
        horizon = horizon - step * min(1.0, 0.4 / max(1e-9, math.hypot(*step)))
        lowest = float((middle @ horizon).min())
        if lowest < NEAREST - 1:
            horizon = horizon * (NEAREST - 1) / lowest
        if math.hypot(*step) < 1e-3:
            break
    whiten = _whitened(_levelled(shape, there, horizon), weight)
    scale = 1 + middle @ horizon
    bent = np.eye(2) - middle[:, :, None] * horizon[None, None, :] / scale[:, None, None]
    return middle @ whiten.T / scale[:, None], whiten @ bent @ sides / scale[:, None, None]


def _levelled(shape: Any, middle: Any, horizon: Any) -> Any:
    """The shapes of labels once the far side of the table is as large as the near side, n x 2 x 2 of determinant 1."""
    bent = np.eye(2) - middle[:, :, None] * horizon[None, None, :] / (1 + middle @ horizon)[:, None, None]
    level = bent @ shape @ bent.transpose(0, 2, 1)
    return level / np.sqrt(np.maximum(np.linalg.det(level), 1e-12))[:, None, None]


def _whitened(level: Any, weight: Any) -> Any:
    """The stretch, of determinant 1 and without turn, that makes *level* round on the average."""
    mean = np.average(level, axis=0, weights=weight)
    values, vectors = np.linalg.eigh(mean / math.sqrt(max(float(np.linalg.det(mean)), 1e-12)))
    return vectors @ np.diag(1 / np.sqrt(np.maximum(values, 1e-6))) @ vectors.T
