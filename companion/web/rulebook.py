"""The rules of a game as a page shows them: by the chapters of its rulebook."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules import Game, Sentence

Chapter = tuple[Sentence | None, Mapping[str, Sentence]]
"""Its heading (None: the game has no chapters), and rule id -> sentence."""


def chapters(game: Game) -> list[Chapter]:
    """Every rule of the game, in its order: by the game's CHAPTERS (heading -> rules), or all in one chapter."""
    told: Mapping[str, Mapping[str, str]] | None = getattr(game, "CHAPTERS", None)
    if told is None:
        return [(None, _sentences(game.RULES))]
    return [(Sentence(heading), _sentences(rules)) for heading, rules in told.items()]


def _sentences(rules: Mapping[str, str]) -> dict[str, Sentence]:
    return {rule: Sentence(text) for rule, text in rules.items()}
