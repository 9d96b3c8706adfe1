"""What a move would bring, said before it is made: judged on what this phone may know, and nothing is written down."""

from __future__ import annotations

from flask import Blueprint, make_response, render_template, request
from werkzeug.wrappers import Response

from companion import forms, notation
from companion.rules import IllegalMove
from companion.web import page, play
from companion.web.house import house
from companion.web.safety import limiter

routes = Blueprint("trials", __name__)


@routes.post("/t/<code>/trial")
@limiter.limit("300 per minute")
def trial(code: str) -> Response:
    """The fields of a form of moves, as `play.move` reads them. A refusal is an answer like any other.

    `NAME/trial.html` receives, beside what every page of the table has, `view` and `after`: the table now and with the moves;
    `moves`: who makes each, its line of notation, what it says; `scanning` where it is the answer to a photograph, `asking`
    where what is still to be said is asked beside it. `evidence`: the photograph that the form was made from.
    """
    sitting = house().sitting(code)
    shared = page.common(sitting)
    game = sitting.game
    view = after = game.view(sitting.position.state, shared["seat"])
    moves = play.posted(sitting, request.form)
    refused = None
    try:
        for who, move in moves:
            after = game.apply(after, who, move)
    except IllegalMove as illegal:
        refused = illegal
    said = [(who, notation.write(move), forms.told(game, who, move, sitting.names)) for who, move in moves]
    brings = {"view": view, "after": after, "moves": said, "scanning": False, "asking": False}
    return make_response(render_template("trial.html", refused=refused, evidence=play.evidence(), **brings, **shared))
