"""The shelf of boxes: the labels that a browser gets are those that lie ready; the page says their size and where they go.

What owners add to a box is there when they open a table; the rules stand by chapters.
"""

from __future__ import annotations

import contextlib
import io
import re
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest

from companion.games import GAMES
from companion.paths import PRINTABLES
from companion.web import create_app
from companion.web.safety import limiter
from tests.web.conftest import Browser


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Browser]:
    limiter.enabled = False
    yield Browser(
        create_app({"GAMES": {name: GAMES[name] for name in ("fire", "trains")}, "DATA": str(tmp_path), "TESTING": True})
    )
    limiter.enabled = True


def test_the_shelf_says_how_large_the_labels_of_a_box_are_and_where_they_go(browser: Browser) -> None:
    fire, trains = browser.get("/boxes").split("<h2>")[1:]
    assert "16 mm" in fire
    assert "Where to stick them" not in fire
    assert "12 mm" in trains
    assert "Where to stick them: top right corner" in trains


def test_a_browser_gets_the_labels_in_the_size_of_the_box(browser: Browser) -> None:
    got = browser.client.get("/boxes/trains/reported/labels.pdf")
    assert got.content_type == "application/pdf"
    assert got.data == (PRINTABLES / "trains" / "labels-a4.pdf").read_bytes()


def test_a_size_that_is_no_number_or_none_that_is_printed_is_refused(browser: Browser) -> None:
    for size in ("wide", "7", "nan"):
        assert browser.client.get(f"/boxes/trains/reported/labels.pdf?size={size}").status_code == 400, size


@pytest.fixture
def printer(tmp_path: Path) -> Iterator[Browser]:
    limiter.enabled = False
    yield Browser(
        create_app({"GAMES": {name: GAMES[name] for name in ("bibliogamo", "fire")}, "DATA": str(tmp_path), "TESTING": True})
    )
    limiter.enabled = True


def test_a_game_to_print_and_play_is_offered_whole_as_cards_and_as_labels_on_either_paper(printer: Browser) -> None:
    shelves = dict(zip(("bibliogamo", "fire"), printer.get("/boxes").split("<h2>")[1:], strict=True))
    offered = re.findall(r'href="/boxes/bibliogamo/house/(\w+\.pdf)\?paper=(\w+)"', shelves["bibliogamo"])
    assert offered == [(f"{what}.pdf", paper) for what in ("all", "cards", "labels") for paper in ("a4", "letter")]
    assert "over the long edge" in shelves["bibliogamo"]
    assert "all.pdf" not in shelves["fire"]
    assert "over the long edge" not in shelves["fire"]


def test_a_browser_gets_the_cards_in_its_language_on_the_paper_asked_for(printer: Browser) -> None:
    got = printer.client.get("/boxes/bibliogamo/house/cards.pdf?paper=letter", headers={"Accept-Language": "fr"})
    assert got.content_type == "application/pdf"
    assert "bibliogamo-cards.pdf" in got.headers["Content-Disposition"]
    with contextlib.closing(pypdfium2.PdfDocument(got.data)) as sheets:
        assert len(sheets) == 12
        assert [round(side) for side in sheets[0].get_size()] == [612, 792]
        assert "L’Abbaye" in sheets[10].get_textpage().get_text_bounded()
    labels = printer.client.get("/boxes/bibliogamo/house/labels.pdf")
    assert labels.data == (PRINTABLES / "bibliogamo" / "labels-a4.pdf").read_bytes()


def test_cards_that_a_game_does_not_have_are_refused(printer: Browser) -> None:
    assert printer.client.get("/boxes/fire/house/cards.pdf").status_code == 400
    assert printer.client.get("/boxes/bibliogamo/house/cards.pdf?paper=a5").status_code == 400
    assert printer.client.get("/boxes/bibliogamo/house/boards.pdf").status_code == 404
    assert printer.client.get("/boxes/chess/house/all.pdf").status_code == 404


# --- a word list of one's own -----------------------------------------------------------------------------------------

TOLD = {"what": "words", "told.list": "Ours & more", "told.language": "fr-2", "told.licence": "for our own use"}


@pytest.fixture
def hardback(tmp_path: Path) -> Iterator[Browser]:
    limiter.enabled = False
    yield Browser(create_app({"GAMES": {"hardback": GAMES["hardback"]}, "DATA": str(tmp_path), "TESTING": True}))
    limiter.enabled = True


def add(browser: Browser, box: str, text: str = "Été\nape\nr2d2\n", **more: str) -> str:
    """Fills in the form of the box on the shelf."""
    browser.get("/boxes")
    sent = {"file": (io.BytesIO(text.encode()), "list.txt")} if text != "no file" else {}
    return browser.fill(f"/boxes/hardback/{box}/added#add-hardback-{box}-words", **TOLD | more | sent)


def test_a_word_list_is_added_to_a_copy_of_the_box_and_chosen_for_a_table(hardback: Browser) -> None:
    page = add(hardback, "reported", copy_as="mine")
    assert hardback.status == 200 and hardback.path == "/boxes"
    assert "“Ours &amp; more” is in the box, with 2 words." in page
    assert "1 line with digits was left out." in page
    assert "is in the box" not in hardback.get("/boxes")
    assert 'href="/tables?game=hardback&amp;box=mine"' in page
    page = hardback.get("/tables?game=hardback&box=mine")
    assert '<option value="mine" selected>' in page
    assert re.search(r'<option value="fr-2">French: Ours &amp; more</option>', page)
    code = hardback.open("hardback", box="mine", options="1", option__dictionary="fr-2", option__goal="60")
    assert '"dictionary": "fr-2"' in hardback.get(f"/t/{code}/record")


def test_a_box_without_the_chosen_list_says_which_it_has(hardback: Browser) -> None:
    add(hardback, "reported", copy_as="mine")
    hardback.get("/tables?game=hardback")
    page = hardback.post(
        "/tables", game="hardback", seat=["Ana", "Ben"], box="reported", options="1", option__dictionary="fr-2", option__goal="60"
    )
    assert hardback.status == 422 and "it has: en, es, fr" in page
    assert '<option value="fr-2" selected>' in page


@pytest.mark.parametrize(
    ("box", "more", "expected"),
    [
        ("reported", {"text": "no file"}, "Choose a file first."),
        ("reported", {"text": "", "copy_as": "mine"}, "This file is empty."),
        ("reported", {"told.language": "fr", "copy_as": "mine"}, "The box has a list “fr” already"),
        ("reported", {"copy_as": "reported"}, "There is a box called “reported” already."),
        ("reported", {}, "came with Companion and stays as it is"),
    ],
)
def test_a_word_list_that_is_refused_keeps_what_was_typed(
    hardback: Browser, box: str, more: dict[str, str], expected: str
) -> None:
    page = add(hardback, box, **more)
    assert hardback.status == 422 and expected in page
    assert 'value="Ours &amp; more"' in page
    assert "mine</span>" not in hardback.get("/boxes")


def test_a_box_that_is_not_there_gets_no_list_and_no_box_what_its_game_does_not_know(hardback: Browser) -> None:
    sent = {"file": (io.BytesIO(b"ape\n"), "list.txt")}
    hardback.post("/boxes/hardback/none/added", **TOLD, **sent)
    assert hardback.status == 422
    for path, what in (("/boxes/chess/none/added", "words"), ("/boxes/hardback/reported/added", "cards")):
        hardback.post(path, **TOLD | {"what": what})
        assert hardback.status == 404, path


# --- what the new-table form and the rules say ------------------------------------------------------------------------


def test_what_an_option_may_be_is_said_in_words(hardback: Browser) -> None:
    page = hardback.get("/tables?game=hardback")
    said = re.findall(r'<option value="([^"]*)"[^>]*>([^<]+)</option>', page.split("<footer")[0])
    assert dict(said)["unanimous"] == "a vote; a single no rejects"
    assert dict(said)["mystery"] == "together against her, with A Mysterious Mystery (mystery)"
    assert [value for value, words in said if value == words] == []


def test_the_rules_stand_by_the_chapters_of_the_rulebook(hardback: Browser) -> None:
    pages = [hardback.get("/games/hardback")]
    code = hardback.open("hardback")
    pages.append(hardback.get(f"/t/{code}/rules?rule=word.own"))
    for page in pages:
        headings = re.findall(r'<h[23] id="chapter-\d+">([^<]+)</h', page)
        assert headings[:3] == ["Setup and the table", "Ink, remover, ghostwriter", "The word"]
        assert page.count('class="code muted"') >= 119
        assert page.index('id="chapter-3"') < page.index('<div id="word.own">') < page.index('id="chapter-4"')
    assert '<li><a href="#word.own">' in pages[1]
    assert "<h3" not in pages[1].split("What matters now")[1].split("</section>")[0]
