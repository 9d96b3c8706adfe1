"""The finder patterns of a picture, for labels too small or too blurred for a detector of outlines.

A finder pattern looks much the same however it is turned, so one radially symmetric kernel, correlated with the picture at
many sizes, answers to all of them.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise, product
from typing import Any

import numpy as np

from companion.scan.labels.symbol import SIDE
from companion.scan.readers import opencv

APART = 14
"""Modules between the centres of two finder patterns of one side."""

MODULE = 1.6
"""Pixels of the module that the kernel is made for."""

WINDOW = 13
"""Pixels along a side of the kernel: a finder pattern and the light rim round it."""

RIM = WINDOW // 2 + 3
"""Pixels round a place that its correlation and its neighbours' depend on."""

GAIN = 2.0
"""By how much the kernel is multiplied so that whole numbers of 16 bits hold its answers well and never overflow."""

STEP = 2 ** (1 / 3)
"""How much smaller each level of the pyramid is. The kernel answers to modules up to 15 % too small or too large."""

PEAK = 0.28
"""Correlation from which a place may be a finder pattern. Tilted by 60 degrees or blurred, one still reaches it."""

SHORTEST = 1.4
"""The smallest module, in pixels, that the kernel answers to."""

CONTRAST = 2.0
"""Standard deviation of brightness under which nothing is searched."""

MOST_PEAKS = 3000
"""Peaks kept, the best of all levels: forty labels have 120, their data and printed cards a few for each."""

ALIKE = 0.4
"""Correlation with itself, turned, from which a place is where the picture is most like that."""

TURNS = 6
"""Poses that differ only by a turn in their own plane."""

FINDER = 0.68
"""Correlation with a finder pattern in the best pose from which a place is kept. Sharp ones have 0.8, most others 0.5."""

PERHAPS = 0.35
FEW_FINDERS = 400
MOST_FINDERS = 1200
"""Those half covered have less: the best few are kept from `PERHAPS` on, and never more than `MOST_FINDERS`."""


@dataclass(frozen=True, slots=True)
class Level:
    """The picture at one size: its pixels, how many of them make one of the picture along each side, and the module (pixels
    of the picture) that the kernel finds there."""

    pixels: Any
    scale: tuple[float, float]
    module: float


@dataclass(frozen=True, slots=True, eq=False)
class Finders:
    """What looks like a finder pattern: `peaks`, n x 4 of x, y and module (pixels of the picture) and how well it looks like
    one, 0 to 1, the best first; `levels`: the picture at the sizes in which they were seen."""

    levels: tuple[Level, ...]
    peaks: Any


def finders(
    grey: Any,
    *,
    smallest: float = 1.4,
    largest: float | None = None,
    skip: Sequence[Any] = (),
    deadline: float | None = None,
) -> Finders:
    """The finder patterns that may be in *grey*, the best first; arguments as those of `search`."""
    levels: list[Level] = []
    found: list[Any] = []
    for level in _pyramid(grey, smallest, largest):
        levels.append(level)
        found.append(_peaks(level, deadline))
        if _late(deadline):
            break
    if not levels:
        return Finders((), np.zeros((0, 4), np.float32))
    return Finders(tuple(levels), _finders(levels, _centred(levels, _merged(outside(np.concatenate(found), skip)))))


def _late(deadline: float | None) -> bool:
    return deadline is not None and time.monotonic() > deadline


# --- the pyramid ------------------------------------------------------------------------------------------------------


def _pyramid(grey: Any, smallest: float, largest: float | None) -> Iterator[Level]:
    """The picture at sizes that show modules from *smallest* to *largest* as large as the kernel's, smallest pictures first."""
    cv2 = opencv()
    height, width = grey.shape
    largest = min(largest or math.inf, min(height, width) / (SIDE - 3))
    first = smallest * MODULE / SHORTEST
    count = math.ceil(math.log(max(largest, first) / first) / math.log(STEP)) + 1
    modules = [first * STEP**number for number in range(count)]
    halves = [grey]
    while MODULE / modules[-1] <= 0.5 ** len(halves) and min(halves[-1].shape) >= 2:
        halves.append(cv2.resize(halves[-1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
    for module in reversed(modules):
        scale = MODULE / module
        size = round(width * scale), round(height * scale)
        if min(size) < WINDOW:
            continue
        half = min(len(halves) - 1, max(0, math.floor(-math.log2(scale) + 1e-9)))
        pixels = halves[half]
        if size != pixels.shape[1::-1]:
            if size[0] < 0.75 * pixels.shape[1]:
                # Keeps what is finer than the smaller pixels from turning up as something else.
                pixels = cv2.GaussianBlur(pixels, (3, 3), 0.5)
            pixels = cv2.resize(pixels, size, interpolation=cv2.INTER_LINEAR)
        yield Level(pixels, (size[0] / width, size[1] / height), module)


# --- peaks ------------------------------------------------------------------------------------------------------------


def _inside_share(radius: Any, half: float) -> Any:
    """The share of a circle that lies inside a square of half side *half* round the same centre."""
    return np.clip(1 - 4 / np.pi * np.arccos(np.minimum(half / np.maximum(radius, 1e-6), 1)), 0, 1)


@cache
def _kernel() -> tuple[tuple[tuple[Any, Any], ...], float, float]:
    """The ring kernel as (row, column) pairs whose products, added, are the kernel; its mean and the norm of the rest.

    It is the finder pattern with its light rim averaged over all turns (`_inside_share`), softened by half a pixel as
    pictures are. Three pairs hold 98 % of it and cost half as much as the whole.
    """
    cv2 = opencv()
    fine = 5
    far = (np.arange(WINDOW * fine) + 0.5) / fine - WINDOW / 2
    radius = np.hypot(far[:, None], far[None, :]) / MODULE
    light = 1 - 2 * (_inside_share(radius, 3.5) - _inside_share(radius, 2.5) + _inside_share(radius, 1.5))
    drawn = cv2.GaussianBlur(light.reshape(WINDOW, fine, WINDOW, fine).mean(axis=(1, 3)), (0, 0), 0.5)
    whole = np.arange(WINDOW) - WINDOW // 2
    near = 1 / (1 + np.exp(6 * (np.hypot(whole[:, None], whole[None, :]) / MODULE - 4.3)))
    ring = (drawn - (drawn * near).sum() / near.sum()) * near
    values, vectors = np.linalg.eigh(ring)
    best = np.argsort(-np.abs(values))[:3]
    vectors = vectors.astype(np.float32)
    pairs = tuple((np.float32(GAIN * values[one]) * vectors[:, one], vectors[:, one]) for one in best)
    kept = np.sum([np.outer(row, column) for row, column in pairs], axis=0)
    return pairs, float(kept.mean()), float(np.linalg.norm(kept - kept.mean()))


def _peaks(level: Level, deadline: float | None) -> Any:
    """Places where the ring fits best among its neighbours: n x 4 of x, y and module (pixels of the picture), correlation."""
    cv2 = opencv()
    padded = cv2.copyMakeBorder(level.pixels, RIM, RIM, RIM, RIM, cv2.BORDER_REPLICATE)
    height = level.pixels.shape[0]
    # Strips that stay in the processor's cache.
    rows = max(64, 100_000 // padded.shape[1])
    found = []
    for top in range(0, height, rows):
        found.append(_strip(padded[top : min(top + rows, height) + 2 * RIM]) + np.array([0, top, 0, 0], np.float32))
        if _late(deadline):
            break
    peaks = np.concatenate(found)
    peaks[:, :2] /= level.scale
    peaks[:, 2] = level.module
    return peaks


def _strip(part: Any) -> Any:
    """The peaks of one strip with a rim of RIM pixels on every side: x and y in the strip without its rim, 0, correlation."""
    cv2 = opencv()
    pairs, mean, norm = _kernel()
    ring: Any = None
    for row, column in pairs:
        one = cv2.sepFilter2D(part, cv2.CV_16S, row, column)
        ring = one if ring is None else cv2.add(ring, one)
    highest = cv2.compare(ring, cv2.dilate(ring, np.ones((5, 5), np.uint8)), cv2.CMP_GE)
    strong = cv2.compare(ring, PEAK * CONTRAST * WINDOW * norm, cv2.CMP_GT)
    # Faster than OpenCV's own where few are set.
    y, x = np.divmod(np.flatnonzero(cv2.bitwise_and(highest, strong) != 0), part.shape[1])
    inner = (x >= RIM) & (x < part.shape[1] - RIM) & (y >= RIM) & (y < part.shape[0] - RIM)
    x, y = x[inner], y[inner]
    if not len(x):
        return np.zeros((0, 4), np.float32)
    sums, squares = cv2.integral2(part)
    low, high = -(WINDOW // 2), WINDOW // 2 + 1
    area = float(WINDOW * WINDOW)

    def within(integral: Any) -> Any:
        return (
            integral[y + high, x + high] - integral[y + low, x + high] - integral[y + high, x + low] + integral[y + low, x + low]
        )

    total = within(sums).astype(np.float64)
    spread = np.sqrt(np.maximum(within(squares) - total * total / area, area * CONTRAST**2))
    middle = ring[y, x].astype(np.float64)
    fits = (middle - mean * total) / (norm * spread)
    good = fits > PEAK
    x, y = x[good], y[good]

    right = _highest(*(ring[y, x + step].astype(np.float64) for step in (-1, 0, 1)))
    down = _highest(*(ring[y + step, x].astype(np.float64) for step in (-1, 0, 1)))
    found = np.zeros((len(x), 4), np.float32)
    found[:, 0], found[:, 1], found[:, 3] = x - RIM + 0.5 + right, y - RIM + 0.5 + down, fits[good]
    return found


def outside(peaks: Any, quads: Sequence[Any]) -> Any:
    """Those of *peaks* that lie in none of *quads*, each clockwise."""
    for quad in quads:
        corners = np.asarray(quad, np.float32).reshape(4, 2)
        along = np.roll(corners, -1, axis=0) - corners
        off = peaks[:, None, :2] - corners[None]
        turned = along[None, :, 0] * off[:, :, 1] - along[None, :, 1] * off[:, :, 0]
        peaks = peaks[~((turned >= 0).all(axis=1) | (turned <= 0).all(axis=1))]
    return peaks


def neighbours(peaks: Any, low: float, high: float, ratio: float, at_most: int) -> tuple[Any, Any]:
    """Pairs (one, other) of *peaks* of which the other lies *low* to *high* modules of the one away and is at most *ratio*
    times larger or smaller. Of each peak at most *at_most* others, those that fit the ring best."""
    order = np.argsort(peaks[:, 0], kind="stable")
    x, y, module, fits = peaks[order].T
    scale = np.log(module)
    ones, others = [np.zeros(0, np.intp)], [np.zeros(0, np.intp)]
    for start in range(0, len(order), 64):
        block = slice(start, start + 64)
        reach = high * module[block]
        first = int(np.searchsorted(x, (x[block] - reach).min()))
        last = int(np.searchsorted(x, (x[block] + reach).max(), side="right"))
        right, down = x[None, first:last] - x[block, None], y[None, first:last] - y[block, None]
        far = right * right + down * down
        near = (far <= np.square(reach)[:, None]) & (far >= np.square(low * module[block])[:, None])
        near &= np.abs(scale[None, first:last] - scale[block, None]) <= math.log(ratio)
        near[np.arange(near.shape[0]), np.arange(near.shape[0]) + start - first] = False
        crowded = np.flatnonzero(near.sum(axis=1) > at_most)
        if len(crowded):
            marks = np.where(near[crowded], fits[None, first:last], -1)
            least = -np.partition(-marks, at_most - 1, axis=1)[:, at_most - 1 : at_most]
            near[crowded] &= marks >= least
        one, other = np.nonzero(near)
        ones.append(order[one + start])
        others.append(order[other + first])
    return np.concatenate(ones), np.concatenate(others)


def _merged(peaks: Any) -> Any:
    """*peaks* of all levels with one for each place, the best first: its correlation, the mean of all there for the rest."""
    peaks = peaks[np.argsort(-peaks[:, 3], kind="stable")[: 3 * MOST_PEAKS]]
    one, other = neighbours(peaks, 0, 1.6, STEP**2 * 1.05, 12)
    # A tilted finder has two peaks, one on either side of its centre: the mean of both is what is meant.
    weight = np.maximum(peaks[:, 3] - 0.2, 0.01)
    total = weight + np.bincount(one, weight[other], len(peaks))

    def mean(of: Any) -> Any:
        return (weight * of + np.bincount(one, (weight * of)[other], len(peaks))) / total

    means = np.stack([mean(peaks[:, 0]), mean(peaks[:, 1]), np.exp(mean(np.log(peaks[:, 2]))), peaks[:, 3]], axis=1)
    beaten = np.zeros(len(peaks), bool)
    # They are sorted: of two that are equal the first one stays.
    beaten[one[other < one]] = True
    return means[~beaten][:MOST_PEAKS].astype(np.float32)


def _centred(levels: Sequence[Level], peaks: Any) -> Any:
    """*peaks* moved to where the picture is most like itself turned by half a turn, by at most two pixels of their level.

    However tilted, a finder pattern is that round its centre, while the ring may answer on one side of a tilted one.
    """
    side, reach = 9, 2
    wide, shifts = side + 2 * reach, 2 * reach + 1
    off = (np.mgrid[0:wide, 0:wide][::-1].reshape(2, -1).T - wide // 2).astype(np.float32)
    pitch = np.array([level.module for level in levels], np.float32)[_nearest(levels, peaks[:, 2])] / MODULE
    light = sampled(levels, peaks[:, 2], peaks[:, None, :2] + off * pitch[:, None, None])
    # Peaks last, so that each sum runs over memory in order.
    seen = np.ascontiguousarray(light.T).reshape(wide, wide, -1)
    alike = np.empty((shifts, shifts, len(peaks)), np.float32)
    for down, right in np.ndindex(shifts, shifts):
        part = seen[down : down + side, right : right + side]
        flat = np.square(part.sum(axis=(0, 1))) / side**2
        upper, lower = part[: side // 2], part[: side // 2 : -1, ::-1]
        middle = part[side // 2]
        same = 2 * (upper * lower).sum(axis=(0, 1)) + (middle * middle[::-1]).sum(axis=0) - flat
        alike[down, right] = same / (np.square(part).sum(axis=(0, 1)) - flat + side**2)
    best = alike.reshape(shifts * shifts, -1).argmax(axis=0)
    down, right, each = best // shifts, best % shifts, np.arange(len(peaks))
    most = alike[down, right, each]
    near = np.pad(alike, ((1, 1), (1, 1), (0, 0)), mode="edge")
    right = right - reach + _highest(near[down + 1, right, each], most, near[down + 1, right + 2, each])
    down = down - reach + _highest(near[down, best % shifts + 1, each], most, near[down + 2, best % shifts + 1, each])
    moved = peaks.copy()
    moved[:, :2] += np.where(most > ALIKE, pitch, 0)[:, None] * np.stack([right, down], axis=1)
    return moved


@cache
def _poses() -> tuple[Any, Any, Any]:
    """The finder pattern with its rim in many poses: turned, tilted by up to 60 degrees, and larger or smaller than a peak says.

    Three arrays: WINDOW**2 x poses of templates (mean 0 and norm 1 where they have weight), their weights, the same for TURNS
    of them, and the module of each pose to that of the kernel.
    """
    cv2 = opencv()
    fine = 5
    far = (np.arange(WINDOW * fine) + 0.5) / fine - WINDOW / 2
    pixels = np.stack(np.meshgrid(far, far))
    templates, weights, sizes = [], [], []
    for size, (shrunk, directions) in product((0.85, 1.0, 1.18, 1.39), ((1.0, 1), (0.72, 6), (0.52, 6))):
        for direction in range(directions):
            tilted = _turn(math.pi * direction / directions) @ np.diag([shrunk**0.5, shrunk**-0.5]) * (MODULE * size)
            flat = np.tensordot(np.linalg.inv(tilted), pixels, 1)
            weight = (np.hypot(*flat) < 4.5).astype(np.float64).reshape(WINDOW, fine, WINDOW, fine).mean(axis=(1, 3))
            weights.append(weight.ravel())
            for turn in range(TURNS):
                away = np.abs(np.tensordot(_turn(math.pi / 2 / TURNS * turn).T, flat, 1)).max(axis=0)
                drawn = np.select([away < 1.5, away < 2.5, away < 3.5], [-1.0, 1.0, -1.0], 1.0)
                drawn = cv2.GaussianBlur(drawn.reshape(WINDOW, fine, WINDOW, fine).mean(axis=(1, 3)), (0, 0), 0.6)
                drawn -= (drawn * weight).sum() / weight.sum()
                templates.append((drawn * weight / math.sqrt((drawn**2 * weight).sum())).ravel())
                sizes.append(size)
    return np.array(templates, np.float32).T, np.array(weights, np.float32).T, np.array(sizes, np.float32)


def _turn(angle: float) -> Any:
    return np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])


def _finders(levels: Sequence[Level], peaks: Any) -> Any:
    """Those of *peaks* that look like a finder pattern in some pose, with that pose's module and correlation; best first."""
    templates, weights, sizes = _poses()
    off = (np.mgrid[0:WINDOW, 0:WINDOW][::-1].reshape(2, -1).T - WINDOW // 2).astype(np.float32)
    pitch = np.array([level.module for level in levels], np.float32)[_nearest(levels, peaks[:, 2])] / MODULE
    light = sampled(levels, peaks[:, 2], peaks[:, None, :2] + off * pitch[:, None, None])
    light -= light.mean(axis=1, keepdims=True)
    spread = np.square(light) @ weights - np.square(light @ weights) / weights.sum(axis=0)
    fits = (light @ templates).reshape(len(peaks), len(sizes) // TURNS, TURNS) / np.sqrt(np.maximum(spread, WINDOW**2))[
        :, :, None
    ]
    fits = fits.reshape(len(peaks), len(sizes))
    pose = fits.argmax(axis=1)
    fit = fits[np.arange(len(peaks)), pose]
    found = np.stack([peaks[:, 0], peaks[:, 1], pitch * MODULE * sizes[pose], fit], axis=1)
    enough = min(MOST_FINDERS, max(FEW_FINDERS, int((fit > FINDER).sum())), int((fit > PERHAPS).sum()))
    return found[np.argsort(-fit, kind="stable")[:enough]]


def _highest(before: Any, middle: Any, after: Any) -> Any:
    """Where the parabola through three neighbours is highest, from the middle one, which is the highest of them."""
    return np.clip((before - after) / (2 * np.minimum(before + after - 2 * middle, -1e-6)), -0.5, 0.5)


def _nearest(levels: Sequence[Level], modules: Any) -> Any:
    """Which level shows each of *modules* (pixels) best."""
    bounds = np.array([math.sqrt(one.module * other.module) for one, other in pairwise(levels)])
    return len(bounds) - np.searchsorted(bounds[::-1], modules)


def sampled(levels: Sequence[Level], modules: Any, places: Any) -> Any:
    """The brightness at *places* (n x k x 2, pixels of the picture), each row seen in the level that shows its module best."""
    cv2 = opencv()
    chosen = _nearest(levels, modules)
    light = np.zeros(places.shape[:2], np.float32)
    for number in np.unique(chosen):
        level = levels[number]
        mine = np.flatnonzero(chosen == number)
        for start in range(0, len(mine), 8192):  # OpenCV's pictures have no more than 32,767 rows.
            some = mine[start : start + 8192]
            at = (places[some] * np.array(level.scale, np.float32) - 0.5).astype(np.float32)
            light[some] = cv2.remap(level.pixels, at, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return light
