"""The look of Bibliogamo: the line says what is due, every legal move is on the page, and hires are picked from a few lists."""

from __future__ import annotations

import dataclasses
import functools
import html
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion import notation, record
from companion.games import bibliogamo
from companion.games.bibliogamo import odds, pictures, standing
from companion.games.bibliogamo.moves import Hire
from companion.games.bibliogamo.pieces import Space
from companion.games.bibliogamo.state import State
from companion.rules import Ask
from companion.table import replay
from tests.games.bibliogamotable import BOX, FULL, drew, flipped, full, hire, position, prestige
from tests.web import conftest
from tests.web.conftest import Browser, real_games, state_of, words
from tests.web.test_fire_board import MATERIALS, SITE, contrast, materials

ROOT = Path(__file__).parents[2]
LOOK = (ROOT / "static/bibliogamo/look.css").read_text()
SPRITE = (ROOT / "static/bibliogamo/pieces.svg").read_text()
NIGHTS = pytest.mark.parametrize("night", [False, True], ids=["by day", "by lamplight"])


app = pytest.fixture(real_games, scope="module")


# --- tables at a moment of a game -----------------------------------------------------------------------------------------


def text_of(*told: str, options: str = "{}") -> str:
    """The record of a game with these lines, as `bibliogamotable` tells them."""
    lines = [line for text in told for line in text.splitlines() if line.strip()]
    numbered = [
        f"{seq} {line if line.split()[0] in ('Ana', 'TABLE') else f'TABLE {line}'}\n" for seq, line in enumerate(lines, 1)
    ]
    return f"companion 1\ngame: bibliogamo\nbox: house\noptions: {options}\nseats: Ana\n\n{''.join(numbered)}"


def counted(**fields: Any) -> str:
    """A ruling that sets the markers. *towers*: their names; their books are finished."""
    if "towers" in fields:
        fields["towers"] = {tower: [int(n) for n in FULL[tower].split()] for tower in fields["towers"].split()}
    ruling = {"text": "as it lies", "moves": [f"Count {json.dumps(fields)}"]}
    return f"Ana Ruling {json.dumps(ruling)}"


def at_table(app: Flask, text: str, seat: int | None = 0, **headers: str) -> Browser:
    return conftest.at_table(app, text, seat, **headers)


HAND = "A03 A08 A21 A31 A45"
DEALT = (prestige("P7"), drew(HAND))
HIDDEN = (prestige("P7"), drew("A03 ? ? A12 ?"))
SELLING = (*DEALT, counted(towers="HISTORY LAW", florins=4, day=20), flipped("A15"), 'Ana Bribe {"spaces": -1}')
"""On space 0, where the book of History is finished."""
OFFERED = (*SELLING, "Ana Sell {}", flipped("A23"), flipped("A25"))
POSITIONS = {
    "the first entry": (),
    "cards to draw": (prestige("P7"), drew("A03 A08")),
    "dawn": DEALT,
    "act": (*DEALT, flipped("A15")),
    "a sale": SELLING,
    "the first price card": (*SELLING, "Ana Sell {}"),
    "the second price card": (*SELLING, "Ana Sell {}", flipped("A23")),
    "an offer": OFFERED,
    "two barred, a lift": (prestige("P7"), drew("A10 A17 A27 A37 A47"), flipped("A04")),
    "hidden cards": (*HIDDEN, flipped("A15")),
    "hidden cards at an offer": (
        *(*HIDDEN, counted(towers="HISTORY", florins=1), flipped("A15"), 'Ana Bribe {"spaces": -1}', "Ana Sell {}"),
        *(flipped("A23"), flipped("A25")),
    ),
    "one hire left": (*DEALT, flipped("A15"), hire("A03", "LAW", "A08")),
    "a finished book": (*DEALT, counted(towers="HISTORY", florins=4), flipped("A15")),
    "no hire left": (*DEALT, flipped("A15"), hire("A03", "LAW", "A08"), hire("A31", "LAW", "A45")),
}


@pytest.fixture(scope="module")
def looked_at(app: Flask) -> Callable[[str], Browser]:
    """The page of a position at which nobody moves: made once."""
    return functools.cache(lambda name: at_table(app, text_of(*POSITIONS[name])))


def radios(browser: Browser, name: str) -> list[Any]:
    """The values that the form of hires has for a field, by radio buttons and by a list."""
    form = browser.page.partition('id="hire-form"')[2].partition("</form>")[0]
    found = re.findall(rf'type="(?:radio|hidden)"[^>]*name="f\.{name}" value="([^"]*)"', form)
    chosen = re.search(rf'<select [^>]*name="f\.{name}">(.*?)</select>', form, re.DOTALL)
    found += re.findall(r'<option value="([^"]+)"', chosen[1]) if chosen else []
    return [json.loads(html.unescape(value)) for value in found if value]


# --- colours --------------------------------------------------------------------------------------------------------------


@NIGHTS
@pytest.mark.parametrize("name", ["ink", "accent", "accent-2", "danger"])
def test_every_colour_that_writes_is_readable_on_the_paper_and_under_what_stands_on_it(name: str, night: bool) -> None:
    colours = {**materials(SITE, night), **materials(LOOK, night)}
    assert contrast(colours[name], colours["paper"]) >= 4.5
    if name != "ink":
        assert contrast(colours["on"], colours[name]) >= 4.5


@NIGHTS
def test_what_stands_on_a_card_or_a_tower_is_readable(night: bool) -> None:
    colours = materials(LOOK, night)
    inks = dict(re.findall(r"--(card-ink|card-soft): (#[0-9a-f]{6});", LOOK))
    assert set(inks) == {"card-ink", "card-soft"}
    assert all(contrast(ink, colours["card"]) >= 4.5 for ink in inks.values())
    assert all(contrast(colours["ink"], colours[ground]) >= 4.5 for ground in ("wall", "stone"))
    assert contrast(colours["full"], colours["wall"]) >= 4.5


def test_the_game_sets_every_material_and_loads_nothing() -> None:
    for name in MATERIALS:
        assert re.search(rf"^  --{name}:", LOOK, re.MULTILINE), name
    assert not re.search(r"https?:|//[a-z]|@import|url\(", LOOK)


def test_every_picture_of_the_pages_is_in_the_sprite() -> None:
    drawn = set(re.findall(r'<symbol id="([^"]+)"', SPRITE))
    page = "".join(path.read_text() for path in (ROOT / "templates/bibliogamo").glob("*.html"))
    asked = set(re.findall(r'(?:piece|at)\("([\w-]+)"', page))
    shapes = {row.shape for row in (*BOX.kinds, *BOX.coins)} | {tower.tower.lower() for tower in BOX.towers}
    assert len(asked) > 10
    assert asked | shapes | {"mark", "slot"} <= drawn


# --- what may be done -----------------------------------------------------------------------------------------------------


def check_offers(browser: Browser, state: State) -> None:
    """The page offers what the rules allow, and nothing else; of hires the lists have every value that one of them has."""
    whole = {value for form in browser.forms() if form["action"].endswith("/moves") for name, value in form["buttons"] if name}
    moves = [move for _, move in bibliogamo.legal_moves(state)]
    hires = [move for move in moves if isinstance(move, Hire)]
    assert whole == {notation.write(move) for move in moves if not isinstance(move, (Hire, Ask))}
    asked = next((move for move in moves if isinstance(move, Ask) and move.move is Hire), None)
    if hires or asked:
        for name in ("card", "tower", "pay", "lift"):
            wanted = {getattr(move, name) for move in hires} if asked is None else set(asked.open[name].choices)
            assert wanted <= set(radios(browser, name)), name
    else:
        assert 'id="hire-form"' not in browser.page
    kinds = {dict(form["fields"]).get("kind") for form in browser.forms()}
    assert {move.move.__name__ for move in moves if isinstance(move, Ask)} <= kinds


@pytest.mark.parametrize("name", POSITIONS)
def test_every_legal_move_of_a_position_is_on_the_page(app: Flask, looked_at: Callable[[str], Browser], name: str) -> None:
    browser = looked_at(name)
    check_offers(browser, state_of(app, browser))
    assert not re.search(r"<[^>]+ style=|<script(?![^>]* src=)|<style|https?:(?!//www\.w3\.org)", browser.page)


def test_the_screen_everyone_sees_offers_the_same(app: Flask) -> None:
    for name in ("act", "an offer"):
        browser = at_table(app, text_of(*POSITIONS[name]), None)
        check_offers(browser, state_of(app, browser))


def test_a_chosen_collection_is_picked_from_seven_cards_that_say_what_they_want(app: Flask) -> None:
    browser = at_table(app, text_of(options='{"prestige": "chosen"}'))
    assert words(browser.page).count("Play with this one") == 7
    assert "4 History · 3 Atlas · 3 Law · Atlas +2 a mark" in words(browser.page).replace(" · Law +1 a mark", "")
    browser.press('Prestige {"card": "P2"}')
    assert state_of(app, browser).prestige == "P2"


def pick(browser: Browser, **picked: Any) -> str:
    """Sends the form of hires with these values."""
    told = {f"f__{name}": json.dumps(value) if value is None else value for name, value in picked.items()}
    return browser.fill("/moves", having=("kind", "Hire"), **told)


def test_a_hire_is_picked_by_card_tower_and_payer(app: Flask) -> None:
    browser = at_table(app, text_of(*POSITIONS["act"]))
    pick(browser, card='"A03"', tower='"LAW"', pay='"A08"', lift=None)
    state = state_of(app, browser)
    assert browser.status == 200
    assert (state.hires, state.discard[-2:], state.towers["LAW"]["R"]) == (1, ("A03", "A08"), 1)


def test_a_barred_card_is_hired_with_a_lift_and_refused_without(app: Flask) -> None:
    browser = at_table(app, text_of(*POSITIONS["two barred, a lift"]))
    table = browser.path
    pick(browser, card='"A47"', tower='"HERBAL"', pay='"A37"', lift=None)
    assert browser.status == 422
    assert "barred today: discard a card of that kind first" in words(browser.page)
    browser.get(table)
    pick(browser, card='"A47"', tower='"HERBAL"', pay='"A37"', lift='"A10"')
    assert state_of(app, browser).lifted


def test_a_card_that_is_hidden_in_the_hand_is_named_by_hiring_it(app: Flask) -> None:
    browser = at_table(app, text_of(*POSITIONS["hidden cards"]))
    pick(browser, card=["", '"A01"'], tower='"LAW"', pay=["", '"A40"'], lift=None)
    state = state_of(app, browser)
    assert (state.hand.count("?"), state.discard[-2:]) == (1, ("A01", "A40"))


def test_each_tower_says_what_it_would_take_of_each_card(looked_at: Callable[[str], Browser]) -> None:
    browser = looked_at("a finished book")
    form = browser.page.partition('id="hire-form"')[2]
    taken = {
        tower: [
            words(one)
            for one in re.findall(r'class="takes for-\d[^"]*">(.*?)</span>\s*(?=<span class="takes|</label>)', label, re.S)
        ]
        for tower, label in re.findall(r'<label class="tower-pick">.*?value="&#34;(\w+)&#34;"(.*?</label>)', form, re.S)
    }
    assert taken["HISTORY"] == ["no place"] * 5
    assert taken["LAW"][0] == "+1R"
    assert taken["PSALTER"][0] == "no place"
    assert taken["ATLAS"][1] == "+2R"


def test_a_hire_that_finishes_a_book_says_so(app: Flask) -> None:
    most = [int(n) for n in FULL["LAW"].split()]
    ruling = {"text": "x", "moves": [f"Count {json.dumps({'towers': {'LAW': [most[0] - 1, *most[1:]]}})}"]}
    browser = at_table(app, text_of(*DEALT, f"Ana Ruling {json.dumps(ruling)}", flipped("A15")))
    assert browser.page.count("finishes it") == 2  # A03 and A08 place researchers
    assert "1 lost" in browser.page  # A08 places two


def test_what_a_hire_would_place_is_said_on_the_page_that_tries_it(app: Flask) -> None:
    browser = at_table(app, text_of(*POSITIONS["act"]))
    marks = browser.marks()
    browser.post(f"{browser.path}/trial", **marks, who="0", move=hire("A08", "LAW", "A03").partition(" ")[2])
    assert browser.status == 200
    assert "Law +2R" in words(browser.page)


# --- what is said ---------------------------------------------------------------------------------------------------------


def heading(browser: Browser) -> str:
    found = re.search(r"<h1>(.*?)</h1>", browser.page, re.S)
    assert found
    return words(found[1])


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("the first entry", "Shuffle the Prestige cards and draw one for this game."),
        ("cards to draw", "Draw 3 cards and show them."),
        (
            "dawn",
            "Move the time cube to 1. Walk the Librarian 3 spaces to space 3. Flip the top card onto the discard and show it.",
        ),
        ("act", "Hire artisans, up to 2 times, or end the turn."),
        ("a sale", "History is finished and he stands there: sell it."),
        ("the second price card", "Flip the next card and show it: its Moon is the price."),
        ("an offer", "Take the price, or pay a day for another one."),
        ("one hire left", "Hire artisans once more, or end the turn."),
        ("no hire left", "End the turn."),
    ],
)
def test_one_line_says_what_the_hands_do_now(looked_at: Callable[[str], Browser], name: str, line: str) -> None:
    assert heading(looked_at(name)) == line


def test_a_bribe_that_can_be_paid_is_in_the_line() -> None:
    g = position(towers=full("HISTORY"), flip="A15", florins=3)
    assert str(standing.now(g.state)) == "History is finished: a bribe of 1 Florin brings him there. Or hire."
    poor = position(towers=full("HISTORY"), flip="A15", florins=0)
    assert str(standing.now(poor.state)).startswith("Hire artisans")
    last = position(towers=full("ATLAS"), flip="A09", day=39).then("Ana Sell {}", flipped("A23", "A25"))
    assert str(standing.now(last.state)) == "This is the last day: take the price."


def test_after_a_flip_the_steps_say_where_he_goes_what_is_barred_and_what_can_be_sold(
    looked_at: Callable[[str], Browser],
) -> None:
    steps = ("then 2 spaces back to space 1", "between History and Atlas", "Illustrator: barred", "History costs 1 Florin")
    text = words(looked_at("a finished book").page)
    assert all(step in text for step in steps)


def steps_of(browser: Browser) -> tuple[bool, list[str]]:
    """Whether what the hands do lies open, and its steps."""
    found = re.search(r'<details class="hands-list"( open)?>.*?<b>On your table</b>(.*?)</summary>', browser.page, re.S)
    assert found is not None
    return found[1] is not None, [words(step) for step in re.findall(r"<span>(.*?)</span>", found[2], re.S)]


def test_the_first_steps_set_the_cubes_and_shuffle(app: Flask) -> None:
    _, steps = steps_of(at_table(app, text_of(prestige("P7"))))
    assert steps == [
        "Set the cubes: day 0, books 0, Florins 3. The Librarian stands on space 0.",
        "Shuffle the artisan cards: they are the draw pile.",
        "Lay The Town Hall on the Prestige place.",
    ]


def test_after_a_flip_the_walk_comes_first_and_after_a_sale_every_step_is_open(
    app: Flask, looked_at: Callable[[str], Browser]
) -> None:
    is_open, steps = steps_of(looked_at("act"))
    assert (is_open, steps[0]) == (False, "Walk the Librarian 3 spaces to space 3, then 2 spaces back to space 1.")
    is_open, steps = steps_of(at_table(app, text_of(*OFFERED, "Ana Accept {}")))
    assert (is_open, steps[:2]) == (True, ["Set the Florin cubes to 6.", "Take all cubes of History back to the supply."])


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("cards to draw", "Photograph cards"),
        ("dawn", "Photograph the card"),
        ("the first price card", "Photograph cards"),
        ("the second price card", "Photograph the card"),
        ("act", "Photograph cards"),
    ],
)
def test_the_camera_asks_for_as_many_cards_as_are_due(looked_at: Callable[[str], Browser], name: str, asked: str) -> None:
    bar = looked_at(name).page.partition('class="actions bg-actions"')[2]
    assert asked in words(bar.partition("</label>")[0])


TOP = 'hx-swap="outerHTML show:top"'


def test_what_is_told_far_down_is_answered_at_the_top_of_the_page(app: Flask, looked_at: Callable[[str], Browser]) -> None:
    act = looked_at("act").page
    assert re.search(rf'<form class="hiring"[^>]* {TOP}', act)
    assert re.search(rf'<section {TOP} class="bribe', act)
    assert re.search(rf'<a class="btn" {TOP} href="[^"]*/advice"', act)
    assert re.search(rf'<form class="tell-cards" {TOP}', looked_at("dawn").page)
    # While more cards are drawn the next one is tapped at the same place.
    assert re.search(r'<form class="tell-cards" method', looked_at("cards to draw").page)
    assert re.search(rf'<form class="tell-cards" {TOP}', at_table(app, text_of(prestige("P7"), drew("A03 A08 A21 A31"))).page)


def test_the_ring_lies_on_the_barred_kind_of_a_card_and_on_no_other(looked_at: Callable[[str], Browser]) -> None:
    form = looked_at("two barred, a lift").page.partition('class="hire-step hire-card"')[2].partition("</fieldset>")[0]
    ringed = {}
    for card in form.split('<span class="card-code">')[1:]:
        places = re.findall(r'<span class="places">(.*?)</b></span>', card, re.S)
        ringed[card[:3]] = [words(place) for place in places if "#struck" in place]
    assert ringed == {"A10": ["3 R"], "A17": [], "A27": [], "A37": [], "A47": ["1 R"]}


def test_in_practice_the_line_is_there_and_the_steps_are_not(app: Flask) -> None:
    browser = Browser(app)
    browser.open("bibliogamo", ("Ana",), practice="1")
    assert state_of(app, browser).stage == "act"
    assert heading(browser)
    assert "On your table" not in browser.page
    assert "Photograph" not in browser.page


def test_an_offer_shows_the_price_two_buttons_and_the_days_that_are_left(app: Flask) -> None:
    browser = at_table(app, text_of(*OFFERED))
    price = re.search(r'<p class="price"[^>]*>(.*?)</p>', browser.page, re.S)
    assert price and words(price[1]) == "3 Florins"
    assert "19 days left" in words(browser.page)
    assert "Take 3" in browser.page
    browser.press("PayDay {}")
    assert state_of(app, browser).day == 22
    assert "18 days left" in words(browser.page)


def test_on_the_last_day_no_day_can_be_paid(app: Flask) -> None:
    told = (*DEALT, counted(towers="HISTORY", florins=4, day=39), flipped("A15"), 'Ana Bribe {"spaces": -1}', "Ana Sell {}")
    browser = at_table(app, text_of(*told, flipped("A23"), flipped("A25")))
    assert "Pay a day" not in words(browser.page).partition("More")[0]
    assert "0 days left" in words(browser.page)


def test_a_bribe_says_where_it_leads_and_what_it_costs(looked_at: Callable[[str], Browser]) -> None:
    browser = looked_at("a finished book")
    ways = [words(one) for one in re.findall(r'<button class="btn way.*?</button>', browser.page, re.S)]
    assert ways == ["↺ to History finished 1 Florin", "↻ to Atlas 2 Florins"]


def test_the_city_shows_squares_the_librarian_the_struck_kind_and_chances(
    app: Flask, looked_at: Callable[[str], Browser]
) -> None:
    browser = looked_at("a finished book")
    ring = browser.page.partition('<svg class="ring"')[2].partition("</svg>")[0]
    assert ring.count('class="square') == sum(sum(tower.recipe) for tower in BOX.towers)
    assert ring.count("square is-full") == 8
    assert ring.count("#librarian") == 1
    assert ring.count("is-finished") == 1
    assert "Illustrator" in ring and "#struck" in ring
    assert "space 12: 0 of 3 Researcher" in words(ring)
    assert ring.count('class="chance"') == len(odds.stops(state_of(app, browser))) == 6


def test_the_pile_lists_what_was_not_seen_and_the_discard_its_newest_last(looked_at: Callable[[str], Browser]) -> None:
    browser = looked_at("one hire left")
    pile, discard = browser.page.partition('class="sheet pile"')[2].split('class="sheet pile"')
    assert len(re.findall(r'class="unseen-card"', pile)) == 41
    assert re.findall(r'class="card-code">(\w+)<', discard)[:3] == ["A15", "A03", "A08"]


def test_the_prestige_card_marks_the_first_slots_of_a_book() -> None:
    state = position(prestige="P7", marks={"LAW": 2, "POETRY": 1}).state
    assert standing.marked(state) == (True, True, False, False, False, False, False, True, False)


def test_the_footer_counts_house_values(looked_at: Callable[[str], Browser]) -> None:
    assert "House values in this box: 92 of 97 rows" in words(looked_at("the first entry").page)


def test_markers_are_counted_in_a_ruling_by_lists(app: Flask) -> None:
    browser = at_table(app, text_of(*DEALT))
    browser.get(f"{browser.path}?count=LAW")
    form = browser.page.partition('id="count"')[2].partition("</form>")[0]
    lines = [html.unescape(value) for value in re.findall(r'<option value="(Count[^"]+)"', form)]
    assert len(lines) == 99 + 40 + 23 + 63
    law = next(line for line in lines if line.endswith("[3, 2, 0, 1]}}"))
    browser.fill("/ruling", having=None, text="Counted.", moves=['Count {"florins": 12}', law])
    assert browser.status == 200
    state = state_of(app, browser)
    assert (state.florins, bibliogamo.state.cubes(state, "LAW")) == (12, (3, 2, 0, 1))


def test_a_game_that_is_over_shows_title_sums_and_ways_on(app: Flask) -> None:
    text = (ROOT / "tests/playthroughs/bibliogamo-alone.txt").read_text()
    browser = at_table(app, text)
    state = state_of(app, browser)
    assert state.stage == "over"
    assert heading(browser) == "Apprentice"
    sums = browser.page.partition('class="sums"')[2].partition("</dl>")[0]
    assert [int(n) for n in re.findall(r'<dd class="num">(\d+)<', sums)] == [7, 4, 3, 14]
    assert 'href="/games/bibliogamo"' in browser.page
    # The story itself, not the journal's page with hundreds of entries above it.
    assert re.search(rf'href="{browser.path}/story">\s*The story of this game', browser.page)
    assert browser.page.count("slot is-marked") == 4
    browser.get(f"{browser.path}/score")
    assert browser.status == 200
    assert browser.page.count("slot is-marked") == 4
    # Nobody was beaten.
    assert "14 points: Apprentice" in browser.page
    assert "Won by" not in browser.page
    browser.get("/games")
    assert "14 points: Apprentice" in browser.page
    assert "Won by" not in browser.page


@pytest.mark.parametrize("language", ["es", "fr"])
def test_the_board_stands_in_every_language(app: Flask, language: str) -> None:
    for name, stage in (("the first entry", "prestige"), ("a sale", "act"), ("an offer", "offer")):
        browser = at_table(app, text_of(*POSITIONS[name]), **{"Accept-Language": language})
        assert browser.status == 200
        assert f"board-{stage}" in browser.page
    assert "Histoire" in browser.page if language == "fr" else "Historia" in browser.page


def test_what_the_recorded_game_comes_to_beside_these_positions_has_a_page_too(app: Flask) -> None:
    text = (ROOT / "tests/playthroughs/bibliogamo-alone.txt").read_text()
    game = record.read(text, {"bibliogamo": bibliogamo}, lambda name, box: BOX)
    found: dict[tuple[str, str], int] = {}
    for step in replay(game.table, game.entries).steps:
        if type(step.move).__name__ in ("Shuffled", "Showed", "Accept", "PayDay", "Ruling"):
            found.setdefault((step.after.stage, type(step.move).__name__), step.seq)
    assert len(found) >= 5
    for at in found.values():
        head, _, rest = text.partition("\n1 ")
        lines = [line for line in f"1 {rest}".splitlines() if re.match(r"\d+ ", line)]
        browser = at_table(app, head.replace("#=", "#") + "\n" + "\n".join(lines[:at]) + "\n")
        check_offers(browser, state_of(app, browser))


# --- the drawing ----------------------------------------------------------------------------------------------------------


def test_the_spaces_go_round_clockwise_from_the_top_left_and_towers_stand_at_theirs() -> None:
    city = pictures.city(BOX)
    at = {cell.space: (cell.x, cell.y) for cell in city.cells}
    assert at[0][0] < at[1][0] < at[8][0]
    assert at[0][1] == at[8][1] < at[9][1] < at[12][1] == at[20][1]
    assert at[12][0] > at[20][0] == at[0][0] == at[23][0]
    assert len(set(at.values())) == 24
    assert [panel.tower for panel in city.panels] == ["HISTORY", "ATLAS", "POETRY", "PSALTER", "HERBAL", "LAW"]
    for panel in city.panels:
        assert panel.x <= panel.tie[0] <= panel.x + pictures.PANEL
        assert panel.tie[2] == at[BOX.space_of[panel.tower]][0]
    assert city.height + 10 <= pictures.WIDTH + 4  # no taller than wide, with its rim


@pytest.mark.parametrize("n", [6, 17, 40])
def test_another_number_of_spaces_lies_evenly_along_the_ring(n: int) -> None:
    towers = {0: "HISTORY", 1: "ATLAS", 2: "POETRY", 3: "LAW", 4: "HERBAL", 5: "PSALTER"}
    box = dataclasses.replace(BOX, path=tuple(Space(space, towers.get(space, ""), "house") for space in range(n)))
    city = pictures.city(box)
    assert len({(cell.x, cell.y) for cell in city.cells}) == n
    assert all(0 < cell.x < pictures.WIDTH and 0 < cell.y < city.height for cell in city.cells)
    assert city.wide <= pictures.CELL


def test_from_the_page_of_the_game_one_comes_to_its_sheets(app: Flask) -> None:
    browser = Browser(app)
    found = re.search(r'href="/boxes(#[^"]+)"', browser.get("/games/bibliogamo"))
    assert found is not None
    _, _, below = browser.get("/boxes").partition(f'id="{found[1][1:]}"')
    assert re.search(r'href="([^"]+)"', below.partition("btn-main")[2])[1].startswith("/boxes/bibliogamo/house/all.pdf")


# --- in a browser ---------------------------------------------------------------------------------------------------------


def test_a_hire_is_tapped_together_in_a_browser(phone: Callable[..., Any]) -> None:
    page = phone()
    page.goto("/")
    text = text_of(*POSITIONS["two barred, a lift"])
    page.set_input_files("#record", {"name": "record.txt", "mimeType": "text/plain", "buffer": text.encode()})
    page.locator("details:has(#record) > summary").click()
    page.click("form:has(#record) button")
    page.wait_for_selector(".board")
    ring = page.locator(".ring").bounding_box()
    assert ring["height"] <= ring["width"] <= 390
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert not page.is_visible(".hire-tower")
    summaries = ".pile > summary"
    heights = page.eval_on_selector_all(summaries, "all => all.map(one => one.clientHeight)")
    assert len(heights) == 2 and len(set(heights)) == 1
    assert page.eval_on_selector_all(summaries, "all => all.every(one => one.scrollWidth <= one.clientWidth)")
    page.click(".card-pick:has([value='\"A17\"'])")
    page.click(".tower-pick:has([value='\"LAW\"'])")
    assert page.inner_text(".tower-pick:has([value='\"LAW\"']) .takes:visible") == "+2S"
    assert not page.is_visible(".hire-lift")
    asked, bar = page.locator(".hire-pay").bounding_box(), page.locator(".bg-actions").bounding_box()
    assert asked["y"] + asked["height"] <= bar["y"]
    # In a low window the first step that is open has the place, and not the last.
    page.set_viewport_size({"width": 390, "height": 480})
    page.click(".card-pick:has([value='\"A37\"'])")
    page.wait_for_function("document.querySelector('.hire-tower legend').getBoundingClientRect().top >= 0")
    page.click(".card-pick:has([value='\"A17\"'])")
    page.set_viewport_size({"width": 390, "height": 844})
    page.click(".tower-pick:has([value='\"LAW\"'])")
    page.click(".chip-pick:has([name='f.pay'][value='\"A47\"'])")
    assert page.is_visible(".hire-too")
    # Another card is picked after all, the one that was to pay: it is let go. It is barred: who is sent away?
    page.click(".card-pick:has([value='\"A47\"'])")
    assert page.is_visible(".hire-lift")
    assert page.locator("[name='f.pay']:checked").count() == 0
    page.click(".chip-pick:has([name='f.lift'][value='\"A10\"'])")
    page.click(".chip-pick:has([name='f.pay'][value='\"A37\"'])")
    # By the keyboard: what had the focus is gone, and the focus goes to what may be done next.
    page.press(".hire-too", "Enter")
    page.wait_for_selector(".square.is-new")
    page.wait_for_function("document.activeElement.matches('.bg-actions')")
    assert page.locator(".square.is-new").count() == 3  # Law has no illustrator
    page.wait_for_function("scrollY === 0")
    assert page.evaluate("window.wrong") == []
