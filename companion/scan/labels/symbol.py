"""The smallest QR code, version 1, which all our labels are: what every one of them shows, and what tells them apart.

Modules are arrays of 21 x 21, 1 for dark and -1 for light, as in `matrix`. Source: ISO/IEC 18004, sections 6.3 and 7.7.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import segno

from companion.scan import matrix

SIDE = matrix.side(1)

KNOWN = matrix.known(1).astype(np.float32)
"""What every symbol shows; 0 where they differ."""

FIXED = KNOWN != 0
FORMAT = np.zeros((SIDE, SIDE), bool)
FORMAT[tuple(np.moveaxis(matrix.format_places(1), -1, 0))] = True
DATA = ~FIXED & ~FORMAT

MIRRORED = 0.16
"""By what share of its modules the format must fit the mirror image better: without an error it is a third at least."""


def pattern(text: str, level: str = "h", mask: int | None = None) -> Any | None:
    """The modules of *text*, or None when it is too long for version 1. Without *mask*: as our labels are printed."""
    try:
        symbol = segno.make(text, version=1, error=level, mask=mask, micro=False, boost_error=False)
    except ValueError:
        return None
    return np.where(np.array([[bool(module) for module in row] for row in symbol.matrix]), np.float32(1), np.float32(-1))


@cache
def masks() -> Any:
    """What turns the DATA modules of mask 0 into those of each mask, as factors 1 and -1: 8 x 208."""
    patterns = [pattern("0", mask=mask) for mask in range(8)]
    plain = np.stack([modules[DATA] for modules in patterns if modules is not None])
    return plain * plain[0]


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
    """What is known beforehand, where *values* (21 x 21, dark above 0) say how surely dark and light are told; 0 elsewhere.

    That is what every symbol shows, and of the 32 formats the one that fits best: each is told in two places.
    """
    return np.where(DATA, np.float32(0), matrix.finished(np.tanh(values), 1))


def mirrored(values: Any) -> bool:
    """Whether modules with these *values* (21 x 21, dark above 0) are those of a mirror image: only the format shows it."""
    rows, columns = np.moveaxis(matrix.format_places(1), -1, 0)
    shown = np.tanh(values)
    straight, turned = (float((matrix.formats() @ seen[rows, columns].sum(axis=0)).max()) for seen in (shown, shown.T))
    return turned - straight > MIRRORED * float(np.abs(shown[rows, columns]).sum())


def text(values: Any) -> str | None:
    """What the modules with these *values* (21 x 21, dark above 0) say.

    None when they have too many errors, and of a mirror image, which zbar would read: in its picture left is right, and what
    is read in order would be in the wrong one. What is known beforehand is drawn as it must be: zbar finds no symbol where a
    thumb lay on a finder pattern.
    """
    if mirrored(values):
        return None
    return matrix.text(matrix.finished(np.tanh(values), 1))
