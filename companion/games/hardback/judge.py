"""May this be done, and what comes of it: `apply` (specification, sections 5 and 6).

A refusal names the first rule in the order of section 6: over, setup, whose move, what must be told first, the part of the turn,
for purchases the closing of the benefits; then the rules of the move itself. In a Ruling the rules marked R there are set aside.
"""

from __future__ import annotations

from typing import Any

from companion.games.hardback import course, turns
from companion.games.hardback.benefits import (
    Ability,
    abilities,
    beside,
    closed,
    doublable,
    doubled,
    gave,
    is_wild,
    owed,
    uncovered,
    unused,
)
from companion.games.hardback.knowledge import (
    candidates,
    comes_from_offer_deck,
    hidden_places,
    named,
    placed,
    top_of,
)
from companion.games.hardback.moves import (
    Buy,
    BuyInk,
    Count,
    Double,
    Drew,
    EndTurn,
    First,
    Flush,
    Ghostwriter,
    Give,
    Ink,
    Jail,
    Move,
    OfBenefits,
    OfNamed,
    OfPurchase,
    OfTable,
    OfWord,
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
from companion.games.hardback.places import refuse, where
from companion.games.hardback.spelling import check_word, tiles_of
from companion.games.hardback.state import (
    Question,
    State,
    card_of,
    changed,
    has_hidden,
    on_turn,
    others,
    player,
    spelling,
)
from companion.games.hardback.text import RULES
from companion.rules import HIDDEN, TABLE, Name, Who, say, say_n


def apply(state: State, who: Who, move: Move, *, ruling: bool = False) -> State:
    """The state after *who* made the move. Raises IllegalMove with the first rule in its way; then nothing has changed."""
    _check_time(state, who, move)
    if isinstance(move, OfTable):
        return turns.settled(_of_table(state, move))
    if isinstance(move, OfNamed):
        return turns.settled(_of_named(state, move, ruling))
    if isinstance(move, OfWord):
        return turns.settled(_of_word(state, move, ruling))
    if isinstance(move, OfBenefits):
        return turns.settled(_of_benefits(state, move))
    return turns.settled(_of_purchase(closed(state) if state.phase == "benefits" else state, move, ruling))


def maker(state: State, move: Move) -> Who:
    """Who makes this move when nobody says so: the table, the seat it names, or the seat on turn."""
    if isinstance(move, OfTable):
        return TABLE
    return move.seat if isinstance(move, OfNamed) else state.turn or 0


# --- over, setup, whose move, what is told first, the part of the turn ------------------------------------------------


def _check_time(state: State, who: Who, move: Move) -> None:
    if state.phase == "over":
        raise refuse("game.over", RULES["game.over"])
    if state.phase == "setup" and not isinstance(move, Starters | First | Turned):
        raise refuse("setup.first", RULES["setup.first"])
    _check_who(state, who, move)
    if state.phase != "setup" and state.asks and not _answers(state, move):
        raise refuse("table.first", _to_tell(state.asks[0]))
    _check_phase(state, move)


def _check_who(state: State, who: Who, move: Move) -> None:
    if isinstance(move, OfTable):
        if who != TABLE:
            raise refuse("turn.order", say("Only the table tells this."))
    elif isinstance(move, OfNamed):
        if move.seat not in range(len(state.players)):
            raise refuse("turn.order", say("Nobody sits there."))
        # What lies on the table anybody may tell; whether it stands in a Ruling is asked later.
        if who != move.seat and not (isinstance(move, Seen) and who == TABLE) and not isinstance(move, Count):
            raise refuse("turn.order", say("Only {who} makes this move.", who=Name(move.seat)))
        if isinstance(move, Vote) and move.seat == state.turn:
            raise refuse("turn.order", say("The others vote on {who}’s word.", who=Name(move.seat)))
    elif who != state.turn:
        raise refuse("turn.order", say("It is {who}’s turn.", who=Name(on_turn(state))))


def _answers(state: State, move: Move) -> bool:
    """Whether the move may come while the table has something to tell: the answer, or cards that were seen."""
    if isinstance(move, Turned):
        return state.asks[0].kind == "row"
    return isinstance(move, Drew | Seen)


def _to_tell(question: Question) -> Any:
    match question.kind:
        case "row":
            return say_n("First tell which card is turned up.", "First tell which {n} cards are turned up.", question.count)
        case "hand":
            return say("First tell {who}’s new hand.", who=Name(question.seat or 0))
        case "ink":
            return say("First tell which card {who} drew with ink.", who=Name(question.seat or 0))
    return say_n(
        "First tell which card {who} looks at.",
        "First tell which {n} cards {who} looks at.",
        question.count,
        who=Name(question.seat or 0),
    )


def _check_phase(state: State, move: Move) -> None:
    if isinstance(move, OfWord) and state.phase != "word":
        raise refuse("turn.phase", say("The word of this turn is spelled already."))
    if isinstance(move, Vote) and state.phase != "vote":
        raise refuse("turn.phase", say("There is no word to vote on."))
    if isinstance(move, OfBenefits | Give):
        if state.phase == "buy":
            raise refuse("benefits.closed", RULES["benefits.closed"])
        if state.phase != "benefits":
            raise refuse("turn.phase", say("Benefits come after the word."))
    if isinstance(move, OfPurchase) and state.phase not in ("benefits", "buy"):
        raise refuse("turn.phase", say("Purchases come after the word and its benefits."))
    if isinstance(move, OfBenefits | OfPurchase) and not isinstance(move, Sort) and spelling(state).looked:
        raise refuse("turn.phase", say("First the cards that were looked at are put back."))


# --- what the table tells ---------------------------------------------------------------------------------------------


def _of_table(state: State, move: OfTable) -> State:
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
            raise refuse("setup.set", say("{who} has set {n}.", who=Name(other), n=set_))
    dealt = state.box.prestige_starters
    shown = [card for card in cards if card != HIDDEN]
    if len(cards) != dealt or len(set(shown)) != len(shown):
        raise refuse("setup.two", say_n("{n} prestige starter is dealt.", "{n} different prestige starters are dealt.", dealt))
    for card in shown:
        _check_known(state, card)
        if card not in state.box.prestige_pool:
            raise refuse("setup.prestige", say("{card} is no prestige starter.", card=card))
        for other, one in enumerate(state.players):
            if card in one.owned:
                raise refuse("setup.prestige", say("{card} was dealt to {who}.", card=card, who=Name(other)))


def _check_known(state: State, card: str) -> None:
    if card not in state.box.card:
        raise refuse("piece.unknown", say("“{code}” is no card of this box.", code=card[:20]))


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
        _check_known(state, card)
        if card in cards[:at]:
            raise refuse("turned.seen", say("{card} is named twice.", card=card))
        # Once the deck has run out, the cards that left the game are a new one.
        comes = comes_from_offer_deck(state, card) if at < state.deck else card in state.removed
        if not comes:
            raise refuse("turned.seen", where(state, card), state, card)


def _check_drew(state: State, seat: int, cards: tuple[str, ...]) -> Question:
    """The question that is answered."""
    question = state.asks[0] if state.asks else None
    if question is None or question.kind == "row":
        raise refuse("drew.none", say("Nobody has a drawn card to tell."))
    if seat != question.seat:
        raise refuse("drew.seat", say("{who} draws now.", who=Name(question.seat or 0)))
    if not 1 <= len(cards) <= question.count:
        raise refuse("drew.count", say_n("{n} card was drawn.", "{n} cards were drawn.", question.count))
    trial = state
    for at, card in enumerate(cards):
        if card == HIDDEN:
            if question.kind == "ink":
                raise refuse("drew.open", RULES["drew.open"])
            continue
        _check_known(state, card)
        top = HIDDEN
        if question.kind == "ink":
            top = top_of(state, seat)
        elif question.kind == "look":
            top = spelling(state).looked[len(spelling(state).looked) - question.count + at]
        if top != HIDDEN:
            if card != top:
                raise refuse("drew.top", say("On top of {who}’s draw pile lies another card.", who=Name(seat)))
        elif card in cards[:at]:
            raise refuse("drew.owned", say("{card} is named twice.", card=card))
        elif card not in candidates(trial, seat):
            raise refuse("drew.owned", where(state, card, seat), state, card, seat)
        trial = named(trial, seat, card)
    return question


# --- what a seat does in anybody's turn -------------------------------------------------------------------------------


def _of_named(state: State, move: OfNamed, ruling: bool) -> State:
    seat = move.seat
    match move:
        case Seen(_, place, cards):
            _check_seen(state, seat, place, cards)
            return course.seen(state, seat, place, cards)
        case Ink():
            _check_ink(state, seat, ruling)
            return course.ink(state, seat)
        case Remove(_, card):
            _check_remove(state, seat, card, ruling)
            return course.remover(state, seat, card)
        case Vote(_, accept):
            if seat in dict(state.votes):
                raise refuse("vote.once", say("{who} has voted already.", who=Name(seat)))
            return course.voted(state, seat, accept)
        case Give(_, what):
            if owed(state, seat) <= 0:
                raise refuse("give.none", say("{who} has nothing to return.", who=Name(seat)))
            if not getattr(state.players[seat], what):
                raise refuse("give.token", say("{who} has no {what}.", who=Name(seat), what=what))
            return gave(state, seat, what)
        case Count(_, prestige, ink, remover):
            if not ruling:
                raise refuse("count.ruling", RULES["count.ruling"])
            if any(value is not None and value < 0 for value in (prestige, ink, remover)):
                raise refuse("count.ruling", say("No marker stands below 0."))
            return course.counted(state, seat, prestige, ink, remover)


def _check_seen(state: State, seat: int, place: str, cards: tuple[str, ...]) -> None:
    trial = state
    for at, card in enumerate(cards):
        _check_known(state, card)
        if card in cards[:at]:
            raise refuse("seen.place", say("{card} is named twice.", card=card))
        if card not in candidates(trial, seat):
            raise refuse("seen.place", where(state, card, seat), state, card, seat)
        trial = named(trial, seat, card)
    hidden = hidden_places(state, seat)[place]
    if not 1 <= len(cards) <= hidden:
        raise refuse("seen.count", say_n("{n} card there is hidden.", "{n} cards there are hidden.", hidden))


def _check_before_word(state: State, seat: int, rule: str) -> None:
    if seat == state.turn and state.phase != "word":
        raise refuse(rule, RULES[rule])


def _check_ink(state: State, seat: int, ruling: bool) -> None:
    _check_before_word(state, seat, "ink.time")
    has = state.players[seat]
    if not has.ink and not ruling:
        raise refuse("ink.token", say("{who} has no ink.", who=Name(seat)))
    if not has.draw and not has.discard:
        raise refuse("ink.nothing", say("{who} has no card left to draw; the ink is kept.", who=Name(seat)))


def _check_remove(state: State, seat: int, card: str, ruling: bool) -> None:
    _check_before_word(state, seat, "remover.time")
    has = state.players[seat]
    if not has.remover and not ruling:
        raise refuse("remover.token", say("{who} has no remover.", who=Name(seat)))
    _check_known(state, card)
    if card not in has.inked:
        raise refuse("remover.inked", say("{card} is no inked card of {who}.", card=card, who=Name(seat)))


# --- the word ---------------------------------------------------------------------------------------------------------


def _of_word(state: State, move: OfWord, ruling: bool) -> State:
    match move:
        case Ghostwriter(cards):
            _check_shown(state, cards)
            return course.shown_hand(state, cards)
        case Skip():
            return turns.turn_skipped(course.skipped(state))
        case Word(cards, ghost):
            to_vote = check_word(state, cards, ghost, ruling)
            laid = course.laid(state, tiles_of(state, cards), ghost)
            return changed(laid, phase="vote") if to_vote else course.stands(laid)


def _check_shown(state: State, cards: tuple[str, ...]) -> None:
    """`ghost.hand`: every card that is known in hand is among those named, or hidden among them."""
    seat = on_turn(state)
    hand = player(state).hand
    if len(cards) != len(hand):
        raise refuse("ghost.hand", say_n("The hand has {n} card.", "The hand has {n} cards.", len(hand)))
    trial, fresh = state, 0
    for at, card in enumerate(cards):
        if card == HIDDEN:
            continue
        _check_known(state, card)
        if card in cards[:at]:
            raise refuse("ghost.hand", say("{card} is named twice.", card=card))
        if card in hand:
            continue
        fresh += 1
        if card not in candidates(trial, seat) or fresh > has_hidden(hand):
            raise refuse("ghost.hand", where(state, card, seat), state, card, seat)
        trial = named(trial, seat, card)


# --- benefits ---------------------------------------------------------------------------------------------------------


def _of_benefits(state: State, move: OfBenefits) -> State:
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
            _check_known(state, card)
            if card not in state.row:
                raise refuse("jail.row", where(state, card), state, card)
            return course.jailed(state, ability, card, keep)


def _ability(state: State, by: str, rule: str, name: str) -> Ability:
    """The open ability of that name of the card *by*, the basic half's before the genre half's."""
    _check_known(state, by)
    for ability in unused(state, name):
        if ability.by == by:
            return ability
    if any(ability.by == by for ability in abilities(state, name)):
        raise refuse(rule, say("{card} has done that already.", card=by))
    if any(effect.name == name for half in ("basic", "genre") for effect in card_of(state, by).half(half)):
        raise refuse(rule, say("That ability of {card} is not active.", card=by))
    raise refuse(rule, say("{card} has no such ability.", card=by))


def _check_uncover(state: State, ability: Ability, side: str, card: str) -> int:
    """The place of the wild."""
    word = spelling(state)
    place = beside(word, ability.place, side)
    if place is None or not is_wild(word, place):
        raise refuse("uncover.adjacent", _not_beside(state, ability, side))
    lies = word.tiles[place].card
    if card == HIDDEN:
        raise refuse("uncover.card", say("Say which card it is."))
    _check_known(state, card)
    if lies != HIDDEN and card != lies:
        raise refuse("uncover.card", say("Another card lies there."))
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
    _check_known(state, by)
    for ability in unused(state, OFFERS[what]):
        if (ability.by, ability.half) == (by, half):
            if what == "look" and not player(state).draw and not player(state).discard:
                raise refuse("take.look", RULES["take.look"])
            return ability
    raise refuse("take.none", say("{card} leaves no such choice now.", card=by))


def _check_sort(state: State, top: tuple[str, ...], discard: tuple[str, ...]) -> None:
    looked = spelling(state).looked
    if not looked:
        raise refuse("sort.none", RULES["sort.none"])
    cards = (*top, *discard)
    if len(cards) != len(looked):
        raise refuse("sort.cards", say_n("{n} card was looked at.", "{n} cards were looked at.", len(looked)))
    trial, fresh = state, 0
    for at, card in enumerate(cards):
        if card == HIDDEN:
            continue
        _check_known(state, card)
        if card in cards[:at]:
            raise refuse("sort.cards", say("{card} is named twice.", card=card))
        if card in looked:
            continue
        fresh += 1
        if card not in candidates(trial, on_turn(state)) or fresh > has_hidden(looked):
            raise refuse("sort.cards", where(state, card, on_turn(state)), state, card, on_turn(state))
        trial = named(trial, on_turn(state), card)


def _check_trash(state: State, by: str, card: str) -> Ability:
    ability = _ability(state, by, "trash.none", "trash_self" if card == by else "trash_discard")
    if card == by:
        return ability
    _check_known(state, card)
    if any(tile.card == card for tile in spelling(state).tiles):
        raise refuse("trash.word", say("{card} is a letter of the word.", card=card))
    seat = on_turn(state)
    lies = placed(state, seat).get(card)
    hidden = hidden_places(state, seat)["discard"] > 0
    if lies != "discard" and not (lies is None and hidden and card in candidates(state, seat)):
        raise refuse("trash.discard", where(state, card, seat), state, card, seat)
    return ability


# --- purchases --------------------------------------------------------------------------------------------------------


def _of_purchase(state: State, move: OfPurchase, ruling: bool) -> State:
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
                raise refuse("ink.three", say("For that {n} ink are needed.", n=3 * coins))
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
    _check_known(state, card)
    for seat in others(state, on_turn(state)):
        if state.players[seat].jail == card:
            raise refuse("buy.jail", say("{card} is reserved for {who}.", card=card, who=Name(seat)))
    if card not in state.row and card != player(state).jail:
        raise refuse("buy.row", where(state, card), state, card)
    _check_coins(state, card_of(state, card).cost or 0, ruling)


def _check_coins(state: State, cost: int, ruling: bool) -> None:
    if cost > state.coins and not ruling:
        raise refuse("buy.coins", say("That costs {cost}; {coins} are left.", cost=cost, coins=state.coins))


def _check_some(n: int) -> None:
    if n < 1:
        raise refuse("buy.count", RULES["buy.count"])


def _advert(state: State, ruling: bool) -> State:
    if not state.options.adverts:
        raise refuse("advert.off", RULES["advert.off"])
    step = player(state).advert
    if step >= len(state.box.adverts):
        raise refuse("advert.done", RULES["advert.done"])
    _check_coins(state, state.box.adverts[step].cost, ruling)
    return course.advertised(state)
