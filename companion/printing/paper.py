"""The paper: its sizes and margins, an empty document, and the line that shows whether it was printed in full size."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Final

from fpdf import FPDF

from companion.drawing import INK
from companion.notation import Unreadable
from companion.printing.ink import two_lines, write
from companion.rules import Sentence, say

PAPERS: Final[Mapping[str, tuple[float, float]]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
MARGIN: Final = 10.0
FOOTER: Final = 9.5

Translate = Callable[[Sentence], str]


def known(paper: str) -> None:
    """Raises Unreadable for a paper that is none."""
    if paper not in PAPERS:
        raise Unreadable(say("Paper is one of: {papers}.", papers=list(PAPERS)))


def document(paper: str, title: str) -> FPDF:
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


def ruler(pdf: FPDF, paper: str, translate: Translate) -> None:
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
    lines = two_lines(pdf, translate(check), 8, pdf.w - 2 * MARGIN - 108)
    for number, text in enumerate(lines):
        write(pdf, x + 106, y - 0.2 + 3.2 * (number - len(lines) + 1), text, 8, room=pdf.w - 2 * MARGIN - 106)
