"""Positions of tables that are being played: every phone of a table asks for the same one, which is replayed once."""

from __future__ import annotations

import threading
from collections import OrderedDict

from companion.table import Entry, Position, Table, replay

MOST = 64
"""Positions kept at once, those that were asked for last; an evening's is a few megabytes at most."""

_kept: OrderedDict[tuple[str, int], tuple[Table, tuple[Entry, ...], Position]] = OrderedDict()
_lock = threading.Lock()


def shared(code: str, table: Table, entries: tuple[Entry, ...]) -> Position:
    """`replay(table, entries)`, where *code* is the table's. What is kept is compared first: a backup may have been restored."""
    key = code, entries[-1].seq if entries else 0
    with _lock:
        found = _kept.get(key)
    if found is not None and found[:2] == (table, entries):
        return found[2]
    position = replay(table, entries)
    with _lock:
        _kept[key] = table, entries, position
        _kept.move_to_end(key)
        while len(_kept) > MOST:
            _kept.popitem(last=False)
    return position
