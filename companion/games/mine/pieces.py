"""The box of Out of Mine!: boards, treasure cards, tiles, and the labels they wear (specification, section 2).

What is odd about a box that could be read is the matter of `oddities`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from companion.games.mine.tiling import Form, Spot, form, lays, spots
from companion.games.rows import (
    SOURCE,
    Cell,
    Unfit,
    heading,
    maybe,
    number,
    one_of,
    read_rows,
    read_settings,
    shaped,
    whole,
    words,
)
from companion.rules import N_, BadBox, Piece, Problem, Sentence, say

SIDES = ("A", "B")
CORNERS = ("TL", "TR", "BR", "BL")
"""Of the grid, as its labels are called, clockwise."""
EDGES: Mapping[str, Spot] = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
"""From a cell to what lies behind this edge of it."""
ROUNDS = 7
FEWEST_IN_PILE = ROUNDS - 1
ROCK, SPACE = "#", "."


@dataclass(frozen=True, slots=True)
class Colour:
    colour: str
    size: int
    """Spaces that every tile of this colour covers."""
    letter: str
    mark: str
    srgb: str
    source: str


@dataclass(frozen=True, slots=True)
class Shape:
    shape: str
    colour: str
    name: str
    drawing: str
    source: str


@dataclass(frozen=True, slots=True)
class Crystal:
    """A tile of the box, with the find on each of its faces ("" for none)."""

    tile: str
    shape: str
    front: str
    back: str
    source: str


@dataclass(frozen=True, slots=True)
class Find:
    find: str
    kind: str
    mark: str
    source: str


@dataclass(frozen=True)
class Card:
    card: str
    tiles: Mapping[str, int]
    """Colour -> how many tiles may be used."""
    finds: Mapping[str, int]
    """Find -> points for each."""
    source: str


@dataclass(frozen=True, slots=True)
class Board:
    """One side of a board."""

    board: int
    side: str
    plan: str
    source: str


@dataclass(frozen=True, slots=True)
class Elf:
    board: int
    side: str
    cell: str
    edge: str
    colour: str
    source: str


@dataclass(frozen=True, slots=True)
class Tint:
    """What an owner's camera showed of a crystal, of bare space or of rock: CIE L*, a*, b* under D65."""

    what: str
    lightness: float
    a: float
    b: float
    source: str

    @property
    def lab(self) -> tuple[float, float, float]:
        return self.lightness, self.a, self.b


@dataclass(frozen=True)
class Gallery:
    """A side as the rules see it: its spaces, and (cell, colour) of the elves beside them."""

    spaces: int
    elves: tuple[tuple[int, str], ...]


@dataclass(frozen=True, eq=False)
class Box:
    """One box, read; equal only to itself, so that it is quick to look things up by. Rows keep the order of their files."""

    name: str
    title: str
    language: str
    counted: Mapping[str, int]
    """What `[count]` says of cards, boards and tiles."""
    spaces: int
    pile: int
    columns: int
    rows: int
    cell_mm: float
    board_mm: tuple[float, ...]
    size_mm: float
    """Of a label."""
    corners: Mapping[str, tuple[float, ...]]
    """Where a board's labels lie, in millimetres from the grid's top left corner."""
    strip_y: float
    strip_x: tuple[float, ...]
    patch_mm: float
    patches: tuple[str, ...]
    palette: Mapping[str, str]
    elf_mm: float
    colours: tuple[Colour, ...]
    shapes: tuple[Shape, ...]
    tiles: tuple[Crystal, ...]
    finds: tuple[Find, ...]
    cards: tuple[Card, ...]
    boards: tuple[Board, ...]
    elves: tuple[Elf, ...]
    tints: tuple[Tint, ...] = ()
    """Of palette.csv, which owners may have."""

    # What the rules look up all the time.

    @cached_property
    def size_of(self) -> Mapping[str, int]:
        return {colour.colour: colour.size for colour in self.colours}

    @cached_property
    def card(self) -> Mapping[str, Card]:
        return {card.card: card for card in self.cards}

    @cached_property
    def board_numbers(self) -> tuple[int, ...]:
        return tuple(sorted({board.board for board in self.boards}))

    @cached_property
    def find_names(self) -> tuple[str, ...]:
        return tuple(find.find for find in self.finds)

    @cached_property
    def cells(self) -> Mapping[str, int]:
        """Name of a cell ("C2") -> its number."""
        return {cell_name(x, y): y * self.columns + x for y in range(self.rows) for x in range(self.columns)}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Number of a cell -> its name."""
        return tuple(self.cells)

    @cached_property
    def gallery(self) -> Mapping[tuple[int, str], Gallery]:
        """(board, side) -> its spaces and elves."""
        elves: dict[tuple[int, str], list[tuple[int, str]]] = {}
        for elf in self.elves:
            elves.setdefault((elf.board, elf.side), []).append((self.cells[elf.cell], elf.colour))
        return {
            (one.board, one.side): Gallery(self.mask(plan_spots(one.plan)), tuple(elves.get((one.board, one.side), ())))
            for one in self.boards
        }

    @cached_property
    def most_elves(self) -> int:
        """The most elves on any side."""
        return max((len(one.elves) for one in self.gallery.values()), default=0)

    @cached_property
    def forms(self) -> Mapping[str, Mapping[Form, tuple[str, tuple[str, ...]]]]:
        """Colour -> each way to lay a tile of it -> its shape, and the faces that can be up."""
        found: dict[str, dict[Form, tuple[str, tuple[str, ...]]]] = {colour.colour: {} for colour in self.colours}
        for shape in self.shapes:
            for way, faces in lays(form(spots(shape.drawing))).items():
                found[shape.colour][way] = (shape.shape, faces)
        return found

    @cached_property
    def copies(self) -> Mapping[str, tuple[Crystal, ...]]:
        """Shape -> its tiles."""
        return {shape.shape: tuple(tile for tile in self.tiles if tile.shape == shape.shape) for shape in self.shapes}

    @cached_property
    def tiles_of(self) -> Mapping[str, int]:
        """Colour -> how many tiles there are."""
        colour_of = {shape.shape: shape.colour for shape in self.shapes}
        counts = Counter(colour_of[tile.shape] for tile in self.tiles)
        return {colour.colour: counts[colour.colour] for colour in self.colours}

    @cached_property
    def pieces(self) -> Mapping[str, Piece]:
        """Every piece that wears a label by its code, in the order of the sheets."""
        return {piece.code: piece for piece in _labelled(self)}

    def mask(self, cells: Iterable[Spot]) -> int:
        return sum(1 << (y * self.columns + x) for x, y in cells)

    def spot(self, cell: str) -> Spot:
        """Column and row of a cell of the grid."""
        y, x = divmod(self.cells[cell], self.columns)
        return x, y


def cell_name(x: int, y: int) -> str:
    return f"{chr(ord('A') + x)}{y + 1}"


def plan_spots(plan: str) -> set[Spot]:
    """The spaces of a plan."""
    return {(x, y) for y, line in enumerate(plan.split("/")) for x, sign in enumerate(line) if sign == SPACE}


# --- reading ----------------------------------------------------------------------------------------------------------


def _millimetres(least: float, most: float) -> Cell:
    def read(value: Any) -> float:
        if isinstance(value, (int, float)) and not isinstance(value, bool) and least <= value <= most:
            return float(value)
        raise Unfit(say("millimetres from {least} to {most}", least=least, most=most))

    return read


def _decimal(least: int, most: int) -> Cell:
    def read(value: str) -> float:
        if re.fullmatch(r"-?[0-9]{1,3}(\.[0-9]{1,6})?", value) and least <= float(value) <= most:
            return float(value)
        raise Unfit(say("a number from {least} to {most}, like 41.5", least=least, most=most))

    return read


def _several(cell: Cell, least: int, most: int, expected: Sentence) -> Cell:
    def read(value: Any) -> tuple[Any, ...]:
        if isinstance(value, list) and least <= len(value) <= most:
            return tuple(map(cell, value))
        raise Unfit(expected)

    return read


_FAR = _millimetres(-500, 1000)
_WORD = shaped("[a-z][a-z0-9_]{0,19}", say("a word of small letters"))
_SRGB = shaped("#[0-9A-Fa-f]{6}", say("a colour like #F2C200"))
_POINT = _several(_FAR, 2, 2, say("two numbers, from the left and from the top, like [-10.0, -10.0]"))
_BOX: Mapping[str, Cell] = {
    "format": number(1, 1),
    **heading("mine"),
    "language": words(2, 20),
    "count.cards": number(1, 99),
    "count.boards": number(1, 99),
    "count.tiles": number(1, 999),
    "count.spaces": number(1, 100),
    "count.rounds": number(ROUNDS, ROUNDS),
    "count.pile": number(FEWEST_IN_PILE, 90),
    "count.source": SOURCE,
    "grid.columns": number(1, 15),
    "grid.rows": number(1, 15),
    "grid.cell_mm": _millimetres(5, 100),
    "grid.board_mm": _several(_FAR, 2, 2, say("two numbers, width and height, like [180.0, 160.0]")),
    "grid.source": SOURCE,
    "labels.size_mm": _millimetres(8, 60),
    **{f"labels.{corner}": _POINT for corner in CORNERS},
    "labels.source": SOURCE,
    "strip.y": _FAR,
    "strip.x": _several(_FAR, 3, 20, say("a list of 3 to 20 numbers")),
    "strip.patch_mm": _millimetres(3, 50),
    "strip.patches": _several(_WORD, 3, 20, say("a list of 3 to 20 names of colours")),
    "strip.source": SOURCE,
    **{f"palette.{name}": _SRGB for name in ("paper", "ink", "space", "rock")},
    "palette.source": SOURCE,
    "elf.radius_mm": _millimetres(1, 20),
    "elf.source": SOURCE,
}
_ID = shaped("[A-Z0-9]{1,7}", say("one to seven of A-Z and 0-9"))
_COLOUR_ROW: Mapping[str, Cell] = {
    "colour": _WORD,
    "size": whole(-99, 99),
    "letter": shaped("[A-Z]", say("one letter from A to Z")),
    "mark": words(),
    "srgb": _SRGB,
    "source": SOURCE,
}
_SHAPE_ROW: Mapping[str, Cell] = {
    "shape": _ID,
    "colour": _WORD,
    "name": words(),
    "drawing": shaped("[X.]+(/[X.]+)*", say("rows of X and . with / between them, like X./XX")),
    "source": SOURCE,
}
_TILE_ROW: Mapping[str, Cell] = {
    "tile": _ID,
    "shape": _ID,
    "front": maybe(_WORD, ""),
    "back": maybe(_WORD, ""),
    "source": SOURCE,
}
_FIND_ROW: Mapping[str, Cell] = {"find": _WORD, "kind": one_of("good", "bad"), "mark": words(), "source": SOURCE}
_BOARD_ROW: Mapping[str, Cell] = {"board": whole(1, 99), "side": one_of(*SIDES), "plan": words(1, 240), "source": SOURCE}
_ELF_ROW: Mapping[str, Cell] = {
    "board": whole(1, 99),
    "side": one_of(*SIDES),
    "cell": shaped("[A-O](1[0-5]|[1-9])", say("a letter and a number, like C2")),
    "edge": one_of(*EDGES),
    "colour": _WORD,
    "source": SOURCE,
}
PALETTE = "palette.csv"
TINT_ROW: Mapping[str, Cell] = {
    "class": _WORD,
    "L": _decimal(0, 100),
    "a": _decimal(-150, 150),
    "b": _decimal(-150, 150),
    "source": SOURCE,
}
_CARD = shaped("T[0-9]{2}", say("T and two digits, like T07"))


def read_box(folder: Path) -> Box:
    """The box in *folder*: box.toml, seven CSV files, and palette.csv where there is one.

    Raises BadBox with every file, column and value that is missing or outside what it may be.
    """
    problems: list[Problem] = []
    settings = read_settings(folder, "box.toml", _BOX, problems)
    colours = tuple(Colour(**row) for row in read_rows(folder, "colours.csv", _COLOUR_ROW, problems))
    shapes = read_rows(folder, "shapes.csv", _SHAPE_ROW, problems)
    tiles = read_rows(folder, "tiles.csv", _TILE_ROW, problems)
    finds = tuple(Find(**row) for row in read_rows(folder, "finds.csv", _FIND_ROW, problems))
    named, told = [colour.colour for colour in colours], [find.find for find in finds]
    counts = {column: whole(-99, 99) for column in (*named, *told)}
    cards = read_rows(folder, "cards.csv", {"card": _CARD, **counts, "source": SOURCE}, problems)
    boards = read_rows(folder, "boards.csv", _BOARD_ROW, problems)
    elves = read_rows(folder, "elves.csv", _ELF_ROW, problems)
    tints = read_rows(folder, PALETTE, TINT_ROW, problems) if (folder / PALETTE).exists() else []
    if problems:
        raise BadBox(problems)
    return Box(
        name=settings["name"],
        title=settings["title"],
        language=settings["language"],
        counted={what: settings[f"count.{what}"] for what in ("cards", "boards", "tiles")},
        spaces=settings["count.spaces"],
        pile=settings["count.pile"],
        columns=settings["grid.columns"],
        rows=settings["grid.rows"],
        cell_mm=settings["grid.cell_mm"],
        board_mm=settings["grid.board_mm"],
        size_mm=settings["labels.size_mm"],
        corners={corner: settings[f"labels.{corner}"] for corner in CORNERS},
        strip_y=settings["strip.y"],
        strip_x=settings["strip.x"],
        patch_mm=settings["strip.patch_mm"],
        patches=settings["strip.patches"],
        palette={name: settings[f"palette.{name}"] for name in ("paper", "ink", "space", "rock")},
        elf_mm=settings["elf.radius_mm"],
        colours=colours,
        shapes=tuple(Shape(**row) for row in shapes),
        tiles=tuple(Crystal(**row) for row in tiles),
        finds=finds,
        cards=tuple(
            Card(row["card"], {name: row[name] for name in named}, {name: row[name] for name in told}, row["source"])
            for row in cards
        ),
        boards=tuple(Board(**row) for row in boards),
        elves=tuple(Elf(**row) for row in elves),
        tints=tuple(Tint(row["class"], row["L"], row["a"], row["b"], row["source"]) for row in tints),
    )


# --- labels -----------------------------------------------------------------------------------------------------------

_CARDS = N_("Treasure cards")
_BOARDS = N_("Boards")
_WHERE: Mapping[str, str] = {
    "TL": N_("top left"),
    "TR": N_("top right"),
    "BR": N_("bottom right"),
    "BL": N_("bottom left"),
}

LABEL = re.compile(r"([0-9]{1,2})([AB])-(TL|TR|BR|BL)")


def PIECES(box: Box) -> Mapping[str, Piece]:
    """Code (without prefix) -> piece: the treasure cards, then four corners of each side of each board."""
    return box.pieces


def _labelled(box: Box) -> Iterator[Piece]:
    for card in box.cards:
        number_of = card.card.removeprefix("T")
        name = say("treasure card {card}", card=number_of)
        yield Piece(card.card, name, Sentence(_CARDS), "treasure", number_of, card_text(box, card))
    for one in box.boards:
        for corner in CORNERS:
            name = say("board {board} side {side}, {corner}", board=one.board, side=one.side, corner=Sentence(_WHERE[corner]))
            code = f"{one.board}{one.side}-{corner}"
            yield Piece(code, name, Sentence(_BOARDS), "board", f"{one.board}{one.side}", open=True)


def card_text(box: Box, card: Card) -> Sentence:
    """What a card shows: tiles by the letter of their colour, then finds with their points."""
    letters = {colour.colour: colour.letter for colour in box.colours}
    tiles = [f"{n} {letters[colour]}" for colour, n in card.tiles.items() if n]
    finds = [f"{Sentence(find)} {points:+}" for find, points in card.finds.items() if points]
    return say("{tiles}; {finds}", tiles=tiles, finds=finds) if finds else say("{tiles}", tiles=tiles)
