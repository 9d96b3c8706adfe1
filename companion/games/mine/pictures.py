"""Where the page draws boards, tiles and the bars of a round.

Lengths are in units of the drawing, from its top left corner: a cell of the grid is CELL wide, and RIM of room lies around the
grid, where elves stand.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from companion.games.mine.pieces import EDGES, Box, plan_spots
from companion.games.mine.state import Tile
from companion.games.mine.tiling import Form, Spot, form, spots
from companion.rules import Line

CELL, RIM = 20, 11
FACE, AWAY, BESIDE = 14, 4, 6
"""An elf's face, how far behind its edge its middle is, and how far to the sides of that face and letter stand."""

# --- boards -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Face:
    """An elf: the middle of its face and of its letter."""

    colour: str
    x: float
    y: float
    letter_x: float
    letter_y: float


@dataclass(frozen=True, slots=True)
class Plan:
    """A side of a board: the top left corners of its spaces, their outline, and its elves."""

    width: int
    height: int
    spaces: tuple[tuple[int, int], ...]
    gallery: str
    elves: tuple[Face, ...]


@lru_cache(maxsize=64)
def plan(box: Box, board: int, side: str) -> Plan:
    """The drawing of a side."""
    one = next(row for row in box.boards if (row.board, row.side) == (board, side))
    elves = tuple(
        _face(*box.spot(elf.cell), *EDGES[elf.edge], elf.colour) for elf in box.elves if (elf.board, elf.side) == (board, side)
    )
    width, height = box.columns * CELL + 2 * RIM, box.rows * CELL + 2 * RIM
    spaces = sorted(plan_spots(one.plan))
    return Plan(width, height, tuple((RIM + x * CELL, RIM + y * CELL) for x, y in spaces), outline(spaces), elves)


def _face(column: int, row: int, dx: int, dy: int, colour: str) -> Face:
    """It stands behind the edge (dx, dy) of its space, its letter beside it along the edge."""
    x = RIM + (column + 0.5) * CELL + dx * (CELL / 2 + AWAY)
    y = RIM + (row + 0.5) * CELL + dy * (CELL / 2 + AWAY)
    along_x, along_y = (BESIDE, 0) if dy else (0, BESIDE)
    return Face(colour, x - along_x, y - along_y, x + along_x, y + along_y)


def outline(cells: Collection[Spot]) -> str:
    """The rim of these cells of the grid as a path of an SVG, all corners of it."""
    return "".join(f"M{'L'.join(f'{RIM + x * CELL} {RIM + y * CELL}' for x, y in loop)}Z" for loop in _loops(set(cells)))


def _loops(cells: set[Spot]) -> Iterator[list[Spot]]:
    """Edges with nothing behind them, clockwise around the cells, joined end to end; only corners are told."""
    ends: dict[Spot, list[Spot]] = {}
    for x, y in sorted(cells):
        corners = ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
        behind = ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))
        for at, other in enumerate(behind):
            if other not in cells:
                ends.setdefault(corners[at], []).append(corners[(at + 1) % 4])
    while ends:
        start = next(iter(ends))
        loop = [start]
        while not (len(loop) > 1 and loop[-1] == start):
            here = loop[-1]
            loop.append(ends[here].pop())
            if not ends[here]:
                del ends[here]
        yield [one for at, one in enumerate(loop[:-1]) if not _straight(loop[at - 1 if at else -2], one, loop[at + 1])]


def _straight(before: Spot, here: Spot, after: Spot) -> bool:
    return before[0] == here[0] == after[0] or before[1] == here[1] == after[1]


# --- tiles ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Lying:
    """A tile on the grid: its rim, and the top left corner of each of its cells, row by row."""

    rim: str
    corners: tuple[tuple[int, int], ...]


def lying(box: Box, tile: Tile) -> Lying:
    """Where a tile is drawn on the plan; of what lies beyond the grid nothing."""
    return _lying([box.spot(cell) for cell in tile.cells])


def _lying(places: Sequence[Spot]) -> Lying:
    corners = tuple((RIM + x * CELL, RIM + y * CELL) for x, y in sorted(places, key=lambda one: one[::-1]))
    return Lying(outline(places), corners)


@lru_cache(maxsize=256)
def turned(drawing: str, way: int) -> Form:
    """A shape in one of the eight ways to lay it: 0 to 3 are quarter turns clockwise, 4 to 7 those of the mirror image."""
    made = form((-x, y) for x, y in spots(drawing)) if way >= 4 else form(spots(drawing))
    for _ in range(way % 4):
        made = form((-y, x) for x, y in made)
    return made


@dataclass(frozen=True, slots=True)
class Shown:
    """A shape on its own, in a drawing of `width` by `height` that begins RIM before it."""

    width: int
    height: int
    tile: Lying


@lru_cache(maxsize=256)
def shown(drawing: str, way: int) -> Shown:
    """A shape as it is picked from."""
    made = sorted(turned(drawing, way))
    columns, rows = max(x for x, _ in made) + 1, max(y for _, y in made) + 1
    return Shown(columns * CELL, rows * CELL, _lying(made))


# --- a round's points -------------------------------------------------------------------------------------------------

LONG = 300
"""How long a bar is."""


@dataclass(frozen=True, slots=True)
class Part:
    """Points with one cause; those that are taken away lie over the end of what was there."""

    rule: str
    points: int
    x: float
    width: float


@dataclass(frozen=True, slots=True)
class Bar:
    """A seat's points of a round. `end`: where its total stands."""

    parts: tuple[Part, ...]
    end: float


def scale(rounds: Iterable[Sequence[Line]]) -> int:
    """How many points the bars of a round are long: what the best has before anything is taken away, at least 12."""
    return max([12, *(sum(line.points for line in lines if line.points > 0 and line.rule != "score.floor") for lines in rounds)])


def bar(lines: Sequence[Line], most: int) -> Bar:
    """Points with their causes as stretches of a bar that is *most* points long, LONG units: plus to the right, minus from its
    end back to the left, no farther than 0."""
    unit, at = LONG / most, 0.0
    parts = []
    for line in sorted(lines, key=lambda one: one.points < 0):
        if line.rule == "score.floor" or not line.points:
            continue
        width = min(abs(line.points) * unit, at) if line.points < 0 else line.points * unit
        left = at - width if line.points < 0 else at
        at = left if line.points < 0 else at + width
        parts.append(Part(line.rule, line.points, round(left, 1), round(width, 1)))
    return Bar(tuple(parts), round(at, 1))
