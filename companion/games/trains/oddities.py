"""What is odd about a box of Game of Trains that could be read: errors bar it from play, warnings are shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.oddities import errors_first, missing, twice, warning
from companion.games.rows import FIRST_ROW
from companion.games.trains.pieces import ABILITIES, LINE, MOST_CARS, Box
from companion.rules import N_, Problem, say

FEWEST_CARS = 46
"""28 in four trains, 10 locks, 8 in the row: with fewer there may be nothing to make a draw pile of."""
LOCOMOTIVES = 4


def check_box(box: Box) -> list[Problem]:
    """Errors first, then warnings, each with its file and row."""
    looks = (_cars, _abilities, _locomotives, _counts, _few, _gaps, _house)
    return errors_first(problem for look in looks for problem in look(box))


# --- errors -----------------------------------------------------------------------------------------------------------


def _cars(box: Box) -> Iterator[Problem]:
    yield from twice("cars.csv", "car", box.cars, N_("Car {car} stands here twice."))
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
    yield from twice("abilities.csv", "ability", box.abilities, N_("{ability} stands here twice."))
    yield from missing("abilities.csv", "ability", box.abilities, ABILITIES, N_("{ability} is missing."))
    yield from twice("abilities.csv", "letter", box.abilities, N_("The letter {letter} stands here twice."))


def _locomotives(box: Box) -> Iterator[Problem]:
    yield from twice("locomotives.csv", "locomotive", box.locomotives, N_("{locomotive} stands here twice."))


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


def _few(box: Box) -> Iterator[Problem]:
    cards = Counter(car.ability for car in box.cars)
    for row, ability in enumerate(box.abilities, FIRST_ROW):
        if cards[ability.ability] == 0:
            yield warning("abilities.csv", row, "ability", say("No car shows {ability}.", ability=ability.ability))
        elif cards[ability.ability] == 1:
            yield warning("abilities.csv", row, "ability", say("Only one car shows {ability}.", ability=ability.ability))
    if len(box.locomotives) < LOCOMOTIVES:
        yield warning("locomotives.csv", None, "locomotive", say("There are fewer than four locomotives."))


def _gaps(box: Box) -> Iterator[Problem]:
    numbers = {car.car for car in box.cars}
    absent = [car for car in range(1, max(numbers, default=0) + 1) if car not in numbers]
    if absent:
        yield warning("cars.csv", None, "car", say("Numbers without a car: {missing}.", missing=absent))


def _house(box: Box) -> Iterator[Problem]:
    for row, car in enumerate(box.cars, FIRST_ROW):
        if car.source == "house":
            yield warning("cars.csv", row, "source", say("The ability of car {car} is a house value.", car=car.car))
