"""The benefits of a word: which cards count, what is left to choose, what it comes to, and their closing (sections 5 and 6).

Everything asks the word as it lies: nothing here changes the table but `uncovered`, `doubled`, `foreseen` and `closed`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from companion.games.hardback.knowledge import named
from companion.games.hardback.pieces import Box, Effect
from companion.games.hardback.state import (
    Chosen,
    Spelling,
    State,
    card_of,
    changed,
    on_turn,
    others,
    player,
    spelling,
    with_player,
)
from companion.rules import HIDDEN, IllegalMove, Line, Name, say

HALVES = ("basic", "genre")
SIDES = {"left": -1, "right": 1}


@dataclass(frozen=True, slots=True)
class Ability:
    """An effect of an active half: of which card, in which half, and where the card lies in the word (None: outside)."""

    by: str
    half: str
    effect: Effect
    place: int | None


# --- which cards count ------------------------------------------------------------------------------------------------


def is_wild(word: Spelling, place: int) -> bool:
    """Whether the tile lies face down now."""
    return word.tiles[place].wild and place not in word.uncovered


def up(state: State) -> list[tuple[str, int | None]]:
    """(card, place in the word) of the cards that count: own tiles face up, then own classics outside the word (`benefit.up`)."""
    return list(_up(spelling(state), on_turn(state)))


@lru_cache(maxsize=512)
def _up(word: Spelling, seat: int) -> tuple[tuple[str, int | None], ...]:
    found: list[tuple[str, int | None]] = [
        (tile.card, place) for place, tile in enumerate(word.tiles) if tile.owner == seat and not is_wild(word, place)
    ]
    inside = {card for card, _ in found}
    return (*found, *((card, None) for card in word.classics if card not in inside))


def genres(state: State) -> Counter[str]:
    """How many of the cards that count have each genre."""
    return Counter(genre for card, _ in up(state) if (genre := card_of(state, card).genre) is not None)


def abilities(state: State, *names: str) -> list[Ability]:
    """The effects of the active halves of the cards that count, in order; only those called so when *names* are given."""
    found = _abilities(state.box, spelling(state), on_turn(state))
    return [ability for ability in found if ability.effect.name in names] if names else list(found)


@lru_cache(maxsize=512)
def _abilities(box: Box, word: Spelling, seat: int) -> tuple[Ability, ...]:
    cards = _up(word, seat)
    count = Counter(box.card[card].genre for card, _ in cards)
    found = []
    for code, place in cards:
        card = box.card[code]
        for half in HALVES:
            if half == "basic" or (card.genre is not None and count[card.genre] >= 2):
                found += [Ability(code, half, effect, place) for effect in card.half(half)]
    return tuple(found)


def is_used(word: Spelling, ability: Ability) -> bool:
    return any((one.ability, one.by, one.half) == (ability.effect.name, ability.by, ability.half) for one in word.choices)


def unused(state: State, *names: str) -> list[Ability]:
    """The abilities of these names that are still open to the seat on turn."""
    word = spelling(state)
    return [
        ability
        for ability in abilities(state, *names)
        if not is_used(word, ability) and ability.by not in word.lapsed and not _is_trashed(word, ability)
    ]


def _is_trashed(word: Spelling, ability: Ability) -> bool:
    """A card trashes itself once, whichever half says so."""
    return ability.effect.name == "trash_self" and any(
        one.ability == "trash_self" and one.by == ability.by for one in word.choices
    )


# --- neighbours -------------------------------------------------------------------------------------------------------


def beside(word: Spelling, place: int | None, side: str) -> int | None:
    """The place of the tile on that side, None beyond the word and for a card outside it."""
    if place is None:
        return None
    other = place + SIDES[side]
    return other if 0 <= other < len(word.tiles) else None


def uncoverable(state: State, ability: Ability) -> list[tuple[str, int]]:
    """(side, place) of the neighbouring wilds."""
    word = spelling(state)
    places = ((side, beside(word, ability.place, side)) for side in SIDES)
    return [(side, place) for side, place in places if place is not None and is_wild(word, place)]


def doublable(state: State, ability: Ability) -> list[tuple[str, int]]:
    """(side, place) of the neighbouring cards that lie face up and are the speller's."""
    word = spelling(state)
    places = ((side, beside(word, ability.place, side)) for side in SIDES)
    return [
        (side, place)
        for side, place in places
        if place is not None and not is_wild(word, place) and word.tiles[place].owner == on_turn(state)
    ]


# --- choices made -----------------------------------------------------------------------------------------------------


def chose(state: State, chosen: Chosen) -> State:
    word = spelling(state)
    return changed(state, word=replace(word, choices=(*word.choices, chosen)))


def uncovered(state: State, ability: Ability, place: int, card: str) -> State:
    """The wild there is turned face up and is *card* (`uncover.effect`)."""
    state = named(state, on_turn(state), card)
    word = spelling(state)
    tiles = (*word.tiles[:place], replace(word.tiles[place], card=card), *word.tiles[place + 1 :])
    state = changed(state, word=replace(word, tiles=tiles, uncovered=tuple(sorted((*word.uncovered, place)))))
    return chose(state, Chosen("uncover_adjacent", ability.by, ability.half, card=card))


def doubled(state: State, ability: Ability, place: int) -> State:
    """The card there is worth its numbers once more (`double.effect`)."""
    word = spelling(state)
    card = word.tiles[place].card
    state = changed(state, word=replace(word, doublings=(*word.doublings, (ability.by, card))))
    return chose(state, Chosen("double_adjacent", ability.by, ability.half, card=card))


def factor(word: Spelling, card: str) -> int:
    """How many times the numbers of the card count."""
    return 1 + sum(other == card for _, other in word.doublings)


# --- what it comes to -------------------------------------------------------------------------------------------------


def itemised(state: State) -> dict[tuple[str, str], tuple[int, int]]:
    """(card, half) -> coins and prestige that it gives as the word lies, for the active halves of the cards that count."""
    word = spelling(state)
    found: dict[tuple[str, str], tuple[int, int]] = {}
    for ability in abilities(state):
        coins, prestige = found.get((ability.by, ability.half), (0, 0))
        gained, scored, _ = _gain(state, word, ability)
        found[ability.by, ability.half] = coins + gained, prestige + scored
    return found


def gains(state: State) -> tuple[int, tuple[Line, ...]]:
    """Coins, and the lines of prestige, of the word as it lies."""
    word = spelling(state)
    coins = 0
    sums: dict[tuple[str, str, str], int] = {}
    for ability in abilities(state):
        gained, prestige, rule = _gain(state, word, ability)
        coins += gained
        key = (ability.by, ability.half, rule)
        sums[key] = sums.get(key, 0) + prestige
    lines = [_line(word, by, rule, n) for (by, _, rule), n in sums.items() if n]
    for chosen in word.choices:
        if chosen.ability in ("trash_self", "trash_discard"):
            n = trash_pay(state, chosen)
            if chosen.what == "coins":
                coins += n
            elif n:
                lines.append(Line(n, "score.trash", say("{card} trashed in {word}", card=chosen.card, word=word.text)))
    return coins, tuple(lines)


def _gain(state: State, word: Spelling, ability: Ability) -> tuple[int, int, str]:
    """(coins, prestige, rule of the line) of one effect."""
    effect = ability.effect
    n = effect.n * factor(word, ability.by)
    rule = f"score.{ability.half}"
    match effect.name:
        case "coins":
            return n, 0, rule
        case "prestige":
            return 0, n, rule
        case "coins_per_adventure":
            return n * genres(state)["adventure"], 0, rule
        case "prestige_per_inked":
            return 0, n * sum(tile.source == "ink" for tile in word.tiles), rule
        case "prestige_per_wild":
            return 0, n * sum(tile.wild for tile in word.tiles), rule
        case "either_coins_or_prestige":
            what = next((one.what for one in word.choices if _is_of(one, ability)), None)
            return (n if what == "coins" else 0), (n if what == "prestige" else 0), "score.either"
    return 0, 0, rule


def _is_of(chosen: Chosen, ability: Ability) -> bool:
    return (chosen.ability, chosen.by, chosen.half) == (ability.effect.name, ability.by, ability.half)


def trash_pay(state: State, chosen: Chosen) -> int:
    """What a trash pays, doubled where the table plays so."""
    effect = next(effect for effect in card_of(state, chosen.by).half(chosen.half) if effect.name == chosen.ability)
    return effect.n * (factor(spelling(state), chosen.by) if state.options.double_trash else 1)


def _line(word: Spelling, card: str, rule: str, n: int) -> Line:
    times = factor(word, card)
    if times == 1:
        return Line(n, rule, say("{card} in {word}", card=card, word=word.text))
    return Line(n, rule, say("{card} in {word}, {times} times", card=card, word=word.text, times=times))


# --- what others give back --------------------------------------------------------------------------------------------


def owed(state: State, seat: int) -> int:
    """How many tokens *seat* still returns for the abilities that are active now, as far as it has any."""
    if state.phase != "benefits" or seat == on_turn(state):
        return 0
    word = spelling(state)
    due = sum(
        ability.effect.n for ability in abilities(state, "opponents_return_ink_or_remover") if ability.by not in word.lapsed
    )
    given = sum(one.ability == "opponents_return_ink_or_remover" and one.seat == seat for one in word.choices)
    has = state.players[seat]
    return min(due - given, has.ink + has.remover)


def may_choose(state: State, seat: int) -> bool:
    """Whether the seat owes a token and has both kinds."""
    has = state.players[seat]
    return bool(has.ink and has.remover) and owed(state, seat) > 0


def gave(state: State, seat: int, what: str) -> State:
    ability = abilities(state, "opponents_return_ink_or_remover")[0]
    state = with_player(state, seat, **{what: getattr(state.players[seat], what) - 1})
    return chose(state, Chosen(ability.effect.name, ability.by, ability.half, what=what, seat=seat))


# --- closing ----------------------------------------------------------------------------------------------------------


def foreseen(state: State) -> State:
    """What closing does by itself, as the word lies now: uncovers, doublings and returns with one way. Nothing is counted yet."""
    state = _double_all(_uncover_all(state))
    for seat in others(state, on_turn(state)):
        while owed(state, seat) > 0 and not may_choose(state, seat):
            state = gave(state, seat, "ink" if state.players[seat].ink else "remover")
    return state


def closed(state: State) -> State:
    """The benefits done and counted. Raises IllegalMove with the first thing that somebody must choose; then nothing changes."""
    state = foreseen(state)
    _check_uncovers(state)
    for ability in unused(state, "double_adjacent"):
        if len(doublable(state, ability)) > 1:
            raise IllegalMove("double.choose", say("{card} can double left or right: say which.", card=ability.by))
    for ability in unused(state, "either_coins_or_prestige", "ink_or_remover"):
        if ability.effect.name == "ink_or_remover":
            raise IllegalMove("take.choose", say("{card}: take an ink or a remover.", card=ability.by))
        raise IllegalMove("take.choose", say("{card}: take coins or prestige.", card=ability.by))
    for seat in others(state, on_turn(state)):
        if owed(state, seat) > 0:
            raise IllegalMove("give.choose", say("{who} says whether ink or remover is returned.", who=Name(seat)))
    coins, lines = gains(state)
    has = player(state)
    seat = on_turn(state)
    state = with_player(state, seat, prestige=has.prestige + sum(line.points for line in lines), lines=has.lines + lines)
    return changed(state, phase="buy", coins=coins)


def can_close(state: State) -> bool:
    try:
        closed(state)
    except IllegalMove:
        return False
    return True


def _in_order(state: State, name: str) -> Iterator[Ability]:
    """The open abilities of this name in the word, left to right."""
    return iter(sorted((one for one in unused(state, name) if one.place is not None), key=lambda one: one.place or 0))


def _uncover_all(state: State) -> State:
    """Every uncover with one neighbouring wild that is known is done, and what that makes possible."""
    while True:
        for ability in _in_order(state, "uncover_adjacent"):
            wilds = uncoverable(state, ability)
            if len(wilds) == 1 and (card := spelling(state).tiles[wilds[0][1]].card) != HIDDEN:
                state = uncovered(state, ability, wilds[0][1], card)
                break
        else:
            return state


def _double_all(state: State) -> State:
    while True:
        for ability in _in_order(state, "double_adjacent"):
            targets = doublable(state, ability)
            if len(targets) == 1:
                state = doubled(state, ability, targets[0][1])
                break
        else:
            return state


def _check_uncovers(state: State) -> None:
    wilds = [(ability, uncoverable(state, ability)) for ability in unused(state, "uncover_adjacent")]
    for ability, found in wilds:
        if len(found) > 1:
            raise IllegalMove("uncover.choose", say("{card} can uncover left or right: say which.", card=ability.by))
    for ability, found in wilds:
        if found:
            raise IllegalMove("uncover.tell", say("{card} uncovers a wild: say which card it is.", card=ability.by))
