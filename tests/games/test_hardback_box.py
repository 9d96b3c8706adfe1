"""The box of Hardback: what is read, and what is odd about it (specification, section 2)."""

from __future__ import annotations

import dataclasses
import gzip
import hashlib
import shutil
from collections import Counter
from functools import partial
from pathlib import Path

import pytest

from companion.games import hardback
from companion.games.hardback.pieces import Effect
from companion.games.hardback.words import WordList
from tests.games import boxfolder
from tests.games.boxfolder import edit, remove_rows, row_of, set_cell

SHIPPED = boxfolder.shipped(hardback)
BOX = hardback.read_box(SHIPPED)
unreadable = partial(boxfolder.unreadable, hardback)
FEW = "at\nten\ntin\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the shipped box with one short word list, and nothing odd but texts that are not known."""
    folder = boxfolder.copied(hardback, tmp_path)
    (folder / "words").mkdir(exist_ok=True)
    pack(folder, FEW)
    lines = (folder / "dictionaries.csv").read_text("utf-8").splitlines()
    (folder / "dictionaries.csv").write_text(f"{lines[0]}\nen,words/few.txt.gz,a few,1,CC0,3,,house,\n", "utf-8")
    return folder


def pack(folder, text):
    (folder / "words" / "few.txt.gz").write_bytes(gzip.compress(text.encode()))


def errors(folder):
    return boxfolder.problems(hardback, folder, error=True)


def warnings(folder):
    """Without those of the texts that nobody knows."""
    found = boxfolder.problems(hardback, folder, error=False)
    return [spot for spot in found if (spot[0], spot[2]) != ("pieces.csv", "text")]


def row(code, file="cards.csv", folder=SHIPPED):
    return row_of(folder, file, code)


# --- the shipped box --------------------------------------------------------------------------------------------------


def test_nothing_is_wrong_with_the_shipped_box_and_thirty_texts_are_not_known():
    problems = hardback.check_box(BOX)
    assert [str(one) for one in problems if one.error] == []
    assert len([one for one in problems if not one.error and one.file == "pieces.csv"]) == 30
    assert [one for one in problems if not one.error and one.file != "pieces.csv"] == []


def test_the_shipped_box_has_the_cards_that_the_specification_counts():
    assert (BOX.name, BOX.row, BOX.hand, BOX.prestige_starters) == ("reported", 7, 5, 2)
    starters = [code for code, card in BOX.card.items() if card.starter]
    assert len(starters) == 50
    for edition, special, other in ((1, "H-H7", "H-H7.2"), (2, "H-H7.2", "H-H7")):
        offer = BOX.offer(edition)
        assert len(offer) == 140
        assert special in offer and other not in offer
        assert Counter(BOX.card[code].genre for code in offer) == dict.fromkeys(hardback.pieces.GENRES, 35)
    assert BOX.coin_starters[3] == ("A-S3", "E-S3", "I-S3", "L-S3", "N-S3", "R-S3", "S-S3", "T-S3")
    assert "".join(code[0] for code in BOX.prestige_pool) == "BCDGHMOPUY"


def test_the_code_says_letter_genre_cost_and_classic():
    for code, card in BOX.card.items():
        assert code[0] == card.letter
        if not card.starter:
            mark, rest = code[2], code[3:].split(".")[0]
            assert (mark, rest) == (card.genre[0].upper(), f"{card.cost}{'T' if card.timeless else ''}")


def test_effects_are_read_in_order_with_their_numbers():
    card = BOX.card["A-A5"]
    assert card.basic == (Effect("prestige", 2), Effect("trash_self", 3, "coins"))
    assert card.genre_half == (Effect("prestige", 1),)
    assert BOX.card["H-H7"].genre_half[-1] == Effect("opponents_return_ink_or_remover", 1)
    assert BOX.card["I-A3T"].genre_half == ()


def test_every_label_has_a_piece_with_a_text_for_its_card():
    pieces = hardback.PIECES(BOX)
    assert len(pieces) == 191 + 1 + 5 + 6 + 2 + 5 + 25 + 5
    card = pieces["P-R6"]
    assert (card.letter, card.picture, str(card.group)) == ("P", "romance", "Romance")
    assert str(card.text) == "2 prestige, double an adjacent card | 1 prestige"
    assert str(pieces["C-A5T"].name) == "C, adventure 5, classic"
    assert str(pieces["A-S1"].name) == "starting card A"
    assert pieces["BACK"].text is None
    assert {code: piece.copies for code, piece in pieces.items() if piece.copies > 1} == {"BACK": 50 + 140}


def test_labels_lie_at_the_lower_right_and_on_every_back_in_a_box_that_says_nothing_anywhere(folder):
    assert BOX.size_mm == 16.0
    assert BOX.place.startswith("lower right") and BOX.place.endswith("BACK in the middle of each back")
    text = (folder / "box.toml").read_text("utf-8")
    start, end = text.index("[label]"), text.index("[counts]")
    (folder / "box.toml").write_text(text[:start] + text[end:], "utf-8")
    silent = hardback.read_box(folder)
    assert (silent.size_mm, silent.place) == (16.0, "")
    edit(folder, "box.toml", "[counts]", "[label]\nsize_mm = 7\n[counts]")
    assert unreadable(folder) == [("box.toml", None, "label.size_mm")]


def test_the_shipped_lists_are_those_whose_digests_the_box_says():
    assert all(one.sha256 for one in BOX.dictionaries)
    assert {one.language: one.words for one in BOX.dictionaries} == {"en": 274_137, "es": 590_638, "fr": 422_406}


def test_penny_has_the_five_signatures_of_the_option():
    told = {name: (one.genre, one.effect, one.n) for name, one in BOX.penny.items()}
    assert told == {
        "plain": (None, "none", 0),
        "adventure": ("adventure", "per_purchase", 1),
        "horror": ("horror", "per_ink", 1),
        "mystery": ("mystery", "remove_cheapest", 1),
        "romance": ("romance", "times", 2),
    }
    allowed = hardback.Options.__dataclass_fields__["penny"].metadata["values"]
    assert set(allowed) == {"off", *told} == {"off", *hardback.option_values(BOX)["penny"]}


def test_everything_an_option_may_be_has_words():
    called = hardback.option_values(BOX)
    for part in dataclasses.fields(hardback.Options):
        if isinstance(part.default, str):
            for value in part.metadata.get("values", ()):
                assert value in called.get(part.name, {}) or f"Options.{part.name}.{value}" in hardback.WORDS, (part.name, value)


# --- what cannot be read ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("letter", "a"),
        ("letter", "Ñ"),
        ("genre", "comedy"),
        ("cost", "21"),
        ("buy_prestige", "10"),
        ("timeless", "maybe"),
        ("edition", "3"),
        ("copies", "0"),
        ("per_player", "2"),
        ("basic", "coin:2"),
        ("basic", "coins"),
        ("basic", "coins:0"),
        ("basic", "jail:1"),
        ("basic", "coins:2;"),
        ("basic", "trash_self:2"),
        ("basic", "trash_discard:prestige=1"),
        ("genre_half", "trash_self:ink=2"),
    ],
)
def test_a_value_that_does_not_belong_there_is_named_by_row_and_column(folder, column, value):
    set_cell(folder, "cards.csv", row("A-A7"), column, value)
    assert unreadable(folder) == [("cards.csv", row("A-A7"), column)]


def test_an_effect_that_is_not_known_is_answered_with_those_that_are(folder):
    set_cell(folder, "cards.csv", 3, "basic", "coin:2")
    with pytest.raises(hardback.pieces.BadBox) as bad:
        hardback.read_box(folder)
    said = str(bad.value)
    assert "row 3" in said and "column basic" in said
    assert all(name in said for name in ("coins:n", "jail", "trash_self:prestige=n"))


@pytest.mark.parametrize("file", ["cards.csv", "genres.csv", "pieces.csv", "awards.csv", "adverts.csv", "penny.csv"])
def test_a_missing_file_or_column_is_named(folder, file):
    text = (folder / file).read_text("utf-8")
    (folder / file).write_text(text.replace("source", "sauce", 1), "utf-8")
    assert unreadable(folder) == [(file, 1, "source")]
    (folder / file).unlink()
    assert unreadable(folder) == [(file, None, None)]


@pytest.mark.parametrize("value", ["per_card:1", "times", "none:1", "times:0"])
def test_what_penny_does_is_one_of_four_things_or_nothing(folder, value):
    set_cell(folder, "penny.csv", 3, "effect", value)
    assert unreadable(folder) == [("penny.csv", 3, "effect")]


def test_a_word_list_lies_in_the_folder_of_the_box(folder):
    set_cell(folder, "dictionaries.csv", 2, "file", "../en.txt.gz")
    assert unreadable(folder) == [("dictionaries.csv", 2, "file")]


# --- errors -----------------------------------------------------------------------------------------------------------


def test_a_copy_of_the_shipped_box_can_be_played(folder):
    assert errors(folder) == []
    assert warnings(folder) == []


def test_a_code_twice_is_an_error_also_after_adding_copy_numbers(folder):
    set_cell(folder, "cards.csv", row("A-A7"), "code", "A-A5")
    assert errors(folder) == [("cards.csv", row("A-A7"), "code")]
    set_cell(folder, "cards.csv", row("A-A7"), "code", "A-S1")
    assert errors(folder) == [("cards.csv", row("A-S"), "code")]
    set_cell(folder, "cards.csv", row("A-A7"), "code", "AD1")
    assert errors(folder) == [("pieces.csv", row("AD1", "pieces.csv"), "code")]


@pytest.mark.parametrize("code", ["a-A7", "A_A7", "A-A77777"])
def test_a_code_has_up_to_seven_of_the_signs_of_labels(folder, code):
    set_cell(folder, "cards.csv", row("A-A7"), "code", code)
    assert errors(folder) == [("cards.csv", row("A-A7"), "code")]


def test_a_code_with_its_copy_number_is_too_long(folder):
    set_cell(folder, "cards.csv", row("A-S"), "code", "A-SSSSS")
    assert set(errors(folder)) == {("cards.csv", row("A-S"), "code")}


def test_the_same_choice_twice_in_one_half_is_an_error(folder):
    set_cell(folder, "cards.csv", row("A-A7"), "basic", "jail;coins:1;jail")
    set_cell(folder, "cards.csv", row("B-A4"), "genre_half", "coins:1;coins:1")
    assert errors(folder) == [("cards.csv", row("A-A7"), "basic")]


def test_an_offer_card_has_a_cost(folder):
    set_cell(folder, "cards.csv", row("A-A7"), "cost", "")
    assert errors(folder) == [("cards.csv", row("A-A7"), "cost")]


def test_five_players_need_two_prestige_starters_and_a_set_each(folder):
    remove_rows(folder, "cards.csv", "Y-S,")
    set_cell(folder, "cards.csv", row("T-S", folder=folder), "copies", "4")
    assert errors(folder) == [("cards.csv", None, "per_player"), ("cards.csv", None, "copies")]


def test_an_edition_has_cards_enough_for_the_row(folder):
    text = (folder / "cards.csv").read_text("utf-8").splitlines()
    kept = [line for line in text if line.split(",")[3] in ("genre", "") or line.startswith(("A-", "H-H7"))]
    (folder / "cards.csv").write_text("\n".join(kept) + "\n", "utf-8")
    assert errors(folder) == []
    cut = [line for line in kept if not line.startswith(("A-A5", "A-A7", "A-H", "A-M3"))]
    (folder / "cards.csv").write_text("\n".join(cut) + "\n", "utf-8")
    assert errors(folder) == [("cards.csv", None, "edition")] * 2


def test_a_word_list_that_is_missing_or_damaged_or_another_is_an_error(folder):
    good = hashlib.sha256(FEW.encode()).hexdigest()
    set_cell(folder, "dictionaries.csv", 2, "sha256", good)
    assert errors(folder) == []
    pack(folder, "at\nten\nton\n")
    assert errors(folder) == [("dictionaries.csv", 2, "sha256")]
    (folder / "words" / "few.txt.gz").write_bytes(b"at\nten\n")
    assert errors(folder) == [("dictionaries.csv", 2, "file")]
    (folder / "words" / "few.txt.gz").write_bytes(gzip.compress(FEW.encode())[:-9])
    assert errors(folder) == [("dictionaries.csv", 2, "file")]
    (folder / "words" / "few.txt.gz").unlink()
    assert errors(folder) == [("dictionaries.csv", 2, "file")]


def test_a_box_keeps_its_word_lists_when_its_folder_is_gone(folder):
    """Boxes that came in a zip are read from a folder that is cleared away before anybody spells a word."""
    box = hardback.read_box(folder)
    shutil.rmtree(folder)
    assert list(box.lists["en"]) == ["at", "ten", "tin"]


# --- warnings ---------------------------------------------------------------------------------------------------------


def test_a_number_of_cards_other_than_the_rulebooks_is_said(folder):
    remove_rows(folder, "cards.csv", "Z-A5,")
    assert warnings(folder) == [("cards.csv", None, "genre")] * 2 + [("cards.csv", None, "letter")]
    remove_rows(folder, "cards.csv", "I-A3T,")
    assert ("cards.csv", None, "timeless") in warnings(folder)
    set_cell(folder, "cards.csv", row("A-S", folder=folder), "copies", "6")
    assert ("cards.csv", None, None) in warnings(folder)


@pytest.mark.parametrize("effect", ["uncover_adjacent", "double_adjacent", "trash_self:coins=2"])
def test_a_classic_with_an_ability_that_needs_neighbours_is_odd(folder, effect):
    set_cell(folder, "cards.csv", row("I-A3T"), "basic", effect)
    assert warnings(folder) == [("cards.csv", row("I-A3T"), "timeless")]


def test_a_source_that_is_none_of_the_three_is_odd(folder):
    set_cell(folder, "awards.csv", 3, "source", "rumour")
    assert warnings(folder) == [("awards.csv", 3, "source")]


def test_a_text_that_was_typed_in_is_no_longer_missed(folder):
    edit(folder, "pieces.csv", "PW5,power,Player power 5,,", "PW5,power,Player power 5,Draw six.,")
    found = boxfolder.problems(hardback, folder, error=False)
    assert len(found) == 29
    assert str(hardback.PIECES(hardback.read_box(folder))["PW5"].text) == "Draw six."


def test_a_word_list_much_longer_or_shorter_than_told_is_odd(folder):
    pack(folder, FEW + "tan\n")
    assert warnings(folder) == [("dictionaries.csv", 2, "words")]


# --- word lists -------------------------------------------------------------------------------------------------------


def test_a_list_has_just_its_words_whatever_their_order(folder):
    pack(folder, "ten\nat\n\ntin\nan")
    words = hardback.read_box(folder).lists["en"]
    assert list(words) == ["an", "at", "ten", "tin"]
    assert len(words) == 4
    assert all(word in words for word in ("an", "at", "ten", "tin"))
    assert not any(word in words for word in ("", "a", "att", "t", "te", "zzz", "aa", "tinn"))


def test_lists_know_letters_beyond_ascii():
    words = WordList.of(["ano", "año", "zulo", "ñu"], "es")
    assert list(words) == ["ano", "año", "zulo", "ñu"]
    assert all(word in words for word in ("año", "ñu"))
    assert "añ" not in words
    assert not list(WordList.of([])) and "a" not in WordList.of([])


def test_words_are_found_by_halving_in_a_long_list():
    words = WordList.of(f"{n:05}".translate(str.maketrans("0123456789", "abcdefghij")) for n in range(0, 3000, 3))
    assert len(words) == 1000
    assert all(word in words for word in words)
    assert words.by_length[5][0] == "aaaaa"
    assert "aaaab" not in words
