"""Photographs, and codes typed or tapped in: seen, judged, shown as proposals. Nothing is done before a person confirms."""

from __future__ import annotations

import json
from typing import Any

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

import models
from companion import notation, referee, scan
from companion.notation import Unreadable
from companion.rules import Sentence, say
from companion.scan.codes import is_ours, printable
from companion.web import page, seats
from companion.web.house import house
from companion.web.pictures import may_see
from companion.web.safety import limiter
from companion.web.tables import NoTable, Sitting

routes = Blueprint("scans", __name__)

SECONDS = 20.0
"""How long a photograph is looked at before it is given up."""


@routes.post("/t/<code>/scans")
@limiter.limit("120 per minute")
def take(code: str) -> Response:
    """`photo`: looked at in a process of its own, kept without metadata, then shown with what it may mean."""
    sitting = house().sitting(code)
    photo = request.files.get("photo")
    if photo is None or not photo.filename:
        raise Unreadable(say("Choose a photograph first."))
    seen = scan.look(photo.read(), frozenset(_labels(sitting)), SECONDS)
    row = models.Scan(
        table_id=0,
        seat=seats.seat_at(sitting),
        picture=seen.picture,
        width=round(seen.size[0] * seen.scale),
        height=round(seen.size[1] * seen.scale),
        seen=json.dumps(
            {
                "rows": [*seen.sightings.codes, *([one.code] for one in seen.sightings.foreign if is_ours(one.code))],
                "foreign": [printable(one.code) for one in seen.sightings.foreign if not is_ours(one.code)],
                "problem": [seen.advice[0].text, notation.plain(seen.advice[0].facts)] if seen.advice else None,
                "sightings": [
                    {"code": one.code, "corners": [[round(x * seen.scale, 1), round(y * seen.scale, 1)] for x, y in one.corners]}
                    for one in (*seen.sightings, *seen.sightings.foreign)
                ],
            }
        ),
    )
    number = house().keep_scan(code, row)
    return redirect(url_for("scans.proposals", code=sitting.code, scan=number), 303)


@routes.get("/t/<code>/scans")
def proposals(code: str) -> Response:
    """What was seen (`scan`: a photograph; `codes`: tapped or typed in) and the moves it may mean."""
    sitting = house().sitting(code)
    seats.remember(sitting.code)
    shared = page.common(sitting)
    seat = shared["seat"]
    number = request.args.get("scan", "")
    row: models.Scan | None = None
    seen: dict[str, Any] = {"rows": [], "foreign": [], "problem": None, "sightings": []}
    if number.isdecimal() and len(number) < 10:
        if int(number) not in may_see(sitting, seat):
            raise NoTable(code)
        row = house().scan(sitting, int(number))
        seen = json.loads(row.seen)
    typed = [text for line in request.args.getlist("codes") for text in line.replace(",", " ").upper().split()]
    rows = [*([typed] if typed else seen["rows"])]
    # Judged on what this phone may know, so that the answer tells no secret; the whole state judges when it is confirmed.
    view = sitting.game.view(sitting.position.state, seat)
    judged = referee.judge(sitting.game, view, seat, rows, sitting.names, house().titles)
    return make_response(
        render_template(
            "scan.html",
            scan=row,
            rows=rows,
            sightings=seen["sightings"],
            foreign=seen["foreign"],
            problem=Sentence(seen["problem"][0], seen["problem"][1]) if seen["problem"] is not None else None,
            judged=judged,
            catalogue=page.catalogue(sitting),
            labels=_labels(sitting),
            **shared,
        )
    )


def _labels(sitting: Sitting) -> dict[str, Any]:
    """Code with prefix -> what the piece is called, for the frames."""
    return {f"{sitting.game.PREFIX}:{code}": piece.name for code, piece in sitting.game.PIECES(sitting.table.box).items()}


@routes.get("/t/<code>/scans/<int:number>")
def picture(code: str, number: int) -> Response:
    """The picture, for those who may see what it shows."""
    sitting = house().sitting(code)
    if number not in may_see(sitting, seats.seat_at(sitting)):
        raise NoTable(code)
    row = house().scan(sitting, number)
    if row.picture is None:
        raise NoTable(code)
    return make_response(row.picture, 200, {"Content-Type": "image/jpeg", "Cache-Control": "private, max-age=3600"})
