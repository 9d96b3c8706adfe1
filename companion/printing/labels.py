"""Sheets of labels to cut out and stick on the pieces of a box."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from fpdf import FPDF

from companion.drawing import INK, PALE
from companion.notation import Unreadable
from companion.paths import STATIC
from companion.printing.ink import code, draw, symbols_of, two_lines, write
from companion.printing.paper import FOOTER, MARGIN, PAPERS, Translate, document, known, ruler
from companion.rules import Game, Piece, Sentence, say

SMALLEST, LARGEST, USUAL = 8.0, 60.0, 16.0
"""Width of a code with its quiet zone; the last where a box does not say what suits its pieces."""
GAP: Final = 2.0
"""Between labels: room for the cut marks."""
TICK: Final = 0.8
HEADER: Final = 16.0
PLACE: Final = 4.2
"""How much higher the header is when it says where the labels go."""
HEADING: Final = 6.5


# --- what the box says ------------------------------------------------------------------------------------------------


def size_of(box: Any) -> float:
    """The width of a code, in mm, that suits the pieces of a box: its `size_mm`, where it has one, else USUAL."""
    return float(getattr(box, "size_mm", USUAL))


def place_of(box: Any) -> Sentence | None:
    """Where on a piece its label goes, from the `place` of a box; None where it leaves that to people."""
    place = getattr(box, "place", "")
    return say("Where to stick them: {place}.", place=Sentence(place)) if place else None


# --- what stands where ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Label:
    """One label on its page: the code fills a square of `size` at (x, y), its letters stand in a strip below, and a
    picture with the name on the right, to be cut off or kept."""

    piece: Piece
    x: float
    y: float
    size: float

    @property
    def strip(self) -> float:
        return max(2.8, self.size * 0.2)

    @property
    def base(self) -> float:
        """The line on which the letters below the code stand."""
        return self.y + self.height - self.strip * 0.28

    @property
    def side(self) -> float:
        """Width of the part with the picture."""
        return min(max(self.size * 0.8, 11.0), max(24.0, self.size * 0.5))

    @property
    def width(self) -> float:
        return self.size + self.side

    @property
    def height(self) -> float:
        return self.size + self.strip


@dataclass(frozen=True, slots=True)
class Heading:
    group: Sentence
    picture: str
    y: float
    again: bool
    """Whether the group began on an earlier page."""


@dataclass(frozen=True, slots=True)
class Sheet:
    headings: tuple[Heading, ...]
    labels: tuple[Label, ...]


def sheets(game: Game, box: Any, paper: str = "a4", size_mm: float | None = None) -> list[Sheet]:
    """Where every label of a box goes, group after group, in rows that do not overlap the margins: a piece as often as it has
    `copies`. Size as for `labels`."""
    width, height = PAPERS[paper]
    size = size_of(box) if size_mm is None else size_mm
    model = Label(Piece("", Sentence(""), Sentence(""), "", ""), 0, 0, size)
    columns = int((width - 2 * MARGIN + GAP) // (model.width + GAP))
    left = (width - columns * (model.width + GAP) + GAP) / 2
    top, bottom = MARGIN + HEADER + (PLACE if place_of(box) else 0), height - MARGIN - FOOTER
    done: list[Sheet] = []
    headings: list[Heading] = []
    labels: list[Label] = []
    y = top
    for group, members in groupby(game.PIECES(box).values(), key=lambda piece: piece.group):
        rows = _rows([piece for piece in members for _ in range(piece.copies)], columns)
        for number, row in enumerate(rows):
            needed = model.height + (HEADING if number == 0 else 0)
            if y + needed > bottom and labels:
                done.append(Sheet(tuple(headings), tuple(labels)))
                headings, labels, y = [], [], top
            if number == 0 or y == top:
                headings.append(Heading(group, row[0].picture, y, again=number > 0))
                y += HEADING
            labels += [Label(piece, left + column * (model.width + GAP), y, size) for column, piece in enumerate(row)]
            y += model.height + GAP
    return [*done, Sheet(tuple(headings), tuple(labels))]


def _rows(pieces: Sequence[Piece], columns: int) -> list[Sequence[Piece]]:
    return [pieces[start : start + columns] for start in range(0, len(pieces), columns)]


# --- the sheets -------------------------------------------------------------------------------------------------------


def labels(
    name: str, game: Game, box: Any, paper: str = "a4", size_mm: float | None = None, *, translate: Translate = str
) -> bytes:
    """The sheets of labels of a box of the game with the short *name* as a PDF. `size_mm` is the width of a code with its quiet
    zone; None: the one that suits the box.

    Raises Unreadable when the paper or the size is none that can be printed.
    """
    known(paper)
    size = size_of(box) if size_mm is None else size_mm
    if not SMALLEST <= size <= LARGEST:
        raise Unreadable(say("A label is {least} to {most} mm wide.", least=int(SMALLEST), most=int(LARGEST)))
    pages = sheets(game, box, paper, size)
    pdf = document(paper, translate(Sentence(game.TITLE)))
    drawn = symbols_of(STATIC / name / "pieces.svg")
    for number, sheet in enumerate(pages, start=1):
        pdf.add_page()
        _header(pdf, game, box, translate, say("Page {page} of {pages}", page=number, pages=len(pages)))
        for heading in sheet.headings:
            _draw_heading(pdf, heading, drawn, translate)
        for label in sheet.labels:
            _draw_label(pdf, label, game.PREFIX, drawn, translate)
        ruler(pdf, paper, translate)
    return bytes(pdf.output())


def _header(pdf: FPDF, game: Game, box: Any, translate: Translate, page: Sentence) -> None:
    right, base = pdf.w - MARGIN, MARGIN + 14.2
    write(pdf, MARGIN, MARGIN + 5.2, translate(Sentence(game.TITLE)), 17, bold=True, room=right - MARGIN - 30)
    write(pdf, right, MARGIN + 5.2, translate(page), 9, align="R")
    write(
        pdf, MARGIN, MARGIN + 10.2, translate(say("Labels of the box “{box}”", box=Sentence(box.title))), 9, room=right - MARGIN
    )
    if place := place_of(box):
        write(pdf, MARGIN, base, translate(place), 9, bold=True, room=right - MARGIN)
        base += PLACE
    hint = say("Cut along the corner marks. The white rim belongs to the code; the picture you may keep or cut off.")
    write(pdf, MARGIN, base, translate(hint), 8, colour=PALE, room=right - MARGIN)


def _draw_heading(pdf: FPDF, heading: Heading, drawn: Mapping[str, bytes], translate: Translate) -> None:
    base = heading.y + 4.2
    x = MARGIN
    if heading.picture in drawn:
        draw(pdf, drawn[heading.picture], x, heading.y + 0.2, 5.2)
        x += 6.7
    said = translate(say("{group}, continued", group=heading.group) if heading.again else heading.group)
    end = x + write(pdf, x, base, said, 10, bold=True, room=pdf.w - MARGIN - x) + 3
    pdf.set_draw_color(*PALE)
    pdf.set_line_width(0.2)
    pdf.line(end, base - 1.2, pdf.w - MARGIN, base - 1.2)


def _draw_label(pdf: FPDF, label: Label, prefix: str, drawn: Mapping[str, bytes], translate: Translate) -> None:
    piece, x, y = label.piece, label.x, label.y
    draw(pdf, code(f"{prefix}:{piece.code}"), x, y, label.size)
    write(pdf, x + label.size / 2, label.base, piece.code, label.strip * 2.5, bold=True, align="C", room=label.size - 0.6)
    _draw_side(pdf, label, drawn, translate)
    _cut_marks(pdf, label)


def _draw_side(pdf: FPDF, label: Label, drawn: Mapping[str, bytes], translate: Translate) -> None:
    piece = label.piece
    room = label.side - 1.4
    middle, y = label.x + label.size + label.side / 2, label.y + 0.7
    points = min(12.0, max(5.4, label.size * 0.34))
    line = points * 0.4
    lines = two_lines(pdf, translate(piece.name), points, room)
    picture = min(room, label.size - 1.2 - 2 * line)
    if piece.picture in drawn:
        draw(pdf, drawn[piece.picture], middle - picture / 2, y, picture)
    for number, text in enumerate(lines):
        write(pdf, middle, y + picture + line * (number + 0.95), text, points, align="C", room=room)
    write(pdf, middle, label.base, piece.letter, label.strip * 2.5, bold=True, align="C", room=room)


def _cut_marks(pdf: FPDF, label: Label) -> None:
    pdf.set_draw_color(*INK)
    pdf.set_line_width(0.15)
    right, bottom = label.x + label.width, label.y + label.height
    for y, outward in ((label.y, -TICK), (bottom, TICK)):
        for x in (label.x, label.x + label.size, right):
            pdf.line(x, y + outward * 0.2, x, y + outward)
        pdf.line(label.x - TICK * 0.2, y, label.x - TICK, y)
        pdf.line(right + TICK * 0.2, y, right + TICK, y)
    pdf.set_draw_color(*PALE)
    pdf.set_line_width(0.1)
    pdf.set_dash_pattern(dash=0.5, gap=0.9)
    pdf.line(label.x + label.size + 0.15, label.y + 0.4, label.x + label.size + 0.15, bottom)
    pdf.set_dash_pattern()
