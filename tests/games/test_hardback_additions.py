"""Word lists that owners add to a box of Hardback: whatever they look like, they are folded, sorted and packed, or refused."""

from __future__ import annotations

import csv
import gzip
import io
from pathlib import Path

import pytest

from companion.games import hardback
from companion.games.hardback import additions
from companion.games.hardback.additions import MOST_BYTES, word_list_added
from companion.rules import CannotAdd
from tests.games import boxfolder
from tests.games.boxfolder import edit

TOLD = {"list": "Our list", "language": "fr-2", "licence": "for our own use"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the shipped tables without its word lists: their rows alone."""
    folder = tmp_path / "box"
    folder.mkdir()
    for file in boxfolder.shipped(hardback).glob("*.*"):
        (folder / file.name).write_bytes(file.read_bytes())
    return folder


def words_of(added, path="words/fr-2.txt.gz"):
    return gzip.decompress(added.files[path]).decode().splitlines()


def row_of(added, language="fr-2"):
    rows = csv.DictReader(io.StringIO(added.files["dictionaries.csv"].decode()))
    return next(row for row in rows if row["language"] == language)


def added(folder, text, **told):
    return word_list_added(folder, TOLD | told, text if isinstance(text, bytes) else text.encode())


def said(made):
    return [str(sentence) for sentence in made.said]


def refused(folder, text, **told):
    with pytest.raises(CannotAdd) as wrong:
        added(folder, text, **told)
    return str(wrong.value), wrong.value.asked


# --- what becomes of a list -------------------------------------------------------------------------------------------


def test_a_list_in_any_case_and_order_and_with_accents_is_folded_and_sorted(folder):
    made = added(folder, "ZÈBRE\nété\r\n  Œuvre \nétÉ\n\nSmørrebrød\nstraße\nn\N{COMBINING TILDE}u\n")
    assert words_of(made) == ["ete", "nu", "oeuvre", "smorrebrod", "strasse", "zebre"]
    assert said(made) == ["“Our list” is in the box, with 6 words.", "It goes from “ETE” to “ZEBRE”."]


def test_a_spanish_list_keeps_the_n_with_tilde(folder):
    made = added(folder, "Ñandú\nnino\nniño\n", language="ES-2")
    assert words_of(made, "words/es-2.txt.gz") == ["nino", "niño", "ñandu"]


def test_lines_that_are_no_words_are_left_out_and_counted(folder):
    made = added(folder, "ape\nbee\ncat\ndog\neel\nfly\ngnu\nr2d2\n3\na\nl’art\nice cream\nкот\n" + "x" * 61 + "\n")
    assert len(words_of(made)) == 7
    assert said(made)[2:] == [
        "2 lines with digits were left out.",
        "1 line with a single letter was left out.",
        "4 lines that are no words of the letters A to Z were left out.",
    ]


def test_the_row_of_a_list_says_what_was_told_and_the_others_stay_as_they_were(folder):
    before = list(csv.DictReader(io.StringIO((folder / "dictionaries.csv").read_text("utf-8"))))
    made = added(folder, "bee\nape\n", list=" Our  list ", language=" FR-2 ")
    row = row_of(made)
    assert (row["list"], row["language"], row["file"], row["words"]) == ("Our list", "fr-2", "words/fr-2.txt.gz", "2")
    assert (row["licence"], row["version"], row["source"]) == ("for our own use", "1", "house")
    after = list(csv.DictReader(io.StringIO(made.files["dictionaries.csv"].decode())))
    assert after == [*before, row]
    assert "for our own use" in made.files["words/LICENSE-fr-2.txt"].decode()


def test_a_box_with_an_added_list_has_no_errors_and_knows_its_words(folder, tmp_path):
    text = (folder / "dictionaries.csv").read_text("utf-8").splitlines()[0]
    (folder / "dictionaries.csv").write_text(text + "\n", "utf-8")
    (folder / "words").mkdir()
    for name, data in added(folder, "Été\nape\n").files.items():
        (folder / name).write_bytes(data)
    box = hardback.read_box(folder)
    assert not [problem for problem in hardback.check_box(box) if problem.error]
    assert "ete" in box.lists["fr-2"]
    assert str(hardback.option_values(box)["dictionary"]["fr-2"]) == "French: Our list"


@pytest.mark.parametrize("data", ["été\nape\n".encode("utf-8-sig"), "été\nape\n".encode("utf-16"), "été\nape\n\x1a".encode()])
def test_a_list_may_be_in_utf8_or_in_utf16(folder, data):
    made = added(folder, data)
    assert words_of(made) == ["ape", "ete"]
    assert len(made.said) == 2


def test_of_a_list_that_is_not_in_utf8_people_are_told_to_look(folder):
    made = added(folder, "été\nœuvre\n".encode("cp1252"))
    assert words_of(made) == ["ete", "oeuvre"]
    assert "Latin-1" in said(made)[-1]


# --- the same short name ----------------------------------------------------------------------------------------------


def test_a_short_name_that_the_box_has_is_refused_with_one_that_is_free(folder):
    sentence, asked = refused(folder, "ape\n", language="fr")
    assert asked == "language" and "“fr” already" in sentence and "like fr-2," in sentence
    edit(folder, "dictionaries.csv", "\nes,", "\nfr-2,")
    assert "like fr-3," in refused(folder, "ape\n", language="fr-2")[0]


def test_a_list_may_take_the_place_of_another(folder):
    edit(folder, "dictionaries.csv", "fr,words/fr.txt.gz", "fr,words/old.txt.gz")
    made = added(folder, "ape\n", language="fr", replace="yes")
    assert row_of(made, "fr")["file"] == "words/old.txt.gz"
    assert words_of(made, "words/old.txt.gz") == ["ape"]
    assert row_of(made, "fr")["version"] == "1"
    edit(folder, "dictionaries.csv", ",4.1.0,", ",4,")
    assert row_of(added(folder, "ape\n", language="en", replace="yes"), "en")["version"] == "5"


def test_a_list_lies_in_a_file_that_no_other_has(folder):
    edit(folder, "dictionaries.csv", "fr,words/fr.txt.gz", "fr,words/fr-2.txt.gz")
    assert row_of(added(folder, "ape\n"))["file"] == "words/fr-2.2.txt.gz"


# --- what is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", "is empty"),
        (b"\n \r\n\n", "is empty"),
        (b"PK\x03\x04\x14\x00\xff\xfe", "no plain text"),
        (b"\xff\xfea", "no plain text"),
        (b"ape\n\x81\n", "no plain text"),
        (b"a\n1\n", "No line of this file is a word"),
        ("кот\nкит\n".encode(), "No line of this file is a word"),
        (b"ape/S\nbee/S\ncat\n", "Most lines of this file are no words (2 of 3)"),
        (b"a" * (MOST_BYTES + 1), "at most 24 megabytes"),
    ],
)
def test_what_is_no_word_list_is_refused_in_a_sentence(folder, data, expected):
    sentence, asked = refused(folder, data)
    assert expected in sentence and asked is None


def test_a_list_has_at_most_as_many_words_as_a_row_can_count(folder, monkeypatch):
    assert additions.MOST_WORDS == 999_999
    monkeypatch.setattr(additions, "MOST_WORDS", 2)
    assert refused(folder, "ape\nbee\ncat\n")[0] == "A list has at most 2 words; this one has 3."


@pytest.mark.parametrize("tag", ["", "french", "f", "fr_2", "fr-", "fr-123456789", "../fr", "fr 2"])
def test_a_short_name_of_a_language_has_a_shape(folder, tag):
    sentence, asked = refused(folder, "ape\n", language=tag)
    assert asked == "language" and "short name" in sentence


@pytest.mark.parametrize("name", ["list", "licence"])
def test_what_is_asked_must_be_told(folder, name):
    sentence, asked = refused(folder, "ape\n", **{name: "  "})
    assert asked == name and sentence.startswith("Say wh") and "one line of text" in sentence
