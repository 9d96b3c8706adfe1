"""What comes of a move: the round, its points, the exchange, the end (specification, sections 5 to 7).

Nothing here asks whether a move may be made; `judge` has done so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from companion.games.mine.laying import Checked, causes, check
from companion.games.mine.moves import Counted, Laid, word
from companion.games.mine.pieces import ROUNDS
from companion.games.mine.state import Digger, State, changed, gallery_of, with_digger
from companion.rules import HIDDEN, Line, Outcome, Participant, Sentence, say, say_n, total

TEN = 10
"""Points to begin with; with more empty spaces than that there are none (`score.ten`, `score.zero`)."""
BONUS = 2
"""For a right shout, and against a wrong one."""

# --- before the shout -------------------------------------------------------------------------------------------------


def got_board(state: State, seat: int, board: int) -> State:
    """A board that lies there is not in the box, whatever was thought (a Ruling may bring it back)."""
    out = tuple(one for one in state.out if one != board)
    return with_digger(state, seat, replace(state.seats[seat], board=board), out=out)


def chose_side(state: State, seat: int, side: str) -> State:
    """`side.choose`"""
    return with_digger(state, seat, replace(state.seats[seat], side=side))


def drew_card(state: State, seat: int, card: str) -> State:
    """`cards.draw`"""
    return with_digger(state, seat, replace(state.seats[seat], card=card))


def into_the_mine(state: State) -> State:
    """`cards.reveal`, `mine.start`"""
    return changed(state, phase="mine")


def stopped(state: State, shouter: int | None) -> State:
    """`shout.first`, `stop.nobody`"""
    return changed(state, phase="count", shouter=shouter)


# --- the result -------------------------------------------------------------------------------------------------------


def counted(state: State, move: Counted) -> State:
    """Quick mode: people have checked."""
    finds = [("", move.finds)] if move.finds else []
    return _result(state, move.seat, state.seats[move.seat], Checked((), move.empty, move.elves, tuple(finds)))


def checked(state: State, move: Laid) -> Checked:
    """The laying of a seat whose board, side and card are told."""
    digger = state.seats[move.seat]
    gallery = gallery_of(state, digger)
    assert gallery is not None
    return check(state.box, gallery, state.box.card[digger.card], state.options, move.tiles)


def laid(state: State, move: Laid) -> State:
    """Full mode: Companion takes off what is wrong and counts."""
    return _result(state, move.seat, replace(state.seats[move.seat], tiles=move.tiles), checked(state, move))


def _result(state: State, seat: int, digger: Digger, found: Checked) -> State:
    lines = tuple(_lines(state, seat, found, digger))
    digger = replace(digger, empty=found.empty, points=total(lines))
    state = with_digger(
        state,
        seat,
        digger,
        books=(*state.books[:seat], state.books[seat] + lines, *state.books[seat + 1 :]),
        empties=(*state.empties[:seat], state.empties[seat] + found.empty, *state.empties[seat + 1 :]),
    )
    return _closed(state) if all(one.empty is not None for one in state.seats) else state


def _lines(state: State, seat: int, found: Checked, digger: Digger) -> Iterator[Line]:
    """A seat's lines of a round (specification, section 7)."""
    lines = list(_points(state, seat, found, digger))
    yield from lines
    below = total(lines)
    if state.options.floor and below < 0:
        yield Line(-below, "score.floor", _why(state, say("no less than zero")))


def _points(state: State, seat: int, found: Checked, digger: Digger) -> Iterator[Line]:
    off = causes(digger.tiles or (), found.off)
    spaces = say_n("{n} empty space", "{n} empty spaces", found.empty)
    if found.empty > TEN:
        yield Line(0, "score.zero", _why(state, spaces, off))
        return
    yield Line(TEN, "score.ten", _why(state, say("for digging")))
    if found.empty:
        yield Line(-found.empty, "score.empty", _why(state, spaces, off))
    if seat == state.shouter and found.empty == 0:
        yield Line(BONUS, "shout.right", _why(state, say("shouted, and every space is covered")))
    elif seat == state.shouter:
        yield Line(-BONUS, "shout.wrong", _why(state, say("shouted too early"), off))
    if found.elves:
        yield Line(found.elves, "elf.point", _why(state, say_n("{n} elf", "{n} elves", found.elves)))
    for find, points in found.finds:
        cause = word(find) if find else say("finds")
        yield Line(points, "find.good" if points > 0 else "find.bad", _why(state, cause))


def _why(state: State, cause: Sentence, more: Iterable[Sentence] = ()) -> Sentence:
    """`round 3: shouted too early, a green too many came off`"""
    return say("round {round}: {causes}", round=state.round, causes=[cause, *more])


# --- the exchange and the end -----------------------------------------------------------------------------------------


def _closed(state: State) -> State:
    """The last result of a round: the exchange, or the end (`exchange.board`, `end.seven`)."""
    if state.round == ROUNDS:
        return changed(state, phase="over")
    cards = tuple((digger.card, state.round, seat) for seat, digger in enumerate(state.seats) if digger.card != HIDDEN)
    gone, out, pile = state.gone, state.out, state.pile
    if state.shouter is not None:
        pile -= 1
        board = state.seats[state.shouter].board
        if board != HIDDEN:
            gone, out = (*gone, (int(board), state.round, state.shouter)), tuple(sorted({*out, int(board)}))
    return changed(
        state,
        round=state.round + 1,
        phase="ready",
        shouter=None,
        pile=pile,
        out=out,
        seats=(Digger(),) * len(state.seats),
        last=state.seats,
        last_shouter=state.shouter,
        used=state.used + cards,
        gone=gone,
    )


def score(state: State) -> dict[Participant, tuple[Line, ...]]:
    """Every seat's lines of all rounds."""
    return dict(enumerate(state.books))


def outcome(state: State) -> Outcome | None:
    """`end.most`; ties by the option `ties` (specification, section 3)."""
    if state.phase != "over":
        return None
    points = [total(lines) for lines in state.books]
    most = max(points)
    best = [seat for seat, one in enumerate(points) if one == most]
    if len(best) == 1:
        return Outcome(tuple(best), say("most points: {points}", points=most))
    fewest = min(state.empties[seat] for seat in best)
    neat = [seat for seat in best if state.empties[seat] == fewest]
    if state.options.ties == "share" or len(neat) == len(best):
        return Outcome(tuple(best), say("most points: {points}, shared", points=most))
    if len(neat) == 1:
        return Outcome(tuple(neat), say("{points} points each; fewer empty spaces: {empty}", points=most, empty=fewest))
    return Outcome(tuple(neat), say("{points} points each; fewer empty spaces: {empty}, shared", points=most, empty=fewest))
