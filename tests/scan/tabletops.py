"""Tables as geometry alone: where labels lie, which rows people would read, and how a camera sees it. Nothing is drawn.

    python -m tests.scan.tabletops 300

tells for each kind of table how many of 300 are read exactly right, and the seeds of the others.

Lengths are in labels: the side of a symbol is 1. On the table x goes right and y towards the player who sits at the bottom.
"""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.scan import layout
from companion.scan.seen import Point, Sighting

WIDTH, HEIGHT = 4000, 3000


@dataclass(frozen=True)
class Lying:
    """A label on the table: its middle, degrees clockwise, side, and `Sighting.turned`."""

    x: float
    y: float
    angle: float
    side: float = 1.0
    turned: int = 0

    @property
    def corners(self) -> tuple[Point, ...]:
        across, along = math.sin(math.radians(self.angle)) * self.side / 2, math.cos(math.radians(self.angle)) * self.side / 2
        around = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        return tuple((self.x + u * along - v * across, self.y + u * across + v * along) for u, v in around)


Row = tuple[Lying, ...]
Player = tuple[Row, ...]
"""The rows in front of one player, who sees them upright, more or less."""


def moved(player: Player, x: float, y: float, turn: float = 0) -> Player:
    """*player* turned clockwise round the origin, then shifted."""
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return tuple(
        tuple(replace(one, x=x + c * one.x - s * one.y, y=y + s * one.x + c * one.y, angle=one.angle + turn) for one in row)
        for row in player
    )


def turning(chance: random.Random, count: int, share: float) -> list[int]:
    """`Sighting.turned` of *count* cards in a row. Fewer than half are turned: what most do is what a row is."""
    turned = [chance.choice((90, 270, 90, 270, 180)) if chance.random() < share else 0 for _ in range(count)]
    while 2 * sum(map(bool, turned)) >= max(2, count):
        turned[chance.randrange(count)] = 0
    return turned


def tableau(
    chance: random.Random,
    lengths: Sequence[int],
    *,
    pitch: tuple[float, float] = (3.0, 4.2),
    slant: float = 0,
    jitter: float = 0.2,
    crooked: float = 4,
    sideways: float = 0.0,
    gaps: bool = False,
    sizes: Sequence[float] = (1.0,),
    align: str = "left",
    off: tuple[float, float] = (0, 0),
) -> Player:
    """Rows of cards. `pitch`: from middle to middle, along and across. `slant`: degrees of the rows against the cards.

    `align`: where shorter rows begin. `off`: from the middle of a card to that of its label.
    `gaps`: up to three cards in a row may be missing. `crooked`: degrees.
    """
    rows = []
    for r, length in enumerate(lengths):
        columns = list(range(length))
        if gaps and length > 2:
            for _ in range(chance.choice((1, 1, 2))):
                at, wide = chance.randrange(1, length), chance.randint(1, 3)
                columns = [c for c in columns if not at <= c < at + wide or c == 0]
        start = {"left": 0, "middle": (max(lengths) - length) / 2, "any": chance.uniform(0, max(lengths) - length)}[align]
        row = []
        for c, turned in zip(columns, turning(chance, len(columns), sideways), strict=True):
            x = (c + start) * pitch[0]
            y = r * pitch[1] + x * math.tan(math.radians(slant))
            u, v = {0: off, 90: (-off[1], off[0]), 180: (-off[0], -off[1]), 270: (off[1], -off[0])}[turned]
            row.append(
                Lying(
                    x + u + chance.uniform(-jitter, jitter),
                    y + v + chance.uniform(-jitter, jitter),
                    turned + chance.uniform(-crooked, crooked),
                    chance.choice(list(sizes)),
                    turned,
                )
            )
        rows.append(tuple(row))
    return centred(tuple(rows))


def fan(
    chance: random.Random,
    count: int,
    step: float,
    *,
    spacing: float = 1.3,
    skew: float = 0,
    jitter: float = 0.1,
    crooked: float = 2,
    sideways: float = 0.0,
    missing: bool = False,
) -> Player:
    """A hand of cards held in an arc, *step* degrees from card to card, labels *spacing* apart.

    `skew`: degrees by which the arc rises at each label, as it does when labels sit in a corner of the cards.
    """
    radius = spacing / (2 * math.sin(math.radians(step / 2)))
    row = []
    unread = chance.randrange(1, count - 1) if missing else None
    for n, turned in enumerate(turning(chance, count, sideways)):
        if n == unread:
            continue
        angle = (n - (count - 1) / 2) * step + chance.uniform(-crooked, crooked)
        round_ = math.radians((n - (count - 1) / 2) * step - skew)
        x, y = radius * math.sin(round_), -radius * math.cos(round_)
        row.append(
            Lying(
                x + chance.uniform(-jitter, jitter),
                y + chance.uniform(-jitter, jitter),
                angle + turned,
                turned=turned,
            )
        )
    return centred((tuple(row),))


def centred(player: Player) -> Player:
    everything = [one for row in player for one in row]
    return moved(player, -sum(one.x for one in everything) / len(everything), -sum(one.y for one in everything) / len(everything))


def extent(player: Player) -> tuple[float, float, float, float]:
    everything = [one for row in player for one in row]
    xs, ys = [one.x for one in everything], [one.y for one in everything]
    return min(xs), min(ys), max(xs), max(ys)


def seated(chance: random.Random, players: Sequence[tuple[Player, float]], between: float) -> list[tuple[Player, float]]:
    """Each player's cards at their side of the table, with the angle at which they sit: 0 is the bottom, clockwise."""
    half = max((extent(player)[2] - extent(player)[0]) / 2 for player, _ in players)
    tall = max((extent(player)[3] - extent(player)[1]) / 2 for player, _ in players)
    sides = any(angle % 180 for _, angle in players)
    away = (half + tall if sides else tall) + between / 2 + (between / 2 if sides else 0)
    out = []
    for player, angle in players:
        player = moved(player, chance.uniform(-0.2, 0.2) * (half if not sides else 1), away)
        out.append((moved(player, 0, 0, angle), angle))
    return out


@dataclass(frozen=True)
class Photo:
    """What a camera sees, in no order, and the order in which people would tell it."""

    shown: tuple[Sighting, ...]
    order: tuple[tuple[tuple[str, int], ...], ...]

    def is_told(self) -> bool:
        """Whether `layout.rows` finds exactly that order and which labels are turned."""
        return tuple(tuple((one.code, one.turned) for one in row) for row in layout.rows(self.shown)) == self.order


def photo(
    chance: random.Random,
    players: Sequence[tuple[Player, float]],
    *,
    turn: float = 0,
    tilt: float = 0,
    fill: float = 0.9,
    noise: float = 0.01,
    field: float = 65,
) -> Photo:
    """*players* (each with the degrees clockwise at which the cards lie) seen by a phone.

    `turn`: degrees by which the table lies turned in the picture; `tilt`: degrees of the camera off the vertical; `field`:
    its diagonal angle of view; `noise`: standard deviation of corners, in labels.
    """
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    up, over = math.cos(math.radians(tilt)), math.sin(math.radians(tilt))
    focal = math.hypot(WIDTH, HEIGHT) / 2 / math.tan(math.radians(field / 2))
    rows = [row for player, _ in first_upright(players, turn) for row in player]
    quads = np.array([[[u, v] for u, v in one.corners] for row in rows for one in row])
    quads = quads @ np.array([[c, s], [-s, c]])
    flat = quads.reshape(-1, 2)
    quads = quads - (flat.min(axis=0) + flat.max(axis=0)) / 2
    reach = np.abs(quads).max()

    def seen(distance: float) -> np.ndarray:
        x, y = quads[..., 0], quads[..., 1]
        return np.stack([focal * x, focal * y * up], axis=-1) / (distance - y * over)[..., None]

    low, high = reach * 1.05, reach * 60
    for _ in range(40):
        middle = (low + high) / 2
        spread = seen(middle).reshape(-1, 2)
        size = spread.max(axis=0) - spread.min(axis=0)
        if (size > np.array([WIDTH, HEIGHT]) * fill).any():
            low = middle
        else:
            high = middle
    corners = seen(high)
    flat = corners.reshape(-1, 2)
    corners = corners - (flat.min(axis=0) + flat.max(axis=0)) / 2 + np.array([WIDTH / 2, HEIGHT / 2])
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).mean(axis=1)
    shaken = np.random.default_rng(chance.randrange(2**32)).normal(size=corners.shape)
    corners = corners + shaken * noise * sides[:, None, None]
    shown, order, n = [], [], 0
    for row in rows:
        told = []
        for one in row:
            (x0, y0), (x1, y1) = corners[n][:2]
            angle = (math.degrees(math.atan2(y1 - y0, x1 - x0)) + 180) % 360 - 180
            quad = tuple((float(x), float(y)) for x, y in corners[n])
            shown.append(Sighting(f"FL:{n}", quad, angle, float(sides[n]) / 21, "straight", 1.0))
            told.append((f"FL:{n}", one.turned))
            n += 1
        order.append(tuple(told))
    chance.shuffle(shown)
    return Photo(tuple(shown), tuple(order))


def first_upright(players: Sequence[tuple[Player, float]], turn: float) -> list[tuple[Player, float]]:
    """The player whose labels stand most upright in the picture, and the others clockwise."""

    def off(angle: float) -> float:
        return abs((angle + turn + 180) % 360 - 180)

    first = min(players, key=lambda player: off(player[1]))[1]
    return sorted(players, key=lambda player: (player[1] - first) % 360)


def clear(players: Sequence[tuple[Player, float]]) -> bool:
    """Whether no label covers another."""
    everything = [one for player, _ in players for row in player for one in row]
    return all(
        math.dist((a.x, a.y), (b.x, b.y)) > 0.52 * (a.side + b.side) for n, a in enumerate(everything) for b in everything[:n]
    )


# --- kinds of tables ---------------------------------------------------------------------------------------------------

Table = list[tuple[Player, float]]


def pitches(chance: random.Random) -> tuple[float, float]:
    """Middle to middle of cards that carry a label: upright or landscape cards, small tiles, large cards."""
    along = chance.uniform(1.5, 6)
    return along, max(1.5, along * chance.uniform(0.75, 1.6))


def one_row(chance: random.Random) -> Table:
    return [(tableau(chance, [chance.randint(1, 10)], pitch=pitches(chance)), 0)]


def slanted_rows(chance: random.Random) -> Table:
    lengths = [chance.randint(1, 10) for _ in range(chance.randint(1, 4))]
    return [(tableau(chance, lengths, pitch=pitches(chance), slant=chance.uniform(-12, 12)), 0)]


def some_rows(chance: random.Random) -> Table:
    lengths = [chance.randint(1, 10) for _ in range(chance.randint(2, 4))]
    align = chance.choice(("left", "middle", "any"))
    return [(tableau(chance, lengths, pitch=pitches(chance), align=align), 0)]


def rows_with_gaps(chance: random.Random) -> Table:
    lengths = [chance.randint(3, 10) for _ in range(chance.randint(1, 4))]
    return [(tableau(chance, lengths, pitch=pitches(chance), gaps=True), 0)]


def rows_with_sideways_cards(chance: random.Random) -> Table:
    lengths = [chance.randint(1, 10) for _ in range(chance.randint(1, 4))]
    return [(tableau(chance, lengths, pitch=pitches(chance), sideways=0.15), 0)]


def rows_of_two_sizes(chance: random.Random) -> Table:
    along = chance.uniform(2.4, 7)
    lengths = [chance.randint(1, 10) for _ in range(chance.randint(1, 4))]
    pitch = along, max(2.4, along * chance.uniform(0.75, 1.6))
    return [(tableau(chance, lengths, pitch=pitch, sizes=(1.0, 2.0)), 0)]


def column(chance: random.Random) -> Table:
    return [(tableau(chance, [1] * chance.randint(2, 10), pitch=pitches(chance)), 0)]


def full_grid(chance: random.Random) -> Table:
    down, across = chance.choice(((6, 10), (4, 10), (5, 8), (10, 6), (2, 10)))
    return [(tableau(chance, [across] * down, pitch=pitches(chance), slant=chance.uniform(-5, 5)), 0)]


def one_fan(chance: random.Random) -> Player:
    return fan(
        chance,
        chance.randint(3, 10),
        chance.uniform(6, 15),
        spacing=chance.uniform(1.15, 2.2),
        skew=chance.uniform(-18, 18),
    )


def a_fan(chance: random.Random) -> Table:
    return [(one_fan(chance), 0)]


def one_player(chance: random.Random) -> Player:
    if chance.random() < 0.5:
        return one_fan(chance)
    lengths = [chance.randint(1, 8) for _ in range(chance.randint(1, 2))]
    return tableau(chance, lengths, pitch=pitches(chance), sideways=chance.choice((0, 0.15)), slant=chance.uniform(-5, 5))


def a_fan_with_one_unread(chance: random.Random) -> Table:
    hand = fan(
        chance,
        chance.randint(5, 10),
        chance.uniform(6, 15),
        spacing=chance.uniform(1.15, 2),
        skew=chance.uniform(-15, 15),
        missing=True,
    )
    return [(hand, 0)]


def a_fan_with_turned_cards(chance: random.Random) -> Table:
    hand = fan(
        chance,
        chance.randint(3, 10),
        chance.uniform(6, 15),
        spacing=chance.uniform(1.2, 2),
        skew=chance.uniform(-15, 15),
        sideways=0.1,
    )
    return [(hand, 0)]


def sideways_cards_with_labels_off_their_middle(chance: random.Random) -> Table:
    along = chance.uniform(3, 6)
    pitch = along, along * chance.uniform(1.2, 1.5)
    lengths = [chance.randint(2, 10) for _ in range(chance.randint(1, 4))]
    off = chance.uniform(-0.12, 0.12) * along, chance.uniform(-0.12, 0.12) * along
    return [(tableau(chance, lengths, pitch=pitch, sideways=0.15, off=off), 0)]


def everything_at_once(chance: random.Random) -> Table:
    lengths = [chance.randint(1, 8) for _ in range(chance.randint(1, 4))]
    slant = chance.uniform(-8, 8)
    player = tableau(
        chance,
        lengths,
        pitch=pitches(chance),
        slant=slant,
        sideways=0.15,
        gaps=True,
        align=chance.choice(("left", "middle", "any")),
    )
    return [(player, 0)]


def rows_that_wander(chance: random.Random) -> Table:
    """Each row has a slant of its own, and is bowed a little."""
    across = chance.randint(3, 10)
    pitch = chance.uniform(2, 5), chance.uniform(4, 6)
    rows: list[Row] = []
    for r in range(chance.randint(2, 3)):
        (row,) = moved(tableau(chance, [across], pitch=pitch, slant=chance.uniform(-3, 3)), 0, 0)
        bow = chance.uniform(-0.5, 0.5)
        half = across * pitch[0] / 2
        rows.append(tuple(replace(one, y=one.y + r * pitch[1] + bow * (one.x / half) ** 2) for one in row))
    return [(centred(tuple(rows)), 0)]


def a_hand_below_rows(chance: random.Random) -> Table:
    lengths = [chance.randint(1, 8) for _ in range(chance.randint(1, 2))]
    board = tableau(chance, lengths, pitch=pitches(chance), sideways=0.15)
    hand = one_fan(chance)
    down = extent(board)[3] - extent(hand)[1] + chance.uniform(2.5, 6)
    return [(centred(board + moved(hand, chance.uniform(-2, 2), down)), 0)]


def two_facing(chance: random.Random) -> Table:
    return seated(chance, [(one_player(chance), 0), (one_player(chance), 180)], chance.uniform(4, 12))


def round_the_table(chance: random.Random) -> Table:
    sides = chance.choice(((0, 90, 180, 270), (0, 90, 180), (0, 90, 270), (90, 180, 270)))
    return seated(chance, [(one_player(chance), angle) for angle in sides], chance.uniform(4, 12))


KINDS: tuple[Callable[[random.Random], Table], ...] = (
    one_row,
    slanted_rows,
    some_rows,
    rows_with_gaps,
    rows_with_sideways_cards,
    rows_of_two_sizes,
    column,
    full_grid,
    a_fan,
    a_fan_with_one_unread,
    a_fan_with_turned_cards,
    sideways_cards_with_labels_off_their_middle,
    everything_at_once,
    rows_that_wander,
    a_hand_below_rows,
    two_facing,
    round_the_table,
)


def scene(kind: Callable[[random.Random], Table], seed: int) -> Photo:
    """A table of *kind*, photographed from anywhere."""
    chance = random.Random(f"{kind.__name__} {seed}")
    while True:
        players = kind(chance)
        if sum(len(row) for player, _ in players for row in player) <= 60 and clear(players):
            break
    while True:
        turn = chance.uniform(-180, 180)
        off = sorted(abs((angle + turn + 180) % 360 - 180) for _, angle in players)
        if len(off) == 1 or off[1] - off[0] > 30:
            break
    tilt = chance.uniform(0, 50)
    return photo(chance, players, turn=turn, tilt=tilt, fill=chance.uniform(0.5, 0.95), noise=chance.uniform(0, 0.015))


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    for table in KINDS:
        wrong = [seed for seed in range(count) if not scene(table, seed).is_told()]
        print(f"{100 - 100 * len(wrong) / count:6.2f} %  {table.__name__.replace('_', ' ')}  {wrong or ''}", flush=True)
