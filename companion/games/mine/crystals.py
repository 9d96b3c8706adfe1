"""Crystal tiles as they are printed: their colour, a letter and a mark on every cell, the finds on the faces that show them.

A camera tells a cell by the middle half of it (specification, section 8): letters and marks keep to the corners, finds to the
edge between two cells. Lengths are millimetres.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from companion.drawing import INK, WHITE, Circle, Ink, Line, Mark, Page, Polygon, Rectangle, Symbol, Text, moved
from companion.games.mine.pieces import EDGES, Box, Colour, Crystal
from companion.games.mine.printed import srgb
from companion.games.mine.tiling import Form, Spot, form, spots
from companion.rules import Sentence

AREA: Final = (201.0, 270.0)
"""What A4 and letter both have room for, with 4.5 mm to every edge."""
APART: Final = 4.0
"""Between tiles: room for a knife."""
BLEED: Final = 1.2
"""How far the colour of a back reaches beyond the cut, so that paper that shifts in the printer leaves no white edge."""
CUT: Final = 0.35
SEAM: Final = 0.2
"""Between the cells of a tile."""


def ground(colour: Colour) -> Ink:
    return srgb(colour.srgb)


def on(under: Ink) -> Ink:
    """Ink or white, whichever stands out more from what lies under it: contrast ratio of WCAG 2.2."""
    light, dark = _luminance(under) + 0.05, _luminance(INK) + 0.05
    return INK if light / dark > 1.05 / light else WHITE


def _luminance(ink: Ink) -> float:
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in (c / 255 for c in ink))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def sign(mark: str, x: float, y: float, side: float, ink: Ink) -> Iterator[Mark]:
    """What is drawn on a crystal for those who do not see its colour, in a square of *side*. A mark that nobody knows leaves the
    letter alone."""
    middle = (x + side / 2, y + side / 2)
    if mark == "dot":
        yield Circle(*middle, side * 0.46, 0, ink)
    elif mark == "bar":
        yield Rectangle(x, y + side * 0.31, side, side * 0.38, 0, ink)
    elif mark == "triangle":
        yield Polygon(((middle[0], y + side * 0.04), (x + side, y + side * 0.94), (x, y + side * 0.94)), ink)
    elif mark == "square":
        yield Rectangle(x + side * 0.1, y + side * 0.1, side * 0.8, side * 0.8, 0, ink)
    elif mark == "star":
        yield Polygon(_star(middle[0], middle[1] + side * 0.03, side * 0.54, side * 0.22), ink)


def _star(x: float, y: float, outer: float, inner: float) -> tuple[tuple[float, float], ...]:
    reaches = [(number, inner if number % 2 else outer) for number in range(10)]
    return tuple((x + reach * math.sin(n * math.pi / 5), y - reach * math.cos(n * math.pi / 5)) for n, reach in reaches)


def crystal(colour: Colour, x: float, y: float, side: float) -> Iterator[Mark]:
    """One square, as on a card: the mark at the top left, the letter at the bottom right."""
    under = ground(colour)
    yield Rectangle(x, y, side, side, 0.3, under)
    yield from sign(colour.mark, x + side * 0.12, y + side * 0.12, side * 0.4, on(under))
    yield _letter(colour, x + side * 0.46, y + side * 0.46, side * 0.5)


def _letter(colour: Colour, x: float, y: float, side: float) -> Text:
    # Capitals are 0.254 mm high for each point.
    return Text(Sentence(colour.letter), x, y, side, side, side * 0.86 / 0.254, bold=True, ink=on(ground(colour)), least=3)


# --- a tile -----------------------------------------------------------------------------------------------------------


def mirrored(cells: Form) -> Form:
    """The cells as they lie when the tile is turned over."""
    return form((-x, y) for x, y in cells)


def lying(cells: Form) -> Form:
    """The tile turned, not mirrored, until it is not taller than wide."""
    wide, tall = extent(cells)
    return cells if wide >= tall else form((-y, x) for x, y in cells)


def extent(cells: Form) -> tuple[int, int]:
    """Columns and rows that a tile takes."""
    return max(x for x, _ in cells) + 1, max(y for _, y in cells) + 1


def face(colour: Colour, cells: Form, find: str, cell: float, *, cut: bool) -> Iterator[Mark]:
    """A face of a tile of so many cells, from the top left of their frame; `cut`: with the line along which it is cut out, else
    with colour beyond it."""
    under = ground(colour)
    out = 0.0 if cut else BLEED
    for x, y in sorted(cells):
        yield Rectangle(x * cell - out, y * cell - out, cell + 2 * out, cell + 2 * out, 0, under)
    yield from _seams(cells, cell, on(under))
    corner = cell / 4
    for x, y in sorted(cells):
        left, top = x * cell, y * cell
        yield from sign(colour.mark, left + corner * 0.22, top + corner * 0.22, corner * 0.62, on(under))
        yield _letter(colour, left + cell - corner * 0.96, top + cell - corner * 0.96, corner * 0.8)
    if find:
        yield from _shown(find, *_find_at(cells, cell))
    if cut:
        yield from (Line(edge, CUT) for edge in outline(cells, cell))


def _seams(cells: Form, cell: float, ink: Ink) -> Iterator[Line]:
    for x, y in sorted(cells):
        if (x + 1, y) in cells:
            yield Line((((x + 1) * cell, y * cell), ((x + 1) * cell, (y + 1) * cell)), SEAM, ink)
        if (x, y + 1) in cells:
            yield Line(((x * cell, (y + 1) * cell), ((x + 1) * cell, (y + 1) * cell)), SEAM, ink)


def outline(cells: Iterable[Spot], cell: float) -> Iterator[tuple[tuple[float, float], ...]]:
    """Every edge of cells behind which there is none of them."""
    cells = set(cells)
    for x, y in sorted(cells):
        left, top, right, bottom = x * cell, y * cell, (x + 1) * cell, (y + 1) * cell
        ends = {"N": ((left, top), (right, top)), "E": ((right, top), (right, bottom)), "S": ((left, bottom), (right, bottom)),
                "W": ((left, top), (left, bottom))}  # fmt: skip
        for edge, (dx, dy) in EDGES.items():
            if (x + dx, y + dy) not in cells:
                yield ends[edge]


def _find_at(cells: Form, cell: float) -> tuple[float, float, float]:
    """Where a find is drawn and its radius: on the edge between the two cells nearest to the middle; on a single cell in a free
    corner."""
    between = [((x + 1, y + 0.5), (x + 1, y)) for x, y in cells] + [((x + 0.5, y + 1), (x, y + 1)) for x, y in cells]
    wide, tall = extent(cells)
    inside = [place for place, beside in between if beside in cells]
    if not inside:
        return cell * 0.82, cell * 0.18, cell * 0.16
    x, y = min(inside, key=lambda place: (math.dist(place, (wide / 2, tall / 2)), place))
    return x * cell, y * cell, cell * 0.235


def _shown(find: str, x: float, y: float, radius: float) -> Iterator[Mark]:
    yield Circle(x, y, radius, 0.25, WHITE)
    side = radius * 1.62
    yield Symbol(find, x - side / 2, y - side / 2, side, find[:1].upper())


# --- pages ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Place:
    """Where a tile lies on its page: the top left of its frame, and its cells, the front up."""

    tile: Crystal
    x: float
    y: float
    cells: Form


ROOM: Final = (AREA[0] - 2 * BLEED, AREA[1] - 2 * BLEED)


def fitting(box: Box) -> bool:
    """Whether every tile fits a page."""
    sizes = [extent(lying(spots(shape.drawing))) for shape in box.shapes]
    return all(columns * box.cell_mm <= ROOM[0] and rows * box.cell_mm <= ROOM[1] for columns, rows in sizes)


def nested(box: Box) -> list[list[Place]]:
    """The tiles page by page in rows, the tallest first, each where there is still room (first fit by falling height)."""
    drawn = {shape.shape: lying(spots(shape.drawing)) for shape in box.shapes}
    size = {shape: extent(cells) for shape, cells in drawn.items()}
    rows: list[list[Place]] = []
    for tile in sorted(box.tiles, key=lambda tile: (-size[tile.shape][1], -size[tile.shape][0])):
        wide = size[tile.shape][0] * box.cell_mm
        ends = [row[-1].x + size[row[-1].tile.shape][0] * box.cell_mm + APART for row in rows]
        row = next((number for number, end in enumerate(ends) if end + wide <= ROOM[0]), None)
        if row is None:
            rows.append([Place(tile, 0.0, 0.0, drawn[tile.shape])])
        else:
            rows[row].append(Place(tile, ends[row], 0.0, drawn[tile.shape]))
    pages: list[list[Place]] = []
    down = math.inf
    for row_of in rows:
        tall = size[row_of[0].tile.shape][1] * box.cell_mm
        if down + tall > ROOM[1]:
            pages.append([])
            down = 0.0
        pages[-1] += [replace(place, y=down) for place in row_of]
        down += tall + APART
    return pages


def tile_pages(box: Box) -> Iterator[Page]:
    """A page of fronts, then their backs where they lie when the paper is turned over its long edge, and so on."""
    colour_of = {shape.shape: next(one for one in box.colours if one.colour == shape.colour) for shape in box.shapes}
    for page in nested(box):
        fronts: list[Mark] = []
        backs: list[Mark] = []
        wide = max(place.x + extent(place.cells)[0] * box.cell_mm for place in page)
        tall = max(place.y + extent(place.cells)[1] * box.cell_mm for place in page)
        for place in page:
            colour, long = colour_of[place.tile.shape], extent(place.cells)[0] * box.cell_mm
            fronts += moved(face(colour, place.cells, place.tile.front, box.cell_mm, cut=True), place.x, place.y)
            back = face(colour, mirrored(place.cells), place.tile.back, box.cell_mm, cut=False)
            backs += moved(back, wide - place.x - long, place.y)
        yield Page(wide, tall, tuple(fronts))
        yield Page(wide, tall, tuple(backs))
