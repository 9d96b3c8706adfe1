"""Tools in Fire in the Library: rules 47 to 61, and every effect with every `what` and window (specification, 5b)."""

from __future__ import annotations

import pytest

from companion.games.fire import to_act, view
from tests.games.firetable import (
    BEN_ON_2,
    EVERYTHING,
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
    plays,
    ruling,
    saves,
    scored,
    tops,
)  # fmt: skip

FREE = {"tools_in_first_round": True}


def ana_on(card, tokens="", *texts, **options):
    """Ana, the lone librarian, was dealt *card* and saves these tokens; every tool there can be is in the game."""
    return game(deal(card), saves("Ana", tokens), *texts, seats="Ana", box=EVERYTHING, **FREE | options)


def two(tokens="", *texts, cards=(1, 2), **options):
    """Ana on the lower card saves these tokens, Ben looks on."""
    return game(deal(*cards), saves("Ana", tokens), *texts, box=EVERYTHING, **FREE | options)


def after(tokens="BW", *texts, **options):
    """Ana stopped with these tokens on card 1 and took what tool was due."""
    g = two(tokens, "Ana Stop {}", **options)
    return (g.then(from_deck("Ana")) if g.state.phase == "reward" else g).then(*texts)


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
    g = ana_on(6, "F01 F02", plays("Ana", "T02A", "S2"), drew("F03"))
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
    assert ana_on(6, tokens).rule(line) == "fire.tool.pick"


def test_fire_tool_nothing_no_fire_where_it_is_taken():
    no_fire = ana_on(6, "BW", fires(-7))
    assert no_fire.state.bag.F == 0
    assert no_fire.rule(plays("Ana", "T21A")) == "fire.tool.nothing"
    assert no_fire.allows(plays("Ana", "T22A"))
    assert no_fire.then("Ana Stop {}", from_deck("Ana")).rule(plays("Ana", "T15A")) == "fire.tool.nothing"
    none_aside = ana_on(6, "BW", fires(10))
    assert none_aside.rule(plays("Ana", "T22A")) == "fire.tool.nothing"
    assert none_aside.allows(plays("Ana", "T21A"))
    assert none_aside.then("Ana Stop {}", from_deck("Ana")).rule(plays("Ana", "T46A")) == "fire.tool.nothing"


def test_fire_tool_nothing_an_empty_bag_for_a_torch():
    g = ana_on(6, "BW", 'TABLE Recount {"tokens": [], "accept": true}')
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


def nothing_left(g):
    """All tools of the deck by hand into Ben's hand."""
    return g.then(*[ruling(by_hand(tools="? deck hand1"))] * g.state.deck)


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
    g = ana_on(5, "F BW", plays("Ana", "T28A", "S1", "S3"))
    assert (g.state.card, g.state.phase) == ((None, "BW", "F", None, None), "saving")
    assert ana_on(5, "F BW").rule(plays("Ana", "T28A", "S1", "S4")) == "fire.tool.pick"


def test_choose_of_the_table_tells_n_tokens_and_the_active_places_one():
    g = ana_on(5, "BW", plays("Ana", "T30A"))
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
    g = ana_on(5, "", plays("Ana", "T07A"), drew("BW BW"), 'Ana Place {"token": "BW"}')
    assert (g.state.card[0], g.state.bag.BW) == ("BW", 6)
    assert g.state.discard == ("T07A",)


def test_choose_of_fewer_if_the_bag_has_fewer():
    g = ana_on(5, "BW", 'TABLE Recount {"tokens": ["BY"], "accept": true}', plays("Ana", "T30A"), drew("BY"))
    assert g.acts() == ["Ana"]
    assert g.then('Ana Place {"token": "BY"}').state.card[:2] == ("BW", "BY")


def test_choose_of_a_placed_fire_is_tested():
    g = ana_on(5, "F", plays("Ana", "T07A"), drew("BW F"), 'Ana Place {"token": "F"}')
    assert (g.state.phase, g.state.trigger) == ("spread", 2)
    assert ana_on(5, "", plays("Ana", "T07A"), drew("BW F"), 'Ana Place {"token": "F"}').state.phase == "saving"


def test_choose_of_goes_into_the_leftmost_gap():
    g = ana_on(5, "BW BB", plays("Ana", "T27A", "S1"), plays("Ana", "T07A"), drew("BY F"), 'Ana Place {"token": "BY"}')
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
        assert ana_on(6, "BW F").rule(plays("Ana", "T53A", space)) == "fire.spread.stop"
    assert not [ask for ask in ana_on(6, "BW F", 'Ana Held {"tool": "T53A"}').asks("Ana") if "T53A" in str(ask[3]["tool"])]


def test_take_tools_more_than_there_are_takes_them_all():
    g = after("BW BW", *[ruling(by_hand(tools="? deck hand1"))] * 40)
    g = nothing_left(g).then(plays("Ana", "T52A"))
    for _ in range(5):
        if g.state.phase == "reward":
            g = g.then(from_market("Ana"))
    assert g.state.phase == "scored"
    assert (g.state.market.count("?"), g.state.deck, g.state.owed) == (0, 0, 0)
