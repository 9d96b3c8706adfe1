"""The test page for cameras: sample labels in every size (see `companion.chart`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion import chart
from companion.drawing import PALE
from companion.printing.ink import code, draw, two_lines, write
from companion.printing.paper import MARGIN, PAPERS, Translate, document, known, ruler
from companion.rules import say


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
    known(paper)
    pdf = document(paper, translate(say("Test page for cameras")))
    pdf.add_page()
    right, y = pdf.w - MARGIN, MARGIN + 5.2
    write(pdf, MARGIN, y, translate(say("Test page for cameras")), 17, bold=True, room=right - MARGIN)
    for step in CHART_STEPS:
        y += 1.4
        for line in two_lines(pdf, translate(step), 10, right - MARGIN):
            y += 4.8
            write(pdf, MARGIN, y, line, 10, room=right - MARGIN)
    for sample in samples(paper):
        draw(pdf, code(sample.code), sample.x, sample.y, sample.size)
        below = sample.y + sample.size + 3.2
        write(pdf, sample.x + sample.size / 2, below, sample.code.partition(":")[2], 7, align="C", colour=PALE)
        if sample.code.endswith("-1"):
            middle = sample.y + sample.size / 2 + 1.6
            write(pdf, MARGIN, middle, translate(say("{size} mm", size=int(sample.size))), 12, bold=True, room=CHART_SIDE - 2)
    ruler(pdf, paper, translate)
    return bytes(pdf.output())


CHART_STEPS: Final = (
    say("1. Lay this page on the table where you play, in the light in which you play."),
    say("2. Photograph the whole page from where you stand or sit when you photograph pieces."),
    say("3. Open the photograph in Companion: under “Try a camera”, at any table, or with companion doctor --camera."),
    say("It says from which size on this camera reads labels from there. Print your labels in that size or larger."),
)
