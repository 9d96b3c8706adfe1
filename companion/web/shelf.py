"""The boxes: what is in them, how much of them is house values, and their labels to print."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flask import Blueprint, flash, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion import boxes, printing
from companion.notation import Unreadable
from companion.rules import Addition, BadBox, CannotAdd, Problem, Sentence, say
from companion.web import sentences
from companion.web.house import house
from companion.web.languages import language
from companion.web.safety import limiter
from companion.web.tables import NoTable

routes = Blueprint("shelf", __name__)


@dataclass(frozen=True)
class Shown:
    """A box on the shelf: its rows by source, and what is odd about it."""

    name: str
    title: str
    shipped: bool
    rows: dict[str, int]
    problems: list[Problem]
    pieces: int
    size: float
    """The width, in mm, of the code on its labels."""
    place: Sentence | None
    """Where on a piece its label goes, if it says so."""
    offered: tuple[str, ...]
    """What of it can be printed, as `printing.printed` calls it."""

    @property
    def house(self) -> int:
        """Percent of the rows that are house values."""
        return round(100 * self.rows.get("house", 0) / max(1, sum(self.rows.values())))


@dataclass(frozen=True)
class Failed:
    """A file that could not be added: to which box, what was told of it, why, and which of it that is about."""

    game: str
    name: str
    what: str
    told: Mapping[str, str]
    why: Sentence
    asked: str | None


@routes.get("/boxes")
def shelf() -> Response:
    return _shelf(None)


def _shelf(failed: Failed | None, status: int = 200) -> Response:
    games = house().games
    page = render_template(
        "boxes.html",
        shelves={name: list(_shown(name)) for name in games},
        additions={name: _additions(name) for name in games},
        games=games,
        papers=list(printing.PAPERS),
        duplex=printing.DUPLEX,
        failed=failed,
    )
    return make_response(page, status)


def _additions(game: str) -> Mapping[str, Addition]:
    found: Mapping[str, Addition] = getattr(house().games[game], "ADDITIONS", {})
    return found


def _shown(game: str) -> list[Shown]:
    contract, known = house().games[game], house().boxes
    folders: list[tuple[str, Path, bool]] = [(known.shipped(game).name, known.shipped_folder(game), True)]
    folders += [(place.name, place.folder, False) for place in known.own(game)]
    found = []
    for name, folder, shipped in folders:
        try:
            box: Any = contract.read_box(folder)
            problems, title = contract.check_box(box), box.title
            pieces = sum(piece.copies for piece in contract.PIECES(box).values())
            size, place = printing.size_of(box), printing.place_of(box)
        except BadBox as wrong:
            problems, title, pieces, size, place = list(wrong.problems), name, 0, 0.0, None
        offered = printing.offered(contract)
        found.append(Shown(name, title, shipped, dict(boxes.provenance(folder)), problems, pieces, size, place, offered))
    return found


@routes.get("/boxes/<game>/<name>/labels.pdf")
@limiter.limit("30 per minute")
def labels(game: str, name: str) -> Response:
    """The label sheets, in the reader's language: `paper`, `size` (mm)."""
    return _printed(game, name, "labels")


@routes.get("/boxes/<game>/<name>/<any(cards, all):what>.pdf")
@limiter.limit("30 per minute")
def sheets(game: str, name: str, what: str) -> Response:
    """The cards, or all of the game that can be printed, in the reader's language: `paper`."""
    return _printed(game, name, what)


def _printed(game: str, name: str, what: str) -> Response:
    box = _box(game, name)
    size = request.args.get("size", "")
    try:
        width = float(size) if size else None
    except ValueError as wrong:
        raise Unreadable(say("A label’s size is a number of millimetres.")) from wrong
    made = printing.printed(
        game,
        house().games[game],
        box,
        request.args.get("paper", "a4"),
        width,
        what=what,
        language=language(),
        translate=sentences.plainly,
    )
    headers = {"Content-Type": "application/pdf", "Content-Disposition": f'inline; filename="{game}-{what}.pdf"'}
    return make_response(made, 200, headers)


def _box(game: str, name: str) -> Any:
    if game not in house().games:
        raise NoTable(game)
    return house().boxes.find(game, name)


@routes.get("/boxes/<game>/<name>/box.zip")
def export(game: str, name: str) -> Response:
    """The box's files, for other people."""
    if game not in house().games:
        raise NoTable(game)
    places = {place.name: place.folder for place in house().boxes.own(game)}
    folder = house().boxes.shipped_folder(game) if name == house().boxes.shipped(game).name else places.get(name)
    if folder is None:
        raise NoTable(name)
    headers = {"Content-Type": "application/zip", "Content-Disposition": f'attachment; filename="{game}-box.zip"'}
    return make_response(boxes.pack(folder, inside="box"), 200, headers)


@routes.post("/boxes/<game>/<name>/added")
@limiter.limit("60 per hour")
def add(game: str, name: str) -> Response:
    """Adds `file` of the kind `what` to the owner's box, or to a copy of the box called `copy_as`; `told.NAME`: what is asked."""
    if game not in house().games:
        raise NoTable(game)
    form, sent = request.form, request.files.get("file")
    what, copy_as = form.get("what", ""), form.get("copy_as")
    addition = _additions(game).get(what)
    if addition is None:
        raise NoTable(what)
    told = {one.name: form.get(f"told.{one.name}", "") for one in addition.asks}
    try:
        if sent is None or not sent.filename:
            raise CannotAdd(say("Choose a file first."))
        data = sent.read(addition.most_bytes + 1)
        place, said = boxes.add(game, name, what, told, data, house().boxes.data, copy_as=copy_as)
    except (CannotAdd, Unreadable) as wrong:
        asked = wrong.asked if isinstance(wrong, CannotAdd) else None
        return _shelf(Failed(game, name, what, told | {"copy_as": copy_as or ""}, wrong.sentence, asked), 422)
    for sentence in said:
        flash(sentences.plainly(sentence), f"{game}/{place.name}")
    return redirect(url_for("shelf.shelf", _anchor=f"box-{game}-{place.name}"), 303)


@routes.post("/boxes")
@limiter.limit("30 per hour")
def bring() -> Response:
    """`box`: a zip with one box, kept in the owner's folder."""
    sent = request.files.get("box")
    if sent is None or not sent.filename:
        raise Unreadable(say("Choose a zip with a box first."))
    boxes.bring(sent.read(boxes.MOST_BYTES + 1), house().boxes.data)
    return redirect(url_for("shelf.shelf"), 303)
