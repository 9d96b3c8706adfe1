"""What each cell of a board shows, by its colour, and why it cannot be told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, Literal

import numpy as np

from companion.scan.board.light import CLIPPED, Shine, brightness_of, rgb
from companion.scan.board.places import SAMPLE
from companion.scan.colours import XYZ, ciede2000, lab, linear
from companion.scan.seen import Corners
from companion.surfaces import Surface

BLOCKS = 3
"""Parts across a cell that must show the same."""
FAR = 18.0
"""A colour this far (CIEDE2000) from every class is none of them."""
APART = 6.0
"""The second nearest class must be so much farther than the nearest."""
BURNT = 0.3
"""This share of a cell washed out by a reflection leaves nothing to be told."""
ODD_BLOCKS = 2
"""So many of the parts of a cell that show something else: it is partly covered."""
CURVES = (1.0, 0.8, 0.9, 1.12, 1.25, 1.4)
GAINS = (1.0, 0.85, 0.7, 0.55)
"""What a channel may be multiplied by beyond what paper says, where paper is too bright."""
AS_LIKELY = 1.3
"""A light by which cells look so much less like what may be there may be the true one."""
BRIGHT = 240
"""A cell with a channel as bright as this may owe its tint to what is cut off."""
SHADES = (1.0, 0.85, 0.7)
"""How bright a crystal may be beside what is printed of its colour."""
ODD_TINT, ODD_BESIDE = 8.0, 5.0
"""A cell so far from its class, were that as bright, and so much farther than most of the board's cells, shows something else."""
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


def told_of(
    samples: Any, inside: Any, middles: Any, light: Shine, surface: Surface, outlines: Sequence[Corners]
) -> Iterator[Cell]:
    """What each cell shows, by the median of its *samples*, and whether all parts of it do."""
    bright = brightness_of(light.fall, middles)
    classes = list(surface.colours)
    may = np.array([[one in surface.classes[name] for one in classes] for name in surface.cells])
    middle = np.median(samples, axis=(1, 2))[:, None]
    if light.by != "strip":
        light, open_to_doubt = _likeliest(light, middle, bright, linear([surface.colours[one] for one in classes]), may)
    else:
        open_to_doubt = np.zeros(len(middle), bool)
    known = np.array([light.known(surface.colours[one]) for one in classes])
    shades = [_Shade(light, known, bright, dim) for dim in SHADES]
    far = far_from(middle, light, bright, shades, may)[:, 0]
    blocks = far_from(_blocks(samples), light, bright, shades, may)
    colours = light.printed(linear(middle), bright)[:, 0]
    odd = _odd_tints(colours, known[far.argmin(axis=1)]) & (middle.max(axis=(1, 2)) < BRIGHT)
    # Only a patch tells the tint of a colour so well.
    odd &= np.array([rgb(surface.colours[one]) in light.patches for one in classes])[far.argmin(axis=1)]
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


def _likeliest(light: Shine, shown: Any, bright: Any, known: Any, may: Any) -> tuple[Shine, Any]:
    """The light, of those that the paper of the labels allows, by which the cells look most like what may be there; and of which
    cells (n,) another, nearly as likely, says something else.

    Paper does not tell the camera's tone curve, nor how bright it is where the camera cuts it off.
    """
    tried = []
    # With all channels cut off, fewer steps of each: looking must not take longer than finding the labels.
    steps = GAINS[::2] if all(light.burnt) else GAINS
    for curve, gains in product(CURVES, product(*(steps if burnt else (1.0,) for burnt in light.burnt))):
        one = replace(light, matrix=light.matrix @ np.diag(gains), curve=curve)
        far = far_from(shown, one, bright, [_Shade(one, known, bright, 1.0)], may)[:, 0]
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

    def __init__(self, light: Shine, known: Any, bright: Any, dim: float) -> None:
        self.seen = lab(light.printed(light.shown(known * dim, bright), bright))
        self.lost = ciede2000(lab(known * dim), lab(known))


def far_from(shown: Any, light: Shine, bright: Any, shades: Sequence[_Shade], may: Any) -> Any:
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
