"""Tiles on a board: which come off, and what those that stay are worth (specification, rules 20 to 23 and section 7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.games.mine.moves import word
from companion.games.mine.pieces import Box, Card, Gallery
from companion.games.mine.state import Options, Tile
from companion.rules import Sentence, say


@dataclass(frozen=True)
class Checked:
    """What is left of a laying: by tile the rule by which it came off (None: it stays); empty spaces, elves and finds."""

    off: tuple[str | None, ...]
    empty: int
    elves: int
    finds: tuple[tuple[str, int], ...]
    """(find, points), by the order of the box, without those that are worth nothing."""


def mask(box: Box, tile: Tile) -> int:
    """The cells that a tile covers, as bits."""
    return sum(1 << box.cells[cell] for cell in tile.cells)


def is_beyond(box: Box, tile: Tile) -> bool:
    """Whether part of the tile lies beyond the grid."""
    return len(tile.cells) < box.size_of[tile.colour]


def check(box: Box, gallery: Gallery, card: Card, options: Options, tiles: Sequence[Tile]) -> Checked:
    """What comes off, in the order of the rulebook: what sticks out, wrong colours, too many of a colour."""
    off = [_comes_off(box, gallery, card, tile) for tile in tiles]
    for at in _surplus(box, gallery, card, options, tiles, off):
        off[at] = "check.number"
    stay = [tile for tile, rule in zip(tiles, off, strict=True) if rule is None]
    covered = sum(mask(box, tile) for tile in stay)
    elves = sum(served(box, gallery, tile) for tile in stay) if options.elves else 0
    finds = [(find, card.finds[find] * sum(tile.find == find for tile in stay)) for find in box.find_names]
    return Checked(
        tuple(off),
        (gallery.spaces & ~covered).bit_count(),
        elves,
        tuple((find, points) for find, points in finds if points and options.finds),
    )


def _comes_off(box: Box, gallery: Gallery, card: Card, tile: Tile) -> str | None:
    if is_beyond(box, tile) or mask(box, tile) & ~gallery.spaces:
        return "check.sticks_out"
    return None if card.tiles[tile.colour] else "check.colour"


def _surplus(
    box: Box, gallery: Gallery, card: Card, options: Options, tiles: Sequence[Tile], off: Sequence[str | None]
) -> Iterator[int]:
    """The tiles too many (`check.number`): those worth least, among equals the one listed last (`check.surplus`)."""
    for colour, may in card.tiles.items():
        there = [at for at, tile in enumerate(tiles) if tile.colour == colour and off[at] is None]
        there.sort(key=lambda at: (worth(box, gallery, card, options, tiles[at]), -at))
        yield from there[: max(len(there) - may, 0)]


def served(box: Box, gallery: Gallery, tile: Tile) -> int:
    """Elves of the tile's colour before which it lies."""
    covers = mask(box, tile)
    return sum(colour == tile.colour and bool(covers >> cell & 1) for cell, colour in gallery.elves)


def worth(box: Box, gallery: Gallery, card: Card, options: Options, tile: Tile) -> int:
    """Points of a tile beyond the spaces that it covers."""
    elves = served(box, gallery, tile) if options.elves else 0
    finds = card.finds.get(tile.find, 0) if options.finds and tile.find is not None else 0
    return elves + finds


def causes(tiles: Sequence[Tile], off: Sequence[str | None]) -> tuple[Sentence, ...]:
    """Why tiles came off, a sentence each."""
    return tuple(_cause(rule, word(tile.colour)) for tile, rule in zip(tiles, off, strict=True) if rule is not None)


def _cause(rule: str, colour: Sentence) -> Sentence:
    if rule == "check.sticks_out":
        return say("a {colour} sticking out came off", colour=colour)
    if rule == "check.colour":
        return say("a {colour} came off, for the card names none", colour=colour)
    return say("a {colour} too many came off", colour=colour)
