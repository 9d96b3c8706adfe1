"""From what was seen to moves (specification, section 8): what labels may mean; `judge` decides whether it may be."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import permutations, product
from typing import Any

from companion.games.bibliogamo.course import placed
from companion.games.bibliogamo.judge import apply, awaited
from companion.games.bibliogamo.moves import Bribe, Dismiss, Drew, Flipped, Hire, Move, Prestige, Sell, Showed, Shuffled
from companion.games.bibliogamo.state import SEAT, State, collection, here, hidden, known, place, shortest
from companion.games.bibliogamo.text import RULES
from companion.rules import TABLE, IllegalMove, Label, Meaning, Sentence, Who, say

Story = tuple[tuple[Who, Move], ...]
"""Moves in order, each with who makes it."""


def meanings(state: State, who: Who | None, rows: Sequence[Sequence[Label]]) -> list[Meaning]:
    """What these labels, seen in rows in reading order, may mean now. The same label twice counts once."""
    return list(_meanings(state, list(dict.fromkeys(label.code for row in rows for label in row))))


def _meanings(state: State, codes: list[str]) -> Iterator[Meaning]:
    box = state.box
    for code in codes:
        if code not in box.pieces:
            yield Meaning(refused=IllegalMove("card.unknown", say("“{code}” is no piece of this box.", code=code[:20])))
    artisans = [code for code in codes if code in box.artisan]
    collections = [code for code in codes if code in box.collection]
    towers = [code for code in codes if code in box.tower]
    if collections and not (artisans or towers):
        yield from (_prestige(state, card) for card in collections)
        return
    seen = [*artisans, *collections, *towers]
    if not seen:
        return
    if state.stage == "over":
        yield Meaning(note=Sentence(RULES["end.over"]))
    elif not artisans and not collections and len(towers) > 1 and len(towers) == len(box.tower):
        yield Meaning(note=say("This is the city. Cubes are not read: count them with “Set the markers” in a ruling."))
    elif collections:
        yield _nothing(state, seen)
    elif state.stage == "draw" and artisans:
        yield from _drawn(state, artisans)
    elif state.stage in ("dawn", "price") and artisans:
        yield from _flipped(state, artisans)
    elif state.stage == "act":
        yield from _actions(state, artisans, towers)
    elif state.stage == "offer" and artisans:
        yield _offer(state, artisans)
    else:
        yield _nothing(state, seen)


def _names(state: State, codes: Sequence[str]) -> list[Sentence]:
    return [say("{code} {name}", code=code, name=state.box.pieces[code].name) for code in codes]


def _nothing(state: State, codes: Sequence[str]) -> Meaning:
    """No move: what was seen, and what is awaited."""
    return Meaning(note=say("Seen: {pieces}. {awaited}", pieces=_names(state, codes), awaited=awaited(state)))


def _prestige(state: State, card: str) -> Meaning:
    ours = collection(state)
    if ours is None:
        who: Who = TABLE if state.options.prestige == "drawn" else SEAT
        return Meaning(((who, Prestige(card)),))
    if ours.card == card:
        return Meaning(note=say("{card} is the collection of this game.", card=Sentence(ours.name)))
    return Meaning(note=say("This game is played with {card}.", card=Sentence(ours.name)))


# --- cards of the pile ------------------------------------------------------------------------------------------------


def _comes(state: State, move: Callable[[str], Move], cards: Sequence[str], belongs: str) -> Meaning:
    """The cards as they came, one after the other; the discard is shuffled where the pile is empty.

    *belongs*: where such a card lies once it was told. A card that cannot come is refused with its place.
    """

    def agrees(then: State) -> bool:
        return all(place(then, card) in (None, belongs) for card in cards)

    story: list[tuple[Who, Move]] = []
    refused: IllegalMove | None = None
    for card in cards:
        moves: Sequence[Move] = (move(card),) if state.pile else (Shuffled(), move(card))
        try:
            state = _after(state, moves)
        except IllegalMove as illegal:
            # Told with what a ruling would hold: the card came all the same, from a discard that was shuffled early.
            refused = refused or illegal
            moves = illegal.facts.get("ruling") or moves
            try:
                state = _after(state, moves, ruling=True)
            except IllegalMove:
                return Meaning(refused=refused, agrees=agrees)
        story += ((TABLE, one) for one in moves)
    return Meaning(tuple(story), refused=refused, agrees=agrees if refused else None)


def _after(state: State, moves: Sequence[Move], *, ruling: bool = False) -> State:
    """The state after these moves of the table."""
    for move in moves:
        state = apply(state, TABLE, move, ruling=ruling)
    return state


def _drawn(state: State, cards: Sequence[str]) -> Iterator[Meaning]:
    """Cards that are in hand already are passed over."""
    new = [card for card in cards if card not in state.hand]
    room = state.box.count.hand - len(state.hand)
    if not new:
        yield _nothing(state, cards)
        return
    yield _comes(state, Drew, new[:room], "hand")
    if new[room:]:
        yield Meaning(note=say("Left over: {cards}", cards=_names(state, new[room:])))


def _flipped(state: State, cards: Sequence[str]) -> Iterator[Meaning]:
    """One card; two for the price of a book whose first card was not told. Price cards that lie there are passed over."""
    new = [card for card in cards if card not in state.row]
    wanted = 2 if state.stage == "price" and not state.row else 1
    if len(cards) == 1 or 1 <= len(new) <= wanted:
        yield _comes(state, Flipped, new or cards, "row" if state.stage == "price" else "discard")
    else:
        yield _nothing(state, cards)


def _offer(state: State, cards: Sequence[str]) -> Meaning:
    if _is_hand(state, cards):
        return _showed(state, cards)
    return _nothing(state, cards)


# --- the hand ---------------------------------------------------------------------------------------------------------


def _is_hand(state: State, cards: Sequence[str]) -> bool:
    """Whether these are all cards of a hand of which some are hidden."""
    return bool(hidden(state)) and len(cards) == len(state.hand) and {*known(state)} <= {*cards}


def _showed(state: State, cards: Sequence[str]) -> Meaning:
    new = tuple(card for card in cards if card not in state.hand)
    return _of_seat(Showed(new))


def _actions(state: State, cards: list[str], towers: list[str]) -> Iterator[Meaning]:
    if len(cards) in (2, 3) and (towers or not _is_hand(state, cards)):
        yield from _hires(state, cards, towers)
    elif cards and not towers and _is_hand(state, cards):
        yield _showed(state, cards)
    elif not cards and len(towers) == 1:
        yield _pointed_at(state, towers[0])
    elif len(cards) == 1 and len(towers) == 1 and state.options.dismiss:
        yield _of_seat(Dismiss(towers[0], cards[0]))
    else:
        yield _nothing(state, [*cards, *towers])


def _hires(state: State, cards: list[str], towers: list[str]) -> Iterator[Meaning]:
    """Reading order is card, pay, or lift, card, pay; by use of the towers. Every other legal order comes after."""
    wanted = towers or sorted(state.box.tower, key=lambda tower: -_most_placed(state, cards, tower))
    moves = [_hire(order, tower) for order, tower in product(permutations(cards), wanted)]
    legal = [move for move in moves if _legal(state, move)]
    if not legal:
        yield _of_seat(moves[0])
    yield from map(_of_seat, legal)


def _hire(order: tuple[str, ...], tower: str) -> Hire:
    card, pay = order[-2:]
    return Hire(card, tower, pay, order[0] if len(order) == 3 else None)


def _most_placed(state: State, cards: Sequence[str], tower: str) -> int:
    """Cubes that the card hired by reading order would place there."""
    return sum(placed(state, cards[-2], tower))


def _pointed_at(state: State, tower: str) -> Meaning:
    """A tower: the sale where he stands, else the bribe that leads there."""
    if here(state) == tower:
        return _of_seat(Sell())
    return _of_seat(Bribe(shortest(state, tower)))


def _legal(state: State, move: Any) -> bool:
    try:
        apply(state, SEAT, move)
    except IllegalMove:
        return False
    return True


def _of_seat(move: Move) -> Meaning:
    """The seat's move; the referee says why it cannot be, and whether the table may let it stand."""
    return Meaning(((SEAT, move),))
