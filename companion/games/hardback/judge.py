"""May this be done, and what comes of it: `apply` (specification, sections 5 and 6).

A refusal names the first rule in the order of section 6: over, setup, whose move, what must be told first, the part of the turn,
for purchases the closing of the benefits; then the rules of the move itself. In a Ruling the rules marked R there are set aside.
"""

from __future__ import annotations

from typing import Any

from companion.games.hardback import course, turns
from companion.games.hardback.benefits import closed, gave, owed
from companion.games.hardback.buying import of_purchase
from companion.games.hardback.dealing import of_table
from companion.games.hardback.knowledge import candidates, hidden_places, named
from companion.games.hardback.moves import (
    Count,
    Drew,
    First,
    Ghostwriter,
    Give,
    Ink,
    Move,
    OfBenefits,
    OfNamed,
    OfPurchase,
    OfTable,
    OfWord,
    Remove,
    Seen,
    Skip,
    Sort,
    Starters,
    Turned,
    Vote,
    Word,
)
from companion.games.hardback.places import check_known, check_named, refuse, where
from companion.games.hardback.resolving import of_benefits
from companion.games.hardback.spelling import check_word, tiles_of
from companion.games.hardback.state import Question, State, changed, on_turn, player, spelling
from companion.games.hardback.text import RULES
from companion.rules import TABLE, Name, Who, say, say_n


def apply(state: State, who: Who, move: Move, *, ruling: bool = False) -> State:
    """The state after *who* made the move. Raises IllegalMove with the first rule in its way; then nothing has changed."""
    _check_time(state, who, move)
    if isinstance(move, OfTable):
        return turns.settled(of_table(state, move))
    if isinstance(move, OfNamed):
        return turns.settled(_of_named(state, move, ruling))
    if isinstance(move, OfWord):
        return turns.settled(_of_word(state, move, ruling))
    if isinstance(move, OfBenefits):
        return turns.settled(of_benefits(state, move))
    return turns.settled(of_purchase(closed(state) if state.phase == "benefits" else state, move, ruling))


def maker(state: State, move: Move) -> Who:
    """Who makes this move when nobody says so: the table, the seat it names, or the seat on turn."""
    if isinstance(move, OfTable):
        return TABLE
    return move.seat if isinstance(move, OfNamed) else state.turn or 0


# --- over, setup, whose move, what is told first, the part of the turn ------------------------------------------------


def _check_time(state: State, who: Who, move: Move) -> None:
    if state.phase == "over":
        raise refuse("game.over", RULES["game.over"])
    if state.phase == "setup" and not isinstance(move, Starters | First | Turned):
        raise refuse("setup.first", RULES["setup.first"])
    _check_who(state, who, move)
    if state.phase != "setup" and state.asks and not _answers(state, move):
        raise refuse("table.first", _to_tell(state.asks[0]))
    _check_phase(state, move)


def _check_who(state: State, who: Who, move: Move) -> None:
    if isinstance(move, OfTable):
        if who != TABLE:
            raise refuse("turn.order", say("What was dealt, drawn or turned up is told by the table."))
    elif isinstance(move, OfNamed):
        if move.seat not in range(len(state.players)):
            raise refuse("turn.order", say("Nobody sits there."))
        # What lies on the table anybody may tell; whether it stands in a Ruling is asked later.
        if who != move.seat and not (isinstance(move, Seen) and who == TABLE) and not isinstance(move, Count):
            raise refuse("turn.order", say("Only {who} can do this.", who=Name(move.seat)))
        if isinstance(move, Vote) and move.seat == state.turn:
            raise refuse("turn.order", say("The others vote on {who}’s word, not {who}.", who=Name(move.seat)))
    elif who != state.turn:
        raise refuse("turn.order", say("It is {who}’s turn.", who=Name(on_turn(state))))


def _answers(state: State, move: Move) -> bool:
    """Whether the move may come while the table has something to tell: the answer, or cards that were seen."""
    if isinstance(move, Turned):
        return state.asks[0].kind == "row"
    return isinstance(move, Drew | Seen)


def _to_tell(question: Question) -> Any:
    match question.kind:
        case "row":
            return say_n("First tell which card is turned up.", "First tell which {n} cards are turned up.", question.count)
        case "hand":
            return say("First tell {who}’s new hand.", who=Name(question.seat or 0))
        case "ink":
            return say("First tell which card {who} drew with ink.", who=Name(question.seat or 0))
    return say_n(
        "First tell which card {who} looks at.",
        "First tell which {n} cards {who} looks at.",
        question.count,
        who=Name(question.seat or 0),
    )


def _check_phase(state: State, move: Move) -> None:
    if isinstance(move, OfWord) and state.phase != "word":
        raise refuse("turn.phase", say("The word of this turn is spelled already."))
    if isinstance(move, Vote) and state.phase != "vote":
        raise refuse("turn.phase", say("There is no word to vote on."))
    if isinstance(move, OfBenefits | Give):
        if state.phase == "buy":
            raise refuse("benefits.closed", RULES["benefits.closed"])
        if state.phase != "benefits":
            raise refuse("turn.phase", say("Benefits come after the word: spell it first."))
    if isinstance(move, OfPurchase) and state.phase not in ("benefits", "buy"):
        raise refuse("turn.phase", say("You buy after the word and its benefits: spell it first."))
    if isinstance(move, OfBenefits | OfPurchase) and not isinstance(move, Sort) and spelling(state).looked:
        raise refuse("turn.phase", say("First put back the cards that you looked at."))


# --- what a seat does in anybody's turn -------------------------------------------------------------------------------


def _of_named(state: State, move: OfNamed, ruling: bool) -> State:
    seat = move.seat
    match move:
        case Seen(_, place, cards):
            _check_seen(state, seat, place, cards)
            return course.seen(state, seat, place, cards)
        case Ink():
            _check_ink(state, seat, ruling)
            return course.ink(state, seat)
        case Remove(_, card):
            _check_remove(state, seat, card, ruling)
            return course.remover(state, seat, card)
        case Vote(_, accept):
            if seat in dict(state.votes):
                raise refuse("vote.once", say("{who} has voted already.", who=Name(seat)))
            return course.voted(state, seat, accept)
        case Give(_, what):
            if owed(state, seat) <= 0:
                raise refuse("give.none", say("{who} has nothing to return.", who=Name(seat)))
            if not getattr(state.players[seat], what):
                has_none = (
                    say("{who} has no ink.", who=Name(seat)) if what == "ink" else say("{who} has no remover.", who=Name(seat))
                )
                raise refuse("give.token", has_none)
            return gave(state, seat, what)
        case Count(_, prestige, ink, remover):
            if not ruling:
                raise refuse("count.ruling", RULES["count.ruling"])
            if any(value is not None and value < 0 for value in (prestige, ink, remover)):
                raise refuse("count.ruling", say("Nobody has less than 0 of anything."))
            return course.counted(state, seat, prestige, ink, remover)


def _check_seen(state: State, seat: int, place: str, cards: tuple[str, ...]) -> None:
    trial = state
    for at, card in enumerate(cards):
        check_known(state, card)
        if card in cards[:at]:
            raise refuse("seen.place", say("{card} is named twice.", card=card))
        if card not in candidates(trial, seat):
            raise refuse("seen.place", where(state, card, seat), state, card, seat)
        trial = named(trial, seat, card)
    hidden = hidden_places(state, seat)[place]
    if not cards:
        raise refuse("seen.count", say("Name at least one card."))
    if len(cards) > hidden:
        few = say_n("Only {n} card lies there hidden.", "Only {n} cards lie there hidden.", hidden)
        raise refuse("seen.count", few if hidden else say("No card lies there hidden: all are known."))


def _check_before_word(state: State, seat: int, rule: str) -> None:
    if seat == state.turn and state.phase != "word":
        raise refuse(rule, RULES[rule])


def _check_ink(state: State, seat: int, ruling: bool) -> None:
    _check_before_word(state, seat, "ink.time")
    has = state.players[seat]
    if not has.ink and not ruling:
        raise refuse("ink.token", say("{who} has no ink.", who=Name(seat)))
    if not has.draw and not has.discard:
        raise refuse("ink.nothing", say("{who} has no card left to draw and keeps the ink.", who=Name(seat)))


def _check_remove(state: State, seat: int, card: str, ruling: bool) -> None:
    _check_before_word(state, seat, "remover.time")
    has = state.players[seat]
    if not has.remover and not ruling:
        raise refuse("remover.token", say("{who} has no remover.", who=Name(seat)))
    check_known(state, card)
    if card not in has.inked:
        raise refuse("remover.inked", say("{card} does not lie before {who} with ink on it.", card=card, who=Name(seat)))


# --- the word ---------------------------------------------------------------------------------------------------------


def _of_word(state: State, move: OfWord, ruling: bool) -> State:
    match move:
        case Ghostwriter(cards):
            _check_shown(state, cards)
            return course.shown_hand(state, cards)
        case Skip():
            return turns.turn_skipped(course.skipped(state))
        case Word(cards, ghost):
            to_vote = check_word(state, cards, ghost, ruling)
            laid = course.laid(state, tiles_of(state, cards), ghost)
            return changed(laid, phase="vote") if to_vote else course.stands(laid)


def _check_shown(state: State, cards: tuple[str, ...]) -> None:
    """`ghost.hand`: every card that is known in hand is among those named, or hidden among them."""
    seat = on_turn(state)
    hand = player(state).hand
    if len(cards) != len(hand):
        raise refuse(
            "ghost.hand", say_n("Your hand has {n} card: show it.", "Your hand has {n} cards: show them all.", len(hand))
        )
    check_named(state, seat, "ghost.hand", cards, hand)
