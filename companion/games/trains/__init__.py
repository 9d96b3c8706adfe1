"""Game of Trains: the first whose seven cars ascend from the locomotive wins, even in another player's turn.

Read in this order: `pieces` (the box) with `oddities`, `state`, `moves`, `judge` (may it be done), `course` (what comes of it),
`choices` (who, what, how likely), `views` (who knows what), `lines` (labels on a photograph -> lines, locks, gaps), `seen` (whose
they are, and what differs), `sights` (what that may mean), `hands`, `text` (the rules), `leanings` (how practice plays).
"""

from collections.abc import Mapping
from typing import Any

from companion.games.trains.choices import chance, legal_moves, to_act
from companion.games.trains.course import outcome, score
from companion.games.trains.hands import hands
from companion.games.trains.judge import apply, maker
from companion.games.trains.leanings import leanings
from companion.games.trains.moves import MOVES, Move, tell
from companion.games.trains.oddities import check_box
from companion.games.trains.pieces import PIECES, Box, read_box
from companion.games.trains.sights import meanings
from companion.games.trains.state import Options, State, setup
from companion.games.trains.text import RULES
from companion.games.trains.titles import WORDS
from companion.games.trains.views import veil, view

TITLE = "Game of Trains"
SEATS = range(2, 5)
PREFIX = "GT"
PRACTICE: tuple[Mapping[str, Any], ...] = ({},)
"""A practice table needs no options of its own: start cards are told, each to its own seat."""

__all__ = [
    "MOVES", "PIECES", "PRACTICE", "PREFIX", "RULES", "SEATS", "TITLE", "WORDS", "Box", "Move", "Options", "State", "apply",
    "chance", "check_box", "hands", "leanings", "legal_moves", "maker", "meanings", "outcome", "read_box", "score", "setup",
    "tell", "to_act", "veil", "view",
]  # fmt: skip
