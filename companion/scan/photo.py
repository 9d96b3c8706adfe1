"""Opens the bytes of a picture that anyone may have sent: kind and size first, then the pixels, upright and grey.

Knows nothing of labels. What comes out carries no metadata (no place, no device).
"""

from __future__ import annotations

import io
import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
from PIL import Image, ImageOps, UnidentifiedImageError

from companion.rules import say
from companion.scan.readers import MAX_PIXELS, heic
from companion.scan.unseeable import Damaged, NotAPicture, TooLarge

MAX_BYTES = 40_000_000
"""Bytes of the largest file that is opened."""

MAX_SIDE = 30_000
"""Pixels of the longest side: OpenCV addresses pixels with 15 bits."""

KINDS = ("JPEG", "MPO", "PNG", "WEBP", "HEIF", "AVIF")
"""MPO is what some phones write into a .jpg: a JPEG with more pictures behind it."""

PICTURE_SIDE = 1600
"""Pixels of the longest side of the picture that is kept as evidence."""


@dataclass(frozen=True, slots=True)
class Photo:
    """An upright picture: `grey` (height x width, 8 bits) to read from, `image` to show."""

    grey: Any
    image: Image.Image

    @property
    def size(self) -> tuple[int, int]:
        return self.image.size


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
    """The photo in *data*, turned upright. Raises NotAPicture, Damaged or TooLarge."""
    check_bytes(data)
    heic()
    with warnings.catch_warnings():
        # Pillow warns of large pictures and odd metadata; what counts here are our own limits.
        warnings.simplefilter("ignore")
        image = _open(data)
        _check_size(*image.size)
        try:
            image.load()
            image = _flat(ImageOps.exif_transpose(image))
        except MemoryError as large:
            raise TooLarge(say("The picture needs more memory than it may have. Send a smaller one.")) from large
        except Exception as wrong:
            # Decoders of foreign bytes raise whatever they please: struct.error, SyntaxError, IndexError...
            raise Damaged(say("The picture is cut off or damaged. Send it again.")) from wrong
    return Photo(grey=np.asarray(image.convert("L")), image=image)


def _open(data: bytes) -> Image.Image:
    """The picture with its header read and nothing decoded."""
    try:
        return Image.open(io.BytesIO(data), formats=[kind for kind in KINDS if _known(kind)])
    except Image.DecompressionBombError as large:
        raise _too_many_pixels() from large
    except UnidentifiedImageError as unknown:
        if data[4:8] == b"ftyp" and data[8:12] in (b"heic", b"heix", b"mif1", b"msf1", b"heim", b"heis", b"hevc"):
            raise NotAPicture(say("HEIC photos cannot be opened here. Let the phone save photos as JPEG.")) from unknown
        raise NotAPicture(say("This is no picture that can be read here. Send a photo as JPEG, PNG, WebP or HEIC.")) from unknown
    except Exception as wrong:
        raise Damaged(say("The picture is cut off or damaged. Send it again.")) from wrong


def _known(kind: str) -> bool:
    Image.init()
    return kind in Image.OPEN


def _check_size(width: int, height: int) -> None:
    if width * height > MAX_PIXELS or max(width, height) > MAX_SIDE:
        raise _too_many_pixels()


def _too_many_pixels() -> TooLarge:
    return TooLarge(say("The picture has more than {most} megapixels. Send a smaller one.", most=MAX_PIXELS // 1_000_000))


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
    return np.clip(pixels.astype(np.float32) / 257, 0, 255).astype(np.uint8)


def keep(photo: Photo) -> tuple[bytes, float]:
    """The photo as a JPEG to keep as evidence, without metadata, and its pixels to one pixel of the photo."""
    scale = min(1.0, PICTURE_SIDE / max(photo.size))
    image = photo.image
    if scale < 1:
        image = image.resize((max(1, round(image.width * scale)), max(1, round(image.height * scale))), reducing_gap=2.0)
    written = io.BytesIO()
    bare = Image.frombytes(image.mode, image.size, image.tobytes())
    bare.save(written, "JPEG", quality=82)
    return written.getvalue(), scale
