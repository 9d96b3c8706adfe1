"""The situations of the specification's section 12, each one word; coins and prestige after closing."""

from __future__ import annotations

import pytest

from tests.games.hardbacktable import (
    END,
    SKIP,
    buy,
    buy_ink,
    double,
    drew,
    jail,
    position,
    remove,
    sell_ink,
    sort,
    spells,
    take,
    trash,
    turned,
    uncover,
    word,
)

OF_BEN = {"pile": "A-S2 E-S2 I-S2 L-S2 N-S2 R-S2 S-S2 T-S2 H-S U-S", "hidden": 5}


def test_t1_a_wild_uncovered_by_itself_counts_as_a_wild_still():
    g = position("D-M4 A-S1 N-M7").then(spells("D-M4 E=A-S1 N-M7"))
    assert g.closes() == (1, 8)
    assert [line for line in g.then(END).lines() if line[1] == "score.genre"] == [(2, "score.genre"), (2, "score.genre")]


def test_t2_two_doublers_make_three_times():
    g = position("F-R6 A-A7 Y-R4", discard="L-S1 S-S1", row="C-A3 I-M3 E-R2 S-H7 V-A2 U-H6 F-M2").then(spells("F-R6 A-A7 Y-R4"))
    assert g.closes() == (3, 10)
    assert sum("Trash" in line for line in g.legal()) == 4
    assert g.then(trash("F-R6", "L-S1"), trash("Y-R4", "S-S1")).closes() == (5, 10)


def test_t3_uncovering_goes_on_from_card_to_card():
    g = position("C-M5 M-M3 A-A7").then(spells("C-M5 A=M-M3 T=A-A7"))
    assert g.closes() == (2, 5)
    g = g.then(uncover("C-M5", "right", "M-M3"))
    assert sum("Jail" in line for line in g.legal()) == 14
    assert g.then(jail("C-M5", "S-H7", True)).rule(jail("C-M5", "C-A3", True)) == "table.first"
    assert g.then(jail("C-M5", "S-H7", True), turned("W-R4")).rule(jail("C-M5", "C-A3", True)) == "jail.none"


def test_t4_uncovering_switches_a_genre_on():
    assert position("D-M4 U-M2").then(spells("D-M4 O=U-M2")).closes() == (2, 3)


def test_t5_a_pair_of_classics_is_a_genre():
    assert position("T-S1 E-S1 N-S1", timeless="I-A3T C-A5T").then(spells("T-S1 E-S1 N-S1")).closes() == (3, 5)


def test_t6_anothers_classic_gives_nothing_and_goes_home():
    g = position("L-H3 T-S1", ben=OF_BEN | {"timeless": "E-H5T"}).then(spells("L-H3 E-H5T T-S1"))
    assert g.closes() == (1, 2)
    assert not [line for line in g.legal() if "Take" in line]
    after = g.then(END)
    assert after.player("Ben").discard == ("E-H5T",)
    assert after.player("Ben").timeless == ()
    assert after.player().ink == 0


def test_t7_anothers_classic_is_not_doubled():
    g = position("P-R6 A-S1", ben=OF_BEN | {"timeless": "E-H5T"}).then(spells("P-R6 E-H5T A-S1"))
    assert g.closes() == (1, 2)
    assert g.rule(double("P-R6", "right")) == "double.adjacent"


def test_t8_prestige_for_each_card_that_is_still_inked():
    g = position("S-H2 H-H7.2", inked="E-S1", edition=2, mine={"remover": 1})
    assert g.then(spells("S-H2 H-H7.2 E-S1")).closes() == (2, 5)
    assert g.then(remove("Ana", "E-S1"), spells("S-H2 H-H7.2 E-S1")).closes() == (2, 4)


def test_t9_doubling_coins_for_each_adventure_card():
    g = position("P-R6 O-A6 W-A3").then(spells("P-R6 O-A6 W-A3"), double("P-R6", "right"), trash("W-A3", "W-A3"))
    assert g.closes() == (10, 9)


def test_t10_a_doubled_trash_pays_double_if_the_table_plays_so():
    for double_trash, expected in ((True, (6, 6)), (False, (3, 6))):
        g = position("P-R6 A-A5", double_trash=double_trash).then(spells("P-R6 A-A5"), trash("A-A5", "A-A5"))
        assert g.closes() == expected


def test_t11_a_doubler_is_doubled_too():
    g = position("P-R6 Y-R4 X-H6", discard="L-S1").then(spells("P-R6 Y-R4 X-H6"), double("Y-R4", "right"))
    g = g.then(take("X-H6", "basic", "ink"))
    assert g.closes() == (0, 11)
    assert g.player().ink == 1
    assert g.then(trash("Y-R4", "L-S1")).closes() == (2, 11)


def test_t12_a_classic_outside_the_word_has_no_neighbours():
    g = position("T-S1 O-S P-R6", timeless="R-R5T").then(spells("T-S1 O-S P-R6"))
    assert g.closes() == (1, 7)


def test_t13_two_wilds_beside_a_doubler_are_no_targets():
    assert position("A-S1 W-R4 E-S1").then(spells("A=A-S1 W-R4 E=E-S1")).closes() == (0, 1)


def test_t14_two_choices_between_coins_and_prestige():
    g = position("S-H2 O-H4").then(spells("S-H2 O-H4"))
    assert g.rule(END) == "take.choose"
    assert g.then(take("O-H4", "basic", "coins"), take("O-H4", "genre", "prestige")).closes() == (2, 3)


def test_t15_choices_of_classics_outside_the_word():
    g = position("T-S1 E-S1 N-S1", timeless="D-H4T V-H5T").then(spells("T-S1 E-S1 N-S1"))
    g = g.then(take("D-H4T", "basic", "prestige"), take("V-H5T", "genre", "ink"))
    assert g.closes() == (6, 2)
    assert g.player().ink == 1


def test_t16_with_a_wild_on_both_sides_one_is_chosen():
    g = position("E-S1 D-M4 A-A7 A-S1").then(spells("I=E-S1 D-M4 E=A-A7 A-S1"))
    assert g.rule(END) == "uncover.choose"
    g = g.then(uncover("D-M4", "left", "E-S1"))
    assert g.closes() == (2, 1)
    after = g.then(END).player()
    assert after.hand == ("A-A7", "A-S1", "D-M4", "E-S1"), "reshuffled and drawn, so known again"


def test_t17_inked_cards_must_be_in_the_word_face_up():
    g = position("A-S1 E-S1 T-S1 N-S1", inked="Q-H4", mine={"remover": 1}, pile="I-S1 L-S1 R-S1 S-S1 B-S")
    assert g.rule(spells("N-S1 E-S1 A-S1 T-S1")) == "ink.all"
    assert "Q-H4" in g.words(spells("N-S1 E-S1 A-S1 T-S1"))
    assert g.rule(spells("N-S1 E-S1 A-S1 T-S1 Q=Q-H4")) == "ink.wild"
    after = g.then(remove("Ana", "Q-H4"), spells("N-S1 E-S1 A-S1 T-S1"))
    assert after.player().discard == ("Q-H4",)


def test_t18_a_classic_left_face_down_is_discarded():
    g = position("O-R8T N-S1", pile="A-S1 E-S1 I-S1 L-S1 R-S1").then(spells("O=O-R8T N-S1"))
    assert g.closes() == (1, 0)
    after = g.then(END)
    assert after.player().discard == ("O-R8T", "N-S1")
    assert after.player().timeless == ()


def test_t19_three_cards_looked_at_and_one_of_them_trashed():
    g = position("G-R3 R-R5 I-S1 T-S1", pile="A-S1 E-S1 L-S1 N-S1 B-S").then(
        spells("G-R3 R-R5 I-S1 T-S1"), take("R-R5", "genre", "look")
    )
    assert g.acts() == ["TABLE"]
    g = g.then(drew("Ana", "A-S1 E-S1 L-S1"), sort("E-S1 L-S1", "A-S1"), trash("G-R3", "A-S1"))
    assert g.closes() == (3, 5)
    assert g.player().top == ("E-S1", "L-S1")
    assert g.state.gone == ("A-S1",)


def test_t19_with_two_cards_left_two_are_looked_at_and_with_none_nothing():
    g = position("G-R3 R-R5 I-S1 T-S1", pile="A-S1", discard="E-S1").then(spells("G-R3 R-R5 I-S1 T-S1"))
    assert g.then(take("R-R5", "genre", "look")).state.asks[0].count == 2
    g = position("G-R3 R-R5 I-S1 T-S1").then(spells("G-R3 R-R5 I-S1 T-S1"))
    assert g.rule(take("R-R5", "genre", "look")) == "take.look"


def test_t20_when_the_row_may_be_emptied():
    dear_and_alike = "Y-M7 V-M9 J-M8 C-A3 E-R2 K-H2 A-H3"
    g = position("A-S1 E-S1", row=dear_and_alike).then(spells("A-S1 E-S1"))
    assert g.rule("Flush {}") == "flush.row"
    g = position("A-S1 E-S1", row="Y-M7 V-M9 J-M8 C-A3 E-R2 K-H2 A-M3").then(spells("A-S1 E-S1"))
    assert g.then("Flush {}").state.removed == ("Y-M7", "V-M9", "J-M8", "C-A3", "E-R2", "K-H2", "A-M3")
    assert g.then(buy_ink(1), "Flush {}").state.flushed
    assert g.then(buy("E-R2"), turned("W-R4")).rule("Flush {}") == "flush.bought"


def test_t21_skipping_with_inked_cards_and_classics():
    g = position("A-S1 E-S1", inked="Q-H4", timeless="I-A3T C-A5T", pile="L-S1 N-S1 R-S1 S-S1 T-S1 B-S", mine={"ink": 2})
    after = g.then(SKIP)
    ana = after.player()
    assert (ana.ink, ana.prestige, after.state.coins) == (2, 0, 0)
    assert ana.timeless == ("I-A3T", "C-A5T")
    assert ana.discard == ("A-S1", "E-S1", "Q-H4")
    assert len(ana.hand) == 5


def test_t22_prestige_at_the_price_is_scored_once():
    g = position("O-R8T N-S1 C-H8", row="B-A4 I-M3 E-R2 S-H7 V-A2 U-H6 F-M2").then(
        spells("O-R8T N-S1 C-H8"), take("C-H8", "basic", "ink"), buy("B-A4")
    )
    assert g.player().prestige == 1 + 3
    assert (3, "score.buy") in g.lines()
    assert position("B-A4 A-S1").then(spells("B-A4 A-S1")).closes() == (1, 2)
    assert position("B-A4 A-A7").then(spells("B-A4 A-A7")).closes() == (0, 2 + 2 + 5)


def test_t23_awards_do_not_reach_the_goal():
    g = position("A-S1 E-S1", seats=3, first="Ben", awards=True, mine={"prestige": 58, "award": 7}, ben={"prestige": 58} | OF_BEN)
    after = g.then(spells("A-S1 E-S1"), END)
    assert after.winners() is None
    assert after.lines()[-1] == (5, "score.award")


@pytest.mark.parametrize(("unique", "again", "others"), [("no", True, True), ("player", False, True), ("game", False, False)])
def test_t24_may_a_word_be_spelled_again(unique, again, others):
    spelled = [(0, "TEN"), (1, "SIN")]
    g = position("T-S1 E-S1 N-S1 I-S1 S-S1", words=spelled, unique_words=unique)
    for text, fine in (("T-S1 E-S1 N-S1", again), ("S-S1 I-S1 N-S1", others)):
        if fine:
            g.then(spells(text))
        else:
            assert g.rule(spells(text)) == "word.unique"


def test_t25_three_ink_make_a_coin():
    g = position("A-S1 E-S1 I-S1 L-S1 N-S1", mine={"ink": 6}).then(spells("A-S1 E-S1 I-S1 L-S1 N-S1"), buy_ink(1))
    assert (g.state.coins, g.player().ink) == (4, 7)
    g = g.then(sell_ink(2))
    assert (g.state.coins, g.player().ink) == (6, 1)
    assert g.rule(sell_ink(1)) == "ink.three"


def test_a_word_of_wilds_pays_nothing():
    assert position("A-A7 E-S1").then(word("I=A-A7", "T=?")).closes() == (0, 0)
