"""How many codes of the printed sheets read back, and how far backs lie from their fronts.

    python bench/sheets.py [GAME] [--paper a4|letter] [--language en|es|fr] [--what labels|cards|all] [--dpi 300]

Every paper, language and kind of sheet that is not chosen is measured. The PDF is what `companion print` makes; pdftoppm
(poppler) renders it; codes are looked for in grey, as a printer without colour shows them. A code counts as read when
`companion.scan.sight` finds it anywhere on its page. The back of a card is measured from the dark box of its motif to where it
should lie, mirrored over the long edge, in pixels; `mean` and `worst` are over all cards. Of a game with boards that are
read from photographs (`surfaces`), every cell and patch of each printed board is read with `companion.scan.board`: a cell is
right when it is what is printed there, a patch when it lies within CIEDE2000 2 of its colour. Of pages of tiles, which have
neither codes nor text in columns, it says how much of the fronts has no back behind it. What a game has not is left out. Games
without pages of their own have none to measure here: see tests/test_printing.py.
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
from companion.drawing import Code, Columns, Page
from companion.games import GAMES
from companion.scan import board, sight
from companion.scan.colours import ciede2000, lab, linear
from companion.surfaces import Surface

LANGUAGES = ("en", "es", "fr")
PATIENCE = 120.0
"""Seconds for a page: what a busy machine needs, not what is measured."""
CARD = (63.0, 88.0)
ALIKE = 2.0
"""CIEDE2000 that nobody sees on paper."""


def rendered(pdf: bytes, dpi: int) -> Iterator[Any]:
    """The pages of a PDF as pictures (BGR), one after the other."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "sheets.pdf"
        file.write_bytes(pdf)
        subprocess.run(["pdftoppm", "-r", str(dpi), str(file), f"{folder}/page"], check=True)
        for picture in sorted(Path(folder).glob("page*.ppm")):
            yield cv2.imread(str(picture))


def codes(page: Page, prefix: str) -> list[str]:
    return [f"{prefix}:{mark.code}" for mark in page.marks if isinstance(mark, Code)]


def of_cards(page: Page) -> bool:
    """Whether cards lie edge to edge on it, fronts up."""
    across, down = page.width / CARD[0], page.height / CARD[1]
    return across == int(across) and down == int(down) and any(isinstance(mark, Code) for mark in page.marks)


def shifts(front: Page, back_picture: Any, card: tuple[float, float], dpi: int) -> Iterator[float]:
    """For each card of a page of fronts, how far its back lies from behind it, in pixels.

    The place of a card is told by its label, which is where the page says; so is that of the back by its motif.
    """
    tall, wide = back_picture.shape
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


def of_tiles(front: Page, back: Page) -> bool:
    """Whether these are tiles and their backs: pages of one size with neither codes nor columns of text."""
    plain = all(page.marks and not any(isinstance(mark, Code | Columns) for mark in page.marks) for page in (front, back))
    return plain and (front.width, front.height) == (back.width, back.height)


def bare(front: Any, back: Any, dpi: int) -> float:
    """Of the front's tiles, the share behind which there is no tile."""
    before, behind = whole(front, dpi), whole(back[:, ::-1], dpi)
    return float((before & ~behind).sum() / before.sum())


def whole(grey: Any, dpi: int) -> Any:
    """Where tiles lie: what is printed, with the white letters and seams inside."""
    printed = (grey < 250).astype(np.uint8)
    closed = cv2.morphologyEx(printed, cv2.MORPH_CLOSE, np.ones((round(dpi / 50),) * 2, np.uint8))
    outlines, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return cv2.drawContours(np.zeros_like(printed), outlines, -1, 1, cv2.FILLED).astype(bool)


def misread(pixels: Any, seen: Any, surface: Surface) -> tuple[int, int]:
    """Cells and patches of a printed board that are not read as what is printed there, the last of a cell's classes."""
    read = board.read(pixels, [one for row in seen.rows for one in row], surface)
    if read is None:
        return len(surface.cells), len(surface.patches)
    cells = sum(read.cells[name].found != surface.classes[name][-1] for name in surface.cells)
    patches = 0
    for patch in surface.patches:
        [[[x, y]]] = cv2.perspectiveTransform(np.array([[[patch.x, patch.y]]], np.float64), read.places)
        reach = int(cv2.norm(read.places[:2, 0]) * surface.patch_mm * 0.3)
        middle = pixels[round(y) - reach : round(y) + reach + 1, round(x) - reach : round(x) + reach + 1]
        shown = lab(linear(np.median(middle.reshape(-1, 3), axis=0)[None, ::-1]))
        patches += bool(ciede2000(shown, lab(linear([patch.colour])))[0] > ALIKE)
    return cells, patches


def measured(name: str, what: str, paper: str, language: str, dpi: int) -> str:
    game: Any = GAMES[name]
    box = game.read_box(boxes.shipped_folder(name))
    pages: Sequence[Page] = game.sheets(box, what, language)
    surfaces: Sequence[Surface] = list(game.surfaces(box).values()) if hasattr(game, "surfaces") else []
    translate = catalogues.plainly(language)
    pdf = printing.printed(name, game, box, paper, what=what, language=language, translate=translate)
    known = frozenset(f"{game.PREFIX}:{code}" for code in game.PIECES(box))
    wanted = read = boards = cells = patches = 0
    apart: list[float] = []
    naked: list[float] = []
    missed: list[str] = []
    before: tuple[Page, Any] | None = None
    drawn = list(rendered(pdf, dpi))
    for page, pixels in zip(pages, drawn, strict=False):
        grey = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
        if asked := codes(page, game.PREFIX):
            seen = sight(grey, known, PATIENCE)
            found = {one.code for row in seen.rows for one in row}
            wanted, read = wanted + len(asked), read + len(found & set(asked))
            missed += sorted(set(asked) - found)
            for surface in surfaces:
                if set(surface.labels) == set(asked):
                    wrong = misread(pixels, seen, surface)
                    boards, cells, patches = boards + 1, cells + wrong[0], patches + wrong[1]
        if before is not None and of_cards(before[0]):
            apart += shifts(before[0], grey, CARD, dpi)
        if before is not None and of_tiles(before[0], page):
            naked.append(bare(before[1], grey, dpi))
        before = None if before is not None else (page, grey)
    told = [f"{name} {what} {paper} {language}: {len(drawn)} pages", f"{read} of {wanted} codes read"]
    if apart:
        told.append(f"backs off by mean {np.mean(apart):.2f}, worst {max(apart):.2f} pixels")
    if boards:
        told.append(f"{boards} boards with {cells} cells and {patches} patches misread")
    if naked:
        told.append(f"of {len(naked)} pages of tiles at most {max(naked):.3%} without a back")
    return ", ".join(told) + (f"; missed {' '.join(missed)}" if missed else "")


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
