"""How many drawn photographs of Bibliogamo are read as what lies there.

    python bench/bibliogamo_photos.py [--photos 100] [--kind KIND ...] [--seed 1] [--keep FOLDER]

Situations of random practice games are drawn as they lie on the table (tests/games/bibliogamo_photos.py), photographed with a
turned and tilted camera, looked at as the server does, and judged on the state before. Counted is what a person would be offered
first: exactly the true moves and no objection; the true moves further down; something else; nothing.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from companion import referee
from companion.games import bibliogamo
from companion.notation import write
from companion.table import naming
from tests.games import bibliogamo_photos
from tests.games.bibliogamo_photos import laid, panel, spread
from tests.games.bibliogamotable import full, opened, play, position

GAMES = 12
SMALL, LARGE = (1600, 1200), (2800, 2100)


@dataclass(frozen=True)
class Scene:
    """What lies before the camera, and the lines that must be offered first (none: a note is the right answer)."""

    state: Any
    cards: list[Any]
    size: tuple[int, int]
    truth: tuple[str, ...]


@cache
def steps() -> list[tuple[Any, tuple[Any, ...]]]:
    """Positions of practice games, each with the moves that follow it."""
    found = []
    for seed in range(GAMES):
        state = opened().setup()
        entries = play(opened(), seed)
        for at, entry in enumerate(entries):
            found.append((state, tuple(one.move for one in entries[at : at + 6])))
            state = bibliogamo.apply(state, entry.who, entry.move)
    return found


def some(rng: random.Random, wanted: Callable[[Any, tuple[Any, ...]], bool]) -> tuple[Any, tuple[Any, ...]]:
    while True:
        state, moves = rng.choice(steps())
        if wanted(state, moves):
            return state, moves


def names(moves: tuple[Any, ...], n: int) -> list[str]:
    return [type(move).__name__ for move in moves[:n]]


def one_card(rng: random.Random) -> Scene:
    """The card that was flipped, alone on the discard."""
    state, moves = some(rng, lambda _, then: names(then, 1) == ["Flipped"])
    return Scene(state, laid([moves[0].card], rng, crooked=20), SMALL, (write(moves[0]),))


def two_prices(rng: random.Random) -> Scene:
    """Both price cards in a row; cards of earlier paid days may lie there too."""
    if rng.random() < 0.5:
        state, moves = some(rng, lambda at, then: not at.row and at.stage == "price" and names(then, 2) == ["Flipped"] * 2)
        return Scene(state, laid([move.card for move in moves[:2]], rng), SMALL, tuple(map(write, moves[:2])))
    state, moves = some(rng, lambda at, then: len(at.row) >= 2 and names(then, 1) == ["Flipped"])
    return Scene(state, laid([*state.row, moves[0].card], rng), SMALL, (write(moves[0]),))


def drawn(rng: random.Random) -> Scene:
    """The whole hand, in a line or spread out; cards that are known already are among them."""
    state, moves = some(rng, lambda at, then: at.stage == "draw" and names(then, 1) == ["Drew"] and at.pile > 5)
    new = [move for move in moves if type(move).__name__ == "Drew"][: 5 - len(state.hand)]
    hand = [*state.hand, *(move.card for move in new)]
    old, order = list(state.hand), [move.card for move in new]
    rng.shuffle(old)
    for card in old:
        order.insert(rng.randint(0, len(order)), card)
    assert sorted(order) == sorted(hand)
    cards = (laid if rng.random() < 0.5 else spread)(order, rng)
    return Scene(state, cards, (2000, 1500), tuple(map(write, new)))


def hire(rng: random.Random) -> Scene:
    """Two cards before their tower on the City, three where the kind is barred: lift, card, pay."""
    state, moves = some(rng, lambda _, then: names(then, 1) == ["Hire"])
    move = moves[0]
    cards = laid([one for one in (move.lift, move.card, move.pay) if one is not None], rng)
    tower = panel(move.tower, rng, at=(rng.uniform(-60, 60), -rng.uniform(70, 90)))
    return Scene(state, [tower, *cards], (2000, 1500), (write(move),))


def tower(rng: random.Random) -> Scene:
    """A tower alone: the sale where he stands, else the bribe that leads there."""
    towers = rng.sample(list(full("HISTORY", "ATLAS", "POETRY", "LAW", "HERBAL", "PSALTER")), 1)
    space = rng.randrange(24)
    g = position(towers=full(*towers), space=space, stage="act", bar="R", florins=12)
    there = g.state.box.space_of[towers[0]]
    ahead = (there - space) % 24
    line = "Sell {}" if ahead == 0 else f'Bribe {{"spaces": {ahead if ahead <= 12 else ahead - 24}}}'
    return Scene(g.state, [panel(towers[0], rng)], SMALL, (line,))


def prestige(rng: random.Random) -> Scene:
    """The collection of the game."""
    card = rng.choice(list(position().state.box.collection))
    return Scene(opened().setup(), laid([card], rng, crooked=20), SMALL, (f'Prestige {{"card": "{card}"}}',))


def hidden_hand(rng: random.Random) -> Scene:
    """A hand of which nobody knew anything, shown in the middle of a turn."""
    state, _ = some(rng, lambda at, _: at.stage == "act" and len(at.hand) == 5)
    known = sorted(state.hand)
    secret = bibliogamo.state.changed(state, hand=("?",) * 5)
    order = rng.sample(known, 5)
    line = "Showed {" + '"cards": [' + ", ".join(f'"{card}"' for card in order) + "]}"
    return Scene(secret, spread(order, rng), (2000, 1500), (line,))


KINDS: dict[str, Callable[[random.Random], Scene]] = {
    "one card": one_card,
    "prices": two_prices,
    "hand": drawn,
    "hire": hire,
    "tower": tower,
    "prestige": prestige,
    "hidden hand": hidden_hand,
}


def judged(kind: str, number: int, seed: int, keep: Path | None) -> str:
    """What a photograph was read as."""
    rng = random.Random(f"{seed} {kind} {number}")
    made = KINDS[kind](rng)
    there = bibliogamo_photos.camera(made.cards, made.size, turn=rng.uniform(-180, 180), tilt=rng.triangular(0, 45, 20))
    light = {"blur": rng.uniform(0.7, 1.1), "noise": rng.uniform(2, 5), "shade": rng.uniform(0, 0.5)}
    photo = bibliogamo_photos.photograph(made.cards, there, made.size, rng.randrange(10**6), **light)
    rows, unread = bibliogamo_photos.seen_by_the_server(photo, made.state.box)
    read = {label.code.rpartition(":")[2] for line in rows for label in line}
    missed = len({card.code for card in made.cards} - read)
    found = referee.judge(bibliogamo, made.state, 0, rows, naming(opened()), {})
    proposals = [tuple(line for _, line in one.moves if line != "Shuffled {}") for one in found.proposals]
    if proposals[:1] == [made.truth] and not found.objections:
        answer = "exactly"
    elif made.truth in proposals:
        answer = "further down"
    elif proposals:
        answer = "something else"
    else:
        answer = "not proposed"
    if answer != "exactly":
        print(f"{kind} {number}: {answer}; {missed} labels missed, {unread} of them found")
        said = [str(one.sentence) for one in found.objections], list(map(str, found.notes))
        print("   true", made.truth, "\n   told", proposals[:3], *said)
        if keep is not None:
            keep.mkdir(parents=True, exist_ok=True)
            (keep / f"{kind.replace(' ', '-')}-{number}.jpg").write_bytes(photo)
    return answer if missed == 0 or answer == "exactly" else f"{answer}, labels missed"


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    asked.add_argument("--photos", type=int, default=100, help="of each kind")
    asked.add_argument("--kind", choices=KINDS, action="append", help="only these")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--keep", type=Path, help="where to write the photographs that were not read exactly")
    given = asked.parse_args()
    whole, kinds = 0, given.kind or list(KINDS)
    for kind in kinds:
        began = time.process_time()
        counted = Counter(judged(kind, number, given.seed, given.keep) for number in range(given.photos))
        whole += counted["exactly"]
        told = ", ".join(f"{answer} {n}" for answer, n in sorted(counted.items()))
        print(f"{kind:12} {given.photos:4} {told}; {time.process_time() - began:.0f} s of CPU", flush=True)
    print(f"exactly {whole} of {given.photos * len(kinds)}, {whole / max(1, given.photos * len(kinds)):.1%}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
