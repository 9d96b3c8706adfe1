"""The smallest QR code, version 1: 21 x 21 modules, of which nearly half are the same in every one of them.

Modules are told as arrays of 21 x 21, 1 for dark and -1 for light. Source: ISO/IEC 18004, sections 6.3 and 7.9; the values
themselves come from segno, which also makes our labels.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import segno

from companion.scan.readers import opencv, zbar

SIDE = 21
QUIET = 4
"""Modules of white that belong around a symbol."""

LEVELS = ("h", "q", "m", "l")
"""Error correction, strongest first. Ours is the first."""


def _places() -> tuple[Any, Any]:
    """Where every version 1 symbol shows the same, and where it tells its error correction and mask."""
    fixed = np.zeros((SIDE, SIDE), bool)
    fixed[:8, :8] = fixed[:8, 13:] = fixed[13:, :8] = True  # finder patterns with their white
    fixed[6, 8:13] = fixed[8:13, 6] = True  # timing patterns
    fixed[13, 8] = True  # the one dark module
    telling = np.zeros((SIDE, SIDE), bool)
    telling[8, :9] = telling[:9, 8] = telling[8, 13:] = telling[14:, 8] = True
    return fixed, telling & ~fixed


FIXED, FORMAT = _places()
DATA = ~FIXED & ~FORMAT


def pattern(text: str, level: str = LEVELS[0], mask: int | None = None) -> Any | None:
    """The modules of *text*, or None when it is too long for version 1. Without *mask*: as our labels are printed."""
    try:
        symbol = segno.make(text, version=1, error=level, mask=mask, micro=False, boost_error=False)
    except ValueError:
        return None
    return np.where(np.array([[bool(module) for module in row] for row in symbol.matrix]), np.float32(1), np.float32(-1))


@cache
def formats() -> Any:
    """What the FORMAT modules of each level and mask show: 32 x 30, levels in the order of LEVELS."""
    return np.stack([_certainly("0", level, mask)[FORMAT] for level in LEVELS for mask in range(8)])


@cache
def fixed() -> Any:
    """The modules of FIXED (441 values; 0 elsewhere)."""
    return np.where(FIXED, _certainly("0", LEVELS[0], 0), 0).astype(np.float32)


def _certainly(text: str, level: str, mask: int) -> Any:
    made = pattern(text, level, mask)
    if made is None:
        raise ValueError(text)
    return made


@cache
def masks() -> Any:
    """What turns the DATA modules of mask 0 into those of each mask, as factors 1 and -1: 8 x 208."""
    return np.stack([_certainly("0", LEVELS[0], mask)[DATA] * _certainly("0", LEVELS[0], 0)[DATA] for mask in range(8)])


@cache
def codewords() -> Any:
    """Which of the 26 codewords each of the DATA modules belongs to (208 numbers)."""
    order = np.full((SIDE, SIDE), -1)
    count = 0
    # Two columns at a time from the right, up and down in turn, past the timing pattern.
    for number, right in enumerate((20, 18, 16, 14, 12, 10, 8, 5, 3, 1)):
        for row in range(SIDE - 1, -1, -1) if number % 2 == 0 else range(SIDE):
            for column in (right, right - 1):
                if DATA[row, column]:
                    order[row, column] = count // 8
                    count += 1
    return order[DATA]


def told(values: Any) -> Any:
    """The modules that are known beforehand, where *values* (21 x 21) say what dark and light look like; 0 elsewhere.

    The fixed ones, and of the 32 formats the one that fits best: each is told in two places.
    """
    modules = fixed().copy()
    modules[FORMAT] = formats()[int((formats() @ np.tanh(values[FORMAT])).argmax())]
    return modules


def drawn(values: Any, pixels: int = 2) -> Any:
    """A clean picture, *pixels* a module, with its white rim, of the modules whose *values* are dark above 0.

    What is known beforehand is drawn as it must be: zbar finds no symbol where a thumb lay on a finder pattern.
    """
    known = told(values)
    dark = np.pad(np.where(known != 0, known, values) > 0, QUIET)
    return np.kron(np.where(dark, np.uint8(0), np.uint8(255)), np.ones((pixels, pixels), np.uint8))


def text(values: Any) -> str | None:
    """What the modules with these *values* (21 x 21, dark above 0) say; None when they have too many errors.

    zbar corrects them, or OpenCV where libzbar is missing.
    """
    picture = drawn(values)
    read = zbar()
    if read is not None:
        return next((found.data.decode("utf-8", "replace") for found in read(picture)), None)
    cv2 = opencv()
    low, high = 2 * QUIET, 2 * (QUIET + SIDE)
    corners = np.array([[[low, low], [high, low], [high, high], [low, high]]], np.float32)
    try:
        said, _ = cv2.QRCodeDetector().decode(picture, corners)
    except (cv2.error, UnicodeDecodeError, ValueError):
        return None
    return said or None
