"""Cards with labels on a table as a phone sees them: laid out, seen by a tilted camera, drawn, read as the server reads.

Lengths are millimetres. On the table x goes right and y towards the player at the bottom. What cards look like and where their
labels are stuck is a `Sort`; each game has its own (trains_photos, hardback_photos).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np

import models
from companion import scan
from companion.referee import judge
from companion.rules import Label, Place
from companion.web import looks
from tests.scan import scenes

STRIP = 2.8
"""Below the code, with its letters."""


@dataclass(frozen=True)
class Sort:
    """A sort of card: how wide and tall it is, where the middle of its code lies (from the middle of the card, to the right and
    down), how wide its label is with its rim, and how a card with this code is drawn (pixels, upright)."""

    prefix: str
    wide: float
    tall: float
    right: float
    down: float
    face: Callable[[str], Any]
    size: float = 12.0

    @property
    def code(self) -> float:
        return self.size * 21 / 29


@dataclass(frozen=True)
class Card:
    """A card on the table: its middle, degrees clockwise by which it is turned, and those by which its label is turned on it."""

    code: str
    x: float
    y: float
    turn: float
    sort: Sort
    lie: float = 0.0

    def corners(self, half_x, half_y, off_x=0.0, off_y=0.0, lie=0.0):
        """A rectangle on the card, from its own top left clockwise; *lie*: degrees by which it is turned round its middle."""
        points = ((-half_x, -half_y), (half_x, -half_y), (half_x, half_y), (-half_x, half_y))
        within = [(off_x + u, off_y + v) for u, v in (_spun(point, lie) for point in points)]
        return np.array([[self.x + u, self.y + v] for u, v in (_spun(point, self.turn) for point in within)])

    @property
    def outline(self):
        return self.corners(self.sort.wide / 2, self.sort.tall / 2)

    @property
    def symbol(self):
        half = self.sort.code / 2
        return self.corners(half, half, self.sort.right, self.sort.down, self.lie)

    @property
    def sticker(self):
        """The label with the strip below its code."""
        off = _spun((0, STRIP / 2), self.lie)
        half_x, half_y = self.sort.size / 2, (self.sort.size + STRIP) / 2
        return self.corners(half_x, half_y, self.sort.right + off[0], self.sort.down + off[1], self.lie)

    def moved(self, at=(0.0, 0.0), turn=0.0):
        """The card turned round the origin, then shifted."""
        x, y = _spun((self.x, self.y), turn)
        return Card(self.code, at[0] + x, at[1] + y, self.turn + turn, self.sort, self.lie)


def _spun(point, degrees):
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return c * point[0] - s * point[1], s * point[0] + c * point[1]


def lying(code, x, y, sort, rng, jitter, crooked, turn=0.0, lie=0.0):
    """A card as people lay it: *jitter* mm off its place, *crooked* degrees at most."""
    shaken = [max(-1.5, min(1.5, rng.gauss(0, 0.5))) * jitter for _ in range(2)]
    return Card(code, x + shaken[0], y + shaken[1], turn + rng.uniform(-crooked, crooked), sort, lie)


# --- seeing -----------------------------------------------------------------------------------------------------------


def camera(cards: Sequence[Card], size=(2400, 1800), *, turn=0.0, tilt=0.0, fill=0.94, near=3.2):
    """From millimetres to pixels (3 x 3): the table turned, the camera *tilt* degrees off the vertical, all cards in sight from
    *near* times as far as they reach."""
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    outline = np.concatenate([card.outline for card in cards])
    spun = outline @ np.array([[c, s], [-s, c]])
    low, high = spun.min(axis=0), spun.max(axis=0)
    reach = float(np.hypot(*(high - low))) / 2
    lean, far = math.radians(tilt), near * reach
    spin = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    middle = np.array([[1, 0, -(low[0] + high[0]) / 2], [0, 1, -(low[1] + high[1]) / 2], [0, 0, 1]])
    lens = np.array([[1, 0, 0], [0, math.cos(lean), 0], [0, -math.sin(lean) / far, 1]])
    there = lens @ middle @ spin
    seen = seen_from(there, outline)
    low, high = seen.min(axis=0), seen.max(axis=0)
    scale = fill * min(size[0] / (high[0] - low[0]), size[1] / (high[1] - low[1]))
    x, y = (np.array(size) - scale * (low + high)) / 2
    return np.array([[scale, 0, x], [0, scale, y], [0, 0, 1]]) @ there


def seen_from(there, points):
    """*points* (n x 2) of the table as they lie on the photograph."""
    return cv2.perspectiveTransform(np.asarray(points, np.float64)[None], there)[0]


def place(there, card, rng=None, noise=0.0):
    """Where the label of *card* lies on the photograph, as games are told."""
    corners = seen_from(there, card.symbol)
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


def picture(code, wide, tall):
    """Paper of so many millimetres with a border and a picture, coloured by its code; room above and below for what it says."""
    random_ = np.random.default_rng([ord(sign) for sign in code])
    pixels = np.full((round(tall * FINE), round(wide * FINE), 3), random_.integers(170, 250, 3), np.uint8)
    art = random_.integers(0, 256, (5, 4, 3), np.uint8)
    pixels[70:-20, 16:-16] = cv2.resize(art, (pixels.shape[1] - 32, pixels.shape[0] - 90), interpolation=cv2.INTER_LINEAR)
    cv2.rectangle(pixels, (0, 0), (pixels.shape[1] - 1, pixels.shape[0] - 1), (40, 40, 40), 2)
    return pixels


@cache
def _sticker(prefix, code, size):
    """The label with its letters below, as it is cut out."""
    symbol = scenes.label(f"{prefix}:{code}")
    side = symbol.shape[0]
    strip = np.full((round(side * STRIP / size), side, 3), 255, np.uint8)
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
        _paste(canvas, card.sort.face(card.code), seen_from(there, card.outline))
        _paste(canvas, _sticker(card.sort.prefix, card.code, card.sort.size), seen_from(there, card.sticker))
    pixels = cv2.GaussianBlur(canvas, (0, 0), blur).astype(np.float32)
    y, x = np.mgrid[0 : size[1], 0 : size[0]].astype(np.float32) / max(size)
    lamp = random_.uniform(0, 1, 2)
    pixels *= (1 - shade * np.minimum(np.hypot(x - lamp[0], y - lamp[1]), 1))[:, :, None] * random_.uniform(0.6, 1)
    pixels += random_.standard_normal(pixels.shape[:2], np.float32)[:, :, None] * noise
    return scenes.saved(np.clip(pixels, 0, 255).astype(np.uint8), quality=quality)


# --- what is proposed -------------------------------------------------------------------------------------------------


SECONDS = 120.0
"""How long a photograph may be looked at; a busy machine takes long."""


def seen_by_the_server(photo, game, box):
    """Rows of labels with their places, as companion/web/scans.py has them judged; and how many labels were not read."""
    known = {f"{game.PREFIX}:{code}": piece.name for code, piece in game.PIECES(box).items()}
    seen = scan.look(photo, frozenset(known), SECONDS)
    width, height = (round(length * seen.scale) for length in seen.size)
    row = models.Scan(table_id=0, seat=None, picture=seen.picture, width=width, height=height, seen=looks.kept(seen))
    look = looks.shown(row, known, {})
    return looks.labels(look.rows, look), len(look.of("unread"))


def told(game, state, rows, names, who=None):
    """Proposals as moves' lines, then objections and notes as sentences."""
    judged = judge(game, state, who, rows, names, {})
    return (
        [[line for _, line in proposal.moves] for proposal in judged.proposals],
        [str(objection.sentence) for objection in judged.objections],
        list(map(str, judged.notes)),
    )
