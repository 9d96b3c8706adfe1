"""What holds in every game of Game of Trains, whatever is played: random games with random options, step by step."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import notation, practice, record, table
from companion.games import trains
from companion.games.trains import Options
from companion.games.trains.moves import Dealt, Drew, First, Kept, Offered, Put, Shuffled
from companion.games.trains.state import unseen
from companion.rules import HIDDEN, TABLE, Ask, IllegalMove, total
from companion.table import Table
from tests.games.trainstable import ANA, BEN, BOX, NAMES, PHASES, conserved, dealt, final, game, opened, play, position, walk


@st.composite
def tables(draw):
    options = Options(*(draw(st.booleans()) for _ in range(3)))
    return Table("trains", trains, BOX, options, NAMES[: draw(st.integers(2, 4))])


def odd_move(state, rng):
    """Now and then what nobody waits for, or what only a ruling allows."""
    seat, card, space = rng.randrange(len(state.trains)), rng.randint(0, 86), rng.randint(0, 8)
    cls = rng.choice(trains.MOVES)
    if cls is Shuffled:
        return TABLE, Shuffled()
    if cls is Drew:
        return TABLE, Drew(card)
    if cls is Dealt:
        return TABLE, Dealt(seat, tuple(rng.sample(range(1, 85), rng.choice([6, 7, 7, 7]))))
    if cls is Offered:
        return TABLE, Offered(seat, tuple(rng.choice([HIDDEN, one]) for one in rng.sample(range(1, 85), rng.randint(0, 5))))
    if cls is First:
        return TABLE, First(seat)
    fields = {"seat": seat, "card": rng.choice([card, *state.row]), "space": space}
    return rng.choice([seat, seat, TABLE]), cls(**{name: fields[name] for name in cls.__dataclass_fields__})


@given(table=tables(), seed=st.integers(0, 2**32))
@settings(max_examples=25)
def test_84_cards_are_conserved_and_every_game_has_one_winner(table, seed):
    rng = random.Random(seed)
    state = table.setup()
    for _ in range(3000):
        if not trains.to_act(state):
            break
        conserved(state)
        if rng.random() < 0.2:
            who, move = odd_move(state, rng)
            try:
                state = trains.apply(state, who, move, ruling=rng.random() < 0.5)
            except IllegalMove as illegal:
                assert illegal.rule in trains.RULES
            continue
        who, move = practice.random_move(trains, state, trains.to_act(state), rng)
        state = trains.apply(state, who, move)
    conserved(state)
    outcome = trains.outcome(state)
    (winner,) = outcome.winners
    cars = state.trains[winner].cars
    assert list(cars) == sorted(set(cars))
    assert {seat: total(lines) for seat, lines in trains.score(state).items()} == {
        seat: int(seat == winner) for seat in range(len(state.trains))
    }


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_practice_games_end_with_a_winner_whose_line_ascends(seats):
    lengths = []
    for seed in range(15):
        entries = play(opened(seats), seed)
        lengths.append(len(entries))
        state = table.replay(opened(seats), entries).state
        assert trains.outcome(state).winners == (trains.course.winner(state),)
    assert max(lengths) < 1000


def test_the_random_games_reach_every_phase_and_every_move():
    phases, moves = set(), set()
    for seats, seed in itertools.product((2, 3, 4), range(8)):
        for state, _, move in walk(opened(seats, reshuffle_late=seed % 2 == 1), seed):
            phases.add(state.phase)
            moves.add(type(move))
    assert {*phases, "over"} == set(PHASES)
    assert moves == set(trains.MOVES)


@given(table=tables(), seed=st.integers(0, 2**32))
@settings(max_examples=8)
def test_a_game_told_as_a_record_is_the_same_game(table, seed):
    entries = play(table, seed)
    text = record.write(table, entries, "reported")
    again = record.read(text, {"trains": trains}, lambda name, box: BOX)
    assert list(again.entries) == entries
    assert record.write(again.table, again.entries, "reported") == text
    assert final(again.table, seed) == final(table, seed)


# --- what is listed is what is legal ----------------------------------------------------------------------------------


def every_move(state):
    """Every move of whole numbers that could be meant here, sensible or not; start cards and deals apart."""
    seats, spaces = range(-1, len(state.trains) + 1), range(9)
    cards = sorted({*range(0, 86, 9), *state.row, *(card for offer in state.offers for card in offer if card != HIDDEN)})
    yield TABLE, Shuffled()
    yield from ((TABLE, Drew(card)) for card in range(86))
    for seat in seats:
        makers = {TABLE, seat, (seat + 1) % len(state.trains)}
        yield TABLE, First(seat)
        for who, cls in itertools.product(makers, trains.MOVES):
            fields = list(cls.__dataclass_fields__)
            if cls not in (Dealt, First, Offered, Shuffled, Drew):
                given = {"seat": [seat], "card": cards, "space": spaces}
                yield from ((who, cls(*values)) for values in itertools.product(*(given[name] for name in fields)))


def accepts(state, who, move):
    try:
        trains.apply(state, who, move)
    except IllegalMove:
        return False
    return True


def sampled(seats, seed, phases=PHASES, **options):
    """One state of each phase of a game."""
    found = {}
    for state, _, _ in walk(opened(seats, **options), seed):
        if state.phase in phases and (state.phase not in found or random.Random(len(found)).random() < 0.1):
            found[state.phase] = state
    return found.values()


@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 2), (4, 3)])
def test_what_apply_accepts_is_listed_and_what_is_listed_is_accepted(seats, seed):
    for state in sampled(seats, seed, empty_remove=False):
        listed = trains.legal_moves(state)
        whole = {(who, move) for who, move in listed if not isinstance(move, Ask)}
        assert all(accepts(state, who, move) for who, move in whole)
        asked = [move.move for _, move in listed if isinstance(move, Ask)]
        assert set(asked) <= {Dealt, Offered}
        accepted = {(who, move) for who, move in every_move(state) if accepts(state, who, move)}
        assert accepted == {pair for pair in whole if not isinstance(pair[1], Offered)}
        for who in (*range(seats), TABLE):
            assert trains.legal_moves(state, who) == [pair for pair in listed if pair[0] == who]


def test_the_deal_is_asked_for_every_seat_without_a_train_and_any_seven_unseen_cars_fit():
    g = game(dealt("Ben", BEN))
    (ask,) = g.asks()
    assert (ask.move, dict(ask.given)) == (Dealt, {"seat": 0})
    left = ask.open["cards"]
    assert (left.choices, left.least, left.most) == (unseen(g.state), 7, 7)
    assert g.legal() == ['First {"seat": 0}', 'First {"seat": 1}']
    rng = random.Random(1)
    for _ in range(50):
        assert accepts(g.state, TABLE, practice.fill(ask, rng))
    assert trains.chance(g.state) == ask


def test_start_cards_are_asked_for_or_told_hidden():
    state = final_of_offer()
    listed = trains.legal_moves(state)
    assert [type(move) for _, move in listed] == [Offered, Ask]
    assert listed[0] == (TABLE, Offered(1, (HIDDEN, HIDDEN)))
    ask = listed[1][1]
    assert (ask.given, ask.open["cards"].choices, ask.open["cards"].least) == ({"seat": 1}, unseen(state), 2)
    assert accepts(state, TABLE, Offered(1, (HIDDEN, 80)))
    assert trains.chance(state) == ask


def final_of_offer():
    state = game(dealt("Ana", ANA), dealt("Ben", BEN), 'TABLE First {"seat": 0}').state
    return trains.apply(state, TABLE, Offered(0, (12,)))


def test_a_hidden_start_card_is_asked_for_when_it_is_kept():
    state = trains.apply(final_of_offer(), TABLE, Offered(1, (34, HIDDEN)))
    state = trains.apply(state, 0, Kept(0, 12, 7))
    listed = trains.legal_moves(state)
    assert [move for _, move in listed[:7]] == [Kept(1, 34, space) for space in range(1, 8)]
    ((who, ask),) = listed[7:]
    assert (who, ask.move, ask.open["card"].choices, ask.open["space"].choices) == (1, Kept, unseen(state), (1, 2, 3, 4, 5, 6, 7))
    assert all(accepts(state, 1, Kept(1, card, 2)) for card in ask.open["card"].choices)
    assert 12 not in ask.open["card"].choices


def test_chance_gives_every_card_that_can_come_once():
    g = position(ANA, BEN, discards="1 2").then('Ana Draw {"seat": 0}')
    coming = trains.chance(g.state)
    assert {weight for _, weight in coming} == {1}
    assert [move.card for move, _ in coming] == list(unseen(g.state))
    assert trains.chance(position(ANA, BEN, pile=1).then('Ana Draw {"seat": 0}', 'TABLE Drew {"card": 1}').state) == [
        (Shuffled(), 1)
    ]
    assert trains.chance(game(dealt("Ana", ANA), dealt("Ben", BEN)).state) == [(First(0), 1), (First(1), 1)]
    assert trains.chance(position(ANA, BEN).state) == []


def test_leanings_are_the_legal_moves_with_whole_weights():
    for state in sampled(3, 5, ("keep", "turn", "put")):
        (seat,) = trains.to_act(state)
        leans = trains.leanings(state, seat)
        assert [(seat, move) for move, _ in leans] == trains.legal_moves(state, seat)
        assert all(isinstance(weight, int) and weight > 0 for _, weight in leans)
    won = position("5 12 22 31 50 61 11", BEN).then('Ana Draw {"seat": 0}', 'TABLE Drew {"card": 80}')
    assert max(trains.leanings(won.state, 0), key=lambda pair: pair[1])[0] == Put(0, 7)


def test_the_state_is_printed_with_the_keys_of_the_specification():
    keys = ["phase", "first", "turn", "trains", "offers", "row", "drawn", "pile", "discard"]
    g = position(ANA, "71 62 - 43 33 23 16", locks={"Ana": {7: 34}}, row="9 20", discards="5 3")
    printed = notation.plain(trains.view(g.state, None))
    assert list(printed) == keys
    assert printed["trains"][0] == {"cars": [70, 60, 50, 40, 30, 19, 10], "locks": {"7": 34}}
    assert printed["trains"][1]["cars"][2] is None
    assert (printed["row"], printed["discard"], printed["offers"]) == ([9, 20], 2, [[], []])
    g = position(ANA, BEN, discards="5 3", hidden=1, card_memory=True)
    printed = notation.plain(trains.view(g.state, None))
    assert list(printed) == [*keys, "discarded"]
    assert (printed["discarded"], printed["discard"]) == ([3, 5], 3)
    assert notation.plain(trains.setup(BOX, 2, Options()))["trains"] == [{"cars": [], "locks": {}}] * 2
