"""The clerk: a rule of thumb that plays sensibly and fast (specification, section 10). Rollouts go by it.

Ties go to the lower code, then to the earlier tower of the file. He knows the whole hand: cards that are hidden he leaves alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from companion.games.bibliogamo.course import placed
from companion.games.bibliogamo.judge import barred
from companion.games.bibliogamo.moves import Accept, Bribe, EndTurn, Hire, Move, PayDay, Sell
from companion.games.bibliogamo.odds import day_values
from companion.games.bibliogamo.state import (
    State,
    clockwise,
    collection,
    cubes,
    finished,
    finished_towers,
    here,
    known,
    shortest,
    slot_open,
    unseen,
)

MOST_OPEN = 3
"""Towers that are well worked on at once."""
LATE = 38
"""The day from which any bribe is good that can be paid."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A hire (or, None, no hire) and how the clerk likes the table after it."""

    move: Hire | None
    value: float


def slot_points(state: State, tower: str) -> float:
    """Points per open slot still to be had with a book of this tower; 0 when no slot for it is open."""
    card = collection(state)
    if card is None or not slot_open(state, tower):
        return 0.0
    marks = sum(state.marks.values())
    return card.each.get(tower, 0) + (card.points[-1] - card.points[marks]) / (len(card.books) - marks)


def mark_points(state: State, tower: str) -> int:
    """What the next mark of this tower brings."""
    card = collection(state)
    if card is None or not slot_open(state, tower):
        return 0
    return card.worth({**state.marks, tower: state.marks.get(tower, 0) + 1}) - card.worth(state.marks)


def tower_worth(state: State, tower: str, there: int) -> float:
    """The worth of a tower with so many cubes."""
    if there == 0:
        return 0.0
    wanted, round_ = sum(state.box.tower[tower].recipe), state.box.round
    weight = 1 + slot_points(state, tower) / 4
    spaces = clockwise(state, state.box.space_of[tower]) or round_
    if there == wanted and spaces / 3.6 > state.box.count.days - state.day + 1.5:
        weight /= 2
    growth = 8 * (there / wanted) ** 1.6 + (0.8 if there == wanted else 0)
    return float(weight * growth * (1 + 0.15 * (1 - spaces / round_)))


def penalties(state: State, filled: Mapping[str, int]) -> float:
    """What too many open towers cost; *filled*: cubes by tower."""
    wanted = {tower: sum(state.box.tower[tower].recipe) for tower, there in filled.items() if there}
    most = state.box.count.black_cubes
    supply = most - sum(filled.values())
    cost = 3.0 * max(0, len(wanted) - MOST_OPEN) + max(0, sum(wanted.values()) - most)
    gaps = [wanted[tower] - filled[tower] for tower in wanted]
    return cost + (20 if gaps and min(gaps) > supply else 0)


def board(state: State) -> float:
    """The worth of all towers, less what too many open ones cost."""
    filled = {tower: sum(cubes(state, tower)) for tower in state.towers}
    return sum(tower_worth(state, tower, there) for tower, there in filled.items()) - penalties(state, filled)


def use(state: State, card: str) -> float:
    """The most cubes of the card that fit into one tower; half in a tower where nobody works."""
    places = state.box.artisan[card].places
    return max(
        (1.0 if any(found) else 0.5)
        * sum(min(n, wanted - there) for n, there, wanted in zip(places, found, state.box.tower[tower].recipe, strict=True))
        for tower in state.towers
        for found in (cubes(state, tower),)
    )


def proposals(state: State) -> Iterator[Proposal]:
    """Doing nothing first; then every hire, with the least useful cards that may lift and pay."""
    hand, size = known(state), state.box.count.hand
    uses = {card: use(state, card) for card in hand}
    filled = {tower: sum(cubes(state, tower)) for tower in state.towers}
    worths = {tower: tower_worth(state, tower, there) for tower, there in filled.items()}
    whole = sum(worths.values())
    yield Proposal(None, whole - penalties(state, filled) + (sum(uses.values()) + size - len(hand)) / 4)
    if state.hires >= state.box.count.hires:
        return
    first = next(iter(state.towers))
    for card in hand:
        rest = [other for other in sorted(hand, key=lambda other: (uses[other], other)) if other != card]
        lift = None
        if barred(state, card):
            lift = next((other for other in rest if state.box.artisan[other].places_kind(state.bar)), None)
            if lift is None:
                continue
            rest.remove(lift)
        elif state.options.bar_stops_payment:
            rest = [other for other in rest if not barred(state, other)]
        if not rest:
            continue
        pay = rest[0]
        kept = [other for other in hand if other not in (card, lift, pay)]
        keeping = (sum(uses[other] for other in kept) + size - len(kept)) / 4
        for tower in state.towers:
            coming = sum(placed(state, card, tower))
            if coming == 0 and (tower != first or not state.options.empty_hires):
                continue
            after = {**filled, tower: filled[tower] + coming}
            value = whole - worths[tower] + tower_worth(state, tower, after[tower]) - penalties(state, after)
            yield Proposal(Hire(card, tower, pay, lift), value + keeping)


def best_hire(state: State) -> Hire | None:
    """What he hires now; None: he ends the turn."""
    return max(proposals(state), key=lambda one: one.value).move


def best_sale(state: State) -> str | None:
    """The finished tower to which he bribes the Librarian, and sells; None: he sells nothing."""
    if state.sold or state.hires:
        return None
    found = []
    for tower in finished_towers(state):
        cost = abs(shortest(state, tower))
        most = 3 + (state.supply < 6) + (mark_points(state, tower) > 1)
        if cost <= state.florins and (cost <= most or state.day >= LATE):
            found.append((slot_points(state, tower) / 2 - cost / 5, tower))
    return max(found, key=lambda one: one[0])[1] if found else None


def pays(state: State) -> bool:
    """Whether he pays a day for another price: when the next card is expected to better it by more than a day is worth."""
    left = state.box.count.days - state.day
    cards = unseen(state) if state.pile else state.discard
    if left <= 0 or not cards or state.coin is None or state.price is None:
        return False
    values, price, coin = day_values(state), state.price, state.coin
    gain = Fraction(sum(max(0, state.box.artisan[card].values[coin] - price) for card in cards), len(cards))
    return gain > values[min(left, len(values)) - 1]


def chosen(state: State) -> Move:
    """The clerk's next move in `act` or `offer`."""
    if state.stage == "offer":
        return PayDay() if pays(state) else Accept()
    tower = best_sale(state)
    if tower is not None:
        stands = here(state)
        return Sell() if stands == tower and finished(state, tower) else Bribe(shortest(state, tower))
    return best_hire(state) or EndTurn()
