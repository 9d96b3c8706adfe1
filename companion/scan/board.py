"""A printed board on a photograph: straightened by the labels at its corners, its cells told by their colours.

What is printed where is a `Surface`; what lies on it is read cell by cell. Colours are compared as people see
them, by CIEDE2000 (Sharma, Wu and Dalal, The CIEDE2000 Color-Difference Formula, 2005), after the light of the room was taken
off by what is printed in known colours: patches along an edge, and the white and black of the labels.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from companion.scan.readers import opencv
from companion.scan.seen import Corners, Point, Sighting
from companion.surfaces import Surface

SYMBOL = 21 / 29
"""Of a label's width is its symbol; the rest is the white border."""
SAMPLE = 13
"""Points across the middle half of a cell that is looked at."""

FAR = 18.0
"""A colour this far (CIEDE2000) from every class is none of them."""
APART = 6.0
"""The second nearest class must be so much farther than the nearest."""
BURNT = 0.3
"""This share of a cell washed out by a reflection leaves nothing to be told."""
CLIPPED = 250
"""A channel as bright as this may have been brighter."""
ODD_PATCH = 14.0
"""A patch so far (CIEDE2000) off what all others say of the light is covered, or in a shadow of its own."""
FEWEST_PATCHES = 5

Light = Literal["strip", "labels", "none"]


@dataclass(frozen=True, slots=True)
class Cell:
    """What a cell shows: the nearest class, None when it cannot be told (`why`), and the two nearest with their distances."""

    found: str | None
    nearest: str
    second: str | None
    distance: float
    margin: float
    """How much farther the second is."""
    why: Literal["", "unlike all", "between two", "glare", "out of sight"]
    outline: Corners


@dataclass(frozen=True)
class Board:
    """A board as it was read. `light`: what the light was told by. `outline`: the corners of the grid of cells, in pixels."""

    cells: Mapping[str, Cell]
    light: Light
    labels: tuple[str, ...]
    outline: Corners
    places: Any
    """3 x 3, from millimetres to pixels."""


def read(pixels: Any, sightings: Sequence[Sighting], surface: Surface) -> Board | None:
    """The board on *pixels* (height x width x 3, BGR); None when fewer than two of its labels are among *sightings*."""
    seen = [one for one in sightings if one.code in surface.labels]
    if len({one.code for one in seen}) < 2:
        return None
    places = _places(seen, surface)
    if places is None:
        return None
    light = _light(pixels, seen, places, surface)
    names = list(surface.cells)
    middles = np.array([surface.cells[name] for name in names])
    samples, inside = _samples(pixels, places, middles, surface.cell_mm / 2)
    cells = {}
    for name, middle, sample, whole in zip(names, middles, samples, inside, strict=True):
        outline = _outline(places, middle, surface.cell_mm)
        cells[name] = _told(sample, light, surface, name, outline, bool(whole), middle)
    half = surface.cell_mm / 2
    low, high = middles.min(axis=0) - half, middles.max(axis=0) + half
    corners = [(low[0], low[1]), (high[0], low[1]), (high[0], high[1]), (low[0], high[1])]
    return Board(cells, light.by, tuple(one.code for one in seen), _as_corners(_seen_at(places, corners)), places)


# --- where ------------------------------------------------------------------------------------------------------------


def _places(seen: Sequence[Sighting], surface: Surface) -> Any:
    """From millimetres to pixels, by least squares over all corners of all labels (3 x 3)."""
    half = surface.label_mm * SYMBOL / 2
    there: list[Point] = []
    here: list[Point] = []
    for one in seen:
        x, y = surface.labels[one.code]
        there += [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
        here += one.corners
    found, _ = opencv().findHomography(np.array(there, np.float64), np.array(here, np.float64), 0)
    return found


def _seen_at(places: Any, points: Any) -> Any:
    """Points in mm as they lie on the picture (n x 2)."""
    points = np.asarray(points, np.float64).reshape(-1, 2)
    spread = np.column_stack([points, np.ones(len(points))]) @ places.T
    return spread[:, :2] / spread[:, 2:]


def _outline(places: Any, middle: Any, size: float) -> Corners:
    x, y, half = middle[0], middle[1], size / 2
    return _as_corners(_seen_at(places, [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]))


def _as_corners(points: Any) -> Corners:
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    return a, b, c, d


def _samples(pixels: Any, places: Any, middles: Any, size: float) -> tuple[Any, Any]:
    """The pixels within squares of *size* mm round *middles*: (n, points, 3) BGR; and whether each lies on the picture."""
    steps = (np.arange(SAMPLE) + 0.5) / SAMPLE - 0.5
    grid = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2) * size
    points = _seen_at(places, (middles[:, None, :] + grid[None]).reshape(-1, 2))
    height, width = pixels.shape[:2]
    on = (points >= 0).all(axis=1) & (points[:, 0] <= width - 1) & (points[:, 1] <= height - 1)
    maps = points.astype(np.float32).reshape(len(middles), -1, 2)
    found = opencv().remap(pixels, maps, None, opencv().INTER_LINEAR, borderMode=opencv().BORDER_REPLICATE)
    return found, on.reshape(len(middles), -1).all(axis=1)


# --- light ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Shine:
    """The light of the room: what takes it off.

    `fall`: (3,) so that exp(fall @ (1, x, y)) is the brightness of white paper at a place; `matrix`: 3 x 3 from linear RGB, with
    that taken off, to linear RGB as printed.
    """

    by: Light
    fall: Any
    matrix: Any

    def brightness(self, place: Any) -> float:
        return float(np.exp(self.fall @ np.array([1.0, place[0], place[1]])))


def linear(values: Any) -> Any:
    """sRGB from 0 to 255 as linear light from 0 to 1 (IEC 61966-2-1)."""
    part = np.asarray(values, np.float64) / 255
    return np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)


def _light(pixels: Any, seen: Sequence[Sighting], places: Any, surface: Surface) -> _Shine:
    white, at = _whites(pixels, places, seen, surface)
    fall = _fall(white, at)
    flat = _Shine("none", fall, np.eye(3))
    known = linear([patch.colour for patch in surface.patches])
    if surface.patches:
        middles = np.array([(patch.x, patch.y) for patch in surface.patches])
        samples, inside = _samples(pixels, places, middles, surface.patch_mm * 0.6)
        shown = np.median(samples, axis=1)[:, ::-1]
        shine = np.array([flat.brightness(middle) for middle in middles])
        measured = linear(shown) / shine[:, None]
        clipped = (shown >= CLIPPED).any(axis=1)
        matrix = _fitted(measured, known, inside, clipped)
        if matrix is not None:
            return _Shine("strip", fall, matrix)
    if len(white):
        # What the labels' paper lacks of each channel.
        balance = np.array([linear(one) / flat.brightness(place) for one, place in zip(white, at, strict=True)]).mean(axis=0)
        return _Shine("labels", fall, np.diag(1 / np.maximum(balance, 1e-3)))
    return flat


def _whites(pixels: Any, places: Any, seen: Sequence[Sighting], surface: Surface) -> tuple[Any, Any]:
    """RGB of the paper round each symbol, and where."""
    half = surface.label_mm / 2
    rim = surface.label_mm * (1 - SYMBOL) / 4
    found, at = [], []
    for one in seen:
        x, y = surface.labels[one.code]
        middles = np.array([(x, y - half + rim), (x, y + half - rim), (x - half + rim, y), (x + half - rim, y)])
        samples, inside = _samples(pixels, places, middles, rim)
        for sample, middle, whole in zip(samples, middles, inside, strict=True):
            if whole:
                found.append(np.median(sample, axis=0)[::-1])
                at.append(middle)
    return np.array(found).reshape(-1, 3), np.array(at).reshape(-1, 2)


def _fall(white: Any, at: Any) -> Any:
    """How the light falls off over the board, by the paper of its labels: log of the brightness as a plane, held level where
    there are few."""
    if len(white) == 0:
        return np.zeros(3)
    bright = np.log(np.maximum(linear(white).mean(axis=1), 1e-3))
    rows = np.column_stack([np.ones(len(at)), at])
    # A label that lies in a shadow of its own would tilt the whole: slopes cost something, in units of the board's size.
    stiff = np.diag([0.0, 1.0, 1.0]) * 60.0**2 * 0.05
    return np.linalg.solve(rows.T @ rows + stiff, rows.T @ bright)


def _fitted(measured: Any, known: Any, inside: Any, clipped: Any) -> Any:
    """3 x 3 from measured to printed linear light, by least squares; patches that do not fit are left out one by one. None where
    too few are left."""
    use = inside & ~clipped
    while use.sum() >= FEWEST_PATCHES:
        matrix = np.linalg.lstsq(measured[use], known[use], rcond=None)[0].T
        off = ciede2000(lab(measured @ matrix.T), lab(known))
        worst = int(np.argmax(np.where(use, off, -1)))
        if off[worst] <= ODD_PATCH:
            return matrix
        use[worst] = False
    return None


# --- colours ----------------------------------------------------------------------------------------------------------


def _told(sample: Any, light: _Shine, surface: Surface, name: str, outline: Corners, whole: bool, middle: Any) -> Cell:
    shine = light.brightness(middle)
    colour = linear(np.median(sample, axis=0)[::-1]) / shine @ light.matrix.T
    classes = surface.classes[name]
    known = lab(linear([surface.colours[one] for one in classes]))
    far = ciede2000(lab(colour[None]), known)
    order = np.argsort(far)
    nearest, second = classes[order[0]], classes[order[1]] if len(order) > 1 else None
    margin = float(far[order[1]] - far[order[0]]) if len(order) > 1 else np.inf
    why: Any = ""
    if not whole:
        why = "out of sight"
    elif _burnt(sample, shine) > BURNT:
        why = "glare"
    elif far[order[0]] > FAR:
        why = "unlike all"
    elif margin < APART:
        why = "between two"
    return Cell(None if why else nearest, nearest, second, float(far[order[0]]), margin, why, outline)


def _burnt(sample: Any, shine: float) -> float:
    """The share of points as bright as nothing printed can be there. Where paper is overexposed, that tells of no reflection."""
    if shine > float(linear(CLIPPED)):
        return 0.0
    return float(((sample >= CLIPPED).all(axis=1)).mean())


XYZ = np.array([[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]])
"""From linear sRGB, under D65."""
D65 = np.array([0.95047, 1.0, 1.08883])


def lab(rgb: Any) -> Any:
    """Linear sRGB (n x 3) as CIE L*, a*, b*."""
    part = np.maximum(np.asarray(rgb, np.float64), 0) @ XYZ.T / D65
    root = np.where(part > (6 / 29) ** 3, np.cbrt(part), part / 3 * (29 / 6) ** 2 + 4 / 29)
    x, y, z = root[:, 0], root[:, 1], root[:, 2]
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=1)


def ciede2000(one: Any, other: Any) -> Any:
    """The difference of two colours in L*, a*, b* (n x 3 each, or 1 x 3 against n x 3)."""
    l1, a1, b1 = np.moveaxis(np.asarray(one, np.float64), -1, 0)
    l2, a2, b2 = np.moveaxis(np.asarray(other, np.float64), -1, 0)
    c = (np.hypot(a1, b1) + np.hypot(a2, b2)) / 2
    g = 0.5 * (1 - np.sqrt(c**7 / (c**7 + 25.0**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = np.hypot(a1, b1), np.hypot(a2, b2)
    h1, h2 = np.degrees(np.arctan2(b1, a1)) % 360, np.degrees(np.arctan2(b2, a2)) % 360
    grey = c1 * c2 == 0
    dh = np.where(grey, 0.0, (h2 - h1 + 180) % 360 - 180)
    near = np.abs(h1 - h2) <= 180
    mean = np.where(grey, h1 + h2, np.where(near, (h1 + h2) / 2, (h1 + h2 + np.where(h1 + h2 < 360, 360, -360)) / 2))
    chroma, light = (c1 + c2) / 2, (l1 + l2) / 2
    t = (
        1
        - 0.17 * np.cos(np.radians(mean - 30))
        + 0.24 * np.cos(np.radians(2 * mean))
        + 0.32 * np.cos(np.radians(3 * mean + 6))
        - 0.20 * np.cos(np.radians(4 * mean - 63))
    )
    sl = 1 + 0.015 * (light - 50) ** 2 / np.sqrt(20 + (light - 50) ** 2)
    sc, sh = 1 + 0.045 * chroma, 1 + 0.015 * chroma * t
    turn = np.radians(60 * np.exp(-(((mean - 275) / 25) ** 2)))
    rotation = -np.sin(turn) * 2 * np.sqrt(chroma**7 / (chroma**7 + 25.0**7))
    lightness, colour, hue = (l2 - l1) / sl, (c2 - c1) / sc, 2 * np.sqrt(c1 * c2) * np.sin(np.radians(dh) / 2) / sh
    return np.sqrt(np.maximum(lightness**2 + colour**2 + hue**2 + rotation * colour * hue, 0))
