"""What is known of a deck: hidden places, unseen cards, and the little that follows from them (specification, section 4).

A seat's hidden places are the HIDDEN in its hand, draw pile, discard pile, looked-at cards and word; its unseen cards are those
it owns whose place is not known. Always: unseen cards + unseen starters = hidden places.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.games.hardback.state import Spelling, State, Tile, changed, has_hidden, spelling, with_player
from companion.rules import HIDDEN


def own_word(state: State, seat: int) -> Spelling | None:
    """The word that lies out, if it is this seat's."""
    return state.word if seat == state.turn else None


def hidden_places(state: State, seat: int) -> dict[str, int]:
    """How many cards nobody has named, by where they lie."""
    player, word = state.players[seat], own_word(state, seat)
    return {
        "hand": has_hidden(player.hand),
        "draw": player.draw - len(player.top) + has_hidden(player.top),
        "discard": has_hidden(player.discard),
        "look": has_hidden(word.looked) if word else 0,
        "word": sum(tile.card == HIDDEN for tile in word.tiles) if word else 0,
    }


def placed(state: State, seat: int) -> dict[str, str]:
    """Cards of the seat's deck whose place is known -> the place (hand, inked, top, discard, timeless, look, word)."""
    player, word = state.players[seat], own_word(state, seat)
    found: dict[str, str] = {}
    if word is not None:
        found |= {tile.card: "word" for tile in word.tiles if tile.source != "classic"}
        found |= dict.fromkeys(word.looked, "look")
    for place in ("hand", "inked", "top", "discard", "timeless"):
        found |= dict.fromkeys(getattr(player, place), place)
    found.pop(HIDDEN, None)
    return found


def unseen(state: State, seat: int) -> tuple[str, ...]:
    """The owned cards whose place is not known, in the order in which they came into the deck."""
    known = placed(state, seat)
    return tuple(card for card in state.players[seat].owned if card not in known)


def free_starters(state: State) -> tuple[str, ...]:
    """The prestige starters that nobody is known to own and that were not trashed."""
    taken = {card for player in state.players for card in player.owned}.union(state.gone)
    return tuple(card for card in state.box.prestige_pool if card not in taken)


def candidates(state: State, seat: int) -> tuple[str, ...]:
    """The cards that can be in a hidden place of the seat, whichever it is."""
    cards = unseen(state, seat)
    return cards + free_starters(state) if state.players[seat].unseen_starters else cards


def named(state: State, seat: int, card: str) -> State:
    """*card* is shown to be the seat's: if it was an unseen starter, it is owned from now on."""
    player = state.players[seat]
    if card in player.owned:
        return state
    return with_player(
        state,
        seat,
        owned=(*player.owned, card),
        unseen_starters=player.unseen_starters - 1,
        private=(*player.private, card),
    )


def published(state: State, seat: int) -> State:
    """Starters that lie where all can see them are seen by all, also later."""
    player, word = state.players[seat], own_word(state, seat)
    if not player.private:
        return state
    sight = {*player.inked, *player.discard, *player.open, *state.gone}
    if word is not None:
        sight |= {tile.card for at, tile in enumerate(word.tiles) if not tile.wild or at in word.uncovered}
    return with_player(state, seat, private=tuple(card for card in player.private if card not in sight))


def in_place_of_hidden(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """*card* in the first hidden place."""
    at = cards.index(HIDDEN)
    return (*cards[:at], card, *cards[at + 1 :])


def filled(cards: tuple[str, ...], found: Sequence[str]) -> tuple[str, ...]:
    """The hidden places filled with *found*, from the first on."""
    for card in found:
        cards = in_place_of_hidden(cards, card)
    return cards


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The cards without the first *card*."""
    at = cards.index(card)
    return (*cards[:at], *cards[at + 1 :])


def seen_in(state: State, seat: int, place: str, card: str) -> State:
    """A hidden card of hand, discard pile, looked-at cards or word turns out to be *card*."""
    state = named(state, seat, card)
    if place in ("hand", "discard"):
        return with_player(state, seat, **{place: in_place_of_hidden(getattr(state.players[seat], place), card)})
    word = spelling(state)
    if place == "look":
        return changed(state, word=replace(word, looked=in_place_of_hidden(word.looked, card)))
    return changed(state, word=replace(word, tiles=_with_card(word.tiles, card)))


def _with_card(tiles: tuple[Tile, ...], card: str) -> tuple[Tile, ...]:
    at = next(at for at, tile in enumerate(tiles) if tile.card == HIDDEN)
    return (*tiles[:at], replace(tiles[at], card=card), *tiles[at + 1 :])


def deduced(state: State, seat: int) -> State:
    """If all hidden places are in one place other than the draw pile, they become known there, in code order.

    In the word only if it is one card; not while the deck holds a starter that nobody has seen.
    """
    player = state.players[seat]
    if player.unseen_starters or player.draw > len(player.top) or HIDDEN in player.top:
        return state
    hidden = hidden_places(state, seat)
    places = [place for place, n in hidden.items() if n]
    if len(places) != 1 or places[0] == "draw" or (places[0] == "word" and hidden["word"] > 1):
        return state
    for card in sorted(unseen(state, seat)):
        state = seen_in(state, seat, places[0], card)
    return state


def reshuffled(state: State, seat: int) -> State:
    """The discard pile becomes the draw pile, and its cards are unseen again (`draw.reshuffle`)."""
    state = deduced(state, seat)
    return with_player(state, seat, draw=len(state.players[seat].discard), top=(), discard=())


def drawn(state: State, seat: int, n: int, place: str) -> State:
    """Up to *n* cards from the draw pile into the hand or among the looked-at, as far as they are known.

    If the pile is too short, what is there is drawn first, then the discard pile is shuffled; with nothing left it stops.
    """
    for _ in range(n):
        if not state.players[seat].draw:
            if not state.players[seat].discard:
                break
            state = reshuffled(state, seat)
        state, card = off_the_top(state, seat)
        if place == "hand":
            state = with_player(state, seat, hand=(*state.players[seat].hand, card))
        else:
            word = spelling(state)
            state = changed(state, word=replace(word, looked=(*word.looked, card)))
    return state


def off_the_top(state: State, seat: int) -> tuple[State, str]:
    """The draw pile without its top card, and that card as far as it is known."""
    player = state.players[seat]
    card = player.top[0] if player.top else HIDDEN
    return with_player(state, seat, draw=player.draw - 1, top=player.top[1:]), card


def looked_there(word: Spelling, place: int) -> tuple[str, ...]:
    """The known cards of which one lies at that place of those looked at; empty when it may be any that is hidden."""
    card = word.looked[place]
    if card == HIDDEN or card in word.in_place:
        return () if card == HIDDEN else (card,)
    return tuple(other for other in word.looked if other != HIDDEN and other not in word.in_place)


def top_of(state: State, seat: int) -> str:
    """The top card of the draw pile, HIDDEN when it is not known."""
    top = state.players[seat].top
    return top[0] if top else HIDDEN


# --- the offer deck ---------------------------------------------------------------------------------------------------


def in_offer_deck(state: State) -> tuple[str, ...]:
    """The cards of the offer deck: those of the edition that lie nowhere else."""
    elsewhere = {*state.row, *state.removed}
    for player in state.players:
        elsewhere.update(player.owned)
        elsewhere.add(player.jail)
    return tuple([card for card in state.box.offer(state.options.edition) if card not in elsewhere])


def comes_from_offer_deck(state: State, card: str) -> bool:
    """Whether the card is one of those."""
    if card in state.row or card in state.removed or card not in state.box.offer(state.options.edition):
        return False
    return not any(card == player.jail or card in player.owned for player in state.players)
