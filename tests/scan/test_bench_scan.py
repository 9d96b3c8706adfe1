"""What bench/scan.py counts as read, as false and as told twice."""

from __future__ import annotations

import numpy as np
import pytest

from bench.rendered import Frame, Placed
from bench.scan import Answer, Reading, Score, column, count, same
from companion.scan.seen import Sighting, Sightings


def square(x: float, y: float) -> np.ndarray:
    """The corners of a label of 42 pixels, 2 a module, with its middle at (x, y)."""
    return np.array([[x - 21, y - 21], [x + 21, y - 21], [x + 21, y + 21], [x - 21, y + 21]])


FRAME = Frame(
    "sideways",
    "720p",
    np.zeros((1, 1, 3), np.uint8),
    (Placed("FL:A", square(100, 100), 2.0), Placed("FL:B", square(200, 100), 2.0, turned=90)),
    frozenset({"FL:A", "FL:B", "FL:C"}),
    (("FL:A", "FL:B"),),
)


def counted(*readings: Reading, told: Sightings | None = None) -> Score:
    score = Score()
    count(score, FRAME, Answer(readings, 5.0, told), lambda label: (column(label.module),))
    return score


def test_a_label_is_read_when_its_code_is_read_less_than_half_a_label_away() -> None:
    score = counted(Reading("FL:A", 115, 110), Reading("FL:B", 200, 122))
    assert score.of == {"2": 2}
    assert score.read == {"2": 1}
    assert score.false == 1


def test_the_code_of_a_label_elsewhere_and_a_code_that_is_not_there_are_false() -> None:
    score = counted(Reading("FL:A", 200, 100), Reading("FL:X", 100, 100))
    assert (score.recall("2"), score.false, score.twice) == (0.0, 2, 0)


def test_a_label_told_twice_is_read_once() -> None:
    score = counted(Reading("FL:A", 100, 100), Reading("FL:A", 102, 99))
    assert (score.recall("2"), score.false, score.twice) == (0.5, 0, 1)


def test_rows_are_right_in_order_only_and_turned_labels_when_told_as_turned() -> None:
    def sighting(code: str, x: float, turned: int = 0) -> Sighting:
        corners = tuple((float(u), float(v)) for u, v in square(x, 100))
        assert len(corners) == 4
        return Sighting(code, (corners[0], corners[1], corners[2], corners[3]), 0.0, 2.0, "straight", 1.0, turned)

    right = counted(told=Sightings(((sighting("FL:A", 100), sighting("FL:B", 200, 90)),)))
    assert (right.rows, right.rows_right, right.turned, right.turned_right, right.matched) == (1, 1, 2, 2, 2)
    wrong = counted(told=Sightings(((sighting("FL:B", 200), sighting("FL:A", 100)),)))
    assert (wrong.rows, wrong.rows_right, wrong.turned, wrong.turned_right) == (1, 0, 2, 1)


@pytest.mark.parametrize(
    ("module", "nearest"), [(1.6, "1.75"), (1.9, "2"), (2.25, "2.5"), (2.74, "2.5"), (3.49, "3"), (8.0, "4+")]
)
def test_sizes_are_told_by_the_nearest(module: float, nearest: str) -> None:
    assert column(module) == nearest


def test_texts_are_the_same_but_for_line_ends_and_guessed_charsets() -> None:
    assert same("one\r\ntwo\u00e9", "one\ntwo?".replace("?", "\u8305"))
    assert not same("one", "two")
