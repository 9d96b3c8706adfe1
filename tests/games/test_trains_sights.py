"""Game of Trains, specification 8 and 11: what rows of codes may mean, as far as codes and their order tell it."""

from __future__ import annotations

from companion.games import trains
from companion.notation import write
from companion.referee import judge, typed
from companion.table import naming
from tests.games.trainstable import (
    ANA,
    BEN,
    CLEO,
    NAMES,
    SHUFFLED,
    TO_FIRST,
    TO_KEEP,
    TO_OFFER,
    dealt,
    draws,
    drew,
    first,
    game,
    kept,
    offered,
    opened,
    position,
    use,
    walk,
)  # fmt: skip


def codes(text):
    return [word if word[0] == "L" else f"{int(word):02}" for word in text.split()]


def sees(told, *rows, who=None):
    """Proposals as lines, then objections and notes as sentences, as a page would have them."""
    seats = len(told.state.trains)
    judged = judge(
        trains, told.state, who, typed(codes(row) for row in rows), naming(opened(seats)), {"FL": "Fire in the Library"}
    )
    proposals = [
        "; ".join(f"{one if isinstance(one, str) else NAMES[one]} {line}" for one, line in p.moves) for p in judged.proposals
    ]
    return proposals, [(objection.rule, str(objection.sentence)) for objection in judged.objections], list(map(str, judged.notes))


def moves(told, *rows, **kwargs):
    proposals, objections, notes = sees(told, *rows, **kwargs)
    assert (objections, notes) == ([], [])
    return proposals


def line(*texts):
    return "; ".join(one for text in texts for one in text.splitlines())


# --- the deal ---------------------------------------------------------------------------------------------------------


def test_seven_cars_with_a_locomotive_are_dealt_to_its_seat():
    assert moves(game(), "L2 " + BEN) == [dealt("Ben", BEN)]


def test_seven_cars_without_a_locomotive_are_asked_about():
    assert moves(game(), ANA) == [dealt("Ana", ANA), dealt("Ben", ANA)]
    assert moves(game(), ANA, who=1) == [dealt("Ben", ANA), dealt("Ana", ANA)]
    assert moves(game(dealt("Ana", ANA)), BEN) == [dealt("Ben", BEN)]


def test_a_line_in_the_wrong_order_is_shown_as_it_must_lie():
    proposals, objections, notes = sees(game(), "L1 10 60 50 40 30 19 70")
    assert proposals == [dealt("Ana", "10 60 50 40 30 19 70")]
    assert (objections, notes) == ([], ["They must lie so, from left to right: 70, 60, 50, 40, 30, 19, 10"])


def test_two_lines_are_told_apart_by_their_locomotives():
    assert moves(game(), "L1 " + ANA, "L2 " + BEN) == [dealt("Ana", ANA), dealt("Ben", BEN)]
    assert moves(game(), "L1 " + ANA + " L2 " + BEN) == [dealt("Ana", ANA), dealt("Ben", BEN)]


def test_a_locomotive_on_the_right_is_said():
    proposals, _, notes = sees(game(), ANA + " L1")
    assert (proposals, notes) == ([dealt("Ana", ANA)], ["The locomotive stands on the left of its line."])


def test_six_cars_are_no_deal():
    proposals, objections, _ = sees(game(), "L1 70 60 50 40 30 19")
    assert (proposals, objections) == ([], [("setup.deal", "6 cars: a train has seven.")])


def test_start_cards_are_offered_to_the_seat_that_draws():
    assert moves(game(*TO_OFFER), "12") == [offered("Ana", "12")]
    assert moves(game(*TO_OFFER, offered("Ana", "?")), "34 80") == [offered("Ben", "34 80")]


# --- a line -----------------------------------------------------------------------------------------------------------


def test_one_car_that_differs_was_kept_or_put():
    assert moves(game(*TO_KEEP), "70 60 50 40 30 19 12") == [kept("Ana", 12, 7)]
    g = position(ANA, BEN).then(draws("Ana", 1))
    assert moves(g, "L1 70 60 50 40 30 19 1") == ['Ana Put {"seat": 0, "space": 7}']


def test_one_new_car_is_a_draw_told_in_one_go():
    g = position(ANA, BEN)
    assert moves(g, "70 60 50 40 30 19 1") == [line(draws("Ana", 1, 7))]
    assert moves(g.then(draws("Ana")), "70 60 50 40 30 19 1") == [line(drew(1), 'Ana Put {"seat": 0, "space": 7}')]
    assert sees(g, "71 62 51 43 33 23 1")[1] == [
        ("turn.one_action", "seat 2’s seventh car is 1, the journal says 16: was a move not told?")
    ]
    assert sees(g, "70 60 50 40 30 19 71")[1] == [("card.elsewhere", "71 is seat 2’s first car")]


def test_a_rearrangement_is_the_one_move_that_does_it():
    g = position(ANA, BEN, row="9 20 8 11")
    assert moves(g, "L1 60 50 70 40 30 19 10") == [use("Ana", "MoveRight", 9, 1)]
    assert moves(g, "60 70 50 40 30 19 10") == [use("Ana", "SwapAdjacent", 20, 1)]
    assert moves(g, "50 60 70 40 30 19 10") == [use("Ana", "SwapOver", 8, 1)]
    assert moves(g, "50 70 60 40 30 19 10") == [use("Ana", "MoveLeft", 11, 3)]
    assert sees(g, "10 60 50 40 30 19 70")[1] == [("use.row", "No card beside the draw pile changes seat 1’s line so.")]


def test_nothing_has_changed():
    assert sees(position(ANA, BEN), ANA) == ([], [], ["Nothing has changed in seat 1’s line."])


def test_two_cars_that_differ_miss_an_entry():
    found = sees(position(ANA, BEN), "70 60 1 40 30 2 10")
    assert found == (
        [],
        [("turn.one_action", "2 of seat 1’s cars differ: third (1, not 50), sixth (2, not 19); which entry is missing?")],
        [],
    )
    found = sees(position(ANA, BEN).then(draws("Ana", 3)), "70 60 1 40 30 19 10")
    assert found[1] == [("draw.put", "1 lies on seat 1’s space 3, and the journal says that 3 was drawn.")]


def test_six_of_seven_are_said():
    assert sees(position(ANA, BEN), "70 60 50 40 30 19")[1][0][1] == "6 cars of seat 1’s line were read; it has seven."


def test_known_locks_are_no_cars():
    g = position(ANA, BEN, locks={"Ana": {4: 34}})
    assert sees(g, "34", ANA)[2] == ["34 is the lock on seat 1’s space 4", "Nothing has changed in seat 1’s line."]
    assert moves(g, "70 60 50 34 40 30 19 1") == [line(draws("Ana", 1, 7))]


def test_lines_that_were_refilled_tell_the_cards_in_order():
    g = position(ANA, BEN, CLEO, row="6").then(use("Ana", "Remove", 6))
    ana, ben = "L1 70 60 50 40 30 19 1", "L2 71 62 51 43 33 23 2"
    assert moves(g, ana) == [drew(1)]
    assert moves(g, ben, ana) == [line(drew(1), drew(2))]
    assert sees(g, ben)[1] == [("remove.refill", "First seat 1 draws for space 7.")]
    assert sees(g, "L1 70 60 50 40 3 19 1")[1][0][0] == "turn.one_action"


def test_several_rows_are_compared_seat_by_seat():
    g = position(ANA, BEN, CLEO, row="9 20")
    found = sees(g, "L1 " + ANA, "L2 " + BEN, "L3 " + CLEO, "9 20")
    assert found[:2] == ([], [])
    assert len(found[2]) == 4 and found[2][-1] == "The row is as it must be."
    assert sees(g, "L1 60 50 70 40 30 19 10", "L2 " + BEN, "20")[0] == [use("Ana", "MoveRight", 9, 1)]


# --- cards alone ------------------------------------------------------------------------------------------------------


def test_one_card_is_the_one_that_was_drawn():
    assert moves(position(ANA, BEN).then(draws("Ana")), "37") == [drew(37)]
    assert moves(position(ANA, BEN, row="63").then(use("Ana", "Remove", 63)), "37") == [drew(37)]


def test_two_cards_ask_which_was_drawn():
    g = position(ANA, BEN, row="9").then(draws("Ana"))
    assert moves(g, "37 38") == [drew(37), drew(38)]
    assert moves(g, "9 38") == [drew(38)]
    assert sees(g, "9")[2] == ["9 lies beside the draw pile"]


def test_a_card_of_the_row_is_used():
    g = position(ANA, BEN, row="34 63 9")
    assert moves(g, "34") == [use("Ana", "Protect", 34, space) for space in (1, 4, 7)]
    assert moves(g, "63") == [use("Ana", "Remove", 63)]
    assert len(moves(g, "9")) == 5
    locked = position(ANA, BEN, row="18", locks={"Ana": {1: 34, 4: 42, 7: 2}})
    assert sees(locked, "18")[1][0][0] == "protect.once"


def test_an_unseen_card_was_drawn():
    g = position(ANA, BEN, row="9", discards="1")
    assert moves(g, "37") == [line(draws("Ana", 37))]
    assert sees(g, "1")[1] == [("card.discarded", "1 is in the discard pile.")]
    assert sees(g, "71")[1] == [("card.elsewhere", "71 is seat 2’s first car")]


def test_a_card_of_ones_own_line_is_a_space():
    g = position(ANA, BEN, row="34 20")
    assert moves(g, "40") == [use("Ana", "SwapAdjacent", 20, 4), use("Ana", "Protect", 34, 4)]
    assert moves(g.then(draws("Ana", 1)), "40") == ['Ana Put {"seat": 0, "space": 4}']
    assert len(moves(g.then(draws("Ana", 1)), "1")) == 7
    assert sees(position(ANA, BEN), "40")[1][0][0] == "use.row"


def test_a_card_to_keep_is_put_somewhere():
    assert moves(game(*TO_KEEP), "12") == [kept("Ana", 12, space) for space in range(1, 8)]
    assert sees(game(*TO_KEEP), "13")[1] == [("setup.keep", "13 is not one of seat 1’s start cards.")]


def test_the_row_beside_the_pile_is_compared():
    g = position(ANA, BEN, row="9 20 63", discards="13")
    assert sees(g, "20 9 63") == ([], [], ["The row is as it must be."])
    assert moves(g, "20 9") == [use("Ana", "Remove", 63)]
    assert sees(g, "9 20 13")[2] == ["Swap 13 for 63 in the row.", "The row is as it must be."]
    assert sees(g, "9 20 34")[1] == [
        ("row.face_up", "Beside the draw pile lie 9, 20, 34, the journal says 9, 20, 63: was a move not told?")
    ]
    assert sees(position(ANA, BEN), "1 2")[1] == [
        ("row.face_up", "Beside the draw pile lie 1, 2, the journal says nothing: was a move not told?")
    ]
    assert sees(position(ANA, BEN, row="9 20 63 34"), "9 20")[1][0][0] == "row.face_up"


# --- what cannot be ---------------------------------------------------------------------------------------------------


def test_labels_of_no_card_here():
    g = position(ANA, BEN).then(draws("Ana"))
    judged = judge(trains, g.state, None, typed([["GT:00", "FL:BP2", "GT:37"]]), {}, {"FL": "Fire in the Library"})
    assert [(one.rule, str(one.sentence)) for one in judged.objections] == [
        (None, "FL:BP2 belongs to Fire in the Library, not to this game."),
        ("card.unknown", "“00” is no card of this box."),
    ]
    assert [one for proposal in judged.proposals for _, one in proposal.moves] == ['Drew {"card": 37}']


def test_a_label_that_was_seen_twice_is_read_once():
    g = position(ANA, BEN).then(draws("Ana"))
    assert sees(g, "37 37") == ([drew(37)], [], ["37 was seen twice."])


def test_nothing_is_read_before_a_shuffle_or_after_the_end():
    g = position(ANA, BEN, discards="1", pile=1).then(draws("Ana", 80))
    assert sees(g, "37")[1] == [("draw.shuffle", "First shuffle the discard into a new draw pile.")]
    assert moves(g.then(SHUFFLED), "40") == ['Ana Put {"seat": 0, "space": 4}']
    over = position("5 12 22 31 50 61 11", BEN).then(draws("Ana", 80, 7))
    assert sees(over, "37")[1] == [("end.over", "The game is over.")]


def test_in_random_play_no_sight_breaks_the_referee():
    """Everything that lies on the table, in every phase, a row at a time and all together."""
    proposals = 0
    for seed in range(3):
        for state, _, _ in walk(opened(3), seed):
            rows = [["L1", *(f"{car:02}" for car in train.cars if car)] for train in state.trains]
            rows += [[f"{card:02}" for card in state.row], ["01"], ["02", "03"], ["L4"], ["L2", "04"]]
            for seen in ([row] for row in rows):
                proposals += len(judge(trains, state, None, typed(seen), {}, {}).proposals)
            judge(trains, state, 0, typed(rows), {}, {})
    assert proposals > 100


def test_first_is_told_by_hand():
    g = game(*TO_FIRST)
    assert sees(g, ANA)[2] == ["Nothing has changed in seat 1’s line."]
    assert write(trains.legal_moves(g.then(first("Ana")).state)[0][1]).startswith("Offered")
