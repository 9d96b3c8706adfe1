"""The contract of `tests/test_contract.py` on Hardback, while the table does not offer it yet.

Practice games go by the game's `leanings`: by equal chances most words are all wilds, and nobody scores.
"""

from __future__ import annotations

import pytest

from companion import practice, record
from companion.games import hardback
from companion.games.hardback import Options
from companion.rules import IllegalMove
from companion.table import Table, replay
from tests import test_contract as contract
from tests.games.hardbacktable import BOX, FOLDER, NAMES, opened

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
SHORT = {"goal": 12, "edition": 2}
TABLES = {
    "alone": opened(1, penny="mystery", hands="told", goal=5),
    "two": opened(2, **SHORT),
    "three": opened(3, hands="told", vote="majority", adverts=True, awards=True, cycle_offers=True, goal=10),
    "five": opened(5, hands="told", dictionary="none", unique_words="game", **SHORT),
}


@pytest.mark.parametrize("name", ["alone", "three"])
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__.removeprefix("test_"))
def test_the_contract_holds(check, name):
    check(TABLES[name])


QUICK = (*CHECKS[:2], *CHECKS[3:6])


@pytest.mark.parametrize("name", ["two", "five"])
@pytest.mark.parametrize("check", QUICK, ids=lambda check: check.__name__.removeprefix("test_"))
def test_the_quicker_checks_of_the_contract_hold_at_other_tables(check, name):
    check(TABLES[name])


@pytest.mark.parametrize("seats", [2, 4])
def test_a_random_game_ends_with_an_outcome_and_nobody_to_act(seats):
    contract.test_a_random_game_ends_with_an_outcome_and_nobody_to_act(opened(seats, goal=20, hands="told"), 1)


def test_alone_a_random_game_ends_too():
    contract.test_a_random_game_ends_with_an_outcome_and_nobody_to_act(opened(1), 1)


def test_a_record_reads_back_as_the_same_game():
    at = TABLES["three"]
    entries = tuple(practice.play(at, 10))
    text = record.write(at, entries, "reported")
    again = record.read(text, {"hardback": hardback}, lambda name, box: BOX)
    assert again.entries == entries
    assert again.table.options == at.options
    assert replay(again.table, again.entries).state == replay(at, entries).state
    assert record.write(again.table, again.entries, "reported") == text


def test_the_module_has_what_a_game_has():
    assert range(1, 6) == hardback.SEATS
    assert hardback.PREFIX == "HB"
    assert contract.odd_rules(hardback.RULES) == []
    assert all(move.__dataclass_params__.frozen for move in hardback.MOVES)
    assert all(code and len(f"HB:{code}") <= 10 for code in hardback.PIECES(hardback.read_box(FOLDER)))
    with pytest.raises(IllegalMove) as refusal:
        hardback.setup(BOX, 6, Options())
    assert refusal.value.rule == "setup.options"


def test_practice_with_its_own_options_tells_the_hands():
    at = Table("hardback", hardback, BOX, Options(**hardback.PRACTICE[0], goal=20), NAMES[:2])
    state = replay(at, practice.play(at, 3)).state
    assert state.outcome is not None
