"""What hands must do on the real table to follow a move (specification, sections 6 and 9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.games.trains.judge import apply
from companion.games.trains.moves import Dealt, Kept, MoveLeft, MoveRight, Put, Remove, Shuffled, SwapAdjacent, SwapOver, Use
from companion.games.trains.state import State, gaps
from companion.rules import Name, Sentence, Who, say, say_n


def hands(before: State, who: Who, move: Any) -> tuple[Sentence, ...]:
    """What people must do on the real table to follow this legal move, step by step."""
    after = apply(before, who, move, ruling=True)
    return tuple(_steps(before, after, move))


def _steps(before: State, after: State, move: Any) -> Iterator[Sentence]:
    match move:
        case Dealt(seat):
            yield say("{who} lays from left to right: {cars}", who=Name(seat), cars=after.trains[seat].cars)
        case Kept(seat, card, space):
            yield from _replace(before, seat, card, space)
            if len(before.offers[seat]) > 1:
                yield say("{who} discards the other start cards face down.", who=Name(seat))
        case Put(seat, space):
            yield from _replace(before, seat, before.drawn or 0, space)
        case SwapAdjacent(seat) | SwapOver(seat) | MoveRight(seat) | MoveLeft(seat):
            yield say("{who}’s line is now: {cars}", who=Name(seat), cars=after.trains[seat].cars)
        case Remove():
            for seat, space in gaps(after):
                car = before.trains[seat].cars[space - 1]
                yield say("{who} lays {car} beside the draw pile.", who=Name(seat), car=car)
        case Shuffled():
            yield say_n(
                "Shuffle the {n} card of the discard into a new draw pile.",
                "Shuffle the {n} cards of the discard into a new draw pile.",
                before.discard,
            )
    yield from _cleared(before, after, move)
    yield from _next(before, after)


def _replace(before: State, seat: int, card: int, space: int) -> Iterator[Sentence]:
    yield say("{who} lays {card} on space {space}.", who=Name(seat), card=card, space=space)
    yield say("{who} lays {car} beside the draw pile.", who=Name(seat), car=before.trains[seat].cars[space - 1])


def _cleared(before: State, after: State, move: Any) -> Iterator[Sentence]:
    """Cards that everyone sees going to the discard: the used one, pairs, lost locks."""
    gone = [card for card, seat in after.seen[len(before.seen) :] if seat is None]
    if not isinstance(move, Shuffled) and gone:
        yield say("Discard face down: {cards}", cards=gone)
    if isinstance(move, Use) and after.discard == before.discard:
        yield say("Tuck {card} under the car and push it up until its whole label shows.", card=move.card)


def _next(before: State, after: State) -> Iterator[Sentence]:
    if after.phase == "over":
        return
    if after.phase == "shuffle" and before.phase != "shuffle":
        yield say("The draw pile is empty: shuffle the discard into a new one.")
    elif after.phase == "refill" and (before.phase != "refill" or after.trains != before.trains):
        seat, space = next(gaps(after))
        yield say("{who} draws for space {space}.", who=Name(seat), space=space)
    elif after.phase == "turn" and before.turn != after.turn:
        yield say("It is {who}’s turn.", who=Name(after.turn or 0))
