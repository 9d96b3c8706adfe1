"""Whole games through the pages: everything that happens in a game is offered, as a button, a picker or a sighting."""

from __future__ import annotations

import json
import re
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


def offered(browser: Browser, at: Table, entry: Entry) -> str | None:
    """How the page offers this move, and sends it: "button", "picker"; None when it does not."""
    line = notation.write(entry.move)
    for form in browser.forms():
        if ("move", line) in form["buttons"] and dict(form["fields"]).get("who", str(entry.who)) == str(entry.who):
            browser._send(form, {"move": line})
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
            browser._send(form, picked)
            return "picker"
    return None


def telling(at: Table, games: int) -> list[Entry]:
    """Of so many practice games one in which most kinds of moves happen, and of those the shortest: pages are slow to draw."""
    played = (practice.play(at, seed) for seed in range(games))
    return max(played, key=lambda game: (len({type(entry.move) for entry in game}), -len(game)))


SHORT: dict[str, list[tuple[int, dict[str, str]]]] = {
    "hardback": [(1, {"goal": "5", "penny": "plain"}), (2, {"goal": "5", "hands": "told"})],
}
"""Games whose ordinary course is too long to be drawn page by page: seats and options of shorter ones."""
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
    entries = telling(at, 6 if told else 60)
    ways: dict[str, int] = {}
    for entry in entries:
        way = offered(browser, at, entry)
        assert way is not None, f"entry {entry.seq}, {notation.write(entry.move)} by {entry.who}, is not offered"
        assert browser.status == 200, (entry, re.findall(r'class="notice-what">(.*?)</p>', browser.page))
        ways[way] = ways.get(way, 0) + 1
    with app.app_context():
        assert house().sitting(code).entries == tuple(entries)
    position = table.replay(at, entries)
    outcome = game.outcome(position.state)
    page = browser.get(f"/t/{code}/score")
    for lines in table.ledger(at, position).values():
        assert f">{total(line for line, _ in lines)}</span>" in page
    assert outcome is not None
    assert str(outcome.why) in page or isinstance(outcome.why, Sentence)
    assert ways["button"] > len(entries) / 3


@pytest.mark.parametrize("name", GAMES)
def test_a_practice_table_can_be_opened_as_its_form_stands(app: Flask, name: str) -> None:
    browser = Browser(app)
    browser.get(f"/tables?game={name}&practice=1")
    people = re.findall(r'name="seat"[^>]*?value="([^"]*)"', browser.page)
    browser.fill("/tables", seat=people)
    assert browser.status == 200, re.findall(r'class="notice-what">(.*?)</p>', browser.page)
    assert len(re.findall(r'href="/t/\w+"', browser.get("/"))) == 1
