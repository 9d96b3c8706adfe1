"""Sentences in another language outside a page."""

from __future__ import annotations

from companion.catalogues import plainly
from companion.rules import Name, Sentence, say, say_n


def test_a_sentence_is_told_in_the_language_with_its_facts() -> None:
    place = say("Where to stick them: {place}.", place=Sentence("nowhere"))
    assert [plainly(language)(place) for language in ("en", "es", "fr")] == [
        "Where to stick them: nowhere.",
        "Dónde se pegan: nowhere.",
        "Où les coller\u00a0: nowhere.",
    ]


def test_lists_numbers_and_names_are_told_as_the_language_has_them() -> None:
    listed = say("{all}", all=["A", "B", "C"])
    assert [plainly(language)(listed) for language in ("en", "es", "fr")] == ["A, B, and C", "A, B y C", "A, B et C"]
    assert plainly("fr")(say("{n} mm", n=17.4)) == "17,4 mm"
    assert plainly("es")(say("{n} mm", n=17)) == "17 mm"
    assert plainly("es")(say("{who}", who=Name(0))) == "seat 1"
    assert plainly("es")("a text") == "a text"


def test_a_count_chooses_its_form_and_what_is_not_known_stays_english() -> None:
    for n, expected in ((1, "1 zebra"), (2, "2 zebras")):
        assert plainly("es")(say_n("{n} zebra", "{n} zebras", n)) == expected
    assert plainly("es")(Sentence("")) == ""
