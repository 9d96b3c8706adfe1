"""Follows what was seen from one frame to the next: how the camera moved, what changed, and labels known by their looks.

Much cheaper than reading. Knows places and brightness and no codes. Frames are grey, height x width, 8 bits; points are
in pixels of the frame, (0, 0) the outer corner of its first pixel; a transform is a 3 x 3 matrix from a frame's points to those
of the next.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from companion.scan.readers import opencv
from companion.scan.seen import Corners

Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""

THUMBNAIL = 320
"""Pixels of the longest side of the small copy that camera motion and changes are seen in."""

SHARED = 0.35
"""The least share of the corners followed that must have moved as one: nearly all do when a camera moves, half of them with a
hand in the picture, a fifth by chance between two pictures that have nothing in common."""

CHANGED = 12
"""By how much the brightness (0 to 255) of a place must differ to have changed: above noise and the flicker of lamps."""

SOFT = 1.5
"""Sigma, in pixels of the thumbnail, of what is compared."""

STILL = 4.0
"""By how much a place may differ from frame to frame when nothing moved: the noise of a thumbnail is below 2."""

MODULES = 21
"""Modules along the side of a portrait: those of our labels. Larger codes are sampled as coarsely."""

REACH = 4
"""Modules by which a label may lie beside where it is expected."""

FINE = 2
"""Pixels of a module in what is compared with a portrait."""

LOOKS = 0.6
"""The least correlation with its portrait of a label that is still there, over all modules..."""

MEANS = 0.65
"""...and over those that differ from label to label, where other labels of the same box reach about a third."""


def thumbnail(grey: Any) -> Any:
    """*grey* as a small picture."""
    height, width = grey.shape
    scale = min(1.0, THUMBNAIL / max(height, width))
    small = (max(1, round(width * scale)), max(1, round(height * scale)))
    return opencv().resize(grey, small, interpolation=opencv().INTER_AREA)


def still(before: Any, now: Any) -> bool:
    """Whether nothing moved between two thumbnails."""
    cv2 = opencv()
    return bool(cv2.blur(cv2.absdiff(before, now), (4, 4)).max() <= STILL)


# --- the camera -------------------------------------------------------------------------------------------------------


def motion(before: Any, now: Any, size: tuple[int, int]) -> Any | None:
    """How the picture of *size* (width, height) moved between two thumbnails, or None where that cannot be seen.

    Corners of the picture are followed by pyramidal Lucas-Kanade and back again, and the similarity that most of them
    share is taken, so that a hand that moves over the table counts for nothing.
    """
    cv2 = opencv()
    if min(now.shape) < 32:
        return None
    points = cv2.goodFeaturesToTrack(before, 120, 0.02, 6)
    if points is None or len(points) < 8:
        return None
    window = {"winSize": (15, 15), "maxLevel": 4}
    there, reached, _ = cv2.calcOpticalFlowPyrLK(before, now, points, None, **window)
    back, returned, _ = cv2.calcOpticalFlowPyrLK(now, before, there, None, **window)
    steady = (reached & returned).ravel().astype(bool) & (np.abs(back - points).max(axis=(1, 2)) < 0.7)
    if steady.sum() < 8:
        return None
    fitted, inliers = cv2.estimateAffinePartial2D(points[steady], there[steady], ransacReprojThreshold=0.7)
    if fitted is None or inliers.sum() < max(8, SHARED * len(points)):
        return None
    # OpenCV counts from the middle of the first pixel.
    down = np.diag([now.shape[1] / size[0], now.shape[0] / size[1], 1.0])
    down[:2, 2] = -0.5
    return _sane(np.linalg.inv(down) @ np.vstack([fitted, [0, 0, 1]]) @ down)


def between(pairs: Sequence[tuple[Corners, Corners]]) -> Any | None:
    """The transform that takes labels from where they were to where they are, as most of them have it; None if none does."""
    cv2 = opencv()
    if not pairs:
        return None
    here = np.array([before for before, _ in pairs], np.float64).reshape(-1, 1, 2)
    there = np.array([now for _, now in pairs], np.float64).reshape(-1, 1, 2)
    side = math.sqrt(np.mean([abs(cv2.contourArea(np.array(now, np.float32))) for _, now in pairs]))
    if len(pairs) >= 4:
        fitted, _ = cv2.findHomography(here, there, cv2.RANSAC, side / 7)
        return None if fitted is None else _sane(fitted)
    fitted, _ = cv2.estimateAffinePartial2D(here, there, ransacReprojThreshold=side / 7)
    return None if fitted is None else _sane(np.vstack([fitted, [0, 0, 1]]))


def _sane(transform: Any) -> Any | None:
    """*transform*, unless no camera moves so between two frames."""
    if not np.isfinite(transform).all() or abs(transform[2, 2]) < 1e-9:
        return None
    transform = transform / transform[2, 2]
    return transform if 1 / 9 < np.linalg.det(transform[:2, :2]) < 9 else None


def carried(corners: Corners, transform: Any) -> Corners:
    """Where *transform* takes *corners*."""
    moved = np.column_stack([np.array(corners), np.ones(4)]) @ transform.T
    with np.errstate(all="ignore"):
        flat = moved[:, :2] / moved[:, 2:]
    return as_corners(flat) if np.isfinite(flat).all() else corners


def as_corners(points: Any) -> Corners:
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    return a, b, c, d


# --- what changed -----------------------------------------------------------------------------------------------------


def changes(before: Any, now: Any, transform: Any, size: tuple[int, int]) -> list[Box]:
    """Boxes, in the picture of *size*, of what *transform* does not explain between two thumbnails.

    What has just come into view at the edge is no change.
    """
    cv2 = opencv()
    down = np.diag([now.shape[1] / size[0], now.shape[0] / size[1], 1.0])
    down[:2, 2] = -0.5
    small = down @ transform @ np.linalg.inv(down)
    room = (now.shape[1], now.shape[0])
    came = cv2.warpPerspective(before, small, room, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    fresh = cv2.warpPerspective(np.zeros_like(before), small, room, flags=cv2.INTER_NEAREST, borderValue=255)
    # Softened, so that focus counts for nothing; and no neighbour may have had that brightness: edges may be a little off.
    soft, came = (cv2.GaussianBlur(picture, (0, 0), SOFT) for picture in (now, came))
    near = np.ones((3, 3), np.uint8)
    differs = cv2.max(cv2.subtract(soft, cv2.dilate(came, near)), cv2.subtract(cv2.erode(came, near), soft)) > CHANGED
    differs[fresh > 0] = False
    joined = cv2.dilate(differs.astype(np.uint8), np.ones((5, 5), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(joined)
    across, down_ = size[0] / room[0], size[1] / room[1]
    return [
        (float(x * across), float(y * down_), float((x + wide) * across), float((y + high) * down_))
        for x, y, wide, high, area in stats[1:]
        if area > 25
    ]


# --- looks ------------------------------------------------------------------------------------------------------------


def portrait(grey: Any, corners: Corners) -> bytes:
    """How the label at *corners* looks: the brightness of its 21 x 21 modules."""
    return bytes(_means(_patch(grey, corners, 0)).astype(np.uint8).tobytes())


def found(grey: Any, corners: Corners, looks: bytes) -> Corners | None:
    """Where the label that looked so lies now, close to *corners*; None where it cannot be recognised."""
    whole, part, there = likeness(grey, corners, looks)
    return there if whole >= LOOKS and part >= MEANS else None


def likeness(grey: Any, corners: Corners, looks: bytes) -> tuple[float, float, Corners]:
    """How like *looks* the best place close to *corners* is, over all modules and over those that differ, and that place.

    By normalised correlation, which is blind to the strength of the light.
    """
    cv2 = opencv()
    known = np.frombuffer(looks, np.uint8).reshape(MODULES, MODULES)
    patch = _patch(grey, corners, REACH)
    fine = cv2.resize(known, None, fx=FINE, fy=FINE, interpolation=cv2.INTER_NEAREST)
    match = cv2.matchTemplate(patch, fine, cv2.TM_CCOEFF_NORMED)
    _, best, _, (x, y) = cv2.minMaxLoc(match)
    seen = _means(patch[y : y + FINE * MODULES, x : x + FINE * MODULES])
    step = (_peak(match[y, :], x) / FINE - REACH, _peak(match[:, x], y) / FINE - REACH)
    moved = np.array([[0, 0], [MODULES, 0], [MODULES, MODULES], [0, MODULES]]) + step
    return float(best), _alike(seen[PAYLOAD], known[PAYLOAD]), carried(as_corners(moved), _from_modules(corners))


def _payload() -> Any:
    """Which of the 441 modules differ from label to label: all but finder, timing and format patterns."""
    free = np.ones((MODULES, MODULES), np.bool_)
    free[:9, :9] = free[:9, -8:] = free[-8:, :9] = False
    free[6, :] = free[:, 6] = False
    return free


PAYLOAD = _payload()


def _from_modules(corners: Corners) -> Any:
    """From modules of a label (0 to 21, down and to the right) to pixels."""
    square = np.array([[0, 0], [MODULES, 0], [MODULES, MODULES], [0, MODULES]], np.float32)
    return opencv().getPerspectiveTransform(square, np.array(corners, np.float32))


def _patch(grey: Any, corners: Corners, around: int) -> Any:
    """The label at *corners* drawn straight with *around* modules more on each side, FINE pixels a module."""
    cv2 = opencv()
    side = FINE * (MODULES + 2 * around)
    first = 0.5 / FINE - around
    to_modules = np.array([[1 / FINE, 0, first], [0, 1 / FINE, first], [0, 0, 1]])
    half = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1]])
    there = half @ _from_modules(corners) @ to_modules
    return cv2.warpPerspective(
        grey, there, (side, side), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE
    )


def _means(patch: Any) -> Any:
    return patch.reshape(MODULES, FINE, MODULES, FINE).mean(axis=(1, 3))


def _alike(one: Any, other: Any) -> float:
    """The correlation of two rows of numbers; 0 when one of them is flat."""
    one, other = one - one.mean(), other - other.mean()
    norms = float(np.linalg.norm(one) * np.linalg.norm(other))
    return float(one @ other) / norms if norms > 0 else 0.0


def _peak(line: Any, top: int) -> float:
    """The place of a maximum between samples, by the parabola through its neighbours."""
    if not 0 < top < len(line) - 1:
        return float(top)
    left, middle, right = (float(value) for value in line[top - 1 : top + 2])
    bend = left - 2 * middle + right
    return top + (0.5 * (left - right) / bend if bend < 0 else 0.0)
