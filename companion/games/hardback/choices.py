"""Whom the game waits for, what may be done now, and what chance may bring (specification, section 5)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from companion.games.hardback.benefits import can_close, closed, doublable, may_choose, owed, uncoverable, unused
from companion.games.hardback.buying import may_flush
from companion.games.hardback.dealing import known_next
from companion.games.hardback.knowledge import candidates, free_starters, hidden_places, in_offer_deck
from companion.games.hardback.moves import (
    Buy,
    BuyInk,
    Double,
    Drew,
    EndTurn,
    First,
    Flush,
    Ghostwriter,
    Give,
    Ink,
    Jail,
    Remove,
    Seen,
    SellInk,
    Skip,
    Sort,
    Starters,
    Take,
    Trash,
    Turned,
    Uncover,
    Vote,
    Word,
)
from companion.games.hardback.spelling import some_words, tiles_in_question
from companion.games.hardback.state import Question, State, card_of, has_hidden, hidden_cards, on_turn, others, player, spelling
from companion.rules import HIDDEN, TABLE, Ask, Open, Who

Listed = Iterator[tuple[Who, Any]]


def to_act(state: State) -> tuple[Who, ...]:
    """TABLE while cards must be told, seats that have not voted or must say what they return, else the seat on turn."""
    if state.phase == "over":
        return ()
    if state.phase == "setup" or state.asks:
        return (TABLE,)
    seat = on_turn(state)
    if state.phase == "vote":
        voted = dict(state.votes)
        return tuple(other for other in others(state, seat) if other not in voted)
    choosing = [other for other in others(state, seat) if may_choose(state, other)] if state.phase == "benefits" else []
    if not choosing:
        return (seat,)
    # Until they have said it the benefits cannot be closed; the seat on turn may have other choices left.
    busy = [seat] if next(_benefits(state), None) is not None else []
    return tuple(sorted([*choosing, *busy]))


def legal_moves(state: State, who: Who | None = None) -> list[tuple[Who, Any]]:
    """(who, move or Ask) for everything that may be done now; only *who*'s when given."""
    return [(one, move) for one, move in _all(state) if who in (None, one)]


def _all(state: State) -> Listed:
    if state.phase == "over":
        return
    if state.phase == "setup":
        yield from ((TABLE, move) for move in _setup(state))
        return
    if state.asks:
        yield from ((TABLE, move) for move in _answers(state, state.asks[0]))
    else:
        yield from _of_seats(state)
    yield from _seen(state)


# --- what the table tells ---------------------------------------------------------------------------------------------


def _setup(state: State) -> Iterator[Any]:
    free = free_starters(state)
    dealt = state.box.prestige_starters
    sets = _free_sets(state)
    for seat, one in enumerate(state.players):
        if one.set is None:
            cards = Open((*free, *hidden_cards(dealt)), dealt, dealt)
            yield Ask(Starters, {"seat": seat}, {"set": Open(tuple(sets)), "cards": cards})
    if state.first is None:
        yield from (First(seat) for seat in range(len(state.players)))
    for question in state.asks:
        yield from _answers(state, question)


def _free_sets(state: State) -> list[int]:
    taken = {one.set for one in state.players}
    return [set_ for set_ in state.box.coin_starters if set_ not in taken]


def _answers(state: State, question: Question) -> Iterator[Any]:
    seat, n = question.seat, question.count
    if question.kind == "row":
        coming = in_offer_deck(state)
        if n == 1:
            yield from (Turned((card,)) for card in coming)
        else:
            pool = coming if len(coming) >= n else (*coming, *state.removed)
            yield Ask(Turned, {}, {"cards": Open(pool, 1, n)})
        return
    assert seat is not None
    cards = _can_come(state, question)
    if question.kind == "ink":
        yield from (Drew(seat, (card,)) for card in cards)
    elif n == 1:
        yield from (Drew(seat, (card,)) for card in (*cards, HIDDEN))
    else:
        pool = tuple(dict.fromkeys((*cards, *_looked(state, question), *candidates(state, seat))))
        yield Ask(Drew, {"seat": seat}, {"cards": Open((*pool, *hidden_cards(n)), 1, n)})


def _looked(state: State, question: Question) -> tuple[str, ...]:
    """The looked-at cards still to be told, as far as they are known."""
    if question.kind != "look":
        return ()
    return tuple(card for card in spelling(state).looked[-question.count :] if card != HIDDEN)


def _can_come(state: State, question: Question) -> tuple[str, ...]:
    """The cards that the next one told may be."""
    assert question.seat is not None
    return known_next(state, question) or candidates(state, question.seat)


def _seen(state: State) -> Listed:
    for seat in range(len(state.players)):
        hidden = hidden_places(state, seat)
        for where in ("hand", "discard"):
            if hidden[where]:
                cards = Open(candidates(state, seat), 1, hidden[where])
                ask = Ask(Seen, {"seat": seat, "where": where}, {"cards": cards})
                yield seat, ask
                yield TABLE, ask


# --- what seats do ----------------------------------------------------------------------------------------------------


def _of_seats(state: State) -> Listed:
    seat = on_turn(state)
    match state.phase:
        case "word":
            yield from ((seat, move) for move in _words(state))
        case "vote":
            yield from (
                (other, Vote(other, accept)) for other in to_act(state) if isinstance(other, int) for accept in (True, False)
            )
        case "benefits":
            yield from ((seat, move) for move in _benefits(state))
            for other in others(state, seat):
                if owed(state, other) > 0:
                    has = state.players[other]
                    yield from ((other, Give(other, what)) for what in ("ink", "remover") if getattr(has, what))
            if not spelling(state).looked and can_close(state):
                yield from ((seat, move) for move in _purchases(closed(state)))
        case "buy":
            yield from ((seat, move) for move in _purchases(state))
    yield from _inks(state)


def _inks(state: State) -> Listed:
    for seat, has in enumerate(state.players):
        if seat == state.turn and state.phase != "word":
            continue
        if has.ink and (has.draw or has.discard):
            yield seat, Ink(seat)
        if has.remover:
            yield from ((seat, Remove(seat, card)) for card in has.inked)


def _words(state: State) -> Iterator[Any]:
    seat = on_turn(state)
    has = player(state)
    found = some_words(state)
    if found:
        # The pool begins with a word that can be, so that whoever goes through it in order has it at once.
        first = found[0]
        pool = (*first, *(tile for tile in tiles_in_question(state) if tile not in first))
        open_ = {"cards": Open(pool, len(first), len(has.hand) + len(has.inked) + _classics(state))}
        if state.shown and len(state.players) > 1:
            open_["ghost"] = Open((None, *others(state, seat)))
        yield Ask(Word, {}, open_)
    yield Skip()
    n = len(has.hand)
    if n == 0:
        yield Ghostwriter(())
        return
    known = tuple(card for card in has.hand if card != HIDDEN)
    pool = (*known, *(candidates(state, seat) if has_hidden(has.hand) else ()), *hidden_cards(n))
    yield Ask(Ghostwriter, {}, {"cards": Open(pool, n, n)})


def _classics(state: State) -> int:
    return sum(len(one.timeless) for one in state.players)


def _benefits(state: State) -> Iterator[Any]:
    """The choices of the seat on turn, without repetition."""
    if spelling(state).looked:
        yield _sort(state)
    else:
        yield from dict.fromkeys(_choices(state))


def _choices(state: State) -> Iterator[Any]:
    word, has = spelling(state), player(state)
    for ability in unused(state):
        by, half = ability.by, ability.half
        match ability.effect.name:
            case "uncover_adjacent":
                for side, place in uncoverable(state, ability):
                    lies = word.tiles[place].card
                    cards = candidates(state, on_turn(state)) if lies == HIDDEN else (lies,)
                    yield from (Uncover(by, _side(side), card) for card in cards)
            case "double_adjacent":
                yield from (Double(by, _side(side)) for side, _ in doublable(state, ability))
            case "either_coins_or_prestige":
                yield from (Take(by, _half(half), "coins"), Take(by, _half(half), "prestige"))
            case "ink_or_remover":
                yield from (Take(by, _half(half), "ink"), Take(by, _half(half), "remover"))
            case "preview_deck" if has.draw or has.discard:
                yield Take(by, _half(half), "look")
            case "trash_self":
                yield Trash(by, by)
            case "trash_discard":
                yield from (Trash(by, card) for card in _trashable(state))
            case "jail":
                yield from (Jail(by, card, keep) for card in state.row if card is not None for keep in (True, False))


def _side(side: str) -> Any:
    return side


def _half(half: str) -> Any:
    return half


def _trashable(state: State) -> Iterator[str]:
    has = player(state)
    letters = {tile.card for tile in spelling(state).tiles}
    yield from (card for card in has.discard if card != HIDDEN and card not in letters)
    if has_hidden(has.discard):
        yield from (card for card in candidates(state, on_turn(state)) if card not in letters)


def _sort(state: State) -> Ask:
    looked = spelling(state).looked
    n = len(looked)
    known = tuple(card for card in looked if card != HIDDEN)
    pool = (*known, *(candidates(state, on_turn(state)) if has_hidden(looked) else ()), *hidden_cards(n))
    return Ask(Sort, {}, {"top": Open(pool, 0, n), "discard": Open(pool, 0, n)})


def _purchases(state: State) -> Iterator[Any]:
    """In the buy phase, or with the benefits closed."""
    has = player(state)
    if state.penny is None and not state.flushed and not state.bought and may_flush(state):
        yield Flush()
    for card in (*state.row, has.jail):
        if card is not None and (card_of(state, card).cost or 0) <= state.coins:
            yield Buy(card)
    adverts = state.box.adverts
    if state.options.adverts and has.advert < len(adverts) and adverts[has.advert].cost <= state.coins:
        yield from (Buy(code) for code in state.box.advert_codes[has.advert :][:1])
    yield from (BuyInk(count) for count in range(1, state.coins + 1))
    yield from (SellInk(coins) for coins in range(1, has.ink // 3 + 1))
    yield EndTurn()


# --- chance -----------------------------------------------------------------------------------------------------------


def chance(state: State) -> list[tuple[Any, int]] | Ask:
    """TABLE's moves, one card at a time, each that can come with weight 1; likewise the pairs of starters and the first seat."""
    if state.phase == "setup":
        return [(move, 1) for move in _chance_setup(state)]
    if not state.asks:
        return []
    question = state.asks[0]
    if question.kind == "row":
        return [(Turned((card,)), 1) for card in in_offer_deck(state)]
    assert question.seat is not None
    return [(Drew(question.seat, (card,)), 1) for card in _can_come(state, question)]


def _chance_setup(state: State) -> Iterator[Any]:
    waiting = [seat for seat, one in enumerate(state.players) if one.set is None]
    if waiting:
        set_ = _free_sets(state)[0]
        for pair in itertools.combinations(free_starters(state), state.box.prestige_starters):
            yield Starters(waiting[0], set_, pair)
    elif state.first is None:
        yield from (First(seat) for seat in range(len(state.players)))
    else:
        yield from (Turned((card,)) for card in in_offer_deck(state))
