"""From what was seen to moves (specification, section 8): what lies there may mean; `judge` decides whether it may be.

What rows lie there is told by `seen`, letters for what lies face down by `readings`.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from companion.games.hardback import readings
from companion.games.hardback.benefits import is_wild, uncoverable, unused
from companion.games.hardback.judge import apply
from companion.games.hardback.knowledge import candidates
from companion.games.hardback.moves import (
    Buy,
    Drew,
    Flush,
    Jail,
    Seen,
    Side,
    Starters,
    Trash,
    Turned,
    Uncover,
    Word,
)
from companion.games.hardback.places import refuse, where
from companion.games.hardback.seen import BACK, Row, Sight, face_up, is_back, looked
from companion.games.hardback.spelling import check_word, wild_letters, word_list
from companion.games.hardback.state import (
    Question,
    State,
    card_of,
    has_hidden,
    on_turn,
    others,
    player,
    spelling,
)
from companion.games.states import state_after
from companion.rules import HIDDEN, TABLE, IllegalMove, Label, Meaning, Name, Sentence, Who, say

Story = tuple[tuple[Who, Any], ...]
"""Moves in order, each with who makes it."""

MOST_ANSWERS = 24
"""So many words are offered for one row; more are no help, and the letters are asked one by one."""
MOST_BOUGHT = 2
"""Cards of the offer row that may have been bought since the last entry."""
SURELY_A_WORD = 4
"""So many letters of a hand seldom lie side by side as a word by chance."""
MISPLACED = ("word.owned", "word.count")
"""The rules that refuse a word because of where its cards are."""


def meanings(state: State, who: Who | None, rows: Sequence[Sequence[Label]]) -> list[Meaning]:
    """What these labels, seen in rows in reading order by *who*'s phone (None: the shared screen), may mean."""
    found = list(_odd(state, rows))
    sight = looked(state, rows)
    found += [meaning for code in sight.other for meaning in _other(state, code)]
    if not (sight.offers or sight.classics or sight.loose):
        return found
    if state.phase == "over":
        return [*found, Meaning(refused=refuse("game.over", say("The game is over.")))]
    if state.phase == "setup":
        return [*found, *_setup(state, who, sight)]
    if len(sight.cards) == 1 and not sight.classics and not any(map(is_back, itertools.chain(sight.offers, *sight.loose))):
        return [*found, *_one_card(state, who, next(iter(sight.cards)))]
    told = list(_loose(state, who, sight)) if sight.loose else []
    if state.phase == "word" and not told:
        # A word of classics alone is allowed (`word.own`).
        told = [one for row in sight.classics if len(row) > 1 and _refusal(state, row) is None for one in _word(state, row, None)]
    return [*found, *told, *_offers(state, sight), *_classics(state, sight)]


# --- what is no card --------------------------------------------------------------------------------------------------


def _odd(state: State, rows: Sequence[Sequence[Label]]) -> Iterator[Meaning]:
    """Labels of no piece in this box, and cards that were seen twice."""
    for code, times in Counter(label.code for row in rows for label in row).items():
        if code not in state.box.pieces:
            if code not in wild_letters(state):
                yield Meaning(refused=refuse("piece.unknown", say("“{code}” is no piece of this box.", code=code[:20])))
        elif times > 1 and code != BACK:
            yield Meaning(note=say("{code} was seen twice; it counts once.", code=code))


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


def _setup(state: State, who: Who | None, sight: Sight) -> Iterator[Meaning]:
    """Starting cards, of one seat each row or all rows together; and the offer row."""
    mine = [row for row in sight.loose if any(card_of(state, code).starter for code in face_up(row))]
    shown = [code for row in mine for code in face_up(row)]
    dealt = [code for code in shown if code in state.box.prestige_pool]
    if mine and len(dealt) <= state.box.prestige_starters:
        yield from _starters(state, who, shown)
    else:
        for row in mine:
            yield from _starters(state, who, face_up(row))
    strange = [code for row in sight.loose if row not in mine for code in face_up(row)]
    yield from (Meaning(note=where(state, code)) for code in strange)
    yield from _offers(state, sight)


def _starters(state: State, who: Who | None, cards: Sequence[str]) -> Iterator[Meaning]:
    dealt = tuple(code for code in cards if code in state.box.prestige_pool)
    taken = {one.set for one in state.players}
    shown = {set_ for set_, coins in state.box.coin_starters.items() if set(coins) & set(cards)}
    sets = sorted(shown) or [set_ for set_ in state.box.coin_starters if set_ not in taken][:1]
    waiting = [seat for seat, one in enumerate(state.players) if one.set is None] or [0]
    seats = [who] if who in waiting else waiting
    # Of coin starters alone nobody knows yet which two others were dealt.
    dealt += (HIDDEN,) * (state.box.prestige_starters if not dealt else 0)
    for seat in seats:
        for set_ in sets:
            move = Starters(int(seat), set_, dealt)
            if len(seats) == 1:
                yield Meaning(((TABLE, move),))
            else:
                yield Meaning(
                    ((TABLE, move),),
                    question=say("Whose starting cards are these?"),
                    answer=Sentence("{who}", {"who": Name(seat)}),
                )


# --- the offer row ----------------------------------------------------------------------------------------------------


def _offers(state: State, sight: Sight) -> Iterator[Meaning]:
    """New cards in the row in reading order; else what may have been bought; else what differs."""
    cards = face_up(sight.offers)
    if not sight.offers:
        return
    fresh = tuple(code for code in cards if code not in state.row)
    missing = [code for code in state.row if code is not None and code not in sight.cards]
    asked = next((one for one in state.asks if one.kind == "row"), None)
    if BACK in sight.offers and (asked is not None or missing):
        yield Meaning(note=say("A card of the offer row lies face down: turn it up."))
    stories = [] if asked is not None else _bought(state, missing, fresh)
    if stories:
        question = say("{card} is gone from the offer row: what was done with it?", card=missing[0]) if len(stories) > 1 else None
        yield from (
            Meaning(story, question=question, answer=_in_short(story) if question is not None else None) for story in stories
        )
    elif fresh and asked is not None and len(fresh) <= asked.count:
        yield Meaning(((TABLE, Turned(fresh)),))
    elif fresh:
        yield _differs(fresh, missing, cards)
        return
    if missing and not stories:
        yield Meaning(note=say("In the offer row must lie, too: {cards}", cards=missing))
    elif not fresh and not missing:
        yield Meaning(note=say("The offer row is as it must be."))


def _differs(fresh: Row, missing: Sequence[str], cards: Row) -> Meaning:
    """Cards that lie in the row and cannot be there, after all that is told: perhaps something was told otherwise."""
    mistaken = dict(itertools.zip_longest(fresh, missing[: len(fresh)], fillvalue=""))
    return Meaning(((TABLE, Turned(fresh)),), agrees=lambda then: set(cards) <= set(then.row), mistaken=mistaken)


def _bought(state: State, missing: Sequence[str], fresh: Row) -> list[Story]:
    """What the seat on turn may have done with cards that are gone: bought, jailed or removed, all emptied; with what came."""
    if state.phase not in ("benefits", "buy") or len(fresh) > len(missing):
        return []
    seat = on_turn(state)
    ways: list[list[Any]] = []
    if len(missing) == 1:
        ways = [[Buy(missing[0])]]
        if state.phase == "benefits":
            ways += [[Jail(ability.by, missing[0], keep)] for ability in unused(state, "jail") for keep in (True, False)]
    elif fresh and len(missing) <= MOST_BOUGHT:
        ways = [[Buy(code) for code in missing]]
    elif fresh and len(missing) == len(state.row):
        ways = [[Flush()]]
    stories = [_refilled(state, seat, made, fresh) for made in ways]
    return [story for story in stories if state_after(apply, state, story) is not None]


def _refilled(state: State, seat: int, made: Sequence[Any], fresh: Row) -> Story:
    """These moves, and the cards that came into the places that they left."""
    story: Story = ()
    left = fresh
    for move in made:
        places = len(state.row) if isinstance(move, Flush) else 1
        story += ((seat, move), *([(TABLE, Turned(left[:places]))] if left else []))
        left = left[places:]
    return story


def _in_short(story: Story) -> Sentence:
    match story[0][1]:
        case Jail(_, _, True):
            return say("To the jail")
        case Jail():
            return say("Out of the game")
        case Flush():
            return say("The row was emptied")
    return say("Bought")


# --- classics ---------------------------------------------------------------------------------------------------------


def _classics(state: State, sight: Sight) -> Iterator[Meaning]:
    """Classics in play confirm the state; one that should lie there and does not is named, and one that should not, too."""
    lying = [card for row in sight.classics for card in row]
    for seat, one in enumerate(state.players):
        there = set(lying) & set(one.timeless)
        missing = [card for card in one.timeless if card not in sight.cards]
        if missing and there:
            yield Meaning(note=say("Before {who} must lie, too: {cards}", who=Name(seat), cards=missing))
        elif there:
            yield Meaning(note=say("{who}’s classics lie as they must.", who=Name(seat)))
    for card in lying:
        if not any(card in one.timeless for one in state.players):
            yield Meaning(note=say("{card} is not in play: {place}", card=card, place=where(state, card)))


# --- a word, a hand, a card -------------------------------------------------------------------------------------------


def _loose(state: State, who: Who | None, sight: Sight) -> Iterator[Meaning]:
    """Rows that are neither offers nor classics in play."""
    asked = state.asks[0] if state.asks else None
    cards = tuple(code for row in sight.loose for code in face_up(row))
    if asked is not None and asked.kind != "row" and cards and not _is_others(state, who, asked, cards):
        yield from _drawn(state, asked, cards)
        return
    rows = [row for row in sight.loose if len(row) > 1 or len(sight.loose) == 1]
    if state.phase == "word":
        yield from _words(state, who, rows, sight)
    elif state.phase in ("vote", "benefits", "buy"):
        yield from _laid(state, who, rows)
    else:
        yield from _hand(state, who, cards)


def _is_others(state: State, who: Who | None, asked: Question, cards: Row) -> bool:
    """Whether somebody photographs an own hand while another's card is asked for."""
    if not isinstance(who, int) or asked.seat is None or who == asked.seat:
        return False
    mine = state.players[who].owned
    return not set(cards) & set(candidates(state, asked.seat)) and set(cards) <= {*mine, *candidates(state, who)}


def _drawn(state: State, asked: Question, cards: Row) -> Iterator[Meaning]:
    seat = asked.seat
    assert seat is not None
    one = state.players[seat]
    fresh = tuple(card for card in cards if card not in (*one.hand, *one.inked, *one.timeless)) or cards
    yield Meaning(((TABLE, Drew(seat, fresh)),))


def _hand(state: State, who: Who | None, cards: Row) -> Iterator[Meaning]:
    """Hidden cards of the own hand, seen on the own phone; what is known there already is skipped."""
    if not isinstance(who, int) or not cards:
        return
    one = state.players[who]
    fresh = tuple(card for card in cards if card not in one.hand)
    can = candidates(state, who)
    if not fresh:
        yield Meaning(note=say("These are known to be in {who}’s hand.", who=Name(who)))
    elif has_hidden(one.hand) and 2 * sum(card in can for card in fresh) > len(fresh):
        yield Meaning(((who, Seen(who, "hand", fresh)),))
    elif has_hidden(one.discard) and all(card in can for card in fresh):
        yield Meaning(((who, Seen(who, "discard", fresh)),))
    else:
        yield from _places(state, who, fresh)


def _are_own(state: State, who: Who | None, cards: Row) -> bool:
    """Whether all these may be, or are known to be, in the hand of the phone's own seat."""
    return isinstance(who, int) and bool(cards) and set(cards) <= {*candidates(state, who), *state.players[who].hand}


def _may_be_seen(state: State, who: Who | None, cards: Row) -> bool:
    """Whether these may be a hand that was not told in full."""
    if not isinstance(who, int) or not _are_own(state, who, cards):
        return False
    hand = state.players[who].hand
    return has_hidden(hand) > 0 and not set(cards) <= set(hand)


def _are_too_many(state: State, who: Who | None, cards: Row) -> bool:
    """Whether the hand of the phone's seat has not so many cards that nobody has named."""
    hand = state.players[who].hand if isinstance(who, int) else ()
    return len(set(cards) - set(hand)) > has_hidden(hand)


# --- the word ---------------------------------------------------------------------------------------------------------


def _words(state: State, who: Who | None, rows: Sequence[Row], sight: Sight) -> Iterator[Meaning]:
    """Each row as the word of the seat on turn. On a phone that shows an own hand, what is no listed word is that hand."""
    cards = tuple(code for row in sight.loose for code in face_up(row))
    downward = any(is_back(code) for row in rows for code in row)
    if who != state.turn and not downward and _are_own(state, who, cards):
        yield from _hand(state, who, cards)
        return
    long = [row for row in rows if len(row) >= state.options.shortest_word]
    words = [row for row in long if _can_be_word(state, row)]
    own_hand = not downward and _may_be_seen(state, who, cards) and not (words and _are_too_many(state, who, cards))
    # A hand may happen to hold a word: how long that is tells which of the two was meant, where cards lie apart from it.
    hand_first = own_hand and len(words) < len(sight.loose) and max(map(len, words), default=0) < SURELY_A_WORD
    if hand_first:
        yield from _hand(state, who, cards)
    spelled = words or ([] if own_hand else long)
    question = say("Which row is the word?") if len(spelled) > 1 else None
    for row in spelled:
        yield from _word(state, row, question)
    if own_hand and not hand_first:
        yield from _hand(state, who, cards)
    if own_hand and not words and len(sight.loose) == 1 and (refusal := _refusal(state, rows[0])) is not None:
        yield Meaning(note=refusal.sentence)
    if not own_hand and not spelled:
        yield from _places(state, who, cards)
        if not cards:
            yield Meaning(note=say("A card that lies face down tells nothing by itself."))
    left = [code for row in sight.loose if row not in spelled for code in face_up(row)]
    if left and spelled and not own_hand:
        yield Meaning(note=say("Apart from the word, and left out of it: {cards}", cards=left))


def _can_be_word(state: State, row: Row) -> bool:
    """Whether the row can be spelled as it lies; with letters for its backs that make a listed word, where a list counts."""
    if BACK not in row:
        return _refusal(state, row) is None
    return word_list(state) is None or state.options.vote != "off" or bool(readings.reads(state, _letters(state, row)))


def _letters(state: State, row: Row) -> list[str | None]:
    """The letters of a row, None for a back of which nobody has said any."""
    return [None if code == BACK else code[0] if is_back(code) else card_of(state, code).letter for code in row]


def _refusal(state: State, row: Row) -> IllegalMove | None:
    """Why the row cannot be spelled as it lies."""
    try:
        check_word(state, row, None, False)
    except IllegalMove as illegal:
        return illegal
    return None


def _word(state: State, row: Row, question: Sentence | None) -> Iterator[Meaning]:
    """The row as a word. A back is a wild: letters that make a listed word come first, and others can be said."""
    backs = row.count(BACK)
    if not backs:
        yield from _spelled(state, question, [row])
        return
    told = _letters(state, row)
    words = readings.reads(state, told)
    laid = [readings.as_tiles(row, word, BACK) for word in words]
    any_word = word_list(state) is None or state.options.vote != "off"
    if not laid and any_word:
        laid = [readings.as_tiles(row, "".join(letter or wild_letters(state)[0] for letter in told), BACK)]
        words = []
    if not laid:
        yield Meaning(refused=_none_fits(state, told))
        return
    asks = question
    if asks is None and (any_word or len(laid) > 1):
        asks = (
            say("Which letter does the card that lies face down stand for?")
            if backs == 1
            else say("Which letters do the cards that lie face down stand for?")
        )
    if 0 < len(words) <= MOST_ANSWERS:
        yield from _spelled(state, asks, laid)
    else:
        # Too many to choose from, or any letters will do: one of them shows what the word would bring.
        yield Meaning(((on_turn(state), Word(laid[0])),), question=asks)


def _none_fits(state: State, letters: Sequence[str | None]) -> IllegalMove:
    words = word_list(state)
    assert words is not None
    shown = "".join(letter or "?" for letter in letters)
    text = say(
        "No word of the list “{list}”, version {version}, fits {shown}.", list=words.title, version=words.version, shown=shown
    )
    return refuse("word.dictionary", text)


def _spelled(state: State, question: Sentence | None, words: Sequence[Row]) -> Iterator[Meaning]:
    """The words, tile by tile, as moves; after a hand was shown, with the help of each who may have helped."""
    seat = on_turn(state)
    helpers: list[int | None] = [None]
    if state.shown:
        helpers += others(state, seat)
        question = question or say("Whose idea was the word?")
    for tiles in words:
        refusal = _refusal(state, tiles)
        # A card that cannot be there may tell that something before it was told otherwise; a word that is not listed does not.
        misplaced = refusal is not None and refusal.rule in MISPLACED
        text = "".join(tile[0] for tile in tiles)
        for ghost in helpers:
            answer = Sentence(text) if ghost is None else say("{word}, {who}’s idea", word=text, who=Name(ghost))
            yield Meaning(
                ((seat, Word(tiles, ghost)),),
                agrees=_can_be_spelled(seat, tiles) if misplaced else None,
                mistaken=_mistaken(state, tiles) if misplaced else {},
                question=question,
                answer=answer if question is not None else None,
            )


def _can_be_spelled(seat: int, tiles: Row) -> Callable[[State], bool]:
    """Whether these tiles can be laid: then the cards lie where they are."""
    return lambda then: then.phase == "word" and then.turn == seat and _refusal(then, tiles) is None


def _mistaken(state: State, row: Row) -> Mapping[str, str]:
    """The cards that this seat cannot have, each with the one of the same letter that it should have instead, if there is one."""
    has = player(state)
    classics = {card for one in state.players for card in one.timeless}
    there = {*has.hand, *has.inked, *classics, *candidates(state, on_turn(state))}
    found = {}
    for code in (code for code in face_up(row) if "=" not in code and code not in there):
        alike = [card for card in has.owned if card_of(state, card).letter == card_of(state, code).letter and card not in row]
        found[code] = alike[0] if len(alike) == 1 else ""
    return found


# --- once the word lies -----------------------------------------------------------------------------------------------


def _laid(state: State, who: Who | None, rows: Sequence[Row]) -> Iterator[Meaning]:
    """The word again, with wilds turned up or not; and what lies beside it."""
    word = next((row for row in rows if _lying(state, row) is not None), None)
    if word is not None:
        yield from _turned_up(state, word)
    for row in rows:
        cards = face_up(row)
        if row is word:
            continue
        if _are_own(state, who, cards):
            yield from _hand(state, who, cards)
        elif word is None and 2 * len(set(cards) & {tile.card for tile in spelling(state).tiles}) > len(cards) > 1:
            yield _another_word(state, row)
        elif not set(cards) <= set(player(state).discard):
            yield from _places(state, who, cards)


def _lying(state: State, row: Row) -> list[int] | None:
    """For each card of the row its place in the word that was spelled; None when the row is not that word.

    A card that has trashed itself may lie there still, or no more.
    """
    word = spelling(state)
    trashed = {chosen.card for chosen in word.choices if chosen.ability == "trash_self"}
    every = list(range(len(word.tiles)))
    for places in (every, [place for place in every if word.tiles[place].card not in trashed]):
        if len(row) == len(places) and all(_may_be(state, place, code) for place, code in zip(places, row, strict=True)):
            surely = any(is_back(code) or code == word.tiles[place].card for place, code in zip(places, row, strict=True))
            return places if surely else None
    return None


def _may_be(state: State, place: int, code: str) -> bool:
    """Whether the tile there may look so now."""
    tile = spelling(state).tiles[place]
    if is_back(code):
        return tile.wild
    return code == tile.card or (tile.wild and tile.card == HIDDEN and code in candidates(state, on_turn(state)))


def _another_word(state: State, row: Row) -> Meaning:
    """The row that lies there is not the word that was told."""
    lies = "".join("?" if is_back(code) else card_of(state, code).letter for code in row)
    return Meaning(
        refused=refuse("turn.phase", say("{seen} lies there, and {word} was spelled.", seen=lies, word=spelling(state).text))
    )


def _turned_up(state: State, row: Row) -> Iterator[Meaning]:
    """The cards that were wild and lie face up now, each uncovered by a neighbour that can."""
    word = spelling(state)
    lying = list(zip(_lying(state, row) or (), row, strict=True))
    up = {place: code for place, code in lying if not is_back(code) and is_wild(word, place)}
    turned_back = [word.tiles[place].card for place, code in lying if is_back(code) and place in word.uncovered]
    if turned_back:
        yield Meaning(note=say("These must lie face up: {cards}", cards=turned_back))
    if not up:
        if not turned_back:
            yield Meaning(note=say("The word {word} lies as it was spelled.", word=word.text))
        return
    stories = list(_uncovering(state, up)) if state.phase == "benefits" else []
    question = say("Which card uncovers it?") if len(stories) > 1 else None
    for story in stories:
        by = tuple(move.by for _, move in story)
        yield Meaning(story, question=question, answer=Sentence("{cards}", {"cards": by}) if question is not None else None)
    if not stories:
        text = say("Nothing in the word can uncover this: {cards}", cards=tuple(up.values()))
        yield Meaning(refused=refuse("uncover.none", text))


def _uncovering(state: State, up: Mapping[int, str], made: Story = ()) -> Iterator[Story]:
    """The ways to uncover these (place -> card): by which card where one is turned up; of several the first way that works."""
    if not up:
        yield made
        return
    for ability in unused(state, "uncover_adjacent"):
        for side, place in uncoverable(state, ability):
            if place not in up:
                continue
            move = (on_turn(state), Uncover(ability.by, _side(side), up[place]))
            after = state_after(apply, state, [move])
            rest = {other: card for other, card in up.items() if other != place}
            ways = [] if after is None else list(_uncovering(after, rest, (*made, move)))
            yield from ways
            if ways and (made or rest):
                return


def _side(side: str) -> Side:
    return "left" if side == "left" else "right"


# --- one card ---------------------------------------------------------------------------------------------------------


def _one_card(state: State, who: Who | None, card: str) -> Iterator[Meaning]:
    """A card that someone points at, or holds before the camera."""
    asked = state.asks[0] if state.asks else None
    if asked is not None and card not in state.row:
        if asked.kind == "row" and not _owns(state, card):
            yield Meaning(((TABLE, Turned((card,))),))
            return
        if asked.kind != "row" and not _is_others(state, who, asked, (card,)):
            yield from _drawn(state, asked, (card,))
            return
    found = list(_of_benefits(state, card))
    if state.phase in ("benefits", "buy") and not found and not _owns(state, card):
        found.append(Meaning(((on_turn(state), Buy(card)),)))
    if not found and _may_be_seen(state, who, (card,)):
        found += _hand(state, who, (card,))
    if not found and state.phase == "word" and state.options.shortest_word == 1:
        found += _word(state, (card,), None)
    yield from found or _places(state, who, (card,))


def _places(state: State, who: Who | None, cards: Sequence[str]) -> Iterator[Meaning]:
    """Where these cards are, as *who* may know it."""
    yield from (Meaning(note=where(state, card, who if isinstance(who, int) else None)) for card in cards)


def _owns(state: State, card: str) -> bool:
    return any(card in one.owned for one in state.players)


def _of_benefits(state: State, card: str) -> Iterator[Meaning]:
    """What the benefits let the seat on turn do with this card."""
    seat = on_turn(state)
    if state.phase != "benefits":
        return
    tiles = spelling(state).tiles
    for ability in unused(state, "uncover_adjacent"):
        for side, place in uncoverable(state, ability):
            if _may_be(state, place, card):
                yield Meaning(((seat, Uncover(ability.by, _side(side), card)),))
    for ability in unused(state, "trash_self"):
        if ability.by == card:
            yield Meaning(((seat, Trash(card, card)),))
    if card in state.row:
        moves: list[Any] = [Jail(ability.by, card, keep) for ability in unused(state, "jail") for keep in (True, False)]
        if moves and state_after(apply, state, [(seat, Buy(card))]) is not None:
            moves.append(Buy(card))
        question = say("What happens to {card}?", card=card)
        for move in moves:
            yield Meaning(((seat, move),), question=question, answer=_in_short(((seat, move),)))
    elif not any(tile.card == card for tile in tiles) and card in {*player(state).owned, *candidates(state, seat)}:
        yield from (Meaning(((seat, Trash(ability.by, card)),)) for ability in unused(state, "trash_discard"))
