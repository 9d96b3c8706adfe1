"""How things stand, for a page and for hands: the one line that says what is due, the exchange, the rounds of the week.

The rules are asked, and never ask this.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from companion.games.mine.pieces import ROUNDS
from companion.games.mine.state import State
from companion.rules import HIDDEN, Line, Name, Sentence, say, say_n, total

HOUSE = "house"
"""The source of what is nobody's printed value."""

FIRST = ("score.ten", "score.zero")
"""One of these rules stands first among a seat's lines of a round."""
SHOUTS = ("shout.right", "shout.wrong")


def now(state: State) -> Sentence:
    """What is due, in one line (specification, section 9)."""
    match state.phase:
        case "ready":
            choosing = tuple(Name(seat) for seat, one in enumerate(state.seats) if one.board != HIDDEN and one.side == HIDDEN)
            if choosing:
                return say_n("{people} chooses a side.", "{people} choose a side.", len(choosing), people=choosing)
            return say("A board and a card, face down, for each. Then the king gives the order.")
        case "mine":
            return say("Everyone digs. Whoever has covered every space shouts.")
        case "count":
            waiting = tuple(Name(seat) for seat, one in enumerate(state.seats) if one.empty is None)
            return say_n("{people} counts the empty spaces.", "{people} count the empty spaces.", len(waiting), people=waiting)
    return say("The week is over.")


def stopped(state: State) -> Sentence | None:
    """Who stopped the digging of this round; None while nobody has."""
    if state.phase not in ("count", "over"):
        return None
    if state.shouter is None:
        return say("All have stopped, and nobody has shouted.")
    return say("{who} has shouted OUT OF THE MINE!", who=Name(state.shouter))


def exchange(before: State) -> Sentence:
    """What becomes of the boards after the round of *before*, in a line (`exchange.board`, `exchange.shuffle`)."""
    return _exchange(before.shouter, HIDDEN if before.shouter is None else before.seats[before.shouter].board)


def exchanged(state: State) -> Sentence | None:
    """The same for the round that came before this one; None where none did."""
    if not state.last:
        return None
    return _exchange(state.last_shouter, HIDDEN if state.last_shouter is None else state.last[state.last_shouter].board)


def _exchange(shouter: int | None, board: int | str) -> Sentence:
    if shouter is None:
        return say("Nobody has shouted: shuffle the boards and deal them again.")
    who = Name(shouter)
    if board == HIDDEN:
        return say("{who} puts the board into the box and takes one from the pile; shuffle the boards and deal.", who=who)
    return say(
        "{who} puts board {board} into the box and takes one from the pile; shuffle the boards and deal.", who=who, board=board
    )


# --- the week ---------------------------------------------------------------------------------------------------------


def rounds(state: State, seat: int) -> tuple[tuple[Line, ...], ...]:
    """The seat's lines, round by round."""
    lines = state.books[seat]
    starts = [at for at, line in enumerate(lines) if line.rule in FIRST]
    return tuple(lines[start:end] for start, end in pairwise([*starts, len(lines)]))


def has_shouted(lines: Sequence[Line]) -> bool:
    """Whether a seat's lines of a round tell that it has shouted. With more than ten empty spaces no line does."""
    return any(line.rule in SHOUTS for line in lines)


def week(state: State) -> tuple[tuple[int | None, ...], ...]:
    """Points of each of the seven rounds, by seat; None where there is no result yet."""
    by_seat = [[total(lines) for lines in rounds(state, seat)] for seat in range(len(state.seats))]
    return tuple(tuple(own[at] if at < len(own) else None for own in by_seat) for at in range(ROUNDS))


def finished(state: State) -> int:
    """How many rounds are over."""
    return ROUNDS if state.phase == "over" else state.round - 1


def house_rows(state: State) -> tuple[int, int]:
    """How many rows of the box's files are house values, and how many rows there are."""
    box = state.box
    files = (box.colours, box.shapes, box.tiles, box.finds, box.cards, box.boards, box.elves, box.tints)
    sources = [row.source for rows in files for row in rows]
    return sources.count(HOUSE), len(sources)
