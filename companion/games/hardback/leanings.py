"""How a practice player leans (specification, section 5): towards words that lie face up, what they pay, and dear cards.

No advice: by equal chances most words are all wilds, which pay nothing, and a game does not end.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

from companion.games.hardback.choices import legal_moves
from companion.games.hardback.knowledge import candidates
from companion.games.hardback.moves import (
    Buy,
    BuyInk,
    Double,
    EndTurn,
    Flush,
    Ghostwriter,
    Ink,
    Jail,
    Remove,
    Seen,
    SellInk,
    Skip,
    Sort,
    Take,
    Trash,
    Uncover,
    Vote,
    Word,
)
from companion.games.hardback.spelling import barred, laid, some_words, word_list
from companion.games.hardback.state import State, card_of, has_hidden, player
from companion.rules import HIDDEN, Ask

MOST_WORDS = 12
MOST_TRIED = 30
"""Of the words of each length."""


def leanings(state: State, seat: int) -> list[tuple[Any, int]]:
    """Of the seat's legal moves those that practice plays, with the whole weights by which it draws one."""
    found: list[tuple[Any, int]] = []
    for _, move in legal_moves(state, seat):
        if isinstance(move, Ask) and move.move is Word:
            found += [(Word(tiles), 40 * len(tiles)) for tiles in _words(state)]
        elif weight := _weight(state, move):
            found.append((move, weight))
    return found


def _weight(state: State, move: Any) -> int:
    match move:
        case Ask():
            return 0 if move.move in (Ghostwriter, Seen) else 10
        case Take(_, _, "prestige"):
            return 40
        case Uncover() | Double() | Take() | Trash() | Sort():
            return 20
        case Jail():
            return 2
        case Vote(_, accept):
            return 4 if accept else 1
        case Buy(card) if card in state.box.card:
            return 20 * (card_of(state, card).cost or 1)
        case Buy():
            return 200
        case Ink() | Remove():
            return 12
        case Skip():
            return 1
        case Flush():
            return 5
        case BuyInk(count):
            return 6 if count == 1 else 1
        case SellInk() | Ghostwriter():
            return 1
        case EndTurn():
            return 15
    return 1


def _words(state: State) -> list[tuple[str, ...]]:
    """Some legal words, those without wilds first; never none where a word is listed."""
    found = list(itertools.islice(_face_up(state), MOST_WORDS))
    return found or _half_wild(state)[:MOST_WORDS] or some_words(state, MOST_WORDS)


def _half_wild(state: State) -> list[tuple[str, ...]]:
    """Of a few words of the list those with the most letters lying face up."""
    words = word_list(state)
    if words is None or state.options.vote != "off":
        return []
    has = player(state)
    hand = [card for card in has.hand if card != HIDDEN]
    hand += _some(state, has_hidden(has.hand)) if has_hidden(has.hand) else []
    found: list[tuple[str, ...]] = []
    for length in range(max(3, len(has.inked)), min(6, len(hand) + len(has.inked)) + 1):
        listed = words.by_length.get(length, ())
        start = state.round % 7
        for word in listed[start :: max(1, len(listed) // MOST_TRIED)]:
            tiles = laid(state, word.upper(), (*has.inked, *hand))
            up = sum(tile[1:2] != "=" for tile in tiles)
            if up > 1 and set(has.inked) <= set(tiles) and word.upper() not in barred(state):
                found.append(tiles)
    return sorted(found, key=lambda tiles: sum(tile[1:2] == "=" for tile in tiles) - len(tiles))


def _face_up(state: State) -> Iterator[tuple[str, ...]]:
    """Words of inked cards and hand cards that all lie face up. Of a hidden hand it plays what can be in it."""
    has = player(state)
    hand = [card for card in has.hand if card != HIDDEN]
    if n := has_hidden(has.hand):
        hand += _some(state, n)
    words = word_list(state)
    shortest = max(state.options.shortest_word, len(has.inked), 1)
    for more in range(len(hand), -1, -1):
        for chosen in itertools.combinations(hand, more):
            cards = (*has.inked, *chosen)
            if len(cards) < shortest:
                continue
            if words is None or state.options.vote != "off":
                tiles: Sequence[str] | None = cards
            else:
                tiles = _ordered(state, cards, words.by_letters)
            if tiles is not None and "".join(card_of(state, card).letter for card in tiles) not in barred(state):
                yield tuple(tiles)


def _some(state: State, n: int) -> list[str]:
    """So many of the cards that can be in the hidden hand, others each turn."""
    seat = state.turn or 0
    cards = candidates(state, seat)
    free = state.players[seat].unseen_starters
    owned = [card for card in cards if card in state.players[seat].owned]
    cards = (*owned, *[card for card in cards if card not in owned][:free])
    start = (state.round * n) % max(1, len(cards))
    return [*cards[start:], *cards[:start]][:n]


def _ordered(state: State, cards: Sequence[str], by_letters: dict[str, str]) -> list[str] | None:
    """The cards in the order of a listed word that has just their letters."""
    letters = {card: card_of(state, card).letter.lower() for card in cards}
    word = by_letters.get("".join(sorted(letters.values())))
    if word is None:
        return None
    left = list(cards)
    ordered = []
    for letter in word:
        card = next(card for card in left if letters[card] == letter)
        left.remove(card)
        ordered.append(card)
    return ordered
