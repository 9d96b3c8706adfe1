"""A game's advice in full, for the seat that asks: what it sets, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, current_app, make_response, render_template, request, url_for
from jinja2 import TemplateNotFound
from werkzeug.wrappers import Response

from companion import advisers
from companion.notation import Unreadable
from companion.rules import Ask, Sentence, say
from companion.web import errors, page, seats, wanted
from companion.web.house import house
from companion.web.safety import limiter
from companion.web.tables import Sitting

routes = Blueprint("advice", __name__)


@routes.get("/t/<code>/advice")
@limiter.limit("60 per minute")
def advised(code: str) -> Response:
    """The fields of the adviser's `Wanted`, with `set` when a whole form was sent: a tick that is not among them is off.

    `NAME/advised.html` receives, beside what every page of the table has:

        view       game.view(state, seat)           advice     what the game advises in full
        settings   name -> advisers.Setting         may        the classes of moves that this seat may make now
        asking     a function: the address of this page with other settings

    404 for a game without that template. 403 where the table does without advice: it agreed so when it was opened, and nothing
    that is sent here can change it. 422 for a setting that cannot be read: nothing is remembered of it.
    """
    sitting = house().sitting(code)
    asked = advisers.adviser(sitting.game)
    if asked is None or not _has_page(sitting):
        return errors.plain(404, say("This game has no page of advice."), home=False)
    seat = seats.seat_at(sitting)
    view = sitting.game.view(sitting.position.state, seat)
    why = advisers.withheld(asked, view, practice=sitting.row.practice)
    if why is not None:
        page.common(sitting)  # the sentence may name people
        return errors.plain(403, why)
    before = wanted.remembered(asked, sitting, view, seat)
    try:
        wants = advisers.told(asked, view, seat, request.args, before, form="set" in request.args)
    except Unreadable as wrong:
        fits = advisers.readable(asked, view, seat, request.args, before)
        kept = {} if "set" in request.args else advisers.texts_of(fits)
        return _show(sitting, asked, view, fits, {**kept, **request.args, **advisers.once_of(fits)}, wrong.sentence)
    if advisers.kept_of(wants) != advisers.kept_of(before):
        wanted.remember(sitting, seat, wants)
    return _show(sitting, asked, view, wants, advisers.texts_of(wants))


def _has_page(sitting: Sitting) -> bool:
    try:
        current_app.jinja_env.get_template(f"{sitting.table.name}/advised.html")
    except TemplateNotFound:
        return False
    return True


def _show(
    sitting: Sitting, asked: Any, view: Any, wants: Any, texts: Mapping[str, str], wrong: Sentence | None = None
) -> Response:
    """The page; what could not be read stays in its field."""
    shared = page.common(sitting)
    seat, fits = shared["seat"], sitting.position.problem is None
    to_act = sitting.game.to_act(view) if fits else ()
    told = fits and advisers.speaks(asked, to_act)
    moves = [move for who, move in page.legal(sitting, view, seat) if who == seat] if fits else []
    said = advisers.advise(asked, view, wants, seat=seat, names=sitting.table.seats) if told else None

    def asking(**changes: Any) -> str:
        """Only what is asked anew stands in an address: the rest is remembered."""
        asked_for: dict[str, Any] = {**advisers.once_of(wants), **changes}
        return url_for("advice.advised", code=sitting.code, **asked_for)

    answer = render_template(
        "advised.html",
        wrong=wrong,
        view=view,
        advice=said,
        settings=advisers.settings(asked, view, seat, sitting.names, texts),
        may={(move.move if isinstance(move, Ask) else type(move)).__name__ for move in moves},
        asking=asking,
        turn_said=page.turn_said(to_act, seat) if fits else None,
        **shared,
    )
    if wrong is None:
        return make_response(answer)
    # What was refused is no place to come back to.
    return make_response(answer, 422, {"HX-Push-Url": "false"})
