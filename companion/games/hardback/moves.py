"""Everything that can happen in Hardback, and how each is told (specification, section 5)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from companion.rules import HIDDEN, N_, Sentence, say, say_n

SEAT: Mapping[str, str] = {"by": "seat"}
"""Metadata of a field that is the number of a seat."""

TILE = re.compile(r"(?:([A-ZÑ])=)?([A-Z0-9.\-]{1,8}|\?)")
"""A tile of a word: `P-R6` face up, `E=A-S1` face down as E, `E=?` an unnamed hand card as E."""
TILES: Mapping[str, Any] = {
    "shape": r"[A-ZÑ]=\?|(?:[A-ZÑ]=)?[A-Z0-9.\-]{1,8}",
    "expected": say("tiles like “P-R6”, or for a wild its letter A-Z first: “E=A-S1”, “E=?”"),
}
"""Metadata of a field that is a list of tiles: what each looks like."""

Side = Literal["left", "right"]
Half = Literal["basic", "genre"]


@dataclass(frozen=True, slots=True)
class Starters:
    seat: int = field(metadata=SEAT)
    set: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class First:
    seat: int = field(metadata=SEAT)


@dataclass(frozen=True, slots=True)
class Turned:
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Drew:
    seat: int = field(metadata=SEAT)
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Seen:
    seat: int = field(metadata=SEAT)
    where: Literal["hand", "discard"]
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ink:
    seat: int = field(metadata=SEAT)


@dataclass(frozen=True, slots=True)
class Remove:
    seat: int = field(metadata=SEAT)
    card: str


@dataclass(frozen=True, slots=True)
class Ghostwriter:
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Word:
    cards: tuple[str, ...] = field(metadata=TILES)
    ghost: int | None = field(default=None, metadata=SEAT)


@dataclass(frozen=True, slots=True)
class Vote:
    seat: int = field(metadata=SEAT)
    accept: bool


@dataclass(frozen=True, slots=True)
class Skip:
    pass


@dataclass(frozen=True, slots=True)
class Uncover:
    by: str
    side: Side
    card: str


@dataclass(frozen=True, slots=True)
class Double:
    by: str
    side: Side


@dataclass(frozen=True, slots=True)
class Take:
    by: str
    half: Half
    what: Literal["coins", "prestige", "ink", "remover", "look"]


@dataclass(frozen=True, slots=True)
class Sort:
    top: tuple[str, ...]
    discard: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Trash:
    by: str
    card: str


@dataclass(frozen=True, slots=True)
class Jail:
    by: str
    card: str
    keep: bool


@dataclass(frozen=True, slots=True)
class Give:
    seat: int = field(metadata=SEAT)
    what: Literal["ink", "remover"]


@dataclass(frozen=True, slots=True)
class Flush:
    pass


@dataclass(frozen=True, slots=True)
class Buy:
    card: str


@dataclass(frozen=True, slots=True)
class BuyInk:
    count: int


@dataclass(frozen=True, slots=True)
class SellInk:
    coins: int


@dataclass(frozen=True, slots=True)
class EndTurn:
    pass


@dataclass(frozen=True, slots=True)
class Count:
    seat: int = field(metadata=SEAT)
    prestige: int | None = None
    ink: int | None = None
    remover: int | None = None


OfTable = Starters | First | Turned | Drew
"""Moves that only the table tells."""
OfNamed = Seen | Ink | Remove | Vote | Give | Count
"""Moves of the seat that they name."""
OfWord = Ghostwriter | Word | Skip
OfBenefits = Uncover | Double | Take | Sort | Trash | Jail
OfPurchase = Flush | Buy | BuyInk | SellInk | EndTurn
"""The first of these closes the benefits."""
OfTurn = OfWord | OfBenefits | OfPurchase
"""Moves of the seat on turn."""
Move = OfTable | OfNamed | OfTurn

MOVES: tuple[type[Any], ...] = (
    Starters, First, Turned, Drew, Seen, Ink, Remove, Ghostwriter, Word, Vote, Skip, Uncover, Double, Take, Sort, Trash, Jail,
    Give, Flush, Buy, BuyInk, SellInk, EndTurn, Count,
)  # fmt: skip


# --- telling ----------------------------------------------------------------------------------------------------------


def tell(move: Any, names: Mapping[Any, Any]) -> Sentence:
    """The move as a sentence without its subject. `names`: seats and piece codes -> what to call them."""
    match move:
        case Starters(seat, set, cards):
            shown = [_name(card, names) for card in cards]
            return say("{who} has the starting cards of set {set}, and: {cards}", who=_who(seat, names), set=set, cards=shown)
        case First(seat):
            return say("{who} goes first", who=_who(seat, names))
        case Turned(cards):
            return say("Into the offer row: {cards}", cards=_all(cards, names))
        case Drew(seat, cards):
            return say("{who} draws: {cards}", who=_who(seat, names), cards=_all(cards, names))
        case Seen(_, "hand", cards):
            return say("has in hand: {cards}", cards=_all(cards, names))
        case Seen(_, _, cards):
            return say("has in the discard pile: {cards}", cards=_all(cards, names))
        case Ink():
            return say("draws a card with ink")
        case Remove(_, card):
            return say("removes the ink from {card}", card=_name(card, names))
        case Ghostwriter():
            return say("asks for a ghostwriter and shows the hand")
        case Word(cards, ghost):
            return _word(cards, ghost, names)
        case Vote(_, accept):
            return say("accepts the word") if accept else say("rejects the word")
        case Skip():
            return say("has writer’s block and skips the turn")
        case Give(_, what):
            return say("returns {what}", what=_what(what))
        case Count(seat, prestige, ink, remover):
            return _count(seat, prestige, ink, remover, names)
    return _tell_benefits(move, names)


def _tell_benefits(move: Any, names: Mapping[Any, Any]) -> Sentence:
    match move:
        case Uncover(by, side, card):
            return say("uncovers {card}, {side} of {by}", by=by, side=_side(side), card=_name(card, names))
        case Double(by, side):
            return say("doubles the card {side} of {by}", by=by, side=_side(side))
        case Take(by, _, "look"):
            return say("looks at the draw pile, with {by}", by=by)
        case Take(by, half, what):
            if half == "basic":
                return say("takes {what} from {by}, above the line", by=by, what=_what(what))
            return say("takes {what} from {by}, below the line", by=by, what=_what(what))
        case Sort(top, discard):
            return say(
                "puts back on top: {top}; on the discard pile: {discard}", top=_all(top, names), discard=_all(discard, names)
            )
        case Trash(by, card) if by == card:
            return say("trashes {card}", card=_name(card, names))
        case Trash(by, card):
            return say("trashes {card} with {by}", by=by, card=_name(card, names))
        case Jail(by, card, True):
            return say("jails {card} with {by}", by=by, card=_name(card, names))
        case Jail(by, card, _):
            return say("removes {card} from the offer row with {by}", by=by, card=_name(card, names))
    return _tell_purchase(move, names)


def _tell_purchase(move: Any, names: Mapping[Any, Any]) -> Sentence:
    match move:
        case Flush():
            return say("empties the offer row")
        case Buy(card):
            return say("buys {card}", card=_name(card, names))
        case BuyInk(count):
            return say_n("buys {n} ink", "buys {n} inks", count)
        case SellInk(coins):
            return say_n("turns ink into {n} coin", "turns ink into {n} coins", coins)
        case EndTurn():
            return say("ends the turn")
    raise TypeError(f"no move of this game: {type(move).__name__}")


def _word(cards: tuple[str, ...], ghost: int | None, names: Mapping[Any, Any]) -> Sentence:
    """The word without the cards behind its wilds: a form shows those apart."""
    spelled = "".join(card[:1] for card in cards)  # a tile begins with its letter, wild or not
    if ghost is None:
        return say("spells {word}: {tiles}", word=spelled, tiles=cards or say("nothing"))
    return say("spells {word} with {who}’s help: {tiles}", word=spelled, who=_who(ghost, names), tiles=cards or say("nothing"))


def _count(seat: int, prestige: int | None, ink: int | None, remover: int | None, names: Mapping[Any, Any]) -> Sentence:
    counted = [
        say(text, n=value)
        for text, value in ((N_("{n} prestige"), prestige), (N_("{n} ink"), ink), (N_("{n} remover"), remover))
        if value is not None
    ]
    return say("{who} has on the table: {counted}", who=_who(seat, names), counted=counted or say("nothing new"))


def _what(what: str) -> Sentence:
    match what:
        case "coins":
            return say("coins")
        case "prestige":
            return say("prestige")
        case "ink":
            return say("an ink")
    return say("a remover")


def _side(side: str) -> Sentence:
    return say("left") if side == "left" else say("right")


def _who(seat: int, names: Mapping[Any, Any]) -> Any:
    return names[seat] if seat in names else say("seat {number}", number=seat + 1)


def _all(cards: tuple[str, ...], names: Mapping[Any, Any]) -> Any:
    return tuple(_name(card, names) for card in cards) or say("nothing")


def _name(card: str, names: Mapping[Any, Any]) -> Any:
    """Code and name: the code is what is printed on the label."""
    if card == HIDDEN:
        return say("a hidden card")
    return say("{code} ({name})", code=card, name=names[card]) if card in names else card
