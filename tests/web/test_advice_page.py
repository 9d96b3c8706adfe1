"""The page of a game's advice: what a seat sets and asks for, what comes of it, and the tables that do without."""

from __future__ import annotations

import html
import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion import advisers
from companion.__main__ import run
from companion.games import hardback
from companion.games.hardback import advice
from companion.games.hardback.advice import MOST_LISTED, Wanted
from companion.notation import Unreadable
from tests.games.hardbacktable import NAMES, position
from tests.web.conftest import Browser, real_games, words
from tests.web.test_hardback_board import BOX, at_table, sit, state_of

HEAD = """companion 1
game: hardback
box: reported
options: {options}
seats: Ana, Ben

1 TABLE Starters {{"seat": 0, "set": 1, "cards": {starters}}}
2 TABLE Starters {{"seat": 1, "set": 2, "cards": ["H-S", "U-S"]}}
3 TABLE First {{"seat": 0}}
4 TABLE Turned {{"cards": ["K-R3", "P-H3", "R-R5", "W-R4", "S-H2", "H-H7", "I-M3"]}}
5 TABLE Drew {{"seat": 0, "cards": {hand}}}
6 TABLE Drew {{"seat": 1, "cards": ["T-S2", "R-S2", "A-S2", "I-S2", "N-S2"]}}
"""
LEAST = 19_471
"""Words of the list that can be spelled with A E L S T (specification, section 10)."""


def record(hand: str = "L-S1 E-S1 A-S1 S-S1 T-S1", starters: str = "B-S D-S", **options: Any) -> str:
    """Ana is to spell, with this hand."""
    told = {"hands": "told", "best_word": True} | options
    return HEAD.format(options=json.dumps(told), starters=json.dumps(starters.split()), hand=json.dumps(hand.split()))


app = pytest.fixture(real_games, scope="module")


def asked(browser: Browser, query: str = "") -> str:
    """The words of the advice page of the table that the browser is at."""
    return words(browser.get(f"{'/'.join(browser.path.split('/')[:3])}/advice{query}"))


def best(page: str) -> list[tuple[str, str]]:
    """(value, word) of the best words on the page."""
    rows = re.findall(r'class="advised-value num">(.*?)</b>\s*<b class="word-text">(\w+)</b>', page)
    return [(re.sub(r"<[^>]*>.*?</[^>]*>", "", value), word) for value, word in rows]


def listed(page: str) -> list[str]:
    found = re.search(r'class="advised-list">(.*?)</ul>', page, re.DOTALL)
    return re.findall(r"<li>(\w+)</li>", found.group(1)) if found else []


def fields(page: str) -> dict[str, str]:
    """What stands in the fields that are typed into."""
    told = re.findall(r'<input type="text" inputmode="decimal" name="(\w+)"|id="want-(\w+)"[^>]*name="\w+" value="([^"]*)"', page)
    return {name or other: html.unescape(value) for name, other, value in told}


# --- what is on it --------------------------------------------------------------------------------------------------------


def test_the_ten_best_words_are_there_with_their_value(app: Flask) -> None:
    browser = at_table(app, record(), 0)
    state = state_of(app, browser)
    said = asked(browser)
    must = advice.advise(hardback.view(state, 0), seat=0, names=NAMES)["best"]
    assert best(browser.page) == [(str(one["value"]), one["word"]) for one in must]
    assert len(must) == 10
    assert "of 19,471 words" in said
    assert "now 5 with ink, on average 6 no word at all 0 %" in said
    assert "An ink brings 1 more on average." in said
    assert "estimated" not in said


def test_what_comes_by_ink_is_said_to_be_estimated_when_it_is(app: Flask) -> None:
    assert "It is an estimate" in asked(at_table(app, record(starters="? ?"), 0))


def test_a_word_is_spelled_from_the_page(app: Flask) -> None:
    browser = at_table(app, record(), 0)
    table = browser.path
    asked(browser, "?letter=q")
    move = next(value for form in browser.forms() for name, value in form["buttons"] if name == "move")
    browser.press(move)
    assert browser.path == table
    word = state_of(app, browser).word
    assert word is not None
    assert "Q" in word.text


def test_who_is_not_on_turn_looks_without_spelling(app: Flask) -> None:
    browser = at_table(app, record(), 1)
    assert "of 19,471 words" in asked(browser)
    assert "It is up to Ana ." in words(browser.page)
    assert not [form for form in browser.forms() if form["action"].endswith("/moves")]


@pytest.mark.parametrize("seat", [None, 1])
def test_nobody_else_reads_what_a_hand_can_spell(app: Flask, seat: int | None) -> None:
    pages = [asked(at_table(app, record(hand), seat)) for hand in ("L-S1 E-S1 A-S1 S-S1 T-S1", "I-S1 R-S1 B-S D-S N-S1")]
    assert pages[0] == pages[1]


def test_without_the_whole_hand_it_says_what_is_missing(app: Flask) -> None:
    text = record(hands="hidden").partition("5 TABLE")[0]
    assert "every card of your hand must be known" in asked(at_table(app, text, 0))
    assert "every word stands" in asked(at_table(app, record(dictionary="none"), 0))


@pytest.mark.parametrize("language", ["es", "fr"])
def test_the_page_stands_in_every_language(app: Flask, language: str) -> None:
    browser = at_table(app, record(), 0, **{"Accept-Language": language})
    asked(browser)
    assert browser.status == 200
    assert len(best(browser.page)) == 10


# --- all words with a letter, of a length, with a card ---------------------------------------------------------------------


def test_words_are_asked_for_by_letter_length_and_card(app: Flask) -> None:
    browser = at_table(app, record(), 0)
    view = hardback.view(state_of(app, browser), 0)
    asked(browser, "?letter=x&length=4&card=A-S1")
    must = advice.words(view, seat=0, letter="X", length=4, card="A-S1")
    assert must is not None
    assert listed(browser.page) == must["words"]
    assert [word for _, word in best(browser.page)] == [one["word"] for one in must["best"]]
    assert all(len(word) == 4 and "X" in word and "A" in word for word in must["words"])


def test_a_long_list_comes_in_parts(app: Flask) -> None:
    browser = at_table(app, record(), 0)
    asked(browser)
    assert len(browser.page) < 100_000
    first = listed(browser.page)
    assert len(first) == MOST_LISTED
    assert first == sorted(first, key=lambda word: (len(word), word))
    parts = -(-LEAST // MOST_LISTED)
    said = asked(browser, f"?part={parts}")
    assert f"part {parts} of {parts}" in said
    assert len(listed(browser.page)) == LEAST - (parts - 1) * MOST_LISTED
    last = listed(browser.page)
    asked(browser, f"?part={parts + 1}")
    assert listed(browser.page) == last
    asked(browser, "?part=2&length=5")
    (link,) = set(re.findall(r'rel="next" href="([^"#]*)#', browser.page))
    browser.get(html.unescape(link))
    assert all(len(word) == 5 for word in listed(browser.page))
    assert "part 3 of" in words(browser.page)


def test_a_word_that_may_not_come_again_is_not_listed() -> None:
    told = position("A-S1 E-S1 L-S1 S-S1 T-S1", box=BOX, dictionary="en", unique_words="game", words=[(1, "AA"), (1, "XQ")])
    said = advice.advise(hardback.view(told.state, 0), seat=0, names=NAMES, wanted=Wanted())
    assert said["having"]["words"] == said["words"] == LEAST - 1
    assert "AA" not in said["having"]["list"]
    assert [one["words"] for one in said["having"]["lengths"]] == [123, 1300, 5469, 12578]


def test_cards_with_which_no_word_can_be_spelled_are_named() -> None:
    row = "C-A3 I-M3 E-R2 S-H2 K-R3 U-H6 F-M2"
    told = position("J-A3", box=BOX, dictionary="en", row=row, inked="V-A2", pile="V-H4 E-S1 Q-A7")
    assert advice.advise(hardback.view(told.state, 0), seat=0, names=NAMES, wanted=Wanted())["stuck"] == ["Q-A7"]


# --- what counts ----------------------------------------------------------------------------------------------------------


def test_what_a_seat_sets_stays_with_it_and_counts_at_the_table_too(app: Flask) -> None:
    browser = at_table(app, record(), 0)
    table = browser.path
    asked(browser, "?set=1&coins_weight=0.5&prestige_weight=2&token_weight=0&with_trash=1")
    assert best(browser.page)[0] == ("2.5", "LEAST")
    asked(browser)
    assert fields(browser.page)["coins_weight"] == "0.5"
    assert re.search(r'name="with_trash" value="1" checked', browser.page)
    asked(browser, "?letter=q")
    assert fields(browser.page)["prestige_weight"] == "2"
    browser.post(f"{table}/sit", seat="1", take_over="1")
    asked(browser)
    assert fields(browser.page)["coins_weight"] == "1"


def test_the_words_at_the_table_follow_what_counts(app: Flask) -> None:
    browser = at_table(app, record("L-S1 B-S R-S1 D-S T-S1"), 0)
    table, found = browser.path, []
    for query in ("", "?set=1&coins_weight=0&prestige_weight=1"):
        asked(browser, query)
        on_page = [word for _, word in best(browser.page)]
        browser.get(table)
        at_hand = re.findall(r'class="best-word">(\w+)</b>', browser.page)
        assert 3 <= len(at_hand) <= 5
        assert at_hand == on_page[: len(at_hand)]
        found.append(at_hand)
    assert found[0] != found[1]


@pytest.fixture(scope="module")
def tripled(app: Flask) -> Browser:
    """A browser to whose seat a coin is worth three; what follows must leave it so."""
    browser = at_table(app, record(), 0)
    asked(browser, "?set=1&coins_weight=3")
    return browser


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("set=1&coins_weight=much", "“much” does not fit “What a coin is worth”, which takes a number from 0 to 100"),
        ("set=1&coins_weight=-1", "“-1” does not fit “What a coin is worth”"),
        ("set=1&prestige_weight=100.5", "“100.5” does not fit “What a prestige is worth”"),
        ("set=1&prestige_weight=" + "9" * 3000, "does not fit “What a prestige is worth”"),
        ("set=1&token_weight=0.001", "with 2 decimals at most"),
        ("set=1&token_weight=nan", "“nan” does not fit “What an ink or a remover is worth”"),
        ("set=1&token_weight=1e2", "“1e2” does not fit"),
        ("letter=7", "“7” does not fit “With the letter”, which can be: A, B, C"),
        ("letter=ab", "“ab” does not fit"),
        ("length=6", "“6” does not fit “So many letters long”, which can be: 2, 3, 4, and 5."),
        ("card=Q-Z9", "“Q-Z9” does not fit “With this card face up”, which can be: L-S1, E-S1"),
        ("card=A-S2", "“A-S2” does not fit"),
        ("part=0", "“0” does not fit “Part of the list”, which takes a whole number from 1"),
        ("part=two", "“two” does not fit"),
    ],
)
def test_what_cannot_be_set_is_told_in_a_sentence_and_nothing_is_changed(tripled: Browser, query: str, why: str) -> None:
    browser = tripled
    said = asked(browser, f"?{query}")
    assert browser.status == 422
    assert browser.page.count('class="notice-what"') == 1
    assert why in said
    assert best(browser.page)[0] == ("15", "LEAST"), "what counts stays as it was"
    name, _, text = query.partition("&")[2].partition("=")
    assert not name or fields(browser.page)[name] == text, "what was typed stays in its field"


def test_what_can_be_read_beside_it_is_still_asked_for(tripled: Browser) -> None:
    asked(tripled, "?set=1&coins_weight=much&letter=q&length=3")
    assert tripled.status == 422
    assert all("Q" in word and len(word) == 3 for word in listed(tripled.page))
    assert "With the letter Q · So many letters long 3" in words(tripled.page)
    asked(tripled, "?letter=7&length=3")
    assert tripled.status == 422
    assert len(listed(tripled.page)) == MOST_LISTED
    assert {len(word) for word in listed(tripled.page)} == {3}


def test_a_number_is_taken_exactly_as_it_is_typed() -> None:
    view = hardback.view(position("A-S1 T-S1", box=BOX, dictionary="en").state, 0)
    for text, value in (("0.01", "1/100"), ("1,5", "3/2"), (" 7. ", "7"), (".25", "1/4"), ("100", "100"), ("", "1")):
        wanted = advisers.told(advice, view, 0, {"coins_weight": text})
        assert wanted.coins_weight == Fraction(value), text
        assert advisers.told(advice, view, 0, advisers.texts_of(wanted)) == wanted
    for text in ("1/3", "½", "٣", "+1", "1 000", "1_0", ".", "0x1"):
        with pytest.raises(Unreadable):
            advisers.told(advice, view, 0, {"coins_weight": text})


def test_a_tick_that_a_form_did_not_send_is_off() -> None:
    view = hardback.view(position("A-S1 T-S1", box=BOX, dictionary="en").state, 0)
    before = Wanted(Fraction(2), with_trash=True, letter="Q")
    assert advisers.told(advice, view, 0, {}, before) == Wanted(Fraction(2), with_trash=True)
    assert advisers.told(advice, view, 0, {}, before, form=True) == Wanted(Fraction(2))
    assert advisers.kept_of(before) == {"coins_weight": "2", "with_trash": "1"}
    assert advisers.once_of(before) == {"letter": "Q"}


# --- tables that do without ----------------------------------------------------------------------------------------------


def test_a_table_of_several_does_without_unless_it_chose_so(app: Flask) -> None:
    browser = at_table(app, record(best_word=False), 0)
    table = browser.path
    assert "At this table the best word is not looked up" in words(browser.get(table))
    assert "LEAST" not in browser.page
    assert "/advice" not in browser.page
    said = asked(browser, "?set=1&coins_weight=2")
    assert browser.status == 403
    assert browser.page.count('class="notice-what"') == 1
    assert "At this table the best word is not looked up" in said
    assert "LEAST" not in said


def test_alone_and_in_practice_it_is_always_there(app: Flask) -> None:
    for people in (("Ana",), ("Ana", "Ben")):
        browser = Browser(app)
        browser.open("hardback", people, practice="1")
        sit(browser, state_of(app, browser).turn)
        assert f'href="{browser.path}/advice"' in browser.page
        asked(browser)
        assert browser.status == 200
        assert len(best(browser.page)) == 10
    text = record(best_word=False, penny="plain").replace("Ana, Ben", "Ana")
    text = re.sub(r"^[26] .*\n", "", text, flags=re.MULTILINE)
    text = text.replace("\n3 ", "\n2 ").replace("\n4 ", "\n3 ").replace("\n5 ", "\n4 ")
    assert "of 19,471 words" in asked(at_table(app, text, 0))


def test_a_game_without_such_a_page_says_so(app: Flask) -> None:
    browser = Browser(app)
    browser.open("fire", practice="1")
    assert "/advice" not in browser.page
    assert "This game has no page of advice." in asked(browser)
    assert browser.status == 404
    browser.get("/t/NOSUCHTABLE234/advice")
    assert browser.status == 404


def test_the_command_line_tells_what_the_specification_says_and_no_more(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "record.txt"
    file.write_text(record(best_word=False))
    assert run(["advise", str(file), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said.keys() == {"seat", "words", "best", "ink"}
    assert said["best"][0].keys() == {"word", "cards", "coins", "prestige", "tokens", "value", "choices"}
    assert said["ink"].keys() == {"now", "expected", "bust", "estimated", "cards"}
    assert said["ink"]["cards"][0].keys() == {"card", "chance", "value"}
