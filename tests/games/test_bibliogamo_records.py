"""What the playthroughs of Bibliogamo show, beside what `tests/test_playthroughs.py` checks of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import record, table
from companion.games import bibliogamo
from companion.rules import total
from tests.games.bibliogamotable import BOX, conserved

FILES = sorted((Path(__file__).parents[1] / "playthroughs").glob("bibliogamo-*.txt"))


def read(path):
    return record.read(path.read_text(encoding="utf-8"), {"bibliogamo": bibliogamo}, lambda name, box: BOX)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_card_and_cube_is_somewhere_at_every_entry(path):
    game = read(path)
    for step in table.replay(game.table, game.entries).steps:
        conserved(step.after)


def test_the_record_has_every_kind_of_move_of_the_default_options():
    moves = {type(step.move) for path in FILES for step in table.replay(read(path).table, read(path).entries).steps}
    assert moves == {*bibliogamo.MOVES} - {bibliogamo.moves.Dismiss}


def test_the_points_of_the_long_game_have_their_entries():
    game = read(FILES[0])
    lines = table.ledger(game.table, table.replay(game.table, game.entries))[0]
    assert total(line for line, _ in lines) == 14
    assert [(str(line.why), entry is None) for line, entry in lines if line.rule != "score.book"] == [
        ("21 Florins: 4 points, 1 left over", True),
        ("The Physic Garden, mark 1 of 9, Atlas: +0", False),
        ("The Physic Garden, mark 2 of 9, Poetry: +1", False),
        ("The Physic Garden, mark 3 of 9, Herbal: +1", False),
        ("The Physic Garden, mark 4 of 9, Poetry: +1", False),
    ]
