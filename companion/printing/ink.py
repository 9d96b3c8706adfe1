"""What is put on paper piece by piece: pictures of a sprite, QR codes, and lines of text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

import segno
from fpdf import FPDF
from fpdf.enums import TextMode
from fpdf.svg import SVGObject

from companion.drawing import INK

QUIET: Final = 4
"""Modules of white around a code."""
MODULES: Final = 21 + 2 * QUIET

_SVG: Final = "http://www.w3.org/2000/svg"
ET.register_namespace("", _SVG)


# --- pictures ---------------------------------------------------------------------------------------------------------


@cache
def symbols_of(sprite: Path) -> Mapping[str, bytes]:
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


def draw(pdf: FPDF, svg: bytes, x: float, y: float, side: float) -> None:
    """As `FPDF.image` does, which would read the picture anew for each of a hundred labels. Knows no gradients."""
    _, _, path = _drawing(svg).transform_to_rect_viewport(scale=1, width=side, height=side, ignore_svg_top_attrs=True)
    assert path.transform is not None
    path.transform = path.transform @ path.transform.translation(x, y)
    pdf.draw_path(path, copy=False)


@lru_cache(maxsize=1024)
def code(text: str) -> bytes:
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


def words_of(text: str) -> list[str]:
    """What may stand on a line of its own: a no-break space ties two words to each other."""
    return [word for word in re.split("[ \t\n]+", _printable(text)) if word]


def _font(pdf: FPDF, points: float, bold: bool) -> None:
    pdf.set_font("helvetica", "B" if bold else "", points)


def write(
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


def two_lines(pdf: FPDF, text: str, points: float, room: float) -> list[str]:
    """*text* in one or two lines of words: the first as full as it fits or, where that is not enough, both as even as can be."""
    _font(pdf, points, bold=False)
    words = words_of(text)

    def width(some: Sequence[str]) -> float:
        return pdf.get_string_width(" ".join(some))

    end = next((end for end in range(len(words), 1, -1) if width(words[:end]) <= room), 1)
    if width(words[end:]) > room:
        end = min(range(1, len(words)), key=lambda end: max(width(words[:end]), width(words[end:])))
    return [" ".join(some) for some in (words[:end], words[end:]) if some]
