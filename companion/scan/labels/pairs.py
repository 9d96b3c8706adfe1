"""Candidates for labels of which one finder pattern is hidden, under a thumb or the next card, by the two that are seen.

Two finder patterns say where one side of the symbol lies, or its diagonal, and, by how they are drawn out of square, how the
other side must run: that is searched, first coarsely, then finely. The timing pattern between them says on which side of the
two the symbol is, and the format information which of the two is the top left one.

Of the 114 labels of twelve frames of the set `covered` of bench/rendered.py (8 % covered, 720p and 1080p) all are read with these
candidates, and 81 without.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

import numpy as np

from companion.scan import matrix
from companion.scan.labels.finders import APART, Finders, neighbours, outside, sampled
from companion.scan.labels.symbol import SIDE
from companion.scan.labels.triples import Candidate, correlated

CLEAR = 0.6
"""Likeness of a finder pattern from which it may be one of two."""

MOST_PEAKS = 150
NEIGHBOURS = 20
"""Finder patterns round one that are tried with it."""

LINKED = 0.72
"""Correlation of the line from the one to the other from which the two may belong together."""

SLANTED = 1.6
"""How many times longer or shorter a side or a diagonal may look, beside one of a symbol of the same area that is not tilted."""

MOST_PAIRS = 40
MOST = 60
"""Candidates at most."""

DRAWN = 0.65
"""Correlation of both finder patterns, drawn as the symbol lies, from which they are looked at further."""

TIMING = 0.35
"""Correlation of the timing patterns that are seen, from which there is a candidate."""

SEEN = 0.7
SURE = 0.8
"""The same, and the score, from which there surely is a label."""


def search(seen: Finders, skip: Sequence[Any] = ()) -> list[Candidate]:
    """Labels of which two finder patterns are among those *seen* and not in *skip* (corners, 4 x 2 each), the best first.

    A candidate's `hidden` says which corner has no finder pattern that was seen. The same place may come again and again: with
    the other of its finder patterns at the top left, and, last, with its unseen corners a little elsewhere.
    """
    peaks = outside(seen.peaks[seen.peaks[:, 3] > CLEAR][:MOST_PEAKS], skip)
    if len(peaks) < 2:
        return []
    one, other, far = _linked(seen, peaks)
    if not len(one):
        return []
    side, diagonal = far < SLANTED, far > math.sqrt(2) / SLANTED
    found = [*_beside(seen, peaks, one[side], other[side]), *_across(seen, peaks, one[diagonal], other[diagonal])]
    best: list[Candidate] = []
    for candidate in sorted(found, key=lambda candidate: -candidate.score):
        if len(best) < MOST and not any(_same(candidate, better) for better in best):
            best.append(candidate)
    return [*best, *(other for one in best if one.sure for other in _besides(one))][:MOST]


VARIED = 0.06
"""Share of a side by which the side that is guessed is also tried longer, shorter and slanted: a module at its far end."""


def _besides(one: Candidate) -> list[Candidate]:
    """What is tried where *one* cannot be read: the same with its unseen corners elsewhere."""
    right, below = one.corners[1] - one.corners[0], one.corners[3] - one.corners[0]
    share = np.array({0: [-0.5, 0, 0.5, 0], 1: [0, 1, 1, 0], 3: [0, 0, 1, 1]}[one.hidden or 0])[:, None]
    ways = (right + below, right - below) if one.hidden == 0 else (right, below)
    return [
        replace(one, corners=(one.corners + share * sign * VARIED * way).astype(np.float32))
        for way, sign in product(ways, (1, -1))
    ]


def _same(one: Candidate, other: Candidate) -> bool:
    """Whether two candidates say nearly the same."""
    return one.hidden == other.hidden and bool(np.abs(one.corners - other.corners).max() < 0.6 * other.module)


def middles(one: Candidate) -> Any:
    """The middles of the finder patterns that were seen (n x 2)."""
    right, below = (one.corners[1] - one.corners[0]) / SIDE, (one.corners[3] - one.corners[0]) / SIDE
    seen = np.array([centre for corner, centre in CENTRES.items() if corner != one.hidden]) + 3.5
    return one.corners[0] + seen[:, :1] * right + seen[:, 1:] * below


def _linked(seen: Finders, peaks: Any) -> tuple[Any, Any, Any]:
    """Pairs of *peaks* between which the picture looks as between two finder patterns, those that do so best; and how far they
    are apart, in sides of a symbol that is not tilted."""
    one, other = neighbours(peaks, APART / SLANTED, math.sqrt(2) * SLANTED * APART, 1.4, NEIGHBOURS)
    both = np.unique(np.minimum(one, other) * len(peaks) + np.maximum(one, other))
    one, other = both // len(peaks), both % len(peaks)
    start = peaks[one, :2]
    step = (peaks[other, :2] - start) / APART
    module = np.sqrt(peaks[one, 2] * peaks[other, 2])
    marks = correlated(seen.levels, module, start, np.stack([step, np.zeros_like(step)], axis=1), [_line()])[:, 0]
    best = np.argsort(-marks, kind="stable")[:MOST_PAIRS]
    best = best[marks[best] > LINKED]
    return one[best], other[best], np.hypot(*step[best].T) / module[best]


@cache
def _line() -> tuple[Any, Any]:
    """The line through the middles of two finder patterns, from rim to rim, but for the data between: places (18 x 2, in
    fourteenths from the first to the second), and 1 light, -1 dark."""
    along = np.arange(-4, 5)
    light = np.where(np.isin(np.abs(along), (2, 4)), 1.0, -1.0)
    along = np.concatenate([along, along + APART])
    return np.stack([along, np.zeros_like(along)], axis=-1).astype(np.float64), np.tile(light, 2)


# --- how the symbol lies ----------------------------------------------------------------------------------------------


@cache
def _finder(each: int) -> tuple[Any, Any]:
    """A finder pattern with its light rim, 9 x 9: places from its middle (n x 2), one of *each* so many, and 1 light, -1 dark."""
    rows, columns = np.mgrid[-4:5, -4:5]
    away = np.maximum(np.abs(rows), np.abs(columns))
    light = np.where((away == 2) | (away == 4), 1.0, -1.0)
    chosen = (rows + columns) % each == 0
    return np.stack([columns[chosen], rows[chosen]], axis=-1).astype(np.float64), light[chosen]


WIDTHS, SLANTS = (3, math.log(2) / 3), (2, math.radians(16))
"""How long the other side (or diagonal) may be to the one that is seen (its logarithm), and by how much the two may not be at a
right angle: steps in either direction that are tried first, and how far one goes."""


NEAR = tuple(product((-1, 0, 1), repeat=2))


def _other(seen: Finders, first: Any, second: Any, given: Any, diagonal: bool) -> tuple[Any, Any]:
    """The other side (or diagonal) of symbols with finder patterns at *first* and *second* (n x 2), of which one side (or
    diagonal) is *given* (n x 2, pixels a module): n x 2; and how well the two finder patterns, so drawn, are seen (n)."""
    width = slant = np.zeros((len(given), 1))
    first_steps = [range(-steps, steps + 1) for steps, _ in (WIDTHS, SLANTS)]
    for places, steps, fine in ((_finder(2), product(*first_steps), 1.0), (_finder(1), NEAR, 0.5)):
        step = np.array(list(steps)) * fine
        width, slant = width + step[:, 0] * WIDTHS[1], slant + step[:, 1] * SLANTS[1]
        turned = np.stack([-given[:, 1], given[:, 0]], axis=1)
        long = np.exp(width)[..., None]
        others = long * (np.cos(slant)[..., None] * turned[:, None] + np.sin(slant)[..., None] * given[:, None])
        both = np.stack([np.broadcast_to(given[:, None], others.shape), others], axis=2)
        # Half the sum and half the difference of the diagonals are the sides.
        axes = np.stack([both[:, :, 0] + both[:, :, 1], both[:, :, 1] - both[:, :, 0]], axis=2) / 2 if diagonal else both
        axes = axes.reshape(-1, 2, 2)
        module = _module(axes)
        marks = (
            sum(
                correlated(seen.levels, module, np.repeat(place, width.shape[1], axis=0), axes, [places])[:, 0]
                for place in (first, second)
            ).reshape(width.shape)
            / 2
        )
        best = marks.argmax(axis=1)[:, None]
        width, slant = np.take_along_axis(width, best, 1), np.take_along_axis(slant, best, 1)
        other, mark = np.take_along_axis(others, best[..., None], 1)[:, 0], np.take_along_axis(marks, best, 1)[:, 0]
    return other, mark


# --- what is seen of the rest -----------------------------------------------------------------------------------------

ALONG = np.arange(4, 11)
"""Modules of a timing pattern, from the middle of the finder pattern where it begins."""

CENTRES = {0: (0.0, 0.0), 1: (14.0, 0.0), 3: (0.0, 14.0)}
"""The middles of the finder patterns at each corner that has one, modules right and down from that of the top left one."""


@cache
def _parts(hidden: int) -> list[tuple[Any, Any]]:
    """What is seen of a symbol whose finder pattern at a corner is *hidden*: two finder patterns, then two timing patterns. Of a
    timing pattern that ends at what is hidden, the far part. Places (n x 2, as CENTRES) and 1 light, -1 dark."""
    places, light = _finder(1)
    found = [(places + centre, light) for corner, centre in CENTRES.items() if corner != hidden]
    across = np.stack([ALONG, np.full_like(ALONG, 3)], axis=-1).astype(np.float64)
    for corner, line in ((1, across), (3, across[:, ::-1])):
        kept = slice(2, None) if hidden == 0 else slice(None, 5) if hidden == corner else slice(None)
        found.append((line[kept], np.where(ALONG % 2, -1.0, 1.0)[kept]))
    return found


@cache
def _free(hidden: int) -> Any:
    """How start, right and below (3) change with the one direction that the two finder patterns do not fix."""
    return np.array({3: [0, 0, 1], 1: [0, 1, 0], 0: [-APART / 2, 0.5, 0.5]}[hidden])


def _settled(seen: Finders, start: Any, axes: Any, hidden: int) -> tuple[Any, Any, Any]:
    """*start* and *axes* (n x 2, n x 2 x 2: right and below) changed so that `_parts` are seen best, and how well (n x 4)."""
    lie = np.concatenate([start[:, None], axes], axis=1)
    for fine in (0.08, 0.04, 0.02):
        right, below = lie[:, 1], lie[:, 2]
        known, free = {3: (right, below), 1: (below, right), 0: (right - below, right + below)}[hidden]
        steps = np.array(NEAR) * fine
        change = steps[:, :1] * free[:, None] + steps[:, 1:] * known[:, None]
        tried = lie[:, None] + _free(hidden)[:, None] * change[:, :, None]
        flat = tried.reshape(-1, 3, 2)
        marks = correlated(seen.levels, _module(flat[:, 1:]), flat[:, 0], flat[:, 1:], _parts(hidden))
        marks = marks.reshape(len(lie), len(steps), -1)
        each, best = np.arange(len(lie)), marks.sum(axis=2).argmax(axis=1)
        lie = tried[each, best]
    return lie[:, 0], lie[:, 1:], marks[each, best]


def _module(axes: Any) -> Any:
    return np.sqrt(np.abs(np.linalg.det(axes)))


def _beside(seen: Finders, peaks: Any, one: Any, other: Any) -> list[Candidate]:
    """Candidates whose two finder patterns are the ends of one side."""
    first, second = peaks[one, :2].astype(np.float64), peaks[other, :2].astype(np.float64)
    along = (second - first) / APART
    inward, drawn = _other(seen, first, second, along, diagonal=False)
    good = drawn > DRAWN
    found = []
    for start, side, down in ((first, along, inward), (second, -along, -inward)):
        start, side, down = start[good], side[good], down[good]
        # Seen with the symbol below them, the two are its top left and top right, or its bottom left and top left.
        found += _candidates(seen, start, np.stack([side, down], axis=1), 3)
        found += _candidates(seen, start + APART * side, np.stack([down, -side], axis=1), 1)
    return found


def _across(seen: Finders, peaks: Any, one: Any, other: Any) -> list[Candidate]:
    """Candidates whose two finder patterns are the top right and the bottom left one."""
    first, second = peaks[one, :2].astype(np.float64), peaks[other, :2].astype(np.float64)
    diagonal = (second - first) / APART
    leaning, drawn = _other(seen, first, second, diagonal, diagonal=True)
    good = drawn > DRAWN
    found = []
    for rises, leans in ((diagonal, leaning), (-diagonal, -leaning)):
        start = (first + second) / 2 - APART / 2 * leans
        axes = np.stack([leans + rises, leans - rises], axis=1) / 2
        found += _candidates(seen, start[good], axes[good], 0)
    return found


@cache
def _format_places(hidden: int) -> tuple[Any, Any]:
    """Where bits of the format are seen when the finder pattern at a corner is *hidden* (n x 2, modules right and down from the
    middle of the top left finder pattern), and what each of the 32 formats shows there (32 x n, 1 dark, -1 light)."""
    places = matrix.format_places(1).reshape(-1, 2)
    bits = np.tile(matrix.formats(), 2).astype(np.float32)
    far = {0: np.array([0, 0]), 1: np.array([0, 20]), 3: np.array([20, 0])}[hidden]
    seen = np.abs(places - far).max(axis=1) > 9
    return places[seen][:, ::-1] - 3.0, bits[:, seen]


def _format(seen: Finders, start: Any, axes: Any, hidden: int) -> Any:
    """How well the best of all formats correlates with what is seen (n)."""
    places, bits = _format_places(hidden)
    light = sampled(seen.levels, _module(axes), (places @ axes + start[:, None]).astype(np.float32))
    light -= light.mean(axis=1, keepdims=True)
    bits = bits - bits.mean(axis=1, keepdims=True)
    return -(light @ (bits / np.linalg.norm(bits, axis=1, keepdims=True)).T).min(axis=1) / (np.linalg.norm(light, axis=1) + 1)


OUTER = np.array([[-3.5, -3.5], [17.5, -3.5], [17.5, 17.5], [-3.5, 17.5]])


def _candidates(seen: Finders, start: Any, axes: Any, hidden: int) -> list[Candidate]:
    """Of the symbols that begin at *start* and lie along *axes* those with timing patterns."""
    if not len(start):
        return []
    start, axes, marks = _settled(seen, start, axes, hidden)
    # The one that ends at what is hidden may be hidden too.
    timing = marks[:, 2:].mean(axis=1) if hidden == 0 else marks[:, 3 if hidden == 1 else 2]
    scores = (marks.sum(axis=1) + _format(seen, start, axes, hidden)) / 5
    return [
        Candidate(
            (start[at] + OUTER @ axes[at]).astype(np.float32),
            float(_module(axes[at])),
            float(scores[at]),
            hidden,
            bool(timing[at] > SEEN and scores[at] > SURE),
        )
        for at in np.flatnonzero(timing > TIMING)
    ]
