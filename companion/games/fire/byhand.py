"""What the table did by hand, and what it counted: ByHand, Recount, Tops (specification, 5c)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.games.fire.course import (
    AT,
    earn,
    end,
    full_card,
    lay,
    lowest_card,
    person,
    plus,
    seen_out,
    with_space,
    would_spread,
)
from companion.games.fire.moves import SECTION_NAMES, ByHand, picked
from companion.games.fire.state import KINDS, SECTIONS, ClashDue, HandDue, State, Tokens, changed, kind_of
from companion.games.fire.taking import owing, refilled
from companion.games.fire.tools import barred, called, known_tools, stopped
from companion.rules import HIDDEN, IllegalMove, Line, Sentence, say, say_n

# --- by hand ----------------------------------------------------------------------------------------------------------


def by_hand(state: State, move: ByHand) -> State:
    """The lists of *move* in order; one entry that cannot be refuses the whole."""
    due = state.pending if isinstance(state.pending, HandDue) else None
    state = changed(state, pending=None)
    if due is not None:
        state = changed(state, aside=(*state.aside, (due.tool, ())))
    for token, origin, place in move.tokens:
        state = _move_token(state, token, origin, place, due)
    if move.points:
        state = _points(state, move.points)
    if move.turn_cards:
        state = _turn_cards(state, move.turn_cards)
    for tool, origin, place in move.tools:
        state = _move_tool(state, tool, origin, place)
    if move.tools:
        state = refilled(state)
    if due is not None and (due.tool, ()) in state.aside:
        lying = tuple(pair for pair in state.aside if pair != (due.tool, ()))
        state = changed(state, aside=lying, discard=(*state.discard, due.tool))
    return full_card(state)


def _refuse(text: Sentence) -> IllegalMove:
    return IllegalMove("fire.byhand.conserve", text)


def _move_token(state: State, token: str, origin: str, place: str, due: HandDue | None) -> State:
    state, token = _lift(state, token, origin, due)
    if state.phase == "spread" and state.trigger is not None and (state.card[state.trigger - 1] or " ")[0] != "F":
        state = stopped(state)
    kind = kind_of(token)
    match place:
        case "bag":
            return changed(state, bag=plus(state.bag, [kind]))
        case "lost":
            return changed(state, lost=plus(state.lost, [kind]))
        case "reserve":
            if kind != "F":
                raise _refuse(say("Only fires are laid aside."))
            return changed(state, reserve=state.reserve + 1)
        case "tool" if due is not None:
            return _to_tool(state, due.tool, token)
    at = _space(place)
    if at is None or state.active is None:
        raise _refuse(say("“{place}” is no place for a token now.", place=place[:20]))
    if state.card[at] is not None:
        raise _refuse(say("{space} is not empty.", space=picked(f"S{at + 1}")))
    if state.phase != "saving" or origin.startswith("space"):
        return changed(state, card=with_space(state.card, at, token), laid_book=state.laid_book or kind != "F")
    if kind == "F" and due is not None and due.seat != state.active and would_spread(state, at):
        raise IllegalMove(
            "fire.tool.no_arson",
            say(
                "{tool} would make {who}’s fire spread: no tool of another may do that.",
                tool=called(state, due.tool),
                who=person(state, state.active),
            ),
        )
    return lay(state, token, at)


def _space(place: str) -> int | None:
    return int(place[-1]) - 1 if place in ("space1", "space2", "space3", "space4", "space5") else None


def _lift(state: State, token: str, origin: str, due: HandDue | None) -> tuple[State, str]:
    """The state without the token at *origin*, and the token by the more exact of its two names."""
    kind = kind_of(token)
    match origin:
        case "bag":
            if state.bag[AT[kind]] and (token == kind or token not in seen_out(state)):
                return changed(state, bag=plus(state.bag, [kind], -1)), token
        case "lost":
            if state.lost[AT[kind]] and (token == kind or token not in seen_out(state)):
                return changed(state, lost=plus(state.lost, [kind], -1)), token
        case "reserve":
            if kind == "F" and state.reserve and (token == kind or token not in seen_out(state)):
                return changed(state, reserve=state.reserve - 1), token
        case "tool" if due is not None:
            for tool, tokens in state.aside:
                if tool == due.tool:
                    found = next((lying for lying in tokens if _same(state, lying, token)), None)
                    if found is not None:
                        return _from_tool(state, tool, found), max(found, token, key=len)
        case _:
            at = _space(origin)
            lying = state.card[at] if at is not None else None
            if at is not None and lying is not None and _same(state, lying, token):
                return changed(state, card=with_space(state.card, at, None)), max(lying, token, key=len)
    raise _refuse(say("{token} is not in “{place}”.", token=token, place=origin[:20]))


def _same(state: State, lying: str, token: str) -> bool:
    """Whether *token* may name the token lying there: a kind names a code, a code a kind (unless it lies elsewhere)."""
    if lying == token or token == kind_of(lying):
        return True
    return lying == kind_of(token) and token not in seen_out(state)


def _to_tool(state: State, tool: str, token: str) -> State:
    return changed(state, aside=tuple((one, (*tokens, token)) if one == tool else (one, tokens) for one, tokens in state.aside))


def _from_tool(state: State, tool: str, token: str) -> State:
    aside = []
    for one, tokens in state.aside:
        if one == tool:
            at = tokens.index(token)
            tokens = tokens[:at] + tokens[at + 1 :]
        aside.append((one, tokens))
    return changed(state, aside=tuple(aside))


def _points(state: State, points: Sequence[int]) -> State:
    """`fire.byhand.points`: no score falls below 0; the line says by how much the figure really moved."""
    if len(points) != len(state.scores):
        raise _refuse(say("One number for each of the {n} who play.", n=len(state.scores)))
    for number, told in enumerate(points):
        moved = max(told, -state.scores[number])
        if moved:
            state = earn(state, number, [Line(moved, "fire.byhand.points", say("agreed by the table"))])
    return state


def _turn_cards(state: State, cards: Sequence[int | None]) -> State:
    """New turn order cards for all, in Step 1 only."""
    if not (state.phase == "choosing" or (state.phase == "ready" and not state.done)):
        raise IllegalMove("fire.turn.step", say("Turn order cards change hands only in Step 1."))
    chosen = [card for card in cards if card is not None]
    usable = [card for card in state.cards_in_use if card not in state.used]
    if len(cards) != len(state.scores) or len(set(chosen)) != len(chosen) or any(card not in usable for card in chosen):
        raise _refuse(
            say("One entry for each of the {n} who play: different cards out of {cards}.", n=len(state.scores), cards=usable)
        )
    if None not in cards:
        state = changed(state, turn_cards=tuple(cards), phase="ready")
        return changed(state, active=lowest_card(state))
    if state.round == 1:
        raise _refuse(say("In the first round everyone has the card that was dealt."))
    return changed(state, turn_cards=tuple(cards), phase="choosing", active=None)


def _move_tool(state: State, tool: str, origin: str, place: str) -> State:
    """One tool from deck, discard, market or a hand to another of these; `"?"` is a hidden card."""
    state = _take(state, tool, origin)
    seat = _hand(state, place)
    if place == "deck":
        return changed(state, deck=state.deck + 1)
    if place == "discard" and tool != HIDDEN:
        return changed(state, discard=(*state.discard, tool))
    if place == "market" and None in state.market:
        slot = state.market.index(None)
        market = (*state.market[:slot], tool, *state.market[slot + 1 :])
        return changed(state, market=market, untold=owing(state, 0, int(tool == HIDDEN)))
    if seat is not None:
        hands = (*state.hands[:seat], (*state.hands[seat], tool), *state.hands[seat + 1 :])
        return changed(state, hands=hands, untold=owing(state, 1 + seat, int(tool == HIDDEN)))
    raise _refuse(say("“{place}” has no room for this tool.", place=place[:20]))


def _take(state: State, tool: str, origin: str) -> State:
    """The state without the tool at *origin*; a told tool may be a hidden card if it is nowhere else."""
    unseen = tool == HIDDEN or tool not in known_tools(state)
    seat = _hand(state, origin)
    if origin == "deck" and state.deck and unseen:
        return changed(state, deck=state.deck - 1)
    if origin == "discard" and tool in state.discard:
        at = state.discard.index(tool)
        return changed(state, discard=state.discard[:at] + state.discard[at + 1 :])
    if origin == "market" and (tool in state.market or (unseen and HIDDEN in state.market)):
        slot = state.market.index(tool if tool in state.market else HIDDEN)
        hidden = state.market[slot] == HIDDEN
        market = (*state.market[:slot], None, *state.market[slot + 1 :])
        return changed(state, market=market, untold=owing(state, 0, -int(hidden and bool(state.untold and state.untold[0]))))
    if seat is not None and (tool in state.hands[seat] or (unseen and HIDDEN in state.hands[seat])):
        at = state.hands[seat].index(tool if tool in state.hands[seat] else HIDDEN)
        hidden = state.hands[seat][at] == HIDDEN
        hand = state.hands[seat][:at] + state.hands[seat][at + 1 :]
        untold = owing(state, 1 + seat, -int(hidden and bool(state.untold and state.untold[1 + seat])))
        return changed(state, hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]), untold=untold)
    raise _refuse(say("This tool is not in “{place}”.", place=origin[:20]))


def _hand(state: State, place: str) -> int | None:
    if place[:4] == "hand" and place[4:].isdecimal() and len(place) == 5 and int(place[4:]) < state.seats:
        return int(place[4:])
    return None


# --- counting the bag -------------------------------------------------------------------------------------------------


def recount(state: State, tokens: Sequence[str], accept: bool) -> State:
    """The bag as it was tipped out. An agreeing count changes nothing; *accept* plays on with what was counted."""
    out = seen_out(state)
    for token in tokens:
        if token != kind_of(token) and token in out:
            raise refuse_twice(state, token, say("{token} cannot be in the bag: {place}", token=token, place=lies(state, token)))
    for token, times in Counter(tokens).items():
        if token != kind_of(token) and times > 1:
            raise IllegalMove("fire.recount.twice", say("{token} is named twice in the count.", token=token))
    counted = Tokens(*(sum(kind_of(token) == kind for token in tokens) for kind in KINDS))
    lying = plus(Tokens(0, 0, 0, 0, 0), out)
    if not accept:
        if counted != state.bag:
            raise IllegalMove("fire.recount.differs", _difference(state, tokens, counted, out))
        return state
    for kind, n, on_card in zip(KINDS, counted, lying, strict=True):
        box = state.box.tokens_in_all[kind]
        if n > box - on_card:
            raise IllegalMove(
                "fire.recount.too_many",
                say(
                    "{kind}: {n} counted, but the box has {box} and {out} lie outside the bag. A foreign token?",
                    kind=KIND_WORDS[kind],
                    n=n,
                    box=box,
                    out=on_card,
                ),
            )
    return _accepted(state, counted, lying)


KIND_WORDS = {
    "BP": say("purple"),
    "BB": say("black"),
    "BY": say("yellow"),
    "BW": say("white"),
    "F": say("fire"),
}


def _accepted(state: State, counted: Tokens, lying: Tokens) -> State:
    """Books over or short come from or go to `lost`; fires from `reserve`, then `lost`, or to `reserve`."""
    in_all = state.box.tokens_in_all
    lost = [in_all[kind] - n - on_card for kind, n, on_card in zip(KINDS, counted, lying, strict=True)]
    over = counted.F - state.bag.F
    from_reserve = min(over, state.reserve)
    lost[AT["F"]] = state.lost.F - (over - from_reserve)
    state = changed(state, bag=counted, lost=Tokens(*lost), reserve=state.reserve - from_reserve)
    due = state.pending
    # A clash that was to be played on a bag that is not so: everyone takes the tool back.
    if isinstance(due, ClashDue) and barred(state, due.seat, state.box.tool(due.tool)) is not None:
        return changed(state, pending=None)
    return state


def _difference(state: State, tokens: Sequence[str], counted: Tokens, out: Sequence[str]) -> Sentence:
    parts = []
    for kind, n, expected in zip(KINDS, counted, state.bag, strict=True):
        if n == expected:
            continue
        part = say("{kind}: {n} counted, {expected} expected", kind=KIND_WORDS[kind], n=n, expected=expected)
        codes = [code for code in state.box.token_codes[kind] if code not in tokens and code not in out]
        if kind != "F" and n < expected and len(codes) == expected - n:
            part = (
                say("{difference}; {codes} was not seen", difference=part, codes=codes)
                if len(codes) == 1
                else say("{difference}; {codes} were not seen", difference=part, codes=codes)
            )
        parts.append(part)
    short = sum(counted) < sum(state.bag)
    if counted[:4] == state.bag[:4]:
        cause = say("Perhaps a burn’s fires were forgotten, or added twice.")
    elif short:
        cause = say("Perhaps a token lies under a card, or a draw was not told.")
    else:
        cause = say("Perhaps a token went back that was told as drawn.")
    return say("{difference}. {cause}", difference=_one_after_another(parts), cause=cause)


def refuse_twice(state: State, token: str, sentence: Sentence) -> IllegalMove:
    """`fire.bag.twice`, with the entry since which the token lies outside the bag."""
    return IllegalMove("fire.bag.twice", sentence, since=lambda earlier: token in seen_out(earlier))


def lies(state: State, token: str) -> Sentence:
    """Where a token that is out of the bag lies: on whose card and which space, on a tool or beside it."""
    if token in state.card and state.active is not None:
        return say("it lies on {who}’s space {space}", who=person(state, state.active), space=state.card.index(token) + 1)
    for tool, tokens in state.aside:
        if token in tokens:
            return say("it lies on {tool}", tool=called(state, tool))
    return say("it lies beside the tool that looks at it")


# --- the four top cards -----------------------------------------------------------------------------------------------


def tops(state: State, cards: Sequence[str], accept: bool) -> State:
    """The four top cards as they lie: compared, or (*accept*) taken as they are, adding no fire."""
    by_section = {state.box.cards[code].section: code for code in cards}
    if len(cards) != len(SECTIONS) or len(by_section) != len(SECTIONS):
        raise IllegalMove("fire.library.differs", say("Name one top card for each of the four sections."))
    found = (by_section["P"], by_section["B"], by_section["Y"], by_section["W"])
    if not accept:
        if found != state.tops:
            raise IllegalMove("fire.library.differs", difference_of_tops(state, found))
        return state
    laid = changed(state, tops=found)
    destroyed = any(state.box.cards[code].kind == "destroyed" for code in found)
    return end(laid) if destroyed and state.phase != "ended" else laid


def difference_of_tops(state: State, cards: Sequence[str]) -> Sentence:
    """By how many cards each section is off; *cards* may be only some of the four."""
    parts = []
    for code in cards:
        card = state.box.cards[code]
        expected = state.tops[SECTIONS.index(card.section)]
        off = card.rank - state.box.cards[expected].rank
        if off:
            facts = {"section": SECTION_NAMES[card.section], "code": code, "expected": expected}
            parts.append(
                say_n(
                    "{section}: {code} lies on top instead of {expected}, {n} card further down than told",
                    "{section}: {code} lies on top instead of {expected}, {n} cards further down than told",
                    off,
                    **facts,
                )
                if off > 0
                else say_n(
                    "{section}: {code} lies on top instead of {expected}, {n} card too few was removed",
                    "{section}: {code} lies on top instead of {expected}, {n} cards too few were removed",
                    -off,
                    **facts,
                )
            )
    return say("{difference}.", difference=_one_after_another(parts))


def _one_after_another(parts: Sequence[Sentence]) -> Sentence:
    """Several differences in one sentence; they have commas of their own."""
    told = parts[0]
    for part in parts[1:]:
        told = say("{difference}; {more}", difference=told, more=part)
    return told
