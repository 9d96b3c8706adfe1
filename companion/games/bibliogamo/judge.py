"""May this be done, and what comes of it: `apply` (specification, sections 5 and 6).

A refusal names the first rule in the order of section 6: over, stage and who, then what each move must keep.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from companion.games.bibliogamo import course
from companion.games.bibliogamo.moves import (
    Accept,
    Bribe,
    Count,
    Dismiss,
    Drew,
    EndTurn,
    Flipped,
    Hire,
    Move,
    OfTable,
    PayDay,
    Prestige,
    Sell,
    Showed,
    Shuffled,
)
from companion.games.bibliogamo.pieces import KINDS
from companion.games.bibliogamo.state import (
    State,
    cubes,
    finished,
    finished_towers,
    here,
    hidden,
    known,
    place,
    shortest,
    unseen,
)
from companion.games.bibliogamo.text import RULES
from companion.rules import HIDDEN, TABLE, IllegalMove, Sentence, Who, say, say_n

SEAT = 0
"""The one player."""

STAGES: dict[type[Any], tuple[str, ...]] = {
    Prestige: ("prestige",),
    Drew: ("draw",),
    Flipped: ("dawn", "price"),
    Shuffled: ("draw", "dawn", "price"),
    Bribe: ("act",),
    Sell: ("act",),
    PayDay: ("offer",),
    Accept: ("offer",),
    Hire: ("act",),
    Dismiss: ("act",),
    Showed: ("act", "offer"),
    EndTurn: ("act",),
}
"""When each move is made."""


def apply(state: State, who: Who, move: Move, *, ruling: bool = False) -> State:
    """The state after *who* made the move. Raises IllegalMove with the first rule in its way.

    A Ruling waives the rules marked W in the specification's section 6; the others are facts of the table.
    """
    if state.stage == "over":
        raise IllegalMove("end.over", RULES["end.over"])
    if not isinstance(move, Count):
        _check_turn(state, who, move, ruling)
    match move:
        case Prestige(card):
            if card not in state.box.collection:
                raise IllegalMove("setup.prestige", say("There is no Prestige card {card} in this box.", card=card[:20]))
            return course.named(state, card)
        case Drew(card):
            _check_comes(state, move, card)
            return course.drawn(state, card)
        case Flipped(card):
            if card == HIDDEN:
                raise IllegalMove("pile.faceup", RULES["pile.faceup"])
            _check_comes(state, move, card)
            return course.flipped(state, card)
        case Shuffled():
            _check_shuffle(state, ruling)
            return course.shuffled(state)
        case Bribe(spaces):
            _check_bribe(state, spaces, ruling)
            return course.bribed(state, spaces)
        case Sell():
            return course.offered(state, _check_sale(state, ruling))
        case PayDay():
            _check_day(state, ruling)
            return course.day_paid(state)
        case Accept():
            return course.accepted(state)
        case Hire():
            _check_hire(state, move, ruling)
            return course.hired(state, move)
        case Dismiss():
            _check_dismissal(state, move, ruling)
            return course.dismissed(state, move.tower, move.pay)
        case Showed(cards):
            _check_showed(state, cards)
            return course.showed(state, cards)
        case EndTurn():
            return course.turn_ended(state)
        case Count():
            _check_count(state, move, ruling)
            return course.counted(state, move)


def maker(state: State, move: Move) -> Who:
    """Who makes this move when nobody says so."""
    if isinstance(move, Prestige):
        return TABLE if state.options.prestige == "drawn" else SEAT
    return TABLE if isinstance(move, OfTable) else SEAT


# --- stage and who ----------------------------------------------------------------------------------------------------


def _check_turn(state: State, who: Who, move: Move, ruling: bool) -> None:
    anywhere = ruling and isinstance(move, Shuffled)
    if state.stage not in STAGES[type(move)] and not anywhere:
        raise IllegalMove("turn.order", awaited(state))
    if who != maker(state, move):
        text = say("Only the player makes this move.") if who == TABLE else say("Only the table tells this.")
        raise IllegalMove("turn.order", text)


def awaited(state: State) -> Sentence:
    match state.stage:
        case "prestige":
            return say("First name the Prestige card of this game.")
        case "draw":
            return say_n("First draw {n} more card.", "First draw {n} more cards.", state.box.count.hand - len(state.hand))
        case "dawn":
            return say("First the day begins: flip the top card.")
        case "price":
            return say("First flip a card for the price.")
        case "offer":
            return say("First take the price or pay a day.")
    return say("It is time for bribes, a sale, hires, or the end of the turn.")


# --- cards of the pile ------------------------------------------------------------------------------------------------


def _check_comes(state: State, move: Drew | Flipped, card: str) -> None:
    if card != HIDDEN and card not in state.box.artisan:
        text = say("There is no artisan card “{card}” in this box; a card is written like A17.", card=card[:20])
        raise IllegalMove("card.unknown", text)
    if state.pile == 0:
        raise IllegalMove("pile.shuffle", say("The draw pile is empty: first shuffle the discard into a new one."))
    found = None if card == HIDDEN else place(state, card)
    if found is None:
        return
    raise IllegalMove(
        "card.place",
        _lies(state, card, found),
        since=lambda then: place(then, card) == found,
        ruling=(Shuffled(), move) if found == "discard" else (),
    )


def _lies(state: State, card: str, found: str) -> Sentence:
    name = Sentence(state.box.artisan[card].name)
    match found:
        case "hand":
            return say("{card} {name} is in your hand.", card=card, name=name)
        case "row":
            return say("{card} {name} lies in the price row.", card=card, name=name)
    return say("{card} {name} lies in the discard. Was the discard shuffled early? Then rule that it was.", card=card, name=name)


def _check_shuffle(state: State, ruling: bool) -> None:
    if ruling:
        return
    if state.pile:
        text = say_n(
            "{n} card is left in the draw pile; the discard is shuffled when it is empty.",
            "{n} cards are left in the draw pile; the discard is shuffled when it is empty.",
            state.pile,
        )
        raise IllegalMove("pile.shuffle", text)
    if not state.discard:
        raise IllegalMove("pile.shuffle", say("There is no card to shuffle."))


# --- the sale ---------------------------------------------------------------------------------------------------------


def _check_bribe(state: State, spaces: int, ruling: bool) -> None:
    if not ruling and (state.sold or state.hires):
        raise IllegalMove("action.order", say("Bribes come before the sale and before hires."))
    if not 1 <= abs(spaces) < state.box.round:
        text = say("A bribe moves the Librarian 1 to {most} spaces, forward or back.", most=state.box.round - 1)
        raise IllegalMove("bribe.step", text)
    if not ruling and abs(spaces) > state.florins:
        text = say("{spaces} spaces cost {spaces} Florins; you have {florins}.", spaces=abs(spaces), florins=state.florins)
        raise IllegalMove("bribe.cost", text)


def _check_sale(state: State, ruling: bool) -> str:
    """The tower whose book can be sold now."""
    if not ruling and state.hires:
        raise IllegalMove("action.order", say("A book is sold before artisans are hired."))
    if not ruling and state.sold:
        raise IllegalMove("sell.once", say("You have sold a book this turn."))
    tower = here(state)
    if tower is None:
        raise IllegalMove("sell.tower", _street(state))
    if not ruling and not finished(state, tower):
        missing = [
            say("{n} × {kind}", n=wanted - there, kind=Sentence(state.box.kind[kind].name))
            for kind, there, wanted in zip(KINDS, cubes(state, tower), state.box.tower[tower].recipe, strict=True)
            if there < wanted
        ]
        name = Sentence(state.box.tower[tower].name)
        raise IllegalMove("sell.finished", say("{tower} is not finished: {missing} are missing.", tower=name, missing=missing))
    return tower


def _street(state: State) -> Sentence:
    """Between which towers he stands, and what a bribe to the nearest finished book costs."""
    spaces = sorted(state.box.tower_at, key=lambda space: (space - state.space) % state.box.round)
    after, before = (Sentence(state.box.tower[state.box.tower_at[spaces[at]]].name) for at in (0, -1))
    ready = finished_towers(state)
    if not ready:
        return say("The Librarian stands between {before} and {after}; no book is finished.", before=before, after=after)
    nearest = min(ready, key=lambda tower: abs(shortest(state, tower)))
    return say(
        "The Librarian stands between {before} and {after}; to the finished {book} a bribe costs {n} Florins.",
        before=before,
        after=after,
        book=Sentence(state.box.tower[nearest].name),
        n=abs(shortest(state, nearest)),
    )


def _check_day(state: State, ruling: bool) -> None:
    if not ruling and state.day >= state.box.count.days:
        raise IllegalMove("price.days_left", say("No day is left on the time track."))
    if not state.pile and not state.discard:
        raise IllegalMove("price.card_left", say("No card is left to flip."))


# --- hires ------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Hand:
    """A hand out of which cards are taken one after the other: known ones, or hidden ones that are named by it."""

    known: set[str]
    unseen: set[str]
    hidden: int

    def take(self, card: str) -> bool:
        """Whether the card is there; if so it is gone."""
        if card in self.known:
            self.known.remove(card)
            return True
        if self.hidden and card in self.unseen:
            self.unseen.remove(card)
            self.hidden -= 1
            return True
        return False


def _hand(state: State) -> _Hand:
    n = hidden(state)
    return _Hand(set(known(state)), set(unseen(state)) if n else set(), n)


def barred(state: State, card: str) -> bool:
    """`bar.kind`: whether the card places the kind of which no card may be hired now without a lift."""
    return not state.lifted and state.box.artisan[card].places_kind(state.bar)


def _check_hires(state: State, ruling: bool) -> None:
    if not ruling and state.hires >= state.box.count.hires:
        text = say_n("You have hired {n} time this turn.", "You have hired {n} times this turn.", state.hires)
        raise IllegalMove("hire.twice", text)


def _check_hire(state: State, move: Hire, ruling: bool) -> None:
    _check_hires(state, ruling)
    hand = _hand(state)
    if not hand.take(move.card):
        raise IllegalMove("hire.card", say("{card} is not in your hand.", card=move.card[:20]))
    _check_tower("hire.tower", state, move.tower)
    _check_lift(state, move, hand, ruling)
    if move.pay in (move.card, move.lift) or not hand.take(move.pay):
        raise IllegalMove("hire.pay", _no_payer(move.pay, (move.card, move.lift)))
    if not ruling and state.options.bar_stops_payment and move.lift is None and barred(state, move.pay):
        raise IllegalMove("bar.payment", say("{card} places the barred kind and cannot pay.", card=move.pay))
    if not ruling and not state.options.empty_hires and not any(course.placed(state, move.card, move.tower)):
        name = Sentence(state.box.tower[move.tower].name)
        raise IllegalMove("hire.empty", say("{card} finds no place in {tower}.", card=move.card, tower=name))


def _check_lift(state: State, move: Hire, hand: _Hand, ruling: bool) -> None:
    needed = barred(state, move.card)
    if move.lift is None:
        if needed and not ruling:
            raise IllegalMove(
                "bar.kind",
                say(
                    "{card} places {kind}, which is barred today: discard a card of that kind first.",
                    card=move.card,
                    kind=_kind(state),
                ),
            )
        return
    if not needed and not ruling:
        raise IllegalMove("bar.idle", say("{card} may be hired without a card to lift the bar.", card=move.card))
    if move.lift == move.card or not hand.take(move.lift):
        raise IllegalMove("bar.lift", say("{card} is no other card of your hand.", card=move.lift[:20]))
    if not state.box.artisan[move.lift].places_kind(state.bar):
        raise IllegalMove("bar.lift", say("{card} does not place {kind}.", card=move.lift, kind=_kind(state)))


def _kind(state: State) -> Sentence:
    assert state.bar is not None
    return Sentence(state.box.kind[state.bar].name)


def _no_payer(pay: str, used: Sequence[str | None]) -> Sentence:
    if pay in used:
        return say("{card} cannot pay too: another card of your hand pays.", card=pay)
    return say("{card} is not in your hand.", card=pay[:20])


def _check_tower(rule: str, state: State, tower: str) -> None:
    if tower not in state.box.tower:
        raise IllegalMove(rule, say("There is no tower “{tower}”: {towers}.", tower=tower[:20], towers=list(state.box.tower)))


def _check_dismissal(state: State, move: Dismiss, ruling: bool) -> None:
    if not state.options.dismiss:
        raise IllegalMove("dismiss.option", RULES["dismiss.option"])
    _check_hires(state, ruling)
    _check_tower("dismiss.tower", state, move.tower)
    if not any(cubes(state, move.tower)):
        name = Sentence(state.box.tower[move.tower].name)
        raise IllegalMove("dismiss.tower", say("No artisan works in {tower}.", tower=name))
    if not _hand(state).take(move.pay):
        raise IllegalMove("hire.pay", _no_payer(move.pay, ()))


def _check_showed(state: State, cards: Sequence[str]) -> None:
    if not 1 <= len(cards) <= hidden(state):
        n = hidden(state)
        text = say_n("{n} card of your hand is hidden.", "{n} cards of your hand are hidden.", n)
        raise IllegalMove("hand.hidden", text if n else say("No card of your hand is hidden."))
    if len(set(cards)) != len(cards):
        raise IllegalMove("hand.hidden", say("A card is named twice."))
    left = unseen(state)
    for card in cards:
        if card not in left:
            raise IllegalMove("hand.hidden", say("{card} cannot be hidden in your hand.", card=card[:20]))


# --- markers ----------------------------------------------------------------------------------------------------------


def _check_count(state: State, move: Count, ruling: bool) -> None:
    if not ruling:
        raise IllegalMove("count.ruling", RULES["count.ruling"])
    days, spaces = state.box.count.days, state.box.round
    if move.florins is not None and move.florins < 0:
        raise IllegalMove("count.range", say("Florins are 0 or more."))
    if move.day is not None and not 0 <= move.day <= days:
        raise IllegalMove("count.range", say("Days go from 0 to {most}.", most=days))
    if move.space is not None and not 0 <= move.space < spaces:
        raise IllegalMove("count.range", say("Spaces go from 0 to {most}.", most=spaces - 1))
    towers = move.towers or {}
    for tower, found in towers.items():
        _check_tower("count.range", state, tower)
        if not all(0 <= n <= wanted for n, wanted in zip(found, state.box.tower[tower].recipe, strict=True)):
            name = Sentence(state.box.tower[tower].name)
            raise IllegalMove("count.range", say("So many cubes are not in the recipe of {tower}.", tower=name))
    cubes_there = chain.from_iterable(towers.get(tower, cubes(state, tower)) for tower in state.towers)
    if sum(cubes_there) > state.box.count.black_cubes:
        raise IllegalMove("count.range", say("There are only {n} cubes.", n=state.box.count.black_cubes))
