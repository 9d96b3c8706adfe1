"""The contract of `tests/test_contract.py` on Out of Mine! with its advanced variants."""

from __future__ import annotations

import pytest

from companion import practice, record
from companion.games import mine
from companion.table import replay
from tests import test_contract as contract
from tests.games.minetable import BOX, opened

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
TABLES = {
    "three": opened(3, elves=True, finds=True, ties="fewest_empty"),
    "four": opened(4, finds=True, floor=False),
}


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__.removeprefix("test_"))
def test_the_contract_holds(check, name):
    check(TABLES[name])


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("seed", range(2))
def test_a_random_game_ends_with_an_outcome_and_nobody_to_act(name, seed):
    contract.test_a_random_game_ends_with_an_outcome_and_nobody_to_act(TABLES[name], seed)


def test_a_record_reads_back_as_the_same_game():
    at = TABLES["three"]
    entries = tuple(practice.play(at, 10))
    text = record.write(at, entries, "house")
    again = record.read(text, {"mine": mine}, lambda name, box: BOX)
    assert again.entries == entries
    assert again.table.options == at.options
    assert replay(again.table, again.entries).state == replay(at, entries).state
    assert record.write(again.table, again.entries, "house") == text
