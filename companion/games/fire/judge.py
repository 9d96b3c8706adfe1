"""May this be done, and what comes of it: `apply` (specification, sections 5 and 6).

A refusal names the first rule in the order of section 6: over, phase, pending, maker, pieces, the move's own checks.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from companion.games.fire.byhand import by_hand, lies, recount, refuse_twice, tops
from companion.games.fire.course import (
    active_card,
    acts_for,
    ages_due,
    burn,
    chooser,
    end_turn,
    free_cards,
    full_card,
    lay,
    lowest_card,
    person,
    plus,
    score_turn,
    seen_out,
    tools_in_game,
)
from companion.games.fire.moves import (
    OF_ACTIVE,
    OF_TABLE,
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
from companion.games.fire.state import KINDS, ClashDue, DrawDue, HandDue, Look, State, changed, kind_of
from companion.games.fire.taking import clash, held, swap, take_tool, turned_up
from companion.games.fire.text import RULES
from companion.games.fire.tools import called, play_tool
from companion.rules import HIDDEN, TABLE, IllegalMove, Sentence, Who, say, say_n


def apply(state: State, who: Who, move: Move, *, ruling: bool = False) -> State:
    """The state after *who* made the move. Raises IllegalMove with the first rule in its way.

    A Ruling waives no rule of this game; it only lets ByHand be told in any phase.
    """
    if state.phase == "over":
        raise IllegalMove("fire.end.over", say("The game is over."))
    _check_phase(state, move, ruling)
    _check_pending(state, who, move)
    _check_maker(state, who, move)
    _check_pieces(state, move)
    match move:
        case TurnCards(cards):
            return _turn_cards(state, cards)
        case Ages(rank):
            return _ages(state, rank)
        case TurnedUp(tool):
            return turned_up(state, tool)
        case Held(tool):
            return held(state, _holder(state) if who == TABLE else int(who), tool)
        case Swap(tool):
            return swap(state, int(who), tool)
        case ChooseCard(card):
            return _choose_card(state, card)
        case StartSaving():
            return changed(state, phase="saving")
        case Draw():
            _check_draw(state, None)
            return changed(state, pending=DrawDue())
        case Drew(token):
            return _drew(state, token)
        case Place(token):
            return _place(state, token)
        case Stop():
            return _stop(state)
        case Burn():
            return burn(state)
        case TakeTool(origin, tool):
            assert state.active is not None
            return take_tool(state, state.active, origin, tool)
        case EndTurn():
            return end_turn(state)
        case PlayTool(tool, pick):
            return play_tool(state, int(who), tool, pick)
        case ByHand():
            return by_hand(state, move)
        case Clash(tools):
            return clash(state, tools)
        case CountUp():
            return changed(state, phase="over")
        case Recount(tokens, accept):
            return recount(state, tokens, accept)
        case Tops(cards, accept):
            return tops(state, cards, accept)


def maker(state: State, move: Move) -> Who:
    """Who makes this move when nobody says so: TABLE, the chooser, else the active participant."""
    if isinstance(move, OF_TABLE):
        return TABLE
    if isinstance(state.pending, ClashDue):
        return state.pending.seat
    deciding = chooser(state) if state.phase == "choosing" else state.active
    return TABLE if deciding is None else acts_for(state, deciding)


# --- 2. the phase -----------------------------------------------------------------------------------------------------

PHASES: dict[type[Any], str] = {
    TurnCards: "dealing",
    Swap: "choosing",
    ChooseCard: "choosing",
    StartSaving: "ready",
    Draw: "saving",
    Drew: "saving",
    Stop: "saving",
    Burn: "spread",
    TakeTool: "reward",
    EndTurn: "scored",
    CountUp: "ended",
}
"""Moves of one phase; the others are legal any time, or in the window of a tool."""

PHASE_NAMES = {
    "dealing": say("the turn order cards are dealt"),
    "ready": say("the bag is passed on"),
    "saving": say("books are saved"),
    "spread": say("the fire spreads"),
    "reward": say("a tool is taken"),
    "scored": say("the turn is scored"),
    "choosing": say("turn order is chosen"),
    "ended": say("the library has fallen"),
}


def _check_phase(state: State, move: Move, ruling: bool) -> None:
    if state.phase == "spread" and isinstance(move, Draw | Drew | Stop):
        raise IllegalMove(
            "fire.spread.decide",
            say("The fire spreads: {who} stops it with a tool, or lets it burn.", who=person(state, state.active or 0)),
        )
    phase = PHASES.get(type(move))
    fits = phase is None or phase == state.phase
    match move:
        case Place():
            fits = isinstance(state.pending, Look)
        case ByHand():
            fits = ruling or isinstance(state.pending, HandDue)
    if not fits:
        raise IllegalMove("fire.turn.step", say("That does not belong here: now {phase}.", phase=PHASE_NAMES[state.phase]))


# --- 3. what was begun ------------------------------------------------------------------------------------------------


def _check_pending(state: State, who: Who, move: Move) -> None:
    due = state.pending
    if due is not None and not isinstance(move, Held | TurnedUp | Ages | Tops) and not _answers(due, who, move):
        if isinstance(due, ClashDue) and isinstance(move, PlayTool):
            raise IllegalMove(
                "fire.tool.clash",
                say("{who} was there first and plays {tool} now.", who=person(state, due.seat), tool=called(state, due.tool)),
            )
        raise IllegalMove("fire.turn.pending", _begun(state))
    if state.untold and any(state.untold) and not isinstance(move, Held | TurnedUp):
        raise IllegalMove("fire.tool.told", say("Tell first which tools were dealt or turned up."))


def _answers(due: DrawDue | Look | HandDue | ClashDue, who: Who, move: Move) -> bool:
    match due, move:
        case DrawDue(), Drew():
            return True
        case Look(n=n, tokens=tokens), Drew():
            return len(tokens) < n
        case Look(n=n, tokens=tokens), Place():
            return len(tokens) == n
        case HandDue(), ByHand():
            return True
        case ClashDue(seat=seat, tool=tool), PlayTool(tool=played):
            return seat == who and played == tool
        case HandDue() | ClashDue(), Recount():
            return True
    return False


def _begun(state: State) -> Sentence:
    match state.pending:
        case Look(tool=tool, n=n, tokens=tokens) if len(tokens) < n:
            return say_n(
                "First tell {n} more token for {tool}.",
                "First tell {n} more tokens for {tool}.",
                n - len(tokens),
                tool=called(state, tool),
            )
        case Look(tokens=tokens):
            return say("First lay one of {tokens} on the card.", tokens=tokens)
        case HandDue(tool=tool):
            return say("First tell what was done by hand for {tool}.", tool=called(state, tool))
        case ClashDue(seat=seat, tool=tool):
            return say("First {who} plays {tool}.", who=person(state, seat), tool=called(state, tool))
    return say("First tell the token that was drawn.")


# --- 4. who makes it --------------------------------------------------------------------------------------------------


def _check_maker(state: State, who: Who, move: Move) -> None:
    if isinstance(who, int) and not 0 <= who < state.seats:
        raise IllegalMove("fire.turn.order", say("Nobody sits there."))
    if isinstance(move, ChooseCard):
        _check_chooser(state, who)
    elif isinstance(move, OF_TABLE):
        if who != TABLE:
            raise IllegalMove("fire.turn.order", say("Only the table tells this."))
    elif isinstance(move, OF_ACTIVE):
        assert state.active is not None
        if who != acts_for(state, state.active):
            raise IllegalMove("fire.turn.order", say("It is {who}’s turn.", who=person(state, state.active)))
    elif who == TABLE and not (isinstance(move, Held) and state.options.tools_told):
        raise IllegalMove("fire.turn.order", say("Only a person does this, not the table."))


def _check_chooser(state: State, who: Who) -> None:
    if ages_due(state):
        raise IllegalMove(
            "fire.order.youngest", say("Two people have no points yet: tell the ages first, the youngest chooses first.")
        )
    number = chooser(state)
    assert number is not None
    if who == acts_for(state, number):
        return
    score = state.scores[number]
    tied = [
        person(state, other)
        for other, points in enumerate(state.scores)
        if points == score and other != number and state.turn_cards[other] is None
    ]
    if tied and score:
        text = say_n(
            "{who} ({n} point, there before {others}) chooses now.",
            "{who} ({n} points, there before {others}) chooses now.",
            score,
            who=person(state, number),
            others=tied,
        )
    elif tied and number < state.seats:
        text = say("{who} (0 points, the youngest) chooses now.", who=person(state, number))
    else:
        text = say_n("{who} ({n} point) chooses now.", "{who} ({n} points) chooses now.", score, who=person(state, number))
    raise IllegalMove("fire.order.lowest", text)


# --- 5. pieces --------------------------------------------------------------------------------------------------------


def _check_pieces(state: State, move: Move) -> None:
    box = state.box
    match move:
        case Drew(token) | Place(token):
            if token != HIDDEN:
                _check_tokens(state, [token])
        case Recount(tokens):
            _check_tokens(state, tokens)
        case Tops(cards):
            for code in cards:
                if code not in box.cards:
                    raise _foreign(code)
        case TurnCards(numbers):
            for number in numbers:
                if number not in box.bravery:
                    raise _foreign(f"C{number}")
        case ChooseCard(number):
            if number not in box.bravery:
                raise _foreign(f"C{number}")
        case TurnedUp(tool) | Held(tool) | Swap(tool) | PlayTool(tool):
            _check_tools(state, [tool])
        case TakeTool(_, tool):
            _check_tools(state, [] if tool == HIDDEN else [tool])
        case Clash(tools):
            _check_tools(state, [tool for tool in tools if tool is not None])
        case ByHand():
            _check_tokens(state, [token for token, _, _ in move.tokens])
            if move.tools:
                _check_tools(state, [tool for tool, _, _ in move.tools if tool != HIDDEN])


def _check_tokens(state: State, tokens: Iterable[str]) -> None:
    for token in tokens:
        if token not in KINDS and not (token and token[0] in "BF" and token in state.box.token_codes.get(kind_of(token), ())):
            raise _foreign(token)


def _check_tools(state: State, tools: Iterable[str]) -> None:
    if not state.options.tools:
        raise IllegalMove("fire.tool.off", RULES["fire.tool.off"])
    for tool in tools:
        if tool not in state.box.tool_codes:
            raise _foreign(tool)
        if tool not in tools_in_game(state.box, len(state.scores)):
            raise IllegalMove(
                "fire.setup.few",
                say("{tool} stays in the box with {n} playing.", tool=called(state, tool), n=len(state.scores)),
            )


def _foreign(code: str) -> IllegalMove:
    return IllegalMove("fire.piece.foreign", say("“{code}” is no such piece of this box.", code=code[:20]))


# --- 6. the moves -----------------------------------------------------------------------------------------------------


def _turn_cards(state: State, cards: tuple[int, ...]) -> State:
    if len(cards) != len(state.scores) or len(set(cards)) != len(cards) or any(card not in state.cards_in_use for card in cards):
        raise IllegalMove(
            "fire.setup.turn_cards",
            say_n(
                "{n} player gets one card out of {cards}.",
                "{n} players get a different card each out of {cards}.",
                len(state.scores),
                cards=state.cards_in_use,
            ),
        )
    state = changed(state, turn_cards=cards, phase="ready")
    return changed(state, active=lowest_card(state))


def _ages(state: State, rank: tuple[int, ...]) -> State:
    if state.ages is not None:
        raise IllegalMove("fire.order.ages", say("The ages are told already."))
    if sorted(rank) != list(range(1, state.seats + 1)):
        raise IllegalMove(
            "fire.order.ages", say("Ranks from 1 for the youngest to {n}, each once, in the order of the seats.", n=state.seats)
        )
    return changed(state, ages=rank)


def _choose_card(state: State, card: int) -> State:
    number = chooser(state)
    assert number is not None
    if card in state.used:
        raise IllegalMove("fire.lone.once", say("Card {card} has been used.", card=card))
    free = free_cards(state)
    if card not in free:
        raise IllegalMove("fire.order.taken", say("Card {card} does not lie in the middle: {free} do.", card=card, free=free))
    if number >= state.seats and card != min(free):
        raise IllegalMove(
            "fire.robot.lowest", say("{who} takes the lowest card left: {card}.", who=person(state, number), card=min(free))
        )
    cards = tuple(card if at == number else held for at, held in enumerate(state.turn_cards))
    state = changed(state, turn_cards=cards)
    if None in cards:
        return state
    return changed(state, phase="ready", active=lowest_card(state))


def robot_stops(state: State) -> bool:
    """`fire.robot.three`: whether the active Robot has as many tokens on its card as it takes."""
    laid = sum(token is not None for token in state.card)
    return laid >= state.options.robot_stops_at or laid == len(state.card) or not any(state.bag)


def _check_draw(state: State, token: str | None) -> None:
    """`fire.saving.full`, `fire.bag.open`, `fire.bag.twice`, `fire.bag.none`, `fire.robot.three`; None: any token."""
    looking = isinstance(state.pending, Look)
    if not looking and None not in state.card:
        raise IllegalMove("fire.saving.full", say("All five spaces of card {card} are full.", card=active_card(state)))
    if token == HIDDEN:
        raise IllegalMove("fire.bag.open", say("A drawn token is open: say which it is."))
    if token is not None and token != kind_of(token) and token in seen_out(state):
        raise refuse_twice(state, token, _already(state, token))
    if token is None and not any(state.bag):
        raise IllegalMove("fire.bag.none", say("The bag is empty."))
    if token is not None and not state.bag[KINDS.index(kind_of(token))]:
        raise IllegalMove("fire.bag.none", _all_out(state, kind_of(token)))
    if not looking and state.active is not None and state.active >= state.seats and robot_stops(state):
        raise IllegalMove(
            "fire.robot.three",
            say("{who} has {n} tokens and stops.", who=person(state, state.active), n=state.options.robot_stops_at),
        )


def _already(state: State, token: str) -> Sentence:
    """Where a token that is said to be drawn lies already."""
    if token in state.card and state.active is not None:
        space = ORDINALS[state.card.index(token)]
        return say("{token} already lies on {who}’s {nth} space", token=token, who=person(state, state.active), nth=space)
    return say("{token} cannot come out of the bag: {place}", token=token, place=lies(state, token))


ORDINALS = (say("first"), say("second"), say("third"), say("fourth"), say("fifth"))


def _all_out(state: State, kind: str) -> Sentence:
    """Where all tokens of a kind are that is not in the bag."""
    spaces = [space for space, token in enumerate(state.card, 1) if token is not None and kind_of(token) == kind]
    places = [say_n("space {spaces}", "spaces {spaces}", len(spaces), spaces=spaces)] if spaces else []
    beside = sum(kind_of(token) == kind for token in seen_out(state)) - len(spaces)
    if beside:
        places.append(say_n("{n} on a tool", "{n} on tools", beside))
    if kind == "F" and state.reserve:
        places.append(say("{n} laid aside", n=state.reserve))
    gone = state.lost[KINDS.index(kind)]
    if gone:
        places.append(say("{n} out of the game", n=gone))
    return say("All {n} {kind} are out: {places}.", kind=KINDS_OF_TOKENS[kind], n=state.box.tokens_in_all[kind], places=places)


KINDS_OF_TOKENS = {
    "BP": say("purple books"),
    "BB": say("black books"),
    "BY": say("yellow books"),
    "BW": say("white books"),
    "F": say("fires"),
}


def _drew(state: State, token: str) -> State:
    _check_draw(state, token)
    bag, due = plus(state.bag, [token], -1), state.pending
    if isinstance(due, Look):
        return changed(state, bag=bag, drawn=state.drawn + 1, pending=replace(due, tokens=(*due.tokens, token)))
    return full_card(lay(state, token, bag=bag, drawn=state.drawn + 1, pending=None))


def _place(state: State, token: str) -> State:
    due = state.pending
    assert isinstance(due, Look)
    if token not in due.tokens:
        raise IllegalMove("fire.tool.pick", say("{token} is none of the tokens told: {tokens}.", token=token, tokens=due.tokens))
    others = list(due.tokens)
    others.remove(token)
    return full_card(lay(state, token, bag=plus(state.bag, others), pending=None))


def _stop(state: State) -> State:
    assert state.active is not None
    robot = state.active >= state.seats
    could_draw = any(state.bag) and None in state.card and not (robot and robot_stops(state))
    if state.options.must_draw and not state.drawn and could_draw:
        raise IllegalMove(
            "fire.saving.one", say("{who} has drawn nothing yet: draw at least one token.", who=person(state, state.active))
        )
    if robot and not robot_stops(state):
        raise IllegalMove(
            "fire.robot.three",
            say("{who} draws until {n} tokens lie on its card.", who=person(state, state.active), n=state.options.robot_stops_at),
        )
    return score_turn(state)


def _holder(state: State) -> int:
    """The first seat with a tool that the table still has to tell."""
    owed = state.untold or ()
    return next((seat for seat, n in enumerate(owed[1:]) if n), 0)
