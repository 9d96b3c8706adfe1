"""Moves by chance: seats play as their game leans, or each legal move equally likely."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

from companion import practice
from companion.games import mine, trains
from companion.games.trains.moves import Kept, Put
from companion.rules import TABLE, Ask
from tests.games import minetable
from tests.games.trainstable import BEN, TO_OFFER, draws, drew, game, kept, offered, opened, position
from tests.web import toy


def drawn(rules: Any, state: Any, seat: int, times: int) -> Counter[Any]:
    """How often each move came when *seat* moved by chance."""
    return Counter(practice.random_move(rules, state, (seat,), random.Random(seed))[1] for seed in range(times))


def test_a_seat_plays_as_its_game_leans() -> None:
    won = position("5 12 22 31 50 61 11", BEN).then(draws("Ana"), drew(80))
    leans = dict(trains.leanings(won.state, 0))
    assert set(leans) == {move for _, move in trains.legal_moves(won.state, 0)}
    assert leans[Put(0, 7)] > 20 * sum(weight for move, weight in leans.items() if move != Put(0, 7))
    assert drawn(trains, won.state, 0, 40)[Put(0, 7)] > 30


def test_what_a_leaning_leaves_open_is_completed() -> None:
    told = game(*TO_OFFER, offered("Ana", "12"), offered("Ben", "? ?"), kept("Ana", 12, 7))
    ((ask, _),) = trains.leanings(told.state, 1)
    assert isinstance(ask, Ask)
    moves = drawn(trains, told.state, 1, 20)
    assert all(isinstance(move, Kept) and trains.apply(told.state, 1, move) for move in moves)
    assert len(moves) > 10


def test_without_leanings_every_legal_move_comes_equally_often() -> None:
    start = toy.setup(toy.read_box(Path(toy.__file__).parent / "box"), 2, toy.Options(cards=False))
    moves = drawn(toy, start, 0, 100)
    assert set(moves) == {toy.Reach(), toy.Pass()}
    assert min(moves.values()) > 30


def test_a_practice_game_of_trains_ends_long_before_equal_chances_would() -> None:
    assert len(practice.play(opened(2), 1)) < 500


def test_where_chance_has_nothing_to_say_a_seat_moves() -> None:
    """Out of Mine!: while all dig the table may stop the round, but does so only when people want it."""
    digging = minetable.game(minetable.ORDER)
    assert mine.to_act(digging.state) == (0, 1, TABLE)
    makers = {practice.random_move(mine, digging.state, (0, 1, TABLE), random.Random(seed))[0] for seed in range(20)}
    assert makers == {0, 1}
