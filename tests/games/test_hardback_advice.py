"""The best word in Hardback: the specification's test values, the rules' own count, and the same worked out the long way."""

from __future__ import annotations

import json
import random
from collections import Counter
from fractions import Fraction

import pytest

from companion.games import hardback
from companion.games.hardback import read_box
from companion.games.hardback.advice import Wanted, advise, words
from companion.games.hardback.laying import MOST_WAYS, Patience, TooManyWays
from companion.games.hardback.lexicon import Lexicon
from companion.games.hardback.search import Search
from companion.games.hardback.words import WordList
from companion.games.hardback.worths import Hand, Weights
from tests.games.hardbackbrute import ROWS, Case, Gain, best, best_of, letter
from tests.games.hardbacktable import BOX as SHORT
from tests.games.hardbacktable import FOLDER, NAMES, Told, drew, ink, position, spells, with_seat, word

BOX = read_box(FOLDER)
"""With the shipped lists, which the other tests do without."""
LEAST = "A-S1 E-S1 L-S1 S-S1 T-S1"
COINS = Wanted(Fraction(1), Fraction(0))
TRASH = Wanted(with_trash=True)


def at_table(hand, *, box=BOX, dictionary="en", row="C-A3 I-M3 E-R2 S-H2 K-R3 U-H6 F-M2", **more):
    return position(hand, box=box, dictionary=dictionary, row=row, **more)


def asked(told: Told, wanted=None, quick=True, seat=0):
    said = advise(hardback.view(told.state, seat), seat=seat, names=NAMES, wanted=wanted, quick=quick)
    assert json.loads(json.dumps(said)) == said
    return said


# --- test values ----------------------------------------------------------------------------------------------------------

BEN_E = {"ben": {"pile": "A-S2 E-S2", "hidden": 0, "timeless": "E-H5T"}}
BEN_EV = {"ben": {"pile": "A-S2 E-S2", "hidden": 0, "timeless": "E-H5T V-H5T"}}
VALUES = [
    (LEAST, {}, None, 19_471, 5, 0, 5, "LEAST"),
    ("W-R4 A-H3 Y-R4 S-S1 T-S1", {}, None, 19_471, 11, 9, 2, None),
    ("W-R4 A-H3 Y-R4 S-S1 T-S1", {}, COINS, 19_471, 8, 3, 8, None),
    ("D-M4 N-M7 A-A7 E-S1 T-S1", {}, None, 19_471, 13, 13, 0, None),
    ("D-M4 N-M7 A-A7 E-S1 T-S1", {}, COINS, 19_471, 2, 11, 2, None),
    (LEAST, {"inked": "Q-H4"}, None, 367, 7, 0, 7, "EQUALS"),
    (LEAST, {"inked": "Q-H4 X-H6"}, None, 3, 12, 6, 6, "QUIXOTE"),
    ("T-S1 E-S1 N-S1 D-S W-A3", {"timeless": "I-A3T C-A5T"}, None, 33_422, 12, 9, 3, None),
    (LEAST, BEN_E, None, 32_829, 5, 0, 5, None),
    (LEAST, BEN_EV, None, 34_639, 5, 0, 5, None),
    ("C-M5 M-M3 A-A7 T-S1 U-M2", {}, None, 19_471, 10, 5, 5, None),
    ("P-R6 Y-R4 X-H6 A-A5 O-A6", {}, None, 19_471, 22, 14, 8, None),
    ("P-R6 Y-R4 X-H6 A-A5 O-A6", {}, TRASH, 19_471, 28, 15, 13, "COPAY"),
    (f"{LEAST} R-S1 B-A4", {}, None, 75_005, 8, 2, 6, None),
    (f"{LEAST} R-S1 B-A4 O-A6", {}, None, 115_535, 16, 6, 10, None),
    ("J-A3", {"inked": "V-A2 V-H4"}, None, 1, 3, 1, 2, "VAV"),
    ("J-A3 B-S", {"inked": "V-A2"}, None, 50, 1, 1, 0, None),
    ("J-A3", {"inked": "V-A2"}, None, 0, None, None, None, None),
]


@pytest.mark.parametrize(("hand", "more", "weights", "count", "value", "prestige", "coins", "text"), VALUES)
def test_the_values_of_the_specification(hand, more, weights, count, value, prestige, coins, text):
    said = asked(at_table(hand, **more), weights)
    assert said["seat"] == "Ana"
    assert said["words"] == count
    if value is None:
        assert said["best"] == []
        return
    first = said["best"][0]
    assert (first["value"], first["prestige"], first["coins"]) == (value, prestige, coins)
    assert text in (None, first["word"])
    assert len(said["best"]) == min(10, count)


INKS = [
    (LEAST, {"pile": "B-S D-S I-S1 N-S1 R-S1"}, 5, "6", "0", {}),
    ("W-R4 A-H3 Y-R4 S-S1 T-S1", {"pile": "P-R6 Z-R5 E-S1"}, 11, "15", "0", {"P-R6": "16", "Z-R5": "18", "E-S1": "11"}),
    ("J-A3", {"inked": "V-A2", "pile": "V-H4 E-S1 Q-A7"}, 0, "5/3", "1/3", {"V-H4": "3", "E-S1": "2", "Q-A7": "0"}),
    (
        "J-A3 B-S",
        {"inked": "V-A2", "pile": "V-H4 E-S1 Q-A7 X-H6"},
        1,
        "7/2",
        "1/4",
        {"V-H4": "3", "E-S1": "7", "Q-A7": "0", "X-H6": "4"},
    ),
]


@pytest.mark.parametrize(("hand", "more", "now", "expected", "bust", "cards"), INKS)
def test_one_more_card_by_ink(hand, more, now, expected, bust, cards):
    said = asked(at_table(hand, **more), quick=False)["ink"]
    assert said["now"]["value"] == now
    assert said["expected"]["exact"] == expected
    assert said["bust"]["exact"] == bust
    assert not said["estimated"]
    found = {one["card"]: one["value"]["exact"] for one in said["cards"]}
    assert found.keys() == set(more["pile"].split())
    assert found | cards == found
    assert sum(Fraction(one["chance"]["exact"]) for one in said["cards"]) == 1


# --- which card the ink may draw ------------------------------------------------------------------------------------------


def inked_by(**more):
    return asked(at_table("T-S1 E-S1", box=SHORT, **more), quick=False)["ink"]


def test_a_known_top_is_the_card_that_comes():
    assert [one["card"] for one in inked_by(top="A-S1 N-S1", pile="S-S1 R-S1")["cards"]] == ["A-S1"]


def test_with_an_empty_draw_pile_the_discard_pile_comes_back():
    said = inked_by(discard="A-S1 N-S1")
    assert {one["card"] for one in said["cards"]} == {"A-S1", "N-S1"}
    assert not said["estimated"]


def test_a_starter_that_nobody_saw_makes_it_an_estimate():
    said = inked_by(pile="A-S1 N-S1", unseen_starters=1)
    assert said["estimated"]
    assert {"A-S1", "N-S1", "M-S"} <= {one["card"] for one in said["cards"]}


def test_hidden_discards_make_it_an_estimate():
    told = at_table("T-S1 E-S1", box=SHORT, pile="A-S1 N-S1 S-S1")
    said = asked(with_seat(told, "Ana", draw=2, discard=("?",)), quick=False)["ink"]
    assert said["estimated"]
    assert {one["card"] for one in said["cards"]} == {"A-S1", "N-S1", "S-S1"}


def test_without_any_card_to_draw_nothing_is_said_of_ink():
    assert inked_by() is None


def test_what_is_quick_leaves_the_ink_out():
    assert asked(at_table("T-S1 E-S1", box=SHORT, pile="A-S1"))["ink"] is None


# --- what it needs --------------------------------------------------------------------------------------------------------


def test_it_needs_the_whole_hand():
    told = at_table("T-S1 E-S1", box=SHORT, pile="A-S1 N-S1", hidden=1)
    assert asked(told) == {"seat": "Ana", "needs": "hand"}
    assert advise(hardback.view(told.state, None), seat=None, names=NAMES) == {"seat": None, "needs": "hand"}
    assert asked(told, seat=1) == {"seat": "Ben", "needs": "hand"}


def test_after_the_word_there_is_no_hand_left():
    told = at_table("T-S1 E-S1 A-S1", box=SHORT).then(spells("T-S1 E-S1 A-S1"))
    assert asked(told) == {"seat": "Ana", "needs": "hand"}


def test_without_a_list_there_is_no_best_word():
    assert asked(at_table("T-S1 E-S1", box=SHORT, dictionary="none")) == {"seat": "Ana", "needs": "list"}


def test_a_seat_that_waits_may_ask_too():
    told = at_table(
        "T-S1 E-S1", box=SHORT, ben={"pile": "", "hidden": 0, "hand": "A-S2 T-S2", "timeless": "E-H5T"}, timeless="P-A8T"
    )
    said = asked(told, seat=1)
    assert said["seat"] == "Ben"
    tiles = {tile for one in said["best"] for tile in one["cards"]}
    assert {"A-S2", "T-S2", "E-H5T", "P-A8T"} <= tiles
    assert {tile.rpartition("=")[2] for tile in tiles} <= {"A-S2", "T-S2", "E-H5T", "P-A8T"}


def test_words_that_may_not_be_spelled_again_are_left_out():
    told = at_table("T-S1 E-S1 A-S1", box=SHORT, unique_words="game", words=((1, "TEA"), (1, "EAT"), (1, "LEAST"), (1, "ZZZ")))
    before = asked(at_table("T-S1 E-S1 A-S1", box=SHORT))
    said = asked(told)
    assert before["best"][0]["word"] == "ATE"
    assert said["best"][0]["word"] == "ATE"
    assert not {"TEA", "EAT"} & {one["word"] for one in said["best"]}
    assert said["words"] == before["words"] - 2


@pytest.mark.parametrize("enye", ["n", "wild"])
def test_a_spanish_n_may_stand_for_the_letter_with_tilde(enye):
    said = asked(at_table("A-S1 N-S1 O-S", box=SHORT, dictionary="es", enye=enye))
    assert {one["word"] for one in said["best"]} == {"ANO", "AÑO", "SI"}
    found = {one["word"]: one for one in said["best"]}
    assert found["ANO"]["cards"] == ["A-S1", "N-S1", "O-S"]
    assert (found["AÑO"]["cards"] == ["A-S1", "N-S1", "O-S"]) == (enye == "n")
    assert enye == "n" or found["AÑO"]["cards"][1] == "Ñ=N-S1"


def test_weights_are_not_negative():
    with pytest.raises(ValueError, match="0 to 100"):
        asked(at_table(LEAST, box=SHORT), Wanted(Fraction(-1)))


# --- the rules say the same -------------------------------------------------------------------------------------------------

PLAYED = [
    ("W-R4 A-H3 Y-R4 S-S1 T-S1", {}),
    ("D-M4 N-M7 A-A7 E-S1 T-S1", {}),
    ("C-M5 M-M3 A-A7 T-S1 U-M2", {}),
    ("P-R6 Y-R4 X-H6 A-A5 O-A6", {}),
    ("L-H3 E-H8 S-H7 T-H4 A-H3", {"inked": "R-H4"}),
    ("T-S1 E-S1 N-S1 D-S W-A3", {"timeless": "I-A3T C-A5T"}),
    (LEAST, {"inked": "Q-H4"} | BEN_EV),
    ("S-R4 W-R4 E-S1 A-M3 N-H5", {"timeless": "R-R5T", "ben": {"pile": "A-S2 E-S2", "hidden": 0, "timeless": "E-H5T D-H4T"}}),
]


@pytest.mark.parametrize("weights", [None, COINS, Wanted(token_weight=Fraction(1, 2), with_trash=True)])
@pytest.mark.parametrize(("hand", "more"), PLAYED)
def test_a_word_played_as_advised_gives_what_was_said(hand, more, weights):
    told = at_table(hand, **more)
    for one in asked(told, weights)["best"]:
        after = told.then(word(*one["cards"]))
        assert after.state.word.text == one["word"]
        for step in one["choices"]:
            if step["move"] is not None:
                after = after.then(step["move"])
        assert after.closes() == (one["coins"], one["prestige"]), one
        tokens = sum(step["ability"] == "ink_or_remover" for step in one["choices"])
        assert tokens == one["tokens"]


SITUATIONS = [
    ("T1", Case(("D-M4", "A-S1", "N-M7")), "DEN", 1, 8),
    ("T2", Case(("F-R6", "A-A7", "Y-R4")), "FAY", 3, 10),
    ("T3", Case(("C-M5", "M-M3", "A-A7")), "CAT", 2, 5),
    ("T4", Case(("D-M4", "U-M2")), "DO", 2, 3),
    ("T5", Case(("T-S1", "E-S1", "N-S1"), own=("I-A3T", "C-A5T")), "TEN", 3, 5),
    ("T6", Case(("L-H3", "T-S1"), others=("E-H5T",)), "LET", 1, 2),
    ("T7", Case(("P-R6", "A-S1"), others=("E-H5T",)), "PEA", 1, 2),
    ("T8", Case(("S-H2", "H-H7.2"), inked=("E-S1",)), "SHE", 2, 5),
    ("T9", Case(("P-R6", "O-A6", "W-A3"), with_trash=True), "POW", 10, 9),
    ("T10", Case(("P-R6", "A-A5"), with_trash=True), "PA", 6, 6),
    ("T10", Case(("P-R6", "A-A5"), with_trash=True, double_trash=False), "PA", 3, 6),
    ("T11", Case(("P-R6", "Y-R4", "X-H6")), "PYX", 0, 11),
    ("T12", Case(("T-S1", "O-S", "P-R6"), own=("R-R5T",)), "TOP", 1, 7),
    ("T15", Case(("T-S1", "E-S1", "N-S1"), own=("D-H4T", "V-H5T")), "TEN", 6, 2),
    ("T18", Case(("O-R8T", "N-S1")), "ON", 3, 1),
]


@pytest.mark.parametrize(("name", "case", "text", "coins", "prestige"), SITUATIONS)
def test_the_situations_are_worth_at_most_what_they_say(name, case, text, coins, prestige):
    """Each situation is one way to lay the word; the best of all ways is it, or better by its choices."""
    found = search_for(case, [text]).best()
    assert [one.word for one in found] == [text]
    unit = Search(Lexicon(WordList.of([])), hand_of(case), BOX.card).worths.unit
    got = unit.coins(found[0].laid.worth), unit.prestiges(found[0].laid.worth)
    assert sum(got) >= coins + prestige
    assert Gain(Fraction(sum(got)), got[1], got[0], -found[0].laid.tiles.count(-1)) == best_of(case, text)


# --- the long way -----------------------------------------------------------------------------------------------------------


def hand_of(case):
    return Hand(case.hand, case.inked, case.own, case.others)


def search_for(case, listed):
    return Search(
        Lexicon(WordList.of([one.lower() for one in listed])),
        hand_of(case),
        BOX.card,
        Weights(*case.weights, case.with_trash),
        double_trash=case.double_trash,
    )


CODES = tuple(BOX.card)
CLASSICS = tuple(code for code in CODES if BOX.card[code].timeless)
ABLE = ("double", "uncover", "per_wild", "per_inked", "per_adventure", "trash_self")


@pytest.fixture(scope="module")
def short():
    """Words of the list with six letters or fewer, in capitals."""
    return [one.upper() for one in BOX.lists["en"] if len(one) <= 6]


def drawn(rng: random.Random) -> Case:
    """A random hand in which much depends on what lies beside what, with duplicates, inked cards and classics."""
    able = [code for code in CODES if any(name in str(BOX.card[code].basic + BOX.card[code].genre_half) for name in ABLE)]
    genre = rng.choice(hardback.pieces.GENRES)
    same = [code for code in CODES if BOX.card[code].genre == genre]
    pool = rng.sample(able, 4) + rng.sample(same, 4) + rng.sample(CODES, 2)
    pool += rng.sample([code for code in CODES if code[0] == pool[0][0]], 2)
    rng.shuffle(pool)
    pool = [code for code in dict.fromkeys(pool) if not BOX.card[code].timeless][: rng.randint(2, 5)]
    inked = min(rng.choice([0, 0, 1, 2]), len(pool) - 1)
    classics = rng.sample(CLASSICS, 3)
    own, others = rng.choice([(0, 0), (0, 0), (1, 0), (1, 1), (2, 1), (0, 2)])
    weights = rng.choice([(1, 1, 0), (1, 0, 0), (0, 1, 0), (1, 1, 1), (Fraction(1, 2), Fraction(3, 4), Fraction(1, 4))])
    return Case(
        tuple(pool[inked:]),
        tuple(pool[:inked]),
        tuple(classics[:own]),
        tuple(classics[own : own + others]),
        tuple(map(Fraction, weights)),
        rng.random() < 0.5,
        rng.random() < 0.5,
    )


def near(rng: random.Random, case: Case, short, most=8):
    """Words that have many letters of the hand, and some others."""
    letters = Counter(letter(code) for code in (*case.hand, *case.inked, *case.own, *case.others))
    inked = Counter(letter(code) for code in case.inked)
    some = rng.sample(short, 1200)
    some.sort(key=lambda one: (not Counter(one) >= inked, -(Counter(one) & letters).total(), one))
    return sorted({*some[:most], *rng.sample(some, 2)})


@pytest.mark.parametrize("seed", range(40))
def test_the_search_finds_what_the_long_way_finds(seed, short):
    rng = random.Random(seed)
    case = drawn(rng)
    listed = near(rng, case, short)
    search = search_for(case, listed)
    unit = search.worths.unit
    found = [
        (Gain(unit.value(worth), unit.prestiges(worth), unit.coins(worth), -one.laid.tiles.count(-1)), one.word)
        for one in search.best()
        for worth in (one.laid.worth,)
    ]
    expected, count = best(case, listed)
    assert found == expected, case
    assert search.words == count


@pytest.mark.parametrize(
    ("hand", "listed"),
    [
        ("D-M4 N-M7 A-M3 E-M4 T-M6 C-M5", ["ABANDS", "DECANT", "ACCEDE"]),
        ("D-M4 N-M7 A-M3 E-M4 S-R4 P-R6", ["SPENDS", "ABACUS", "PANDAS"]),
        ("P-R6 Y-R4 W-R4 Z-R5 F-R6 O-R4", ["FLOPPY", "SNOOZY"]),
        ("A-M3 M-M3 C-M5 O-M3 S-S1 J-R6", ["COSMOS", "MAJORS"]),
    ],
)
def test_long_chains_and_many_doublers_are_found_too(hand, listed):
    case = Case(tuple(hand.split()))
    search = search_for(case, listed)
    expected, _ = best(case, listed)
    assert [(search.worths.unit.value(one.laid.worth), one.word) for one in search.best()] == [
        (gain.value, text) for gain, text in expected
    ]


def test_a_hand_may_be_too_large_to_look_at():
    told = at_table("A-S1 E-S1 I-S1 L-S1 N-S1 R-S1 S-S1 T-S1 B-S D-S C-S G-S M-S O-S P-S Y-S", box=SHORT, seats=1, penny="plain")
    assert asked(told) == {"seat": "Ana", "needs": "fewer cards"}


def test_a_hand_that_nobody_would_wait_for_is_given_up():
    hand = "J-M8 D-R4 P-R6 W-R4 O-R4 L-M6 M-M3 E-M4 R-M6 T-M6"
    assert asked(at_table(hand, box=BOX, seats=1, penny="plain")) == {"seat": "Ana", "needs": "time"}


def test_searches_may_share_their_patience(short):
    search = search_for(Case(("D-M4", "N-M7", "A-M3", "E-M4", "T-M6")), short)
    found = search.best(1)
    spent = MOST_WAYS - search.patience.left
    assert spent > 0
    again = Patience(spent)
    assert search.like(search.hand, again).best(1) == found
    with pytest.raises(TooManyWays):
        search.like(search.hand, again).best(1)


def test_the_long_way_reads_the_same_cards():
    assert len(ROWS) == len(BOX.cards)


# --- all words with something ---------------------------------------------------------------------------------------------


def all_words(told, **wanted):
    return words(hardback.view(told.state, 0), seat=0, **wanted)


def test_all_words_of_a_hand_with_a_letter_a_length_or_a_card():
    told = at_table("T-S1 E-S1 A-S1 N-S1", box=SHORT)
    everything = all_words(told)["words"]
    assert len(everything) == asked(told)["words"]
    assert everything == sorted(everything, key=lambda one: (len(one), one))
    for wanted, fits in (
        ({"letter": "X"}, lambda one: "X" in one),
        ({"length": 3}, lambda one: len(one) == 3),
        ({"card": "N-S1"}, lambda one: "N" in one),
        ({"letter": "T", "length": 4, "card": "E-S1"}, lambda one: "T" in one and "E" in one and len(one) == 4),
    ):
        found = all_words(told, **wanted)
        assert found["words"] == [one for one in everything if fits(one)]
        assert {one["word"] for one in found["best"]} <= set(found["words"])
        assert len(found["best"]) == min(10, len(found["words"]))
    assert all_words(told, card="Q-H4") is None


@pytest.mark.parametrize("code", ["T-S1", "E-S1", "E-H5T", "Q-H4"])
def test_words_with_a_card_are_those_that_can_be_laid_with_it(code, short):
    case = Case(("T-S1", "E-S1"), inked=("Q-H4",), others=("E-H5T", "U-M2"))
    search = search_for(case, [one for one in short if "Q" in one][:400])
    found = {search.lexicon.word(int(number)) for number in search.numbers(search.having(code=code))}
    rest = {
        "T-S1": case._replace(hand=("E-S1",), inked=("Q-H4", "T-S1")),
        "E-S1": case._replace(hand=("T-S1",), inked=("Q-H4", "E-S1")),
        "E-H5T": case._replace(others=("U-M2",), inked=("Q-H4", "E-H5T")),
        "Q-H4": case,
    }[code]
    expected = {one for one in (one for one in short if "Q" in one) if one in found or best_of(rest, one) is not None}
    assert found
    assert {one for one in expected if one in {search.lexicon.word(n) for n in range(len(search.lexicon))}} == found


def test_ink_that_was_drawn_is_advised_with():
    told = at_table("A-S1 E-S1 L-S1 S-S1", box=SHORT, top="T-S1", mine={"ink": 1}).then(ink("Ana"), drew("Ana", "T-S1"))
    first = asked(told)["best"][0]
    assert first["word"] == "LEAST"
    assert first["cards"] == ["L-S1", "E-S1", "A-S1", "S-S1", "T-S1"]
