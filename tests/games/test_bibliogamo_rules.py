"""The rules of the specification's section 6, in its order: each has tests that are named after it."""

from __future__ import annotations

import pytest

from companion.games import bibliogamo
from companion.games.bibliogamo.state import changed
from companion.rules import HIDDEN, TABLE, IllegalMove
from tests.games.bibliogamotable import (
    ACCEPT,
    BOX,
    END,
    PAY_DAY,
    SELL,
    SHUFFLED,
    Told,
    bribe,
    count,
    dismiss,
    drew,
    flipped,
    full,
    game,
    hire,
    position,
    prestige,
    showed,
)

# --- set-up -----------------------------------------------------------------------------------------------------------


def test_bibliogamo_setup_prestige_one_card_is_named_before_the_first_day():
    start = game()
    assert start.acts() == [TABLE]
    assert start.rule(prestige("P8")) == "setup.prestige"
    assert start.rule(drew("A01")) == "turn.order"
    named = start.then(prestige("P3"))
    assert (named.state.prestige, named.state.stage) == ("P3", "draw")
    assert named.rule(prestige("P4")) == "turn.order"


def test_bibliogamo_setup_prestige_is_the_players_choice_where_the_table_chose_so():
    start = game(prestige="chosen")
    assert start.acts() == ["Ana"]
    assert start.rule("TABLE " + prestige("P3")) == "turn.order"
    assert start.then(prestige("P3")).state.prestige == "P3"
    assert game().rule("Ana " + prestige("P3")) == "turn.order"


def test_bibliogamo_setup_start_is_what_the_box_says():
    state = game().state
    assert (state.day, state.florins, state.books, state.space, state.supply, state.pile) == (0, 3, 0, 0, 26, 47)
    assert all(n == 0 for there in state.towers.values() for n in there.values())
    with pytest.raises(IllegalMove) as two:
        bibliogamo.setup(BOX, 2, bibliogamo.Options())
    assert two.value.rule == "setup.start"


def test_bibliogamo_setup_hand_is_five_cards():
    g = game(prestige("P1"), drew("A31 A03 ? A08"))
    assert (g.state.stage, g.state.hand) == ("draw", ("A03", "A08", "A31", HIDDEN))
    g = g.then(drew("A01"))
    assert (g.state.stage, g.state.pile) == ("dawn", 42)
    assert g.rule(drew("A02")) == "turn.order"


# --- cards ------------------------------------------------------------------------------------------------------------


def test_bibliogamo_pile_faceup_a_flipped_card_is_named():
    g = position()
    assert g.rule(flipped("?")) == g.rule(flipped("?"), ruling=True) == "pile.faceup"


def test_bibliogamo_card_unknown_says_how_a_card_is_written():
    g = game(prestige("P1"))
    for card in ("A48", "BG:A17", "P1", "LAW", ""):
        assert g.rule(f'TABLE Drew {{"card": "{card}"}}') == "card.unknown"
    assert "a card is written like A17" in g.words(drew("A48"))
    assert position().rule(flipped("A48")) == "card.unknown"


def test_bibliogamo_pile_shuffle_only_when_the_pile_is_empty_and_a_card_must_come():
    g = position(rest="A17")
    assert g.rule(SHUFFLED) == "pile.shuffle"
    g = g.then(flipped("A17"))
    assert g.rule(SHUFFLED) == "turn.order"
    g = g.then(END)
    assert g.rule(flipped("A17")) == "pile.shuffle"
    new = g.then(SHUFFLED)
    assert (new.state.pile, new.state.discard) == (42, ())
    assert new.then(flipped("A17")).state.day == 2


def test_bibliogamo_pile_shuffle_leaves_the_price_cards_on_the_table():
    g = position(rest="A09 A23", towers=full("ATLAS"), flip="A09").then(SELL, flipped("A23"))
    assert g.rule(flipped("A25")) == "pile.shuffle"
    g = g.then(SHUFFLED)
    assert (g.state.pile, g.state.row) == (41, ("A23",))
    assert g.rule(flipped("A23")) == "card.place"
    assert g.then(flipped("A25")).state.price == 3


def test_bibliogamo_pile_shuffle_may_be_ruled_at_any_time_and_joins_what_is_left():
    g = position(rest="A17 A18", flip="A17")
    assert g.rule(SHUFFLED) == "turn.order"
    assert g.ruled(SHUFFLED).state.pile == 42
    assert g.then(END).ruled(SHUFFLED, flipped("A01")).state.pile == 41
    assert position(rest="A17", flip="A17").then(END).rule(flipped("A01"), ruling=True) == "pile.shuffle"


def test_bibliogamo_card_place_a_card_that_lies_elsewhere_cannot_come():
    g = position(discard="A04", flip="A15")
    g = g.then(END)
    assert g.words(flipped("A03")) == "A03 Clemence is in your hand."
    assert "Was the discard shuffled early?" in g.words(flipped("A04"))
    assert g.rule(flipped("A04"), ruling=True) == "card.place"
    assert g.refuses(flipped("A04")).facts["ruling"] == (bibliogamo.moves.Shuffled(), bibliogamo.moves.Flipped("A04"))
    assert g.refuses(flipped("A03")).facts["ruling"] == ()
    assert g.ruled(SHUFFLED).then(flipped("A04")).state.day == 2


def test_bibliogamo_card_place_price_cards_are_on_the_table():
    g = position(towers=full("ATLAS"), flip="A09").then(SELL, flipped("A23"))
    assert g.words(flipped("A23")) == "A23 Wendel lies in the price row."


def test_bibliogamo_hand_hidden_names_unseen_cards_no_more_than_are_hidden():
    g = position("A03 A08 A21 ? ?", flip="A15")
    for cards in ("", "A01 A02 A04", "A01 A01", "A03", "A15", "A48"):
        assert g.rule(showed(cards)) == g.rule(showed(cards), ruling=True) == "hand.hidden"
    assert g.then(showed("A01")).state.hand == ("A01", "A03", "A08", "A21", HIDDEN)
    assert position(flip="A15").rule(showed("A01")) == "hand.hidden"
    assert position(flip="A15").words(showed("A01")) == "No card of your hand is hidden."


def test_bibliogamo_hand_hidden_cards_play_pay_and_lift():
    g = position("A03 A08 ? ? ?", flip="A04")
    assert g.state.bar == "R"
    g = g.then(hire("A01", "LAW", "A11", "A02"))
    assert g.state.hand == ("A03", "A08")
    assert g.state.discard[-3:] == ("A02", "A01", "A11")
    g = position("A03 A08 A11 ?", stage="act", bar="I")
    assert g.rule(hire("A01", "LAW", "A02")) == "hire.pay"
    (ask,) = [ask for ask in g.asks() if ask.move.__name__ == "Hire"]
    assert {"A03", "A01"} <= set(ask.open["card"].choices)


# --- the day ----------------------------------------------------------------------------------------------------------


def test_bibliogamo_turn_order_each_move_has_its_stage_and_maker():
    g = position(towers=full("ATLAS"))
    for line in (SELL, ACCEPT, PAY_DAY, END, bribe(1), hire("A03", "LAW", "A08"), showed("A01"), drew("A01")):
        assert g.rule(line) == g.rule(line, ruling=True) == "turn.order"
    assert "flip the top card" in g.words(END)
    assert g.rule(flipped("A09").replace("TABLE", "Ana")) == "turn.order"
    g = g.then(flipped("A09"))
    assert g.rule(END.replace("Ana", "TABLE")) == "turn.order"
    assert g.rule(flipped("A10")) == "turn.order"
    assert g.then(SELL).rule(END) == "turn.order"


def test_bibliogamo_day_advance_every_turn_is_a_day():
    g = position(flip="A15")
    assert (g.state.day, g.state.turns) == (1, 1)
    assert g.then(END, flipped("A06")).state.day == 2


def test_bibliogamo_librarian_three_spaces_clockwise():
    assert position(flip="A09").state.space == 3
    assert position(space=22, flip="A09").state.space == 1


def test_bibliogamo_librarian_icon_forward_and_back():
    assert position(flip="A02").state.space == 6
    g = position(flip="A01")
    assert (g.state.space, g.state.discard) == (1, ("A01",))


def test_bibliogamo_bar_kind_stops_hires_of_cards_that_place_it():
    g = position("A03 A41 A17 A31 A45", flip="A04")
    assert g.state.bar == "R"
    assert g.rule(hire("A03", "LAW", "A17")) == "bar.kind"
    assert g.rule(hire("A41", "LAW", "A17")) == "bar.kind"
    assert "Researcher" in g.words(hire("A03", "LAW", "A17"))
    g.then(hire("A17", "LAW", "A03"))
    assert g.then(END, drew("")).state.bar is None


def test_bibliogamo_bar_kind_may_be_waived_and_lifts_nothing_then():
    g = position("A03 A02 A17 A31 A45", flip="A04").ruled(hire("A03", "LAW", "A17"))
    assert (g.state.lifted, g.state.bar) == (False, "R")
    assert g.rule(hire("A02", "LAW", "A31")) == "bar.kind"


def test_bibliogamo_bar_idle_a_lift_needs_a_bar():
    g = position("A03 A02 A17 A31 A45", flip="A04")
    assert g.rule(hire("A17", "LAW", "A31", "A02")) == "bar.idle"
    assert g.ruled(hire("A17", "LAW", "A31", "A02")).state.discard[-3:] == ("A02", "A17", "A31")
    lifted = g.then(hire("A03", "LAW", "A31", "A02"))
    assert lifted.state.lifted


def test_bibliogamo_bar_lift_is_another_card_that_places_the_kind():
    g = position("A03 A02 A17 A31 A45", flip="A04")
    assert g.rule(hire("A03", "LAW", "A31", "A03")) == "bar.lift"
    assert g.rule(hire("A03", "LAW", "A31", "A17")) == "bar.lift"
    assert g.rule(hire("A03", "LAW", "A31", "A41")) == "bar.lift"
    assert g.rule(hire("A03", "LAW", "A31", "A17"), ruling=True) == "bar.lift"
    # The bar mark of a card does not count: A04 bars researchers, A03 places one and bars scribes.
    lifted = g.then(hire("A02", "LAW", "A31", "A03"))
    assert lifted.cubes("LAW") == "1 0 0 0"


def test_bibliogamo_bar_lift_frees_the_turn_or_one_hire():
    hand = "A03 A02 A01 A31 A45"
    turn = position(hand, flip="A04").then(hire("A03", "LAW", "A31", "A02"))
    assert turn.state.lifted
    assert turn.then(hire("A01", "LAW", "A45")).cubes("LAW") == "2 0 0 0"
    one = position(hand, flip="A04", lift_covers_turn=False).then(hire("A03", "LAW", "A31", "A02"))
    assert not one.state.lifted
    assert one.rule(hire("A01", "LAW", "A45")) == "bar.kind"


def test_bibliogamo_bar_payment_stops_paying_where_the_table_chose_so():
    hand = "A03 A02 A01 A17 A18"
    assert position(hand, flip="A04").then(hire("A17", "LAW", "A03")).cubes("LAW") == "0 2 0 0"
    g = position(hand, flip="A04", bar_stops_payment=True)
    assert g.rule(hire("A17", "LAW", "A03")) == "bar.payment"
    assert g.rule(hire("A17", "LAW", "A03", "A02")) == "bar.idle"
    assert g.ruled(hire("A17", "LAW", "A03")).cubes("LAW") == "0 2 0 0"
    lifted = g.then(hire("A03", "LAW", "A01", "A02"))
    assert lifted.state.hand == ("A17", "A18")
    assert not [line for line in g.legal("Hire") if '"card": "A17"' in line and '"pay": "A0' in line]


def test_bibliogamo_bar_payment_is_freed_by_an_earlier_lift():
    g = position("A03 A02 A01 A17 A18", flip="A04", bar_stops_payment=True).then(hire("A03", "LAW", "A18", "A02"))
    assert g.then(hire("A17", "LAW", "A01")).state.hand == ()


# --- actions ----------------------------------------------------------------------------------------------------------


def test_bibliogamo_action_order_bribes_then_the_sale_then_hires():
    g = position(towers=full("ATLAS"), flip="A09")
    hired = g.then(hire("A03", "LAW", "A08"))
    assert (hired.rule(bribe(1)), hired.rule(SELL)) == ("action.order", "action.order")
    assert hired.legal("Bribe") == hired.legal("Sell") == []
    assert hired.ruled(bribe(1), bribe(-1), SELL).state.stage == "price"
    g.then(END)


def test_bibliogamo_bribe_step_is_less_than_a_round():
    g = position(florins=60, flip="A06")
    assert [g.rule(bribe(n)) for n in (0, 24, -24, 25)] == ["bribe.step"] * 4
    assert g.rule(bribe(0), ruling=True) == "bribe.step"
    assert g.then(bribe(23)).state.space == 3
    assert len(g.legal("Bribe")) == 46


def test_bibliogamo_bribe_cost_is_a_florin_a_space():
    g = position(flip="A06")
    assert g.rule(bribe(4)) == "bribe.cost"
    there = g.then(bribe(-2))
    assert (there.state.space, there.state.florins, there.state.bribed) == (2, 1, 2)
    assert g.ruled(bribe(4)).state.florins == 0


def test_bibliogamo_sell_once_a_turn():
    g = position(towers=full("ATLAS"), flip="A09").then(SELL, flipped("A23 A25"), ACCEPT)
    assert (g.rule(SELL), g.state.sold) == ("sell.once", True)
    assert not g.then(END).state.sold


def test_bibliogamo_sell_tower_is_where_he_stands():
    g = position(towers=full("LAW"), flip="A06")
    assert g.rule(SELL) == g.rule(SELL, ruling=True) == "sell.tower"
    assert g.words(SELL) == "The Librarian stands between Atlas and Poetry; to the finished Law a bribe costs 8 Florins."
    assert "no book is finished" in position(flip="A06").words(SELL)


def test_bibliogamo_sell_finished_every_kind_is_full():
    g = position(towers={"ATLAS": "4 0 3 1"}, flip="A09")
    assert g.rule(SELL) == "sell.finished"
    assert "1 × Binder" in g.words(SELL)
    assert g.legal("Sell") == []
    assert g.ruled(SELL).then(flipped("A23 A25"), ACCEPT).state.supply == 26


def selling(**more):
    return position(towers=full("ATLAS"), flip="A09", **more).then(SELL)


def test_bibliogamo_price_two_cards_the_icon_of_the_first_reads_the_second():
    g = selling()
    assert (g.state.stage, g.acts()) == ("price", [TABLE])
    one = g.then(flipped("A23"))
    assert (one.state.coin, one.state.price, one.state.stage) == ("moon", None, "price")
    assert one.then(flipped("A25")).state.price == 3
    assert g.then(flipped("A22 A25")).state.price == 11
    assert g.then(flipped("A24 A25")).state.price == 5


def test_bibliogamo_price_days_left_below_the_end_of_the_track():
    last = position(towers=full("ATLAS"), day=39, flip="A09").then(SELL, flipped("A23 A25"))
    assert last.rule(PAY_DAY) == "price.days_left"
    assert last.legal() == ["Accept {}"]
    again = last.ruled(PAY_DAY)
    assert (again.state.day, again.state.stage) == (40, "price")


def test_bibliogamo_price_card_left_in_the_pile_or_the_discard():
    g = selling().then(flipped("A23 A25"))
    empty = Told(changed(g.state, pile=0, discard=()))
    assert empty.rule(PAY_DAY) == empty.rule(PAY_DAY, ruling=True) == "price.card_left"
    assert empty.legal() == ["Accept {}"]


def test_bibliogamo_price_again_is_read_by_the_first_card():
    g = selling().then(flipped("A23 A25"), PAY_DAY)
    assert (g.state.day, g.state.price, g.state.paid_days) == (2, None, 1)
    g = g.then(flipped("A22"))
    assert g.state.price == BOX.artisan["A22"].values["moon"] == 3
    assert g.state.row == ("A23", "A25", "A22")


def test_bibliogamo_price_settle_nobody_walks_away_from_a_price():
    g = selling().then(flipped("A23 A26"))
    assert (g.state.price, g.legal()) == (0, ["Accept {}", "PayDay {}"])
    assert g.rule(END) == g.rule(hire("A03", "LAW", "A08")) == "turn.order"
    assert g.then(ACCEPT).state.florins == 3


def test_bibliogamo_sell_florins_are_added():
    assert selling(florins=7).then(flipped("A22 A25"), ACCEPT).state.florins == 18


def test_bibliogamo_sell_cubes_return_and_a_new_book_may_be_begun():
    g = selling()
    assert g.state.supply == 17
    g = g.then(flipped("A22 A25"), ACCEPT)
    assert (g.cubes("ATLAS"), g.state.supply) == ("0 0 0 0", 26)
    assert g.then(hire("A03", "ATLAS", "A08")).cubes("ATLAS") == "1 0 0 0"


def test_bibliogamo_sell_cubes_are_those_of_the_sold_book_wherever_he_is_counted_to_stand():
    g = selling().then(flipped("A22 A25")).ruled(count('{"space": 12}')).then(ACCEPT)
    assert (g.cubes("ATLAS"), g.state.sales[0].tower) == ("0 0 0 0", "ATLAS")


def test_bibliogamo_sell_book_counts_on_the_track():
    assert selling().then(flipped("A22 A25"), ACCEPT).state.books == 1


def test_bibliogamo_sell_mark_while_a_slot_is_open():
    assert selling(prestige="P2", marks={"ATLAS": 2}).then(flipped("A22 A25"), ACCEPT).state.marks == {"ATLAS": 3}
    assert selling(prestige="P2", marks={"ATLAS": 3}).then(flipped("A22 A25"), ACCEPT).state.marks == {"ATLAS": 3}
    assert selling(prestige="P7").then(flipped("A22 A25"), ACCEPT).state.marks == {}


def test_bibliogamo_sell_discard_takes_all_price_cards_in_order():
    g = selling().then(flipped("A23 A25"), PAY_DAY, flipped("A14"), ACCEPT)
    assert (g.state.discard, g.state.row, g.state.coin) == (("A09", "A23", "A25", "A14"), (), None)


def test_bibliogamo_hire_twice_a_turn():
    g = position("A01 A02 A03 A08 A11", flip="A06").then(hire("A01", "LAW", "A02"), hire("A03", "LAW", "A08"))
    assert g.rule(hire("A11", "LAW", "A03")) == "hire.twice"
    assert g.legal() == ["EndTurn {}"]
    one = position("A01 A02", stage="act", bar="I", hires=2)
    assert one.ruled(hire("A01", "LAW", "A02")).cubes("LAW") == "1 0 0 0"


def test_bibliogamo_hire_card_is_in_the_hand():
    g = position(flip="A06")
    for card in ("A01", "A48", "?", "LAW"):
        assert g.rule(hire(card, "LAW", "A08")) == g.rule(hire(card, "LAW", "A08"), ruling=True) == "hire.card"


def test_bibliogamo_hire_tower_is_one_of_the_city():
    g = position(flip="A06")
    assert g.rule(hire("A03", "Law", "A08")) == g.rule(hire("A03", "BIBLE", "A08"), ruling=True) == "hire.tower"
    assert "HISTORY, ATLAS, POETRY, LAW, HERBAL, PSALTER" in g.words(hire("A03", "BIBLE", "A08"))


def test_bibliogamo_hire_pay_is_another_card_that_places_nothing():
    g = position(flip="A06")
    assert g.rule(hire("A03", "LAW", "A03")) == g.rule(hire("A03", "LAW", "A01")) == "hire.pay"
    barred = position("A03 A02 A17 A31 A45", flip="A04")
    assert barred.rule(hire("A03", "LAW", "A02", "A02")) == "hire.pay"
    hired = g.then(hire("A03", "LAW", "A08"))
    assert (hired.cubes("LAW"), hired.state.discard) == ("1 0 0 0", ("A06", "A03", "A08"))


def test_bibliogamo_hire_surplus_is_lost():
    g = position("A10 A03 A08 A21 A31", towers={"LAW": "2 0 0 0"}, flip="A06").then(hire("A10", "LAW", "A03"))
    assert (g.cubes("LAW"), g.state.supply) == ("3 0 0 0", 23)
    second = g.then(hire("A08", "HERBAL", "A21"))
    assert second.cubes("HERBAL") == "2 0 0 0"


def test_bibliogamo_hire_supply_places_all_that_is_left():
    towers = {**full("HISTORY", "ATLAS"), "LAW": "3 3 0 1"}
    g = position("A47 A03 A08 A21 A31", towers=towers, flip="A06")
    assert g.state.supply == 2
    g = g.ruled(hire("A47", "HERBAL", "A03"))
    assert (g.cubes("HERBAL"), g.state.supply) == ("1 1 0 0", 0)


def test_bibliogamo_hire_empty_is_refused_where_the_table_chose_so():
    hand = "A03 A08 A21 A31 A45"
    g = position(hand, flip="A06").then(hire("A03", "PSALTER", "A08"))
    assert (g.state.hires, g.state.empty_hires, g.state.supply) == (1, 1, 26)
    strict = position(hand, flip="A06", empty_hires=False)
    assert strict.rule(hire("A03", "PSALTER", "A08")) == "hire.empty"
    assert strict.ruled(hire("A03", "PSALTER", "A08")).state.hires == 1
    assert not [line for line in strict.legal("Hire") if '"card": "A03", "tower": "PSALTER"' in line]


def test_bibliogamo_dismiss_option_is_needed():
    g = position(towers={"LAW": "1 0 0 0"}, flip="A06")
    assert g.rule(dismiss("LAW", "A03")) == g.rule(dismiss("LAW", "A03"), ruling=True) == "dismiss.option"
    assert g.legal("Dismiss") == []
    told = position(towers={"LAW": "1 0 0 0"}, flip="A06", dismiss=True)
    assert len(told.legal("Dismiss")) == 5
    done = told.then(dismiss("LAW", "A03"))
    assert (done.state.supply, done.state.hires, done.state.discard[-1]) == (26, 1, "A03")
    assert told.rule(dismiss("LAW", "A01")) == "hire.pay"


def test_bibliogamo_dismiss_tower_has_a_cube():
    g = position(towers={"LAW": "1 0 0 0"}, flip="A06", dismiss=True)
    assert g.rule(dismiss("HERBAL", "A03")) == g.rule(dismiss("BIBLE", "A03")) == "dismiss.tower"


def test_bibliogamo_count_ruling_markers_are_set_only_by_agreement():
    g = position(flip="A06")
    assert g.rule(count('{"florins": 12}')) == g.rule(count("{}")) == "count.ruling"
    g = g.ruled(count('{"florins": 12, "day": 9, "space": 4, "towers": {"LAW": [3, 2, 0, 1]}}'))
    assert (g.state.florins, g.state.day, g.state.space, g.cubes("LAW"), g.state.supply) == (12, 9, 4, "3 2 0 1", 20)
    assert g.ruled(count("{}")) == g


@pytest.mark.parametrize("told", [game(), position(stage="draw", hand="A03"), position(), position(flip="A06")])
def test_bibliogamo_count_ruling_may_stand_at_any_stage(told):
    assert told.ruled(count('{"florins": 9}')).state.florins == 9


def test_bibliogamo_count_range_stays_on_tracks_and_within_the_cubes():
    g = position(towers=full("HISTORY", "ATLAS"), flip="A06")
    for fields in (
        '{"florins": -1}',
        '{"day": 41}',
        '{"day": -1}',
        '{"space": 24}',
        '{"towers": {"LAW": [4, 0, 0, 0]}}',
        '{"towers": {"LAW": [0, 0, 1, 0]}}',
        '{"towers": {"LAW": [-1, 0, 0, 0]}}',
        '{"towers": {"BIBLE": [0, 0, 0, 0]}}',
        '{"towers": {"LAW": [3, 3, 0, 3], "HERBAL": [1, 0, 0, 0]}}',
    ):
        assert g.rule(count(fields), ruling=True) == "count.range"
    assert g.ruled(count('{"towers": {"LAW": [3, 3, 0, 3]}}')).state.supply == 0


# --- the end ----------------------------------------------------------------------------------------------------------


def test_bibliogamo_turn_refill_up_to_five():
    g = position(flip="A06").then(hire("A03", "LAW", "A08"), END)
    assert (g.state.stage, g.state.bar, g.state.hires) == ("draw", None, 0)
    assert g.then(drew("A01")).state.stage == "draw"
    assert g.then(drew("A01 A02")).state.stage == "dawn"


def test_bibliogamo_end_forty_the_turn_is_played_to_its_end():
    g = position(day=39, flip="A06")
    assert (g.state.day, g.state.stage) == (40, "act")
    over = g.then(hire("A03", "LAW", "A08"), hire("A31", "LAW", "A45"), END)
    assert (over.state.stage, over.state.hand, over.acts()) == ("over", ("A21",), [])
    assert position(day=38, flip="A06").then(END).state.stage == "dawn"


def test_bibliogamo_end_over_nothing_more_happens():
    over = position(day=39, flip="A06").then(END)
    for line in (END, flipped("A01"), SHUFFLED, drew("A01"), count('{"florins": 1}')):
        assert over.rule(line) == over.rule(line, ruling=True) == "end.over"


def lines(told):
    return [(line.points, line.rule, str(line.why)) for line in bibliogamo.score(told.state)[0]]


def test_bibliogamo_score_book_is_one_point():
    g = selling().then(flipped("A22 A25"), ACCEPT)
    assert lines(g)[0] == (1, "score.book", "Atlas, day 1, 11 Florins")
    assert lines(selling().then(flipped("A22 A25")))[0][1] == "score.florins"


def test_bibliogamo_score_florins_full_fives():
    assert lines(position(florins=37)) == [(7, "score.florins", "37 Florins: 7 points, 2 left over")]
    assert lines(position(florins=4)) == [(0, "score.florins", "4 Florins: 0 points, 4 left over")]


def test_bibliogamo_score_prestige_a_line_for_each_mark():
    g = selling(prestige="P2").then(flipped("A22 A25"), ACCEPT)
    assert lines(g)[2] == (2, "score.prestige", "The University, mark 1 of 10, Atlas: +2")
    g = selling(prestige="P3")
    assert [line for line in lines(g.then(flipped("A22 A25"), ACCEPT)) if line[1] == "score.prestige"] == []


def test_bibliogamo_score_prestige_adds_up_as_the_card_says():
    university, palace, abbey = (BOX.collection[card] for card in ("P2", "P1", "P3"))
    assert university.worth({"HISTORY": 4, "LAW": 3, "ATLAS": 2}) == 7
    assert university.worth({"HISTORY": 4, "LAW": 3, "ATLAS": 3}) == 11
    assert palace.worth(dict.fromkeys(BOX.tower, 2)) == 11
    assert abbey.worth({"PSALTER": 4, "HISTORY": 3}) == 6


def test_the_outcome_names_points_and_title():
    over = position(day=39, florins=37, flip="A06").then(END)
    outcome = bibliogamo.outcome(over.state)
    assert (outcome.winners, str(outcome.why)) == ((0,), "7 points: Pedlar of almanacs")
    assert bibliogamo.outcome(position().state) is None
    assert [BOX.rank(points).name for points in (9, 10, 24, 31, 32, 99)] == [
        "Pedlar of almanacs",
        "Apprentice",
        "Master publisher",
        "Publisher to the Council",
        "Publisher to the Crown",
        "Publisher to the Crown",
    ]
