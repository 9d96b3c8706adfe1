"""The table: its page, moves, seats, and whether there is news."""

from __future__ import annotations

import hashlib
import io
import json
from typing import Any

import segno
from flask import Blueprint, current_app, g, make_response, redirect, render_template, request, url_for
from flask_htmx import HTMX
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from companion import forms, notation
from companion.notation import Unreadable
from companion.rules import TABLE, Ask, Who, say
from companion.table import JOURNAL_MOVES, who_and_move
from companion.web import page, seats
from companion.web.house import house
from companion.web.safety import limiter
from companion.web.tables import Sitting

routes = Blueprint("play", __name__)
htmx = HTMX()


@routes.get("/t/<code>")
def table(code: str) -> Response:
    sitting = house().sitting(code)
    if code != sitting.code:
        return redirect(url_for("play.table", code=sitting.code))
    seats.remember(sitting.code)
    return page.show(sitting)


@routes.post("/t/<code>/moves")
def move(code: str) -> Response:
    """`move` (notation, perhaps with who in front; or several), or `kind`, `given` and each picked `f.FIELD`.

    Beside it `who`, `seen` (the last entry on the page), `key` (once-only) and `scan` (the photograph that shows it);
    `go_on` in a practice game.
    """
    if request.form.get("go_on"):
        house().enter(code, lambda _: [], seen=seen(), key=key(), go_on=True)
        return again(code)
    house().enter(code, asked, seen=seen(), key=key(), scan=evidence())
    return again(code)


def asked(sitting: Sitting) -> list[tuple[Who, Any]]:
    """The moves that the form asks for; kept for the page that refuses them."""
    g.attempt = posted(sitting, request.form)
    return list(g.attempt)


def again(code: str) -> Response:
    """Back to the table, whose address answers the page or its fragment."""
    return redirect(url_for("play.table", code=code), 303)


def seen() -> int:
    """The last entry that was on the page of this form. Raises Unreadable."""
    text = request.form.get("seen", "")
    if not (text.isdecimal() and len(text) < 10):
        raise Unreadable(say("A move says which entry it was made against: “seen” is a number."))
    return int(text)


def evidence() -> int | None:
    """The photograph that this form was made from, if it was."""
    text = request.form.get("scan", "")
    return int(text) if text.isdecimal() and len(text) < 12 else None


def key() -> str:
    """The once-only mark of this form: the page's key and what was posted with it. Raises Unreadable.

    All forms of a page share a key: sent twice, the same form is written once; another form of the same page is another.
    """
    text = request.form.get("key", "")
    if not text or len(text) > 64 or not text.isprintable():
        raise Unreadable(say("A move carries a once-only “key” of 1 to 64 signs."))
    posted = sorted((name, value) for name, value in request.form.items(multi=True) if name not in ("csrf_token", "seen", "key"))
    return f"{text}.{hashlib.sha256(repr(posted).encode()).hexdigest()[:16]}"


MOST_MOVES = 40
"""Moves confirmed together: a whole table in one photograph."""


def posted(sitting: Sitting, form: MultiDict[str, str]) -> list[tuple[Who, Any]]:
    """The moves of the form with who makes them. Raises Unreadable."""
    classes = sitting.game.MOVES
    lines = form.getlist("move")
    if len(lines) > MOST_MOVES:
        raise Unreadable(say("At most {most} moves are made together.", most=MOST_MOVES))
    made: list[tuple[Who | None, Any]]
    if "kind" in form:
        picked = {name[2:]: form.getlist(name) for name in form if name.startswith("f.")}
        made = [(None, forms.assemble(form["kind"], form.get("given", "{}"), picked, classes))]
    elif lines:
        made = [read(sitting, line) for line in lines]
    else:
        raise Unreadable(say("No move was sent."))
    told = speaker(sitting, form.get("who", ""))
    state = sitting.position.state
    return [(first(who, told, lambda move=move: sitting.game.maker(state, move)), move) for who, move in made]


def read(sitting: Sitting, line: str) -> tuple[Who | None, Any]:
    who, move = who_and_move(line, sitting.table.seats, (*sitting.game.MOVES, *JOURNAL_MOVES))
    if isinstance(move, JOURNAL_MOVES):
        raise Unreadable(say("Corrections and rulings have pages of their own."))
    return who, move


def first(who: Who | None, told: Who | None, maker: Any) -> Who:
    """Who makes a move: as its line says, else as the form says, else as the game says."""
    if who is not None:
        return who
    return told if told is not None else maker()


def speaker(sitting: Sitting, text: str) -> Who | None:
    """A seat's number, TABLE, or nobody named. Raises Unreadable."""
    if text == "":
        return None
    if text == TABLE:
        return TABLE
    if text.isdecimal() and len(text) < 3 and int(text) < len(sitting.table.seats):
        return int(text)
    raise Unreadable(say("There is no such seat at this table."))


# --- seats ------------------------------------------------------------------------------------------------------------


@routes.post("/t/<code>/sit")
def sit(code: str) -> Response:
    """Takes the `seat` (a number), or none: then this browser shows the screen everyone sees."""
    sitting = house().sitting(code)
    code, text = sitting.code, request.form.get("seat", "")
    mine = seats.mark(code)
    if text == "":
        seats.place(code, None)
        return again(code)
    seat = speaker(sitting, text)
    if not isinstance(seat, int):
        raise Unreadable(say("There is no such seat at this table."))
    if not house().sit(code, seat, mine, take_over=bool(request.form.get("take_over"))):
        return make_response(render_template("taken.html", wanted=seat, **page.common(sitting)), 409)
    seats.place(code, seat)
    return again(code)


@routes.get("/join/<code>")
@limiter.limit("60 per minute")
def join(code: str) -> Response:
    """The page that a table's QR leads to: take a seat, and the QR for the next phone."""
    sitting = house().sitting(code)
    address = current_app.config["ADDRESS"] or request.host_url.rstrip("/")
    link = address + url_for("play.join", code=sitting.code)
    seats.remember(sitting.code)
    return make_response(render_template("join.html", link=link, qr=qr(link), **page.common(sitting)))


def qr(text: str) -> str:
    """The QR of *text* as an SVG element."""
    out = io.BytesIO()
    segno.make(text, error="m").save(out, kind="svg", xmldecl=False, border=4, omitsize=True, svgclass=None, lineclass=None)
    return out.getvalue().decode()


# --- news -------------------------------------------------------------------------------------------------------------


@routes.get("/t/<code>/events")
def events(code: str) -> Response:
    """The last entry's number and nothing else, as an event or as text; 204 to whom has `seen` it; to htmx the news."""
    last = house().last(code)
    if request.accept_mimetypes.best_match(["text/plain", "text/event-stream"], "text/plain") == "text/event-stream":
        # One event an answer: the browser asks again after `retry`, and no thread waits meanwhile.
        return make_response(f"retry: 2000\nid: {last}\ndata: {last}\n\n", 200, {"Content-Type": "text/event-stream"})
    if request.args.get("seen") == str(last):
        return make_response("", 204)
    if not htmx:
        return make_response(f"{last}\n", 200, {"Content-Type": "text/plain; charset=utf-8"})
    sitting = house().sitting(code)
    shared = page.common(sitting)
    busy = shared["seat"] is not None and is_choosing(sitting, shared["seat"], request.args.get("seen", 0, int))
    return make_response(render_template("news.html", busy=busy, **shared))


def is_choosing(sitting: Sitting, seat: int, seen: int) -> bool:
    """Whether news would sweep away what a seat is about to choose: it can do something that it could do already after entry
    *seen*. Where all act at once, a king's order or a shout ends what was to be done, and every page must show it by itself."""
    game, position = sitting.game, sitting.position
    then = next((step.before for step in position.steps if step.seq > seen), position.state)
    kinds = [
        {move.move if isinstance(move, Ask) else type(move) for who, move in game.legal_moves(state, seat)}
        for state in (then, position.state)
        if seat in game.to_act(state)
    ]
    return len(kinds) == 2 and not kinds[0].isdisjoint(kinds[1])


def plain_json(value: Any) -> str:
    return json.dumps(notation.plain(value), ensure_ascii=False)
