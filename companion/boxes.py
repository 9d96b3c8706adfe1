"""The boxes of the games: shipped ones, and those of the owner under `boxes/GAME/` in the data folder.

A box is known by its game and by the `name` in its box.toml. Names come from people, so none is ever used as a path: folders
are listed and asked for their names. The folder of the owner's data is passed in.
"""

from __future__ import annotations

import csv
import gzip
import hashlib
import io
import json
import lzma
import os
import re
import shutil
import tempfile
import tomllib
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, Final

from companion.games import GAMES
from companion.games.rows import SOURCES, read_text
from companion.notation import Unreadable
from companion.rules import Addition, BadBox, CannotAdd, Game, Problem, Sentence, say

MOST_BYTES: Final = 10_000_000
"""Of a zip with a box, packed and unpacked; three packed lists of words are three millions."""
MOST_UNPACKED: Final = 30_000_000
"""Bytes of the packed lists of a box together, unpacked: twice those of the largest that ships."""
MOST_FILES: Final = 200
UNZIPPABLE: Final = (
    zipfile.BadZipFile,
    NotImplementedError,
    RuntimeError,
    EOFError,
    OSError,
    ValueError,
    zlib.error,
    lzma.LZMAError,
)
"""What reading a zip raises when it is none, wants a password, or is damaged inside."""
_PARTS: Final = (".csv", ".toml", ".md", ".txt", ".gz")
"""What belongs to a box: tables, notes of the owner, packed lists."""
_DEEP: Final = (".txt", ".gz")
"""What of that may lie in a folder of the box: lists, and their licences."""
_CHUNK: Final = 1 << 16
_RESERVED: Final = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a box lies. `name` is that of its box.toml, or the folder's while that cannot be read."""

    game: str
    name: str
    folder: Path
    shipped: bool


# --- finding ----------------------------------------------------------------------------------------------------------


def known(game: str) -> Game:
    """The game with this short name. Raises Unreadable."""
    if game not in GAMES:
        raise Unreadable(say("There is no game called “{name}”. Games are: {games}.", name=game[:40], games=sorted(GAMES)))
    return GAMES[game]


def shipped_folder(game: str) -> Path:
    """The folder of the box that came with the game. Raises Unreadable when there is no such game."""
    return Path(str(known(game).__dict__["__file__"])).parent / "box"


def listed(game: str, data_dir: Path) -> list[Place]:
    """Every box of the game: the shipped one, then the owner's by folder, readable or not."""
    shipped = shipped_folder(game)
    places = [Place(game, _name_in(shipped) or "", shipped, shipped=True)]
    try:
        inside = sorted((data_dir / "boxes" / game).iterdir())
        folders = [folder for folder in inside if not folder.name.startswith(".") and (folder / "box.toml").is_file()]
    except OSError:
        folders = []
    return places + [Place(game, _name_in(folder) or folder.name, folder, shipped=False) for folder in folders]


def _name_in(folder: Path) -> str | None:
    return _said(read_text(folder, "box.toml", []) or "", "name")


def _said(toml: str, key: str) -> str | None:
    try:
        value = tomllib.loads(toml).get(key)
    except (tomllib.TOMLDecodeError, RecursionError):
        return None
    return value if isinstance(value, str) else None


def place(game: str, name: str, data_dir: Path) -> Place:
    """Where the box called *name* lies. Raises Unreadable when there is none."""
    for found in listed(game, data_dir):
        if found.name == name:
            return found
    raise Unreadable(say("There is no box called “{name}” for this game here.", name=name[:40]))


def find(game: str, name: str, data_dir: Path) -> Any:
    """The box called *name*, fit for play. Raises Unreadable when it is missing or has errors."""
    found = place(game, name, data_dir)
    errors = [problem for problem in check(game, found.folder) if problem.error]
    if errors:
        raise Unreadable(
            say(
                "The box “{name}” cannot be played with: {problems}",
                name=name[:40],
                problems=[_told(problem) for problem in errors[:5]],
            )
        )
    return known(game).read_box(found.folder)


def _told(problem: Problem) -> Sentence:
    match problem:
        case Problem(row=None, column=None):
            return say("{file}: {message}", file=problem.file, message=problem.message)
        case Problem(row=None):
            return say("{file}, {column}: {message}", file=problem.file, column=problem.column, message=problem.message)
        case Problem(column=None):
            return say("{file}, row {row}: {message}", file=problem.file, row=problem.row, message=problem.message)
    return say(
        "{file}, row {row}, column {column}: {message}",
        file=problem.file,
        row=problem.row,
        column=problem.column,
        message=problem.message,
    )


def check(game: str, folder: Path) -> list[Problem]:
    """Everything odd about the box in *folder*, whether it can be read or not."""
    contract = known(game)
    try:
        return contract.check_box(contract.read_box(folder))
    except BadBox as bad:
        return list(bad.problems)


def provenance(folder: Path) -> Mapping[str, int]:
    """How many rows of the box's tables are `printed`, `reported` and `house`."""
    counts: Counter[str] = Counter(dict.fromkeys(SOURCES, 0))
    for file in sorted(folder.glob("*.csv")):
        text = read_text(folder, file.name, []) or ""
        try:
            counts.update(row["source"] for row in csv.DictReader(io.StringIO(text)) if row.get("source") in SOURCES)
        except csv.Error:
            continue
    return counts


# --- copying ----------------------------------------------------------------------------------------------------------


def copy(game: str, name: str, new_name: str, data_dir: Path) -> Path:
    """Copies a box into the owner's folder under a new name, for editing; its comments stay. Returns the new folder.

    Raises Unreadable when there is no such box, the new name cannot be one, or it cannot be written.
    """
    source = place(game, name, data_dir).folder
    _check_name(game, new_name, data_dir)
    files = dict(files_in(source))
    files["box.toml"] = _renamed(files["box.toml"].decode("utf-8-sig", errors="replace"), new_name).encode()
    return _keep(game, new_name, files, data_dir)


def _check_name(game: str, name: str, data_dir: Path) -> None:
    if not re.fullmatch(r"[^\W_][\w .-]{0,39}", name) or name[-1] in ". " or _RESERVED.fullmatch(name):
        raise Unreadable(
            say("“{name}” cannot name a box: up to 40 letters, digits, spaces, dots and hyphens can.", name=name[:60])
        )
    taken = {
        part.casefold() for found in listed(game, data_dir) for part in (found.name, "" if found.shipped else found.folder.name)
    }
    if name.casefold() in taken or (data_dir / "boxes" / game / name).exists():
        raise Unreadable(say("There is a box called “{name}” already.", name=name))


def _renamed(toml: str, name: str) -> str:
    """The text of a box.toml with another name, everything else as it was."""
    line = re.compile(r"""^([ \t]*name[ \t]*=[ \t]*)("(?:[^"\\\n]|\\.)*"|'[^'\n]*')""", re.MULTILINE)
    written = json.dumps(name, ensure_ascii=False)
    renamed, times = line.subn(lambda found: found[1] + written, toml, count=1)
    if times == 0 or _said(renamed, "name") != name:
        raise Unreadable(say('This box.toml has no line name = "..." before its sections.'))
    return renamed


def files_in(folder: Path) -> Iterator[tuple[str, bytes]]:
    """The files that belong to a box, by their path in its folder ("words/en.txt.gz"). Raises Unreadable."""
    try:
        for file in sorted((*folder.iterdir(), *folder.glob("*/*"))):
            path = PurePosixPath(file.relative_to(folder).as_posix())
            if _belongs(path) and file.is_file():
                yield str(path), file.read_bytes()
    except OSError as wrong:
        raise Unreadable(say("The box in {folder} cannot be read.", folder=str(folder))) from wrong


def _belongs(path: PurePosixPath) -> bool:
    """Whether a file with this path in the folder of a box is part of it; litter of other systems is not."""
    parts = {1: _PARTS, 2: _DEEP}.get(len(path.parts), ())
    return path.suffix in parts and not any(part.startswith(".") for part in path.parts)


def lay(files: Mapping[str, bytes], folder: Path) -> None:
    """Writes the files of a box, by their path in it, into *folder*; others are left out.

    Raises Unreadable when one would lie outside, OSError when one cannot be written.
    """
    for name, data in files.items():
        if _belongs(path := _inner(name)):
            (folder / path.parent).mkdir(exist_ok=True)
            (folder / path).write_bytes(data)


def check_packed(files: Iterable[tuple[str, bytes]]) -> None:
    """Raises Unreadable when packed lists among *files* are damaged, or hold more than a box may: a little can swell to a lot."""
    left = MOST_UNPACKED
    for name, data in files:
        if not name.endswith(".gz"):
            continue
        try:
            with gzip.open(io.BytesIO(data)) as source:
                while chunk := source.read(_CHUNK):
                    left -= len(chunk)
                    if left < 0:
                        raise Unreadable(say("The packed lists hold more than {most} bytes.", most=MOST_UNPACKED))
        except (OSError, EOFError, zlib.error) as wrong:
            raise Unreadable(say("{file} is no packed list that can be read.", file=name[:60])) from wrong


def _keep(game: str, name: str, files: Mapping[str, bytes], data_dir: Path) -> Path:
    """Writes the files of a box whole or not at all."""
    parent = data_dir / "boxes" / game
    with _one_sentence(parent):
        parent.mkdir(parents=True, exist_ok=True)
        half = Path(tempfile.mkdtemp(prefix=".new-", dir=parent))
        try:
            lay(files, half)
            half.chmod(0o755)
            os.rename(half, parent / name)
        except OSError:
            shutil.rmtree(half, ignore_errors=True)
            raise
    return parent / name


@contextmanager
def _one_sentence(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as wrong:
        raise Unreadable(
            say("The box cannot be written to {folder}: {why}.", folder=str(folder), why=wrong.strerror or str(wrong))
        ) from wrong


# --- adding -----------------------------------------------------------------------------------------------------------


def additions(game: str) -> Mapping[str, Addition]:
    """What owners may add to a box of this game, by short name. Raises Unreadable when there is no such game."""
    found: Mapping[str, Addition] = getattr(known(game), "ADDITIONS", {})
    return found


def add(
    game: str, name: str, what: str, told: Mapping[str, str], data: bytes, data_dir: Path, *, copy_as: str | None = None
) -> tuple[Place, tuple[Sentence, ...]]:
    """Adds a file of the kind *what* to the owner's box called *name*, or to a copy of the box under another name.

    *told*: what is asked for such a file. Answers where the box lies, and what was done. The box that came with the game stays
    as it is. Raises Unreadable when there is no such box, kind or name, CannotAdd when the file does not fit, BadBox when the
    box would have errors; then nothing is changed.
    """
    source, addition = place(game, name, data_dir), additions(game).get(what)
    if addition is None:
        raise Unreadable(say("Nothing called “{what}” can be added to a box of this game.", what=what[:40]))
    if copy_as is not None:
        _check_name(game, copy_as, data_dir)
    elif source.shipped:
        raise Unreadable(say("The box “{name}” came with Companion and stays as it is: add to a copy of it.", name=name))
    errors = [problem for problem in check(game, source.folder) if problem.error]
    if errors:
        raise BadBox(errors)
    added = addition.add(source.folder, told, data)
    files = {**dict(files_in(source.folder)), **added.files}
    if copy_as is not None:
        files["box.toml"] = _renamed(files["box.toml"].decode("utf-8-sig", errors="replace"), copy_as).encode()
    check_packed(files.items())
    if sum(map(len, files.values())) > MOST_BYTES:
        raise CannotAdd(say("With it the box would be larger than {most} megabytes.", most=MOST_BYTES // 1_000_000))
    _check_whole(known(game), files)
    if copy_as is not None:
        return Place(game, copy_as, _keep(game, copy_as, files, data_dir), shipped=False), added.said
    _replace(source.folder, added.files)
    return source, added.said


def _check_whole(game: Game, files: Mapping[str, bytes]) -> None:
    """Raises BadBox when a box of these files has errors."""
    with tempfile.TemporaryDirectory() as folder:
        with _one_sentence(Path(folder)):
            lay(files, Path(folder))
        errors = [problem for problem in game.check_box(game.read_box(Path(folder))) if problem.error]
    if errors:
        raise BadBox(errors)


def _replace(folder: Path, files: Mapping[str, bytes]) -> None:
    """Writes files of a box that lies there, each whole or not at all, in their order."""
    with _one_sentence(folder):
        for name, data in files.items():
            target = folder / _inner(name)
            target.parent.mkdir(exist_ok=True)
            half = target.with_name(f".new-{target.name}")
            half.write_bytes(data)
            os.replace(half, target)


# --- sharing ----------------------------------------------------------------------------------------------------------


def pack(folder: Path, inside: str = "") -> bytes:
    """The box as a zip, its files in a folder *inside*; the same box gives the same bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in files_in(folder):
            archive.writestr(zipfile.ZipInfo(f"{inside}/{name}" if inside else name), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def digest(folder: Path) -> str:
    """SHA-256 of the files' names and contents."""
    found = hashlib.sha256()
    for name, data in files_in(folder):
        found.update(f"{name}\0{len(data)}\0".encode() + data)
    return found.hexdigest()


def export(game: str, name: str, data_dir: Path) -> bytes:
    """The box called *name* as a zip for other people. Raises Unreadable."""
    return pack(place(game, name, data_dir).folder, inside=name)


def bring(data: bytes, data_dir: Path) -> Place:
    """Unpacks a zip with one box into the owner's folder.

    Raises Unreadable when it is no such zip, holds too much, or its name is taken; BadBox when the box has errors.
    """
    files = _unpacked(data)
    toml = files["box.toml"].decode("utf-8-sig", errors="replace")
    game, name = _said(toml, "game"), _said(toml, "name")
    if game is None or name is None:
        raise Unreadable(say("Its box.toml does not say game and name."))
    contract = known(game)
    _check_name(game, name, data_dir)
    check_packed(files.items())
    _check_whole(contract, files)
    return Place(game, name, _keep(game, name, files, data_dir), shipped=False)


def _unpacked(data: bytes) -> dict[str, bytes]:
    """The files of the one box in a zip, by their path in it."""
    if len(data) > MOST_BYTES:
        raise Unreadable(say("More than {most} bytes are no box.", most=MOST_BYTES))
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            infos = [info for info in archive.infolist() if not info.is_dir()]
            _check_size(infos)
            paths = [_inner(info.filename) for info in infos]
            homes = [path.parent for path in paths if path.name == "box.toml"]
            if len(homes) != 1:
                raise Unreadable(say("The zip should hold one box (a box.toml beside its tables), not {n}.", n=len(homes)))
            inside = [
                (path.relative_to(homes[0]), info) for path, info in zip(paths, infos, strict=True) if homes[0] in path.parents
            ]
            return {str(path): _read(archive, info) for path, info in inside if _belongs(path)}
    except UNZIPPABLE as wrong:
        raise Unreadable(say("This is no zip that can be read.")) from wrong


def _check_size(infos: list[zipfile.ZipInfo]) -> None:
    if len(infos) > MOST_FILES or sum(info.file_size for info in infos) > MOST_BYTES:
        raise Unreadable(say("The zip holds more than {files} files or {most} bytes.", files=MOST_FILES, most=MOST_BYTES))


def _inner(name: str) -> PurePosixPath:
    """The path of a file inside a zip. Raises Unreadable when it would lie outside of it."""
    path = PurePosixPath(name.replace("\\", "/"))
    if path.is_absolute() or ".." in path.parts or ":" in name:
        raise Unreadable(say("The zip holds a file that would lie outside of it: {name}", name=name[:60]))
    return path


def _read(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    """What a zip says about sizes need not be true."""
    with archive.open(info) as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise Unreadable(say("More than {most} bytes are no box.", most=MOST_BYTES))
    return data
