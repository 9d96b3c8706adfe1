"""What a game's module `advice` has to say, where it has one (companion/rules.py, Game)."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from typing import Any

from companion.rules import Game, Progress


def adviser(game: Game) -> Any:
    """The module, or None."""
    name = f"{game.__dict__['__name__']}.advice"
    return importlib.import_module(name) if importlib.util.find_spec(name) is not None else None


def progress_of(game: Game) -> Callable[[Any], Progress | None] | None:
    """What tells how far everyone has come, in a game where points do not."""
    found: Callable[[Any], Progress | None] | None = getattr(adviser(game), "progress", None)
    return found
