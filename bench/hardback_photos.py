"""How many drawn photographs of Hardback are read as what lies there.

    python bench/hardback_photos.py [--photos 100] [--kind KIND ...] [--seed 1] [--keep FOLDER]

Situations with words of the shipped list are drawn as they lie on the table (tests/games/hardback_photos.py), photographed with a
turned and tilted camera, looked at as the server does, and judged on what the phone's seat may know. Counted is what a person
would be offered: exactly the true moves and no objection; more than that; something else; nothing. Of a word with cards that lie
face down the tiles must be right, and the word that was meant must be offered unless the letters are asked one by one.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from companion import referee
from companion.games import hardback
from companion.referee import Judged
from companion.rules import TABLE
from companion.table import naming
from tests.games import hardback_photos
from tests.games.hardback_photos import BACK, laid, laid_in_lines
from tests.games.hardbacktable import BEN, FOLDER, buy, ink, jail, opened, position, seen, setup, spells, trash, uncover

ANA, BEN_ = 0, 1


@cache
def box() -> Any:
    return hardback.read_box(FOLDER)


@dataclass(frozen=True)
class Scene:
    """What lies on the table before a photograph is judged: by which phone, which cards where; `truth`: the lines that must be
    proposed, wilds with "?" for their letter; `word`: the word that was meant."""

    state: Any
    who: int | None
    cards: list[Any]
    size: tuple[int, int]
    truth: tuple[str, ...]
    word: str = ""
    there: Any = None
    """From the table to the photograph; filled in by `scene`."""


# --- situations -------------------------------------------------------------------------------------------------------


def offer_cards(rng: random.Random, n: int, taken: set[str]) -> list[str]:
    """Cards of the offer deck that are no classics and lie nowhere yet."""
    free = [code for code in box().offer(1) if code not in taken and not code.endswith("T")]
    found = rng.sample(free, n)
    taken.update(found)
    return found


def word_at(rng: random.Random, *, wilds: int, own: int, others: int, inked: int, lengths=(3, 4, 5, 6, 7)) -> dict[str, Any]:
    """A word of the list and the cards that spell it: tiles, and Ana's deck, with so many of each at most."""
    words = box().lists["en"].by_length[rng.choice(lengths)]
    while True:
        word = rng.choice(words).upper()
        found = _tiles(rng, word, wilds, own, others, inked)
        if found is not None:
            return {"word": word, **found}


def _tiles(rng: random.Random, word: str, wilds: int, own: int, others: int, inked: int) -> dict[str, Any] | None:
    places = list(range(len(word)))
    rng.shuffle(places)
    tiles: list[str] = [""] * len(word)
    has: dict[str, list[str]] = {"own": [], "others": [], "ink": [], "hand": [], "wild": []}
    used: set[str] = set()
    for place in places:
        letter = word[place]
        free = [code for code in box().card if code not in used and code[0] == letter and box().card[code].edition != "2"]
        classics = [code for code in free if code.endswith("T")]
        plain = [code for code in free if not code.endswith("T") and not re.search(r"-S[2-5]$", code) and code not in BEN]
        what = "wild" if len(has["wild"]) < wilds else "hand"
        for kind, most in (("own", own), ("others", others)):
            if classics and len(has[kind]) < most:
                what = kind
        if what == "hand" and len(has["ink"]) < inked:
            what = "ink"
        if what == "wild":
            others_ = [code for code in box().card if code not in used and not code.endswith("T") and code not in BEN]
            others_ = [code for code in others_ if not re.search(r"-S[2-5]$", code) and box().card[code].edition != "2"]
            card = rng.choice(others_)
            tiles[place] = f"{letter}={card}"
        elif what in ("own", "others"):
            card = tiles[place] = rng.choice(classics)
        elif plain:
            card = tiles[place] = rng.choice(plain)
        else:
            return None
        used.add(card)
        has[what].append(card)
    return {"tiles": tiles, "has": has, "used": used}


def at_table(rng: random.Random, made: dict[str, Any], *, more_classics: bool = True, known: bool = False, **options: Any) -> Any:
    """Ana is to spell: nobody has named her hand (unless *known*); offers, classics and Ben's deck round it."""
    has, taken = made["has"], set(made["used"]) | set(BEN.split())
    own, theirs = list(has["own"]), list(has["others"])
    if more_classics:
        free = [code for code in box().offer(1) if code.endswith("T") and code not in taken]
        more = rng.sample(free, rng.randint(0, 3))
        own, theirs = own + more[:2], theirs + more[2:]
        taken.update(more)
    row = offer_cards(rng, 7, taken)
    in_hand = [*has["hand"], *has["wild"]]
    unused = [code for code in ("E-S1", "A-S1", "T-S1", "R-S1", "B-S") if code not in taken][: rng.randint(0, 2)]
    spare = offer_cards(rng, 3, taken)
    mine: dict[str, Any] = {"hand": " ".join([*in_hand, *unused])} if known else {}
    told = position(
        inked=" ".join(has["ink"]),
        pile=" ".join([*([] if known else [*in_hand, *unused]), *spare]),
        hidden=0 if known else len(in_hand) + len(unused),
        timeless=" ".join(own),
        ben={"timeless": " ".join(theirs)},
        row=" ".join(row),
        box=box(),
        dictionary="en",
        **mine,
        **options,
    )
    return told, own, theirs, row


def seen_as(tiles: list[str]) -> list[str]:
    """The codes on the table: backs for wilds."""
    return [BACK if "=" in tile else tile for tile in tiles]


def true_word(made: dict[str, Any], who: int | None) -> tuple[str, ...]:
    """The word; on Ana's phone hand cards alone may be her hand, which happens to hold a word."""
    tiles = made["tiles"]
    word = f"Ana {spells(' '.join('?=?' if '=' in tile else tile for tile in tiles))}"
    return (word, seen("Ana", " ".join(tiles))) if who == ANA and set(made["has"]["hand"]) == set(tiles) else (word,)


def how(rng: random.Random) -> dict[str, Any]:
    return {
        "stuck": rng.choice((0, 0, 90, -90)),
        "level": rng.random() < 0.5,
        "jitter": rng.choice((1.5, 3.0, 5.0)),
        "crooked": rng.choice((2, 5, 8)),
    }


def a_word(rng: random.Random) -> Scene:
    """A word of hand cards, some inked, some face down."""
    made = word_at(rng, wilds=rng.choice((0, 1, 1, 2)), own=0, others=0, inked=rng.choice((0, 0, 1, 2)))
    told, *_ = at_table(rng, made, more_classics=False)
    cards = laid(seen_as(made["tiles"]), rng, inked=made["has"]["ink"], **how(rng))
    return Scene(told.state, ANA, cards, (2000, 1500), true_word(made, ANA), made["word"])


def a_word_with_classics(rng: random.Random) -> Scene:
    """Classics in the word, own and others', and those in play that are not in it, in a line above or below."""
    made = word_at(
        rng, wilds=rng.choice((0, 1, 2)), own=rng.choice((0, 1, 2)), others=rng.choice((0, 1)), inked=rng.choice((0, 1))
    )
    told, own, _, _ = at_table(rng, made)
    looks = how(rng)
    cards = laid(seen_as(made["tiles"]), rng, inked=made["has"]["ink"], **looks)
    beside = [code for code in own if code not in made["tiles"]]
    if beside:
        cards += laid(beside, rng, at=(rng.uniform(-80, 80), rng.choice((-1, 1)) * rng.uniform(90, 120)), **looks)
    who = rng.choice((ANA, None))
    return Scene(told.state, who, cards, (2400, 1800), true_word(made, who), made["word"])


def a_whole_table(rng: random.Random) -> Scene:
    """The word, everybody's classics (Ben sits across), the offer row, and piles whose top card shows its back."""
    made = word_at(rng, wilds=rng.choice((0, 1, 2)), own=rng.choice((0, 1)), others=rng.choice((0, 1)), inked=rng.choice((0, 1)))
    told, own, theirs, row = at_table(rng, made)
    looks = how(rng)
    cards = laid(seen_as(made["tiles"]), rng, inked=made["has"]["ink"], at=(0, 200), **looks)
    if beside := [code for code in own if code not in made["tiles"]]:
        cards += laid(beside, rng, at=(rng.uniform(-60, 60), 200 + rng.uniform(92, 120)), **looks)
    if across := [code for code in theirs if code not in made["tiles"]]:
        cards += laid(across, rng, at=(rng.uniform(-60, 60), -215), turn=180, **looks)
    two = rng.random() < 0.3
    cards += laid_in_lines(row, rng, 4 if two else 7, at=(0, -40 if two else 0), jitter=looks["jitter"], crooked=looks["crooked"])
    if rng.random() < 0.5:
        cards.append(hardback_photos.one_card(BACK, rng, rng.choice((-1, 1)) * 380, 200))
    who = rng.choice((ANA, None))
    return Scene(told.state, who, cards, (4000, 3000), true_word(made, who), made["word"])


def the_offers(rng: random.Random) -> Scene:
    """The first seven, or one to three new ones among the others, in one line or two; one may still lie face down."""
    taken = set(BEN.split())
    classics = [code for code in box().offer(1) if code.endswith("T")]
    row = offer_cards(rng, 6, taken) + rng.sample(classics, 1)
    rng.shuffle(row)
    looks = how(rng)
    across = rng.choice((7, 7, 4))
    if rng.random() < 0.4:
        state = setup(box(), 2, hardback.Options())
        return Scene(state, None, laid_in_lines(row, rng, across, **looks), (2800, 2100), (f"TABLE Turned {_cards(row)}",))
    new = sorted(rng.sample(range(7), rng.randint(1, 3)))
    told = position("A-S1", row=" ".join("-" if at in new else code for at, code in enumerate(row)), box=box(), dictionary="en")
    state = hardback.course.refill(told.state)
    down = rng.choice(new) if len(new) > 1 and rng.random() < 0.3 else None
    cards = laid_in_lines([BACK if at == down else code for at, code in enumerate(row)], rng, across, **looks)
    fresh = [row[at] for at in new if at != down]
    return Scene(state, None, cards, (2800, 2100), (f"TABLE Turned {_cards(fresh)}",))


def _cards(cards: list[str]) -> str:
    return json.dumps({"cards": cards})


def a_hand(rng: random.Random) -> Scene:
    """A hand on the phone of its seat, in the turn of another."""
    taken = set(BEN.split())
    mine = ["A-S1", "E-S1", "T-S1", "B-S", *offer_cards(rng, 6, taken)]
    hand = rng.sample(mine, 5)
    told = position(pile=" ".join(mine), hidden=5, box=box(), dictionary="en", row=" ".join(offer_cards(rng, 7, taken)))
    state = told.then("Skip {}").state
    # After the turn the same five have come: any of the deck can be in hand.
    state = hardback.state.with_player(state, ANA, hand=("?",) * 5, draw=5, discard=())
    cards = laid_in_lines(hand, rng, rng.choice((5, 5, 3)), **how(rng))
    return Scene(state, ANA, cards, (2000, 1500), (seen("Ana", " ".join(hand)),))


def uncovered(rng: random.Random) -> Scene:
    """The word again, a wild beside an uncovering card turned up."""
    while True:
        made = word_at(rng, wilds=2, own=rng.choice((0, 1)), others=0, inked=0, lengths=(4, 5, 6, 7))
        told, *_ = at_table(rng, made, more_classics=False, known=True)
        after = told.then(f"Ana {spells(' '.join(made['tiles']))}")
        ways = [
            (ability.by, side, place)
            for ability in hardback.benefits.unused(after.state, "uncover_adjacent")
            for side, place in hardback.benefits.uncoverable(after.state, ability)
        ]
        if ways:
            break
    _, _, place = rng.choice(ways)
    card = made["tiles"][place].partition("=")[2]
    truth = tuple(f"Ana {uncover(by_, side_, card)}" for by_, side_, place_ in ways if place_ == place)
    lie = seen_as(made["tiles"])
    lie[place] = card
    return Scene(after.state, rng.choice((ANA, None)), laid(lie, rng, **how(rng)), (2000, 1500), truth)


def one_card(rng: random.Random) -> Scene:
    """A card held before the camera: drawn with ink, bought, jailed, or trashed."""
    what = rng.choice(("ink", "buy", "jail", "trash"))
    taken = set(BEN.split())
    row = offer_cards(rng, 7, taken)
    one = {"box": box(), "dictionary": "none", "row": " ".join(row)}
    if what == "ink":
        card = rng.choice(("E-S1", "I-S1"))
        told = position("A-S1", pile="E-S1 I-S1", mine={"ink": 1}, **one).then(ink("Ana"))
        truth: tuple[str, ...] = (f'TABLE Drew {{"seat": 0, "cards": ["{card}"]}}',)
    elif what == "buy":
        told = position("A-S1 E-S1 N-S1 T-S1 S-S1 I-S1 L-S1 R-S1 A-S3", pile="", **one)
        told = told.then(spells("A-S1 E-S1 N-S1 T-S1 S-S1 I-S1 L-S1 R-S1 A-S3"))
        card = min(row, key=lambda code: box().card[code].cost)
        truth = (f"Ana {buy(card)}",)
    elif what == "jail":
        if "B-M4" in row:
            return one_card(rng)
        told, card = position("B-M4 E-S1", **one).then(spells("B-M4 E-S1")), rng.choice(row)
        truth = tuple(f"Ana {jail('B-M4', card, keep)}" for keep in (True, False))
        if box().card[card].cost <= told.closes()[0]:
            truth += (f"Ana {buy(card)}",)
    else:
        if {"G-R3", "W-A3"} & set(row):
            return one_card(rng)
        told = position("G-R3 W-A3 E-S1 T-S1", discard="A-S1 N-S1", **one).then(spells("G-R3 E-S1 W-A3 T-S1"))
        card = rng.choice(("A-S1", "N-S1"))
        truth = (f"Ana {trash('G-R3', card)}",)
    held = hardback_photos.one_card(card, rng, stuck=rng.choice((0, 90, -90)), crooked=15)
    return Scene(told.state, rng.choice((ANA, None)), [held], (1000, 750), truth)


def the_starters(rng: random.Random) -> Scene:
    """Two prestige starters with the coin starters of a set."""
    set_ = rng.randint(1, 5)
    dealt = rng.sample(box().prestige_pool, 2)
    cards = [*box().coin_starters[set_], *dealt]
    state = hardback.apply(setup(box(), 2, hardback.Options()), TABLE, hardback.moves.Starters(1, set_ % 5 + 1, ("?", "?")))
    truth = f'TABLE Starters {{"seat": 0, "set": {set_}, "cards": {json.dumps(dealt)}}}'
    return Scene(state, ANA, laid_in_lines(cards, rng, 5, **how(rng)), (2000, 1500), (truth,))


KINDS: dict[str, Callable[[random.Random], Scene]] = {
    "word": a_word,
    "classics": a_word_with_classics,
    "table": a_whole_table,
    "offers": the_offers,
    "hand": a_hand,
    "uncovered": uncovered,
    "one card": one_card,
    "starters": the_starters,
}


# --- judging ----------------------------------------------------------------------------------------------------------


def without_letters(line: str) -> str:
    """Wilds may stand for any letter: which is asked."""
    return re.sub(r'"[A-ZÑ]=\?"', '"?=?"', line.replace(', "ghost": null', ""))


def spelled(line: str) -> str:
    return "".join(tile[0] for tile in json.loads(line.partition(" ")[2])["cards"])


def people(state: Any) -> Any:
    return naming(opened(len(state.players)))


def told(found: Judged) -> list[str]:
    """What is proposed, each line once, whatever letters wilds stand for."""
    lines = [f"{'TABLE' if who == TABLE else 'Ana'} {line}" for one in found.proposals for who, line in one.moves]
    return list(dict.fromkeys(map(without_letters, lines)))


def scene(kind: str, number: int, seed: int) -> Scene:
    """A situation and the camera that sees it; the same for the same number and seed."""
    rng = random.Random(f"{seed} {kind} {number}")
    made = KINDS[kind](rng)
    # Words are photographed by whoever laid them, so that rows of backs alone are not read from across the table.
    turn = rng.uniform(-35, 35) if made.word or kind == "uncovered" else rng.uniform(-180, 180)
    return replace(made, there=hardback_photos.camera(made.cards, made.size, turn=turn, tilt=rng.triangular(0, 45, 20)))


def judged(kind: str, number: int, seed: int, keep: Path | None) -> str:
    """What a photograph was read as."""
    made = scene(kind, number, seed)
    rng = random.Random(f"{seed} {kind} {number} light")
    light = {"blur": rng.uniform(0.7, 1.1), "noise": rng.uniform(2, 5), "shade": rng.uniform(0, 0.5)}
    photo = hardback_photos.photograph(made.cards, made.there, made.size, rng.randrange(10**6), **light)
    rows, unread = hardback_photos.seen_by_the_server(photo, box())
    read = Counter(label.code.rpartition(":")[2] for line in rows for label in line)
    missed = sum((Counter(card.code for card in made.cards) - read).values())
    found = referee.judge(hardback, hardback.view(made.state, made.who), made.who, rows, people(made.state), {})
    plain = told(found)
    words = [spelled(line) for one in found.proposals for _, line in one.moves if line.startswith("Word ")]
    there_too = not words or made.word in words or any(one.question and one.answer is None for one in found.proposals)
    if set(plain) == set(made.truth) and there_too and not found.objections:
        answer = "exactly"
    elif set(made.truth) <= set(plain):
        answer = "among others"
    elif plain:
        answer = "something else"
    else:
        answer = "not proposed"
    if answer != "exactly":
        print(f"{kind} {number}: {answer}; {missed} labels missed, {unread} of them found")
        said = [str(one.sentence) for one in found.objections], list(map(str, found.notes))
        print("   rows", [[label.code for label in row] for row in rows])
        print("   true", made.truth, made.word, "\n   told", plain, words[:12], *said)
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
    whole = 0
    kinds = given.kind or list(KINDS)
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
