"""The best words of a hand, over a whole list (specification, section 10; numpy).

What a word can be worth depends on the letters that it shares with the hand. So the words are grouped by these letters and their
length; each group has a bound from the sets of cards that its letters allow; the groups are looked through from the best bound
down, and in them words of one pattern (the same letters of the hand at the same places) are laid once. The search ends when no
group left can beat the last of the best: the result is exact.
"""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from companion.games.hardback.laying import MOST_WILDS, Laid, Layer
from companion.games.hardback.lexicon import SIGNS, Lexicon
from companion.games.hardback.pieces import Card
from companion.games.hardback.worths import Hand, Weights, Worths

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]


@dataclass(frozen=True, order=True)
class Best:
    """A word and how it is laid; they sort from the best down."""

    order: tuple[int, str] = field(init=False, repr=False)
    laid: Laid = field(compare=False)
    word: str = field(compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "order", (-self.laid.rank, self.word))


@dataclass(frozen=True)
class Letters:
    """How many cards there are of each letter."""

    hand: Counter[str]
    inked: Counter[str]
    classics: Counter[str]

    @classmethod
    def of(cls, hand: Hand, card: Mapping[str, Card]) -> Letters:
        def count(*codes: str) -> Counter[str]:
            return Counter(card[code].letter for code in codes)

        return cls(count(*hand.cards), count(*hand.inked), count(*hand.own, *hand.others))

    @property
    def longest(self) -> int:
        return sum(map(Counter.total, (self.hand, self.inked, self.classics)))


def spellable(lexicon: Lexicon, letters: Letters, least: int = 1) -> tuple[slice, Bools | None]:
    """The words that can be spelled: those of this span for which the array is true (None: all).

    All inked letters must be there; of the others, those that no classic gives take a hand card each, if need be as a wild.
    """
    inked, cards = letters.inked.total(), letters.hand.total()
    span = lexicon.span(max(least, inked), letters.longest)
    fits: Bools | None = None
    for letter, n in letters.inked.items():
        has = lexicon.count(letter)[span] >= n
        fits = has if fits is None else fits & has
    if letters.classics:
        given = sum(
            (
                np.clip(lexicon.count(letter)[span].astype(np.int16) - letters.inked[letter], 0, n)
                for letter, n in letters.classics.items()
            ),
            start=np.zeros(span.stop - span.start, dtype=np.int16),
        )
        lasts = lexicon.length[span].astype(np.int16) - given <= cards + inked
        fits = lasts if fits is None else fits & lasts
    return span, fits


class Search:
    """Words for one hand: how many, which, and the best. `least`: the fewest letters; `barred`: words that may not be spelled."""

    def __init__(
        self,
        lexicon: Lexicon,
        hand: Hand,
        card: Mapping[str, Card],
        weights: Weights | None = None,
        *,
        double_trash: bool = True,
        least: int = 1,
        barred: Collection[str] = (),
    ) -> None:
        self.lexicon, self.hand, self.card, self.barred = lexicon, hand, card, barred
        self.letters = Letters.of(hand, card)
        self.worths = Worths(hand, card, weights or Weights(), double_trash)
        self.span, self.fits = spellable(lexicon, self.letters, least)

    @property
    def words(self) -> int:
        """How many words of the list can be spelled."""
        return self.span.stop - self.span.start if self.fits is None else int(np.count_nonzero(self.fits))

    def numbers(self) -> Ints:
        """Their numbers in the lexicon."""
        if self.fits is None:
            return np.arange(self.span.start, self.span.stop)
        return np.flatnonzero(self.fits) + self.span.start

    def best(self, most: int = 10, only: Bools | None = None) -> list[Best]:
        """The *most* best words, the best first. *only*: over all words of the lexicon, which to look at."""
        groups = _Groups(self, only)
        kept: list[Best] = []
        for bound, sets, numbers in groups.from_the_best():
            if len(kept) == most and bound < kept[-1].laid.rank:
                break
            for number in numbers:
                word = self.lexicon.word(int(number))
                least = kept[-1].laid.rank if len(kept) == most else -1
                if bound < least or (bound == least and word > kept[-1].word):
                    break
                laid = groups.lay(word, sets(int(number)), least)
                if laid is not None and word not in self.barred:
                    insort(kept, Best(laid, word))
                    del kept[most:]
        return kept


class _Groups:
    """The words of a search by the hand letters they have, their length, and the letters that classics can add."""

    def __init__(self, search: Search, only: Bools | None) -> None:
        self.search, self.lexicon = search, search.lexicon
        hand, inked, classics = search.letters.hand, search.letters.inked, search.letters.classics
        span, fits = search.span, search.fits
        if only is not None:
            fits = only[span] if fits is None else fits & only[span]
        self.start = span.start
        self.numbers: Ints | None = None
        if fits is not None and 4 * np.count_nonzero(fits) < len(fits):
            self.numbers = np.flatnonzero(fits)
            fits = None
        # A cell says how often a word has each hand letter, up to the number of such cards: digits of a number, a letter a digit.
        self.caps = list(hand.items())
        self.cells = int(np.prod([n + 1 for _, n in self.caps], dtype=np.int64)) if self.caps else 1
        lengths = self._of(self.lexicon.length)
        self.shortest = int(lengths.min(initial=255)) if len(lengths) else 0
        self.lengths = int(lengths.max(initial=0)) - self.shortest + 1 if len(lengths) else 0
        self.extras = classics.total() + 1
        size = self.cells * self.lengths * self.extras
        kind = np.uint8 if size < 255 else np.uint16 if size < 65535 else np.uint32
        group = (lengths - np.uint8(self.shortest)).astype(kind) * kind(self.cells)
        stride = 1
        for letter, n in self.caps:
            count = self._count(letter, inked[letter])
            group += np.minimum(count, np.uint8(n)) * kind(stride) if kind == np.uint8 else np.minimum(count, np.uint8(n)).astype(kind) * kind(stride)
            stride *= n + 1
        if classics:
            extra = np.zeros(len(lengths), dtype=np.uint8)
            for letter, n in classics.items():
                extra += np.minimum(self._count(letter, inked[letter] + hand[letter]), np.uint8(n))
            group += extra.astype(kind) * kind(self.cells * self.lengths)
        if fits is not None:
            group[~fits] = size
        self.group = group
        self.found = np.flatnonzero(np.bincount(group, minlength=size)[:size])
        self._sets: dict[int, list[tuple[int, int]]] = {}
        self._laid: dict[str, Laid | None] = {}
        self._bounds: dict[int, tuple[Ints, Ints]] = {}
        letters = [search.card[code].letter for code in search.hand.counting]
        self.digits = np.array(
            [sum(up * (letter == one) for up, letter in zip(search.worths.up[: len(search.hand.cards)], letters, strict=False)) for one, _ in self.caps],
            dtype=np.int64,
        ).reshape(len(self.caps), -1)
        """How many cards of each letter are in each set."""
        mine = {*letters, *(search.card[code].letter for code in search.hand.others)}
        self.pattern = str.maketrans({sign: "." for sign in SIGNS if sign not in mine})

    def _of(self, array: NDArray[np.uint8]) -> NDArray[np.uint8]:
        array = array[self.search.span]
        return array if self.numbers is None else array[self.numbers]

    def _count(self, letter: str, less: int) -> NDArray[np.uint8]:
        """How often each word has the letter, beyond *less* times."""
        count = self._of(self.lexicon.count(letter))
        return np.maximum(count, np.uint8(less)) - np.uint8(less) if less else count

    def _tiles(self, length: int) -> int:
        """How many letters hand cards can give at most."""
        return min(len(self.search.hand.cards), length - len(self.search.hand.inked))

    def _bound(self, tiles: int) -> tuple[Ints, Ints]:
        """(of each set, of each cell) what a word can be worth."""
        worths = self.search.worths
        if not worths.per_wild and not worths.all_uncovers.any():
            tiles = len(self.search.hand.cards)
        if tiles not in self._bounds:
            sets = worths.bounds(tiles)
            strides = np.cumprod([1, *(n + 1 for _, n in self.caps)])[:-1]
            cell = np.full(self.cells, np.iinfo(np.int64).min)
            np.maximum.at(cell, strides @ self.digits if self.caps else np.zeros(1, dtype=np.int64), sets)
            shaped = cell.reshape([n + 1 for _, n in reversed(self.caps)])
            for axis in range(len(self.caps)):
                np.maximum.accumulate(shaped, axis=axis, out=shaped)
            self._bounds[tiles] = sets, cell
        return self._bounds[tiles]

    def _parts(self, group: int) -> tuple[int, int, int]:
        """(cell, length, letters that classics add) of a group."""
        rest, cell = divmod(group, self.cells)
        extra, length = divmod(rest, self.lengths)
        return cell, length + self.shortest, extra

    def _wilds(self, cell: int, length: int, extra: int) -> int:
        """The fewest wilds in a word of the group."""
        given = len(self.search.hand.inked) + extra
        for _, n in self.caps:
            cell, digit = divmod(cell, n + 1)
            given += digit
        return length - given

    def from_the_best(self) -> Iterator[tuple[int, Callable[[int], tuple[list[tuple[int, int]], int]], Ints]]:
        """(bound of the rank, what tells of a word its sets and fewest wilds, words in the order of the alphabet)."""
        if not len(self.found):
            return
        cell, rest = self.found % self.cells, self.found // self.cells
        length, extra = rest % self.lengths + self.shortest, rest // self.lengths
        worth = np.stack([self._bound(self._tiles(n + self.shortest))[1] for n in range(self.lengths)])
        given = len(self.search.hand.inked) + extra
        for _, n in self.caps:
            given = given + cell % (n + 1)
            cell = cell // (n + 1)
        cell = self.found % self.cells
        bounds = worth[length - self.shortest, cell] * MOST_WILDS - (length - given)
        order = np.argsort(-bounds, kind="stable")
        steps = np.flatnonzero(np.diff(bounds[order])) + 1
        for alike in np.split(order, steps):
            bound = int(bounds[alike[0]])
            if bound < 0:
                return
            if len(alike) == 1:
                here = np.flatnonzero(self.group == self.found[alike[0]])
            else:
                wanted = np.zeros(int(self.found[-1]) + 2, dtype=bool)
                wanted[self.found[alike]] = True
                here = np.flatnonzero(wanted[np.minimum(self.group, len(wanted) - 1)])
            numbers = (here if self.numbers is None else self.numbers[here]) + self.start
            group = dict(zip(numbers.tolist(), self.group[here].tolist(), strict=True))
            yield bound, lambda number, group=group: self._sets_of(group[number]), numbers[np.argsort(self.lexicon.rank[numbers])]

    def _sets_of(self, group: int) -> tuple[list[tuple[int, int]], int]:
        """(bound of the worth, set) of the sets of hand cards whose letters a word of the group has, the best first; its wilds."""
        cell, length, extra = self._parts(group)
        key = group % (self.cells * self.lengths)
        if key not in self._sets:
            worth = self._bound(self._tiles(length))[0]
            fits = np.ones(len(worth), dtype=bool)
            rest = cell
            for row, (_, n) in zip(self.digits, self.caps, strict=True):
                rest, digit = divmod(rest, n + 1)
                fits &= row <= digit
            sets = np.flatnonzero(fits & (worth >= 0))
            sets = sets[np.argsort(-worth[sets], kind="stable")]
            self._sets[key] = list(zip(worth[sets].tolist(), sets.tolist(), strict=True))
        return self._sets[key], self._wilds(cell, length, extra)

    def lay(self, word: str, sets: tuple[list[tuple[int, int]], int], least: int) -> Laid | None:
        """A pattern that was not good enough once is not later: *least* only grows."""
        pattern = self.lexicon.read(word).translate(self.pattern)
        if pattern not in self._laid:
            self._laid[pattern] = self._layer.lay(pattern, *sets, least)
        return self._laid[pattern]

    @property
    def _layer(self) -> Layer:
        if not hasattr(self, "_made"):
            search = self.search
            cards = [search.card[code] for code in search.hand.counting]
            self._made = Layer(
                search.worths,
                [one.letter for one in cards],
                [search.card[code].letter for code in search.hand.others],
                [(one.letter, one.genre, one.basic, one.genre_half) for one in cards],
            )
        return self._made
