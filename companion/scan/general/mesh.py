"""Lays the modules of a code on a picture of it, on flat and on curved paper, and reads how dark each is.

A homography brings modules to pixels; what paper that is not flat adds to it is a mesh of displacements, in modules, that
bends as little as what is seen allows. The mesh is fitted by least squares to a code's known modules, to its alignment
patterns, and then to the modules as they were read (Lucas and Kanade's method with a bending energy).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
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
        return there[..., :2] / np.maximum(there[..., 2:], 1e-3)

    def looked(self, points: Any) -> Any:
        """The brightness at *points*, in modules, as floats."""
        return self.seen(self.places(points))

    def seen(self, places: Any) -> Any:
        """The brightness at *places*, in pixels, as floats."""
        cv2 = opencv()
        places = np.clip(np.nan_to_num(places - 0.5, nan=-9), -9, 32000).astype(np.float32)
        return cv2.remap(self.grey, places, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(np.float32)


def laid(grey: Any, version: int, plane: Any) -> Laid:
    """Flat."""
    knots = 5 if version < 7 else 7 if version < 20 else 9
    return Laid(grey, version, plane, np.zeros((knots, knots, 2)))


def straight(code: Laid) -> Any:
    """The code drawn straight, FINE pixels for each module."""
    ticks = (np.arange(code.side * FINE) + 0.5) / FINE
    knots = len(code.bent)
    tents = np.maximum(0, 1 - np.abs(ticks[:, None] / code.side * (knots - 1) - np.arange(knots)))
    across, down = (tents @ code.bent[..., axis] @ tents.T for axis in range(2))
    across += ticks[None, :]
    down += ticks[:, None]
    (a, b, c), (d, e, f), (g, h, i) = code.plane
    depth = np.maximum(g * across + h * down + i, 1e-3)
    places = np.stack([(a * across + b * down + c) / depth, (d * across + e * down + f) / depth], axis=-1)
    return code.seen(places)


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
    # Not numpy's solver: that one starts threads, which here take longer than the work.
    solved, solution = opencv().solve(normal, right[:, None], flags=opencv().DECOMP_CHOLESKY)
    if not solved or not np.isfinite(solution).all():
        return code
    moved = solution.reshape(2, knots, knots)
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


@cache
def _near(version: int, reach: int) -> Any:
    """The known modules in rows and columns up to *reach* from the edges, without alignment patterns and the version."""
    side = matrix.side(version)
    near = matrix.known(version).copy()
    for row, column in matrix.alignment_centres(version):
        near[row - 2 : row + 3, column - 2 : column + 3] = 0
    for spot in _named(version):
        near[spot] = 0
    near[reach : max(reach, side - reach)] = 0
    near[:, reach : max(reach, side - reach)] = 0
    return near


def _named(version: int) -> list[tuple[slice, slice]]:
    """Where the version is written."""
    block = slice(matrix.side(version) - 11, matrix.side(version) - 8)
    return [(slice(0, 6), block), (block, slice(0, 6))] if version >= 7 else []


def grown(code: Laid) -> Laid:
    """*code* fitted to its finder patterns, and from there along the timing pattern, which is followed step by step."""
    reach = 12
    code = fitted(code, _near(code.version, reach), 0.5)
    while reach < code.side / 2 + 10:
        code = fitted(code, _near(code.version, reach), 0.5)
        reach = round(reach * 1.6)
    return code


def refitted(code: Laid, stiff: float, reach: int | None = None) -> Laid:
    """*code* fitted to its modules as they were read; only in the first *reach* rows and columns, if that is given."""
    known = matrix.known(code.version)
    signs = np.clip(2 * sharpened(straight(code), code.version), -1, 1)
    if reach is not None:
        signs[reach:, reach:] = 0
    return fitted(code, np.where(known != 0, known, signs), stiff)


def spread(code: Laid, stiff: float) -> Laid:
    """*code* fitted to its modules as they were read, from its top and left edges, where most is known, strip by strip."""
    reach = 10
    while reach < code.side:
        code = refitted(code, stiff, reach)
        reach = round(reach * 1.35) + 1
    return refitted(code, stiff)


def renamed(code: Laid) -> Laid:
    """*code* in the version that is written in it, as its finder patterns lie; as it was if none can be read."""
    near = fitted(fitted(code, _near(code.version, 12), 1.0), _near(code.version, 12), 1.0)
    values = modules(straight(near))
    first, second = _named(code.version)
    best = 0.8, code.version
    for seen in (values[first], values[second].T):
        for version in matrix.VERSIONS[6:]:
            signs = matrix.known(version)[_named(version)[0]].astype(np.float32)
            best = max(best, (-float(np.corrcoef(seen.ravel(), signs.ravel())[0, 1]), version))
    version = best[1]
    if version == code.version:
        return code
    scale = (code.side - 7) / (matrix.side(version) - 7)
    return laid(
        code.grey, version, code.plane @ np.array([[scale, 0, 3.5 - 3.5 * scale], [0, scale, 3.5 - 3.5 * scale], [0, 0, 1]])
    )


def agreement(code: Laid) -> float:
    """The share of the known modules of *code* that look as they should."""
    known = matrix.known(code.version)
    seen = levelled(modules(straight(code)), 9)
    return float(((seen < 0) == (known > 0))[known != 0].mean())


def aligned(code: Laid, stiff: float) -> Laid:
    """*code* moved so that alignment patterns lie where they are seen, from the top left finder pattern outwards."""
    side, knots = code.side, len(code.bent)
    reach = 3.5 if code.version >= 7 else 2.5 + 0.08 * side
    spots = [(3.5, 3.5), (side - 3.5, 3.5), (3.5, side - 3.5)]
    for _, near in groupby(matrix.alignment_centres(code.version), key=sum):
        pulls = [(0.0, 0.0)] * len(spots)
        for row, column in near:
            found = _eye_near(code, np.array([column + 0.5, row + 0.5]), reach)
            if found is not None:
                spots.append((column + 0.5, row + 0.5))
                pulls.append(found)
        tents = np.maximum(0, 1 - np.abs(np.array(spots)[..., None] / side * (knots - 1) - np.arange(knots)))
        weights = np.einsum("si,sj->sij", tents[:, 1], tents[:, 0]).reshape(len(spots), -1)
        code = _solved(code, weights, np.broadcast_to(50 * np.eye(2), (len(spots), 2, 2)), 50 * np.array(pulls), stiff)
    return code


def _eye_near(code: Laid, middle: Any, reach: float) -> tuple[float, float] | None:
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
    return float(steps[column]), float(steps[row])


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
    for spot in _named(version):
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
    _, best = cv2.solve(
        rows.T @ rows + HELD * np.eye(len(plain)), (rows.T @ known + HELD * plain)[:, None], flags=cv2.DECOMP_CHOLESKY
    )
    return (taps @ best).reshape(side, side)
