"""Whole practice games over many seeds: that each comes to an end, keeps its pieces, and is read back from its record.

    python bench/seeds.py [GAME] [--seeds 1000] [--first 0] [--seats 2 3] [--mixed] [--advised] [--seconds N]

Plays GAME as `companion play` does, with its options of practice and every number of seats, for SEEDS seeds from FIRST on. With
--mixed every mix of its options that so many seats may play has its turn. With --advised the seats follow the advice of the game
as far as PLAYERS says how; what it leaves open they play by lot.
The journal of every game is replayed; it must end with an outcome and nobody to act. Every tenth is written as a record, read,
replayed and written again, and must be the same. What else must hold of a game at every entry stands in HOLDS. The first
fault stops the run and names its seed. Points are those of the seats' ledgers at the end, a round is a turn of every seat.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from statistics import mean
from typing import Any, Literal, get_args, get_origin, get_type_hints

import companion.games
from companion import notation, practice, record, table
from companion.advisers import adviser
from companion.games import GAMES, bibliogamo, fire, hardback, mine, trains
from companion.games.bibliogamo import clerk
from companion.rules import TABLE, IllegalMove, total
from tests.games import bibliogamotable, hardbacktable, minetable, trainstable

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


def _bibliogamo_over(state: Any) -> None:
    """Day 40; every day was walked or paid, every Florin came from a sale, and the points are what the ledger says."""
    assert state.day == state.turns + state.paid_days == 40
    assert state.florins == state.box.start.florins - state.bribed + sum(sale.price for sale in state.sales)
    worth = state.box.collection[state.prestige].worth(state.marks)
    assert total(bibliogamo.score(state)[0]) == state.books + state.florins // 5 + worth


def _hardback_over(state: Any) -> None:
    """Somebody has reached the goal: the seats at the end of a round, together against Penny at the end of a turn, or Penny."""
    won, goal, seats = state.outcome.winners, hardback.turns.goal(state), range(len(state.players))
    reached = [one.prestige for one in state.players]
    if state.penny is None:
        assert max(reached) >= goal
        assert state.turn == (state.first - 1) % len(seats)
        assert won
        assert set(won) <= set(seats)
    else:
        assert won == (tuple(seats) if state.penny < goal else ("Penny",))
        assert state.penny >= goal or sum(reached) >= goal
    books = hardback.score(state)
    award = [hardback.turns.award_worth(state, one) for one in state.players]
    assert [total(books[seat]) - award[seat] for seat in seats] == reached


def _mine_over(state: Any) -> None:
    """Seven rounds; boards come from the pile only, every result is told, and the most points win."""
    assert (state.round, state.phase) == (7, "over")
    assert state.box.pile - state.pile >= len(state.out)
    assert all(seat.empty is not None for seat in state.seats)
    totals = [total(lines) for lines in mine.score(state).values()]
    most = [seat for seat, points in enumerate(totals) if points == max(totals)]
    won = mine.outcome(state).winners
    assert won
    assert won == tuple(most) if state.options.ties == "share" else set(won) <= set(most)


Check = Callable[[Any], None]
HOLDS: Mapping[str, tuple[Check, Check]] = {
    "bibliogamo": (bibliogamotable.conserved, _bibliogamo_over),
    "hardback": (hardbacktable.check, _hardback_over),
    "mine": (minetable.check, _mine_over),
    "trains": (trainstable.conserved, _trains_over),
}
"""What must hold of every state of a game, and of its last one, beside what holds of all games."""
TURNS: Mapping[str, Any] = {
    "bibliogamo": bibliogamo.moves.EndTurn,
    "fire": fire.moves.EndTurn,
    "hardback": hardback.moves.EndTurn | hardback.moves.Skip,
    "mine": mine.moves.Result,
    "trains": trains.moves.Draw | trains.moves.Use,
}
"""The moves of which each turn has one; of a game that is not here, every move is counted."""


# --- who follows the advice -------------------------------------------------------------------------------------------


def _presses_on(said: Mapping[str, Any], state: Any, seat: int) -> Sequence[Any]:
    """Draws as long as that is worth more than to stop."""
    match state.active == seat and said.get("best"):
        case "draw":
            return (fire.moves.Draw() if state.phase == "saving" else fire.moves.StartSaving(),)
        case "stop":
            return (fire.moves.Stop(),)
    return ()


def _spells_and_buys(said: Mapping[str, Any], state: Any, seat: int) -> Sequence[Any]:
    """The word that pays best with the choices that go with it; then the dearest card again and again, and ink for the rest.

    Of equally dear cards the one most to the left; ink is never used, so it only breaks a tie at the end.
    """
    if state.phase == "word":
        if not said["best"]:
            return (hardback.moves.Skip(),)
        best = said["best"][0]
        lines = [step["move"] for step in best["choices"] if step["move"] is not None]
        return (hardback.moves.Word(tuple(best["cards"])), *(notation.read(line, hardback.MOVES) for line in lines))
    listed = [move for _, move in hardback.legal_moves(state, seat)]
    cards = [move for move in listed if isinstance(move, hardback.moves.Buy)]
    if cards:
        return (max(cards, key=lambda move: state.box.card[move.card].cost),)
    inks = [move for move in listed if isinstance(move, hardback.moves.BuyInk)]
    return inks[-1:] or [move for move in listed if isinstance(move, hardback.moves.EndTurn)]


def _weighs(said: Mapping[str, Any], state: Any, seat: int) -> Sequence[Any]:
    """The move of the greatest value; where no moves are weighed, one by lot."""
    return [notation.read(one["move"], trains.MOVES) for one in said["moves"][:1] if "value" in one]


def _clerks(said: Mapping[str, Any], state: Any, seat: int) -> Sequence[Any]:
    """The better of taking the price and paying a day; all else as the clerk does, whose rule of thumb the plan follows."""
    if "offer" in said:
        return (bibliogamo.moves.PayDay() if said["offer"]["best"] == "PayDay" else bibliogamo.moves.Accept(),)
    return clerk.moves(state) if state.stage == "act" else ()


Player = Callable[[Mapping[str, Any], Any, int], Sequence[Any]]
PLAYERS: Mapping[str, Player] = {
    "bibliogamo": _clerks,
    "fire": _presses_on,
    "hardback": _spells_and_buys,
    "trains": _weighs,
}
"""(what the advice says, the state as the seat sees it, the seat) -> the moves that the seat makes now, one after the other;
none where the advice leaves it open."""


def advised(name: str, at: table.Table, seed: int) -> list[table.Entry]:
    """A whole game of seats that follow the advice, as a journal. Raises NoMove, or IllegalMove where the advice is none."""
    rng, state, game, advice = random.Random(seed), at.setup(), at.game, adviser(at.game)
    entries: list[table.Entry] = []
    while waiting := game.to_act(state):
        if len(entries) > practice.MOST_MOVES:
            raise practice.NoMove(f"no end after {practice.MOST_MOVES} moves")
        moves: Sequence[tuple[Any, Any]] = ()
        if waiting[0] != TABLE:
            seat = int(waiting[0])
            view = game.view(state, seat)
            said = advice.advise(view, seat=seat, names=at.seats, quick=True)
            moves = [(seat, move) for move in PLAYERS[name](said, view, seat)]
        for who, move in moves or [practice.random_move(game, state, waiting, rng)]:
            state = game.apply(state, who, move)
            entries.append(table.Entry(len(entries) + 1, who, move))
    return entries


# --- every mix of options ---------------------------------------------------------------------------------------------


def mixes(options: type[Any]) -> Iterator[dict[str, Any]]:
    """Every mix of the options that are switches, or have few values; of any other the default."""
    hints = get_type_hints(options)
    choices: dict[str, tuple[Any, ...]] = {}
    for part in fields(options):
        if hints[part.name] is bool:
            choices[part.name] = (False, True)
        elif get_origin(hints[part.name]) is Literal:
            choices[part.name] = get_args(hints[part.name])
        elif isinstance(part.metadata.get("values"), tuple):
            choices[part.name] = part.metadata["values"]
    for picked in itertools.product(*choices.values()):
        yield dict(zip(choices, picked, strict=True))


def tables(name: str, box: Any, seats: int, mixed: bool) -> list[table.Table]:
    """The tables at which the games of so many seats are played, in turn."""
    game = GAMES[name]
    if not mixed:
        return [practice.open_table(name, game, box, game.PRACTICE, NAMES[:seats])]
    found = []
    for options in mixes(game.Options):
        with contextlib.suppress(IllegalMove):
            found.append(record.open_table(name, game, box, options, NAMES[:seats]))
    return found


# --- the games --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Played:
    """Of one game: how many moves and turns, the points of each seat."""

    moves: int
    turns: int
    points: tuple[int, ...]


def played(name: str, at: table.Table, seed: int, follows: bool) -> Played:
    """The game of *seed*. Raises what is wrong: AssertionError, or whatever the game does."""
    always, at_last = HOLDS.get(name, (lambda state: None, lambda state: None))
    entries = advised(name, at, seed) if follows else practice.play(at, seed)
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
    books = at.game.score(position.state)
    points = tuple(total(books.get(seat, ())) for seat in range(len(at.seats)))
    return Played(len(entries), sum(isinstance(entry.move, turns) for entry in entries), points)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="trains", choices=sorted(GAMES))
    parser.add_argument("--seeds", type=int, default=1000, help="games for each number of seats")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--seats", type=int, nargs="+", help="these numbers of seats only")
    parser.add_argument("--mixed", action="store_true", help="every mix of options has its turn")
    parser.add_argument("--advised", action="store_true", help="the seats follow the advice of the game")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="no more CPU time for each number of seats")
    asked = parser.parse_args()
    game = GAMES[asked.game]
    if asked.advised and asked.game not in PLAYERS:
        parser.error(f"nothing says how a seat follows the advice of {asked.game}")
    box = game.read_box(Path(companion.games.__file__).parent / asked.game / "box")
    heads = ("rounds: mean", "longest"), ("turns: mean", "longest"), ("moves: mean", "longest"), ("points: mean", "best: mean")
    print(f"{'seats':>5}{'games':>7}{''.join(f'{mean_:>14}{most:>11}' for mean_, most in heads)}{'least':>7}{'CPU s':>8}")
    for seats in asked.seats or game.SEATS:
        opened = tables(asked.game, box, seats, asked.mixed)
        start, games = time.process_time(), list[Played]()
        for seed in range(asked.first, asked.first + asked.seeds):
            if time.process_time() - start > asked.seconds:
                break
            at = opened[seed % len(opened)]
            try:
                games.append(played(asked.game, at, seed, asked.advised))
            except Exception as wrong:
                wrong.add_note(f"{asked.game}, {seats} seats, seed {seed}, {at.options}")
                raise
        took = time.process_time() - start
        columns = [
            (mean(numbers), max(numbers))
            for numbers in (
                [-(-one.turns // seats) for one in games],
                [one.turns for one in games],
                [one.moves for one in games],
            )
        ]
        best = [max(one.points) for one in games]
        said = "".join(f"{average:>14.1f}{most:>11}" for average, most in columns)
        said += f"{mean(mean(one.points) for one in games):>14.1f}{mean(best):>11.1f}{min(best):>7}"
        print(f"{seats:>5}{len(games):>7}{said}{took:>8.0f}", flush=True)


if __name__ == "__main__":
    main()
