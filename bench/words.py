"""How long the best word of Hardback takes: `PYTHONPATH=. python bench/words.py [--brute N]`.

Beside it, over the same list and with everything built beforehand:

- `list`: the spellable words, unranked, as word finders list them: one vectorised pass over the letter counts of the whole list
  (a rack with blanks), then the words; `cut`: the same over only those words that are short enough;
- `B`: one pass of plain Python over the words that are short enough, counting the letters that each shares with the cards;
- with `--brute N`: the long way of the tests (every card at every letter, every choice in every order) over N words of the list,
  and what the whole list would take; the best of these N words must be the same both ways.

CPU time in milliseconds, best of several runs. At the end: how long the lists take to load, and their memory.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import perf_counter, process_time
from typing import NamedTuple

import numpy as np

from companion.games import hardback
from companion.games.hardback.lexicon import SIGNS, WILD, Lexicon
from companion.games.hardback.pieces import read_box
from companion.games.hardback.search import Letters, Search
from companion.games.hardback.words import WordList
from companion.games.hardback.worths import Hand
from tests.games.hardbackbrute import Case, best

BOX = read_box(Path(hardback.__file__).parent / "box")


class Spelt(NamedTuple):
    """A hand of the benchmark, codes with spaces between."""

    name: str
    cards: str
    inked: str = ""
    own: str = ""
    others: str = ""

    @property
    def hand(self) -> Hand:
        return Hand(*(tuple(part.split()) for part in self[1:]))


TIMELESS = {"own": "O-R8T B-R5T", "others": "E-H5T V-H5T A-M5T T-M8T"}
HANDS = {
    5: [
        Spelt("starters", "A-S1 E-S1 L-S1 S-S1 T-S1"),
        Spelt("duplicates", "E-S1 E-A3 S-S1 S-H7 T-S1"),
        Spelt("inked", "A-S1 E-S1 L-S1 S-S1", inked="Q-H4"),
        Spelt("two doublers", "P-R6 Y-R4 X-H6 A-A5 O-A6"),
        Spelt("wilds uncovered", "D-M4 N-M7 A-A7 E-S1 T-S1"),
        Spelt("uncover in a chain", "C-M5 M-M3 A-A7 T-S1 U-M2"),
        Spelt("timeless of three", "A-S1 E-S1 L-S1 S-S1 T-S1", **TIMELESS),
        Spelt("doublers, inked, timeless", "P-R6 E-S1 W-R4 S-S1", inked="R-H4", **TIMELESS),
    ],
    7: [
        Spelt("starters", "A-S1 E-S1 L-S1 S-S1 T-S1 R-S1 B-A4"),
        Spelt("duplicates", "E-S1 E-A3 S-S1 S-H7 T-S1 T-A4 R-S1"),
        Spelt("inked", "A-S1 E-S1 L-S1 S-S1 T-S1", inked="Q-H4 X-H6"),
        Spelt("two doublers", "P-R6 Y-R4 X-H6 A-A5 O-A6 T-S1 S-S1"),
        Spelt("wilds uncovered", "D-M4 N-M7 A-A7 E-S1 T-S1 C-M5 S-S1"),
        Spelt("timeless of three", "A-S1 E-S1 L-S1 S-S1 T-S1 R-S1 B-A4", **TIMELESS),
        Spelt("doublers, inked, timeless", "P-R6 E-S1 W-R4 S-S1 E-A3 T-S1", inked="R-H4", **TIMELESS),
    ],
    8: [
        Spelt("starters", "A-S1 E-S1 L-S1 S-S1 T-S1 R-S1 B-A4 O-A6"),
        Spelt("duplicates", "E-S1 E-A3 S-S1 S-H7 T-S1 T-A4 R-S1 R-H4"),
        Spelt("inked", "A-S1 E-S1 L-S1 S-S1 T-S1 N-S1", inked="Q-H4 U-H6"),
        Spelt("two doublers", "P-R6 Y-R4 X-H6 A-A5 O-A6 T-S1 S-S1 E-S1"),
        Spelt("wilds uncovered", "D-M4 N-M7 A-A7 E-S1 T-S1 C-M5 S-S1 O-M3"),
        Spelt("timeless of three", "A-S1 E-S1 L-S1 S-S1 T-S1 R-S1 B-A4 O-A6", **TIMELESS),
        Spelt("doublers, inked, timeless", "P-R6 E-S1 W-R4 S-S1 E-A3 T-S1 N-A4", inked="R-H4", **TIMELESS),
    ],
    10: [
        Spelt("starters", "A-S1 E-S1 L-S1 S-S1 T-S1 R-S1 B-A4 O-A6 N-S1 I-S1"),
        Spelt("duplicates", "E-S1 E-A3 S-S1 S-H7 T-S1 T-A4 R-S1 R-H4 A-S1 A-A7"),
        Spelt("inked", "A-S1 E-S1 L-S1 S-S1 T-S1 N-S1 I-S1 R-S1", inked="Q-H4 U-H6"),
        Spelt("two doublers", "P-R6 Y-R4 X-H6 A-A5 O-A6 T-S1 S-S1 E-S1 L-S1 R-S1"),
        Spelt("wilds uncovered", "D-M4 N-M7 A-A7 E-S1 T-S1 C-M5 S-S1 O-M3 I-M3 L-S1"),
        Spelt("all mystery", "D-M4 N-M7 A-M3 E-M4 T-M6 C-M5 S-M4 O-M3 I-M5 L-M6"),
        Spelt("all romance", "P-R6 Y-R4 W-R4 Z-R5 F-R6 O-R4 H-R7 S-R4 U-R9 L-R8"),
        Spelt("timeless of three", "A-S1 E-S1 L-S1 S-S1 T-S1 R-S1 B-A4 O-A6 N-S1 I-S1", **TIMELESS),
        Spelt(
            "doublers, inked, timeless, duplicates",
            "E-S1 E-S2 S-S1 S-S2 T-S1 T-S2 R-S1 P-R6 J-R6",
            inked="B-A4",
            **TIMELESS,
        ),
        Spelt("the same, ten and a Q inked", "E-S1 E-S2 S-S1 S-S2 T-S1 T-S2 R-S1 B-A4 P-R6 J-R6", inked="Q-H4", **TIMELESS),
    ],
}


class Finder:
    """Lists words with a rack and blanks over the letter counts of a list, as word finders do."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.words = np.array([lexicon.word(number) for number in range(len(lexicon))], dtype=object)
        self.counts = np.stack([lexicon.count(sign) for sign in SIGNS[:26]], axis=1)
        self.lengths = lexicon.length.astype(np.int64)

    def listed(self, letters: Letters, shortest: int, last: int) -> list[str]:
        """The words, of the first *last*, that lack no more letters than there are cards left as blanks."""
        inked, hand, classics = (
            np.array([part[sign] for sign in SIGNS[:26]], dtype=np.uint8)
            for part in (letters.inked, letters.hand, letters.classics)
        )
        counts, lengths = self.counts[:last], self.lengths[:last]
        shared = np.minimum(counts, inked + hand + classics).sum(axis=1, dtype=np.uint8)
        fits = (lengths - shared <= int(hand.sum())) & (lengths >= shortest)
        if inked.any():
            fits &= (counts >= inked).all(axis=1)
        if classics.any():
            given = np.minimum(np.maximum(counts, inked) - inked, classics).sum(axis=1, dtype=np.uint8)
            fits &= lengths - given <= int(hand.sum() + inked.sum())
        else:
            fits &= lengths <= int(hand.sum() + inked.sum())
        found: list[str] = self.words[:last][fits].tolist()
        return found


def plain(words: list[str], cards: Counter[str]) -> int:
    """B: the letters that each word shares with the cards, counted in plain Python."""
    most = 0
    for word in words:
        left = dict(cards)
        shared = 0
        for letter in word:
            if left.get(letter):
                left[letter] -= 1
                shared += 1
        most = max(most, shared)
    return most


def milliseconds(work: Callable[[], object], times: int) -> float:
    best = float("inf")
    for _ in range(times):
        start = process_time()
        work()
        best = min(best, process_time() - start)
    return best * 1e3


def searched(lexicon: Lexicon, hand: Hand) -> int:
    search = Search(lexicon, hand, BOX.card, least=2)
    search.best(10)
    return search.words


def hands(lexicon: Lexicon, finder: Finder) -> None:
    print(f"{'cards':>5}  {'hand':38} {'words':>7} {'value':>5} {'best':>8} {'list':>8} {'cut':>8} {'B':>8}")
    for size, several in HANDS.items():
        for one in several:
            letters = Letters.of(one.hand, BOX.card)
            search = Search(lexicon, one.hand, BOX.card, least=2)
            last = search.span.stop
            found = search.best(10)
            assert len(finder.listed(letters, 2, last)) == search.words, one.name
            value = int(search.worths.unit.value(found[0].laid.worth)) if found else 0
            short = finder.words[:last].tolist()
            cards = letters.hand + letters.inked + letters.classics
            times = (
                milliseconds(partial(searched, lexicon, one.hand), 7),
                milliseconds(partial(finder.listed, letters, 2, len(lexicon)), 7),
                milliseconds(partial(finder.listed, letters, 2, last), 7),
                milliseconds(partial(plain, short, cards), 1),
            )
            print(f"{size:5}  {one.name:38} {search.words:7} {value:5} " + " ".join(f"{time:8.2f}" for time in times))


def brute(lexicon: Lexicon, words: int) -> None:
    print(f"\nthe long way over {words} words, the whole list reckoned from it")
    for one in HANDS[5]:
        search = Search(lexicon, one.hand, BOX.card, least=2)
        numbers = random.Random(1).sample(search.numbers().tolist(), min(words, search.words))
        some = sorted(lexicon.word(number) for number in numbers)
        start = process_time()
        expected, _ = best(Case(one.hand.cards, one.hand.inked, one.hand.own, one.hand.others), some)
        time = process_time() - start
        few = Search(Lexicon(WordList.of(word.lower() for word in some)), one.hand, BOX.card, least=2)
        found = [(few.worths.unit.value(each.laid.worth), each.word) for each in few.best(10)]
        assert found == [(gain.value, word) for gain, word in expected], one.name
        print(f"    5  {one.name:38} {time * 1e3:10.0f} ms, all {time * search.words / len(some):8.1f} s; the same ten best")


def loading() -> None:
    print("\nlanguage   words  list ms  lexicon ms  letters ms  membership us   MB")
    for language, listed in BOX.lists.items():
        fresh = WordList(language, listed.title, listed.version, listed.file)
        data = milliseconds(lambda fresh=fresh: fresh.data, 1)
        made = milliseconds(lambda fresh=fresh: Lexicon(fresh, WILD), 2)
        lexicon = Lexicon(fresh, WILD)
        letters = milliseconds(lambda lexicon=lexicon: [lexicon.count(sign) for sign in SIGNS], 1)
        some = random.Random(1).sample(list(fresh), 2000)
        start = perf_counter()
        assert all(word in fresh for word in some)
        asked = (perf_counter() - start) / len(some) * 1e6
        size = (len(fresh.data) + lexicon.bytes + len(SIGNS) * len(lexicon)) / 1e6
        print(f"{language:8} {len(fresh):7} {data:8.0f} {made:11.0f} {letters:11.0f} {asked:14.1f} {size:4.1f}")


def main() -> None:
    lexicon = Lexicon(BOX.lists["en"])
    finder = Finder(lexicon)
    hands(lexicon, finder)
    if "--brute" in sys.argv:
        brute(lexicon, int(sys.argv[sys.argv.index("--brute") + 1]))
    loading()


if __name__ == "__main__":
    main()
