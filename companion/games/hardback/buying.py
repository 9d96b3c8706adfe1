"""May this be bought, and what comes of it; the end of a turn (specification, section 6, rules 39-45)."""

from __future__ import annotations

from companion.games.hardback import course, turns
from companion.games.hardback.moves import Buy, BuyInk, EndTurn, Flush, OfPurchase, SellInk
from companion.games.hardback.places import check_known, refuse, where
from companion.games.hardback.state import State, card_of, on_turn, others, player
from companion.games.hardback.text import RULES
from companion.rules import Name, say, say_n


def of_purchase(state: State, move: OfPurchase, ruling: bool) -> State:
    """The state after a purchase or the end of the turn, the benefits closed. Raises IllegalMove."""
    match move:
        case Flush():
            if not ruling:
                _check_flush(state)
            return course.flushed(state)
        case Buy(card) if card in state.box.advert_codes:
            return _advert(state, ruling)
        case Buy(card):
            _check_buy(state, card, ruling)
            return course.bought(state, card)
        case BuyInk(count):
            _check_some(count)
            _check_coins(state, count, ruling)
            return course.ink_bought(state, count)
        case SellInk(coins):
            _check_some(coins)
            if player(state).ink < 3 * coins and not ruling:
                has = player(state).ink
                text = say_n(
                    "That takes {ink} ink, and you have {n}.", "That takes {ink} ink, and you have {n}.", has, ink=3 * coins
                )
                raise refuse("ink.three", text)
            return course.ink_sold(state, coins)
        case EndTurn():
            return turns.turn_ended(state)


def may_flush(state: State) -> bool:
    """`flush.row`: four cards cost 6 or more, or four share a genre."""
    cards = [card_of(state, code) for code in state.row if code is not None]
    dear = sum((card.cost or 0) >= 6 for card in cards)
    genres = [card.genre for card in cards]
    return max([dear, *(genres.count(genre) for genre in genres)]) >= 4


def _check_flush(state: State) -> None:
    if state.penny is not None:
        raise refuse("flush.penny", RULES["flush.penny"])
    if state.flushed:
        raise refuse("flush.once", RULES["flush.once"])
    if state.bought:
        raise refuse("flush.bought", RULES["flush.bought"])
    if not may_flush(state):
        raise refuse("flush.row", RULES["flush.row"])


def _check_buy(state: State, card: str, ruling: bool) -> None:
    check_known(state, card)
    for seat in others(state, on_turn(state)):
        if state.players[seat].jail == card:
            raise refuse("buy.jail", say("{card} is reserved for {who}.", card=card, who=Name(seat)))
    if card not in state.row and card != player(state).jail:
        raise refuse("buy.row", where(state, card), state, card)
    _check_coins(state, card_of(state, card).cost or 0, ruling)


def _check_coins(state: State, cost: int, ruling: bool) -> None:
    if cost > state.coins and not ruling:
        text = say_n(
            "That costs {cost}, and {n} coin is left.", "That costs {cost}, and {n} coins are left.", state.coins, cost=cost
        )
        raise refuse("buy.coins", text if state.coins else say("That costs {cost}, and no coin is left.", cost=cost))


def _check_some(n: int) -> None:
    if n < 1:
        raise refuse("buy.count", RULES["buy.count"])


def _advert(state: State, ruling: bool) -> State:
    if not state.options.adverts:
        raise refuse("advert.off", RULES["advert.off"])
    step = player(state).advert
    if step >= len(state.box.adverts):
        raise refuse("advert.done", say("{who} has bought every advert.", who=Name(on_turn(state))))
    _check_coins(state, state.box.adverts[step].cost, ruling)
    return course.advertised(state)
