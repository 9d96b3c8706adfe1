"""What owners may add to a box of Out of Mine!: the colours of their own crystals (specification, section 8, "Colour").

An owner photographs one tile of each colour on a board, in good light; a page, or `companion scan --game mine --colours PHOTO`,
says what each cell shows. Here the medians of its classes become palette.csv.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from pathlib import Path
from statistics import median
from typing import Any

from companion.games.mine.pieces import PALETTE, TINT_ROW, read_box
from companion.games.rows import FIRST_ROW, Unfit
from companion.rules import Added, Addition, CannotAdd, Sentence, say, say_n

MOST_BYTES = 100_000
SHADE = ("L", "a", "b")


def palette_added(folder: Path, told: Mapping[str, str], data: bytes) -> Added:
    """The box with the crystals' colours: of every class in the table the median, of others what was known. Raises CannotAdd."""
    seen: dict[str, list[Mapping[str, float]]] = {}
    for number, row in enumerate(_table(data), FIRST_ROW):
        if row["class"]:
            seen.setdefault(row["class"], []).append({name: _number(row[name], name, number) for name in SHADE})
    box = read_box(folder)
    unknown = [what for what in seen if what not in (*box.size_of, "space", "rock")]
    if unknown:
        raise CannotAdd(say("“{value}” is not known to this box.", value=unknown[0][:40]))
    if not seen:
        raise CannotAdd(say("No row of this table says the colour of a crystal."))
    rows = {tint.what: [tint.what, *map(_rounded, tint.lab), tint.source] for tint in box.tints}
    for what, shades in seen.items():
        rows[what] = [what, *(_rounded(median(one[name] for one in shades)) for name in SHADE), "house"]
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([list(TINT_ROW), *rows.values()])
    return Added({PALETTE: text.getvalue().encode()}, tuple(_said(what, len(shades)) for what, shades in seen.items()))


def _said(what: str, cells: int) -> Sentence:
    return say_n("{colour}: from {n} cell", "{colour}: from {n} cells", cells, colour=Sentence(what))


def _table(data: bytes) -> list[dict[str, str]]:
    if len(data) > MOST_BYTES:
        raise CannotAdd(say("The file is larger than {most} bytes.", most=MOST_BYTES))
    try:
        reader = csv.DictReader(io.StringIO(data.decode("utf-8-sig")), strict=True)
        rows: list[dict[Any, Any]] = list(reader)
    except (UnicodeDecodeError, csv.Error) as wrong:
        raise CannotAdd(say("This is no CSV table ({why}).", why=str(wrong))) from wrong
    missing = [name for name in ("class", *SHADE) if name not in (reader.fieldnames or ())]
    if missing:
        raise CannotAdd(say("The table has no column {column}.", column=missing[0]))
    return [{name: (row[name] or "").strip() for name in ("class", *SHADE)} for row in rows]


def _number(text: str, column: str, row: int) -> float:
    try:
        return float(TINT_ROW[column](text))
    except Unfit as wrong:
        raise CannotAdd(say("Row {row}, {column}: {expected}.", row=row, column=column, expected=wrong.expected)) from wrong


def _rounded(value: float) -> str:
    return f"{value:.2f}"


ADDITIONS: Mapping[str, Addition] = {
    "palette": Addition(
        title=say("Add the colours of your crystals"),
        about=say(
            "Lay one tile of each colour on a board with labels and photograph it in good light; or add a table of what cells "
            "show, as “companion scan --game mine --colours PHOTO” writes it."
        ),
        accept=(".csv", "text/csv"),
        most_bytes=MOST_BYTES,
        asks=(),
        add=palette_added,
        of_colours=True,
    )
}
