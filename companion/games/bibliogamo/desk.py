"""The Desk sheet: places for the cards and the tracks of day, books and Florins (specification, section 2, "Printed sheets").

Lengths are millimetres from the top left of the same live area as the City's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from companion.drawing import PALE, TINT, Line, Mark, Page, Rectangle, Symbol, Text
from companion.games.bibliogamo.city import HEIGHT, WIDTH
from companion.games.bibliogamo.pieces import Box
from companion.rules import Sentence, say

PLACE: Final = (64.0, 89.0)
PITCH: Final = 65.0
HEADING: Final = 20.0
"""Width of the column before the cells."""
CELL: Final = 12.0
TRACKS_AT: Final = 99.0
ROOM: Final = 168.0
"""Width for the cells of a row: fourteen of them."""
GROUP: Final = 3.5
"""Between the rows of two tracks."""


def desk(box: Box) -> Page:
    places = (
        ("pile", say("Draw pile"), say("face down")),
        ("discard", say("Discard"), say("face up; the Librarian’s card lies on top")),
        ("florin", say("First price card"), say("the coin with the arrow names the value that counts")),
        ("wait", say("Later price cards"), say("the newest on top; it costs a day to wait for another")),
    )
    marks: list[Mark] = []
    for number, (symbol, name, hint) in enumerate(places):
        marks += _place(number * PITCH, 0, symbol, name, hint)
    marks += _place(3 * PITCH, TRACKS_AT, "prestige", say("Prestige card"), say("a red cube marks a slot for each book sold"))
    marks += tracks(box)
    return Page(WIDTH, HEIGHT, tuple(marks), landscape=True)


def _place(x: float, y: float, symbol: str, name: Sentence, hint: Sentence) -> Iterator[Mark]:
    wide, tall = PLACE
    yield Rectangle(x, y, wide, tall, 0.35, corner=2.5)
    yield Rectangle(x + 2, y + 2, wide - 4, tall - 4, 0.15, corner=1.5, ink=PALE)
    yield Text(name, x + 5, y + 12, wide - 10, 12, 20, bold=True, serif=True)
    yield Symbol(symbol, x + 18, y + 29, 28)
    yield Text(hint, x + 8, y + 62, wide - 16, 16, 11, italic=True, serif=True, stand="top")


def rows(box: Box) -> list[list[tuple[int, ...]]]:
    """The numbers in each row of each track: days in three rows, books in two, tens and units of Florins."""
    return [
        _in_rows(box.count.days, 3),
        _in_rows(box.tracks.books, 2),
        [tuple(range(box.tracks.florins // 10 + 1)), tuple(range(10))],
    ]


def _in_rows(last: int, many: int) -> list[tuple[int, ...]]:
    """0 to *last* in so many rows of the same length; the last may be shorter."""
    long = -(-(last + 1) // many)
    return [tuple(range(first, min(first + long, last + 1))) for first in range(0, last + 1, long)]


def tracks(box: Box) -> Iterator[Mark]:
    """Each row with its heading; a cell where a red cube begins has a square in it, the last day a thick frame."""
    days, books, florins = rows(box)
    start = box.start
    y = TRACKS_AT
    yield from _headed("day", say("Day"), y, len(days))
    for row in days:
        yield from _row(row, y, {start.day}, {box.count.days})
        y += CELL
    y += GROUP
    yield from _headed("book", say("Books"), y, len(books))
    for row in books:
        yield from _row(row, y, {start.books}, frozenset())
        y += CELL
    y += GROUP
    yield from _headed("florin", say("Florins"), y, len(florins))
    for row, name, begin in zip(florins, (say("tens"), say("units")), (start.florins // 10, start.florins % 10), strict=True):
        yield Text(name, 11.5, y + 4, HEADING - 12.3, CELL - 8, 9, italic=True, serif=True, align="right")
        yield from _row(row, y, {begin}, frozenset())
        y += CELL


def _headed(symbol: str, name: Sentence, y: float, many: int) -> Iterator[Mark]:
    middle = y + many * CELL / 2
    yield Symbol(symbol, 1, middle - 7.5, 9)
    yield Text(name, 0, middle + 2, 11.5, 5, 10, bold=True, serif=True, align="left")
    yield Line(((0, y), (HEADING, y)), 0.3, PALE)


def _row(numbers: Sequence[int], y: float, begin: set[int], end: set[int] | frozenset[int]) -> Iterator[Mark]:
    wide = min(CELL, ROOM / len(numbers))
    for place, number in enumerate(numbers):
        x = HEADING + place * wide
        last = number in end
        inset = 0.5 if last else 0.0
        fill = TINT if number % 5 == 0 else None
        yield Rectangle(x + inset, y + inset, wide - 2 * inset, CELL - 2 * inset, 1.0 if last else 0.25, fill)
        if number in begin:
            side = min(8.6, wide - 2)
            yield Rectangle(x + (wide - side) / 2, y + (CELL - side) / 2, side, side, 0.5, corner=1, dash=1.1)
        yield Text(Sentence(str(number)), x + 0.4, y + 0.4, wide - 0.8, CELL - 0.8, 14, bold=True, least=4)
