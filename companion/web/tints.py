"""The colours of an owner's pieces, from a photograph: what lies on a board with labels, put right by people, kept in a box.

For games whose boards are read from photographs (`surfaces`) and to whose boxes such colours can be added. The photograph is not
kept: what it showed goes back and forth in the form until somebody says that it is right.
"""

from __future__ import annotations

import base64
import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, flash, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion import boxes, scan
from companion.notation import Unreadable
from companion.rules import Addition, CannotAdd, Sentence, say
from companion.scan.seen import Corners, Seen
from companion.surfaces import Surface, surfaces_of
from companion.web import boards, sentences
from companion.web.house import house
from companion.web.safety import limiter
from companion.web.tables import NoTable

routes = Blueprint("tints", __name__)

SECONDS = 20.0
"""How long a photograph is looked at before it is given up."""
MOST_LOTS = 60
"""Lots that a form may tell of."""
NUMBER = r"(-?[0-9]{1,3}\.[0-9]{2})"
SHADE = re.compile(rf"([^\s:]{{1,12}}):{NUMBER}:{NUMBER}:{NUMBER}")
"""A cell and its colour, as a form tells it."""


@dataclass(frozen=True)
class Lot:
    """Cells that show the same: `shades` by cell, L*, a*, b*; `what`: the class they are nearest to, or as people say ("": none);
    `may`: what may lie there; `outlines` on the picture, empty once it is gone."""

    shades: Mapping[str, tuple[float, float, float]]
    what: str
    may: tuple[str, ...]
    outlines: tuple[Corners, ...] = ()

    @property
    def spelled(self) -> str:
        return " ".join(f"{cell}:{':'.join(f'{part:.2f}' for part in shade)}" for cell, shade in self.shades.items())

    @property
    def middle(self) -> tuple[float, float]:
        """On the picture: of the cell in the middle of the list, so that it is one of these."""
        corners = self.outlines[len(self.outlines) // 2]
        return sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4


@dataclass(frozen=True)
class _Asked:
    """A box whose pieces' colours are told, and by which Addition they are kept."""

    game: str
    name: str
    what: str
    addition: Addition
    printed: Mapping[str, Surface]
    shipped: bool

    @property
    def colours(self) -> list[str]:
        return list(dict.fromkeys(one for surface in self.printed.values() for one in surface.colours))


@routes.get("/boxes/<game>/<name>/colours")
def ask(game: str, name: str) -> Response:
    """How to photograph one piece of each colour."""
    return _page(_asked(game, name))


@routes.post("/boxes/<game>/<name>/colours")
@limiter.limit("60 per minute")
def look(game: str, name: str) -> Response:
    """`photo`: what lies on the boards there, lot by lot, to put right. Nothing is kept."""
    asked, photo = _asked(game, name), request.files.get("photo")
    if photo is None or not photo.filename:
        raise Unreadable(say("Choose a photograph first."))
    known = frozenset(code for surface in asked.printed.values() for code in surface.labels)
    seen = scan.look(photo.read(), known, SECONDS, asked.printed)
    lots = [lot for board, read in seen.boards.items() for lot in _lots(seen, board, asked.printed[board])]
    troubles = [*seen.missed.values(), *seen.advice] or [
        say("No board with two of its labels is seen: photograph a whole board.")
    ]
    return _page(asked, lots, seen=seen, troubles=() if lots else troubles, status=200 if lots else 422)


@routes.post("/boxes/<game>/<name>/colours/kept")
@limiter.limit("60 per hour")
def keep(game: str, name: str) -> Response:
    """`lot`, `is`: cells with their colours, and what people say they are; `copy_as`: the name of a copy of the box."""
    asked, form = _asked(game, name), request.form
    lots = list(_told(asked, form.getlist("lot"), form.getlist("is")))
    try:
        place, said = boxes.add(
            game, name, asked.what, {}, _table(lots), house().boxes.data, copy_as=form.get("copy_as") if asked.shipped else None
        )
    except (CannotAdd, Unreadable) as wrong:
        return _page(asked, lots, troubles=[wrong.sentence], status=422)
    for sentence in said:
        flash(sentences.plainly(sentence), f"{game}/{place.name}")
    return redirect(url_for("shelf.shelf", _anchor=f"box-{game}-{place.name}"), 303)


def _page(
    asked: _Asked, lots: Sequence[Lot] = (), *, seen: Seen | None = None, troubles: Sequence[Sentence] = (), status: int = 200
) -> Response:
    picture = None if seen is None else "data:image/jpeg;base64," + base64.b64encode(seen.picture).decode()
    lying = {lot.what for lot in lots}
    page = render_template(
        "tints.html",
        asked=asked,
        title=house().games[asked.game].TITLE,
        lots=lots,
        unseen=[Sentence(one) for one in asked.colours if one not in lying] if lots else [],
        troubles=troubles,
        picture=picture,
        width=0 if seen is None else round(seen.size[0] * seen.scale),
        height=0 if seen is None else round(seen.size[1] * seen.scale),
        copy_as=request.form.get("copy_as"),
        called=Sentence,
    )
    return make_response(page, status)


def _asked(game: str, name: str) -> _Asked:
    """Raises NoTable where there is no such game or its boxes hold no colours, Unreadable where there is no such box."""
    if game not in house().games:
        raise NoTable(game)
    contract, known = house().games[game], house().boxes
    additions: Mapping[str, Addition] = getattr(contract, "ADDITIONS", {})
    what = next((what for what, one in additions.items() if one.of_colours), None)
    if what is None:
        raise NoTable(name)
    printed = surfaces_of(contract, known.find(game, name))
    return _Asked(game, name, what, additions[what], printed, known.shipped(game).name == name)


def _lots(seen: Seen, name: str, surface: Surface) -> Iterator[Lot]:
    """The cells of a board, lot by lot: what hangs together and is nearest to one class; bare cells come last, all together."""
    read = seen.boards[name]
    (board,) = boards.shown(boards.kept(seen), {name: surface}, {}, {})
    bare = {may[-1] for may in surface.classes.values()}
    at = {(cell.x, cell.y): cell.name for cell in board.cells}
    spots = {name: spot for spot, name in at.items()}
    left = dict.fromkeys(spots)
    found: list[list[str]] = []
    while left:
        first = next(iter(left))
        what = read.cells[first].nearest
        lot, new = [], [first]
        while new:
            cell = new.pop(0)
            if cell not in left:
                continue
            del left[cell]
            lot.append(cell)
            x, y = spots[cell]
            beside = left if what in bare else [at[x + dx, y + dy] for dx, dy in boards.SIDES if (x + dx, y + dy) in at]
            new += [one for one in beside if one in left and read.cells[one].nearest == what]
        found.append(lot)
    for lot in sorted(found, key=lambda lot: read.cells[lot[0]].nearest in bare):
        lot.sort(key=list(spots).index)
        shades = {cell: read.cells[cell].lab for cell in lot}
        may = tuple(dict.fromkeys(one for cell in lot for one in surface.classes[cell]))
        yield Lot(shades, read.cells[lot[0]].nearest, may, tuple(read.cells[cell].outline for cell in lot))


def _told(asked: _Asked, lots: Sequence[str], what: Sequence[str]) -> Iterator[Lot]:
    """What a form says. Raises Unreadable for what no page of ours sends."""
    if len(lots) != len(what) or not 0 < len(lots) <= MOST_LOTS:
        raise Unreadable(say("Choose a photograph first."))
    may = tuple(asked.colours)
    for text, one in zip(lots, what, strict=True):
        cells = [SHADE.fullmatch(part) for part in text.split()]
        if not cells or len(cells) > 400 or None in cells or one not in ("", *may):
            raise Unreadable(say("Choose a photograph first."))
        yield Lot({cell[1]: (float(cell[2]), float(cell[3]), float(cell[4])) for cell in cells if cell is not None}, one, may)


def _table(lots: Sequence[Lot]) -> bytes:
    """As `companion scan --colours` writes it."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(["cell", "class", "L", "a", "b"])
    for lot in lots:
        table.writerows([cell, lot.what, *shade] for cell, shade in lot.shades.items())
    return out.getvalue().encode()
