"""The state of Out of Mine!: what the table must remember (specification, section 4).

Everything here is a value. What the rules do with it stands in the other chapters.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from companion.games.mine.pieces import Box, Gallery
from companion.games.states import UNSAID
from companion.games.states import changed as changed
from companion.rules import HIDDEN, N_, IllegalMove, Line, say

BoardNumber = int | Literal["?"]
Ties = Literal["share", "fewest_empty"]


@dataclass(frozen=True)
class Options:
    """The variants of the specification's section 3."""

    elves: bool = field(default=False, metadata={"help": N_("Advanced variant A: elves beside the gallery give points.")})
    finds: bool = field(default=False, metadata={"help": N_("Advanced variant B: finds on the tiles give and take points.")})
    floor: bool = field(default=True, metadata={"help": N_("A round is never worth less than zero points.")})
    ties: Ties = field(
        default="share",
        metadata={"help": N_("A tie: “share” the victory, or “fewest_empty” spaces over all rounds win, then share.")},
    )


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile as it lies: the cells of the grid that it covers, and the find that its upper face shows."""

    colour: str
    cells: tuple[str, ...]
    find: str | None = None

    def __str__(self) -> str:
        """`green A4 B4 A5 silver`"""
        return " ".join((self.colour, *self.cells, *([self.find] if self.find else [])))


@dataclass(frozen=True)
class Digger:
    """What is known of a seat in a round."""

    board: BoardNumber = HIDDEN
    side: str = HIDDEN
    card: str = HIDDEN
    empty: int | None = None
    tiles: tuple[Tile, ...] | None = field(default=None, metadata=UNSAID)
    """As they were told, those that came off too; None in quick mode."""
    points: int | None = field(default=None, metadata=UNSAID)
    """Of this round, once its result is told."""


@dataclass(frozen=True)
class State:
    """Field by field that of the specification."""

    round: int
    phase: str
    shouter: int | None
    pile: int
    out: tuple[int, ...]
    seats: tuple[Digger, ...]
    last: tuple[Digger, ...] = field(metadata=UNSAID)
    """The seats of the last round; none in the first."""
    last_shouter: int | None = field(metadata=UNSAID)
    used: tuple[tuple[str, int, int], ...] = field(metadata=UNSAID)
    """Treasure cards of earlier rounds: (card, round, seat)."""
    gone: tuple[tuple[int, int, int], ...] = field(metadata=UNSAID)
    """Boards that went back into the box: (board, round, seat)."""
    books: tuple[tuple[Line, ...], ...] = field(metadata=UNSAID)
    """Every seat's lines of all rounds."""
    empties: tuple[int, ...] = field(metadata=UNSAID)
    """Every seat's empty spaces over all rounds."""
    box: Box = field(metadata=UNSAID, repr=False)
    options: Options = field(metadata=UNSAID, repr=False)


def setup(box: Box, seats: int, options: Options) -> State:
    """The state before the first board is told. Raises IllegalMove when so many cannot play."""
    if not 2 <= seats <= 4:
        raise IllegalMove("setup.boards", say("Two to four people can play; {seats} are too many or too few.", seats=seats))
    return State(
        round=1,
        phase="ready",
        shouter=None,
        pile=box.pile,
        out=(),
        seats=(Digger(),) * seats,
        last=(),
        last_shouter=None,
        used=(),
        gone=(),
        books=((),) * seats,
        empties=(0,) * seats,
        box=box,
        options=options,
    )


def with_digger(state: State, seat: int, digger: Digger, **changes: object) -> State:
    return changed(state, seats=(*state.seats[:seat], digger, *state.seats[seat + 1 :]), **changes)


# --- knowledge --------------------------------------------------------------------------------------------------------


def gallery_of(state: State, digger: Digger) -> Gallery | None:
    """The side before a digger, or None while it is HIDDEN."""
    return None if digger.board == HIDDEN else state.box.gallery.get((int(digger.board), digger.side))


def is_known(digger: Digger) -> bool:
    """Whether board, side and card were told."""
    return HIDDEN not in (digger.board, digger.side, digger.card)


def where_used(state: State, card: str) -> tuple[int, int] | None:
    """(round, seat) in which a treasure card came, this round included; of several the first."""
    now = [(digger.card, state.round, seat) for seat, digger in enumerate(state.seats)]
    return next(((number, seat) for one, number, seat in (*state.used, *now) if one == card), None)


def unused_cards(state: State) -> tuple[str, ...]:
    """Treasure cards that may still come."""
    used = {card for card, _, _ in state.used} | {digger.card for digger in state.seats}
    return tuple(card for card in state.box.card if card not in used)


def kept_boards(state: State) -> Iterator[BoardNumber]:
    """Boards that stay in play from the last round, HIDDEN ones too."""
    return (digger.board for seat, digger in enumerate(state.last) if seat != state.last_shouter)


def lying_boards(state: State) -> Iterator[tuple[int, int]]:
    """(seat, board) of the boards told this round."""
    return ((seat, int(digger.board)) for seat, digger in enumerate(state.seats) if digger.board != HIDDEN)


def strangers_left(state: State) -> int | None:
    """How many more boards may come that are not known to have stayed in play (`boards.pool`); None: any number."""
    if not state.last:
        return None
    kept = list(kept_boards(state))
    may = kept.count(HIDDEN) + (state.last_shouter is not None)
    return may - sum(board not in kept for _, board in lying_boards(state))


def boards_that_can_come(state: State) -> tuple[int, ...]:
    """Boards that may be told next for a seat that has none."""
    lying = {board for _, board in lying_boards(state)}
    kept, left = set(kept_boards(state)), strangers_left(state)
    return tuple(
        board
        for board in state.box.board_numbers
        if board not in lying and board not in state.out and (board in kept or left is None or left > 0)
    )


def sides_to_choose(state: State, seat: int) -> tuple[str, ...]:
    """The sides that the seat may play, once its board is told (`side.other`)."""
    digger = state.seats[seat]
    before = state.last[seat] if state.last else Digger()
    sides = tuple(side for board, side in state.box.gallery if board == digger.board)
    return tuple(side for side in sides if before.board != digger.board or side != before.side)


def elves_at_most(state: State, digger: Digger) -> int:
    """Elves that may give a point (`count.elves`): none out of play, the most on any side while this one is HIDDEN."""
    if not state.options.elves:
        return 0
    gallery = gallery_of(state, digger)
    return state.box.most_elves if gallery is None else len(gallery.elves)
