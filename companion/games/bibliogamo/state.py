"""The state of Bibliogamo: what the table must remember (specification, section 4).

Everything here is a value. What the rules do with it stands in the other chapters.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.games.bibliogamo.pieces import KINDS, Box, Prestige
from companion.games.states import UNSAID
from companion.games.states import changed as changed
from companion.rules import HIDDEN, N_, IllegalMove, say

SEAT = 0
"""The one player."""


@dataclass(frozen=True)
class Options:
    """The variants of the specification's section 3."""

    prestige: str = field(
        default="drawn",
        metadata={"help": N_("Whether the Prestige card is drawn at random or chosen."), "values": ("drawn", "chosen")},
    )
    lift_covers_turn: bool = field(
        default=True,
        metadata={"help": N_("A card discarded for a barred kind frees it for the rest of the turn, not for one hire.")},
    )
    bar_stops_payment: bool = field(default=False, metadata={"help": N_("Cards of a barred kind cannot pay either.")})
    empty_hires: bool = field(default=True, metadata={"help": N_("Artisans may be hired who find no place.")})
    dismiss: bool = field(
        default=False, metadata={"help": N_("In place of a hire, a card sends all artisans of a tower back to the supply.")}
    )


@dataclass(frozen=True)
class Sale:
    """A book that was sold: where, on which day it was settled, the prices named in order, and whether it was marked."""

    tower: str
    day: int
    offers: tuple[int, ...]
    marked: bool

    @property
    def price(self) -> int:
        return self.offers[-1]


@dataclass(frozen=True)
class State:
    """Field by field the table of the specification; then what the ledger and the statistics need."""

    stage: str
    """prestige, draw, dawn, act, price, offer, over."""
    day: int
    space: int
    florins: int
    books: int
    prestige: str | None
    marks: Mapping[str, int] = field(hash=False)
    towers: Mapping[str, Mapping[str, int]] = field(hash=False)
    supply: int
    hand: tuple[str, ...]
    discard: tuple[str, ...]
    row: tuple[str, ...]
    coin: str | None
    price: int | None
    pile: int
    bar: str | None
    lifted: bool
    sold: bool
    hires: int
    selling: str | None = field(metadata=UNSAID)
    """The tower whose book is on offer."""
    offers: tuple[int, ...] = field(metadata=UNSAID)
    """The prices named so far in this sale."""
    sales: tuple[Sale, ...] = field(metadata=UNSAID)
    turns: int = field(metadata=UNSAID)
    paid_days: int = field(metadata=UNSAID)
    bribed: int = field(metadata=UNSAID)
    """Florins paid in bribes."""
    empty_hires: int = field(metadata=UNSAID)
    """Hires that placed nobody."""
    box: Box = field(metadata=UNSAID, repr=False)
    options: Options = field(metadata=UNSAID, repr=False)


def setup(box: Box, seats: int, options: Options) -> State:
    """The state before the Prestige card is named. Raises IllegalMove unless one plays."""
    if seats != 1:
        raise IllegalMove("setup.start", say("Bibliogamo is for one."))
    start = box.start
    return State(
        stage="prestige",
        day=start.day,
        space=start.space,
        florins=start.florins,
        books=start.books,
        prestige=None,
        marks={},
        towers={tower: dict.fromkeys(KINDS, 0) for tower in box.tower},
        supply=box.count.black_cubes,
        hand=(),
        discard=(),
        row=(),
        coin=None,
        price=None,
        pile=len(box.artisan),
        bar=None,
        lifted=False,
        sold=False,
        hires=0,
        selling=None,
        offers=(),
        sales=(),
        turns=0,
        paid_days=0,
        bribed=0,
        empty_hires=0,
        box=box,
        options=options,
    )


# --- cards ------------------------------------------------------------------------------------------------------------


def known(state: State) -> tuple[str, ...]:
    """The cards of the hand that Companion was told."""
    return tuple(card for card in state.hand if card != HIDDEN)


def hidden(state: State) -> int:
    """How many cards of the hand nobody has named."""
    return state.hand.count(HIDDEN)


def unseen(state: State) -> tuple[str, ...]:
    """The cards that may lie in the pile or be hidden in the hand, ascending."""
    seen = {*state.hand, *state.discard, *state.row}
    return tuple(card for card in state.box.artisan if card not in seen)


def place(state: State, card: str) -> str | None:
    """Where a card lies that cannot come from the pile: "hand", "discard", "row"; None: it may come."""
    if card in state.hand:
        return "hand"
    if card in state.row:
        return "row"
    return "discard" if card in state.discard else None


# --- towers -----------------------------------------------------------------------------------------------------------


def cubes(state: State, tower: str) -> tuple[int, ...]:
    """The cubes there, in the order of KINDS."""
    return tuple(state.towers[tower][kind] for kind in KINDS)


def missing(state: State, tower: str) -> tuple[int, ...]:
    """Cubes of each kind, in the order of KINDS, that the tower lacks."""
    return tuple(wanted - n for n, wanted in zip(cubes(state, tower), state.box.tower[tower].recipe, strict=True))


def finished(state: State, tower: str) -> bool:
    """`sell.finished`: every kind of the recipe is full."""
    return not any(missing(state, tower))


def finished_towers(state: State) -> list[str]:
    return [tower for tower in state.towers if finished(state, tower)]


def here(state: State) -> str | None:
    """The tower where the Librarian stands."""
    return state.box.tower_at.get(state.space)


def clockwise(state: State, space: int) -> int:
    """Spaces from the Librarian forward to *space*; 0 when he stands there."""
    return (space - state.space) % state.box.round


def shortest(state: State, tower: str) -> int:
    """The bribe that leads to the tower the shorter way: forward above 0, and forward when both ways are as long."""
    forward = clockwise(state, state.box.space_of[tower])
    return forward if 2 * forward <= state.box.round else forward - state.box.round


def between(state: State) -> tuple[str, str]:
    """The towers behind and before the Librarian, who stands in the street."""
    spaces = sorted(state.box.tower_at, key=lambda space: clockwise(state, space))
    return state.box.tower_at[spaces[-1]], state.box.tower_at[spaces[0]]


def nearest_book(state: State) -> str | None:
    """The finished tower to which the shortest bribe leads."""
    return min(finished_towers(state), key=lambda tower: abs(shortest(state, tower)), default=None)


# --- the collection ---------------------------------------------------------------------------------------------------


def collection(state: State) -> Prestige | None:
    """The Prestige card of this game."""
    return None if state.prestige is None else state.box.collection[state.prestige]


def slot_open(state: State, tower: str) -> bool:
    """Whether the Prestige card has a slot for this book that is not marked."""
    card = collection(state)
    return card is not None and state.marks.get(tower, 0) < card.books.count(tower)
