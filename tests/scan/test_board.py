"""A printed board is read from a photograph: where it lies, what light it lies in, what its cells show.

The board is a small one of our own: three by two cells of 20 mm, four labels, nine patches, drawn flat with four pixels a
millimetre.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from companion.games.mine import tints
from companion.scan import board, post
from companion.scan.board import Board
from companion.scan.board.places import SYMBOL
from companion.scan.colours import ciede2000, lab, linear
from companion.scan.seen import Seen, Sighting, Sightings
from companion.surfaces import Patch, Surface

COLOURS = {
    "yellow": (242, 194, 0), "blue": (31, 95, 191), "green": (46, 158, 68), "red": (198, 40, 40), "white": (244, 244, 240),
    "space": (74, 58, 44), "rock": (154, 143, 131),
}  # fmt: skip
CRYSTALS = ("yellow", "blue", "green", "red", "white")
CELLS = {f"{letter}{row}": (20.0 * x + 10, 20.0 * y - 10) for x, letter in enumerate("ABC") for y, row in ((1, 1), (2, 2))}
SPACES = ("A1", "A2", "B1")
SHADES = [(255, 255, 255), (16, 16, 16), *COLOURS.values()]
SURFACE = Surface(
    labels={"X:TL": (-10.0, -10.0), "X:TR": (70.0, -10.0), "X:BR": (70.0, 50.0), "X:BL": (-10.0, 50.0)},
    label_mm=14.0,
    cells=CELLS,
    cell_mm=20.0,
    classes={name: (*CRYSTALS, "space" if name in SPACES else "rock") for name in CELLS},
    colours=COLOURS,
    patches=tuple(Patch(2.0 + 7 * at, 50.0, shade) for at, shade in enumerate(SHADES)),
    patch_mm=6.0,
)
BARE = {name: SURFACE.classes[name][-1] for name in CELLS}
LAID = BARE | {"A1": "blue", "B1": "green", "C1": "yellow", "B2": "red", "C2": "white"}
FINE = 4
AT = np.array([[FINE, 0, 40 * FINE], [0, FINE, 30 * FINE], [0, 0, 1]], np.float64)
"""From millimetres to pixels."""


def drawn(shows: Mapping[str, str] = LAID, places: Any = AT) -> Any:
    """The board in linear light, RGB, on a brown table."""
    picture = np.zeros((480, 560, 3), np.float32)
    picture[:] = linear((90, 60, 40))
    _square(picture, places, (30, 20), 110, linear((255, 255, 255)), tall=90)
    for x, y in SURFACE.labels.values():
        _square(picture, places, (x, y), 14 * SYMBOL, linear((90, 90, 90)))
    for patch in SURFACE.patches:
        _square(picture, places, (patch.x, patch.y), 6, linear(patch.colour))
    for name, middle in CELLS.items():
        _square(picture, places, middle, 20, linear(COLOURS[shows[name]]))
    return picture


def _square(picture: Any, places: Any, middle: tuple[float, float], side: float, light: Any, tall: float | None = None) -> None:
    x, y, half, up = *middle, side / 2, (tall or side) / 2
    corners = cv2.perspectiveTransform(
        np.array([[[x - half, y - up], [x + half, y - up], [x + half, y + up], [x - half, y + up]]]), places
    )
    cv2.fillConvexPoly(picture, np.round(corners[0]).astype(np.int32), tuple(map(float, light)))


def shot(light: Any) -> Any:
    """What a camera makes of it: 8 bits in BGR, with a little noise."""
    part = np.clip(light, 0, 1)
    shown = 255 * np.where(part <= 0.0031308, part * 12.92, 1.055 * np.maximum(part, 1e-9) ** (1 / 2.4) - 0.055)
    noisy = shown + np.random.default_rng(1).normal(0, 3, shown.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8)[:, :, ::-1].copy()


def labels(*codes: str, places: Any = AT) -> list[Sighting]:
    """The labels as they are seen, all of them or these."""
    found = []
    for code, (x, y) in SURFACE.labels.items():
        if not codes or code in codes:
            half = 7 * SYMBOL
            corners = [[[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]]]
            a, b, c, d = (tuple(map(float, one)) for one in cv2.perspectiveTransform(np.array(corners), places)[0])
            found.append(Sighting(code, (a, b, c, d), 0.0, FINE * half / 10.5, "straight", 1.0))
    return found


def read(picture: Any, *codes: str, surface: Surface = SURFACE, places: Any = AT) -> Board:
    found = board.read(shot(picture), labels(*codes, places=places), surface)
    assert found is not None
    return found


def shows(found: Board) -> dict[str, str | None]:
    return {name: cell.found for name, cell in found.cells.items()}


def whys(found: Board) -> dict[str, str]:
    return {name: cell.why for name, cell in found.cells.items() if cell.why}


# --- where ------------------------------------------------------------------------------------------------------------


def test_every_cell_is_told() -> None:
    found = read(drawn())
    assert shows(found) == LAID and found.light == "strip" and set(found.labels) == set(SURFACE.labels)
    assert np.allclose(found.outline, [(160, 120), (400, 120), (400, 280), (160, 280)], atol=0.5)
    assert np.allclose(found.cells["B2"].outline, [(240, 200), (320, 200), (320, 280), (240, 280)], atol=0.5)


def test_a_bare_board_shows_spaces_and_rock() -> None:
    assert shows(read(drawn(BARE))) == BARE


@pytest.mark.parametrize("seen", [("X:TL", "X:TR"), ("X:TL", "X:BR"), ("X:BL", "X:TL")])
def test_two_labels_suffice(seen: tuple[str, str]) -> None:
    assert shows(read(drawn(), *seen)) == LAID


def test_one_label_does_not_suffice_even_when_it_was_read_twice() -> None:
    once = labels("X:TL")
    assert board.read(shot(drawn()), once, SURFACE) is None
    assert board.read(shot(drawn()), once * 2, SURFACE) is None


def test_labels_of_another_board_are_no_labels_of_this_one() -> None:
    others = [replace(one, code=one.code.replace("X", "Y")) for one in labels()]
    assert board.read(shot(drawn()), others, SURFACE) is None
    assert board.read(shot(drawn()), [*others, *labels("X:BR")], SURFACE) is None


def test_a_board_turned_and_tilted_is_straightened() -> None:
    corners = np.array([(-25.0, -25.0), (85.0, -25.0), (85.0, 65.0), (-25.0, 65.0)], np.float32)
    there = np.array([(500, 60), (430, 440), (120, 400), (90, 90)], np.float32)
    places = cv2.getPerspectiveTransform(corners, there)
    found = read(drawn(places=places), places=places)
    assert shows(found) == LAID
    assert np.allclose(
        found.outline, cv2.perspectiveTransform(np.array([[[0, 0], [60, 0], [60, 40], [0, 40.0]]]), places)[0], atol=1
    )


def test_a_mirror_image_is_not_read() -> None:
    mirror = np.array([[-1, 0, 560], [0, 1, 0], [0, 0, 1]], np.float64) @ AT
    assert board.read(shot(drawn(places=mirror)), labels(places=mirror), SURFACE) is None


def test_labels_that_do_not_lie_as_on_the_board_are_not_believed() -> None:
    left, right = labels("X:TL", "X:TR")
    swapped = [replace(left, code="X:TR"), replace(right, code="X:TL")]
    assert board.read(shot(drawn()), swapped, SURFACE) is None
    assert board.read(shot(drawn()), [*labels("X:BL", "X:BR"), *swapped], SURFACE) is None


def test_cells_beyond_the_picture_cannot_be_told() -> None:
    found = board.read(shot(drawn())[:, :330], labels("X:TL", "X:BL"), SURFACE)
    assert found is not None and whys(found) == {"C1": "out of sight", "C2": "out of sight"}


def test_a_board_described_by_post_is_read_as_well() -> None:
    """The process that looks at pictures is told of boards in JSON, and tells of them in JSON."""
    sent = post.printed(post.told_of({"X": SURFACE}))["X"]
    assert read(drawn(), surface=sent).cells == read(drawn()).cells


def test_what_was_read_comes_back_by_post() -> None:
    found = read(drawn())
    found = replace(found, places=tuple(tuple(map(float, row)) for row in found.places))
    seen = Seen(Sightings(), (), (560, 480), b"", 1.0, {"X": found})
    assert post.understood(json.loads(json.dumps(post.spelled(seen))), b"").boards == {"X": found}


def test_each_cell_has_the_colour_that_is_printed_there() -> None:
    found = read(drawn() * LAMP)
    for name, cell in found.cells.items():
        assert float(ciede2000(cell.lab, lab(linear(COLOURS[LAID[name]])))) < 3, name


# --- light ------------------------------------------------------------------------------------------------------------

LAMP = np.array([1.1, 0.7, 0.4])


def test_a_yellow_lamp_is_taken_off_by_the_patches() -> None:
    assert shows(read(drawn() * LAMP)) == LAID


def test_light_that_falls_off_is_told_by_the_labels() -> None:
    fall = np.linspace(1.0, 0.45, 560)[None, :, None]
    assert shows(read(drawn() * fall)) == LAID


def test_a_camera_that_mixes_colours_is_told_by_the_patches() -> None:
    mix = np.array([[1.3, -0.2, -0.1], [-0.1, 1.2, -0.1], [-0.1, -0.3, 1.4]])
    found = read(drawn() @ mix.T)
    assert shows(found) == LAID and max(cell.distance for cell in found.cells.values()) < 6


def test_without_patches_in_sight_the_paper_of_the_labels_tells_the_light() -> None:
    picture = drawn()
    _square(picture, AT, (30, 50), 66, linear((200, 150, 120)), tall=8)
    found = read(picture * LAMP)
    assert found.light == "labels" and shows(found) == LAID


def test_a_board_without_patches_is_read_by_its_labels() -> None:
    found = read(drawn() * LAMP, surface=replace(SURFACE, patches=()))
    assert found.light == "labels" and shows(found) == LAID


@pytest.mark.parametrize("curve", [0.75, 0.85, 1.2])
def test_without_patches_the_cells_tell_how_light_a_camera_shows_the_middle_tones(curve: float) -> None:
    found = read(drawn() ** curve * LAMP, surface=replace(SURFACE, patches=()))
    assert shows(found) == LAID and max(cell.distance for cell in found.cells.values()) < 9


@pytest.mark.parametrize("lamp", [(1.9, 0.6, 0.7), (1.5, 0.6, 1.5)])
def test_without_patches_the_cells_tell_how_strong_a_channel_is_that_is_cut_off(lamp: tuple[float, float, float]) -> None:
    assert shows(read(drawn() * np.array(lamp), surface=replace(SURFACE, patches=()))) == LAID


def test_where_two_lights_are_as_likely_their_cells_are_asked_for() -> None:
    """All paper is too bright, and a board of one grey cell may be rock or, in less light, white."""
    lonely = replace(
        SURFACE,
        patches=(),
        cells={"C2": CELLS["C2"]},
        classes={"C2": ("white", "rock")},
        colours={name: COLOURS[name] for name in ("white", "rock")},
    )
    grey = drawn()
    _square(grey, AT, CELLS["C2"], 20, linear((175, 172, 166)))
    assert whys(read(grey * 1.6, surface=lonely)) == {"C2": "between two"}


def test_patches_under_a_finger_are_left_out() -> None:
    picture = drawn()
    _square(picture, AT, (16, 50), 20, linear((200, 150, 120)), tall=8)
    found = read(picture * LAMP * 0.8)
    assert found.light == "strip" and shows(found) == LAID


def test_paper_too_bright_for_the_camera_misleads_nobody() -> None:
    found = read(drawn() * np.array([1.7, 1.2, 0.8]))
    assert shows(found) == LAID


# --- what cells show --------------------------------------------------------------------------------------------------


def test_a_reflection_is_doubtful() -> None:
    picture = drawn() * 0.7
    _square(picture, AT, CELLS["B2"], 8, np.ones(3) * 3)
    assert whys(read(picture)) == {"B2": "glare"}


def test_what_covers_part_of_a_cell_is_seen() -> None:
    picture = drawn()
    x, y = CELLS["A1"]
    _square(picture, AT, (x - 3.4, y), 5, linear((200, 150, 120)), tall=30)
    assert whys(read(picture)) == {"A1": "partly covered"}


def test_what_is_printed_there_covers_nothing() -> None:
    picture = drawn()
    x, y = CELLS["C2"]
    cv2.circle(
        picture, (160 + round(x * FINE), 120 + round((y - 5.5) * FINE)), round(4.5 * FINE), linear((31, 95, 191)).tolist(), -1
    )
    assert whys(read(picture)) == {"C2": "partly covered"}
    assert whys(read(picture, surface=replace(SURFACE, pictures=((x, y - 5.5, 4.5),)))) == {}


def test_a_colour_unlike_all_is_asked_for() -> None:
    picture = drawn()
    _square(picture, AT, CELLS["B1"], 20, linear((255, 0, 255)))
    assert whys(read(picture)) == {"B1": "unlike all"}


def test_a_colour_between_two_is_asked_for_and_both_are_named() -> None:
    picture = drawn()
    between = lab(linear([COLOURS["white"], COLOURS["rock"]])).mean(axis=0)
    grey = next(shade for shade in range(256) if lab(linear([[shade] * 3]))[0, 0] >= between[0] - 1.5)
    _square(picture, AT, CELLS["C2"], 20, linear((grey, grey, grey - 6)))
    found = read(picture)
    assert whys(found) == {"C2": "between two"}
    assert {found.cells["C2"].nearest, found.cells["C2"].second} == {"white", "rock"}


def test_rock_is_not_looked_for_on_a_space() -> None:
    found = read(drawn(BARE | {"A1": "rock"}))
    assert found.cells["A1"].nearest != "rock"


# --- colours ----------------------------------------------------------------------------------------------------------

SHARMA = """
50.0000 2.6772 -79.7751 50.0000 0.0000 -82.7485 2.0425
50.0000 3.1571 -77.2803 50.0000 0.0000 -82.7485 2.8615
50.0000 2.8361 -74.0200 50.0000 0.0000 -82.7485 3.4412
50.0000 -1.3802 -84.2814 50.0000 0.0000 -82.7485 1.0000
50.0000 -1.1848 -84.8006 50.0000 0.0000 -82.7485 1.0000
50.0000 -0.9009 -85.5211 50.0000 0.0000 -82.7485 1.0000
50.0000 0.0000 0.0000 50.0000 -1.0000 2.0000 2.3669
50.0000 -1.0000 2.0000 50.0000 0.0000 0.0000 2.3669
50.0000 2.4900 -0.0010 50.0000 -2.4900 0.0009 7.1792
50.0000 2.4900 -0.0010 50.0000 -2.4900 0.0010 7.1792
50.0000 2.4900 -0.0010 50.0000 -2.4900 0.0011 7.2195
50.0000 2.4900 -0.0010 50.0000 -2.4900 0.0012 7.2195
50.0000 -0.0010 2.4900 50.0000 0.0009 -2.4900 4.8045
50.0000 -0.0010 2.4900 50.0000 0.0010 -2.4900 4.8045
50.0000 -0.0010 2.4900 50.0000 0.0011 -2.4900 4.7461
50.0000 2.5000 0.0000 50.0000 0.0000 -2.5000 4.3065
50.0000 2.5000 0.0000 73.0000 25.0000 -18.0000 27.1492
50.0000 2.5000 0.0000 61.0000 -5.0000 29.0000 22.8977
50.0000 2.5000 0.0000 56.0000 -27.0000 -3.0000 31.9030
50.0000 2.5000 0.0000 58.0000 24.0000 15.0000 19.4535
50.0000 2.5000 0.0000 50.0000 3.1736 0.5854 1.0000
50.0000 2.5000 0.0000 50.0000 3.2972 0.0000 1.0000
50.0000 2.5000 0.0000 50.0000 1.8634 0.5757 1.0000
50.0000 2.5000 0.0000 50.0000 3.2592 0.3350 1.0000
60.2574 -34.0099 36.2677 60.4626 -34.1751 39.4387 1.2644
63.0109 -31.0961 -5.8663 62.8187 -29.7946 -4.0864 1.2630
61.2901 3.7196 -5.3901 61.4292 2.2480 -4.9620 1.8731
35.0831 -44.1164 3.7933 35.0232 -40.0716 1.5901 1.8645
22.7233 20.0904 -46.6940 23.0331 14.9730 -42.5619 2.0373
36.4612 47.8580 18.3852 36.2715 50.5065 21.2231 1.4146
90.8027 -2.0831 1.4410 91.1528 -1.6435 0.0447 1.4441
90.9257 -0.5406 -0.9208 88.6381 -0.8985 -0.7239 1.5381
6.7747 -0.2908 -2.4247 5.8714 -0.0985 -2.2286 0.6377
2.0776 0.0795 -1.1350 0.9033 -0.0636 -0.5514 0.9082
"""
"""L, a, b twice and their difference: table 1 of Sharma, Wu and Dalal 2005."""


def test_both_formulas_give_the_published_differences() -> None:
    pairs = np.array([list(map(float, line.split())) for line in SHARMA.strip().splitlines()])
    ours = ciede2000(pairs[:, :3], pairs[:, 3:6])
    assert np.abs(ours - pairs[:, 6]).max() < 5.1e-5
    assert np.abs(ciede2000(pairs[:, 3:6], pairs[:, :3]) - ours).max() < 1e-9
    plain = [tints.distance(tuple(row[:3]), tuple(row[3:6])) for row in pairs]
    assert np.abs(ours - plain).max() < 1e-9


def test_both_ways_to_l_a_b_agree() -> None:
    shades = [(0, 0, 0), (255, 255, 255), (3, 9, 200), *SHADES]
    plain = [tints.lab("#{:02X}{:02X}{:02X}".format(*shade)) for shade in shades]
    assert np.abs(lab(linear(shades)) - plain).max() < 1e-9
    assert np.allclose(lab(linear([(255, 255, 255)])), [(100, 0, 0)], atol=0.02)


def test_many_colours_are_compared_with_each_of_many() -> None:
    some = lab(linear(SHADES))
    far = ciede2000(some[:, None], some[None])
    assert far.shape == (9, 9) and np.allclose(np.diag(far), 0) and far[2, 4] == pytest.approx(float(ciede2000(some[2], some[4])))


# --- trouble ----------------------------------------------------------------------------------------------------------


def trouble(picture: Any, seen: list[Sighting], surface: Surface = SURFACE) -> str | None:
    why = board.trouble("X", seen, board.read(shot(picture), seen, surface))
    return None if why is None else str(why)


def test_a_board_that_is_told_is_no_trouble() -> None:
    assert trouble(drawn(), labels()) is None
    assert trouble(drawn(), labels("X:TL", "X:BR")) is None
    assert trouble(drawn(), []) is None, "of a board of which nothing is seen nothing is said"


def test_one_label_is_named_even_when_it_was_read_twice() -> None:
    assert trouble(drawn(), labels("X:TL") * 2) == "Only the label TL is seen: photograph the whole board."


def test_labels_that_are_bent_or_loose_are_to_be_pressed_flat() -> None:
    left, right = labels("X:TL", "X:TR")
    said = trouble(drawn(), [replace(left, code="X:TR"), replace(right, code="X:TL")])
    assert said is not None and said.startswith("The labels of board X do not lie as on the board: press them flat")


def test_of_a_board_without_colours_a_picture_in_colour_is_asked_for() -> None:
    grey = drawn().mean(axis=2, keepdims=True) * np.ones(3)
    assert trouble(grey, labels()) == "The photograph is in black and white: take one of board X in colour."


def test_a_board_mostly_outside_the_picture_is_to_be_taken_whole() -> None:
    whole = drawn()
    seen = labels("X:TL", "X:BL")
    why = board.trouble("X", seen, board.read(shot(whole)[:, :230], seen, SURFACE))
    assert str(why) == "Most of board X is outside the photograph: take the whole board."


def test_a_board_that_shines_is_to_be_taken_out_of_the_light() -> None:
    picture = drawn() * 0.7
    for name in ("A1", "A2", "B1", "B2"):
        _square(picture, AT, CELLS[name], 8, np.ones(3) * 3)
    assert trouble(picture, labels()) == "Board X is too bright to tell its colours: photograph it without flash, out of the sun."


def test_a_board_under_a_cloth_is_to_be_uncovered() -> None:
    picture = drawn()
    for name in ("A1", "A2", "B1", "B2"):
        _square(picture, AT, CELLS[name], 20, linear((255, 0, 255)))
    assert trouble(picture, labels()) == (
        "The colours on board X cannot be told: photograph it straight from above, in soft light, with nothing over it."
    )
