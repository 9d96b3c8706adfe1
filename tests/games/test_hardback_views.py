"""Hardback, specification 4 and 5: who knows what; how moves are told, and what hands must do to follow them."""

from __future__ import annotations

import pytest

from companion import forms, notation
from companion.games import hardback
from companion.games.hardback.knowledge import candidates, hidden_places, unseen
from companion.games.hardback.moves import Drew, Seen, Sort, Word
from companion.rules import TABLE, Ask, Sentence
from companion.table import named, naming
from tests.games.hardbacktable import (
    BOX,
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
    give,
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
    walk,
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


INKED = position("A-S1", pile="E-S1 I-S1", discard="L-S1 N-S1 R-S1 S-S1 T-S1", mine={"ink": 1}, hands="told").then(
    ink("Ana"), drew("Ana", "E-S1")
)


def test_a_card_drawn_with_ink_was_seen_by_all():
    line = drew("Ana", "E-S1")
    shown = 'Drew {"seat": 0, "cards": ["E-S1"]}'
    again = INKED.then(SKIP)
    assert [veiled(INKED, line, 1), veiled(again, line, 1)] == [shown] * 2
    told = again.then(line)
    assert veiled(told, line, 1) == 'Drew {"seat": 0, "cards": ["?"]}', "it came into a hidden hand too, and lies there"
    assert veiled(told, line, 0) == shown


def test_a_told_hand_is_hidden_whichever_of_its_cards_was_drawn_with_ink_once():
    line = drew("Ana", "E-S1 A-S1")
    assert veiled(INKED.then(SKIP, line), line, None) == 'Drew {"seat": 0, "cards": ["?", "?"]}'


def test_the_view_of_others_is_the_same_whichever_card_is_told_of_a_hand():
    one, other = (INKED.then(SKIP, drew("Ana", f"{card} ?")) for card in ("E-S1", "A-S1"))
    assert one.state != other.state
    assert one.view("Ben") == other.view("Ben")


def test_a_look_is_its_owners_where_hands_are_open():
    for more in ({"hands": "open"}, {"penny": "plain"}):
        g = position("R-R5 G-R3", pile="A-S1 E-S1 I-S1 L-S1", **more)
        looked = g.then(spells("R-R5 G-R3"), take("R-R5", "genre", "look"), drew("Ana", "A-S1 E-S1 I-S1"))
        assert veiled(looked, drew("Ana", "A-S1 E-S1 I-S1"), 1) == 'Drew {"seat": 0, "cards": ["?", "?", "?"]}'
        assert veiled(looked, drew("Ana", "T-S1 S-S1"), 1) == 'Drew {"seat": 0, "cards": ["T-S1", "S-S1"]}', "an open hand"


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
    assert told(STARTERS["Ana"]).startswith("Ana has the coin starters of set 1, and: B-S (starting card B)")
    assert told(FIRST) == "Ana goes first"
    assert told(turned("C-A3 I-M3")) == "Into the offer row: C-A3 (C, adventure 3), I-M3 (I, mystery 3)"
    assert told(drew("Ana", "A-S1 ?")) == "Ana draws: A-S1 (starting card A), a hidden card"
    assert told(seen("Ana", "E-R2", "discard")) == "has on the discard pile: E-R2 (E, romance 2)"
    assert told(spells("P-R6 E=A-S1")) == "spells PE: P-R6, a wild E (A-S1)"
    assert told(spells("P-R6 E=?", ghost="Ben")) == "spells PE with Ben’s help: P-R6, a wild E"
    assert told(uncover("D-M4", "left", "E-R2")) == "uncovers E-R2 (E, romance 2) on the left of D-M4"
    assert told(take("X-H6", "basic", "ink")) == "takes an ink from X-H6, above the line"
    assert told(trash("W-A3", "W-A3")) == "trashes W-A3 (W, adventure 3)"
    assert told(jail("F-M2", "E-R2", True)) == "jails E-R2 (E, romance 2) with F-M2"
    assert told(buy_ink(1)) == "buys 1 ink"
    assert told(sell_ink(2)) == "sells 6 ink for 2 coins"
    assert told('Count {"seat": 0, "ink": 2, "prestige": 7, "remover": 1}') == "has on the table: 7 prestige, 2 ink, 1 remover"
    assert told('Count {"seat": 0}') == "has on the table: nothing new"
    assert told(sort("", "A-S1")) == "puts back on top: nothing; on the discard pile: A-S1 (starting card A)"
    assert (
        told('TABLE Starters {"seat": 0, "set": 1, "cards": ["?", "?"]}')
        == "Ana has the coin starters of set 1, and: 2 hidden cards"
    )
    assert told(shows("A-S1 ?")) == "asks for a ghostwriter and shows: A-S1 (starting card A), a hidden card"


def test_what_the_table_tells_of_a_hand_says_whose_it_is():
    """It said “has in hand: ...” in the journal, and of markers that were counted “Ana Ana has on the table: ...”."""
    for who in (TABLE, 0):
        for line, said in (
            (seen("Ana", "A-S1"), "Ana has in hand: A-S1"),
            ('Count {"seat": 0, "ink": 2}', "Ana has on the table: 2 ink"),
        ):
            move = notation.read(line.removeprefix("Ana "), CLASSES)
            assert str(named(forms.told(hardback, who, move, {}), ("Ana", "Ben"))) == said


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
        "Ana discards the cards of the word.",
        "Face up before Ana stay: A-M5T",
        "The ink that lies on a card goes back to the supply.",
        "Ana draws 5 cards.",
        "Onto Ben’s discard pile: E-H5T",
        "It is Ben’s turn.",
    ]


def test_hands_move_tokens_and_markers():
    g = position("A-A7 E-S1", inked="I-S1", pile="N-S1", mine={"ink": 4, "remover": 1}, ben={"ink": 0})
    assert do(g, ink("Ana")) == ["Ana draws a card, lays it face up and puts the ink on it."]
    assert do(g, remove("Ana", "I-S1")) == ["Ana takes I-S1 into the hand; ink and remover go to the supply."]
    g = g.then(shows("A-A7 E-S1"), spells("A-A7 I-S1", ghost="Ben"))
    assert do(g, buy_ink(1)) == ["Ana’s marker goes to 3.", "Ana takes 1 ink from the supply."]
    assert do(g, sell_ink(1)) == ["Ana’s marker goes to 3.", "Ana puts 3 ink back into the supply."]
    dry = position("A-S1", discard="N-S1", mine={"ink": 1})
    assert do(dry, ink("Ana"))[0] == "Ana shuffles the discard pile into a new draw pile."


def test_hands_jail_trash_and_look():
    g = position("B-M4 W-A3 E-S1", mine={"jail": "X-H6"}).then(spells("B-M4 W-A3"))
    assert do(g, jail("B-M4", "C-A3", True)) == [
        "C-A3 goes to Ana’s jail.",
        "X-H6 leaves the game.",
        "Turn up 1 card of the offer deck.",
    ]
    assert do(g, jail("B-M4", "C-A3", False))[0] == "C-A3 leaves the game."
    assert do(g, trash("W-A3", "W-A3")) == ["W-A3 stays in the word until the turn ends; then it leaves the game."]
    ended = do(g.then(trash("W-A3", "W-A3")), END)
    assert ended[1:3] == ["Ana discards the cards of the word.", "Out of the game go: W-A3"]
    before = position("R-R5 G-R3", pile="A-S1 E-S1").then(spells("R-R5 G-R3"))
    assert do(before, take("R-R5", "genre", "look")) == ["Ana looks at the top 2 cards of the draw pile."]
    assert do(LOOKED, sort("A-S1", "E-S1 I-S1")) == ["Ana puts 1 card back on the draw pile.", "Ana discards 2 cards."]


def test_hands_in_setup_and_benefits():
    assert do(game(), STARTERS["Ana"]) == ["Ana shuffles the 10 starting cards into a draw pile."]
    assert do(game(), FIRST) == ["Ana goes first: lay the token of the first player there."]
    assert do(game(*READY[:3]), turned(ROW)) == ["Everyone draws 5 cards.", "Round 1.", "It is Ana’s turn."]
    g = position("D-M4 E-S1 J-H5").then(spells("D-M4 A=E-S1 J-H5"))
    assert do(g, uncover("D-M4", "right", "E-S1")) == ["Turn E-S1 face up."]
    assert do(g, take("J-H5", "basic", "ink")) == ["Ana takes 1 ink from the supply."]
    assert do(g, take("J-H5", "basic", "remover")) == ["Ana takes a remover from the supply."]
    helped = position("A-S1 E-S1").then(shows("A-S1 E-S1"))
    assert do(helped, spells("A-S1 E-S1", ghost="Ben")) == ["Ben takes 1 ink from the supply."]
    row = position("A-S1 E-S1", row="Y-M7 V-M9 J-M8 L-M6 E-R2 K-H2 A-H3").then(spells("A-S1 E-S1"))
    assert do(row, "Flush {}") == ["The whole offer row leaves the game.", "Turn up 7 cards of the offer deck."]


def test_hands_do_what_closing_the_benefits_does_by_itself():
    g = position("D-M4 E-S1", ben={"ink": 0, "remover": 1}, cleo={"ink": 1}, seats=3).then(spells("D-M4 A=E-S1"))
    assert do(g, END)[:2] == ["Turn E-S1 face up.", "Ana’s marker goes to 1."]
    g = position("H-H7 M-H3", ben={"ink": 0, "remover": 1}, cleo={"ink": 1}, seats=3).then(spells("H-H7 M-H3"))
    assert do(g, give("Cleo", "ink")) == ["Cleo puts 1 ink back into the supply."]
    assert do(g, END)[:2] == ["Ben puts 1 remover back into the supply.", "Cleo puts 1 ink back into the supply."]


def test_hands_pay_the_ghostwriter_and_take_awards():
    g = position("A-S1", inked="E-S1 L-S1 T-S1 S-S1 N-S1 I-S1", awards=True, mine={"award": 7}, ben={"ink": 0})
    g = g.then(shows("A-S1"))
    line = spells("E-S1 N-S1 T-S1 A-S1 I-S1 L-S1 S-S1", ghost="Ben")
    assert do(g, line) == ["Ben takes 1 ink from the supply."]
    assert do(g.then(line), END)[1] == "Ben takes the 6 ink that lie on cards."
    first = position("E-S1 N-S1 T-S1 A-S1 I-S1 L-S1 S-S1", awards=True)
    assert do(first, spells("E-S1 N-S1 T-S1 A-S1 I-S1 L-S1 S-S1")) == ["Ana takes the award for 7 letters."]
    shared = position("E-S1 N-S1 T-S1 A-S1 I-S1 L-S1 S-S1", awards=True, shared_awards=True, ben={"award": 7})
    assert do(shared, spells("E-S1 N-S1 T-S1 A-S1 I-S1 L-S1 S-S1")) == ["Ana shares the award for 7 letters."]


def test_hands_shuffle_piles_that_do_not_last():
    g = position("A-S1 E-S1", inked="I-S1", pile="N-S1", discard="R-S1 S-S1 T-S1 L-S1")
    assert do(g, SKIP)[:4] == [
        "Ana discards the hand and every card drawn with ink.",
        "The ink that lies on a card goes back to the supply.",
        "Ana draws 5 cards.",
        "The draw pile does not last: Ana shuffles the discard pile into a new one and goes on.",
    ]
    removed = [card for card in BOX.offer(1) if card not in ROW.split() and card != "P-R6"]
    g = position("P-R6 A-S1 E-S1", removed=" ".join(removed)).then(spells("P-R6 A-S1 E-S1"))
    assert do(g, buy("E-R2"))[-2:] == [
        "Shuffle the cards that left the game into a new offer deck.",
        "Turn up 1 card of the offer deck.",
    ]


def test_hands_take_a_rejected_word_back():
    g = position("A-S1 E-S1", vote="majority").then(spells("A-S1 E-S1"))
    assert do(g, vote("Ben", False)) == ["The cards go back to where they came from."]
    assert do(g, vote("Ben", True)) == []


def test_hands_against_penny():
    g = position("A-S1", seats=1, penny="plain")
    steps = ["C-A3 leaves the offer row and the game.", "Penny’s marker goes to 3.", "Turn up 1 card of the offer deck."]
    assert do(g, SKIP)[-3:] == steps
    g = position("A-M5T E-S1", timeless="I-A3T", seats=1, penny="mystery", row="I-M3 C-A3 E-R2 S-H7 V-A2 U-H6 F-M2")
    g = g.then(spells("A-M5T E-S1"), END)
    assert do(g, turned("W-A3"))[:1] == ["Onto Ana’s discard pile: I-A3T"]
    assert do(g, turned("W-R4")) == ["E-R2 leaves the offer row and the game.", "Turn up 1 card of the offer deck."]
    assert hardback.maker(g.state, g._read(turned("W-R4"))[1]) == TABLE


# --- in every language ------------------------------------------------------------------------------------------------


def raw(fact):
    """The texts in a sentence that no catalogue translates."""
    match fact:
        case Sentence():
            return [text for part in fact.facts.values() for text in raw(part)]
        case tuple() | list():
            return [text for part in fact for text in raw(part)]
        case str():
            return [fact]
    return []


@pytest.mark.parametrize(
    ("options", "seats"),
    [({"hands": "told", "awards": True}, 2), ({"penny": "adventure"}, 2), ({"penny": "horror", "adverts": True}, 1)],
)
def test_no_word_of_the_code_stands_in_what_people_read(options, seats):
    """A genre, a side or a place stands in a sentence as a sentence of its own, so that it is translated; codes are no words."""
    table = opened(seats, **options)
    called = naming(table)
    for state, who, move in walk(table, 4):
        lines = [line.why for lines in hardback.score(state).values() for line in lines[-2:]]
        legal = [one for _, one in hardback.legal_moves(state)[:40] if not isinstance(one, Ask)]
        told_ = [hardback.tell(one, called) for one in (move, *legal)]
        for sentence in (*told_, *lines, *hardback.hands(state, who, move)):
            texts = [text for text in raw(sentence) if text not in table.seats]
            assert all(text == text.upper() for text in texts), (sentence, texts)
