"""Advice on Bibliogamo: the values that the specification's section 10 was computed with."""

from __future__ import annotations

import dataclasses
import json
import random
import re
from collections import Counter
from fractions import Fraction as F
from itertools import permutations
from pathlib import Path

import pytest

from companion import record, table
from companion.__main__ import run
from companion.games import bibliogamo
from companion.games.bibliogamo import advice, odds, plan
from companion.games.bibliogamo.advice import Wanted
from companion.games.bibliogamo.moves import EndTurn, Hire
from companion.games.bibliogamo.plan import Candidate
from companion.games.bibliogamo.state import changed, unseen
from tests.games.bibliogamotable import (
    BOX,
    END,
    PAY_DAY,
    SELL,
    count,
    drew,
    flipped,
    full,
    game,
    hire,
    position,
    prestige,
)

DAYS = tuple(map(F, BOX.day_value))
PLAYTHROUGH = Path(__file__).parents[1] / "playthroughs/bibliogamo-alone.txt"


def said(state, wanted=None, **more):
    return advice.advise(state, seat=0, names=("Ana",), wanted=wanted, **{"quick": True, **more})


def advised(told):
    found = said(told.state)
    assert json.loads(json.dumps(found)) == found
    return found


def an_offer(coin, hand, *, discard=(), pile=None, day=3, price=5):
    """The state of an offer in which these cards are the hand and all others lie in the pile, but for the discard."""
    state = changed(position("").state, stage="offer", coin=coin, price=price, day=day, hand=tuple(hand), discard=tuple(discard))
    return changed(state, pile=len(unseen(state)) if pile is None else pile)


def paying(state, value=None):
    """The worth of a paid day as the advice tells it."""
    told = said(state, None if value is None else Wanted(F(value)))["offer"]["pay"]
    assert told["exact"] == str(F(told["exact"])) and float(F(told["exact"])) == told["value"]
    return F(told["exact"])


HEAD = "companion 1\ngame: bibliogamo\nbox: house\noptions: {}\nseats: Ana\n\n"


def by_command(tmp_path, capsys, *lines, seat=()):
    """What `companion advise` prints of a record with these lines."""
    file = tmp_path / "record.txt"
    file.write_text(HEAD + "".join(f"{seq} {line}\n" for seq, line in enumerate(lines, 1)))
    assert run(["advise", str(file), "--json", *seat]) == 0
    return json.loads(capsys.readouterr().out)


DEALT = (f"TABLE {prestige('P7')}", *drew("A03 A08 A21 A31 A45").splitlines())


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


def test_values_1_and_2_on_the_command_line(tmp_path, capsys):
    found = by_command(tmp_path, capsys, *DEALT)
    assert found["landing"] == {
        "towers": {
            tower: {"exact": "3/14", "value": 3 / 14} if tower == "ATLAS" else {"exact": "0", "value": 0.0} for tower in BOX.tower
        },
        "tower": {"exact": "3/14", "value": 3 / 14},
        "reach": [{"exact": "0", "value": 0.0}] * 7,
    }
    assert exact(found["bar"]) == {"R": "2/7", "S": "11/42", "I": "3/14", "B": "5/21"}
    assert (found["seat"], found["unseen"], found["pile"], found["stuck"]) == (None, 42, 42, False)
    assert by_command(tmp_path, capsys, *DEALT, seat=("--seat", "Ana"))["seat"] == "Ana"
    # The Atlas is finished on the last day, so that a price is asked for and a plan is soon made.
    ready = count('{"day": 40, "space": 3, "towers": {"ATLAS": [4, 0, 3, 2]}}').removeprefix("Ana ")
    ruling = "Ana Ruling " + json.dumps({"text": "so it lies", "moves": [ready]})
    found = by_command(tmp_path, capsys, *DEALT, flipped("A15"), ruling)
    assert found.keys() == {"seat", "stage", "unseen", "pile", "sale", "stuck", "plan"}
    assert (found["seat"], found["unseen"], found["sale"]["mean"]["exact"]) == ("Ana", 41, "6487/1640")
    prices = {int(price): F(chance["exact"]) for price, chance in found["sale"]["prices"].items()}
    assert sum(chance for price, chance in prices.items() if price >= 8) == F(39, 328)
    assert prices[0] + prices[1] == F(17, 82)
    assert list(prices) == sorted(prices) and sum(prices.values()) == 1
    assert [one.keys() for one in found["plan"]] == [{"move", "mean", "error", "rollouts"}] * 2
    assert found["plan"][0]["move"] == "Sell {}"


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


def test_values_3_and_4_as_they_are_advised():
    for days, wanted in ((1, F(167, 47)), (2, F(4229, 1081)), (3, 4.079093), (37, 1.731716)):
        assert paying(an_offer("crown", (), day=40 - days)) == (
            wanted if isinstance(wanted, F) else pytest.approx(wanted, abs=5e-7)
        )
    for days, wanted in ((1, F(111, 47)), (2, F(175, 94)), (37, 0.361702)):
        assert paying(an_offer("lily", (), day=40 - days)) == (
            wanted if isinstance(wanted, F) else pytest.approx(wanted, abs=5e-7)
        )
    for days, wanted in ((1, F(27, 47)), (2, F(335, 2162)), (37, -1.425532)):
        assert paying(an_offer("moon", (), day=40 - days)) == (
            wanted if isinstance(wanted, F) else pytest.approx(wanted, abs=5e-7)
        )
    for value, wanted in (("0.5", 8.204120), (1, 7.066754), (3, 3.309078), (6, -0.446809)):
        assert paying(an_offer("crown", ()), value) == pytest.approx(wanted, abs=5e-7)


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


def test_value_5_as_it_is_advised():
    crowns = {"A01": 1, "A02": 2, "A03": 9, "A04": 4, "A05": 10}
    worth = {card: {**BOX.artisan[card].values, "crown": florins} for card, florins in crowns.items()}
    artisans = tuple(dataclasses.replace(one, values=worth.get(one.card, one.values)) for one in BOX.artisans)
    box, rest = dataclasses.replace(BOX, artisans=artisans), [card for card in BOX.artisan if card not in crowns]

    def state(hand, discard, **more):
        return changed(an_offer("crown", hand, discard=discard, **more), box=box)

    assert [paying(state([*rest, "A04", "A05"], (), day=40 - days)) for days in (1, 2, 3, 10)] == [2, F(8, 3), F(25, 6), 1]
    assert paying(state(rest, ("A04", "A05"), pile=1, day=37)) == F(29, 6)
    # When the pile is empty, nothing is unseen: what was is the hand.
    assert paying(state([*rest, "A01", "A02", "A03"], ("A04", "A05"), day=37)) == F(25, 4)


def test_value_7_as_it_is_advised():
    early = [f"A{n:02}" for n in range(1, 17)]
    values = [("crown", 20, "10853/8370"), ("crown", 3, "97027/26970"), ("moon", 3, "-80/2697"), ("lily", 2, "113/62")]
    for coin, days, wanted in values:
        assert said(an_offer(coin, early, day=40 - days))["offer"]["pay"]["exact"] == wanted


def test_a_question_of_the_house_box_takes_at_most_ten_thousand_entries():
    for coin in BOX.coin:
        assert 0 < odds.weighed(values(coin), 47, [], 37, DAYS).entries <= 10_000


def test_what_a_day_is_worth_is_read_as_it_is_written():
    box = dataclasses.replace(BOX, day_value=(2.2, 0.1))
    state = changed(an_offer("lily", (), day=39), box=box)
    assert paying(state) == F(sum(values("lily")), 47) - F(11, 5)
    assert said(state)["offer"]["day_value"] == 2.2


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


STAGES = {
    "prestige": set(),
    "draw": {"landing", "bar"},
    "dawn": {"landing", "bar"},
    "act": {"landing", "bar"},
    "price": set(),
    "offer": {"offer"},
    "over": set(),
}
ALWAYS = {"seat", "stage", "unseen", "pile", "stuck"}


@pytest.fixture(scope="module")
def played():
    """The states of a whole game."""
    found = record.read(PLAYTHROUGH.read_text(), {"bibliogamo": bibliogamo}, lambda name, box: BOX)
    return [step.after for step in table.replay(found.table, found.entries).steps]


def chances(value):
    """Every chance in the advice, with its two ways of writing."""
    if isinstance(value, dict) and value.keys() == {"exact", "value"}:
        yield value
    elif isinstance(value, (dict, list)):
        for part in value.values() if isinstance(value, dict) else value:
            yield from chances(part)


def test_a_whole_game_is_advised_with_the_keys_of_each_stage(played):
    stages = Counter()
    for state in played:
        if state.stage == "draw" and stages["draw"] > 20:
            continue
        stages[state.stage] += 1
        found = said(state)
        keys = STAGES[state.stage] - ({"landing", "bar"} if (state.stage, state.day) == ("act", 40) else set())
        assert found.keys() - {"sale", "stuck_by"} == ALWAYS | keys
        assert json.loads(json.dumps(found)) == found
        for one in chances(found):
            assert re.fullmatch("-?[0-9]+(/[0-9]+)?", one["exact"]) and one["exact"] == str(F(one["exact"]))
            assert one["value"] == float(F(one["exact"]))
        if "landing" in found:
            assert sum(F(one["exact"]) for one in found["bar"].values()) == 1
            assert found["landing"]["tower"]["exact"] == str(sum(F(one["exact"]) for one in found["landing"]["towers"].values()))
            assert len(found["landing"]["reach"]) == 7
    assert stages.keys() >= {"draw", "dawn", "act", "price", "offer", "over"}


def test_pages_are_told_more_than_the_command_line(played):
    more = Counter()
    for state in played[7::9]:
        plain, found = said(state), said(state, Wanted())
        for key, value in found.items():
            if key in ("landing", "offer"):
                more.update(value.keys() - plain[key].keys())
                assert {name: value[name] for name in plain[key]} == plain[key]
            elif key in plain:
                assert value == plain[key]
            else:
                more[key] += 1
    assert more.keys() <= {"spaces", "books", "cards", "shuffled_first", "prices", "coming", "stuck_from"}
    assert {"spaces", "books", "cards", "shuffled_first"} <= more.keys()


def test_the_stops_of_tomorrow_are_told_by_space():
    spaces = said(position().state, Wanted())["landing"]["spaces"]
    assert list(spaces) == ["1", "2", "3", "4", "5", "6"]
    assert exact(spaces) == {"1": "2/21", "2": "1/6", "3": "3/14", "4": "5/21", "5": "1/7", "6": "1/7"}


def test_whether_tomorrow_is_counted_over_the_pile_or_over_the_discard_is_told():
    g = position("A03 A08 A21", rest="A17 A18 A19", stage="act", bar="R")
    assert [said(g.state, Wanted())["landing"][key] for key in ("cards", "shuffled_first")] == [3, False]
    g = position("A03 A08", rest="A17 A18 A19", stage="act", bar="R")
    assert [said(g.state, Wanted())["landing"][key] for key in ("cards", "shuffled_first")] == [42, True]


def test_each_finished_book_is_told_with_how_far_he_stops_from_it():
    g = position(towers=full("ATLAS", "POETRY"))
    landing = said(g.state, Wanted())["landing"]
    assert list(landing["books"]) == ["ATLAS", "POETRY"]
    stops = {int(space): F(one["exact"]) for space, one in landing["spaces"].items()}
    for tower, at in (("ATLAS", 3), ("POETRY", 8)):
        for b, one in enumerate(landing["books"][tower]):
            assert F(one["exact"]) == sum(chance for space, chance in stops.items() if abs(space - at) <= b)
    near = {space: min(abs(space - 3), abs(space - 8)) for space in stops}
    assert [F(one["exact"]) for one in landing["reach"]] == [
        sum(stops[space] for space in stops if near[space] <= b) for b in range(7)
    ]


def test_what_a_price_card_may_name_is_told_while_it_is_awaited():
    g = position(towers=full("ATLAS"), flip="A09").then(SELL)
    assert said(g.state, Wanted())["coming"]["mean"]["exact"] == str(odds.mean(odds.first_price(g.state)))
    g = g.then(flipped("A23"))
    left = [BOX.artisan[card].values["moon"] for card in unseen(g.state)]
    assert said(g.state, Wanted())["coming"]["mean"]["exact"] == str(F(sum(left), len(left)))
    assert "coming" not in said(g.then(flipped("A25")).state, Wanted())


def test_a_slider_sets_one_value_for_all_days():
    state = position(towers=full("ATLAS"), flip="A09", day=36).then(SELL, flipped("A22 A01")).state
    assert said(state, Wanted())["offer"]["day_value"] == said(state)["offer"]["day_value"] == 2.5
    for value, best in ((1, "PayDay"), (9, "Accept")):
        found = said(state, Wanted(F(value)))["offer"]
        assert (found["day_value"], found["best"]) == (value, best)
        assert found["mean"] == said(state)["offer"]["mean"]
    told = said(state, Wanted(F(9)), quick=False)["offer"]["by_day_value"]
    assert [one["day_value"] for one in told] == [1, 2, 3, 4, 5, 6]
    for one in told:
        alone = said(state, Wanted(F(one["day_value"])))["offer"]
        assert (one["pay"], one["best"]) == (alone["pay"], alone["best"])


def test_the_same_worth_as_the_price_is_no_reason_to_wait():
    found = said(an_offer("crown", set(BOX.artisan) - {"A01"}, day=39, price=0), Wanted(F(BOX.artisan["A01"].values["crown"])))
    assert (found["offer"]["pay"]["exact"], found["offer"]["best"]) == ("0", "Accept")


# --- a plan ---------------------------------------------------------------------------------------------------------------


def test_a_plan_is_made_when_it_is_asked_for():
    state = position("A01 A10", day=39, flip="A06").state
    assert "plan" not in said(state, Wanted(), quick=False)
    assert "plan" not in said(state, Wanted(plan=True))
    found = said(state, Wanted(plan=True), quick=False)["plan"]
    assert [one["move"] for one in found] == [one["move"] for one in said(state, quick=False)["plan"]]
    assert {type(move) for one in found for move in one["moves"]} == {Hire, EndTurn}
    assert all(one["equal"] for one in found), "on the last day nothing is worth anything any more"


def test_two_are_about_equal_when_they_differ_by_less_than_two_standard_errors():
    spread = Candidate((EndTurn(),), [1.0, 3.0] * 8)
    assert spread.mean == 2 and 0.25 < spread.error < 0.26
    for mean, equal in ((2.0, True), (2.7, True), (2.75, False)):
        other = Candidate((EndTurn(),), [mean - 1, mean + 1] * 8)
        assert advice.about_equal(other, spread) == advice.about_equal(spread, other) == equal
    sure = Candidate((EndTurn(),), [2.0, 2.0])
    assert advice.about_equal(sure, sure)
    assert not advice.about_equal(sure, Candidate((EndTurn(),), [2.1, 2.1]))


def test_where_nothing_else_can_be_done_the_plan_has_one_candidate():
    last = position(day=38, towers=full("ATLAS"), flip="A09").then(SELL, flipped("A23 A25"), PAY_DAY, flipped("A26"))
    (only,) = said(last.state, quick=False)["plan"]
    assert only == {"move": "Accept {}", "mean": only["mean"], "error": only["error"], "rollouts": plan.USUAL.more}


# --- stuck ----------------------------------------------------------------------------------------------------------------


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


def stuck_by(told):
    return [(one["card"], one["tower"]) for one in advised(told).get("stuck_by", [])]


NEARLY = {
    "HISTORY": "2 1 0 0",
    "ATLAS": "1 0 1 1",
    "POETRY": "1 1 1 0",
    "LAW": "3 3 0 1",
    "HERBAL": "1 1 1 1",
    "PSALTER": "0 1 2 1",
}
"""Two cubes are in the supply, and the Law misses two."""


def test_a_hire_that_would_leave_nothing_to_finish_is_told_before_it_is_made():
    g = position("A03 A08 A21 A31 A45", towers=NEARLY, flip="A06")
    assert g.state.supply == 2
    assert not advised(g)["stuck"]
    warned = stuck_by(g)
    assert ("A08", "ATLAS") in warned and ("A08", "LAW") not in warned
    assert advised(g.then(hire("A08", "ATLAS", "A03")))["stuck"]
    assert dict(odds.sticking(g.state)) == dict.fromkeys(("HISTORY", "ATLAS", "POETRY", "HERBAL", "PSALTER"), 1)


def test_the_hires_that_are_warned_of_are_those_after_which_it_is_so():
    rng, warned = random.Random(7), 0
    for _ in range(60):
        towers = {}
        for tower in BOX.towers:
            towers[tower.tower] = [rng.randint(0, most) for most in tower.recipe]
        while sum(map(sum, towers.values())) > 26:
            one = rng.choice(list(towers))
            towers[one] = [max(0, n - 1) for n in towers[one]]
        hand = rng.sample(list(BOX.artisan)[1:], 3)
        g = position(" ".join(hand), towers={tower: " ".join(map(str, found)) for tower, found in towers.items()}, flip="A01")
        hires = [move for move in g.moves() if isinstance(move, Hire)]
        after = {(move.card, move.tower): odds.stuck(bibliogamo.apply(g.state, 0, move)) for move in hires}
        bad = [] if odds.stuck(g.state) else [pair for pair, stuck in after.items() if stuck]
        assert stuck_by(g) == bad
        warned += bool(bad)
    assert warned > 5


def test_of_a_hidden_hand_the_cards_that_are_known_are_warned_of_and_how_many_cubes_it_takes():
    g = position("A03 A08 ? ? ?", towers=NEARLY, flip="A06")
    assert {card for card, _ in stuck_by(g)} == {"A03", "A08"}
    assert said(g.state, Wanted())["stuck_from"] == dict(odds.sticking(g.state))
    alone = position("? ? ? ? ?", towers=NEARLY, flip="A06")
    assert stuck_by(alone) == []
    assert set(said(alone.state, Wanted())["stuck_from"]) == {"HISTORY", "ATLAS", "POETRY", "HERBAL", "PSALTER"}


def test_nobody_is_warned_when_no_hire_is_left_or_none_can_do_it():
    assert "stuck_from" not in said(position("A03 A08", towers=NEARLY, stage="act", bar="R", hires=2).state, Wanted())
    assert stuck_by(position("A03 A08", towers=NEARLY, stage="act", bar="R", hires=2)) == []
    assert "stuck_from" not in said(position("A03 A08 A21 A31 A45", flip="A06").state, Wanted())
