"""A game told as a story: under the journal, on a page of its own to print, and by `replay`; for any game that has a diary."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from flask import Flask

from companion.__main__ import run
from companion.games import bibliogamo
from companion.rules import Chapter, Name, Sentence, say
from companion.web import create_app
from companion.web.safety import limiter
from tests.web import toy
from tests.web.conftest import Browser

RECORD = Path(__file__).parents[1] / "playthroughs" / "bibliogamo-alone.txt"


def diary(box: Any, options: Any, moves: Iterable[tuple[Any, str | None]]) -> list[Chapter]:
    """A chapter a move, which begins with a fact in small letters."""
    found = []
    for at, (move, ruling) in enumerate(moves, 1):
        what = Sentence(
            "{what} of {who} & all", {"what": "nothing" if move is None else type(move).__name__.lower(), "who": Name(0)}
        )
        found.append(Chapter(say("round {at}", at=at), say("“{text}”", text=ruling or "none"), (what, say("so be it."))))
    return found


@pytest.fixture(scope="module")
def stories(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """An app with a game that has no diary, the same game with one, and Bibliogamo."""
    told = ModuleType("told")
    vars(told).update(vars(toy), diary=diary)
    games = {"toy": toy, "told": told, "bibliogamo": bibliogamo}
    return create_app({"GAMES": games, "DATA": str(tmp_path_factory.mktemp("stories")), "TESTING": True})


@pytest.fixture
def browser(stories: Flask) -> Iterator[Browser]:
    limiter.enabled = False
    yield Browser(stories)
    limiter.enabled = True


def opened(browser: Browser, text: str) -> str:
    """A table with this record; its code."""
    browser.get("/")
    browser.post("/tables", record=(BytesIO(text.encode()), "record.txt"))
    assert browser.status == 200, browser.page
    return browser.path.split("/")[2]


def lines(*moves: str, game: str = "told") -> str:
    entries = [f"{seq} {move}" for seq, move in enumerate(moves, 1)]
    return "\n".join(["companion 1", f"game: {game}", "box: house", "seats: Ana, Ben", *entries]) + "\n"


def told(page: str) -> list[tuple[str, str, str]]:
    """The chapters of a page: (heading, title, text)."""
    found = re.findall(r'<article class="chapter"><h.><span[^>]*>(.*?)</span> (.*?)</h.>\s*<p>(.*?)</p>', page, re.DOTALL)
    return [(heading, title, html.unescape(re.sub("<[^>]+>", "", text))) for heading, title, text in found]


def test_the_story_stands_under_the_journal_and_on_a_page_of_its_own(browser: Browser) -> None:
    code = opened(browser, RECORD.read_text(encoding="utf-8"))
    journal = browser.get(f"/t/{code}/journal")
    assert f'href="/t/{code}/story"' in journal
    assert journal.index('<ol class="journal">') < journal.index('id="story"')
    alone = browser.get(f"/t/{code}/story")
    assert told(alone) == told(journal)
    assert [heading for heading, _, _ in told(alone)][:2] == ["Day 1", "Day 2"]
    assert told(alone)[-1][2].endswith("Tomorrow the sign over your door will say: Apprentice.")
    assert "story.css" in alone
    assert not re.search(r"<style|\sstyle=", alone)


def test_every_sentence_begins_with_a_capital_and_knows_the_names_of_people(browser: Browser) -> None:
    code = opened(browser, lines("Ana Reach {}", 'TABLE Drew {"stone": "S1"}'))
    page = browser.get(f"/t/{code}/story")
    assert told(page) == [
        ("Round 1", "“none”", "Reach of Ana & all So be it."),
        ("Round 2", "“none”", "Drew of Ana & all So be it."),
    ]
    assert "<bdi>Ana</bdi> &amp; all" in page


def test_what_is_struck_is_not_told_and_a_ruling_comes_with_its_text(browser: Browser) -> None:
    code = opened(
        browser,
        lines(
            "Ana Pass {}",
            'TABLE Ruling {"text": "<b>let it be</b>", "moves": ["Ben Reach {}", "TABLE Drew {\\"stone\\": \\"S1\\"}"]}',
            'TABLE Ruling {"text": "no moves", "moves": []}',
            "Ana Reach {}",
            'Ana Strike {"seq": 1, "instead": ["Ana Pass {}"], "why": ""}',
            'Ana Strike {"seq": 4, "instead": [], "why": ""}',
        ),
    )
    page = browser.get(f"/t/{code}/story")
    assert [(title, text.split()[0]) for _, title, text in told(page)] == [
        ("“none”", "Pass"),
        ("“&lt;b&gt;let it be&lt;/b&gt;”", "Reach"),
        ("“&lt;b&gt;let it be&lt;/b&gt;”", "Drew"),
        ("“no moves”", "Nothing"),
    ]


def test_where_an_entry_no_longer_fits_the_story_ends_before_it(browser: Browser) -> None:
    code = opened(browser, lines("Ana Reach {}", 'TABLE Drew {"stone": "S1"}', "Ben Reach {}", 'TABLE Drew {"stone": "S2"}'))
    browser.get(f"/t/{code}/journal")
    browser.fill("/strike", having=("seq", "1"))
    page = browser.get(f"/t/{code}/story")
    assert told(page) == []
    assert "no longer fits" in page
    assert "The story begins with the first day." in page


def test_a_strike_that_cannot_be_ends_the_story_too(browser: Browser) -> None:
    strike = 'Ana Strike {"seq": 9, "instead": [], "why": ""}'
    later = 'Ben Strike {"seq": 1, "instead": [], "why": ""}'
    code = opened(browser, lines("Ana Pass {}", strike, later, "Ben Pass {}"))
    assert [heading for heading, _, _ in told(browser.get(f"/t/{code}/story"))] == ["Round 1"]


def test_a_game_without_a_diary_has_no_story_and_an_empty_journal_none_yet(browser: Browser) -> None:
    code = opened(browser, lines("Ana Pass {}", game="toy"))
    journal = browser.get(f"/t/{code}/journal")
    assert 'id="story"' not in journal
    assert f"/t/{code}/story" not in journal
    browser.get(f"/t/{code}/story")
    assert browser.status == 404
    code = opened(browser, lines())
    assert f"/t/{code}/story" not in browser.get(f"/t/{code}/journal")
    assert "The story begins with the first day." in browser.get(f"/t/{code}/story")


def test_replay_tells_the_story_below_what_it_says_and_not_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", str(RECORD)]) == 0
    said = capsys.readouterr().out
    assert said.index("Winner: Ana.") < said.index("\n\nDay 1. In the Tower of Atlas\n  Three spaces, and the Librarian knocks")
    assert said.endswith("say: Apprentice.\n")
    assert max(map(len, said[said.index("Day 1.") :].splitlines())) <= 100
    assert run(["replay", str(RECORD), "--json"]) == 0
    assert "Librarian" not in capsys.readouterr().out
