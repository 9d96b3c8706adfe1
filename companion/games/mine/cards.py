"""The treasure cards as they are printed: fronts and their back (specification, section 2).

Lengths are millimetres from the top left of a card of WIDTH by HEIGHT, which is poker size.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion import drawing
from companion.drawing import INK, PALE, TINT, WHITE, Circle, Code, Ink, Line, Mark, Page, Polygon, Rectangle, Symbol, Text
from companion.games.mine.crystals import crystal
from companion.games.mine.pieces import Box, Card
from companion.rules import Sentence, say, say_n

WIDTH: Final = 63.0
HEIGHT: Final = 88.0
TILES: Final = (24.0, 69.0)
"""From where to where the rows of tiles stand."""
RIM: Final = 5.0
"""From the edge of a card to the motif of its back: a printer that shifts the paper cuts nothing and marks no card."""
LARGEST: Final = 20.0
"""The label of a card is the box's, but no wider than this."""


# --- fronts -----------------------------------------------------------------------------------------------------------


def front(box: Box, card: Card) -> tuple[Mark, ...]:
    return (*_head(box, card), *_tiles(box, card), *_finds(box, card))


def _head(box: Box, card: Card) -> Iterator[Mark]:
    side = min(box.size_mm, LARGEST)
    x = WIDTH - 2.5 - side
    yield Code(card.card, x, 2.5, side)
    yield Text(Sentence(card.card), x, 2.5 + side, side, 3.6, 9, bold=True)
    wide = x - 5.5
    yield Text(say("Treasure"), 4, 4, wide, 7.4, 17, bold=True, serif=True, align="left")
    yield Line(((4, 12), (x - 2, 12)), 0.5)
    yield Line(((4, 12.9), (x - 2, 12.9)), 0.15)
    many, covered = sum(card.tiles.values()), sum(n * box.size_of[colour] for colour, n in card.tiles.items())
    under = say_n("{n} tile for {spaces} spaces", "{n} tiles for {spaces} spaces", many, spaces=covered)
    yield Text(under, 4, 13.8, wide, 7, 9, italic=True, serif=True, align="left", stand="top")


def _tiles(box: Box, card: Card) -> Iterator[Mark]:
    """A row a colour: how many, and one such tile in a line, with the letter and the mark of the colour on each square."""
    rows = [(colour, card.tiles[colour.colour]) for colour in box.colours if card.tiles[colour.colour]]
    top, bottom = TILES
    tall = min(12.0, (bottom - top) / max(1, len(rows)))
    longest = max((colour.size for colour, _ in rows), default=1)
    side = min(tall * 0.8, 37.5 / longest)
    y = top + (bottom - top - tall * len(rows)) / 2
    for number, (colour, n) in enumerate(rows):
        if number:
            yield Line(((5, y), (58, y)), 0.15, PALE)
        yield Text(Sentence(str(n)), 4, y, 11, tall, tall * 2.1, bold=True)
        yield Line(((15.6, y + tall / 2 - 0.9), (17.4, y + tall / 2 + 0.9)), 0.35)
        yield Line(((15.6, y + tall / 2 + 0.9), (17.4, y + tall / 2 - 0.9)), 0.35)
        for place in range(colour.size):
            yield from crystal(colour, 20.5 + place * side, y + (tall - side) / 2, side)
        y += tall


def _finds(box: Box, card: Card) -> Iterator[Mark]:
    """Along the bottom, the finds that the card names: picture, name and points; the bad ones in a dashed box."""
    named = [(find, card.finds[find.find]) for find in box.finds if card.finds[find.find]]
    gap = 3.0 if len(named) <= 2 else 1.5
    wide = min(27.0, (57 - gap * (len(named) - 1)) / max(1, len(named)))
    x = (WIDTH - wide * len(named) - gap * (len(named) - 1)) / 2
    for find, points in named:
        picture = min(8.8, wide * 0.5)
        yield Rectangle(x, 71.5, wide, 13, 0.4, None if points < 0 else TINT, 1.5, dash=1.2 if points < 0 else 0.0)
        yield Symbol(find.find, x + 1.6, 72.1, picture, find.find[:1].upper())
        yield Text(Sentence(find.find), x + 1.8, 80.6, wide - 3, 3.4, 8, align="left", least=4)
        yield Text(Sentence(signed(points)), x + picture + 2, 71.5, wide - picture - 2.5, 11, 22, bold=True, least=8)
        x += wide + gap


def signed(points: int) -> str:
    """With a dash that is as long as the plus."""
    return f"+{points}" if points > 0 else f"–{-points}"


# --- the back ---------------------------------------------------------------------------------------------------------

SHADE: Final[Ink] = (196, 186, 172)


def back() -> tuple[Mark, ...]:
    """A cut gem in a rock face, the same either way up."""
    x, y = WIDTH / 2, HEIGHT / 2
    outer = Rectangle(RIM + 0.3, RIM + 0.3, WIDTH - 2 * RIM - 0.6, HEIGHT - 2 * RIM - 0.6, 0.6, WHITE, 2.5)
    inner = Rectangle(RIM + 1.5, RIM + 1.5, WIDTH - 2 * RIM - 3, HEIGHT - 2 * RIM - 3, 0.2, None, 1.8)
    return (outer, inner, *_rock_face(), *_gem(x, y, 20.0, 29.0, 0.9), *_gem(x, y, 17.0, 25.0, 0.4), *_facets(x, y))


def _rock_face() -> Iterator[Mark]:
    """Courses of rough stones: the upper half, and the same turned upside down."""
    left, top = RIM + 2.6, RIM + 2.6
    wide, tall = WIDTH - 2 * left, HEIGHT - 2 * top
    courses, a_course = 8, 5
    high, long = tall / courses, wide / a_course
    for row in range(courses // 2):
        shift = (row % 2) * long / 2
        for stone in range(-1, a_course + 1):
            begin, end = max(0.0, stone * long + shift), min(wide, (stone + 1) * long + shift)
            if end - begin > 0.5:
                corners = _stone(left + begin, top + row * high, end - begin, high)
                fill = SHADE if (row + stone) % 2 else TINT
                yield Polygon(corners, fill)
                yield Polygon(tuple((WIDTH - x, HEIGHT - y) for x, y in corners), fill)


def _stone(x: float, y: float, wide: float, high: float) -> tuple[tuple[float, float], ...]:
    right, bottom = x + wide, y + high
    return (
        (x + 0.5, y + 1.1), (x + 1.4, y + 0.5), (right - 0.6, y + 0.5), (right - 0.5, bottom - 1.1), (right - 1.4, bottom - 0.5),
        (x + 0.6, bottom - 0.5),
    )  # fmt: skip


def _octagon(x: float, y: float, wide: float, tall: float) -> tuple[tuple[float, float], ...]:
    cut = wide * 0.45
    return (
        (x - wide + cut, y - tall), (x + wide - cut, y - tall), (x + wide, y - tall + cut), (x + wide, y + tall - cut),
        (x + wide - cut, y + tall), (x - wide + cut, y + tall), (x - wide, y + tall - cut), (x - wide, y - tall + cut),
    )  # fmt: skip


def _gem(x: float, y: float, wide: float, tall: float, line: float) -> Iterator[Mark]:
    corners = _octagon(x, y, wide, tall)
    yield Polygon(corners, WHITE)
    yield Line((*corners, corners[0]), line)


def _facets(x: float, y: float) -> Iterator[Mark]:
    """The table of the gem, and the facets between it and the girdle: opposite ones alike."""
    girdle, table = _octagon(x, y, 17.0, 25.0), _octagon(x, y, 8.5, 13.5)
    grounds = (TINT, SHADE, WHITE, INK) * 2
    for number, fill in enumerate(grounds):
        after = (number + 1) % 8
        corners = (girdle[number], girdle[after], table[after], table[number])
        yield Polygon(corners, fill)
        yield Line((*corners, corners[0]), 0.3)
    yield Line((*table, table[0]), 0.6)
    yield Circle(x, y, 4.2, 0.5)
    yield Polygon(((x, y - 3), (x + 3, y), (x, y + 3), (x - 3, y)))


# --- pages ------------------------------------------------------------------------------------------------------------


def card_pages(box: Box) -> tuple[Page, ...]:
    """Nine cards a page, fronts and then their backs."""
    behind = back()
    return tuple(drawing.card_pages([(front(box, card), behind) for card in box.cards], WIDTH, HEIGHT))
