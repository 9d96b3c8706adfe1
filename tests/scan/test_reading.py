"""One label at a time, read where its modules can no longer be seen one by one."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import pytest

from companion.scan.labels import reading, symbol
from companion.scan.labels.reading import Modules, Reading, read
from tests.scan.scenes import label

KNOWN = frozenset(f"FL:{letter}{colour}{number}" for letter in "BL" for colour in "PWYB" for number in range(1, 13))


@dataclass(frozen=True)
class Shown:
    """A picture of one label, its code and where its symbol lies."""

    grey: Any
    code: str
    corners: Any


def shown(number: int, module: float, blur: float, noise: float = 4.0, depth: float = 0.0) -> Shown:
    """A label of *module* pixels a module, turned at random, softened by *blur* pixels, its far side smaller by *depth*."""
    random = np.random.default_rng(number)
    code = sorted(KNOWN)[int(random.integers(len(KNOWN)))]
    drawn = label(code, ink=(40, 40, 40), paper=(215, 215, 215), pixels=8)[:, :, 0]
    side = module * 29
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * side / 2
    turn = random.uniform(0, 2 * math.pi)
    square = square @ np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    far = 1 + depth * (square[:, 1] / side)
    quad = square / far[:, None] + 1.1 * side + random.uniform(-1, 1, 2)
    fine = 4
    paper = np.array([[0, 0], [232, 0], [232, 232], [0, 232]], np.float32)
    there = cv2.getPerspectiveTransform(paper, (quad * fine).astype(np.float32))
    canvas = np.full((math.ceil(side * 2.2) * fine,) * 2, 120, np.uint8)
    soft = cv2.blur(drawn, (max(1, round(2 / module)),) * 2)
    cv2.warpPerspective(soft, there, canvas.shape[::-1], dst=canvas, borderMode=cv2.BORDER_TRANSPARENT)
    picture = cv2.resize(canvas, None, fx=1 / fine, fy=1 / fine, interpolation=cv2.INTER_AREA).astype(np.float32)
    picture = cv2.GaussianBlur(picture, (0, 0), blur) + random.normal(0, noise, picture.shape)
    inner = np.array([[[32, 32], [200, 32], [200, 200], [32, 200]]], np.float32)
    return Shown(np.clip(picture, 0, 255).astype(np.uint8), code, cv2.perspectiveTransform(inner, there)[0] / fine)


def texts(pictures: list[Shown], known: frozenset[str] | None = None, off: float = 0.2) -> list[str | None]:
    """What is read of each, with corners that are *off* by as many modules."""
    random = np.random.default_rng(7)
    said = []
    for picture in pictures:
        module = float(np.linalg.norm(picture.corners[1] - picture.corners[0])) / 21
        found = read(picture.grey, picture.corners + random.uniform(-off, off, (4, 2)) * module, known)
        said.append(found.text if isinstance(found, Reading) else None)
    return said


def right(pictures: list[Shown], said: list[str | None]) -> float:
    assert all(text in (None, picture.code) for text, picture in zip(said, pictures, strict=True))
    return float(np.mean([text is not None for text in said]))


@pytest.mark.parametrize(
    ("module", "blur", "least"), [(8, 2.0, 1.0), (4, 1.5, 1.0), (2.5, 1.2, 1.0), (2, 1.0, 0.95), (1.75, 0.9, 0.8)]
)
def test_blurred_labels_are_read_down_to_two_pixels_a_module(module: float, blur: float, least: float) -> None:
    pictures = [shown(number, module, blur) for number in range(20)]
    assert right(pictures, texts(pictures)) >= least


def test_known_labels_are_recognised_where_no_error_correction_helps() -> None:
    pictures = [shown(number, 1.5, 1.2, noise=6) for number in range(20)]
    alone, closed = texts(pictures), texts(pictures, KNOWN)
    assert right(pictures, alone) < 0.5
    assert right(pictures, closed) >= 0.95


def test_how_a_label_was_read_and_how_sure_that_is_are_said() -> None:
    sharp, poor = shown(1, 4, 0.8), shown(1, 1.5, 1.2, noise=6)
    read_alone, recognised = (read(picture.grey, picture.corners, KNOWN) for picture in (sharp, poor))
    assert isinstance(read_alone, Reading)
    assert isinstance(recognised, Reading)
    assert (read_alone.how, recognised.how) == ("rectified", "closed set")
    assert 1 - 1e-5 < read_alone.confidence < 1
    assert 1 - 1e-5 < recognised.confidence <= 1


def test_a_label_that_is_none_of_the_known_is_read_all_the_same() -> None:
    picture = shown(2, 3, 0.8)
    found = read(picture.grey, picture.corners, KNOWN - {picture.code})
    assert isinstance(found, Reading)
    assert (found.text, found.how) == (picture.code, "rectified")


def test_corners_that_are_off_are_moved_to_where_the_label_is() -> None:
    moved = []
    for number in range(12):
        picture = shown(number, 3, 1.0)
        module = float(np.linalg.norm(picture.corners[1] - picture.corners[0])) / 21
        off = np.random.default_rng(number).uniform(-0.6, 0.6, (4, 2)) * module
        looks = [looked.corners for looked in reading.looks(picture.grey, picture.corners + off)]
        before, after = (float(np.abs(corners - picture.corners).mean()) / module for corners in (looks[0], looks[2]))
        moved.append(after / before)
    assert np.median(moved) < 0.7


def test_the_corner_without_a_finder_is_searched_when_a_label_is_seen_from_very_near() -> None:
    pictures = [shown(number, 5, 0.8, depth=0.08) for number in range(8)]
    for picture in pictures:
        # Where it would be if the label were not smaller at its far side.
        picture.corners[2] = picture.corners[1] + picture.corners[3] - picture.corners[0]
    assert right(pictures, texts(pictures, off=0.1)) >= 0.8


def test_a_thumb_over_a_finder_pattern_does_not_hide_a_label() -> None:
    pictures = [shown(number, 3, 0.9) for number in range(12)]
    for number, picture in enumerate(pictures):
        corner, beside = picture.corners[(0, 1, 3)[number % 3]], picture.corners.mean(axis=0)
        middle = corner + (beside - corner) * 0.15
        cv2.circle(picture.grey, (round(float(middle[0])), round(float(middle[1]))), 8, 150, -1)
    assert right(pictures, texts(pictures)) >= 0.95


def test_light_that_falls_off_across_a_label_is_taken_out() -> None:
    pictures = [shown(number, 3, 0.9) for number in range(6)]
    lit = []
    for picture in pictures:
        fall = np.linspace(0.25, 1.0, picture.grey.shape[1])[None, :]
        lit.append(Shown((picture.grey * fall).astype(np.uint8), picture.code, picture.corners))
    assert right(lit, texts(lit)) == 1.0


def test_what_is_no_label_says_nothing_and_explains_nothing() -> None:
    noise = np.random.default_rng(1).integers(0, 256, (120, 120)).astype(np.uint8)
    square = np.array([[20, 20], [100, 20], [100, 100], [20, 100]])
    for picture in (noise, np.full((120, 120), 127, np.uint8), np.kron(np.eye(15), np.ones((8, 8))).astype(np.uint8) * 255):
        found = read(picture, square, KNOWN)
        assert isinstance(found, Modules)
        assert found.fit < reading.PERHAPS


@pytest.mark.parametrize("corners", [[[-500, -500], [-400, -500], [-400, -400], [-500, -400]], [[0, 0], [1, 0], [1, 1], [0, 1]]])
def test_corners_outside_or_without_size_show_nothing(corners: list[list[float]]) -> None:
    assert not isinstance(read(np.full((60, 60), 200, np.uint8), np.array(corners, float), KNOWN), Reading)


def test_the_modules_told_are_those_of_the_label() -> None:
    picture = shown(3, 2.5, 1.0)
    modules = symbol.pattern(picture.code)
    assert modules is not None
    *_, told = reading.looks(picture.grey, picture.corners)
    assert ((told.values > 0) == (modules > 0))[symbol.DATA].mean() > 0.97
    assert told.fit > 0.9
