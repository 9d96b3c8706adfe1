"""The libraries that see, found when they are first needed: Companion starts without them and says what is missing."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from companion.rules import Sentence, say
from companion.scan.unseeable import NoReader

MAX_PIXELS = 50_000_000
"""Pixels of the largest picture that is decoded: phones make up to 50 megapixels."""

OPENCV_COMMAND = "sudo apt install libgl1 libglib2.0-0"
ZBAR_COMMAND = "brew install zbar" if sys.platform == "darwin" else "sudo apt install libzbar0"


@dataclass(frozen=True, slots=True)
class Readers:
    """Which libraries are there. Only `opencv` is needed; without `zbar` no other codes than labels are recognised."""

    opencv: bool
    zbar: bool
    heic: bool
    avif: bool


def readers() -> Readers:
    """What this machine can see with. Imports the libraries into this process to be sure, once."""
    from PIL import features

    try:
        opencv()
        there = True
    except NoReader:
        there = False
    return Readers(opencv=there, zbar=zbar() is not None, heic=heic(), avif=bool(features.check("avif")))


def lacking() -> list[tuple[Sentence, str]]:
    """What is missing, with the command that mends it (of Debian or Homebrew)."""
    found = readers()
    missing: list[tuple[Sentence, str]] = []
    if not found.opencv:
        missing.append((say("OpenCV cannot be loaded, so no photo can be read."), OPENCV_COMMAND))
    if not found.zbar:
        without = say("libzbar is missing: labels are read all the same, but other QR codes are not recognised.")
        missing.append((without, ZBAR_COMMAND))
    if not found.heic:
        missing.append((say("pillow-heif is missing: photos in HEIC format cannot be opened."), "pip install pillow-heif"))
    return missing


@cache
def opencv() -> Any:
    """The module cv2. Raises NoReader when it, or a system library that it needs, is missing."""
    os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(MAX_PIXELS))
    try:
        return importlib.import_module("cv2")
    except (ImportError, OSError) as missing:
        raise NoReader(
            say("Photos cannot be read here: a system library is missing. Install it with: {command}", command=OPENCV_COMMAND)
        ) from missing


@cache
def zbar() -> Callable[[Any], list[tuple[str, list[Any]]]] | None:
    """zbar's reader of QR codes in a grey picture, or None where libzbar is missing: texts, each with the points around it."""
    try:
        pyzbar = importlib.import_module("pyzbar.pyzbar")
    except (ImportError, OSError):
        return None

    def decode(grey: Any) -> list[tuple[str, list[Any]]]:
        return [(said(code.data), list(code.polygon)) for code in pyzbar.decode(grey, symbols=[pyzbar.ZBarSymbol.QRCODE])]

    return decode


def said(data: bytes) -> str:
    """The text that zbar gives as *data*, but for the yen signs that it makes of the backslashes of a Japanese text."""
    text = data.decode("utf-8", "replace")
    if any("\u3040" <= sign <= "\u30ff" or "\uff61" <= sign <= "\uff9f" for sign in text):
        return text.replace("\u00a5", "\\").replace("\u203e", "~")
    return text


@cache
def heic() -> bool:
    """Teaches Pillow to open HEIC; whether that worked."""
    try:
        importlib.import_module("pillow_heif").register_heif_opener()
    except (ImportError, OSError):
        return False
    return True
