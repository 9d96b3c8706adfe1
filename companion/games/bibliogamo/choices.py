"""Whom the game waits for, what may be done now, and what chance may bring (specification, section 5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from companion.games.bibliogamo.course import placed
from companion.games.bibliogamo.judge import barred
from companion.games.bibliogamo.moves import (
    Accept,
    Bribe,
    Dismiss,
    Drew,
    EndTurn,
    Flipped,
    Hire,
    PayDay,
    Prestige,
    Sell,
    Showed,
    Shuffled,
)
from companion.games.bibliogamo.state import SEAT, State, cubes, finished, here, hidden, known, unseen
from companion.rules import HIDDEN, TABLE, Ask, Open, Who


def to_act(state: State) -> tuple[Who, ...]:
    """The table while something must be told, the seat while it may choose, nobody when it is over."""
    match state.stage:
        case "over":
            return ()
        case "act" | "offer":
            return (SEAT,)
        case "prestige" if state.options.prestige == "chosen":
            return (SEAT,)
    return (TABLE,)


def legal_moves(state: State, who: Who | None = None) -> list[tuple[Who, Any]]:
    """(who, move or Ask) for everything that may be done now; only *who*'s when given."""
    acting = to_act(state)
    if not acting or who not in (None, *acting):
        return []
    return [(acting[0], move) for move in _moves(state)]


def _moves(state: State) -> Iterator[Any]:
    match state.stage:
        case "prestige":
            yield from map(Prestige, state.box.collection)
        case "draw" | "dawn" | "price":
            yield from _coming(state)
            if state.stage == "draw" and state.pile:
                yield Drew(HIDDEN)
        case "act":
            yield from _actions(state)
        case "offer":
            yield Accept()
            if state.day < state.box.count.days and (state.pile or state.discard):
                yield PayDay()
            yield from _showing(state)


def _coming(state: State) -> Iterator[Any]:
    """What the table may tell of the pile: any unseen card, or that it was made anew."""
    if not state.pile:
        yield Shuffled()
    else:
        yield from map(Drew if state.stage == "draw" else Flipped, unseen(state))


def _actions(state: State) -> Iterator[Any]:
    if not (state.sold or state.hires):
        for n in range(1, min(state.florins, state.box.round - 1) + 1):
            yield from (Bribe(n), Bribe(-n))
        tower = here(state)
        if tower is not None and finished(state, tower):
            yield Sell()
    if state.hires < state.box.count.hires:
        yield from _hiring(state)
        yield from _dismissing(state)
    yield from _showing(state)
    yield EndTurn()


def hires(state: State, cards: Sequence[str]) -> Iterator[Hire]:
    """The legal hires with these cards: by card, tower, paying card, lift."""
    named, most_hidden = set(known(state)), hidden(state)
    lifting = [card for card in cards if state.box.artisan[card].places_kind(state.bar)]
    stopped = {card for card in cards if state.options.bar_stops_payment and barred(state, card)}
    for card, tower in product(cards, state.box.tower):
        if not (state.options.empty_hires or any(placed(state, card, tower))):
            continue
        for pay, lift in product(cards, lifting if barred(state, card) else [None]):
            used = {card, pay, lift}
            if len(used) == 3 and (lift is not None or pay not in stopped) and len(used - named - {None}) <= most_hidden:
                yield Hire(card, tower, pay, lift)


def _hiring(state: State) -> Iterator[Any]:
    """Every hire; of a hand with hidden cards an Ask, if it has at least one."""
    if not hidden(state):
        yield from hires(state, known(state))
        return
    cards = tuple(sorted((*known(state), *unseen(state))))
    if next(hires(state, cards), None) is not None:
        lifting = () if state.lifted else tuple(card for card in cards if state.box.artisan[card].places_kind(state.bar))
        yield Ask(
            Hire,
            {},
            {"card": Open(cards), "tower": Open(tuple(state.box.tower)), "pay": Open(cards), "lift": Open((None, *lifting))},
        )


def _dismissing(state: State) -> Iterator[Any]:
    towers = tuple(tower for tower in state.towers if any(cubes(state, tower)))
    if not (state.options.dismiss and towers and state.hand):
        return
    if not hidden(state):
        yield from (Dismiss(tower, pay) for tower, pay in product(towers, known(state)))
    else:
        cards = tuple(sorted((*known(state), *unseen(state))))
        yield Ask(Dismiss, {}, {"tower": Open(towers), "pay": Open(cards)})


def _showing(state: State) -> Iterator[Any]:
    if n := hidden(state):
        yield Ask(Showed, {}, {"cards": Open(unseen(state), 1, n)})


def chance(state: State) -> list[tuple[Any, int]]:
    """TABLE's moves, all equally likely: none of the unseen cards is likelier to lie on top, be it hidden in the hand or not."""
    if to_act(state) != (TABLE,):
        return []
    if state.stage == "prestige":
        return [(Prestige(card), 1) for card in state.box.collection]
    return [(move, 1) for move in _coming(state)]
