"""Hardback's best word the long way: every word, every card at every letter, every choice in every order, by the rulebook alone.

Knows nothing of the search that it checks, and shares no code with it or with the rules: cards are read as rows of texts.
"""

from __future__ import annotations

import csv
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import NamedTuple

from companion.games import hardback

with (Path(hardback.__file__).parent / "box" / "cards.csv").open(encoding="utf-8", newline="") as file:
    ROWS = {row["code"]: row for row in csv.DictReader(file)}


class Tile(NamedTuple):
    card: str
    wild: bool
    mine: bool


class Gain(NamedTuple):
    """Sorted as the advice sorts: value, prestige, coins, fewer wilds."""

    value: Fraction
    prestige: int
    coins: int
    fewer: int


class Case(NamedTuple):
    """What is on the table, and what the seat wants."""

    hand: tuple[str, ...]
    inked: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    weights: tuple[Fraction, Fraction, Fraction] = (Fraction(1), Fraction(1), Fraction(0))
    with_trash: bool = False
    double_trash: bool = True


def row(code):
    return ROWS[code] if code in ROWS else ROWS[code[:-1]]


def letter(code):
    return row(code)["letter"]


def effects(code, half):
    return [effect for effect in row(code)[half].split(";") if effect]


def layouts(case, word):
    """Every way to lay the word that the rules allow."""

    def lay(at, used):
        if at == len(word):
            if used.issuperset(case.inked):
                yield ()
            return
        for card in (*case.hand, *case.inked, *case.own, *case.others):
            if card in used:
                continue
            if letter(card) == word[at]:
                for rest in lay(at + 1, used | {card}):
                    yield (Tile(card, False, card not in case.others), *rest)
            if card in case.hand:
                for rest in lay(at + 1, used | {card}):
                    yield (Tile(card, True, True), *rest)

    return lay(0, frozenset())


def up(case, tiles, uncovered):
    """(card, place or None) of what counts."""
    found = [(tile.card, at) for at, tile in enumerate(tiles) if tile.mine and (not tile.wild or at in uncovered)]
    return found + [(card, None) for card in case.own if card not in {tile.card for tile in tiles}]


def active(case, tiles, uncovered):
    """(card, place, half, effect) of every effect that works."""
    cards = up(case, tiles, uncovered)
    genres = [row(card)["genre"] for card, _ in cards]
    for card, at in cards:
        for half in ("basic", "genre_half"):
            if half == "basic" or (row(card)["genre"] and genres.count(row(card)["genre"]) >= 2):
                for effect in effects(card, half):
                    yield card, at, half, effect


def ends(case, tiles):
    """Every (uncovered, doublings) at which nothing compulsory is left, whatever the order."""
    seen, waiting = set(), [(frozenset(), (), frozenset())]
    while waiting:
        position = waiting.pop()
        if position in seen:
            continue
        seen.add(position)
        uncovered, doublings, used = position
        stuck = True
        mine = {at for _, at in up(case, tiles, uncovered)}
        for card, at, half, effect in active(case, tiles, uncovered):
            if at is None or (card, half, effect) in used:
                continue
            for other in (at - 1, at + 1):
                if not 0 <= other < len(tiles):
                    continue
                now = used | {(card, half, effect)}
                if effect == "uncover_adjacent" and tiles[other].wild and other not in uncovered:
                    stuck = False
                    waiting.append((uncovered | {other}, doublings, now))
                if effect == "double_adjacent" and other in mine:
                    stuck = False
                    waiting.append((uncovered, tuple(sorted((*doublings, tiles[other].card))), now))
        if stuck:
            yield uncovered, doublings


def gain(case, tiles, uncovered, doublings):
    """The best of all ways to decide either/or and trash."""
    coins = prestige = tokens = 0
    choices, trash = [], {}
    works = list(active(case, tiles, uncovered))
    adventures = sum(row(card)["genre"] == "adventure" for card, _ in up(case, tiles, uncovered))
    for card, _, _, effect in works:
        factor = 1 + doublings.count(card)
        name, _, number = effect.partition(":")
        match name:
            case "coins":
                coins += int(number) * factor
            case "prestige":
                prestige += int(number) * factor
            case "either_coins_or_prestige":
                choices.append([(int(number) * factor, 0), (0, int(number) * factor)])
            case "coins_per_adventure":
                coins += int(number) * adventures * factor
            case "prestige_per_inked":
                prestige += int(number) * len(case.inked) * factor
            case "prestige_per_wild":
                prestige += int(number) * sum(tile.wild for tile in tiles) * factor
            case "ink_or_remover":
                tokens += 1
            case "trash_self" if case.with_trash:
                what, _, pays = number.partition("=")
                n = int(pays) * (factor if case.double_trash else 1)
                trash.setdefault(card, [(0, 0)]).append((n, 0) if what == "coins" else (0, n))
    wilds = sum(tile.wild for tile in tiles)
    found = []
    for chosen in product(*choices, *trash.values()):
        c, p = coins + sum(one[0] for one in chosen), prestige + sum(one[1] for one in chosen)
        value = case.weights[0] * c + case.weights[1] * p + case.weights[2] * tokens
        found.append(Gain(value, p, c, -wilds))
    return max(found)


def best_of(case, word):
    """The best gain of a word, None if it cannot be spelled."""
    found = [gain(case, tiles, *end) for tiles in layouts(case, word) for end in set(ends(case, tiles))]
    return max(found, default=None)


def best(case, words, most=10):
    """(gain, word), the best first; and how many can be spelled."""
    found = [(gained, word) for word in words if (gained := best_of(case, word)) is not None]
    return sorted(found, key=lambda one: (*(-part for part in one[0]), one[1]))[:most], len(found)
