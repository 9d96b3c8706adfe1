"""What the light of a room and the camera make of what is printed: told by patches, by the paper of the labels, or not at all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from companion.scan.board.places import SYMBOL, samples_of
from companion.scan.colours import ciede2000, lab, linear
from companion.scan.seen import Sighting
from companion.surfaces import Srgb, Surface

SIDES = 4
"""Of a label's paper that are looked at."""
GREY = 10
"""Steps by which channels differ at most, of 255, in a picture without colours."""
CLIPPED = 250
"""A channel as bright as this may have been brighter."""
ODD_PATCH = 14.0
"""A patch so far (CIEDE2000) off what all others say of the light is covered, or in a shadow of its own."""
FEWEST_PATCHES = 5
STIFF = 0.02
"""How much a patch's linear light would have to err to make the channels mix as much as they are strong."""
Light = Literal["strip", "labels", "none"]


@dataclass(frozen=True)
class Shine:
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
        return self.patches.get(rgb(colour), linear(colour))

    def shown(self, known: Any, bright: Any) -> Any:
        """Printed colours (k x 3) as the camera shows them at places so *bright* (n x 1), in linear light: (n, k, 3)."""
        return np.clip(bright[:, None] * (known ** (1 / self.curve) @ np.linalg.inv(self.matrix).T), 0, 1)

    def printed(self, shown: Any, bright: Any) -> Any:
        """What the camera shows (n x ... x 3), in linear light, as it is printed."""
        return np.maximum(shown / bright.reshape(-1, *(1,) * (shown.ndim - 1)) @ self.matrix.T, 0) ** self.curve


def rgb(colour: Sequence[int]) -> Srgb:
    """A colour that came by post is a list."""
    red, green, blue = colour
    return red, green, blue


def light_of(pixels: Any, seen: Sequence[Sighting], places: Any, surface: Surface) -> Shine:
    white, at = _whites(pixels, places, seen, surface)
    paper = _paper(white, at)
    balance = paper.balance
    if surface.patches:
        middles = np.array([(patch.x, patch.y) for patch in surface.patches])
        samples, inside = patches_of(pixels, places, surface)
        shown = np.median(samples, axis=(1, 2))
        measured = linear(shown) / brightness_of(paper.fall, middles)
        usable = inside & (shown < CLIPPED).all(axis=1)
        known = linear([patch.colour for patch in surface.patches])
        balance, agree = _balance(measured, known, usable, paper)
        if agree.sum() >= FEWEST_PATCHES:
            matrix, agree = _fitted(measured, known, usable, agree, balance)
            told = zip(surface.patches, measured @ matrix.T, agree, strict=True)
            return Shine("strip", paper.fall, matrix, {rgb(patch.colour): shown for patch, shown, well in told if well})
    return Shine("labels" if len(white) else "none", paper.fall, np.diag(balance), {}, burnt=tuple(map(bool, paper.burnt)))


def patches_of(pixels: Any, places: Any, surface: Surface) -> tuple[Any, Any]:
    """Samples of the patches, and which of them are in the picture."""
    return samples_of(pixels, places, np.array([(patch.x, patch.y) for patch in surface.patches]), surface.patch_mm * 0.6)


def is_grey(samples: Any) -> bool:
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
    return _Paper(shown, brightness_of(fall, at), fall, balance, np.median(white, axis=0) >= CLIPPED)


def _whites(pixels: Any, places: Any, seen: Sequence[Sighting], surface: Surface) -> tuple[Any, Any]:
    """RGB of the paper round each symbol, and where."""
    half = surface.label_mm / 2
    rim = surface.label_mm * (1 - SYMBOL) / 4
    middles = []
    for one in seen:
        x, y = surface.labels[one.code]
        middles += [(x, y - half + rim), (x, y + half - rim), (x - half + rim, y), (x + half - rim, y)]
    samples, inside = samples_of(pixels, places, np.array(middles), rim)
    return np.median(samples, axis=(1, 2))[inside], np.array(middles)[inside]


def _fall(level: Any, at: Any) -> Any:
    """How the light falls off over the board, by how bright paper is (n,) at places: log of the brightness as a plane, held level
    where there are few."""
    rows = np.column_stack([np.ones(len(at)), at])
    # A label that lies in a shadow of its own would tilt the whole: slopes cost something, in units of the board's size.
    stiff = np.diag([0.0, 1.0, 1.0]) * 60.0**2 * 0.05
    return np.linalg.solve(rows.T @ rows + stiff, rows.T @ np.log(level))


def brightness_of(fall: Any, places: Any) -> Any:
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
