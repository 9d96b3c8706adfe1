"""From labels seen to moves (specification, section 8): what rows of codes may mean; `judge` decides whether it may be."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.trains.state import State
from companion.rules import Meaning, Who


def meanings(state: State, who: Who | None, rows: Sequence[Sequence[str]]) -> list[Meaning]:
    """What these pieces, seen in rows in reading order by *who*'s phone (None: the shared screen), may mean."""
    return []
