"""Plots of points and of progress: what is drawn, from what everyone may see, and how it is told without a picture."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask

from companion import practice, table
from companion.games import trains
from companion.games.trains import advice
from companion.rules import Line, Progress, say
from companion.table import Position, Step
from companion.web import create_app, plots
from companion.web.house import house
from companion.web.safety import limiter
from tests.games.trainstable import NAMES, opened, position
from tests.web import toy
from tests.web.conftest import Browser, words


def course(*states: Any) -> plots.Course | None:
    """Of a game of trains that passed through these states, an entry each."""
    at = opened(len(states[0].trains))
    steps = [Step(seq, 0, None, before, after) for seq, (before, after) in enumerate(pairwise((states[0], *states)), 1)]
    return plots.course(at, Position(states[-1], tuple(steps), None))


def lying(*lines: str, **changes: Any) -> Any:
    return position(*lines, **changes).state


FIVE, ONE, DONE = "70 60 50 40 30 19 10", "4 17 24 56 41 72 80", "3 18 25 42 57 73 81"


# --- curves -----------------------------------------------------------------------------------------------------------


def test_a_number_holds_until_it_changes() -> None:
    drawn = course(lying(FIVE, ONE), lying(FIVE, ONE), lying(DONE, ONE, phase="over"))
    assert [(row.at, row.numbers) for row in drawn.rows] == [(0, (5, 1)), (2, (0, 1))]
    first, second = (curve.lines for curve in drawn.curves)
    assert first == ("44.0,18.0 564.0,18.0 564.0,274.0",)
    assert second == ("44.0,226.8 564.0,226.8",)


def test_what_happens_within_a_turn_is_no_step() -> None:
    drawn = course(lying(FIVE, ONE), lying(FIVE, ONE, phase="draw"), lying(FIVE, ONE, phase="put", drawn=1), lying(ONE, DONE))
    assert [(row.at, row.entry) for row in drawn.rows] == [(0, 1), (1, 4)]


def test_before_a_turn_has_passed_there_is_nothing_to_draw() -> None:
    assert course(lying(FIVE, ONE, phase="keep"), lying(FIVE, ONE)) is None


def test_a_line_with_a_gap_has_a_curve_up_to_it() -> None:
    drawn = course(lying(FIVE, ONE), lying(FIVE, DONE), lying(DONE, "4 17 24 56 41 - 80", phase="over"))
    gap = drawn.curves[1]
    assert gap.last is None
    assert gap.lines[0].endswith("304.0,278.0")


def test_curves_are_told_apart_by_dash_and_letter_and_letters_do_not_stand_in_each_other() -> None:
    lines = (FIVE, "71 62 51 43 33 23 16", "72 65 53 45 35 25 15", "73 64 55 47 37 27 17")
    drawn = course(lying(*lines), lying(*lines))
    assert len({curve.dash for curve in drawn.curves}) == len({curve.letter for curve in drawn.curves}) == 4
    heights = sorted(curve.height for curve in drawn.curves)
    assert all(below - above >= plots.APART for above, below in pairwise(heights))
    assert heights[0] >= 0
    assert heights[-1] <= plots.HEIGHT - plots.BOTTOM


def test_a_start_card_that_one_seat_told_is_not_used() -> None:
    # Only 40 fits in place of 83. It lies in the discard, where Ana alone has seen it: for everyone else it may still come.
    others = " ".join(str(card) for card in range(31, 50) if card != 40)
    told = lying("5 12 30 83 50 61 80", "79 71 62 52 29 20 10", discards=others)
    told = trains.state.changed(told, seen=(*told.seen, (40, 0)), discard=told.discard + 1, pile=told.pile - 1)
    assert advice.progress(told).numbers[0] == 2
    assert course(told, told).curves[0].last == 1


def told(*turns: tuple[int, int]) -> plots.Course:
    """Of a game that tells at every entry how many turns have passed: (turn, points of the first seat) by entry."""

    def progress(state: Any) -> Progress:
        return Progress(say("Points"), {0: state[1], 1: 0}, turn=state[0], points=True)

    at = dataclasses.replace(opened(2), game=SimpleNamespace(view=lambda state, seat: state))
    return plots._turns(at, [Step(seq, 0, None, None, turn) for seq, turn in enumerate(turns, 1)], progress)


def test_of_entries_in_the_same_turn_the_first_is_drawn() -> None:
    drawn = told((0, 0), (0, 0), (1, 3), (1, 9), (2, 4))
    assert [(row.at, row.entry, row.numbers[0]) for row in drawn.rows] == [(0, 1, 0), (1, 3, 3), (2, 5, 4)]
    assert told((0, 0), (0, 5)) is None


def test_steps_stand_nearer_where_a_number_is_hardly_higher_than_what_sets_them_apart() -> None:
    for points, apart in ((5, plots.BESIDE), (60, plots.BESIDE / 2)):
        first, second = (curve.lines[0].split()[0].split(",")[1] for curve in told((0, 0), (1, points)).curves)
        assert float(second) - float(first) == apart


# --- where the points come from ---------------------------------------------------------------------------------------


def stacked(books: dict[Any, dict[str, int]], **more: Any) -> plots.Stack | None:
    """Of a game whose books are these points by rule, a line each."""

    def score(state: Any) -> dict[Any, tuple[Line, ...]]:
        return {who: tuple(Line(n, rule, say("")) for rule, n in lines.items()) for who, lines in books.items()}

    rules = {"one": "The first.", "two": "The second.", "three": "The third."}
    return plots.bars(dataclasses.replace(opened(4), game=SimpleNamespace(RULES=rules, score=score, **more)), None)


def lengths(bar: plots.Bar) -> list[tuple[int, float, float]]:
    return [(part.points, part.x, part.width) for part in bar.parts]


def test_a_bar_is_as_long_as_its_points_beside_the_longest() -> None:
    stack = stacked({0: {"one": 10, "two": 20, "three": 2}, 1: {"two": 64}})
    assert [bar.who for bar in stack.bars] == [1, 0]
    assert lengths(stack.bars[0]) == [(64, 0, 640)]
    assert lengths(stack.bars[1]) == [(10, 0, 100), (20, 100, 200), (2, 300, 20)]
    assert stack.zero == 0
    assert [part.wide for part in stack.bars[1].parts] == [True, True, False]


def test_points_below_zero_stand_left_of_the_line_at_zero() -> None:
    stack = stacked({0: {"one": 30, "two": -10, "three": -6}, 1: {"one": 48, "two": 0}})
    assert stack.zero == 160
    assert lengths(stack.bars[1]) == [(30, 160, 300), (-10, 60, 100), (-6, 0, 60)]
    assert [bar.total for bar in stack.bars] == [48, 14]


def test_nothing_but_losses_can_be_stacked() -> None:
    stack = stacked({0: {"one": -4}, 1: {}})
    assert (stack.zero, [bar.who for bar in stack.bars]) == (640, [1, 0])
    assert lengths(stack.bars[1]) == [(-4, 0, 640)]


def test_a_source_is_called_as_the_game_says_or_else_by_its_rule() -> None:
    stack = stacked({0: {"two": 1, "four": 2, "one": 3}, 1: {"three": 0}}, SOURCES={"two": "seconds"})
    assert [str(source.name) for source in stack.sources] == ["seconds", "The first.", "four"]
    assert [source.numbers for source in stack.sources] == [(1, 0), (3, 0), (2, 0)]
    assert [source.pattern for source in stack.sources] == [1, 2, 3]


def test_rules_that_are_called_the_same_are_one_source() -> None:
    stack = stacked({0: {"one": 2, "three": 3}}, SOURCES={"one": "both", "three": "both"})
    assert [(str(source.name), source.numbers) for source in stack.sources] == [("both", (5,))]


def test_a_source_that_nobody_has_points_of_is_left_out_and_without_points_there_are_no_bars() -> None:
    assert stacked({0: {"one": 0}, 1: {}}) is None
    assert len(stacked({0: {"one": 0, "two": 1}}).sources) == 1


def test_bars_wear_the_letters_of_the_curves() -> None:
    at = opened(3)
    end = table.replay(at, practice.play(at, 2))
    assert {bar.who: bar.letter for bar in plots.bars(at, end.state).bars} == {
        curve.who: curve.letter for curve in plots.course(at, end).curves
    }


# --- names and numbers ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "letters"),
    [
        (("Ana", "Ben", "Cleo"), ("A", "B", "C")),
        (("Ana", "anton", "Ben"), ("Aa", "At", "B")),
        (("Robot 1", "Robot 2"), ("R1", "R2")),
        (("Al", "Alma", "A"), ("A1", "A2", "A3")),
        (("A-b", "A c"), ("Ab", "Ac")),
    ],
)
def test_letters_are_first_letters_made_different(names: tuple[str, ...], letters: tuple[str, ...]) -> None:
    assert plots.letters(names) == letters


def test_axes_wear_few_round_numbers_and_the_last_turn() -> None:
    state = lying(FIVE, ONE)
    assert [number for number, _ in course(state, state).levels] == [0, 1, 2, 3, 4, 5]
    for turns, written in ((1, [0, 1]), (47, [0, 10, 20, 30, 40, 47]), (43, [0, 10, 20, 30, 43]), (40, [0, 10, 20, 30, 40])):
        assert [at for at, _ in course(*[state] * (turns + 1)).stops] == written


# --- pages ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def app(tmp_path: Path) -> Any:
    limiter.enabled = False
    yield create_app({"DATA": str(tmp_path), "TESTING": True, "PROPAGATE_EXCEPTIONS": False})
    limiter.enabled = True


def played(app: Flask, upto: int | None = None) -> str:
    """The code of a table where a game of trains was played, or its first entries."""
    at = opened(3)
    with app.app_context():
        return house().open(at, entries=practice.play(at, 2)[:upto])


@pytest.mark.parametrize("page", ["", "/score"])
def test_the_end_of_a_game_of_trains_shows_who_won_with_what_and_how_far_the_others_were(app: Flask, page: str) -> None:
    at = opened(3)
    entries = practice.play(at, 2)
    end = table.replay(at, entries)
    (winner,) = trains.outcome(end.state).winners
    drawn = plots.course(at, end)
    shown = Browser(app).get(f"/t/{played(app)}{page}")
    score = shown[shown.index('<div class="score-won">') :]
    assert f"{NAMES[winner]} wins" in words(shown)
    assert f"Entry {entries[-1].seq}" in words(score)
    cars = [int(car) for car in re.findall(r'class="car-number num">(\d+)<', score)]
    others = [seat for seat in range(3) if seat != winner]
    assert cars == [car for seat in (winner, *others) for car in end.state.trains[seat].cars]
    far = re.findall(r"(\d) actions? from ascending", words(score))
    assert far == [str(drawn.curves[seat].last) for seat in others]
    kinds = Counter(type(entry.move).__name__ for entry in entries)
    turns = sum(kinds[kind] for kind in ("Draw", "SwapAdjacent", "SwapOver", "MoveRight", "MoveLeft", "Remove", "Protect"))
    assert re.findall(r'<dd class="num">(\d+)</dd>', score)[:2] == [str(turns), str(kinds["Drew"])]
    assert score.count("<polyline") == 3
    assert drawn.rows[-1].at == turns


def test_points_that_tell_nothing_stand_back_while_the_game_goes_on(app: Flask) -> None:
    page = Browser(app).get(f"/t/{played(app, 40)}/score")
    assert "Nobody has won yet" in page
    assert "If the game stopped now" not in page
    assert "<polyline" in page


def test_a_plot_has_a_title_a_text_alternative_and_its_numbers(app: Flask) -> None:
    page = Browser(app).get(f"/t/{played(app)}/score")
    plot = re.search(r"<figure class=.plot.*?</figure>", page, re.DOTALL)[0]
    assert '<title id="course-title">Actions from an ascending line. Turn by turn; less is better.</title>' in plot
    assert re.search(r'<desc id="course-words">A, Ana: \d → \d\. B, Ben: \d → \d\. C, Cleo: \d → \d</desc>', plot)
    assert re.search(r'<th scope="row"><a href="/t/\w+/journal#e\d+">1</a></th>', plot)


def test_before_the_deal_there_is_a_page_of_the_score(app: Flask) -> None:
    for upto in (0, 1, 5):
        browser = Browser(app)
        browser.get(f"/t/{played(app, upto)}/score")
        assert browser.status == 200


def test_bars_have_a_title_a_text_alternative_a_pattern_and_their_numbers(app: Flask, tmp_path: Path) -> None:
    browser = Browser(create_app({"GAMES": {"toy": toy}, "DATA": str(tmp_path / "toy"), "TESTING": True}))
    code = browser.open()
    assert 'class="bars' not in browser.get(f"/t/{code}/score")
    browser.get(f"/t/{code}")
    for stone in (4, 6, 2, 3):
        browser.press("Reach {}")
        browser.press(f'Drew {{"stone": "S{stone}"}}')
    browser.fill("/moves", having=("kind", "Swap"), f__stones=['"S2"', '"S4"'])
    bars = re.search(r"<figure class=.bars.*?</figure>", browser.get(f"/t/{code}/score"), re.DOTALL)[0]
    told = re.findall(r'<title id="bars-title-\d">(.*?)</title>\s*<desc id="bars-words-\d">(.*?)</desc>', bars)
    assert told == [
        ("Ben: 9", "A stone scores its number.: 9"),
        ("Ana: 5", "Two different own stones are swapped for five points.: 5"),
    ]
    drawn = re.findall(r'<rect x="([\d.]+)" y="2" width="([\d.]+)" height="40" fill="(.*?)"/>', bars)
    assert drawn == [("0.0", "640.0", "url(#bars-2)"), ("0.0", "355.6", "url(#bars-1)")]
    assert bars.count('<pattern id="bars-') == plots.PATTERNS
    assert re.search(r'<th scope="row">A stone scores its number\.</th><td class="num">9</td><td class="num">0</td>', bars)
