"""May this be done, and what comes of it: `apply` (specification, sections 5 and 6).

A refusal names the first rule in the order of section 6: over, phase, pending, maker, pieces, the move's own checks.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.games.fire.byhand import by_hand, recount, tops
from companion.games.fire.course import (
    acts_for,
    ages_due,
    burn,
    chooser,
    end_turn,
    person,
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
from companion.games.fire.turns import ages, check_draw, choose_card, drew, first_untold, place, stop, turn_cards
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
            return turn_cards(state, cards)
        case Ages(rank):
            return ages(state, rank)
        case TurnedUp(tool):
            return turned_up(state, tool)
        case Held(tool):
            return held(state, first_untold(state) if who == TABLE else int(who), tool)
        case Swap(tool):
            return swap(state, int(who), tool)
        case ChooseCard(card):
            return choose_card(state, card)
        case StartSaving():
            return changed(state, phase="saving")
        case Draw():
            check_draw(state, None)
            return changed(state, pending=DrawDue())
        case Drew(token):
            return drew(state, token)
        case Place(token):
            return place(state, token)
        case Stop():
            return stop(state)
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
            fits = isinstance(state.pending, Look) and len(state.pending.tokens) == state.pending.n
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
