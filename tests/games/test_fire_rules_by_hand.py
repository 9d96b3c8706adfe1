"""Done by hand in Fire in the Library: ByHand, Ruling, Recount and Tops (rules 62 to 67, specification 5c)."""

from __future__ import annotations

import json

import pytest

from tests.games.firetable import (
    BEN_ON_2,
    CHEAP,
    EVERYTHING,
    by_hand,
    cheap_turn,
    choose,
    deal,
    fires,
    from_deck,
    game,
    plays,
    ruling,
    saves,
    scored,
    tops,
)  # fmt: skip

FREE = {"tools_in_first_round": True}


def hand(tokens="", tool="T20A", who="Ana", cards=(2, 3), seats="Ana, Ben"):
    """Ana on the lower card saves these tokens; then a tool that is carried out by hand is played."""
    return game(deal(*cards), saves("Ana", tokens), plays(who, tool), seats=seats, box=EVERYTHING, **FREE)


# --- tokens -----------------------------------------------------------------------------------------------------------


def test_fire_byhand_conserve_every_piece_must_be_where_it_is_taken_from_and_its_place_free():
    g = hand("BW F BB2")
    for tokens in (
        "BY space1 bag", "BW space4 bag", "BB3 space3 bag", "BY bag space1", "F lost bag", "BW lost bag", "BB2 bag space4",
        "BW tool bag", "BW bag reserve", "BW bag space6", "BW bag nowhere", "BW nowhere bag", "BW space1 reserve", "F bag hand0",
        "BW bag space4, BW bag space4",
    ):  # fmt: skip
        assert g.rule(by_hand(tokens=tokens)) == "fire.byhand.conserve", tokens


def test_fire_byhand_conserve_one_entry_that_cannot_be_refuses_the_whole():
    g = hand("BW BB")
    assert g.rule(by_hand(tokens="BW space1 bag, BY space2 bag", points="3, 0")) == "fire.byhand.conserve"
    assert g.state.card == ("BW", "BB", None, None, None)


def test_by_hand_the_entries_are_carried_out_in_order():
    g = hand("BW BB").then(by_hand(tokens="BW space1 bag, BB space2 space1, BY bag space2"))
    assert g.state.card == ("BB", "BY", None, None, None)
    assert g.state.bag == (4, 4, 5, 7, 7)
    assert hand("BW BB").rule(by_hand(tokens="BB space2 space1, BW space1 bag")) == "fire.byhand.conserve"


def test_by_hand_a_bookmark_exchanges_a_token_and_lies_on_the_discard():
    g = hand("BW BB", who="Ben").then(by_hand(tokens="BW space1 bag, BP bag space1"))
    assert (g.state.card[0], g.state.pending, g.state.discard) == ("BP", None, ("T20A",))
    assert (g.state.phase, g.state.laid_book) == ("saving", True)


def test_by_hand_the_tool_waits_in_play_for_its_by_hand():
    g = hand("BW")
    assert (g.state.pending.what, g.state.pending.tool, g.state.pending.seat) == ("hand", "T20A", 0)
    assert "T20A" not in g.state.discard
    assert g.acts() == ["TABLE"]
    assert g.rule(plays("Ben", "T20A")) == "fire.turn.pending"
    assert g.then(by_hand()).state.discard == ("T20A",)


def test_by_hand_a_kind_may_name_a_code_and_a_code_a_kind():
    g = hand("BW3 BB").then(by_hand(tokens="BW space1 bag, BB4 space2 bag"))
    assert g.state.card == (None,) * 5
    assert g.state.bag == (4, 5, 6, 7, 7)


def test_by_hand_tokens_on_the_tool_stay_until_the_turn_ends():
    g = hand("BW BB").then(by_hand(tokens="BW space1 tool"))
    assert g.state.aside == (("T20A", ("BW",)),)
    assert g.state.discard == ()
    g = g.then("Ana Stop {}", *([from_deck("Ana")]), "Ana EndTurn {}")
    assert (g.state.aside, g.state.discard, g.state.bag) == ((), ("T20A",), (4, 5, 6, 7, 7))


def test_by_hand_reserve_and_lost():
    g = hand("BW").then(by_hand(tokens="F reserve bag, F bag lost, BW space1 lost, F bag reserve"))
    assert (g.state.reserve, g.state.lost, g.state.bag) == (10, (0, 0, 0, 1, 1), (4, 5, 6, 6, 6))
    g = g.then(ruling(by_hand(tokens="BW lost bag, F lost reserve")))
    assert (g.state.reserve, g.state.lost) == (11, (0, 0, 0, 0, 0))


def test_by_hand_foreign_and_hidden_tokens():
    assert hand("BW").rule(by_hand(tokens="BG bag space2")) == "fire.piece.foreign"
    assert hand("BW").rule(by_hand(tokens="? bag space2")) in ("fire.bag.open", "fire.byhand.conserve", "fire.piece.foreign")


def test_by_hand_a_fire_that_comes_to_the_card_is_tested_like_a_drawn_one():
    g = hand("F BW").then(by_hand(tokens="BW space2 bag, F bag space2"))
    assert (g.state.phase, g.state.trigger) == ("spread", 2)
    risk = hand("BW", cards=(2, 3)).then(by_hand(tokens="F bag space3"))
    assert (risk.state.phase, risk.state.trigger) == ("spread", 3)
    safe = hand("BW", cards=(2, 3)).then(by_hand(tokens="F bag space2"))
    assert (safe.state.phase, safe.state.trigger) == ("saving", None)


def test_fire_tool_no_arson_by_hand_when_the_tool_is_anothers():
    g = hand("F BW", who="Ben")
    assert g.rule(by_hand(tokens="BW space2 bag, F bag space2")) == "fire.tool.no_arson"
    assert g.allows(by_hand(tokens="F space1 bag, F bag space1"))


def test_by_hand_in_a_spread_if_the_trigger_is_gone_saving_goes_on():
    g = hand("F BW F", tool="T49A").then(by_hand(tokens="F space3 bag"))
    assert (g.state.phase, g.state.trigger, g.state.no_embers) == ("saving", None, False)
    still = hand("F BW F", tool="T49A").then(by_hand(tokens="F space1 bag"))
    assert (still.state.phase, still.state.trigger) == ("spread", 3)


def test_by_hand_the_trigger_exchanged_for_a_book_stops_it_too():
    g = hand("F BW F", tool="T49A").then(by_hand(tokens="F space3 bag, BB bag space3"))
    assert (g.state.phase, g.state.card) == ("saving", ("F", "BW", "BB", None, None))


# --- points -----------------------------------------------------------------------------------------------------------


def test_fire_byhand_points_one_number_a_participant():
    g = hand("BW").then(by_hand(points="2, 1"))
    assert g.state.scores == (2, 1)
    assert [line[:3] for line in g.lines()] == [("Ana", 2, "fire.byhand.points"), ("Ben", 1, "fire.byhand.points")]
    assert hand("BW").then(by_hand()).state.scores == (0, 0)
    for points in ("1", "1, 2, 3"):
        assert hand("BW").rule(by_hand(points=points)) in ("fire.byhand.conserve", "fire.byhand.points")


def test_fire_byhand_points_no_score_falls_below_0_and_the_line_says_how_far_it_moved():
    g = hand("BW").then(by_hand(points="3, 0"), ruling(by_hand(points="-5, 0")))
    assert g.state.scores == (0, 0)
    assert [line[1] for line in g.lines()] == [3, -3]


def test_fire_byhand_points_that_move_nothing_leave_the_figure_where_it_is():
    g = game(CHEAP, ruling(by_hand(points="0, 0")))
    assert g.state.arrival == game(CHEAP).state.arrival
    assert len(g.lines()) == 2


def test_fire_byhand_points_the_moved_figure_lies_on_top_of_any_other_at_that_value():
    g = game(CHEAP, ruling(by_hand(points="0, 2")))
    assert g.state.scores == (1, 3)
    g = g.then(ruling(by_hand(points="2, 0")))
    assert g.state.scores == (3, 3)
    assert g.state.arrival[0] > g.state.arrival[1]
    assert g.rule(choose("Ana", 1)) == "fire.order.lowest"


# --- turn order cards -------------------------------------------------------------------------------------------------


def test_by_hand_turn_cards_in_step_1():
    g = game(BEN_ON_2, plays("Ana", "T48A"), by_hand(turn_cards="1, 3"), box=EVERYTHING)
    assert (g.state.turn_cards, g.state.active, g.state.phase) == ((1, 3), 0, "ready")
    choosing = game(CHEAP, choose("Ana", 1), plays("Ben", "T48A"), box=EVERYTHING)
    assert choosing.then(by_hand(turn_cards="2, null")).state.turn_cards == (2, None)
    for wrong in ("1, 1", "1, 4", "1", "null, null, null"):
        assert choosing.rule(by_hand(turn_cards=wrong)) == "fire.byhand.conserve", wrong


def test_by_hand_turn_cards_chosen_for_all_start_the_turns():
    g = game(CHEAP, choose("Ana", 1), ruling(by_hand(turn_cards="3, 2")))
    assert (g.state.phase, g.state.active) == ("ready", 1)


def test_by_hand_turn_cards_taken_back_reopen_the_choice():
    g = game(BEN_ON_2, ruling(by_hand(turn_cards="3, null")))
    assert g.state.phase == "choosing"
    assert g.then(choose("Ben", 1)).state.active == 1


def test_by_hand_turn_cards_only_in_step_1():
    line = by_hand(turn_cards="3, 2")
    assert hand("BW").rule(line) == "fire.turn.step"
    assert game(BEN_ON_2, saves("Ben", "BW")).rule(ruling(line)) == "fire.turn.step"
    assert game(BEN_ON_2, cheap_turn("Ben")).rule(ruling(by_hand(turn_cards="3, null"))) == "fire.turn.step"


# --- tools ------------------------------------------------------------------------------------------------------------


def test_by_hand_tools_move_between_deck_discard_market_and_hands():
    g = hand("BW").then(by_hand(tools="T01A deck hand0, T02A hand1 discard, ? hand1 hand0"))
    assert g.hand("Ana") == ("?", "T01A", "?")
    assert g.hand("Ben") == ()
    assert (g.state.deck, g.state.discard[0]) == (len(EVERYTHING.tools_by_participants[2]) - 7 - 1, "T02A")


def test_by_hand_a_tool_that_goes_to_the_deck_becomes_unseen():
    g = hand("BW").then('Ana Held {"tool": "T01A"}', by_hand(tools="T01A hand0 deck"))
    assert g.state.deck == len(EVERYTHING.tools_by_participants[2]) - 7 + 1
    assert g.allows('Ben Held {"tool": "T01A"}')


def test_by_hand_the_market_is_refilled():
    g = hand("BW").then('TABLE TurnedUp {"tool": "T01A"}', by_hand(tools="T01A market hand0"))
    assert g.state.market == ("?", "?", "?")
    assert g.hand("Ana")[-1] == "T01A"
    assert g.state.deck == len(EVERYTHING.tools_by_participants[2]) - 7 - 1


def test_by_hand_tools_must_be_where_they_are_taken_from():
    g = hand("BW").then('TABLE TurnedUp {"tool": "T01A"}', 'Ana Held {"tool": "T02A"}')
    for tools in (
        "T01A hand0 discard", "T02A market discard", "T02A hand1 discard", "T03A discard deck", "T20A hand0 deck",
        "T03A deck hand2",
        "T03A deck hand7", "T03A deck shelf", "T01A deck hand0", "? discard hand0",
    ):  # fmt: skip
        assert g.rule(by_hand(tools=tools)) == "fire.byhand.conserve", tools
    assert g.rule(by_hand(tools="T99A deck hand0")) == "fire.piece.foreign"
    assert g.rule(by_hand(tools="T09A deck hand0")) == "fire.setup.few"


def test_by_hand_a_hidden_card_is_an_unseen_tool():
    g = hand("BW").then(by_hand(tools="T03A hand1 discard"))
    assert (g.hand("Ben"), g.state.discard[0]) == (("?",), "T03A")


# --- rulings ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "position",
    [
        "", deal(1, 2), f"{deal(1, 2)}\n{saves('Ana', 'BW')}", f"{deal(1, 2)}\n{saves('Ana', 'F F')}",
        f"{deal(1, 2)}\n{scored('Ana', 'BW')}", f"{deal(1, 2)}\n{scored('Ana', 'BW BW')}", CHEAP,
        f"{deal(1, 2)}\n{tops('LP5 LB1 LY1 LW1')}",
    ],
)  # fmt: skip
def test_a_ruling_may_contain_by_hand_in_any_phase_but_over(position):
    g = game(position, ruling(by_hand(points="0, 2")))
    assert g.state.scores[1] >= 2
    assert g.state.phase == game(position).state.phase


def test_fire_end_over_not_even_by_a_ruling():
    g = game(deal(1, 2), tops("LP5 LB1 LY1 LW1"), "TABLE CountUp {}")
    for line in (
        ruling(by_hand(points="0, 2")),
        by_hand(),
        tops("LP1 LB1 LY1 LW1"),
        'TABLE Recount {"tokens": [], "accept": true}',
    ):
        assert g.rule(line) == "fire.end.over"


def test_a_ruling_waives_no_rule_of_another_move():
    g = game(deal(1, 2))
    assert g.rule(ruling("Ben StartSaving {}")) == "fire.turn.order"
    assert g.rule(ruling(plays("Ana", "T11A", "C3"))) == "fire.tool.first_round"
    assert g.then(ruling("Ana StartSaving {}", 'Drew {"token": "BW"}')).state.card[0] == "BW"


def test_a_ruling_keeps_pieces():
    g = game(deal(1, 2), saves("Ana", "BW"))
    assert g.rule(ruling(by_hand(tokens="BY space1 bag"))) == "fire.byhand.conserve"


def test_a_ruling_that_brings_a_fire_makes_it_spread_and_one_that_takes_it_stops_it():
    g = game(deal(1, 2), saves("Ana", "BW"), ruling(by_hand(tokens="F bag space2")))
    assert (g.state.phase, g.state.trigger) == ("spread", 2)
    g = g.then(ruling(by_hand(tokens="F space2 bag")))
    assert g.state.phase == "saving"


def test_by_hand_outside_a_ruling_needs_its_tool():
    assert game(deal(1, 2), saves("Ana", "BW")).rule(by_hand()) == "fire.turn.step"


# --- recounts ---------------------------------------------------------------------------------------------------------


def count(*tokens, accept=False):
    told = [token for text in tokens for token in text.split()]
    return f'TABLE Recount {{"tokens": {json.dumps(told)}, "accept": {json.dumps(accept)}}}'


FULL = " ".join(["BP"] * 4 + ["BB"] * 5 + ["BY"] * 6 + ["BW"] * 7 + ["F"] * 7)
CODES = " ".join([
    *(f"BP{n}" for n in range(1, 5)), *(f"BB{n}" for n in range(1, 6)), *(f"BY{n}" for n in range(1, 7)),
    *(f"BW{n}" for n in range(1, 8)), *(f"F{n:02}" for n in range(1, 8)),
])  # fmt: skip


@pytest.mark.parametrize("accept", [True, False])
def test_fire_recount_differs_not_when_the_count_agrees(accept):
    g = game(deal(1, 2))
    assert g.then(count(FULL, accept=accept)).state == g.state
    assert g.then(count(CODES, accept=accept)).state == g.state
    assert g.then(count(CODES.replace("F01", "F17"), accept=accept)).state == g.state


def test_fire_recount_differs_says_kind_by_kind_what_is_over_or_short_and_which_code_is_missing():
    g = game(deal(1, 2))
    refused = g.refuses(count(CODES.replace(" BW3", "")))
    assert refused.rule == "fire.recount.differs"
    for part in ("white", "6", "7", "BW3"):
        assert part in refused.words
    assert "purple" not in refused.words


def test_fire_recount_differs_over_and_short_at_once():
    refused = game(deal(1, 2)).refuses(count(FULL.replace("BP ", "", 1), "F F"))
    assert refused.rule == "fire.recount.differs"
    for part in ("purple", "3", "4", "fire", "9", "7"):
        assert part in refused.words
    assert "black" not in refused.words and "white" not in refused.words


def test_fire_recount_twice_one_piece_named_twice():
    g = game(deal(1, 2))
    assert g.rule(count(CODES, "BP1")) == "fire.recount.twice"
    assert g.rule(count(CODES, "BP1", accept=True)) == "fire.recount.twice"


def test_fire_recount_too_many_eight_white_books():
    g = game(deal(1, 2))
    assert g.rule(count(FULL, "BW", accept=True)) == "fire.recount.too_many"
    assert g.rule(count(FULL, "BW")) == "fire.recount.differs"
    on_card = g.then(saves("Ana", "BW"))
    assert on_card.rule(count(FULL, accept=True)) == "fire.recount.too_many"
    assert on_card.rule(count(FULL)) == "fire.recount.differs"


def test_fire_recount_too_many_counts_tokens_on_tools_too():
    g = game(deal(2, 3), saves("Ana", "F F"), plays("Ana", "T02A", "S2"), **FREE)
    sixteen = [*["F"] * 16]
    books = " ".join(["BP"] * 4 + ["BB"] * 5 + ["BY"] * 6 + ["BW"] * 7)
    assert g.rule(count(books, *sixteen, accept=True)) == "fire.recount.too_many"
    assert g.allows(count(books, *sixteen[1:], accept=True))


def test_an_accepted_recount_sends_books_to_lost_and_brings_them_back():
    g = game(deal(1, 2), count(FULL.replace("BW ", "", 2), accept=True))
    assert (g.state.bag, g.state.lost) == ((4, 5, 6, 5, 7), (0, 0, 0, 2, 0))
    g = g.then(count(FULL.replace("BW ", "", 1), accept=True))
    assert (g.state.bag, g.state.lost) == ((4, 5, 6, 6, 7), (0, 0, 0, 1, 0))


def test_an_accepted_recount_takes_fires_from_aside_and_puts_them_there():
    short = game(deal(1, 2), count(FULL.removesuffix(" F F"), accept=True))
    assert (short.state.bag.F, short.state.reserve, short.state.lost.F) == (5, 12, 0)
    over = game(deal(1, 2), count(FULL, "F F", accept=True))
    assert (over.state.bag.F, over.state.reserve, over.state.lost.F) == (9, 8, 0)


def test_an_accepted_recount_takes_fires_from_lost_when_none_lie_aside():
    g = game(deal(1, 2), ruling(by_hand(tokens="F reserve lost, F reserve lost")), fires(8))
    assert (g.state.reserve, g.state.lost.F, g.state.bag.F) == (0, 2, 15)
    g = g.then(count(FULL, *["F"] * 9, accept=True))
    assert (g.state.bag.F, g.state.reserve, g.state.lost.F) == (16, 0, 1)


def test_a_recount_of_what_lies_on_the_card_says_where_it_lies():
    g = game(deal(1, 2), saves("Ana", "BP2"))
    refused = g.refuses(count(CODES))
    assert refused.rule == "fire.bag.twice"
    assert "BP2" in refused.words


# --- top cards --------------------------------------------------------------------------------------------------------


def check(cards, accept=False):
    return f'TABLE Tops {{"cards": {json.dumps(cards.split())}, "accept": {json.dumps(accept)}}}'


def test_fire_library_differs_the_top_cards_in_any_order():
    g = game(deal(1, 2))
    assert g.then(check("LW1 LP1 LY1 LB1")).state == g.state


def test_fire_library_differs_says_by_how_many_cards_each_section_is_off():
    refused = game(deal(1, 2)).refuses(check("LP3 LB1 LY2 LW1"))
    assert refused.rule == "fire.library.differs"
    for part in ("purple", "2", "yellow", "1"):
        assert part in refused.words.lower() or part in refused.words
    assert "black" not in refused.words


def test_fire_library_differs_not_one_card_a_section_with_accept_too():
    for accept in (True, False):
        for cards in ("LP1 LP2 LY1 LW1", "LP1 LB1 LY1", "", "LP1 LB1 LY1 LW1 LW2", "LP1 LP1 LY1 LW1"):
            assert game(deal(1, 2)).rule(check(cards, accept)) == "fire.library.differs"


def test_accepted_tops_set_the_piles_and_add_no_fire():
    g = game(deal(1, 2), saves("Ana", "BW"), check("LW3 LP3 LY3 LB3", True))
    assert g.state.tops == ("LP3", "LB3", "LY3", "LW3")
    assert (g.state.bag.F, g.state.reserve) == (7, 10)
    back = g.then(check("LW1 LP1 LY1 LB1", True))
    assert back.state.tops == ("LP1", "LB1", "LY1", "LW1")


def test_accepted_tops_with_a_destroyed_card_end_the_game():
    g = game(deal(1, 2), saves("Ana", "BW"), check("LW8 LP3 LY3 LB3", True))
    assert g.state.phase == "ended"
    assert g.state.card[0] == "BW"
    assert game(deal(1, 2), check("LW8 LP3 LY3 LB3", True), tools=False).state.phase == "over"


def test_tops_in_dealing_and_ended():
    assert game(check("LP1 LB1 LY1 LW1")).state.phase == "dealing"
    g = game(deal(1, 2), tops("LP5 LB1 LY1 LW1"))
    assert g.then(check("LP5 LB1 LY1 LW1")).state.phase == "ended"
