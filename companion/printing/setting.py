"""Text set in boxes and poured into columns (the marks Text and Columns of `companion.drawing`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from fpdf import FPDF
from fpdf.enums import TextMode

from companion.drawing import INK, Columns, Paragraph, Text
from companion.printing.ink import words_of
from companion.printing.paper import Translate

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


def draw_text(pdf: FPDF, mark: Text, translate: Translate) -> None:
    words = words_of(translate(mark.text))
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


def draw_columns(pdf: FPDF, mark: Columns, translate: Translate) -> tuple[Paragraph, ...]:
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
    words = words_of(translate(paragraph.text))
    lines = tuple(_wrapped(pdf, text, size, words)) if words else ()
    return _Set(paragraph, text, lines, size * POINT * LEADING * (len(lines) + BETWEEN))
