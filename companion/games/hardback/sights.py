"""From labels seen to moves (specification, section 8): what rows of codes may mean; `judge` decides whether it may be.

A row is told from its codes alone: the offer row, classics in play of one seat, or else a word, a hand, a card pointed at.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from companion.games.hardback.benefits import beside, can_close, unused
from companion.games.hardback.knowledge import candidates, in_offer_deck
from companion.games.hardback.moves import Buy, Drew, Jail, Move, Seen, Side, Starters, Trash, Turned, Uncover, Word
from companion.games.hardback.spelling import wild_letters, word_list
from companion.games.hardback.state import Question, State, card_of, has_hidden, on_turn, player, spelling
from companion.rules import HIDDEN, TABLE, IllegalMove, Label, Meaning, Name, Who, say

BACK = "BACK"
MOST_READINGS = 12
"""So many words are offered for a row with wilds."""

Rows = list[list[str]]


def meanings(state: State, who: Who | None, rows: Sequence[Sequence[Label]]) -> list[Meaning]:
    """What these labels, seen in rows in reading order by *who*'s phone (None: the shared screen), may mean."""
    found = list(_odd(state, rows))
    kept, other = _known_rows(state, rows)
    found += [meaning for code in other for meaning in _other(state, code)]
    if not kept:
        return found
    if state.phase == "over":
        return [*found, Meaning(refused=IllegalMove("game.over", say("The game is over.")))]
    if state.phase == "setup":
        return [*found, *_setup(state, who, kept)]
    found += _offers(state, [row for row in kept if _is_offer(state, row)])
    loose = [row for row in kept if not _is_offer(state, row)]
    words = [row for row in loose if not _is_classics(state, row)]
    if len(loose) > len(words):
        found += _classics(state, [code for row in loose if row not in words for code in row])
    for row in words:
        found += _loose(state, who, row)
    return found


# --- rows -------------------------------------------------------------------------------------------------------------


def _odd(state: State, rows: Sequence[Sequence[Label]]) -> Iterator[Meaning]:
    """Labels of no piece in this box, and cards that were seen twice."""
    for code, times in Counter(label.code for row in rows for label in row).items():
        if code not in state.box.pieces:
            yield Meaning(refused=IllegalMove("piece.unknown", say("“{code}” is no piece of this box.", code=code[:20])))
        elif times > 1 and code != BACK:
            yield Meaning(note=say("{code} was seen twice; it counts once.", code=code))


def _known_rows(state: State, rows: Sequence[Sequence[Label]]) -> tuple[Rows, list[str]]:
    """The rows of cards and backs, each card once, and the other labels."""
    kept: Rows = []
    other: list[str] = []
    done: set[str] = set()
    for row in rows:
        codes = []
        for code in (label.code for label in row):
            if code == BACK or (code in state.box.card and code not in done):
                codes.append(code)
            elif code in state.box.pieces and code not in done:
                other.append(code)
            done.add(code)
        if codes:
            kept.append(codes)
    return kept, other


def _is_offer(state: State, row: list[str]) -> bool:
    """Whether most of the cards lie in the offer row or can come into it."""
    coming = set(in_offer_deck(state))
    there = sum(code in state.row or code in coming for code in row)
    return there * 2 > len(row)


def _is_classics(state: State, row: list[str]) -> bool:
    return any(set(row) <= set(one.timeless) for one in state.players)


def _other(state: State, code: str) -> Iterator[Meaning]:
    """Whatever wears a label and is no card: its text; an advert may be bought, a player card says whose things these are."""
    piece = next(one for one in state.box.others if code.startswith(one.code))
    if piece.kind == "advert" and state.phase in ("benefits", "buy"):
        yield Meaning(((on_turn(state), Buy(code)),))
    elif piece.kind == "player" and code[-1:].isdigit() and 0 < int(code[-1]) <= len(state.players):
        yield Meaning(note=say("These are {who}’s things.", who=Name(int(code[-1]) - 1)))
    elif piece.text:
        yield Meaning(note=say("{name}: {text}", name=piece.name, text=piece.text))
    else:
        yield Meaning(note=say("{name}: its text is not known to this box.", name=piece.name))


# --- setup ------------------------------------------------------------------------------------------------------------


def _setup(state: State, who: Who | None, rows: Rows) -> Iterator[Meaning]:
    for row in rows:
        cards = [code for code in row if code != BACK]
        dealt = tuple(code for code in cards if code in state.box.prestige_pool)
        if dealt or any(card_of(state, code).starter for code in cards):
            yield from _starters(state, who, cards, dealt)
        else:
            yield from _offers(state, [row])


def _starters(state: State, who: Who | None, cards: list[str], dealt: tuple[str, ...]) -> Iterator[Meaning]:
    taken = {one.set for one in state.players}
    shown = {set_ for set_, coins in state.box.coin_starters.items() if set(coins) & set(cards)}
    sets = sorted(shown) or [set_ for set_ in state.box.coin_starters if set_ not in taken][:1]
    waiting = [seat for seat, one in enumerate(state.players) if one.set is None] or [0]
    for seat in sorted(waiting, key=lambda seat: seat != who):
        yield from (Meaning(((TABLE, Starters(seat, set_, dealt)),)) for set_ in sets)


# --- the offer row ----------------------------------------------------------------------------------------------------


def _offers(state: State, rows: Rows) -> Iterator[Meaning]:
    """New cards in the row in reading order; one card of it alone is jailed or bought."""
    for row in rows:
        cards = [code for code in row if code != BACK]
        fresh = tuple(code for code in cards if code not in state.row)
        asked = next((one for one in state.asks if one.kind == "row"), None)
        if BACK in row:
            yield Meaning(note=say("A card of the offer row lies face down: turn it up."))
        if fresh and asked is not None:
            yield Meaning(((TABLE, Turned(fresh)),))
        elif fresh:
            yield Meaning(((TABLE, Turned(fresh)),)) if len(cards) > 1 else _pointed_at(state, fresh[0])
        elif len(cards) == 1:
            yield from _of_row(state, cards[0])
        elif missing := [code for code in state.row if code is not None and code not in cards]:
            yield Meaning(note=say("In the offer row must lie, too: {cards}", cards=missing))
        else:
            yield Meaning(note=say("The offer row is as it must be."))


def _pointed_at(state: State, card: str) -> Meaning:
    """A card that nobody asks for: the refusal says where it is."""
    return Meaning(((on_turn(state), Buy(card)),)) if state.phase == "buy" else Meaning(((TABLE, Turned((card,))),))


def _of_row(state: State, card: str) -> Iterator[Meaning]:
    seat = on_turn(state)
    if state.phase == "benefits":
        for ability in unused(state, "jail"):
            yield from (Meaning(((seat, Jail(ability.by, card, keep)),)) for keep in (True, False))
    if state.phase == "buy" or (state.phase == "benefits" and can_close(state)):
        yield Meaning(((seat, Buy(card)),))
    elif state.phase != "benefits" or not unused(state, "jail"):
        place = state.row.index(card) + 1
        yield Meaning(note=say("{card} lies in the offer row, place {place}.", card=card, place=place))


# --- classics ---------------------------------------------------------------------------------------------------------


def _classics(state: State, codes: list[str]) -> Iterator[Meaning]:
    """Classics in play confirm the state; one that should lie there and does not is named."""
    for seat, one in enumerate(state.players):
        missing = [card for card in one.timeless if card not in codes]
        if missing and set(codes) & set(one.timeless):
            yield Meaning(note=say("Before {who} must lie, too: {cards}", who=Name(seat), cards=missing))
        elif set(codes) & set(one.timeless):
            yield Meaning(note=say("{who}’s classics lie as they must.", who=Name(seat)))


# --- a word, a hand, a card -------------------------------------------------------------------------------------------


def _loose(state: State, who: Who | None, row: list[str]) -> Iterator[Meaning]:
    asked = state.asks[0] if state.asks else None
    cards = tuple(code for code in row if code != BACK)
    if asked is not None and asked.kind != "row" and cards and not _is_others(state, who, asked, cards):
        yield from _drawn(state, asked, cards)
        return
    if state.phase == "word" and len(row) >= state.options.shortest_word and who in (None, TABLE, state.turn):
        yield from _word(state, row)
    if state.phase in ("benefits", "buy"):
        yield from _in_benefits(state, row)
    if isinstance(who, int) and cards:
        yield from _hand(state, who, cards)


def _is_others(state: State, who: Who | None, asked: Question, cards: tuple[str, ...]) -> bool:
    """Whether somebody photographs an own hand while another's card is asked for."""
    if not isinstance(who, int) or asked.seat is None or who == asked.seat:
        return False
    mine = state.players[who].owned
    return not set(cards) & set(candidates(state, asked.seat)) and set(cards) <= {*mine, *candidates(state, who)}


def _drawn(state: State, asked: Question, cards: tuple[str, ...]) -> Iterator[Meaning]:
    seat = asked.seat
    assert seat is not None
    one = state.players[seat]
    fresh = tuple(card for card in cards if card not in (*one.hand, *one.inked)) or cards
    yield Meaning(((TABLE, Drew(seat, fresh)),))


def _hand(state: State, who: int, cards: tuple[str, ...]) -> Iterator[Meaning]:
    """Hidden cards of the own hand, seen on the own phone; what is known there already is skipped."""
    one = state.players[who]
    hidden = has_hidden(one.hand)
    fresh = tuple(card for card in cards if card not in one.hand)
    can = candidates(state, who)
    if fresh and hidden and all(card in can for card in fresh):
        yield Meaning(((who, Seen(who, "hand", fresh)),))
    elif not fresh and not hidden:
        yield Meaning(note=say("{who}’s hand is known already.", who=Name(who)))


def _word(state: State, row: list[str]) -> Iterator[Meaning]:
    """The row as a word. A back is a wild: letters that make a listed word are offered first."""
    seat = on_turn(state)
    backs = row.count(BACK)
    if not backs:
        yield Meaning(((seat, Word(tuple(row))),))
        return
    readings = list(itertools.islice(_readings(state, row), MOST_READINGS))
    for word in readings:
        tiles = tuple(f"{letter}={HIDDEN}" if code == BACK else code for code, letter in zip(row, word, strict=True))
        yield Meaning(((seat, Word(tiles)),))
    if not readings or backs > 1:
        yield Meaning(note=say("Say which letters the cards that lie face down stand for."))


def _readings(state: State, row: list[str]) -> Iterator[str]:
    """Words for the row: those in the list, or with one wild and no list each letter."""
    letters = [None if code == BACK else card_of(state, code).letter for code in row]
    words = word_list(state)
    if words is not None:
        pattern = re.compile("".join("." if letter is None else letter.lower() for letter in letters))
        yield from (word.upper() for word in words.by_length.get(len(row), ()) if pattern.fullmatch(word))
    if (words is None or state.options.vote != "off") and row.count(BACK) == 1:
        at = row.index(BACK)
        yield from ("".join([*map(str, letters[:at]), one, *map(str, letters[at + 1 :])]) for one in wild_letters(state))


def _in_benefits(state: State, row: list[str]) -> Iterator[Meaning]:
    """The word again with a wild turned up, or one card that is bought from the jail or trashed."""
    seat, word = on_turn(state), spelling(state)
    tiles = word.tiles
    same = len(row) == len(tiles) and any(code == tile.card for code, tile in zip(row, tiles, strict=True))
    if len(row) > 1 and same:
        for place, (code, tile) in enumerate(zip(row, tiles, strict=True)):
            if code != BACK and tile.wild and place not in word.uncovered:
                yield from (Meaning(((seat, move),)) for move in _uncovers(state, place, code))
        return
    if len(row) != 1 or row == [BACK]:
        return
    card = row[0]
    if card == player(state).jail:
        yield Meaning(((seat, Buy(card)),))
        return
    for ability in unused(state, "trash_self"):
        if ability.by == card:
            yield Meaning(((seat, Trash(card, card)),))
    if not any(tile.card == card for tile in tiles):
        yield from (Meaning(((seat, Trash(ability.by, card)),)) for ability in unused(state, "trash_discard"))


def _uncovers(state: State, place: int, card: str) -> Iterator[Move]:
    word = spelling(state)
    sides: tuple[Side, ...] = ("left", "right")
    for ability in unused(state, "uncover_adjacent"):
        yield from (Uncover(ability.by, side, card) for side in sides if beside(word, ability.place, side) == place)
