"""Hardback from a photograph to an entry: what the page answers, what it asks, and who may see it (specification, 8, 11, 12)."""

from __future__ import annotations

import dataclasses
import html
import io
import json
import random
import re
from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask

import models
from companion.games import hardback
from companion.scan import layout
from companion.scan.seen import Sighting
from companion.web import create_app
from companion.web.house import house
from companion.web.safety import limiter
from tests.games import cardphotos
from tests.games.hardback_photos import BACK, camera, laid, laid_in_lines, photograph
from tests.games.hardbacktable import BEN, NAMES, ROW, STARTERS, Told, game, ink, position, shows, spells, uncover
from tests.web.conftest import Browser, words

ENGLISH = {"dictionary": "en"}
HAND = "L-S1 E-S1 A-S1 S-S1 T-S1"
PILE = "I-S1 N-S1 R-S1 B-S D-S"
POSITIONS: dict[str, tuple[Told, tuple[str, ...]]] = {
    "hidden": (position(hidden=5, pile=f"{HAND} {PILE}", ben={"pile": BEN, "hidden": 5, "timeless": "E-H5T"}, **ENGLISH), ()),
    "abilities": (position("P-R6 A-A5 Y-R4 T-S1", timeless="R-R5T", ben={"pile": BEN, "hidden": 5, "timeless": "E-H5T"}), ()),
    "a doubler": (position("P-R6 O-A6 W-A3", **ENGLISH), ()),
    "an uncoverer": (position("D-M4 A-S1 N-M7 E-S1"), (spells("D-M4 I=A-S1 N-M7 E-S1"),)),
    "either": (position("S-H2 O-H4 T-S1", **ENGLISH), ()),
    "a vote": (position(HAND, vote="majority", **ENGLISH), ()),
    "helped": (position(HAND, seats=3, **ENGLISH), (shows(HAND),)),
    "no list": (position(HAND), ()),
    "a purchase": (position("B-M4 E-S1 A-S1 N-S1", adverts=True), (spells("B-M4 E-S1 A-S1 N-S1"),)),
    "inked": (position("A-S1", pile="E-S1 I-S1", mine={"ink": 1}), (ink("Ana"),)),
    "trash": (position("G-R3 W-A3 E-S1 T-S1", discard="A-S1"), (spells("G-R3 E-S1 W-A3 T-S1"),)),
    "setup": (game(), (STARTERS["Ana"].removeprefix("TABLE "),)),
}
FROM = 900
"""The goal by which a table says in which position it begins: the first has this one, and so on."""


def begun(box: Any, seats: int, options: hardback.Options) -> Any:
    if options.goal < FROM:
        return hardback.setup(box, seats, options)
    told, _ = list(POSITIONS.values())[options.goal - FROM]
    return dataclasses.replace(told.state, box=box)


MIDDLE = SimpleNamespace(**{**vars(hardback), "setup": begun})
"""Hardback, but a table may begin in the middle of a game."""


def text_of(name: str) -> str:
    """The record of a table that begins in this position, with what is told there."""
    told, lines = POSITIONS[name]
    made = [line.removeprefix("TABLE ").removeprefix("Ana ") for line in lines]
    numbered = [f"{seq} {'TABLE' if line.startswith('Starters') else 'Ana'} {line}\n" for seq, line in enumerate(made, 1)]
    options = json.dumps({"goal": FROM + list(POSITIONS).index(name)})
    people = ", ".join(NAMES[: len(told.state.players)])
    return f"companion 1\ngame: hardback\nbox: reported\noptions: {options}\nseats: {people}\n\n{''.join(numbered)}"


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    told = {"DATA": str(tmp_path_factory.mktemp("house")), "GAMES": {"hardback": MIDDLE}}
    made = create_app({**told, "TESTING": True, "PROPAGATE_EXCEPTIONS": False})
    limiter.enabled = False
    yield made
    limiter.enabled = True


def at_table(app: Flask, name: str, seat: int | None = None) -> Browser:
    """A browser with the address of a new table that begins in this position, whose page it has not asked for."""
    browser = Browser(app)
    table = browser.upload(text_of(name))
    return sits(browser, table, browser.page, seat)


def sits(browser: Browser, table: str, page: str, seat: int | None) -> Browser:
    browser.page = page
    if seat is not None:
        browser.post(f"{table}/sit", follow=False, seat=str(seat), take_over="1")
        assert browser.status == 303
    browser.path, browser.page = table, page
    return browser


def beside(app: Flask, browser: Browser, seat: int | None) -> Browser:
    """Another phone at the same table."""
    other = Browser(app)
    return sits(other, table_of(browser), other.get("/"), seat)


def table_of(browser: Browser) -> str:
    found = re.match(r"/t/[^/]+", browser.path)
    assert found is not None
    return found[0]


def cards_of(rows: Sequence[Sequence[str]], seed: int = 1) -> list[cardphotos.Card]:
    rng = random.Random(seed)
    return [card for at, row in enumerate(rows) for card in laid(row, rng, at=(0, 110 * at))]


SIZE = (1500, 1125)
LETTER = "Which letter does the card that lies face down stand for?"


def taken(browser: Browser, cards: Sequence[cardphotos.Card], size: tuple[int, int] = SIZE, **seen: float) -> str:
    """The page after a drawn photograph of *cards* was sent."""
    photo = photograph(cards, camera(cards, size, **{"turn": 8.0, "tilt": 25.0, **seen}), size, 1)
    return browser.post(f"{table_of(browser)}/scans", photo=(io.BytesIO(photo), "photo.jpg"))


def seen(browser: Browser, *rows: str, seat: int | None = None) -> str:
    """The page of a photograph of these rows on which every label was read: as if it had been taken, without a picture."""
    cards = cards_of([row.split() for row in rows])
    there = camera(cards, SIZE, turn=8.0, tilt=25.0)
    spots = [_sighting(card, there) for card in cards]
    kept = {
        "rows": [[one.code for one in row] for row in layout.rows(spots)],
        "foreign": [],
        "sightings": [{"code": one.code, "corners": one.corners} for one in spots],
    }
    with browser.client.application.test_request_context():
        row = models.Scan(table_id=0, seat=seat, picture=None, width=SIZE[0], height=SIZE[1], seen=json.dumps(kept))
        number = house().keep_scan(table_of(browser).removeprefix("/t/"), row)
    return browser.get(f"{table_of(browser)}/scans?scan={number}")


def _sighting(card: cardphotos.Card, there: Any) -> Sighting:
    corners = cardphotos.seen_from(there, card.symbol).tolist()
    where = cardphotos.place(there, card)
    return Sighting(f"HB:{card.code}", tuple(map(tuple, corners)), where.angle, where.side / 21, "straight", 1.0)


def typed(browser: Browser, *rows: str) -> str:
    asked = "&".join("codes=" + row.replace(" ", "+") for row in rows)
    return browser.get(f"{table_of(browser)}/scans?{asked}")


def moves(page: str) -> list[str]:
    """The moves that the page offers to confirm, in order."""
    sent = re.findall(r'<input type="hidden" name="move" value="([^"]*)">', page)
    return [html.unescape(line).replace(', "ghost": null', "") for line in sent]


def answers(page: str) -> dict[str, list[str]]:
    """Each question with its answers."""
    found = {}
    for part in re.findall(r'<section class="proposal proposal-asks.*?</section>', page, re.S):
        question = re.search(r"<h2[^>]*>(.*?)</h2>", part, re.S)
        assert question is not None
        found[words(question[1])] = [
            words(one) for one in re.findall(r'id="answer-[\d-]+".*?<button[^>]*>(.*?)</button>', part, re.S)
        ]
    return found


def lines(page: str) -> list[list[str]]:
    """What each card gives: the cells of the table, card by card."""
    body = re.search(r'<table class="hb-lines">.*?<tbody>(.*?)</tbody>', page, re.S)
    assert body is not None
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", body[1], re.S)
    return [[words(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.S)] for row in rows]


def left(page: str) -> dict[str, list[str]]:
    """What is left to choose: by which card, and what it can."""
    found = {}
    for heading, list_ in re.findall(r'<div class="hb-left"><span[^>]*>(.*?)</span><ul>(.*?)</ul>', page, re.S):
        told = re.findall(r'<span class="hb-code">(.*?)</span>.*?<span class="hb-left-said">(.*?)</span></li>', list_, re.S)
        found[words(heading)] = [f"{code} {words(said)}" for code, said in told]
    return {heading: told for heading, told in found.items() if told}


def record(browser: Browser) -> str:
    return browser.get(f"{table_of(browser)}/record")


# --- a word -----------------------------------------------------------------------------------------------------------


def test_a_photograph_of_a_word_is_answered_with_all_that_it_brings_and_becomes_an_entry(app: Flask) -> None:
    browser = at_table(app, "hidden", 0)
    page = taken(browser, cards_of([HAND.split()]))
    said = words(page)
    assert "Ana spells LEAST" in said
    assert "in the list “word-list (npm)”, version 4.1.0" in said
    assert "5 coins 0 prestige" in said
    assert [row[0] for row in lines(page)] == ["L L-S1", "E E-S1", "A A-S1", "S S-S1", "T T-S1"]
    assert moves(page)[0] == f"Ana {spells(HAND)}"
    browser.fill("/moves", having=("scan", "1"))
    assert f"1 Ana {spells(HAND)}" in record(browser).replace(', "ghost": null', "")
    other = beside(app, browser, 1)
    assert other.client.get(f"{table_of(browser)}/scans/1").status_code == 200, "all of it was told to everyone"


def test_the_letter_of_a_card_that_lies_face_down_is_asked_and_no_answer_is_taken_for_granted(app: Flask) -> None:
    browser = at_table(app, "hidden", 0)
    page = taken(browser, cards_of([["T-S1", BACK, "N-S1", "E-H5T"]]))
    assert answers(page) == {LETTER: ["TANE", "TENE", "TINE", "TONE", "TUNE", "TYNE"]}
    assert "6 words of the list “word-list (npm)”, version 4.1.0, fit" in words(page)
    assert 'id="best"' not in page
    assert page.count('class="hb-lines"') == 1, "what all answers bring is shown once"
    assert lines(page)[-1] == ["Only letters: ? wild E of Ben"]
    browser.fill("/moves", having=("move", 'Ana Word {"cards": ["T-S1", "U=?", "N-S1", "E-H5T"], "ghost": null}'))
    assert '"U=?"' in record(browser)
    other = beside(app, browser, None)
    assert re.search(r"/scans/\d+", other.get(f"{table_of(browser)}/journal")), "a back tells nothing of its card"


def test_another_letter_is_said_letter_by_letter_and_tried_before_it_is_played(app: Flask) -> None:
    browser = at_table(app, "a vote", 0)
    page = seen(browser, "L-S1 BACK BACK E-S1")
    picks = re.findall(r'<select name="f.cards".*?</select>', page, re.S)
    assert len(picks) == 2
    listed = re.search(r'<optgroup label="In the list">(.*?)</optgroup>(.*)', picks[0], re.S)
    assert listed is not None
    assert re.findall(r'value="(.)=\?"', listed[1])[:3] == ["A", "E", "I"], "LACE, LENE, LICE and so on"
    assert 'value="Q=?"' in listed[2], "but any letter can be said"
    form = next(form for form in browser.forms() if ("kind", "Word") in form["fields"])
    sent: dict[str, Any] = {"f.cards": ["L-S1", "Q=?", "Z=?", "E-S1"], "kind": "Word", "given": "{}", **browser.marks()}
    sent |= {name: value for name, value in form["fields"] if name in ("scan", "who")}
    page = browser.post(f"{table_of(browser)}/trial", **sent)
    assert "LQZE" in words(page)
    assert "not in the list “word-list (npm)”, version 4.1.0: the others vote on it If the others accept it: 2 coins" in words(
        page
    )
    assert "Back to the photograph" in words(page)
    browser.fill("/moves", having=("scan", sent["scan"]))
    assert '["L-S1", "Q=?", "Z=?", "E-S1"]' in record(browser)
    assert f"/scans/{sent['scan']}" in browser.get(f"{table_of(browser)}/journal")


def test_rows_are_corrected_as_the_cards_lie_not_as_their_labels_do(app: Flask) -> None:
    page = seen(at_table(app, "hidden"), "T-S1 BACK N-S1 BACK E-S1", "E-H5T")
    assert re.findall(r'name="codes"[^>]* value="([^"]+)"', page) == ["T-S1 BACK N-S1 BACK E-S1", "E-H5T"]


def test_many_words_that_fit_are_counted_and_asked_letter_by_letter(app: Flask) -> None:
    page = seen(at_table(app, "hidden", 0), "T-S1 BACK BACK E-S1")
    assert answers(page) == {"Which letters do the cards that lie face down stand for?": []}
    assert "49 words of the list “word-list (npm)”, version 4.1.0, fit" in words(page)
    assert 'href="#asks-1"' in page
    assert moves(page) == []


def test_where_there_is_no_list_every_letter_may_be_said(app: Flask) -> None:
    page = seen(at_table(app, "no list", 0), "T-S1 BACK BACK")
    assert "every word stands" in words(page)
    assert page.count('<option value="Ñ=?">') == 2


def test_after_a_hand_was_shown_the_helper_is_asked_with_the_letters(app: Flask) -> None:
    browser = at_table(app, "helped", 0)
    assert answers(seen(browser, HAND)) == {"Whose idea was the word?": ["LEAST", "LEAST, Ben ’s idea", "LEAST, Cleo ’s idea"]}
    page = seen(browser, "T-S1 BACK A-S1")
    assert answers(page)[LETTER][:2] == ["TEA", "TEA, Ben ’s idea"]
    assert re.findall(r'<input type="radio" name="f.ghost" value="(\w+)"', page) == ["null", "1", "2"]
    browser.fill("/moves", having=("move", 'Ana Word {"cards": ["T-S1", "E=?", "A-S1"], "ghost": 2}'))
    assert '"ghost": 2' in record(browser)


def test_each_line_says_what_a_card_gives_above_and_below_its_line_with_its_factor_and_what_closing_does(app: Flask) -> None:
    page = seen(at_table(app, "abilities", 0), "P-R6 A-A5 Y-R4 E-H5T")
    told = {row[0].split()[1]: row for row in lines(page) if len(row) == 3}
    assert told["P-R6"][1:] == ["2", "1"], "romance counts: Y and the classic outside are of it, too"
    assert told["A-A5"][0].endswith("×3")
    assert told["A-A5"][1].startswith("6 trash this card for 9 coins"), "what it may pay, three times, too"
    assert told["A-A5"][2].endswith("+1"), "one more adventure card is missing"
    assert told["R-R5T"][0].endswith("in play")
    assert lines(page)[-1] == ["Only letters: E of Ben"]
    assert "By itself: P P-R6 A A-A5 Y Y-R4 A A-A5" in words(page)
    discard = "trash a card of your discard pile for 1 coin"
    assert left(page)["If you like:"] == ["A-A5 trash this card for 3 coins", f"Y-R4 {discard}", f"R-R5T {discard}"]


def test_what_must_be_chosen_before_buying_is_named(app: Flask) -> None:
    page = seen(at_table(app, "either", 0), "S-H2 O-H4")
    assert left(page) == {"Then choose:": ["O-H4 2 coins or 2 prestige", "O-H4 1 coin or 1 prestige"]}
    assert "0 coins 2 prestige" in words(page), "as it lies"


def test_a_doubling_that_has_only_one_way_is_counted_before_the_word_is_confirmed(app: Flask) -> None:
    page = seen(at_table(app, "a doubler", 0), "P-R6 O-A6 W-A3")
    assert "8 coins 9 prestige" in words(page)
    assert ["O O-A6 ×2", "4", "8"] in lines(page)


def test_a_word_in_no_list_goes_to_a_vote_and_says_what_it_would_bring(app: Flask) -> None:
    browser = at_table(app, "a vote", 0)
    page = seen(browser, "L-S1 T-S1 E-S1")
    assert "the others vote on it If the others accept it: 3 coins 0 prestige" in words(page)
    browser.fill("/moves", having=("move", moves(page)[0].replace("}", ', "ghost": null}')))
    said = words(beside(app, browser, 1).get(table_of(browser)))
    assert "Accept the word" in said and "Reject the word" in said


def test_a_word_that_is_not_listed_is_proposed_with_the_objection_and_may_be_let_stand(app: Flask) -> None:
    browser = at_table(app, "hidden")
    page = seen(browser, "L-S1 T-S1 E-S1")
    said = words(page)
    assert "Ana spells LTE: L-S1, T-S1, and E-S1 LTE is not in the list “word-list (npm)”, version 4.1.0." in said
    assert "Let it stand" in said and "Tap it in instead" in said and "Correct what was seen" in said
    line = 'Ana Word {"cards": ["L-S1", "T-S1", "E-S1"], "ghost": null}'
    browser.fill("/ruling", having=("moves", line), text="it is one")
    assert "Agreed: it is one" in words(browser.get(f"{table_of(browser)}/journal"))


def test_no_word_fits_is_said_with_the_list(app: Flask) -> None:
    said = words(seen(at_table(app, "hidden"), "T-S1 BACK R-S1 S-S1"))
    assert "No word of the list “word-list (npm)”, version 4.1.0, fits T?RS." not in said, "TORS, TARS"
    said = words(seen(at_table(app, "hidden"), "T-S1 BACK L-S1 N-S1"))
    assert "No word of the list “word-list (npm)”, version 4.1.0, fits T?LN." in said
    assert "Tap it in instead" in said


def test_two_rows_that_may_be_the_word_are_both_shown_with_what_they_bring(app: Flask) -> None:
    page = seen(at_table(app, "hidden"), "A-S1 E-S1", "T-S1 I-S1")
    assert answers(page) == {"Which row is the word?": ["AE", "TI"]}
    assert page.count('class="hb-lines"') == 2


def test_word_classics_and_offers_are_told_apart_in_one_photograph(app: Flask) -> None:
    browser = at_table(app, "abilities")
    page = seen(browser, ROW, "P-R6 A-A5 Y-R4", "R-R5T")
    assert moves(page) == [f"Ana {spells('P-R6 A-A5 Y-R4')}"]
    assert "The offer row is as it must be." in words(page)
    assert "Ana ’s classics lie as they must." in words(page)


# --- benefits and purchases -------------------------------------------------------------------------------------------


def test_a_back_that_was_turned_up_is_uncovered_and_what_it_brings_is_shown(app: Flask) -> None:
    browser = at_table(app, "an uncoverer", 0)
    page = seen(browser, "D-M4 A-S1 N-M7 E-S1")
    assert moves(page) == [f"Ana {uncover('D-M4', 'right', 'A-S1')}"]
    assert [row[1:] for row in lines(page)] == [["1", "2"], ["1", "–"], ["3", "2"], ["1", "–"]], "N counts one wild"
    assert "The word DINE lies as it was spelled." in words(seen(browser, "D-M4 BACK N-M7 E-S1"))


def test_a_card_of_the_offer_row_is_jailed_removed_or_bought(app: Flask) -> None:
    browser = at_table(app, "a purchase", 0)
    assert answers(seen(browser, "E-R2")) == {"What happens to E-R2?": ["To the jail", "Out of the game", "Bought"]}
    assert re.findall(r'form="(answer-1-\d)"', browser.page) == ["answer-1-1", "answer-1-2", "answer-1-3"], "under the thumb"
    page = seen(browser, ROW.replace("E-R2", "W-R4"))
    assert list(answers(page)) == ["E-R2 is gone from the offer row: what was done with it?"]
    assert "Into the offer row: W-R4 (W, romance 4)" in words(page)
    browser.fill("/moves", having=("move", 'Ana Buy {"card": "E-R2"}'))
    assert '2 Ana Buy {"card": "E-R2"}\n3 TABLE Turned {"cards": ["W-R4"]}' in record(browser)


def test_an_advert_is_bought_and_other_labels_say_what_they_are(app: Flask) -> None:
    browser = at_table(app, "a purchase", 0)
    assert "That costs 6, and 5 coins are left." in words(typed(browser, "AD1"))
    assert "Event 3: its text is not known to this box." in words(typed(browser, "EV3"))
    assert "These are Ben ’s things." in words(typed(browser, "PC2"))


def test_one_card_is_trashed_or_drawn(app: Flask) -> None:
    browser = at_table(app, "trash", 0)
    assert moves(seen(browser, "W-A3")) == ['Ana Trash {"by": "W-A3", "card": "W-A3"}']
    assert moves(seen(browser, "A-S1")) == ['Ana Trash {"by": "G-R3", "card": "A-S1"}']
    drawn = at_table(app, "inked", 0)
    assert moves(seen(drawn, "E-S1")) == ['TABLE Drew {"seat": 0, "cards": ["E-S1"]}']


# --- setup ------------------------------------------------------------------------------------------------------------


def test_starters_and_the_first_offers_are_told_by_photographs(app: Flask) -> None:
    browser = at_table(app, "setup", 1)
    page = seen(browser, "A-S2 E-S2 I-S2 L-S2 N-S2", "R-S2 S-S2 T-S2 H-S U-S")
    assert moves(page) == [STARTERS["Ben"]]
    page = seen(browser, " ".join(ROW.split()[:4]), " ".join(ROW.split()[4:]))
    assert moves(page) == [f'TABLE Turned {{"cards": {json.dumps(ROW.split())}}}']
    browser.fill("/moves", having=("scan", re.findall(r'name="scan" value="(\d+)"', page)[0]))
    assert '"cards": ["C-A3", "I-M3"' in record(browser)


# --- a hand -----------------------------------------------------------------------------------------------------------


def test_a_hand_stays_on_the_page_of_its_seat(app: Flask) -> None:
    browser = at_table(app, "hidden", 0)
    hand = ["T-S1", "N-S1", "R-S1", "B-S", "D-S"]
    page = taken(browser, laid_in_lines(hand, random.Random(1), 3))
    line = f'Ana Seen {{"seat": 0, "where": "hand", "cards": {json.dumps(hand)}}}'
    assert moves(page) == [line]
    number = re.findall(r'name="scan" value="(\d+)"', page)[0]
    browser.fill("/moves", having=("move", line))
    assert browser.status == 200
    assert browser.client.get(f"{table_of(browser)}/scans/{number}").status_code == 200
    for seat in (None, 1):
        other = beside(app, browser, seat)
        assert other.client.get(f"{table_of(browser)}/scans/{number}").status_code == 404
        assert other.client.get(f"{table_of(browser)}/scans?scan={number}").status_code == 404
        assert 'Seen {"seat": 0, "where": "hand", "cards": ["?", "?", "?", "?", "?"]}' in record(other)
        journal = other.get(f"{table_of(browser)}/journal")
        assert f"/scans/{number}" not in journal
        for shown in (journal, record(other)):  # the score shows whose deck each card is in, which everyone knows
            assert not any(code in words(shown) for code in hand), seat
        other.get(table_of(browser))
        held = re.findall(r'class="hand-card" data-source="\w+" data-code="([^"]*)"', other.page)
        assert held == ["?"] * 5
        assert "B-S is hidden" not in words(typed(other, "B-S")), "judged on what this phone may know"


def test_a_hand_that_is_no_word_is_only_a_hand(app: Flask) -> None:
    page = seen(at_table(app, "hidden", 0), "T-S1 N-S1 R-S1")
    assert moves(page) == ['Ana Seen {"seat": 0, "where": "hand", "cards": ["T-S1", "N-S1", "R-S1"]}']
    assert "TNR is not in the list" in words(page)
    assert 'class="notice refusal"' not in page


# --- bad input --------------------------------------------------------------------------------------------------------


def test_strangers_twins_and_cards_that_cannot_be_there(app: Flask) -> None:
    browser = at_table(app, "hidden", 0)
    assert "“Q-Z9” is no piece of this box." in words(typed(browser, "HB:Q-Z9"))
    assert "FL:BP2 belongs to another game." in words(typed(browser, "FL:BP2"))
    page = typed(browser, "L-S1 E-S1 A-S1 L-S1 S-S1 T-S1")
    assert "L-S1 was seen twice; it counts once." in words(page)
    assert moves(page)[0] == f"Ana {spells(HAND)}"
    assert "V-A2 lies in the offer row, place 5." in words(typed(browser, "A-S1 E-S1 V-A2 T-S1"))
    assert "H-S is in Ben ’s deck." in words(typed(browser, "A-S1 E-S1 H-S T-S1"))
    assert "A card that lies face down tells nothing by itself." in words(typed(browser, "BACK"))


def test_a_card_in_the_word_that_another_has_bought_says_since_which_entry(app: Flask) -> None:
    browser = at_table(app, "hidden")
    browser.get(table_of(browser))
    browser.post(f"{table_of(browser)}/moves", **browser.marks(), move=[f"Ana {spells(HAND)}", 'Ana Buy {"card": "V-A2"}'])
    browser.get(table_of(browser))
    browser.post(f"{table_of(browser)}/moves", **browser.marks(), move=['TABLE Turned {"cards": ["W-R4"]}', "Ana EndTurn {}"])
    assert "V-A2 is in Ana ’s deck. (entry 2)" in words(typed(browser, "A-S2 V-A2 E-S2 S-S2")), words(browser.page)


def test_an_offer_that_was_told_wrongly_is_put_right_with_one_button(app: Flask) -> None:
    browser = at_table(app, "setup")
    browser.get(table_of(browser))
    marks = browser.marks()
    told = [STARTERS["Ben"], 'TABLE First {"seat": 0}', f'TABLE Turned {{"cards": {json.dumps(ROW.split())}}}']
    browser.post(f"{table_of(browser)}/moves", **marks, move=told)
    page = seen(browser, ROW.replace("V-A2", "V-R3"))
    assert "Entry 4 says:" in words(page) and "everything fits" in words(page)
    browser.fill("/strike", having=("seq", "4"))
    assert "V-R3" in record(browser)
