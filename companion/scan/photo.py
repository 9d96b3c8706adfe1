"""Opens the bytes of a picture that anyone may have sent: kind and size first, then the pixels, upright and grey.

Knows nothing of labels. What comes out carries no metadata (no place, no device).
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from PIL import ExifTags, Image, UnidentifiedImageError
from PIL.JpegImagePlugin import JpegImageFile

from companion.rules import say
from companion.scan.readers import MAX_PIXELS, heic
from companion.scan.unseeable import Damaged, NotAPicture, TooLarge, Unseeable

MAX_BYTES = 40_000_000
"""Bytes of the largest file that is opened."""

MAX_SIDE = 30_000
"""Pixels of the longest side: OpenCV addresses pixels with 15 bits."""

KINDS = ("JPEG", "MPO", "PNG", "WEBP", "HEIF", "AVIF")
"""MPO is what some phones write into a .jpg: a JPEG with more pictures behind it."""

HEIC = (b"heic", b"heix", b"mif1", b"msf1", b"heim", b"heis", b"hevc")
"""The brands, after `ftyp`, of HEIC files."""

PICTURE_SIDE = 1600
"""Pixels of the longest side of the picture that is kept as evidence."""


STRIP = 1 << 20
"""Pixels that are turned into grey at a time, so that no second copy of a large picture is made."""

UPRIGHT: dict[int, tuple[Image.Transpose, Callable[[Any], Any]]] = {
    2: (Image.Transpose.FLIP_LEFT_RIGHT, np.fliplr),
    3: (Image.Transpose.ROTATE_180, lambda pixels: pixels[::-1, ::-1]),
    4: (Image.Transpose.FLIP_TOP_BOTTOM, np.flipud),
    5: (Image.Transpose.TRANSPOSE, np.transpose),
    6: (Image.Transpose.ROTATE_270, lambda pixels: np.rot90(pixels, -1)),
    7: (Image.Transpose.TRANSVERSE, lambda pixels: pixels[::-1, ::-1].T),
    8: (Image.Transpose.ROTATE_90, np.rot90),
}
"""What turns a picture upright, and its pixels, by the orientation that EXIF gives it (1, upright, to 8)."""


@dataclass(frozen=True, slots=True)
class Photo:
    """An upright picture: `grey` (height x width, 8 bits) to read from; `image` to show, PICTURE_SIDE pixels at most.

    `size` is the (width, height) of `grey`.
    """

    grey: Any
    image: Image.Image

    @property
    def size(self) -> tuple[int, int]:
        height, width = self.grey.shape
        return width, height


def check_bytes(data: bytes) -> None:
    """Raises NotAPicture for an empty file and TooLarge for one that is too long, before anything looks inside."""
    if not data:
        raise NotAPicture(say("The file is empty. Take the photo again."))
    if len(data) > MAX_BYTES:
        raise TooLarge(
            say(
                "The file has {found} MB; photos up to {most} MB are read.",
                found=-(-len(data) // 1_000_000),
                most=MAX_BYTES // 1_000_000,
            )
        )


def load(data: bytes) -> Photo:
    """The photo in *data*, turned upright. Raises NotAPicture, Damaged or TooLarge.

    50 megapixels take some 200 MB of memory as JPEG, up to 700 MB in the other formats.
    """
    check_bytes(data)
    heic()
    with warnings.catch_warnings():
        # Pillow warns of large pictures and odd metadata; what counts here are our own limits.
        warnings.simplefilter("ignore")
        image = _open(data)
        _check_size(*image.size)
        try:
            return _upright(*(_jpeg(data, image) if image.format in ("JPEG", "MPO") else _decoded(image)))
        except MemoryError as large:
            raise TooLarge(say("The picture needs more memory than it may have. Send a smaller one.")) from large
        except Exception as wrong:
            # Decoders of foreign bytes raise whatever they please: struct.error, SyntaxError, IndexError...
            raise _damaged() from wrong


def _upright(grey: Any, small: Image.Image, orientation: int) -> Photo:
    if orientation not in UPRIGHT:
        return Photo(grey, small)
    turn, turned = UPRIGHT[orientation]
    return Photo(np.ascontiguousarray(turned(grey)), small.transpose(turn))


def _open(data: bytes) -> Image.Image:
    """The picture with its header read and nothing decoded."""
    try:
        return Image.open(io.BytesIO(data), formats=[kind for kind in KINDS if _known(kind)])
    except Image.DecompressionBombError as large:
        raise _too_many_pixels() from large
    except UnidentifiedImageError as unknown:
        raise _unknown(data) from unknown
    except Exception as wrong:
        raise _damaged() from wrong


def _unknown(data: bytes) -> Unseeable:
    """Why Pillow knows no picture in *data*: another kind of file, a kind that cannot be opened here, or a broken head."""
    if data[4:8] == b"ftyp" and data[8:12] in HEIC:
        if not heic():
            return NotAPicture(say("HEIC photos cannot be opened here. Let the phone save photos as JPEG."))
        return _damaged()
    if data.startswith((b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n")) or (data.startswith(b"RIFF") and data[8:12] == b"WEBP"):
        return _damaged()
    if data[4:8] == b"ftyp" and data[8:12] in (b"avif", b"avis") and _known("AVIF"):
        return _damaged()
    return NotAPicture(say("This is no picture that can be read here. Send a photo as JPEG, PNG, WebP or HEIC."))


def _damaged() -> Damaged:
    return Damaged(say("The picture is cut off or damaged. Send it again."))


def _known(kind: str) -> bool:
    Image.init()
    return kind in Image.OPEN


def _check_size(width: int, height: int) -> None:
    if width * height > MAX_PIXELS or max(width, height) > MAX_SIDE:
        raise _too_many_pixels()


def _too_many_pixels() -> TooLarge:
    return TooLarge(say("The picture has more than {most} megapixels. Send a smaller one.", most=MAX_PIXELS // 1_000_000))


def _jpeg(data: bytes, image: Image.Image) -> tuple[Any, Image.Image, int]:
    """As `_decoded`. A JPEG can be decoded in grey alone, and in colour at a half, a quarter or an eighth of its size."""
    kept = _kept_size(image.size)
    if max(image.size) < 2 * max(kept) or not isinstance(image, JpegImageFile):
        return _decoded(image)
    image.draft("L", None)
    grey, _, orientation = _decoded(image)
    colour = _open(data)
    drafted = colour.draft("RGB", kept)
    colour.load()
    return grey, _flat(colour).resize(kept, box=drafted[1] if drafted else None), orientation


def _decoded(image: Image.Image) -> tuple[Any, Image.Image, int]:
    """The pixels of *image* in grey (height x width, 8 bits), a small copy to keep, and the orientation that EXIF tells.

    Frees the memory of *image*: it is of no use afterwards.
    """
    image.load()
    orientation = _orientation(image)
    width, height = image.size
    kept = _kept_size(image.size)
    factor = max(1, max(image.size) // max(kept))
    rows = max(1, STRIP // width // factor) * factor
    grey = np.empty((height, width), np.uint8)
    small: Image.Image | None = None
    for top in range(0, height, rows):
        strip = _flat(image.crop((0, top, width, min(height, top + rows))))
        grey[top : top + rows] = np.asarray(strip.convert("L"))
        reduced = strip.reduce(factor)
        if small is None:
            small = Image.new(strip.mode, (reduced.width, -(-height // factor)))
        small.paste(reduced, (0, top // factor))
    image.close()
    assert small is not None
    return grey, small.resize(kept, box=(0, 0, width / factor, height / factor)), orientation


def _kept_size(size: tuple[int, int]) -> tuple[int, int]:
    width, height = size
    scale = min(1.0, PICTURE_SIDE / max(size))
    return max(1, round(width * scale)), max(1, round(height * scale))


def _orientation(image: Image.Image) -> int:
    """1 to 8 as EXIF has it; 1, upright, where it cannot be understood."""
    try:
        orientation = image.getexif().get(ExifTags.Base.Orientation, 1)
    except Exception:
        # Metadata that makes no sense is no reason to refuse the pixels.
        return 1
    return orientation if isinstance(orientation, int) else 1


def _flat(image: Image.Image) -> Image.Image:
    """*image* in grey or RGB with 8 bits; what is transparent becomes paper."""
    if image.mode.startswith(("I", "F")):
        return Image.fromarray(eight_bits(np.asarray(image)))
    if image.has_transparency_data:
        image = image.convert("RGBA")
        paper = Image.new("RGBA", image.size, "white")
        return Image.alpha_composite(paper, image).convert("RGB")
    return image.convert("L" if image.mode in ("1", "L") else "RGB")


def eight_bits(pixels: Any) -> Any:
    """An array of 16-bit (or wider) values as 8 bits."""
    if pixels.dtype == np.uint8:
        return pixels
    return np.clip(pixels // 257, 0, 255).astype(np.uint8)


def keep(photo: Photo) -> tuple[bytes, float]:
    """The photo as a JPEG to keep as evidence, without metadata, and its pixels to one pixel of the photo."""
    written = io.BytesIO()
    bare = Image.frombytes(photo.image.mode, photo.image.size, photo.image.tobytes())
    bare.save(written, "JPEG", quality=82)
    return written.getvalue(), min(1.0, PICTURE_SIDE / max(photo.size))
