"""What a seat wants of its advice, remembered in the signed session for as long as this browser knows the table."""

from __future__ import annotations

from typing import Any

from flask import session

from companion import advisers
from companion.notation import Unreadable
from companion.web import seats
from companion.web.tables import Sitting

KEY = "wanted"
MOST_TABLES = 8
"""Tables whose settings are kept, the newest: a cookie holds 4096 bytes."""


def remembered(asked: Any, sitting: Sitting, view: Any, seat: int | None) -> Any:
    """The adviser's `Wanted` as this seat has set it, else by default; None where the adviser has none."""
    texts = session.get(KEY, {}).get(sitting.code, {}).get(str(seat), {})
    try:
        return advisers.told(asked, view, seat, texts)
    except Unreadable:
        # It was set when other values were allowed.
        return advisers.told(asked, view, seat, {})


def remember(sitting: Sitting, seat: int | None, wanted: Any) -> None:
    """Keeps what a seat has set; the screen everyone sees sets nothing."""
    if seat is None:
        return
    kept = {code: dict(places) for code, places in session.get(KEY, {}).items() if code in seats.known()}
    mine = kept.pop(sitting.code, {})
    mine[str(seat)] = advisers.kept_of(wanted)
    session[KEY] = dict([*kept.items(), (sitting.code, mine)][-MOST_TABLES:])
    session.permanent = True
