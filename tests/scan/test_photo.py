"""Any bytes are opened safely or refused with a sentence; what is kept carries no metadata."""

from __future__ import annotations

import io
import struct
import zlib
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from companion.scan import Damaged, NotAPicture, TooLarge, Unseeable, photo
from companion.scan.sight import see
from tests.scan.scenes import label, saved, table

KINDS = ["JPEG", "PNG", "WEBP", "HEIF", "AVIF"]
SHOWN = label("FL:BP7", pixels=6)
TWO = table([["FL:BP1", "FL:BP2"]], (300, 160)).pixels


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_picture_is_read_whatever_its_name(kind: str) -> None:
    seen = see(saved(SHOWN, kind))
    assert seen.sightings.codes == (("FL:BP7",),)
    assert seen.size == SHOWN.shape[1::-1]


def test_a_jpeg_with_more_pictures_behind_it_is_read() -> None:
    first, second = (Image.fromarray(pixels[:, :, ::-1]) for pixels in (SHOWN, label("FL:BP8", pixels=6)))
    assert see(saved(first, "MPO", save_all=True, append_images=[second])).sightings.codes == (("FL:BP7",),)


def test_of_a_moving_picture_the_first_frame_is_read() -> None:
    first, second = (Image.fromarray(pixels[:, :, ::-1]) for pixels in (SHOWN, label("FL:BP8", pixels=6)))
    for kind in ("WEBP", "PNG"):
        assert see(saved(first, kind, save_all=True, append_images=[second], duration=100)).sightings.codes == (("FL:BP7",),)


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("kind", ["JPEG", "WEBP", "HEIF", "AVIF"])
def test_the_orientation_that_the_phone_wrote_is_respected(orientation: int, kind: str) -> None:
    upright = Image.fromarray(TWO[:, :, ::-1])
    undo = {
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_90,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }
    stored = upright.transpose(undo[orientation]) if orientation > 1 else upright
    exif = Image.Exif()
    exif[0x0112] = orientation
    seen = see(saved(stored, kind, exif=exif.tobytes()))
    assert seen.size == (300, 160)
    assert seen.sightings.codes == (("FL:BP1", "FL:BP2"),)
    assert all(abs(sighting.angle) < 2 for sighting in seen.sightings)


def picture(mode: str) -> Image.Image:
    grey = Image.fromarray(SHOWN).convert("L")
    match mode:
        case "I;16":
            return Image.fromarray(np.asarray(grey).astype(np.uint16) * 257)
        case "LA" | "RGBA":
            # Black everywhere: only what is transparent tells paper from ink.
            clear = Image.fromarray(255 - np.asarray(grey))
            return Image.merge(mode, [Image.new("L", grey.size)] * (len(mode) - 1) + [clear])
    return grey.convert(mode)


@pytest.mark.parametrize(
    ("mode", "kind"),
    [
        ("1", "PNG"),
        ("L", "PNG"),
        ("L", "JPEG"),
        ("P", "PNG"),
        ("LA", "PNG"),
        ("RGBA", "PNG"),
        ("RGBA", "WEBP"),
        ("RGBA", "HEIF"),
        ("I;16", "PNG"),
        ("CMYK", "JPEG"),
        ("YCbCr", "JPEG"),
    ],
)
def test_grey_palette_transparent_deep_and_printers_colours_are_read(mode: str, kind: str) -> None:
    assert see(saved(picture(mode), kind)).sightings.codes == (("FL:BP7",),)


@pytest.mark.parametrize("size", [(1, 1), (1, 300), (300, 1), (20, 20)])
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_the_smallest_pictures_show_nothing(size: tuple[int, int], kind: str) -> None:
    seen = see(saved(Image.new("RGB", size), kind))
    assert (seen.sightings.codes, seen.sightings.foreign, seen.size) == ((), (), size)


def test_an_empty_file_is_refused() -> None:
    with pytest.raises(NotAPicture, match="empty"):
        see(b"")


@pytest.mark.parametrize(
    "data",
    [
        b"\0",
        b"hello",
        b"%PDF-1.7\n",
        b"GIF89a" + b"\0" * 40,
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"BM" + b"\0" * 60,
        b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 10 10\n",
        b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom",
    ],
)
def test_what_is_no_photo_is_refused_whatever_its_name(data: bytes) -> None:
    with pytest.raises(NotAPicture, match="no picture"):
        see(data)


@cache
def whole(kind: str) -> bytes:
    return saved(table([["FL:BP1", "FL:BP2"]], (640, 480)).pixels, kind)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("part", [0.02, 0.3, 0.6, 0.95])
def test_a_picture_that_ends_early_is_refused_with_a_sentence(kind: str, part: float) -> None:
    data = whole(kind)
    with pytest.raises((Damaged, NotAPicture)):
        see(data[: int(len(data) * part)])


def png(width: int, height: int, data: bytes = b"") -> bytes:
    """A PNG with any claim in its header."""

    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(data)) + chunk(b"IEND", b"")


@pytest.mark.parametrize("size", [(30_000, 30_000), (8_000, 7_000), (50_000, 2), (2, 50_000), (2**31 - 1, 2**31 - 1)])
def test_a_header_that_claims_too_many_pixels_is_refused_before_any_is_decoded(size: tuple[int, int]) -> None:
    with pytest.raises(TooLarge, match="megapixels"):
        see(png(*size))


def test_a_header_that_claims_no_pixels_is_refused() -> None:
    with pytest.raises(Unseeable):
        see(png(0, 0))


def test_fifty_megapixels_are_opened() -> None:
    opened = photo.load(png(8160, 6120, (b"\0" + b"\xff" * 8160) * 6120))
    assert opened.grey.shape == (6120, 8160)


def test_a_file_of_too_many_bytes_is_refused_before_it_is_opened() -> None:
    with pytest.raises(TooLarge, match="41 MB"):
        photo.load(b"\xff" * (photo.MAX_BYTES + 1))


def test_what_is_kept_is_upright_small_enough_and_without_metadata() -> None:
    scene = table([["FL:BP1", "FL:BP2", "FL:BP3"]], (2400, 1800))
    exif = Image.Exif()
    exif[0x010F] = "A maker of phones"
    exif[0x0112] = 6
    exif.get_ifd(0x8825)[2] = (41.0, 22.0, 59.0)
    turned = Image.fromarray(scene.pixels[:, :, ::-1]).transpose(Image.Transpose.ROTATE_90)
    data = saved(turned, exif=exif, comment=b"at home", icc_profile=b"profile" * 40, xmp=b"<x:xmpmeta/>")
    seen = see(data)
    kept = Image.open(io.BytesIO(seen.picture))
    assert kept.format == "JPEG"
    assert max(kept.size) == photo.PICTURE_SIDE
    assert seen.scale == pytest.approx(photo.PICTURE_SIDE / 2400)
    assert not kept.getexif()
    assert set(kept.info) <= {"jfif", "jfif_version", "jfif_unit", "jfif_density"}
    for word in (b"Exif", b"maker of phones", b"at home", b"xmpmeta", b"profileprofile"):
        assert word in data
        assert word not in seen.picture
    again = see(seen.picture)
    assert again.sightings.codes == seen.sightings.codes == (("FL:BP1", "FL:BP2", "FL:BP3"),)
    for here, there in zip(seen.sightings, again.sightings, strict=True):
        assert np.abs(np.array(here.corners) * seen.scale - np.array(there.corners)).max() < 3


def test_a_small_picture_is_kept_at_its_size() -> None:
    seen = see(saved(SHOWN, "PNG"))
    assert seen.scale == 1
    assert Image.open(io.BytesIO(seen.picture)).size == SHOWN.shape[1::-1]


@settings(max_examples=100, deadline=None)
@given(
    st.sampled_from(
        [b"", b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"RIFF\0\0\0\0WEBPVP8 ", b"\0\0\0\x18ftypheic", b"\0\0\0\x18ftypavif"]
    ),
    st.binary(),
)
def test_no_bytes_do_more_than_be_refused(start: bytes, rest: bytes) -> None:
    with pytest.raises(Unseeable):
        photo.load(start + rest)
