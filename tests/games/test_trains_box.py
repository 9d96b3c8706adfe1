"""The box of Game of Trains: what is read, and what is odd about it (specification, section 2)."""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path

import pytest

from companion.games import trains
from tests.games import boxfolder
from tests.games.boxfolder import edit, keep_rows, set_cell

SHIPPED = boxfolder.shipped(trains)
unreadable = partial(boxfolder.unreadable, trains)
problems = partial(boxfolder.problems, trains)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return boxfolder.copied(trains, tmp_path)


# --- the shipped box --------------------------------------------------------------------------------------------------


def test_nothing_is_odd_about_the_shipped_box() -> None:
    assert trains.check_box(trains.read_box(SHIPPED)) == []


def test_the_shipped_box_has_the_cards_that_the_specification_counts() -> None:
    box = trains.read_box(SHIPPED)
    assert (box.name, len(box.cars), len(box.locomotives), box.start) == ("reported", 84, 4, (1, 2, 3, 4))
    abilities = Counter(box.ability_of.values())
    assert [abilities[ability] for ability in trains.pieces.ABILITIES] == [10, 11, 11, 11, 10, 11, 10, 10]
    assert Counter(car.source for car in box.cars) == {"printed": 33, "reported": 51}
    assert box.by_id["move_left"].targets == (3, 4, 5, 6, 7)


def test_the_shipped_box_has_88_labels() -> None:
    pieces = trains.PIECES(trains.read_box(SHIPPED))
    codes = list(pieces)
    assert len(codes) == 88
    assert (codes[0], codes[6], codes[83], codes[84:]) == ("01", "07", "84", ["L1", "L2", "L3", "L4"])
    assert Counter(str(piece.group) for piece in pieces.values()) == {"Cars": 84, "Locomotives": 4}
    seven = pieces["07"]
    assert (str(seven.name), str(seven.text), seven.letter, seven.picture) == (
        "7 (Remove leftmost)",
        "Remove leftmost",
        "X",
        "remove_left",
    )
    assert all(code == piece.code for code, piece in pieces.items())


def test_pieces_are_worked_out_once_a_box() -> None:
    box = trains.read_box(SHIPPED)
    assert trains.PIECES(box) is trains.PIECES(box)


# --- what cannot be read ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", ["box.toml", "cars.csv", "abilities.csv", "locomotives.csv"])
def test_a_missing_file_is_named(folder: Path, file: str) -> None:
    (folder / file).unlink()
    assert unreadable(folder) == [(file, None, None)]


@pytest.mark.parametrize(
    ("file", "column"), [("cars.csv", "ability"), ("abilities.csv", "letter"), ("locomotives.csv", "source")]
)
def test_a_missing_column_is_named(folder: Path, file: str, column: str) -> None:
    text = (folder / file).read_text("utf-8")
    header, rest = text.split("\n", 1)
    (folder / file).write_text(header.replace(column, "other") + "\n" + rest, "utf-8")
    assert unreadable(folder) == [(file, 1, column)]


@pytest.mark.parametrize(
    ("file", "column", "value"),
    [
        ("cars.csv", "car", "0"),
        ("cars.csv", "car", "-3"),
        ("cars.csv", "car", "2.5"),
        ("cars.csv", "car", "seven"),
        ("cars.csv", "car", "100"),
        ("cars.csv", "car", ""),
        ("cars.csv", "ability", "jump"),
        ("cars.csv", "source", "guessed"),
        ("abilities.csv", "ability", "jump"),
        ("abilities.csv", "letter", "AB"),
        ("abilities.csv", "letter", "a"),
        ("abilities.csv", "targets", "0 1"),
        ("abilities.csv", "targets", "1 8"),
        ("abilities.csv", "targets", "all"),
        ("abilities.csv", "name", ""),
        ("locomotives.csv", "locomotive", "L5"),
    ],
)
def test_a_value_that_cannot_be_is_named(folder: Path, file: str, column: str, value: str) -> None:
    set_cell(folder, file, 2, column, value)
    assert unreadable(folder) == [(file, 2, column)]


@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        ("format = 1", "format = 2", "format"),
        ('game = "trains"', 'game = "fire"', "game"),
        ("line = 7 ", "line = 8 ", "count.line"),
        ("cards = [1, 2, 3, 4]", "cards = [1, 2, 3]", "start.cards"),
        ("cards = [1, 2, 3, 4]", "cards = [1, 2, 3, 0]", "start.cards"),
        ("cards = [1, 2, 3, 4]", 'cards = "1 2 3 4"', "start.cards"),
        ("size_mm = 12.0", "size_mm = true", "label.size_mm"),
        ("size_mm = 12.0", "size_mm = 200", "label.size_mm"),
        ("cars = 84", "", "count.cars"),
    ],
)
def test_a_setting_that_cannot_be_is_named(folder: Path, old: str, new: str, name: str) -> None:
    edit(folder, "box.toml", old, new)
    assert unreadable(folder) == [("box.toml", None, name)]


# --- errors -----------------------------------------------------------------------------------------------------------


def test_a_car_stands_once_in_the_box(folder: Path) -> None:
    set_cell(folder, "cars.csv", 3, "car", "1")
    assert problems(folder, error=True) == [("cars.csv", 3, "car")]


def test_more_than_99_cars_are_too_many(folder: Path) -> None:
    with (folder / "cars.csv").open("a") as file:
        file.writelines(f"{car},protect,house\n" for car in range(85, 100))
        file.write("99,protect,house\n")
    edit(folder, "box.toml", "cars = 84", "cars = 100")
    assert problems(folder, error=True) == [("cars.csv", 101, "car"), ("cars.csv", None, None)]


def test_fewer_than_46_cars_are_too_few(folder: Path) -> None:
    keep_rows(folder, "cars.csv", 46)
    edit(folder, "box.toml", "cars = 84", "cars = 46")
    assert problems(folder, error=True) == []
    keep_rows(folder, "cars.csv", 45)
    edit(folder, "box.toml", "cars = 46", "cars = 45")
    assert problems(folder, error=True) == [("cars.csv", None, None)]


def test_the_counts_are_those_of_the_rows(folder: Path) -> None:
    edit(folder, "box.toml", "cars = 84", "cars = 83")
    edit(folder, "box.toml", "locomotives = 4", "locomotives = 3")
    assert problems(folder, error=True) == [("box.toml", None, "count.cars"), ("box.toml", None, "count.locomotives")]


def test_there_are_cards_enough_for_the_start(folder: Path) -> None:
    edit(folder, "box.toml", "cards = [1, 2, 3, 4]", "cards = [9, 9, 9, 9]")
    assert problems(folder, error=True) == []
    keep_rows(folder, "cars.csv", 63)
    edit(folder, "box.toml", "cars = 84", "cars = 63")
    assert problems(folder, error=True) == [("box.toml", None, "start.cards")]


def test_there_are_just_the_eight_abilities(folder: Path) -> None:
    set_cell(folder, "abilities.csv", 3, "ability", "protect")
    assert problems(folder, error=True) == [("abilities.csv", 9, "ability"), ("abilities.csv", None, "ability")]


def test_a_letter_stands_for_one_ability(folder: Path) -> None:
    set_cell(folder, "abilities.csv", 9, "letter", "A")
    assert problems(folder, error=True) == [("abilities.csv", 9, "letter")]


def test_a_locomotive_stands_once(folder: Path) -> None:
    set_cell(folder, "locomotives.csv", 5, "locomotive", "L1")
    assert problems(folder, error=True) == [("locomotives.csv", 5, "locomotive")]


# --- warnings ---------------------------------------------------------------------------------------------------------


def test_an_ability_with_no_card_or_one_is_only_odd(folder: Path) -> None:
    text = (folder / "cars.csv").read_text("utf-8").replace("protect", "move_left")
    (folder / "cars.csv").write_text(text, "utf-8")
    assert problems(folder, error=True) == []
    assert problems(folder, error=False) == [("abilities.csv", 9, "ability")]
    set_cell(folder, "cars.csv", 3, "ability", "protect")
    assert problems(folder, error=False) == [("abilities.csv", 9, "ability")]
    assert [str(one.message) for one in trains.check_box(trains.read_box(folder))] == ["Only one car shows protect."]


def test_numbers_with_gaps_are_only_odd(folder: Path) -> None:
    set_cell(folder, "cars.csv", 3, "car", "99")
    assert problems(folder, error=True) == []
    assert [str(one.message)[:29] for one in trains.check_box(trains.read_box(folder))] == ["Numbers without a car: 2, 85,"]


def test_fewer_than_four_locomotives_are_only_odd(folder: Path) -> None:
    keep_rows(folder, "locomotives.csv", 3)
    edit(folder, "box.toml", "locomotives = 4", "locomotives = 3")
    assert problems(folder, error=True) == []
    assert problems(folder, error=False) == [("locomotives.csv", None, "locomotive")]


def test_a_house_value_is_named(folder: Path) -> None:
    set_cell(folder, "cars.csv", 8, "source", "house")
    assert problems(folder, error=True) == []
    assert problems(folder, error=False) == [("cars.csv", 8, "source")]


def test_errors_come_before_warnings(folder: Path) -> None:
    set_cell(folder, "cars.csv", 8, "source", "house")
    set_cell(folder, "abilities.csv", 9, "letter", "A")
    assert [problem.error for problem in trains.check_box(trains.read_box(folder))] == [True, False]
