"""Boards of Out of Mine! as a phone sees them: drawn with tiles on them, photographed, and what is true of each picture.

Lengths are millimetres from the top left corner of the grid, as in the box. A board is its printed sheet (board_mm): labels at
its corners, colour patches along its lower edge, spaces, hatched rock and elves; the middle half of every cell is plain. It comes
from an ink-jet of its own, which prints no colour quite as it should be. Tiles of thick card lie on it, each a little off its
place, a little turned and of its own shade, with marks, letters and finds, and throw a small shadow; tilted, they seem to lie
farther off. The camera has a lens that darkens the corners, a tone curve and stronger colours than life; the table is of wood.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.games import mine
from companion.games.mine.pieces import CORNERS, EDGES, plan_spots
from companion.games.mine.printed import srgb
from companion.games.mine.state import Tile
from tests.scan import scenes

BOX = mine.read_box(Path(mine.__file__).parent / "box")
SURFACES = mine.surfaces(BOX)
SRGB: Mapping[str, str] = {colour.colour: colour.srgb for colour in BOX.colours} | dict(BOX.palette)
FINE = 8
"""Pixels of a millimetre of a board before it is photographed."""
LEFT, TOP = 20.0, 20.0
"""From the sheet's corner to the grid's."""
CELL = 20.0
THICK = 2.0
"""A tile's height."""
PART = 4
"""Bits of a pixel's fraction in what OpenCV draws."""


def bgr(text: str) -> tuple[int, int, int]:
    return srgb(text)[::-1]


# --- drawing a board --------------------------------------------------------------------------------------------------


def _px(x: float, y: float) -> tuple[int, int]:
    return round((x + LEFT) * FINE), round((y + TOP) * FINE)


@lru_cache(maxsize=4)
def sheet(board: int, side: str) -> Any:
    """The printed side, upright, in BGR."""
    wide, tall = (round(length * FINE) for length in BOX.board_mm)
    pixels = np.full((tall, wide, 3), 255, np.uint8)
    spaces = plan_spots(next(one.plan for one in BOX.boards if (one.board, one.side) == (board, side)))
    for name in BOX.cells:
        x, y = BOX.spot(name)
        _cell(pixels, x, y, "space" if (x, y) in spaces else "rock")
    for elf in BOX.elves:
        if (elf.board, elf.side) == (board, side):
            x, y = BOX.spot(elf.cell)
            dx, dy = EDGES[elf.edge]
            reach = CELL / 2 + BOX.elf_mm
            at = _px(x * CELL + 10 + dx * reach, y * CELL + 10 + dy * reach)
            cv2.circle(pixels, at, round(BOX.elf_mm * FINE), bgr(SRGB[elf.colour]), -1, cv2.LINE_AA)
            cv2.circle(pixels, at, round(BOX.elf_mm * FINE), (20, 20, 20), 4, cv2.LINE_AA)
    for x, name in zip(BOX.strip_x, BOX.patches, strict=True):
        half = BOX.patch_mm / 2
        cv2.rectangle(pixels, _px(x - half, BOX.strip_y - half), _px(x + half, BOX.strip_y + half), bgr(SRGB[name]), -1)
        cv2.rectangle(pixels, _px(x - half, BOX.strip_y - half), _px(x + half, BOX.strip_y + half), (60, 60, 60), 2)
    for corner in CORNERS:
        x, y = BOX.corners[corner]
        side_px = round(BOX.size_mm * FINE)
        drawn = cv2.resize(scenes.label(f"OM:{board}{side}-{corner}"), (side_px, side_px), interpolation=cv2.INTER_AREA)
        left, top = _px(x - BOX.size_mm / 2, y - BOX.size_mm / 2)
        pixels[top : top + side_px, left : left + side_px] = drawn
    return pixels


def _cell(pixels: Any, x: int, y: int, what: str) -> None:
    (left, top), (right, bottom) = _px(x * CELL, y * CELL), _px(x * CELL + CELL, y * CELL + CELL)
    cv2.rectangle(pixels, (left, top), (right, bottom), bgr(SRGB[what]), -1)
    if what == "space":
        cv2.rectangle(pixels, (left, top), (right, bottom), (30, 25, 20), 4)
        return
    part = pixels[top:bottom, left:right]
    for at in range(-right + left, right - left, 2 * FINE):
        cv2.line(part, (at, bottom - top), (at + bottom - top, 0), (90, 96, 102), 3, cv2.LINE_AA)
    quarter = round(CELL / 4 * FINE)
    part[quarter:-quarter, quarter:-quarter] = bgr(SRGB[what])


def laid(board: int, side: str, tiles: Sequence[Tile], rng: random.Random, tilt: float = 0.0) -> Any:
    """The side with tiles on it, seen from so many degrees off the vertical."""
    pixels = sheet(board, side).copy()
    leans, from_where = THICK * math.tan(math.radians(tilt)), rng.uniform(0, math.tau)
    sun, slope = rng.uniform(0, math.tau), rng.uniform(0.2, 0.8) * THICK
    for tile in tiles:
        _tile(pixels, tile, rng, (leans * math.cos(from_where), leans * math.sin(from_where)),
              (slope * math.cos(sun), slope * math.sin(sun)))  # fmt: skip
    return pixels


def _tile(pixels: Any, tile: Tile, rng: random.Random, lean: tuple[float, float], sun: tuple[float, float]) -> None:
    shade = rng.uniform(0.92, 1.03)
    ground = tuple(min(255, round(part * shade * rng.uniform(0.98, 1.02))) for part in bgr(SRGB[tile.colour]))
    ink = (40, 40, 40) if tile.colour in ("white", "yellow") else (250, 250, 250)
    spots = [BOX.spot(cell) for cell in tile.cells]
    middle = (np.mean(spots, axis=0) + 0.5) * CELL
    turn = math.radians(rng.uniform(-2, 2))
    off = (rng.uniform(-0.7, 0.7) + lean[0], rng.uniform(-0.7, 0.7) + lean[1])
    spin = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])

    corner = np.array([LEFT, TOP])

    def drawn(points: Any) -> Any:
        moved = (np.asarray(points, np.float64) - middle) @ spin.T + middle + off
        return np.round((moved + corner) * FINE * 2**PART).astype(np.int32)

    cells = [drawn(_square(x * CELL, y * CELL, CELL)) for x, y in spots]
    _shadow(pixels, cells, sun)
    for one in cells:
        cv2.fillConvexPoly(pixels, one, ground, cv2.LINE_AA, PART)
    for (x, y), (dx, dy), ends in (
        (spot, step, ends)
        for spot in spots
        for step, ends in (
            ((0, -1), ((0, 0), (1, 0))),
            ((1, 0), ((1, 0), (1, 1))),
            ((0, 1), ((0, 1), (1, 1))),
            ((-1, 0), ((0, 0), (0, 1))),
        )
    ):
        start, end = drawn([((x + a) * CELL, (y + b) * CELL) for a, b in ends])
        rim = (x + dx, y + dy) not in spots
        cv2.line(pixels, start, end, (25, 25, 25) if rim else ink, 6 if rim else 1, cv2.LINE_AA, PART)
    near, far = rng.choice(((0.0, 0.75), (0.75, 0.0)))
    for x, y in spots:
        cv2.fillConvexPoly(pixels, drawn(_square((x + near) * CELL + 1.1, (y + near) * CELL + 1.1, 3.1)), ink, cv2.LINE_AA, PART)
        letter = drawn([((x + far) * CELL + 0.8, (y + far) * CELL + 4.2)])[0] // 2**PART
        name = next(colour.letter for colour in BOX.colours if colour.colour == tile.colour)
        cv2.putText(pixels, name, letter, cv2.FONT_HERSHEY_SIMPLEX, 1.2, ink, 4, cv2.LINE_AA)
    if rng.random() < 0.35:
        (x, y), beside = spots[0], {(spots[0][0] + dx, spots[0][1] + dy): (dx, dy) for dx, dy in EDGES.values()}
        dx, dy = next((step for spot, step in beside.items() if spot in spots), (0.64, -0.64))
        at = drawn([((x + 0.5 + dx / 2) * CELL, (y + 0.5 + dy / 2) * CELL)])[0] // 2**PART
        radius = 0.235 * CELL if len(spots) > 1 else 0.16 * CELL
        cv2.circle(pixels, at, round(radius * FINE), (255, 255, 255), -1, cv2.LINE_AA)
        cv2.circle(
            pixels, at, round(radius * 0.6 * FINE), rng.choice(((60, 180, 220), (150, 150, 150), (60, 80, 140))), -1, cv2.LINE_AA
        )


def _square(x: float, y: float, side: float) -> list[tuple[float, float]]:
    return [(x, y), (x + side, y), (x + side, y + side), (x, y + side)]


def _shadow(pixels: Any, cells: Sequence[Any], sun: tuple[float, float]) -> None:
    """What a tile throws on what lies beside it."""
    step = np.round(np.array(sun) * FINE * 2**PART).astype(np.int32)
    reach = 3 * FINE
    low = np.maximum(np.min([one.min(axis=0) for one in cells], axis=0) // 2**PART - reach, 0)
    high = np.max([one.max(axis=0) for one in cells], axis=0) // 2**PART + reach
    part = pixels[low[1] : high[1], low[0] : high[0]]
    mask = np.zeros(part.shape[:2], np.float32)
    for one in cells:
        cv2.fillConvexPoly(mask, one + step - low * 2**PART, 0.55, cv2.LINE_AA, PART)
    mask = cv2.GaussianBlur(mask, (0, 0), 0.4 * FINE)
    part[:] = (part * (1 - mask[:, :, None])).astype(np.uint8)


# --- photographing ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Taken:
    """How a picture is taken.

    `width`: pixels of the board; angles in degrees; `blur` in mm; `gains` of red, green and blue in the picture's values; `fall`:
    by how much light falls off over the board; `vignette`: by how much the lens darkens the corners; `tone`: exponent of the
    camera's curve on top of sRGB; `vivid`: by how much it strengthens colours; `sampling`: of the colours in the JPEG. `covered`:
    corners whose label a hand hides, `reach`: how far over the board it reaches beyond it; `strip`: the share of the patches that
    a hand hides; `shadow`: how dark a hard shadow is (1: none); `glare`: how many reflections.
    """

    width: int = 1400
    turn: float = 0.0
    tilt: float = 0.0
    lean: float = 0.0
    blur: float = 0.2
    gains: tuple[float, float, float] = (1.0, 1.0, 1.0)
    fall: float = 0.0
    falls_to: float = 0.0
    vignette: float = 0.0
    tone: float = 1.0
    vivid: float = 1.0
    noise: float = 3.0
    quality: int = 88
    sampling: int = cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420
    covered: tuple[str, ...] = ()
    reach: float = 0.0
    strip: float = 0.0
    shadow: float = 1.0
    glare: int = 0


HARD = ("shadow", "glare", "hand on the patches", "hand on the board")


def any_way(rng: random.Random, hard: str = "") -> Taken:
    """A way to take it within what the specification's goal says, or beyond it, with one of HARD."""
    ways = {
        "width": rng.randint(900, 2500),
        "turn": rng.uniform(-180, 180),
        "tilt": rng.uniform(0, 35),
        "lean": rng.uniform(0, 360),
        "blur": rng.uniform(0.05, 0.6),
        "gains": tuple(rng.uniform(0.75, 1.3) for _ in range(3)),
        "fall": rng.uniform(0, 0.3),
        "falls_to": rng.uniform(0, 360),
        "vignette": rng.uniform(0, 0.2),
        "tone": rng.uniform(0.9, 1.15),
        "vivid": rng.uniform(1.0, 1.2),
        "noise": rng.uniform(1, 8),
        "quality": rng.randint(60, 92),
        "sampling": rng.choice((cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_422)),
        "covered": (rng.choice(CORNERS),) if rng.random() < 0.25 else (),
    }
    odd = {
        "shadow": {"shadow": rng.uniform(0.35, 0.8)},
        "glare": {"glare": rng.randint(1, 3)},
        "hand on the patches": {"strip": rng.uniform(0.3, 1)},
        "hand on the board": {"covered": (rng.choice(CORNERS),), "reach": rng.uniform(10, 60)},
    }
    return Taken(**(ways | odd.get(hard, {})))


@dataclass(frozen=True)
class Photo:
    """A picture (BGR, and as JPEG), and where the grid's corners truly are (4 x 2 pixels).

    `hidden`: cells whose middle half a hand or a reflection hides, a fifth of it or more.
    """

    pixels: Any
    jpeg: bytes
    grid: Any
    hidden: frozenset[str]


def photograph(board: Any, taken: Taken, rng: random.Random) -> Photo:
    tall, wide = board.shape[:2]
    there = _camera(wide, tall, taken)
    width, height, left, top = _frame(there, wide, tall)
    there = np.array([[1, 0, left], [0, 1, top], [0, 0, 1]], np.float64) @ there
    lit = _light(_printed(board, rng), taken, rng)
    hidden = np.zeros(board.shape[:2], np.uint8)
    for corner in taken.covered:
        _hand(lit, hidden, *BOX.corners[corner], taken.reach, rng)
    if taken.strip:
        _hand_on_strip(lit, hidden, taken.strip, rng)
    for _ in range(taken.glare):
        _glare(lit, hidden, rng)
    scale = math.sqrt(abs(np.linalg.det(there[:2, :2])))
    small = cv2.GaussianBlur(lit, (0, 0), 0.35 / scale) if scale < 0.5 else lit
    pixels = cv2.resize(_wood(rng.randrange(4)), (width, height)) * np.float32(rng.uniform(0.5, 1.4))
    cv2.warpPerspective(small, there, (width, height), pixels, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT)
    pixels = cv2.GaussianBlur(pixels, (0, 0), max(0.3, taken.blur / 2 * FINE * scale))
    final = _developed(pixels, taken, rng)
    ok, jpeg = cv2.imencode(
        ".jpg", final, [cv2.IMWRITE_JPEG_QUALITY, taken.quality, cv2.IMWRITE_JPEG_SAMPLING_FACTOR, taken.sampling]
    )
    assert ok
    corners = np.array([_px(0, 0), _px(140, 0), _px(140, 120), _px(0, 120)], np.float64)
    grid = cv2.perspectiveTransform(corners[None], there)[0]
    covered = frozenset(name for name in BOX.cells if _share(hidden, name) > 0.2)
    return Photo(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), jpeg.tobytes(), grid, covered)


def _share(hidden: Any, name: str) -> float:
    """Of the middle half of a cell, how much is hidden."""
    x, y = BOX.spot(name)
    (left, top), (right, bottom) = _px(x * CELL + 5, y * CELL + 5), _px(x * CELL + 15, y * CELL + 15)
    return float((hidden[top:bottom, left:right] > 0).mean())


@cache
def _to_linear() -> Any:
    part = np.arange(256, dtype=np.float32) / 255
    return np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4).astype(np.float32)


STEPS = 8191


@cache
def _to_srgb() -> Any:
    part = np.arange(STEPS + 1, dtype=np.float32) / STEPS
    return np.where(part <= 0.0031308, part * 12.92, 1.055 * np.maximum(part, 1e-9) ** (1 / 2.4) - 0.055).astype(np.float32)


@cache
def _noise() -> Any:
    return np.random.default_rng(7).standard_normal(3 * 577 * 577, np.float32)


def _printed(board: Any, rng: random.Random) -> Any:
    """As this printer prints it, in linear light: its black is no black, its paper not quite white, its curves its own."""
    table = np.empty((256, 3), np.float32)
    for channel in range(3):
        black, white, curve = rng.uniform(0.0, 0.02), rng.uniform(0.94, 1.0), rng.uniform(0.9, 1.1)
        table[:, channel] = black + (white - black) * _to_linear() ** curve
    return cv2.LUT(board, table[None])


def _light(lit: Any, taken: Taken, rng: random.Random) -> Any:
    tall, wide = lit.shape[:2]
    x, y = np.arange(wide, dtype=np.float32)[None, :] / wide - 0.5, np.arange(tall, dtype=np.float32)[:, None] / tall - 0.5
    turn = math.radians(taken.falls_to)
    along = x * np.float32(math.cos(turn)) + y * np.float32(math.sin(turn))
    bright = np.clip(1 - np.float32(taken.fall) * (along + np.float32(0.5)), 0.3, 1) * np.float32(rng.uniform(0.75, 0.97))
    if taken.shadow < 1:
        turn = rng.uniform(0, math.tau)
        edge = x * np.float32(math.cos(turn)) + y * np.float32(math.sin(turn)) + np.float32(rng.uniform(-0.2, 0.2))
        bright *= 1 - np.float32(1 - taken.shadow) * (np.clip(edge / np.float32(0.02), -1, 1) / 2 + np.float32(0.5))
    lit *= bright[:, :, None]
    return lit


def _hand(lit: Any, hidden: Any, x: float, y: float, reach: float, rng: random.Random) -> None:
    """A finger or an arm over a corner's label, from outside as far over the board as *reach*."""
    middle = np.array([70.0, 60.0])
    inward = (middle - (x, y)) / np.linalg.norm(middle - (x, y))
    ahead = np.array([x, y]) + inward * reach
    _arm(lit, hidden, np.array([x, y]) - inward * 40, ahead, 12, rng)


def _hand_on_strip(lit: Any, hidden: Any, share: float, rng: random.Random) -> None:
    length = 130 * share
    start = rng.uniform(5, 135 - length)
    _arm(lit, hidden, np.array([start, BOX.strip_y + 4]), np.array([start + length, BOX.strip_y + 4]), 11, rng)


def _arm(lit: Any, hidden: Any, start: Any, end: Any, radius: float, rng: random.Random) -> None:
    """A hand's outline, rounder at its end, that also keeps some light from what lies beside it."""
    skin = _to_linear()[[rng.randint(60, 140), rng.randint(80, 170), rng.randint(120, 230)]]
    mask = np.zeros(hidden.shape, np.uint8)
    cv2.line(mask, _px(*start), _px(*end), 255, round(2 * radius * FINE), cv2.LINE_AA)
    dim = cv2.resize(cv2.blur(cv2.resize(mask, None, fx=0.125, fy=0.125), (15, 15)), hidden.shape[::-1])
    lit *= (1 - 0.3 / 255 * dim.astype(np.float32))[:, :, None]
    lit[mask > 127] = skin
    cv2.bitwise_or(hidden, mask, hidden)


def _glare(lit: Any, hidden: Any, rng: random.Random) -> None:
    mask = np.zeros(hidden.shape, np.float32)
    at = _px(rng.uniform(0, 140), rng.uniform(0, 120))
    axes = (round(rng.uniform(6, 16) * FINE), round(rng.uniform(5, 12) * FINE))
    cv2.ellipse(mask, at, axes, rng.uniform(0, 180), 0, 360, 1.0, -1)
    mask = cv2.GaussianBlur(mask, (0, 0), 2.0 * FINE)
    lit += (3.0 * mask)[:, :, None]
    hidden |= (mask > 0.03).astype(np.uint8)


@cache
def _wood(which: int) -> Any:
    """Planks with grain, in linear light, as small as will do."""
    some = np.random.default_rng(which)
    grain = cv2.resize(some.normal(0, 1, (120, 6)).astype(np.float32), (400, 400), interpolation=cv2.INTER_CUBIC)
    grain += 0.5 * cv2.resize(some.normal(0, 1, (400, 20)).astype(np.float32), (400, 400), interpolation=cv2.INTER_CUBIC)
    tints = ((0.05, 0.12, 0.25), (0.02, 0.04, 0.09), (0.25, 0.38, 0.5), (0.3, 0.3, 0.3))
    return np.exp(0.25 * grain)[:, :, None] * np.array(tints[which], np.float32)


def _developed(pixels: Any, taken: Taken, rng: random.Random) -> Any:
    """What the camera makes of the light that falls on it: 8 bits in sRGB."""
    height, width = pixels.shape[:2]
    x, y = np.arange(width, dtype=np.float32) / width - 0.5, np.arange(height, dtype=np.float32) / height - 0.5
    pixels *= (1 - np.float32(2 * taken.vignette) * (x[None, :] ** 2 + y[:, None] ** 2))[:, :, None]
    # Stronger colours than life: away from their grey, in BGR.
    mixed = taken.vivid * np.eye(3) + (1 - taken.vivid) * np.array([[0.0722, 0.7152, 0.2126]])
    mixed = mixed @ np.diag(np.array(taken.gains[::-1]) ** 2.2)
    steps = np.empty(pixels.shape, np.uint16)
    np.clip(cv2.transform(pixels, (mixed * STEPS).astype(np.float32)), 0, STEPS, out=steps, casting="unsafe")
    shown = np.take((16 * 255 * _to_srgb() ** np.float32(taken.tone)).astype(np.int16), steps)
    some = np.roll(_noise() * np.float32(16 * taken.noise), rng.randrange(2**20)).astype(np.int16)
    noisy = cv2.add(shown, np.resize(some, shown.shape))
    return np.clip(noisy >> 4, 0, 255).astype(np.uint8)


def _camera(wide: int, tall: int, taken: Taken) -> Any:
    """From the board's pixels to the photograph's, before it is framed."""
    scale = taken.width / wide
    middle = np.array([[1, 0, -wide / 2], [0, 1, -tall / 2], [0, 0, 1]], np.float64)
    turn = math.radians(taken.turn)
    spin = np.array([[math.cos(turn), -math.sin(turn), 0], [math.sin(turn), math.cos(turn), 0], [0, 0, 1]])
    lean, tilt = math.radians(taken.lean), math.radians(taken.tilt)
    to = np.array([[math.cos(lean), math.sin(lean), 0], [-math.sin(lean), math.cos(lean), 0], [0, 0, 1]])
    far = 2.2 * math.hypot(wide, tall)
    lens = np.array([[1, 0, 0], [0, math.cos(tilt), 0], [0, -math.sin(tilt) / far, 1]])
    return np.diag([scale, scale, 1]) @ to.T @ lens @ to @ spin @ middle


def _frame(there: Any, wide: int, tall: int) -> tuple[int, int, float, float]:
    corners = np.array([[[0, 0], [wide, 0], [wide, tall], [0, tall]]], np.float64)
    seen = cv2.perspectiveTransform(corners, there)[0]
    low, high = seen.min(axis=0), seen.max(axis=0)
    rim = 0.06 * (high - low).max()
    width, height = (high - low + 2 * rim).round().astype(int)
    return int(width), int(height), float(rim - low[0]), float(rim - low[1])
