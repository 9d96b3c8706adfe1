"""Looking happens in processes of their own, which may hang or die without harm.

A process that is stopped (SIGSTOP) is one that hangs, whatever the readers make of a picture.
"""

from __future__ import annotations

import array
import fcntl
import json
import os
import signal
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from companion.scan import Broken, Busy, Damaged, NotAPicture, Seen, TooLarge, TooSlow, Unseeable, look, worker
from companion.scan.post import ANSWER, spelled, understood
from companion.scan.sight import see
from companion.scan.worker import Pool, Worker
from tests.scan.scenes import label, saved, table
from tests.scan.test_photo import png

HOUSE = Path(__file__).resolve().parents[2]
SHOWN = saved(label("FL:BP7", pixels=4), "PNG")
READ = (("FL:BP7",),)


@pytest.fixture(scope="module")
def one_process() -> Iterator[Pool]:
    pool = Pool(1)
    yield pool
    pool.close()


@pytest.fixture
def pool(one_process: Pool) -> Pool:
    """One process, which is there."""
    one_process.look(SHOWN)
    return one_process


def pid(pool: Pool) -> int:
    (one,) = pool.pids
    return one


def stop(process: int) -> None:
    """Halts the process, and waits until it is: before that it may still read what comes."""
    os.kill(process, signal.SIGSTOP)
    os.waitid(os.P_PID, process, os.WSTOPPED | os.WNOWAIT)


def until(true: Callable[[], bool]) -> None:
    while not true():
        time.sleep(0.005)


def arrived(pool: Pool) -> int:
    """Bytes that lie before the process, unread."""
    (one,) = pool._workers
    assert one._process is not None and one._process.stdin is not None
    waiting: Any = array.array("i", [0])
    fcntl.ioctl(one._process.stdin, termios.FIONREAD, waiting)
    return int(waiting[0])


def answered(pool: Pool, data: bytes, deadline: float) -> Seen | Unseeable:
    try:
        return pool.look(data, None, deadline)
    except Unseeable as refused:
        return refused


def test_looking_elsewhere_says_the_same_as_looking_here() -> None:
    data = saved(table([["FL:BP1", "https://example.org/é"], ["FL:BP2"]], turn=30).pixels)
    assert look(data) == see(data)
    assert look(data, frozenset({"FL:BP2"})) == see(data, frozenset({"FL:BP2"}))


def test_refusals_come_back_as_what_they_are() -> None:
    with pytest.raises(NotAPicture, match="empty"):
        look(b"")
    with pytest.raises(NotAPicture, match="no picture"):
        look(b"hello")
    with pytest.raises(TooLarge, match="50 megapixels"):
        look(png(30_000, 30_000))
    with pytest.raises(Damaged, match="damaged"):
        look(SHOWN[:-60])


def test_one_process_stays_warm(pool: Pool) -> None:
    first = pid(pool)
    pool.look(SHOWN)
    assert pid(pool) == first


def test_a_process_that_hangs_is_stopped_and_the_next_picture_is_read(pool: Pool) -> None:
    first = pid(pool)
    stop(first)
    with pytest.raises(TooSlow, match="took more than 1 second"):
        pool.look(SHOWN, deadline=1.0)
    with pytest.raises(ProcessLookupError):
        os.kill(first, 0)
    assert pool.look(SHOWN).sightings.codes == READ


def test_a_process_that_dies_while_it_waits_is_replaced(pool: Pool) -> None:
    first = pid(pool)
    os.kill(first, signal.SIGKILL)
    os.waitid(os.P_PID, first, os.WEXITED | os.WNOWAIT)
    assert pool.look(SHOWN).sightings.codes == READ


@pytest.mark.parametrize("blow", [signal.SIGKILL, signal.SIGSEGV, signal.SIGABRT])
def test_where_a_process_dies_over_a_picture_another_looks_at_it_and_nobody_is_told(pool: Pool, blow: signal.Signals) -> None:
    first = pid(pool)
    stop(first)
    with ThreadPoolExecutor(1) as other:
        asked = other.submit(answered, pool, SHOWN, 60.0)
        until(lambda: arrived(pool) > len(SHOWN))
        os.kill(first, blow)
        os.kill(first, signal.SIGCONT)
        seen = asked.result()
    assert isinstance(seen, Seen)
    assert seen.sightings.codes == READ
    assert pid(pool) != first


@pytest.mark.parametrize(("deadline", "starts"), [(60.0, 2), (0.9, 1)])
def test_a_picture_over_which_every_process_dies_is_answered_with_one_sentence(
    deadline: float, starts: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready = ANSWER.pack(2, 0) + b"{}"
    program = f"import os, sys; os.write(1, {ready!r}); sys.stdin.buffer.read(30); os.abort()"
    started = []

    def start() -> subprocess.Popen[bytes]:
        started.append(subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE))
        return started[-1]

    monkeypatch.setattr(worker, "_start", start)
    lone = Worker()
    with pytest.raises(Broken if starts > 1 else Unseeable, match="Take another one"):
        lone.look(SHOWN, None, deadline)
    assert len(started) == starts, "once more only where there is time"
    assert lone.pid is None


def test_a_picture_that_is_looked_at_when_the_pool_closes_is_not_looked_at_again(pool: Pool) -> None:
    stop(pid(pool))
    with ThreadPoolExecutor(1) as other:
        asked = other.submit(answered, pool, SHOWN, 60.0)
        until(lambda: arrived(pool) > len(SHOWN))
        pool.close()
        assert isinstance(asked.result(), Broken)
    assert pool.pids == ()
    assert pool.look(SHOWN).sightings.codes == READ


def test_who_waits_too_long_for_others_is_told(pool: Pool) -> None:
    with pool.worker(0, 0), pytest.raises(Busy, match="moment"):
        pool.look(SHOWN, deadline=0.1)
    assert pool.look(SHOWN).sightings.codes == READ


def test_who_comes_first_is_served_first() -> None:
    pool = Pool(1)
    order = []

    def come(number: int) -> None:
        with pool.worker(0, 60):
            order.append(number)

    with ThreadPoolExecutor(20) as threads, pool.worker(0, 0):
        for number in range(20):
            threads.submit(come, number)
            until(lambda number=number: pool.waiting == number + 1)
    assert order == list(range(20))


def test_pictures_that_would_fill_the_memory_while_they_wait_are_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "MOST_WAITING", 100)
    pool = Pool(1)

    def come(length: int) -> None:
        with pool.worker(length, 60):
            pass

    with ThreadPoolExecutor(2) as threads, pool.worker(1000, 0):
        first = threads.submit(come, 60)
        until(lambda: pool.waiting == 1)
        with pytest.raises(Busy, match="moment"):
            come(41)
        second = threads.submit(come, 40)
        until(lambda: pool.waiting == 2)
    assert first.result() is None
    assert second.result() is None
    come(1000)


def test_thirty_at_once_are_each_answered_with_their_own_picture_and_nothing_is_left_behind() -> None:
    pool = Pool(2)
    files = Path("/proc/self/fd") if Path("/proc/self/fd").exists() else Path("/dev/fd")
    threads_before, files_before = threading.active_count(), len(list(files.iterdir()))
    pictures = {f"HB:{n}": saved(label(f"HB:{n}", pixels=4), "PNG") for n in range(30)}
    with ThreadPoolExecutor(30) as threads:
        rows = dict(zip(pictures, threads.map(lambda code: pool.look(pictures[code], None, 300.0), pictures), strict=True))
        processes = pool.pids
    assert {code: seen.sightings.codes for code, seen in rows.items()} == {code: ((code,),) for code in pictures}
    assert 1 <= len(processes) <= 2
    assert (pool.busy, pool.waiting) == (0, 0)
    pool.close()
    assert pool.pids == ()
    for process in processes:
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)
    until(lambda: threading.active_count() <= threads_before + 1)  # the timer that ends resting processes
    assert len(list(files.iterdir())) == files_before


def test_two_hundred_at_once_before_a_process_that_hangs_are_each_told_so(pool: Pool) -> None:
    stop(pid(pool))
    with ThreadPoolExecutor(200) as threads:
        answers = list(threads.map(lambda _: answered(pool, SHOWN, 1.0), range(200)))
    kinds = [type(answer) for answer in answers]
    assert set(kinds) <= {TooSlow, Busy, Seen}
    # One at least: on a slow machine the process that follows may take its second too.
    assert TooSlow in kinds
    assert kinds.count(Busy) >= 190
    assert (pool.busy, pool.waiting) == (0, 0)
    assert pool.look(SHOWN).sightings.codes == READ


def test_processes_that_rest_end_but_for_the_last_one_used() -> None:
    pool = Pool(2, rest=0.05)
    with pool.worker(0, 0) as one, pool.worker(0, 0) as two:
        for each in (one, two):
            each.look(SHOWN, None, 30)
        assert len(pool.pids) == 2
        kept = one.pid
    until(lambda: len(pool.pids) == 1)
    assert pool.pids == (kept,)
    assert pool.look(SHOWN).sightings.codes == READ
    pool.close()


def test_a_pool_that_was_closed_starts_again(pool: Pool) -> None:
    pool.close()
    assert pool.pids == ()
    assert pool.look(SHOWN).sightings.codes == READ


def test_there_is_at_least_one_process_and_not_more_than_cores() -> None:
    assert 1 <= worker.affordable() <= min(worker.MOST, os.cpu_count() or 1)


LIES = [
    b"",
    b"[]",
    b"null",
    b"{",
    b"[" * 100_000,
    b'{"refused": "Exception", "sentence": ["x", {}, null]}',
    b'{"refused": "Busy", "sentence": ["{x}", {"y": 1}, null]}',
    b'{"refused": ["Busy"], "sentence": 3}',
    b'{"sightings": {"rows": 7}}',
    json.dumps({**spelled(see(SHOWN)), "size": ["a", "b"]}).encode(),
    json.dumps({**spelled(see(SHOWN)), "boards": {"4B": {"light": "of its own"}}}).encode(),
    json.dumps({**spelled(see(SHOWN)), "boards": ["4B"]}).encode(),
    json.dumps(spelled(see(SHOWN))).replace('"straight"', '"guessed"').replace('"rectified"', '"guessed"').encode(),
]


@pytest.mark.parametrize("lie", [pytest.param(lie, id=lie[:20].decode()) for lie in LIES])
def test_a_process_that_answers_nonsense_is_ended_with_a_sentence(
    lie: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lie").write_bytes(ANSWER.pack(2, 0) + b"{}" + ANSWER.pack(len(lie), 0) + lie)
    program = f"import sys; sys.stdout.buffer.write(open({str(tmp_path / 'lie')!r}, 'rb').read()); sys.stdout.close(); input()"
    liar = [sys.executable, "-c", program]
    monkeypatch.setattr(worker, "_start", lambda: subprocess.Popen(liar, stdin=subprocess.PIPE, stdout=subprocess.PIPE))
    lone = Worker()
    with pytest.raises(Broken, match="failed"):
        lone.look(SHOWN, None, 30.0)
    assert lone.pid is None


def test_what_was_seen_survives_the_post() -> None:
    seen = see(saved(table([["FL:BP1", "https://example.org/é"], ["FL:BP2"]], turn=30).pixels))
    assert understood(json.loads(json.dumps(spelled(seen))), seen.picture) == seen


def test_a_picture_that_needs_more_memory_than_it_may_have_is_refused() -> None:
    program = """
import resource, sys
from companion.scan import child
child.opencv()
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
child.MEMORY = used + 60_000_000
child._limit()
print(child._look(sys.stdin.buffer.read(), None, 10.0)[0].decode())
"""
    if not Path("/proc/self/statm").exists():
        pytest.skip("the memory of a process is not to be limited here")
    data = png(7000, 7000, (b"\0" + b"\xff" * 7000) * 7000)
    told = subprocess.run([sys.executable, "-c", program], cwd=HOUSE, input=data, capture_output=True, check=True).stdout
    assert json.loads(told)["refused"] == "TooLarge"


def test_why_looking_failed_is_in_the_log_and_not_in_the_sentence(caplog: pytest.LogCaptureFixture) -> None:
    said = json.dumps({"refused": "Broken", "sentence": ["It failed.", {}, None], "cause": "ValueError('x') in sight 7"})
    assert str(worker._understood(json.loads(said), b"")) == "It failed."
    assert "ValueError('x') in sight 7" in caplog.text


def test_the_process_imports_the_scanner_and_nothing_else_of_the_house() -> None:
    program = "import sys, companion.scan.child; print(*sorted(name for name in sys.modules if name.startswith('companion')))"
    names = subprocess.run([sys.executable, "-c", program], cwd=HOUSE, capture_output=True, text=True, check=True).stdout.split()
    assert {name for name in names if not name.startswith("companion.scan")} == {"companion", "companion.rules"}


def test_importing_the_scanner_loads_no_reader_and_starts_no_process() -> None:
    program = (
        "import sys, companion.scan\n"
        "print(*({'cv2', 'pyzbar', 'pillow_heif', 'flask', 'sqlmodel'} & set(sys.modules)), *companion.scan.worker._POOL.pids)"
    )
    told = subprocess.run([sys.executable, "-c", program], cwd=HOUSE, capture_output=True, text=True, check=True).stdout
    assert told.split() == []


def test_a_program_that_looks_loads_no_reader_itself() -> None:
    program = (
        "import sys, companion.scan\n"
        "print(companion.scan.look(sys.stdin.buffer.read()).sightings.codes)\n"
        "print(*({'cv2', 'pyzbar', 'pillow_heif'} & set(sys.modules)))"
    )
    told = subprocess.run([sys.executable, "-c", program], cwd=HOUSE, input=SHOWN, capture_output=True, check=True).stdout
    assert told.decode().splitlines() == [str(READ), ""]


def test_a_program_that_looked_ends_and_leaves_no_process_behind() -> None:
    program = (
        "import companion.scan.worker as worker, sys\n"
        "print(worker.look(sys.stdin.buffer.read()).sightings.codes, *worker._POOL.pids)"
    )
    ended = subprocess.run([sys.executable, "-c", program], cwd=HOUSE, input=SHOWN, capture_output=True, check=True)
    rows, process = ended.stdout.decode().rsplit(" ", 1)
    assert rows == str(READ)
    assert ended.stderr == b""
    with pytest.raises(ProcessLookupError):
        os.kill(int(process), 0)


def test_a_program_that_is_killed_leaves_no_process_behind() -> None:
    program = (
        "import companion.scan.worker as worker, os, signal, sys\n"
        "worker.look(sys.stdin.buffer.read())\n"
        "print(*worker._POOL.pids, flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)"
    )
    ended = subprocess.run([sys.executable, "-c", program], cwd=HOUSE, input=SHOWN, capture_output=True, check=False)
    process = int(ended.stdout)

    def gone() -> bool:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        return Path(f"/proc/{process}/stat").exists() and ") Z" in Path(f"/proc/{process}/stat").read_text()

    until(gone)
    assert gone()
