"""What is odd about a box of Game of Trains that could be read: errors bar it from play, warnings are shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from companion.games.trains.pieces import ABILITIES, LINE, MOST_CARS, Box
from companion.rules import Problem, say

FIRST_ROW = 2
"""Of a CSV file: the header is row 1."""
FEWEST_CARS = 46
"""28 in four trains, 10 locks, 8 in the row: with fewer there may be nothing to make a draw pile of."""
LOCOMOTIVES = 4


def check_box(box: Box) -> list[Problem]:
    """Errors first, then warnings, each with its file and row."""
    found = [problem for look in (_cars, _abilities, _locomotives, _counts, _few, _gaps, _house) for problem in look(box)]
    return sorted(found, key=lambda problem: not problem.error)


def _twice(rows: Sequence[Any], key: Callable[[Any], Any]) -> Iterator[tuple[int, Any]]:
    """(row, key) of each row whose key stood in an earlier one."""
    seen = set()
    for row, entry in enumerate(rows, FIRST_ROW):
        if (found := key(entry)) in seen:
            yield row, found
        seen.add(found)


# --- errors -----------------------------------------------------------------------------------------------------------


def _cars(box: Box) -> Iterator[Problem]:
    for row, car in _twice(box.cars, lambda car: car.car):
        yield Problem("cars.csv", row, "car", say("Car {car} stands here twice.", car=car))
    cars = len(box.cars)
    if cars > MOST_CARS:
        yield Problem("cars.csv", None, None, say("{cars} cars are too many: at most {most}.", cars=cars, most=MOST_CARS))
    if cars < FEWEST_CARS:
        yield Problem(
            "cars.csv",
            None,
            None,
            say("{cars} cars are too few: with fewer than {least} the draw pile can run out.", cars=cars, least=FEWEST_CARS),
        )


def _abilities(box: Box) -> Iterator[Problem]:
    for row, ability in _twice(box.abilities, lambda ability: ability.ability):
        yield Problem("abilities.csv", row, "ability", say("{ability} stands here twice.", ability=ability))
    for ability in ABILITIES:
        if ability not in box.by_id:
            yield Problem("abilities.csv", None, "ability", say("{ability} is missing.", ability=ability))
    for row, letter in _twice(box.abilities, lambda ability: ability.letter):
        yield Problem("abilities.csv", row, "letter", say("The letter {letter} stands here twice.", letter=letter))


def _locomotives(box: Box) -> Iterator[Problem]:
    for row, locomotive in _twice(box.locomotives, lambda one: one.locomotive):
        yield Problem("locomotives.csv", row, "locomotive", say("{locomotive} stands here twice.", locomotive=locomotive))


def _counts(box: Box) -> Iterator[Problem]:
    for name, counted, file, rows in (
        ("cars", box.counted_cars, "cars.csv", len(box.cars)),
        ("locomotives", box.counted_locomotives, "locomotives.csv", len(box.locomotives)),
    ):
        if counted != rows:
            yield Problem(
                "box.toml",
                None,
                f"count.{name}",
                say("{counted} are counted here, {file} has {rows}.", counted=counted, file=file, rows=rows),
            )
    drawn, trains = sum(box.start), LOCOMOTIVES * LINE
    if trains + drawn > len(box.cars):
        yield Problem(
            "box.toml",
            None,
            "start.cards",
            say("{trains} cars in trains and {drawn} start cards are more than the box has.", trains=trains, drawn=drawn),
        )


# --- warnings ---------------------------------------------------------------------------------------------------------


def _warn(file: str, row: int | None, column: str | None, message: Any) -> Problem:
    return Problem(file, row, column, message, error=False)


def _few(box: Box) -> Iterator[Problem]:
    cards = Counter(car.ability for car in box.cars)
    for row, ability in enumerate(box.abilities, FIRST_ROW):
        if cards[ability.ability] == 0:
            yield _warn("abilities.csv", row, "ability", say("No car shows {ability}.", ability=ability.ability))
        elif cards[ability.ability] == 1:
            yield _warn("abilities.csv", row, "ability", say("Only one car shows {ability}.", ability=ability.ability))
    if len(box.locomotives) < LOCOMOTIVES:
        yield _warn("locomotives.csv", None, "locomotive", say("There are fewer than four locomotives."))


def _gaps(box: Box) -> Iterator[Problem]:
    numbers = {car.car for car in box.cars}
    missing = [car for car in range(1, max(numbers, default=0) + 1) if car not in numbers]
    if missing:
        yield _warn("cars.csv", None, "car", say("Numbers without a car: {missing}.", missing=missing))


def _house(box: Box) -> Iterator[Problem]:
    for row, car in enumerate(box.cars, FIRST_ROW):
        if car.source == "house":
            yield _warn("cars.csv", row, "source", say("The ability of car {car} is a house value.", car=car.car))
