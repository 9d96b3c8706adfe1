"""How a live camera's frames are read, beside zbar alone on each frame.

    python bench/watch.py [--frames 40] [--rate 4] [--seed 1] [--closed] [--looks]

Draws films of a hand-held camera over a table with 12 cards: it sways, hunts for focus, a hand passes, a card is taken away and
another comes. Prints over time how many of the labels on the table are known, labels told that are not there (a card that
was just taken away may stay for HOLD seconds), and the CPU milliseconds of one thread for each frame: Companion's watcher,
Companion reading each frame by itself, and zbar alone. With --closed the watcher knows which codes are in the box; with
--looks it is printed instead how like its portrait a label is in later frames, and how like it other labels are.
"""

from __future__ import annotations

import argparse
import itertools
import math
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import segno

from companion.scan import follow, sight, watch
from companion.scan.readers import zbar

SIZES = {"720p": (1280, 720), "1080p": (1920, 1080)}
FINE = 6
"""Pixels of a module on the table before it is filmed."""

PITCH = (44, 52)
"""Modules from card to card."""

BOX = tuple(f"FL:{letter}{number}" for letter in ("BP", "BW", "BY", "T") for number in range(1, 15))


@dataclass(frozen=True)
class Frame:
    """A frame (grey), when it was taken, and where which labels lie on the table, whether a hand covers them or not."""

    grey: Any
    at: float
    labels: dict[str, Any]


def tabletop(codes: list[str | None], random: np.random.Generator) -> tuple[Any, dict[str, Any]]:
    """Four columns of cards on wood, FINE pixels a module, and the corners of their symbols."""
    rows = -(-len(codes) // 4)
    width, height = (4 * PITCH[0] + 20) * FINE, (rows * PITCH[1] + 20) * FINE
    grain = cv2.GaussianBlur(random.standard_normal((height, width)).astype(np.float32), (0, 0), sigmaX=60, sigmaY=2)
    top = np.clip(95 + 14 * grain / grain.std(), 0, 255).astype(np.uint8)
    corners = {}
    for place, code in enumerate(codes):
        x, y = (10 + place % 4 * PITCH[0]) * FINE, (10 + place // 4 * PITCH[1]) * FINE
        shade, art = int(random.integers(60, 220)), random.integers(0, 256, (5, 6), np.uint8)
        if code is None:
            continue
        card = top[y : y + 46 * FINE, x : x + 36 * FINE]
        card[:] = shade
        card[2 * FINE : 14 * FINE, 2 * FINE : 34 * FINE] = cv2.resize(
            art, (32 * FINE, 12 * FINE), interpolation=cv2.INTER_NEAREST
        )
        symbol = segno.make_qr(code, version=1, error="H", boost_error=False)
        dark = np.kron(np.pad([[bool(module) for module in row] for row in symbol.matrix], 4), np.ones((FINE, FINE), bool))
        left, upper = x + 3 * FINE, y + 15 * FINE
        top[upper : upper + len(dark), left : left + len(dark)] = np.where(dark, 35, 240)
        near, far = 4 * FINE, 25 * FINE
        corners[code] = np.array([[near, near], [far, near], [far, far], [near, far]]) + np.array([left, upper], np.float64)
    return top, corners


def film(kind: str, module: float, frames: int, rate: float, seed: int) -> Iterator[Frame]:
    """*frames* at *rate* a second with modules of about *module* pixels."""
    random = np.random.default_rng(seed)
    size = SIZES[kind]
    codes: list[str | None] = [str(code) for code in random.permutation(BOX)[:13]]
    late = codes.pop()
    wood = int(random.integers(1 << 30))
    sway = random.uniform(0, 2 * math.pi, 8)
    drawn = tabletop(codes, np.random.default_rng(wood))
    before: Any = None
    for number in range(frames):
        if number == frames // 2:
            codes[5] = None
        if number == frames * 3 // 4:
            codes[5] = late
        if number in (frames // 2, frames * 3 // 4):
            drawn = tabletop(codes, np.random.default_rng(wood))
        at = number / rate
        there = camera(size, module, at, sway, drawn[0].shape)
        canvas = cv2.warpPerspective(drawn[0], np.diag([2.0, 2.0, 1.0]) @ there, (2 * size[0], 2 * size[1]), borderValue=70)
        picture = cv2.resize(canvas, size, interpolation=cv2.INTER_AREA)
        if frames // 4 <= number < frames // 4 + 4:
            hand(picture, (number - frames // 4) / 4, at)
        yield Frame(photographed(picture, there, before, at, sway, random), at, {c: moved(q, there) for c, q in drawn[1].items()})
        before = there


def camera(size: tuple[int, int], module: float, at: float, sway: Any, room: tuple[int, int]) -> Any:
    """From the table's pixels to the frame's at a time: a hand sways slowly and shakes quickly."""
    slow = [math.sin(0.9 * at + sway[0]), math.sin(1.3 * at + sway[1]), math.sin(0.7 * at + sway[2])]
    quick = [math.sin(7.1 * at + sway[3]), math.sin(8.3 * at + sway[4])]
    scale = module / FINE * (1 + 0.06 * slow[2])
    turn = math.radians(8 * slow[0] + 1.0 * quick[1])
    spin = np.array([[math.cos(turn), -math.sin(turn), 0], [math.sin(turn), math.cos(turn), 0], [0, 0, 1]])
    middle = np.array([[1, 0, -room[1] / 2], [0, 1, -room[0] / 2], [0, 0, 1]])
    lean = np.array([[1, 0, 0], [0, 1, 0], [0, 2e-4 + 1e-4 * slow[1], 1]]) @ np.diag([scale, scale, 1.0])
    x = size[0] / 2 + 0.06 * size[0] * slow[1] + 0.004 * size[0] * quick[0]
    y = size[1] / 2 + 0.02 * size[1] * slow[0] + 0.004 * size[1] * quick[1]
    return np.array([[1, 0, x], [0, 1, y], [0, 0, 1]]) @ lean @ spin @ middle


def moved(points: Any, there: Any) -> Any:
    return cv2.perspectiveTransform(np.asarray(points, np.float64)[None], there)[0]


def hand(picture: Any, progress: float, at: float) -> None:
    """An arm that reaches over the table and goes away again."""
    height, width = picture.shape
    reach = height * (0.35 + 0.25 * math.sin(math.pi * progress))
    tip = (round(width * (0.4 + 0.15 * progress)), round(height - reach))
    cv2.line(picture, (round(width * 0.6), height), tip, 150 + round(10 * math.sin(at)), height // 7, cv2.LINE_AA)


def photographed(picture: Any, there: Any, before: Any, at: float, sway: Any, random: np.random.Generator) -> Any:
    """Focus that hunts, the blur of the movement while the shutter is open (a tenth of the frame's time), noise, JPEG."""
    focus = 0.6 + 1.4 * max(0.0, math.sin(2.1 * at + sway[5])) ** 3 * picture.shape[1] / 1920
    picture = cv2.GaussianBlur(picture, (0, 0), focus)
    if before is not None:
        middle = np.array([[150.0, 150.0], [900.0, 700.0]])
        step = (moved(middle, there) - moved(middle, before)).mean(axis=0) / 10
        length = float(np.hypot(*step))
        if length > 0.5:
            side = 2 * math.ceil(length / 2) + 1
            streak = np.zeros((side, side), np.float32)
            for part in np.linspace(-0.5, 0.5, 40):
                x, y = (side / 2 + step * part).astype(int)
                streak[y, x] += 1
            picture = cv2.filter2D(picture, -1, streak / streak.sum())
    noisy = np.clip(picture * 0.8 + 3 * random.standard_normal(picture.shape, np.float32), 0, 255).astype(np.uint8)
    return cv2.imdecode(cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, 80])[1], cv2.IMREAD_GRAYSCALE)


def run(kind: str, module: float, given: argparse.Namespace) -> None:
    """Prints one film's figures."""
    cv2.setNumThreads(1)
    alone = zbar()
    known = frozenset(BOX) if given.closed else None
    watcher = watch.Watcher(known)
    readers: dict[str, Callable[[Frame], list[str]]] = {
        "watcher": lambda frame: [label.code for label in watcher.frame(frame.grey, frame.at)],
        "each frame": lambda frame: [label.code for label in sight(frame.grey, known)],
    }
    if alone is not None:
        readers["zbar alone"] = lambda frame: [text for text, _ in alone(frame.grey)]
    recall: dict[str, list[float]] = {name: [] for name in readers}
    spent: dict[str, list[float]] = {name: [] for name in readers}
    wrong: Counter[str] = Counter()
    gone: dict[str, float] = {}
    there: set[str] = set()
    for frame in film(kind, module, given.frames, given.rate, given.seed):
        for code in there - frame.labels.keys():
            gone[code] = frame.at
        there = set(frame.labels)
        lately = {code for code, at in gone.items() if frame.at - at <= watch.HOLD + 1 / given.rate}
        for name, read in readers.items():
            started = time.process_time()
            codes = read(frame)
            spent[name].append(1000 * (time.process_time() - started))
            recall[name].append(len(there & set(codes)) / len(there))
            wrong[name] += sum(code not in there | (lately if name == "watcher" else set()) for code in codes)
            wrong[name] += len(codes) - len(set(codes))
    print(
        f"\n{kind}, {module} px a module, {given.frames} frames at {given.rate} a second{', closed set' if given.closed else ''}"
    )
    heads = (("frame 1", 8), ("2", 6), ("3", 6), ("mean", 7), ("from 4: least", 15), ("false", 7))
    costs = (("CPU ms: mean", 14), ("median", 8), ("p95", 6), ("most", 6))
    print(" " * 12 + "".join(f"{head:>{width}}" for head, width in (*heads, *costs)))
    for name, found in recall.items():
        times = spent[name]
        print(
            f"{name:<12}{found[0]:>8.2f}{found[1]:>6.2f}{found[2]:>6.2f}{np.mean(found):>7.3f}{min(found[3:]):>15.2f}{wrong[name]:>7}"
            f"{np.mean(times):>14.0f}{np.median(times):>8.0f}{np.percentile(times, 95):>6.0f}{max(times):>6.0f}"
        )
    if given.frames <= 60:
        for name, found in recall.items():
            print(f"{name:<12}{' '.join(f'{round(100 * part):d}' for part in found)}")
    print(f"memory to keep for this camera: {len(repr(watch.spelled(watcher.watched))) / 1000:.0f} kB as JSON")


def looks(kind: str, module: float, given: argparse.Namespace) -> None:
    """Prints the correlations that `follow.LOOKS` and `follow.MEANS` part: with a label's own portrait and with others'."""
    frames = list(film(kind, module, given.frames, given.rate, given.seed))
    own: list[tuple[float, float]] = []
    others: list[tuple[float, float]] = []
    for before, now in itertools.pairwise(frames):
        portraits = {code: follow.portrait(before.grey, follow.as_corners(corners)) for code, corners in before.labels.items()}
        for code, corners in now.labels.items():
            for other, portrait in portraits.items():
                whole, part, _ = follow.likeness(now.grey, follow.as_corners(corners), portrait)
                (own if other == code else others).append((whole, part))
    print(f"\n{kind}, {module} px a module: correlation over all modules, and over those that differ")
    for name, pairs in (("own", own), ("other", others)):
        marks = [f"{np.percentile(values, share):.2f}" for values in np.array(pairs).T for share in (0.1, 1, 5, 50, 95, 99, 99.9)]
        print(f"{name:<8}{len(pairs):>7} pairs; percentiles .1 1 5 50 95 99 99.9: {' '.join(marks[:7])} | {' '.join(marks[7:])}")


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    asked.add_argument("--frames", type=int, default=40)
    asked.add_argument("--rate", type=float, default=4.0)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--closed", action="store_true")
    asked.add_argument("--looks", action="store_true")
    asked.add_argument("--save", help="write the frames of the first film into this folder instead")
    given = asked.parse_args()
    if given.save:
        for number, frame in enumerate(film("720p", 2.5, given.frames, given.rate, given.seed)):
            cv2.imwrite(f"{given.save}/{number:03}.jpg", frame.grey)
        return 0
    for kind, module in (("720p", 2.5), ("720p", 3.5), ("1080p", 2.5), ("1080p", 4.5)):
        (looks if given.looks else run)(kind, module, given)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
