"""Cells of the grid, and what a drawing covers when it is turned or mirrored (specification, section 2).

A cell is its number, by rows from the top left; a set of cells is a whole number with the bits of its cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

Spot = tuple[int, int]
"""Column from the left and row from the top, from 0."""
Form = frozenset[Spot]
"""Spots of a tile, moved so that it touches the left and the upper edge."""

FRONT, BACK = "front", "back"


def spots(drawing: str) -> Form:
    """The spots of a drawing such as `X./XX`."""
    return frozenset((x, y) for y, line in enumerate(drawing.split("/")) for x, sign in enumerate(line) if sign == "X")


def form(cells: Iterable[Spot]) -> Form:
    """The cells, moved to the left and upper edge."""
    cells = list(cells)
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    return frozenset((x - left, y - top) for x, y in cells)


def turns(shape: Form) -> set[Form]:
    """The four ways to lay it without turning it over."""
    found = set()
    for _ in range(4):
        shape = form((-y, x) for x, y in shape)
        found.add(shape)
    return found


def lays(shape: Form) -> Mapping[Form, tuple[str, ...]]:
    """Every way to lay it -> the faces that can be up then: both when it is its own mirror image."""
    as_drawn, mirrored = turns(shape), turns(form((-x, y) for x, y in shape))
    return {
        way: tuple(face for face, ways in ((FRONT, as_drawn), (BACK, mirrored)) if way in ways)
        for way in sorted(as_drawn | mirrored, key=sorted)
    }


def in_one_piece(cells: Iterable[Spot]) -> bool:
    """Whether one can walk from any cell to any other over edges; also of none."""
    left = set(cells)
    reached = [left.pop()] if left else []
    while reached:
        x, y = reached.pop()
        for beside in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if beside in left:
                left.remove(beside)
                reached.append(beside)
    return not left
