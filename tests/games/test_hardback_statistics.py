"""What a game of Hardback tells of itself: turns and prestige, best and longest words, counts, and what is known of decks."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from companion.games import hardback
from companion.games.hardback import statistics
from companion.games.hardback.advice import progress
from companion.rules import total
from companion.table import Position, Step, replay
from tests.games.hardbacktable import (
    END,
    FIRST,
    NAMES,
    SKIP,
    STARTERS,
    buy,
    buy_ink,
    count,
    double,
    drew,
    game,
    ink,
    opened,
    play,
    position,
    sell_ink,
    spells,
    trash,
    turned,
    uncover,
    vote,
    with_seat,
)

COINS = "A-S1 E-S1 I-S1 L-S1 N-S1"


def steps(told, *lines, ruling=False):
    """The steps that these lines are, an entry each, numbered from 1."""
    made = []
    for seq, line in enumerate(lines, 1):
        after = told.then(line, ruling=ruling)
        who, move = told._read(line)
        made.append(Step(seq, who, move, told.state, after.state))
        told = after
    return made


def story(told, *lines, **how):
    return statistics.story(steps(told, *lines, **how))


def finished(seats, seed, **options) -> Position:
    table = opened(seats, **{"goal": 20, "awards": True, "adverts": True, **options})
    return replay(table, play(table, seed))


# --- turns ------------------------------------------------------------------------------------------------------------


def test_turns_are_counted_from_the_setup_to_the_end():
    g = game(seats=2, goal=5)
    assert statistics.turns_passed(g.state) == 0
    g = g.then(STARTERS["Ana"], STARTERS["Ben"], 'TABLE First {"seat": 1}', turned("C-A3 I-M3 E-R2 S-H7 V-A2 U-H6 F-M2"))
    passed = [statistics.turns_passed(g.state)]
    for _ in range(3):
        g = g.then(SKIP)
        passed.append(statistics.turns_passed(g.state))
    assert passed == [0, 1, 2, 3]
    g = g.ruled(count("Ana", prestige=5)).then(SKIP)
    assert g.state.phase == "over"
    assert statistics.turns_passed(g.state) == 4


def test_a_turn_that_the_end_of_the_game_cuts_short_has_passed():
    g = position(COINS, penny="horror", goal=20, state={"penny": 39}, mine={"ink": 1}, pile="R-S1")
    assert statistics.turns_passed(g.state) == 0
    assert statistics.turns_passed(g.then(ink("Ana")).state) == 1


def test_progress_counts_prestige_with_the_award_that_is_held_and_penny():
    g = position(COINS, awards=True, mine={"prestige": 12, "award": 8}, ben={"prestige": 3, "pile": "A-S2 E-S2", "hidden": 2})
    worth = next(award.prestige for award in g.state.box.awards if award.length == 8)
    told = progress(g.state)
    assert (told.numbers, told.turn, told.points) == ({0: 12 + worth, 1: 3}, 0, True)
    assert progress(position(COINS, penny="plain", state={"penny": 7}).state).numbers == {0: 0, 1: 0, "Penny": 7}


@pytest.mark.parametrize(("seats", "options"), [(1, {"penny": "adventure"}), (2, {}), (5, {"goal": 8})])
def test_progress_at_the_end_is_what_the_books_say(seats, options):
    end = finished(seats, 4, **options).state
    assert progress(end).numbers == {who: total(lines) for who, lines in hardback.score(end).items()}


def test_every_line_of_the_books_has_a_source_with_a_name():
    named = set(statistics.SOURCES)
    assert named <= set(hardback.RULES)
    books = [hardback.score(finished(seats, seed, goal=8).state) for seats, seed in ((2, 1), (3, 2))]
    found = {line.rule for book in books for lines in book.values() for line in lines}
    assert found <= named
    scored = {rule for rule in hardback.RULES if rule.startswith("score.")}
    assert scored <= named


# --- words ------------------------------------------------------------------------------------------------------------


def test_a_word_has_brought_what_its_closed_benefits_say_whatever_closes_them():
    g = position("P-R6 O-A6 W-A3")
    told = story(g, spells("P-R6 O-A6 W-A3"), double("P-R6", "right"), trash("W-A3", "W-A3"), buy("V-A2"))
    (one,) = told.words
    assert (one.seat, one.word, one.cards, one.entry) == (0, "POW", ("P-R6", "O-A6", "W-A3"), 1)
    assert (one.coins, one.prestige) == (10, 9)
    assert (told.counts[0].bought, told.counts[0].trashed, told.counts[0].coins) == (1, 1, 10)


def test_prestige_for_a_purchase_is_not_the_words():
    g = position(COINS, row="B-A4 I-M3 E-R2 S-H7 V-A2 U-H6 F-M2")
    (one,) = story(g, spells(COINS), buy("B-A4"), turned("X-H6"), END).words
    assert (one.coins, one.prestige) == (5, 0)


def test_a_word_is_worth_nothing_yet_while_its_benefits_are_open():
    (one,) = story(position(COINS), spells(COINS)).words
    assert (one.word, one.coins, one.prestige) == ("AEILN", None, None)
    assert statistics.best([one]) is None
    assert statistics.longest([one]) == one


def test_a_word_whose_benefits_the_end_of_the_game_leaves_open_has_brought_nothing():
    g = position(COINS, penny="horror", goal=20, state={"penny": 39}, ben={"ink": 1, "pile": "A-S2 E-S2 I-S2", "hidden": 2})
    told = story(g, spells(COINS), ink("Ben"))
    assert [one.prestige for one in told.words] == [None]
    assert (told.counts[1].inked, told.counts[0].words) == (1, 1)


def test_a_wild_stays_unnamed_until_it_is_uncovered():
    g = position("I-S1 D-M4 A-A7 E-S1")
    (one,) = story(g, spells("I=E-S1 D-M4 E=A-A7"), uncover("D-M4", "right", "A-A7"), END).words
    assert one.cards == ("?", "D-M4", "A-A7")
    assert one.wilds == 2


def test_a_word_that_was_voted_down_is_no_word():
    g = position(COINS, vote="majority")
    told = story(g, spells(COINS), vote("Ben", False), spells("L-S1 I-S1 N-S1 E-S1"), vote("Ben", True), END)
    assert [(one.word, one.entry) for one in told.words] == [("LINE", 3)]
    assert told.counts[0].words == 1


def test_the_best_word_brought_most_prestige_then_most_coins_then_is_longer_then_earlier():
    def one(word, prestige, coins, entry=1):
        return statistics.Spelled(0, word, (), 0, 0, entry, coins, prestige)

    assert statistics.best([one("A", 2, 9), one("B", 3, 0)]).word == "B"
    assert statistics.best([one("A", 3, 1), one("B", 3, 2)]).word == "B"
    assert statistics.best([one("A", 3, 2), one("BE", 3, 2)]).word == "BE"
    assert statistics.best([one("A", 3, 2, 5), one("B", 3, 2, 9)]).entry == 5
    assert statistics.best([one("A", 0, 0), one("B", None, None)]).word == "A"
    assert statistics.best([]) is None
    assert statistics.longest([one("AA", 0, 0), one("BB", 9, 9), one("C", 9, 9)]).word == "AA"
    assert statistics.longest([]) is None


# --- counts -----------------------------------------------------------------------------------------------------------


def test_coins_that_are_not_spent_are_lost_also_when_ending_the_turn_closes_the_benefits():
    assert story(position(COINS), spells(COINS), END).counts[0].lost == 5
    assert story(position(COINS), spells(COINS), buy_ink(2), END).counts[0].lost == 3


def test_ink_is_counted_by_what_it_was_spent_for():
    g = position(COINS, mine={"ink": 7}, pile="R-S1 S-S1")
    told = story(g, ink("Ana"), drew("Ana", "R-S1"), spells("L-S1 I-S1 N-S1 E-S1 R-S1"), sell_ink(2), END)
    assert (told.counts[0].inked, told.counts[0].sold) == (1, 6)
    g = position(COINS, pile="R-S1 S-S1")
    assert story(g, ink("Ana"), ruling=True).counts[0].inked == 0, "what nobody had was not spent"


def test_an_advert_is_no_card():
    g = position("P-R6 O-A6 W-A3", adverts=True)
    told = story(g, spells("P-R6 O-A6 W-A3"), double("P-R6", "right"), buy("AD1"), END)
    assert told.counts[0].bought == 0


def test_others_classics_and_skipped_turns_are_counted():
    g = position("L-H3 T-S1 A-S1", ben={"timeless": "E-H5T", "pile": "A-S2 E-S2", "hidden": 2})
    told = story(g, spells("L-H3 E-H5T T-S1"), END, SKIP)
    assert (told.counts[0].classics, told.counts[0].skipped) == (1, 0)
    assert (told.counts[1].classics, told.counts[1].skipped) == (0, 1)


def test_before_anything_has_happened_there_is_nothing_to_tell():
    assert statistics.story([]) == statistics.Story((), ())
    assert story(game(seats=2), FIRST).counts == (statistics.Counts(), statistics.Counts())


@pytest.mark.parametrize(("seats", "seed", "options"), [(2, 3, {}), (4, 1, {"goal": 8}), (2, 6, {"penny": "mystery", "goal": 8})])
def test_words_and_counts_of_a_whole_game_add_up_to_its_books(seats, seed, options):
    end = finished(seats, seed, **options)
    told = statistics.story(end.steps)
    assert tuple((one.seat, one.word) for one in told.words) == end.state.words
    by_words = {"score.basic", "score.genre", "score.either", "score.trash"}
    kinds = Counter((step.who, type(step.move).__name__) for step in end.steps)
    for seat, lines in hardback.score(end.state).items():
        if isinstance(seat, int):
            own = told.words_of(seat)
            assert sum(one.prestige or 0 for one in own) == sum(line.points for line in lines if line.rule in by_words)
            assert told.counts[seat].words == len(own)
            assert told.counts[seat].letters == sum(len(one.word) for one in own)
            assert told.counts[seat].skipped == kinds[seat, "Skip"]
            assert 0 <= told.counts[seat].lost <= told.counts[seat].coins + told.counts[seat].sold // 3


# --- decks ------------------------------------------------------------------------------------------------------------


def deck(told, name="Ana", reader="Ana"):
    return statistics.deck(told.view(reader).state, NAMES.index(name))


def test_a_deck_stands_by_genre_and_letter():
    g = position("T-S1 A-S1", discard="Y-R4 P-R6 B-A4 H-R3", pile="A-H3 A-A7 B-S")
    assert list(deck(g).genres.items()) == [
        ("adventure", ("A-A7", "B-A4")),
        ("horror", ("A-H3",)),
        ("romance", ("H-R3", "P-R6", "Y-R4")),
        (None, ("A-S1", "B-S", "T-S1")),
    ]


def test_a_deck_says_where_cards_lie_and_which_nobody_has_seen():
    g = position("T-S1", discard="Y-R4", pile="A-H3 A-A7", timeless="I-A3T", inked="Q-H4", top="W-A3", hidden=1)
    own = deck(g)
    assert own.places == {
        "T-S1": "hand", "Y-R4": "discard", "I-A3T": "timeless", "Q-H4": "inked", "W-A3": "top",
    }  # fmt: skip
    assert own.unseen == ("A-H3", "A-A7")
    assert deck(g, reader="Ben").places == {"Y-R4": "discard", "I-A3T": "timeless", "Q-H4": "inked"}


def test_a_starter_that_only_its_owner_has_seen_is_in_nobody_elses_page():
    g = position("T-S1 B-S", pile="A-S1", mine={"private": ("B-S",)}, unseen_starters=1)
    assert (deck(g).genres[None], deck(g).unknown) == (("A-S1", "B-S", "T-S1"), 1)
    for reader in ("Ben", None):
        theirs = deck(g, reader=reader)
        assert (theirs.genres[None], theirs.unknown) == (("A-S1", "T-S1"), 2)


def test_a_deck_of_starters_that_nobody_has_shown_says_so():
    g = position(pile="", hidden=2, unseen_starters=2)
    assert (dict(deck(g).genres), deck(g).unknown) == ({None: ()}, 2)


def next_card(told):
    return statistics.next_card(told.view("Ana").state, 0)


def test_the_next_card_is_each_unseen_card_with_the_same_chance():
    found = next_card(position("T-S1", pile="A-H3 A-A7 B-S B-A4"))
    assert found.cards == dict.fromkeys(("A-A7", "A-H3", "B-S", "B-A4"), Fraction(1, 4))
    assert (found.starters, found.exact, found.shuffled) == (0, True, False)


def test_the_next_card_is_certain_when_it_was_looked_at():
    found = next_card(position("T-S1", pile="A-H3 A-A7", top="W-A3", hidden=1))
    assert (found.cards, found.exact) == ({"W-A3": 1}, True)
    below = with_seat(position("T-S1", pile="A-H3 A-A7", top="W-A3"), "Ana", top=("?", "W-A3"), draw=3)
    assert set(next_card(below).cards) == {"A-H3", "A-A7"}


def test_the_next_card_may_be_a_starter_that_nobody_has_shown():
    found = next_card(position("T-S1", pile="A-H3 A-A7", unseen_starters=1))
    assert (found.starters, found.exact) == (Fraction(1, 3), True)
    assert sum(found.cards.values()) + found.starters == 1


def test_hidden_cards_of_the_hand_may_be_the_next_as_well():
    found = next_card(position(pile="A-H3 A-A7 B-S", hidden=2))
    assert set(found.cards.values()) == {Fraction(1, 3)}
    assert not found.exact


def test_an_empty_draw_pile_is_the_discard_pile():
    found = next_card(position("T-S1", discard="A-H3 A-A7 B-S"))
    assert (found.cards, found.shuffled, found.exact) == (dict.fromkeys(("A-A7", "A-H3", "B-S"), Fraction(1, 3)), True, True)
    assert next_card(position("T-S1")) is None


def test_hidden_cards_in_hand_and_discard_pile_have_the_chances_of_every_way_they_can_lie():
    g = position("T-S1", discard="A-H3 ? ?", pile="B-A4 W-A3 D-M4", hidden=1)
    g = with_seat(g, "Ana", owned=("T-S1", "A-H3", "B-A4", "W-A3", "D-M4"), draw=0)
    ways: Counter[str] = Counter()
    for _, *left in permutations(("B-A4", "W-A3", "D-M4")):
        ways.update([*left, "A-H3"])
    found = next_card(g)
    assert found.cards == {card: Fraction(n, ways.total()) for card, n in ways.items()}
    assert not found.exact


def test_chances_come_together_by_letter_and_by_genre():
    g = position("T-S1", pile="A-H3 A-A7 B-A4 N-S1", unseen_starters=1)
    state, found = g.state, next_card(g)
    letters = statistics.chances(state, found, "letter")
    assert letters == (("A", Fraction(2, 5)), ("B", Fraction(1, 5)), ("N", Fraction(1, 5)))
    genres = statistics.chances(state, found, "genre")
    assert genres == ((None, Fraction(2, 5)), ("adventure", Fraction(2, 5)), ("horror", Fraction(1, 5)))
    assert sum(chance for _, chance in genres) == 1
