"""How many QR codes of real photographs are read, beside other readers.

    python bench/scan_photos.py FOLDER [--turns] [--missed]

FOLDER holds pictures and beside each a text file of the same name with what its code says (further down as well). Prints
for each folder and reader how many pictures were read, how many were read wrongly, and the seconds they took. With
--turns each picture is also turned by 90, 180 and 270 degrees; with --missed the pictures that were not read are named.
zbar alone and zxing-cpp are measured when they are installed.
"""

from __future__ import annotations

import argparse
import importlib
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from companion.scan import Unseeable, photo
from companion.scan.readers import opencv, zbar
from companion.scan.sight import decode

KINDS = {".jpg", ".jpeg", ".png", ".webp", ".heic", ".avif"}
Reader = Callable[[Any], list[str]]


def ours(grey: Any) -> list[str]:
    return [sighting.code for sighting in decode(grey)[0]]


def available() -> dict[str, Reader]:
    """Readers by name: from a grey picture to texts."""
    found: dict[str, Reader] = {"companion": ours}
    alone = zbar()
    if alone is not None:
        found["zbar alone"] = lambda grey: [symbol.data.decode("utf-8", "replace") for symbol in alone(grey)]
    try:
        zxing = importlib.import_module("zxingcpp")
    except ImportError:
        return found
    only = zxing.BarcodeFormat.QRCode
    found["zxing-cpp"] = lambda grey: [code.text for code in zxing.read_barcodes(grey, formats=only)]
    return found


def pictures(folder: Path) -> Iterator[tuple[Path, str]]:
    for path in sorted(folder.rglob("*")):
        told = path.with_suffix(".txt")
        if path.suffix.lower() in KINDS and told.exists():
            yield path, told.read_bytes().decode("utf-8", "replace")


def same(read: str, expected: str) -> bool:
    """Whether two texts are one, but for how lines end and what guessed charsets made of other than ASCII."""

    def plain(text: str) -> str:
        return "".join(sign for sign in text if sign.isascii() and not sign.isspace())

    return plain(read) == plain(expected)


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    asked.add_argument("folder", type=Path)
    asked.add_argument("--turns", action="store_true")
    asked.add_argument("--missed", action="store_true")
    given = asked.parse_args()
    opencv()
    readers = available()
    counts: dict[tuple[str, str], list[float]] = {}
    missed: dict[str, list[str]] = {name: [] for name in readers}
    for path, expected in pictures(given.folder):
        try:
            grey = photo.load(path.read_bytes()).grey
        except Unseeable as refused:
            print(f"{path.name}: {refused}", file=sys.stderr)
            continue
        for turn in range(4 if given.turns else 1):
            turned = np.ascontiguousarray(np.rot90(grey, -turn))
            for name, read in readers.items():
                started = time.perf_counter()
                texts = read(turned)
                took = time.perf_counter() - started
                right = any(same(text, expected) for text in texts)
                if not right:
                    missed[name].append(f"{path.parent.name}/{path.name} at {90 * turn}")
                count = counts.setdefault((path.parent.name, name), [0, 0, 0, 0])
                for i, value in enumerate((1, right, bool(texts) and not right, took)):
                    count[i] += value
    if not counts:
        print(f"No pictures with texts beside them in {given.folder}", file=sys.stderr)
        return 2
    print(f"{'folder':<16}{'reader':<14}{'read':>6}{'of':>6}{'wrong':>7}{'seconds':>9}")
    for (folder, name), (of, right, wrong, took) in sorted(counts.items()):
        print(f"{folder:<16}{name:<14}{right:>6.0f}{of:>6.0f}{wrong:>7.0f}{took:>9.2f}")
    if given.missed:
        for name, paths in missed.items():
            print(f"\nmissed by {name}: {', '.join(paths) or 'none'}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
