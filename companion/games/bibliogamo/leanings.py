"""How a player without a plan plays, for practice games: by equal chances alone hardly a book would be finished.

Not advice: it looks no turn ahead, and every legal move has a chance.
"""

from __future__ import annotations

from typing import Any

from companion.games.bibliogamo.choices import legal_moves
from companion.games.bibliogamo.course import placed
from companion.games.bibliogamo.moves import Accept, Bribe, EndTurn, Hire, PayDay, Sell
from companion.games.bibliogamo.state import State, finished, finished_towers, here, known

SELLING, LEADING, OPEN, NEW, ENDING, OTHER = 2000, 600, 40, 8, 60, 1
"""Weights: a sale, a bribe to a finished book, a cube into an open tower or a new one, the end of the turn, all else."""
MOST_OPEN = 3
"""Towers at work on at once."""


def leanings(state: State, seat: int) -> list[tuple[Any, int]]:
    """The seat's legal moves (and Asks) with the whole weights by which a practice player draws one."""
    open_towers = {tower for tower, there in state.towers.items() if any(there.values())}
    stands = here(state)
    ready = {state.box.space_of[tower] for tower in finished_towers(state)}
    if stands is not None and finished(state, stands):
        ready = set()
    new = NEW if len(open_towers) < MOST_OPEN else 0
    use = {
        (card, tower): max(OTHER, (OPEN if tower in open_towers else new) * sum(placed(state, card, tower)))
        for card in known(state)
        for tower in state.towers
    }

    def weight(move: Any) -> int:
        match move:
            case Sell():
                return SELLING
            case Bribe(spaces) if (state.space + spaces) % state.box.round in ready:
                return max(OTHER, LEADING // abs(spaces))
            case Accept():
                return 1 + 3 * (state.price or 0)
            case PayDay():
                return 1 + 3 * 2
            case EndTurn():
                return ENDING
            case Hire(card, tower):
                return use[card, tower]
        return OTHER

    return [(move, weight(move)) for _, move in legal_moves(state, seat)]
