"""What hands must do on the real table to follow a move (specification, sections 6 and 9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.games.mine.course import checked
from companion.games.mine.judge import apply
from companion.games.mine.moves import AllStop, GotBoard, IntoTheMine, Laid, OutOfTheMine, tile_told
from companion.games.mine.standing import exchange
from companion.games.mine.state import State
from companion.games.mine.text import RULES
from companion.rules import Name, Sentence, Who, say


def hands(before: State, who: Who, move: Any) -> tuple[Sentence, ...]:
    """What people must do on the real table to follow this legal move, step by step."""
    after = apply(before, who, move, ruling=True)
    return tuple(_steps(before, after, move))


def _steps(before: State, after: State, move: Any) -> Iterator[Sentence]:
    match move:
        case GotBoard(seat):
            yield say("{who} chooses a side and lays the board down.", who=Name(seat))
        case IntoTheMine():
            yield say("Turn up the treasure cards and dig.")
        case OutOfTheMine() | AllStop():
            yield say("Lay no more tiles. Take off what lies wrong: first what sticks out, then wrong colours, then the surplus.")
        case Laid(_, tiles):
            off = checked(before, move).off
            for tile, rule in zip(tiles, off, strict=True):
                if rule is not None:
                    yield say("Take off {tile}: {why}", tile=tile_told(tile), why=Sentence(RULES[rule]))
    if after.round != before.round:
        yield exchange(before)
        yield say("Put all tiles back, sorted by colour. Each draws a treasure card and leaves it face down.")
