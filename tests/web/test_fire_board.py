"""The look of Fire in the Library: what must hold of its drawings, colours and templates, whatever they look like."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.web import create_app
from companion.web.safety import limiter
from tests.web.conftest import Browser, words

ROOT = Path(__file__).parents[2]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
SPRITE = (ROOT / "static/fire/pieces.svg").read_text()
SITE = (ROOT / "static/site.css").read_text()
LOOK = (ROOT / "static/fire/look.css").read_text()

MATERIALS = ("paper", "ink", "accent", "accent-2", "danger", "edge", "pattern")


def materials(css: str, night: bool) -> dict[str, str]:
    """The colours that a sheet sets, by day or by lamplight."""
    pairs = re.findall(r"--([\w-]+): light-dark\((#[0-9a-f]{3,6}), (#[0-9a-f]{3,6})\);", css)
    return {name: dark if night else light for name, light, dark in pairs}


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The ratio of WCAG: 1 (the same) to 21."""
    lights = sorted((luminance(one), luminance(other)))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def test_contrast_is_21_between_black_and_white_and_1_with_itself() -> None:
    assert round(contrast("#000", "#ffffff"), 2) == 21
    assert contrast("#1b5c47", "#1b5c47") == 1


@pytest.mark.parametrize("night", [False, True], ids=["by day", "by lamplight"])
@pytest.mark.parametrize("sheet", [SITE, LOOK], ids=["the house", "fire"])
@pytest.mark.parametrize("name", ["ink", "accent", "accent-2", "danger"])
def test_every_colour_that_writes_is_readable_on_the_paper(sheet: str, name: str, night: bool) -> None:
    colours = materials(sheet, night)
    assert contrast(colours[name], colours["paper"]) >= 4.5


@pytest.mark.parametrize("night", [False, True], ids=["by day", "by lamplight"])
@pytest.mark.parametrize("name", ["accent", "danger"])
def test_what_stands_on_a_main_button_is_readable(name: str, night: bool) -> None:
    colours = {**materials(SITE, night), **materials(LOOK, night)}
    assert contrast(colours["on"], colours[name]) >= 4.5


def test_the_game_sets_every_material_that_the_house_asks_for() -> None:
    for name in MATERIALS:
        assert re.search(rf"^  --{name}:", LOOK, re.MULTILINE), name
        assert re.search(rf"^  --{name}:", SITE, re.MULTILINE), name


def test_no_template_has_a_style_or_a_script_of_its_own() -> None:
    assert TEMPLATES
    for template in TEMPLATES:
        text = template.read_text()
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=[\"']|<script(?![^>]*\bsrc=)", text), template.name


def test_the_sheets_load_nothing_from_another_host() -> None:
    for sheet in (SITE, LOOK, SPRITE.replace('xmlns="http://www.w3.org/2000/svg"', "")):
        assert not re.search(r"https?:|//[a-z]|@import|url\(", sheet)


def test_every_picture_that_the_board_names_is_drawn() -> None:
    drawn = set(re.findall(r'<symbol id="([^"]+)"', SPRITE))
    named = set()
    for template in (ROOT / "templates/fire").glob("*.html"):
        named |= set(re.findall(r'piece\("([\w-]+)"[,)]', template.read_text()))
    assert {"tool", "tool-back", "destroyed"} <= named
    assert named <= drawn
    assert {f"figure-{seat}" for seat in range(6)} | {"robot", "BP", "BB", "BY", "BW", "F"} <= drawn


# --- the page of a game -----------------------------------------------------------------------------------------------

PEOPLE = ("Ana", "Ben")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    made = create_app({"DATA": str(tmp_path_factory.mktemp("house")), "TESTING": True, "PROPAGATE_EXCEPTIONS": False})
    limiter.enabled = False
    yield made
    limiter.enabled = True


@pytest.fixture
def table(house: Flask) -> Browser:
    """The screen everyone sees at a table where Ana has card 2 (tool tool 2 4 6) and Ben card 3, and Ana has the bag."""
    browser = Browser(house)
    browser.open("fire", PEOPLE)
    browser.post(f"{browser.path}/moves", **browser.marks(), who="TABLE", move='TurnCards {"cards": [2, 3]}')
    browser.press("StartSaving {}")
    assert browser.status == 200, browser.page
    return browser


def draw(browser: Browser, *tokens: str) -> str:
    for token in tokens:
        browser.press(f'Drew {{"token": "{token}"}}')
    return browser.page


def spaces(page: str) -> list[str]:
    return re.findall(r'<svg class="space[^"]*"[^>]*aria-label="([^"]*)"', page)


def test_the_card_shows_its_safe_and_risk_spaces_and_what_lies_on_them(table: Browser) -> None:
    assert [" ".join(label.split()) for label in spaces(draw(table, "BP", "F"))] == [
        "1: safe space, purple book",
        "2: safe space, fire",
        "3: risk space 2, empty",
        "4: risk space 4, empty",
        "5: risk space 6, empty",
    ]


def test_the_odds_are_a_fraction_of_the_bag_and_a_bar_of_as_many_parts(table: Browser) -> None:
    page = draw(table, "F")
    assert "6 of 28 tokens in the bag make the fire spread now" in words(page)
    bar = re.search(r'<svg class="odds-bar".*?</svg>', page, re.DOTALL)
    assert bar is not None
    assert (bar.group(0).count('class="hot"'), bar.group(0).count("<rect")) == (6, 28)


def test_stop_says_what_it_is_worth_term_by_term(table: Browser) -> None:
    page = draw(table, "BP", "BW", "BY")
    assert "Stop 3 + 1 + 2 + 2 = 8" in words(page)


def test_stop_on_safe_spaces_says_that_a_tool_comes_with_it(table: Browser) -> None:
    page = draw(table, "F", "BW")
    stop = re.search(r'<button class="btn btn-stop".*?</button>', page, re.DOTALL)
    assert stop is not None
    assert words(stop.group(0)) == "Stop 1 and a tool"


def test_before_the_first_token_there_is_no_stop_but_a_pad_of_five_keys(table: Browser) -> None:
    assert "Stop {}" not in table.page
    assert re.findall(r'id="key-(\w+)"', table.page) == ["BP", "BB", "BY", "BW", "F"]


def test_a_kind_of_which_the_bag_is_empty_has_no_key(table: Browser) -> None:
    page = draw(table, "BP", "BP", "BP", "BP")
    assert re.findall(r'id="key-(\w+)"', page) == ["BB", "BY", "BW", "F"]
    assert "none left: purple book" in words(page)


def test_a_spreading_fire_says_what_would_burn(table: Browser) -> None:
    page = words(draw(table, "BP", "BP", "F"))
    assert "Ana’s fire spreads" in page
    assert "Fables 3 Fables 5 1 fire into the bag" in page


def test_what_hands_must_do_stands_beside_the_turn(table: Browser) -> None:
    draw(table, "BP", "BP", "F")
    table.press("Burn {}")
    page = table.page
    listed = re.search(r'<details class="hands-list".*?</details>', page, re.DOTALL)
    assert listed is not None
    assert "Fables" in words(listed.group(0))


def test_the_phone_of_another_seat_does_not_offer_the_stop(table: Browser, house: Flask) -> None:
    draw(table, "BP")
    other = Browser(house)
    other.get(table.path)
    other.post(f"{table.path}/sit", seat="1")
    assert "Ana’s turn" in words(other.page)
    assert "Stop {}" not in other.page
    assert "Tap for Ana" in words(other.page)


def test_names_are_text_on_the_board_whatever_they_are(house: Flask) -> None:
    browser = Browser(house)
    browser.open("fire", ("<b>Ana</b>", "Ben & “co”"))
    assert "<b>Ana</b>" not in browser.page
    assert "&lt;b&gt;Ana&lt;/b&gt;" in browser.page


@pytest.mark.parametrize(("language", "practice"), [("es", ""), ("fr", "1")])
def test_a_whole_game_has_a_board_at_every_step(house: Flask, language: str, practice: str) -> None:
    browser = Browser(house, **{"Accept-Language": language})
    browser.open("fire", ("Ana",), practice=practice, options="1")
    if not practice:
        browser.post(f"{browser.path}/moves", **browser.marks(), who="TABLE", move='TurnCards {"cards": [1]}')
    if practice:
        browser.post(f"{browser.path}/sit", seat="0")
    for turn in range(200):
        wishes = (
            "CountUp {}",
            "EndTurn {}",
            "Stop {}",
            "Burn {}",
            "StartSaving {}",
            "Draw {}",
            'Drew {"token": "BW"}',
            'Drew {"token": "BY"}',
        )
        offered = [value for form in browser.forms() for name, value in form["buttons"] if name == "move"]
        takes = [move for move in offered if move.startswith(("TakeTool", "ChooseCard"))]
        wish = next((move for move in (*wishes, *takes) if move in offered), None)
        if wish is None:
            break
        browser.press(wish)
        assert browser.status == 200, (turn, wish, words(browser.page))
        assert '<ol class="sections">' in browser.page
    assert '<ol class="ranking">' in browser.page, words(browser.page)


def test_every_class_that_the_board_needs_from_a_sheet_is_there() -> None:
    sheets = SITE + LOOK
    for name in (
        "spaces",
        "odds-bar",
        "pad",
        "key-out",
        "sections",
        "burns-next",
        "piles",
        "track",
        "figures",
        "order",
        "stacked",
    ):
        assert f".{name}" in sheets, name


def test_a_mistaken_token_is_taken_back_where_it_is_told(table: Browser) -> None:
    draw(table, "BP")
    table.fill("/strike")
    assert table.path.startswith("/t/")
    assert "Drawn: a purple book" not in words(table.page)
    assert spaces(table.page) == ["1: safe space, empty", *spaces(table.page)[1:]]


def test_what_a_turn_was_worth_stands_beside_the_stop(table: Browser) -> None:
    draw(table, "BP", "BW")
    table.press("Stop {}")
    last = re.search(r'id="last-change">(.*?)</form>', table.page, re.DOTALL)
    assert last is not None
    assert '<b class="num">+4</b>' in last.group(1)


def four_players(last: int) -> str:
    """The record of a game of four, up to its entry *last*."""
    return (ROOT / "tests/playthroughs/fire-four-players.txt").read_text().partition(f"\n{last + 1} ")[0] + "\n"


@pytest.mark.parametrize(("last", "seat"), [(11, 0), (20, 2), (75, 0)], ids=["a pad and Stop", "a tool after a fire", "a tool"])
def test_what_may_be_done_and_what_was_done_stand_above_the_fold(phone: Callable[..., Any], last: int, seat: int) -> None:
    page = phone()
    page.goto("/")
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    page.set_input_files("#record", {"name": "record.txt", "mimeType": "text/plain", "buffer": four_players(last).encode()})
    page.click("form:has(#record) button")
    page.wait_for_selector(".board")
    table = page.url
    page.goto(table.replace("/t/", "/join/"))
    page.click(f"form:has(input[name=seat][value='{seat}']) button")
    page.wait_for_selector(".hand")
    for large in (False, True):
        for width, height in [(390, 844), (820, 1180)] + [(1280, 800)] * (not large):
            page.set_viewport_size({"width": width, "height": height})
            page.goto(table)
            page.evaluate("size => document.documentElement.dataset.type = size", "large" if large else "normal")
            for part in (".status h1", ".status-last", ".fire-actions", ".scores" if width < 768 else ".track"):
                box = page.locator(part).bounding_box()
                assert box["y"] >= 0 and box["y"] + box["height"] <= height + 1, (part, width, large, box)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_page_that_is_scrolled_a_little_stays_where_it_is_when_a_move_changes_it(phone: Callable[..., Any]) -> None:
    page = phone()
    page.goto("/tables?game=fire&practice=1")
    page.click("main form button.btn-main")
    page.wait_for_selector("button[value='StartSaving {}']")
    page.evaluate("scrollTo(0, 40)")
    page.focus("button[value='StartSaving {}']")
    page.evaluate("scrollTo(0, 40)")
    page.keyboard.press("Enter")
    page.wait_for_selector("button[value='Draw {}']")
    page.wait_for_load_state("networkidle")
    assert page.evaluate("scrollY") == 40


def test_the_page_of_the_score_has_the_bars_of_the_end_of_the_game(table: Browser) -> None:
    draw(table, "BP", "BW", "BY")
    table.press("Stop {}")
    page = table.get(f"{table.path}/score")
    ranking = re.search(r'<ol class="ranking">.*?</ol>', page, re.DOTALL)
    assert ranking is not None
    assert re.findall(r'<rect class="part-(\w+)"', ranking.group(0)) == ["P", "Y", "W", "bravery"]
    assert words(ranking.group(0)).startswith("1 Ana 3 2 1 2 8 2 Ben")


def test_a_form_of_seats_shows_the_figure_of_each(table: Browser) -> None:
    assert re.findall(r"#figure-(\d)", table.get(table.path.replace("/t/", "/join/"))) == ["0", "1"]
    assert re.findall(r"#figure-(\d)", table.get("/tables?game=fire")) == ["0", "1", "2", "3", "4", "5"]


def test_copies_of_a_tool_stand_together_under_its_name(house: Flask) -> None:
    """Only a table whose game has had a first round has tools to play: the record of four players stops in its second."""
    browser = Browser(house)
    browser.post("/tables", record=(BytesIO(four_players(41).encode()), "record.txt"))
    browser.post(f"{browser.path}/sit", seat="1")
    chosen_from = re.search(r'<select[^>]*name="f.tool".*?</select>', browser.page, re.DOTALL)
    assert chosen_from is not None
    torches = re.search(r'<optgroup label="Torch">(.*?)</optgroup>', chosen_from.group(0), re.DOTALL)
    assert torches is not None
    assert set(re.findall(r'value="&#34;(T\d\d)\w&#34;"', torches.group(1))) == {"T07"}
    names = re.findall(r'<optgroup label="([^"]+)">', chosen_from.group(0))
    assert len(names) > 2
    assert names == sorted(names)


def test_unknown_tools_of_a_hand_are_one_card_with_their_number(table: Browser) -> None:
    table.post(f"{table.path}/sit", seat="1")
    hand = re.search(r'<section class="hand".*?</section>', table.page, re.DOTALL)
    assert hand is not None
    assert hand.group(0).count("<li") == 1
    assert "Only you know it × 2" in words(hand.group(0))


def test_a_practice_table_offers_one_way_to_draw(house: Flask) -> None:
    browser = Browser(house)
    browser.open("fire", ("Ana", "Ben", "Cleo"), practice="1")
    while 'value="Draw {}"' not in browser.page:
        seat = re.search(r'name="seat" value="(\d)"><input type="hidden" name="take_over"', browser.page)
        if 'value="StartSaving {}"' in browser.page:
            browser.press("StartSaving {}")
        else:
            assert seat is not None
            browser.post(browser.path + "/sit", seat=seat.group(1), take_over="1")
    assert 'name="go_on"' not in browser.page


def test_whoever_takes_a_tool_reads_what_it_does(house: Flask) -> None:
    browser = Browser(house)
    browser.open("fire", ("Ana",), practice="1")
    browser.press("StartSaving {}")
    browser.press("Draw {}")
    while 'value="Stop {}"' in browser.page and 'class="take"' not in browser.page:
        browser.press("Stop {}")
    assert 'class="take"' in browser.page
    assert browser.page.count('class="take-text"') == 3


def test_what_no_ruling_can_waive_is_written_down_in_words(table: Browser) -> None:
    table.get(table.path)
    table.post(f"{table.path}/moves", **table.marks(), move="Ben Stop {}")
    assert table.status == 422
    table.fill("/ruling", text="Ben stops. We let it stand.")
    assert table.status == 200
    assert "Ben stops. We let it stand." in table.get(f"{table.path}/journal")
