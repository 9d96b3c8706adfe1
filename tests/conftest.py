"""What every test stands on: a data folder of its own."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def data(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder of this test, not made yet: no test writes where people keep their tables."""
    folder = tmp_path_factory.mktemp("owner") / "data"
    monkeypatch.setenv("COMPANION_DATA", str(folder))
    return folder
