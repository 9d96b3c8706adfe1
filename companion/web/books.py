"""The table's books: journal, the story that it tells, record, rules in context, score."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint, abort, make_response, render_template, request
from sqlmodel import select
from werkzeug.wrappers import Response

import models
from companion import forms, record, story, table
from companion.notation import Unreadable
from companion.rules import Sentence, say, total
from companion.table import Entry, Ruling, Step, Strike
from companion.web import page, plots, rulebook, seats, sentences
from companion.web.house import house
from companion.web.pictures import may_see
from companion.web.tables import Sitting

routes = Blueprint("books", __name__)


@dataclass(frozen=True)
class JournalLine:
    """An entry as the reader may see it: its sentence, whether it stands, what strikes it, and what could replace it."""

    entry: Entry
    sentence: Sentence | None
    inside: tuple[Sentence, ...]
    struck_by: int | None
    scan: int | None
    misfit: bool
    instead: tuple[forms.Button, ...]


@routes.get("/t/<code>/journal")
def journal(code: str) -> Response:
    sitting = house().sitting(code)
    seats.remember(sitting.code)
    shared = page.common(sitting)
    replaced = request.args.get("replace", "")
    lines = _lines(sitting, shared["seat"], int(replaced) if replaced.isdecimal() and len(replaced) < 10 else None)
    return make_response(render_template("journal.html", lines=lines, replaced=replaced, chapters=_chapters(sitting), **shared))


@dataclass(frozen=True)
class Chapter:
    """A chapter of the story in the reader's language."""

    heading: str
    title: str
    sentences: tuple[str, ...]


def _chapters(sitting: Sitting) -> tuple[Chapter, ...] | None:
    """The story, oldest chapter first; None when the game tells none. The people's names must be known (`page.common`)."""
    told = story.chapters(sitting.table, sitting.entries, sitting.position)
    if told is None:
        return None

    def words(sentence: Sentence) -> str:
        return story.begun(sentences.render(sentence))

    return tuple(Chapter(words(one.heading), words(one.title), tuple(map(words, one.sentences))) for one in told)


@routes.get("/t/<code>/story")
def read_story(code: str) -> Response:
    """The story alone, to read and to print; 404 for a game that tells none."""
    sitting = house().sitting(code)
    shared = page.common(sitting)
    chapters = _chapters(sitting)
    if chapters is None:
        abort(404)
    return make_response(render_template("story.html", chapters=chapters, **shared))


def _lines(sitting: Sitting, seat: int | None, replaced: int | None) -> list[JournalLine]:
    stands = table.standing(sitting.entries)
    steps: dict[int, Step] = {}
    for step in sitting.position.steps:
        steps.setdefault(step.seq, step)
    pictures = may_see(sitting, seat)
    found = []
    for entry in sitting.entries:
        seen = page.veiled(sitting, entry, seat)
        strike = stands[entry.seq]
        problem = sitting.position.problem
        found.append(
            JournalLine(
                seen,
                say_entry(sitting, seen),
                say_inside(sitting, seen),
                strike.seq if strike is not None else None,
                sitting.scans.get(entry.seq) if sitting.scans.get(entry.seq) in pictures else None,
                problem is not None and problem.entry == entry.seq,
                _instead(sitting, steps, entry, seat) if entry.seq == replaced else (),
            )
        )
    return found


def say_entry(sitting: Sitting, entry: Entry) -> Sentence | None:
    """A move of the game as a sentence; strikes and rulings have words of their own on the page."""
    if isinstance(entry.move, (Strike, Ruling)):
        return None
    return forms.told(sitting.game, entry.who, entry.move, sitting.names)


def say_inside(sitting: Sitting, entry: Entry) -> tuple[Sentence, ...]:
    """The moves that a strike puts in place, or a ruling allows, as sentences."""
    match entry.move:
        case Strike(instead=lines) | Ruling(moves=lines):
            return tuple(_say_line(sitting, line) for line in lines)
    return ()


def _say_line(sitting: Sitting, line: str) -> Sentence:
    try:
        who, move = table.who_and_move(line, sitting.table.seats, (*sitting.game.MOVES, Ruling))
    except Unreadable:
        return Sentence("{line}", {"line": line})
    if isinstance(move, Ruling):
        return Sentence("{line}", {"line": move.text})
    by = who if who is not None else sitting.game.maker(sitting.position.state, move)
    return forms.told(sitting.game, by, move, sitting.names)


def _instead(sitting: Sitting, steps: Mapping[int, Step], entry: Entry, seat: int | None) -> tuple[forms.Button, ...]:
    """The moves that were possible where this entry stands."""
    problem = sitting.position.problem
    if entry.seq in steps:
        before = steps[entry.seq].before
    elif problem is not None and problem.entry == entry.seq:
        before = sitting.position.state
    else:
        return ()
    moves = sitting.game.legal_moves(sitting.game.view(before, seat))
    return tuple(button for group in forms.groups(sitting.game, moves, sitting.names) for button in group.buttons)


@routes.get("/t/<code>/record")
def get_record(code: str) -> Response:
    """The record as this reader may see it: text, or with `?zip` (and for a box of the owner's) a zip with the box."""
    sitting = house().sitting(code)
    seat = seats.seat_at(sitting)
    text = record.write(sitting.table, [page.veiled(sitting, entry, seat) for entry in sitting.entries], sitting.row.box)
    name = f"{sitting.row.game}-{sitting.row.made:%Y-%m-%d}"
    if "zip" not in request.args:
        headers = {"Content-Type": "text/plain; charset=utf-8", "Content-Disposition": f'attachment; filename="{name}.txt"'}
        return make_response(text, 200, headers)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("record.txt", text)
        for path, content in _box_files(sitting).items():
            archive.writestr(f"box/{path}", content)
    headers = {"Content-Type": "application/zip", "Content-Disposition": f'attachment; filename="{name}.zip"'}
    return make_response(out.getvalue(), 200, headers)


def _box_files(sitting: Sitting) -> dict[str, bytes]:
    """The files of a box that did not come with Companion."""
    if sitting.row.box_id is None:
        return {}
    with models.reading(house().engine) as session:
        row = session.exec(select(models.Box).where(models.Box.id == sitting.row.box_id)).one()
    with zipfile.ZipFile(io.BytesIO(row.files)) as files:
        return {name: files.read(name) for name in files.namelist()}


@routes.get("/t/<code>/rules")
def rules(code: str) -> Response:
    """Every rule with its anchor; those that matter now (what is refused at this moment, `?rule=`) come first."""
    sitting = house().sitting(code)
    context = page.context(sitting)
    now = {greyed.rule for greyed in context["greyed"]} | set(request.args.getlist("rule"))
    if sitting.position.problem is not None:
        now.add(sitting.position.problem.rule)
    journal = {rule: Sentence(text) for rule, text in table.RULES.items()}
    chapters = [*rulebook.chapters(sitting.game), (say("Journal"), journal)]
    every = {rule: sentence for _, rules in chapters for rule, sentence in rules.items()}
    found = {rule: sentence for rule, sentence in every.items() if rule in now}
    return make_response(render_template("rules.html", chapters=chapters, now=found, **context))


@routes.get("/t/<code>/score")
def score(code: str) -> Response:
    sitting = house().sitting(code)
    shared = page.common(sitting)
    ledger = table.ledger(sitting.table, sitting.position)
    totals = {who: total(line for line, _ in lines) for who, lines in ledger.items()}
    order = sorted(ledger, key=lambda who: -totals[who])
    outcome = sitting.game.outcome(sitting.position.state)
    found = {"ledger": ledger, "totals": totals, "order": order, "outcome": outcome}
    found["by_points"] = plots.by_points(sitting.game, sitting.position.state)
    return make_response(render_template("score.html", **found, **shared))
