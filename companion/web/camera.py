"""Trying a camera out: the test page to print, and what a photograph of it, or of any labels, says. Nothing is kept."""

from __future__ import annotations

import base64

from flask import Blueprint, make_response, render_template, request
from werkzeug.wrappers import Response

from companion import camera, chart, printing, scan
from companion.notation import Unreadable
from companion.rules import say
from companion.web import looks, sentences
from companion.web.house import house
from companion.web.safety import limiter

routes = Blueprint("camera", __name__)

SECONDS = 20.0
"""How long a photograph is looked at before it is given up."""


@routes.get("/camera")
def ask() -> Response:
    """How to try a camera out."""
    return make_response(render_template("camera.html", report=None, papers=list(printing.PAPERS)))


@routes.post("/camera")
@limiter.limit("60 per minute")
def answer() -> Response:
    """`photo`: what the camera sees from where it was taken, with the picture."""
    photo = request.files.get("photo")
    if photo is None or not photo.filename:
        raise Unreadable(say("Choose a photograph first."))
    seen = scan.look(photo.read(), None, SECONDS)
    found = camera.report(seen)
    look = looks.read_alone(seen)
    return make_response(
        render_template(
            "camera.html",
            report=found,
            answer=camera.chart_said(found.smallest),
            counted=camera.counted(found),
            taken=camera.taken(found),
            a_row=chart.A_ROW,
            look=look,
            names_of={frame.number: looks.alone(frame, house().titles) for frame in look.frames},
            counts=looks.counts(look, tappable=False),
            picture="data:image/jpeg;base64," + base64.b64encode(seen.picture).decode(),
            width=round(seen.size[0] * seen.scale),
            height=round(seen.size[1] * seen.scale),
            papers=list(printing.PAPERS),
        )
    )


@routes.get("/camera/page.pdf")
@limiter.limit("30 per minute")
def sheet() -> Response:
    """The test page, in the reader's language: `paper`."""
    made = printing.chart_page(request.args.get("paper", "a4"), translate=sentences.plainly)
    headers = {"Content-Type": "application/pdf", "Content-Disposition": 'inline; filename="companion-test-page.pdf"'}
    return make_response(made, 200, headers)
