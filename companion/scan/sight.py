"""Decodes the QR codes of a picture and finds where each lies and which way up.

zbar first reads the whole picture; then OpenCV looks for finder patterns (the three squares in a code's corners), and each
quadrilateral that zbar has not read yet is drawn straight and given to zbar again. Without zbar, OpenCV decodes those.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from typing import Any

import numpy as np

from companion.rules import say
from companion.scan import layout, photo, quality
from companion.scan.codes import is_ours
from companion.scan.readers import opencv, zbar
from companion.scan.seen import Corners, How, Seen, Sighting, Sightings
from companion.scan.unseeable import NotAPicture

MODULE = 8
"""Pixels of one module (one dark or light square of a code) in a code drawn straight; half of that in the largest codes."""

QUIET = 4
"""Modules of white around a code."""

SMALLEST = 21
"""Modules along a side of the smallest code, version 1. Ours are all of that size."""

DEADLINE = 5.0
"""Seconds for a picture. Only a pattern that is no table takes so long."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Where a code lies: corners (4 x 2, clockwise from its own top left) and modules along its side.

    `sure`: how well finder and timing patterns match what every code has there, 0 to 1.
    """

    corners: Any
    modules: int
    sure: float

    @property
    def centre(self) -> Any:
        return self.corners.mean(axis=0)


def sight(image: bytes | Any, known: Set[str] | None = None, deadline: float = DEADLINE) -> Sightings:
    """The labels in *image*, in reading order.

    *image*: the bytes of a picture file, or an array of height x width (grey) or height x width x 3 or 4 (BGR, BGRA).
    *known*: every code that may be there, with its prefix: a label too poor to read is then recognised among those.
    *deadline*: seconds after which no new search begins. Raises Unseeable.
    """
    grey = photo.load(image).grey if isinstance(image, bytes) else _grey(image)
    found, whole = decode(grey, deadline)
    ours = [sighting for sighting in found if (is_ours(sighting.code) if known is None else sighting.code in known)]
    foreign = layout.rows([sighting for sighting in found if sighting not in ours])
    measured = quality.measure(grey, found, ())
    return Sightings(layout.rows(ours), tuple(sighting for row in foreign for sighting in row), measured=measured, whole=whole)


def see(data: bytes, known: Set[str] | None = None, deadline: float = 2 * DEADLINE) -> Seen:
    """Everything there is to say about the picture file in *data*, as `look` says it, in this process.

    Looking for labels takes half of *deadline* at most, so that the rest is left for opening and keeping the picture.
    """
    opencv()
    taken = photo.load(data)
    sightings = sight(taken.grey, known, deadline / 2)
    picture, scale = photo.keep(taken)
    return Seen(sightings, quality.advice(sightings, taken.size), taken.size, picture, scale)


def _grey(pixels: Any) -> Any:
    """An array of any usual shape as true grey with 8 bits: zbar would look at the first channel only."""
    pixels = np.asarray(pixels)
    if pixels.dtype == np.bool_:
        pixels = pixels.astype(np.uint8) * 255
    if pixels.ndim == 3 and pixels.shape[2] == 1:
        pixels = pixels[:, :, 0]
    if pixels.size == 0 or pixels.dtype.kind != "u" or pixels.ndim not in (2, 3) or pixels.shape[2:] not in ((), (3,), (4,)):
        raise NotAPicture(say("The picture has no pixels that can be read."))
    pixels = photo.eight_bits(pixels)
    if pixels.ndim == 2:
        return np.ascontiguousarray(pixels)
    cv2 = opencv()
    return cv2.cvtColor(np.ascontiguousarray(pixels), cv2.COLOR_BGR2GRAY if pixels.shape[2] == 3 else cv2.COLOR_BGRA2GRAY)


def decode(grey: Any, deadline: float = DEADLINE) -> tuple[list[Sighting], bool]:
    """Every QR code in *grey*, ours or not, in no order, and whether there was time for all."""
    enough = time.monotonic() + deadline
    opencv()
    found: list[Sighting] = []
    read_whole = zbar()
    if read_whole is not None:
        for text, polygon in _zbar(grey, read_whole):
            _add(found, grey, text, polygon, "straight")
    frames = sorted((framed(grey, quad) for quad in candidates(grey)), key=lambda frame: -frame.sure)
    for frame in frames:
        if any(_inside(sighting.corners, frame.centre) for sighting in found):
            continue
        if time.monotonic() > enough:
            return found, False
        for text, polygon in _straightened(grey, frame):
            _add(found, grey, text, polygon, "rectified")
    return found, True


def _add(found: list[Sighting], grey: Any, text: str, polygon: Any, how: How) -> None:
    """Puts a code that was read at *polygon* to those *found*, unless it is the same one again."""
    frame = framed(grey, polygon)
    corners, centre = frame.corners, frame.centre
    if any(text == other.code and (_inside(other.corners, centre) or _inside(corners, other.centre)) for other in found):
        return
    (left, top), (right, beside) = corners[0], corners[1]
    angle = (math.degrees(math.atan2(beside - top, right - left)) + 180) % 360 - 180
    tuples: Any = tuple((float(x), float(y)) for x, y in corners)
    module = layout.side(tuples) / frame.modules
    found.append(Sighting(code=text, corners=tuples, angle=angle, module=module, how=how, confidence=1.0))


def _inside(corners: Corners | Any, point: Any) -> bool:
    cv2 = opencv()
    outline = np.asarray(corners, np.float32).reshape(-1, 1, 2)
    return bool(cv2.pointPolygonTest(outline, (float(point[0]), float(point[1])), False) >= 0)


# --- reading ----------------------------------------------------------------------------------------------------------


def _zbar(grey: Any, read: Any) -> Iterator[tuple[str, Any]]:
    """Texts that zbar reads in *grey*, each with the four corners where it lies, clockwise from anywhere."""
    for symbol in read(grey):
        if len(symbol.polygon) >= 3:
            yield symbol.data.decode("utf-8", "replace"), _four(np.array(symbol.polygon, np.float32))


def _four(polygon: Any) -> Any:
    """A convex polygon as four corners, clockwise."""
    cv2 = opencv()
    if len(polygon) != 4:
        polygon = cv2.boxPoints(cv2.minAreaRect(polygon))
    return polygon if cv2.contourArea(polygon, True) > 0 else polygon[::-1].copy()


def candidates(grey: Any) -> Sequence[Any]:
    """Quadrilaterals (4 x 2) that may be codes: three finder patterns and the corner that they imply."""
    cv2 = opencv()
    if min(grey.shape) < SMALLEST:
        return []
    detector = cv2.QRCodeDetectorAruco()
    settings = detector.getArucoParameters()
    # The defaults hide modules under 3 pixels in a picture of 12 megapixels.
    settings.minMarkerPerimeterRate = 36 / max(grey.shape)
    settings.polygonalApproxAccuracyRate = 0.08
    detector.setArucoParameters(settings)
    try:
        _, quads = detector.detectMulti(grey)
    except (cv2.error, ValueError):
        return []
    return [] if quads is None else [quad for quad in quads.astype(np.float32) if np.isfinite(quad).all() and _is_convex(quad)]


def _is_convex(quad: Any) -> bool:
    cv2 = opencv()
    return bool(cv2.isContourConvex(quad)) and abs(cv2.contourArea(quad)) >= SMALLEST**2 / 2


def _straightened(grey: Any, frame: Frame) -> Iterator[tuple[str, Any]]:
    """Draws *frame* straight and reads what is in it: texts with corners in *grey*."""
    cv2 = opencv()
    module = max(MODULE // 2, min(MODULE, 400 // frame.modules))
    side = frame.modules * module
    edge = QUIET * module
    straight = np.array([[edge, edge], [edge + side, edge], [edge + side, edge + side], [edge, edge + side]], np.float32)
    there = cv2.getPerspectiveTransform(frame.corners, straight)
    patch = cv2.warpPerspective(
        grey, there, (side + 2 * edge, side + 2 * edge), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_CONSTANT, borderValue=255
    )
    read = zbar()
    if read is None:
        for text in _opencv(patch, straight):
            yield text, frame.corners
        return
    back = np.linalg.inv(there)
    for text, polygon in _zbar(patch, read):
        yield text, cv2.perspectiveTransform(polygon[None], back)[0].astype(np.float32)


def _opencv(patch: Any, straight: Any) -> list[str]:
    """What OpenCV alone reads in a code drawn straight: one text or none."""
    cv2 = opencv()
    for decoder in (cv2.QRCodeDetectorAruco(), cv2.QRCodeDetector()):
        try:
            text, _ = decoder.decode(patch, straight[None])
        except (cv2.error, UnicodeDecodeError, ValueError):
            continue
        if text:
            return [text]
    return []


# --- which way up -----------------------------------------------------------------------------------------------------


def _finder() -> Any:
    """A finder pattern at a code's top left with the light edge inward, 8 x 8: 1 dark, -1 light."""
    pattern = -np.ones((8, 8), np.float32)
    pattern[:7, :7] = 1
    pattern[1:6, 1:6] = -1
    pattern[2:5, 2:5] = 1
    return pattern


FINDER = _finder()
VERSIONS = np.arange(SMALLEST, 178, 4)


def _sampling() -> Any:
    """Where to look for finders in a unit square: versions x 4 corners x 64 modules x 2."""
    rows, columns = np.mgrid[0:8, 0:8]
    near = np.stack([columns.ravel() + 0.5, rows.ravel() + 0.5], axis=-1)
    points = near[None, :, :] / VERSIONS[:, None, None]
    x, y = points[..., 0], points[..., 1]
    corners = [(x, y), (1 - x, y), (1 - x, 1 - y), (x, 1 - y)]
    return np.stack([np.stack(corner, axis=-1) for corner in corners], axis=1).astype(np.float32)


SAMPLING = _sampling()
UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)


def framed(grey: Any, quad: Any) -> Frame:
    """The code whose four corners, clockwise from any, are *quad*: its own top left first.

    Three corners of a code wear a finder pattern; the one without is its bottom right. Where no three are to be seen the
    corners stay as they came.
    """
    quad = np.asarray(quad, np.float32)
    match = _correlation(_sampled(grey, quad, SAMPLING), FINDER.ravel())
    three = np.sort(match, axis=1)[:, 1:].mean(axis=1)
    best = int(three.argmax())
    sure = float(three[best])
    if sure < 0.5:
        return Frame(quad, SMALLEST, max(0.0, sure))
    corners = np.roll(quad, 2 - int(match[best].argmin()), axis=0)
    return Frame(corners, int(VERSIONS[best]), sure * _timing(grey, corners, int(VERSIONS[best])))


def _timing(grey: Any, corners: Any, modules: int) -> float:
    """How well dark and light alternate between the finder patterns, 0 to 1."""
    along = (np.arange(7, modules - 7) + 0.5) / modules
    across = np.full_like(along, 6.5 / modules)
    lines = np.stack([np.stack([along, across], axis=-1), np.stack([across, along], axis=-1)]).astype(np.float32)
    light_first = np.where(np.arange(len(along)) % 2, 1, -1).astype(np.float32)
    return max(0.0, float(_correlation(_sampled(grey, corners, lines), light_first).mean()))


def _sampled(grey: Any, quad: Any, points: Any) -> Any:
    """The brightness of *grey* at *points* (... x 2) of the unit square laid on *quad*."""
    cv2 = opencv()
    low = np.maximum(np.floor(quad.min(axis=0)).astype(int) - 2, 0)
    high = np.maximum(np.ceil(quad.max(axis=0)).astype(int) + 3, 1)
    part = grey[low[1] : high[1], low[0] : high[0]]
    if part.size == 0:
        return np.zeros(points.shape[:-1], np.float32)
    there = cv2.getPerspectiveTransform(UNIT, quad - low.astype(np.float32))
    # Half a pixel, because OpenCV counts from the middle of the first pixel.
    places = cv2.perspectiveTransform(points.reshape(1, -1, 2), there) - 0.5
    seen = cv2.remap(part, places, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return seen.astype(np.float32).reshape(points.shape[:-1])


def _correlation(seen: Any, pattern: Any) -> Any:
    """How like *pattern* (1 dark, -1 light) each last row of *seen* is, -1 to 1, whatever the light."""
    pattern = pattern - pattern.mean()
    seen = seen - seen.mean(axis=-1, keepdims=True)
    return -(seen @ pattern) / (np.linalg.norm(seen, axis=-1) * np.linalg.norm(pattern) + 1e-6)
