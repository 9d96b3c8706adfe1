"""What holds in every game of Hardback, whatever is played: random games with random options, step by step."""

from __future__ import annotations

import random
import typing

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import notation, practice, record, table
from companion.games import hardback
from companion.games.hardback import Options
from companion.games.hardback.knowledge import hidden_places, unseen
from companion.games.hardback.moves import Starters, Word
from companion.rules import HIDDEN, TABLE, Ask, IllegalMove, total
from companion.table import Table
from tests.games.hardbacktable import BOX, NAMES, check, final, opened, play, position, spells, walk

SMALL = settings(max_examples=8, deadline=None)


@st.composite
def tables(draw, goal=15):
    seats = draw(st.integers(1, 5))
    penny = (
        draw(st.sampled_from(("plain", *hardback.pieces.GENRES)))
        if seats == 1
        else draw(st.sampled_from(("off", "off", "mystery")))
    )
    options = Options(
        edition=draw(st.sampled_from((1, 2))),
        goal=goal,
        dictionary=draw(st.sampled_from(("en", "none"))),
        vote="off" if seats == 1 else draw(st.sampled_from(("off", "majority", "unanimous"))),
        unique_words=draw(st.sampled_from(("no", "game", "player"))),
        double_trash=draw(st.booleans()),
        hands=draw(st.sampled_from(("hidden", "told", "open"))),
        awards=draw(st.booleans()),
        adverts=draw(st.booleans()),
        shared_awards=draw(st.booleans()),
        cycle_offers=draw(st.booleans()),
        penny=penny,
    )
    return Table("hardback", hardback, BOX, options, NAMES[:seats])


def odd_move(state, rng):
    """Now and then what nobody waits for, or what only a ruling allows."""
    cls = rng.choice(hardback.MOVES)
    cards = [*BOX.card, HIDDEN]
    near = [card for one in state.players for card in (*one.hand, *one.inked, *one.timeless, *one.discard)]
    near += [card for card in state.row if card] + [HIDDEN]

    def one_card():
        return rng.choice(near) if near and rng.random() < 0.8 else rng.choice(cards)

    def tile():
        card = one_card()
        return f"{rng.choice('AEINST')}={card}" if card == HIDDEN or rng.random() < 0.3 else card

    values = {}
    for name, kind in typing.get_type_hints(cls).items():
        if name in ("cards", "top", "discard"):
            values[name] = tuple((tile if cls is Word else one_card)() for _ in range(rng.randint(0, 3)))
        elif typing.get_origin(kind) is typing.Literal:
            values[name] = rng.choice(typing.get_args(kind))
        elif kind is bool:
            values[name] = rng.random() < 0.5
        elif name in ("by", "card"):
            values[name] = one_card()
        elif name == "seat":
            values[name] = rng.randint(-1, len(state.players))
        elif kind is int:
            values[name] = rng.randint(-1, 5)
        else:
            values[name] = rng.choice([None, 0, 1, 2])
    move = cls(**values)
    maker = hardback.maker(state, move)
    return (maker if rng.random() < 0.8 else rng.choice([TABLE, 0])), move


@given(at=tables(), seed=st.integers(0, 2**32))
@SMALL
def test_190_cards_are_conserved_whatever_is_played(at, seed):
    rng = random.Random(seed)
    state = at.setup()
    for _ in range(1500):
        if not hardback.to_act(state):
            break
        if rng.random() < 0.2:
            who, move = odd_move(state, rng)
            try:
                state = hardback.apply(state, who, move, ruling=rng.random() < 0.3)
            except IllegalMove as illegal:
                assert illegal.rule in hardback.RULES
                assert "{" not in str(illegal)
        else:
            who, move = practice.random_move(hardback, state, hardback.to_act(state), rng)
            state = hardback.apply(state, who, move)
        check(state)
        books = hardback.score(state)
        award = [hardback.turns.award_worth(state, one) for one in state.players]
        if state.phase != "benefits":
            assert [total(books[seat]) for seat in range(len(award))] == [
                one.prestige + worth for one, worth in zip(state.players, award, strict=True)
            ]


@given(at=tables(goal=8), seed=st.integers(0, 2**32))
@settings(max_examples=5, deadline=None)
def test_views_hide_but_never_lose_a_card(at, seed):
    for state, _, _ in walk(at, seed):
        for viewer in (None, *range(len(state.players))):
            view = hardback.view(state, viewer)
            for seat, one in enumerate(view.players):
                assert len(unseen(view, seat)) + one.unseen_starters == sum(hidden_places(view, seat).values())
                if viewer not in (None, seat) and not hardback.state.is_open(state):
                    assert set(one.hand) <= {HIDDEN, *one.open}


@given(at=tables(goal=8), seed=st.integers(0, 2**32))
@settings(max_examples=4, deadline=None)
def test_a_game_told_as_a_record_is_the_same_game(at, seed):
    entries = play(at, seed)
    text = record.write(at, entries, "reported")
    again = record.read(text, {"hardback": hardback}, lambda name, box: BOX)
    assert list(again.entries) == entries
    assert record.write(again.table, again.entries, "reported") == text
    assert final(again.table, seed) == final(at, seed)


def test_what_was_bought_trashed_and_inked_adds_up():
    """Over a whole game tokens come only from purchases and cards, and go only where the rules say."""
    at = opened(3, hands="told", dictionary="none", goal=60)
    spent = 0
    for state, _, move in walk(at, 1):
        before = sum(one.ink for one in state.players)
        after = hardback.apply(state, hardback.maker(state, move), move)
        change = sum(one.ink for one in after.players) - before
        match type(move).__name__:
            case "BuyInk":
                assert change == move.count
            case "SellInk":
                assert change == -3 * move.coins
            case "Ink":
                assert change == -1
                spent += 1
            case "Take":
                assert change == (move.what == "ink")
            case "EndTurn" | "Give":
                assert change <= 0
            case _:
                assert change == 0 or type(move).__name__ in ("Buy", "Flush")
    assert spent


def test_the_random_games_reach_every_phase_and_nearly_every_move():
    phases, moves = set(), set()
    for seats, options in (
        (2, {"hands": "told", "cycle_offers": True, "dictionary": "none"}),
        (3, {"vote": "majority", "dictionary": "none", "adverts": True}),
        (1, {"penny": "mystery"}),
    ):
        for state, _, move in walk(opened(seats, goal=40, **options), 7):
            phases.add(state.phase)
            moves.add(type(move).__name__)
    assert phases == {"setup", "word", "vote", "benefits", "buy", "penny", "cycle"}
    # What leanings leave out is left to the tests of each rule.
    assert {move.__name__ for move in hardback.MOVES} - moves <= {
        "Uncover",
        "SellInk",
        "Seen",
        "Ghostwriter",
        "Give",
        "Sort",
        "Remove",
        "Count",
        "Skip",
    }


# --- what is listed is what is legal ----------------------------------------------------------------------------------


def accepts(state, who, move):
    try:
        hardback.apply(state, who, move)
    except IllegalMove:
        return False
    return True


@pytest.mark.parametrize("seed", range(3))
def test_what_is_listed_is_accepted_and_asks_can_be_completed(seed):
    rng = random.Random(seed)
    at = opened(3, goal=15, dictionary=["en", "none", "en"][seed], hands=["hidden", "told", "open"][seed])
    for state, _, _ in walk(at, seed):
        if rng.random() < 0.15:
            for who, move in hardback.legal_moves(state):
                if isinstance(move, Ask):
                    move = practice.complete(hardback, state, who, move, rng)
                assert accepts(state, who, move), notation.write(move)


def test_an_ask_for_a_word_begins_with_one_that_can_be():
    g = position("A-S1", hidden=2, pile="E-S1 I-S1 L-S1", inked="Q-H4 X-H6", dictionary="en")
    assert not g.asks("Word"), "no listed word has both"
    g = position("A-S1", hidden=2, pile="E-S1 I-S1 L-S1", inked="Z-H3", dictionary="en")
    (ask,) = g.asks("Word")
    cards = ask.open["cards"]
    assert (cards.least, cards.most) == (2, 4)
    assert cards.choices[:2] == ("Z-H3", "A-S1")
    assert accepts(g.state, 0, Word(cards.choices[: cards.least]))


def test_a_word_is_asked_for_wherever_one_is_listed_and_only_there():
    for hand, inked, listed in (("A-S1 E-S1", "", True), ("A-S1", "Z-H3", True), ("", "A-S1 T-S1", True), ("", "T-S1", False)):
        g = position(hand, inked=inked, dictionary="en")
        assert bool(g.asks("Word")) == listed
    blocked = position("", inked="A-S1 T-S1", dictionary="en", unique_words="game", words=[(1, "AT"), (1, "TA")])
    assert not blocked.asks("Word")


def test_chance_brings_one_card_at_a_time_each_with_weight_one():
    state = opened(2).setup()
    coming = hardback.chance(state)
    assert len(coming) == 45 and {weight for _, weight in coming} == {1}
    assert all(isinstance(move, Starters) for move, _ in coming)
    g = position("A-S1", pile="E-S1 I-S1", mine={"ink": 1}).then('Ana Ink {"seat": 0}')
    assert [move.cards for move, _ in hardback.chance(g.state)] == [("E-S1",), ("I-S1",)]
    assert hardback.chance(position("A-S1").state) == []


def test_leanings_are_legal_and_favour_words_that_lie_face_up():
    g = position("T-S1 E-S1 N-S1 X-H6", dictionary="en")
    leans = hardback.leanings(g.state, 0)
    assert all(isinstance(weight, int) and weight > 0 and accepts(g.state, 0, move) for move, weight in leans)
    best = max(leans, key=lambda pair: pair[1])[0]
    assert "=" not in "".join(best.cards)
    buying = g.then(spells("T-S1 E-S1 N-S1"))
    weights = {type(move).__name__: weight for move, weight in hardback.leanings(buying.state, 0)}
    assert weights["Buy"] > weights["EndTurn"] > 0


def test_practice_games_end_soon():
    for seats in (2, 3):
        at = opened(seats, **hardback.PRACTICE[0])
        entries = play(at, seats)
        assert len(entries) < 2500
        position_ = table.replay(at, entries)
        assert position_.problem is None and position_.state.outcome is not None
