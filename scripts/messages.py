"""Collects every sentence a player reads into the catalogues, and compiles them.

    python scripts/messages.py            update companion/translations/*/LC_MESSAGES/messages.po
    python scripts/messages.py compile    write the .mo files beside them

Sentences stand in Python (`say`, `say_n`, `N_`, `IllegalMove`, gettext), in templates, and as names and texts in the
shipped boxes. New ones arrive untranslated, those that are gone are dropped: a test fails until the catalogues are whole.
"""

from __future__ import annotations

import csv
import io
import sys
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
TRANSLATIONS = ROOT / "companion" / "translations"
LANGUAGES = ("es", "fr")
KEYWORDS: dict[str, Any] = {
    "say": None,
    "say_n": (1, 2),
    "N_": None,
    "IllegalMove": (2,),
    "_": None,
    "gettext": None,
    "ngettext": (1, 2),
    "lazy_gettext": None,
    "ugettext": None,
}
OPTIONS = {"templates/**.html": {"extensions": "jinja2.ext.do", "silent": "false"}}
"""Templates are read as the pages read them; one that cannot be read stops the collecting."""
SPOKEN_COLUMNS = ("name", "text")
"""Columns of a box that people read."""


def from_box(file: IO[bytes], keywords: Any, comments: Any, options: Any) -> Iterator[tuple[int, None, str, list[str]]]:
    """Names and texts of a CSV file, and of box.toml the title and where labels go, for Babel."""
    text = file.read().decode()
    if text.startswith("#") or "=" in text.split("\n", 1)[0]:
        box = tomllib.loads(text)
        for spoken in (box["title"], box.get("label", {}).get("place")):
            if spoken:
                yield 1, None, spoken, []
        return
    for row, cells in enumerate(csv.DictReader(io.StringIO(text)), 2):
        for column in SPOKEN_COLUMNS:
            if (cells.get(column) or "").strip():
                yield row, None, cells[column], []


def catalogue() -> Catalog:
    """Every message of the project as it stands, with where it comes from."""
    found = Catalog(project="Companion", charset="utf-8")
    methods = [
        ("companion/games/*/box/*.csv", from_box),
        ("companion/games/*/box/box.toml", from_box),
        ("companion/**.py", "python"),
        ("templates/**.html", "jinja2"),
    ]
    for name, line, message, comments, context in extract_from_dir(
        ROOT, methods, options_map=OPTIONS, keywords=KEYWORDS, comment_tags=(), strip_comment_tags=True
    ):
        found.add(message, None, [(name, line)], auto_comments=comments, context=context)
    return found


def po_path(language: str) -> Path:
    return TRANSLATIONS / language / "LC_MESSAGES" / "messages.po"


def load(language: str) -> Catalog:
    path = po_path(language)
    if not path.exists():
        return Catalog(locale=language, project="Companion", version="1", charset="utf-8", fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def update() -> None:
    template = catalogue()
    for language in LANGUAGES:
        known = load(language)
        known.update(template, no_fuzzy_matching=True)
        known.obsolete.clear()
        known.fuzzy = False
        known.header_comment = f"# {known.locale.english_name} for Companion. Made by scripts/messages.py, translated by hand."
        known.last_translator = known.language_team = known.msgid_bugs_address = "Companion"
        known.creation_date = known.revision_date = datetime(2026, 11, 30, tzinfo=UTC)
        po_path(language).parent.mkdir(parents=True, exist_ok=True)
        with po_path(language).open("wb") as file:
            # Without line numbers and dates a catalogue changes only where its sentences do.
            write_po(file, known, width=120, sort_output=True, include_lineno=False)


def compiled(language: str) -> bytes:
    """The .mo of a catalogue, the same bytes for the same sentences."""
    out = io.BytesIO()
    write_mo(out, load(language))
    return out.getvalue()


def main() -> None:
    if sys.argv[1:] != ["compile"]:
        update()
    for language in LANGUAGES:
        po_path(language).with_suffix(".mo").write_bytes(compiled(language))
        known = [message for message in load(language) if message.id]
        left = sum(not (all(message.string) if message.pluralizable else message.string) for message in known)
        print(f"{language}: {len(known)} sentences, {left} to translate")


if __name__ == "__main__":
    main()
