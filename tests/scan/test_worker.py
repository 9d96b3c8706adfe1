"""Looking happens in a process of its own, which may hang or die without harm."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from companion.scan import Broken, Busy, Damaged, NotAPicture, Seen, TooLarge, TooSlow, Unseeable, look
from companion.scan.sight import see
from companion.scan.worker import Worker
from tests.scan.scenes import finder_page, label, saved, table
from tests.scan.test_photo import KINDS, mutated, png

HOUSE = Path(__file__).resolve().parents[2]
SHOWN = saved(label("FL:BP7", pixels=6), "PNG")
SLOW = saved(finder_page(40, 6), "PNG")


@pytest.fixture
def worker() -> Iterator[Worker]:
    worker = Worker()
    yield worker
    worker.close()


def pid(worker: Worker) -> int | None:
    return worker._process.pid if worker._process is not None else None


def test_looking_elsewhere_says_the_same_as_looking_here() -> None:
    data = saved(table([["FL:BP1", "https://example.org/é"], ["FL:BP2"]], turn=30).pixels)
    assert look(data) == see(data)


def test_refusals_come_back_as_what_they_are() -> None:
    with pytest.raises(NotAPicture, match="empty"):
        look(b"")
    with pytest.raises(NotAPicture, match="no picture"):
        look(b"hello")
    with pytest.raises(TooLarge, match="50 megapixels"):
        look(png(30_000, 30_000))
    with pytest.raises(Damaged, match="damaged"):
        look(SHOWN[:-60])


def test_one_process_stays_warm(worker: Worker) -> None:
    worker.look(SHOWN)
    first = pid(worker)
    worker.look(SHOWN)
    assert first is not None
    assert pid(worker) == first


def test_a_picture_that_takes_too_long_is_stopped_and_the_next_one_is_read(worker: Worker) -> None:
    worker.look(SHOWN)
    first = pid(worker)
    with pytest.raises(TooSlow, match="took more than 1 second"):
        worker.look(SLOW, deadline=1.0)
    assert worker.look(SHOWN).sightings.codes == (("FL:BP7",),)
    assert pid(worker) != first


def test_a_process_that_dies_while_it_waits_is_replaced(worker: Worker) -> None:
    worker.look(SHOWN)
    first = pid(worker)
    assert first is not None
    os.kill(first, signal.SIGKILL)
    os.waitid(os.P_PID, first, os.WEXITED | os.WNOWAIT)
    assert worker.look(SHOWN).sightings.codes == (("FL:BP7",),)


def test_a_process_that_crashes_over_a_picture_gives_a_sentence_and_is_replaced(worker: Worker) -> None:
    worker.look(SHOWN)
    with ThreadPoolExecutor(1) as other:
        asked = other.submit(worker.look, SLOW, None, 30.0)
        while not worker._lock.locked():
            time.sleep(0.01)
        process = pid(worker)
        assert process is not None
        os.kill(process, signal.SIGSEGV)
        with pytest.raises(Broken, match="failed"):
            asked.result()
    assert worker.look(SHOWN).sightings.codes == (("FL:BP7",),)


def test_who_waits_too_long_for_others_is_told(worker: Worker) -> None:
    worker.look(SHOWN)
    with ThreadPoolExecutor(1) as other:
        asked = other.submit(worker.look, SLOW, None, 3.0)
        while not worker._lock.locked():
            time.sleep(0.01)
        with pytest.raises(Busy, match="moment"):
            worker.look(SHOWN, deadline=0.1)
        with pytest.raises(TooSlow):
            asked.result()


def test_many_threads_are_answered_each_with_its_own_picture() -> None:
    pictures = {f"HB:{n}": saved(label(f"HB:{n}", pixels=4), "PNG") for n in range(12)}
    with ThreadPoolExecutor(4) as threads:
        rows = dict(zip(pictures, threads.map(lambda code: look(pictures[code]).sightings.codes, pictures), strict=True))
    assert rows == {code: ((code,),) for code in pictures}
    assert threading.active_count() < 20


def answered(data: bytes) -> Seen | Unseeable:
    """What is seen within ten seconds, or why not."""
    try:
        return look(data, deadline=10.0)
    except Unseeable as refused:
        return refused


def noise(shape: tuple[int, ...]) -> np.ndarray:
    return np.random.default_rng(7).integers(0, 256, shape, dtype=np.uint8)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(SLOW, id="finder patterns"),
        pytest.param(saved(finder_page(40, 2), "PNG"), id="small finder patterns"),
        pytest.param(saved(noise((1080, 1920, 3)), "PNG"), id="noise"),
        pytest.param(saved(noise((3000, 4000)), "PNG"), id="much noise"),
        pytest.param(saved((np.indices((3000, 4000)).sum(0) // 8 % 2 * 255).astype(np.uint8), "PNG"), id="stripes"),
        pytest.param(saved(((np.indices((1500, 2000)) // 8).sum(0) % 2 * 255).astype(np.uint8), "PNG"), id="checkerboard"),
        pytest.param(saved((np.indices((1500, 2000)).sum(0) % 2 * 255).astype(np.uint8), "PNG"), id="fine checkerboard"),
    ],
)
def test_patterns_that_are_no_table_show_nothing_or_are_stopped(data: bytes) -> None:
    answer = answered(data)
    assert isinstance(answer, TooSlow) or (isinstance(answer, Seen) and answer.sightings.codes == ())
    assert look(SHOWN).sightings.codes == (("FL:BP7",),)


@pytest.mark.parametrize("kind", KINDS)
def test_damaged_files_are_read_or_refused_and_never_more(kind: str) -> None:
    data = saved(table([["FL:BP1", "FL:BP2"]], (320, 240)).pixels, kind)
    chance = random.Random(kind)
    for _ in range(60):
        answer = answered(mutated(data, chance))
        codes = {sighting.code for sighting in answer.sightings} if isinstance(answer, Seen) else set()
        assert codes <= {"FL:BP1", "FL:BP2"}
        assert isinstance(answer, Seen) or str(answer)


def test_the_process_imports_the_scanner_and_nothing_else_of_the_house() -> None:
    program = "import sys, companion.scan.child; print(*sorted(name for name in sys.modules if name.startswith('companion')))"
    names = subprocess.run([sys.executable, "-c", program], cwd=HOUSE, capture_output=True, text=True, check=True).stdout.split()
    assert {name for name in names if not name.startswith("companion.scan")} == {"companion", "companion.rules"}


def test_importing_the_scanner_loads_no_reader_and_starts_no_process() -> None:
    program = "import sys, companion.scan; print(*({'cv2', 'pyzbar', 'pillow_heif', 'flask', 'sqlmodel'} & set(sys.modules)))"
    assert (
        subprocess.run([sys.executable, "-c", program], cwd=HOUSE, capture_output=True, text=True, check=True).stdout.split()
        == []
    )


def test_a_program_that_looked_ends_and_leaves_no_process_behind() -> None:
    program = (
        "import companion.scan.worker as worker, sys\n"
        "print(worker.look(sys.stdin.buffer.read()).sightings.codes, worker._WORKER._process.pid)"
    )
    ended = subprocess.run([sys.executable, "-c", program], cwd=HOUSE, input=SHOWN, capture_output=True, check=True)
    rows, process = ended.stdout.decode().rsplit(" ", 1)
    assert rows == "(('FL:BP7',),)"
    assert ended.stderr == b""
    with pytest.raises(ProcessLookupError):
        os.kill(int(process), 0)
