"""The deal, the choice of cards, draws and the stop, each with its own checks (specification, section 6, "own checks").

What `judge` asks of every move, phase, maker and pieces, is taken for granted here.
"""

from __future__ import annotations

from dataclasses import replace

from companion.games.fire.byhand import lies, refuse_twice
from companion.games.fire.course import (
    active_card,
    chooser,
    free_cards,
    full_card,
    lay,
    lowest_card,
    person,
    plus,
    score_turn,
    seen_out,
)
from companion.games.fire.state import KINDS, Look, State, changed, kind_of
from companion.rules import HIDDEN, IllegalMove, Sentence, say, say_n


def turn_cards(state: State, cards: tuple[int, ...]) -> State:
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


def ages(state: State, rank: tuple[int, ...]) -> State:
    if state.ages is not None:
        raise IllegalMove("fire.order.ages", say("The ages are told already."))
    if sorted(rank) != list(range(1, state.seats + 1)):
        raise IllegalMove(
            "fire.order.ages", say("Ranks from 1 for the youngest to {n}, each once, in the order of the seats.", n=state.seats)
        )
    return changed(state, ages=rank)


def choose_card(state: State, card: int) -> State:
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


def check_draw(state: State, token: str | None) -> None:
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


def drew(state: State, token: str) -> State:
    check_draw(state, token)
    bag, due = plus(state.bag, [token], -1), state.pending
    if isinstance(due, Look):
        return changed(state, bag=bag, drawn=state.drawn + 1, pending=replace(due, tokens=(*due.tokens, token)))
    return full_card(lay(state, token, bag=bag, drawn=state.drawn + 1, pending=None))


def place(state: State, token: str) -> State:
    due = state.pending
    assert isinstance(due, Look)
    if token not in due.tokens:
        raise IllegalMove("fire.tool.pick", say("{token} is none of the tokens told: {tokens}.", token=token, tokens=due.tokens))
    others = list(due.tokens)
    others.remove(token)
    return full_card(lay(state, token, bag=plus(state.bag, others), pending=None))


def stop(state: State) -> State:
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


def first_untold(state: State) -> int:
    """The first seat with a tool that the table still has to tell."""
    owed = state.untold or ()
    return next((seat for seat, n in enumerate(owed[1:]) if n), 0)
