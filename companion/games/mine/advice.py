"""After the round: could it be filled, and what was the most that it could have given (specification, section 10).

A speed game: nothing that helps digging is told between the order and the shout. Exact, by the search for covers. Reads a seat's
view; the rules never ask it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from companion.games.mine.course import BONUS
from companion.games.mine.cover import MOST_STEPS, CutOff, Laying, cover
from companion.games.mine.judge import shape_and_faces
from companion.games.mine.laying import is_beyond
from companion.games.mine.standing import finished
from companion.games.mine.state import Digger, State, gallery_of, is_known
from companion.rules import Progress, say, total

MOST_COVERS = 200_000
"""More are not counted out."""
QUICK_STEPS = 5_000
"""Of each search where an answer must come in a blink."""

FIELDS = ("fillable", "fewest_empty", "fewest_empty_rest", "covers", "best", "best_shout", "solution", "scored")

T = TypeVar("T")


def advise(view: State, *, seat: int | None, names: Sequence[str], quick: bool = False) -> dict[str, Any]:
    """Everything section 10 says of this view for *seat* (None: the first), ready for JSON.

    Speaks of this round from the order on, and in `ready` of the last one. Where a search was cut off, its field is null and
    `exact` is there and false. *quick* cuts off sooner.
    """
    seat = 0 if seat is None else seat
    last = view.phase == "ready" and bool(view.last)
    diggers = view.last if last else view.seats
    digger = diggers[seat]
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
        said["scored"] = digger.points
        _searched(view, digger, _taken(view, diggers, seat), QUICK_STEPS if quick else MOST_STEPS, said)
    return said


def _taken(view: State, diggers: Sequence[Digger], seat: int) -> list[str]:
    """Shapes of the tiles that other seats told; of a tile partly beyond the grid nobody knows the shape."""
    found = []
    for other, digger in enumerate(diggers):
        for tile in digger.tiles or () if other != seat else ():
            shape = None if is_beyond(view.box, tile) else shape_and_faces(view.box, tile)
            if shape is not None:
                found.append(shape[0])
    return found


def _searched(view: State, digger: Digger, taken: Sequence[str], steps: int, said: dict[str, Any]) -> None:
    """Writes what the searches find into *said*."""
    gallery, card = gallery_of(view, digger), view.box.card[digger.card]
    assert gallery is not None

    def ask(search: Callable[[], T]) -> T | None:
        try:
            return search()
        except CutOff:
            said["exact"] = False
            return None

    def at(shapes: Sequence[str] = ()) -> Any:
        return cover(view.box, gallery, card, shapes, steps)

    said["fillable"] = ask(lambda: bool(at().leaves(0)))
    if view.phase == "mine":
        return
    said["fewest_empty"] = ask(at().fewest_empty)
    said["fewest_empty_rest"] = ask(at(taken).fewest_empty) if taken else said["fewest_empty"]
    covers = ask(at().covers)
    said["covers"] = covers if covers is not None and covers <= MOST_COVERS else None
    full: Laying | None = None
    if said["fillable"] is not False:
        try:
            full = at().best(view.options, full=True)
        except CutOff:
            said["exact"] = False
            return
    if full is not None:
        said["best_shout"] = max(full.points + BONUS, 0) if view.options.floor else full.points + BONUS
        said["solution"] = _told(full)
    try:
        found = at().best(view.options, full=False, least=-1 if full is None else full.points) or full
    except CutOff:
        said["exact"] = False
        return
    if found is not None:
        said["best"] = found.points
        said["solution"] = said["solution"] if full is not None else _told(found)


def _told(laying: Laying) -> list[dict[str, Any]]:
    """The tiles as `Laid` writes them."""
    return [{"colour": tile.colour, "cells": list(tile.cells), "find": tile.find} for tile in laying.tiles]


def progress(view: State) -> Progress:
    """Everybody's points after each round, for the plot of the week: a step a round."""
    points = {seat: total(lines) for seat, lines in enumerate(view.books)}
    return Progress(say("Points, round by round"), points, turn=finished(view), points=True)
