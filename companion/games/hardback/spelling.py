"""May these tiles be the word: where each card comes from, and whether the list has what they spell (section 6, 14-20).

The lists themselves are the matter of `words`; which word pays best is none of the rules'.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from companion.games.hardback.knowledge import candidates, hidden_places, named
from companion.games.hardback.moves import TILE, TILES
from companion.games.hardback.places import refuse, where
from companion.games.hardback.state import State, Tile, card_of, on_turn, player
from companion.games.hardback.words import ENYE, LETTERS, WordList, folded
from companion.rules import HIDDEN, Name, say, say_n


def word_list(state: State) -> WordList | None:
    """The list that the table chose; None: every word stands."""
    return state.box.lists.get(state.options.dictionary)


def wild_letters(state: State) -> str:
    """The letters a wild may stand for: A-Z, and the n with tilde where Spanish or no list is asked."""
    return LETTERS + ENYE if state.options.dictionary == "none" or state.options.dictionary.startswith("es") else LETTERS


def tiles_of(state: State, cards: Sequence[str]) -> list[Tile]:
    """The tiles with where their cards come from. Only for tiles that can be read and are cards of the box."""
    return [_tile(state, text) for text in cards]


def _tile(state: State, text: str) -> Tile:
    seat = on_turn(state)
    wild, card = _read(text)
    letter = wild or card_of(state, card).letter
    if card in player(state).inked:
        return Tile(card, letter, bool(wild), "ink", seat)
    for owner, one in enumerate(state.players):
        if card in one.timeless:
            return Tile(card, letter, bool(wild), "classic", owner)
    return Tile(card, letter, bool(wild), "hand", seat)


def _read(text: str) -> tuple[str, str]:
    """(the letter of a wild or "", the card)"""
    found = TILE.fullmatch(text)
    if found is None or (found[2] == HIDDEN and not found[1]):
        raise refuse(
            "piece.unknown", say("“{tile}” is no tile; expected: {expected}.", tile=text[:20], expected=TILES["expected"])
        )
    return found[1] or "", found[2]


def check_word(state: State, cards: Sequence[str], ghost: int | None, ruling: bool) -> bool:
    """Whether the others must vote on the word. Raises IllegalMove when it may not be spelled."""
    least = state.options.shortest_word
    if len(cards) < least and not ruling:
        raise refuse("word.length", say_n("A word has at least {n} letter.", "A word has at least {n} letters.", least))
    _check_tiles(state, cards, ruling)
    tiles = tiles_of(state, cards)
    _check_hand(state, tiles)
    _check_inked(state, tiles, ruling)
    _check_ghost(state, ghost, ruling)
    return not ruling and _is_voted_on(state, tiles)


def _check_tiles(state: State, cards: Sequence[str], ruling: bool) -> None:
    """Each tile from the left: a card of the box, once, not wrongly wild, and where it can be played from."""
    seat = on_turn(state)
    trial, used = state, set[str]()
    for text in cards:
        wild, card = _read(text)
        if wild and wild not in wild_letters(state):
            raise refuse("piece.unknown", say("A wild stands for one of the letters A to Z."))
        if card == HIDDEN:
            continue
        if card not in state.box.card:
            raise refuse("piece.unknown", say("“{code}” is no card of this box.", code=card[:20]))
        if card in used:
            raise refuse("word.twice", say("{card} is used twice.", card=card))
        used.add(card)
        tile = _tile(state, text)
        if tile.source == "ink" and wild and not ruling:
            raise refuse("ink.wild", say("{card} was drawn with ink and lies face up.", card=card))
        if tile.source == "classic" and wild:
            raise refuse("timeless.wild", say("{card} is {who}’s classic in play.", card=card, who=Name(tile.owner)))
        if tile.source == "hand" and card not in player(trial).hand:
            if card not in candidates(trial, seat):
                raise refuse("word.owned", where(state, card, seat), state, card, seat)
            trial = named(trial, seat, card)


def _check_hand(state: State, tiles: Sequence[Tile]) -> None:
    """`word.count`"""
    hand = player(state).hand
    played = [tile for tile in tiles if tile.source == "hand"]
    if len(played) > len(hand):
        text = say_n("Only {n} card is in hand.", "Only {n} cards are in hand.", len(hand))
        raise refuse("word.count", text if hand else say("No card is in hand."))
    fresh = [tile.card for tile in played if tile.card != HIDDEN and tile.card not in hand]
    hidden = hidden_places(state, on_turn(state))["hand"]
    if len(fresh) > hidden:
        raise refuse("word.count", say("Not all of these can be in hand: {cards}", cards=fresh))


def _check_inked(state: State, tiles: Sequence[Tile], ruling: bool) -> None:
    left = [card for card in player(state).inked if card not in {tile.card for tile in tiles}]
    if left and not ruling:
        raise refuse("ink.all", say("These were drawn with ink and must be in the word: {cards}", cards=left))


def _check_ghost(state: State, ghost: int | None, ruling: bool) -> None:
    if ghost is None:
        return
    if not state.shown and not ruling:
        raise refuse("ghost.asked", say("{who} has not shown the hand: first ask for a ghostwriter.", who=Name(on_turn(state))))
    if ghost == state.turn or ghost not in range(len(state.players)):
        raise refuse("ghost.other", say("The ghostwriter is another player at the table."))


def _is_voted_on(state: State, tiles: Sequence[Tile]) -> bool:
    """`word.unique`, `word.dictionary`"""
    text = "".join(tile.letter for tile in tiles)
    if text in barred(state):
        raise refuse("word.unique", say("{word} was spelled already.", word=text), None)
    words = word_list(state)
    listed = words is not None and any(one in words for one in readings(state, tiles))
    if state.options.vote != "off":
        return not listed
    if words is not None and not listed:
        raise refuse(
            "word.dictionary",
            say("{word} is not in the list “{list}”, version {version}.", word=text, list=words.title, version=words.version),
        )
    return False


def barred(state: State) -> frozenset[str]:
    """The words that may not be spelled again."""
    match state.options.unique_words:
        case "no":
            return frozenset()
        case "game":
            return frozenset(word for _, word in state.words)
    return frozenset(word for seat, word in state.words if seat == state.turn)


def readings(state: State, tiles: Sequence[Tile]) -> Iterator[str]:
    """What the tiles spell, folded; a Spanish N card may stand for the letter with tilde (`enye`)."""
    both = state.options.enye == "n" and ENYE in wild_letters(state)
    letters = [(tile.letter, ENYE) if both and tile.letter == "N" and not tile.wild else (tile.letter,) for tile in tiles]
    return (folded("".join(word)) for word in itertools.product(*letters))


# --- which words can be -----------------------------------------------------------------------------------------------


def tiles_in_question(state: State) -> list[str]:
    """Every tile that a word of the seat on turn could have, first those that must be in it."""
    seat = on_turn(state)
    has = player(state)
    classics = [card for one in state.players for card in one.timeless]
    hand = [card for card in has.hand if card != HIDDEN]
    if HIDDEN in has.hand:
        hand += candidates(state, seat)
    tiles = [*has.inked, *hand, *classics]
    if has.hand:
        letters = wild_letters(state)
        tiles += [f"{letter}={HIDDEN}" for letter in letters]
        tiles += [f"{letter}={card}" for card in hand for letter in letters]
    return tiles


def some_words(state: State, most: int = 1) -> list[tuple[str, ...]]:
    """Up to *most* legal words of the seat on turn as tiles, each length's first, the shortest first.

    Whatever is not spelled by cards that lie face up is spelled by unnamed wilds. Empty when nothing can be spelled.
    """
    has = player(state)
    least = max(state.options.shortest_word, len(has.inked), 1)
    classics = [card for one in state.players for card in one.timeless]
    letters = "".join(sorted(card_of(state, card).letter for card in classics))
    if len(has.hand) + len(has.inked) + len(classics) < least:
        return []
    words = word_list(state)
    if words is None or state.options.vote != "off":
        return _without_list(state, least, classics)
    inked = "".join(sorted(card_of(state, card).letter for card in has.inked))
    found = _spellable(words, inked, letters, len(has.hand), least, barred(state), most)
    return [_as_tiles(state, word) for word in found]


def _without_list(state: State, least: int, classics: Sequence[str]) -> list[tuple[str, ...]]:
    """Where every word stands: the inked cards, then classics or wilds up to the fewest letters, not spelled yet."""
    has = player(state)
    fixed = list(has.inked)
    letters = wild_letters(state)
    for classics_used in range(len(classics) + 1):
        wilds = least - len(fixed) - classics_used
        if not 0 <= wilds <= len(has.hand):
            continue
        for chosen in itertools.product(letters, repeat=wilds):
            tiles = (*fixed, *classics[:classics_used], *(f"{letter}={HIDDEN}" for letter in chosen))
            text = "".join(tile.letter for tile in tiles_of(state, tiles))
            if text not in barred(state):
                return [tiles]
    return []


@lru_cache(maxsize=4096)
def _spellable(
    words: WordList, inked: str, classics: str, hand: int, least: int, barred_: frozenset[str], most: int
) -> tuple[str, ...]:
    """Words with all the *inked* letters whose others come from classics or one of so many hand cards each."""
    needed = Counter(inked)
    found: list[str] = []
    for length, listed in words.by_length.items():
        if length < least or length > len(inked) + len(classics) + hand:
            continue
        here = 0
        for word in listed:
            upper = word.upper()
            if any(upper.count(letter) < n for letter, n in needed.items()) or upper in barred_:
                continue
            rest = Counter(upper) - needed
            helped = sum((rest & Counter(classics)).values())
            if length - len(inked) - helped <= hand and length > 0:
                found.append(upper)
                here += 1
                if len(found) == most:
                    return tuple(found)
                if here * 3 >= most:
                    break
    return tuple(found)


def _as_tiles(state: State, word: str) -> tuple[str, ...]:
    """The word laid with the inked cards first, then known hand cards, classics, and wilds for what is left."""
    has = player(state)
    classics = tuple(card for one in state.players for card in one.timeless)
    hand = tuple(card for card in has.hand if card != HIDDEN)
    tiles = laid(state, word, (*has.inked, *hand, *classics))
    if sum(tile[1:2] == "=" or tile in hand for tile in tiles) > len(has.hand):
        # Hand cards lie where classics could: then the hand does not last for the wilds.
        tiles = laid(state, word, (*has.inked, *classics, *hand))
    return tiles


def laid(state: State, word: str, cards: Sequence[str]) -> tuple[str, ...]:
    """Each card on the first free place with its letter; wilds on the others."""
    places: list[str | None] = [None] * len(word)
    for card in cards:
        letter = card_of(state, card).letter
        at = next((at for at, sign in enumerate(word) if sign == letter and places[at] is None), None)
        if at is not None:
            places[at] = card
    return tuple(place or f"{sign}={HIDDEN}" for place, sign in zip(places, word, strict=True))
