"""What comes of a move (specification, section 6): the day and the Librarian's walk, the sale, hires, towers, the refill.

Nothing here asks whether a move may be made; `judge` has done so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.games.bibliogamo.moves import Count, Hire
from companion.games.bibliogamo.pieces import KINDS
from companion.games.bibliogamo.state import Sale, State, changed, cubes, hidden, known, missing, slot_open, unseen
from companion.rules import HIDDEN

# --- cards ------------------------------------------------------------------------------------------------------------


def in_order(cards: Iterable[str], n_hidden: int) -> tuple[str, ...]:
    """A hand: the cards that are known ascending, then the hidden ones."""
    return (*sorted(cards), *[HIDDEN] * n_hidden)


def _settled(state: State) -> State:
    """When the pile is empty, the unseen cards are the hidden hand."""
    if state.pile or not hidden(state):
        return state
    return changed(state, hand=in_order((*known(state), *unseen(state)), 0))


def without(state: State, cards: Iterable[str]) -> tuple[str, ...]:
    """The hand less these cards; one that nobody has named was one of the hidden."""
    gone = list(cards)
    left = [card for card in known(state) if card not in gone]
    named = sum(card not in state.hand for card in gone)
    return in_order(left, hidden(state) - named)


def named(state: State, card: str) -> State:
    """`setup.prestige`"""
    return changed(state, prestige=card, stage=_refill_or_dawn(state))


def _refill_or_dawn(state: State) -> str:
    """`turn.refill`, `setup.hand`: cards come up to a full hand."""
    return "draw" if len(state.hand) < state.box.count.hand else "dawn"


def drawn(state: State, card: str) -> State:
    """The card, or HIDDEN, comes to the hand."""
    shown = known(state) if card == HIDDEN else (*known(state), card)
    state = changed(state, hand=in_order(shown, hidden(state) + (card == HIDDEN)), pile=state.pile - 1)
    return _settled(changed(state, stage=_refill_or_dawn(state)))


def shuffled(state: State) -> State:
    """`pile.shuffle`: the discard joins what is left of the pile."""
    return changed(state, pile=state.pile + len(state.discard), discard=())


def showed(state: State, cards: Sequence[str]) -> State:
    return changed(state, hand=in_order((*known(state), *cards), hidden(state) - len(cards)))


# --- the day ----------------------------------------------------------------------------------------------------------


def next_day(state: State) -> int:
    """A day on; never beyond the end of the track."""
    return min(state.day + 1, state.box.count.days)


def flipped(state: State, card: str) -> State:
    """At dawn the day, the walk and the bar; in a sale the icon or the price."""
    artisan = state.box.artisan[card]
    state = changed(state, pile=state.pile - 1)
    if state.stage == "dawn":
        # `day.advance`, `librarian.three`, `librarian.icon`, `bar.kind`
        space = (state.space + state.box.count.step + artisan.walk) % state.box.round
        discard = (*state.discard, card)
        return _settled(
            changed(state, stage="act", day=next_day(state), space=space, discard=discard, bar=artisan.bar, turns=state.turns + 1)
        )
    row = (*state.row, card)
    if len(row) == 1:
        return _settled(changed(state, row=row, coin=artisan.coin))
    # `price.two`, `price.again`
    assert state.coin is not None
    price = artisan.values[state.coin]
    return _settled(changed(state, row=row, price=price, offers=(*state.offers, price), stage="offer"))


# --- the sale ---------------------------------------------------------------------------------------------------------


def bribed(state: State, spaces: int) -> State:
    """`bribe.cost`"""
    paid = min(abs(spaces), state.florins)
    return changed(
        state, space=(state.space + spaces) % state.box.round, florins=state.florins - paid, bribed=state.bribed + paid
    )


def offered(state: State, tower: str) -> State:
    return changed(state, stage="price", selling=tower)


def day_paid(state: State) -> State:
    return changed(state, stage="price", day=next_day(state), price=None, paid_days=state.paid_days + 1)


def accepted(state: State) -> State:
    """`sell.florins`, `sell.cubes`, `sell.book`, `sell.mark`, `sell.discard`"""
    tower, price = state.selling, state.price
    assert tower is not None
    assert price is not None
    marked = slot_open(state, tower)
    marks = dict(state.marks)
    if marked:
        marks[tower] = marks.get(tower, 0) + 1
    return changed(
        emptied(state, tower),
        stage="act",
        florins=state.florins + price,
        books=state.books + 1,
        marks={one: marks[one] for one in state.box.tower if one in marks},
        discard=(*state.discard, *state.row),
        row=(),
        coin=None,
        price=None,
        sold=True,
        selling=None,
        offers=(),
        sales=(*state.sales, Sale(tower, state.day, state.offers, marked)),
    )


# --- towers -----------------------------------------------------------------------------------------------------------


def with_cubes(state: State, found: Mapping[str, Sequence[int]]) -> State:
    """Towers with these cubes of each kind; the supply has the rest."""
    towers = {**state.towers, **{tower: dict(zip(KINDS, there, strict=True)) for tower, there in found.items()}}
    at_work = sum(sum(there.values()) for there in towers.values())
    return changed(state, towers=towers, supply=state.box.count.black_cubes - at_work)


def emptied(state: State, tower: str) -> State:
    return with_cubes(state, {tower: (0,) * len(KINDS)})


def placed(state: State, card: str, tower: str) -> tuple[int, ...]:
    """Cubes of each kind that the card places there (`hire.surplus`, `hire.supply`)."""
    left = state.supply
    coming = []
    for n, room in zip(state.box.artisan[card].places, missing(state, tower), strict=True):
        coming.append(min(n, room, left))
        left -= coming[-1]
    return tuple(coming)


def hired(state: State, move: Hire) -> State:
    coming = placed(state, move.card, move.tower)
    gone = (*([move.lift] if move.lift is not None else []), move.card, move.pay)
    there = tuple(old + new for old, new in zip(cubes(state, move.tower), coming, strict=True))
    return changed(
        with_cubes(state, {move.tower: there}),
        hand=without(state, gone),
        discard=(*state.discard, *gone),
        hires=state.hires + 1,
        lifted=state.lifted or (move.lift is not None and state.options.lift_covers_turn),
        empty_hires=state.empty_hires + (not any(coming)),
    )


def dismissed(state: State, tower: str, pay: str) -> State:
    return changed(emptied(state, tower), hand=without(state, (pay,)), discard=(*state.discard, pay), hires=state.hires + 1)


def counted(state: State, move: Count) -> State:
    """Markers as they lie on the table."""
    markers: dict[str, Any] = {"florins": move.florins, "day": move.day, "space": move.space}
    state = changed(state, **{name: value for name, value in markers.items() if value is not None})
    return with_cubes(state, move.towers or {})


# --- the end of a turn ------------------------------------------------------------------------------------------------


def turn_ended(state: State) -> State:
    """`turn.refill`, `end.forty`"""
    over = state.day >= state.box.count.days
    stage = "over" if over else _refill_or_dawn(state)
    return changed(state, stage=stage, bar=None, lifted=False, sold=False, hires=0)
