"""The boxes that tables are played with: found by game and name, read once."""

from __future__ import annotations

import io
import tempfile
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import models
from companion.notation import Unreadable
from companion.rules import BadBox, Game, say


@dataclass(frozen=True)
class Boxes:
    """The shipped box of each game, and the owner's in `folder/GAME/NAME`."""

    games: Mapping[str, Game]
    folder: Path
    _read: dict[str, Any] = field(default_factory=dict)

    def shipped(self, game: str) -> Any:
        """The box that came with the game."""
        return self._once(game, Path(str(self.games[game].__dict__["__file__"])).parent / "box")

    def _once(self, game: str, folder: Path) -> Any:
        if str(folder) not in self._read:
            self._read[str(folder)] = self.games[game].read_box(folder)
        return self._read[str(folder)]

    def find(self, game: str, name: str) -> Any:
        """The box called *name* in its box.toml. Raises Unreadable."""
        box = self.shipped(game)
        if box.name != name:
            raise Unreadable(say("There is no box called “{name}” here.", name=name[:40]))
        return box

    def kept(self, game: str, row: models.Box) -> Any:
        """The box that a table was opened with, out of the database."""
        if row.digest not in self._read:
            with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(io.BytesIO(row.files)) as files:
                files.extractall(folder)
                self._read[row.digest] = self.games[game].read_box(Path(folder))
        return self._read[row.digest]

    def named(self, game: str) -> list[Any]:
        """Every box of the game that can be played with, the shipped one first."""
        return [self.shipped(game)]

    def row(self, game: str, box: Any) -> models.Box | None:
        """The row in which a table keeps *box*; None for the one that came with the game."""
        return None

    def unpacked(self, game: str, files: Mapping[str, bytes]) -> tuple[Any, models.Box]:
        """A box that came with a record, and the row that keeps it. Raises BadBox, Unreadable."""
        raise Unreadable(say("Boxes inside records cannot be read yet."))


__all__ = ["BadBox", "Boxes"]
