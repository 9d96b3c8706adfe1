"""What tools do in Fire in the Library: every effect with every `what` in every window (specification, 5b)."""

from __future__ import annotations

import pytest

from tests.games.firetable import (
    BEN_ON_2,
    EVERYTHING,
    FREE,
    after,
    ana_with_all,
    by_hand,
    cheap_turn,
    choose,
    deal,
    drew,
    fires,
    from_deck,
    from_market,
    game,
    nothing_left,
    plays,
    ruling,
    saves,
    scored,
    tops,
    two,
)  # fmt: skip

# --- effects: saving --------------------------------------------------------------------------------------------------


def test_put_fire_from_the_bag_to_the_leftmost_empty_space():
    g = two("", plays("Ben", "T21A"))
    assert (g.state.card[0], g.state.bag.F, g.state.reserve) == ("F", 6, 10)


def test_put_fire_from_the_unused_ones():
    g = two("", plays("Ben", "T22A"))
    assert (g.state.card[0], g.state.bag.F, g.state.reserve, g.state.drawn) == ("F", 7, 9, 0)
    assert not g.state.laid_book


def test_set_aside_one_to_n_tokens_while_saving():
    g = two("F BW BB", plays("Ben", "T23A", "S3", "S1"), cards=(2, 3))
    assert g.state.card == (None, "BW", None, None, None)
    ((tool, tokens),) = g.state.aside
    assert (tool, sorted(tokens)) == ("T23A", ["BB", "F"])
    assert g.state.bag == (4, 4, 6, 6, 6)
    assert two("F BW", plays("Ana", "T24A", "S1"), cards=(2, 3)).state.aside == (("T24A", ("F",)),)
    assert two("F BW", plays("Ana", "T25A", "S2"), cards=(2, 3)).state.aside == (("T25A", ("BW",)),)


def test_set_aside_codes_stay_codes():
    g = two("F03 BW2", plays("Ana", "T23A", "S1", "S2"), cards=(2, 3))
    assert g.state.aside == (("T23A", ("F03", "BW2")),)
    assert g.rule(drew("BW2")) == "fire.bag.twice"


def test_back_to_bag_one_to_n_tokens_while_saving():
    g = two("F BW BB", plays("Ben", "T26A", "S3", "S1"), cards=(2, 3))
    assert (g.state.card, g.state.bag) == ((None, "BW", None, None, None), (4, 5, 6, 6, 7))
    assert (g.state.aside, g.state.discard) == ((), ("T26A",))
    assert two("F BW", plays("Ana", "T27A", "S2"), cards=(2, 3)).state.card == ("F", None, None, None, None)
    assert two("F BW", plays("Ana", "T06A", "S1"), cards=(2, 3)).state.bag.F == 7


def test_move_token_to_an_empty_space():
    g = two("F BW BB", plays("Ana", "T08A", "S2", "S5"), cards=(2, 3))
    assert g.state.card == ("F", None, "BB", None, "BW")
    assert two("BW BB", plays("Ana", "T29A", "S1", "S4"), cards=(2, 3)).state.card == (None, "BB", None, "BW", None)


def test_move_token_a_fire_never_to_a_risk_space_and_it_triggers_nothing():
    g = ana_with_all(5, "F BW", plays("Ana", "T28A", "S1", "S3"))
    assert (g.state.card, g.state.phase) == ((None, "BW", "F", None, None), "saving")
    assert ana_with_all(5, "F BW").rule(plays("Ana", "T28A", "S1", "S4")) == "fire.tool.pick"


def test_choose_of_the_table_tells_n_tokens_and_the_active_places_one():
    g = ana_with_all(5, "BW", plays("Ana", "T30A"))
    assert (g.state.pending.what, g.state.pending.n, g.state.pending.tokens) == ("look", 3, ())
    g = g.then(drew("BP2 BY"))
    assert g.acts() == ["TABLE"]
    assert g.state.pending.tokens == ("BP2", "BY")
    assert g.state.card == ("BW", None, None, None, None)
    g = g.then(drew("F"))
    assert g.acts() == ["Ana"]
    assert g.state.bag == (3, 5, 5, 6, 6)
    assert sorted(g.legal("Ana")) == [f'Ana Place {{"token": "{token}"}}' for token in ("BP2", "BY", "F")]
    for wrong in ("BP", "BP1", "BW", "?", "BY1"):
        assert g.rule(f'Ana Place {{"token": "{wrong}"}}') == "fire.tool.pick"
    g = g.then('Ana Place {"token": "BP2"}')
    assert (g.state.card, g.state.bag, g.state.drawn) == (("BW", "BP2", None, None, None), (3, 5, 6, 6, 7), 4)


def test_choose_of_two_alike_places_one_of_them():
    g = ana_with_all(5, "", plays("Ana", "T07A"), drew("BW BW"), 'Ana Place {"token": "BW"}')
    assert (g.state.card[0], g.state.bag.BW) == ("BW", 6)
    assert g.state.discard == ("T07A",)


def test_choose_of_fewer_if_the_bag_has_fewer():
    g = ana_with_all(5, "BW", 'TABLE Recount {"tokens": ["BY"], "accept": true}', plays("Ana", "T30A"), drew("BY"))
    assert g.acts() == ["Ana"]
    assert g.then('Ana Place {"token": "BY"}').state.card[:2] == ("BW", "BY")


def test_choose_of_a_placed_fire_is_tested():
    g = ana_with_all(5, "F", plays("Ana", "T07A"), drew("BW F"), 'Ana Place {"token": "F"}')
    assert (g.state.phase, g.state.trigger) == ("spread", 2)
    assert ana_with_all(5, "", plays("Ana", "T07A"), drew("BW F"), 'Ana Place {"token": "F"}').state.phase == "saving"


def test_choose_of_goes_into_the_leftmost_gap():
    g = ana_with_all(5, "BW BB", plays("Ana", "T27A", "S1"), plays("Ana", "T07A"), drew("BY F"), 'Ana Place {"token": "BY"}')
    assert g.state.card == ("BY", "BB", None, None, None)


# --- effects: spread --------------------------------------------------------------------------------------------------


def test_set_aside_the_trigger_and_saving_goes_on():
    g = game(BEN_ON_2, saves("Ben", "F01 BW F02"), plays("Ben", "T02A", "S3"), drew("F03"))
    assert (g.state.phase, g.state.trigger, g.state.card[2]) == ("spread", 3, "F03")
    assert (g.state.bag.F, g.state.aside) == (4, (("T02A", ("F02",)),))


def test_set_aside_books_do_not_burn():
    g = game(BEN_ON_2, saves("Ben", "BP BW F"), plays("Ben", "T04A", "S1"), "Ben Burn {}")
    assert g.state.tops == ("LP1", "LB1", "LY1", "LW3")
    one_of_two = game(BEN_ON_2, saves("Ben", "BP BW F"), plays("Ben", "T04A", "S1", "S2"), "Ben Burn {}")
    assert one_of_two.state.tops == ("LP1", "LB1", "LY1", "LW2")
    assert game(BEN_ON_2, saves("Ben", "BP BW F")).rule(plays("Ben", "T04A", "S3")) == "fire.tool.pick"


def test_set_aside_any_with_the_trigger_among_them_stops_the_spread():
    g = two("BW F", plays("Ben", "T47A", "S1", "S2"))
    assert (g.state.phase, g.state.card) == ("saving", (None,) * 5)
    assert g.state.aside == (("T47A", ("BW", "F")),)
    assert two("BW F", plays("Ben", "T47A", "S1")).state.phase == "spread"


def test_set_aside_fires_in_a_spread():
    g = two("F BW F", plays("Ana", "T61A", "S1", "S3"), cards=(2, 3))
    assert (g.state.phase, g.state.card) == ("saving", (None, "BW", None, None, None))
    assert two("F BW F", cards=(2, 3)).rule(plays("Ana", "T61A", "S2")) == "fire.tool.pick"


def test_back_to_bag_in_a_spread():
    assert two("BW F", plays("Ben", "T33A", "S2")).state.phase == "saving"
    assert two("BW F").rule(plays("Ben", "T33A", "S1")) == "fire.spread.stop"
    g = two("BW F", plays("Ben", "T34A", "S1"))
    assert (g.state.phase, g.state.card, g.state.bag.BW) == ("spread", (None, "F", None, None, None), 7)
    assert two("BW F").rule(plays("Ben", "T34A", "S2")) == "fire.tool.pick"
    assert two("BW F").rule(plays("Ben", "T32A", "S3")) == "fire.tool.pick"


def test_no_embers_icons_of_this_spread_add_nothing():
    g = game(BEN_ON_2, saves("Ben", "BW BW F"), plays("Ana", "T05A"))
    assert g.state.no_embers
    g = g.then("Ben Burn {}")
    assert (g.state.tops[3], g.state.bag.F, g.state.reserve, g.state.no_embers) == ("LW4", 7, 10, False)


def test_no_embers_is_forgotten_if_the_spread_is_stopped():
    g = game(BEN_ON_2, saves("Ben", "BW BW F02"), plays("Ben", "T05A"), plays("Ben", "T03A", "S3"))
    assert (g.state.phase, g.state.no_embers) == ("saving", False)
    g = g.then(drew("F02"), "Ben Burn {}")
    assert (g.state.tops[3], g.state.bag.F) == ("LW4", 8)


def test_no_embers_by_another():
    assert two("BW F", plays("Ben", "T60A")).state.no_embers
    assert two("BW F").rule(plays("Ana", "T60A")) == "fire.tool.who"


# --- effects: after scoring, end --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tokens", "tool", "points"),
    [
        ("BW BB", "T54A", 4), ("BW BB", "T35A", 1 * 1), ("F BP BW", "T36A", 2), ("F BP BW", "T37A", 2), ("BW BB", "T38A", 0),
        ("F BP BW BP BY", "T38A", 6), ("F BP BW BP BY", "T39A", 6), ("BB BB", "T40A", 6), ("BY F", "T41A", 3), ("BW", "T42A", 3),
        ("BP", "T42A", 0), ("F", "T37A", 0),
    ],
)  # fmt: skip
def test_points_n_or_n_for_each(tokens, tool, points):
    g = two(tokens, cards=(2, 3)).then("Ana Stop {}")
    if g.state.phase == "reward":
        g = g.then(from_deck("Ana"))
    before = g.state.scores[0]
    left = len(g.hand("Ana")) - 1
    g = g.then(plays("Ana", tool))
    assert g.state.scores[0] - before == (left if tool == "T35A" else points)
    told = [line for line in g.lines() if line[2] == "fire.tool.points"]
    assert len(told) == (1 if g.state.scores[0] != before else 0)


def test_points_go_to_whoever_played_the_tool():
    g = after("BW", plays("Ben", "T54A"))
    assert g.state.scores == (1, 4)
    assert g.lines()[-1][:3] == ("Ben", 4, "fire.tool.points")
    assert after("BW", plays("Ben", "T42A")).state.scores == (1, 3)


def test_points_tool_counts_the_tools_left_in_the_hand_of_the_player():
    g = after("BW", plays("Ben", "T35A"))
    assert g.state.scores == (1, 1)


def test_again_the_current_value_of_that_book_once_more():
    g = after("BW BB", plays("Ana", "T13A", "S2"))
    assert g.state.scores == (1 + 2 + 2 + 2, 0)
    assert after("BW BB", plays("Ben", "T43A", "S1")).state.scores == (5, 1)
    moved_on = after("BW BB", tops("LP1 LB3 LY1 LW1"), plays("Ana", "T13A", "S2"))
    assert moved_on.state.scores == (5 + 5, 0)
    for wrong in ("S3", "S9", "P"):
        assert after("BW BB").rule(plays("Ana", "T13A", wrong)) == "fire.tool.pick"
    assert after("F").rule(plays("Ana", "T13A", "S1")) == "fire.tool.pick"


def test_take_tools_n_times_then_back_to_scored():
    g = after("BW BW", plays("Ana", "T14A"))
    assert (g.state.phase, g.state.owed) == ("reward", 2)
    g = g.then(from_deck("Ana"))
    assert (g.state.phase, g.state.owed) == ("reward", 1)
    assert g.rule(plays("Ana", "T12A")) == "fire.tool.window"
    g = g.then(from_market("Ana"))
    assert (g.state.phase, g.state.owed, len(g.hand("Ana"))) == ("scored", 0, 3)
    assert g.allows(plays("Ana", "T12A")) and g.allows("Ana EndTurn {}")


def test_take_tools_as_far_as_there_are_tools():
    g = game(deal(1, 2), scored("Ana", "BW BW"), **FREE)
    g = nothing_left(g).then(ruling(by_hand(tools="? market hand1")), ruling(by_hand(tools="? market hand1")))
    g = g.then(plays("Ana", "T14A"))
    assert g.state.phase == "reward"
    g = g.then(from_market("Ana"))
    if g.state.phase == "reward":
        g = g.then(from_market("Ana"))
    assert (g.state.phase, g.state.deck, g.state.discard) == ("scored", 0, ())


def test_cool_up_to_n_fires_from_the_bag_aside():
    assert after("BW", plays("Ben", "T15A")).state.reserve == 11
    g = after("BW", plays("Ben", "T45A"))
    assert (g.state.bag.F, g.state.reserve) == (4, 13)
    g = after("BW", fires(-5), plays("Ben", "T45A"))
    assert (g.state.bag.F, g.state.reserve) == (0, 17)


def test_feed_up_to_n_fires_from_aside_to_the_bag():
    g = after("BW", plays("Ben", "T16A"))
    assert (g.state.bag.F, g.state.reserve) == (8, 9)
    g = after("BW", plays("Ben", "T46A"))
    assert (g.state.bag.F, g.state.reserve) == (17, 0)


def test_burn_section_any_takes_the_section_chosen():
    g = after("BW", plays("Ana", "T17A", "B"))
    assert g.state.tops == ("LP1", "LB2", "LY1", "LW1")
    for wrong in ("X", "S1", "PB", "p", ""):
        assert after("BW").rule(plays("Ana", "T17A", wrong)) == "fire.tool.pick"


def test_burn_section_lowest_takes_the_lowest_burn_index_and_icons_count():
    g = after("BW", tops("LP2 LB2 LY2 LW4"), plays("Ben", "T44A"))
    assert (g.state.tops, g.state.bag.F) == (("LP2", "LB2", "LY3", "LW4"), 8)
    assert after("BW").rule(plays("Ben", "T44A", "P")) == "fire.tool.pick"


# --- effects: turn order ----------------------------------------------------------------------------------------------

FOUR = "\n".join([deal(1, 2, 3, 4), *(cheap_turn(name) for name in ("Ana", "Ben", "Cleo", "Dan"))])


def four(*texts):
    return game(FOUR, *texts, seats="Ana, Ben, Cleo, Dan")


def test_swap_cards_own_for_that_of_another():
    g = four(choose("Ana", 4), choose("Ben", 3), choose("Cleo", 1), choose("Dan", 2), plays("Ana", "T10A", "C2"))
    assert g.state.turn_cards == (2, 3, 1, 4)
    assert g.state.active == 2
    g = g.then(plays("Cleo", "T10B", "C4"))
    assert (g.state.turn_cards, g.state.active) == ((2, 3, 4, 1), 3)


def test_swap_cards_own_card_must_be_chosen():
    g = four(choose("Ana", 4))
    assert g.rule(plays("Ben", "T10A", "C4")) == "fire.tool.pick"
    assert g.rule(plays("Ana", "T10A", "C4")) == "fire.tool.pick"
    assert g.rule(plays("Ana", "T10A", "C1")) == "fire.tool.pick"
    g = g.then(choose("Ben", 1), plays("Ben", "T10A", "C4"))
    assert (g.state.turn_cards, g.state.phase) == ((1, 4, None, None), "choosing")


def test_swap_cards_for_a_free_one_in_the_middle():
    g = four(choose("Ana", 4), plays("Ana", "T11A", "C2"))
    assert g.state.turn_cards == (2, None, None, None)
    assert g.allows(choose("Ben", 4))
    assert g.rule(choose("Ben", 2)) == "fire.order.taken"
    assert four(choose("Ana", 4)).rule(plays("Ben", "T11A", "C2")) == "fire.tool.pick"
    assert four(choose("Ana", 4)).rule(plays("Ana", "T11A", "C5")) == "fire.tool.pick"
    assert four(choose("Ana", 4)).rule(plays("Ana", "T11A", "C4")) == "fire.tool.pick"


def test_swap_cards_in_the_middle_makes_another_the_first():
    g = game(BEN_ON_2, plays("Ana", "T11A", "C1"))
    assert (g.state.turn_cards, g.state.phase, g.state.active) == ((1, 2), "ready", 0)


def test_swap_cards_of_two_others():
    g = four(choose("Ana", 4), choose("Ben", 3), choose("Cleo", 1))
    g = g.then(plays("Dan", "T09A", "C4", "C1"))
    assert g.state.turn_cards == (1, 3, 4, None)
    assert g.rule(plays("Ana", "T09B", "C1", "C3")) == "fire.tool.pick"
    assert g.rule(plays("Ana", "T09B", "C3", "C3")) == "fire.tool.pick"
    assert g.rule(plays("Ana", "T09B", "C3", "C2")) == "fire.tool.pick"
    assert g.rule(plays("Ana", "T09B", "C3")) == "fire.tool.pick"
    g = g.then(choose("Dan", 2), plays("Dan", "T09B", "C1", "C3"))
    assert (g.state.turn_cards, g.state.active) == ((3, 1, 4, 2), 1)


def test_swap_cards_with_a_robot_who_has_chosen():
    g = game(
        deal(1, 2), cheap_turn("Ana"), saves("TABLE", "BW BB BY"), "TABLE Stop {}", "TABLE EndTurn {}", choose("Ana", 3),
        choose("TABLE", 1), plays("Ana", "T56A", "C1"), seats="Ana", robots=1, box=EVERYTHING,
    )  # fmt: skip
    assert (g.state.turn_cards, g.state.active) == ((1, 3), 0)


def test_a_turn_order_tool_is_played_although_ages_are_due():
    ana = [scored("Ana", "F"), from_deck("Ana"), "Ana EndTurn {}"]
    g = game(deal(1, 2), *ana, scored("Ben", "F"), from_deck("Ben"), "Ben EndTurn {}", box=EVERYTHING)
    assert g.then(plays("Ana", "T48A"), by_hand()).state.phase == "choosing"


def test_back_to_bag_for_the_trigger_fits_nothing_while_books_are_saved():
    for space in ("S1", "S2"):
        assert ana_with_all(6, "BW F").rule(plays("Ana", "T53A", space)) == "fire.spread.stop"
    assert not [ask for ask in ana_with_all(6, "BW F", 'Ana Held {"tool": "T53A"}').asks("Ana") if "T53A" in str(ask[3]["tool"])]


def test_take_tools_more_than_there_are_takes_them_all():
    g = after("BW BW", *[ruling(by_hand(tools="? deck hand1"))] * 40)
    g = nothing_left(g).then(plays("Ana", "T52A"))
    for _ in range(5):
        if g.state.phase == "reward":
            g = g.then(from_market("Ana"))
    assert g.state.phase == "scored"
    assert (g.state.market.count("?"), g.state.deck, g.state.owed) == (0, 0, 0)
