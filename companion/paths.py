"""Where things are: the folders that ship with Companion (in a checkout or in a wheel), and the owner's data folder."""

from __future__ import annotations

import os
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent


def _shipped(name: str) -> Path:
    """The folder *name*: inside the package in a wheel, beside it in a checkout."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name


TEMPLATES = _shipped("templates")
STATIC = _shipped("static")
PRINTABLES = _shipped("printables")


def data_folder() -> Path:
    """Where database, boxes and scans live: COMPANION_DATA if set, else the system's place for a user's data.

    It may not exist yet: nothing is made here.
    """
    told = os.environ.get("COMPANION_DATA", "").strip()
    if told:
        return Path(told).expanduser().absolute()
    # Imported here: games and records are read without any library.
    import platformdirs

    return Path(platformdirs.user_data_path("companion", appauthor=False))
