"""Random moves a second, beside OpenSpiel's Python tic_tac_toe in the same run.

    python bench/playouts.py [GAME] [--games N]

Plays with the game's options of practice. `apply` counts only the time inside `apply`; `whole` the time of whole random games,
choosing included. The peer is `python_tic_tac_toe` of open_spiel (requirements-bench.txt), played to the end with random legal
actions; its `apply` is `apply_action`.
"""

from __future__ import annotations

import argparse
import importlib
import random
import time
from pathlib import Path
from typing import Any

import companion.games
from companion import practice
from companion.games import GAMES

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn")


def ours(name: str, games: int) -> tuple[int, float, float]:
    """(moves, seconds in apply, seconds of whole games) over all numbers of seats."""
    game = GAMES[name]
    box = game.read_box(Path(companion.games.__file__).parent / name / "box")
    moves, whole, inside = 0, 0.0, 0.0
    for seats in game.SEATS:
        table = practice.open_table(name, game, box, game.PRACTICE, NAMES[:seats])
        for seed in range(games):
            start = time.process_time()
            entries = practice.play(table, seed)
            whole += time.process_time() - start
            state = table.setup()
            start = time.process_time()
            for entry in entries:
                state = game.apply(state, entry.who, entry.move)
            inside += time.process_time() - start
            moves += len(entries)
    return moves, inside, whole


def theirs(games: int) -> tuple[int, float, float]:
    import pyspiel

    importlib.import_module("open_spiel.python.games.tic_tac_toe")  # registers the game
    rng, game = random.Random(1), pyspiel.load_game("python_tic_tac_toe")
    moves, whole, inside = 0, 0.0, 0.0
    for _ in range(games):
        state: Any = game.new_initial_state()
        played = []
        start = time.process_time()
        while not state.is_terminal():
            action = rng.choice(state.legal_actions())
            played.append(action)
            state.apply_action(action)
        whole += time.process_time() - start
        state = game.new_initial_state()
        start = time.process_time()
        for action in played:
            state.apply_action(action)
        inside += time.process_time() - start
        moves += len(played)
    return moves, inside, whole


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("game", nargs="?", default="fire", choices=sorted(GAMES))
    parser.add_argument("--games", type=int, default=30, help="games for each number of seats")
    asked = parser.parse_args()
    print(f"{'':24}{'moves':>8}{'apply/s':>12}{'whole/s':>12}")
    for label, (moves, inside, whole) in (
        (f"companion {asked.game}", ours(asked.game, asked.games)),
        ("open_spiel tic_tac_toe", theirs(asked.games * 40)),
    ):
        print(f"{label:24}{moves:>8}{moves / inside:>12.0f}{moves / whole:>12.0f}")


if __name__ == "__main__":
    main()
