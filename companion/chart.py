"""The test page: rows of sample labels from large to small, as an optician hangs them, to learn which sizes a camera reads.

Each sample's code says its size, so that a photograph of the page can be judged without knowing anything else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

PREFIX = "TP"
"""No game has it."""

SIZES = (20, 16, 12, 10, 8)
"""Millimetres of a sample with its rim."""

A_ROW = 7
"""Samples of each size."""

_SAMPLE = re.compile(rf"{PREFIX}:({'|'.join(map(str, SIZES))})-([1-{A_ROW}])")


@dataclass(frozen=True, slots=True)
class Row:
    """How many different samples of one size (mm) were read, of A_ROW."""

    size: int
    read: int

    @property
    def whole(self) -> bool:
        return self.read == A_ROW


def code(size: int, number: int) -> str:
    """What the sample *number* (from 1) of the row of *size* millimetres says."""
    return f"{PREFIX}:{size}-{number}"


def is_sample(text: str) -> bool:
    return _SAMPLE.fullmatch(text) is not None


def size_of(text: str) -> int | None:
    """Millimetres of the sample that says *text*; None when it is none."""
    match = _SAMPLE.fullmatch(text)
    return int(match.group(1)) if match is not None else None


def rows(codes: Iterable[str]) -> tuple[Row, ...]:
    """What of each row was read, the largest size first; nothing when no sample is among *codes*."""
    read: Mapping[int, set[str]] = {size: set() for size in SIZES}
    for text in codes:
        size = size_of(text)
        if size is not None:
            read[size].add(text)
    return tuple(Row(size, len(found)) for size, found in read.items()) if any(read.values()) else ()


def smallest(found: Iterable[Row]) -> int | None:
    """The smallest size of which every sample was read, and of every larger size too; None when there is none."""
    sizes = None
    for row in sorted(found, key=lambda row: -row.size):
        if not row.whole:
            break
        sizes = row.size
    return sizes
