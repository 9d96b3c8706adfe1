"""Everything that can happen in Bibliogamo, and how each is told (specification, section 5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games.bibliogamo.pieces import KINDS
from companion.rules import HIDDEN, Sentence, say, say_n

Cubes = tuple[int, int, int, int]
"""Of each kind, in the order of KINDS."""


@dataclass(frozen=True, slots=True)
class Prestige:
    card: str


@dataclass(frozen=True, slots=True)
class Drew:
    card: str


@dataclass(frozen=True, slots=True)
class Flipped:
    card: str


@dataclass(frozen=True, slots=True)
class Shuffled:
    pass


@dataclass(frozen=True, slots=True)
class Bribe:
    spaces: int


@dataclass(frozen=True, slots=True)
class Sell:
    pass


@dataclass(frozen=True, slots=True)
class PayDay:
    pass


@dataclass(frozen=True, slots=True)
class Accept:
    pass


@dataclass(frozen=True, slots=True)
class Hire:
    card: str
    tower: str
    pay: str
    lift: str | None


@dataclass(frozen=True, slots=True)
class Dismiss:
    tower: str
    pay: str


@dataclass(frozen=True, slots=True)
class Showed:
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EndTurn:
    pass


@dataclass(frozen=True, slots=True)
class Count:
    """What lies on the table; a field that is left out stays as it is."""

    florins: int | None = None
    day: int | None = None
    space: int | None = None
    towers: Mapping[str, Cubes] | None = field(default=None, hash=False)


OfTable = Drew | Flipped | Shuffled
"""Moves that only the table tells; of Prestige the option decides."""
Move = Prestige | OfTable | Bribe | Sell | PayDay | Accept | Hire | Dismiss | Showed | EndTurn | Count

MOVES: tuple[type[Any], ...] = (
    Prestige, Drew, Flipped, Shuffled, Bribe, Sell, PayDay, Accept, Hire, Dismiss, Showed, EndTurn, Count,
)  # fmt: skip


# --- telling ----------------------------------------------------------------------------------------------------------


def tell(move: Any, names: Mapping[Any, Any]) -> Sentence:
    """The move as a sentence without its subject. `names`: seats and piece codes -> what to call them."""

    def name(code: str) -> Any:
        return names.get(code, code)

    match move:
        case Prestige(card):
            return say("Prestige card: {card}", card=name(card))
        case Drew(card) if card == HIDDEN:
            return say("Drawn: a card that is not shown")
        case Drew(card):
            return say("Drawn: {card}", card=name(card))
        case Flipped(card):
            return say("Flipped: {card}", card=name(card))
        case Shuffled():
            return say("The discard is shuffled into a new draw pile")
        case Bribe(spaces) if spaces >= 0:
            return say_n("bribes the Librarian {n} space forward", "bribes the Librarian {n} spaces forward", spaces)
        case Bribe(spaces):
            return say_n("bribes the Librarian {n} space back", "bribes the Librarian {n} spaces back", -spaces)
        case Sell():
            return say("offers the finished book")
        case PayDay():
            return say("pays a day for another price")
        case Accept():
            return say("takes the price")
        case Hire(card, tower, pay, None):
            return say("hires {card} for {tower}; {pay} pays", card=name(card), tower=name(tower), pay=name(pay))
        case Hire(card, tower, pay, str(lift)):
            return say(
                "sends {lift} away and hires {card} for {tower}; {pay} pays",
                lift=name(lift),
                card=name(card),
                tower=name(tower),
                pay=name(pay),
            )
        case Dismiss(tower, pay):
            return say("dismisses all artisans of {tower}; {pay} pays", tower=name(tower), pay=name(pay))
        case Showed(cards):
            return say("shows {cards}", cards=[name(card) for card in cards])
        case EndTurn():
            return say("ends the turn")
        case Count():
            return say("counted on the table: {what}", what=list(_counted(move, name)))
    raise TypeError(f"no move of this game: {type(move).__name__}")


def _counted(move: Count, name: Any) -> Iterator[Sentence]:
    if move.florins is not None:
        yield say_n("{n} Florin", "{n} Florins", move.florins)
    if move.day is not None:
        yield say("day {day}", day=move.day)
    if move.space is not None:
        yield say("the Librarian on space {space}", space=move.space)
    for tower, found in (move.towers or {}).items():
        there = [f"{n} {kind}" for kind, n in zip(KINDS, found, strict=True) if n]
        yield say("{tower}: {cubes}", tower=name(tower), cubes=there or say("no cube"))
    if move == Count():
        yield say("nothing")
