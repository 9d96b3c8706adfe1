"""May this benefit be had now, and what comes of it (specification, section 6, rules 24-37)."""

from __future__ import annotations

from typing import Any

from companion.games.hardback import course
from companion.games.hardback.benefits import (
    HALVES,
    Ability,
    abilities,
    beside,
    doublable,
    doubled,
    is_wild,
    uncovered,
    unused,
    up,
)
from companion.games.hardback.knowledge import candidates, hidden_places, placed
from companion.games.hardback.moves import Double, Jail, OfBenefits, Sort, Take, Trash, Uncover
from companion.games.hardback.pieces import GENRE_NAMES
from companion.games.hardback.places import check_known, check_named, refuse, where
from companion.games.hardback.state import State, card_of, on_turn, player, spelling
from companion.games.hardback.text import RULES
from companion.rules import HIDDEN, Name, Sentence, say, say_n


def of_benefits(state: State, move: OfBenefits) -> State:
    """The state after a choice of the benefits. Raises IllegalMove."""
    match move:
        case Uncover(by, side, card):
            ability = _ability(state, by, "uncover.none", "uncover_adjacent")
            return uncovered(state, ability, _check_uncover(state, ability, side, card), card)
        case Double(by, side):
            ability = _ability(state, by, "double.none", "double_adjacent")
            place = dict(doublable(state, ability)).get(side)
            if place is None:
                raise refuse("double.adjacent", _not_beside(state, ability, side))
            return doubled(state, ability, place)
        case Take(by, half, what):
            return course.took(state, _check_take(state, by, half, what), what)
        case Sort(top, discard):
            _check_sort(state, top, discard)
            return course.sorted_back(state, top, discard)
        case Trash(by, card):
            return course.trashed(state, _check_trash(state, by, card), card)
        case Jail(by, card, keep):
            ability = _ability(state, by, "jail.none", "jail")
            check_known(state, card)
            if card not in state.row:
                raise refuse("jail.row", where(state, card), state, card)
            return course.jailed(state, ability, card, keep)


def _ability(state: State, by: str, rule: str, name: str) -> Ability:
    """The open ability of that name of the card *by*, the basic half's before the genre half's."""
    check_known(state, by)
    for ability in unused(state, name):
        if ability.by == by:
            return ability
    if by in spelling(state).lapsed:
        raise refuse(rule, say("A card that was turned up has sent {card} away.", card=by))
    if any(ability.by == by for ability in abilities(state, name)):
        raise refuse(rule, say("{card} has done that already.", card=by))
    if any(effect.name == name for half in HALVES for effect in card_of(state, by).half(half)):
        raise refuse(rule, _why_idle(state, by))
    raise refuse(rule, say("{card} has no such ability.", card=by))


def _why_idle(state: State, by: str) -> Sentence:
    """Why an ability that stands on the card is not active."""
    if by not in (card for card, _ in up(state)):
        return say("{card} gives nothing now: it is neither face up in the word nor your classic in play.", card=by)
    genre = Sentence(GENRE_NAMES[card_of(state, by).genre or ""])
    return say("{card} can do that only with another card of its genre: {genre}.", card=by, genre=genre)


def _check_uncover(state: State, ability: Ability, side: str, card: str) -> int:
    """The place of the wild."""
    word = spelling(state)
    place = beside(word, ability.place, side)
    if place is None or not is_wild(word, place):
        raise refuse("uncover.adjacent", _not_beside(state, ability, side))
    lies = word.tiles[place].card
    if card == HIDDEN:
        raise refuse("uncover.tell", say("Say which card the wild is."))
    check_known(state, card)
    if lies != HIDDEN and card != lies:
        raise refuse("uncover.card", say("{card} does not lie there: it is another card.", card=card))
    if lies == HIDDEN and card not in candidates(state, on_turn(state)):
        raise refuse("uncover.card", where(state, card, on_turn(state)), state, card, on_turn(state))
    return place


def _not_beside(state: State, ability: Ability, side: str) -> Any:
    word = spelling(state)
    place = beside(word, ability.place, side)
    if place is None:
        return say("No card of the word lies there beside {card}.", card=ability.by)
    tile = word.tiles[place]
    if is_wild(word, place):
        return say("The card beside {card} is a wild.", card=ability.by)
    if tile.owner != on_turn(state):
        return say("{card} is {who}’s classic.", card=tile.card, who=Name(tile.owner))
    return say("{card} lies face up.", card=tile.card)


OFFERS = {
    "coins": "either_coins_or_prestige",
    "prestige": "either_coins_or_prestige",
    "ink": "ink_or_remover",
    "remover": "ink_or_remover",
    "look": "preview_deck",
}
"""What is taken -> the effect that offers it."""


def _check_take(state: State, by: str, half: str, what: str) -> Ability:
    check_known(state, by)
    for ability in unused(state, OFFERS[what]):
        if (ability.by, ability.half) == (by, half):
            if what == "look" and not player(state).draw and not player(state).discard:
                raise refuse("take.look", RULES["take.look"])
            return ability
    raise refuse("take.none", say("{card} offers no such choice now.", card=by))


def _check_sort(state: State, top: tuple[str, ...], discard: tuple[str, ...]) -> None:
    looked = spelling(state).looked
    if not looked:
        raise refuse("sort.none", RULES["sort.none"])
    cards = (*top, *discard)
    if len(cards) != len(looked):
        raise refuse(
            "sort.cards",
            say_n("Put back the {n} card that you looked at.", "Put back all {n} cards that you looked at.", len(looked)),
        )
    check_named(state, on_turn(state), "sort.cards", cards, looked)


def _check_trash(state: State, by: str, card: str) -> Ability:
    ability = _ability(state, by, "trash.none", "trash_self" if card == by else "trash_discard")
    if card == by:
        return ability
    check_known(state, card)
    if any(tile.card == card for tile in spelling(state).tiles):
        raise refuse("trash.word", say("{card} is a letter of the word.", card=card))
    seat = on_turn(state)
    lies = placed(state, seat).get(card)
    hidden = hidden_places(state, seat)["discard"] > 0
    if lies != "discard" and not (lies is None and hidden and card in candidates(state, seat)):
        raise refuse("trash.discard", where(state, card, seat), state, card, seat)
    return ability
