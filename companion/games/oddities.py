"""What may be odd about the box of any game. What only one game knows to be odd stands in its own `oddities`.

A sentence is a template with a place that is called like the column: `N_("Car {car} stands here twice.")` for the column `car`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from companion.games.rows import FIRST_ROW
from companion.rules import Problem, Sentence


def errors_first(problems: Iterable[Problem]) -> list[Problem]:
    """The problems as `check_box` lists them: what bars the box from play before what is only odd."""
    return sorted(problems, key=lambda problem: not problem.error)


def warning(file: str, row: int | None, column: str | None, message: Sentence) -> Problem:
    """What is shown, and bars nothing."""
    return Problem(file, row, column, message, error=False)


def twice(file: str, column: str, rows: Sequence[Any], sentence: str) -> Iterator[Problem]:
    """An error for each of the file's *rows* that has in *column* what an earlier one has."""
    seen = set()
    for row, entry in enumerate(rows, FIRST_ROW):
        if (value := getattr(entry, column)) in seen:
            yield Problem(file, row, column, Sentence(sentence, {column: value}))
        seen.add(value)


def missing(
    file: str, column: str, rows: Sequence[Any], wanted: Iterable[Any], sentence: str, *, error: bool = True
) -> Iterator[Problem]:
    """A problem for each of the *wanted* values that no row has in *column*."""
    there = {getattr(entry, column) for entry in rows}
    for value in wanted:
        if value not in there:
            yield Problem(file, None, column, Sentence(sentence, {column: value}), error)
