"""Which tiles lie on a board, told from the colours of its cells (specification, section 8, "Tiles").

A photograph gives a class for every cell; tiles are what each colour's cells are cut into by exact cover. A tile is in one piece,
so every part that hangs together is cut by itself. There may be very many cuts (of sixteen blue cells, say) but few differ for
the player: what is counted here are the differences, never the cuts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Literal

from companion.games.mine.cover import inside
from companion.games.mine.judge import showing
from companion.games.mine.laying import check
from companion.games.mine.pieces import Box, Card, Gallery
from companion.games.mine.state import Options, Tile

MOST_STEPS = 30_000
"""What one colour’s search may visit, for tiles beyond the grid too. A board takes a few hundred; a colour all over it more."""
MOST_GUESSED = 3
"""With more doubtful cells than this, what they are is not narrowed down."""

MOST_BEYOND = 3
"""Tiles of a colour that may be said to lie partly beyond the grid."""
MOST_WAYS = 12
"""Answers to one question."""

Kind = tuple[str, tuple[str, ...]]
"""A shape, and the faces that can be up."""
Placed = tuple[int, Kind]
"""Cells of a tile as bits, and how it lies there."""
Told = tuple[bool, int, str, tuple[str, ...]]
"""What of a tile matters to the player: whether it lies inside, elves it serves; shape and faces, if a find may count there."""
Lot = tuple[tuple[Told, ...], tuple[str, ...]]
"""Tiles as the player tells them apart, and the shapes of those of which the box has few."""
Lots = Mapping[Lot, tuple[Placed, ...]]
"""Lot -> one cut into it."""


@dataclass(frozen=True)
class Cut:
    """Tiles of one colour, by order of their first cells. `off` of them come off, the others serve so many elves.

    `short`: the box has not so many tiles of a shape (`lay.supply`).
    """

    colour: str
    tiles: tuple[Tile, ...]
    off: int
    elves: int
    short: bool = False


@dataclass(frozen=True)
class Odd:
    """Cells of a colour that are no tiles of it.

    `why`: "number", they are no multiple of the size; "shape", no shapes of the colour fit them; "many", the search gave up.
    `suspects`: those of them that hang together and are no tiles. `beyond`: ways in which as few tiles as can be lie partly
    beyond the grid, so that the other cells are whole tiles; one of them, told as `beyond` to `cuts`, settles it.
    """

    colour: str
    size: int
    cells: tuple[str, ...]
    why: Literal["number", "shape", "many"]
    suspects: tuple[str, ...]
    beyond: tuple[tuple[Tile, ...], ...] = ()


@dataclass(frozen=True)
class Cuts:
    """The tiles on a board, colour by colour in the order of the box.

    `numbers`: colour -> how many tiles of it, of each that is seen and not odd. `ways`: colour -> the cuts with fewest tiles off
    that differ for the player; where there are several, people must say. `also`: colour -> cuts with more tiles off, should none
    of those be true. `odd`: what is no tiles. `could`: doubtful cell -> what it may be, so that all cells are tiles (everything,
    where nothing fits or too many are doubtful).
    """

    numbers: Mapping[str, int]
    ways: Mapping[str, tuple[Cut, ...]]
    also: Mapping[str, tuple[Cut, ...]]
    odd: tuple[Odd, ...]
    could: Mapping[str, tuple[str, ...]]
    beyond: tuple[Tile, ...] = ()

    @property
    def asked(self) -> tuple[str, ...]:
        """Colours of which people must say how they lie."""
        return tuple(colour for colour, ways in self.ways.items() if len(ways) > 1)

    @property
    def settled(self) -> bool:
        """Whether `tiles` can be proposed without a question."""
        return not (self.asked or self.odd or self.could)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Of every colour the first cut, and the tiles told to lie beyond the grid."""
        return (*(tile for ways in self.ways.values() for tile in ways[0].tiles), *self.beyond)


def cuts(
    box: Box,
    gallery: Gallery,
    card: Card,
    options: Options,
    classes: Mapping[str, str | None],
    *,
    doubtful: Mapping[str, Sequence[str]] | None = None,
    beyond: Sequence[Tile] = (),
    taken: Mapping[str, int] | None = None,
) -> Cuts:
    """The tiles that a board's colours tell.

    *classes*: cell ("C2") -> a colour, None where it cannot be told, or anything else for bare space or rock; cells left out are
    bare. *doubtful*: cell -> what may be there, likeliest first; without it every crystal, then bare (""). *beyond*: tiles of
    which people say that the rest lies beyond the grid. *taken*: shape -> how many lie on other boards.
    """
    settled = {cell for tile in beyond for cell in tile.cells}
    cells = dict.fromkeys(box.size_of, 0)
    for cell, one in classes.items():
        if one in cells and cell not in settled:
            cells[one] |= 1 << box.cells[cell]
    look = _Look(box, gallery, card, options, taken or {})
    numbers: dict[str, int] = {}
    ways: dict[str, tuple[Cut, ...]] = {}
    also: dict[str, tuple[Cut, ...]] = {}
    odd = []
    for colour, seen in cells.items():
        found = look.cut(colour, seen)
        if isinstance(found, Odd):
            odd.append(found)
        elif seen:
            numbers[colour] = seen.bit_count() // box.size_of[colour]
            ways[colour] = tuple(one for one in found if one.off == found[0].off)
            if more := found[len(ways[colour]) :]:
                also[colour] = more
    asked = [cell for cell, one in classes.items() if one is None and cell not in settled]
    may = doubtful or {}
    could = _could(look, cells, {cell: tuple(may.get(cell, (*box.size_of, ""))) for cell in asked})
    return Cuts(numbers, ways, also, tuple(odd), could, tuple(beyond))


class _TooMany(Exception):
    """A search that took too many steps."""


@dataclass(frozen=True, eq=False)
class _Look:
    """What cuts are told apart by, on this board with this card."""

    box: Box
    gallery: Gallery
    card: Card
    options: Options
    taken: Mapping[str, int]

    def cut(self, colour: str, cells: int) -> tuple[Cut, ...] | Odd:
        """The cuts that differ for the player, fewest tiles off first."""
        size = self.box.size_of[colour]
        uneven = cells.bit_count() % size
        steps = iter(range(MOST_STEPS))
        try:
            parts = [(part, self._lots(colour, part, cells.bit_count() // size, steps)) for part in _parts(self.box, cells)]
            wrong = sum(part for part, lots in parts if not lots)
            if not wrong:
                return self._told_apart(colour, [lots for _, lots in parts])
        except _TooMany:
            return Odd(colour, size, _names(self.box, cells), "number" if uneven else "many", _names(self.box, cells))
        why: Literal["number", "shape"] = "number" if uneven else "shape"
        return Odd(colour, size, _names(self.box, cells), why, _names(self.box, wrong), self._beyond(colour, cells, steps))

    def fits(self, colour: str, cells: int) -> bool:
        """Whether the cells can be tiles of the colour; too many to be searched through may."""
        if cells.bit_count() % self.box.size_of[colour]:
            return False
        try:
            return self._are_tiles(colour, cells, iter(range(MOST_STEPS)))
        except _TooMany:
            return True

    def _are_tiles(self, colour: str, cells: int, steps: Iterator[int]) -> bool:
        return all(self._lots(colour, part, 0, steps) for part in _parts(self.box, cells))

    def _lots(self, colour: str, part: int, tiles: int, steps: Iterator[int]) -> Lots:
        """Every lot of tiles that these cells can be cut into, by the first free cell; none when they cannot.

        Shapes of which the box has fewer than *tiles* are told apart. Raises _TooMany when *steps* are used up.
        """
        begins: dict[int, list[Placed]] = {}
        for first, cells, kind in inside(self.box, part)[colour]:
            begins.setdefault(1 << first, []).append((cells, kind))
        told = {placed: self._told(colour, placed) for ways in begins.values() for placed in ways}
        few = {shape for shape, there in self._supply.items() if there < tiles}
        known: dict[int, Lots] = {0: {((), ()): ()}}

        def lots(free: int) -> Lots:
            if free in known:
                return known[free]
            found: dict[Lot, tuple[Placed, ...]] = {}
            for placed in begins.get(free & -free, ()):
                cells, (shape, _) = placed
                if cells & free != cells:
                    continue
                for (others, shapes), more in lots(free ^ cells).items():
                    if next(steps, None) is None:
                        raise _TooMany
                    lot = tuple(sorted((*others, told[placed]))), (tuple(sorted((*shapes, shape))) if shape in few else shapes)
                    found.setdefault(lot, (placed, *more))
            known[free] = found
            return found

        return lots(part)

    def _told(self, colour: str, placed: Placed) -> Told:
        cells, (shape, faces) = placed
        if cells & ~self.gallery.spaces or not self.card.tiles[colour]:
            return False, 0, "", ()
        elves = sum(of == colour and bool(cells >> cell & 1) for cell, of in self.gallery.elves) if self.options.elves else 0
        return (True, elves, shape, faces) if self._may_show(shape, faces) else (True, elves, "", ())

    def _may_show(self, shape: str, faces: tuple[str, ...]) -> bool:
        """Whether a find that the card names can be up on a tile that lies like this."""
        named = [find for find, points in self.card.finds.items() if points and self.options.finds]
        return any(showing(self.box, shape, faces, find) for find in named)

    @property
    def _supply(self) -> Mapping[str, int]:
        return {shape: len(tiles) - self.taken.get(shape, 0) for shape, tiles in self.box.copies.items()}

    def _told_apart(self, colour: str, parts: Sequence[Lots]) -> tuple[Cut, ...]:
        """Lots of all parts together; of those that are the same for the player one."""
        whole: dict[tuple[Told, ...], dict[tuple[str, ...], tuple[Placed, ...]]] = {(): {(): ()}}
        for lots in parts:
            more: dict[tuple[Told, ...], dict[tuple[str, ...], tuple[Placed, ...]]] = {}
            for told, ways in whole.items():
                for (others, _), there in lots.items():
                    lot = more.setdefault(tuple(sorted((*told, *others))), {})
                    for placed in ways.values():
                        both = (*placed, *there)
                        lot.setdefault(tuple(sorted(shape for _, (shape, _) in both)), both)
            whole = more
            if sum(map(len, whole.values())) > MOST_STEPS:
                raise _TooMany
        found: dict[object, Cut] = {}
        for told, ways in whole.items():
            one = min((self._cut(colour, placed) for placed in ways.values()), key=lambda cut: cut.short)
            # Tiles of one colour cover the same number of spaces: without finds only how many come off and elves matter.
            key = told if any(shape for _, _, shape, _ in told) else (one.off, one.elves)
            if key not in found or found[key].short:
                found[key] = one
        at_hand = [one for one in found.values() if not one.short] or list(found.values())
        return tuple(sorted(at_hand, key=lambda one: (one.off, -one.elves)))

    def _cut(self, colour: str, placed: Iterable[Placed]) -> Cut:
        lying = sorted(placed, key=lambda one: one[0] & -one[0])
        tiles = tuple(Tile(colour, _names(self.box, cells)) for cells, _ in lying)
        checked = check(self.box, self.gallery, self.card, self.options, tiles)
        shapes = [shape for _, (shape, _) in lying]
        short = any(shapes.count(shape) > there for shape, there in self._supply.items())
        return Cut(colour, tiles, sum(rule is not None for rule in checked.off), checked.elves, short)

    def _beyond(self, colour: str, cells: int, steps: Iterator[int]) -> tuple[tuple[Tile, ...], ...]:
        """The ways in which the fewest tiles, at most MOST_BEYOND, lie partly beyond the grid, so that all other cells are whole
        tiles; none where there is too much to search through."""
        at_edge = self._at_edge(colour, cells)
        for number in range(1, MOST_BEYOND + 1):
            try:
                ways = [some for some in combinations(at_edge, number) if self._leave_tiles(colour, cells, some, steps)]
            except _TooMany:
                return ()
            if ways:
                return tuple(tuple(Tile(colour, _names(self.box, one)) for one in some) for some in ways[:MOST_WAYS])
        return ()

    def _leave_tiles(self, colour: str, cells: int, some: Sequence[int], steps: Iterator[int]) -> bool:
        """Whether these parts of *cells* lie apart and all other cells are whole tiles. Raises _TooMany."""
        if next(steps, None) is None:
            raise _TooMany
        whole = cells & ~sum(some)
        apart = sum(one.bit_count() for one in some) + whole.bit_count() == cells.bit_count()
        return apart and whole.bit_count() % self.box.size_of[colour] == 0 and self._are_tiles(colour, whole, steps)

    def _at_edge(self, colour: str, cells: int) -> list[int]:
        """What of these cells a tile may cover that lies partly beyond the grid."""
        box, seen = self.box, dict[int, None]()
        for form in box.forms[colour]:
            for left, top in product(range(-box.size_of[colour], box.columns), range(-box.size_of[colour], box.rows)):
                spots = [(x + left, y + top) for x, y in form]
                covers = box.mask((x, y) for x, y in spots if 0 <= x < box.columns and 0 <= y < box.rows)
                if 0 < covers.bit_count() < len(form) and covers & cells == covers:
                    seen[covers] = None
        return sorted(seen, key=lambda one: one & -one)


def _could(look: _Look, cells: Mapping[str, int], may: Mapping[str, tuple[str, ...]]) -> Mapping[str, tuple[str, ...]]:
    """Of what doubtful cells may be, what leaves fewest colours that are no tiles."""
    if not 0 < len(may) <= MOST_GUESSED:
        return may
    fits: dict[tuple[str, int], bool] = {}
    fewest, kept = len(cells) + 1, list[tuple[str, ...]]()
    for guess in product(*may.values()):
        there = dict(cells)
        for cell, one in zip(may, guess, strict=True):
            if one in there:
                there[one] |= 1 << look.box.cells[cell]
        for group in there.items():
            if group not in fits:
                fits[group] = look.fits(*group)
        odd = sum(not fits[group] for group in there.items())
        if odd < fewest:
            fewest, kept = odd, []
        if odd == fewest:
            kept.append(guess)
    return {cell: tuple(one for one in may[cell] if one in {guess[at] for guess in kept}) for at, cell in enumerate(may)}


def _parts(box: Box, cells: int) -> Iterator[int]:
    """The parts of a set of cells that hang together."""
    west = box.mask((0, y) for y in range(box.rows))
    east = box.mask((box.columns - 1, y) for y in range(box.rows))
    while cells:
        part, grown = 0, cells & -cells
        while grown != part:
            part = grown
            grown |= (part & ~east) << 1 | (part & ~west) >> 1 | part << box.columns | part >> box.columns
            grown &= cells
        yield part
        cells ^= part


def _names(box: Box, cells: int) -> tuple[str, ...]:
    return tuple(name for at, name in enumerate(box.names) if cells >> at & 1)
