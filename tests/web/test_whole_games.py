"""Whole games through the pages: everything that happens in a game is offered, as a button, a picker or a sighting."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion import notation, practice, table
from companion.games import GAMES
from companion.rules import Sentence, total
from companion.table import Entry, Table
from companion.web import create_app
from companion.web.house import house
from companion.web.safety import limiter
from tests.web.conftest import Browser

PEOPLE = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn")


@pytest.fixture
def app(tmp_path: Path) -> Any:
    limiter.enabled = False
    yield create_app({"DATA": str(tmp_path), "TESTING": True, "PROPAGATE_EXCEPTIONS": False})
    limiter.enabled = True


def offered(browser: Browser, entry: Entry) -> str | None:
    """How the page offers this move, and sends it: "button", "picker"; None when it does not."""
    line = notation.write(entry.move)
    for form in browser.forms():
        if ("move", line) in form["buttons"] and dict(form["fields"]).get("who", str(entry.who)) == str(entry.who):
            browser.send(form, {"move": line}, follow=False)
            return "button"
    for form in browser.forms():
        fields = dict(form["fields"])
        if fields.get("kind") != type(entry.move).__name__ or fields.get("who") != str(entry.who):
            continue
        given, values = notation.parse_json(fields["given"]), notation.plain(entry.move)
        if all(values[name] == value for name, value in given.items()):
            left = {name: value for name, value in values.items() if name not in given}
            picked = {
                f"f.{name}": [json.dumps(part) for part in value] if isinstance(value, list) else json.dumps(value)
                for name, value in left.items()
            }
            browser.send(form, picked, follow=False)
            return "picker"
    return None


def tell(browser: Browser, code: str, token: str, entry: Entry) -> None:
    """Sends the move as another phone would."""
    move = {"who": str(entry.who), "move": notation.write(entry.move), "seen": str(entry.seq - 1), "key": f"told {entry.seq}"}
    browser.send({"action": f"/t/{code}/moves", "fields": [("csrf_token", token)]}, move, follow=False)


def telling(at: Table, games: int) -> list[Entry]:
    """Of so many practice games one in which most kinds of moves happen, and of those the shortest: pages are slow to draw."""
    played = (practice.play(at, seed) for seed in range(games))
    return max(played, key=lambda game: (len({type(entry.move) for entry in game}), -len(game)))


SHORT: dict[str, list[tuple[int, dict[str, str]]]] = {
    "hardback": [(1, {"goal": "5", "penny": "plain"}), (2, {"goal": "5", "hands": "told"})],
}
"""Games whose ordinary course is too long to be drawn page by page: seats and options of shorter ones."""
OFTEN = 1
TABLES = [(name, seats, told) for name, tables in SHORT.items() for seats, told in tables] + [
    (name, seats, {})
    for name, game in GAMES.items()
    if name not in SHORT
    for seats in sorted({game.SEATS.start, min(4, game.SEATS.stop - 1)})
]


@pytest.mark.parametrize(("name", "seats", "told"), TABLES, ids=lambda value: str(value) if isinstance(value, str | int) else "")
def test_a_whole_game_is_played_with_what_the_pages_offer(app: Flask, name: str, seats: int, told: dict[str, str]) -> None:
    game = GAMES[name]
    browser = Browser(app)
    options = {"options": "1", **{f"option__{option}": value for option, value in told.items()}} if told else {}
    code = browser.open(name, PEOPLE[:seats], **options)
    with app.app_context():
        at = house().sitting(code).table
    entries = telling(at, 6 if told else 20)
    token, state = browser.token(), at.setup()
    # A page takes long to draw: each kind of move is looked for on it OFTEN times in each phase, and every tenth besides.
    looked: Counter[tuple[type, bool, Any]] = Counter()
    ways: Counter[str] = Counter()
    for entry in entries:
        kind = type(entry.move), isinstance(entry.who, int), getattr(state, "phase", None)
        state = game.apply(state, entry.who, entry.move)
        if looked[kind] >= OFTEN and entry.seq % 10 and entry.seq < len(entries):
            tell(browser, code, token, entry)
            assert browser.status == 303, entry
            continue
        looked[kind] += 1
        browser.get(f"/t/{code}")
        way = offered(browser, entry)
        assert way is not None, f"entry {entry.seq}, {notation.write(entry.move)} by {entry.who}, is not offered"
        assert browser.status == 303, (entry, re.findall(r'class="notice-what">(.*?)</', browser.page))
        ways[way] += 1
    with app.app_context():
        assert house().sitting(code).entries == tuple(entries)
    position = table.replay(at, entries)
    outcome = game.outcome(position.state)
    page = browser.get(f"/t/{code}/score")
    for lines in table.ledger(at, position).values():
        assert f">{total(line for line, _ in lines)}</span>" in page
    assert outcome is not None
    assert str(outcome.why) in page or isinstance(outcome.why, Sentence)
    assert ways["button"] > ways.total() / 3


@pytest.mark.parametrize("name", GAMES)
def test_a_practice_table_can_be_opened_as_its_form_stands(app: Flask, name: str) -> None:
    browser = Browser(app)
    browser.get(f"/tables?game={name}&practice=1")
    people = re.findall(r'name="seat"[^>]*?value="([^"]*)"', browser.page)
    browser.fill("/tables", seat=people)
    assert browser.status == 200, re.findall(r'class="notice-what">(.*?)</', browser.page)
    assert len(re.findall(r'href="/t/\w+"', browser.get("/"))) == 1


def test_a_game_for_one_asks_for_one_name_and_says_so_to_more(browser: Browser) -> None:
    browser.get("/tables?game=bibliogamo")
    assert "For one" in browser.page
    assert browser.page.count('name="seat"') == 1
    browser.post("/tables", game="bibliogamo", seat=["Ana", "Ben"])
    assert browser.status == 422
    assert "Bibliogamo is for one." in browser.page
