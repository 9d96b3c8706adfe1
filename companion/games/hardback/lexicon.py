"""A word list laid out for searching: by length, letter by letter (numpy).

Membership is the matter of `words.WordList`, which needs nothing of this. A lexicon is made of such a list when somebody first
searches, in about a tenth of a second for 274,137 words, and holds 4 bytes a letter position at most: one for the letter, one a
word for every letter of the alphabet that was ever asked for. Whatever list an owner puts into the box comes through here too.
"""

from __future__ import annotations

from functools import cached_property
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from companion.games.hardback.words import ENYE, LETTERS, WordList

Bytes = NDArray[np.uint8]
Ints = NDArray[np.int64]

SIGNS = LETTERS + ENYE
"""What a word can be made of, as tiles say it: A to Z, and the n with tilde. Their numbers are 0 to 26."""
_A = ord("a")
_ENYE = SIGNS.index(ENYE)
_TILDE = ENYE.lower().encode()
_STANDS = bytes([_A + _ENYE])
"""The n with tilde in one byte, behind the z: the order of the words stays the same."""


NO, WILD, N = "no", "wild", "n"
"""What the n with tilde can be: no letter of a word, a wild only, an N card too."""


class Lexicon:
    """The words of a list that tiles can spell, sorted by length, then alphabet; a word is known by its number in that order.

    `enye`: what the n with tilde can be. Words with other signs than A-Z and this letter are left out.
    """

    def __init__(self, words: WordList, enye: str = NO) -> None:
        data = np.frombuffer(words.data.replace(_TILDE, _STANDS), dtype=np.uint8)
        ends = np.flatnonzero(data == ord("\n"))
        starts, lengths = ends[:-1] + 1, np.diff(ends) - 1
        last = _A + _ENYE - (enye == NO)
        strange = np.flatnonzero((data != ord("\n")) & ((data < _A) | (data > last)))
        lengths[np.searchsorted(ends, strange) - 1] = 0
        order = np.argsort(lengths, kind="stable")
        order = order[np.searchsorted(lengths[order], 1) :]

        self.enye = enye == N
        """Whether an N card stands for it."""
        self.rank = order.astype(np.int32)
        """Where each word stands in the alphabet."""
        self.length: Bytes = np.minimum(lengths[order], 255).astype(np.uint8)
        self.longest = int(self.length[-1]) if len(order) else 0
        self.first = np.searchsorted(self.length, np.arange(self.longest + 2))
        """The number of the first word that is so long, or longer."""
        self._places = [
            np.ascontiguousarray((data[starts[order[self._of(n)]] + np.arange(n)[:, None]] - _A).astype(np.uint8))
            for n in range(self.longest + 1)
        ]
        self._columns: dict[int, Bytes] = {}

    def _of(self, length: int) -> slice:
        return slice(int(self.first[length]), int(self.first[length + 1]))

    def __len__(self) -> int:
        return len(self.rank)

    def span(self, least: int, most: int) -> slice:
        """The numbers of the words with *least* to *most* letters."""
        least, most = min(max(least, 0), self.longest + 1), min(max(most, least - 1), self.longest)
        return slice(int(self.first[least]), int(self.first[most + 1]) if most >= least else int(self.first[least]))

    def count(self, letter: str) -> Bytes:
        """How often each word has the letter. Made when first asked, and kept."""
        number = SIGNS.index(letter)
        if number not in self._columns:
            column = np.zeros(len(self), dtype=np.uint8)
            for length, places in enumerate(self._places):
                here = column[self._of(length)]
                for place in places:
                    here += place == number
                    if self.enye and letter == "N":
                        here += place == _ENYE
            self._columns[number] = column
        return self._columns[number]

    def word(self, number: int) -> str:
        """In capitals, as tiles spell it."""
        length = int(self.length[number])
        text = (self._places[length][:, number - int(self.first[length])] + ord("A")).tobytes().decode("ascii")
        return text.replace(chr(ord("A") + _ENYE), ENYE)

    def read(self, word: str) -> str:
        """What the cards in a word spell: an N card may stand for both."""
        return word.replace(ENYE, "N") if self.enye else word

    @cached_property
    def bytes(self) -> int:
        """How much memory the letters take, columns not counted."""
        return sum(places.nbytes for places in self._places) + self.rank.nbytes + self.length.nbytes


_made: WeakKeyDictionary[WordList, dict[str, Lexicon]] = WeakKeyDictionary()


def lexicon(words: WordList, enye: str = NO) -> Lexicon:
    """The lexicon of the list; made once for as long as the list is in use."""
    made = _made.setdefault(words, {})
    if enye not in made:
        made[enye] = Lexicon(words, enye)
    return made[enye]
