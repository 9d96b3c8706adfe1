"""A laying as it is told tile by tile on a page: tiles, and the one in the hand (specification, section 9).

Nothing is written down: the tiles stand in the page's address, `tile=green:A4.B4.A5:silver` for each, and what was tapped last
changes them. The rules judge the laying when it is told; here they are only asked what they would say.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.games.mine.course import checked
from companion.games.mine.judge import apply, shape_and_faces
from companion.games.mine.moves import Laid, OutOfTheMine, word
from companion.games.mine.pictures import turned
from companion.games.mine.pieces import Box, Shape, cell_name
from companion.games.mine.state import State, Tile, gallery_of, is_known
from companion.games.mine.tiling import form
from companion.rules import IllegalMove, Line, Sentence, say

Asked = Mapping[str, Sequence[str]]
"""What an address asks for, or a form has sent."""

MOST_TILES = 40
WAYS = 8


@dataclass(frozen=True)
class Draft:
    """`shape` is in the hand, laid as `turned` says; `note`: why nothing came of the last tap."""

    seat: int
    tiles: tuple[Tile, ...] = ()
    shape: str | None = None
    way: int = 0
    note: Sentence | None = None


@dataclass(frozen=True)
class Judged:
    """What the rules would say of it: an objection, or the seat's lines of the round; by tile the rule by which it comes off."""

    refused: IllegalMove | None
    lines: tuple[Line, ...]
    off: tuple[str | None, ...]
    empty: int


def seat_asked(state: State, told: Asked, default: int | None) -> int | None:
    """Whose laying an address is about; *default* where it does not say so."""
    text = (told.get("seat") or told.get("who") or [""])[0]
    return int(text) if text.isdecimal() and len(text) < 3 and int(text) < len(state.seats) else default


def is_drafting(told: Asked) -> bool:
    """Whether an address is about a laying at all."""
    return bool({"tile", "shape", "pick", "lay", "at", "f.tiles"} & set(told)) or any(
        line.startswith("Laid ") for line in told.get("move", ())
    )


def read(state: State, seat: int, told: Asked) -> Draft:
    """The laying of an address, after what was tapped. What cannot be read is left out. The seat's board and card are known."""
    box = state.box
    texts = [one for text in told.get("tile", ()) if (one := _tile(box, text)) is not None]
    tiles = (*texts, *_sent(box, told))[:MOST_TILES]
    way = (told.get("way") or ["0"])[0]
    drafted = Draft(seat, tiles, _shape(box, told, "shape"), int(way) if way in "01234567" and len(way) == 1 else 0)
    return _tapped(state, drafted, told)


def _tapped(state: State, draft: Draft, told: Asked) -> Draft:
    picked = _shape(state.box, told, "pick")
    if picked is not None:
        return replace(draft, shape=picked, way=0)
    if "turn" in told:
        return replace(draft, way=draft.way // 4 * 4 + (draft.way + 1) % 4)
    if "mirror" in told:
        return replace(draft, way=(draft.way + 4) % WAYS)
    if "drop" in told:
        at = _number(told["drop"][0], len(draft.tiles))
        return draft if at is None else replace(draft, tiles=_without(draft, at))
    if "find" in told:
        text, _, find = told["find"][0].partition(":")
        at = _number(text, len(draft.tiles))
        if at is None or (find and find not in finds_of(state.box, draft.tiles[at])):
            return draft
        return replace(draft, tiles=(*draft.tiles[:at], replace(draft.tiles[at], find=find or None), *draft.tiles[at + 1 :]))
    cell = (told.get("at") or [""])[0]
    return at_cell(state, draft, cell) if cell in state.box.cells else draft


def _number(text: str, below: int) -> int | None:
    return int(text) if text.isdecimal() and len(text) < 3 and int(text) < below else None


def _without(draft: Draft, at: int) -> tuple[Tile, ...]:
    return (*draft.tiles[:at], *draft.tiles[at + 1 :])


# --- reading and writing ----------------------------------------------------------------------------------------------


def text_of(tile: Tile) -> str:
    """`green:A4.B4.A5`, with the find that it shows."""
    return ":".join([tile.colour, ".".join(tile.cells), *([tile.find] if tile.find else [])])


def _tile(box: Box, text: str) -> Tile | None:
    colour, _, rest = text.partition(":")
    cells, _, find = rest.partition(":")
    return _fit(box, Tile(colour, tuple(cells.split(".")), find or None))


def _fit(box: Box, tile: Tile) -> Tile | None:
    """The tile, where there may be such a one; whether it is one, the rules say."""
    size = box.size_of.get(tile.colour, 0)
    known = all(cell in box.cells for cell in tile.cells) and len(set(tile.cells)) == len(tile.cells)
    if not known or not 0 < len(tile.cells) <= size:
        return None
    return tile if tile.find in (None, *box.find_names) else replace(tile, find=None)


def _sent(box: Box, told: Asked) -> Iterator[Tile]:
    """The tiles of a form that came too late: the page that says so keeps them."""
    lines = [line.partition(" ")[2] for line in told.get("move", ()) if line.startswith("Laid ")]
    try:
        rows = [json.loads(text) for text in told.get("f.tiles", ())]
        rows += [row for line in lines for row in json.loads(line)["tiles"]]
        found = [Tile(str(row["colour"]), tuple(map(str, row["cells"])), row.get("find")) for row in rows]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return
    yield from (one for tile in found if (one := _fit(box, tile)) is not None)


def _shape(box: Box, told: Asked, name: str) -> str | None:
    text = (told.get(name) or [""])[0]
    return text if text in box.copies else None


def notation(draft: Draft) -> str:
    """The move that tells it."""
    return f"Laid {json.dumps({'seat': draft.seat, 'tiles': [plain(tile) for tile in draft.tiles]})}"


def plain(tile: Tile) -> dict[str, object]:
    """The tile as a move has it."""
    return {"colour": tile.colour, "cells": list(tile.cells), "find": tile.find}


# --- laying -----------------------------------------------------------------------------------------------------------


def at_cell(state: State, draft: Draft, cell: str) -> Draft:
    """A tap on a cell: the tile that lies there is taken up; else the one in the hand is laid so that it covers the cell.

    On a space it is laid inside the gallery if it can be, turned and mirrored if it must; else as it is held, with its first cell
    there, however much of it sticks out.
    """
    box = state.box
    there = next((at for at, tile in enumerate(draft.tiles) if cell in tile.cells), None)
    if there is not None:
        return _taken_up(box, draft, there)
    if draft.shape is None:
        return replace(draft, note=say("First choose a tile."))
    shape = shape_called(box, draft.shape)
    for way in dict.fromkeys([draft.way, *range(draft.way // 4 * 4, draft.way // 4 * 4 + 4), *range(WAYS)]):
        for cells in _covering(box, shape, way, cell):
            if _free_spaces(state, draft, cells, shape):
                return replace(draft, tiles=(*draft.tiles, Tile(shape.colour, cells)), way=way)
    lying = {one for tile in draft.tiles for one in tile.cells}
    for cells in _covering(box, shape, draft.way, cell):
        if not lying & set(cells):
            return replace(draft, tiles=(*draft.tiles, Tile(shape.colour, cells)))
    return replace(draft, note=say("The {colour} has no room there.", colour=word(shape.colour)))


def shape_called(box: Box, name: str) -> Shape:
    return next(shape for shape in box.shapes if shape.shape == name)


def _covering(box: Box, shape: Shape, way: int, cell: str) -> Iterator[tuple[str, ...]]:
    """Cells of the grid under the shape, for each of its cells that may lie on *cell*."""
    column, row = box.spot(cell)
    laid = sorted(turned(shape.drawing, way), key=lambda spot: spot[::-1])
    for x, y in laid:
        places = [(column + dx - x, row + dy - y) for dx, dy in laid]
        yield tuple(cell_name(*place) for place in places if 0 <= place[0] < box.columns and 0 <= place[1] < box.rows)


def _free_spaces(state: State, draft: Draft, cells: Sequence[str], shape: Shape) -> bool:
    box, gallery = state.box, gallery_of(state, state.seats[draft.seat])
    lying = {one for tile in draft.tiles for one in tile.cells}
    if gallery is None or len(cells) < box.size_of[shape.colour]:
        return False
    return all(gallery.spaces >> box.cells[one] & 1 and one not in lying for one in cells)


def _taken_up(box: Box, draft: Draft, at: int) -> Draft:
    tile = draft.tiles[at]
    known = shape_and_faces(box, tile) if len(tile.cells) == box.size_of[tile.colour] else None
    if known is None:
        return replace(draft, tiles=_without(draft, at))
    lay = form(map(box.spot, tile.cells))
    drawing = shape_called(box, known[0]).drawing
    way = next(way for way in range(WAYS) if turned(drawing, way) == lay)
    return replace(draft, tiles=_without(draft, at), shape=known[0], way=way)


def finds_of(box: Box, tile: Tile) -> tuple[str, ...]:
    """The finds that a tile of this shape, lying so, may show."""
    known = shape_and_faces(box, tile) if len(tile.cells) == box.size_of[tile.colour] else None
    if known is None:
        return ()
    shape, faces = known
    shown = {getattr(one, face) for one in box.copies[shape] for face in faces}
    return tuple(find for find in box.find_names if find in shown)


def can_turn(shape: Shape) -> bool:
    """Whether a quarter turn changes it."""
    return turned(shape.drawing, 1) != turned(shape.drawing, 0)


def can_mirror(shape: Shape) -> bool:
    """Whether its mirror image is another shape, however it is turned."""
    return all(turned(shape.drawing, 4) != turned(shape.drawing, way) for way in range(4))


# --- what the rules would say -----------------------------------------------------------------------------------------


def judged(state: State, draft: Draft) -> Judged | None:
    """What would come of telling it now, after the seat's shout where all still dig; None while something is not known."""
    if not is_known(state.seats[draft.seat]):
        return None
    if state.phase == "mine":
        state = apply(state, draft.seat, OutOfTheMine(draft.seat))
    move = Laid(draft.seat, draft.tiles)
    found = checked(state, move)
    try:
        after = apply(state, draft.seat, move)
    except IllegalMove as illegal:
        return Judged(illegal, (), found.off, found.empty)
    return Judged(None, after.books[draft.seat][len(state.books[draft.seat]) :], found.off, found.empty)


def with_rules(state: State, seat: int) -> tuple[tuple[Tile, str | None], ...]:
    """The tiles that a seat has told in this round, each with the rule by which it came off."""
    tiles = state.seats[seat].tiles or ()
    return tuple(zip(tiles, checked(state, Laid(seat, tiles)).off, strict=True)) if tiles else ()
