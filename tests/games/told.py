"""A game as far as it was told, as a player would tell it: the base of `Told` in the tables of every game's tests.

class Told(told.Told):
    game, names, classes = trains, NAMES, CLASSES
"""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType
from typing import Any, ClassVar, Self

import pytest

from companion.notation import write
from companion.rules import Ask, IllegalMove
from companion.table import named, who_and_move

NOBODY = tuple(f"Nobody {number}" for number in range(1, 7))
"""Seats beyond those of the table: a record that names one cannot be read, but the rules answer for it too."""


@dataclass(frozen=True)
class Told:
    """A game as far as it was told."""

    state: Any

    game: ClassVar[ModuleType]
    names: ClassVar[tuple[str, ...]]
    classes: ClassVar[tuple[type[Any], ...]]

    @property
    def seats(self) -> tuple[str, ...]:
        """Who sits there."""
        return self.names

    def holds(self) -> None:
        """Raises AssertionError where something is wrong with the state that a move has left."""

    def _read(self, line):
        who, move = who_and_move(line.strip(), (*self.seats, *NOBODY), self.classes)
        return self.game.maker(self.state, move) if who is None else who, move

    def then(self, *texts, ruling=False) -> Self:
        """The game with these lines after it; every one must be legal."""
        told = self
        for line in (line for text in texts for line in text.splitlines() if line.strip()):
            who, move = told._read(line)
            try:
                told = type(self)(self.game.apply(told.state, who, move, ruling=ruling))
            except IllegalMove as illegal:
                raise AssertionError(f"{line}: {illegal.rule}: {illegal}") from illegal
            told.holds()
        return told

    def ruled(self, *texts) -> Self:
        return self.then(*texts, ruling=True)

    def refuses(self, line, *, ruling=False) -> IllegalMove:
        who, move = self._read(line)
        with pytest.raises(IllegalMove) as caught:
            self.game.apply(self.state, who, move, ruling=ruling)
        assert caught.value.rule in self.game.RULES
        assert "{" not in str(caught.value)
        return caught.value

    def rule(self, line, *, ruling=False) -> str:
        return self.refuses(line, ruling=ruling).rule

    def words(self, line) -> str:
        return str(named(self.refuses(line).sentence, self.seats))

    def acts(self) -> list[str]:
        return [who if isinstance(who, str) else self.names[who] for who in self.game.to_act(self.state)]

    def legal(self, who=None) -> list[str]:
        """Lines of what may be done, without Asks."""
        seat = self.names.index(who) if who in self.names else who
        return [write(move) for _, move in self.game.legal_moves(self.state, seat) if not isinstance(move, Ask)]

    def asks(self) -> list[Ask]:
        return [move for _, move in self.game.legal_moves(self.state) if isinstance(move, Ask)]

    def view(self, name=None) -> Self:
        return type(self)(self.game.view(self.state, None if name is None else self.names.index(name)))
