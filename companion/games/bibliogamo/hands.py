"""What hands must do on the real table to follow a move (specification, sections 6 and 9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.games.bibliogamo.judge import apply
from companion.games.bibliogamo.moves import Accept, Bribe, Dismiss, Flipped, Hire, PayDay, Prestige, Sell, Shuffled
from companion.games.bibliogamo.pieces import KINDS
from companion.games.bibliogamo.standing import now, sales, stops
from companion.games.bibliogamo.state import State
from companion.rules import Sentence, Who, say, say_n


def hands(before: State, who: Who, move: Any) -> tuple[Sentence, ...]:
    """What hands must do on the real table to follow this legal move, step by step; then what comes next."""
    after = apply(before, who, move, ruling=True)
    return (*_steps(before, after, move), *_next(before, after))


def _steps(before: State, after: State, move: Any) -> Iterator[Sentence]:
    box = before.box
    match move:
        case Prestige(card):
            yield say(
                "Set the cubes: day {day}, books {books}, Florins {florins}. The Librarian stands on space {space}.",
                day=after.day,
                books=after.books,
                florins=after.florins,
                space=after.space,
            )
            yield say("Shuffle the artisan cards: they are the draw pile.")
            yield say("Lay {card} on the Prestige place.", card=Sentence(box.collection[card].name))
        case Flipped(card) if before.stage == "dawn":
            yield _walked(before, box.artisan[card].walk)
            yield say("The time cube stands on {day}.", day=after.day)
            yield stops(after)
            yield say(
                "{kind}: barred this turn. To hire a card that places one, discard another such card first.",
                kind=Sentence(box.kind[box.artisan[card].bar].name),
            )
            yield from sales(after)
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


def _walked(before: State, walk: int) -> Sentence:
    """The walk of a day: the spaces of every day, then those of the icon."""
    box = before.box
    via = (before.space + box.count.step) % box.round
    space = (via + walk) % box.round
    if walk > 0:
        return say_n(
            "Walk the Librarian {step} spaces to space {via}, then {n} space on to space {space}.",
            "Walk the Librarian {step} spaces to space {via}, then {n} spaces on to space {space}.",
            walk,
            step=box.count.step,
            via=via,
            space=space,
        )
    if walk < 0:
        return say_n(
            "Walk the Librarian {step} spaces to space {via}, then {n} space back to space {space}.",
            "Walk the Librarian {step} spaces to space {via}, then {n} spaces back to space {space}.",
            -walk,
            step=box.count.step,
            via=via,
            space=space,
        )
    return say(
        "Walk the Librarian {step} spaces to space {space}; his card takes him no further.", step=box.count.step, space=space
    )


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
    """What the table is asked for next, where it must tell something."""
    if after.stage in ("draw", "dawn", "price"):
        yield now(after)
