"""The start page, opening a table, and what the house has: games, boxes, health."""

from __future__ import annotations

import dataclasses
import io
import zipfile
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.datastructures import FileStorage
from werkzeug.wrappers import Response

import models
from companion import boxes, forms, practice, record
from companion.notation import Unreadable
from companion.rules import Game, IllegalMove, Sentence, say
from companion.web import rulebook, seats
from companion.web.house import house
from companion.web.safety import limiter
from companion.web.tables import NoTable, Sitting, shown

routes = Blueprint("start", __name__)


@routes.get("/")
def home() -> Response:
    return make_response(render_template("home.html", tables=own_tables(), games=house().games))


def own_tables() -> list[Sitting]:
    """This browser's tables that are still there, the newest first."""
    found = []
    for code in reversed(seats.known()):
        try:
            found.append(house().sitting(code))
        except (NoTable, Unreadable):
            continue
    return found


# --- opening ----------------------------------------------------------------------------------------------------------


@routes.get("/tables")
def new() -> Response:
    """The form: `game`, `practice`, `box`."""
    games = house().games
    name = request.args.get("game", "") or next(iter(games))
    return form(name if name in games else next(iter(games)), practice=bool(request.args.get("practice")))


def form(name: str, *, practice: bool, wrong: Sentence | None = None, status: int = 200, told: Any = None) -> Response:
    """The form of a new table, with what was typed when it was refused."""
    game = house().games[name]
    people = told.getlist("seat") if told is not None else []
    return make_response(
        render_template(
            "new.html",
            games=house().games,
            name=name,
            game=game,
            practice=practice,
            wrong=wrong,
            people=people,
            told=told or {},
            chosen=(told or request.args).get("box", ""),
            boxes=house().boxes.named(name),
            options=options(name),
        ),
        status,
    )


def options(name: str) -> list[dict[str, Any]]:
    """Each option: name, default, help, the values it may have (None: any of its type), and what these are called."""
    game = house().games[name]
    of_boxes = _values_of_boxes(name)
    found = []
    for part in dataclasses.fields(game.Options):
        known = of_boxes.get(part.name, {})
        allowed = part.metadata.get("values") or tuple(known) or None
        found.append(
            {
                "name": part.name,
                "default": part.default,
                "help": Sentence(part.metadata.get("help", part.name)),
                "allowed": allowed,
                "called": {
                    value: known.get(value) or forms.title_of(game, f"Options.{part.name}.{value}")
                    for value in (allowed or () if isinstance(part.default, str) else ())
                },
            }
        )
    return found


def _values_of_boxes(name: str) -> dict[str, dict[str, Sentence]]:
    """Option -> value -> what it is called, of options whose values lie in a box: those of all boxes of the game.

    A box that lacks the chosen one refuses it when the table is opened.
    """
    values_of = getattr(house().games[name], "option_values", None)
    found: dict[str, dict[str, Sentence]] = {}
    if values_of is None:
        return found
    for box in house().boxes.named(name):
        for option, values in values_of(box).items():
            found[option] = values | found.get(option, {})
    return found


@routes.post("/tables")
@limiter.limit("600 per hour")
def open_table() -> Response:
    """Opens a table: `game`, `box`, `option.NAME`, `seat` (each a name, in order), `practice`; or a `record` that is read."""
    sent = request.files.get("record")
    if sent is not None and sent.filename:
        code = _from_record(sent)
    else:
        name = request.form.get("game", "")
        if name not in house().games:
            raise Unreadable(say("“{name}” is no game here. Games are: {games}.", name=name[:40], games=sorted(house().games)))
        practice = request.form.get("practice") == "1"
        try:
            code = _open(house().games[name], name, practice)
        except (Unreadable, IllegalMove) as wrong:
            return form(name, practice=practice, wrong=wrong.sentence, status=422, told=request.form)
    seats.remember(code)
    if request.form.get("practice") == "1":
        _sit_first(code)
    return redirect(url_for("play.table", code=code), 303)


def _open(game: Game, name: str, practised: bool) -> str:
    people = [person for person in request.form.getlist("seat") if person.strip()]
    if not people:
        raise Unreadable(say("Every seat needs a name."))
    if len(people) not in game.SEATS:
        least, most = game.SEATS.start, game.SEATS.stop - 1
        if most == 1:
            raise Unreadable(say("{title} is for one.", title=game.TITLE))
        raise Unreadable(say("{title} is for {least} to {most} people.", title=game.TITLE, least=least, most=most))
    told = _told_options(game)
    box = house().boxes.find(name, request.form.get("box") or house().boxes.shipped(name).name)
    errors = [problem for problem in game.check_box(box) if problem.error]
    if errors:
        raise Unreadable(say("This box cannot be played with: {problems}", problems=tuple(str(problem) for problem in errors)))
    variants = [{**told, **needed} for needed in game.PRACTICE] if practised else [told]
    table = practice.open_table(name, game, box, variants, people)
    pictures = request.form.get("no_pictures") != "1"
    return house().open(table, practised=practised, keeps_pictures=pictures, box=house().boxes.row(name, box))


def _told_options(game: Game) -> dict[str, Any]:
    """The options as the form sends them; a tick that was not sent is off. Raises Unreadable."""
    told: dict[str, Any] = {}
    if "options" not in request.form:
        return told
    for part in dataclasses.fields(game.Options):
        text = request.form.get(f"option.{part.name}")
        if isinstance(part.default, bool):
            told[part.name] = text is not None
        elif text is None:
            continue
        elif isinstance(part.default, int):
            if not text.strip().removeprefix("-").isdecimal() or len(text) > 9:
                raise Unreadable(say("“{text_}” should be a whole number.", text_=text[:20]))
            told[part.name] = int(text)
        else:
            told[part.name] = text
    return told


def _sit_first(code: str) -> None:
    """Whoever practises sits down at once."""
    if house().sit(code, 0, seats.mark(code)):
        seats.place(code, 0)


MOST_RECORD = boxes.MOST_BYTES + 2_000_000
"""Bytes of a record, with the box that it came with."""


def _from_record(sent: FileStorage) -> str:
    """A new table with the journal of a record: a text, or a zip with the text and the box."""
    data = sent.read(MOST_RECORD + 1)
    if len(data) > MOST_RECORD:
        raise Unreadable(say("A record is at most {most} megabytes large.", most=MOST_RECORD // 1_000_000))
    text, box = _unpack(data) if data[:2] == b"PK" else (_decoded(data), {})
    rows: dict[tuple[str, str], models.Box | None] = {}

    def find(game: str, name: str) -> Any:
        if not box:
            return house().boxes.find(game, name)
        made, rows[game, name] = house().boxes.unpacked(game, box)
        return made

    found = record.read(text, house().games, find)
    which = (found.table.name, found.table.box.name)
    row = rows[which] if which in rows else house().boxes.row(found.table.name, found.table.box)
    return house().open(found.table, entries=found.entries, box=row)


def _decoded(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as wrong:
        raise Unreadable(say("A record is a text in UTF-8.")) from wrong


def _unpack(data: bytes) -> tuple[str, Mapping[str, bytes]]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = [part for part in archive.infolist() if not part.is_dir()]
            if sum(part.file_size for part in parts) > MOST_RECORD or len(parts) > 100:
                raise Unreadable(say("A record is at most {most} megabytes large.", most=MOST_RECORD // 1_000_000))
            files = {part.filename: archive.read(part) for part in parts}
    except boxes.UNZIPPABLE as wrong:
        raise Unreadable(say("This zip file cannot be read.")) from wrong
    if "record.txt" not in files:
        raise Unreadable(say("The zip of a record holds a file record.txt."))
    return _decoded(files["record.txt"]), {name[4:]: content for name, content in files.items() if name.startswith("box/")}


@routes.post("/t/<code>/clear")
def clear_away(code: str) -> Response:
    """Deletes the table with everything it has."""
    sitting = house().sitting(code)
    house().clear_away(code)
    seats.forget(sitting.code)
    return redirect(url_for("start.home"), 303)


# --- the house --------------------------------------------------------------------------------------------------------


@routes.get("/games")
def games() -> Response:
    """The games here, and this browser's tables with how they stand."""
    return make_response(render_template("games.html", tables=own_tables(), games=house().games))


@routes.get("/games/<name>")
def game(name: str) -> Response:
    """A game: its rules, with anchors."""
    if name not in house().games:
        raise NoTable(name)
    found = house().games[name]
    return make_response(render_template("game.html", name=name, game=found, chapters=rulebook.chapters(found)))


@routes.get("/healthz")
@limiter.exempt
def health() -> Response:
    """200 when the database answers."""
    well = models.healthy(house().engine)
    return make_response("ok\n" if well else "no database\n", 200 if well else 503, {"Content-Type": "text/plain"})


__all__ = ["form", "routes", "shown"]
