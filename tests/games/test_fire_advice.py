"""Advice in Fire in the Library: every test value of the specification's section 10, and the same worked out the long way."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import fire
from companion.games.fire.advice import advise
from companion.games.fire.collapse import collapse_round, steps, turn_now
from companion.games.fire.moves import Burn, Drew, EndTurn, StartSaving, Stop, TakeTool
from companion.games.fire.pieces import TurnCard
from companion.games.fire.state import KINDS, DrawDue, Look, Options, Tokens
from companion.games.fire.worth import weigh
from companion.rules import TABLE

BOX = fire.read_box(Path(__file__).parents[2] / "companion/games/fire/box")
START = "LP1 LB1 LY1 LW1"


def card_of(text):
    """ "BP F . . ." as five spaces; spaces that are not named are empty."""
    tokens = [None if token == "." else token for token in text.split()]
    return tuple(tokens + [None] * (5 - len(tokens)))


def position(cards=(1,), card="", tops=START, fires=7, aside=10, *, seats=None, box=BOX, bag=None, **options):
    """The lowest of the turn order *cards* is being played; books of the box that lie on the card are not in the bag.

    *fires* and *aside* are the fires in the bag and beside it; *bag* replaces the whole bag.
    """
    seats = len(cards) if seats is None else seats
    start = fire.setup(box, seats, Options(robots=len(cards) - seats, **options))
    spaces = card_of(card)
    out = Counter(token for token in spaces if token is not None)
    books = [start.bag[at] - out[kind] for at, kind in enumerate(KINDS[:4])]
    return replace(
        start,
        round=2,
        phase="saving" if out else "ready",
        active=cards.index(min(cards)),
        cards_in_use=tuple(range(1, 7)),
        turn_cards=tuple(cards),
        card=spaces,
        drawn=sum(out.values()),
        laid_book=any(token != "F" for token in out),
        bag=Tokens(*books, fires) if bag is None else bag,
        reserve=aside,
        tops=tuple(tops.split()),
    )


def advice(*args, **kwargs):
    return advise(position(*args, **kwargs), quick=True)


def exact(number):
    return number["exact"]


def exacts(numbers):
    return [number["exact"] for number in numbers]


def spread_of(said):
    return next(row["exact"] for row in said["points"] if row["spread"])


# --- the test values of the specification ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "draw"),
    [
        (1, "1308169/237510"),
        (2, "3495953/593775"),
        (3, "2815789/508950"),
        (4, "524876/84825"),
        (5, "77423/13050"),
        (6, "83369/13050"),
    ],
)
def test_at_the_start_of_the_game_an_empty_card_is_worth_this(card, draw):
    said = advice((card,))
    assert exact(said["draw"]) == draw
    assert said["best"] == "draw"
    assert said["stop"] is None


def test_at_the_start_card_2_survives_and_spreads_so_often():
    said = advice((2,))
    assert exacts(said["survive"]) == ["1", "55/58", "187/261", "605/1131", "6688/16965"]
    assert spread_of(said) == "4894/10179"


def test_card_3_with_a_purple_book_and_a_fire_draws_on():
    said = advice((3,), "BP F", fires=6)
    assert exact(said["spread_next"]) == "2/9"
    assert exacts(said["survive"]) == ["7/9", "70/117", "266/585"]
    assert said["stop"] == {"exact": "5", "value": 5.0}
    assert exact(said["draw"]) == "458/75"
    assert said["draw"]["value"] == pytest.approx(6.10666, abs=1e-5)
    assert said["best"] == "draw"
    assert [(row["points"], row["tool"], row["spread"], row["exact"]) for row in said["points"]] == [
        (0, False, True, "1589/2925"),
        (11, False, False, "7/585"),
        (12, False, False, "256/2925"),
        (13, False, False, "448/2925"),
        (14, False, False, "44/325"),
        (15, False, False, "179/2925"),
        (16, False, False, "22/2925"),
    ]


def test_card_5_with_three_books_stops_unless_a_tool_is_worth_nothing():
    said = advice((5,), "BW BB BY")
    assert exact(said["spread_next"]) == "7/26"
    assert exacts(said["survive"]) == ["19/26", "171/325"]
    assert (exact(said["stop"]), exact(said["draw"]), said["best"]) == ("7", "2016/325", "stop")
    said = advice((5,), "BW BB BY", tool_worth=0)
    assert (exact(said["stop"]), exact(said["draw"]), said["best"]) == ("5", "2016/325", "draw")


def test_card_1_with_a_black_and_a_white_book_draws_on():
    said = advice((1,), "BB BW")
    assert exact(said["spread_next"]) == "7/27"
    assert (exact(said["stop"]), exact(said["draw"]), said["best"]) == ("5", "2432/351", "draw")
    assert spread_of(said) == "161/351"


def test_card_6_with_two_white_books_cannot_spread_at_once():
    said = advice((6,), "BW BW", "LP2 LB2 LY1 LW2")
    assert exact(said["spread_next"]) == "0"
    assert exacts(said["survive"]) == ["1", "110/117", "1216/1755"]
    assert (exact(said["stop"]), exact(said["draw"]), said["best"]) == ("6", "90724/8775", "draw")


def test_on_a_true_tie_the_advice_is_to_stop():
    said = advice((2,), "BY F", "LP2 LB3 LY6 LW5", fires=12)
    assert (exact(said["stop"]), exact(said["draw"]), said["best"]) == ("10", "10", "stop")


def test_a_fire_that_lies_there_may_end_the_game_with_the_next():
    said = advice((4,), "F BP", "LP4 LB5 LY5 LW6", fires=14)
    assert exact(said["spread_next"]) == "2/5"
    assert (exact(said["stop"]), exact(said["draw"]), said["best"]) == ("11", "376/35", "stop")
    assert exact(said["collapse_next"]) == "2/5"


@pytest.mark.parametrize(
    ("cards", "tops", "fires", "aside", "chance", "digits"),
    [
        ((1, 2, 3), "LP4 LB5 LY5 LW6", 15, 2, "186818831/658286388", "0.28379567678"),
        ((2, 3), "LP4 LB5 LY6 LW6", 16, 1, "737660/1482627", "0.49753579289"),
        ((1, 2), "LP3 LB4 LY4 LW5", 13, 4, "202787/194077950", "0.00104487398"),
        ((1, 2, 3, 4), "LP2 LB3 LY3 LW4", 10, 7, None, "0.00370615462"),
        ((1, 2, 3), START, 7, 10, None, "0.0000126089080"),
        ((1, 2, 3, 4, 5, 6), START, 7, 10, None, "0.0000779394610"),
    ],
)
def test_the_library_collapses_this_round_so_often(cards, tops, fires, aside, chance, digits):
    said = advise(position(cards, "", tops, fires, aside))["collapse_round"]
    assert chance is None or said["exact"] == chance
    assert f"{said['value']:.{len(digits) - 2}f}" == digits


def test_a_robot_plays_its_turn_by_its_rule():
    said = advise(position((1, 2), "", "LP4 LB5 LY5 LW6", 15, 2, seats=1))["collapse_round"]
    assert said["exact"] == "689485/1872792"
    assert f"{said['value']:.11f}" == "0.36815887723"


@pytest.mark.parametrize(("spaces", "fires", "survive"), [((0,) * 5, 7, "11077/16965"), ((0, 0, 1, 1, 1), 17, "44/333")])
def test_five_draws_onto_an_abstract_card_survive_so_often(spaces, fires, survive):
    box = replace(BOX, turn_cards=(TurnCard(1, spaces, "house"),))
    assert exact(advice((1,), fires=fires, tools=False, box=box)["survive"][4]) == survive


# --- how it is counted ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", range(1, 7))
def test_a_turn_from_an_empty_card_looks_at_195_positions_each_once(card):
    turn = turn_now(position((card,)))
    weighed = weigh(turn, (3, 2, 2, 1), 2)
    assert len(turn.draws.drawn) == len(set(turn.draws.drawn)) == len(weighed.draws) == 195
    assert len(weighed.worth) == 195 + 1


@pytest.mark.parametrize(("players", "turns", "positions"), [(3, 227, 44265), (6, 2380, 464100)])
def test_the_first_round_takes_so_many_turns(players, turns, positions):
    state = position(tuple(range(1, players + 1)))
    taken = sum(step.turns for step in steps(state))
    assert (taken, taken * len(turn_now(state).draws.drawn)) == (turns, positions)


# --- the same, token by token ---------------------------------------------------------------------------------------


class LongWay:
    """One turn by the words of the rules: every order of single tokens, nothing shared, nothing remembered."""

    def __init__(self, spaces, values, tool):
        self.spaces, self.values, self.tool = spaces, dict(zip(KINDS, values, strict=False)), tool

    def spreads(self, card, token, at):
        return token == "F" and (self.spaces[at] > 0 or "F" in card)

    def ends_with_tool(self, card):
        return not any(space and token for space, token in zip(self.spaces, card, strict=True))

    def points(self, card):
        risks = [space for space, token in zip(self.spaces, card, strict=True) if space and token]
        return sum(self.values[token] for token in card if token and token != "F") + (risks[-1] if risks else 0)

    def stop(self, card):
        return self.points(card) + (self.tool if self.ends_with_tool(card) else 0)

    def after(self, card, bag):
        """What each single token of the bag leads to: the card then (None: it spreads) and the bag."""
        at = card.index(None)
        for place, token in enumerate(bag):
            rest = bag[:place] + bag[place + 1 :]
            yield (None if self.spreads(card, token, at) else (*card[:at], token, *card[at + 1 :])), rest

    def draw(self, card, bag):
        if None not in card or not bag:
            return None
        return sum(Fraction(0) if then is None else self.worth(then, rest) for then, rest in self.after(card, bag)) / Fraction(
            len(bag)
        )

    def worth(self, card, bag):
        draw = self.draw(card, bag)
        return max(self.stop(card), draw) if draw is not None else Fraction(self.stop(card))

    def endings(self, card, bag, drawn):
        """(points, tool, spread) -> probability, under best play."""
        draw = self.draw(card, bag)
        if draw is None or (drawn and draw <= self.stop(card)):
            return {(self.points(card), self.ends_with_tool(card), False): Fraction(1)}
        found = {}
        for then, rest in self.after(card, bag):
            for key, chance in (self.endings(then, rest, True) if then else {(0, False, True): Fraction(1)}).items():
                found[key] = found.get(key, 0) + chance / len(bag)
        return found

    def survive(self, card, bag, draws):
        if draws == 0:
            return Fraction(1)
        ways = [self.survive(then, rest, draws - 1) for then, rest in self.after(card, bag) if then is not None]
        return sum(ways, Fraction(0)) / len(bag)


SPACES = st.tuples(*[st.sampled_from([0, 0, 0, 1, 2, 4])] * 5)
TOPS = st.tuples(*[st.integers(1, last) for last in (4, 5, 6, 7)]).map(
    lambda ranks: " ".join(f"L{section}{rank}" for section, rank in zip("PBYW", ranks, strict=True))
)
LATE_TOPS = st.tuples(*[st.integers(max(last - 2, 1), last) for last in (4, 5, 6, 7)]).map(
    lambda ranks: " ".join(f"L{section}{rank}" for section, rank in zip("PBYW", ranks, strict=True))
)
SMALL_BAG = st.lists(st.sampled_from(KINDS), min_size=1, max_size=5).map(
    lambda tokens: Tokens(*(tokens.count(kind) for kind in KINDS))
)


@st.composite
def part_full_cards(draw):
    """A box with one odd card, and tokens on it, gaps among them; at most one fire, and that on a safe space."""
    spaces = draw(SPACES)
    tokens = [draw(st.sampled_from([None, None, "BP", "BB", "BY", "BW"])) for _ in range(5)]
    safe = [at for at, space in enumerate(spaces) if space == 0]
    if safe and draw(st.booleans()):
        tokens[draw(st.sampled_from(safe))] = "F"
    return spaces, tuple(tokens)


@settings(max_examples=150, deadline=None)
@given(part_full_cards(), SMALL_BAG, TOPS, st.integers(0, 4))
def test_a_turn_is_worth_what_trying_every_order_of_tokens_says(spaces_and_card, bag, tops, tool):
    spaces, card = spaces_and_card
    box = replace(BOX, turn_cards=(TurnCard(1, spaces, "house"),))
    text = " ".join(token or "." for token in card)
    said = advice((1,), text, tops, bag=bag, tool_worth=tool, box=box)
    long = LongWay(spaces, [BOX.cards[top].value for top in tops.split()], tool)
    tokens = tuple(kind for kind, count in zip(KINDS, bag, strict=True) for _ in range(count))
    drawn = any(card)
    draw = long.draw(card, tokens)
    assert said["draw"] == (None if draw is None else {"exact": str(draw), "value": float(draw)})
    may_stop = drawn or draw is None
    assert said["stop"] == ({"exact": str(long.stop(card)), "value": float(long.stop(card))} if may_stop else None)
    assert said["best"] == ("stop" if may_stop and (draw is None or long.stop(card) >= draw) else "draw")
    room = min(card.count(None), len(tokens))
    assert exacts(said["survive"]) == [str(long.survive(card, tokens, draws)) for draws in range(1, room + 1)]
    assert {(row["points"], row["tool"], row["spread"]): row["exact"] for row in said["points"]} == {
        key: str(chance) for key, chance in long.endings(card, tokens, drawn).items()
    }
    assert [(not row["spread"], row["points"], row["tool"]) for row in said["points"]] == sorted(
        (not row["spread"], row["points"], row["tool"]) for row in said["points"]
    )
    if room:
        assert said["spread_next"]["exact"] == str(1 - long.survive(card, tokens, 1))
    else:
        assert said["spread_next"] is said["collapse_next"] is None


# --- against the rules ------------------------------------------------------------------------------------------------


def to_the_end_of_the_round(state):
    """The probability of a collapse by playing every token through the rules, deciding by the advice."""
    match state.phase:
        case "ended" | "over":
            return Fraction(int(any(BOX.cards[top].kind == "destroyed" for top in state.tops)))
        case "choosing":
            return Fraction(0)
        case "ready":
            return to_the_end_of_the_round(fire.apply(state, who_acts(state), StartSaving()))
        case "saving" if advise(state, quick=True)["best"] == "stop":
            return to_the_end_of_the_round(fire.apply(state, who_acts(state), Stop()))
        case "saving":
            return sum(
                (
                    Fraction(count, sum(state.bag)) * to_the_end_of_the_round(fire.apply(state, TABLE, Drew(kind)))
                    for kind, count in zip(KINDS, state.bag, strict=True)
                    if count
                ),
                Fraction(0),
            )
        case "spread":
            return to_the_end_of_the_round(fire.apply(state, who_acts(state), Burn()))
        case "reward":
            take = next(move for _, move in fire.legal_moves(state, who_acts(state)) if isinstance(move, TakeTool))
            return to_the_end_of_the_round(fire.apply(state, who_acts(state), take))
        case "scored":
            return to_the_end_of_the_round(fire.apply(state, who_acts(state), EndTurn()))
    raise AssertionError(state.phase)


def who_acts(state):
    return state.active if state.active < state.seats else TABLE


@st.composite
def late_rounds(draw):
    """Two or three turns to come (or one alone), few tokens, few fires aside, few tools left or none."""
    cards = tuple(draw(st.permutations(range(1, 7)))[: draw(st.integers(1, 3))])
    bag = draw(st.lists(st.sampled_from([*KINDS, "F"]), min_size=2, max_size=3 if len(cards) == 3 else 4))
    state = position(
        cards,
        "",
        draw(LATE_TOPS),
        aside=draw(st.integers(0, 3)),
        bag=Tokens(*(bag.count(kind) for kind in KINDS)),
        seats=draw(st.integers(1, len(cards))),
        tools=draw(st.sampled_from([True, True, True, False])),
        must_draw=draw(st.booleans()),
        full_card_ends=draw(st.booleans()),
        end_burn_adds_fire=draw(st.booleans()),
        robot_stops_at=draw(st.integers(1, 5)),
        tool_worth=draw(st.integers(0, 20)),
    )
    lost = Tokens(*(BOX.tokens_in_all[kind] - in_bag for kind, in_bag in zip(KINDS, state.bag, strict=True)))
    state = replace(state, lost=lost._replace(F=lost.F - state.reserve))
    if state.options.tools:
        state = replace(state, market=(None,) * 3, deck=draw(st.sampled_from([0, 1, 1, 2, 20])))
    if len(cards) == 1:
        others = tuple(sorted(set(range(1, 7)) - set(cards)))
        state = replace(state, used=draw(st.sampled_from([(), others])))
    return state


@settings(max_examples=60, deadline=None)
@given(late_rounds())
def test_the_collapse_of_a_round_is_what_playing_every_token_through_the_rules_says(state):
    assert collapse_round(state) == to_the_end_of_the_round(state)


@settings(max_examples=40, deadline=None)
@given(late_rounds(), st.integers(1, 8), st.data())
def test_the_collapse_of_a_round_is_right_in_the_middle_of_a_turn(state, moves, data):
    simple = (StartSaving, Drew, Stop, Burn, TakeTool, EndTurn)
    before = state
    for _ in range(moves):
        choices = [(who, move) for who, move in fire.legal_moves(state) if isinstance(move, simple)]
        if choices:
            before, state = state, fire.apply(state, *data.draw(st.sampled_from(choices)))
    state = state if state.active is not None else before
    if state.phase not in ("ended", "over"):
        assert collapse_round(state) == to_the_end_of_the_round(state)


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.sampled_from(["BP", "BB", "BY", "BW", None]), max_size=4),
    TOPS,
    st.integers(0, 3),
    st.booleans(),
    st.booleans(),
)
def test_burn_foretells_what_the_rules_then_do(books, tops, aside, laid, no_embers):
    text = " ".join([*(book or "." for book in books), "F"])
    state = replace(position((6,), text, tops, aside=aside), phase="spread", trigger=len(books) + 1, no_embers=no_embers)
    state = replace(state, laid_book=laid or state.laid_book)
    said = advise(state)["burn"]
    after = fire.apply(state, 0, Burn())
    assert said["ends"] == (after.phase == "ended")
    assert said["fires"] == state.reserve - after.reserve
    gone = {section: int(then[2:]) - int(now[2:]) for section, now, then in zip("PBYW", state.tops, after.tops, strict=True)}
    assert Counter(code[1] for code in said["removed"]) == +Counter(gone)
    assert set(said["removed"]).isdisjoint(after.tops)
    assert set(said["removed"]) >= {now for now, then in zip(state.tops, after.tops, strict=True) if now != then}


# --- what is said when ------------------------------------------------------------------------------------------------

DECIDING = {"assumes", "best", "stop", "draw", "spread_next", "collapse_next", "survive", "points"}


def test_each_phase_has_its_keys():
    ready, saving = position((1, 2)), position((1, 2), "BP")
    assert set(advise(ready)) == set(advise(saving)) == DECIDING | {"collapse_round"}
    assert set(advise(saving, quick=True)) == DECIDING
    assert set(advise(replace(saving, phase="spread"))) == {"assumes", "burn", "collapse_round"}
    for phase in ("reward", "scored"):
        assert set(advise(replace(saving, phase=phase))) == {"assumes", "collapse_round"}
    choosing = replace(ready, phase="choosing", active=None, turn_cards=(None, 3))
    assert set(advise(choosing)) == {"assumes", "cards"}
    for phase in ("dealing", "ended", "over"):
        assert set(advise(replace(ready, phase=phase, active=None))) == {"assumes"}


def test_advice_is_ready_for_json_and_the_same_in_every_view():
    state = position((1, 2, 3), "BP F")
    assert json.loads(json.dumps(advise(state))) == advise(state)
    assert advise(fire.view(state, 0)) == advise(fire.view(state, 1)) == advise(fire.view(state, None)) == advise(state)


def test_whoever_chooses_hears_what_each_free_card_is_worth():
    state = replace(position((1, 2)), phase="choosing", active=None, turn_cards=(None, 3))
    assert {card: number["exact"] for card, number in advise(state)["cards"].items()} == {
        "1": "1308169/237510",
        "2": "3495953/593775",
        "4": "524876/84825",
        "5": "77423/13050",
        "6": "83369/13050",
    }


def test_a_full_card_can_only_be_stopped():
    said = advice((6,), "F BW BB BY BP")
    assert (said["best"], exact(said["stop"]), said["draw"]) == ("stop", "10", None)
    assert said["spread_next"] is said["collapse_next"] is None
    assert said["survive"] == []
    assert said["points"] == [{"points": 10, "tool": False, "spread": False, "exact": "1", "value": 1.0}]


def test_who_may_stop_with_an_empty_card_weighs_the_tool():
    box = replace(BOX, turn_cards=(TurnCard(1, (1, 2, 4, 6, 8), "house"),))
    said = advice((1,), must_draw=False, tool_worth=20, box=box)
    assert (said["best"], exact(said["stop"])) == ("stop", "20")
    assert said["points"] == [{"points": 0, "tool": True, "spread": False, "exact": "1", "value": 1.0}]


@pytest.mark.parametrize("without", ["tools off", "no tool left"])
def test_a_tool_that_cannot_be_had_counts_nothing(without):
    state = position((5,), "BW BB BY", tools=without != "tools off")
    if without == "no tool left":
        state = replace(state, market=(None,) * 3, deck=0, discard=())
    said = advise(state)
    assert (exact(said["stop"]), said["best"]) == ("5", "draw")
    assert not any(row["tool"] for row in said["points"])
    assert exact(advise(replace(state, options=replace(state.options, tools=True), discard=("T01A",)))["stop"]) == "7"


def test_a_robot_is_told_what_its_rule_says():
    robot = position((1, 2), "BB BW", seats=1, robot_stops_at=3)
    robot = replace(robot, active=1, turn_cards=(None, 6), done=(0,))
    said = advise(robot, quick=True)
    assert (said["best"], said["stop"]) == ("draw", None)
    assert [(row["points"], row["tool"], row["spread"], row["exact"]) for row in said["points"]] == [
        (3, False, False, "7/27"),
        (4, False, False, "2/9"),
        (5, False, False, "10/27"),
        (6, False, False, "4/27"),
    ]
    robot = replace(robot, card=card_of("BB BW BY"), bag=Tokens(4, 4, 5, 6, 7))
    said = advise(robot, quick=True)
    assert (said["best"], exact(said["stop"]), said["draw"]) == ("stop", "5", None)
    assert said["points"] == [{"points": 5, "tool": False, "spread": False, "exact": "1", "value": 1.0}]


def test_who_said_i_draw_can_no_longer_stop():
    said = advise(replace(position((5,), "BW BB BY"), pending=DrawDue()))
    assert (said["best"], said["stop"], exact(said["draw"])) == ("draw", None, "2016/325")
    assert said["collapse_round"] is None
    assert spread_of(said) == "154/325"  # having drawn one, it is best to draw the last one too


def test_each_token_of_a_look_is_weighed_where_it_would_lie():
    state = position((2,), "BY F", "LP2 LB3 LY6 LW5", fires=12)
    state = replace(state, bag=state.bag._replace(BW=6, F=11), pending=Look("T07A", 2, ("BW3", "F04")))
    said = advise(state)
    assert set(said) == {"assumes", "place", "collapse_round"}
    white, flame = said["place"]
    assert (white["token"], flame["token"], flame["exact"], flame["value"]) == ("BW3", "F04", "0", 0.0)
    placed = position((2,), "BY F BW", "LP2 LB3 LY6 LW5", fires=12)
    placed = advise(placed, quick=True)
    assert white["value"] == max(placed["stop"]["value"], placed["draw"]["value"])
    assert set(advise(replace(state, pending=Look("T07A", 2, ("BW3",))))) == {"assumes", "collapse_round"}


def test_saved_books_do_not_burn_and_come_back_for_the_next_turn():
    state = replace(
        position((1, 2), ". F", "LP4 LB5 LY5 LW6", 14, 2),
        phase="spread",
        laid_book=True,
        trigger=2,
        aside=(("T04A", ("BP1",)),),
        bag=Tokens(3, 5, 6, 7, 14),
    )
    assert advise(state)["burn"] == {"removed": [], "fires": 0, "ends": False}
    alone = position((2, 1), "", "LP4 LB5 LY5 LW6", 15, 2)
    alone = replace(alone, active=0, turn_cards=(2, None), done=(1,))
    assert collapse_round(state) == collapse_round(alone)


def test_sand_keeps_fires_out_of_the_turns_that_follow():
    """The purple book burns and LP3 with its icon is revealed; then comes card 6, with a book and two or three fires."""
    burning = replace(position((1, 6), "BP F", "LP2 LB4 LY6 LW6", bag=Tokens(0, 0, 0, 0, 1), aside=3), phase="spread", trigger=2)
    sand = replace(burning, no_embers=True)
    assert (advise(burning)["burn"]["fires"], advise(sand)["burn"]["fires"]) == (1, 0)
    assert (str(collapse_round(burning)), str(collapse_round(sand))) == ("1/2", "1/3")
    for each in (burning, sand):
        assert collapse_round(each) == to_the_end_of_the_round(each)


def test_a_book_that_was_saved_from_the_card_keeps_the_lowest_card_from_burning():
    state = position((1, 2), "F", "LP4 LB5 LY6 LW7", bag=Tokens(0, 0, 0, 1, 2), aside=0, tool_worth=0)
    assert (advise(state)["best"], exact(advise(state)["collapse_next"])) == ("draw", "2/3")
    saved = replace(state, laid_book=True)
    assert exact(advise(saved)["collapse_next"]) == "0"
    for each in (state, saved):
        each = replace(each, tops=("LP4", "LB5", "LY6", "LW6"))  # else the end of the round would burn the last white card
        assert collapse_round(each) == to_the_end_of_the_round(each)


def test_the_last_tool_goes_to_whoever_takes_it_first():
    state = position((5, 6), "", "LP4 LB5 LY5 LW7", bag=Tokens(0, 0, 1, 0, 2), aside=3, tool_worth=20)
    state = replace(state, market=(None,) * 3)
    for deck, chance in ((0, "5/9"), (1, "1/3"), (2, "0")):
        few = replace(state, deck=deck)
        assert str(collapse_round(few)) == chance
        assert to_the_end_of_the_round(few) == collapse_round(few)
    taking = replace(state, phase="reward", owed=1, deck=1)
    assert collapse_round(taking) == to_the_end_of_the_round(taking) != collapse_round(replace(taking, phase="scored", owed=0))


def test_the_lone_librarian_has_one_turn_a_round_and_no_burn_after_the_last():
    tops = "LP4 LB5 LY6 LW7"
    fifth = position((6,), "BW BB BY BP F", tops, 16, 0)
    assert collapse_round(replace(fifth, used=(1, 2, 3))) == 1
    assert collapse_round(replace(fifth, used=(1, 2, 3, 4, 5))) == 0


def test_nothing_is_foretold_where_nobody_has_a_turn():
    state = position((1, 2))
    assert collapse_round(replace(state, phase="choosing", active=None)) is None
