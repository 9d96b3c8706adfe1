"""Boards that were read from a photograph, as a page shows them: on the picture, and as a plan to tap.

Kept is what the scanner read. What people say of a cell afterwards, or answer, stands in the page's address alone, like what they
say of frames: `cell=4B.C2:red`, `say=4B.card:T26`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.rules import BoardSeen, Laying, Query, Sentence
from companion.scan import post
from companion.scan.seen import Corners, Point, Seen
from companion.surfaces import Surface

SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""Where the neighbour behind each side of a cell is: from its first corner to the second, and so on."""

MOST_SAID = 300
"""Things that people may say of the boards of one photograph."""

Said = dict[tuple[str, str], str]
"""(board, cell or key) -> what people say."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a board: `x`, `y` its place in the plan, from 0; `order` what may be there, likeliest first."""

    name: str
    x: int
    y: int
    outline: Corners
    read: str | None
    told: str | None
    order: tuple[str, ...]

    @property
    def found(self) -> str | None:
        return self.read if self.told is None else self.told

    @property
    def next(self) -> str:
        """What a tap makes of it."""
        return self.order[0] if self.found is None else self.order[(self.order.index(self.found) + 1) % len(self.order)]

    @property
    def middle(self) -> Point:
        """On the picture."""
        return sum(x for x, _ in self.outline) / 4, sum(y for _, y in self.outline) / 4

    @property
    def wide(self) -> float:
        """About its side, in pixels of the picture."""
        return math.sqrt(_area(self.outline))

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of what to show of the picture to recognise what lies there."""
        (x, y), reach = self.middle, self.wide * 1.5
        return x - reach, y - reach, 2 * reach, 2 * reach


@dataclass(frozen=True)
class Board:
    """A board that was read. `said`: the answers that people gave, by key."""

    name: str
    cells: tuple[Cell, ...]
    said: Mapping[str, str] = field(default_factory=dict)

    @property
    def rows(self) -> list[list[Cell | None]]:
        """The cells as they lie when the board is upright; None where there is none."""
        at = {(cell.x, cell.y): cell for cell in self.cells}
        wide, high = (1 + max((place[which] for place in at), default=-1) for which in (0, 1))
        return [[at.get((x, y)) for x in range(wide)] for y in range(high)]

    @property
    def doubtful(self) -> tuple[Cell, ...]:
        return tuple(cell for cell in self.cells if cell.found is None)

    @property
    def seen(self) -> BoardSeen:
        """As games are told."""
        found = {cell.name: cell.found for cell in self.cells}
        return BoardSeen(self.name, found, {cell.name: cell.order for cell in self.doubtful}, self.said)

    def edges(self, cells: Iterable[str]) -> dict[str, tuple[bool, ...]]:
        """Of each of the cells whether it ends the set at its four sides, as they are when the board is upright."""
        there = {(cell.x, cell.y): cell.name for name in cells for cell in self.cells if cell.name == name}
        return {name: tuple((x + dx, y + dy) not in there for dx, dy in SIDES) for (x, y), name in there.items()}

    def outline(self, cells: Iterable[str]) -> str:
        """The line round a set of cells on the picture, as the data of an SVG path."""
        corners = {cell.name: cell.outline for cell in self.cells}
        lines = [
            (corners[name][side], corners[name][(side + 1) % 4])
            for name, ends in self.edges(cells).items()
            for side, is_end in enumerate(ends)
            if is_end
        ]
        return "".join(f"M{a[0]:.1f} {a[1]:.1f}L{b[0]:.1f} {b[1]:.1f}" for a, b in lines)

    def drawn(self, cells: Iterable[str]) -> str:
        """The line round a set of cells in the plan, a unit a cell, as the data of an SVG path."""
        at = {cell.name: (cell.x, cell.y) for cell in self.cells}
        turn = ((0, 0), (1, 0), (1, 1), (0, 1))
        lines = []
        for name, ends in self.edges(cells).items():
            x, y = at[name]
            for side, is_end in enumerate(ends):
                if is_end:
                    (a, b), (c, d) = turn[side], turn[(side + 1) % 4]
                    lines.append(f"M{x + a} {y + b}L{x + c} {y + d}")
        return "".join(lines)

    def filled(self, cells: Iterable[str]) -> str:
        """A set of cells in the plan, a unit a cell, as the data of an SVG path."""
        at = {cell.name: (cell.x, cell.y) for cell in self.cells}
        return "".join(f"M{at[name][0]} {at[name][1]}h1v1h-1z" for name in cells if name in at)

    def middle(self, cells: Sequence[str]) -> Point:
        """The middle of a set of cells on the picture."""
        middles = [cell.middle for cell in self.cells if cell.name in cells]
        return sum(x for x, _ in middles) / len(middles), sum(y for _, y in middles) / len(middles)


def _area(outline: Corners) -> float:
    turns = zip(outline, (*outline[1:], outline[0]), strict=True)
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in turns)) / 2


# --- kept -------------------------------------------------------------------------------------------------------------


def kept(seen: Seen) -> dict[str, Any]:
    """What is written beside the picture of the boards that were read, in pixels of the picture that is kept."""
    return {
        name: {
            cell: {
                "found": one.found,
                "near": [one.nearest, *([] if one.second is None else [one.second])],
                "outline": [[round(x, 1), round(y, 1)] for x, y in one.outline],
            }
            for cell, one in board.cells.items()
        }
        for name, board in seen.boards.items()
    }


def missed(values: Mapping[str, Any]) -> dict[str, Sentence]:
    """Name of a board that could not be read -> why, as `looks.kept` keeps it."""
    return {name: post.sentence(why) for name, why in values.get("missed", {}).items()}


def shown(values: Mapping[str, Any], there: Mapping[str, Surface], cells: Said, said: Said) -> list[Board]:
    """The boards among *values*, which `kept` made, that are printed as *there* says.

    Who reads pictures is not trusted: boards, cells and classes that there are not are left out.
    """
    return [
        Board(
            name,
            tuple(_cells(values[name], surface, {cell: told for (board, cell), told in cells.items() if board == name})),
            {key: told for (board, key), told in said.items() if board == name},
        )
        for name, surface in there.items()
        if name in values
    ]


def _cells(values: Mapping[str, Any], surface: Surface, told: Mapping[str, str]) -> Iterable[Cell]:
    columns = _places(x for x, _ in surface.cells.values())
    rows = _places(y for _, y in surface.cells.values())
    for name, (x, y) in surface.cells.items():
        if name in values:
            one, may = values[name], surface.classes[name]
            order = tuple(dict.fromkeys([near for near in one["near"] if near in may] + list(may)))
            a, b, c, d = ((float(left), float(top)) for left, top in one["outline"])
            read = one["found"] if one["found"] in may else None
            said = told.get(name)
            yield Cell(name, columns[x], rows[y], (a, b, c, d), read, said if said in may else None, order)


def _places(lengths: Iterable[float]) -> dict[float, int]:
    return {length: at for at, length in enumerate(sorted(set(lengths)))}


# --- what people say --------------------------------------------------------------------------------------------------


def said(texts: Iterable[str]) -> Said:
    """`4B.C2:red`, any number of them; the last that is said of something counts."""
    found: Said = {}
    for text in list(texts)[-MOST_SAID:]:
        about, colon, value = text.partition(":")
        board, dot, key = about.partition(".")
        if colon and dot and board and key and value:
            found[board, key] = value
    return found


def spelled(told: Said) -> list[str]:
    """As `said` reads it."""
    return [f"{board}.{key}:{value}" for (board, key), value in told.items()]


def asked(board: Board, laying: Laying) -> tuple[Query, ...]:
    """The questions without whose answers nothing is proposed."""
    return tuple(query for query in laying.queries if query.how == "pressing")


def likely(board: Board, laying: Laying, cell: Cell) -> tuple[str, ...]:
    """What may lie on a doubtful cell, likeliest first."""
    return tuple(dict.fromkeys((*laying.likely.get(cell.name, ()), *cell.order)))
