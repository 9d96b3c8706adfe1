"""The wheel, installed away from the checkout: it plays, prints, and serves its pages with all that they need."""

from __future__ import annotations

import os
import re
import signal
import socket
import ssl
import subprocess
import sys
import sysconfig
import urllib.request
import venv
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(ROOT)],
        check=True,
        capture_output=True,
        text=True,
    )
    (made,) = out.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def elsewhere(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a venv in which the wheel alone is installed; the libraries are this interpreter's."""
    folder = tmp_path_factory.mktemp("elsewhere")
    venv.create(folder / "venv", with_pip=False, symlinks=True)
    python = folder / "venv" / "bin" / "python"
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-deps", "--no-index", str(wheel)],
        check=True,
        capture_output=True,
        text=True,
    )
    (site,) = (folder / "venv" / "lib").glob("python*/site-packages")
    # Folders named in a .pth come after the venv's own, and .pth files in them (of an editable checkout) are not read.
    (site / "libraries.pth").write_text("\n".join({sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}) + "\n")
    return folder


def environment(folder: Path) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    return {**kept, "COMPANION_DATA": str(folder / "data")}


def companion(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(folder / "venv" / "bin" / "companion"), *arguments],
        cwd=folder,
        env=environment(folder),
        capture_output=True,
        text=True,
    )


def test_the_wheel_holds_what_the_checkout_holds(wheel: Path) -> None:
    inside = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert {name.partition("/")[0] for name in inside} == {"companion", "models"}
    shipped = (file for top in ("companion", "models", "templates", "static", "printables") for file in (ROOT / top).rglob("*"))
    for file in shipped:
        name = file.relative_to(ROOT).as_posix()
        if file.is_file() and "__pycache__" not in file.parts and not file.name.startswith("."):
            assert name in inside or f"companion/{name}" in inside, name


def test_it_is_the_wheel_that_runs(elsewhere: Path) -> None:
    python = elsewhere / "venv" / "bin" / "python"
    program = "import companion, models; from companion import paths; print(companion.__file__, models.__file__, paths.TEMPLATES)"
    ran = subprocess.run(
        [str(python), "-c", program], cwd=elsewhere, env=environment(elsewhere), capture_output=True, text=True, check=True
    )
    assert all(part.startswith(str(elsewhere)) for part in ran.stdout.split())


def test_the_wheel_plays_and_replays(elsewhere: Path) -> None:
    played = companion(elsewhere, "play", "fire", "--seats", "2", "--seed", "1")
    assert played.returncode == 0, played.stderr
    (elsewhere / "game.txt").write_text(played.stdout)
    assert companion(elsewhere, "replay", "game.txt").returncode == 0


def test_the_wheel_prints_labels(elsewhere: Path) -> None:
    printed = companion(elsewhere, "print", "trains", "--out", "trains.pdf")
    assert printed.returncode == 0, printed.stderr
    assert (elsewhere / "trains.pdf").read_bytes().startswith(b"%PDF")


@contextmanager
def serving(folder: Path, *more: str) -> Iterator[str]:
    """A server of the wheel on a free port; its address."""
    with subprocess.Popen(
        [str(folder / "venv" / "bin" / "companion"), "serve", "--host", "127.0.0.1", "--port", "0", *more],
        cwd=folder,
        env=environment(folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as server:
        assert server.stdout is not None
        said = []
        for line in server.stdout:
            said.append(line)
            found = re.match(r"Companion is at (https?://\S+)", line)
            if found:
                break
        else:
            pytest.fail("".join(said))
        try:
            yield found[1]
        finally:
            server.send_signal(signal.SIGTERM)
            assert server.wait(60) == 0


@pytest.fixture(scope="module")
def address(elsewhere: Path) -> Iterator[str]:
    with serving(elsewhere) as found:
        yield found


def test_the_wheel_serves_its_pages_with_all_they_need(address: str) -> None:
    with urllib.request.urlopen(f"{address}/healthz") as health:
        assert health.status == 200
    with urllib.request.urlopen(f"{address}/") as page:
        html = page.read().decode()
    needed = set(re.findall(r"""(?:href|src)=["'](/static/[^"'?#]+)""", html))
    assert any(name.endswith(".css") for name in needed)
    for name in needed:
        with urllib.request.urlopen(address + name) as file:
            assert file.read()


def test_the_wheel_speaks_spanish_and_french(address: str) -> None:
    pages = {}
    for language in ("en", "es", "fr"):
        asked = urllib.request.Request(f"{address}/", headers={"Accept-Language": language})
        with urllib.request.urlopen(asked) as page:
            html = page.read().decode()
        assert f'<html lang="{language}"' in html
        pages[language] = set(re.findall(r"<h[12][^>]*>[^<]+", html))
    assert pages["en"] != pages["es"] != pages["fr"] != pages["en"]


def test_the_doctor_knows_the_server_that_runs(elsewhere: Path, address: str) -> None:
    examined = companion(elsewhere, "doctor", "--port", address.rpartition(":")[2])
    assert "Companion answers on" in examined.stdout


def test_encrypted_it_serves_one_phone_while_another_says_nothing(elsewhere: Path) -> None:
    with serving(elsewhere, "--https") as address:
        trusted = ssl.create_default_context(cafile=str(elsewhere / "data" / "https.crt"))
        host, port = address.removeprefix("https://").split(":")
        with (
            closing(socket.create_connection((host, int(port)))),
            urllib.request.urlopen(f"{address}/healthz", context=trusted, timeout=60) as health,
        ):
            assert health.status == 200
