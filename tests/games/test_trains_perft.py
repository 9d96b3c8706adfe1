"""How many lines of one, two and three moves there are: the rules against a counter of its own, written from the rulebook.

`Counter` knows nothing of the package: it keeps lines as lists and tries everything. An open choice counts as each of its
legal completions; only the choice of start cards and deals is left to the other tests.
"""

from __future__ import annotations

import copy

import pytest

from companion.games import trains
from companion.rules import Ask
from tests.games.trainstable import ANA, BEN, BOX, CLEO, position

# --- the rules' own count ---------------------------------------------------------------------------------------------


def perft(state, depth):
    moves = trains.legal_moves(state)
    assert not any(isinstance(move, Ask) for _, move in moves)
    if depth == 1:
        return len(moves)
    return sum(perft(trains.apply(state, who, move), depth - 1) for who, move in moves)


# --- a counter of its own ---------------------------------------------------------------------------------------------


class Table:
    """The table as a child would draw it: lines, locks, a row, what is gone, and what must happen next."""

    def __init__(self, lines, locks, row, gone, turn, pile):
        self.lines, self.locks, self.row, self.gone, self.turn, self.pile = lines, locks, row, gone, turn, pile
        self.hand, self.queue, self.what = None, [], "turn"

    def kind(self, card):
        return BOX.ability_of[card]

    def lay(self, card):
        for other in self.row:
            if self.kind(other) == self.kind(card):
                self.row.remove(other)
                self.gone |= {other, card}
                return
        self.row.append(card)

    def unlock(self, seat, space):
        if space in self.locks[seat]:
            self.gone.add(self.locks[seat].pop(space))

    def won(self):
        return any(None not in line and line == sorted(line) for line in self.lines)

    def free(self):
        out = {car for line in self.lines for car in line} | {lock for locks in self.locks for lock in locks.values()}
        return [card for card in range(1, 85) if card not in out | set(self.row) | self.gone | {self.hand}]

    def end_turn(self):
        self.turn = (self.turn + 1) % len(self.lines)
        self.what = "shuffle" if self.pile == 0 else "turn"

    def children(self):
        if self.won():
            return
        match self.what:
            case "turn":
                yield self.child("draw")
                for card in self.row:
                    yield from self.used(card)
            case "draw":
                for card in self.free():
                    after = self.child("put", hand=card, pile=self.pile - 1)
                    after.what = "put" if after.pile else "shuffle"
                    yield after
            case "put":
                for space in range(1, 8):
                    after = self.child("put", hand=None)
                    car, after.lines[self.turn][space - 1] = after.lines[self.turn][space - 1], self.hand
                    after.unlock(self.turn, space)
                    after.lay(car)
                    after.end_turn()
                    yield after
            case "refill":
                for card in self.free():
                    after = self.child("refill", pile=self.pile - 1)
                    seat, space = after.queue.pop(0)
                    after.lines[seat][space - 1] = card
                    if not after.won() and not after.queue:
                        after.end_turn()
                    elif not after.won() and after.pile == 0:
                        after.what = "shuffle"
                    yield after
            case "shuffle":
                after = self.child("turn", gone=set(), pile=self.pile + len(self.gone))
                after.what = "refill" if self.queue else "put" if self.hand else "turn"
                yield after

    def used(self, card):
        kind, line = self.kind(card), self.lines[self.turn]
        for space in range(1, 8):
            i, new, moved = space - 1, list(line), []
            if kind == "swap_adjacent" and space + 1 <= 7:
                new[i], new[i + 1], moved = line[i + 1], line[i], [space, space + 1]
            elif kind == "swap_over" and space + 2 <= 7:
                new[i], new[i + 2], moved = line[i + 2], line[i], [space, space + 2]
            elif kind == "move_right" and space + 2 <= 7:
                new[i : i + 3], moved = [line[i + 1], line[i + 2], line[i]], [space, space + 1, space + 2]
            elif kind == "move_left" and space - 2 >= 1:
                new[i - 2 : i + 1], moved = [line[i], line[i - 2], line[i - 1]], [space - 2, space - 1, space]
            elif kind == "protect" and space in (1, 4, 7) and space not in self.locks[self.turn]:
                after = self.child("turn")
                after.row.remove(card)
                after.locks[self.turn][space] = card
                after.end_turn()
                yield after
                continue
            else:
                continue
            after = self.child("turn")
            after.row.remove(card)
            after.gone.add(card)
            after.lines[self.turn] = new
            for one in moved:
                after.unlock(self.turn, one)
            after.end_turn()
            yield after
        if kind.startswith("remove"):
            space = {"remove_left": 1, "remove_middle": 4, "remove_right": 7}[kind]
            after = self.child("refill")
            after.row.remove(card)
            after.gone.add(card)
            for step in range(len(self.lines)):
                seat = (self.turn + step) % len(self.lines)
                if space not in self.locks[seat]:
                    after.queue.append((seat, space))
            for seat, _ in after.queue:
                car, after.lines[seat][space - 1] = after.lines[seat][space - 1], None
                after.lay(car)
            if not after.queue:
                after.end_turn()
            yield after

    def child(self, what, **changes):
        after = copy.deepcopy(self)
        after.what = what
        for name, value in changes.items():
            setattr(after, name, value)
        return after

    def count(self, depth):
        if depth == 1:
            return sum(1 for _ in self.children())
        return sum(child.count(depth - 1) for child in self.children())


def brute(told):
    state = told.state
    lines, locks = [list(train.cars) for train in state.trains], [dict(train.locks) for train in state.trains]
    gone = {card for card, _ in state.seen}
    return Table(lines, locks, list(state.row), gone, state.turn, state.pile)


LOCKS = {"Ana": {1: 34, 4: 42}, "Ben": {7: 69}}

OTHERS = [card for card in BOX.ability_of if card not in (*map(int, (ANA + " " + BEN).split()), 6, 63)]
ALL_BUT_ONE = " ".join(map(str, OTHERS[:-1]))
"""The cards that lie nowhere else, but the last one of them."""


@pytest.mark.parametrize(
    ("told", "counts"),
    [
        # Draw, then 66 cards, then 7 spaces.
        (position(ANA, BEN, row=""), (1, 70, 490)),
        # Draw; 6 + 5 + 5 + 5 rearrangements, a lock on 7 and a middle to remove.
        (position(ANA, BEN, row="9 11 20 8 26 63", locks=LOCKS), (24, 559, 10047)),
        # Of three seats, everyone loses the right car; then 60, 59, 58 cards.
        (position(ANA, BEN, CLEO, row="6 7", turn="Cleo", locks=LOCKS), (3, 174, 7018)),
        # A line that a swap, a draw or a refill completes.
        (position("5 12 30 22 50 61 80", "10 20 31 40 52 84 70", row="63 7 57", locks={"Ben": {4: 34}}), (8, 213, 6142)),
        # One card in the pile: the discard is shuffled, then the card is put or the second gap filled.
        (position(ANA, BEN, row="6 63", discards=ALL_BUT_ONE), (3, 3, 3, 143)),
    ],
    ids=["draw", "all abilities", "three seats", "near the end", "last card"],
)
def test_so_many_lines_of_one_two_and_three_moves(told, counts):
    depths = range(1, len(counts) + 1)
    assert tuple(perft(told.state, depth) for depth in depths) == counts
    assert tuple(brute(told).count(depth) for depth in depths) == counts
