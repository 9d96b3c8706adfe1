"""The colours of an owner's pieces: photographed on a page, put right there, kept in a copy of the box."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from companion.games import GAMES, mine
from companion.games.mine import tints
from companion.web import create_app
from companion.web.safety import limiter
from tests.games import mine_photos
from tests.games.minetable import BOX, tile
from tests.web.conftest import Browser

TILES = [tile(text) for text in ("yellow A1", "blue B1 C1", "green A4 B4 A5", "red A2 B2 C2 B3", "white D5 E5 F5 G5 D6")]
HOUSE = {colour.colour: tints.lab(colour.srgb) for colour in BOX.colours}


@pytest.fixture(scope="module")
def jpeg() -> bytes:
    rng = random.Random(2)
    return mine_photos.photograph(mine_photos.laid(4, "B", TILES, rng), mine_photos.Taken(width=900), rng).jpeg


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Browser]:
    limiter.enabled = False
    yield Browser(
        create_app({"GAMES": {name: GAMES[name] for name in ("mine", "hardback")}, "DATA": str(tmp_path), "TESTING": True})
    )
    limiter.enabled = True


def sent(browser: Browser, jpeg: bytes) -> str:
    browser.get("/boxes/mine/house/colours")
    return browser.post("/boxes/mine/house/colours", photo=(BytesIO(jpeg), "board.jpg"))


def lots(page: str) -> list[tuple[list[str], str]]:
    """The cells of each lot, and what it is taken for."""
    found = re.findall(r'name="lot" value="([^"]*)">\s*<select.*?</select>', page, re.DOTALL)
    chosen = re.findall(r'<option value="(\w*)" selected>', page)
    return list(zip([[part.partition(":")[0] for part in one.split()] for one in found], chosen, strict=True))


def keep(browser: Browser, told: list[str], copy_as: str = "ours") -> str:
    shades = re.findall(r'name="lot" value="([^"]*)"', browser.page)
    return browser.post("/boxes/mine/house/colours/kept", **{"lot": shades, "is": told, "copy_as": copy_as})


def kept(tmp_path: Path) -> dict[str, tuple[float, float, float]]:
    (folder,) = (path.parent for path in tmp_path.rglob("palette.csv"))
    return {tint.what: tint.lab for tint in mine.read_box(folder).tints}


def test_a_photograph_becomes_the_palette_of_a_copy(browser: Browser, jpeg: bytes, tmp_path: Path) -> None:
    assert "/boxes/mine/house/colours" in browser.get("/boxes")
    sent(browser, jpeg)
    found = lots(browser.page)
    assert {what: set(cells) for cells, what in found if what in HOUSE} == {one.colour: set(one.cells) for one in TILES}
    assert [what for _, what in found][-2:] in (["space", "rock"], ["rock", "space"])
    assert not list(tmp_path.rglob("palette.csv")), "nothing is kept before someone says so"
    keep(browser, [what for _, what in found])
    assert "red: from 4 cells" in browser.page and browser.path == "/boxes"
    palette = kept(tmp_path)
    assert set(palette) == {*HOUSE, "space", "rock"}
    assert all(tints.distance(palette[what], HOUSE[what]) < 8 for what in HOUSE)


def test_what_was_taken_for_another_colour_is_put_right_or_left_out(browser: Browser, jpeg: bytes, tmp_path: Path) -> None:
    sent(browser, jpeg)
    swap = {"red": "white", "white": "red", "blue": ""}
    keep(browser, [swap.get(what, what) for _, what in lots(browser.page)])
    palette = kept(tmp_path)
    assert "blue" not in palette
    assert tints.distance(palette["red"], HOUSE["white"]) < 8 and tints.distance(palette["white"], HOUSE["red"]) < 8


def test_a_name_that_a_box_has_already_is_refused_and_nothing_said_is_lost(browser: Browser, jpeg: bytes, tmp_path: Path) -> None:
    sent(browser, jpeg)
    before = lots(browser.page)
    keep(browser, [what for _, what in before], copy_as="house")
    assert browser.status == 422 and 'role="alert"' in browser.page
    assert lots(browser.page) == before
    keep(browser, [what for _, what in before])
    assert "red" in kept(tmp_path)


def test_without_a_board_it_is_said_what_to_do(browser: Browser) -> None:
    out = BytesIO()
    Image.new("RGB", (300, 200), "#886644").save(out, "JPEG")
    page = sent(browser, out.getvalue())
    assert browser.status == 422 and 'role="alert"' in page and 'name="photo"' in page
    browser.post("/boxes/mine/house/colours")
    assert browser.status == 400


def test_a_form_that_no_page_sends_is_refused(browser: Browser, jpeg: bytes, tmp_path: Path) -> None:
    browser.get("/boxes/mine/house/colours")
    for shades, told in (
        ([], []),
        (["A1:1.00:2.00:3.00"], ["pink"]),
        (["A1:1:2"], ["red"]),
        ([""], ["red"]),
        (["A1:1.00:2.00:3.00"], []),
    ):
        browser.post("/boxes/mine/house/colours/kept", **{"lot": shades, "is": told, "copy_as": "ours"})
        assert browser.status == 400, (shades, told)
    assert not list(tmp_path.rglob("palette.csv"))


@pytest.mark.parametrize("path", ["/boxes/hardback/reported/colours", "/boxes/chess/house/colours", "/boxes/mine/none/colours"])
def test_where_no_colours_are_kept_there_is_no_page(browser: Browser, path: str) -> None:
    browser.get(path)
    assert browser.status in (400, 404)
