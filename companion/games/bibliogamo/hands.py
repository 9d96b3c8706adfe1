"""What hands must do on the real table to follow a move (specification, sections 6 and 9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.games.bibliogamo.judge import apply
from companion.games.bibliogamo.moves import Accept, Bribe, Dismiss, Flipped, Hire, PayDay, Prestige, Sell, Shuffled
from companion.games.bibliogamo.pieces import KINDS
from companion.games.bibliogamo.state import State, here
from companion.rules import Sentence, Who, say, say_n


def hands(before: State, who: Who, move: Any) -> tuple[Sentence, ...]:
    """What hands must do on the real table to follow this legal move, step by step; then what comes next."""
    after = apply(before, who, move, ruling=True)
    return (*_steps(before, after, move), *_next(before, after))


def _steps(before: State, after: State, move: Any) -> Iterator[Sentence]:
    box = before.box
    match move:
        case Prestige(card):
            yield say("Lay {card} on the Prestige place.", card=Sentence(box.collection[card].name))
        case Flipped(card) if before.stage == "dawn":
            yield _walked(before, after)
            yield say("{kind} is barred this turn.", kind=Sentence(box.kind[box.artisan[card].bar].name))
        case Flipped(card) if after.stage == "offer":
            yield say("Lay it right of the first price card: he offers {n} Florins.", n=after.price)
        case Flipped():
            coin = Sentence(box.coin[after.coin or ""].name)
            yield say("Lay it on the place of the first price card: it reads {coin} on the next.", coin=coin)
        case Shuffled():
            yield say_n(
                "Shuffle the {n} card of the discard into a new draw pile.",
                "Shuffle the {n} cards of the discard into a new draw pile.",
                len(before.discard),
            )
        case Bribe(spaces):
            yield _florins(after)
            yield _moved(after, spaces)
        case Sell():
            yield say("Flip two cards for the price of {tower}.", tower=Sentence(box.tower[after.selling or ""].name))
        case PayDay():
            yield say("Move the time cube to {day}.", day=after.day)
        case Accept():
            yield from _sold(before, after)
        case Hire(card, tower, pay, lift):
            gone = [one for one in (lift, card, pay) if one is not None]
            yield say("Lay on the discard, in this order: {cards}", cards=gone)
            yield from _placed(before, after, tower)
        case Dismiss(tower, pay):
            yield say("Lay on the discard: {cards}", cards=[pay])
            yield say("Take all cubes of {tower} back to the supply.", tower=Sentence(box.tower[tower].name))


def _walked(before: State, after: State) -> Sentence:
    facts: Mapping[str, Any] = {"day": after.day, "space": after.space}
    tower = here(after)
    if tower is None:
        return say("Move the time cube to {day}; the Librarian stops on space {space}.", **facts)
    name = Sentence(after.box.tower[tower].name)
    return say("Move the time cube to {day}; the Librarian stops on space {space}, {tower}.", tower=name, **facts)


def _moved(after: State, spaces: int) -> Sentence:
    if spaces > 0:
        return say_n(
            "Walk the Librarian {n} space forward to space {space}.",
            "Walk the Librarian {n} spaces forward to space {space}.",
            spaces,
            space=after.space,
        )
    return say_n(
        "Walk the Librarian {n} space back to space {space}.",
        "Walk the Librarian {n} spaces back to space {space}.",
        -spaces,
        space=after.space,
    )


def _florins(after: State) -> Sentence:
    return say("Set the Florin cubes to {n}.", n=after.florins)


def _sold(before: State, after: State) -> Iterator[Sentence]:
    tower = before.selling or ""
    name = Sentence(before.box.tower[tower].name)
    yield _florins(after)
    yield say("Take all cubes of {tower} back to the supply.", tower=name)
    yield say("Move the Book cube to {n}.", n=after.books)
    if after.sales[-1].marked:
        yield say("Put a red cube on an open slot for {tower} of the Prestige card.", tower=name)
    yield say("Lay all price cards on the discard, the first one first: {cards}", cards=before.row)


def _placed(before: State, after: State, tower: str) -> Iterator[Sentence]:
    box, name = before.box, Sentence(before.box.tower[tower].name)
    coming = [
        say("{n} × {kind}", n=n, kind=Sentence(box.kind[kind].name))
        for kind in KINDS
        if (n := after.towers[tower][kind] - before.towers[tower][kind])
    ]
    if coming:
        yield say("Put cubes into {tower}: {cubes}", tower=name, cubes=coming)
    else:
        yield say("No cube is placed in {tower}.", tower=name)


def _next(before: State, after: State) -> Iterator[Sentence]:
    """What the table is asked for, where it has changed."""
    if after.stage in ("draw", "dawn", "price") and after.pile == 0:
        yield say("The draw pile is empty: shuffle the discard into a new one.")
    elif after.stage == "draw":
        n = after.box.count.hand - len(after.hand)
        yield say_n("Draw {n} card and show it.", "Draw {n} cards and show them.", n)
    elif after.stage == "dawn":
        yield say(
            "Move the time cube to {day}. Walk the Librarian {n} spaces to space {space}. Flip the top card onto the discard and "
            "show it.",
            day=after.day + 1,
            n=after.box.count.step,
            space=(after.space + after.box.count.step) % after.box.round,
        )
    elif after.stage == "price":
        yield say("Flip the next card and show it.")
