"""May this be done, and what comes of it: `apply` (specification, sections 5 and 6).

A refusal names the first rule in the order of section 5: over, phase and turn, the card, the space.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn

from companion.games.trains.choices import STARTS
from companion.games.trains.course import (
    dealt,
    drawn,
    first,
    kept,
    offered,
    put,
    removable,
    shuffled,
    use,
    waits,
)
from companion.games.trains.moves import (
    LOCKED,
    REMOVED,
    Dealt,
    Draw,
    Drew,
    First,
    Kept,
    Move,
    MoveLeft,
    MoveRight,
    Offered,
    OfTable,
    Protect,
    Put,
    Remove,
    Shuffled,
    SwapAdjacent,
    SwapOver,
    Use,
    fits,
)
from companion.games.trains.pieces import LINE, SPACES
from companion.games.trains.state import (
    State,
    clockwise,
    next_gap,
    next_to_draw,
    start_cards,
    told_starts,
)
from companion.games.trains.text import RULES
from companion.rules import HIDDEN, TABLE, IllegalMove, Name, Sentence, Who, say, say_n


def apply(state: State, who: Who, move: Move, *, ruling: bool = False) -> State:
    """The state after *who* made the move. Raises IllegalMove with the first rule in its way.

    A Ruling waives whose turn it is, how many start cards are drawn, what a card's ability is, that a remove card must
    remove, and when the discard is shuffled.
    """
    if state.phase == "over":
        raise IllegalMove("end.over", RULES["end.over"])
    match move:
        case Dealt(seat, cards):
            _check_deal(state, who, seat)
            _check_dealt(state, cards)
            return dealt(state, seat, cards)
        case First(seat):
            _check_first(state, who, seat)
            return first(state, seat)
        case Offered(seat, cards):
            _check_offer(state, who, seat)
            _check_offered(state, seat, cards, ruling)
            return offered(state, seat, cards)
        case Drew(card):
            _check_draw(state, who)
            check_comes(state, card)
            return drawn(state, card)
        case Shuffled():
            _check_shuffle(state, who, ruling)
            return shuffled(state)
        case Kept(seat, card, space):
            _check_turn(state, who, move, ruling)
            _check_kept(state, seat, card)
            _check_space(space)
            return kept(state, seat, card, space)
        case Draw(seat):
            _check_turn(state, who, move, ruling)
            _check_pile(state)
            return waits(state, "draw", turn=seat)
        case Put(seat, space):
            _check_turn(state, who, move, ruling)
            _check_space(space)
            return put(state, seat, space)
    _check_turn(state, who, move, ruling)
    _check_use(state, move, ruling)
    _check_target(state, move)
    return use(state, move.seat, move)


def maker(state: State, move: Move) -> Who:
    """Who makes this move when nobody says so: the seat it names, or TABLE."""
    return TABLE if isinstance(move, OfTable) else move.seat


def is_seat(state: State, seat: int) -> bool:
    return 0 <= seat < len(state.trains)


# --- phase and turn: what the table tells -----------------------------------------------------------------------------


def _only_table(rule: str, who: Who) -> None:
    if who != TABLE:
        raise IllegalMove(rule, say("Only the table tells this."))


def _some_seat(rule: str, state: State, seat: int) -> None:
    if not is_seat(state, seat):
        raise IllegalMove(rule, say("Nobody sits there."))


def _check_deal(state: State, who: Who, seat: int) -> None:
    _only_table("setup.deal", who)
    _some_seat("setup.deal", state, seat)
    if state.trains[seat].cars:
        raise IllegalMove("setup.deal", say("{who} has a train already.", who=Name(seat)))


def _check_first(state: State, who: Who, seat: int) -> None:
    _only_table("setup.first", who)
    _some_seat("setup.first", state, seat)
    if state.first is not None:
        raise IllegalMove("setup.first", say("The first player was told already: {who}.", who=Name(state.first)))


def _check_offer(state: State, who: Who, seat: int) -> None:
    _only_table("setup.draw", who)
    drawing = next_to_draw(state)
    if drawing is None:
        raise IllegalMove("setup.draw", say("Start cards are drawn after the deal, once, before anyone keeps one."))
    if seat != drawing:
        raise IllegalMove("setup.draw", say("{who} draws start cards now.", who=Name(drawing)))


def _check_draw(state: State, who: Who) -> None:
    if state.phase == "shuffle":
        raise _shuffle_first()
    _only_table("draw.nobody", who)
    if state.phase not in ("draw", "refill"):
        raise IllegalMove("draw.nobody", say("Nobody is to draw a card now."))


def _check_shuffle(state: State, who: Who, ruling: bool) -> None:
    _only_table("draw.shuffle", who)
    if state.phase != "shuffle" and not (ruling and state.phase in ("turn", "draw", "put", "refill")):
        raise IllegalMove("draw.shuffle", say("The discard is not shuffled now."))


def _shuffle_first() -> IllegalMove:
    return IllegalMove("draw.shuffle", say("First shuffle the discard into a new draw pile."))


# --- phase and turn: what seats do ------------------------------------------------------------------------------------


def _check_turn(state: State, who: Who, move: Kept | Draw | Put | Use, ruling: bool) -> None:
    match state.phase:
        case "shuffle":
            raise _shuffle_first()
        case "refill":
            raise IllegalMove("remove.refill", _refill(state))
        case "deal" | "first" | "offer" | "keep":
            _check_set_up(state, move)
            _check_seat(state, who, move.seat, False)
            return
    if isinstance(move, Kept):
        raise IllegalMove("setup.keep", say("Every player has kept a start card."))
    _check_seat(state, who, move.seat, ruling)
    if isinstance(move, Put):
        if state.phase != "put":
            raise IllegalMove("put.nothing", say("{who} has no drawn card to put.", who=Name(move.seat)))
    elif state.phase != "turn":
        assert state.turn is not None
        raise IllegalMove("turn.one_action", say("{who} has chosen to draw this turn.", who=Name(state.turn)))


def _refill(state: State) -> Sentence:
    gap = next_gap(state)
    assert gap is not None
    seat, space = gap
    return say("First {who} draws for space {space}.", who=Name(seat), space=space)


def _check_set_up(state: State, move: Kept | Draw | Put | Use) -> None:
    if isinstance(move, Put):
        _some_seat("put.nothing", state, move.seat)
        raise IllegalMove("put.nothing", say("{who} has no drawn card to put.", who=Name(move.seat)))
    if not isinstance(move, Kept) or state.phase != "keep":
        raise IllegalMove("setup.order", _set_up(state))


def _set_up(state: State) -> Sentence:
    match state.phase:
        case "deal":
            return say("First tell which cars everyone was dealt.")
        case "first":
            return say("First tell who begins.")
        case "offer":
            return say("First {who} draws start cards.", who=Name(next_to_draw(state) or 0))
    return say("First {who} keeps a start card.", who=Name(state.turn or 0))


def _check_seat(state: State, who: Who, seat: int, ruling: bool) -> None:
    _some_seat("turn.order", state, seat)
    if ruling:
        return
    if seat != state.turn:
        raise IllegalMove("turn.order", say("It is {who}’s turn.", who=Name(state.turn or 0)))
    if who != seat:
        raise IllegalMove("turn.order", say("Only {who} makes this move.", who=Name(seat)))


def _check_pile(state: State) -> None:
    if not state.pile and not state.discard:
        raise IllegalMove("draw.shuffle", say("No card is left to draw."))


# --- the card ---------------------------------------------------------------------------------------------------------


def _check_dealt(state: State, cards: tuple[int, ...]) -> None:
    if len(cards) != LINE:
        raise IllegalMove("setup.deal", say_n("{n} car: a train has seven.", "{n} cars: a train has seven.", len(cards)))
    _check_all_come(state, cards)


def _check_offered(state: State, seat: int, cards: tuple[int | str, ...], ruling: bool) -> None:
    """A Ruling may let more or fewer be drawn, while the others find theirs in the draw pile."""
    n = start_cards(state, seat)
    if ruling and cards:
        owed = sum(start_cards(state, other) for other in clockwise(state, seat)[1:] if not state.offers[other])
        if len(cards) + owed > state.pile:
            raise IllegalMove("setup.draw", say("The draw pile has not so many cards."))
    elif len(cards) != n:
        raise IllegalMove("setup.draw", say_n("{who} draws {n} start card.", "{who} draws {n} start cards.", n, who=Name(seat)))
    _check_all_come(state, [card for card in cards if isinstance(card, int)])


def _check_all_come(state: State, cards: Iterable[int]) -> None:
    told: set[int] = set()
    for card in cards:
        check_known(state, card)
        if card in told:
            raise IllegalMove("card.elsewhere", say("{card} is named twice.", card=card))
        check_comes(state, card)
        told.add(card)


def check_known(state: State, card: int) -> None:
    if card not in state.box.ability_of:
        raise IllegalMove("card.unknown", say("There is no car {card} in this box.", card=card))


def check_comes(state: State, card: int) -> None:
    """Whether the card may come out of the draw pile: it is in the box, lies nowhere else, and was not discarded."""
    check_known(state, card)
    here = place(state, card)
    if here is not None:
        raise IllegalMove("card.elsewhere", where(state, card), since=lambda then: place(then, card) == here)
    if card in told_starts(state):
        raise IllegalMove("card.elsewhere", say("This card cannot come now."))
    for other, seat in state.seen:
        if other == card:
            _refuse_discarded(card, seat)


def _refuse_discarded(card: int, seat: int | None) -> NoReturn:
    """What only one seat has seen is told to nobody."""
    if seat is not None:
        raise IllegalMove("card.discarded", say("This card cannot come now."))
    raise IllegalMove(
        "card.discarded",
        say("{card} is in the discard pile.", card=card),
        since=lambda then: (card, None) in then.seen,
    )


ORDINALS = (say("first"), say("second"), say("third"), say("fourth"), say("fifth"), say("sixth"), say("seventh"))


Place = tuple[str, int, int]
"""What a card in sight is ("car", "lock", "row", "drawn"), with seat and space where it has them."""


def place(state: State, card: int) -> Place | None:
    """Where a card that everyone sees lies; None: it is not in sight."""
    for seat, train in enumerate(state.trains):
        if card in train.cars:
            return "car", seat, train.cars.index(card) + 1
        for space, lock in train.locks.items():
            if lock == card:
                return "lock", seat, space
    if card in state.row:
        return "row", 0, 0
    return ("drawn", 0, 0) if card == state.drawn else None


def where(state: State, card: int) -> Sentence:
    """The place of a card in sight, in words."""
    match place(state, card):
        case "car", seat, space:
            return say("{card} is {who}’s {ordinal} car", card=card, who=Name(seat), ordinal=ORDINALS[space - 1])
        case "lock", seat, space:
            return say("{card} is the lock on {who}’s space {space}", card=card, who=Name(seat), space=space)
        case "row", _, _:
            return say("{card} lies beside the draw pile", card=card)
    return say("{card} has just been drawn", card=card)


def _check_kept(state: State, seat: int, card: int) -> None:
    offer = state.offers[seat]
    if card in offer:
        return
    if HIDDEN not in offer:
        raise IllegalMove("setup.keep", say("{card} is not one of {who}’s start cards.", card=card, who=Name(seat)))
    check_comes(state, card)


def _check_use(state: State, move: Use, ruling: bool) -> None:
    if not state.row:
        raise IllegalMove("use.row", say("No card lies beside the draw pile: the only action is to draw."))
    if move.card not in state.row:
        if not ruling and not any(fits(move, state.box.ability_of[card]) for card in state.row):
            raise IllegalMove("use.row", say("No card that can do this lies beside the draw pile."))
        raise IllegalMove("use.row", say("{card} does not lie beside the draw pile.", card=move.card))
    ability = state.box.ability_of[move.card]
    if not fits(move, ability) and not (ruling and not isinstance(move, Remove)):
        shown = Sentence(state.box.by_id[ability].name)
        raise IllegalMove("use.ability", say("{card} shows “{ability}”.", card=move.card, ability=shown))
    if isinstance(move, Remove) and not (ruling or state.options.empty_remove or removable(state, REMOVED[ability])):
        raise IllegalMove("remove.nobody", say("Every car that {card} would remove is locked.", card=move.card))


# --- the space --------------------------------------------------------------------------------------------------------


def _check_space(space: int) -> None:
    if space not in SPACES:
        raise IllegalMove("line.space", RULES["line.space"])


def _check_target(state: State, move: Use) -> None:
    if isinstance(move, Remove):
        return
    _check_space(move.space)
    if isinstance(move, Protect):
        if move.space not in LOCKED:
            raise IllegalMove("protect.where", RULES["protect.where"])
        if move.space in state.trains[move.seat].locks:
            raise IllegalMove("protect.once", say("The car on space {space} has a lock already.", space=move.space))
    elif move.space not in STARTS[type(move)]:
        raise IllegalMove(*_too_far(move.space, move))


def _too_far(space: int, move: SwapAdjacent | SwapOver | MoveRight | MoveLeft) -> tuple[str, Sentence]:
    match move:
        case SwapAdjacent():
            return "swap.adjacent", say("The car on space {space} has no neighbour on its right.", space=space)
        case SwapOver():
            return "swap.over", say("There is no car two spaces to the right of space {space}.", space=space)
        case MoveRight():
            return "move.right", say("From space {space} no car can move two spaces right.", space=space)
        case MoveLeft():
            return "move.left", say("From space {space} no car can move two spaces left.", space=space)
