"""Each way to spoil a picture gets its own sentence, with what was measured; a good picture gets none."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from functools import cache
from typing import Any

import cv2
import numpy as np
import pytest

from companion.rules import Sentence
from companion.scan import quality, sight
from companion.scan.seen import Corners, Measured, Sighting, Sightings, Unread
from tests.scan.scenes import Scene, finder_page, table

SIX = (("FL:BP1", "FL:BP2", "FL:BP3"), ("FL:BW4", "FL:BY5", "GT:44"))
SIZE = (1000, 700)


@cache
def scene(**how: Any) -> tuple[Any, list[Unread]]:
    """A grey picture of six labels, and where they truly lie."""
    drawn: Scene = table(SIX, SIZE, **how)
    labels = []
    for row in drawn.rows:
        for _, corners in row:
            labels.append(unread(corners))
    return cv2.cvtColor(drawn.pixels, cv2.COLOR_BGR2GRAY), labels


def unread(corners: Any) -> Unread:
    points: Corners = tuple((float(x), float(y)) for x, y in corners)
    return Unread(points, 0.0, sum(math.dist(points[i], points[i - 1]) for i in range(4)) / 84)


def read(one: Unread) -> Sighting:
    return Sighting("FL:BP1", one.corners, one.angle, one.module, "straight", 1.0)


def said(grey: Any, labels: list[Unread]) -> list[str]:
    """The advice when none of *labels* could be read."""
    measured = quality.measure(grey, [], labels)
    sentences = quality.advice(Sightings(unread=tuple(labels), measured=measured), grey.shape[::-1])
    assert len(sentences) <= 3
    assert all(isinstance(sentence, Sentence) for sentence in sentences)
    return [str(sentence) for sentence in sentences]


def test_a_good_picture_gets_no_advice_and_its_measures_are_those_it_was_drawn_with() -> None:
    grey, labels = scene()
    measured = quality.measure(grey, [read(one) for one in labels], [])
    assert quality.advice(Sightings(rows=(tuple(map(read, labels)),), measured=measured), SIZE) == ()
    assert measured.module == pytest.approx(np.median([one.module for one in labels]), rel=0.05)
    assert measured.paper is not None and measured.paper > 240
    assert measured.ink is not None and measured.ink < 15
    assert (measured.glare, measured.covered, measured.mirrored) == (0, 0, 0)
    assert measured.light is None


@pytest.mark.parametrize("sigma", [1.5, 3.0, 5.0])
def test_blur_is_measured_as_it_was_made(sigma: float) -> None:
    grey, labels = scene()
    measured = quality.measure(cv2.GaussianBlur(grey, (0, 0), sigma), [], labels)
    assert measured.blur is not None and measured.module is not None
    assert measured.blur * measured.module == pytest.approx(2.56 * math.hypot(sigma, 0.8), rel=0.15)


@pytest.mark.parametrize(
    ("fill", "begins"),
    [(0.27, "Hold the phone a third closer"), (0.2, "Hold the phone twice as close"), (0.14, "Hold the phone 3 times as close")],
)
def test_labels_that_are_too_small_are_told_how_much_closer(fill: float, begins: str) -> None:
    grey, labels = scene(fill=fill)
    first = said(grey, labels)[0]
    assert first.startswith(begins)
    assert f"about {round(29 * sorted(one.module for one in labels)[1])} pixels wide and should be 72" in first


SPOILT: list[tuple[Callable[[Any], Any], str]] = [
    (lambda grey: (grey * 0.15).astype(np.uint8), "It is too dark: the paper has 38 of 255"),
    (lambda grey: (150 + grey * 0.1).astype(np.uint8), "The labels are too pale: paper has 17"),
    (lambda grey: cv2.GaussianBlur(grey, (0, 0), 9), "The picture is blurred: edges spread over"),
    (lambda grey: cv2.blur(grey, (25, 1)), "The picture is blurred: edges spread over"),
]


@pytest.mark.parametrize(("spoil", "begins"), SPOILT)
def test_what_spoils_a_picture_is_the_first_thing_said(spoil: Callable[[Any], Any], begins: str) -> None:
    grey, labels = scene()
    assert said(spoil(grey), labels)[0].startswith(begins)


def marked(grey: Any, labels: list[Unread], brightness: float, corner: int | None) -> Any:
    """A disk laid on a finder pattern of each label (None: on its middle)."""
    spoilt = grey.copy()
    for one in labels:
        middle = np.mean(one.corners, axis=0)
        at = middle if corner is None else middle + 0.65 * (np.array(one.corners[corner]) - middle)
        cv2.circle(spoilt, (round(at[0]), round(at[1])), round(6 * one.module), brightness, -1)
    return spoilt


@pytest.mark.parametrize("corner", [0, 1, 3, None])
@pytest.mark.parametrize("skin", [90, 170])
def test_what_lies_on_a_label_is_to_be_moved(corner: int | None, skin: int) -> None:
    grey, labels = scene(turn=30)
    few = labels[:2]
    assert said(marked(grey, few, skin, corner), few) == [
        "Something lies on 2 labels that were not read. Move the thumb or the next piece off them."
    ]


@pytest.mark.parametrize("corner", [0, 1, 3, None])
def test_a_reflection_is_told_from_a_thumb(corner: int | None) -> None:
    grey, labels = scene(turn=30)
    one = labels[:1]
    assert said(marked(grey, one, 255, corner), one) == [
        "Light is reflected on one label that was not read. Tilt the phone or move the lamp until the shine is gone."
    ]


def mirrored(grey: Any, labels: list[Unread]) -> tuple[Any, list[Unread]]:
    """The mirror image, corners again clockwise from where three finder patterns meet."""
    width = grey.shape[1]
    turned = [[(width - x, y) for x, y in (one.corners[at] for at in (0, 3, 2, 1))] for one in labels]
    return np.ascontiguousarray(grey[:, ::-1]), [unread(corners) for corners in turned]


@pytest.mark.parametrize("turn", [0, 90, 200])
def test_a_mirror_image_is_known_whether_it_was_read_or_not_because_its_order_is_wrong_too(turn: float) -> None:
    grey, labels = scene(turn=turn)
    assert quality.measure(grey, [], labels).mirrored == 0
    grey, labels = mirrored(grey, labels)
    assert quality.measure(grey, [], labels).mirrored == 6
    assert said(grey, labels)[0].startswith("The picture is mirrored.")
    seen = Sightings(rows=(tuple(map(read, labels)),), measured=quality.measure(grey, [read(one) for one in labels], []))
    assert str(quality.advice(seen, SIZE)[0]).startswith("The picture is mirrored.")


def test_a_label_at_a_slant_is_to_be_seen_from_above() -> None:
    grey, labels = scene()
    flat = cv2.resize(grey, None, fx=1, fy=0.33, interpolation=cv2.INTER_AREA)
    slanted = [unread([(x, y * 0.33) for x, y in one.corners]) for one in labels]
    assert "Hold the phone more from above: a label that was not read looks 3 times as long as wide." in said(flat, slanted)


def test_where_nothing_was_measured_no_cause_is_made_up() -> None:
    grey, labels = scene()
    assert said(grey, labels[:1]) == [
        "One label was found and not read. Photograph it once more, from straight above and closer."
    ]


def test_the_labels_that_were_not_read_are_measured_where_there_are_any() -> None:
    grey, labels = scene()
    dark = grey.copy()
    dark[:350] = dark[:350] * 0.1
    measured = quality.measure(dark, [read(one) for one in labels[3:]], labels[:3])
    assert measured.paper is not None and measured.paper < 30


def test_a_dark_picture_without_labels_is_said_to_be_dark() -> None:
    night = np.random.default_rng(1).integers(5, 20, (700, 1000)).astype(np.uint8)
    sentences = quality.advice(Sightings(measured=quality.measure(night, [], [])), SIZE)
    assert str(sentences[0]).startswith("The picture is too dark: its lightest parts have 19 of 255")
    assert not any("blurred" in str(sentence) for sentence in sentences)


@pytest.mark.parametrize("square", [1, 2, 3, 4, 6, 8])
def test_a_fine_chequer_is_not_said_to_be_dark(square: int) -> None:
    chequer = (np.indices((1500, 2000)) // square).sum(axis=0).astype(np.uint8) % 2 * 255
    assert quality.measure(chequer, [], []).light == 255


def test_a_picture_too_small_for_any_label_is_said_to_be_small() -> None:
    for size in ((133, 100), (1, 1), (5000, 3)):
        page = np.full(size[::-1], 200, np.uint8)
        (sentence,) = quality.advice(Sightings(measured=quality.measure(page, [], [])), size)
        assert str(sentence).startswith(f"The picture has only {size[0]} by {size[1]} pixels")


@pytest.mark.parametrize("larger", [1, 3])
def test_a_blurred_picture_without_labels_is_said_to_be_blurred_and_a_sharp_one_is_not(larger: int) -> None:
    page = np.full((700, 1000), 90, np.uint8)
    cv2.putText(page, "a table with no label", (80, 350), cv2.FONT_HERSHEY_SIMPLEX, 2.4, 220, 12)
    page = cv2.resize(page, None, fx=larger, fy=larger)
    size = page.shape[::-1]
    sharp = quality.advice(Sightings(measured=quality.measure(page, [], [])), size)
    soft = quality.advice(Sightings(measured=quality.measure(cv2.GaussianBlur(page, (0, 0), 9), [], [])), size)
    assert [str(sentence)[:20] for sentence in sharp] == ["No label was found. "]
    assert str(soft[0]).startswith("The picture is blurred: even its sharpest edges spread over")
    assert f"72 of the picture’s {size[0]} pixels" in str(soft[1])


@pytest.mark.parametrize("noise", [0, 3, 6])
@pytest.mark.parametrize("sigma", [3.5, 5.0, 9.0])
def test_noise_does_not_make_a_blurred_picture_look_sharp_nor_a_sharp_one_blurred(sigma: float, noise: float) -> None:
    page = np.full((700, 1000), 90, np.uint8)
    for line in range(8):
        cv2.putText(page, "cards without a label", (30, 80 * line + 80), cv2.FONT_HERSHEY_SIMPLEX, 1.6, 200, 6, cv2.LINE_AA)
    grain = np.random.default_rng(4).normal(0, noise, page.shape)

    def taken(sigma: float) -> list[str]:
        pixels = (cv2.GaussianBlur(page, (0, 0), sigma) + grain).clip(0, 255).astype(np.uint8)
        return [str(said) for said in quality.advice(Sightings(measured=quality.measure(pixels, [], [])), SIZE)]

    assert taken(sigma)[0].startswith("The picture is blurred: even its sharpest edges spread over")
    assert not any("blurred" in said for said in taken(1.0))


def test_codes_of_others_alone_are_no_fault_of_the_picture() -> None:
    grey, labels = scene()
    foreign = tuple(map(read, labels))
    assert quality.advice(Sightings(foreign=foreign, measured=quality.measure(grey, foreign, [])), SIZE) == ()


def test_when_the_deadline_came_first_that_is_said_first() -> None:
    page = finder_page(40, 2)
    sentences = quality.advice(Sightings(whole=False, measured=quality.measure(page, [], [])), page.shape[::-1])
    assert str(sentences[0]).startswith("The picture is full of patterns that look like labels; some may have been missed.")


def test_through_the_scanner_too_a_good_picture_gets_no_advice_and_a_bad_one_its_own() -> None:
    grey, _ = scene()

    def first(pixels: Any) -> str:
        return next((str(sentence) for sentence in quality.advice(sight(pixels), pixels.shape[::-1])), "")

    assert first(grey) == ""
    assert "blurred" in first(cv2.GaussianBlur(grey, (0, 0), 9))
    assert "mirrored" in first(np.ascontiguousarray(grey[:, ::-1]))
    assert "close" in first(scene(fill=0.1)[0])


@pytest.mark.parametrize(
    ("hidden", "sure"), [((), True), ((0,), True), ((1,), True), ((3,), True), ((0, 1), False), ((1, 3), False)]
)
def test_a_label_is_surely_there_while_two_of_its_finder_patterns_are_seen(hidden: tuple[int, ...], sure: bool) -> None:
    grey, labels = scene(turn=20)
    one = labels[4]
    for corner in hidden:
        grey = marked(grey, [one], 150, corner)
    assert quality.surely(grey, one.corners) is sure


@pytest.mark.parametrize("shape", [(1, 1), (1, 5), (3, 2), (63, 64), (70, 3000)])
@pytest.mark.parametrize("where", [(0.0, 0.0), (-500.0, 20.0), (5.0, 1e6)])
def test_the_smallest_pictures_and_labels_that_lie_outside_are_measured_without_harm(
    shape: tuple[int, int], where: tuple[float, float]
) -> None:
    grey = np.full(shape, 128, np.uint8)
    x, y = where
    far = unread([(x, y), (x + 40, y), (x + 40, y + 40), (x, y + 40)])
    for labels in ([], [far], [far] * 30):
        measured = quality.measure(grey, [], labels)
        json.dumps([getattr(measured, name) for name in Measured.__slots__], allow_nan=False)
        said = quality.advice(Sightings(unread=tuple(labels), measured=measured), grey.shape[::-1])
        assert 1 <= len(said) <= quality.MOST_ADVICE
        assert all(str(sentence).endswith(".") for sentence in said)


def test_a_degenerate_quadrilateral_is_measured_without_harm() -> None:
    grey, _ = scene()
    point = Unread(((5.0, 5.0),) * 4, 0.0, 0.0)
    measured = quality.measure(grey, [], [point])
    json.dumps([getattr(measured, name) for name in Measured.__slots__], allow_nan=False)
    assert quality.advice(Sightings(unread=(point,), measured=measured), SIZE) != ()
