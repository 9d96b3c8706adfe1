"""What this machine lacks for Companion, and the command that mends it.

Each check is a function that looks and says; none changes anything but a file of its own that it takes away again.
"""

from __future__ import annotations

import http.client
import importlib.util
import os
import shutil
import socket
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from companion import paths

PORT = 8765
LEAST_FREE = 200_000_000
"""Bytes: some hundred pictures and what SQLite needs to tidy up."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at. `mend` is a command or what to do, None when all is well; `needed` bars the start."""

    what: str
    says: str
    mend: str | None = None
    needed: bool = True

    @property
    def well(self) -> bool:
        return self.mend is None


def findings(port: int = PORT) -> Iterator[Finding]:
    """Everything that was looked at, what the others stand on first."""
    yield python()
    yield module("cv2", "OpenCV, which looks for labels in pictures", _mend("cv2", "opencv-python", "libgl1 libglib2.0-0"))
    yield libzbar()
    yield module("pillow_heif", "HEIC pictures, as iPhones take them", _mend("pillow_heif", "pillow-heif"), needed=False)
    yield module("fpdf", "PDF sheets of labels", _mend("fpdf", "fpdf2"))
    yield data_folder()
    yield free_space()
    yield from databases()
    yield port_free(port)


def python() -> Finding:
    return Finding("Python", f"{'.'.join(map(str, sys.version_info[:3]))} at {sys.executable}")


def module(name: str, what: str, mend: str, *, needed: bool = True) -> Finding:
    """Whether a library can be loaded; a missing system library shows here too."""
    try:
        loaded = importlib.import_module(name)
    except (ImportError, OSError) as wrong:
        return Finding(name, f"{what}: cannot be loaded ({wrong})", mend, needed)
    return Finding(name, f"{what}: {getattr(loaded, '__version__', 'there')}")


def libzbar() -> Finding:
    """Without libzbar labels are read all the same, with OpenCV alone, but no other QR codes."""
    try:
        importlib.import_module("pyzbar.pyzbar")
    except (ImportError, OSError):
        mend = _mend("pyzbar", "pyzbar", "zbar" if sys.platform == "darwin" else "libzbar0")
        without = "not found: labels are read all the same, but other QR codes are not recognised"
        return Finding("libzbar", without, mend, needed=False)
    return Finding("libzbar", "reads labels")


def data_folder() -> Finding:
    folder = paths.data_folder()
    wrong = unwritable(folder)
    if wrong is not None:
        return Finding("data folder", f"{folder} cannot be written ({wrong})", "set COMPANION_DATA to a folder that can")
    return Finding("data folder", str(folder))


def unwritable(folder: Path) -> str | None:
    """Why *folder* cannot be written, or None. It is made when it is not there yet."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".companion-"):
            pass
    except OSError as wrong:
        return (wrong.strerror or str(wrong)).lower()
    return None


def free_space() -> Finding:
    folder = paths.data_folder()
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    if free < LEAST_FREE:
        return Finding("disk", f"only {free // 1_000_000} MB free at {folder}", f"free some space at {folder}")
    return Finding("disk", f"{free // 1_000_000} MB free")


def databases() -> Iterator[Finding]:
    """Every SQLite file in the data folder, checked by SQLite itself."""
    for file in sorted(paths.data_folder().glob("*.sqlite3")):
        wrong = damage(file)
        if wrong is None:
            yield Finding("database", f"{file.name} is sound")
        else:
            yield Finding("database", f"{file.name} is damaged: {wrong}", "companion restore BACKUP --force")


def damage(file: Path) -> str | None:
    """What SQLite finds wrong with its *file*, or None."""
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as database:
            said = database.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.Error as wrong:
        return str(wrong)
    return None if said == "ok" else str(said)


def port_free(port: int) -> Finding:
    with closing(socket.socket()) as listener:
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(("0.0.0.0", port))
        except OSError:
            if _is_companion(port):
                return Finding("port", f"Companion answers on {port}")
            return Finding("port", f"{port} is taken by another program", f"companion serve --port {port + 1}", needed=False)
    return Finding("port", f"{port} is free")


def _is_companion(port: int) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=2)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().read(10) == b"ok\n"
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def _mend(name: str, wheel: str, packages: str = "") -> str:
    """The command that brings the *wheel* of a module, or, when that is there, the system's *packages* it stands on."""
    if not packages or importlib.util.find_spec(name) is None:
        return f"{sys.executable} -m pip install {wheel}"
    if sys.platform == "darwin":
        return f"brew install {packages}"
    if shutil.which("apt-get"):
        return f"{'' if os.geteuid() == 0 else 'sudo '}apt-get install {packages}"
    return f"install what Debian calls {packages}"
