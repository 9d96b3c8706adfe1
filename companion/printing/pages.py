"""Pages that a game draws itself, mark by mark (see `companion.drawing`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from fpdf import FPDF

from companion import drawing
from companion.drawing import Circle, Code, Columns, Line, Mark, Page, Polygon, Rectangle, Symbol, Text
from companion.paths import STATIC
from companion.printing.ink import code, draw, symbols_of
from companion.printing.paper import Translate, document
from companion.printing.setting import draw_columns, draw_text
from companion.rules import Game, Sentence


def drawn(name: str, game: Game, pages: Sequence[Page], paper: str = "a4", *, translate: Translate = str) -> bytes:
    """The *pages* of the game with the short *name* as a PDF, each in the middle of its paper."""
    pdf = document(paper, translate(Sentence(game.TITLE)))
    symbols = symbols_of(STATIC / name / "pieces.svg")
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
                draw_text(pdf, mark, translate)
            case Line() | Polygon() | Rectangle() | Circle():
                _draw_shape(pdf, mark)
            case Symbol():
                _draw_symbol(pdf, mark, symbols)
            case Code():
                draw(pdf, code(f"{prefix}:{mark.code}"), mark.x, mark.y, mark.side)
            case Columns():
                if rest := draw_columns(pdf, mark, translate):
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
        draw(pdf, symbols[mark.name], mark.x, mark.y, mark.side)
    elif mark.letter:
        half = mark.side / 2
        _draw_shape(pdf, Circle(mark.x + half, mark.y + half, half * 0.86, mark.side * 0.05))
        inner = Text(Sentence(mark.letter), mark.x, mark.y, mark.side, mark.side, mark.side * 1.6, bold=True)
        draw_text(pdf, inner, str)
