"""How well the gallery of Out of Mine! is read from photographs, beside a plain nearest-colour reader.

    PYTHONPATH=. python bench/gallery.py [--photos 300] [--seed 1] [--keep FOLDER]

House boards with full, partial and wrong layings are drawn and photographed (tests/games/mine_photos.py): any turn, tilted up to 35
degrees, 900 to 2,500 pixels wide, blurred, noisy, under coloured and uneven light, one label covered in every fourth; one in eight each
has a hand on the patches, a hard shadow, or reflections. The labels are found as the server finds them. Both readers are given the same
straightened cells; the plain one takes the nearest printed colour in sRGB. A cell that a hand or a reflection hides counts as read
right when it is asked for.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion import scan
from companion.games.mine.choices import placements
from companion.games.mine.cover import cover
from companion.games.mine.state import Options, Tile
from companion.scan import board as boards
from companion.surfaces import Surface
from tests.games import mine_photos
from tests.games.mine_photos import BOX

CRYSTALS = [colour.colour for colour in BOX.colours]


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


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    asked.add_argument("--photos", type=int, default=300)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--keep", type=Path, help="where to write the photographs that were not read right")
    given = asked.parse_args()
    counts: Counter[str] = Counter()
    finding = reading = 0.0
    for number in range(given.photos):
        rng = random.Random(f"{given.seed} {number}")
        board, side, tiles = scene(rng)
        photo = mine_photos.photograph(mine_photos.laid(board, side, tiles, rng), taken := mine_photos.any_way(rng), rng)
        known = frozenset(f"OM:{code}" for code in BOX.pieces)
        began = time.process_time()
        sightings = list(scan.sight(photo.jpeg, known))
        finding += time.process_time() - began
        surface = mine_photos.SURFACES[f"{board}{side}"]
        began = time.process_time()
        read = boards.read(photo.pixels, sightings, surface)
        reading += time.process_time() - began
        counts["photos"] += 1
        if read is None:
            counts["fewer than two labels"] += 1
            print(number, "labels", [one.code for one in sightings], taken)
            continue
        off = np.linalg.norm(np.array(read.outline) - photo.grid, axis=1).max()
        mm = np.linalg.norm(photo.grid[1] - photo.grid[0]) / 140
        counts["corners within 2 mm"] += bool(off / mm <= 2)
        truth = dict.fromkeys(BOX.cells, "")
        for name in BOX.cells:
            truth[name] = surface.classes[name][-1]
        for tile in tiles:
            truth.update(dict.fromkeys(tile.cells, tile.colour))
        beside = plain(photo.pixels, read, surface)
        wrong = []
        for name, cell in read.cells.items():
            hidden = name in photo.dark
            counts["hidden" if hidden else "cells"] += 1
            if hidden:
                counts["hidden asked for"] += cell.found is None
                counts["hidden wrong"] += cell.found not in (None, truth[name])
                continue
            counts["asked for"] += cell.found is None
            counts["told"] += cell.found is not None
            counts["told right"] += cell.found == truth[name]
            counts["nearest right"] += cell.nearest == truth[name]
            counts["nearest wrong"] += cell.nearest != truth[name]
            counts["nearest wrong and asked for"] += cell.nearest != truth[name] and cell.found is None
            counts["plain right"] += beside[name] == truth[name]
            if cell.found != truth[name]:
                wrong.append(
                    f"{name} {truth[name]}: {cell.found} ({cell.nearest} {cell.distance:.0f}, +{cell.margin:.0f}, {cell.why})"
                )
        counts["wholly right"] += not wrong
        counts["no wrong cell"] += not any(": None" not in one for one in wrong)
        counts["plain wholly right"] += all(beside[name] == truth[name] for name in BOX.cells if name not in photo.dark)
        counts[f"light by {read.light}"] += 1
        if wrong:
            print(number, f"{board}{side}", read.light, taken, "off", round(off / mm, 2), wrong[:6], len(wrong))
            if given.keep is not None:
                given.keep.mkdir(parents=True, exist_ok=True)
                (given.keep / f"{number}.jpg").write_bytes(photo.jpeg)
    n, cells = counts["photos"], max(1, counts["cells"])
    print(dict(counts))
    print(f"corners within 2 mm {counts['corners within 2 mm'] / n:.1%}; told right {counts['told right'] / max(1, counts['told']):.2%}, "
          f"asked for {counts['asked for'] / cells:.2%}; photographs wholly right {counts['wholly right'] / n:.1%}, without a wrong "
          f"cell {counts['no wrong cell'] / n:.1%}; errors asked for {counts['nearest wrong and asked for']} of {counts['nearest wrong']}")  # fmt: skip
    print(f"plain reader: cells right {counts['plain right'] / cells:.2%}, photographs {counts['plain wholly right'] / n:.1%}")
    print(f"finding labels {finding / n:.2f} s, reading the board {reading / n:.3f} s of CPU a photograph")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
