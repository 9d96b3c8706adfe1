"""The clerk: a rule of thumb that plays sensibly and fast (specification, section 10). Rollouts go by it.

Ties go to the lower code, then to the earlier tower of the file. He knows the whole hand: cards that are hidden he leaves alone.
`rollouts` plays him on plain lists; both compare the same numbers, worked out in the same order, so that they never part.
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
    finished_towers,
    here,
    known,
    missing,
    shortest,
    slot_open,
    unseen,
)

MOST_OPEN = 3
"""Towers that are well worked on at once."""
STEPS = 3
"""Spaces that a bribe is worth; one more when the supply is LOW, and one more when the mark brings more than a point."""
LOW = 6
LATE = 38
"""The day from which any bribe is good that can be paid."""
PACE = 3.6
"""Spaces a day that the Librarian is thought to walk."""
STUCK = 20
"""What it costs that no open tower can be finished."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A hire (or, None, no hire), and by how much the clerk likes the table after it better than the one before."""

    move: Hire | None
    gain: float


# --- numbers ----------------------------------------------------------------------------------------------------------


def book_worth(there: int, wanted: int, slot: float, spaces: int, round_: int, left: int) -> float:
    """The worth of a tower with *there* of *wanted* cubes, *spaces* (of *round_*) ahead of the Librarian, *left* days to go.

    *slot*: points per open slot still to be had.
    """
    if there == 0:
        return 0.0
    weight = 1 + slot / 4
    if there == wanted and spaces / PACE > left + 1.5:
        weight /= 2
    growth = 8 * (there / wanted) ** 1.6 + (0.8 if there == wanted else 0)
    return float(weight * growth * (1 + 0.15 * (1 - spaces / round_)))


def crowding(n_open: int, wanted: int, most: int) -> int:
    """What so many open towers cost that want so many cubes together, of *most* that there are."""
    return 3 * max(0, n_open - MOST_OPEN) + max(0, wanted - most)


# --- towers -----------------------------------------------------------------------------------------------------------


def slot_points(state: State, tower: str) -> Fraction:
    """Points per open slot still to be had with a book of this tower; 0 when no slot for it is open."""
    card = collection(state)
    if card is None or not slot_open(state, tower):
        return Fraction(0)
    marks = sum(state.marks.values())
    return card.each.get(tower, 0) + Fraction(card.points[-1] - card.points[marks], len(card.books) - marks)


def mark_points(state: State, tower: str) -> int:
    """What the next mark of this tower brings."""
    card = collection(state)
    if card is None or not slot_open(state, tower):
        return 0
    return card.worth({**state.marks, tower: state.marks.get(tower, 0) + 1}) - card.worth(state.marks)


def tower_worth(state: State, tower: str, there: int) -> float:
    """The worth of a tower with so many cubes."""
    wanted, round_ = sum(state.box.tower[tower].recipe), state.box.round
    spaces = clockwise(state, state.box.space_of[tower]) or round_
    return book_worth(there, wanted, float(slot_points(state, tower)), spaces, round_, state.box.count.days - state.day)


def penalties(state: State, filled: Mapping[str, int]) -> int:
    """What too many open towers cost; *filled*: cubes by tower."""
    wanted = {tower: sum(state.box.tower[tower].recipe) for tower, there in filled.items() if there}
    most = state.box.count.black_cubes
    supply = most - sum(filled.values())
    gaps = [wanted[tower] - filled[tower] for tower in wanted]
    return crowding(len(wanted), sum(wanted.values()), most) + (STUCK if gaps and min(gaps) > supply else 0)


def board(state: State) -> float:
    """The worth of all towers, less what too many open ones cost."""
    filled = {tower: sum(cubes(state, tower)) for tower in state.towers}
    return sum(tower_worth(state, tower, there) for tower, there in filled.items()) - penalties(state, filled)


def use(state: State, card: str) -> float:
    """The most cubes of the card that fit into one tower; half in a tower where nobody works."""
    places = state.box.artisan[card].places
    return max(
        (1.0 if any(cubes(state, tower)) else 0.5) * sum(map(min, places, missing(state, tower))) for tower in state.towers
    )


# --- hires ------------------------------------------------------------------------------------------------------------


def proposals(state: State) -> Iterator[Proposal]:
    """Doing nothing first; then each card in the tower where it does most, with the least useful cards that may lift and pay."""
    yield Proposal(None, 0.0)
    if state.hires >= state.box.count.hires:
        return
    hand = known(state)
    uses = {card: use(state, card) for card in hand}
    filled = {tower: sum(cubes(state, tower)) for tower in state.towers}
    for card in hand:
        helpers = _lift_and_pay(state, card, sorted(hand, key=lambda other: (uses[other], other)))
        found = _best_tower(state, card, filled)
        if helpers is None or found is None:
            continue
        gone = {card, *helpers} - {None}
        tower, gain = found
        # Each card that goes frees a place of the hand.
        yield Proposal(Hire(card, tower, *helpers), gain + sum(1 - uses[one] for one in gone if one is not None) / 4)


def _lift_and_pay(state: State, card: str, by_use: list[str]) -> tuple[str, str | None] | None:
    """The cards that pay for this one and lift the bar for it, if it must be; None: it cannot be hired.

    *by_use*: the hand, the least useful card first. The lift is chosen before the pay.
    """
    rest, lift = [other for other in by_use if other != card], None
    if barred(state, card):
        lift = next((other for other in rest if state.box.artisan[other].places_kind(state.bar)), None)
        if lift is None:
            return None
        rest.remove(lift)
    elif state.options.bar_stops_payment:
        rest = [other for other in rest if not barred(state, other)]
    return (rest[0], lift) if rest else None


def _best_tower(state: State, card: str, filled: Mapping[str, int]) -> tuple[str, float] | None:
    """The tower where the card betters the Board most, and by how much; where it places nobody, only the first tower counts."""
    first, best = next(iter(state.towers)), None
    for tower in state.towers:
        coming = sum(placed(state, card, tower))
        if coming == 0 and (tower != first or not state.options.empty_hires):
            continue
        after = {**filled, tower: filled[tower] + coming}
        growth = tower_worth(state, tower, after[tower]) - tower_worth(state, tower, filled[tower])
        gain = growth + (penalties(state, filled) - penalties(state, after))
        if best is None or gain > best[1]:
            best = tower, gain
    return best


def best_hire(state: State) -> Hire | None:
    """What he hires now; None: he ends the turn."""
    return max(proposals(state), key=lambda one: one.gain).move


# --- the sale ---------------------------------------------------------------------------------------------------------


def best_sale(state: State) -> str | None:
    """The finished tower to which he bribes the Librarian, and sells; None: he sells nothing."""
    if state.sold or state.hires:
        return None
    found = []
    for tower in finished_towers(state):
        cost = abs(shortest(state, tower))
        most = STEPS + (state.supply < LOW) + (mark_points(state, tower) > 1)
        if cost <= state.florins and (cost <= most or state.day >= LATE):
            found.append((slot_points(state, tower) / 2 - Fraction(cost, 5), tower))
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


# --- moves ------------------------------------------------------------------------------------------------------------


def moves(state: State) -> tuple[Move, ...]:
    """What the clerk does next in `act` or `offer`, in a row: a bribe goes with the sale that it is for.

    A state does not tell that he has bribed; asked again after it, he might see a better book further on, and bribe twice.
    """
    if state.stage == "offer":
        return (PayDay() if pays(state) else Accept(),)
    tower = best_sale(state)
    if tower is None:
        return (best_hire(state) or EndTurn(),)
    return (Sell(),) if here(state) == tower else (Bribe(shortest(state, tower)), Sell())


def chosen(state: State) -> Move:
    """The first of his next moves."""
    return moves(state)[0]
