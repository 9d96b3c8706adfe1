"""Advice for whoever decides now: odds, worths and what burns (specification, section 10).

Reads a state, or a seat's view of one: it needs nothing that is hidden. The rules never ask it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from companion.games.fire.collapse import (
    ENOUGH,
    Library,
    Where,
    after_burn,
    collapse_round,
    depth_of,
    library_of,
    tool_worth,
    tools_to_take,
    turn_now,
)
from companion.games.fire.course import burn, burnt_sections, chooser, free_cards, is_ended, lay, plus
from companion.games.fire.state import EMPTY, SECTIONS, ClashDue, DrawDue, HandDue, Look, State
from companion.games.fire.worth import Books, Ends, Turn, by_robot, ends, survive, turn_from, weigh, worth
from companion.rules import Sentence, say

IN_TURN = ("ready", "saving", "spread", "reward", "scored")


def advise(state: State, *, seat: int | None = None, names: Sequence[str] = (), quick: bool = False) -> dict[str, Any]:
    """Everything section 10 says about this moment, ready for JSON.

    Keys that do not belong to the phase are left out, so are those about drawing and stopping while a tool is being
    carried out. Numbers are `{"exact": "a/b", "value": float}`. It is about whoever's turn it is, whichever the seat that
    asks. *quick* leaves out `collapse_round`, the one key that may take longer than a blink (`collapse_round(state)` works
    it out alone).
    """
    said: dict[str, Any] = {"assumes": str(assumes(state))}
    library = library_of(state.box)
    match state.phase, state.pending:
        case "choosing", _:
            said["cards"] = _cards(state, library)
        case "saving", Look(n=n, tokens=tokens) if len(tokens) >= n:
            said["place"] = _place(state, library, tokens)
        case "saving", Look() | HandDue() | ClashDue():
            pass
        case "ready" | "saving", _:
            said |= _turn(state, library)
        case "spread", _:
            said["burn"] = _burn(state)
    if not quick and state.phase in IN_TURN:
        chance = collapse_round(state)
        said["collapse_round"] = None if chance is None else number(chance)
    return said


def number(value: Fraction | int) -> dict[str, Any]:
    """A number of the advice: exact as a text ("458/75", "5"), and near enough as a float."""
    return {"exact": str(value), "value": float(value)}


def assumes(state: State) -> Sentence:
    """What the advice takes for granted."""
    worth_of_tool = state.options.tool_worth if state.options.tools else 0
    return say(
        "Only the worth of this turn counts: its knowledge and bravery, {tool} for a tool, 0 when the fire spreads; "
        "nobody plays a tool.",
        tool=worth_of_tool,
    )


# --- saving: draw or stop -------------------------------------------------------------------------------------------


def _turn(state: State, library: Library) -> dict[str, Any]:
    assert state.active is not None
    turn = turn_now(state)
    depth = depth_of(library, state.tops)
    values = library.value(depth)
    tool = tool_worth(state, state.active, tools_to_take(state))
    weighed = weigh(turn, values, tool)
    robot = state.active >= state.seats
    on = by_robot(turn, state.options.robot_stops_at) if robot else weighed.draws
    said_draw = isinstance(state.pending, DrawDue) and turn.most > 0
    if said_draw:
        on[0] = True
    may_stop = not said_draw and (not on[0] if robot else turn.may_stop or not turn.most)
    may_draw = weighed.draw is not None and (on[0] or not robot)
    draw = number(weighed.draw) if weighed.draw is not None and may_draw else None
    chances = list(survive(turn))
    spreads = 1 - chances[0] if chances else None
    where = Where(depth, state.reserve, ENOUGH)
    collapses = after_burn(library, where, turn.held, takes_tool=False, laid=state.laid_book) is None
    return {
        "best": "draw" if on[0] else "stop",
        "stop": number(weighed.stop) if may_stop else None,
        "draw": draw,
        "spread_next": None if spreads is None else number(spreads),
        "collapse_next": None if spreads is None else number(spreads if collapses else Fraction(0)),
        "survive": [number(chance) for chance in chances],
        "points": _points(turn, values, ends(turn, on), not robot and state.options.tools and tools_to_take(state) > 0),
    }


def _points(turn: Turn, values: Books, end: Ends, tools: bool) -> list[dict[str, Any]]:
    whole = turn.ways[0]
    found: dict[tuple[int, bool], int] = {}
    for ways, drawn, size in zip(end.stopped, turn.draws.drawn, turn.draws.size, strict=True):
        if ways:
            books = map(sum, zip(turn.held, drawn, strict=False))
            knowledge = sum(count * value for count, value in zip(books, values, strict=True))
            key = knowledge + turn.bravery[size], tools and not turn.bravery[size]
            found[key] = found.get(key, 0) + ways
    spread = sum(end.burnt)
    rows = [{"points": 0, "tool": False, "spread": True} | number(Fraction(spread, whole))] if spread else []
    for (points, tool), ways in sorted(found.items()):
        rows.append({"points": points, "tool": tool, "spread": False} | number(Fraction(ways, whole)))
    return rows


# --- choosing a card, placing a token, burning ----------------------------------------------------------------------


def _cards(state: State, library: Library) -> dict[str, Any]:
    values = library.value(depth_of(library, state.tops))
    who = chooser(state)
    tool = 0 if who is None else tool_worth(state, who, tools_to_take(state))
    may_stop = not state.options.must_draw
    return {
        str(card): number(worth(turn_from(state.box.bravery[card], EMPTY, state.bag, may_stop=may_stop), values, tool))
        for card in sorted(free_cards(state))
    }


def _place(state: State, library: Library, tokens: tuple[str, ...]) -> list[dict[str, Any]]:
    assert state.active is not None
    tool = tool_worth(state, state.active, tools_to_take(state))
    values = library.value(depth_of(library, state.tops))
    rows = []
    for at, token in enumerate(tokens):
        bag = plus(state.bag, tokens[:at] + tokens[at + 1 :])
        placed = lay(replace(state, bag=bag), token)
        value = Fraction(0) if placed.phase == "spread" else worth(turn_now(placed), values, tool)
        rows.append({"token": token} | number(value))
    return rows


def _burn(state: State) -> dict[str, Any]:
    removed: list[str] = []
    tops = dict(zip(SECTIONS, state.tops, strict=True))
    for section in burnt_sections(state):
        removed.append(tops[section])
        tops[section] = state.box.below[tops[section]]
        if state.box.cards[tops[section]].kind == "destroyed":
            break
    after = burn(state)
    return {"removed": removed, "fires": state.reserve - after.reserve, "ends": is_ended(after)}
