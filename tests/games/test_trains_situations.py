"""Game of Trains, specification 12: the eighteen situations, and the values of section 10 that the rules alone give."""

from __future__ import annotations

from companion.games import trains
from companion.games.trains.state import unseen
from tests.games.trainstable import (
    ANA,
    BEN,
    BOX,
    CLEO,
    SHUFFLED,
    TO_KEEP,
    TO_OFFER,
    draws,
    drew,
    game,
    kept,
    offered,
    position,
    put,
    use,
)  # fmt: skip

PICTURE = "81 17 56 41 24 73 3"
TURNED = "81 17 24 56 41 73 3"
"""Two lines of the rulebook's pictures."""


def test_1_a_replaced_car_pairs_with_its_like_in_the_row():
    g = position("70 60 50 40 30 17 10", BEN, row="9 20").then(draws("Ana", 1, 6))
    assert (g.discards(), g.state.row) == ([9, 17], (20,))


def test_2_a_swap_completes_the_line_and_the_game_is_over():
    g = position("3 17 24 56 41 73 81", BEN, row="20").then(use("Ana", "SwapAdjacent", 20, 4))
    assert (g.winner(), g.rule(draws("Ben"))) == ("Ana", "end.over")


def test_3_move_right_as_in_the_rulebook():
    g = position(PICTURE, BEN, row="9")
    assert g.then(use("Ana", "MoveRight", 9, 3)).cars("Ana") == (81, 17, 41, 24, 56, 73, 3)
    assert g.rule(use("Ana", "MoveRight", 9, 6)) == "move.right"


def test_4_move_left_as_in_the_rulebook():
    g = position(PICTURE, BEN, row="11")
    assert g.then(use("Ana", "MoveLeft", 11, 5)).cars("Ana") == tuple(map(int, TURNED.split()))
    assert g.rule(use("Ana", "MoveLeft", 11, 2)) == "move.left"


def test_5_swap_over_as_in_the_rulebook():
    g = position(PICTURE, BEN, row="8").then(use("Ana", "SwapOver", 8, 3))
    assert g.cars("Ana") == (81, 17, 24, 41, 56, 73, 3)


def test_6_a_locked_car_stays_when_the_middle_is_removed():
    g = position(ANA, BEN, row="34", turn="Ana").then(use("Ana", "Protect", 34, 4))
    g = position(ANA, BEN, row="63", turn="Ben", locks={"Ana": g.locks("Ana")}).then(use("Ben", "Remove", 63))
    assert (g.cars("Ana")[3], g.cars("Ben")[3], g.state.row) == (40, None, (43,))
    g = g.then(drew(1))
    assert (g.acts(), g.locks("Ana"), g.cars("Ben")[3]) == (["Ana"], {4: 34}, 1)


def test_7_a_car_that_slides_loses_its_lock():
    g = position(ANA, BEN, row="9", locks={"Ana": {1: 34, 4: 42}}).then(use("Ana", "MoveRight", 9, 2))
    assert (g.locks("Ana"), g.discards()) == ({1: 34}, [9, 42])


def test_8_a_swap_over_a_locked_car_leaves_the_lock():
    g = position(ANA, BEN, row="8 44", locks={"Ana": {4: 34}})
    assert g.then(use("Ana", "SwapOver", 8, 3)).locks("Ana") == {4: 34}
    swapped = g.then(use("Ana", "SwapAdjacent", 44, 3))
    assert (swapped.locks("Ana"), swapped.discards()) == ({}, [34, 44])


def test_9_replacing_a_locked_car_discards_the_lock():
    g = position(ANA, BEN, row="18", locks={"Ana": {7: 34}}).then(draws("Ana", 1, 7))
    assert (g.state.row, g.discards(), g.locks("Ana")) == ((), [10, 18, 34], {})


def test_10_removed_cars_pair_off_in_order_from_the_user():
    lines = ("70 60 50 40 30 20 21", "71 62 51 43 33 23 13")
    g = position(*lines, "72 65 53 45 35 25 29", row="5 6").then(use("Ana", "Remove", 6))
    assert g.state.row == ()
    assert g.discards() == [5, 6, 13, 21, 29]
    assert [seen[0] for seen in g.state.seen] == [6, 5, 21, 13, 29]
    assert position(*lines, "72 65 53 45 35 25 48", row="5 6").then(use("Ana", "Remove", 6)).state.row == (13, 48)


def test_11_the_used_card_pairs_with_nothing():
    g = position("70 60 50 13 30 19 10", "71 62 51 21 33 23 16", row="67").then(use("Ana", "Remove", 67))
    assert (g.state.row, g.discards()) == ((), [13, 21, 67])


def test_12_ben_wins_on_anas_turn_and_cleo_keeps_her_gap():
    g = position(ANA, "11 20 31 23 52 71 84", CLEO, row="13").then(use("Ana", "Remove", 13), drew(1), drew(44))
    assert (g.winner(), g.acts(), g.state.turn, g.cars("Cleo")[3]) == ("Ben", [], 0, None)


def test_13_a_remove_card_with_all_cars_locked():
    locks = {"Ana": {4: 34}, "Ben": {4: 42}}
    g = position(ANA, BEN, row="63", locks=locks).then(use("Ana", "Remove", 63))
    assert (g.acts(), g.state.phase, g.cars("Ana")[3], g.cars("Ben")[3]) == (["Ben"], "turn", 40, 43)
    assert position(ANA, BEN, row="63", locks=locks, empty_remove=False).rule(use("Ana", "Remove", 63)) == "remove.nobody"


def test_14_the_last_card_is_drawn_and_the_discard_shuffled_before_it_is_put():
    g = position(ANA, BEN, pile=1).then(draws("Ana", 1))
    assert (g.state.phase, g.rule(put("Ana", 1))) == ("shuffle", "draw.shuffle")
    g = g.then(SHUFFLED, put("Ana", 1), draws("Ben"))
    assert g.rule(drew(70)) == "card.elsewhere"
    assert len(unseen(g.state)) == g.state.pile == 84 - 14 - 1


def test_15_hidden_start_cards_leave_one_card_nobody_knows():
    g = game(*TO_OFFER, offered("Ana", "12"), offered("Ben", "? ?"), kept("Ana", 12, 7), kept("Ben", 34, 2))
    assert g.state.discard == 1
    assert len(unseen(trains.view(g.state, None))) == g.state.pile + 1 == 84 - 14 - 2
    assert 80 in unseen(trains.view(g.state, 1))


def test_16_with_three_locks_on_a_protect_card_cannot_be_used():
    g = position(ANA, BEN, row="18", locks={"Ana": {1: 34, 4: 42, 7: 2}})
    for space in (1, 4, 7):
        assert g.rule(use("Ana", "Protect", 18, space)) == "protect.once"
    assert g.state.row == (18,)
    assert g.legal() == ['Draw {"seat": 0}']


def test_17_nobody_wins_in_the_set_up():
    """Of seven descending cars one replaced leaves six that descend."""
    line = tuple(map(int, ANA.split()))
    for space in range(7):
        for card in BOX.ability_of:
            assert not trains.course.ascends((*line[:space], card, *line[space + 1 :]))


def test_18_a_turn_before_its_time():
    assert game(*TO_KEEP).rule(draws("Ana")) == "setup.order"
    assert game(*TO_KEEP).rule(put("Ana", 1)) == "put.nothing"
    assert position(ANA, BEN).rule(put("Ana", 1)) == "put.nothing"


def test_the_positions_of_section_10_have_the_numbers_of_unseen_cards_that_it_says():
    locks = {"Ben": {4: 34}}
    assert len(unseen(position("5 12 30 22 50 61 80", "10 20 31 40 52 84 70", row="63 7 57", locks=locks).state)) == 66
    lines = ("6 19 28 77 47 58 66", "11 14 29 8 46 60 71", "2 13 25 82 43 55 79")
    assert len(unseen(position(*lines, row="21 44", locks={"Cleo": {1: 69}}).state)) == 60
    lines = ("73 14 48 44 32 17 11", "57 37 34 28 22 63 8", "77 53 45 27 56 12 10")
    assert len(unseen(position(*lines, row="9 69 20").state)) == 60
