"""Advice for a seat: how far each line is from ascending, the odds of a draw, and what each move is worth (specification, 10).

Reads a seat's view of a state: it needs nothing that is hidden. A drawn card is taken to be any unseen card alike; players
keep good start cards, so the discards that nobody has seen are slightly worse than that. All is exact; `value` is a rule of
thumb with a fixed formula. The rules never ask it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from itertools import pairwise
from math import perm
from typing import Any

from companion.games.trains.choices import legal_moves
from companion.games.trains.course import ascends, face_up, line_after, use
from companion.games.trains.distance import (
    ARRANGE,
    IN_ORDER,
    Cards,
    Line,
    between,
    distance,
    least,
    members,
    pattern,
    set_of,
)
from companion.games.trains.moves import REMOVED, Draw, Kept, Move, Protect, Put, Remove, Use
from companion.games.trains.pieces import LINE, MOST_CARS, SPACES
from companion.games.trains.state import State, changed, clockwise, unseen
from companion.rules import Ask, Progress, say

Row = frozenset[str | None]
"""The abilities of the cards beside the draw pile."""
Weighable = Draw | Put | Use

ADVISED = ("keep", "turn", "draw", "put")
"""The phases in which a seat is told the odds of its draw."""


@dataclass(frozen=True)
class Worth:
    """What a move brings: the chances that it wins, that it lets another win, that the next seat wins; the distance after."""

    win: Fraction = Fraction(0)
    lose: Fraction = Fraction(0)
    risk: Fraction = Fraction(0)
    distance: Fraction = Fraction(0)

    @property
    def value(self) -> Fraction:
        return self.win + (1 - self.win - self.lose) * (1 - self.risk) / (1 + self.distance)


@dataclass(frozen=True)
class Placed:
    """A drawn card, the least distance it can bring, and the spaces that bring it."""

    card: int
    distance: int
    spaces: tuple[int, ...]


@dataclass(frozen=True)
class Threat:
    """What would make a line ascend at one stroke: an ability (the line is then one rearrangement away), or a card drawn."""

    ability: str | None
    cards: Cards

    def chance(self, row: Row, left: Cards) -> Fraction:
        """With these abilities in the row and these cards to come.

        A remove card is never better than drawing: it lets the same cards win, on one space only.
        """
        return Fraction(1) if self.ability in row else share((self.cards & left).bit_count(), left.bit_count())


def advise(state: State, *, seat: int | None, names: Sequence[str], quick: bool = False) -> dict[str, Any]:
    """Everything section 10 says of this view for *seat* (None: the screen everyone sees), ready for JSON.

    Chances and means are `{"exact": "a/b", "value": float}`; `unseen` and the distances by name are whole numbers. Nothing
    takes longer than a blink, so *quick* leaves nothing out.
    """
    cards = set_of(coming(state))
    lines = whole_lines(state)
    said: dict[str, Any] = {
        "seat": None if seat is None else names[seat],
        "unseen": len(unseen(state)),
        "distance": None if lines is None else {name: distance(line, cards) for name, line in zip(names, lines, strict=True)},
        "draw": None,
        "moves": [],
    }
    if seat is None or lines is None or state.phase not in ADVISED:
        return said
    placed = list(placements(lines[seat], cards))
    said["draw"] = _draw(placed, distance(lines[seat], cards))
    moves = [move for _, move in legal_moves(state, seat) if not isinstance(move, Ask)]
    if state.phase == "keep":
        said["moves"] = _keeping([move for move in moves if isinstance(move, Kept)], lines[seat], cards)
    else:
        position = Position(state, seat, lines, cards, placed)
        said["moves"] = _weighed({line_of(move): weigh(position, move) for move in moves})
    return said


def progress(state: State) -> Progress | None:
    """How far each line is from ascending, whenever a turn begins and at the end; None of a line with a gap."""
    if state.phase not in ("turn", "over"):
        return None
    cards = set_of(coming(state))
    lines = (tuple(car for car in train.cars if car is not None) for train in state.trains)
    far = [distance(line, cards) if len(line) == LINE else None for line in lines]
    return Progress(say("Actions from an ascending line"), dict(enumerate(far)), along=say("Turn by turn; less is better."))


def number(value: Fraction | int) -> dict[str, Any]:
    """A number of the advice: exact as a text ("4/11", "1"), and near enough as a float."""
    return {"exact": str(value), "value": float(value)}


def line_of(move: Move) -> str:
    """The move as a record writes it."""
    return f"{type(move).__name__} {json.dumps(asdict(move))}"


def share(part: int, whole: int) -> Fraction:
    """*part* of *whole*; of nothing, none."""
    return Fraction(part, whole) if whole else Fraction(0)


def coming(state: State) -> tuple[int, ...]:
    """The cards that may be drawn: the unseen ones, or, when there are none, the discard, which is shuffled before the next."""
    return unseen(state) or reshuffled(state)


def reshuffled(state: State) -> tuple[int, ...]:
    """The cards that may be drawn once the discard has been shuffled."""
    return unseen(changed(state, seen=()))


def whole_lines(state: State) -> tuple[Line, ...] | None:
    """Every seat's line; None while one is missing or has a gap."""
    lines = tuple(tuple(car for car in train.cars if car is not None) for train in state.trains)
    return lines if all(len(line) == LINE for line in lines) else None


# --- one line -----------------------------------------------------------------------------------------------------------


def with_card(line: Line, space: int, card: int) -> Line:
    return (*line[: space - 1], card, *line[space:])


def placements(line: Line, cards: Cards) -> Iterator[Placed]:
    """Each card that may come and where it is best put. The table says which spaces need no closer look."""
    for card in members(cards):
        left = cards & ~(1 << card)
        lines = {space: with_card(line, space, card) for space in SPACES}
        best, spaces = 2 * LINE, list[int]()
        for bound, space in sorted((least(lines[space]), space) for space in SPACES):
            if bound > best:
                break
            found = distance(lines[space], left)
            if found < best:
                best, spaces = found, []
            if found == best:
                spaces.append(space)
        yield Placed(card, best, tuple(sorted(spaces)))


def improving(line: Line, cards: Cards) -> int:
    """How many of the cards make the distance smaller on some space."""
    now, found = distance(line, cards), 0
    for card in members(cards):
        lines = (with_card(line, space, card) for space in SPACES)
        found += any(least(one) < now and distance(one, cards & ~(1 << card)) < now for one in lines)
    return found


def completing(line: Sequence[int | None], space: int) -> Cards:
    """The numbers that make the line ascend on this space."""
    before = [0, *(car for car in line[: space - 1] if car is not None)]
    after = [*(car for car in line[space:] if car is not None), MOST_CARS + 1]
    if all(left < right for part in (before, after) for left, right in pairwise(part)):
        return between(before[-1], after[0])
    return 0


def threat_of(line: Line) -> Threat:
    """Of a line that does not ascend."""
    cards = 0
    for space in SPACES:
        cards |= completing(line, space)
    ranks = pattern(line)
    ability = next((ability for arrange, ability in ARRANGE.items() if arrange(ranks) == IN_ORDER), None)
    return Threat(ability, cards)


# --- draw and start cards -----------------------------------------------------------------------------------------------


def _draw(placed: Sequence[Placed], now: int) -> dict[str, Any]:
    n = len(placed)
    return {
        "win": number(share(sum(one.distance == 0 for one in placed), n)),
        "improve": number(share(sum(one.distance < now for one in placed), n)),
        "expect": number(share(sum(one.distance for one in placed), n)),
    }


def _keeping(moves: Sequence[Kept], line: Line, cards: Cards) -> list[dict[str, Any]]:
    """What may be kept of the start cards that the seat knows; the replaced car is seen, as the card kept was."""
    found = []
    for move in moves:
        kept = with_card(line, move.space, move.card)
        found.append((distance(kept, cards), -share(improving(kept, cards), cards.bit_count()), line_of(move)))
    return [{"move": move, "distance": number(far), "improve": number(-better)} for far, better, move in sorted(found)]


# --- moves --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Position:
    """What the moves of one seat are weighed by."""

    state: State
    seat: int
    lines: tuple[Line, ...]
    cards: Cards
    placed: Sequence[Placed]
    """The cards that may come, where each is best put."""

    def holding(self, n: int) -> Cards:
        """The cards that may come, when *n* of them come one after the other: should they run out, the discard is shuffled."""
        return self.cards if self.cards.bit_count() >= n else set_of(reshuffled(self.state))

    @property
    def line(self) -> Line:
        return self.lines[self.seat]

    @property
    def next(self) -> int:
        """The next seat clockwise."""
        return clockwise(self.state, self.seat)[1]

    @property
    def threat(self) -> Threat:
        return threat_of(self.lines[self.next])


def weigh(position: Position, move: Weighable) -> Worth:
    """One move of the seat to act."""
    match move:
        case Draw():
            return _after_draw(position)
        case Put(_, space):
            assert position.state.drawn is not None
            line = with_card(position.line, space, position.state.drawn)
            return _settled(position, line, row_with(position.state, position.line[space - 1]))
        case Remove():
            return _after_remove(position, move)
        case Protect():
            return _settled(position, position.line, row_without(position.state, move.card))
    line = tuple(car for car in line_after(position.line, move) if car is not None)
    return _settled(position, line, row_without(position.state, move.card))


def _weighed(moves: dict[str, Worth]) -> list[dict[str, Any]]:
    return [
        {
            "move": move,
            "win": number(worth.win),
            "lose": number(worth.lose),
            "risk": number(worth.risk),
            "distance": number(worth.distance),
            "value": number(worth.value),
        }
        for move, worth in sorted(moves.items(), key=lambda one: (-one[1].value, one[0]))
    ]


def abilities(state: State) -> Row:
    """What may be used of the row."""
    return frozenset(state.box.ability_of[card] for card in state.row)


def row_with(state: State, car: int) -> Row:
    return abilities(face_up(state, (car,)))


def row_without(state: State, card: int) -> Row:
    return abilities(changed(state, row=tuple(other for other in state.row if other != card)))


def _settled(position: Position, line: Line, row: Row) -> Worth:
    """After a move that leaves nothing to chance."""
    if ascends(line):
        return Worth(win=Fraction(1))
    return Worth(risk=position.threat.chance(row, position.cards), distance=Fraction(distance(line, position.cards)))


def _after_draw(position: Position) -> Worth:
    threat = position.threat
    rows = {space: row_with(position.state, position.line[space - 1]) for space in SPACES}
    lost = [one for one in position.placed if one.distance]
    # The mover draws one card, the next seat may draw another.
    cards = position.holding(2)
    risks = [min(threat.chance(rows[space], cards & ~(1 << one.card)) for space in one.spaces) for one in lost]
    n = len(lost)
    return Worth(
        win=share(len(position.placed) - n, len(position.placed)),
        risk=sum(risks, Fraction(0)) / (n or 1),
        distance=share(sum(one.distance for one in lost), n),
    )


def _after_remove(position: Position, move: Remove) -> Worth:
    state, seat, cards = position.state, position.seat, position.cards
    space = REMOVED[state.box.ability_of[move.card]]
    after = use(state, seat, move)
    cars = [train.cars for train in after.trains]
    winning = {one: completing(cars[one], space) for one in clockwise(state, seat) if None in cars[one]}
    refills = seat in winning
    win = share((winning[seat] & cards).bit_count(), cards.bit_count()) if refills else Fraction(0)
    # The unseen cards come first; should they not do for all, the others draw from the shuffled discard.
    n, discard = cards.bit_count(), set_of(reshuffled(state)) & ~cards
    first, later = list(winning.values())[:n], list(winning.values())[n:]
    lose = 1 - win - nobody([one & cards for one in first], cards) * nobody([one & discard for one in later], discard)
    if win == 1:
        return Worth(win=win)
    far = [
        distance(with_card(position.line, space, card), cards & ~(1 << card))
        for card in (members(cards & ~winning[seat]) if refills else ())
    ]
    return Worth(
        win=win,
        lose=lose,
        risk=_risk(position, space, abilities(after), winning.get(seat), winning.get(position.next)),
        distance=share(sum(far), len(far)) if refills else Fraction(distance(position.line, cards)),
    )


def nobody(winning: Sequence[Cards], cards: Cards) -> Fraction:
    """The chance that no refill completes a line, one seat after the other without replacement; which seat draws first is
    all the same, so are seats that no card helps."""
    sets = [one for one in winning if one]
    kinds = Counter(tuple(one >> card & 1 for one in sets) for card in members(cards))

    def ways(at: int, left: Counter[tuple[int, ...]]) -> int:
        if at == len(sets):
            return 1
        return sum(n * ways(at + 1, left - Counter([kind])) for kind, n in left.items() if not kind[at])

    return share(ways(0, kinds), perm(cards.bit_count(), len(sets)))


def _risk(position: Position, space: int, row: Row, ours: Cards | None, theirs: Cards | None) -> Fraction:
    """The mean threat of the next seat over the refills of both that complete nothing.

    `ours`, `theirs`: the refills that complete the mover's and the next seat's line; None where no car was removed.
    """
    line = position.lines[position.next]
    cards = position.holding(1 + (ours is not None) + (theirs is not None))
    own = None if ours is None else cards & ~ours
    if theirs is None:
        after = [(line, cards)]
    else:
        after = [(with_card(line, space, card), cards & ~(1 << card)) for card in members(cards & ~theirs)]
    found, n = Fraction(0), 0
    for refilled, left in after:
        threat = threat_of(refilled)
        if own is None:
            found, n = found + threat.chance(row, left), n + 1
            continue
        times = (own & left).bit_count()
        n += times
        if threat.ability in row:
            found += times
        else:
            # Of the cards that would complete the line, the mover may have drawn one.
            hits = times * (threat.cards & left).bit_count() - (threat.cards & left & own).bit_count()
            found += share(hits, left.bit_count() - 1)
    return found / (n or 1)
