"""The shelf of boxes: the labels that a browser gets are those that lie ready; the page says their size and where they go."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

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
