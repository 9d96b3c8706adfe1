"""The pages: routes that are the same for every game, and the app that serves them.

A route reads, calls one function, and shows. What is allowed is decided by the game, what is written by `tables`, what goes
wrong is answered in `errors`.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

import jinja2
from flask import Flask, request, session
from jinja2 import StrictUndefined

import models
from companion import notation, paths
from companion.games import GAMES
from companion.rules import Sentence
from companion.scan import lacking
from companion.web import (
    advice,
    books,
    boxes,
    camera,
    corrections,
    errors,
    languages,
    past,
    play,
    safety,
    scans,
    sentences,
    shelf,
    start,
    tints,
    trials,
)
from companion.web.house import settle
from companion.web.tables import House, shown

MEGABYTE = 1_000_000
DATABASE = "companion.sqlite3"


def create_app(config: Mapping[str, Any] | None = None, *, database: str | None = None, address: str | None = None) -> Flask:
    """The app. *database*: a URL (else SQLite in the data folder); *address*: where phones reach it (else where it was asked).

    *config* may set anything of Flask's, and GAMES (name -> game), DATA (folder). Raises models.DatabaseTrouble.
    """
    app = Flask("companion", static_folder=str(paths.STATIC), static_url_path="/static", template_folder=str(paths.TEMPLATES))
    app.config.update(
        ADDRESS=(address or "").rstrip("/"),
        GAMES=GAMES,
        DATA=None,
        MAX_CONTENT_LENGTH=25 * MEGABYTE,
        MAX_FORM_MEMORY_SIZE=MEGABYTE,
        MAX_FORM_PARTS=1000,
        SESSION_COOKIE_NAME="companion",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=(address or "").startswith("https:"),
        # Only what changes the cookie sends it: an answer that was slow must not bring an older one back.
        SESSION_REFRESH_EACH_REQUEST=False,
        PERMANENT_SESSION_LIFETIME=timedelta(days=180),
        SEND_FILE_MAX_AGE_DEFAULT=timedelta(hours=1),
    )
    app.config.update(config or {})
    data = Path(app.config["DATA"] or paths.data_folder())
    app.config["SECRET_KEY"] = app.config["SECRET_KEY"] or _secret(data)
    games = app.config["GAMES"]
    engine = models.open_database(database or f"sqlite:///{_folder(data) / DATABASE}")
    settle(app, House(engine, games, boxes.Boxes(games, data)))
    safety.start(app)
    languages.start(app)
    play.htmx.init_app(app)
    errors.start(app)
    _templates(app)
    for room in (start, play, corrections, scans, trials, camera, books, advice, shelf, tints, past):
        app.register_blueprint(room.routes)
    return app


def _folder(data: Path) -> Path:
    try:
        data.mkdir(parents=True, exist_ok=True)
    except OSError as wrong:
        raise models.DatabaseTrouble(f"the folder {data} cannot be made: {wrong.strerror}") from wrong
    return data


def _secret(data: Path) -> str:
    """The key that signs cookies: made once, kept beside the database, for its owner's eyes only."""
    place = _folder(data) / "secret"
    with contextlib.suppress(FileNotFoundError):
        found = place.read_text().strip()
        if len(found) >= 32:
            return found
    made = secrets.token_hex(32)
    try:
        place.unlink(missing_ok=True)
        with os.fdopen(os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
            out.write(made)
    except FileExistsError:
        return _secret(data)
    except OSError as wrong:
        raise models.DatabaseTrouble(f"{place} cannot be written: {wrong.strerror}") from wrong
    return made


def _templates(app: Flask) -> None:
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.add_extension("jinja2.ext.do")
    app.jinja_env.filters.update(render=sentences.render, plainly=sentences.plainly, person=sentences.person, shown=shown)
    app.jinja_env.filters.update(plain_json=lambda value: json.dumps(notation.plain(value), ensure_ascii=False))
    app.jinja_env.filters.update(from_json=json.loads, table_name=lambda who, table: table.name_of(who))
    app.jinja_env.globals.update(say=lambda text, **facts: Sentence(text, facts), has=lambda name: _has(app, name))
    app.jinja_env.globals.update(lacking=lacking)

    @app.context_processor
    def every_page() -> dict[str, Any]:
        return {
            "languages": languages.LANGUAGES,
            "language": languages.language(),
            "theme": session.get("theme", ""),
            "large": session.get("type") == "large",
            "fragment": bool(play.htmx) and not play.htmx.history_restore_request,
            "here": request.full_path.rstrip("?") if request.method == "GET" else "/",
        }


def _has(app: Flask, name: str) -> bool:
    """Whether a static file or template *name* is there: a game may have a look of its own."""
    if name.startswith("static/"):
        return (Path(str(app.static_folder)) / name.removeprefix("static/")).is_file()
    try:
        app.jinja_env.get_or_select_template(name)
    except jinja2.TemplateNotFound:
        return False
    return True
