"""Hardback, specification 4 and 5: who knows what; how moves are told, and what hands must do to follow them."""

from __future__ import annotations

import pytest

from companion import notation
from companion.games import hardback
from companion.games.hardback.knowledge import candidates, hidden_places, unseen
from companion.games.hardback.moves import Drew, Seen, Sort, Word
from companion.rules import TABLE, Ask
from companion.table import named, naming
from tests.games.hardbacktable import (
    CLASSES,
    END,
    FIRST,
    ROW,
    SKIP,
    STARTERS,
    buy,
    buy_ink,
    drew,
    game,
    ink,
    jail,
    opened,
    position,
    remove,
    seen,
    sell_ink,
    shows,
    sort,
    spells,
    take,
    trash,
    turned,
    uncover,
    vote,
    word,
)

READY = (STARTERS["Ana"], STARTERS["Ben"], FIRST, turned(ROW))
SEEN = game(*READY).then(seen("Ana", "A-S1 B-S"))


def veiled(told, line, seat):
    """The line as *seat* may read it now."""
    who, move = told._read(line)
    return notation.write(hardback.veil(told.state, who, move, seat))


# --- hands ------------------------------------------------------------------------------------------------------------


def test_a_hand_that_was_named_is_seen_by_its_own_seat_alone():
    assert SEEN.view("Ana").player().hand == ("A-S1", "B-S", "?", "?", "?")
    assert SEEN.view("Ben").player().hand == SEEN.view().player().hand == ("?",) * 5


@pytest.mark.parametrize("options", [{"hands": "open"}, {"penny": "plain"}])
def test_with_open_hands_or_against_penny_what_is_told_is_seen_by_all(options):
    g = game(*READY, **options)
    g = g.then(drew("Ana", "A-S1 ?"), drew("Ben", "?")) if options.get("hands") else g.then(seen("Ana", "A-S1"))
    assert g.view("Ben").player().hand[0] == "A-S1"
    assert veiled(g, seen("Ana", "A-S1"), 1) == seen("Ana", "A-S1").removeprefix("Ana ")


def test_a_deduced_hand_is_shown_to_its_owner_only():
    g = position("A-S1 E-S1 L-S1 S-S1 T-S1", pile="I-S1 N-S1 R-S1 B-S D-S").then(spells("L-S1 E-S1 A-S1 S-S1 T-S1"), END)
    assert "?" not in g.view("Ana").player().hand
    assert g.view("Ben").player().hand == ("?",) * 5


def test_from_a_view_the_unseen_cards_fill_the_hidden_places():
    for told in (SEEN, SEEN.then(word("A-S1", "E=B-S")), SEEN.then(spells("A-S1 E=?"), END)):
        for name in (None, "Ana", "Ben"):
            state = told.view(name).state
            for seat, one in enumerate(state.players):
                assert len(unseen(state, seat)) + one.unseen_starters == sum(hidden_places(state, seat).values())


def test_a_starter_that_only_its_owner_has_seen_is_no_news_to_others():
    blind = 'TABLE Starters {"seat": 0, "set": 1, "cards": ["?", "?"]}'
    g = game(blind, *READY[1:]).then(seen("Ana", "M-S"))
    assert g.player().unseen_starters == 1
    others = g.view("Ben")
    assert "M-S" not in str(notation.plain(others.state))
    assert others.player().unseen_starters == 2
    assert g.view("Ana").player().owned[-1] == "M-S"
    shown = g.then(spells("M-S A-S1"), END)
    assert shown.view("Ben").player().discard == ("?", "?", "?", "M-S", "A-S1")
    shuffled = shown.then(SKIP, SKIP, SKIP, SKIP)
    assert "M-S" in shuffled.view("Ben").player().owned


def test_after_a_ghostwriter_was_asked_all_see_the_hand():
    g = SEEN.then(shows("A-S1 B-S E-S1 ? ?"))
    assert g.view("Ben").player().hand == ("A-S1", "B-S", "E-S1", "?", "?")


# --- the word, the pile -----------------------------------------------------------------------------------------------


def test_wilds_are_their_spellers_until_uncovered_or_discarded():
    g = position("D-M4 A-S1 N-M7 E-S1").then(spells("D-M4 I=A-S1 N-M7 E=E-S1"))
    assert [tile.card for tile in g.view("Ben").state.word.tiles] == ["D-M4", "?", "N-M7", "?"]
    assert [tile.card for tile in g.view("Ana").state.word.tiles] == ["D-M4", "A-S1", "N-M7", "E-S1"]
    up = g.then(uncover("D-M4", "right", "A-S1"))
    assert [tile.card for tile in up.view("Ben").state.word.tiles] == ["D-M4", "A-S1", "N-M7", "?"]
    ended = position("D-S A-S1", pile="I-S1 L-S1 N-S1 R-S1 T-S1").then(word("A=D-S", "S=A-S1"), END)
    assert ended.view("Ben").player().discard == ("D-S", "A-S1")


LOOKED = position("R-R5 G-R3", pile="A-S1 E-S1 I-S1 L-S1").then(
    spells("R-R5 G-R3"), take("R-R5", "genre", "look"), drew("Ana", "A-S1 E-S1 I-S1")
)


def test_looked_at_cards_and_the_top_of_the_pile_are_their_owners():
    assert LOOKED.view("Ana").state.word.looked == ("A-S1", "E-S1", "I-S1")
    assert LOOKED.view("Ben").state.word.looked == ("?", "?", "?")
    g = LOOKED.then(sort("I-S1 A-S1", "E-S1"))
    assert g.view("Ana").player().top == ("I-S1", "A-S1")
    assert g.view("Ben").player().top == ()
    assert g.view("Ben").player().discard == ("E-S1",)


def test_while_others_vote_they_do_not_see_the_wilds():
    g = position("A-S1 E-S1 I-S1", vote="majority").then(word("A-S1", "T=E-S1"))
    assert [tile.card for tile in g.view("Ben").state.word.tiles] == ["A-S1", "?"]
    assert g.view("Ben").state.word.hand_before == ("?",) * 3


# --- moves ------------------------------------------------------------------------------------------------------------


def test_moves_are_veiled_for_others():
    g = LOOKED
    for line, hidden in (
        (seen("Ana", "A-S1 E-S1"), Seen(0, "hand", ("?", "?"))),
        (drew("Ana", "A-S1 E-S1"), Drew(0, ("?", "?"))),
        (sort("A-S1 E-S1", "I-S1"), Sort(("?", "?"), ("?",))),
        (spells("R-R5 E=A-S1"), Word(("R-R5", "E=?"))),
    ):
        assert veiled(g, line, 1) == veiled(g, line, None) == notation.write(hidden)
        assert veiled(g, line, 0) == notation.write(g._read(line)[1])
    for line in (seen("Ana", "A-S1", "discard"), spells("R-R5 G-R3"), buy("E-R2"), turned("W-R4")):
        assert veiled(g, line, 1) == notation.write(g._read(line)[1])


def test_a_card_drawn_with_ink_was_seen_by_all_unless_it_would_tell_a_hand_now():
    g = position("A-S1", pile="E-S1 I-S1 L-S1", mine={"ink": 1}).then(ink("Ana"), drew("Ana", "E-S1"))
    line = drew("Ana", "E-S1")
    assert veiled(g, line, 1) == 'Drew {"seat": 0, "cards": ["E-S1"]}'
    assert veiled(g.then(SKIP), line, 1) == 'Drew {"seat": 0, "cards": ["?"]}', "it may be in hand again"


def test_what_a_page_offers_does_not_tell_a_hand():
    for name in (None, "Ben"):
        view = SEEN.view(name).state
        asks = [move for _, move in hardback.legal_moves(view) if isinstance(move, Ask) and move.move is Seen]
        assert set(asks[0].open["cards"].choices) == set(candidates(view, 0)) >= {"A-S1", "B-S"}


# --- the printed state ------------------------------------------------------------------------------------------------


def test_the_state_is_printed_with_the_names_of_the_specification():
    printed = notation.plain(hardback.view(SEEN.state, None))
    names = """phase turn first round asks row row_order deck removed gone coins flushed bought jailed word words votes penny
        outcome players"""
    assert list(printed) == names.split()
    of_seat = """set owned unseen_starters hand inked draw top discard timeless jail ink remover prestige award advert"""
    assert list(printed["players"][0]) == of_seat.split()
    assert printed["row"] == ROW.split()
    g = position("D-M4 A-S1").then(word("D-M4", "O=A-S1"))
    shown = notation.plain(g.view("Ben").state)["word"]
    assert list(shown) == ["tiles", "uncovered", "doublings", "choices", "ghostwriter", "looked"]
    assert shown["tiles"][1] == {"card": "?", "letter": "O", "wild": True, "source": "hand", "owner": 0}


# --- what is said -----------------------------------------------------------------------------------------------------

CALLED = naming(opened(2))


def told(line):
    move = notation.read(line.removeprefix("TABLE ").removeprefix("Ana ").removeprefix("Ben "), CLASSES)
    return str(named(hardback.tell(move, CALLED), ("Ana", "Ben")))


def test_moves_are_told_in_sentences():
    assert told(STARTERS["Ana"]).startswith("Ana has the starting cards of set 1, and: B-S (B")
    assert told(FIRST) == "Ana goes first"
    assert told(turned("C-A3 I-M3")) == "Into the offer row: C-A3 (C, adventure 3), I-M3 (I, mystery 3)"
    assert told(drew("Ana", "A-S1 ?")) == "Ana draws: A-S1 (A (starting card)), a hidden card"
    assert told(seen("Ana", "E-R2", "discard")) == "has in the discard pile: E-R2 (E, romance 2)"
    assert told(spells("P-R6 E=A-S1")) == "spells PE: P-R6, E=A-S1"
    assert told(spells("P-R6 E=?", ghost="Ben")) == "spells PE with Ben’s help: P-R6, E=?"
    assert told(uncover("D-M4", "left", "E-R2")) == "uncovers E-R2 (E, romance 2), left of D-M4"
    assert told(take("X-H6", "basic", "ink")) == "takes an ink from X-H6, above the line"
    assert told(trash("W-A3", "W-A3")) == "trashes W-A3 (W, adventure 3)"
    assert told(jail("F-M2", "E-R2", True)) == "jails E-R2 (E, romance 2) with F-M2"
    assert told(buy_ink(1)) == "buys 1 ink"
    assert told(sell_ink(2)) == "turns ink into 2 coins"
    assert told('Count {"seat": 0, "ink": 2, "prestige": 7}') == "Ana has on the table: 7 prestige, 2 ink"
    assert told('Count {"seat": 0}') == "Ana has on the table: nothing new"
    assert told(sort("", "A-S1")) == "puts back on top: nothing; on the discard pile: A-S1 (A (starting card))"


def test_every_kind_of_move_has_a_sentence_and_a_title():
    samples = """
        Remove {"seat": 0, "card": "A-S1"}
        Ghostwriter {"cards": []}
        Vote {"seat": 0, "accept": true}
        Vote {"seat": 0, "accept": false}
        Skip {}
        Ink {"seat": 0}
        Double {"by": "P-R6", "side": "left"}
        Take {"by": "R-R5", "half": "genre", "what": "look"}
        Take {"by": "R-R5", "half": "genre", "what": "remover"}
        Take {"by": "R-R5", "half": "genre", "what": "coins"}
        Take {"by": "R-R5", "half": "genre", "what": "prestige"}
        Trash {"by": "G-R3", "card": "A-S1"}
        Jail {"by": "F-M2", "card": "E-R2", "keep": false}
        Give {"seat": 0, "what": "ink"}
        Flush {}
        EndTurn {}
        Seen {"seat": 0, "where": "hand", "cards": ["A-S1"]}
    """
    for line in samples.split("\n"):
        if line.strip():
            assert told(line.strip()) and "{" not in told(line.strip())
    assert {move.__name__ for move in hardback.MOVES} <= set(hardback.WORDS)
    with pytest.raises(TypeError):
        hardback.tell(object(), {})


# --- what hands do ----------------------------------------------------------------------------------------------------


def do(told_, line):
    who, move = told_._read(line)
    return [str(named(one, told_.seats)) for one in hardback.hands(told_.state, who, move)]


def test_hands_follow_a_turn():
    g = position("A-M5T E-S1 L-S1", inked="I-S1", pile="N-S1 R-S1 S-S1 T-S1 B-S", ben={"timeless": "E-H5T"})
    assert do(g, spells("I-S1 A-M5T E-H5T")) == ["Ana discards the 2 unused cards face up."]
    g = g.then(spells("I-S1 A-M5T E-H5T"))
    assert do(g, buy("E-R2")) == ["Ana lays E-R2 on the discard pile.", "Turn up 1 card of the offer deck."]
    g = g.then(buy("E-R2"), turned("W-R4"))
    assert do(g, END) == [
        "Ana discards the word.",
        "Face up before Ana stay: A-M5T",
        "Onto Ben’s discard pile: E-H5T",
        "Ink on cards goes to the supply or to the ghostwriter.",
        "Ana draws 5 cards.",
        "It is Ben’s turn.",
    ]


def test_hands_move_tokens_and_markers():
    g = position("A-A7 E-S1", inked="I-S1", pile="N-S1", mine={"ink": 4, "remover": 1}, ben={"ink": 0})
    assert do(g, ink("Ana")) == ["Ana draws a card, lays it face up and puts the ink on it."]
    assert do(g, remove("Ana", "I-S1")) == ["Ana takes I-S1 into the hand; ink and remover go to the supply."]
    g = g.then(shows("A-A7 E-S1"), spells("A-A7 I-S1", ghost="Ben"))
    assert do(g, buy_ink(1)) == ["Ana takes 1 ink from the supply.", "Ana’s marker goes to 3."]
    assert do(g, sell_ink(1)) == ["Ana puts 3 inks back into the supply.", "Ana’s marker goes to 3."]
    dry = position("A-S1", discard="N-S1", mine={"ink": 1})
    assert do(dry, ink("Ana"))[0] == "Ana shuffles the discard pile into a new draw pile."


def test_hands_jail_trash_and_look():
    g = position("B-M4 W-A3 E-S1", mine={"jail": "X-H6"}).then(spells("B-M4 W-A3"))
    assert do(g, jail("B-M4", "C-A3", True)) == [
        "Ana lays C-A3 into the own jail.",
        "X-H6 leaves the game.",
        "Turn up 1 card of the offer deck.",
    ]
    assert do(g, jail("B-M4", "C-A3", False))[0] == do(g, trash("W-A3", "W-A3"))[0].replace("W-A3", "C-A3")
    before = position("R-R5 G-R3", pile="A-S1 E-S1").then(spells("R-R5 G-R3"))
    assert do(before, take("R-R5", "genre", "look")) == ["Ana looks at the top 2 cards."]
    assert do(LOOKED, sort("A-S1", "E-S1 I-S1"))[1] == "Ana discards the others."


def test_hands_in_setup_and_benefits():
    assert do(game(), STARTERS["Ana"]) == ["Ana shuffles the ten starting cards into a draw pile."]
    assert do(game(*READY[:3]), turned(ROW)) == ["Round 1."]
    g = position("D-M4 E-S1 J-H5").then(spells("D-M4 A=E-S1 J-H5"))
    assert do(g, uncover("D-M4", "right", "E-S1")) == ["Turn E-S1 face up."]
    assert do(g, take("J-H5", "basic", "ink")) == ["Ana takes an ink from the supply."]
    assert do(g, take("J-H5", "basic", "remover")) == ["Ana takes a remover from the supply."]
    helped = position("A-S1 E-S1").then(shows("A-S1 E-S1"))
    assert do(helped, spells("A-S1 E-S1", ghost="Ben")) == ["Ben takes an ink from the supply."]
    row = position("A-S1 E-S1", row="Y-M7 V-M9 J-M8 L-M6 E-R2 K-H2 A-H3").then(spells("A-S1 E-S1"))
    assert do(row, "Flush {}") == ["The whole offer row leaves the game.", "Turn up 7 cards of the offer deck."]


def test_hands_take_a_rejected_word_back():
    g = position("A-S1 E-S1", vote="majority").then(spells("A-S1 E-S1"))
    assert do(g, vote("Ben", False)) == ["The cards go back to where they came from."]
    assert do(g, vote("Ben", True)) == []


def test_hands_against_penny():
    g = position("A-S1", seats=1, penny="plain")
    assert do(g, SKIP)[-2:] == ["Penny’s marker goes to 3.", "Turn up 1 card of the offer deck."]
    assert hardback.maker(g.state, g._read(turned("W-R4"))[1]) == TABLE
