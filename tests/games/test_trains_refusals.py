"""Game of Trains, specification 5 and 11: of two rules in the way the first is named; bad input and its answers."""

from __future__ import annotations

import pytest

from companion import notation
from companion.games import trains
from companion.notation import Unreadable, write
from companion.record import BadRecord, read
from companion.referee import typed
from companion.rules import TABLE, IllegalMove, Name
from companion.table import Entry, Ruling, Strike, Table, enter, replay, spoken, who_and_move
from tests.games.trainstable import (
    ANA,
    BEN,
    BOX,
    CLASSES,
    CLEO,
    NAMES,
    SHUFFLED,
    TO_FIRST,
    TO_KEEP,
    TO_OFFER,
    TO_TURN,
    dealt,
    draws,
    drew,
    first,
    game,
    kept,
    offered,
    opened,
    position,
    put,
    use,
)  # fmt: skip

GAMES = {"trains": trains}
ALL_LOCKED = {"Ana": {1: 34, 4: 42, 7: 2}, "Ben": {1: 18, 4: 26, 7: 78}}
OVER = position("5 12 22 31 50 61 11", BEN, row="9").then(draws("Ana", 80, 7))
TURN = position(ANA, BEN, row="9 63 34")
DRAW = TURN.then(draws("Ana"))
PUT = DRAW.then(drew(1))
REFILL = TURN.then(use("Ana", "Remove", 63))
SHUFFLE = position(ANA, BEN, row="9", discards="1", pile=1).then(draws("Ana", 80))
DEAL = game(dealt("Ana", ANA))
FIRST = game(*TO_FIRST)
OFFER = game(*TO_OFFER)
KEEP = game(*TO_KEEP)

ORDER = [
    # game over, before everything
    ("over before phase", OVER, 'Ben Drew {"card": 99}', "end.over"),
    ("over before the seat", OVER, 'Ben Put {"seat": 3, "space": 9}', "end.over"),
    # phase and turn, before the card: what the table tells
    ("deal twice before its cards", DEAL, dealt("Ana", "99"), "setup.deal"),
    ("deal by a seat before its cards", DEAL, 'Ben Dealt {"seat": 1, "cards": [99]}', "setup.deal"),
    ("deal too late before its cards", OFFER, dealt("Ben", "99"), "setup.deal"),
    ("deal in a shuffle", SHUFFLE, dealt("Ben", "99"), "setup.deal"),
    ("deal in a refill", REFILL, dealt("Ben", "99"), "setup.deal"),
    ("first too late", SHUFFLE, first("Ben"), "setup.first"),
    ("offer before the deal is over", DEAL, offered("Ana", "99"), "setup.draw"),
    ("offer before it is known who begins", FIRST, offered("Ana", "99"), "setup.draw"),
    ("offer of the wrong seat before its cards", OFFER, offered("Ben", "99 98"), "setup.draw"),
    ("offer by a seat before its cards", OFFER, 'Ana Offered {"seat": 0, "cards": [99]}', "setup.draw"),
    ("offer in a turn", TURN, offered("Ana", "99"), "setup.draw"),
    ("nobody draws before the card", TURN, drew(99), "draw.nobody"),
    ("nobody draws in the set-up before the card", KEEP, drew(99), "draw.nobody"),
    ("a seat tells the draw before the card", DRAW, 'Ana Drew {"card": 99}', "draw.nobody"),
    ("shuffle before the card", SHUFFLE, drew(99), "draw.shuffle"),
    ("shuffle before who tells it", SHUFFLE, 'Ana Drew {"card": 1}', "draw.shuffle"),
    ("nothing to shuffle", TURN, SHUFFLED, "draw.shuffle"),
    ("nothing to shuffle in the set-up", DEAL, SHUFFLED, "draw.shuffle"),
    # phase and turn: what seats do
    ("shuffle before turn and space", SHUFFLE, put("Ben", 9), "draw.shuffle"),
    ("shuffle before kept", SHUFFLE, kept("Ben", 99, 9), "draw.shuffle"),
    ("refill before turn and card", REFILL, use("Ben", "MoveRight", 99, 9), "remove.refill"),
    ("refill before kept", REFILL, kept("Ben", 99, 9), "remove.refill"),
    ("refill before put", REFILL, put("Ana", 9), "remove.refill"),
    ("nothing drawn before the set-up and the turn", KEEP, put("Ben", 9), "put.nothing"),
    ("nothing drawn by nobody", KEEP, 'Ben Put {"seat": 7, "space": 9}', "put.nothing"),
    ("set-up before the turn", KEEP, draws("Ben"), "setup.order"),
    ("set-up before turn, card and space", KEEP, use("Ben", "MoveRight", 99, 9), "setup.order"),
    ("set-up before kept", OFFER, kept("Ben", 99, 9), "setup.order"),
    ("kept too late before the turn", TURN, kept("Ben", 99, 9), "setup.keep"),
    ("kept too late in draw and put", PUT, kept("Ana", 99, 9), "setup.keep"),
    ("another's turn to keep before the card", KEEP, kept("Ben", 99, 9), "turn.order"),
    ("another's turn before nothing drawn", TURN, put("Ben", 9), "turn.order"),
    ("another's turn before one action", DRAW, draws("Ben"), "turn.order"),
    ("another's turn before the card", PUT, use("Ben", "Remove", 99), "turn.order"),
    ("another's name before the space", PUT, 'Ben Put {"seat": 0, "space": 9}', "turn.order"),
    ("the table's name before the card", TURN, 'TABLE Remove {"seat": 0, "card": 99}', "turn.order"),
    ("nothing drawn before the space", TURN, put("Ana", 9), "put.nothing"),
    ("nothing drawn yet before the space", DRAW, put("Ana", 9), "put.nothing"),
    ("one action before card and space", DRAW, use("Ana", "MoveRight", 99, 9), "turn.one_action"),
    ("one action in put", PUT, use("Ana", "Remove", 99), "turn.one_action"),
    # the card, before the space
    ("how many before which, dealt", DEAL, dealt("Ben", "99 70 70"), "setup.deal"),
    ("how many before which, offered", OFFER, offered("Ana", "99 70"), "setup.draw"),
    ("card by card: unknown first", DEAL, dealt("Ben", "99 70 1 1 2 3 4"), "card.unknown"),
    ("card by card: elsewhere first", DEAL, dealt("Ben", "70 99 1 1 2 3 4"), "card.elsewhere"),
    ("card by card: twice first", DEAL, dealt("Ben", "1 1 99 70 2 3 4"), "card.elsewhere"),
    ("not a start card before the space", KEEP, kept("Ana", 99, 9), "setup.keep"),
    (
        "unknown before the space",
        game(*TO_OFFER, offered("Ana", "?"), offered("Ben", "? ?")),
        kept("Ana", 99, 9),
        "card.unknown",
    ),
    (
        "elsewhere before the space",
        game(*TO_OFFER, offered("Ana", "?"), offered("Ben", "? ?")),
        kept("Ana", 70, 9),
        "card.elsewhere",
    ),
    ("not in the row before the ability", TURN, use("Ana", "MoveRight", 70, 9), "use.row"),
    ("not in the row whatever the number", TURN, use("Ana", "MoveRight", 999, 9), "use.row"),
    ("ability before the space", TURN, use("Ana", "MoveRight", 63, 9), "use.ability"),
    ("ability before nobody", position(ANA, BEN, row="9", locks=ALL_LOCKED, empty_remove=False), use("Ana", "Remove", 9),
     "use.ability"),
    ("nobody", position(ANA, BEN, row="63", locks=ALL_LOCKED, empty_remove=False), use("Ana", "Remove", 63), "remove.nobody"),
    # the space
    ("the line before the move's own rule", TURN, use("Ana", "MoveRight", 9, 8), "line.space"),
    ("the line before protect.where", TURN, use("Ana", "Protect", 34, 0), "line.space"),
    ("the move's own rule", TURN, use("Ana", "MoveRight", 9, 7), "move.right"),
    ("where before once", position(ANA, BEN, row="69", locks=ALL_LOCKED), use("Ana", "Protect", 69, 5), "protect.where"),
    ("once", position(ANA, BEN, row="69", locks=ALL_LOCKED), use("Ana", "Protect", 69, 1), "protect.once"),
]  # fmt: skip


@pytest.mark.parametrize(("told", "line", "rule"), [case[1:] for case in ORDER], ids=[case[0] for case in ORDER])
def test_the_first_rule_in_the_way_is_named(told, line, rule):
    assert told.rule(line) == rule


# --- rulings ----------------------------------------------------------------------------------------------------------


def test_a_ruling_sets_aside_how_many_start_cards_are_drawn():
    g = game(*TO_OFFER).ruled(offered("Ana", "1 ? 3"))
    assert (g.state.offers[0], g.state.pile) == ((1, "?", 3), 67)
    g = game(*TO_OFFER)
    assert g.rule(offered("Ana", ""), ruling=True) == "setup.draw"
    assert g.rule(offered("Ben", "1 2"), ruling=True) == "setup.draw"
    assert g.rule(offered("Ana", "1 99"), ruling=True) == "card.unknown"
    everything = " ".join(["?"] * 68)
    assert g.ruled(offered("Ana", everything)).then(offered("Ben", "? ?")).state.pile == 0
    assert g.rule(offered("Ana", everything + " ?"), ruling=True) == "setup.draw"


def test_a_draw_pile_that_the_start_cards_emptied_is_renewed_before_the_first_turn():
    g = game(*TO_OFFER).ruled(offered("Ana", " ".join(["?"] * 68))).then(offered("Ben", "? ?"))
    g = g.then(kept("Ana", 1, 7), kept("Ben", 2, 1))
    assert (g.state.phase, g.state.pile, g.state.discard) == ("shuffle", 0, 68)
    assert g.then(SHUFFLED).acts() == ["Ana"]


@pytest.mark.parametrize(
    ("told", "line", "rule"),
    [
        (DEAL, dealt("Ben", "1 2 3"), "setup.deal"),
        (OFFER, drew(1), "draw.nobody"),
        (KEEP, kept("Ana", 1, 7), "setup.keep"),
        (TURN, put("Ana", 1), "put.nothing"),
        (DRAW, draws("Ana"), "turn.one_action"),
        (DRAW, drew(70), "card.elsewhere"),
        (TURN, use("Ana", "MoveRight", 1, 1), "use.row"),
        (TURN, use("Ana", "MoveRight", 9, 7), "move.right"),
        (SHUFFLE, put("Ana", 1), "draw.shuffle"),
    ],
)
def test_all_other_rules_are_facts_of_the_table(told, line, rule):
    assert told.rule(line, ruling=True) == rule


def test_an_ability_that_lies_nowhere_is_missed_and_not_the_card_that_was_tried():
    assert TURN.words(use("Ana", "SwapOver", 1, 1)) == "No card that can do this lies beside the draw pile."
    assert TURN.words(use("Ana", "MoveRight", 1, 1)) == "1 does not lie beside the draw pile."


# --- bad input --------------------------------------------------------------------------------------------------------


def test_a_drawn_card_that_lies_in_a_line():
    g = position(ANA, "9 20 37 41 51 61 71").then(draws("Ana"))
    assert (g.rule(drew(37)), g.words(drew(37))) == ("card.elsewhere", "37 is Ben’s third car")


def test_a_card_that_no_box_has():
    assert position(ANA, BEN).then(draws("Ana")).rule(drew(85)) == "card.unknown"
    (meaning,) = trains.meanings(TURN.state, None, typed([["00"]]))
    assert meaning.refused.rule == "card.unknown"


def test_bad_input_in_the_set_up():
    assert game(*TO_OFFER, offered("Ana", "12")).rule(offered("Ben", "1 2 3")) == "setup.draw"
    assert game(*TO_KEEP).rule(kept("Ana", 13, 1)) == "setup.keep"
    assert game().rule(dealt("Ana", "1 2 3 4 5 6 6")) == "card.elsewhere"


def test_bad_input_in_a_turn():
    g = position(ANA, BEN, CLEO, row="20 34", turn="Ben")
    assert g.rule(use("Ben", "MoveRight", 20, 1)) == "use.ability"
    assert g.rule(use("Ben", "Protect", 34, 5)) == "protect.where"
    drawn = g.then(draws("Ben", 1))
    assert drawn.rule(draws("Cleo")) == "turn.order"
    assert drawn.rule(use("Ben", "Protect", 34, 4)) == "turn.one_action"
    assert drawn.rule(put("Ben", 8)) == drawn.rule(put("Ben", 0)) == "line.space"


@pytest.mark.parametrize(
    "line",
    [
        'Put {"seat": 0, "space": "7"}',
        'Put {"seat": 0, "space": 2.5}',
        'Put {"seat": 0}',
        'Put {"seat": null, "space": 1}',
        'Put {"seat": 0, "space": true}',
        'Drew {"card": "?"}',
        'Offered {"seat": 0, "cards": ["34"]}',
        'Offered {"seat": 0, "cards": "?"}',
        'Dealt {"seat": 0, "cards": ["?"]}',
        'Shuffle {}',
    ],
)  # fmt: skip
def test_what_is_no_notation_cannot_be_read(line):
    with pytest.raises(Unreadable):
        notation.read(line, trains.MOVES)


@pytest.mark.parametrize("seat", [2, -1, 10**9])
@pytest.mark.parametrize("move", ['First {"seat": SEAT}', 'Draw {"seat": SEAT}', 'Ben Remove {"seat": SEAT, "card": 3}'])
def test_a_seat_that_nobody_has_cannot_be_read(seat, move):
    line = move.replace("SEAT", str(seat))
    for text in (line, write(Ruling("so be it", (line,)))):
        with pytest.raises(Unreadable, match=f"nobody has seat {seat}; the seats of this table are numbered from 0 to 1"):
            who_and_move(text, NAMES[:2], (*trains.MOVES, Ruling))
    assert who_and_move(move.replace("SEAT", "1"), NAMES[:2], trains.MOVES)[1].seat == 1


def test_a_move_of_a_seat_that_nobody_has_is_not_entered():
    with pytest.raises(Unreadable):
        enter(opened(2), [], TABLE, trains.moves.First(2))
    with pytest.raises(IllegalMove) as refusal:
        enter(opened(2), [Entry(1, TABLE, trains.moves.First(0))], TABLE, Strike(1, ('First {"seat": 2}',)))
    assert refusal.value.rule == "journal.strike"


def test_a_record_with_a_seat_that_nobody_has_is_unreadable_at_its_line():
    text = 'companion 1\ngame: trains\nbox: reported\nseats: Ana, Ben\n\n1 TABLE First {"seat": 2}\n'
    with pytest.raises(BadRecord, match=r"6.*nobody has seat 2"):
        read(text, {"trains": trains}, lambda game, name: BOX)


@pytest.mark.parametrize("seats", ["Ana", "Ana, Ben, Cleo, Dov, Eva"])
def test_one_and_five_seats_are_refused_when_the_record_is_read(seats):
    text = f"companion 1\ngame: trains\nbox: reported\noptions: {{}}\nseats: {seats}\n"
    with pytest.raises(BadRecord, match="Two to four"):
        read(text, GAMES, lambda game, name: BOX)


# --- since when -------------------------------------------------------------------------------------------------------


def misfit(*lines, seats=2):
    table = Table("trains", trains, BOX, trains.Options(), NAMES[:seats])
    entries = []
    for line in [line for text in lines for line in text.splitlines()]:
        who, move = who_and_move(line, table.seats, CLASSES)
        entries.append(Entry(len(entries) + 1, who, move))
    return spoken(replay(table, entries).problem.sentence, table.seats)


def test_a_refusal_says_since_which_entry_its_reason_holds():
    told = [*TO_TURN, draws("Ana", 1, 7), draws("Ben", 2, 7)]
    assert len("\n".join(told).splitlines()) == 13
    assert misfit(*told, draws("Ana", 10)) == "10 is in the discard pile. (entry 7)"
    assert misfit(*told, draws("Ana", 1)) == "1 is Ana’s seventh car (entry 10)"
    assert misfit(*told, draws("Ana", 16)) == "16 lies beside the draw pile (entry 13)"


def test_nobody_is_told_since_when_a_start_card_is_gone():
    assert misfit(*TO_TURN, draws("Ana", 80)) == "This card cannot come now."


def test_names_in_a_refusal_are_those_of_seats():
    refusal = TURN.refuses(draws("Ben"))
    assert refusal.sentence.facts == {"who": Name(0)}
