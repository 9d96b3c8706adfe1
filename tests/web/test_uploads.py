"""Many photographs at once: each upload is answered, the table goes on, and nothing is looked at in the web's own process."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import segno
from flask import Flask

from companion.scan import worker
from companion.scan.worker import Pool
from tests.web.conftest import Browser

HOUSE = Path(__file__).resolve().parents[2]


def photo(code: str) -> bytes:
    out = io.BytesIO()
    segno.make(code, error="h", micro=False).save(out, kind="png", scale=4, border=4)
    return out.getvalue()


def uploads(app: Flask, browser: Browser, code: str, files: list[bytes]) -> list[int]:
    """The statuses of *files*, sent at once from as many phones."""
    token = browser.token()
    name = app.config["SESSION_COOKIE_NAME"]
    cookie = browser.client.get_cookie(name)
    assert cookie is not None

    def send(data: bytes) -> int:
        phone = app.test_client()
        phone.set_cookie(name, cookie.value)
        return phone.post(f"/t/{code}/scans", data={"csrf_token": token, "photo": (io.BytesIO(data), "photo.png")}).status_code

    with ThreadPoolExecutor(len(files)) as phones:
        return list(phones.map(send, files))


def test_sixty_photographs_at_once_are_all_answered_and_nothing_is_left_behind(app: Flask, browser: Browser) -> None:
    code = browser.open()
    assert uploads(app, browser, code, [photo("ZZ:S1")]) == [303]
    threads = threading.active_count()
    shown = [photo(f"ZZ:S{n % 4 + 1}") if n % 4 else b"not a picture" for n in range(60)]
    counts = Counter(uploads(app, browser, code, shown))
    assert set(counts) <= {303, 422, 503}
    assert counts[303] + counts[422] > 0
    assert sum(counts.values()) == 60
    assert browser.client.get("/healthz").status_code == 200
    assert threading.active_count() <= threads + 2  # the timers of a resting process
    for number in range(1, counts[303] + 2):
        assert browser.client.get(f"/t/{code}/scans/{number}").status_code == 200
    assert browser.client.get(f"/t/{code}/scans/{counts[303] + 2}").status_code == 404


def test_a_photograph_over_which_the_process_dies_is_answered_with_a_sentence_and_the_next_is_read(
    app: Flask, browser: Browser
) -> None:
    pool: Pool = worker._POOL
    code = browser.open()
    assert uploads(app, browser, code, [photo("ZZ:S1")]) == [303]
    stopped = pool.pids
    for process in stopped:
        os.kill(process, signal.SIGSTOP)
    with ThreadPoolExecutor(1) as other:
        asked = other.submit(uploads, app, browser, code, [photo("ZZ:S2")])
        while not pool.busy:
            time.sleep(0.005)
        for process in stopped:
            os.kill(process, signal.SIGKILL)
        assert asked.result() in ([503], [303])  # 303: it died before the picture came, and was replaced
    assert uploads(app, browser, code, [photo("ZZ:S2")]) == [303]


def test_the_web_loads_no_reader() -> None:
    program = "import sys, companion.web; print(*({'cv2', 'pyzbar', 'pillow_heif'} & set(sys.modules)))"
    told = subprocess.run([sys.executable, "-c", program], cwd=HOUSE, capture_output=True, text=True, check=True).stdout
    assert told.split() == []
