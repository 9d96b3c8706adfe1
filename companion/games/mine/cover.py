"""Tiles on a gallery, exactly: can it be filled, with how few empty spaces, in how many ways, for how many points.

An exact cover (Knuth 2000) by the first free cell: whatever lies there must have it as its first cell by rows, so every laying is
met once. Cells are bits of a mask. How many tiles were used, by shape and face, is packed into one number, eight bits each. The
points are searched by branch and bound. Searches count their steps and give up after so many.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from companion.games.mine.pieces import Box, Card, Crystal, Gallery
from companion.games.mine.state import Options, Tile
from companion.games.mine.tiling import BACK, FRONT

MOST_STEPS = 2_000_000
FIELD, FULL = 8, 255
TEN = 10
LEAST = -1000
"""Less than any laying is worth: bad finds may take more than a round gives."""
BOTH = (FRONT, BACK)

Way = tuple[int, int, int, int]
"""Cells of a placement, its colour, its shape, and its kind: which shape, lying on which face."""


class CutOff(Exception):
    """A search that took too many steps."""


@dataclass(frozen=True)
class Laying:
    """The most points that were found, and the tiles of a laying that has them; `empty` of its spaces are not covered."""

    points: int
    empty: int
    tiles: tuple[Tile, ...]


@dataclass(eq=False)
class Cover:
    """One gallery and card, with so many tiles of each shape at hand. `steps` counts what the searches visited."""

    box: Box
    gallery: Gallery
    card: Card
    supply: Mapping[str, int]
    """Shape -> tiles at hand."""
    most_steps: int = MOST_STEPS
    steps: int = 0

    # --- what can be laid -------------------------------------------------------------------------------------------

    @cached_property
    def colours(self) -> tuple[str, ...]:
        """Those that the card names."""
        return tuple(colour for colour, n in self.card.tiles.items() if n > 0)

    @cached_property
    def shapes(self) -> tuple[str, ...]:
        return tuple(shape.shape for shape in self.box.shapes if shape.colour in self.colours)

    @cached_property
    def kinds(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """(shape, faces that can be up) of every kind of placement."""
        found: dict[tuple[str, tuple[str, ...]], None] = {}
        for colour in self.colours:
            for kind in self.box.forms[colour].values():
                found[kind] = None
        return tuple(found)

    @cached_property
    def ways(self) -> tuple[tuple[Way, ...], ...]:
        """By first cell: the placements inside the gallery."""
        found: list[list[Way]] = [[] for _ in self.box.names]
        numbers = {kind: number for number, kind in enumerate(self.kinds)}
        shapes = {shape: number for number, shape in enumerate(self.shapes)}
        for number, colour in enumerate(self.colours):
            for first, cells, kind in inside(self.box, self.gallery.spaces)[colour]:
                found[first].append((cells, number, shapes[kind[0]], numbers[kind]))
        return tuple(tuple(sorted(ways, key=lambda way: (-way[0].bit_count(), way[0]))) for ways in found)

    @cached_property
    def costs(self) -> tuple[int, ...]:
        """By kind: what a tile of it takes from the hand: one of its colour and one of its shape."""
        colour_of = {shape.shape: shape.colour for shape in self.box.shapes}
        return tuple(
            1 << FIELD * self.colours.index(colour_of[shape]) | 1 << FIELD * (len(self.colours) + self.shapes.index(shape))
            for shape, _ in self.kinds
        )

    @cached_property
    def hand(self) -> int:
        """Tiles that may still be laid, packed: by colour those of the card, by shape those at hand."""
        there = Counter[str]()
        for shape in self.box.shapes:
            there[shape.colour] += max(self.supply[shape.shape], 0)
        counts = [min(self.card.tiles[colour], there[colour], FULL) for colour in self.colours]
        counts += [min(max(self.supply[shape], 0), FULL) for shape in self.shapes]
        return sum(n << FIELD * at for at, n in enumerate(counts))

    @cached_property
    def masks(self) -> tuple[tuple[int, int], ...]:
        """By kind: the two fields of `hand` that must not be empty."""
        made = []
        for cost in self.costs:
            low = cost & -cost
            made.append((low * FULL, (cost ^ low) * FULL))
        return tuple(made)

    def coverable(self, hand: int) -> int:
        """Spaces that the tiles in *hand* cover at most."""
        sizes = self.box.size_of
        return sum((hand >> FIELD * at & FULL) * sizes[colour] for at, colour in enumerate(self.colours))

    def _step(self) -> None:
        self.steps += 1
        if self.steps > self.most_steps:
            raise CutOff

    # --- can it be filled -------------------------------------------------------------------------------------------

    def fewest_empty(self) -> int:
        """How many spaces stay empty at least. Raises CutOff."""
        spaces = self.gallery.spaces.bit_count()
        empty = max(spaces - self.coverable(self.hand), 0)
        while not self.leaves(empty):
            empty += 1
        return empty

    def leaves(self, empty: int) -> bool:
        """Whether the gallery can be covered but for so many spaces. Raises CutOff."""
        dead: set[tuple[int, int]] = set()
        ways, costs, masks = self.ways, self.costs, self.masks

        def reach(free: int, hand: int, empty: int) -> bool:
            if not free:
                return True
            # How many spaces may stay empty follows from what is free and in hand.
            if (free, hand) in dead:
                return False
            self._step()
            if free.bit_count() - empty > self.coverable(hand):
                return False
            first = (free & -free).bit_length() - 1
            for cells, _, _, kind in ways[first]:
                one, other = masks[kind]
                if cells & free == cells and hand & one and hand & other and reach(free ^ cells, hand - costs[kind], empty):
                    return True
            if empty and reach(free & (free - 1), hand, empty - 1):
                return True
            dead.add((free, hand))
            return False

        return reach(self.gallery.spaces, self.hand, empty)

    def covers(self) -> int:
        """How many full covers there are: sets of placements, whatever copy and face. Raises CutOff."""
        known: dict[tuple[int, int], int] = {}
        ways, costs, masks = self.ways, self.costs, self.masks

        def count(free: int, hand: int) -> int:
            if not free:
                return 1
            if (free, hand) in known:
                return known[free, hand]
            self._step()
            found = 0
            if free.bit_count() <= self.coverable(hand):
                first = (free & -free).bit_length() - 1
                for cells, _, _, kind in ways[first]:
                    one, other = masks[kind]
                    if cells & free == cells and hand & one and hand & other:
                        found += count(free ^ cells, hand - costs[kind])
            known[free, hand] = found
            return found

        return count(self.gallery.spaces, self.hand)

    # --- for how many points ----------------------------------------------------------------------------------------

    def best(self, options: Options, *, full: bool, least: int = LEAST) -> Laying | None:
        """A laying with most points but for those of the shout, all spaces covered if *full*.

        None: there is none, or none with more than *least*. Raises CutOff.
        """
        return _Best(self, options, full, least).laying()


class _Best:
    """The search of `Cover.best`: depth first, cut where what can still come is no more than what was found."""

    def __init__(self, cover: Cover, options: Options, full: bool, least: int) -> None:
        self.cover, self.full = cover, full
        self.points = {find: n if options.finds else 0 for find, n in cover.card.finds.items()}
        self.shown = options.finds
        self.elves = cover.gallery.elves if options.elves else ()
        self.most = least
        self.found: Laying | None = None
        self.path: list[Way] = []
        self.seen: dict[tuple[int, int], int] = {}
        self.used = [0] * len(cover.kinds)
        self.of_shape = [[at for at, (one, _) in enumerate(cover.kinds) if one == shape] for shape in cover.shapes]
        self.more = [self._more(colour) for colour in cover.colours]
        """By colour: the most that one, two... further tiles can add by their finds."""
        self.served = {way: self._served(way) for ways in cover.ways for way in ways}
        self.ways = [sorted(ways, key=lambda way: -self.served[way]) for ways in cover.ways]

    def laying(self) -> Laying | None:
        if not self.full:
            # Nothing laid, or more than ten spaces empty: no points and nothing else.
            self._note(0, self.cover.gallery.spaces.bit_count(), [])
        self._search(self.cover.gallery.spaces, self.cover.hand, TEN, 0)
        return self.found

    def _served(self, way: Way) -> int:
        colour = self.cover.colours[way[1]]
        return sum(of == colour and bool(way[0] >> cell & 1) for cell, of in self.elves)

    def _more(self, colour: str) -> list[int]:
        values = sorted((max(0, *self._faces(tile)) for tile in self._tiles(colour)), reverse=True)
        return [sum(values[:n]) for n in range(self.cover.card.tiles[colour] + 1)]

    def _tiles(self, colour: str) -> list[Crystal]:
        shapes = [shape.shape for shape in self.cover.box.shapes if shape.colour == colour]
        return [tile for shape in shapes for tile in self.cover.box.copies[shape]]

    def _faces(self, tile: Crystal) -> tuple[int, int]:
        return self.points.get(tile.front, 0), self.points.get(tile.back, 0)

    def _search(self, free: int, hand: int, points: int, empty: int) -> None:
        """*points*: ten, less the spaces left empty, and what elves and finds give so far."""
        cover = self.cover
        if not free:
            self._note(points, empty, self.path)
            return
        key = free, sum(n << FIELD * at for at, n in enumerate(self.used))
        if self.seen.get(key, LEAST) >= points:
            return
        self.seen[key] = points
        cover._step()
        bare = free.bit_count() - cover.coverable(hand)
        if bare > 0 and (self.full or empty + bare > TEN):
            return
        if points - max(bare, 0) + self._hope(free, hand) <= self.most:
            return
        for way in self.ways[(free & -free).bit_length() - 1]:
            cells, _, shape, kind = way
            one, other = cover.masks[kind]
            if cells & free == cells and hand & one and hand & other:
                before = self._finds(shape)
                self.used[kind] += 1
                self.path.append(way)
                gain = self.served[way] + self._finds(shape) - before
                self._search(free ^ cells, hand - cover.costs[kind], points + gain, empty)
                self.path.pop()
                self.used[kind] -= 1
        if not self.full and empty < TEN:
            self._search(free & (free - 1), hand, points - 1, empty + 1)

    def _hope(self, free: int, hand: int) -> int:
        """The most that elves still to be served and finds still to be shown can add."""
        colours = self.cover.colours
        left = [hand >> FIELD * at & FULL for at in range(len(colours))]
        elves = sum(bool(free >> cell & 1) and of in colours and left[colours.index(of)] > 0 for cell, of in self.elves)
        return elves + sum(more[n] for more, n in zip(self.more, left, strict=True))

    def _finds(self, shape: int) -> int:
        """What the finds on the used tiles of a shape give at best."""
        if not self.shown:
            return 0
        values = tuple(self._faces(tile) for tile in self.cover.box.copies[self.cover.shapes[shape]])
        return _most(values, tuple((self.cover.kinds[at][1], self.used[at]) for at in self.of_shape[shape]))[0]

    def _note(self, points: int, empty: int, path: Sequence[Way]) -> None:
        if points > self.most:
            self.most = points
            self.found = Laying(points, empty, tuple(self._tiles_of(path)))

    def _tiles_of(self, path: Sequence[Way]) -> list[Tile]:
        """The placements as tiles, with finds as the best choice of copies and faces shows them."""
        box, names = self.cover.box, self.cover.box.names
        shown: dict[int, list[str]] = {}
        for at, (shape, _) in enumerate(self.cover.kinds):
            number = self.cover.shapes.index(shape)
            kinds = self.of_shape[number]
            copies = box.copies[shape]
            used = tuple((self.cover.kinds[one][1], sum(way[3] == one for way in path)) for one in kinds)
            _, choice = _most(tuple(map(self._faces, copies)), used)
            shown[at] = [
                getattr(copy, face) for copy, chosen in zip(copies, choice, strict=True) if chosen is not None
                for kind, face in [chosen] if kinds[kind] == at
            ]  # fmt: skip
        tiles = []
        for cells, colour, _, kind in path:
            find = shown[kind].pop() if shown[kind] else ""
            covered = tuple(name for at, name in enumerate(names) if cells >> at & 1)
            tiles.append(Tile(self.cover.colours[colour], covered, (find or None) if self.shown else None))
        return tiles


@lru_cache(maxsize=4096)
def _most(
    values: tuple[tuple[int, int], ...], used: tuple[tuple[tuple[str, ...], int], ...]
) -> tuple[int, tuple[tuple[int, str] | None, ...]]:
    """The best choice of copies (points of their front and back) for so many tiles on these faces.

    Returns the points, and by copy the kind that it is used for with the face that is up, or None.
    """
    if not values:
        return 0, ()
    (front, back), rest = values[0], values[1:]
    best: tuple[int, tuple[tuple[int, str] | None, ...]] | None = None
    if sum(n for _, n in used) <= len(rest):
        points, choice = _most(rest, used)
        best = points, (None, *choice)
    for at, (faces, n) in enumerate(used):
        if n:
            face = max(faces, key=lambda face: front if face == FRONT else back)
            points, choice = _most(rest, (*used[:at], (faces, n - 1), *used[at + 1 :]))
            points += front if face == FRONT else back
            if best is None or points > best[0]:
                best = points, ((at, face), *choice)
    assert best is not None
    return best


@lru_cache(maxsize=64)
def inside(box: Box, spaces: int) -> Mapping[str, Sequence[tuple[int, int, tuple[str, tuple[str, ...]]]]]:
    """By colour the placements inside a gallery: first cell, cells, and the kind."""
    found: dict[str, list[tuple[int, int, tuple[str, tuple[str, ...]]]]] = {colour: [] for colour in box.size_of}
    for colour, forms in box.forms.items():
        for form, kind in forms.items():
            wide, high = max(x for x, _ in form), max(y for _, y in form)
            at_corner = box.mask(form)
            for top in range(box.rows - high):
                for left in range(box.columns - wide):
                    cells = at_corner << (top * box.columns + left)
                    if cells & spaces == cells:
                        found[colour].append(((cells & -cells).bit_length() - 1, cells, kind))
    return found


def cover(box: Box, gallery: Gallery, card: Card, taken: Collection[str] = (), most_steps: int = MOST_STEPS) -> Cover:
    """The gallery with the card and the tiles of the box, less one for each of the shapes *taken* by tiles that lie elsewhere."""
    gone = Counter(taken)
    supply = {shape: len(tiles) - gone[shape] for shape, tiles in box.copies.items()}
    return Cover(box, gallery, card, supply, most_steps)
