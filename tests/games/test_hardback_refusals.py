"""Hardback, specification 6 and 11: of two rules in the way the first is named; bad input and its answers."""

from __future__ import annotations

import dataclasses
import re

import pytest

from companion import notation
from companion.games import hardback
from companion.notation import Unreadable
from companion.record import BadRecord, read
from companion.rules import TABLE, IllegalMove
from companion.table import Entry, Ruling, Strike, Table, enter, ledger, replay, spoken, who_and_move
from tests.games.hardbacktable import (
    BOX,
    CLASSES,
    END,
    FIRST,
    NAMES,
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
    word,
)

OVER = position("A-S1", first="Ben", ben={"prestige": 60}).then(SKIP)
SETUP = game(STARTERS["Ana"])
WORD = position(
    "A-S1 E-S1", hidden=1, pile="I-S1 L-S1", inked="Q-H4", timeless="A-M5T", ben={"timeless": "E-H5T"}, dictionary="en"
)
ASKED = position("A-S1 E-S1", pile="I-S1", mine={"ink": 1}).then(ink("Ana"))
BENEFITS = position("D-M4 A-S1 N-M7 E-S1", hidden=0, discard="L-S1").then(spells("D-M4 I=A-S1 N-M7 E-S1"))
CHOICE = position("E-S1 D-M4 A-A7 P-R6 I-S1 A-H3").then(spells("E=E-S1 D-M4 A=A-A7 I-S1 P-R6 A-H3"))
BUYING = position("A-S1 E-S1", mine={"jail": "M-R2"}, ben={"jail": "W-A3"}).then(spells("A-S1 E-S1"), buy_ink(1))

ORDER = [
    # game over, setup, whose move, what is told first, the part of the turn
    ("over before whose move", OVER, f"Ben {SKIP}", "game.over"),
    ("over before what nobody drew", OVER, drew("Ana", "Q-Z9"), "game.over"),
    ("setup before whose move", SETUP, f"Ben {SKIP}", "setup.first"),
    ("setup before nobody drew", SETUP, drew("Ana", "A-S1"), "setup.first"),
    ("setup before the ruling", SETUP, 'Count {"seat": 0, "ink": 1}', "setup.first"),
    ("whose move before what is told first", ASKED, f"Ben {SKIP}", "turn.order"),
    ("whose move before the part of the turn", WORD, f"Ben {END}", "turn.order"),
    ("what is told first before the part of the turn", ASKED, END, "table.first"),
    ("what is told first before told once", ASKED, FIRST, "table.first"),
    ("what is told first before the token", ASKED, ink("Ana"), "table.first"),
    ("the part of the turn before the card", WORD, buy("Q-Z9"), "turn.phase"),
    ("the part of the turn before the ability", WORD, take("Q-Z9", "basic", "ink"), "turn.phase"),
    ("closed benefits before the ability", BUYING, take("Q-Z9", "basic", "ink"), "benefits.closed"),
    ("closed benefits before what is owed", BUYING, give("Ben", "ink"), "benefits.closed"),
    ("the closing before the price", CHOICE, buy("Q-Z9"), "uncover.choose"),
    ("the closing before the number", CHOICE, buy_ink(0), "uncover.choose"),
    # setup
    ("told once before the set", SETUP, STARTERS["Ana"].replace('"set": 1', '"set": 9'), "setup.once"),
    ("the set before two cards", SETUP, 'TABLE Starters {"seat": 1, "set": 1, "cards": []}', "setup.set"),
    ("the seat before the set", SETUP, 'TABLE Starters {"seat": 3, "set": 1, "cards": []}', "setup.seat"),
    ("two before which", SETUP, 'TABLE Starters {"seat": 1, "set": 2, "cards": ["B-S"]}', "setup.two"),
    # what the table tells
    ("how many before which", game(), turned(f"{ROW} Q-Z9"), "turned.count"),
    ("whose draw before how many", ASKED, drew("Ben", ""), "drew.seat"),
    ("how many before which, drawn", ASKED, drew("Ana", "Q-Z9 ?"), "drew.count"),
    ("where it can be before how many", WORD, seen("Ana", "A-S2 I-S1 L-S1"), "seen.place"),
    # ink and remover
    ("the time before the token", BENEFITS, ink("Ana"), "ink.time"),
    ("the token before nothing to draw", position("A-S1"), ink("Ana"), "ink.token"),
    ("the time before the remover", BENEFITS, remove("Ana", "Q-Z9"), "remover.time"),
    ("the remover before the inked card", position("A-S1"), remove("Ana", "Q-Z9"), "remover.token"),
    # the word
    ("the length before the tiles", WORD, spells("Q-Z9"), "word.length"),
    ("tiles from the left: unknown", WORD, spells("Q-Z9 A-S1 A-S1"), "piece.unknown"),
    ("tiles from the left: twice", WORD, spells("A-S1 A-S1 Q-Z9"), "word.twice"),
    ("tiles from the left: an inked wild", WORD, spells("E=Q-H4 E=A-M5T"), "ink.wild"),
    ("tiles from the left: a wild classic", WORD, spells("E=E-H5T E=Q-H4"), "timeless.wild"),
    ("tiles from the left: elsewhere", WORD, spells("A-S2 E=Q-H4"), "word.owned"),
    ("twice before elsewhere", WORD, spells("A-S1 E=A-S1 A-S2"), "word.twice"),
    ("every tile before how many", WORD, spells("I-S1 L-S1 A-S2"), "word.owned"),
    ("how many before the ink", WORD, spells("I-S1 L-S1"), "word.count"),
    ("the ink before the ghostwriter", WORD, spells("A-S1 E-S1", ghost="Ben"), "ink.all"),
    ("the ghostwriter before the list", WORD, spells("Q-H4 E-S1", ghost="Ben"), "ghost.asked"),
    ("the list last", WORD, spells("Q-H4 E-S1"), "word.dictionary"),
    (
        "spelled again before the list",
        position("X-H6 Q-H4", words=[(1, "XQ")], unique_words="game", dictionary="en"),
        spells("X-H6 Q-H4"),
        "word.unique",
    ),
    # benefits
    ("no ability before the neighbour", BENEFITS, uncover("E-S1", "right", "Q-Z9"), "uncover.none"),
    ("the neighbour before the card", BENEFITS, uncover("D-M4", "left", "Q-Z9"), "uncover.adjacent"),
    ("the card last", BENEFITS, uncover("D-M4", "right", "L-S1"), "uncover.card"),
    ("no ability before the letter", BENEFITS, trash("E-S1", "D-M4"), "trash.none"),
    ("no ability before the row", BENEFITS, jail("E-S1", "L-S1", True), "jail.none"),
    ("no look before the cards", BENEFITS, sort("Q-Z9", ""), "sort.none"),
    # purchases
    ("the jail before the row", BUYING, buy("W-A3"), "buy.jail"),
    ("the row before the price", BUYING, buy("D-H9"), "buy.row"),
    ("the number before the price", BUYING, buy_ink(-1), "buy.count"),
    ("the number before the ink", BUYING, sell_ink(0), "buy.count"),
]


@pytest.mark.parametrize(("told", "line", "rule"), [one[1:] for one in ORDER], ids=[one[0] for one in ORDER])
def test_of_two_rules_in_the_way_the_first_is_named(told, line, rule):
    assert told.rule(line) == rule


@pytest.mark.parametrize(("told", "line", "rule"), [one[1:] for one in ORDER], ids=[one[0] for one in ORDER])
def test_a_refused_move_changes_nothing(told, line, rule):
    before = notation.plain(told.state)
    told.refuses(line)
    assert notation.plain(told.state) == before


PLACES = [
    (position("A-S1", timeless="A-M5T", mine={"remover": 1}), seen("Ana", "A-M5T"), "A-M5T is Ana’s classic in play."),
    (position("A-S1", inked="Q-H4", hidden=1, pile="E-S1 I-S1"), seen("Ana", "Q-H4"), "Q-H4 lies before Ana with ink on it."),
    (position("A-S1", top="E-S1", hidden=1, pile="I-S1 L-S1"), seen("Ana", "E-S1"), "E-S1 lies on Ana’s draw pile."),
    (BENEFITS, seen("Ana", "D-M4"), "D-M4 is in the word."),
    (
        position("G-R3 R-R5 I-S1", pile="A-S1 E-S1 L-S1").then(
            spells("G-R3 R-R5"), take("R-R5", "genre", "look"), drew("Ana", "A-S1 E-S1 L-S1")
        ),
        seen("Ana", "E-S1"),
        "E-S1 is among the cards looked at.",
    ),
    (
        position("G-R3 E-S1", pile="A-S1").then(spells("G-R3 E-S1")),
        trash("G-R3", "A-S1"),
        "A-S1 is hidden in Ana’s deck.",
    ),
]


@pytest.mark.parametrize(("told", "line", "sentence"), PLACES, ids=[sentence for _, _, sentence in PLACES])
def test_a_refusal_says_where_a_card_of_the_own_deck_is(told, line, sentence):
    assert told.words(line) == sentence


def test_a_card_told_twice_in_one_draw():
    g = position("G-R3 R-R5", pile="A-S1 E-S1 L-S1 T-S1").then(spells("G-R3 R-R5"), take("R-R5", "genre", "look"))
    assert g.rule(drew("Ana", "A-S1 A-S1")) == "drew.owned"
    assert g.words(END) == "First tell which 3 cards Ana looks at."


def test_a_state_has_just_its_fields():
    with pytest.raises(TypeError):
        hardback.state.changed(WORD.state, colour="red")
    with pytest.raises(TypeError):
        hardback.state.with_player(WORD.state, 0, colour="red")


# --- what a ruling sets aside -----------------------------------------------------------------------------------------

WAIVED = [
    (position("A-S1", pile="E-S1"), ink("Ana")),
    (position("A-S1", inked="E-S1"), remove("Ana", "E-S1")),
    (position("A-S1 E-S1"), spells("A-S1 E-S1", ghost="Ben")),
    (position("A-S1 E-S1"), spells("A-S1")),
    (position("A-S1", inked="E-S1"), spells("A-S1 I=E-S1")),
    (position("A-S1 I-S1", inked="E-S1"), spells("A-S1 I-S1")),
    (position("X-H6 Q-H4", words=[(1, "XQ")], unique_words="game"), spells("X-H6 Q-H4")),
    (position("X-H6 Q-H4", dictionary="en"), spells("X-H6 Q-H4")),
    (BUYING, "Flush {}"),
    (BUYING, buy("S-H7")),
    (BUYING, buy_ink(5)),
    (BUYING, sell_ink(2)),
    (BUYING, 'Count {"seat": 1, "prestige": 3}'),
]


@pytest.mark.parametrize(("told", "line"), WAIVED, ids=[line for _, line in WAIVED])
def test_a_ruling_sets_rules_marked_r_aside_and_nothing_falls_below_zero(told, line):
    told.refuses(line)
    after = told.ruled(line).state
    assert after != told.state
    assert after.coins >= 0
    assert all(min(one.ink, one.remover, one.prestige) >= 0 for one in after.players)


STANDING = [
    (WORD, spells("A-S1 A-S1"), "word.twice"),
    (WORD, spells("E=E-H5T A-S1"), "timeless.wild"),
    (WORD, spells("A-S1 A-S2"), "word.owned"),
    (WORD, spells("A-S1 E-S1 I-S1 L-S1"), "word.count"),
    (WORD, spells("A-S1 Q-H4", ghost="Ana"), "ghost.other"),
    (WORD, f"Ben {SKIP}", "turn.order"),
    (WORD, END, "turn.phase"),
    (WORD, turned("W-R4"), "turned.none"),
    (ASKED, SKIP, "table.first"),
    (BENEFITS, uncover("D-M4", "right", "L-S1"), "uncover.card"),
    (BENEFITS, trash("E-S1", "L-S1"), "trash.none"),
    (CHOICE, END, "uncover.choose"),
    (BUYING, buy("W-A3"), "buy.jail"),
    (BUYING, buy("X-H6"), "buy.row"),
    (BUYING, buy("AD1"), "advert.off"),
    (BENEFITS, ink("Ana"), "ink.time"),
    (position("A-S1"), ink("Ana"), "ink.nothing"),
]


@pytest.mark.parametrize(("told", "line", "rule"), STANDING, ids=[f"{rule}-{at}" for at, (_, _, rule) in enumerate(STANDING)])
def test_a_ruling_does_not_change_what_lies_on_the_table(told, line, rule):
    assert told.rule(line, ruling=True) == rule


# --- bad input --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line", ['Word {"cards": "LEAST"}', 'Word {"cards": [1]}', "Word {}", 'Double {"by": "P-R6", "side": "up"}']
)
def test_a_line_that_is_no_move_cannot_be_read(line):
    with pytest.raises(Unreadable):
        who_and_move(line, NAMES[:2], CLASSES)


@pytest.mark.parametrize("tile", ["e=A-S1", "3=A-S1", "a-s1", "Я=A-S1", "É=A-S1", "?", "=A-S1", "AE=A-S1", "A S1", ""])
def test_a_tile_that_cannot_be_read_is_refused_with_what_was_expected(tile):
    g = position("A-S1 E-S1", dictionary="en")
    with pytest.raises(Unreadable, match="A-Z"):
        who_and_move(word("E-S1", tile), NAMES[:2], CLASSES)
    with pytest.raises(IllegalMove, match="A-Z") as refusal:
        hardback.apply(g.state, 0, hardback.moves.Word(("E-S1", tile)))
    assert refusal.value.rule == "piece.unknown"


def test_a_tile_with_a_letter_that_the_list_does_not_have_is_refused_with_what_was_expected():
    g = position("A-S1 E-S1", dictionary="en")
    assert g.rule(word("E-S1", "Ñ=A-S1")) == "piece.unknown"
    assert "A" in g.words(word("E-S1", "Ñ=A-S1")) and "Z" in g.words(word("E-S1", "Ñ=A-S1"))


def test_the_shape_of_a_tile_is_told_to_whoever_reads_moves():
    (cards,) = [part for part in dataclasses.fields(hardback.moves.Word) if part.name == "cards"]
    shape = cards.metadata["shape"]
    assert all(re.fullmatch(shape, tile) for tile in ("P-R6", "H-H7.2", "E=A-S1", "E=?", "Ñ=?"))
    assert not any(re.fullmatch(shape, tile) for tile in ("?", "e=A-S1", "3=A-S1", "É=?", "", "AB=?"))


def test_two_phones_send_a_word_and_an_ink_and_the_later_is_judged_anew():
    g = position("A-S1 E-S1", pile="I-S1", mine={"ink": 1})
    assert g.then(spells("A-S1 E-S1")).rule(ink("Ana")) == "ink.time"
    assert g.then(ink("Ana")).rule(spells("A-S1 E-S1")) == "table.first"


RECORD = f"""companion 1
game: hardback
box: reported
options: {{"dictionary": "none"}}
seats: Ana, Ben

1 {STARTERS["Ana"]}
2 {STARTERS["Ben"]}
3 {FIRST}
4 {turned(ROW)}
5 Ana Word {{"cards": ["A-S1", "E-S1", "B-S"]}}
6 Ana Buy {{"card": "E-R2"}}
"""


def recorded(text=RECORD):
    return read(text, {"hardback": hardback}, lambda name, box: BOX)


def test_a_record_says_where_it_breaks_a_rule():
    position_ = replay(*recorded_table(RECORD + '7 TABLE Turned {"cards": ["E-R2"]}\n'))
    assert position_.problem is not None
    assert (position_.problem.entry, position_.problem.rule) == (7, "turned.seen")
    assert spoken(position_.problem.sentence, NAMES[:2]) == "E-R2 is in Ana’s deck. (entry 6)"


def recorded_table(text):
    made = recorded(text)
    return made.table, made.entries


def test_a_card_of_the_own_deck_is_named_with_the_entry_that_put_it_there():
    text = (
        RECORD + '7 TABLE Turned {"cards": ["W-R4"]}\n8 Ana EndTurn {}\n9 Ben Skip {}\n10 Ana Word {"cards": ["A-S1", "I-S1"]}\n'
    )
    position_ = replay(*recorded_table(text))
    assert position_.problem is not None
    assert spoken(position_.problem.sentence, NAMES[:2]) == "A-S1 is in Ana’s discard pile. (entry 8)"


def test_a_seat_that_nobody_has_cannot_be_read():
    with pytest.raises(BadRecord):
        recorded(RECORD + '7 Ana Ink {"seat": 2}\n')


def test_lines_of_the_ledger_name_the_entry_that_caused_them():
    table, entries = recorded_table(RECORD)
    position_ = replay(table, entries)
    assert position_.problem is None
    assert [(line.points, line.rule, entry) for line, entry in ledger(table, position_)[0]] == [(1, "score.basic", 5)]


def test_a_struck_word_and_another_in_its_place():
    table, entries = recorded_table(RECORD)
    strike = Strike(5, ('Word {"cards": ["A-S1", "E-S1", "I-S1"]}',), "misread")
    entry, after = enter(table, list(entries), 0, strike)
    assert (entry.seq, after.problem, after.state.coins) == (7, None, 1)


def test_a_ruling_in_the_journal_waives_for_its_moves_only():
    table, entries = recorded_table(RECORD)
    entries = [*entries, Entry(7, TABLE, notation.read(turned("W-R4").removeprefix("TABLE "), CLASSES))]
    ruling = Ruling("we lend a coin", (buy("M-R2"),))
    with pytest.raises(IllegalMove) as refused:
        enter(table, entries, 0, ruling)
    assert refused.value.rule == "buy.row"
    _, after = enter(table, entries, 0, Ruling("we lend a coin", (buy("I-M3"),)))
    assert after.state.coins == 0
    with pytest.raises(IllegalMove):
        enter(table, entries, 0, notation.read(buy("I-M3"), CLASSES))


def test_six_cannot_play_and_nobody_can_play_alone_without_penny():
    for seats, options in ((6, {}), (1, {"penny": "off"})):
        with pytest.raises(IllegalMove):
            Table("hardback", hardback, BOX, hardback.Options(**options), ("A", "B", "C", "D", "E", "F")[:seats]).setup()
    assert opened(1).setup().penny == 0


def test_votes_and_shown_hands_are_for_their_time():
    g = position("A-S1 E-S1", vote="majority")
    assert g.rule(vote("Ben", True)) == "turn.phase"
    assert g.then(spells("A-S1 E-S1")).rule(shows("A-S1 E-S1")) == "turn.phase"
