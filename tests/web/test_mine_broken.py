"""Out of Mine! told wrongly: odd addresses, pictures without colours, colours all over the grid, boxes of owners."""

from __future__ import annotations

import io
import random
import re
from pathlib import Path
from urllib.parse import urlencode

import cv2
import pytest
from flask import Flask

from companion import scan
from companion.games import mine
from companion.games.mine.cuts import cuts
from companion.games.mine.state import Options
from tests.games import boxfolder, mine_photos
from tests.games.minetable import BOX, COVER, ORDER, ready, shout, tile
from tests.web.conftest import Browser, real_games

app = pytest.fixture(real_games, scope="module")


def opened(app: Flask, *told: str, options: str = "{}", box: str = "house") -> tuple[Browser, str]:
    """A browser at a table of two where this was told, and the table's address."""
    lines = [line for text in told for line in text.splitlines()]
    numbered = "".join(f"{seq} {line}\n" for seq, line in enumerate(lines, 1))
    text = f"companion 1\ngame: mine\nbox: {box}\noptions: {options}\nseats: Ana, Ben\n\n{numbered}"
    browser = Browser(app)
    browser.post("/tables", record=(io.BytesIO(text.encode()), "record.txt"))
    assert browser.status == 200, browser.page
    return browser, browser.path


COUNT = (ready("4B T26", "5A T21"), ORDER, shout(0))


@pytest.mark.parametrize("name", ["f.tiles", "move"])
def test_an_address_with_brackets_without_end_lays_nothing(app: Flask, name: str) -> None:
    browser, table = opened(app, *COUNT)
    browser.get(f"{table}?{urlencode({'seat': 0, 'lay': 1, name: 'Laid ' * (name == 'move') + '[' * 20_000})}")
    assert browser.status == 200
    assert not re.findall(r'name="tile"', browser.page)


def test_for_a_colour_all_over_the_grid_the_search_for_tiles_beyond_it_is_given_up() -> None:
    found = cuts(BOX, BOX.gallery[4, "B"], BOX.card["T26"], Options(), dict.fromkeys(BOX.cells, "red"))
    assert [(odd.colour, odd.why, odd.beyond) for odd in found.odd] == [("red", "number", ())]


def test_a_picture_in_black_and_white_tells_no_crystals_and_no_empty_spaces() -> None:
    rng = random.Random(1)
    drawn = mine_photos.laid(4, "B", [tile(text) for text in COVER], rng)
    pixels = mine_photos.photograph(drawn, mine_photos.Taken(width=900), rng).pixels
    jpeg = cv2.imencode(".jpg", cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY))[1].tobytes()
    seen = scan.look(jpeg, frozenset(f"OM:{code}" for code in BOX.pieces), 60, mine_photos.SURFACES)
    assert seen.boards == {}
    assert "black and white" in str(seen.missed["4B"])


@pytest.mark.parametrize(
    ("old", "new", "column"),
    [
        ("TR = [150.0, -10.0]", "TR = [-10.0, -10.0]", "labels.TL"),
        ("BR = [150.0, 130.0]", "BR = [50.0, -10.0]", "labels.TR"),
        ("TL = [-10.0, -10.0]", "TL = [-100.0, -10.0]", "grid.board_mm"),
    ],
)
def test_of_labels_that_cannot_lie_on_a_board_a_box_is_warned(tmp_path: Path, old: str, new: str, column: str) -> None:
    folder = boxfolder.copied(mine, tmp_path)
    boxfolder.edit(folder, "box.toml", old, new)
    assert boxfolder.problems(mine, folder, error=False) == [("box.toml", None, column)]
