"""Which seat this browser holds at which table: a signed cookie, and a mark in the database that it must match."""

from __future__ import annotations

import secrets
from typing import Any

from flask import session

from companion.web.tables import Sitting

MOST_TABLES = 16
"""Tables that a browser remembers: a cookie holds 4096 bytes."""


def known() -> dict[str, dict[str, Any]]:
    """This browser's tables, the newest last: code -> {"at": seat or None, "mark": text}."""
    found: dict[str, dict[str, Any]] = session.get("tables", {})
    return found


def remember(code: str) -> None:
    """This browser has been at the table."""
    tables = dict(known())
    if code in tables and next(reversed(tables)) == code:
        return
    tables[code] = tables.pop(code, {"at": None, "mark": secrets.token_urlsafe(9)})
    session["tables"] = dict(list(tables.items())[-MOST_TABLES:])
    session.permanent = True


def forget(code: str) -> None:
    session["tables"] = {other: place for other, place in known().items() if other != code}


def mark(code: str) -> str:
    """What this browser is known by at the table."""
    remember(code)
    return str(known()[code]["mark"])


def place(code: str, seat: int | None) -> None:
    """This browser shows the page of *seat* from now on, None: the screen everyone sees."""
    session["tables"] = {**known(), code: {"at": seat, "mark": mark(code)}}
    session.permanent = True


def seat_at(sitting: Sitting) -> int | None:
    """The seat whose page this browser sees: the one it sat down on, as long as nobody has taken it over."""
    at = known().get(sitting.code)
    if at is None or at["at"] is None or not 0 <= at["at"] < len(sitting.holders):
        return None
    return int(at["at"]) if sitting.holders[at["at"]] == at["mark"] else None
