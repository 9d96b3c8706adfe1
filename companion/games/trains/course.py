"""What comes of a move (specification, section 6): set-up, the row and its pairs, lines, locks, refills, the end.

Nothing here asks whether a move may be made; `judge` has done so.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from companion.games.trains.moves import (
    REMOVED,
    Protect,
    Rearranging,
    Remove,
    SwapAdjacent,
    SwapOver,
    Use,
    reach,
)
from companion.games.trains.state import StartCard, State, Train, changed, clockwise, next_gap, next_to_draw
from companion.rules import HIDDEN, Line, Outcome, Participant, Sentence, say

# --- set-up -----------------------------------------------------------------------------------------------------------


def dealt(state: State, seat: int, cards: Sequence[int]) -> State:
    """`setup.deal`, `setup.line`: the cards lie descending, whatever order they were told in."""
    state = with_train(state, seat, Train(tuple(sorted(cards, reverse=True))), pile=state.pile - len(cards))
    return _after_deal(state)


def first(state: State, seat: int) -> State:
    """`setup.first`"""
    return _after_deal(changed(state, first=seat))


def _after_deal(state: State) -> State:
    if not all(train.cars for train in state.trains):
        return state
    return changed(state, phase="first" if state.first is None else "offer")


def offered(state: State, seat: int, cards: tuple[StartCard, ...]) -> State:
    """`setup.draw`; when all have drawn, the first player keeps first."""
    offers = (*state.offers[:seat], cards, *state.offers[seat + 1 :])
    state = changed(state, offers=offers, pile=state.pile - len(cards))
    return changed(state, phase="keep", turn=state.first) if all(offers) else state


def kept(state: State, seat: int, card: int, space: int) -> State:
    """`setup.keep`, `setup.replaced`: the other start cards go face down to the discard, known to their seat alone."""
    others = list(state.offers[seat])
    others.remove(card if card in others else HIDDEN)
    told = tuple((other, seat) for other in others if other != HIDDEN)
    state = changed(
        state,
        offers=(*state.offers[:seat], (), *state.offers[seat + 1 :]),
        discard=state.discard + len(others),
        seen=state.seen + told,
    )
    state = replaced(state, seat, card, space)
    assert state.first is not None
    left = [other for other in clockwise(state, state.first) if state.offers[other]]
    return changed(state, turn=left[0]) if left else waits(state, "turn", turn=state.first)


# --- the row, the discard, the draw pile ------------------------------------------------------------------------------


def face_up(state: State, cards: Iterable[int]) -> State:
    """The cards come to the row in this order; each finds its partner at once (`row.pairs`, `row.odd`)."""
    ability_of = state.box.ability_of
    row, gone = list(state.row), []
    for card in cards:
        partner = next((other for other in row if ability_of[other] == ability_of[card]), None)
        if partner is None:
            row.append(card)
        else:
            row.remove(partner)
            gone += [partner, card]
    return discarded(changed(state, row=tuple(sorted(row))), gone)


def discarded(state: State, cards: Sequence[int]) -> State:
    """Cards that everyone has seen go to the discard."""
    if not cards:
        return state
    seen = state.seen + tuple((card, None) for card in cards)
    return changed(state, discard=state.discard + len(cards), seen=seen)


def waits(state: State, phase: str, **changes: Any) -> State:
    """The game goes on in *phase*; an empty draw pile is renewed first (`draw.shuffle`).

    `reshuffle_late`: only before the next card must be drawn.
    """
    state = changed(state, phase=phase, **changes)
    due = phase in ("draw", "refill") or not state.options.reshuffle_late
    return changed(state, phase="shuffle") if state.pile == 0 and state.discard and due else state


def shuffled(state: State) -> State:
    """The whole discard joins what is left of the draw pile, and nobody knows where its cards are."""
    phase = state.phase
    if phase == "shuffle":
        phase = _interrupted(state)
    return changed(state, phase=phase, pile=state.pile + state.discard, discard=0, seen=())


def _interrupted(state: State) -> str:
    if next_gap(state) is not None:
        return "refill"
    if state.drawn is not None:
        return "put"
    return "draw" if state.options.reshuffle_late else "turn"


# --- turns ------------------------------------------------------------------------------------------------------------


def with_train(state: State, seat: int, train: Train, **changes: Any) -> State:
    return changed(state, trains=(*state.trains[:seat], train, *state.trains[seat + 1 :]), **changes)


def replaced(state: State, seat: int, card: int, space: int) -> State:
    """The card on the space; what lay there goes to the row, its lock to the discard (`draw.put`, `protect.lost`)."""
    train = state.trains[seat]
    car = train.cars[space - 1]
    assert car is not None
    cars = (*train.cars[: space - 1], card, *train.cars[space:])
    return face_up(_rearranged(state, seat, cars, (space,)), (car,))


def _rearranged(state: State, seat: int, cars: tuple[int | None, ...], shifted: Iterable[int]) -> State:
    """The seat's new line; the locks of the *shifted* spaces are lost."""
    locks = state.trains[seat].locks
    lost = [locks[space] for space in shifted if space in locks]
    if lost:
        locks = {space: lock for space, lock in locks.items() if lock not in lost}
    return discarded(with_train(state, seat, Train(cars, locks)), lost)


def drawn(state: State, card: int) -> State:
    """In `draw` the card waits to be put; in `refill` it goes into the next gap (`remove.refill`, `remove.stops`)."""
    state = changed(state, pile=state.pile - 1)
    gap = next_gap(state)
    if gap is None:
        return waits(state, "put", drawn=card)
    seat, space = gap
    train = state.trains[seat]
    cars = (*train.cars[: space - 1], card, *train.cars[space:])
    state = with_train(state, seat, Train(cars, train.locks))
    return _over(state) if ascends(cars) else _after_refill(state)


def _after_refill(state: State) -> State:
    return next_turn(state) if next_gap(state) is None else waits(state, "refill")


def put(state: State, seat: int, space: int) -> State:
    """`draw.put`"""
    card = state.drawn
    assert card is not None
    return _end_of_action(replaced(changed(state, drawn=None), seat, card, space), seat)


def use(state: State, seat: int, move: Use) -> State:
    """The card leaves the row before anything comes to it (`use.discard`); then its ability."""
    state = changed(state, turn=seat, row=tuple(card for card in state.row if card != move.card))
    if isinstance(move, Protect):
        train = state.trains[seat]
        locks = dict(sorted({**train.locks, move.space: move.card}.items()))
        return _end_of_action(with_train(state, seat, Train(train.cars, locks)), seat)
    state = discarded(state, (move.card,))
    if isinstance(move, Remove):
        return _remove(state, seat, REMOVED[state.box.ability_of[move.card]])
    cars = line_after(state.trains[seat].cars, move)
    return _end_of_action(_rearranged(state, seat, cars, reach(move)), seat)


def line_after(cars: tuple[int | None, ...], move: Rearranging) -> tuple[int | None, ...]:
    """The line when the cars within the move's reach change places: a swap of two, or one past two others."""
    line = list(cars)
    if isinstance(move, SwapAdjacent | SwapOver):
        one, other = reach(move)
        line[one - 1], line[other - 1] = line[other - 1], line[one - 1]
    else:
        line.insert(reach(move)[-1] - 1, line.pop(move.space - 1))
    return tuple(line)


def _remove(state: State, user: int, space: int) -> State:
    """`remove.card`, `remove.protected`: from the user clockwise the unlocked cars go to the row."""
    trains, cars = list(state.trains), []
    for seat in clockwise(state, user):
        train = trains[seat]
        car = train.cars[space - 1]
        if space not in train.locks and car is not None:
            cars.append(car)
            trains[seat] = Train((*train.cars[: space - 1], None, *train.cars[space:]), train.locks)
    return _after_refill(face_up(changed(state, trains=tuple(trains)), cars))


def removable(state: State, space: int) -> bool:
    """Whether any seat's car on this space is unlocked."""
    return any(space not in train.locks for train in state.trains)


# --- the end ----------------------------------------------------------------------------------------------------------


def ascends(cars: Sequence[int | None]) -> bool:
    """`end.ascending`: a line with a gap does not count."""
    return None not in cars and all(left < right for left, right in pairwise(cars) if left is not None and right is not None)


def _end_of_action(state: State, seat: int) -> State:
    state = changed(state, turn=seat)
    return _over(state) if ascends(state.trains[seat].cars) else next_turn(state)


def next_turn(state: State) -> State:
    """`turn.order`"""
    assert state.turn is not None
    return waits(state, "turn", turn=clockwise(state, state.turn + 1)[0])


def _over(state: State) -> State:
    return changed(state, phase="over")


def winner(state: State) -> int | None:
    if state.phase != "over":
        return None
    return next(seat for seat, train in enumerate(state.trains) if ascends(train.cars))


def _why(state: State, seat: int) -> Sentence:
    return say("{cars} ascend", cars=" ".join(map(str, state.trains[seat].cars)))


def score(state: State) -> dict[Participant, tuple[Line, ...]]:
    """One line: the winner's point."""
    won = winner(state)
    return {seat: (Line(1, "end.ascending", _why(state, seat)),) if seat == won else () for seat in range(len(state.trains))}


def outcome(state: State) -> Outcome | None:
    """Lines change one at a time, so there is one winner and no tie."""
    won = winner(state)
    return None if won is None else Outcome((won,), _why(state, won))


__all__ = [
    "ascends", "dealt", "drawn", "first", "kept", "line_after", "next_to_draw", "offered", "outcome", "put", "removable", "score",
    "shuffled", "use", "winner",
]  # fmt: skip
