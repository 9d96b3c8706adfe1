"""Who knows what: all is open to the one player; a card nobody has named is hidden from Companion, too (section 4)."""

from __future__ import annotations

from companion.games.bibliogamo.moves import Move
from companion.games.bibliogamo.state import State
from companion.rules import Who


def view(state: State, seat: int | None) -> State:
    """The state itself: one player, no secret."""
    return state


def veil(state: State, who: Who, move: Move, seat: int | None) -> Move:
    return move
