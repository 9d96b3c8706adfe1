"""Game of Trains: drawn photographs, looked at as the server does, propose the move (bench/trains_photos.py counts)."""

from __future__ import annotations

import random

from tests.games import trains_photos
from tests.games.trains_photos import camera, laid_row, laid_table, laid_train, photograph
from tests.games.trainstable import ANA, BEN, draws, position, use

SIZE = (1500, 1125)


def proposed(before, cards, size=SIZE, *, turn, tilt, seed=1):
    photo = photograph(cards, camera(cards, size, turn=turn, tilt=tilt), size, seed)
    rows, unread = trains_photos.seen_by_the_server(photo, before.state.box)
    assert unread == 0
    return trains_photos.told(before.state, rows)


def moves(*texts):
    return [one.partition(" ")[2] for text in texts for one in text.splitlines()]


LOCKS = {"Ana": {1: 34, 4: 42, 7: 2}}


def test_a_photograph_of_a_train_with_three_locks_is_its_line():
    g = position(ANA, BEN, locks=LOCKS, row="9 20")
    cards = laid_train(g.state.trains[0], 0, random.Random(1))
    assert proposed(g, cards, turn=12, tilt=25) == ([], [], ["Nothing has changed in seat 1’s line."])


def test_a_car_that_was_drawn_and_put_is_proposed_from_across_the_table():
    g = position(ANA, BEN, locks=LOCKS, row="9 20")
    after = g.then(draws("Ana", 1, 4))
    rng = random.Random(2)
    cards = laid_train(after.state.trains[0], 0, rng) + laid_row(after.state.row, rng, at=(0, 160))
    assert proposed(g, cards, turn=175, tilt=30) == ([moves(draws("Ana", 1, 4))], [], [])


def test_a_new_lock_is_proposed():
    g = position(ANA, BEN, locks={"Ana": {1: 34}}, row="42 20")
    after = g.then(use("Ana", "Protect", 42, 7))
    assert proposed(g, laid_train(after.state.trains[0], 0, random.Random(3), head=False), turn=-25, tilt=20) == (
        [moves(use("Ana", "Protect", 42, 7))],
        [],
        [],
    )


def test_both_trains_and_the_row_are_compared_in_one_photograph():
    g = position(ANA, BEN, locks=LOCKS, row="9 20 63")
    after = g.then(use("Ana", "MoveRight", 9, 2))
    cards = laid_table(after.state, random.Random(4))
    assert proposed(g, cards, (2400, 1800), turn=30, tilt=15) == ([moves(use("Ana", "MoveRight", 9, 2))], [], [])
