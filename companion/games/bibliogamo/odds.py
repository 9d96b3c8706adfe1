"""What may come next, exactly, as fractions (specification, section 10): the Librarian's stop, the bar, prices, a day's worth.

Every unseen card is as likely as any other to come next; when the pile is empty, every card of the discard is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import lcm

from companion.games.bibliogamo.pieces import KINDS, Artisan
from companion.games.bibliogamo.state import State, finished_towers, missing, unseen

HORIZON = 6
"""Days of looking ahead when a day is weighed: more changes less than a hundredth of a Florin."""
REACHED = 7
"""Within 0, 1, ... 6 spaces of a finished book."""


def next_flip(state: State) -> tuple[Artisan, ...]:
    """The cards of which one comes at the next dawn, all as likely."""
    cards = state.discard if shuffled_first(state) else unseen(state)
    return tuple(state.box.artisan[card] for card in cards)


def shuffled_first(state: State) -> bool:
    """Whether the discard is shuffled into a new pile before that card comes."""
    still = state.box.count.hand - len(state.hand) if state.stage in ("act", "draw") else 0
    return state.pile <= still


def stops(state: State) -> Mapping[int, Fraction]:
    """Space -> chance that the Librarian stops there tomorrow."""
    cards, box = next_flip(state), state.box
    found = Counter((state.space + box.count.step + card.walk) % box.round for card in cards)
    return {space: Fraction(n, len(cards)) for space, n in sorted(found.items())}


def landing(state: State) -> Mapping[str, Fraction]:
    """Tower -> chance that he stops there tomorrow."""
    chances = stops(state)
    return {tower: chances.get(space, Fraction(0)) for tower, space in sorted(state.box.space_of.items(), key=lambda at: at[1])}


def reach(state: State, towers: Collection[str] | None = None) -> list[Fraction]:
    """For b = 0 to 6: the chance that he stops within b spaces, either way round, of one of *towers*.

    None: of a book that is finished now.
    """
    wanted = finished_towers(state) if towers is None else towers
    ready, n = [state.box.space_of[tower] for tower in wanted], state.box.round

    def far(space: int) -> int:
        return min((min((space - one) % n, (one - space) % n) for one in ready), default=REACHED)

    return [sum((chance for space, chance in stops(state).items() if far(space) <= b), Fraction(0)) for b in range(REACHED)]


def bars(state: State) -> Mapping[str, Fraction]:
    """Kind -> chance that it is barred tomorrow."""
    cards = next_flip(state)
    found = Counter(card.bar for card in cards)
    return {kind: Fraction(found[kind], len(cards)) for kind in KINDS}


def first_price(state: State) -> Mapping[int, Fraction]:
    """Price -> chance that it is the first to be named when a book is offered now."""
    box = state.box
    pile, discard = unseen(state), state.discard
    if state.pile > 1:
        pairs = list(permutations(pile, 2))
    elif state.pile == 1:
        pairs = list(product(pile, discard))
    else:
        pairs = list(permutations(discard, 2))
    found = Counter(box.artisan[second].values[box.artisan[first].coin] for first, second in pairs)
    return {price: Fraction(n, len(pairs)) for price, n in sorted(found.items())}


def mean(chances: Mapping[int, Fraction]) -> Fraction:
    return sum((value * chance for value, chance in chances.items()), Fraction(0))


def next_price(state: State) -> Mapping[int, Fraction]:
    """In an offer: price -> chance that the card of a paid day names it."""
    assert state.coin is not None
    cards = unseen(state) if state.pile else state.discard
    found = Counter(state.box.artisan[card].values[state.coin] for card in cards)
    return {price: Fraction(n, len(cards)) for price, n in sorted(found.items())}


# --- accept or pay ----------------------------------------------------------------------------------------------------


def day_values(state: State, value: Fraction | None = None) -> tuple[Fraction, ...]:
    """Florins that a day is worth with 1, 2, ... days left, the last one for all longer; *value* instead where one is set."""
    return _as_written(state.box.day_value) if value is None else (value,)


@cache
def _as_written(values: tuple[float, ...]) -> tuple[Fraction, ...]:
    """2.2 is 11/5, not the nearest number that a computer has."""
    return tuple(Fraction(str(value)) for value in values)


def day_value(values: Sequence[Fraction], days: int) -> Fraction:
    """What a day is worth with so many *days* left, of `day_values`."""
    return values[min(days, len(values)) - 1]


def pay_worth(state: State, value: Fraction | None = None) -> Fraction | None:
    """In an offer: Florins that paying a day brings on the whole, its price taken off; None when none can be paid."""
    assert state.coin is not None
    prices = [[state.box.artisan[card].values[state.coin] for card in cards] for cards in (unseen(state), state.discard)]
    return worth(prices[0], state.pile, prices[1], state.box.count.days - state.day, day_values(state, value))


def worth(
    pile: Sequence[int], n: int, discard: Sequence[int], days: int, values: Sequence[Fraction], horizon: int = HORIZON
) -> Fraction | None:
    """The worth of a paid day with *days* left (None: no day, no card), by dynamic programming over what is left."""
    return weighed(pile, n, discard, days, values, horizon).worth


@dataclass(frozen=True, slots=True)
class Weighed:
    """The worth of a paid day, and how many entries the table behind it has."""

    worth: Fraction | None
    entries: int


def weighed(
    pile: Sequence[int], n: int, discard: Sequence[int], days: int, values: Sequence[Fraction], horizon: int = HORIZON
) -> Weighed:
    """`worth`, and what it took.

    *pile*: values of the unseen cards, of which *n* lie in the pile; *discard*: of those that are shuffled when it is empty;
    *values*: see `day_values`. Numbers are kept whole: each step multiplies by the number of cards that may come.
    """
    if not (days and horizon and (n or discard)):
        return Weighed(None, 0)
    costs = [day_value(values, left) for left in range(days, 0, -1)]
    whole = lcm(*(one.denominator for one in costs))
    anew, in_anew, sum_anew = _counted(discard), len(discard), sum(discard)
    ends = min(days, horizon) - 1
    table: dict[tuple[bool, Left], tuple[int, int]] = {}

    def paid(total: int, scale: int, cards: int, paid_days: int) -> tuple[int, int]:
        """(numerator, denominator) of a mean, given as its *total* over so many *cards* by *scale*, less the day's cost."""
        cost = costs[paid_days]
        return total - cards * cost.numerator * (scale // cost.denominator), cards * scale

    def step(left: Left, cards: int, total: int, n: int, spare: bool, paid_days: int) -> tuple[int, int]:
        """(numerator, denominator) of C after so many days were paid, where a card of *left* comes: *n* lie in the pile.

        *total*: the sum of their values; *spare*: the discard has not been shuffled yet. Given a question, `spare` and `left` say
        the rest.
        """
        known = table.get((spare, left))
        if known is not None:
            return known
        shuffle = n == 1 and spare and in_anew > 0
        found, scale = 0, whole
        if paid_days == ends or (n == 1 and not shuffle):
            found = whole * total
        elif shuffle:
            after, scale = step(anew, in_anew, sum_anew, in_anew, False, paid_days + 1)
            found = sum(many * max(value * scale, after) for value, many in left)
        elif paid_days + 1 == ends or (n == 2 and not (spare and in_anew)):
            # Behind the next card lies nothing: no table is needed for its mean.
            for value, many in left:
                after, scale = paid(whole * (total - value), whole, cards - 1, paid_days + 1)
                found += many * max(value * scale, after)
        else:
            for at, (value, many) in enumerate(left):
                rest = (*left[:at], *(((value, many - 1),) if many > 1 else ()), *left[at + 1 :])
                after, scale = step(rest, cards - 1, total - value, n - 1, spare, paid_days + 1)
                found += many * max(value * scale, after)
        known = table[spare, left] = paid(found, scale, cards, paid_days)
        return known

    first = (_counted(pile), len(pile), sum(pile), n, True) if n else (anew, in_anew, sum_anew, in_anew, False)
    return Weighed(Fraction(*step(*first, 0)), len(table))


Left = tuple[tuple[int, int], ...]
"""(value, how many of it), the least first."""


def _counted(values: Sequence[int]) -> Left:
    return tuple(sorted(Counter(values).items()))


# --- stuck ------------------------------------------------------------------------------------------------------------


def stuck(state: State) -> bool:
    """Whether no book is finished and none can be: every tower misses more cubes than the supply has."""
    return all(gap > state.supply for gap in _gaps(state).values())


def sticking(state: State) -> Mapping[str, int]:
    """Tower -> the fewest cubes that, placed there by one hire, would bring it about that no book can be finished.

    Only towers where so many can be placed; none when it is so already.
    """
    gaps, found = _gaps(state), {}
    for tower, gap in gaps.items():
        least = state.supply + 1 - min((other for one, other in gaps.items() if one != tower), default=state.supply + 1)
        if gap > state.supply and 0 < least <= state.supply:
            found[tower] = least
    return found


def _gaps(state: State) -> Mapping[str, int]:
    """Tower -> the cubes that it misses."""
    return {tower: sum(missing(state, tower)) for tower in state.box.tower}
