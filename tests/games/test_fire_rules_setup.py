"""Rules 1 to 17 of Fire in the Library: the box on the table, the deal, who chooses, whose turn it is."""

from __future__ import annotations

import pytest

from companion.games import fire
from companion.games.fire import Options
from companion.rules import IllegalMove
from tests.games.firetable import (
    BEN_ON_2,
    BOX,
    CHEAP,
    box_with,
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

HIDDEN3 = ("?", "?", "?")


# --- setting up -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "robots"), [(1, 0), (1, 5), (2, 4), (3, 3), (6, 0), (4, 1)])
def test_fire_setup_seats_one_to_six_people_and_robots_together(seats, robots):
    state = fire.setup(BOX, seats, Options(robots=robots))
    assert state.scores == (0,) * (seats + robots)
    assert state.arrival == (None,) * (seats + robots)
    assert (state.round, state.phase, state.active) == (1, "dealing", None)


@pytest.mark.parametrize(("seats", "robots"), [(2, 5), (6, 1), (0, 3), (7, 0)])
def test_fire_setup_seats_no_seventh_and_nobody_is_refused(seats, robots):
    with pytest.raises(IllegalMove) as refused:
        fire.setup(BOX, seats, Options(robots=robots))
    assert refused.value.rule == "fire.setup.seats"


def test_fire_setup_bag_all_22_books_and_7_fires_in_the_bag_and_10_aside():
    state = game().state
    assert state.bag == (4, 5, 6, 7, 7)
    assert state.lost == (0, 0, 0, 0, 0)
    assert state.reserve == 10


def test_fire_setup_library_the_lowest_lies_on_top_and_icons_on_the_first_top_cards_add_no_fire():
    state = game(box=box_with(library="LP1,P,1,books,3,7,3,house,")).state
    assert state.tops == ("LP1", "LB1", "LY1", "LW1")
    assert (state.bag.F, state.reserve) == (7, 10)


@pytest.mark.parametrize(
    ("seats", "robots", "deck"), [(1, 0, 30), (2, 0, 28), (3, 0, 26), (4, 0, 28), (6, 0, 24), (2, 2, 32), (1, 1, 30)]
)
def test_fire_setup_market_three_tools_lie_face_up_and_the_rest_is_the_deck(seats, robots, deck):
    state = fire.setup(BOX, seats, Options(robots=robots))
    assert state.market == HIDDEN3
    assert state.deck == deck
    assert state.discard == ()


def test_fire_setup_market_there_are_always_three_after_one_was_taken():
    g = game(deal(1, 2), scored("Ana", "BW"), 'Ana TakeTool {"from": "market", "tool": "T01A"}')
    assert g.state.market == HIDDEN3
    assert g.state.deck == 27
    assert g.hand("Ana") == ("?", "?", "T01A")


def test_fire_setup_hands_each_person_has_two_secret_tools_and_a_robot_none():
    state = fire.setup(BOX, 3, Options(robots=1))
    assert state.hands == (("?", "?"),) * 3


def test_fire_setup_hands_have_no_limit():
    g = game(CHEAP)
    for last in range(2, 7):
        g = g.then(choose("Ana", 1), choose("Ben", 2), cheap_turn("Ana"), cheap_turn("Ben"), tops("LP1 LB1 LY1 LW1"))
        assert g.hand("Ana") == ("?",) * (last + 2)


@pytest.mark.parametrize("cards", ["1, 1", "1, 4", "1, 2, 3", "1", "", "5, 6"])
def test_fire_setup_turn_cards_each_is_dealt_a_different_card_of_those_in_use(cards):
    assert game().rule(f'TABLE TurnCards {{"cards": [{cards}]}}') == "fire.setup.turn_cards"


def test_fire_setup_turn_cards_robots_are_dealt_one_too():
    g = game(robots=1)
    assert g.rule(deal(1, 2)) == "fire.setup.turn_cards"
    assert g.then(deal(4, 2, 1)).state.turn_cards == (4, 2, 1)
    assert g.then(deal(4, 2, 1)).acts()[-1] == "TABLE"


@pytest.mark.parametrize(
    ("seats", "robots", "cards"),
    [(1, 0, 6), (1, 1, 6), (1, 5, 6), (2, 0, 3), (3, 0, 4), (2, 1, 4), (4, 0, 4), (5, 0, 5), (6, 0, 6), (2, 3, 5)],
)
def test_fire_setup_few_decides_the_cards_in_use(seats, robots, cards):
    assert fire.setup(BOX, seats, Options(robots=robots)).cards_in_use == tuple(range(1, cards + 1))


def test_fire_setup_few_the_axe_and_the_library_cart_stay_in_the_box_with_three():
    g = game(deal(1, 2, 3), seats="Ana, Ben, Cleo")
    for tool in ("T09A", "T10B"):
        assert g.rule(plays("Ana", tool, "C1")) == "fire.setup.few"
        assert g.rule(f'Ana Held {{"tool": "{tool}"}}') == "fire.setup.few"
        assert g.rule(f'TABLE TurnedUp {{"tool": "{tool}"}}') == "fire.setup.few"


def test_fire_setup_few_robots_count_as_participants():
    g = game(deal(1, 2, 3, 4), robots=2)
    assert g.allows('Ana Held {"tool": "T10A"}')


@pytest.mark.parametrize(
    "line",
    [
        'TABLE Drew {"token": "BP5"}', 'TABLE Drew {"token": "BG1"}', 'TABLE Drew {"token": "BG"}', 'TABLE Drew {"token": "F18"}',
        'TABLE Drew {"token": "F1"}', 'TABLE Drew {"token": ""}', 'TABLE Drew {"token": "LP1"}',
        'Ana Held {"tool": "T99A"}', 'Ana Held {"tool": "T05C"}', 'Ana Held {"tool": "?"}', 'TABLE TurnedUp {"tool": "BP1"}',
        plays("Ana", "T01E"), plays("Ana", ""), plays("Ana", "?"),
        'TABLE Tops {"cards": ["LP1", "LB1", "LY1", "LW9"], "accept": false}',
        'TABLE Recount {"tokens": ["BP9"], "accept": true}', 'TABLE Recount {"tokens": [""], "accept": true}',
        'TABLE Clash {"tools": ["T99A", null]}',
    ],
)  # fmt: skip
def test_fire_piece_foreign_only_pieces_of_this_box_can_be_named(line):
    g = game(deal(1, 2), "Ana StartSaving {}")
    assert g.rule(line) == "fire.piece.foreign"


def test_fire_piece_foreign_a_seventh_turn_order_card_is_in_no_box():
    assert game().rule(deal(1, 7)) == "fire.piece.foreign"
    assert game().rule(deal(0, 1)) == "fire.piece.foreign"
    assert game(CHEAP).rule(choose("Ana", 7)) == "fire.piece.foreign"


# --- step 1: turn order -----------------------------------------------------------------------------------------------


def test_fire_order_first_in_round_1_the_lowest_card_dealt_begins():
    assert game(deal(1, 3)).state.active == 0
    g = game(deal(3, 2))
    assert (g.state.phase, g.state.active) == ("ready", 1)


def test_fire_order_lowest_the_lowest_score_chooses_first_then_the_next():
    g = game(deal(1, 2), scored("Ana", "BP"), from_deck("Ana"), "Ana EndTurn {}", cheap_turn("Ben"))
    assert (g.state.scores, g.state.phase, g.state.active) == ((3, 1), "choosing", None)
    assert "Ben" in g.acts()
    refused = g.refuses(choose("Ana", 1))
    assert refused.rule == "fire.order.lowest"
    assert "Ben" in refused.words and "1" in refused.words
    g = g.then(choose("Ben", 1))
    assert g.rule(choose("Ben", 2)) == "fire.order.lowest"
    g = g.then(choose("Ana", 3))
    assert (g.state.phase, g.state.active, g.state.turn_cards) == ("ready", 1, (3, 1))


def test_fire_order_tie_who_reached_the_points_first_chooses_first():
    g = game(deal(2, 1), cheap_turn("Ben"), cheap_turn("Ana"))
    assert g.state.scores == (1, 1)
    refused = g.refuses(choose("Ana", 1))
    assert refused.rule == "fire.order.lowest"
    assert "Ben" in refused.words and "there before Ana" in refused.words
    assert g.allows(choose("Ben", 1))


def test_fire_order_tie_a_turn_that_scores_0_moves_no_figure():
    g = game(CHEAP, choose("Ana", 1), choose("Ben", 2))
    before = g.state.arrival
    g = g.then(scored("Ana", "F"), from_deck("Ana"), "Ana EndTurn {}", scored("Ben", "F"), from_deck("Ben"), "Ben EndTurn {}")
    assert g.state.arrival == before
    assert g.state.scores == (1, 1)
    assert g.rule(choose("Ben", 1)) == "fire.order.lowest"


NIL = "\n".join([
    deal(1, 2), scored("Ana", "F"), from_deck("Ana"), "Ana EndTurn {}", scored("Ben", "F"), from_deck("Ben"), "Ben EndTurn {}"
])  # fmt: skip


def test_fire_order_youngest_among_people_at_0_the_ages_must_be_told_before_choosing():
    g = game(NIL)
    assert g.state.arrival == (None, None)
    assert g.rule(choose("Ana", 1)) == "fire.order.youngest"
    assert g.rule(choose("Ben", 1)) == "fire.order.youngest"
    assert "TABLE" in g.acts()
    g = g.then('TABLE Ages {"rank": [2, 1]}')
    assert g.state.ages == (2, 1)
    assert g.rule(choose("Ana", 1)) == "fire.order.lowest"
    assert g.allows(choose("Ben", 1))
    assert "TABLE" not in g.acts()


def test_fire_order_youngest_robots_at_0_come_after_people_by_number_and_need_no_ages():
    g = game(
        deal(1, 2, 3), scored("Ana", "F"), from_deck("Ana"), "Ana EndTurn {}",
        saves("TABLE", "F BW F"), "TABLE Burn {}", saves("TABLE", "F BW F"), "TABLE Burn {}",
        seats="Ana", robots=2,
    )  # fmt: skip
    assert (g.state.scores, g.state.arrival) == ((0, 0, 0), (None, None, None))
    assert g.rule('TABLE ChooseCard {"card": 1}') == "fire.order.lowest"
    g = g.then(choose("Ana", 6))
    assert g.rule(choose("Ana", 5)) == "fire.order.lowest"
    g = g.then(choose("TABLE", 1), choose("TABLE", 2))
    assert g.state.turn_cards == (6, 1, 2)


def test_fire_order_youngest_one_person_at_0_needs_no_ages():
    g = game(deal(1, 2), scored("Ana", "F"), from_deck("Ana"), "Ana EndTurn {}", cheap_turn("Ben"))
    assert g.allows(choose("Ana", 1))


def test_fire_order_youngest_a_score_that_fell_back_to_0_counts_as_points_at_0():
    g = game(NIL, ruling(by_hand(points="2, 0")), ruling(by_hand(points="-2, 0")))
    assert g.rule(choose("Ben", 1)) == "fire.order.youngest"


@pytest.mark.parametrize("rank", ["1, 1", "0, 1", "1, 3", "1", "1, 2, 3", ""])
def test_fire_order_ages_ranks_are_1_to_seats_each_once(rank):
    assert game().rule(f'TABLE Ages {{"rank": [{rank}]}}') == "fire.order.ages"


def test_fire_order_ages_are_told_once_at_any_time():
    for g in (
        game(),
        game(deal(1, 2)),
        game(deal(1, 2), saves("Ana", "BW")),
        game(deal(1, 2), "Ana StartSaving {}", "Ana Draw {}"),
    ):
        told = g.then('TABLE Ages {"rank": [1, 2]}')
        assert told.state.ages == (1, 2)
        assert told.rule('TABLE Ages {"rank": [1, 2]}') == "fire.order.ages"


@pytest.mark.parametrize("card", [1, 4, 6])
def test_fire_order_taken_the_card_must_be_in_use_and_in_the_middle(card):
    g = game(CHEAP, choose("Ana", 1))
    assert g.rule(choose("Ben", card)) == "fire.order.taken"


# --- step 2: whose turn, which phase ----------------------------------------------------------------------------------


def test_fire_turn_order_turns_go_by_ascending_card():
    g = game(deal(3, 1, 4), seats="Ana, Ben, Cleo")
    assert g.state.active == 1
    g = g.then(cheap_turn("Ben"))
    assert g.state.active == 0
    g = g.then(cheap_turn("Ana"))
    assert g.state.active == 2
    assert set(g.state.done) == {0, 1}


@pytest.mark.parametrize(
    ("position", "line"),
    [
        (deal(1, 2), "Ben StartSaving {}"),
        (deal(1, 2), "TABLE StartSaving {}"),
        ("", 'Ana TurnCards {"cards": [1, 2]}'),
        ("", 'Ana Ages {"rank": [1, 2]}'),
        (f"{deal(1, 2)}\nAna StartSaving {{}}", 'Ana Drew {"token": "BW"}'),
        (f"{deal(1, 2)}\nAna StartSaving {{}}", "Ben Draw {}"),
        (f"{deal(1, 2)}\n{saves('Ana', 'BW')}", "Ben Stop {}"),
        (f"{deal(1, 2)}\n{saves('Ana', 'F F')}", "Ben Burn {}"),
        (f"{deal(1, 2)}\n{scored('Ana', 'BW')}", from_deck("Ben")),
        (f"{deal(1, 2)}\n{scored('Ana', 'BW BW')}", "Ben EndTurn {}"),
        (CHEAP, 'TABLE Swap {"tool": "T01A"}'),
        (BEN_ON_2, plays("TABLE", "T11A", "C1")),
        (BEN_ON_2, 'TABLE Held {"tool": "T11A"}'),
        (BEN_ON_2, 'Ana TurnedUp {"tool": "T11A"}'),
        (BEN_ON_2, 'Ana Clash {"tools": ["T11A", null]}'),
        (BEN_ON_2, 'Ana Recount {"tokens": [], "accept": false}'),
        (BEN_ON_2, 'Ana Tops {"cards": ["LP1", "LB1", "LY1", "LW2"], "accept": false}'),
    ],
)
def test_fire_turn_order_only_the_active_acts_and_only_the_table_tells(position, line):
    assert game(position).rule(line) == "fire.turn.order"


def test_fire_turn_order_the_table_makes_a_robots_moves():
    g = game(deal(2, 1), seats="Ana", robots=1)
    assert g.rule("Ana StartSaving {}") == "fire.turn.order"
    g = g.then(saves("TABLE", "BW BB BY"))
    assert g.rule("Ana Stop {}") == "fire.turn.order"
    assert g.then("TABLE Stop {}").state.phase == "scored"


POSITIONS = {
    "dealing": "",
    "ready": deal(1, 2),
    "saving": f"{deal(1, 2)}\n{saves('Ana', 'BW')}",
    "spread": f"{deal(1, 2)}\n{saves('Ana', 'F F')}",
    "reward": f"{deal(1, 2)}\n{scored('Ana', 'BW')}",
    "scored": f"{deal(1, 2)}\n{scored('Ana', 'BW BW')}",
    "choosing": CHEAP,
    "ended": f"{deal(1, 2)}\n{tops('LP5 LB1 LY1 LW1')}",
}
PHASES = {
    deal(1, 2): {"dealing"},
    choose("Ana", 1): {"choosing"},
    'Ana Swap {"tool": "T01A"}': {"choosing"},
    "Ana StartSaving {}": {"ready"},
    "Ana Draw {}": {"saving"},
    'TABLE Drew {"token": "BY"}': {"saving"},
    'Ana Place {"token": "BY"}': set(),
    "Ana Stop {}": {"saving"},
    "Ana Burn {}": {"spread"},
    from_deck("Ana"): {"reward"},
    "Ana EndTurn {}": {"scored"},
    by_hand(): set(),
    "TABLE CountUp {}": {"ended"},
}


@pytest.mark.parametrize("phase", POSITIONS)
@pytest.mark.parametrize("line", PHASES)
def test_fire_turn_step_a_move_belongs_to_its_phase(phase, line):
    g = game(POSITIONS[phase])
    assert g.state.phase == phase
    if phase in PHASES[line]:
        assert g.allows(line)
    elif phase == "spread" and line.split()[1] in ("Draw", "Drew", "Stop"):
        assert g.rule(line) == "fire.spread.decide"
    else:
        assert g.rule(line) == "fire.turn.step"


def test_fire_turn_pending_the_drawn_token_is_told_first():
    g = game(deal(1, 2), "Ana StartSaving {}", "Ana Draw {}")
    assert g.acts() == ["TABLE"]
    for line in ("Ana Stop {}", "Ana Draw {}", 'TABLE Recount {"tokens": [], "accept": true}', plays("Ben", "T01A")):
        assert g.rule(line) == "fire.turn.pending"
    assert g.then(drew("BW")).state.pending is None


def test_fire_turn_pending_the_tokens_of_a_tool_and_its_place_come_first():
    g = game(deal(1, 2), "Ana StartSaving {}", plays("Ana", "T07A"), tools_in_first_round=True)
    assert g.acts() == ["TABLE"]
    for line in ("Ana Stop {}", "Ana Draw {}", plays("Ana", "T07B")):
        assert g.rule(line) == "fire.turn.pending"
    # Nothing waits for a Place before all tokens are told.
    assert g.rule('Ana Place {"token": "BW"}') == g.then(drew("BW")).rule('Ana Place {"token": "BW"}') == "fire.turn.step"
    g = g.then(drew("BW BB"))
    assert g.acts() == ["Ana"]
    for line in ("Ana Stop {}", drew("BW"), 'TABLE Recount {"tokens": [], "accept": true}'):
        assert g.rule(line) == "fire.turn.pending"
    assert g.then('Ana Place {"token": "BW"}').state.pending is None


def test_fire_turn_pending_what_is_done_by_hand_comes_first():
    g = game(deal(1, 2), saves("Ana", "BW"), plays("Ben", "T20A"), tools_in_first_round=True)
    assert g.acts() == ["TABLE"]
    for line in ("Ana Stop {}", "Ana Draw {}", drew("BW"), plays("Ana", "T07B")):
        assert g.rule(line) == "fire.turn.pending"
    assert g.then(by_hand()).state.pending is None


def test_fire_turn_pending_the_winner_of_a_clash_plays_first():
    g = game(deal(1, 2), saves("Ana", "BW"), 'TABLE Ages {"rank": [1, 2]}', tools_in_first_round=True)
    g = g.then('TABLE Clash {"tools": ["T07A", "T20A"]}')
    assert g.acts() == ["Ana"]
    assert g.rule("Ana Stop {}") == "fire.turn.pending"
    assert g.rule(drew("BW")) == "fire.turn.pending"
    assert g.then(plays("Ana", "T07A")).state.pending.what == "look"


@pytest.mark.parametrize(
    "line",
    [
        'Ana Held {"tool": "T01A"}', 'TABLE TurnedUp {"tool": "T01A"}', 'TABLE Ages {"rank": [1, 2]}',
        'TABLE Tops {"cards": ["LP1", "LB1", "LY1", "LW1"], "accept": false}',
    ],
)  # fmt: skip
@pytest.mark.parametrize("tool", ["T07A", "T20A", "draw"])
def test_fire_turn_pending_leaves_what_is_legal_at_any_time(line, tool):
    begun = "Ana Draw {}" if tool == "draw" else plays("Ana", tool)
    g = game(deal(1, 2), saves("Ana", "BW"), begun, tools_in_first_round=True)
    assert g.state.pending is not None
    assert g.then(line).state.pending == g.state.pending


def test_fire_turn_pending_a_recount_waits_for_draw_and_look_but_not_for_a_hand():
    full = ["BP"] * 4 + ["BB"] * 5 + ["BY"] * 6 + ["BW"] * 6 + ["F"] * 7
    count = f'TABLE Recount {{"tokens": {full}, "accept": false}}'.replace("'", '"')
    begun = game(deal(1, 2), saves("Ana", "BW"), tools_in_first_round=True)
    assert begun.then(plays("Ana", "T20A"), count).state.pending.what == "hand"
    assert begun.then("Ana Draw {}").rule(count) == "fire.turn.pending"
    assert begun.then(plays("Ana", "T07A")).rule(count) == "fire.turn.pending"
