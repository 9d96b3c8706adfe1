"""Reading general QR codes where zbar alone fails: each picture is drawn here, and zbar alone is asked about it first."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest
import segno

from companion.scan import general, matrix
from companion.scan.readers import opencv, said, zbar

cv2 = opencv()


def modules(text: str, **kind: Any) -> Any:
    """The code of *text*: 1 dark, -1 light."""
    code = segno.make(text, micro=False, boost_error=False, **kind)
    return np.array([list(row) for row in code.matrix], np.int8) * 2 - 1


def picture(
    code: Any, module: float, *, turn: float = 0, slant: float = 0, bend: float = 0, blur: float = 0, noise: float = 3
) -> Any:
    """*code* photographed: *module* pixels each, turned by *turn* degrees, at a *slant* (0 none), rolled with a *bend* (0 flat).

    *blur* in pixels; *noise* in levels of brightness.
    """
    clean = cv2.GaussianBlur(matrix.drawn(code, 8), (0, 0), 2)
    size = len(code) + 2 * matrix.QUIET
    half = int(size * module * 0.8)
    ticks = (np.arange(2 * half) + 0.5 - half) / (module * size)
    x, y = np.meshgrid(ticks, ticks)
    cosine, sine = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    x, y = cosine * x + sine * y, cosine * y - sine * x
    far = 1 + slant * (x + 0.5 * y)
    x, y = x / far, y / far
    if bend:
        along = np.arcsin(np.clip(x * bend, -0.99, 0.99)) / bend
        x, y = along, y + 0.3 * (1 - np.cos(along * bend)) / bend
    places = (np.stack([x, y], axis=-1) + 0.5) * len(clean) - 0.5
    seen = cv2.remap(clean, places.astype(np.float32), None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=190)
    seen = seen.astype(np.float32) * 0.7 + 40
    if blur:
        seen = cv2.GaussianBlur(seen, (0, 0), blur)
    seen = seen + np.random.default_rng(3).normal(0, noise, seen.shape)
    return np.clip(seen, 0, 255).astype(np.uint8)


def alone(grey: Any) -> list[str]:
    read = zbar()
    assert read is not None
    return [text for text, _ in read(grey)]


def texts(grey: Any) -> list[str]:
    return [text for text, _ in general.read(grey)]


def first(grey: Any) -> str:
    """The text that is found first; looking for more takes longer."""
    return next((text for text, _ in general.read(grey)), "")


TEXT = "https://example.org/table/7F3K?seat=2"

SEEN: dict[str, Any] = {
    "small": picture(modules(TEXT, version=4, error="m"), 1.4, turn=20),
    "blurred": picture(modules(TEXT, version=5, error="q"), 4, turn=100, blur=1.5),
    "rolled": picture(modules(TEXT, version=6, error="m"), 4, turn=10, bend=1.0),
    "at a slant": picture(modules(TEXT, version=4, error="q"), 4, turn=200, slant=0.8),
    "large": picture(modules(TEXT * 5, version=15, error="m"), 2.2, turn=285, slant=0.2),
    "large and rolled": picture(modules(TEXT * 5, version=15, error="m"), 2.5, turn=5, bend=1.2),
}


@pytest.mark.parametrize("how", SEEN)
def test_a_code_that_zbar_alone_does_not_read_is_read(how: str) -> None:
    assert alone(SEEN[how]) == []
    assert first(SEEN[how])[: len(TEXT)] == TEXT


def test_an_inverted_code_is_read() -> None:
    grey = 255 - picture(modules(TEXT, version=4, error="m"), 4, turn=70)
    assert alone(grey) == []
    assert first(grey) == TEXT


def test_a_code_with_a_picture_over_its_middle_is_read() -> None:
    code = modules(TEXT, version=6, error="h")
    grey = picture(code, 4, turn=30, slant=0.3)
    middle = len(grey) // 2
    cv2.circle(grey, (middle, middle), 20, 120, -1)
    assert first(grey) == TEXT


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_corners_run_clockwise_from_the_codes_own_top_left(turn: int) -> None:
    code = modules("companion", version=2, error="m")
    grey = np.ascontiguousarray(np.rot90(matrix.drawn(code, 5), -turn // 90))
    edge, far = 5 * matrix.QUIET, 5 * (matrix.QUIET + len(code))
    expected = np.array([[edge, edge], [far, edge], [far, far], [edge, far]])
    text, corners = next(general.read(grey))
    assert text == "companion"
    assert corners.dtype == np.float32
    assert np.abs(corners - np.roll(expected, -turn // 90, axis=0)).max() < 1


def test_each_of_two_codes_is_read_where_it_lies() -> None:
    left, right = (picture(modules(text, version=3, error="m"), 3, turn=15) for text in ("one", "two"))
    found = dict(general.read(np.hstack([left, right])))
    assert set(found) == {"one", "two"}
    assert found["one"].mean(axis=0)[0] < left.shape[1] < found["two"].mean(axis=0)[0]


def test_what_was_read_already_is_not_read_again() -> None:
    grey = picture(modules("companion", version=2, error="l"), 3)
    ((_, corners),) = general.read(grey)
    assert list(general.read(grey, skip=[corners])) == []


def test_a_code_inside_a_code_is_read_although_the_outer_one_is_known() -> None:
    outer = matrix.drawn(modules("outer", version=7, error="h"), 6)
    inner = matrix.drawn(modules("inner", version=1, error="m"), 3)
    start = len(outer) // 2 - len(inner) // 2
    outer[start : start + len(inner), start : start + len(inner)] = inner
    edge, far = 6.0 * matrix.QUIET, len(outer) - 6.0 * matrix.QUIET
    known = np.array([[edge, edge], [far, edge], [far, far], [edge, far]], np.float32)
    assert [text for text, _ in general.read(outer, skip=[known])] == ["inner"]


def test_noise_checkerboards_and_finder_patterns_say_nothing() -> None:
    noise = np.random.default_rng(1).integers(0, 256, (110, 110), dtype=np.uint8)
    board = np.kron(np.indices((30, 30)).sum(axis=0) % 2, np.ones((8, 8))).astype(np.uint8) * 255
    page = (
        np.tile(255 - 255 * (np.pad(matrix.finder(), 2, constant_values=-1) > 0).astype(np.uint8), (12, 12))
        .repeat(3, 0)
        .repeat(3, 1)
    )
    assert [texts(grey) for grey in (noise, board, np.ascontiguousarray(page))] == [[], [], []]


def test_nothing_is_tried_after_the_deadline() -> None:
    assert list(general.read(SEEN["small"], deadline=time.monotonic() - 1)) == []


@pytest.mark.parametrize("shape", [(1, 1), (5, 400), (21, 21), (400, 22)])
def test_pictures_of_any_shape_are_survived(shape: tuple[int, int]) -> None:
    assert texts(np.zeros(shape, np.uint8)) == []


def test_backslashes_of_japanese_codes_come_back() -> None:
    assert said("モバイル http¥://example.org".encode()) == "モバイル http\\://example.org"
    assert said("a room for ¥ 900".encode()) == "a room for ¥ 900"


@pytest.mark.parametrize("version", [1, 2, 6, 7, 14, 22, 32, 36, 40])
def test_what_every_code_of_a_version_has_is_as_other_makers_draw_it(version: int) -> None:
    for mask in (0, 5):
        code = modules("A1", version=version, error="m", mask=mask)
        known = matrix.known(version)
        assert (known != 0).sum() > 200
        assert (code[known != 0] == known[known != 0]).all()
        assert (matrix.finished(code.astype(float), version) == code).all()


def test_a_damaged_format_is_put_right() -> None:
    code = modules("A1", version=3, error="q", mask=2)
    rows, columns = matrix.format_places(3)[0].T
    seen = code.astype(float)
    seen[rows, columns] *= -0.3
    assert (matrix.finished(seen, 3) == code).all()
