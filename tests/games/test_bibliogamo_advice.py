"""Advice on Bibliogamo: the values that the specification's section 10 was computed with."""

from __future__ import annotations

import json
from fractions import Fraction as F
from itertools import permutations

import pytest

from companion.games.bibliogamo import advice, odds
from companion.games.bibliogamo.state import unseen
from tests.games.bibliogamotable import BOX, END, PAY_DAY, SELL, drew, flipped, full, game, position, prestige

DAYS = tuple(map(F, BOX.day_value))


def advised(told):
    found = advice.advise(told.state, seat=0, names=("Ana",), quick=True)
    assert json.loads(json.dumps(found)) == found
    return found


def exact(chances):
    return {key: chance["exact"] for key, chance in chances.items() if chance["value"]}


def values(coin, cards=None):
    return [BOX.artisan[card].values[coin] for card in cards or BOX.artisan]


# --- tomorrow ---------------------------------------------------------------------------------------------------------


def test_value_1_the_first_dawn():
    found = advised(position())
    assert exact(found["landing"]["towers"]) == {"ATLAS": "3/14"}
    assert found["landing"]["tower"]["exact"] == "3/14"
    assert [str(odds.stops(position().state)[space]) for space in range(1, 7)] == ["2/21", "1/6", "3/14", "5/21", "1/7", "1/7"]
    assert exact(found["bar"]) == {"R": "2/7", "S": "11/42", "I": "3/14", "B": "5/21"}
    assert (found["seat"], found["stage"], found["unseen"], found["pile"]) == ("Ana", "dawn", 42, 42)
    assert [chance["exact"] for chance in found["landing"]["reach"]] == ["0"] * 7


def test_value_2_the_first_day():
    g = position(flip="A15")
    found = advised(g)
    assert (found["unseen"], exact(found["landing"]["towers"])) == (41, {"ATLAS": "7/41"})
    prices = odds.first_price(g.state)
    assert odds.mean(prices) == F(6487, 1640)
    assert sum(chance for price, chance in prices.items() if price >= 8) == F(39, 328)
    assert prices[0] + prices[1] == F(17, 82)
    assert "sale" not in found
    ready = position(towers=full("ATLAS"), flip="A09")
    assert advised(ready)["sale"]["mean"]["exact"] == str(odds.mean(odds.first_price(ready.state)))


def test_value_6_when_the_refill_empties_the_pile_the_discard_comes():
    g = position("A03 A08", rest="A17 A18", stage="act", bar="R")
    assert exact(advised(g)["landing"]["towers"]) == {"ATLAS": "10/43"}
    g = position("A03 A08", rest="A17 A18", stage="act", bar="R", space=9)
    assert exact(advised(g)["landing"]["towers"]) == {"LAW": "10/43", "HERBAL": "6/43"}


def test_what_a_bribe_can_reach_grows_with_its_spaces():
    g = position(towers=full("ATLAS"))
    reach = [F(chance["exact"]) for chance in advised(g)["landing"]["reach"]]
    assert reach == [F(3, 14), F(1, 6) + F(3, 14) + F(5, 21), 1 - F(1, 7), 1, 1, 1, 1]


# --- accept or pay ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("coin", "expected"),
    [
        ("crown", [F(167, 47), F(4229, 1081), 4.079093, 3.154262, 2.240129, 1.731716]),
        ("lily", [F(111, 47), F(175, 94), 1.861702, 0.861702, 0.361702, 0.361702]),
        ("moon", [F(27, 47), F(335, 2162), 0.100678, -0.905335, -1.425532, -1.425532]),
    ],
)
def test_value_3_a_day_with_the_whole_pile(coin, expected):
    for days, wanted in zip((1, 2, 3, 4, 5, 37), expected, strict=True):
        found = odds.worth(values(coin), 47, [], days, DAYS)
        assert found == wanted if isinstance(wanted, F) else float(found) == pytest.approx(wanted, abs=5e-7)


def test_value_4_the_slider():
    sliders = {0.5: 8.204120, 1: 7.066754, 2: 5.092175, 3: 3.309078, 4: 1.731716, 5: 0.553191, 6: -0.446809}
    for value, wanted in sliders.items():
        assert float(odds.worth(values("crown"), 47, [], 37, (F(value),))) == pytest.approx(wanted, abs=5e-7)


def test_value_5_small_piles_and_the_shuffle():
    assert [odds.worth([1, 2, 9], 3, [], days, DAYS) for days in (1, 2, 3, 10)] == [2, F(8, 3), F(25, 6), 1]
    assert odds.worth([1, 2, 9], 1, [4, 10], 3, DAYS) == F(29, 6)
    assert odds.worth([1, 2, 9], 0, [4, 10], 3, DAYS) == F(25, 4)
    assert odds.worth([1, 2, 9], 3, [], 0, DAYS) is None
    assert odds.worth([], 0, [], 3, DAYS) is None


def test_value_7_a_pile_of_31():
    late = [f"A{n}" for n in range(17, 48)]
    assert odds.worth(values("crown", late), 31, [], 20, DAYS) == F(10853, 8370)
    assert odds.worth(values("crown", late), 31, [], 3, DAYS) == F(97027, 26970)
    assert odds.worth(values("moon", late), 31, [], 3, DAYS) == F(-80, 2697)
    assert odds.worth(values("lily", late), 31, [], 2, DAYS) == F(113, 62)


def by_sequences(pile, n, discard, days, horizon):
    """The same by going through cards one by one, without a table."""
    if days == 0 or horizon == 0:
        return None
    if n == 0:
        if not discard:
            return None
        pile, n, discard = discard, len(discard), []
    total = F(0)
    for at, value in enumerate(pile):
        rest = by_sequences([*pile[:at], *pile[at + 1 :]], n - 1, discard, days - 1, horizon - 1)
        total += value if rest is None else max(F(value), rest)
    return total / len(pile) - DAYS[min(days, len(DAYS)) - 1]


@pytest.mark.parametrize("pile", [[0, 3, 3, 8], [5], [1, 1, 12, 4]])
@pytest.mark.parametrize("discard", [[], [7, 2, 2], [9]])
def test_the_worth_of_a_day_is_what_going_through_all_sequences_finds(pile, discard):
    for n in range(len(pile) + 1):
        for days in range(5):
            assert odds.worth(pile, n, discard, days, DAYS, 4) == by_sequences(pile, n, discard, days, 4)


def test_an_offer_is_weighed():
    g = position(towers=full("ATLAS"), flip="A09").then(SELL, flipped("A23 A25"))
    found = advised(g)["offer"]
    left = [BOX.artisan[card].values["moon"] for card in unseen(g.state)]
    assert (found["accept"], found["coin"], found["day_value"], found["best"]) == (3, "moon", 4.0, "Accept")
    assert found["mean"]["exact"] == str(F(sum(left), len(left)))
    assert found["better"]["exact"] == str(F(sum(value > 3 for value in left), len(left)))
    assert found["pay"]["exact"] == str(odds.pay_worth(g.state))
    low = position(towers=full("ATLAS"), flip="A09", day=36).then(SELL, flipped("A22 A01"))
    found = advised(low)["offer"]
    assert (found["accept"], found["day_value"], found["best"]) == (2, 2.5, "PayDay")


def test_on_the_last_day_the_price_is_taken():
    g = position(day=38, towers=full("ATLAS"), flip="A09").then(SELL, flipped("A23 A25"), PAY_DAY, flipped("A26"))
    assert advised(g)["offer"] == {
        "accept": 0,
        "coin": "moon",
        "day_value": None,
        "mean": None,
        "better": None,
        "pay": None,
        "best": "Accept",
    }


def test_the_first_price_with_one_card_or_none_in_the_pile():
    g = position(towers=full("ATLAS"), space=3, rest="A17", stage="act", bar="R")
    (lily,) = {BOX.artisan["A17"].coin}
    found = odds.first_price(g.state)
    assert odds.mean(found) == F(sum(values(lily, g.state.discard)), len(g.state.discard))
    none = position(towers=full("ATLAS"), space=3, rest="", stage="act", bar="R")
    pairs = list(permutations(none.state.discard, 2))
    total = sum(BOX.artisan[second].values[BOX.artisan[first].coin] for first, second in pairs)
    assert odds.mean(odds.first_price(none.state)) == F(total, len(pairs))


# --- keys and stuck ---------------------------------------------------------------------------------------------------


def test_keys_that_do_not_apply_are_absent():
    assert set(advised(game())) == {"seat", "stage", "unseen", "pile", "stuck"}
    assert {"landing", "bar"} <= set(advised(game(prestige("P1"), drew("A01"))))
    assert not {"landing", "bar"} & set(advised(position(day=39, flip="A06")))
    assert "landing" not in advised(position(day=39, flip="A06").then(END))


def test_stuck_when_no_book_is_finished_and_none_can_be():
    assert not advised(position())["stuck"]
    towers = {
        "HISTORY": "3 2 0 0",
        "ATLAS": "3 0 1 0",
        "POETRY": "1 2 1 0",
        "LAW": "1 1 0 3",
        "HERBAL": "1 0 2 0",
        "PSALTER": "0 2 2 0",
    }
    g = position(towers=towers, flip="A06")
    assert g.state.supply == 1
    assert advised(g)["stuck"]
    assert not advised(position(towers={**towers, "PSALTER": "0 0 0 0"}, flip="A06"))["stuck"]
