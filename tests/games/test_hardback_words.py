"""The shipped word lists, how they were built, and the lexicon that is made of them."""

from __future__ import annotations

import hashlib
import importlib.util
import sys
from operator import lt
from pathlib import Path

import pytest

from companion.games.hardback import read_box
from companion.games.hardback.lexicon import NO, WILD, Lexicon, N, lexicon
from companion.games.hardback.words import WordList, unpacked
from tests.games.hardbacktable import FOLDER

BOX = read_box(FOLDER)
LISTS = [(one.language, one) for one in BOX.dictionaries]


@pytest.fixture(scope="module")
def builder():
    spec = importlib.util.spec_from_file_location("words_script", Path(__file__).parents[2] / "scripts" / "words.py")
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules[spec.name]


@pytest.fixture(scope="module")
def data():
    """The lists unpacked, as bytes."""
    return {language: unpacked((FOLDER / row.file).read_bytes()) for language, row in LISTS}


# --- the lists that ship ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("language", "row"), LISTS)
def test_a_list_is_sorted_folded_and_of_the_size_that_the_box_says(language, row, data):
    words = data[language].split(b"\n")
    assert words.pop() == b"", "the last line is ended"
    assert all(map(lt, words, words[1:]))
    assert min(map(len, words)) == 2
    assert set(data[language].decode("utf-8")) == set("\nabcdefghijklmnopqrstuvwxyz" + ("ñ" if language == "es" else ""))
    assert abs(len(words) - row.words) <= row.words / 10


@pytest.mark.parametrize(("language", "row"), LISTS)
def test_a_list_ships_with_its_licence(language, row):
    text = (FOLDER / row.file).with_name(f"LICENSE-{language}.txt").read_text(encoding="utf-8")
    names = [name for name in ("MIT", "CC0", "GPL", "LGPL", "MPL", "Mozilla Public License") if name in text]
    assert names, "the licence says its name"
    assert f"{language}.txt.gz" in text


def test_the_english_list_is_the_package_word_for_word(data):
    row = dict(LISTS)["en"]
    assert hashlib.sha256(data["en"]).hexdigest() == row.sha256
    words = data["en"].split()
    lengths = [sum(len(word) == n for word in words) for n in range(2, 9)]
    assert lengths == [124, 1300, 5469, 12578, 22342, 33192, 40530]


@pytest.mark.parametrize(
    ("language", "there", "missing"),
    [
        ("es", "niño hablabamos comerselo rapidamente", "nino hablabanos"),
        ("fr", "oeuvre aimassions etaient coeurs naives", "lart aujourdhuis"),
    ],
)
def test_every_form_is_listed_without_its_accents(language, there, missing, data):
    assert all(f"\n{word}\n".encode() in data[language] for word in there.split())
    assert not any(f"\n{word}\n".encode() in data[language] for word in missing.split())


# --- the script ---------------------------------------------------------------------------------------------------------

AFF = """
SET UTF-8
FLAG long
NEEDAFFIX ()
FORBIDDENWORD {}
CIRCUMFIX **
PFX Re Y 1
PFX Re 0 re .
PFX Un N 1
PFX Un 0 un [^h]
PFX Ci Y 1
PFX Ci 0 ge/** .
SFX Ci Y 1
SFX Ci 0 t/** .
SFX Ve Y 2
SFX Ve r mos/Lo [ae]r
SFX Ve ir imos ir
SFX Lo Y 1
SFX Lo 0 lo .
SFX No N 1
SFX No 0 s .
SFX Ne Y 1
SFX Ne 0 x/()S1 .
SFX S1 Y 1
SFX S1 0 y .
"""


@pytest.mark.parametrize(
    ("entry", "forms"),
    [
        ("dar", "dar"),
        ("dar/Ve", "dar damos damoslo"),
        ("abrir/Ve", "abrir abrimos"),
        ("dar/VeRe", "dar damos damoslo redar redamos redamoslo"),
        ("sol/NoRe", "sol sols resol"),
        ("mar/Unxx", "mar unmar"),
        ("har/Un", "har"),
        ("sol/NoUn", "sol sols unsol"),
        ("spiel/Ci", "spiel gespielt"),
        ("raiz/()No", "raizs"),
        ("ab/Ne", "ab abxy"),
        ("bad/{}No", ""),
    ],
)
def test_an_entry_expands_to_its_forms(entry, forms, builder):
    assert builder.expanded(AFF, f"1\n{entry}\n") == set(forms.split())


def test_a_forbidden_form_is_left_out(builder):
    assert builder.expanded(AFF, "2\nsol/No\nsols/{}\n") == {"sol"}


@pytest.mark.parametrize(
    ("written", "listed"),
    [
        ("Élève", "eleve"),
        ("Œuvre", "oeuvre"),
        ("n\N{COMBINING TILDE}u", "nu"),
        ("pingüino", "pinguino"),
        ("l’art", None),
        ("a", None),
    ],
)
def test_a_word_is_folded(written, listed, builder):
    assert builder.made([written], "fr").decode() == (f"{listed}\n" if listed else "")
    assert builder.made(["N\N{COMBINING TILDE}u", "Ñú"], "es").decode() == "ñu\n"


def test_a_tarball_that_is_not_the_expected_is_refused(builder, tmp_path, capsys):
    other = tmp_path / "word-list-4.1.0.tgz"
    other.write_bytes(b"something else")
    assert builder.main([str(other)]) == 1
    assert "none of the expected" in capsys.readouterr().err
    assert builder.main([]) == 2


# --- the lexicon --------------------------------------------------------------------------------------------------------


def listing(*words):
    return WordList.of(words, "es")


def test_a_lexicon_has_the_words_by_length_and_alphabet():
    made = Lexicon(listing("tea", "at", "ten", "a", "zoos"))
    assert [made.word(number) for number in range(len(made))] == ["A", "AT", "TEA", "TEN", "ZOOS"]
    assert made.count("O").tolist() == [0, 0, 0, 0, 2]
    assert [made.word(number) for number in range(made.span(2, 3).start, made.span(2, 3).stop)] == ["AT", "TEA", "TEN"]
    assert made.span(5, 9) == slice(5, 5)
    assert made.span(4, 2) == slice(4, 4)


def test_the_n_with_tilde_is_no_letter_or_a_wild_or_an_n_too():
    words = listing("ano", "año", "nono")
    assert [Lexicon(words, enye).count("N").tolist() for enye in (NO, WILD, N)] == [[1, 2], [1, 0, 2], [1, 1, 2]]
    made = Lexicon(words, N)
    assert [made.word(number) for number in range(3)] == ["ANO", "AÑO", "NONO"]
    assert made.read("AÑO") == "ANO"


def test_words_with_strange_signs_are_left_out():
    made = Lexicon(listing("tea", "t3a", "été", "l'eau", "ten"))
    assert [made.word(number) for number in range(len(made))] == ["TEA", "TEN"]


@pytest.mark.parametrize("words", [(), ("été",)])
def test_a_list_may_have_no_word_that_tiles_can_spell(words):
    assert len(Lexicon(listing(*words))) == 0


def test_a_lexicon_is_made_once():
    words = listing("tea")
    assert lexicon(words) is lexicon(words)
    assert lexicon(words) is not lexicon(words, N)


def test_the_shipped_list_and_its_lexicon_have_the_same_words():
    made = lexicon(BOX.lists["en"])
    assert len(made) == 274_137
    some = [made.word(number) for number in range(0, len(made), 997)]
    assert all(word.lower() in BOX.lists["en"] for word in some)
    assert made.bytes < 5_000_000
