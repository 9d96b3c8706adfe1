"""Reads a version 1 symbol whose modules are too small or too blurred to be seen one by one.

Light spreads from each module to its neighbours. How it spreads is learnt on the symbol itself, whose finder, timing and
format modules are known; then the neighbours' share is taken away from each module, which tells it better, which makes
the neighbours better known, and so on: turbo equalisation by soft interference cancellation (Tuechler, Koetter, Singer:
"Minimum mean squared error equalization using a priori information", 2002). The same model says how the corners must move
for a better fit. What the modules then say is left to the error correction of zbar, or matched with the known labels.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Set
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from companion.scan.labels import closed, symbol
from companion.scan.labels.symbol import FIXED, SIDE
from companion.scan.readers import opencv
from companion.scan.seen import How

STEP = 3
"""Samples taken along a module."""

MARGIN = 2
"""Modules around the symbol that are sampled too."""

REACH = 2
"""Modules on each side whose light is taken to reach a module."""

RIDGE = 3.0
"""Weight of the wish for small numbers in the fits, against 441 modules."""

GAIN = 0.5
"""How far the modules' apparent signal to noise ratio is believed: their errors are not independent of each other."""

PASSES = 4
"""How often modules are told anew before the corners are moved."""

EFFORTS = 4
"""How often modules are told with other corners: moved for a better fit, with the free corner searched, and moved again."""

PERHAPS = 0.25
"""The fit from which a place is worth more effort: what is no label has less."""

HOPELESS = 13.0
"""Codewords of 26 that are expected wrong, from which zbar, which corrects 8, is not asked: GAIN makes it too many."""

MISREAD = 1e-6
"""The chance that what passed the error correction is wrong: 26 random codewords do so once in 3e15, damaged lesser levels
and versions oftener."""


@dataclass(frozen=True, slots=True)
class Modules:
    """What was made out of one symbol.

    `values`: 21 x 21, dark above 0; half the log-likelihood ratio of dark against light, as far as it is believed. `corners`:
    4 x 2 pixels. `fit`: how well the modules that every symbol has can be told apart here by their looks, 0 to 1.
    """

    values: Any
    corners: Any
    fit: float


@dataclass(frozen=True, slots=True)
class Reading:
    """A text, where it stands and how sure it is; `how` as in `Sighting`."""

    text: str
    corners: Any
    how: How
    confidence: float


def read(grey: Any, corners: Any, known: Set[str] | None = None, hidden: int | None = None) -> Reading | Modules | None:
    """What the symbol at *corners* (4 x 2, clockwise from its own top left) says, or else the best that was made out of it.

    *hidden*: which of the corners has no finder pattern that is seen: nothing is learnt from there. None when there is hardly a
    symbol in the picture.
    """
    best: Modules | None = None
    for modules in looks(grey, corners, hidden):
        if best is None or modules.fit >= best.fit:
            best = modules
        if _wrong(modules.values) < HOPELESS:
            text = symbol.text(modules.values)
            if text is not None:
                return Reading(text, modules.corners, "rectified", 1 - MISREAD)
        if known is not None:
            matched = closed.match(modules.values, known)
            if matched is not None:
                return Reading(matched[0], modules.corners, "closed set", matched[1])
    return best


def _wrong(values: Any) -> float:
    """How many of the 26 codewords are expected to have a wrong module."""
    right = 1 / (1 + np.exp(-2 * np.abs(values[symbol.DATA]).astype(float)))
    all_right = np.zeros(26)
    np.add.at(all_right, symbol.codewords(), np.log(right))
    return float(26 - np.exp(all_right).sum())


# --- looking, better each time ----------------------------------------------------------------------------------------


def looks(grey: Any, corners: Any, hidden: int | None = None) -> Iterator[Modules]:
    """What can be made out of the symbol at *corners*, cheaply first, then with more effort; *hidden* as in `read`."""
    corners = np.asarray(corners, np.float64)
    seen = _samples(grey, corners)
    if seen is None:
        return
    around, contrast = _lit(seen, hidden)
    values, fit = _equalised(around, hidden)
    yield Modules(values.reshape(SIDE, SIDE), corners, fit)
    for effort in range(EFFORTS):
        estimate = _cancelled(around, values, PASSES, hidden)
        yield Modules(estimate.values.reshape(SIDE, SIDE), corners, fit)
        if effort + 1 == EFFORTS or fit < PERHAPS:
            return
        # Where a finder pattern is hidden, what hides it may cover as much of the free corner's side.
        freed = effort == 1 and hidden is None
        corners = _with_free_corner(grey, corners) if freed else _moved(corners, _drift(seen, contrast, estimate))
        seen = _samples(grey, corners)
        if seen is None:
            return
        around, contrast = _lit(seen, hidden)
        values, fit = _equalised(around, hidden)
        if not freed:
            values = estimate.values


# --- sampling ---------------------------------------------------------------------------------------------------------

ACROSS = (SIDE + 2 * MARGIN) * STEP
SQUARE = np.array([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]], np.float32)


@cache
def _grid() -> Any:
    """Where samples are taken, in modules from the symbol's top left: 1 x ACROSS^2 x 2."""
    along = (np.arange(ACROSS, dtype=np.float32) + 0.5) / STEP - MARGIN
    return np.stack(np.meshgrid(along, along), axis=-1).reshape(1, -1, 2)


def _samples(grey: Any, corners: Any) -> Any | None:
    """The brightness at each place of the grid: ACROSS x ACROSS; None where the symbol is hardly in the picture."""
    cv2 = opencv()
    module = max(1.0, abs(cv2.contourArea(corners.astype(np.float32))) ** 0.5 / SIDE)
    reach = MARGIN * module * 2 + 2
    low = np.floor(corners.min(axis=0) - reach).clip(0, 1e6).astype(int)
    high = np.ceil(corners.max(axis=0) + reach).clip(0, 1e6).astype(int)
    part = grey[low[1] : high[1], low[0] : high[0]]
    if min(part.shape) < SIDE or max(part.shape) > 80 * module + 80:
        return None
    placed = corners - low
    if module > STEP + 1:
        # A sample stands for the area around it: a large symbol is made small first.
        height, width = part.shape
        size = (max(1, round(width * STEP / module)), max(1, round(height * STEP / module)))
        placed = placed * (size[0] / width, size[1] / height)
        part = cv2.resize(part, size, interpolation=cv2.INTER_AREA)
    there = cv2.getPerspectiveTransform(SQUARE, placed.astype(np.float32))
    # OpenCV counts from the middle of the first pixel.
    places = cv2.perspectiveTransform(_grid(), there) - np.float32(0.5)
    seen = cv2.remap(part, places, None, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return seen.reshape(ACROSS, ACROSS).astype(np.float32)


@cache
def _around() -> tuple[Any, Any]:
    """Rows and columns of the samples at which a module is looked at, its own middle first: both 441 x 13.

    A diamond of every other sample, up to 4/3 of a module away.
    """
    middle = (np.arange(SIDE) + MARGIN) * STEP + STEP // 2
    rows, columns = (a.ravel() for a in np.meshgrid(middle, middle, indexing="ij"))
    diamond = [(2 * down, 2 * across) for down in range(-2, 3) for across in range(-2, 3) if abs(down) + abs(across) <= 2]
    diamond.sort(key=lambda step: abs(step[0]) + abs(step[1]))
    steps = np.array(diamond)
    return rows[:, None] + steps[:, 0], columns[:, None] + steps[:, 1]


@cache
def _plane() -> Any:
    """1, x and y of each module, from -1 to 1: 441 x 3."""
    down, across = (a.ravel() for a in np.mgrid[0:SIDE, 0:SIDE] / ((SIDE - 1) / 2) - 1)
    return np.stack([np.ones(SIDE * SIDE), across, down], axis=-1).astype(np.float32)


@cache
def _learnt(hidden: int | None) -> tuple[Any, Any]:
    """Which of the 441 modules are FIXED and not in the *hidden* corner, and what they show."""
    fixed = FIXED.copy()
    if hidden is not None:
        fixed[_corner(hidden)] = False
    return np.flatnonzero(fixed), symbol.KNOWN[fixed]


def _corner(number: int) -> tuple[slice, slice]:
    """Rows and columns of the finder pattern, with its light edge, at a corner."""
    near, far = slice(0, 8), slice(SIDE - 8, SIDE)
    return (near, far)[number > 1], (near, far)[number in (1, 2)]


@cache
def _clear(hidden: int | None) -> Any:
    """How much each module counts as long as it shows what it must: 441, less in the *hidden* corner."""
    clear = np.ones((SIDE, SIDE), np.float32)
    if hidden is not None:
        clear[_corner(hidden)] = 0.05
    return clear.ravel()


@cache
def _lighting(hidden: int | None) -> Any:
    """What the modules that are learnt from are made of, light as a plane and contrast as a plane: n x 6."""
    learnt, shown = _learnt(hidden)
    plane = _plane()[learnt]
    return np.concatenate([plane, plane * shown[:, None]], axis=1)


def _lit(seen: Any, hidden: int | None) -> tuple[Any, Any]:
    """What is seen around each module (441 x 13) with the light taken out: about 1 dark, -1 light; and the contrast (441 x 1)."""
    around = seen[_around()]
    known = _lighting(hidden)
    middle = around[_learnt(hidden)[0], 0]
    weight = np.ones((len(middle), 1), np.float32)
    for _ in range(2):
        # What a thumb or glare hides is not of this light: what fits badly counts less.
        weighed = known * weight
        fit = np.linalg.solve(weighed.T @ known + np.float32(1e-2) * np.eye(6, dtype=np.float32), weighed.T @ middle)
        off = np.abs(middle - known @ fit)
        weight = 1 / (1 + (off / (2 * off.mean() + 1)) ** 2)[:, None]
    level, contrast = _plane() @ fit[:3], _plane() @ fit[3:]
    contrast = np.where(contrast < -1, contrast, np.float32(-1))[:, None]
    return (around - level[:, None]) / contrast, contrast


# --- telling modules --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Estimate:
    """`values` of 441 modules; `off`: what the model leaves unexplained (441 x 13) and `weight` (441) by which it counts."""

    values: Any
    off: Any
    weight: Any


def _solved(square: Any, right: Any, ridge: float) -> Any:
    return np.linalg.solve(square + np.float32(ridge) * np.eye(len(square), dtype=np.float32), right)


def _equalised(around: Any, hidden: int | None) -> tuple[Any, float]:
    """What the linear equaliser that tells the FIXED modules best makes of all modules, and how well it tells those, 0 to 1."""
    looked = np.concatenate([around, np.ones((len(around), 1), np.float32)], axis=1)
    fixed, shown = _learnt(hidden)
    first = looked[fixed]
    values = looked @ _solved(first.T @ first, first.T @ shown, RIDGE)
    off = values[fixed] - shown
    # An unbiased variance: as many unknowns as the equaliser has were fitted.
    noise = float(off @ off) / (len(off) - first.shape[1]) + 1e-3
    return values * np.float32(GAIN / noise), max(0.0, 1 - noise)


def _cancelled(around: Any, values: Any, passes: int, hidden: int | None) -> _Estimate:
    """The modules told anew from what is seen *around* each, beginning with *values*; the neighbours' light taken away."""
    told = symbol.told(values.reshape(SIDE, SIDE)).ravel()
    known = told != 0
    believed = np.where(known, told, np.tanh(values))
    trusted = clear = _clear(hidden)
    near = np.ones((len(around), (2 * REACH + 1) ** 2 + 1), np.float32)
    own = (2 * REACH + 1) ** 2 // 2
    estimate = _Estimate(values, around, np.ones(len(told), np.float32))
    for _ in range(passes):
        weight = np.where(known, trusted, np.abs(believed))
        near[:, :-1] = _neighbours(believed)
        weighed = near * weight[:, None]
        spread = _solved(weighed.T @ near, weighed.T @ around, RIDGE)
        off = around - near @ spread
        weighed_off = off * weight[:, None]
        square = weighed_off.T @ off
        noise = square / (weight.sum() + np.float32(1e-3))
        whitened = _solved(noise, spread[own], 0.02 * float(np.trace(noise)) / len(noise) + 1e-5)
        snr = float(spread[own] @ whitened)
        if not snr > 1e-6:
            break
        values = off @ (whitened / np.float32(snr)) + believed
        estimate = _Estimate(values * np.float32(GAIN * snr), off, weight)
        believed = np.where(known, told, np.tanh(estimate.values))
        # A known module that shows the contrary is covered: it says nothing of how light spreads.
        trusted = np.where(values * told < 0, np.float32(0.05), clear)
    return estimate


def _neighbours(believed: Any) -> Any:
    """The modules around each module, light beyond the symbol: 441 x 25."""
    wide = np.full((SIDE + 2 * REACH, SIDE + 2 * REACH), np.float32(-1))
    wide[REACH:-REACH, REACH:-REACH] = believed.reshape(SIDE, SIDE)
    return wide.ravel()[_near()]


@cache
def _near() -> Any:
    across = SIDE + 2 * REACH
    down, right = (a.ravel() for a in np.mgrid[0 : 2 * REACH + 1, 0 : 2 * REACH + 1])
    rows, columns = (a.ravel() for a in np.mgrid[0:SIDE, 0:SIDE])
    return (rows[:, None] + down) * across + columns[:, None] + right


# --- moving corners ---------------------------------------------------------------------------------------------------

LOOKED = 5
"""Of the places at which a module is looked at, those that tell how it must move: its middle and the four next to it."""


@cache
def _motions() -> Any:
    """How a module moves under each of the eight small changes of a homography: 8 x 441 x 2."""
    _, x, y = _plane().T
    none = np.zeros_like(x)
    ways = ((none + 1, none), (none, none + 1), (x, none), (y, none), (none, x), (none, y), (x * x, x * y), (x * y, y * y))
    return np.stack([np.stack(way, axis=-1) for way in ways])


def _drift(seen: Any, contrast: Any, estimate: _Estimate) -> Any:
    """How far the symbol's corners lie from where they were thought, in modules: 4 x 2. A Gauss-Newton step."""
    down, across = np.gradient(seen)
    rows, columns = _around()
    places = rows[:, :LOOKED], columns[:, :LOOKED]
    slope = np.stack([across[places], down[places]]) * (STEP / contrast)
    motions = _motions()
    change = motions[:, :, :1] * slope[0] + motions[:, :, 1:] * slope[1]
    weighed = (change * estimate.weight[:, None]).reshape(len(motions), -1)
    change = change.reshape(len(motions), -1)
    square = weighed @ change.T
    amount = _solved(square, -(weighed @ estimate.off[:, :LOOKED].ravel()), 0.005 * float(np.trace(square)) / 8 + 1e-6)
    ends = np.array([0, SIDE - 1, SIDE * SIDE - 1, SIDE * (SIDE - 1)])
    return np.tensordot(amount, motions[:, ends], axes=1).clip(-1, 1)


def _moved(corners: Any, drift: Any) -> Any:
    """*corners* after a *drift* in modules."""
    cv2 = opencv()
    there = cv2.getPerspectiveTransform(SQUARE, corners.astype(np.float32))
    return cv2.perspectiveTransform((SQUARE + drift).astype(np.float32)[None], there)[0].astype(np.float64)


def _with_free_corner(grey: Any, corners: Any) -> Any:
    """*corners* with the one that has no finder where the modules near it are told apart best."""
    for steps in ((-2.4, -1.6, -0.8, 0.0, 0.8, 1.6, 2.4), (-0.4, 0.0, 0.4)):
        best, most = corners, -math.inf
        for down in steps:
            for across in steps:
                moved = _moved(corners, np.array([[0, 0], [0, 0], [across, down], [0, 0]]))
                seen = _samples(grey, moved)
                if seen is None:
                    continue
                around, _ = _lit(seen, None)
                told = float(np.abs(_equalised(around, None)[0].reshape(SIDE, SIDE)[9:, 9:]).mean())
                if told > most:
                    best, most = moved, told
        corners = best
    return corners
