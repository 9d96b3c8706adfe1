"""What Out of Mine! tells beside the game: the hardest pairs, rows of past games, practice games, layings that pages draw."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import pytest

from companion import past, practice
from companion.games import mine
from companion.games.mine import advice, hardest
from companion.games.mine.cover import cover
from companion.games.mine.moves import Counted, Laid
from companion.rules import IllegalMove, Line, say, total
from tests.games.minetable import BOX, COVER, NAMES, board, card, counted, dug, game, laid, opened, ready, round_of

BOTH = {"elves": True, "finds": True}

# --- the hardest pairs --------------------------------------------------------------------------------------------------


def test_the_covers_of_all_pairs_are_those_of_the_specification() -> None:
    every = hardest.pairs(BOX)
    assert (len(every), sum(one.covers for one in every), hardest.middle(BOX)) == (800, 9_354_935, 3_195)
    assert every[0] == hardest.Pair(4, "B", "T26", 43)
    assert every[-1] == hardest.Pair(1, "A", "T10", 146_340)
    assert {(one.board, one.side, one.card) for one in every} == {(*side, which) for side in BOX.gallery for which in BOX.card}


@pytest.mark.parametrize(
    "one", random.Random(7).sample(hardest.pairs(BOX), 8), ids=lambda one: f"{one.board}{one.side}-{one.card}"
)
def test_a_sample_of_them_counted_anew_is_the_same(one: hardest.Pair) -> None:
    assert cover(BOX, BOX.gallery[one.board, one.side], BOX.card[one.card]).covers() == one.covers


def test_a_pair_stands_where_so_many_are_harder() -> None:
    assert hardest.place(BOX, 4, "B", "T26") == hardest.Place(0, 800)
    assert hardest.place(BOX, 1, "A", "T10") == hardest.Place(799, 800)
    # Two pairs have 66 covers: neither is harder than the other.
    assert hardest.place(BOX, 3, "B", "T01") == hardest.place(BOX, 7, "B", "T26") == hardest.Place(2, 800)
    assert hardest.place(BOX, 4, "B", "T99") is None


def test_the_sides_are_in_the_order_of_their_medians() -> None:
    sides = hardest.sides(BOX)
    assert len(sides) == 20 and [one.median for one in sides] == sorted(one.median for one in sides)
    assert all(one.fewest <= one.median <= one.most for one in sides)


@pytest.mark.parametrize(
    "other",
    [
        replace(BOX, boards=(replace(BOX.boards[0], plan=BOX.boards[1].plan), *BOX.boards[1:])),
        replace(BOX, cards=BOX.cards[1:]),
        replace(BOX, tiles=BOX.tiles[1:]),
    ],
    ids=["a board", "a card", "a tile"],
)
def test_of_a_box_with_something_else_in_it_nothing_is_told(other: mine.Box) -> None:
    assert hardest.pairs(other) == () and hardest.sides(other) == ()
    assert hardest.place(other, 4, "B", "T26") is None


def test_other_sources_make_no_other_box() -> None:
    assert hardest.pairs(replace(BOX, boards=tuple(replace(one, source="printed") for one in BOX.boards))) == hardest.pairs(BOX)


# --- layings that pages draw --------------------------------------------------------------------------------------------


def test_the_cover_of_the_specification_serves_one_elf_and_nothing_comes_off() -> None:
    told = game(dug("4B T26", "5A T21", shouter=0), laid(0, *COVER), elves=True)
    drawn = advice.drawn(told.state, told.state.seats[0], told.state.seats[0].tiles or ())
    assert [rule for _, rule in drawn.tiles] == [None] * 6
    assert (drawn.found.empty, [face.colour for face in drawn.elves]) == (0, ["red"])


def test_without_elves_in_play_none_is_served() -> None:
    told = game(dug("4B T26", "5A T21", shouter=0), laid(0, *COVER))
    assert advice.drawn(told.state, told.state.seats[0], told.state.seats[0].tiles or ()).elves == ()


def test_a_tile_that_came_off_serves_no_elf() -> None:
    told = game(dug("4B T26", "", shouter=0), laid(0, "blue C1 C2"), elves=True)
    drawn = advice.drawn(told.state, told.state.seats[0], told.state.seats[0].tiles or ())
    assert [rule for _, rule in drawn.tiles] == ["check.sticks_out"] and drawn.elves == ()


@pytest.mark.parametrize("options", [{}, {"elves": True}, BOTH])
def test_the_solution_that_is_drawn_is_worth_what_is_promised(options: dict[str, bool]) -> None:
    told = game(dug("4B T26", "5A T21", shouter=0), **options)
    said = advice.advise(told.state, seat=0, names=NAMES)
    drawn = advice.solution(told.state, told.state.seats[0], said)
    assert drawn is not None
    points = 10 - drawn.found.empty + len(drawn.elves) + sum(points for _, points in drawn.found.finds)
    assert points + 2 == said["best_shout"]


def test_where_the_best_was_not_found_some_full_cover_is_drawn() -> None:
    told = game(dug("5A T21", ""), **BOTH)
    said = advice.advise(told.state, seat=0, names=NAMES, quick=True)
    assert said["solution"] is None
    drawn = advice.solution(told.state, told.state.seats[0], said)
    assert drawn is not None and drawn.found.empty == 0


@dataclass(frozen=True)
class Step:
    before: Any
    after: Any


def steps(*lines: str) -> list[Step]:
    states = [game()]
    for line in (one for text in lines for one in text.splitlines()):
        states.append(states[-1].then(line))
    return [Step(before.state, after.state) for before, after in pairwise(states)]


def test_every_round_that_is_over_can_be_looked_at_again() -> None:
    rounds = [dug("4B T26", "5A T21", shouter=0), laid(0, *COVER), counted(1, 4), round_of(1, 1)]
    closed = advice.closed(steps(*rounds, board(0, 1)))
    assert list(closed) == [1, 2]
    said = advice.advise(closed[1], seat=0, names=NAMES)
    assert (said["round"], said["card"], said["scored"]) == (1, "T26", 12)
    assert advice.diggers(closed[1])[1].board == 5
    assert list(advice.closed(steps(*[round_of(1, 1)] * 7))) == [1, 2, 3, 4, 5, 6, 7]


def test_a_page_searches_longer_when_asked_to() -> None:
    told = game(dug("5A T21", ""), **BOTH)
    said = [advice.advise(told.state, seat=0, names=NAMES, wanted=advice.Wanted(longer)) for longer in (False, True)]
    assert said[0] == said[1] == advice.advise(told.state, seat=0, names=NAMES)
    assert "exact" not in said[0]
    assert advice.QUICK_STEPS < advice.PAGE_STEPS < advice.LONGER_STEPS


# --- rows of past games -------------------------------------------------------------------------------------------------


def test_each_seat_has_a_row_whose_parts_add_up_to_its_points() -> None:
    first = [dug("4B T26", "5A T21", shouter=0), laid(0, *COVER), counted(1, 9, 1, -2)]
    told = game(*first, *[round_of(3, 11, shouter=1)] * 2, *[round_of(2, 4, shouter=0)] * 4, **BOTH)
    reading, rows = mine.PLAYED(BOX), mine.played(told.state)
    assert reading.by_seat and len(rows) == 2
    for row, lines in zip(rows, mine.score(told.state).values(), strict=True):
        assert list(row) == list(reading.columns)
        assert sum(row[part] for part in reading.parts) == row["points"] == total(lines)
    assert [row["won"] for row in rows] == [True, False]
    assert [(row["shouts"], row["wrong_shouts"], row["empty"]) for row in rows] == [(1, 4, 14), (0, 0, 47)]
    assert [row["rounds_of_none"] for row in rows] == [0, 3]
    assert (rows[0]["best_round"], rows[0]["elf_points"], rows[1]["bad_finds"]) == (13, 1, 2)


def test_a_row_is_about_the_person_of_its_seat() -> None:
    told = game(*[round_of(1, 1)] * 7)
    assert [people for people, _ in past.rows(opened(2), told.state)] == [("Ana",), ("Ben",)]


# --- practice games -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, BOTH])
def test_leanings_are_legal_and_have_positive_whole_weights(options: dict[str, bool]) -> None:
    for told in (game(ready("4B"), **options), game(dug("4B T26", "5A T21", shouter=0), **options), game(dug("", ""), **options)):
        for seat in mine.to_act(told.state):
            if seat == "TABLE":
                continue
            for move, weight in mine.leanings(told.state, seat):
                assert isinstance(weight, int) and weight > 0
                if isinstance(move, (Counted, Laid)):
                    assert mine.apply(told.state, seat, move)


def test_tiles_that_others_have_taken_are_not_laid_once_more() -> None:
    """With eight corners on the other board there is no green corner left: what needs one is not told."""
    corners = [f"green {x}{y} {z}{y} {x}{y + 1}" for x, z in ("AB", "CD", "EF") for y in (1, 3, 5)]
    told = game(dug("4B T26", "5A T21", shouter=0), laid(1, *corners[:8]))
    full = [move for move, _ in mine.leanings(game(dug("4B T26", "5A T21", shouter=0)).state, 0) if isinstance(move, Laid)]
    assert full and any(tile.colour == "green" for tile in full[0].tiles)
    for move in full:
        with pytest.raises(IllegalMove):
            mine.apply(told.state, 0, move)
    assert not [move for move, _ in mine.leanings(told.state, 0) if isinstance(move, Laid)]


def test_who_shouts_has_mostly_covered_everything_and_others_have_not() -> None:
    told, empty = game(dug("", "", shouter=0)), []
    for seat in (0, 1):
        weights: Counter[int] = Counter()
        for move, weight in mine.leanings(told.state, seat):
            if isinstance(move, Counted):
                weights[move.empty] += weight
        empty.append(weights[0] / weights.total())
    assert empty[0] > 0.8 and empty[1] < 0.1


@pytest.mark.parametrize("seed", range(2))
def test_a_practice_game_reads_like_a_game(seed: int) -> None:
    entries = practice.play(opened(3), seed)
    told = Counter(type(entry.move).__name__ for entry in entries)
    assert told["OutOfTheMine"] == 7 and told["Counted"] and told["Laid"]
    state = opened(3).setup()
    for entry in entries:
        state = mine.apply(state, entry.who, entry.move)
    assert all(25 < total(lines) <= 84 for lines in mine.score(state).values())
    assert Line(2, "shout.right", say("any")).rule in {line.rule for lines in state.books for line in lines}


def test_a_card_told_before_the_order_does_not_help_to_lean() -> None:
    """Before the order nobody counts."""
    told = game(ready("4B T26"), card(1, "T01"))
    assert not [move for move, _ in mine.leanings(told.state, 0) if isinstance(move, (Counted, Laid))]
