"""What hands must do on the real table to follow a move (specification, sections 6 and 9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.games.hardback.judge import apply
from companion.games.hardback.moves import (
    Buy,
    BuyInk,
    EndTurn,
    Flush,
    Ink,
    Jail,
    Remove,
    SellInk,
    Skip,
    Sort,
    Starters,
    Take,
    Trash,
    Uncover,
    Vote,
    Word,
)
from companion.games.hardback.state import State
from companion.rules import Name, Sentence, Who, say, say_n


def hands(before: State, who: Who, move: Any) -> tuple[Sentence, ...]:
    """What people must do on the real table to follow this legal move, step by step."""
    after = apply(before, who, move, ruling=True)
    return tuple(_steps(before, after, who, move))


def _steps(before: State, after: State, who: Who, move: Any) -> Iterator[Sentence]:
    match move:
        case Starters(seat):
            yield say("{who} shuffles the ten starting cards into a draw pile.", who=Name(seat))
        case Ink(seat):
            if not before.players[seat].draw:
                yield say("{who} shuffles the discard pile into a new draw pile.", who=Name(seat))
            yield say("{who} draws a card, lays it face up and puts the ink on it.", who=Name(seat))
        case Remove(seat, card):
            yield say("{who} takes {card} into the hand; ink and remover go to the supply.", who=Name(seat), card=card)
        case Word() | Vote():
            yield from _spelled(before, after)
        case Uncover(_, _, card):
            yield say("Turn {card} face up.", card=card)
        case Take(_, _, "ink"):
            yield say("{who} takes an ink from the supply.", who=_name(who))
        case Take(_, _, "remover"):
            yield say("{who} takes a remover from the supply.", who=_name(who))
        case Take(_, _, "look"):
            n = len(after.word.looked) if after.word else 0
            yield say_n("{who} looks at the top card.", "{who} looks at the top {n} cards.", n, who=_name(who))
        case Sort(top, discard):
            yield say("{who} puts {n} back on top, the first named topmost.", who=_name(who), n=len(top))
            if discard:
                yield say("{who} discards the others.", who=_name(who))
        case Trash(_, card):
            yield say("{card} leaves the game.", card=card)
        case Jail(_, card, True):
            yield say("{who} lays {card} into the own jail.", who=_name(who), card=card)
            if isinstance(who, int) and (old := before.players[who].jail) is not None:
                yield say("{card} leaves the game.", card=old)
        case Jail(_, card, _):
            yield say("{card} leaves the game.", card=card)
        case Flush():
            yield say("The whole offer row leaves the game.")
        case Buy(card) if card in before.box.card:
            yield say("{who} lays {card} on the discard pile.", who=_name(who), card=card)
        case BuyInk(count):
            yield say_n("{who} takes {n} ink from the supply.", "{who} takes {n} inks from the supply.", count, who=_name(who))
        case SellInk(coins):
            yield say("{who} puts {n} inks back into the supply.", who=_name(who), n=3 * coins)
        case EndTurn() | Skip():
            yield from _ended(before, after)
    yield from _moved(before, after)


def _name(who: Who) -> Name:
    return Name(who)


def _spelled(before: State, after: State) -> Iterator[Sentence]:
    if before.phase == "vote" and after.phase == "word":
        yield say("The cards go back to where they came from.")
    if after.phase != "benefits" or after.word is None or after.turn is None:
        return
    unused = len(after.players[after.turn].discard) - len(before.players[after.turn].discard)
    if unused > 0:
        yield say_n(
            "{who} discards the unused card face up.",
            "{who} discards the {n} unused cards face up.",
            unused,
            who=Name(after.turn),
        )
    if after.word.ghostwriter is not None:
        yield say("{who} takes an ink from the supply.", who=Name(after.word.ghostwriter))


def _ended(before: State, after: State) -> Iterator[Sentence]:
    assert before.turn is not None
    seat = before.turn
    if before.word is not None:
        stay = [card for card in after.players[seat].timeless if card not in before.players[seat].timeless]
        yield say("{who} discards the word.", who=Name(seat))
        if stay:
            yield say("Face up before {who} stay: {cards}", who=Name(seat), cards=stay)
        for other, one in enumerate(before.players):
            home = [card for card in one.timeless if other != seat and card not in after.players[other].timeless]
            if home:
                yield say("Onto {who}’s discard pile: {cards}", who=Name(other), cards=home)
    yield say("Ink on cards goes to the supply or to the ghostwriter.")
    yield say_n("{who} draws {n} card.", "{who} draws {n} cards.", len(after.players[seat].hand), who=Name(seat))


def _moved(before: State, after: State) -> Iterator[Sentence]:
    """What anybody sees: markers, the row, whose turn it is."""
    for seat, one in enumerate(after.players):
        if one.prestige != before.players[seat].prestige:
            yield say("{who}’s marker goes to {n}.", who=Name(seat), n=one.prestige)
    if after.penny is not None and after.penny != before.penny:
        yield say("Penny’s marker goes to {n}.", n=after.penny)
    places = after.row.count(None)
    if places and after.asks and after.phase != "setup" and places > before.row.count(None):
        yield say_n("Turn up {n} card of the offer deck.", "Turn up {n} cards of the offer deck.", places)
    if after.phase == "word" and after.turn is not None and (before.phase == "setup" or after.round != before.round):
        yield say("Round {n}.", n=after.round)
    if after.phase == "word" and after.turn is not None and after.turn != before.turn:
        yield say("It is {who}’s turn.", who=Name(after.turn))
