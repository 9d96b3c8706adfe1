"""Pictures of tables with labels on them, drawn with what is known of each: where it lies and which way up."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import segno
from PIL import Image

QUIET = 4
DRAWN = 16
"""Pixels of a module in a label before it is laid on the table."""


@dataclass(frozen=True)
class Scene:
    """A picture (BGR) and its labels: (code, corners 4 x 2 of the symbol, clockwise from its own top left) row by row."""

    pixels: Any
    rows: tuple[tuple[tuple[str, Any], ...], ...]

    @property
    def codes(self) -> tuple[tuple[str, ...], ...]:
        return tuple(tuple(code for code, _ in row) for row in self.rows)


def label(text: str, ink: Sequence[int] = (0, 0, 0), paper: Sequence[int] = (255, 255, 255), pixels: int = DRAWN) -> Any:
    """A label in BGR with its quiet zone: the smallest version at the highest error correction that holds *text*."""
    code = segno.make(text, error="h" if len(text) <= 10 else "m", micro=False, boost_error=False)
    dark = np.pad(np.array([[bool(module) for module in row] for row in code.matrix]), QUIET)
    drawn = np.where(dark[:, :, None], np.uint8(ink), np.uint8(paper))
    return np.kron(drawn, np.ones((pixels, pixels, 1), np.uint8))


def table(
    rows: Sequence[Sequence[str]],
    size: tuple[int, int] = (1600, 1200),
    *,
    turn: float = 0,
    tilt: float = 0,
    askew: float = 0,
    fill: float = 0.9,
    pitch: float = 1.8,
    noise: float = 3,
    seed: int = 1,
) -> Scene:
    """*rows* of labels on a brown table.

    `turn`: degrees by which the phone's owner sits round the table; `tilt`: how much smaller the far side is, 0 to 0.5;
    `askew`: degrees by which single labels lie crooked; `fill`: how much of the picture the rows take; `pitch`: labels
    between the middles of neighbours.
    """
    random = np.random.default_rng(seed)
    width, height = size
    there = _camera(rows, size, turn, tilt, fill, pitch)
    pixels = np.full((height, width, 3), (62, 98, 140), np.uint8)
    placed = []
    for row, codes in enumerate(rows):
        line = []
        for column, code in enumerate(codes):
            lie = math.radians(random.uniform(-askew, askew))
            spin = np.array([[math.cos(lie), -math.sin(lie)], [math.sin(lie), math.cos(lie)]])
            square = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) @ spin.T + [column * pitch, row * pitch]
            quad = cv2.perspectiveTransform(square[None].astype(np.float32), there)[0]
            line.append((code, _lay(pixels, label(code), quad)))
        placed.append(tuple(line))
    pixels = cv2.GaussianBlur(pixels, (0, 0), 0.7)
    grain = np.zeros(pixels.shape, np.int16)
    cv2.setRNGSeed(seed)
    cv2.randn(grain, 0, noise)
    return Scene(np.clip(pixels + grain, 0, 255).astype(np.uint8), tuple(placed))


def _camera(rows: Sequence[Sequence[str]], size: tuple[int, int], turn: float, tilt: float, fill: float, pitch: float) -> Any:
    """From the table, measured in labels, to pixels: turned, then tilted away, then fitted into the picture."""
    width, height = size
    far = (max(map(len, rows)) - 1) * pitch, (len(rows) - 1) * pitch
    angle = math.radians(turn)
    spin = np.array([[math.cos(angle), -math.sin(angle), 0], [math.sin(angle), math.cos(angle), 0], [0, 0, 1]])
    centred = spin @ np.array([[1, 0, -far[0] / 2], [0, 1, -far[1] / 2], [0, 0, 1]])
    edge = np.array([[-0.7, -0.7], [far[0] + 0.7, -0.7], [far[0] + 0.7, far[1] + 0.7], [-0.7, far[1] + 0.7]], np.float32)

    def box(turned: Any) -> tuple[Any, Any]:
        outline = cv2.perspectiveTransform(edge[None], turned)[0]
        return outline.min(axis=0), outline.max(axis=0)

    low, high = box(centred)
    tilted = np.array([[1, 0, 0], [0, 1, 0], [0, -tilt / max(high[1] - low[1], 1), 1]]) @ centred
    low, high = box(tilted)
    scale = fill * min(width / (high[0] - low[0]), height / (high[1] - low[1]))
    middle = (low + high) / 2
    return np.array([[scale, 0, width / 2 - scale * middle[0]], [0, scale, height / 2 - scale * middle[1]], [0, 0, 1]]) @ tilted


def _lay(pixels: Any, drawn: Any, quad: Any) -> Any:
    """Draws a label so that its paper fills *quad*; returns the corners of its symbol."""
    side = drawn.shape[0]
    low = np.maximum(np.floor(quad.min(axis=0)).astype(int) - 1, 0)
    high = np.minimum(np.ceil(quad.max(axis=0)).astype(int) + 2, pixels.shape[1::-1])
    paper = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    there = cv2.getPerspectiveTransform(paper, (quad - low).astype(np.float32))
    room = (int(high[0] - low[0]), int(high[1] - low[1]))
    smaller = max(1, int(side / max(np.ptp(quad, axis=0))))
    soft = cv2.blur(drawn, (smaller, smaller))
    part = cv2.warpPerspective(soft, there, room)
    mask = cv2.warpPerspective(np.full(drawn.shape[:2], 255, np.uint8), there, room, flags=cv2.INTER_NEAREST)
    pixels[low[1] : high[1], low[0] : high[0]][mask > 0] = part[mask > 0]
    edge = QUIET * DRAWN
    symbol = np.array([[edge, edge], [side - edge, edge], [side - edge, side - edge], [edge, side - edge]], np.float32)
    return cv2.perspectiveTransform(symbol[None], there)[0] + low


def saved(pixels: Any, kind: str = "JPEG", **options: Any) -> bytes:
    """A BGR or grey array, or a Pillow image, as a file."""
    if kind == "HEIF":
        import pillow_heif

        pillow_heif.register_heif_opener()
    image = pixels if isinstance(pixels, Image.Image) else Image.fromarray(pixels[:, :, ::-1] if pixels.ndim == 3 else pixels)
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def finder_page(across: int, module: int) -> Any:
    """A page full of finder patterns: what codes are found by, and no code."""
    one = np.full((9, 9), 255, np.uint8)
    one[1:8, 1:8] = 0
    one[2:7, 2:7] = 255
    one[3:6, 3:6] = 0
    return np.kron(np.tile(one, (across, across)), np.ones((module, module), np.uint8))
