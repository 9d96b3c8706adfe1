"""The data folder as one zip, and back.

Databases are copied by SQLite's own online backup, so that a backup may be made while a table is being played. The zip
names every file with its size and SHA-256; restoring checks all of it before anything is touched, and never deletes:
what was there is put aside.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import os
import shutil
import sqlite3
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import Any

CONTENTS = "companion-backup.json"
VERSION = 1
DATABASE = ".sqlite3"
LEFT_OUT = ("-wal", "-shm", "-journal", ".log", ".tmp")
"""Endings of files that are SQLite's own business or no data."""


DAMAGED = (
    zipfile.BadZipFile,
    NotImplementedError,
    RuntimeError,
    EOFError,
    KeyError,
    TypeError,
    zlib.error,
    lzma.LZMAError,
)
"""What reading a zip raises that is damaged or no backup; an OSError speaks of this machine's disk instead."""


class BadBackup(Exception):
    """A file that is no backup, or not the one that was made: one sentence."""


class InTheWay(Exception):
    """The data folder is in use or holds something already: one sentence."""


def write(folder: Path, out: Path) -> list[str]:
    """Writes the backup of *folder* to *out*; the names of the files in it.

    *out* appears whole or not at all. Raises OSError; sqlite3.Error when a database cannot be read.
    """
    files: dict[str, dict[str, Any]] = {}
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=".companion-backup-") as made:
        part = Path(made, out.name)
        with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as archive:
            for file in _kept(folder, out):
                name = file.relative_to(folder).as_posix()
                source = file
                if file.suffix == DATABASE:
                    source = Path(made, "copy" + DATABASE)
                    _copy_database(file, source)
                files[name] = {"size": source.stat().st_size, "sha256": _digest(source)}
                archive.write(source, name)
            contents = {"version": VERSION, "made": datetime.now().astimezone().isoformat(timespec="seconds"), "files": files}
            archive.writestr(CONTENTS, json.dumps(contents, indent=1))
        os.replace(part, out)
    return list(files)


def _kept(folder: Path, out: Path) -> Iterator[Path]:
    for file in sorted(folder.rglob("*")):
        hidden = any(part.startswith(".") for part in file.relative_to(folder).parts)
        if hidden or file.is_symlink() or not file.is_file() or file.name.endswith(LEFT_OUT) or file == out.absolute():
            continue
        yield file


def _copy_database(file: Path, copy: Path) -> None:
    copy.unlink(missing_ok=True)
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
        target.execute("PRAGMA journal_mode = DELETE")


def _digest(file: Path) -> str:
    with file.open("rb") as data:
        return hashlib.file_digest(data, "sha256").hexdigest()


def restore(archive: Path, folder: Path, *, force: bool = False) -> Path | None:
    """Puts the backup's files into *folder*; where the files that were there lie now (None: there were none).

    Raises BadBackup when the archive is not whole, InTheWay when the folder holds data and *force* is not given or a
    server has it open, OSError. In all these cases the folder is as it was.
    """
    there = any(folder.iterdir()) if folder.is_dir() else False
    if there and not force:
        raise InTheWay(f"{folder} is not empty. With --force its files are put aside first.")
    if there:
        _must_be_idle(folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".companion-restore-") as made:
        fresh = Path(made, "data")
        fresh.mkdir()
        _unpack(archive, fresh)
        aside = None
        if there:
            aside = folder.with_name(f"{folder.name}-before-{datetime.now().astimezone():%Y%m%d-%H%M%S-%f}")
            os.rename(folder, aside)
        elif folder.is_dir():
            folder.rmdir()
        os.rename(fresh, folder)
    return aside


def _must_be_idle(folder: Path) -> None:
    """Raises InTheWay while somebody has one of the folder's databases open."""
    for file in folder.glob("*" + DATABASE):
        with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(file, timeout=0)) as database:
            try:
                # In WAL mode this lock is refused while any other connection is open, even an idle one.
                database.execute("PRAGMA locking_mode = EXCLUSIVE")
                database.execute("BEGIN EXCLUSIVE")
                database.execute("ROLLBACK")
            except sqlite3.OperationalError as wrong:
                raise InTheWay(f"A server has {file} open: stop it first.") from wrong


def _unpack(archive: Path, fresh: Path) -> None:
    try:
        with zipfile.ZipFile(archive) as source:
            for name, facts in _contents(source).items():
                path = PurePosixPath(name)
                if path.is_absolute() or ".." in path.parts or "\\" in name or ":" in name:
                    raise BadBackup(f"{archive} holds a file that would lie outside the data folder: {name}")
                target = Path(fresh, path)
                target.parent.mkdir(parents=True, exist_ok=True)
                with source.open(name) as data, target.open("wb") as file:
                    shutil.copyfileobj(data, file)
                if target.stat().st_size != facts["size"] or _digest(target) != facts["sha256"]:
                    raise BadBackup(f"{archive} is damaged: {name} is not what was backed up.")
    except DAMAGED as wrong:
        raise BadBackup(f"{archive} is no whole backup of Companion.") from wrong


def _contents(source: zipfile.ZipFile) -> dict[str, Any]:
    """The files that the backup says it holds. Raises KeyError or TypeError when it says nothing of the kind."""
    try:
        contents = json.loads(source.read(CONTENTS))
    except ValueError as wrong:
        raise KeyError(CONTENTS) from wrong
    if contents["version"] > VERSION:
        raise BadBackup("This backup was made by a newer Companion.")
    files = contents["files"]
    if not isinstance(files, dict):
        raise TypeError
    return files
