"""Out of Mine!: what a second referee, written from the specification alone, found otherwise."""

from __future__ import annotations

import json

from click.testing import CliRunner

from companion.__main__ import cli
from companion.games import mine
from companion.games.mine.advice import advise
from companion.games.mine.moves import DrewCard, Laid, tell
from companion.rules import TABLE, Label
from tests.games.boxfolder import copied, set_cell
from tests.games.minetable import ORDER, STOP, card, counted, dug, game, laid, ready, shout


def test_a_ruling_sets_lay_find_aside_also_of_a_find_that_is_not_in_the_box() -> None:
    """Such a find is worth nothing, also where tiles too many are compared by what they are worth."""
    told = game(dug("4B T26", "5A T21", shouter=0), finds=True)
    tiles = "blue A1 B1 bone", "blue B2 C2", "blue B3 C3"
    assert told.rule(laid(0, *tiles)) == "lay.find"
    ruled = told.ruled(laid(0, *tiles))
    assert ruled.state.seats[0].empty == 18
    assert str(tell(Laid(0, (mine.Tile("blue", ("A1", "B1"), ""),)), {})) == "has laid 1 tile: blue A1 B1"


def test_a_find_that_no_tile_of_the_shape_shows_and_a_tile_without_cells_are_said_in_words() -> None:
    told = game(dug("4B T26", "5A T21", shouter=0), finds=True)
    assert told.words(laid(0, "red A1 B1 A2 B2 rat")) == "red A1 B1 A2 B2 (rat): no tile of this shape can show it so."
    assert told.words('Ana Laid {"seat": 0, "tiles": [{"colour": "red", "cells": []}]}') == "No tile has this shape: red."


def test_what_is_odd_about_a_box_is_said_of_one_cell_and_of_a_side_that_is_missing(tmp_path) -> None:
    folder = copied(mine, tmp_path)
    set_cell(folder, "shapes.csv", 4, "drawing", "X")
    set_cell(folder, "boards.csv", 3, "side", "A")
    said = [str(problem) for problem in mine.check_box(mine.read_box(folder))]
    assert "shapes.csv, row 4, column drawing: The drawing has 1 cell; tiles of this colour cover 3." in said
    assert "elves.csv, row 6, column board: “1B” is not known to this box." in said


def test_a_card_drawn_once_more_by_a_ruling_lies_face_down_too() -> None:
    told = game(ready("4B T26", "5A T21"), ORDER, shout(0), counted(0, 0), counted(1, 3))
    move = DrewCard(0, "T26")
    assert mine.veil(told.state, TABLE, move, None) == move
    again = told.ruled(card(0, "T26"))
    assert mine.veil(again.state, TABLE, move, None) == DrewCard(0, "?")
    assert mine.veil(again.then(ORDER).state, TABLE, move, None) == move


def test_advice_without_a_seat_is_for_the_first_also_when_another_is_to_act(tmp_path) -> None:
    record = tmp_path / "record.txt"
    lines = (ORDER, STOP, counted(0, 3))
    entries = "\n".join(f"{number} {line}" for number, line in enumerate(lines, 1))
    record.write_text(f"companion 1\ngame: mine\nbox: house\noptions: {{}}\nseats: Ana, Ben\n\n{entries}\n")
    told = CliRunner().invoke(cli, ["advise", str(record), "--json"])
    assert json.loads(told.output)["seat"] == "Ana"


def test_full_covers_that_all_lose_points_are_still_full_covers(tmp_path) -> None:
    """With a worm on every face: T26 names six tiles and takes 2 points for each, so a full cover is worth 10 - 12 + 2."""
    folder = copied(mine, tmp_path)
    for row in range(2, 71):
        set_cell(folder, "tiles.csv", row, "front", "worm")
        set_cell(folder, "tiles.csv", row, "back", "worm")
    told = game(dug("4B T26", "5A T21", shouter=0), box=mine.read_box(folder), finds=True)
    said = advise(told.state, seat=0, names=("Ana", "Ben"))
    assert (said["fillable"], said["best"], said["best_shout"]) == (True, 0, 0)


def test_of_a_board_that_lies_on_the_wrong_side_nobody_says_that_it_lies_as_it_must() -> None:
    told = game(dug("8B T01", "5A T02", shouter=1))
    found = mine.meanings(told.state, 0, [[Label("8A-TL"), Label("8A-TR")]])
    assert [str(one.note) for one in found] == ["Board 8 lies on side A; told was side B."]
