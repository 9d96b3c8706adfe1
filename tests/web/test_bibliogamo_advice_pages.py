"""The advice of Bibliogamo on its page and beside the table: what it says, draws and asks for."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, render_template

from companion.games.bibliogamo import advice
from companion.games.bibliogamo.advice import Wanted
from companion.web import page
from companion.web.house import house
from tests.games.bibliogamotable import BOX, drew, flipped, prestige
from tests.web.conftest import Browser, real_games, state_of, words

HEAD = "companion 1\ngame: bibliogamo\nbox: house\noptions: {}\nseats: Ana\n\n"
DEALT = (f"TABLE {prestige('P7')}", drew("A03 A08 A21 A31 A45"))
SOLD = ("Ana Sell {}", flipped("A23"), flipped("A25"))
"""The Atlas is offered, and three Florins are named, by the moon."""
NEARLY = '"LAW": [3, 3, 0, 1], "HISTORY": [2, 1, 0, 0], "ATLAS": [1, 0, 1, 1], "POETRY": [1, 1, 1, 0], "HERBAL": [1, 1, 1, 1]'


def lies(told: str) -> str:
    """A ruling that what lies on the table is so."""
    return "Ana Ruling " + json.dumps({"text": "so it lies", "moves": [f"Count {{{told}}}"]})


ATLAS = lies('"space": 3, "towers": {"ATLAS": [4, 0, 3, 2]}')


def record(*parts: str) -> str:
    lines = [line for part in parts for line in part.splitlines()]
    return HEAD + "".join(f"{seq} {line}\n" for seq, line in enumerate(lines, 1))


app = pytest.fixture(real_games, scope="module")


def at_table(app: Flask, *parts: str, seat: int | None = 0, **headers: str) -> Browser:
    """A browser with the address of a new table with these lines, at which it has taken the seat."""
    browser = Browser(app, **headers)
    browser.upload(record(*parts))
    if seat is not None:
        browser.post(f"{browser.path}/sit", seat=str(seat), take_over="1")
    return browser


def asked(browser: Browser, query: str = "") -> str:
    """The words of the advice page of the table that the browser is at."""
    return words(browser.get(f"{'/'.join(browser.path.split('/')[:3])}/advice{query}"))


def link(page: str, label: str) -> str:
    """Where the link that begins with these words leads."""
    (found,) = re.findall(rf'href="([^"]*)">{label}', page)
    return html.unescape(found)


def charts(page: str) -> dict[str, tuple[str, str]]:
    """Title and text alternative of the drawings, by the name of the drawing."""
    found = re.findall(r'<title id="([\w-]+)-title">(.*?)</title>\s*<desc id="\1-words">(.*?)</desc>', page, re.DOTALL)
    return {name: (title.strip(), " ".join(said.split())) for name, title, said in found}


def numbers(page: str) -> set[str]:
    """The exact chances in the tables."""
    return set(re.findall(r'<td class="num">([0-9]+/[0-9]+)</td>', page))


# --- tomorrow ---------------------------------------------------------------------------------------------------------------


def test_the_next_stop_and_the_next_bar_are_drawn_said_and_counted(app: Flask) -> None:
    browser = at_table(app, *DEALT)
    said = asked(browser)
    assert browser.status == 200
    drawn = charts(browser.page)
    assert drawn.keys() == {"stops", "barred"}
    assert "3 At: 21.4 %" in drawn["stops"][1] and "4: 23.8 %" in drawn["stops"][1]
    assert drawn["barred"][1] == "R: 28.6 %. S: 26.2 %. I: 21.4 %. B: 23.8 %"
    assert "In a tower with 21.4 % : Atlas 21.4 % ." in said
    assert {"2/21", "1/6", "3/14", "5/21", "1/7", "2/7", "11/42"} <= numbers(browser.page)
    assert "No book is finished now." in said
    assert "Ask for a plan" not in said, "nobody decides anything now"


def test_how_far_he_must_be_bribed_is_told_for_each_finished_book(app: Flask) -> None:
    browser = at_table(app, *DEALT, lies('"florins": 1, "towers": {"ATLAS": [4, 0, 3, 2], "POETRY": [1, 4, 1, 3]}'))
    said = asked(browser)
    assert "With your 1 Florin for a bribe he comes to a finished book with 61.9 % ." in said
    assert charts(browser.page)["reach"][1].endswith("6: 100 %")
    filled = re.findall(r'class="odds-bar( odds-open)?"', browser.page.partition('id="reach-title"')[2].partition("</svg>")[0])
    assert filled == ["", "", *[" odds-open"] * 5], "two columns can be paid for"
    table = words(browser.page.partition('id="reach-title"')[2].partition("</table>")[0])
    assert "Florins Atlas Poetry one of them exactly 0 21.4 % 0 % 21.4 % 3/14 1 61.9 % 0 % 61.9 % 13/21" in table
    far = at_table(app, *DEALT, lies('"space": 5, "towers": {"ATLAS": [4, 0, 3, 2]}'))
    assert "the next finished book is" not in asked(far)
    far = at_table(app, *DEALT, lies('"space": 8, "towers": {"ATLAS": [4, 0, 3, 2]}'))
    assert "the next finished book is" not in asked(far)
    far = at_table(app, *DEALT, lies('"space": 11, "towers": {"ATLAS": [4, 0, 3, 2]}'))
    assert "the next finished book is more than six spaces away" in asked(far)
    assert "reach" not in charts(far.page)


def test_on_the_last_day_he_walks_no_more(app: Flask) -> None:
    assert "he Librarian walks no more" in asked(at_table(app, *DEALT, flipped("A15"), lies('"day": 40')))


# --- prices -----------------------------------------------------------------------------------------------------------------


def test_a_price_is_weighed_against_another_day(app: Flask) -> None:
    browser = at_table(app, *DEALT, flipped("A09"), ATLAS, *SOLD)
    said = asked(browser)
    told = advice.advise(state_of(app, browser), seat=0, names=("Ana",), quick=True)["offer"]
    assert told["best"] == "Accept"
    assert told["pay"]["value"] < 0
    assert f"Take 3: waiting is worth −{-told['pay']['value']:.1f} on average." in said
    assert f"the next card, on average {told['mean']['value']:.2f}".rstrip("0") in said
    assert f"it is better with {told['better']['value'] * 100:.1f} %" in said
    assert "a day counts 4" in said
    assert "By the list of the box: 4 with 39 days left." in said
    title, alternative = charts(browser.page)["next"]
    assert "in percent" in title and alternative.startswith("Filled: more than 3.")
    browser.press("Accept {}")
    assert state_of(app, browser).florins == 6


def test_the_slider_sets_what_a_day_is_worth_and_stays_with_the_seat(app: Flask) -> None:
    browser = at_table(app, *DEALT, flipped("A09"), ATLAS, "Ana Sell {}", flipped("A22"), flipped("A01"))
    assert "Take 2:" in asked(browser, "?day_value=9.5")
    assert re.search(r'type="range"[^>]* value="9.5"', browser.page)
    said = asked(browser)
    assert "Every day counts 9.5 , as you set it." in said
    assert "Pay a day: waiting is worth" in asked(browser, "?day_value=0.5")
    with_list = link(browser.page, "By the list of the box")
    assert "By the list of the box: 4 with" in words(browser.get(with_list))
    assert re.search(r'type="range"[^>]* value="4.0"', browser.page)


def test_what_other_values_would_make_of_it_is_told(app: Flask) -> None:
    browser = at_table(app, *DEALT, flipped("A09"), ATLAS, "Ana Sell {}", flipped("A22"), flipped("A01"))
    asked(browser)
    rows = re.findall(r'<th scope="row" class="num">(\d)</th>.*?<td>(.*?)</td>', browser.page)
    must = advice.advise(state_of(app, browser), seat=0, names=("Ana",), wanted=Wanted())["offer"]["by_day_value"]
    says = {"PayDay": "pay a day", "Accept": "take 2"}
    assert [(int(value), words(verdict)) for value, verdict in rows] == [(one["day_value"], says[one["best"]]) for one in must]
    assert {one["best"] for one in must} == {"PayDay", "Accept"}


@pytest.mark.parametrize("text", ["much", "-1", "11", "2.25", "1e1"])
def test_what_cannot_be_set_is_told_and_changes_nothing(app: Flask, text: str) -> None:
    browser = at_table(app, *DEALT, flipped("A09"), ATLAS, *SOLD)
    said = asked(browser, f"?day_value={text}")
    assert browser.status == 422
    assert f"“{text}” does not fit “What a day is worth, in Florins”" in said
    assert "By the list of the box: 4 with" in said


def test_on_the_last_day_the_price_is_to_be_taken(app: Flask) -> None:
    browser = at_table(app, *DEALT, flipped("A09"), lies('"day": 40, "space": 3, "towers": {"ATLAS": [4, 0, 3, 2]}'), *SOLD)
    said = asked(browser)
    assert "Take 3: it is the last day, no other can be paid." in said
    assert "What a day is worth" not in said
    assert not any(("move", "PayDay {}") in form["buttons"] for form in browser.forms())


def test_before_a_sale_and_in_it_what_he_may_pay_is_drawn(app: Flask) -> None:
    browser = at_table(app, *DEALT, flipped("A15"), ATLAS)
    assert "on average 3.96 Florins" in asked(browser)
    assert "for the first price of a book that is offered now" in words(browser.page)
    assert charts(browser.page).keys() == {"sale", "stops", "reach", "barred"}
    inside = at_table(app, *DEALT, flipped("A15"), ATLAS, "Ana Sell {}")
    assert "on average 3.96 Florins" in asked(inside)
    assert charts(inside.page).keys() == {"sale"}


# --- a plan -----------------------------------------------------------------------------------------------------------------

LATE = (*DEALT, flipped("A06"), lies('"day": 40'))
"""The last day: rollouts are soon over."""


def test_a_plan_is_not_made_before_it_is_asked_for(app: Flask) -> None:
    browser = at_table(app, *LATE)
    assert "rollout" not in asked(browser)
    plan = link(browser.page, "Ask for a plan")
    said = words(browser.get(plan))
    assert "24 rollouts" in said and "72 rollouts" in said
    assert "11 others are about equal" in said
    assert "rollout" not in asked(browser), "it is asked for anew each time"


def test_candidates_stand_in_sentences_with_mean_error_and_number_and_can_be_done(app: Flask) -> None:
    browser = at_table(
        app, *DEALT, flipped("A06"), lies('"day": 39, "florins": 9, "space": 3, "towers": {"ATLAS": [4, 0, 3, 2]}')
    )
    said = asked(browser, "?plan=1")
    must = advice.advise(state_of(app, browser), seat=0, names=("Ana",))["plan"]
    assert [one["rollouts"] for one in must] == [48, 48]
    means = re.findall(r'<b class="t4 num">([\d.]+)</b> <span class="muted t1 num">± ([\d.]+)', browser.page)
    assert means == [(f"{one['mean']:.1f}".removesuffix(".0"), f"{one['error']:.2f}".rstrip("0").rstrip(".")) for one in must]
    assert "offers the finished book" in said and "The first is clearly the best." in said
    assert said.count("48 rollouts") == 2 and "Do this" in said
    assert browser.page.count('class="advised-whisker"') == 2
    assert "two standard errors reach from" in browser.page
    browser.press("Sell {}")
    assert state_of(app, browser).stage == "price"


def test_a_bribe_and_the_sale_after_it_are_one_candidate(app: Flask) -> None:
    browser = at_table(
        app, *DEALT, flipped("A06"), lies('"day": 40, "florins": 9, "space": 4, "towers": {"ATLAS": [4, 0, 3, 2]}')
    )
    said = asked(browser, "?plan=1")
    assert "bribes the Librarian 1 space back; offers the finished book" in said
    assert "Do this, then go on" in said
    browser.press('Bribe {"spaces": -1}')
    assert state_of(app, browser).space == 3


def test_a_hidden_hand_has_no_plan_and_it_is_said_why(app: Flask) -> None:
    hidden = drew("A03 A08 A21") + '\nTABLE Drew {"card": "?"}' * 2
    browser = at_table(app, DEALT[0], hidden, flipped("A06"))
    said = asked(browser, "?plan=1")
    assert "There is none while 2 cards of your hand are hidden" in said
    assert "rollout" not in said and "Ask for a plan" not in said


# --- warnings ---------------------------------------------------------------------------------------------------------------


def test_hires_that_would_leave_nothing_to_finish_are_named_before(app: Flask) -> None:
    browser = at_table(app, *DEALT, flipped("A06"), lies(f'"towers": {{{NEARLY}, "PSALTER": [0, 1, 2, 1]}}'))
    said = asked(browser)
    assert "Some hires would leave no book that can be finished. 2 artisans are left in the supply" in said
    told = advice.advise(state_of(app, browser), seat=0, names=("Ana",), quick=True)["stuck_by"]
    listed = browser.page.partition('class="odds-stuck"')[2].partition("</ul>")[0]
    rows = {words(row).partition(" :")[0]: re.findall(r'class="code">(A\d\d)', row) for row in listed.split("<li>")[1:]}
    assert {(card, tower) for tower, cards in rows.items() for card in cards} == {
        (one["card"], BOX.tower[one["tower"]].name) for one in told
    }
    assert told


def test_that_nothing_can_be_finished_any_more_is_said_at_every_stage(app: Flask) -> None:
    stuck = lies('"towers": {' + NEARLY.replace("[3, 3, 0, 1]", "[3, 1, 0, 1]") + ', "PSALTER": [0, 2, 2, 2]}')
    for parts in (DEALT, (*DEALT, flipped("A06"))):
        assert "No book is finished, and none can be any more." in asked(at_table(app, *parts, stuck))


# --- who looks, and beside the table ----------------------------------------------------------------------------------------


def test_the_screen_reads_it_too_and_sets_nothing(app: Flask) -> None:
    browser = at_table(app, *DEALT, flipped("A09"), ATLAS, *SOLD, seat=None)
    assert "Every day counts 1" in asked(browser, "?day_value=1")
    assert "By the list of the box" in asked(browser)


@pytest.mark.parametrize("language", ["es", "fr"])
def test_the_page_stands_in_every_language(app: Flask, language: str) -> None:
    browser = at_table(app, *DEALT, flipped("A09"), ATLAS, *SOLD, **{"Accept-Language": language})
    asked(browser)
    assert browser.status == 200
    assert charts(browser.page).keys() == {"next"}


def test_a_table_before_its_first_card_and_after_its_last_is_told_that_there_is_nothing(app: Flask) -> None:
    assert "nothing to advise before the Prestige card" in asked(at_table(app))
    assert "There is nothing to advise now." in asked(at_table(app, *LATE, "Ana EndTurn {}"))


def panel(app: Flask, *parts: str) -> str:
    """What the table's page takes in of the advice."""
    browser = at_table(app, *parts)
    code = browser.path.split("/")[2]
    with app.test_request_context(f"/t/{code}"):
        shown: dict[str, Any] = page.context(house().sitting(code))
        return render_template("bibliogamo/advice.html", **shown)


def test_beside_an_offer_stands_the_verdict_with_what_could_come(app: Flask) -> None:
    drawn = panel(app, *DEALT, flipped("A09"), ATLAS, *SOLD)
    said = words(drawn)
    assert "Take 3: waiting is worth" in said and "A day counts 4 ." in said
    assert charts(drawn).keys() == {"next"}
    assert "/advice" in drawn and "rollout" not in said


def test_beside_the_board_stands_what_tomorrow_may_bring_and_the_warning(app: Flask) -> None:
    drawn = panel(app, *DEALT)
    assert "the next stop a tower with 21.4 %" in words(drawn)
    assert charts(drawn).keys() == {"stops", "barred"}
    assert "a price of 4 on average" in words(panel(app, *DEALT, flipped("A15"), ATLAS))
    warned = panel(app, *DEALT, flipped("A06"), lies(f'"towers": {{{NEARLY}, "PSALTER": [0, 1, 2, 1]}}'))
    assert warned.index("Some hires would leave no book") < warned.index("<details")
    assert words(panel(app, *LATE)) == "The numbers, and a plan"
    assert words(panel(app, *LATE, "Ana EndTurn {}")) == ""


def test_pages_load_no_style_or_script_of_their_own(app: Flask) -> None:
    browser = at_table(app, *DEALT, flipped("A09"), ATLAS, *SOLD)
    asked(browser)
    assert not re.search(r'\sstyle="|<style|\son\w+="', browser.page)
    style = (Path(__file__).parents[2] / "static/bibliogamo/advised.css").read_text()
    used = {name for names in re.findall(r'class="([^"]*)"', browser.page) for name in names.split()}
    assert {"odds-bar", "odds-open", "advised-slider"} <= used
    assert all(f".{name}" in style for name in ("odds-bar", "odds-open", "advised-slider"))
