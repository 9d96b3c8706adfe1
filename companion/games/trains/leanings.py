"""How a player without a plan plays, for practice games: chance alone would need ten thousand moves to make a line ascend.

Not advice: it looks at one's own line only, and every legal move has a chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.games.trains.choices import legal_moves
from companion.games.trains.course import line_after
from companion.games.trains.moves import Draw, Kept, MoveLeft, MoveRight, Put, SwapAdjacent, SwapOver
from companion.games.trains.pieces import LINE
from companion.games.trains.state import State
from companion.rules import Ask

WORSE, SAME, DRAWING, BETTER, WINNING = 1, 4, 40, 200, 5000
"""Weights of a move by what it does to the number of cars that may stay."""


def leanings(state: State, seat: int) -> list[tuple[Any, int]]:
    """The seat's legal moves (and Asks) with the whole weights by which a practice player draws one."""
    now = staying(state.trains[seat].cars, len(state.box.ability_of))
    return [(move, _weight(state, seat, move, now)) for _, move in legal_moves(state, seat)]


def _weight(state: State, seat: int, move: Any, now: int) -> int:
    cars = state.trains[seat].cars
    match move:
        case Ask():
            return SAME
        case Draw():
            return DRAWING
        case SwapAdjacent() | SwapOver() | MoveRight() | MoveLeft():
            line = line_after(cars, move)
        case Kept(_, card, space):
            line = (*cars[: space - 1], card, *cars[space:])
        case Put(_, space):
            line = (*cars[: space - 1], state.drawn, *cars[space:])
        case _:
            return SAME
    after = staying(line, len(state.box.ability_of))
    if after == LINE:
        return WINNING
    return BETTER if after > now else SAME if after == now else WORSE


def staying(cars: Sequence[int | None], most: int) -> int:
    """The largest number of cars that ascend and leave as many numbers between them as spaces; *most*: the highest number."""
    best: list[tuple[int, int]] = []
    for space, car in enumerate(cars):
        # Less its space, an ascending line with room enough never falls.
        if car is not None and space < car <= most - (LINE - 1 - space):
            best.append((car - space, 1 + max((length for slack, length in best if slack <= car - space), default=0)))
    return max((length for _, length in best), default=0)
