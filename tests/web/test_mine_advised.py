"""What was possible in a round of Out of Mine!, on its page and beside the table; past games with a row for each seat."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from companion.games.mine import advice
from tests.games.minetable import COVER, counted, dug, laid, ready, round_of
from tests.web.conftest import Browser, real_games, words
from tests.web.test_mine_pages import ADVANCED, ORDER, at_table, text_of

FIRST = (dug("4B T26", "5A T21", shouter=0), laid(0, *COVER), counted(1, 4))


app = pytest.fixture(real_games, scope="module")


def advised(browser: Browser, query: str = "") -> str:
    page = browser.get(f"{'/'.join(browser.path.split('/')[:3])}/advice{query}")
    assert browser.status == 200
    return page


def seats(page: str) -> list[str]:
    """The words about each seat."""
    return [words(part) for part in re.findall(r'<section class="digger solved-seat.*?</section>', page, re.DOTALL)]


def test_after_the_round_each_seat_reads_what_was_possible(app: Flask) -> None:
    page = advised(at_table(app, text_of(*FIRST, options=ADVANCED)))
    ana, ben = seats(page)
    assert "It could be filled, in 43 ways." in ana and "No pair of board and card is harder." in ana
    assert re.search(r"scored 13 possible, with the shout 18 possible, without it 16", ana)
    assert "in 1,818 ways" in ben and "As it lay" not in ben
    assert "10 + 2 shout + 3 elves + 3 finds" in ana and page.count('class="ring"') >= 3
    assert "All numbers are exact" in words(page) and "Search longer" not in page


def test_before_the_first_shout_there_is_nothing_but_the_hardest_pairs(app: Flask) -> None:
    page = advised(at_table(app, text_of(ready("4B T26", "5A T21"))))
    assert seats(page) == [] and "After the first shout you see here what was possible" in words(page)
    assert "4B T26" in words(page) and "43 ways" in words(page)


def test_between_the_order_and_the_shout_nothing_is_told(app: Flask) -> None:
    for lines in ((ready("4B T26", "5A T21"), ORDER), (*FIRST, ORDER)):
        browser = at_table(app, text_of(*lines))
        for query in ("", "?round=1", "?longer=1"):
            page = advised(browser, query)
            assert "Everyone digs. What is possible is told after the shout." in words(page)
            assert "ways" not in words(page) and '<svg class="plan' not in page
        assert "solved-panel" not in browser.get(browser.path)


def test_the_page_speaks_of_every_round_that_is_over_and_of_the_last_by_itself(app: Flask) -> None:
    browser = at_table(app, text_of(*FIRST, *[round_of(1, 1)] * 6))
    assert "Of this round nobody has told board, side and card" in words(advised(browser))
    assert "in 43 ways" in seats(advised(browser, "?round=1"))[0]
    page = advised(browser, "?round=1")
    assert re.findall(r'<a class="btn" href="[^"]*round=(\d)"( aria-current="page")?', page) == [
        (str(n), ' aria-current="page"' if n == 1 else "") for n in range(1, 8)
    ]
    for odd in ("8", "x", "-1", "9" * 5000, "%00"):
        assert "Of this round nobody" in words(advised(browser, f"?round={odd}"))


def test_of_a_seat_that_told_less_only_its_name_is_said(app: Flask) -> None:
    page = advised(at_table(app, text_of(dug("4B T26", "5A", shouter=0), counted(0, 0), counted(1, 3))))
    assert len(seats(page)) == 1 and "Ben : board, side or card were not told." in words(page)


def test_tiles_that_others_took_may_make_it_impossible_to_fill(app: Flask) -> None:
    corners = [f"green {x}{y} {z}{y} {x}{y + 1}" for x, z in ("AB", "CD", "EF") for y in (1, 3, 5)]
    page = advised(at_table(app, text_of(dug("4B T26", "5A T21", shouter=1), laid(1, *corners[:8]), counted(0, 3))))
    ana, ben = seats(page)
    assert "empty at least, with the tiles that others left 3" in ana
    assert "did not stand in the way" not in ben  # nobody else has told tiles
    assert "As it lay 20 spaces empty" in ben or "As it lay" in ben


def test_where_a_search_was_cut_off_the_page_says_so_and_offers_a_longer_one(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "PAGE_STEPS", 150)
    browser = at_table(app, text_of(dug("5A T21", "", shouter=0), counted(0, 0), counted(1, 3), options=ADVANCED))
    page = advised(browser)
    assert "cut off" in words(page) and "the ways were not all counted" in words(page)
    longer = re.search(r'href="(/t/[^"]*longer=1[^"]*)">Search longer', page)
    assert longer is not None
    again = browser.get(longer[1].replace("&amp;", "&"))
    assert "in 1,818 ways" in words(again) and "cut off" not in words(again)


def test_the_table_shows_the_solutions_after_a_round_and_at_the_end(app: Flask) -> None:
    between = at_table(app, text_of(*FIRST))
    page = between.get(between.path)
    assert "Could it be filled?" in words(page) and "in 43 ways. Possible: 12; scored: 12." in words(page)
    assert f'href="{"/".join(between.path.split("/")[:3])}/advice"' in page
    end = at_table(app, text_of(*[round_of(1, 1)] * 6, *FIRST))
    assert "in 43 ways. Possible: 12; scored: 12." in words(end.get(end.path))
    assert "in 43 ways" in seats(advised(end))[0]


# --- past games -----------------------------------------------------------------------------------------------------------


def test_every_seat_of_a_finished_game_is_a_result_and_the_game_is_one(app: Flask) -> None:
    browser = at_table(app, text_of(*[round_of(0, 3, shouter=0)] * 7, options='{"floor": false}'))
    page = browser.get("/games/mine/past")
    key = re.search(
        r'href="([^"]*of=[^"]*)"[^>]*>\s*<b>At a table</b>\s*<span class="num">1 game</span>\s*<span class="t1">other', page
    )
    page = browser.get(key[1].replace("&amp;", "&")) if key else page
    assert re.search(r"<dt>results</dt><dd class=\"num\">2</dd>", page)
    assert re.search(r"84 .*? Ana .*? 49 .*? Ben", words(page))
    bens = re.search(r'href="([^"]*person=Ben[^"]*)"', page)
    assert bens is not None
    mine_only = browser.get(bens[1].replace("&amp;", "&"))
    assert re.search(r"<dt>results</dt><dd class=\"num\">1</dd>", mine_only)
    rows = browser.get("/games/mine/past.csv").splitlines()
    assert sum('"{""floor"": false}"' in row for row in rows) == 2
