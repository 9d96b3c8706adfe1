"""Out of Mine!, rule by rule (specification, sections 6 and 7)."""

from __future__ import annotations

import pytest

from companion.games import mine
from companion.rules import IllegalMove
from tests.games.minetable import (
    BOX,
    COVER,
    ORDER,
    STOP,
    board,
    card,
    counted,
    dug,
    game,
    laid,
    ready,
    round_of,
    shout,
    side,
)  # fmt: skip

FULL = dug("4B T26", "5A T01")
"""Both told, stopped without a shout."""


def hands(told, line):
    """What hands do to follow the line."""
    who, move = told._read(line)
    return list(map(str, mine.hands(told.state, who, move)))


# --- who, set-up, boards ----------------------------------------------------------------------------------------------


def test_mine_who_moves_a_seat_tells_its_own_side_shout_and_result() -> None:
    told = game(board(0, 3))
    assert told.rule('Ben ChoseSide {"seat": 0, "side": "A"}') == "who.moves"
    assert told.rule('TABLE ChoseSide {"seat": 0, "side": "A"}') == "who.moves"
    told = told.then(side(0, "A"), ORDER)
    assert told.rule('Ben OutOfTheMine {"seat": 0}') == "who.moves"
    assert told.then(STOP).rule('Ben Counted {"seat": 0, "empty": 1}') == "who.moves"


@pytest.mark.parametrize("line", [board(1, 3), card(1, "T01"), ORDER, STOP])
def test_mine_who_moves_boards_cards_the_order_and_the_stop_are_told_by_the_table(line: str) -> None:
    assert game().rule(line.replace("TABLE", "Ben")) == "who.moves"


def test_mine_who_moves_nobody_sits_beyond_the_seats() -> None:
    assert game().rule(board(2, 3)) == "who.moves"
    assert game(ORDER).rule(shout(2).replace("Cleo", "Nobody 1")) == "who.moves"


def test_mine_setup_tiles_go_back_sorted_by_colour() -> None:
    told = game(round_of(0, 1)[: -len(counted(1, 1))])
    assert "Put all tiles back, sorted by colour." in hands(told, counted(1, 1))[-1]


def test_mine_setup_boards_two_to_four_play_and_six_boards_are_the_pile() -> None:
    for seats in (2, 3, 4):
        assert game(seats=seats).state.pile == 6
    for seats in (1, 5):
        with pytest.raises(IllegalMove) as refusal:
            game(seats=seats)
        assert refusal.value.rule == "setup.boards"


def test_mine_boards_when_a_board_is_told_in_any_phase_before_the_result() -> None:
    for told in (game(), game(ORDER), game(ORDER, shout(0))):
        assert told.then(board(0, 3), side(0, "A")).state.seats[0].board == 3
    told = game(ORDER, shout(0), counted(0, 1))
    assert told.rule(board(0, 3)) == "boards.when"
    assert told.rule(side(0, "A")) == "boards.when"
    assert told.then(board(1, 3)).state.seats[1].board == 3


def test_mine_boards_one_a_player_has_one_board_a_round() -> None:
    assert game(board(0, 3)).rule(board(0, 4)) == "boards.one"
    assert game(board(0, 3)).rule(board(0, 3)) == "boards.one"


def test_mine_boards_unknown_and_the_other_boards_can_come() -> None:
    assert [game().rule(board(0, number)) for number in (0, 11, -1)] == ["boards.unknown"] * 3


def test_mine_side_unknown_a_board_has_two_sides() -> None:
    assert game(board(0, 3)).rule(side(0, "C")) == "side.unknown"
    assert game(board(0, 3)).rule(side(0, "?")) == "side.unknown"


def test_mine_boards_twice_a_board_lies_before_one_player() -> None:
    told = game(board(1, 3))
    assert told.rule(board(0, 3)) == "boards.twice"
    assert told.rule(board(0, 3), ruling=True) == "boards.twice"
    assert told.words(board(0, 3)) == "Board 3 lies before Ben in round 1."


def test_mine_boards_out_the_board_of_a_shouter_does_not_return() -> None:
    told = game(dug("8B", "5A", shouter=1), counted(0, 1), counted(1, 0))
    assert told.state.out == (5,)
    assert told.rule(board(0, 5)) == "boards.out"
    assert told.words(board(0, 5)) == "Board 5 went back into the box after round 1: Ben had shouted."
    assert 'GotBoard {"seat": 0, "board": 5}' not in told.legal()
    ruled = told.ruled(board(0, 5))
    assert (ruled.state.out, ruled.state.pile) == ((), 5)


def test_mine_boards_pool_one_board_from_the_pile_after_a_shout_and_none_without() -> None:
    told = game(dug("8B", "5A", shouter=1), counted(0, 1), counted(1, 0), board(0, 1))
    assert told.rule(board(1, 6)) == "boards.pool"
    assert told.words(board(1, 6)) == "Board 6 cannot be in play this round; still to come: 8."
    assert told.then(board(1, 8)).state.seats[1].board == 8
    assert told.ruled(board(1, 6)).state.seats[1].board == 6
    still = game(dug("8B", "5A"), counted(0, 1), counted(1, 0))
    assert still.rule(board(0, 1)) == "boards.pool"
    assert still.legal("TABLE")[:2] == ['GotBoard {"seat": 0, "board": 5}', 'GotBoard {"seat": 0, "board": 8}']


def test_mine_boards_pool_a_kept_board_that_nobody_told_may_be_any() -> None:
    told = game(dug("8B", "", "", shouter=0), *(counted(seat, 1) for seat in range(3)), seats=3)
    told = told.then(board(0, 1), board(1, 2), board(2, 3))  # two kept ones that are HIDDEN, and one new
    assert [digger.board for digger in told.state.seats] == [1, 2, 3]
    still = game(dug("8B", "", ""), *(counted(seat, 1) for seat in range(3)), seats=3).then(board(0, 1), board(1, 2))
    assert still.rule(board(2, 3)) == "boards.pool"


def test_mine_side_board_first() -> None:
    assert game().rule(side(0, "A")) == "side.board_first"
    assert game().rule(side(0, "C")) == "side.board_first"


def test_mine_side_one_the_side_is_chosen_once() -> None:
    assert game(ready("3A")).rule(side(0, "B")) == "side.one"


def test_mine_side_choose_the_player_decides() -> None:
    told = game(board(0, 3))
    assert told.acts() == ["Ana", "TABLE"]
    assert told.legal("Ana") == ['ChoseSide {"seat": 0, "side": "A"}', 'ChoseSide {"seat": 0, "side": "B"}']


def test_mine_side_other_the_same_board_is_turned() -> None:
    told = game(dug("8B", "5A"), counted(0, 1), counted(1, 0), board(0, 8))
    assert told.legal("Ana") == ['ChoseSide {"seat": 0, "side": "A"}']
    assert told.rule(side(0, "B")) == "side.other"
    assert told.ruled(side(0, "B")).state.seats[0].side == "B"


def test_mine_side_other_of_what_was_hidden_nothing_is_checked() -> None:
    told = game(board(0, 8), ORDER, STOP, counted(0, 1), counted(1, 0), board(0, 8))
    assert told.legal("Ana") == ['ChoseSide {"seat": 0, "side": "A"}', 'ChoseSide {"seat": 0, "side": "B"}']


# --- cards ------------------------------------------------------------------------------------------------------------


def test_mine_cards_draw_a_card_that_is_not_told_changes_nothing() -> None:
    told = game()
    assert told.then(card(0, "?")).state == told.state
    assert told.then(card(0, "?"), card(0, "T07")).state.seats[0].card == "T07"


def test_mine_cards_when_a_card_is_told_before_the_result() -> None:
    told = game(ORDER, shout(0), counted(0, 1))
    assert told.rule(card(0, "T07")) == "cards.when"
    assert told.rule(card(0, "?")) == "cards.when"
    assert told.then(card(1, "T07")).state.seats[1].card == "T07"


def test_mine_cards_one_and_the_refusal_does_not_tell_a_card_that_lies_face_down() -> None:
    told = game(card(0, "T07"))
    assert told.rule(card(0, "T08")) == "cards.one"
    assert told.rule(card(0, "?")) == "cards.one"
    assert "T07" not in told.words(card(0, "T08"))
    assert "T07" in told.then(ORDER).words(card(0, "T08"))


def test_mine_cards_unknown() -> None:
    assert [game().rule(card(0, which)) for which in ("T41", "T7", "")] == ["cards.unknown"] * 3


def test_mine_cards_used_a_card_comes_once_a_game() -> None:
    told = game(card(0, "T07"))
    assert told.rule(card(1, "T07")) == "cards.used"
    told = told.then(round_of(1, 2))
    assert told.words(card(1, "T07")) == "T07 came in round 1, to Ana."
    assert 'DrewCard {"seat": 1, "card": "T07"}' not in told.legal()
    assert told.ruled(card(1, "T07")).state.seats[1].card == "T07"


def test_mine_cards_reveal_everyone_sees_the_cards_from_the_order_on() -> None:
    told = game(card(0, "T07"))
    for name in ("Ana", "Ben", None):
        assert told.view(name).state.seats[0].card == "?"
        assert told.then(ORDER).view(name).state.seats[0].card == "T07"


def test_mine_mine_start_digging_begins_at_the_order() -> None:
    told = game(ORDER)
    assert told.state.phase == "mine"
    assert told.acts() == ["Ana", "Ben", "TABLE"]


def test_mine_mine_once_the_order_is_given_once_a_round() -> None:
    assert game(ORDER).rule(ORDER) == "mine.once"
    assert game(ORDER, STOP).rule(ORDER) == "mine.once"


# --- digging and the shout --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", ["dig.tiles", "dig.edge", "dig.one_hand", "dig.return", "shout.first", "mine.start"])
def test_rules_that_companion_does_not_see_stand_in_explanations(rule: str) -> None:
    assert mine.RULES[rule]


def test_mine_dig_tiles_only_tiles_of_the_card_stay() -> None:
    assert game(FULL, laid(0, "yellow A1")).state.seats[0].empty == 20


def test_mine_dig_edge_a_tile_beyond_the_gallery_does_not_stay() -> None:
    assert game(FULL, laid(0, "blue B1 C1")).state.seats[0].empty == 20


def test_mine_dig_one_hand_is_for_people_to_see() -> None:
    assert "one hand" in mine.RULES["dig.one_hand"]


def test_mine_dig_return_is_for_people_to_see() -> None:
    assert "goes back" in mine.RULES["dig.return"]


def test_mine_shout_first_from_the_shout_on_results_are_told() -> None:
    told = game(ORDER, shout(1))
    assert (told.state.phase, told.state.shouter) == ("count", 1)
    assert hands(game(ORDER), shout(1))[0].startswith("Lay no more tiles.")


def test_mine_shout_before_nobody_shouts_before_the_order() -> None:
    assert game().rule(shout(1)) == "shout.before"


def test_mine_shout_one_a_round() -> None:
    told = game(ORDER, shout(1))
    assert told.rule(shout(0)) == "shout.one"
    assert told.words(shout(0)) == "Ben has shouted already. To tell another shout, strike the first."
    assert game(ORDER, STOP).rule(shout(0)) == "shout.one"


def test_mine_stop_nobody_gets_two_points_and_no_board_is_exchanged() -> None:
    told = game(dug("8B", "5A"), counted(0, 0), counted(1, 3))
    assert told.points() == [10, 7]
    assert (told.state.pile, told.state.out, told.state.last_shouter) == (6, (), None)
    assert hands(game(ORDER, STOP, counted(0, 0)), counted(1, 0))[0].startswith("Nobody has shouted")


def test_mine_stop_when_only_while_digging() -> None:
    assert [game(*lines).rule(STOP) for lines in ([], [ORDER, STOP], [ORDER, shout(0)])] == ["stop.when"] * 3


# --- the check --------------------------------------------------------------------------------------------------------


def off(*tiles, of="4B T26", **options):
    """The rules by which the tiles come off, and the empty spaces."""
    told = game(dug(of, "5A T01"), **options)
    _, move = told._read(laid(0, *tiles))
    found = mine.course.checked(told.state, move)
    return list(found.off), found.empty


def test_mine_check_sticks_out_on_rock_or_beyond_the_board() -> None:
    assert off("blue B1 C1", "green D1 E1 F1", "red A4 A5", "blue A1 B1") == (["check.sticks_out"] * 3 + [None], 18)


def test_mine_check_sticks_out_comes_first() -> None:
    """A yellow on rock sticks out before its colour is looked at."""
    assert off("yellow C1") == (["check.sticks_out"], 20)


def test_mine_check_colour_a_colour_that_the_card_does_not_name() -> None:
    assert off("yellow A1", "white A5 B5 C5 D5 B4", "blue A2 B2") == (["check.colour", "check.colour", None], 18)


def test_mine_check_number_the_surplus_comes_off_and_fewer_are_allowed() -> None:
    assert off("blue A1 B1", "blue A2 B2", "blue A4 B4") == ([None, "check.number", "check.number"], 18)
    assert off("red D5 E4 E5 F4") == ([None], 16)


def test_mine_check_number_a_tile_that_sticks_out_is_not_counted() -> None:
    assert off("blue B1 C1", "blue A2 B2") == (["check.sticks_out", None], 18)


def test_mine_check_surplus_those_worth_least_come_off() -> None:
    """4B has a blue elf before G2."""
    tiles = ("blue A1 B1", "blue G2 G3")
    assert off(*tiles)[0] == [None, "check.number"]
    assert off(*tiles, elves=True)[0] == ["check.number", None]


def test_mine_check_surplus_finds_count_by_the_points_of_the_card() -> None:
    tiles = ("blue A1 B1 worm", "blue A4 B4 silver", "blue G2 G3")
    assert off(*tiles, finds=True)[0] == ["check.number", None, "check.number"]
    assert off(*tiles[::2], finds=True)[0] == ["check.number", None]
    assert off(*tiles)[0] == [None, "check.number", "check.number"]


def test_mine_lay_known_board_side_and_card_must_be_told() -> None:
    for lines in ((), (board(0, 4), card(0, "T26")), (ready("4B"),), (card(0, "T26"),)):
        assert game(*lines, ORDER, STOP).rule(laid(0)) == "lay.known"
    assert game(ready("4B"), ORDER, STOP).words(laid(0)) == "First tell the treasure card."


@pytest.mark.parametrize("cell", ["H1", "A7", "A0", "a1", "", "A", "11"])
def test_mine_lay_cell_a_cell_of_this_grid(cell: str) -> None:
    told = game(FULL)
    line = f'Ana Laid {{"seat": 0, "tiles": [{{"colour": "yellow", "cells": ["{cell}"]}}]}}'
    assert told.rule(line) == "lay.cell"


def test_mine_lay_colour_a_colour_of_this_box() -> None:
    assert game(FULL).rule(laid(0, "pink H1")) == "lay.colour"


@pytest.mark.parametrize(
    "tile",
    [
        "green A1 B1 C2",
        "green A1 B1 A1",
        "green A1 B1 A2 B2",
        "blue A1 A1",
        "red A1 B1 C1 D2 E1",
        "white A1 B1 A2 B2 C3",
        "blue A1 A3",
    ],
)
def test_mine_lay_shape_the_cells_form_a_shape_of_the_colour(tile: str) -> None:
    assert game(FULL).rule(laid(0, tile)) == "lay.shape"


def test_mine_lay_shape_a_tile_covers_something() -> None:
    assert game(FULL).rule('Ana Laid {"seat": 0, "tiles": [{"colour": "blue", "cells": []}]}') == "lay.shape"


def test_mine_lay_shape_of_a_tile_beyond_the_grid_any_cells_are_seen() -> None:
    assert off("green A1 G6", "white A2") == (["check.sticks_out"] * 2, 20)


def test_mine_lay_overlap_names_both() -> None:
    told = game(FULL)
    line = laid(0, "blue B3 C3", "green C3 C4 D4")
    assert told.rule(line) == "lay.overlap"
    assert told.words(line) == "On C3 lie two tiles: blue B3 C3, and green C3 C4 D4."


CORNERS = [f"green {x}{y} {z}{y} {x}{y + 1}" for x, z in ("AB", "CD", "EF") for y in (1, 3, 5)]


def test_mine_lay_supply_shapes_over_all_boards() -> None:
    told = game(FULL, laid(0, *CORNERS[:6]))
    assert told.rule(laid(1, *CORNERS[:3])) == "lay.supply"
    assert told.words(laid(1, *CORNERS[:3])) == "green (corner): 8 in the box, Ana has 6, 3 here."
    assert told.then(laid(1, *CORNERS[:2])).state.round == 2
    assert told.ruled(laid(1, *CORNERS[:3])).state.round == 2


def test_mine_lay_supply_of_a_tile_beyond_the_grid_only_the_colour_counts() -> None:
    whites = [f"white {cell}" for cell in ("A1", "B1", "C1", "D1", "E1", "F1", "G1", "A2", "B2")]
    assert off(*whites[:8]) == (["check.sticks_out"] * 8, 20)
    assert game(FULL).rule(laid(0, *whites)) == "lay.supply"


def test_mine_lay_find_of_this_box_and_on_that_face() -> None:
    told = game(FULL)
    assert told.rule(laid(0, "blue A1 B1 bone")) == "lay.find"
    assert told.rule(laid(0, "red A1 B1 A2 B2 rat")) == "lay.find"
    # RL1 shows a worm on its front, RL2 a rat on its back.
    told.then(laid(0, "red A4 A5 B5 C5 worm"))
    told.then(laid(0, "red C4 A5 B5 C5 rat"))
    assert told.rule(laid(0, "red A4 A5 B5 C5 rat")) == "lay.find"
    assert told.rule(laid(0, "red C4 A5 B5 C5 worm")) == "lay.find"


def test_mine_lay_find_over_all_boards_and_waived_by_a_ruling() -> None:
    there = sum("gold" in (tile.front, tile.back) for tile in BOX.copies["B"])
    assert there == 1
    told = game(FULL, laid(0, "blue A1 B1 gold"))
    assert told.rule(laid(1, "blue A4 B4 gold")) == "lay.find"
    told.ruled(laid(1, "blue A4 B4 gold"))
    told.then(laid(1, "blue A4 B4"))


def test_mine_lay_supply_and_find_set_aside_for_one_do_not_stop_the_next() -> None:
    told = game(dug("4B T26", "5A T01", "1A T02"), laid(0, *CORNERS[:6]), seats=3)
    told = told.ruled(laid(1, *CORNERS[:3], "blue G1 G2 gold", "blue G3 G4 gold"))
    assert told.rule(laid(2, CORNERS[0])) == "lay.supply"
    assert told.rule(laid(2, "blue G1 G2 gold")) == "lay.find"
    told.then(laid(2, "blue G1 G2"))


def test_mine_count_when_after_the_shout_or_stop() -> None:
    for lines in ([], [ORDER]):
        assert game(*lines).rule(counted(0, 1)) == "count.when"
        assert game(ready("4B T26"), *lines).rule(laid(0)) == "count.when"


def test_mine_count_once_a_round() -> None:
    told = game(FULL, counted(0, 1))
    assert told.rule(counted(0, 1)) == "count.once"
    assert told.rule(laid(0)) == "count.once"
    assert told.acts() == ["Ben"]


def test_mine_count_empty_none_to_twenty() -> None:
    told = game(ORDER, STOP)
    assert [told.rule(counted(0, n)) for n in (-1, 21)] == ["count.empty"] * 2
    assert [told.then(counted(0, n)).state.seats[0].empty for n in (0, 20)] == [0, 20]


def test_mine_count_elves_only_in_play_and_no_more_than_there_are() -> None:
    told = game(ORDER, STOP)
    assert told.words(counted(0, 1, 2)) == "Elves are not in play; open the options."
    told = game(ready("4B"), ORDER, STOP, elves=True)
    assert [told.rule(counted(seat, 1, n)) for seat in (0, 1) for n in (-1, 5)] == ["count.elves"] * 4
    assert told.then(counted(0, 1, 4), counted(1, 1, 4)).points() == [13, 13]


def test_mine_count_finds_only_in_play_and_within_twenty() -> None:
    assert game(ORDER, STOP).rule(counted(0, 1, 0, -1)) == "count.finds"
    told = game(ORDER, STOP, finds=True)
    assert [told.rule(counted(0, 1, 0, n)) for n in (-21, 21)] == ["count.finds"] * 2
    assert told.then(counted(0, 0, 0, 20)).points() == [30, 0]


# --- points -----------------------------------------------------------------------------------------------------------


def test_mine_score_ten_and_an_empty_space_costs_one() -> None:
    assert game(ORDER, STOP, counted(0, 0)).lines() == [(10, "score.ten")]


def test_mine_score_empty_a_point_each() -> None:
    told = game(ORDER, STOP, counted(0, 3))
    assert told.lines() == [(10, "score.ten"), (-3, "score.empty")]
    assert told.whys()[1] == "round 1: 3 empty spaces"


def test_mine_shout_right_gives_two() -> None:
    assert game(ORDER, shout(0), counted(0, 0)).lines() == [(10, "score.ten"), (2, "shout.right")]


def test_mine_shout_wrong_costs_two() -> None:
    assert game(ORDER, shout(0), counted(0, 4)).lines() == [(10, "score.ten"), (-4, "score.empty"), (-2, "shout.wrong")]


def test_mine_shout_wrong_says_which_tiles_came_off() -> None:
    tiles = (*COVER[1:], "green A1 B1 C1", "yellow G1")
    told = game(dug("4B T26", "5A T01", shouter=0), laid(0, *tiles))
    assert told.lines() == [(10, "score.ten"), (-2, "score.empty"), (-2, "shout.wrong")]
    assert told.whys()[1] == ("round 1: 2 empty spaces, a green sticking out came off, a yellow sticking out came off")


def test_mine_elf_point_for_each_elf_beside_its_colour() -> None:
    """4B: red before C2, blue before G2, white before A4, green before D5."""
    told = game(dug("4B T26", "5A T01", shouter=0), laid(0, *COVER), elves=True)
    assert told.lines() == [(10, "score.ten"), (2, "shout.right"), (1, "elf.point")]
    assert game(dug("4B T26", "5A T01", shouter=0), laid(0, *COVER)).lines() == [(10, "score.ten"), (2, "shout.right")]


def test_mine_find_good_gives_the_points_of_the_card() -> None:
    tiles = (*COVER[1:3], COVER[4], COVER[5], "green A4 B4 A5 silver", "blue A1 B1 silver")
    told = game(FULL, laid(0, *tiles), finds=True)
    assert told.lines() == [(10, "score.ten"), (2, "find.good")]
    assert told.whys()[1] == "round 1: silver"


def test_mine_find_bad_costs_the_points_of_the_card() -> None:
    told = game(FULL, laid(0, "blue A1 B1 worm", *COVER[1:]), finds=True)
    assert told.lines() == [(10, "score.ten"), (-2, "find.bad")]
    assert game(FULL, laid(0, "blue A1 B1 worm", *COVER[1:])).lines() == [(10, "score.ten")]


def test_mine_find_good_and_find_bad_in_quick_mode_are_one_line() -> None:
    told = game(ORDER, STOP, counted(0, 0, 0, 3), counted(1, 0, 0, -2), finds=True)
    assert told.lines("Ana") == [(10, "score.ten"), (3, "find.good")]
    assert told.lines("Ben") == [(10, "score.ten"), (-2, "find.bad")]


def test_mine_score_zero_more_than_ten_empty_spaces() -> None:
    for options in ({}, {"floor": False}):
        told = game(ORDER, shout(0), counted(0, 11, 3, 5), elves=True, finds=True, **options)
        assert told.lines() == [(0, "score.zero")]


def test_mine_score_floor_lifts_to_zero() -> None:
    told = game(ORDER, shout(0), counted(0, 9))
    assert told.lines() == [(10, "score.ten"), (-9, "score.empty"), (-2, "shout.wrong"), (1, "score.floor")]
    assert game(ORDER, shout(0), counted(0, 9), floor=False).points() == [-1, 0]


def test_mine_score_floor_counts_finds_too() -> None:
    assert game(ORDER, STOP, counted(0, 5, 0, -8), finds=True).lines()[-1] == (3, "score.floor")


# --- the exchange and the end -----------------------------------------------------------------------------------------


def test_mine_exchange_board_the_shouter_puts_it_back_right_or_wrong() -> None:
    for empty in (0, 7):
        told = game(dug("8B", "5A", shouter=1), counted(0, 3))
        assert hands(told, counted(1, empty))[0] == (
            "seat 2 puts board 5 into the box and takes one from the pile; shuffle the boards and deal."
        )
        told = told.then(counted(1, empty))
        assert (told.state.out, told.state.pile) == ((5,), 5)


def test_mine_exchange_board_of_a_hidden_board_only_the_pile_is_known() -> None:
    told = game(round_of(0, 1, shouter=0))
    assert (told.state.out, told.state.pile) == ((), 5)


def test_mine_exchange_shuffle_a_kept_board_may_come_to_anyone() -> None:
    told = game(dug("8B", "5A"), counted(0, 1), counted(1, 0))
    told = told.then(board(1, 8), board(0, 5))
    assert told.legal("Ben") == ['ChoseSide {"seat": 1, "side": "A"}', 'ChoseSide {"seat": 1, "side": "B"}']


def test_mine_exchange_tiles_all_are_there_again_in_the_next_round() -> None:
    told = game(FULL, laid(0, *CORNERS[:8]), laid(1), dug("4A T03", "5B T04"))
    assert told.then(laid(1, *CORNERS[:8])).state.seats[1].empty is not None


def test_mine_end_seven_rounds_and_the_last_has_no_exchange() -> None:
    told = game(*[round_of(0, 1, shouter=0)] * 7)
    assert (told.state.phase, told.state.round, told.state.pile) == ("over", 7, 0)
    assert told.state.shouter == 0 and [digger.empty for digger in told.state.seats] == [0, 1]
    early = game(*[round_of(0, 1)] * 7)
    assert (early.state.phase, early.state.pile) == ("over", 6)


def test_mine_end_most_points_win() -> None:
    told = game(*[round_of(0, 1, shouter=0)] * 7)
    assert told.winners() == ["Ana"]
    assert str(mine.outcome(told.state).why) == "most points: 84"


def test_mine_end_tie_is_shared() -> None:
    told = game(*[round_of(1, 1)] * 7)
    assert told.winners() == ["Ana", "Ben"]
    assert str(mine.outcome(told.state).why) == "most points: 63, shared"


def test_mine_end_tie_by_fewest_empty_spaces_then_shared() -> None:
    options = {"ties": "fewest_empty", "elves": True}
    rounds = [*[round_of(1, 1, 20)] * 6, "\n".join([ORDER, STOP, counted(0, 1), counted(1, 2, 1), counted(2, 20)])]
    told = game(*rounds, seats=3, **options)
    assert told.winners() == ["Ana"]
    assert str(mine.outcome(told.state).why) == "63 points each; fewer empty spaces: 7"
    three = game(*[round_of(1, 1, 1)] * 6, ORDER, STOP, counted(0, 1), counted(1, 1), counted(2, 2, 1), seats=3, **options)
    assert three.winners() == ["Ana", "Ben"]
    assert str(mine.outcome(three.state).why) == "63 points each; fewer empty spaces: 7, shared"
    assert game(*[round_of(1, 1)] * 7, ties="fewest_empty").winners() == ["Ana", "Ben"]


def test_mine_end_over_nothing_more_can_be_told() -> None:
    told = game(*[round_of(1, 1)] * 7)
    assert [told.rule(line) for line in (ORDER, "Ben " + ORDER[6:], counted(0, 1), board(0, 1))] == ["end.over"] * 4
    assert (told.acts(), told.legal()) == ([], [])
