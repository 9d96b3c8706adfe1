"""Positions of Bibliogamo as they lie on the table, and games as a player would tell them.

    g = position("A03 A08 A21 A31 A45", flip="A15")
    g.then('Ana Hire {"card": "A03", "tower": "LAW", "pay": "A08", "lift": null}')

`game(...)` begins before the Prestige card is named; `position(...)` with the hand, the discard and the towers that it says.
"""

from __future__ import annotations

import random
from pathlib import Path

from companion import practice
from companion.games import bibliogamo
from companion.games.bibliogamo import Options, State
from companion.games.bibliogamo.course import in_order, with_cubes
from companion.games.bibliogamo.state import changed, hidden, unseen
from companion.notation import write
from companion.rules import HIDDEN, Ask
from companion.table import Entry, Table, replay
from tests.games import told

FOLDER = Path(bibliogamo.__file__).parent / "box"
BOX = bibliogamo.read_box(FOLDER)
NAMES = ("Ana",)


def opened(box=BOX, **options) -> Table:
    return Table("bibliogamo", bibliogamo, box, Options(**options), NAMES)


CLASSES = opened().classes


class Told(told.Told):
    """A game as far as it was told."""

    game, names, classes = bibliogamo, NAMES, CLASSES
    state: State

    def moves(self):
        return [move for _, move in bibliogamo.legal_moves(self.state)]

    def legal(self, kind=None):
        """Lines of what may be done, without Asks; of one class when *kind* is given."""
        return [
            write(move) for move in self.moves() if not isinstance(move, Ask) and (kind is None or type(move).__name__ == kind)
        ]

    def cubes(self, tower) -> str:
        return " ".join(map(str, self.state.towers[tower].values()))

    def points(self):
        return sum(line.points for line in bibliogamo.score(self.state)[0])


def game(*texts, box=BOX, **options) -> Told:
    """A game from the Prestige card on: the lines played one after the other."""
    return Told(bibliogamo.setup(box, 1, Options(**options))).then(*texts)


def position(
    hand="A03 A08 A21 A31 A45",
    *,
    discard="",
    rest=None,
    stage="dawn",
    flip=None,
    day=0,
    space=0,
    florins=3,
    prestige="P7",
    marks=None,
    box=BOX,
    bar=None,
    hires=0,
    towers=None,
    row="",
    **options,
) -> Told:
    """A position. *towers*: "LAW" -> "3 2 0 1". *rest*: the pile has these cards, the discard all others that lie nowhere.

    *flip*: this card is flipped at dawn then; *bar* puts a bar without it.
    """
    cards = hand.split()
    shown = [card for card in cards if card != HIDDEN]
    state = bibliogamo.setup(box, 1, Options(**options))
    state = changed(
        state,
        stage=stage,
        day=day,
        space=space,
        florins=florins,
        prestige=prestige,
        marks=marks or {},
        hand=in_order(shown, len(cards) - len(shown)),
        discard=tuple(discard.split()),
        row=tuple(row.split()),
        bar=bar,
        hires=hires,
    )
    state = with_cubes(state, {tower: tuple(map(int, found.split())) for tower, found in (towers or {}).items()})
    if rest is not None:
        state = changed(state, discard=tuple(card for card in unseen(state) if card not in rest.split()))
    state = changed(state, pile=len(unseen(state)) - hidden(state))
    told = Told(state)
    return told if flip is None else told.then(flipped(flip))


# --- lines that come again and again ----------------------------------------------------------------------------------

SHUFFLED = "TABLE Shuffled {}"
SELL, ACCEPT, PAY_DAY, END = "Ana Sell {}", "Ana Accept {}", "Ana PayDay {}", "Ana EndTurn {}"


def prestige(card):
    return f'Prestige {{"card": "{card}"}}'


def drew(*cards):
    return "\n".join(f'TABLE Drew {{"card": "{card}"}}' for text in cards for card in text.split())


def flipped(*cards):
    return "\n".join(f'TABLE Flipped {{"card": "{card}"}}' for text in cards for card in text.split())


def bribe(spaces):
    return f'Ana Bribe {{"spaces": {spaces}}}'


def hire(card, tower, pay, lift=None):
    lifting = "null" if lift is None else f'"{lift}"'
    return f'Ana Hire {{"card": "{card}", "tower": "{tower}", "pay": "{pay}", "lift": {lifting}}}'


def dismiss(tower, pay):
    return f'Ana Dismiss {{"tower": "{tower}", "pay": "{pay}"}}'


def showed(cards):
    return 'Ana Showed {"cards": [' + ", ".join(f'"{card}"' for card in cards.split()) + "]}"


def count(fields):
    return f"Ana Count {fields}"


FULL = {
    "HISTORY": "3 3 2 0",
    "ATLAS": "4 0 3 2",
    "POETRY": "1 4 1 3",
    "LAW": "3 3 0 3",
    "HERBAL": "3 1 4 1",
    "PSALTER": "0 2 3 4",
}
"""Finished books."""


def full(*towers):
    return {tower: FULL[tower] for tower in towers}


# --- whole games ------------------------------------------------------------------------------------------------------


def walk(table, seed):
    """A whole game: (state, who, the move made there)."""
    rng, state = random.Random(seed), table.setup()
    while bibliogamo.to_act(state):
        who, move = practice.random_move(bibliogamo, state, bibliogamo.to_act(state), rng)
        yield state, who, move
        state = bibliogamo.apply(state, who, move)


def play(table, seed):
    return [Entry(seq, who, move) for seq, (_, who, move) in enumerate(walk(table, seed), 1)]


def final(table, seed):
    return replay(table, play(table, seed)).state


# --- what holds of every state ----------------------------------------------------------------------------------------

STAGES = ("prestige", "draw", "dawn", "act", "price", "offer", "over")


def conserved(state):
    """Asserts that 47 cards, 26 black and 16 red cubes are each in one place, and what holds of stages."""
    shown = [card for card in (*state.hand, *state.discard, *state.row) if card != HIDDEN]
    assert len(shown) == len(set(shown))
    assert len(state.hand) + len(state.discard) + len(state.row) + state.pile == 47
    assert len(unseen(state)) == state.pile + hidden(state)
    assert list(state.hand) == [*sorted(card for card in state.hand if card != HIDDEN), *[HIDDEN] * hidden(state)]
    assert not (hidden(state) and state.pile == 0)
    at_work = sum(n for there in state.towers.values() for n in there.values())
    assert at_work + state.supply == 26
    assert state.supply >= 0
    for tower, there in state.towers.items():
        assert all(0 <= n <= most for n, most in zip(there.values(), BOX.tower[tower].recipe, strict=True))
    marks = sum(state.marks.values())
    assert marks + BOX.tracks.cubes <= 16
    assert all(0 < n <= BOX.collection[state.prestige].books.count(tower) for tower, n in state.marks.items())
    assert marks == sum(sale.marked for sale in state.sales)
    assert state.books == len(state.sales)
    assert 0 <= state.day <= 40
    assert 0 <= state.space < 24
    assert state.florins >= 0
    assert state.stage in STAGES
    assert (state.stage in ("price", "offer")) == (state.selling is not None)
    assert (state.price is not None) == (state.stage == "offer")
    assert (state.coin is not None) == bool(state.row)
    assert (state.bar is not None) == (state.stage in ("act", "price", "offer"))
    assert len(state.hand) <= 5
