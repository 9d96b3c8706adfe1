"""What the cards of a hand are worth face up, for every set of them at once (specification, sections 6 and 10; numpy).

Coins, prestige and tokens are weighed into one whole number, the *worth*: first the value that the player set, then prestige,
then coins, in digits of 16 bits. It is linear, so cards and doublings just add up, and the greatest worth is the best by value,
more prestige, more coins. A set of hand cards is a number with a bit a card; what counts besides (inked cards, own classics)
always counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd

import numpy as np
from numpy.typing import NDArray

from companion.games.hardback.pieces import GENRES, Card, Effect

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
NEVER = -(1 << 54)
"""Less than any worth."""
_DIGIT = 16
_MASK = (1 << _DIGIT) - 1


@dataclass(frozen=True)
class Weights:
    """What a coin, a prestige and a token (ink or remover) are worth to the seat, to the hundredth; none less than nothing.

    `with_trash`: what cards pay when they trash themselves counts.
    """

    coins: Fraction = Fraction(1)
    prestige: Fraction = Fraction(1)
    tokens: Fraction = Fraction(0)
    with_trash: bool = False


@dataclass(frozen=True)
class Hand:
    """What a word can be made of, as codes: hand cards, inked cards, classics in play of the speller and of others."""

    cards: tuple[str, ...]
    inked: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    others: tuple[str, ...] = ()

    @property
    def counting(self) -> tuple[str, ...]:
        """The cards that give something when they lie face up; the places in this tuple number them."""
        return self.cards + self.inked + self.own


@dataclass(frozen=True)
class Unit:
    """The worths of one coin, one prestige, one token; `whole` is by how much values were multiplied to be whole."""

    coin: int
    prestige: int
    token: int
    whole: int

    @classmethod
    def of(cls, weights: Weights) -> Unit:
        cents = [round(Fraction(weight) * 100) for weight in (weights.coins, weights.prestige, weights.tokens)]
        if min(cents) < 0 or max(cents) > 10_000:
            raise ValueError("weights are from 0 to 100")
        whole = gcd(100, *cents)
        coin, prestige, token = ((cent // whole) << 2 * _DIGIT for cent in cents)
        return cls(coin + 1, prestige + (1 << _DIGIT), token, 100 // whole)

    def value(self, worth: int) -> Fraction:
        return Fraction(worth >> 2 * _DIGIT, self.whole)

    @staticmethod
    def coins(worth: int) -> int:
        return worth & _MASK

    @staticmethod
    def prestiges(worth: int) -> int:
        return worth >> _DIGIT & _MASK


@dataclass(frozen=True)
class HalfWorth:
    """One half of a card: worth by itself, for each adventure card, for each wild, of its token, of its trash; abilities."""

    fixed: int = 0
    adventure: int = 0
    wild: int = 0
    token: int = 0
    trash: int = 0
    doubles: int = 0
    uncovers: int = 0

    @classmethod
    def of(cls, effects: Sequence[Effect], unit: Unit, inked: int, with_trash: bool) -> HalfWorth:
        found = dict.fromkeys(cls.__dataclass_fields__, 0)
        for effect in effects:
            match effect.name:
                case "coins":
                    found["fixed"] += effect.n * unit.coin
                case "prestige":
                    found["fixed"] += effect.n * unit.prestige
                case "either_coins_or_prestige":
                    found["fixed"] += effect.n * max(unit.coin, unit.prestige)
                case "coins_per_adventure":
                    found["adventure"] += effect.n * unit.coin
                case "prestige_per_inked":
                    found["fixed"] += effect.n * inked * unit.prestige
                case "prestige_per_wild":
                    found["wild"] += effect.n * unit.prestige
                case "ink_or_remover":
                    found["token"] += unit.token
                case "trash_self" if with_trash:
                    found["trash"] = max(
                        found["trash"], effect.n * getattr(unit, "coin" if effect.what == "coins" else "prestige")
                    )
                case "double_adjacent":
                    found["doubles"] += 1
                case "uncover_adjacent":
                    found["uncovers"] += 1
        return cls(**found)


class Worths:
    """Arrays over all sets of hand cards (index: the set); of a card, over the same, by its place in `Hand.counting`.

    `score`: worth of all that counts, without wilds and doublings. `wild`: what each wild adds to it. `gain[card]`,
    `wild_gain[card]`: what a doubling of the card adds, 0 where it does not count. `doubles[card]`, `uncovers[card]`: how many
    such abilities it has.
    """

    def __init__(self, hand: Hand, card: Mapping[str, Card], weights: Weights, double_trash: bool = True) -> None:
        self.hand, self.unit = hand, Unit.of(weights)
        self.size = len(hand.cards)
        self.sets: Ints = np.arange(1 << self.size)
        self.up = [(self.sets >> at & 1).astype(bool) for at in range(self.size)]
        self.number = np.sum(self.up, axis=0) if self.up else np.zeros(1, dtype=np.int64)
        """How many cards are in each set."""
        counting = [card[code] for code in hand.counting]
        self.up += [np.ones(len(self.sets), dtype=bool)] * (len(counting) - self.size)
        count = {
            genre: sum(
                (up.astype(np.int64) for one, up in zip(counting, self.up, strict=True) if one.genre == genre),
                start=0 * self.sets,
            )
            for genre in GENRES
            if any(one.genre == genre for one in counting)
        }
        adventures = count.get("adventure", 0 * self.sets)
        self.score, self.wild = 0 * self.sets, 0 * self.sets
        self.gain: list[Ints] = []
        self.wild_gain: list[Ints] = []
        self.doubles: list[Ints] = []
        self.uncovers: list[Ints] = []
        for one, up in zip(counting, self.up, strict=True):
            basic, genre = (
                HalfWorth.of(half, self.unit, len(hand.inked), weights.with_trash) for half in (one.basic, one.genre_half)
            )
            active = up & (count[one.genre] >= 2) if one.genre else None

            def both(basic: int | Ints, genre: int | Ints, up: Bools = up, active: Bools | None = active) -> Ints:
                total = up * basic if isinstance(basic, np.ndarray) or basic else 0 * self.sets
                return total + active * genre if active is not None and (isinstance(genre, np.ndarray) or genre) else total

            fixed = both(basic.fixed, genre.fixed)
            if basic.adventure or genre.adventure:
                fixed = fixed + both(basic.adventure * adventures, genre.adventure * adventures)
            wild = both(basic.wild, genre.wild)
            trash = both(basic.trash, max(genre.trash - basic.trash, 0))
            self.score = self.score + fixed + trash + both(basic.token, genre.token)
            self.wild = self.wild + wild
            self.gain.append(fixed + trash if double_trash else fixed)
            self.wild_gain.append(wild)
            self.doubles.append(both(basic.doubles, genre.doubles))
            self.uncovers.append(both(basic.uncovers, genre.uncovers))
        self.all_doubles = sum(self.doubles, start=0 * self.sets)
        self.all_uncovers = sum(self.uncovers, start=0 * self.sets)
        able = [each.any() * up for each, up in zip(self.uncovers, self.up[: self.size], strict=False)]
        self.plain = self.number - sum(able, start=0 * self.sets)
        """How many hand cards of each set can never uncover."""
        self.per_wild = bool(self.wild.any())
        self.ordered = bool(self.all_doubles.any() or self.all_uncovers.any())
        """Whether it can matter which card lies beside which."""

    def most(self, wilds: int | Ints) -> Ints:
        """No less than the worth of a word in which just this set counts, with so many wilds, however its cards lie."""
        total = self.score + self.wild * wilds if self.per_wild else self.score
        if not self.all_doubles.any():
            return total
        gains = (
            [gain + more * wilds for gain, more in zip(self.gain, self.wild_gain, strict=True)] if self.per_wild else self.gain
        )
        for at, doubles in enumerate(self.doubles):
            if doubles.any():
                beside = [gain for other, gain in enumerate(gains) if other != at]
                total = total + doubles * np.max(beside, axis=0) if beside else total
        return total

    def bounds(self, tiles: int) -> Ints:
        """No less than the worth of a word in which just this set lies face up at first, in *tiles* letters of hand cards."""
        wilds = np.maximum(tiles - self.number, 0)
        best = np.where(self.number <= tiles, self.most(wilds), NEVER)
        for uncovered in range(1, min(int(self.all_uncovers.max(initial=0)), self.size) + 1):
            # The last card uncovered makes the set complete; each of them needed an ability of a card that counts then.
            possible = (self.all_uncovers >= uncovered) & (self.number <= tiles) & (self.number >= uncovered)
            after = np.where(possible, self.most(np.maximum(tiles - self.number + uncovered, 0)), NEVER)
            for _ in range(uncovered):
                after = self._one_less(after)
            best = np.maximum(best, np.where(self.all_uncovers > 0, after, NEVER))
        return best

    def _one_less(self, worth: Ints) -> Ints:
        """Of each set, the best of the sets with one card more."""
        found = np.full_like(worth, NEVER)
        for at in range(self.size):
            old, new = (array.reshape(-1, 2, 1 << at) for array in (worth, found))
            np.maximum(new[:, 0], old[:, 1], out=new[:, 0])
        return found

    def hopes(self, worth: Ints, first: int, most: int, among: Bools) -> Ints:
        """Of each set that counts while wilds are uncovered: the best *worth* that a set can have in the end.

        *first* cards lay face up at first; up to *most* come to that, each by an ability of a card that counts in the end.
        *among*: the sets that there can be.
        """
        more = self.number - first
        found = np.where((self.all_uncovers >= more) & (more <= most) & among, worth, NEVER)
        for at in range(self.size):
            halves = found.reshape(-1, 2, 1 << at)
            np.maximum(halves[:, 0], halves[:, 1], out=halves[:, 0])
        return found
