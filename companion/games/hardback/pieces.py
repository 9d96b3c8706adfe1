"""The box of Hardback: cards with their two halves, other labels, awards, adverts, Penny Dreadful, word lists (section 2).

What is odd about a box that could be read is the matter of `oddities`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from companion.games.hardback.words import WordList, packed
from companion.games.rows import (
    Cell,
    Unfit,
    maybe,
    millimetres,
    number,
    one_of,
    read_rows,
    read_settings,
    shaped,
    whole,
    words,
)
from companion.rules import N_, BadBox, Piece, Problem, Sentence, say, say_n

GENRES = ("adventure", "horror", "mystery", "romance")
SOURCES = ("printed", "reported", "house")
EDITIONS = (1, 2)
CODE = re.compile(r"[A-Z0-9.\-]{1,7}")

NUMBERED = (
    *("coins", "prestige", "either_coins_or_prestige", "coins_per_adventure", "prestige_per_inked", "prestige_per_wild"),
    *("preview_deck", "opponents_return_ink_or_remover"),
)
"""Effects written `name:n`."""
BARE = ("ink_or_remover", "uncover_adjacent", "double_adjacent", "jail")
"""Effects without a number."""
REWARDED: Mapping[str, tuple[str, ...]] = {"trash_self": ("coins", "prestige"), "trash_discard": ("coins",)}
"""Effects written `name:what=n`, and what they may pay."""
CHOSEN = (
    *("either_coins_or_prestige", "ink_or_remover", "uncover_adjacent", "double_adjacent", "jail", "trash_self"),
    *("trash_discard", "preview_deck", "opponents_return_ink_or_remover"),
)
"""Effects that leave something to choose."""


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect of a half: its name, its number, and what a trash pays ("coins" or "prestige")."""

    name: str
    n: int = 1
    what: str = ""

    def __str__(self) -> str:
        if self.name in BARE:
            return self.name
        return f"{self.name}:{self.what}={self.n}" if self.what else f"{self.name}:{self.n}"


@dataclass(frozen=True, slots=True)
class Card:
    """A row of cards.csv; `code` is the stem."""

    code: str
    id: str
    letter: str
    genre: str | None
    cost: int | None
    buy_prestige: int
    timeless: bool
    basic: tuple[Effect, ...]
    genre_half: tuple[Effect, ...]
    copies: int
    per_player: bool
    edition: str
    source: str
    seen_in: str
    note: str

    @property
    def starter(self) -> bool:
        return self.genre is None

    def half(self, half: str) -> tuple[Effect, ...]:
        """The effects of the half "basic" or "genre"."""
        return self.basic if half == "basic" else self.genre_half


@dataclass(frozen=True, slots=True)
class Other:
    """A row of pieces.csv: whatever else wears a label."""

    code: str
    kind: str
    name: str
    text: str
    by_hand: bool
    copies: int
    source: str
    note: str


@dataclass(frozen=True, slots=True)
class Award:
    code: str
    length: int
    prestige: int
    source: str


@dataclass(frozen=True, slots=True)
class Advert:
    step: int
    cost: int
    prestige: int
    source: str


@dataclass(frozen=True, slots=True)
class Penny:
    """A signature of Penny Dreadful: what `effect` ("none", "per_purchase", ...) does with its genre, n times."""

    signature: str
    genre: str | None
    name: str
    effect: str
    n: int
    source: str


@dataclass(frozen=True, slots=True)
class Genre:
    genre: str
    icon: str
    ribbon: str
    source: str


@dataclass(frozen=True, slots=True)
class Dictionary:
    """A row of dictionaries.csv."""

    language: str
    file: str
    list: str
    version: str
    licence: str
    words: int
    sha256: str
    source: str


@dataclass(frozen=True, eq=False)
class Box:
    """One box, read; equal only to itself, so that it is quick to look things up by. Rows keep the order of their files."""

    name: str
    title: str
    language: str
    folder: Path
    row: int
    hand: int
    prestige_starters: int
    size_mm: float
    place: str
    cards: tuple[Card, ...]
    genres: tuple[Genre, ...]
    others: tuple[Other, ...]
    awards: tuple[Award, ...]
    adverts: tuple[Advert, ...]
    penny: Mapping[str, Penny]
    dictionaries: tuple[Dictionary, ...]
    lists: Mapping[str, WordList]
    """By language; each is read when it is first asked."""

    # What the rules look up all the time.

    @cached_property
    def card(self) -> Mapping[str, Card]:
        """Code on the label -> the card, copies numbered."""
        return {code: card for card in self.cards for code in copies_of(card.code, card.copies)}

    @cached_property
    def coin_starters(self) -> Mapping[int, tuple[str, ...]]:
        """Number of the set -> the codes of its coin starters."""
        dealt = [card for card in self.cards if card.starter and card.per_player]
        return {
            at + 1: tuple(copies_of(card.code, card.copies)[at] for card in dealt)
            for at in range(min((card.copies for card in dealt), default=0))
        }

    @cached_property
    def prestige_pool(self) -> tuple[str, ...]:
        """The codes of the starters that are dealt at random."""
        return tuple(
            code for card in self.cards if card.starter and not card.per_player for code in copies_of(card.code, card.copies)
        )

    @cached_property
    def _offers(self) -> Mapping[int, tuple[str, ...]]:
        return {
            edition: tuple(
                code for code, card in self.card.items() if not card.starter and card.edition in ("both", str(edition))
            )
            for edition in EDITIONS
        }

    def offer(self, edition: int) -> tuple[str, ...]:
        """The codes of the offer cards of an edition."""
        return self._offers[edition]

    @cached_property
    def backs(self) -> int:
        """How many cards a family has, whichever edition is theirs: so many labels for backs it needs."""
        starters = sum(card.copies for card in self.cards if card.starter)
        return starters + max(len(self.offer(edition)) for edition in EDITIONS)

    @cached_property
    def advert_codes(self) -> tuple[str, ...]:
        return tuple(other.code for other in self.others if other.kind == "advert")

    @cached_property
    def pieces(self) -> Mapping[str, Piece]:
        """Every piece that wears a label by its code, in the order of the sheets."""
        return {piece.code: piece for piece in _labelled(self)}


def copies_of(code: str, copies: int) -> tuple[str, ...]:
    """The codes of so many copies: the stem alone, or the stem with a number behind it."""
    return (code,) if copies == 1 else tuple(f"{code}{number_}" for number_ in range(1, copies + 1))


# --- reading ----------------------------------------------------------------------------------------------------------

KNOWN = (*(f"{name}:n" for name in NUMBERED), *BARE, *(f"{name}:{what}=n" for name, pays in REWARDED.items() for what in pays))


def _effects(value: str) -> tuple[Effect, ...]:
    return tuple(_effect(part.strip()) for part in value.split(";")) if value else ()


def _effect(text: str) -> Effect:
    found = re.fullmatch(r"([a-z_]+)(?::(?:([a-z]+)=)?([1-9][0-9]?))?", text)
    if found is not None:
        name, what, n = found[1], found[2] or "", found[3]
        if (name in NUMBERED and n and not what) or (name in REWARDED and n and what in REWARDED[name]):
            return Effect(name, int(n), what)
        if name in BARE and not n:
            return Effect(name)
    raise Unfit(say("effects, separated by a semicolon; known are: {known}", known=KNOWN))


def _penny(value: str) -> tuple[str, int]:
    found = re.fullmatch(r"(per_purchase|per_ink|remove_cheapest|times):([1-9])", value)
    if found is not None:
        return found[1], int(found[2])
    if value == "none":
        return "none", 0
    raise Unfit(say("one of: {values}", values=("none", "per_purchase:n", "per_ink:n", "remove_cheapest:n", "times:n")))


def _yes(value: str) -> bool:
    return bool(one_of("yes", "no")(value) == "yes")


USUAL_SIZE = 16.0
"""Millimetres of a label's code."""
_NOTE = words(0, 400)
_CODE = shaped(r"\S{1,30}", say("a code of 1 to 7 signs: A-Z, 0-9, point, hyphen"))
"""That it is a code is asked of the codes with their copy numbers, in `oddities`."""
_SOURCE = words(0, 30)
_GENRE = maybe(one_of(*GENRES), None)
_CARD_ROW: Mapping[str, Cell] = {
    "code": _CODE,
    "id": words(1, 40),
    "letter": shaped("[A-Z]", say("one letter from A to Z")),
    "genre": _GENRE,
    "cost": maybe(whole(1, 20), None),
    "buy_prestige": maybe(whole(0, 9), 0),
    "timeless": _yes,
    "basic": _effects,
    "genre_half": _effects,
    "copies": whole(1, 9),
    "per_player": lambda value: one_of("0", "1")(value) == "1",
    "edition": one_of("both", "1", "2"),
    "source": _SOURCE,
    "seen_in": words(0, 120),
    "note": _NOTE,
}
_GENRE_ROW: Mapping[str, Cell] = {"genre": one_of(*GENRES), "icon": words(), "ribbon": words(), "source": _SOURCE}
_OTHER_ROW: Mapping[str, Cell] = {
    "code": _CODE,
    "kind": one_of("back", "advert", "award", "penny", "player", "event", "power"),
    "name": words(1, 80),
    "text": words(0, 1000),
    "by_hand": _yes,
    "copies": maybe(whole(1, 9), 1),
    "source": _SOURCE,
    "note": _NOTE,
}
_AWARD_ROW: Mapping[str, Cell] = {"code": _CODE, "length": whole(1, 30), "prestige": whole(0, 99), "source": _SOURCE}
_ADVERT_ROW: Mapping[str, Cell] = {"step": whole(1, 9), "cost": whole(0, 99), "prestige": whole(0, 99), "source": _SOURCE}
_PENNY_ROW: Mapping[str, Cell] = {
    "signature": one_of("plain", *GENRES),
    "genre": _GENRE,
    "name": words(1, 80),
    "effect": _penny,
    "source": _SOURCE,
}
DICTIONARY_ROW: Mapping[str, Cell] = {
    "language": shaped(r"[a-z]{2,3}(-[A-Za-z0-9]{1,8})?", say("a language, like en")),
    "file": shaped(r"(?!.*\.\.)[A-Za-z0-9_.\-]+(/[A-Za-z0-9_.\-]+)*", say("a file in the folder of the box")),
    "list": words(1, 200),
    "version": words(1, 40),
    "licence": words(1, 120),
    "words": whole(1, 999_999),
    "sha256": maybe(shaped("[0-9a-f]{64}", say("64 signs of 0-9 and a-f, or nothing")), ""),
    "source": _SOURCE,
}
_BOX: Mapping[str, Cell] = {
    "name": words(1, 40),
    "game": one_of("hardback"),
    "title": words(1, 80),
    "card_language": words(2, 20),
    "table.row": number(1, 12),
    "table.hand": number(1, 12),
    "table.prestige_starters": number(1, 5),
    "label.size_mm": lambda value: USUAL_SIZE if value is None else millimetres(value),
    "label.place": lambda value: "" if value is None else words(0, 200)(value),
}
"""Boxes that were copied before labels were spoken of say nothing of them."""


def read_box(folder: Path) -> Box:
    """The box in *folder*: box.toml, seven CSV files, and word lists, which are unpacked when they are asked.

    Raises BadBox with every file, column and value that is missing or outside what it may be.
    """
    problems: list[Problem] = []
    settings = read_settings(folder, "box.toml", _BOX, problems)
    cards = read_rows(folder, "cards.csv", _CARD_ROW, problems)
    genres = read_rows(folder, "genres.csv", _GENRE_ROW, problems)
    others = read_rows(folder, "pieces.csv", _OTHER_ROW, problems)
    awards = read_rows(folder, "awards.csv", _AWARD_ROW, problems)
    adverts = read_rows(folder, "adverts.csv", _ADVERT_ROW, problems)
    penny = read_rows(folder, "penny.csv", _PENNY_ROW, problems)
    dictionaries = [Dictionary(**row) for row in read_rows(folder, "dictionaries.csv", DICTIONARY_ROW, problems)]
    if problems:
        raise BadBox(problems)
    return Box(
        name=settings["name"],
        title=settings["title"],
        language=settings["card_language"],
        folder=folder,
        row=settings["table.row"],
        hand=settings["table.hand"],
        prestige_starters=settings["table.prestige_starters"],
        size_mm=settings["label.size_mm"],
        place=settings["label.place"],
        cards=tuple(Card(**row) for row in cards),
        genres=tuple(Genre(**row) for row in genres),
        others=tuple(Other(**row) for row in others),
        awards=tuple(sorted((Award(**row) for row in awards), key=lambda award: award.length)),
        adverts=tuple(sorted((Advert(**row) for row in adverts), key=lambda advert: advert.step)),
        penny={row["signature"]: Penny(**_split(row)) for row in penny},
        dictionaries=tuple(dictionaries),
        lists={one.language: WordList(one.language, one.list, one.version, packed(folder / one.file)) for one in dictionaries},
    )


def _split(row: dict[str, Any]) -> dict[str, Any]:
    effect, n = row["effect"]
    return row | {"effect": effect, "n": n}


# --- labels -----------------------------------------------------------------------------------------------------------

_GROUPS: Mapping[str, str] = {
    "starter": N_("Starting cards"),
    "adventure": N_("Adventure"),
    "horror": N_("Horror"),
    "mystery": N_("Mystery"),
    "romance": N_("Romance"),
    "back": N_("Backs"),
    "advert": N_("Adverts"),
    "award": N_("Literary awards"),
    "penny": N_("Penny Dreadful"),
    "player": N_("Player cards"),
    "event": N_("Events"),
    "power": N_("Player powers"),
}
GENRE_NAMES: Mapping[str, str] = {
    "adventure": N_("adventure"),
    "horror": N_("horror"),
    "mystery": N_("mystery"),
    "romance": N_("romance"),
}


def said(effect: Effect) -> Sentence:
    """An effect in words."""
    n = effect.n
    match effect.name:
        case "coins":
            return say_n("{n} coin", "{n} coins", n)
        case "prestige":
            return say_n("{n} prestige", "{n} prestige", n)
        case "either_coins_or_prestige":
            return say_n("{n} coin or {n} prestige", "{n} coins or {n} prestige", n)
        case "coins_per_adventure":
            return say_n("{n} coin for each adventure card", "{n} coins for each adventure card", n)
        case "prestige_per_inked":
            return say_n("{n} prestige for each inked card", "{n} prestige for each inked card", n)
        case "prestige_per_wild":
            return say_n("{n} prestige for each wild", "{n} prestige for each wild", n)
        case "ink_or_remover":
            return say("take an ink or a remover")
        case "uncover_adjacent":
            return say("uncover an adjacent wild")
        case "double_adjacent":
            return say("double an adjacent card")
        case "jail":
            return say("jail a card of the offer row")
        case "trash_self" if effect.what == "prestige":
            return say_n("trash this card for {n} prestige", "trash this card for {n} prestige", n)
        case "trash_self":
            return say_n("trash this card for {n} coin", "trash this card for {n} coins", n)
        case "trash_discard":
            return say_n("trash a card of your discard pile for {n} coin", "trash a card of your discard pile for {n} coins", n)
        case "preview_deck":
            return say_n("look at the top card of your draw pile", "look at the top {n} cards of your draw pile", n)
    return say_n("each other player returns {n} ink or remover", "each other player returns {n} ink or remover", n)


def half_text(effects: tuple[Effect, ...]) -> tuple[Sentence, ...]:
    return tuple(map(said, effects))


def card_text(card: Card) -> Sentence:
    """What a card gives, above and below its line."""
    if card.genre_half:
        return say("{basic} | {genre}", basic=half_text(card.basic), genre=half_text(card.genre_half))
    return say("{basic}", basic=half_text(card.basic))


def PIECES(box: Box) -> Mapping[str, Piece]:
    """Code (without prefix) -> piece: cards in the order of the file, then everything else."""
    return box.pieces


def _labelled(box: Box) -> Iterator[Piece]:
    for code, card in box.card.items():
        kind = card.genre or "starter"
        if card.starter:
            name = say("starting card {letter}", letter=card.letter)
        elif card.timeless:
            name = say("{letter}, {genre} {cost}, classic", letter=card.letter, genre=say(GENRE_NAMES[kind]), cost=card.cost)
        else:
            name = say("{letter}, {genre} {cost}", letter=card.letter, genre=say(GENRE_NAMES[kind]), cost=card.cost)
        yield Piece(code, name, Sentence(_GROUPS[kind]), kind, card.letter, card_text(card))
    for other in box.others:
        text = Sentence(other.text) if other.text else None
        alike = box.backs if other.kind == "back" else 1
        for code in copies_of(other.code, other.copies):
            # A back tells nothing of its card, and these lie before everyone; only cards of decks may be somebody's secret.
            open_ = other.kind not in ("event", "power")
            group = Sentence(_GROUPS[other.kind])
            yield Piece(code, Sentence(other.name), group, other.kind, code[:1], text, open=open_, copies=alike)
