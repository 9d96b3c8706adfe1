"""How many covers each side has with each treasure card of the house box: which pairs are the hardest to fill.

Counting all 800 pairs takes too long for a page: `python bench/cover.py --write` has counted them once, into covers.csv, a row a
card and a column a side. Of a box with other boards, cards or shapes nothing is told.
"""

from __future__ import annotations

import csv
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from statistics import median
from typing import Any

from companion.games.mine.pieces import Box, read_box

FILE = Path(__file__).with_name("covers.csv")


@dataclass(frozen=True, slots=True)
class Pair:
    """A side, a card, and in how many ways the one can be filled by the other."""

    board: int
    side: str
    card: str
    covers: int


@dataclass(frozen=True, slots=True)
class Place:
    """Among `pairs` pairs `harder` have fewer covers."""

    harder: int
    pairs: int


@lru_cache(maxsize=16)
def pairs(box: Box) -> tuple[Pair, ...]:
    """Every pair of the box, the one with fewest covers first; empty where the house box's numbers do not fit this one."""
    if _filled(box) != _filled(_house()):
        return ()
    with FILE.open(encoding="utf-8", newline="") as file:
        found = [
            Pair(int(side[:-1]), side[-1], row["card"], int(covers))
            for row in csv.DictReader(file)
            for side, covers in row.items()
            if side != "card"
        ]
    return tuple(sorted(found, key=lambda one: one.covers))


def place(box: Box, board: int, side: str, card: str) -> Place | None:
    """Where a pair stands among all; None where that is not known."""
    every = pairs(box)
    covers = next((one.covers for one in every if (one.board, one.side, one.card) == (board, side, card)), None)
    return None if covers is None else Place(bisect_left(every, covers, key=lambda one: one.covers), len(every))


def middle(box: Box) -> int:
    """The median of the covers of all pairs. At least one is known."""
    return round(median(one.covers for one in pairs(box)))


@dataclass(frozen=True, slots=True)
class Side:
    """The covers of a side with all cards."""

    board: int
    side: str
    fewest: int
    median: float
    most: int


@lru_cache(maxsize=16)
def sides(box: Box) -> tuple[Side, ...]:
    """Every side that is counted, the one with the lowest median first."""
    by_side: dict[tuple[int, str], list[int]] = {}
    for one in pairs(box):
        by_side.setdefault((one.board, one.side), []).append(one.covers)
    found = (Side(*side, covers[0], median(covers), covers[-1]) for side, covers in by_side.items())
    return tuple(sorted(found, key=lambda one: one.median))


@lru_cache(maxsize=1)
def _house() -> Box:
    return read_box(Path(__file__).with_name("box"))


def _filled(box: Box) -> Mapping[str, Any]:
    """What covers depend on."""
    return {
        "boards": {side: gallery.spaces for side, gallery in box.gallery.items()},
        "grid": (box.columns, box.rows),
        "cards": {card.card: dict(card.tiles) for card in box.cards},
        "shapes": {shape.drawing: (shape.colour, len(box.copies[shape.shape])) for shape in box.shapes},
    }
