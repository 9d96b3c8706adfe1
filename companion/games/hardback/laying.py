"""The best way to lay one word: which card at which letter, which wilds, what is uncovered and doubled (specification, 6 and 10).

Exact: every way is tried that could be better than the best one found, as told by bounds on sets of cards (`worths`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.games.hardback.worths import Worths

WILD, OTHER, FREE = -1, -2, -3
"""Tiles that are no counting card: a hand card face down, another's classic, none yet. A counting card is its place in
`Hand.counting`."""
MOST_WILDS = 64
"""A rank is a worth times this, less the wilds: of equal worth fewer wilds are better."""
MOST_WAYS = 80_000
"""So many ways to lay and to uncover are looked at: some seconds."""


class TooManyWays(Exception):
    """Nobody would wait for the exact answer: many cards of the hand uncover and double each other."""


class Patience:
    """How many ways may still be looked at, in all searches that share it."""

    def __init__(self, ways: int = MOST_WAYS) -> None:
        self.left = ways

    def spend(self) -> None:
        """One way more. Raises TooManyWays."""
        self.left -= 1
        if self.left < 0:
            raise TooManyWays


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


@dataclass(frozen=True, slots=True)
class Hope:
    """Of the sets that lie face up while wilds are uncovered: no less than the worth in the end, the same without doublings; of
    each card the most that a doubling adds."""

    worth: list[int]
    alone: list[int]
    gain: list[int]


@dataclass(frozen=True, slots=True)
class _Pile:
    """What is not laid yet, by letter: cards that must be in the word, own classics, how many classics of others."""

    cards: dict[str, list[int]]
    own: dict[str, list[int]]
    others: dict[str, int]


class Layer:
    """Lays words with the cards of one hand."""

    def __init__(
        self,
        worths: Worths,
        letters: Sequence[str],
        others: Sequence[str],
        effects: Sequence[object],
        patience: Patience,
    ) -> None:
        """*letters*: of the counting cards; *others*: of others' classics; *effects*: equal for cards that do the same."""
        self.worths, self.letters, self.patience = worths, letters, patience
        self.effects = [effects.index(those) for those in effects]
        self.kinds = list(zip(letters, self.effects, strict=True))
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
        self.doublers: dict[int, int] = {}
        """With how many doublings each has at most."""
        if worths.ordered:
            self.doubles = [array.tolist() for array in worths.doubles]
            self.uncovers = [array.tolist() for array in worths.uncovers]
            self.gain = [array.tolist() for array in worths.gain]
            self.wild_gain = [array.tolist() for array in worths.wild_gain]
            self.doublers = {card: int(array.max()) for card, array in enumerate(worths.doubles) if array.any()}
            self.uncoverers = {card: int(array.max()) for card, array in enumerate(worths.uncovers) if array.any()}
            self.plain: list[int] = worths.plain.tolist()
            self.in_vain: dict[tuple[object, ...], int] = {}
            """Positions in the uncovering -> the rank that cannot be reached from there, nor more."""
            self.hopes: dict[tuple[int, int, int, int], Hope] = {}

    def lay(self, word: str, sets: Sequence[tuple[int, int]], less: int, least: int) -> Laid | None:
        """The best way to lay *word*, if its rank is *least* or more.

        *sets*: (bound, set of hand cards) of the sets whose letters the word has, the best first; *less*: to be taken off the
        bounds to make them bounds of the rank. Raises TooManyWays.
        """
        best: Laid | None = None
        near = {card: self._near(word, card) for card in self.doublers}
        for bound, up in sets:
            if bound - less < least:
                break
            if near and not self.all_uncovers[up] and self._reach(near, up) * MOST_WILDS < least:
                continue
            for layout in self._layouts(word, up):
                self.patience.spend()
                found = self._settled(layout, least)
                if found is not None:
                    best, least = found, found.rank + 1
        return best

    # --- where the cards lie --------------------------------------------------------------------------------------------

    def _layouts(self, word: str, up: int) -> Iterator[Layout]:
        """Ways to lay the word with just these hand cards, the inked ones and any classics face up: one of each worth."""
        cards: dict[str, list[int]] = {}
        for card in (*self.inked, *(card for card in range(self.size) if up >> card & 1)):
            cards.setdefault(self.letters[card], []).append(card)
        pile = _Pile(cards, {letter: list(those) for letter, those in self.own.items()}, dict(self.others))
        tiles = [FREE] * len(word)
        if self.all_uncovers[up]:
            yield from self._everywhere(word, up, pile, tiles, 0, self.size - up.bit_count())
        elif self.all_doubles[up]:
            doublers = [card for card in self.doublers if self.doubles[card][up]]
            yield from self._doublers(word, up, pile, tiles, doublers)
        elif (layout := self._filled(word, up, pile, tiles)) is not None:
            yield layout

    def _near(self, word: str, card: int) -> list[int]:
        """The cards that can lie beside the card, by the letters of the word."""
        beside = {word[other] for at, letter in enumerate(word) if letter == self.letters[card] for other in _beside(word, at)}
        return [other for other, letter in enumerate(self.letters) if letter in beside and other != card]

    def _reach(self, near: Mapping[int, Sequence[int]], up: int) -> int:
        """No less than the worth with just this set face up; *near*: what can lie beside each doubler."""
        wilds = self.size - up.bit_count()
        worth = self.score[up] + self.wild[up] * wilds
        for card, others in near.items():
            if times := self.doubles[card][up]:
                worth += times * max([self.gain[other][up] + self.wild_gain[other][up] * wilds for other in others], default=0)
        return worth

    def _filled(self, word: str, up: int, pile: _Pile, tiles: list[int]) -> Layout | None:
        """The free places filled with the cards that must be in the word, then with as few wilds as can be, or as many as can be
        if wilds are worth something; None if the hand has not enough cards for them."""
        spare = self.size - up.bit_count()
        left = {letter: list(those) for letter, those in pile.cards.items()}
        tiles = list(tiles)
        for at, letter in enumerate(word):
            if tiles[at] == FREE:
                tiles[at] = those.pop() if (those := left.get(letter)) else WILD
        if any(left.values()):
            return None
        wilds = tiles.count(WILD)
        wanted = spare if self.wild[up] else 0
        if wilds > wanted and (self.own or self.others):
            own, others = {letter: list(those) for letter, those in pile.own.items()}, dict(pile.others)
            for at, letter in enumerate(word):
                if tiles[at] == WILD and wilds > wanted:
                    if own.get(letter):
                        tiles[at] = own[letter].pop()
                    elif others.get(letter):
                        tiles[at] = OTHER
                        others[letter] -= 1
                    else:
                        continue
                    wilds -= 1
        return Layout(tuple(tiles), up, wilds) if wilds <= spare else None

    def _doublers(self, word: str, up: int, pile: _Pile, tiles: list[int], doublers: list[int]) -> Iterator[Layout]:
        """The doublers at their letters, then what lies beside them: nothing else matters."""
        if not doublers:
            places = {
                other for at, card in enumerate(tiles) if card != FREE for other in _beside(word, at) if tiles[other] == FREE
            }
            yield from self._neighbours(word, up, pile, tiles, sorted(places))
            return
        card, *rest = doublers
        letter = self.letters[card]
        those = pile.cards[letter] if card in pile.cards.get(letter, ()) else pile.own[letter]
        number = those.index(card)
        those.pop(number)
        for at, sign in enumerate(word):
            if sign == letter and tiles[at] == FREE:
                tiles[at] = card
                yield from self._doublers(word, up, pile, tiles, rest)
                tiles[at] = FREE
        if those is pile.own.get(letter):
            # A classic may also lie outside the word.
            yield from self._doublers(word, up, pile, tiles, rest)
        those.insert(number, card)

    def _neighbours(self, word: str, up: int, pile: _Pile, tiles: list[int], places: list[int]) -> Iterator[Layout]:
        if not places:
            if (layout := self._filled(word, up, pile, tiles)) is not None:
                yield layout
            return
        at, *rest = places
        for those in (pile.cards.get(word[at], []), pile.own.get(word[at], [])):
            for _ in _each(those, self.kinds, tiles, at):
                yield from self._neighbours(word, up, pile, tiles, rest)
        yield from self._neighbours(word, up, pile, tiles, rest)

    def _everywhere(self, word: str, up: int, pile: _Pile, tiles: list[int], at: int, spare: int) -> Iterator[Layout]:
        """Every way from the place *at* on, but one of those that differ by like cards only; *spare* cards can be wilds."""
        if at == len(word):
            yield Layout(tuple(tiles), up, tiles.count(WILD))
            return
        letter = word[at]
        must = pile.cards.get(letter, [])
        for _ in _each(must, self.kinds, tiles, at):
            yield from self._everywhere(word, up, pile, tiles, at + 1, spare)
        if len(must) > word.count(letter, at + 1):
            return
        for _ in _each(pile.own.get(letter, []), self.kinds, tiles, at):
            yield from self._everywhere(word, up, pile, tiles, at + 1, spare)
        if pile.others.get(letter):
            pile.others[letter] -= 1
            tiles[at] = OTHER
            yield from self._everywhere(word, up, pile, tiles, at + 1, spare)
            pile.others[letter] += 1
        if spare:
            tiles[at] = WILD
            yield from self._everywhere(word, up, pile, tiles, at + 1, spare - 1)
        tiles[at] = FREE

    # --- what is uncovered and doubled ------------------------------------------------------------------------------------

    def _settled(self, layout: Layout, least: int) -> Laid | None:
        """The best of all ways to uncover and double, if its rank is *least* or more."""
        if not self.all_doubles[layout.up] and not self.all_uncovers[layout.up]:
            worth = self.score[layout.up] + self.wild[layout.up] * layout.wilds
            rank = worth * MOST_WILDS - layout.wilds
            return Laid(rank, worth, layout.tiles, layout.up, (), ()) if rank >= least else None
        return self._uncovered(layout, self._hope(layout), list(layout.tiles), layout.up, (), frozenset(), least)

    def _uncovered(
        self,
        layout: Layout,
        hope: Hope,
        tiles: list[int],
        up: int,
        turned: tuple[tuple[int, int, int], ...],
        waits: frozenset[int],
        least: int,
    ) -> Laid | None:
        """The leftmost card that can uncover does, or waits until others have uncovered the wilds beside it."""
        self.patience.spend()
        if self._most(hope, tiles, up) * MOST_WILDS - layout.wilds < least:
            return None
        able = [at for at, tile in enumerate(tiles) if tile in self.uncoverers and self._can(tiles, at, up, turned)]
        by = next((at for at in able if at not in waits), None)
        if by is None:
            return None if able else self._doubled(layout, tiles, up, turned, least)
        position = self._position(layout, tiles, up, turned, waits)
        if self.in_vain.get(position, least + 1) <= least:
            return None
        best: Laid | None = None
        for at in _beside(tiles, by):
            if tiles[at] != WILD:
                continue
            tried = list[object]()
            idle = [card for card in range(self.size) if not up >> card & 1]
            for card in sorted(idle, key=lambda one: -hope.worth[up | 1 << one]):
                if self.effects[card] in tried:
                    continue
                tried.append(self.effects[card])
                tiles[at] = card
                found = self._uncovered(layout, hope, tiles, up | 1 << card, (*turned, (by, at, card)), waits, least)
                tiles[at] = WILD
                if found is not None:
                    best, least = found, found.rank + 1
        found = self._uncovered(layout, hope, tiles, up, turned, waits | {by}, least)
        best = best if found is None else found
        if best is None:
            self.in_vain[position] = least
        return best

    def _position(
        self, layout: Layout, tiles: list[int], up: int, turned: tuple[tuple[int, int, int], ...], waits: frozenset[int]
    ) -> tuple[object, ...]:
        """All that matters for what can still be uncovered and doubled."""
        doublers = {card for card in self.doublers if card >= self.size or up >> card & 1}
        more = len(doublers) < len(self.doublers)
        last = len(tiles) - 1
        places: list[object] = []
        for at, tile in enumerate(tiles):
            if tile < 0:
                places.append(tile)
                continue
            left, right = tiles[at - 1] if at else OTHER, tiles[at + 1] if at < last else OTHER
            wild = left == WILD or right == WILD
            if wild and tile in self.uncoverers:
                places.append((self.effects[tile], sum(by == at for by, _, _ in turned), at in waits))
            elif (wild and more) or (doublers and (tile in doublers or left in doublers or right in doublers)):
                places.append(self.effects[tile])
            else:
                places.append(OTHER)
        return layout.wilds, up, tuple(places)

    def _hope(self, layout: Layout) -> Hope:
        """Every chain of uncovered cards begins at a card that lies face up at first, runs through wilds, and has at most one
        card that cannot uncover, at its end."""
        chains = reached = 0
        tiles = layout.tiles
        for at, tile in enumerate(tiles):
            if tile in self.uncoverers:
                wild = sum(tiles[other] == WILD for other in _beside(tiles, at))
                chains += min(wild, self.uncoverers[tile])
            elif tile == WILD and (at == 0 or tiles[at - 1] != WILD):
                end = at
                while end < len(tiles) and tiles[end] == WILD:
                    end += 1
                if (at and tiles[at - 1] in self.uncoverers) or (end < len(tiles) and tiles[end] in self.uncoverers):
                    reached += end - at
        first = layout.up
        ends = min(chains, self.size) + self.plain[first]
        key = layout.wilds, first.bit_count(), ends, reached
        if key not in self.hopes:
            worths, wilds = self.worths, layout.wilds
            among = worths.plain <= ends
            self.hopes[key] = Hope(
                worths.hopes(worths.most(wilds), key[1], reached, among).tolist(),
                worths.hopes(worths.score + worths.wild * wilds, key[1], reached, among).tolist(),
                [int((gain + more * wilds).max()) for gain, more in zip(worths.gain, worths.wild_gain, strict=True)],
            )
        return self.hopes[key]

    def _most(self, hope: Hope, tiles: list[int], up: int) -> int:
        """No less than the worth in the end: a doubler that lies in the word can reach only what lies, or will lie, beside it."""
        if not self.doublers:
            return hope.worth[up]
        gain = hope.gain
        idle = [card for card in range(self.size) if not up >> card & 1]
        turned = max((gain[card] for card in idle), default=0)
        worth = hope.alone[up]
        for card, times in self.doublers.items():
            if card in tiles:
                at = tiles.index(card)
                worth += times * max(
                    (
                        turned if tiles[other] == WILD else gain[tiles[other]]
                        for other in _beside(tiles, at)
                        if tiles[other] != OTHER
                    ),
                    default=0,
                )
            elif card in idle:
                worth += times * max(each for other, each in enumerate(gain) if other != card)
        return min(worth, hope.worth[up])

    def _can(self, tiles: list[int], at: int, up: int, turned: tuple[tuple[int, int, int], ...]) -> bool:
        """Whether the uncoverer there has a wild beside it, and an ability left."""
        if (at and tiles[at - 1] == WILD) or (at + 1 < len(tiles) and tiles[at + 1] == WILD):
            able: int = self.uncovers[tiles[at]][up]
            return able > sum(by == at for by, _, _ in turned)
        return False

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


def _each(those: list[int], kinds: Sequence[object], tiles: list[int], at: int) -> Iterator[int]:
    """Each of the cards, of those alike the first, taken and laid at the place for as long as it is asked about."""
    tried = list[object]()
    for number in range(len(those)):
        card = those[number]
        if kinds[card] not in tried:
            tried.append(kinds[card])
            tiles[at] = those.pop(number)
            yield card
            those.insert(number, card)
    if tried:
        tiles[at] = FREE


def _beside(tiles: Sequence[object], at: int) -> tuple[int, ...]:
    if at == 0:
        return (1,) if len(tiles) > 1 else ()
    return (at - 1, at + 1) if at + 1 < len(tiles) else (at - 1,)
