"""Whom the game waits for, what may be done now, and what chance may bring (specification, 5a)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from companion.games.fire.course import (
    acts_for,
    ages_due,
    chooser,
    free_cards,
    seen_out,
)
from companion.games.fire.moves import (
    Ages,
    Burn,
    ByHand,
    ChooseCard,
    Clash,
    CountUp,
    Draw,
    Drew,
    EndTurn,
    Held,
    Move,
    Place,
    PlayTool,
    Recount,
    StartSaving,
    Stop,
    Swap,
    TakeTool,
    Tops,
    TurnCards,
    TurnedUp,
)
from companion.games.fire.pieces import Tool
from companion.games.fire.state import KINDS, ClashDue, DrawDue, HandDue, Look, State
from companion.games.fire.taking import can_swap
from companion.games.fire.tools import kinds_in_window, may_play, open_window, picks, unseen_tools
from companion.games.fire.turns import robot_stops
from companion.rules import HIDDEN, TABLE, Ask, Open, Who, say

# --- whom the game waits for ------------------------------------------------------------------------------------------


def to_act(state: State) -> tuple[Who, ...]:
    """Whom the game waits for: those who decide or could play or swap a tool, in seat order, then TABLE."""
    if state.phase == "over":
        return ()
    if state.untold and any(state.untold):
        return (TABLE,)
    match state.pending:
        case DrawDue() | HandDue():
            return (TABLE,)
        case Look(n=n, tokens=tokens):
            return (TABLE,) if len(tokens) < n else _only(state)
        case ClashDue(seat=seat):
            return (seat,)
    waiting: set[Who] = {TABLE} if state.phase in ("dealing", "ended") or can_draw(state) else set()
    decides = TABLE if ages_due(state) else decider(state)
    if decides is not None:
        waiting.add(decides)
    unseen: tuple[Tool, ...] | None = None
    window = open_window(state)
    if window is not None or state.phase == "choosing":
        for seat, hand in enumerate(state.hands):
            if seat in waiting or not hand:
                continue
            if HIDDEN in hand and unseen is None:
                unseen = kinds_in_window(state.box, unseen_tools(state), window)
            if can_swap(state, seat) or _could_play(state, seat, hand, unseen or (), window):
                waiting.add(seat)
    seats: list[Who] = sorted(seat for seat in waiting if isinstance(seat, int))
    return (*seats, TABLE) if TABLE in waiting else tuple(seats)


def _only(state: State) -> tuple[Who, ...]:
    assert state.active is not None
    return (acts_for(state, state.active),)


def decider(state: State) -> Who | None:
    """Who has the next decision of the course of play: the chooser or the active participant."""
    number = chooser(state) if state.phase == "choosing" else state.active
    return None if number is None or state.phase in ("ended", "over") else acts_for(state, number)


def can_draw(state: State) -> bool:
    """Whether a token may come out of the bag to the card now."""
    if state.phase != "saving" or None not in state.card or not any(state.bag):
        return False
    return state.active is not None and (state.active < state.seats or not robot_stops(state))


def _could_play(state: State, seat: int, hand: tuple[str, ...], unseen: tuple[Tool, ...], window: str | None) -> bool:
    known = kinds_in_window(state.box, hand, window)
    hidden = unseen if HIDDEN in hand else ()
    return any(playable(state, seat, tool) for tool in (*known, *hidden))


def playable(state: State, seat: int, tool: Tool) -> bool:
    """Whether the seat may play this tool, which belongs to the open window, with some pick."""
    return may_play(state, seat, tool) and any(True for _ in picks(state, seat, tool))


# --- what may be done -------------------------------------------------------------------------------------------------


def legal_moves(state: State, who: Who | None = None) -> list[tuple[Who, Any]]:
    """(who, move or Ask) for everything that may be done now; only *who*'s when given."""
    everyone: tuple[Who, ...] = (*range(state.seats), TABLE)
    found: list[tuple[Who, Any]] = []
    for one in everyone if who is None else (who,):
        found += [(one, move) for move in (_of_table(state) if one == TABLE else _of_seat(state, int(one)))]
    return found


def _of_seat(state: State, seat: int) -> Iterator[Any]:
    if state.phase == "over":
        return
    unseen = unseen_tools(state) if state.options.tools else ()
    hand = state.hands[seat]
    if not (state.untold and any(state.untold)):
        if state.pending is None:
            yield from _decisions(state, seat)
            yield from _swaps(state, seat, unseen)
            yield from _tool_plays(state, seat, unseen)
        elif isinstance(state.pending, Look) and decider(state) == seat:
            yield from _places(state.pending)
        elif isinstance(state.pending, ClashDue) and state.pending.seat == seat:
            tool = state.pending.tool
            yield from (PlayTool(tool, pick) for pick in picks(state, seat, state.box.tool(tool)))
    if HIDDEN in hand and unseen:
        yield Ask(Held, {}, {"tool": Open(unseen)})


def _decisions(state: State, who: Who) -> Iterator[Any]:
    """The decisions of the course of play that *who* has: their own, or a Robot's for TABLE."""
    if decider(state) != who or ages_due(state):
        return
    robot = who == TABLE
    match state.phase:
        case "choosing":
            free = free_cards(state)
            yield from (ChooseCard(card) for card in (free[:1] if robot else free))
        case "ready":
            yield StartSaving()
        case "saving":
            if can_draw(state):
                yield Draw()
            if robot_stops(state) if robot else (state.drawn or not state.options.must_draw or not can_draw(state)):
                yield Stop()
        case "spread":
            yield Burn()
        case "reward":
            yield from _takes(state)
        case "scored":
            yield EndTurn()


def _takes(state: State) -> Iterator[Any]:
    unseen = unseen_tools(state)
    for tool in dict.fromkeys(state.market):
        if tool is not None:
            yield TakeTool("market", tool)
    if HIDDEN in state.market and unseen:
        yield Ask(TakeTool, {"from_": "market"}, {"tool": Open(unseen)})
    if state.deck or state.discard:
        yield TakeTool("deck", HIDDEN)
        drawable = unseen if state.deck else tuple(dict.fromkeys((*unseen, *state.discard)))
        if drawable:
            yield Ask(TakeTool, {"from_": "deck"}, {"tool": Open(drawable)})


def _swaps(state: State, seat: int, unseen: tuple[str, ...]) -> Iterator[Any]:
    if can_swap(state, seat):
        yield from (Swap(tool) for tool in state.hands[seat] if tool != HIDDEN)
        if HIDDEN in state.hands[seat] and unseen:
            yield Ask(Swap, {}, {"tool": Open(unseen)})


def _tool_plays(state: State, seat: int, unseen: tuple[str, ...]) -> Iterator[Any]:
    """Each known tool with each legal pick; for hidden cards one Ask for all tools that share their picks."""
    window = open_window(state)
    if window is None:
        return
    hand = state.hands[seat]
    for code in hand:
        tool = None if code == HIDDEN else state.box.tool(code)
        if tool is not None and tool.window == window and may_play(state, seat, tool):
            yield from (PlayTool(code, pick) for pick in picks(state, seat, tool))
    if HIDDEN not in hand:
        return
    alike: dict[tuple[tuple[str, ...], ...], list[str]] = {}
    for tool in kinds_in_window(state.box, unseen, window):
        found = tuple(picks(state, seat, tool)) if may_play(state, seat, tool) else ()
        if found:
            alike.setdefault(found, []).extend(code for code in unseen if code[1:3] == tool.kind)
    for found, codes in alike.items():
        sizes = [len(pick) for pick in found]
        elements = tuple(dict.fromkeys(one for pick in found for one in pick))
        if not elements:
            yield Ask(PlayTool, {"pick": ()}, {"tool": Open(tuple(codes))})
        else:
            yield Ask(PlayTool, {}, {"tool": Open(tuple(codes)), "pick": Open(elements, min(sizes), max(sizes))})


def _places(due: Look) -> Iterator[Any]:
    if len(due.tokens) == due.n:
        yield from (Place(token) for token in dict.fromkeys(due.tokens))


def _of_table(state: State) -> Iterator[Any]:
    if state.phase == "over":
        return
    unseen = unseen_tools(state) if state.options.tools else ()
    untold = state.untold is not None and any(state.untold)
    if HIDDEN in state.market and unseen:
        yield Ask(TurnedUp, {}, {"tool": Open(unseen)})
    if state.untold is not None and any(state.untold[1:]) and unseen:
        yield Ask(Held, {}, {"tool": Open(unseen)})
    if untold:
        return
    due = state.pending
    match due:
        case None:
            yield from _tellings(state)
            yield from _decisions(state, TABLE)
        case DrawDue():
            yield from drawable(state)
        case Look(n=n, tokens=tokens):
            if len(tokens) < n:
                yield from drawable(state)
            elif decider(state) == TABLE:
                yield from _places(due)
        case HandDue():
            yield Ask(ByHand, {}, _by_hand(state))
    if state.ages is None:
        ranks = tuple(range(1, state.seats + 1))
        yield Ask(Ages, {}, {"rank": Open(ranks, state.seats, state.seats)})
    if not isinstance(due, DrawDue | Look):
        out = seen_out(state)
        codes = tuple(code for kind in KINDS for code in state.box.token_codes[kind] if code not in out)
        yield Ask(Recount, {}, {"tokens": Open(codes, 0, len(codes)), "accept": Open((False, True))})
    yield Ask(Tops, {}, {"cards": Open(tuple(state.box.cards), 4, 4), "accept": Open((False, True))})


def _tellings(state: State) -> Iterator[Any]:
    """What only the table can tell now."""
    if state.phase == "dealing":
        n = len(state.scores)
        yield Ask(TurnCards, {}, {"cards": Open(state.cards_in_use, n, n)})
    elif state.phase == "ended":
        yield CountUp()
    elif can_draw(state):
        yield from drawable(state)
    if clash_possible(state):
        yield Ask(Clash, {}, {"tools": Open(say("by seat the tool each laid, or null"), state.seats, state.seats)})


def clash_possible(state: State) -> bool:
    """Whether two people could lay a tool at the same moment: two different ones, and it can be said who was there first."""
    window = open_window(state)
    if window is None or state.seats < 2:
        return False
    unseen = unseen_tools(state)
    able = [(seat, _layable(state, seat, hand, unseen, window)) for seat, hand in enumerate(state.hands)]
    return any(
        # Two people at 0 points: without their ages nobody can say who was there first.
        len(tools | others) > 1 and tools and others and (state.ages is not None or state.scores[one] or state.scores[other])
        for (one, tools), (other, others) in combinations(able, 2)
    )


def _layable(state: State, seat: int, hand: tuple[str, ...], unseen: tuple[str, ...], window: str) -> set[str]:
    """The tools that this hand has, or may have, and that its seat may play now with some pick."""
    codes = [code for code in dict.fromkeys((*hand, *(unseen if HIDDEN in hand else ()))) if code != HIDDEN]
    kinds = {tool.kind for tool in kinds_in_window(state.box, tuple(codes), window) if playable(state, seat, tool)}
    return {code for code in codes if code[1:3] in kinds}


def drawable(state: State) -> Iterator[Drew]:
    """Each kind in the bag, and each of its codes that does not lie outside it."""
    out = seen_out(state)
    for kind, n in zip(KINDS, state.bag, strict=True):
        if n:
            yield Drew(kind)
            yield from (Drew(code) for code in state.box.token_codes[kind] if code not in out)


def _by_hand(state: State) -> dict[str, Open]:
    n = len(state.scores)
    return {
        "tokens": Open(say("[token, from, to]: bag, reserve, lost, tool, space1 to space5"), 0, 40),
        "points": Open(say("nothing, or a number for each who plays"), 0, n),
        "turn_cards": Open(say("nothing, or a card (or null) for each who plays"), 0, n),
        "tools": Open(say("[tool, from, to]: deck, discard, market, hand0 and so on"), 0, 40),
    }


# --- what chance may bring --------------------------------------------------------------------------------------------


def chance(state: State) -> list[tuple[Move, int]] | Ask:
    """TABLE's moves with their weights; for the deal and the ages an Ask whose completions are equally likely."""
    n = len(state.scores)
    if state.untold and any(state.untold):
        tell = TurnedUp if state.untold[0] else Held
        return [(tell(tool), 1) for tool in unseen_tools(state)]
    match state.pending:
        case HandDue():
            return [(ByHand((), (), (), ()), 1)]
        case DrawDue():
            return _by_kind(state)
        case Look(n=looked, tokens=tokens):
            return _by_kind(state) if len(tokens) < looked else []
        case ClashDue():
            return []
    if state.phase == "dealing":
        return Ask(TurnCards, {}, {"cards": Open(state.cards_in_use, n, n)})
    if ages_due(state):
        return Ask(Ages, {}, {"rank": Open(tuple(range(1, state.seats + 1)), state.seats, state.seats)})
    if state.phase == "ended":
        return [(CountUp(), 1)]
    if can_draw(state):
        return _by_kind(state)
    return [(move, 1) for move in _decisions(state, TABLE)]


def _by_kind(state: State) -> list[tuple[Move, int]]:
    return [(Drew(kind), n) for kind, n in zip(KINDS, state.bag, strict=True) if n]
