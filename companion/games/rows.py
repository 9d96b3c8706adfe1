"""The files of a box, read with care: CSV tables and one TOML file, every fault named by file, row and column.

Games say what their columns hold; what is wrong is gathered, so that an owner who types in a box sees all of it at once.
A row is counted from 1, which is the header.
"""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from companion.rules import Problem, Sentence, say

MOST_BYTES = 1_000_000
"""Of one file: a box of a thousand rows is a tenth of that."""
MOST_ROWS = 2_000
FIRST_ROW = 2
"""Of a CSV file, below the header."""
SOURCES = ("printed", "reported", "house")
"""Where a value may come from."""

Cell = Callable[[Any], Any]
"""Reads one value, or raises Unfit with what was expected."""


class Unfit(Exception):
    """A value that does not belong there; `expected` says what does."""

    def __init__(self, expected: Sentence) -> None:
        self.expected = expected
        super().__init__(str(expected))


# --- what a cell may hold ---------------------------------------------------------------------------------------------


def whole(least: int, most: int) -> Cell:
    """A cell with a whole number from *least* to *most*."""

    def read(value: str) -> int:
        if not re.fullmatch(r"-?[0-9]{1,6}", value) or not least <= int(value) <= most:
            raise Unfit(_range(least, most))
        return int(value)

    return read


def number(least: int, most: int) -> Cell:
    """The same in TOML, where a number is not written as text."""

    def read(value: Any) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise Unfit(_range(least, most))
        return value

    return read


def _range(least: int, most: int) -> Sentence:
    if least == most:
        return say("{value}", value=least)
    return say("a whole number from {least} to {most}", least=least, most=most)


def millimetres(value: Any) -> float:
    """A cell of TOML with a width in which labels are printed."""
    if isinstance(value, (int, float)) and not isinstance(value, bool) and 8 <= value <= 60:
        return float(value)
    raise Unfit(say("millimetres from 8 to 60"))


def one_of(*values: str) -> Cell:
    def read(value: Any) -> str:
        if value not in values:
            raise Unfit(say("one of: {values}", values=values) if len(values) > 1 else say("{value}", value=values[0]))
        return str(value)

    return read


def words(least: int = 1, most: int = 60) -> Cell:
    """One line of text of *least* to *most* characters."""

    def read(value: Any) -> str:
        if not isinstance(value, str) or not least <= len(value) <= most or not (value.isprintable()):
            raise Unfit(say("one line of text, {least} to {most} characters", least=least, most=most))
        return value

    return read


def shaped(pattern: str, expected: Sentence) -> Cell:
    """Text that *pattern* matches whole."""

    def read(value: Any) -> str:
        if not isinstance(value, str) or not re.fullmatch(pattern, value):
            raise Unfit(expected)
        return value

    return read


def maybe(cell: Cell, empty: Any) -> Cell:
    """*cell*, or *empty* when nothing stands there."""
    return lambda value: empty if value == "" else cell(value)


SOURCE = one_of(*SOURCES)
"""Where the values of a row, or of a table of box.toml, come from."""


def heading(game: str) -> Mapping[str, Cell]:
    """What box.toml says of every box: whose it is, its name in records, and what to call it."""
    return {"game": one_of(game), "name": words(1, 40), "title": words(1, 80)}


# --- files ------------------------------------------------------------------------------------------------------------


def read_text(folder: Path, file: str, problems: list[Problem]) -> str | None:
    """The text of a file of the box, or None and a problem."""
    try:
        with (folder / file).open("rb") as source:
            data = source.read(MOST_BYTES + 1)
    except OSError:
        problems.append(Problem(file, None, None, say("This file is missing or cannot be read.")))
        return None
    if len(data) > MOST_BYTES:
        problems.append(Problem(file, None, None, say("This file is larger than {most} bytes.", most=MOST_BYTES)))
        return None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        problems.append(Problem(file, None, None, say("This file is not UTF-8 text. Save it as “CSV UTF-8”.")))
        return None


def read_rows(folder: Path, file: str, columns: Mapping[str, Cell], problems: list[Problem]) -> list[dict[str, Any]]:
    """The rows of a CSV file whose header has *columns* (others are the owner's own notes). Faults go to *problems*."""
    text = read_text(folder, file, problems)
    if text is None:
        return []
    try:
        rows = list(csv.reader(text.splitlines(keepends=True), strict=True))
    except csv.Error as wrong:
        problems.append(Problem(file, None, None, say("This is no CSV table ({why}).", why=str(wrong))))
        return []
    while rows and not any(cell.strip() for cell in rows[-1]):
        rows.pop()
    if not rows:
        problems.append(Problem(file, None, None, say("This file is empty. Its columns are: {columns}.", columns=list(columns))))
        return []
    if len(rows) > MOST_ROWS:
        problems.append(Problem(file, None, None, say("This file has more than {most} rows.", most=MOST_ROWS)))
        return []
    header = [cell.strip() for cell in rows[0]]
    if not _header_fits(file, header, columns, problems):
        return []
    return [
        values
        for row, cells in enumerate(rows[1:], FIRST_ROW)
        if (values := _read_row(file, row, header, cells, columns, problems)) is not None
    ]


def _header_fits(file: str, header: list[str], columns: Mapping[str, Cell], problems: list[Problem]) -> bool:
    faults = []
    if len(header) == 1 and ";" in header[0]:
        faults.append(Problem(file, 1, None, say("Columns are separated by commas, not by semicolons.")))
    else:
        for column in columns:
            if (times := header.count(column)) == 0:
                faults.append(
                    Problem(file, 1, column, say("This column is missing. The header has: {header}.", header=_short(header)))
                )
            elif times > 1:
                faults.append(Problem(file, 1, column, say("This column is there twice.")))
    problems.extend(faults)
    return not faults


def _short(header: list[str]) -> list[str]:
    return [name[:30] for name in header[:20]]


def _read_row(
    file: str, row: int, header: list[str], cells: list[str], columns: Mapping[str, Cell], problems: list[Problem]
) -> dict[str, Any] | None:
    if not any(cell.strip() for cell in cells):
        problems.append(Problem(file, row, None, say("This row is empty: delete it.")))
        return None
    if len(cells) > len(header):
        problems.append(
            Problem(
                file,
                row,
                None,
                say(
                    "This row has {cells} cells, the header {columns}. A text with a comma stands in double quotes.",
                    cells=len(cells),
                    columns=len(header),
                ),
            )
        )
        return None
    found = dict(zip(header, [*cells, *[""] * (len(header) - len(cells))], strict=True))
    values: dict[str, Any] = {}
    for column, read in columns.items():
        text = found[column].strip()
        try:
            values[column] = read(text)
        except Unfit as wrong:
            problems.append(Problem(file, row, column, _unfit(text, wrong)))
    return values if len(values) == len(columns) else None


def _unfit(value: Any, wrong: Unfit) -> Sentence:
    shown = str(value)[:40]
    if shown == "":
        return say("Nothing stands here; expected: {expected}.", expected=wrong.expected)
    return say("“{value}” does not belong here; expected: {expected}.", value=shown, expected=wrong.expected)


def read_settings(folder: Path, file: str, fields: Mapping[str, Cell], problems: list[Problem]) -> dict[str, Any]:
    """The values of a TOML file by dotted name ("setup.market"). A name's cell reads None where nothing is written."""
    text = read_text(folder, file, problems)
    if text is None:
        return {}
    try:
        tree = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as wrong:
        problems.append(Problem(file, None, None, say("This is no TOML ({why}).", why=str(wrong)[:120])))
        return {}
    values: dict[str, Any] = {}
    for name, read in fields.items():
        found: Any = tree
        for part in name.split("."):
            found = found.get(part) if isinstance(found, dict) else None
        try:
            values[name] = read(found)
        except Unfit as wrong:
            if found is None:
                problems.append(Problem(file, None, name, say("This is missing; expected: {expected}.", expected=wrong.expected)))
            else:
                problems.append(Problem(file, None, name, _unfit(found, wrong)))
    return values
