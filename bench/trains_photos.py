"""How many drawn photographs of trains are read as the move that was made.

    python bench/trains_photos.py [--photos 200] [--seed 1] [--keep FOLDER]

A step of a practice game is drawn as it lies on the table afterwards (tests/games/trains_photos.py), photographed with a turned
and tilted camera, looked at as the server does, and judged on the state before. Counted is what a person would be offered:
exactly the true moves and no objection; more than that; something else; nothing. Photographs of a table that has not changed
must say so.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from pathlib import Path

from companion import referee
from companion.games import trains
from companion.games.trains.moves import Dealt
from companion.notation import write
from companion.table import naming
from tests.games import trains_photos
from tests.games.trainstable import opened

KINDS = ("own train", "own train and row", "all trains and row", "row", "unchanged")
PHASES = ("turn", "turn", "turn", "turn", "keep", "deal")


def scene(rng: random.Random, kind: str):
    """(state before, moves, cards on the table, size of the picture); the moves are none where nothing has changed."""
    while True:
        before, moves, after = trains_photos.anything(rng, (rng.choice(PHASES),) if kind != "row" else ("turn",))
        names = [type(move).__name__ for _, move in moves]
        removes = names[0] == "Remove"
        if "Shuffled" in names or after.phase == "shuffle" or names[0] == "First":
            continue
        if kind == "row" and len(after.row) < 2:  # one card alone is a card that someone points at
            continue
        if kind in ("own train", "own train and row", "row") and removes:
            continue
        break
    seat = moves[0][1].seat
    how = {"jitter": rng.choice((1.5, 3)), "crooked": rng.choice((2, 5))}
    if kind == "all trains and row":
        return before, moves, trains_photos.laid_table(after, rng, **how), (4000, 3000)
    if kind == "unchanged":
        seats = [seat for seat, train in enumerate(before.trains) if train.cars] or None
        if seats is None or not before.row:
            return scene(rng, kind)
        cards = trains_photos.laid_train(before.trains[seats[0]], seats[0], rng, **how)
        return before, (), cards + trains_photos.laid_row(before.row, rng, at=(0, 170), across=6), (2800, 2100)
    row = trains_photos.laid_row(after.row, rng, at=(0, 170), across=6) if after.row and kind != "own train" else []
    if kind == "row":
        return after, (), row, (1600, 1200)
    return before, moves, trains_photos.laid_train(after.trains[seat], seat, rng, **how) + row, (2800, 2100)


def judged(number: int, seed: int, keep: Path | None) -> tuple[str, str]:
    """The kind of photograph, and what it was read as."""
    rng = random.Random(f"{seed} {number}")
    kind = KINDS[number % len(KINDS)]
    before, moves, cards, size = scene(rng, kind)
    there = trains_photos.camera(cards, size, turn=rng.uniform(-180, 180), tilt=rng.triangular(0, 45, 20))
    photo = trains_photos.photograph(
        cards, there, size, rng.randrange(10**6), blur=rng.uniform(0.7, 1.1), noise=rng.uniform(2, 5), shade=rng.uniform(0, 0.5)
    )
    rows, unread = trains_photos.seen_by_the_server(photo, before.box)
    read = {label.code.rpartition(":")[2] for line in rows for label in line}
    missed = len({card.code for card in cards} - read)
    found = referee.judge(trains, before, None, rows, naming(opened(len(before.trains))), {})
    proposals = [[line for _, line in proposal.moves] for proposal in found.proposals]
    truth = [[write(_as_laid(move)) for _, move in moves]] if moves else []
    if proposals == truth and not found.objections and (moves or found.notes):
        answer = "exactly"
    elif truth and truth[0] in proposals:
        answer = "among others"
    elif proposals:
        answer = "something else"
    else:
        answer = "not proposed"
    if answer != "exactly":
        print(f"{number} {kind} {before.phase}: {answer}; {missed} labels missed, {unread} of them found")
        print(
            "   true", truth, "\n   told", proposals, [str(one.sentence) for one in found.objections], list(map(str, found.notes))
        )
        if keep is not None:
            keep.mkdir(parents=True, exist_ok=True)
            (keep / f"{number}.jpg").write_bytes(photo)
    return kind, answer if missed == 0 or answer == "exactly" else f"{answer}, labels missed"


def _as_laid(move):
    """A deal as it lies on the table: descending."""
    return Dealt(move.seat, tuple(sorted(move.cards, reverse=True))) if isinstance(move, Dealt) else move


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    asked.add_argument("--photos", type=int, default=200)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--keep", type=Path, help="where to write the photographs that were not read exactly")
    given = asked.parse_args()
    began = time.perf_counter()
    counted: Counter[tuple[str, str]] = Counter()
    for number in range(given.photos):
        counted[judged(number, given.seed, given.keep)] += 1
    for kind in KINDS:
        mine = {answer: n for (other, answer), n in sorted(counted.items()) if other == kind}
        print(f"{kind:20} {sum(mine.values()):4} " + ", ".join(f"{answer} {n}" for answer, n in mine.items()))
    exactly = sum(n for (_, answer), n in counted.items() if answer == "exactly")
    print(f"exactly {exactly} of {given.photos}, {exactly / max(1, given.photos):.1%}; {time.perf_counter() - began:.0f} s")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
