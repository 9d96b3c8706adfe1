"""How people without a plan dig and count, for practice games: by equal chances hardly anybody would score.

Not advice: who shouts has mostly covered everything, the others have some spaces empty, and every kind of result has a chance.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from companion.games.mine.choices import MOST_FINDS, legal_moves
from companion.games.mine.cover import CutOff, cover
from companion.games.mine.judge import apply
from companion.games.mine.moves import Counted, Laid
from companion.games.mine.pieces import Box
from companion.games.mine.state import Digger, Options, State, Tile, elves_at_most, is_known
from companion.rules import Ask, IllegalMove

QUICK_STEPS = 2_000
ANYTHING = 10
"""Weight of an open choice, of which anything may come."""
RIGHT, WRONG = 60, (3, 2, 2, 1)
"""A shout with everything covered, or with one, two... spaces empty."""
OTHERS = (2, 6, 9, 10, 9, 7, 5, 4, 3, 2, 1, 1, 1)
"""Who has not shouted, by empty spaces."""
TAKEN_OFF = {True: (60, 6, 2), False: (4, 24, 24, 12)}
"""By whether the seat has shouted: how many tiles of a full cover are missing."""


def leanings(state: State, seat: int) -> list[tuple[Any, int]]:
    """The seat's legal moves (and Asks), with the whole weights by which a practice player draws one."""
    moves = [move for _, move in legal_moves(state, seat)]
    if not any(isinstance(move, Ask) for move in moves):
        return [(move, ANYTHING) for move in moves]
    return [*((move, ANYTHING) for move in moves), *_counts(state, seat), *_lays(state, seat)]


def _counts(state: State, seat: int) -> Iterator[tuple[Counted, int]]:
    """Elves and finds are told as often as they may be: some of them, seldom all."""
    by_empty = (RIGHT, *WRONG) if seat == state.shouter else OTHERS
    elves = range(elves_at_most(state, state.seats[seat]) + 1)
    finds = range(-2, min(5, MOST_FINDS + 1)) if state.options.finds else (0,)
    for empty, weight in enumerate(by_empty[: state.box.spaces + 1]):
        # So that all numbers of elves and finds together weigh about as much in every variant.
        share = max(1, weight * 12 // (len(elves) * len(finds)))
        yield from ((Counted(seat, empty, elf, find), share) for elf in elves for find in finds)


def _lays(state: State, seat: int) -> Iterator[tuple[Laid, int]]:
    digger = state.seats[seat]
    tiles = _cover(state.box, digger) if is_known(digger) else ()
    for missing, weight in enumerate(TAKEN_OFF[seat == state.shouter]):
        move = Laid(seat, tiles[: len(tiles) - missing])
        if len(move.tiles) > missing and _fits(state, move):
            yield move, weight * 12


def _fits(state: State, move: Laid) -> bool:
    """Others may have the tiles that it takes."""
    try:
        apply(state, move.seat, move)
    except IllegalMove:
        return False
    return True


@lru_cache(maxsize=256)
def _cover(box: Box, digger: Digger) -> tuple[Tile, ...]:
    """A full cover of the seat's gallery; none where there is none, or it is hard to find."""
    try:
        found = cover(box, box.gallery[int(digger.board), digger.side], box.card[digger.card], (), QUICK_STEPS).best(
            Options(), full=True
        )
    except CutOff:
        return ()
    return () if found is None else found.tiles
