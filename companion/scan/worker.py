"""Looks at pictures in processes of their own, which may hang or crash without anyone else noticing.

Readers of QR codes run for minutes on some patterns and now and then corrupt their memory. Each process is given one
picture at a time; it is killed when a deadline passes and started again for the next picture. Where it ends by itself, a
fresh one looks once more: the system may have ended it, or a picture before have hurt it. One is kept warm; others are
started while pictures wait, and end when they have had nothing to do for a while. Whoever comes first is served first.
"""

from __future__ import annotations

import atexit
import json
import logging
import os
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Set
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

from companion.rules import say
from companion.scan.photo import check_bytes
from companion.scan.post import ANSWER, REQUEST, sentence, told_of, understood
from companion.scan.seen import Seen
from companion.scan.unseeable import Broken, Busy, TooSlow, Unseeable

if TYPE_CHECKING:
    from companion.surfaces import Surface

LOG = logging.getLogger(__name__)

DEADLINE = 20.0
"""Seconds within which a picture is answered. Half of them it may wait for others, the rest it may be looked at."""

START = 60.0
"""Seconds that a process may take to load its libraries, beside the deadline: a slow disk is no fault of the picture."""

ENOUGH = 1.0
"""Seconds that must be left of a deadline for a picture to be looked at once more."""

MOST = 4
"""Processes at most, however many cores there are."""

MEMORY_EACH = 1_000_000_000
"""Bytes of memory that the machine should have for each process: what the largest pictures need."""

MOST_WAITING = 256_000_000
"""Bytes of pictures that may wait. Who comes with more is told at once, before the waiting fill the memory."""

REST = 60.0
"""Seconds without a picture after which a process ends, unless it is the last."""

Surfaces = Mapping[str, "Surface"]
"""Name of a board -> what is printed on it."""

Answer = tuple[Any, bytes]
"""A JSON object and a JPEG."""

LONGEST_ANSWER = 50_000_000
"""Bytes: an answer that claims more comes from a process that has gone wrong."""


def look(data: bytes, known: Set[str] | None = None, deadline: float = DEADLINE, surfaces: Surfaces | None = None) -> Seen:
    """What the picture file in *data* shows, where *known* are the codes that may be there; from any thread.

    *surfaces*: the boards that are read where at least two of their labels are seen.

    Raises Unseeable within *deadline* seconds: NotAPicture, Damaged or TooLarge for the file; TooSlow when looking does not
    end; Busy when others were looked at for half that time; Broken when looking crashed, twice if there was time for it;
    NoReader when a library is missing.
    """
    check_bytes(data)
    return _POOL.look(data, known, deadline, surfaces)


def affordable() -> int:
    """How many processes may look at once: one for each core, as far as there is memory."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    try:
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):  # Windows does not say
        memory = MOST * MEMORY_EACH
    return max(1, min(MOST, cores, memory // MEMORY_EACH))


class Pool:
    """Workers and the queue of those who wait for one."""

    def __init__(self, size: int | None = None, rest: float = REST) -> None:
        self.size = affordable() if size is None else size
        self._rest = rest
        self._lock = threading.Lock()
        self._workers: list[Worker] = []
        self._free: list[tuple[float, Worker]] = []  # since when; the latest last, which is the one to be used again
        self._waiting: deque[tuple[int, SimpleQueue[Worker]]] = deque()
        self._timer: threading.Timer | None = None

    def look(
        self, data: bytes, known: Set[str] | None = None, deadline: float = DEADLINE, surfaces: Surfaces | None = None
    ) -> Seen:
        """As the function `look`."""
        end = time.monotonic() + deadline
        with self.worker(len(data), deadline / 2) as worker:
            return worker.look(data, known, end - time.monotonic(), surfaces)

    def close(self) -> None:
        """Ends the processes, whatever they look at; the next picture starts another."""
        with self._lock:
            workers = list(self._workers)
        for worker in workers:
            worker.close()

    @property
    def pids(self) -> tuple[int, ...]:
        """The processes that are there."""
        with self._lock:
            return tuple(worker.pid for worker in self._workers if worker.pid is not None)

    @property
    def busy(self) -> int:
        """How many workers are taken."""
        with self._lock:
            return len(self._workers) - len(self._free)

    @property
    def waiting(self) -> int:
        """How many pictures wait for a worker."""
        with self._lock:
            return len(self._waiting)

    @contextmanager
    def worker(self, length: int, patience: float) -> Iterator[Worker]:
        """A worker for a picture of *length* bytes, for as long as the context lasts. Raises Busy after *patience* seconds."""
        worker = self._take(length, patience)
        try:
            yield worker
        finally:
            self._give(worker)

    def _take(self, length: int, patience: float) -> Worker:
        with self._lock:
            if self._free:
                return self._free.pop()[1]
            if len(self._workers) < self.size:
                self._workers.append(Worker())
                return self._workers[-1]
            if sum(waiting for waiting, _ in self._waiting) + length > MOST_WAITING:
                raise _busy()
            place: tuple[int, SimpleQueue[Worker]] = (length, SimpleQueue())
            self._waiting.append(place)
        try:
            return place[1].get(timeout=patience)
        except Empty:
            with self._lock:
                if place in self._waiting:
                    self._waiting.remove(place)
                    raise _busy() from None
            return place[1].get_nowait()  # handed over at the last moment

    def _give(self, worker: Worker) -> None:
        """Hands *worker* to whoever has waited longest."""
        with self._lock:
            if self._waiting:
                self._waiting.popleft()[1].put(worker)
            else:
                self._free.append((time.monotonic(), worker))
                self._plan()

    def _plan(self) -> None:
        """Sees to it that workers that rest too long are ended: a timer runs only while there is more than one."""
        if len(self._free) > 1 and self._timer is None:
            self._timer = threading.Timer(max(0.0, self._free[0][0] + self._rest - time.monotonic()), self._thin)
            self._timer.daemon = True
            self._timer.start()

    def _thin(self) -> None:
        rested = []
        with self._lock:
            self._timer = None
            while len(self._free) > 1 and self._free[0][0] + self._rest <= time.monotonic():
                _, worker = self._free.pop(0)
                self._workers.remove(worker)
                rested.append(worker)
            self._plan()
        for worker in rested:
            worker.close()


def _busy() -> Busy:
    return Busy(say("Other photos are being looked at. Try again in a moment."))


def _broken() -> Broken:
    return Broken(say("Looking at this picture failed. Take another one."))


class _Ended(Exception):
    """The process has closed its end."""


@dataclass(frozen=True, slots=True)
class _Request:
    """A picture to look at."""

    data: bytes
    known: Set[str] | None
    surfaces: Surfaces | None


class Worker:
    """One process that looks, for one who asks at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._closing = False

    def look(self, data: bytes, known: Set[str] | None, deadline: float, surfaces: Surfaces | None = None) -> Seen:
        request = _Request(data, known, surfaces)
        with self._lock:
            self._ready(START)
            end = time.monotonic() + deadline
            try:
                answer = self._answer(request, deadline)
            except _Ended as ended:
                if self._closing or end - time.monotonic() < ENOUGH:
                    raise _broken() from ended
                answer = self._once_more(request, end)
        if isinstance(answer, Unseeable):
            raise answer
        return answer

    def _once_more(self, request: _Request, end: float) -> Seen | Unseeable:
        """What a fresh process answers until *end*. Raises Broken when it ends too, or is not there in time."""
        try:
            self._ready(end - time.monotonic())
            return self._answer(request, max(end - time.monotonic(), 0.0))
        except (_Ended, Broken) as ended:
            raise _broken() from ended

    def _answer(self, request: _Request, seconds: float) -> Seen | Unseeable:
        """What the process that is there answers within *seconds*. Raises _Ended when it ends instead."""
        process = self._process
        if process is None:
            raise _Ended
        try:
            return _understood(*_within(process, seconds, lambda: _ask(process, request, seconds)))
        except BaseException as wrong:
            # Whatever is still to come from this process would be taken for the answer to the next picture.
            self._end()
            if isinstance(wrong, _Ended):
                LOG.warning("The process that looks at pictures ended with %s.", process.returncode)
            raise

    @property
    def pid(self) -> int | None:
        """The process that is there, if one is."""
        process = self._process
        return None if process is None else process.pid

    def close(self) -> None:
        """Ends the process, whatever it looks at; the next picture starts another."""
        self._closing = True
        process = self._process
        if process is not None:
            process.kill()
        with self._lock:
            self._end()
            self._closing = False

    def _ready(self, seconds: float) -> None:
        """Sees to it that a process is there, within *seconds*."""
        if self._process is not None and self._process.poll() is None:
            return
        self._end()
        self._process = process = _start()
        try:
            _within(process, seconds, lambda: _answer(process))
        except (TooSlow, _Ended) as wrong:
            self._end()
            raise Broken(say("The part of Companion that looks at photos does not start. See: companion doctor")) from wrong

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


ALONE = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "2"}
"""Each process computes by itself: threads for every core, in each, would take one another's cores, and addresses."""


def _start() -> subprocess.Popen[bytes]:
    """A fresh interpreter that imports companion.scan and nothing else of what this one has imported."""
    home = str(Path(__file__).resolve().parents[2])
    path = [part for part in sys.path if part]
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "companion.scan.child"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**ALONE, **os.environ, "PYTHONPATH": os.pathsep.join(path if home in path else [home, *path])},
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
                say(
                    "Looking at this picture took more than {n} seconds and was stopped. Take another one.",
                    n=max(1, round(seconds)),
                )
            ) from ended
        raise _Ended from ended
    finally:
        timer.cancel()
        timer.join()
        if late.is_set():
            process.wait()


def _ask(process: subprocess.Popen[bytes], request: _Request, deadline: float) -> Answer:
    if process.stdin is None:
        raise _Ended
    codes = json.dumps(None if request.known is None else sorted(request.known)).encode()
    boards = told_of(request.surfaces) if request.surfaces else b""
    head = REQUEST.pack(len(codes), len(boards), len(request.data), deadline)
    process.stdin.write(head + codes + boards + request.data)
    process.stdin.flush()
    return _answer(process)


def _answer(process: subprocess.Popen[bytes]) -> Answer:
    text, picture = ANSWER.unpack(_exactly(process, ANSWER.size))
    if text + picture > LONGEST_ANSWER:
        raise _Ended
    try:
        return json.loads(_exactly(process, text)), _exactly(process, picture)
    except (ValueError, RecursionError) as nonsense:
        raise _Ended from nonsense


def _exactly(process: subprocess.Popen[bytes], length: int) -> bytes:
    read = process.stdout.read(length) if process.stdout is not None else b""
    if len(read) != length:
        raise _Ended
    return read


def _understood(values: Any, picture: bytes) -> Seen | Unseeable:
    """The answer as a value. A process that a picture has taken over may answer anything: then _Ended."""
    try:
        if "refused" in values:
            if values.get("cause") is not None:
                LOG.warning("Looking at a picture failed: %.500s", values["cause"])
            return REFUSALS[values["refused"]](sentence(values["sentence"]))
        return understood(values, picture)
    except (AttributeError, LookupError, TypeError, ValueError, OverflowError) as nonsense:
        raise _Ended from nonsense


REFUSALS: dict[str, type[Unseeable]] = {kind.__name__: kind for kind in Unseeable.__subclasses__()}

_POOL = Pool()
atexit.register(_POOL.close)
