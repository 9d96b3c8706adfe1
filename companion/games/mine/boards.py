"""The boards as they are printed, side by side back to back (specification, sections 2 and 8).

What a camera reads is where the box says it is, in the box's colours: labels, patches, and the middle half of every cell, which
stays plain but for an elf on rock. Lengths are millimetres from the top left of the grid.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from companion.drawing import Circle, Code, Ink, Line, Mark, Page, Rectangle, Symbol, Text, crop_marks, moved
from companion.games.mine.crystals import AREA, ground, on, outline
from companion.games.mine.pieces import CORNERS, EDGES, SIDES, Board, Box, Colour, Elf, cell_name, plan_spots
from companion.games.mine.printed import srgb
from companion.games.mine.tiling import Spot
from companion.rules import Sentence, say

CROP: Final = 3.0
"""How far crop marks reach beyond a board."""
HATCH: Final[Ink] = (93, 84, 75)
SEAM: Final[Ink] = (111, 90, 71)
"""Between spaces."""
INSIDE: Final = 0.3
"""Of a patch's width, from its middle: what a camera looks at."""
STEP: Final = 0.5


def fitting(box: Box) -> bool:
    """Whether a board fits A4 and letter, upright or lying."""
    wide, tall = box.board_mm
    across, down = AREA[0] - 2 * CROP, AREA[1] - 2 * CROP
    return (wide <= across and tall <= down) or (wide <= down and tall <= across)


def board_pages(box: Box) -> Iterator[Page]:
    """A page a side; both sides of a board are one sheet of paper. Nothing is drawn to the cut, so that paper that shifts in the
    printer does no harm."""
    wide, tall = box.board_mm
    landscape = wide > AREA[0] - 2 * CROP
    side_of = {(one.board, one.side): one for one in box.boards}
    for board in box.board_numbers:
        for side in SIDES:
            marks = moved(printed_side(box, side_of[board, side]), *grid_at(box))
            crop = tuple(crop_marks((0, wide), (0, tall))) if side == SIDES[0] else ()
            yield Page(wide, tall, marks + crop, landscape)


def grid_at(box: Box) -> tuple[float, float]:
    """From a board's corner to its grid's."""
    wide, tall = box.board_mm
    return (wide - box.columns * box.cell_mm) / 2, (tall - box.rows * box.cell_mm) / 2


def printed_side(box: Box, one: Board) -> tuple[Mark, ...]:
    spaces = plan_spots(one.plan)
    return (
        *_frame(box),
        *_title(box, one),
        *_cells(box, spaces),
        *_rim(box, spaces),
        *_names(box),
        *strip(box),
        *(mark for elf in box.elves if (elf.board, elf.side) == (one.board, one.side) for mark in _elf(box, elf)),
        *(_label(box, f"{one.board}{one.side}-{corner}", corner) for corner in CORNERS),
    )


def _frame(box: Box) -> Iterator[Mark]:
    left, top = grid_at(box)
    yield Rectangle(1.2 - left, 1.2 - top, box.board_mm[0] - 2.4, box.board_mm[1] - 2.4, 0.3, None, 2.0)


def _title(box: Box, one: Board) -> Iterator[Mark]:
    """Board and side over the grid, above the elves that may stand there."""
    _, top = grid_at(box)
    wide, y, high = box.columns * box.cell_mm, 2.4 - top, max(4.0, top - 2 * box.elf_mm - 3.4)
    side = min(high, 9.0)
    yield Symbol("pickaxe", 1, y + (high - side) / 2, side)
    yield Text(say("Board {board}", board=one.board), side + 3, y, wide * 0.4, high, 19, bold=True, serif=True, align="left")
    yield Text(say("side {side}", side=one.side), wide * 0.55, y, wide * 0.45 - side - 5, high, 19, serif=True, align="right")
    yield Text(Sentence(f"{one.board}{one.side}"), wide - side - 3, y, side + 3, high, 19, bold=True, align="right")


def _cells(box: Box, spaces: set[Spot]) -> Iterator[Mark]:
    size = box.cell_mm
    rock, space = srgb(box.palette["rock"]), srgb(box.palette["space"])
    # In one piece, so that no hair of paper shows between cells.
    yield Rectangle(0, 0, box.columns * size, box.rows * size, 0, rock)
    for x, y in sorted(spaces):
        yield Rectangle(x * size, y * size, size, size, 0, space)
    for number in range(1, box.columns):
        yield Line(((number * size, 0), (number * size, box.rows * size)), 0.2, HATCH)
    for number in range(1, box.rows):
        yield Line(((0, number * size), (box.columns * size, number * size)), 0.2, HATCH)
    for x, y in sorted(spaces):
        if (x + 1, y) in spaces:
            yield Line((((x + 1) * size, y * size), ((x + 1) * size, (y + 1) * size)), 0.3, SEAM)
        if (x, y + 1) in spaces:
            yield Line(((x * size, (y + 1) * size), ((x + 1) * size, (y + 1) * size)), 0.3, SEAM)


def _rim(box: Box, spaces: set[Spot]) -> Iterator[Mark]:
    """Where the gallery meets rock: a thick line, and short strokes on the rock along it."""
    size, far = box.cell_mm, box.cell_mm * 0.11
    for x, y in sorted(spaces):
        for dx, dy in EDGES.values():
            beside = (x + dx, y + dy)
            if beside in spaces or not (0 <= beside[0] < box.columns and 0 <= beside[1] < box.rows):
                continue
            for number in range(8):
                along = size * (number + 0.5) / 8
                right = x * size + (along if dy else size * (dx > 0))
                down = y * size + (along if dx else size * (dy > 0))
                end = (right + (dx or 0.5) * far, down + (dy or 0.5) * far)
                yield Line(((right, down), end), 0.25, HATCH)
    for edge in outline(spaces, size):
        yield Line(edge, 0.8)
    yield Rectangle(0, 0, box.columns * size, box.rows * size, 0.4)


def _names(box: Box) -> Iterator[Mark]:
    """Letters of columns and numbers of rows, at the left and upper end of each, where no elf stands."""
    size = box.cell_mm
    for x in range(box.columns):
        yield Text(Sentence(cell_name(x, 0)[0]), x * size + 0.3, -4, size * 0.24, 3.6, 8, stand="bottom")
    for y in range(box.rows):
        yield Text(Sentence(str(y + 1)), -4.6, y * size + 0.6, 4, size * 0.24, 8, align="right", stand="top")


def strip(box: Box) -> Iterator[Mark]:
    """The patches by which the light of a room is told."""
    side = box.patch_mm
    known = {colour.colour: ground(colour) for colour in box.colours} | {name: srgb(ink) for name, ink in box.palette.items()}
    for x, name in zip(box.strip_x, box.patches, strict=True):
        yield Rectangle(x - side / 2, box.strip_y - side / 2, side, side, 0.15, known[name])


def _label(box: Box, code: str, corner: str) -> Code:
    x, y = box.corners[corner]
    return Code(code, x - box.size_mm / 2, y - box.size_mm / 2, box.size_mm)


# --- elves ------------------------------------------------------------------------------------------------------------


def _elf(box: Box, elf: Elf) -> Iterator[Mark]:
    """An elf of the radius of the box before its space: face and letter on a disc of its colour."""
    colour = next(one for one in box.colours if one.colour == elf.colour)
    x, y = elf_at(box, elf)
    radius = box.elf_mm
    yield Circle(x, y, radius - 0.2, 0.4, ground(colour))
    yield from _face(colour, x, y, radius)


def _face(colour: Colour, x: float, y: float, radius: float) -> Iterator[Mark]:
    side = radius * 1.16
    yield Symbol(f"elf-{colour.colour}", x - side / 2, y - radius * 0.93, side)
    height = radius * 0.6
    yield Text(Sentence(colour.letter), x - height, y + radius * 0.2, 2 * height, height, height / 0.254, bold=True,
               ink=on(ground(colour)), least=3)  # fmt: skip


def elf_at(box: Box, elf: Elf) -> tuple[float, float]:
    """The middle of an elf: it touches the edge of its space, in the middle; beyond the grid it steps aside, but not beyond its
    space, where it would stand on the middle of a patch."""
    size, (column, row), (dx, dy) = box.cell_mm, box.spot(elf.cell), EDGES[elf.edge]
    out = size / 2 + box.elf_mm
    x, y = (column + 0.5) * size + dx * out, (row + 0.5) * size + dy * out
    if not dy or 0 <= row + dy < box.rows:
        return x, y
    slack = max(0.0, size / 2 - box.elf_mm)
    steps = int(slack / STEP)
    aside = (number * STEP for number in range(-steps, steps + 1))
    return x + min(aside, key=lambda step: (round(_on_patches(box, x + step, y), 6), abs(step))), y


def _on_patches(box: Box, x: float, y: float) -> float:
    """How far an elf at (x, y) reaches into the part of a patch that is looked at, at most, in mm."""
    half = box.patch_mm * INSIDE
    far = [math.hypot(max(abs(x - patch) - half, 0), max(abs(y - box.strip_y) - half, 0)) for patch in box.strip_x]
    return max(0.0, box.elf_mm - min(far))
