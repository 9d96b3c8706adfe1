"""How a picture was taken, measured on its labels, and how to take a better one, in sentences.

Everything is measured where a label's look is known beforehand: its three finder patterns (in each corner but the bottom
right a dark square of 3 modules in a light ring, in a dark ring), its format information, and that no label has a large
plain patch. Where no label was found there is only the picture as a whole to speak of, and less is said.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np

from companion.rules import Sentence, say, say_n
from companion.scan.readers import opencv
from companion.scan.seen import Corners, Measured, Sighting, Sightings, Unread

MODULES = 21
RIM = 4
"""Modules of white on each side."""

WIDTH = MODULES + 2 * RIM
"""Modules across the paper of a label."""

MOST = 12
"""Labels that are measured at most: the others were taken in the same light."""

MOST_ADVICE = 3

NEEDED = 2.5
"""Pixels of a module from which hardly a label is missed."""

FAR = 2.0
"""Pixels of a module under which labels are missed because they are small."""

BLURRED = 1.6
"""Modules over which edges spread (10 to 90 % of the step) from which labels are missed."""

TELLING = 2.0
"""Modules over which edges may spread for a plain patch to be told from mere blur."""

CRISP = 1.3
"""Modules over which edges may spread for single modules to be told."""

SHARP_PIXELS = 2.5
"""Pixels over which the edges of a sharp picture spread: what is less comes from small labels, not from the lens."""

DARK = 60.0
"""Brightness of paper under which noise drowns the labels."""

FAINT = 40.0
"""Difference of paper and ink under which the same happens."""

SATURATED = 243.0
"""Brightness that shows nothing but the lamp."""

SLANTED = 2.2
"""How many times as wide as high (or as high as wide) a square label may look."""

SPREAD = 2.563
"""From the standard deviation of a blurred edge to the distance between 10 and 90 % of its step."""


def measure(grey: Any, labels: Sequence[Sighting], unread: Sequence[Unread]) -> Measured:
    """What can be said of the picture *grey* (height x width, 8 bits) by its labels.

    Measured on the labels that were not read when there are any, else on those read; of either on MOST at most, spread
    evenly. Without a label, on the picture as a whole.
    """
    shown: list[Sighting | Unread] = [*(unread or labels)]
    if not shown or min(grey.shape) < 2:
        return _whole(grey)
    ordered = sorted(shown, key=lambda one: one.module)
    chosen = [ordered[at * len(ordered) // MOST] for at in range(MOST)] if len(ordered) > MOST else ordered
    profiles, modules = _sampled(grey, [one.corners for one in chosen])
    # The rim and the middle of the finder pattern: the widest light and dark there are, the last to blur into each other.
    paper = np.median(profiles[..., :4].mean(axis=2), axis=1)
    ink = np.median(profiles[..., DARKEST].mean(axis=2), axis=1)
    blur, found = _finders(profiles)
    # Where none is seen, the label is too poor altogether to say that a part of it is hidden.
    lost = ~found & found.any(axis=1, keepdims=True)
    lost |= _wrong(modules, (paper + ink) / 2) & (np.nan_to_num(blur, nan=math.inf) < CRISP)[:, None]
    white, plain = _patches(modules, np.maximum(paper - ink, 1.0))
    # A finder pattern is gone: under a lamp's reflection it is white, under anything else it is not.
    bright = profiles.reshape(len(chosen), 3, -1).mean(axis=2) > SATURATED
    can_tell = np.nan_to_num(blur, nan=math.inf) < TELLING
    washed = ((lost & bright).any(axis=1) | white) & can_tell
    hidden = ((lost & ~bright).any(axis=1) | plain) & can_tell & ~washed
    return Measured(
        module=ordered[len(ordered) // 2].module,
        paper=float(np.median(paper)),
        ink=float(np.median(ink)),
        blur=None if np.isnan(blur).all() else float(np.nanmedian(blur)),
        glare=float(washed.mean()),
        covered=float(hidden.mean()),
        mirrored=sum(map(_mirrored, modules)),
    )


def surely(grey: Any, corners: Corners) -> bool:
    """Whether a label stands at *corners*, though it cannot be read: at least two of its finder patterns are seen there."""
    profiles, _ = _sampled(grey, [corners])
    _, found = _finders(profiles)
    return int(found.sum()) >= 2


# --- labels -----------------------------------------------------------------------------------------------------------

START, END, STEP = -1.25, 7.25, 0.25
"""Where a profile through a finder pattern runs, in modules from the outer edge: from the rim into the separator."""

DARKEST = slice(15, 20)
"""The samples of a profile inside the middle square of the finder pattern."""

FINE = STEP / 2
SHIFTS = np.arange(-5, 6)
"""Steps of FINE modules by which the corners of a label may be off."""

SIGMAS = (0.08, 0.15, 0.22, 0.29, 0.36, 0.43, 0.5, 0.57, 0.64, 0.72, 0.8, 0.9, 1.0, 1.15, 1.3, 1.5, 1.75, 2.0)
EDGES = ((0, -1), (1, 1), (2, -1), (5, 1), (6, -1), (7, 1))
"""Where a profile gets dark (-1) and light (1)."""


@cache
def _profiles() -> Any:
    """How a profile looks at each of SIGMAS and SHIFTS: (sigmas * shifts) x samples, each of mean 0 and length 1."""
    samples = round((END - START) / STEP) + 1
    reach = int(np.abs(SHIFTS).max())
    found = []
    for sigma in SIGMAS:
        fine = [
            sum(way * math.erf((START + (at - reach) * FINE - edge) / (sigma * math.sqrt(2))) for edge, way in EDGES)
            for at in range(2 * samples + 2 * reach)
        ]
        found += [fine[reach - shift : reach - shift + 2 * samples : 2] for shift in SHIFTS]
    drawn = np.array(found)
    drawn -= drawn.mean(axis=1, keepdims=True)
    return (drawn / np.linalg.norm(drawn, axis=1, keepdims=True)).astype(np.float32)


@cache
def _places() -> tuple[Any, Any]:
    """Where a label is looked at, in modules: 6 profiles (top left across and down, top right, bottom left) of 3 lines each
    x samples x 2; and the middles of its modules (21 x 21 x 2), x before y."""
    along = np.arange(round((END - START) / STEP) + 1) * STEP + START
    lines = np.array([2.5, 3.5, 4.5])
    run = np.broadcast_to(along, (3, len(along)))
    rest = np.broadcast_to(lines[:, None], run.shape)
    far, beyond = MODULES - run, MODULES - rest
    profiles = [(run, rest), (rest, run), (far, rest), (beyond, run), (run, beyond), (rest, far)]
    rows, columns = np.mgrid[0:MODULES, 0:MODULES] + 0.5
    return np.array([np.stack(profile, axis=-1) for profile in profiles]), np.stack([columns, rows], axis=-1)


def _sampled(grey: Any, labels: Sequence[Corners]) -> tuple[Any, Any]:
    """The brightness of each label along its profiles (labels x 6 x samples) and of its modules (labels x 21 x 21)."""
    cv2 = opencv()
    square = np.array([[0, 0], [MODULES, 0], [MODULES, MODULES], [0, MODULES]], np.float32)
    profiles, modules = _places()
    every = np.concatenate([profiles.reshape(-1, 2), modules.reshape(-1, 2)]).astype(np.float32)[None]
    ways = [cv2.getPerspectiveTransform(square, np.array(corners, np.float32)) for corners in labels]
    # Half a pixel, because OpenCV counts from the middle of the first pixel.
    points = np.concatenate([cv2.perspectiveTransform(every, there) for there in ways]) - 0.5
    seen = cv2.remap(grey, points, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
    lines, rest = np.split(seen, [profiles.size // 2], axis=1)
    return lines.reshape(-1, *profiles.shape[:-1]).mean(axis=2), rest.reshape(-1, MODULES, MODULES)


def _finders(profiles: Any) -> tuple[Any, Any]:
    """How blurred each label is (NaN where no finder pattern is seen), and which of its three finder patterns are seen."""
    centred = profiles - profiles.mean(axis=2, keepdims=True)
    strength = np.linalg.norm(centred, axis=2)
    fits = centred @ _profiles().T / (strength[..., None] + 1e-6)
    best = fits.argmax(axis=2)
    well = (fits.max(axis=2) > 0.8) & (strength > 0.25 * np.median(strength, axis=1, keepdims=True))
    found = well.reshape(-1, 3, 2).all(axis=2)
    sigmas = np.where(well, np.array(SIGMAS)[best // len(SHIFTS)], np.nan).reshape(-1, 3, 2)
    blur = [
        max((float(np.median(way[~np.isnan(way)])) for way in label.T if not np.isnan(way).all()), default=math.nan)
        for label in sigmas
    ]
    return SPREAD * np.array(blur), found


MOST_WRONG = 7
"""Of the 64 modules of a finder pattern with its light edge, those that may look wrong when nothing lies on it."""


def _wrong(modules: Any, middle: Any) -> Any:
    """Which finder patterns have too many modules that are light instead of dark or dark instead of light (labels x 3)."""
    away = np.maximum(*np.abs(np.mgrid[0:8, 0:8] - 3))
    dark = (away != 2) & (away < 4)
    corners = (modules[:, :8, :8], modules[:, :8, :-9:-1], modules[:, :-9:-1, :8])
    read = [corner < middle[:, None, None] for corner in corners]
    return np.stack([(one != dark).sum(axis=(1, 2)) >= MOST_WRONG for one in read], axis=1)


PATCH = 5
"""Modules along a side of a patch that is plain in no label."""


def _patches(modules: Any, contrast: Any) -> tuple[Any, Any]:
    """Which labels have a plain patch that is washed out, and which another."""
    windows = np.lib.stride_tricks.sliding_window_view(modules, (PATCH, PATCH), axis=(1, 2))
    mean, spread = windows.mean(axis=(3, 4)), windows.std(axis=(3, 4))
    plain = spread < 0.12 * contrast[:, None, None]
    white = mean > SATURATED
    return (plain & white).any(axis=(1, 2)), (plain & ~white).any(axis=(1, 2))


def _format(level: int, mask: int) -> int:
    """The 15 bits that say error correction level and mask: ISO/IEC 18004, BCH (15, 5) with its pattern."""
    data = level << 3 | mask
    rest = data << 10
    for bit in range(14, 9, -1):
        if rest >> bit & 1:
            rest ^= 0b10100110111 << (bit - 10)
    return (data << 10 | rest) ^ 0b101010000010010


@cache
def _formats() -> tuple[Any, Any]:
    """The 32 possible words (32 x 15, 1 dark) and where their bits stand, row and column, around the top left finder."""
    words = [_format(level, mask) for level in range(4) for mask in range(8)]
    bits = np.array([[word >> (14 - bit) & 1 for bit in range(15)] for word in words])
    across = [(8, column) for column in (0, 1, 2, 3, 4, 5, 7, 8)]
    up = [(row, 8) for row in (7, 5, 4, 3, 2, 1, 0)]
    return bits, np.array([*across, *up])


def _mirrored(modules: Any) -> bool:
    """Whether the format information makes sense only when rows and columns change places."""
    words, places = _formats()
    dark = modules < (modules.max() + modules.min()) / 2
    straight, swapped = dark[places[:, 0], places[:, 1]], dark[places[:, 1], places[:, 0]]
    wrong = [int((words != read).sum(axis=1).min()) for read in (straight, swapped)]
    # One module beside the format information is dark in every symbol.
    return wrong[1] == 0 and wrong[0] > 1 and bool(dark[8, MODULES - 8])


# --- the picture as a whole -------------------------------------------------------------------------------------------


def _whole(grey: Any) -> Measured:
    # Every pixel counts: of a fine pattern a few at equal distances may all be dark.
    darker = np.cumsum(opencv().calcHist([grey], [0], None, [256], [0, 256]))
    return Measured(light=float(np.searchsorted(darker, 0.95 * grey.size)), edge=_edge(grey))


TILE = 64
TILES = 24


def _edge(grey: Any) -> float | None:
    """Pixels over which the sharpest clear edges of a picture spread, or None where it has none.

    By blurring an edge a little more and a lot more one learns how blurred it was: the steepest slope of an edge of standard
    deviation s falls as 1 / sqrt(s^2 + t^2) when blurred by t (Zhuo and Sim, Defocus map estimation from a single image,
    Pattern Recognition 44, 2011).

    What is steep after a lot of blurring is an edge; what is steep before may be noise, which would be taken for a sharp one.
    """
    cv2 = opencv()
    little, much = 1.5, 4.0
    found = []
    for top, left in _busiest(grey):
        tile = grey[top : top + TILE, left : left + TILE].astype(np.float32)
        first, second = (_slope(cv2.GaussianBlur(tile, (0, 0), sigma)) for sigma in (little, much))
        at = np.unravel_index(int(second.argmax()), second.shape)
        ratio = (first[at] / max(float(second[at]), 1e-6)) ** 2
        if ratio > 1:
            found.append(math.sqrt(max((much**2 - ratio * little**2) / (ratio - 1), 0.0)))
    return SPREAD * float(np.percentile(found, 20)) if len(found) >= 3 else None


def _busiest(grey: Any) -> list[tuple[int, int]]:
    """Top and left of the TILES tiles with the widest range of brightness, without those whose range noise may make."""
    step = 4
    rows, columns = (side // TILE for side in grey.shape)
    few = grey[: rows * TILE : step, : columns * TILE : step].reshape(rows, TILE // step, columns, TILE // step)
    ranges = (few.max(axis=(1, 3)).astype(int) - few.min(axis=(1, 3))) if few.size else np.zeros((0, 0))
    best = np.argsort(ranges, axis=None)[::-1][:TILES]
    return [(at // columns * TILE, at % columns * TILE) for at in map(int, best) if ranges.flat[at] > 50]


def _slope(tile: Any) -> Any:
    cv2 = opencv()
    return np.hypot(cv2.Sobel(tile, cv2.CV_32F, 1, 0, scale=0.125), cv2.Sobel(tile, cv2.CV_32F, 0, 1, scale=0.125))


# --- what to do -------------------------------------------------------------------------------------------------------


def advice(sightings: Sightings, size: tuple[int, int]) -> tuple[Sentence, ...]:
    """Why labels were not read and what to do, the most useful sentence first, MOST_ADVICE at most.

    Nothing when there is nothing to complain of: every label that was found was read, and can be in the order in which it
    lies. *size*: width and height of the picture in pixels.
    """
    if sightings.unread:
        said = [*_full(sightings), *_unread(sightings)]
    elif not sightings and not sightings.foreign:
        said = list(_nothing(sightings, size))
    else:
        said = list(_full(sightings))
    if _is_mirrored(sightings):
        said.insert(0, say("The picture is mirrored. Switch mirroring off in the camera, or use the one at the back."))
    return tuple(said[:MOST_ADVICE])


def _full(sightings: Sightings) -> Iterator[Sentence]:
    if not sightings.whole:
        yield say(
            "The picture is full of patterns that look like labels; some may have been missed. "
            "Photograph the pieces alone, on a plain surface."
        )


def _unread(sightings: Sightings) -> Iterator[Sentence]:
    seen, number = sightings.measured, len(sightings.unread)
    causes = list(_causes(sightings))
    yield from causes
    if not causes:
        yield say_n(
            "One label was found and not read. Photograph it once more, from straight above and closer.",
            "{n} labels were found and not read. Photograph them once more, from straight above and closer.",
            number,
        )
    elif seen.module is not None and seen.module < NEEDED and _smallest(sightings) >= FAR:
        yield _closer(seen.module)


def _causes(sightings: Sightings) -> Iterator[Sentence]:
    """What was measured and is bad enough to be the cause, the surest first."""
    seen, number = sightings.measured, len(sightings.unread)
    yield from _light(seen)
    if seen.glare:
        yield say_n(
            "Light is reflected on one label that was not read. Tilt the phone or move the lamp until the shine is gone.",
            "Light is reflected on {n} labels that were not read. Tilt the phone or move the lamp until the shine is gone.",
            max(1, round(seen.glare * number)),
        )
    yield from _far_or_blurred(sightings)
    if seen.covered:
        yield say_n(
            "Something lies on one label that was not read. Move the thumb or the next piece off it.",
            "Something lies on {n} labels that were not read. Move the thumb or the next piece off them.",
            max(1, round(seen.covered * number)),
        )
    slant = max(_slant(one.corners) for one in sightings.unread)
    if slant > SLANTED:
        yield say(
            "Hold the phone more from above: a label that was not read looks {times} times as long as wide.", times=_short(slant)
        )


def _light(seen: Measured) -> Iterator[Sentence]:
    if seen.paper is None or seen.ink is None:
        return
    if seen.paper < DARK:
        yield say(
            "It is too dark: the paper has {paper} of 255 steps of brightness. Bring a lamp, or photograph nearer to the light.",
            paper=round(seen.paper),
        )
    elif seen.paper - seen.ink < FAINT and not _is_blurred(seen):
        yield say(
            "The labels are too pale: paper has {paper} and ink {ink} of 255 steps of brightness. "
            "Print them black on white, and wipe the lens.",
            paper=round(seen.paper),
            ink=round(seen.ink),
        )


def _far_or_blurred(sightings: Sightings) -> Iterator[Sentence]:
    """One, both or none of the two; the worse first."""
    seen, module = sightings.measured, _smallest(sightings)
    said = []
    if module < FAR:
        said.append((NEEDED / module, _closer(module)))
    if seen.blur is not None and _is_blurred(seen):
        said.append((seen.blur / BLURRED, _sharper(seen)))
    yield from (sentence for _, sentence in sorted(said, key=lambda one: -one[0]))


def _is_mirrored(sightings: Sightings) -> bool:
    """Whether most labels that were measured are mirror images: one alone may be an accident of reading."""
    return 2 * sightings.measured.mirrored > min(MOST, len(sightings.unread) or len(sightings))


def _smallest(sightings: Sightings) -> float:
    """Pixels of a module in the smaller ones of the labels that were not read."""
    modules = sorted(one.module for one in sightings.unread)
    return max(modules[len(modules) // 4], 0.5)


def _is_blurred(seen: Measured) -> bool:
    return seen.blur is not None and seen.module is not None and seen.blur > BLURRED and seen.blur * seen.module > SHARP_PIXELS


def _closer(module: float) -> Sentence:
    """How much closer, in words that need no decimals."""
    times = NEEDED / module
    width, needed = round(WIDTH * module), round(WIDTH * NEEDED)
    if times <= 1.5:
        return say(
            "Hold the phone a third closer: labels are about {width} pixels wide and should be {needed}.",
            width=width,
            needed=needed,
        )
    if times <= 2.2:
        return say(
            "Hold the phone twice as close: labels are about {width} pixels wide and should be {needed}.",
            width=width,
            needed=needed,
        )
    return say(
        "Hold the phone {n} times as close: labels are about {width} pixels wide and should be {needed}.",
        n=math.ceil(times - 0.2),
        width=width,
        needed=needed,
    )


def _sharper(seen: Measured) -> Sentence:
    return say(
        "The picture is blurred: edges spread over {n} pixels. Tap a label on the screen to focus, and hold still.",
        n=round((seen.blur or 0) * (seen.module or 0)),
    )


def _slant(corners: Corners) -> float:
    """How many times as long as wide a quadrilateral is."""
    across = math.dist(corners[0], corners[1]) + math.dist(corners[3], corners[2])
    down = math.dist(corners[0], corners[3]) + math.dist(corners[1], corners[2])
    return max(across, down) / max(min(across, down), 1e-6)


def _short(number: float) -> float:
    """A number with as many digits as people want: 2.43 is 2.4, 2.04 is 2, 5.2 is 5."""
    short = round(number, 1)
    return round(number) if number >= 3 or short.is_integer() else short


BLACK = 45.0
"""Brightness of the lightest twentieth of a picture under which nothing can be found in it."""

SMEARED = 5.0
"""Pixels over which even the sharpest edges spread where no label of a usual size can be found.

On tables of bench/rendered.py, with labels, with cards alone and bare, in good light and with twice the noise in half of
it: 0 to 3.2 as phones take them, up to 4.9 when blurred by a sigma of 2 pixels, 5.1 and more of all with cards from a sigma
of 3, where labels of up to 4 pixels a module are lost.
"""


def _nothing(sightings: Sightings, size: tuple[int, int]) -> Iterator[Sentence]:
    """Where no label of anyone was found. A blurred picture may look full of patterns, so that is said first."""
    seen = sightings.measured
    if seen.light is not None and seen.light < BLACK:
        yield say(
            "The picture is too dark: its lightest parts have {light} of 255 steps of brightness. "
            "Bring a lamp, and keep fingers off the lens.",
            light=round(seen.light),
        )
    if seen.edge is not None and seen.edge > SMEARED:
        yield say(
            "The picture is blurred: even its sharpest edges spread over {n} pixels. "
            "Tap a label on the screen to focus, and hold still.",
            n=round(seen.edge),
        )
    if not sightings.whole:
        yield from _full(sightings)
        return
    needed = round(WIDTH * NEEDED)
    if min(size) < 2 * needed:
        yield say(
            "The picture has only {width} by {height} pixels: too few for labels. Send the photograph itself, not a small copy.",
            width=size[0],
            height=size[1],
        )
        return
    yield say(
        "No label was found. Turn the printed side up and go so close that a label is at least {needed} of the picture’s "
        "{width} pixels wide.",
        needed=needed,
        width=size[0],
    )
