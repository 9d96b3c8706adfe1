"""What goes wrong, in one place: from the type of the exception to a status and a page with a sentence. No traceback."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Flask, current_app, g, make_response, render_template, request, url_for
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response

from companion import forms, notation
from companion.notation import Unreadable
from companion.rules import BadBox, IllegalMove, Sentence, Who, say
from companion.scan import Damaged, NotAPicture, TooLarge, Unseeable
from companion.table import JOURNAL_MOVES
from companion.web import page
from companion.web.house import house
from companion.web.tables import NoScan, NoTable, Sitting, Stale
from models import DatabaseTrouble


def start(app: Flask) -> None:
    for kind, answer in (
        (IllegalMove, illegal),
        (Stale, stale),
        (Unreadable, unreadable),
        (NoTable, no_table),
        (NoScan, no_scan),
        (Unseeable, unseeable),
        (BadBox, bad_box),
        (DatabaseTrouble, database),
        (CSRFError, forged),
        (HTTPException, http),
        (Exception, unexpected),
    ):
        app.register_error_handler(kind, answer)


def illegal(wrong: IllegalMove) -> Response:
    """422: what was tried, the rule, and three ways on."""
    code = (request.view_args or {}).get("code")
    attempt: list[Any] = g.get("attempt", [])
    if code is None:
        return plain(422, wrong.sentence)
    sitting = house().sitting(code)
    own = [(who, move) for who, move in attempt if not isinstance(move, JOURNAL_MOVES)]
    ruled = _ruled(sitting, own)
    entry = wrong.sentence.facts.get("entry")
    return _keep_address(
        make_response(
            render_template(
                "refusal.html",
                rule=wrong.rule,
                sentence=wrong.sentence,
                attempted=[forms.told(sitting.game, who, move, sitting.names) for who, move in own],
                lines=[f"{sitting.table.name_of(who)} {notation.write(move)}" for who, move in ruled or own],
                waivable=ruled is not None,
                entry=entry if isinstance(entry, int) else None,
                **page.common(sitting),
            ),
            422,
        )
    )


def _ruled(sitting: Sitting, moves: Sequence[tuple[Who, Any]]) -> list[tuple[Who, Any]] | None:
    """The moves that would stand as a house ruling: these, or what the game has in their place. Not all rules can be waived."""
    game, state = sitting.game, sitting.position.state
    ruled: list[tuple[Who, Any]] = []
    try:
        for who, move in moves:
            instead: list[tuple[Who, Any]] = [(who, move)]
            try:
                game.apply(state, who, move, ruling=True)
            except IllegalMove as wrong:
                instead = [(game.maker(state, one), one) for one in wrong.facts.get("ruling", ())] or instead
            for maker, one in instead:
                state = game.apply(state, maker, one, ruling=True)
            ruled += instead
    except IllegalMove:
        return None
    return ruled


def stale(wrong: Stale) -> Response:
    """409: the new table, and a sentence."""
    return _keep_address(page.show(house().sitting(str(wrong)), status=409, notice="stale"))


def unreadable(wrong: Unreadable) -> Response:
    return plain(400, wrong.sentence)


def no_table(_wrong: NoTable) -> Response:
    if "code" not in (request.view_args or {}):
        return plain(404, SENTENCES[404])
    return plain(404, say("There is nothing here. A table’s code has 14 signs; look at it again on the table’s own screen."))


def no_scan(_wrong: NoScan) -> Response:
    return plain(404, say("This table has no such photograph that this phone may see."), home=False)


def unseeable(wrong: Unseeable) -> Response:
    status = 413 if isinstance(wrong, TooLarge) else 422 if isinstance(wrong, (NotAPicture, Damaged)) else 503
    return plain(status, wrong.sentence)


def bad_box(wrong: BadBox) -> Response:
    problems = tuple(say("{place}: {message}", place=place(problem), message=problem.message) for problem in wrong.problems)
    return plain(422, say("This box cannot be played with: {problems}", problems=problems))


def place(problem: Any) -> str:
    """File, row and column of a box's problem."""
    return str(problem).removesuffix(f": {problem.message}")


def database(_wrong: DatabaseTrouble) -> Response:
    sentence = say("This could not be written down, so nothing was changed. Perhaps the disk is full; try again.")
    return plain(503, sentence)


def forged(_wrong: CSRFError) -> Response:
    return plain(400, say("This form does not belong to this browser any more. Go back, load the page again, and allow cookies."))


def http(wrong: HTTPException) -> Any:
    if wrong.code is None or wrong.code < 400:
        return wrong
    answer = plain(wrong.code, SENTENCES.get(wrong.code, say("That did not work.")))
    for name, value in wrong.get_headers():
        if name in ("Allow", "Retry-After"):
            answer.headers[name] = value
    if wrong.code == 429:
        answer.headers.setdefault("Retry-After", "60")
    return answer


SENTENCES = {
    400: say("That could not be read."),
    404: say("There is no such page."),
    405: say("This address takes what a form sends; go back to the table."),
    413: say("That is too large: at most 25 megabytes can be sent."),
    415: say("That could not be read."),
    429: say("That was too often in a short time. Wait a minute, then go on."),
}


def unexpected(wrong: Exception) -> Response:
    """500: the log has the traceback, people have a sentence."""
    current_app.logger.exception("%s %s", request.method, request.path, exc_info=wrong)
    return plain(500, say("Something went wrong here that should not have. Nothing was changed; the details are in the log."))


def plain(status: int, sentence: Sentence, *, home: bool | None = None) -> Response:
    """A page with one sentence and a way on: back to where it was tried, or to the start (*home*), which is where what is
    not there and what is broken lead when nothing is said."""
    home = status in (404, 500) if home is None else home
    code = (request.view_args or {}).get("code")
    camera = url_for("camera.ask") if request.blueprint == "camera" and not home else None
    back = url_for("play.table", code=code) if code is not None and not home else None
    page = render_template("sentence.html", sentence=sentence, status=status, back=back, camera=camera)
    return _keep_address(make_response(page, status))


def _keep_address(answer: Response) -> Response:
    # What was refused is no place to come back to: the address stays that of the page before.
    answer.headers["HX-Push-Url"] = "false"
    # Asking for news asks again by itself; nothing is put in its place.
    answer.headers["HX-Reswap"] = "none" if request.endpoint == "play.events" else "outerHTML show:top"
    return answer
