"""What each may know: other hands are hidden, and so is what told of them (specification, section 4, Views)."""

from __future__ import annotations

from companion.games.fire.moves import Held, Move, TakeTool
from companion.games.fire.state import State, changed
from companion.rules import HIDDEN, TABLE, Who


def view(state: State, seat: int | None) -> State:
    """The state with all hands but the seat's own turned over; None is the screen everyone sees."""
    hands = tuple(hand if number == seat else (HIDDEN,) * len(hand) for number, hand in enumerate(state.hands))
    return changed(state, hands=hands)


def veil(state: State, who: Who, move: Move, seat: int | None) -> Move:
    """The tool of a Held, and of a TakeTool from the deck, is a secret of the hand it is in."""
    match move:
        case Held(tool):
            own = seat is not None and (tool in state.hands[seat] if who == TABLE else who == seat)
            return move if own else Held(HIDDEN)
        case TakeTool("deck", _) if who != seat:
            return TakeTool("deck", HIDDEN)
    return move
