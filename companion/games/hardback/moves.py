"""Everything that can happen in Hardback, and how each is told (specification, section 5)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from companion.rules import HIDDEN, N_, Sentence, say, say_n

SEAT: Mapping[str, Any] = {"by": "seat"}
"""Metadata of a field that is the number of a seat."""
MAKER: Mapping[str, Any] = {**SEAT, "subject": True}
"""Metadata of the seat whose move it is, also when the table tells it."""
PLACES: Mapping[str, Any] = {"called": {"hand": N_("in hand"), "discard": N_("on the discard pile")}}
"""Metadata of a field that says where cards lie."""

CODES: Mapping[str, Any] = {"capitals": True}
"""Metadata of a field that is a list of codes."""
TILE = re.compile(r"(?:([A-ZÑ])=)?([A-Z0-9.\-]{1,8}|\?)")
"""A tile of a word: `P-R6` face up, `E=A-S1` face down as E, `E=?` an unnamed hand card as E."""
TILES: Mapping[str, Any] = {
    **CODES,
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
    cards: tuple[str, ...] = field(metadata=CODES)


@dataclass(frozen=True, slots=True)
class Drew:
    seat: int = field(metadata=SEAT)
    cards: tuple[str, ...] = field(metadata=CODES)


@dataclass(frozen=True, slots=True)
class Seen:
    seat: int = field(metadata=MAKER)
    where: Literal["hand", "discard"] = field(metadata=PLACES)
    cards: tuple[str, ...] = field(metadata=CODES)


@dataclass(frozen=True, slots=True)
class Ink:
    seat: int = field(metadata=MAKER)


@dataclass(frozen=True, slots=True)
class Remove:
    seat: int = field(metadata=MAKER)
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
    seat: int = field(metadata=MAKER)
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
    seat: int = field(metadata=MAKER)
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
    seat: int = field(metadata=MAKER)
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
            shown = _all(cards, names)
            return say("{who} has the coin starters of set {set}, and: {cards}", who=_who(seat, names), set=set, cards=shown)
        case First(seat):
            return say("{who} goes first", who=_who(seat, names))
        case Turned(cards):
            return say("Into the offer row: {cards}", cards=_all(cards, names))
        case Drew(seat, cards):
            return say("{who} draws: {cards}", who=_who(seat, names), cards=_all(cards, names))
        case Seen(_, "hand", cards):
            return say("has in hand: {cards}", cards=_all(cards, names))
        case Seen(_, _, cards):
            return say("has on the discard pile: {cards}", cards=_all(cards, names))
        case Ink():
            return say("draws a card with ink")
        case Remove(_, card):
            return say("takes the ink off {card}", card=_name(card, names))
        case Ghostwriter(cards):
            return say("asks for a ghostwriter and shows: {cards}", cards=_all(cards, names))
        case Word(cards, ghost):
            return _word(cards, ghost, names)
        case Vote(_, accept):
            return say("accepts the word") if accept else say("rejects the word")
        case Skip():
            return say("has writer’s block and skips the turn")
        case Give(_, what):
            return say("returns an ink") if what == "ink" else say("returns a remover")
        case Count(_, prestige, ink, remover):
            return _count(prestige, ink, remover)
    return _tell_benefits(move, names)


def _tell_benefits(move: Any, names: Mapping[Any, Any]) -> Sentence:
    match move:
        case Uncover(by, "left", card):
            return say("uncovers {card} on the left of {by}", by=by, card=_name(card, names))
        case Uncover(by, _, card):
            return say("uncovers {card} on the right of {by}", by=by, card=_name(card, names))
        case Double(by, "left"):
            return say("doubles the card on the left of {by}", by=by)
        case Double(by, _):
            return say("doubles the card on the right of {by}", by=by)
        case Take(by, half, what):
            return Sentence(TAKEN[half, what], {"by": by})
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


TAKEN: Mapping[tuple[str, str], str] = {
    ("basic", "coins"): N_("takes coins from {by}, above the line"),
    ("genre", "coins"): N_("takes coins from {by}, below the line"),
    ("basic", "prestige"): N_("takes prestige from {by}, above the line"),
    ("genre", "prestige"): N_("takes prestige from {by}, below the line"),
    ("basic", "ink"): N_("takes an ink from {by}, above the line"),
    ("genre", "ink"): N_("takes an ink from {by}, below the line"),
    ("basic", "remover"): N_("takes a remover from {by}, above the line"),
    ("genre", "remover"): N_("takes a remover from {by}, below the line"),
    ("basic", "look"): N_("looks at the draw pile with {by}, above the line"),
    ("genre", "look"): N_("looks at the draw pile with {by}, below the line"),
}
"""(half, what) of a `Take` -> the move in words."""


def _tell_purchase(move: Any, names: Mapping[Any, Any]) -> Sentence:
    match move:
        case Flush():
            return say("empties the offer row")
        case Buy(card):
            return say("buys {card}", card=_name(card, names))
        case BuyInk(count):
            return say_n("buys {n} ink", "buys {n} ink", count)
        case SellInk(coins):
            return say_n("sells {ink} ink for {n} coin", "sells {ink} ink for {n} coins", coins, ink=3 * coins)
        case EndTurn():
            return say("ends the turn")
    raise TypeError(f"no move of this game: {type(move).__name__}")


def _word(cards: tuple[str, ...], ghost: int | None, names: Mapping[Any, Any]) -> Sentence:
    """The letters with the cards that spell them."""
    spelled = "".join(card[:1] for card in cards)  # a tile begins with its letter, wild or not
    tiles = tuple(map(_tile, cards)) or say("nothing")
    if ghost is None:
        return say("spells {word}: {tiles}", word=spelled, tiles=tiles)
    return say("spells {word} with {who}’s help: {tiles}", word=spelled, who=_who(ghost, names), tiles=tiles)


def _tile(text: str) -> Any:
    """A card by its code alone, since the letter is in the word; a wild with its letter."""
    letter, wild, card = text.rpartition("=")
    if not wild:
        return card
    return say("a wild {letter}", letter=letter) if card == HIDDEN else say("a wild {letter} ({card})", letter=letter, card=card)


def _count(prestige: int | None, ink: int | None, remover: int | None) -> Sentence:
    counted = []
    if prestige is not None:
        counted.append(say_n("{n} prestige", "{n} prestige", prestige))
    if ink is not None:
        counted.append(say_n("{n} ink", "{n} ink", ink))
    if remover is not None:
        counted.append(say_n("{n} remover", "{n} removers", remover))
    return say("has on the table: {counted}", counted=tuple(counted) or say("nothing new"))


def _who(seat: int, names: Mapping[Any, Any]) -> Any:
    return names[seat] if seat in names else say("seat {number}", number=seat + 1)


def _all(cards: tuple[str, ...], names: Mapping[Any, Any]) -> Any:
    if len(cards) > 1 and set(cards) == {HIDDEN}:
        return say_n("{n} hidden card", "{n} hidden cards", len(cards))
    return tuple(_name(card, names) for card in cards) or say("nothing")


def _name(card: str, names: Mapping[Any, Any]) -> Any:
    """Code and name: the code is what is printed on the label."""
    if card == HIDDEN:
        return say("a hidden card")
    return say("{code} ({name})", code=card, name=names[card]) if card in names else card
