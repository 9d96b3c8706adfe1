"""The box of Bibliogamo: what is read, and what is odd about it (specification, section 2)."""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path

import pytest

from companion import boxes
from companion.games import bibliogamo
from companion.games.bibliogamo.pieces import KINDS
from tests.games import boxfolder
from tests.games.boxfolder import edit, keep_rows, row_of, set_cell

SHIPPED = boxfolder.shipped(bibliogamo)
unreadable = partial(boxfolder.unreadable, bibliogamo)
problems = partial(boxfolder.problems, bibliogamo)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return boxfolder.copied(bibliogamo, tmp_path)


# --- the shipped box --------------------------------------------------------------------------------------------------


def test_nothing_is_odd_about_the_shipped_box() -> None:
    assert bibliogamo.check_box(bibliogamo.read_box(SHIPPED)) == []


def test_the_shipped_box_is_what_the_specification_counts() -> None:
    box = bibliogamo.read_box(SHIPPED)
    assert (len(box.artisans), len(box.towers), len(box.path), len(box.prestige), len(box.ranks)) == (47, 6, 24, 7, 6)
    assert box.tower["HISTORY"].recipe == (3, 3, 2, 0)
    assert box.tower_at == {0: "HISTORY", 3: "ATLAS", 8: "POETRY", 12: "LAW", 15: "HERBAL", 20: "PSALTER"}
    assert Counter(one.walk for one in box.artisans) == {-2: 4, -1: 8, 0: 11, 1: 10, 2: 8, 3: 6}
    assert Counter(one.bar for one in box.artisans) == {"R": 12, "S": 12, "I": 12, "B": 11}
    assert Counter(one.coin for one in box.artisans) == {"crown": 15, "lily": 16, "moon": 16}
    assert {coin: sum(one.values[coin] for one in box.artisans) for coin in box.coin} == {"crown": 261, "lily": 205, "moon": 121}
    assert box.artisan["A47"].places == (1, 1, 1, 1)
    assert box.collection["P2"].each == {"LAW": 1, "ATLAS": 2}
    assert box.day_value == (2.0, 2.5, 2.5, 3.5, 4.0)
    totals = [sum(tower.recipe[at] for tower in box.towers) for at in range(len(KINDS))]
    assert totals == [14, 13, 13, 13]


def test_the_shipped_box_has_60_labels() -> None:
    box = bibliogamo.read_box(SHIPPED)
    pieces = bibliogamo.PIECES(box)
    codes = list(pieces)
    assert (len(codes), codes[0], codes[46], codes[47], codes[53:]) == (
        60,
        "A01",
        "A47",
        "P1",
        ["P7", "HISTORY", "ATLAS", "POETRY", "LAW", "HERBAL", "PSALTER"],
    )
    assert bibliogamo.PIECES(box) is pieces
    assert str(pieces["A47"].text) == "places 1 × Researcher, 1 × Scribe, 1 × Illustrator, 1 × Binder"
    assert (str(pieces["LAW"].text), pieces["LAW"].letter) == ("needs 3 × Researcher, 3 × Scribe, 3 × Binder", "La")


# --- what cannot be read ----------------------------------------------------------------------------------------------

FILES = ["box.toml", *(f"{name}.csv" for name in ("kinds", "coins", "artisans", "towers", "path", "prestige", "ranks"))]


@pytest.mark.parametrize("file", FILES)
def test_a_missing_file_is_named(folder: Path, file: str) -> None:
    (folder / file).unlink()
    assert (file, None, None) in unreadable(folder)


@pytest.mark.parametrize(
    ("file", "column"),
    [
        ("artisans.csv", "walk"),
        ("artisans.csv", "lily"),
        ("artisans.csv", "binders"),
        ("towers.csv", "short"),
        ("path.csv", "tower"),
    ],
)
def test_a_missing_column_is_named(folder: Path, file: str, column: str) -> None:
    header, rest = (folder / file).read_text("utf-8").split("\n", 1)
    (folder / file).write_text(header.replace(column, "other") + "\n" + rest, "utf-8")
    assert unreadable(folder) == [(file, 1, column)]


@pytest.mark.parametrize(
    ("file", "row", "column", "value"),
    [
        ("artisans.csv", 2, "researchers", "6"),
        ("artisans.csv", 2, "crown", "21"),
        ("artisans.csv", 2, "moon", "x"),
        ("artisans.csv", 3, "bar", "Q"),
        ("artisans.csv", 3, "coin", "star"),
        ("artisans.csv", 4, "card", "BG:A03"),
        ("towers.csv", 2, "tower", "SCRIPTURE"),
        ("towers.csv", 2, "binders", "10"),
        ("kinds.csv", 2, "kind", "X"),
        ("prestige.csv", 2, "points", "0 1 two"),
        ("prestige.csv", 3, "each", "LAW"),
        ("ranks.csv", 2, "least", "-1"),
        ("path.csv", 2, "source", "rumour"),
    ],
)
def test_a_value_outside_what_it_may_be_is_named(folder: Path, file: str, row: int, column: str, value: str) -> None:
    set_cell(folder, file, row, column, value)
    assert (file, row, column) in unreadable(folder)


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("days = 40 ", 'days = "40" ', "count.days"),
        ("florins = 3\n", "", "start.florins"),
        ("day_value = [2.0, 2.5, 2.5, 3.5, 4.0]", "day_value = 4", "advice.day_value"),
        ("size_mm = 17.4", "size_mm = 3", "label.size_mm"),
        ('game = "bibliogamo"', 'game = "fire"', "game"),
    ],
)
def test_a_missing_or_odd_key_is_named(folder: Path, old: str, new: str, key: str) -> None:
    edit(folder, "box.toml", old, new)
    assert unreadable(folder) == [("box.toml", None, key)]


def test_a_coin_cannot_be_called_like_another_column(folder: Path) -> None:
    set_cell(folder, "coins.csv", 2, "coin", "walk")
    assert ("coins.csv", 2, "coin") in unreadable(folder)


# --- errors -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "row", "column", "value", "spot"),
    [
        ("artisans.csv", 3, "card", "A01", ("artisans.csv", 3, "card")),
        ("prestige.csv", 3, "card", "P1", ("prestige.csv", 3, "card")),
        ("towers.csv", 3, "tower", "A01", ("towers.csv", 3, "tower")),
        ("artisans.csv", 2, "researchers", "0", ("artisans.csv", 2, None)),
        ("artisans.csv", 2, "walk", "-24", ("artisans.csv", 2, "walk")),
        ("path.csv", 3, "tower", "BIBLE", ("path.csv", 3, "tower")),
        ("path.csv", 3, "tower", "LAW", ("path.csv", None, "tower")),
        ("path.csv", 2, "tower", "", ("path.csv", None, "tower")),
        ("path.csv", 3, "space", "5", ("path.csv", 3, "space")),
        ("prestige.csv", 4, "points", "0 0 0 1 2 3 4 6 8", ("prestige.csv", 4, "points")),
        ("prestige.csv", 4, "points", "0 0 0 1 2 3 4 6 8 7", ("prestige.csv", 4, "points")),
        ("prestige.csv", 4, "each", "BIBLE=1", ("prestige.csv", 4, "each")),
        ("prestige.csv", 2, "books", "BIBLE", ("prestige.csv", 2, "books")),
        ("ranks.csv", 2, "least", "1", ("ranks.csv", 2, "least")),
        ("ranks.csv", 4, "least", "10", ("ranks.csv", 4, "least")),
    ],
)
def test_what_bars_a_box_from_play(folder: Path, file: str, row: int, column: str, value: str, spot: object) -> None:
    set_cell(folder, file, row, column, value)
    assert spot in problems(folder, error=True)


def test_nine_points_for_nine_books_say_what_is_expected(folder: Path) -> None:
    set_cell(folder, "prestige.csv", 4, "points", "0 0 0 1 2 3 4 6 8")
    (problem,) = [one for one in bibliogamo.check_box(bibliogamo.read_box(folder)) if one.error]
    assert str(problem) == "prestige.csv, row 4, column points: 9 numbers of points; 10 expected."


def test_a_kind_is_missing(folder: Path) -> None:
    keep_rows(folder, "kinds.csv", 3)
    assert ("kinds.csv", None, "kind") in problems(folder, error=True)


@pytest.mark.parametrize("recipe", ["0", "9"])
def test_a_recipe_of_no_cube_or_too_many(folder: Path, recipe: str) -> None:
    for column in ("researchers", "scribes", "illustrators", "binders"):
        set_cell(folder, "towers.csv", 2, column, recipe)
    assert problems(folder, error=True) == [("towers.csv", 2, None)]


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("space = 0 ", "space = 24 ", "start.space"),
        ("day = 0\n", "day = 40\n", "start.day"),
        ("day_value = [2.0, 2.5, 2.5, 3.5, 4.0]", "day_value = []", "advice.day_value"),
        ("day_value = [2.0, 2.5, 2.5, 3.5, 4.0]", "day_value = [2.0, -1]", "advice.day_value"),
    ],
)
def test_settings_that_bar_from_play(folder: Path, old: str, new: str, key: str) -> None:
    edit(folder, "box.toml", old, new)
    assert problems(folder, error=True) == [("box.toml", None, key)]


def test_46_artisans_can_be_played_11_cannot(folder: Path) -> None:
    keep_rows(folder, "artisans.csv", 46)
    assert problems(folder, error=True) == []
    assert problems(folder, error=False) == [("box.toml", None, "count.artisan_cards")]
    keep_rows(folder, "artisans.csv", 11)
    assert ("artisans.csv", None, "card") in problems(folder, error=True)


def test_a_short_path_bars_from_play(folder: Path) -> None:
    keep_rows(folder, "path.csv", 5)
    assert ("path.csv", None, "space") in problems(folder, error=True)


# --- warnings ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "row", "column", "value", "spot"),
    [
        ("towers.csv", 3, "researchers", "6", ("towers.csv", 3, "researchers")),
        ("path.csv", 3, "tower", "ATLAS", ("path.csv", 2, "tower")),
    ],
)
def test_what_is_only_odd(folder: Path, file: str, row: int, column: str, value: str, spot: object) -> None:
    if file == "path.csv":
        set_cell(folder, file, row_of(folder, file, "3"), "tower", "")
    set_cell(folder, file, row, column, value)
    assert problems(folder, error=True) == []
    assert spot in problems(folder, error=False)


def test_more_slots_than_red_cubes(folder: Path) -> None:
    edit(folder, "box.toml", "cubes = 4 ", "cubes = 7 ")
    assert problems(folder, error=False) == [("prestige.csv", 2, "books"), ("prestige.csv", 3, "books")]
    edit(folder, "box.toml", "cubes = 7 ", "cubes = 99 ")
    said = [str(one.message) for one in bibliogamo.check_box(bibliogamo.read_box(folder))]
    assert "P1 has 12 slots, but only 0 red cubes are left." in said


def test_many_florins_and_counts_that_differ(folder: Path) -> None:
    edit(folder, "box.toml", "florins = 3\n", "florins = 21\n")
    edit(folder, "box.toml", "spaces = 24 ", "spaces = 25 ")
    assert problems(folder, error=False) == [("box.toml", None, "tracks.spaces"), ("box.toml", None, "start.florins")]


def test_a_coin_and_a_kind_that_no_card_shows(folder: Path) -> None:
    lines = (folder / "artisans.csv").read_text("utf-8").splitlines()
    changed = [lines[0], *(line.replace(",moon,", ",lily,").replace(",B,", ",R,") for line in lines[1:])]
    (folder / "artisans.csv").write_text("\n".join(changed) + "\n", "utf-8")
    assert problems(folder, error=False) == [("artisans.csv", None, "bar"), ("coins.csv", 4, "coin")]


def test_every_recipe_larger_than_half_of_the_cubes(folder: Path) -> None:
    edit(folder, "box.toml", "black_cubes = 26 ", "black_cubes = 15 ")
    assert problems(folder, error=False) == [("towers.csv", None, None)]


def test_92_of_97_rows_are_house_values() -> None:
    counts = boxes.provenance(SHIPPED)
    assert (counts["house"], sum(counts.values())) == (92, 97)
