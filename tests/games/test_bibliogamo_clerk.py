"""The clerk of the specification's section 10: what he prefers, and that he plays whole games sensibly."""

from __future__ import annotations

import random
from statistics import mean

import pytest

from companion import practice
from companion.games import bibliogamo
from companion.games.bibliogamo import clerk
from companion.games.bibliogamo.course import placed
from companion.games.bibliogamo.moves import Accept, Bribe, EndTurn, Hire, PayDay, Sell
from companion.games.bibliogamo.rollouts import Lots, play_on, started, worth
from companion.rules import TABLE
from tests.games.bibliogamotable import BOX, SELL, bribe, conserved, flipped, full, hire, opened, position


def test_value_8_the_first_day_of_a_clerk():
    g = position("A01 A10 A20 A21 A40", flip="A06")
    assert clerk.board(g.then(hire("A20", "POETRY", "A01")).state) == pytest.approx(2.069127, abs=5e-7)
    assert clerk.board(g.then(hire("A10", "LAW", "A01")).state) == pytest.approx(2.023147, abs=5e-7)
    first = clerk.chosen(g.state)
    assert first == Hire("A20", "POETRY", "A01", None)
    assert clerk.chosen(g.then(hire("A20", "POETRY", "A01")).state) == Hire("A40", "POETRY", "A21", None)


def test_a_proposal_gains_what_the_board_and_the_cards_kept_are_worth_more():
    g = position("A01 A10 A20 A21 A40", towers={"LAW": "1 0 0 2", "ATLAS": "0 0 1 0"}, flip="A06")
    uses = {card: clerk.use(g.state, card) for card in g.state.hand}
    before = clerk.board(g.state) + sum(uses.values()) / 4
    found = list(clerk.proposals(g.state))
    assert found[0].move is None
    # Illustrators are barred, and A21 finds none to lift with.
    assert [one.move.card for one in found[1:]] == ["A01", "A10", "A20", "A40"]
    for one in found:
        after = g.state if one.move is None else bibliogamo.apply(g.state, 0, one.move)
        kept = sum(uses[card] for card in after.hand) + 5 - len(after.hand)
        assert one.gain == pytest.approx(clerk.board(after) + kept / 4 - before)


def sum_of(state, move, uses):
    """The clerk's sum after a hire, worked out by the words of the specification."""
    after = bibliogamo.apply(state, 0, move)
    return clerk.board(after) + (sum(uses[card] for card in after.hand) + 5 - len(after.hand)) / 4


@pytest.mark.parametrize("flip", ["A06", "A15", "A04"])
@pytest.mark.parametrize("options", [{}, {"lift_covers_turn": False}, {"bar_stops_payment": True}, {"empty_hires": False}])
def test_he_makes_the_hire_of_the_greatest_sum_of_those_that_his_lift_and_pay_allow(flip, options):
    g = position("A03 A10 A11 A17 A47", towers={"LAW": "0 3 0 3", "HERBAL": "1 0 2 0"}, flip=flip, **options)
    state, uses = g.state, {card: clerk.use(g.state, card) for card in g.state.hand}
    kind = BOX.artisan[flip].bar
    barred = {card for card in state.hand if BOX.artisan[card].places_kind(kind)}
    by_use = sorted(state.hand, key=lambda card: (uses[card], card))
    sums = {None: clerk.board(state) + sum(uses.values()) / 4}
    for card in state.hand:
        lifts = [other for other in by_use if other in barred - {card}] if card in barred else [None]
        stopped = barred if options.get("bar_stops_payment") and card not in barred else set()
        for lift in lifts[:1]:
            pay = next(other for other in by_use if other not in {card, lift} | stopped)
            for tower in BOX.tower:
                move = Hire(card, tower, pay, lift)
                empty = not any(placed(state, card, tower))
                if not empty or (tower == "HISTORY" and options.get("empty_hires", True)):
                    sums[move] = sum_of(state, move, uses)
    best = max(sums.values())
    chosen = clerk.best_hire(state)
    assert sums[chosen] == pytest.approx(best)


def test_equal_hires_go_to_the_lower_code_and_doing_nothing_comes_before_an_empty_one():
    first, second, third = (card.card for card in BOX.artisans[10:13])
    assert {BOX.artisan[card].places for card in (first, second, third)} == {(0, 1, 0, 0)}
    move = clerk.best_hire(position(f"{third} {second} {first}", flip="A06").state)
    assert (move.card, move.pay) == (first, second)
    # The supply is empty. Two places of the hand are worth half a point, and so are two cards of use 1; those of use 1/2 are not.
    binders = [card.card for card in BOX.artisans if card.places == (0, 0, 0, 1)][:2]
    spent = full("HISTORY", "LAW") | {"PSALTER": "0 2 3 3", "HERBAL": "0 0 1 0"}
    even = position(" ".join(binders), towers=spent, florins=0, flip="A06").state
    assert (even.supply, [clerk.use(even, card) for card in binders]) == (0, [1, 1])
    assert [one.gain for one in clerk.proposals(even)] == [0, 0, 0]
    assert clerk.best_hire(even) is None
    idle = position("A01 A10 A20 A21 A40", towers=full("HISTORY", "LAW", "PSALTER"), florins=0, flip="A06").state
    move = clerk.best_hire(idle)
    assert (idle.supply, move.tower, placed(idle, move.card, move.tower)) == (0, "HISTORY", (0, 0, 0, 0))
    never = position("A01 A10 A20 A21 A40", towers=full("HISTORY", "LAW", "PSALTER"), florins=0, flip="A06", empty_hires=False)
    assert clerk.best_hire(never.state) is None


def test_penalties_for_a_fourth_tower_for_too_many_cubes_and_for_a_supply_that_finishes_none():
    none = dict.fromkeys(BOX.tower, 0)
    assert clerk.penalties(position().state, none) == 0
    assert clerk.penalties(position().state, none | {"HISTORY": 1, "LAW": 1, "HERBAL": 1}) == 0
    assert clerk.penalties(position().state, none | {"ATLAS": 1, "LAW": 1, "HERBAL": 1}) == 1
    assert clerk.penalties(position().state, none | {"HISTORY": 1, "ATLAS": 1, "LAW": 1, "HERBAL": 1}) == 3 + 9
    # 24 cubes in five towers: the smallest gap is 3, the supply 2.
    assert clerk.penalties(position().state, none | {"HISTORY": 5, "ATLAS": 6, "LAW": 6, "HERBAL": 6, "POETRY": 1}) == 6 + 18 + 20
    assert clerk.penalties(position().state, none | {"HISTORY": 8, "ATLAS": 6, "LAW": 6, "HERBAL": 6}) == 3 + 9


def test_he_lifts_with_the_card_of_least_use_before_he_pays():
    g = position("A03 A10 A08 A17 A11", towers={"LAW": "0 3 0 3"}, flip="A04")
    move = clerk.chosen(g.state)
    assert clerk.use(g.state, "A11") < clerk.use(g.state, "A03") < clerk.use(g.state, "A08")
    assert move == Hire("A10", "LAW", "A11", "A03")


def test_he_bribes_to_a_finished_book_that_is_near_and_sells_it():
    g = position(towers=full("ATLAS"), flip="A06", florins=3)
    assert clerk.chosen(g.state) == Bribe(-1)
    assert clerk.chosen(position(towers=full("ATLAS"), flip="A09").state) == Sell()
    far = position(towers=full("LAW"), flip="A06", florins=9)
    assert not isinstance(clerk.chosen(far.state), Bribe)
    late = position(towers=full("LAW"), flip="A06", florins=9, day=37)
    assert clerk.chosen(late.state) == Bribe(8)


def test_his_bribe_goes_further_with_a_small_supply_a_good_mark_and_at_the_end():
    def led(**given):
        move = clerk.chosen(position(space=6, flip="A06", florins=9, **given).state)
        return move.spaces if isinstance(move, Bribe) else None

    # He stands on 10: Law is 2 ahead, Herbal 5, Poetry 2 back.
    assert led(towers=full("LAW"), prestige="P4") == 2
    assert led(towers=full("HERBAL"), prestige="P4") is None
    assert led(towers=full("HERBAL"), prestige="P4", marks={"HERBAL": 5, "ATLAS": 2}) is None
    good = {"HERBAL": 4, "ATLAS": 2, "POETRY": 1}
    assert clerk.mark_points(position(prestige="P4", marks=good).state, "HERBAL") == 2
    low = full("HERBAL") | {"HISTORY": "3 3 2 0", "ATLAS": "4 0 0 0"}
    assert led(towers=low, prestige="P4", marks=good) == 5
    assert led(towers=full("HERBAL"), prestige="P4", day=37) == 5


def test_a_bribe_goes_with_its_sale_and_is_not_followed_by_another():
    # From 10 the clerk goes to Law. There he would see Herbal, which was too far from where he stood, and better.
    g = position(towers=full("LAW", "HERBAL"), prestige="P4", space=6, flip="A06", florins=9)
    assert clerk.moves(g.state) == (Bribe(2), Sell())
    assert clerk.moves(g.then(bribe(2)).state) == (Bribe(3), Sell())


def test_equal_sales_go_to_the_earlier_tower_of_the_file():
    g = position(towers=full("POETRY", "LAW"), prestige="P1", space=6, flip="A06", florins=9)
    assert clerk.chosen(g.state) == Bribe(-2)


def test_he_pays_a_day_while_that_is_expected_to_bring_more():
    low = position(towers=full("ATLAS"), flip="A09").then(SELL, flipped("A22 A01"))
    assert clerk.chosen(low.state) == Accept()
    lower = position(towers=full("ATLAS"), flip="A09", day=38).then(SELL, flipped("A22 A01"))
    assert clerk.chosen(lower.state) == PayDay()
    good = position(towers=full("ATLAS"), flip="A09", day=38).then(SELL, flipped("A22 A25"))
    assert clerk.chosen(good.state) == Accept()


def test_he_ends_the_turn_when_nothing_betters_the_table():
    assert clerk.chosen(position("A01", flip="A06").state) == EndTurn()


def clerks_game(seed, **options):
    at, rng = opened(**options), random.Random(seed)
    state = at.setup()
    while waiting := bibliogamo.to_act(state):
        if waiting == (TABLE,):
            state = bibliogamo.apply(state, TABLE, practice.speak(bibliogamo, state, rng))
        elif state.stage == "prestige":
            state = bibliogamo.apply(state, 0, bibliogamo.moves.Prestige("P1"))
        else:
            for move in clerk.moves(state):
                state = bibliogamo.apply(state, 0, move)
    conserved(state)
    return state


def test_his_games_are_as_good_as_the_specification_found():
    games, start = [], bibliogamo.apply(opened().setup(), TABLE, bibliogamo.moves.Prestige("P7"))
    for seed in range(70):
        at = started(start, Lots(f"{seed}", 47))
        play_on(at, 40)
        games.append((worth(at), at.books))
    # 28.3 points with P7 and a deviation of 3.6: the mean of 70 games lies within three standard errors.
    assert abs(mean(points for points, _ in games) - 28.3) < 3 * 3.6 / 70**0.5
    assert abs(mean(books for _, books in games) - 12.9) < 0.6


@pytest.mark.parametrize(
    "options", [{}, {"lift_covers_turn": False, "empty_hires": False, "bar_stops_payment": True, "dismiss": True}]
)
def test_he_plays_with_other_options(options):
    assert clerks_game(1, prestige="chosen", **options).stage == "over"
