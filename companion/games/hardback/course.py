"""What comes of a move (specification, section 6): setup, draws, the word, benefits, purchases.

Nothing here asks whether a move may be made; `judge` has done so. How a turn ends stands in `turns`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.games.hardback.benefits import Ability, chose
from companion.games.hardback.knowledge import drawn, filled, named, off_the_top, reshuffled, seen_in, without
from companion.games.hardback.pieces import GENRE_NAMES
from companion.games.hardback.state import (
    Chosen,
    Player,
    Question,
    Spelling,
    State,
    Tile,
    card_of,
    changed,
    has_hidden,
    hidden_cards,
    is_open,
    on_turn,
    player,
    spelling,
    with_player,
)
from companion.rules import HIDDEN, Line, Sentence, say

# --- setup ------------------------------------------------------------------------------------------------------------


def starters(state: State, seat: int, set_: int, cards: Sequence[str]) -> State:
    """`setup.deck`"""
    known = tuple(card for card in cards if card != HIDDEN)
    owned = (*state.box.coin_starters[set_], *known)
    return with_player(
        state, seat, set=set_, owned=owned, unseen_starters=len(cards) - len(known), draw=len(owned) + len(cards) - len(known)
    )


def is_ready(state: State) -> bool:
    """Whether everything is told that play needs to begin."""
    return state.first is not None and not state.asks and all(one.set is not None for one in state.players)


def first(state: State, seat: int) -> State:
    return changed(state, first=seat, turn=seat)


# --- the offer row ----------------------------------------------------------------------------------------------------


def refill(state: State) -> State:
    """Asks for cards for the empty places of the row, as many as can come (`deck.rebuild`)."""
    empty = state.row.count(None)
    state = _rebuilt(state) if empty else state
    n = min(empty, state.deck + len(state.removed))
    hands = tuple(question for question in state.asks if question.kind != "row")
    return changed(state, asks=(*hands, Question("row", None, n)) if n else hands)


def _rebuilt(state: State) -> State:
    """When the offer deck is empty, the removed cards are a new one."""
    if state.deck or not state.removed:
        return state
    return changed(state, deck=len(state.removed), removed=())


def turned(state: State, cards: Sequence[str]) -> State:
    """The cards go into the empty places, left to right; against Penny each may send a classic away."""
    asked = next(question.count for question in state.asks if question.kind == "row")
    for at, card in enumerate(cards, 1):
        place = state.row.index(None)
        row = (*state.row[:place], card, *state.row[place + 1 :])
        state = changed(state, row=row, row_order=(*state.row_order, card), deck=state.deck - 1)
        if state.penny is not None and state.phase != "setup":
            state = _sends_away(state, card)
        if at < asked:
            state = _rebuilt(state)
    rest = tuple(question for question in state.asks if question.kind != "row")
    left = min(asked - len(cards), state.deck + len(state.removed))
    return changed(state, asks=(*rest, Question("row", None, left)) if left else rest)


def _sends_away(state: State, card: str) -> State:
    """`penny.classic`: the oldest classic in play of that genre, of the seat on turn."""
    genre = card_of(state, card).genre
    has = player(state)
    gone = next((one for one in has.timeless if card_of(state, one).genre == genre), None)
    if gone is None:
        return state
    state = with_player(state, on_turn(state), timeless=without(has.timeless, gone), discard=(*has.discard, gone))
    if state.word is not None:
        state = changed(state, word=replace(state.word, lapsed=(*state.word.lapsed, gone)))
    return state


def off_the_row(state: State, card: str) -> State:
    """The row with an empty place where the card lay."""
    row = tuple(None if other == card else other for other in state.row)
    return changed(state, row=row, row_order=without(state.row_order, card))


def out_of_game(state: State, *cards: str) -> State:
    """Offer cards go to those that left the game, starters away for good."""
    offers = tuple(card for card in cards if not card_of(state, card).starter)
    starters_ = tuple(card for card in cards if card_of(state, card).starter)
    return changed(state, removed=state.removed + offers, gone=state.gone + starters_)


def flushed(state: State) -> State:
    """`flush.row`: the row leaves the game from left to right."""
    cards = tuple(card for card in state.row if card is not None)
    state = out_of_game(changed(state, row=(None,) * len(state.row), row_order=(), flushed=True), *cards)
    return refill(state)


# --- draws ------------------------------------------------------------------------------------------------------------


def answered(state: State, question: Question, n: int) -> State:
    """The question with so many cards fewer to tell; gone when none is left."""
    rest = question.count - n
    asks = (replace(one, count=rest) if one is question else one for one in state.asks)
    return changed(state, asks=tuple(one for one in asks if one.count > 0))


def told(state: State, question: Question, cards: Sequence[str]) -> State:
    """`Drew`: the answer to *question*."""
    seat = question.seat
    assert seat is not None
    if question.kind == "ink":
        return _inked(answered(state, question, 1), seat, cards[0])
    if question.kind == "look" or not is_open(state):
        secret = (*state.players[seat].secret_draws, tuple(cards))
        state = with_player(state, seat, secret_draws=secret)
    if question.kind == "look":
        return _looked(answered(state, question, len(cards)), seat, question, cards)
    for card in cards:
        if card != HIDDEN:
            state = seen_in(state, seat, "hand", card)
    return answered(state, question, question.count if HIDDEN in cards else len(cards))


def _inked(state: State, seat: int, card: str) -> State:
    state = named(state, seat, card)
    state, _ = off_the_top(state, seat)
    has = state.players[seat]
    once = has.once_inked if card in has.once_inked else (*has.once_inked, card)
    return with_player(state, seat, inked=(*has.inked, card), once_inked=once)


def _looked(state: State, seat: int, question: Question, cards: Sequence[str]) -> State:
    word = spelling(state)
    looked = list(word.looked)
    start = len(looked) - question.count
    for at, card in enumerate(cards, start):
        if card != HIDDEN:
            state = named(state, seat, card)
            if card in looked:
                looked[looked.index(card)] = looked[at]
            looked[at] = card
    in_place = (*word.in_place, *(card for card in cards if card != HIDDEN))
    return changed(state, word=replace(spelling(state), looked=tuple(looked), in_place=in_place))


def ink(state: State, seat: int) -> State:
    """One ink for one more card; an empty draw pile is reshuffled now (`draw.reshuffle`)."""
    state = with_player(state, seat, ink=max(0, state.players[seat].ink - 1))
    if not state.players[seat].draw:
        state = reshuffled(state, seat)
    state = changed(state, asks=(*state.asks, Question("ink", seat, 1)))
    return penny_spent(state, 1)


def penny_spent(state: State, inks: int) -> State:
    """`penny.horror`"""
    signature = state.box.penny[state.options.penny] if state.penny is not None else None
    if not inks or signature is None or signature.effect != "per_ink" or not in_row(state, signature.genre):
        return state
    return penny_scores(
        state,
        inks * signature.n,
        "penny.horror",
        say("ink spent while a card of {genre} is on offer", genre=Sentence(GENRE_NAMES[signature.genre or ""])),
    )


def in_row(state: State, genre: str | None, but: str | None = None) -> bool:
    """Whether a card of the genre is on offer, other than *but*."""
    return any(card is not None and card != but and card_of(state, card).genre == genre for card in state.row)


def penny_scores(state: State, n: int, rule: str, why: Sentence) -> State:
    """`penny.wins` is seen to by `turns`."""
    assert state.penny is not None
    return changed(state, penny=state.penny + n, penny_lines=(*state.penny_lines, Line(n, rule, why)))


def remover(state: State, seat: int, card: str) -> State:
    """`remover.inked`: the card becomes a hand card that all have seen."""
    has = state.players[seat]
    return with_player(
        state,
        seat,
        inked=without(has.inked, card),
        hand=(*has.hand, card),
        open=(*has.open, card),
        remover=max(0, has.remover - 1),
    )


def seen(state: State, seat: int, where: str, cards: Sequence[str]) -> State:
    for card in cards:
        state = seen_in(state, seat, where, card)
    return state


# --- the word ---------------------------------------------------------------------------------------------------------


def shown_hand(state: State, cards: Sequence[str]) -> State:
    """`Ghostwriter`: what is named is known, and everyone has seen the hand."""
    seat = on_turn(state)
    for card in cards:
        if card != HIDDEN and card not in state.players[seat].hand:
            state = seen_in(state, seat, "hand", card)
    known = tuple(card for card in state.players[seat].hand if card != HIDDEN)
    return changed(with_player(state, seat, open=known), shown=True)


def laid(state: State, tiles: Sequence[Tile], ghost: int | None) -> State:
    """The word lies on the table; what is left of the hand is still in it (specification, wilds without a name)."""
    seat = on_turn(state)
    for tile in tiles:
        if tile.source == "hand" and tile.card != HIDDEN and tile.card not in state.players[seat].hand:
            state = seen_in(state, seat, "hand", tile.card)
    has = state.players[seat]
    before, left = has.hand, has.hand
    for tile in tiles:
        if tile.source == "hand" and tile.card != HIDDEN:
            left = without(left, tile.card)
    unnamed = sum(tile.card == HIDDEN for tile in tiles)
    card = HIDDEN
    if unnamed == len(left) == 1:
        card, left = left[0], ()
    elif unnamed:
        left = hidden_cards(len(left) - unnamed)
    made = tuple(replace(tile, card=card) if tile.card == HIDDEN else tile for tile in tiles)
    inked = tuple(one for one in has.inked if one not in {tile.card for tile in tiles})
    # In a Ruling inked cards may be left out; they stay until the word stands.
    # What all have seen may lie among the unnamed wilds now; if it is named in hand again, that is the speller's secret.
    state = with_player(state, seat, hand=left, inked=inked, open=tuple(one for one in has.open if one in left))
    return changed(state, word=Spelling(made, ghostwriter=ghost, hand_before=before, open_before=has.open), votes=())


def stands(state: State) -> State:
    """The word counts: unused cards are discarded, the ghostwriter is paid, an award may change hands."""
    seat = on_turn(state)
    has = state.players[seat]
    word = spelling(state)
    discard = has.discard + has.hand + has.inked
    state = with_player(state, seat, hand=(), inked=(), open=(), discard=discard)
    state = changed(
        state,
        phase="benefits",
        word=replace(word, classics=has.timeless, hand_before=(), open_before=()),
        words=(*state.words, (seat, word.text)),
        votes=(),
    )
    if word.ghostwriter is not None:
        state = with_player(state, word.ghostwriter, ink=state.players[word.ghostwriter].ink + 1)
    return _awarded(state, seat, len(word.tiles))


def _awarded(state: State, seat: int, letters: int) -> State:
    """`award.take`"""
    length = max((award.length for award in state.box.awards if award.length <= letters), default=0)
    if not state.options.awards or not length:
        return state
    best = max(one.award for one in state.players)
    if length > best:
        for other in range(len(state.players)):
            state = with_player(state, other, award=length if other == seat else 0)
    elif length == best and state.options.shared_awards and state.penny is None:
        state = with_player(state, seat, award=length)
    return state


def voted(state: State, seat: int, accept: bool) -> State:
    """When all have voted the word stands or its cards go back (`vote.rejected`)."""
    state = changed(state, votes=(*state.votes, (seat, accept)))
    if len(state.votes) < len(state.players) - 1:
        return state
    noes = sum(not accepted for _, accepted in state.votes)
    many = noes * 2 > len(state.votes) if state.options.vote == "majority" else noes > 0
    return _taken_back(state) if many else stands(state)


def _taken_back(state: State) -> State:
    seat = on_turn(state)
    word, has = spelling(state), player(state)
    # What was named in the meantime is kept as far as the hand has room for it: what was known before is surer.
    since = [card for card in has.hand if card != HIDDEN and card not in word.hand_before]
    hand = filled(word.hand_before, since[: has_hidden(word.hand_before)])
    inked = (*has.inked, *(tile.card for tile in word.tiles if tile.source == "ink"))
    showed = {tile.card for tile in word.tiles if tile.source == "hand" and not tile.wild}
    open_ = tuple(card for card in hand if card in showed or card in word.open_before)
    state = with_player(state, seat, hand=hand, inked=inked, open=open_)
    return changed(state, phase="word", word=None, votes=())


def skipped(state: State) -> State:
    """`word.skip`: hand and inked cards are discarded, their ink goes back to the supply."""
    has = player(state)
    return with_player(state, on_turn(state), hand=(), inked=(), open=(), discard=has.discard + has.hand + has.inked)


# --- benefits ---------------------------------------------------------------------------------------------------------


def took(state: State, ability: Ability, what: str) -> State:
    state = chose(state, Chosen(ability.effect.name, ability.by, ability.half, what=what))
    seat = on_turn(state)
    if what in ("ink", "remover"):
        return with_player(state, seat, **{what: getattr(state.players[seat], what) + 1})
    if what == "look":
        known = tuple(card for card in player(state).top[: ability.effect.n] if card != HIDDEN)
        state = drawn(state, seat, ability.effect.n, "look")
        asks = (*state.asks, Question("look", seat, len(spelling(state).looked)))
        return changed(state, asks=asks, word=replace(spelling(state), in_place=known))
    return state


def sorted_back(state: State, top: Sequence[str], discard: Sequence[str]) -> State:
    """The cards looked at go on top of the draw pile and on the discard pile; what was not named may be forgotten."""
    seat = on_turn(state)
    word = spelling(state)
    for card in (*top, *discard):
        if card != HIDDEN and card not in spelling(state).looked:
            state = seen_in(state, seat, "look", card)
    left = [card for card in spelling(state).looked if card == HIDDEN or card not in (*top, *discard)]
    if len(left) == 1:
        top = [left[0] if card == HIDDEN else card for card in top]
        discard = [left[0] if card == HIDDEN else card for card in discard]
    has = state.players[seat]
    known = [*top, *has.top]
    while known and known[-1] == HIDDEN:
        known.pop()
    state = with_player(state, seat, draw=has.draw + len(top), top=tuple(known), discard=(*has.discard, *discard))
    return changed(state, word=replace(word, looked=(), in_place=()))


def trashed(state: State, ability: Ability, card: str) -> State:
    """`trash.effect`"""
    seat = on_turn(state)
    if card != ability.by and card not in player(state).discard:
        state = seen_in(state, seat, "discard", card)
    has = player(state)
    state = with_player(
        state,
        seat,
        owned=without(has.owned, card),
        discard=has.discard if card == ability.by else without(has.discard, card),
        timeless=without(has.timeless, card) if card in has.timeless else has.timeless,
    )
    state = chose(state, Chosen(ability.effect.name, ability.by, ability.half, what=ability.effect.what, card=card))
    return out_of_game(state, card)


def jailed(state: State, ability: Ability, card: str, keep: bool) -> State:
    """`jail.one`"""
    state = off_the_row(state, card)
    if keep:
        old = player(state).jail
        state = with_player(state, on_turn(state), jail=card)
        state = state if old is None else out_of_game(state, old)
    else:
        state = out_of_game(state, card)
    state = chose(state, Chosen("jail", ability.by, ability.half, what="keep" if keep else "remove", card=card))
    return refill(changed(state, jailed=state.jailed + 1))


# --- purchases --------------------------------------------------------------------------------------------------------


def bought(state: State, card: str) -> State:
    """`buy.card`"""
    row = state.row
    state = _paid(state, card_of(state, card).cost or 0)
    has = player(state)
    changes: dict[str, object] = {"owned": (*has.owned, card), "discard": (*has.discard, card)}
    if card == has.jail:
        changes["jail"] = None
    else:
        state = off_the_row(state, card)
    state = with_player(state, on_turn(state), **changes)
    state = _scored(state, card_of(state, card).buy_prestige, "score.buy", say("{card} bought", card=card))
    signature = state.box.penny[state.options.penny] if state.penny is not None else None
    if signature is not None and signature.effect == "per_purchase" and in_row(changed(state, row=row), signature.genre, card):
        why = say(
            "{card} bought while another card of {genre} is on offer",
            card=card,
            genre=Sentence(GENRE_NAMES[signature.genre or ""]),
        )
        state = penny_scores(state, signature.n, "penny.adventure", why)
    return refill(changed(state, bought=state.bought + 1))


def _paid(state: State, coins: int) -> State:
    return changed(state, coins=max(0, state.coins - coins))


def _scored(state: State, n: int, rule: str, why: Sentence) -> State:
    if not n:
        return state
    has = player(state)
    return with_player(state, on_turn(state), prestige=has.prestige + n, lines=(*has.lines, Line(n, rule, why)))


def advertised(state: State) -> State:
    """The next advert step is bought."""
    has = player(state)
    step = state.box.adverts[has.advert]
    state = with_player(_paid(state, step.cost), on_turn(state), advert=has.advert + 1)
    return _scored(state, step.prestige, "score.advert", say("advert {step}", step=step.step))


def ink_bought(state: State, count: int) -> State:
    return with_player(_paid(state, count), on_turn(state), ink=player(state).ink + count)


def ink_sold(state: State, coins: int) -> State:
    """`ink.three`; in a Ruling only what is there is spent."""
    has = player(state).ink
    spent = min(3 * coins, has)
    state = with_player(changed(state, coins=state.coins + coins), on_turn(state), ink=has - spent)
    return penny_spent(state, spent)


def counted(state: State, seat: int, prestige: int | None, ink_: int | None, remover_: int | None) -> State:
    """`count.ruling`: the markers as they lie on the table."""
    has: Player = state.players[seat]
    state = with_player(
        state,
        seat,
        ink=has.ink if ink_ is None else ink_,
        remover=has.remover if remover_ is None else remover_,
    )
    if prestige is None or prestige == has.prestige:
        return state
    line = Line(prestige - has.prestige, "count.ruling", say("set to {n}", n=prestige))
    return with_player(state, seat, prestige=prestige, lines=(*has.lines, line))
