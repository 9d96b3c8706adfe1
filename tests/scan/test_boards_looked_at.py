"""Boards are read where the labels are, in the process that looks at pictures, and told in pixels of the picture that is kept."""

from __future__ import annotations

import io
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from companion.scan import look
from companion.scan.post import printed, told_of
from companion.scan.sight import see
from tests.games import mine_photos
from tests.games.mine_photos import SURFACES, Photo, Taken
from tests.games.minetable import BOX, COVER, tile

HOUSE = Path(__file__).resolve().parents[2]
TILES = list(map(tile, COVER))
CRYSTALS = {cell: one.colour for one in TILES for cell in one.cells}


@pytest.fixture(scope="module")
def photo() -> Photo:
    """Larger than the picture that is kept."""
    laid = mine_photos.laid(4, "B", TILES, random.Random(1))
    return mine_photos.photograph(laid, Taken(width=1700, turn=25, tilt=15), random.Random(2))


def crystals(board) -> dict[str, str]:
    return {name: cell.found for name, cell in board.cells.items() if cell.found not in ("space", "rock")}


def again(picture: Image.Image, kind: str = "JPEG", **how) -> bytes:
    out = io.BytesIO()
    picture.save(out, kind, **how)
    return out.getvalue()


def test_looking_elsewhere_reads_the_same_board_as_looking_here(photo: Photo) -> None:
    here = see(photo.jpeg, surfaces=SURFACES)
    assert list(here.boards) == ["4B"]
    assert crystals(here.boards["4B"]) == CRYSTALS
    assert look(photo.jpeg, surfaces=SURFACES) == here


def test_a_board_lies_where_it_is_seen_on_the_picture_that_is_kept(photo: Photo) -> None:
    seen = see(photo.jpeg, surfaces=SURFACES)
    assert seen.scale < 1, "the picture that is kept is smaller"
    corner = np.array([seen.boards["4B"].outline[0], seen.boards["4B"].cells["A1"].outline[0]])
    truly = np.asarray(photo.grid[0]) * seen.scale
    a_cell = np.linalg.norm(np.subtract(*seen.boards["4B"].cells["A1"].outline[:2]))
    assert np.linalg.norm(corner - truly, axis=1).max() < a_cell / 10


def test_a_board_is_read_however_the_phone_was_held(photo: Photo) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    small = Image.open(io.BytesIO(photo.jpeg)).resize((1100, round(1100 * photo.pixels.shape[0] / photo.pixels.shape[1])))
    assert crystals(see(again(small, exif=exif, quality=88), surfaces=SURFACES).boards["4B"]) == CRYSTALS


def test_without_two_labels_there_is_no_board(photo: Photo) -> None:
    pixels = photo.pixels.copy()
    seen = see(photo.jpeg)
    for label in seen.sightings:
        if label.code != "OM:4B-TL":
            (left, top), (right, bottom) = np.min(label.corners, axis=0), np.max(label.corners, axis=0)
            pixels[int(top) - 9 : int(bottom) + 9, int(left) - 9 : int(right) + 9] = 90
    found = see(again(Image.fromarray(pixels[:, :, ::-1]), quality=85), surfaces=SURFACES)
    assert [label.code for label in found.sightings] == ["OM:4B-TL"]
    assert found.boards == {}
    assert {name: str(why) for name, why in found.missed.items()} == {
        "4B": "Only the label 4B-TL is seen: photograph the whole board."
    }


def test_of_a_picture_in_black_and_white_one_in_colour_is_asked_for(photo: Photo) -> None:
    grey = Image.open(io.BytesIO(photo.jpeg)).convert("L")
    found = look(again(grey, quality=85), surfaces=SURFACES)
    assert len(found.sightings) == 4 and found.boards == {}
    assert [str(why) for why in found.missed.values()] == [
        "The photograph is in black and white: take one of board 4B in colour."
    ]


def test_after_the_deadline_no_board_is_begun(photo: Photo) -> None:
    assert see(photo.jpeg, deadline=0.0, surfaces=SURFACES).boards == {}


def test_what_is_printed_on_boards_survives_the_post() -> None:
    there = printed(told_of(SURFACES))
    assert list(there) == list(SURFACES)
    assert told_of(there) == told_of(SURFACES)
    assert there["4B"].classes["A1"][-1] == "space"


def test_where_no_board_is_asked_for_nothing_of_it_is_loaded(photo: Photo) -> None:
    program = (
        "import sys\nfrom companion.scan.sight import see\nfrom companion.scan import child, post\n"
        "seen = see(sys.stdin.buffer.read())\npost.understood(post.spelled(seen), b'')\n"
        "print(len(seen.sightings), seen.boards, 'companion.scan.board' in sys.modules, 'companion.surfaces' in sys.modules)"
    )
    told = subprocess.run([sys.executable, "-c", program], cwd=HOUSE, input=photo.jpeg, capture_output=True, check=True).stdout
    assert told.decode().split() == ["4", "{}", "False", "False"]


def test_where_a_single_label_of_a_board_is_read_the_others_are_looked_for_in_a_smaller_picture() -> None:
    rng, known = random.Random(15), frozenset(f"OM:{code}" for code in BOX.pieces)
    taken = Taken(width=900, blur=0.7, tilt=25, turn=135, covered=("BR",))
    jpeg = mine_photos.photograph(mine_photos.laid(4, "B", TILES, rng), taken, rng).jpeg
    seen = see(jpeg, known, 60, SURFACES)
    assert [one.code for one in seen.sightings] == ["OM:4B-TR"]
    assert crystals(seen.boards["4B"]) == CRYSTALS
    assert seen.missed == {}
