"""Hardback, specification 6, rules 10-23: ink, remover, ghostwriter, the word, the vote."""

from __future__ import annotations

import dataclasses

import pytest

from companion.games import hardback
from tests.games.hardbacktable import (
    BOX,
    END,
    SKIP,
    buy,
    deck,
    drew,
    ink,
    position,
    remove,
    seen,
    shows,
    spells,
    turned,
    vote,
    with_seat,
    word,
)

TOKENS = {"ink": 1, "remover": 1}
BEN = {"hand": "A-S2 E-S2", "pile": "I-S2 L-S2", "hidden": 0}


# --- 10-11 ------------------------------------------------------------------------------------------------------------


def test_hardback_ink_time_before_the_own_word_and_in_others_turns():
    g = position("A-S1 E-S1", pile="I-S1 L-S1 N-S1 R-S1 S-S1 T-S1", mine=TOKENS, ben=BEN | TOKENS)
    assert g.then(ink("Ana"), drew("Ana", "I-S1"), ink("Ben"), drew("Ben", "I-S2")).player("Ben").inked == ("I-S2",)
    spelled = g.then(spells("A-S1 E-S1"))
    assert spelled.rule(ink("Ana")) == "ink.time"
    assert spelled.then('BuyInk {"count": 1}').rule(ink("Ana")) == "ink.time"
    assert spelled.then(ink("Ben"), drew("Ben", "I-S2")).acts() == ["Ana"]
    assert spelled.then(END, ink("Ana")).acts() == ["TABLE"]


def test_hardback_remover_time_as_with_ink():
    g = position("A-S1 E-S1", inked="I-S1", mine=TOKENS, ben=BEN | {"inked": "R-S2"} | TOKENS)
    assert g.then(remove("Ana", "I-S1")).player().hand == ("A-S1", "E-S1", "I-S1")
    spelled = g.then(spells("A-S1 I-S1 E-S1"))
    assert spelled.rule(remove("Ana", "I-S1")) == "remover.time"
    assert spelled.then(remove("Ben", "R-S2")).player("Ben").inked == ()


def test_hardback_ink_token_one_for_each_card():
    g = position("A-S1", pile="I-S1")
    assert g.rule(ink("Ana")) == "ink.token"
    after = g.ruled(ink("Ana"))
    assert (after.player().ink, after.acts()) == (0, ["TABLE"])
    assert position("A-S1", pile="I-S1", mine={"ink": 2}).then(ink("Ana")).player().ink == 1


def test_hardback_remover_token_one_for_each_ink():
    g = position("A-S1", inked="I-S1")
    assert g.rule(remove("Ana", "I-S1")) == "remover.token"
    assert g.ruled(remove("Ana", "I-S1")).player().remover == 0


def test_hardback_ink_nothing_the_ink_is_kept():
    g = position("A-S1", mine=TOKENS)
    assert g.rule(ink("Ana")) == "ink.nothing"
    assert g.rule(ink("Ana"), ruling=True) == "ink.nothing"
    assert not [line for line in g.legal() if line.startswith("Ink")]
    after = position("A-S1", discard="I-S1 L-S1", mine=TOKENS).then(ink("Ana"))
    assert (after.player().draw, after.player().discard, after.player().ink) == (2, (), 0)


def test_hardback_remover_inked_only_an_own_inked_card():
    g = position("A-S1", inked="I-S1", mine=TOKENS, ben=BEN | {"inked": "R-S2"})
    assert g.rule(remove("Ana", "A-S1")) == "remover.inked"
    assert g.rule(remove("Ana", "R-S2")) == "remover.inked"


def test_hardback_a_card_freed_of_ink_is_an_open_hand_card():
    g = position("A-S1", inked="I-S1", mine=TOKENS).then(remove("Ana", "I-S1"))
    assert g.view("Ben").player().hand == ("?", "I-S1")
    assert g.then(word("E=I-S1", "T=A-S1")).gains() == (0, 0)


# --- 12-13 ------------------------------------------------------------------------------------------------------------


def test_hardback_ghost_hand_all_cards_no_more_and_no_fewer():
    g = position("A-S1 E-S1", hidden=1, pile="I-S1 L-S1")
    for cards in ("A-S1 E-S1", "A-S1 E-S1 I-S1 L-S1", "A-S1 I-S1 L-S1", "A-S1 A-S1 I-S1", "A-S1 E-S1 A-S2"):
        assert g.rule(shows(cards)) == "ghost.hand"
    after = g.then(shows("E-S1 ? I-S1"))
    assert sorted(after.player().hand) == ["A-S1", "E-S1", "I-S1"]
    assert sorted(after.view("Ben").player().hand) == ["A-S1", "E-S1", "I-S1"]
    assert g.then(shows("? ? ?")).player().hand == ("A-S1", "E-S1", "?")


def test_hardback_ghost_asked_only_with_shown_hands():
    g = position("A-S1 E-S1")
    assert g.rule(spells("A-S1 E-S1", ghost="Ben")) == "ghost.asked"
    assert g.ruled(spells("A-S1 E-S1", ghost="Ben")).player("Ben").ink == 1
    assert g.then(shows("A-S1 E-S1"), spells("A-S1 E-S1")).player("Ben").ink == 0


def test_hardback_ghost_other_is_another_seat():
    g = position("A-S1 E-S1").then(shows("A-S1 E-S1"))
    assert g.rule(spells("A-S1 E-S1", ghost="Ana")) == "ghost.other"
    assert g.rule(spells("A-S1 E-S1", ghost="Cleo")) == "ghost.other"


def test_hardback_ghost_pay_one_at_once_and_the_inks_of_the_word_at_the_end():
    g = position("A-S1 E-S1", inked="I-S1 L-S1").then(shows("A-S1 E-S1"), spells("L-S1 I-S1 E-S1", ghost="Ben"))
    assert g.player("Ben").ink == 1
    assert g.then(END).player("Ben").ink == 3
    assert g.then(END).player().ink == 0


def test_hardback_ghost_pay_only_when_the_word_stands():
    g = position("A-S1 E-S1", vote="majority").then(shows("A-S1 E-S1"), spells("A-S1 E-S1", ghost="Ben"))
    assert g.player("Ben").ink == 0
    assert g.then(vote("Ben", False)).player("Ben").ink == 0
    assert g.then(vote("Ben", True)).player("Ben").ink == 1


# --- 14-18 ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("shortest", "fine"), [(1, "A-S1"), (2, "A-S1 E-S1"), (3, "A-S1 E-S1 I-S1")])
def test_hardback_word_length_as_the_table_agreed(shortest, fine):
    g = position("A-S1 E-S1 I-S1", shortest_word=shortest)
    g.then(spells(fine))
    short = " ".join(fine.split()[1:])
    assert g.rule(spells(short)) == "word.length"
    assert g.ruled(spells(short)).state.phase == "benefits"


def test_hardback_word_twice_a_card_is_used_once():
    g = position("A-S1 E-S1")
    assert g.rule(spells("A-S1 A-S1")) == "word.twice"
    assert g.rule(spells("A-S1 E=A-S1"), ruling=True) == "word.twice"


def test_hardback_ink_wild_an_inked_card_lies_face_up():
    g = position("A-S1", inked="I-S1")
    assert g.rule(spells("A-S1 E=I-S1")) == "ink.wild"
    assert g.ruled(spells("A-S1 E=I-S1"), END).player().inked == ()


def test_hardback_timeless_wild_whoever_owns_it():
    g = position("A-S1", timeless="I-A3T", ben=BEN | {"timeless": "E-H5T"})
    assert g.rule(spells("A-S1 T=I-A3T")) == "timeless.wild"
    assert g.rule(spells("T=E-H5T A-S1"), ruling=True) == "timeless.wild"
    assert g.words(spells("T=E-H5T A-S1")) == "E-H5T is Ben’s classic in play."
    held = position("A-S1 I-A3T").then(spells("A-S1 T=I-A3T"))
    assert held.gains() == (1, 0)


def test_hardback_word_owned_says_where_the_card_is():
    g = position("A-S1", hidden=2, pile="E-S1 I-S1", discard="R-S1", removed="W-R4", ben=BEN, row="- - - E-R2 - - -")
    for card, text in (
        ("E-R2", "E-R2 lies in the offer row, place 4."),
        ("A-S2", "A-S2 is in Ben’s deck."),
        ("R-S1", "R-S1 is in Ana’s discard pile."),
        ("W-R4", "W-R4 was removed from the game."),
        ("X-H6", "X-H6 is in the offer deck."),
        ("B-S", "B-S is a starting card that was not dealt here."),
    ):
        assert g.rule(spells(f"A-S1 {card}")) == "word.owned"
        assert g.words(spells(f"A-S1 {card}")) == text


def test_hardback_word_owned_says_since_when_another_owns_it():
    g = position("A-S1", ben=BEN | {"discard": "W-R4"})
    since = g.refuses(spells("A-S1 W-R4")).facts["since"]
    assert since(g.state) and not since(position("A-S1").state)


def test_hardback_word_owned_an_unseen_starter_may_be_any_that_nobody_has():
    g = position("A-S1", hidden=2, pile="E-S1", unseen_starters=1, gone="C-S", ben=BEN | {"discard": "B-S"})
    assert g.rule(spells("A-S1 B-S")) == "word.owned"
    assert g.rule(spells("A-S1 C-S")) == "word.owned"
    assert g.rule(spells("D-S A-S1 G-S")) == "word.owned"
    after = g.then(spells("D-S A-S1"))
    assert after.player().unseen_starters == 0
    assert after.player().discard == ("E-S1",), "what is left follows"


def test_hardback_word_count_no_more_than_the_hand_has():
    g = position("A-S1 E-S1")
    assert g.rule(spells("A-S1 E-S1 T=?")) == "word.count"
    assert g.then(spells("A-S1 T=?")).state.phase == "benefits"


def test_hardback_word_count_a_card_that_must_be_in_the_draw_pile():
    g = position("A-S1 E-S1", hidden=1, pile="I-S1 L-S1")
    assert g.rule(spells("L-S1 I-S1")) == "word.count"
    assert position("A-S1", pile="I-S1").rule(spells("A-S1 I-S1")) == "word.count"
    assert g.then(spells("A-S1 I-S1")).player().discard == ("E-S1",)


def test_hardback_ink_all_every_inked_card_is_in_the_word():
    g = position("A-S1 E-S1", inked="Q-H4 X-H6")
    assert g.words(spells("A-S1 X-H6")) == "These were drawn with ink and must be in the word: Q-H4"
    after = g.ruled(spells("A-S1 X-H6"))
    assert after.player().inked == ()
    assert "Q-H4" in after.player().discard


# --- 19-20 ------------------------------------------------------------------------------------------------------------

LISTED = {"dictionary": "en"}


def test_hardback_word_unique_by_game_or_player():
    g = position("T-S1 E-S1 N-S1", words=[(1, "TEN")], unique_words="game")
    assert g.rule(spells("T-S1 E-S1 N-S1")) == "word.unique"
    assert g.ruled(spells("T-S1 E-S1 N-S1")).state.words == ((1, "TEN"), (0, "TEN"))
    assert position("T-S1 E-S1 N-S1", words=[(1, "TEN")], unique_words="player").then(spells("T-S1 E-S1 N-S1"))


def test_hardback_word_dictionary_the_list_and_its_version_are_named():
    g = position("T-S1 E-S1 N-S1", **LISTED)
    g.then(spells("T-S1 E-S1 N-S1"))
    assert g.rule(spells("N-S1 T-S1 E-S1")) == "word.dictionary"
    assert g.words(spells("N-S1 T-S1 E-S1")) == "NTE is not in the list “a short list”, version 1."
    assert g.ruled(spells("N-S1 T-S1 E-S1")).state.words == ((0, "NTE"),)


def test_hardback_word_dictionary_an_n_may_stand_for_the_letter_with_tilde():
    spanish = {"dictionary": "es"}
    g = position("A-S1 N-S1 O-S", **spanish)
    assert g.then(spells("A-S1 N-S1 O-S"), END).state.words == ((0, "ANO"),)
    assert g.then(word("A-S1", "Ñ=N-S1", "O-S")).state.words == ((0, "AÑO"),)
    only = hardback.words.WordList.of(["año"], "es")
    box = hardback.pieces.Box(
        **{key: getattr(g.state.box, key) for key in hardback.Box.__dataclass_fields__} | {"lists": {"es": only}}
    )
    assert position("A-S1 N-S1 O-S", box=box, **spanish).then(spells("A-S1 N-S1 O-S"))
    strict = position("A-S1 N-S1 O-S", box=box, enye="wild", **spanish)
    assert strict.rule(spells("A-S1 N-S1 O-S")) == "word.dictionary"
    assert strict.then(word("A-S1", "Ñ=N-S1", "O-S"))
    assert position("A-S1 N-S1 O-S", **LISTED).rule(word("A-S1", "Ñ=N-S1", "O-S")) == "piece.unknown"


def test_hardback_word_dictionary_without_a_list_every_word_stands():
    assert position("X-H6 Q-H4").then(spells("X-H6 Q-H4")).state.phase == "benefits"


def test_hardback_vote_once_and_only_words_that_are_not_listed():
    g = position("T-S1 E-S1 N-S1", vote="majority", seats=3, **LISTED)
    assert g.then(spells("T-S1 E-S1 N-S1")).state.phase == "benefits"
    g = g.then(spells("N-S1 T-S1 E-S1"))
    assert (g.state.phase, g.acts()) == ("vote", ["Ben", "Cleo"])
    g = g.then(vote("Cleo", True))
    assert g.rule(vote("Cleo", False)) == "vote.once"
    assert g.acts() == ["Ben"]


@pytest.mark.parametrize(
    ("how", "votes", "stands"),
    [
        ("majority", (True, False), True),
        ("majority", (False, False), False),
        ("unanimous", (True, False), False),
        ("unanimous", (True, True), True),
    ],
)
def test_hardback_vote_is_decided_when_all_have_voted(how, votes, stands):
    g = position("T-S1 E-S1 N-S1", vote=how, seats=3).then(spells("N-S1 T-S1 E-S1"))
    g = g.then(vote("Ben", votes[0]))
    assert g.state.phase == "vote"
    g = g.then(vote("Cleo", votes[1]))
    assert g.state.phase == ("benefits" if stands else "word")


def test_hardback_word_own_a_word_of_classics_alone():
    g = position("T-S1", timeless="A-M5T", ben=BEN | {"timeless": "E-H5T"}).then(spells("A-M5T E-H5T"))
    assert g.player().discard == ("T-S1",)
    assert g.gains() == (2, 0)


def test_hardback_vote_rejected_the_cards_go_back():
    g = position("A-S1 E-S1", hidden=2, pile="I-S1 L-S1 R-S1", inked="T-S1", timeless="I-A3T", vote="unanimous")
    before = g.state
    laid = g.then(word("T-S1", "E-S1", "N=I-S1", "S=?"))
    assert (laid.player().inked, laid.player().hand) == ((), ("?",))
    back = laid.then(vote("Ben", False))
    ana = back.player()
    assert (back.state.phase, back.state.word, ana.inked, ana.discard) == ("word", None, ("T-S1",), ())
    assert ana.hand == ("A-S1", "E-S1", "I-S1", "?")
    assert back.view("Ben").player().hand == ("?", "E-S1", "?", "?"), "what lay face up is open"
    assert back.state.words == before.words
    assert back.then(spells("T-S1 A-S1")).state.phase == "vote"


def test_hardback_vote_rejected_keeps_what_was_seen_meanwhile():
    g = position("A-S1 E-S1", hidden=2, pile="I-S1 L-S1 R-S1", vote="unanimous")
    g = g.then(spells("E-S1 A-S1"), seen("Ana", "L-S1"), vote("Ben", False))
    assert g.player().hand == ("A-S1", "E-S1", "L-S1", "?")


def test_hardback_vote_rejected_what_was_known_before_is_surer_than_what_was_named_since():
    """A wild without a name hides the rest of the hand; what cannot be there was named, and the word then rejected."""
    g = position("A-S1 E-S1 I-S1", pile="L-S1 R-S1", vote="unanimous").then(word("A-S1", "T=?"))
    g = g.then(seen("Ana", "L-S1"), vote("Ben", False))
    assert g.player().hand == ("A-S1", "E-S1", "I-S1")


# --- 22-23, wilds without a name --------------------------------------------------------------------------------------


def test_hardback_word_skip_everything_is_discarded_and_nothing_gained():
    g = position("A-S1 E-S1", inked="I-S1", pile="L-S1 N-S1 R-S1 S-S1 T-S1", timeless="I-A3T").then(SKIP)
    assert g.player().discard == ("A-S1", "E-S1", "I-S1")
    assert (g.player().prestige, g.player().timeless, g.acts()) == (0, ("I-A3T",), ["Ben"])
    assert g.player().hand == ("L-S1", "N-S1", "R-S1", "S-S1", "T-S1")


def test_hardback_discard_unused_before_the_benefits():
    g = position("G-R3 E-S1 A-S1").then(spells("G-R3 E-S1"))
    assert g.player().discard == ("A-S1",)
    assert 'Trash {"by": "G-R3", "card": "A-S1"}' in g.legal()


def test_one_unnamed_wild_and_one_card_left_is_that_card():
    g = position("A-S1 E-S1").then(spells("A-S1 T=?"))
    assert [tile.card for tile in g.state.word.tiles] == ["A-S1", "E-S1"]


def test_a_wild_is_known_when_it_is_all_that_is_hidden():
    g = position("A-S1", hidden=1, pile="E-S1").then(spells("A-S1 T=?"))
    assert [tile.card for tile in g.state.word.tiles] == ["A-S1", "E-S1"]
    assert [tile.card for tile in g.view("Ben").state.word.tiles] == ["A-S1", "?"]


def test_a_word_that_is_asked_for_uses_classics_where_the_hand_does_not_last():
    words = hardback.words.WordList.of(["ate"], "en")
    box = dataclasses.replace(BOX, lists={"en": words})
    g = position("T-S1", inked="A-S1", ben=BEN | {"timeless": "T-M8T"}, dictionary="en", box=box)
    (ask,) = g.asks("Word")
    assert ask.open["cards"].choices[:3] == ("A-S1", "T-M8T", "E=?")
    g.then(spells("A-S1 T-M8T E=?"))


def test_otherwise_all_cards_left_become_hidden():
    g = position("A-S1 E-S1 I-S1", pile="L-S1").then(spells("A-S1 T=?"))
    assert [tile.card for tile in g.state.word.tiles] == ["A-S1", "?"]
    assert g.player().discard == ("?",)
    after = g.then(seen("Ana", "E-S1", "discard"))
    assert after.player().discard == ("E-S1",)
    g = position("A-S1 E-S1").then(spells("S=? T=?"))
    assert [tile.card for tile in g.state.word.tiles] == ["?", "?"]
    assert sorted(g.then(END).player().hand) == ["A-S1", "E-S1"]


def test_after_a_first_word_of_five_the_hand_is_the_other_five():
    g = position("A-S1 E-S1 L-S1 S-S1 T-S1", pile="I-S1 N-S1 R-S1 B-S D-S").then(spells("L-S1 E-S1 A-S1 S-S1 T-S1"), END)
    assert g.player().hand == ("B-S", "D-S", "I-S1", "N-S1", "R-S1")
    assert g.view("Ben").player().hand == ("?",) * 5


def test_a_hand_completed_across_a_shuffle_holds_the_rest_of_the_old_pile():
    g = position("A-S1 E-S1 L-S1", pile="I-S1 N-S1").then(spells("A-S1 E-S1"), 'BuyInk {"count": 1}', END)
    assert g.player().hand[:2] == ("I-S1", "N-S1")
    assert g.player().hand[2:] == ("A-S1", "E-S1", "L-S1"), "the whole deck is in hand"


def test_hidden_places_in_the_discard_pile_are_filled_from_the_bottom_up():
    g = position("A-S1 E-S1 I-S1", hidden=1, pile="L-S1", discard="R-S1").then(word("A-S1", "T=?"))
    assert g.player().discard == ("R-S1", "?", "?")
    ana = deck("T-S1", discard="R-S1", pile="A-S1 E-S1", hidden=0)
    g = with_seat(g, "Ana", owned=ana.owned, draw=0, discard=("R-S1", "?", "?"), hand=("T-S1",))
    g = with_seat(g, "Ben", ink=0)
    state = hardback.knowledge.deduced(hardback.state.changed(g.state, word=None, phase="word"), 0)
    assert state.players[0].discard == ("R-S1", "A-S1", "E-S1")


def test_a_purchase_is_known_in_the_discard_pile_until_it_is_shuffled():
    g = position("O-R8T N-S1", pile="A-S1 E-S1 I-S1 L-S1").then(spells("O-R8T N-S1"), buy("E-R2"), turned("W-R4"))
    assert g.player().discard == ("E-R2",)
    g = g.then(END)
    assert (g.player().hand[:4], g.player().timeless, g.player().discard) == (("A-S1", "E-S1", "I-S1", "L-S1"), ("O-R8T",), ())
    assert (g.player().hand[4], g.player().draw) == ("?", 1)
    assert set(hardback.knowledge.candidates(g.state, 0)) == {"N-S1", "E-R2"}
