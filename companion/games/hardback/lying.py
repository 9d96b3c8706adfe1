"""Labels on a photograph -> rows of cards. Geometry alone: nothing here knows whose turn it is.

Labels are at the lower right of a face and in the middle of a back (specification, section 8), and a classic lies across; so the
labels of a straight row of cards form none. But a label lies flat on its card and tells how large that is on the photograph and
which way it is turned: from it the middle of the card is found, well enough to say what lies beside what. How large the labels
were printed is not known; so several sizes are tried, and the one taken with which cards lie best side by side. Lengths are
millimetres on the table.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from companion.rules import Label

Kind = Literal["front", "classic", "back"]

WIDE, TALL = 63.0, 88.0
"""Of a card."""
SIZES = (16.0, 10.0, 12.0, 14.0, 20.0, 24.0)
"""Widths of labels with their rims; what suits the cards first."""
CODE = 21 / 29
"""Of a label the share that is its code: 21 modules, and 4 of white on each side."""
STRIP, RIM = 2.8, 1.5
"""Below the code, with its letters; and from the label to the edge of the card."""

MOST_TRIED = 60
"""So many labels are more than lie on a table of five; of more only the usual size is tried, so that no page waits."""

QUARTER = math.pi / 2
STUCK = {"front": (0.0,), "classic": (0.0, QUARTER, -QUARTER), "back": (0.0, math.pi)}
"""How a label may be turned against its row: a back lies either way up; that of a classic is stuck upright or along the card."""
SAME = math.radians(35)
"""By how much fronts may be turned against each other and still lie for the same reader."""
ALIKE = math.radians(30)
"""By how much a label may be turned against the row and still tell where the row runs beside it."""

NEAREST, FARTHEST = 14.0, 122.0
"""How far the middle of the next card of a row is: two classics are 88 apart when they touch, and people leave some room."""
OFF = 28.0
"""How far the next card may lie off the row: half the height of a card that lies across is 31, and rows do not touch."""
SLANT = 0.08
"""By how much a row may slant, beyond what its own labels tell."""
GAP = 280.0
"""Rows that far apart and in line may be one line with empty places."""

ROOM = 7.0
"""What people leave between cards that lie side by side."""
UNEVEN, ASIDE, UNUSUAL = 15.0, 12.0, math.log(1.5)
"""What counts as much against a size: rooms that are so much larger or smaller, cards so far off the row, a size that differs so
much from the usual one."""
WORST, BROKEN = 5.0, 8.0
"""What a step from card to card counts at most against a size, and what each row does: with a wrong size rows fall apart."""


@dataclass(frozen=True, slots=True)
class _Card:
    """A card on the photograph: its middle; how wide it lies in its row; pixels of a millimetre there; `way`, which of its four
    sides points most nearly the usual way, in radians clockwise; by how much it is `turned` off that, half a circle where that
    tells nothing of the row."""

    label: Label
    x: float
    y: float
    wide: float
    scale: float
    way: float
    turned: float


def rows(labels: Sequence[Label], kind: Callable[[str], Kind]) -> list[list[Label]]:
    """The *labels* that have places as rows of cards that lie side by side, each from left to right, the far row first."""
    placed = [label for label in labels if label.place is not None]
    if not placed:
        return []
    ways = _ways(placed, kind)
    tries = [(way, size) for way in ways for size in SIZES] if len(placed) <= MOST_TRIED else [(ways[0], SIZES[0])]
    _, usual, chains = min((_laid(placed, kind, way, size) for way, size in tries), key=lambda laid: laid[0])
    return [[card.label for card in chain] for chain in _in_order(chains, usual)]


# --- cards ------------------------------------------------------------------------------------------------------------


def _round(angle: float, circle: float = math.tau) -> float:
    """*angle* brought to half a *circle* either way of 0."""
    return (angle + circle / 2) % circle - circle / 2


def _middle(ways: Sequence[float]) -> float:
    return math.atan2(sum(map(math.sin, ways)), sum(map(math.cos, ways)))


def _way(label: Label) -> float:
    return math.radians(label.place.angle) if label.place is not None else 0.0


def _ways(labels: Sequence[Label], kind: Callable[[str], Kind]) -> list[float]:
    """Which way most cards may lie: as most fronts do; without fronts as most labels could, the most upright first."""
    fronts = [_way(label) for label in labels if kind(label.code) == "front"]
    if fronts:
        return [_middle(max(([way for way in fronts if abs(_round(way - one)) < SAME] for one in fronts), key=len))]

    def could(way: float) -> int:
        return sum(any(abs(_round(_way(label) - way - turn)) < ALIKE for turn in STUCK[kind(label.code)]) for label in labels)

    turns = [_round(_way(labels[0]) + turn * QUARTER) for turn in range(4)]
    most = max(map(could, turns))
    found = [way for way in turns if could(way) == most]
    alike = [[_round(_way(label) - way, QUARTER) for label in labels] for way in found]
    return sorted((way + _middle(off) for way, off in zip(found, alike, strict=True)), key=lambda way: abs(_round(way)))


def _card(label: Label, kind: Kind, usual: float, size: float) -> _Card:
    spot = label.place
    assert spot is not None
    way, scale = math.radians(spot.angle), max(spot.side, 1e-6) / (size * CODE)
    across = abs(_round(way - usual, math.pi)) > QUARTER / 2
    right, down = _to_middle(kind, across, size)
    x = spot.x + scale * (right * math.cos(way) - down * math.sin(way))
    y = spot.y + scale * (right * math.sin(way) + down * math.cos(way))
    turned = _round(way - usual, QUARTER)
    # A tilted camera sees what runs across the row aslant: what lies so tells nothing of the row.
    lies = TALL if kind == "classic" or across else WIDE
    return _Card(label, x, y, lies, scale, usual + turned, math.pi if across else abs(turned))


def _to_middle(kind: Kind, across: bool, size: float) -> tuple[float, float]:
    """From the middle of a code to that of its card, to the right and down as the label lies.

    The label of a classic is stuck upright as the card lies across; or along the card, as on all fronts, and then lies across
    itself.
    """
    if kind == "back":
        return 0.0, 0.0
    wide, tall = (TALL, WIDE) if kind == "classic" and not across else (WIDE, TALL)
    return size / 2 + RIM - wide / 2, size / 2 + STRIP + RIM - tall / 2


# --- rows -------------------------------------------------------------------------------------------------------------


def _laid(
    labels: Sequence[Label], kind: Callable[[str], Kind], usual: float, size: float
) -> tuple[float, float, list[list[_Card]]]:
    """What speaks against labels of this size lying this way; the way; and the rows that the cards then make."""
    cards = [_card(label, kind(label.code), usual, size) for label in labels]
    chains = _chains(cards, usual)
    against = BROKEN * len(chains) + (math.log(size / SIZES[0]) / UNUSUAL) ** 2
    for chain in chains:
        for one, other in pairwise(chain):
            along, off = _step(one, other, usual)
            room = along - (one.wide + other.wide) / 2
            against += min(WORST, ((room - ROOM) / UNEVEN) ** 2 + (off / ASIDE) ** 2)
    return round(against, 6), usual, chains


def _chains(cards: Sequence[_Card], usual: float) -> list[list[_Card]]:
    """The cards row by row, each from left to right: those that are nearest beside each other first."""
    steps = []
    for i, one in enumerate(cards):
        for j, other in enumerate(cards):
            if i != j:
                along, off = _step(one, other, usual)
                if NEAREST < along < FARTHEST and off < OFF:
                    steps.append((along + 1.5 * off, i, j))
    after: dict[int, int] = {}
    before: dict[int, int] = {}
    for _, i, j in sorted(steps):
        if i not in after and j not in before and not _leads(after, j, i):
            after[i], before[j] = j, i
    chains = []
    for start in range(len(cards)):
        if start not in before:
            chain = [start]
            while chain[-1] in after:
                chain.append(after[chain[-1]])
            chains.append([cards[i] for i in chain])
    return chains


def _leads(after: dict[int, int], start: int, end: int) -> bool:
    """Whether the row that goes on from *start* comes to *end*."""
    while start != end and start in after:
        start = after[start]
    return start == end


def _step(one: _Card, other: _Card, usual: float) -> tuple[float, float]:
    """How far *other* lies along the row from *one*, and how far off it.

    Parallel rows do not look parallel to a tilted camera, so what the two labels say counts too; but cards lie crooked.
    """
    way = _middle([usual, *(card.way for card in (one, other) if card.turned < ALIKE)])
    scale = (one.scale + other.scale) / 2
    x, y = other.x - one.x, other.y - one.y
    return (x * math.cos(way) + y * math.sin(way)) / scale, abs(y * math.cos(way) - x * math.sin(way)) / scale


def _in_order(chains: Sequence[list[_Card]], usual: float) -> list[list[_Card]]:
    """The far row first; what lies in one line from left to right."""
    lines: list[list[list[_Card]]] = []
    for chain in sorted(chains, key=lambda chain: _across(chain[0], usual)):
        line = next((line for line in lines if any(_same_line(chain, other, usual) for other in line)), None)
        if line is None:
            lines.append([chain])
        else:
            line.append(chain)
    lines.sort(key=lambda line: sum(_down(card, usual) for chain in line for card in chain) / sum(map(len, line)))
    return [chain for line in lines for chain in line]


def _same_line(chain: Sequence[_Card], other: Sequence[_Card], usual: float) -> bool:
    left, right = (chain, other) if _across(chain[0], usual) < _across(other[0], usual) else (other, chain)
    along, off = _step(left[-1], right[0], usual)
    return 0 < along < GAP and off < OFF + SLANT * along


def _across(card: _Card, way: float) -> float:
    return card.x * math.cos(way) + card.y * math.sin(way)


def _down(card: _Card, way: float) -> float:
    return card.y * math.cos(way) - card.x * math.sin(way)
