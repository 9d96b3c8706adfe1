"""The phones of a table share the position that it has come to."""

from __future__ import annotations

from companion.table import Entry
from companion.web import positions
from tests.firegame import journal, opened

OPENING = ('TABLE TurnCards {"cards": [3, 2]}', "Ben StartSaving {}", 'TABLE Drew {"token": "BW1"}')


def test_after_the_same_entries_the_position_is_made_once() -> None:
    at = opened()
    first = positions.shared("ONCE", at, tuple(journal(at, *OPENING)))
    assert positions.shared("ONCE", opened(), tuple(journal(at, *OPENING))) is first


def test_a_table_that_came_back_from_a_backup_has_a_position_of_its_own() -> None:
    at = opened()
    before = tuple(journal(at, *OPENING))
    positions.shared("BACK", at, before)
    other: tuple[Entry, ...] = tuple(journal(at, *OPENING[:2], 'TABLE Drew {"token": "BP2"}'))
    assert positions.shared("BACK", at, other).state.card[0] == "BP2"


def test_no_more_positions_are_kept_than_tables_are_played() -> None:
    at = opened()
    for number in range(positions.MOST + 5):
        positions.shared(f"T{number}", at, ())
    assert len(positions._kept) == positions.MOST
    assert ("T0", 0) not in positions._kept
