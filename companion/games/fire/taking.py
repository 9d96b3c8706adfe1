"""Tools that come to hand: taken from market or deck, swapped, told; and tools laid at the same moment.

Specification, rules 37, 41, 57, 59 to 61.
"""

from __future__ import annotations

from companion.games.fire.course import end_turn, person, precedence, tools_left
from companion.games.fire.state import ClashDue, State, changed
from companion.games.fire.tools import Discard, barred, called, check_in_hand, check_time, check_unseen, refuse_pick, without
from companion.rules import HIDDEN, IllegalMove, say, say_n

# --- taking, swapping, telling ----------------------------------------------------------------------------------------


def top_tool(deck: int, discard: Discard) -> tuple[int, Discard] | None:
    """Deck and discard after drawing one tool (`fire.tool.empty`); None when there is none."""
    if deck == 0:
        deck, discard = len(discard), ()
    return (deck - 1, discard) if deck else None


def refilled(state: State) -> State:
    """Every empty market slot gets a hidden tool, left to right, as far as there are any."""
    market, deck, discard, new = list(state.market), state.deck, state.discard, 0
    for slot, tool in enumerate(market):
        drawn = top_tool(deck, discard) if tool is None else None
        if drawn is not None:
            (deck, discard), market[slot], new = drawn, HIDDEN, new + 1
    return changed(state, market=tuple(market), deck=deck, discard=discard, untold=owing(state, 0, new))


def owing(state: State, place: int, more: int) -> tuple[int, ...] | None:
    """`untold` with *more* tools to be told at a place (0 the market, then the seats)."""
    if state.untold is None or not more:
        return state.untold
    return (*state.untold[:place], state.untold[place] + more, *state.untold[place + 1 :])


def dealt(state: State, seat: int, tool: str) -> State:
    """A tool comes to the seat's hand; if hidden, it may have to be told."""
    hands = (*state.hands[:seat], (*state.hands[seat], tool), *state.hands[seat + 1 :])
    return changed(state, hands=hands, untold=owing(state, 1 + seat, int(tool == HIDDEN)))


def take_tool(state: State, seat: int, origin: str, tool: str) -> State:
    """A tool from market or deck to the hand; raises `fire.tool.elsewhere`, `fire.tool.market`, `fire.tool.empty`."""
    if origin == "market":
        if tool in state.market and tool != HIDDEN:
            slot = state.market.index(tool)
        else:
            if tool != HIDDEN:
                check_unseen(state, tool)
            if HIDDEN not in state.market:
                raise IllegalMove("fire.tool.market", say("No hidden tool lies in the market."))
            slot = state.market.index(HIDDEN)
        market = (*state.market[:slot], None, *state.market[slot + 1 :])
        state = dealt(changed(state, market=market), seat, tool)
    else:
        if tool != HIDDEN and not (state.deck == 0 and tool in state.discard):
            check_unseen(state, tool)
        drawn = top_tool(state.deck, state.discard)
        if drawn is None:
            raise IllegalMove("fire.tool.empty", say("No tool is left to draw: deck and discard are empty."))
        state = dealt(changed(state, deck=drawn[0], discard=drawn[1]), seat, tool)
    state = refilled(changed(state, owed=state.owed - 1))
    if state.owed and tools_left(state):
        return state
    if state.burnt:
        return end_turn(state)
    return changed(state, phase="scored", owed=0)


def can_swap(state: State, seat: int) -> bool:
    """`fire.round.swap`: before the first card is chosen and the first turn order tool is played, once a round."""
    begun = state.order_tool or any(card is not None for card in state.turn_cards)
    return state.phase == "choosing" and not begun and seat not in state.swapped


def swap(state: State, seat: int, tool: str) -> State:
    if not can_swap(state, seat):
        if seat in state.swapped:
            raise IllegalMove("fire.round.swap", say("{who} has swapped a tool this round.", who=person(state, seat)))
        raise IllegalMove("fire.round.swap", say("Turn order is being chosen: swapping is over for this round."))
    check_in_hand(state, seat, tool)
    drawn = top_tool(state.deck, (*state.discard, tool))
    assert drawn is not None
    state = changed(state, hands=without(state, seat, tool), deck=drawn[0], discard=drawn[1], swapped=(*state.swapped, seat))
    return dealt(state, seat, HIDDEN)


def held(state: State, seat: int, tool: str) -> State:
    """One hidden card of this hand is this tool."""
    check_unseen(state, tool)
    hand = list(state.hands[seat])
    if HIDDEN not in hand:
        raise IllegalMove(
            "fire.tool.hand",
            say("{who} has no hidden card that could be {tool}.", who=person(state, seat), tool=called(state, tool)),
        )
    hand[hand.index(HIDDEN)] = tool
    hands = (*state.hands[:seat], tuple(hand), *state.hands[seat + 1 :])
    return changed(state, hands=hands, untold=_told(state, 1 + seat))


def turned_up(state: State, tool: str) -> State:
    """The leftmost hidden market slot is this tool."""
    check_unseen(state, tool)
    if HIDDEN not in state.market:
        raise IllegalMove("fire.tool.market", say("No hidden tool lies in the market."))
    slot = state.market.index(HIDDEN)
    market = (*state.market[:slot], tool, *state.market[slot + 1 :])
    return changed(state, market=market, untold=_told(state, 0))


def _told(state: State, place: int) -> tuple[int, ...] | None:
    return owing(state, place, -1) if state.untold and state.untold[place] else state.untold


# --- tools laid at the same moment ------------------------------------------------------------------------------------


def clash(state: State, tools: tuple[str | None, ...]) -> State:
    """The one who comes first on the track must play; the others take theirs back, now known (`fire.tool.clash`)."""
    laid = [(seat, tool) for seat, tool in enumerate(tools) if tool is not None]
    if len(tools) != state.seats:
        raise IllegalMove(
            "fire.tool.clash", say_n("One entry for the one seat.", "One entry for each of the {n} seats.", state.seats)
        )
    if state.ages is None and sum(state.scores[seat] == 0 for seat, _ in laid) > 1:
        raise IllegalMove("fire.order.youngest", say("Two people at 0 points: tell the ages first."))
    for seat, tool in laid:
        check_in_hand(state, seat, tool)
        check_time(state, seat, tool)
        rule = barred(state, seat, state.box.tool(tool))
        if rule is not None:
            raise refuse_pick(state, rule, tool)
        if tool not in state.hands[seat]:
            state = held(state, seat, tool)
    if len(laid) < 2:
        raise IllegalMove("fire.tool.clash", say("A clash needs two tools."))
    winner, tool = min(laid, key=lambda pair: precedence(state, pair[0]))
    return changed(state, pending=ClashDue(winner, tool))
