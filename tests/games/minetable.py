"""Games of Out of Mine! as a player would tell them.

told = game(ready("8B T01", "5A T02"), 'TABLE IntoTheMine {}', 'Ben OutOfTheMine {"seat": 1}')
told = told.then(counted(0, 3), counted(1, 0))
"""

from __future__ import annotations

from pathlib import Path

from companion.games import mine
from companion.games.mine import Options, State
from companion.notation import write
from companion.rules import HIDDEN, total
from companion.table import Table
from tests.games import told
from tests.games.told import NOBODY

FOLDER = Path(mine.__file__).parent / "box"
BOX = mine.read_box(FOLDER)
NAMES = ("Ana", "Ben", "Cleo", "Dov")
CLASSES = Table("mine", mine, BOX, Options(), NAMES).classes


class Told(told.Told):
    """A game as far as it was told."""

    game, names, classes = mine, NAMES, CLASSES
    state: State

    @property
    def seats(self):
        return NAMES[: len(self.state.seats)]

    def lines(self, name="Ana"):
        return [(line.points, line.rule) for line in mine.score(self.state)[NAMES.index(name)]]

    def whys(self, name="Ana"):
        return [str(line.why) for line in mine.score(self.state)[NAMES.index(name)]]

    def points(self):
        return [total(lines) for lines in mine.score(self.state).values()]

    def winners(self):
        outcome = mine.outcome(self.state)
        return None if outcome is None else [NAMES[who] for who in outcome.winners]


def game(*texts, seats=2, box=BOX, **options) -> Told:
    """A game from its beginning: the lines played one after the other."""
    return Told(mine.setup(box, seats, Options(**options))).then(*texts)


# --- lines ------------------------------------------------------------------------------------------------------------

ORDER = "TABLE IntoTheMine {}"
STOP = "TABLE AllStop {}"


def board(seat, number):
    return f'TABLE GotBoard {{"seat": {seat}, "board": {number}}}'


def side(seat, which):
    return f'{(*NAMES, *NOBODY)[seat]} ChoseSide {{"seat": {seat}, "side": "{which}"}}'


def card(seat, which):
    return f'TABLE DrewCard {{"seat": {seat}, "card": "{which}"}}'


def ready(*seats):
    """For each seat in order what it has, like "8B T01", "8B" or ""."""
    lines = []
    for seat, has in enumerate(seats):
        words = has.split()
        if words:
            lines += [board(seat, words[0][:-1]), side(seat, words[0][-1])]
        if len(words) > 1:
            lines.append(card(seat, words[1]))
    return "\n".join(lines)


def shout(seat):
    return f'{(*NAMES, *NOBODY)[seat]} OutOfTheMine {{"seat": {seat}}}'


def counted(seat, empty, elves=0, finds=0):
    return f'{NAMES[seat]} Counted {{"seat": {seat}, "empty": {empty}, "elves": {elves}, "finds": {finds}}}'


def tile(text):
    """`green A4 B4 A5 silver`"""
    colour, *rest = text.split()
    find = rest.pop() if rest and rest[-1].islower() else None
    return mine.Tile(colour, tuple(rest), find)


def laid(seat, *tiles):
    return f"{NAMES[seat]} {write(mine.moves.Laid(seat, tuple(map(tile, tiles))))}"


def dug(*seats, shouter=None):
    """A round as far as the results: what each has, the order, and a shout or the stop."""
    return "\n".join([ready(*seats), ORDER, STOP if shouter is None else shout(shouter)])


def round_of(*empty, shouter=None):
    """A quick round: nothing told but who shouted and what stayed empty."""
    return "\n".join([ORDER, STOP if shouter is None else shout(shouter), *(counted(seat, n) for seat, n in enumerate(empty))])


COVER = (
    "blue A1 B1", "red A2 B2 C2 B3", "green F3 G2 G3", "green A4 B4 A5", "red D5 E4 E5 F4", "red B5 C5 B6 C6",
)  # fmt: skip
"""A cover of 4B with T26 (specification, section 10)."""


def opened(seats, **options):
    return Table("mine", mine, BOX, Options(**options), NAMES[:seats])


def check(state: State) -> None:
    """Every piece is in one place: boards, cards, tiles and points."""
    box = state.box
    lying = [digger.board for digger in state.seats if digger.board != HIDDEN]
    assert len(set(lying)) == len(lying) and not set(lying) & set(state.out)
    assert set(lying) | set(state.out) <= set(box.board_numbers)
    cards = [one for one, _, _ in state.used] + [digger.card for digger in state.seats if digger.card != HIDDEN]
    assert len(set(cards)) == len(cards) and set(cards) <= set(box.card)
    assert 0 <= state.pile <= box.pile and len(state.out) <= box.pile - state.pile + (state.phase == "over")
    for colour, there in box.tiles_of.items():
        assert sum(one.colour == colour for digger in state.seats for one in digger.tiles or ()) <= there
    for digger in state.seats:
        cells = [cell for one in digger.tiles or () for cell in one.cells]
        assert len(set(cells)) == len(cells)
        assert digger.empty is None or 0 <= digger.empty <= box.spaces
