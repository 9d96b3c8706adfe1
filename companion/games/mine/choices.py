"""Whom the game waits for, what may be done now, and what chance may bring (specification, section 5)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from companion.games.mine.moves import AllStop, ChoseSide, Counted, DrewCard, GotBoard, IntoTheMine, Laid, OutOfTheMine
from companion.games.mine.pieces import Box
from companion.games.mine.state import (
    Digger,
    State,
    Tile,
    boards_that_can_come,
    elves_at_most,
    is_known,
    kept_boards,
    sides_to_choose,
    strangers_left,
    unused_cards,
)
from companion.rules import HIDDEN, TABLE, Ask, Open, Who, say

MOST_FINDS = 20
"""Points from finds, for or against, that quick mode takes."""


def to_act(state: State) -> tuple[Who, ...]:
    """Seats that owe a choice, a shout or a result, and TABLE while it can tell something."""
    match state.phase:
        case "ready":
            return (*(seat for seat, one in enumerate(state.seats) if one.board != HIDDEN and one.side == HIDDEN), TABLE)
        case "mine":
            return (*range(len(state.seats)), TABLE)
        case "count":
            left = [(seat, one) for seat, one in enumerate(state.seats) if one.empty is None]
            table: tuple[Who, ...] = (TABLE,) if any(HIDDEN in (one.board, one.card) for _, one in left) else ()
            return (*(seat for seat, _ in left), *table)
    return ()


def legal_moves(state: State, who: Who | None = None) -> list[tuple[Who, Any]]:
    """(who, move or Ask) for everything that may be done now; only *who*'s when given."""
    if state.phase == "over":
        return []
    found: list[tuple[Who, Any]] = []
    for seat in range(len(state.seats)):
        if who in (None, seat):
            found += [(seat, move) for move in _of_seat(state, seat)]
    if who in (None, TABLE):
        found += [(TABLE, move) for move in _of_table(state)]
    return found


def _of_seat(state: State, seat: int) -> Iterator[Any]:
    digger = state.seats[seat]
    if digger.empty is not None:
        return
    if digger.board != HIDDEN and digger.side == HIDDEN:
        yield from (ChoseSide(seat, side) for side in sides_to_choose(state, seat))
    if state.phase == "mine":
        yield OutOfTheMine(seat)
    if state.phase == "count":
        yield _count(state, seat, digger)
        if is_known(digger):
            yield from _lays(state, seat, digger)


def _count(state: State, seat: int, digger: Digger) -> Ask:
    finds = MOST_FINDS if state.options.finds else 0
    return Ask(
        Counted,
        {"seat": seat},
        {
            "empty": Open(tuple(range(state.box.spaces + 1))),
            "elves": Open(tuple(range(elves_at_most(state, digger) + 1))),
            "finds": Open(tuple(range(-finds, finds + 1))),
        },
    )


def _lays(state: State, seat: int, digger: Digger) -> Iterator[Ask]:
    """Tiles inside the gallery can be listed; what sticks out or shows a find may be told too, in whatever number there is."""
    tiles = placements(state.box, int(digger.board), digger.side)
    yield Ask(Laid, {"seat": seat}, {"tiles": Open(tiles, 0, state.box.spaces)})
    anywhere = say("tiles anywhere on the grid, also what sticks out, with the finds that they show")
    yield Ask(Laid, {"seat": seat}, {"tiles": Open(anywhere, 0, len(state.box.tiles))})


@lru_cache(maxsize=64)
def placements(box: Box, board: int, side: str) -> tuple[Tile, ...]:
    """Every way to lay one tile inside the gallery, colour by colour."""
    spaces = box.gallery[board, side].spaces
    found = []
    for colour, ways in box.forms.items():
        for way in ways:
            wide, high = max(x for x, _ in way), max(y for _, y in way)
            for top in range(box.rows - high):
                for left in range(box.columns - wide):
                    cells = sorted((y + top) * box.columns + x + left for x, y in way)
                    if all(spaces >> cell & 1 for cell in cells):
                        found.append(Tile(colour, tuple(box.names[cell] for cell in cells)))
    return tuple(found)


def _of_table(state: State) -> Iterator[Any]:
    boards, cards = boards_that_can_come(state), (*unused_cards(state), HIDDEN)
    for seat, digger in enumerate(state.seats):
        if digger.empty is None and digger.board == HIDDEN:
            yield from (GotBoard(seat, board) for board in boards)
        if digger.empty is None and digger.card == HIDDEN:
            yield from (DrewCard(seat, card) for card in cards)
    if state.phase == "ready":
        yield IntoTheMine()
    if state.phase == "mine":
        yield AllStop()


def chance(state: State) -> list[tuple[Any, int]]:
    """In `ready` boards seat by seat, then cards, then the order once all sides are chosen; elsewhere nothing comes by chance."""
    if state.phase != "ready":
        return []
    for seat, digger in enumerate(state.seats):
        if digger.board == HIDDEN:
            return _boards(state, seat)
    for seat, digger in enumerate(state.seats):
        if digger.card == HIDDEN:
            return [(DrewCard(seat, card), 1) for card in unused_cards(state)]
    return [] if any(digger.side == HIDDEN for digger in state.seats) else [(IntoTheMine(), 1)]


def _boards(state: State, seat: int) -> list[tuple[Any, int]]:
    """A board known to be in play is as likely as any other in play; an unknown one has its share of those not known."""
    boards, kept, left = boards_that_can_come(state), set(kept_boards(state)), strangers_left(state)
    strangers = sum(board not in kept for board in boards)
    if left is None or not strangers:
        return [(GotBoard(seat, board), 1) for board in boards]
    return [(GotBoard(seat, board), strangers if board in kept else left) for board in boards]
