"""`./run` with a tiny project in the place of Companion: what it says, what it installs, and that it is quick again.

The project builds itself without any library, so that nothing here needs the network. Installing Debian's packages and the
real requirements is tried where it matters: `.ci/run` is this script.
"""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

BACKEND = """
import zipfile

NAME = "companion-0-py3-none-any.whl"
FILES = {
    "companion_echo.py": "import os, sys\\ndef main():\\n    print(os.getcwd(), *sys.argv[1:])\\n",
    "companion-0.dist-info/METADATA": "Metadata-Version: 2.1\\nName: companion\\nVersion: 0\\n",
    "companion-0.dist-info/WHEEL": "Wheel-Version: 1.0\\nGenerator: by hand\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n",
    "companion-0.dist-info/entry_points.txt": "[console_scripts]\\ncompanion = companion_echo:main\\n",
}


def build_editable(folder, config_settings=None, metadata_directory=None):
    with zipfile.ZipFile(f"{folder}/{NAME}", "w") as wheel:
        for name, text in FILES.items():
            wheel.writestr(name, text)
        wheel.writestr("companion-0.dist-info/RECORD", "".join(f"{name},,\\n" for name in FILES))
    return NAME


build_wheel = build_editable
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout, the same for all tests."""
    folder = tmp_path_factory.mktemp("house") / "a checkout"
    folder.mkdir()
    shutil.copy(ROOT / "run", folder / "run")
    (folder / "backend.py").write_text(BACKEND)
    (folder / "pyproject.toml").write_text(
        '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n'
        '[project]\nname = "companion"\nversion = "0"\n'
    )
    (folder / "requirements.txt").write_text("# nothing\n")
    return folder


def run(project: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("PIP_", "PYTHON"))}
    return subprocess.run(
        [str(project / "run"), *arguments],
        cwd=project.parent,
        env={**kept, "PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": os.devnull, **more},
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )


@pytest.fixture(scope="module")
def first(project: Path) -> subprocess.CompletedProcess[str]:
    """What the first run said, which takes ten seconds."""
    return run(project, "--port", "8080")


def test_run_is_a_shell_script_that_anyone_may_run() -> None:
    for name in ("run", ".ci/run"):
        assert (ROOT / name).stat().st_mode & stat.S_IXUSR
        assert subprocess.run(["sh", "-n", str(ROOT / name)]).returncode == 0
    assert (ROOT / ".ci/run").read_text().rstrip().endswith('run" test')


def test_run_installs_once_and_then_starts_at_once(project: Path, first: subprocess.CompletedProcess[str]) -> None:
    assert first.returncode == 0, first.stderr
    assert first.stdout.split("\n")[0] == f"{project.parent} serve --port 8080"
    assert "Installing" in first.stderr
    again = run(project)
    assert (again.returncode, again.stdout, again.stderr) == (0, f"{project.parent} serve\n", "")
    command = run(project, "companion", "replay", "a game.txt")
    assert command.stdout == f"{project.parent} replay a game.txt\n"


@pytest.mark.usefixtures("first")
def test_without_network_run_says_so_and_the_next_time_tries_again(project: Path) -> None:
    (project / "requirements.txt").write_text("flask==3.1.3\n")
    said = run(project)
    assert said.returncode == 1
    assert "Is this computer online" in said.stderr
    assert "Traceback" not in said.stderr
    (project / "requirements.txt").write_text("# nothing\n")
    again = run(project)
    assert again.returncode == 0
    assert "Installing" in again.stderr, "what is needed has changed, so it is installed anew"


@pytest.mark.usefixtures("first")
def test_a_checkout_that_was_moved_is_installed_anew(project: Path, tmp_path: Path) -> None:
    """By a Python that makes no venv, as Debian's does without python3-venv: to make one takes ten seconds."""
    moved = Path(shutil.copytree(project, tmp_path / "moved", symlinks=True))
    (tmp_path / "python3").write_text(f'#!/bin/sh\n[ "$1 $2" != "-m venv" ] && exec "{sys.executable}" "$@"\n')
    (tmp_path / "python3").chmod(0o755)
    said = run(moved, PATH=f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    assert said.returncode == 1
    assert f"Python could not make {moved}/.venv" in said.stderr
    assert not (moved / ".venv" / "bin").exists()


def test_an_old_python_is_said_to_be_too_old(project: Path, tmp_path: Path) -> None:
    tools = tmp_path / "bin"
    tools.mkdir()
    for name in ("sh", "dirname", "uname", "id", "env"):
        (tools / name).symlink_to(shutil.which(name) or pytest.fail(name))
    said = run(project, PATH=str(tools))
    assert said.returncode == 1
    assert "Python 3.11 or newer" in said.stderr
    assert sys.version_info >= (3, 11)
