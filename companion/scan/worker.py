"""Looks at pictures in a process of its own, which may hang or crash without anyone else noticing.

Readers of QR codes run for minutes on some patterns and now and then corrupt their memory. One process is kept warm and
given one picture at a time; it is killed when a deadline passes and started again for the next picture.
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Set
from pathlib import Path
from typing import Any

from companion.rules import say
from companion.scan import unseeable
from companion.scan.photo import check_bytes
from companion.scan.post import ANSWER, REQUEST, sentence, understood
from companion.scan.seen import Seen
from companion.scan.unseeable import Broken, Busy, TooSlow, Unseeable

DEADLINE = 20.0
"""Seconds that one picture may take."""

START = 60.0
"""Seconds that the process may take to load its libraries: a slow disk is no fault of the picture."""

Answer = tuple[Any, bytes]
"""A JSON object and a JPEG."""

LONGEST_ANSWER = 50_000_000
"""Bytes: an answer that claims more comes from a process that has gone wrong."""


def look(data: bytes, known: Set[str] | None = None, deadline: float = DEADLINE) -> Seen:
    """What the picture file in *data* shows, where *known* are the codes that may be there; from any thread.

    Raises Unseeable: NotAPicture, Damaged or TooLarge for the file; TooSlow after *deadline* seconds; Busy when others
    wait too; Broken when looking crashed; NoReader when a library is missing.
    """
    check_bytes(data)
    return _WORKER.look(data, known, deadline)


class _Ended(Exception):
    """The process has closed its end."""


class Worker:
    """One process that looks, and the lock of those who wait for it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def look(self, data: bytes, known: Set[str] | None = None, deadline: float = DEADLINE) -> Seen:
        if not self._lock.acquire(timeout=2 * deadline):
            raise Busy(say("Other photos are being looked at. Try again in a moment."))
        try:
            process = self._ready()
            values, picture = _within(process, deadline, lambda: _ask(process, data, known, deadline))
            return _understood(values, picture)
        except _Ended as ended:
            self._end()
            raise Broken(say("Looking at this picture failed. Take another one.")) from ended
        except TooSlow:
            self._end()
            raise
        finally:
            self._lock.release()

    def close(self) -> None:
        """Ends the process, whatever it looks at; the next picture starts another."""
        process = self._process
        if process is not None:
            process.kill()
        with self._lock:
            self._end()

    def _ready(self) -> subprocess.Popen[bytes]:
        if self._process is not None and self._process.poll() is None:
            return self._process
        self._end()
        self._process = process = _start()
        try:
            _within(process, START, lambda: _answer(process))
        except (TooSlow, _Ended) as wrong:
            self._end()
            raise Broken(say("The part of Companion that looks at photos does not start. See: companion doctor")) from wrong
        return process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            try:
                if pipe is not None:
                    pipe.close()
            except OSError:
                continue  # what was still to be written has nowhere to go


def _start() -> subprocess.Popen[bytes]:
    """A fresh interpreter that imports companion.scan and nothing else of what this one has imported."""
    home = str(Path(__file__).resolve().parents[2])
    path = [part for part in sys.path if part]
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "companion.scan.child"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path if home in path else [home, *path])},
    )


def _within(process: subprocess.Popen[bytes], seconds: float, talk: Callable[[], Answer]) -> Answer:
    """What *talk* with the process returns; after *seconds* the process is killed, which ends the talk: TooSlow."""
    late = threading.Event()

    def end() -> None:
        late.set()
        process.kill()

    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()
    try:
        return talk()
    except (_Ended, OSError) as ended:
        if late.is_set():
            raise TooSlow(
                say("Looking at this picture took more than {n} seconds and was stopped. Take another one.", n=round(seconds))
            ) from ended
        raise _Ended from ended
    finally:
        timer.cancel()
        timer.join()
        if late.is_set():
            process.wait()


def _ask(process: subprocess.Popen[bytes], data: bytes, known: Set[str] | None, deadline: float) -> Answer:
    if process.stdin is None:
        raise _Ended
    codes = json.dumps(None if known is None else sorted(known)).encode()
    process.stdin.write(REQUEST.pack(len(codes), len(data), deadline) + codes + data)
    process.stdin.flush()
    return _answer(process)


def _answer(process: subprocess.Popen[bytes]) -> Answer:
    text, picture = ANSWER.unpack(_exactly(process, ANSWER.size))
    if text + picture > LONGEST_ANSWER:
        raise _Ended
    try:
        return json.loads(_exactly(process, text)), _exactly(process, picture)
    except ValueError as nonsense:
        raise _Ended from nonsense


def _exactly(process: subprocess.Popen[bytes], length: int) -> bytes:
    read = process.stdout.read(length) if process.stdout is not None else b""
    if len(read) != length:
        raise _Ended
    return read


def _understood(values: Any, picture: bytes) -> Seen:
    """The answer as a value, or raised."""
    if "refused" in values:
        kind: type[Unseeable] = getattr(unseeable, values["refused"])
        raise kind(sentence(values["sentence"]))
    return understood(values, picture)


_WORKER = Worker()
atexit.register(_WORKER.close)
