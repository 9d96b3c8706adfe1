"""Layings by plain trying out, for small galleries: every set of placements that do not overlap, as the rules allow them."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product

from companion.games.mine.choices import placements
from companion.games.mine.judge import shape_and_faces
from companion.games.mine.laying import mask


def layings(box, board, side, card):
    """Every set of placements inside the gallery with no more tiles than the card and the box allow."""
    tiles = [tile for tile in placements(box, board, side) if card.tiles[tile.colour]]
    shapes = [shape_and_faces(box, tile)[0] for tile in tiles]

    def more(start, covered, chosen):
        yield [tiles[at] for at in chosen]
        for at in range(start, len(tiles)):
            if mask(box, tiles[at]) & covered:
                continue
            if sum(tiles[one].colour == tiles[at].colour for one in chosen) == card.tiles[tiles[at].colour]:
                continue
            if sum(shapes[one] == shapes[at] for one in chosen) == len(box.copies[shapes[at]]):
                continue
            yield from more(at + 1, covered | mask(box, tiles[at]), [*chosen, at])

    return more(0, 0, [])


def finds(box, card, tiles):
    """The most that the finds on these tiles can give: every choice of copies and faces."""
    by_shape = Counter()
    faces = {}
    for tile in tiles:
        shape, up = shape_and_faces(box, tile)
        faces.setdefault(shape, []).append(up)
        by_shape[shape] += 1
    found = 0
    for shape, ups in faces.items():
        found += max(
            sum(card.finds.get(getattr(copy, face), 0) for copy, face in zip(copies, up, strict=True))
            for copies in permutations(box.copies[shape], len(ups))
            for up in product(*ups)
        )
    return found


def points(box, board, side, card, options, tiles):
    """Of a round without a shout."""
    gallery = box.gallery[board, side]
    covered = sum(mask(box, tile) for tile in tiles)
    empty = (gallery.spaces & ~covered).bit_count()
    if empty > 10:
        return 0
    elves = sum(of == tile.colour and mask(box, tile) >> cell & 1 for tile in tiles for cell, of in gallery.elves)
    return 10 - empty + elves * options.elves + (finds(box, card, tiles) if options.finds else 0)
