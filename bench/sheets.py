"""How many codes of the printed sheets read back, and how far backs lie from their fronts.

    python bench/sheets.py [GAME] [--paper a4|letter] [--language en|es|fr] [--what labels|cards|all] [--dpi 300]

Every paper, language and kind of sheet that is not chosen is measured. The PDF is what `companion print` makes; pdftoppm
(poppler) renders it in grey, as a printer without colour would. A code counts as read when `companion.scan.sight` finds it
anywhere on its page. A back is measured from the dark box of its motif to where it should lie, mirrored over the long edge, in
pixels; `mean` and `worst` are over all cards, or absent where a game has no backs. Games without pages of their own have none
to measure here: see tests/test_printing.py.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion import boxes, catalogues, printing
from companion.drawing import Code, Page
from companion.games import GAMES
from companion.scan import sight

LANGUAGES = ("en", "es", "fr")
PATIENCE = 120.0
"""Seconds for a page: what a busy machine needs, not what is measured."""


def rendered(pdf: bytes, dpi: int) -> Iterator[Any]:
    """The pages of a PDF as grey pictures, one after the other."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "sheets.pdf"
        file.write_bytes(pdf)
        subprocess.run(["pdftoppm", "-r", str(dpi), "-gray", str(file), f"{folder}/page"], check=True)
        for picture in sorted(Path(folder).glob("page*.pgm")):
            yield cv2.imread(str(picture), cv2.IMREAD_GRAYSCALE)


def codes(page: Page, prefix: str) -> list[str]:
    return [f"{prefix}:{mark.code}" for mark in page.marks if isinstance(mark, Code)]


def shifts(front: Page, front_picture: Any, back_picture: Any, card: tuple[float, float], dpi: int) -> Iterator[float]:
    """For each card of a page of fronts, how far its back lies from behind it, in pixels.

    The place of a card is told by its label, which is where the page says; so is that of the back by its motif.
    """
    tall, wide = front_picture.shape
    scale = dpi / 25.4
    left, top = (wide - front.width * scale) / 2, (tall - front.height * scale) / 2
    flipped = back_picture[:, ::-1]
    for mark in front.marks:
        if isinstance(mark, Code):
            column, row = int(mark.x // card[0]), int(mark.y // card[1])
            x, y = left + column * card[0] * scale, top + row * card[1] * scale
            cell = flipped[round(y) : round(y + card[1] * scale), round(x) : round(x + card[0] * scale)] < 128
            across, down = np.flatnonzero(cell.any(axis=0)), np.flatnonzero(cell.any(axis=1))
            if not len(across):
                yield float("inf")
                continue
            beside = (across[0] + across[-1] + 1) / 2 + round(x) - (x + card[0] * scale / 2)
            below = (down[0] + down[-1] + 1) / 2 + round(y) - (y + card[1] * scale / 2)
            yield float(np.hypot(beside, below))


def measured(name: str, what: str, paper: str, language: str, dpi: int) -> str:
    game: Any = GAMES[name]
    box = game.read_box(boxes.shipped_folder(name))
    pages: Sequence[Page] = game.sheets(box, what, language)
    translate = catalogues.plainly(language)
    pdf = printing.printed(name, game, box, paper, what=what, language=language, translate=translate)
    pictures = list(rendered(pdf, dpi))
    known = frozenset(f"{game.PREFIX}:{code}" for code in game.PIECES(box))
    wanted = read = 0
    apart: list[float] = []
    missed: list[str] = []
    for number, page in enumerate(pages):
        asked = codes(page, game.PREFIX)
        if not asked:
            continue
        seen = sight(pictures[number], known, PATIENCE)
        found = {one.code for row in seen.rows for one in row}
        wanted, read = wanted + len(asked), read + len(found & set(asked))
        missed += sorted(set(asked) - found)
        if number + 1 < len(pages) and what != "labels" and not page.landscape:
            apart += shifts(page, pictures[number], pictures[number + 1], (63, 88), dpi)
    backs = f", backs off by mean {np.mean(apart):.2f}, worst {max(apart):.2f} pixels" if apart else ""
    return f"{name} {what} {paper} {language}: {len(pictures)} pages, {read} of {wanted} codes read{backs}" + (
        f"; missed {' '.join(missed)}" if missed else ""
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", nargs="?", default="bibliogamo")
    parser.add_argument("--paper", choices=list(printing.PAPERS))
    parser.add_argument("--language", choices=LANGUAGES)
    parser.add_argument("--what", choices=printing.WHAT)
    parser.add_argument("--dpi", type=int, default=300)
    asked = parser.parse_args()
    for what in [asked.what] if asked.what else printing.WHAT[::2]:
        for paper in [asked.paper] if asked.paper else list(printing.PAPERS):
            for language in [asked.language] if asked.language else LANGUAGES:
                print(measured(asked.game, what, paper, language, asked.dpi), flush=True)


if __name__ == "__main__":
    main()
