"""The contract of `tests/test_contract.py` on Bibliogamo with the other value of every option, and records with odd headers."""

from __future__ import annotations

import pytest

from companion import practice, record
from companion.games import bibliogamo
from companion.notation import Unreadable
from companion.rules import IllegalMove
from companion.table import replay
from tests import test_contract as contract
from tests.games.bibliogamotable import BOX, opened

CHECKS = (
    contract.test_while_the_game_goes_on_somebody_is_to_act_and_has_a_move,
    contract.test_every_listed_move_is_legal_and_every_ask_has_a_legal_completion,
    contract.test_every_move_that_apply_accepts_is_listed,
    contract.test_a_refusal_cites_a_rule_of_the_game_and_says_a_sentence,
    contract.test_from_a_view_everything_is_offered_that_is_legal_and_the_same_people_are_to_act,
    contract.test_a_view_is_its_own_view_and_everyone_may_print_it,
    contract.test_chance_gives_legal_moves_with_positive_whole_weights,
    contract.test_the_ledger_lists_everyone_and_its_lines_cite_rules,
    contract.test_every_move_survives_being_written_told_and_followed_by_hands,
    contract.test_striking_any_entry_and_bringing_it_back_changes_nothing,
    contract.test_a_struck_entry_leads_to_the_game_without_it_as_far_as_that_fits,
)
OTHER = opened(prestige="chosen", lift_covers_turn=False, bar_stops_payment=True, empty_hires=False, dismiss=True)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__.removeprefix("test_"))
def test_the_contract_holds(check):
    check(OTHER)


def test_a_random_game_ends_with_an_outcome_and_nobody_to_act():
    contract.test_a_random_game_ends_with_an_outcome_and_nobody_to_act(OTHER, 1)


def test_every_move_has_a_name_for_its_button():
    assert {move.__name__ for move in bibliogamo.MOVES} <= set(bibliogamo.WORDS)


@pytest.mark.parametrize("seats", [0, 2])
def test_bibliogamo_is_for_one(seats):
    with pytest.raises(IllegalMove) as refusal:
        bibliogamo.setup(BOX, seats, bibliogamo.Options())
    assert (refusal.value.rule, str(refusal.value)) == ("setup.start", "Bibliogamo is for one.")


def test_a_record_reads_back_as_the_same_game():
    at = OTHER
    entries = tuple(practice.play(at, 10))
    text = record.write(at, entries, BOX.name)
    again = record.read(text, {"bibliogamo": bibliogamo}, lambda name, box: BOX)
    assert again.entries == entries
    assert again.table.options == at.options
    assert replay(again.table, again.entries).state == replay(at, entries).state
    assert record.write(again.table, again.entries, BOX.name) == text


HEADER = "companion 1\ngame: bibliogamo\nbox: house\noptions: {options}\nseats: {seats}\n\n"


@pytest.mark.parametrize(
    ("options", "seats"),
    [('{"prestige": "random"}', "Ana"), ('{"speed": 1}', "Ana"), ("{}", "Ana, Ben"), ('{"dismiss": 1}', "Ana")],
)
def test_a_record_with_odd_options_or_two_seats_cannot_be_read(options, seats):
    text = HEADER.replace("{options}", options).replace("{seats}", seats)
    with pytest.raises(Unreadable):
        record.read(text, {"bibliogamo": bibliogamo}, lambda name, box: BOX)
