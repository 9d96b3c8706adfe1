"""What each may know in Fire in the Library: nothing hidden leaks through views, veils or refusals (specification, 4)."""

from __future__ import annotations

import random

import pytest

from companion import practice
from companion.games import fire
from companion.games.fire.moves import Held, PlayTool, Swap, TakeTool
from companion.notation import plain
from companion.rules import HIDDEN, TABLE, Ask, IllegalMove
from tests.games.firetable import BOX, CHEAP, choose, deal, from_deck, game, plays, saves, scored

FREE = {"tools_in_first_round": True}
SECRET = game(deal(2, 3), 'Ana Held {"tool": "T05A"}', 'Ben Held {"tool": "T01A"}', 'TABLE TurnedUp {"tool": "T02A"}', **FREE)


def test_a_view_turns_over_the_hands_of_all_others():
    assert fire.view(SECRET.state, 0).hands == (("T05A", HIDDEN), (HIDDEN, HIDDEN))
    assert fire.view(SECRET.state, 1).hands == ((HIDDEN, HIDDEN), ("T01A", HIDDEN))
    assert fire.view(SECRET.state, None).hands == ((HIDDEN, HIDDEN), (HIDDEN, HIDDEN))
    assert fire.view(SECRET.state, 0).market == ("T02A", HIDDEN, HIDDEN)


@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_view_differs_from_the_state_in_hands_only(seat):
    left, right = plain(fire.view(SECRET.state, seat)), plain(SECRET.state)
    assert {key for key in left if left[key] != right[key]} == {"hands"}


def test_the_printed_state_has_the_names_of_the_specification():
    names = """
        round phase active bag lost reserve card drawn laid_book trigger no_embers aside tops scores arrival ages cards_in_use
        turn_cards done used market hands deck discard swapped owed untold pending ledger
    """
    assert set(plain(fire.view(SECRET.state, None))) == set(names.split())


def test_the_printed_state_in_values():
    state = plain(game(deal(2, 3), 'TABLE Ages {"rank": [2, 1]}', saves("Ana", "BP2 F")).state)
    assert state["bag"] == {"BP": 3, "BB": 5, "BY": 6, "BW": 7, "F": 6}
    assert state["lost"] == {"BP": 0, "BB": 0, "BY": 0, "BW": 0, "F": 0}
    assert state["card"] == ["BP2", "F", None, None, None]
    assert state["ages"] == [2, 1]
    assert state["tops"] == ["LP1", "LB1", "LY1", "LW1"]
    assert (state["pending"], state["untold"], state["market"], state["hands"]) == (None, None, ["?"] * 3, [["?", "?"]] * 2)
    assert plain(game(tools_told=True).state)["untold"] == [3, 2, 2]


def test_the_printed_state_of_what_is_pending():
    begun = [deal(2, 3), saves("Ana", "BW")]
    due = game(*begun, "Ana Draw {}").state
    assert plain(due)["pending"] == {"what": "draw"}
    look = game(*begun, plays("Ana", "T07A"), **FREE).state
    assert plain(look)["pending"] == {"what": "look", "tool": "T07A", "n": 2, "tokens": []}
    hand = game(*begun, plays("Ben", "T20A"), **FREE).state
    assert plain(hand)["pending"] == {"what": "hand", "tool": "T20A", "seat": 1}
    clash = game(*begun, 'TABLE Ages {"rank": [1, 2]}', 'TABLE Clash {"tools": ["T07A", "T20A"]}', **FREE).state
    assert plain(clash)["pending"] == {"what": "clash", "seat": 0, "tool": "T07A"}
    aside = game(deal(2, 3), saves("Ana", "F01 F02"), plays("Ana", "T02A", "S2"), **FREE).state
    assert plain(aside)["aside"] == [["T02A", ["F02"]]]


def test_a_veil_hides_the_tool_of_held_and_of_a_tool_from_the_deck():
    state = SECRET.state
    assert fire.veil(state, 0, Held("T05A"), 1) == Held(HIDDEN)
    assert fire.veil(state, 0, Held("T05A"), None) == Held(HIDDEN)
    assert fire.veil(state, 0, Held("T05A"), 0) == Held("T05A")
    assert fire.veil(state, 0, TakeTool("deck", "T05A"), 1) == TakeTool("deck", HIDDEN)
    assert fire.veil(state, 0, TakeTool("deck", "T05A"), None) == TakeTool("deck", HIDDEN)
    assert fire.veil(state, 0, TakeTool("deck", "T05A"), 0) == TakeTool("deck", "T05A")


def test_a_veil_hides_what_the_table_tells_of_a_hand_from_the_others():
    g = game(
        *[f'TABLE TurnedUp {{"tool": "T0{n}A"}}' for n in (1, 2, 3)], *[f'TABLE Held {{"tool": "T0{n}A"}}' for n in (4, 5, 6, 7)],
        tools_told=True,
    )  # fmt: skip
    assert fire.veil(g.state, TABLE, Held("T04A"), 0) == Held("T04A")
    assert fire.veil(g.state, TABLE, Held("T04A"), 1) == Held(HIDDEN)
    assert fire.veil(g.state, TABLE, Held("T04A"), None) == Held(HIDDEN)


def test_a_veil_leaves_what_is_open():
    state = SECRET.state
    for move in (TakeTool("market", "T02A"), PlayTool("T05A", ()), Swap("T05A")):
        for seat in (0, 1, None):
            assert fire.veil(state, 0, move, seat) == move


def test_a_refusal_says_nothing_of_another_hand():
    """Ben's page cannot know what Ana told; the sentence names no place and no person."""
    in_turn = SECRET.then("Ana StartSaving {}")
    for line in ('Ben Held {"tool": "T05A"}', plays("Ben", "T05A"), 'TABLE TurnedUp {"tool": "T05A"}'):
        refused = in_turn.refuses(line)
        assert refused.rule == "fire.tool.elsewhere"
        assert "Ana" not in refused.words and "hand" not in refused.words


def test_a_refusal_while_a_tool_is_done_by_hand_says_nothing_wrong_of_another_hand():
    begun = SECRET.then(saves("Ana", "BW"), plays("Ben", "T20A"))
    refused = begun.refuses('Ben Held {"tool": "T05A"}')
    assert refused.rule == "fire.tool.elsewhere"
    assert "in play" not in refused.words
    assert "in play" in begun.refuses('Ben Held {"tool": "T20A"}').words


def test_offers_from_a_view_do_not_depend_on_what_others_told():
    """Two games that differ only in what Ben told of his hand look the same to Ana."""
    plain_game = game(deal(2, 3), saves("Ana", "BW"), **FREE)
    told = plain_game.then('Ben Held {"tool": "T06A"}', 'Ben Held {"tool": "T12A"}')
    for seat in (0, None):
        left, right = fire.view(plain_game.state, seat), fire.view(told.state, seat)
        assert fire.to_act(left) == fire.to_act(right)
        assert fire.legal_moves(left) == fire.legal_moves(right)


@pytest.mark.parametrize("seed", range(12))
def test_a_view_lists_never_less_than_is_legal(seed):
    """What is legal on the full state is listed, or may be completed, in the view of whoever may do it."""
    rng = random.Random(seed)
    seats = 1 + seed % 4
    state = fire.setup(BOX, seats, fire.Options(robots=seed % 2, tools_told=seed % 3 == 0, tools_in_first_round=True))
    for _ in range(150):
        waiting = fire.to_act(state)
        if not waiting:
            break
        for seat in range(seats):
            seen = fire.view(state, seat)
            assert set(fire.to_act(state)) <= set(fire.to_act(seen)) or not state.options.tools
            listed = [move for _, move in fire.legal_moves(seen, seat)]
            for _, move in fire.legal_moves(state, seat):
                if not isinstance(move, Ask):
                    assert move in listed
        who, move = practice.random_move(fire, state, waiting, rng)
        state = fire.apply(state, who, move)


def test_a_hidden_hand_is_not_read_by_the_rules():
    """With everything hidden the game is played from the deal to the next round."""
    g = game(
        CHEAP, choose("Ana", 1), choose("Ben", 2), scored("Ana", "BB"), from_deck("Ana"), plays("Ana", "T12A"), "Ana EndTurn {}"
    )
    assert g.state.hands == ((HIDDEN,) * 3, (HIDDEN,) * 3)
    assert g.state.scores == (1 + 2 + 2, 1)
    with pytest.raises(IllegalMove):
        fire.apply(fire.view(g.state, 0), 0, PlayTool("T12A", ()))
