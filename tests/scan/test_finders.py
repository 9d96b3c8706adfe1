"""Labels are found by their finder patterns: where they lie, which way up, and in bounded time whatever the picture."""

import time

import cv2
import numpy as np
import pytest

from companion.scan.labels.triples import MOST, Candidate, search
from tests.scan.scenes import Scene, finder_page, table

CODES = ("HB:A-A2", "GT:17", "OM:T05")


def grey(scene: Scene) -> np.ndarray:
    return cv2.cvtColor(scene.pixels, cv2.COLOR_BGR2GRAY)


def small(module: float, **options: float) -> tuple[np.ndarray, list[np.ndarray]]:
    """A picture of three labels of about *module* pixels, and their corners."""
    scene = table([CODES], (1200, 480), fill=0.9, **options)
    shrunk = module * 21 / np.mean([np.sqrt(cv2.contourArea(np.float32(corners))) for _, corners in scene.rows[0]])
    picture = cv2.resize(grey(scene), None, fx=shrunk, fy=shrunk, interpolation=cv2.INTER_AREA)
    scale = np.float32(picture.shape[::-1]) / (1200, 480)
    return picture, [np.float32(corners * scale) for _, corners in scene.rows[0]]


def is_at(candidate: Candidate, corners: np.ndarray) -> bool:
    """Whether the corners with finders are within a module and a half of those of the label, in the same order."""
    off = np.linalg.norm((candidate.corners - corners)[[0, 1, 3]], axis=1)
    return bool((off < 1.5 * np.sqrt(cv2.contourArea(corners)) / 21).all())


def all_found(candidates: list[Candidate], labels: list[np.ndarray]) -> bool:
    return all(any(is_at(candidate, corners) for candidate in candidates) for corners in labels)


@pytest.mark.parametrize("module", [1.6, 2, 3, 5, 9])
def test_labels_are_found_at_every_size(module: float) -> None:
    picture, labels = small(module)
    found = search(picture)
    assert all_found(found, labels)
    assert all(abs(candidate.module / module - 1) < 0.1 for candidate in found[:3])


@pytest.mark.parametrize("turn", [37, 90, 171, 250])
@pytest.mark.parametrize("tilt", [0, 0.4])
def test_labels_are_found_from_every_side_of_the_table_and_their_top_left_is_known(turn: float, tilt: float) -> None:
    picture, labels = small(2.5, turn=turn, tilt=tilt, askew=4)
    assert all_found(search(picture), labels)


@pytest.mark.parametrize("flat", [0.7, 0.55])
def test_labels_seen_at_a_slant_are_found(flat: float) -> None:
    scene = table([CODES], (1200, 480), turn=25)
    picture = cv2.resize(grey(scene), (900, round(360 * flat)), interpolation=cv2.INTER_AREA)
    labels = [np.float32(corners * (900 / 1200, picture.shape[0] / 480)) for _, corners in scene.rows[0]]
    assert all_found(search(picture), labels)


def test_a_label_is_found_where_a_finger_covers_a_part_of_a_finder() -> None:
    picture, labels = small(4)
    (x, y), side = labels[1][0], 4 * 2.6
    cv2.rectangle(picture, (int(x - 9), int(y - 9)), (int(x + side), int(y + side)), 120, -1)
    assert all_found(search(picture), labels)


def test_a_patterned_table_does_not_hide_labels() -> None:
    scene = table([CODES], (1200, 480), fill=0.6)
    picture = grey(scene)
    dots = np.hypot(*(np.indices(picture.shape) % 14 - 7)) < 4
    cloth = np.abs(picture.astype(int) - np.median(picture)) < 15
    picture[dots & cloth] += 60
    assert all_found(search(picture), [np.float32(corners) for _, corners in scene.rows[0]])


def test_the_best_come_first_and_little_else_comes() -> None:
    picture, labels = small(3)
    found = search(picture)
    assert [candidate.score for candidate in found] == sorted((candidate.score for candidate in found), reverse=True)
    assert len(found) <= 2 * len(labels)
    assert found[2].score > 0.8


def test_corners_go_clockwise_even_in_a_mirror() -> None:
    picture, labels = small(3)
    found = search(np.ascontiguousarray(picture[:, ::-1]))
    assert len(found) >= len(labels)
    assert all(cv2.contourArea(candidate.corners, True) > 0 for candidate in found)


def test_what_was_read_is_not_found_again() -> None:
    picture, labels = small(3)
    found = search(picture, skip=labels[:2])
    assert all_found(found, labels[2:])
    assert not any(is_at(candidate, corners) for candidate in found for corners in labels[:2])


def test_only_modules_that_were_asked_for_are_searched() -> None:
    picture, labels = small(2)
    assert all_found(search(picture, largest=2.5), labels)
    assert not search(picture, smallest=4)
    picture, labels = small(6)
    assert all_found(search(picture, smallest=4), labels)
    assert not any(is_at(candidate, corners) for candidate in search(picture, largest=2) for corners in labels)


def test_after_the_deadline_there_is_what_was_found_so_far() -> None:
    picture, labels = small(2)
    assert search(picture, deadline=time.monotonic() - 1) == []
    assert all_found(search(picture, deadline=time.monotonic() + 60), labels)


@pytest.mark.parametrize("shape", [(1, 1), (1, 4000), (20, 20), (13, 300), (200, 300)])
def test_nothing_is_found_where_nothing_is(shape: tuple[int, int]) -> None:
    assert search(np.zeros(shape, np.uint8)) == []
    assert search(np.full(shape, 255, np.uint8)) == []


@pytest.mark.parametrize(
    "picture",
    [
        finder_page(40, 2),
        finder_page(40, 4),
        np.kron(np.indices((60, 90)).sum(axis=0) % 2, np.ones((8, 8))).astype(np.uint8) * 255,
        np.random.default_rng(1).integers(0, 256, (600, 800), np.uint8),
    ],
    ids=["a page of finder patterns", "a large one", "a checkerboard", "noise"],
)
def test_pictures_full_of_patterns_give_few_candidates(picture: np.ndarray) -> None:
    assert len(search(picture)) <= MOST / 4
