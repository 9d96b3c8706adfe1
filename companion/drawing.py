"""What a printed sheet is made of, as values: a game describes its cards and boards, `printing` draws them.

Lengths are millimetres from the top left of a page's area, which is centred on whatever paper is in the printer: a page that is
printed on both sides then registers. Sizes of type are points. Standard library only, like the games that use it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from companion.rules import Sentence

Ink = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""

INK: Final[Ink] = (42, 31, 26)
PALE: Final[Ink] = (150, 140, 130)
TINT: Final[Ink] = (240, 235, 226)
"""A ground that a printer without colour shows as the lightest grey."""
WHITE: Final[Ink] = (255, 255, 255)

LEGIBLE: Final = 6.0
"""Points: no text is set smaller to make it fit."""


@dataclass(frozen=True, slots=True)
class Text:
    """A text in a box. What does not fit is set in more lines where the height allows them and smaller down to `least`; what
    does not fit even then ends in dots."""

    text: Sentence
    x: float
    y: float
    width: float
    height: float
    points: float
    bold: bool = False
    italic: bool = False
    serif: bool = False
    align: Literal["left", "middle", "right"] = "middle"
    stand: Literal["top", "middle", "bottom"] = "middle"
    ink: Ink = INK
    least: float = LEGIBLE


@dataclass(frozen=True, slots=True)
class Line:
    """Through all its points, from the first to the last; `dash` is the length of a dash and of the gap after it."""

    points: tuple[tuple[float, float], ...]
    line: float = 0.25
    ink: Ink = INK
    dash: float = 0.0


@dataclass(frozen=True, slots=True)
class Polygon:
    points: tuple[tuple[float, float], ...]
    fill: Ink = INK


@dataclass(frozen=True, slots=True)
class Rectangle:
    """`line` 0: no edge; `fill` None: what lies under it shows. The edge stands half outside; `corner` is the radius."""

    x: float
    y: float
    width: float
    height: float
    line: float = 0.25
    fill: Ink | None = None
    corner: float = 0.0
    ink: Ink = INK
    dash: float = 0.0


@dataclass(frozen=True, slots=True)
class Circle:
    """Around (x, y)."""

    x: float
    y: float
    radius: float
    line: float = 0.25
    fill: Ink | None = None
    ink: Ink = INK


@dataclass(frozen=True, slots=True)
class Symbol:
    """A symbol of the game's sprite, in a square of `side`; its `letter` in a circle where the sprite has none of this name."""

    name: str
    x: float
    y: float
    side: float
    letter: str = ""


@dataclass(frozen=True, slots=True)
class Code:
    """The label of a piece, in a square of `side` with its white border; `code` is without the game's prefix."""

    code: str
    x: float
    y: float
    side: float


@dataclass(frozen=True, slots=True)
class Paragraph:
    text: Sentence
    heading: bool = False


@dataclass(frozen=True, slots=True)
class Columns:
    """Paragraphs in columns side by side with `gap` between them, in the largest type from `points` down to `least` in which all
    of them fit; what does not fit even then goes on in the same columns of a page after this one."""

    paragraphs: tuple[Paragraph, ...]
    x: float
    y: float
    width: float
    height: float
    columns: int = 2
    gap: float = 8.0
    points: float = 12.0
    least: float = 8.5


Mark = Text | Line | Polygon | Rectangle | Circle | Symbol | Code | Columns


@dataclass(frozen=True, slots=True)
class Page:
    """An area of `width` by `height` in the middle of the paper, and what is drawn on it, in this order. A mark may reach outside
    it. No marks: a page that stays empty. `landscape`: the paper lies on its long side."""

    width: float = 0.0
    height: float = 0.0
    marks: tuple[Mark, ...] = ()
    landscape: bool = False


def moved(marks: Iterable[Mark], right: float, down: float) -> tuple[Mark, ...]:
    """The same marks elsewhere."""
    return tuple(_moved(mark, right, down) for mark in marks)


def _moved(mark: Mark, right: float, down: float) -> Mark:
    if isinstance(mark, (Line, Polygon)):
        return replace(mark, points=tuple((x + right, y + down) for x, y in mark.points))
    return replace(mark, x=mark.x + right, y=mark.y + down)


def leaves(parts: Iterable[Iterable[Page]]) -> tuple[Page, ...]:
    """The pages of all parts, each part beginning on an odd page, so that nothing is printed on the back of another part."""
    pages: list[Page] = []
    for part in parts:
        if len(pages) % 2:
            pages.append(Page())
        pages += part
    return tuple(pages)


# --- cards with backs -------------------------------------------------------------------------------------------------


def card_pages(
    cards: Sequence[tuple[tuple[Mark, ...], tuple[Mark, ...]]], width: float, height: float, columns: int = 3, rows: int = 3
) -> Iterator[Page]:
    """Cards of *width* by *height*, (front, back) each, edge to edge: a page of fronts with marks for cutting, then a page of
    their backs where they lie when the paper is turned over its long edge, and so on."""
    for first in range(0, len(cards), columns * rows):
        page = cards[first : first + columns * rows]
        fronts: list[Mark] = []
        backs: list[Mark] = []
        for place, (front, back) in enumerate(page):
            row, column = divmod(place, columns)
            fronts += moved(front, column * width, row * height)
            backs += moved(back, (columns - 1 - column) * width, row * height)
        across, down = min(len(page), columns), -(-len(page) // columns)
        cuts = crop_marks([column * width for column in range(across + 1)], [row * height for row in range(down + 1)])
        yield Page(columns * width, rows * height, (*fronts, *cuts))
        yield Page(columns * width, rows * height, tuple(backs))


def crop_marks(across: Sequence[float], down: Sequence[float]) -> Iterator[Line]:
    """Marks of 2 mm, 1 mm outside the first and last of these cuts, at both ends of each."""
    for x in across:
        yield Line(((x, down[0] - 3), (x, down[0] - 1)), 0.2)
        yield Line(((x, down[-1] + 1), (x, down[-1] + 3)), 0.2)
    for y in down:
        yield Line(((across[0] - 3, y), (across[0] - 1, y)), 0.2)
        yield Line(((across[-1] + 1, y), (across[-1] + 3, y)), 0.2)
