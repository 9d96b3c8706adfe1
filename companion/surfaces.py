"""What is printed on a board that a photograph is to be read from, as values: games describe it, `scan` reads it.

Lengths are millimetres, x to the right and y down, from wherever the game counts. Standard library only, like the games that use
it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.rules import Game

Srgb = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Patch:
    """A square that is printed in a known colour: its middle."""

    x: float
    y: float
    colour: Srgb


@dataclass(frozen=True)
class Surface:
    """What is printed on one side of a board.

    `labels`: code with its prefix -> the middle of its label, which is upright when the board is; `label_mm`: its width with the
    white border. `cells`: name -> its middle, squares of `cell_mm`. `classes`: name of a cell -> what may be there; `colours`:
    class -> the colour by which it is told. `patches`, squares of `patch_mm`, tell the light. `pictures`: middle and radius of
    what is drawn over the edges of cells.
    """

    labels: Mapping[str, Point]
    label_mm: float
    cells: Mapping[str, Point]
    cell_mm: float
    classes: Mapping[str, tuple[str, ...]]
    colours: Mapping[str, Srgb]
    patches: tuple[Patch, ...]
    patch_mm: float
    pictures: tuple[tuple[float, float, float], ...] = ()


def surfaces_of(game: Game, box: Any) -> Mapping[str, Surface]:
    """What is printed on the boards of a game that has some to read; else nothing."""
    described = getattr(game, "surfaces", None)
    return described(box) if described is not None else {}
