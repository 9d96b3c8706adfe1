"""The table of Out of Mine! as people use it: what they look for after a round, what lies over what, how practice ends."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from companion.games.mine.pictures import CELL, FACE, RIM, plan
from companion.games.mine.state import Tile
from tests.games.minetable import BOX, COVER, counted, dug, laid, round_of
from tests.web.conftest import Browser, real_games, words
from tests.web.test_mine_pages import ADVANCED, FOUR, ORDER, at_table, offered, opened, ready, state_of, tap, text_of

app = pytest.fixture(real_games, scope="module")

CAMERA = "Photograph the board"
COUNTING = (dug(*FOUR, shouter=2), counted(1, 3, 2, 4))
KNOWN = (dug("4B T26", "5A T21", shouter=0), counted(0, 0), counted(1, 4), ready("8B T01", "5B T02"))
FOUND = [f"{one} {find}" for one, find in zip(COVER, ("gold", "worm", "silver", "rat", "gold", "silver"), strict=True)]


# --- after the count ------------------------------------------------------------------------------------------------------


def test_whose_own_count_is_told_has_nothing_to_photograph_and_the_others_and_the_screen_have(app: Flask) -> None:
    told = text_of(*COUNTING, seats=4, options=ADVANCED)
    shown = {seat: CAMERA in words(at_table(app, told, seat).page) for seat in (0, 1, None)}
    assert shown == {0: True, 1: False, None: True}


def test_after_a_round_the_screen_begins_with_what_it_brought_and_a_phone_with_its_own(app: Flask) -> None:
    told = text_of(round_of(4, 1, shouter=0))
    screen, phone = at_table(app, told).page, at_table(app, told, 0).page
    assert screen.index('class="round-rows"') < screen.index('class="diggers"')
    assert phone.index('class="round-rows"') > phone.index('class="diggers"')
    own = re.findall(r'<p class="brought">(.*?)</p>', phone, re.S)
    assert [words(one) for one in own] == ["Round 1 4 10 − 4 left empty − 2 wrong shout"]
    assert 'class="brought"' not in screen + at_table(app, text_of(ready("8B T01"))).page


def amends(browser: Browser) -> list[dict[str, Any]]:
    """The forms that put a count right."""
    return [
        form for form in browser.forms() if form["action"].endswith("/strike") and any(n == "instead" for n, _ in form["buttons"])
    ]


def test_a_wrong_count_is_put_right_by_a_tap_in_the_round_and_after_it_and_again(app: Flask) -> None:
    browser = at_table(app, text_of(*COUNTING, seats=4, options=ADVANCED))
    (form,) = amends(browser)
    browser.send(form, {"instead": 'Counted {"seat": 1, "empty": 6, "elves": 2, "finds": 4}'})
    assert state_of(app, browser).seats[1].points == 10 - 6 + 2 + 4
    (form,) = amends(browser)
    line = 'Counted {"seat": 1, "empty": 6, "elves": 1, "finds": 4}'
    assert ("instead", line) in [(name, html.unescape(value)) for name, value in form["buttons"]]
    browser.send(form, {"instead": line})
    assert state_of(app, browser).seats[1].points == 10 - 6 + 1 + 4

    told = text_of(round_of(0, 3, shouter=0), ORDER)
    phone, screen = at_table(app, text_of(round_of(0, 3, shouter=0)), 1), at_table(app, told)
    assert amends(screen) == []  # nobody counts while all dig
    (form,) = amends(phone)  # its own
    phone.send(form, {"instead": 'Counted {"seat": 1, "empty": 2, "elves": 0, "finds": 0}'})
    state = state_of(app, phone)
    assert (state.phase, state.round, state.books[1][-1].points) == ("ready", 2, -2)


def test_tiles_are_put_right_in_the_journal(app: Flask) -> None:
    assert amends(at_table(app, text_of(dug("4B T26", "5A T21", shouter=0), laid(0, *COVER)))) == []


def test_from_the_end_one_comes_to_the_past_games_of_this_game(app: Flask) -> None:
    page = at_table(app, text_of(*[round_of(1, 2)] * 7)).page
    assert '<a class="btn" href="/games/mine/past">Games played before</a>' in page


def test_where_nothing_was_told_of_a_round_the_page_of_what_was_possible_opens_at_the_last_that_was(app: Flask) -> None:
    known, silent = (dug("4B T26", "5A T21", shouter=0), counted(0, 0), counted(1, 4)), round_of(1, 1)

    def linked(*told: str) -> str:
        found = re.search(r'href="/t/[^/]+/advice([^"]*)">Could it be filled\?', at_table(app, text_of(*told)).page)
        assert found is not None
        return found[1]

    assert linked(silent, *known, silent) == "?round=2"
    assert linked(silent) == ""


# --- what lies over what --------------------------------------------------------------------------------------------------


def test_a_find_lies_on_its_tile_and_leaves_every_letter_to_be_read(app: Flask) -> None:
    page = at_table(app, text_of(dug("4B T26", "5A T21", shouter=0), laid(0, *FOUND), options=ADVANCED)).page
    tiles = re.findall(r'<g class="tile">(.*?)</g>', page, re.S)
    assert len(tiles) == len(FOUND)
    for drawn, one in zip(tiles, COVER, strict=True):
        cells = [BOX.spot(cell) for cell in Tile(one.split()[0], tuple(one.split()[1:])).cells]
        find = re.search(r'#(?:gold|silver|worm|rat)" x="(-?[\d.]+)" y="(-?[\d.]+)" width="(\d+)"', drawn)
        assert find is not None
        x, y, wide = map(float, find.groups())
        assert (int((x + wide / 2 - RIM) // CELL), int((y + wide / 2 - RIM) // CELL)) in cells
        letters = re.findall(r'class="letter" x="([\d.]+)" y="([\d.]+)"', drawn)
        assert len(letters) == len(cells)
        # A letter is 8.4 high and about 6 wide, from its middle below.
        assert not any(x < float(at) < x + wide and y < float(low) - 4 < y + wide for at, low in letters)


def test_a_ring_around_an_elf_leaves_its_letter_to_be_read(app: Flask) -> None:
    browser = at_table(app, text_of(dug("4B T26", "5A T21", shouter=0), laid(0, *COVER), counted(1, 4), options=ADVANCED))
    over = re.findall(r'<svg class="ringed-over".*?</svg>', browser.page, re.S)
    assert over
    for drawn in over:
        letters = re.findall(r'class="ring" d="[^"]*"/><text class="elf-letter"[^>]*>[YBGRW]<', drawn)
        assert drawn.count('class="ring"') == len(letters) > 0


def test_elves_stand_on_their_board_whole() -> None:
    for one in BOX.boards:
        drawn = plan(BOX, one.board, one.side)
        for elf in drawn.elves:
            assert FACE / 2 <= elf.x <= drawn.width - FACE / 2 and FACE / 2 <= elf.y <= drawn.height - FACE / 2


# --- between the order and the shout --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_while_all_dig_no_page_of_any_seat_says_how_a_board_could_be_filled(app: Flask, seat: int | None) -> None:
    browser = at_table(app, text_of(*KNOWN, ORDER, options=ADVANCED), seat)
    table = "/".join(browser.path.split("/")[:3])
    for page in ("", "/advice", "/score", "/journal", "/rules", "/scans", "/record", f"?seat={seat or 0}&lay=1&tile=blue:A1.B1"):
        shown = browser.get(f"{table}{page}")
        assert browser.status == 200
        # Of the round before there is no solution either; tiles are laid on the table, not here.
        assert not re.search(r"solved-|hardest|as it could|laying-form|spaces? empty", shown), page
        assert not re.search(r"\bways\b|Could it be filled|[Pp]ossible: \d", words(shown)), page


# --- practice -------------------------------------------------------------------------------------------------------------


def practising(app: Flask) -> Browser:
    """A practice game of two in which all dig, on the page of the first seat."""
    browser = Browser(app)
    browser.open("mine", ("Ana", "Ben"), practice="1")
    table = browser.path
    for seat in (0, 1):
        browser.post(f"{table}/sit", seat=str(seat), take_over="1")
        browser.press(next(line for line in offered(browser) if line.startswith("ChoseSide")))
    browser.post(f"{table}/sit", seat="0", take_over="1")
    assert state_of(app, browser).phase == "mine"
    return browser


def test_who_practises_and_cannot_finish_may_stop_and_what_lies_there_counts(app: Flask) -> None:
    browser = practising(app)
    digger = state_of(app, browser).seats[0]
    colour = next(colour for colour, n in BOX.card[digger.card].tiles.items() if n)
    tap(browser, "pick", next(shape.shape for shape in BOX.shapes if shape.colour == colour))
    tap(browser, "at", BOX.names[BOX.gallery[int(digger.board), digger.side].spaces.bit_length() - 1])
    form = next(form for form in browser.forms() if ("move", "AllStop {}") in form["fields"])
    browser.send(form, {"move": ["AllStop {}", form["buttons"][0][1]]})
    state = state_of(app, browser)
    assert (state.phase, state.shouter) == ("count", None)
    assert state.seats[0].tiles is not None and [one.colour for one in state.seats[0].tiles] == [colour]
    assert state.seats[1].tiles is None


def test_while_all_dig_the_screen_does_not_say_what_a_laying_is_worth(app: Flask) -> None:
    browser = practising(app)
    digger = state_of(app, browser).seats[0]
    # One yellow more than the card names: one is wrong wherever they lie.
    too_many = "&".join(f"tile=yellow:{name}" for name in BOX.names[: BOX.card[digger.card].tiles["yellow"] + 1])
    page = (
        browser.get(f"{browser.path}?seat=0&lay=1&{too_many}").partition('<div class="laying">')[2].partition('class="rare"')[0]
    )
    assert 'class="tile"' in page and "is-off" not in page and "The rule<" not in page
    shown = page.partition('class="shout shout-laying"')[2].partition("</button>")[0]
    assert words(shown.partition(">")[2]) == "OUT OF THE MINE! Ana"


def test_in_practice_what_a_tile_shows_is_told_below_the_shout(app: Flask) -> None:
    browser = Browser(app)
    browser.open("mine", ("Ana", "Ben"), practice="1", options="1", **{"option.finds": "1"})
    table = browser.path
    for seat in (0, 1):
        browser.post(f"{table}/sit", seat=str(seat), take_over="1")
        browser.press(next(line for line in offered(browser) if line.startswith("ChoseSide")))
    page = browser.get(f"{table}?seat=1&lay=1&tile=green:A4.B4.A5")
    assert page.index('id="shout-1"') < page.index('class="laid-finds"')
    assert re.findall(r'name="find"([^>]*?) value="0:(\w*)"', page)[:2] == [
        (' form="laying-form-1"', ""),
        (' form="laying-form-1"', "silver"),
    ]


def test_who_practises_for_everyone_may_stop_too(app: Flask) -> None:
    browser = practising(app)
    browser.post(f"{'/'.join(browser.path.split('/')[:3])}/sit", seat="")
    assert "AllStop {}" in offered(browser)
    browser.press("AllStop {}")
    assert (state_of(app, browser).phase, state_of(app, browser).shouter) == ("count", None)


# --- in a browser ---------------------------------------------------------------------------------------------------------

APART = """() => [...document.querySelectorAll(".treasure")].every(card => {
  const strips = [...card.querySelectorAll(".strip")].map(one => one.getBoundingClientRect());
  const finds = [...card.querySelectorAll(".treasure-finds li")].map(one => one.getBoundingClientRect());
  const inside = card.getBoundingClientRect();
  return finds.length && strips.every(a => a.right <= inside.right && finds.every(b =>
    a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top));
})"""


def test_nothing_on_a_card_lies_over_anything_on_four_columns_and_in_large_letters(phone: Callable[..., Any]) -> None:
    page = phone()
    opened(page, text_of(*COUNTING, seats=4, options=ADVANCED))
    table = page.url
    page.set_viewport_size({"width": 1280, "height": 800})
    assert page.evaluate(APART)
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate(APART)
    page.evaluate("document.documentElement.dataset.type = 'large'")
    assert page.evaluate(APART)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.emulate_media(reduced_motion="reduce")
    # One main action: the camera, until a number of empty spaces is chosen.
    page.goto(table)
    looks = "selector => getComputedStyle(document.querySelector(selector)).backgroundColor"
    camera = page.evaluate(looks, ".btn-camera")
    assert page.evaluate(looks, ".seat-0 .btn-tell") != camera
    page.locator('.seat-0 .pad-key:has(input[name="f.empty"][value="4"])').click()
    assert page.evaluate(looks, ".seat-0 .btn-tell") == camera != page.evaluate(looks, ".btn-camera")


def test_what_was_opened_stays_open_when_the_same_person_tells_something_else(phone: Callable[..., Any]) -> None:
    page = phone()
    opened(page, text_of(ready("8B T01"), 'TABLE GotBoard {"seat": 1, "board": 5}'))
    cards = page.locator(".seat-1 details.tell")
    cards.locator("summary").click()
    page.locator(".seat-1 .side-pick").first.click()
    page.wait_for_selector(".seat-1 > .plan")
    assert cards.get_attribute("open") is not None


def test_seven_rounds_fit_in_a_line_on_a_phone_and_a_total_is_not_broken_in_large_letters(phone: Callable[..., Any]) -> None:
    page = phone()
    opened(page, text_of(*[round_of(1, 2, 3, 0, shouter=3)] * 7, seats=4))
    page.evaluate("document.documentElement.dataset.type = 'large'")
    lines = "one => one.clientHeight / parseFloat(getComputedStyle(one).fontSize)"
    assert page.locator(".week-table tfoot td").first.evaluate(lines) < 2.2
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.goto(f"{page.url}/advice")
    for letters in ("", "large"):
        page.evaluate("letters => { document.documentElement.dataset.type = letters }", letters)
        tops = page.locator(".solved-rounds a").evaluate_all("all => all.map(one => [one.offsetTop, one.offsetWidth])")
        assert len(tops) == 7 and len({top for top, _ in tops}) == 1
        assert all(wide >= 48 for _, wide in tops)


def test_names_in_the_round_are_whole_on_a_tablet_and_the_page_is_no_wider(phone: Callable[..., Any]) -> None:
    page = phone()
    names = "seats: Maximiliano, Marguerite, Bartholomew, Dov"
    told = text_of(round_of(1, 2, 3, 0, shouter=2), seats=4).replace("seats: Ana, Ben, Cleo, Dov", names)
    opened(page, told.replace("Cleo", "Bartholomew").replace("Ana", "Maximiliano").replace("Ben", "Marguerite"))
    page.set_viewport_size({"width": 820, "height": 1180})
    lines = "all => all.map(one => Math.round(one.clientHeight / parseFloat(getComputedStyle(one).lineHeight)))"
    assert page.locator(".round-who .nameplate-name").evaluate_all(lines) == [1] * 4
    assert page.evaluate("document.documentElement.scrollWidth") <= 820
