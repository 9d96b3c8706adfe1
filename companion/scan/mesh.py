"""Lays the modules of a code on a picture of it, on flat and on curved paper, and reads how dark each is.

A homography brings modules to pixels; what paper that is not flat adds to it is a mesh of displacements, in modules, that
bends as little as what is seen allows. The mesh is fitted by least squares to a code's known modules, to its alignment
patterns, and then to the modules as they were read (Lucas and Kanade's method with a bending energy).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from companion.scan import matrix
from companion.scan.readers import opencv

FINE = 4
"""Pixels for each module in a code drawn straight."""

HELD = 5.0
"""How many modules it takes to move a sharpening filter half way."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A code of *version* laid on the picture *grey*.

    `plane`: 3 x 3, from modules (0 to its side) to pixels counted from the outer edge. `bent`: K x K x 2, what is added to
    a place in modules, at K x K nodes evenly from 0 to the side.
    """

    grey: Any
    version: int
    plane: Any
    bent: Any

    @property
    def side(self) -> int:
        return matrix.side(self.version)

    def places(self, points: Any) -> Any:
        """Modules (... x 2, across and down) as pixels."""
        knots = len(self.bent) - 1
        spot = np.clip(points / self.side * knots, 0, knots)
        whole = np.minimum(spot.astype(int), knots - 1)
        part = spot - whole
        (i, j), (u, v) = np.moveaxis(whole, -1, 0), np.moveaxis(part, -1, 0)[..., None]
        bent = (self.bent[j, i] * (1 - u) + self.bent[j, i + 1] * u) * (1 - v) + (
            self.bent[j + 1, i] * (1 - u) + self.bent[j + 1, i + 1] * u
        ) * v
        moved = points + bent
        there = moved @ self.plane[:, :2].T + self.plane[:, 2]
        return there[..., :2] / there[..., 2:]

    def looked(self, points: Any) -> Any:
        """The brightness at *points*, in modules, as floats."""
        cv2 = opencv()
        places = np.nan_to_num(self.places(points) - 0.5, nan=-9, posinf=-9, neginf=-9).astype(np.float32)
        seen = cv2.remap(self.grey, np.clip(places, -9, 32000), None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return seen.astype(np.float32)


def laid(grey: Any, version: int, plane: Any) -> Laid:
    """Flat."""
    knots = 5 if version < 7 else 7 if version < 20 else 9
    return Laid(grey, version, plane, np.zeros((knots, knots, 2)))


@cache
def _grid(side: int) -> Any:
    """The middles of the FINE x FINE parts of every module."""
    ticks = (np.arange(side * FINE) + 0.5) / FINE
    return np.stack(np.meshgrid(ticks, ticks), axis=-1)


def straight(code: Laid) -> Any:
    """The code drawn straight, FINE pixels for each module."""
    return code.looked(_grid(code.side))


def modules(patch: Any) -> Any:
    """How bright the middle of each module is in a code drawn straight."""
    side = len(patch) // FINE
    cells = patch.reshape(side, FINE, side, FINE)
    return cells[:, 1:-1, :, 1:-1].mean(axis=(1, 3))


def levelled(values: Any, reach: int) -> Any:
    """*values* less the middle of what is around, by how far that spreads: about 1 where light, -1 where dark."""
    cv2 = opencv()
    around = (reach, reach)
    mean = cv2.blur(values, around, borderType=cv2.BORDER_REFLECT)
    spread = np.sqrt(np.maximum(cv2.blur(values * values, around, borderType=cv2.BORDER_REFLECT) - mean * mean, 1.0))
    return (values - mean) / np.maximum(spread, 0.25 * spread.max())


# --- fitting ----------------------------------------------------------------------------------------------------------


@cache
def _weights(knots: int, tiles: int) -> Any:
    """What each node counts at the middle of each of tiles x tiles tiles: tiles**2 x knots**2."""
    spot = (np.arange(tiles) + 0.5) / tiles * (knots - 1)
    one = np.maximum(0, 1 - np.abs(spot[:, None] - np.arange(knots)))
    return np.einsum("ai,bj->abij", one, one).reshape(tiles * tiles, knots * knots)


@cache
def _bending(knots: int) -> Any:
    """The bending energy of a mesh as a quadratic form, knots**2 x knots**2."""
    second = np.zeros((knots - 2, knots))
    for i in range(knots - 2):
        second[i, i : i + 3] = 1, -2, 1
    first = np.diff(np.eye(knots), axis=0)
    whole = np.eye(knots)
    rows = [np.kron(second, whole), np.kron(whole, second), 0.7 * np.kron(first, first)]
    return sum(part.T @ part for part in rows)


def _solved(code: Laid, weights: Any, forms: Any, pulls: Any, stiff: float) -> Laid:
    """*code* with its mesh moved as *pulls* say: at each of *weights*, the 2 x 2 *forms* times the move is the pull."""
    knots = len(code.bent)
    size = knots * knots
    normal = np.zeros((2 * size, 2 * size))
    right = np.zeros(2 * size)
    bending = stiff * _bending(knots)
    for a in range(2):
        for b in range(2):
            normal[a * size : (a + 1) * size, b * size : (b + 1) * size] = weights.T @ (forms[:, a, b, None] * weights)
        normal[a * size : (a + 1) * size, a * size : (a + 1) * size] += bending + 1e-3 * np.eye(size)
        right[a * size : (a + 1) * size] = weights.T @ pulls[:, a] - bending @ code.bent[..., a].ravel()
    moved = np.linalg.solve(normal, right).reshape(2, knots, knots)
    return replace(code, bent=code.bent + np.clip(np.moveaxis(moved, 0, -1), -3, 3))


def fitted(code: Laid, signs: Any, stiff: float, soft: float = 0.4) -> Laid:
    """*code* moved so that it looks like *signs*: side x side of 1 dark, -1 light, 0 unknown (or anything between).

    *stiff*: what bending costs. *soft*: by how many modules both are blurred before they are compared.
    """
    cv2 = opencv()
    side = code.side
    patch = straight(code)
    sigma = soft * FINE
    seen = levelled(cv2.GaussianBlur(patch, (0, 0), sigma), 11 * FINE)
    ones = np.ones((FINE, FINE), np.float32)
    like = cv2.GaussianBlur(np.kron(-np.asarray(signs, np.float32), ones), (0, 0), sigma)
    like = like / max(float(np.abs(like).mean()), 1e-3) * 0.9 if (np.asarray(signs) != 0).all() else like
    counts = np.kron((np.asarray(signs) != 0).astype(np.float32), ones)
    # Next to what is not known, what is known looks different: count only what has known modules around.
    counts = cv2.erode(counts, np.ones((FINE // 2 + 1, FINE // 2 + 1), np.uint8), borderValue=1)
    down, across = np.gradient(seen, 1 / FINE)
    miss = np.clip(like - seen, -1.5, 1.5) * counts
    across, down = across * counts, down * counts
    tiles = max(3, round(side / 7))
    parts = [across * across, across * down, down * down, across * miss, down * miss]
    sums = [cv2.resize(part, (tiles, tiles), interpolation=cv2.INTER_AREA).ravel() * (side / tiles) ** 2 for part in parts]
    forms = np.stack([np.stack([sums[0], sums[1]], -1), np.stack([sums[1], sums[2]], -1)], -2).astype(float)
    pulls = np.stack(sums[3:], -1).astype(float)
    return _solved(code, _weights(len(code.bent), tiles), forms, pulls, stiff)


@cache
def _eye() -> Any:
    """An alignment pattern, blurred, with FINE pixels for each module and half a module of what is next to it left out."""
    pattern = np.kron(-matrix.alignment().astype(np.float32), np.ones((FINE, FINE), np.float32))
    return opencv().GaussianBlur(pattern, (0, 0), 0.4 * FINE)


def aligned(code: Laid, stiff: float) -> Laid:
    """*code* moved so that alignment patterns lie where they are seen, from the finder patterns outwards."""
    side, knots = code.side, len(code.bent)
    spots: list[tuple[float, float]] = [(3.5, 3.5), (side - 3.5, 3.5), (3.5, side - 3.5)]
    for row, column in matrix.alignment_centres(code.version):
        middle = np.array([column + 0.5, row + 0.5])
        found = _eye_near(code, middle, 2.5 if code.version >= 7 else 2.5 + 0.08 * side)
        if found is None:
            continue
        spots.append((middle[0], middle[1]))
        steps = np.array(spots) / side * (knots - 1)
        weights = [
            np.outer(np.maximum(0, 1 - np.abs(y - np.arange(knots))), np.maximum(0, 1 - np.abs(x - np.arange(knots)))).ravel()
            for x, y in steps
        ]
        pulls = np.zeros((len(spots), 2))
        pulls[-1] = found
        forms = np.broadcast_to(np.eye(2), (len(spots), 2, 2))
        code = _solved(code, np.array(weights), 50 * forms, 50 * pulls, stiff)
    return code


def _eye_near(code: Laid, middle: Any, reach: float) -> Any:
    """How far from *middle*, in modules, an alignment pattern is seen; None if it is not."""
    cv2 = opencv()
    half = round(reach * FINE) + 5 * FINE // 2
    ticks = (np.arange(-half, half) + 0.5) / FINE
    window = code.looked(middle + np.stack(np.meshgrid(ticks, ticks), axis=-1))
    match = cv2.matchTemplate(cv2.GaussianBlur(window, (0, 0), 0.3 * FINE), _eye(), cv2.TM_CCOEFF_NORMED)
    steps = (np.arange(len(match)) - (len(match) - 1) / 2) / FINE
    far = np.hypot(steps[:, None], steps[None, :]) / reach
    match = match - 0.15 * far**2
    row, column = np.unravel_index(int(match.argmax()), match.shape)
    if match[row, column] < 0.5:
        return None
    return np.array([steps[column], steps[row]])


def likeness(code: Laid) -> float:
    """How well *code* looks like what every code of its version has beside and between the finder patterns, -1 to 1."""
    parts = []
    for signs, points in _beside(code.version):
        seen = code.looked(points[None])[0]
        level = seen - seen.mean()
        parts.append(float(-(level @ signs) / (np.linalg.norm(level) * np.linalg.norm(signs) + 1e-6)))
    return sum(parts) / len(parts)


@cache
def _beside(version: int) -> list[tuple[Any, Any]]:
    """The timing pattern near the finder patterns, and from version 7 on the version: signs (their mean 0) and middles."""
    side = matrix.side(version)
    known = matrix.known(version).astype(np.float32)
    for row, column in matrix.alignment_centres(version):
        known[row - 2 : row + 3, column - 2 : column + 3] = 0
    known[:7, :7] = known[:7, -7:] = known[-7:, :7] = 0
    known[24 : side - 24, 6] = known[6, 24 : side - 24] = 0
    timing = known.copy()
    named = np.zeros_like(known)
    if version >= 7:
        for spot in ((slice(0, 6), slice(side - 11, side - 8)), (slice(side - 11, side - 8), slice(0, 6))):
            named[spot], timing[spot] = known[spot], 0
    parts = []
    for part in (timing, named) if version >= 7 else (timing,):
        rows, columns = np.nonzero(part)
        signs = part[rows, columns]
        parts.append((signs - signs.mean(), np.stack([columns + 0.5, rows + 0.5], axis=-1)))
    return parts


def sharpened(patch: Any, version: int) -> Any:
    """How dark each module of a code drawn straight is, with the blur undone.

    The filter (5 x 5 taps, half a module apart) is the one that best gives the known modules back, by least squares held
    towards reading the middle of the module alone.
    """
    cv2 = opencv()
    side, half = len(patch) // FINE, FINE // 2
    seen = levelled(cv2.GaussianBlur(patch, (0, 0), FINE / 4), 11 * FINE)
    # Means of 2 x 2 pixels; the one that begins at pixel 1 of a module is its middle.
    means = cv2.boxFilter(seen, -1, (2, 2), anchor=(0, 0), borderType=cv2.BORDER_REPLICATE)
    framed = np.pad(means, FINE, mode="edge")
    first = FINE + half - 1
    shifted = [
        framed[first + down : first + down + side * FINE : FINE, first + across : first + across + side * FINE : FINE]
        for down in range(-FINE, FINE + 1, half)
        for across in range(-FINE, FINE + 1, half)
    ]
    taps = np.stack([tap[:side, :side] for tap in shifted] + [np.ones((side, side))], axis=-1).reshape(side * side, -1)
    signs = matrix.known(version).ravel()
    plain = np.zeros(taps.shape[1])
    plain[12] = -1
    known, rows = signs[signs != 0], taps[signs != 0]
    return (taps @ np.linalg.solve(rows.T @ rows + HELD * np.eye(len(plain)), rows.T @ known + HELD * plain)).reshape(side, side)
