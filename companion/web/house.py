"""The house of the running app: its database, games and boxes."""

from __future__ import annotations

from flask import Flask, current_app

from companion.web.tables import House

KEY = "companion"


def settle(app: Flask, house: House) -> None:
    app.extensions[KEY] = house


def house() -> House:
    found = current_app.extensions[KEY]
    assert isinstance(found, House)
    return found
