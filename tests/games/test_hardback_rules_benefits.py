"""Hardback, specification 6, rules 24-38: benefits."""

from __future__ import annotations

import pytest

from companion.games.hardback.pieces import Effect, said
from tests.games.hardbacktable import (
    BOX,
    END,
    buy,
    buy_ink,
    double,
    drew,
    give,
    jail,
    position,
    sort,
    spells,
    take,
    trash,
    turned,
    uncover,
    with_seat,
    word,
)

BEN = {"hand": "A-S2 E-S2", "pile": "I-S2 L-S2", "hidden": 0}


# --- 24-27 ------------------------------------------------------------------------------------------------------------


def test_hardback_benefit_up_own_classics_count_in_the_word_or_not_and_once():
    outside = position("T-S1 E-S1", timeless="A-M5T").then(spells("T-S1 E-S1"))
    inside = position("T-S1 E-S1", timeless="A-M5T").then(spells("T-S1 A-M5T E-S1"))
    assert outside.gains() == inside.gains() == (4, 0)


def test_hardback_benefit_wild_gives_nothing():
    g = position("A-A7 A-A5 E-S1").then(spells("A-A7 T=A-A5 E-S1"))
    assert g.gains() == (1, 3)
    assert not [line for line in g.legal() if "Trash" in line]


def test_hardback_benefit_genre_takes_two_of_the_genre():
    assert position("A-A7 E-S1").then(spells("A-A7 E-S1")).gains() == (1, 3)
    assert position("A-A7 D-A4").then(spells("A-A7 D-A4")).gains() == (2, 8)
    assert position("A-A7 E-S1", ben=BEN | {"timeless": "I-A3T"}).then(spells("A-A7 I-A3T E-S1")).gains() == (1, 3)


def test_hardback_benefit_genre_stays_when_a_card_is_trashed():
    g = position("A-A7 W-A3").then(spells("A-A7 W-A3"), trash("W-A3", "W-A3"))
    assert g.closes() == (2, 3 + 2 + 2 + 1)


def test_hardback_benefits_closed_by_the_first_purchase():
    g = position("D-M4 A-S1 N-M7 E-S1", discard="L-S1").then(spells("D-M4 E=A-S1 N-M7 E-S1"))
    g = g.then(buy_ink(1))
    for line in (uncover("D-M4", "right", "A-S1"), double("D-M4", "left"), take("D-M4", "basic", "ink"), give("Ben", "ink")):
        assert g.rule(line) == "benefits.closed"
    assert g.rule(trash("D-M4", "D-M4")) == g.rule(jail("D-M4", "C-A3", True)) == "benefits.closed"
    assert g.rule(sort("", "")) == "benefits.closed"


# --- 28-30 ------------------------------------------------------------------------------------------------------------


def test_hardback_uncover_none_no_such_ability_not_active_or_used():
    g = position("E-M4 D-S A-S1 M-M3 I-S1").then(spells("E-M4 D=D-S A-S1"))
    assert g.rule(uncover("A-S1", "left", "D-S")) == "uncover.none"
    assert g.words(uncover("A-S1", "left", "D-S")) == "A-S1 has no such ability."
    assert g.words(uncover("E-M4", "right", "D-S")) == "E-M4 can do that only with another card of its genre: mystery."
    idle = "M-M3 gives nothing now: it is neither face up in the word nor your classic in play."
    assert g.words(uncover("M-M3", "left", "D-S")) == idle
    g = position("M-M3 D-S A-S1").then(spells("D=D-S M-M3 A=A-S1"), uncover("M-M3", "left", "D-S"))
    assert g.words(uncover("M-M3", "right", "A-S1")) == "M-M3 has done that already."


def test_hardback_uncover_adjacent_only_a_wild_beside_it():
    g = position("M-M3 D-S A-S1 E-S1", timeless="A-M5T").then(spells("E-S1 M-M3 D=D-S"))
    assert g.rule(uncover("M-M3", "left", "E-S1")) == "uncover.adjacent"
    g = position("M-M3 D-S").then(spells("D=D-S M-M3"))
    assert g.rule(uncover("M-M3", "right", "D-S")) == "uncover.adjacent"
    done = g.then(uncover("M-M3", "left", "D-S"))
    assert done.rule(uncover("M-M3", "left", "D-S")) == "uncover.none"


def test_hardback_uncover_card_one_that_can_be_there():
    g = position("M-M3 D-S A-S1", discard="R-S1").then(spells("D=D-S M-M3"))
    for card in ("A-S1", "R-S1"):
        assert g.rule(uncover("M-M3", "left", card)) == "uncover.card"
    hidden = position("M-M3", hidden=2, pile="D-S A-S1 E-S1").then(word("D=?", "M-M3"))
    assert hidden.rule(uncover("M-M3", "left", "R-S1")) == "uncover.card"
    lines = [line for line in hidden.legal() if line.startswith("Uncover")]
    assert lines == [uncover("M-M3", "left", card) for card in ("D-S", "A-S1", "E-S1")]
    assert hidden.then(lines[0]).gains() == (1, 1)


def test_hardback_uncover_tell_an_unnamed_wild_is_named():
    g = position("M-M3", hidden=2, pile="D-S A-S1").then(word("D=?", "M-M3"))
    assert g.rule(END) == "uncover.tell"
    assert g.then(uncover("M-M3", "left", "D-S")).closes() == (1, 1)


def test_hardback_uncover_choose_comes_before_what_is_to_be_told():
    g = position("M-M3 D-M4", hidden=3, pile="D-S A-S1 E-S1").then(word("D=?", "M-M3", "E=?", "D-M4"))
    assert g.rule(END) == "uncover.choose"
    assert g.rule(buy("C-A3")) == "uncover.choose"


def test_hardback_uncover_effect_the_letter_stays_and_the_wild_still_counts():
    g = position("D-M4 A-S1 N-M7 E-S1").then(spells("D-M4 I=A-S1 N-M7 E-S1"), uncover("D-M4", "right", "A-S1"))
    assert g.state.word.text == "DINE"
    assert g.gains() == (2, 1 + 3 + 2 + 1 + 1)
    assert (g.state.word.uncovered, g.state.word.tiles[1].letter) == ((1,), "I")


# --- 31-32 ------------------------------------------------------------------------------------------------------------


def test_hardback_double_none_no_such_ability_not_active_or_used():
    g = position("O-R4 A-S1 P-R6 E-S1").then(spells("O-R4 A-S1"))
    assert g.rule(double("A-S1", "left")) == "double.none"
    assert g.words(double("O-R4", "right")) == "O-R4 can do that only with another card of its genre: romance."
    g = position("P-R6 A-S1 E-S1").then(spells("A-S1 P-R6 E-S1"), double("P-R6", "left"))
    assert g.words(double("P-R6", "right")) == "P-R6 has done that already."


def test_hardback_double_adjacent_face_up_yours_and_in_the_word():
    g = position("P-R6 A-S1 E-S1", timeless="R-R5T", ben=BEN | {"timeless": "E-H5T"}).then(spells("E-H5T P-R6 A=A-S1"))
    assert g.words(double("P-R6", "left")) == "E-H5T is Ben’s classic."
    assert g.words(double("P-R6", "right")) == "The card beside P-R6 is a wild."
    g = position("P-R6 A-S1", timeless="R-R5T").then(spells("P-R6 A-S1"))
    assert g.rule(double("P-R6", "left")) == "double.adjacent"
    g = position("M-M3 P-R6 A-A7").then(spells("P-R6 A=A-A7 M-M3"), uncover("M-M3", "left", "A-A7"))
    assert g.then(double("P-R6", "right")).gains() == (1, 2 + 6)


def test_hardback_double_choose_with_a_card_on_both_sides():
    g = position("P-R6 A-S1 E-S1").then(spells("A-S1 P-R6 E-S1"))
    assert g.rule(END) == "double.choose"
    assert g.then(double("P-R6", "left")).closes() == (3, 2)


def test_hardback_double_effect_numbers_of_both_halves_but_no_abilities():
    g = position("P-R6 J-H5 D-H9").then(spells("P-R6 J-H5 D-H9"))
    g = g.then(double("P-R6", "right"), take("J-H5", "basic", "ink"), take("D-H9", "basic", "remover"))
    assert g.closes() == (0, 2 + (3 + 2) * 2 + 3 + 3)
    assert (g.player().ink, g.player().remover) == (1, 1)


def test_hardback_double_effect_counts_for_either_or():
    g = position("P-R6 A-H3").then(spells("P-R6 A-H3"), take("A-H3", "basic", "prestige"))
    assert g.closes() == (0, 2 + 4)
    lines = g.then(END).lines()
    assert (4, "score.either") in lines


# --- 33-38 ------------------------------------------------------------------------------------------------------------


def test_hardback_take_none_no_such_open_choice():
    g = position("J-H5 A-H3 E-S1").then(spells("J-H5 A-H3"), take("J-H5", "basic", "ink"))
    assert g.rule(take("J-H5", "basic", "ink")) == "take.none"
    assert g.rule(take("A-H3", "basic", "ink")) == "take.none"
    assert g.rule(take("A-H3", "genre", "coins")) == "take.none"
    assert g.rule(take("E-S1", "basic", "coins")) == "take.none"


def test_hardback_take_choose_before_buying():
    g = position("J-H5 E-S1").then(spells("J-H5 E-S1"))
    assert g.rule(buy_ink(1)) == "take.choose"
    assert g.words(END) == "J-H5: take an ink or a remover."
    assert position("A-H3 E-S1").then(spells("A-H3 E-S1")).words(END) == "A-H3: take coins or prestige."


def test_hardback_take_look_with_nothing_to_look_at():
    g = position("R-R5 G-R3").then(spells("R-R5 G-R3"))
    assert g.rule(take("R-R5", "genre", "look")) == "take.look"
    assert not [line for line in g.legal() if '"look"' in line]
    g.then(END)


def test_hardback_trash_none_no_such_ability_or_used():
    g = position("W-A3 E-S1 G-R3", discard="A-S1 I-S1").then(spells("W-A3 E-S1 G-R3"))
    assert g.rule(trash("E-S1", "E-S1")) == "trash.none"
    assert g.rule(trash("W-A3", "A-S1")) == "trash.none"
    assert g.rule(trash("G-R3", "G-R3")) == "trash.none"
    assert g.then(trash("W-A3", "W-A3")).rule(trash("W-A3", "W-A3")) == "trash.none"
    assert g.then(trash("G-R3", "A-S1")).rule(trash("G-R3", "I-S1")) == "trash.none"


def test_hardback_trash_word_letters_of_the_word_stay():
    g = position("G-R3 E-S1", timeless="A-M5T").then(spells("G-R3 E-S1 A-M5T"))
    assert g.rule(trash("G-R3", "E-S1")) == "trash.word"
    assert g.rule(trash("G-R3", "A-M5T")) == "trash.word"


def test_hardback_trash_discard_only_of_the_own_discard_pile():
    g = position("G-R3 E-S1", pile="A-S1", discard="I-S1", ben=BEN | {"discard": "R-S2"}).then(spells("G-R3 E-S1"))
    for card in ("A-S1", "R-S2", "C-A3"):
        assert g.rule(trash("G-R3", card)) == "trash.discard"
    assert g.then(trash("G-R3", "I-S1")).closes() == (2, 1)
    hidden = position("G-R3 E-S1", hidden=2, pile="A-S1 I-S1 L-S1").then(spells("G-R3 E-S1"))
    assert hidden.player().discard == ("?", "?")
    assert hidden.then(trash("G-R3", "L-S1")).player().owned == ("G-R3", "E-S1", "A-S1", "I-S1")


def test_hardback_trash_effect_the_card_leaves_at_once_but_counts():
    g = position("W-A3 A-A7 G-R3", discard="I-S1 E-R2", row="C-A3 I-M3 - S-H7 V-A2 U-H6 F-M2").then(
        spells("W-A3 A-A7 G-R3"), trash("W-A3", "W-A3"), trash("G-R3", "I-S1")
    )
    assert (g.state.removed, g.state.gone) == (("W-A3",), ("I-S1",))
    assert "W-A3" not in g.player().owned
    assert g.closes() == (2 + 1, 2 + 3 + 1 + 2 + 1)
    after = g.then(END).player()
    assert "W-A3" not in (*after.hand, *after.discard, *after.owned)


def test_hardback_trash_pays_are_in_the_ledger():
    g = position("S-A5 E-S1").then(spells("S-A5 E-S1"), trash("S-A5", "S-A5"))
    assert g.lines() == [(2, "score.basic"), (2, "score.trash")]


def test_hardback_jail_none_no_such_ability_not_active_or_used():
    g = position("F-M2 E-S1 I-M3", row="C-A3 L-M6 E-R2 S-H7 V-A2 U-H6 -").then(spells("F-M2 E-S1"))
    assert g.rule(jail("E-S1", "C-A3", True)) == "jail.none"
    g = g.then(jail("F-M2", "C-A3", True), turned("W-R4 T-M6"))
    assert g.rule(jail("F-M2", "E-R2", True)) == "jail.none"
    g = position("I-M3 E-S1", row="C-A3 L-M6 E-R2 S-H7 V-A2 U-H6 -").then(spells("I-M3 E-S1"))
    assert g.words(jail("I-M3", "C-A3", True)) == "I-M3 can do that only with another card of its genre: mystery."


def test_hardback_jail_row_a_card_of_the_row():
    g = position("B-M4 E-S1").then(spells("B-M4 E-S1"))
    assert g.rule(jail("B-M4", "W-R4", True)) == "jail.row"
    assert g.rule(jail("B-M4", "E-S1", False)) == "jail.row"


def test_hardback_jail_one_the_old_one_leaves_when_a_new_one_is_kept():
    g = position("B-M4 E-S1", mine={"jail": "X-H6"}).then(spells("B-M4 E-S1"))
    kept = g.then(jail("B-M4", "C-A3", True))
    assert (kept.player().jail, kept.state.removed, kept.acts()) == ("C-A3", ("X-H6",), ["TABLE"])
    gone = g.then(jail("B-M4", "C-A3", False), turned("W-R4"))
    assert (gone.player().jail, gone.state.removed) == ("X-H6", ("C-A3",))
    assert gone.state.row == ("W-R4", *g.state.row[1:])
    assert gone.state.row_order == (*g.state.row[1:], "W-R4")


def test_hardback_sort_none_nothing_was_looked_at():
    g = position("R-R5 G-R3", pile="A-S1").then(spells("R-R5 G-R3"))
    assert g.rule(sort("", "")) == "sort.none"


LOOKED = position("R-R5 G-R3", pile="A-S1 E-S1 I-S1 L-S1").then(spells("R-R5 G-R3"), take("R-R5", "genre", "look"))


@pytest.mark.parametrize(
    ("top", "discard"), [("A-S1 E-S1", ""), ("A-S1 E-S1", "I-S1 L-S1"), ("A-S1 A-S1", "E-S1"), ("A-S1 E-S1", "L-S1")]
)
def test_hardback_sort_cards_exactly_those_looked_at(top, discard):
    assert LOOKED.then(drew("Ana", "A-S1 E-S1 I-S1")).rule(sort(top, discard)) == "sort.cards"


def test_hardback_sort_cards_hidden_ones_may_be_named_or_not():
    g = LOOKED.then(drew("Ana", "A-S1 ? ?"))
    assert g.acts() == ["Ana"]
    named = g.then(sort("L-S1 ?", "A-S1"))
    assert (named.player().top, named.player().discard, named.player().draw) == (("L-S1",), ("A-S1",), 3)
    known = LOOKED.then(drew("Ana", "A-S1 E-S1 I-S1"))
    assert known.then(sort("A-S1 ?", "E-S1")).player().top == ("A-S1", "I-S1"), "one that is left is filled in"
    forgotten = known.then(sort("A-S1 ?", "?")).player()
    assert (forgotten.top, forgotten.discard) == (("A-S1",), ("?",))


def test_hardback_take_look_a_card_on_top_is_known_already():
    g = position("R-R5 G-R3", top="T-S1", pile="A-S1 E-S1").then(spells("R-R5 G-R3"), take("R-R5", "genre", "look"))
    assert g.rule(drew("Ana", "A-S1")) == "drew.top"
    g = g.then(drew("Ana", "T-S1"), drew("Ana", "A-S1 E-S1"))
    assert g.state.word.looked == ("T-S1", "A-S1", "E-S1")


GIVING = position(
    "H-H7 A-H3 E-S1",
    seats=3,
    ben=BEN | {"ink": 1, "remover": 1},
    cleo={"remover": 2},
).then(spells("H-H7 A-H3"))


def test_hardback_give_none_nobody_owes():
    assert position("A-S1 E-S1", ben=BEN | {"ink": 1}).then(spells("A-S1 E-S1")).rule(give("Ben", "ink")) == "give.none"
    assert GIVING.then(give("Ben", "ink")).rule(give("Ben", "remover")) == "give.none"
    assert GIVING.rule(give("Ana", "ink")) == "give.none"
    off = position("H-H7 E-S1", ben=BEN | {"ink": 1}).then(spells("H-H7 E-S1"))
    assert off.rule(give("Ben", "ink")) == "give.none"


def test_hardback_give_token_only_what_one_has():
    assert GIVING.rule(give("Cleo", "ink")) == "give.token"
    assert GIVING.then(give("Cleo", "remover")).player("Cleo").remover == 1


def test_hardback_give_choose_who_has_both_says_which():
    g = GIVING.then(take("A-H3", "basic", "coins"))
    assert g.rule(END) == "give.choose"
    assert g.words(END) == "Ben says whether ink or remover is returned."
    assert g.acts() == ["Ben"]
    assert GIVING.acts() == ["Ana", "Ben"]
    after = g.then(give("Ben", "remover"), buy_ink(1))
    assert (after.player("Ben").ink, after.player("Ben").remover) == (1, 0)
    assert after.player("Cleo").remover == 1, "one kind goes by itself"
    assert after.state.coins == 2 + 1 + 2 - 1


def test_hardback_give_choose_others_without_tokens_give_nothing():
    g = position("H-H7 S-H2", ben=BEN).then(spells("H-H7 S-H2"), END)
    assert g.player("Ben").ink == 0


def test_hardback_closing_refused_changes_nothing():
    g = position("E-S1 D-M4 A-A7 P-R6 I-S1").then(spells("E=E-S1 D-M4 A=A-A7 P-R6 I-S1"))
    before = g.state
    assert g.rule(END) == "uncover.choose"
    assert g.state == before
    assert not [line for line in g.legal() if line == END]


def test_every_effect_says_what_it_is():
    for card in BOX.cards:
        for effect in (*card.basic, *card.genre_half):
            assert "{" not in str(said(effect))
    assert str(Effect("trash_self", 2, "coins")) == "trash_self:coins=2"
    assert str(Effect("jail")) == "jail"
    assert str(Effect("coins", 3)) == "coins:3"


def test_a_choice_of_a_classic_that_was_sent_away_lapses_but_its_numbers_count():
    g = position("H-M3 E-S1", timeless="D-H4T", penny="plain", row="C-A3 L-M6 E-R2 S-H7 V-A2 U-H6 F-M2").then(spells("H-M3 E-S1"))
    assert g.rule(END) == "take.choose"
    g = g.then(jail("H-M3", "C-A3", False), turned("X-H6"))
    assert (g.player().timeless, g.player().discard) == ((), ("D-H4T",))
    assert g.closes() == (1, 1)
    chosen = with_seat(g, "Ben", ink=0).then(END)
    assert "D-H4T" in chosen.player().hand
