"""What the states of all games have in common."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from companion.games.states import changed


@dataclass(frozen=True)
class State:
    phase: str
    row: tuple[int, ...]


@dataclass(frozen=True)
class Remembered(State):
    discarded: tuple[int, ...]


BEFORE = Remembered("turn", (9, 20), (3,))


def test_a_changed_state_is_another_one_of_the_same_kind_and_the_old_one_stays() -> None:
    after = changed(BEFORE, phase="over", discarded=())
    assert after == replace(BEFORE, phase="over", discarded=())
    assert (BEFORE.phase, BEFORE.discarded) == ("turn", (3,))
    assert hash(after) != hash(BEFORE)


def test_what_is_no_field_of_the_state_cannot_be_changed() -> None:
    with pytest.raises(TypeError, match="pile"):
        changed(BEFORE, phase="over", pile=3)
