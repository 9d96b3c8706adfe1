"""Game of Trains, specification 8 and 11: photographs of trains, as far as labels and their places tell them."""

from __future__ import annotations

import itertools
import math
import random

import pytest

from companion.games import trains
from companion.games.trains import lines
from companion.games.trains.pieces import code_of
from companion.games.trains.state import Train
from companion.referee import judge, typed
from companion.rules import Label, Place
from tests.games import trains_photos
from tests.games.test_trains_sights import codes, line, sees
from tests.games.trains_photos import camera, laid_row, laid_table, laid_train, told, turns
from tests.games.trainstable import (
    ANA,
    BEN,
    CLEO,
    DOV,
    TO_KEEP,
    dealt,
    draws,
    drew,
    game,
    kept,
    numbers,
    offered,
    position,
    put,
    use,
)  # fmt: skip

HEADS = frozenset({"L1", "L2", "L3", "L4"})
SIDE, STEP = 20.0, 100.0


def lying(text, *, locks=None, at=(0.0, 0.0), turn=0.0, off=None, without=(), turned=None, up=1.6):
    """Labels of a line as codes from the left, L1 among them, straight but for `off` (code -> sides above); `locks`: place in
    the text (from 0) -> code, `up` sides above; `turned`: code -> degrees."""
    found, off, turned = [], off or {}, turned or {}
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))

    def lay(code, x, y):
        angle = (turn + turned.get(code, 0) + 180) % 360 - 180
        found.append(Label(code, Place(at[0] + c * x - s * y, at[1] + s * x + c * y, SIDE, angle)))

    for n, code in enumerate(codes(text)):
        lay(code, n * STEP, -off.get(code, 0) * SIDE)
        if n in (locks or {}):
            lay(code_of(locks[n]), n * STEP, -(up + off.get(code, 0)) * SIDE)
    return [label for label in found if label.code not in without]


def shows(game_told, *labels, who=None):
    """Proposals as lines, then objections and notes, of a photograph."""
    every = [label for some in labels for label in some]
    proposals, objections, notes = told(game_told.state, [random.Random(len(every)).sample(every, len(every))], who)
    return ["; ".join(one) for one in proposals], objections, notes


def proposed(game_told, *labels):
    proposals, objections, notes = shows(game_told, *labels)
    assert (objections, notes) == ([], [])
    return proposals


def moves(*texts):
    """Lines of a record without their WHO."""
    return "; ".join(one.partition(" ")[2] for text in texts for one in text.splitlines())


def objection(game_told, *labels):
    """The one objection as the table has it, to be corrected."""
    judged = judge(trains, game_told.state, None, [[label for some in labels for label in some]], {}, {})
    assert not judged.proposals
    [found] = judged.objections
    return found


def unchanged(*seats):
    return [f"Nothing has changed in seat {seat}’s line." for seat in seats]


# --- lines, locks and gaps --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", range(-180, 180, 24))
def test_a_train_reads_from_left_to_right_however_it_lies_on_the_picture(turn):
    labels = lying("L1 " + ANA, turn=turn)
    assert lines.found(labels[::-1], HEADS) == [lines.Line(tuple(codes(ANA)), tuple(range(7)), "L1")]


@pytest.mark.parametrize("spaces", [some for n in range(4) for some in itertools.combinations((1, 4, 7), n)])
def test_every_choice_of_locks_is_seen(spaces):
    locks = dict(zip(spaces, (34, 42, 2), strict=False))
    train = Train(numbers(ANA), locks)
    for seed in range(8):
        rng = random.Random(f"{spaces} {seed}")
        cards = laid_train(train, 0, rng, jitter=3, crooked=5, head=seed % 2 == 0)
        there = camera(cards, turn=rng.uniform(-180, 180), tilt=rng.uniform(0, 55))
        [found] = lines.found(trains_photos.labels(cards, there, rng), HEADS)
        assert found.cars == tuple(codes(ANA))
        assert [(lock.over, int(lock.code)) for lock in found.locks] == [
            (found.cars[space - 1], lock) for space, lock in locks.items()
        ]


def test_trains_in_a_ring_and_the_row_between_them_are_told_apart():
    rng = random.Random(5)
    state = position(ANA, BEN, CLEO, DOV, row="9 20 63", locks={"Ana": {1: 34}, "Cleo": {7: 42, 4: 18}}).state
    for _ in range(15):
        cards = laid_table(state, rng, jitter=2, crooked=4)
        there = camera(cards, turn=rng.uniform(-180, 180), tilt=rng.uniform(0, 45))
        found = lines.found(trains_photos.labels(cards, there, rng), HEADS)
        by_head = {one.head: one for one in found}
        assert [by_head[f"L{seat}"].cars for seat in range(1, 5)] == [tuple(codes(cars)) for cars in (ANA, BEN, CLEO, DOV)]
        assert sorted(code for one in found if one.head is None for code in one.cars) == ["09", "20", "63"]


def test_two_trains_in_one_straight_line_are_two_lines():
    both = [*lying("L1 " + ANA), *lying("L2 " + BEN, at=(8 * STEP, 0))]
    assert [(one.head, one.cars) for one in lines.found(both, HEADS)] == [("L1", tuple(codes(ANA))), ("L2", tuple(codes(BEN)))]
    ended = [*lying(ANA + " L1"), *lying(BEN + " L2", at=(8 * STEP, 0))]
    assert [(one.head, one.on_right) for one in lines.found(ended, HEADS)] == [("L1", True), ("L2", True)]


def test_nothing_is_lost_however_labels_lie():
    rng = random.Random(3)
    for n in range(0, 60, 4):
        picked = rng.sample([*(f"{car:02}" for car in range(1, 85)), *sorted(HEADS)], n)
        labels = [
            Label(code, Place(rng.uniform(0, 900), rng.uniform(0, 700), rng.uniform(8, 30), rng.uniform(-180, 180)))
            for code in picked
        ]
        found = lines.found(labels, HEADS)
        heads = [code for one in found for code in (one.head,) if code]
        assert sorted([*heads, *(code for one in found for code in (*one.cars, *(lock.code for lock in one.locks)))]) == sorted(
            picked
        )


def test_labels_in_one_place_and_without_size_are_read_too():
    piled = [Label(code, Place(5, 5, 0, 0)) for code in ("01", "02", "L1")]
    assert sorted(code for one in lines.found(piled, HEADS) for code in (*one.cars, one.head) if code) == ["01", "02", "L1"]


# --- a table that has not changed -------------------------------------------------------------------------------------


def test_a_train_in_turn_that_has_not_changed_says_so():
    rng = random.Random(8)
    states = [state for seats in (2, 3, 4) for state, _, _ in turns(seats, 1) if state.phase == "turn"]
    for _ in range(200):
        state, seat = rng.choice(states), rng.randrange(2)
        how = {"jitter": rng.choice((1, 3)), "crooked": rng.choice((1, 5)), "pitch": rng.choice((44, 47, 58))}
        cards = laid_train(state.trains[seat], seat, rng, head=rng.random() < 0.7, **how)
        if state.row and rng.random() < 0.4:
            cards += laid_row(state.row, rng, at=(0, rng.choice((-170, 170))))
        there = camera(cards, turn=rng.uniform(-180, 180), tilt=rng.uniform(0, 50))
        found = told(state, [trains_photos.labels(cards, there, rng)])
        assert found[:2] == ([], [])
        assert found[2][:1] == unchanged(seat + 1)
        assert set(found[2][1:]) <= {"The row is as it must be."}


def test_the_whole_table_is_compared_seat_by_seat():
    g = position(ANA, BEN, CLEO, DOV, row="9 20 63", locks={"Ben": {4: 34}})
    cards = laid_table(g.state, random.Random(2))
    seen = trains_photos.labels(cards, camera(cards, turn=70, tilt=30), random.Random(2))
    assert shows(g, seen) == ([], [], [*unchanged(1, 2, 3, 4), "The row is as it must be."])


# --- moves ------------------------------------------------------------------------------------------------------------


def test_what_was_done_is_proposed_from_a_photograph_of_the_train():
    rng = random.Random(4)
    count = 0
    for state, done, after in [step for seats in (2, 3, 4) for step in turns(seats, 2)]:
        names = {type(move).__name__ for _, move in done}
        if state.phase not in ("turn", "keep") or names & {"Remove", "Shuffled"} or after.phase not in ("turn", "keep", "over"):
            continue
        seat = done[0][1].seat
        cards = laid_train(after.trains[seat], seat, rng) + laid_row(after.row, rng, at=(0, 180))
        there = camera(cards, turn=rng.uniform(-180, 180), tilt=rng.uniform(0, 40))
        assert told(state, [trains_photos.labels(cards, there, rng)]) == ([trains_photos.lines(done)], [], [])
        count += 1
    assert count > 60


def test_a_removal_with_all_its_refills_is_read_from_all_trains():
    g = position(ANA, BEN, CLEO, row="6 9", locks={"Cleo": {7: 34}})
    after = g.then(use("Ana", "Remove", 6), drew(1), drew(2)).state
    cards = laid_table(after, random.Random(1))
    seen = trains_photos.labels(cards, camera(cards, turn=20, tilt=20), random.Random(1))
    assert proposed(g, seen) == [moves(use("Ana", "Remove", 6), drew(1), drew(2))]


def test_refills_are_told_up_to_the_one_that_was_not_read():
    g = position(ANA, BEN, CLEO, row="6 9")
    after = g.then(use("Ana", "Remove", 6), drew(1), drew(2), drew(3)).state
    cards = laid_table(after, random.Random(1))
    seen = trains_photos.labels(cards, camera(cards, turn=20, tilt=20), random.Random(1), unread=("02",))
    assert proposed(g, seen) == [moves(use("Ana", "Remove", 6), drew(1))]


def test_a_card_missing_in_the_row_beside_a_train_that_has_not_changed_was_not_used():
    g = position(ANA, BEN, row="9 20 63")
    assert proposed(g, lying("9 20")) == [moves(use("Ana", "Remove", 63))]
    found = objection(g, lying("L1 " + ANA), lying("9 20", at=(0, 400)))
    assert str(found.sentence) == "Beside the draw pile lie 9, 20, the journal says 9, 20, 63: was a move not told?"
    assert found.agrees(position(ANA, BEN, row="9 20").state) and not found.agrees(g.state)


def test_the_deal_is_read_with_and_without_a_locomotive():
    assert proposed(game(), lying("L2 " + BEN)) == [moves(dealt("Ben", BEN))]
    assert proposed(game(), lying(BEN)) == [moves(dealt("Ana", BEN)), moves(dealt("Ben", BEN))]
    proposals, _, notes = shows(game(), lying("10 60 50 40 30 19 70 L1"))
    assert proposals == [moves(dealt("Ana", "10 60 50 40 30 19 70"))]
    assert notes == [
        "The locomotive stands on the left of its line.",
        "They must lie so, from left to right: 70, 60, 50, 40, 30, 19, 10",
    ]


def test_a_car_pushed_up_is_dealt_too():
    assert proposed(game(), lying("L2 " + BEN, off={"71": 1.5, "43": 1.2})) == [moves(dealt("Ben", BEN))]


def test_keep_and_put_are_read():
    assert proposed(game(*TO_KEEP), lying("L1 70 60 50 40 30 19 12")) == [moves(kept("Ana", 12, 7))]
    both = [lying("L1 70 60 50 40 30 19 12"), lying("L2 71 62 34 43 33 23 16", at=(0, 400))]
    assert proposed(game(*TO_KEEP), *both) == [moves(kept("Ana", 12, 7), kept("Ben", 34, 3))]
    g = position(ANA, BEN).then(draws("Ana", 1))
    assert proposed(g, lying("L1 70 60 50 40 30 19 1")) == [moves(put("Ana", 7))]


def test_a_refill_is_read_in_the_line_while_another_gap_is_open():
    g = position(ANA, BEN, row="6").then(use("Ana", "Remove", 6))
    hole = [label for label in lying("L2 " + BEN, at=(0, 400)) if label.code != "16"]
    assert proposed(g, lying("L1 70 60 50 40 30 19 1")) == [moves(drew(1))]
    assert shows(g, lying("L1 70 60 50 40 30 19 1"), hole)[:2] == ([moves(drew(1))], [])
    assert objection(g, lying("L1 70 60 50 40 30 19 71")).rule == "card.elsewhere"


def test_two_cards_ask_which_was_drawn_and_one_in_hand_is_put():
    g = position(ANA, BEN, row="9").then(draws("Ana"))
    assert proposed(g, lying("37 38")) == [moves(drew(37)), moves(drew(38))]
    assert proposed(g, lying("37")) == [moves(drew(37))]
    assert len(proposed(g.then(drew(37)), lying("37"))) == 7
    assert proposed(g.then(drew(37)), lying("40")) == [moves(put("Ana", 4))]


def test_a_card_beside_the_trains_is_the_row_and_no_pointing():
    g = position(ANA, BEN, row="9")
    assert shows(g, lying("L1 " + ANA), lying("09", at=(300, 400))) == ([], [], [*unchanged(1), "The row is as it must be."])
    assert len(proposed(g, lying("9"))) == 5


# --- locks ------------------------------------------------------------------------------------------------------------


def test_a_new_lock_is_protect():
    g = position(ANA, BEN, row="34 20")
    for space in (1, 4, 7):
        assert proposed(g, lying("L1 " + ANA, locks={space: 34})) == [moves(use("Ana", "Protect", 34, space))]
        assert proposed(g, lying(ANA, locks={space - 1: 34}, up=1)) == [moves(use("Ana", "Protect", 34, space))]
    assert proposed(g, lying("L1 " + ANA, locks={4: 34}), lying("20 21", at=(300, 500), without=("21",))) == [
        moves(use("Ana", "Protect", 34, 4))
    ]


def test_a_lock_over_another_space_is_told_where_it_belongs():
    for space in (2, 3, 5, 6):
        notes = shows(position(ANA, BEN, row="34"), lying("L1 " + ANA, locks={space: 34}))[2]
        assert notes[0] == f"34 lies on space {space}: a lock belongs under 1, 4 or 7."


def test_locks_are_compared_with_those_that_were_told():
    g = position(ANA, BEN, locks={"Ana": {4: 34}}, row="9")
    assert shows(g, lying("L1 " + ANA, locks={4: 34})) == ([], [], unchanged(1))
    missing = objection(g, lying("L1 " + ANA))
    assert str(missing.sentence) == "The lock 34 on seat 1’s space 4 is not to be seen: was a move not told?"
    assert missing.agrees(position(ANA, BEN).state) and not missing.agrees(g.state)
    another = objection(g, lying("L1 " + ANA, locks={4: 42}))
    assert str(another.sentence) == "The lock on seat 1’s space 4 is 42, the journal says 34: was a move not told?"
    assert another.mistaken == {"42": "34"}
    assert another.agrees(position(ANA, BEN, locks={"Ana": {4: 42}}).state) and not another.agrees(g.state)
    more = objection(g, lying("L1 " + ANA, locks={4: 34, 7: 42}))
    assert str(more.sentence) == "42 lies as a lock on seat 1’s space 7, the journal has none there: was a move not told?"
    assert more.agrees(position(ANA, BEN, locks={"Ana": {4: 34, 7: 42}}).state) and not more.agrees(g.state)


def test_anothers_new_lock_is_no_move_of_the_seat_to_act():
    found = objection(position(ANA, BEN, row="34"), lying("L2 " + BEN, locks={1: 34}))
    assert "34 lies as a lock on seat 2’s space 1" in str(found.sentence)


def test_a_lock_is_lost_with_the_car_that_is_replaced():
    g = position(ANA, BEN, locks={"Ana": {4: 34}})
    assert proposed(g, lying("L1 70 60 50 1 30 19 10")) == [moves(draws("Ana", 1, 4))]
    proposals, objections, notes = shows(g, lying("L1 70 60 50 1 30 19 10", locks={4: 34}))
    assert (proposals, objections) == ([moves(draws("Ana", 1, 4))], [])
    assert notes == ["The lock 34 is lost: it goes to the discard."]


def test_a_lock_that_is_not_seen_after_a_move_is_worth_a_word_and_no_objection():
    g = position(ANA, BEN, locks={"Ana": {4: 34}})
    proposals, objections, notes = shows(g, lying("L1 1 60 50 40 30 19 10"))
    assert (proposals, objections) == ([moves(draws("Ana", 1, 1))], [])
    assert notes == ["The lock 34 on seat 1’s space 4 is not to be seen: was a move not told?"]


def test_what_lies_above_a_car_and_is_no_protect_card_is_no_lock():
    g = position(ANA, BEN).then(draws("Ana"))
    assert shows(g, lying("L1 " + ANA, locks={4: 37})) == ([moves(drew(37))], [], unchanged(1))


# --- gaps -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("space", range(1, 8))
def test_the_seventh_car_is_taken_to_lie_where_the_spacing_shows_it(space):
    g = position(ANA, BEN, row="34", locks={"Ana": {7: 2}})
    hidden = codes(ANA)[space - 1]
    for head in ("L1 ", ""):
        locks = {7 if head else 6: 2}
        seen = shows(g, lying(head + ANA, without=(hidden,), locks=locks))
        assert seen == ([], [], [f"{hidden} on seat 1’s space {space}: not seen, and taken to lie there.", *unchanged(1)])
    changed = 7 if space == 1 else 1
    cars = ["01" if n == changed else code for n, code in enumerate(codes(ANA), 1)]
    proposals, objections, notes = shows(g, lying("L1 " + " ".join(cars), without=(hidden,)))
    assert (proposals, objections) == ([moves(draws("Ana", 1, changed))], [])
    assert notes[0] == f"{hidden} on seat 1’s space {space}: not seen, and taken to lie there."


def test_gaps_are_seen_in_perspective():
    rng = random.Random(6)
    g = position(ANA, BEN, locks={"Ana": {1: 34, 7: 42}})
    for _ in range(60):
        space = rng.randrange(1, 8)
        hidden = codes(ANA)[space - 1]
        cards = laid_train(g.state.trains[0], 0, rng, jitter=2, crooked=3)
        there = camera(cards, turn=rng.uniform(-180, 180), tilt=rng.uniform(0, 50))
        seen = shows(g, trains_photos.labels(cards, there, rng, unread=(hidden,)))
        assert seen == ([], [], [f"{hidden} on seat 1’s space {space}: not seen, and taken to lie there.", *unchanged(1)])


def test_of_a_line_that_was_read_in_part_nothing_is_guessed():
    g = position(ANA, BEN, row="9 20")
    few = lying("L1 70 60 1 40 30 19 10", without=("60", "40", "30"))
    assert shows(g, few) == ([], ["4 cars of seat 1’s line were read; it has seven."], [])
    one = [label for label in few if label.code in ("L1", "70")]
    assert shows(g, one) == ([], ["1 car of seat 1’s line was read; it has seven."], [])
    both = shows(g, lying("L2 " + BEN, at=(0, 400)), few)
    assert both == ([], [], [*unchanged(2), "4 cars of seat 1’s line were read; it has seven."])


def test_five_of_seven_are_too_few():
    g = position(ANA, BEN)
    found = objection(g, lying("L1 " + ANA, without=("60", "30")))
    assert (found.rule, str(found.sentence)) == ("setup.line", "5 cars of seat 1’s line were read; it has seven.")
    assert found.agrees is None


# --- cards that lie otherwise -----------------------------------------------------------------------------------------


def test_a_card_that_lies_across_or_upside_down_is_to_be_turned():
    g = position(ANA, BEN)
    for angle in (90, 180, -90, 50):
        for car in ("70", "40", "10", "L1"):
            seen = shows(g, lying("L1 " + ANA, turned={car: angle}))
            assert seen == ([], [], [f"Turn this card round: {car}.", *unchanged(1)])
    assert shows(g, lying("L1 " + ANA, turned={"40": 40, "50": -20})) == ([], [], unchanged(1))


def test_the_label_of_a_card_that_was_turned_round_in_its_place_lies_elsewhere():
    g = position(ANA, BEN)
    around = [label for label in lying("L1 " + ANA) if label.code != "40"]
    place = Place(4 * STEP - 3.2 * SIDE, 6 * SIDE, SIDE, 178)
    assert shows(g, [*around, Label("40", place)]) == ([], [], ["Turn this card round: 40.", *unchanged(1)])


def test_a_car_pushed_out_of_its_line_is_still_in_it():
    g = position(ANA, BEN, row="34")
    for sides in (-1.5, -0.9, 0.9, 1.5):
        assert shows(g, lying("L1 " + ANA, off={"40": sides})) == ([], [], unchanged(1))


def test_a_locomotive_across_the_line_belongs_to_a_train_round_the_corner():
    other = Label("L2", Place(9.2 * STEP, 0, SIDE, 90))
    [train] = [one for one in lines.found([*lying(ANA), other], HEADS) if one.cars]
    assert (train.cars, train.head, train.turned) == (tuple(codes(ANA)), None, ())


def test_a_card_across_the_line_between_two_cars_belongs_to_another_train():
    between = Label("20", Place(0.45 * STEP, 0, SIDE, 90))
    g = position(ANA, BEN, row="20")
    assert shows(g, lying("L1 " + ANA), [between]) == ([], [], [*unchanged(1), "The row is as it must be."])


def test_locomotives_that_changed_hands_are_told_by_their_cars():
    assert shows(position(ANA, BEN), lying("L2 " + ANA)) == ([], [], unchanged(1))


# --- differences ------------------------------------------------------------------------------------------------------


def test_a_car_that_differs_is_named_and_can_be_corrected():
    g = position(ANA, BEN)
    found = objection(g, lying("L2 71 62 58 43 33 23 16"))
    assert str(found.sentence) == "seat 2’s third car is 58, the journal says 51: was a move not told?"
    assert found.mistaken == {"58": "51"}
    assert not found.agrees(g.state)
    assert found.agrees(position(ANA, "71 62 58 43 33 23 16", row="9").state)


def test_every_train_that_differs_is_named():
    g = position(ANA, BEN, CLEO, row="9 20")
    labels = [
        lying("L1 1 60 50 40 30 19 2"),
        lying("L2 71 62 58 43 33 23 16", at=(0, 400)),
        lying("L3 " + CLEO, at=(0, 800)),
        lying("9 21", at=(0, 1200)),
    ]
    proposals, objections, notes = shows(g, *labels)
    assert proposals == []
    assert sorted(objections) == [
        "2 of seat 1’s cars differ: first (1, not 70), seventh (2, not 10); which entry is missing?",
        "Beside the draw pile lie 9, 21, the journal says 9, 20: was a move not told?",
        "seat 2’s third car is 58, the journal says 51: was a move not told?",
    ]
    assert notes == unchanged(3)


def test_two_turns_at_once_are_no_move_of_which_one_explains_half():
    g = position(ANA, BEN, row="9 20")
    found = objection(g, lying("L1 60 50 70 40 30 19 1"))
    assert str(found.sentence) == (
        "4 of seat 1’s cars differ: first (60, not 70), second (50, not 60), third (70, not 50), seventh (1, not 10); "
        "which entry is missing?"
    )


def test_a_card_that_cannot_come_leaves_a_correction():
    g = position(ANA, BEN, discards="1")
    found = objection(g, lying("L1 70 60 50 40 30 19 71"))
    assert (found.rule, str(found.sentence)) == ("card.elsewhere", "71 is seat 2’s first car")
    assert found.mistaken == {"71": "10"}
    assert found.agrees(position("70 60 50 40 30 19 71", "72 62 51 43 33 23 16").state)
    assert objection(g, lying("L1 70 60 50 40 30 19 1")).rule == "card.discarded"


def test_another_card_than_the_one_drawn_is_corrected():
    g = position(ANA, BEN).then(draws("Ana", 85 - 1))
    found = objection(g, lying("L1 70 60 58 40 30 19 10"))
    assert str(found.sentence) == "58 lies on seat 1’s space 3, and the journal says that 84 was drawn."
    assert found.mistaken == {"58": "84"}
    assert found.agrees(position(ANA, BEN).then(draws("Ana", 58)).state) and not found.agrees(g.state)


def test_another_start_card_than_those_told_is_corrected():
    g = game(*TO_KEEP[:-2], offered("Ana", "12"), offered("Ben", "? ?"))
    found = objection(g, lying("L1 70 60 50 40 30 19 13"))
    assert (found.rule, found.mistaken) == ("setup.keep", {"13": "12"})
    assert found.agrees(game(*TO_KEEP[:-2], offered("Ana", "13"), offered("Ben", "? ?")).state) and not found.agrees(g.state)


def test_the_row_that_differs_is_named_and_can_be_corrected():
    g = position(ANA, BEN, row="9 20 63", discards="13")
    found = objection(g, lying("9 21 63"))
    assert str(found.sentence) == "Beside the draw pile lie 9, 21, 63, the journal says 9, 20, 63: was a move not told?"
    assert found.mistaken == {"21": "20"}
    assert found.agrees(position(ANA, BEN, row="9 21 63").state) and not found.agrees(g.state)
    assert shows(g, lying("9 20 13"))[2] == ["Swap 13 for 63 in the row.", "The row is as it must be."]


def test_the_row_after_a_move_is_compared_with_what_comes_of_it():
    g = position(ANA, BEN, row="9 20 63")
    changed = lying("L1 60 50 70 40 30 19 10")
    assert proposed(g, changed, lying("63 20", at=(0, 400))) == [moves(use("Ana", "MoveRight", 9, 1))]
    proposals, objections, notes = shows(g, changed, lying("63 9 20", at=(0, 400)))
    assert (proposals, objections) == ([moves(use("Ana", "MoveRight", 9, 1))], [])
    assert notes == ["Then beside the draw pile must lie: 20, 63"]


# --- typed, and both --------------------------------------------------------------------------------------------------


def test_locks_are_understood_among_codes_that_were_typed():
    g = position(ANA, BEN, locks={"Ana": {4: 34}}, row="42 20")
    assert sees(g, "L1 70 60 50 34 40 30 19 10") == ([], [], unchanged(1))
    assert sees(g, "L1 70 60 50 40 30 19 10 34") == ([], [], unchanged(1))
    proposals, objections, notes = sees(g, "L1 70 42 60 50 40 30 19 10")
    assert proposals == [use("Ana", "Protect", 42, 1), use("Ana", "Protect", 42, 7)]
    assert (objections, notes) == ([], unchanged(1))
    assert sees(g, "L1 70 42 60 50 34 40 30 19 1")[0] == [line(draws("Ana", 1, 7))]


def test_a_row_of_codes_holds_as_many_lines_as_it_has_cars_for():
    g = position(ANA, BEN, row="9 20")
    assert sees(g, f"{ANA} {BEN}") == ([], [], unchanged(1, 2))
    assert sees(g, f"L1 {ANA} 9 20") == ([], [], [*unchanged(1), "The row is as it must be."])
    assert sees(game(), f"{ANA} {BEN}")[0][0] == dealt("Ana", ANA)


def test_labels_with_and_without_places_are_read_together():
    g = position(ANA, BEN, row="9 20")
    rows = [lying("L1 " + ANA), *typed([codes("L2 " + BEN), codes("20 9")])]
    assert told(g.state, rows) == ([], [], [*unchanged(1, 2), "The row is as it must be."])


def test_a_label_that_was_seen_twice_is_read_once():
    again = Label("40", Place(40, 900, SIDE, 0))
    assert shows(position(ANA, BEN), lying("L1 " + ANA), [again]) == ([], [], ["40 was seen twice.", *unchanged(1)])


def test_in_random_play_no_photograph_breaks_the_referee():
    rng, whole = random.Random(9), 0
    for state, _, _ in turns(3, 3)[::3]:
        cards = laid_table(state, rng) if any(train.cars for train in state.trains) else []
        if not cards:
            continue
        unread = rng.sample([card.code for card in cards], rng.choice((0, 1, 3, 6)) % len(cards))
        labels = trains_photos.labels(cards, camera(cards, turn=rng.uniform(-180, 180), tilt=30), rng, unread=unread)
        proposals, objections, notes = told(state, [labels], rng.choice((None, 0, 1)))
        assert proposals or objections or notes
        if not unread and all(train.cars for train in state.trains):
            whole += 1
            assert not [said for said in objections if "journal says" in said], "everything lies as the journal says"
    assert whole
