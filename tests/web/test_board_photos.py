"""A board on a photograph, on its page: letters on the cells, questions, taps that stand in the address, the confirmed move."""

from __future__ import annotations

import html
import json
import random
import re
from collections.abc import Mapping
from io import BytesIO
from typing import Any

import cv2
import pytest
from flask import Flask
from PIL import Image

import models
from companion.games import mine
from companion.scan import board
from companion.scan.board import Board, Cell
from companion.scan.seen import Seen, Sighting, Sightings
from companion.web import boards, looks
from companion.web.house import house
from tests.games import mine_photos
from tests.games.minetable import BOX, COVER, ready, shout, tile
from tests.web.conftest import Browser, real_games
from tests.web.test_mine_pages import SHOUTED, WRONG, at_table, state_of, text_of

SURFACES = mine.surfaces(BOX)
FAR = 30
"""Pixels of a cell on the pictures of these tests."""


app = pytest.fixture(real_games, scope="module")


def square(x: float, y: float, size: float = FAR) -> Any:
    return (x, y), (x + size, y), (x + size, y + size), (x, y + size)


def read(name: str, tiles: Any, doubtful: Mapping[str, str]) -> Board:
    """A board as the scanner would have read it: *doubtful* cells with what is nearest."""
    crystals = {cell: one.colour for one in map(tile, tiles) for cell in one.cells}
    cells = {}
    for cell, may in SURFACES[name].classes.items():
        x, y = BOX.spot(cell)
        found = None if cell in doubtful else crystals.get(cell, may[-1])
        near, why = doubtful.get(cell, found or ""), "glare" if cell in doubtful else ""
        cells[cell] = Cell(found, near, may[0], 3.0, 9.0, why, square(100 + FAR * x, 80 + FAR * y), (50.0, 0.0, 0.0))
    return Board(cells, "strip", (), square(100, 80), ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)))


def seen(name: str, tiles: Any, doubtful: Mapping[str, str], labels: tuple[str, ...]) -> str:
    """What is kept beside the picture."""
    rows = tuple(Sighting(f"OM:{one}", square(20 + 60 * at, 20), 0.0, 3.0, "straight", 1.0) for at, one in enumerate(labels))
    known = {name: read(name, tiles, doubtful)} if len(labels) > 1 else {}
    missed = {} if known else {name: board.trouble(name, rows, None)}
    return looks.kept(Seen(Sightings(rows=(rows,)), (), (400, 320), b"", 1.0, known, missed))


def keep(app: Flask, browser: Browser, values: str) -> str:
    """The address of a photograph that was looked at before."""
    out = BytesIO()
    Image.new("RGB", (400, 320), "#b9a37c").save(out, "JPEG")
    code = browser.path.removeprefix("/t/").partition("/")[0]
    with app.app_context():
        row = models.Scan(table_id=0, seat=0, picture=out.getvalue(), width=400, height=320, seen=values)
        return f"/t/{code}/scans?scan={house().keep_scan(code, row)}"


def photo(
    app: Flask,
    *tiles: str,
    record: str = SHOUTED,
    options: str = "{}",
    name: str = "4B",
    doubtful: Mapping[str, str] | None = None,
    labels: tuple[str, ...] = ("4B-TL", "4B-BR"),
) -> Browser:
    """Ana's phone, at the page of a photograph of this board."""
    browser = at_table(app, text_of(record, options=options), 0)
    browser.get(keep(app, browser, seen(name, tiles, doubtful or {}, labels)))
    assert browser.status == 200
    return browser


def plan(page: str) -> dict[str, str]:
    """Cell -> what the plan says of it."""
    return dict(re.findall(r'<a [^>]*id="cell-4B-(\w\d)"[^>]*aria-label="\w\d: ([^"]*)"', page))


def tap(browser: Browser, cell: str) -> str:
    """Follows the link of a cell in the plan."""
    found = re.search(rf'<a href="([^"]*)" id="cell-4B-{cell}"', browser.page)
    assert found is not None
    return browser.get(html.unescape(found[1]))


def follow(browser: Browser, words: str) -> str:
    """Follows the first link with these words."""
    for address, inner in re.findall(r'<a class="btn[^"]*" href="([^"]*)"[^>]*>(.*?)</a>', browser.page, re.DOTALL):
        if " ".join(re.sub(r"<[^>]*>", " ", inner).split()) == words:
            return browser.get(html.unescape(address))
    raise AssertionError(f"no link {words}")


def laid(app: Flask, browser: Browser) -> list[str]:
    return sorted(map(str, state_of(app, browser).seats[0].tiles or ()))


# --- from the upload to the move --------------------------------------------------------------------------------------


def test_a_photograph_of_a_board_is_a_laying_once_it_is_confirmed(app: Flask) -> None:
    browser = at_table(app, text_of(SHOUTED), 0)
    code = browser.path.removeprefix("/t/")
    way = mine_photos.Taken(width=900, turn=20, tilt=12)
    picture = mine_photos.photograph(mine_photos.laid(4, "B", list(map(tile, COVER)), random.Random(1)), way, random.Random(2))
    browser.post(f"/t/{code}/scans", photo=(BytesIO(picture.jpeg), "board.jpg"))
    assert browser.status == 200
    assert "every space is covered: 12 points" in browser.page
    assert {cell: colour for cell, colour in plan(browser.page).items() if colour not in ("rock", "empty space")} == {
        cell: one.colour for one in map(tile, COVER) for cell in one.cells
    }
    browser.fill("/moves", having=("seen", browser.marks()["seen"]))
    assert len(laid(app, browser)) == len(COVER)
    assert f"/t/{code}/scans/" in browser.get(f"/t/{code}/journal"), "the picture is kept as evidence"


def both_boards() -> BytesIO:
    """A photograph of Ana's board and Ben's side by side, straight from above."""
    rng, table = random.Random(3), (60, 80, 110)
    sheets = [mine_photos.laid(4, "B", list(map(tile, COVER)), rng), mine_photos.laid(5, "A", [tile("blue A1 B1")], rng)]
    apart = [cv2.copyMakeBorder(one, 150, 150, 120, 120, cv2.BORDER_CONSTANT, value=table) for one in sheets]
    small = cv2.resize(cv2.hconcat(apart), None, fx=0.45, fy=0.45, interpolation=cv2.INTER_AREA)
    return BytesIO(cv2.imencode(".jpg", small)[1].tobytes())


def test_of_two_boards_on_one_photograph_each_goes_to_its_own_seat(app: Flask) -> None:
    for seat, whose in ((None, ["Ana", "Ben"]), (0, ["Ana"]), (1, ["Ben"])):
        browser = at_table(app, text_of(SHOUTED), seat)
        code = browser.path.removeprefix("/t/")
        browser.post(f"/t/{code}/scans", photo=(both_boards(), "boards.jpg"))
        told = re.findall(r'name="move" value="(\w+) Laid', browser.page)
        assert told == whose, seat
        assert browser.page.count('class="board-plan"') == len(whose)
    browser = at_table(app, text_of(SHOUTED))
    code = browser.path.removeprefix("/t/")
    browser.post(f"/t/{code}/scans", photo=(both_boards(), "boards.jpg"))
    (first, _) = (one for one in browser.forms() if one["action"].endswith("/moves"))
    browser.send(first, {})
    assert [digger.empty for digger in state_of(app, browser).seats] == [0, None], "one does not bring the other"


def test_a_board_is_shown_with_a_letter_on_every_crystal_and_what_comes_off_named(app: Flask) -> None:
    page = photo(app, *WRONG).page
    over = page[page.index('<g class="board-read"') : page.index("</figure>")]
    assert sorted(re.findall(r'text-anchor="middle">(.)</text>', over)) == sorted("R" * 8 + "G" * 9 + "B" * 2)
    assert re.findall(r">(sticks out|too many)</text>", over) == ["sticks out", "too many"]
    listed = page[page.index('<ul class="off-list">') :]
    assert "check.sticks_out" in listed and "check.number" in listed
    assert plan(page)["B1"] == "blue, comes off"
    assert plan(page)["D5"] == "red"
    assert "2 tiles come off and 6 spaces stay empty: 2 points" in page


def test_a_tap_changes_a_cell_and_stands_in_the_address_alone(app: Flask) -> None:
    browser = photo(app, *COVER)
    tap(browser, "A1")
    assert plan(browser.page)["A1"] != "blue"
    assert "(as you say)" in plan(browser.page)["A1"]
    assert "1 blue cell is no whole number of blues: which cell is wrong?" in browser.page
    assert laid(app, browser) == []
    may = SURFACES["4B"].classes["A1"]
    for _ in may[1:]:
        tap(browser, "A1")
    assert plan(browser.page)["A1"] == "blue (as you say)", "around once"
    assert "every space is covered: 12 points" in browser.page


def test_a_doubtful_cell_is_asked_for_and_nothing_proposed_before(app: Flask) -> None:
    browser = photo(app, *COVER, doubtful={"A5": "white"})
    assert plan(browser.page)["A5"] == "cannot be told"
    assert "One cell cannot be told: what lies there?" in browser.page
    assert 'class="cell cell-doubtful"' in browser.page
    assert not any(form["action"].endswith("/moves") for form in browser.forms())
    buttons = re.findall(r'btn-class"[^>]*>.*?<span>(.*?)</span>', browser.page)
    assert re.sub("<[^>]*>", "", buttons[0]) == "G green", "what the tiles beside it make likely stands first"
    follow(browser, "G green")
    assert "every space is covered: 12 points" in browser.page


def test_a_number_that_is_no_whole_number_is_a_question_with_a_way_beyond_the_grid(app: Flask) -> None:
    browser = photo(app, "green A4 B4 A5", "green F3 G3")
    assert "5 green cells are no whole number of greens: which cell is wrong?" in browser.page
    assert re.findall(r'id="cell-4B-(\w\d)" class="is-asked', browser.page) == ["F3", "G3"]
    follow(browser, "a green lies partly beyond the grid: F3 G3")
    assert "1 tile comes off and 17 spaces stay empty: 0 points" in browser.page
    browser.fill("/moves", having=("seen", browser.marks()["seen"]))
    assert laid(app, browser) == ["green A4 B4 A5", "green F3 G3"]


def test_finds_are_chosen_from_those_of_the_shape(app: Flask) -> None:
    browser = photo(app, "green A4 B4 A5", options='{"finds": true}')
    assert "What does green A4 B4 A5 show?" in browser.page
    follow(browser, "silver")
    assert re.search(r'aria-current="true">(?:(?!</a>).)*silver', browser.page, re.DOTALL)
    browser.fill("/moves", having=("seen", browser.marks()["seen"]))
    assert laid(app, browser) == ["green A4 B4 A5 silver"]


def test_the_card_is_chosen_from_a_list_and_confirmed_with_the_laying(app: Flask) -> None:
    browser = photo(app, *COVER, record="\n".join([ready("4B", "5A T01"), "TABLE IntoTheMine {}", shout(0)]))
    assert "Which treasure card has <bdi>Ana</bdi>?" in browser.page
    (form,) = (one for one in browser.forms() if one["action"].endswith("#asks-4B"))
    (value,) = re.findall(r'<option value="(4B.card:T26)">', browser.page)
    told = "&".join(f"{name}={text}" for name, text in (*form["fields"], ("say", value)))
    browser.get(f"{form['action'].partition('#')[0]}?{told}")
    assert "every space is covered: 12 points" in browser.page
    browser.fill("/moves", having=("seen", browser.marks()["seen"]))
    digger = state_of(app, browser).seats[0]
    assert (digger.card, digger.empty) == ("T26", 0)


def test_with_one_label_another_photograph_is_asked_for_and_tapping_stays_open(app: Flask) -> None:
    page = photo(app, labels=("4B-TL",)).page
    assert "Only the label 4B-TL is seen: photograph the whole board." in page
    assert "Take another photograph" in page
    assert "board-plan" not in page
    assert "Tap it in instead" in page


def test_tapping_the_tiles_in_begins_with_what_was_read(app: Flask) -> None:
    browser = photo(app, "blue A1 B1")
    follow(browser, "Tap in what lies there instead")
    assert browser.status == 200
    assert 'name="tile" value="blue:A1.B1"' in browser.page


def test_before_the_shout_one_label_says_all_there_is(app: Flask) -> None:
    page = photo(app, labels=("4B-TL",), record="").page
    assert "Only the label" not in page
    assert "gets board 4" in page


def test_of_another_seats_board_no_better_photograph_is_asked_for(app: Flask) -> None:
    page = photo(app, name="5A", labels=("5A-TL",)).page
    assert "Only the label" not in page
    assert "boards.twice" in page


def test_before_the_shout_a_board_is_told_by_its_labels(app: Flask) -> None:
    page = photo(app, *COVER, record="").page
    assert "board-plan" not in page
    assert "gets board 4" in page


# --- what is not to be trusted ----------------------------------------------------------------------------------------


def test_what_people_write_into_the_address_can_do_no_harm(app: Flask) -> None:
    browser = photo(app, "blue A1 B1")
    address = browser.page and re.search(r'href="([^"]*/scans\?scan=\d+)', browser.page)
    assert address
    bare = html.unescape(address[1])
    for more in (
        "cell=4B.A1:nonsense", "cell=4B.Z9:red", "cell=9A.A1:red", "cell=:", "cell=4B.A1", "say=4B.cut.blue:x", "say=4B.:x",
        "say=x.y.z:%3Cscript%3E", "cell=" + "4B.A1:red" * 500, "say=4B.find.A1:" + "x" * 3000,
        "&".join(["cell=4B.A1:rock"] * 1000),
    ):  # fmt: skip
        page = browser.get(f"{bare}&{more}")
        assert browser.status == 200, more
        assert plan(page)["A1"] == "blue", more
        assert "<script>" not in page.replace("<script ", "")


def test_what_a_reader_of_pictures_makes_up_is_left_out() -> None:
    values = {
        "4B": {
            "A1": {"found": "gold", "near": ["<b>", "blue"], "outline": [[0, 0], [1, 0], [1, 1], [0, 1]]},
            "Z9": {"found": "red", "near": ["red"], "outline": [[0, 0], [1, 0], [1, 1], [0, 1]]},
        },
        "99Z": {},
    }
    (board,) = boards.shown(values, SURFACES, {}, {})
    (cell,) = board.cells
    assert (board.name, cell.name, cell.found) == ("4B", "A1", None)
    assert set(cell.order) == set(SURFACES["4B"].classes["A1"]) and cell.order[0] == "blue"


def test_of_games_without_boards_nothing_more_is_kept() -> None:
    kept = json.loads(looks.kept(Seen(Sightings(), (), (10, 10), b"", 1.0)))
    assert "boards" not in kept


def test_what_is_said_is_read_as_it_is_spelled() -> None:
    told = {("4B", "C2"): "red", ("4B", "find.A4"): "silver"}
    assert boards.said(boards.spelled(told)) == told
    assert boards.said(["4B.C2:red", "4B.C2:blue"]) == {("4B", "C2"): "blue"}, "the last counts"
