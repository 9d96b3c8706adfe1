"""Faults that a second referee, written from the specification alone, found beside this one."""

from companion.games.hardback import chance
from tests.games.hardbacktable import BOX, END, ROW, codes, drew, position, seen, spells, take, trash, turned, uncover, word

# --- a card that trashes itself and comes back ------------------------------------------------------------------------


def test_a_card_that_trashed_itself_and_is_bought_again_in_the_same_turn_is_discarded_once():
    """The offer deck is empty, so the trashed card is in the new one at once (`deck.rebuild`)."""
    hand = "G-A6 P-R6 D-A4 B-H6"
    out = [card for card in BOX.offer(1) if card not in codes(f"{ROW} {hand}")]
    g = position(hand, removed=" ".join(out)).then(spells(hand), trash("G-A6", "G-A6"), 'Double {"by": "P-R6", "side": "left"}')
    assert (g.state.deck, g.closes()[0]) == (0, 2 * 4 + 2 + 3)
    bought = g.then('Buy {"card": "E-R2"}', turned("G-A6"), 'Buy {"card": "G-A6"}', turned("K-A9"))
    assert bought.player().discard == ("E-R2", "G-A6")
    ended = bought.then(END)
    assert sorted(ended.player().owned) == sorted(codes(f"{hand} E-R2"))
    assert len(ended.player().hand) + ended.player().draw == 5


# --- a card named in hand while a word is voted on --------------------------------------------------------------------


def test_a_card_named_in_hand_during_a_vote_is_private_though_all_saw_it_before_the_word():
    """The wilds of the word are unnamed, so that nobody else knows whether it still is in the hand."""
    g = position("", hidden=4, pile="A-S1 E-S1 L-S1 S-S1 T-S1 R-S1 B-S D-S", vote="majority").then(
        'Ghostwriter {"cards": ["A-S1", "?", "?", "?"]}', word("X=?", "Y=?")
    )
    named = g.then(seen("Ana", "A-S1"))
    assert named.player().hand == ("A-S1", "?")
    assert [named.view(who).player().hand for who in ("Ben", None)] == [("?", "?")] * 2
    back = named.then('Ben Vote {"seat": 1, "accept": false}')
    assert back.view("Ben").player().hand == back.player().hand == ("A-S1", "?", "?", "?"), "all saw it before"


# --- what is not there is not spent -----------------------------------------------------------------------------------


def test_penny_counts_the_ink_that_is_there_when_a_ruling_lets_more_be_sold():
    g = position("A-S1 E-S1", penny="horror", mine={"ink": 2})
    sold = g.then(spells("A-S1 E-S1")).ruled('SellInk {"coins": 1}')
    assert (sold.player().ink, sold.state.coins, sold.state.penny) == (0, 3, 2)
    again = sold.ruled('SellInk {"coins": 1}')
    assert (again.state.coins, again.lines("Penny")) == (4, [(2, "penny.horror")])


def test_an_uncovered_card_without_a_name_is_asked_for_by_the_rule_that_wants_it_named():
    g = position("M-M3", hidden=2, pile="D-S A-S1").then(word("D=?", "M-M3"))
    assert g.rule(uncover("M-M3", "left", "?")) == "uncover.tell"
    known = position("M-M3 D-S").then(spells("D=D-S M-M3"))
    assert known.rule(uncover("M-M3", "left", "?")) == "uncover.tell"


# --- cards looked at, when it follows which they are but not in what order ----------------------------------------------

LAST_THREE = position("R-R5 G-R3", pile="A-S1 E-S1 I-S1").then(spells("R-R5 G-R3"), take("R-R5", "genre", "look"))


def test_the_last_cards_of_a_pile_are_looked_at_in_any_order():
    """All hidden cards are looked at, so they are known; the order in which they lie is not."""
    assert LAST_THREE.state.word.looked == ("A-S1", "E-S1", "I-S1")
    assert LAST_THREE.legal("TABLE") == []
    assert {move.cards[0] for move, _ in chance(LAST_THREE.state)} == {"A-S1", "E-S1", "I-S1"}
    told = LAST_THREE.then(drew("Ana", "I-S1 A-S1 E-S1"))
    assert told.state.word.looked == ("I-S1", "A-S1", "E-S1")
    one = LAST_THREE.then(drew("Ana", "I-S1"))
    assert {move.cards[0] for move, _ in chance(one.state)} == {"A-S1", "E-S1"}
    assert one.rule(drew("Ana", "I-S1")) == "drew.top"
    assert one.then(drew("Ana", "? A-S1")).state.word.looked == ("I-S1", "E-S1", "A-S1")
    for line in (drew("Ana", "I-S1 R-R5"), drew("Ana", "G-R3")):
        assert LAST_THREE.rule(line) == "drew.top"
    assert LAST_THREE.rule(drew("Ana", "I-S1 I-S1")) == "drew.owned"
    assert LAST_THREE.view("Ben").state.word.in_place == ()


def test_cards_known_on_top_are_looked_at_in_their_order():
    g = position("R-R5 G-R3", top="L-S1 N-S1", pile="A-S1 E-S1").then(spells("R-R5 G-R3"), take("R-R5", "genre", "look"))
    assert g.rule(drew("Ana", "N-S1")) == "drew.top"
    assert g.rule(drew("Ana", "? L-S1")) == "drew.top"
    assert g.then(drew("Ana", "? N-S1 E-S1")).state.word.looked == ("L-S1", "N-S1", "E-S1")
