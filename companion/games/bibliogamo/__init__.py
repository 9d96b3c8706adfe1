"""Bibliogamo, for one: hire artisans, finish books in six towers, and sell them where the Chief Librarian stands.

Read in this order: `pieces` (the box) with `oddities`, `state`, `moves`, `judge` (may it be done), `course` (what comes of it),
`scoring`, `statistics` (a finished game as a row), `choices` (who, what, how likely), `views` (who knows what), `sights` (what a
photograph may mean), `standing` (what is due, in words), `hands`, `pictures` (where a page draws the city), `text` (the rules),
`titles`, `leanings` (how practice plays), `diary` (a game told as a story), `sheets` (what is printed, with
`cards`, `city` and `desk`). `advice` asks `odds` (by counting), `clerk` (a rule of thumb) and
`plan` (by `rollouts`).
"""

from collections.abc import Mapping
from typing import Any

from companion.games.bibliogamo import pictures as pictures
from companion.games.bibliogamo.choices import chance, legal_moves, to_act
from companion.games.bibliogamo.diary import diary
from companion.games.bibliogamo.hands import hands
from companion.games.bibliogamo.judge import apply, maker
from companion.games.bibliogamo.leanings import leanings
from companion.games.bibliogamo.moves import MOVES, Move, tell
from companion.games.bibliogamo.oddities import check_box
from companion.games.bibliogamo.pieces import PIECES, Box, read_box
from companion.games.bibliogamo.scoring import outcome, score
from companion.games.bibliogamo.sheets import sheets
from companion.games.bibliogamo.sights import meanings
from companion.games.bibliogamo.state import Options, State, setup
from companion.games.bibliogamo.statistics import PLAYED, played
from companion.games.bibliogamo.text import CHAPTERS, RULES
from companion.games.bibliogamo.titles import SOURCES, WORDS
from companion.games.bibliogamo.views import veil, view

TITLE = "Bibliogamo"
SEATS = range(1, 2)
PREFIX = "BG"
PRACTICE: tuple[Mapping[str, Any], ...] = ({},)
"""A practice table needs no options of its own: Companion names every card that it deals."""

__all__ = [
    "CHAPTERS", "MOVES", "PIECES", "PLAYED", "PRACTICE", "PREFIX", "RULES", "SEATS", "SOURCES", "TITLE", "WORDS", "Box", "Move",
    "Options", "State", "apply", "chance", "check_box", "diary", "hands", "leanings", "legal_moves", "maker", "meanings",
    "outcome", "played", "read_box", "score", "setup", "sheets", "tell", "to_act", "veil", "view",
]  # fmt: skip
