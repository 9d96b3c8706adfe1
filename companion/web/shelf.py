"""The boxes: what is in them, how much of them is house values, and their labels to print."""

from __future__ import annotations

from flask import Blueprint, make_response, render_template, send_from_directory
from werkzeug.wrappers import Response

from companion import paths
from companion.web.house import house
from companion.web.tables import NoTable

routes = Blueprint("shelf", __name__)


@routes.get("/boxes")
def boxes() -> Response:
    shelves = {name: house().boxes.named(name) for name in house().games}
    return make_response(render_template("boxes.html", shelves=shelves, games=house().games, printables={name: printables(name) for name in shelves}))


def printables(name: str) -> list[str]:
    """The ready-made sheets of the shipped box."""
    return sorted(path.name for path in (paths.PRINTABLES / name).glob("*.pdf"))


@routes.get("/boxes/<name>/<sheet>")
def sheet(name: str, sheet: str) -> Response:
    if name not in house().games or sheet not in printables(name):
        raise NoTable(name)
    return send_from_directory(paths.PRINTABLES / name, sheet)
