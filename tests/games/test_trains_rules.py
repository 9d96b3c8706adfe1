"""Game of Trains, specification 6: each rule once, by the name of the rule."""

from __future__ import annotations

import pytest

from companion.games import trains
from companion.rules import TABLE, IllegalMove, total
from tests.games.trainstable import (
    ANA,
    BEN,
    BOX,
    CLEO,
    DOV,
    SHUFFLED,
    TO_FIRST,
    TO_KEEP,
    TO_OFFER,
    TO_TURN,
    Told,
    dealt,
    draws,
    drew,
    first,
    game,
    kept,
    offered,
    position,
    put,
    use,
)  # fmt: skip

# --- set-up -----------------------------------------------------------------------------------------------------------


def test_trains_setup_deal_seven_different_cars_to_each_player_and_the_rest_is_the_draw_pile():
    g = game(dealt("Ana", ANA), dealt("Ben", BEN))
    assert (g.state.phase, g.state.pile) == ("first", 70)
    assert game().rule(dealt("Ana", "1 2 3 4 5 6")) == "setup.deal"
    assert game().rule(dealt("Ana", "1 2 3 4 5 6 7 8")) == "setup.deal"
    assert game(dealt("Ana", ANA)).rule(dealt("Ana", "1 2 3 4 5 6 7")) == "setup.deal"
    assert game(*TO_FIRST).rule(dealt("Ana", "1 2 3 4 5 6 7")) == "setup.deal"
    assert game().rule(dealt("Ana", ANA).replace("TABLE", "Ana")) == "setup.deal"
    assert game().rule('TABLE Dealt {"seat": 2, "cards": [1, 2, 3, 4, 5, 6, 7]}') == "setup.deal"
    with pytest.raises(IllegalMove) as refusal:
        trains.apply(game().state, TABLE, trains.moves.Dealt(-1, (1, 2, 3, 4, 5, 6, 7)))
    assert refusal.value.rule == "setup.deal"


def test_trains_setup_deal_is_for_two_to_four():
    for seats in (1, 5):
        with pytest.raises(IllegalMove) as refusal:
            trains.setup(BOX, seats, trains.Options())
        assert refusal.value.rule == "setup.deal"


def test_trains_setup_line_is_laid_descending_whatever_order_was_told():
    assert game(dealt("Ben", "3 81 17 56 24 73 41")).cars("Ben") == (81, 73, 56, 41, 24, 17, 3)


def test_trains_setup_first_is_told_once_at_any_time_of_the_deal():
    g = game(dealt("Ana", ANA), first("Ben"), dealt("Ben", BEN))
    assert (g.state.phase, g.state.first, g.state.turn) == ("offer", 1, None)
    assert g.rule(first("Ana")) == "setup.first"
    assert game(first("Ben")).rule(first("Ben")) == "setup.first"
    assert game(first("Ben")).legal() == [] and len(game(first("Ben")).asks()) == 2
    assert game(*TO_FIRST).rule(first("Ana").replace("TABLE", "Ana")) == "setup.first"
    assert game(*TO_FIRST).rule('TABLE First {"seat": 2}') == "setup.first"
    assert game(*TO_TURN).rule(first("Ana")) == "setup.first"


def test_trains_setup_draw_is_one_two_three_four_cards_clockwise_from_the_first_player():
    g = game(*map(dealt, ("Ana", "Ben", "Cleo", "Dov"), (ANA, BEN, CLEO, DOV)), first("Cleo"), seats=4)
    assert g.rule(offered("Ana", "1")) == "setup.draw"
    assert g.rule(offered("Cleo", "1 2")) == "setup.draw"
    assert g.rule(offered("Cleo", "")) == "setup.draw"
    assert g.rule(offered("Cleo", "1").replace("TABLE", "Cleo")) == "setup.draw"
    g = g.then(offered("Cleo", "1"), offered("Dov", "2 ?"), offered("Ana", "? ? ?"))
    assert (g.state.phase, g.acts()) == ("offer", ["TABLE"])
    g = g.then(offered("Ben", "3 4 5 ?"))
    assert (g.state.phase, g.state.turn, g.state.pile) == ("keep", 2, 84 - 28 - 10)
    assert g.state.offers == (("?", "?", "?"), (3, 4, 5, "?"), (1,), (2, "?"))
    assert g.rule(offered("Cleo", "6")) == "setup.draw"


def test_trains_setup_keep_one_of_the_cards_drawn_and_discard_the_others():
    g = game(*TO_KEEP)
    assert g.rule(kept("Ana", 13, 7)) == "setup.keep"
    g = g.then(kept("Ana", 12, 7))
    assert (g.cars("Ana"), g.state.turn, g.state.discard) == ((70, 60, 50, 40, 30, 19, 12), 1, 0)
    g = g.then(kept("Ben", 34, 2))
    assert (g.cars("Ben")[1], g.state.discard, g.state.seen) == (34, 1, ((80, 1),))
    assert (g.state.phase, g.state.turn, g.state.offers) == ("turn", 0, ((), ()))
    assert g.rule(kept("Ana", 12, 7)) == "setup.keep"


def test_trains_setup_keep_any_unseen_card_while_a_start_card_is_hidden():
    g = game(*TO_OFFER, offered("Ana", "?"), offered("Ben", "34 ?"), kept("Ana", 12, 7))
    assert g.rule(kept("Ben", 12, 3)) == "card.elsewhere"
    assert g.then(kept("Ben", 35, 2)).state.seen == ((34, 1),)
    assert g.then(kept("Ben", 34, 2)).state.seen == ()
    assert g.then(kept("Ben", 34, 2)).state.discard == 1


def test_trains_setup_order_no_turn_begins_before_everyone_has_kept():
    for g in (game(), game(*TO_FIRST), game(*TO_OFFER), game(*TO_KEEP), game(*TO_KEEP, kept("Ana", 12, 7))):
        assert g.rule(draws("Ana")) == "setup.order"
        assert g.rule(use("Ben", "Remove", 63)) == "setup.order"
        assert g.rule(put("Ana", 1)) == "put.nothing"
    for g in (game(), game(*TO_FIRST), game(*TO_OFFER)):
        assert g.rule(kept("Ana", 12, 7)) == "setup.order"


def test_trains_setup_replaced_cars_lie_beside_the_pile_and_pair_off():
    g = game(*TO_TURN)
    assert BOX.ability_of[10] == BOX.ability_of[51] == "protect"
    assert (g.state.row, g.discards()) == ((), [10, 51])
    assert game(*TO_KEEP, kept("Ana", 12, 7)).state.row == (10,)


# --- the row ----------------------------------------------------------------------------------------------------------


def test_trains_row_face_up_cards_are_there_for_every_player():
    for name in ("Ana", "Ben"):
        g = position(ANA, BEN, row="20", turn=name)
        assert g.then(use(name, "SwapAdjacent", 20, 1)).state.row == ()


def test_trains_row_pairs_are_discarded_at_once():
    g = position("70 60 50 40 30 17 10", BEN, row="9 20").then(draws("Ana", 1, 6))
    assert (g.state.row, g.discards()) == ((20,), [9, 17])


def test_trains_row_odd_of_three_equal_cards_the_last_stays():
    lines = ["70 60 50 40 30 20 21", "71 62 51 43 33 23 13", "72 65 53 45 35 25 29"]
    for user, stays in (("Ana", 29), ("Ben", 21), ("Cleo", 13)):
        g = position(*lines, row="6", turn=user).then(use(user, "Remove", 6))
        assert g.state.row == (stays,)


# --- turns ------------------------------------------------------------------------------------------------------------


def test_trains_turn_order_is_clockwise_from_the_first_player():
    g = position(ANA, BEN, CLEO, turn="Cleo", row="9").then(draws("Cleo", 1, 7))
    assert g.acts() == ["Ana"]
    for line in (
        draws("Ben"),
        use("Ben", "MoveRight", 9, 1),
        'Ana Draw {"seat": 1}',
        'Ben Draw {"seat": 0}',
        'TABLE Draw {"seat": 0}',
    ):
        assert g.rule(line) == "turn.order"
    assert g.rule('Ana Draw {"seat": 3}') == "turn.order"
    assert g.then(draws("Ana", 2, 7)).acts() == ["Ben"]


def test_trains_turn_order_is_set_aside_by_a_ruling_and_goes_on_from_the_seat_that_moved():
    g = position(ANA, BEN, CLEO, row="9")
    assert g.ruled(use("Ben", "MoveRight", 9, 1)).acts() == ["Cleo"]
    assert g.ruled(draws("Ben")).then(drew(1)).acts() == ["Ben"]
    assert g.ruled('TABLE Draw {"seat": 2}').state.turn == 2
    h = g.then(draws("Ana", 1)).ruled(put("Cleo", 7))
    assert (h.cars("Cleo")[6], h.acts()) == (1, ["Ana"])
    assert g.rule('Ana Draw {"seat": 3}', ruling=True) == "turn.order"
    assert game(*TO_KEEP).rule(kept("Ben", 34, 3), ruling=True) == "turn.order"


def test_trains_turn_one_action_and_nobody_passes():
    g = position(ANA, BEN, row="9").then(draws("Ana"))
    for h in (g, g.then(drew(1))):
        assert h.rule(use("Ana", "MoveRight", 9, 1)) == "turn.one_action"
        assert h.rule(draws("Ana")) == "turn.one_action"
        assert h.rule(draws("Ana"), ruling=True) == "turn.one_action"


def test_trains_draw_put_the_drawn_card_replaces_a_car():
    g = position(ANA, BEN).then(draws("Ana", 1))
    assert (g.state.phase, g.state.drawn, g.acts()) == ("put", 1, ["Ana"])
    assert [line.split()[0] for line in g.legal()] == ["Put"] * 7
    g = g.then(put("Ana", 2))
    assert (g.cars("Ana"), g.state.row, g.state.drawn, g.acts()) == ((70, 1, 50, 40, 30, 19, 10), (60,), None, ["Ben"])


def test_trains_draw_nobody_draws_unless_someone_chose_to_or_has_a_gap():
    assert position(ANA, BEN).rule(drew(1)) == "draw.nobody"
    assert game(*TO_KEEP).rule(drew(1)) == "draw.nobody"
    assert position(ANA, BEN).then(draws("Ana", 1)).rule(drew(2)) == "draw.nobody"
    assert position(ANA, BEN).then(draws("Ana")).rule('Ana Drew {"card": 1}') == "draw.nobody"


def test_trains_draw_shuffle_comes_as_soon_as_the_last_card_is_drawn():
    g = position(ANA, BEN, discards="1 2 3", pile=1).then(draws("Ana", 80))
    assert (g.state.phase, g.acts(), g.legal()) == ("shuffle", ["TABLE"], ["Shuffled {}"])
    for line in (put("Ana", 1), draws("Ana"), kept("Ana", 1, 1), use("Ben", "Remove", 63), drew(1)):
        assert g.rule(line) == "draw.shuffle"
    assert g.rule("Ana Shuffled {}") == "draw.shuffle"
    g = g.then(SHUFFLED)
    assert (g.state.phase, g.state.discard, g.state.seen) == ("put", 0, ())
    assert g.state.pile == 84 - 14 - 1
    assert g.rule(SHUFFLED) == "draw.shuffle"


def test_trains_draw_shuffle_late_waits_until_a_card_must_be_drawn():
    g = position(ANA, BEN, row="6", discards="1 2 3", pile=1, reshuffle_late=True).then(draws("Ana", 80))
    assert g.state.phase == "put"
    g = g.then(put("Ana", 1))
    assert (g.state.phase, g.acts(), g.state.pile) == ("turn", ["Ben"], 0)
    h = g.then(draws("Ben"))
    assert h.state.phase == "shuffle"
    assert h.then(SHUFFLED).state.phase == "draw"
    h = g.then(use("Ben", "Remove", 6))
    assert h.state.phase == "shuffle"
    assert h.then(SHUFFLED).state.phase == "refill"


def test_trains_draw_shuffle_between_two_refills_and_after_the_last():
    g = position(ANA, BEN, row="6", discards="1 2 3", pile=1).then(use("Ana", "Remove", 6), drew(80))
    assert (g.state.phase, g.state.turn) == ("shuffle", 0)
    assert g.then(SHUFFLED).state.phase == "refill"
    g = position(ANA, BEN, row="6", discards="1 2 3", pile=2).then(use("Ana", "Remove", 6), drew(80), drew(82))
    assert (g.state.phase, g.state.turn) == ("shuffle", 1)
    assert g.then(SHUFFLED).acts() == ["Ben"]


def test_trains_draw_shuffle_is_set_aside_by_a_ruling_and_the_discard_joins_the_pile():
    g = position(ANA, BEN, row="6", discards="1 2 3")
    drawing, pile = g.then(draws("Ana")), g.state.pile
    for h in (g, drawing, drawing.then(drew(80)), g.then(use("Ana", "Remove", 6))):
        again = h.ruled(SHUFFLED)
        assert (again.state.phase, again.state.discard) == (h.state.phase, 0)
        assert again.state.pile == h.state.pile + h.state.discard
    assert g.ruled(SHUFFLED).state.pile == pile + 3
    assert game(*TO_KEEP).rule(SHUFFLED, ruling=True) == "draw.shuffle"
    assert g.rule("Ana Shuffled {}", ruling=True) == "draw.shuffle"


def test_trains_put_nothing_without_a_card_drawn_this_turn():
    g = position(ANA, BEN)
    assert g.rule(put("Ana", 1)) == "put.nothing"
    assert g.then(draws("Ana")).rule(put("Ana", 1)) == "put.nothing"
    assert g.rule(put("Ben", 1)) == "turn.order"


def test_trains_line_space_is_one_to_seven():
    g = position(ANA, BEN, row="9 11 20 8 34")
    for space in (0, 8, -1):
        assert g.then(draws("Ana", 1)).rule(put("Ana", space)) == "line.space"
        assert game(*TO_KEEP).rule(kept("Ana", 12, space)) == "line.space"
        for kind, card in (("SwapAdjacent", 20), ("SwapOver", 8), ("MoveRight", 9), ("MoveLeft", 11), ("Protect", 34)):
            assert g.rule(use("Ana", kind, card, space)) == "line.space"


def test_trains_use_row_only_a_card_beside_the_draw_pile():
    g = position(ANA, BEN, row="9")
    for card in (70, 1, 85, 999):
        assert g.rule(use("Ana", "MoveRight", card, 1)) == "use.row"
    empty = position(ANA, BEN)
    assert empty.rule(use("Ana", "Remove", 63)) == "use.row"
    assert empty.legal() == ['Draw {"seat": 0}']


def test_trains_use_ability_that_the_card_shows():
    g = position(ANA, BEN, row="9 11 20 8 34 63")
    own = {"MoveRight": 9, "MoveLeft": 11, "SwapAdjacent": 20, "SwapOver": 8, "Protect": 34}
    for kind, right in own.items():
        g.then(use("Ana", kind, right, 4))
        for card in (*own.values(), 63):
            if card != right:
                assert g.rule(use("Ana", kind, card, 4)) == "use.ability"
    for card in own.values():
        assert g.rule(use("Ana", "Remove", card)) == "use.ability"


def test_trains_use_ability_is_set_aside_by_a_ruling_but_not_for_remove():
    g = position(ANA, BEN, row="9 63")
    assert g.ruled(use("Ana", "SwapAdjacent", 63, 1)).cars("Ana") == (60, 70, 50, 40, 30, 19, 10)
    assert g.ruled(use("Ana", "Protect", 63, 4)).locks("Ana") == {4: 63}
    assert g.rule(use("Ana", "Remove", 9), ruling=True) == "use.ability"
    assert g.rule(use("Ana", "Protect", 63, 5), ruling=True) == "protect.where"


def test_trains_use_discard_the_used_card_pairs_with_nothing():
    g = position("70 60 50 9 30 19 10", BEN, row="63").then(use("Ana", "Remove", 63))
    assert (g.state.row, g.discards()) == ((9, 43), [63])
    g = position("70 60 50 13 30 19 10", BEN, row="63").then(use("Ana", "Remove", 63))
    assert (g.state.row, g.discards()) == ((13, 43), [63])


# --- cards ------------------------------------------------------------------------------------------------------------


def test_trains_card_unknown_is_not_in_this_box():
    assert position(ANA, BEN).then(draws("Ana")).rule(drew(85)) == "card.unknown"
    assert position(ANA, BEN).then(draws("Ana")).rule(drew(0)) == "card.unknown"
    assert game().rule(dealt("Ana", "1 2 3 4 5 6 85")) == "card.unknown"
    assert game(*TO_OFFER).rule(offered("Ana", "-3")) == "card.unknown"
    assert game(*TO_OFFER, offered("Ana", "?"), offered("Ben", "? ?")).rule(kept("Ana", 85, 1)) == "card.unknown"


def test_trains_card_elsewhere_says_where():
    g = position(ANA, "9 20 37 41 51 61 71", row="63", locks={"Ana": {4: 34}}).then(draws("Ana"))
    assert g.words(drew(37)) == "37 is Ben’s third car"
    assert g.words(drew(34)) == "34 is the lock on Ana’s space 4"
    assert g.words(drew(63)) == "63 lies beside the draw pile"
    for card in (37, 34, 63):
        assert g.rule(drew(card)) == "card.elsewhere"
    g = position(ANA, BEN, row="6").then(use("Ana", "Remove", 6))
    assert g.words(drew(10)) == "10 lies beside the draw pile"
    assert g.then(drew(1)).words(drew(1)) == "1 is Ana’s seventh car"
    assert game().rule(dealt("Ana", "1 2 3 4 5 6 6")) == "card.elsewhere"
    assert game(dealt("Ana", ANA)).rule(dealt("Ben", "1 2 3 4 5 6 70")) == "card.elsewhere"


def test_trains_card_elsewhere_does_not_name_a_hand():
    g = game(*TO_OFFER, offered("Ana", "12"))
    assert g.rule(offered("Ben", "12 34")) == "card.elsewhere"
    assert g.words(offered("Ben", "12 34")) == "This card cannot come now."


def test_trains_card_discarded_cannot_come_before_the_next_shuffle():
    g = position(ANA, BEN, discards="1 2").then(draws("Ana"))
    assert (g.rule(drew(1)), g.words(drew(1))) == ("card.discarded", "1 is in the discard pile.")
    assert g.ruled(SHUFFLED).then(drew(1)).state.drawn == 1


def test_trains_card_discarded_does_not_name_what_one_seat_has_seen():
    g = game(*TO_TURN).then(draws("Ana"))
    assert (g.rule(drew(80)), g.words(drew(80))) == ("card.discarded", "This card cannot come now.")


# --- abilities --------------------------------------------------------------------------------------------------------


def test_trains_swap_adjacent_two_neighbours():
    g = position("1 2 3 4 5 7 6", BEN, row="20")
    assert [g.then(use("Ana", "SwapAdjacent", 20, space)).cars("Ana") for space in (1, 6)] == [
        (2, 1, 3, 4, 5, 7, 6),
        (1, 2, 3, 4, 5, 6, 7),
    ]
    assert g.rule(use("Ana", "SwapAdjacent", 20, 7)) == "swap.adjacent"


def test_trains_swap_over_the_car_between():
    g = position("1 2 3 4 5 7 6", BEN, row="8")
    assert g.then(use("Ana", "SwapOver", 8, 5)).cars("Ana") == (1, 2, 3, 4, 6, 7, 5)
    for space in (6, 7):
        assert g.rule(use("Ana", "SwapOver", 8, space)) == "swap.over"


def test_trains_move_right_exactly_two_spaces():
    g = position("1 2 3 4 5 7 6", BEN, row="9")
    assert g.then(use("Ana", "MoveRight", 9, 2)).cars("Ana") == (1, 3, 4, 2, 5, 7, 6)
    for space in (6, 7):
        assert g.rule(use("Ana", "MoveRight", 9, space)) == "move.right"


def test_trains_move_left_exactly_two_spaces():
    g = position("1 2 3 4 5 7 6", BEN, row="11")
    assert g.then(use("Ana", "MoveLeft", 11, 6)).cars("Ana") == (1, 2, 3, 7, 4, 5, 6)
    for space in (1, 2):
        assert g.rule(use("Ana", "MoveLeft", 11, space)) == "move.left"


@pytest.mark.parametrize(("card", "space"), [(7, 1), (63, 4), (6, 7)])
def test_trains_remove_card_of_every_player_on_the_named_space(card, space):
    g = position(ANA, BEN, row=str(card)).then(use("Ana", "Remove", card))
    for name, line in (("Ana", ANA), ("Ben", BEN)):
        cars = [int(car) for car in line.split()]
        assert g.cars(name) == (*cars[: space - 1], None, *cars[space:])
    assert (g.state.phase, g.acts(), g.discards()) == ("refill", ["TABLE"], [card])
    assert len(g.state.row) == 2


def test_trains_remove_protected_cars_stay_and_their_owner_draws_nothing():
    g = position(ANA, BEN, row="63", locks={"Ana": {4: 34}}).then(use("Ana", "Remove", 63))
    assert (g.cars("Ana")[3], g.locks("Ana"), g.cars("Ben")[3], g.state.row) == (40, {4: 34}, None, (43,))
    assert g.then(drew(1)).acts() == ["Ben"]


def test_trains_remove_protected_only_on_the_space_of_the_lock():
    g = position(ANA, BEN, row="63", locks={"Ana": {1: 34, 7: 42}}).then(use("Ana", "Remove", 63))
    assert (g.cars("Ana")[3], g.locks("Ana")) == (None, {1: 34, 7: 42})


def test_trains_remove_refill_from_the_user_clockwise_before_any_turn_goes_on():
    g = position(ANA, BEN, CLEO, row="63", turn="Ben").then(use("Ben", "Remove", 63))
    for line in (draws("Cleo"), put("Ben", 4), use("Ben", "MoveLeft", 43, 4), kept("Ana", 1, 1)):
        assert g.rule(line) == "remove.refill"
    g = g.then(drew(1))
    assert (g.cars("Ben")[3], g.state.phase) == (1, "refill")
    g = g.then(drew(2), drew(3))
    assert (g.cars("Cleo")[3], g.cars("Ana")[3], g.acts()) == (2, 3, ["Cleo"])


def test_trains_remove_stops_when_a_refill_makes_a_line_ascend():
    g = position("10 20 31 40 52 54 43", BEN.replace("43", "41"), row="6").then(use("Ana", "Remove", 6), drew(80))
    assert (g.winner(), g.cars("Ben")[6], g.acts()) == ("Ana", None, [])


def test_trains_remove_nobody_is_illegal_only_with_the_option():
    locks = {"Ana": {4: 34}, "Ben": {4: 42}}
    g = position(ANA, BEN, row="63", locks=locks).then(use("Ana", "Remove", 63))
    assert (g.acts(), g.state.row, g.discards()) == (["Ben"], (), [63])
    strict = position(ANA, BEN, row="63", locks=locks, empty_remove=False)
    assert (strict.rule(use("Ana", "Remove", 63)), strict.legal()) == ("remove.nobody", ['Draw {"seat": 0}'])
    assert strict.ruled(use("Ana", "Remove", 63)).acts() == ["Ben"]
    one = position(ANA, BEN, row="63", locks={"Ana": {4: 34}}, empty_remove=False)
    assert one.then(use("Ana", "Remove", 63)).cars("Ben")[3] is None


def test_trains_protect_where_the_ends_or_the_middle():
    g = position(ANA, BEN, row="34")
    for space in (1, 4, 7):
        h = g.then(use("Ana", "Protect", 34, space))
        assert (h.locks("Ana"), h.state.row, h.discards(), h.acts()) == ({space: 34}, (), [], ["Ben"])
    for space in (2, 3, 5, 6):
        assert g.rule(use("Ana", "Protect", 34, space)) == "protect.where"


def test_trains_protect_once_a_car():
    g = position(ANA, BEN, row="34", locks={"Ana": {4: 42}})
    assert g.rule(use("Ana", "Protect", 34, 4)) == "protect.once"
    assert g.rule(use("Ana", "Protect", 34, 5)) == "protect.where"
    assert g.then(use("Ana", "Protect", 34, 1)).locks("Ana") == {1: 34, 4: 42}


LOCKS = {1: 34, 4: 42, 7: 2}


@pytest.mark.parametrize(
    ("kind", "card", "space", "left"),
    [
        ("SwapAdjacent", 44, 1, (4, 7)),
        ("SwapAdjacent", 44, 3, (1, 7)),
        ("SwapAdjacent", 44, 4, (1, 7)),
        ("SwapAdjacent", 44, 5, (1, 4, 7)),
        ("SwapAdjacent", 44, 6, (1, 4)),
        ("SwapOver", 8, 1, (4, 7)),
        ("SwapOver", 8, 2, (1, 7)),
        ("SwapOver", 8, 3, (1, 4, 7)),
        ("SwapOver", 8, 4, (1, 7)),
        ("SwapOver", 8, 5, (1, 4)),
        ("MoveRight", 9, 1, (4, 7)),
        ("MoveRight", 9, 2, (1, 7)),
        ("MoveRight", 9, 5, (1, 4)),
        ("MoveLeft", 3, 3, (4, 7)),
        ("MoveLeft", 3, 5, (1, 7)),
        ("MoveLeft", 3, 7, (1, 4)),
    ],
)
def test_trains_protect_lost_when_the_space_of_a_car_changes(kind, card, space, left):
    g = position(ANA, BEN, row=str(card), locks={"Ana": LOCKS, "Ben": {4: 69}}).then(use("Ana", kind, card, space))
    assert g.locks("Ana") == {one: LOCKS[one] for one in left}
    assert g.locks("Ben") == {4: 69}
    assert g.discards() == sorted([card, *(LOCKS[one] for one in (1, 4, 7) if one not in left)])
    assert g.state.row == ()


def test_trains_protect_lost_when_the_car_is_replaced():
    g = position(ANA, BEN, locks={"Ana": {7: 34}}).then(draws("Ana", 1, 7))
    assert (g.locks("Ana"), g.state.row, g.discards()) == ({}, (10,), [34])


def test_trains_protect_under_the_lock_is_neither_a_car_nor_in_the_row():
    g = position(ANA, BEN, row="18", locks={"Ana": {4: 34}})
    assert g.state.row == (18,)
    assert g.rule(use("Ana", "Protect", 34, 1)) == "use.row"
    assert g.then(use("Ana", "Protect", 18, 1)).cars("Ana") == tuple(map(int, ANA.split()))


# --- the end ----------------------------------------------------------------------------------------------------------


def test_trains_end_ascending_wins_at_once():
    g = position("5 12 22 31 50 61 11", BEN).then(draws("Ana", 80, 7))
    assert (g.winner(), g.acts(), g.legal(), g.state.turn) == ("Ana", [], [], 0)
    assert str(trains.outcome(g.state).why) == "5 12 22 31 50 61 80 ascend"
    ledger = trains.score(g.state)
    assert {seat: total(lines) for seat, lines in ledger.items()} == {0: 1, 1: 0}
    assert [(line.rule, str(line.why)) for line in ledger[0]] == [("end.ascending", "5 12 22 31 50 61 80 ascend")]


def test_trains_end_ascending_counts_no_line_with_a_gap():
    g = position("5 12 22 61 50 60 80", BEN, row="63").then(use("Ana", "Remove", 63))
    assert g.winner() is None
    assert g.then(drew(31)).winner() == "Ana"


def test_trains_end_over_nothing_goes_on():
    g = position("5 12 22 31 50 61 11", BEN, row="9").then(draws("Ana", 80, 7))
    for line in (
        draws("Ben"),
        drew(999),
        SHUFFLED,
        dealt("Ana", "1"),
        put("Ana", 9),
        use("Cleo", "Remove", 0).replace("Cleo", "Ben"),
    ):
        assert g.rule(line) == "end.over"
        assert g.rule(line, ruling=True) == "end.over"


def test_trains_draw_nobody_can_when_no_card_is_left_anywhere():
    """Only in a small box with many protect cards."""
    state = trains.state.changed(position(ANA, BEN).state, pile=0, discard=0)
    assert Told(state).rule(draws("Ana")) == "draw.shuffle"
    assert Told(state).legal() == []
