"""Out of Mine!: who knows what, whom the game waits for, what may come (specification, sections 4 and 5)."""

from __future__ import annotations

import pytest

from companion import forms
from companion.games import mine
from companion.games.mine.moves import DrewCard, GotBoard, Laid
from companion.notation import plain, write
from companion.rules import TABLE
from companion.table import naming
from tests.games.minetable import (
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

EMPTY = {"board": "?", "side": "?", "card": "?", "empty": None}


def test_the_printed_state_is_that_of_the_specification() -> None:
    told = game(dug("8B T01", "5A", shouter=1), counted(0, 3))
    assert plain(told.view().state) == {
        "round": 1,
        "phase": "count",
        "shouter": 1,
        "pile": 6,
        "out": [],
        "seats": [{"board": 8, "side": "B", "card": "T01", "empty": 3}, {"board": 5, "side": "A", "card": "?", "empty": None}],
    }
    assert plain(told.then(counted(1, 0)).state) == {
        "round": 2, "phase": "ready", "shouter": None, "pile": 5, "out": [5], "seats": [EMPTY, EMPTY],
    }  # fmt: skip


# --- hidden -----------------------------------------------------------------------------------------------------------


def test_a_journal_shows_a_card_from_the_order_on() -> None:
    told, move = game(card(0, "T07")), DrewCard(0, "T07")
    for seat in (None, 0, 1):
        assert mine.veil(told.state, TABLE, move, seat) == DrewCard(0, "?")
        assert mine.veil(told.then(ORDER).state, TABLE, move, seat) == move


def test_a_journal_shows_the_cards_of_earlier_rounds_and_not_those_of_this() -> None:
    told = game(card(0, "T07"), round_of(1, 1), card(0, "T08"))
    assert mine.veil(told.state, TABLE, DrewCard(0, "T07"), None) == DrewCard(0, "T07")
    assert mine.veil(told.state, TABLE, DrewCard(0, "T08"), 0) == DrewCard(0, "?")


def test_a_journal_does_not_show_a_card_that_was_told_by_mistake_and_struck() -> None:
    assert mine.veil(game().state, TABLE, DrewCard(0, "T07"), None) == DrewCard(0, "?")


def test_other_moves_are_open() -> None:
    assert mine.veil(game(board(0, 3)).state, TABLE, GotBoard(0, 3), None) == GotBoard(0, 3)


def test_a_veiled_record_can_be_played() -> None:
    told = game(ready("4B T26", "5A T01"))
    hidden = game(ready("4B", "5A"), card(0, "?"), card(1, "?"))
    assert hidden.state == told.view().state


def test_a_page_still_lists_the_card_of_a_seat_that_has_told_it() -> None:
    told = game(card(0, "T07"))
    assert 'DrewCard {"seat": 0, "card": "T08"}' in told.view("Ana").legal()
    assert 'DrewCard {"seat": 0, "card": "T08"}' not in told.legal()


# --- whom the game waits for ------------------------------------------------------------------------------------------


def test_ready_waits_for_the_table_and_for_sides() -> None:
    assert game().acts() == ["TABLE"]
    assert game(board(1, 3)).acts() == ["Ben", "TABLE"]
    assert game(board(1, 3), side(1, "A")).acts() == ["TABLE"]


def test_counting_waits_for_the_table_only_while_something_is_hidden() -> None:
    told = game(dug("4B T26", "5A"))
    assert told.acts() == ["Ana", "Ben", "TABLE"]
    assert told.then(card(1, "T01")).acts() == ["Ana", "Ben"]
    assert told.then(counted(1, 3)).acts() == ["Ana"]


def test_in_the_mine_anyone_may_shout_and_the_table_may_stop() -> None:
    told = game(ORDER)
    assert told.legal("Ana") == ['OutOfTheMine {"seat": 0}']
    assert told.legal("TABLE")[-1] == "AllStop {}"


def test_the_asks_of_a_seat_are_as_wide_as_the_options_allow() -> None:
    ask = game(dug("4B", ""), elves=True).asks()[0]
    assert (ask.open["empty"].choices, ask.open["elves"].choices, ask.open["finds"].choices) == (
        tuple(range(21)), tuple(range(5)), (0,),
    )  # fmt: skip
    assert game(dug("4B", ""), finds=True).asks()[0].open["finds"].choices == tuple(range(-20, 21))
    lay = game(dug("4B T26", "")).asks()[1]
    assert (lay.move, lay.given, lay.open["tiles"].least) == (Laid, {"seat": 0}, 0)
    assert mine.Tile("green", ("A4", "B4", "A5")) in lay.open["tiles"].choices
    assert all(len(set(tile.cells)) == len(tile.cells) for tile in lay.open["tiles"].choices)


# --- chance -----------------------------------------------------------------------------------------------------------


def test_chance_brings_boards_then_cards_then_the_order() -> None:
    told = game()
    assert [move for move, _ in mine.chance(told.state)] == [GotBoard(0, number) for number in range(1, 11)]
    told = told.then(board(0, 3), board(1, 4))
    assert next(move for move, _ in mine.chance(told.state)) == DrewCard(0, "T01")
    assert len(mine.chance(told.then(card(0, "T01")).state)) == 39
    told = told.then(card(0, "T01"), card(1, "T02"))
    assert mine.chance(told.state) == []
    assert [write(move) for move, _ in mine.chance(told.then(side(0, "A"), side(1, "A")).state)] == ["IntoTheMine {}"]
    for line in (ORDER, shout(0)):
        told = told.then(line)
        assert mine.chance(told.state) == []


def test_chance_weighs_a_kept_board_like_all_new_ones_together() -> None:
    """Two boards are in play: 8, and one of the eight that nobody has seen."""
    told = game(dug("8B", "5A", shouter=1), counted(0, 1), counted(1, 0))
    weights = {move.board: weight for move, weight in mine.chance(told.state)}
    assert weights[8] == 8 == sum(weight for number, weight in weights.items() if number != 8)
    assert 5 not in weights


# --- telling ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (board(0, 3), "Ana gets board 3"),
        (side(0, "B"), "plays side B"),
        (card(0, "T07"), "Ana draws treasure card 07"),
        (card(0, "?"), "Ana draws a treasure card"),
        (ORDER, "INTO THE MINE!"),
        (shout(0), "shouts OUT OF THE MINE!"),
        (STOP, "All stop, and nobody has shouted"),
        (counted(0, 1), "counts 1 empty space"),
        (counted(0, 4, 2), "counts 4 empty spaces, +2 for elves"),
        (counted(0, 4, 0, -1), "counts 4 empty spaces, -1 for finds"),
        (counted(0, 4, 2, -1), "counts 4 empty spaces, +2 for elves, -1 for finds"),
        (laid(0), "has laid no tile"),
        (laid(0, "green A4 B4 A5 silver"), "has laid 1 tile: green A4 B4 A5 (silver)"),
        (laid(0, "blue A1 B1", "yellow A2"), "has laid 2 tiles: blue A1 B1, yellow A2"),
    ],
)
def test_a_move_is_told_in_words(line: str, words: str) -> None:
    _, move = game()._read(line)
    assert str(mine.tell(move, naming(opened(2)))) == words


def test_what_is_no_move_of_this_game_is_not_told() -> None:
    with pytest.raises(TypeError):
        mine.tell("dig", {})


def test_hands_take_off_what_lies_wrong_with_the_rule() -> None:
    told = game(dug("4B T26", "5A T01"))
    who, move = told._read(laid(0, *COVER[1:], "yellow A1"))
    assert list(map(str, mine.hands(told.state, who, move))) == [
        "Take off yellow A1: Then every tile comes off whose colour the treasure card does not name."
    ]


def test_hands_put_a_board_away_that_nobody_told() -> None:
    told = game(ORDER, shout(0), counted(0, 1))
    who, move = told._read(counted(1, 1))
    steps = list(map(str, mine.hands(told.state, who, move)))
    assert steps[0] == "seat 1 puts the board into the box and takes one from the pile; shuffle the boards and deal."


def test_a_seat_without_a_name_is_told_by_its_number() -> None:
    assert str(mine.tell(GotBoard(1, 3), {})) == "seat 2 gets board 3"


def test_the_tiles_to_choose_from_are_called_by_colour_and_cells() -> None:
    """As `forms` shows an Ask: a page of the game's own has the board instead."""
    offered = forms.groups(mine, mine.legal_moves(game(dug("4B T26", "")).state, 0), naming(opened(2)))
    (ticked, typed) = (picker for one in offered for picker in one.pickers if picker.kind == "Laid")
    assert [choice.label for choice in ticked.fields[0].choices[:2]] == ["yellow A1", "yellow B1"]
    assert typed.fields[0].how == "text"
    values = [choice.value for choice in ticked.fields[0].choices[:1]]
    assert forms.assemble("Laid", ticked.given, {"tiles": values}, mine.MOVES) == Laid(0, (mine.Tile("yellow", ("A1",)),))
    assert str(mine.Tile("blue", ("A1", "B1"), "rat")) == "blue A1 B1 rat"
