"""The end of a game of Hardback and its decks: what the pages show, and what they keep to themselves."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

import pytest
from flask import Flask

from companion.games import hardback
from companion.games.hardback import statistics
from companion.games.hardback.state import State
from companion.table import Entry, Position, Table, replay, who_and_move
from companion.web.house import house
from tests.games.hardbacktable import FIRST, NAMES, STARTERS, opened, play, seen, turned
from tests.web.conftest import Browser, real_games, words

app = pytest.fixture(real_games, scope="module")


TOLD = opened(3, hands="told", goal=10, dictionary="none")
HIDDEN = opened(3, goal=10, dictionary="none")
AGAINST = opened(2, penny="plain", goal=10, dictionary="none")
GAMES = {at: play(at, seed) for at, seed in ((TOLD, 3), (HIDDEN, 5), (AGAINST, 2))}


Shown = Callable[..., str]


@pytest.fixture(scope="module")
def shown(app: Flask) -> Shown:
    """A page of a table after so many entries, as the screen everyone sees has it; or the table page of a seat."""

    @cache
    def page(at: Table, upto: int | None = None, seat: int | None = None, page: str = "") -> str:
        with app.app_context():
            code = house().open(at, entries=GAMES[at][:upto])
        browser = Browser(app)
        if seat is None:
            return browser.get(f"/t/{code}{page}")
        return browser.post(f"/t/{code}/sit", seat=str(seat))

    return page


@cache
def position(at: Table) -> Position:
    return replay(at, GAMES[at])


def middle(at: Table, certain: bool = False) -> tuple[int, State]:
    """Late in the game, with the first seat to spell: the entry, and the state. Its next card is *certain*, or is not."""
    states = list(enumerate((step.after for step in position(at).steps), 1))
    mine = [(n, one) for n, one in reversed(states) if one.phase == "word" and not one.asks and one.turn == 0]
    return next((n, one) for n, one in mine if (len(likely(one).cards) == 1) == certain)


def likely(state: State) -> statistics.Next:
    found = statistics.next_card(hardback.view(state, 0), 0)
    assert found is not None
    return found


# --- the end ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", ["", "/score"])
def test_the_end_shows_everybodys_best_and_longest_word_with_the_entry_that_laid_it(shown: Shown, page: str) -> None:
    end = shown(TOLD, page=page)
    told = statistics.story(position(TOLD).steps)
    order = [int(seat) for seat in re.findall(r'<li class="player[^"]*">\s*<h3>.*?#marker-(\d)', end)]
    assert sorted(order) == [0, 1, 2]
    feats = re.findall(r'<dl class="feats">(.*?)</dl>', end, re.DOTALL)
    for seat, feat in zip(order, feats, strict=True):
        best, longest = statistics.best(told.words_of(seat)), statistics.longest(told.words_of(seat))
        assert best is not None
        assert longest is not None
        assert re.findall(r'<span class="visually-hidden">([A-Z]+)</span></span>', feat) == [best.word, longest.word]
        assert re.findall(r"#e(\d+)", feat) == [str(best.entry), str(longest.entry)]
        assert [int(n) for n in re.findall(r'<b class="num">(\d+)</b>', feat)] == [best.prestige, best.coins]


def test_the_winner_stands_first_and_is_marked(shown: Shown) -> None:
    end = position(TOLD).state
    (winner,) = end.outcome.winners
    page = shown(TOLD)
    assert re.findall(r'<li class="player( is-winner)?">\s*<h3>.*?#marker-(\d)', page)[0] == (" is-winner", str(winner))
    assert re.search(rf'<li class="bars-winner">.*?<bdi>{NAMES[winner]}</bdi>', page, re.DOTALL)


def test_prestige_is_drawn_turn_by_turn_and_the_books_stay_open(shown: Shown) -> None:
    page = shown(TOLD, page="/score")
    assert '<title id="course-title">Prestige. Turn by turn.</title>' in page
    assert "a point for who has won" not in page
    assert page.count('<ul class="ledger">') == 3
    end = position(TOLD)
    told = re.findall(r'<li class="ledger-line[^"]*"><span class="points num">(-?\d+)<', page)
    lines = [line.points for lines in hardback.score(end.state).values() for line in lines]
    assert len(told) == len(lines) + 3
    turns = sum(type(step.move).__name__ in ("EndTurn", "Skip") for step in end.steps)
    assert max(int(at) for at in re.findall(r'<th scope="row"><a [^>]*>(\d+)</a></th>', page)) == turns


def test_the_counts_are_those_of_the_journal(shown: Shown) -> None:
    table = re.search(r'<table class="table counts-table">.*?</table>', shown(TOLD), re.DOTALL)
    assert table is not None
    rows = {words(row[0]): [int(n) for n in re.findall(r'<td class="num">(\d+)', row[1])] for row in
            re.findall(r'<tr><th scope="row">(.*?)</th>(.*?)</tr>', table.group(0), re.DOTALL)}  # fmt: skip
    counts = statistics.story(position(TOLD).steps).counts
    assert rows["Words"] == [one.words for one in counts]
    assert rows["Coins from words"] == [one.coins for one in counts]
    assert rows["Coins not spent"] == [one.lost for one in counts]
    assert rows["Cards bought"] == [one.bought for one in counts]


def test_before_the_end_it_says_how_it_would_be_and_at_the_beginning_there_are_no_bars(shown: Shown) -> None:
    page = shown(TOLD, 2, page="/score")
    assert "If the game stopped now." in page
    assert 'class="bars ' not in page
    assert "Best word" not in page
    assert 'class="bars ' in shown(TOLD, middle(TOLD)[0], page="/score")


def test_against_penny_it_says_what_all_have_together_and_what_she_has(shown: Shown) -> None:
    end = position(AGAINST).state
    page = shown(AGAINST)
    against = re.search(r'<dl class="against">.*?</dl>', page, re.DOTALL)
    assert against is not None
    together = sum(one.prestige for one in end.players)
    assert words(against.group(0)) == f"together {together} of 20 Penny Dreadful {end.penny} of 20"
    assert re.search(r'<title id="bars-title-\d">Penny: ', page)


# --- decks --------------------------------------------------------------------------------------------------------------


def decks(page: str) -> list[str]:
    return re.findall(r'<details class="sheet deck[^"]*">.*?</details>', page, re.DOTALL)


def codes(part: str) -> list[str]:
    return re.findall(r'<span class="hb-code">([A-Z0-9.-]+)', part)


def test_ones_own_deck_shows_every_card_with_its_place_and_those_not_seen(shown: Shown) -> None:
    upto, state = middle(TOLD)
    own = decks(shown(TOLD, upto, 0))[0]
    assert "Your deck" in own
    told = statistics.deck(hardback.view(state, 0), 0)
    cards = re.findall(r'<li><span class="hb-card.*?</li>', own, re.DOTALL)
    assert [codes(card)[0] for card in cards] == [card for some in told.genres.values() for card in some]
    places = {codes(card)[0]: words(re.search(r'<span class="deck-place.*?</span>', card).group(0)) for card in cards}
    assert {card for card, place in places.items() if place == "not seen"} == set(told.unseen)
    assert {card for card, place in places.items() if place == "hand"} == set(state.players[0].hand)
    unseen = re.search(r'aria-label="Not seen">.*?</section>', own, re.DOTALL)
    assert codes(unseen.group(0) if unseen else "") == list(told.unseen)


def test_the_chances_of_the_next_card_are_on_ones_own_page_only(shown: Shown) -> None:
    upto, state = middle(TOLD)
    own, *others = decks(shown(TOLD, upto, 0))
    letters = statistics.chances(state, likely(state), "letter")
    assert re.findall(r'class="odds-letter">(.)</b><span class="num">(\d+) %', own) == [
        (letter, str(round(chance * 100))) for letter, chance in letters
    ]
    assert len(others) == 2
    for other in (*others, *decks(shown(TOLD, upto))):
        assert "Your deck" not in other
        assert "odds" not in other
        assert "not seen" not in other.lower()


def test_a_next_card_that_is_known_is_named(shown: Shown) -> None:
    upto, state = middle(TOLD, certain=True)
    own = re.search(r'<section class="deck-next".*?</section>', shown(TOLD, upto, 0), re.DOTALL)
    assert own is not None
    assert codes(own.group(0)) == list(likely(state).cards)
    assert "for certain" in own.group(0)


@pytest.mark.parametrize("at", [TOLD, HIDDEN], ids=["told", "hidden"])
@pytest.mark.parametrize("reader", [None, 0, 1])
def test_of_other_decks_the_page_shows_what_everybody_knows_and_in_no_order_that_tells(
    shown: Shown, at: Table, reader: int | None
) -> None:
    upto, state = middle(at)
    known = hardback.view(state, reader)
    page = decks(shown(at, upto, reader))
    order = [(step + (reader or 0)) % 3 for step in range(3)]
    for seat, deck in zip(order, page, strict=True):
        if seat != reader:
            owned = known.players[seat].owned
            told = codes(deck)
            assert sorted(told) == sorted(owned)
            assert told == [card for some in statistics.deck(known, seat).genres.values() for card in some]
            missing = known.players[seat].unseen_starters
            assert (f"and {missing} starting card" in deck) == bool(missing)


def test_a_starter_that_a_seat_has_named_to_its_own_phone_is_in_its_deck_alone(app: Flask) -> None:
    lines = (
        'TABLE Starters {"seat": 0, "set": 1, "cards": ["?", "?"]}',
        STARTERS["Ben"],
        FIRST,
        turned("C-A3 I-M3 E-R2 S-H7 V-A2 U-H6 F-M2"),
        seen("Ana", "B-S"),
    )
    at = opened(2, dictionary="none")
    entries = [Entry(seq, *who_and_move(line, at.seats, at.classes)) for seq, line in enumerate(lines, 1)]
    with app.app_context():
        code = house().open(at, entries=entries)
    browser = Browser(app)
    pages = {None: browser.get(f"/t/{code}")}
    for seat in (0, 1):
        pages[seat] = browser.post(f"/t/{code}/sit", seat=str(seat))
    assert "B-S" in codes(decks(pages[0])[0])
    assert "and 1 starting card that nobody has shown" in decks(pages[0])[0]
    for reader, deck in ((None, decks(pages[None])[0]), (1, decks(pages[1])[1])):
        assert len(codes(deck)) == 8, reader
        assert "and 2 starting cards that nobody has shown" in deck
