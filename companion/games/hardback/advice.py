"""Advice for a seat before its word: the words that pay best, and what one more card by ink would bring (specification, 10).

Exact over the whole list of the table: which card lies where, face up or wild, classics in or outside the word, what is
uncovered, doubled and taken. Reads a seat's view; needs every card of the hand. The rules never ask it.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from companion.games.hardback.knowledge import candidates, hidden_places
from companion.games.hardback.laying import WILD, Laid, Patience, TooManyWays
from companion.games.hardback.lexicon import NO, Lexicon, N, lexicon
from companion.games.hardback.lexicon import WILD as ENYE_WILD
from companion.games.hardback.moves import Double, Move, Side, Take, Trash, Uncover
from companion.games.hardback.pieces import CHOSEN, Card, Effect
from companion.games.hardback.search import Best, Ints, Search
from companion.games.hardback.spelling import barred, wild_letters, word_list
from companion.games.hardback.state import State, changed, others
from companion.games.hardback.statistics import progress as progress
from companion.games.hardback.words import ENYE
from companion.games.hardback.worths import Hand, Weights
from companion.rules import HIDDEN, N_, Sentence, say

MOST = 10
"""How many of the best words are told."""
MOST_CARDS = 15
"""What a card more doubles is looked at up to this many hand cards: a hand is five, and one more for each ink that is removed."""


MOST_LISTED = 600
"""How many words are told at once where all are asked for."""


# --- what is wanted -------------------------------------------------------------------------------------------------------


def letters(view: State, seat: int | None) -> str:
    """The letters that words can be asked for by."""
    return wild_letters(view)


def lengths(view: State, seat: int | None) -> range:
    """How long words of the seat's hand can be."""
    hand = None if seat is None else hand_of(view, seat)
    return range(0) if hand is None else range(view.options.shortest_word, len(hand.counting) + len(hand.others) + 1)


def cards(view: State, seat: int | None) -> tuple[str, ...]:
    """The cards that can lie face up in the seat's word."""
    hand = None if seat is None else hand_of(view, seat)
    return () if hand is None else (*hand.counting, *hand.others)


WEIGHT: Mapping[str, Any] = {"least": 0, "most": 100, "decimals": 2}


@dataclass(frozen=True)
class Wanted:
    """What a seat may set: the weights of the value, and which words it asks for; `part` of a list too long to tell at once."""

    coins_weight: Fraction = field(default=Fraction(1), metadata={"help": N_("What a coin is worth"), **WEIGHT})
    prestige_weight: Fraction = field(default=Fraction(1), metadata={"help": N_("What a prestige is worth"), **WEIGHT})
    token_weight: Fraction = field(default=Fraction(0), metadata={"help": N_("What an ink or a remover is worth"), **WEIGHT})
    with_trash: bool = field(default=False, metadata={"help": N_("Count what cards pay when they trash themselves")})
    letter: str | None = field(default=None, metadata={"help": N_("With the letter"), "values": letters, "once": True})
    length: int | None = field(default=None, metadata={"help": N_("So many letters long"), "values": lengths, "once": True})
    card: str | None = field(default=None, metadata={"help": N_("With this card face up"), "values": cards, "once": True})
    part: int = field(default=1, metadata={"help": N_("Part of the list"), "least": 1, "most": 100_000, "once": True})

    @property
    def weights(self) -> Weights:
        return Weights(self.coins_weight, self.prestige_weight, self.token_weight, self.with_trash)


def withheld(view: State, *, practice: bool) -> Sentence | None:
    """Alone and in practice the best word may be looked up; at a table of several only where it was opened so."""
    if practice or len(view.players) == 1 or view.options.best_word:
        return None
    return say("At this table the best word is not looked up: it is a variant that is chosen when a table is opened.")


# --- asking -----------------------------------------------------------------------------------------------------------------


def advise(
    view: State, *, seat: int | None, names: Sequence[str], quick: bool = False, wanted: Wanted | None = None
) -> dict[str, Any]:
    """Everything section 10 says of this view for *seat* (None: the screen everyone sees), ready for JSON.

    Without the whole hand, or without a list, `needs` says what is missing ("hand", "list"); a hand of more than MOST_CARDS cards
    needs "fewer cards", one whose cards uncover and double each other in more than MOST_WAYS ways needs "time". If only a card
    more is too much, `ink` and `stuck` are None. Chances, means and values by ink are `{"exact": "a/b", "value": float}`; coins,
    prestige and tokens are whole numbers, `value` of a word is one if it is whole. *quick* leaves out the ink: it is a search
    for each card that can come.

    *wanted* are the settings of the seat; a coin is worth a prestige unless they say so. With them, and not *quick*, there is
    more than section 10 asks for: `having` (see `_having`), and `stuck`, the cards by ink with which there is no word.
    """
    said: dict[str, Any] = {"seat": None if seat is None else names[seat]}
    hand = None if seat is None else hand_of(view, seat)
    if seat is None or hand is None:
        return said | {"needs": "hand"}
    if len(hand.cards) > MOST_CARDS:
        return said | {"needs": "fewer cards"}
    search = searching(view, seat, hand, None if wanted is None else wanted.weights)
    if search is None:
        return said | {"needs": "list"}
    try:
        found = search.best(MOST)
        having = None if quick or wanted is None else _having(search, wanted, found)
    except TooManyWays:
        return said | {"needs": "time"}
    said["words"] = search.words - sum(map(search.spells, _listed(view, search.barred)))
    said["best"] = [told(search, one) for one in found]
    if quick:
        return said | {"ink": None}
    drawn: dict[str, Fraction | None] | None
    try:
        drawn = _drawn(view, seat, hand, search)
    except TooManyWays:
        drawn = None
    said["ink"] = _ink(view, seat, drawn or {}, _value(search, found))
    if having is not None:
        said["having"] = having
        said["stuck"] = None if drawn is None else [code for code, value in drawn.items() if value is None]
    return said


def words(
    view: State,
    *,
    seat: int,
    letter: str | None = None,
    length: int | None = None,
    card: str | None = None,
    weights: Weights | None = None,
) -> dict[str, Any] | None:
    """All words that the seat can spell with a letter, of a length, with this card face up.

    {"words": every one, the shortest first, "best": as in `advise`}. None without the whole hand or without a list.
    """
    hand = hand_of(view, seat)
    search = None if hand is None else searching(view, seat, hand, weights)
    if search is None or hand is None or (card is not None and card not in cards(view, seat)):
        return None
    return {
        "words": list(map(search.lexicon.word, _numbers(search, letter, length, card).tolist())),
        "best": [told(search, one) for one in search.best(MOST, search.having(letter, length, card))],
    }


def _having(search: Search, wanted: Wanted, found: Sequence[Best]) -> dict[str, Any]:
    """The words that are asked for: how many, how many of each length, the best, and a part of them, the shortest first.

    {"words", "lengths": [{"length", "words"}] (whatever the length asked for), "best", "part", "parts", "list"}

    *found*: the best of all.
    """
    numbers = _numbers(search, wanted.letter, None, wanted.card)
    of_length = search.lexicon.length[numbers]
    counts = [{"length": length, "words": n} for length, n in enumerate(np.bincount(of_length).tolist()) if n]
    if wanted.length is not None:
        numbers = numbers[of_length == wanted.length]
    parts = max(1, -(-len(numbers) // MOST_LISTED))
    part = min(wanted.part, parts)
    shown = numbers[(part - 1) * MOST_LISTED : part * MOST_LISTED]
    asked = (wanted.letter, wanted.length, wanted.card)
    best = found if asked == (None, None, None) else search.best(MOST, search.having(*asked))
    return {
        "words": len(numbers),
        "lengths": counts,
        "best": [told(search, one) for one in best],
        "part": part,
        "parts": parts,
        "list": list(map(search.lexicon.word, shown.tolist())),
    }


def _numbers(search: Search, letter: str | None, length: int | None, card: str | None) -> Ints:
    """The words asked for that may be spelled, by their numbers in the lexicon."""
    found = search.numbers(search.having(letter, length, card))
    barred = [_number_of(search.lexicon, word) for word in search.barred]
    return found[~np.isin(found, barred)] if barred else found


def _number_of(listed: Lexicon, word: str) -> int:
    """The word's number, or -1 when the list does not have it: others voted on it."""
    span = listed.span(len(word), len(word))
    at = span.start + bisect_left(range(span.start, span.stop), word, key=listed.word)
    return at if at < span.stop and listed.word(at) == word else -1


def hand_of(view: State, seat: int) -> Hand | None:
    """What the seat's next word can be made of; None when it has no cards, or one that nobody named."""
    has = view.players[seat]
    if HIDDEN in has.hand or not (has.hand or has.inked):
        return None
    classics = tuple(card for other in others(view, seat) for card in view.players[other].timeless)
    return Hand(has.hand, has.inked, has.timeless, classics)


def searching(view: State, seat: int, hand: Hand, weights: Weights | None = None) -> Search | None:
    """The search for this hand by the options of the table; None where every word stands."""
    listed = _lexicon(view)
    if listed is None:
        return None
    options = view.options
    return Search(
        listed,
        hand,
        view.box.card,
        weights,
        double_trash=options.double_trash,
        least=options.shortest_word,
        barred=barred(changed(view, turn=seat)),
    )


def _lexicon(view: State) -> Lexicon | None:
    listed = word_list(view)
    if listed is None:
        return None
    if ENYE not in wild_letters(view):
        return lexicon(listed, NO)
    return lexicon(listed, N if view.options.enye == "n" else ENYE_WILD)


def _listed(view: State, spelled: Collection[str]) -> Iterator[str]:
    """Those of the words that the list has: others were voted on."""
    listed = word_list(view)
    return (word for word in spelled if listed is not None and word.lower() in listed)


# --- a word -------------------------------------------------------------------------------------------------------------


def told(search: Search, best: Best) -> dict[str, Any]:
    """A word as section 10 tells it.

    `choices`: what is to be decided for it, in an order that can be played, each with its `move`; then what may be done besides
    and is not valued, with `move` null.
    """
    laid, unit = best.laid, search.worths.unit
    cards = _tiles(search, best)
    steps = list(_steps(search, laid, _codes(search, laid)))
    value = unit.value(laid.worth)
    return {
        "word": best.word,
        "cards": cards,
        "coins": unit.coins(laid.worth),
        "prestige": unit.prestiges(laid.worth),
        "tokens": sum(effect.name == "ink_or_remover" for _, _, effect in _works(search, laid)),
        "value": int(value) if value.denominator == 1 else float(value),
        "choices": steps,
    }


def _codes(search: Search, laid: Laid) -> list[str | None]:
    """The card at each place when everything is uncovered; None for another's classic."""
    counting = search.hand.counting
    turned = {at: counting[card] for _, at, card in laid.turned}
    idle = iter(code for at, code in enumerate(search.hand.cards) if not laid.up >> at & 1)
    return [
        turned.get(at) or next(idle) if tile == WILD else counting[tile] if tile >= 0 else None
        for at, tile in enumerate(laid.tiles)
    ]


def _tiles(search: Search, best: Best) -> list[str]:
    """The tiles as in `Word`."""
    spelled = search.lexicon.read(best.word)
    left = list(search.hand.others)
    tiles = []
    for at, code in enumerate(_codes(search, best.laid)):
        if code is None:
            code = next(one for one in left if search.card[one].letter == spelled[at])
            left.remove(code)
        tiles.append(f"{best.word[at]}={code}" if best.laid.tiles[at] == WILD else code)
    return tiles


def _works(search: Search, laid: Laid) -> list[tuple[str, str, Effect]]:
    """(card, half, effect) of all that works in the end: of the tiles in the order of the word, then of classics outside."""
    counting = search.hand.counting
    up = [code for at, code in enumerate(counting) if at >= search.worths.size or laid.up >> at & 1]
    inside = [code for code in _codes(search, laid) if code in up]
    genres = [search.card[code].genre for code in up]
    found = []
    for code in (*inside, *(code for code in up if code not in inside)):
        card = search.card[code]
        found += [(code, "basic", effect) for effect in card.basic]
        if card.genre is not None and genres.count(card.genre) >= 2:
            found += [(code, "genre", effect) for effect in card.genre_half]
    return found


def _steps(search: Search, laid: Laid, codes: Sequence[str | None]) -> Iterator[dict[str, Any]]:
    works = _works(search, laid)
    halves: dict[tuple[str, str], list[str]] = {}
    for code, half, effect in works:
        halves.setdefault((code, effect.name), []).append(half)
    for by, at, _ in laid.turned:
        code, card, side = str(codes[by]), str(codes[at]), _side(by, at)
        half = halves[code, "uncover_adjacent"].pop(0)
        yield _step(code, half, "uncover_adjacent", Uncover(code, side, card), side=side, card=card)
    for by, at in laid.doubled:
        code, side = str(codes[by]), _side(by, at)
        half = halves[code, "double_adjacent"].pop(0)
        yield _step(code, half, "double_adjacent", Double(code, side), side=side, card=str(codes[at]))
    unit, trashes = search.worths.unit, _trashes(search, works)
    for code, half, effect in works:
        match effect.name:
            case "either_coins_or_prestige":
                what = "coins" if unit.coin > unit.prestige else "prestige"
                yield _step(
                    code, half, effect.name, Take(code, _half(half), "coins" if what == "coins" else "prestige"), what=what
                )
            case "ink_or_remover":
                yield _step(code, half, effect.name, Take(code, _half(half), "ink"), what="ink")
            case "trash_self" if trashes.get(code) == half:
                yield _step(code, half, effect.name, Trash(code, code), what=effect.what, card=code)
    decided = {"either_coins_or_prestige", "ink_or_remover", "uncover_adjacent", "double_adjacent"}
    for code, half, effect in works:
        if effect.name in CHOSEN and effect.name not in decided and not (effect.name == "trash_self" and code in trashes):
            yield _step(code, half, effect.name, None)


def _trashes(search: Search, works: Sequence[tuple[str, str, Effect]]) -> Mapping[str, str]:
    """Card -> the half by which it trashes itself, where that is valued."""
    unit, found = search.worths.unit, dict[str, tuple[int, str]]()
    for code, half, effect in works:
        if search.weights.with_trash and effect.name == "trash_self":
            worth = effect.n * (unit.coin if effect.what == "coins" else unit.prestige)
            if code not in found or worth > found[code][0]:
                found[code] = worth, half
    return {code: half for code, (_, half) in found.items()}


def _step(by: str, half: str, ability: str, move: Move | None, **facts: str) -> dict[str, Any]:
    return {"by": by, "half": half, "ability": ability, **facts, "move": None if move is None else line_of(move)}


def _side(by: int, at: int) -> Side:
    return "left" if at < by else "right"


def _half(half: str) -> Any:
    return half


def line_of(move: Move) -> str:
    """The move as a record writes it."""
    return f"{type(move).__name__} {json.dumps(asdict(move), ensure_ascii=False)}"


# --- one more card --------------------------------------------------------------------------------------------------------


def _drawn(view: State, seat: int, hand: Hand, search: Search) -> dict[str, Fraction | None]:
    """The best value with each card that the next ink may draw; None where there is no word. Raises TooManyWays."""
    patience = Patience()
    values: dict[str, Fraction | None] = {}
    alike: dict[Any, Fraction | None] = {}
    for code in drawable(view, seat)[0]:
        kind = _kind(search.card[code])
        if kind not in alike:
            more = Hand(hand.cards, (*hand.inked, code), hand.own, hand.others)
            alike[kind] = _value(search.like(more, patience), None)
        values[code] = alike[kind]
    return values


def _ink(view: State, seat: int, drawn: Mapping[str, Fraction | None], now: Fraction | None) -> dict[str, Any] | None:
    """What the next ink brings; None when there is no card to draw. No word is worth nothing."""
    if not drawn:
        return None
    chance = Fraction(1, len(drawn))
    return {
        "now": number(now or Fraction(0)),
        "expected": number(chance * sum((value or Fraction(0) for value in drawn.values()), Fraction(0))),
        "bust": number(chance * sum(value is None for value in drawn.values())),
        "estimated": not drawable(view, seat)[1],
        "cards": [
            {"card": code, "chance": number(chance), "value": number(value or Fraction(0))}
            for code, value in sorted(drawn.items(), key=lambda one: (-(one[1] or 0), one[0]))
        ],
    }


def _value(search: Search, found: Sequence[Best] | None) -> Fraction | None:
    """Of the best word; None without one."""
    best = search.best(1) if found is None else found
    return search.worths.unit.value(best[0].laid.worth) if best else None


def _kind(card: Card) -> tuple[Any, ...]:
    """Equal for cards that make the same words worth the same."""
    return card.letter, card.genre, card.basic, card.genre_half


def drawable(view: State, seat: int) -> tuple[tuple[str, ...], bool]:
    """The cards that the next ink may draw, each as likely as the others, and whether that is all that can be known.

    The known top, else the unseen cards; with an empty draw pile those of the discard pile. It is an estimate as long as unseen
    cards may lie elsewhere, or the deck holds a starter that nobody has seen.
    """
    has = view.players[seat]
    if has.draw and has.top and has.top[0] != HIDDEN:
        return has.top[:1], True
    hidden = hidden_places(view, seat)
    elsewhere = sum(n for place, n in hidden.items() if place != ("draw" if has.draw else "discard"))
    exact = not elsewhere and not has.unseen_starters
    if has.draw:
        return candidates(view, seat), exact
    known = tuple(card for card in has.discard if card != HIDDEN)
    return (known + candidates(view, seat) if hidden["discard"] else known), exact and not hidden["discard"]


def number(value: Fraction) -> dict[str, Any]:
    """A number of the advice: exact as a text ("5/3", "12"), and near enough as a float."""
    return {"exact": str(value), "value": float(value)}
