"""The box of Fire in the Library: what is read, and what is odd about it (specification, section 2)."""

from __future__ import annotations

import re
from collections import Counter
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.games import fire
from companion.games.fire.pictures import PICTURES
from companion.games.fire.pieces import picture_of
from companion.paths import STATIC
from companion.rules import BadBox
from tests.games import boxfolder
from tests.games.boxfolder import edit, remove_rows, row_of, set_cell

SHIPPED = boxfolder.shipped(fire)
unreadable = partial(boxfolder.unreadable, fire)
problems = partial(boxfolder.problems, fire)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return boxfolder.copied(fire, tmp_path)


# --- the shipped box --------------------------------------------------------------------------------------------------


def test_nothing_is_odd_about_the_shipped_box() -> None:
    assert fire.check_box(fire.read_box(SHIPPED)) == []


def test_the_shipped_box_has_110_labels_in_the_order_of_the_sheets() -> None:
    pieces = fire.PIECES(fire.read_box(SHIPPED))
    assert len(pieces) == 110
    assert Counter(str(piece.group) for piece in pieces.values()) == {
        "Book tokens": 22,
        "Fire tokens": 17,
        "Library cards": 26,
        "Turn order cards": 6,
        "Tools": 39,
    }
    codes = list(pieces)
    assert codes[:5] == ["BP1", "BP2", "BP3", "BP4", "BB1"]
    assert codes[22] == "F01"
    assert codes[38:41] == ["F17", "LP1", "LP2"]
    assert codes[64:66] == ["LW8", "C1"]
    assert codes[71] == "T01A"
    assert codes[-1] == "T20A"
    assert all(code == piece.code and len(code) <= 7 for code, piece in pieces.items())


def test_pieces_are_worked_out_once_a_box() -> None:
    box = fire.read_box(SHIPPED)
    assert fire.PIECES(box) is fire.PIECES(box)


def test_every_piece_has_a_picture() -> None:
    symbols = ElementTree.parse(STATIC / "fire" / "pieces.svg").getroot().iter("{http://www.w3.org/2000/svg}symbol")
    drawn = {symbol.get("id") for symbol in symbols}
    pieces = fire.PIECES(fire.read_box(SHIPPED)).values()
    assert {piece.picture for piece in pieces} <= drawn
    assert {"tool", "space-safe", "space-risk", "robot", *(f"figure-{number}" for number in range(6))} <= drawn


def test_every_tool_of_the_shipped_box_has_a_picture_of_its_own() -> None:
    box = fire.read_box(SHIPPED)
    assert {tool.kind: (tool.name, tool.effect) for tool in box.tools} == dict(PICTURES)


def test_a_renamed_tool_keeps_its_picture_and_another_tool_wears_the_plain_one(folder: Path) -> None:
    set_cell(folder, "tools.csv", 2, "name", "Honda")
    set_cell(folder, "tools.csv", 13, "name", "Ladder")
    set_cell(folder, "tools.csv", 14, "name", "Loupe")
    set_cell(folder, "tools.csv", 14, "effect", "burn_section")
    pictures = {tool.kind: picture_of(tool) for tool in fire.read_box(folder).tools}
    assert (pictures["01"], pictures["12"], pictures["13"]) == ("tool-01", "tool-08", "tool")


def test_with_one_to_three_library_cart_and_axe_stay_in_the_box() -> None:
    box = fire.read_box(SHIPPED)
    left_out = {"T09A", "T09B", "T10A", "T10B"}
    for participants in (1, 3):
        assert set(box.tool_codes) - set(box.tools_by_participants[participants]) == left_out
    assert box.tools_by_participants[4] == box.tool_codes


def test_codes_are_padded_to_the_width_of_the_count(folder: Path) -> None:
    set_cell(folder, "tokens.csv", 2, "count", "10")
    set_cell(folder, "tokens.csv", 6, "count", "9")
    codes = fire.read_box(folder).token_codes
    assert codes["BP"][:2] == ("BP01", "BP02")
    assert codes["F"][-1] == "F9"


# --- what cannot be read ----------------------------------------------------------------------------------------------

FILES = ("box.toml", "library.csv", "sections.csv", "tokens.csv", "tools.csv", "turn_cards.csv")


@pytest.mark.parametrize("file", FILES)
def test_a_missing_file_is_named(folder: Path, file: str) -> None:
    (folder / file).unlink()
    assert (file, None, None) in unreadable(folder)


def test_a_missing_folder_names_every_file(tmp_path: Path) -> None:
    assert sorted(unreadable(tmp_path / "nowhere")) == [(file, None, None) for file in FILES]


@pytest.mark.parametrize("file", [file for file in FILES if file.endswith("csv")])
def test_every_missing_column_is_named(folder: Path, file: str) -> None:
    header, rest = (SHIPPED / file).read_text("utf-8").split("\n", 1)
    for column in header.split(","):
        left = re.sub(rf"\b{column}\b", column + "_", header, count=1)
        (folder / file).write_text(f"{left}\n{rest}", "utf-8")
        assert unreadable(folder) == [(file, 1, column)]


@pytest.mark.parametrize(
    ("file", "row", "column", "value"),
    [
        ("sections.csv", 2, "section", "G"),
        ("sections.csv", 3, "name", ""),
        ("sections.csv", 2, "source", "rumour"),
        ("library.csv", 2, "code", "lp1"),
        ("library.csv", 2, "code", "LP123456"),
        ("library.csv", 4, "section", ""),
        ("library.csv", 2, "rank", "first"),
        ("library.csv", 2, "rank", "0"),
        ("library.csv", 2, "kind", "burnt"),
        ("library.csv", 2, "value", "100"),
        ("library.csv", 2, "value", "-1"),
        ("library.csv", 2, "value", "3.5"),
        ("library.csv", 2, "value", "٣"),
        ("library.csv", 2, "burn_index", "seven"),
        ("library.csv", 2, "fire_icons", "4"),
        ("tokens.csv", 2, "kind", "BG"),
        ("tokens.csv", 2, "section", "G"),
        ("tokens.csv", 2, "count", "0"),
        ("tokens.csv", 6, "start_in_bag", ""),
        ("turn_cards.csv", 2, "card", "7"),
        ("turn_cards.csv", 2, "s1", "tools"),
        ("turn_cards.csv", 2, "s5", "0"),
        ("tools.csv", 2, "kind", "1"),
        ("tools.csv", 2, "copies", "27"),
        ("tools.csv", 2, "copies", "0"),
        ("tools.csv", 2, "min_participants", "2"),
        ("tools.csv", 2, "window", "whenever"),
        ("tools.csv", 2, "who", "me"),
        ("tools.csv", 2, "effect", "explode"),
        ("tools.csv", 2, "n", "two"),
        ("tools.csv", 2, "name_source", ""),
        ("tools.csv", 2, "text", "two\nlines"),
    ],
)
def test_a_value_outside_its_set_is_named_with_file_row_and_column(
    folder: Path, file: str, row: int, column: str, value: str
) -> None:
    set_cell(folder, file, row, column, value)
    assert unreadable(folder) == [(file, row, column)]


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ('game = "fire"', 'game = "hardback"', "game"),
        ('name = "house"', "name = 7", "name"),
        ('prefix = "FL"', 'prefix = "XX"', "prefix"),
        ("participants = [1, 6]", "participants = [1, 7]", "participants"),
        ("participants = [1, 6]", "participants = [4, 2]", "participants"),
        ("fires_in_bag = 7", 'fires_in_bag = "seven"', "setup.fires_in_bag"),
        ("market = 3", "market = true", "setup.market"),
        ("spaces = 5", "spaces = 6", "setup.spaces"),
        ("turn_cards_two = 3", "turn_cards_two = 1", "setup.turn_cards_two"),
        ("turn_cards_three = 4 ", "# ", "setup.turn_cards_three"),
        ("tools = 39", "tolls = 39", "expected"),
    ],
)
def test_a_wrong_setting_is_named(folder: Path, old: str, new: str, key: str) -> None:
    edit(folder, "box.toml", old, new)
    assert unreadable(folder) == [("box.toml", None, key)]


def test_every_problem_is_named_at_once(folder: Path) -> None:
    set_cell(folder, "library.csv", 2, "value", "x")
    set_cell(folder, "library.csv", 9, "fire_icons", "9")
    set_cell(folder, "tools.csv", 5, "who", "x")
    (folder / "sections.csv").unlink()
    assert unreadable(folder) == [
        ("sections.csv", None, None),
        ("library.csv", 2, "value"),
        ("library.csv", 9, "fire_icons"),
        ("tools.csv", 5, "who"),
    ]


@pytest.mark.parametrize(
    "data", [b"", b"\xff\xfe\x00", b"\x00", b'section,"name\n', b"a" * 1_100_000, b"section;name;colour;source\n"]
)
def test_a_table_that_is_none_is_named(folder: Path, data: bytes) -> None:
    (folder / "sections.csv").write_bytes(data)
    assert {file for file, _, _ in unreadable(folder)} == {"sections.csv"}


@pytest.mark.parametrize("data", [b"\xff", b"game = ", b"[[[", b"a = " + b"[" * 100_000])
def test_a_box_toml_that_is_none_is_named(folder: Path, data: bytes) -> None:
    (folder / "box.toml").write_bytes(data)
    assert unreadable(folder) == [("box.toml", None, None)]


def test_a_row_with_too_many_cells_and_an_empty_row_are_named(folder: Path) -> None:
    edit(folder, "sections.csv", "P,Fables,purple,printed\n", "P,Fables, tales,purple,printed\n\n")
    assert unreadable(folder) == [("sections.csv", 2, None), ("sections.csv", 3, None)]


def test_what_spreadsheets_leave_behind_does_no_harm(folder: Path) -> None:
    text = (folder / "sections.csv").read_text("utf-8")
    own = text.replace("source\n", "source,my notes\n").replace("P,Fables,purple,printed", "P, Fables ,purple,printed,old copy")
    (folder / "sections.csv").write_bytes(b"\xef\xbb\xbf" + own.replace("\n", "\r\n").encode() + b",,,\r\n\r\n")
    assert fire.read_box(folder).sections == fire.read_box(SHIPPED).sections


def test_a_problem_says_what_was_expected(folder: Path) -> None:
    set_cell(folder, "library.csv", 2, "value", "100")
    with pytest.raises(BadBox) as bad:
        fire.read_box(folder)
    assert str(bad.value) == (
        "library.csv, row 2, column value: “100” does not belong here; expected: a whole number from 0 to 99."
    )


# --- errors -----------------------------------------------------------------------------------------------------------

LP1, LP4, LP5, LB1 = (row_of(SHIPPED, "library.csv", code) for code in ("LP1", "LP4", "LP5", "LB1"))


def test_there_are_just_the_four_sections(folder: Path) -> None:
    set_cell(folder, "sections.csv", 2, "section", "B")
    assert problems(folder, error=True) == [("sections.csv", 3, "section"), ("sections.csv", None, "section")]


def test_a_section_has_two_cards_or_more(folder: Path) -> None:
    remove_rows(folder, "library.csv", "LP")
    assert problems(folder, error=True) == [("library.csv", None, "section")]


@pytest.mark.parametrize(
    ("row", "column", "value", "found"),
    [
        (LP4, "code", "LP1", [(LP4, "code"), (LP4, "code")]),
        (LP4, "code", "LP9", [(LP4, "code")]),
        (LP4, "rank", "9", [(LP4, "code"), (LP1, "rank"), (LP4, "kind"), (LP5, "kind")]),
        (LP5, "kind", "books", [(LP5, "burn_index"), (LP5, "kind")]),
        (LP4, "kind", "destroyed", [(LP4, "burn_index"), (LP4, "kind")]),
        (LP4, "burn_index", "", [(LP4, "burn_index")]),
        (LP5, "burn_index", "50", [(LP5, "burn_index")]),
        (LB1, "burn_index", "7", [(LB1, "burn_index")]),
    ],
)
def test_the_piles_of_the_library_are_complete(
    folder: Path, row: int, column: str, value: str, found: list[tuple[int, str]]
) -> None:
    set_cell(folder, "library.csv", row, column, value)
    assert problems(folder, error=True) == [("library.csv", *place) for place in found]


@pytest.mark.parametrize(
    ("row", "column", "value", "found"),
    [
        (2, "kind", "BB", [(3, "kind"), (None, "kind"), (2, "section")]),
        (6, "kind", "BW", [(6, "kind"), (None, "kind"), (6, "section"), (6, "start_in_bag")]),
        (2, "section", "W", [(2, "section")]),
        (6, "section", "W", [(6, "section")]),
        (2, "start_in_bag", "3", [(2, "start_in_bag")]),
        (6, "start_in_bag", "18", [(6, "start_in_bag")]),
    ],
)
def test_there_is_one_kind_of_token_a_section_and_fires(
    folder: Path, row: int, column: str, value: str, found: list[tuple[int | None, str]]
) -> None:
    set_cell(folder, "tokens.csv", row, column, value)
    assert problems(folder, error=True) == [("tokens.csv", *place) for place in found]


def test_there_are_turn_order_cards_1_to_6(folder: Path) -> None:
    set_cell(folder, "turn_cards.csv", 7, "card", "1")
    assert problems(folder, error=True) == [("turn_cards.csv", 7, "card"), ("turn_cards.csv", None, "card")]


TOOLS = {kind: row_of(SHIPPED, "tools.csv", kind) for kind in map("{:02}".format, range(1, 21))}


@pytest.mark.parametrize(
    ("kind", "column", "value", "expected"),
    [
        ("02", "kind", "01", "kind"),
        ("01", "window", "spread", "effect"),
        ("13", "effect", "cool", "what"),
        ("20", "window", "end", "effect"),
        ("18", "what", "book", "what"),
        ("01", "what", "elsewhere", "what"),
        ("12", "what", "", "what"),
        ("07", "what", "any", "what"),
        ("08", "what", "trigger", "what"),
        ("04", "n", "", "n"),
        ("12", "n", "0", "n"),
        ("09", "who", "active", "who"),
        ("18", "who", "other", "who"),
        ("07", "who", "any", "who"),
        ("14", "who", "other", "who"),
    ],
)
def test_a_tool_does_what_its_effect_can_do(folder: Path, kind: str, column: str, value: str, expected: str) -> None:
    set_cell(folder, "tools.csv", TOOLS[kind], column, value)
    assert problems(folder, error=True) == [("tools.csv", TOOLS[kind], expected)]


def test_a_number_that_an_effect_does_not_use_is_ignored(folder: Path) -> None:
    set_cell(folder, "tools.csv", TOOLS["05"], "n", "3")
    set_cell(folder, "tools.csv", TOOLS["01"], "n", "")
    assert fire.check_box(fire.read_box(folder)) == []


# --- warnings ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "row", "column", "value", "found"),
    [
        ("library.csv", LP4, "value", "7", [("library.csv", LP4, "value")]),
        ("library.csv", LP5, "value", "12", [("library.csv", LP5, "value")]),
        ("library.csv", LP4, "fire_icons", "2", [("library.csv", None, "fire_icons")]),
        ("tokens.csv", 6, "count", "18", [("tokens.csv", None, None)]),
        ("tokens.csv", 6, "start_in_bag", "6", [("tokens.csv", 6, "start_in_bag")]),
        ("tools.csv", TOOLS["01"], "copies", "3", [("tools.csv", None, None)]),
        ("turn_cards.csv", 2, "s5", "tool", [("turn_cards.csv", 2, "s5")]),
        ("turn_cards.csv", 7, "s2", "1", [("turn_cards.csv", 7, "s3"), ("turn_cards.csv", 7, "s4")]),
        ("turn_cards.csv", 4, "s2", "1", [("turn_cards.csv", 4, None)]),
    ],
)
def test_what_is_only_odd_is_a_warning(
    folder: Path, file: str, row: int, column: str, value: str, found: list[tuple[str, int | None, str | None]]
) -> None:
    set_cell(folder, file, row, column, value)
    assert problems(folder, error=True) == []
    assert problems(folder, error=False) == found


def test_a_fire_icon_on_a_first_card_never_counts(folder: Path) -> None:
    set_cell(folder, "library.csv", LP1, "fire_icons", "1")
    set_cell(folder, "library.csv", LP4, "fire_icons", "0")
    assert problems(folder, error=False) == [("library.csv", LP1, "fire_icons")]


def test_counts_are_compared_with_the_component_list(folder: Path) -> None:
    edit(folder, "box.toml", "library_cards = 26", "library_cards = 25")
    edit(folder, "box.toml", "book_tokens = 22", "book_tokens = 21")
    edit(folder, "box.toml", "turn_cards = 6\n", "turn_cards = 5\n")
    assert {file for file, _, _ in problems(folder, error=False)} == {"library.csv", "tokens.csv", "turn_cards.csv"}


def test_too_few_tools_and_a_window_without_one_are_warned_of(folder: Path) -> None:
    for kind in range(4, 18):
        remove_rows(folder, "tools.csv", f"{kind:02},")
    for kind in ("01", "02"):
        set_cell(folder, "tools.csv", TOOLS[kind], "copies", "1")
    edit(folder, "box.toml", "tools = 39", "tools = 8")
    found = fire.check_box(fire.read_box(folder))
    assert {str(problem.message) for problem in found} == {
        "8 tools are too few: six people and the market need 15.",
        "No tool is for the window turn_order.",
        "No tool is for the window after_scoring.",
    }


def test_errors_come_before_warnings(folder: Path) -> None:
    set_cell(folder, "library.csv", LP5, "value", "12")
    set_cell(folder, "tools.csv", TOOLS["04"], "n", "")
    assert [problem.error for problem in fire.check_box(fire.read_box(folder))] == [True, False]
