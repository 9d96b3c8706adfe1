"""An independent opinion: every game, registered with OpenSpiel through one adapter, must pass its `random_sim_test`.

    python bench/openspiel_check.py [GAME ...] [--sims N]

Moves are numbered as they are met (an Ask by its completions). TABLE is the chance player. Where several people may
act, they are asked in seat order and may wait; the last one asked waits only when TABLE can speak. OpenSpiel then checks
what it knows of any game: legal actions are sorted and can be applied, chance adds up to one, clones and histories
replay, returns come at the end. Needs open_spiel (requirements-bench.txt).
"""

from __future__ import annotations

import argparse
import itertools
from pathlib import Path
from typing import Any

import pyspiel

import companion.games
from companion import notation, practice, record
from companion.games import GAMES
from companion.rules import TABLE, Ask, IllegalMove, total

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn")
WAIT = 0
MOST_ACTIONS = 2_000_000
MOST_COMPLETIONS = 800
"""Of an open choice so many completions are numbered: enough for all deals, not for every subset of a bag."""


class Numbers:
    """Moves by number and back, one numbering for the whole game; 0 is waiting."""

    def __init__(self) -> None:
        self.moves: list[Any] = [None]
        self.numbers: dict[str, int] = {}

    def __getitem__(self, move: Any) -> int:
        text = notation.write(move)
        if text not in self.numbers:
            self.numbers[text] = len(self.moves)
            self.moves.append(move)
        return self.numbers[text]


def adapted(name: str, seats: int, options: dict[str, Any]) -> Any:
    """The pyspiel.Game of one table of one of our games."""
    game = GAMES[name]
    box = game.read_box(Path(companion.games.__file__).parent / name / "box")
    table = record.open_table(name, game, box, options, NAMES[:seats])
    numbers = Numbers()

    def expanded(state: Any, who: Any) -> list[Any]:
        moves: list[Any] = []
        for _, move in game.legal_moves(state, who):
            if isinstance(move, Ask):
                found = (done for done in practice.completions(move) if accepted(state, who, done))
                moves += itertools.islice(found, MOST_COMPLETIONS) if practice.by_chance(move) else ()
            else:
                moves.append(move)
        return moves

    def accepted(state: Any, who: Any, move: Any) -> bool:
        try:
            game.apply(state, who, move)
        except IllegalMove:
            return False
        return True

    class State(pyspiel.State):
        def __init__(self, of: Any) -> None:
            super().__init__(of)
            self.at = table.setup()
            self.waited: tuple[Any, ...] = ()

        def current_player(self) -> int:
            waiting = game.to_act(self.at)
            if not waiting:
                return int(pyspiel.PlayerId.TERMINAL)
            seats = [who for who in waiting if who != TABLE and who not in self.waited]
            return seats[0] if seats else int(pyspiel.PlayerId.CHANCE)

        def _may_wait(self, player: int) -> bool:
            waiting = game.to_act(self.at)
            others = [who for who in waiting if who not in (TABLE, player, *self.waited)]
            return TABLE in waiting or bool(others)

        def _legal_actions(self, player: int) -> list[int]:
            wait = [WAIT] if self._may_wait(player) else []
            return sorted({*wait, *(numbers[move] for move in expanded(self.at, player))})

        def chance_outcomes(self) -> list[tuple[int, float]]:
            coming = game.chance(self.at)
            if isinstance(coming, Ask):
                coming = [(move, 1) for move in practice.completions(coming) if accepted(self.at, TABLE, move)]
            weights: dict[int, int] = {}
            for move, weight in coming:
                weights[numbers[move]] = weights.get(numbers[move], 0) + weight
            whole = sum(weights.values())
            return sorted((number, weight / whole) for number, weight in weights.items())

        def _apply_action(self, action: int) -> None:
            player = self.current_player()
            if action == WAIT:
                self.waited = (*self.waited, player)
                return
            who = TABLE if player == pyspiel.PlayerId.CHANCE else player
            self.at, self.waited = game.apply(self.at, who, numbers.moves[action]), ()

        def _action_to_string(self, player: int, action: int) -> str:
            return "wait" if action == WAIT else notation.write(numbers.moves[action])

        def is_terminal(self) -> bool:
            return not game.to_act(self.at)

        def returns(self) -> list[float]:
            # With terminal rewards nothing is counted before the end.
            if not self.is_terminal():
                return [0.0] * seats
            score = game.score(self.at)
            return [float(total(score[seat])) for seat in range(seats)]

        def __str__(self) -> str:
            return str(notation.plain(self.at))

    kind = pyspiel.GameType(
        short_name=f"companion_{name}_{seats}",
        long_name=game.TITLE,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats,
        min_num_players=seats,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification={},
    )
    facts = pyspiel.GameInfo(
        num_distinct_actions=MOST_ACTIONS,
        max_chance_outcomes=MOST_ACTIONS,
        num_players=seats,
        min_utility=-1000.0,
        max_utility=10000.0,
        utility_sum=None,
        max_game_length=practice.MOST_MOVES * 4,
    )

    class Game(pyspiel.Game):
        def __init__(self, params: Any = None) -> None:
            super().__init__(kind, facts, params or {})

        def new_initial_state(self) -> State:
            return State(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> None:
            return None

    pyspiel.register_game(kind, Game)
    return pyspiel.load_game(kind.short_name)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", default=sorted(GAMES))
    parser.add_argument("--sims", type=int, default=3, help="random games for each number of seats")
    asked = parser.parse_args()
    for name in asked.games:
        for seats in GAMES[name].SEATS:
            pyspiel.random_sim_test(adapted(name, seats, {}), num_sims=asked.sims, serialize=True, verbose=False)
            print(f"{name}, {seats} seats: random_sim_test passed {asked.sims} games")


if __name__ == "__main__":
    main()
