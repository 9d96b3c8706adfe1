"""The best words of a hand, over a whole list (specification, section 10; numpy).

What a word can be worth depends on the letters that it shares with the hand. So the words are grouped by these letters and their
length; each group has a bound from the sets of cards that its letters allow; the groups are looked through from the best bound
down, and in them words of one pattern (the same letters of the hand at the same places) are laid once. The search ends when no
group left can beat the last of the best: the result is exact.
"""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.games.hardback.laying import MOST_WILDS, Laid, Layer, Patience
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
        patience: Patience | None = None,
    ) -> None:
        self.lexicon, self.hand, self.card, self.least, self.barred = lexicon, hand, card, least, barred
        self.weights, self.double_trash = weights or Weights(), double_trash
        self.patience = patience or Patience()
        self.letters = Letters.of(hand, card)
        self.worths = Worths(hand, card, self.weights, double_trash)
        self.span, self.fits = spellable(lexicon, self.letters, least)

    def like(self, hand: Hand, patience: Patience) -> Search:
        """The same search for another hand."""
        return Search(
            self.lexicon,
            hand,
            self.card,
            self.weights,
            double_trash=self.double_trash,
            least=self.least,
            barred=self.barred,
            patience=patience,
        )

    @property
    def words(self) -> int:
        """How many words of the list can be spelled, barred ones too."""
        return self.span.stop - self.span.start if self.fits is None else int(np.count_nonzero(self.fits))

    def numbers(self, only: Bools | None = None) -> Ints:
        """Their numbers in the lexicon, the shortest first. *only*: over all words of the lexicon, which to look at."""
        fits = np.ones(self.span.stop - self.span.start, dtype=bool) if self.fits is None else self.fits
        found: Ints = np.flatnonzero(fits if only is None else fits & only[self.span]) + self.span.start
        return found

    def having(self, letter: str | None = None, length: int | None = None, code: str | None = None) -> Bools:
        """Over all words of the lexicon: those with the letter, so many letters, this card face up."""
        found = np.ones(len(self.lexicon), dtype=bool)
        if letter is not None:
            found &= self.lexicon.count(letter) > 0
        if length is not None:
            found &= self.lexicon.length == length
        if code is not None:
            found &= self._with_card(code)
        return found

    def _with_card(self, code: str) -> Bools:
        """Words in which the card can lie face up: those that could be spelled if it were inked."""
        if code in self.hand.inked:
            letters = self.letters
        else:
            letter = Counter((self.card[code].letter,))
            hand, classics = self.letters.hand, self.letters.classics
            if code in self.hand.cards:
                letters = Letters(hand - letter, self.letters.inked + letter, classics)
            else:
                letters = Letters(hand, self.letters.inked + letter, classics - letter)
        found = np.zeros(len(self.lexicon), dtype=bool)
        span, fits = spellable(self.lexicon, letters)
        found[span] = True if fits is None else fits
        return found

    def spells(self, word: str) -> bool:
        """Whether the word, one of the list, can be spelled."""
        count = Counter(self.lexicon.read(word))
        given = (count - self.letters.inked) & self.letters.classics
        return (
            self.least <= len(word)
            and count >= self.letters.inked
            and len(word) - given.total() <= len(self.hand.cards + self.hand.inked)
        )

    def best(self, most: int = 10, only: Bools | None = None) -> list[Best]:
        """The *most* best words, the best first. *only*: over all words of the lexicon, which to look at. Raises TooManyWays."""
        groups = _Groups(self, only)
        kept: list[Best] = []

        def least() -> int:
            return kept[-1].laid.rank if len(kept) == most else -MOST_WILDS

        def keep(word: str, laid: Laid) -> None:
            if word not in self.barred:
                insort(kept, Best(laid, word))
                del kept[most:]

        for bound, found in groups.from_the_best():
            if bound < least():
                break
            short: list[tuple[str, int]] = []
            for number, group in found:
                word = self.lexicon.word(number)
                if bound == least() and word > kept[-1].word:
                    break
                # First only those that reach the bound: often they are enough, and it is much quicker to tell.
                laid = groups.lay(word, group, bound)
                if laid is None:
                    short.append((word, group))
                else:
                    keep(word, laid)
            for word, group in short:
                if bound <= least():
                    break
                laid = groups.lay(word, group, least())
                if laid is not None:
                    keep(word, laid)
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
        self.exact = not classics
        """Whether the number of wilds follows from the length and the cards face up."""
        self.size = size = self.cells * self.lengths * self.extras
        # In as few bytes as it goes: this is the one pass over all words.
        kind = np.dtype(np.uint8 if size < 255 else np.uint16 if size < 65535 else np.uint32)
        group = np.multiply(lengths - np.uint8(self.shortest), self.cells, dtype=kind)
        stride = 1
        for letter, n in self.caps:
            group += np.multiply(np.minimum(self._count(letter, inked[letter]), np.uint8(n)), stride, dtype=kind)
            stride *= n + 1
        if classics:
            extra = np.zeros(len(lengths), dtype=np.uint8)
            for letter, n in classics.items():
                extra += np.minimum(self._count(letter, inked[letter] + hand[letter]), np.uint8(n))
            group += np.multiply(extra, self.cells * self.lengths, dtype=kind)
        if fits is not None:
            group[~fits] = size
        self.group = group
        self.found = np.flatnonzero(np.bincount(group, minlength=size)[:size])
        self._sets: dict[int, list[tuple[int, int]]] = {}
        self._laid: dict[str, tuple[Laid | None, int]] = {}
        self._bounds: dict[int, tuple[Ints, Ints]] = {}
        letters = [search.card[code].letter for code in search.hand.counting]
        self.digits = np.array(
            [
                sum(up * (letter == one) for up, letter in zip(search.worths.up[: len(search.hand.cards)], letters, strict=False))
                for one, _ in self.caps
            ],
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
        """(of each set, of each cell) a bound of the rank before `_less` is taken off."""
        worths = self.search.worths
        if not worths.per_wild and not worths.all_uncovers.any():
            tiles = len(self.search.hand.cards)
        if tiles not in self._bounds:
            sets = worths.bounds(tiles) * MOST_WILDS
            if self.exact:
                sets += worths.number
            strides = np.cumprod([1, *(n + 1 for _, n in self.caps)])[:-1]
            cell = np.full(self.cells, np.iinfo(np.int64).min)
            np.maximum.at(cell, strides @ self.digits if self.caps else np.zeros(1, dtype=np.int64), sets)
            shaped = cell.reshape([n + 1 for _, n in reversed(self.caps)])
            for axis in range(len(self.caps)):
                np.maximum.accumulate(shaped, axis=axis, out=shaped)
            self._bounds[tiles] = sets, cell
        return self._bounds[tiles]

    def from_the_best(self) -> Iterator[tuple[int, Iterator[tuple[int, int]]]]:
        """(bound of the rank, words with their groups in the order of the alphabet), the best bound first."""
        if not len(self.found):
            return
        rest, cell = np.divmod(self.found, self.cells)
        extra, length = np.divmod(rest, self.lengths)
        worth = np.stack([self._bound(self._tiles(n + self.shortest))[1] for n in range(self.lengths)])
        bounds = worth[length, cell] - self._less(cell, length + self.shortest, extra)
        order = np.argsort(-bounds, kind="stable")
        wanted = np.zeros(self.size + 1, dtype=bool)
        for alike in np.split(order, np.flatnonzero(np.diff(bounds[order])) + 1):
            bound = int(bounds[alike[0]])
            if bound <= -MOST_WILDS:
                return
            groups = self.found[alike]
            if len(groups) == 1:
                here = np.flatnonzero(self.group == groups[0])
            else:
                wanted[groups] = True
                here = np.flatnonzero(wanted[self.group])
                wanted[groups] = False
            numbers = (here if self.numbers is None else self.numbers[here]) + self.start
            by_letter = np.argsort(self.lexicon.rank[numbers])
            yield bound, zip(map(int, numbers[by_letter]), map(int, self.group[here[by_letter]]), strict=True)

    def _less(self, cell: Any, length: Any, extra: Any) -> Any:
        """What is to be taken off the bounds of sets, for wilds in words of the groups (numbers, or arrays).

        Without classics what is not face up is wild: the length less the cards of the set, which its bound has in it already.
        Else the fewest wilds that the letters allow.
        """
        given = extra + len(self.search.hand.inked)
        if not self.exact:
            for _, n in self.caps:
                cell, digit = divmod(cell, n + 1)
                given = given + digit
        return length - given

    def _sets_of(self, group: int) -> tuple[list[tuple[int, int]], int]:
        """(bound, set) of the sets of hand cards whose letters a word of the group has, the best first; and what is to be taken
        off the bounds."""
        rest, cell = divmod(group, self.cells)
        extra, length = divmod(rest, self.lengths)
        key = group % (self.cells * self.lengths)
        length += self.shortest
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
        return self._sets[key], self._less(cell, length, extra)

    def lay(self, word: str, group: int, least: int) -> Laid | None:
        """The best way to lay the word if its rank is *least* or more; words of one pattern are laid once."""
        pattern = self.lexicon.read(word).translate(self.pattern)
        laid, tried = self._laid.get(pattern, (None, least + 1))
        if laid is None and tried > least:
            laid = self._layer.lay(pattern, *self._sets_of(group), least)
            self._laid[pattern] = laid, least
        return laid if laid is not None and laid.rank >= least else None

    @cached_property
    def _layer(self) -> Layer:
        search = self.search
        cards = [search.card[code] for code in search.hand.counting]
        return Layer(
            search.worths,
            [one.letter for one in cards],
            [search.card[code].letter for code in search.hand.others],
            [(one.genre, one.basic, one.genre_half) for one in cards],
            search.patience,
        )
