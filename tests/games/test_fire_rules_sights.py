"""What a photograph may mean in Fire in the Library (specification, 8): proposals, notes and objections."""

from __future__ import annotations

import random

import pytest

from companion import notation, practice, referee
from companion.games import GAMES, fire
from companion.table import naming, spoken, with_entry
from tests.games.firetable import (
    BOX,
    CHEAP,
    cheap_turn,
    choose,
    deal,
    drew,
    from_deck,
    game,
    plays,
    saves,
    scored,
    tops,
)  # fmt: skip

FREE = {"tools_in_first_round": True}
TITLES = {module.PREFIX: module.TITLE for module in GAMES.values()} | {"HB": "Hardback"}


TOLD = "\n".join(
    [*(f'TABLE TurnedUp {{"tool": "T0{n}A"}}' for n in (1, 2, 3)), *(f'TABLE Held {{"tool": "T0{n}A"}}' for n in (4, 5, 6, 7))]
)
"""The tools that the table tells before the deal of two players."""


def seen(g, *rows, who=None):
    """The rows of codes, each a text, as they are judged: ([["Ana StartSaving {}", ...], ...], [(rule, words)], [notes])."""
    seat = None if who is None else g.who(who)
    judged = referee.judge(fire, g.state, seat, referee.typed(row.split() for row in rows), naming(g.table), TITLES)
    return (
        [[f"{g.table.name_of(maker)} {line}" for maker, line in one.moves] for one in judged.proposals],
        [(one.rule, spoken(one.sentence, g.table.seats)) for one in judged.objections],
        [spoken(note, g.table.seats) for note in judged.notes],
    )


def told(tokens):
    return drew(tokens).splitlines()


def test_one_token_while_saving_was_drawn():
    g = game(deal(2, 3), saves("Ana", "BW"))
    assert seen(g, "FL:BP2") == ([told("BP2")], [], [])
    assert seen(g, "BP2") == ([told("BP2")], [], [])


def test_one_token_that_lies_on_the_card_is_still_there():
    g = game(deal(2, 3), saves("Ana", "BP2"))
    proposals, objections, notes = seen(g, "FL:BP2")
    assert (proposals, objections) == ([], [])
    assert "BP2" in notes[0]


def test_a_row_of_the_card_and_new_tokens_in_order():
    g = game(deal(2, 3), saves("Ana", "BP2"))
    assert seen(g, "FL:BP2 FL:BW1 FL:BB3")[0] == [told("BW1 BB3")]
    by_kind = game(deal(2, 3), saves("Ana", "BP"))
    assert seen(by_kind, "FL:BP2 FL:BW1")[0] == [told("BW1")]


def test_a_row_that_begins_otherwise_names_the_first_token_that_does_not_fit():
    g = game(deal(2, 3), saves("Ana", "BP2 BW1"))
    proposals, objections, _ = seen(g, "FL:BP2 FL:BB1 FL:BY1")
    assert proposals == []
    assert "BB1" in objections[0][1] and "BW1" in objections[0][1] and "BY1" not in objections[0][1]


def test_a_row_shorter_than_the_card_misses_a_token():
    proposals, objections, _ = seen(game(deal(2, 3), saves("Ana", "BP2 BW1 BB1")), "FL:BP2 FL:BW1")
    assert proposals == []
    assert "BB1" in objections[0][1]


def test_a_row_fills_a_gap_with_the_first_new_token():
    g = game(deal(2, 3), saves("Ana", "F01 BW1 BB1"), plays("Ana", "T06A", "S1"), **FREE)
    assert seen(g, "FL:BY1 FL:BW1 FL:BB1")[0] == [told("BY1")]
    assert seen(g, "FL:BY1 FL:BW1 FL:BB1 FL:BP1")[0] == [told("BY1 BP1")]


def test_the_card_itself_may_be_in_the_picture():
    assert seen(game(deal(2, 3), saves("Ana", "BP2")), "FL:C2 FL:BP2 FL:BW1")[0] == [told("BW1")]


def test_one_token_when_the_bag_is_passed_starts_the_saving():
    assert seen(game(deal(2, 3)), "FL:BW1")[0] == [["Ana StartSaving {}", *told("BW1")]]


def test_one_token_on_the_next_phone_ends_the_turn_before():
    g = game(deal(1, 2), scored("Ana", "BW1 BW2"))
    expected = ["Ana EndTurn {}", "Ben StartSaving {}", *told("BW3")]
    assert seen(g, "FL:BW3", who="Ben")[0] == [expected]
    last = game(deal(1, 2), cheap_turn("Ana"), scored("Ben", "BW1"), from_deck("Ben"))
    assert seen(last, "FL:BW3", who="Ana")[0] == [["Ben EndTurn {}"]]


def test_one_token_while_a_tool_is_still_to_be_told_is_an_objection():
    g = game(TOLD, deal(1, 2), scored("Ana", "BW"), from_deck("Ana"), tools_told=True)
    assert (g.state.phase, g.state.untold) == ("scored", (0, 1, 0))
    for who in ("Ana", "Ben", None):
        proposals, objections, _ = seen(g, "FL:BW3", who=who)
        assert proposals == []
        assert objections[0][0] in ("fire.tool.told", "fire.turn.step")


def test_library_cards_while_a_tool_is_still_to_be_told_are_an_objection():
    g = game(TOLD, deal(1, 2), scored("Ana", "BW"), from_deck("Ana"), tools_told=True)
    proposals, objections, _ = seen(g, "FL:LW2")
    assert proposals == []
    assert objections


def test_tokens_of_a_tool_and_the_one_that_is_placed():
    g = game(deal(2, 3), saves("Ana", "BW1"), plays("Ana", "T07A"), **FREE)
    assert seen(g, "FL:BP1")[0] == [told("BP1")]
    assert seen(g, "FL:BP1 FL:F03")[0] == [told("BP1 F03")]
    due = g.then(drew("BP1 F"))
    assert seen(due, "FL:BP1")[0] == [['Ana Place {"token": "BP1"}']]
    assert seen(due, "FL:F03")[0] == [['Ana Place {"token": "F"}']]


def test_many_tokens_are_the_bag_tipped_out():
    g = game(deal(1, 2))
    codes = [code for kind in ("BP", "BB", "BY", "BW") for code in g.table.box.token_codes[kind]]
    fires_ = list(g.table.box.token_codes["F"][:7])
    ((line,),) = seen(g, " ".join(codes + fires_))[0]
    assert line.startswith("TABLE Recount") and line.endswith('"accept": false}')
    proposals, objections, _ = seen(g, " ".join(codes[1:] + fires_))
    assert [one[0].endswith('"accept": true}') for one in proposals] == [True]
    assert objections[0][0] == "fire.recount.differs"
    assert "BP1" in objections[0][1]


def test_turn_order_cards_in_the_deal_and_in_the_choice():
    assert seen(game(), "FL:C3 FL:C1")[0] == [[deal(3, 1)]]
    assert seen(game(CHEAP), "FL:C2")[0] == [[choose("Ana", 2)]]
    assert seen(game(), "FL:C3 FL:C5")[1][0][0] == "fire.setup.turn_cards"
    assert seen(game(CHEAP), "FL:C5")[1][0][0] == "fire.order.taken"


def test_a_tool_by_window_and_hand():
    g = game(deal(2, 3), saves("Ana", "F01 BW1"), **FREE)
    ((line,), *_) = [one for one in seen(g, "FL:T06A", who="Ana")[0] if "PlayTool" in one[0]]
    assert line == plays("Ana", "T06A", "S1")
    held = [one for one in seen(g, "FL:T06A", who="Ana")[0] if "Held" in one[0]]
    assert held == [['Ana Held {"tool": "T06A"}']]
    assert ['TABLE TurnedUp {"tool": "T06A"}'] in seen(g, "FL:T06A", who="Ana")[0]
    assert not [one for one in seen(g, "FL:T06A", who="Ben")[0] if "PlayTool" in one[0]]


def test_a_tool_when_one_is_taken_or_swapped():
    g = game(deal(2, 3), scored("Ana", "BW"))
    proposals = seen(g, "FL:T06A", who="Ana")[0]
    assert ['Ana TakeTool {"from": "market", "tool": "T06A"}'] in proposals
    assert ['Ana TakeTool {"from": "deck", "tool": "T06A"}'] in proposals
    assert ['Ben Swap {"tool": "T06A"}'] in seen(game(CHEAP), "FL:T06A", who="Ben")[0]


def test_a_row_of_tools_tells_the_market():
    g = game(deal(2, 3))
    assert seen(g, "FL:T01A FL:T02A FL:T03A")[0] == [[f'TABLE TurnedUp {{"tool": "T0{n}A"}}' for n in (1, 2, 3)]]
    one = g.then('TABLE TurnedUp {"tool": "T01A"}')
    assert seen(one, "FL:T01A FL:T02A FL:T03A")[0] == [[f'TABLE TurnedUp {{"tool": "T0{n}A"}}' for n in (2, 3)]]
    proposals, objections, _ = seen(one, "FL:T04A FL:T02A FL:T03A")
    assert proposals == []
    assert objections[0][0] == "fire.tool.market"
    assert seen(one.then('TABLE TurnedUp {"tool": "T02A"}'), "FL:T01A FL:T02A")[2] != []


def test_two_tools_tell_the_two_slots_that_are_hidden():
    one = game(deal(2, 3), 'TABLE TurnedUp {"tool": "T01A"}')
    assert seen(one, "FL:T02A FL:T03A")[0] == [[f'TABLE TurnedUp {{"tool": "T0{n}A"}}' for n in (2, 3)]]


def test_library_cards_check_the_tops():
    g = game(deal(1, 2))
    ((line,),) = seen(g, "FL:LP1 FL:LB1 FL:LY1 FL:LW1")[0]
    assert line == 'TABLE Tops {"cards": ["LP1", "LB1", "LY1", "LW1"], "accept": false}'
    proposals, objections, notes = seen(g, "FL:LP1 FL:LW1")
    assert (proposals, objections) == ([], [])
    assert "LP1" in notes[0]
    assert seen(g, "FL:LP3")[1][0][0] == "fire.library.differs"


def test_library_cards_that_differ_may_be_played_on_with():
    proposals, objections, _ = seen(game(deal(1, 2)), "FL:LP2 FL:LB1 FL:LY1 FL:LW1")
    assert objections[0][0] == "fire.library.differs"
    assert [one[0].endswith('"accept": true}') for one in proposals] == [True]


def test_the_new_tops_confirm_the_burn():
    g = game(deal(2, 3), saves("Ana", "BP BW F"))
    assert seen(g, "FL:LP2 FL:LW2")[0] == [["Ana Burn {}"]]
    last = game(deal(1, 2), cheap_turn("Ana"), scored("Ben", "BW1"), from_deck("Ben"))
    assert seen(last, "FL:LW2")[0] == [["Ben EndTurn {}"]]


@pytest.mark.parametrize(
    ("text", "codes", "rule", "words"),
    [
        (saves("Ana", "BP BP2 BP BP"), "FL:BP1", "fire.bag.none", ["spaces 1, 2, 3, 4"]),
        (saves("Ana", "BP2 BW"), "FL:BP2 FL:BW1 FL:BP2", "fire.bag.twice", ["BP2"]),
        (saves("Ana", "BW"), "FL:BP7", "fire.piece.foreign", ["BP7"]),
        (tops("LP3 LB1 LY1 LW1"), "FL:LP2", "fire.library.differs", ["LP2", "burn"]),
        (saves("Ana", "BW"), "FL:T10A", "fire.setup.few", ["Axe"]),
    ],
)
def test_what_cannot_be_is_an_objection(text, codes, rule, words):
    _, objections, _ = seen(game(deal(2, 3), text), codes, who="Ana")
    rules = [one[0] for one in objections]
    if rule == "fire.bag.twice":
        assert objections
    else:
        assert rule in rules
    for word in words:
        assert word in " ".join(sentence for _, sentence in objections)


def test_a_label_of_another_game_and_one_that_is_none():
    g = game(deal(2, 3), saves("Ana", "BW"))
    assert "Hardback" in seen(g, "HB:A1")[1][0][1]
    assert seen(g, "hello")[1]
    assert seen(g, "XX:A1")[1]


def test_a_burnt_card_says_by_which_entry_it_burnt():
    g = game(deal(2, 3), saves("Ana", "BP F F"), "Ana Burn {}")
    (meaning,) = fire.meanings(g.state, None, referee.typed([["LP1"]]))
    assert spoken(with_entry(meaning.refused, g.position.steps), g.table.seats).endswith(f"(entry {len(g.entries)})")


@pytest.mark.parametrize("seed", range(8))
def test_every_sight_is_answered_and_every_proposal_can_be_played(seed):
    """Random pieces seen in random games: a proposal, an objection or a note, and every proposal can be played."""
    rng = random.Random(seed)
    state = fire.setup(BOX, 2, fire.Options(tools_told=seed % 2 == 0, tools_in_first_round=True))
    pieces = list(fire.PIECES(BOX))
    names = {0: "Ana", 1: "Ben", **{code: code for code in pieces}}
    for _ in range(120):
        waiting = fire.to_act(state)
        if not waiting:
            break
        for _ in range(4):
            rows = [rng.sample(pieces, rng.randint(1, 4)) for _ in range(rng.randint(1, 2))]
            judged = referee.judge(fire, state, rng.choice([None, 0, 1]), referee.typed(rows), names, {})
            assert judged.proposals or judged.objections or judged.notes
            for proposal in judged.proposals:
                after = state
                for maker, line in proposal.moves:
                    after = fire.apply(after, maker, notation.read(line, fire.MOVES))
                assert after != state or all(line.startswith(("Recount", "Tops")) for _, line in proposal.moves)
        who, move = practice.random_move(fire, state, waiting, rng)
        state = fire.apply(state, who, move)


def test_the_same_token_seen_twice_in_one_picture_is_said_and_nothing_is_proposed():
    g = game(deal(3, 1), "Ben StartSaving {}", drew("BW1"))
    judged = referee.judge(fire, g.state, 1, referee.typed([("BW1", "BP2", "BP2")]), {}, {})
    assert judged.proposals == ()
    assert [(one.rule, str(one.sentence)) for one in judged.objections] == [
        ("fire.bag.twice", "BP2: seen twice, and each is there once.")
    ]
