"""Opens what the command line is given: a record (a text, or a zip with its box), a box by name."""

from __future__ import annotations

import io
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from companion import boxes, paths, record
from companion.cli.saying import why
from companion.games import GAMES
from companion.notation import Unreadable
from companion.rules import BadBox, Sentence

MOST_BYTES = 20_000_000
MOST_FILES = 500


def _unreadable(text: str, **facts: Any) -> Unreadable:
    return Unreadable(Sentence(text, facts))


def read(name: str) -> record.Record:
    """The record in the file *name* ("-": standard input). Raises Unreadable."""
    data = _bytes(name)
    if data.startswith(b"PK"):
        return _from_zip(data)
    return record.read(_text(data), GAMES, lambda game, called: box(game, called)[0])


def _bytes(name: str) -> bytes:
    try:
        if name == "-":
            data = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as wrong:
        raise _unreadable("{why}", why=why(wrong) if isinstance(wrong, OSError) else "that is no name of a file") from wrong
    if len(data) > MOST_BYTES:
        raise _unreadable("more than {most} bytes are no record", most=MOST_BYTES)
    return data


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        line = data.count(b"\n", 0, wrong.start) + 1
        raise _unreadable("Line {line} is not UTF-8 text.", line=line) from wrong


# --- a record in a zip, with its box ----------------------------------------------------------------------------------


def _from_zip(data: bytes) -> record.Record:
    """The one text in the zip that lies in no box is the record; a folder with a box.toml is its box."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive, tempfile.TemporaryDirectory() as folder:
            names = _unpack(archive, Path(folder))
            homes = [name.parent for name in names if name.name == "box.toml"]
            text = _text(Path(folder, _the_text(names, homes)).read_bytes())
            inside = [Path(folder, home) for home in homes]
            return record.read(text, GAMES, lambda game, called: _inside_or_here(game, called, inside))
    except boxes.UNZIPPABLE as wrong:
        raise _unreadable("The zip is damaged or locked: {why}", why=str(wrong)) from wrong


def _the_text(names: Sequence[PurePosixPath], homes: Sequence[PurePosixPath]) -> PurePosixPath:
    """The record among the files of a zip: `record.txt`, or the only text that is in no box."""
    texts = [name for name in names if name.suffix == ".txt" and not any(home.name and home in name.parents for home in homes)]
    named = [name for name in texts if name.name == "record.txt"]
    found = named or texts
    if len(found) != 1:
        raise _unreadable("The zip should hold one record (record.txt), not {n}.", n=len(found))
    return found[0]


def _unpack(archive: zipfile.ZipFile, folder: Path) -> list[PurePosixPath]:
    """The names of the files in *archive*, unpacked into *folder*. Raises Unreadable when they are too many or too large."""
    files = [info for info in archive.infolist() if not info.is_dir()]
    if len(files) > MOST_FILES or sum(info.file_size for info in files) > MOST_BYTES:
        raise _unreadable("The zip holds more than {files} files or {most} bytes.", files=MOST_FILES, most=MOST_BYTES)
    for info in files:
        if PurePosixPath(info.filename).is_absolute() or ".." in PurePosixPath(info.filename).parts:
            raise _unreadable("The zip holds a file that would lie outside of it: {name}", name=info.filename)
        archive.extract(info, folder)
    return [PurePosixPath(info.filename) for info in files]


def _inside_or_here(game: str, called: str, folders: list[Path]) -> Any:
    for folder in folders:
        boxes.check_packed(boxes.files_in(folder))
        try:
            found = GAMES[game].read_box(folder)
        except BadBox as wrong:
            raise _unreadable("The box in the zip cannot be read: {why}", why=str(wrong)) from wrong
        if found.name == called:
            errors = [str(problem) for problem in GAMES[game].check_box(found) if problem.error]
            if errors:
                raise _unreadable("The box in the zip cannot be played with: {why}", why="; ".join(errors))
            return found
    return box(game, called)[0]


# --- a box by name ----------------------------------------------------------------------------------------------------


def box(game: str, called: str | None) -> tuple[Any, str]:
    """The box of *game* called so (None: the shipped one), fit for play, and its name. Raises Unreadable."""
    data = paths.data_folder()
    name = boxes.listed(game, data)[0].name if called is None else called
    return boxes.find(game, name, data), name
