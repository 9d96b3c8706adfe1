"""The nineteen situations of the specification's section 12, and the worked values of its section 7."""

from __future__ import annotations

from companion.games import fire
from companion.rules import HIDDEN
from tests.games.firetable import (
    BEN_ON_2,
    CHEAP,
    by_hand,
    cheap_turn,
    choose,
    deal,
    drew,
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


def test_situation_1_the_lowest_card_dealt_begins_and_card_1_is_not_used():
    g = game(deal(3, 2))
    assert (g.state.phase, g.state.active, g.state.turn_cards) == ("ready", 1, (3, 2))
    assert g.acts() == ["Ben"]


def test_situation_2_the_second_fire_spreads_and_one_book_burns():
    g = game(deal(2, 3), saves("Ana", "BY F F"))
    assert (g.state.phase, g.state.trigger) == ("spread", 3)
    g = g.then("Ana Burn {}")
    assert g.state.tops == ("LP1", "LB1", "LY2", "LW1")
    assert g.state.bag == (4, 5, 6, 7, 7)
    assert (g.state.phase, g.state.scores[0]) == ("reward", 0)


def test_situation_3_a_first_fire_on_a_risk_space():
    g = game(deal(1, 2), saves("Ana", "BW F"))
    assert (g.state.phase, g.state.trigger) == ("spread", 2)
    assert g.then("Ana Burn {}").state.tops == ("LP1", "LB1", "LY1", "LW2")


def test_situation_4_four_books_and_the_last_risk_space():
    g = game(deal(6), scored("Ana", "F BW BB BY BP"), seats="Ana")
    assert [line[1] for line in g.lines()] == [1, 2, 2, 3, 2]
    assert (g.state.scores, g.state.phase) == ((10,), "scored")


def test_situation_5_an_icon_of_a_card_that_is_gone_too_counts():
    g = game(deal(3, 4, 1), cheap_turn("Cleo"), saves("Ana", "BY BY BY F"), seats="Ana, Ben, Cleo")
    assert (g.state.phase, g.state.trigger) == ("spread", 4)
    g = g.then("Ana Burn {}")
    assert g.state.tops[2] == "LY4"
    assert (g.state.bag.F, g.state.reserve) == (8, 9)


def test_situation_6_a_fire_on_the_gloves_and_the_next_makes_it_spread_again():
    g = game(BEN_ON_2, saves("Ben", "F01 BW F02"), plays("Ben", "T02A", "S3"))
    assert g.state.phase == "saving"
    g = g.then(drew("F03"))
    assert (g.state.phase, g.state.card) == ("spread", ("F01", "BW", "F03", None, None))
    assert (g.state.bag.F, g.state.aside) == (4, (("T02A", ("F02",)),))


def test_situation_7_a_book_was_laid_and_none_is_left_so_nothing_burns():
    g = game(BEN_ON_2, saves("Ben", "F01 BW F02"), plays("Ben", "T04A", "S2"), "Ben Burn {}")
    assert g.state.tops == ("LP1", "LB1", "LY1", "LW2")
    assert g.state.phase == "reward"


def test_situation_8_sand_is_forgotten_when_the_spread_is_stopped():
    g = game(BEN_ON_2, saves("Ben", "BW BW F02"), plays("Ben", "T05A"), plays("Ben", "T03A", "S3"), drew("F02"), "Ben Burn {}")
    assert g.state.tops[3] == "LW4"
    assert (g.state.bag.F, g.state.reserve) == (8, 9)


def test_situation_9_a_slingshot_at_a_robot_whose_next_space_is_a_risk_space():
    g = game(deal(2, 1), saves("TABLE", "BB"), seats="Ana", robots=1, **FREE)
    assert g.rule(plays("Ana", "T01A")) == "fire.tool.no_arson"


def test_situation_10_a_robot_counts_the_fire_of_a_slingshot():
    g = game(deal(3, 2), "TABLE StartSaving {}", plays("Ana", "T01A"), drew("BB"), seats="Ana", robots=1, **FREE)
    assert g.state.card == ("F", "BB", None, None, None)
    assert g.rule("TABLE Stop {}") == "fire.robot.three"
    assert g.then(drew("BY")).allows("TABLE Stop {}")


def test_situation_11_ben_was_there_first():
    g = game(
        deal(3, 1, 2), cheap_turn("Ben"), cheap_turn("Cleo"), cheap_turn("Ana"), ruling(by_hand(points="1, 0, 0")),
        choose("Ben", 3), choose("Cleo", 4), choose("Ana", 2), saves("Ana", "BB"), seats="Ana, Ben, Cleo",
    )  # fmt: skip
    assert g.state.scores == (2, 1, 1)
    g = g.then('TABLE Clash {"tools": [null, "T01A", "T01B"]}')
    assert g.acts() == ["Ben"]
    assert g.rule(plays("Cleo", "T01B")) == "fire.tool.clash"
    g = g.then(plays("Ben", "T01A"))
    assert g.state.card == ("BB", "F", None, None, None)
    assert g.hand("Cleo").count("T01B") == 1
    assert g.rule(plays("Cleo", "T01B")) == "fire.tool.no_arson"


def test_situation_12_what_ana_tells_of_her_hand_stays_hers():
    g = game(deal(1, 2), 'Ana Held {"tool": "T05A"}')
    seen = fire.view(g.state, 1)
    assert seen.hands == ((HIDDEN, HIDDEN), (HIDDEN, HIDDEN))
    assert fire.to_act(seen) == fire.to_act(g.state)
    in_turn = g.then("Ana StartSaving {}")
    assert fire.to_act(fire.view(in_turn.state, 1)) == fire.to_act(in_turn.state)


def test_situation_13_the_discards_become_the_deck_when_a_slot_is_refilled():
    five = ", ".join(f"{tool} deck discard" for tool in ("T01A", "T01B", "T01C", "T01D", "T02A"))
    g = game(deal(1, 2), 'TABLE TurnedUp {"tool": "T03A"}', ruling(by_hand(tools=five)), scored("Ana", "BW"))
    g = g.then(*[ruling(by_hand(tools="? deck hand1"))] * g.state.deck)
    assert (g.state.deck, len(g.state.discard)) == (0, 5)
    g = g.then(from_market("Ana", "T03A"))
    assert (g.state.deck, g.state.discard, g.state.market[0]) == (4, (), HIDDEN)


def test_situation_14_a_crowbar_reveals_a_destroyed_card():
    g = game(BEN_ON_2, tops("LP4 LB1 LY1 LW2"), scored("Ben", "BW BB BY"), plays("Ben", "T17A", "P"))
    assert g.state.tops[0] == "LP5"
    assert (g.state.phase, g.state.scores) == ("ended", (1, 1 + 2 + 2 + 2 + 2))
    assert g.rule("Ana StartSaving {}") == "fire.turn.step"
    assert g.then("TABLE CountUp {}").state.phase == "over"


def test_situation_15_inventory_counts_hidden_cards_that_are_left():
    g = game(deal(1, 2), ruling(by_hand(tools="? deck hand0, ? deck hand0")), tops("LP5 LB1 LY1 LW1"), plays("Ana", "T18A"))
    assert g.hand("Ana") == (HIDDEN,) * 3
    assert g.lines() == [("Ana", 3, "fire.tool.points", 4)]
    none = game(deal(1, 2), ruling(by_hand(tools="? hand0 deck")), tops("LP5 LB1 LY1 LW1"), plays("Ana", "T18A"))
    assert none.lines() == []


def test_situation_16_a_ruling_gives_points_and_the_figure_lies_on_top():
    move = by_hand(points="0, 2").removeprefix("TABLE ")
    assert move == 'ByHand {"tokens": [], "points": [0, 2], "turn_cards": [], "tools": []}'
    g = game(CHEAP, ruling(by_hand(points="2, 0")), ruling(move))
    assert g.state.scores == (3, 3)
    assert g.lines()[-1] == ("Ben", 2, "fire.byhand.points", len(g.entries))
    assert g.state.arrival[1] > g.state.arrival[0]


def test_situation_17_the_lone_librarians_sixth_turn():
    g = game(deal(1), cheap_turn("Ana"), seats="Ana")
    for card in (2, 3, 4, 5):
        g = g.then(choose("Ana", card), cheap_turn("Ana"))
    g = g.then(choose("Ana", 6), scored("Ana", "BW"), from_deck("Ana"))
    before = g.state.tops
    g = g.then("Ana EndTurn {}")
    assert (g.state.phase, g.state.tops) == ("ended", before)


def test_situation_17_without_tools_stop_and_burn_end_the_turn_in_one():
    g = game(deal(1), scored("Ana", "BW"), seats="Ana", tools=False)
    assert (g.state.phase, g.state.scores, g.state.round) == ("choosing", (1,), 2)
    g = g.then(choose("Ana", 2), saves("Ana", "F F"), "Ana Burn {}")
    assert (g.state.phase, g.state.round) == ("choosing", 3)
    for card in (3, 4, 5, 6):
        g = g.then(choose("Ana", card), scored("Ana", "BB"))
    assert g.state.phase == "over"


def test_situation_18_a_fire_that_fills_the_card_scores_nothing():
    g = game(deal(3), saves("Ana", "BW BW BB BB F"), seats="Ana", full_card_ends=True)
    assert (g.state.phase, g.state.trigger, g.state.scores) == ("spread", 5, (0,))


def test_situation_19_a_recount_that_agrees_changes_nothing():
    full = '", "'.join(["BP"] * 4 + ["BB"] * 5 + ["BY"] * 6 + ["BW"] * 7 + ["F"] * 7)
    g = game(deal(1, 2))
    counted = g.then(f'TABLE Recount {{"tokens": ["{full}"], "accept": false}}')
    assert counted.state == g.state
    assert len(counted.entries) == len(g.entries) + 1


def test_worth_of_card_2_with_three_books():
    g = game(deal(2, 3), scored("Ana", "BP BW BY"))
    assert [line[1] for line in g.lines()] == [3, 1, 2, 2]
    assert (g.state.scores[0], g.state.phase) == (8, "scored")


def test_worth_of_a_fire_and_a_book_is_1_and_a_tool():
    g = game(deal(2, 3), scored("Ana", "F BW"))
    assert (g.state.scores[0], g.state.phase) == (1, "reward")


def test_worth_of_two_purple_books_and_a_fire_on_the_risk_space():
    g = game(deal(2, 3), saves("Ana", "BP BP F"))
    assert g.state.phase == "spread"
    g = g.then("Ana Burn {}")
    assert (g.state.tops[0], g.state.bag.F, g.state.phase) == ("LP3", 8, "reward")


def test_the_seeds_slingshot_example():
    g = game(deal(2, 3, 4), "Ana StartSaving {}", plays("Ben", "T01A"), seats="Ana, Ben, Cleo", **FREE)
    assert g.state.card[0] == "F"
    assert g.rule(plays("Cleo", "T01B")) == "fire.tool.no_arson"
    assert g.rule(plays("Ben", "T01B")) == "fire.tool.no_arson"
