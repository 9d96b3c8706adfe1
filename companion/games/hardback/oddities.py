"""What is odd about a box of Hardback that could be read: errors bar it from play, warnings are shown (section 2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from companion.games.hardback.pieces import CHOSEN, CODE, EDITIONS, GENRE_NAMES, GENRES, SOURCES, Box, Card, copies_of
from companion.games.hardback.words import LETTERS, measured
from companion.rules import Problem, Sentence, say, say_n

FIRST_ROW = 2
"""Of a CSV file: the header is row 1."""
MOST_SEATS = 5
COIN_LETTERS = "AEILNRST"
STARTERS, CARDS_OF_GENRE, CLASSICS_OF_GENRE = 50, 35, 4
"""What the rulebook counts."""
NEIGHBOURLY = ("uncover_adjacent", "double_adjacent", "trash_self")
"""Effects that a classic lying outside the word cannot have."""


def check_box(box: Box) -> list[Problem]:
    """Errors first, then warnings, each with its file and row."""
    looks = (_codes, _choices, _offers, _starters, _lists, _counts, _letters, _classics, _sources, _by_hand)
    return sorted((problem for look in looks for problem in look(box)), key=lambda problem: not problem.error)


def _named(genre: str) -> Sentence:
    return Sentence(GENRE_NAMES[genre])


def _warn(file: str, row: int | None, column: str | None, message: Sentence) -> Problem:
    return Problem(file, row, column, message, error=False)


# --- errors -----------------------------------------------------------------------------------------------------------


def _codes(box: Box) -> Iterator[Problem]:
    seen: set[str] = set()
    rows = [("cards.csv", row, card.code, card.copies) for row, card in enumerate(box.cards, FIRST_ROW)]
    rows += [("pieces.csv", row, other.code, other.copies) for row, other in enumerate(box.others, FIRST_ROW)]
    for file, row, stem, copies in rows:
        for code in copies_of(stem, copies):
            if not CODE.fullmatch(code):
                text = say("“{code}” is no code: a code has 1 to 7 signs of A-Z, 0-9, point and hyphen.", code=code)
                yield Problem(file, row, "code", text)
            elif code in seen:
                yield Problem(file, row, "code", say("The code {code} stands in the box twice.", code=code))
            seen.add(code)


def _choices(box: Box) -> Iterator[Problem]:
    for row, card in enumerate(box.cards, FIRST_ROW):
        for column in ("basic", "genre_half"):
            times = Counter(effect.name for effect in card.half("basic" if column == "basic" else "genre"))
            for name, n in times.items():
                if n > 1 and name in CHOSEN:
                    yield Problem("cards.csv", row, column, say("“{effect}” stands twice in one half.", effect=name))


def _offers(box: Box) -> Iterator[Problem]:
    for row, card in enumerate(box.cards, FIRST_ROW):
        if not card.starter and card.cost is None:
            yield Problem("cards.csv", row, "cost", say("A card of the offer deck has a cost."))
    for edition in EDITIONS:
        n = len(box.offer(edition))
        if n < box.row:
            text = say_n(
                "Edition {edition} has {n} offer card; the row alone needs {row}.",
                "Edition {edition} has {n} offer cards; the row alone needs {row}.",
                n,
                edition=edition,
                row=box.row,
            )
            yield Problem("cards.csv", None, "edition", text)


def _starters(box: Box) -> Iterator[Problem]:
    needed = MOST_SEATS * box.prestige_starters
    if len(box.prestige_pool) < needed:
        text = say_n(
            "{n} prestige starter is too few: five players need {needed}.",
            "{n} prestige starters are too few: five players need {needed}.",
            len(box.prestige_pool),
            needed=needed,
        )
        yield Problem("cards.csv", None, "per_player", text)
    sets = Counter[str]()
    for card in box.cards:
        if card.starter and card.per_player:
            sets[card.letter] += card.copies
    for letter in COIN_LETTERS:
        if sets[letter] < MOST_SEATS:
            text = say_n(
                "{n} coin starter {letter} is too few: five players need one each.",
                "{n} coin starters {letter} are too few: five players need one each.",
                sets[letter],
                letter=letter,
            )
            yield Problem("cards.csv", None, "copies", text)


def _lists(box: Box) -> Iterator[Problem]:
    for row, one in enumerate(box.dictionaries, FIRST_ROW):
        try:
            sha256, words = measured(box.folder / one.file)
        except (OSError, ValueError):
            text = say("The word list {file} is missing or cannot be read.", file=one.file)
            yield Problem("dictionaries.csv", row, "file", text)
            continue
        if one.sha256 and sha256 != one.sha256:
            text = say(
                "The word list {file} is not the one whose sha256 stands here: put that one back, or leave the cell empty.",
                file=one.file,
            )
            yield Problem("dictionaries.csv", row, "sha256", text)
        if abs(words - one.words) * 10 > one.words:
            text = say_n(
                "The word list {file} has {n} word, not {told}.",
                "The word list {file} has {n} words, not {told}.",
                words,
                file=one.file,
                told=one.words,
            )
            yield _warn("dictionaries.csv", row, "words", text)


# --- warnings ---------------------------------------------------------------------------------------------------------


def _of_edition(box: Box, edition: int, genre: str) -> list[Card]:
    return [card for card in map(box.card.__getitem__, box.offer(edition)) if card.genre == genre]


def _counts(box: Box) -> Iterator[Problem]:
    starters = sum(card.copies for card in box.cards if card.starter)
    if starters != STARTERS:
        text = say_n(
            "There is {n} starting card; the rulebook counts {wanted}.",
            "There are {n} starting cards; the rulebook counts {wanted}.",
            starters,
            wanted=STARTERS,
        )
        yield _warn("cards.csv", None, None, text)
    for edition in EDITIONS:
        for genre in GENRES:
            n = len(_of_edition(box, edition, genre))
            if n != CARDS_OF_GENRE:
                text = say_n(
                    "Edition {edition} has {n} card of {genre}; the rulebook counts {wanted}.",
                    "Edition {edition} has {n} cards of {genre}; the rulebook counts {wanted}.",
                    n,
                    edition=edition,
                    genre=_named(genre),
                    wanted=CARDS_OF_GENRE,
                )
                yield _warn("cards.csv", None, "genre", text)


def _letters(box: Box) -> Iterator[Problem]:
    for genre in GENRES:
        there = {card.letter for card in box.cards if card.genre == genre}
        missing = [letter for letter in LETTERS if letter not in there]
        if missing:
            text = say("No card of {genre} has: {missing}", genre=_named(genre), missing=missing)
            yield _warn("cards.csv", None, "letter", text)


def _classics(box: Box) -> Iterator[Problem]:
    for genre in GENRES:
        n = sum(card.timeless for card in box.cards if card.genre == genre)
        if n != CLASSICS_OF_GENRE:
            text = say_n(
                "There is {n} classic of {genre}; {wanted} are known.",
                "There are {n} classics of {genre}; {wanted} are known.",
                n,
                genre=_named(genre),
                wanted=CLASSICS_OF_GENRE,
            )
            yield _warn("cards.csv", None, "timeless", text)
    for row, card in enumerate(box.cards, FIRST_ROW):
        for effect in (*card.basic, *card.genre_half):
            if card.timeless and effect.name in NEIGHBOURLY:
                text = say("A classic with “{effect}” is odd: outside the word it has no neighbours.", effect=effect.name)
                yield _warn("cards.csv", row, "timeless", text)


def _sources(box: Box) -> Iterator[Problem]:
    files: dict[str, Sequence[Any]] = {
        "cards.csv": box.cards,
        "genres.csv": box.genres,
        "pieces.csv": box.others,
        "awards.csv": box.awards,
        "adverts.csv": box.adverts,
        "penny.csv": tuple(box.penny.values()),
        "dictionaries.csv": box.dictionaries,
    }
    for file, rows in files.items():
        for row, entry in enumerate(rows, FIRST_ROW):
            if entry.source not in SOURCES:
                text = say("“{source}” is no source; sources are: {sources}", source=entry.source, sources=SOURCES)
                yield _warn(file, row, "source", text)


def _by_hand(box: Box) -> Iterator[Problem]:
    for row, other in enumerate(box.others, FIRST_ROW):
        if other.by_hand and not other.text:
            yield _warn(
                "pieces.csv",
                row,
                "text",
                say("The text of “{name}” is not known: type in what your card says.", name=Sentence(other.name)),
            )
