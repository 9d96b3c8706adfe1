"""The pages of past games: of a toy that tells rows of its finished games, and of Bibliogamo."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest
from flask import Flask

from companion import notation
from companion.games import GAMES
from companion.rules import TABLE, Played, say
from companion.table import Entry, Ruling, Strike, Table
from companion.web import create_app
from companion.web.boxes import Boxes
from companion.web.house import house, settle
from companion.web.safety import limiter
from companion.web.tables import House
from tests.web import toy
from tests.web.conftest import Browser

RECORD = Path(__file__).parents[1] / "playthroughs/bibliogamo-alone.txt"


def played(state: Any) -> dict[str, Any]:
    """Stones are worth nothing here: the points are those of swaps, and of the card 10."""
    swaps = 5 * state.swaps[0]
    return {"points": 10 + swaps, "swaps": swaps, "card_points": 10, "card": state.cards[0], "first": int(state.stones[0][0][1:])}


def reading(box: Any) -> Played:
    return Played(
        {"points": say("Points"), "swaps": say("Swaps"), "card": say("Card")},
        parts=("card_points", "swaps"),
        causes=("first",),
        kind="card",
        kinds={f"C{at}": say(name) for at, name in enumerate(box.cards)},
        usual={"C0": 21.5},
        usually=say("a tortoise’s mean"),
    )


TOLD: Any = SimpleNamespace(**vars(toy), played=played, PLAYED=reading)

Finish = Callable[..., str]


@pytest.fixture
def finish(app: Flask) -> Finish:
    """Writes a finished game into the house; the code of its table."""
    with app.app_context():
        old = house()
    told = House(old.engine, {"toy": TOLD, "plain": toy}, Boxes({"toy": TOLD, "plain": toy}, old.boxes.data))
    settle(app, told)
    box = told.boxes.shipped("toy")

    def written(
        swaps: int = 0, *more: Any, who: str = "Ana", card: str = "C0", practice: bool = False, kept: Any = None, **options: Any
    ) -> str:
        moves: list[tuple[Any, Any]] = [(0, toy.Held(card)), (0, toy.Reach()), (TABLE, toy.Drew("S2"))]
        moves += [(0, toy.Reach()), (TABLE, toy.Drew("S1"))]
        left = ["S3", "S4", "S5", "S6"]
        for at in range(swaps):
            pair = ("S1", "S2") if at == 0 else (f"S{at * 2 + 1}", f"S{at * 2 + 2}")
            if at:
                moves += [move for stone in pair for move in ((0, toy.Reach()), (TABLE, toy.Drew(stone)))]
                left = [stone for stone in left if stone not in pair]
            if left:
                moves.append((0, toy.Swap(pair)))
        moves += [(0, move) for move in more]
        moves += [move for stone in left for move in ((0, toy.Reach()), (TABLE, toy.Drew(stone)))]
        entries = [Entry(seq, maker, move) for seq, (maker, move) in enumerate(moves, 1)]
        at = Table("toy", TOLD, box, toy.Options(**options), (who,))
        return told.open(at, practised=practice, entries=entries, box=kept)

    return written


def text(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page.split("<main")[1].split("<footer")[0]).split())


def figures(page: str) -> dict[str, str]:
    return dict(re.findall(r"<dt>(.*?)</dt><dd class=\"num\">(.*?)</dd>", page))


PAST = "/games/toy/past"


def test_before_a_game_is_finished_the_page_says_what_to_do(browser: Browser, finish: Finish) -> None:
    page = browser.get(PAST)
    assert browser.status == 200
    assert "No game has been finished here yet" in page
    assert 'href="/tables?game=toy&amp;practice=1"' in page
    assert "<svg" not in page.split("<main")[1]


def test_a_game_that_tells_no_rows_has_no_such_page_and_no_link_to_it(browser: Browser, finish: Finish) -> None:
    assert "/games/plain/past" not in browser.get("/games/plain")
    assert PAST in browser.get("/games/toy")
    for path in ("/games/plain/past", "/games/plain/past.csv", "/games/none/past", "/games/none/past.csv"):
        browser.get(path)
        assert browser.status == 404


def test_a_game_that_goes_on_is_not_past(browser: Browser, finish: Finish) -> None:
    browser.open()
    assert "No game has been finished here yet" in browser.get(PAST)


def test_figures_best_games_and_the_kinds_that_were_never_played(browser: Browser, finish: Finish) -> None:
    for swaps in (0, 2, 1, 2):
        finish(swaps, card="C1" if swaps == 1 else "C0")
    page = browser.get(PAST)
    assert figures(page) == {"games": "4", "best": "20", "mean": "16.2", "median": "17.5", "standard deviation": "4.8"}
    assert "Quartiles are shown from five games on." in page
    places = re.findall(r'<span class="past-place num">.*?</span>(\d+)</span>\s*<b class="past-points num">(\d+)</b>', page)
    assert places == [("1", "20"), ("1", "20"), ("3", "15"), ("4", "10")]
    assert "Never played: green and gold" in text(page)


def test_with_five_games_quartiles_are_drawn_and_told(browser: Browser, finish: Finish) -> None:
    for swaps in (0, 1, 2, 1, 2):
        finish(swaps)
    page = browser.get(PAST)
    assert figures(page)["quartiles"] == "15 – 20"
    assert 'class="strip-quartiles"' in page


def test_every_plot_has_a_title_and_its_words_and_is_told_without_colour(browser: Browser, finish: Finish) -> None:
    for swaps in (0, 1, 2):
        finish(swaps)
    page = browser.get(PAST)
    drawn = [ElementTree.fromstring(svg) for svg in re.findall(r"<svg[^>]*role=\"img\".*?</svg>", page, re.DOTALL)]
    assert len(drawn) == 4
    for svg in drawn:
        first, second = list(svg)[:2]
        assert (first.tag, second.tag) == ("title", "desc")
        assert first.text and second.text
        assert svg.attrib["aria-labelledby"] == f"{first.attrib['id']} {second.attrib['id']}"
    assert "10, 15, 20. median: 15. a tortoise’s mean: 21.5" in [svg.find("desc").text for svg in drawn]
    assert {"url(#bars-1)", "url(#bars-2)"} == {part.attrib["fill"] for part in drawn[2].iter("rect")}


def test_the_mark_of_what_is_usual_stands_only_where_the_box_is_the_one_that_came_with_the_game(
    browser: Browser, finish: Finish, app: Flask
) -> None:
    with app.app_context():
        file = house().boxes.shipped_folder("toy") / "box.toml"
        _, kept = house().boxes.unpacked("toy", {"box.toml": file.read_bytes() + b"# typed anew\n"})
    assert kept is not None
    digest = kept.digest
    finish(1, kept=kept)
    page = browser.get(PAST)
    assert figures(page)["games"] == "1"
    assert digest[:8] in page
    assert 'class="strip-usual"' not in page
    finish(1)
    links = re.findall(r'<a class="past-choice" href="([^"]+)"', browser.get(PAST))
    assert len(links) == 2
    assert 'class="strip-usual"' in browser.get(links[0])


def test_practice_stands_apart_and_so_do_other_options(browser: Browser, finish: Finish) -> None:
    finish(0)
    finish(1, practice=True)
    finish(2, points=7)
    page = browser.get(PAST)
    links = re.findall(r'<a class="past-choice" href="([^"]+)"( aria-current="page")?>\s*<b>(.*?)</b>', page)
    assert [kind for _, _, kind in links] == ["At a table", "At a table", "Practice"]
    assert links[0][1]
    assert figures(page) == {"games": "1", "best": "20", "mean": "20", "median": "20"}
    assert "Points for a swap. <b>7</b>" in page
    assert figures(browser.get(links[1][0]))["best"] == "10"
    assert figures(browser.get(links[2][0]))["best"] == "15"
    assert figures(browser.get(f"{PAST}?of=nothing"))["best"] == "20"


def test_a_game_with_a_ruling_is_shown_with_a_mark_and_counts_only_when_asked_for(browser: Browser, finish: Finish) -> None:
    finish(0)
    finish(2, Ruling("we let it stand"))
    page = browser.get(PAST)
    assert (figures(page)["games"], figures(page)["best"]) == ("1", "10")
    assert "1 game with a ruling is shown with a mark and does not count." in page
    assert page.count('class="past-other"') >= 3
    (link,) = re.findall(r'<a href="([^"]+rulings=1)">', page)
    page = browser.get(link.replace("&amp;", "&"))
    assert (figures(page)["games"], figures(page)["best"]) == ("2", "20")
    assert "1 ruling</span>" in page.split("Best games")[1].split("</ol>")[0]
    assert "Leave them out" in page


def test_a_ruling_that_was_struck_is_none(browser: Browser, finish: Finish) -> None:
    finish(0, Ruling("we let it stand"), Strike(6))
    page = browser.get(PAST)
    assert figures(page)["games"] == "1"
    assert "with a ruling" not in page


def test_when_every_game_has_a_ruling_the_page_says_so(browser: Browser, finish: Finish) -> None:
    finish(0, Ruling("we let it stand"))
    page = browser.get(PAST)
    assert "Every one of these games has a ruling" in page
    assert figures(page) == {}


def test_codes_and_names_are_told_only_of_tables_that_this_browser_knows(browser: Browser, another: Any, finish: Finish) -> None:
    codes = [finish(0), finish(1, who="Ben")]
    for path in (PAST, "/games/toy/past.csv"):
        page = browser.get(path)
        assert browser.status == 200
        assert not [secret for secret in (*codes, "Ana", "Ben") if secret in page]
    friend = another()
    friend.get(f"/t/{codes[0]}")
    page = friend.get(PAST)
    assert f'href="/t/{codes[0]}/score"' in page
    assert "<bdi>Ana</bdi>" in page
    assert not [secret for secret in (codes[1], "Ben") if secret in page]
    assert "Ana" in friend.get("/games/toy/past.csv")
    assert codes[0] not in friend.page


def test_games_of_one_person_can_be_asked_for_by_who_knows_the_name(browser: Browser, another: Any, finish: Finish) -> None:
    codes = [finish(0), finish(1), finish(2, who="Ben")]
    assert figures(browser.get(f"{PAST}?person=Ana"))["games"] == "3"
    friend = another()
    friend.get(f"/t/{codes[0]}")
    assert f"{PAST}?person=Ana" not in friend.get("/games/toy")
    assert "person=Ana" in friend.get(PAST)
    assert figures(friend.get(f"{PAST}?person=Ana")) == {
        "games": "2", "best": "15", "mean": "12.5", "median": "12.5", "standard deviation": "3.5",
    }  # fmt: skip
    assert figures(friend.get(f"{PAST}?person=Ben"))["games"] == "3"


def test_the_file_has_every_game_and_is_a_download(browser: Browser, finish: Finish) -> None:
    code = finish(0, Ruling("we let it stand"), who="=1+1")
    finish(1, practice=True)
    browser.get(f"/t/{code}")
    answer = browser.client.get("/games/toy/past.csv")
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="toy-past-games.csv"'
    heading, first, second = answer.get_data(as_text=True).removeprefix("\ufeff").splitlines()
    assert heading == "date,people,box,fingerprint,options,strikes,rulings,practice,points,swaps,card_points,card,first"
    assert first.split(",")[1] == "'=1+1"
    assert [row.split(",")[6:9] for row in (first, second)] == [["1", "0", "10"], ["0", "1", "15"]]


def test_a_later_correction_changes_the_row(browser: Browser, finish: Finish, app: Flask) -> None:
    code = finish(1)
    assert figures(browser.get(PAST))["best"] == "15"
    with app.app_context():
        swap = next(entry.seq for entry in house().sitting(code).entries if isinstance(entry.move, toy.Swap))
        instead = (notation.write(toy.Pass()),)
        last = house().last(code)
        house().enter(code, lambda _: [(0, Strike(swap, instead))], seen=last, key="again")
    assert figures(browser.get(PAST))["best"] == "10"


def test_a_game_that_was_cleared_away_is_past_no_more(browser: Browser, finish: Finish, app: Flask) -> None:
    code = finish(1)
    browser.get(PAST)
    with app.app_context():
        house().clear_away(code)
    assert "No game has been finished here yet" in browser.get(PAST)


def test_bibliogamo_shows_a_record_that_was_read(tmp_path: Path) -> None:
    made = create_app({"DATA": str(tmp_path), "TESTING": True, "GAMES": {"bibliogamo": GAMES["bibliogamo"]}})
    limiter.enabled = False
    try:
        browser = Browser(made)
        browser.get("/")
        browser.post("/tables", record=RECORD.open("rb"))
        assert browser.status == 200, browser.page
        page = browser.get("/games/bibliogamo/past?rulings=1")
    finally:
        limiter.enabled = True
        with made.app_context():
            house().engine.dispose()
    assert (figures(page)["games"], figures(page)["best"]) == ("1", "14")
    assert page.count('class="strip-usual"') == 2
    assert "Never played:" in page
    assert "Florins for bribes and points" in page
