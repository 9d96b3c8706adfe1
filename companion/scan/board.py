"""A printed board on a photograph: straightened by the labels at its corners, its cells told by their colours.

What is printed where is a `Surface`; what lies on it is read cell by cell. Colours are compared as people see them
(CIEDE2000), as the light of this room shows them: what the light does is told by what is printed in known colours, patches along
an edge and the paper of the labels. A camera shows nothing brighter than white: what is too bright for it is expected to be cut
off just so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, Literal

import numpy as np

from companion.scan.colours import XYZ, ciede2000, lab, linear
from companion.scan.readers import opencv
from companion.scan.seen import Corners, Point, Sighting
from companion.surfaces import Srgb, Surface

SYMBOL = 21 / 29
"""Of a label's width is its symbol; the rest is the white border."""
ASTRAY = 0.6
"""Label widths by which a label's corners may lie off where all labels together say."""
SAMPLE = 15
"""Points across the middle half of a cell that is looked at."""
SIDES = 4
"""Of a label's paper that are looked at."""
BLOCKS = 3
"""Parts across it that must show the same."""

FAR = 18.0
"""A colour this far (CIEDE2000) from every class is none of them."""
APART = 6.0
"""The second nearest class must be so much farther than the nearest."""
GREY = 10
"""Steps by which channels differ at most, of 255, in a picture without colours."""
BURNT = 0.3
"""This share of a cell washed out by a reflection leaves nothing to be told."""
ODD_BLOCKS = 2
"""So many of the parts of a cell that show something else: it is partly covered."""
CLIPPED = 250
"""A channel as bright as this may have been brighter."""
CURVES = (1.0, 0.8, 0.9, 1.12, 1.25, 1.4)
GAINS = (1.0, 0.85, 0.7, 0.55)
"""What a channel may be multiplied by beyond what paper says, where paper is too bright."""
AS_LIKELY = 1.3
"""A light by which cells look so much less like what may be there may be the true one."""
BRIGHT = 240
"""A cell with a channel as bright as this may owe its tint to what is cut off."""
ODD_PATCH = 14.0
"""A patch so far (CIEDE2000) off what all others say of the light is covered, or in a shadow of its own."""
FEWEST_PATCHES = 5
SHADES = (1.0, 0.85, 0.7)
"""How bright a crystal may be beside what is printed of its colour."""
ODD_TINT, ODD_BESIDE = 8.0, 5.0
"""A cell so far from its class, were that as bright, and so much farther than most of the board's cells, shows something else."""
STIFF = 0.02
"""How much a patch's linear light would have to err to make the channels mix as much as they are strong."""

Light = Literal["strip", "labels", "none"]
Why = Literal["", "no colours", "unlike all", "between two", "glare", "partly covered", "out of sight"]


@dataclass(frozen=True, slots=True)
class Cell:
    """What a cell shows: the nearest class, None when it cannot be told (`why`), and the two nearest with their distances.

    `lab`: its colour as if it were printed, once the light is taken off: L*, a*, b*.
    """

    found: str | None
    nearest: str
    second: str | None
    distance: float
    margin: float
    """How much farther the second is."""
    why: Why
    outline: Corners
    lab: tuple[float, float, float]


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
    """The board on *pixels* (height x width x 3, BGR).

    None when fewer than two of its labels are among *sightings*, or they do not lie as on the board (a mirror image, loose
    labels).
    """
    seen = [one for one in sightings if one.code in surface.labels]
    if len({one.code for one in seen}) < 2:
        return None
    places = _places(seen, surface)
    if places is None:
        return None
    light = _light(pixels, seen, places, surface)
    middles = np.array(list(surface.cells.values()))
    samples, inside = _samples(pixels, places, middles, surface.cell_mm / 2)
    if surface.patches and _is_grey(samples):
        light = replace(light, grey=_is_grey(_patches(pixels, places, surface)[0]))
    outlines = [_outline(places, middle, surface.cell_mm) for middle in middles]
    cells = dict(zip(surface.cells, _told(samples, inside, middles, light, surface, outlines), strict=True))
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
    if found is None or abs(np.linalg.det(found)) < 1e-12:
        return None
    off = np.linalg.norm(_seen_at(np.linalg.inv(found), here) - there, axis=1)
    x, y = np.mean(there, axis=0)
    a, b, c = _seen_at(found, [(x, y), (x + 1, y), (x, y + 1)])
    clockwise = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0
    return found if clockwise and off.max() <= ASTRAY * surface.label_mm else None


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
    """The pixels within squares of *size* mm round *middles*: (n, SAMPLE, SAMPLE, 3) RGB; and whether each is on the picture."""
    steps = (np.arange(SAMPLE) + 0.5) / SAMPLE - 0.5
    grid = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2) * size
    points = _seen_at(places, (middles[:, None, :] + grid[None]).reshape(-1, 2))
    height, width = pixels.shape[:2]
    on = (points >= 0).all(axis=1) & (points[:, 0] <= width - 1) & (points[:, 1] <= height - 1)
    maps = points.astype(np.float32).reshape(len(middles), -1, 2)
    found = opencv().remap(pixels, maps, None, opencv().INTER_LINEAR, borderMode=opencv().BORDER_REPLICATE)
    return found[:, :, ::-1].reshape(len(middles), SAMPLE, SAMPLE, 3), on.reshape(len(middles), -1).all(axis=1)


# --- light ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Shine:
    """What the light of the room and the camera make of what is printed.

    `fall`: (3,) so that exp(fall @ (1, x, y)) is the brightness of white paper at a place; `matrix`: 3 x 3 from linear RGB, with
    that taken off, to linear RGB as printed, each of which is then raised to the power of `curve`. `patches`: colours of patches
    in sight -> what the matrix makes of them: it cannot do all that a camera does. `burnt`: channels in which paper is too bright
    for the camera, so that they may be stronger than they seem. `grey`: the picture was kept without colours.
    """

    by: Light
    fall: Any
    matrix: Any
    patches: Mapping[Srgb, Any]
    curve: float = 1.0
    burnt: tuple[bool, ...] = (False, False, False)
    grey: bool = False

    def known(self, colour: Srgb) -> Any:
        """What is printed in a colour, as it is to be compared, in linear light (3,)."""
        return self.patches.get(_rgb(colour), linear(colour))

    def shown(self, known: Any, bright: Any) -> Any:
        """Printed colours (k x 3) as the camera shows them at places so *bright* (n x 1), in linear light: (n, k, 3)."""
        return np.clip(bright[:, None] * (known ** (1 / self.curve) @ np.linalg.inv(self.matrix).T), 0, 1)

    def printed(self, shown: Any, bright: Any) -> Any:
        """What the camera shows (n x ... x 3), in linear light, as it is printed."""
        return np.maximum(shown / bright.reshape(-1, *(1,) * (shown.ndim - 1)) @ self.matrix.T, 0) ** self.curve


def _rgb(colour: Sequence[int]) -> Srgb:
    """A colour that came by post is a list."""
    red, green, blue = colour
    return red, green, blue


def _light(pixels: Any, seen: Sequence[Sighting], places: Any, surface: Surface) -> _Shine:
    white, at = _whites(pixels, places, seen, surface)
    paper = _paper(white, at)
    balance = paper.balance
    if surface.patches:
        middles = np.array([(patch.x, patch.y) for patch in surface.patches])
        samples, inside = _patches(pixels, places, surface)
        shown = np.median(samples, axis=(1, 2))
        measured = linear(shown) / _brightness(paper.fall, middles)
        usable = inside & (shown < CLIPPED).all(axis=1)
        known = linear([patch.colour for patch in surface.patches])
        balance, agree = _balance(measured, known, usable, paper)
        if agree.sum() >= FEWEST_PATCHES:
            matrix, agree = _fitted(measured, known, usable, agree, balance)
            told = zip(surface.patches, measured @ matrix.T, agree, strict=True)
            return _Shine("strip", paper.fall, matrix, {_rgb(patch.colour): shown for patch, shown, well in told if well})
    return _Shine("labels" if len(white) else "none", paper.fall, np.diag(balance), {}, burnt=tuple(map(bool, paper.burnt)))


def _patches(pixels: Any, places: Any, surface: Surface) -> tuple[Any, Any]:
    """Samples of the patches, and which of them are in the picture."""
    return _samples(pixels, places, np.array([(patch.x, patch.y) for patch in surface.patches]), surface.patch_mm * 0.6)


def _is_grey(samples: Any) -> bool:
    """Whether they show no colour at all, as in a picture that was kept in black and white."""
    return bool(np.ptp(np.median(samples, axis=(1, 2)), axis=1).max() < GREY)


@dataclass(frozen=True)
class _Paper:
    """The labels' paper: as the camera shows it, in linear light (n x 3), how bright it is there (n x 1), how that falls off, and
    what each channel must be multiplied by, so that paper is white (3,); `burnt`: where it may be less (3,)."""

    shown: Any
    bright: Any
    fall: Any
    balance: Any
    burnt: Any

    def fits(self, balance: Any) -> bool:
        """Whether paper would look as it does."""
        if not len(self.shown):
            return True
        off = ciede2000(lab(np.clip(self.bright / balance, 0, 1)), lab(self.shown))
        return bool(np.median(off) <= ODD_PATCH)


def _paper(white: Any, at: Any) -> _Paper:
    if len(white) == 0:
        return _Paper(white, white, np.zeros(3), np.ones(3), np.zeros(3, bool))
    # A channel that is cut off anywhere tells nothing of how the light falls, unless all are.
    whole = (white < CLIPPED).all(axis=0)
    channels = whole if whole.any() else white.mean(axis=0) == white.mean(axis=0).min()
    shown = linear(white)
    level = np.maximum(shown[:, channels].mean(axis=1, keepdims=True), 1e-3)
    fall = _fall(level[:, 0], at)
    # Where it is cut off it does not tell the balance either, but it may be whole where less light falls.
    below = (white < CLIPPED) & ((white < CLIPPED).sum(axis=0) >= SIDES)
    tells = np.where(below | ~below.any(axis=0), shown / level, np.nan)
    balance = 1 / np.maximum(np.nanmedian(tells, axis=0), 1e-3)
    return _Paper(shown, _brightness(fall, at), fall, balance, np.median(white, axis=0) >= CLIPPED)


def _whites(pixels: Any, places: Any, seen: Sequence[Sighting], surface: Surface) -> tuple[Any, Any]:
    """RGB of the paper round each symbol, and where."""
    half = surface.label_mm / 2
    rim = surface.label_mm * (1 - SYMBOL) / 4
    middles = []
    for one in seen:
        x, y = surface.labels[one.code]
        middles += [(x, y - half + rim), (x, y + half - rim), (x - half + rim, y), (x + half - rim, y)]
    samples, inside = _samples(pixels, places, np.array(middles), rim)
    return np.median(samples, axis=(1, 2))[inside], np.array(middles)[inside]


def _fall(level: Any, at: Any) -> Any:
    """How the light falls off over the board, by how bright paper is (n,) at places: log of the brightness as a plane, held level
    where there are few."""
    rows = np.column_stack([np.ones(len(at)), at])
    # A label that lies in a shadow of its own would tilt the whole: slopes cost something, in units of the board's size.
    stiff = np.diag([0.0, 1.0, 1.0]) * 60.0**2 * 0.05
    return np.linalg.solve(rows.T @ rows + stiff, rows.T @ np.log(level))


def _brightness(fall: Any, places: Any) -> Any:
    """Of white paper at places in mm (n x 2): (n, 1)."""
    return np.exp(fall[0] + np.asarray(places, np.float64) @ fall[1:])[:, None]


def _balance(measured: Any, known: Any, usable: Any, paper: _Paper) -> tuple[Any, Any]:
    """What each channel must be multiplied by (3,), and which patches agree on it: of what the paper of the labels, each grey
    patch and every three neighbours say, that with which most agree."""
    best, agree, most = paper.balance, np.zeros(len(known), bool), (0.0, 0.0)
    for balance in (paper.balance, *filter(paper.fits, _balances(measured, known, usable))):
        off = ciede2000(lab(measured * balance), lab(known))
        near = usable & (off <= ODD_PATCH)
        score = float(near.sum()), -float(off[near].sum())
        # Two may agree by chance, a finger with a patch.
        if score > most and (balance is paper.balance or near.sum() > 2):
            best, agree, most = balance, near, score
    return best, agree


def _balances(measured: Any, known: Any, usable: Any) -> Iterator[Any]:
    grey = usable & (known.min(axis=1) > 0.1) & (measured.min(axis=1) > 0.01)
    yield from known[grey] / measured[grey]
    for at in range(len(known) - 2):
        if usable[at : at + 3].all():
            three = measured[at : at + 3]
            yield (three * known[at : at + 3]).sum(axis=0) / np.maximum((three**2).sum(axis=0), 1e-6)


def _fitted(measured: Any, known: Any, usable: Any, agree: Any, balance: Any) -> tuple[Any, Any]:
    """3 x 3 from measured to printed linear light, by least squares, not far from *balance*, and the patches that fit: others are
    left out."""
    use = agree.copy()
    # Dark colours count as much as light ones to the eye.
    weight = 1 / (known.mean(axis=1, keepdims=True) + 0.1)
    while True:
        rows, aims = (measured * weight)[use] * balance, (known * weight)[use]
        mixed = np.linalg.solve(rows.T @ rows + STIFF * np.eye(3), rows.T @ aims + STIFF * np.eye(3)).T
        matrix = mixed * balance
        off = ciede2000(lab(measured @ matrix.T), lab(known))
        use, before = usable & (off <= ODD_PATCH), use
        if use.sum() < FEWEST_PATCHES or (use <= before).all():
            return matrix, use


# --- colours ----------------------------------------------------------------------------------------------------------


def _told(
    samples: Any, inside: Any, middles: Any, light: _Shine, surface: Surface, outlines: Sequence[Corners]
) -> Iterator[Cell]:
    """What each cell shows, by the median of its *samples*, and whether all parts of it do."""
    bright = _brightness(light.fall, middles)
    classes = list(surface.colours)
    may = np.array([[one in surface.classes[name] for one in classes] for name in surface.cells])
    middle = np.median(samples, axis=(1, 2))[:, None]
    if light.by != "strip":
        light, open_to_doubt = _likeliest(light, middle, bright, linear([surface.colours[one] for one in classes]), may)
    else:
        open_to_doubt = np.zeros(len(middle), bool)
    known = np.array([light.known(surface.colours[one]) for one in classes])
    shades = [_Shade(light, known, bright, dim) for dim in SHADES]
    far = _far(middle, light, bright, shades, may)[:, 0]
    blocks = _far(_blocks(samples), light, bright, shades, may)
    colours = light.printed(linear(middle), bright)[:, 0]
    odd = _odd_tints(colours, known[far.argmin(axis=1)]) & (middle.max(axis=(1, 2)) < BRIGHT)
    # Only a patch tells the tint of a colour so well.
    odd &= np.array([_rgb(surface.colours[one]) in light.patches for one in classes])[far.argmin(axis=1)]
    drawn = _drawn(middles, surface)
    dazzled = (samples >= CLIPPED).all(axis=3).mean(axis=(1, 2))
    # Where paper is as bright as can be, so may be a crystal: that tells of no reflection.
    dazzled[(light.shown(np.ones((1, 3)), bright) >= linear(CLIPPED)).all(axis=(1, 2))] = 0
    order, tints = np.argsort(far, axis=1), lab(colours)
    for at, (first, second) in enumerate(order[:, :2]):
        distance, margin = float(far[at, first]), float(far[at, second] - far[at, first])
        others = ((blocks[at].min(axis=1) > FAR) | (blocks[at].argmin(axis=1) != first)) & ~drawn[at]
        why: Why = ""
        if not inside[at]:
            why = "out of sight"
        elif light.grey:
            why = "no colours"
        elif dazzled[at] > BURNT:
            why = "glare"
        elif distance > FAR or odd[at]:
            why = "unlike all"
        elif margin < APART or open_to_doubt[at]:
            why = "between two"
        elif others.sum() >= ODD_BLOCKS:
            why = "partly covered"
        nearest = classes[first]
        found, other = None if why else nearest, classes[second] if np.isfinite(margin) else None
        lightness, a, b = map(float, tints[at])
        yield Cell(found, nearest, other, distance, margin, why, outlines[at], (lightness, a, b))


def _likeliest(light: _Shine, shown: Any, bright: Any, known: Any, may: Any) -> tuple[_Shine, Any]:
    """The light, of those that the paper of the labels allows, by which the cells look most like what may be there; and of which
    cells (n,) another, nearly as likely, says something else.

    Paper does not tell the camera's tone curve, nor how bright it is where the camera cuts it off.
    """
    tried = []
    # With all channels cut off, fewer steps of each: looking must not take longer than finding the labels.
    steps = GAINS[::2] if all(light.burnt) else GAINS
    for curve, gains in product(CURVES, product(*(steps if burnt else (1.0,) for burnt in light.burnt))):
        one = replace(light, matrix=light.matrix @ np.diag(gains), curve=curve)
        far = _far(shown, one, bright, [_Shade(one, known, bright, 1.0)], may)[:, 0]
        tried.append((float(np.minimum(far.min(axis=1), FAR).mean()), one, far.argmin(axis=1)))
    off, best, told = min(tried, key=lambda one: one[0])
    others = [other for far, _, other in tried if far < off * AS_LIKELY + 1]
    return best, np.any([other != told for other in others], axis=0)


def _blocks(samples: Any) -> Any:
    """The medians of the parts of each cell (n, BLOCKS squared, 3)."""
    n, across = len(samples), SAMPLE // BLOCKS
    parts = samples.reshape(n, BLOCKS, across, BLOCKS, across, 3).transpose(0, 1, 3, 2, 4, 5)
    return np.median(parts.reshape(n, BLOCKS**2, across**2, 3), axis=2)


def _drawn(middles: Any, surface: Surface) -> Any:
    """Which parts of each cell a printed picture reaches into (n, BLOCKS squared)."""
    across = surface.cell_mm / 2 / BLOCKS
    steps = (np.arange(BLOCKS) - (BLOCKS - 1) / 2) * across
    parts = middles[:, None] + np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    found = np.zeros(parts.shape[:2], bool)
    for x, y, radius in surface.pictures:
        found |= np.hypot(*np.moveaxis(parts - (x, y), -1, 0)) < radius + across * 0.75
    return found


class _Shade:
    """What classes of printed colours (k x 3, linear) look like when they are a little darker than printed: `seen` in L*, a*, b*
    at each cell (n, k, 3), once the light is taken off, and `lost` (k,): how far that is from the printed colour."""

    def __init__(self, light: _Shine, known: Any, bright: Any, dim: float) -> None:
        self.seen = lab(light.printed(light.shown(known * dim, bright), bright))
        self.lost = ciede2000(lab(known * dim), lab(known))


def _far(shown: Any, light: _Shine, bright: Any, shades: Sequence[_Shade], may: Any) -> Any:
    """How far what is *shown* (n, m, 3; 0 to 255) is from each class: (n, m, k); infinitely from those that cannot be there.

    What the camera cuts off makes a darker shade of a colour look like another one, so shades are looked for by themselves.
    """
    colours = lab(light.printed(linear(shown), bright))[:, :, None]
    far = np.min([ciede2000(colours, shade.seen[:, None]) + shade.lost for shade in shades], axis=0)
    return np.where(may[:, None], far, np.inf)


def _odd_tints(colours: Any, known: Any) -> Any:
    """Which cells (n,) differ from their class (n, 3 each, as printed, linear) in more than how bright they are."""
    dim = (colours @ XYZ[1])[:, None] / (known @ XYZ[1])[:, None]
    tint = ciede2000(lab(colours), lab(known * dim))
    return (tint > ODD_TINT) & (tint > np.median(tint) + ODD_BESIDE)
