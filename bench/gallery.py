"""How well the gallery of Out of Mine! is read from photographs, beside a plain nearest-colour reader.

    PYTHONPATH=. python bench/gallery.py [--photos 300] [--hard 80] [--first 0] [--seed 1] [--keep FOLDER]

House boards with full, partial and wrong layings are drawn and photographed (tests/games/mine_photos.py), first as the goal of
the specification says: any turn, tilted up to 35 degrees, 900 to 2,500 pixels wide, blurred, noisy, under coloured and uneven
light, one label covered in every fourth; then the hard ones: a hard shadow, reflections, a hand on the patches or on the board.
The labels are found as the server finds them. Both readers are given the same straightened cells; the plain one takes the nearest
printed colour in sRGB. Cells that a hand or a reflection hides are counted apart: they are to be asked for.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion import scan
from companion.games.mine.choices import placements
from companion.games.mine.cover import cover
from companion.games.mine.state import Options, Tile
from companion.scan import board as boards
from companion.scan.sight import grey_of, others_of_boards
from companion.surfaces import Surface
from tests.games import mine_photos
from tests.games.mine_photos import BOX, HARD


def scene(rng: random.Random) -> tuple[int, str, tuple[Tile, ...]]:
    """A side, and tiles on it: all of a cover, some of them, or some and others laid wrongly."""
    number, side = rng.choice(sorted(BOX.gallery))
    card = rng.choice(BOX.cards)
    found = cover(BOX, BOX.gallery[number, side], card).best(Options(), full=True)
    tiles = list(found.tiles) if found is not None else []
    how = rng.random()
    if how < 0.66:
        tiles = rng.sample(tiles, rng.randint(0, len(tiles)))
    if how < 0.33:
        taken = {cell for tile in tiles for cell in tile.cells}
        for _ in range(rng.randint(1, 3)):
            extra = shifted(rng, rng.choice(placements(BOX, number, side)))
            if extra is not None and not taken & set(extra.cells):
                tiles.append(extra)
                taken |= set(extra.cells)
    return number, side, tuple(tiles)


def shifted(rng: random.Random, tile: Tile) -> Tile | None:
    """The tile a step aside, so that it may stick out; None where it would leave the grid."""
    dx, dy = rng.choice(((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)))
    spots = [(x + dx, y + dy) for x, y in map(BOX.spot, tile.cells)]
    if all(0 <= x < BOX.columns and 0 <= y < BOX.rows for x, y in spots):
        return Tile(tile.colour, tuple(BOX.names[y * BOX.columns + x] for x, y in spots))
    return None


def plain(pixels: Any, read: boards.Board, surface: Surface) -> dict[str, str]:
    """The nearest printed colour in sRGB of the middle of each cell."""
    told = {}
    for name, cell in read.cells.items():
        middle = np.mean(cell.outline, axis=0)
        inner = ((np.array(cell.outline) - middle) * 0.5 + middle).astype(np.int32)
        low, high = np.maximum(inner.min(axis=0), 0), inner.max(axis=0) + 1
        mask = np.zeros((max(1, high[1] - low[1]), max(1, high[0] - low[0])), np.uint8)
        cv2.fillConvexPoly(mask, inner - low, 1)
        part = pixels[low[1] : high[1], low[0] : high[0]]
        mask = mask[: part.shape[0], : part.shape[1]]
        if not mask.any():
            told[name] = "rock"
            continue
        colour = np.median(part[mask > 0], axis=0)[::-1]
        told[name] = min(surface.classes[name], key=lambda one: float(np.linalg.norm(colour - surface.colours[one])))
    return told


@dataclass
class Tally:
    """What was counted over a set of photographs."""

    of: Counter[str] = field(default_factory=Counter)
    finding: float = 0.0
    reading: float = 0.0
    slowest: float = 0.0
    """Reading the board over finding its labels."""
    farthest: float = 0.0
    """Of a corner of the grid, in millimetres."""

    def lines(self, name: str) -> list[str]:
        of, n = self.of, max(1, self.of["photos"])
        cells, told, whys = max(1, of["cells"]), max(1, of["told"]), sorted(self.whys().items())
        return [
            f"== {name}: {of['photos']} photographs",
            f"two labels seen {of['two labels'] / n:.1%}; a label of another side in {of['strange labels']}",
            f"corners within 2 mm {of['corners'] / max(1, of['two labels']):.1%}, farthest {self.farthest:.2f} mm",
            f"cells {of['cells']}: told {of['told']}, right {of['right'] / told:.3%}, wrong {of['told'] - of['right']}",
            f"asked for {1 - of['told'] / cells:.2%}: {', '.join(f'{why} {k}' for why, k in whys) or 'none'}",
            f"nearest class wrong {of['nearest wrong']}, of them asked for {of['wrong and asked']}",
            f"photographs wholly right {of['wholly right'] / n:.1%}, without a wrong cell {of['no wrong'] / n:.1%}",
            f"hidden cells: asked for {of['hidden asked']}, right {of['hidden right']}, wrong {of['hidden wrong']}",
            f"light by strip {of['by strip']}, by labels {of['by labels']}",
            f"plain reader: right {of['plain right'] / cells:.3%}, wrong {of['cells'] - of['plain right']}",
            f"plain reader: hidden cells wrong {of['plain hidden wrong']}, photographs {of['plain wholly right'] / n:.1%}",
            f"seconds of CPU a photograph: finding labels {self.finding / n:.3f}, reading the board {self.reading / n:.3f}",
            f"reading took at most {self.slowest:.2f} of finding",
        ]

    def whys(self) -> dict[str, int]:
        return {what.removeprefix("why "): k for what, k in self.of.items() if what.startswith("why ")}


def count(tally: Tally, number: int, rng: random.Random, hard: str, keep: Path | None) -> None:
    of = tally.of
    board, side, tiles = scene(rng)
    taken = mine_photos.any_way(rng, hard)
    photo = mine_photos.photograph(mine_photos.laid(board, side, tiles, rng, taken.tilt), taken, rng)
    known = frozenset(f"OM:{code}" for code in BOX.pieces)
    began = time.process_time()
    sightings = list(scan.sight(photo.jpeg, known))
    sightings += others_of_boards(grey_of(photo.pixels), sightings, known, mine_photos.SURFACES, time.monotonic() + 10)
    found = time.process_time()
    surface = mine_photos.SURFACES[f"{board}{side}"]
    read = boards.read(photo.pixels, sightings, surface)
    ended = time.process_time()
    tally.finding += found - began
    tally.reading += ended - found
    tally.slowest = max(tally.slowest, (ended - found) / (found - began))
    of["photos"] += 1
    of["strange labels"] += any(one.code not in surface.labels for one in sightings)
    if read is None:
        print(number, hard, "labels", [one.code for one in sightings], taken)
        return
    of["two labels"] += 1
    mm = np.linalg.norm(photo.grid[1] - photo.grid[0]) / 140
    off = np.linalg.norm(np.array(read.outline) - photo.grid, axis=1).max() / mm
    tally.farthest = max(tally.farthest, off)
    of["corners"] += bool(off <= 2)
    of[f"by {read.light}"] += 1
    truth = {name: surface.classes[name][-1] for name in BOX.cells}
    for tile in tiles:
        truth |= dict.fromkeys(tile.cells, tile.colour)
    beside = plain(photo.pixels, read, surface)
    faults = []
    for name, cell in read.cells.items():
        right = cell.found == truth[name]
        if name in photo.hidden:
            of["hidden"] += 1
            of["hidden asked"] += cell.found is None
            of["hidden right"] += right
            of["hidden wrong"] += cell.found is not None and not right
            of["plain hidden wrong"] += beside[name] != truth[name]
            continue
        of["cells"] += 1
        of["told"] += cell.found is not None
        of["right"] += right
        of["nearest wrong"] += cell.nearest != truth[name]
        of["wrong and asked"] += cell.nearest != truth[name] and cell.found is None
        of["plain right"] += beside[name] == truth[name]
        if cell.found is None:
            of[f"why {cell.why}"] += 1
        if not right:
            faults.append(
                f"{name} {truth[name]}: {cell.found} ({cell.nearest} {cell.distance:.0f}, +{cell.margin:.0f}, {cell.why})"
            )
    of["wholly right"] += not faults
    of["no wrong"] += all(": None" in one for one in faults)
    of["plain wholly right"] += all(beside[name] == truth[name] for name in BOX.cells if name not in photo.hidden)
    if faults:
        print(number, hard, f"{board}{side}", read.light, taken, "off", round(float(off), 2), faults[:6], len(faults), flush=True)
        if keep is not None:
            keep.mkdir(parents=True, exist_ok=True)
            (keep / f"{hard} {number}.jpg").write_bytes(photo.jpeg)


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    asked.add_argument("--photos", type=int, default=300, help="as the goal says")
    asked.add_argument("--hard", type=int, default=80, help="hard ones")
    asked.add_argument("--first", type=int, default=0, help="number of the first photograph")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--keep", type=Path, help="where to write the photographs that were not read right")
    given = asked.parse_args()
    tallies = {name: Tally() for name in ("as the specification says", *HARD)}
    for number in range(given.first, given.first + given.photos):
        rng = random.Random(f"{given.seed} {number}")
        count(tallies["as the specification says"], number, rng, "", given.keep)
    for number in range(given.first, given.first + given.hard):
        hard = HARD[number % len(HARD)]
        count(tallies[hard], number, random.Random(f"{given.seed} {hard} {number}"), hard, given.keep)
    for name, tally in tallies.items():
        if tally.of["photos"]:
            print(*tally.lines(name), sep="\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
