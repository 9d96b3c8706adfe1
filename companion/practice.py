"""Games without a box: Companion makes the table's moves by chance. Drives practice tables, odds by sampling and tests.

Everything draws from the *rng* that is passed in, so that a seed repeats a game.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from companion import record
from companion.rules import TABLE, Ask, Game, IllegalMove, Open, Who
from companion.table import Entry, Table


class NoMove(Exception):
    """Nobody to act has a move, although the game is not over: a fault of the game, never of the players."""


def open_table(name: str, game: Game, box: Any, variants: Sequence[Any], seats: Sequence[str]) -> Table:
    """A table with the first of these *variants* (options as JSON values) with which so many can play.

    Raises Unreadable, and IllegalMove for the last variant when none will do: it is the one with the most that is needed.
    """
    for options in variants[:-1]:
        try:
            return record.open_table(name, game, box, options, seats)
        except IllegalMove:
            continue
    return record.open_table(name, game, box, variants[-1], seats)


def speak(game: Game, state: Any, rng: random.Random) -> Any:
    """TABLE's move, drawn by `chance`."""
    options = game.chance(state)
    if isinstance(options, Ask):
        return complete(game, state, TABLE, options, rng)
    moves, weights = zip(*options, strict=True)
    return rng.choices(moves, weights)[0]


def by_chance(ask: Ask) -> bool:
    """Whether chance can complete *ask*: a choice in words it cannot make, but it can leave out what may be left out."""
    return all(isinstance(left.choices, tuple) or left.least == 0 for left in ask.open.values())


def _pool(left: Open) -> tuple[Any, ...]:
    return left.choices if isinstance(left.choices, tuple) else ()


def fill(ask: Ask, rng: random.Random) -> Any:
    """A completion of *ask* with random values, legal or not."""
    values = dict(ask.given)
    hints = ask.move.__dataclass_fields__
    for name, open_ in ask.open.items():
        pool = _pool(open_)
        if "tuple" in str(hints[name].type):
            many = rng.randint(open_.least, min(open_.most, len(pool)))
            values[name] = tuple(rng.sample(pool, many))
        else:
            values[name] = rng.choice(pool)
    return ask.move(**values)


def complete(game: Game, state: Any, who: Who, ask: Ask, rng: random.Random, tries: int = 200) -> Any:
    """A legal completion of *ask*: by lot, and when luck runs out by going through all. Raises NoMove."""
    for move in itertools.chain((fill(ask, rng) for _ in range(tries)), completions(ask)):
        try:
            game.apply(state, who, move)
        except IllegalMove:
            continue
        return move
    raise NoMove(f"no completion of {ask}")


def completions(ask: Ask) -> Iterator[Any]:
    """Every completion of *ask* out of its choices, legal or not; made one by one, for there may be more than fit anywhere."""
    hints = ask.move.__dataclass_fields__

    def values(name: str) -> Iterable[Any]:
        open_ = ask.open[name]
        pool = _pool(open_)
        if "tuple" not in str(hints[name].type):
            return pool
        sizes = range(open_.least, min(open_.most, len(pool)) + 1)
        return (pick for size in sizes for pick in itertools.permutations(pool, size))

    def picks(names: Sequence[str]) -> Iterator[dict[str, Any]]:
        if not names:
            yield {}
            return
        yield from ({names[0]: value, **rest} for value in values(names[0]) for rest in picks(names[1:]))

    for picked in picks(tuple(ask.open)):
        yield ask.move(**ask.given, **picked)


def _leaning(game: Game, state: Any, seat: Who) -> tuple[Sequence[tuple[Who, Any]], Sequence[int] | None]:
    """What *seat* may do, as (who, move or Ask), and the weights of these where the game has `leanings`."""
    leanings = getattr(game, "leanings", None)
    if leanings is None:
        return game.legal_moves(state, seat), None
    leans = leanings(state, seat)
    return [(seat, move) for move, _ in leans], [weight for _, weight in leans]


def random_move(game: Game, state: Any, waiting: Sequence[Who], rng: random.Random) -> tuple[Who, Any]:
    """A random move of one of those the game waits for: TABLE's by `chance`, a seat's as it leans. Raises NoMove.

    Where people speak for TABLE only when they want to (to stop a round), chance has nothing to say, and a seat moves.
    """
    for who in rng.sample(waiting, len(waiting)):
        if who == TABLE:
            if game.chance(state):
                return who, speak(game, state, rng)
            continue
        moves, weights = _leaning(game, state, who)
        if moves:
            maker, move = rng.choice(moves) if weights is None else rng.choices(moves, weights)[0]
            return maker, complete(game, state, maker, move, rng) if isinstance(move, Ask) else move
    raise NoMove(f"nobody of {waiting} has a move")


MOST_MOVES = 5_000


def play(table: Table, seed: int) -> list[Entry]:
    """A whole game of random moves, as a journal. Raises NoMove when it gets stuck or does not end."""
    rng = random.Random(seed)
    state = table.setup()
    entries: list[Entry] = []
    while waiting := table.game.to_act(state):
        if len(entries) == MOST_MOVES:
            raise NoMove(f"no end after {MOST_MOVES} moves")
        who, move = random_move(table.game, state, waiting, rng)
        state = table.game.apply(state, who, move)
        entries.append(Entry(len(entries) + 1, who, move))
    return entries
