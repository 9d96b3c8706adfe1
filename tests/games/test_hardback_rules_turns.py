"""Hardback, specification 6 and 7, rules 39-84: buying, the end of a turn, options, Penny Dreadful, the end of the game."""

from __future__ import annotations

import pytest

from companion.games import hardback
from tests.games.hardbacktable import (
    BOX,
    END,
    ROW,
    SKIP,
    buy,
    buy_ink,
    count,
    double,
    drew,
    ink,
    jail,
    position,
    sell_ink,
    shows,
    spells,
    take,
    trash,
    turned,
    vote,
    with_seat,
)

COINS = "A-S1 E-S1 I-S1 L-S1 N-S1"
FULL = {"pile": "A-S2 E-S2 I-S2 L-S2 N-S2 R-S2 S-S2 T-S2 H-S U-S", "hidden": 5}


def buying(**options):
    """Ana with five coins to spend."""
    return position(COINS, **options).then(spells(COINS))


def rich(**options):
    """Ana with her benefits chosen: coins 2+3, 3+2, 2+3, 2+1 and 2+2, 22 together."""
    return position("C-H8 B-H6 W-H5 N-H5 V-H4", ben=FULL, **options).then(
        spells("C-H8 B-H6 W-H5 N-H5 V-H4"),
        *(take(by, half, "ink") for by, half in (("C-H8", "basic"), ("B-H6", "genre"), ("W-H5", "basic"), ("N-H5", "basic"))),
        take("V-H4", "genre", "remover"),
    )


# --- 39-40 ------------------------------------------------------------------------------------------------------------

MYSTERIES = "Y-M7 V-M9 J-M8 L-M6 E-R2 K-H2 A-H3"


def test_hardback_flush_penny_not_against_her():
    g = buying(row=MYSTERIES, penny="plain")
    assert g.rule("Flush {}") == "flush.penny"
    assert "Flush {}" not in g.legal()
    assert g.ruled("Flush {}").state.row == (None,) * 7


def test_hardback_flush_once_a_turn():
    g = buying(row=MYSTERIES).then("Flush {}", turned("C-M5 D-M4 T-M6 N-M7 Q-M5 W-M4 R-M6"))
    assert g.rule("Flush {}") == "flush.once"
    assert g.ruled("Flush {}").state.removed[-1] == "R-M6"


def test_hardback_flush_bought_before_the_first_card():
    g = buying(row=MYSTERIES).then(buy("E-R2"), turned("C-M5"))
    assert g.rule("Flush {}") == "flush.bought"
    g = buying(row=MYSTERIES, adverts=True, mine={"advert": 0})
    assert g.then(buy_ink(1)).then("Flush {}")


@pytest.mark.parametrize(
    ("row", "may"),
    [
        (ROW, False),
        ("Y-M7 V-M9 J-M8 C-A3 E-R2 K-H2 A-H3", False),
        ("Y-M7 V-M9 J-M8 L-M6 E-R2 K-H2 A-H3", True),
        ("H-R7 V-M9 S-H7 F-A8 E-R2 K-H2 A-H3", True),
        ("M-M3 A-M3 I-M3 F-M2 E-R2 K-H2 A-H3", True),
        ("M-M3 A-M3 I-M3 - E-R2 K-H2 A-H3", False),
    ],
)
def test_hardback_flush_row_four_dear_ones_or_four_of_a_genre(row, may):
    g = buying(row=row)
    assert ("Flush {}" in g.legal()) == may
    if not may:
        assert g.rule("Flush {}") == "flush.row"
        g.ruled("Flush {}")
    else:
        after = g.then("Flush {}")
        assert after.state.removed == tuple(row.split())
        assert (after.state.asks[0].kind, after.state.asks[0].count) == ("row", 7)


def test_hardback_flush_row_jailed_cards_do_not_count():
    assert "Flush {}" not in buying(row="Y-M7 V-M9 J-M8 C-A3 E-R2 K-H2 A-H3", mine={"jail": "L-M6"}).legal()


# --- 41-45 ------------------------------------------------------------------------------------------------------------


def test_hardback_buy_jail_is_reserved():
    g = buying(ben=FULL | {"jail": "W-A3"}, mine={"jail": "M-R2"})
    assert g.rule(buy("W-A3")) == "buy.jail"
    assert g.words(buy("W-A3")) == "W-A3 is reserved for Ben."
    after = g.then(buy("M-R2"))
    assert (after.player().jail, after.acts(), after.state.coins) == (None, ["Ana"], 3)
    assert "M-R2" in after.player().discard


def test_hardback_buy_row_only_what_is_on_offer():
    g = buying()
    for card in ("W-R4", "A-S1", "A-S2"):
        assert g.rule(buy(card)) == "buy.row"
    assert g.words(buy("A-S2")) == "A-S2 is in Ben’s deck."


def test_hardback_buy_coins_the_cost_is_paid():
    g = buying()
    assert g.rule(buy("S-H7")) == "buy.coins"
    assert g.rule(buy_ink(6)) == "buy.coins"
    assert g.then(buy("E-R2"), turned("W-R4")).state.coins == 3
    ruled = g.ruled(buy("S-H7"))
    assert ruled.state.coins == 0, "coins do not fall below 0"


@pytest.mark.parametrize("n", [0, -2])
def test_hardback_buy_count_at_least_one(n):
    g = buying(mine={"ink": 9})
    assert g.rule(buy_ink(n)) == "buy.count"
    assert g.rule(sell_ink(n)) == "buy.count"
    assert g.rule(buy_ink(n), ruling=True) == "buy.count"


def test_hardback_buy_card_to_the_discard_pile_and_the_place_is_filled():
    g = buying().then(buy("E-R2"))
    assert (g.state.row[2], g.player().discard, g.player().owned[-1]) == (None, ("E-R2",), "E-R2")
    g = g.then(turned("I-R2"))
    assert (g.state.row[2], g.state.row_order[-1]) == ("I-R2", "I-R2")
    assert g.then(buy("I-R2")).state.coins == 1, "the new card may be bought too"


def test_hardback_buy_card_its_prestige_once():
    g = buying(row="B-A4 I-M3 E-R2 S-H7 V-A2 U-H6 F-M2").then(buy("B-A4"))
    assert (g.player().prestige, g.lines()) == (3, [(3, "score.buy")])


def test_hardback_ink_three_for_a_coin_any_number_of_times():
    g = buying(mine={"ink": 7})
    assert [line for line in g.legal() if "SellInk" in line] == [sell_ink(1), sell_ink(2)]
    g = g.then(sell_ink(1), sell_ink(1))
    assert (g.state.coins, g.player().ink) == (7, 1)
    assert g.rule(sell_ink(1)) == "ink.three"
    assert g.ruled(sell_ink(1)).player().ink == 0


def test_hardback_advert_off_unless_the_table_plays_with_them():
    assert buying().rule(buy("AD1")) == "advert.off"


def test_hardback_advert_done_in_order_several_a_turn():
    g = rich(adverts=True).then(buy("AD4"))
    assert (g.player().advert, g.player().prestige, g.state.coins) == (1, 3, 22 - 6)
    g = g.then(buy("AD1"))
    assert (g.player().advert, g.player().prestige, g.state.coins) == (2, 9, 7)
    assert g.rule(buy("AD1")) == "buy.coins"
    assert g.lines()[-2:] == [(3, "score.advert"), (6, "score.advert")]
    assert with_seat(g, "Ana", advert=5).rule(buy("AD5")) == "advert.done"


def test_hardback_coins_lost_and_not_turned_into_ink():
    g = buying().then(END)
    assert (g.state.coins, g.player().ink) == (0, 0)
    assert buying().then(buy_ink(2), END).player().ink == 2


# --- 60-66 ------------------------------------------------------------------------------------------------------------


def test_hardback_discard_word_wilds_too():
    g = position("A-S1 E-S1", pile="I-S1 L-S1 N-S1 R-S1 S-S1").then(spells("A-S1 T=E-S1"), END)
    assert g.player().discard == ("A-S1", "E-S1")
    assert g.view("Ben").player().discard == ("A-S1", "E-S1")


def test_hardback_timeless_stays_face_up_in_order():
    hand = "A-M5T E-S1 I-A3T O-R8T"
    g = position(hand, timeless="R-R5T", pile="L-S1 N-S1 R-S1 S-S1 T-S1").then(spells("I-A3T R-R5T A-M5T E=O-R8T"), END)
    assert g.player().timeless == ("R-R5T", "I-A3T", "A-M5T")
    assert g.player().discard == ("E-S1", "O-R8T")


def test_hardback_timeless_stays_when_it_was_uncovered():
    g = position("M-M3 A-M5T", pile="L-S1 N-S1 R-S1 S-S1 T-S1").then(spells("M-M3 E=A-M5T"), END)
    assert g.player().timeless == ("A-M5T",)


def test_hardback_timeless_used_goes_home():
    g = position("A-S1", seats=3, ben=FULL | {"timeless": "E-H5T"}, cleo={"timeless": "I-A3T M-M4T"})
    g = g.then(spells("M-M4T E-H5T A-S1"), END)
    assert (g.player("Ben").discard, g.player("Ben").timeless) == (("E-H5T",), ())
    assert (g.player("Cleo").discard, g.player("Cleo").timeless) == (("M-M4T",), ("I-A3T",))


def test_hardback_timeless_used_stays_against_penny():
    g = position("A-S1", seats=2, ben=FULL | {"timeless": "E-H5T"}, penny="plain").then(spells("E-H5T A-S1"), END)
    assert g.player("Ben").timeless == ("E-H5T",)


def test_hardback_ink_back_to_the_supply():
    g = position("A-S1 E-S1", inked="I-S1", mine={"ink": 2}).then(spells("A-S1 I-S1"), END)
    assert (g.player().ink, g.player().inked) == (2, ())


def test_hardback_draw_five_at_the_end_of_the_turn():
    g = position("A-S1 E-S1", pile="I-S1 L-S1 N-S1 R-S1 S-S1 T-S1 B-S").then(spells("A-S1 E-S1"), END)
    assert (g.player().hand, g.player().draw) == (("?",) * 5, 2)
    top = position("A-S1 E-S1", top="T-S1", pile="I-S1 L-S1 N-S1 R-S1 S-S1 B-S").then(SKIP)
    assert top.player().hand == ("T-S1", "?", "?", "?", "?")


CYCLE = position(COINS, cycle_offers=True)


@pytest.mark.parametrize(
    ("lines", "cycles"),
    [
        ((SKIP,), True),
        ((spells(COINS), END), True),
        ((spells(COINS), buy_ink(2), END), True),
        ((spells(COINS), buy("E-R2"), turned("W-R4"), END), False),
    ],
)
def test_hardback_row_cycle_after_a_turn_without_a_card(lines, cycles):
    g = CYCLE.then(*lines)
    assert (g.state.phase == "cycle") == cycles
    if cycles:
        assert (g.state.removed, g.state.row[0], g.acts(), g.state.turn) == (("C-A3",), None, ["TABLE"], 0)
        g = g.then(turned("X-H6"))
    assert (g.acts(), g.state.phase) == (["Ben"], "word")


def test_hardback_row_cycle_not_after_a_jail_or_a_flush():
    g = position("B-M4 A-S1", cycle_offers=True).then(spells("B-M4 A-S1"), jail("B-M4", "C-A3", False), turned("W-R4"), END)
    assert g.state.phase == "word"
    g = buying(row=MYSTERIES, cycle_offers=True).then("Flush {}", turned("C-M5 D-M4 T-M6 N-M7 Q-M5 W-M4 R-M6"), END)
    assert g.state.phase == "word"
    assert buying(cycle_offers=False).then(END).state.phase == "word"


def test_hardback_row_cycle_tells_the_new_hand_first():
    g = position(COINS, pile="R-S1 S-S1 T-S1 B-S D-S H-A3", cycle_offers=True, hands="told").then(spells(COINS), END)
    assert [one.kind for one in g.state.asks] == ["hand", "row"]
    assert g.rule(turned("X-H6")) == "table.first"
    g = g.then(drew("Ana", "R-S1 S-S1 T-S1 B-S D-S"), turned("X-H6"))
    assert (g.state.phase, g.acts()) == ("word", ["Ben"])


def test_hardback_end_round_all_have_had_equal_turns():
    g = position(COINS, seats=3, mine={"prestige": 60}, ben=FULL)
    assert g.then(SKIP).winners() is None
    assert g.then(SKIP, SKIP).winners() is None
    assert g.then(SKIP, SKIP, SKIP).winners() == ["Ana"]
    assert position(COINS, seats=3, first="Ben", cleo={"prestige": 60}).then(SKIP).winners() == ["Cleo"]
    assert position(COINS, seats=2, mine={"prestige": 59}).then(SKIP, SKIP).winners() is None


def test_hardback_end_round_nothing_more_is_asked():
    g = position(COINS, first="Ben", mine={"prestige": 60}, cycle_offers=True, hands="told", pile="R-S1 S-S1 T-S1 B-S D-S H-A3")
    g = g.then(SKIP)
    assert (g.winners(), g.acts(), g.state.asks, g.state.removed) == (["Ana"], [], (), ())


# --- 70 ---------------------------------------------------------------------------------------------------------------

SEVEN = f"{COINS} R-S1 S-S1"


def test_hardback_award_take_longer_than_every_award():
    g = position(f"{SEVEN} T-S1", awards=True, ben=FULL | {"award": 7}).then(spells(f"{SEVEN} T=T-S1"))
    assert (g.player().award, g.player("Ben").award) == (8, 0)
    assert g.lines()[-1] == (6, "score.award")
    assert g.player().prestige == 0


def test_hardback_award_take_equal_length_changes_nothing_unless_shared():
    for shared, awards in ((False, (0, 7)), (True, (7, 7))):
        g = position(SEVEN, awards=True, shared_awards=shared, ben=FULL | {"award": 7}).then(spells(SEVEN))
        assert (g.player().award, g.player("Ben").award) == awards
    g = position(SEVEN, awards=True, shared_awards=True, penny="plain", ben=FULL | {"award": 7}).then(spells(SEVEN))
    assert g.player().award == 0


def test_hardback_award_take_twelve_counts_for_more():
    hand = f"{SEVEN} T-S1 B-S D-S C-S G-S M-S"
    cleo = {"pile": "A-S3 E-S3 I-S3"}
    g = position(hand, awards=True, ben=FULL | {"award": 11}, cleo=cleo).then(spells(hand))
    assert len(hand.split()) == 13
    assert g.player().award == 12
    again = position(hand, awards=True, ben=FULL | {"award": 12}).then(spells(hand))
    assert again.player().award == 0


def test_hardback_award_take_only_with_the_option_and_when_the_word_stands():
    assert position(SEVEN).then(spells(SEVEN)).player().award == 0
    g = position(SEVEN, awards=True, vote="majority").then(spells(SEVEN))
    assert g.player().award == 0
    assert g.then(vote("Ben", True)).player().award == 7
    assert position("A-S1 E-S1", awards=True).then(spells("A-S1 E-S1")).player().award == 0


# --- 80-84 ------------------------------------------------------------------------------------------------------------


def against(signature, *, row=ROW, state=None, **more):
    return position(COINS, penny=signature, row=row, state=state, **more)


def test_hardback_penny_takes_the_oldest_for_its_cost_after_each_turn():
    g = against("plain").then(SKIP)
    assert (g.state.penny, g.state.removed, g.state.phase, g.acts(), g.state.turn) == (3, ("C-A3",), "penny", ["TABLE"], 0)
    assert g.lines("Penny") == [(3, "penny.takes")]
    g = g.then(turned("X-H6"))
    assert (g.acts(), g.state.phase) == (["Ben"], "word")
    g = against("plain").then(spells(COINS), buy("E-R2"), turned("W-R4"), END)
    assert g.state.penny == 3


def test_hardback_penny_takes_nothing_from_an_empty_row():
    everything = " ".join(card for card in BOX.offer(1))
    g = position(COINS, penny="plain", row="- - - - - - -", ben={"pile": everything, "hidden": 5}).then(SKIP)
    assert (g.state.penny, g.acts()) == (0, ["Ben"])


def test_hardback_penny_romance_a_romance_card_counts_double():
    g = against("romance", row="E-R2 I-M3 C-A3 S-H7 V-A2 U-H6 F-M2").then(SKIP)
    assert (g.state.penny, g.lines("Penny")) == (4, [(4, "penny.takes")])
    assert against("romance").then(SKIP).state.penny == 3


def test_hardback_penny_mystery_the_cheapest_goes_too():
    g = against("mystery", row="I-M3 C-A3 E-R2 S-H7 V-A2 U-H6 K-H2").then(SKIP)
    assert (g.state.penny, g.state.removed) == (3, ("I-M3",))
    g = g.then(turned("X-H6"))
    assert (g.state.removed, g.state.phase, g.acts()) == (("I-M3", "E-R2"), "penny", ["TABLE"])
    assert g.then(turned("W-R4")).acts() == ["Ben"]
    assert g.state.penny == 3
    assert against("mystery").then(SKIP, turned("X-H6")).acts() == ["Ben"]


def test_hardback_penny_mystery_ties_by_letter_then_the_older():
    g = against("mystery", row="I-M3 M-R2 E-R2 S-H7 V-A2 U-H6 I-R2").then(SKIP, turned("E-A3"))
    assert g.state.removed == ("I-M3", "E-R2")
    g = against("mystery", row="T-M6 Y-A2 S-H7 U-H6 C-A5T D-H9 L-R8").then(SKIP, turned("V-A2"))
    assert g.state.removed == ("T-M6", "V-A2")


def test_hardback_penny_adventure_for_each_card_bought_while_another_is_on_offer():
    g = against("adventure").then(spells(COINS), buy("E-R2"))
    assert (g.state.penny, g.lines("Penny")) == (1, [(1, "penny.adventure")])
    g = against("adventure").then(spells(COINS), buy("V-A2"))
    assert g.state.penny == 1
    g = against("adventure", row="V-A2 I-M3 E-R2 S-H7 A-R4 U-H6 F-M2").then(spells(COINS), buy("V-A2"))
    assert g.state.penny == 0
    g = against("adventure").then(spells(COINS), buy_ink(1))
    assert g.state.penny == 0


def test_hardback_penny_horror_for_each_ink_spent_while_horror_is_on_offer():
    g = against("horror", mine={"ink": 7}, pile="R-S1 S-S1 T-S1").then(ink("Ana"))
    assert (g.state.penny, g.lines("Penny")) == (1, [(1, "penny.horror")])
    g = against("horror", mine={"ink": 7}).then(spells(COINS), sell_ink(2), buy_ink(1))
    assert g.state.penny == 6
    calm = "V-A2 I-M3 E-R2 C-A3 A-R4 L-M6 F-M2"
    assert against("horror", row=calm, mine={"ink": 7}).then(spells(COINS), sell_ink(2)).state.penny == 0


def test_hardback_penny_classic_a_turned_card_sends_one_away():
    g = against("plain", timeless="A-M5T D-H4T F-M5T").then(spells(COINS), take("D-H4T", "basic", "coins"))
    g = g.then(jail("F-M5T", "I-M3", False))
    after = g.then(turned("T-M6"))
    assert (after.player().timeless, after.player().discard) == (("D-H4T", "F-M5T"), ("A-M5T",))
    assert after.closes() == g.closes() == (5 + 1 + 2 + 1, 1 + 1)
    assert g.then(turned("W-R4")).player().timeless == ("A-M5T", "D-H4T", "F-M5T")


def test_hardback_penny_classic_sent_away_cannot_be_used_any_more():
    """It was told to have been used already."""
    g = position("B-M4 A-S1", penny="plain", timeless="F-M5T").then(spells("B-M4 A-S1"), jail("B-M4", "C-A3", False))
    g = g.then(turned("T-M6"))
    assert g.rule(jail("F-M5T", "E-R2", True)) == "jail.none"
    assert g.words(jail("F-M5T", "E-R2", True)) == "A card that was turned up has sent F-M5T away."


def test_hardback_penny_classic_of_the_seat_that_just_played():
    g = against("plain", timeless="A-M5T", ben=FULL | {"timeless": "F-M5T"}).then(SKIP, turned("T-M6"))
    assert (g.player().timeless, g.player("Ben").timeless) == ((), ("F-M5T",))


def test_hardback_penny_classic_not_those_of_this_word_and_not_in_other_games():
    g = position("A-M5T O-R8T C-H8", penny="plain", pile="R-S1 S-S1 T-S1 B-S D-S").then(
        spells("A-M5T O-R8T C-H8"), take("C-H8", "basic", "ink"), buy("E-R2"), turned("T-M6")
    )
    assert g.player().timeless == ()
    assert g.then(END).player().timeless == ("A-M5T", "O-R8T")
    g = buying(timeless="A-M5T").then(buy("E-R2"), turned("T-M6"))
    assert g.player().timeless == ("A-M5T",)


def test_hardback_penny_beaten_together_at_the_end_of_a_turn():
    g = against("plain", goal=20, mine={"prestige": 39}, ben=FULL | {"prestige": 1})
    over = g.then(SKIP)
    assert (over.winners(), over.acts(), over.state.penny) == (["Ana", "Ben"], [], 0)
    assert str(over.state.outcome.why) == "together they have 40 of 40 prestige"
    assert against("plain", goal=20, mine={"prestige": 39}).then(SKIP).winners() is None


def test_hardback_penny_wins_as_soon_as_she_has_it():
    g = against("plain", goal=20, state={"penny": 37}).then(SKIP)
    assert (g.winners(), g.acts(), g.state.phase) == (["Penny"], [], "over")
    g = against("horror", goal=20, state={"penny": 39}, mine={"ink": 1}, pile="R-S1").then(ink("Ana"))
    assert g.winners() == ["Penny"]
    g = against("horror", goal=20, state={"penny": 38}, mine={"ink": 3}).then(spells(COINS), sell_ink(1))
    assert (g.winners(), g.state.coins) == (["Penny"], 0)


def test_hardback_penny_alone_one_seat_plays_every_turn():
    g = position(COINS, seats=1, penny="plain", pile="R-S1 S-S1 T-S1 B-S D-S").then(SKIP, turned("X-H6"))
    assert (g.acts(), g.state.round) == (["Ana"], 2)


# --- 7: scoring -------------------------------------------------------------------------------------------------------


def test_hardback_score_basic_and_score_genre_one_line_a_card_and_half():
    g = position("A-A7 E-A3 T-S1").then(spells("A-A7 E-A3 T-S1"))
    assert g.lines() == [(3, "score.basic"), (2, "score.genre"), (1, "score.basic"), (1, "score.genre")]
    assert position("A-A7 E-S1").then(spells("A-A7 E-S1")).lines() == [(3, "score.basic")]


def test_hardback_score_genre_the_factor_is_said():
    g = position("P-R6 A-A7 E-A3").then(spells("P-R6 A-A7 E-A3"), double("P-R6", "right"))
    lines = {str(line.why): line.points for line in hardback.score(g.state)[0]}
    assert lines == {"P-R6 in PAE": 2, "A-A7 in PAE, 2 times": 4, "E-A3 in PAE": 1}


def test_hardback_score_either_score_trash_score_buy_are_lines():
    g = position("A-H3 S-A5 E-S1", row="B-A4 I-M3 E-R2 S-H7 V-A2 U-H6 F-M2").then(
        spells("A-H3 S-A5 E-S1"), take("A-H3", "basic", "prestige"), trash("S-A5", "S-A5")
    )
    assert g.lines() == [(2, "score.either"), (2, "score.basic"), (2, "score.trash")]


def test_hardback_score_trash_that_pays_coins_is_no_line():
    g = position("E-A3 T-S1").then(spells("E-A3 T-S1"), trash("E-A3", "E-A3"))
    assert (g.lines(), g.gains()) == ([(1, "score.basic")], (3, 1))


def test_hardback_score_buy_once_and_score_advert_are_kept():
    g = rich().then(buy("C-A3"), turned("W-R4"), END)
    assert sum(points for points, _ in g.lines()) == g.player().prestige


def test_hardback_score_advert_counts_at_once():
    g = position("C-H8 B-H6 E-S1", adverts=True).then(
        spells("C-H8 B-H6 E-S1"), take("C-H8", "basic", "ink"), take("B-H6", "genre", "ink"), buy("AD1")
    )
    assert (g.lines(), g.state.coins) == ([(3, "score.advert")], 2 + 3 + 3 + 2 + 1 - 6)


def test_hardback_score_award_is_no_part_of_the_marker():
    g = position(SEVEN, awards=True).then(spells(SEVEN), END)
    assert (g.player().prestige, g.lines()) == (0, [(5, "score.award")])


def test_a_word_under_vote_does_not_count_yet():
    g = position("A-A7 E-S1", vote="majority").then(spells("A-A7 E-S1"))
    assert g.lines() == []
    assert g.then(vote("Ben", True)).lines() == [(3, "score.basic")]


def ending(ana, ben, **options):
    return position("A-S1", first="Ben", mine=ana, ben=FULL | ben, **options).then(SKIP)


def test_hardback_end_prestige_the_most_wins_with_awards():
    assert ending({"prestige": 60}, {"prestige": 61}).winners() == ["Ben"]
    assert ending({"prestige": 60, "award": 7}, {"prestige": 61}, awards=True).winners() == ["Ana"]


def test_hardback_end_ink_breaks_a_tie_and_remover_does_not_count():
    g = ending({"prestige": 64, "ink": 3}, {"prestige": 64, "ink": 2, "remover": 2})
    assert g.winners() == ["Ana"]
    assert str(g.state.outcome.why) == "equal prestige (64), the most ink: 3"


def test_hardback_end_shared_on_equal_ink():
    g = ending({"prestige": 64, "ink": 2}, {"prestige": 64, "ink": 2})
    assert g.winners() == ["Ana", "Ben"]


def test_hardback_end_prestige_of_a_seat_is_the_sum_of_its_lines():
    g = position("A-A7 E-S1").then(spells("A-A7 E-S1"), END).ruled(count("Ana", prestige=9))
    assert sum(points for points, _ in g.lines()) == g.player().prestige == 9
    assert g.state.players[0].lines[0].why.facts["card"] == "A-A7"


def test_a_ghostwriter_and_a_word_of_others_end_the_turn_alike():
    g = position("A-S1 E-S1", hidden=0).then(shows("A-S1 E-S1"), spells("A-S1 E-S1", ghost="Ben"), END)
    assert (g.state.shown, g.player("Ben").ink, g.acts()) == (False, 1, ["Ben"])
