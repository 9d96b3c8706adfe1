"""The look of Out of Mine!: what is due stands in one line, every legal move is on the page, a round of four takes ten taps."""

from __future__ import annotations

import functools
import html
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion import notation
from companion.games import mine
from companion.games.mine import draft, pictures, standing
from companion.games.mine.state import State
from companion.games.mine.tiling import spots
from companion.rules import Ask, Line, say, total
from tests.games.minetable import (
    BOX,
    COVER,
    NAMES,
    ORDER,
    board,
    card,
    counted,
    dug,
    game,
    ready,
    round_of,
    shout,
    side,
    tile,
)
from tests.web.conftest import Browser, at_table, real_games, state_of, words
from tests.web.test_fire_board import MATERIALS, SITE, contrast, materials

ROOT = Path(__file__).parents[2]
LOOK = (ROOT / "static/mine/look.css").read_text()
SPRITE = (ROOT / "static/mine/pieces.svg").read_text()
NIGHTS = pytest.mark.parametrize("night", [False, True], ids=["by day", "by lamplight"])
ADVANCED = '{"elves": true, "finds": true}'


app = pytest.fixture(real_games, scope="module")


# --- tables at a moment of a game -----------------------------------------------------------------------------------------


def text_of(*told: str, seats: int = 2, options: str = "{}") -> str:
    """The record of a game with these lines, as `minetable` tells them."""
    lines = [line for text in told for line in text.splitlines() if line.strip()]
    numbered = "".join(f"{seq} {line}\n" for seq, line in enumerate(lines, 1))
    return f"companion 1\ngame: mine\nbox: house\noptions: {options}\nseats: {', '.join(NAMES[:seats])}\n\n{numbered}"


FOUR = ("8B T01", "5A T02", "3A T04", "9B T36")
SHOUTED = dug("4B T26", "5A T21", shouter=0)
WRONG = (*COVER[4:], "green A4 B4 A5", "green F3 G2 G3", "green B2 C2 B3", "blue B1 C1")
"""One of three greens is too many, and the blue sticks out (specification, section 12, situation 5)."""
POSITIONS: dict[str, tuple[tuple[str, ...], int, str]] = {
    "the first entry": ((), 4, "{}"),
    "boards and cards told": ((ready("8B T01"), board(1, 5)), 2, ADVANCED),
    "after a round": ((dug("8B T01", "5A T02", shouter=1), counted(0, 3), counted(1, 0)), 2, "{}"),
    "the same board again": (
        (dug("8B T01", "5A T02", shouter=1), counted(0, 3), counted(1, 0), board(0, 8)),
        2,
        "{}",
    ),
    "digging": ((ready(*FOUR), ORDER), 4, ADVANCED),
    "digging, nothing told": ((ORDER,), 3, "{}"),
    "counting": ((SHOUTED,), 2, "{}"),
    "counting with elves and finds": ((dug(*FOUR, shouter=2), counted(1, 3, 2, 4)), 4, ADVANCED),
    "counting, board without side": ((board(0, 4), ORDER, shout(1)), 2, "{}"),
}


@pytest.fixture(scope="module")
def looked_at(app: Flask) -> Callable[..., Browser]:
    """The page of a position at which nobody moves: made once."""

    def look(name: str, seat: int | None = None) -> Browser:
        told, seats, options = POSITIONS[name]
        return at_table(app, text_of(*told, seats=seats, options=options), seat)

    return functools.cache(look)


# --- colours --------------------------------------------------------------------------------------------------------------


@NIGHTS
@pytest.mark.parametrize("name", ["ink", "accent", "accent-2", "danger"])
def test_every_colour_that_writes_is_readable_on_the_paper_and_under_what_stands_on_it(name: str, night: bool) -> None:
    colours = {**materials(SITE, night), **materials(LOOK, night)}
    assert contrast(colours[name], colours["paper"]) >= 4.5
    if name != "ink":
        assert contrast(colours["on"], colours[name]) >= 4.5


def test_names_are_readable_on_the_colours_of_the_seats_and_numbers_on_a_card() -> None:
    seats = dict(re.findall(r"^  --(seat-\d|on-seat|card-ink|card-soft): (#[0-9a-f]{6});", LOOK, re.MULTILINE))
    assert len(seats) == 7
    assert all(contrast(seats["on-seat"], seats[f"seat-{at}"]) >= 4.5 for at in range(4))
    for night in (False, True):
        ground = materials(LOOK, night)["card"]
        assert all(contrast(seats[ink], ground) >= 4.5 for ink in ("card-ink", "card-soft"))


def test_the_game_sets_every_material_and_loads_nothing() -> None:
    for name in MATERIALS:
        assert re.search(rf"^  --{name}:", LOOK, re.MULTILINE), name
    assert not re.search(r"https?:|//[a-z]|@import|url\(", LOOK)


def test_every_picture_of_the_pages_is_in_the_sprite() -> None:
    drawn = set(re.findall(r'<symbol id="([^"]+)"', SPRITE))
    page = "".join(path.read_text() for path in (ROOT / "templates/mine").glob("*.html"))
    asked = set(re.findall(r'(?:piece|at|put)\("([\w-]+[a-z])"[,)]', page))
    assert {"king", "shout", "board", "treasure-back"} <= asked
    colours = [colour.colour for colour in BOX.colours]
    crystals, elves, dwarves = set(colours), {f"elf-{one}" for one in colours}, {f"dwarf-{at}" for at in range(4)}
    assert asked | crystals | elves | dwarves | set(BOX.find_names) | {"lantern", "lantern-out"} <= drawn


# --- what may be done -----------------------------------------------------------------------------------------------------


def offered(browser: Browser) -> set[str]:
    return {
        value
        for form in browser.forms()
        if form["action"].endswith("/moves")
        for name, value in form["buttons"]
        if name == "move"
    }


def legal(state: State) -> list[Any]:
    """What a page may offer of what the rules allow: a card that lies face down may still come to others, for all that it knows;
    who has one draws no other. A card of which nobody says which it is changes nothing, and has no button."""
    moves = [move for _, move in mine.legal_moves(mine.view(state, None))]
    has = [seat for seat, digger in enumerate(state.seats) if digger.card != "?"]
    return [move for move in moves if type(move).__name__ != "DrewCard" or (move.card != "?" and move.seat not in has)]


@pytest.mark.parametrize("name", POSITIONS)
def test_every_legal_move_of_a_position_is_on_the_screen_and_nothing_else(
    app: Flask, looked_at: Callable[..., Browser], name: str
) -> None:
    browser = looked_at(name)
    moves = legal(state_of(app, browser))
    assert offered(browser) == {notation.write(move) for move in moves if not isinstance(move, Ask)}
    told = {(fields["who"], fields["kind"]) for form in browser.forms() if "kind" in (fields := dict(form["fields"]))}
    assert told == {(str(move.given["seat"]), move.move.__name__) for move in moves if isinstance(move, Ask)}
    assert not re.search(r"<[^>]+ style=|<script(?![^>]* src=)|<style|https?:(?!//www\.w3\.org)", browser.page)


@pytest.mark.parametrize("name", ["boards and cards told", "digging", "counting with elves and finds"])
def test_a_phone_offers_its_seats_moves_and_the_tables(app: Flask, looked_at: Callable[..., Browser], name: str) -> None:
    browser = looked_at(name, 1)
    state = state_of(app, browser)
    moves = [move for move in legal(state) if not isinstance(move, Ask) and mine.maker(state, move) in (1, "TABLE")]
    assert offered(browser) == {notation.write(move) for move in moves}


def test_board_side_and_card_are_told_by_three_taps_and_the_card_lies_face_down(app: Flask) -> None:
    browser = at_table(app, text_of(), 0)
    browser.press('GotBoard {"seat": 0, "board": 4}')
    assert browser.page.count('class="btn side-pick"') == 2
    browser.press('ChoseSide {"seat": 0, "side": "B"}')
    browser.press('DrewCard {"seat": 0, "card": "T26"}')
    assert state_of(app, browser).seats[0] == mine.state.Digger(4, "B", "T26")
    for seat in (0, 1, None):
        browser.post(f"{browser.path}/sit", seat="" if seat is None else str(seat), take_over="1")
        assert "The card lies face down." in browser.page
        assert "T26" not in re.sub(r"<button[^>]*>", "", browser.page.partition('class="rare"')[0])
        assert 'class="treasure ' not in browser.page
        assert 'DrewCard {"seat": 0, "card": "T26"}' not in html.unescape(browser.page)


def test_while_all_dig_a_phone_is_one_button_and_the_screen_has_one_for_each_seat(looked_at: Callable[..., Browser]) -> None:
    phone, screen = looked_at("digging", 2), looked_at("digging")
    assert phone.page.count('class="shout"') == 1
    assert '#dwarf-2"' in phone.page and "Cleo" in words(phone.page.partition('class="shout"')[2].partition("</button>")[0])
    assert screen.page.count('class="shout"') == 4
    assert screen.page.count('<div class="treasure ') == 4
    assert "All stop" in phone.page


def test_a_card_shows_how_many_tiles_with_letter_and_mark_and_its_finds(looked_at: Callable[..., Browser]) -> None:
    shown = looked_at("digging").page.partition('<div class="treasure ')[2].partition("</div>")[0]
    assert re.findall(r"<li><b class=\"num\">(\d)</b>", shown) == ["2", "4", "1"]
    assert re.findall(r'class="letter"[^>]*>(\w)<', shown) == [*"BB", *"GGG", *"RRRR"]
    assert "#gold" in shown and "+2" in shown and "#rat" in shown and "-2" in shown


# --- what is said ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("the first entry", "A board and a card, face down, for each. Then the king gives the order."),
        ("boards and cards told", "Ben chooses a side."),
        ("digging", "Everyone digs. Whoever has covered every space shouts."),
        ("counting", "Ana has shouted OUT OF THE MINE!"),
    ],
)
def test_one_line_says_what_is_due(looked_at: Callable[..., Browser], name: str, line: str) -> None:
    found = re.search(r"<h1>(.*?)</h1>", looked_at(name).page, re.S)
    assert found and words(found[1]) == line


def test_whose_count_is_missing_is_said_and_a_stop_without_a_shout_too() -> None:
    g = game(dug("4B T26", "5A T21"))
    assert str(standing.stopped(g.state)) == "All have stopped, and nobody has shouted."
    assert str(standing.now(g.state)) == "seat 1, seat 2 count the empty spaces."
    assert str(standing.now(g.then(counted(0, 3)).state)) == "seat 2 counts the empty spaces."


def test_the_round_is_told_by_seven_lanterns(app: Flask) -> None:
    browser = at_table(app, text_of(round_of(0, 3, shouter=0), round_of(3, 0, shouter=1)))
    lanterns = browser.page.partition('class="lanterns"')[2].partition("</span>")[0]
    assert re.findall(r'#(lantern(?:-out)?)"', lanterns) == ["lantern"] * 3 + ["lantern-out"] * 4
    assert "Round 3 of 7" in words(browser.page)


def test_between_rounds_the_exchange_stays_in_a_line_until_the_order(app: Flask) -> None:
    line = "Ben puts board 5 into the box and takes one from the pile; shuffle the boards and deal."
    told = (dug("8B T01", "5A T02", shouter=1), counted(0, 3), counted(1, 0))
    assert line in words(at_table(app, text_of(*told)).page)
    later = at_table(app, text_of(*told, board(0, 8), side(0, "A"), card(1, "T09")))
    assert line in words(later.page)
    assert line not in words(at_table(app, text_of(*told, ORDER)).page)


def test_elves_stand_on_plans_with_their_letter_only_where_they_are_in_play(app: Flask) -> None:
    told = ready("4B")
    assert 'class="elf"' not in at_table(app, text_of(told)).page
    page = at_table(app, text_of(told, options=ADVANCED)).page.partition('<svg class="plan')[2].partition("</svg>")[0]
    assert page.count('class="elf"') == 4
    assert sorted(re.findall(r'class="elf-letter"[^>]*>(\w)<', page)) == [*"BGRW"]
    assert 'fill="url(#mine-hatch)"' in page


# --- the count ------------------------------------------------------------------------------------------------------------


def count(browser: Browser, seat: int, **told: int) -> str:
    """Fills in the seat's count."""
    for form in browser.forms():
        fields = dict(form["fields"])
        if (fields.get("kind"), fields.get("who")) == ("Counted", str(seat)):
            return browser.send(form, {f"f.{name}": str(n) for name, n in told.items()})
    raise AssertionError(f"no count for seat {seat}")


def test_elves_and_finds_are_counted_beside_the_empty_spaces(app: Flask) -> None:
    told, seats, options = POSITIONS["counting with elves and finds"]
    browser = at_table(app, text_of(*told, seats=seats, options=options))
    count(browser, 0, empty=4, elves=2, finds=-1)
    assert state_of(app, browser).seats[0].points == 10 - 4 + 2 - 1
    sums = [words(one).replace("  ", " ") for one in re.findall(r'<p class="result">(.*?)</p>', browser.page, re.S)]
    assert sums[0] == "7 10 − 4 left empty + 2 elves − 1 finds"


def test_the_pad_has_every_number_of_empty_spaces_and_more_than_ten_apart(looked_at: Callable[..., Browser]) -> None:
    form = looked_at("counting").page.partition('class="counting"')[2].partition("</form>")[0]
    keys = [int(n) for n in re.findall(r'name="f\.empty" value="(\d+)"', form)]
    assert keys == list(range(21))
    apart = form.partition('class="pad-zero"')[2].partition("</details>")[0]
    assert [int(n) for n in re.findall(r'name="f\.empty" value="(\d+)"', apart)] == list(range(11, 21))


# --- tiles, tapped one by one -----------------------------------------------------------------------------------------------


def address(path: str, *tiles: str, seat: int = 0, **more: object) -> str:
    told = [("seat", seat), ("lay", 1), *(("tile", draft.text_of(tile(one))) for one in tiles), *more.items()]
    return f"{path}?{'&'.join(f'{name}={value}' for name, value in told)}"


def tap(browser: Browser, name: str, value: object) -> str:
    """Presses a button of the form in which tiles are laid, as a browser without script does."""
    form = next(form for form in browser.forms() if form["method"] == "get" and (name, str(value)) in form["buttons"])
    return browser.get(f"{form['action']}?{'&'.join(f'{key}={given}' for key, given in [*form['fields'], (name, value)])}")


def on_page(browser: Browser) -> list[str]:
    return re.findall(r'<input type="hidden" name="tile" value="([^"]+)"', browser.page)


def test_a_tile_is_chosen_turned_laid_by_a_tap_and_taken_up_by_another(app: Flask) -> None:
    browser = at_table(app, text_of(SHOUTED), 0)
    browser.get(address(browser.path))
    tap(browser, "pick", "GI")
    tap(browser, "at", "A4")  # lying A4 to C4 it would stick out: it is turned
    assert on_page(browser)[0].startswith("green:") and "A4" in on_page(browser)[0]
    tap(browser, "pick", "RS")
    tap(browser, "turn", 1)
    tap(browser, "mirror", 1)
    assert '<input type="hidden" name="way" value="5">' in browser.page
    tap(browser, "at", "B6")
    red = on_page(browser)[-1]
    assert red.startswith("red:") and "B6" in red
    n = len(on_page(browser))
    tap(browser, "at", "B6")
    assert len(on_page(browser)) == n - 1
    assert '<input type="hidden" name="shape" value="RS">' in browser.page


def test_a_whole_cover_is_told_from_its_address_and_brings_what_the_page_said(app: Flask) -> None:
    browser = at_table(app, text_of(SHOUTED, options='{"elves": true}'), 0)
    browser.get(address(browser.path, *COVER))
    assert "Write it down: 0 empty" in words(browser.page)
    shown = re.search(r'<b class="num result-points">(\d+)</b>', browser.page)
    assert shown and shown[1] == "13"
    browser.fill("/moves", having=("kind", "Laid"))
    digger = state_of(app, browser).seats[0]
    assert (digger.points, digger.empty, digger.tiles) == (13, 0, tuple(map(tile, COVER)))


def test_what_comes_off_is_crossed_out_with_its_rule(app: Flask) -> None:
    browser = at_table(app, text_of(SHOUTED))
    table = browser.path
    browser.get(address(table, *WRONG))
    assert browser.page.count('class="tile is-off"') == 2
    assert "check.sticks_out" in browser.page and "check.number" in browser.page
    assert "2 10 − 6 left empty − 2 wrong shout" in words(browser.page)
    browser.fill("/moves", having=("kind", "Laid"))
    assert state_of(app, browser).seats[0].points == 2
    assert browser.page.count('class="tile is-off"') == 2


def test_what_would_be_refused_is_said_before_it_is_sent(app: Flask) -> None:
    browser = at_table(app, text_of(SHOUTED), 0)
    browser.get(f"{browser.path}?seat=0&lay=1&tile=green:A4.B4.C5")
    assert "No tile has this shape: green A4 B4 C5." in words(browser.page)


def test_finds_are_chosen_from_those_that_a_tile_lying_so_can_show(app: Flask) -> None:
    browser = at_table(app, text_of(SHOUTED, options=ADVANCED), 0)
    browser.get(address(browser.path, COVER[2]))
    choices = [value for form in browser.forms() for name, value in form["buttons"] if name == "find"]
    shown = {getattr(one, face) for one in BOX.copies["GL"] for face in ("front", "back")} - {""}
    assert choices == ["0:", *(f"0:{find}" for find in BOX.find_names if find in shown)]
    tap(browser, "find", "0:silver")
    assert on_page(browser) == ["green:F3.G2.G3:silver"]


def test_the_tiles_stay_on_the_page_when_the_table_has_moved_on(app: Flask) -> None:
    browser = at_table(app, text_of(SHOUTED), 0)
    table = browser.path
    browser.get(address(table, *COVER))
    form = next(form for form in browser.forms() if dict(form["fields"]).get("kind") == "Laid")
    other = Browser(app)
    other.get(table)
    other.fill("/ruling", text="A tile that fell off counts as laid.")
    browser.send(form, {})
    assert browser.status == 409
    assert on_page(browser) == [draft.text_of(tile(one)) for one in COVER]


@pytest.mark.parametrize(
    "odd",
    [
        "tile=green", "tile=pink:A1", "tile=green:A1.A1.A1", "tile=blue:A1.B1.C1", "tile=red:H1.A1", "tile=:::",
        "tile=blue:A1.B1:crown", "pick=XX", "at=Z9", "at=A1", "drop=9", "find=7:gold", "find=x", "shape=RL&way=99", "seat=9",
        "seat=%C2%B2", "turn=1", "mirror=1",
    ],
)  # fmt: skip
def test_an_address_that_says_nonsense_lays_nothing_that_is_none(app: Flask, looked_at: Callable[..., Browser], odd: str) -> None:
    browser = looked_at("counting", 0)
    path = browser.path.partition("?")[0]
    page = Browser(app)
    page.client = browser.client
    page.get(f"{path}?seat=0&lay=1&{odd}" if not odd.startswith("seat") else f"{path}?{odd}&lay=1")
    assert page.status == 200
    assert on_page(page) == (["blue:A1.B1"] if "crown" in odd else [])


def test_another_seats_tiles_are_not_laid_from_a_phone(app: Flask) -> None:
    browser = at_table(app, text_of(SHOUTED), 1)
    browser.get(address(browser.path, *COVER, seat=0))
    assert 'class="laying-form"' not in browser.page


# --- practice ---------------------------------------------------------------------------------------------------------------


def test_in_practice_tiles_are_laid_on_the_screen_and_the_shout_tells_them(app: Flask) -> None:
    browser = Browser(app)
    browser.open("mine", ("Ana", "Ben"), practice="1")
    table = browser.path
    assert "Photograph" not in browser.page
    for seat in (0, 1):
        browser.post(f"{table}/sit", seat=str(seat), take_over="1")
        browser.press(next(line for line in offered(browser) if line.startswith("ChoseSide")))
    state = state_of(app, browser)
    assert state.phase == "mine"
    browser.post(f"{table}/sit", seat="0", take_over="1")
    colour = next(colour for colour, n in BOX.card[state.seats[0].card].tiles.items() if n)
    shape = next(shape for shape in BOX.shapes if shape.colour == colour)
    space = next(
        one.cells[0]
        for one in mine.choices.placements(BOX, int(state.seats[0].board), state.seats[0].side)
        if one.colour == colour
    )
    tap(browser, "pick", shape.shape)
    tap(browser, "at", space)
    assert len(on_page(browser)) == 1
    form = next(form for form in browser.forms() if ("move", 'OutOfTheMine {"seat": 0}') in form["fields"])
    line = next(value for name, value in form["buttons"] if name == "move")
    browser.send(form, {"move": ['OutOfTheMine {"seat": 0}', line]})
    state = state_of(app, browser)
    assert (state.phase, state.shouter) == ("count", 0)
    assert state.seats[0].tiles is not None and state.seats[0].tiles[0].colour == colour


# --- the round, the week, the end --------------------------------------------------------------------------------------------


def test_a_round_is_told_by_its_sums_and_the_week_by_rounds_and_seats(app: Flask) -> None:
    told = (round_of(0, 3, shouter=0), round_of(4, 11, shouter=0))
    browser = at_table(app, text_of(*told))
    rows = browser.page.partition('class="round-rows"')[2].partition("</ol>")[0]
    assert "10 − 4 left empty − 2 wrong shout" in words(rows) and "more than 10 empty" in words(rows)
    assert standing.week(state_of(app, browser)) == ((12, 7), (4, 0), *[(None, None)] * 5)
    week = browser.page.partition("week-table")[2].partition("</table>")[0]
    assert [words(one) for one in re.findall(r"<td[^>]*>(.*?)</td>", week.partition("<tfoot>")[2], re.S)] == ["16", "7"]
    assert week.count("week-shout") == 2


def test_the_plot_has_a_step_a_round(app: Flask) -> None:
    told = (round_of(0, 3, shouter=0), round_of(4, 11, shouter=0))
    page = at_table(app, text_of(*told, board(0, 3))).page
    numbers = page.partition('class="plot panel"')[2].partition("</figure>")[0].partition("<tbody>")[2]
    rows = [words(row).split() for row in re.findall(r"<tr>(.*?)</tr>", numbers, re.S)]
    assert [row[:3] for row in rows[:3]] == [["0", "0", "0"], ["1", "12", "7"], ["2", "16", "7"]]


@pytest.mark.parametrize(("name", "winner", "points"), [("mine-four-quick", "Ben", "65"), ("mine-two-advanced", "Ana", "78")])
def test_a_week_that_is_over_shows_who_won_the_points_and_ways_on(app: Flask, name: str, winner: str, points: str) -> None:
    browser = at_table(app, (ROOT / f"tests/playthroughs/{name}.txt").read_text().replace("#=", "#"))
    state = state_of(app, browser)
    assert state.phase == "over"
    found = re.search(r"<h1>(.*?)</h1>", browser.page, re.S)
    assert found and words(found[1]) == f"Won by {winner}"
    best = browser.page.partition('class="ranking podium"')[2].partition("</li>")[0]
    assert winner in best and points in best and "winner" in best
    links = (f"{browser.path}/score", f"{browser.path}/journal", "/games/mine/past")
    assert all(f'href="{link}"' in browser.page for link in links)
    for seat, own in enumerate(state.books):
        assert sum(row[seat] or 0 for row in standing.week(state)) == total(own)
    browser.get(f"{browser.path}/score")
    assert browser.status == 200 and "week-table" in browser.page and "bars-list" in browser.page


@pytest.mark.parametrize("language", ["es", "fr"])
def test_the_board_stands_in_every_language(app: Flask, language: str) -> None:
    for name in ("boards and cards told", "digging", "counting with elves and finds"):
        told, seats, options = POSITIONS[name]
        browser = at_table(app, text_of(*told, seats=seats, options=options), **{"Accept-Language": language})
        assert browser.status == 200
        assert f'<html lang="{language}"' in browser.page


# --- drawing ------------------------------------------------------------------------------------------------------------------


def test_a_rim_goes_round_its_cells_and_around_a_hole() -> None:
    assert pictures.outline({(0, 0)}) == "M11 11L31 11L31 31L11 31Z"
    assert pictures.outline({(0, 0), (1, 0)}) == "M11 11L51 11L51 31L11 31Z"
    ring = {(x, y) for x in range(3) for y in range(3)} - {(1, 1)}
    assert pictures.outline(ring).count("M") == 2


def test_every_rim_of_a_board_encloses_its_twenty_spaces() -> None:
    for one in BOX.boards:
        rim = pictures.plan(BOX, one.board, one.side).gallery
        area = 0.0
        for loop in rim.removesuffix("Z").split("Z"):
            corners = [tuple(map(int, spot.split())) for spot in loop.removeprefix("M").split("L")]
            area += sum(x * v - u * y for (x, y), (u, v) in zip(corners, [*corners[1:], corners[0]], strict=True)) / 2
        assert area == 20 * pictures.CELL**2, (one.board, one.side)


def test_the_eight_ways_of_a_shape_are_four_turns_of_it_and_four_of_its_mirror_image() -> None:
    for shape in BOX.shapes:
        ways = [pictures.turned(shape.drawing, way) for way in range(8)]
        assert set(ways) == {way for way, (name, _) in BOX.forms[shape.colour].items() if name == shape.shape}
        assert ways[0] == spots(shape.drawing)
        assert draft.can_mirror(shape) == (set(ways[:4]) != set(ways[4:]))


def test_minus_points_lie_over_the_end_of_the_bar_and_it_ends_where_the_total_stands() -> None:
    lines = [
        Line(n, rule, say("x")) for n, rule in ((10, "score.ten"), (-4, "score.empty"), (-2, "shout.wrong"), (3, "elf.point"))
    ]
    bar = pictures.bar(lines, 15)
    assert [(part.points, part.x, part.width) for part in bar.parts] == [(10, 0, 200), (3, 200, 60), (-4, 180, 80), (-2, 140, 40)]
    assert bar.end == 7 * pictures.LONG / 15
    below = pictures.bar(
        [Line(10, "score.ten", say("x")), Line(-9, "score.empty", say("x")), Line(-2, "shout.wrong", say("x"))], 12
    )
    assert below.end == 0 and all(part.x >= 0 for part in below.parts)


def test_a_tap_on_a_space_lays_the_tile_inside_the_gallery_turned_if_it_must() -> None:
    g = game(SHOUTED)
    spaces = mine.state.gallery_of(g.state, g.state.seats[0]).spaces
    for cell, at in BOX.cells.items():
        for shape in BOX.shapes:
            found = draft.at_cell(g.state, draft.Draft(0, shape=shape.shape), cell)
            assert len(found.tiles) == 1 and cell in found.tiles[0].cells
            fits = any(
                cell in one.cells and mine.judge.shape_and_faces(BOX, one)[0] == shape.shape
                for one in mine.choices.placements(BOX, 4, "B")
            )
            inside = mine.laying.mask(BOX, found.tiles[0]) & ~spaces == 0 and not mine.laying.is_beyond(BOX, found.tiles[0])
            assert inside == fits
            assert not fits or spaces >> at & 1


# --- in a browser ---------------------------------------------------------------------------------------------------------------


def opened(page: Any, text: str) -> None:
    page.goto("/")
    page.set_input_files("#record", {"name": "record.txt", "mimeType": "text/plain", "buffer": text.encode()})
    page.locator("details:has(#record) > summary").click()
    page.click("form:has(#record) button")
    page.wait_for_selector(".board")


def test_a_round_of_four_is_scored_in_ten_taps(phone: Callable[..., Any]) -> None:
    page = phone()
    opened(page, text_of(seats=4))
    taps = 0

    def press(selector: str, then: str) -> None:
        nonlocal taps
        page.locator(selector).first.click()
        taps += 1
        page.wait_for_selector(then)

    press("#do-order", ".board-mine")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    press("#shout-1", ".board-count")
    for seat, empty in enumerate((3, 0, 5)):
        press(f"#empty-{seat}-{empty}", f".digger.seat-{seat}.is-told")
    press("#empty-3-2", ".board-ready")
    assert taps <= 10
    points = page.locator(".nameplate-points").all_inner_texts()
    assert [int(text.split()[0]) for text in points] == [7, 12, 5, 8]
    assert page.evaluate("window.wrong") == []


def test_tiles_are_tapped_onto_the_board_in_a_browser(phone: Callable[..., Any]) -> None:
    page = phone()
    opened(page, text_of(SHOUTED))
    table = page.url
    page.goto(f"{table}?seat=0&lay=1")
    page.click("#pick-0-GL")
    page.wait_for_selector("#turn-0")
    page.click("#tap-0-A4")
    page.wait_for_selector(".tapping .tile")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.locator("#tap-0-A4").bounding_box()["width"] >= 47.9
    assert page.locator("input[name=tile]").count() == 1
    page.click("#tap-0-A4")
    page.wait_for_selector(".tapping .tile", state="detached")
    assert page.evaluate("window.wrong") == []
