"""Where the page draws the city: the ring of spaces in the middle, the towers above and below, as on the printed sheet.

Lengths are in units of the drawing, from its top left corner; the drawing is WIDTH wide.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from companion.games.bibliogamo.pieces import KINDS, Box

WIDTH = 360
GAP = 7
PANEL, HEAD, LINE = 116, 22, 18
"""A tower: its width, the height of its name and of each line of squares."""
COLUMNS, ROWS, CELL = 9, 5, 28
"""The ring in cells, and the height of one; they are WIDTH / COLUMNS wide."""
A_ROW = 3
"""Towers beside each other."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A space of the path, by its centre."""

    space: int
    tower: str | None
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Square:
    x: float
    y: float
    side: float


@dataclass(frozen=True, slots=True)
class Panel:
    """A tower: its top left corner, a line of squares for each kind of its recipe, and how it is tied to its space."""

    tower: str
    x: float
    y: float
    lines: tuple[tuple[str, float, tuple[Square, ...]], ...]
    """Kind, the middle of the line, its squares."""
    tie: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class City:
    """`inside`: left, top, width and height of the room within the ring. `wide`, `high`: the size of a cell."""

    height: float
    cells: tuple[Cell, ...]
    panels: tuple[Panel, ...]
    panel_height: float
    wide: float
    high: float
    inside: tuple[float, float, float, float]


@lru_cache(maxsize=8)
def _city(path: tuple[str, ...], recipes: tuple[tuple[str, tuple[tuple[str, int], ...]], ...]) -> City:
    panel_height = HEAD + LINE * max(sum(n > 0 for _, n in recipe) for _, recipe in recipes) + 4
    recipe_of = dict(recipes)
    order = [tower for tower in path if tower]
    above, below = order[: (len(order) + 1) // 2], order[(len(order) + 1) // 2 :][::-1]
    band = panel_height + GAP
    top = band * -(-len(above) // A_ROW)
    wide, high = WIDTH / COLUMNS, CELL
    cells = tuple(
        Cell(space, tower or None, round(x, 2), round(top + y, 2))
        for (space, tower), (x, y) in zip(enumerate(path), _along(len(path), wide, high), strict=True)
    )
    at = {cell.tower: cell for cell in cells if cell.tower}
    bottom = top + ROWS * high
    panels = []
    for towers, first in ((above, 0.0), (below, bottom + GAP)):
        for index, tower in enumerate(towers):
            x, y = (index % A_ROW) * (PANEL + (WIDTH - A_ROW * PANEL) / (A_ROW - 1)), first + band * (index // A_ROW)
            panels.append(_panel(tower, x, y, panel_height, recipe_of[tower], at[tower], high))
    shrunk = wide if len(path) == 2 * (COLUMNS + ROWS) - 4 else min(wide, high, 0.7 * _round(wide, high) / len(path))
    return City(
        height=bottom + band * -(-len(below) // A_ROW),
        cells=cells,
        panels=tuple(panels),
        panel_height=panel_height,
        wide=shrunk,
        high=min(high, shrunk),
        inside=(wide, top + high, WIDTH - 2 * wide, (ROWS - 2) * high),
    )


def city(box: Box) -> City:
    """The drawing of the city of this box; of a path with another number of spaces they lie evenly along the same ring."""
    return _city(
        tuple(space.tower for space in box.path),
        tuple((one.tower, tuple(zip(KINDS, one.recipe, strict=True))) for one in box.towers),
    )


def _round(wide: float, high: float) -> float:
    """The length of the middle line of the ring."""
    return 2 * ((COLUMNS - 1) * wide + (ROWS - 1) * high)


def _along(n: int, wide: float, high: float) -> list[tuple[float, float]]:
    """The middles of *n* spaces from the top left corner clockwise."""
    if n == 2 * (COLUMNS + ROWS) - 4:
        across, down = range(COLUMNS - 1), range(ROWS - 1)
        corners = [
            *((step, 0) for step in across),
            *((COLUMNS - 1, step) for step in down),
            *((COLUMNS - 1 - step, ROWS - 1) for step in across),
            *((0, ROWS - 1 - step) for step in down),
        ]
        return [((column + 0.5) * wide, (row + 0.5) * high) for column, row in corners]
    width, height = (COLUMNS - 1) * wide, (ROWS - 1) * high
    found = []
    for step in range(n):
        far = _round(wide, high) * step / n
        if far <= width:
            x, y = far, 0.0
        elif far <= width + height:
            x, y = width, far - width
        elif far <= 2 * width + height:
            x, y = 2 * width + height - far, height
        else:
            x, y = 0.0, _round(wide, high) - far
        found.append((x + wide / 2, y + high / 2))
    return found


def _panel(
    tower: str, x: float, y: float, height: float, recipe: tuple[tuple[str, int], ...], cell: Cell, cell_height: float
) -> Panel:
    lines: list[tuple[str, float, tuple[Square, ...]]] = []
    for kind, n in recipe:
        if not n:
            continue
        middle = y + HEAD + LINE * (len(lines) + 0.5)
        pitch = min(15.0, 75 / n)
        side = pitch - 2.5
        squares = tuple(Square(round(x + 38 + pitch * at, 2), round(middle - side / 2, 2), round(side, 2)) for at in range(n))
        lines.append((kind, middle, squares))
    joint = min(max(cell.x, x + 10), x + PANEL - 10)
    above = y < cell.y
    tie = (joint, y + height if above else y, cell.x, cell.y - cell_height / 2 if above else cell.y + cell_height / 2)
    return Panel(tower, x, y, tuple(lines), tie)
