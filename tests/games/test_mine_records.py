"""Whole games of Out of Mine! as text files, read as `tests/test_playthroughs.py` reads those of the games on offer."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import record, table
from companion.games import mine
from tests.games.minetable import BOX, check
from tests.test_playthroughs import _found

FILES = sorted((Path(__file__).parent / "mine_records").glob("*.txt"))


def read(path):
    return record.read(path.read_text(encoding="utf-8"), {"mine": mine}, lambda name, box: BOX)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_game_goes_as_it_is_written(path):
    game = read(path)
    at, checked = 0, 0
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line[:1].isdigit():
            at += 1
        elif line.startswith("#="):
            key, _, expected = line[2:].strip().partition(":")
            position = table.replay(game.table, game.entries[:at])
            where = f"{path.name}, line {number}"
            assert position.problem is None, where
            assert _found(game.table, position.state, key, expected.strip()) == expected.strip(), where
            checked += 1
    assert checked >= 5
    position = table.replay(game.table, game.entries)
    assert position.problem is None
    assert mine.outcome(position.state) is not None


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_piece_is_somewhere_at_every_entry(path):
    game = read(path)
    for step in table.replay(game.table, game.entries).steps:
        check(step.after)


def test_the_records_have_every_kind_of_move():
    moves = {type(entry.move) for path in FILES for entry in read(path).entries}
    assert moves == set(mine.MOVES)


def test_points_have_the_entry_that_caused_them():
    game = read(next(path for path in FILES if path.stem == "two-advanced"))
    books = table.ledger(game.table, table.replay(game.table, game.entries))
    found = [(line.points, line.rule, entry) for line, entry in books[0]]
    assert found[:3] == [(10, "score.ten", 9), (-6, "score.empty", 9), (-2, "shout.wrong", 9)]
    assert found[3] == (0, "score.zero", 20)
    assert sum(points for points, _, _ in found) == 78
