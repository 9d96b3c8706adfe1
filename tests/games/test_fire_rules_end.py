"""The end of a round and of the game in Fire in the Library (rules 40 to 46), the lone librarian and Robots (68 to 73)."""

from __future__ import annotations

import pytest

from companion.games import fire
from companion.rules import IllegalMove
from tests.games.firetable import (
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
    game,
    plays,
    ruling,
    saves,
    scored,
    tops,
)  # fmt: skip

FREE = {"tools_in_first_round": True}


def swap(who, tool):
    return f'{who} Swap {{"tool": "{tool}"}}'


# --- end of the round -------------------------------------------------------------------------------------------------


def test_fire_round_burn_after_the_last_turn_the_lowest_burn_index_goes():
    g = game(CHEAP)
    assert g.state.tops == ("LP1", "LB1", "LY1", "LW2")
    assert (g.state.round, g.state.phase, g.state.active) == (2, "choosing", None)
    assert (g.state.turn_cards, g.state.done, g.state.swapped) == ((None, None), (), ())


def test_fire_round_burn_the_icons_of_the_next_card_count():
    start = [deal(1, 2), tops("LP1 LB1 LY1 LW2"), cheap_turn("Ana"), cheap_turn("Ben")]
    assert game(*start).state.tops[3] == "LW3"
    assert game(*start).state.bag.F == 8
    assert game(*start, end_burn_adds_fire=False).state.bag.F == 7


def test_fire_round_burn_without_icons_only_that_burn_adds_no_fire():
    g = game(deal(1, 2), tops("LP2 LB1 LY1 LW1"), saves("Ana", "BP F"), "Ana Burn {}", end_burn_adds_fire=False)
    assert (g.state.tops[0], g.state.bag.F) == ("LP3", 8)


def test_fire_round_burn_comes_after_the_turn_of_a_burn_too():
    g = game(deal(1, 2), cheap_turn("Ana"), saves("Ben", "F BB F"), "Ben Burn {}")
    assert g.state.tops == ("LP1", "LB2", "LY1", "LW1")
    g = g.then(from_deck("Ben"))
    assert (g.state.tops, g.state.phase, g.state.round) == (("LP1", "LB2", "LY1", "LW2"), "choosing", 2)


def test_fire_round_swap_each_person_may_once_discard_openly_and_draw():
    g = game(CHEAP, swap("Ana", "T01A"))
    assert (g.hand("Ana"), g.state.discard, g.state.swapped, g.state.deck) == (("?", "?", "?"), ("T01A",), (0,), 25)
    assert g.rule(swap("Ana", "T01B")) == "fire.round.swap"
    g = g.then(swap("Ben", "T01B"))
    assert g.state.discard == ("T01A", "T01B")


def test_fire_round_swap_is_over_when_the_first_card_is_chosen():
    assert game(CHEAP, choose("Ana", 1)).rule(swap("Ben", "T01A")) == "fire.round.swap"


def test_fire_round_swap_is_over_when_the_first_turn_order_tool_is_played():
    g = game(CHEAP, plays("Ana", "T48A"), by_hand(), box=EVERYTHING)
    assert g.rule(swap("Ben", "T01A")) == "fire.round.swap"


def test_fire_round_swap_again_in_the_next_round():
    g = game(CHEAP, swap("Ana", "T01A"), choose("Ana", 1), choose("Ben", 2), cheap_turn("Ana"), cheap_turn("Ben"))
    assert g.allows(swap("Ana", "T01B"))


def test_fire_round_swap_with_an_empty_deck_the_discarded_tool_may_come_back():
    g = game(CHEAP, *[ruling(by_hand(tools="? deck hand1"))] * 26)
    assert (g.state.deck, g.state.discard) == (0, ())
    g = g.then(swap("Ana", "T01A"))
    assert (g.state.deck, g.state.discard, g.hand("Ana")) == (0, (), ("?", "?", "?"))


def test_fire_round_swap_although_ages_are_due():
    g = game(
        deal(1, 2), scored("Ana", "F"), from_deck("Ana"), "Ana EndTurn {}", scored("Ben", "F"), from_deck("Ben"), "Ben EndTurn {}"
    )
    assert g.allows(swap("Ben", "T01A"))


# --- the end ----------------------------------------------------------------------------------------------------------


def test_fire_end_destroyed_by_a_burn_the_rest_of_the_burn_is_left_out():
    g = game(deal(2, 3), tops("LP4 LB2 LY1 LW1"), saves("Ana", "BB BP BW F"), "Ana Burn {}")
    assert g.state.tops == ("LP5", "LB3", "LY1", "LW1")
    assert (g.state.bag.F + 1, g.state.reserve) == (7, 10)
    assert (g.state.phase, g.state.card[:4]) == ("ended", ("BB", "BP", "BW", "F"))
    assert g.hand("Ana") == ("?", "?")
    assert g.acts()[-1] == "TABLE"


def test_fire_end_destroyed_by_the_burn_at_the_end_of_the_round():
    g = game(deal(1, 2), tops("LP4 LB5 LY6 LW7"), cheap_turn("Ana"), cheap_turn("Ben"))
    assert g.state.tops == ("LP4", "LB5", "LY6", "LW8")
    assert (g.state.phase, g.state.round) == ("ended", 1)
    assert g.state.scores == (7, 7)
    assert g.rule(choose("Ana", 1)) == "fire.turn.step"


def test_fire_end_destroyed_by_only_fires_drawn():
    g = game(deal(2, 3), tops("LP4 LB5 LY6 LW7"), saves("Ana", "F F"), "Ana Burn {}")
    assert (g.state.tops[3], g.state.phase) == ("LW8", "ended")


def test_fire_end_destroyed_by_a_crowbar_in_the_turn_and_nobody_has_another():
    g = game(deal(1, 2), tops("LP4 LB1 LY1 LW1"), scored("Ana", "BW BW"), plays("Ana", "T17A", "P"), **FREE)
    assert (g.state.phase, g.state.scores) == ("ended", (4, 0))
    assert g.state.card[:2] == ("BW", "BW")
    for line in ("Ana EndTurn {}", "Ben StartSaving {}", from_deck("Ana")):
        assert g.rule(line) == "fire.turn.step"
    assert g.rule(plays("Ana", "T12A")) == "fire.tool.window"


def test_fire_end_destroyed_by_accepted_tops_while_a_draw_is_pending():
    for begun in ("Ana Draw {}", plays("Ana", "T07A"), plays("Ana", "T20A")):
        g = game(deal(1, 2), saves("Ana", "BW"), begun, tops("LP5 LB1 LY1 LW1"), **FREE)
        assert (g.state.phase, g.state.pending, g.state.trigger) == ("ended", None, None)
        assert g.state.card[0] == "BW"
        assert g.acts() == ["Ana", "Ben", "TABLE"]
        assert g.then("TABLE CountUp {}").state.phase == "over"


def test_fire_end_destroyed_pieces_stay_where_they_lie_when_tops_end_a_look():
    g = game(deal(1, 2), saves("Ana", "BW"), plays("Ana", "T07A"), drew("BB"), tops("LP5 LB1 LY1 LW1"), **FREE)
    assert (g.state.bag, g.state.card[0], g.state.aside) == ((4, 4, 6, 6, 7), "BW", (("T07A", ("BB",)),))
    assert g.state.discard == ()
    at_once = game(deal(1, 2), saves("Ana", "BW"), plays("Ana", "T07A"), tops("LP5 LB1 LY1 LW1"), **FREE)
    assert (at_once.state.aside, at_once.state.discard) == ((), ("T07A",))


def test_fire_end_destroyed_a_tool_that_was_to_be_done_by_hand_is_discarded():
    g = game(deal(1, 2), saves("Ana", "BW"), plays("Ben", "T20A"), tops("LP5 LB1 LY1 LW1"), **FREE)
    assert (g.state.discard, g.hand("Ben"), g.state.pending) == (("T20A",), ("?",), None)


def test_fire_end_destroyed_by_accepted_tops_while_a_clash_or_a_reward_waits():
    g = game(deal(1, 2), 'TABLE Ages {"rank": [1, 2]}', saves("Ana", "BW"), 'TABLE Clash {"tools": ["T07A", "T20A"]}',
             tops("LP5 LB1 LY1 LW1"), **FREE)  # fmt: skip
    assert (g.state.phase, g.state.pending) == ("ended", None)
    reward = game(deal(1, 2), scored("Ana", "BW"), tops("LP5 LB1 LY1 LW1"))
    assert (reward.state.phase, reward.state.owed, reward.state.scores) == ("ended", 0, (1, 0))


def test_fire_end_destroyed_in_a_spread_and_in_the_deal():
    g = game(deal(1, 2), saves("Ana", "F F"), tops("LP5 LB1 LY1 LW1"))
    assert g.state.phase == "ended"
    assert game(tops("LP5 LB1 LY1 LW1")).state.phase == "ended"


def test_fire_end_destroyed_by_a_tool_that_burns_the_lowest():
    g = game(deal(1, 2), tops("LP4 LB5 LY6 LW7"), scored("Ana", "BW BW"), plays("Ben", "T44A"), box=EVERYTHING, **FREE)
    assert (g.state.tops[3], g.state.phase) == ("LW8", "ended")


def test_fire_end_destroyed_no_icons_not_even_of_cards_revealed_before():
    g = game(deal(2, 3), tops("LP4 LB1 LY2 LW1"), saves("Ana", "BY BP F"), "Ana Burn {}")
    assert g.state.tops == ("LP5", "LB1", "LY3", "LW1")
    assert g.state.reserve == 10


def test_fire_end_destroyed_without_tools_the_game_is_over_at_once():
    g = game(deal(1, 2), tops("LP4 LB5 LY6 LW7"), scored("Ana", "BW"), scored("Ben", "BW"), tools=False)
    assert g.state.phase == "over"
    assert g.acts() == []


def ended(*texts, **options):
    return game(deal(1, 2), cheap_turn("Ana"), tops("LP5 LB1 LY1 LW1"), *texts, **options)


def test_fire_end_tools_are_played_then_counted_up():
    g = ended(plays("Ana", "T18A"), plays("Ben", "T19A"))
    assert g.state.scores == (1 + 2, 3)
    assert g.acts()[-1] == "TABLE"
    g = g.then("TABLE CountUp {}")
    assert (g.state.phase, g.acts(), g.legal(), g.asks()) == ("over", [], [], [])
    assert fire.outcome(ended().state) is None


def test_fire_end_winner_the_highest_score():
    outcome = fire.outcome(ended("TABLE CountUp {}").state)
    assert outcome.winners == (0,)
    assert fire.outcome(ended(plays("Ben", "T19A"), "TABLE CountUp {}").state).winners == (1,)


def test_fire_end_winner_robots_included():
    g = game(deal(1, 2), scored("Ana", "BW"), from_deck("Ana"), "Ana EndTurn {}", saves("TABLE", "BW BB BY"), "TABLE Stop {}",
             tops("LP5 LB1 LY1 LW1"), "TABLE CountUp {}", seats="Ana", robots=1)  # fmt: skip
    assert fire.outcome(g.state).winners == ("Robot 1",)


def test_fire_end_tie_shares_the_win_or_goes_to_the_first_there():
    shared = game(CHEAP, tops("LP5 LB1 LY1 LW2"), "TABLE CountUp {}")
    assert fire.outcome(shared.state).winners == (0, 1)
    assert fire.outcome(game(CHEAP, tops("LP5 LB1 LY1 LW2"), "TABLE CountUp {}", final_tie="first_there").state).winners == (0,)
    at_0 = [deal(1, 2), tops("LP5 LB1 LY1 LW2"), "TABLE CountUp {}"]
    assert fire.outcome(game(*at_0, final_tie="first_there").state).winners == (0, 1)


@pytest.mark.parametrize(
    "line",
    [
        "Ana Stop {}", "TABLE CountUp {}", deal(1, 2), 'TABLE Drew {"token": "?"}', plays("Ana", "T19A"), plays("Ben", "T99A"),
        'Ana Held {"tool": "T01A"}', 'TABLE TurnedUp {"tool": "T01A"}', 'TABLE Ages {"rank": [1, 2]}', by_hand(),
        'TABLE Clash {"tools": [null, null]}', "Ben Burn {}", choose("Ben", 1),
    ],
)  # fmt: skip
def test_fire_end_over_nothing_more_is_played(line):
    assert ended("TABLE CountUp {}").rule(line) == "fire.end.over"


def test_inventory_counts_what_is_left_after_it():
    for held in range(3):
        g = ended(*[ruling(by_hand(tools="? hand1 deck"))] * (1 - held) if held < 2 else [])
        left = len(g.hand("Ben")) - 1
        g = g.then(plays("Ben", "T18A"))
        assert g.state.scores[1] == left
        assert len([line for line in g.lines() if line[2] == "fire.tool.points"]) == (1 if left else 0)


# --- the lone librarian -----------------------------------------------------------------------------------------------


def lone_turn(card):
    return f"{choose('Ana', card)}\n{cheap_turn('Ana')}"


def test_fire_lone_once_each_card_is_used_once():
    g = game(deal(3), cheap_turn("Ana"), seats="Ana")
    assert (g.state.phase, g.state.used, g.state.round) == ("choosing", (3,), 2)
    assert g.rule(choose("Ana", 3)) == "fire.lone.once"
    assert g.rule('TABLE ChooseCard {"card": 1}') == "fire.order.lowest"
    assert g.legal("Ana") == [f'Ana ChooseCard {{"card": {card}}}' for card in (1, 2, 4, 5, 6)]
    g = g.then(swap("Ana", "T01A"), lone_turn(1))
    assert set(g.state.used) == {1, 3}


def test_fire_lone_turns_the_game_ends_after_the_sixth_turn_without_a_burn():
    g = game(deal(1), cheap_turn("Ana"), *(lone_turn(card) for card in (2, 3, 4, 5)), choose("Ana", 6), seats="Ana")
    before = g.state.tops
    assert before != ("LP1", "LB1", "LY1", "LW1")
    g = g.then(cheap_turn("Ana"))
    assert (g.state.phase, g.state.tops) == ("ended", before)
    assert g.then(plays("Ana", "T19A"), "TABLE CountUp {}").state.phase == "over"


def test_fire_lone_turns_a_sixth_turn_that_burns_ends_it_with_the_tool_taken():
    g = game(deal(1), cheap_turn("Ana"), *(lone_turn(card) for card in (2, 3, 4, 5)), choose("Ana", 6), seats="Ana")
    g = g.then(saves("Ana", "F F"), "Ana Burn {}")
    assert g.state.phase == "reward"
    burnt = g.state.tops
    g = g.then(from_deck("Ana"))
    assert (g.state.phase, g.state.tops) == ("ended", burnt)


def test_fire_lone_turns_with_tools_off_it_is_over_at_once():
    g = game(deal(1), scored("Ana", "BW"), seats="Ana", tools=False)
    for card in (2, 3, 4, 5, 6):
        g = g.then(choose("Ana", card), scored("Ana", "BW"))
    assert g.state.phase == "over"
    assert fire.outcome(g.state).winners == ()


def test_fire_lone_turns_a_destroyed_card_ends_it_before():
    g = game(deal(1), tops("LP4 LB5 LY6 LW7"), cheap_turn("Ana"), seats="Ana")
    assert (g.state.phase, g.state.round) == ("ended", 1)


@pytest.mark.parametrize(("points", "winners"), [(49, ()), (50, (0,)), (51, (0,))])
def test_fire_lone_target_the_lone_librarian_wins_with_so_many_points(points, winners):
    g = game(deal(1), ruling(by_hand(points=str(points))), tops("LP5 LB1 LY1 LW1"), "TABLE CountUp {}", seats="Ana")
    assert fire.outcome(g.state).winners == winners
    low = game(deal(1), ruling(by_hand(points="5")), tops("LP5 LB1 LY1 LW1"), "TABLE CountUp {}", seats="Ana", lone_target=5)
    assert fire.outcome(low.state).winners == (0,)


def test_one_seat_with_robots_is_the_ordinary_game():
    g = game(
        deal(6, 2), saves("TABLE", "BW BB BY"), "TABLE Stop {}", "TABLE EndTurn {}", cheap_turn("Ana"), seats="Ana", robots=1
    )
    assert (g.state.used, g.state.phase) == ((), "choosing")
    assert g.allows(choose("Ana", 6))


# --- robots -----------------------------------------------------------------------------------------------------------

ROBOT_FIRST = [deal(3, 1), saves("TABLE", "BW BB BY"), "TABLE Stop {}", "TABLE EndTurn {}"]


def test_fire_robot_lowest_takes_the_lowest_card_left():
    g = game(deal(1, 2, 3), cheap_turn("Ana"), seats="Ana", robots=2)
    g = g.then(saves("TABLE", "F BB F"), "TABLE Burn {}", saves("TABLE", "F BY F"), "TABLE Burn {}")
    assert (g.state.phase, g.state.scores) == ("choosing", (1, 0, 0))
    assert g.rule(choose("TABLE", 2)) == "fire.robot.lowest"
    assert g.rule(choose("Ana", 1)) == "fire.order.lowest"
    g = g.then(choose("TABLE", 1))
    assert g.rule(choose("TABLE", 1)) == "fire.order.taken"
    assert g.rule(choose("TABLE", 3)) == "fire.robot.lowest"
    assert g.legal("TABLE") == ['TABLE ChooseCard {"card": 2}']
    g = g.then(choose("TABLE", 2), choose("Ana", 6))
    assert g.state.active == 1


def test_fire_robot_three_draws_until_so_many_tokens_lie_on_its_card():
    g = game(deal(3, 1), saves("TABLE", "BW BB"), seats="Ana", robots=1)
    assert g.rule("TABLE Stop {}") == "fire.robot.three"
    g = g.then(drew("BY"))
    assert g.rule(drew("BP")) == "fire.robot.three"
    assert g.rule("TABLE Draw {}") == "fire.robot.three"
    g = g.then("TABLE Stop {}")
    assert (g.state.phase, g.state.scores) == ("scored", (0, 1 + 2 + 2 + 4))


def test_fire_robot_three_the_number_is_an_option():
    g = game(deal(3, 1), saves("TABLE", "BW"), seats="Ana", robots=1, robot_stops_at=1)
    assert g.allows("TABLE Stop {}")
    assert g.rule(drew("BB")) == "fire.robot.three"


def test_fire_robot_three_a_fire_slung_onto_an_empty_card_counts_and_the_robot_stops_without_a_draw():
    """Drawing was refused by fire.robot.three and stopping by fire.saving.one: the turn could not end."""
    g = game(deal(3, 1), saves("TABLE", ""), plays("Ana", "T01A"), seats="Ana", robots=1, robot_stops_at=1, **FREE)
    assert g.rule(drew("BB")) == "fire.robot.three"
    assert g.allows("TABLE Stop {}")


def test_fire_robot_three_or_no_space_is_left():
    g = game(deal(3, 1), saves("TABLE", "BW BB BY BP BW"), seats="Ana", robots=1, robot_stops_at=5)
    assert g.rule(drew("BB")) == "fire.saving.full"
    assert g.allows("TABLE Stop {}")


def test_fire_robot_no_tools_it_takes_none_and_has_no_hand():
    stopped = game(deal(3, 2), saves("TABLE", "BW"), "TABLE Stop {}", seats="Ana", robots=1, robot_stops_at=1)
    assert (stopped.state.phase, stopped.state.scores, len(stopped.state.hands)) == ("scored", (0, 1), 1)
    burnt = game(deal(3, 2), saves("TABLE", "F BW F"), "TABLE Burn {}", seats="Ana", robots=1)
    assert (burnt.state.phase, burnt.state.active, burnt.state.deck) == ("ready", 0, 30)


def test_fire_robot_no_tools_people_may_play_in_its_turn():
    g = game(deal(3, 1), saves("TABLE", "BW F"), seats="Ana", robots=1, **FREE)
    assert g.allows(plays("Ana", "T05A"))
    assert g.acts() == ["Ana", "TABLE"]
    assert game(*ROBOT_FIRST[:-1], seats="Ana", robots=1, **FREE).allows(plays("Ana", "T15A"))


def test_a_whole_game_of_one_person_and_a_robot():
    """Played to the end: the lowest chooses first, the Robot takes the lowest card, the library falls."""
    g = game(*ROBOT_FIRST, cheap_turn("Ana"), seats="Ana", robots=1)
    assert (g.state.scores, g.state.round) == ((1, 9), 2)
    g = g.then(choose("Ana", 1), choose("TABLE", 2), tops("LP4 LB5 LY6 LW7"), fires(3))
    g = g.then(saves("Ana", "BW BP"), "Ana Stop {}", "Ana EndTurn {}")
    assert g.state.scores == (1 + 7 + 9 + 2, 9)
    g = g.then(saves("TABLE", "F BB F"), "TABLE Burn {}")
    assert (g.state.tops, g.state.phase) == (("LP4", "LB6", "LY6", "LW7"), "ended")
    g = g.then("TABLE CountUp {}")
    assert fire.outcome(g.state).winners == (0,)
    assert g.acts() == []


def test_a_whole_game_alone():
    g = game(deal(6), scored("Ana", "BP BP BB BY BW"), seats="Ana")
    assert g.state.scores == (3 + 3 + 2 + 2 + 1 + 2,)
    g = g.then("Ana EndTurn {}")
    for card, tokens in ((5, "BP BP BB BB"), (4, "BP BP BP BB"), (3, "BP BP BB"), (2, "BP BP BB")):
        g = g.then(choose("Ana", card), scored("Ana", tokens), "Ana EndTurn {}")
    g = g.then(choose("Ana", 1), scored("Ana", "BP BB"), "Ana EndTurn {}")
    assert g.state.phase == "ended"
    assert sum(line[1] for line in g.lines()) == g.state.scores[0]
    assert fire.outcome(g.then("TABLE CountUp {}").state).winners == ((0,) if g.state.scores[0] >= 50 else ())


def test_fire_setup_seats_too_many_robots_are_refused_in_a_sentence():
    with pytest.raises(IllegalMove) as refused:
        fire.setup(BOX, 2, fire.Options(robots=5))
    assert "6" in str(refused.value) or "six" in str(refused.value)
