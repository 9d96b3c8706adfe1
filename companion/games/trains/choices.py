"""Whom the game waits for, what may be done now, and what chance may bring (specification, section 5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.games.trains.course import removable
from companion.games.trains.moves import (
    LOCKED,
    REARRANGES,
    REMOVED,
    Dealt,
    Draw,
    Drew,
    First,
    Kept,
    MoveLeft,
    MoveRight,
    Offered,
    Protect,
    Put,
    Remove,
    Shuffled,
    SwapAdjacent,
    SwapOver,
)
from companion.games.trains.pieces import LINE, SPACES
from companion.games.trains.state import State, face_down, next_to_draw, start_cards, unseen
from companion.rules import HIDDEN, TABLE, Ask, Open, Who

STARTS: dict[type[Any], range] = {
    SwapAdjacent: SPACES[:-1],
    SwapOver: SPACES[:-2],
    MoveRight: SPACES[:-2],
    MoveLeft: SPACES[2:],
}
"""The spaces that each rearranging move may name: it must stay within the line."""


def to_act(state: State) -> tuple[Who, ...]:
    """The seat that keeps, acts or puts; TABLE when something must be told; nobody when it is over."""
    match state.phase:
        case "over":
            return ()
        case "keep" | "turn" | "put":
            assert state.turn is not None
            return (state.turn,)
    return (TABLE,)


def legal_moves(state: State, who: Who | None = None) -> list[tuple[Who, Any]]:
    """(who, move or Ask) for everything that may be done now; only *who*'s when given."""
    acting = to_act(state)
    if not acting or who not in (None, *acting):
        return []
    one = acting[0]
    return [(one, move) for move in (_of_table(state) if isinstance(one, str) else _of_seat(state, one))]


def _of_table(state: State) -> Iterator[Any]:
    match state.phase:
        case "deal" | "first":
            yield from (_deal(state, seat) for seat, train in enumerate(state.trains) if not train.cars)
            if state.first is None:
                yield from (First(seat) for seat in range(len(state.trains)))
        case "offer":
            ask = _offer(state)
            yield Offered(ask.given["seat"], face_down(ask.open["cards"].least))
            yield ask
        case "draw" | "refill":
            yield from map(Drew, unseen(state))
        case "shuffle":
            yield Shuffled()


def _deal(state: State, seat: int) -> Ask:
    return Ask(Dealt, {"seat": seat}, {"cards": Open(unseen(state), LINE, LINE)})


def _offer(state: State) -> Ask:
    seat = next_to_draw(state)
    assert seat is not None
    n = start_cards(state, seat)
    return Ask(Offered, {"seat": seat}, {"cards": Open(unseen(state), n, n)})


def _of_seat(state: State, seat: int) -> Iterator[Any]:
    match state.phase:
        case "keep":
            known = [card for card in state.offers[seat] if card != HIDDEN]
            yield from (Kept(seat, card, space) for card in known for space in SPACES)
            if HIDDEN in state.offers[seat]:
                yield Ask(Kept, {"seat": seat}, {"card": Open(unseen(state)), "space": Open(tuple(SPACES))})
        case "turn":
            if state.pile or state.discard:
                yield Draw(seat)
            for card in state.row:
                yield from uses(state, seat, card)
        case "put":
            yield from (Put(seat, space) for space in SPACES)


def uses(state: State, seat: int, card: int) -> Iterator[Any]:
    """The moves that use this card of the row."""
    ability = state.box.ability_of[card]
    if ability in REARRANGES:
        move = REARRANGES[ability]
        yield from (move(seat, card, space) for space in STARTS[move])
    elif ability in REMOVED:
        if state.options.empty_remove or removable(state, REMOVED[ability]):
            yield Remove(seat, card)
    else:
        yield from (Protect(seat, card, space) for space in LOCKED if space not in state.trains[seat].locks)


def chance(state: State) -> list[tuple[Any, int]] | Ask:
    """TABLE's moves with their weights; for the deal and the start cards an Ask whose completions are equally likely."""
    match state.phase:
        case "deal":
            return _deal(state, next(seat for seat, train in enumerate(state.trains) if not train.cars))
        case "offer":
            return _offer(state)
        case "over" | "keep" | "turn" | "put":
            return []
    return [(move, 1) for move in _of_table(state)]
