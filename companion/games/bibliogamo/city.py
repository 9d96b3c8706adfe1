"""The City sheet: the path of the Librarian as a ring, the towers round it (specification, section 2, "Printed sheets").

Lengths are millimetres from the top left of a live area of WIDTH by HEIGHT, which fits A4 and letter laid on the long side.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from companion.drawing import PALE, TINT, WHITE, Circle, Line, Mark, Page, Polygon, Rectangle, Symbol, Text
from companion.games.bibliogamo.cards import label, named
from companion.games.bibliogamo.pieces import KINDS, Box, Tower
from companion.rules import Sentence, say

WIDTH: Final = 259.0
HEIGHT: Final = 190.0
CELL: Final = 19.0
COLUMNS: Final = 9
DOWN: Final = 5
RING: Final = (44.0, 47.5)
"""The top left corner of the ring of cells."""
CELLS: Final = 2 * (COLUMNS + DOWN) - 4
MIDDLE: Final = 2 * CELL * (COLUMNS + DOWN - 2)
"""The middle line of the ring, once round: 456 mm."""
PANEL: Final = (80.0, 46.0)
PANELS: Final = ((0.0, 0.0), (89.5, 0.0), (179.0, 0.0), (179.0, 144.0), (89.5, 144.0), (0.0, 144.0))
"""Where the panels of the towers stand, clockwise from the top left, as the path goes."""
ROW: Final = 9.4
SQUARE: Final = 9.0
SQUARES: Final = 47.0
"""Room for the squares of one kind; the label begins 3.6 mm further right."""


def cities(box: Box, language: str) -> list[Page]:
    """The City: on a page of its own six towers and the path; where a box has more towers, they stand on further pages."""
    towers = sorted(box.towers, key=lambda tower: box.space_of.get(tower.tower, 0))
    groups = [towers[first : first + len(PANELS)] for first in range(0, len(towers), len(PANELS))]
    return [_city(box, language, group, first=number == 0) for number, group in enumerate(groups)]


def _city(box: Box, language: str, towers: Sequence[Tower], *, first: bool) -> Page:
    marks: list[Mark] = []
    for tower, (x, y) in zip(towers, _seats(len(towers)), strict=True):
        marks += panel(box, tower, x, y, language)
        if first and tower.tower in box.space_of:
            marks += _tie(box, box.space_of[tower.tower], x, y)
    if first:
        marks += path(box)
        marks += _inside(box)
    else:
        more = say("More towers: their spaces are on the path of the first City sheet.")
        marks.append(Text(more, 44, 80, 171, 30, 20, serif=True, italic=True))
    return Page(WIDTH, HEIGHT, tuple(marks), landscape=True)


def _seats(towers: int) -> list[tuple[float, float]]:
    """The places of so many panels in path order: the first half of them above the ring, the rest below."""
    above = -(-towers // 2)
    return [*PANELS[:above], *PANELS[3 : 3 + towers - above]]


# --- the path ---------------------------------------------------------------------------------------------------------


def centres(spaces: int) -> list[tuple[float, float]]:
    """The middle of each space, evenly on the middle line of the ring, clockwise from its top left corner."""
    return [_at(number * MIDDLE / spaces) for number in range(spaces)]


def _at(far: float) -> tuple[float, float]:
    """The point so far along the middle line."""
    left, top = RING[0] + CELL / 2, RING[1] + CELL / 2
    wide, tall = CELL * (COLUMNS - 1), CELL * (DOWN - 1)
    far %= MIDDLE
    if far <= wide:
        return left + far, top
    if far <= wide + tall:
        return left + wide, top + far - wide
    if far <= 2 * wide + tall:
        return left + wide - (far - wide - tall), top + tall
    return left, top + MIDDLE - far


def across(spaces: int) -> float:
    """How wide a space is: a cell of the ring, or a circle where there are more or fewer spaces than cells."""
    return CELL if spaces == CELLS else min(CELL, 0.7 * MIDDLE / spaces)


def path(box: Box) -> Iterator[Mark]:
    """The spaces with their numbers, those of towers framed thick, the Librarian where he begins, and arrows from each space to
    the next."""
    spaces, wide = box.round, across(box.round)
    found = centres(spaces)
    for space, (x, y) in zip(box.path, found, strict=True):
        yield _space(x, y, wide, ring=spaces == CELLS, tower=bool(space.tower))
        number = Sentence(str(space.space))
        if space.tower:
            short = Sentence(box.tower[space.tower].short)
            yield Text(short, x - wide * 0.42, y - wide * 0.4, wide * 0.84, wide * 0.44, wide * 1.3, bold=True, serif=True)
            yield Text(number, x - wide * 0.3, y + wide * 0.05, wide * 0.6, wide * 0.26, wide * 0.6, least=4)
        else:
            yield Text(number, x - wide * 0.35, y - wide * 0.3, wide * 0.7, wide * 0.6, wide * 0.85, ink=PALE, least=4)
        if space.space == box.start.space and wide > 12:
            yield Symbol("librarian", x - wide * 0.43, y + wide * 0.1, wide * 0.31)
    step = MIDDLE / spaces
    for gap in range(spaces):
        (x, y), (ahead, down) = _at((gap + 0.5) * step), _at((gap + 0.5) * step + 0.01)
        way, half = ((ahead - x) * 100, (down - y) * 100), min(1.7, 0.24 * step, 0.09 * wide)
        # White round it, so that it stands out from the frame of a tower.
        yield Polygon(_arrow(x, y, *way, 1.55 * half), WHITE)
        yield Polygon(_arrow(x, y, *way, half))


def _space(x: float, y: float, wide: float, *, ring: bool, tower: bool) -> Mark:
    # A thick line stays inside its cell, so that it does not cover its neighbours'.
    line, fill = (1.2 * wide / CELL, TINT) if tower else (0.3, WHITE)
    if ring:
        inset = line / 2 if tower else 0
        return Rectangle(x - wide / 2 + inset, y - wide / 2 + inset, wide - 2 * inset, wide - 2 * inset, line, fill)
    return Circle(x, y, wide / 2 - line / 2, line, fill)


def _arrow(x: float, y: float, ahead: float, down: float, half: float) -> tuple[tuple[float, float], ...]:
    """A triangle round (x, y) that points the way (ahead, down), which has length 1."""
    tip = (x + ahead * half, y + down * half)
    left = (x - ahead * half - down * half, y - down * half + ahead * half)
    right = (x - ahead * half + down * half, y - down * half - ahead * half)
    return tip, left, right


# --- the towers -------------------------------------------------------------------------------------------------------


def panel(box: Box, tower: Tower, x: float, y: float, language: str) -> Iterator[Mark]:
    """A tower of 80 by 46: its name, its label, and a square for every cube of its recipe."""
    wide, tall = PANEL
    yield Rectangle(x, y, wide, tall, 0.4, corner=2)
    space = box.space_of.get(tower.tower)
    yield Text(named(tower, language), x + 2, y + 1, 44, 7, 15, bold=True, serif=True, align="left")
    yield Rectangle(x + 47.5, y + 1.2, 11, 6, 0.8, TINT, 0.8)
    tag = f"{tower.short} {space}" if space is not None else tower.short
    yield Text(Sentence(tag), x + 48, y + 1.2, 10, 6, 10, bold=True, serif=True)
    yield from label(tower.tower, x + 61.6, y + 1)
    yield Symbol(tower.tower.lower(), x + 60.8, y + 24.5, 19, tower.short[:1])
    needed = [(kind, n) for kind, n in zip(KINDS, tower.recipe, strict=True) if n]
    for row, (kind, n) in enumerate(needed):
        top = y + 8 + row * ROW
        yield Symbol(box.kind[kind].shape, x + 1, top + 1.5, 6, kind)
        yield Text(Sentence(kind), x + 7, top, 3.6, SQUARE, 13, bold=True)
        pitch = min(ROW, SQUARES / n)
        side = min(SQUARE, SQUARES / n)
        for cube in range(n):
            yield Rectangle(x + 11 + cube * pitch, top + (SQUARE - side) / 2, side, side, 0.35, WHITE, 0.6)


def _tie(box: Box, space: int, x: float, y: float) -> Iterator[Mark]:
    """A line from the space of a tower to its panel at (x, y), where one can be drawn outside the ring."""
    wide, (right, down) = across(box.round), centres(box.round)[space]
    edge = y + PANEL[1] if y == 0 else y
    inside = min(max(right, x + 3), x + PANEL[0] - 3)
    top, bottom = RING[1] + CELL / 2, RING[1] + CELL * (DOWN - 0.5)
    if (y == 0 and down == top) or (y > 0 and down == bottom):
        out = down + (-wide / 2 if y == 0 else wide / 2)
        yield Line(((right, out), (inside, edge)), 1.2)
    elif top < down < bottom:
        # From the side of the ring, each space on a line of its own.
        outward = 1 if right > WIDTH / 2 else -1
        beside = right + outward * (CELL / 2 + 4 + 0.25 * abs(down - edge))
        if x + 3 <= beside <= x + PANEL[0] - 3:
            yield Line(((right + outward * wide / 2, down), (beside, down), (beside, edge)), 1.2)


# --- inside the ring --------------------------------------------------------------------------------------------------


def _inside(box: Box) -> Iterator[Mark]:
    """The supply, the five phases of a turn, and when the discard is shuffled."""
    left, top = RING[0] + CELL, RING[1] + CELL
    wide, tall = CELL * (COLUMNS - 2), CELL * (DOWN - 2)
    yield Rectangle(left + 3, top + 3, 38, tall - 6, 0.3, corner=2, dash=1.2)
    yield Text(say("Supply"), left + 4, top + 4.5, 36, 7, 15, bold=True, serif=True)
    yield Symbol("cube", left + 12, top + 13.5, 20)
    yield Text(Sentence(str(box.count.black_cubes)), left + 4, top + 35, 36, 9, 22, bold=True)
    yield Text(say("black cubes"), left + 4, top + 45, 36, 6, 10, italic=True, serif=True)
    steps = phases(box)
    each = (tall - 6 - 9) / len(steps)
    for number, step in enumerate(steps):
        y = top + 3 + number * each
        yield Circle(left + 47, y + each / 2, 3, 0, TINT)
        yield Text(Sentence(str(number + 1)), left + 44, y, 6, each, 12, bold=True)
        yield Text(step, left + 52, y, wide - 55, each, 10, align="left")
    yield Line(((left + 44, top + tall - 11.2), (left + wide - 3, top + tall - 11.2)), 0.2, PALE)
    shuffle = say("When a card must come and the pile is empty, shuffle the discard into a new pile; never before.")
    yield Text(shuffle, left + 44, top + tall - 10.6, wide - 47, 8.4, 9, italic=True, serif=True, align="left")


def phases(box: Box) -> tuple[Sentence, ...]:
    """The five phases of a turn, in a line each."""
    count = box.count
    return (
        say("Day: the time cube one day on; {days} is the last.", days=count.days),
        say("Librarian: {step} spaces on, then as the card flipped now says.", step=count.step),
        say("His card to the discard: the struck kind does not work today."),
        say("Bribe (1 Florin a space), sell one finished book, hire up to {hires} times.", hires=count.hires),
        say("Draw up to {hand} cards.", hand=count.hand),
    )
