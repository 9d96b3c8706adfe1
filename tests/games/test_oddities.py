"""What may be odd about the box of any game."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.oddities import errors_first, missing, twice, warning
from companion.rules import say


@dataclass(frozen=True)
class Card:
    card: int


CARDS = [Card(card) for card in (3, 1, 3, 4, 3)]


def test_every_row_but_the_first_with_the_same_value_is_an_error() -> None:
    found = list(twice("cards.csv", "card", CARDS, "Card {card} stands here twice."))
    assert [str(problem) for problem in found] == [
        "cards.csv, row 4, column card: Card 3 stands here twice.",
        "cards.csv, row 6, column card: Card 3 stands here twice.",
    ]
    assert all(problem.error for problem in found)


def test_a_wanted_value_that_no_row_has_is_missing_and_an_error_unless_the_game_bears_it() -> None:
    (found,) = missing("cards.csv", "card", CARDS, (1, 2, 3), "Card {card} is missing.")
    assert (str(found), found.error) == ("cards.csv, column card: Card 2 is missing.", True)
    (found,) = missing("cards.csv", "card", CARDS, (1, 2, 3), "Card {card} is missing.", error=False)
    assert not found.error


def test_errors_come_first_and_both_in_the_order_in_which_they_were_found() -> None:
    odd = warning("cards.csv", None, None, say("Few cards."))
    wrong = list(twice("cards.csv", "card", CARDS, "Card {card} stands here twice."))
    assert errors_first([odd, wrong[0], odd, wrong[1]]) == [*wrong, odd, odd]
