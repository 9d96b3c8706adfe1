"""Cards that lie face down on a photograph: which letters they may stand for (specification, section 8)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from companion.games.hardback.moves import TILE
from companion.games.hardback.spelling import barred, wild_letters, word_list
from companion.games.hardback.state import State, card_of
from companion.games.hardback.words import ENYE, WordList, folded
from companion.rules import HIDDEN


@dataclass(frozen=True, slots=True)
class Letters:
    """The letters that a wild may stand for: those with which some listed word fits all the other tiles, and the others."""

    listed: tuple[str, ...]
    other: tuple[str, ...]


def reads(state: State, letters: Sequence[str | None]) -> list[str]:
    """The listed words that have these letters at their places, None being any, and may be spelled; in the order of the list."""
    words = word_list(state)
    if words is None:
        return []
    both = state.options.enye == "n" and ENYE in wild_letters(state)
    pattern = "".join("." if one is None else f"[n{ENYE.lower()}]" if both and one == "N" else folded(one) for one in letters)
    found = dict.fromkeys(_told(word, letters) for word in _fitting(words, len(letters), pattern))
    return [word for word in found if word not in barred(state)]


@lru_cache(maxsize=64)
def _fitting(words: WordList, length: int, pattern: str) -> tuple[str, ...]:
    fits = re.compile(pattern).fullmatch
    return tuple(word for word in words.by_length.get(length, ()) if fits(word))


def _told(word: str, letters: Sequence[str | None]) -> str:
    """The word with the letters that lie there: an N card stays one where it stands for the letter with tilde."""
    return "".join(sign.upper() if one is None else one for sign, one in zip(word, letters, strict=True))


def letters_of(state: State, tiles: Sequence[str]) -> list[str | None]:
    """The letter of each tile of a Word, None for a wild."""
    found = [TILE.fullmatch(tile) for tile in tiles]
    return [None if one is None or one[1] else card_of(state, one[2]).letter for one in found]


def choices(state: State, tiles: Sequence[str]) -> list[Letters | None]:
    """For each tile of a Word what it may stand for, None for a card that lies face up."""
    letters = letters_of(state, tiles)
    words = reads(state, letters)
    found: list[Letters | None] = []
    for place, letter in enumerate(letters):
        if letter is not None:
            found.append(None)
            continue
        listed = {word[place] for word in words}
        every = wild_letters(state)
        found.append(Letters(tuple(one for one in every if one in listed), tuple(one for one in every if one not in listed)))
    return found


def as_tiles(codes: Sequence[str], word: str, back: str) -> tuple[str, ...]:
    """The tiles of *word*, its cards from left to right by their codes: a *back* is an unnamed wild."""
    return tuple(f"{letter}={HIDDEN}" if code == back else code for code, letter in zip(codes, word, strict=True))
