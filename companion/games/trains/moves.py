"""Everything that can happen in Game of Trains, and how each is told (specification, section 5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games.trains.pieces import code_of
from companion.games.trains.state import StartCard
from companion.rules import HIDDEN, Sentence, say, say_n

SEAT: Mapping[str, str] = {"by": "seat"}
"""Metadata of a field that is the number of a seat."""
CARD: Mapping[str, Callable[[int], str]] = {"code": code_of}
"""Metadata of a field that has numbers of cards: a form then finds their names and pictures."""


@dataclass(frozen=True, slots=True)
class Dealt:
    seat: int = field(metadata=SEAT)
    cards: tuple[int, ...] = field(metadata=CARD)


@dataclass(frozen=True, slots=True)
class First:
    seat: int = field(metadata=SEAT)


@dataclass(frozen=True, slots=True)
class Offered:
    seat: int = field(metadata=SEAT)
    cards: tuple[StartCard, ...] = field(metadata=CARD)


@dataclass(frozen=True, slots=True)
class Kept:
    seat: int = field(metadata=SEAT)
    card: int = field(metadata=CARD)
    space: int


@dataclass(frozen=True, slots=True)
class Draw:
    seat: int = field(metadata=SEAT)


@dataclass(frozen=True, slots=True)
class Drew:
    card: int = field(metadata=CARD)


@dataclass(frozen=True, slots=True)
class Put:
    seat: int = field(metadata=SEAT)
    space: int


@dataclass(frozen=True, slots=True)
class SwapAdjacent:
    seat: int = field(metadata=SEAT)
    card: int = field(metadata=CARD)
    space: int


@dataclass(frozen=True, slots=True)
class SwapOver:
    seat: int = field(metadata=SEAT)
    card: int = field(metadata=CARD)
    space: int


@dataclass(frozen=True, slots=True)
class MoveRight:
    seat: int = field(metadata=SEAT)
    card: int = field(metadata=CARD)
    space: int


@dataclass(frozen=True, slots=True)
class MoveLeft:
    seat: int = field(metadata=SEAT)
    card: int = field(metadata=CARD)
    space: int


@dataclass(frozen=True, slots=True)
class Remove:
    seat: int = field(metadata=SEAT)
    card: int = field(metadata=CARD)


@dataclass(frozen=True, slots=True)
class Protect:
    seat: int = field(metadata=SEAT)
    card: int = field(metadata=CARD)
    space: int


@dataclass(frozen=True, slots=True)
class Shuffled:
    pass


OfTable = Dealt | First | Offered | Drew | Shuffled
"""Moves that only the table tells."""

Rearranging = SwapAdjacent | SwapOver | MoveRight | MoveLeft
Use = Rearranging | Remove | Protect
"""Moves that use the ability of a card in the row."""

OfSeat = Kept | Draw | Put | Use
Move = OfTable | OfSeat

MOVES: tuple[type[Any], ...] = (
    Dealt, First, Offered, Kept, Draw, Drew, Put, SwapAdjacent, SwapOver, MoveRight, MoveLeft, Remove, Protect, Shuffled,
)  # fmt: skip

REARRANGES: Mapping[str, type[Any]] = {
    "swap_adjacent": SwapAdjacent,
    "swap_over": SwapOver,
    "move_right": MoveRight,
    "move_left": MoveLeft,
}
"""The move of each ability that works on one's own line."""

REMOVED: Mapping[str, int] = {"remove_left": 1, "remove_middle": 4, "remove_right": 7}
"""The space that each remove ability empties."""

LOCKED = (1, 4, 7)
"""The spaces under which a lock may lie."""


def fits(move: Use, ability: str) -> bool:
    """Whether a card with this ability may be used so."""
    match move:
        case Remove():
            return ability in REMOVED
        case Protect():
            return ability == "protect"
    return REARRANGES.get(ability) is type(move)


def reach(move: Rearranging) -> tuple[int, ...]:
    """The spaces whose cars the move shifts, the named one first."""
    match move:
        case SwapAdjacent():
            return move.space, move.space + 1
        case SwapOver():
            return move.space, move.space + 2
        case MoveRight():
            return move.space, move.space + 1, move.space + 2
        case MoveLeft():
            return move.space, move.space - 1, move.space - 2


# --- telling ----------------------------------------------------------------------------------------------------------


def tell(move: Any, names: Mapping[Any, Any]) -> Sentence:
    """The move as a sentence without its subject. `names`: seats and piece codes -> what to call them."""
    match move:
        case Dealt(seat, cards):
            return say("Dealt to {who}: {cards}", who=_who(seat, names), cards=sorted(cards, reverse=True))
        case First(seat):
            return say("{who} is the first player", who=_who(seat, names))
        case Offered(seat, cards) if all(card == HIDDEN for card in cards):
            return say_n("{who} draws {n} start card", "{who} draws {n} start cards", len(cards), who=_who(seat, names))
        case Offered(seat, cards):
            return say("{who} draws start cards: {cards}", who=_who(seat, names), cards=cards)
        case Kept(_, card, space):
            return say("keeps {card} and puts it on space {space}", card=card, space=space)
        case Draw():
            return say("draws a card")
        case Drew(card):
            return say("Drawn: {card}", card=card)
        case Put(_, space):
            return say("puts the drawn card on space {space}", space=space)
        case SwapAdjacent() | SwapOver():
            one, other = reach(move)
            return say("uses {card}: swaps spaces {one} and {other}", card=_name(move.card, names), one=one, other=other)
        case MoveRight() | MoveLeft():
            one, _, other = reach(move)
            return say("uses {card}: moves from space {one} to {other}", card=_name(move.card, names), one=one, other=other)
        case Remove(_, card):
            return say("uses {card}", card=_name(card, names))
        case Protect(_, card, space):
            return say("uses {card}: locks space {space}", card=_name(card, names), space=space)
        case Shuffled():
            return say("The discard is shuffled into a new draw pile")
    raise TypeError(f"no move of this game: {type(move).__name__}")


def _who(seat: int, names: Mapping[Any, Any]) -> Any:
    return names[seat] if seat in names else say("seat {number}", number=seat + 1)


def _name(card: int, names: Mapping[Any, Any]) -> Any:
    return names.get(code_of(card), card)
