"""What must hold of the whole games of trains in `tests/playthroughs`, beside what is written there."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import notation, record, table
from companion.games import trains
from companion.games.trains.state import in_sight
from tests.games.trainstable import BOX

FILES = sorted((Path(__file__).parents[1] / "playthroughs").glob("trains-*.txt"))


def read(path):
    return record.read(path.read_text(encoding="utf-8"), {"trains": trains}, lambda name, box: BOX)


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
