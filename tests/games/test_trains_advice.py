"""Advice in Game of Trains: every test value of the specification's section 10, and the same worked out the long way."""

from __future__ import annotations

import json
import random
from collections import Counter
from fractions import Fraction
from itertools import pairwise, permutations

import pytest

from companion import notation
from companion.games import trains
from companion.games.trains.advice import advise, progress
from companion.games.trains.distance import distance, pattern, rearrangements, searched, set_of, table
from companion.games.trains.moves import MoveLeft, Protect, Remove, SwapOver
from companion.games.trains.state import unseen
from companion.rules import Ask
from tests.games.trainstable import (
    ANA,
    BEN,
    BOX,
    CLEO,
    NAMES,
    SHUFFLED,
    TO_FIRST,
    TO_KEEP,
    TO_OFFER,
    TO_TURN,
    draws,
    game,
    kept,
    numbers,
    offered,
    opened,
    position,
    put,
    use,
    walk,
)  # fmt: skip

P1 = ("5 12 30 22 50 61 80", "10 20 31 40 52 84 70")
P2 = ("6 19 28 77 47 58 66", "11 14 29 8 46 60 71", "2 13 25 82 43 55 79")
PICTURE = ("73 14 48 44 32 17 11", "57 37 34 28 22 63 8", "77 53 45 27 56 12 10")


def p1(**changes):
    return position(*P1, **{"locks": {"Ben": {4: 34}}, "row": "63 7 57"} | changes).state


def p2():
    return position(*P2, locks={"Cleo": {1: 69}}, row="21 44").state


def advice(state, seat):
    """What the advice says to the seat of its own view."""
    return advise(trains.view(state, seat), seat=seat, names=NAMES[: len(state.trains)])


def exact(numbers):
    return {key: number["exact"] for key, number in numbers.items() if key != "move"}


def moves(said):
    """Notation -> the exact numbers of the move."""
    return {one["move"]: exact(one) for one in said["moves"]}


def others(line):
    return set_of(set(range(1, 85)) - set(line))


# --- the test values of the specification -------------------------------------------------------------------------------


def test_so_many_orders_need_so_many_rearrangements_and_the_table_has_13700_states() -> None:
    counted = Counter(rearrangements().values())
    assert [counted[n] for n in range(10)] == [1, 21, 171, 624, 1261, 1533, 1039, 359, 30, 1]
    assert counted.total() == 5040
    assert len(table()) == 13700


def test_so_many_orders_are_so_far_from_ascending() -> None:
    counted = Counter(table()[order] for order in permutations(range(7)))
    assert [counted[n] for n in range(7)] == [1, 41, 519, 2185, 2137, 157, 0]
    assert table()[6, 5, 4, 3, 2, 1, 0] == 5


@pytest.mark.parametrize(("text", "far"), [("81 17 24 56 41 73 3", 3), ("73 14 48 44 32 17 11", 4), (ANA, 5)])
def test_lines_are_so_far_from_ascending(text: str, far: int) -> None:
    assert distance(numbers(text), others(numbers(text))) == far


def test_what_does_not_fit_between_two_cars_makes_the_distance_greater_than_the_tables() -> None:
    line = numbers("10 11 12 50 13 14 15")
    assert table()[pattern(line)] == 1
    assert distance(line, others(line)) == 2


def test_p1_distances_and_draws() -> None:
    said = advice(p1(), 0)
    assert (said["seat"], said["unseen"], said["distance"]) == ("Ana", 66, {"Ana": 1, "Ben": 1})
    assert exact(said["draw"]) == {"win": "4/11", "improve": "4/11", "expect": "7/11"}
    assert said["draw"]["win"]["value"] == 4 / 11
    assert exact(advice(p1(turn="Ben"), 1)["draw"])["win"] == "7/33"


def test_p1_moves_of_ana_the_best_first() -> None:
    said = [(one["move"], *exact(one).values()) for one in advice(p1(), 0)["moves"]]
    over = [(notation.write(SwapOver(0, 57, space)), "0", "0", "7/33") for space in range(1, 6)]
    assert said == [
        ('Draw {"seat": 0}', "4/11", "0", "41/195", "1", "1319/2145"),
        ('Remove {"seat": 0, "card": 63}', "8/33", "0", "343/1625", "1", "387/715"),
        (*over[1], "1", "13/33"),
        (*over[2], "1", "13/33"),
        ('Remove {"seat": 0, "card": 7}', "0", "0", "7/143", "62/33", "408/1235"),
        (*over[0], "2", "26/99"),
        (*over[3], "2", "26/99"),
        (*over[4], "2", "26/99"),
    ]


def test_p1_moves_of_ben() -> None:
    said = moves(advice(p1(turn="Ben"), 1))
    assert said['Draw {"seat": 1}']["value"] == "994/2145"
    removing = said['Remove {"seat": 1, "card": 63}']
    assert (removing["lose"], removing["risk"], removing["value"]) == ("8/33", "933/3250", "2317/8580")


def test_p2() -> None:
    said = advice(p2(), 0)
    assert said["unseen"] == 60
    drawing, removing = moves(said)['Draw {"seat": 0}'], moves(said)['Remove {"seat": 0, "card": 21}']
    assert (drawing["win"], drawing["risk"], drawing["value"]) == ("7/30", "14/59", "1861/3540")
    assert {"win": "7/30", "lose": "34111/102660", "risk": "469/667", "distance": "1"}.items() <= removing.items()


@pytest.mark.parametrize(("seat", "improve"), [(0, "41/60"), (1, "9/10"), (2, "2/3")])
def test_the_picture_of_the_rulebook(seat: int, improve: str) -> None:
    said = advice(position(*PICTURE, row="9 69 20", turn=NAMES[seat]).state, seat)
    assert (said["unseen"], said["distance"]) == (60, {"Ana": 4, "Ben": 4, "Cleo": 4})
    assert exact(said["draw"])["improve"] == improve


# --- the distance, the long way -----------------------------------------------------------------------------------------


def rearranged(line):
    """The 21 lines that one ability can make of a line, with the ability; written from the rulebook."""
    for space in range(6):
        yield "swap_adjacent", (*line[:space], line[space + 1], line[space], *line[space + 2 :])
    for space in range(5):
        one, two, three = line[space : space + 3]
        yield "swap_over", (*line[:space], three, two, one, *line[space + 3 :])
        yield "move_right", (*line[:space], two, three, one, *line[space + 3 :])
        yield "move_left", (*line[:space], three, one, two, *line[space + 3 :])


def ascending(line):
    return all(left < right for left, right in pairwise(line))


def staying(line, cards):
    """The most cars that may stay: every choice is tried, from the left."""
    ends = [(-1, 0, 0)]
    for space, car in enumerate((*line, 100)):
        fits = [
            count for other, left, count in ends if left < car and sum(left < card < car for card in cards) >= space - other - 1
        ]
        if fits:
            ends.append((space, car, max(fits) + 1))
    return ends[-1][2] - 1


def arrangements(line):
    """Every arrangement with the rearrangements that it needs, the nearest first."""
    needed, layer = {line: 0}, [line]
    while layer:
        layer = list(dict.fromkeys(other for one in layer for _, other in rearranged(one) if other not in needed))
        needed |= dict.fromkeys(layer, max(needed.values()) + 1)
    return needed


def the_long_way(line, cards):
    best = 99
    for order, needed in arrangements(line).items():
        if needed >= best:
            break
        best = min(best, needed + 7 - staying(order, cards))
    return best


@pytest.mark.parametrize(("seed", "left"), [(1, 0), (2, 1), (3, 3), (4, 6), (5, 10), (6, 20), (7, 40), (8, 77)])
def test_the_distance_is_the_least_over_all_5040_arrangements(seed: int, left: int) -> None:
    rng = random.Random(seed)
    cards = rng.sample(range(1, 85), 84)
    line, rest = tuple(cards[:7]), cards[7 : 7 + left]
    assert distance(line, set_of(rest)) == the_long_way(line, rest)


def test_the_table_says_what_a_search_without_it_says_when_everything_fits() -> None:
    rng = random.Random(3)
    for order in rng.sample(list(permutations(range(7))), 25):
        assert searched(order, [7] * 8) == table()[order]


def test_nothing_to_draw_leaves_rearranging_alone() -> None:
    for order, needed in random.Random(4).sample(list(rearrangements().items()), 12):
        assert distance(tuple(car + 30 for car in order), 0) == needed


# --- the chances, the long way ------------------------------------------------------------------------------------------


def laid(row, car):
    """The row when a car comes to it."""
    same = [card for card in row if BOX.ability_of[card] == BOX.ability_of[car]]
    return [card for card in row if card not in same] if same else [*row, car]


def on(line, space, card):
    return (*line[: space - 1], card, *line[space:])


def threat(line, locks, row, cards):
    """Each way in which the line may ascend at its next turn, tried one by one."""
    shown = {BOX.ability_of[card] for card in row}
    if any(ascending(other) for ability, other in rearranged(line) if ability in shown):
        return Fraction(1)
    ways = [sum(any(ascending(on(line, space, card)) for space in range(1, 8)) for card in cards)]
    for ability, space in (("remove_left", 1), ("remove_middle", 4), ("remove_right", 7)):
        if ability in shown and space not in locks:
            ways.append(sum(ascending(on(line, space, card)) for card in cards))
    return Fraction(max(ways), len(cards))


def mean(values):
    return sum(values, Fraction(0)) / len(values) if values else Fraction(0)


def removing(state, move):
    """(win, lose, risk, distance) of a remove card, every order of refills tried."""
    seat, seats, cards = move.seat, len(state.trains), list(unseen(state))
    space = {"remove_left": 1, "remove_middle": 4, "remove_right": 7}[BOX.ability_of[move.card]]
    lines = [train.cars for train in state.trains]
    order = [(seat + step) % seats for step in range(seats)]
    hit = [one for one in order if space not in state.trains[one].locks]
    row = [card for card in state.row if card != move.card]
    for one in hit:
        row = laid(row, lines[one][space - 1])
    ends = []
    for refills in permutations(cards, len(hit)):
        full = (one for one, card in zip(hit, refills, strict=True) if ascending(on(lines[one], space, card)))
        ends.append(next(full, None))
    after, nearest = order[1], []
    looked = [one for one in (seat, after) if one in hit]
    threats = []
    for refills in permutations(cards, len(looked)):
        came = dict(zip(looked, refills, strict=True))
        now = {one: on(lines[one], space, came[one]) if one in came else lines[one] for one in (seat, after)}
        if not any(map(ascending, now.values())):
            left = [card for card in cards if card not in refills]
            threats.append(threat(now[after], state.trains[after].locks, row, left))
    for card in cards if seat in hit else [None]:
        line = lines[seat] if card is None else on(lines[seat], space, card)
        if not ascending(line):
            nearest.append(Fraction(distance(line, set_of(cards) & ~(0 if card is None else 1 << card))))
    won = Fraction(ends.count(seat), len(ends))
    lost = Fraction(sum(one not in (None, seat) for one in ends), len(ends))
    return won, lost, mean(threats), mean(nearest)


def drawing(state, seat, cards):
    """(win, lose, risk, distance) of a draw: every card on every space."""
    line, after = state.trains[seat].cars, (seat + 1) % len(state.trains)
    found = []
    for card in cards:
        left = [other for other in cards if other != card]
        found.append(
            min(
                (
                    distance(on(line, space, card), set_of(left)),
                    threat(state.trains[after].cars, state.trains[after].locks, laid(state.row, line[space - 1]), left),
                )
                for space in range(1, 8)
            )
        )
    lost = [one for one in found if one[0]]
    win = 1 - Fraction(len(lost), len(found))
    return win, Fraction(0), mean([risk for _, risk in lost]), mean([Fraction(far) for far, _ in lost])


def few_left(lines, locks, row, seed, left=11, **more):
    """The position with so many cards unseen; the others were discarded where everyone saw it."""
    whole = position(*lines, locks=locks, row=row, **more).state
    cards = list(unseen(whole))
    random.Random(seed).shuffle(cards)
    return position(*lines, locks=locks, row=row, discards=" ".join(map(str, cards[left:])), **more).state


POSITIONS = [
    few_left(P1, {"Ben": {4: 34}}, "63 7 57", 1),
    few_left(P1, {"Ben": {4: 34}}, "63 7 57", 2, turn="Ben"),
    few_left(P1, {"Ana": {4: 34}, "Ben": {7: 78}}, "63 35 57", 3),
    few_left(P2, {"Cleo": {1: 69}}, "21 44", 4, 9),
    few_left(P2, {"Ben": {4: 69}}, "21 7 3", 5, 9, turn="Cleo"),
    few_left(PICTURE, {}, "9 69 20", 6, 9, turn="Ben"),
    few_left(("1 2 9 40 50 60 70", "4 5 11 41 39 61 71"), {}, "63 20 7", 7, 12),
]
"""Small enough for every order of refills to be tried."""


@pytest.mark.parametrize("state", POSITIONS)
def test_the_chances_of_drawing_and_removing_are_those_of_every_card_tried(state) -> None:
    seat = state.turn
    said = moves(advice(state, seat))
    checked = 0
    for _, move in trains.legal_moves(state, seat):
        match move:
            case trains.moves.Draw():
                worked_out = drawing(state, seat, unseen(state))
            case Remove():
                worked_out = removing(state, move)
            case _:
                continue
        checked += 1
        win, lose, risk, far = worked_out
        value = win + (1 - win - lose) * (1 - risk) / (1 + far)
        assert list(said[notation.write(move)].values()) == [str(one) for one in (win, lose, risk, far, value)]
    assert checked >= 1


def test_a_rearrangement_and_a_lock_leave_nothing_to_chance() -> None:
    state = position(*P1, row="57 34 3").state
    said = moves(advice(state, 0))
    cards = list(unseen(state))
    for move in (SwapOver(0, 57, 2), SwapOver(0, 57, 5), MoveLeft(0, 3, 6), Protect(0, 34, 4)):
        after = trains.apply(state, 0, move)
        risk = threat(after.trains[1].cars, {}, after.row, cards)
        far = distance(after.trains[0].cars, set_of(cards))
        worked_out = {"win": "0", "lose": "0", "risk": str(risk), "distance": str(far), "value": str((1 - risk) / (1 + far))}
        assert said[notation.write(move)] == worked_out


def test_a_winning_move_comes_first_and_after_it_nothing_is_to_be_feared() -> None:
    state = position("3 17 24 56 41 73 81", BEN, row="20 9").state
    first, second = advice(state, 0)["moves"][:2]
    assert first["move"] == 'SwapAdjacent {"seat": 0, "card": 20, "space": 4}'
    assert exact(first) == {"win": "1", "lose": "0", "risk": "0", "distance": "0", "value": "1"}
    assert second["value"]["value"] < 1


def test_an_ability_left_in_the_row_that_wins_for_the_next_seat_is_certain_to() -> None:
    said = moves(advice(position(P1[0], "3 17 24 56 41 73 81", row="20 57").state, 0))
    assert said['SwapOver {"seat": 0, "card": 57, "space": 1}']["risk"] == "1"
    assert said['SwapAdjacent {"seat": 0, "card": 20, "space": 1}']["risk"] != "1"


def test_the_drawn_card_goes_where_the_next_seat_can_do_least_when_the_distance_is_the_same() -> None:
    # On some spaces the replaced car pairs off with the card that would win for Ben.
    lines = ("70 60 53 40 30 19 10", "3 17 24 56 41 73 81")
    assert [car for car in numbers(lines[0]) if BOX.ability_of[car] == "swap_adjacent"] == [53]
    state = few_left(lines, {}, "20", 8, 14)
    said = moves(advice(state, 0))['Draw {"seat": 0}']
    assert Fraction(said["risk"]) < 1
    assert said["risk"] == str(drawing(state, 0, unseen(state))[2])


# --- order, and what goes with each phase -------------------------------------------------------------------------------


def phases(seed=5, seats=3):
    """A game's positions with the seat that is to act, one of each phase and more."""
    return [(state, who if isinstance(who, int) else None) for state, who, _ in walk(opened(seats), seed)]


def test_every_legal_move_is_listed_once_by_value_then_notation() -> None:
    checked = 0
    for state, seat in phases()[::3]:
        if seat is None or state.phase != "turn":
            continue
        said = advice(state, seat)["moves"]
        legal = {notation.write(move) for _, move in trains.legal_moves(trains.view(state, seat), seat)}
        keys = [(-Fraction(one["value"]["exact"]), one["move"]) for one in said]
        assert {one["move"] for one in said} == legal and len(said) == len(legal)
        assert keys == sorted(keys)
        assert all(set(one) == {"move", "win", "lose", "risk", "distance", "value"} for one in said)
        checked += 1
    assert checked >= 3


def test_before_anyone_keeps_there_are_only_distances() -> None:
    for lines, whole in ([TO_FIRST[:1], False], [TO_FIRST, True], [TO_OFFER, True]):
        said = advice(game(*lines).state, 0)
        assert (said["draw"], said["moves"]) == (None, [])
        assert said["distance"] == ({"Ana": 5, "Ben": 5} if whole else None)


def test_the_screen_that_everyone_sees_has_distances_alone() -> None:
    state = p1()
    said = advise(trains.view(state, None), seat=None, names=NAMES[:2])
    assert said == {"seat": None, "unseen": 66, "distance": {"Ana": 1, "Ben": 1}, "draw": None, "moves": []}


def test_a_seat_that_is_not_to_act_has_the_odds_of_its_draw_and_no_moves() -> None:
    said = advice(p1(), 1)
    assert exact(said["draw"])["win"] == "7/33" and said["moves"] == []
    waiting = advice(position(*P1, row="63 7 57").then(draws("Ana")).state, 0)
    assert waiting["draw"] is not None and waiting["moves"] == []


def test_while_a_gap_is_open_there_is_no_distance() -> None:
    told = position(*P1, row="63 7 57").then(use("Ana", "Remove", 63))
    assert told.state.phase == "refill"
    said = advice(told.state, 0)
    assert (said["distance"], said["draw"], said["moves"]) == (None, None, [])


def test_before_a_shuffle_and_after_the_game_there_are_only_distances() -> None:
    shuffling = position(*P1, row="57", pile=1).then(draws("Ana", 33)).state
    over = position("3 17 24 56 41 73 81", BEN, row="20").then(use("Ana", "SwapAdjacent", 20, 4)).state
    assert (shuffling.phase, over.phase) == ("shuffle", "over")
    for state in (shuffling, over):
        said = advice(state, 0)
        assert (said["draw"], said["moves"]) == (None, [])
        assert set(said["distance"]) == {"Ana", "Ben"}
    assert advice(over, 0)["distance"]["Ana"] == 0


def test_putting_is_weighed_space_by_space() -> None:
    state = position(*P1, locks={"Ben": {4: 34}}, row="63 7 57").then(draws("Ana", 15)).state
    said = advice(state, 0)
    assert said["unseen"] == 65 and len(said["moves"]) == 7
    assert said["moves"][0]["move"] == put("Ana", 3).removeprefix("Ana ")
    assert exact(said["moves"][0])["win"] == "1"
    cards = list(unseen(state))
    for one in said["moves"][1:]:
        space = json.loads(one["move"].removeprefix("Put "))["space"]
        line = on(state.trains[0].cars, space, 15)
        row = laid(state.row, state.trains[0].cars[space - 1])
        risk = threat(state.trains[1].cars, {4: 34}, row, cards)
        assert (exact(one)["win"], exact(one)["lose"], exact(one)["risk"]) == ("0", "0", str(risk))
        assert exact(one)["distance"] == str(distance(line, set_of(cards)))


def test_keeping_is_listed_by_distance_then_by_what_may_improve() -> None:
    state = game(*TO_KEEP, kept("Ana", 12, 7)).state
    said = advice(state, 1)["moves"]
    keys = [(Fraction(one["distance"]["exact"]), -Fraction(one["improve"]["exact"]), one["move"]) for one in said]
    assert keys == sorted(keys) and len(keys) == 14
    cards = unseen(trains.view(state, 1))
    for one in said[::5]:
        choice = json.loads(one["move"].removeprefix("Kept "))
        line = on(state.trains[1].cars, choice["space"], choice["card"])
        now = distance(line, set_of(cards))
        better = sum(
            min(distance(on(line, space, card), set_of(cards) & ~(1 << card)) for space in range(1, 8)) < now for card in cards
        )
        assert exact(one) == {"distance": str(now), "improve": str(Fraction(better, len(cards)))}


# --- what is hidden -----------------------------------------------------------------------------------------------------


def test_start_cards_that_were_not_told_are_not_advised_on() -> None:
    state = game(*TO_OFFER, offered("Ana", "12"), offered("Ben", "? 80"), kept("Ana", 12, 7)).state
    said = advice(state, 1)
    assert len(said["moves"]) == 7 and all('"card": 80' in one["move"] for one in said["moves"])
    assert said["draw"] is not None
    unknown = game(*TO_OFFER, offered("Ana", "12"), offered("Ben", "? ?"), kept("Ana", 12, 7)).state
    assert advice(unknown, 1)["moves"] == []
    assert any(isinstance(move, Ask) for _, move in trains.legal_moves(unknown, 1))


def test_a_discarded_start_card_counts_for_its_own_seat_alone() -> None:
    state = game(*TO_TURN).state
    assert [advice(state, seat)["unseen"] for seat in (0, 1)] == [68, 67]
    assert advise(trains.view(state, None), seat=None, names=NAMES[:2])["unseen"] == 68


@pytest.mark.parametrize("seat", [None, 0])
def test_the_advice_is_the_same_whatever_the_view_hides(seat: int | None) -> None:
    told = []
    for other in ("80", "22", "5"):
        start = game(*TO_OFFER, offered("Ana", "12"), offered("Ben", f"34 {other}"))
        for state in (start.state, start.then(kept("Ana", 12, 7), kept("Ben", 34, 3)).state):
            told.append(advise(trains.view(state, seat), seat=seat, names=NAMES[:2]))
    assert told[0] == told[2] == told[4] and told[1] == told[3] == told[5]
    assert told[0] != told[1]


# --- the end of the draw pile -------------------------------------------------------------------------------------------


def test_when_the_discard_must_be_shuffled_before_the_next_draw_it_is_what_may_come() -> None:
    cards = " ".join(map(str, unseen(position(*P1, row="57").state)))
    told = position(*P1, row="57", discards=cards, reshuffle_late=True)
    assert (told.state.phase, told.state.pile) == ("turn", 0)
    said = advice(told.state, 0)
    assert said["unseen"] == 0 and said["distance"] == {"Ana": 1, "Ben": 1}
    after = advice(told.ruled(SHUFFLED).state, 0)
    assert (said["draw"], said["moves"]) == (after["draw"], after["moves"])


@pytest.mark.parametrize("left", [1, 2, 3, 4])
@pytest.mark.parametrize("seed", [1, 2])
def test_of_the_last_unseen_cards_each_is_as_likely_to_be_drawn(left: int, seed: int) -> None:
    state = few_left(P2, {"Cleo": {1: 69}}, "21 44", seed, left)
    cards, line = unseen(state), numbers(P2[0])
    said = advice(state, 0)
    assert said["unseen"] == len(cards) == left
    assert said["distance"] == {name: distance(numbers(one), set_of(cards)) for name, one in zip(NAMES, P2, strict=False)}
    best = [min(distance(on(line, space, card), set_of(cards) & ~(1 << card)) for space in range(1, 8)) for card in cards]
    now = said["distance"]["Ana"]
    won, better = best.count(0), sum(far < now for far in best)
    assert exact(said["draw"]) == {
        "win": str(Fraction(won, left)),
        "improve": str(Fraction(better, left)),
        "expect": str(Fraction(sum(best), left)),
    }
    assert moves(said)['Draw {"seat": 0}']["win"] == str(Fraction(won, left))


def test_when_the_last_unseen_card_is_drawn_the_next_seat_draws_from_the_shuffled_discard() -> None:
    state = few_left(P1, {"Ben": {4: 34}}, "57", 3, 1)
    # Ben lacks a car from 53 to 69 on his sixth space.
    discard = {card for card, _ in state.seen}
    helpful = discard & set(range(53, 70))
    assert moves(advice(state, 0))['Draw {"seat": 0}']["risk"] == str(Fraction(len(helpful), len(discard)))


@pytest.mark.parametrize("seed", [1, 7])
def test_when_the_unseen_cards_do_not_do_for_all_refills_the_last_come_from_the_shuffled_discard(seed: int) -> None:
    # Ana's 21 empties every middle: she and Ben draw the two unseen cards, Cleo one of the discards.
    state = few_left(P2, {"Cleo": {1: 69}}, "21 44", seed, 2)
    discard = {card for card, _ in state.seen}
    helped = [{card for card in range(1, 85) if ascending(on(numbers(line), 4, card))} for line in P2]
    outcomes = Counter(
        next((seat for seat, card in enumerate(drawn) if card in helped[seat]), None)
        for one, other in permutations(unseen(state))
        for drawn in ((one, other, third) for third in discard)
    )
    said = moves(advice(state, 0))['Remove {"seat": 0, "card": 21}']
    tried = outcomes.total()
    assert said["win"] == str(Fraction(outcomes[0], tried))
    assert said["lose"] == str(Fraction(outcomes[1] + outcomes[2], tried))
    assert outcomes[1] + outcomes[2] > 0


def test_with_the_last_card_every_phase_has_its_advice() -> None:
    told = position(ANA, BEN, CLEO, row="57 63", pile=1)
    for state, seat in ((told.state, 0), (told.then(draws("Ana")).state, 0), (told.then(draws("Ana", 1), SHUFFLED).state, 0)):
        assert advice(state, seat)["distance"]["Ana"] >= 4


def test_the_advice_is_ready_for_json_and_its_numbers_are_reduced() -> None:
    for state, seat in [*phases(7, 4)[::7], *phases(8, 2)[::5]]:
        said = advice(state, 0 if seat is None else seat)
        assert list(said) == ["seat", "unseen", "distance", "draw", "moves"]
        assert notation.plain(said) == json.loads(json.dumps(said)) == said
        for one in (*said["moves"], *filter(None, [said["draw"]])):
            for number in (number for key, number in one.items() if key != "move"):
                assert number["exact"] == str(Fraction(number["exact"]))
                assert number["value"] == float(Fraction(number["exact"]))
                assert number["value"] >= 0


# --- progress -----------------------------------------------------------------------------------------------------------


def test_progress_is_the_distance_of_every_line_from_the_deal_of_a_turn_to_the_end() -> None:
    said = progress(trains.view(p1(), None))
    assert (said.numbers, str(said.along)) == ({0: 1, 1: 1}, "Turn by turn; less is better.")
    assert progress(position("3 17 24 41 56 73 81", PICTURE[1], phase="over").state).numbers == {0: 0, 1: 4}


@pytest.mark.parametrize("phase", ["deal", "offer", "keep", "draw", "put", "refill", "shuffle"])
def test_within_a_turn_and_before_the_first_no_progress_is_told(phase: str) -> None:
    assert progress(position(*P1, phase=phase).state) is None


def test_of_a_line_that_has_a_gap_when_the_game_ends_no_progress_is_told() -> None:
    state = position("3 17 24 41 56 73 81", "57 37 34 - 22 63 8", phase="over").state
    assert progress(state).numbers == {0: 0, 1: None}
