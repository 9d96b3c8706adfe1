"""Labels are told in rows, each from left to right, from whichever side the photo was taken."""

from __future__ import annotations

import math
import random
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from companion.scan.codes import FOREIGN_LENGTH, is_ours, printable
from companion.scan.layout import direction, rows
from companion.scan.seen import Sighting


def at(code: str, x: float, y: float, turn: float = 0, side: float = 20) -> Sighting:
    """A label with its middle at (x, y) on the table, on a photo taken from *turn* degrees round it."""
    angle = math.radians(turn)

    def seen(u: float, v: float) -> tuple[float, float]:
        return 500 + u * math.cos(angle) - v * math.sin(angle), 500 + u * math.sin(angle) + v * math.cos(angle)

    h = side / 2
    corners = (seen(x - h, y - h), seen(x + h, y - h), seen(x + h, y + h), seen(x - h, y + h))
    return Sighting(code, corners, (turn + 180) % 360 - 180, side / 21, "straight", 1.0)


def told(sightings: list[Sighting]) -> list[list[str]]:
    return [[sighting.code for sighting in row] for row in rows(sightings)]


def test_nothing_has_no_rows() -> None:
    assert rows([]) == ()


def test_one_label_is_a_row() -> None:
    assert told([at("FL:1", 0, 0, 77)]) == [["FL:1"]]


@given(st.floats(-180, 180), st.randoms(use_true_random=False))
def test_a_grid_is_read_the_same_from_any_side(turn: float, chance: random.Random) -> None:
    grid = [[f"FL:{row}{column}" for column in range(4)] for row in range(3)]
    shown = [
        at(code, 40 * column + chance.uniform(-4, 4), 40 * row + chance.uniform(-4, 4), turn)
        for row, codes in enumerate(grid)
        for column, code in enumerate(codes)
    ]
    chance.shuffle(shown)
    assert told(shown) == grid


def test_rows_that_perspective_makes_slant_stay_rows() -> None:
    shown = [at(f"FL:{row}{column}", 40 * column, 50 * row + 6 * column, 0) for row in range(3) for column in range(6)]
    assert told(shown) == [[f"FL:{row}{column}" for column in range(6)] for row in range(3)]


def test_a_column_is_a_row_for_each_label() -> None:
    assert told([at("FL:C", 3, 80), at("FL:A", 0, 0), at("FL:B", -4, 40)]) == [["FL:A"], ["FL:B"], ["FL:C"]]


def test_a_gap_in_a_row_does_not_part_it() -> None:
    assert told([at("FL:Z", 400, 3), at("FL:A", 0, 0)]) == [["FL:A", "FL:Z"]]


def test_a_label_that_lies_upside_down_does_not_turn_the_others() -> None:
    shown = [at("FL:A", 0, 0), at("FL:B", 40, 0), at("FL:C", 80, 0)]
    upside_down = replace(shown[1], corners=shown[1].corners[2:] + shown[1].corners[:2], angle=-180.0)
    assert told([shown[2], upside_down, shown[0]]) == [["FL:A", "FL:B", "FL:C"]]


def test_the_shared_direction_goes_round_the_circle() -> None:
    around = [at("FL:A", 0, 0, 178), at("FL:B", 0, 0, -178), at("FL:C", 0, 0, 180)]
    assert abs(abs(direction(around)) - 180) < 1e-6


def test_our_codes_are_two_letters_a_colon_and_up_to_seven_signs() -> None:
    for code in ("FL:B", "FL:BP2", "HB:1234567", "OM:A-1.B"):
        assert is_ours(code)
    for text in (
        "",
        "FL",
        "FL:",
        "FL:12345678",
        "F:1",
        "FLX:1",
        "fl:bp2",
        "FL:bp2",
        "FL:BP2\n",
        " FL:BP2",
        "FL:B P",
        "FL:Б",
        "FL:٢",
    ):
        assert not is_ours(text)


@given(st.text(max_size=1000))
def test_foreign_texts_are_told_on_one_line_and_short(text: str) -> None:
    shown = printable(text)
    assert shown.isprintable()
    assert "\u202e" not in shown
    assert len(shown) <= FOREIGN_LENGTH
    if text.isprintable() and len(text) <= FOREIGN_LENGTH:
        assert shown == text
