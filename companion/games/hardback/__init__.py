"""Hardback: spell words with a deck of letters, buy better ones, and be the first to finish the masterpiece.

Read in this order: `pieces` (the box) with `oddities` and `words` (the lists), `state`, `knowledge` (of hidden cards), `moves`,
`judge` (may it be done) with `places`, `dealing`, `spelling`, `resolving` and `buying`, `course` (what comes of it), `benefits`,
`turns` (how a turn and the game end), `choices` (who, what, how likely), `views` (who knows what), `sights` (what a photograph
means) with `lying`, `seen` and `readings`, `hands`, `text` (the rules), `leanings` (how practice plays), `statistics` (what a
game tells of itself afterwards).
"""

from collections.abc import Mapping
from typing import Any

from companion.games.hardback.additions import ADDITIONS
from companion.games.hardback.choices import chance, legal_moves, to_act
from companion.games.hardback.hands import hands
from companion.games.hardback.judge import apply, maker
from companion.games.hardback.leanings import leanings
from companion.games.hardback.moves import MOVES, Move, tell
from companion.games.hardback.oddities import check_box
from companion.games.hardback.pieces import PIECES, Box, read_box
from companion.games.hardback.seen import rows
from companion.games.hardback.sights import meanings
from companion.games.hardback.state import Options, State, setup
from companion.games.hardback.statistics import SOURCES
from companion.games.hardback.text import CHAPTERS, RULES
from companion.games.hardback.titles import WORDS, option_values
from companion.games.hardback.turns import outcome, score
from companion.games.hardback.views import veil, view

TITLE = "Hardback"
SEATS = range(1, 6)
PREFIX = "HB"
PRACTICE: tuple[Mapping[str, Any], ...] = ({"hands": "told"}, {"hands": "told", "penny": "plain"})
"""Options that a practice table needs: Companion deals the hands, so it must know them; who plays alone plays against Penny."""

__all__ = [
    "ADDITIONS", "CHAPTERS", "MOVES", "PIECES", "PRACTICE", "PREFIX", "RULES", "SEATS", "SOURCES", "TITLE", "WORDS", "Box",
    "Move", "Options", "State", "apply", "chance", "check_box", "hands", "leanings", "legal_moves", "maker", "meanings",
    "option_values", "outcome", "read_box", "rows", "score", "setup", "tell", "to_act", "veil", "view",
]  # fmt: skip
