"""The server is killed at any moment: what was answered is there when it starts again, and nothing else but what was asked."""

from __future__ import annotations

import contextlib
import http.client
import http.cookiejar
import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROGRAM = """
import os, sys, waitress
from companion.web import create_app
from companion.web.safety import limiter
from tests.web import toy
limiter.enabled = False
for port in sys.stdin:
    server = os.fork()
    if server == 0:
        app = create_app({"GAMES": {"toy": toy}, "DATA": sys.argv[1]})
        waitress.serve(app, host="127.0.0.1", port=int(port), threads=8, _quiet=True)
    print(server, flush=True)
    os.waitpid(server, 0)
    print("ended", flush=True)
"""
"""Starts one server after another, each when its port is told; the libraries are loaded once, before the first."""


@pytest.fixture
def starter(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(tmp_path)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as program:
        yield program
        os.killpg(program.pid, signal.SIGKILL)


class Server:
    def __init__(self, starter: subprocess.Popen[str]) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        self.said = starter.stdout
        starter.stdin.write(f"{port}\n")
        starter.stdin.flush()
        self.pid = int(self.said.readline())
        for _ in range(600):
            try:
                urllib.request.urlopen(self.address + "/healthz", timeout=5).close()
                return
            except OSError:
                os.kill(self.pid, 0)  # raises when the server has ended by itself
                time.sleep(0.05)
        raise AssertionError("the server does not start")

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)

    def gone(self) -> None:
        """Kills the server, if nobody has, and waits for its end."""
        with contextlib.suppress(ProcessLookupError):
            self.kill()
        assert self.said.readline() == "ended\n"


class Phone:
    """A browser that speaks over the wire; its cookies outlive the server."""

    def __init__(self) -> None:
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
        self.page = ""

    def get(self, address: str) -> str:
        with self.opener.open(address, timeout=20) as answer:
            self.page = answer.read().decode()
            self.address = answer.url
        return self.page

    def post(self, address: str, **fields: object) -> int:
        data = urllib.parse.urlencode({"csrf_token": self.mark("csrf_token"), **fields}, doseq=True).encode()
        try:
            with self.opener.open(address, data, timeout=20) as answer:
                self.page, self.address = answer.read().decode(), answer.url
                return int(answer.status)
        except urllib.error.HTTPError as wrong:
            with wrong:
                return int(wrong.code)

    def mark(self, name: str) -> str:
        found = re.search(rf'name="{name}" value="([^"]+)"', self.page)
        assert found is not None, name
        return found.group(1)


def entries(text: str) -> list[str]:
    return [line for line in text.splitlines() if line[:1].isdigit()]


def test_after_a_kill_the_table_is_what_was_last_answered(starter: subprocess.Popen[str]) -> None:
    rng = random.Random(7)
    phone = Phone()
    server = Server(starter)
    phone.get(server.address + "/tables?game=toy")
    phone.post(server.address + "/tables", game="toy", seat=["Ana", "Ben"])
    code = phone.address.rpartition("/")[2]
    token, answered = phone.mark("csrf_token"), 0
    for life in range(4):
        asked, last = answered, answered + rng.randint(1, 4)
        try:
            while True:
                asked = answered + 1
                if asked == last:
                    # Somewhere in the middle of this move, or of one of the next.
                    threading.Timer(rng.uniform(0, 0.08), server.kill).start()
                phone.page = f'name="csrf_token" value="{token}"'
                status = phone.post(f"{server.address}/t/{code}/moves", move="Pass {}", seen=answered, key=f"{life}.{asked}")
                assert status == 200
                answered = asked
        except (OSError, http.client.HTTPException):
            server.gone()
        server = Server(starter)
        found = entries(phone.get(f"{server.address}/t/{code}/record"))
        assert found == [f"{at + 1} {('Ana', 'Ben')[at % 2]} Pass {{}}" for at in range(len(found))]
        assert answered <= len(found) <= asked, "an answered entry is lost, or one that nobody asked for is there"
        answered = len(found)
    assert answered >= 4
