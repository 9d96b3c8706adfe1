"""How long exact covers of Out of Mine! take: `PYTHONPATH=. python bench/cover.py [--points] [--plain N] [--write]`.

Decides every pair of board side and card of the house box, by `companion.games.mine.cover` and by plain backtracking (the same
first free cell, but over lists of placements as sets of cells, and without remembering what failed). With `--points` the best
points too, both variants on, by branch and bound. With `--plain N` all covers of the N pairs of the specification's table are
counted both ways, and must be the same. With `--write` the covers of all pairs are counted, the hardest are listed, and
`companion/games/mine/covers.csv`, which pages read, is written anew. CPU seconds; steps are what a search visited.
"""

from __future__ import annotations

import csv
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import process_time

from companion.games import mine
from companion.games.mine.choices import placements
from companion.games.mine.cover import cover
from companion.games.mine.hardest import FILE
from companion.games.mine.judge import shape_and_faces
from companion.games.mine.pieces import Card, plan_spots

BOX = mine.read_box(Path(mine.__file__).parent / "box")
PAIRS = [(board, side, card) for card in BOX.cards for board, side in BOX.gallery]
TABLE = [
    (4, "B", "T26"), (3, "B", "T04"), (5, "A", "T21"), (9, "B", "T36"), (1, "A", "T07"), (10, "B", "T10"), (8, "B", "T32"),
    (6, "A", "T29"),
]  # fmt: skip
BOTH = mine.Options(elves=True, finds=True)


class Plain:
    """Backtracking as one would write it down first."""

    def __init__(self, board: int, side: str, card: Card) -> None:
        self.free = {mine.pieces.cell_name(x, y) for x, y in self._spots(board, side)}
        self.order = {name: at for at, name in enumerate(BOX.names)}
        self.tiles = [
            (set(tile.cells), tile.colour, (shape_and_faces(BOX, tile) or ("",))[0])
            for tile in placements(BOX, board, side)
            if card.tiles[tile.colour]
        ]
        self.left = Counter(card.tiles) + Counter({shape: len(tiles) for shape, tiles in BOX.copies.items()})
        self.steps = 0

    @staticmethod
    def _spots(board: int, side: str) -> Iterator[tuple[int, int]]:
        return iter(next(plan_spots(one.plan) for one in BOX.boards if (one.board, one.side) == (board, side)))

    def covers(self) -> Iterator[None]:
        self.steps += 1
        if not self.free:
            yield
            return
        first = min(self.free, key=self.order.__getitem__)
        for cells, colour, shape in self.tiles:
            if first in cells and cells <= self.free and self.left[colour] and self.left[shape]:
                self.free -= cells
                self.left.subtract((colour, shape))
                yield from self.covers()
                self.left.update((colour, shape))
                self.free |= cells


def decide() -> None:
    """All pairs, both ways."""
    start, steps, worst = process_time(), 0, 0
    for board, side, card in PAIRS:
        one = cover(BOX, BOX.gallery[board, side], card)
        assert one.leaves(0)
        steps, worst = steps + one.steps, max(worst, one.steps)
    print(f"decide {len(PAIRS)} pairs: {process_time() - start:6.2f} s, {steps} steps, at most {worst} a pair")
    start, steps, worst = process_time(), 0, 0
    for board, side, card in PAIRS:
        plain = Plain(board, side, card)
        assert next(plain.covers(), 0) is None
        steps, worst = steps + plain.steps, max(worst, plain.steps)
    print(f"  plain backtracking: {process_time() - start:6.2f} s, {steps} steps, at most {worst} a pair")


def points() -> None:
    """The best points of all pairs, full covers and then others."""
    start, worst, found = process_time(), (0, ""), []
    for board, side, card in PAIRS:
        one = cover(BOX, BOX.gallery[board, side], card)
        full = one.best(BOTH, full=True)
        if one.best(BOTH, full=False, least=full.points if full else -1) is not None:
            found.append(f"{board}{side} {card.card}")
        worst = max(worst, (one.steps, f"{board}{side} {card.card}"))
    print(f"best points: {process_time() - start:6.2f} s, at most {worst[0]} steps ({worst[1]}); not a full cover: {found}")


def count(n: int) -> None:
    """Covers of the first *n* pairs of the table, both ways."""
    for board, side, which in TABLE[:n]:
        card, start = BOX.card[which], process_time()
        covers = cover(BOX, BOX.gallery[board, side], card).covers()
        middle = process_time()
        assert sum(1 for _ in Plain(board, side, card).covers()) == covers
        print(f"{board}{side} {which}: {covers} covers, {middle - start:.3f} s, plain {process_time() - middle:.2f} s")


def write() -> None:
    """Covers of all pairs, a row a card, a column a side."""
    start = process_time()
    rows = [
        {"card": card.card}
        | {f"{board}{side}": cover(BOX, gallery, card).covers() for (board, side), gallery in BOX.gallery.items()}
        for card in BOX.cards
    ]
    with FILE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    found = sorted((n, f"{side} {row['card']}") for row in rows for side, n in row.items() if side != "card")
    print(f"count {len(found)} pairs: {process_time() - start:6.2f} s, {sum(n for n, _ in found):,} covers")
    print("hardest:", ", ".join(f"{pair} {n:,}" for n, pair in found[:10]))
    print("easiest:", ", ".join(f"{pair} {n:,}" for n, pair in found[-3:]))


if __name__ == "__main__":
    decide()
    if "--points" in sys.argv:
        points()
    if "--plain" in sys.argv:
        count(int(sys.argv[sys.argv.index("--plain") + 1]))
    if "--write" in sys.argv:
        write()
