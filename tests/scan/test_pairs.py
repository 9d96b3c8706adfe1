"""Labels of which one finder pattern is hidden are found by the other two."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from companion.scan.labels import finders, pairs, reading
from companion.scan.labels.triples import Candidate, search
from companion.scan.sight import sight
from tests.scan.scenes import finder_page, table

CODES = ("HB:A-A2", "GT:17", "OM:T05")
CORNERS = (0, 1, 3)


def covered(hidden: int, reach: float = 8.0, codes: tuple[str, ...] = CODES, **options: float) -> tuple[Any, list[Any]]:
    """A grey picture of labels of about 4 pixels a module, each with a disk over its *hidden* corner that reaches so many modules
    into it, and their corners."""
    scene = table([codes], (640, 260), fill=0.9, **options)
    picture = cv2.cvtColor(scene.pixels, cv2.COLOR_BGR2GRAY)
    labels = [np.float32(corners) for _, corners in scene.rows[0]]
    for corners in labels:
        there = cv2.getPerspectiveTransform(reading.SQUARE, corners)
        round_ = np.linspace(0, 2 * np.pi, 60)
        disk = np.stack([np.cos(round_), np.sin(round_)], axis=1) * reach * 0.8 + 2.3 * (reach / 8)
        x, y = disk.T
        disk = {0: np.stack([x, y], 1), 1: np.stack([21 - x, y], 1), 3: np.stack([x, 21 - y], 1)}[hidden]
        outline = cv2.perspectiveTransform(np.float32(disk)[None], there)[0]
        cv2.fillPoly(picture, [np.round(outline).astype(np.int32)], 130)
    return picture, labels


def found(picture: Any, skip: list[Any] | None = None) -> list[Candidate]:
    return pairs.search(finders.finders(picture), skip or [])


def is_at(candidate: Candidate, corners: Any) -> bool:
    off = np.linalg.norm(candidate.corners - corners, axis=1)
    return bool((off < 1.6 * np.sqrt(cv2.contourArea(corners)) / 21).all())


@pytest.mark.parametrize("hidden", CORNERS)
@pytest.mark.parametrize(("turn", "tilt"), [(0, 0), (40, 0.2), (200, 0.3)])
def test_all_four_corners_are_known_whichever_finder_pattern_is_hidden(hidden: int, turn: float, tilt: float) -> None:
    picture, labels = covered(hidden, turn=turn, tilt=tilt)
    candidates = found(picture)
    for corners in labels:
        here = [candidate for candidate in candidates if is_at(candidate, corners)]
        assert here
        assert {candidate.hidden for candidate in here} == {hidden}
        assert here[0].sure


def test_a_search_by_three_finder_patterns_does_not_find_them() -> None:
    picture, labels = covered(1)
    assert not any(is_at(candidate, corners) for candidate in search(picture) for corners in labels)


@pytest.mark.parametrize("hidden", CORNERS)
def test_labels_with_a_finder_pattern_hidden_are_read_and_nothing_is_told_as_not_read(hidden: int) -> None:
    picture, _ = covered(hidden, turn=15, tilt=0.1)
    seen = sight(picture)
    assert sorted(label.code for label in seen) == sorted(CODES)
    assert seen.unread == ()


def test_a_label_too_far_hidden_to_be_read_is_told_as_not_read_where_it_is() -> None:
    picture, labels = covered(1, codes=("HB:A-A2",))
    (x, y), (right, down) = labels[0].min(axis=0), labels[0].max(axis=0)
    cv2.rectangle(picture, (int(x + (right - x) * 0.42), int(y + (down - y) * 0.42)), (int(right), int(down)), 130, -1)
    seen = sight(picture)
    assert list(seen) == []
    assert len(seen.unread) == 1
    assert np.linalg.norm(np.array(seen.unread[0].centre) - labels[0].mean(axis=0)) < 3 * seen.unread[0].module


def test_nothing_is_learnt_from_the_corner_that_is_hidden() -> None:
    picture, labels = covered(3, reach=9.0)
    fits = {}
    for hidden in (None, 3):
        looks = [next(reading.looks(picture, corners, hidden)) for corners in labels]
        fits[hidden] = np.mean([look.fit for look in looks])
    assert fits[3] > 0.9
    assert fits[3] > fits[None] + 0.2


def test_labels_that_were_read_are_left_alone() -> None:
    picture, labels = covered(0)
    left = found(picture, labels[:2])
    assert any(is_at(candidate, labels[2]) for candidate in left)
    assert not any(
        cv2.pointPolygonTest(corners, tuple(map(float, middle)), False) > 0
        for corners in labels[:2]
        for candidate in left
        for middle in pairs.middles(candidate)
    )


def test_the_middles_are_those_of_the_finder_patterns_that_are_seen() -> None:
    square = np.float32([[0, 0], [21, 0], [21, 21], [0, 21]])
    assert pairs.middles(Candidate(square, 1.0, 1.0, hidden=1)).tolist() == [[3.5, 3.5], [3.5, 17.5]]
    assert pairs.middles(Candidate(square, 1.0, 1.0, hidden=0)).tolist() == [[17.5, 3.5], [3.5, 17.5]]


@pytest.mark.parametrize(
    "picture",
    [
        np.full((200, 300), 90, np.uint8),
        np.zeros((5, 5), np.uint8),
        np.kron(np.indices((60, 90)).sum(axis=0) % 2, np.ones((8, 8))).astype(np.uint8) * 255,
        np.random.default_rng(1).integers(0, 256, (300, 400), np.uint8),
    ],
    ids=["nothing", "too small", "a checkerboard", "noise"],
)
def test_where_no_label_is_nothing_is_found(picture: Any) -> None:
    assert found(picture) == []


def test_a_page_of_finder_patterns_gives_few_candidates() -> None:
    assert len(found(finder_page(40, 4)[:600, :600])) <= pairs.MOST
