"""What is odd about a box of Bibliogamo that could be read: errors bar it from play, warnings are shown (section 2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from companion.games.bibliogamo.pieces import KINDS, Box
from companion.games.oddities import errors_first, missing, twice, warning
from companion.games.rows import FIRST_ROW
from companion.rules import N_, Problem, Sentence, say

FEWEST_CARDS = 12
"""A hand, the Librarian's card and a sale must find theirs."""
FEWEST_SPACES = 6
MOST_COINS = 6
"""Boxes for which a printed card has room."""
MANY_FLORINS = 20
WIDE_RECIPE = 5
"""Cubes of a kind for which the printed sheet has room at full size."""


def check_box(box: Box) -> list[Problem]:
    """Errors first, then warnings, each with its file and row."""
    errors = (_ids, _kinds, _coins, _towers, _path, _artisans, _prestige, _settings, _ranks)
    warnings = (_counts, _slots, _cards, _neighbours, _few)
    return errors_first(problem for look in (*errors, *warnings) for problem in look(box))


# --- errors -----------------------------------------------------------------------------------------------------------


def _ids(box: Box) -> Iterator[Problem]:
    files: tuple[tuple[str, str, tuple[Any, ...], str], ...] = (
        ("coins.csv", "coin", box.coins, N_("The coin {coin} stands here twice.")),
        ("artisans.csv", "card", box.artisans, N_("{card} stands here twice.")),
        ("towers.csv", "tower", box.towers, N_("{tower} stands here twice.")),
        ("prestige.csv", "card", box.prestige, N_("{card} stands here twice.")),
    )
    for file, column, rows, sentence in files:
        yield from twice(file, column, rows, sentence)
    cards = {*box.artisan, *box.collection}
    for row, tower in enumerate(box.towers, FIRST_ROW):
        if tower.tower in cards:
            yield Problem("towers.csv", row, "tower", say("{code} is the code of a card already.", code=tower.tower))


def _kinds(box: Box) -> Iterator[Problem]:
    yield from twice("kinds.csv", "kind", box.kinds, N_("The kind {kind} stands here twice."))
    yield from twice("kinds.csv", "column", box.kinds, N_("The column {column} stands here twice."))
    yield from missing("kinds.csv", "kind", box.kinds, KINDS, N_("The kind {kind} is missing."))


def _coins(box: Box) -> Iterator[Problem]:
    if not 1 <= len(box.coins) <= MOST_COINS:
        yield Problem("coins.csv", None, "coin", say("{n} coins; 1 to {most} expected.", n=len(box.coins), most=MOST_COINS))


def _towers(box: Box) -> Iterator[Problem]:
    if not box.towers:
        yield Problem("towers.csv", None, None, say("There is no tower."))
    spaces = Counter(one.tower for one in box.path if one.tower)
    for row, tower in enumerate(box.towers, FIRST_ROW):
        cubes = sum(tower.recipe)
        if cubes == 0:
            yield Problem("towers.csv", row, None, say("{tower} needs no artisan.", tower=tower.tower))
        if cubes > box.count.black_cubes:
            text = say("{tower} needs {n} cubes; there are {most}.", tower=tower.tower, n=cubes, most=box.count.black_cubes)
            yield Problem("towers.csv", row, None, text)
        if spaces[tower.tower] == 0:
            yield Problem("path.csv", None, "tower", say("{tower} stands on no space.", tower=tower.tower))
        if spaces[tower.tower] > 1:
            yield Problem("path.csv", None, "tower", say("{tower} stands on two spaces.", tower=tower.tower))


def _path(box: Box) -> Iterator[Problem]:
    for row, space in enumerate(box.path, FIRST_ROW):
        if space.space != row - FIRST_ROW:
            yield Problem("path.csv", row, "space", say("Spaces are numbered 0, 1, 2 …: {n} expected.", n=row - FIRST_ROW))
            break
    for row, space in enumerate(box.path, FIRST_ROW):
        if space.tower and space.tower not in box.tower:
            yield _unknown("path.csv", row, "tower", space.tower)
    if len(box.path) < FEWEST_SPACES:
        text = say("{n} spaces are too few: at least {least}.", n=len(box.path), least=FEWEST_SPACES)
        yield Problem("path.csv", None, "space", text)


def _unknown(file: str, row: int, column: str, tower: str) -> Problem:
    return Problem(file, row, column, say("There is no tower {tower} in towers.csv.", tower=tower))


def _artisans(box: Box) -> Iterator[Problem]:
    for row, one in enumerate(box.artisans, FIRST_ROW):
        if abs(one.walk) >= max(1, len(box.path)):
            yield Problem("artisans.csv", row, "walk", say("{n} spaces are a round of the city or more.", n=abs(one.walk)))
        if not any(one.places):
            yield Problem("artisans.csv", row, None, say("{card} places nothing.", card=one.card))
    if len(box.artisans) < FEWEST_CARDS:
        text = say("{n} artisan cards are too few: at least {least}.", n=len(box.artisans), least=FEWEST_CARDS)
        yield Problem("artisans.csv", None, "card", text)


def _prestige(box: Box) -> Iterator[Problem]:
    if not box.prestige:
        yield Problem("prestige.csv", None, None, say("There is no Prestige card."))
    for row, one in enumerate(box.prestige, FIRST_ROW):
        for tower in dict.fromkeys(one.books):
            if tower not in box.tower:
                yield _unknown("prestige.csv", row, "books", tower)
        for tower in one.each:
            if tower not in box.tower:
                yield _unknown("prestige.csv", row, "each", tower)
        if len(one.points) != len(one.books) + 1:
            text = say("{n} numbers of points; {expected} expected.", n=len(one.points), expected=len(one.books) + 1)
            yield Problem("prestige.csv", row, "points", text)
        if any(later < earlier for earlier, later in pairwise(one.points)):
            yield Problem("prestige.csv", row, "points", say("Points fall with more marks."))


def _settings(box: Box) -> Iterator[Problem]:
    if box.start.space >= len(box.path):
        yield Problem("box.toml", None, "start.space", say("There is no space {n} on the path.", n=box.start.space))
    if box.start.day >= box.count.days:
        yield Problem("box.toml", None, "start.day", say("The game would be over before it begins."))
    if not box.day_value:
        yield Problem("box.toml", None, "advice.day_value", say("At least one number is wanted."))
    if any(value < 0 for value in box.day_value):
        yield Problem("box.toml", None, "advice.day_value", say("A day is worth nothing less than 0."))


def _ranks(box: Box) -> Iterator[Problem]:
    least = [one.least for one in box.ranks]
    if least[:1] != [0]:
        yield Problem("ranks.csv", FIRST_ROW, "least", say("The first title is for 0 points and more."))
    for row, (one, other) in enumerate(pairwise(least), FIRST_ROW + 1):
        if other <= one:
            yield Problem("ranks.csv", row, "least", say("Titles stand in rising order of points."))


# --- warnings ---------------------------------------------------------------------------------------------------------


def _counts(box: Box) -> Iterator[Problem]:
    for column, counted, file, rows in (
        ("count.artisan_cards", box.count.artisan_cards, "artisans.csv", len(box.artisans)),
        ("count.prestige_cards", box.count.prestige_cards, "prestige.csv", len(box.prestige)),
        ("count.towers", box.count.towers, "towers.csv", len(box.towers)),
        ("tracks.spaces", box.tracks.spaces, "path.csv", len(box.path)),
    ):
        if counted != rows:
            text = say("{counted} are counted here, {file} has {rows}.", counted=counted, file=file, rows=rows)
            yield warning("box.toml", None, column, text)


def _slots(box: Box) -> Iterator[Problem]:
    left = max(0, box.count.red_cubes - box.tracks.cubes)
    for row, one in enumerate(box.prestige, FIRST_ROW):
        if len(one.books) > left:
            text = say("{card} has {n} slots, but only {left} red cubes are left.", card=one.card, n=len(one.books), left=left)
            yield warning("prestige.csv", row, "books", text)


def _cards(box: Box) -> Iterator[Problem]:
    for at, kind in enumerate(KINDS):
        needed = any(tower.recipe[at] for tower in box.towers)
        if needed and not any(one.places[at] for one in box.artisans):
            yield warning("artisans.csv", None, None, say("No card places the kind {kind}.", kind=kind))
        if all(one.bar != kind for one in box.artisans):
            yield warning("artisans.csv", None, "bar", say("No card bars the kind {kind}.", kind=kind))
    for row, coin in enumerate(box.coins, FIRST_ROW):
        if all(one.coin != coin.coin for one in box.artisans):
            yield warning("coins.csv", row, "coin", say("No card shows {coin}.", coin=Sentence(coin.name)))


def _neighbours(box: Box) -> Iterator[Problem]:
    for space, tower in sorted(box.tower_at.items()):
        beside = box.tower_at.get((space + 1) % max(1, len(box.path)))
        if beside is not None and beside != tower:
            text = say("{tower} and {other} stand side by side.", tower=tower, other=beside)
            yield warning("path.csv", space + FIRST_ROW, "tower", text)


def _few(box: Box) -> Iterator[Problem]:
    if box.towers and all(2 * sum(tower.recipe) > box.count.black_cubes for tower in box.towers):
        yield warning("towers.csv", None, None, say("Every recipe takes more than half of the cubes."))
    for row, tower in enumerate(box.towers, FIRST_ROW):
        for kind, n in zip(KINDS, tower.recipe, strict=True):
            if n > WIDE_RECIPE and kind in box.kind:
                text = say("{n} of a kind: the printed sheet draws smaller squares.", n=n)
                yield warning("towers.csv", row, box.kind[kind].column, text)
    if box.start.florins > MANY_FLORINS:
        yield warning("box.toml", None, "start.florins", say("{n} Florins at the start are many.", n=box.start.florins))
