"""What was seen against the journal: the corrections that are proposed, and what they may never tell."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion import amend, notation
from companion.amend import Amendment
from companion.games import trains
from companion.rules import HIDDEN, TABLE
from companion.table import Entry, Position, Ruling, Strike, Table, enter, replay, spoken, who_and_move
from tests.games import trainstable
from tests.games.trainstable import TO_KEEP, TO_TURN, dealt, draws, drew, first, kept, offered
from tests.web import toy

BOX = toy.read_box(Path(toy.__file__).parent / "box")
ONE, TWO = (Table("toy", toy, BOX, toy.Options(), people) for people in (("Ana",), ("Ana", "Ben")))
TRAINS = trainstable.opened(2)


def journal(table: Table, *texts: str) -> list[Entry]:
    """The entries of these lines, each with who or as the game says."""
    entries: list[Entry] = []
    for line in (line for text in texts for line in text.splitlines()):
        who, move = who_and_move(line, table.seats, table.classes)
        if who is None:
            who = TABLE if isinstance(move, Strike | Ruling) else table.game.maker(replay(table, entries).state, move)
        entries.append(Entry(len(entries) + 1, who, move))
    return entries


def amended(
    table: Table,
    entries: list[Entry],
    agrees: Callable[[Any], bool],
    mistaken: Mapping[str, str],
    seat: int | None = None,
) -> tuple[Amendment, ...]:
    """The amendments; each of them is entered to see that everything fits then and agrees."""
    position = replay(table, entries)
    assert not agrees(position.state), "nothing contradicts the journal"
    found = amend.amendments(table, entries, position, seat, agrees, mistaken)
    for one in found:
        after = entered(table, entries, one)
        assert after.problem is None
        assert agrees(after.state)
    return found


def entered(table: Table, entries: list[Entry], one: Amendment) -> Position:
    journal = list(entries)
    if one.strike is not None:
        notation.read(notation.write(one.strike), table.classes)
        journal.append(enter(table, journal, TABLE, one.strike)[0])
    for who, line in one.moves:
        journal.append(enter(table, journal, who, notation.read(line, table.classes))[0])
    return replay(table, journal)


def stones(*lines: str) -> Callable[[Any], bool]:
    """Whether these stones lie before the seats, as they were drawn."""
    wanted = tuple(tuple(line.split()) for line in lines)
    return lambda state: state.stones == wanted


def line(name: str, cars: str) -> Callable[[Any], bool]:
    wanted = trainstable.numbers(cars)
    return lambda state: state.trains[trainstable.NAMES.index(name)].cars == wanted


def of(kind: str, found: tuple[Amendment, ...]) -> Amendment:
    """The only one of its kind."""
    (one,) = [one for one in found if one.kind == kind]
    return one


def words(table: Table, one: Amendment) -> list[str]:
    """What has to be true, and the moves that were left out."""
    left_out = one.sentences if one.kind in ("untold", "left out") else ()
    return [spoken(sentence, table.seats) for sentence in (one.sentence, *left_out)]


def drawn(*codes: str) -> str:
    return "\n".join(f'Reach {{}}\nDrew {{"stone": "{code}"}}' for code in codes)


def strike(seq: int, *instead: str) -> str:
    return f"TABLE {notation.write(Strike(seq, instead))}"


# --- moves that were not told -----------------------------------------------------------------------------------------


def test_a_turn_that_was_not_told_is_proposed_as_moves_to_enter() -> None:
    entries = journal(TWO, drawn("S1", "S2"))
    (one,) = amended(TWO, entries, stones("S1 S4", "S2"), {"S4": "S1"})
    assert one.moves == ((0, "Reach {}"), (TABLE, 'Drew {"stone": "S4"}'))
    assert one.strike is None
    assert words(TWO, one) == ["If this was not told yet, everything fits:", "Ana reaches into the bag", "Drawn: stone 4"]


def test_draw_drew_and_put_of_whoever_is_to_act_are_found_together() -> None:
    entries = journal(TRAINS, *TO_TURN, draws("Ana", "24", "3"))
    (one,) = amended(TRAINS, entries, line("Ben", "71 62 34 43 22 23 16"), {"22": "33"})
    assert one.moves == ((1, 'Draw {"seat": 1}'), (TABLE, 'Drew {"card": 22}'), (1, 'Put {"seat": 1, "space": 5}'))


def test_a_turn_is_found_from_where_it_was_left() -> None:
    entries = journal(TRAINS, *TO_TURN, draws("Ana"))
    one = of("untold", amended(TRAINS, entries, line("Ana", "70 60 58 40 30 19 12"), {"58": "50"}))
    assert one.moves == ((TABLE, 'Drew {"card": 58}'), (0, 'Put {"seat": 0, "space": 3}'))


def test_two_turns_that_were_not_told_are_found_when_both_can_be_seen() -> None:
    entries = journal(TRAINS, *TO_TURN)
    ana, ben = line("Ana", "70 60 58 40 30 19 12"), line("Ben", "71 62 34 43 33 3 16")
    (one,) = amended(TRAINS, entries, lambda state: ana(state) and ben(state), {"58": "50", "03": "23"})
    assert [line.split()[0] for _, line in one.moves] == ["Draw", "Drew", "Put", "Draw", "Drew", "Put"]


def test_a_turn_that_left_no_trace_is_not_guessed() -> None:
    entries = journal(TRAINS, *TO_TURN)
    assert replay(TRAINS, entries).state.turn == 0
    assert amended(TRAINS, entries, line("Ben", "71 62 34 43 33 3 16"), {"03": "23"}) == ()


def test_only_pieces_that_were_seen_are_told_for_the_table() -> None:
    entries = journal(TWO, drawn("S1", "S2"), "Ana Reach {}")
    assert amended(TWO, entries, lambda state: len(state.stones[0]) == 2, {}) == ()
    (one, *_) = amended(TWO, entries, lambda state: len(state.stones[0]) == 2, {"S5": "S1"})
    assert one.moves == ((TABLE, 'Drew {"stone": "S5"}'),)


def test_an_open_choice_is_closed_with_what_was_seen() -> None:
    entries = journal(TRAINS, *TO_KEEP[:-2], offered("Ana", "?"), offered("Ben", "? ?"))
    one = of("untold", amended(TRAINS, entries, line("Ana", "70 60 50 40 30 19 12"), {"12": "10"}))
    assert one.moves == ((0, 'Kept {"seat": 0, "card": 12, "space": 7}'),)


def test_what_was_left_out_earlier_is_put_in_after_the_entry_before_it() -> None:
    entries = journal(ONE, drawn("S1"))
    (one, *_) = amended(ONE, entries, stones("S2 S1"), {"S2": "S1"})
    assert one.strike == Strike(1, ("Ana Reach {}", 'TABLE Drew {"stone": "S2"}', "Ana Reach {}"))
    assert words(ONE, one) == [
        "If this was not told after entry 1, everything fits:",
        "Drawn: stone 2",
        "Ana reaches into the bag",
    ]


def test_what_was_left_out_is_of_one_turn() -> None:
    entries = journal(TWO, drawn("S1", "S2"))
    (one,) = amended(TWO, entries, lambda state: "S4" in state.stones[0] and "S1" not in state.stones[0], {"S4": "S1"})
    assert one.strike == Strike(2, ('TABLE Drew {"stone": "S4"}',)), "not that Ana drew 4 and Ben, in his turn, the 1"


# --- what was told wrongly --------------------------------------------------------------------------------------------


def test_the_entry_that_named_another_piece_is_put_right_and_the_rest_of_the_journal_still_fits() -> None:
    entries = journal(TRAINS, *TO_TURN, draws("Ana", "24", "3"), draws("Ben", "20", "1"))
    one = of("piece", amended(TRAINS, entries, line("Ana", "70 60 58 40 30 19 12"), {"58": "24"}))
    assert one.strike == Strike(9, ('TABLE Drew {"card": 58}',))
    (said,) = words(TRAINS, one)
    assert said.startswith("Entry 9 says: “Drawn: 24")
    assert "If it was 58" in said
    assert said.endswith(", everything fits.")


def test_a_piece_is_also_renamed_inside_a_list() -> None:
    entries = journal(TRAINS, *TO_TURN)
    one = of("piece", amended(TRAINS, entries, line("Ana", "69 60 50 40 30 19 12"), {"69": "70"}))
    assert one.strike == Strike(1, ('TABLE Dealt {"seat": 0, "cards": [69, 60, 50, 40, 30, 19, 10]}',))


def test_two_pieces_of_one_entry_are_renamed_together() -> None:
    entries = journal(TRAINS, *TO_TURN)
    (one,) = amended(TRAINS, entries, line("Ana", "69 61 50 40 30 19 12"), {"69": "70", "61": "60"})
    assert one.strike == Strike(1, ('TABLE Dealt {"seat": 0, "cards": [69, 61, 50, 40, 30, 19, 10]}',))


@pytest.mark.parametrize("mistaken", [{"S2": "S1"}, {"S2": "S1", "S1": "S2"}])
def test_two_pieces_in_one_entry_change_places(mistaken: dict[str, str]) -> None:
    entries = journal(ONE, drawn("S3"), strike(2, 'Drew {"stone": "S1"}', "Reach {}", 'Drew {"stone": "S2"}'))
    (one, *_) = amended(ONE, entries, stones("S2 S1"), mistaken)
    assert one.strike == Strike(2, ('Drew {"stone": "S2"}', "Reach {}", 'Drew {"stone": "S1"}'))
    (said,) = words(ONE, one)
    assert said.startswith("Entry 2 says: “Drawn: stone 1, Ana reaches into the bag, Drawn: stone 2”.")
    assert said.endswith("If stone 2 and stone 1 changed places, everything fits.")


def test_what_took_the_place_of_an_entry_can_be_wrong_too() -> None:
    entries = journal(TWO, drawn("S1", "S2"), strike(2, 'Drew {"stone": "S3"}'))
    (one,) = amended(TWO, entries, stones("S4", "S2"), {"S4": "S3"})
    assert one.strike == Strike(2, ('Drew {"stone": "S4"}',))
    assert words(TWO, one) == ["Entry 2 says: “Drawn: stone 3”. If it was stone 4, everything fits."]


def test_a_ruling_that_named_another_piece_is_put_right_as_a_ruling() -> None:
    entries = journal(TWO, 'Ben Ruling {"text": "it fell out", "moves": ["TABLE Drew {\\"stone\\": \\"S1\\"}"]}')
    (one,) = amended(TWO, entries, stones("S4", ""), {"S4": "S1"})
    assert one.strike == Strike(1, ('Ben Ruling {"text": "it fell out", "moves": ["TABLE Drew {\\"stone\\": \\"S4\\"}"]}',))
    assert words(TWO, one) == ["Entry 1 says: “it fell out”. If it was stone 4, everything fits."]


def test_another_space_is_another_move_of_the_same_kind() -> None:
    entries = journal(TRAINS, *TO_TURN, draws("Ana", "24", "3"), draws("Ben", "20", "1"))
    (one,) = amended(TRAINS, entries, line("Ana", "70 24 50 40 30 19 12"), {"24": "60", "50": "24"})
    assert one.strike == Strike(10, ('Ana Put {"seat": 0, "space": 2}',))
    assert words(TRAINS, one) == [
        "Entry 10 says: “Ana puts the drawn card on space 3”. If it was “Ana puts the drawn card on space 2”, everything fits."
    ]
    assert [spoken(said, TRAINS.seats) for said in one.sentences] == ["Ana puts the drawn card on space 2"]


def test_a_line_in_the_place_of_an_entry_is_told_otherwise_alone() -> None:
    entries = journal(TRAINS, *TO_TURN, draws("Ana", "24"), strike(9, drew(24), 'Put {"seat": 0, "space": 3}'))
    (one,) = amended(TRAINS, entries, line("Ana", "70 24 50 40 30 19 12"), {"24": "60", "50": "24"})
    assert one.strike == Strike(9, ('TABLE Drew {"card": 24}', 'Put {"seat": 0, "space": 2}'))


def test_an_entry_that_did_not_happen_is_taken_back() -> None:
    entries = journal(ONE, drawn("S1", "S2"), 'Ana Swap {"stones": ["S1", "S2"]}')
    (one,) = amended(ONE, entries, stones("S1 S2"), {})
    assert one.strike == Strike(5)
    assert words(ONE, one) == ["Entry 5 says: “Ana swaps stone 1, stone 2”. If that did not happen, everything fits."]


def test_of_several_lines_in_the_place_of_an_entry_one_may_not_have_happened() -> None:
    entries = journal(ONE, drawn("S1", "S2"), "Ana Pass {}", strike(5, "Pass {}", 'Swap {"stones": ["S1", "S2"]}'))
    first, second = amended(ONE, entries, stones("S1 S2"), {})
    assert first.strike == Strike(5, ("Pass {}",))
    assert second.strike == Strike(5), "both together are the greater change"


# --- which, and how many ----------------------------------------------------------------------------------------------


def test_at_most_three_different_ones_are_given_the_newest_first() -> None:
    table = replace(ONE, box=replace(BOX, stones=9))
    entries = journal(table, drawn("S1", "S2", "S3", "S4"))
    seen = {"S5": "S1", "S6": "S2", "S7": "S3", "S8": "S4"}
    found = amended(table, entries, lambda state: len(state.stones[0]) == 4 and len(set(state.stones[0]) & set(seen)) == 1, seen)
    assert [one.strike for one in found] == [
        Strike(8, ('TABLE Drew {"stone": "S8"}',)),
        Strike(6, ('TABLE Drew {"stone": "S7"}',)),
        Strike(4, ('TABLE Drew {"stone": "S6"}',)),
    ]


def test_what_was_not_told_comes_before_what_was_told_wrongly() -> None:
    entries = journal(ONE, drawn("S1"))
    found = amended(ONE, entries, lambda state: "S4" in state.stones[0], {"S4": "S1"})
    assert [one.kind for one in found] == ["untold", "piece"]


def test_where_a_later_entry_would_not_fit_nothing_is_proposed() -> None:
    entries = journal(TWO, drawn("S1", "S2", "S3"), "Ben Pass {}", 'Ana Swap {"stones": ["S1", "S3"]}')
    assert amended(TWO, entries, lambda state: "S1" in state.bag and "S5" not in state.bag, {"S5": "S1"}) == ()
    one = of("piece", amended(TWO, entries[:-1], lambda state: "S1" in state.bag and "S5" not in state.bag, {"S5": "S1"}))
    assert one.strike == Strike(2, ('TABLE Drew {"stone": "S5"}',))


def test_a_sight_that_nothing_explains_has_no_amendment() -> None:
    assert amended(TRAINS, journal(TRAINS, *TO_TURN), line("Ana", "1 2 3 4 5 6 7"), {"01": "70"}) == ()
    assert amended(ONE, [], stones("S1 S2 S3"), {}) == ()


def test_a_journal_that_no_longer_fits_is_set_going_again() -> None:
    entries = journal(TWO, drawn("S1", "S2"), strike(2, 'Drew {"stone": "S2"}'))
    assert replay(TWO, entries).problem is not None
    (one,) = amended(TWO, entries, stones("S3", "S2"), {"S3": "S2"})
    assert one.strike == Strike(2, ('Drew {"stone": "S3"}',))


@pytest.mark.parametrize("bad", [Strike(9), Strike(1, ("Rech {}",))])
def test_a_strike_that_cannot_be_is_settled_first(bad: Strike) -> None:
    entries = [*journal(ONE, drawn("S1")), Entry(3, TABLE, bad)]
    assert amend.amendments(ONE, entries, replay(ONE, entries), None, lambda state: "S4" in state.stones[0], {"S4": "S1"}) == ()


def test_the_work_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    entries, played = journal(TRAINS, *TO_TURN, draws("Ana", "24", "3")), 0

    def counted(*told: Any, **more: Any) -> Any:
        nonlocal played
        played += 1
        return trains.apply(*told, **more)

    game = type("Counted", (), {name: staticmethod(part) if callable(part) else part for name, part in vars(trains).items()})
    game.apply = staticmethod(counted)
    position, agrees, mistaken = replay(TRAINS, entries), line("Ana", "69 60 24 40 30 19 12"), {"69": "70"}
    assert amend.amendments(replace(TRAINS, game=game), entries, position, None, agrees, mistaken) != ()
    assert played > 100
    played = 0
    monkeypatch.setattr(amend, "WORK", 5)
    assert amend.amendments(replace(TRAINS, game=game), entries, position, None, agrees, mistaken) == ()
    assert 0 < played <= 5 * 5


# --- what is hidden ---------------------------------------------------------------------------------------------------


def test_over_a_hidden_move_that_changes_nothing_for_this_seat_the_journal_is_amended() -> None:
    entries = journal(TWO, drawn("S1"), 'Ben Held {"card": "C1"}', drawn("S2"))
    for seat in (None, 0, 1):
        (one,) = amended(TWO, entries, stones("S4", "S2"), {"S4": "S1"}, seat)
        assert one.strike == Strike(2, ('TABLE Drew {"stone": "S4"}',))


def test_an_entry_that_the_seat_may_not_read_is_never_proposed() -> None:
    entries = journal(TWO, drawn("S1"), 'Ben Held {"card": "C1"}')
    position = replay(TWO, entries)

    def struck(seat: int | None, agrees: Callable[[Any], bool]) -> list[Strike | None]:
        return [one.strike for one in amend.amendments(TWO, entries, position, seat, agrees, {"C2": "C1"})]

    assert Strike(3, ('Ben Held {"card": "C2"}',)) in struck(1, lambda state: state.cards[1] == "C2")
    assert struck(1, lambda state: state.cards[1] == HIDDEN) == [Strike(3)]
    for seat in (None, 0):
        for wanted in ("C2", "C1", "C3"):
            assert set(struck(seat, lambda state, wanted=wanted: state.cards[1] == wanted)) <= {None}


@pytest.mark.parametrize("seat", [None, 0])
def test_what_a_seat_may_not_know_changes_no_proposal(seat: int | None) -> None:
    def found(seat: int | None, hand: str) -> tuple[Amendment, ...]:
        told = [
            dealt("Ana", trainstable.ANA),
            dealt("Ben", trainstable.BEN),
            first("Ana"),
            offered("Ana", "12"),
            offered("Ben", hand),
        ]
        entries = journal(TRAINS, *told, kept("Ana", 12, 7), kept("Ben", 34, 3), draws("Ana", "24", "3"), draws("Ben", "20", "1"))
        agrees = line("Ana", "70 60 58 40 30 19 12")
        return amend.amendments(TRAINS, entries, replay(TRAINS, entries), seat, agrees, {"58": "24"})

    assert found(seat, "34 80") == found(seat, "34 58") == found(seat, "? ?") != ()
    assert found(1, "34 80") == found(1, "? ?") != ()
    assert found(1, "34 58") == (), "Ben has seen 58 go to the discard"
