"""From labels seen to moves (specification, section 8): boards by their corners, treasure cards by their faces.

What the gallery itself shows is read from the photograph, not from labels. `judge` decides whether a move may be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from companion.games.mine.judge import came_before, is_out, lies_elsewhere
from companion.games.mine.moves import ChoseSide, DrewCard, GotBoard
from companion.games.mine.pieces import LABEL
from companion.games.mine.state import State
from companion.rules import HIDDEN, TABLE, IllegalMove, Label, Meaning, Name, Place, Sentence, Who, say

Seen = Mapping[int, Mapping[str, Sequence[Label]]]
"""Board -> side -> its corner labels."""
Story = tuple[tuple[Who, Any], ...]


def meanings(state: State, who: Who | None, rows: Sequence[Sequence[Label]]) -> list[Meaning]:
    """What these labels, seen in rows in reading order by *who*'s phone (None: the shared screen), may mean."""
    labels = distinct(label for row in rows for label in row)
    found = list(_odd(state, rows))
    if state.phase == "over":
        return [*found, Meaning(refused=IllegalMove("end.over", say("The game is over.")))]
    boards = boards_of(state, labels)
    cards = [label for label in labels if label.code in state.box.card]
    if not boards:
        return [*found, *(meaning for card in cards for meaning in _card(state, who, card.code))]
    for board, sides in boards.items():
        found += _board(state, who if len(boards) == 1 else None, board, sides, cards_of(boards, board, cards))
    return found


def distinct(labels: Iterable[Label]) -> list[Label]:
    """Each code once, the first place counting."""
    return list({label.code: label for label in reversed(list(labels))}.values())[::-1]


def _odd(state: State, rows: Sequence[Sequence[Label]]) -> Iterator[Meaning]:
    """Labels of no piece in this box, and labels that were seen twice."""
    for code, times in Counter(label.code for row in rows for label in row).items():
        if code not in state.box.pieces:
            yield Meaning(refused=IllegalMove("boards.unknown", say("“{code}” is no piece of this box.", code=code[:20])))
        elif times > 1:
            yield Meaning(note=say("{code} was seen twice; it counts once.", code=code))


def boards_of(state: State, labels: Sequence[Label]) -> dict[int, dict[str, list[Label]]]:
    """The boards whose corners are among *labels*, by number and side."""
    found: dict[int, dict[str, list[Label]]] = {}
    for label in labels:
        match = LABEL.fullmatch(label.code)
        if match and label.code in state.box.pieces:
            found.setdefault(int(match[1]), {}).setdefault(match[2], []).append(label)
    return found


# --- which card lies on which board -----------------------------------------------------------------------------------


def cards_of(boards: Seen, board: int, cards: Sequence[Label]) -> list[str]:
    """The treasure cards whose nearest corner is this board's; with one board, or of cards told by hand, all of them."""
    return [card.code for card in cards if len(boards) == 1 or _nearest(boards, card) == board]


def _nearest(boards: Seen, card: Label) -> int | None:
    distances = [
        (_apart(card.place, label.place), board)
        for board, sides in boards.items()
        for labels in sides.values()
        for label in labels
        if card.place is not None and label.place is not None
    ]
    return min(distances)[1] if distances else None


def _apart(one: Place, other: Place) -> float:
    return (one.x - other.x) ** 2 + (one.y - other.y) ** 2


# --- what they mean ---------------------------------------------------------------------------------------------------


def _board(
    state: State, who: Who | None, board: int, sides: Mapping[str, Sequence[Label]], cards: list[str]
) -> Iterator[Meaning]:
    """A board, with a card on it or not: for the seat of this phone, or for each that it may lie before."""
    before = next((seat for seat, digger in enumerate(state.seats) if digger.board == board), None)
    if before is not None and isinstance(who, int) and who != before:
        yield Meaning(refused=lies_elsewhere(state, before, board))
        return
    if before is None and board in state.out:
        yield Meaning(refused=is_out(state, board))
        return
    if len(cards) > 1:
        yield Meaning(note=say("More than one treasure card lies on board {board}: {cards}", board=board, cards=cards))
        cards = []
    if len(sides) > 1:
        if state.phase == "count":
            yield Meaning(
                note=say("Labels of both sides of board {board} are seen: photograph the upper one alone.", board=board)
            )
        else:
            yield Meaning(note=say("Labels of both sides of board {board} are seen: which side lies up?", board=board))
    told = False
    for seat in seats_for(state, who, before):
        for side in sides:
            story, notes = story_of(state, seat, board, side, cards)
            yield from (Meaning(note=note) for note in notes)
            told = told or bool(story or notes)
            if story:
                yield Meaning(story)
    if not told and before is not None:
        yield Meaning(note=say("Board {board} lies before {who}, as it must be.", board=board, who=Name(before)))


def seats_for(state: State, who: Who | None, before: int | None) -> list[int]:
    """Before whom a board may lie that *who*'s phone has seen; *before*: before whom it was told to lie."""
    if before is not None:
        return [before]
    if isinstance(who, int):
        return [who]
    waiting = [seat for seat, digger in enumerate(state.seats) if digger.board == HIDDEN and digger.empty is None]
    return waiting or [0]


def story_of(state: State, seat: int, board: int, side: str, cards: Sequence[str]) -> tuple[Story, list[Sentence]]:
    """What is not told yet of this seat's board, side and card; and what the board shows otherwise than told."""
    digger = state.seats[seat]
    moves: list[tuple[Who, Any]] = []
    notes: list[Sentence] = []
    if digger.board != board:
        moves.append((TABLE, GotBoard(seat, board)))
    if digger.board != board or digger.side == HIDDEN:
        moves.append((seat, ChoseSide(seat, side)))
    elif digger.side != side:
        notes.append(say("Board {board} lies on side {side}; told was side {other}.", board=board, side=side, other=digger.side))
    moves += [(TABLE, DrewCard(seat, card)) for card in cards if digger.card != card]
    return tuple(moves), notes


def _card(state: State, who: Who | None, card: str) -> Iterator[Meaning]:
    """A treasure card alone: for the seat of this phone, or for each that has none."""
    if any(card == one for one, _, _ in state.used):
        yield Meaning(refused=came_before(state, card))
        return
    if isinstance(who, int):
        seats = [who]
    else:
        seats = [seat for seat, digger in enumerate(state.seats) if digger.card == HIDDEN and digger.empty is None] or [0]
    for seat in seats:
        if state.seats[seat].card == card and state.phase != "ready":
            yield Meaning(note=say("{card} lies before {who}, as it must be.", card=card, who=Name(seat)))
        else:
            yield Meaning(((TABLE, DrewCard(seat, card)),))
