"""The look of Hardback: every legal move of a seat is on its page, and no hand is on another's."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion import notation, record
from companion.games import hardback
from companion.games.hardback.state import State
from companion.rules import TABLE, Ask
from companion.table import Table, replay
from companion.web import create_app
from companion.web.house import house
from companion.web.safety import limiter
from tests.games.hardbacktable import FOLDER
from tests.web.conftest import Browser
from tests.web.test_fire_board import MATERIALS, SITE, contrast, materials, words

ROOT = Path(__file__).parents[2]
LOOK = (ROOT / "static/hardback/look.css").read_text()
BOX = hardback.read_box(FOLDER)
NIGHTS = pytest.mark.parametrize("night", [False, True], ids=["by day", "by lamplight"])


class Played:
    """A recorded game: its text up to an entry, and the state there."""

    def __init__(self, name: str) -> None:
        text = (ROOT / f"tests/playthroughs/hardback-{name}.txt").read_text()
        game = record.read(text, {"hardback": hardback}, lambda name, box: BOX)
        self.head = text[: re.search(r"^1 ", text, re.MULTILINE).start()]  # type: ignore[union-attr]
        self.lines = [line for line in text.splitlines() if re.match(r"\d+ ", line)]
        self.table: Table = game.table
        self.states = [game.table.setup()]
        for at in range(1, len(self.lines) + 1):
            self.states.append(replay(game.table, game.entries[:at]).state)

    def text(self, at: int) -> str:
        return self.head + "\n".join(self.lines[:at]) + "\n"

    def first(self, phase: str) -> int:
        """After how many entries the game is in this phase with nothing to tell."""
        return next(at for at, state in enumerate(self.states) if state.phase == phase and not state.asks)


GAMES = {name: Played(name) for name in ("two-players", "three-players", "against-penny")}
OFTEN = {"Seen", "Ink", "Buy", "BuyInk", "EndTurn", "Skip"}


def telling() -> list[tuple[str, int]]:
    """(game, entries): the first moment of each phase with what is asked and what kinds of moves there are."""
    found, shown = [], set()
    for name, game in GAMES.items():
        for at, state in enumerate(game.states):
            moves = [move for _, move in hardback.legal_moves(state)]
            kinds = {(move.move if isinstance(move, Ask) else type(move)).__name__ for move in moves} - OFTEN
            key = (state.phase, state.asks[0].kind if state.asks else "", frozenset(kinds))
            if key not in shown:
                shown.add(key)
                found.append((name, at))
    return found


MOMENTS = telling()


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    made = create_app({"DATA": str(tmp_path_factory.mktemp("house")), "TESTING": True, "PROPAGATE_EXCEPTIONS": False})
    limiter.enabled = False
    yield made
    limiter.enabled = True


def at_table(app: Flask, text: str, seat: int | None = None, **headers: str) -> Browser:
    """A browser at a new table with this record, at *seat* or showing the screen everyone sees."""
    browser = Browser(app, **headers)
    browser.get("/")
    browser.post("/tables", record=(BytesIO(text.encode()), "record.txt"))
    assert browser.path.startswith("/t/"), words(browser.page)
    if seat is not None:
        sit(browser, seat)
    return browser


def sit(browser: Browser, seat: int | None) -> None:
    browser.post(f"{browser.path}/sit", seat="" if seat is None else str(seat), take_over="1")
    assert browser.status == 200


def state_of(app: Flask, browser: Browser) -> State:
    with app.app_context():
        state: State = house().sitting(browser.path.removeprefix("/t/")).position.state
        return state


# --- colours ------------------------------------------------------------------------------------------------------------


@NIGHTS
@pytest.mark.parametrize("name", ["ink", "accent", "accent-2", "danger"])
def test_every_colour_that_writes_is_readable_on_the_paper_and_under_what_stands_on_it(name: str, night: bool) -> None:
    colours = {**materials(SITE, night), **materials(LOOK, night)}
    assert contrast(colours[name], colours["paper"]) >= 4.5
    if name != "ink":
        assert contrast(colours["on"], colours[name]) >= 4.5


@NIGHTS
def test_what_stands_on_a_card_is_readable(night: bool) -> None:
    card = materials(LOOK, night)["card"]
    inks = dict(re.findall(r"--(card-ink|card-soft): (#[0-9a-f]{6});", LOOK))
    assert set(inks) == {"card-ink", "card-soft"}
    assert all(contrast(ink, card) >= 4.5 for ink in inks.values())


def test_the_game_sets_every_material_and_loads_nothing() -> None:
    for name in MATERIALS:
        assert re.search(rf"^  --{name}:", LOOK, re.MULTILINE), name
    assert not re.search(r"https?:|//[a-z]|@import|url\(", LOOK)


# --- what may be done ---------------------------------------------------------------------------------------------------


def offered(browser: Browser) -> tuple[set[str], set[tuple[str, str]]]:
    """What the page can send as moves: whole moves, and (class, what is settled) of those with something to fill in."""
    whole, open_ = set(), set()
    for form in browser.forms():
        fields = dict(form["fields"])
        if form["action"].endswith("/moves"):
            whole |= {value for name, value in form["buttons"] if name == "move"}
            open_ |= {(fields["kind"], fields["given"])} if "kind" in fields else set()
    return whole, open_


def legal(state: State, seat: int | None) -> tuple[set[str], set[tuple[str, str]]]:
    """What the rules let this page send: the seat's own moves and the table's; the screen's are everybody's."""
    whole, open_ = set(), set()
    for who, move in hardback.legal_moves(hardback.view(state, seat)):
        if seat is not None and who not in (seat, TABLE):
            continue
        if isinstance(move, Ask):
            open_.add((move.move.__name__, json.dumps(dict(move.given))))
        else:
            whole.add(notation.write(move))
    return whole, open_


@pytest.mark.parametrize(("name", "at"), MOMENTS, ids=lambda value: str(value))
def test_every_legal_move_of_a_seat_is_on_its_page(app: Flask, name: str, at: int) -> None:
    game = GAMES[name]
    state = game.states[at]
    acting = state.turn or 0
    browser = at_table(app, game.text(at), acting)
    for seat in (acting, (acting + 1) % len(state.players), None) if at % 3 == 0 or state.phase == "vote" else (acting,):
        sit(browser, seat)
        whole, open_ = offered(browser)
        must, asks = legal(state, seat)
        assert must <= whole
        assert asks <= open_
        assert not {one for one in whole if not one.startswith("Word ")} - must


# --- secrets ------------------------------------------------------------------------------------------------------------


def plain(browser: Browser) -> str:
    """The page without what differs from table to table: its code, its marks, keys."""
    page = browser.page.replace(browser.path.removeprefix("/t/"), "CODE")
    return re.sub(r'(name="(?:csrf_token|key)" value=)"[^"]*"', r"\1", page)


@pytest.mark.parametrize("seat", [None, 1, 2])
def test_a_told_hand_is_on_no_other_page(app: Flask, seat: int | None) -> None:
    game = GAMES["three-players"]
    at = game.first("word")
    hands = ['["L-S1", "E-S1", "A-S1", "S-S1", "T-S1"]', '["I-S1", "R-S1", "B-S", "D-S", "N-S1"]']
    text = game.text(at)
    assert hands[0] in text
    pages = [plain(at_table(app, text.replace(hands[0], hand), seat)) for hand in hands]
    assert pages[0] == pages[1]
    mine = [plain(at_table(app, text.replace(hands[0], hand), 0)) for hand in hands]
    assert mine[0] != mine[1]


# --- laying a word ------------------------------------------------------------------------------------------------------


def first_word(app: Flask) -> Browser:
    game = GAMES["three-players"]
    return at_table(app, game.text(game.first("word")), 0)


def test_a_word_is_typed_tile_by_tile(app: Flask) -> None:
    browser = first_word(app)
    browser.fill("/moves", having=("kind", "Word"), f__cards="L-S1 E-S1, O=A-S1 T-S1")
    assert state_of(app, browser).phase == "vote"  # LEOT is in no list
    browser = first_word(app)
    browser.fill("/moves", having=("kind", "Word"), f__cards="L-S1 E-S1 N=A-S1 T-S1")
    assert browser.status == 200, words(browser.page)
    word = state_of(app, browser).word
    assert word is not None
    assert [(tile.letter, tile.wild) for tile in word.tiles] == [("L", False), ("E", False), ("N", True), ("T", False)]


def test_what_a_word_would_bring_is_said_and_nothing_is_written(app: Flask) -> None:
    browser = first_word(app)
    table = browser.path
    form = next(form for form in browser.forms() if ("kind", "Word") in form["fields"])
    fields = {name: value for name, value in form["fields"] if name != "csrf_token"}
    browser.post(f"{table}/trial", **fields, f__cards="L-S1 E-S1 A-S1 S-S1 T-S1")
    assert browser.status == 200
    assert "LEAST" in words(browser.page)
    assert "5 coins" in words(browser.page)
    browser.post(f"{table}/trial", **fields, f__cards="L-S1 E-S1 A-S1 T-S1 S-S1 S-S1")
    assert "notice refusal" in browser.page
    browser.get(table)
    assert state_of(app, browser).word is None


def test_the_best_words_are_offered_in_practice_only(app: Flask) -> None:
    assert 'class="sheet advice"' not in first_word(app).page
    browser = Browser(app)
    browser.open("hardback", ("Ana", "Ben"), practice="1")
    state = state_of(app, browser)
    sit(browser, state.turn)
    assert 'class="sheet advice"' in browser.page
    move = re.search(r'name="move" value="(Word [^"]*)"', browser.page)
    assert move is not None
    browser.press(move.group(1).replace("&#34;", '"'))
    assert browser.status == 200
    assert state_of(app, browser).word is not None


@pytest.mark.parametrize("language", ["es", "fr"])
def test_the_board_stands_in_every_language(app: Flask, language: str) -> None:
    game = GAMES["three-players"]
    for at in (0, game.first("word"), game.first("vote"), game.first("buy")):
        browser = at_table(app, game.text(at), **{"Accept-Language": language})
        assert f"board-{game.states[at].phase} " in browser.page


def test_letters_are_tapped_and_a_word_is_typed_in_a_browser(phone: Callable[..., Any]) -> None:
    game = GAMES["three-players"]
    text = game.text(game.first("word"))
    page = phone()
    page.goto("/")
    page.set_input_files("#record", {"name": "record.txt", "mimeType": "text/plain", "buffer": text.encode()})
    page.locator("details:has(#record) > summary").click()
    page.click("form:has(#record) button")
    page.wait_for_selector(".board")
    page.goto(page.url.replace("/t/", "/join/"))
    page.click("form:has(input[name=seat][value='0']) button")
    page.wait_for_selector("#tray:not([hidden])")
    for code in ("L-S1", "E-S1", "A-S1"):
        page.click(f"#hand [data-code='{code}']")
    page.wait_for_selector("#preview .worth")
    assert page.input_value("#tray-typed") == "LEA"
    page.fill("#tray-typed", "lento")
    page.wait_for_selector(".tray-tile.is-wild")
    assert page.input_value("#word-tiles").startswith("L-S1 E-S1 N=")
    page.click("#do-word")
    page.wait_for_selector(".word-text")
    assert page.inner_text(".word-panel .word-text") == "LENTO"
    assert page.evaluate("window.wrong") == []
