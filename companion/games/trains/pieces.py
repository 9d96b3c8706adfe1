"""The box of Game of Trains: what is printed on the cards, and the labels they wear (specification, section 2).

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
    millimetres,
    number,
    one_of,
    read_rows,
    read_settings,
    shaped,
    whole,
    words,
)
from companion.rules import N_, BadBox, Piece, Problem, Sentence, say

ABILITIES = (
    *("swap_adjacent", "swap_over", "move_right", "move_left"),
    *("remove_left", "remove_middle", "remove_right", "protect"),
)
SPACES = range(1, 8)
"""The spaces of a line, counted from the locomotive."""
LINE = len(SPACES)
MOST_CARS = 99
"""A label has two digits."""


@dataclass(frozen=True, slots=True)
class Car:
    car: int
    ability: str
    source: str


@dataclass(frozen=True, slots=True)
class Ability:
    ability: str
    """One of ABILITIES."""
    name: str
    letter: str
    mark: str
    """What the picture shows, in words."""
    targets: tuple[int, ...]
    """The spaces that may be named, for people to see; what may be done is a rule and no data."""
    source: str


@dataclass(frozen=True, slots=True)
class Locomotive:
    locomotive: str
    source: str


@dataclass(frozen=True, eq=False)
class Box:
    """One box, read; equal only to itself, so that it is quick to look things up by. Rows keep the order of their files."""

    name: str
    title: str
    language: str
    counted_cars: int
    """What `[count]` says; so the next."""
    counted_locomotives: int
    start: tuple[int, ...]
    """How many start cards the 1st, 2nd, 3rd and 4th player draws."""
    size_mm: float
    place: str
    cars: tuple[Car, ...]
    abilities: tuple[Ability, ...]
    locomotives: tuple[Locomotive, ...]

    # What the rules look up all the time.

    @cached_property
    def ability_of(self) -> Mapping[int, str]:
        """The ability of every car, by ascending number."""
        return {car.car: car.ability for car in sorted(self.cars, key=lambda car: car.car)}

    @cached_property
    def by_id(self) -> Mapping[str, Ability]:
        return {ability.ability: ability for ability in self.abilities}

    @cached_property
    def codes(self) -> Mapping[str, int]:
        """Code of a car's label -> its number."""
        return {code_of(car): car for car in self.ability_of}

    @cached_property
    def pieces(self) -> Mapping[str, Piece]:
        """Every piece that wears a label by its code, in the order of the sheets."""
        return {piece.code: piece for piece in _labelled(self)}


def code_of(car: int) -> str:
    """What stands on the label of a car: two digits."""
    return f"{car:02}"


# --- reading ----------------------------------------------------------------------------------------------------------


def _starts(value: Any) -> tuple[int, ...]:
    if isinstance(value, list) and len(value) == 4:
        return tuple(number(1, 9)(one) for one in value)
    raise Unfit(say("four whole numbers, like [1, 2, 3, 4]"))


def _targets(value: str) -> tuple[int, ...]:
    return tuple(whole(SPACES[0], SPACES[-1])(word) for word in value.split())


_BOX: Mapping[str, Cell] = {
    "format": number(1, 1),
    **heading("trains"),
    "language": words(2, 20),
    "count.cars": number(1, 999),
    "count.locomotives": number(0, 4),
    "count.line": number(LINE, LINE),
    "count.source": SOURCE,
    "start.cards": _starts,
    "start.source": SOURCE,
    "label.size_mm": millimetres,
    "label.place": words(0, 200),
    "label.source": SOURCE,
}
_CAR_ROW: Mapping[str, Cell] = {
    "car": whole(1, MOST_CARS),
    "ability": one_of(*ABILITIES),
    "source": SOURCE,
}
_ABILITY_ROW: Mapping[str, Cell] = {
    "ability": one_of(*ABILITIES),
    "name": words(),
    "letter": shaped("[A-Z]", say("one letter from A to Z")),
    "mark": words(0, 80),
    "targets": _targets,
    "source": SOURCE,
}
_LOCOMOTIVE_ROW: Mapping[str, Cell] = {
    "locomotive": one_of("L1", "L2", "L3", "L4"),
    "source": SOURCE,
}


def read_box(folder: Path) -> Box:
    """The box in *folder*: box.toml, cars.csv, abilities.csv, locomotives.csv.

    Raises BadBox with every file, column and value that is missing or outside what it may be.
    """
    problems: list[Problem] = []
    settings = read_settings(folder, "box.toml", _BOX, problems)
    cars = read_rows(folder, "cars.csv", _CAR_ROW, problems)
    abilities = read_rows(folder, "abilities.csv", _ABILITY_ROW, problems)
    locomotives = read_rows(folder, "locomotives.csv", _LOCOMOTIVE_ROW, problems)
    if problems:
        raise BadBox(problems)
    return Box(
        name=settings["name"],
        title=settings["title"],
        language=settings["language"],
        counted_cars=settings["count.cars"],
        counted_locomotives=settings["count.locomotives"],
        start=settings["start.cards"],
        size_mm=settings["label.size_mm"],
        place=settings["label.place"],
        cars=tuple(Car(**row) for row in cars),
        abilities=tuple(Ability(**row) for row in abilities),
        locomotives=tuple(Locomotive(**row) for row in locomotives),
    )


# --- labels -----------------------------------------------------------------------------------------------------------

_CARS = N_("Cars")
_LOCOMOTIVES = N_("Locomotives")


def PIECES(box: Box) -> Mapping[str, Piece]:
    """Code (without prefix) -> piece: the cars by ascending number, then the locomotives."""
    return box.pieces


def _labelled(box: Box) -> Iterator[Piece]:
    for car, ability in box.ability_of.items():
        shown = box.by_id[ability]
        name = say("{car} ({ability})", car=car, ability=Sentence(shown.name))
        yield Piece(code_of(car), name, Sentence(_CARS), ability, shown.letter, Sentence(shown.name))
    for one in box.locomotives:
        number_of = one.locomotive[1:]
        name = say("locomotive {number}", number=number_of)
        yield Piece(one.locomotive, name, Sentence(_LOCOMOTIVES), f"locomotive-{int(number_of) - 1}", number_of, open=True)
