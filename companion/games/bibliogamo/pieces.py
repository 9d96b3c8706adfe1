"""The box of Bibliogamo: artisans, towers, path, Prestige cards, titles, and the labels they wear (specification, section 2).

What is odd about a box that could be read is the matter of `oddities`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from companion.games.rows import (
    SOURCE,
    Cell,
    Unfit,
    heading,
    maybe,
    number,
    one_of,
    read_rows,
    read_settings,
    shaped,
    whole,
    words,
)
from companion.rules import N_, BadBox, Piece, Problem, Sentence, say

KINDS = "RSIB"
"""Researchers, scribes, illustrators, binders: the order in which cubes are written and placed."""
MOST_PLACED = 5
MOST_CUBES = 9
"""Of a kind in a recipe."""
MOST_FLORINS = 20
"""Of a value on a card."""


@dataclass(frozen=True, slots=True)
class Kind:
    kind: str
    name: str
    name_es: str
    name_fr: str
    column: str
    shape: str
    source: str


@dataclass(frozen=True, slots=True)
class Coin:
    coin: str
    name: str
    name_es: str
    name_fr: str
    letter: str
    shape: str
    source: str


@dataclass(frozen=True, slots=True)
class Artisan:
    card: str
    name: str
    places: tuple[int, ...]
    """Cubes of each kind, in the order of KINDS."""
    walk: int
    """Spaces that the Librarian walks, back below 0."""
    bar: str
    coin: str
    """The Florin icon: which value of the next card counts."""
    values: Mapping[str, int]
    """Florins by coin."""
    source: str

    def places_kind(self, kind: str | None) -> bool:
        return kind is not None and self.places[KINDS.index(kind)] > 0


@dataclass(frozen=True, slots=True)
class Tower:
    tower: str
    name: str
    name_es: str
    name_fr: str
    short: str
    recipe: tuple[int, ...]
    """Cubes of each kind, in the order of KINDS."""
    source: str


@dataclass(frozen=True, slots=True)
class Space:
    space: int
    tower: str
    source: str


@dataclass(frozen=True, slots=True)
class Prestige:
    card: str
    name: str
    name_es: str
    name_fr: str
    books: tuple[str, ...]
    """A tower a slot, as printed."""
    points: tuple[int, ...]
    """For 0, 1, 2, ... marks."""
    each: Mapping[str, int]
    """Points that every mark of a tower's book adds."""
    source: str

    def worth(self, marks: Mapping[str, int]) -> int:
        """Points for so many marks by tower (`score.prestige`)."""
        return self.points[sum(marks.values())] + sum(self.each.get(tower, 0) * n for tower, n in marks.items())


@dataclass(frozen=True, slots=True)
class Rank:
    least: int
    name: str
    name_es: str
    name_fr: str
    source: str


@dataclass(frozen=True, slots=True)
class Counts:
    """`[count]`: how many there are of what, and what a book and Florins are worth."""

    days: int
    hand: int
    step: int
    hires: int
    black_cubes: int
    red_cubes: int
    artisan_cards: int
    prestige_cards: int
    towers: int
    book_points: int
    florins_a_point: int


@dataclass(frozen=True, slots=True)
class Start:
    day: int
    florins: int
    books: int
    space: int


@dataclass(frozen=True, slots=True)
class Tracks:
    spaces: int
    books: int
    florins: int
    cubes: int


@dataclass(frozen=True, eq=False)
class Box:
    """One box, read; equal only to itself, so that it is quick to look things up by. Rows keep the order of their files."""

    name: str
    title: str
    language: str
    count: Counts
    start: Start
    tracks: Tracks
    day_value: tuple[float, ...]
    """Florins that a day is worth with 1, 2, ... days left; the last one for all longer."""
    size_mm: float
    place: str
    kinds: tuple[Kind, ...]
    coins: tuple[Coin, ...]
    artisans: tuple[Artisan, ...]
    towers: tuple[Tower, ...]
    path: tuple[Space, ...]
    prestige: tuple[Prestige, ...]
    ranks: tuple[Rank, ...]

    # What the rules look up all the time.

    @cached_property
    def artisan(self) -> Mapping[str, Artisan]:
        """By code, ascending."""
        return {one.card: one for one in sorted(self.artisans, key=lambda one: one.card)}

    @cached_property
    def tower(self) -> Mapping[str, Tower]:
        """By id, in the order of the file."""
        return {one.tower: one for one in self.towers}

    @cached_property
    def collection(self) -> Mapping[str, Prestige]:
        """The Prestige cards by code."""
        return {one.card: one for one in self.prestige}

    @cached_property
    def tower_at(self) -> Mapping[int, str]:
        """Space -> the tower that stands there."""
        return {one.space: one.tower for one in self.path if one.tower}

    @cached_property
    def space_of(self) -> Mapping[str, int]:
        return {tower: space for space, tower in self.tower_at.items()}

    @cached_property
    def kind(self) -> Mapping[str, Kind]:
        return {one.kind: one for one in self.kinds}

    @cached_property
    def coin(self) -> Mapping[str, Coin]:
        return {one.coin: one for one in self.coins}

    @property
    def round(self) -> int:
        """Spaces once round the city."""
        return len(self.path)

    @cached_property
    def pieces(self) -> Mapping[str, Piece]:
        """Every piece that wears a label by its code, in the order of the sheets."""
        return {piece.code: piece for piece in _labelled(self)}

    def rank(self, points: int) -> Rank:
        """The title for so many points."""
        return max((one for one in self.ranks if one.least <= points), key=lambda one: one.least, default=self.ranks[0])


# --- reading ----------------------------------------------------------------------------------------------------------


def _number(least: float, most: float) -> Cell:
    def read(value: Any) -> float:
        if isinstance(value, (int, float)) and not isinstance(value, bool) and least <= value <= most:
            return float(value)
        raise Unfit(say("a number from {least} to {most}", least=least, most=most))

    return read


def _day_values(value: Any) -> tuple[float, ...]:
    """Numbers; that there are some and none is negative is the matter of `check_box`."""
    if isinstance(value, list) and all(isinstance(one, (int, float)) and not isinstance(one, bool) for one in value):
        return tuple(_number(-1000, 1000)(one) for one in value)
    raise Unfit(say("a list of numbers, like [2.0, 2.5, 4.0]"))


def _towers(value: str) -> tuple[str, ...]:
    return tuple(_TOWER(word) for word in value.split())


def _points(value: str) -> tuple[int, ...]:
    return tuple(whole(0, 999)(word) for word in value.split())


def _each(value: str) -> Mapping[str, int]:
    found: dict[str, int] = {}
    for word in value.split():
        tower, sign, points = word.partition("=")
        if not sign or tower in found:
            raise Unfit(say("a tower and its points, like {example}", example="LAW=1 ATLAS=2"))
        found[_TOWER(tower)] = whole(0, 99)(points)
    return found


_TOWER = shaped("[A-Z0-9]{1,7}", say("1 to 7 signs of A-Z and 0-9"))
_NAMES: Mapping[str, Cell] = {"name": words(), "name_es": words(0), "name_fr": words(0)}
_TAKEN = "card name researchers scribes illustrators binders walk bar coin source"
"""Columns of artisans.csv that a coin cannot have for a name."""

_BOX: Mapping[str, Cell] = {
    "format": number(1, 1),
    **heading("bibliogamo"),
    "language": words(2, 20),
    "count.days": number(1, 999),
    "count.hand": number(2, 9),
    "count.step": number(0, 99),
    "count.hires": number(1, 9),
    "count.black_cubes": number(1, 999),
    "count.red_cubes": number(0, 999),
    "count.artisan_cards": number(1, 99),
    "count.prestige_cards": number(1, 99),
    "count.towers": number(1, 99),
    "count.book_points": number(0, 99),
    "count.florins_a_point": number(1, 99),
    "count.source": SOURCE,
    "start.day": number(0, 998),
    "start.florins": number(0, 999),
    "start.books": number(0, 99),
    "start.space": number(0, 999),
    "start.source": SOURCE,
    "tracks.spaces": number(1, 999),
    "tracks.books": number(1, 999),
    "tracks.florins": number(1, 999),
    "tracks.cubes": number(0, 99),
    "tracks.source": SOURCE,
    "advice.day_value": _day_values,
    "advice.source": SOURCE,
    "label.size_mm": _number(8, 60),
    "label.place": words(0, 200),
    "label.source": SOURCE,
}
_KIND_ROW: Mapping[str, Cell] = {
    "kind": one_of(*KINDS),
    **_NAMES,
    "column": one_of("researchers", "scribes", "illustrators", "binders"),
    "shape": words(1, 20),
    "source": SOURCE,
}
_COIN_ROW: Mapping[str, Cell] = {
    "coin": shaped(
        rf"(?!(?:{'|'.join(_TAKEN.split())})$)[a-z][a-z_]{{0,19}}", say("a word of a-z that is no other column of artisans.csv")
    ),
    **_NAMES,
    "letter": shaped("[A-Z]", say("one letter from A to Z")),
    "shape": words(1, 20),
    "source": SOURCE,
}
_PATH_ROW: Mapping[str, Cell] = {"space": whole(0, 999), "tower": maybe(_TOWER, ""), "source": SOURCE}
_PRESTIGE_ROW: Mapping[str, Cell] = {
    "card": shaped("P[0-9]{1,2}", say("a code like P3")),
    **_NAMES,
    "books": _towers,
    "points": _points,
    "each": _each,
    "source": SOURCE,
}
_RANK_ROW: Mapping[str, Cell] = {"least": whole(0, 9999), **_NAMES, "source": SOURCE}


def _artisan_row(columns: list[str], coins: list[str]) -> Mapping[str, Cell]:
    return {
        "card": shaped("A[0-9]{2}", say("a code like A17")),
        "name": words(),
        **dict.fromkeys(columns, whole(0, MOST_PLACED)),
        "walk": whole(-999, 999),
        "bar": one_of(*KINDS),
        "coin": one_of(*coins) if coins else words(),
        **dict.fromkeys(coins, whole(0, MOST_FLORINS)),
        "source": SOURCE,
    }


def _tower_row(columns: list[str]) -> Mapping[str, Cell]:
    return {
        "tower": _TOWER,
        **_NAMES,
        "short": words(1, 2),
        **dict.fromkeys(columns, whole(0, MOST_CUBES)),
        "source": SOURCE,
    }


def read_box(folder: Path) -> Box:
    """The box in *folder*: box.toml, kinds, coins, artisans, towers, path, prestige and ranks.csv.

    Raises BadBox with every file, column and value that is missing or outside what it may be.
    """
    problems: list[Problem] = []
    settings = read_settings(folder, "box.toml", _BOX, problems)
    kinds = [Kind(**row) for row in read_rows(folder, "kinds.csv", _KIND_ROW, problems)]
    coins = [Coin(**row) for row in read_rows(folder, "coins.csv", _COIN_ROW, problems)]
    column_of = {one.kind: one.column for one in kinds}
    columns, coin_ids = list(column_of.values()), [one.coin for one in coins]
    artisans = read_rows(folder, "artisans.csv", _artisan_row(columns, coin_ids), problems)
    towers = read_rows(folder, "towers.csv", _tower_row(columns), problems)
    path = read_rows(folder, "path.csv", _PATH_ROW, problems)
    prestige = read_rows(folder, "prestige.csv", _PRESTIGE_ROW, problems)
    ranks = read_rows(folder, "ranks.csv", _RANK_ROW, problems)
    if problems:
        raise BadBox(problems)

    def of_kinds(row: dict[str, Any]) -> tuple[int, ...]:
        return tuple(row[column_of[kind]] if kind in column_of else 0 for kind in KINDS)

    def part(name: str) -> dict[str, Any]:
        found = {key.removeprefix(name + "."): value for key, value in settings.items() if key.startswith(name + ".")}
        del found["source"]
        return found

    def rest(row: dict[str, Any], but: list[str]) -> dict[str, Any]:
        return {key: value for key, value in row.items() if key not in but}

    return Box(
        name=settings["name"],
        title=settings["title"],
        language=settings["language"],
        count=Counts(**part("count")),
        start=Start(**part("start")),
        tracks=Tracks(**part("tracks")),
        day_value=settings["advice.day_value"],
        size_mm=settings["label.size_mm"],
        place=settings["label.place"],
        kinds=tuple(kinds),
        coins=tuple(coins),
        artisans=tuple(
            Artisan(**rest(row, [*columns, *coin_ids]), places=of_kinds(row), values={coin: row[coin] for coin in coin_ids})
            for row in artisans
        ),
        towers=tuple(Tower(**rest(row, columns), recipe=of_kinds(row)) for row in towers),
        path=tuple(Space(**row) for row in path),
        prestige=tuple(Prestige(**row) for row in prestige),
        ranks=tuple(Rank(**row) for row in ranks),
    )


# --- labels -----------------------------------------------------------------------------------------------------------

_ARTISANS = N_("Artisans")
_COLLECTIONS = N_("Prestige cards")
_TOWERS = N_("Towers")


def PIECES(box: Box) -> Mapping[str, Piece]:
    """Code (without prefix) -> piece: artisans ascending, Prestige cards, towers."""
    return box.pieces


def cube_words(box: Box, places: tuple[int, ...]) -> list[Sentence]:
    """So many cubes, kind by kind, like 2 × Scribe."""
    return [say("{n} × {kind}", n=n, kind=Sentence(box.kind[kind].name)) for kind, n in zip(KINDS, places, strict=True) if n]


def _labelled(box: Box) -> Iterator[Piece]:
    for card, artisan in box.artisan.items():
        first = next((kind for kind, n in zip(KINDS, artisan.places, strict=True) if n), KINDS[0])
        text = say("places {places}", places=cube_words(box, artisan.places))
        yield Piece(card, Sentence(artisan.name), Sentence(_ARTISANS), box.kind[first].shape, first, text)
    for one in box.prestige:
        books = [Sentence(box.tower[tower].name) for tower in one.books]
        yield Piece(one.card, Sentence(one.name), Sentence(_COLLECTIONS), "prestige", one.card[1:], say("{books}", books=books))
    for tower in box.towers:
        text = say("needs {places}", places=cube_words(box, tower.recipe))
        yield Piece(tower.tower, Sentence(tower.name), Sentence(_TOWERS), tower.tower.lower(), tower.short, text, open=True)
