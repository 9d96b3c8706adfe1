"""After the round: could it be filled, and what was the most that it could have given (specification, section 10).

A speed game: nothing that helps digging is told between the order and the shout. Exact, by the search for covers. Reads a seat's
view; the rules never ask it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeVar

from companion.games.mine import hardest as hardest
from companion.games.mine.course import BONUS
from companion.games.mine.cover import MOST_STEPS, CutOff, Laying, cover
from companion.games.mine.judge import shape_and_faces
from companion.games.mine.laying import Checked, check, is_beyond
from companion.games.mine.pictures import Face, plan
from companion.games.mine.pieces import Box
from companion.games.mine.standing import finished
from companion.games.mine.state import Digger, Options, State, Tile, gallery_of, is_known
from companion.rules import N_, Participant, Progress, say, total

MOST_COVERS = 200_000
"""More are not counted out."""
QUICK_STEPS, PAGE_STEPS, LONGER_STEPS = 5_000, 100_000, 500_000
"""Of each search: where an answer must come in a blink, on the page of the advice, and there when asked to search longer. Of the
house box none needs more than 57,966, so none is cut off on that page."""

FIELDS = ("fillable", "fewest_empty", "fewest_empty_rest", "covers", "best", "best_shout", "solution", "scored")

AFTERWARDS = True
"""It still speaks when the game is over."""
FIRST_SEAT = True
"""All dig at once: who asks for nobody gets the first seat, whoever is to act."""

T = TypeVar("T")


@dataclass(frozen=True)
class Wanted:
    """What who asks may set."""

    longer: bool = field(default=False, metadata={"help": N_("Search longer"), "once": True})


def advise(
    view: State, *, seat: int | None, names: Sequence[str], quick: bool = False, wanted: Wanted | None = None
) -> dict[str, Any]:
    """Everything section 10 says of this view for *seat* (None: the first), ready for JSON.

    Speaks of this round from the order on, and in `ready` of the last one. Where a search was cut off, its field is null and
    `exact` is there and false. *quick* cuts off soonest; a page, which has something *wanted*, sooner than the command line.
    """
    seat = 0 if seat is None else seat
    last = view.phase == "ready" and bool(view.last)
    those = view.last if last else view.seats
    digger = those[seat]
    said: dict[str, Any] = {
        "seat": names[seat],
        "round": view.round - last,
        "board": digger.board,
        "side": digger.side,
        "card": digger.card,
    } | dict.fromkeys(FIELDS)
    if view.phase == "ready" and not last:
        return said
    if is_known(digger):
        pair = (int(digger.board), digger.side, digger.card)
        taken = tuple(sorted(_taken(view, those, seat)))
        steps = MOST_STEPS if wanted is None else LONGER_STEPS if wanted.longer else PAGE_STEPS
        said |= _searched(view.box, view.options, pair, taken, QUICK_STEPS if quick else steps, view.phase == "mine")
        said["scored"] = digger.points
    return said


def _taken(view: State, those: Sequence[Digger], seat: int) -> list[str]:
    """Shapes of the tiles that other seats told; of a tile partly beyond the grid nobody knows the shape."""
    found = []
    for other, digger in enumerate(those):
        for tile in digger.tiles or () if other != seat else ():
            shape = None if is_beyond(view.box, tile) else shape_and_faces(view.box, tile)
            if shape is not None:
                found.append(shape[0])
    return found


@lru_cache(maxsize=256)
def _searched(
    box: Box, options: Options, pair: tuple[int, str, str], taken: Sequence[str], steps: int, digging: bool
) -> Mapping[str, Any]:
    """What the searches find, by field; the same for all who look at the table. *taken* are shapes that lie elsewhere."""
    board, side, which = pair
    gallery, card = box.gallery[board, side], box.card[which]
    said: dict[str, Any] = {}

    def ask(search: Callable[[], T]) -> T | None:
        try:
            return search()
        except CutOff:
            said["exact"] = False
            return None

    def at(shapes: Sequence[str] = ()) -> Any:
        return cover(box, gallery, card, shapes, steps)

    said["fillable"] = ask(lambda: bool(at().leaves(0)))
    if digging:
        return said
    said["fewest_empty"] = ask(at().fewest_empty)
    said["fewest_empty_rest"] = ask(at(taken).fewest_empty) if taken else said["fewest_empty"]
    covers = ask(at().covers)
    said["covers"] = covers if covers is not None and covers <= MOST_COVERS else None
    full: Laying | None = None
    if said["fillable"] is not False:
        try:
            full = at().best(options, full=True)
        except CutOff:
            said["exact"] = False
            return said
    if full is not None:
        said["best_shout"] = max(full.points + BONUS, 0) if options.floor else full.points + BONUS
        said["solution"] = _told(full)
    try:
        found = at().best(options, full=False, least=-1 if full is None else full.points) or full
    except CutOff:
        said["exact"] = False
        return said
    if found is not None:
        said["best"] = found.points
        said["solution"] = said["solution"] if full is not None else _told(found)
    return said


def _told(laying: Laying) -> list[dict[str, Any]]:
    """The tiles as `Laid` writes them."""
    return [{"colour": tile.colour, "cells": list(tile.cells), "find": tile.find} for tile in laying.tiles]


# --- for pages ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Drawn:
    """Tiles on a side as a page draws them, each with the rule by which it came off; what stayed is worth what `found` says.
    `elves`: those that are served, where they stand on the plan."""

    tiles: tuple[tuple[Tile, str | None], ...]
    found: Checked
    elves: tuple[Face, ...]


def drawn(view: State, digger: Digger, tiles: Sequence[Tile]) -> Drawn:
    """A laying on the side of a digger of whom all is known."""
    box, gallery = view.box, gallery_of(view, digger)
    assert gallery is not None
    found = check(box, gallery, box.card[digger.card], view.options, tiles)
    by = tuple(zip(tiles, found.off, strict=True))
    lies = {cell: tile.colour for tile, rule in by if rule is None for cell in tile.cells}
    elves = [elf for elf in box.elves if (elf.board, elf.side) == (digger.board, digger.side)]
    faces = plan(box, int(digger.board), digger.side).elves
    served = tuple(face for elf, face in zip(elves, faces, strict=True) if lies.get(elf.cell) == elf.colour)
    return Drawn(by, found, served if view.options.elves else ())


def solution(view: State, digger: Digger, said: Mapping[str, Any]) -> Drawn | None:
    """The solution of what `advise` has said of the digger; where that search was cut off, some full cover."""
    if said["solution"] is not None:
        return drawn(view, digger, [Tile(one["colour"], tuple(one["cells"]), one["find"]) for one in said["solution"]])
    tiles = _some_cover(view.box, (int(digger.board), digger.side, digger.card)) if said["fillable"] else None
    return None if tiles is None else drawn(view, digger, tiles)


@lru_cache(maxsize=256)
def _some_cover(box: Box, pair: tuple[int, str, str]) -> tuple[Tile, ...] | None:
    board, side, card = pair
    try:
        found = cover(box, box.gallery[board, side], box.card[card], (), QUICK_STEPS).best(Options(), full=True)
    except CutOff:
        return None
    return None if found is None else found.tiles


def diggers(view: State) -> tuple[Digger, ...]:
    """Those of the round that `advise` speaks of: in `ready` those of the last one."""
    return view.last if view.phase == "ready" else view.seats


def closed(steps: Sequence[Any]) -> Mapping[int, State]:
    """By round the state of which `advise` speaks of it, for the rounds that are over. *steps* have the states around a move."""
    ends = (step.after for step in steps if finished(step.after) > finished(step.before))
    return {finished(state): state for state in ends}


def progress(view: State) -> Progress:
    """Everybody's points after each round, for the plot of the week: a step a round."""
    points: dict[Participant, int | None] = {seat: total(lines) for seat, lines in enumerate(view.books)}
    return Progress(say("Points"), points, turn=finished(view), points=True, along=say("Round by round."), step=say("Round"))
