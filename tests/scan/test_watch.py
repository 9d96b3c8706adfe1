"""Frames of a live camera are joined: what no single frame shows whole, what is covered for a moment, what comes and goes."""

from __future__ import annotations

import itertools
import json
import math
import pickle
from collections import Counter
from collections.abc import Callable, Mapping, Sequence, Set
from functools import cache
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.scan import Sighting, Sightings, Unread, sight
from companion.scan.layout import side
from companion.scan.watch import HOLD, PAUSE, WHOLE, Watched, Watcher, spelled, understood, watch
from tests.scan.scenes import label, saved

SIZE = (640, 360)
RATE = 4
MODULE = 3
"""Pixels of a module on the table, and in a frame that is taken from right above."""

PLACES = [(110 + 130 * column, 105 + 140 * row) for row in range(2) for column in range(4)]
EIGHT = {place: f"FL:BP{number}" for number, place in enumerate(PLACES, 1)}


def tabletop(labels: Mapping[tuple[int, int], str]) -> Any:
    """Grey pixels of a table with grain and with labels whose middles lie where *labels* says."""
    random = np.random.default_rng(5)
    grain = cv2.GaussianBlur(random.standard_normal((SIZE[1], SIZE[0])).astype(np.float32), (0, 0), sigmaX=20, sigmaY=3)
    top = np.clip(110 + 12 * grain / grain.std(), 0, 255).astype(np.uint8)
    for (x, y), code in labels.items():
        drawn = label(code, ink=(30, 30, 30), paper=(235, 235, 235), pixels=MODULE)[:, :, 0]
        half = len(drawn) // 2
        top[y - half : y - half + len(drawn), x - half : x - half + len(drawn)] = drawn
    return top


def filmed(
    top: Any, number: int, shift: tuple[float, float] = (0, 0), turn: float = 0, blur: float = 0.7, noise: float = 2
) -> Any:
    """Frame *number*: the table seen from a camera that has moved."""
    pixels = cv2.warpAffine(top, camera(shift, turn), SIZE, borderValue=90)
    pixels = cv2.GaussianBlur(pixels, (0, 0), blur) if blur else pixels
    grain = np.random.default_rng(number).standard_normal(pixels.shape, np.float32)
    return np.clip(pixels + noise * grain, 0, 255).astype(np.uint8)


def camera(shift: tuple[float, float], turn: float) -> Any:
    """From places on the table to places in the frame."""
    there = cv2.getRotationMatrix2D((SIZE[0] / 2, SIZE[1] / 2), turn, 1)
    there[:, 2] += shift
    return there


def shaken(number: int) -> tuple[tuple[float, float], float]:
    """How a hand that holds a phone has moved it by frame *number*."""
    return (13 * math.sin(1.9 * number), 8 * math.sin(2.7 * number)), 1.5 * math.sin(1.3 * number)


def hand(pixels: Any, left: int, right: int) -> Any:
    """*pixels* with something plain over some columns of them, but for their uppermost rows."""
    covered = pixels.copy()
    covered[40:, left:right] = 140
    return covered


def codes(seen: Sightings) -> list[str]:
    return sorted(one.code for one in seen)


def counting(read: list[float]) -> Callable[[Any, Set[str] | None, float], Sightings]:
    """`sight`, noting in *read* what share of the frame was read each time."""

    def noted(grey: Any, known: Set[str] | None, deadline: float) -> Sightings:
        read.append(grey.size / (SIZE[0] * SIZE[1]))
        return sight(grey, known, deadline)

    return noted


@cache
def settled() -> Watched:
    """What is known after three frames of eight labels before a camera that does not move."""
    watcher = Watcher()
    for number in range(3):
        watcher.frame(filmed(tabletop(EIGHT), number), number / RATE)
    return watcher.watched


# --- the union --------------------------------------------------------------------------------------------------------


def test_labels_that_no_single_frame_shows_all_of_are_all_known_after_a_few() -> None:
    top = tabletop(EIGHT)
    watcher = Watcher()
    seen = Sightings()
    for number in range(5):
        frame = filmed(top, number, (6 * number, 0))
        left = 160 * (number % 4)
        frame[:, left : left + 160] = cv2.blur(frame[:, left : left + 160], (21, 21))
        assert len(sight(frame)) < 8
        seen = watcher.frame(frame, number / RATE)
    assert codes(seen) == sorted(EIGHT.values())
    assert seen.codes == (("FL:BP1", "FL:BP2", "FL:BP3", "FL:BP4"), ("FL:BP5", "FL:BP6", "FL:BP7", "FL:BP8"))


def test_under_a_shaking_camera_every_label_stays_where_it_is_seen() -> None:
    top = tabletop(EIGHT)
    watcher = Watcher()
    for number in range(10):
        shift, turn = shaken(number)
        seen = watcher.frame(filmed(top, number, shift, turn, blur=0.7 if number % 3 else 2.5), number / RATE)
        assert len(seen) <= 8
        if number < 2:
            continue
        assert codes(seen) == sorted(EIGHT.values())
        there = {code: camera(shift, turn) @ (*place, 1) for place, code in EIGHT.items()}
        for one in seen:
            assert math.dist(one.centre, there[one.code]) < MODULE
            assert abs(one.angle + turn) < 3
            assert one.module == pytest.approx(MODULE, rel=0.1)


def test_two_labels_with_the_same_code_are_two_and_stay_two() -> None:
    top = tabletop({PLACES[0]: "HB:BACK", PLACES[3]: "HB:BACK", PLACES[5]: "HB:BACK", PLACES[6]: "HB:A1"})
    watcher = Watcher()
    for number in range(8):
        shift, turn = shaken(number)
        frame = filmed(top, number, shift, turn)
        side = slice(0, 320) if number % 2 else slice(320, 640)
        frame[:, side] = cv2.blur(frame[:, side], (21, 21))
        seen = watcher.frame(frame, number / RATE)
        assert Counter(codes(seen)) <= Counter({"HB:A1": 1, "HB:BACK": 3})
    # In a frame that shows them all, they are all there.
    assert codes(watcher.frame(filmed(top, 9, *shaken(8)), 8 / RATE)) == ["HB:A1", "HB:BACK", "HB:BACK", "HB:BACK"]


# --- what is covered, comes, goes and moves ---------------------------------------------------------------------------


def test_labels_under_a_passing_hand_stay_and_move_along_with_the_camera() -> None:
    top = tabletop(EIGHT)
    watcher = Watcher()
    for number in range(9):
        shift = (6.0 * number, 3.0 * number)
        frame = filmed(top, number, shift)
        covered = 3 <= number < 6
        seen = watcher.frame(hand(frame, 60, 220) if covered else frame, number / RATE)
        assert codes(seen) == sorted(EIGHT.values())
        there = {code: camera(shift, 0) @ (*place, 1) for place, code in EIGHT.items()}
        for one in seen:
            assert math.dist(one.centre, there[one.code]) < 2 * MODULE


def test_what_moves_before_the_camera_is_not_taken_for_the_camera() -> None:
    top = tabletop(EIGHT)
    print_ = cv2.GaussianBlur(np.random.default_rng(8).standard_normal((200, 1200)).astype(np.float32), (0, 0), 4)
    newspaper = np.clip(128 + 50 * print_ / print_.std(), 0, 255).astype(np.uint8)
    watcher = Watcher()
    for number in range(6):
        shift = (2.0 * number, 1.0 * number)
        frame = filmed(top, number, shift)
        if number > 1:
            frame[170:] = newspaper[:190, 500 - 25 * number :][:, : SIZE[0]]
        seen = watcher.frame(frame, number / RATE)
        assert codes(seen) == sorted(EIGHT.values())
        there = {code: camera(shift, 0) @ (*place, 1) for place, code in EIGHT.items()}
        for one in seen:
            assert math.dist(one.centre, there[one.code]) < 2 * MODULE


def test_a_card_that_is_taken_away_is_gone_after_a_second() -> None:
    before, after = tabletop(EIGHT), tabletop({place: code for place, code in EIGHT.items() if code != "FL:BP6"})
    watcher = Watcher()
    for number in range(3):
        assert len(watcher.frame(filmed(before, number), number / RATE)) == 8
    left = None
    for number in range(3, 12):
        seen = watcher.frame(filmed(after, number), number / RATE)
        if "FL:BP6" not in codes(seen):
            left = left or number / RATE
        assert set(EIGHT.values()) - {"FL:BP6"} <= set(codes(seen)) <= set(EIGHT.values())
    assert left is not None
    # It was last seen half a second after the start.
    assert left <= 0.5 + HOLD + 2 / RATE


def test_a_card_that_is_put_down_is_seen_without_waiting_for_the_whole_picture_to_be_read() -> None:
    seven = {place: code for place, code in EIGHT.items() if code != "FL:BP3"}
    before, after = tabletop(seven), tabletop(EIGHT)
    shares: list[float] = []
    read = counting(shares)
    watched = Watched()
    for number in range(4):
        watched = watch(watched, filmed(before, number, shaken(number)[0]), number / RATE, read=read)
    assert codes(watched.sightings) == sorted(seven.values())
    shares.clear()
    watched = watch(watched, filmed(after, 4, shaken(4)[0]), 4 / RATE, read=read)
    assert codes(watched.sightings) == sorted(EIGHT.values())
    assert sum(shares) < 0.5


def test_a_card_that_is_moved_is_never_at_two_places() -> None:
    rest = {place: code for place, code in EIGHT.items() if code not in ("FL:BP4", "FL:BP7")}
    watcher = Watcher()
    seen = Sightings()
    for number in range(8):
        place = PLACES[3] if number < 4 else PLACES[6]
        seen = watcher.frame(filmed(tabletop({**rest, place: "FL:BP4"}), number, shaken(number)[0]), number / RATE)
        assert len(codes(seen)) == len(set(codes(seen)))
    there = next(one for one in seen if one.code == "FL:BP4")
    shift = shaken(7)[0]
    assert math.dist(there.centre, (PLACES[6][0] + shift[0], PLACES[6][1] + shift[1])) < MODULE


def test_where_another_card_is_put_on_a_card_only_the_upper_one_is_there() -> None:
    watcher = Watcher(watched=settled())
    upon = {**EIGHT, PLACES[1]: "FL:BW9"}
    for number in range(3, 9):
        seen = codes(watcher.frame(filmed(tabletop(upon), number), number / RATE))
        assert not {"FL:BP2", "FL:BW9"} <= set(seen)
    assert seen == sorted(upon.values())


def test_a_place_that_stays_covered_is_forgotten_and_found_again() -> None:
    top = tabletop(EIGHT)
    watcher = Watcher()
    counts = []
    for number in range(14):
        frame = filmed(top, number, shaken(number)[0])
        counts.append(len(watcher.frame(hand(frame, 60, 220) if 2 <= number < 11 else frame, number / RATE)))
    assert counts[1] == 8
    assert counts[4] == 8
    assert counts[10] == 6
    assert counts[-1] == 8


# --- the camera ------------------------------------------------------------------------------------------------------


def test_when_the_phone_is_turned_all_begins_anew() -> None:
    top = tabletop(EIGHT)
    watcher = Watcher(watched=settled())
    upright = np.ascontiguousarray(np.rot90(filmed(top, 3)))
    seen = watcher.frame(upright, 3 / RATE)
    assert codes(seen) == codes(sight(upright))
    assert all(abs(one.angle + 90) < 3 for one in seen)


def test_a_dark_frame_takes_nothing_away_and_a_dark_second_takes_all() -> None:
    top = tabletop(EIGHT)
    watcher = Watcher(watched=settled())
    dark = np.zeros(SIZE[::-1], np.uint8)
    assert codes(watcher.frame(dark, 3 / RATE)) == sorted(EIGHT.values())
    shift = (25.0, 14.0)
    seen = watcher.frame(filmed(top, 4, shift), 4 / RATE)
    assert codes(seen) == sorted(EIGHT.values())
    assert {
        one.code: math.dist(one.centre, (x + 25, y + 14)) < MODULE
        for (x, y), code in EIGHT.items()
        for one in seen
        if one.code == code
    }
    for number in range(5, 11):
        seen = watcher.frame(dark, number / RATE)
    assert codes(seen) == []


def test_after_a_jump_to_other_labels_those_of_before_are_gone() -> None:
    watcher = Watcher(watched=settled())
    others = {(x + 25, y - 14): f"GT:{number}" for number, (x, y) in enumerate(PLACES[:6])}
    upside_down = np.ascontiguousarray(255 - (255 - filmed(tabletop(others), 3))[::-1, ::-1])
    assert codes(watcher.frame(upside_down, 3 / RATE)) == sorted(others.values())


def test_after_a_jump_to_the_same_labels_they_are_where_they_are_now() -> None:
    top = tabletop(EIGHT)
    watcher = Watcher(watched=settled())
    for number in range(3, 6):
        seen = watcher.frame(filmed(top, number, (40, 12), 178), number / RATE)
        assert max(Counter(codes(seen)).values()) == 1
    there = {code: camera((40, 12), 178) @ (*place, 1) for place, code in EIGHT.items()}
    whole = [one for one in seen if 40 < one.centre[0] < SIZE[0] - 40]
    assert len(whole) >= 6
    assert all(math.dist(one.centre, there[one.code]) < MODULE for one in whole)


def test_noise_is_no_label_and_a_frame_of_it_takes_none_away() -> None:
    random = np.random.default_rng(3)
    noise = random.integers(0, 256, SIZE[::-1], np.uint8)
    watcher = Watcher()
    assert codes(watcher.frame(noise, 0)) == []
    top = tabletop(EIGHT)
    for number in range(1, 4):
        watcher.frame(filmed(top, number), number / RATE)
    assert codes(watcher.frame(random.integers(0, 256, SIZE[::-1], np.uint8), 4 / RATE)) == sorted(EIGHT.values())
    assert codes(watcher.frame(filmed(top, 5), 5 / RATE)) == sorted(EIGHT.values())


def test_where_the_labels_that_may_be_there_are_known_all_others_are_foreign() -> None:
    top = tabletop({PLACES[0]: "FL:BP1", PLACES[1]: "HB:A1", PLACES[2]: "https://example.org"})
    watcher = Watcher(known=frozenset({"FL:BP1", "FL:BP2"}))
    for number in range(2):
        seen = watcher.frame(filmed(top, number, shaken(number)[0]), number / RATE)
    assert codes(seen) == ["FL:BP1"]
    assert {one.code for one in seen.foreign} == {"HB:A1", "https://example.org"}


def test_frames_come_as_files_in_colour_and_in_grey_alike() -> None:
    grey = filmed(tabletop(EIGHT), 0)
    colour = cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR)
    for image in (grey, colour, saved(colour, quality=90)):
        assert codes(Watcher().frame(image, 0)) == sorted(EIGHT.values())


# --- how little is read ----------------------------------------------------------------------------------------------


def test_where_nothing_moves_nothing_is_read_again_and_again() -> None:
    frame = filmed(tabletop(EIGHT), 0)
    shares: list[float] = []
    read = counting(shares)
    watched = Watched()
    for number in range(12):
        grain = np.random.default_rng(number).integers(-2, 3, frame.shape)
        watched = watch(watched, np.clip(frame + grain, 0, 255).astype(np.uint8), number / RATE, read=read)
        assert codes(watched.sightings) == sorted(EIGHT.values())
    assert sum(shares) <= 3


def test_of_a_shaking_picture_less_than_half_is_read() -> None:
    top = tabletop(EIGHT)
    shares: list[float] = []
    read = counting(shares)
    watched = Watched()
    for number in range(12):
        watched = watch(watched, filmed(top, number, *shaken(number)), number / RATE, read=read)
    assert len(watched.sightings) == 8
    assert sum(shares) < 6


# --- what counts, with readings as they are said to be ---------------------------------------------------------------


def at(code: str, x: float, y: float, how: Any = "straight", side: float = 63) -> Sighting:
    half = side / 2
    corners = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
    return Sighting(code, corners, 0.0, side / 21, how, 0.999)


def saying(*told: Sighting | Unread) -> Callable[[Any, Set[str] | None, float], Sightings]:
    """A reader that sees *told* in every frame, whole or in part."""

    def read(grey: Any, known: Set[str] | None, deadline: float) -> Sightings:
        if grey.shape != SIZE[::-1]:
            return Sightings()
        return Sightings(
            (tuple(one for one in told if isinstance(one, Sighting)),), (), tuple(one for one in told if isinstance(one, Unread))
        )

    return read


def frames_of(read: Sequence[Any], step: float = WHOLE) -> list[Sightings]:
    """What is known after each of as many frames as there are readers, far enough apart to be read whole."""
    watched, known = Watched(), []
    for number, reader in enumerate(read):
        watched = watch(watched, filmed(tabletop({}), number, (9 * number, 0)), number * step, read=reader)
        known.append(watched.sightings)
    return known


def test_a_reading_of_the_closed_set_counts_when_a_second_frame_agrees() -> None:
    once = saying(at("FL:BP1", 300, 200, "closed set"))
    first, second = frames_of([once, saying(at("FL:BP1", 309, 200, "closed set"))])
    assert codes(first) == []
    assert codes(second) == ["FL:BP1"]


def test_the_same_picture_again_does_not_agree_with_itself() -> None:
    frame, again = filmed(tabletop({}), 0), saying(at("FL:BP1", 300, 200, "closed set"))
    watched = Watched()
    for number in range(3):
        watched = watch(watched, frame, number * WHOLE, read=again)
    assert codes(watched.sightings) == []


def test_readings_of_the_closed_set_that_disagree_do_not_count() -> None:
    readers = [saying(at(f"FL:BP{number}", 300 + 9 * number, 200, "closed set")) for number in range(4)]
    assert [codes(seen) for seen in frames_of(readers)] == [[], [], [], []]


def test_a_reading_of_the_closed_set_does_not_displace_what_was_read_by_itself() -> None:
    readers = [saying(at("FL:BP1", 300, 200)), saying(at("FL:BP2", 309, 200, "closed set"))]
    assert [codes(seen) for seen in frames_of(readers)] == [["FL:BP1"], ["FL:BP1"]]


def test_of_two_codes_at_one_place_the_newer_counts() -> None:
    readers = [saying(at("FL:BP1", 300, 200)), saying(at("FL:BP2", 309, 200))]
    assert [codes(seen) for seen in frames_of(readers)] == [["FL:BP1"], ["FL:BP2"]]


def test_a_label_once_read_for_itself_stays_read_so_when_the_closed_set_knows_it_too() -> None:
    readers = [saying(at("FL:BP1", 300, 200)), saying(at("FL:BP1", 309, 200, "closed set"))]
    last = next(iter(frames_of(readers)[-1]))
    assert last.how == "straight"
    assert last.centre == pytest.approx((309, 200))


def test_a_label_that_was_not_read_is_told_apart_until_it_is_read() -> None:
    there = at("FL:BP1", 300, 200)
    puzzle = Unread(there.corners, 0.0, 3.0)
    first, second = frames_of([saying(puzzle), saying(at("FL:BP1", 309, 200))])
    assert [one.centre for one in first.unread] == [pytest.approx((300, 200))]
    assert codes(second) == ["FL:BP1"]
    assert second.unread == ()


# --- time -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("when", [0.5, 0.4, -1.0, math.nan, math.inf])
def test_a_frame_that_comes_late_or_at_no_time_changes_nothing(when: float) -> None:
    watched = settled()
    assert watch(watched, np.zeros(SIZE[::-1], np.uint8), when) is watched


@pytest.mark.parametrize("when", [0.5 + PAUSE + 0.1, 0.5 - PAUSE - 0.1])
def test_after_a_pause_and_after_the_clock_was_set_back_all_begins_anew(when: float) -> None:
    watched = settled()
    assert len(watched.sightings) == 8
    assert len(watch(watched, np.zeros(SIZE[::-1], np.uint8), when).sightings) == 0


def test_the_memory_can_be_sent_as_json_and_pickled() -> None:
    top = tabletop({**EIGHT, PLACES[7]: "https://example.org"})
    watched = Watched()
    assert understood(json.loads(json.dumps(spelled(watched)))) == watched
    for number in range(2):
        watched = watch(watched, filmed(top, number), number / RATE)
    told = json.dumps(spelled(watched))
    assert len(told) < 150_000
    again = understood(json.loads(told))
    assert again == watched == pickle.loads(pickle.dumps(watched))
    assert watch(again, filmed(top, 2), 2 / RATE) == watch(watched, filmed(top, 2), 2 / RATE)


@pytest.mark.parametrize(
    "told", [{}, {"size": 3}, {"size": [1, 2], "thumbnail": "?", "tracks": [], "riddles": [], "measured": {}}]
)
def test_what_is_no_memory_is_refused(told: dict[str, Any]) -> None:
    with pytest.raises((KeyError, TypeError, ValueError)):
        understood(told)


# --- whatever comes ---------------------------------------------------------------------------------------------------

moments = st.one_of(st.floats(-2, 8), st.floats(allow_nan=True, allow_infinity=True))
sizes = st.sampled_from([(1, 1), (21, 300), (96, 64), (96, 64), (96, 64), (64, 96), (200, 120)])
readings = st.lists(
    st.tuples(
        st.sampled_from(["FL:A", "FL:B", "FL:C"]),
        st.floats(-20, 220),
        st.floats(-20, 140),
        st.sampled_from(["straight", "closed set"]),
        st.floats(0.1, 60),
    ),
    max_size=4,
)


@settings(deadline=None, max_examples=30)
@given(st.lists(st.tuples(moments, sizes, st.integers(0, 5), readings, st.booleans()), max_size=10))
# A label that was told twice at one place was two.
@example([(1.0, (1, 1), 1, [("FL:A", 0.0, 0.0, "straight", 1.0)] * 2, False)])
def test_in_whatever_order_frames_come_and_whatever_is_read_there_is_an_answer(frames: list[Any]) -> None:
    watched = Watched()
    said: set[str] = set()
    for when, (width, height), seed, told, whole in frames:
        labels = tuple(at(code, x, y, how, side) for code, x, y, how, side in told)
        puzzle = tuple(Unread(one.corners, one.angle, one.module) for one in labels[1:])
        seen = Sightings((labels,), labels[:1], puzzle, whole=whole)
        picture = (
            np.random.default_rng(seed).integers(0, 256, (height, width), np.uint8)
            if seed
            else np.zeros((height, width), np.uint8)
        )
        if seed > 2:
            picture = cv2.resize(picture[::8, ::8], (width, height), interpolation=cv2.INTER_CUBIC)
        watched = watch(watched, picture, when, read=lambda grey, known, deadline, seen=seen: seen)
        said |= {code for code, *_ in told}
        known = list(watched.sightings)
        for one, other in itertools.combinations(known, 2):
            assert math.dist(one.centre, other.centre) >= max(side(one.corners), side(other.corners)) / 2
        assert {one.code for one in known} <= said
        assert understood(json.loads(json.dumps(spelled(watched)))) == watched
