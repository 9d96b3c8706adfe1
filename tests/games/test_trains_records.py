"""Whole games of trains as text files, read as `tests/test_playthroughs.py` reads those of the games on offer."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import notation, record, table
from companion.games import trains
from companion.games.trains.state import in_sight
from tests.games.trainstable import BOX
from tests.test_playthroughs import _found

FILES = sorted((Path(__file__).parent / "trains_records").glob("*.txt"))


def read(path):
    return record.read(path.read_text(encoding="utf-8"), {"trains": trains}, lambda name, box: BOX)


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
    assert trains.outcome(position.state) is not None


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_card_is_somewhere_at_every_entry(path):
    game = read(path)
    for step in table.replay(game.table, game.entries).steps:
        state = step.after
        assert len(list(in_sight(state))) + sum(map(len, state.offers)) + state.pile + state.discard == 84


def test_the_long_game_has_every_kind_of_move():
    game = read(next(path for path in FILES if "three" in path.stem))
    assert {type(entry.move) for entry in game.entries} == set(trains.MOVES)


def test_the_winners_line_has_a_cause():
    game = read(next(path for path in FILES if "hidden" in path.stem))
    books = table.ledger(game.table, table.replay(game.table, game.entries))
    assert [(line.points, line.rule, entry) for line, entry in books[0]] == [(1, "end.ascending", 35)]
    assert notation.plain(trains.outcome(table.replay(game.table, game.entries).state)) == {
        "winners": [0],
        "why": "19 24 27 29 40 45 52 ascend",
    }
