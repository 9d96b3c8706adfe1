"""Fire in the Library, specification 6 and 11: of two rules in the way the first is named; bad input and its answers."""

from __future__ import annotations

import pytest

from companion.games import GAMES
from companion.notation import Unreadable
from companion.record import BadRecord, read
from companion.rules import IllegalMove
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
    fires,
    from_deck,
    from_market,
    game,
    plays,
    ruling,
    saves,
    scored,
    tops,
)  # fmt: skip

FREE = {"tools_in_first_round": True}
OVER = [tops("LP5 LB1 LY1 LW1"), "TABLE CountUp {}"]
NIL = "\n".join(
    [deal(1, 2), scored("Ana", "F"), from_deck("Ana"), "Ana EndTurn {}", scored("Ben", "F"), from_deck("Ben"), "Ben EndTurn {}"]
)
ROUND_2 = [BEN_ON_2, saves("Ben", "BW")]
TOLD_HAND = ['Ana Held {"tool": "T06A"}', 'Ana Held {"tool": "T02A"}']
EMPTIED = [ruling(by_hand(tools="? deck hand1"))] * 28
LONE = [deal(3), cheap_turn("Ana")]
ROBOT = {"seats": "Ana", "robots": 1}
ROBOT_CHOOSES = [deal(1, 2), cheap_turn("Ana"), saves("TABLE", "F BW F"), "TABLE Burn {}"]
CLASHING = [CHEAP, choose("Ana", 1), choose("Ben", 2), saves("Ana", "BW"), 'TABLE Clash {"tools": ["T07A", "T20A"]}']
FULL = [deal(6), saves("Ana", "BW1 BW BB BB BY")]
ALONE = {"seats": "Ana"}


def clash(*tools):
    told = ", ".join("null" if tool is None else f'"{tool}"' for tool in tools)
    return f'TABLE Clash {{"tools": [{told}]}}'


ORDER = [
    # 1. over, before everything
    ("over before phase, maker and pieces", OVER, {}, 'Ben Drew {"token": "ZZ"}', "end.over"),
    ("over before tools off", [deal(1, 2), tops("LP5 LB1 LY1 LW1")], {"tools": False}, plays("Ana", "T99A"), "end.over"),
    # 2. the phase
    ("decide before maker and piece", [deal(1, 2), saves("Ana", "F F")], {}, 'Ben Drew {"token": "ZZ"}', "spread.decide"),
    (
        "decide before pending",
        [deal(2, 3), saves("Ana", "F F"), plays("Ana", "T49A")],
        {"box": EVERYTHING, **FREE},
        "Ana Stop {}",
        "spread.decide",
    ),
    ("phase before maker", [deal(1, 2)], {}, "Ben Stop {}", "turn.step"),
    ("phase before piece", [deal(1, 2)], {}, drew("ZZ"), "turn.step"),
    ("phase before pending", [deal(1, 2), "Ana StartSaving {}", "Ana Draw {}"], {}, "Ana Burn {}", "turn.step"),
    ("phase before untold", [], {"tools_told": True}, "Ana Stop {}", "turn.step"),
    ("phase before tools off", [deal(1, 2)], {"tools": False}, 'Ana Swap {"tool": "T01A"}', "turn.step"),
    ("no place to be made", [deal(1, 2), saves("Ana", "BW")], {}, 'Ben Place {"token": "ZZ"}', "turn.step"),
    (
        "nothing done by hand",
        [deal(1, 2), saves("Ana", "BW")],
        {},
        "Ana " + by_hand(tokens="ZZ bag bag").removeprefix("TABLE "),
        "turn.step",
    ),
    ("choosing is over before taken", [BEN_ON_2], {}, choose("Ana", 9), "turn.step"),
    # 3. what is pending
    ("pending before maker", [deal(1, 2), "Ana StartSaving {}", "Ana Draw {}"], {}, "Ben Stop {}", "turn.pending"),
    ("pending before piece", [deal(1, 2), "Ana StartSaving {}", "Ana Draw {}"], {}, plays("Ben", "T99A"), "turn.pending"),
    ("pending before draw again", [deal(1, 2), "Ana StartSaving {}", "Ana Draw {}"], {}, "Ana Draw {}", "turn.pending"),
    ("clash for another tool", CLASHING, {}, plays("Ben", "T99A"), "tool.clash"),
    ("clash for the winner's other tool", CLASHING, {}, plays("Ana", "T08A"), "tool.clash"),
    ("pending for another move in a clash", CLASHING, {}, "Ben Stop {}", "turn.pending"),
    ("untold before maker", [], {"tools_told": True}, 'Ana TurnCards {"cards": [1, 2]}', "tool.told"),
    ("untold before foreign", [], {"tools_told": True}, plays("TABLE", "T99A"), "tool.told"),
    ("untold before bad cards", [], {"tools_told": True}, deal(1, 1), "tool.told"),
    # 4. the maker
    ("youngest before lowest", [NIL], {}, choose("Ben", 1), "order.youngest"),
    ("youngest before taken", [NIL], {}, choose("Ana", 5), "order.youngest"),
    ("lowest before taken", [CHEAP, choose("Ana", 1)], {}, choose("Ana", 1), "order.lowest"),
    ("lowest before foreign", [CHEAP, choose("Ana", 1)], {}, choose("Ana", 9), "order.lowest"),
    ("maker before piece", [deal(1, 2), "Ana StartSaving {}"], {}, 'Ana Drew {"token": "ZZ"}', "turn.order"),
    ("maker before tools off", [deal(1, 2)], {"tools": False}, plays("TABLE", "T01A"), "turn.order"),
    ("maker before own checks", [deal(1, 2), "Ana StartSaving {}"], {}, "Ben Stop {}", "turn.order"),
    # 5. pieces
    ("tools off before foreign", [deal(1, 2)], {"tools": False}, plays("Ana", "T99A"), "tool.off"),
    ("foreign before first round", [deal(1, 2)], {}, plays("Ana", "T99A"), "piece.foreign"),
    ("few before first round and window", [deal(1, 2)], {}, plays("Ana", "T10A", "C2"), "setup.few"),
    ("few before hand", [deal(1, 2), *TOLD_HAND], {}, plays("Ana", "T10A", "C2"), "setup.few"),
    ("foreign before full", FULL, {"seats": "Ana"}, drew("ZZ"), "piece.foreign"),
    ("foreign before market", [deal(1, 2), scored("Ana", "BW")], {}, from_market("Ana", "T77A"), "piece.foreign"),
    # 6. draw
    ("full before open", FULL, {"seats": "Ana"}, drew("?"), "saving.full"),
    ("full before twice", FULL, {"seats": "Ana"}, drew("BW1"), "saving.full"),
    ("twice before none", [deal(6), saves("Ana", "BP1 BP BP BP")], {"seats": "Ana"}, drew("BP1"), "bag.twice"),
    ("none before robot", [deal(3, 1), saves("TABLE", "BP BP BP BP")], {**ROBOT, "robot_stops_at": 4}, drew("BP"), "bag.none"),
    ("robot after none", [deal(3, 1), saves("TABLE", "BP BP BP")], ROBOT, drew("BP"), "robot.three"),
    (
        "full before robot",
        [deal(3, 1), saves("TABLE", "BP BP BP BP BY")],
        {**ROBOT, "robot_stops_at": 5},
        drew("BB"),
        "saving.full",
    ),
    ("one before robot", [deal(3, 1), "TABLE StartSaving {}"], ROBOT, "TABLE Stop {}", "saving.one"),
    (
        "robot without must_draw",
        [deal(3, 1), "TABLE StartSaving {}"],
        {**ROBOT, "must_draw": False},
        "TABLE Stop {}",
        "robot.three",
    ),
    # choosing
    ("foreign before robot", ROBOT_CHOOSES, ROBOT, choose("TABLE", 9), "piece.foreign"),
    ("taken before robot", [*ROBOT_CHOOSES, ruling(by_hand(turn_cards="1, null"))], ROBOT, choose("TABLE", 1), "order.taken"),
    ("not the lowest", ROBOT_CHOOSES, ROBOT, choose("TABLE", 2), "robot.lowest"),
    ("used up alone", LONE, {"seats": "Ana"}, choose("Ana", 3), "lone.once"),
    # swap, held, turned up
    ("round.swap before elsewhere", [CHEAP, 'Ana Swap {"tool": "T01A"}'], {}, 'Ana Swap {"tool": "T01A"}', "round.swap"),
    (
        "elsewhere before hand in a swap",
        [CHEAP, *TOLD_HAND, 'Ana Held {"tool": "T03A"}', 'TABLE TurnedUp {"tool": "T01A"}'],
        {},
        'Ana Swap {"tool": "T01A"}',
        "tool.elsewhere",
    ),
    ("hand in a swap", [CHEAP, *TOLD_HAND, 'Ana Held {"tool": "T03A"}'], {}, 'Ana Swap {"tool": "T01A"}', "tool.hand"),
    (
        "elsewhere before hand in Held",
        [deal(1, 2), *TOLD_HAND, 'TABLE TurnedUp {"tool": "T01A"}'],
        {},
        'Ana Held {"tool": "T01A"}',
        "tool.elsewhere",
    ),
    (
        "elsewhere before market in TurnedUp",
        [deal(1, 2), *[f'TABLE TurnedUp {{"tool": "T0{n}A"}}' for n in (1, 3, 4)]],
        {},
        'TABLE TurnedUp {"tool": "T03A"}',
        "tool.elsewhere",
    ),
    (
        "market in TurnedUp",
        [deal(1, 2), *[f'TABLE TurnedUp {{"tool": "T0{n}A"}}' for n in (1, 3, 4)]],
        {},
        'TABLE TurnedUp {"tool": "T05A"}',
        "tool.market",
    ),
    # take
    (
        "elsewhere before market in TakeTool",
        [deal(1, 2), *TOLD_HAND, *[f'TABLE TurnedUp {{"tool": "T0{n}A"}}' for n in (1, 3, 4)], scored("Ana", "BW")],
        {},
        from_market("Ana", "T06A"),
        "tool.elsewhere",
    ),
    (
        "elsewhere before empty in TakeTool",
        [deal(1, 2), *TOLD_HAND, scored("Ana", "BW"), *EMPTIED],
        {},
        from_deck("Ana", "T06A"),
        "tool.elsewhere",
    ),
    ("empty in TakeTool", [deal(1, 2), scored("Ana", "BW"), *EMPTIED], {}, from_deck("Ana"), "tool.empty"),
    # PlayTool
    (
        "elsewhere before hand",
        [deal(1, 2), *TOLD_HAND, 'TABLE TurnedUp {"tool": "T01A"}'],
        {},
        plays("Ana", "T01A"),
        "tool.elsewhere",
    ),
    ("elsewhere before first round", [deal(1, 2), 'TABLE TurnedUp {"tool": "T01A"}'], {}, plays("Ana", "T01A"), "tool.elsewhere"),
    ("hand before first round", [deal(1, 2), *TOLD_HAND], {}, plays("Ana", "T01A"), "tool.hand"),
    ("first round before window", [deal(1, 2)], {}, plays("Ana", "T03A", "S9"), "tool.first_round"),
    ("window before who", ROUND_2, {}, plays("Ana", "T02A", "S1"), "tool.window"),
    ("who before full", FULL, {"seats": "Ana", **FREE}, plays("Ana", "T01A"), "tool.who"),
    (
        "full before nothing",
        [deal(6), saves("Ana", "BW BW BB BB BY"), fires(-7)],
        {"seats": "Ana", "box": EVERYTHING, **FREE},
        plays("Ana", "T21A"),
        "saving.full",
    ),
    (
        "nothing before pick",
        [deal(6), saves("Ana", "BW"), fires(-7)],
        {"seats": "Ana", "box": EVERYTHING, **FREE},
        plays("Ana", "T21A", "S1"),
        "tool.nothing",
    ),
    (
        "nothing before pick in a cool",
        [deal(6), scored("Ana", "BW BW BB BY BP"), fires(-7)],
        {"seats": "Ana", **FREE},
        plays("Ana", "T15A", "S1"),
        "tool.nothing",
    ),
    ("wrong number before stop", [deal(2, 3), saves("Ana", "F BW F")], FREE, plays("Ana", "T02A", "S1", "S3"), "tool.pick"),
    ("empty space before stop", [deal(2, 3), saves("Ana", "F BW F")], FREE, plays("Ana", "T02A", "S4"), "tool.pick"),
    ("stop before wrong kind", [deal(2, 3), saves("Ana", "F BW F")], FREE, plays("Ana", "T02A", "S2"), "spread.stop"),
    ("pick before arson", [deal(2, 3), saves("Ana", "F")], FREE, plays("Ben", "T01A", "S2"), "tool.pick"),
    # Clash
    (
        "youngest before elsewhere in a clash",
        [deal(2, 3), saves("Ana", "BW"), 'TABLE TurnedUp {"tool": "T07A"}'],
        FREE,
        clash("T07A", "T20A"),
        "order.youngest",
    ),
    ("each tool in seat order", [*ROUND_2, 'TABLE TurnedUp {"tool": "T07A"}'], {}, clash("T12A", "T07A"), "tool.window"),
    ("tools before fewer than two", [*ROUND_2], {}, clash("T12A", None), "tool.window"),
    ("fewer than two last", [*ROUND_2], {}, clash(None, "T07A"), "tool.clash"),
    # ByHand
    (
        "entry by entry: conserve first",
        [deal(2, 3), saves("Ana", "F"), plays("Ben", "T20A")],
        FREE,
        by_hand(tokens="BW space3 bag, F bag space2"),
        "byhand.conserve",
    ),
    (
        "entry by entry: arson first",
        [deal(2, 3), saves("Ana", "F"), plays("Ben", "T20A")],
        FREE,
        by_hand(tokens="F bag space2, BW space3 bag"),
        "tool.no_arson",
    ),
    # Recount
    (
        "bag.twice before recount.twice",
        [deal(1, 2), saves("Ana", "BP1")],
        {},
        'TABLE Recount {"tokens": ["BP2", "BP2", "BP1"], "accept": true}',
        "bag.twice",
    ),
    (
        "recount.twice before differs",
        [deal(1, 2)],
        {},
        'TABLE Recount {"tokens": ["BP2", "BP2"], "accept": false}',
        "recount.twice",
    ),
    (
        "recount.twice before too_many",
        [deal(1, 2)],
        {},
        'TABLE Recount {"tokens": ["BP2", "BP2", "BP", "BP", "BP"], "accept": true}',
        "recount.twice",
    ),
    (
        "too_many with accept",
        [deal(1, 2)],
        {},
        'TABLE Recount {"tokens": ["BP", "BP", "BP", "BP", "BP"], "accept": true}',
        "recount.too_many",
    ),
    (
        "differs without",
        [deal(1, 2)],
        {},
        'TABLE Recount {"tokens": ["BP", "BP", "BP", "BP", "BP"], "accept": false}',
        "recount.differs",
    ),
]


@pytest.mark.parametrize(("begun", "options", "line", "rule"), [row[1:] for row in ORDER], ids=[row[0] for row in ORDER])
def test_a_refusal_names_the_first_rule_in_the_way(begun, options, line, rule):
    assert game(*begun, **options).rule(line) == f"fire.{rule}"


# --- section 11 -------------------------------------------------------------------------------------------------------


def test_a_token_on_the_card_drawn_again():
    refused = game(deal(2, 3), saves("Ana", "BW BB BP2")).refuses(drew("BP2"))
    assert refused.rule == "fire.bag.twice"
    assert "BP2" in refused.words and "(entry 5)" in refused.words


@pytest.mark.parametrize(
    ("token", "rule"), [("BP5", "fire.piece.foreign"), ("BG1", "fire.piece.foreign"), ("?", "fire.bag.open")]
)
def test_tokens_that_are_none(token, rule):
    assert game(deal(1, 2), "Ana StartSaving {}").rule(drew(token)) == rule


def test_the_second_in_order_is_told_who_chooses():
    g = game(deal(1, 2), cheap_turn("Ana"), cheap_turn("Ben"), ruling(by_hand(points="3, 0")), ruling(by_hand(points="0, 3")))
    g = g.then(
        ruling(by_hand(points="0, -1")),
        ruling(by_hand(points="0, 1")),
        ruling(by_hand(points="-1, 0")),
        ruling(by_hand(points="1, 0")),
    )
    refused = g.refuses(choose("Ana", 1))
    assert refused.rule == "fire.order.lowest"
    assert refused.words == "Ben (4 points, there before Ana) chooses now."


def test_one_point_is_one_point_also_where_two_have_it():
    g = game(deal(3, 2), cheap_turn("Ben"), cheap_turn("Ana"))
    assert g.refuses(choose("Ana", 1)).words == "Ben (1 point, there before Ana) chooses now."


def test_a_fifth_purple_book_is_told_where_the_four_are():
    g = game(deal(3, 2), saves("Ben", "BP BP BP BP"))
    assert g.refuses(drew("BP")).words == "All 4 purple books are out: spaces 1, 2, 3, 4."


def test_a_slingshot_where_a_fire_lies_or_the_next_space_is_a_risk_space():
    assert game(deal(2, 3), saves("Ana", "F"), **FREE).rule(plays("Ben", "T01A")) == "fire.tool.no_arson"
    assert game(deal(1, 2), saves("Ana", "BW"), **FREE).rule(plays("Ben", "T01A")) == "fire.tool.no_arson"


def test_a_tool_in_the_discard_and_the_axe_with_three():
    g = game(
        deal(2, 3), saves("Ana", "F01 F02"), plays("Ana", "T02A", "S2"), "Ana Stop {}", from_deck("Ana"), "Ana EndTurn {}", **FREE
    )
    refused = g.then(saves("Ben", "F F")).refuses(plays("Ben", "T02A", "S2"))
    assert refused.rule == "fire.tool.elsewhere"
    for part in ("Gloves", "T02A", "discard", f"entry {len(g.entries)}"):
        assert part in refused.words
    assert game(deal(1, 2, 3), seats="Ana, Ben, Cleo").rule(plays("Ana", "T10A", "C1")) == "fire.setup.few"


def test_a_by_hand_from_where_nothing_is_changes_nothing():
    g = game(deal(1, 2), saves("Ana", "BW"), plays("Ben", "T20A"), **FREE)
    assert g.rule(by_hand(tokens="BW space1 bag, BY space4 bag")) == "fire.byhand.conserve"
    assert g.then(by_hand()).state.card[0] == "BW"


HEAD = "companion 1\ngame: fire\nbox: house\noptions: {}\nseats: Ana, Ben\n\n"


def box_called(game, name):
    return BOX


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (HEAD.replace("{}", '{"robots": 5}') + "1 TABLE TurnCards {\"cards\": [1, 2]}\n", 4),
        (HEAD.replace("{}", '{"robots": 6}'), 4),
        (HEAD + '1 TABLE TurnCards {"cards": [1, 2]}\n2 Dan Stop {}\n', 8),
        (HEAD + '1 TABLE TurnCards {"cards": [1, 2], "more": 1}\n', 7),
        (HEAD + '1 TABLE TurnCards {"cards": [1, "2"]}\n', 7),
        (HEAD + '1 TABLE Drew {"token": null}\n', 7),
        (HEAD + '1 TABLE TakeTool {"from": "hand", "tool": "?"}\n', 7),
    ],
)  # fmt: skip
def test_a_record_that_cannot_be_read_names_the_line(text, line):
    with pytest.raises(BadRecord) as refused:
        read(text, GAMES, box_called)
    assert refused.value.line == line
    assert isinstance(refused.value, Unreadable)


def test_five_robots_with_two_seats():
    with pytest.raises(IllegalMove) as refused:
        game(robots=5)
    assert refused.value.rule == "fire.setup.seats"
