"""Odds and what to do, as JSON (specification, section 10). It asks the rules; they never ask it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from companion.games.bibliogamo import odds
from companion.games.bibliogamo.choices import legal_moves
from companion.games.bibliogamo.moves import Move, PayDay, Sell
from companion.games.bibliogamo.plan import plan
from companion.games.bibliogamo.state import State, unseen


def advise(view: State, *, seat: int | None, names: Mapping[Any, Any], quick: bool = False) -> dict[str, Any]:
    """What may come and what is best by counting, for *seat*; chances are exact. Keys that do not apply are absent.

    *quick* leaves out the plan, which is estimated by rollouts and takes seconds.
    """
    moves = [move for _, move in legal_moves(view)]
    found: dict[str, Any] = {
        "seat": seat,
        "stage": view.stage,
        "unseen": len(unseen(view)),
        "pile": view.pile,
        "stuck": odds.stuck(view),
    }
    last = view.stage == "act" and view.day >= view.box.count.days
    if view.stage in ("dawn", "draw", "act") and not last:
        towers = odds.landing(view)
        found["landing"] = {
            "towers": {tower: _chance(chance) for tower, chance in towers.items()},
            "tower": _chance(sum(towers.values(), Fraction(0))),
            "reach": [_chance(chance) for chance in odds.reach(view)],
        }
        found["bar"] = {kind: _chance(chance) for kind, chance in odds.bars(view).items()}
    if Sell() in moves:
        prices = odds.first_price(view)
        found["sale"] = {
            "prices": {str(price): _chance(chance) for price, chance in prices.items()},
            "mean": _chance(odds.mean(prices)),
        }
    if view.stage == "offer":
        found["offer"] = _offer(view, PayDay() in moves)
    if not quick and (candidates := plan(view)):
        found["plan"] = [
            {"move": _line(one.moves[0]), "mean": one.mean, "error": one.error, "rollouts": len(one.found)} for one in candidates
        ]
    return found


def _line(move: Move) -> str:
    """The move as its line of notation."""
    return f"{type(move).__name__} {json.dumps(asdict(move), ensure_ascii=False)}"


def _chance(value: Fraction) -> dict[str, Any]:
    return {"exact": str(value), "value": float(value)}


def _offer(view: State, payable: bool) -> dict[str, Any]:
    """Take the price, or pay a day for another one."""
    assert view.price is not None
    told: dict[str, Any] = {"accept": view.price, "coin": view.coin}
    worth = odds.pay_worth(view) if payable else None
    if worth is None:
        return told | {"day_value": None, "mean": None, "better": None, "pay": None, "best": "Accept"}
    prices, price = odds.next_price(view), view.price
    values = odds.day_values(view)
    left = view.box.count.days - view.day
    return told | {
        "day_value": float(values[min(left, len(values)) - 1]),
        "mean": _chance(odds.mean(prices)),
        "better": _chance(sum((chance for other, chance in prices.items() if other > price), Fraction(0))),
        "pay": _chance(worth),
        "best": "PayDay" if worth > price else "Accept",
    }
