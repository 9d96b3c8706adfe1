"""The look of Game of Trains: its page offers exactly what may be done, and says what must be seen at a glance."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion import notation
from companion.games import trains
from companion.games.trains.advice import advise
from companion.games.trains.moves import Drew
from companion.games.trains.state import State
from companion.rules import TABLE, Ask
from companion.table import Table, who_and_move
from companion.web.house import house
from companion.web.tables import Sitting
from tests.games.trainstable import BOX
from tests.web.conftest import Browser, real_games, words
from tests.web.test_fire_board import MATERIALS, SITE, contrast, materials

ROOT = Path(__file__).parents[2]
SPRITE = (ROOT / "static/trains/pieces.svg").read_text()
LOOK = (ROOT / "static/trains/look.css").read_text()
PEOPLE = ("Ana", "Ben", "Cleo")
PLAYED = [
    line.partition(" ")[2]
    for line in (ROOT / "tests/playthroughs/trains-three-players.txt").read_text().splitlines()
    if re.match(r"\d+ ", line)
]
"""A whole game of three: what was told, entry by entry."""

NIGHTS = pytest.mark.parametrize("night", [False, True], ids=["by day", "by lamplight"])


app = pytest.fixture(real_games, scope="module")


# --- colours and pictures ---------------------------------------------------------------------------------------------


@NIGHTS
@pytest.mark.parametrize("name", ["ink", "accent", "accent-2", "danger"])
def test_every_colour_that_writes_is_readable_on_the_paper(name: str, night: bool) -> None:
    colours = materials(LOOK, night)
    assert contrast(colours[name], colours["paper"]) >= 4.5


@NIGHTS
@pytest.mark.parametrize("name", ["accent", "accent-2", "danger"])
def test_what_stands_on_a_button_or_a_banner_is_readable(name: str, night: bool) -> None:
    colours = {**materials(SITE, night), **materials(LOOK, night)}
    assert contrast(colours["on"], colours[name]) >= 4.5


@NIGHTS
def test_what_stands_on_a_car_is_readable(night: bool) -> None:
    card = materials(LOOK, night)["card"]
    inks = dict(re.findall(r"--(card-ink|card-soft|go): (#[0-9a-f]{6});", LOOK))
    assert set(inks) == {"card-ink", "card-soft", "go"}
    assert all(contrast(ink, card) >= 4.5 for ink in inks.values())
    assert contrast(inks["go"], "#fff") >= 4.5


def test_the_game_sets_every_material_that_the_house_asks_for() -> None:
    for name in MATERIALS:
        assert re.search(rf"^  --{name}:", LOOK, re.MULTILINE), name


def test_the_sheet_loads_nothing() -> None:
    assert not re.search(r"https?:|//[a-z]|@import|url\(", LOOK)


def test_every_ability_has_arrows_that_its_card_brings_forth() -> None:
    box = (ROOT / "companion/games/trains/box/abilities.csv").read_text()
    abilities = [line.partition(",")[0] for line in box.splitlines()[1:]]
    assert len(abilities) == 8
    for ability in abilities:
        assert f".board:has(#use-{ability}:checked) .ways-{ability}" in LOOK
        assert f'<symbol id="{ability}"' in SPRITE


# --- tables at a moment of a game ---------------------------------------------------------------------------------------


def record(moves: list[str], people: tuple[str, ...] = PEOPLE, options: str = "{}") -> str:
    head = f"companion 1\ngame: trains\nbox: reported\noptions: {options}\nseats: {', '.join(people)}\n\n"
    return head + "".join(f"{at} {move}\n" for at, move in enumerate(moves, 1))


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


def sitting(app: Flask, browser: Browser) -> Sitting:
    with app.app_context():
        return house().sitting(browser.path.removeprefix("/t/"))


def states() -> list[State]:
    """The states of the played game: before its first entry, after it, after the second..."""
    at = Table("trains", trains, BOX, trains.Options(), PEOPLE)
    found = [at.setup()]
    for line in PLAYED:
        who, move = who_and_move(line, PEOPLE, at.classes)
        found.append(trains.apply(found[-1], trains.maker(found[-1], move) if who is None else who, move))
    return found


STATES = states()


def moments(phase: str) -> list[int]:
    """After how many entries the played game is in this phase."""
    return [at for at, state in enumerate(STATES) if state.phase == phase]


def telling() -> list[int]:
    """Moments that say everything: the first of each phase, and turns that show every ability in the row."""
    found, shown = [moments(phase)[0] for phase in ("deal", "first", "offer", "keep", "draw", "put", "refill", "shuffle")], set()
    for at in moments("turn"):
        abilities = {STATES[at].box.ability_of[card] for card in STATES[at].row}
        if abilities - shown:
            found.append(at)
            shown |= abilities
    assert len(shown) == 8
    return found


def lines(page: str) -> dict[int, str]:
    """The lines of a page by seat, as HTML."""
    return {int(seat): text for seat, text in re.findall(r'<section class="line line-(\d)\b(.*?)</section>', page, re.DOTALL)}


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
    for who, move in trains.legal_moves(trains.view(state, seat)):
        if isinstance(move, Ask):
            if seat is None or who in (seat, TABLE):
                open_.add((move.move.__name__, json.dumps(dict(move.given))))
        elif seat is None or who in (seat, TABLE):
            whole.add(notation.write(move))
            if isinstance(move, Drew):
                # Its number may be typed as well.
                open_.add(("Drew", "{}"))
    return whole, open_


@pytest.mark.parametrize("at", telling(), ids=lambda at: f"{STATES[at].phase}-{at}")
def test_the_page_offers_exactly_what_is_legal(app: Flask, at: int) -> None:
    state = STATES[at]
    acting = state.turn or 0
    browser = at_table(app, record(PLAYED[:at]), acting)
    assert offered(browser) == legal(state, acting)
    if state.phase != "turn" or at == moments("turn")[0]:
        for seat in ((acting + 1) % 3, None):
            sit(browser, seat)
            assert offered(browser) == legal(state, seat)


def test_a_practice_table_offers_each_seat_its_moves_and_tells_the_rest_itself(app: Flask) -> None:
    browser = Browser(app)
    browser.open("trains", ("Ana", "Ben"), practice="1")
    for _ in range(4):
        state = sitting(app, browser).position.state
        assert state.phase in ("keep", "turn", "put")
        sit(browser, state.turn)
        whole, open_ = offered(browser)
        assert (whole, open_) == legal(state, state.turn)
        browser.press(min(whole))
        assert browser.status == 200, words(browser.page)


def test_the_screen_of_a_practice_table_plays_every_seat_but_keeps_no_start_card_for_anyone(app: Flask) -> None:
    browser = Browser(app)
    browser.open("trains", ("Ana", "Ben"), practice="1")
    sit(browser, None)
    first = sitting(app, browser).position.state.turn
    assert offered(browser) == (set(), set())
    assert f"Play as {('Ana', 'Ben')[first]}" in words(browser.page)
    for _ in range(2):
        turn = sitting(app, browser).position.state.turn
        sit(browser, turn)
        browser.press(min(offered(browser)[0]))
    assert "Play for everyone" in words(browser.page)
    browser.fill("/sit", having=("seat", ""))
    assert offered(browser) == legal(sitting(app, browser).position.state, None)


def test_the_line_that_wins_is_all_ascending(app: Flask) -> None:
    browser = at_table(app, record(PLAYED[:-1]))
    browser.press(PLAYED[-1].partition(" ")[2])
    assert "Ana wins" in words(browser.page)
    line = re.search(r"is-winner.*?</ol>", browser.page, re.DOTALL)
    assert line is not None
    assert re.findall(r'class="mark mark-(\w+)"', line.group(0)) == ["up"] * 6
    assert offered(browser) == (set(), set())


# --- what must be seen --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("at", [moments("turn")[0], moments("put")[-1], moments("refill")[0]])
def test_between_neighbours_stands_whether_they_ascend(app: Flask, at: int) -> None:
    page = at_table(app, record(PLAYED[:at])).page
    assert set(lines(page)) == {0, 1, 2}
    for seat, text in lines(page).items():
        cars = STATES[at].trains[seat].cars
        whole = [(left, right) for left, right in pairwise(cars) if left is not None and right is not None]
        signs = [("up", "&lt;") if left < right else ("down", "&gt;") for left, right in whole]
        assert re.findall(r'<span class="mark mark-(up|down)" aria-hidden="true">(&lt;|&gt;)</span>', text) == signs
        shown = re.findall(r'<b class="car-number num">(\d+|\?)</b>', text)
        assert shown == [str(car) if car is not None else "?" for car in cars]


def test_a_lock_lies_on_its_car(app: Flask) -> None:
    at = next(at for at, state in enumerate(STATES) if state.trains[0].locks)
    page = at_table(app, record(PLAYED[:at])).page
    ((space, lock),) = STATES[at].trains[0].locks.items()
    cars = re.findall(r'<li class="car[ "].*?</li>', lines(page)[0], re.DOTALL)
    assert [f'aria-label="locked with {lock}"' in car for car in cars] == [number == space for number in range(1, 8)]
    assert "is-changed" in cars[space - 1]
    assert "locked" not in lines(page)[1] + lines(page)[2]


def test_in_a_refill_a_banner_says_who_draws_for_which_space(app: Flask) -> None:
    at = moments("refill")[0]
    browser = at_table(app, record(PLAYED[:at]))
    seat = STATES[at].turn
    space = STATES[at].trains[seat].cars.index(None) + 1
    assert f"{PEOPLE[seat]} draws for space {space}" in words(browser.page)
    sit(browser, seat)
    assert f"Draw for space {space}" in words(browser.page)


@pytest.mark.parametrize("at", [moments("keep")[1], moments("turn")[5], moments("put")[3]])
def test_every_line_says_how_far_it_is_from_ascending(app: Flask, at: int) -> None:
    page = at_table(app, record(PLAYED[:at])).page
    far = advise(trains.view(STATES[at], None), seat=None, names=PEOPLE)["distance"]
    assert {PEOPLE[seat]: words(text) for seat, text in lines(page).items()}.keys() == far.keys()
    for seat, text in lines(page).items():
        assert f"{far[PEOPLE[seat]]} to go" in words(text)


def test_what_changed_last_is_outlined(app: Flask) -> None:
    at = next(at for at, line in enumerate(PLAYED, 1) if " Put " in line)
    page = at_table(app, record(PLAYED[:at])).page
    before, after = STATES[at - 1], STATES[at]
    for seat, text in lines(page).items():
        cars = re.findall(r'<li class="car[ "].*?</li>', text, re.DOTALL)
        changed = [old != new for old, new in zip(before.trains[seat].cars, after.trains[seat].cars, strict=True)]
        assert ["is-changed" in car for car in cars] == changed
    assert page.count("is-changed") == 1 + len(set(after.row) - set(before.row))


def test_a_card_of_the_row_shows_number_letter_and_name(app: Flask) -> None:
    at = max(moments("turn"), key=lambda at: len(STATES[at].row))
    browser = at_table(app, record(PLAYED[:at]), STATES[at].turn)
    row = re.search(r'<ul class="cards row-cards".*?</ul>', browser.page, re.DOTALL)
    assert row is not None
    shown = [words(card) for card in re.findall(r"<li.*?</li>", row.group(0), re.DOTALL)]
    abilities = [BOX.by_id[BOX.ability_of[card]] for card in STATES[at].row]
    assert shown == [f"{card} {one.letter} {one.name}" for card, one in zip(STATES[at].row, abilities, strict=True)]
    assert f"{STATES[at].pile} to draw" in words(browser.page)
    assert f"{STATES[at].discard} discarded" in words(browser.page)


def test_arrows_have_names(app: Flask) -> None:
    at = next(at for at in moments("turn") if "swap_adjacent" in {BOX.ability_of[card] for card in STATES[at].row})
    browser = at_table(app, record(PLAYED[:at]), STATES[at].turn)
    cars = STATES[at].trains[STATES[at].turn].cars
    arrows = re.search(r'<form class="ways ways-swap_adjacent".*?</form>', browser.page, re.DOTALL)
    assert arrows is not None
    names = re.findall(r'aria-label="([^"]*)"', arrows.group(0))
    assert names == [f"Swap {left} and {right}" for left, right in pairwise(cars)]


def test_discards_are_listed_only_where_the_table_chose_so(app: Flask) -> None:
    at = moments("turn")[3]
    gone = sorted(card for card, seat in STATES[at].seen if seat is None)
    assert gone
    page = at_table(app, record(PLAYED[:at], options='{"card_memory": true}')).page
    listed = re.search(r'<details class="sheet remembered">.*?<p[^>]*>(.*?)</p>', page, re.DOTALL)
    assert listed is not None
    assert [int(card) for card in listed.group(1).split()] == gone
    assert "remembered" not in at_table(app, record(PLAYED[:at])).page


def test_the_odds_are_folded_and_give_a_percentage_with_its_fraction(app: Flask) -> None:
    at = moments("turn")[-1]
    turn = STATES[at].turn
    browser = at_table(app, record(PLAYED[:at]), turn)
    said = advise(trains.view(STATES[at], turn), seat=turn, names=PEOPLE)
    sheet = re.search(r'<details class="sheet odds">.*?</details>', browser.page, re.DOTALL)
    assert sheet is not None
    improve = said["draw"]["improve"]
    assert f"{round(improve['value'] * 100, 1):g} % {improve['exact']}" in words(sheet.group(0))
    best = notation.read(said["moves"][0]["move"], trains.MOVES)
    told = words(sheet.group(0)).partition("Your moves, the best first")[2]
    assert told.strip().startswith(str(trains.tell(best, {code: piece.name for code, piece in BOX.pieces.items()})))
    sit(browser, None)
    assert "odds" not in browser.page


# --- secrets ------------------------------------------------------------------------------------------------------------


def with_starts(cards: str) -> str:
    """The record up to the choice of start cards, where Ben drew these three."""
    at = moments("keep")[0]
    return record([re.sub(r'(Offered {"seat": 1, "cards": )\[.*?\]', rf"\1[{cards}]", line) for line in PLAYED[:at]])


def plain(browser: Browser) -> str:
    """The page without what differs from table to table: its code, its marks, keys."""
    page = browser.page.replace(browser.path.removeprefix("/t/"), "CODE")
    return re.sub(r'(name="(?:csrf_token|key)" value=)"[^"]*"', r"\1", page)


@pytest.mark.parametrize("seat", [None, 0])
def test_start_cards_are_on_no_other_page(app: Flask, seat: int | None) -> None:
    assert plain(at_table(app, with_starts("45, 14, 31"), seat)) == plain(at_table(app, with_starts("1, 2, 3"), seat))


def test_start_cards_are_on_the_page_of_their_hand(app: Flask) -> None:
    at = next(at for at in moments("keep") if STATES[at].turn == 1)
    browser = at_table(app, record(PLAYED[:at]), 1)
    assert re.findall(r'<label class="card card-pick">.*?<b class="num">(\d+)', browser.page) == ["14", "31", "45"]


def test_a_hidden_card_is_kept_by_its_number_and_the_car_that_is_tapped(app: Flask) -> None:
    at = moments("keep")[0]
    secret = [re.sub(r"\[.*\]", lambda cards: re.sub(r"\d+", '"?"', cards[0]), line) for line in PLAYED[4:at]]
    turn = STATES[at].turn
    browser = at_table(app, record(PLAYED[:4] + secret), turn)
    browser.fill("/moves", having=("kind", "Kept"), f__card="1", f__space="3")
    assert browser.status == 200, words(browser.page)
    assert sitting(app, browser).position.state.trains[turn].cars[2] == 1


# --- telling ------------------------------------------------------------------------------------------------------------


def test_seven_numbers_are_told_as_they_are_seen(app: Flask) -> None:
    browser = Browser(app)
    browser.open("trains", ("Ana", "Ben"))
    browser.fill("/moves", having=("given", '{"seat": 1}'), f__cards="3 81, 17 24 56 41 73")
    assert browser.status == 200, words(browser.page)
    assert re.findall(r'car-number num">(\d+)', lines(browser.page)[1]) == ["81", "73", "56", "41", "24", "17", "3"]


def test_start_cards_are_kept_secret_or_told_in_words(app: Flask) -> None:
    browser = at_table(app, record(PLAYED[: moments("offer")[0]]))
    browser.press('Offered {"seat": 2, "cards": ["?"]}')
    browser.fill("/moves", having=("kind", "Offered"), f__cards="35 ?")
    assert browser.status == 200, words(browser.page)
    assert sitting(app, browser).position.state.offers == ((35, "?"), (), ("?",))


def test_a_drawn_card_is_typed(app: Flask) -> None:
    at = moments("draw")[0]
    browser = at_table(app, record(PLAYED[:at]))
    browser.fill("/moves", having=("kind", "Drew"), f__card="68")
    assert browser.status == 200, words(browser.page)
    assert sitting(app, browser).position.state.drawn == 68


def test_a_code_may_be_typed_without_its_zero(app: Flask) -> None:
    at = moments("draw")[0]
    card = next(card for card in range(1, 10) if f'Drew {{"card": {card}}}' in legal(STATES[at], None)[0])
    browser = at_table(app, record(PLAYED[:at]))
    table = browser.path
    for typed in (f"{card}", f"0{card}", f"gt:{card}"):
        assert f"Drawn: {card}" in words(browser.get(f"{table}/scans?codes={typed}"))
    assert "“00” is no card of this box." in words(browser.get(f"{table}/scans?codes=00"))


def test_every_number_that_can_come_has_a_key_and_no_other(app: Flask) -> None:
    at = moments("draw")[0]
    numbers = re.search(r'<form class="numbers".*?</form>', at_table(app, record(PLAYED[:at])).page, re.DOTALL)
    assert numbers is not None
    keys = re.findall(r">(\d+)<", numbers.group(0))
    assert keys == sorted(keys, key=int)
    assert {f'Drew {{"card": {card}}}' for card in keys} == legal(STATES[at], None)[0]


def typed(page: str, field: str) -> re.Pattern[str]:
    """What a browser lets out of this field."""
    tag = re.search(rf'<input id="{field}"[^>]*>', page)
    assert tag is not None
    pattern = re.search(r' pattern="([^"]*)"', tag.group(0))
    assert pattern is not None
    return re.compile(pattern.group(1))


def test_numbers_that_are_no_line_stay_in_their_field(app: Flask) -> None:
    browser = Browser(app)
    browser.open("trains", ("Ana", "Ben"))
    line = typed(browser.page, "deal-1")
    for text in ("81 73 56 41 24 17 3", "3 81, 17 24 56 41 73 ", "1,2,3,4,5,6,7", "1; 2; 3; 4; 5; 6; 07"):
        assert line.fullmatch(text), text
    for text in ("81 73 56 41 24 17", "1 2 3 4 5 6 7 8", "81 73 56 41 24 17 x", "81735641241703"):
        assert not line.fullmatch(text), text
    starts = typed(at_table(app, record(PLAYED[: moments("offer")[0] + 1])).page, "offered")
    # How many were drawn is the table's to agree on.
    assert starts.fullmatch("35 ?") and starts.fullmatch("?,?") and starts.fullmatch("35")
    assert not starts.fullmatch("35 x") and not starts.fullmatch("135")


def test_another_seat_is_told_whose_card_it_would_tell(app: Flask) -> None:
    at = moments("draw")[0]
    turn = STATES[at].turn
    browser = at_table(app, record(PLAYED[:at]), (turn + 1) % 3)
    assert f"Tap for {PEOPLE[turn]}" in words(browser.page)


def test_the_last_entry_is_taken_back_where_it_is_told(app: Flask) -> None:
    at = moments("put")[0]
    browser = at_table(app, record(PLAYED[:at]))
    browser.fill("/strike")
    assert sitting(app, browser).position.state.phase == "draw"


def test_names_are_text_whatever_they_are(app: Flask) -> None:
    people = ("<b>Ana</b>", "Ben & “co”")
    browser = Browser(app)
    browser.open("trains", people, practice="1")
    sit(browser, None)
    assert "<b>Ana</b>" not in browser.page
    assert "&lt;b&gt;Ana&lt;/b&gt;" in browser.page
    assert "Ben &amp; “co”" in browser.page


@pytest.mark.parametrize("language", ["es", "fr"])
def test_the_board_stands_in_every_language(app: Flask, language: str) -> None:
    for at in telling()[3:8:2]:
        browser = at_table(app, record(PLAYED[:at]), **{"Accept-Language": language})
        assert f"board-{STATES[at].phase} " in browser.page


# --- in a browser -------------------------------------------------------------------------------------------------------


def opened(page: Any, text: str) -> str:
    """Opens a table with this record in a real browser; its address."""
    page.goto("/")
    page.set_input_files("#record", {"name": "record.txt", "mimeType": "text/plain", "buffer": text.encode()})
    page.locator("details:has(#record) > summary").click()
    page.click("form:has(#record) button")
    page.wait_for_selector(".board")
    return str(page.url)


def test_without_script_a_tapped_ability_shows_arrows_and_a_tapped_arrow_moves(phone: Callable[..., Any]) -> None:
    at = next(at for at in moments("turn") if "swap_adjacent" in {BOX.ability_of[card] for card in STATES[at].row})
    turn = STATES[at].turn
    cars = list(STATES[at].trains[turn].cars)
    page = phone(java_script_enabled=False)
    opened(page, record(PLAYED[:at]))
    assert not page.locator(".way").first.is_visible()
    page.click("label:has(#use-swap_adjacent)")
    arrow = page.get_by_role("button", name=f"Swap {cars[0]} and {cars[1]}")
    box = arrow.bounding_box()
    assert box["width"] >= 44
    assert box["height"] >= 48
    arrow.click()
    swapped = [cars[1], cars[0], *cars[2:]]
    page.wait_for_selector(f".line-{turn} .is-changed")
    assert page.locator(f".line-{turn} .car-number").all_inner_texts() == [str(car) for car in swapped]


def test_what_may_be_done_and_every_line_stand_above_the_fold_and_far_lines_turn_round(phone: Callable[..., Any]) -> None:
    at = max(moments("turn"), key=lambda at: len(STATES[at].row))
    page = phone()
    table = opened(page, record(PLAYED[:at]))
    for seat in (STATES[at].turn, None):
        page.goto(table.replace("/t/", "/join/"))
        page.click(f"form:has(input[name=seat][value='{'' if seat is None else seat}']) button")
        page.wait_for_selector(".board")
        for width, height in [(390, 844), (1280, 800)]:
            page.set_viewport_size({"width": width, "height": height})
            for part in (".status h1", ".status-last", ".line-0", ".line-1", ".line-2", ".row-cards", "#do-draw"):
                box = page.locator(part).bounding_box()
                assert box["y"] >= 0 and box["y"] + box["height"] <= height + 1, (part, seat, width, box)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    turned = "name => getComputedStyle(document.querySelector(name)).transform !== 'none'"
    assert not page.evaluate(turned, ".line-0")
    page.click("label.turn-round")
    page.click("#do-draw")
    page.wait_for_selector(".board-draw")
    assert [page.evaluate(turned, f".line-{seat}") for seat in range(3)] == [True, True, False]
    for width, height in [(1280, 800), (390, 844)]:
        page.set_viewport_size({"width": width, "height": height})
        keys = page.locator(".numbers button").evaluate_all("keys => keys.map(key => key.getBoundingClientRect().toJSON())")
        assert min(min(key["width"], key["height"]) for key in keys) >= 48
        for part in ("#drawn-card", ".btn-camera"):
            box = page.locator(part).bounding_box()
            assert box["y"] >= 0 and box["y"] + box["height"] <= height + 1, (part, width, box)
    assert page.evaluate("window.wrong") == []


SAID = "document.querySelector('.board')?.className + document.querySelector('h1')?.innerText"
CARS_TO_TAP = [f"button[name=move][value^={kind}]:visible" for kind in ("Kept", "Put")]


def test_whom_to_play_as_is_read_in_full_on_a_phone(phone: Callable[..., Any]) -> None:
    page = phone()
    page.goto("/tables?game=trains&practice=1")
    page.click("form[action='/tables'] button.btn-main")
    # Whose turn comes when is drawn by lot: moves are made until somebody else's turn leaves room for two buttons.
    for _ in range(8):
        page.wait_for_selector(".board")
        buttons = page.locator(".trains-actions button")
        if buttons.count() == 2 and page.locator(".trains-actions .line-name").count():
            break
        said = page.evaluate(SAID)
        page.locator(", ".join((".trains-actions button", *CARS_TO_TAP))).first.click()
        page.wait_for_function(f"was => ({SAID}) !== was", arg=said)
    name = page.locator(".trains-actions .line-name")
    wide, tall = name.evaluate("name => [name.scrollWidth - name.clientWidth, name.scrollHeight - name.clientHeight]")
    assert wide <= 1
    assert tall <= 1
