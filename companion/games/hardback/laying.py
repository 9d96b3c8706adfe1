"""The best way to lay one word: which card at which letter, which wilds, what is uncovered and doubled (specification, 6 and 10).

Exact: every way is tried that could be better than the best one found, as told by bounds on sets of cards (`worths`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.games.hardback.worths import Worths

WILD, OTHER = -1, -2
"""Tiles that are no counting card: a hand card face down, another's classic. A counting card is its place in `Hand.counting`."""
MOST_WILDS = 64
"""A rank is a worth times this, less the wilds: of equal worth fewer wilds are better."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A word as it is laid best. `turned`: (uncovering place, uncovered place, card) in order; `doubled`: (by place, place)."""

    rank: int
    worth: int
    tiles: tuple[int, ...]
    up: int
    turned: tuple[tuple[int, int, int], ...]
    doubled: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """Tiles at their places, before anything is uncovered; `up`: the set of hand cards that lie face up."""

    tiles: tuple[int, ...]
    up: int
    wilds: int


class Layer:
    """Lays words with the cards of one hand."""

    def __init__(self, worths: Worths, letters: Sequence[str], others: Sequence[str], kinds: Sequence[object]) -> None:
        """*letters*: of the counting cards; *others*: of others' classics; *kinds*: equal for cards that are alike in all but code."""
        self.worths, self.letters, self.kinds = worths, letters, kinds
        self.size = worths.size
        self.inked = tuple(range(self.size, self.size + len(worths.hand.inked)))
        self.own: dict[str, list[int]] = {}
        for card in range(self.size + len(self.inked), len(letters)):
            self.own.setdefault(letters[card], []).append(card)
        self.others = Counter(others)
        self.all_uncovers: list[int] = worths.all_uncovers.tolist()
        self.all_doubles: list[int] = worths.all_doubles.tolist()
        self.score: list[int] = worths.score.tolist()
        self.wild: list[int] = worths.wild.tolist()
        if worths.ordered:
            self.doubles = [array.tolist() for array in worths.doubles]
            self.uncovers = [array.tolist() for array in worths.uncovers]
            self.gain = [array.tolist() for array in worths.gain]
            self.wild_gain = [array.tolist() for array in worths.wild_gain]
            self.doublers = [card for card, array in enumerate(worths.doubles) if array.any()]
            self.hope: list[int] = worths.with_more(worths.most(self.size)).tolist()

    def lay(self, word: str, sets: Sequence[tuple[int, int]], wilds: int, least: int) -> Laid | None:
        """The best way to lay *word*, if its rank is *least* or more.

        *sets*: (bound of the worth, set of hand cards) of the sets whose letters the word has, the best bound first; *wilds*: the
        fewest that it needs whatever is face up.
        """
        best: Laid | None = None
        for bound, up in sets:
            if bound * MOST_WILDS - wilds < least:
                break
            for layout in self._layouts(word, up):
                found = self._settled(layout, least)
                if found is not None:
                    best, least = found, found.rank + 1
        return best

    # --- where the cards lie --------------------------------------------------------------------------------------------

    def _layouts(self, word: str, up: int) -> Iterator[Layout]:
        """Ways to lay the word with just these hand cards, the inked ones and any classics face up that differ in worth."""
        cards: dict[str, list[int]] = {}
        for card in (*(card for card in range(self.size) if up >> card & 1), *self.inked):
            cards.setdefault(self.letters[card], []).append(card)
        spare = self.size - up.bit_count()
        if self.all_doubles[up] or self.all_uncovers[up]:
            yield from self._ways(word, up, cards, spare)
        elif (tiles := self._any_way(word, up, cards, spare)) is not None:
            yield Layout(tiles, up, tiles.count(WILD))

    def _any_way(self, word: str, up: int, cards: dict[str, list[int]], spare: int) -> tuple[int, ...] | None:
        """One way with as few wilds as can be, or as many if wilds are worth something."""
        left = {letter: list(those) for letter, those in cards.items()}
        tiles = [those.pop() if (those := left.get(letter)) else WILD for letter in word]
        wilds = tiles.count(WILD)
        wanted = spare if self.wild[up] else 0
        if wilds > wanted and (self.own or self.others):
            own, others = {letter: list(those) for letter, those in self.own.items()}, Counter(self.others)
            for at, letter in enumerate(word):
                if tiles[at] == WILD and wilds > wanted and (own.get(letter) or others[letter]):
                    wilds -= 1
                    if own.get(letter):
                        tiles[at] = own[letter].pop()
                    else:
                        tiles[at] = OTHER
                        others[letter] -= 1
        return tuple(tiles) if wilds <= spare else None

    def _ways(self, word: str, up: int, cards: dict[str, list[int]], spare: int) -> Iterator[Layout]:
        """Every way, but one of those that differ by like cards only."""
        tiles: list[int] = []
        own, others = {letter: list(those) for letter, those in self.own.items()}, Counter(self.others)

        def choose(those: list[int], at: int, left: Counter[str], wilds: int) -> Iterator[Layout]:
            tried = set[object]()
            for number, card in enumerate(those):
                if self.kinds[card] not in tried:
                    tried.add(self.kinds[card])
                    tiles.append(those.pop(number))
                    yield from lay(at + 1, left, wilds)
                    those.insert(number, tiles.pop())

        def lay(at: int, left: Counter[str], wilds: int) -> Iterator[Layout]:
            if at == len(word):
                yield Layout(tuple(tiles), up, wilds)
                return
            letter = word[at]
            left = left - Counter((letter,))
            must = cards.get(letter, [])
            yield from choose(must, at, left, wilds)
            if len(must) <= left[letter]:
                yield from choose(own.get(letter, []), at, left, wilds)
                if others[letter]:
                    others[letter] -= 1
                    tiles.append(OTHER)
                    yield from lay(at + 1, left, wilds)
                    tiles.pop()
                    others[letter] += 1
                if wilds < spare:
                    tiles.append(WILD)
                    yield from lay(at + 1, left, wilds + 1)
                    tiles.pop()

        yield from lay(0, Counter(word), 0)

    # --- what is uncovered and doubled ------------------------------------------------------------------------------------

    def _settled(self, layout: Layout, least: int) -> Laid | None:
        """The best of all ways to uncover and double, if its rank is *least* or more."""
        if not self.all_doubles[layout.up] and not self.all_uncovers[layout.up]:
            worth = self.score[layout.up] + self.wild[layout.up] * layout.wilds
            rank = worth * MOST_WILDS - layout.wilds
            return Laid(rank, worth, layout.tiles, layout.up, (), ()) if rank >= least else None
        return self._uncovered(layout, list(layout.tiles), layout.up, (), frozenset(), least)

    def _uncovered(
        self,
        layout: Layout,
        tiles: list[int],
        up: int,
        turned: tuple[tuple[int, int, int], ...],
        waits: frozenset[int],
        least: int,
    ) -> Laid | None:
        """The leftmost card that can uncover does, or waits until others have uncovered the wilds beside it."""
        if self.hope[up] * MOST_WILDS - layout.wilds < least:
            return None
        if not self.all_uncovers[up]:
            return self._doubled(layout, tiles, up, turned, least)
        by = next((at for at in range(len(tiles)) if at not in waits and self._can(tiles, at, up, turned)), None)
        if by is None:
            if any(self._can(tiles, at, up, turned) for at in waits):
                return None
            return self._doubled(layout, tiles, up, turned, least)
        best: Laid | None = None
        for at in _beside(tiles, by):
            if tiles[at] != WILD:
                continue
            tried = set[object]()
            for card in range(self.size):
                if up >> card & 1 or self.kinds[card] in tried:
                    continue
                tried.add(self.kinds[card])
                tiles[at] = card
                found = self._uncovered(layout, tiles, up | 1 << card, (*turned, (by, at, card)), waits, least)
                tiles[at] = WILD
                if found is not None:
                    best, least = found, found.rank + 1
        found = self._uncovered(layout, tiles, up, turned, waits | {by}, least)
        return best if found is None else found

    def _can(self, tiles: list[int], at: int, up: int, turned: tuple[tuple[int, int, int], ...]) -> bool:
        card = tiles[at]
        if card < 0 or self.uncovers[card][up] <= sum(by == at for by, _, _ in turned):
            return False
        return any(tiles[other] == WILD for other in _beside(tiles, at))

    def _doubled(
        self, layout: Layout, tiles: list[int], up: int, turned: tuple[tuple[int, int, int], ...], least: int
    ) -> Laid | None:
        """Each doubling goes to the better neighbour: a card's worth grows by the same with every doubling."""
        worth = self.score[up] + self.wild[up] * layout.wilds
        doubled: list[tuple[int, int]] = []
        if self.all_doubles[up]:
            for at, card in enumerate(tiles):
                if card >= 0 and (times := self.doubles[card][up]):
                    beside = [
                        (self.gain[tiles[other]][up] + self.wild_gain[tiles[other]][up] * layout.wilds, other)
                        for other in _beside(tiles, at)
                        if tiles[other] >= 0
                    ]
                    if beside:
                        gain, other = max(beside)
                        worth += times * gain
                        doubled += [(at, other)] * times
        rank = worth * MOST_WILDS - layout.wilds
        return Laid(rank, worth, layout.tiles, up, turned, tuple(doubled)) if rank >= least else None


def _beside(tiles: Sequence[int], at: int) -> tuple[int, ...]:
    if at == 0:
        return (1,) if len(tiles) > 1 else ()
    return (at - 1, at + 1) if at + 1 < len(tiles) else (at - 1,)
