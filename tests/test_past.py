"""What many finished games say together, and the file of them."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from companion import past
from companion.games import bibliogamo
from companion.games.bibliogamo.statistics import CLERK
from companion.past import Past
from companion.rules import Played, say, total
from companion.table import Entry, Ruling, Strike, Table, replay
from companion.web import pastplots
from tests.games.bibliogamotable import BOX, opened, position

READING = Played(
    {"points": say("Points"), "card": say("Card")},
    parts=("books", "rest"),
    causes=("days",),
    kind="card",
    kinds={"P1": say("The Palace"), "P2": say("The Abbey"), "P3": say("The Court")},
)
FIRST = datetime(2026, 3, 1, 20, 15, tzinfo=UTC)


def finished(day: int, points: int, card: str = "P1", **more: Any) -> Past:
    told = {"row": {"points": points, "card": card, "books": points - 1, "rest": 1, "days": day % 3}, "people": ("Ana",)}
    told |= {"box": "house", "fingerprint": "f", "options": "{}", "strikes": 0, "rulings": 0, "practice": False, "code": "ABC"}
    return Past(**{**told, "reading": READING, "ended": FIRST + timedelta(days=day), **more})


def games(*points: int, **more: Any) -> list[Past]:
    return [finished(day, one, **more) for day, one in enumerate(points)]


# --- numbers ----------------------------------------------------------------------------------------------------------


def test_the_value_of_the_specification() -> None:
    found = past.summary([17, 22, 22, 28, 31])
    assert (found.number, found.best, found.mean, found.median, found.quartiles) == (5, 31, 24, 22, (22, 28))
    assert found.deviation == pytest.approx((122 / 4) ** 0.5)
    assert past.places([17, 22, 22, 28, 31]) == (5, 3, 3, 2, 1)


def test_of_fewer_than_five_games_no_quartiles_are_told_and_of_one_no_deviation() -> None:
    assert past.summary([17, 22, 22, 28]).quartiles is None
    assert past.summary([17, 22]).deviation is not None
    assert past.summary([17]).deviation is None
    assert past.summary([]) is None


def test_the_last_ten_games_stand_beside_the_ten_before() -> None:
    found = past.summary([100, *[1] * 10, *[3] * 10])
    assert (found.last, found.before) == (past.Stretch(10, 3), past.Stretch(10, 1))
    found = past.summary([4, 8, *[1] * 10])
    assert (found.last, found.before) == (past.Stretch(10, 1), past.Stretch(2, 6))
    found = past.summary([4, 8])
    assert (found.last, found.before) == (past.Stretch(2, 6), None)


def test_equal_points_share_a_place_within_which_the_earlier_game_comes_first() -> None:
    ranked = past.best(games(20, 31, 25, 31, 25))
    assert [(place, one.points, (one.ended - FIRST).days) for place, one in ranked] == [
        (1, 31, 1), (1, 31, 3), (3, 25, 2), (3, 25, 4), (5, 20, 0),
    ]  # fmt: skip


def test_ten_games_are_the_best_ones() -> None:
    ranked = past.best(games(*range(15), 5))
    assert [one.points for _, one in ranked] == [14, 13, 12, 11, 10, 9, 8, 7, 6, 5]
    assert (ranked[-1][1].ended - FIRST).days == 5


def test_games_are_compared_when_box_options_and_practice_are_the_same() -> None:
    other = [{}, {"fingerprint": "g"}, {"options": '{"dismiss": true}'}, {"practice": True}, {"people": ("Ben",)}]
    found = [past.group_of(finished(1, 20, **more)) for more in other]
    assert len(set(found)) == 4
    assert found[0] == found[4]


def test_kinds_stand_in_the_order_of_the_box_and_only_those_that_were_played() -> None:
    counted, others = [finished(1, 20, "P3"), finished(2, 25, "P3")], [finished(3, 30, "P1")]
    found = past.by_kind(READING, counted, others)
    assert [(one.kind, len(one.counted), len(one.others)) for one in found] == [("P1", 0, 1), ("P3", 2, 0)]
    assert found[0].summary is None
    assert found[1].summary.median == 22.5


# --- a game as a row --------------------------------------------------------------------------------------------------

OVER = position(stage="over", day=40, prestige="P3", florins=37).state


def test_a_row_of_bibliogamo_has_the_parts_of_its_points_and_names_for_all_columns() -> None:
    row, reading = bibliogamo.played(OVER), bibliogamo.PLAYED(BOX)
    assert row["florin_points"] == 7
    assert sum(row[part] for part in reading.parts) == row["points"] == total(bibliogamo.score(OVER)[0])
    assert list(reading.columns) == list(row)
    assert set(reading.usual) == set(reading.kinds) == set(BOX.collection)
    assert (CLERK["P3"], reading.kinds["P3"].text) == (29.3, "The Abbey")


def test_a_game_is_over_when_it_has_come_to_its_end_with_nothing_to_settle() -> None:
    at = opened()
    start = replay(at, [])
    assert not past.over(at, start)
    assert past.over(at, type(start)(OVER, (), None))
    wrong = replay(at, [Entry(1, 0, Strike(9))])
    assert not past.over(at, type(start)(OVER, (), wrong.problem))


def test_only_rulings_that_stand_are_counted_and_every_strike_is() -> None:
    ruling, at = Ruling("we let it stand"), opened()
    entries = [Entry(1, 0, ruling), Entry(2, 0, ruling), Entry(3, 0, Strike(1)), Entry(4, 0, ruling)]
    entries.append(Entry(5, 0, Strike(4, ('Ruling {"text": "so be it", "moves": []}',))))
    assert (past.strikes(entries), past.rulings(at, entries)) == (2, 2)


def test_options_are_the_same_text_in_whatever_order_they_were_told() -> None:
    at = Table("bibliogamo", bibliogamo, BOX, bibliogamo.Options(dismiss=True, bar_stops_payment=True), ("Ana",))
    assert past.options_of(at) == '{"bar_stops_payment": true, "dismiss": true}'
    assert past.options_of(opened()) == "{}"


# --- the file ---------------------------------------------------------------------------------------------------------


def cells(*rows: Past) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(past.write_csv(rows))))


def test_the_file_has_what_the_house_and_what_the_game_tells() -> None:
    told = {"points": 24, "complete": True, "mean_price": 6.25, "title": None}
    (row,) = cells(finished(0, 24, row=told, rulings=1, strikes=2))
    assert row == {
        "date": "2026-03-01 20:15", "people": "Ana", "box": "house", "fingerprint": "f", "options": "{}", "strikes": "2",
        "rulings": "1", "practice": "0", "points": "24", "complete": "1", "mean_price": "6.25", "title": "",
    }  # fmt: skip


def test_the_file_tells_no_code_of_a_table() -> None:
    assert "ABC" not in past.write_csv(games(20, 21))


def test_rows_with_different_columns_stand_in_one_file() -> None:
    first, second = cells(finished(0, 1, row={"points": 1, "box": 3}), finished(1, 2, row={"points": 2, "law": 5}))
    assert (first["box"], first["box_"], first["law"]) == ("house", "3", "")
    assert (second["box_"], second["law"]) == ("", "5")


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("=1+1", "'=1+1"),
        ("+x", "'+x"),
        ("-x", "'-x"),
        ("@x", "'@x"),
        ("  =x", "  '=x"),
        ("＝x", "'＝x"),
        ("\tx", "'\tx"),
        ("Ana;=x", "Ana;'=x"),
        ('"=x"', '"=x"'),
        ("Ana-Lena", "Ana-Lena"),
    ],
)
def test_no_cell_is_a_formula(name: str, written: str) -> None:
    (row,) = cells(finished(0, 1, people=(name,)))
    assert row["people"] == written


def test_a_number_below_zero_stays_a_number() -> None:
    (row,) = cells(finished(0, -3))
    assert row["points"] == "-3"


# --- plots ------------------------------------------------------------------------------------------------------------


def test_a_strip_has_a_dot_a_game_its_median_and_what_is_usual() -> None:
    counted, others = games(20, 22, 22, 30), [finished(9, 25)]
    whole, first = past.Kind(None, tuple(counted), tuple(others)), past.Kind("P1", tuple(counted[:1]), ())
    every, one = pastplots.strips([(whole, None), (first, say("The Palace"))], {"P1": 25})
    unit = (pastplots.WIDTH - 2 * pastplots.MARGIN) / 10
    assert [dot.x for dot in every.dots] == [pastplots.MARGIN + unit * (points - 20) for points in (20, 22, 22, 30, 25)]
    assert len({(dot.x, dot.y) for dot in every.dots}) == 5
    assert [(dot.other, dot.newest) for dot in every.dots] == [(False, False)] * 4 + [(True, True)]
    assert (every.median, every.quartiles, every.usual) == (pastplots.MARGIN + unit * 2, None, None)
    assert (one.usual, one.expected) == (pastplots.MARGIN + unit * 5, 25)
    assert all(0 <= dot.y <= every.line for dot in every.dots)


def test_games_of_the_same_points_stay_in_the_picture_however_many_they_are() -> None:
    (strip,) = pastplots.strips([(past.Kind(None, tuple(games(*[7] * 200)), ()), None)], {})
    assert strip.height < pastplots.TALLEST + pastplots.UNDER + 40
    assert all(0 < dot.y < strip.line for dot in strip.dots)


def test_a_column_is_as_high_as_its_parts_and_thirty_fit_into_a_plot() -> None:
    newest, older = pastplots.columns(games(*range(10, 42)))
    assert (len(newest.columns), len(older.columns)) == (30, 2)
    assert [one.game.points for one in older.columns] == [10, 11]
    last, first = newest.columns[-1], older.columns[0]
    assert sum(part.height for part in last.segments) == pytest.approx(pastplots.HEIGHT - pastplots.TOP - pastplots.BOTTOM)
    assert sum(part.height for part in first.segments) == pytest.approx((320 - 20 - 44) * 10 / 41, abs=0.2)
    assert [part.pattern for part in last.segments] == [1, 2]
    assert last.x + newest.width <= pastplots.WIDTH


def test_games_with_the_same_two_numbers_are_one_larger_dot_and_others_stand_apart() -> None:
    plot = pastplots.scatter("days", [finished(0, 20), finished(3, 20), finished(1, 30)], [finished(6, 20)])
    assert [(spot.number, spot.other) for spot in plot.spots] == [(2, False), (1, True), (1, False)]
    assert plot.spots[0].radius > plot.spots[1].radius
    assert plot.rows == ((0, 2, 20), (1, 1, 30))
