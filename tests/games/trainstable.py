"""Positions of Game of Trains as they lie on the table, and games as a player would tell them.

    g = position("3 17 24 56 41 73 81", "10 20 31 40 52 84 70", row="20 9")
    g.then('Ana SwapAdjacent {"seat": 0, "card": 20, "space": 4}')

`game(...)` begins before the deal; `position(...)` in the middle of the game: Ana is to move unless *turn* or *phase* say so.
"""

from __future__ import annotations

import random
from pathlib import Path

from companion import practice
from companion.games import trains
from companion.games.trains import Options, State
from companion.games.trains.state import Train, in_sight, told_starts, unseen
from companion.rules import HIDDEN
from companion.table import Entry, Table, replay
from tests.games import told

FOLDER = Path(trains.__file__).parent / "box"
BOX = trains.read_box(FOLDER)
NAMES = ("Ana", "Ben", "Cleo", "Dov")
CLASSES = Table("trains", trains, BOX, Options(), NAMES).classes


def numbers(text):
    return tuple(int(word) if word not in ("-", "?") else None if word == "-" else "?" for word in text.split())


class Told(told.Told):
    """A game as far as it was told."""

    game, names, classes = trains, NAMES, CLASSES
    state: State

    @property
    def seats(self):
        return NAMES[: len(self.state.trains)]

    def cars(self, name) -> tuple:
        return self.state.trains[NAMES.index(name)].cars

    def locks(self, name) -> dict:
        return dict(self.state.trains[NAMES.index(name)].locks)

    def discards(self):
        """The discards that everyone has seen."""
        return sorted(card for card, by in self.state.seen if by is None)

    def winner(self):
        outcome = trains.outcome(self.state)
        return None if outcome is None else NAMES[outcome.winners[0]]


def game(*texts, seats=2, box=BOX, **options) -> Told:
    """A game from the deal on: the lines played one after the other."""
    return Told(trains.setup(box, seats, Options(**options))).then(*texts)


def position(
    *lines,
    row="",
    turn="Ana",
    first="Ana",
    phase="turn",
    locks=None,
    drawn=None,
    discards="",
    hidden=0,
    pile=None,
    box=BOX,
    **options,
) -> Told:
    """A position: a line of cars a seat, `locks` by name as {space: card}, discards that all saw, and hidden ones.

    *pile*: all cards but so many were discarded where nobody saw it.
    """
    made = tuple(Train(numbers(cars), (locks or {}).get(name, {})) for cars, name in zip(lines, NAMES, strict=False))
    seen = tuple((card, None) for card in numbers(discards))
    state = State(
        phase=phase,
        first=NAMES.index(first),
        turn=NAMES.index(turn),
        trains=made,
        offers=((),) * len(made),
        row=tuple(sorted(numbers(row))),
        drawn=drawn,
        pile=0,
        discard=0,
        seen=seen,
        box=box,
        options=Options(**options),
    )
    left = len(trains.state.unseen(state))
    hidden = hidden if pile is None else left - pile
    cards = [*trains.state.in_sight(state), *numbers(discards)]
    assert len(cards) == len(set(cards)), f"twice: {sorted(cards)}"
    return Told(trains.state.changed(state, pile=left - hidden, discard=len(seen) + hidden))


# --- lines that come again and again ----------------------------------------------------------------------------------

ANA, BEN, CLEO, DOV = "70 60 50 40 30 19 10", "71 62 51 43 33 23 16", "72 65 53 45 35 25 15", "73 64 55 47 37 27 17"
"""Four descending lines; nobody can win with one of them soon."""


def dealt(name, cars):
    return f'TABLE Dealt {{"seat": {NAMES.index(name)}, "cards": [{", ".join(cars.split())}]}}'


def offered(name, cards):
    told = ", ".join('"?"' if card == "?" else card for card in cards.split())
    return f'TABLE Offered {{"seat": {NAMES.index(name)}, "cards": [{told}]}}'


def first(name):
    return f'TABLE First {{"seat": {NAMES.index(name)}}}'


def kept(name, card, space):
    return f'{name} Kept {{"seat": {NAMES.index(name)}, "card": {card}, "space": {space}}}'


def draws(name, card=None, space=None):
    """Draw; with *card* what came; with *space* where it was put."""
    seat = NAMES.index(name)
    lines = [f'{name} Draw {{"seat": {seat}}}']
    if card is not None:
        lines.append(drew(card))
    if space is not None:
        lines.append(put(name, space))
    return "\n".join(lines)


def drew(card):
    return f'TABLE Drew {{"card": {card}}}'


def put(name, space):
    return f'{name} Put {{"seat": {NAMES.index(name)}, "space": {space}}}'


def use(name, kind, card, space=None):
    fields = f'"seat": {NAMES.index(name)}, "card": {card}' + ("" if space is None else f', "space": {space}')
    return f"{name} {kind} {{{fields}}}"


SHUFFLED = "TABLE Shuffled {}"

TO_FIRST = [dealt("Ana", ANA), dealt("Ben", BEN)]
TO_OFFER = [*TO_FIRST, first("Ana")]
TO_KEEP = [*TO_OFFER, offered("Ana", "12"), offered("Ben", "34 80")]
TO_TURN = [*TO_KEEP, kept("Ana", 12, 7), kept("Ben", 34, 3)]


# --- whole games ------------------------------------------------------------------------------------------------------


def opened(seats, **options) -> Table:
    return Table("trains", trains, BOX, Options(**options), NAMES[:seats])


def walk(table, seed):
    """A whole game: (state, who, the move made there)."""
    rng, state = random.Random(seed), table.setup()
    while trains.to_act(state):
        who, move = practice.random_move(trains, state, trains.to_act(state), rng)
        yield state, who, move
        state = trains.apply(state, who, move)


def play(table, seed):
    return [Entry(seq, who, move) for seq, (_, who, move) in enumerate(walk(table, seed), 1)]


def final(table, seed):
    return replay(table, play(table, seed)).state


# --- what holds of every state ----------------------------------------------------------------------------------------

PHASES = ("deal", "first", "offer", "keep", "turn", "draw", "put", "refill", "shuffle", "over")


def conserved(state):
    """Asserts that every card is in one place, and what a viewer has not seen is as much as lies where it has not looked."""
    sight = list(in_sight(state))
    told, seen = list(told_starts(state)), [card for card, _ in state.seen]
    assert len({*sight, *told, *seen}) == len(sight) + len(told) + len(seen)
    assert {*sight, *told, *seen} <= set(BOX.ability_of)
    in_hand = sum(map(len, state.offers))
    assert len(sight) + in_hand + state.pile + state.discard == 84
    assert state.pile >= 0 and state.discard >= len(seen)
    for view in (state, *(trains.view(state, seat) for seat in (None, *range(len(state.trains))))):
        hidden = sum(card == HIDDEN for offer in view.offers for card in offer)
        assert len(unseen(view)) == view.pile + view.discard - len(view.seen) + hidden
    abilities = [BOX.ability_of[card] for card in state.row]
    assert len(abilities) == len(set(abilities)), "equal abilities pair off"
    assert list(state.row) == sorted(state.row)
    assert state.phase in PHASES
    assert (state.drawn is not None) <= (state.phase in ("put", "shuffle"))
    gaps = sum(None in train.cars for train in state.trains)
    assert (gaps > 0) <= (state.phase in ("refill", "shuffle", "over"))
    assert (state.phase == "shuffle") <= (state.pile == 0)
    for train in state.trains:
        assert set(train.locks) <= {1, 4, 7}
        assert len(train.cars) in (0, 7)
    won = [seat for seat, train in enumerate(state.trains) if trains.course.ascends(train.cars) and train.cars]
    assert len(won) == (state.phase == "over")
