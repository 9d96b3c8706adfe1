"""How likely it is that the library collapses this round (specification, section 10, collapse_round).

Forward over what the table can look like when a turn ends: the top cards and the fires aside. Each such library is met
once a turn, with all its probability; the ways of its turn are integers, so the result is exact.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import lcm
from typing import NamedTuple

from companion.games.fire.course import bravery, cleared, free_cards, is_alone
from companion.games.fire.pieces import Box, LibraryCard
from companion.games.fire.state import EMPTY, SECTIONS, State
from companion.games.fire.worth import Books, Turn, by_robot, ends, turn_from, weigh

ENOUGH = -1
"""Instead of a count of tools: there are enough for everybody who may still take one."""


@dataclass(frozen=True, slots=True)
class Library:
    """The four piles of a box, in the order P B Y W, each from its first card."""

    piles: tuple[tuple[LibraryCard, ...], ...]
    values: tuple[tuple[int, ...], ...]
    icons: tuple[tuple[int, ...], ...]
    """Fire icons on a card and all before it in its pile."""
    last: Books
    """Where the Destroyed card is."""

    def value(self, depth: Books) -> Books:
        p, b, y, w = self.values
        return p[depth[0]], b[depth[1]], y[depth[2]], w[depth[3]]

    def lowest(self, depth: Books) -> int:
        """The section (0 to 3) whose top card has the lowest Burn Index."""
        indices = {
            section: index
            for section, (pile, top) in enumerate(zip(self.piles, depth, strict=True))
            if (index := pile[top].burn_index) is not None
        }
        return min(indices, key=indices.__getitem__)


def library_of(box: Box) -> Library:
    piles = tuple(
        tuple(sorted((card for card in box.library if card.section == section), key=lambda card: card.rank))
        for section in SECTIONS
    )
    p, b, y, w = (len(pile) - 1 for pile in piles)
    return Library(
        piles=piles,
        values=tuple(tuple(card.value for card in pile) for pile in piles),
        icons=tuple(tuple(accumulate(card.fire_icons for card in pile)) for pile in piles),
        last=(p, b, y, w),
    )


def depth_of(library: Library, tops: tuple[str, ...]) -> Books:
    """How many cards of each pile are gone, for these top cards."""
    p, b, y, w = (
        next(depth for depth, card in enumerate(pile) if card.code == top) for pile, top in zip(library.piles, tops, strict=True)
    )
    return p, b, y, w


class Where(NamedTuple):
    """The table between two turns."""

    depth: Books
    aside: int
    """Fires not in the bag."""
    tools: int
    """Tools that can be taken, or ENOUGH."""


@dataclass(frozen=True, slots=True)
class Step:
    """What a turn makes of the libraries it may find."""

    player: int
    turns: int
    """How many different turns were thought through."""
    ahead: dict[Where, int]
    """The table after it, with its ways out of `whole`."""
    collapsed: int
    """Ways out of `whole` in which a Destroyed card was revealed in this turn."""
    whole: int


@dataclass(frozen=True, slots=True)
class Played:
    """One turn from one library: ways out of `whole`."""

    ahead: dict[Where, int]
    collapsed: int
    whole: int


def after_burn(library: Library, where: Where, books: Books, *, takes_tool: bool, laid: bool, icons: bool = True) -> Where | None:
    """The table after the fire spread with *books* on the card, None when a Destroyed card is revealed.

    *laid*: a book was laid this turn, so that without books nothing burns; *icons*: whether fire icons add fires.
    """
    p, b, y, w = where.depth
    if books == (0, 0, 0, 0) and not laid:
        lowest = library.lowest(where.depth)
        books = (int(lowest == 0), int(lowest == 1), int(lowest == 2), int(lowest == 3))
    depth = p + books[0], b + books[1], y + books[2], w + books[3]
    last = library.last
    if depth[0] >= last[0] or depth[1] >= last[1] or depth[2] >= last[2] or depth[3] >= last[3]:
        return None
    of_p, of_b, of_y, of_w = library.icons
    fires = of_p[depth[0]] - of_p[p] + of_b[depth[1]] - of_b[b] + of_y[depth[2]] - of_y[y] + of_w[depth[3]] - of_w[w]
    aside = max(where.aside - fires, 0) if icons else where.aside
    return Where(depth, aside, where.tools - 1 if takes_tool and where.tools > 0 else where.tools)


def play(library: Library, where: Where, turn: Turn, on: list[bool], *, takes_tools: bool, laid: bool = False) -> Played:
    """One turn, drawing wherever *on* says so. *takes_tools*: whoever plays it takes tools (no Robot does)."""
    end = ends(turn, on)
    whole = turn.ways[0]
    ahead: dict[Where, int] = {}
    p, b, y, w = turn.held
    spread = collapsed = 0
    for ways, books in zip(end.burnt, turn.draws.books, strict=True):
        if ways:
            spread += ways
            burnt = (p + books[0], b + books[1], y + books[2], w + books[3])
            after = after_burn(library, where, burnt, takes_tool=takes_tools, laid=laid or books != (0, 0, 0, 0))
            if after is None:
                collapsed += ways
            else:
                ahead[after] = ahead.get(after, 0) + ways
    if takes_tools and where.tools > 0:
        safe = sum(ways for ways, size in zip(end.stopped, turn.draws.size, strict=True) if not turn.bravery[size])
        fewer = where._replace(tools=where.tools - 1)
        ahead[fewer] = ahead.get(fewer, 0) + safe
        ahead[where] = ahead.get(where, 0) + whole - spread - safe
    else:
        ahead[where] = ahead.get(where, 0) + whole - spread
    return Played({after: ways for after, ways in ahead.items() if ways}, collapsed, whole)


def tool_worth(state: State, player: int, tools: int) -> int:
    """What a tool counts for this participant when *tools* can be taken (or ENOUGH)."""
    return state.options.tool_worth if takes_tools(state, player) and tools else 0


def takes_tools(state: State, player: int) -> bool:
    return state.options.tools and player < state.seats


def tools_to_take(state: State) -> int:
    """How many tools lie in the market, the deck and the discard."""
    return sum(tool is not None for tool in state.market) + state.deck + len(state.discard)


def turn_now(state: State) -> Turn:
    """The active participant's turn as it lies on the table."""
    may_stop = state.drawn > 0 or not state.options.must_draw
    return turn_from(bravery(state), state.card, state.bag, may_stop=may_stop)


def decisions(state: State, library: Library, player: int, where: Where, turn: Turn) -> list[bool]:
    """Where *player* draws on: a Robot by its rule, a person by the best worth."""
    if player >= state.seats:
        return by_robot(turn, state.options.robot_stops_at)
    return weigh(turn, library.value(where.depth), tool_worth(state, player, where.tools)).draws


def steps(state: State) -> Iterator[Step]:
    """The rest of the round, turn by turn: the active participant's (what is left of it), then the others'."""
    assert state.active is not None
    library = library_of(state.box)
    later = sorted((card, player) for player, card in enumerate(state.turn_cards) if card is not None and player != state.active)
    people = sum(player < state.seats for _, player in later)
    cleared_table = cleared(state)
    bag = cleared_table.bag
    tools = tools_to_take(cleared_table) - state.owed
    scarce = state.options.tools and tools <= people
    now = Where(depth_of(library, state.tops), state.reserve, max(tools, 0) if scarce else ENOUGH)
    played = _rest_of_turn(state, library, now)
    ahead, whole = played.ahead, played.whole
    yield Step(state.active, int(state.phase in ("ready", "saving")), ahead, played.collapsed, whole)
    for card, player in later:
        spaces = state.box.bravery[card]
        found = ahead
        results = []
        of_fires: dict[int, Turn] = {}
        for where in found:
            turn = of_fires.get(where.aside)
            if turn is None:
                in_bag = bag._replace(F=bag.F + state.reserve - where.aside)
                turn = turn_from(spaces, EMPTY, in_bag, may_stop=not state.options.must_draw)
                of_fires[where.aside] = turn
            on = decisions(state, library, player, where, turn)
            results.append(play(library, where, turn, on, takes_tools=takes_tools(state, player)))
        common = lcm(*(result.whole for result in results))
        ahead = defaultdict(int)
        collapsed = 0
        for ways, result in zip(found.values(), results, strict=True):
            share = ways * (common // result.whole)
            collapsed += share * result.collapsed
            for after, more in result.ahead.items():
                ahead[after] += share * more
        whole *= common
        yield Step(player, len(found), ahead, collapsed, whole)


def _rest_of_turn(state: State, library: Library, now: Where) -> Played:
    assert state.active is not None
    takes = takes_tools(state, state.active)
    if state.phase == "spread":
        books = turn_now(state).held
        after = after_burn(library, now, books, takes_tool=takes, laid=state.laid_book, icons=not state.no_embers)
        return Played({}, 1, 1) if after is None else Played({after: 1}, 0, 1)
    if state.phase in ("ready", "saving"):
        turn = turn_now(state)
        # Tools that lie beside the card come back too late to be the reward of a stop.
        on = decisions(state, library, state.active, now._replace(tools=tools_to_take(state)), turn)
        return play(library, now, turn, on, takes_tools=takes, laid=state.laid_book)
    return Played({now: 1}, 0, 1)


def collapse_round(state: State) -> Fraction | None:
    """The probability that a Destroyed card is revealed from now to the end of the burn at round end, exact.

    Everybody plays on by the best worth of their own turn, Robots by their rule; no tools are played. None with
    something pending, and when nobody's turn is on (nothing of this round can be foreseen then).
    """
    if state.pending is not None or state.active is None or state.phase not in ("ready", "saving", "spread", "reward", "scored"):
        return None
    library = library_of(state.box)
    collapse = Fraction(0)
    for step in steps(state):
        collapse += Fraction(step.collapsed, step.whole)
    if is_alone(state) and not free_cards(state):
        return collapse  # the lone librarian's last turn: nothing burns after it
    at_end = 0
    for where, ways in step.ahead.items():
        section = library.lowest(where.depth)
        if where.depth[section] + 1 == library.last[section]:
            at_end += ways
    return collapse + Fraction(at_end, step.whole)
