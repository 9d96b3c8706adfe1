"""Finds codes of any size by their three finder patterns.

A line through the middle of a finder pattern, at any angle, crosses dark, light, dark, light, dark in the proportions
1 : 1 : 3 : 1 : 1. Rows and columns of a picture in black and white are searched for that; where a row's find and a column's
find cross is a finder pattern. Three of them that could be the corners of a square seen at a slant are a code's.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Any

import numpy as np

from companion.scan.readers import opencv

RAYS = 16
"""Rays from the middle of a finder pattern."""

CROWD = 250
"""Places in one black and white picture that are looked at as finder patterns: the largest."""

MOST = 20
"""Finder patterns that are put together in threes: the best seen. More are noise, or a page of labels."""


@dataclass(frozen=True, slots=True)
class Finder:
    """A finder pattern: its middle in pixels, the length of its 1 : 1 : 3 : 1 : 1 in pixels, and how often it was seen.

    `closed`: the share of rays from its middle that cross a ring where the ring should be, 0 to 1.
    """

    x: float
    y: float
    length: float
    seen: int
    closed: float = 0.0


@dataclass(frozen=True, slots=True)
class Triple:
    """Three finder patterns of one code, clockwise: at its bottom left, its top left and its top right.

    `middles`: 3 x 2. `across` and `down`: modules between the middles as measured. `lean`: how much nearer (larger) the
    picture is at the top right and the bottom left than at the top left. `odd`: how little the three fit, 0 well.
    """

    middles: Any
    across: float
    down: float
    lean: tuple[float, float]
    odd: float

    @property
    def modules(self) -> float:
        return (self.across + self.down) / 2 + 7

    def plane(self, side: int) -> Any:
        """The homography (3 x 3) from modules, 0 to *side*, to pixels."""
        low, corner, right = self.middles
        far, near = side - 3.5, 3.5
        ends = np.array(
            [[corner[0], corner[1], 1], [*(right * self.lean[0]), self.lean[0]], [*(low * self.lean[1]), self.lean[1]]]
        )
        places = np.array([[near, near, 1], [far, near, 1], [near, far, 1]])
        return ends.T @ np.linalg.inv(places.T)


def black(grey: Any) -> Iterator[Any]:
    """*grey* in black and white (True is dark), by several rules."""
    cv2 = opencv()
    short = min(grey.shape)
    smooth = cv2.GaussianBlur(grey, (3, 3), 0)
    for share in (5, 14):
        block = max(11, short // share) | 1
        yield cv2.adaptiveThreshold(smooth, 1, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, block, 4) > 0
    yield cv2.threshold(grey, 0, 1, cv2.THRESH_BINARY_INV + cv2.THRESH_OTSU)[1] > 0


def _crossings(dark: Any) -> tuple[Any, Any, Any]:
    """Rows of *dark* that cross a finder pattern: row, middle of the crossing, and its length."""
    height, width = dark.shape
    padded = np.zeros((height, width + 2), np.int8)
    padded[:, 1:-1] = dark
    flat = padded.ravel()
    starts = np.flatnonzero(flat[1:] != flat[:-1]) + 1
    # Runs alternate, and the first is dark.
    if len(starts) < 6:
        return (np.zeros(0, int), np.zeros(0), np.zeros(0))
    runs = np.diff(starts)
    first = np.arange(0, len(runs) - 4, 2)
    five = np.stack([runs[first + i] for i in range(5)]).astype(np.float32)
    # From edge to like edge, so that ink that spreads makes no difference.
    steps = five[:-1] + five[1:]
    module = steps.sum(axis=0) / 12
    fits = (np.abs(steps - module * np.array([[2], [4], [4], [2]])) < 0.75 * module + 0.5).all(axis=0)
    fits &= (five > 0.25 * module).all(axis=0) & (five[2] > 1.4 * five[[0, 1, 3, 4]].mean(axis=0))
    begin = starts[first]
    end = starts[first + 5]
    fits &= begin // (width + 2) == end // (width + 2)
    begin, five = begin[fits], five[:, fits]
    core = begin % (width + 2) - 1 + five[0] + five[1] + five[2] / 2
    return begin // (width + 2), core, five.sum(axis=0)


def _marked(shape: tuple[int, int], crossings: tuple[Any, Any, Any]) -> Any:
    """The middles of crossings as a map of their lengths, made 3 pixels wide."""
    marks = np.zeros(shape, np.float32)
    rows, middles, lengths = crossings
    marks[rows, np.clip(middles.astype(int), 0, shape[1] - 1)] = lengths
    return opencv().dilate(marks, np.ones((3, 3), np.uint8))


def finders(grey: Any, pictures: Sequence[Any] | None = None) -> list[Finder]:
    """The finder patterns in *grey*, those that were seen most often first. Coordinates count from the outer edge."""
    cv2 = opencv()
    found: list[Finder] = []
    for dark in black(grey) if pictures is None else pictures:
        across = _marked(dark.shape, _crossings(dark))
        down = _marked(dark.shape[::-1], _crossings(dark.T)).T
        both = (across > 0) & (down > 0) & (across < 1.7 * down) & (down < 1.7 * across)
        _, _, stats, middles = cv2.connectedComponentsWithStats(both.astype(np.uint8))
        largest = np.argsort(-stats[1:, cv2.CC_STAT_AREA], kind="stable")[:CROWD] + 1
        for i in largest:
            x, y = middles[i]
            row, column = int(y + 0.5), int(x + 0.5)
            spot = slice(max(0, row - 1), row + 2), slice(max(0, column - 1), column + 2)
            length = math.sqrt(max(across[spot].max(), 1) * max(down[spot].max(), 1))
            found.append(Finder(x + 0.5, y + 0.5, length, int(stats[i, cv2.CC_STAT_AREA])))
    return _closed(grey, _joined(found))


def _closed(grey: Any, found: Sequence[Finder]) -> list[Finder]:
    """*found* with how closed the ring of each is, the best first."""
    cv2 = opencv()
    if not found:
        return []
    turns = np.arange(RAYS) * (2 * np.pi / RAYS)
    rays = np.stack([np.cos(turns), np.sin(turns)], axis=-1)
    reach = np.linspace(0, 0.95, 58)
    spots = np.array([(finder.x, finder.y) for finder in found])
    lengths = np.array([finder.length for finder in found])
    places = spots[:, None, None] + lengths[:, None, None, None] * reach[:, None] * rays[:, None] - 0.5
    seen = cv2.remap(
        grey, places.reshape(-1, len(reach), 2).astype(np.float32), None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    ).reshape(len(found), RAYS, len(reach))
    inner = np.sort(seen[:, :, : len(reach) // 2].reshape(len(found), -1), axis=1)
    level = (inner[:, inner.shape[1] // 10].astype(float) + inner[:, -1 - inner.shape[1] // 10]) / 2
    dark = seen < level[:, None, None]
    # The first light, the next dark, and the next light again: edges at 1.5, 2.5 and 3.5 modules.
    steps = np.arange(len(reach))
    core = np.where(dark, len(reach), steps).min(axis=-1)
    ring = np.where(dark & (steps > core[..., None]), steps, 2 * len(reach)).min(axis=-1)
    rim = np.where(~dark & (steps > ring[..., None]), steps, 3 * len(reach)).min(axis=-1)
    good = (core > 0.35 * ring) & (core < 0.85 * ring) & (rim > 1.1 * ring) & (rim < 2.0 * ring)
    shares = good.mean(axis=1)
    better = [replace(finder, closed=float(share)) for finder, share in zip(found, shares, strict=True)]
    return sorted(better, key=lambda finder: (-finder.closed, -finder.seen))


def _joined(found: Sequence[Finder]) -> list[Finder]:
    """*found* with those that are one finder pattern made one, those seen most often first."""
    kept: list[Finder] = []
    places = np.full((len(found), 3), np.inf)
    for one in sorted(found, key=lambda finder: -finder.seen):
        x, y, length = places[: len(kept)].T
        near = 0.3 * np.maximum(length, one.length)
        same = np.flatnonzero((np.abs(x - one.x) < near) & (np.abs(y - one.y) < near))
        if len(same) == 0:
            places[len(kept)] = one.x, one.y, one.length
            kept.append(one)
        elif 0.6 < one.length / kept[same[0]].length < 1.6:
            kept[same[0]] = replace(kept[same[0]], seen=kept[same[0]].seen + one.seen)
    return kept


def triples(grey: Any, found: Sequence[Finder]) -> list[Triple]:
    """Threes of *found* that may be one code's, those that fit best first."""
    best = found[:MOST]
    if len(best) < 3:
        return []
    spots = np.array([(finder.x, finder.y) for finder in best])
    lengths = np.array([finder.length for finder in best])
    closed = np.array([finder.closed for finder in best])
    low, corner, right = np.array(list(permutations(range(len(best)), 3))).T
    to_right, to_low = spots[right] - spots[corner], spots[low] - spots[corner]
    far_right, far_low = np.hypot(*to_right.T), np.hypot(*to_low.T)
    both = far_right * far_low + 1e-6
    sine = (to_right[:, 0] * to_low[:, 1] - to_right[:, 1] * to_low[:, 0]) / both
    cosine = np.abs((to_right * to_low).sum(axis=1)) / both
    legs = np.abs(np.log(np.maximum(far_right, 1) / np.maximum(far_low, 1)))
    sizes = np.stack([lengths[low], lengths[corner], lengths[right]])
    spread = np.log(sizes.max(axis=0) / sizes.min(axis=0))
    # A pattern is 7 modules long; its neighbour is at least 14 away, and 170 at most.
    near, far = np.minimum(far_right, far_low) / lengths[corner], np.maximum(far_right, far_low) / lengths[corner]
    fits = (sine > 0.25) & (legs < 1.2) & (spread < 1.2) & (near > 1.2) & (far < 30)
    odds = cosine + legs + spread + 2 * (1 - (closed[low] + closed[corner] + closed[right]) / 3)
    order = np.flatnonzero(fits)[np.argsort(odds[fits], kind="stable")][: 3 * MOST]
    chosen = [(float(odds[i]), (int(low[i]), int(corner[i]), int(right[i]))) for i in order]
    modules: dict[tuple[int, int], float | None] = {}

    def module(at: int, towards: int) -> float | None:
        if (at, towards) not in modules:
            modules[at, towards] = _module(grey, spots[at], spots[towards] - spots[at], lengths[at])
        return modules[at, towards]

    measured = []
    for odd, (a, b, c) in chosen:
        near_right, at_right = module(b, c), module(c, b)
        near_low, at_low = module(b, a), module(a, b)
        if near_right is None or at_right is None or near_low is None or at_low is None:
            continue
        middles = spots[[a, b, c]]
        across = math.dist(spots[b], spots[c]) / math.sqrt(near_right * at_right)
        down = math.dist(spots[b], spots[a]) / math.sqrt(near_low * at_low)
        apart = abs(math.log(across / down))
        if apart < 0.3 and 12 <= (across + down) / 2 <= 185:
            lean = math.sqrt(near_right / at_right), math.sqrt(near_low / at_low)
            measured.append(Triple(middles, across, down, lean, odd + 3 * apart))
    return sorted(measured, key=lambda triple: triple.odd)


def _module(grey: Any, middle: Any, towards: Any, length: float) -> float | None:
    """Pixels of a module of the finder pattern at *middle* in the direction *towards*, or None: it has no such pattern there."""
    cv2 = opencv()
    direction = towards / np.hypot(*towards)
    reach = 0.95 * length
    step = max(length / 84, 0.1)
    along = np.arange(-reach, reach + step / 2, step)
    places = (middle + along[:, None] * direction - 0.5).astype(np.float32)[None]
    line = cv2.remap(grey, places, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)[0].astype(np.float32)
    line = line.ravel()
    near = np.sort(line[np.abs(along) < 0.6 * length])
    level = (near[len(near) // 10] + near[-1 - len(near) // 10]) / 2
    signs = line > level
    edges = np.flatnonzero(signs[1:] != signs[:-1])
    part = (level - line[edges]) / (line[edges + 1] - line[edges])
    cuts = along[edges] + part * step
    # Outside first: dark to light, then in to the core. The two edges next to the middle on either side.
    after, before = cuts[cuts > 0], -cuts[cuts < 0][::-1]
    if len(after) < 2 or len(before) < 2:
        return None
    # From an edge to a like edge again: 3 and 5 modules across the core and the ring's inside, 7 across all.
    whole = [side[2] for side in (after, before) if len(side) > 2]
    inner = after[1] + before[1]
    core = after[0] + before[0]
    module = (inner + core) / 8
    if len(whole) == 2 and 0.7 < (whole[0] + whole[1] + inner) / 12 / module < 1.4:
        module = (whole[0] + whole[1] + inner) / 12
    if not 0.25 < core / inner < 0.95 or not 0.4 < 7 * module / length < 2:
        return None
    return float(module)
