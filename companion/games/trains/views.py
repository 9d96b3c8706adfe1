"""What each may know: start cards belong to the hand they are in (specification, section 4, HIDDEN)."""

from __future__ import annotations

from companion.games.trains.moves import Move, Offered
from companion.games.trains.state import Remembered, State, changed, face_down
from companion.rules import Who


def view(state: State, seat: int | None) -> State:
    """The state as *seat* knows it: other start cards turned over, also those that were discarded. None: what all know."""
    offers = tuple(offer if number == seat else face_down(len(offer)) for number, offer in enumerate(state.offers))
    seen = tuple((card, by) for card, by in state.seen if by is None or by == seat)
    if not state.options.card_memory:
        return changed(state, offers=offers, seen=seen)
    fields = {name: getattr(state, name) for name in State.__dataclass_fields__}
    everyone = tuple(sorted(card for card, by in seen if by is None))
    return Remembered(**fields | {"offers": offers, "seen": seen}, discarded=everyone)


def veil(state: State, who: Who, move: Move, seat: int | None) -> Move:
    """Start cards as any other seat may read them, also after one was kept: hidden."""
    if isinstance(move, Offered) and move.seat != seat:
        return Offered(move.seat, face_down(len(move.cards)))
    return move
