"""The game on plain lists, played on by the clerk: what the plan's rollouts run on (specification, section 10).

Cards, kinds, coins and towers are numbers here, their places in the order of the box (cards by code), so that a lower number is a
lower code and an earlier tower. It plays exactly as `clerk.moves` and `judge.apply` do when the same cards come; a property
test compares them. What does not change in a rollout is looked up in tables of the box.
"""

from __future__ import annotations

import random
from copy import copy
from dataclasses import dataclass, field
from functools import lru_cache
from math import ceil, inf
from operator import itemgetter

from companion.games.bibliogamo.clerk import LATE, LOW, PACE, STEPS, STUCK, book_worth, crowding
from companion.games.bibliogamo.pieces import KINDS, Box
from companion.games.bibliogamo.state import State, cubes, unseen

MOST_FREED = 0.75
"""What three free places of the hand are worth: a hire with lift and pay, all of no use."""
NOBODY = -1
"""No kind, no coin, no tower, no card."""
FINISHING, MARKING = 1.72, 0.8
"""What a book in work will bring, and what a slot for it adds."""


class Lots:
    """The luck of one rollout: for each shuffle a number by lot for every card, in the order of which the cards come.

    All candidates of a decision meet the same lots, so that what differs between them is not luck.
    """

    def __init__(self, seed: str, n_cards: int) -> None:
        self._rng, self._n_cards = random.Random(seed), n_cards
        self._drawn: list[list[float]] = []

    def shuffled(self, which: int, cards: list[int]) -> list[int]:
        """A pile of these cards, the top card last; *which*: number of the shuffle in this rollout, from 0."""
        while which >= len(self._drawn):
            self._drawn.append([self._rng.random() for _ in range(self._n_cards)])
        return sorted(cards, key=self._drawn[which].__getitem__)


# --- what does not change ---------------------------------------------------------------------------------------------


@dataclass(eq=False, slots=True)
class Site:
    """A tower with some cubes, and by card what it would do there as long as the supply has the cubes."""

    tower: int
    cubes: tuple[int, ...]
    """Of each kind, in the order of KINDS."""
    filled: int
    missing: int
    comes: list[int]
    """By card: cubes that find a place."""
    use: list[int]
    """By card: twice its use here."""
    after: dict[int, Site] = field(default_factory=dict)
    """By card: the tower with its cubes; filled as it is asked for."""
    gains: dict[tuple[int, int, int, int], list[float] | None] = field(default_factory=dict)
    """Of `_gains`, by what else it depends on."""


class Tables:
    """Of a box, a Prestige card and the option `empty_hires`: lists by card, by tower, by space."""

    def __init__(self, box: Box, collection: str, empty_hires: bool) -> None:
        count, artisans, towers = box.count, list(box.artisan.values()), box.towers
        prestige = box.collection[collection]
        self.codes, self.names = list(box.artisan), list(box.tower)
        self.number = {code: at for at, code in enumerate(self.codes)}
        self.empty_hires = empty_hires
        self.days, self.hand, self.hires = count.days, count.hand, count.hires
        self.book_points, self.florins_a_point = count.book_points, count.florins_a_point
        self.black_cubes = count.black_cubes
        self.places = [card.places for card in artisans]
        self.lifts = {KINDS.index(kind): [card.places_kind(kind) for card in artisans] for kind in KINDS}
        self.bar = [KINDS.index(card.bar) for card in artisans]
        coins = list(box.coin)
        self.coin = [coins.index(card.coin) for card in artisans]
        self.values = [[card.values[coin] for card in artisans] for coin in coins]
        self.day_value = [value.as_integer_ratio() for value in map(float, box.day_value)]
        self.recipe = [tower.recipe for tower in towers]
        self.size = [sum(tower.recipe) for tower in towers]
        self.round = box.round
        self.after_flip = [[(space + count.step + card.walk) % box.round for card in artisans] for space in range(box.round)]
        self.space = [box.space_of[tower] for tower in self.names]
        self.ahead = [[(to - space) % box.round or box.round for to in self.space] for space in range(box.round)]
        self.bribe = [[min(to % box.round, box.round - to) for to in row] for row in self.ahead]
        self.points, self.slots = prestige.points, [prestige.books.count(tower) for tower in self.names]
        self.each = [prestige.each.get(tower, 0) for tower in self.names]
        self.calm = max(0, ceil(box.round / PACE - 1.5))
        """So many days before the end no finished book is too far ahead of the Librarian."""
        self._sites: list[dict[tuple[int, ...], Site]] = [{} for _ in towers]
        self.crowding = [
            [crowding(n_open, wanted, count.black_cubes) for wanted in range(sum(self.size) + 1)]
            for n_open in range(len(towers) + 1)
        ]
        """By open towers and the cubes that they want together."""
        self.largest = max(self.size)
        self.most_placed = max(map(sum, self.places))
        self.rows: list[list[float]] = []
        """Rows of `clerk.book_worth` by number of cubes."""
        self._row: dict[tuple[int, float, int, int], int] = {}
        self._rows: dict[tuple[tuple[float, ...], int, int], list[int]] = {}

    def site(self, tower: int, there: tuple[int, ...]) -> Site:
        """The tower with these cubes."""
        found = self._sites[tower].get(there)
        if found is None:
            room = [wanted - n for n, wanted in zip(there, self.recipe[tower], strict=True)]
            comes = [sum(map(min, places, room)) for places in self.places]
            filled = sum(there)
            use = [2 * n for n in comes] if filled else comes
            found = self._sites[tower][there] = Site(tower, there, filled, self.size[tower] - filled, comes, use)
        return found

    def worths(self, slot: tuple[float, ...], space: int, left: int) -> list[int]:
        """By tower the number of its row of worths. *slot*: `clerk.slot_points` by tower."""
        key = slot, space, min(left, self.calm)
        found = self._rows.get(key)
        if found is None:
            found = [self._numbered(tower, one, self.ahead[space][tower], key[2]) for tower, one in enumerate(slot)]
            self._rows[key] = found
        return found

    def _numbered(self, tower: int, slot: float, ahead: int, left: int) -> int:
        key = tower, slot, ahead, left
        if key not in self._row:
            size = self.size[tower]
            self.rows.append([book_worth(there, size, slot, ahead, self.round, left) for there in range(size + 1)])
            self._row[key] = len(self.rows) - 1
        return self._row[key]


tables = lru_cache(maxsize=2)(Tables)
"""Tables are kept from one plan to the next; those of a whole game take some 20 MB."""


# --- what changes -----------------------------------------------------------------------------------------------------


@dataclass(eq=False, slots=True)
class Rollout:
    """A table in the midst of a rollout. Nothing is hidden: the pile is known, its top card last."""

    tables: Tables
    lots: Lots
    covers: bool
    """Option `lift_covers_turn`."""
    stops: bool
    """Option `bar_stops_payment`."""
    day: int
    space: int
    florins: int
    books: int
    marks: int
    prestige: int
    """Points of the Prestige card."""
    slots: list[int]
    """By tower: open slots."""
    sites: list[Site]
    supply: int
    n_open: int
    wanted: int
    """Cubes that the recipes of the open towers have together."""
    hand: list[int]
    """Ascending."""
    pile: list[int]
    discard: list[int]
    row: list[int]
    coin: int
    price: int
    """The offer, or NOBODY."""
    bar: int
    """The barred kind; NOBODY too when it is lifted for the turn."""
    selling: int
    """The tower whose book is on offer."""
    may_sell: bool
    hires: int
    """That are left in this turn."""
    acting: bool
    """In a turn, between the Librarian's walk and its end."""
    shuffles: int = 0
    slot: tuple[float, ...] = ()
    """By tower: points per open slot still to be had (`clerk.slot_points`)."""

    @property
    def over(self) -> bool:
        return self.day >= self.tables.days and not self.acting


def started(state: State, lots: Lots) -> Rollout:
    """The table of a state with a Prestige card and no hidden card in the hand; its pile is shuffled."""
    assert state.prestige is not None
    known, options, box = tables(state.box, state.prestige, state.options.empty_hires), state.options, state.box
    number, n_hires = known.number, box.count.hires
    at_work = [sum(tower.recipe) for tower in box.towers if any(cubes(state, tower.tower))]
    coin = NOBODY if state.coin is None else list(box.coin).index(state.coin)
    at = Rollout(
        tables=known,
        lots=lots,
        covers=options.lift_covers_turn,
        stops=options.bar_stops_payment,
        day=state.day,
        space=state.space,
        florins=state.florins,
        books=state.books,
        marks=sum(state.marks.values()),
        prestige=box.collection[state.prestige].worth(state.marks),
        slots=[n - state.marks.get(tower, 0) for tower, n in zip(known.names, known.slots, strict=True)],
        sites=[known.site(at, cubes(state, tower)) for at, tower in enumerate(known.names)],
        supply=state.supply,
        n_open=len(at_work),
        wanted=sum(at_work),
        hand=[number[card] for card in state.hand],
        pile=[number[card] for card in unseen(state)],
        discard=[number[card] for card in state.discard],
        row=[number[card] for card in state.row],
        coin=coin,
        price=NOBODY if state.price is None else state.price,
        bar=NOBODY if state.bar is None or state.lifted else KINDS.index(state.bar),
        selling=NOBODY if state.selling is None else known.names.index(state.selling),
        may_sell=not (state.sold or state.hires),
        hires=max(0, n_hires - state.hires),
        acting=state.stage in ("act", "price", "offer"),
    )
    _count_slots(at)
    at.pile = _shuffled(at, at.pile)
    return at


def _count_slots(at: Rollout) -> None:
    known, still = at.tables, sum(at.slots)
    rise = known.points[-1] - known.points[at.marks]
    at.slot = tuple([(each * still + rise) / still if n else 0.0 for n, each in zip(at.slots, known.each, strict=True)])


def fork(at: Rollout, lots: Lots) -> Rollout:
    """The same table with other luck: its pile is shuffled anew."""
    new = copy(at)
    new.lots, new.shuffles = lots, 0
    new.slots, new.sites, new.hand, new.discard, new.row = at.slots[:], at.sites[:], at.hand[:], at.discard[:], at.row[:]
    new.pile = _shuffled(new, at.pile)
    return new


def likeness(at: Rollout) -> tuple[object, ...]:
    """Two tables of the same likeness go on in the same way with the same lots: the order of the discard does not count."""
    turn = (at.selling, *at.row, at.coin, at.price, at.bar, at.may_sell, at.hires) if at.acting else ()
    there = tuple([site.cubes for site in at.sites])
    cards = tuple(at.hand), tuple(sorted(at.discard)), tuple(sorted(at.pile))
    return turn, at.day, at.space, at.florins, at.books, at.prestige, tuple(at.slots), there, cards


# --- cards ------------------------------------------------------------------------------------------------------------


def _shuffled(at: Rollout, cards: list[int]) -> list[int]:
    if not cards:
        return []
    at.shuffles += 1
    return at.lots.shuffled(at.shuffles - 1, cards)


def _take(at: Rollout) -> int:
    """The top card; when the pile is empty, the discard is shuffled first."""
    if not at.pile:
        at.pile, at.discard = _shuffled(at, at.discard), []
    return at.pile.pop()


# --- the sale ---------------------------------------------------------------------------------------------------------


def _best_sale(at: Rollout) -> int:
    """The finished tower where the clerk sells now (`clerk.best_sale`), or NOBODY."""
    if not at.may_sell:
        return NOBODY
    known, best, found = at.tables, 0, NOBODY
    for tower, site in enumerate(at.sites):
        if site.missing:
            continue
        cost = known.bribe[at.space][tower]
        if cost > at.florins:
            continue
        each = known.each[tower]
        brings = at.slots[tower] and known.points[at.marks + 1] - known.points[at.marks] + each
        if cost > STEPS + (at.supply < LOW) + (brings > 1) and at.day < LATE:
            continue
        # Slot points / 2 - cost / 5, times ten times the open slots: whole, so that ties are ties.
        still = sum(at.slots) or 1
        rise = known.points[-1] - known.points[at.marks] + each * still if at.slots[tower] else 0
        liking = 5 * rise - 2 * cost * still
        if found == NOBODY or liking > best:
            best, found = liking, tower
    return found


def _offer(at: Rollout, tower: int) -> None:
    """The Librarian is bribed to the tower, and its book is offered."""
    at.florins -= at.tables.bribe[at.space][tower]
    at.space = at.tables.space[tower]
    at.selling = tower


def _settle(at: Rollout) -> None:
    """A sale that has begun: prices are named and days are paid until the clerk takes one."""
    known = at.tables
    if at.coin == NOBODY:
        at.row.append(_take(at))
        at.coin = known.coin[at.row[0]]
    values = known.values[at.coin]
    while at.price == NOBODY or _pays(at, values):
        if at.price != NOBODY:
            at.day += 1
        card = _take(at)
        at.row.append(card)
        at.price = values[card]
    tower = at.selling
    at.florins += at.price
    at.books += 1
    at.supply += at.sites[tower].filled
    at.n_open -= 1
    at.wanted -= known.size[tower]
    at.sites[tower] = known.site(tower, (0,) * len(KINDS))
    if at.slots[tower]:
        at.prestige += known.points[at.marks + 1] - known.points[at.marks] + known.each[tower]
        at.slots[tower] -= 1
        at.marks += 1
        _count_slots(at)
    at.discard += at.row
    at.row, at.coin, at.price, at.selling, at.may_sell = [], NOBODY, NOBODY, NOBODY, False


def _pays(at: Rollout, values: list[int]) -> bool:
    """`clerk.pays`"""
    left, cards, price = at.tables.days - at.day, at.pile or at.discard, at.price
    if left <= 0 or not cards:
        return False
    day_value = at.tables.day_value
    florins, parts = day_value[min(left, len(day_value)) - 1]
    return sum([values[card] - price for card in cards if values[card] > price]) * parts > len(cards) * florins


# --- hires ------------------------------------------------------------------------------------------------------------


def _hire_all(at: Rollout) -> None:
    """Hires as long as that is better than nothing."""
    rows = at.tables.worths(at.slot, at.space, at.tables.days - at.day)
    while at.hires and _hire(at, rows):
        at.hires -= 1


def _hire(at: Rollout, rows: list[int]) -> bool:
    """The clerk's best hire is made (`clerk.best_hire`); False when doing nothing is as good. *rows*: as `Tables.worths`."""
    hand, towers, views = at.hand, *_views(at, rows)
    if len(hand) < 2 or not towers:
        return False
    of_hand = itemgetter(*hand)
    uses = list(map(max, zip(*[of_hand(site.use) for site in at.sites], strict=True)))
    gains = list(map(max, zip(*map(of_hand, views), strict=True)))
    # By use, then by code: the hand ascends and sorting is stable.
    by_use = sorted(range(len(hand)), key=uses.__getitem__)
    barring, lifters = at.tables.lifts.get(at.bar), list[int]()
    if barring:
        lifters = [i for i in by_use if barring[hand[i]]]
    best, chosen = 0.0, None
    for i, gain in enumerate(gains):
        # Each card that goes frees a place of the hand; uses are doubled here.
        lift, payers, freed = NOBODY, by_use, 4 - uses[i]
        if i in lifters:
            if len(lifters) == 1:
                continue
            lift = lifters[0] if lifters[0] != i else lifters[1]
            freed += 2 - uses[lift]
        elif lifters and at.stops:
            payers = [j for j in by_use if j not in lifters]
        for pay in payers:
            if pay != i and pay != lift:
                gain += (freed - uses[pay]) / 8
                if gain > best:
                    best, chosen = gain, (i, pay, lift)
                break
    if chosen is None:
        return False
    i, pay, lift = chosen
    gone = [hand[lift], hand[i], hand[pay]] if lift != NOBODY else [hand[i], hand[pay]]
    if lift != NOBODY and at.covers:
        at.bar = NOBODY
    # The first tower of those where it does most.
    _place(at, hand[i], towers[[one[hand[i]] for one in views].index(gains[i])])
    at.discard += gone
    for card in gone:
        hand.remove(card)
    return True


def _views(at: Rollout, rows: list[int]) -> tuple[list[int], list[list[float]]]:
    """The towers where a hire may be worth it, and for each of them by card by how much the Board betters."""
    known, supply, n_open, wanted = at.tables, at.supply, at.n_open, at.wanted
    crowd, crowd_with_another = known.crowding[n_open][wanted], known.crowding[min(n_open + 1, len(rows))]
    stuck, plenty = 0, known.most_placed <= supply
    if n_open and supply < known.largest:
        stuck = STUCK if min([site.missing for site in at.sites if site.filled]) > supply else 0
    towers, found = [], []
    for tower, site in enumerate(at.sites):
        missing = site.missing
        # What changes beside the worth of the tower: a tower more may be open, and it may be seen that one can be finished.
        eased = stuck if site.filled else stuck + crowd - crowd_with_another[wanted + missing]
        if missing > supply:
            others = [other.missing for other in at.sites if other.filled and other is not site]
            key = rows[tower], eased, supply, min(others, default=known.black_cubes + 1)
        else:
            key = rows[tower], eased, known.most_placed if plenty else supply, 0
        if key not in site.gains:
            site.gains[key] = _gains(known, site, *key)
        gains = site.gains[key]
        if gains is not None:
            towers.append(tower)
            found.append(gains)
    return towers, found


def _gains(known: Tables, site: Site, row: int, eased: int, supply: int, nearest: int) -> list[float] | None:
    """Of one tower by card, minus infinity where it may not be hired; None when no card is good enough there to be hired.

    *supply*: no more cubes are placed; *nearest*: cubes that another tower misses, when this one misses more than the supply has,
    else 0.
    """
    worths, filled = known.rows[row], site.filled
    nothing = 0.0 if known.empty_hires and site.tower == 0 else -inf
    by_number = [nothing] + [
        worths[filled + coming] - worths[filled] + (eased - STUCK if nearest > supply - coming else eased)
        for coming in range(1, min(site.missing, known.most_placed, supply) + 1)
    ]
    found = [by_number[min(coming, supply)] for coming in site.comes]
    return found if max(found) > -MOST_FREED else None


def _place(at: Rollout, card: int, tower: int) -> None:
    """`hire.surplus`, `hire.supply`"""
    site = at.sites[tower]
    after = site.after.get(card)
    if after is None or site.comes[card] > at.supply:
        there, left = [], at.supply
        for n, old, wanted in zip(at.tables.places[card], site.cubes, at.tables.recipe[tower], strict=True):
            there.append(old + min(n, wanted - old, left))
            left += old - there[-1]
        after = at.tables.site(tower, tuple(there))
        if site.comes[card] <= at.supply:
            site.after[card] = after
    at.supply -= after.filled - site.filled
    if after.filled and not site.filled:
        at.n_open += 1
        at.wanted += at.tables.size[tower]
    at.sites[tower] = after


# --- turns ------------------------------------------------------------------------------------------------------------


def until_luck(at: Rollout) -> None:
    """What the clerk does before the next card comes, which is the same in all rollouts from here."""
    if at.acting and at.selling == NOBODY and _best_sale(at) == NOBODY:
        _hire_all(at)
        at.acting = False


def play_on(at: Rollout, last: int) -> None:
    """The turn to its end, then turn after turn until the marker has reached *last* or the game is over."""
    known = at.tables
    while True:
        if at.acting:
            if at.selling == NOBODY and (tower := _best_sale(at)) != NOBODY:
                _offer(at, tower)
            if at.selling != NOBODY:
                _settle(at)
            _hire_all(at)
            at.acting = False
        if at.day >= last or at.day >= known.days:
            return
        hand = at.hand
        if len(hand) < known.hand:
            need = known.hand - len(hand)
            if need <= len(at.pile):
                hand += at.pile[-need:]
                del at.pile[-need:]
            else:
                hand += [_take(at) for _ in range(need)]
            hand.sort()
        card = _take(at)
        at.discard.append(card)
        at.day += 1
        at.space = known.after_flip[at.space][card]
        at.bar, at.hires, at.may_sell, at.acting = known.bar[card], known.hires, True, True


def worth(at: Rollout) -> float:
    """Books, a fifth of the Florins, the Prestige card, and what books in work promise; of a game that is over its points."""
    known = at.tables
    points = at.books * known.book_points + at.prestige
    if at.over:
        return float(points + at.florins // known.florins_a_point)
    promised = sum(
        [
            site.filled / size * (FINISHING + MARKING * slot)
            for site, size, slot in zip(at.sites, known.size, at.slot, strict=True)
        ]
    )
    return points + at.florins / known.florins_a_point + promised * min(1.0, (known.days - at.day) / 4)
