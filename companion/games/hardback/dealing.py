"""What the table tells: starting cards, who goes first, the offer row, drawn cards (specification, section 6, rules 1-8)."""

from __future__ import annotations

from companion.games.hardback import course
from companion.games.hardback.knowledge import candidates, comes_from_offer_deck, looked_there, named, top_of
from companion.games.hardback.moves import Drew, First, OfTable, Starters, Turned
from companion.games.hardback.places import check_known, refuse, where
from companion.games.hardback.state import Question, State, spelling
from companion.games.hardback.text import RULES
from companion.rules import HIDDEN, Name, say, say_n


def of_table(state: State, move: OfTable) -> State:
    """The state after what the table tells. Raises IllegalMove."""
    match move:
        case Starters(seat, set, cards):
            _check_starters(state, seat, set, cards)
            return course.starters(state, seat, set, cards)
        case First(seat):
            if state.first is not None:
                raise refuse("setup.once", say("Who goes first was told already: {who}.", who=Name(state.first)))
            _check_sits(state, seat)
            return course.first(state, seat)
        case Turned(cards):
            _check_turned(state, cards)
            return course.turned(state, cards)
        case Drew(seat, cards):
            return course.told(state, _check_drew(state, seat, cards), cards)


def _check_sits(state: State, seat: int) -> None:
    if seat not in range(len(state.players)):
        raise refuse("setup.seat", say("Nobody sits there."))


def _check_starters(state: State, seat: int, set_: int, cards: tuple[str, ...]) -> None:
    if state.phase != "setup" or (seat in range(len(state.players)) and state.players[seat].set is not None):
        raise refuse("setup.once", say("The starting cards were told already."))
    _check_sits(state, seat)
    if set_ not in state.box.coin_starters:
        raise refuse(
            "setup.set", say("There is no set {n}; the sets are 1 to {most}.", n=set_, most=len(state.box.coin_starters))
        )
    for other, one in enumerate(state.players):
        if one.set == set_:
            raise refuse("setup.set", say("{who} has set {n} already.", who=Name(other), n=set_))
    dealt = state.box.prestige_starters
    shown = [card for card in cards if card != HIDDEN]
    if len(cards) != dealt or len(set(shown)) != len(shown):
        raise refuse(
            "setup.two",
            say_n(
                "Name the {n} prestige starter that was dealt.",
                "Name the {n} different prestige starters that were dealt.",
                dealt,
            ),
        )
    for card in shown:
        check_known(state, card)
        if card not in state.box.prestige_pool:
            raise refuse("setup.prestige", say("{card} is no prestige starter.", card=card))
        for other, one in enumerate(state.players):
            if card in one.owned:
                raise refuse("setup.prestige", say("{card} was dealt to {who}.", card=card, who=Name(other)))


def _check_turned(state: State, cards: tuple[str, ...]) -> None:
    question = next((one for one in state.asks if one.kind == "row"), None)
    if question is None:
        raise refuse("turned.none", RULES["turned.none"])
    if not 1 <= len(cards) <= question.count:
        raise refuse(
            "turned.count",
            say_n("One place of the offer row is empty.", "{n} places of the offer row are empty.", question.count),
        )
    for at, card in enumerate(cards):
        check_known(state, card)
        if card in cards[:at]:
            raise refuse("turned.seen", say("{card} is named twice.", card=card))
        # Once the deck has run out, the cards that left the game are a new one.
        comes = comes_from_offer_deck(state, card) if at < state.deck else card in state.removed
        if not comes:
            raise refuse("turned.seen", where(state, card), state, card)


def known_next(state: State, question: Question, at: int = 0) -> tuple[str, ...]:
    """The known cards of which one is the next to be told, *at* cards later; empty when it is hidden what comes."""
    assert question.seat is not None
    if question.kind == "look":
        word = spelling(state)
        return looked_there(word, len(word.looked) - question.count + at)
    top = top_of(state, question.seat) if question.kind == "ink" else HIDDEN
    return () if top == HIDDEN else (top,)


def _check_drew(state: State, seat: int, cards: tuple[str, ...]) -> Question:
    """The question that is answered."""
    question = state.asks[0] if state.asks else None
    if question is None or question.kind == "row":
        raise refuse("drew.none", say("Nobody has drawn a card that must be told."))
    if seat != question.seat:
        raise refuse("drew.seat", say("It is {who} who draws now.", who=Name(question.seat or 0)))
    if not 1 <= len(cards) <= question.count:
        raise refuse("drew.count", say_n("{n} card was drawn.", "{n} cards were drawn.", question.count))
    trial = state
    for at, card in enumerate(cards):
        if card == HIDDEN:
            if question.kind == "ink":
                raise refuse("drew.open", RULES["drew.open"])
            continue
        check_known(state, card)
        known = known_next(state, question, at)
        if known and card not in known:
            raise refuse("drew.top", say("Another card lies on top of {who}’s draw pile.", who=Name(seat)))
        if card in cards[:at]:
            raise refuse("drew.owned", say("{card} is named twice.", card=card))
        if not known and card not in candidates(trial, seat):
            raise refuse("drew.owned", where(state, card, seat), state, card, seat)
        trial = named(trial, seat, card)
    return question
