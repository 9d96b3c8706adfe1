"""Where a card lies, in words that everyone may read, and refusals that say since when (specification, sections 6 and 11)."""

from __future__ import annotations

from companion.games.hardback.knowledge import candidates, named, placed
from companion.games.hardback.state import State, card_of, has_hidden
from companion.rules import HIDDEN, IllegalMove, Name, Sentence, say


def refuse(
    rule: str, text: str | Sentence, state: State | None = None, card: str | None = None, seat: int | None = None
) -> IllegalMove:
    """The refusal. With a *card*: since when it has lain where it lies in *state*, the table may add; in the deck of *seat*
    as that seat knows it."""
    if state is None or card is None:
        return IllegalMove(rule, text)
    here = _known(state, card, seat)
    return (
        IllegalMove(rule, text) if here is None else IllegalMove(rule, text, since=lambda then: _known(then, card, seat) == here)
    )


def _known(state: State, card: str, seat: int | None) -> tuple[object, ...] | None:
    here = place(state, card)
    return (*here, placed(state, seat).get(card)) if here is not None and seat is not None and here == ("deck", seat) else here


def place(state: State, card: str) -> tuple[str, int] | None:
    """What everyone knows of a card's place: the kind of place and a number (of the place in the row, of the seat)."""
    if card in state.row:
        return "row", state.row.index(card) + 1
    if card in state.removed:
        return "removed", 0
    if card in state.gone:
        return "gone", 0
    for seat, one in enumerate(state.players):
        if card == one.jail:
            return "jail", seat
        if card in one.owned:
            return "deck", seat
    return None


def where(state: State, card: str, seat: int | None = None) -> Sentence:
    """The place of a card in words; of a card of *seat*'s own deck also what only that seat may know."""
    match place(state, card):
        case "row", at:
            return say("{card} lies in the offer row, place {place}.", card=card, place=at)
        case ("removed", _) | ("gone", _):
            return say("{card} was removed from the game.", card=card)
        case "jail", owner:
            return say("{card} is in {who}’s jail.", card=card, who=Name(owner))
        case "deck", owner if owner == seat:
            return _in_own_deck(state, card, owner)
        case "deck", owner:
            return say("{card} is in {who}’s deck.", card=card, who=Name(owner))
    if card_of(state, card).starter:
        return say("{card} is a starting card that was not dealt here.", card=card)
    if card not in state.box.offer(state.options.edition):
        return say("{card} belongs to the other edition.", card=card)
    return say("{card} is in the offer deck.", card=card)


def _in_own_deck(state: State, card: str, seat: int) -> Sentence:
    match placed(state, seat).get(card):
        case "hand":
            return say("{card} is in {who}’s hand.", card=card, who=Name(seat))
        case "inked":
            return say("{card} lies before {who} with ink on it.", card=card, who=Name(seat))
        case "discard":
            return say("{card} is in {who}’s discard pile.", card=card, who=Name(seat))
        case "timeless":
            return say("{card} is {who}’s classic in play.", card=card, who=Name(seat))
        case "word":
            return say("{card} is in the word.", card=card)
        case "look":
            return say("{card} is among the cards looked at.", card=card)
        case "top":
            return say("{card} lies on {who}’s draw pile.", card=card, who=Name(seat))
    return say("{card} is hidden in {who}’s deck.", card=card, who=Name(seat))


def check_known(state: State, card: str) -> None:
    if card not in state.box.card:
        raise refuse("piece.unknown", say("“{code}” is no card of this box.", code=card[:20]))


def check_named(state: State, seat: int, rule: str, cards: tuple[str, ...], lying: tuple[str, ...]) -> None:
    """Each of *cards*, which name *lying* or leave it hidden, is there or can be hidden there; none is named twice."""
    trial, fresh = state, 0
    for at, card in enumerate(cards):
        if card == HIDDEN:
            continue
        check_known(state, card)
        if card in cards[:at]:
            raise refuse(rule, say("{card} is named twice.", card=card))
        if card in lying:
            continue
        fresh += 1
        if card not in candidates(trial, seat) or fresh > has_hidden(lying):
            raise refuse(rule, where(state, card, seat), state, card, seat)
        trial = named(trial, seat, card)
