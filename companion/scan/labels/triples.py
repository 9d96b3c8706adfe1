"""Which three finder patterns may be one label's: those that stand as the finders of a version 1 symbol do, where the other
modules that every such symbol has, timing patterns and rims, are as they should be.

On 84 frames of the set `table` of bench/rendered.py (all of 720p and 1080p, the first 14 of 12 MP), the three corners with
finders were right to 1.5 modules for 1,484 of 1,486 labels; the other two had 1.65 pixels a module at 57 to 60 degrees of tilt.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from companion.scan.labels.finders import APART, Finders, Level, finders, neighbours, sampled
from companion.scan.labels.symbol import SIDE

NEIGHBOURS = 40
PARTNERS = 6
"""Peaks round a peak that are tried, and of those at most so many as fit best for the finder next to it."""

LINKED = 0.45
"""Correlation of the line between two peaks with that between two finders from which they are partners."""

MOST_TRIPLES = 20_000
MOST_CHECKED = 400
MOST = 300
"""Candidates at most."""

TIMING = 0.1
"""Correlation of both timing patterns from which a triple is looked at as a whole."""

LIKELY = 0.45
"""Score from which a triple is a candidate."""


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """Where a label may lie.

    `corners`: 4 x 2 float32, the outer corners of the symbol in pixels, clockwise from its own top left; (0, 0) is the outer
    corner of the first pixel. The fourth corner (the third of the list) has no finder and is only as good as the others let
    one guess. A mirrored label looks the same to this search: its corners are then those of its mirror image, in which the
    second and the fourth have changed places. `module`: pixels of a module. `score`: how well the modules known of every
    symbol correlate with the picture, 0 to 1. `hidden`: the corner whose finder pattern was not seen, though it should have one;
    `sure`: whether, so much being hidden, a label is surely there (see `pairs`).
    """

    corners: Any
    module: float
    score: float
    hidden: int | None = None
    sure: bool = False


def search(
    grey: Any,
    *,
    smallest: float = 1.4,
    largest: float | None = None,
    skip: Sequence[Any] = (),
    deadline: float | None = None,
) -> list[Candidate]:
    """Labels that may be in *grey* (height x width, 8 bits), the best first.

    *smallest*, *largest*: pixels of a module; the time is that of the smallest. *skip*: corners (4 x 2) of labels that need
    not be found again. *deadline*, of `time.monotonic`: when it has passed, what was found so far is returned.
    """
    return triples(finders(grey, smallest=smallest, largest=largest, skip=skip, deadline=deadline))


def triples(seen: Finders) -> list[Candidate]:
    """Labels of which all three finder patterns were seen, the best first."""
    if not seen.levels:
        return []
    levels, peaks = seen.levels, seen.peaks
    return _candidates(levels, peaks, _alternating(levels, peaks, *_triples(peaks, *_pairs(levels, peaks))))


def _pairs(levels: Sequence[Level], peaks: Any) -> tuple[Any, Any]:
    """For each of *peaks* those that may be the finder next to it: n x PARTNERS indices, -1 where there is none; how they fit."""
    one, other = neighbours(peaks, 0.65 * APART, 2 * APART, 1.7, NEIGHBOURS)
    # Each pair once, however often it came.
    both = np.unique(np.minimum(one, other) * len(peaks) + np.maximum(one, other))
    one, other = both // len(peaks), both % len(peaks)
    start = peaks[one, :2]
    step = (peaks[other, :2] - start) / APART
    axes = np.stack([step, np.zeros_like(step)], axis=1)
    marks = correlated(levels, np.sqrt(peaks[one, 2] * peaks[other, 2]), start, axes, [BETWEEN])[:, 0]
    good = marks > LINKED
    one, other, marks = np.r_[one[good], other[good]], np.r_[other[good], one[good]], np.r_[marks[good], marks[good]]
    order = np.lexsort((-marks, one))
    one, other = one[order], other[order]
    rank = np.arange(len(one)) - np.searchsorted(one, one)
    few = rank < PARTNERS
    partners, fits = np.full((len(peaks), PARTNERS), -1), np.zeros((len(peaks), PARTNERS), np.float32)
    partners[one[few], rank[few]], fits[one[few], rank[few]] = other[few], marks[few]
    return partners, fits


def _triples(peaks: Any, partners: Any, fits: Any) -> tuple[Any, Any]:
    """Triples of *peaks* that stand like the finders of a symbol: n x 3 indices, its top left, top right and bottom left; and
    how well their two pairs fit."""
    first, second = np.triu_indices(PARTNERS, 1)
    corner, pair = np.nonzero(partners[:, second] >= 0)
    first, second = first[pair], second[pair]
    triples = np.stack([corner, partners[corner, first], partners[corner, second]], axis=1)
    marks = (fits[corner, first] + fits[corner, second]) / 2
    across, down = _sides(peaks, triples)
    area = across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0]
    triples = np.where(area[:, None] < 0, triples[:, [0, 2, 1]], triples)
    area = np.abs(area)
    wide, tall = np.hypot(*across.T), np.hypot(*down.T)
    size = np.log(np.maximum(np.sqrt(area), 1e-6)) - np.log(peaks[triples, 2]).mean(axis=1)
    fit = (area > 0.65 * wide * tall) & (np.abs(size) < 0.4) & (np.abs(np.log(wide / tall)) < math.log(2.2))
    return triples[fit], marks[fit]


def _sides(peaks: Any, triples: Any) -> tuple[Any, Any]:
    """One module to the right and one down the symbol of each triple, in pixels: two n x 2."""
    places = peaks[:, :2]
    return (places[triples[:, 1]] - places[triples[:, 0]]) / APART, (places[triples[:, 2]] - places[triples[:, 0]]) / APART


def _patterns() -> Any:
    """What every version-1 symbol has, in parts: places (modules right and down from the top left finder's centre) and what is
    there, 1 light, -1 dark.

    Three finder patterns with the light rim on their inner sides, then the timing patterns of the top and of the left.
    """
    near = np.maximum(np.abs(np.arange(7) - 3)[:, None], np.abs(np.arange(7) - 3)[None, :])
    corner = np.ones((8, 8))
    corner[:7, :7] = np.where(near == 2, 1, -1)
    whole = np.zeros((SIDE, SIDE))
    whole[:8, :8] = corner
    whole[:8, -8:] = corner[:, ::-1]
    whole[-8:, :8] = corner[::-1]
    parts = [(0, 8, 0, 8), (0, 8, SIDE - 8, SIDE), (SIDE - 8, SIDE, 0, 8)]
    rows, columns = np.mgrid[0:SIDE, 0:SIDE]
    seen: list[tuple[Any, Any]] = []
    for top, bottom, left, right in parts:
        box = slice(top, bottom), slice(left, right)
        seen.append((np.stack([columns[box], rows[box]], axis=-1).reshape(-1, 2) - 3.0, whole[box].ravel()))
    along = np.arange(7, SIDE - 7)
    lights = np.where(along % 2, 1.0, -1.0)
    seen.append((np.stack([along, np.full_like(along, 6)], axis=-1) - 3.0, lights))
    seen.append((np.stack([np.full_like(along, 6), along], axis=-1) - 3.0, lights))
    return seen


PATTERNS = _patterns()

BETWEEN = (
    np.array([[0, 0], [1, 0], [2, 0], [3, 0], [4, 0], [10, 0], [11, 0], [12, 0], [13, 0], [14, 0]], np.float64),
    np.array([-1.0, -1, 1, -1, 1, 1, -1, 1, -1, -1]),
)
"""The same of the line from the centre of one finder to the next: the three of one, its rim; the data between may be anything."""


def correlated(levels: Sequence[Level], module: Any, start: Any, axes: Any, parts: Sequence[tuple[Any, Any]]) -> Any:
    """How well each of *parts*, laid with its origin at *start* (n x 2, pixels) and *axes* (n x 2 x 2: one module to the right,
    one down), correlates with the picture: n x parts, -1 to 1."""
    places = np.concatenate([places for places, _ in parts]).astype(np.float32)
    light = sampled(levels, module, places @ axes + start[:, None])
    marks = np.zeros((len(start), len(parts)), np.float32)
    done = 0
    for column, (_, pattern) in enumerate(parts):
        wanted = (pattern - pattern.mean()).astype(np.float32)
        seen = light[:, done : done + len(wanted)]
        done += len(wanted)
        spread = np.sqrt(np.maximum(np.square(seen).sum(axis=1) - np.square(seen.sum(axis=1)) / len(wanted), 1))
        marks[:, column] = seen @ wanted / (spread * np.linalg.norm(wanted))
    return marks


def _seen(levels: Sequence[Level], peaks: Any, triples: Any, parts: Sequence[int]) -> Any:
    """How well each of *parts* of PATTERNS correlates with the picture at each triple: n x parts, -1 to 1."""
    across, down = _sides(peaks, triples)
    module = np.sqrt(np.abs(across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0]))
    axes = np.stack([across, down], axis=1)
    return correlated(levels, module, peaks[triples[:, 0], :2], axes, [PATTERNS[part] for part in parts])


def _alternating(levels: Sequence[Level], peaks: Any, triples: Any, marks: Any) -> Any:
    """Of *triples* those with timing patterns, the best first, at most MOST_CHECKED."""
    if len(triples) > MOST_TRIPLES:
        most = np.argsort(-marks, kind="stable")[:MOST_TRIPLES]
        triples, marks = triples[most], marks[most]
    timing = _seen(levels, peaks, triples, (3, 4)).mean(axis=1)
    best = np.argsort(-(timing + marks + 2 * peaks[triples, 3].mean(axis=1)), kind="stable")[:MOST_CHECKED]
    return triples[best[timing[best] > TIMING]]


def _candidates(levels: Sequence[Level], peaks: Any, triples: Any) -> list[Candidate]:
    """The best of *triples*, no peak in two of them."""
    if not len(triples):
        return []
    scores = _seen(levels, peaks, triples, range(5)).mean(axis=1)
    across, down = _sides(peaks, triples)
    start = peaks[triples[:, 0], :2]
    outer = np.array([[-3.5, -3.5], [17.5, -3.5], [17.5, 17.5], [-3.5, 17.5]], np.float32)
    used: set[int] = set()
    found: list[Candidate] = []
    for best in np.argsort(-scores, kind="stable"):
        if scores[best] < LIKELY or len(found) >= MOST:
            break
        three = set(map(int, triples[best]))
        if three & used:
            continue
        used |= three
        corners = start[best] + outer[:, :1] * across[best] + outer[:, 1:] * down[best]
        module = math.sqrt(abs(float(across[best, 0] * down[best, 1] - across[best, 1] * down[best, 0])))
        found.append(Candidate(corners.astype(np.float32), module, float(scores[best])))
    return found
