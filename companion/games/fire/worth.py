"""What a turn is worth: V of the specification's section 10.

The order in which tokens come does not matter to what may still come: only which were drawn. So a turn is looked at as
the multisets of tokens drawn from here on, each once (195 from an empty card of the default box). Worths are integers:
the worth of a position after d draws is multiplied by the number of ways in which the last draws can still go, so
decisions are compared exactly.

Knows the bag and one card; knows no library but the four values on top, no tools but the worth of one.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import NamedTuple

from companion.games.fire.state import KINDS, NONE, Card, Tokens, kind_of

Books = tuple[int, int, int, int]
"""Numbers of books, or their values, in the order P B Y W."""

SPREADS = -1
"""Instead of the position after a fire: there is none, the fire spreads."""


class Draw(NamedTuple):
    """What the next token leads to: for each section the books left in the bag and the position after one of them.

    A book of which none is left has weight 0 and leads nowhere (SPREADS, which is worth nothing).
    """

    p_left: int
    p: int
    b_left: int
    b: int
    y_left: int
    y: int
    w_left: int
    w: int
    fire: int
    fires_drawn: int


@dataclass(frozen=True)
class Draws:
    """Every multiset that can be drawn onto a card without a spread, smallest first; position 0 is "nothing drawn"."""

    drawn: tuple[Tokens, ...]
    size: tuple[int, ...]
    of_size: tuple[slice, ...]
    """Where the positions of each size are."""
    before: tuple[tuple[int, int], ...]
    """One way to get there: an earlier position, and which kind came (0 to 4)."""
    next: tuple[Draw, ...]
    """For the positions that leave a space empty, in the same order."""
    books: tuple[Books, ...]
    """Which books may have been drawn, each set once."""
    books_at: tuple[int, ...]
    """For each position with an empty space: which of `books`."""


@lru_cache(maxsize=512)
def draws_onto(books: Books, fires: bool, safe: tuple[bool, ...], burning: bool) -> Draws:
    """All that can be drawn from a bag with *books* (and fires or not) onto the empty spaces *safe*, left to right.

    *burning*: a fire lies on the card already, so that any other makes the fire spread.
    """
    positions = [NONE]
    index = {positions[0]: 0}
    before = [(0, 0)]
    following: list[Draw] = []

    def after(position: Tokens, kind: int) -> int:
        grown = list(position)
        grown[kind] += 1
        key = Tokens(*grown)
        if key not in index:
            index[key] = len(positions)
            before.append((index[position], kind))
            positions.append(key)
        return index[key]

    for position in positions:  # grows while it is read: smaller positions come first
        if sum(position) == len(safe):
            break
        row: list[int] = []
        for kind in range(4):
            left = books[kind] - position[kind]
            row += [left, after(position, kind) if left else SPREADS]
        stays = fires and not burning and not position.F and safe[sum(position)]
        following.append(Draw._make([*row, after(position, 4) if stays else SPREADS, position.F]))
    sets: dict[Books, int] = {}
    books_at = [sets.setdefault(position[:4], len(sets)) for position, _ in zip(positions, following, strict=False)]
    size = [sum(position) for position in positions]
    return Draws(
        drawn=tuple(positions),
        size=tuple(size),
        of_size=tuple(slice(bisect_left(size, each), bisect_left(size, each + 1)) for each in range(size[-1] + 1)),
        before=tuple(before),
        next=tuple(following),
        books=tuple(sets),
        books_at=tuple(books_at),
    )


@dataclass(frozen=True)
class Turn:
    """A turn from some moment on: the card as it lies, the bag without it, and how often may be drawn."""

    bag: Tokens
    held: Books
    """Books on the card."""
    tokens: int
    """Tokens on the card, fires too."""
    burning: bool
    """Whether a fire is among them."""
    empty: tuple[int, ...]
    """Bravery of the empty spaces, left to right; 0 is a safe space."""
    bravery: tuple[int, ...]
    """Bravery of a stop after 0, 1, 2... more tokens; 0 while none lies on a risk space."""
    may_stop: bool = True
    """Whether the rules let the turn be stopped at once; with nothing to draw it is stopped anyhow."""

    @cached_property
    def most(self) -> int:
        """How many tokens can still be drawn."""
        return min(len(self.empty), sum(self.bag))

    @cached_property
    def draws(self) -> Draws:
        return draws_onto(self.bag[:4], self.bag.F > 0, tuple(space == 0 for space in self.empty[: self.most]), self.burning)

    @cached_property
    def ways(self) -> tuple[int, ...]:
        """In how many ways the last draws can go after 0, 1, 2... draws: the scale of the integers."""
        scale = [1]
        for left in range(sum(self.bag) - self.most + 1, sum(self.bag) + 1):
            scale.append(scale[-1] * left)
        return tuple(reversed(scale))


def turn_from(spaces: tuple[int, ...], card: Card, bag: Tokens, *, may_stop: bool) -> Turn:
    """The turn of a card with these *spaces* (bravery, 0 is safe) on which the tokens of *card* lie."""
    kinds = [kind_of(token) for token in card if token is not None]
    free = [space for space, token in enumerate(card) if token is None]
    taken = {space for space, token in enumerate(card) if token is not None}
    bravery = []
    for count in range(len(free) + 1):
        risks = [space for space in taken | set(free[:count]) if spaces[space]]
        bravery.append(spaces[max(risks)] if risks else 0)
    held = tuple(kinds.count(kind) for kind in KINDS[:4])
    return Turn(
        bag=bag,
        held=(held[0], held[1], held[2], held[3]),
        tokens=len(kinds),
        burning="F" in kinds,
        empty=tuple(spaces[space] for space in free),
        bravery=tuple(bravery),
        may_stop=may_stop,
    )


@dataclass(frozen=True, slots=True)
class Weighed:
    """A turn thought through: what each position is worth and whether to draw on from it."""

    worth: list[int]
    """By position, times `Turn.ways` of its size; one 0 more for a spread."""
    draws: list[bool]
    stop: int
    """Points (and tool) of stopping now."""
    draw: Fraction | None
    """Worth of drawing now, None where nothing can be drawn."""


def weigh(turn: Turn, values: Books, tool: int) -> Weighed:
    """The greater of drawing on and stopping at every position; on a tie stop. *tool*: what a tool is worth."""
    draws, ways, fires = turn.draws, turn.ways, turn.bag.F
    p, b, y, w = turn.held
    of_kind = (*values, 0)
    knowledge = [p * values[0] + b * values[1] + y * values[2] + w * values[3]]
    know = knowledge.append
    for before, kind in draws.before[1:]:
        know(knowledge[before] + of_kind[kind])
    extra = [bravery or tool for bravery in turn.bravery]
    worth: list[int] = []
    for more, scale, positions in zip(extra, ways, draws.of_size, strict=False):
        worth += [(known + more) * scale for known in knowledge[positions]]
    stop = knowledge[0] + extra[0]
    count = bisect_left(draws.size, turn.most)
    worth.append(0)
    on = [False] * len(draws.drawn)
    drawing = 0
    for here, (p, to_p, b, to_b, y, to_y, w, to_w, fire, _) in zip(
        range(count - 1, -1, -1), reversed(draws.next[:count]), strict=True
    ):
        drawing = p * worth[to_p] + b * worth[to_b] + y * worth[to_y] + w * worth[to_w] + fires * worth[fire]
        if drawing > worth[here]:
            worth[here] = drawing
            on[here] = True
    if count and not turn.may_stop:
        worth[0], on[0] = drawing, True
    return Weighed(worth, on, stop, Fraction(drawing, ways[0]) if count else None)


def by_robot(turn: Turn, stops_at: int) -> list[bool]:
    """Where a Robot draws on: until *stops_at* tokens lie on its card or nothing more can be drawn."""
    return [turn.tokens + size < stops_at and size < turn.most for size in turn.draws.size]


def worth(turn: Turn, values: Books, tool: int) -> Fraction:
    """V of the specification."""
    return Fraction(weigh(turn, values, tool).worth[0], turn.ways[0])


@dataclass(frozen=True, slots=True)
class Ends:
    """How a turn ends when it is played so: all numbers are ways out of `Turn.ways[0]`."""

    stopped: list[int]
    """By position: the turn is stopped there."""
    burnt: list[int]
    """By set of books (`Draws.books`): the fire spreads while these were drawn."""


def ends(turn: Turn, on: list[bool]) -> Ends:
    """Plays the turn, drawing wherever *on* says so."""
    draws, fires = turn.draws, turn.bag.F
    stopped = [0] * (len(draws.drawn) + 1)
    stopped[0] = turn.ways[0]
    burnt = [0] * len(draws.books)
    total = sum(turn.bag)
    for here, (p, to_p, b, to_b, y, to_y, w, to_w, fire, gone) in enumerate(draws.next):
        if on[here] and (ways := stopped[here]):
            ways //= total - draws.size[here]  # for each token that may come: exact, these draws are among the ways
            stopped[here] = 0
            stopped[to_p] += ways * p
            stopped[to_b] += ways * b
            stopped[to_y] += ways * y
            stopped[to_w] += ways * w
            if fire == SPREADS:
                burnt[draws.books_at[here]] += ways * (fires - gone)
            else:
                stopped[fire] += ways * fires
    stopped.pop()
    return Ends(stopped, burnt)


def survive(turn: Turn) -> Iterator[Fraction]:
    """No spread during the next 1, 2, 3... draws, whatever anyone would decide.

    By counting: all of them books, or all but one and that fire on a safe space while no fire lies on the card.
    """
    books, total = sum(turn.bag[:4]), sum(turn.bag)
    orders, calm, calmer, safe = 1, 1, 0, 0
    for drawn, space in enumerate(turn.empty[: turn.most]):
        safe += space == 0 and not turn.burning
        orders *= total - drawn
        calm, calmer = calm * max(books - drawn, 0), calm
        yield Fraction(calm + safe * turn.bag.F * calmer, orders)
