"""Exact covers of Out of Mine! and the advice after a round (specification, section 10)."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from companion.games import mine
from companion.games.mine import Options, cover
from companion.games.mine.advice import FIELDS, advise
from companion.games.mine.cover import CutOff
from companion.games.mine.laying import check, mask
from companion.games.mine.moves import Laid
from companion.games.mine.pieces import Board, Elf
from tests.games import minebrute
from tests.games.minetable import (
    BOX,
    COVER,
    NAMES,
    ORDER,
    card,
    counted,
    dug,
    game,
    laid,
    ready,
    round_of,
    shout,
)  # fmt: skip

VALUES = [
    ("4B", "T26", 43, 10, 13, 14, 16),
    ("3B", "T04", 199, 10, 13, 18, 21),
    ("5A", "T21", 1818, 10, 12, 18, 19),
    ("9B", "T36", 583, 10, 13, 18, 21),
    ("1A", "T07", 20895, 10, 13, 14, 17),
    ("10B", "T10", 8301, 10, 14, 15, 18),
    ("8B", "T32", 4164, 10, 14, 22, 23),
    ("6A", "T29", 14558, 10, 13, 18, 21),
]
"""Side, card, covers, and the best without a shout: basic, elves, finds, both."""


def made(side, which, gone=()):
    return cover.cover(BOX, BOX.gallery[int(side[:-1]), side[-1]], BOX.card[which], gone)


def all_of(*shapes):
    return [shape for shape in shapes for _ in BOX.copies[shape]]


@pytest.mark.parametrize(("side", "which", "covers"), [value[:3] for value in VALUES])
def test_so_many_covers(side: str, which: str, covers: int) -> None:
    assert made(side, which).covers() == covers


@pytest.mark.parametrize(("side", "which", "best"), [(value[0], value[1], value[3:]) for value in VALUES])
def test_so_many_points_at_best(side: str, which: str, best: tuple[int, ...]) -> None:
    variants = [Options(), Options(elves=True), Options(finds=True), Options(elves=True, finds=True)]
    for options, points in zip(variants, best, strict=True):
        one = made(side, which)
        full = one.best(options, full=True)
        assert full is not None and (full.points, full.empty) == (points, 0)
        assert one.best(options, full=False, least=points) is None
        assert one.steps <= 1_000_000
        lies_as_told(side, which, options, full)


def test_of_all_pairs_one_has_a_laying_with_an_empty_space_that_is_worth_more_than_every_full_one() -> None:
    """9A with T37, both variants; looking at full covers only would miss it."""
    options = Options(elves=True, finds=True)
    full, best = made("9A", "T37").best(options, full=True), made("9A", "T37").best(options, full=False)
    assert full is not None and best is not None
    assert (full.points, best.points, best.empty > 0) == (20, 21, True)
    lies_as_told("9A", "T37", options, best)
    said = advice(game(dug("9A T37", "", shouter=0), elves=True, finds=True))
    assert (said["best"], said["best_shout"]) == (21, 22)


def lies_as_told(side, which, options, laying):
    """The solution is a laying that the rules take and that is worth what it promises."""
    told = game(dug(f"{side} {which}", "", shouter=None), elves=options.elves, finds=options.finds)
    after = mine.apply(told.state, 0, Laid(0, laying.tiles))
    assert after.seats[0].points == laying.points
    assert after.seats[0].empty == laying.empty


@pytest.mark.parametrize(
    ("side", "which", "gone", "empty", "covers"),
    [
        ("4B", "T26", ["GL"], 3, 0),
        ("4B", "T26", ["GI"], 0, 39),
        ("4B", "T26", ["RL", "RS"], 4, 0),
        ("4B", "T26", ["RI", "RO"], 0, 22),
        ("7B", "T26", ["RI", "RT", "RO"], 2, 0),
        ("5A", "T21", ["WP", "WY", "WL"], 0, 160),
        ("9B", "T36", ["B"], 6, 0),
        ("1A", "T24", ["B", "GL"], 8, 0),
    ],
)
def test_fewest_empty_without_some_shapes(side: str, which: str, gone: list[str], empty: int, covers: int) -> None:
    assert made(side, which, all_of(*gone)).fewest_empty() == empty
    assert made(side, which, all_of(*gone)).covers() == covers


# --- beside plain trying out ------------------------------------------------------------------------------------------


def small(rng: random.Random):
    """A box with one little gallery, a card for it, and finds on more tiles than usual."""
    cells = {(rng.randrange(4), rng.randrange(3)) for _ in range(9)}
    plan = "/".join("".join("." if (x, y) in cells else "#" for x in range(7)) for y in range(6))
    elves = tuple(
        Elf(1, "A", mine.pieces.cell_name(x, y), "N", rng.choice(["yellow", "blue", "green", "red"]), "house")
        for x, y in rng.sample(sorted(cells), 3)
    )
    names = [*BOX.find_names, ""]
    tiles = tuple(replace(tile, front=rng.choice(names), back=rng.choice(names)) for tile in BOX.tiles)
    tiles = tuple(tile for number, tile in enumerate(tiles) if tile.shape in ("Y", "B") or number % 2)
    box = replace(BOX, boards=(Board(1, "A", plan, "house"),), elves=elves, tiles=tiles)
    counts = {
        "yellow": rng.randrange(2),
        "blue": rng.randrange(3),
        "green": rng.randrange(2),
        "red": rng.randrange(2),
        "white": 0,
    }
    one = mine.pieces.Card("T01", counts, {find: rng.randint(-2, 2) for find in BOX.find_names}, "house")
    return box, one


@pytest.mark.parametrize("seed", range(12))
def test_the_search_agrees_with_trying_out(seed: int) -> None:
    box, one = small(random.Random(seed))
    gallery = box.gallery[1, "A"]
    options = Options(elves=seed % 2 == 0, finds=seed % 3 != 0)
    known = [(minebrute.points(box, 1, "A", one, options, tiles), tiles) for tiles in minebrute.layings(box, 1, "A", one)]
    empties = [(gallery.spaces & ~sum(mask(box, tile) for tile in tiles)).bit_count() for _, tiles in known]
    assert cover.cover(box, gallery, one).fewest_empty() == min(empties)
    assert cover.cover(box, gallery, one).covers() == empties.count(0)
    best = cover.cover(box, gallery, one).best(options, full=False)
    assert best is not None and best.points == max(points for points, _ in known)
    whole = [points for (points, _), empty in zip(known, empties, strict=True) if not empty]
    full = cover.cover(box, gallery, one).best(options, full=True, least=-100)
    assert (None if full is None else full.points) == max(whole, default=None)
    found = check(box, gallery, one, options, best.tiles)
    assert set(found.off) <= {None} and found.empty == best.empty


def test_a_search_that_takes_too_long_is_cut_off() -> None:
    one = cover.cover(BOX, BOX.gallery[5, "A"], BOX.card["T21"], most_steps=100)
    with pytest.raises(CutOff):
        one.covers()


# --- advice -----------------------------------------------------------------------------------------------------------


def advice(told, seat=0, **options):
    return advise(told.view(NAMES[seat]).state, seat=seat, names=told.seats, **options)


NOTHING = dict.fromkeys(FIELDS)


def test_nothing_is_told_before_the_order() -> None:
    told = game(ready("4B T26", "5A T21"))
    assert advice(told) == {"seat": "Ana", "round": 1, "board": 4, "side": "B", "card": "?"} | NOTHING


def test_between_the_order_and_the_shout_only_whether_it_can_be_filled() -> None:
    told = game(ready("4B T26", "5A T21"), ORDER)
    assert advice(told) == {"seat": "Ana", "round": 1, "board": 4, "side": "B", "card": "T26"} | NOTHING | {"fillable": True}


def test_after_the_shout_everything() -> None:
    said = advice(game(dug("4B T26", "5A T21", shouter=0), laid(0, *COVER), elves=True))
    solution = said.pop("solution")
    assert said == {
        "seat": "Ana", "round": 1, "board": 4, "side": "B", "card": "T26", "fillable": True, "fewest_empty": 0,
        "fewest_empty_rest": 0, "covers": 43, "best": 13, "best_shout": 15, "scored": 13,
    }  # fmt: skip
    assert len(solution) == 6 and all(set(tile) == {"colour", "cells", "find"} for tile in solution)


def test_the_solution_reaches_the_best_with_a_shout() -> None:
    said = advice(game(dug("9B T36", "", shouter=0), elves=True, finds=True))
    tiles = tuple(mine.Tile(tile["colour"], tuple(tile["cells"]), tile["find"]) for tile in said["solution"])
    told = game(dug("9B T36", "", shouter=0), elves=True, finds=True)
    assert mine.apply(told.state, 0, Laid(0, tiles)).seats[0].points == said["best_shout"] == 23


def test_in_the_next_round_advice_still_speaks_of_the_last() -> None:
    told = game(dug("4B T26", "5A T21", shouter=0), laid(0, *COVER), counted(1, 4), card(0, "T03"))
    said = advice(told)
    assert (said["round"], said["card"], said["best_shout"], said["scored"]) == (1, "T26", 12, 12)


def test_after_the_game_advice_speaks_of_the_last_round() -> None:
    told = game(*[round_of(1, 1)] * 6, dug("4B T26", "", shouter=0), counted(0, 0), counted(1, 2))
    said = advise(told.view().state, seat=None, names=told.seats)
    assert (said["seat"], said["round"], said["covers"], said["scored"]) == ("Ana", 7, 43, 12)


@pytest.mark.parametrize("lines", [(), (ready("4B"),), (card(0, "T26"),)])
def test_of_a_seat_that_did_not_tell_all_nothing_is_said(lines: tuple[str, ...]) -> None:
    said = advice(game(*lines, ORDER, shout(0), counted(0, 0)))
    assert {field: said[field] for field in FIELDS} == NOTHING


def test_the_rest_is_what_other_boards_leave() -> None:
    """Eight corners lie on the other board: without GL 4B with T26 keeps three spaces empty."""
    corners = [f"green {x}{y} {z}{y} {x}{y + 1}" for x, z in ("AB", "CD", "EF") for y in (1, 3, 5)]
    told = game(dug("4B T26", "5A T21"), laid(1, *corners[:8]))
    assert [advice(told)[field] for field in ("fewest_empty", "fewest_empty_rest")] == [0, 3]
    beyond = game(dug("4B T26", "5A T21"), laid(1, *corners[:7], "green G6"))
    assert advice(beyond)["fewest_empty_rest"] == 0


def test_a_quick_answer_says_where_it_was_cut_off() -> None:
    told = game(dug("5A T21", ""), elves=True, finds=True)
    said = advice(told, quick=True)
    assert (said["fillable"], said["fewest_empty"], said["covers"], said["exact"]) == (True, 0, None, False)
    assert said["best"] is None
