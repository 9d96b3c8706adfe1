"""Whole practice games over many seeds: that each comes to an end, keeps its pieces, and is read back from its record.

    python bench/seeds.py [GAME] [--seeds 1000] [--first 0]

Plays GAME as `companion play` does, with its options of practice and every number of seats, for SEEDS seeds from FIRST on.
The journal of every game is replayed; it must end with an outcome and nobody to act. Every tenth is written as a record, read,
replayed and written again, and must be the same. What else must hold of a game at every entry stands in HOLDS. The first
fault stops the run and names its seed.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import mean
from typing import Any

import companion.games
from companion import practice, record, table
from companion.games import GAMES, trains
from tests.games import trainstable

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn")
ONE_IN = 10
"""Of so many records one is written and read."""


def _trains_over(state: Any) -> None:
    """There is one winner, whose seven cars ascend."""
    outcome = trains.outcome(state)
    assert outcome is not None
    (winner,) = outcome.winners
    cars = state.trains[winner].cars
    assert len(cars) == 7
    assert list(cars) == sorted(set(cars))


Check = Callable[[Any], None]
HOLDS: Mapping[str, tuple[Check, Check]] = {"trains": (trainstable.conserved, _trains_over)}
"""What must hold of every state of a game, and of its last one, beside what holds of all games."""
TURNS: Mapping[str, Any] = {"trains": trains.moves.Draw | trains.moves.Use}
"""The moves that are one's turn; of a game that is not here, every move is counted."""


def played(name: str, at: table.Table, seed: int) -> tuple[int, int]:
    """(moves, turns) of the game of *seed*. Raises AssertionError or NoMove with what is wrong."""
    always, at_last = HOLDS.get(name, (lambda state: None, lambda state: None))
    entries = practice.play(at, seed)
    position = table.replay(at, entries)
    assert position.problem is None, position.problem
    assert len(position.steps) == len(entries)
    for step in position.steps:
        always(step.after)
    assert at.game.outcome(position.state) is not None
    assert at.game.to_act(position.state) == ()
    at_last(position.state)
    if seed % ONE_IN == 0:
        text = record.write(at, entries, at.box.name)
        again = record.read(text, GAMES, lambda game, box: at.box)
        assert list(again.entries) == entries
        assert table.replay(again.table, again.entries).state == position.state
        assert record.write(again.table, again.entries, at.box.name) == text
    turns = TURNS.get(name, at.game.MOVES)
    return len(entries), sum(isinstance(entry.move, turns) for entry in entries)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="trains", choices=sorted(GAMES))
    parser.add_argument("--seeds", type=int, default=1000, help="games for each number of seats")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    asked = parser.parse_args()
    game = GAMES[asked.game]
    box = game.read_box(Path(companion.games.__file__).parent / asked.game / "box")
    print(f"{'seats':>5}{'games':>7}{'turns: mean':>13}{'longest':>9}{'moves: mean':>13}{'longest':>9}{'CPU s':>8}", flush=True)
    for seats in game.SEATS:
        at = record.open_table(asked.game, game, box, dict(game.PRACTICE), NAMES[:seats])
        start, moves, turns = time.process_time(), [], []
        for seed in range(asked.first, asked.first + asked.seeds):
            try:
                moved, turned = played(asked.game, at, seed)
            except (AssertionError, practice.NoMove) as wrong:
                raise SystemExit(f"{asked.game}, {seats} seats, seed {seed}: {type(wrong).__name__} {wrong}") from wrong
            moves.append(moved)
            turns.append(turned)
        took = time.process_time() - start
        print(
            f"{seats:>5}{len(turns):>7}{mean(turns):>13.1f}{max(turns):>9}{mean(moves):>13.1f}{max(moves):>9}{took:>8.0f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
