"""What a camera sees: the rows of the test page, and a report in sentences that hold what was measured."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import camera, chart
from companion.games import GAMES
from companion.rules import say
from companion.scan.codes import is_ours
from companion.scan.seen import Measured, Seen, Sighting, Sightings, Unread

SQUARE = ((0.0, 0.0), (63.0, 0.0), (63.0, 63.0), (0.0, 63.0))
SAMPLES = [chart.code(size, number) for size in chart.SIZES for number in range(1, chart.A_ROW + 1)]


def seen(codes: list[str], unread: int = 0, **more: object) -> Seen:
    labels = tuple(Sighting(code, SQUARE, 0.0, 3.0, "straight", 1.0) for code in codes)
    sightings = Sightings(rows=(labels,), unread=(Unread(SQUARE, 0.0, 3.0),) * unread, **more)
    return Seen(sightings, (), (800, 600), b"", 1.0)


def test_samples_are_codes_of_companion_and_of_no_game() -> None:
    assert len(set(SAMPLES)) == len(SAMPLES) == 35
    assert all(is_ours(code) and len(code) <= 10 and chart.is_sample(code) for code in SAMPLES)
    assert chart.PREFIX not in {game.PREFIX for game in GAMES.values()} | {"HB", "OM", "BG", "GT", "TB"}


@pytest.mark.parametrize("text", ["TP:16", "TP:16-0", "TP:16-8", "TP:17-1", "TP:16-1 ", "FL:16-1", "tp:16-1", "", "TP:8-11"])
def test_nothing_else_is_a_sample(text: str) -> None:
    assert not chart.is_sample(text)
    assert chart.size_of(text) is None
    assert chart.rows([text]) == ()


@pytest.mark.parametrize(
    ("missing", "smallest"),
    [([], 8), ([8], 10), ([8, 10, 12], 16), ([20], None), ([12], 16), (list(chart.SIZES), None)],
)
def test_the_answer_is_the_smallest_size_read_whole_with_all_that_are_larger(missing: list[int], smallest: int | None) -> None:
    codes = [code for code in SAMPLES if not (chart.size_of(code) in missing and code.endswith("-4"))]
    assert chart.smallest(chart.rows(codes)) == smallest


@given(st.permutations(SAMPLES), st.integers(0, 35))
def test_neither_order_nor_seeing_a_sample_twice_changes_the_answer(codes: list[str], cut: int) -> None:
    part = codes[:cut]
    assert chart.rows([*part, *part]) == chart.rows(sorted(part))
    assert sum(row.read for row in chart.rows(part)) == len(part)


def test_the_report_of_the_test_page_says_the_size_first_and_is_well_down_to_the_usual_labels() -> None:
    found = camera.report(seen([code for code in SAMPLES if chart.size_of(code) >= 16], unread=3))
    said = [str(sentence) for sentence in camera.sentences(found)]
    assert said[:4] == [
        "14 labels were read.",
        "3 labels were found and not read.",
        "This is the test page: labels of 16 mm and more are read from here.",
        "20 mm: 7 of 7 read.",
    ]
    assert "12 mm: 0 of 7 read." in said
    assert found.well


def test_where_nothing_was_read_the_report_says_so_without_a_number() -> None:
    said = [str(sentence) for sentence in camera.counted(camera.report(seen([], unread=1)))]
    assert said == ["No label was read.", "One label was found and not read."]


def test_the_test_page_read_too_little_always_comes_with_advice() -> None:
    found = camera.report(seen([code for code in SAMPLES if chart.size_of(code) == 20]))
    assert not found.well
    assert "closer" in str(found.advice[0])
    own = replace(seen(SAMPLES[:3]), advice=(say("Bring a lamp."),))
    assert [str(sentence) for sentence in camera.report(own).advice] == ["Bring a lamp."]


def test_what_was_measured_is_said_with_its_numbers() -> None:
    found = camera.report(seen(["FL:BP1"], measured=Measured(module=3.04, paper=201.4, ink=30.6, blur=0.5)))
    said = [str(sentence) for sentence in camera.sentences(found)]
    assert said == [
        "One label was read.",
        "The label read is 87 pixels wide, with its rim.",
        "One of the 21 squares across a label measures 3.0 pixels.",
        "Edges spread over 1.5 pixels.",
        "Paper has 201 and ink 31 of 255 steps of brightness.",
    ]
    assert found.well
    told = camera.as_json("a.jpg", found)
    assert (told["well"], told["module"], told["smallest_mm"], told["test_page"]) == (True, 3.04, None, None)
