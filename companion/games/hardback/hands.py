"""What hands must do on the real table to follow a move (specification, sections 6 and 9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.games.hardback.benefits import closed
from companion.games.hardback.judge import apply
from companion.games.hardback.moves import (
    Buy,
    BuyInk,
    EndTurn,
    First,
    Flush,
    Ghostwriter,
    Give,
    Ink,
    Jail,
    OfPurchase,
    Remove,
    SellInk,
    Skip,
    Sort,
    Starters,
    Take,
    Trash,
    Turned,
    Uncover,
    Vote,
    Word,
)
from companion.games.hardback.state import State, on_turn, others, spelling
from companion.rules import Name, Sentence, Who, say, say_n


def hands(before: State, who: Who, move: Any) -> tuple[Sentence, ...]:
    """What people must do on the real table to follow this legal move, step by step."""
    after = apply(before, who, move, ruling=True)
    steps: list[Sentence] = []
    if isinstance(move, OfPurchase) and before.phase == "benefits":
        counted = closed(before)
        steps += _closed(before, counted)
        before = counted
    return (*steps, *_done(before, after, move), *_moved(before, after, move))


def _closed(before: State, counted: State) -> Iterator[Sentence]:
    """What is done by itself when the benefits are closed, and what they come to."""
    for place in spelling(counted).uncovered:
        if place not in spelling(before).uncovered:
            yield say("Turn {card} face up.", card=spelling(counted).tiles[place].card)
    for seat in others(before, on_turn(before)):
        yield from _returned(seat, before.players[seat].ink - counted.players[seat].ink, "ink")
        yield from _returned(seat, before.players[seat].remover - counted.players[seat].remover, "remover")
    yield from _markers(before, counted)


def _returned(seat: int, n: int, what: str) -> Iterator[Sentence]:
    if n > 0 and what == "ink":
        yield say_n("{who} puts {n} ink back into the supply.", "{who} puts {n} ink back into the supply.", n, who=Name(seat))
    elif n > 0:
        yield say_n(
            "{who} puts {n} remover back into the supply.", "{who} puts {n} removers back into the supply.", n, who=Name(seat)
        )


def _done(before: State, after: State, move: Any) -> Iterator[Sentence]:
    """What the move itself asks of hands."""
    match move:
        case Starters(seat):
            has = after.players[seat]
            yield say_n(
                "{who} shuffles the {n} starting card into a draw pile.",
                "{who} shuffles the {n} starting cards into a draw pile.",
                len(has.owned) + has.unseen_starters,
                who=Name(seat),
            )
        case First(seat):
            yield say("{who} goes first: lay the token of the first player there.", who=Name(seat))
        case Ink(seat):
            if not before.players[seat].draw:
                yield say("{who} shuffles the discard pile into a new draw pile.", who=Name(seat))
            yield say("{who} draws a card, lays it face up and puts the ink on it.", who=Name(seat))
        case Remove(seat, card):
            yield say("{who} takes {card} into the hand; ink and remover go to the supply.", who=Name(seat), card=card)
        case Word() | Vote():
            yield from _spelled(before, after)
        case Give(seat, what):
            yield from _returned(seat, 1, what)
        case EndTurn() | Skip():
            yield from _ended(before, after)
    if before.turn is not None:
        yield from _on_turn(before, after, move, Name(before.turn))


def _on_turn(before: State, after: State, move: Any, who: Name) -> Iterator[Sentence]:
    """What the one on turn does with benefits and purchases."""
    match move:
        case Ghostwriter():
            yield say("{who} shows the whole hand.", who=who)
        case Uncover(_, _, card):
            yield say("Turn {card} face up.", card=card)
        case Take(_, _, "ink"):
            yield say_n("{who} takes {n} ink from the supply.", "{who} takes {n} ink from the supply.", 1, who=who)
        case Take(_, _, "remover"):
            yield say("{who} takes a remover from the supply.", who=who)
        case Take(_, _, "look"):
            n = len(spelling(after).looked)
            yield say_n(
                "{who} looks at the top card of the draw pile.", "{who} looks at the top {n} cards of the draw pile.", n, who=who
            )
            yield from _reshuffled(before, on_turn(before), n)
        case Sort(top, discard):
            if top:
                yield say_n(
                    "{who} puts {n} card back on the draw pile.",
                    "{who} puts {n} cards back on the draw pile, the first named on top.",
                    len(top),
                    who=who,
                )
            if discard:
                yield say_n("{who} discards {n} card.", "{who} discards {n} cards.", len(discard), who=who)
        case Trash(_, card) if any(tile.card == card for tile in spelling(before).tiles):
            yield say("{card} stays in the word until the turn ends; then it leaves the game.", card=card)
        case Trash(_, card) | Jail(_, card, False):
            yield say("{card} leaves the game.", card=card)
        case Jail(_, card, _):
            yield say("{card} goes to {who}’s jail.", card=card, who=who)
            if (old := before.players[on_turn(before)].jail) is not None:
                yield say("{card} leaves the game.", card=old)
        case Flush():
            yield say("The whole offer row leaves the game.")
        case Buy(card) if card in before.box.card:
            yield say("{who} lays {card} on the discard pile.", who=who, card=card)
        case Buy():
            yield say("{who} marks advert {step} as bought.", who=who, step=after.players[on_turn(before)].advert)
        case BuyInk(count):
            yield say_n("{who} takes {n} ink from the supply.", "{who} takes {n} ink from the supply.", count, who=who)
        case SellInk(coins):
            yield from _returned(on_turn(before), 3 * coins, "ink")


def _spelled(before: State, after: State) -> Iterator[Sentence]:
    if before.phase == "vote" and after.phase == "word":
        yield say("The cards go back to where they came from.")
    if after.phase != "benefits":
        return
    seat = on_turn(after)
    unused = len(after.players[seat].discard) - len(before.players[seat].discard)
    if unused > 0:
        yield say_n(
            "{who} discards the unused card face up.",
            "{who} discards the {n} unused cards face up.",
            unused,
            who=Name(seat),
        )
    if (helper := spelling(after).ghostwriter) is not None:
        yield say_n("{who} takes {n} ink from the supply.", "{who} takes {n} ink from the supply.", 1, who=Name(helper))


def _ended(before: State, after: State) -> Iterator[Sentence]:
    seat = on_turn(before)
    has = before.players[seat]
    if before.word is None:
        yield say("{who} discards the hand and every card drawn with ink.", who=Name(seat))
        yield from _ink_goes(len(has.inked), None)
    else:
        tiles = [tile for tile in before.word.tiles if tile.source != "classic"]
        trashed = [tile.card for tile in tiles if any(one.card == tile.card for one in _self_trashed(before))]
        stay = [card for card in after.players[seat].timeless if card not in has.timeless]
        if len(tiles) > len(trashed) + len(stay):
            yield say("{who} discards the cards of the word.", who=Name(seat))
        if stay:
            yield say("Face up before {who} stay: {cards}", who=Name(seat), cards=stay)
        if trashed:
            yield say("Out of the game go: {cards}", cards=trashed)
        yield from _ink_goes(sum(tile.source == "ink" for tile in tiles), before.word.ghostwriter)
    if after.phase != "over":
        n = len(after.players[seat].hand)
        yield say_n("{who} draws {n} card.", "{who} draws {n} cards.", n, who=Name(seat))
        yield from _reshuffled(before, seat, n)


def _self_trashed(state: State) -> list[Any]:
    return [one for one in spelling(state).choices if one.ability == "trash_self"]


def _ink_goes(n: int, ghostwriter: int | None) -> Iterator[Sentence]:
    if n and ghostwriter is not None:
        yield say_n(
            "{who} takes the ink that lies on a card.",
            "{who} takes the {n} ink that lie on cards.",
            n,
            who=Name(ghostwriter),
        )
    elif n:
        yield say_n(
            "The ink that lies on a card goes back to the supply.",
            "The {n} ink that lie on cards go back to the supply.",
            n,
        )


def _reshuffled(before: State, seat: int, n: int) -> Iterator[Sentence]:
    """So many cards were drawn: if the pile did not last, how it goes on (`draw.reshuffle`)."""
    if before.players[seat].draw < n:
        yield say("The draw pile does not last: {who} shuffles the discard pile into a new one and goes on.", who=Name(seat))


# --- what anybody sees ------------------------------------------------------------------------------------------------


def _moved(before: State, after: State, move: Any) -> Iterator[Sentence]:
    """Awards, classics, the row, markers, whose turn it is."""
    yield from _awards(before, after)
    for seat, one in enumerate(before.players):
        has = after.players[seat]
        home = [card for card in one.timeless if card not in has.timeless and card in has.owned]
        if home:
            yield say("Onto {who}’s discard pile: {cards}", who=Name(seat), cards=home)
    left = [card for card in before.row if card is not None and card not in after.row]
    if not isinstance(move, Buy | Jail | Flush):
        for card in left:
            yield say("{card} leaves the offer row and the game.", card=card)
    yield from _markers(before, after)
    if after.deck > before.deck - (len(move.cards) if isinstance(move, Turned) else 0):
        yield say("Shuffle the cards that left the game into a new offer deck.")
    asked = {question.kind: question.count for question in after.asks}
    if "row" in asked and left:
        yield say_n("Turn up {n} card of the offer deck.", "Turn up {n} cards of the offer deck.", asked["row"])
    if before.phase == "setup" and after.phase == "word":
        yield say_n("Everyone draws {n} card.", "Everyone draws {n} cards.", after.box.hand)
    if after.phase == "word" and after.turn is not None and (before.phase == "setup" or after.round != before.round):
        yield say("Round {n}.", n=after.round)
    if after.phase == "word" and after.turn is not None and (before.phase == "setup" or after.turn != before.turn):
        yield say("It is {who}’s turn.", who=Name(after.turn))


def _markers(before: State, after: State) -> Iterator[Sentence]:
    for seat, one in enumerate(after.players):
        if one.prestige != before.players[seat].prestige:
            yield say("{who}’s marker goes to {n}.", who=Name(seat), n=one.prestige)
    if after.penny is not None and after.penny != before.penny:
        yield say("Penny’s marker goes to {n}.", n=after.penny)


def _awards(before: State, after: State) -> Iterator[Sentence]:
    for seat, one in enumerate(after.players):
        if one.award > before.players[seat].award:
            shared = any(one.award == other.award for other in before.players)
            if shared:
                yield say("{who} shares the award for {n} letters.", who=Name(seat), n=one.award)
            else:
                yield say("{who} takes the award for {n} letters.", who=Name(seat), n=one.award)
