"""What a family that plays Out of Mine! for the first time stumbled over."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.web.conftest import Browser, real_games

SEATS = "Ana, Ben, Cleo"
BOARDS = tuple(f'TABLE GotBoard {{"seat": {seat}, "board": {board}}}' for seat, board in ((0, 4), (1, 5)))
KNOWN = (
    *(*BOARDS, 'Ana ChoseSide {"seat": 0, "side": "B"}', 'Ben ChoseSide {"seat": 1, "side": "A"}'),
    *('TABLE DrewCard {"seat": 0, "card": "T26"}', 'TABLE DrewCard {"seat": 1, "card": "T21"}'),
)
ORDER, SHOUT = "TABLE IntoTheMine {}", 'Ben OutOfTheMine {"seat": 1}'


app = pytest.fixture(real_games, scope="module")


def at_table(app: Flask, *told: str, seat: int | None = 0, options: str = "{}") -> tuple[Browser, str]:
    """A browser at a new table with this record, on the seat's page or the screen that everyone sees; and the table's path."""
    lines = "".join(f"{seq} {line}\n" for seq, line in enumerate(told, 1))
    record = f"companion 1\ngame: mine\nbox: house\noptions: {options}\nseats: {SEATS}\n\n{lines}"
    browser = Browser(app)
    path = browser.upload(record)
    if seat is None:
        browser.get(path)
    else:
        browser.get(path.replace("/t/", "/join/"))
        browser.post(f"{path}/sit", seat=str(seat), take_over="1")
    return browser, path


def news(browser: Browser, path: str, seen: int) -> str:
    return browser.client.get(f"{path}/events?seen={seen}", headers={"HX-Request": "true"}).text


# --- phones -----------------------------------------------------------------------------------------------------------


def test_on_the_kings_order_every_phone_becomes_the_shout_by_itself(app: Flask) -> None:
    phone, path = at_table(app, *KNOWN, ORDER)
    assert 'hx-trigger="load"' in news(phone, path, len(KNOWN))


def test_after_a_shout_every_phone_stops_by_itself(app: Flask) -> None:
    phone, path = at_table(app, *KNOWN, ORDER, SHOUT)
    assert 'hx-trigger="load"' in news(phone, path, len(KNOWN) + 1)


def test_who_counts_is_only_told_that_others_have_counted(app: Flask) -> None:
    phone, path = at_table(app, *KNOWN, ORDER, SHOUT, 'Ben Counted {"seat": 1, "empty": 0}')
    assert "Something happened" in news(phone, path, len(KNOWN) + 2)


# --- words and pictures -----------------------------------------------------------------------------------------------


def test_what_turns_a_tile_is_not_called_what_a_players_turn_is(app: Flask) -> None:
    browser, path = at_table(app, *KNOWN, ORDER, SHOUT)
    assert "Turn it</button>" in browser.get(f"{path}?seat=0&lay=1&pick=RL")


def test_the_page_of_the_score_draws_the_running_totals_once(app: Flask) -> None:
    results = tuple(
        f'{name} Counted {{"seat": {seat}, "empty": {seat}, "elves": {seat}}}' for seat, name in enumerate(("Ana", "Ben", "Cleo"))
    )
    browser, path = at_table(app, *KNOWN, ORDER, SHOUT, *results, options='{"elves": true}')
    said = re.sub(r"<[^>]+>|\s+", " ", browser.get(path))
    assert "1 left empty" in re.sub(" +", " ", said)
    assert re.search(r"\+ 1 +elf\b", said) and re.search(r"\+ 2 +elves\b", said)
    assert browser.page.count("Round by round.") == browser.get(f"{path}/score").count("Round by round.") > 0
