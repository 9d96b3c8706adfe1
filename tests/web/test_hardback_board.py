"""The look of Hardback: every legal move of a seat is on its page, and no hand is on another's."""

from __future__ import annotations

import dataclasses
import itertools
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask, render_template

from companion import notation, record
from companion.games import hardback
from companion.games.hardback.state import State, setup
from companion.rules import TABLE, Ask
from companion.table import Strike, replay
from companion.web import create_app
from companion.web.safety import limiter
from tests.games.hardbacktable import (
    BEN,
    CLEO,
    FOLDER,
    NAMES,
    Told,
    double,
    drew,
    ink,
    position,
    shows,
    spells,
    take,
    vote,
    word,
)
from tests.web.conftest import Browser, state_of, words
from tests.web.test_fire_board import MATERIALS, SITE, contrast, materials

ROOT = Path(__file__).parents[2]
LOOK = (ROOT / "static/hardback/look.css").read_text()
BOX = hardback.read_box(FOLDER)
NIGHTS = pytest.mark.parametrize("night", [False, True], ids=["by day", "by lamplight"])


class Played:
    """A recorded game: its text up to an entry, and the state there."""

    def __init__(self, name: str) -> None:
        text = (ROOT / f"tests/playthroughs/hardback-{name}.txt").read_text()
        game = record.read(text, {"hardback": hardback}, lambda name, box: BOX)
        self.head = re.split(r"^1 ", text, maxsplit=1, flags=re.MULTILINE)[0]
        self.lines = [line for line in text.splitlines() if re.match(r"\d+ ", line)]
        self.states = [game.table.setup()]
        # What is struck was there until then: between two corrections the states are those of one replay.
        for end in (*(entry.seq for entry in game.entries if isinstance(entry.move, Strike)), len(game.entries) + 1):
            after = {step.seq: step.after for step in replay(game.table, game.entries[: end - 1]).steps}
            self.states += [after[max(seq for seq in after if seq <= at)] for at in range(len(self.states), end)]

    def text(self, at: int) -> str:
        return self.head + "\n".join(self.lines[:at]) + "\n"

    def first(self, phase: str) -> int:
        """After how many entries the game is in this phase with nothing to tell."""
        return next(at for at, state in enumerate(self.states) if state.phase == phase and not state.asks)


GAMES = {name: Played(name) for name in ("two-players", "three-players", "against-penny")}

# Positions of the specification's section 12 and their like, each with the lines that are told there.
L = "A-S1 E-S1 L-S1 S-S1 T-S1"
OF_BEN = {"pile": BEN, "hidden": 5}
OF_CLEO = {"pile": CLEO, "hidden": 5}
GRIT = {"hand": "G-R3 R-R5 I-S1 T-S1", "pile": "E-S1 L-S1 A-S1 N-S1 S-S1 B-S D-S"}
LOOK_AT = (spells("G-R3 R-R5 I-S1 T-S1"), take("R-R5", "genre", "look"))
GENRE = "C-A3 I-M3 S-H2 S-H7 V-H4 U-H6 P-R6"
POSITIONS: dict[str, tuple[Told, tuple[str, ...]]] = {
    "a chain": (position("C-M5 M-M3 A-A7"), (spells("C-M5 A=M-M3 T=A-A7"),)),
    "two doublers": (position("P-R6 Y-R4 X-H6"), (spells("P-R6 Y-R4 X-H6"),)),
    "left or right": (position("E-S1 D-M4 A-A7 A-S1"), (spells("I=E-S1 D-M4 E=A-A7 A-S1"),)),
    "a hidden wild": (
        position("D-M4", hidden=4, pile="A-S1 E-S1 L-S1 S-S1 T-S1 N-S1 I-S1 R-S1 B-S"),
        (word("D-M4", "E=?", "N=?"),),
    ),
    "to return": (
        position("H-H7 S-H2 T-S1", ben=OF_BEN | {"ink": 2, "remover": 1}, cleo=OF_CLEO | {"ink": 1}, seats=3),
        (spells("H-H7 S-H2 T-S1"),),
    ),
    "looking": (position(**GRIT), LOOK_AT),
    "looked": (position(**GRIT, hands="told"), (*LOOK_AT, drew("Ana", "E-S1 B-S A-S1"))),
    "classics": (
        position("T-S1 E-S1 N-S1", timeless="D-H4T V-H5T", discard="L-S1"),
        (spells("T-S1 E-S1 N-S1"),),
    ),
    "trash": (position("F-R6 A-A5 Y-R4", discard="L-S1 S-S1"), (spells("F-R6 A-A5 Y-R4"),)),
    "nothing to empty": (position("A-A7 A-S1 E-S1", mine={"ink": 7, "jail": "Q-H4"}, adverts=True), (spells("A-A7 E-S1 A-S1"),)),
    "to empty": (position("A-A7 A-A5 A-S1 E-S1", row=GENRE, mine={"ink": 7}, adverts=True), (spells("A-A7 E-S1 A-S1 A-A5"),)),
    "ink": (
        position(L, inked="Q-H4 X-H6", pile="I-S1", mine={"ink": 3, "remover": 2}, ben=OF_BEN | {"ink": 1, "remover": 1}),
        (),
    ),
    "a hidden hand": (position(hidden=5, pile=f"{L} N-S1 I-S1 R-S1 B-S D-S", ben=OF_BEN | {"timeless": "E-H5T"}, seats=3), ()),
    "helped": (position(L, seats=3), (shows(L),)),
    "a vote": (position(L, seats=3, vote="majority"), (spells("L-S1 E-S1 A-S1 T-S1 S=S-S1"), vote("Ben", False))),
    "drawn": (position(L, pile="I-S1 N-S1 R-S1 B-S D-S", mine={"ink": 1}), (ink("Ana"),)),
    "nearly over": (
        position(L, mine={"prestige": 58}, ben=OF_BEN | {"prestige": 63, "award": 7}, cleo=OF_CLEO | {"prestige": 58}, seats=3),
        (),
    ),
}
FROM = 900
"""The goal by which a table says that it begins in a position: the first has this one, and so on."""
SHOWN = {name: told.then(*lines).state for name, (told, lines) in POSITIONS.items()}


def begun(box: Any, seats: int, options: hardback.Options) -> State:
    if options.goal < FROM:
        return hardback.setup(box, seats, options)
    told, _ = list(POSITIONS.values())[options.goal - FROM]
    return dataclasses.replace(told.state, box=box)


MIDDLE = SimpleNamespace(**{**vars(hardback), "setup": begun})
"""Hardback, but a table may begin in the middle of a game."""


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    told = {"DATA": str(tmp_path_factory.mktemp("house")), "GAMES": {"hardback": MIDDLE}}
    made = create_app({**told, "TESTING": True, "PROPAGATE_EXCEPTIONS": False})
    limiter.enabled = False
    yield made
    limiter.enabled = True


def text_of(name: str) -> str:
    """The record of a table that begins in this position, with what is told there."""
    told, lines = POSITIONS[name]
    people = NAMES[: len(told.state.players)]
    numbered = [f"{seq} {line if line.split()[0] in (*NAMES, 'TABLE') else f'Ana {line}'}\n" for seq, line in enumerate(lines, 1)]
    options = json.dumps({"goal": FROM + list(POSITIONS).index(name)})
    return f"companion 1\ngame: hardback\nbox: reported\noptions: {options}\nseats: {', '.join(people)}\n\n{''.join(numbered)}"


@dataclass
class Tables:
    """The tables of the positions, and their pages: each is made when it is first asked for, and nobody moves there."""

    app: Flask
    paths: dict[str, str] = field(default_factory=dict)
    pages: dict[tuple[str, int | None], Browser] = field(default_factory=dict)

    def at(self, name: str, seat: int | None) -> Browser:
        """A browser at the page of *seat*, or of the screen that everyone sees."""
        if name not in self.paths:
            self.paths[name] = opened(self.app, text_of(name)).path
        if (name, seat) not in self.pages:
            browser = self.pages[name, seat] = Browser(self.app)
            if seat is None:
                browser.get(self.paths[name])
            else:
                browser.path = self.paths[name]
                sit(browser, seat)
        return self.pages[name, seat]

    def new(self, name: str, seat: int) -> Browser:
        """A table of its own."""
        return at_table(self.app, text_of(name), seat)


@pytest.fixture(scope="module")
def tables(app: Flask) -> Tables:
    return Tables(app)


def opened(app: Flask, text: str, **headers: str) -> Browser:
    """A browser with the address of a new table with this record, whose page it has not asked for."""
    browser = Browser(app, **headers)
    browser.upload(text)
    return browser


def at_table(app: Flask, text: str, seat: int, **headers: str) -> Browser:
    """A browser at the page of *seat* at a new table with this record."""
    browser = opened(app, text, **headers)
    sit(browser, seat)
    return browser


def sit(browser: Browser, seat: int | None) -> None:
    browser.post(f"{browser.path}/sit", seat="" if seat is None else str(seat), take_over="1")
    assert browser.status == 200


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


def check_offers(browser: Browser, state: State, seat: int | None) -> None:
    whole, open_ = offered(browser)
    must, asks = legal(state, seat)
    assert must <= whole
    assert asks <= open_
    assert not {one for one in whole if not one.startswith("Word ")} - must


@pytest.mark.parametrize("name", POSITIONS)
def test_every_legal_move_of_a_position_is_on_the_pages_of_those_who_may_make_it(tables: Tables, name: str) -> None:
    seats: tuple[int | None, ...] = (0, None) if name not in ("ink", "to return", "a vote") else (0, 1, None)
    for seat in seats:
        check_offers(tables.at(name, seat), SHOWN[name], seat)


OFTEN = ("Ink", "Remove", "Seen")
"""Moves that are legal beside nearly everything."""


def on_offer(state: State) -> set[tuple[str, str, str]]:
    """(phase, what is asked, kind of move)"""
    kinds = {(move.move if isinstance(move, Ask) else type(move)).__name__ for _, move in hardback.legal_moves(state)}
    return {(state.phase, state.asks[0].kind if state.asks else "", kind) for kind in kinds.difference(OFTEN)}


def telling() -> list[tuple[str, int]]:
    """(game, entries): moments of the recorded games that have between them every question, and every kind of move that a phase
    offers there; fewest first, as pages are slow to draw."""
    shown = {(name, at): on_offer(state) for name, game in GAMES.items() for at, state in enumerate(game.states)}
    found: list[tuple[str, int]] = []
    left = set().union(*shown.values()).difference(*map(on_offer, SHOWN.values()))
    while left:
        found.append(max(shown, key=lambda moment: (len(shown[moment] & left), -moment[1])))
        left -= shown[found[-1]]
    return found


def test_in_recorded_games_every_kind_of_move_is_offered_in_each_phase_where_it_is_legal(app: Flask) -> None:
    for name, at in telling():
        game = GAMES[name]
        state = game.states[at]
        acting = state.turn or 0
        browser = at_table(app, game.text(at), acting)
        check_offers(browser, state, acting)


# --- secrets ------------------------------------------------------------------------------------------------------------


def plain(browser: Browser) -> str:
    """The page without what differs from table to table: its code, its marks, keys."""
    page = browser.page.replace(browser.path.removeprefix("/t/"), "CODE")
    return re.sub(r'(name="(?:csrf_token|key)" value=)"[^"]*"', r"\1", page)


def test_a_told_hand_is_on_no_other_page(app: Flask) -> None:
    game = GAMES["three-players"]
    at = game.first("word")
    hands = ['["L-S1", "E-S1", "A-S1", "S-S1", "T-S1"]', '["I-S1", "R-S1", "B-S", "D-S", "N-S1"]']
    text = game.text(at)
    assert hands[0] in text
    pages = []
    for hand in hands:
        browser = opened(app, text.replace(hands[0], hand))
        pages.append([])
        for seat in (None, 1, 2, 0):
            sit(browser, seat)
            pages[-1].append(plain(browser))
    assert pages[0][:3] == pages[1][:3]
    assert pages[0][3] != pages[1][3]


# --- the word and what is to be chosen ------------------------------------------------------------------------------------


def lines_of(page: str, start: str, end: str) -> list[str]:
    """The list items of the part of a page between two marks, in words."""
    part = page[page.index(start) :]
    return [words(item) for item in re.findall(r"<li\b.*?</li>", part[: part.index(end)], re.DOTALL)]


def test_what_closing_does_by_itself_is_listed_before_it_happens_in_its_order(tables: Tables) -> None:
    listed = lines_of(tables.at("a chain", 0).page, 'class="itself"', "</section>")
    assert [re.findall(r"[A-Z]-[A-Z]\d", line)[:2] for line in listed] == [["C-M5", "M-M3"], ["M-M3", "A-A7"]]
    done = SHOWN["a chain"]
    closed = hardback.apply(done, 0, notation.read('BuyInk {"count": 1}', hardback.MOVES))
    assert closed.word is not None
    assert [(one.by, one.card) for one in closed.word.choices] == [("C-M5", "M-M3"), ("M-M3", "A-A7")]
    assert 'move" value="EndTurn {}"' in tables.at("a chain", 0).page.replace("&#34;", '"')


def test_who_returns_what_by_itself_is_listed_and_who_must_say_it_is_asked(tables: Tables) -> None:
    browser = tables.at("to return", None)
    assert [line for line in lines_of(browser.page, 'class="itself"', "</section>") if "Cleo returns" in line]
    assert "Ben returns a token" in words(browser.page)
    assert "Ben says whether ink or remover is returned" in words(browser.page)
    assert "You return a token" in words(tables.at("to return", 1).page)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("two doublers", "Y-R4 can double left or right: say which."),
        ("left or right", "D-M4 can uncover left or right: say which."),
        ("a hidden wild", "D-M4 uncovers a wild: say which card it is."),
    ],
)
def test_why_the_benefits_cannot_be_closed_is_said_with_the_way_to_the_choice(tables: Tables, name: str, reason: str) -> None:
    page = tables.at(name, 0).page
    assert reason in words(page)
    assert 'href="#choices"' in page
    assert 'id="choices"' in page
    assert 'value="EndTurn {}"' not in page


def arrows(page: str) -> list[list[tuple[str, ...]]]:
    """By tile: the classes of the halves of arrows over it."""
    tiles = re.findall(r'<li class="tile.*?</li>', page, re.DOTALL)
    return [[tuple(found.split()[1:]) for found in re.findall(r'<i class="(seg [^"]*)"', tile)] for tile in tiles]


def test_arrows_go_from_who_doubles_to_what_is_doubled_done_foreseen_and_open(tables: Tables) -> None:
    p, y, x = arrows(tables.at("two doublers", 0).page)
    assert ("is-ahead", "seg-tail", "to-right") in p  # P doubles Y by itself
    assert ("is-ahead", "seg-head", "to-right") in y
    assert ("is-open", "seg-tail", "to-left") in y  # Y may double P or X
    assert [one[0] for one in x] == ["is-open"]
    browser = tables.new("two doublers", 0)
    browser.press(double("Y-R4", "right"))
    p, y, x = arrows(browser.page)
    assert x == [("is-done", "seg-head", "to-right")]
    assert ">×2</b>" in re.findall(r'<li class="tile.*?</li>', browser.page, re.DOTALL)[1]


def test_own_classics_beside_the_word_stand_with_it(tables: Tables) -> None:
    page = tables.at("classics", 0).page
    beside = re.findall(r'<li class="tile tile-beside.*?</li>', page, re.DOTALL)
    assert [re.findall(r"[A-Z]-H\dT", words(one))[0] for one in beside] == ["D-H4T", "V-H5T"]


def test_the_cards_looked_at_are_put_back_with_a_tick_each(tables: Tables) -> None:
    browser = tables.new("looked", 0)
    assert len(re.findall(r'name="f\.(?:top|discard)"', browser.page)) == 12
    browser.fill("/moves", having=("kind", "Sort"), f__top=['"A-S1"', '"E-S1"'], f__discard='"B-S"')
    assert browser.status == 200
    has = state_of(tables.app, browser).players[0]
    assert has.top == ("A-S1", "E-S1")
    assert "B-S" in has.discard


def test_what_can_be_paid_is_lit_and_the_rest_says_what_is_missing(tables: Tables) -> None:
    page = tables.at("nothing to empty", 0).page
    offers = re.findall(r'<li class="offer.*?</li>', page, re.DOTALL)
    assert len(offers) == 8
    for offer in offers:
        lit = "is-lit" in offer
        cost = BOX.card[re.findall(r"[A-Z]-[AHMR]\dT?", words(offer))[0]].cost or 0
        assert lit == (cost <= 2)
        assert lit or f"{cost - 2} coin" in words(offer)
    assert "your jail" in offers[-1]
    assert "emptied only if at least four of its cards" in words(page)
    assert "Advert for" in words(page)
    assert 'value="Flush {}"' in tables.at("to empty", 0).page


def test_a_vote_shows_who_has_said_what_and_asks_the_others(tables: Tables) -> None:
    said = lines_of(tables.at("a vote", None).page, 'class="votes"', "</section>")
    assert "Ben" in said[0] and "rejects" in said[0]
    assert "Cleo" in said[1] and "Accept the word" in said[1]
    assert "has not voted" in words(tables.at("a vote", 0).page)


# --- the race -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "prestige", [(0, 0, 0, 0, 0), (60, 60, 61, 63, 60), (44, 44, 45, 46, 0), (0, 1, 58, 59, 60), (30, 30, 30, 30, 30)]
)
def test_no_marker_on_the_track_covers_another_or_leaves_it(app: Flask, prestige: tuple[int, ...]) -> None:
    state = setup(BOX, 5, hardback.Options())
    players = tuple(dataclasses.replace(one, prestige=n) for one, n in zip(state.players, prestige, strict=True))
    view = dataclasses.replace(state, players=players)
    with app.test_request_context("/"):
        track = render_template("hardback/track.html", view=view, goal=60, seats=5, people=NAMES, turn=0)
    places = sorted(float(x) for x in re.findall(r'<svg x="([\d.]+)"', track))
    assert len(places) == 5
    assert all(after - before >= 34 for before, after in itertools.pairwise(places))
    assert places[0] >= 0 and places[-1] + 34 <= 640
    dots = sorted(float(x) for x in re.findall(r'<circle class="track-dot" cx="([\d.]+)"', track))
    assert dots == [20 + 10 * min(n, 60) for n in sorted(prestige)]


@pytest.mark.parametrize("goal", [5, 7, 8, 40, 47, 60, 90, 180, 300, 999])
def test_the_track_is_numbered_to_the_goal(app: Flask, goal: int) -> None:
    view = setup(BOX, 2, hardback.Options())
    with app.test_request_context("/"):
        track = render_template("hardback/track.html", view=view, goal=goal, seats=2, people=NAMES, turn=0)
    told = [int(number) for number in re.findall(r'text-anchor="middle">(\d+)</text>', track)]
    assert told[0] == 0 and told[-1] == goal
    apart = [after - before for before, after in itertools.pairwise(told)]
    assert 3 <= len(apart) <= 9
    assert min(apart) * 600 / goal >= 35, "no number stands in another"


def test_the_last_round_is_said(tables: Tables) -> None:
    assert "Last round" in words(tables.at("nearly over", None).page)
    assert "Last round" not in words(tables.at("ink", None).page)


# --- what stands further down ---------------------------------------------------------------------------------------------


def test_the_degree_sign_is_explained_once(tables: Tables) -> None:
    for name in ("two doublers", "a hidden hand"):
        page = tables.at(name, 0).page
        assert "°" in words(page)
        assert words(page).count("The degree sign") == 1


def test_cards_that_are_played_by_hand_stand_on_the_page_with_their_texts_where_the_box_has_them(tables: Tables) -> None:
    assert "The texts of 30 cards are not in this box" in words(tables.at("ink", 0).page)


def test_a_hand_that_nobody_has_named_is_laid_from_what_may_be_in_it(tables: Tables) -> None:
    page = tables.at("a hidden hand", 0).page
    maybe = re.findall(r'data-source="maybe" data-code="([^"]+)"', page)
    assert maybe == sorted(SHOWN["a hidden hand"].players[0].owned)
    assert 'data-hidden="5"' in page
    browser = tables.new("a hidden hand", 0)
    browser.fill("/moves", having=("kind", "Ghostwriter"), f__cards=['"?"'] * 5)
    assert browser.status == 200, words(browser.page)
    assert state_of(tables.app, browser).shown


# --- laying a word ------------------------------------------------------------------------------------------------------


def first_word(app: Flask) -> Browser:
    game = GAMES["three-players"]
    return at_table(app, game.text(game.first("word")), 0)


def test_a_word_is_typed_tile_by_tile(app: Flask) -> None:
    browser = first_word(app)
    browser.fill("/moves", having=("kind", "Word"), f__cards="L-S1 E-S1, O=A-S1 T-S1")
    assert state_of(app, browser).phase == "vote"  # LEOT is in no list
    browser = first_word(app)
    browser.fill("/moves", having=("kind", "Word"), f__cards="l-s1 E-S1 n=a-s1 t-s1")
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
def test_the_board_stands_in_every_language(tables: Tables, language: str) -> None:
    for name in ("left or right", "a vote", "to empty"):
        browser = Browser(tables.app, **{"Accept-Language": language})
        browser.get(tables.at(name, None).path)
        assert browser.status == 200
        assert f"board-{SHOWN[name].phase} " in browser.page


# --- in a browser ---------------------------------------------------------------------------------------------------------


def shown_at(page: Any, text: str, seat: int) -> None:
    page.goto("/")
    page.set_input_files("#record", {"name": "record.txt", "mimeType": "text/plain", "buffer": text.encode()})
    page.locator("details:has(#record) > summary").click()
    page.click("form:has(#record) button")
    page.wait_for_selector(".board")
    page.goto(page.url.replace("/t/", "/join/"))
    page.click(f"form:has(input[name=seat][value='{seat}']) button")
    page.wait_for_selector(".board")


def test_letters_are_tapped_typed_moved_and_spelled_in_a_browser(phone: Callable[..., Any]) -> None:
    game = GAMES["three-players"]
    page = phone()
    shown_at(page, game.text(game.first("word")), 0)
    page.wait_for_selector("#tray:not([hidden])")
    page.click("#hand [data-code='L-S1'] .hand-face")
    page.focus("#hand [data-code='E-S1'] .hand-face")
    page.keyboard.press("Enter")
    page.click("#hand [data-code='A-S1'] .hand-face")
    page.wait_for_selector("#preview .worth")
    assert page.input_value("#tray-typed") == "LEA"
    page.focus(".tray-tile:nth-child(3) .tray-face")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert page.input_value("#tray-typed") == "ALE"
    assert page.evaluate("document.activeElement.closest('.tray-tile').matches(':first-child')")
    first, last = (page.locator(f".tray-tile:nth-child({at}) .tray-face").bounding_box() for at in (1, 3))
    page.mouse.move(first["x"] + 9, first["y"] + 9)
    page.mouse.down()
    page.mouse.move(last["x"] + 30, last["y"] + 9, steps=3)
    page.mouse.up()
    assert page.input_value("#tray-typed") == "LEA"
    page.fill("#tray-typed", "lentoss")
    page.wait_for_selector(".tray-tile.is-wild")
    assert page.inner_text("#tray-missing").endswith("O S")
    page.fill("#tray-typed", "lènto я")
    assert page.input_value("#word-tiles").startswith("L-S1 E-S1 N=")
    assert page.inner_text("#tray-missing").endswith("Я")
    # A refusal is read from its beginning, wherever the page was scrolled to.
    page.fill("#tray-typed", "l")
    page.evaluate("scrollTo(0, 300)")
    page.click("#do-word")
    page.wait_for_selector(".refusal")
    page.wait_for_function("scrollY < document.querySelector('.refusal').offsetTop")
    page.click(".btn-main")
    page.fill("#tray-typed", "lento")
    page.click("#do-word")
    page.wait_for_selector(".word-text")
    assert page.inner_text(".word-panel .word-text") == "LENTO"
    # What is done further down leaves the page where it is.
    page.evaluate("scrollTo(0, 300)")
    page.click(".shop .step >> nth=0")
    page.wait_for_selector(".board-buy")
    assert page.evaluate("scrollY") == 300
    # The bar is the last thing of the page, and covers no part of it.
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    bar, end = (page.locator(name).last.bounding_box() for name in (".actions", ".reported"))
    assert bar["y"] >= end["y"] + end["height"]
    assert page.evaluate("window.wrong") == []


def test_cards_that_nobody_has_named_use_up_the_backs_of_a_hand(phone: Callable[..., Any]) -> None:
    game = GAMES["two-players"]
    page = phone()
    shown_at(page, game.text(game.first("word")), 0)
    page.wait_for_selector("#tray:not([hidden])")
    page.fill("#tray-typed", "ten")
    assert page.locator(".hand-card.is-laid").count() == 3
    page.locator(".hand-card.is-laid .hand-face").last.click()
    assert page.input_value("#tray-typed") == "TE"
    assert page.locator(".hand-card.is-laid").count() == 2
