"""The games Companion knows, by their short names."""

from __future__ import annotations

from companion.games import bibliogamo, fire, hardback, mine, trains
from companion.rules import Game

GAMES: dict[str, Game] = {"fire": fire, "trains": trains, "hardback": hardback, "bibliogamo": bibliogamo, "mine": mine}
