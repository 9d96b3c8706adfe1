"""Photographs of tables with labels on them, drawn, so that what lies where is known to a fraction of a pixel.

    python bench/rendered.py FOLDER [--set NAME] [--frames N]     writes the pictures of a set, to look at

A frame is drawn as a phone would see it: labels (version 1, level H, as companion.printing makes them) stuck on cards and
tokens, these on a table of wood, cloth or print, all seen through a tilted and turned camera; then lens and defocus, a hand
that moves, lamplight that falls off, glare, the noise of a sensor, the sharpening of phones, JPEG. Every label is drawn finer
than the picture and averaged by area, so that what is blurred was sharp before. The same seed gives the same pixels.

Coordinates: (0, 0) is the outer corner of the first pixel, so its middle is (0.5, 0.5).
"""

from __future__ import annotations

import argparse
import csv
import math
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import segno

from companion.boxes import shipped_folder
from companion.games import GAMES

KINDS = {"720p": (1280, 720), "1080p": (1920, 1080), "12 MP": (4000, 3000)}
"""Width and height of the pictures."""

SIDE = 21
"""Modules along a symbol."""

FINE = 8
"""Texture pixels of a module in a label before it is photographed."""

NOMINAL = (1.75, 2.0, 2.5, 3.0, 4.0, 5.5, 8.0)
"""Pixels of a module in the middle of a frame of the table set."""

SMALLEST = 1.6
"""Pixels of a module below which no label is laid: what is even smaller is not asked of anyone."""

COVERED = (0.03, 0.05, 0.08)
"""Shares of a symbol under a thumb or the next card."""


@dataclass(frozen=True, slots=True)
class Placed:
    """One label in the picture. `corners`: 4 x 2, of the symbol without its rim, clockwise from its own top left; `module`:
    mean pixels of a module; `covered`: the share of the symbol that something lies on; `turned`: degrees clockwise by which it
    lies against the row that it stands in."""

    code: str
    corners: Any
    module: float
    covered: float = 0.0
    turned: int = 0


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture (BGR, 8 bits) and all its labels.

    `known`: the codes of the box that is on the table; in the set `foreign` none of the labels is one of them. `rows`: codes
    in reading order, where the set is about that.
    """

    name: str
    kind: str
    pixels: Any
    labels: tuple[Placed, ...]
    known: frozenset[str]
    rows: tuple[tuple[str, ...], ...] = ()


# --- codes ------------------------------------------------------------------------------------------------------------


@cache
def boxes() -> dict[str, tuple[str, ...]]:
    """Every code of each game's box by prefix: of the shipped box where there is one, else as its specification numbers them."""
    found = {
        game.PREFIX: tuple(f"{game.PREFIX}:{code}" for code in game.PIECES(game.read_box(shipped_folder(name))))
        for name, game in GAMES.items()
    }
    towers = ("HISTORY", "ATLAS", "POETRY", "LAW", "HERBAL", "PSALTER")
    cards = [f"{letter}-{genre}{cost}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" for genre, cost in _offers(letter)]
    pieces = [f"AD{n}" for n in range(1, 6)] + [f"AW{n}" for n in range(7, 13)] + [f"EV{n}" for n in range(1, 26)] + ["BACK"]
    specified = {
        "HB": cards + [f"{letter}-S{n}" for letter in "AEILNRST" for n in range(1, 6)] + pieces,
        "OM": [f"T{n:02}" for n in range(1, 41)]
        + [f"{board}{side}-{corner}" for board in range(1, 11) for side in "AB" for corner in ("TL", "TR", "BR", "BL")],
        "BG": [f"A{n:02}" for n in range(1, 48)] + [f"P{n}" for n in range(1, 8)] + list(towers),
        "GT": [f"{n:02}" for n in range(1, 85)] + [f"L{n}" for n in range(1, 5)],
    }
    for prefix, codes in specified.items():
        found.setdefault(prefix, tuple(f"{prefix}:{code}" for code in codes))
    return found


def _offers(letter: str) -> list[tuple[str, str]]:
    """Genre and cost of the cards of a letter: four or five of them, as uneven as a real box."""
    random = np.random.default_rng(ord(letter))
    return [
        (genre, f"{cost}{'T' if random.random() < 0.2 else ''}")
        for genre, cost in zip("AHMRR", random.permutation(9)[:5] + 2, strict=True)
    ]


def strangers(known: frozenset[str], prefix: str, count: int, random: np.random.Generator) -> list[str]:
    """Codes that are not *known*: half of other boxes, half of an owner's box of the same game, numbered otherwise."""
    others = [code for other, codes in boxes().items() if other != prefix for code in codes]
    picked = list(random.choice(others, count - count // 2, replace=count > len(others)))
    signs = np.array(list("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-"))
    while len(picked) < count:
        code = prefix + ":" + "".join(random.choice(signs, random.integers(2, 8)))
        if code not in known:
            picked.append(code)
    return [str(code) for code in random.permutation(picked)]


@cache
def modules(code: str) -> Any:
    """The symbol of *code* as 21 x 21 booleans: True is dark."""
    drawn = segno.make_qr(code, version=1, error="H", mode="alphanumeric", boost_error=False)
    return np.array([[bool(module) for module in row] for row in drawn.matrix])


# --- what lies on the table -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Texture:
    """Pixels of a flat thing, `scale` of them to a module."""

    pixels: Any
    scale: float

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in modules."""
        height, width = self.pixels.shape[:2]
        return width / self.scale, height / self.scale


@dataclass(frozen=True, slots=True)
class _Sheet:
    """How the labels of a frame were printed: BGR of ink and paper."""

    ink: tuple[int, int, int]
    paper: tuple[int, int, int]


def _sheet(random: np.random.Generator) -> _Sheet:
    ink, paper = (35, 32, 30), (244, 246, 246)
    if random.random() < 0.25:
        papers = ((140, 225, 250), (200, 190, 250), (245, 225, 190), (205, 240, 250), (190, 235, 195), (170, 185, 195))
        paper = papers[random.integers(len(papers))]
    if random.random() < 0.2:
        inks = ((130, 45, 25), (35, 30, 120), (45, 85, 25), (90, 40, 80), (70, 75, 80))
        ink = inks[random.integers(len(inks))]
    return _Sheet(ink, paper)


def _label(code: str, sheet: _Sheet, random: np.random.Generator) -> tuple[_Texture, Any]:
    """A label as it was cut out, and where its symbol lies on it: the corners in texture pixels."""
    left, top, right = (round(FINE * random.uniform(3.4, 4.3)) for _ in range(3))
    strip = round(FINE * random.uniform(8.0, 9.8))
    side = SIDE * FINE
    pixels = np.empty((top + side + strip, left + side + right, 3), np.uint8)
    pixels[:] = sheet.paper
    dark = modules(code).repeat(FINE, axis=0).repeat(FINE, axis=1)
    pixels[top : top + side, left : left + side][dark] = sheet.ink
    said = code[3:]
    (width, _), _ = cv2.getTextSize(said, cv2.FONT_HERSHEY_SIMPLEX, 1.2, 3)
    cv2.putText(
        pixels, said, (left + (side - width) // 2, top + side + 62), cv2.FONT_HERSHEY_SIMPLEX, 1.2, sheet.ink, 3, cv2.LINE_AA
    )
    symbol = np.array([[left, top], [left + side, top], [left + side, top + side], [left, top + side]], np.float64)
    return _Texture(pixels, FINE), symbol


def _card(width: float, height: float, random: np.random.Generator) -> _Texture:
    """A card or a token of so many modules: a colour, a border, a picture and lines of text."""
    scale = 3.0
    across, down = round(width * scale), round(height * scale)
    pixels = np.empty((down, across, 3), np.uint8)
    pixels[:] = random.integers(30, 250, 3)
    if random.random() < 0.7:
        border = max(2, round(random.uniform(0.02, 0.06) * across))
        cv2.rectangle(pixels, (0, 0), (across - 1, down - 1), _colour(random), border)
    art = random.integers(0, 256, (random.integers(3, 9), random.integers(3, 9), 3), np.uint8)
    top, left = round(random.uniform(0.05, 0.4) * down), round(random.uniform(0.05, 0.3) * across)
    room = pixels[top : top + round(0.5 * down), left : left + round(0.6 * across)]
    room[:] = cv2.resize(art, room.shape[1::-1], interpolation=int(random.choice([cv2.INTER_LINEAR, cv2.INTER_NEAREST])))
    ink = _colour(random)
    for line in range(random.integers(2, 8)):
        text = "".join(random.choice(list("aeioulnrstmdpcg THE  "), 30))
        size = random.uniform(0.3, 0.7)
        cv2.putText(
            pixels,
            text,
            (4, round((line + 1) * down / 8)),
            cv2.FONT_HERSHEY_SIMPLEX,
            size,
            ink,
            int(random.integers(1, 3)),
            cv2.LINE_AA,
        )
    return _Texture(pixels, scale)


def _colour(random: np.random.Generator, low: int = 0, high: int = 256) -> tuple[int, int, int]:
    blue, green, red = (int(value) for value in random.integers(low, high, 3))
    return blue, green, red


def _table_top(random: np.random.Generator, scale: float) -> _Texture:
    """A square piece of a table, to be laid again and again, mirrored."""
    side = 512
    what = random.choice(["wood", "cloth", "pattern", "plain"])
    base = np.array(_colour(random, 40, 220), np.float32)
    if what == "wood":
        base = np.array([60, 95, 140], np.float32) * random.uniform(0.5, 1.4)
        grain = cv2.GaussianBlur(random.standard_normal((side, side)).astype(np.float32), (0, 0), sigmaX=40, sigmaY=1.5)
        depth = grain / grain.std() * random.uniform(6, 16)
    elif what == "cloth":
        y, x = np.mgrid[0:side, 0:side].astype(np.float32)
        period = random.uniform(3.5, 9)
        weave = np.sin(x * 2 * np.pi / period) * np.sin(y * 2 * np.pi / period)
        depth = weave * random.uniform(6, 18) + random.standard_normal((side, side)).astype(np.float32) * 5
    elif what == "pattern":
        cell = int(random.integers(6, 60))
        y, x = np.mgrid[0:side, 0:side]
        kind = random.integers(3)
        on = ((x // cell + y // cell) % 2, (x // cell) % 2, np.hypot(x % cell - cell / 2, y % cell - cell / 2) < cell / 3)[kind]
        depth = on.astype(np.float32) * random.uniform(20, 120)
    else:
        depth = cv2.GaussianBlur(random.standard_normal((side, side)).astype(np.float32), (0, 0), 30) * 120
    return _Texture(np.clip(base + depth[:, :, None], 0, 255).astype(np.uint8), scale)


# --- the camera -------------------------------------------------------------------------------------------------------


def _shift(x: float, y: float) -> Any:
    return np.array([[1, 0, x], [0, 1, y], [0, 0, 1]], np.float64)


def _spin(degrees: float) -> Any:
    angle = math.radians(degrees)
    return np.array([[math.cos(angle), -math.sin(angle), 0], [math.sin(angle), math.cos(angle), 0], [0, 0, 1]])


def _camera(kind: str, module: float, tilt: float, turn: float, roll: float = 0.0) -> Any:
    """From the table, in modules from the middle of the view, to pixels (3 x 3).

    `module`: mean pixels of a module in the middle; `tilt`: degrees from straight above; `turn`: degrees by which the table
    is turned under the camera; `roll`: degrees by which the phone is held crooked. A pinhole as wide as that of phones.
    """
    width, height = KINDS[kind]
    focal = 0.8 * width
    lean = math.radians(tilt)
    distance = focal * (1 + math.cos(lean)) / (2 * module)
    tilted = np.array([[1, 0, 0], [0, math.cos(lean), 0], [0, -math.sin(lean), distance]])
    lens = np.array([[focal, 0, 0], [0, focal, 0], [0, 0, 1]])
    return _shift(width / 2, height / 2) @ _spin(roll) @ lens @ tilted @ _spin(turn)


def _project(there: Any, points: Any) -> Any:
    """*points* (n x 2) through *there* (3 x 3)."""
    return cv2.perspectiveTransform(np.asarray(points, np.float64)[None], there)[0]


def _inside(points: Any, kind: str, margin: float = 0.0) -> bool:
    width, height = KINDS[kind]
    low, high = points.min(axis=0), points.max(axis=0)
    return bool((low >= margin).all() and high[0] <= width - margin and high[1] <= height - margin)


def mean_side(corners: Any) -> float:
    """The mean length of a quadrilateral's sides."""
    return float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())


def _lay_table(texture: _Texture, there: Any, kind: str) -> Any:
    on = there @ np.diag([1 / texture.scale, 1 / texture.scale, 1])
    return cv2.warpPerspective(
        texture.pixels,
        _shift(-0.5, -0.5) @ on @ _shift(0.5, 0.5),
        KINDS[kind],
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REFLECT,
    )


def _paste(canvas: Any, texture: _Texture, there: Any, fine: int, bend: float = 0.0, exact: bool = False) -> None:
    """Lays *texture* on *canvas*. `there`: from texture pixels to picture pixels; `fine`: samples along a pixel; `bend`: how
    far the middle of a bent label is seen shifted, in texture pixels; `exact`: hard edges in the texture stay hard."""
    down, across = texture.pixels.shape[:2]
    outline = _project(
        there,
        _bent(np.array([[0, 0], [across / 2, 0], [across, 0], [across, down], [across / 2, down], [0, down]]), across, bend),
    )
    low = np.maximum(np.floor(outline.min(axis=0)).astype(int), 0)
    high = np.minimum(np.ceil(outline.max(axis=0)).astype(int), canvas.shape[1::-1])
    if (high <= low).any():
        return
    wide, tall = ((high - low) * fine).tolist()
    on = np.diag([fine, fine, 1.0]) @ _shift(-low[0], -low[1]) @ there
    how = cv2.INTER_NEAREST if exact else cv2.INTER_LINEAR
    solid = np.full((down, across), 255, np.uint8)
    if bend:
        x, y = np.meshgrid(np.arange(wide) + 0.5, np.arange(tall) + 0.5)
        back = _bent(_project(np.linalg.inv(on), np.stack([x.ravel(), y.ravel()], axis=1)), across, -bend) - 0.5
        places = back.reshape(tall, wide, 2).astype(np.float32)
        drawn, mask = (cv2.remap(source, places[:, :, 0], places[:, :, 1], how) for source in (texture.pixels, solid))
    else:
        middles = _shift(-0.5, -0.5) @ on @ _shift(0.5, 0.5)
        drawn, mask = (cv2.warpPerspective(source, middles, (wide, tall), flags=how) for source in (texture.pixels, solid))
    room = (wide // fine, tall // fine)
    if fine > 1:
        drawn, mask = (cv2.resize(picture, room, interpolation=cv2.INTER_AREA) for picture in (drawn, mask))
    part = canvas[low[1] : high[1], low[0] : high[0]]
    # What lies outside was drawn black, so that the colours are already weighed by the mask.
    under = cv2.multiply(part, cv2.cvtColor(255 - mask, cv2.COLOR_GRAY2BGR), scale=1 / 255)
    part[:] = cv2.add(under, drawn)


def _bent(points: Any, across: float, bend: float) -> Any:
    """*points* of a label *across* wide whose middle is bent away; with -*bend* back again."""
    if not bend:
        return points
    along = points[:, 0] / across
    return np.stack([points[:, 0], points[:, 1] + 4 * bend * along * (1 - along)], axis=1)


# --- one scene --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Lying:
    """A card on the table: its middle and size in modules, degrees by which it is turned, and the code on its label.

    `spot`: where the middle of the label lies on the card, 0 to 1 from left and top; `under`: share of the symbol that is
    covered; `sideways`: degrees by which the label is turned on its card.
    """

    code: str
    x: float
    y: float
    width: float
    height: float
    turn: float
    spot: tuple[float, float]
    under: float = 0.0
    sideways: int = 0


LABEL = 38.0
"""Modules that a label needs along each side: 21, the rim, and the strip with its letters."""


def _draw(
    random: np.random.Generator, kind: str, there: Any, module: float, cards: Sequence[_Lying]
) -> tuple[Any, tuple[Placed, ...]]:
    """The table with *cards* on it, those later over those earlier; not yet photographed."""
    canvas = _lay_table(_table_top(random, max(module, 1.0)), there, kind)
    sheet = _sheet(random)
    fine = 5 if module < 3 else 3 if module < 6 else 2
    placed = []
    covers: list[tuple[Any, float]] = []
    for card in cards:
        on_table = there @ _shift(card.x, card.y) @ _spin(card.turn)
        face = _card(card.width, card.height, random)
        to_card = on_table @ _shift(-card.width / 2, -card.height / 2)
        _paste(canvas, face, to_card @ np.diag([1 / face.scale, 1 / face.scale, 1]), 2 if module < 4 else 1)
        label, symbol = _label(card.code, sheet, random)
        width, height = label.size
        to_label = (
            to_card
            @ _shift(card.spot[0] * card.width, card.spot[1] * card.height)
            @ _spin(card.sideways + random.normal(0, 1.5))
            @ _shift(-width / 2, -height / 2)
            @ np.diag([1 / label.scale, 1 / label.scale, 1])
        )
        bend = random.normal(0, 0.35) * FINE if random.random() < 0.2 else 0.0
        _paste(canvas, label, to_label, fine, bend, exact=True)
        corners = _project(to_label, _bent(symbol, width * FINE, bend))
        share = 0.0
        if card.under:
            to_symbol = to_label @ _shift(*symbol[0]) @ np.diag([FINE, FINE, 1])
            outline, share = _cover(card.under, random)
            covers.append((_project(to_symbol, outline), random.random()))
        placed.append(Placed(card.code, corners, mean_side(corners) / SIDE, share, card.sideways % 360))
    for outline, which in covers:
        colour = (np.array([135, 165, 215]) * random.uniform(0.45, 1.1)) if which < 0.6 else random.integers(20, 240, 3)
        _fill(canvas, outline, np.clip(colour, 0, 255))
    return canvas, tuple(placed)


def _fill(canvas: Any, outline: Any, colour: Any) -> None:
    cv2.fillPoly(
        canvas, [np.round((outline - 0.5) * 16).astype(np.int32)], tuple(float(value) for value in colour), cv2.LINE_AA, 4
    )


def _cover(share: float, random: np.random.Generator) -> tuple[Any, float]:
    """The outline, in modules from the symbol's top left, of a thumb or a card's edge over *share* of the symbol; and how
    much it really covers. It comes from any side: over an edge, a corner, a finder pattern."""
    angle = random.uniform(0, 2 * math.pi)
    toward = np.array([math.cos(angle), math.sin(angle)])
    beside = np.array([-toward[1], toward[0]])
    middle = SIDE / 2 + beside * random.uniform(-7, 7)
    if random.random() < 0.5:
        radius = random.uniform(8, 14)
        round_tip = np.linspace(-math.pi / 2, math.pi / 2, 40)
        tip = np.outer(radius * (1 - np.cos(round_tip)), toward) + np.outer(radius * np.sin(round_tip), beside)
        shape = np.vstack([tip, tip[-1] + 24 * toward, tip[0] + 24 * toward])
    else:
        slope = toward * random.uniform(-6, 6)
        shape = np.array([-26 * beside - slope, 26 * beside + slope, 26 * beside + 34 * toward, -26 * beside + 34 * toward])
    near, far = -40.0, 60.0
    outline, covered = shape, 0.0
    for _ in range(24):
        depth = (near + far) / 2
        outline = middle + shape + depth * toward
        covered = _area(outline)
        near, far = (near, depth) if covered < share else (depth, far)
    return outline, covered


def _area(outline: Any) -> float:
    """The share of the symbol's square that a convex *outline* covers."""
    square = np.array([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]], np.float32)
    return float(cv2.intersectConvexConvex(outline.astype(np.float32), square)[0]) / SIDE**2


# --- the photograph ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Shot:
    """How a picture was taken. `blur`: sigma of lens and defocus together in pixels; `motion`: pixels and degrees of the
    hand's movement; `light`: what the middle of white paper is exposed to, 0 to 1; `falloff`: by how much of it the far side is
    darker; `warmth`: gains of blue, green, red; `glare`: strength of a lamp's reflection, 0 to 1; `read` and `shot`: noise in
    values of 8 bits, alone and by the root of the value; `halo`: strength of sharpening; `quality`: of the JPEG."""

    blur: float
    motion: float
    heading: float
    light: float
    falloff: float
    warmth: tuple[float, float, float]
    glare: float
    read: float
    shot: float
    halo: float
    quality: int


LENS = {"720p": 0.83, "1080p": 0.9, "12 MP": 0.95}
"""Sigma in pixels of a phone's usual picture: video is made from a larger one, hence sharper. With these and the rest of `_shot`
zxing-cpp and pyzbar read about the shares of small labels that READING.md reports of its own table."""


def _shot(random: np.random.Generator, kind: str) -> _Shot:
    lens = LENS[kind] * random.uniform(0.9, 1.1)
    defocus = abs(random.normal(0, 0.3)) if random.random() < 0.87 else random.uniform(0.5, 1.0)
    return _Shot(
        blur=math.hypot(lens, defocus),
        motion=random.uniform(0.3, 1.5) if random.random() < 0.5 else 0.0,
        heading=random.uniform(0, 180),
        light=random.uniform(0.5, 1.0),
        falloff=random.uniform(0.0, 0.55),
        warmth=(random.uniform(0.72, 1.02), random.uniform(0.93, 1.0), random.uniform(0.96, 1.06)),
        glare=random.uniform(0.2, 0.75) if random.random() < 0.3 else 0.0,
        read=random.uniform(0.8, 2.5),
        shot=random.uniform(0.08, 0.3),
        halo=random.uniform(0.2, 0.9) if random.random() < 0.4 else 0.0,
        quality=int(random.integers(60, 93)),
    )


def _photograph(random: np.random.Generator, canvas: Any, shot: _Shot) -> Any:
    pixels = cv2.GaussianBlur(canvas, (0, 0), shot.blur) if shot.blur > 0.2 else canvas
    if shot.motion:
        pixels = cv2.filter2D(pixels, -1, _streak(shot.motion, shot.heading))
    height, width = pixels.shape[:2]
    light, glare = _light(random, width, height, shot)
    gains = np.array(shot.warmth, np.float32) * shot.light
    taken = np.empty_like(pixels)
    for top in range(0, height, 256):  # in strips: a whole picture in floats would not fit beside others
        strip = pixels[top : top + 256].astype(np.float32)
        strip *= light[top : top + 256, :, None] * gains
        if shot.glare:
            strip += glare[top : top + 256, :, None] * (252 - strip)
        grain = random.standard_normal(strip.shape[:2], np.float32)
        tint = random.standard_normal((-(-strip.shape[0] // 3), -(-width // 3), 3), np.float32)
        tint = cv2.resize(tint, (width, strip.shape[0]), interpolation=cv2.INTER_LINEAR) * 0.5
        tint += grain[:, :, None]
        grey = cv2.cvtColor(strip, cv2.COLOR_BGR2GRAY).clip(0, 255)
        tint *= np.sqrt(shot.read**2 + shot.shot**2 * grey)[:, :, None]
        strip += tint
        taken[top : top + 256] = np.clip(strip, 0, 255, out=strip)
    if shot.halo:
        taken = cv2.addWeighted(taken, 1 + shot.halo, cv2.GaussianBlur(taken, (0, 0), 1.2), -shot.halo, 0)
    _, file = cv2.imencode(".jpg", taken, [cv2.IMWRITE_JPEG_QUALITY, shot.quality])
    return cv2.imdecode(file, cv2.IMREAD_COLOR)


def _streak(length: float, degrees: float) -> Any:
    """The kernel of a movement by *length* pixels, averaged by area."""
    fine, side = 16, 5
    kernel = np.zeros((side * fine, side * fine), np.float32)
    reach = np.array([math.cos(math.radians(degrees)), math.sin(math.radians(degrees))]) * length / 2
    for step in np.linspace(-1, 1, 65):
        x, y = ((side / 2 + reach * step) * fine).astype(int)
        kernel[y - fine // 2 : y + fine // 2, x - fine // 2 : x + fine // 2] += 1
    small = cv2.resize(kernel, (side, side), interpolation=cv2.INTER_AREA)
    return small / small.sum()


def _light(random: np.random.Generator, width: int, height: int, shot: _Shot) -> tuple[Any, Any]:
    """How bright each pixel is lit, and how much of it the lamp washes out."""
    y, x = np.mgrid[0 : height // 20 + 1, 0 : width // 20 + 1].astype(np.float32) * 20 / max(width, height)
    lamp = random.uniform(0, 1, 2) * np.array([width, height]) / max(width, height)
    light = 1 - shot.falloff * np.minimum(np.hypot(x - lamp[0], y - lamp[1]), 1)
    spot = random.uniform(0.1, 0.9, 2) * np.array([width, height]) / max(width, height)
    angle = random.uniform(0, np.pi)
    along = (x - spot[0]) * math.cos(angle) + (y - spot[1]) * math.sin(angle)
    across = (y - spot[1]) * math.cos(angle) - (x - spot[0]) * math.sin(angle)
    wide, narrow = random.uniform(0.06, 0.2), random.uniform(0.03, 0.1)
    glare = shot.glare * np.exp(-((along / wide) ** 2 + (across / narrow) ** 2) / 2)
    whole = [cv2.resize(field.astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR) for field in (light, glare)]
    return whole[0], whole[1]


# --- the sets ---------------------------------------------------------------------------------------------------------


def _strewn(
    random: np.random.Generator,
    kind: str,
    there: Any,
    module: float,
    codes: Sequence[str],
    under: float = 0.0,
) -> list[_Lying]:
    """Cards or tokens for *codes* (for fewer, where no more fit), side by side on the table where labels of about *module*
    pixels are seen whole. `under`: the share of each symbol that is to be covered."""
    width, height = KINDS[kind]
    room = width * height / module**2
    widest = math.sqrt(max(0.45 * room / max(len(codes), 1) / 1.3, LABEL**2))
    card = LABEL + random.uniform(0, 1) * max(0.0, min(widest, 115.0) - LABEL)
    tall = card * random.uniform(1.0, 1.4)
    loose = random.random() < 0.3
    pitch = np.array([card, tall]) * (1.35 if loose else 1.06) + 3
    if under:
        pitch = np.maximum(pitch, 2.4 * LABEL)  # so that what covers one label leaves the next alone
    spot = (0.5, 0.5) if card < 1.2 * LABEL else ((1 - LABEL / 2 / card), random.choice([LABEL / 2 / tall, 1 - LABEL / 2 / tall]))
    reach = int(max(width, height) / module / min(pitch)) + 2
    grid = np.stack(np.meshgrid(np.arange(-reach, reach + 1), np.arange(-reach, reach + 1)), axis=-1).reshape(-1, 2)
    middles = (grid + random.uniform(-0.02, 0.02, grid.shape)) * pitch
    turns = random.uniform(-180, 180, len(grid)) if loose and card < 1.3 * LABEL else random.normal(0, 4, len(grid))
    off = (np.array(spot) - 0.5) * (card, tall)
    seen_whole = (np.column_stack([middles, np.ones(len(middles))]) @ there.T)[:, 2] > 0
    seen_whole &= ((_project(there, middles) > 0) & (_project(there, middles) < (width, height))).all(axis=1)
    places = []
    for middle, turn in zip(middles[seen_whole], turns[seen_whole], strict=True):
        square = np.array([[-16, -16], [16, -16], [16, 16], [-16, 16]]) + off
        seen = _project(there @ _shift(*middle) @ _spin(turn), square)
        size = mean_side(seen) / 32
        if _inside(seen, kind, 3) and max(SMALLEST, 0.8 * module) <= size <= 1.25 * module:
            places.append((middle, turn))
    if not places:
        return []
    focus = places[random.integers(len(places))][0] * 0.6
    places.sort(key=lambda place: float(np.hypot(*(place[0] - focus))))
    return [
        _Lying(code, float(middle[0]), float(middle[1]), card, tall, turn, spot, under)
        for code, (middle, turn) in zip(codes, places, strict=False)
    ]


def _box(number: int) -> tuple[str, tuple[str, ...]]:
    prefixes = sorted(boxes())
    prefix = prefixes[number % len(prefixes)]
    return prefix, boxes()[prefix]


def _picked(random: np.random.Generator, codes: Sequence[str], count: int) -> list[str]:
    return [str(code) for code in random.choice(codes, min(count, len(codes)), replace=False)]


def _table(random: np.random.Generator, number: int) -> Frame:
    kind = list(KINDS)[number % 3]
    module = NOMINAL[number // 3 % len(NOMINAL)]
    _, codes = _box(number // 2)
    there = _camera(kind, module, random.triangular(0, 20, 50), random.uniform(-180, 180), random.normal(0, 5))
    wanted = int(random.choice([1, 3, 6, 10, 16, 24, 32, 40], p=[0.05, 0.05, 0.05, 0.1, 0.15, 0.2, 0.2, 0.2]))
    cards = _strewn(random, kind, there, module, _picked(random, codes, wanted))
    canvas, placed = _draw(random, kind, there, module, cards)
    return Frame(f"table {number}", kind, _photograph(random, canvas, _shot(random, kind)), placed, frozenset(codes))


def _covered(random: np.random.Generator, number: int) -> Frame:
    share = COVERED[number % len(COVERED)]
    kind = ("1080p", "12 MP", "720p")[number // 3 % 3]
    module = (3.0, 4.0, 5.5)[number // 9 % 3]
    _, codes = _box(number)
    there = _camera(kind, module, random.uniform(0, 40), random.uniform(-180, 180), random.normal(0, 5))
    cards = _strewn(random, kind, there, module, _picked(random, codes, 24), share)
    canvas, placed = _draw(random, kind, there, module, cards)
    return Frame(
        f"covered {number}, {share:.0%}", kind, _photograph(random, canvas, _shot(random, kind)), placed, frozenset(codes)
    )


def _foreign(random: np.random.Generator, number: int) -> Frame:
    kind = ("1080p", "720p", "1080p", "720p", "1080p", "12 MP")[number % 6]
    module = (1.75, 2.0, 2.5, 3.0, 4.0)[number % 5]
    prefix, codes = _box(number)
    known = frozenset(codes)
    there = _camera(kind, module, random.triangular(0, 20, 50), random.uniform(-180, 180), random.normal(0, 5))
    cards = _strewn(random, kind, there, module, strangers(known, prefix, 60, random))
    canvas, placed = _draw(random, kind, there, module, cards)
    return Frame(f"foreign {number}", kind, _photograph(random, canvas, _shot(random, kind)), placed, known)


def _single(random: np.random.Generator, number: int) -> Frame:
    kind = "720p"
    module = random.uniform(3, 9)
    _, codes = _box(number)
    there = _camera(kind, module, random.uniform(0, 35), random.normal(0, 25), 0)
    code = _picked(random, codes, 1)[0]
    wide, tall = 70.0, 98.0
    card = _Lying(code, random.uniform(-15, 15), random.uniform(-8, 8), wide, tall, random.normal(0, 8), (0.5, 0.5))
    canvas, placed = _draw(random, kind, there, module, [card])
    return Frame(f"single {number}", kind, _photograph(random, canvas, _shot(random, kind)), placed, frozenset(codes))


ARRANGEMENTS = ("row", "rows", "fan", "facing", "sideways")


def _rows(random: np.random.Generator, number: int) -> Frame:
    what = ARRANGEMENTS[number % len(ARRANGEMENTS)]
    _, codes = _box(number)
    wide, tall = 44.0, 60.0
    turn = random.uniform(-180, 180)
    length = int(random.integers(2, 11)) if what != "fan" else int(random.integers(3, 8))
    lines = 1 if what in ("row", "fan") else 2 if what == "facing" else int(random.integers(2, 4))
    drawn = _picked(random, codes, length * lines)
    told = [drawn[start : start + length] for start in range(0, len(drawn), length)]
    cards: list[_Lying] = []
    # Few enough lie sideways for people to see which way the rows run.
    aside = set(_picked(random, drawn, max(1, len(drawn) // 4))) if what == "sideways" else set()
    step = wide * random.uniform(1.05, 1.4)
    apart = tall * random.uniform(1.1, 1.5)
    for line, row in enumerate(told):
        for place, code in enumerate(row):
            along = (place - (len(row) - 1) / 2) * step
            x, y, lie, spot, sideways = along, (line - (len(told) - 1) / 2) * apart, random.normal(0, 3), (0.5, 0.64), 0
            if what == "fan":
                # Held in a hand: turned about a point below, each over the left one, labels at the free top left corners.
                lie = (place - (len(row) - 1) / 2) * random.uniform(13.5, 15.5)
                arm = 3.2 * tall
                x, y = arm * math.sin(math.radians(lie)), -arm * math.cos(math.radians(lie)) + arm
                spot = (0.44, 0.33)
            elif what == "facing" and line == 0:
                x, y, lie = -along, -1.2 * apart, lie + 180
            elif what == "sideways":
                sideways = int(random.choice([90, 270])) if code in aside else 0
                spot = (0.5, 0.5)
            x, y = x + random.normal(0, 0.6), y + random.normal(0, 1.5)
            cards.append(_Lying(code, x, y, wide, tall, lie, spot, sideways=sideways))
    tilt = random.triangular(0, 20, 40)
    kind, module = next(
        (kind, fits) for kind in ("1080p", "12 MP") if (fits := _fitting(kind, tilt, turn, cards)) > 2.6 or kind == "12 MP"
    )
    there = _camera(kind, module, tilt, turn)
    canvas, placed = _draw(random, kind, there, module, cards)
    shot = _shot(random, kind)
    rows = tuple(tuple(row) for row in told)
    return Frame(f"rows {number}, {what}", kind, _photograph(random, canvas, shot), placed, frozenset(codes), rows)


def _fitting(kind: str, tilt: float, turn: float, cards: Sequence[_Lying]) -> float:
    """The largest module, up to 6 pixels, at which the camera sees all *cards*."""
    reach = max(cards[0].width, cards[0].height) * 0.6
    outline = np.array([[card.x + x * reach, card.y + y * reach] for card in cards for x in (-1, 1) for y in (-1, 1)])
    module = 6.0
    while module > 1 and not _inside(_project(_camera(kind, module, tilt, turn), outline), kind):
        module *= 0.95
    return module


SETS: dict[str, tuple[int, Callable[[np.random.Generator, int], Frame]]] = {
    "table": (105, _table),
    "covered": (54, _covered),
    "foreign": (150, _foreign),
    "rows": (120, _rows),
    "single": (40, _single),
}
"""How many frames a set has, and how one is drawn."""


def frame(which: str = "table", number: int = 0, seed: int = 1) -> Frame:
    """Frame *number* of the set *which*. It does not depend on the others."""
    _, draw = SETS[which]
    return draw(np.random.default_rng([seed, zlib.crc32(which.encode()), number]), number)


def frames(which: str = "table", seed: int = 1, count: int | None = None) -> Iterator[Frame]:
    """The frames of a set, or *count* of them spread over it, one after another: none is kept."""
    whole = SETS[which][0]
    picked = (
        range(whole)
        if count is None or count >= whole
        else sorted({round(i * (whole - 1) / max(1, count - 1)) for i in range(count)})
    )
    for number in picked:
        yield frame(which, number, seed)


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    asked.add_argument("folder", type=Path)
    asked.add_argument("--set", choices=SETS, default="table", dest="which")
    asked.add_argument("--frames", type=int)
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    for drawn in frames(given.which, given.seed, given.frames):
        stem = drawn.name.replace(", ", "-").replace(" ", "-").replace("%", "")
        cv2.imwrite(str(given.folder / f"{stem}.png"), drawn.pixels)
        with (given.folder / f"{stem}.csv").open("w", newline="") as file:
            written = csv.writer(file)
            written.writerow(["code", "module", "covered", *(f"{axis}{corner}" for corner in range(4) for axis in "xy")])
            written.writerows([label.code, label.module, label.covered, *label.corners.ravel()] for label in drawn.labels)
        print(stem, drawn.kind, len(drawn.labels))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
