"""Sentences in another language where no page asks for them: what a command prints or writes into a file."""

from __future__ import annotations

import gettext
from collections.abc import Callable
from functools import cache
from typing import Any

from companion.paths import PACKAGE
from companion.rules import Name, Sentence


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    # English is what the sentences are written in: it has no catalogue.
    return gettext.translation("messages", PACKAGE / "translations", [language], fallback=True)


def plainly(language: str) -> Callable[[Any], str]:
    """What turns a fact (a Sentence, a Name, a list of these, a number, a text) into plain text in this language."""
    # Imported here: what is written in English needs no library.
    from babel.lists import format_list
    from babel.numbers import format_decimal

    known = _catalogue(language)

    def told(fact: Any) -> str:
        match fact:
            case Sentence():
                if not fact.text:
                    return ""
                template = (
                    known.gettext(fact.text) if fact.many is None else known.ngettext(fact.text, fact.many, fact.facts["n"])
                )
                return template.format(**{key: told(part) for key, part in fact.facts.items()}) if fact.facts else template
            case Name():
                return str(fact)
            case tuple() | list():
                return format_list([told(one) for one in fact], locale=language)
            case float():
                return format_decimal(fact, locale=language)
        return str(fact)

    return told
