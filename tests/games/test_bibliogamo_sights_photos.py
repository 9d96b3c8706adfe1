"""Bibliogamo: drawn photographs, looked at as the server does, propose the move (bench/bibliogamo_photos.py counts)."""

from __future__ import annotations

import random

from tests.games import bibliogamo_photos
from tests.games.bibliogamo_photos import camera, laid, panel, photograph, spread
from tests.games.bibliogamotable import END, SELL, SHUFFLED, drew, flipped, full, game, hire, position, prestige, showed

SIZE = (1400, 1050)


def proposed(told, cards, *, turn, tilt, seed=1):
    """What is offered first, as lines; then what is said."""
    photo = photograph(cards, camera(cards, SIZE, turn=turn, tilt=tilt), SIZE, seed)
    rows, unread = bibliogamo_photos.seen_by_the_server(photo, told.state.box)
    assert unread == 0
    proposals, objections, notes = bibliogamo_photos.told(told.state, rows)
    return (proposals or [[]])[0], objections, notes


def moves(*texts):
    return [line.removeprefix("TABLE ").removeprefix("Ana ") for text in texts for line in text.splitlines()]


def test_two_price_cards_are_read_from_left_to_right_also_from_across_the_table():
    g = position(towers=full("ATLAS"), flip="A09").then(SELL)
    cards = laid(["A25", "A23"], random.Random(1))
    assert proposed(g, cards, turn=170, tilt=30) == (moves(flipped("A25 A23")), [], [])


def test_the_whole_hand_spread_out_is_drawn_in_the_order_in_which_it_lies():
    cards = spread(["A40", "A01", "A17", "A33", "A08"], random.Random(2))
    assert proposed(game(prestige("P1")), cards, turn=-20, tilt=25) == (moves(drew("A40 A01 A17 A33 A08")), [], [])


def test_a_hand_of_which_nothing_was_known_is_shown_in_one_picture():
    g = position("? ? ? ? ?", flip="A15")
    cards = laid(["A40", "A01", "A17", "A33", "A08"], random.Random(3))
    assert proposed(g, cards, turn=15, tilt=20) == (moves(showed("A40 A01 A17 A33 A08")), [], [])


def test_lift_card_and_pay_before_a_tower_are_a_hire_into_it():
    g = position("A01 A11 A20 A21 A40", bar="S", stage="act")
    order = ["A11", "A20", "A01"]
    cards = [panel("LAW", random.Random(4), at=(10, -80)), *laid(order, random.Random(5))]
    first, objections, notes = proposed(g, cards, turn=25, tilt=25)
    assert (first, objections, notes) == (moves(hire("A20", "LAW", "A01", "A11")), [], [])


def test_a_card_of_the_discard_on_an_empty_pile_was_shuffled_first():
    g = position(rest="A06", flip="A06").then(END)
    cards = laid(["A06"], random.Random(6))
    assert proposed(g, cards, turn=-95, tilt=10) == (moves(SHUFFLED, flipped("A06")), [], [])
