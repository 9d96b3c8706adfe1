"""What each may know: treasure cards lie face down for everybody until the order (specification, section 4, HIDDEN)."""

from __future__ import annotations

from dataclasses import replace

from companion.games.mine.moves import DrewCard, Move
from companion.games.mine.state import State, changed
from companion.rules import HIDDEN, Who


def view(state: State, seat: int | None) -> State:
    """The state as *seat* knows it; None: what all know. Nobody sees a card before the order, its owner neither."""
    if state.phase != "ready":
        return state
    return changed(state, seats=tuple(replace(digger, card=HIDDEN) for digger in state.seats))


def veil(state: State, who: Who, move: Move, seat: int | None) -> Move:
    """Cards of this round stay face down until the order; those of earlier rounds were seen, if they have not come once more."""
    if isinstance(move, DrewCard) and state.phase == "ready":
        again = state.seats[move.seat].card == move.card
        seen = not again and any((card, of) == (move.card, move.seat) for card, _, of in state.used)
        return move if seen else DrewCard(move.seat, HIDDEN)
    return move
