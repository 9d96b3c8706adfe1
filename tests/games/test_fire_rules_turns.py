"""Rules 18 to 39 of Fire in the Library: saving, the spread, the burning, the points, the end of a turn."""

from __future__ import annotations

import pytest

from tests.games.firetable import (
    BEN_ON_2,
    EVERYTHING,
    box_with,
    by_hand,
    cheap_turn,
    deal,
    drew,
    fires,
    from_deck,
    from_market,
    game,
    plays,
    ruling,
    saves,
    scored,
    tops,
)  # fmt: skip

FREE = {"tools_in_first_round": True}


def ana_on(card, tokens="", *texts, **options):
    """Ana, the lone librarian, was dealt *card* and saves these tokens."""
    return game(deal(card), saves("Ana", tokens), *texts, seats="Ana", **options)


# --- saving -----------------------------------------------------------------------------------------------------------


def test_fire_saving_leftmost_a_token_goes_to_the_leftmost_empty_space():
    assert ana_on(6, "BW BY3 F").state.card == ("BW", "BY3", "F", None, None)


def test_fire_saving_leftmost_also_into_a_gap():
    g = ana_on(6, "F BW BB", plays("Ana", "T06A", "S1"), **FREE)
    assert g.state.card == (None, "BW", "BB", None, None)
    assert g.then(drew("BY")).state.card == ("BY", "BW", "BB", None, None)


def test_fire_saving_leftmost_a_drawn_token_leaves_the_bag():
    g = ana_on(6, "BW BW5 F02")
    assert g.state.bag == (4, 5, 6, 5, 6)
    assert (g.state.drawn, g.state.laid_book) == (3, True)
    assert not ana_on(6, "F").state.laid_book


def test_fire_saving_full_no_sixth_token_is_drawn_or_laid():
    g = ana_on(6, "BW BW BB BB BY", **FREE)
    assert g.state.phase == "saving"
    for line in (drew("BY"), "Ana Draw {}", plays("Ana", "T07A")):
        assert g.rule(line) == "fire.saving.full"
    two = game(deal(2, 1), saves("Ben", "BW BW BB BB BY"), **FREE)
    assert two.rule(plays("Ana", "T01A")) == "fire.saving.full"


def test_fire_saving_one_at_least_one_token_is_drawn_before_stopping():
    assert ana_on(6).rule("Ana Stop {}") == "fire.saving.one"
    g = ana_on(6, must_draw=False).then("Ana Stop {}")
    assert (g.state.phase, g.state.scores) == ("reward", (0,))


def test_fire_saving_one_a_fire_from_a_slingshot_is_not_a_drawn_token():
    g = game(deal(1, 2), "Ana StartSaving {}", plays("Ben", "T01A"), **FREE)
    assert (g.state.card[0], g.state.drawn) == ("F", 0)
    assert g.rule("Ana Stop {}") == "fire.saving.one"


def test_fire_saving_one_the_tokens_of_a_torch_are_drawn():
    g = ana_on(6, "", plays("Ana", "T07A"), drew("BW F"), 'Ana Place {"token": "BW"}', **FREE)
    assert g.state.drawn == 2
    assert g.then("Ana Stop {}").state.scores == (1,)


def test_fire_saving_stop_any_time_before_the_fire_spreads():
    for tokens in ("BW", "F", "BW BB", "BW BB BY BP BW"):
        assert ana_on(6, tokens).allows("Ana Stop {}")


def test_fire_saving_stop_with_a_full_card_it_is_all_that_is_left_but_saving_tools():
    g = ana_on(6, "F BB BY BP BW", **FREE)
    assert g.legal("Ana") == ["Ana Stop {}"]
    assert g.acts() == ["Ana"]
    assert g.then(plays("Ana", "T06A", "S1")).allows(drew("BB"))


# --- the bag ----------------------------------------------------------------------------------------------------------


def test_fire_bag_open_no_token_is_hidden():
    assert ana_on(6).rule(drew("?")) == "fire.bag.open"
    assert ana_on(6, "", plays("Ana", "T07A"), **FREE).rule(drew("?")) == "fire.bag.open"


def test_fire_bag_twice_a_token_on_the_card_cannot_be_drawn_and_the_sentence_says_where_it_lies():
    g = game(deal(1, 2), saves("Ana", "BP2"))
    refused = g.refuses(drew("BP2"))
    assert refused.rule == "fire.bag.twice"
    for part in ("BP2", "Ana", "first space", "(entry 3)"):
        assert part in refused.words


def test_fire_bag_twice_neither_a_token_on_a_tool_nor_beside_it():
    g = ana_on(3, "F01 F02", plays("Ana", "T02A", "S2"), **FREE)
    assert g.state.aside == (("T02A", ("F02",)),)
    assert g.rule(drew("F02")) == "fire.bag.twice"
    look = ana_on(3, "", plays("Ana", "T07A"), drew("BW3"), **FREE)
    assert look.rule(drew("BW3")) == "fire.bag.twice"
    assert look.allows(drew("BW"))


def test_fire_bag_twice_nor_can_it_be_counted_in_the_bag():
    g = ana_on(3, "BP2")
    for accept in ("true", "false"):
        assert g.rule(f'TABLE Recount {{"tokens": ["BP2"], "accept": {accept}}}') == "fire.bag.twice"


def test_fire_bag_none_a_fifth_purple_book_and_where_the_others_are():
    g = ana_on(6, "BP BP2 BP BP")
    refused = g.refuses(drew("BP"))
    assert refused.rule == "fire.bag.none"
    for part in ("All 4 purple books are out", "spaces 1, 2, 3, 4"):
        assert part in refused.words
    assert g.rule(drew("BP1")) == "fire.bag.none"


def test_fire_bag_none_codes_and_kinds_name_the_same_tokens():
    assert ana_on(6, "BP1 BP2 BP3 BP4").rule(drew("BP")) == "fire.bag.none"


def test_fire_bag_none_nothing_is_drawn_from_an_empty_bag():
    g = ana_on(6, "BW", 'TABLE Recount {"tokens": [], "accept": true}')
    assert g.state.bag == (0, 0, 0, 0, 0)
    for kind in ("BP", "BB", "BY", "BW", "F"):
        assert g.rule(drew(kind)) == "fire.bag.none"
    assert g.rule("Ana Draw {}") == "fire.bag.none"


# --- the fire spreads -------------------------------------------------------------------------------------------------


def test_fire_spread_second_a_fire_laid_while_another_lies_on_the_card_spreads():
    g = ana_on(6, "F BW F")
    assert (g.state.phase, g.state.trigger) == ("spread", 3)


def test_fire_spread_second_also_when_the_other_lies_to_the_right_of_a_gap():
    g = ana_on(6, "BW F BB", plays("Ana", "T58A", "S1"), drew("F"), box=EVERYTHING, **FREE)
    assert g.state.card == ("F", "F", "BB", None, None)
    assert (g.state.phase, g.state.trigger) == ("spread", 1)


def test_fire_spread_second_a_fire_that_left_the_card_does_not_count():
    g = ana_on(6, "F BW", plays("Ana", "T06A", "S1"), drew("F"), **FREE)
    assert (g.state.phase, g.state.trigger) == ("saving", None)


def test_fire_spread_risk_a_first_fire_on_a_risk_space_spreads():
    g = ana_on(1, "BW F")
    assert (g.state.phase, g.state.trigger) == ("spread", 2)
    assert ana_on(6, "BW BB BY BP F").state.phase == "spread"


def test_fire_spread_safe_a_first_fire_on_a_safe_space_stays_takes_the_space_and_scores_nothing():
    g = ana_on(6, "F")
    assert (g.state.phase, g.state.card[0]) == ("saving", "F")
    g = g.then(drew("BW"), "Ana Stop {}")
    assert g.state.scores == (1,)


def test_fire_spread_decide_no_drawing_and_no_stopping_and_both_ways_on_are_named():
    g = game(deal(1, 2), saves("Ana", "F F"))
    for line in (drew("BW"), "Ana Draw {}", "Ana Stop {}", "Ben Stop {}", drew("ZZ")):
        refused = g.refuses(line)
        assert refused.rule == "fire.spread.decide"
        assert "tool" in refused.words and "burn" in refused.words
    assert g.legal("Ana") == ["Ana Burn {}"]


def test_fire_spread_stop_removing_the_fire_that_made_it_spread_stops_it_and_saving_goes_on():
    g = ana_on(6, "F BW F02", plays("Ana", "T03A", "S3"), **FREE)
    assert (g.state.phase, g.state.trigger, g.state.card) == ("saving", None, ("F", "BW", None, None, None))
    assert g.state.bag.F == 6
    assert g.allows("Ana Stop {}") and g.allows(drew("BW"))


def test_fire_spread_stop_removing_an_earlier_fire_is_no_help():
    g = ana_on(6, "F BW F", plays("Ana", "T31A", "S1"), box=EVERYTHING, **FREE)
    assert (g.state.phase, g.state.trigger, g.state.card) == ("spread", 3, (None, "BW", "F", None, None))
    assert g.rule("Ana Stop {}") == "fire.spread.decide"


@pytest.mark.parametrize("space", ["S1", "S2"])
def test_fire_spread_stop_a_tool_for_the_trigger_fits_no_other_space(space):
    g = ana_on(6, "F BW F", **FREE)
    for tool in ("T02A", "T03A"):
        assert g.rule(plays("Ana", tool, space)) == "fire.spread.stop"


def test_fire_spread_stop_among_several_tokens_too():
    g = ana_on(6, "F BW F", plays("Ana", "T32A", "S2", "S3"), box=EVERYTHING, **FREE)
    assert (g.state.phase, g.state.card) == ("saving", ("F", None, None, None, None))
    both = ana_on(6, "F BW F", plays("Ana", "T32A", "S3", "S1"), box=EVERYTHING, **FREE)
    assert (both.state.phase, both.state.card) == ("saving", (None, "BW", None, None, None))


# --- burning ----------------------------------------------------------------------------------------------------------


def test_fire_burn_books_the_top_card_of_the_section_goes_for_each_book_left_to_right():
    g = ana_on(2, "BP BP F", "Ana Burn {}")
    assert g.state.tops == ("LP3", "LB1", "LY1", "LW1")
    assert g.state.scores == (0,)
    assert g.state.ledger == ()
    assert (g.state.bag, g.state.reserve) == ((4, 5, 6, 7, 8), 9)


def test_fire_burn_books_a_book_that_made_room_for_itself_burns_too():
    g = ana_on(6, "F BW BB BY F", "Ana Burn {}")
    assert g.state.tops == ("LP1", "LB2", "LY2", "LW2")


def test_fire_burn_lowest_only_fires_drawn_takes_the_lowest_burn_index():
    g = ana_on(2, "F F", "Ana Burn {}")
    assert g.state.tops == ("LP1", "LB1", "LY1", "LW2")
    assert ana_on(2, "F F", tops("LP1 LB1 LY1 LW4"), "Ana Burn {}").state.tops == ("LP1", "LB1", "LY2", "LW4")


def test_fire_burn_lowest_if_all_books_were_saved_by_tools_nothing_burns():
    g = ana_on(2, "F BW F", plays("Ana", "T04A", "S2"), "Ana Burn {}", **FREE)
    assert g.state.tops == ("LP1", "LB1", "LY1", "LW1")


def test_fire_burn_lowest_nor_if_a_book_went_back_while_saving():
    g = ana_on(2, "BW", plays("Ana", "T27A", "S1"), drew("F F"), "Ana Burn {}", box=EVERYTHING, **FREE)
    assert g.state.tops == ("LP1", "LB1", "LY1", "LW1")


def test_fire_burn_lowest_a_torch_that_shows_a_book_and_places_the_fire_laid_no_book():
    g = ana_on(2, "", plays("Ana", "T07A"), drew("F BW"), 'Ana Place {"token": "F"}', drew("F"), "Ana Burn {}", **FREE)
    assert g.state.tops == ("LP1", "LB1", "LY1", "LW2")


def test_fire_burn_lowest_icons_of_the_next_card_count():
    g = ana_on(2, "F F", tops("LP1 LB1 LY1 LW2"), "Ana Burn {}")
    assert g.state.tops[3] == "LW3"
    assert g.state.bag.F == 8


def test_fire_burn_icons_also_on_a_card_that_the_same_burn_removes():
    g = ana_on(3, "BY BY BY F", "Ana Burn {}")
    assert g.state.tops[2] == "LY4"
    assert (g.state.bag.F, g.state.reserve) == (8, 9)


def test_fire_burn_icons_whatever_the_cause_of_the_burn():
    g = ana_on(3, "BW", "Ana Stop {}", from_deck("Ana"), tops("LP2 LB1 LY1 LW1"), plays("Ana", "T17A", "P"), **FREE)
    assert (g.state.tops[0], g.state.bag.F, g.state.reserve) == ("LP3", 8, 9)


def test_fire_burn_icons_of_all_sections_are_counted_together():
    g = ana_on(3, "BP BW BB F", tops("LP2 LB2 LY1 LW2"), "Ana Burn {}")
    assert g.state.tops == ("LP3", "LB3", "LY1", "LW3")
    assert (g.state.bag.F, g.state.reserve) == (10, 7)


def test_fire_burn_supply_if_fewer_fires_lie_aside_those_are_added():
    g = ana_on(3, "BP BW BB F", tops("LP2 LB2 LY1 LW2"), fires(8), "Ana Burn {}")
    assert (g.state.bag.F, g.state.reserve) == (17, 0)


def test_fire_burn_back_all_tokens_return_a_tool_must_be_taken_and_the_turn_is_over():
    g = game(deal(1, 2), saves("Ana", "BW F"), "Ana Burn {}")
    assert (g.state.phase, g.state.active) == ("reward", 0)
    assert g.state.bag == (4, 5, 6, 7, 7)
    assert g.state.card == (None,) * 5
    assert g.rule("Ana EndTurn {}") == "fire.turn.step"
    assert g.rule("Ben StartSaving {}") == "fire.turn.step"
    g = g.then(from_market("Ana"))
    assert (g.state.phase, g.state.active, g.state.turn_cards) == ("ready", 1, (None, 2))


def test_fire_burn_back_tokens_on_tools_too():
    g = ana_on(2, "F01 BW F02", plays("Ana", "T04A", "S2"), plays("Ana", "T02A", "S3"), drew("F03"), **FREE)
    assert g.state.aside == (("T04A", ("BW",)), ("T02A", ("F02",)))
    g = g.then("Ana Burn {}")
    assert g.state.bag == (4, 5, 6, 7, 7)
    assert g.state.aside == ()
    assert g.state.discard == ("T04A", "T02A")


def test_fire_burn_back_without_a_window_after_scoring():
    g = game(deal(1, 2), saves("Ana", "BW F"), "Ana Burn {}", **FREE)
    assert g.rule(plays("Ana", "T12A")) == "fire.tool.window"
    assert g.then(from_deck("Ana")).rule(plays("Ana", "T12A")) == "fire.tool.window"


# --- points -----------------------------------------------------------------------------------------------------------


def test_fire_score_knowledge_each_book_scores_the_value_now_on_top():
    g = ana_on(2, "BP BW BY", "Ana Stop {}")
    assert g.lines() == [
        ("Ana", 3, "fire.score.knowledge", 6),
        ("Ana", 1, "fire.score.knowledge", 6),
        ("Ana", 2, "fire.score.knowledge", 6),
        ("Ana", 2, "fire.score.bravery", 6),
    ]
    assert g.state.scores == (8,)
    assert ana_on(2, "BP", tops("LP3 LB1 LY1 LW1"), "Ana Stop {}").state.scores == (7,)


def test_fire_score_knowledge_the_line_names_the_book_its_value_and_the_card_on_top():
    line = ana_on(2, "BP3", "Ana Stop {}").state.ledger[0][1]
    assert (line.points, line.rule) == (3, "fire.score.knowledge")
    for part in ("BP3", "3", "LP1"):
        assert part in str(line.why)


def test_fire_score_bravery_is_the_number_of_the_rightmost_risk_space_with_a_token():
    for tokens, bravery in (("BW", 0), ("BW BW", 2), ("BW BW BW", 4), ("BW BW BW BW", 6), ("BW BW BW BW BW", 8)):
        assert ana_on(1, tokens, "Ana Stop {}").state.scores == (len(tokens.split()) + bravery,)
    why = str(ana_on(1, "BW BW", "Ana Stop {}").state.ledger[-1][1].why)
    assert "2" in why and "1" in why


def test_fire_score_bravery_the_rightmost_risk_space_counts_although_a_safe_one_lies_further_right():
    box = box_with(cards="3,1,tool,2,tool,tool,house")
    assert ana_on(3, "BW BW", "Ana Stop {}", box=box).state.scores == (3,)
    assert ana_on(3, "BW BW BW BW", "Ana Stop {}", box=box).state.scores == (6,)


def test_fire_score_bravery_reached_before_a_gap_was_made_behind():
    g = ana_on(1, "BW BW BW", plays("Ana", "T27A", "S3"), "Ana Stop {}", box=EVERYTHING, **FREE)
    assert g.state.scores == (2 + 2,)


def test_fire_score_tool_without_a_token_on_a_risk_space_a_tool_is_taken_instead():
    g = game(deal(2, 1), saves("Ben", "BW"), "Ben Stop {}")
    assert (g.state.phase, g.state.owed, g.state.scores) == ("reward", 1, (0, 1))
    assert g.rule("Ben EndTurn {}") == "fire.turn.step"
    assert g.then(from_deck("Ben")).state.phase == "scored"
    assert game(deal(2, 1), saves("Ben", "BW BW"), "Ben Stop {}").state.phase == "scored"


def test_fire_score_tool_a_token_moved_off_the_risk_space_no_longer_reaches_it():
    g = ana_on(2, "F BW BW", plays("Ana", "T06A", "S1"), plays("Ana", "T08A", "S3", "S1"), "Ana Stop {}", **FREE)
    assert (g.state.scores, g.state.phase) == ((2,), "reward")


def test_fire_score_track_who_comes_later_to_a_value_lies_on_top():
    g = game(deal(1, 2), cheap_turn("Ana"), cheap_turn("Ben"))
    ana, ben = g.state.arrival
    assert ana < ben


def test_fire_score_track_the_figure_moves_once_by_the_sum_and_there_is_no_upper_end():
    g = game(deal(1, 2), ruling(by_hand(points="200, 0")), ruling(by_hand(points="0, 195")), scored("Ana", "BW BW BW BW BW"))
    assert g.state.scores == (200 + 13, 195)
    assert g.state.arrival[0] > g.state.arrival[1]


def test_fire_score_track_lines_of_0_points_are_not_written():
    g = ana_on(6, "F", "Ana Stop {}")
    assert g.state.ledger == ()


def test_fire_score_back_tokens_and_tools_in_play_are_cleared_and_the_next_has_the_bag():
    g = game(deal(1, 3), saves("Ana", "F01 F02"), plays("Ana", "T02A", "S2"), drew("BW"), "Ana Stop {}", "Ana EndTurn {}", **FREE)
    state = g.state
    assert (state.bag, state.card, state.aside) == ((4, 5, 6, 7, 7), (None,) * 5, ())
    assert state.discard == ("T02A",)
    assert (state.drawn, state.laid_book, state.trigger, state.no_embers) == (0, False, None, False)
    assert (state.phase, state.active, state.turn_cards, state.done) == ("ready", 1, (None, 3), (0,))


# --- full_card_ends ---------------------------------------------------------------------------------------------------

FULL = {"full_card_ends": True, "tools_in_first_round": True}


def test_full_card_ends_a_drawn_token_that_fills_the_card_scores_at_once():
    g = ana_on(6, "BW BW BB BB BY", **FULL)
    assert (g.state.phase, g.state.scores) == ("scored", (1 + 1 + 2 + 2 + 2 + 2,))
    assert {line[3] for line in g.lines()} == {7}
    assert ana_on(6, "BW BW BB BB BY").state.phase == "saving"


def test_full_card_ends_without_a_risk_space_the_tool_is_taken():
    box = box_with(cards="6,tool,tool,tool,tool,tool,house")
    g = ana_on(6, "F BW BB BB BY", box=box, **FULL)
    assert (g.state.phase, g.state.owed) == ("reward", 1)


def test_full_card_ends_not_when_the_last_fire_makes_it_spread():
    g = ana_on(3, "BW BW BB BB F", **FULL)
    assert (g.state.phase, g.state.scores, g.state.trigger) == ("spread", (0,), 5)
    g = g.then(plays("Ana", "T03A", "S5"))
    assert g.state.phase == "saving"
    assert g.then(drew("BW")).state.phase == "scored"


def test_full_card_ends_by_a_placed_token():
    g = ana_on(6, "F BW BB BB", plays("Ana", "T07A"), drew("BY BW"), 'Ana Place {"token": "BY"}', **FULL)
    assert (g.state.phase, g.state.scores) == ("scored", (1 + 2 + 2 + 2 + 2,))


def test_full_card_ends_by_a_slingshot():
    box = box_with(cards="1,tool,tool,tool,tool,tool,house")
    g = game(deal(1, 2), saves("Ana", "BW BW BB BB"), plays("Ben", "T01A"), box=box, **FULL)
    assert (g.state.phase, g.state.scores) == ("reward", (6, 0))


def test_full_card_ends_by_hand():
    g = ana_on(6, "F BW BB BB", plays("Ana", "T20A"), by_hand(tokens="BY bag space5"), **FULL)
    assert (g.state.phase, g.state.scores) == ("scored", (1 + 2 + 2 + 2 + 2,))


def test_full_card_ends_by_a_ruling():
    g = ana_on(6, "F BW BB BB", ruling(by_hand(tokens="BY bag space5")), **FULL)
    assert (g.state.phase, g.state.scores) == ("scored", (1 + 2 + 2 + 2 + 2,))


def test_full_card_ends_nothing_when_a_full_card_is_only_rearranged():
    g = ana_on(6, "BW BB BB", **FULL)
    assert g.then(plays("Ana", "T08A", "S1", "S5")).state.phase == "saving"


def test_full_card_ends_alone_without_tools_ends_the_turn_too():
    g = ana_on(6, "BW BW BB BB BY", full_card_ends=True, tools=False)
    assert (g.state.phase, g.state.scores) == ("choosing", (10,))
    assert g.state.tops[3] == "LW2"


def test_full_card_ends_a_robots_turn_too():
    g = game(deal(2, 1), saves("TABLE", "BW BW BB BY BW"), seats="Ana", robots=1, robot_stops_at=5, full_card_ends=True)
    assert (g.state.phase, g.state.scores) == ("scored", (0, 1 + 1 + 2 + 2 + 1 + 8))


# --- round end in short -----------------------------------------------------------------------------------------------


def test_tools_in_play_wait_for_the_end_of_the_turn_in_order():
    g = game(BEN_ON_2, saves("Ben", "F01 BW F02"), plays("Ben", "T02A", "S3"), plays("Ben", "T06A", "S1"))
    assert g.state.aside == (("T02A", ("F02",)),)
    assert g.state.discard == ("T06A",)
    g = g.then("Ben Stop {}", from_deck("Ben"), "Ben EndTurn {}")
    assert g.state.discard == ("T06A", "T02A")
