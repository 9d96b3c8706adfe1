"""The journal: what stands of it, and where replay stops."""

from __future__ import annotations

import json

import pytest

from companion import notation, table
from companion.notation import Unreadable
from companion.rules import TABLE, IllegalMove
from companion.table import Entry, Ruling, Strike, enter, in_any_order, replay
from tests.firegame import journal, opened

OPENING = (
    'TABLE TurnCards {"cards": [3, 2]}',
    "Ben StartSaving {}",
    'TABLE Drew {"token": "BW1"}',
    'TABLE Drew {"token": "BP2"}',
)


def points(seats: list[int]) -> str:
    return "ByHand " + json.dumps({"tokens": [], "points": seats, "turn_cards": [], "tools": []})


# --- strikes ----------------------------------------------------------------------------------------------------------


def test_a_strike_takes_an_entry_back() -> None:
    at = opened()
    position = replay(at, journal(at, *OPENING, 'TABLE Strike {"seq": 4}'))
    assert position.problem is None
    assert position.state.card == ("BW1", None, None, None, None)


def test_a_strike_puts_another_move_in_the_place_of_a_misread_one() -> None:
    at = opened()
    position = replay(at, journal(at, *OPENING, 'TABLE Strike {"seq": 3, "instead": ["Drew {\\"token\\": \\"BB3\\"}"]}'))
    assert position.state.card == ("BB3", "BP2", None, None, None)


def test_a_strike_puts_several_moves_in_the_place_of_one() -> None:
    at = opened()
    strike = Strike(3, ('Drew {"token": "BW1"}', 'TABLE Drew {"token": "BW2"}'))
    position = replay(at, [*journal(at, *OPENING), Entry(5, TABLE, strike)])
    assert position.state.card == ("BW1", "BW2", "BP2", None, None)


def test_striking_a_strike_brings_the_entry_back() -> None:
    at = opened()
    position = replay(at, journal(at, *OPENING, 'TABLE Strike {"seq": 4}', 'TABLE Strike {"seq": 5}'))
    assert position.state.card == ("BW1", "BP2", None, None, None)


def test_of_two_strikes_on_one_entry_the_later_counts() -> None:
    at = opened()
    lines = [
        'TABLE Strike {"seq": 4, "instead": ["Drew {\\"token\\": \\"BY1\\"}"]}',
        'TABLE Strike {"seq": 4, "instead": ["Drew {\\"token\\": \\"BB1\\"}"]}',
    ]
    assert replay(at, journal(at, *OPENING, *lines)).state.card == ("BW1", "BB1", None, None, None)


def test_a_line_of_instead_may_say_who() -> None:
    at = opened(tools_in_first_round=True)
    strike = 'TABLE Strike {"seq": 4, "instead": ["Ana PlayTool {\\"tool\\": \\"T01A\\", \\"pick\\": []}"]}'
    position = replay(at, journal(at, *OPENING[:3], "Ben Stop {}", strike))
    assert position.problem is None
    assert position.state.hands == (("?",), ("?", "?"))
    assert position.state.card == ("BW1", "F", None, None, None)


@pytest.mark.parametrize("seq", [5, 6, 99, 0, -1])
def test_a_strike_of_an_entry_that_does_not_exist_or_comes_later_is_refused(seq: int) -> None:
    at = opened()
    position = replay(at, [*journal(at, *OPENING), Entry(5, TABLE, Strike(seq))])
    assert position.problem is not None
    assert (position.problem.entry, position.problem.rule) == (5, "journal.strike")
    assert position.state.card == ("BW1", "BP2", None, None, None)


def test_a_strike_cannot_put_a_strike_in_the_place_of_an_entry() -> None:
    at = opened()
    position = replay(at, [*journal(at, *OPENING), Entry(5, TABLE, Strike(3, ('Strike {"seq": 1}',)))])
    assert position.problem is not None and position.problem.rule == "journal.strike"


def test_when_instead_does_not_fit_the_problem_names_the_struck_entry_and_the_state_is_the_one_before() -> None:
    at = opened()
    strike = Strike(3, ('Drew {"token": "BB1"}', 'Drew {"token": "BB1"}'))
    position = replay(at, [*journal(at, *OPENING), Entry(5, TABLE, strike)])
    assert position.problem is not None
    assert (position.problem.entry, position.problem.rule) == (3, "fire.bag.twice")
    assert position.state.card == ("BB1", None, None, None, None)


def test_when_a_later_move_no_longer_fits_replay_stops_there_and_names_its_rule() -> None:
    at = opened()
    lines = ['TABLE Drew {"token": "F01"}', "Ben Burn {}"]
    position = replay(at, journal(at, *OPENING, *lines, 'TABLE Strike {"seq": 5, "instead": ["Drew {\\"token\\": \\"BY1\\"}"]}'))
    assert position.problem is not None
    assert (position.problem.entry, position.problem.rule) == (6, "fire.turn.step")
    assert position.state.phase == "saving"
    assert position.state.card == ("BW1", "BP2", "BY1", None, None)


# --- entering ---------------------------------------------------------------------------------------------------------


def test_a_move_that_breaks_a_rule_is_not_entered() -> None:
    at = opened()
    with pytest.raises(IllegalMove) as refusal:
        enter(at, journal(at, *OPENING), 1, at.game.MOVES[11]())
    assert refusal.value.rule == "fire.turn.step"


def test_a_refusal_says_since_which_entry_the_piece_lies_there() -> None:
    at = opened()
    drew = journal(at, *OPENING)[3].move
    with pytest.raises(IllegalMove) as refusal:
        enter(at, journal(at, *OPENING), TABLE, drew)
    assert refusal.value.rule == "fire.bag.twice"
    assert table.spoken(refusal.value.sentence, at.seats) == "BP2 already lies on Ben’s second space (entry 4)"


@pytest.mark.parametrize(
    "inner", ["Begin {}", 'Drew {"token": 4}', 'Strike {"seq": 1}', 'Ruling {"text": "again"}', "Dan Stop {}"]
)
def test_a_ruling_whose_moves_cannot_be_read_cannot_be_read(inner: str) -> None:
    at = opened()
    ruling = notation.write(table.Ruling("so be it", ("Stop {}", inner)))
    with pytest.raises(Unreadable):
        table.who_and_move(f"TABLE {ruling}", at.seats, at.classes)
    struck = replay(at, [*journal(at, *OPENING), Entry(5, TABLE, Strike(4, (ruling,)))])
    assert struck.problem is not None and struck.problem.rule == "journal.strike"


def test_a_correction_that_does_not_fit_itself_is_refused_at_once() -> None:
    at = opened()
    with pytest.raises(IllegalMove) as refusal:
        enter(at, journal(at, *OPENING), TABLE, Strike(3, ('Drew {"token": "BP2"}', 'Drew {"token": "BP2"}')))
    assert refusal.value.rule == "fire.bag.twice"


def test_a_correction_may_leave_a_later_entry_without_sense_and_the_table_settles_it() -> None:
    at = opened()
    entries = journal(at, *OPENING, 'TABLE Drew {"token": "F01"}', "Ben Burn {}")
    entry, position = enter(at, entries, TABLE, Strike(5, ('Drew {"token": "BY1"}',)))
    assert position.problem is not None and position.problem.entry == 6
    entries.append(entry)
    with pytest.raises(IllegalMove) as refusal:
        enter(at, entries, TABLE, entries[2].move)
    assert refusal.value.rule == "journal.settle"
    _, settled = enter(at, entries, TABLE, Strike(6))
    assert settled.problem is None
    assert settled.state.card == ("BW1", "BP2", "BY1", None, None)


# --- rulings ----------------------------------------------------------------------------------------------------------


def test_a_ruling_plays_its_moves_by_hand_in_any_phase_and_the_ledger_shows_it() -> None:
    at = opened()
    entries = [*journal(at, *OPENING), Entry(5, TABLE, Ruling("a forgotten point", (points([0, 2]),)))]
    position = replay(at, entries)
    assert position.state.scores == (0, 2)
    [(line, entry)] = table.ledger(at, position)[1]
    assert (line.points, line.rule, entry) == (2, "fire.byhand.points", 5)


def test_a_ruling_does_not_break_the_conservation_of_pieces() -> None:
    at = opened()
    ruling = Ruling("", ('ByHand {"tokens": [["BY1", "space1", "bag"]], "points": [], "turn_cards": [], "tools": []}',))
    with pytest.raises(IllegalMove) as refusal:
        enter(at, journal(at, *OPENING), TABLE, ruling)
    assert refusal.value.rule == "fire.byhand.conserve"


def test_a_ruling_with_words_that_are_no_move_cannot_be_read() -> None:
    at = opened()
    with pytest.raises(Unreadable):
        enter(at, journal(at, *OPENING), TABLE, Ruling("", ("Nonsense {}",)))


def test_a_strike_can_put_a_ruling_in_the_place_of_a_move() -> None:
    at = opened()
    ruling = "Ruling " + json.dumps({"text": "instead", "moves": [points([3, 0])]})
    position = replay(at, [*journal(at, *OPENING), Entry(5, TABLE, Strike(4, (ruling,)))])
    assert position.state.scores == (3, 0)
    assert position.state.card == ("BW1", None, None, None, None)


# --- the ledger -------------------------------------------------------------------------------------------------------


def test_a_line_of_the_ledger_names_the_entry_that_first_brought_it_also_when_two_are_alike() -> None:
    at = opened()
    lines = ["Ben Stop {}", 'Ben TakeTool {"from": "deck", "tool": "?"}', "Ben EndTurn {}"]
    again = ["Ana StartSaving {}", 'TABLE Drew {"token": "BW"}', 'TABLE Drew {"token": "BW"}', "Ana Stop {}"]
    position = replay(at, journal(at, *OPENING, *lines, *again))
    assert [(line.points, entry) for line, entry in table.ledger(at, position)[1]] == [(1, 5), (3, 5)]
    assert [(line.points, entry) for line, entry in table.ledger(at, position)[0]] == [(1, 11), (1, 11)]


# --- names ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "names",
    [("",), ("\u200d",), ("Ana", " ana "), ("x" * 41,), ("A,na",), ("TABLE",), ("Ana\u202e",), ("12",), ("Ana", "ANA")],
)
def test_names_that_cannot_be_told_apart_or_written_are_refused(names: tuple[str, ...]) -> None:
    with pytest.raises(Unreadable):
        table.seat_names(names)


def test_names_of_all_scripts_with_spaces_and_signs_are_kept() -> None:
    names = ("Ana María", "דוד", "O’Brien <b>", "Zoë", "李", "نیکی‌تا", "👩‍🚀")
    assert table.seat_names(names) == names


def test_a_robot_s_name_is_no_seat_s_name_where_robots_play() -> None:
    with pytest.raises(Unreadable):
        opened("robot 1", "Ben", robots=1)


def test_a_name_that_begins_another_or_is_the_name_of_a_move_is_told_apart() -> None:
    seats = ("Ana", "Ana B", "Drew")
    at = opened(*seats)
    assert table.who_and_move("Ana B Stop {}", seats, at.classes)[0] == 1
    assert table.who_and_move("Ana Stop {}", seats, at.classes)[0] == 0
    assert table.who_and_move("Drew Stop {}", seats, at.classes)[0] == 2
    assert table.who_and_move('Drew {"token": "F"}', seats, at.classes)[0] is None


# --- told at once -----------------------------------------------------------------------------------------------------


def test_two_tokens_drawn_at_once_lie_in_an_order_so_the_second_is_asked_for_again() -> None:
    at = opened()
    entries = journal(at, *OPENING)
    assert not in_any_order(at, entries, 3, [(TABLE, notation.read('Drew {"token": "BB3"}', at.classes))])


def test_a_move_of_an_older_turn_is_no_move_of_this_one() -> None:
    at = opened()
    stop = notation.read("Stop {}", at.classes)
    assert enter(at, journal(at, *OPENING[:3]), 1, stop)[0].move == stop
    assert not in_any_order(at, journal(at, *OPENING[:3], "Ben Stop {}"), 3, [(1, stop)])
