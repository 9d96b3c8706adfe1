"""The cards of Bibliogamo as they are printed: fronts, and the two backs (specification, section 2, "Printed sheets").

Lengths are millimetres from the top left of a card of WIDTH by HEIGHT.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final, Protocol

from companion.drawing import INK, PALE, TINT, WHITE, Circle, Code, Ink, Line, Mark, Polygon, Rectangle, Symbol, Text
from companion.games.bibliogamo.pieces import KINDS, Artisan, Box, Prestige
from companion.rules import Sentence, say

WIDTH: Final = 63.0
HEIGHT: Final = 88.0
LABEL: Final = 17.4
"""21 modules of 0.6 mm and a white border of 4 modules."""
LABEL_AT: Final = (43.6, 2.0)
SLOTS_AT: Final = 25.0
STRUCK: Final[Ink] = (158, 34, 28)
"""Dark enough to stand out in grey too."""
RIM: Final = 5.0
"""From the edge of a card to the motif of its back: a printer that shifts the paper cuts nothing and marks no card."""


class Named(Protocol):
    """A row of the box with its name in three languages."""

    @property
    def name(self) -> str: ...
    @property
    def name_es(self) -> str: ...
    @property
    def name_fr(self) -> str: ...


def named(one: Named, language: str) -> Sentence:
    """What it is called in this language; where the box does not say, its plain name."""
    own = {"es": one.name_es, "fr": one.name_fr}.get(language, "")
    return Sentence(own or one.name)


def label(code: str, x: float, y: float) -> tuple[Mark, ...]:
    """A label with its code in letters under it, 21 mm in all."""
    return Code(code, x, y, LABEL), Text(Sentence(code), x, y + LABEL, LABEL, 3.6, 9, bold=True)


# --- fronts -----------------------------------------------------------------------------------------------------------


def artisan(box: Box, card: Artisan, language: str) -> tuple[Mark, ...]:
    """The front of an artisan card: whom it brings, and at the left what it does when it is flipped."""
    kinds = [named(box.kind[kind], language) for kind, n in zip(KINDS, card.places, strict=True) if n]
    return (
        *_title(Sentence(card.name), kinds),
        *label(card.card, *LABEL_AT),
        *_florin_mark(box, card),
        *_librarian_mark(card),
        *_bar_mark(box, card),
        *_places(box, card),
        *_values(box, card),
    )


def _title(name: Sentence, under: Sequence[Sentence]) -> Iterator[Mark]:
    yield Text(name, 3, 3, 40, 7.4, 17, bold=True, serif=True, align="left")
    yield Line(((3, 11.6), (41.5, 11.6)), 0.5)
    yield Line(((3, 12.5), (41.5, 12.5)), 0.15)
    if under:
        yield Text(say("{kinds}", kinds=list(under)), 3, 13.3, 39, 8.4, 9, italic=True, serif=True, align="left", stand="top")


def _florin_mark(box: Box, card: Artisan) -> Iterator[Mark]:
    """Which value of the next card counts: the coin, and an arrow to a card."""
    coin = box.coin[card.coin]
    yield Rectangle(3, 24, 14, 15, corner=1.5)
    yield Symbol(coin.shape, 3.7, 24.8, 8.4, coin.letter)
    yield Text(Sentence(coin.letter), 12, 24.8, 4.4, 8.4, 13, bold=True)
    yield Line(((5, 36), (9.2, 36)), 0.5)
    yield Polygon(((8.8, 34.7), (11.3, 36), (8.8, 37.3)))
    yield Rectangle(12.1, 33.8, 3.1, 4.4, 0.3, TINT, 0.4)


def _librarian_mark(card: Artisan) -> Iterator[Mark]:
    yield Rectangle(3, 41, 14, 15, corner=1.5)
    yield Symbol("walk-back" if card.walk < 0 else "walk", 5.8, 41.6, 8.4)
    yield Text(Sentence(signed(card.walk)), 3.5, 50, 13, 5.6, 16, bold=True)


def signed(spaces: int) -> str:
    """How far the Librarian walks, with a dash that is as long as the plus."""
    return f"+{spaces}" if spaces > 0 else f"–{-spaces}" if spaces < 0 else "0"


def _bar_mark(box: Box, card: Artisan) -> Iterator[Mark]:
    """The kind that does not work this turn, in a struck ring: its shape and its letter on either side of the stroke."""
    x, y, radius = 10.0, 65.0, 6.4
    reach = radius * 0.7071
    stroke = ((x - reach, y - reach), (x + reach, y + reach))
    yield Symbol(box.kind[card.bar].shape, x - 5.1, y - 1.2, 6, card.bar)
    yield Text(Sentence(card.bar), x + 0.1, y - 5, 5, 5.4, 14, bold=True)
    yield Line(stroke, 2.0, WHITE)
    yield Line(stroke, 1.1, STRUCK)
    yield Circle(x, y, radius, 1.1, ink=STRUCK)


def _places(box: Box, card: Artisan) -> Iterator[Mark]:
    """A line a kind: how many cubes, its shape, its letter."""
    placed = [(kind, n) for kind, n in zip(KINDS, card.places, strict=True) if n]
    yield Rectangle(20, 26, 40, 44, 0.25, corner=2)
    tall = min(44 / max(1, len(placed)), 22.0)
    y = 26 + (44 - tall * len(placed)) / 2
    for number, (kind, n) in enumerate(placed):
        if number:
            yield Line(((24, y), (56, y)), 0.15, PALE)
        side = min(tall * 0.84, 17.0)
        yield Text(Sentence(str(n)), 21.5, y, 11, tall, tall * 1.9, bold=True)
        yield Symbol(box.kind[kind].shape, 40.5 - side / 2, y + (tall - side) / 2, side, kind)
        yield Text(Sentence(kind), 49.5, y, 9, tall, tall * 1.5, bold=True)
        y += tall


def _values(box: Box, card: Artisan) -> Iterator[Mark]:
    """What the card is worth under each coin, along the bottom."""
    many = len(box.coins)
    gap = 3.0 if many <= 3 else 1.8
    wide = min(17.0, (57 - gap * (many - 1)) / many)
    for number, coin in enumerate(box.coins):
        x = 3 + number * (wide + gap)
        value = Sentence(str(card.values[coin.coin]))
        yield Rectangle(x, 74, wide, 11, corner=1.2)
        if wide > 12:
            yield Symbol(coin.shape, x + 0.7, 74.9, 5.8, coin.letter)
            yield Text(Sentence(coin.letter), x + 0.7, 80.9, 5.8, 3.6, 9, bold=True)
            yield Text(value, x + 6.8, 74, wide - 7.2, 11, 21, bold=True)
        else:
            yield Symbol(coin.shape, x + 0.5, 74.5, 4, coin.letter)
            yield Text(Sentence(coin.letter), x + 4.4, 74.5, wide - 4.9, 4, 9, bold=True)
            yield Text(value, x + 0.4, 78.6, wide - 0.8, 6.2, 16, bold=True)


def prestige(box: Box, card: Prestige, language: str) -> tuple[Mark, ...]:
    """The front of a Prestige card: its slots, under each the points for so many marks, and what every mark adds."""
    return (
        *_title(named(card, language), [named(box.tower[tower], language) for tower in dict.fromkeys(card.books)]),
        *label(card.card, *LABEL_AT),
        *_slots(box, card),
        *_each(box, card, language),
    )


def _pitch(card: Prestige) -> float:
    """From row to row of slots: 15 mm, or what the rows have room for above the foot and above the line for `each`."""
    rows = -(-len(card.books) // 4)
    return min(15.0, ((76.0 if card.each else 85.0) - SLOTS_AT) / max(1, rows))


def _slots(box: Box, card: Prestige) -> Iterator[Mark]:
    pitch = _pitch(card)
    side = min(9.0, max(pitch - 4.2, pitch * 0.6))
    below = min(pitch - side, 5.6)
    for number, tower in enumerate(card.books):
        x, y = 7.5 + number % 4 * 13, SLOTS_AT + number // 4 * pitch
        yield Rectangle(x, y, 9, side, 0.4, corner=0.8)
        yield Text(Sentence(box.tower[tower].short), x, y, 9, side, side * 1.6, bold=True, least=4)
        yield Text(Sentence(str(number + 1)), x - 1.7, y + side, 4, below, 6.5, ink=PALE, least=4)
        yield Polygon(_arrow(x + 2.9, y + side + below / 2, 0.7), PALE)
        yield Text(Sentence(str(card.points[number + 1])), x + 4.4, y + side, 6, below, 11, bold=True, least=4)


def _arrow(x: float, y: float, half: float) -> tuple[tuple[float, float], ...]:
    return (x, y - half), (x + 1.5 * half, y), (x, y + half)


def _each(box: Box, card: Prestige, language: str) -> Iterator[Mark]:
    """The line for `each`, if there is one; and at the foot, where there is room, how the numbers are read."""
    y = SLOTS_AT + -(-len(card.books) // 4) * _pitch(card)
    if card.each:
        added = [say("{tower} +{points}", tower=named(box.tower[one], language), points=n) for one, n in card.each.items()]
        yield Text(say("{added} a mark", added=added), 4, y, 55, 6, 11, bold=True)
        y += 6
    if y <= 78:
        hint = say("So many marks are worth so many points: the number under a slot, not the sum.")
        yield Text(hint, 4, 78, 55, 7, 7.5, italic=True, serif=True, stand="bottom")


# --- backs ------------------------------------------------------------------------------------------------------------


def _turned(mark: Rectangle | Line | Polygon) -> Mark:
    """The mark where it lies when the card is turned upside down."""
    match mark:
        case Rectangle():
            x, y = WIDTH - mark.x - mark.width, HEIGHT - mark.y - mark.height
            return Rectangle(x, y, mark.width, mark.height, mark.line, mark.fill, mark.corner, mark.ink)
        case Line():
            return Line(tuple((WIDTH - x, HEIGHT - y) for x, y in mark.points), mark.line, mark.ink)
        case Polygon():
            return Polygon(tuple((WIDTH - x, HEIGHT - y) for x, y in mark.points), mark.fill)


def _framed() -> tuple[Rectangle, Rectangle]:
    """The edge of a back; its lines stay inside the rim."""
    outer = Rectangle(RIM + 0.3, RIM + 0.3, WIDTH - 2 * RIM - 0.6, HEIGHT - 2 * RIM - 0.6, 0.6, WHITE, 2.5)
    inner = Rectangle(RIM + 1.5, RIM + 1.5, WIDTH - 2 * RIM - 3, HEIGHT - 2 * RIM - 3, 0.2, None, 1.8)
    return outer, inner


SPINES: Final = (
    (4.4, 14.2), (3.2, 12.6), (5.0, 15.2), (3.0, 13.4), (3.8, 11.4), (4.6, 14.8), (2.8, 12.2), (5.2, 13.8), (3.6, 15.0),
    (4.2, 12.0), (3.4, 14.4),
)  # fmt: skip
"""Width and height of the books on a shelf."""
GROUNDS: Final[tuple[Ink, ...]] = (WHITE, INK, TINT, WHITE, (196, 186, 172), WHITE, INK, TINT, WHITE, (196, 186, 172), WHITE)


def artisan_back() -> tuple[Mark, ...]:
    """Shelves of books, the same either way up."""
    half: list[Rectangle | Line | Polygon] = []
    for shelf, foot in enumerate((24.6, 41.6)):
        half.append(Line(((8, foot), (WIDTH - 8, foot)), 0.8))
        x = 8.6
        for number in range(len(SPINES)):
            wide, tall = SPINES[(number * 4 + shelf * 3) % len(SPINES)]
            half += _book(x, foot - 0.4, wide, tall, GROUNDS[(number + 5 * shelf) % len(GROUNDS)])
            x += wide + 0.26
    middle = (WIDTH / 2, HEIGHT / 2)
    return (
        *_framed(),
        *half,
        *map(_turned, half),
        Circle(*middle, 9.6, 0.6, WHITE),
        Circle(*middle, 8.4, 0.2),
        *_diamonds(*middle),
    )


def _book(x: float, foot: float, wide: float, tall: float, ground: Ink) -> list[Rectangle | Line | Polygon]:
    """A spine on the shelf with two bands."""
    bands = WHITE if ground == INK else INK
    return [
        Rectangle(x, foot - tall, wide, tall, 0.3, ground),
        *(Line(((x + 0.5, foot - at), (x + wide - 0.5, foot - at)), 0.25, bands) for at in (2, 2.8, tall - 2)),
    ]


def _diamonds(x: float, y: float) -> Iterator[Polygon]:
    """An ornament that looks the same upside down."""
    for right, down, size in ((0, 0, 3.4), (5.2, 0, 1.4), (-5.2, 0, 1.4), (0, 5.2, 1.4), (0, -5.2, 1.4)):
        yield Polygon(_diamond(x + right, y + down, size, size))
    yield Polygon(_diamond(x, y, 1.5, 1.5), WHITE)


def _diamond(x: float, y: float, wide: float, tall: float) -> tuple[tuple[float, float], ...]:
    return (x, y - tall), (x + wide, y), (x, y + tall), (x - wide, y)


def prestige_back() -> tuple[Mark, ...]:
    """A lattice of diamonds round an open book, the same either way up."""
    lattice: list[Mark] = []
    across, down = 6, 9
    wide, tall = (WIDTH - 2 * RIM - 5) / across, (HEIGHT - 2 * RIM - 5) / down
    for row in range(down):
        for column in range(across):
            x, y = RIM + 2.5 + (column + 0.5) * wide, RIM + 2.5 + (row + 0.5) * tall
            lattice.append(Polygon(_diamond(x, y, wide * 0.46, tall * 0.46)))
            lattice.append(Polygon(_diamond(x, y, wide * 0.3, tall * 0.3), WHITE))
            lattice.append(Polygon(_diamond(x, y, wide * 0.13, tall * 0.13)))
    middle = (WIDTH / 2, HEIGHT / 2)
    return (
        *_framed(),
        *lattice,
        Circle(*middle, 12.6, 0.6, WHITE),
        Circle(*middle, 11.2, 0.2),
        *_star(*middle, 9.6, 4.2, 8),
        Circle(*middle, 3.6, 0, WHITE),
        Polygon(_diamond(*middle, 2.2, 2.2)),
    )


def _star(x: float, y: float, outer: float, inner: float, rays: int) -> Iterator[Polygon]:
    # An even number of rays looks the same upside down.
    corners = []
    for number, (right, down) in enumerate(_round(2 * rays)):
        reach = inner if number % 2 else outer
        corners.append((x + right * reach, y + down * reach))
    yield Polygon(tuple(corners))


def _round(many: int) -> Iterator[tuple[float, float]]:
    """So many directions of length 1, evenly round from the top."""
    for number in range(many):
        angle = 2 * math.pi * number / many
        yield math.sin(angle), -math.cos(angle)
