"""The reader's language: the one chosen on the page, else the browser's, else English."""

from __future__ import annotations

from flask import Blueprint, Flask, g, redirect, request, session
from flask_babel import Babel
from werkzeug.wrappers import Response

from companion.paths import PACKAGE
from companion.web.back import inside

LANGUAGES = {"en": "English", "es": "Español", "fr": "Français"}

routes = Blueprint("languages", __name__)


def start(app: Flask) -> None:
    app.config.setdefault("BABEL_TRANSLATION_DIRECTORIES", str(PACKAGE / "translations"))
    Babel(app, locale_selector=language)
    app.register_blueprint(routes)


def language() -> str:
    if "language" not in g:
        chosen = session.get("language")
        g.language = chosen if chosen in LANGUAGES else request.accept_languages.best_match(list(LANGUAGES), "en")
    return str(g.language)


@routes.post("/language")
def choose() -> Response:
    """Keeps the choice of language, large type and light or dark in the cookie."""
    for name, allowed in (("language", (*LANGUAGES, "")), ("theme", ("light", "dark", "")), ("type", ("large", ""))):
        if request.form.get(name) in allowed:
            session[name] = request.form[name]
    session.permanent = True
    return redirect(inside(request.form.get("back", "")), 303)
