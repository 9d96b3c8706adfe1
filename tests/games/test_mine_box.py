"""The box of Out of Mine!: what is read, and what is odd about it (specification, section 2)."""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path

import pytest

from companion.games import mine
from companion.games.mine.cover import cover
from companion.games.mine.tiling import form, in_one_piece, lays
from companion.games.mine.tiling import spots as spots_of
from companion.games.mine.tints import distance, lab
from tests.games import boxfolder
from tests.games.boxfolder import edit, keep_rows, set_cell
from tests.games.minetable import BOX

unreadable = partial(boxfolder.unreadable, mine)
problems = partial(boxfolder.problems, mine)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return boxfolder.copied(mine, tmp_path)


# --- the shipped box --------------------------------------------------------------------------------------------------


def test_nothing_is_odd_about_the_shipped_box() -> None:
    assert mine.check_box(BOX) == []


def test_the_shipped_box_has_what_the_specification_counts() -> None:
    assert (BOX.name, BOX.spaces, BOX.pile, BOX.columns, BOX.rows) == ("house", 20, 6, 7, 6)
    assert (len(BOX.cards), BOX.board_numbers, len(BOX.boards), len(BOX.elves)) == (40, tuple(range(1, 11)), 20, 80)
    assert {shape: len(tiles) for shape, tiles in BOX.copies.items()} == {
        "Y": 12, "B": 16, "GI": 8, "GL": 8, "RI": 3, "RO": 3, "RT": 3, "RL": 4, "RS": 4, "WL": 2, "WP": 2, "WV": 2, "WY": 2,
    }  # fmt: skip
    assert sum(bool(tile.front) + bool(tile.back) for tile in BOX.tiles) == 24
    assert Counter(elf.colour for elf in BOX.elves) == dict.fromkeys(BOX.size_of, 16)
    tops = {colour: sum(sorted((card.tiles[colour] for card in BOX.cards), reverse=True)[:4]) for colour in BOX.size_of}
    assert tops == {"yellow": 12, "blue": 16, "green": 15, "red": 13, "white": 8}


def test_the_shipped_box_has_120_labels() -> None:
    pieces = mine.PIECES(BOX)
    assert len(pieces) == 120
    assert Counter(str(piece.group) for piece in pieces.values()) == {"Treasure cards": 40, "Boards": 80}
    assert str(pieces["10B-BR"].name) == "board 10 side B, bottom right"
    assert (pieces["10B-BR"].open, pieces["T26"].open) == (True, False)
    assert str(pieces["T26"].text) == "1 B, 2 G, 3 R; silver +1, worm -2"
    assert mine.PIECES(BOX) is pieces
    assert all(code == piece.code for code, piece in pieces.items())


def test_five_shapes_are_not_their_own_mirror_image() -> None:
    one_sided = {
        shape.shape for shape in BOX.shapes if any(len(faces) == 1 for faces in lays(form(spots_of(shape.drawing))).values())
    }
    assert one_sided == {"RL", "RS", "WL", "WP", "WY"}


def test_a_tile_as_drawn_shows_its_front_and_its_mirror_image_the_back() -> None:
    ways = lays(form(spots_of("X../XXX")))
    assert ways[form(spots_of("XX/X./X."))] == ("front",)
    assert ways[form(spots_of("..X/XXX"))] == ("back",)
    assert len(ways) == 8
    assert lays(form(spots_of("XX/XX"))) == {form(spots_of("XX/XX")): ("front", "back")}


def test_cells_that_touch_at_a_corner_only_are_not_one_piece() -> None:
    assert in_one_piece(spots_of("X./XX"))
    assert not in_one_piece(spots_of("X./.X"))


def test_colours_are_as_far_apart_as_published_pairs() -> None:
    """Of the test data of Sharma, Wu and Dalal (2005), and the nearest pair of the house box."""
    assert distance((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485)) == pytest.approx(2.0425, abs=1e-4)
    assert distance((50.0, 2.49, -0.001), (50.0, -2.49, 0.0011)) == pytest.approx(7.2195, abs=1e-4)
    assert distance((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387)) == pytest.approx(1.2644, abs=1e-4)
    assert distance((22.7233, 20.0904, -46.694), (23.0331, 14.973, -42.5619)) == pytest.approx(2.0373, abs=1e-4)
    assert distance((50.0, 0.0, 0.0), (50.0, -1.0, 2.0)) == pytest.approx(2.3669, abs=1e-4)
    assert distance((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514)) == pytest.approx(0.9082, abs=1e-4)
    assert distance(lab("#F4F4F0"), lab("#9A8F83")) == pytest.approx(26.2, abs=0.05)


# --- what cannot be read ----------------------------------------------------------------------------------------------

FILES = ["box.toml", "colours.csv", "shapes.csv", "tiles.csv", "finds.csv", "cards.csv", "boards.csv", "elves.csv"]


@pytest.mark.parametrize("file", FILES)
def test_a_missing_file_is_named(folder: Path, file: str) -> None:
    (folder / file).unlink()
    assert (file, None, None) in unreadable(folder)


@pytest.mark.parametrize(
    ("file", "column"), [("cards.csv", "blue"), ("cards.csv", "gold"), ("tiles.csv", "back"), ("elves.csv", "edge")]
)
def test_a_missing_column_is_named(folder: Path, file: str, column: str) -> None:
    text = (folder / file).read_text("utf-8")
    header, rest = text.split("\n", 1)
    (folder / file).write_text(header.replace(column, "other", 1) + "\n" + rest, "utf-8")
    assert (file, 1, column) in unreadable(folder)


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("size_mm = 14.0", "size_mm = 2.0", "labels.size_mm"),
        ("TL = [-10.0, -10.0]", "TL = [-10.0]", "labels.TL"),
        ("[palette]", "[colours]", "palette.paper"),
        ('"ink", ', '"INK", ', "strip.patches"),
        ("rounds = 7", "rounds = 6", "count.rounds"),
        ("pile = 6 ", "pile = 5 ", "count.pile"),
        ("cell_mm = 20.0", "cell_mm = true", "grid.cell_mm"),
    ],
)
def test_a_setting_that_does_not_belong_is_named(folder: Path, old: str, new: str, place: str) -> None:
    edit(folder, "box.toml", old, new)
    assert ("box.toml", None, place) in unreadable(folder)


# --- errors -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "row", "column", "value", "spot"),
    [
        ("colours.csv", 3, "colour", "yellow", ("colours.csv", 3, "colour")),
        ("colours.csv", 3, "letter", "Y", ("colours.csv", 3, "letter")),
        ("colours.csv", 2, "size", "0", ("colours.csv", 2, "size")),
        ("shapes.csv", 4, "drawing", "XXXX", ("shapes.csv", 4, "drawing")),
        ("shapes.csv", 4, "drawing", "X.X.X", ("shapes.csv", 4, "drawing")),
        ("shapes.csv", 5, "drawing", "XXX", ("shapes.csv", 5, "drawing")),
        ("shapes.csv", 10, "drawing", "..X/XXX", ("shapes.csv", 10, "drawing")),
        ("shapes.csv", 4, "colour", "pink", ("shapes.csv", 4, "colour")),
        ("shapes.csv", 4, "shape", "Y", ("shapes.csv", 4, "shape")),
        ("tiles.csv", 2, "shape", "Z", ("tiles.csv", 2, "shape")),
        ("tiles.csv", 3, "back", "bone", ("tiles.csv", 3, "back")),
        ("tiles.csv", 3, "tile", "Y01", ("tiles.csv", 3, "tile")),
        ("finds.csv", 3, "find", "worm", ("finds.csv", 4, "find")),
        ("cards.csv", 3, "card", "T01", ("cards.csv", 3, "card")),
        ("cards.csv", 2, "red", "-1", ("cards.csv", 2, "red")),
        ("cards.csv", 2, "gold", "3", ("cards.csv", 2, "gold")),
        ("boards.csv", 2, "plan", "...", ("boards.csv", 2, "plan")),
        ("boards.csv", 2, "plan", "#######/....###/...####/...####/......#/##...x#", ("boards.csv", 2, "plan")),
        ("boards.csv", 2, "plan", "#######/....###/...####/...####/......#/##...##", ("boards.csv", 2, "plan")),
        ("boards.csv", 3, "side", "A", ("boards.csv", None, "side")),
        ("elves.csv", 2, "cell", "A1", ("elves.csv", 2, "cell")),
        ("elves.csv", 2, "edge", "W", ("elves.csv", 2, "edge")),
        ("elves.csv", 2, "colour", "pink", ("elves.csv", 2, "colour")),
        ("elves.csv", 2, "board", "77", ("elves.csv", 2, "board")),
    ],
)  # fmt: skip
def test_what_bars_a_box_from_play_is_named(
    folder: Path, file: str, row: int, column: str, value: str, spot: tuple[str, int | None, str]
) -> None:
    set_cell(folder, file, row, column, value)
    assert spot in problems(folder, error=True)


def test_two_elves_at_one_edge_are_an_error(folder: Path) -> None:
    for column, value in (("cell", "D2"), ("edge", "N")):
        set_cell(folder, "elves.csv", 3, column, value)
    assert problems(folder, error=True) == [("elves.csv", 3, "edge")]


def test_a_card_without_tiles_is_an_error(folder: Path) -> None:
    for colour in BOX.size_of:
        set_cell(folder, "cards.csv", 2, colour, "0")
    assert problems(folder, error=True) == [("cards.csv", 2, None)]


def test_too_few_cards_and_boards_and_counts_that_disagree_are_errors(folder: Path) -> None:
    keep_rows(folder, "cards.csv", 13)
    keep_rows(folder, "boards.csv", 14)
    keep_rows(folder, "elves.csv", 4)
    found = problems(folder, error=True)
    assert {("cards.csv", None, None), ("boards.csv", None, None)} <= set(found)
    assert {("box.toml", None, "count.cards"), ("box.toml", None, "count.boards")} <= set(found)


def test_a_strip_with_a_patch_that_is_no_colour_or_without_a_place_is_an_error(folder: Path) -> None:
    edit(folder, "box.toml", '"paper", "ink",', '"paper", "pink", "ink",')
    assert problems(folder, error=True) == [("box.toml", None, "strip.patches"), ("box.toml", None, "strip.x")]


# --- warnings ---------------------------------------------------------------------------------------------------------


def test_a_card_and_a_side_that_cannot_be_filled_are_named_each_pair(folder: Path) -> None:
    """Twenty yellows fill anything, but there are only twelve."""
    for colour, n in {"yellow": 20, "blue": 0, "green": 0, "red": 0, "white": 0}.items():
        set_cell(folder, "cards.csv", 2, colour, str(n))
    found = mine.check_box(mine.read_box(folder))
    pairs = [problem for problem in found if "cannot be filled" in str(problem.message)]
    assert len(pairs) == 20 and {problem.row for problem in pairs} == {2}
    assert str(pairs[0].message) == "Board 1 side A cannot be filled with card T01."
    spots = [(problem.file, problem.row, problem.column) for problem in found]
    assert ("cards.csv", 2, "yellow") in spots
    assert ("cards.csv", None, "yellow") in spots
    assert not any(problem.error for problem in found)


def test_other_oddities_are_warnings(folder: Path) -> None:
    keep_rows(folder, "cards.csv", 20)
    edit(folder, "box.toml", "cards = 40", "cards = 20")
    set_cell(folder, "cards.csv", 3, "yellow", "2")
    set_cell(folder, "cards.csv", 4, "gold", "-1")
    set_cell(folder, "cards.csv", 4, "rat", "1")
    set_cell(folder, "elves.csv", 3, "colour", "red")
    set_cell(folder, "colours.csv", 5, "srgb", "#2E9E45")
    set_cell(folder, "boards.csv", 2, "plan", "#######/....###/...####/...####/......#/##...#.")
    found = problems(folder, error=False)
    wanted = [
        ("cards.csv", None, None), ("cards.csv", 3, None), ("cards.csv", 4, "gold"), ("cards.csv", 4, "rat"),
        ("elves.csv", 2, "colour"), ("elves.csv", 3, "colour"), ("colours.csv", 5, "srgb"), ("boards.csv", 2, "plan"),
    ]  # fmt: skip
    assert [spot for spot in wanted if spot not in found] == []


def test_boards_too_few_for_four_are_a_warning(folder: Path) -> None:
    keep_rows(folder, "boards.csv", 18)
    keep_rows(folder, "elves.csv", 72)
    edit(folder, "box.toml", "boards = 10 ", "boards = 9 ")
    assert problems(folder, error=False) == [("boards.csv", None, None)]


def test_deciding_all_pairs_of_the_house_box_takes_few_steps() -> None:
    steps = 0
    for card in BOX.cards:
        for gallery in BOX.gallery.values():
            one = cover(BOX, gallery, card)
            assert one.leaves(0)
            steps += one.steps
    assert steps <= 100_000
