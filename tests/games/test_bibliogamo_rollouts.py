"""Rollouts on plain lists play exactly as the clerk does by the rules, when the same cards come."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import practice
from companion.games import bibliogamo
from companion.games.bibliogamo import clerk
from companion.games.bibliogamo.moves import Drew, Flipped, Prestige, Shuffled
from companion.games.bibliogamo.rollouts import Lots, fork, likeness, play_on, started, until_luck, worth
from companion.games.bibliogamo.state import cubes, unseen
from companion.rules import TABLE, total
from tests.games.bibliogamotable import BOX, END, SELL, flipped, full, hire, opened, position

CODES = list(BOX.artisan)
FLAGS = ("lift_covers_turn", "bar_stops_payment", "empty_hires", "dismiss")


def by_the_rules(state, lots, last):
    """The state, and what is left of the pile, when the clerk has played on with `apply` until the day *last* is over."""
    shuffles, pile = 0, None
    while state.stage != "over" and not (state.stage in ("draw", "dawn") and state.day >= last):
        if state.stage in ("act", "offer"):
            for move in clerk.moves(state):
                state = bibliogamo.apply(state, 0, move)
            continue
        if not pile:
            if pile is not None or not state.pile:
                state, cards = bibliogamo.apply(state, TABLE, Shuffled()), state.discard
            else:
                cards = unseen(state)
            pile = [CODES[n] for n in lots.shuffled(shuffles, [CODES.index(card) for card in cards])]
            shuffles += 1
        told = (Drew if state.stage == "draw" else Flipped)(pile.pop())
        state = bibliogamo.apply(state, TABLE, told)
    return state, pile


def on_plain_lists(at):
    return {
        "day": at.day,
        "space": at.space,
        "florins": at.florins,
        "books": at.books,
        "supply": at.supply,
        "prestige": at.prestige,
        "open": at.slots,
        "towers": [site.cubes for site in at.sites],
        "hand": [CODES[card] for card in at.hand],
        "discard": [CODES[card] for card in at.discard],
        "over": at.over,
    }


def on_the_table(state):
    card = BOX.collection[state.prestige]
    return {
        "day": state.day,
        "space": state.space,
        "florins": state.florins,
        "books": state.books,
        "supply": state.supply,
        "prestige": card.worth(state.marks),
        "open": [card.books.count(tower) - state.marks.get(tower, 0) for tower in BOX.tower],
        "towers": [cubes(state, tower) for tower in BOX.tower],
        "hand": list(state.hand),
        "discard": list(state.discard),
        "over": state.stage == "over",
    }


def somewhere(table, rng):
    """A state in the midst of a game that is played now by the clerk, now by lot."""
    state, day = table.setup(), rng.randint(0, 39)
    sensible, steps = rng.choice([0, 0.7, 0.95]), rng.randint(0, 12)
    while state.day < day or steps:
        steps -= state.day >= day
        waiting = bibliogamo.to_act(state)
        if waiting == (0,) and state.stage != "prestige" and rng.random() < sensible:
            who, move = 0, clerk.chosen(state)
        else:
            who, move = practice.random_move(bibliogamo, state, waiting, rng)
        after = bibliogamo.apply(state, who, move)
        if after.stage == "over":
            break
        state = after
    return state


@given(flags=st.tuples(*[st.booleans()] * 4), seed=st.integers(0, 2**32))
@settings(max_examples=16, deadline=None)
def test_a_rollout_is_what_the_clerk_does_by_the_rules(flags, seed):
    rng = random.Random(seed)
    state = somewhere(opened(**dict(zip(FLAGS, flags, strict=True))), rng)
    if state.stage == "prestige":
        state = bibliogamo.apply(state, TABLE, Prestige("P2"))
    last = state.day + rng.randint(1, 8)
    there, pile = by_the_rules(state, Lots(f"{seed}", 47), last)
    at = started(state, Lots("other luck", 47))
    until_luck(at)
    before = likeness(at)
    at, origin = fork(at, Lots(f"{seed}", 47)), at
    play_on(at, last)
    assert on_plain_lists(at) == on_the_table(there)
    assert pile is None or [CODES[card] for card in at.pile] == pile
    assert likeness(origin) == before
    if there.stage == "over":
        assert worth(at) == total(bibliogamo.score(there)[0])


def test_lots_are_the_same_for_all_who_ask():
    lots = Lots("one", 47)
    first, second = lots.shuffled(0, [3, 1, 2]), lots.shuffled(1, [1, 2, 3, 4, 5, 6])
    assert lots.shuffled(0, [1, 2, 3]) == first == Lots("one", 47).shuffled(0, [2, 3, 1])
    assert [card for card in lots.shuffled(1, [6, 5, 2, 1]) if card != 5] == [card for card in second if card in (6, 2, 1)]
    assert sorted(second) == [1, 2, 3, 4, 5, 6]
    piles = {tuple(Lots(f"{n}", 3).shuffled(0, [0, 1, 2])) for n in range(60)}
    assert len(piles) == 6


def test_the_same_hires_in_another_order_come_to_the_same_table():
    g = position("A01 A10 A20 A21 A40", flip="A06")
    one = g.then(hire("A20", "POETRY", "A01"), hire("A40", "POETRY", "A21"), END)
    other = g.then(hire("A40", "POETRY", "A01"), hire("A20", "POETRY", "A21"), END)
    lots = Lots("", 47)
    assert likeness(started(one.state, lots)) == likeness(started(other.state, lots))
    fewer = g.then(hire("A20", "POETRY", "A01"), END)
    assert likeness(started(fewer.state, lots)) != likeness(started(one.state, lots))


def test_a_rollout_begins_in_the_midst_of_a_sale():
    g = position(towers=full("ATLAS"), flip="A09", day=39).then(SELL)
    for lines in ((), (flipped("A22"),), (flipped("A22 A25"),)):
        told = g.then(*lines)
        there, _ = by_the_rules(told.state, Lots("sale", 47), 40)
        at = started(told.state, Lots("sale", 47))
        until_luck(at)
        play_on(at, 40)
        assert on_plain_lists(at) == on_the_table(there)
        assert at.books == 1


def test_the_worth_of_a_table_promises_what_is_in_work():
    def found(told):
        return worth(started(told.state, Lots("", 47)))

    assert found(position(florins=7)) == pytest.approx(7 / 5)
    card = 11 / 12
    half = position(florins=0, towers={"LAW": "3 0 0 0"}, prestige="P1")
    assert found(half) == pytest.approx(3 / 9 * (1.72 + 0.8 * card))
    late = position(florins=0, towers={"LAW": "3 0 0 0"}, prestige="P1", day=38)
    assert found(late) == pytest.approx(3 / 9 * (1.72 + 0.8 * card) / 2)
    over = position(florins=7, towers={"LAW": "3 0 0 0"}, day=39, flip="A06").then(END)
    assert found(over) == 1
