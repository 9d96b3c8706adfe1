"""Labels are read where they lie, in the order in which people would read them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.scan import NotAPicture, as_json, look, sight
from companion.scan.sight import see
from tests.scan.scenes import Scene, finder_page, label, saved, table

TWENTY = tuple(tuple(f"FL:BP{5 * row + column + 1}" for column in range(5)) for row in range(4))


def read(scene: Scene) -> tuple[tuple[str, ...], ...]:
    return see(saved(scene.pixels, "PNG", compress_level=1)).sightings.codes


def strip(scene: Scene) -> list[str]:
    return [code for row in scene.codes for code in row]


def test_a_photo_of_twelve_megapixels_of_twenty_tokens_is_read_whole_and_in_order() -> None:
    scene = table(TWENTY, (4000, 3000), tilt=0.25, askew=6, fill=0.7)
    assert see(saved(scene.pixels, quality=85)).sightings.codes == TWENTY


@pytest.mark.parametrize(("turn", "tilt"), [(90, 0.25), (180, 0.25), (270, 0.25), (25, 0.15), (-140, 0.2)])
def test_twenty_tokens_are_read_whole_and_in_order_from_any_side(turn: float, tilt: float) -> None:
    scene = table(TWENTY, (1400, 1050), turn=turn, tilt=tilt, askew=6, fill=0.7)
    assert see(saved(scene.pixels, quality=85)).sightings.codes == TWENTY


@pytest.mark.parametrize("number", [1, 2, 7, 40])
def test_from_one_to_forty_labels_are_read(number: int) -> None:
    codes = [f"HB:{n}" for n in range(number)]
    rows = [codes[i : i + 8] for i in range(0, number, 8)]
    scene = table(rows, (1600, 1200), tilt=0.1, askew=4, fill=0.9)
    assert [sighting.code for sighting in sight(scene.pixels)] == strip(scene)


@pytest.mark.parametrize("turn", [0, 90, 180, 270, 33])
def test_corners_go_clockwise_from_the_labels_own_top_left_and_the_angle_says_how_it_is_turned(turn: float) -> None:
    scene = table([["FL:BP1", "FL:BW2", "FL:BY3"]], turn=turn, tilt=0.1)
    truth = {code: corners for row in scene.rows for code, corners in row}
    seen = sight(scene.pixels)
    assert len(seen) == 3
    for sighting in seen:
        expected = truth[sighting.code]
        module = np.linalg.norm(expected[1] - expected[0]) / 21
        assert np.abs(np.array(sighting.corners) - expected).max() < module
        assert abs((sighting.angle - turn + 180) % 360 - 180) < 10
        assert -180 <= sighting.angle < 180


def test_labels_too_small_for_zbar_alone_are_drawn_straight_and_read() -> None:
    scene = table(TWENTY, (1400, 1050), tilt=0.2, askew=8, fill=0.55, pitch=1.6)
    pyzbar = pytest.importorskip("pyzbar.pyzbar")
    alone = pyzbar.decode(np.ascontiguousarray(scene.pixels[:, :, 1]), symbols=[pyzbar.ZBarSymbol.QRCODE])
    assert len(alone) < 20
    assert read(scene) == TWENTY


def test_the_same_text_at_two_places_is_two_sightings_and_at_one_place_one() -> None:
    scene = table([["FL:BP1", "FL:BP2", "FL:BP1"]])
    assert [sighting.code for sighting in sight(scene.pixels)] == ["FL:BP1", "FL:BP2", "FL:BP1"]


def test_two_labels_close_together_do_not_swap_places() -> None:
    scene = table([["GT:A1", "GT:B2"], ["GT:C3", "GT:D4"]], pitch=1.02, fill=0.5)
    assert read(scene) == scene.codes


def test_a_foreign_code_is_reported_and_is_no_sighting() -> None:
    scene = table([["FL:BP1", "https://example.org/menu"], ["FL:BP2", "FL:BP3"]])
    seen = see(saved(scene.pixels))
    assert [sighting.code for sighting in seen.sightings] == ["FL:BP1", "FL:BP2", "FL:BP3"]
    assert seen.sightings.codes == (("FL:BP1",), ("FL:BP2", "FL:BP3"))
    assert [code.code for code in seen.sightings.foreign] == ["https://example.org/menu"]


def test_a_large_label_of_another_game_hides_no_small_ones() -> None:
    codes = tuple(f"GT:{car:02}" for car in (65, 62, 54, 4, 38, 32, 47))
    pixels = table([codes], pitch=5).pixels
    large = label("FL:BP2", pixels=8)
    pixels[100 : 100 + len(large), 700 : 700 + len(large)] = large
    seen = sight(pixels, frozenset(codes))
    assert ([sighting.code for sighting in seen], [other.code for other in seen.foreign]) == (list(codes), ["FL:BP2"])


@pytest.mark.parametrize("text", ["café é ñ", "fl:bp1", "FL:BP1\nFL:BP2", "FL:TOOLONG8", "\x1b[31mred", "日本"])
def test_whatever_is_not_quite_our_code_is_foreign_and_printable(text: str) -> None:
    seen = see(saved(label(text, pixels=8), "PNG"))
    assert seen.sightings.codes == ()
    told = as_json("a.png", seen)["foreign"]
    assert len(told) == 1
    assert told[0].isprintable()


def test_other_kinds_of_barcode_are_not_read() -> None:
    odd = {"0": "0001101", "1": "0011001", "2": "0010011", "3": "0111101", "4": "0100011", "5": "0110001"}
    even = {sign: "".join("10"[int(bit)] for bit in bits) for sign, bits in odd.items()}
    # EAN-8 with the number 1234520 and its check digit 5.
    bars = "101" + "".join(odd[sign] for sign in "1234") + "01010" + "".join(even[sign] for sign in "5205") + "101"
    line = np.array([0 if bit == "1" else 255 for bit in "0" * 12 + bars + "0" * 12], np.uint8)
    drawn = np.tile(np.repeat(line, 4), (120, 1))
    pyzbar = pytest.importorskip("pyzbar.pyzbar")
    assert [symbol.type for symbol in pyzbar.decode(drawn)] == ["EAN8"]
    seen = see(saved(drawn, "PNG"))
    assert seen.sightings.codes == ()
    assert seen.sightings.foreign == ()


def test_blue_ink_on_yellow_paper_is_read() -> None:
    pixels = label("FL:BY4", ink=(200, 60, 10), paper=(60, 230, 250), pixels=8)
    assert [sighting.code for sighting in sight(pixels)] == ["FL:BY4"]
    assert see(saved(pixels)).sightings.codes == (("FL:BY4",),)


@pytest.mark.parametrize(
    "pixels",
    [
        np.zeros((1, 1), np.uint8),
        np.full((1, 1, 3), 255, np.uint8),
        np.zeros((1, 4000), np.uint8),
        np.zeros((4000, 1, 4), np.uint8),
        np.zeros((20, 20), np.uint16),
        np.zeros((300, 300), np.bool_),
        np.zeros((64, 64, 1), np.uint8),
    ],
)
def test_pictures_of_odd_shapes_show_nothing(pixels: np.ndarray) -> None:
    assert list(sight(pixels)) == []


@pytest.mark.parametrize(
    "pixels",
    [np.zeros((0, 0), np.uint8), np.zeros((0, 9, 3), np.uint8), np.zeros((9, 9, 2), np.uint8), np.zeros(9), np.zeros((9, 9))],
)
def test_arrays_that_are_no_picture_are_refused_with_a_sentence(pixels: np.ndarray) -> None:
    with pytest.raises(NotAPicture, match="no pixels"):
        sight(pixels)


def test_labels_are_read_from_grey_sixteen_bits_and_four_channels_alike() -> None:
    colour = label("OM:T1", pixels=6)
    grey = colour[:, :, 0]
    for pixels in (grey, grey.astype(np.uint16) * 257, grey > 127, np.dstack([colour, grey]), grey[:, :, None], grey[::-1][::-1]):
        assert [sighting.code for sighting in sight(pixels)] == ["OM:T1"]


def test_a_mirrored_picture_of_a_label_says_nothing_wrong() -> None:
    assert {sighting.code for sighting in sight(cv2.flip(label("FL:BP1", pixels=8), 1))} <= {"FL:BP1"}


def test_a_page_of_finder_patterns_is_no_label() -> None:
    assert list(sight(finder_page(6, 4))) == []


def test_when_there_are_more_marks_than_time_the_answer_says_that_it_may_not_be_whole() -> None:
    label_and_marks = finder_page(12, 6)
    label_and_marks[:300, :300] = 255
    shown = label("FL:BP1", pixels=8)[:, :, 0]
    label_and_marks[: len(shown), : len(shown)] = shown
    seen = see(saved(label_and_marks, "PNG"), deadline=0)
    assert seen.sightings.codes == (("FL:BP1",),)
    assert not seen.sightings.whole
    assert "some may have been missed" in str(seen.advice[0])


def test_scan_json_has_the_documented_shape() -> None:
    scene = table([["FL:BP1", "FL:BP2"]])
    told = as_json("a.jpg", look(saved(scene.pixels)))
    assert list(told) == ["image", "sightings", "rows", "foreign", "unread", "advice", "problem"]
    assert told["image"] == "a.jpg"
    assert told["rows"] == [["FL:BP1", "FL:BP2"]]
    assert told["foreign"] == []
    assert told["problem"] is None
    first = told["sightings"][0]
    assert list(first) == ["code", "corners", "angle", "module", "how", "confidence", "turned"]
    assert first["code"] == "FL:BP1"
    assert [len(corner) for corner in first["corners"]] == [2, 2, 2, 2]
    assert abs(first["angle"]) < 1


def test_scan_json_of_what_is_no_picture_has_the_same_shape_and_a_problem() -> None:
    with pytest.raises(NotAPicture) as refused:
        look(b"hello")
    told = as_json("b.txt", refused.value)
    assert told["sightings"] == told["rows"] == told["foreign"] == []
    assert "no picture" in told["problem"]
