"""Odds and what to do, as JSON (specification, section 10). It asks the rules; they never ask it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from math import hypot
from typing import Any

from companion.games.bibliogamo import odds
from companion.games.bibliogamo.choices import legal_moves
from companion.games.bibliogamo.course import placed
from companion.games.bibliogamo.judge import barred
from companion.games.bibliogamo.moves import Hire, Move, PayDay, Sell
from companion.games.bibliogamo.plan import Candidate, plan
from companion.games.bibliogamo.state import State, finished_towers, hidden, known, unseen
from companion.rules import N_, Ask

DAY_VALUES = range(1, 7)
"""Florins for a day, of which a page tells what each would make of an offer."""


@dataclass(frozen=True)
class Wanted:
    """What a seat may set: Florins that any day is worth (None: the list of the box); whether it asks for a plan."""

    day_value: Fraction | None = field(
        default=None, metadata={"help": N_("What a day is worth, in Florins"), "least": 0, "most": 10, "decimals": 1}
    )
    plan: bool = field(default=False, metadata={"help": N_("Play it on a few hundred times"), "once": True})


def advise(
    view: State, *, seat: int | None, names: Sequence[str], quick: bool = False, wanted: Wanted | None = None
) -> dict[str, Any]:
    """What may come and what is best, for *seat* (None: nobody's), ready for JSON. Keys that do not apply are absent.

    Chances, means and the worth of a day are exact: `{"exact": "4/11", "value": 0.3636...}`. The plan is estimated by rollouts
    and takes seconds: *quick* leaves it out, and *wanted*, the settings of the seat, asks for it or not. `stuck_by`: the hires
    after which no book could be finished any more, by card and tower; of the hand only what is known.

    With *wanted* there is what pages draw beside it:

        landing.spaces           space -> chance, above 0        landing.books    finished tower -> as `landing.reach`
        landing.cards            how many it is counted over     landing.shuffled_first    whether they are the discard's
        coming                   in stage `price`, as `sale`     offer.prices     as `sale.prices`, of the next card
        stuck_from               tower -> the fewest cubes of a hire that would do it
        offer.by_day_value       the verdict with other values, where it need not be quick
        plan: moves, equal       the moves themselves; whether one is about equal to the best
    """
    moves = [move for _, move in legal_moves(view)]
    found: dict[str, Any] = {
        "seat": None if seat is None else names[seat],
        "stage": view.stage,
        "unseen": len(unseen(view)),
        "pile": view.pile,
        "stuck": odds.stuck(view),
    }
    last = view.stage == "act" and view.day >= view.box.count.days
    if view.stage in ("dawn", "draw", "act") and not last:
        found["landing"] = _landing(view, more=wanted is not None)
        found["bar"] = _chances(odds.bars(view))
    if Sell() in moves:
        found["sale"] = _prices(odds.first_price(view))
    if view.stage == "offer":
        found["offer"] = _offer(view, PayDay() in moves, wanted, quick)
    if hires := _stuck_by(view, moves):
        found["stuck_by"] = hires
    if wanted is not None:
        found |= _for_pages(view)
    if not quick and (wanted is None or wanted.plan) and (candidates := plan(view)):
        found["plan"] = list(_plan(candidates, more=wanted is not None))
    return found


def _line(move: Move) -> str:
    """The move as its line of notation."""
    return f"{type(move).__name__} {json.dumps(asdict(move), ensure_ascii=False)}"


def _chance(value: Fraction) -> dict[str, Any]:
    return {"exact": str(value), "value": float(value)}


def _chances(chances: Mapping[Any, Fraction]) -> dict[str, Any]:
    return {str(key): _chance(chance) for key, chance in chances.items()}


# --- by counting --------------------------------------------------------------------------------------------------------


def _landing(view: State, *, more: bool) -> dict[str, Any]:
    """Where the Librarian stops tomorrow."""
    towers = odds.landing(view)
    found: dict[str, Any] = {
        "towers": _chances(towers),
        "tower": _chance(sum(towers.values(), Fraction(0))),
        "reach": [_chance(chance) for chance in odds.reach(view)],
    }
    if more:
        found["spaces"] = _chances(odds.stops(view))
        found["cards"] = len(odds.next_flip(view))
        found["shuffled_first"] = odds.shuffled_first(view)
        found["books"] = {tower: [_chance(one) for one in odds.reach(view, (tower,))] for tower in finished_towers(view)}
    return found


def _prices(prices: Mapping[int, Fraction]) -> dict[str, Any]:
    return {"prices": _chances(prices), "mean": _chance(odds.mean(prices))}


def _offer(view: State, payable: bool, wanted: Wanted | None, quick: bool) -> dict[str, Any]:
    """Take the price, or pay a day for another one."""
    assert view.price is not None
    told: dict[str, Any] = {"accept": view.price, "coin": view.coin}
    value = None if wanted is None else wanted.day_value
    worth = odds.pay_worth(view, value) if payable else None
    if worth is None:
        return told | {"day_value": None, "mean": None, "better": None, "pay": None, "best": "Accept"}
    prices, price = odds.next_price(view), view.price
    told |= {
        "day_value": float(odds.day_value(odds.day_values(view, value), view.box.count.days - view.day)),
        "mean": _chance(odds.mean(prices)),
        "better": _chance(sum((chance for other, chance in prices.items() if other > price), Fraction(0))),
        "pay": _chance(worth),
        "best": _best(worth, price),
    }
    if wanted is not None:
        told["prices"] = _chances(prices)
        if not quick:
            told["by_day_value"] = list(_by_day_value(view, price))
    return told


def _best(worth: Fraction, price: int) -> str:
    return "PayDay" if worth > price else "Accept"


def _by_day_value(view: State, price: int) -> Iterable[dict[str, Any]]:
    for value in DAY_VALUES:
        worth = odds.pay_worth(view, Fraction(value))
        assert worth is not None
        yield {"day_value": value, "pay": _chance(worth), "best": _best(worth, price)}


def _for_pages(view: State) -> dict[str, Any]:
    """What only pages show beside it."""
    found: dict[str, Any] = {}
    if view.stage == "price" and (view.pile or view.discard):
        found["coming"] = _prices(odds.first_price(view) if view.coin is None else odds.next_price(view))
    if least := _least_cubes(view):
        found["stuck_from"] = least
    return found


# --- before it is too late ----------------------------------------------------------------------------------------------


def _least_cubes(view: State) -> dict[str, int]:
    """`odds.sticking` of the towers where a card that may be in the hand places so many."""
    if view.stage != "act" or view.hires >= view.box.count.hires:
        return {}
    cards = (*known(view), *(unseen(view) if hidden(view) else ()))
    least = odds.sticking(view)
    return {tower: n for tower, n in least.items() if any(sum(placed(view, card, tower)) >= n for card in cards)}


def _stuck_by(view: State, moves: Sequence[Any]) -> list[dict[str, str]]:
    """The hires that would bring it about that no book can be finished, each card and tower once.

    A card that is hidden may pay, and lift a bar; which one is hired is asked of those that are known.
    """
    least = _least_cubes(view)
    if not least:
        return []
    if hidden(view):
        asked = any(isinstance(move, Ask) and move.move is Hire for move in moves)
        able = [card for card in known(view) if asked and len(view.hand) >= 2 + barred(view, card)]
        pairs = [(card, tower) for card in able for tower in view.box.tower]
    else:
        pairs = list(dict.fromkeys((move.card, move.tower) for move in moves if isinstance(move, Hire)))
    return [
        {"card": card, "tower": tower}
        for card, tower in pairs
        if tower in least and sum(placed(view, card, tower)) >= least[tower]
    ]


# --- by playing on ------------------------------------------------------------------------------------------------------


def _plan(candidates: Sequence[Candidate], *, more: bool) -> Iterable[dict[str, Any]]:
    """The candidates, the best first."""
    best = candidates[0]
    for one in candidates:
        told = {"move": _line(one.moves[0]), "mean": one.mean, "error": one.error, "rollouts": len(one.found)}
        yield told | ({"moves": one.moves, "equal": about_equal(one, best)} if more else {})


def about_equal(one: Candidate, other: Candidate) -> bool:
    """Whether their means are the same, or differ by less than two standard errors of the difference."""
    return one.mean == other.mean or abs(one.mean - other.mean) < 2 * hypot(one.error, other.error)
