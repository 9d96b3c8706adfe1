"""What the recorded games of Hardback have between them; `tests/test_playthroughs.py` reads them line by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import record, table
from companion.games import hardback
from tests.games.hardbacktable import FOLDER, check

FILES = sorted((Path(__file__).parents[1] / "playthroughs").glob("hardback-*.txt"))
BOX = hardback.read_box(FOLDER)


def read(path):
    return record.read(path.read_text(encoding="utf-8"), {"hardback": hardback}, lambda name, box: BOX)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_card_is_somewhere_at_every_entry(path):
    game = read(path)
    for step in table.replay(game.table, game.entries).steps:
        check(step.after)


def test_the_records_have_every_kind_of_move():
    moves = {type(step.move) for path in FILES for step in replayed(path).steps}
    assert moves == set(hardback.MOVES)


def replayed(path):
    game = read(path)
    return table.replay(game.table, game.entries)


def test_points_have_the_entry_that_caused_them():
    game = read(next(path for path in FILES if "two" in path.stem))
    books = table.ledger(game.table, table.replay(game.table, game.entries))
    found = [(line.points, line.rule, entry) for line, entry in books[0]]
    assert found[:2] == [(1, "score.basic", 16), (1, "score.basic", 16)]
    assert (1, "score.either", 62) in found
    assert sum(points for points, _, _ in found) == 11
