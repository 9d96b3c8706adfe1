"""The colours of an owner's crystals: palette.csv in a box, made from what a photograph shows (specification, section 8)."""

from __future__ import annotations

import json
import math
import random
from functools import partial
from pathlib import Path

import pytest

from companion.__main__ import run
from companion.games import mine
from companion.games.mine import tints
from companion.games.mine.additions import palette_added
from companion.rules import CannotAdd
from tests.games import boxfolder, mine_photos
from tests.games.minetable import BOX, tile

unreadable = partial(boxfolder.unreadable, mine)
problems = partial(boxfolder.problems, mine)

HEADER = "class,L,a,b,source\n"
PURPLE = "white,45.5,50.25,-40,house\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return boxfolder.copied(mine, tmp_path)


def added(folder: Path, text: str):
    return palette_added(folder, {}, text.encode())


def test_a_box_may_have_no_palette() -> None:
    assert BOX.tints == ()
    surface = mine.surfaces(BOX)["3A"]
    assert surface.colours["white"] == (244, 244, 240)


def test_crystals_are_told_by_the_palette_and_patches_stay_as_printed(folder: Path) -> None:
    (folder / "palette.csv").write_text(HEADER + PURPLE, "utf-8")
    box = mine.read_box(folder)
    assert mine.check_box(box) == []
    surface = mine.surfaces(box)["3A"]
    assert surface.colours["white"] == tints.srgb((45.5, 50.25, -40)) != (244, 244, 240)
    assert surface.colours["red"] == mine.surfaces(BOX)["3A"].colours["red"]
    assert surface.patches == mine.surfaces(BOX)["3A"].patches


@pytest.mark.parametrize("srgb", [colour.srgb for colour in BOX.colours] + list(BOX.palette.values()) + ["#000000"])
def test_colours_come_back_from_l_a_b(srgb: str) -> None:
    assert "#{:02X}{:02X}{:02X}".format(*tints.srgb(tints.lab(srgb))) == srgb


def test_a_colour_that_no_screen_shows_is_the_nearest_at_its_edge() -> None:
    assert tints.srgb((50, 0, -140))[2] == 255 and tints.srgb((100, 0, 120))[2] == 0


@pytest.mark.parametrize(
    ("rows", "place"),
    [("white,101,0,0,house\n", (2, "L")), ("white,50,red,0,house\n", (2, "a")), ("white,50,0,-151,house\n", (2, "b"))],
)
def test_a_shade_that_there_is_not_is_named(folder: Path, rows: str, place: tuple[int, str]) -> None:
    (folder / "palette.csv").write_text(HEADER + rows, "utf-8")
    assert ("palette.csv", *place) in unreadable(folder)


def test_a_class_unknown_or_twice_is_an_error(folder: Path) -> None:
    (folder / "palette.csv").write_text(HEADER + PURPLE + PURPLE + "pink,60,40,0,house\n", "utf-8")
    assert problems(folder, error=True) == [("palette.csv", 3, "class"), ("palette.csv", 4, "class")]


def test_crystals_that_look_alike_in_the_palette_are_a_warning(folder: Path) -> None:
    red = next(tints.lab(colour.srgb) for colour in BOX.colours if colour.colour == "red")
    (folder / "palette.csv").write_text(HEADER + "white,{:.1f},{:.1f},{:.1f},house\n".format(*red), "utf-8")
    assert problems(folder, error=False) == [("palette.csv", 2, "class")]


# --- adding it --------------------------------------------------------------------------------------------------------


def test_a_palette_is_the_medians_of_what_cells_show(folder: Path) -> None:
    table = "board,cell,class,L,a,b\n3A,A1,red,40,60,30\n3A,A2,red,42,61,33\n3A,A3,red,90,0,0\n3A,A4,,1,1,1\n3A,A5,rock,60,2,5\n"
    done = added(folder, table)
    assert done.files["palette.csv"].decode() == HEADER + "red,42.00,60.00,30.00,house\nrock,60.00,2.00,5.00,house\n"
    assert [str(sentence) for sentence in done.said] == ["red: from 3 cells", "rock: from 1 cell"]


def test_what_was_known_of_other_colours_stays(folder: Path) -> None:
    (folder / "palette.csv").write_text(HEADER + PURPLE + "red,40,60,30,house\n", "utf-8")
    done = added(folder, "class,L,a,b\nred,50,50,20\n")
    assert done.files["palette.csv"].decode() == HEADER + "white,45.50,50.25,-40.00,house\nred,50.00,50.00,20.00,house\n"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("class,L,a\nred,1,2\n", "no column b"),
        ("class,L,a,b\nred,1,2,x\n", "Row 2, b"),
        ("class,L,a,b\npink,1,2,3\n", "pink"),
        ("class,L,a,b\n,1,2,3\n", "No row"),
        ("class,L,a,b\nred,1\n", "Row 2, a"),
        ('class,L,a,b\n"red,1,2,3\n', "no CSV table"),
    ],
)
def test_a_table_that_is_no_palette_is_refused(folder: Path, text: str, says: str) -> None:
    with pytest.raises(CannotAdd, match=says):
        added(folder, text)


def test_bytes_that_are_no_text_are_refused(folder: Path) -> None:
    with pytest.raises(CannotAdd):
        palette_added(folder, {}, b"\xff\xfe\x00")
    with pytest.raises(CannotAdd, match="larger"):
        palette_added(folder, {}, b"x" * 100_001)


def test_a_photograph_becomes_a_palette(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rng = random.Random(2)
    tiles = [tile(text) for text in ("yellow A1", "blue B1 C1", "green A4 B4 A5", "red A2 B2 C2 B3", "white D5 E5 F5 G5 D6")]
    photo = mine_photos.photograph(mine_photos.laid(4, "B", tiles, rng), mine_photos.Taken(width=900), rng)
    (tmp_path / "photo.jpg").write_bytes(photo.jpeg)
    assert run(["scan", "--game", "mine", "--colours", str(tmp_path / "photo.jpg")]) == 0
    table = tmp_path / "colours.csv"
    table.write_text(capsys.readouterr().out, "utf-8")
    assert table.read_text("utf-8").count("4B,") == 42
    assert run(["scan", "--game", "mine", "--json", str(tmp_path / "photo.jpg")]) == 0
    ((board,),) = [one["boards"] for one in json.loads(capsys.readouterr().out)]
    assert (board["board"], board["light"], sorted(board["labels"])) == (
        "4B",
        "strip",
        [f"OM:4B-{at}" for at in ("BL", "BR", "TL", "TR")],
    )
    assert max(math.dist(*both) for both in zip(board["corners"], photo.grid, strict=True)) < 10
    shown = {name: cell["class"] for name, cell in board["cells"].items()}
    assert {name: what for name, what in shown.items() if what not in ("space", "rock")} == {
        cell: one.colour for one in tiles for cell in one.cells
    }
    assert all(cell["why"] is None and cell["margin"] > 6 and cell["distance"] < 18 for cell in board["cells"].values())
    assert run(["scan", "--game", "mine", str(tmp_path / "photo.jpg")]) == 0
    (line,) = [line for line in capsys.readouterr().out.splitlines() if "board 4B" in line]
    assert "yellow A1" in line and "blue B1 C1" in line
    assert run(["box", "add", "mine", "house", str(table), "--copy", "ours"]) == 0
    said = capsys.readouterr().out
    assert "red: from 4 cells" in said and "white: from 5 cells" in said
    box = mine.read_box(Path(said.split(" lies in ")[1].strip()))
    house = {colour.colour: tints.lab(colour.srgb) for colour in BOX.colours}
    assert {tint.what for tint in box.tints} == {*house, "space", "rock"}
    assert all(tints.distance(tint.lab, house[tint.what]) < 8 for tint in box.tints if tint.what in house)
