"""The boxes that tables are played with: the shipped one of each game, the owner's, and those that came with a record.

A table of the owner's box keeps that box as it was when the table was opened: its row in the database holds the files.
"""

from __future__ import annotations

import hashlib
import io
import tempfile
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import models
from companion import boxes
from companion.games import GAMES
from companion.notation import Unreadable
from companion.rules import BadBox, Game, say


@dataclass(frozen=True)
class Boxes:
    """`data`: the owner's folder. What came with the games is read once."""

    games: Mapping[str, Game]
    data: Path
    _read: dict[str, Any] = field(default_factory=dict)

    def shipped(self, game: str) -> Any:
        """The box that came with the game."""
        return self._once(f"shipped {game}", game, self.shipped_folder(game))

    def shipped_folder(self, game: str) -> Path:
        return Path(str(self.games[game].__dict__["__file__"])).parent / "box"

    def _once(self, key: str, game: str, folder: Path) -> Any:
        if key not in self._read:
            self._read[key] = self.games[game].read_box(folder)
        return self._read[key]

    def find(self, game: str, name: str) -> Any:
        """The box called *name* in its box.toml, fit for play. Raises Unreadable."""
        if self.shipped(game).name == name:
            return self.shipped(game)
        if GAMES.get(game) is not self.games[game]:
            raise Unreadable(say("There is no box called “{name}” for this game here.", name=name[:40]))
        return boxes.find(game, name, self.data)

    def named(self, game: str) -> list[Any]:
        """Every box of the game that can be played with, the shipped one first."""
        found = [self.shipped(game)]
        for place in self.own(game):
            try:
                found.append(boxes.find(game, place.name, self.data))
            except (Unreadable, BadBox):
                continue
        return found

    def own(self, game: str) -> list[boxes.Place]:
        """Where the owner's boxes of the game lie, fit for play or not."""
        if GAMES.get(game) is not self.games[game]:
            return []
        return [place for place in boxes.listed(game, self.data) if not place.shipped]

    # --- boxes that a table keeps ---

    def row(self, game: str, box: Any) -> models.Box | None:
        """The row in which a table keeps *box*; None for the one that came with the game."""
        if box.name == self.shipped(game).name:
            return None
        return _row(game, box.name, boxes.pack(boxes.place(game, box.name, self.data).folder))

    def kept(self, game: str, row: models.Box) -> Any:
        """The box that a table was opened with, out of the database."""
        if row.digest not in self._read:
            with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(io.BytesIO(row.files)) as files:
                files.extractall(folder)
                self._once(row.digest, game, Path(folder))
        return self._read[row.digest]

    def unpacked(self, game: str, files: Mapping[str, bytes]) -> tuple[Any, models.Box | None]:
        """A box that came with a record, and the row that keeps it (None: it is the shipped one). Raises Unreadable."""
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            boxes.check_packed(files.items())
            try:
                boxes.lay(files, folder)
            except (OSError, ValueError) as wrong:
                raise Unreadable(say("This zip file cannot be read.")) from wrong
            try:
                box = self.games[game].read_box(folder)
                problems = [problem for problem in self.games[game].check_box(box) if problem.error]
            except BadBox as wrong:
                problems = list(wrong.problems)
            if problems:
                raise Unreadable(
                    say("This box cannot be played with: {problems}", problems=[str(problem) for problem in problems])
                )
            packed = boxes.pack(folder)
            same = packed == boxes.pack(self.shipped_folder(game))
            return (self.shipped(game), None) if same else (box, _row(game, box.name, packed))


def _row(game: str, name: str, files: bytes) -> models.Box:
    return models.Box(game=game, name=name, digest=hashlib.sha256(game.encode() + b"\0" + files).hexdigest(), files=files)
