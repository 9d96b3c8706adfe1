"""What must hold of the catalogues: whole, current, and fit to be filled with facts."""

from __future__ import annotations

import gettext
import importlib.util
import re
import string
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from babel.messages.catalog import Catalog, Message

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = ("es", "fr")
NUMBERS = (0, 1, 2, 5, 22, 1_000_000)


def _script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("messages", ROOT / "scripts" / "messages.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


messages = _script()


@pytest.fixture(scope="module")
def collected() -> Catalog:
    """Every sentence as the sources stand now."""
    found: Catalog = messages.catalogue()
    return found


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def forms(message: Message) -> tuple[str, ...]:
    """What a message says in its language: one text, or one for each plural."""
    return tuple(message.string or ()) if message.pluralizable else (str(message.string),)


def sources(message: Message) -> tuple[str, ...]:
    return tuple(message.id) if message.pluralizable else (str(message.id),)


def spoken(catalogue: Catalog) -> Iterator[Message]:
    """The messages of a catalogue without its header."""
    return (message for message in catalogue if message.id)


def braces(text: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(text) if field is not None}


def percents(text: str) -> set[str]:
    return set(re.findall(r"%\((\w+)\)[sd]", text))


def braces_of(message: Message, text: str) -> set[str]:
    """Only sentences from Python have facts in braces; a tool's text or a template may hold any sign."""
    return braces(text) if in_python(message) else set()


def in_template(message: Message) -> bool:
    return any(path.startswith("templates/") for path, _ in message.locations)


def in_python(message: Message) -> bool:
    return any(path.endswith(".py") for path, _ in message.locations)


def keys(catalogue: Catalog) -> set[object]:
    return {message.id for message in spoken(catalogue)}


def test_the_sources_hold_sentences_of_every_kind(collected: Catalog) -> None:
    assert {"a purple book", "Gloves", "Fire in the Library (house tables)", "Journal", "Stop"} <= keys(collected)
    assert ("{n} on a tool", "{n} on tools") in keys(collected)


def test_every_sentence_of_the_sources_stands_in_the_catalogue(language: str, collected: Catalog) -> None:
    assert keys(collected) - keys(messages.load(language)) == set()


def test_no_sentence_stands_in_the_catalogue_that_the_sources_no_longer_have(language: str, collected: Catalog) -> None:
    assert keys(messages.load(language)) - keys(collected) == set()
    assert not messages.load(language).obsolete


def test_every_sentence_is_translated_in_all_its_forms(language: str) -> None:
    catalogue = messages.load(language)
    wrong = [
        message.id
        for message in spoken(catalogue)
        if not all(text.strip() for text in forms(message))
        or len(forms(message)) != (catalogue.num_plurals if message.pluralizable else 1)
    ]
    assert wrong == []


def test_no_translation_is_a_guess(language: str) -> None:
    assert [message.id for message in spoken(messages.load(language)) if message.fuzzy] == []


def test_a_translation_has_the_same_places_for_facts_in_every_form(language: str) -> None:
    wrong = []
    for message in spoken(messages.load(language)):
        many = sources(message)[-1]
        # "One entry for the one seat": where a form stands for one number, it need not name it.
        optional = {"n", "num", "number"} & (braces(many) | percents(many)) if message.pluralizable else set()
        for text in forms(message):
            if braces_of(message, many) ^ braces_of(message, text) <= optional and percents(many) ^ percents(text) <= optional:
                continue
            wrong.append((message.id, text))
    assert wrong == []


def test_the_compiled_catalogue_is_that_of_the_text(language: str) -> None:
    assert messages.po_path(language).with_suffix(".mo").read_bytes() == messages.compiled(language)


def test_every_sentence_takes_its_facts_in_the_compiled_catalogue(language: str, collected: Catalog) -> None:
    path = messages.po_path(language).with_suffix(".mo")
    with path.open("rb") as file:
        words = gettext.GNUTranslations(file)
    for message in spoken(collected):
        source = sources(message)[-1]
        for n in NUMBERS if message.pluralizable else (1,):
            text = words.ngettext(sources(message)[0], source, n) if message.pluralizable else words.gettext(source)
            facts = {field: f"the {field}" for field in braces_of(message, source)}
            if facts:
                filled = text.format(**facts)
                assert all(fact in filled for field, fact in facts.items() if field not in ("n", "number")), message.id
            if in_template(message):
                filled = text % dict.fromkeys(percents(source), "seven")
                assert filled.count("seven") >= len(percents(source) - {"num"}), message.id


def test_a_sentence_opens_and_ends_as_its_source_does(language: str) -> None:
    """A full stop that is lost or added shows where sentences follow each other on a page."""
    wrong = [
        (message.id, text)
        for message in spoken(messages.load(language))
        for text in forms(message)
        if text.endswith(".") != sources(message)[-1].endswith(".") or text != text.strip()
    ]
    assert wrong == []


CRIES = {
    "en": ("INTO THE MINE!", "OUT OF THE MINE!"),
    "es": ("¡A LA MINA!", "¡FUERA DE LA MINA!"),
    "fr": ("À LA MINE\u00a0!", "HORS DE LA MINE\u00a0!"),
}
"""What dwarves cry at the table, beside the name of their game; Companion does not raise its voice."""


def shouting(text: str, language: str) -> bool:
    for cry in sorted((*CRIES[language], "Out of Mine!"), key=len, reverse=True):
        text = text.replace(cry, "")
    return "!" in text or "¡" in text


def test_no_sentence_shouts(language: str) -> None:
    assert [text for message in spoken(messages.load(language)) for text in forms(message) if shouting(text, language)] == []


def test_no_source_shouts(collected: Catalog) -> None:
    assert [text for message in spoken(collected) for text in sources(message) if shouting(text, "en")] == []


def test_french_signs_do_not_break_from_their_words() -> None:
    loose = re.compile(r"« | [»:;?]| %(?!\()")
    assert [text for message in spoken(messages.load("fr")) for text in forms(message) if loose.search(text)] == []
