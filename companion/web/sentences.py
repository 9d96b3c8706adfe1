"""Sentences of the games in the reader's language, with people's names in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from babel.lists import format_list
from babel.numbers import format_decimal
from flask import g
from flask_babel import get_domain, get_locale
from markupsafe import Markup, escape

from companion.rules import TABLE, Name, Participant, Sentence


def naming(seats: Sequence[str]) -> None:
    """From here on, in this request, seats are called so."""
    g.seats = tuple(seats)


def words() -> Any:
    """The catalogue of the reader's language, looked for once a request: a page has hundreds of sentences."""
    if "words" not in g:
        g.words = get_domain().get_translations()
    return g.words


def render(fact: Any) -> Markup:
    """*fact* (a Sentence, a Name, a list of these, a text, a number) as escaped HTML in the reader's language."""
    match fact:
        case Sentence():
            translations = words()
            if fact.many is None:
                template = translations.ugettext(fact.text) if fact.text else ""
            else:
                template = translations.ungettext(fact.text, fact.many, fact.facts["n"])
            if not fact.facts:
                return escape(template)
            return escape(template).format(**{key: render(part) for key, part in fact.facts.items()})
        case Name():
            return person(fact.who)
        case tuple() | list():
            places = [f"{{{at}}}" for at in range(len(fact))]
            return escape(format_list(places, locale=get_locale())).format(*map(render, fact))
        case float():
            return escape(format_decimal(fact, locale=get_locale()))
    return escape(fact)


def plainly(fact: Any) -> str:
    """*fact* as text, where no HTML goes (a title, a file)."""
    return str(render(fact).striptags())


def person(who: Participant | None) -> Markup:
    """What a seat, TABLE or someone without a seat is called; apart from the sentence's direction of writing."""
    if who == TABLE or who is None:
        return escape(words().ugettext("the table"))
    if isinstance(who, int):
        seats: Mapping[int, str] = dict(enumerate(g.get("seats", ())))
        return Markup("<bdi>{}</bdi>").format(seats.get(who, f"{who + 1}"))
    return Markup("<bdi>{}</bdi>").format(who)
