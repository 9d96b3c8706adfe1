"""For those who have a printed copy: labels to cut out, patches to stick on, and where to measure (specification, sections 2, 8).

Lengths are millimetres.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from companion.drawing import PALE, TINT, WHITE, Code, Columns, Line, Mark, Page, Paragraph, Polygon, Rectangle, Text, moved
from companion.games.mine.boards import strip
from companion.games.mine.pieces import CORNERS, Box
from companion.rules import N_, Sentence, say

AREA: Final = (190.0, 262.0)
HEAD: Final = 22.0
UNDER: Final = 3.4
"""Below a label: its code in letters."""
GAP: Final = 1.8
"""Between labels: room for the cut marks of both."""


def label_pages(box: Box) -> Iterator[Page]:
    """All labels, then how to measure, then the strips of patches."""
    yield from _labels(box)
    yield _measures(box)
    yield from _strips(box)


def _head(box: Box, where: Sentence) -> Iterator[Mark]:
    title = say("Labels of the box “{box}”", box=Sentence(box.title))
    yield Text(title, 0, 0, AREA[0], 7, 15, bold=True, serif=True, align="left")
    yield Text(where, 0, 7.6, AREA[0], 6.4, 9.5, align="left", stand="top")
    hint = say("Print at 100 %: this line measures 100 mm. Cut along the corner marks; the white rim belongs to the code.")
    yield Text(hint, 104, 13.6, AREA[0] - 104, 6.4, 7.5, align="left")
    yield from ruler(0, 18)


def ruler(x: float, y: float) -> Iterator[Line]:
    """100 mm to hold a ruler against."""
    yield Line(((x, y), (x + 100, y)), 0.25)
    for centimetre in range(11):
        at = x + centimetre * 10
        yield Line(((at, y), (at, y - (3 if centimetre % 10 == 0 else 1.4))), 0.25)


# --- labels -----------------------------------------------------------------------------------------------------------


def _labels(box: Box) -> Iterator[Page]:
    side = box.size_mm
    across, down = int((AREA[0] + GAP) // (side + GAP)), max(1, int((AREA[1] - HEAD) // (side + UNDER + GAP)))
    # Four corners of a side in one row, and no side torn apart.
    across -= across % len(CORNERS) if across > len(CORNERS) else 0
    pitch = AREA[0] / across
    codes, many = _in_order(box, across), across * down
    where = say(
        "Cards: on the face of the treasure card. Boards: upright at the corner that the label names, as page {page} shows.",
        page=-(-len(codes) // many) + 1,
    )
    for first in range(0, len(codes), many):
        marks = list(_head(box, where))
        for number, code in enumerate(codes[first : first + many]):
            if code:
                row, column = divmod(number, across)
                x, y = (column + 0.5) * pitch - side / 2, HEAD + row * (side + UNDER + GAP)
                marks += [Code(code, x, y, side), Text(Sentence(code), x, y + side - 0.6, side, UNDER, 8, bold=True)]
                marks += _corners(x, y, side, side + UNDER)
        yield Page(*AREA, tuple(marks))


def _in_order(box: Box, across: int) -> list[str]:
    """Codes as they follow each other, "" for a place that stays free: corners begin a row of their own."""
    cards = [card.card for card in box.cards]
    corners = [f"{one.board}{one.side}-{corner}" for one in box.boards for corner in CORNERS]
    return [*cards, *[""] * (-len(cards) % across), *corners]


def _corners(x: float, y: float, wide: float, tall: float) -> Iterator[Line]:
    """Where to cut: ticks at the corners, outside."""
    for at in (x, x + wide):
        yield Line(((at, y - 0.2), (at, y - 1)), 0.15)
        yield Line(((at, y + tall + 0.2), (at, y + tall + 1)), 0.15)
    for at in (y, y + tall):
        yield Line(((x - 0.2, at), (x - 1, at)), 0.15)
        yield Line(((x + wide + 0.2, at), (x + wide + 1, at)), 0.15)


# --- the strip --------------------------------------------------------------------------------------------------------


def sticker(box: Box) -> tuple[float, float, float]:
    """Left and right edge of the strip as it is cut out, from the grid's left edge, and its height. Where the patches allow it,
    it is as wide as the grid, so that its ends can be laid flush."""
    wide, half = box.columns * box.cell_mm, box.patch_mm / 2 + 1
    return min(0.0, min(box.strip_x) - half), max(wide, max(box.strip_x) + half), 2 * half


def _strips(box: Box) -> Iterator[Page]:
    """One for every side of every board."""
    left, right, tall = sticker(box)
    many = len(box.boards)
    a_page = max(1, int((AREA[1] - HEAD) // tall))
    where = say(
        "One for each side of a board, along the lower edge: the middles of the patches {y} mm below the upper edge of the grid, "
        "the first {x} mm right of its left edge. The ends of the strip then lie {left} mm and {right} mm right of that edge.",
        y=_mm(box.strip_y),
        x=_mm(min(box.strip_x)),
        left=_mm(left),
        right=_mm(right),
    )
    beside = (AREA[0] - (right - left)) / 2
    for first in range(0, many, a_page):
        marks = list(_head(box, where))
        rows = min(a_page, many - first)
        for row in range(rows):
            y = HEAD + row * tall
            marks += moved(strip(box), beside - left, y + tall / 2 - box.strip_y)
            marks += _ends(beside, y, right - left)
        marks += _ends(beside, HEAD + rows * tall, right - left)
        for x in (beside, beside + right - left):
            marks.append(Line(((x, HEAD), (x, HEAD + rows * tall)), 0.15, PALE))
        yield Page(*AREA, tuple(marks))


def _ends(x: float, y: float, wide: float) -> Iterator[Line]:
    """A cut across the page, marked at its ends."""
    yield Line(((x - 4, y), (x - 0.5, y)), 0.2)
    yield Line(((x + wide + 0.5, y), (x + wide + 4, y)), 0.2)


def _mm(length: float) -> str:
    return f"{length:g}"


# --- measures ---------------------------------------------------------------------------------------------------------


def _measures(box: Box) -> Page:
    """A board with its labels and patches, what to measure on it, and where to type it in."""
    marks: list[Mark] = [
        Text(say("Where to stick and what to measure"), 0, 0, AREA[0], 8, 17, bold=True, serif=True, align="left"),
        Line(((0, 10), (AREA[0], 10)), 0.5),
    ]
    marks += moved(_figure(), 37.5, 18)
    marks.append(Columns(tuple(_told(box)), 0, 140, AREA[0], AREA[1] - 140, points=10.5))
    return Page(*AREA, tuple(marks))


def _told(box: Box) -> Iterator[Paragraph]:
    yield Paragraph(say("Stick"), heading=True)
    yield from (Paragraph(Sentence(text)) for text in STICK)
    yield Paragraph(say("Measure"), heading=True)
    yield Paragraph(say("Once, with a ruler, in millimetres, on one board; an error of 4 mm does no harm."))
    yield from (Paragraph(say("{letter}: {what}", letter=letter, what=Sentence(what))) for letter, what in LENGTHS)
    yield Paragraph(say("Type in"), heading=True)
    yield Paragraph(say("Into the file box.toml of your copy of the box, worked out:"))
    yield from (Paragraph(Sentence(line)) for line in TYPED)
    yield Paragraph(say("[strip] x: e for the first patch, for the others {places} more.", places=_apart(box)))
    yield Paragraph(say("[grid] columns and rows of the grid; board_mm, width and height of the board."))
    corners = [say("{corner} [{x}, {y}]", corner=corner, x=_mm(box.corners[corner][0]), y=_mm(box.corners[corner][1]))
               for corner in CORNERS]  # fmt: skip
    yield Paragraph(
        say(
            "This box says now: {corners}; cells of {cell} mm; patches at {first} to {last}, {down}.",
            corners=corners,
            cell=_mm(box.cell_mm),
            first=_mm(box.strip_x[0]),
            last=_mm(box.strip_x[-1]),
            down=_mm(box.strip_y),
        )
    )
    yield Paragraph(
        say("What your boards and treasure cards show goes into boards.csv, elves.csv and cards.csv. Then: companion box check.")
    )


STICK: Final = (
    N_(
        "Stick the four corner labels of a side on the rock outside the corners of the grid, upright: TL at the top left, TR at "
        "the top right, BR at the bottom right, BL at the bottom left."
    ),
    N_("Use the same places on every board: a piece of card cut to measure helps."),
    N_("Stick a strip of colour patches along the lower edge, below the spaces. It tells Companion the light of the room."),
)
LENGTHS: Final = (
    ("a", N_("from the middle of TL to the left edge of the grid")),
    ("b", N_("from the middle of TL to the upper edge of the grid")),
    ("c", N_("from the middle of TL to the middle of TR")),
    ("d", N_("from the middle of TL to the middle of BL")),
    ("e", N_("from the left edge of the grid to the middle of the first patch")),
    ("f", N_("from the upper edge of the grid to the middle of the patches")),
    ("w", N_("the width of the grid; divided by its columns, the width of a cell")),
)
"""What to measure, by the letters of the figure."""
TYPED: Final = (
    "[labels] TL = [-a, -b]",
    "[labels] TR = [c - a, -b]",
    "[labels] BR = [c - a, d - b]",
    "[labels] BL = [-a, d - b]",
    "[grid] cell_mm = w / columns",
    "[strip] y = f",
)
"""Places in box.toml, and what goes there."""


def _apart(box: Box) -> list[str]:
    """How far each patch of the printed strip lies right of the first."""
    return [_mm(x - box.strip_x[0]) for x in box.strip_x[1:]]


def _figure() -> tuple[Mark, ...]:
    """A board of the usual kind at two thirds, with the lengths to measure."""
    scale, left, top = 0.64, 20.0, 20.0

    def at(x: float, y: float) -> tuple[float, float]:
        return (x + left) * scale, (y + top) * scale

    def box_of(x: float, y: float, wide: float, tall: float, line: float, fill: tuple[int, int, int] | None) -> Rectangle:
        return Rectangle(*at(x, y), wide * scale, tall * scale, line, fill)

    marks: list[Mark] = [box_of(-20, -20, 180, 160, 0.4, None), box_of(0, 0, 140, 120, 0.4, TINT)]
    marks += [Line((at(x * 20, 0), at(x * 20, 120)), 0.15, PALE) for x in range(1, 7)]
    marks += [Line((at(0, y * 20), at(140, y * 20)), 0.15, PALE) for y in range(1, 6)]
    for corner, (x, y) in zip(CORNERS, ((-10, -10), (150, -10), (150, 130), (-10, 130)), strict=True):
        marks.append(box_of(x - 7, y - 7, 14, 14, 0.3, WHITE))
        marks.append(Text(Sentence(corner), *at(x - 7, y - 7), 14 * scale, 14 * scale, 11, bold=True))
    marks += [box_of(9 + 14 * patch, 125, 10, 10, 0.25, TINT if patch % 2 else WHITE) for patch in range(9)]
    lengths = (
        ("a", (-10, 24), (0, 24)), ("b", (24, -10), (24, 0)), ("c", (-10, -25), (150, -25)), ("d", (-26, -10), (-26, 130)),
        ("e", (0, 112), (14, 112)), ("f", (110, 0), (110, 130)), ("w", (0, 44), (140, 44)),
    )  # fmt: skip
    for letter, start, end in lengths:
        marks += _length(letter, at(*start), at(*end))
    sights = (
        ((-10, -26), (-10, 24)), ((-27, -10), (24, -10)), ((150, -26), (150, -10)), ((-27, 130), (-10, 130)),
        ((14, 111), (14, 130)), ((108, 130), (112, 130)),
    )  # fmt: skip
    marks += [Line((at(*start), at(*end)), 0.2, dash=0.8) for start, end in sights]
    return tuple(marks)


def _length(letter: str, start: tuple[float, float], end: tuple[float, float]) -> Iterator[Mark]:
    """An arrow with two heads, and its letter beside the middle on white."""
    far = math.dist(start, end)
    ahead, down = (end[0] - start[0]) / far, (end[1] - start[1]) / far
    yield Line((start, end), 0.35)
    head = min(1.6, far * 0.3)
    for (x, y), way in ((start, 1), (end, -1)):
        tail = (x + ahead * head * way, y + down * head * way)
        yield Polygon(((x, y), (tail[0] - down * 0.6, tail[1] + ahead * 0.6), (tail[0] + down * 0.6, tail[1] - ahead * 0.6)))
    # Short lengths have their letter at their end, where it covers nothing.
    x, y = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2) if far > 20 else (end[0] + ahead * 3.4, end[1] + down * 3.4)
    yield Rectangle(x - 2, y - 2.2, 4, 4.4, 0, WHITE)
    yield Text(Sentence(letter), x - 2, y - 2.6, 4, 4.4, 12, bold=True, italic=True, serif=True)
