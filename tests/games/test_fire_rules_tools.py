"""Tools in Fire in the Library: where they are, when and by whom they are played (rules 47 to 61)."""

from __future__ import annotations

import pytest

from companion.games.fire import to_act, view
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
    lines,
    nothing_left,
    plays,
    ruling,
    saves,
    scored,
    tops,
    two,
)  # fmt: skip

# --- tools off --------------------------------------------------------------------------------------------------------


def test_fire_tool_off_no_market_no_hands_no_deck_no_windows():
    g = game(deal(1, 2), tools=False)
    assert (g.state.market, g.state.hands, g.state.deck) == ((None,) * 3, ((), ()), 0)
    for line in (
        plays("Ana", "T01A"), 'Ana Held {"tool": "T01A"}', 'TABLE TurnedUp {"tool": "T01A"}',
        'TABLE Clash {"tools": ["T01A", null]}',
        plays("Ben", "T99Z"),
    ):  # fmt: skip
        assert g.rule(line) == "fire.tool.off"


def test_fire_tool_off_a_stop_and_a_burn_end_the_turn_at_once():
    g = game(deal(1, 2), scored("Ana", "BW"), tools=False)
    assert (g.state.phase, g.state.active, g.state.scores) == ("ready", 1, (1, 0))
    g = g.then(saves("Ben", "F BW F"), "Ben Burn {}")
    assert (g.state.phase, g.state.active) == ("choosing", None)
    assert g.rule('Ana Swap {"tool": "T01A"}') == "fire.tool.off"
    assert g.acts() == ["Ben"]


# --- where a tool is --------------------------------------------------------------------------------------------------


def test_fire_tool_elsewhere_a_discarded_tool_and_when_it_was_discarded():
    g = game(BEN_ON_2, saves("Ben", "BY F02 F03"), plays("Ben", "T03A", "S3"), drew("F04"))
    refused = g.refuses(plays("Ben", "T03A", "S3"))
    assert refused.rule == "fire.tool.elsewhere"
    at = len(lines(BEN_ON_2)) + 5
    for part in ("Bucket", "T03A", f"entry {at}"):
        assert part in refused.words


def test_fire_tool_elsewhere_the_market_is_open_and_another_hand_is_not_told():
    g = game(deal(2, 1), 'TABLE TurnedUp {"tool": "T01A"}', 'Ana Held {"tool": "T02A"}', "Ben StartSaving {}", **FREE)
    market = g.refuses('Ben Held {"tool": "T01A"}')
    assert market.rule == "fire.tool.elsewhere"
    assert "market" in market.words
    secret = g.refuses('Ben Held {"tool": "T02A"}')
    assert secret.rule == "fire.tool.elsewhere"
    assert "Ana" not in secret.words and "hand" not in secret.words
    assert g.rule('Ana Held {"tool": "T02A"}') == "fire.tool.elsewhere"
    assert g.rule('TABLE TurnedUp {"tool": "T02A"}') == "fire.tool.elsewhere"


def test_fire_tool_elsewhere_a_tool_in_play():
    g = ana_with_all(6, "F01 F02", plays("Ana", "T02A", "S2"), drew("F03"))
    assert g.rule(plays("Ana", "T02A", "S2")) == "fire.tool.elsewhere"
    assert g.allows(plays("Ana", "T02B", "S2"))


def test_fire_tool_hand_nothing_in_this_hand_can_be_this_tool():
    g = game(deal(1, 2), 'Ana Held {"tool": "T06A"}', 'Ana Held {"tool": "T07A"}', saves("Ana", "F"), **FREE)
    assert g.hand("Ana") == ("T06A", "T07A")
    assert g.rule(plays("Ana", "T06B", "S1")) == "fire.tool.hand"
    assert g.rule('Ana Held {"tool": "T08A"}') == "fire.tool.hand"
    g = g.then(plays("Ana", "T06A", "S1"))
    assert g.hand("Ana") == ("T07A",)


def test_fire_tool_hand_a_hidden_card_may_be_any_unseen_tool():
    g = game(deal(1, 2), saves("Ana", "F"), **FREE).then(plays("Ana", "T06B", "S1"))
    assert g.hand("Ana") == ("?",)
    assert g.state.discard == ("T06B",)


def test_fire_tool_hand_an_empty_hand_plays_nothing():
    g = game(deal(1, 2), saves("Ana", "F"), plays("Ana", "T06B", "S1"), drew("F"), plays("Ana", "T06A", "S1"), drew("F"), **FREE)
    assert g.rule(plays("Ana", "T06C", "S1")) == "fire.tool.hand"


# --- when and who -----------------------------------------------------------------------------------------------------


def test_fire_tool_first_round_no_tool_is_played():
    g = game(deal(1, 2), saves("Ana", "F"))
    assert g.rule(plays("Ana", "T06A", "S1")) == "fire.tool.first_round"
    assert g.rule(plays("Ben", "T01A")) == "fire.tool.first_round"
    assert g.acts() == ["Ana", "TABLE"]
    assert g.then(drew("BW F"), "Ana Burn {}", from_deck("Ana")).rule(plays("Ana", "T11A", "C3")) == "fire.tool.first_round"


def test_fire_tool_first_round_with_the_option_all_but_turn_order_tools_are():
    g = game(deal(1, 2), **FREE)
    assert g.rule(plays("Ana", "T11A", "C3")) == "fire.tool.first_round"
    assert g.then(saves("Ana", "F")).allows(plays("Ana", "T06A", "S1"))
    assert two("F F").allows(plays("Ana", "T03A", "S2"))
    assert after("BW").allows(plays("Ana", "T12A"))


def test_fire_tool_first_round_end_tools_are_always_allowed():
    g = game(deal(1, 2), tops("LP5 LB1 LY1 LW1"))
    assert (g.state.round, g.state.phase) == (1, "ended")
    assert g.then(plays("Ben", "T19A")).state.scores == (0, 3)


WINDOWS = {
    "turn_order": plays("Ben", "T11A", "C1"),
    "saving": plays("Ben", "T07A"),
    "spread": plays("Ben", "T03A", "S3"),
    "after_scoring": plays("Ben", "T12A"),
    "end": plays("Ben", "T19A"),
}
PHASES = {
    "ready": (BEN_ON_2, {"turn_order"}),
    "saving": (f"{BEN_ON_2}\n{saves('Ben', 'F BW')}", {"saving"}),
    "spread": (f"{BEN_ON_2}\n{saves('Ben', 'F BW F')}", {"spread"}),
    "reward": (f"{BEN_ON_2}\n{scored('Ben', 'F BW')}", set()),
    "scored": (f"{BEN_ON_2}\n{scored('Ben', 'F BW')}\n{from_deck('Ben')}", {"after_scoring"}),
    "ended": (f"{BEN_ON_2}\n{tops('LP5 LB1 LY1 LW2')}", {"end"}),
}


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("window", WINDOWS)
def test_fire_tool_window_a_tool_is_played_in_its_window(phase, window):
    text, open_ = PHASES[phase]
    g = game(text)
    assert g.state.phase == phase
    if window in open_:
        assert g.allows(WINDOWS[window])
    else:
        assert g.rule(WINDOWS[window]) == "fire.tool.window"


def test_fire_tool_window_turn_order_ends_when_the_first_bag_of_the_round_is_taken():
    g = game(BEN_ON_2)
    assert g.allows(plays("Ana", "T11A", "C1"))
    g = g.then(cheap_turn("Ben"))
    assert (g.state.phase, g.state.active) == ("ready", 0)
    assert g.rule(plays("Ana", "T11A", "C1")) == "fire.tool.window"


def test_fire_tool_window_after_scoring_is_not_before_the_tool_reward_is_taken():
    assert two("BW", "Ana Stop {}").rule(plays("Ana", "T12A")) == "fire.tool.window"


def test_fire_tool_who_active_other_or_any():
    g = two("F")
    assert g.rule(plays("Ben", "T06A", "S1")) == "fire.tool.who"
    assert g.rule(plays("Ana", "T01A")) == "fire.tool.who"
    assert g.allows(plays("Ana", "T21A")) and g.allows(plays("Ana", "T06A", "S1"))
    safe = two("BW", cards=(2, 3))
    assert safe.allows(plays("Ben", "T01A")) and safe.allows(plays("Ben", "T21A"))


def test_fire_tool_who_in_a_robots_turn_everybody_is_another():
    g = game(deal(2, 1), saves("TABLE", "BW"), seats="Ana", robots=1, box=EVERYTHING, **FREE)
    assert g.rule(plays("Ana", "T08A", "S1", "S2")) == "fire.tool.who"
    assert g.then(plays("Ana", "T23A", "S1")).state.card == (None,) * 5


@pytest.mark.parametrize(
    ("tokens", "line"),
    [
        ("BW F", plays("Ana", "T06A", "S9")),
        ("BW F", plays("Ana", "T06A", "S3")),
        ("BW F", plays("Ana", "T06A", "S1")),
        ("BW F", plays("Ana", "T06A")),
        ("BW F", plays("Ana", "T06A", "S2", "S1")),
        ("BW F", plays("Ana", "T06A", "C1")),
        ("BW F", plays("Ana", "T06A", "")),
        ("BW F", plays("Ana", "T23A", "S1", "S1")),
        ("BW F BB", plays("Ana", "T23A", "S1", "S2", "S3")),
        ("BW F", plays("Ana", "T25A", "S2")),
        ("BW F", plays("Ana", "T08A", "S1")),
        ("BW F", plays("Ana", "T08A", "S1", "S2")),
        ("BW F", plays("Ana", "T08A", "S3", "S4")),
        ("BW F", plays("Ana", "T08A", "S2", "S5")),
        ("BW F", plays("Ana", "T28A", "S1", "S3")),
        ("BW F", plays("Ana", "T29A", "S2", "S3")),
        ("BW", plays("Ana", "T21A", "S1")),
        ("BW", plays("Ana", "T07A", "S1")),
        ("BW F", plays("Ana", "T20A", "S1")),
    ],
)
def test_fire_tool_pick_the_choice_does_not_fit_the_tool(tokens, line):
    assert ana_with_all(6, tokens).rule(line) == "fire.tool.pick"


def test_fire_tool_nothing_no_fire_where_it_is_taken():
    no_fire = ana_with_all(6, "BW", fires(-7))
    assert no_fire.state.bag.F == 0
    assert no_fire.rule(plays("Ana", "T21A")) == "fire.tool.nothing"
    assert no_fire.allows(plays("Ana", "T22A"))
    assert no_fire.then("Ana Stop {}", from_deck("Ana")).rule(plays("Ana", "T15A")) == "fire.tool.nothing"
    none_aside = ana_with_all(6, "BW", fires(10))
    assert none_aside.rule(plays("Ana", "T22A")) == "fire.tool.nothing"
    assert none_aside.allows(plays("Ana", "T21A"))
    assert none_aside.then("Ana Stop {}", from_deck("Ana")).rule(plays("Ana", "T46A")) == "fire.tool.nothing"


def test_fire_tool_nothing_an_empty_bag_for_a_torch():
    g = ana_with_all(6, "BW", 'TABLE Recount {"tokens": [], "accept": true}')
    assert g.rule(plays("Ana", "T07A")) == "fire.tool.nothing"


def test_fire_tool_nothing_no_tool_to_take():
    g = game(deal(1, 2), scored("Ana", "BW BW"), **FREE)
    g = g.then(*[ruling(by_hand(tools="? deck hand1"))] * 28)
    assert g.state.deck == 0
    assert g.allows(plays("Ana", "T14A"))
    for _ in range(3):
        g = g.then(ruling(by_hand(tools="? market hand1")))
    assert (g.state.market, g.state.deck, g.state.discard) == ((None,) * 3, 0, ())
    assert g.rule(plays("Ana", "T14A")) == "fire.tool.nothing"


def test_fire_tool_nothing_points_may_be_played_for_0():
    g = after("BW", plays("Ana", "T36A"))
    assert g.state.scores == (1, 0)
    assert len(g.lines()) == 1


def test_fire_tool_no_arson_another_may_not_make_the_fire_spread():
    assert two("BW").rule(plays("Ben", "T01A")) == "fire.tool.no_arson"
    assert two("F").rule(plays("Ben", "T01A")) == "fire.tool.no_arson"
    assert two("").allows(plays("Ben", "T01A"))
    assert two("").then(plays("Ben", "T01A")).state.phase == "saving"


def test_fire_tool_no_arson_a_second_slingshot_is_refused():
    g = two("", plays("Ben", "T01A"), cards=(2, 3))
    assert g.rule(plays("Ben", "T01B")) == "fire.tool.no_arson"


def test_fire_tool_no_arson_doing_it_to_yourself_is_allowed():
    g = two("BW", plays("Ana", "T21A"))
    assert (g.state.phase, g.state.trigger, g.state.drawn) == ("spread", 2, 1)
    assert two("F", plays("Ana", "T22A")).state.phase == "spread"


def test_fire_tool_resolved_it_is_discarded_at_once_and_any_number_may_be_played():
    g = after("BW", plays("Ana", "T12A"), plays("Ana", "T13A", "S1"), plays("Ana", "T12B"))
    assert g.state.discard == ("T12A", "T13A", "T12B")
    assert g.state.scores == (1 + 2 + 1 + 2, 0)
    assert g.hand("Ana") == ()


def test_fire_tool_resolved_tokens_on_it_return_at_the_end_of_the_turn():
    g = two("BW BB", plays("Ben", "T23A", "S1"))
    assert (g.state.aside, g.state.discard, g.state.bag) == ((("T23A", ("BW",)),), (), (4, 4, 6, 6, 7))
    g = g.then("Ana Stop {}", "Ana EndTurn {}")
    assert (g.state.aside, g.state.discard, g.state.bag) == ((), ("T23A",), (4, 5, 6, 7, 7))


# --- clash ------------------------------------------------------------------------------------------------------------


def clash(*tools):
    told = ", ".join("null" if tool is None else f'"{tool}"' for tool in tools)
    return f'TABLE Clash {{"tools": [{told}]}}'


def test_fire_tool_clash_the_lower_score_plays_and_the_other_takes_it_back_known():
    g = game(deal(1, 2), ruling(by_hand(points="5, 3")), saves("Ana", "BW"), clash("T07A", "T20A"), **FREE)
    assert g.state.pending.what == "clash"
    assert (g.state.pending.seat, g.state.pending.tool) == (1, "T20A")
    assert g.hand("Ana").count("T07A") == 1
    assert g.hand("Ben").count("T20A") == 1
    assert g.rule(plays("Ana", "T07A")) == "fire.tool.clash"
    assert g.rule(plays("Ben", "T01A")) == "fire.tool.clash"
    g = g.then(plays("Ben", "T20A"), by_hand())
    assert g.state.pending is None
    assert g.allows(plays("Ana", "T07A"))


def test_fire_tool_clash_on_a_tie_the_one_who_was_there_first():
    for first, order in ((1, (1, 2)), (2, (2, 1))):
        g = game(deal(*order), cheap_turn("Ana" if first == 1 else "Ben"), cheap_turn("Ben" if first == 1 else "Ana"))
        ready = g.then(*((choose("Ana", 3), choose("Ben", 1)) if first == 1 else (choose("Ben", 1), choose("Ana", 3))))
        assert ready.rule(clash("T11A", "T11A")) == "fire.tool.elsewhere"
        g = ready.then("Ben StartSaving {}", clash("T20A", "T07A"))
        assert g.state.pending.seat == first - 1


def test_fire_tool_clash_at_0_the_youngest_and_ages_must_be_told():
    g = game(deal(1, 2), saves("Ana", "BW"), **FREE)
    assert g.rule(clash("T07A", "T20A")) == "fire.order.youngest"
    assert g.then('TABLE Ages {"rank": [2, 1]}', clash("T07A", "T20A")).state.pending.seat == 1
    assert g.then('TABLE Ages {"rank": [1, 2]}', clash("T07A", "T20A")).state.pending.seat == 0


def test_fire_tool_clash_of_three_only_the_lowest_plays():
    g = game(deal(1, 2, 3), ruling(by_hand(points="5, 3, 4")), saves("Ana", ""), seats="Ana, Ben, Cleo", **FREE)
    g = g.then(clash("T07A", "T01A", "T01B"))
    assert (g.state.pending.seat, g.state.pending.tool) == (1, "T01A")
    g = g.then(plays("Ben", "T01A"))
    assert g.rule(plays("Cleo", "T01B")) == "fire.tool.no_arson"
    assert g.then(plays("Ana", "T07A")).state.pending.what == "look"


def test_fire_tool_clash_needs_two_tools_each_playable():
    g = game(deal(1, 2), ruling(by_hand(points="5, 3")), saves("Ana", "BW"), **FREE)
    assert g.rule(clash("T07A", None)) == "fire.tool.clash"
    assert g.rule(clash(None, None)) == "fire.tool.clash"
    assert g.rule(clash("T07A")) == "fire.tool.clash"
    assert g.rule(clash("T07A", "T01A")) == "fire.tool.no_arson"
    assert g.rule(clash("T07A", "T12A")) == "fire.tool.window"
    assert g.rule(clash("T06A", "T20A")) == "fire.tool.pick"
    assert g.rule(clash("T07A", "T07B")) == "fire.tool.who"
    assert g.rule(clash("T20A", "T20A")) == "fire.tool.elsewhere"


def test_fire_tool_clash_can_be_settled_by_nothing_else():
    g = game(deal(1, 2), ruling(by_hand(points="5, 3")), saves("Ana", "BW"), clash("T07A", "T20A"), **FREE)
    assert g.acts() == ["Ben"]
    for line in ("Ana Stop {}", drew("BW"), "Ana Draw {}", clash("T07A", "T20A")):
        assert g.rule(line) == "fire.turn.pending"
    assert g.allows('TABLE Tops {"cards": ["LP1", "LB1", "LY1", "LW1"], "accept": false}')


# --- points, market, deck ---------------------------------------------------------------------------------------------


def test_fire_tool_points_one_line_at_the_entry_of_the_tool():
    g = after("BW", plays("Ana", "T12A"))
    assert g.lines()[-1] == ("Ana", 2, "fire.tool.points", len(g.entries))
    assert "Medal" in str(g.state.ledger[-1][1].why)
    assert g.state.arrival[0] == max(x for x in g.state.arrival if x is not None)


def test_fire_tool_market_only_a_tool_that_lies_there():
    g = game(deal(1, 2), *[f'TABLE TurnedUp {{"tool": "T0{n}A"}}' for n in (1, 2, 3)], scored("Ana", "BW"))
    assert g.rule('TABLE TurnedUp {"tool": "T04A"}') == "fire.tool.market"
    assert g.rule(from_market("Ana", "T04A")) == "fire.tool.market"
    assert g.rule(from_market("Ana")) == "fire.tool.market"
    g = g.then(from_market("Ana", "T02A"))
    assert g.state.market == ("T01A", "?", "T03A")
    assert g.hand("Ana")[-1] == "T02A"


def test_fire_tool_market_an_unseen_tool_or_a_hidden_one_takes_the_leftmost_hidden_slot():
    g = game(deal(1, 2), 'TABLE TurnedUp {"tool": "T01A"}', scored("Ana", "BW"))
    assert g.then(from_market("Ana", "T04A")).state.market == ("T01A", "?", "?")
    assert g.then(from_market("Ana", "T04A")).hand("Ana") == ("?", "?", "T04A")
    assert g.then(from_market("Ana")).hand("Ana") == ("?", "?", "?")
    assert g.then(from_market("Ana")).state.market == ("T01A", "?", "?")
    assert g.then(from_market("Ana", "T01A")).state.market == ("?", "?", "?")


def test_fire_tool_market_a_deck_tool_may_be_told():
    g = game(deal(1, 2), 'TABLE TurnedUp {"tool": "T01A"}', scored("Ana", "BW"))
    assert g.then(from_deck("Ana", "T04A")).hand("Ana") == ("?", "?", "T04A")
    assert g.rule(from_deck("Ana", "T01A")) == "fire.tool.elsewhere"
    assert g.then(from_deck("Ana")).state.deck == 27


def test_fire_tool_empty_the_discards_are_shuffled_into_the_deck():
    g = nothing_left(game(deal(1, 2), ruling(by_hand(tools="T01A deck discard, T01B deck discard")), scored("Ana", "BW")))
    assert (g.state.deck, g.state.discard) == (0, ("T01A", "T01B"))
    g = g.then(from_deck("Ana"))
    assert (g.state.deck, g.state.discard, g.hand("Ana")) == (1, (), ("?", "?", "?"))


def test_fire_tool_empty_a_shuffled_tool_is_unseen_again():
    g = nothing_left(game(deal(1, 2), ruling(by_hand(tools="T01A deck discard, T01B deck discard")), scored("Ana", "BW")))
    assert g.rule('Ben Held {"tool": "T01A"}') == "fire.tool.elsewhere"
    assert g.then(from_deck("Ana")).allows('Ana Held {"tool": "T01A"}')
    assert g.then(from_deck("Ana", "T01A")).hand("Ana") == ("?", "?", "T01A")


def test_fire_tool_empty_with_neither_no_tool_is_drawn_and_a_slot_stays_empty():
    g = nothing_left(game(deal(1, 2), scored("Ana", "BW")))
    refused = g.refuses(from_deck("Ana"))
    assert refused.rule == "fire.tool.empty"
    g = g.then(from_market("Ana"))
    assert g.state.market == (None, "?", "?")
    assert (g.state.deck, g.state.discard) == (0, ())


def test_fire_tool_empty_the_slot_is_filled_when_the_next_tool_is_taken():
    g = nothing_left(game(deal(1, 2), scored("Ana", "BW"))).then(from_market("Ana"), "Ana EndTurn {}")
    g = g.then(saves("Ben", "BW"), ruling(by_hand(tools="T01A hand1 discard")), ruling(by_hand(tools="T01B hand1 discard")))
    g = g.then("Ben Stop {}", from_market("Ben"))
    assert g.state.market.count("?") == 3
    assert (g.state.deck, g.state.discard) == (0, ())


def test_fire_tool_empty_without_any_tool_the_reward_is_nothing():
    g = nothing_left(game(deal(1, 2), saves("Ana", "BW"))).then(*[ruling(by_hand(tools="? market hand1"))] * 3)
    g = g.then("Ana Stop {}")
    assert (g.state.phase, g.state.scores) == ("scored", (1, 0))
    burnt = nothing_left(game(deal(1, 2), saves("Ana", "F F"))).then(*[ruling(by_hand(tools="? market hand1"))] * 3)
    burnt = burnt.then("Ana Burn {}")
    assert (burnt.state.phase, burnt.state.active) == ("ready", 1)


# --- told -------------------------------------------------------------------------------------------------------------


def test_fire_tool_told_the_table_first_tells_market_and_hands():
    g = game(tools_told=True)
    assert g.state.untold == (3, 2, 2)
    assert g.acts() == ["TABLE"]
    assert g.rule(deal(1, 2)) == "fire.tool.told"
    assert game().state.untold is None


TOLD = "\n".join(
    [*(f'TABLE TurnedUp {{"tool": "T0{n}A"}}' for n in (1, 2, 3)), *(f'TABLE Held {{"tool": "T0{n}A"}}' for n in (4, 5, 6, 7))]
)


def test_fire_tool_told_hands_in_seat_order():
    g = game(TOLD, tools_told=True)
    assert (g.state.market, g.state.hands) == (("T01A", "T02A", "T03A"), (("T04A", "T05A"), ("T06A", "T07A")))
    assert g.state.untold == (0, 0, 0)
    assert g.then(deal(1, 2)).state.phase == "ready"


def test_fire_tool_told_only_turned_up_and_held_are_legal_and_the_table_alone_acts():
    g = game(TOLD, deal(1, 2), scored("Ana", "BW"), from_market("Ana", "T01A"), tools_told=True)
    assert g.state.market == ("?", "T02A", "T03A")
    assert g.state.untold == (1, 0, 0)
    assert g.acts() == ["TABLE"]
    assert {name for _, name, _, _ in g.asks()} == {"TurnedUp"}
    assert g.legal() == []
    for line in (
        "Ana EndTurn {}",
        'TABLE Recount {"tokens": [], "accept": true}',
        'TABLE Ages {"rank": [1, 2]}',
        plays("Ana", "T04A"),
    ):
        assert g.rule(line) == "fire.tool.told"
    g = g.then('TABLE TurnedUp {"tool": "T08A"}')
    assert (g.state.untold, g.state.market) == ((0, 0, 0), ("T08A", "T02A", "T03A"))
    assert g.then("Ana EndTurn {}").state.active == 1


def test_fire_tool_told_when_a_tool_is_drawn_from_the_deck():
    g = game(TOLD, deal(1, 2), scored("Ana", "BW"), from_deck("Ana"), tools_told=True)
    assert g.state.untold == (0, 1, 0)
    assert g.rule('TABLE TurnedUp {"tool": "T08A"}') == "fire.tool.market"
    g = g.then('TABLE Held {"tool": "T08A"}')
    assert (g.state.untold, g.hand("Ana")) == ((0, 0, 0), ("T04A", "T05A", "T08A"))
    named = game(TOLD, deal(1, 2), scored("Ana", "BW"), from_deck("Ana", "T08A"), tools_told=True)
    assert (named.state.untold, named.hand("Ana")) == ((0, 0, 0), ("T04A", "T05A", "T08A"))


def test_fire_tool_told_after_a_swap_and_after_each_of_two_tools():
    told = game(
        TOLD, deal(1, 2), *(cheap_turn(name).replace('"?"', f'"{tool}"') for name, tool in (("Ana", "T08A"), ("Ben", "T08B"))),
        tools_told=True,
    )  # fmt: skip
    swapped = told.then('Ben Swap {"tool": "T06A"}')
    assert swapped.state.untold == (0, 0, 1)
    assert swapped.acts() == ["TABLE"]
    assert swapped.then('TABLE Held {"tool": "T12A"}').hand("Ben") == ("T07A", "T08B", "T12A")
    whistle = game(
        TOLD.replace("T04A", "T14A"), deal(1, 2), scored("Ana", "BW BW"), plays("Ana", "T14A"), from_deck("Ana"),
        tools_told=True, **FREE,
    )  # fmt: skip
    assert whistle.state.untold == (0, 1, 0)
    assert whistle.rule(from_deck("Ana")) == "fire.tool.told"
    assert whistle.then('TABLE Held {"tool": "T12A"}', from_deck("Ana", "T12B")).state.phase == "scored"


def test_fire_tool_told_a_view_keeps_what_is_owed():
    g = game(TOLD, tools_told=True)
    seen = view(g.state, 1)
    assert seen.hands == (("?", "?"), ("T06A", "T07A"))
    assert seen.untold == (0, 0, 0)
    assert to_act(seen) == to_act(g.state)
