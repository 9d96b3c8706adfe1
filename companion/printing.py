"""A box -> PDF: sheets of labels to cut out and stick on the pieces, or the pages that a game draws itself (see `drawing`).

The same box gives the same bytes each time and everywhere: the date is fixed, and nothing is compressed, since libraries
compress differently. Lengths are millimetres, measured from the top left of the page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
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

from companion import chart, drawing
from companion.drawing import INK, PALE, Circle, Code, Columns, Line, Mark, Page, Paragraph, Polygon, Rectangle, Symbol, Text
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


def offered(game: Game) -> tuple[str, ...]:
    """What of a game can be printed."""
    return WHAT if hasattr(game, "sheets") else WHAT[:1]


DUPLEX: Final = say(
    "Print it at 100 %, not “fit to page”, on both sides, turned over the long edge. On one side only: print the odd pages, "
    "turn the stack over, and print the even ones on the back."
)
"""How pages with backs are printed."""


def printed(
    name: str,
    game: Game,
    box: Any,
    paper: str = "a4",
    size_mm: float | None = None,
    *,
    what: str = "labels",
    language: str = "en",
    translate: Translate = str,
) -> bytes:
    """*what* is printed of a box of the game with the short *name*, as a PDF: pages that the game draws itself, else sheets of
    labels. `size_mm`: as for `labels`, which are printed when it is another than suits the box.

    Raises Unreadable when the paper, the size or *what* is none that can be printed.
    """
    if what not in WHAT:
        raise Unreadable(say("What to print is one of: {what}.", what=WHAT))
    own = getattr(game, "sheets", None)
    if what == "cards" and own is None:
        raise Unreadable(say("This game has no cards to print: its labels go on the pieces of your box."))
    if own is None or (what == "labels" and size_mm not in (None, size_of(box))):
        return labels(name, game, box, paper, size_mm, translate=translate)
    if paper not in PAPERS:
        raise Unreadable(say("Paper is one of: {papers}.", papers=list(PAPERS)))
    return drawn(name, game, own(box, what, language), paper, translate=translate)


def labels(
    name: str, game: Game, box: Any, paper: str = "a4", size_mm: float | None = None, *, translate: Translate = str
) -> bytes:
    """The sheets of labels of a box of the game with the short *name* as a PDF. `size_mm` is the width of a code with its quiet
    zone; None: the one that suits the box.

    Raises Unreadable when the paper or the size is none that can be printed.
    """
    if paper not in PAPERS:
        raise Unreadable(say("Paper is one of: {papers}.", papers=list(PAPERS)))
    size = size_of(box) if size_mm is None else size_mm
    if not SMALLEST <= size <= LARGEST:
        raise Unreadable(say("A label is {least} to {most} mm wide.", least=int(SMALLEST), most=int(LARGEST)))
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


# --- pages that a game draws ------------------------------------------------------------------------------------------


def drawn(name: str, game: Game, pages: Sequence[Page], paper: str = "a4", *, translate: Translate = str) -> bytes:
    """The *pages* of the game with the short *name* as a PDF, each in the middle of its paper."""
    pdf = _document(paper, translate(Sentence(game.TITLE)))
    symbols = _symbols(STATIC / name / "pieces.svg")
    for page in pages:
        rest = _draw_page(pdf, page, game.PREFIX, symbols, translate)
        while rest is not None:
            rest = _draw_page(pdf, rest, game.PREFIX, symbols, translate)
    return bytes(pdf.output())


def _draw_page(pdf: FPDF, page: Page, prefix: str, symbols: Mapping[str, bytes], translate: Translate) -> Page | None:
    """Draws the page, and returns the one on which its columns go on."""
    pdf.add_page(orientation="L" if page.landscape else "P")
    over: list[Mark] = []
    for mark in drawing.moved(page.marks, (pdf.w - page.width) / 2, (pdf.h - page.height) / 2):
        match mark:
            case Text():
                _draw_text(pdf, mark, translate)
            case Line() | Polygon() | Rectangle() | Circle():
                _draw_shape(pdf, mark)
            case Symbol():
                _draw_symbol(pdf, mark, symbols)
            case Code():
                _draw(pdf, _code(f"{prefix}:{mark.code}"), mark.x, mark.y, mark.side)
            case Columns():
                if rest := _draw_columns(pdf, mark, translate):
                    over.append(replace(mark, paragraphs=rest))
    back = drawing.moved(over, -(pdf.w - page.width) / 2, -(pdf.h - page.height) / 2)
    return replace(page, marks=back) if over else None


def _draw_shape(pdf: FPDF, mark: Line | Polygon | Rectangle | Circle) -> None:
    if isinstance(mark, Polygon):
        pdf.set_fill_color(*mark.fill)
        pdf.polygon(list(mark.points), style="F")
        return
    pdf.set_draw_color(*mark.ink)
    pdf.set_line_width(mark.line)
    if isinstance(mark, Line):
        _dashed(pdf, mark.dash)
        pdf.polyline(list(mark.points))
        _dashed(pdf, 0)
        return
    if mark.fill is not None:
        pdf.set_fill_color(*mark.fill)
    style = ("D" if mark.line else "") + ("F" if mark.fill is not None else "")
    if not style:
        return
    if isinstance(mark, Circle):
        pdf.ellipse(mark.x - mark.radius, mark.y - mark.radius, 2 * mark.radius, 2 * mark.radius, style=style)
        return
    _dashed(pdf, mark.dash)
    pdf.rect(mark.x, mark.y, mark.width, mark.height, style=style, round_corners=mark.corner > 0, corner_radius=mark.corner)
    _dashed(pdf, 0)


def _dashed(pdf: FPDF, dash: float) -> None:
    if dash:
        pdf.set_dash_pattern(dash=dash, gap=dash)
    else:
        pdf.set_dash_pattern()


def _draw_symbol(pdf: FPDF, mark: Symbol, symbols: Mapping[str, bytes]) -> None:
    if mark.name in symbols:
        _draw(pdf, symbols[mark.name], mark.x, mark.y, mark.side)
    elif mark.letter:
        half = mark.side / 2
        _draw_shape(pdf, Circle(mark.x + half, mark.y + half, half * 0.86, mark.side * 0.05))
        inner = Text(Sentence(mark.letter), mark.x, mark.y, mark.side, mark.side, mark.side * 1.6, bold=True)
        _draw_text(pdf, inner, str)


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


def _words(text: str) -> list[str]:
    """What may stand on a line of its own: a no-break space ties two words to each other."""
    return [word for word in re.split("[ \t\n]+", _printable(text)) if word]


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
    words = _words(text)

    def width(some: Sequence[str]) -> float:
        return pdf.get_string_width(" ".join(some))

    end = next((end for end in range(len(words), 1, -1) if width(words[:end]) <= room), 1)
    if width(words[end:]) > room:
        end = min(range(1, len(words)), key=lambda end: max(width(words[:end]), width(words[end:])))
    return [" ".join(some) for some in (words[:end], words[end:]) if some]


# --- text in boxes ----------------------------------------------------------------------------------------------------

POINT: Final = 25.4 / 72
"""Millimetres."""
LEADING: Final = 1.14
"""From line to line, in sizes of the type."""
CAPITAL: Final = {"helvetica": 0.72, "times": 0.66}
"""How tall capitals and figures are, in sizes of the type."""
DESCENT: Final = 0.22
STEP: Final = 0.25
"""Points by which type that does not fit is set smaller."""
DOTS: Final = "…"


def _set(pdf: FPDF, mark: Text, points: float) -> str:
    """Sets the font of the mark in this size; returns its family."""
    family = "times" if mark.serif else "helvetica"
    pdf.set_font(family, ("B" if mark.bold else "") + ("I" if mark.italic else ""), points)
    return family


def _draw_text(pdf: FPDF, mark: Text, translate: Translate) -> None:
    words = _words(translate(mark.text))
    if not words:
        return
    points, lines = _fitted(pdf, mark, words)
    capital = CAPITAL[_set(pdf, mark, points)] * points * POINT
    leading = points * POINT * LEADING
    block = capital + leading * (len(lines) - 1)
    spare = {"top": 0.0, "middle": (mark.height - block) / 2, "bottom": mark.height - block - DESCENT * points * POINT}[
        mark.stand
    ]
    pdf.set_text_color(*mark.ink)
    pdf.text_mode = TextMode.FILL
    for number, line in enumerate(lines):
        width = pdf.get_string_width(line)
        x = mark.x + {"left": 0.0, "middle": (mark.width - width) / 2, "right": mark.width - width}[mark.align]
        pdf.text(x, mark.y + spare + capital + number * leading, line)


def _fitted(pdf: FPDF, mark: Text, words: Sequence[str]) -> tuple[float, list[str]]:
    """The largest size in which the words fit their box, and their lines; in the least, what fits and dots."""
    points = mark.points
    while points > mark.least:
        lines = _wrapped(pdf, mark, points, words)
        if len(lines) <= _room(mark, points) and all(pdf.get_string_width(line) <= mark.width for line in lines):
            return points, lines
        points = max(mark.least, points - STEP)
    points = min(mark.points, mark.least)
    lines = _wrapped(pdf, mark, points, words)
    kept = lines[: _room(mark, points)]
    cut = len(kept) < len(lines)
    return points, [_cut(pdf, line, mark.width, dots=cut and line is kept[-1]) for line in kept]


def _room(mark: Text, points: float) -> int:
    """How many lines of this size the box has; always one."""
    line = points * POINT
    return max(1, int((mark.height - line * (0.72 + DESCENT)) / (line * LEADING)) + 1)


def _wrapped(pdf: FPDF, mark: Text, points: float, words: Sequence[str]) -> list[str]:
    """The words in lines as full as they fit; a word that is too long has a line of its own."""
    _set(pdf, mark, points)
    lines = [words[0]]
    for word in words[1:]:
        if pdf.get_string_width(f"{lines[-1]} {word}") <= mark.width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _cut(pdf: FPDF, line: str, width: float, *, dots: bool) -> str:
    """The line, or as much of it as fits with dots."""
    if not dots and pdf.get_string_width(line) <= width:
        return line
    while line and pdf.get_string_width(line + DOTS) > width:
        line = line[:-1].rstrip()
    return line + DOTS


# --- columns ----------------------------------------------------------------------------------------------------------

ABOVE: Final = 1.1
"""Before a heading, in its lines."""
BETWEEN: Final = 0.32
"""Between paragraphs, in lines."""


@dataclass(frozen=True, slots=True)
class _Set:
    """A paragraph in its lines, with the height that it takes from the top of its first line to the next paragraph."""

    paragraph: Paragraph
    text: Text
    lines: tuple[str, ...]
    height: float


def _draw_columns(pdf: FPDF, mark: Columns, translate: Translate) -> tuple[Paragraph, ...]:
    """Draws the paragraphs, and returns those that have no room."""
    points = mark.points
    columns, rest = _poured(pdf, mark, points, translate)
    while rest and points > mark.least:
        points = max(mark.least, points - STEP)
        columns, rest = _poured(pdf, mark, points, translate)
    wide = (mark.width - mark.gap * (mark.columns - 1)) / mark.columns
    for number, column in enumerate(columns):
        y = mark.y
        for place, one in enumerate(column):
            leading = one.text.points * POINT * LEADING
            y += ABOVE * leading if one.paragraph.heading and place else 0.0
            _set(pdf, one.text, one.text.points)
            pdf.set_text_color(*INK)
            pdf.text_mode = TextMode.FILL
            for line, text in enumerate(one.lines):
                pdf.text(mark.x + number * (wide + mark.gap), y + leading * (line + 0.8), text)
            y += one.height
    return rest


def _poured(pdf: FPDF, mark: Columns, points: float, translate: Translate) -> tuple[list[list[_Set]], tuple[Paragraph, ...]]:
    """The paragraphs in each column in type of this size, and those for which there is no room. A heading stays with what
    follows it."""
    wide = (mark.width - mark.gap * (mark.columns - 1)) / mark.columns
    columns: list[list[_Set]] = [[]]
    used = 0.0
    whole = [_in_lines(pdf, paragraph, wide, points, translate) for paragraph in mark.paragraphs]
    for number, one in enumerate(whole):
        above = ABOVE * one.text.points * POINT * LEADING if one.paragraph.heading and columns[-1] else 0.0
        needed = above + one.height
        if one.paragraph.heading and number + 1 < len(whole):
            needed += whole[number + 1].height
        if used + needed > mark.height and columns[-1]:
            if len(columns) == mark.columns:
                return columns, mark.paragraphs[number:]
            columns.append([])
            used, above = 0.0, 0.0
        columns[-1].append(one)
        used += above + one.height
    return columns, ()


def _in_lines(pdf: FPDF, paragraph: Paragraph, wide: float, points: float, translate: Translate) -> _Set:
    size = points * 1.3 if paragraph.heading else points
    text = Text(paragraph.text, 0, 0, wide, 0, size, bold=paragraph.heading, serif=paragraph.heading)
    words = _words(translate(paragraph.text))
    lines = tuple(_wrapped(pdf, text, size, words)) if words else ()
    return _Set(paragraph, text, lines, size * POINT * LEADING * (len(lines) + BETWEEN))
