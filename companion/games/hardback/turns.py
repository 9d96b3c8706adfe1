"""How a turn ends and the next begins, Penny Dreadful's part, the end of the game, and the books (sections 6 and 7)."""

from __future__ import annotations

from dataclasses import replace

from companion.games.hardback.benefits import gains, is_wild
from companion.games.hardback.course import is_ready, off_the_row, out_of_game, penny_scores, refill
from companion.games.hardback.knowledge import deduced, drawn, published, without
from companion.games.hardback.state import (
    Player,
    Question,
    State,
    card_of,
    changed,
    clockwise,
    has_hidden,
    is_told,
    on_turn,
    player,
    spelling,
    with_player,
)
from companion.rules import HIDDEN, Line, Outcome, Participant, Sentence, say

PENNY = "Penny"
"""What the participant without a seat is called."""


def settled(state: State) -> State:
    """After every move: what follows for hidden cards, and how play goes on when nothing is left to tell."""
    if state.penny is not None and state.penny >= goal(state) and state.phase != "over":
        return over(state)
    for seat in range(len(state.players)):
        state = published(deduced(state, seat), seat)
    state = changed(state, asks=_still_asked(state)) if state.asks else state
    if state.asks:
        return state
    if state.phase == "setup" and is_ready(state):
        return _begun(state)
    if state.phase == "penny" and state.cheapest:
        return settled(_cheapest_leaves(state))
    return settled(next_turn(state)) if state.phase in ("penny", "cycle") else state


def _still_asked(state: State) -> tuple[Question, ...]:
    """A hand is asked for only as far as it is hidden still."""
    asks = []
    for question in state.asks:
        if question.kind == "hand" and question.seat is not None:
            hidden = has_hidden(state.players[question.seat].hand)
            question = replace(question, count=min(question.count, hidden))
        if question.count:
            asks.append(question)
    return tuple(asks)


def _begun(state: State) -> State:
    """`setup.deck`: everyone draws five; from the first seat on they are told, where the table tells hands."""
    assert state.first is not None
    for seat in clockwise(state, state.first):
        state = _new_hand(state, seat)
    return settled(changed(state, phase="word"))


def _new_hand(state: State, seat: int) -> State:
    """`draw.five`"""
    state = deduced(drawn(state, seat, state.box.hand, "hand"), seat)
    hidden = has_hidden(state.players[seat].hand)
    return changed(state, asks=(*state.asks, Question("hand", seat, hidden))) if hidden and is_told(state) else state


# --- the end of a turn ------------------------------------------------------------------------------------------------


def turn_ended(state: State) -> State:
    """`EndTurn`, with the benefits closed."""
    return _after(_cleared(state), idle=not (state.bought or state.jailed or state.flushed))


def turn_skipped(state: State) -> State:
    return _after(state, idle=True)


def _cleared(state: State) -> State:
    """`discard.word`, `timeless.stays`, `timeless.used`, `ink.back`"""
    seat, word = on_turn(state), spelling(state)
    has = player(state)
    stay, away = list(has.timeless), list(has.discard)
    inks = 0
    for place, tile in enumerate(word.tiles):
        inks += tile.source == "ink"
        if tile.source == "classic":
            if tile.owner != seat and state.penny is None:
                state = _sent_home(state, tile.owner, tile.card)
        elif tile.card not in word.trashed:
            up = not is_wild(word, place)
            lasting = tile.card != HIDDEN and up and card_of(state, tile.card).timeless
            (stay if lasting else away).append(tile.card)
    state = with_player(state, seat, timeless=tuple(stay), discard=tuple(away))
    if word.ghostwriter is not None and inks:
        helper = state.players[word.ghostwriter]
        state = with_player(state, word.ghostwriter, ink=helper.ink + inks)
    return state


def _sent_home(state: State, owner: int, card: str) -> State:
    has = state.players[owner]
    return with_player(state, owner, timeless=without(has.timeless, card), discard=(*has.discard, card))


def _after(state: State, idle: bool) -> State:
    """Five cards, the end of the game if it has come, then Penny's part, the cycle of the row, or the next turn."""
    seat = on_turn(state)
    state = changed(state, word=None, coins=0, flushed=False, bought=0, jailed=0, shown=False, votes=())
    ended = _is_ended(state, seat)
    told = _new_hand(state, seat)
    if ended:
        return over(changed(told, asks=()))
    if state.penny is not None:
        return _penny_takes(changed(told, phase="penny"))
    if state.options.cycle_offers and idle and state.row_order:
        oldest = state.row_order[0]
        return refill(out_of_game(off_the_row(changed(told, phase="cycle"), oldest), oldest))
    return next_turn(told)


def goal(state: State) -> int:
    """The prestige that ends the game."""
    return state.options.goal * (len(state.players) if state.penny is not None else 1)


def _is_ended(state: State, seat: int) -> bool:
    """`penny.beaten`, `end.round`"""
    if state.penny is not None:
        return sum(one.prestige for one in state.players) >= goal(state)
    return _is_last(state, seat) and _reached(state)


def _is_last(state: State, seat: int) -> bool:
    assert state.first is not None
    return clockwise(state, state.first)[-1] == seat


def _reached(state: State) -> bool:
    return any(one.prestige >= state.options.goal for one in state.players)


def next_turn(state: State) -> State:
    """`turn.order`"""
    seat = clockwise(state, on_turn(state) + 1)[0]
    return changed(state, phase="word", turn=seat, round=state.round + (seat == state.first))


# --- Penny Dreadful ---------------------------------------------------------------------------------------------------


def _penny_takes(state: State) -> State:
    """`penny.takes`, `penny.romance`: the oldest card of the row, for its cost."""
    if not state.row_order:
        return state
    code = state.row_order[0]
    card = card_of(state, code)
    signature = state.box.penny[state.options.penny]
    same = signature.genre is not None and card.genre == signature.genre
    doubled = signature.effect == "times" and same
    n = (card.cost or 0) * (signature.n if doubled else 1)
    why = say("{card} for its cost, {n} times", card=code, n=signature.n) if doubled else say("{card} for its cost", card=code)
    state = penny_scores(out_of_game(off_the_row(state, code), code), n, "penny.takes", why)
    cheapest = signature.n if signature.effect == "remove_cheapest" and same else 0
    return refill(changed(state, cheapest=cheapest))


def _cheapest_leaves(state: State) -> State:
    """`penny.mystery`: ties by letter, then the older."""
    state = changed(state, cheapest=state.cheapest - 1)
    code = min(state.row_order, key=lambda one: (card_of(state, one).cost or 0, card_of(state, one).letter))
    return refill(out_of_game(off_the_row(state, code), code))


# --- the end, and the books -------------------------------------------------------------------------------------------


def over(state: State) -> State:
    state = changed(state, phase="over", asks=(), cheapest=0, coins=0)
    return changed(state, outcome=_outcome(state))


def _outcome(state: State) -> Outcome:
    seats = tuple(range(len(state.players)))
    if state.penny is not None:
        together = sum(one.prestige for one in state.players)
        # Penny is judged as soon as she scores, so that who is there first is the one who has it.
        if state.penny >= goal(state):
            return Outcome((PENNY,), say("Penny has {n} of {goal} prestige", n=state.penny, goal=goal(state)))
        return Outcome(seats, say("together they have {n} of {goal} prestige", n=together, goal=goal(state)))
    points = [one.prestige + award_worth(state, one) for one in state.players]
    best = [seat for seat in seats if points[seat] == max(points)]
    if len(best) == 1:
        return Outcome((best[0],), say("the most prestige: {n}", n=points[best[0]]))
    most = max(state.players[seat].ink for seat in best)
    winners = tuple(seat for seat in best if state.players[seat].ink == most)
    if len(winners) == 1:
        return Outcome(winners, say("equal prestige ({n}), the most ink: {ink}", n=max(points), ink=most))
    return Outcome(winners, say("equal prestige ({n}) and ink ({ink})", n=max(points), ink=most))


def outcome(state: State) -> Outcome | None:
    """`end.prestige`, `end.ink`, `end.shared`; against Penny all seats, or Penny."""
    return state.outcome


def award_worth(state: State, one: Player) -> int:
    return next((award.prestige for award in state.box.awards if award.length == one.award), 0) if one.award else 0


def score(state: State) -> dict[Participant, tuple[Line, ...]]:
    """What was scored, then the word as it lies, then the award that is held."""
    books: dict[Participant, tuple[Line, ...]] = {}
    for seat, one in enumerate(state.players):
        lines = one.lines
        if state.phase == "benefits" and seat == state.turn:
            lines += gains(state)[1]
        if one.award:
            why: Sentence = say("award for {n} letters", n=one.award)
            lines += (Line(award_worth(state, one), "score.award", why),)
        books[seat] = lines
    if state.penny is not None:
        books[PENNY] = state.penny_lines
    return books
