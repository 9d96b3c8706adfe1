"""Fire in the Library: carry books out of a burning library, one token too many and they burn.

Read in this order: `pieces` (the box), `state`, `moves`, `judge` (may it be done), `turns` and `course` (what comes of it),
`tools`, `taking`, `byhand`, `choices` (who, what, how likely), `views`, `sights` (what a photograph means), `text` (the rules).
"""

from collections.abc import Mapping
from typing import Any

from companion.games.fire.choices import chance, legal_moves, to_act
from companion.games.fire.course import outcome, score, setup
from companion.games.fire.judge import apply, maker
from companion.games.fire.moves import MOVES, Move, tell
from companion.games.fire.oddities import check_box
from companion.games.fire.pieces import PIECES, Box, read_box
from companion.games.fire.sights import hands, meanings
from companion.games.fire.state import Options, State
from companion.games.fire.text import RULES
from companion.games.fire.titles import WORDS
from companion.games.fire.views import veil, view

TITLE = "Fire in the Library"
SEATS = range(1, 7)
PREFIX = "FL"
PRACTICE: tuple[Mapping[str, Any], ...] = ({"tools_told": True},)
"""Options that a practice table needs: Companion deals the tools, so it must know them."""

__all__ = [
    "MOVES", "PIECES", "PRACTICE", "PREFIX", "RULES", "SEATS", "TITLE", "WORDS", "Box", "Move", "Options", "State", "apply",
    "chance", "check_box", "hands", "legal_moves", "maker", "meanings", "outcome", "read_box", "score", "setup", "tell", "to_act",
    "veil", "view",
]  # fmt: skip
