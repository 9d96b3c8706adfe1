"""The plan of the specification's section 10: candidates, rollouts, and what a table is worth."""

from __future__ import annotations

from companion import notation
from companion.games import bibliogamo
from companion.games.bibliogamo import advice, plan
from companion.games.bibliogamo.moves import Accept, Bribe, EndTurn, PayDay, Sell
from companion.games.bibliogamo.plan import Effort
from companion.games.bibliogamo.rollouts import Lots, play_on, started
from tests.games.bibliogamotable import SELL, flipped, full, position

QUICK = Effort(2, 4, 3)
"""Enough to see what is compared with what."""


def test_hires_the_best_third_is_looked_at_longer():
    g = position("A01 A10 A20 A21 A40", flip="A06")
    found = plan.plan(g.state, QUICK)
    assert len(found) == 12
    assert sorted(len(one.found) for one in found) == [2] * 8 + [6] * 4
    assert EndTurn() in [one.moves[0] for one in found]
    assert [one.mean for one in found] == sorted((one.mean for one in found), reverse=True)
    for one in found:
        bibliogamo.apply(g.state, 0, one.moves[0])
    assert [(one.moves, one.found) for one in plan.plan(g.state, QUICK)] == [(one.moves, one.found) for one in found]


def test_a_sale_each_finished_tower_that_can_be_paid_for_and_none():
    g = position("A01 A10 A20 A21 A40", towers=full("ATLAS", "LAW"), flip="A06")
    found = plan.plan(g.state, QUICK)
    assert {one.moves[0] for one in found if isinstance(one.moves[0], (Bribe, Sell))} == {Bribe(-1)}
    assert [len(one.found) for one in found] == [4, 4]
    here = position("A01 A10 A20 A21 A40", towers=full("ATLAS"), flip="A09")
    assert plan.plan(here.state, QUICK)[0].moves == (Sell(),)


def test_an_offer_is_to_take_or_to_pay():
    g = position(towers=full("ATLAS"), flip="A09").then(SELL, flipped("A22 A25"))
    assert [one.moves for one in plan.plan(g.state, QUICK)] == [(Accept(),), (PayDay(),)]
    last = position(towers=full("ATLAS"), flip="A09", day=39).then(SELL, flipped("A22 A25"))
    assert [one.moves for one in plan.plan(last.state, QUICK)] == [(Accept(),)]


def test_there_is_no_plan_of_a_hidden_hand_or_for_the_table():
    assert plan.plan(position("A01 A10 ? ? ?", flip="A06").state, QUICK) == []
    assert plan.plan(position().state, QUICK) == []
    assert "plan" not in advice.advise(position().state, seat=0, names=("Ana",))


def test_a_plan_is_told_in_notation():
    g = position("A01 A10", day=39, flip="A06")
    found = advice.advise(g.state, seat=0, names=("Ana",))["plan"]
    assert len(found) == 12
    for one in found:
        assert set(one) == {"move", "mean", "error", "rollouts"}
        assert notation.write(notation.read(one["move"], bibliogamo.MOVES)) == one["move"]
    assert "plan" not in advice.advise(g.state, seat=0, names=("Ana",), quick=True)


def test_a_rollout_ends_with_the_game():
    g = position("A01 A10 A20 A21 A40", florins=12, day=39, flip="A06")
    assert plan.rolled(started(g.state, Lots("one", 47)), Lots("two", 47), 47) == 2


def ended(state, moves, last):
    """The days on which some rollouts after these moves end."""
    for move in moves:
        state = bibliogamo.apply(state, 0, move)
    for n in range(6):
        at = started(state, Lots(f"{n}", 47))
        play_on(at, last)
        yield at.day


def test_to_wait_a_day_leaves_a_day_less_until_all_rollouts_end():
    g = position(towers=full("ATLAS"), flip="A09").then(SELL, flipped("A22 A25"))
    assert set(ended(g.state, (Accept(),), g.state.day + 2)) == {g.state.day + 2}
    assert min(ended(g.state, (PayDay(),), g.state.day + 2)) == g.state.day + 2


def test_no_more_than_480_rollouts_a_decision():
    g = position("A01 A10 A20 A21 A40", flip="A06")
    usual = plan.USUAL
    assert (plan.HIRES + 1) * usual.few + 4 * usual.more == 480
    found = plan.plan(g.state, Effort(1, 2, 1))
    assert sum(len(one.found) for one in found) == 12 + 4 * 2
