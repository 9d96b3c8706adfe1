"""Tools: where they are, when they may be played, what they do (specification, 5b and rules 47 to 61)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from companion.games.fire.course import (
    book_name,
    bravery,
    earn,
    free_cards,
    full_card,
    lay,
    lowest_burn_index,
    lowest_card,
    person,
    plus,
    remove_tops,
    tools_in_game,
    tools_left,
    top,
    with_space,
    would_spread,
)
from companion.games.fire.pieces import Box, Tool
from companion.games.fire.state import SECTIONS, HandDue, Look, State, changed
from companion.rules import HIDDEN, IllegalMove, Line, Sentence, say

Pick = tuple[str, ...]
Discard = tuple[str, ...]

# --- where a tool is --------------------------------------------------------------------------------------------------


def known_tools(state: State) -> frozenset[str]:
    """The tools that are known to be in the market, the discard, a hand, or in play."""
    in_play = tuple(tool for tool, _ in state.aside)
    if isinstance(state.pending, HandDue):
        in_play = (*in_play, state.pending.tool)
    return _known(state.market, state.discard, state.hands, in_play)


def unseen_tools(state: State) -> tuple[str, ...]:
    """The tools that any hidden card may be."""
    return _unseen(state.box, len(state.scores), known_tools(state))


# Asked again and again of the same tools while tokens come and go: remembered, most of the time of a random game was here.


@lru_cache(maxsize=1024)
def _known(
    market: tuple[str | None, ...], discard: Discard, hands: tuple[tuple[str, ...], ...], in_play: tuple[str, ...]
) -> frozenset[str]:
    known = {*discard, *in_play, *(tool for tool in market if tool is not None)}
    for hand in hands:
        known.update(hand)
    return frozenset(known - {HIDDEN})


@lru_cache(maxsize=1024)
def _unseen(box: Box, participants: int, known: frozenset[str]) -> tuple[str, ...]:
    return tuple(tool for tool in tools_in_game(box, participants) if tool not in known)


@lru_cache(maxsize=1024)
def kinds_in_window(box: Box, codes: tuple[str, ...], window: str | None) -> tuple[Tool, ...]:
    """The kinds of these tools that belong to the window, each once."""
    kinds = dict.fromkeys(code[1:3] for code in codes if code != HIDDEN)
    return tuple(tool for kind in kinds if (tool := box.tool_kinds[kind]).window == window)


def refuse_elsewhere(state: State, tool: str) -> IllegalMove:
    """`fire.tool.elsewhere`. Says where the tool is only if that place is open; a hand stays closed."""
    name = called(state, tool)
    if tool in state.discard:
        return IllegalMove(
            "fire.tool.elsewhere", say("{tool} lies in the discard", tool=name), since=lambda before: tool in before.discard
        )
    if tool in state.market:
        return IllegalMove(
            "fire.tool.elsewhere", say("{tool} lies in the market", tool=name), since=lambda before: tool in before.market
        )
    if any(tool == other for other, _ in state.aside) or (isinstance(state.pending, HandDue) and state.pending.tool == tool):
        return IllegalMove("fire.tool.elsewhere", say("{tool} is in play.", tool=name))
    return IllegalMove("fire.tool.elsewhere", say("{tool} is known to be somewhere else.", tool=name))


def called(state: State, tool: str) -> Sentence:
    return say("{name} ({code})", name=Sentence(state.box.tool(tool).name), code=tool)


def check_in_hand(state: State, seat: int, tool: str) -> None:
    """The tool is known to be in this hand, or may be one of its hidden cards. `fire.tool.elsewhere`, `fire.tool.hand`."""
    if tool in state.hands[seat]:
        return
    check_unseen(state, tool)
    if HIDDEN not in state.hands[seat]:
        raise IllegalMove(
            "fire.tool.hand",
            say("{who} has no hidden card that could be {tool}.", who=person(state, seat), tool=called(state, tool)),
        )


def check_unseen(state: State, tool: str) -> None:
    if tool in known_tools(state):
        raise refuse_elsewhere(state, tool)


# --- when and by whom -------------------------------------------------------------------------------------------------


def open_window(state: State) -> str | None:
    """The window whose tools may be played now (`fire.tool.window`, `fire.tool.first_round`)."""
    first = state.round == 1
    match state.phase:
        case "ended":
            return "end"
        case "choosing":
            return None if first else "turn_order"
        case "ready" if not state.done:
            return None if first else "turn_order"
        case "saving" | "spread" | "scored" if not first or state.options.tools_in_first_round:
            return "after_scoring" if state.phase == "scored" else state.phase
    return None


def may_play(state: State, seat: int, tool: Tool) -> bool:
    """`fire.tool.who`"""
    return tool.who == "any" or (tool.who == "active") == (seat == state.active)


WINDOW_NAMES = {
    "turn_order": say("while turn order is chosen, from round 2"),
    "saving": say("while books are saved"),
    "spread": say("while the fire spreads"),
    "after_scoring": say("after scoring"),
    "end": say("at the end of the game"),
}


def check_time(state: State, seat: int, code: str) -> None:
    """`fire.tool.first_round`, `fire.tool.window`, `fire.tool.who`"""
    tool = state.box.tool(code)
    if state.round == 1 and tool.window != "end" and not (state.options.tools_in_first_round and tool.window != "turn_order"):
        raise IllegalMove("fire.tool.first_round", say("{tool} cannot be played in the first round.", tool=called(state, code)))
    if tool.window != open_window(state):
        raise IllegalMove(
            "fire.tool.window", say("{tool} is played {window}.", tool=called(state, code), window=WINDOW_NAMES[tool.window])
        )
    if not may_play(state, seat, tool):
        if tool.who == "active":
            raise IllegalMove("fire.tool.who", say("Only the active player may play {tool}.", tool=called(state, code)))
        raise IllegalMove("fire.tool.who", say("The active player may not play {tool}: another may.", tool=called(state, code)))


# --- what may be picked -----------------------------------------------------------------------------------------------


def spaces_picked(state: State, pick: Pick) -> list[int] | None:
    """The indices of the spaces S1 to S5 that *pick* names, different ones; None when it names anything else."""
    if len(set(pick)) < len(pick) or any(one not in SPACES for one in pick):
        return None
    return [SPACES.index(one) for one in pick]


SPACES = ("S1", "S2", "S3", "S4", "S5")


def suits(token: str | None, what: str) -> bool:
    """Whether a token is of what a tool works on: fire, book or any."""
    return token is not None and (what not in ("fire", "book") or (token[0] == "F") == (what == "fire"))


def objection(state: State, seat: int, tool: Tool, pick: Pick) -> str | None:
    """The rule that bars this pick in the tool's window, or None."""
    match tool.effect:
        case "put_fire":
            if None not in state.card:
                return "fire.saving.full"
            if (state.bag.F if tool.what == "bag" else state.reserve) == 0:
                return "fire.tool.nothing"
            if pick:
                return "fire.tool.pick"
            if seat != state.active and would_spread(state, state.card.index(None)):
                return "fire.tool.no_arson"
            return None
        case "choose_of":
            if None not in state.card:
                return "fire.saving.full"
            if sum(state.bag) == 0:
                return "fire.tool.nothing"
        case "take_tools":
            if not tools_left(state):
                return "fire.tool.nothing"
        case "cool":
            if state.bag.F == 0:
                return "fire.tool.nothing"
        case "feed":
            if state.reserve == 0:
                return "fire.tool.nothing"
        case "set_aside" | "back_to_bag":
            spaces = spaces_picked(state, pick)
            if spaces is None or not 1 <= len(spaces) <= tool.n or any(state.card[at] is None for at in spaces):
                return "fire.tool.pick"
            if tool.what == "trigger" and any(at + 1 != state.trigger for at in spaces):
                return "fire.spread.stop"
            return None if all(suits(state.card[at], tool.what) for at in spaces) else "fire.tool.pick"
        case "move_token":
            spaces = spaces_picked(state, pick)
            if spaces is None or len(spaces) != 2:
                return "fire.tool.pick"
            origin, to = spaces
            token = state.card[origin]
            fits = token is not None and state.card[to] is None and suits(token, tool.what)
            risky = token is not None and token[0] == "F" and bravery(state)[to] > 0
            return None if fits and not risky else "fire.tool.pick"
        case "again":
            spaces = spaces_picked(state, pick)
            fits = spaces is not None and len(spaces) == 1 and suits(state.card[spaces[0]], "book")
            return None if fits else "fire.tool.pick"
        case "burn_section" if tool.what == "any":
            return None if len(pick) == 1 and pick[0] in SECTIONS else "fire.tool.pick"
        case "swap_cards":
            return None if _swap_fits(state, seat, tool.what, pick) else "fire.tool.pick"
    return "fire.tool.pick" if pick else None


def _swap_fits(state: State, seat: int, what: str, pick: Pick) -> bool:
    if len(pick) != (2 if what == "others" else 1) or any(one not in CARDS for one in pick):
        return False
    cards = {CARDS.index(one) for one in pick}
    own = state.turn_cards[seat]
    if what == "middle":
        return own is not None and cards.issubset(free_cards(state))
    others = {card for number, card in enumerate(state.turn_cards) if card is not None and number != seat}
    return len(cards) == len(pick) and cards <= others and (what == "others" or own is not None)


CARDS = tuple(f"C{number}" for number in range(10))


def candidates(state: State, seat: int, tool: Tool) -> Iterator[Pick]:
    """Every pick that could suit the tool; where the order does not matter, in rising order."""
    laid = [space for space, token in zip(SPACES, state.card, strict=True) if token is not None]
    match tool.effect:
        case "set_aside" | "back_to_bag":
            for n in range(1, min(tool.n, len(laid)) + 1):
                yield from combinations(laid, n)
        case "move_token":
            yield from ((origin, to) for origin in laid for to in SPACES if to not in laid)
        case "again":
            yield from ((space,) for space in laid)
        case "burn_section" if tool.what == "any":
            yield from ((section,) for section in SECTIONS)
        case "swap_cards":
            chosen = (card for number, card in enumerate(state.turn_cards) if card is not None and number != seat)
            cards = [CARDS[card] for card in sorted(free_cards(state) if tool.what == "middle" else chosen)]
            yield from combinations(cards, 2 if tool.what == "others" else 1)
        case _:
            yield ()


def picks(state: State, seat: int, tool: Tool) -> Iterator[Pick]:
    """Every legal pick of a tool that may be played now."""
    return (pick for pick in candidates(state, seat, tool) if objection(state, seat, tool, pick) is None)


def barred(state: State, seat: int, tool: Tool) -> str | None:
    """The rule that bars a tool whatever is picked, or None."""
    found: str | None = "fire.tool.pick"
    for pick in candidates(state, seat, tool):
        found = objection(state, seat, tool, pick)
        if found is None:
            return None
    return found


def refuse_pick(state: State, rule: str, code: str) -> IllegalMove:
    """The sentence for what `objection` found."""
    tool = called(state, code)
    match rule:
        case "fire.saving.full":
            return IllegalMove(rule, say("{tool} needs an empty space, and the card is full.", tool=tool))
        case "fire.tool.nothing":
            return IllegalMove(rule, say("There is nothing for {tool} to work on.", tool=tool))
        case "fire.tool.no_arson":
            return IllegalMove(
                rule,
                say(
                    "{tool} would make {who}’s fire spread: no tool of another may do that.",
                    tool=tool,
                    who=person(state, state.active or 0),
                ),
            )
        case "fire.spread.stop":
            return IllegalMove(
                rule,
                say("Only the fire that made it spread can be taken: it lies on space {space}.", space=state.trigger)
                if state.trigger
                else say("No fire is spreading that {tool} could take.", tool=tool),
            )
    return IllegalMove(
        rule, say("This choice does not fit {tool}. The card says: {text}", tool=tool, text=Sentence(state.box.tool(code).text))
    )


# --- playing ----------------------------------------------------------------------------------------------------------


def play_tool(state: State, seat: int, code: str, pick: Pick) -> State:
    """A seat plays a tool with its pick. Raises the first rule in its way."""
    check_in_hand(state, seat, code)
    check_time(state, seat, code)
    tool = state.box.tool(code)
    rule = objection(state, seat, tool, pick)
    if rule is not None:
        raise refuse_pick(state, rule, code)
    state = changed(
        state, hands=without(state, seat, code), pending=None, order_tool=state.order_tool or tool.window == "turn_order"
    )
    if tool.effect == "by_hand":
        return changed(state, pending=HandDue(code, seat))
    if tool.effect == "set_aside":
        return _set_aside(state, code, pick)
    return full_card(_work(changed(state, discard=(*state.discard, code)), seat, code, tool, pick))


def without(state: State, seat: int, tool: str) -> tuple[tuple[str, ...], ...]:
    """The hands after this card has left the seat's hand; a hidden one goes when the tool was not known."""
    hand = list(state.hands[seat])
    hand.remove(tool if tool in hand else HIDDEN)
    return (*state.hands[:seat], tuple(hand), *state.hands[seat + 1 :])


def _set_aside(state: State, code: str, pick: Pick) -> State:
    spaces = sorted(SPACES.index(one) for one in pick)
    tokens = tuple(token for at in spaces if (token := state.card[at]) is not None)
    return changed(_lifted(state, spaces), aside=(*state.aside, (code, tokens)))


def _lifted(state: State, spaces: list[int]) -> State:
    """The tokens on these spaces leave the card; without the fire that made it spread saving goes on."""
    card = state.card
    for at in spaces:
        card = with_space(card, at, None)
    state = changed(state, card=card)
    return stopped(state) if state.trigger is not None and state.trigger - 1 in spaces else state


def stopped(state: State) -> State:
    """`fire.spread.stop`: saving goes on, and what was in force for this spread is forgotten."""
    return changed(state, phase="saving", trigger=None, no_embers=False)


def _work(state: State, seat: int, code: str, tool: Tool, pick: Pick) -> State:
    """What a tool does that goes to the discard at once."""
    n = tool.n
    match tool.effect:
        case "put_fire":
            if tool.what == "reserve":
                return lay(state, "F", reserve=state.reserve - 1)
            return lay(state, "F", bag=plus(state.bag, ["F"], -1))
        case "back_to_bag":
            spaces = [SPACES.index(one) for one in pick]
            return _lifted(changed(state, bag=plus(state.bag, [state.card[at] for at in spaces])), spaces)
        case "move_token":
            origin, to = (SPACES.index(one) for one in pick)
            return changed(state, card=with_space(with_space(state.card, to, state.card[origin]), origin, None))
        case "choose_of":
            return changed(state, pending=Look(code, min(n, sum(state.bag))))
        case "no_embers":
            return changed(state, no_embers=True)
        case "points":
            return earn(state, seat, [_points(state, seat, code, tool)])
        case "again":
            book = state.card[SPACES.index(pick[0])]
            assert book is not None
            card = top(state, book)
            why = say(
                "{tool}: {book} once more, with {card} on top",
                tool=called(state, code),
                book=book_name(state, book),
                card=card.code,
            )
            return earn(state, seat, [Line(card.value, "fire.tool.points", why)])
        case "take_tools":
            return changed(state, phase="reward", owed=n)
        case "cool":
            fires = min(n, state.bag.F)
            return changed(state, bag=state.bag._replace(F=state.bag.F - fires), reserve=state.reserve + fires)
        case "feed":
            fires = min(n, state.reserve)
            return changed(state, bag=state.bag._replace(F=state.bag.F + fires), reserve=state.reserve - fires)
        case "burn_section":
            return remove_tops(state, [pick[0] if pick else lowest_burn_index(state)], icons=True)
        case "swap_cards":
            return _swap_cards(state, seat, tool.what, [int(one[1:]) for one in pick])
    raise TypeError(tool.effect)


def _points(state: State, seat: int, code: str, tool: Tool) -> Line:
    tokens = [token for token in state.card if token is not None]
    match tool.what:
        case "tool":
            times = len(state.hands[seat])
        case "fire":
            times = sum(token[0] == "F" for token in tokens)
        case "book":
            times = sum(token[0] == "B" for token in tokens)
        case "risk":
            times = sum(number > 0 and token is not None for number, token in zip(bravery(state), state.card, strict=True))
        case "flat":
            return Line(tool.n, "fire.tool.points", called(state, code))
        case section:
            times = sum(token[:2] == f"B{section}" for token in tokens)
    why = say("{tool}: {points} for each of {times}", tool=called(state, code), points=tool.n, times=times)
    return Line(tool.n * times, "fire.tool.points", why)


def _swap_cards(state: State, seat: int, what: str, cards: list[int]) -> State:
    own = state.turn_cards[seat]
    one, two = cards if what == "others" else (own, cards[0])
    swapped = tuple(two if card == one else one if card == two else card for card in state.turn_cards)
    state = changed(state, turn_cards=swapped)
    return changed(state, active=lowest_card(state)) if state.phase == "ready" else state
