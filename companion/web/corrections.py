"""What the table takes back, puts right or agrees on: strikes and rulings. The journal only grows."""

from __future__ import annotations

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.notation import Unreadable
from companion.rules import TABLE, Who, say
from companion.table import Ruling, Strike
from companion.web import seats
from companion.web.house import house
from companion.web.play import again, evidence, key, seen
from companion.web.tables import Sitting

routes = Blueprint("corrections", __name__)

MOST_TEXT = 500


@routes.post("/t/<code>/strike")
def strike(code: str) -> Response:
    """`seq`: the entry taken back; `instead`: lines of notation in its place; `why`; `scan`: the photograph that shows it."""
    text = request.form.get("seq", "")
    if not (text.isdecimal() and len(text) < 10):
        raise Unreadable(say("A correction names the entry it is about: “seq” is a number."))
    made = Strike(int(text), lines("instead"), words("why"))
    house().enter(code, lambda sitting: [(_who(sitting), made)], seen=seen(), key=key(), scan=evidence())
    if request.form.get("back") == "journal":
        return redirect(url_for("books.journal", code=code), 303)
    return again(code)


@routes.post("/t/<code>/ruling")
def ruling(code: str) -> Response:
    """`text`: what the table agreed on; `moves`: lines of notation that need not keep every rule."""
    text = words("text")
    if not text:
        raise Unreadable(say("A ruling says in words what the table agreed on."))
    made = Ruling(text, lines("moves"))
    house().enter(code, lambda sitting: [(_who(sitting), made)], seen=seen(), key=key())
    return again(code)


def _who(sitting: Sitting) -> Who:
    seat = seats.seat_at(sitting)
    return seat if seat is not None else TABLE


def lines(name: str) -> tuple[str, ...]:
    """The lines of the form's fields of this name, empty ones left out."""
    found = [line.strip() for text in request.form.getlist(name) for line in text.splitlines()]
    return tuple(line for line in found if line)


def words(name: str) -> str:
    """What somebody typed, on one line. Raises Unreadable when it is too long."""
    text = " ".join(request.form.get(name, "").split())
    if len(text) > MOST_TEXT:
        raise Unreadable(say("At most {most} signs of words, please.", most=MOST_TEXT))
    return text
