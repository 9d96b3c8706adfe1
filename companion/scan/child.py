"""The process that looks at pictures for `worker`: reads requests from standard input, writes answers, ends with it.

A request is three lengths and the deadline in seconds, then the known codes as JSON, what is printed on the boards to read
(JSON too, or nothing), and a picture file. An answer is the
lengths of a JSON object and of a JPEG, then both. The first answer comes unasked, when this process is ready. Nothing
here is trusted with more than answering: a hostile picture that takes this process over can only answer wrongly.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
import traceback
from collections.abc import Mapping
from typing import TYPE_CHECKING, BinaryIO

from companion.rules import Sentence, say
from companion.scan.post import ANSWER, REQUEST, plain, printed, spelled
from companion.scan.readers import heic, opencv, zbar
from companion.scan.sight import see
from companion.scan.unseeable import Broken, TooLarge, Unseeable

if TYPE_CHECKING:
    from companion.surfaces import Surface

MEMORY = 3_000_000_000
"""Bytes of addresses this process may use: more than twice what the largest picture needs (bench/soak.py --largest)."""

NO_MEMORY = -4
"""The code of cv2.error when there was no memory left: cv2.Error.StsNoMem."""

GRACE = 5.0
"""Seconds after the deadline at which this process ends itself, should nobody have ended it."""


def main() -> None:
    requests, answers = sys.stdin.buffer, _private_output()
    _limit()
    # Control-C at a terminal reaches this process too, but it ends when its parent does.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(Unseeable):  # said again, in the answer to the first picture
        opencv()
    zbar()
    heic()
    _answer(answers, b"{}", b"")
    while len(head := requests.read(REQUEST.size)) == REQUEST.size:
        codes, boards, length, deadline = REQUEST.unpack(head)
        _end_at(deadline + GRACE)
        known = json.loads(requests.read(codes))
        surfaces = printed(requests.read(boards)) if boards else None
        _answer(answers, *_look(requests.read(length), known, deadline, surfaces))
        _end_at(0)


def _private_output() -> BinaryIO:
    """Standard output for answers alone: what C libraries print goes nowhere."""
    answers = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    return answers


def _limit() -> None:
    """Bounds memory and forbids core dumps, where the system can."""
    try:
        import resource
    except ImportError:
        return
    for what, most in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_CORE, 0)):
        try:
            resource.setrlimit(what, (most, resource.getrlimit(what)[1]))
        except (ValueError, OSError):
            continue


def _end_at(seconds: float) -> None:
    """Ends this process when it hangs and its parent is no longer there to do so."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)


def _look(
    data: bytes, known: list[str] | None, deadline: float, surfaces: Mapping[str, Surface] | None = None
) -> tuple[bytes, bytes]:
    """The answer to one picture: JSON and a JPEG."""
    try:
        seen = see(data, None if known is None else frozenset(known), deadline, surfaces)
        return json.dumps(spelled(seen)).encode(), seen.picture
    except Unseeable as wrong:
        return _refused(type(wrong), wrong.sentence), b""
    except Exception as wrong:
        # OpenCV raises cv2.error for whatever it cannot do, memory it does not get among them.
        if isinstance(wrong, MemoryError) or getattr(wrong, "code", None) == NO_MEMORY:
            return _refused(TooLarge, say("The picture needs more memory than it may have. Send a smaller one.")), b""
        return _refused(Broken, say("Looking at this picture failed. Take another one."), _cause(wrong)), b""


def _refused(kind: type[Unseeable], why: Sentence, cause: str | None = None) -> bytes:
    return json.dumps({"refused": kind.__name__, "sentence": plain(why), "cause": cause}).encode()


def _cause(wrong: Exception) -> str:
    """What went wrong and where, for the log."""
    places = traceback.extract_tb(wrong.__traceback__)[-3:]
    return f"{repr(wrong)[:300]} in {', '.join(f'{place.name} {place.lineno}' for place in places)}"


def _answer(answers: BinaryIO, values: bytes, picture: bytes) -> None:
    answers.write(ANSWER.pack(len(values), len(picture)) + values + picture)
    answers.flush()


if __name__ == "__main__":
    main()
