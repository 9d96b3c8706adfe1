"""What every test stands on: a data folder of its own, and no clock over what hypothesis tries."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Two tests run side by side: more threads for small matrices would only stand in each other's way. Read when numpy is loaded.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# A hundred programs that tests start load the same modules: compiling each of them once is enough, whatever the shell says.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# A test never fails because the machine was busy: time is measured in bench/.
settings.register_profile("patient", settings.get_profile(settings.get_current_profile_name()), deadline=None, max_examples=50,
                          suppress_health_check=[HealthCheck.too_slow])  # fmt: skip
settings.load_profile("patient")


LONGEST = (
    "test_browser_games.py",
    "test_whole_games.py",
    "test_run_script.py",
    "test_printing.py",
    "test_traps.py",
    "test_wheel.py",
    "test_worker.py",
    "test_sight.py",
    "test_fire_board.py",
    "test_watch.py",
)
"""The files that take longest, the longest first."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest files begin first, so that no processor waits for one of them at the end."""
    items.sort(key=lambda item: LONGEST.index(item.path.name) if item.path.name in LONGEST else len(LONGEST))


@pytest.fixture(autouse=True)
def data(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder of this test, not made yet: no test writes where people keep their tables."""
    folder = tmp_path_factory.mktemp("owner") / "data"
    monkeypatch.setenv("COMPANION_DATA", str(folder))
    return folder
