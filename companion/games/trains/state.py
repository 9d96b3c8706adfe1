"""The state of Game of Trains: what the table must remember (specification, section 4).

Everything here is a value. What the rules do with it stands in the other chapters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from companion.games.states import UNSAID
from companion.games.states import changed as changed
from companion.games.trains.pieces import Box
from companion.rules import HIDDEN, N_, IllegalMove, say

StartCard = int | Literal["?"]


@dataclass(frozen=True)
class Options:
    """The variants of the specification's section 3."""

    reshuffle_late: bool = field(
        default=False, metadata={"help": N_("The discard is shuffled only when a card must be drawn and there is none.")}
    )
    empty_remove: bool = field(
        default=True, metadata={"help": N_("A remove card may be used when every such car is locked; it removes nothing.")}
    )
    card_memory: bool = field(default=False, metadata={"help": N_("Screens list the discards that everyone has seen.")})


@dataclass(frozen=True)
class Train:
    """The cars from the locomotive on (none before the deal, None for a gap), and the protect cards under them by space."""

    cars: tuple[int | None, ...] = ()
    locks: Mapping[int, int] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class State:
    """Field by field the table of the specification."""

    phase: str
    first: int | None
    turn: int | None
    trains: tuple[Train, ...]
    offers: tuple[tuple[StartCard, ...], ...]
    row: tuple[int, ...]
    drawn: int | None
    pile: int
    discard: int
    seen: tuple[tuple[int, int | None], ...] = field(metadata=UNSAID)
    """Discards that were shown: the card, and the one seat that saw it (None: everyone). The others nobody has shown."""
    box: Box = field(metadata=UNSAID, repr=False)
    options: Options = field(metadata=UNSAID, repr=False)


@dataclass(frozen=True)
class Remembered(State):
    """A view with `card_memory`: it also lists, ascending, the discards that everyone has seen."""

    discarded: tuple[int, ...]


def setup(box: Box, seats: int, options: Options) -> State:
    """The state before the deal. Raises IllegalMove when so many cannot play."""
    if not 2 <= seats <= 4:
        raise IllegalMove("setup.deal", say("Two to four people can play; {seats} are too many or too few.", seats=seats))
    return State(
        phase="deal",
        first=None,
        turn=None,
        trains=(Train(),) * seats,
        offers=((),) * seats,
        row=(),
        drawn=None,
        pile=len(box.ability_of),
        discard=0,
        seen=(),
        box=box,
        options=options,
    )


# --- who --------------------------------------------------------------------------------------------------------------


def clockwise(state: State, seat: int) -> list[int]:
    """All seats from *seat* on, in the order of the `seats:` line."""
    seats = len(state.trains)
    return [(seat + step) % seats for step in range(seats)]


def next_to_draw(state: State) -> int | None:
    """In `offer`: whose start cards come next."""
    if state.phase != "offer" or state.first is None:
        return None
    return next(seat for seat in clockwise(state, state.first) if not state.offers[seat])


def start_cards(state: State, seat: int) -> int:
    """How many start cards the seat draws (`setup.draw`)."""
    assert state.first is not None
    return state.box.start[clockwise(state, state.first).index(seat)]


def gaps(state: State) -> Iterator[tuple[int, int]]:
    """(seat, space) of the gaps in the order in which they are refilled: from the user clockwise (`remove.refill`)."""
    for seat in clockwise(state, state.turn or 0):
        cars = state.trains[seat].cars
        if None in cars:
            yield seat, cars.index(None) + 1


def next_gap(state: State) -> tuple[int, int] | None:
    return next(gaps(state), None)


def face_down(n: int) -> tuple[StartCard, ...]:
    """So many start cards that nobody has shown."""
    card: StartCard = HIDDEN
    return (card,) * n


# --- knowledge --------------------------------------------------------------------------------------------------------


def in_sight(state: State) -> Iterator[int]:
    """The cards that lie open for everyone: in trains, under them, in the row, and the one just drawn."""
    for train in state.trains:
        yield from (car for car in train.cars if car is not None)
        yield from train.locks.values()
    yield from state.row
    if state.drawn is not None:
        yield state.drawn


def told_starts(state: State) -> Iterator[int]:
    """The start cards in hand that Companion was told."""
    for offer in state.offers:
        yield from (card for card in offer if card != HIDDEN)


def unseen(state: State) -> tuple[int, ...]:
    """The cards that may be anywhere, ascending: of a view those that its viewer has not seen."""
    known = {*in_sight(state), *told_starts(state), *(card for card, _ in state.seen)}
    return tuple(card for card in state.box.ability_of if card not in known)
