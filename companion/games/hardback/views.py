"""What each may know: hands, wilds, looked-at cards and the top of a draw pile are their owner's (specification, section 4)."""

from __future__ import annotations

from dataclasses import replace

from companion.games.hardback.knowledge import unseen
from companion.games.hardback.moves import TILE, Drew, Move, Seen, Sort, Word
from companion.games.hardback.state import Player, Spelling, State, changed, hidden_cards, is_open
from companion.rules import HIDDEN, Who


def view(state: State, seat: int | None) -> State:
    """The state as *seat* may know it; None: as everyone does. Discard piles lie face up, also what was deduced of them."""
    players = tuple(one if number == seat else _shown(one, is_open(state)) for number, one in enumerate(state.players))
    word = state.word if state.word is None or state.turn == seat else _veiled(state, state.word)
    return changed(state, players=players, word=word)


def _shown(one: Player, open_: bool) -> Player:
    """A player as the others see it."""
    # Starters that only their owner has seen lie hidden for the others, wherever that is.
    private = () if open_ else tuple(card for card in one.private if card not in one.open)
    return replace(
        one,
        hand=one.hand if open_ else tuple(card if card in one.open else HIDDEN for card in one.hand),
        top=(),
        owned=tuple(card for card in one.owned if card not in private),
        unseen_starters=one.unseen_starters + len(private),
        private=(),
        secret_draws=(),
    )


def _veiled(state: State, word: Spelling) -> Spelling:
    """The word as the others see it: wilds face down, looked-at cards in the speller's hands."""
    tiles = tuple(
        replace(tile, card=HIDDEN) if tile.wild and at not in word.uncovered and tile.source == "hand" else tile
        for at, tile in enumerate(word.tiles)
    )
    looked, before = hidden_cards(len(word.looked)), hidden_cards(len(word.hand_before))
    return replace(word, tiles=tiles, looked=looked, in_place=(), hand_before=before)


def veil(state: State, who: Who, move: Move, seat: int | None) -> Move:
    """The move as *seat* may read it now: what came into another's hand, or lies face down, is hidden."""
    match move:
        case Seen(owner, "hand", cards) if owner != seat and not is_open(state):
            return replace(move, cards=hidden_cards(len(cards)))
        case Drew(owner, cards) if owner != seat and not _was_public(state, owner, cards, seat):
            return replace(move, cards=hidden_cards(len(cards)))
        case Sort(top, discard) if who != seat:
            return Sort(hidden_cards(len(top)), hidden_cards(len(discard)))
        case Word(cards) if who != seat:
            return replace(move, cards=tuple(map(_tile, cards)))
    return move


def _was_public(state: State, owner: int, cards: tuple[str, ...], seat: int | None) -> bool:
    """Whether all saw what was drawn: a card drawn with ink, and open hands, but nothing that was looked at.

    The move does not say what it was for. A card that came both ways is shown as long as it lies where *seat* sees it.
    """
    has = state.players[owner]
    inked = len(cards) == 1 and cards[0] in has.once_inked
    if cards in has.secret_draws:
        return inked and cards[0] not in unseen(view(state, seat), owner)
    return inked or is_open(state)


def _tile(text: str) -> str:
    found = TILE.fullmatch(text)
    return f"{found[1]}={HIDDEN}" if found is not None and found[1] else text
