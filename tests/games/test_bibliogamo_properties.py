"""What holds of every game of Bibliogamo: cards and cubes are conserved, what is listed is legal, books add up."""

from __future__ import annotations

import itertools
import random

from hypothesis import given, settings
from hypothesis import strategies as st

from companion import notation, practice, table
from companion.games import bibliogamo
from companion.games.bibliogamo.choices import hires
from companion.games.bibliogamo.moves import (
    Accept,
    Bribe,
    Count,
    Dismiss,
    Drew,
    EndTurn,
    Flipped,
    Hire,
    PayDay,
    Prestige,
    Sell,
    Showed,
    Shuffled,
)
from companion.games.bibliogamo.state import hidden, known, unseen
from companion.rules import HIDDEN, TABLE, Ask, IllegalMove, total
from companion.table import Entry
from tests.games.bibliogamotable import BOX, STAGES, conserved, opened, play, position, walk

CARDS = (*BOX.artisan, "A48", HIDDEN)
TOWERS = (*BOX.tower, "BIBLE")


@st.composite
def tables(draw):
    flags = {name: draw(st.booleans()) for name in ("lift_covers_turn", "bar_stops_payment", "empty_hires", "dismiss")}
    return opened(prestige=draw(st.sampled_from(["drawn", "chosen"])), **flags)


def odd_move(state, rng):
    """Now and then what nobody waits for, or what only a ruling allows."""
    card, pay, lift = (rng.choice([*CARDS, *state.hand * 6]) for _ in range(3))
    tower = rng.choice(TOWERS)
    return rng.choice(
        [
            Prestige(rng.choice(["P1", "P9"])),
            Drew(card),
            Flipped(card),
            Shuffled(),
            Bribe(rng.randint(-25, 25)),
            Sell(),
            PayDay(),
            Accept(),
            Hire(card, tower, pay, rng.choice([None, lift])),
            Hire(card, tower, pay, rng.choice([None, lift])),
            Dismiss(tower, pay),
            Showed(tuple(rng.sample(CARDS, rng.randint(0, 2)))),
            EndTurn(),
            Count(rng.choice([None, rng.randint(-1, 30)]), None, rng.choice([None, rng.randint(-1, 24)]), None),
            Count(None, None, None, {tower: tuple(rng.randint(0, 4) for _ in range(4))}),
        ]
    )


@given(table=tables(), seed=st.integers(0, 2**32))
@settings(max_examples=25, deadline=None)
def test_47_cards_26_black_and_16_red_cubes_are_conserved(table, seed):
    rng = random.Random(seed)
    state, steps = table.setup(), 0
    while bibliogamo.to_act(state) and steps < 900:
        steps += 1
        conserved(state)
        if rng.random() < 0.3:
            move, who = odd_move(state, rng), rng.choice([None, 0, TABLE])
            try:
                maker = bibliogamo.maker(state, move) if who is None else who
                state = bibliogamo.apply(state, maker, move, ruling=rng.random() < 0.4)
            except IllegalMove as illegal:
                assert illegal.rule in bibliogamo.RULES
            continue
        if state.stage == "draw" and state.pile and rng.random() < 0.3:
            state = bibliogamo.apply(state, TABLE, Drew(HIDDEN))
            continue
        who, move = practice.random_move(bibliogamo, state, bibliogamo.to_act(state), rng)
        state = bibliogamo.apply(state, who, move)
    conserved(state)
    assert state.stage == "over"


def test_whole_games_end_on_day_40_and_their_books_add_up():
    for seed in range(6):
        at = opened()
        position = table.replay(at, play(at, seed))
        state = position.state
        conserved(state)
        assert (state.day, state.stage) == (40, "over")
        assert state.turns + state.paid_days == 40
        assert state.florins == 3 - state.bribed + sum(sale.price for sale in state.sales)
        points = state.books + state.florins // 5 + BOX.collection[state.prestige].worth(state.marks)
        assert points == total(bibliogamo.score(state)[0])
        assert str(bibliogamo.outcome(state).why).startswith(f"{points} point")
        assert [line.rule for line in bibliogamo.score(state)[0]] == [
            *["score.book"] * state.books,
            "score.florins",
            *["score.prestige"] * sum(state.marks.values()),
        ]


def test_the_ledger_has_the_entry_of_each_sale_and_none_for_florins():
    at = opened()
    entries = next(play(at, seed) for seed in range(9) if len(table.replay(at, play(at, seed)).state.sales) > 2)
    position = table.replay(at, entries)
    lines = table.ledger(at, position)[0]
    accepted = [step.seq for step in position.steps if isinstance(step.move, Accept)]
    assert [entry for line, entry in lines if line.rule == "score.book"] == accepted
    assert [entry for line, entry in lines if line.rule == "score.florins"] == [None]
    assert {entry for line, entry in lines if line.rule == "score.prestige"} <= set(accepted)


def test_random_games_reach_every_stage_and_every_move():
    stages, moves = {"over"}, {Count, Showed}
    for seed in range(6):
        for state, _, move in walk(opened(dismiss=True), seed):
            stages.add(state.stage)
            moves.add(type(move))
    assert stages == set(STAGES)
    assert moves == set(bibliogamo.MOVES)


def test_a_played_game_is_a_flat_row():
    at = opened()
    state = table.replay(at, play(at, 1)).state
    row = bibliogamo.played(state)
    assert row["points"] == total(bibliogamo.score(state)[0])
    assert (row["books"], row["florins"], row["prestige"]) == (state.books, state.florins, state.prestige)
    assert sum(row[f"books_{tower.lower()}"] for tower in BOX.tower) == state.books
    assert row["mean_price"] == sum(sale.price for sale in state.sales) / state.books
    assert (row["turns"] + row["paid_days"], row["complete"]) == (40, False)
    assert all(value is None or isinstance(value, (str, int, float)) for value in row.values())
    assert bibliogamo.played(at.setup())["mean_price"] is None


# --- what is listed is what is legal ----------------------------------------------------------------------------------


def every_move(state):
    cards = ("A48", HIDDEN, *dict.fromkeys([*state.hand, *state.row, *state.discard[-2:], *unseen(state)[:3]]))
    yield from map(Prestige, ("P0", *BOX.collection))
    yield from (cls(card) for cls, card in itertools.product((Drew, Flipped), ("A48", HIDDEN, *BOX.artisan)))
    yield from (Shuffled(), Sell(), PayDay(), Accept(), EndTurn(), Count(1))
    yield from map(Bribe, range(-25, 26))
    hand = [card for card in cards if card not in state.discard]
    yield from (Hire(*one) for one in itertools.product(hand, ("LAW", "BIBLE"), hand, (None, *hand)))
    yield from (Dismiss(*one) for one in itertools.product(TOWERS, hand))


@given(table=tables(), seed=st.integers(0, 2**32))
@settings(max_examples=5, deadline=None)
def test_of_all_moves_those_are_legal_that_are_listed(table, seed):
    rng = random.Random(seed)
    positions = [state for state, _, _ in walk(table, seed)]
    for state in rng.sample(positions, 6):
        listed = {(who, move) for who, move in bibliogamo.legal_moves(state) if not isinstance(move, Ask)}
        for move in every_move(state):
            for who in (0, TABLE):
                try:
                    bibliogamo.apply(state, who, move)
                except IllegalMove:
                    assert (who, move) not in listed, move
                else:
                    assert (who, move) in listed, move


def test_hires_of_a_hidden_hand_are_those_that_can_be():
    g = position("A03 A08 ? ?", discard="A01 A02 A04", stage="act", bar="R", hires=1)
    state = g.state
    cards = (*known(state), *unseen(state)[:6])
    listed = set(hires(state, cards))
    for one in itertools.product(cards, ("LAW",), cards, (None, *cards)):
        move = Hire(*one)
        try:
            bibliogamo.apply(state, 0, move)
        except IllegalMove:
            assert move not in listed
        else:
            assert move in listed
    assert listed
    assert hidden(state) == 2


def test_one_hidden_card_alone_can_hire_nothing():
    g = position("?", stage="act", bar="R")
    assert [ask.move for ask in g.asks()] == [Showed]
    both = position("? ?", stage="act", bar="R")
    assert [ask.move for ask in both.asks()] == [Hire, Showed]


def test_the_state_prints_the_keys_of_the_specification():
    keys = notation.plain(position(flip="A06").state)
    assert " ".join(keys) == (
        "stage day space florins books prestige marks towers supply hand discard row coin price pile bar lifted sold hires"
    )
    assert keys["towers"]["LAW"] == {"R": 0, "S": 0, "I": 0, "B": 0}


def test_a_strike_of_a_hired_card_is_played_over_what_follows():
    at = opened()
    entries = play(at, 4)
    hired = next(entry for entry in entries if isinstance(entry.move, Hire))
    struck = table.replay(at, [*entries, Entry(len(entries) + 1, TABLE, table.Strike(hired.seq))])
    assert struck.problem is None or struck.problem.entry > hired.seq
