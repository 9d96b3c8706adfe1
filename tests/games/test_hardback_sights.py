"""Hardback, specification 8 and 11: what rows of codes may mean."""

from __future__ import annotations

import dataclasses

from companion.games import hardback
from companion.referee import judge, typed
from companion.table import naming
from tests.games.hardbacktable import (
    BOX,
    FIRST,
    NAMES,
    ROW,
    STARTERS,
    buy,
    buy_ink,
    drew,
    game,
    ink,
    jail,
    opened,
    position,
    seen,
    shows,
    spells,
    trash,
    turned,
    uncover,
    word,
)

TITLES = {"FL": "Fire in the Library"}


def sees(told, *rows, who=None):
    """Proposals as lines, then objections and notes as sentences, as a page would have them."""
    seats = len(told.state.players)
    judged = judge(hardback, told.state, who, typed(row.split() for row in rows), naming(opened(seats)), TITLES)
    proposals = [
        "; ".join(f"{one if isinstance(one, str) else NAMES[one]} {line}" for one, line in p.moves).replace(', "ghost": null', "")
        for p in judged.proposals
    ]
    return proposals, [(one.rule, str(one.sentence)) for one in judged.objections], list(map(str, judged.notes))


def asks(told, *rows, who=None):
    """Each question with its answers; None: one that is completed by whoever is asked."""
    judged = judge(hardback, told.state, who, typed(row.split() for row in rows), naming(opened(len(told.state.players))), {})
    found: dict[str, list[str | None]] = {}
    for one in judged.proposals:
        if one.question is not None:
            found.setdefault(str(one.question), []).append(None if one.answer is None else str(one.answer))
    return found


def moves(told, *rows, **kwargs):
    proposals, objections, notes = sees(told, *rows, **kwargs)
    assert (objections, notes) == ([], [])
    return proposals


# --- setup ------------------------------------------------------------------------------------------------------------


def test_two_prestige_starters_with_coin_starters_name_the_set():
    cards = "A-S1 E-S1 I-S1 L-S1 N-S1 B-S D-S"
    ben = STARTERS["Ana"].replace('"seat": 0', '"seat": 1')
    assert moves(game(), cards, who=0) == [STARTERS["Ana"]], "on Ana's phone they are hers"
    assert moves(game(), *cards.rsplit(maxsplit=4)) == [STARTERS["Ana"], ben], "in lines"
    assert asks(game(), cards) == {"Whose starting cards are these?": ["seat 1", "seat 2"]}
    assert moves(game(), "H-S U-S", who=1)[0] == STARTERS["Ben"].replace('"set": 2', '"set": 1')
    assert moves(game(STARTERS["Ana"]), "H-S U-S") == [STARTERS["Ben"]]


def test_coin_starters_alone_leave_the_two_others_hidden_and_two_rows_are_two_players():
    hidden = STARTERS["Ana"].replace('["B-S", "D-S"]', '["?", "?"]')
    assert moves(game(), "A-S1 E-S1 I-S1 L-S1", who=0) == [hidden]
    assert moves(game(), "A-S1 E-S1 B-S D-S", "A-S2 H-S U-S", who=0)[0] == STARTERS["Ana"]
    assert sees(game(), "B-S D-S H-S", who=0)[1][0][0] == "setup.two"


def test_the_first_offer_row_in_reading_order():
    assert moves(game(), " ".join(ROW.split()[:4]), " ".join(ROW.split()[4:])) == [turned(ROW)], "in two lines"
    assert moves(game(), ROW) == [turned(ROW)]
    assert moves(game(turned("C-A3 I-M3")), ROW) == [turned("E-R2 S-H7 V-A2 U-H6 F-M2")]


# --- what the table tells ---------------------------------------------------------------------------------------------


def test_a_row_with_new_cards_fills_the_empty_places():
    g = position("A-S1 E-S1 I-S1 L-S1 N-S1").then(spells("A-S1 E-S1 I-S1 L-S1 N-S1"), buy("E-R2"))
    assert moves(g, "C-A3 I-M3 W-R4 S-H7 V-A2 U-H6 F-M2") == [turned("W-R4")]
    assert sees(g, "C-A3 BACK S-H7 V-A2")[2][0] == "A card of the offer row lies face down: turn it up."


def test_the_row_as_it_must_be_is_said_and_what_is_missing_is_named():
    g = position("A-S1")
    assert sees(g, ROW) == ([], [], ["The offer row is as it must be."])
    assert sees(g, ROW.removesuffix(" F-M2")) == ([], [], ["In the offer row must lie, too: F-M2"])
    assert sees(g, ROW.replace("F-M2", "X-H6"))[1] == [("turned.none", hardback.RULES["turned.none"])]
    assert sees(g, f"{ROW} BACK") == ([], [], ["The offer row is as it must be."]), "the offer deck beside it"


def test_cards_that_are_gone_from_the_row_were_bought_jailed_or_all_emptied():
    g = position("B-M4 E-S1 A-S1 N-S1").then(spells("B-M4 E-S1 A-S1 N-S1"))
    now = ROW.replace("E-R2", "W-R4")
    gone = "E-R2 is gone from the offer row: what was done with it?"
    assert asks(g, now) == {gone: ["Bought", "To the jail", "Out of the game"]}
    assert moves(g, now)[0] == f"Ana {buy('E-R2')}; {turned('W-R4')}"
    assert moves(g, ROW.replace("F-M2", "X-H6").replace("E-R2", "W-R4")) == [
        f"Ana {buy('E-R2')}; {turned('W-R4')}; Ana {buy('F-M2')}; {turned('X-H6')}"
    ]
    assert moves(g, ROW.removesuffix(" F-M2"))[0] == f"Ana {buy('F-M2')}", "its place is empty still"
    assert sees(g, ROW.replace("S-H7", "X-H6"))[0] == [
        f"Ana {jail('B-M4', 'S-H7', keep)}; {turned('X-H6')}" for keep in (True, False)
    ]
    g = position("A-S1 E-S1", row="A-A7 B-M4 C-A3 D-A4 E-A3 F-A8 G-A2").then(spells("A-S1 E-S1"))
    assert moves(g, "H-A3 I-A6 J-A3") == [f"Ana Flush {{}}; {turned('H-A3 I-A6 J-A3')}"]
    assert sees(g, "H-A3 I-A6 J-A3 G-A2 F-A8")[1][0][0] == "turned.none"


def test_a_card_that_is_asked_is_drawn():
    g = position("A-S1", pile="E-S1 I-S1", mine={"ink": 1}).then(ink("Ana"))
    assert moves(g, "E-S1") == [drew("Ana", "E-S1")]
    assert sees(g, "A-S2")[1] == [("drew.owned", "A-S2 is in seat 2’s deck.")]


def test_a_hand_on_the_own_phone_is_no_answer_for_another():
    g = position("A-S1", pile="E-S1 I-S1", mine={"ink": 1}).then(ink("Ana"))
    assert moves(g, "A-S2 T-S2", who=1) == [seen("Ben", "A-S2 T-S2")]
    assert moves(g, "E-S1", who=1) == [drew("Ana", "E-S1")]


def test_a_told_hand_is_read_from_one_photograph():
    g = game(STARTERS["Ana"], STARTERS["Ben"], FIRST, turned(ROW), hands="told")
    assert moves(g, "A-S1 E-S1 B-S", "T-S1 S-S1") == [drew("Ana", "A-S1 E-S1 B-S T-S1 S-S1")]
    assert moves(g, "A-S1 E-S1 B-S T-S1 S-S1") == [drew("Ana", "A-S1 E-S1 B-S T-S1 S-S1")]


# --- hands and words --------------------------------------------------------------------------------------------------

HIDDEN_HAND = position(hidden=5, pile="A-S1 E-S1 I-S1 L-S1 N-S1 R-S1 S-S1 T-S1 B-S D-S", dictionary="en")


def test_a_hand_on_the_own_phone_is_seen_and_may_be_a_word():
    assert moves(HIDDEN_HAND, "T-S1 E-S1 N-S1", who=0) == [
        f"Ana {spells('T-S1 E-S1 N-S1')}",
        seen("Ana", "T-S1 E-S1 N-S1"),
    ]
    others = HIDDEN_HAND.then("Skip {}")
    assert moves(others, "A-S2 E-S2", who=1)[-1] == seen("Ben", "A-S2 E-S2")
    assert moves(others.then(f"Ben {spells('A-S2 E-S2')}", ruling=True), "I-S1", who=0) == [seen("Ana", "I-S1")]


def test_what_is_known_of_a_hand_is_skipped():
    g = HIDDEN_HAND.then(seen("Ana", "T-S1 E-S1"))
    assert sees(g, "N-S1 T-S1", who=0)[0] == [seen("Ana", "N-S1")]
    g = position("A-S1 E-S1")
    assert sees(g, "A-S1", who=0)[2] == ["A-S1 is in seat 1’s hand."]
    assert sees(g.then("Skip {}"), "A-S2 E-S2", who=1)[0][-1] == seen("Ben", "A-S2 E-S2")
    told = g.then(seen("Ben", "A-S2 E-S2"))
    assert sees(told, "A-S2 E-S2", who=1) == ([], [], ["These are known to be in seat 2’s hand."])


def test_a_hand_that_spells_nothing_is_no_word_and_in_two_lines_is_one_hand():
    proposals, objections, notes = sees(HIDDEN_HAND, "N-S1 T-S1 E-S1", who=0)
    assert (proposals, objections) == ([seen("Ana", "N-S1 T-S1 E-S1")], [])
    assert notes == ["NTE is not in the list “a short list”, version 1."]
    assert moves(HIDDEN_HAND, "N-S1 T-S1 R-S1", "S-S1 L-S1", who=0) == [seen("Ana", "N-S1 T-S1 R-S1 S-S1 L-S1")]
    assert moves(HIDDEN_HAND, "N-S1 S-S1 R-S1", "A-S1 T-S1", who=0) == [
        seen("Ana", "N-S1 S-S1 R-S1 A-S1 T-S1"),
        f"Ana {spells('A-S1 T-S1')}",
    ]


def test_what_was_discarded_unseen_is_seen_there_on_the_own_phone():
    g = HIDDEN_HAND.then(spells("A-S1 T-S1"))
    assert moves(g, "B-S D-S", who=0) == [seen("Ana", "B-S D-S", "discard")]
    assert sees(g, "B-S D-S", who=1)[2] == ["B-S is in seat 1’s deck.", "D-S is in seat 1’s deck."]


def test_a_word_is_read_from_left_to_right():
    g = position("L-H3 T-S1", inked="A-S1", ben={"timeless": "E-H5T"})
    assert moves(g, "L-H3 E-H5T A-S1 T-S1") == [f"Ana {spells('L-H3 E-H5T A-S1 T-S1')}"]


def test_a_word_that_is_not_listed_is_proposed_with_its_objection():
    proposals, objections, _ = sees(HIDDEN_HAND, "N-S1 T-S1 E-S1")
    assert proposals == []
    assert objections == [("word.dictionary", "NTE is not in the list “a short list”, version 1.")]


def test_what_an_objection_is_about_is_told_with_it():
    judged = judge(hardback, HIDDEN_HAND.state, None, typed([["N-S1", "T-S1", "E-S1"]]), naming(opened(2)), {})
    refused = judged.objections[0].refused
    assert refused is not None
    assert refused.moves == ((0, word("N-S1", "T-S1", "E-S1").replace("}", ', "ghost": null}')),)


def test_the_word_of_another_is_proposed_on_any_phone():
    g = position(hidden=5, pile="A-S1 E-S1 I-S1 L-S1 N-S1 R-S1 S-S1 T-S1 B-S D-S", dictionary="en")
    assert moves(g.view("Ben"), "T-S1 E-S1 N-S1", who=1) == [f"Ana {spells('T-S1 E-S1 N-S1')}"]
    assert moves(g.view("Ben"), "T-S1 BACK N-S1", who=1)[0] == f"Ana {word('T-S1', 'A=?', 'N-S1')}"


def test_a_card_that_cannot_be_there_is_named_with_its_place():
    assert sees(position("A-S1 E-S1 I-S1 L-S1"), "A-S1 E-S1 L-S1 A-S2")[1] == [("word.owned", "A-S2 is in seat 2’s deck.")]
    assert sees(position("A-S1 E-S1 I-S1 L-S1", removed="W-R4"), "A-S1 E-S1 L-S1 W-R4")[1] == [
        ("word.owned", "W-R4 was removed from the game.")
    ]


def test_backs_are_wilds_and_letters_that_make_a_listed_word_come_first():
    g = position("T-S1 E-S1 N-S1 A-S1", dictionary="en")
    assert moves(g, "T-S1 BACK N-S1") == [f"Ana {word('T-S1', f'{letter}=?', 'N-S1')}" for letter in "AEIO"]
    assert asks(g, "T-S1 BACK N-S1") == {
        "Which letter does the card that lies face down stand for?": ["TAN", "TEN", "TIN", "TON"]
    }
    assert asks(g, "BACK E-S1 T-S1", "N-S1 BACK") == {
        "Which row is the word?": ["LET", "NET", "SET", "VET", "WET", "NA", "NE", "NO", "NU"]
    }
    many = {"Which letters do the cards that lie face down stand for?": [None]}
    assert asks(g, "BACK BACK BACK BACK") == many, "more than help: asked letter by letter"
    assert len(moves(g, "BACK BACK BACK BACK")) == 1


def test_one_word_that_fits_needs_no_question_and_none_is_an_objection():
    g = position("T-S1 E-S1 N-S1 A-S1", dictionary="en")
    assert asks(g, "A-S1 BACK T-S1 E-S1 N-S1") == {}
    assert sees(g, "T-S1 BACK N-S1 N-S1 BACK BACK")[1] == [
        ("word.dictionary", "No word of the list “a short list”, version 1, fits T?N??.")
    ]


def test_a_letter_in_place_of_a_card_is_a_wild_that_stands_for_it():
    g = position("T-S1 E-S1 N-S1 A-S1", dictionary="en")
    assert moves(g, "T-S1 E N-S1") == [f"Ana {word('T-S1', 'E=?', 'N-S1')}"]
    assert moves(g, "T-S1 I BACK")[0] == f"Ana {word('T-S1', 'I=?', 'E=?')}"
    assert sees(g, "T-S1 X N-S1")[1] == [("word.dictionary", "TXN is not in the list “a short list”, version 1.")]


def test_after_a_hand_was_shown_the_helper_is_asked():
    g = position("T-S1 E-S1 N-S1", dictionary="en", seats=3).then(shows("T-S1 E-S1 N-S1"))
    assert asks(g, "T-S1 E-S1 N-S1") == {"Whose idea was the word?": ["TEN", "TEN, seat 2’s idea", "TEN, seat 3’s idea"]}
    assert moves(g, "T-S1 E-S1 N-S1")[1] == f"Ana {spells('T-S1 E-S1 N-S1', ghost='Ben')}"


def test_where_others_vote_any_letter_can_be_said():
    g = position("T-S1 E-S1 N-S1 A-S1", dictionary="en", vote="majority")
    assert asks(g, "T-S1 BACK N-S1") == {
        "Which letter does the card that lies face down stand for?": ["TAN", "TEN", "TIN", "TON"]
    }
    assert asks(g, "T-S1 BACK BACK N-S1") == {"Which letters do the cards that lie face down stand for?": [None]}
    assert moves(g, "N-S1 T-S1 E-S1") == [f"Ana {spells('N-S1 T-S1 E-S1')}"]


def test_backs_without_a_list_stand_for_any_letter():
    g = position("T-S1 E-S1 N-S1 A-S1")
    assert asks(g, "T-S1 BACK N-S1") == {"Which letter does the card that lies face down stand for?": [None]}
    assert asks(g, "BACK BACK") == {"Which letters do the cards that lie face down stand for?": [None]}


def test_classics_beside_the_word_confirm_the_state():
    g = position("A-S1 E-S1", timeless="A-M5T I-A3T")
    proposals, objections, notes = sees(g, "A-S1 E-S1", "A-M5T I-A3T")
    assert (proposals, objections, notes) == ([f"Ana {spells('A-S1 E-S1')}"], [], ["seat 1’s classics lie as they must."])
    assert sees(g, "A-M5T")[2] == ["Before seat 1 must lie, too: I-A3T"]


def test_two_word_rows_are_both_proposed():
    g = position("A-S1 E-S1 I-S1 L-S1")
    assert moves(g, "A-S1 E-S1", "L-S1 I-S1") == [f"Ana {spells('A-S1 E-S1')}", f"Ana {spells('L-S1 I-S1')}"]
    assert asks(g, "A-S1 E-S1", "L-S1 I-S1") == {"Which row is the word?": ["AE", "LI"]}
    assert sees(g, "A-S1 E-S1", "L-S1") == ([f"Ana {spells('A-S1 E-S1')}"], [], ["Apart from the word, and left out of it: L-S1"])


def test_what_is_left_of_the_hand_beside_a_word_is_no_second_word():
    least, rest = "L-S1 E-S1 A-S1 S-S1 T-S1", "R-S1 B-S"
    for who in (None, 0):
        assert sees(HIDDEN_HAND, least, rest, who=who) == (
            [f"Ana {spells(least)}"],
            [],
            ["Apart from the word, and left out of it: R-S1, B-S"],
        )
    assert moves(HIDDEN_HAND, "L-S1 E-S1 N-S1 T-S1", "R-S1", who=0) == [seen("Ana", "L-S1 E-S1 N-S1 T-S1 R-S1")]
    assert moves(HIDDEN_HAND, "L-S1 E-S1 A-S1 N-S1", "R-S1", who=0) == [
        f"Ana {spells('L-S1 E-S1 A-S1 N-S1')}",
        seen("Ana", "L-S1 E-S1 A-S1 N-S1 R-S1"),
    ]
    assert asks(HIDDEN_HAND, "A-S1 T-S1", "R-S1 B-S", "I-S1 N-S1") == {"Which row is the word?": ["AT", "IN"]}


def test_a_word_of_classics_alone_is_one_when_it_is_listed():
    g = position("E-S1", timeless="A-M5T T-M8T", ben={"timeless": "E-H5T"}, dictionary="en")
    proposals, _, notes = sees(g, "A-M5T T-M8T")
    assert (proposals, notes) == ([f"Ana {spells('A-M5T T-M8T')}"], ["seat 1’s classics lie as they must."])
    assert sees(g, "T-M8T A-M5T")[0] == [f"Ana {spells('T-M8T A-M5T')}"]
    assert sees(g, "T-M8T A-M5T E-H5T")[1] == [("word.dictionary", "TAE is not in the list “a short list”, version 1.")]


def test_a_classic_that_lies_among_those_in_play_and_is_not_is_named_with_its_place():
    g = position("A-S1 E-S1", timeless="A-M5T I-A3T", removed="D-H4T")
    assert sees(g, "A-M5T I-A3T D-H4T")[2] == [
        "seat 1’s classics lie as they must.",
        "D-H4T is not in play: D-H4T was removed from the game.",
    ]


def test_a_classic_in_the_word_is_missing_nowhere():
    g = position("A-S1 E-S1", timeless="A-M5T I-A3T")
    assert sees(g, "A-M5T E-S1", "I-A3T")[2] == ["seat 1’s classics lie as they must."]


# --- benefits and purchases -------------------------------------------------------------------------------------------


def test_a_back_that_lies_face_up_now_was_uncovered():
    g = position("D-M4 A-S1 N-M7 E-S1").then(spells("D-M4 I=A-S1 N-M7 E-S1"))
    assert moves(g, "D-M4 A-S1 N-M7 E-S1") == [f"Ana {uncover('D-M4', 'right', 'A-S1')}"]
    both = position("E-S1 D-M4 M-M3").then(spells("D-M4 I=E-S1 M-M3"))
    assert moves(both, "D-M4 E-S1 M-M3") == [
        f"Ana {uncover('D-M4', 'right', 'E-S1')}",
        f"Ana {uncover('M-M3', 'left', 'E-S1')}",
    ]
    assert asks(both, "D-M4 E-S1 M-M3") == {"Which card uncovers it?": ["D-M4", "M-M3"]}
    assert moves(both, "E-S1") == moves(both, "D-M4 E-S1 M-M3"), "the card alone"


def test_several_backs_that_lie_face_up_now_are_one_story():
    g = position("C-M5 M-M3 A-A7").then(spells("C-M5 A=M-M3 T=A-A7"))
    assert moves(g, "C-M5 M-M3 A-A7") == [f"Ana {uncover('C-M5', 'right', 'M-M3')}; Ana {uncover('M-M3', 'right', 'A-A7')}"]


def test_the_word_as_it_was_spelled_asks_for_nothing_and_what_is_wrong_with_it_is_said():
    g = position("D-M4 A-S1 N-M7 E-S1").then(spells("D-M4 I=A-S1 N-M7 E-S1"))
    assert sees(g, "D-M4 BACK N-M7 E-S1") == ([], [], ["The word DINE lies as it was spelled."])
    done = g.then(uncover("D-M4", "right", "A-S1"))
    assert sees(done, "D-M4 BACK N-M7 E-S1") == ([], [], ["These must lie face up: A-S1"])
    assert sees(done, "D-M4 A-S1 N-M7 E-S1") == ([], [], ["The word DINE lies as it was spelled."])
    assert sees(g, "D-M4 N-M7 E-S1")[1] == [("turn.phase", "DNE lies there, and DINE was spelled.")]
    wild = position("D-S A-S1 N-S1").then(spells("D-S I=A-S1 N-S1"))
    assert sees(wild, "D-S A-S1 N-S1")[1] == [("uncover.none", "Nothing in the word can uncover this: A-S1")]


def test_a_word_from_which_a_card_has_trashed_itself_is_still_that_word():
    g = position("P-R6 A-A5 T-S1").then(spells("P-R6 A-A5 T-S1"), trash("A-A5", "A-A5"))
    assert sees(g, "P-R6 A-A5 T-S1") == sees(g, "P-R6 T-S1") == ([], [], ["The word PAT lies as it was spelled."])


def test_a_word_that_the_others_vote_on_lies_as_it_was_spelled():
    g = position("X-H6 E-S1 Q-H4", dictionary="en", vote="majority").then(spells("X-H6 Q-H4 E-S1"))
    assert g.state.phase == "vote"
    assert sees(g, "X-H6 Q-H4 E-S1") == ([], [], ["The word XQE lies as it was spelled."])


def test_one_card_of_the_row_is_jailed_or_removed_or_bought():
    g = position("B-M4 E-S1").then(spells("B-M4 E-S1"))
    assert moves(g, "E-R2") == [
        f"Ana {jail('B-M4', 'E-R2', True)}",
        f"Ana {jail('B-M4', 'E-R2', False)}",
        f"Ana {buy('E-R2')}",
    ]
    assert asks(g, "E-R2") == {"What happens to E-R2?": ["To the jail", "Out of the game", "Bought"]}
    assert sees(position("A-S1"), "E-R2")[2] == ["E-R2 lies in the offer row, place 3."]


def test_one_card_is_trashed_or_bought_from_the_jail():
    g = position("G-R3 W-A3 E-S1 T-S1", discard="A-S1", mine={"jail": "M-R2"}).then(spells("G-R3 E-S1 W-A3 T-S1"))
    assert moves(g, "W-A3") == [f"Ana {trash('W-A3', 'W-A3')}"]
    assert moves(g, "A-S1") == [f"Ana {trash('G-R3', 'A-S1')}"]
    assert moves(g, "M-R2") == [f"Ana {buy('M-R2')}"], "the jail"


def test_other_labels_say_what_they_are():
    g = position("A-S1 E-S1", adverts=True)
    assert sees(g, "EV3")[2] == ["Event 3: its text is not known to this box."]
    assert sees(g, "PC2")[2] == ["These are seat 2’s things."]
    assert sees(g.then(spells("A-S1 E-S1")), "AD1")[1] == [("buy.coins", "That costs 6, and 2 coins are left.")]


def test_a_text_that_the_owner_typed_in_is_shown():
    events = [dataclasses.replace(one, text="Draw six.") if one.code == "EV3" else one for one in BOX.others]
    g = position("A-S1", box=dataclasses.replace(BOX, others=tuple(events)))
    assert sees(g, "EV3")[2] == ["Event 3: Draw six."]


def test_a_card_that_is_nowhere_on_offer_is_answered_with_where_it_is():
    g = position("A-S1 E-S1").then(spells("A-S1 E-S1"), buy_ink(1))
    assert sees(g, "X-H6")[1] == [("buy.row", "X-H6 is in the offer deck.")]
    assert sees(position("A-S1"), "X-H6")[2] == ["X-H6 is in the offer deck."]
    assert sees(g, "A-S1 BACK")[0] == []
    assert sees(position("A-S1"), "BACK")[2] == ["A card that lies face down tells nothing by itself."]


# --- bad input (specification 11) -------------------------------------------------------------------------------------


def test_a_label_that_is_in_no_box_and_one_of_another_game():
    g = position("A-S1 E-S1")
    assert sees(g, "HB:Q-Z9") == ([], [("piece.unknown", "“Q-Z9” is no piece of this box.")], [])
    assert sees(g, "FL:BP2") == ([], [(None, "FL:BP2 belongs to Fire in the Library, not to this game.")], [])


def test_a_card_seen_twice_counts_once_and_is_said():
    g = position("A-S1 E-S1 I-S1 L-S1")
    assert sees(g, "A-S1 E-S1 A-S1 I-S1 L-S1") == (
        [f"Ana {spells('A-S1 E-S1 I-S1 L-S1')}"],
        [],
        ["A-S1 was seen twice; it counts once."],
    )
    assert sees(g, "BACK BACK")[2] == [], "all backs are alike"


def test_when_the_game_is_over_nothing_can_be_seen():
    over = position("A-S1", first="Ben", ben={"prestige": 60}).then("Skip {}")
    assert sees(over, "A-S1")[1] == [("game.over", "The game is over.")]
    assert sees(over, "EV1")[2]
