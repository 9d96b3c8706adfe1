"""Out of Mine!: the situations of the specification (section 12), the examples of the rulebook, and bad input (section 11)."""

from __future__ import annotations

import pytest

from companion.games import mine
from companion.notation import Unreadable
from companion.record import read
from companion.table import Entry, Strike, replay, who_and_move
from tests.games.minetable import (
    BOX,
    CLASSES,
    COVER,
    ORDER,
    STOP,
    board,
    card,
    counted,
    dug,
    game,
    laid,
    opened,
    ready,
    round_of,
    shout,
    side,
)  # fmt: skip
from tests.games.test_mine_rules import CORNERS


def test_situation_1_a_right_shout() -> None:
    assert game(ORDER, shout(1), counted(1, 0), counted(0, 3)).points() == [7, 12]


def test_situation_2_tim_shouts_too_early_and_who_did_not_shout_gets_no_bonus() -> None:
    assert game(ORDER, shout(1), counted(1, 4), counted(0, 0)).points() == [10, 4]


def test_situation_3_the_floor_and_the_zero() -> None:
    told = game(ORDER, shout(1), counted(1, 9))
    assert told.lines("Ben")[-1] == (1, "score.floor")
    assert told.points()[1] == 0
    assert game(ORDER, shout(1), counted(1, 9), floor=False).points()[1] == -1
    for floor in (True, False):
        assert game(ORDER, shout(1), counted(1, 11), floor=floor).lines("Ben") == [(0, "score.zero")]


def test_situation_4_ten_and_eleven_empty() -> None:
    assert game(ORDER, shout(1), counted(0, 10)).lines() == [(10, "score.ten"), (-10, "score.empty")]
    assert game(ORDER, shout(1), counted(0, 10, 3), elves=True).points()[0] == 3
    assert game(ORDER, shout(1), counted(0, 11, 3), elves=True).points()[0] == 0


def test_situation_5_a_tile_sticks_out_and_one_is_too_many() -> None:
    tiles = (
        "red D5 E4 E5 F4", "red B5 C5 B6 C6", "green A4 B4 A5", "green F3 G2 G3", "green B2 C2 B3", "blue B1 C1",
    )  # fmt: skip
    told = game(dug("4B T26", "5A T01", shouter=0))
    _, move = told._read(laid(0, *tiles))
    found = mine.course.checked(told.state, move)
    assert found.off == (None, None, None, None, "check.number", "check.sticks_out")
    assert found.empty == 6
    told = told.then(laid(0, *tiles))
    assert told.points()[0] == 2
    assert told.whys()[1] == ("round 1: 6 empty spaces, a green too many came off, a blue sticking out came off")


def test_situation_6_the_cover_with_elves() -> None:
    assert game(dug("4B T26", "5A T01", shouter=0), laid(0, *COVER), elves=True).points()[0] == 13


def test_situation_7_who_sticks_out_is_not_too_many() -> None:
    tiles = ("blue A1 B1", "blue C2 D2", "blue A2 B2", "blue A4 B4")
    told = game(dug("4B T23", "5A T01"))
    _, move = told._read(laid(0, *tiles))
    assert mine.course.checked(told.state, move).off == (None, "check.sticks_out", None, None)


def test_situation_8_a_colour_that_is_not_on_the_card() -> None:
    told = game(dug("4B T26", "5A T01"), laid(0, *COVER[1:], "yellow A1"))
    assert told.state.seats[0].empty == 2


def test_situation_9_boards_of_the_second_round() -> None:
    told = game(dug("8B", "5A", shouter=1), counted(0, 2), counted(1, 0))
    eight = told.then(board(0, 8))
    assert eight.rule(side(0, "B")) == "side.other"
    eight.then(side(0, "A"))
    assert [told.rule(board(seat, 5)) for seat in (0, 1)] == ["boards.out"] * 2
    assert told.then(board(0, 1)).rule(board(1, 6)) == "boards.pool"
    for which in "AB":
        told.then(board(0, 6), board(1, 8), side(1, which))


def test_situation_10_nothing_told_in_the_first_round() -> None:
    told = game(round_of(3, 0, shouter=1), board(0, 5), board(1, 6))
    assert [digger.board for digger in told.state.seats] == [5, 6]


def test_situation_11_a_card_lies_face_down_until_the_order() -> None:
    told = game(card(0, "T07"))
    assert [told.view(name).state.seats[0].card for name in (None, "Ana")] == ["?", "?"]
    assert [told.then(ORDER).view(name).state.seats[0].card for name in (None, "Ana")] == ["T07", "T07"]


def test_situation_12_a_stop_exchanges_nothing() -> None:
    told = game(dug("8B", "5A"), counted(0, 2), counted(1, 0))
    assert told.points() == [8, 10]
    assert told.state.pile == 6
    comes = {line for line in told.legal("TABLE") if line.startswith("GotBoard")}
    assert comes == {f'GotBoard {{"seat": {seat}, "board": {number}}}' for seat in (0, 1) for number in (5, 8)}


def test_situation_13_a_tie() -> None:
    told = game(*[round_of(1, 1)] * 7)
    assert (told.points(), told.winners()) == ([63, 63], ["Ana", "Ben"])
    rounds = [*[round_of(1, 1)] * 6, f"{ORDER}\n{STOP}\n{counted(0, 1)}\n{counted(1, 2, 1)}"]
    assert game(*rounds, elves=True).winners() == ["Ana", "Ben"]
    assert game(*rounds, elves=True, ties="fewest_empty").winners() == ["Ana"]


def test_situation_14_the_order_of_counting_is_free() -> None:
    assert game(ORDER, shout(0), counted(1, 2), counted(0, 0)).points() == [12, 8]


def test_situation_15_a_hidden_card_can_still_be_told() -> None:
    told = game(ready("4B", "5A"), ORDER, shout(0))
    assert told.rule(laid(0, *COVER)) == "lay.known"
    assert told.then(card(0, "T26"), laid(0, *COVER)).points()[0] == 12


def test_situation_16_finds_are_two_lines() -> None:
    tiles = ("green F3 G2 G3 silver", "red A4 A5 B5 C5 worm", "red D5 E4 E5 F4")
    told = game(dug("4B T26", "5A T01"), laid(0, *tiles), finds=True)
    assert told.lines() == [(10, "score.ten"), (-9, "score.empty"), (1, "find.good"), (-2, "find.bad")]


def test_example_of_the_rulebook_carl_and_his_elves() -> None:
    assert game(ORDER, STOP, counted(0, 4, 2), elves=True).points()[0] == 8


def test_example_of_the_rulebook_a_woodworm_and_two_nuggets() -> None:
    assert game(ORDER, STOP, counted(0, 4, 0, 3), finds=True).points()[0] == 9


def test_results_of_both_modes_stand_side_by_side() -> None:
    told = game(dug("4B T26", "", shouter=0), counted(1, 2), laid(0, *COVER))
    assert told.points() == [12, 8]
    assert [digger.empty for digger in told.state.last] == [0, 2]


# --- bad input --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "line", "rule"),
    [
        ((), counted(0, 3), "count.when"),
        ((ORDER, STOP), counted(0, 21), "count.empty"),
        ((ORDER, STOP), counted(0, -1), "count.empty"),
        ((ORDER, STOP), counted(0, 1, 2), "count.elves"),
        ((ORDER, shout(1)), shout(0), "shout.one"),
        ((dug("4B T26", "5A T01"),), laid(0, "blue B3 C3", "green C3 C4 D4"), "lay.overlap"),
        ((dug("4B T26", "5A T01"),), laid(0, "green A1 B1 C2"), "lay.shape"),
        ((dug("4B T26", "5A T01"),), laid(0, "yellow H1"), "lay.cell"),
        ((dug("4B T26", "5A T01"), laid(0, *CORNERS[:6])), laid(1, *CORNERS[:3]), "lay.supply"),
        ((dug("4B T26", "5A T01"),), laid(0, "red A1 B1 A2 B2 rat"), "lay.find"),
        ((board(1, 3),), board(0, 3), "boards.twice"),
        ((dug("8B", "5A", shouter=1), counted(0, 2), counted(1, 0), board(0, 1)), board(1, 6), "boards.pool"),
        ((board(0, 3),), side(0, "C"), "side.unknown"),
        ((card(1, "T07"), round_of(1, 1), round_of(1, 1)), card(0, "T07"), "cards.used"),
    ],
)
def test_bad_input_is_refused_by_the_rule_of_the_specification(lines: tuple[str, ...], line: str, rule: str) -> None:
    assert game(*lines).rule(line) == rule


def test_a_second_shout_can_be_told_once_the_first_is_struck() -> None:
    at = opened(2)
    lines = [ORDER, shout(1)]
    entries = [Entry(number, *who_and_move(line, at.seats, CLASSES)) for number, line in enumerate(lines, 1)]
    entries.append(Entry(3, "TABLE", Strike(2, (shout(0),))))
    position = replay(at, entries)
    assert position.problem is None and position.state.shouter == 0


def test_a_refusal_names_the_entry_since_which_its_reason_holds() -> None:
    at = opened(2)
    lines = [ORDER, shout(1), shout(0)]
    entries = [Entry(number, *who_and_move(line, at.seats, CLASSES)) for number, line in enumerate(lines, 1)]
    problem = replay(at, entries).problem
    assert problem is not None and (problem.rule, str(problem.sentence)[-9:]) == ("shout.one", "(entry 2)")


@pytest.mark.parametrize(
    "line",
    [
        'TABLE GotBoard {"seat": 2, "board": 3}',
        'TABLE GotBoard {"seat": 0, "board": "?"}',
        'Ana Laid {"seat": 0, "tiles": [{"colour": "blue"}]}',
        'Ana Laid {"seat": 0, "tiles": [{"colour": "blue", "cells": ["A1", "B1"], "find": 3}]}',
        'Ana Laid {"seat": 0, "tiles": [{"colour": "blue", "cells": ["A1", "B1"], "found": "rat"}]}',
        'Ana Laid {"seat": 0, "tiles": ["blue A1 B1"]}',
        'Ana Counted {"seat": 0, "empty": "none"}',
    ],
)
def test_what_cannot_be_read_is_said_with_its_line(line: str) -> None:
    text = f"companion 1\ngame: mine\nbox: house\noptions: {{}}\nseats: Ana, Ben\n\n1 TABLE IntoTheMine {{}}\n2 {line}\n"
    with pytest.raises(Unreadable, match="Line 8"):
        read(text, {"mine": mine}, lambda name, box: BOX)


def test_the_fields_of_a_tile_are_named_where_one_is_wrong() -> None:
    with pytest.raises(Unreadable) as wrong:
        who_and_move('Ana Laid {"seat": 0, "tiles": ["blue A1 B1"]}', ("Ana", "Ben"), CLASSES)
    assert "{colour: a text, cells: [a text], find: a text or null}" in str(wrong.value)
    with pytest.raises(Unreadable, match="Tile wants the field “cells”"):
        who_and_move('Ana Laid {"seat": 0, "tiles": [{"colour": "blue"}]}', ("Ana", "Ben"), CLASSES)


def test_elves_and_finds_may_be_left_out() -> None:
    assert game(ORDER, STOP, 'Ana Counted {"seat": 0, "empty": 2}').points()[0] == 8
    assert (
        game(dug("4B T26", ""), 'Ana Laid {"seat": 0, "tiles": [{"colour": "blue", "cells": ["B1", "A1"]}]}').state.seats[0].empty
        == 18
    )
