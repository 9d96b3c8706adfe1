"""What the playthroughs of Out of Mine! show, beside what `tests/test_playthroughs.py` checks of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import record, table
from companion.games import mine
from tests.games.minetable import BOX, check

FILES = sorted((Path(__file__).parents[1] / "playthroughs").glob("mine-*.txt"))


def read(path):
    return record.read(path.read_text(encoding="utf-8"), {"mine": mine}, lambda name, box: BOX)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_piece_is_somewhere_at_every_entry(path):
    game = read(path)
    for step in table.replay(game.table, game.entries).steps:
        check(step.after)


def test_the_records_have_every_kind_of_move():
    moves = {type(entry.move) for path in FILES for entry in read(path).entries}
    assert set(mine.MOVES) <= moves


def test_points_have_the_entry_that_caused_them():
    game = read(next(path for path in FILES if path.stem == "mine-two-advanced"))
    books = table.ledger(game.table, table.replay(game.table, game.entries))
    found = [(line.points, line.rule, entry) for line, entry in books[0]]
    assert found[:3] == [(10, "score.ten", 9), (-6, "score.empty", 9), (-2, "shout.wrong", 9)]
    assert found[3] == (0, "score.zero", 20)
    assert sum(points for points, _, _ in found) == 78
