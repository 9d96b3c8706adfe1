"""Whole games as text files that a player can proof-read, in `tests/playthroughs/NAME-*.txt`.

A file is a record (`companion replay` reads it too). Its comments that begin with `#=` say what must hold at that point:

    #= score: Ana 8, Ben 0              everyone's points
    #= to act: Ana, TABLE               whom the game waits for
    #= now bag: {"BP": 4, "F": 7}       a part of the printed state (of an object only the keys named)
    #= refused: Ben Stop {} -> fire.turn.order
    #= legal: Ana Stop {}
    #= winners: Ana                     the game is over (nobody: `-`)
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

import companion.games
from companion import notation, record, table
from companion.games import GAMES
from companion.rules import IllegalMove, total

FILES = sorted((Path(__file__).parent / "playthroughs").glob("*.txt"))


@cache
def box_of(name: str) -> Any:
    return GAMES[name].read_box(Path(companion.games.__file__).parent / name / "box")


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_playthrough_to_the_end(name: str) -> None:
    mine = [path for path in FILES if path.name.startswith(f"{name}-")]
    assert any("#= winners:" in path.read_text() for path in mine)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_game_goes_as_it_is_written(path: Path) -> None:
    text = path.read_text()
    game = record.read(text, GAMES, lambda name, box: box_of(name))
    at, checked = 0, 0
    for number, line in enumerate(text.splitlines(), 1):
        if line[:1].isdigit():
            at += 1
        elif line.startswith("#="):
            key, _, expected = line[2:].strip().partition(":")
            position = table.replay(game.table, game.entries[:at])
            where = f"{path.name}, line {number}"
            if position.problem is not None:
                pytest.fail(f"{where}: {position.problem.rule}: {position.problem.sentence}")
            found = _found(game.table, position.state, key, expected.strip())
            assert found == expected.strip(), where
            checked += 1
    assert table.replay(game.table, game.entries).problem is None
    assert checked >= 5, "a playthrough says what must hold"


def _found(at: table.Table, state: Any, key: str, expected: str) -> str:
    """What the check *key* finds, written as the file writes it."""
    match key:
        case "score":
            return ", ".join(f"{at.name_of(who)} {total(lines)}" for who, lines in at.game.score(state).items())
        case "to act":
            return ", ".join(at.name_of(who) for who in at.game.to_act(state)) or "-"
        case "winners":
            outcome = at.game.outcome(state)
            return "not over" if outcome is None else ", ".join(map(at.name_of, outcome.winners)) or "-"
        case "legal":
            who, move = table.who_and_move(expected, at.seats, at.classes)
            assert who is not None
            return expected if (who, move) in at.game.legal_moves(state, who) else "not listed"
        case "refused":
            line, _, _ = expected.partition(" -> ")
            who, move = table.who_and_move(line, at.seats, at.classes)
            assert who is not None
            try:
                at.game.apply(state, who, move)
            except IllegalMove as illegal:
                return f"{line} -> {illegal.rule}"
            return f"{line} -> accepted"
    field = key.removeprefix("now ")
    value, wanted = notation.plain(at.game.view(state, None))[field], notation.parse_json(expected)
    if isinstance(wanted, dict) and isinstance(value, dict):
        value = {name: value.get(name) for name in wanted}
    return expected if value == wanted else f"{value}"
