"""Everything that can happen in Fire in the Library, and how each is told (specification, section 5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from companion.rules import HIDDEN, Sentence, say, say_n

BY_PARTICIPANT: Mapping[str, str] = {"by": "participants"}
BY_SEAT: Mapping[str, str] = {"by": "seats"}
"""Metadata of a list with a value for each participant or seat: a form then asks by name."""


@dataclass(frozen=True, slots=True)
class TurnCards:
    cards: tuple[int, ...] = field(metadata=BY_PARTICIPANT)


@dataclass(frozen=True, slots=True)
class Ages:
    rank: tuple[int, ...] = field(metadata=BY_SEAT)


@dataclass(frozen=True, slots=True)
class TurnedUp:
    tool: str


@dataclass(frozen=True, slots=True)
class Held:
    tool: str


@dataclass(frozen=True, slots=True)
class Swap:
    tool: str


@dataclass(frozen=True, slots=True)
class ChooseCard:
    card: int


@dataclass(frozen=True, slots=True)
class StartSaving:
    pass


@dataclass(frozen=True, slots=True)
class Draw:
    pass


@dataclass(frozen=True, slots=True)
class Drew:
    token: str


@dataclass(frozen=True, slots=True)
class Place:
    token: str


@dataclass(frozen=True, slots=True)
class Stop:
    pass


@dataclass(frozen=True, slots=True)
class Burn:
    pass


@dataclass(frozen=True, slots=True)
class TakeTool:
    from_: Literal["market", "deck"]
    tool: str


@dataclass(frozen=True, slots=True)
class EndTurn:
    pass


@dataclass(frozen=True, slots=True)
class PlayTool:
    tool: str
    pick: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ByHand:
    tokens: tuple[tuple[str, str, str], ...]
    points: tuple[int, ...] = field(metadata=BY_PARTICIPANT)
    turn_cards: tuple[int | None, ...] = field(metadata=BY_PARTICIPANT)
    tools: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class Clash:
    tools: tuple[str | None, ...] = field(metadata=BY_SEAT)


@dataclass(frozen=True, slots=True)
class CountUp:
    pass


@dataclass(frozen=True, slots=True)
class Recount:
    tokens: tuple[str, ...]
    accept: bool


@dataclass(frozen=True, slots=True)
class Tops:
    cards: tuple[str, ...]
    accept: bool


Move = (
    TurnCards | Ages | TurnedUp | Held | Swap | ChooseCard | StartSaving | Draw | Drew | Place | Stop | Burn | TakeTool
    | EndTurn | PlayTool | ByHand | Clash | CountUp | Recount | Tops
)  # fmt: skip

MOVES: tuple[type[Any], ...] = (
    TurnCards, Ages, TurnedUp, Held, Swap, ChooseCard, StartSaving, Draw, Drew, Place, Stop, Burn, TakeTool,
    EndTurn, PlayTool, ByHand, Clash, CountUp, Recount, Tops,
)  # fmt: skip

OF_TABLE = (TurnCards, Ages, TurnedUp, Drew, ByHand, Clash, CountUp, Recount, Tops)
"""Moves that only the table tells."""

OF_ACTIVE = (StartSaving, Draw, Place, Stop, Burn, TakeTool, EndTurn)
"""Moves of the active participant."""


def called(code: str, names: Mapping[Any, Any]) -> Sentence:
    """A piece by its name and code, a kind by its name, a hidden tool as "a tool"."""
    if code == HIDDEN:
        return say("a tool")
    if code in KIND_NAMES:
        return KIND_NAMES[code]
    return say("{name} ({code})", name=names[code], code=code) if code in names else Sentence(code)


KIND_NAMES: Mapping[str, Sentence] = {
    "BP": say("a purple book"),
    "BB": say("a black book"),
    "BY": say("a yellow book"),
    "BW": say("a white book"),
    "F": say("a fire"),
}


def tell(move: Any, names: Mapping[Any, Any]) -> Sentence:
    """The move as a sentence without its subject. `names`: seats and piece codes -> what to call them."""
    match move:
        case TurnCards(cards):
            dealt = [say("{who} {card}", who=who_plays(number, names), card=card) for number, card in enumerate(cards)]
            return say("Turn order cards dealt: {cards}", cards=dealt)
        case Ages():
            by_age = [names[seat] for _, seat in sorted((rank, seat) for seat, rank in enumerate(move.rank))]
            return say("From the youngest: {people}", people=by_age)
        case TurnedUp(tool):
            return say("{tool} lies face up in the market", tool=called(tool, names))
        case Held(tool):
            return say("holds {tool}", tool=called(tool, names))
        case Swap(tool):
            return say("swaps {tool} for the top tool of the deck", tool=called(tool, names))
        case ChooseCard(card):
            return say("takes turn order card {card}", card=card)
        case StartSaving():
            return say("takes the bag and starts saving books")
        case Draw():
            return say("draws a token")
        case Drew(token):
            return say("Drawn: {token}", token=called(token, names))
        case Place(token):
            return say("lays {token} on the card", token=called(token, names))
        case Stop():
            return say("stops and scores")
        case Burn():
            return say("lets it burn")
        case TakeTool("deck", tool):
            return say("takes {tool} from the deck", tool=called(tool, names))
        case TakeTool(_, tool):
            return say("takes {tool} from the market", tool=called(tool, names))
        case EndTurn():
            return say("ends the turn and passes the bag")
        case PlayTool(tool, ()):
            return say("plays {tool}", tool=called(tool, names))
        case PlayTool(tool, pick):
            return say("plays {tool}: {pick}", tool=called(tool, names), pick=[picked(one) for one in pick])
        case ByHand():
            return _told_by_hand(move, names)
        case Clash(tools):
            laid = [say("{who}: {tool}", who=names[seat], tool=called(tool, names)) for seat, tool in enumerate(tools) if tool]
            return say("Laid at the same moment: {tools}", tools=laid)
        case CountUp():
            return say("All end tools are shown: the points are counted up")
        case Recount(tokens, accept):
            if accept:
                return say_n("Bag counted: {n} token, play on with it", "Bag counted: {n} tokens, play on with them", len(tokens))
            return say_n("Bag counted: {n} token", "Bag counted: {n} tokens", len(tokens))
        case Tops(cards, accept):
            if accept:
                return say("Top cards set: {cards}", cards=cards)
            return say("Top cards checked: {cards}", cards=cards)
    raise TypeError(move)


def picked(choice: str) -> Sentence:
    """What a `pick` names: a space, a turn order card or a section."""
    match choice[0], choice[1:]:
        case "S", space:
            return say("space {number}", number=space)
        case "C", card:
            return say("card {number}", number=card)
    return SECTION_NAMES.get(choice, Sentence(choice))


SECTION_NAMES: Mapping[str, Sentence] = {
    "P": say("purple"),
    "B": say("black"),
    "Y": say("yellow"),
    "W": say("white"),
}


def who_plays(number: int, names: Mapping[Any, Any]) -> Any:
    """A participant by name: seats come first, Robots after them."""
    seats = sum(isinstance(key, int) for key in names)
    return names[number] if number < seats else f"Robot {number - seats + 1}"


def place_name(place: str) -> Sentence:
    match place:
        case "bag":
            return say("the bag")
        case "reserve":
            return say("the fires laid aside")
        case "lost":
            return say("out of the game")
        case "tool":
            return say("the tool")
        case "deck":
            return say("the deck")
        case "discard":
            return say("the discard")
        case "market":
            return say("the market")
    if place.startswith("hand"):
        return say("a hand")
    return say("space {number}", number=place.removeprefix("space"))


def _told_by_hand(move: ByHand, names: Mapping[Any, Any]) -> Sentence:
    done = [
        say("{piece} from {origin} to {place}", piece=called(piece, names), origin=place_name(origin), place=place_name(place))
        for piece, origin, place in (*move.tokens, *move.tools)
    ]
    done += [
        say("{who} {points} points", who=who_plays(who, names), points=f"{points:+d}")
        for who, points in enumerate(move.points)
        if points
    ]
    if move.turn_cards:
        done.append(say("turn order cards {cards}", cards=["–" if card is None else card for card in move.turn_cards]))
    return say("By hand: {done}", done=done) if done else say("By hand: nothing changed")
