"""Fire in the Library, specification 5a: whom the game waits for, what is listed as legal, what chance may bring."""

from __future__ import annotations

import itertools

import pytest

from companion.games import fire
from companion.games.fire import Options
from companion.games.fire import moves as m
from companion.games.fire.moves import Ages, ByHand, ChooseCard, CountUp, Drew, Held, StartSaving, TurnCards, TurnedUp
from companion.practice import completions
from companion.rules import Ask, IllegalMove
from tests.games.firetable import (
    BEN_ON_2,
    BOX,
    CHEAP,
    EVERYTHING,
    by_hand,
    cheap_turn,
    choose,
    deal,
    drew,
    from_deck,
    game,
    plays,
    ruling,
    saves,
    scored,
    tops,
)  # fmt: skip

FREE = {"tools_in_first_round": True}
NIL = "\n".join(
    [deal(1, 2), scored("Ana", "F"), from_deck("Ana"), "Ana EndTurn {}", scored("Ben", "F"), from_deck("Ben"), "Ben EndTurn {}"]
)


def known(*held):
    """Two players with told hands, "Ana T01A T02A" and so on."""
    return [f'{text.split()[0]} Held {{"tool": "{tool}"}}' for text in held for tool in text.split()[1:]]


# --- to_act -----------------------------------------------------------------------------------------------------------


def test_to_act_the_table_deals():
    assert game().acts() == ["TABLE"]


def test_to_act_the_active_participant_in_every_phase_of_a_turn():
    assert game(deal(1, 2)).acts() == ["Ana"]
    assert game(deal(1, 2), "Ana StartSaving {}").acts() == ["Ana", "TABLE"]
    assert game(deal(1, 2), saves("Ana", "F F")).acts() == ["Ana"]
    assert game(deal(1, 2), scored("Ana", "BW")).acts() == ["Ana"]
    assert game(deal(1, 2), scored("Ana", "BW BW")).acts() == ["Ana"]


def test_to_act_the_table_whenever_a_token_may_be_drawn():
    assert game(deal(2, 3), saves("Ana", "BW")).acts() == ["Ana", "TABLE"]
    assert game(deal(2, 3), saves("Ana", "BW BW BB BB BY")).acts() == ["Ana"]
    assert game(deal(2, 3), saves("Ana", "BW"), 'TABLE Recount {"tokens": [], "accept": true}').acts() == ["Ana"]


def test_to_act_the_chooser_and_who_may_swap():
    g = game(CHEAP, choose("Ana", 1), *known("Ana T01A T02A T03A", "Ben T04A T05A T06A"))
    assert g.acts() == ["Ben"]
    assert game(CHEAP, *known("Ana T01A T02A T03A", "Ben T04A T05A T06A")).acts() == ["Ana", "Ben"]
    swapped = game(CHEAP, *known("Ben T04A T05A T06A"), 'Ben Swap {"tool": "T04A"}', 'Ben Held {"tool": "T07A"}')
    assert swapped.acts() == ["Ana"]


def test_to_act_the_table_while_ages_are_due_and_for_a_robot():
    g = game(NIL, *known("Ana T01A T02A T03A", "Ben T04A T05A T06A"))
    assert g.acts() == ["Ana", "Ben", "TABLE"]
    assert [line for line in g.legal() if "ChooseCard" in line] == []
    told = g.then('TABLE Ages {"rank": [1, 2]}', choose("Ana", 1))
    assert told.acts() == ["Ben"]
    robot = game(deal(2, 1), seats="Ana", robots=1)
    assert robot.acts() == ["TABLE"]
    assert robot.then(saves("TABLE", "BW BB BY")).acts() == ["TABLE"]
    assert robot.then(saves("TABLE", "F F")).acts() == ["TABLE"]


def test_to_act_every_other_seat_that_could_play_a_tool():
    hands = known("Ana T06A T07A", "Ben T01A T12A")
    g = game(deal(2, 3), *hands, saves("Ana", "BW"), **FREE)
    assert g.acts() == ["Ana", "Ben", "TABLE"]
    assert game(deal(1, 2), *hands, saves("Ana", "BW"), **FREE).acts() == ["Ana", "TABLE"]
    assert game(deal(2, 3), *hands, saves("Ana", "BW")).acts() == ["Ana", "TABLE"]


def test_to_act_a_hidden_card_could_be_any_unseen_tool():
    assert game(deal(2, 3), saves("Ana", "BW"), **FREE).acts() == ["Ana", "Ben", "TABLE"]
    gone = [ruling(by_hand(tools=", ".join(f"T01{x} deck discard" for x in "ABCD") + ", T20A deck discard"))]
    assert game(deal(2, 3), *gone, saves("Ana", "BW"), **FREE).acts() == ["Ana", "TABLE"]


def test_to_act_in_ended_the_table_and_who_could_play_an_end_tool():
    hands = known("Ana T06A T07A", "Ben T18A T12A")
    assert game(deal(2, 3), *hands, tops("LP5 LB1 LY1 LW1")).acts() == ["Ben", "TABLE"]
    assert game(deal(2, 3), tops("LP5 LB1 LY1 LW1")).acts() == ["Ana", "Ben", "TABLE"]


def test_to_act_of_pending_things_only_who_must_answer():
    g = game(deal(2, 3), saves("Ana", "BW"), **FREE)
    assert g.then("Ana Draw {}").acts() == ["TABLE"]
    assert g.then(plays("Ana", "T07A")).acts() == ["TABLE"]
    assert g.then(plays("Ana", "T07A"), drew("BW F")).acts() == ["Ana"]
    assert g.then(plays("Ben", "T20A")).acts() == ["TABLE"]


def test_to_act_nobody_when_it_is_over():
    assert game(tops("LP5 LB1 LY1 LW1"), "TABLE CountUp {}").acts() == []


@pytest.mark.parametrize(
    "line",
    ['Ana Held {"tool": "T01A"}', 'TABLE TurnedUp {"tool": "T01A"}', 'TABLE Ages {"rank": [1, 2]}'],
)
def test_to_act_telling_puts_nobody_into_it(line):
    g = game(deal(1, 2))
    assert g.allows(line)
    assert g.acts() == ["Ana"]


# --- legal moves ------------------------------------------------------------------------------------------------------


def test_legal_moves_of_a_draw_are_each_kind_and_each_code_that_lies_nowhere_else():
    g = game(deal(2, 3), saves("Ana", "F02 BW3"))
    told = {line.split('"')[3] for line in g.legal("TABLE")}
    expected = {"BP", "BB", "BY", "BW", "F"} | {code for codes in BOX.token_codes.values() for code in codes}
    assert told == expected - {"F02", "BW3"}
    assert {line.split()[1] for line in g.legal("TABLE")} == {"Drew"}


def test_legal_moves_of_a_draw_leave_out_what_lies_on_a_tool_and_kinds_that_are_out():
    g = game(deal(2, 3), saves("Ana", "F01 BP F02"), plays("Ana", "T02A", "S3"), drew("BP2 BP3"), **FREE)
    told = {line.split('"')[3] for line in g.legal("TABLE")}
    assert not told & {"F01", "F02", "BP2", "BP3"}
    assert {"F", "BP", "BP1", "BP4", "F03"} <= told
    g = g.then(drew("BP4"))
    assert not {code for code in (line.split('"')[3] for line in g.legal("TABLE")) if code.startswith("BP")}


def test_legal_moves_are_each_card_to_choose():
    g = game(CHEAP, *known("Ana T01A T02A T03A"))
    assert g.legal("Ana") == [
        *(f'Ana ChooseCard {{"card": {card}}}' for card in (1, 2, 3)),
        *(f'Ana Swap {{"tool": "T0{n}A"}}' for n in (1, 2, 3)),
    ]
    assert {ask[1] for ask in game(CHEAP).asks("Ana")} == {"Swap", "Held"}


def test_legal_moves_are_each_open_market_tool_and_hidden_ones_to_take():
    g = game(deal(2, 3), 'TABLE TurnedUp {"tool": "T01A"}', scored("Ana", "BW"))
    assert set(g.legal("Ana")) == {
        'Ana TakeTool {"from": "market", "tool": "T01A"}',
        'Ana TakeTool {"from": "market", "tool": "?"}',
        'Ana TakeTool {"from": "deck", "tool": "?"}',
    }


def test_legal_moves_are_each_known_tool_with_each_legal_pick():
    g = game(deal(2, 3), *known("Ana T04A T02A", "Ben T05A T01A"), saves("Ana", "BB BW F"), **FREE)
    assert set(g.legal("Ana")) == {
        "Ana Burn {}",
        'Ana PlayTool {"tool": "T04A", "pick": ["S1"]}',
        'Ana PlayTool {"tool": "T04A", "pick": ["S2"]}',
        'Ana PlayTool {"tool": "T04A", "pick": ["S1", "S2"]}',
        'Ana PlayTool {"tool": "T02A", "pick": ["S3"]}',
    }
    assert g.legal("Ben") == ['Ben PlayTool {"tool": "T05A", "pick": []}']
    assert g.asks("Ana") == []


def test_legal_moves_name_asks_for_what_is_hidden_or_open():
    assert {ask[1] for ask in game().asks("TABLE")} == {"TurnCards", "Ages", "TurnedUp", "Recount", "Tops"}
    g = game(deal(2, 3), saves("Ana", "BW"), **FREE)
    assert {ask[1] for ask in g.asks("Ana")} == {"PlayTool", "Held"}
    assert {ask[1] for ask in g.asks("Ben")} == {"PlayTool", "Held"}
    hand = g.then(plays("Ben", "T20A"))
    assert {ask[1] for ask in hand.asks()} == {"ByHand", "Held", "TurnedUp", "Ages", "Recount", "Tops"}
    draw = g.then("Ana Draw {}")
    assert {ask[1] for ask in draw.asks()} == {"Held", "TurnedUp", "Ages", "Tops"}


def test_legal_moves_offer_a_clash_only_where_two_tools_could_be_laid():
    told = 'TABLE Ages {"rank": [1, 2]}'
    g = game(deal(2, 3), told, saves("Ana", "BW"), **FREE)
    assert "Clash" in {ask[1] for ask in g.asks("TABLE")}
    one = game(deal(2, 3), told, *known("Ben T12A T13A"), saves("Ana", "BW"), **FREE)
    assert "Clash" not in {ask[1] for ask in one.asks("TABLE")}


def test_legal_moves_offer_no_clash_when_both_could_hold_only_one_and_the_same_tool():
    """With two players the Spare Key is the only turn order tool there is."""
    assert "Clash" not in {ask[1] for ask in game(BEN_ON_2).asks("TABLE")}
    assert "Clash" in {ask[1] for ask in game(BEN_ON_2, box=EVERYTHING).asks("TABLE")}


def test_legal_moves_offer_no_clash_at_0_points_before_the_ages_are_told():
    assert "Clash" not in {ask[1] for ask in game(deal(2, 3), saves("Ana", "BW"), **FREE).asks("TABLE")}


POSITIONS = {
    "dealing": game(),
    "ready": game(deal(1, 2)),
    "saving": game(deal(2, 3), saves("Ana", "BW F"), **FREE),
    "spread": game(deal(2, 3), saves("Ana", "BB F F"), **FREE),
    "reward": game(deal(2, 3), 'TABLE TurnedUp {"tool": "T01A"}', scored("Ana", "BW")),
    "scored": game(deal(1, 2), scored("Ana", "BW BW"), **FREE),
    "choosing": game(CHEAP),
    "step 1": game(BEN_ON_2),
    "ages due": game(NIL),
    "ended": game(deal(1, 2), tops("LP5 LB1 LY1 LW1")),
    "draw": game(deal(1, 2), "Ana StartSaving {}", "Ana Draw {}"),
    "look": game(deal(1, 2), "Ana StartSaving {}", plays("Ana", "T07A"), drew("BW"), **FREE),
    "place": game(deal(1, 2), "Ana StartSaving {}", plays("Ana", "T07A"), drew("BW F"), **FREE),
    "hand": game(deal(1, 2), saves("Ana", "BW"), plays("Ben", "T20A"), **FREE),
    "clash": game(
        deal(1, 2), 'TABLE Ages {"rank": [1, 2]}', saves("Ana", "BW"), 'TABLE Clash {"tools": ["T08A", "T20A"]}', **FREE
    ),
    "untold": game(tools_told=True),
    "robot": game(deal(2, 1), saves("TABLE", "BW"), seats="Ana", robots=1, **FREE),
    "robot chooses": game(deal(2, 1), saves("TABLE", "F F"), "TABLE Burn {}", cheap_turn("Ana"), seats="Ana", robots=1),
    "alone": game(deal(2), cheap_turn("Ana"), seats="Ana"),
    "off": game(deal(2, 1), saves("Ben", "BW"), tools=False),
    "no tools left": game(deal(1, 2), saves("Ana", "BW"), *[ruling(by_hand(tools="? deck hand1"))] * 28).then("Ana Stop {}"),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_legal_moves_are_accepted_and_no_other_of_the_same_kind(name):
    """Everything listed is accepted; and of all there could be, nothing is accepted that is not listed or asked for."""
    g = POSITIONS[name]
    state = g.state
    listed, asked = set(), []
    for who, move in fire.legal_moves(state):
        if isinstance(move, Ask):
            asked.append((who, move))
        else:
            fire.apply(state, who, move)
            listed.add((who, move))
    for who, move in everything(state):
        try:
            fire.apply(state, who, move)
        except IllegalMove as illegal:
            assert illegal.rule in fire.RULES
            assert (who, move) not in listed
            continue
        assert (who, move) in listed or any(who == one and covers(ask, move) for one, ask in asked), (who, move)


def covers(ask, move):
    if ask.move is not type(move) or any(getattr(move, name) != value for name, value in ask.given.items()):
        return False
    for name, open_ in ask.open.items():
        value = getattr(move, name)
        if isinstance(open_.choices, tuple):
            parts = value if isinstance(value, tuple) else (value,)
            if not all(part in open_.choices for part in parts) or not open_.least <= len(parts) <= open_.most:
                return False
    return True


def everything(state):
    """Moves of every class by everyone, legal or not: small fields in full, long ones by example."""
    seats = list(range(state.seats))
    spaces = ["S1", "S2", "S3", "S4", "S5", "S6"]
    picks = [(), *((one,) for one in [*spaces, "C1", "C2", "C3", "C4", "P", "W", "X"]), *itertools.combinations(spaces, 2)]
    picks += [("S2", "S1"), ("C1", "C3"), ("C2", "C3"), ("S3", "S1"), ("S1", "S1")]
    codes = state.box.tool_codes
    for who in [*seats, "TABLE"]:
        for move in (m.StartSaving(), m.Draw(), m.Stop(), m.Burn(), m.EndTurn(), m.CountUp()):
            yield who, move
        for card in range(8):
            yield who, m.ChooseCard(card)
        for tool in [*codes, "?", "T99A"]:
            yield who, m.Held(tool)
            yield who, m.TurnedUp(tool)
            yield who, m.Swap(tool)
            yield who, m.TakeTool("market", tool)
            yield who, m.TakeTool("deck", tool)
            for pick in picks:
                yield who, m.PlayTool(tool, pick)
        for token in ["BP", "BB", "BY", "BW", "F", "?", "BP1", "BW7", "BW8", "F17", "F01"]:
            yield who, m.Drew(token)
            yield who, m.Place(token)
        n = len(state.scores)
        for cards in itertools.permutations(range(1, 5), n):
            yield who, m.TurnCards(cards)
        for ranks in itertools.permutations(range(1, 4), state.seats):
            yield who, m.Ages(ranks)
        yield who, m.Tops(state.tops, False)
        yield who, m.Tops(state.tops, True)
        yield who, m.ByHand((), (), (), ())


@pytest.mark.parametrize("name", POSITIONS)
def test_an_ask_promises_at_least_one_legal_completion(name):
    state = POSITIONS[name].state
    for who, ask in fire.legal_moves(state):
        if not isinstance(ask, Ask) or any(not isinstance(open_.choices, tuple) for open_ in ask.open.values()):
            continue
        if ask.move.__name__ in ("Recount", "Tops"):
            continue
        assert any(accepted(state, who, move) for move in itertools.islice(completions(ask), 5000)), ask


def accepted(state, who, move):
    try:
        fire.apply(state, who, move)
    except IllegalMove:
        return False
    return True


# --- chance -----------------------------------------------------------------------------------------------------------


def test_chance_of_a_draw_has_the_counts_of_the_bag():
    g = game(deal(2, 3), saves("Ana", "BP BP F"))
    stopped = game(deal(2, 3), saves("Ana", "BP BP"))
    assert fire.chance(stopped.state) == [(Drew("BP"), 2), (Drew("BB"), 5), (Drew("BY"), 6), (Drew("BW"), 7), (Drew("F"), 7)]
    assert fire.chance(g.state) == []
    out = game(deal(2, 3), saves("Ana", "BP BP BP BP"))
    assert fire.chance(out.state) == [(Drew("BB"), 5), (Drew("BY"), 6), (Drew("BW"), 7), (Drew("F"), 7)]


def test_chance_of_a_draw_when_it_is_due_and_for_a_look():
    draw = game(deal(2, 3), "Ana StartSaving {}", "Ana Draw {}")
    look = game(deal(2, 3), "Ana StartSaving {}", plays("Ana", "T07A"), **FREE)
    expected = [(Drew("BP"), 4), (Drew("BB"), 5), (Drew("BY"), 6), (Drew("BW"), 7), (Drew("F"), 7)]
    assert fire.chance(draw.state) == expected
    assert fire.chance(look.state) == expected
    assert fire.chance(look.then(drew("F F")).state) == []
    assert fire.chance(POSITIONS["clash"].state) == []


def test_chance_of_the_deal_is_every_deal():
    ask = fire.chance(game().state)
    assert isinstance(ask, Ask)
    deals = list(completions(ask))
    assert len(deals) == len(set(deals)) == 6
    assert all(isinstance(move, TurnCards) and accepted(game().state, "TABLE", move) for move in deals)
    assert len(list(completions(fire.chance(fire.setup(BOX, 1, Options()))))) == 6


def test_chance_of_ages_that_are_due_is_every_order():
    ask = fire.chance(game(NIL).state)
    assert set(completions(ask)) == {Ages((1, 2)), Ages((2, 1))}


def test_chance_of_an_untold_tool_is_every_unseen_one_market_first():
    g = game(tools_told=True)
    first = fire.chance(g.state)
    assert len(first) == 35
    assert {weight for _, weight in first} == {1}
    assert all(isinstance(move, TurnedUp) for move, _ in first)
    g = g.then(*(f'TABLE TurnedUp {{"tool": "T0{n}A"}}' for n in (1, 2, 3)))
    then = fire.chance(g.state)
    assert len(then) == 32
    assert all(isinstance(move, Held) for move, _ in then)
    assert Held("T01A") not in [move for move, _ in then]


def test_chance_where_the_table_has_one_thing_to_do():
    robot = game(deal(2, 1), seats="Ana", robots=1)
    assert fire.chance(robot.state) == [(StartSaving(), 1)]
    assert len(fire.chance(robot.then(saves("TABLE", "BW BB BY")).state)) == 1
    assert fire.chance(robot.then("TABLE StartSaving {}").state)[0] == (Drew("BP"), 4)
    assert fire.chance(game(tops("LP5 LB1 LY1 LW1")).state) == [(CountUp(), 1)]
    assert fire.chance(game(deal(1, 2), saves("Ana", "BW"), plays("Ben", "T20A"), **FREE).state) == [(ByHand((), (), (), ()), 1)]
    choosing = POSITIONS["robot chooses"].state
    assert [(str(move), n) for move, n in fire.chance(choosing)] == [("ChooseCard(card=1)", 1)]


def test_chance_of_nothing_where_the_table_has_nothing_to_say():
    for text in (deal(1, 2), CHEAP):
        assert fire.chance(game(text).state) == []


# --- makers -----------------------------------------------------------------------------------------------------------


def test_the_maker_when_nobody_says_so():
    g = game(BEN_ON_2, saves("Ben", "BW"))
    for line, maker in (('Drew {"token": "BW"}', "TABLE"), ("Stop {}", 1), ("Recount {}", "TABLE"), ("Draw {}", 1)):
        name = line.split()[0]
        move = next(cls for cls in fire.MOVES if cls.__name__ == name)
        assert fire.maker(g.state, object.__new__(move)) == maker
    choosing = game(CHEAP, choose("Ana", 1))
    assert fire.maker(choosing.state, ChooseCard(2)) == 1
    robot = game(deal(2, 1), seats="Ana", robots=1)
    assert fire.maker(robot.state, StartSaving()) == "TABLE"


def test_a_struck_move_without_who_is_made_by_whoever_made_such_moves():
    g = game(deal(1, 2), saves("Ana", "BW"), "Ana Stop {}", from_deck("Ana"))
    fixed = g.then('Ana Strike {"seq": 3, "instead": ["Drew {\\"token\\": \\"BY\\"}"], "why": "misread"}')
    assert fixed.state.scores == (2, 0)
