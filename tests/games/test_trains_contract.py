"""The contract of `tests/test_contract.py` on Game of Trains, while the table does not offer it yet.

Practice games go by the game's `leanings`: by equal chances a line ascends after ten thousand moves.
"""

from __future__ import annotations

import pytest

from companion.games import trains
from tests import test_contract as contract
from tests.games.trainstable import opened

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


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__.removeprefix("test_"))
def test_the_contract_holds(check, seats):
    check(opened(seats))


def test_a_random_game_ends_with_an_outcome_and_nobody_to_act():
    for seats in (2, 3, 4):
        contract.test_a_random_game_ends_with_an_outcome_and_nobody_to_act(opened(seats), 1)


def test_the_module_has_what_a_game_has():
    assert range(2, 5) == trains.SEATS
    assert trains.PREFIX == "GT"
    assert contract.odd_rules(trains.RULES) == []
    assert all(move.__dataclass_params__.frozen for move in trains.MOVES)
    assert all(
        f"{trains.PREFIX}:{code}" for code in trains.PIECES(trains.read_box(trains.pieces.Path(trains.__file__).parent / "box"))
    )
