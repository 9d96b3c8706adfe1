"""Out of Mine!: seven rounds of laying crystals on one's gallery as fast as one can; most points win.

Read in this order: `pieces` (the box) with `tiling` (drawings, turned and mirrored), `tints` (how far apart colours look) and
`oddities`, `state`, `moves`, `judge` (may it be done), `laying` (which tiles come off), `course` (what comes of it), `choices`
(who, what, how likely), `views` (who knows what), `sights` (what labels may mean), `hands`, `text` (the rules), `cover` (can a
gallery be filled, and how well), `cuts` (which tiles lie there, told from the colours of a photograph), `gallery`
(what a board on a photograph means), `standing`, `pictures` and `draft` (what pages say and draw, and a laying that is tapped
together there), `sheets` (what is printed, with `boards`, `cards`, `crystals` and `stickers`), `leanings`
(practice games), `statistics` (past games), `hardest` (the hardest pairs of side and card).
"""

from collections.abc import Mapping
from typing import Any

from companion.games.mine import draft as draft
from companion.games.mine import pictures as pictures
from companion.games.mine import standing as standing
from companion.games.mine.additions import ADDITIONS
from companion.games.mine.choices import chance, legal_moves, to_act
from companion.games.mine.course import outcome, score
from companion.games.mine.gallery import laid
from companion.games.mine.hands import hands
from companion.games.mine.judge import apply, maker
from companion.games.mine.leanings import leanings
from companion.games.mine.moves import MOVES, Move, tell
from companion.games.mine.oddities import check_box
from companion.games.mine.pieces import PIECES, Box, read_box
from companion.games.mine.printed import surfaces
from companion.games.mine.sheets import sheets
from companion.games.mine.sights import meanings
from companion.games.mine.state import Options, State, Tile, setup
from companion.games.mine.statistics import PLAYED, played
from companion.games.mine.text import RULES
from companion.games.mine.titles import SOURCES, WORDS
from companion.games.mine.views import veil, view

TITLE = "Out of Mine!"
SEATS = range(2, 5)
PREFIX = "OM"
PRACTICE: tuple[Mapping[str, Any], ...] = ({},)
"""A practice table needs no options of its own: boards and cards are dealt by chance."""

__all__ = [
    "ADDITIONS", "MOVES", "PIECES", "PLAYED", "PRACTICE", "PREFIX", "RULES", "SEATS", "SOURCES", "TITLE", "WORDS", "Box", "Move",
    "Options", "State", "Tile", "apply", "chance", "check_box", "hands", "laid", "leanings", "legal_moves", "maker", "meanings",
    "outcome", "played", "read_box", "score", "setup", "sheets", "surfaces", "tell", "to_act", "veil", "view",
]  # fmt: skip
