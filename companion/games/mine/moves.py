"""Everything that can happen in Out of Mine!, and how each is told (specification, section 5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games.mine.state import Tile
from companion.rules import HIDDEN, N_, Sentence, say, say_n

SEAT: Mapping[str, str] = {"by": "seat"}
"""Metadata of a field that is the number of a seat."""


@dataclass(frozen=True, slots=True)
class GotBoard:
    seat: int = field(metadata=SEAT)
    board: int


@dataclass(frozen=True, slots=True)
class ChoseSide:
    seat: int = field(metadata=SEAT)
    side: str


@dataclass(frozen=True, slots=True)
class DrewCard:
    seat: int = field(metadata=SEAT)
    card: str


@dataclass(frozen=True, slots=True)
class IntoTheMine:
    pass


@dataclass(frozen=True, slots=True)
class OutOfTheMine:
    seat: int = field(metadata=SEAT)


@dataclass(frozen=True, slots=True)
class AllStop:
    pass


@dataclass(frozen=True, slots=True)
class Counted:
    seat: int = field(metadata=SEAT)
    empty: int
    elves: int = 0
    finds: int = 0


@dataclass(frozen=True, slots=True)
class Laid:
    seat: int = field(metadata=SEAT)
    tiles: tuple[Tile, ...]


OfTable = GotBoard | DrewCard | IntoTheMine | AllStop
"""Moves that only the table tells."""

Result = Counted | Laid
OfSeat = ChoseSide | OutOfTheMine | Result
Move = OfTable | OfSeat

MOVES: tuple[type[Any], ...] = (GotBoard, ChoseSide, DrewCard, IntoTheMine, OutOfTheMine, AllStop, Counted, Laid)

COLOURS: Mapping[str, str] = {
    "yellow": N_("yellow"),
    "blue": N_("blue"),
    "green": N_("green"),
    "red": N_("red"),
    "white": N_("white"),
}
FINDS: Mapping[str, str] = {"gold": N_("gold"), "silver": N_("silver"), "worm": N_("worm"), "rat": N_("rat")}


def word(name: str) -> Sentence:
    """A colour or find of the box as a word that is translated where it is one of the usual ones."""
    return Sentence(COLOURS.get(name) or FINDS.get(name) or name)


# --- telling ----------------------------------------------------------------------------------------------------------


def tell(move: Any, names: Mapping[Any, Any]) -> Sentence:
    """The move as a sentence without its subject. `names`: seats and piece codes -> what to call them."""
    match move:
        case GotBoard(seat, board):
            return say("{who} gets board {board}", who=_who(seat, names), board=board)
        case ChoseSide(_, side):
            return say("plays side {side}", side=side)
        case DrewCard(seat, card) if card == HIDDEN:
            return say("{who} draws a treasure card", who=_who(seat, names))
        case DrewCard(seat, card):
            return say("{who} draws {card}", who=_who(seat, names), card=names.get(card, card))
        case IntoTheMine():
            return say("INTO THE MINE!")
        case OutOfTheMine():
            return say("shouts OUT OF THE MINE!")
        case AllStop():
            return say("All stop, and nobody has shouted")
        case Counted(_, empty, elves, finds):
            return _counted(empty, elves, finds)
        case Laid(_, tiles) if not tiles:
            return say("has laid no tile")
        case Laid(_, tiles):
            return say_n(
                "has laid {n} tile: {tiles}", "has laid {n} tiles: {tiles}", len(tiles), tiles=[tile_told(tile) for tile in tiles]
            )
    raise TypeError(f"no move of this game: {type(move).__name__}")


def _counted(empty: int, elves: int, finds: int) -> Sentence:
    spaces = say_n("counts {n} empty space", "counts {n} empty spaces", empty)
    if elves and finds:
        return say("{spaces}, {elves} for elves, {finds} for finds", spaces=spaces, elves=f"{elves:+}", finds=f"{finds:+}")
    if elves:
        return say("{spaces}, {elves} for elves", spaces=spaces, elves=f"{elves:+}")
    if finds:
        return say("{spaces}, {finds} for finds", spaces=spaces, finds=f"{finds:+}")
    return spaces


def tile_told(tile: Tile) -> Sentence:
    """`green A4 B4 A5`, with the find it shows."""
    cells = " ".join(tile.cells)
    if not cells:
        return word(tile.colour)
    if not tile.find:
        return say("{colour} {cells}", colour=word(tile.colour), cells=cells)
    return say("{colour} {cells} ({find})", colour=word(tile.colour), cells=cells, find=word(tile.find))


def _who(seat: int, names: Mapping[Any, Any]) -> Any:
    return names[seat] if seat in names else say("seat {number}", number=seat + 1)
