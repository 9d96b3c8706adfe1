"""The drawn photographs that the reader is measured on show what they say they show."""

from __future__ import annotations

from collections import Counter
from typing import Any

import cv2
import numpy as np
import pytest
from pyzbar import pyzbar

from bench import rendered
from bench.rendered import SIDE, Frame, Placed, boxes, frame, modules, strangers


def straight(pixels: Any, label: Placed) -> Any:
    """The grey of the middle of each of the 21 x 21 modules, taken where the label is said to lie."""
    grey = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    square = np.array([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]], np.float32)
    there = cv2.getPerspectiveTransform(square, label.corners.astype(np.float32))
    middles = np.stack(np.meshgrid(np.arange(SIDE) + 0.5, np.arange(SIDE) + 0.5), axis=-1).reshape(1, -1, 2)
    places = cv2.perspectiveTransform(middles, there) - 0.5  # OpenCV counts from the middle of the first pixel
    return cv2.remap(grey, places.astype(np.float32), None, cv2.INTER_LINEAR).reshape(SIDE, SIDE)


def agreement(pixels: Any, label: Placed) -> float:
    """The share of modules that are as dark or light as the code says, the label's own middle grey between them."""
    seen = straight(pixels, label)
    truth = modules(label.code)
    between = (float(np.median(seen[truth])) + float(np.median(seen[~truth]))) / 2
    return float(((seen < between) == truth).mean())


@pytest.fixture(scope="module")
def cards() -> Frame:
    """A frame of the table set with large labels."""
    return next(shot for number in (15, 36, 57) if len((shot := frame("table", number)).labels) > 3)


def test_the_same_seed_draws_the_same_pixels_and_another_does_not() -> None:
    one, again, other = frame("single", 3, seed=5), frame("single", 3, seed=5), frame("single", 3, seed=6)
    assert (one.pixels == again.pixels).all()
    assert [(label.code, label.corners.tolist()) for label in one.labels] == [
        (label.code, label.corners.tolist()) for label in again.labels
    ]
    assert (one.pixels != other.pixels).any()


def test_a_frame_does_not_depend_on_those_before_it() -> None:
    *_, last = rendered.frames("single", seed=2, count=2)
    alone = frame("single", rendered.SETS["single"][0] - 1, seed=2)
    assert last.name == alone.name
    assert (last.pixels == alone.pixels).all()


def test_labels_lie_where_they_are_said_to_lie(cards: Frame) -> None:
    for label in cards.labels:
        assert agreement(cards.pixels, label) > 0.97, label


def test_half_a_pixel_beside_the_truth_fits_worse() -> None:
    """The corners hold to a fraction of a pixel: contrast at the modules' middles is best where the labels are said to lie."""

    def contrast(shift: tuple[float, float]) -> float:
        total = 0.0
        for shot in shots:
            for label in shot.labels:
                moved = Placed(label.code, label.corners + shift, label.module)
                seen, truth = straight(shot.pixels, moved).astype(float), modules(label.code)
                total += (seen[~truth].mean() - seen[truth].mean()) / seen.mean()
        return total

    shots = [frame("table", 0), frame("table", 21)]
    here = contrast((0, 0))
    assert all(contrast(shift) < here for shift in ((0.5, 0), (-0.5, 0), (0, 0.5), (0, -0.5)))


def test_corners_run_clockwise_from_the_labels_own_top_left(cards: Frame) -> None:
    for label in cards.labels:
        assert cv2.contourArea(label.corners.astype(np.float32), True) > 0
        for turns in (1, 2, 3):
            turned = Placed(label.code, np.roll(label.corners, turns, axis=0), label.module)
            assert agreement(cards.pixels, turned) < 0.8


def test_large_labels_are_read_by_pyzbar_where_they_lie() -> None:
    shots = [frame("single", number) for number in range(5)]
    read = 0
    for shot in shots:
        grey = cv2.cvtColor(shot.pixels, cv2.COLOR_BGR2GRAY)
        for code in pyzbar.decode(grey, symbols=[pyzbar.ZBarSymbol.QRCODE]):
            (label,) = (label for label in shot.labels if label.code == code.data.decode())
            middle = np.array(code.polygon).mean(axis=0)
            assert np.hypot(*(middle - label.corners.mean(axis=0))) < 4 * label.module
            read += 1
    assert read >= 4


def test_zxing_reads_nearly_all_large_labels(cards: Frame) -> None:
    zxing = pytest.importorskip("zxingcpp")
    read = {code.text for code in zxing.read_barcodes(cards.pixels, formats=zxing.BarcodeFormat.QRCode)}
    assert len(read & {label.code for label in cards.labels}) >= 0.8 * len(cards.labels)


def test_a_covered_label_is_covered_by_the_share_that_is_said() -> None:
    shot = frame("covered", 2)
    assert "8%" in shot.name
    for label in shot.labels:
        assert abs(label.covered - 0.08) < 0.005
        assert agreement(shot.pixels, label) > 0.85
    hidden = np.mean([1 - agreement(shot.pixels, label) for label in shot.labels])
    assert 0.01 < hidden < 0.08, "about half of the modules under a thumb are not as they should be"


def test_no_label_of_the_foreign_set_belongs_to_the_box_on_the_table() -> None:
    shot = frame("foreign", 1)
    assert len(shot.labels) > 20
    assert not shot.known & {label.code for label in shot.labels}
    random = np.random.default_rng(1)
    for prefix, codes in boxes().items():
        picked = strangers(frozenset(codes), prefix, 40, random)
        assert len(picked) == 40
        assert not set(picked) & set(codes)
        assert Counter(code[:2] == prefix for code in picked)[True] >= 20, "half are of the same game"


def test_rows_tell_every_label_once_and_sideways_cards_are_a_minority() -> None:
    for number in (2, 3, 4):
        shot = frame("rows", number)
        assert sorted(code for row in shot.rows for code in row) == sorted(label.code for label in shot.labels)
        assert sum(label.turned != 0 for label in shot.labels) <= len(shot.labels) / 2


def test_every_box_has_codes_that_fit_the_smallest_symbol() -> None:
    assert set(boxes()) == {"BG", "FL", "GT", "HB", "OM"}
    for prefix, codes in boxes().items():
        assert 44 <= len(set(codes)) == len(codes) <= 260
        assert max(map(len, codes)) <= 10
        for code in codes[::5]:
            assert code.startswith(f"{prefix}:")
            assert modules(code).shape == (SIDE, SIDE)
