"""Boards of Out of Mine! as a phone sees them: drawn with tiles on them, photographed, and what is true of each picture.

Lengths are millimetres from the top left corner of the grid, as in the box. A board is its printed sheet (board_mm), with labels at
its corners, colour patches along its lower edge, rock, spaces and elves; tiles lie on it with a letter, a mark and a bevel.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
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
FINE = 8
"""Pixels of a millimetre of a board before it is photographed."""
LEFT, TOP = 20.0, 20.0
"""From the sheet's corner to the grid's."""


def bgr(text: str) -> tuple[int, int, int]:
    return srgb(text)[::-1]


SRGB: Mapping[str, str] = {colour.colour: colour.srgb for colour in BOX.colours} | dict(BOX.palette)


SURFACES = mine.surfaces(BOX)


# --- drawing a board --------------------------------------------------------------------------------------------------


def _px(x: float, y: float) -> tuple[int, int]:
    return round((x + LEFT) * FINE), round((y + TOP) * FINE)


@cache
def sheet(board: int, side: str) -> Any:
    """The printed side, upright, in BGR."""
    wide, tall = (round(length * FINE) for length in BOX.board_mm)
    pixels = np.full((tall, wide, 3), 255, np.uint8)
    spaces = plan_spots(next(one.plan for one in BOX.boards if (one.board, one.side) == (board, side)))
    for name in BOX.cells:
        x, y = BOX.spot(name)
        colour = SRGB["space" if (x, y) in spaces else "rock"]
        cv2.rectangle(pixels, _px(x * 20, y * 20), _px(x * 20 + 20, y * 20 + 20), bgr(colour), -1)
    for x, y in spaces:
        cv2.rectangle(pixels, _px(x * 20, y * 20), _px(x * 20 + 20, y * 20 + 20), (30, 25, 20), 4)
    for elf in BOX.elves:
        if (elf.board, elf.side) == (board, side):
            x, y = BOX.spot(elf.cell)
            dx, dy = EDGES[elf.edge]
            reach = 10 + BOX.elf_mm
            at = _px(x * 20 + 10 + dx * reach, y * 20 + 10 + dy * reach)
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


def laid(board: int, side: str, tiles: Sequence[Tile], rng: random.Random) -> Any:
    """The side with tiles on it, each a little off its place and of its own shade."""
    pixels = sheet(board, side).copy()
    letter = {colour.colour: colour.letter for colour in BOX.colours}
    for tile in tiles:
        shade = rng.uniform(0.94, 1.04)
        colour = tuple(min(255, round(part * shade)) for part in bgr(SRGB[tile.colour]))
        off = (rng.uniform(-0.7, 0.7), rng.uniform(-0.7, 0.7))
        spots = [BOX.spot(cell) for cell in tile.cells]
        for x, y in spots:
            cv2.rectangle(
                pixels, _px(x * 20 + off[0], y * 20 + off[1]), _px(x * 20 + 20 + off[0], y * 20 + 20 + off[1]), colour, -1
            )
        for x, y in spots:
            for (dx, dy), (a, b) in (((0, -1), ((0, 0), (20, 0))), ((1, 0), ((20, 0), (20, 20))), ((0, 1), ((0, 20), (20, 20))),
                                     ((-1, 0), ((0, 0), (0, 20)))):  # fmt: skip
                if (x + dx, y + dy) not in spots:
                    start, end = (_px(x * 20 + p[0] + off[0], y * 20 + p[1] + off[1]) for p in (a, b))
                    cv2.line(pixels, start, end, (25, 25, 25), 6, cv2.LINE_AA)
        x, y = rng.choice(spots)
        dark = (40, 40, 40) if tile.colour in ("white", "yellow") else (245, 245, 245)
        at = _px(x * 20 + 7 + off[0], y * 20 + 13 + off[1])
        cv2.putText(pixels, letter[tile.colour], at, cv2.FONT_HERSHEY_SIMPLEX, 1.6, dark, 4, cv2.LINE_AA)
    return pixels


# --- photographing ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Taken:
    """How a picture is taken. `width`: pixels of the board; angles in degrees; `blur` in mm; `gains` of red, green and blue;
    `fall`: by how much light falls off over the board; `covered`: corners whose label a hand hides; `strip`: whether a hand lies on
    the patches; `shadow`: how dark a hard shadow is (1: none); `glare`: how many reflections."""

    width: int = 1400
    turn: float = 0.0
    tilt: float = 0.0
    lean: float = 0.0
    blur: float = 0.2
    gains: tuple[float, float, float] = (1.0, 1.0, 1.0)
    fall: float = 0.0
    falls_to: float = 0.0
    noise: float = 3.0
    quality: int = 88
    covered: tuple[str, ...] = ()
    strip: bool = False
    shadow: float = 1.0
    glare: int = 0


def any_way(rng: random.Random) -> Taken:
    """A way to take it within what the specification's goal says; every eighth with a shadow, a reflection, or a hand."""
    odd = rng.randrange(8)
    return Taken(
        width=rng.randint(900, 2500),
        turn=rng.uniform(-180, 180),
        tilt=rng.uniform(0, 35),
        lean=rng.uniform(0, 360),
        blur=rng.uniform(0.05, 0.6),
        gains=tuple(rng.uniform(0.75, 1.3) for _ in range(3)),
        fall=rng.uniform(0, 0.3),
        falls_to=rng.uniform(0, 360),
        noise=rng.uniform(1, 8),
        quality=rng.randint(60, 92),
        covered=(rng.choice(CORNERS),) if rng.random() < 0.25 else (),
        strip=odd == 0,
        shadow=rng.uniform(0.55, 0.8) if odd == 1 else 1.0,
        glare=rng.randint(1, 2) if odd == 2 else 0,
    )


@dataclass(frozen=True)
class Photo:
    """A picture (BGR, and as JPEG), and where the grid's corners truly are (4 x 2 pixels)."""

    pixels: Any
    jpeg: bytes
    grid: Any
    dark: Any = field(repr=False)
    """What stands between the camera and the board, as truth: cells (names) that a reflection or a hand hides."""


def photograph(board: Any, taken: Taken, rng: random.Random) -> Photo:
    tall, wide = board.shape[:2]
    there = _camera(wide, tall, taken, rng)
    size = _frame(there, wide, tall)
    shift = np.array([[1, 0, size[2]], [0, 1, size[3]], [0, 0, 1]], np.float64)
    there = shift @ there
    width, height = size[:2]
    lit = _light(board, taken, rng)
    hidden = np.zeros(board.shape[:2], bool)
    for corner in taken.covered:
        x, y = BOX.corners[corner]
        _hand(lit, hidden, x, y, 12, rng)
    if taken.strip:
        for x in range(0, 150, 12):
            _hand(lit, hidden, x, BOX.strip_y + 4, 12, rng)
    for _ in range(taken.glare):
        _glare(lit, hidden, rng)
    scale = math.sqrt(abs(np.linalg.det(there[:2, :2])))
    if scale < 0.5:
        small = cv2.GaussianBlur(lit, (0, 0), 0.35 / scale)
    else:
        small = lit
    table = np.array([0.05, 0.09, 0.16], np.float32) * rng.uniform(0.6, 1.6)
    pixels = cv2.warpPerspective(small, there, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT,
                                 borderValue=tuple(map(float, table)))  # fmt: skip
    pixels = cv2.GaussianBlur(pixels, (0, 0), max(0.3, taken.blur / 2 * FINE * scale))
    pixels *= np.array(taken.gains[::-1], np.float32)
    shown = _srgb(np.clip(pixels, 0, 1)) * 255
    noisy = shown + np.random.default_rng(rng.randrange(2**32)).standard_normal(shown.shape, np.float32) * taken.noise
    final = np.clip(noisy, 0, 255).astype(np.uint8)
    ok, jpeg = cv2.imencode(".jpg", final, [cv2.IMWRITE_JPEG_QUALITY, taken.quality])
    assert ok
    corners = np.array([_px(0, 0), _px(140, 0), _px(140, 120), _px(0, 120)], np.float64)
    grid = cv2.perspectiveTransform(corners[None], there)[0]
    covered = {name for name in BOX.cells if _share(hidden, name) > 0.2}
    return Photo(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), jpeg.tobytes(), grid, covered)


def _share(hidden: Any, name: str) -> float:
    """Of the middle half of a cell, how much is hidden."""
    x, y = BOX.spot(name)
    (left, top), (right, bottom) = _px(x * 20 + 5, y * 20 + 5), _px(x * 20 + 15, y * 20 + 15)
    return float(hidden[top:bottom, left:right].mean())


def _linear(values: Any) -> Any:
    part = values.astype(np.float32) / 255
    return np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4).astype(np.float32)


def _srgb(values: Any) -> Any:
    return np.where(values <= 0.0031308, values * 12.92, 1.055 * np.maximum(values, 1e-9) ** (1 / 2.4) - 0.055)


def _light(board: Any, taken: Taken, rng: random.Random) -> Any:
    lit = _linear(board)
    tall, wide = board.shape[:2]
    y, x = np.mgrid[0:tall, 0:wide].astype(np.float32)
    turn = math.radians(taken.falls_to)
    along = (x / wide - 0.5) * math.cos(turn) + (y / tall - 0.5) * math.sin(turn)
    lit *= np.clip(1 - taken.fall * (along + 0.5), 0.3, 1)[:, :, None] * rng.uniform(0.75, 0.97)
    if taken.shadow < 1:
        turn = rng.uniform(0, math.tau)
        edge = (x / wide - 0.5) * math.cos(turn) + (y / tall - 0.5) * math.sin(turn) + rng.uniform(-0.2, 0.2)
        soft = np.clip(edge / 0.02, -1, 1) / 2 + 0.5
        lit *= (1 - (1 - taken.shadow) * soft)[:, :, None]
    return lit


def _hand(lit: Any, hidden: Any, x: float, y: float, radius: float, rng: random.Random) -> None:
    skin = _linear(np.array([[[rng.randint(90, 140), rng.randint(130, 170), rng.randint(190, 230)]]], np.uint8))[0, 0]
    mask = np.zeros(hidden.shape, np.uint8)
    cv2.circle(mask, _px(x, y), round(radius * FINE), 255, -1)
    lit[mask > 0] = skin
    hidden |= mask > 0


def _glare(lit: Any, hidden: Any, rng: random.Random) -> None:
    mask = np.zeros(hidden.shape, np.float32)
    at = _px(rng.uniform(0, 140), rng.uniform(0, 120))
    axes = (round(rng.uniform(6, 16) * FINE), round(rng.uniform(5, 12) * FINE))
    cv2.ellipse(mask, at, axes, rng.uniform(0, 180), 0, 360, 1.0, -1)
    mask = cv2.GaussianBlur(mask, (0, 0), 2.0 * FINE)
    lit += 3.0 * mask[:, :, None]
    hidden |= mask > 0.15


def _camera(wide: int, tall: int, taken: Taken, rng: random.Random) -> Any:
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
