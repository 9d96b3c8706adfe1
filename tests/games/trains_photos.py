"""Tables of Game of Trains as a phone sees them: cards laid out from a state, and photographs of them, drawn.

Lengths are millimetres. On the table x goes right and y towards the player at the bottom. A card is 44 x 68 with its label, of
12, in the top right corner of its face; a lock is pushed up under its car until its whole label shows.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

import models
from companion import scan
from companion.games import trains
from companion.games.trains.pieces import code_of
from companion.notation import write
from companion.referee import judge
from companion.rules import Label, Place
from companion.table import naming
from companion.web import looks
from tests.games.trainstable import opened, walk
from tests.scan import scenes

WIDE, TALL = 44.0, 68.0
SIZE = 12.0
STRIP = 2.8
"""Below the code, with its letters."""
CODE = SIZE * 21 / 29
RIGHT, UP = WIDE / 2 - SIZE / 2, TALL / 2 - SIZE / 2
"""The middle of the code from the middle of the card."""
PITCH = 47.0


@dataclass(frozen=True)
class Card:
    """A card on the table: its middle, and degrees clockwise by which it is turned."""

    code: str
    x: float
    y: float
    turn: float

    def corners(self, half_x, half_y, off_x=0.0, off_y=0.0):
        """A rectangle on the card, from its own top left clockwise."""
        c, s = math.cos(math.radians(self.turn)), math.sin(math.radians(self.turn))
        points = ((-half_x, -half_y), (half_x, -half_y), (half_x, half_y), (-half_x, half_y))
        return np.array(
            [[self.x + c * u - s * v, self.y + s * u + c * v] for u, v in ((a + off_x, b + off_y) for a, b in points)]
        )

    @property
    def symbol(self):
        return self.corners(CODE / 2, CODE / 2, RIGHT, -UP)


# --- laying out -------------------------------------------------------------------------------------------------------


def laid_train(train, seat, rng, *, at=(0.0, 0.0), turn=0.0, jitter=2.0, crooked=2.0, head=True, pitch=PITCH, locks=True):
    """The cards of *train* from the left, locks below their cars; *at*: the middle of the line; None is a gap."""
    cards = []
    for space, car in enumerate(train.cars, 1):
        x, y = (space - 4) * pitch, 0.0
        lock = train.locks.get(space) if locks else None
        if lock is not None:
            cards.append(_lying(code_of(lock), x, y - rng.uniform(SIZE + STRIP + 0.5, 20), rng, jitter / 2, crooked))
        if car is not None:
            cards.append(_lying(code_of(car), x, y, rng, jitter, crooked))
    if head:
        cards.append(_lying(f"L{seat + 1}", -4 * pitch - rng.uniform(0, 8), 0.0, rng, jitter, crooked))
    return [_moved(card, at, turn) for card in cards]


def laid_row(cards, rng, *, at=(0.0, 0.0), turn=0.0, jitter=3.0, crooked=4.0, across=4):
    """The row beside the draw pile, in no order, four side by side."""
    cards = rng.sample(sorted(cards), len(cards))
    wide, tall = min(across, len(cards)) - 1, (len(cards) - 1) // across
    places = [((n % across - wide / 2) * PITCH, (n // across - tall / 2) * (TALL + 6)) for n in range(len(cards))]
    lying = [_lying(code_of(card), x, y, rng, jitter, crooked) for card, (x, y) in zip(cards, places, strict=True)]
    return [_moved(card, at, turn) for card in lying]


def _lying(code, x, y, rng, jitter, crooked):
    shaken = [max(-1.5, min(1.5, rng.gauss(0, 0.5))) * jitter for _ in range(2)]
    return Card(code, x + shaken[0], y + shaken[1], rng.uniform(-crooked, crooked))


def _moved(card, at, turn):
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return Card(card.code, at[0] + c * card.x - s * card.y, at[1] + s * card.x + c * card.y, card.turn + turn)


def laid_table(state, rng, *, seats=None, row=True, **how):
    """Everyone's train round the table, the first seat at the bottom, the others clockwise; the row in the middle."""
    turns = {2: (0, 180), 3: (0, 90, 180), 4: (0, 90, 180, 270)}[len(state.trains)]
    cards = []
    for seat, train in enumerate(state.trains):
        if seats is None or seat in seats:
            turn = turns[seat] + rng.uniform(-4, 4)
            away = 2 * TALL + 40 if len(turns) == 2 else 4.5 * PITCH + 50
            at = -away * math.sin(math.radians(turn)), away * math.cos(math.radians(turn))
            cards += laid_train(train, seat, rng, at=at, turn=turn, **how)
    return cards + (laid_row(state.row, rng, turn=rng.choice((0, 0, 0, 90, 180))) if row and state.row else [])


# --- seeing -----------------------------------------------------------------------------------------------------------


def camera(cards: Sequence[Card], size=(2400, 1800), *, turn=0.0, tilt=0.0, fill=0.94, near=3.2):
    """From millimetres to pixels (3 x 3): the table turned, the camera *tilt* degrees off the vertical, all cards in sight from
    *near* times as far as they reach."""
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    outline = np.concatenate([card.corners(WIDE / 2, TALL / 2) for card in cards])
    spun = outline @ np.array([[c, s], [-s, c]])
    low, high = spun.min(axis=0), spun.max(axis=0)
    reach = float(np.hypot(*(high - low))) / 2
    lean, far = math.radians(tilt), near * reach
    spin = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    middle = np.array([[1, 0, -(low[0] + high[0]) / 2], [0, 1, -(low[1] + high[1]) / 2], [0, 0, 1]])
    lens = np.array([[1, 0, 0], [0, math.cos(lean), 0], [0, -math.sin(lean) / far, 1]])
    there = lens @ middle @ spin
    seen = _project(there, outline)
    low, high = seen.min(axis=0), seen.max(axis=0)
    scale = fill * min(size[0] / (high[0] - low[0]), size[1] / (high[1] - low[1]))
    x, y = (np.array(size) - scale * (low + high)) / 2
    return np.array([[scale, 0, x], [0, scale, y], [0, 0, 1]]) @ there


def _project(there, points):
    return cv2.perspectiveTransform(np.asarray(points, np.float64)[None], there)[0]


def place(there, card, rng=None, noise=0.0):
    """Where the label of *card* lies on the photograph, as games are told."""
    corners = _project(there, card.symbol)
    side = float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())
    if rng is not None and noise:
        corners = corners + np.array([[rng.gauss(0, noise * side) for _ in range(2)] for _ in range(4)])
    (left, top), (right, beside) = corners[0], corners[1]
    x, y = corners.mean(axis=0)
    return Place(float(x), float(y), side, math.degrees(math.atan2(beside - top, right - left)))


def labels(cards, there, rng, noise=0.01, unread=()):
    """What a perfect scanner tells, but for those *unread*: labels in no order."""
    seen = [Label(card.code, place(there, card, rng, noise)) for card in cards if card.code not in unread]
    return rng.sample(seen, len(seen))


# --- drawing ----------------------------------------------------------------------------------------------------------

FINE = 4
"""Pixels of a millimetre of a card before it is photographed."""


@cache
def _face(code):
    """A card: paper, a border, a picture, its number in large figures."""
    random_ = np.random.default_rng([ord(sign) for sign in code])
    pixels = np.full((round(TALL * FINE), round(WIDE * FINE), 3), random_.integers(170, 250, 3), np.uint8)
    art = random_.integers(0, 256, (5, 4, 3), np.uint8)
    pixels[70:-20, 16:-16] = cv2.resize(art, (pixels.shape[1] - 32, pixels.shape[0] - 90), interpolation=cv2.INTER_LINEAR)
    cv2.rectangle(pixels, (0, 0), (pixels.shape[1] - 1, pixels.shape[0] - 1), (40, 40, 40), 2)
    cv2.putText(pixels, code, (12, 58), cv2.FONT_HERSHEY_SIMPLEX, 1.8, (20, 20, 60), 5, cv2.LINE_AA)
    return pixels


@cache
def _sticker(code):
    """The label with its letters below, as it is cut out."""
    symbol = scenes.label(f"{trains.PREFIX}:{code}")
    side = symbol.shape[0]
    strip = np.full((round(side * STRIP / SIZE), side, 3), 255, np.uint8)
    cv2.putText(strip, code, (side // 2 - 60, strip.shape[0] - 24), cv2.FONT_HERSHEY_SIMPLEX, 3, (0, 0, 0), 8, cv2.LINE_AA)
    return np.vstack([symbol, strip])


def _paste(canvas, texture, quad):
    """*texture* drawn over the four points, averaged by area where it is drawn smaller."""
    low = np.maximum(np.floor(quad.min(axis=0)).astype(int) - 1, 0)
    high = np.minimum(np.ceil(quad.max(axis=0)).astype(int) + 2, canvas.shape[1::-1])
    if (high <= low).any():
        return
    long = max(np.linalg.norm(quad[1] - quad[0]) / texture.shape[1], np.linalg.norm(quad[3] - quad[0]) / texture.shape[0])
    shrink = min(1.0, 3 * long)
    if shrink < 1:
        texture = cv2.resize(texture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    down, across = texture.shape[:2]
    room = (int(high[0] - low[0]) * 2, int(high[1] - low[1]) * 2)
    there = cv2.getPerspectiveTransform(
        np.array([[0, 0], [across, 0], [across, down], [0, down]], np.float32), ((quad - low) * 2).astype(np.float32)
    )
    part = cv2.warpPerspective(texture, there, room, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    mask = cv2.warpPerspective(np.full(texture.shape[:2], 255, np.uint8), there, room)
    half = (room[0] // 2, room[1] // 2)
    part, mask = (cv2.resize(picture, half, interpolation=cv2.INTER_AREA) for picture in (part, mask))
    under = canvas[low[1] : high[1], low[0] : high[0]]
    share = mask[:, :, None].astype(np.float32) / 255
    under[:] = (under * (1 - share) + part * share).astype(np.uint8)


def photograph(cards, there, size, seed, *, blur=0.8, noise=3.0, shade=0.4, quality=88):
    """A JPEG of *cards*, later ones over earlier ones, on a wooden table in uneven light."""
    random_ = np.random.default_rng(seed)
    grain = cv2.GaussianBlur(
        random_.standard_normal((size[1] // 4, size[0] // 4)).astype(np.float32), (0, 0), sigmaX=30, sigmaY=1
    )
    wood = np.array([60, 95, 140], np.float32) + cv2.resize(grain / grain.std() * 9, size)[:, :, None]
    canvas = np.clip(wood, 0, 255).astype(np.uint8)
    for card in cards:
        _paste(canvas, _face(card.code), _project(there, card.corners(WIDE / 2, TALL / 2)))
        sticker = card.corners(SIZE / 2, (SIZE + STRIP) / 2, RIGHT, -UP + STRIP / 2)
        _paste(canvas, _sticker(card.code), _project(there, sticker))
    pixels = cv2.GaussianBlur(canvas, (0, 0), blur).astype(np.float32)
    y, x = np.mgrid[0 : size[1], 0 : size[0]].astype(np.float32) / max(size)
    lamp = random_.uniform(0, 1, 2)
    pixels *= (1 - shade * np.minimum(np.hypot(x - lamp[0], y - lamp[1]), 1))[:, :, None] * random_.uniform(0.6, 1)
    pixels += random_.standard_normal(pixels.shape[:2], np.float32)[:, :, None] * noise
    return scenes.saved(np.clip(pixels, 0, 255).astype(np.uint8), quality=quality)


# --- what was done ----------------------------------------------------------------------------------------------------


@cache
def turns(seats, seed):
    """A practice game in steps as photographs show them: (state before, moves with who makes them, state after)."""
    steps = list(walk(opened(seats), seed))
    start = 0
    found = []
    while start < len(steps):
        state = steps[start][0]
        end = start + 1
        while end < len(steps) and state.phase == "turn" and steps[end][0].phase in ("draw", "put", "refill"):
            end += 1
        who, move = steps[end - 1][1:]
        moves = tuple((who, move) for _, who, move in steps[start:end])
        found.append((state, moves, trains.apply(steps[end - 1][0], who, move)))
        start = end
    return tuple(found)


GAMES = 8
"""Games of each number of seats that steps are taken from."""


def anything(rng: random.Random, phases=("turn",), seats=None):
    """A step of some practice game that begins in one of *phases*."""
    while True:
        steps = [step for step in turns(seats or rng.choice((2, 3, 4)), rng.randrange(GAMES)) if step[0].phase in phases]
        if steps:
            return rng.choice(steps)


# --- what is proposed -------------------------------------------------------------------------------------------------


SECONDS = 120.0
"""How long a photograph may be looked at; a busy machine takes long."""


def seen_by_the_server(photo, box):
    """Rows of labels with their places, as companion/web/scans.py has them judged; and how many labels were not read."""
    known = {f"{trains.PREFIX}:{code}": piece.name for code, piece in trains.PIECES(box).items()}
    seen = scan.look(photo, frozenset(known), SECONDS)
    width, height = (round(length * seen.scale) for length in seen.size)
    row = models.Scan(table_id=0, seat=None, picture=seen.picture, width=width, height=height, seen=looks.kept(seen))
    look = looks.shown(row, known, {})
    return looks.labels(look.rows, look), len(look.of("unread"))


def told(state, rows, who=None):
    """Proposals as moves' lines, then objections and notes as sentences."""
    judged = judge(trains, state, who, rows, naming(opened(len(state.trains))), {})
    return (
        [[line for _, line in proposal.moves] for proposal in judged.proposals],
        [str(objection.sentence) for objection in judged.objections],
        list(map(str, judged.notes)),
    )


def lines(moves):
    return [write(move) for _, move in moves]
