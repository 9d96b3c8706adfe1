"""A box -> sheets of labels as PDF, to cut out and stick on the pieces.

The same box gives the same bytes each time and everywhere: the date is fixed, and nothing is compressed, since libraries
compress differently. Lengths are millimetres, measured from the top left of the page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree as ET

import segno
from fpdf import FPDF
from fpdf.enums import TextMode
from fpdf.svg import SVGObject

from companion import chart
from companion.notation import Unreadable
from companion.paths import STATIC
from companion.rules import Game, Piece, Sentence, say

PAPERS: Final[Mapping[str, tuple[float, float]]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
WHAT: Final = ("labels", "cards", "all")
SMALLEST, LARGEST, USUAL = 8.0, 60.0, 16.0
"""Width of a code with its quiet zone; the last where a box does not say what suits its pieces."""
QUIET: Final = 4
"""Modules of white around a code."""
MODULES: Final = 21 + 2 * QUIET

MARGIN: Final = 10.0
GAP: Final = 2.0
"""Between labels: room for the cut marks."""
TICK: Final = 0.8
HEADER: Final = 16.0
PLACE: Final = 4.2
"""How much higher the header is when it says where the labels go."""
FOOTER: Final = 9.5
HEADING: Final = 6.5

INK: Final = (42, 31, 26)
PALE: Final = (150, 140, 130)
_SVG: Final = "http://www.w3.org/2000/svg"
ET.register_namespace("", _SVG)

Translate = Callable[[Sentence], str]


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


# --- the PDF ----------------------------------------------------------------------------------------------------------


def labels(
    name: str,
    game: Game,
    box: Any,
    paper: str = "a4",
    size_mm: float | None = None,
    *,
    what: str = "labels",
    translate: Translate = str,
) -> bytes:
    """The sheets of a box of the game with the short *name* as a PDF. `size_mm` is the width of a code with its quiet zone;
    None: the one that suits the box.

    Raises Unreadable when the paper, the size or *what* is none that can be printed.
    """
    if paper not in PAPERS:
        raise Unreadable(say("Paper is one of: {papers}.", papers=list(PAPERS)))
    size = size_of(box) if size_mm is None else size_mm
    if not SMALLEST <= size <= LARGEST:
        raise Unreadable(say("A label is {least} to {most} mm wide.", least=int(SMALLEST), most=int(LARGEST)))
    if what not in WHAT:
        raise Unreadable(say("What to print is one of: {what}.", what=WHAT))
    if what == "cards":
        raise Unreadable(say("This game has no cards to print: its labels go on the pieces of your box."))
    pages = sheets(game, box, paper, size)
    pdf = _document(paper, translate(Sentence(game.TITLE)))
    drawn = _symbols(STATIC / name / "pieces.svg")
    for number, sheet in enumerate(pages, start=1):
        pdf.add_page()
        _header(pdf, game, box, translate, say("Page {page} of {pages}", page=number, pages=len(pages)))
        for heading in sheet.headings:
            _draw_heading(pdf, heading, drawn, translate)
        for label in sheet.labels:
            _draw_label(pdf, label, game.PREFIX, drawn, translate)
        _ruler(pdf, paper, translate)
    return bytes(pdf.output())


@dataclass(frozen=True, slots=True)
class Sample:
    """A label of the test page: its code fills a square of `size` at (x, y)."""

    code: str
    x: float
    y: float
    size: float


CHART_TOP: Final = 64.0
CHART_GAP: Final = 9.0
"""Below a row of samples: room for their letters."""
CHART_SIDE: Final = 18.0
"""At the left of a row: room for its size in words."""


def samples(paper: str = "a4") -> list[Sample]:
    """Where every label of the test page stands, row after row, each in the middle of its column."""
    pitch = (PAPERS[paper][0] - 2 * MARGIN - CHART_SIDE) / chart.A_ROW
    found = []
    y = CHART_TOP
    for size in chart.SIZES:
        for number in range(1, chart.A_ROW + 1):
            x = MARGIN + CHART_SIDE + (number - 0.5) * pitch - size / 2
            found.append(Sample(chart.code(size, number), x, y, size))
        y += size + CHART_GAP
    return found


def chart_page(paper: str = "a4", *, translate: Translate = str) -> bytes:
    """The page of sample labels in every size (see `chart`) as a PDF. Raises Unreadable for a paper that is none."""
    if paper not in PAPERS:
        raise Unreadable(say("Paper is one of: {papers}.", papers=list(PAPERS)))
    pdf = _document(paper, translate(say("Test page for cameras")))
    pdf.add_page()
    right, y = pdf.w - MARGIN, MARGIN + 5.2
    _write(pdf, MARGIN, y, translate(say("Test page for cameras")), 17, bold=True, room=right - MARGIN)
    for step in CHART_STEPS:
        y += 1.4
        for line in _lines(pdf, translate(step), 10, right - MARGIN):
            y += 4.8
            _write(pdf, MARGIN, y, line, 10, room=right - MARGIN)
    for sample in samples(paper):
        _draw(pdf, _code(sample.code), sample.x, sample.y, sample.size)
        below = sample.y + sample.size + 3.2
        _write(pdf, sample.x + sample.size / 2, below, sample.code.partition(":")[2], 7, align="C", colour=PALE)
        if sample.code.endswith("-1"):
            middle = sample.y + sample.size / 2 + 1.6
            _write(pdf, MARGIN, middle, translate(say("{size} mm", size=int(sample.size))), 12, bold=True, room=CHART_SIDE - 2)
    _ruler(pdf, paper, translate)
    return bytes(pdf.output())


CHART_STEPS: Final = (
    say("1. Lay this page on the table where you play, in the light in which you play."),
    say("2. Photograph the whole page from where you stand or sit when you photograph pieces."),
    say("3. Open the photograph in Companion: under “Try a camera”, at any table, or with companion doctor --camera."),
    say("It says from which size on this camera reads labels from there. Print your labels in that size or larger."),
)


def _document(paper: str, title: str) -> FPDF:
    pdf = FPDF(unit="mm", format=PAPERS[paper])
    pdf.core_fonts_encoding = "cp1252"
    pdf.set_auto_page_break(False)
    pdf.set_margin(0)
    pdf.set_compression(False)
    pdf.set_creation_date(datetime(2000, 1, 1, tzinfo=UTC))
    pdf.set_producer("Companion")
    pdf.set_creator("Companion")
    pdf.set_title(title)
    pdf.set_text_color(*INK)
    return pdf


def _header(pdf: FPDF, game: Game, box: Any, translate: Translate, page: Sentence) -> None:
    right, base = pdf.w - MARGIN, MARGIN + 14.2
    _write(pdf, MARGIN, MARGIN + 5.2, translate(Sentence(game.TITLE)), 17, bold=True, room=right - MARGIN - 30)
    _write(pdf, right, MARGIN + 5.2, translate(page), 9, align="R")
    _write(
        pdf, MARGIN, MARGIN + 10.2, translate(say("Labels of the box “{box}”", box=Sentence(box.title))), 9, room=right - MARGIN
    )
    if place := place_of(box):
        _write(pdf, MARGIN, base, translate(place), 9, bold=True, room=right - MARGIN)
        base += PLACE
    hint = say("Cut along the corner marks. The white rim belongs to the code; the picture you may keep or cut off.")
    _write(pdf, MARGIN, base, translate(hint), 8, colour=PALE, room=right - MARGIN)


def _draw_heading(pdf: FPDF, heading: Heading, drawn: Mapping[str, bytes], translate: Translate) -> None:
    base = heading.y + 4.2
    x = MARGIN
    if heading.picture in drawn:
        _draw(pdf, drawn[heading.picture], x, heading.y + 0.2, 5.2)
        x += 6.7
    said = translate(say("{group}, continued", group=heading.group) if heading.again else heading.group)
    end = x + _write(pdf, x, base, said, 10, bold=True, room=pdf.w - MARGIN - x) + 3
    pdf.set_draw_color(*PALE)
    pdf.set_line_width(0.2)
    pdf.line(end, base - 1.2, pdf.w - MARGIN, base - 1.2)


def _draw_label(pdf: FPDF, label: Label, prefix: str, drawn: Mapping[str, bytes], translate: Translate) -> None:
    piece, x, y = label.piece, label.x, label.y
    _draw(pdf, _code(f"{prefix}:{piece.code}"), x, y, label.size)
    _write(pdf, x + label.size / 2, label.base, piece.code, label.strip * 2.5, bold=True, align="C", room=label.size - 0.6)
    _draw_side(pdf, label, drawn, translate)
    _cut_marks(pdf, label)


def _draw_side(pdf: FPDF, label: Label, drawn: Mapping[str, bytes], translate: Translate) -> None:
    piece = label.piece
    room = label.side - 1.4
    middle, y = label.x + label.size + label.side / 2, label.y + 0.7
    points = min(12.0, max(5.4, label.size * 0.34))
    line = points * 0.4
    lines = _lines(pdf, translate(piece.name), points, room)
    picture = min(room, label.size - 1.2 - 2 * line)
    if piece.picture in drawn:
        _draw(pdf, drawn[piece.picture], middle - picture / 2, y, picture)
    for number, text in enumerate(lines):
        _write(pdf, middle, y + picture + line * (number + 0.95), text, points, align="C", room=room)
    _write(pdf, middle, label.base, piece.letter, label.strip * 2.5, bold=True, align="C", room=room)


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


def _ruler(pdf: FPDF, paper: str, translate: Translate) -> None:
    """A line of 100 mm, on letter of 4 in too, to lay a ruler on."""
    x, y = MARGIN, pdf.h - MARGIN - 1.5
    pdf.set_draw_color(*INK)
    pdf.set_line_width(0.25)
    inches = paper == "letter"
    pdf.line(x, y, x + (101.6 if inches else 100), y)
    for centimetre in range(11):
        pdf.line(x + centimetre * 10, y, x + centimetre * 10, y - (3 if centimetre % 10 == 0 else 1.4))
    for inch in range(5 if inches else 0):
        pdf.line(x + inch * 25.4, y, x + inch * 25.4, y + (2.4 if inch % 4 == 0 else 1.2))
    length = say("100 mm (marks above) or 4 in (marks below)") if inches else say("100 mm")
    check = say("Print at 100 %, not “fit to page”. This line measures {length}.", length=length)
    lines = _lines(pdf, translate(check), 8, pdf.w - 2 * MARGIN - 108)
    for number, text in enumerate(lines):
        _write(pdf, x + 106, y - 0.2 + 3.2 * (number - len(lines) + 1), text, 8, room=pdf.w - 2 * MARGIN - 106)


# --- pictures ---------------------------------------------------------------------------------------------------------


@cache
def _symbols(sprite: Path) -> Mapping[str, bytes]:
    """Each symbol of a sprite as an SVG of its own; nothing when there is no sprite."""
    if not sprite.is_file():
        return {}
    found = {}
    for symbol in ET.fromstring(sprite.read_text("utf-8")).iter(f"{{{_SVG}}}symbol"):
        svg = ET.Element(f"{{{_SVG}}}svg", {"viewBox": symbol.get("viewBox", "0 0 100 100")})
        svg.extend(part for part in symbol if part.tag != f"{{{_SVG}}}title")
        found[symbol.get("id", "")] = ET.tostring(svg)
    return found


@lru_cache(maxsize=1024)
def _drawing(svg: bytes) -> SVGObject:
    return SVGObject(svg)


def _draw(pdf: FPDF, svg: bytes, x: float, y: float, side: float) -> None:
    """As `FPDF.image` does, which would read the picture anew for each of a hundred labels. Knows no gradients."""
    _, _, path = _drawing(svg).transform_to_rect_viewport(scale=1, width=side, height=side, ignore_svg_top_attrs=True)
    assert path.transform is not None
    path.transform = path.transform @ path.transform.translation(x, y)
    pdf.draw_path(path, copy=False)


@lru_cache(maxsize=1024)
def _code(text: str) -> bytes:
    """A QR of version 1, level H, with its quiet zone, as one SVG path: no seams between the modules."""
    code = segno.make_qr(text, version=1, error="H", mode="alphanumeric", boost_error=False)
    path = "".join(
        f"M{start} {row}h{length}v1h-{length}z"
        for row, modules in enumerate(code.matrix, start=QUIET)
        for start, length in _runs(modules)
    )
    return f'<svg xmlns="{_SVG}" viewBox="0 0 {MODULES} {MODULES}"><path d="{path}" fill="#000000"/></svg>'.encode()


def _runs(modules: Sequence[int]) -> Iterator[tuple[int, int]]:
    """(start, length) of each run of dark modules in a row, counted with the quiet zone."""
    start = QUIET
    for dark, run in groupby(modules):
        length = len(list(run))
        if dark:
            yield start, length
        start += length


# --- text -------------------------------------------------------------------------------------------------------------


def _printable(text: str) -> str:
    """*text* if the fonts that every PDF reader has can show it, else nothing: the code and the picture remain."""
    try:
        text.encode("cp1252")
    except UnicodeEncodeError:
        return ""
    return text


def _font(pdf: FPDF, points: float, bold: bool) -> None:
    pdf.set_font("helvetica", "B" if bold else "", points)


def _write(
    pdf: FPDF,
    x: float,
    base: float,
    text: str,
    points: float,
    *,
    bold: bool = False,
    align: str = "L",
    room: float | None = None,
    colour: tuple[int, int, int] = INK,
) -> float:
    """Writes *text* on the line *base* and returns its width; what does not fit in *room* is set smaller."""
    shown = _printable(text)
    _font(pdf, points, bold)
    width = pdf.get_string_width(shown)
    if room is not None and width > room:
        _font(pdf, points * room / width, bold)
        width = pdf.get_string_width(shown)
    pdf.set_text_color(*colour)
    pdf.text_mode = TextMode.FILL
    pdf.text(x - {"L": 0.0, "C": width / 2, "R": width}[align], base, shown)
    return width


def _lines(pdf: FPDF, text: str, points: float, room: float) -> list[str]:
    """*text* in one or two lines of words: the first as full as it fits or, where that is not enough, both as even as can be."""
    _font(pdf, points, bold=False)
    words = _printable(text).split()

    def width(some: Sequence[str]) -> float:
        return pdf.get_string_width(" ".join(some))

    end = next((end for end in range(len(words), 1, -1) if width(words[:end]) <= room), 1)
    if width(words[end:]) > room:
        end = min(range(1, len(words)), key=lambda end: max(width(words[:end]), width(words[end:])))
    return [" ".join(some) for some in (words[:end], words[end:]) if some]
