"""A copy of a game's shipped box to change in one place, and what its reader and its checks say of that.

folder = copied(trains, tmp_path)
set_cell(folder, "cars.csv", 3, "car", "1")
assert problems(trains, folder, error=True) == [("cars.csv", 3, "car")]
"""

from __future__ import annotations

import csv
import shutil
from pathlib import Path
from types import ModuleType

import pytest

from companion.rules import BadBox

Spot = tuple[str, int | None, str | None]
"""File, row (1 is the header), column."""


def shipped(game: ModuleType) -> Path:
    return Path(game.__file__ or "").parent / "box"


def copied(game: ModuleType, place: Path) -> Path:
    """The folder of a copy of the shipped box below *place*."""
    return Path(shutil.copytree(shipped(game), place / "box"))


def edit(folder: Path, file: str, old: str, new: str) -> None:
    """Writes *new* over *old*, which must stand there once."""
    text = (folder / file).read_text("utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {file}"
    (folder / file).write_text(text.replace(old, new), "utf-8")


def set_cell(folder: Path, file: str, row: int, column: str, value: str) -> None:
    """Row 1 is the header."""
    with (folder / file).open(newline="") as source:
        rows = list(csv.reader(source))
    rows[row - 1][rows[0].index(column)] = value
    with (folder / file).open("w", newline="") as target:
        csv.writer(target).writerows(rows)


def row_of(folder: Path, file: str, start: str) -> int:
    """The row whose first cell is *start*."""
    lines = (folder / file).read_text("utf-8").splitlines()
    return 1 + next(number for number, line in enumerate(lines) if line.startswith(start + ","))


def keep_rows(folder: Path, file: str, rows: int) -> None:
    """Leaves the header and so many rows."""
    lines = (folder / file).read_text("utf-8").splitlines(keepends=True)
    (folder / file).write_text("".join(lines[: rows + 1]), "utf-8")


def remove_rows(folder: Path, file: str, start: str) -> None:
    """Takes out every line that begins with *start*."""
    lines = (folder / file).read_text("utf-8").splitlines(keepends=True)
    (folder / file).write_text("".join(line for line in lines if not line.startswith(start)), "utf-8")


def unreadable(game: ModuleType, folder: Path) -> list[Spot]:
    """Where the box cannot be read; there must be such places, each with a sentence."""
    with pytest.raises(BadBox) as bad:
        game.read_box(folder)
    assert all(str(problem.message) for problem in bad.value.problems)
    return [(problem.file, problem.row, problem.column) for problem in bad.value.problems]


def problems(game: ModuleType, folder: Path, *, error: bool) -> list[Spot]:
    """Where the errors, or the warnings, of a box that can be read are; each has a sentence."""
    found = game.check_box(game.read_box(folder))
    assert all(str(problem.message) for problem in found)
    return [(problem.file, problem.row, problem.column) for problem in found if problem.error == error]
