"""The modules of a QR code of any version: which ones every code of that version has, and how a code is drawn for zbar.

Numbers and places are those of ISO/IEC 18004: version V has 17 + 4 V modules along a side. Modules are counted by row and
column from the code's own top left; dark is 1, light is -1, and what only the text decides is 0.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from companion.scan.readers import opencv, zbar

QUIET = 4
"""Modules of white around a code."""

VERSIONS = range(1, 41)

PIXELS = 2
"""Pixels of a module that is drawn for zbar: the fewest at which it reads every clean code."""


def side(version: int) -> int:
    """Modules along a side."""
    return 17 + 4 * version


@cache
def alignments(version: int) -> tuple[int, ...]:
    """Rows, which are also columns, of the middles of alignment patterns (but where a finder pattern is)."""
    if version == 1:
        return ()
    count = version // 7 + 2
    step = 26 if version == 32 else (version * 4 + count * 2 + 1) // (count * 2 - 2) * 2
    return (6, *(side(version) - 7 - step * i for i in reversed(range(count - 1))))


@cache
def alignment_centres(version: int) -> tuple[tuple[int, int], ...]:
    """Row and column of the middle module of each alignment pattern, those nearest to the top left first."""
    places = alignments(version)
    last = len(places) - 1
    corners = {(0, 0), (0, last), (last, 0)}
    spots = [(i, j) for i in range(last + 1) for j in range(last + 1) if (i, j) not in corners]
    return tuple((places[i], places[j]) for i, j in sorted(spots, key=lambda spot: (sum(spot), spot)))


def _remainder(value: int, generator: int) -> int:
    """The remainder of a BCH code: *value* with its check bits' room divided by *generator*."""
    while value.bit_length() >= generator.bit_length():
        value ^= generator << (value.bit_length() - generator.bit_length())
    return value


def _signs(value: int, bits: int) -> Any:
    """The bits of *value*, lowest first, as 1 and -1."""
    return np.array([1 if value >> i & 1 else -1 for i in range(bits)], np.int8)


@cache
def formats() -> Any:
    """All 32 formats (level and mask) as 32 x 15, lowest bit first."""
    return np.stack([_signs((data << 10 | _remainder(data << 10, 0x537)) ^ 0x5412, 15) for data in range(32)])


@cache
def format_places(version: int) -> Any:
    """Where the 15 bits of the format are, twice: 2 x 15 x (row, column)."""
    n = side(version)
    first = [(i, 8) for i in range(6)] + [(7, 8), (8, 8), (8, 7)] + [(8, 14 - i) for i in range(9, 15)]
    second = [(8, n - 1 - i) for i in range(8)] + [(n - 15 + i, 8) for i in range(8, 15)]
    return np.array([first, second])


@cache
def finder() -> Any:
    """A finder pattern, 7 x 7."""
    pattern = np.ones((7, 7), np.int8)
    pattern[1:6, 1:6] = -1
    pattern[2:5, 2:5] = 1
    return pattern


@cache
def alignment() -> Any:
    """An alignment pattern, 5 x 5."""
    pattern = np.ones((5, 5), np.int8)
    pattern[1:4, 1:4] = -1
    pattern[2, 2] = 1
    return pattern


@cache
def known(version: int) -> Any:
    """What every code of *version* has: side x side of 1, -1 and 0."""
    n = side(version)
    modules = np.zeros((n, n), np.int8)
    modules[6, :] = modules[:, 6] = np.where(np.arange(n) % 2, -1, 1)
    for row, column in alignment_centres(version):
        modules[row - 2 : row + 3, column - 2 : column + 3] = alignment()
    corner = -np.ones((8, 8), np.int8)
    corner[:7, :7] = finder()
    modules[:8, :8] = corner
    modules[:8, -8:] = corner[:, ::-1]
    modules[-8:, :8] = corner[::-1]
    modules[n - 8, 8] = 1
    if version >= 7:
        bits = _signs(version << 12 | _remainder(version << 12, 0x1F25), 18).reshape(6, 3)
        modules[:6, n - 11 : n - 8] = bits
        modules[n - 11 : n - 8, :6] = bits.T
    return modules


def finished(sure: Any, version: int) -> Any:
    """Modules (1 dark, -1 light) of a code that was read as *sure* (how dark, 0 between): what is known put right.

    The format is the one of 32 that fits both its copies best.
    """
    modules = np.where(sure > 0, 1, -1).astype(np.int8)
    rows, columns = np.moveaxis(format_places(version), -1, 0)
    fits = formats() @ sure[rows, columns].sum(axis=0)
    modules[rows, columns] = formats()[int(fits.argmax())]
    fixed = known(version)
    return np.where(fixed == 0, modules, fixed)


def text(modules: Any) -> str | None:
    """What *modules* (1 dark, -1 light) say, None when they have too many errors: zbar corrects them, or OpenCV without it."""
    picture = drawn(modules, PIXELS)
    read = zbar()
    if read is not None:
        return next((said for said, _ in read(picture)), None)
    cv2 = opencv()
    low, high = PIXELS * QUIET, PIXELS * (QUIET + len(modules))
    corners = np.array([[[low, low], [high, low], [high, high], [low, high]]], np.float32)
    try:
        said, _ = cv2.QRCodeDetector().decode(picture, corners)
    except (cv2.error, UnicodeDecodeError, ValueError):
        return None
    return said or None


def drawn(modules: Any, pixels: int) -> Any:
    """A clean picture of *modules*, *pixels* for each, with the quiet zone."""
    light = np.where(modules > 0, 0, 255).astype(np.uint8)
    return np.kron(np.pad(light, QUIET, constant_values=255), np.ones((pixels, pixels), np.uint8))
