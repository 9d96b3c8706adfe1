"""How many labels are read, by what, and how fast: Companion beside pyzbar, zxing-cpp and OpenCV on the same pictures.

    python bench/scan.py [FOLDER] [--only SET ...] [--readers NAME ...] [--frames N] [--seed S] [--json] [--missed]

The pictures are drawn (bench/rendered.py): `table`, tables with 1 to 40 labels; `covered`, each label under a thumb or a
card; `foreign`, labels of other boxes, none of which may be taken for one of the table's; `rows`, for the reading order;
`single`, one card before a live camera. `photos` are the photographs in FOLDER, each with its text beside it, in all four
rotations. `companion` is `companion.scan.sight`, `closed set` the same told which labels the table's box has. OpenCV runs in a
process of its own, which is ended when a picture takes it longer than 10 seconds.

A label counts as read when its code is read with the middle less than half a label from the true one. A false read is a
text that no label there has, or a place where none with that text lies; `twice` counts labels told more than once. Times
are milliseconds of one thread's CPU for a picture that is already decoded. `>= 2.5` are all labels with modules of 2.5 pixels
and more; the other columns are what is nearest to their number.
"""

from __future__ import annotations

import argparse
import importlib
import json
import math
import multiprocessing
import os
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from bench import rendered
from companion.scan import Unseeable, photo
from companion.scan.seen import Sightings
from companion.scan.sight import sight

ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
DEADLINE = 30.0
"""Seconds that ours may take for a picture. Longer than the house gives, so that a busy machine does not spoil the recall."""

HANG = 10.0
"""Seconds after which OpenCV's decoders are ended."""

COLUMNS = ("1.75", "2", "2.5", "3", "4+", ">= 2.5")
PICTURES = {".jpg", ".jpeg", ".png", ".webp", ".heic", ".avif"}


@dataclass(frozen=True, slots=True)
class Reading:
    """A text and the middle of where it was read."""

    text: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Answer:
    """What a reader says of a picture; `ms` of CPU. `told` is what ours said in full. `hung`: it had to be ended."""

    readings: tuple[Reading, ...]
    ms: float
    told: Sightings | None = None
    hung: bool = False


Reader = Callable[[Any, Any, frozenset[str]], Answer]
"""From a picture in colour, the same in grey, and the codes of the table's box."""


# --- readers ----------------------------------------------------------------------------------------------------------


def _ours(pixels: Any, known: frozenset[str] | None) -> Answer:
    start = time.process_time()
    told = sight(pixels, known=known, deadline=DEADLINE)
    ms = 1000 * (time.process_time() - start)
    return Answer(tuple(Reading(seen.code, *seen.centre) for seen in (*told, *told.foreign)), ms, told)


def _pyzbar(grey: Any) -> list[Reading]:
    module = importlib.import_module("pyzbar.pyzbar")
    found = module.decode(grey, symbols=[module.ZBarSymbol.QRCODE])
    return [_at(code.data.decode("utf-8", "replace"), code.polygon) for code in found if code.polygon]


def _zxing(grey: Any) -> list[Reading]:
    module = importlib.import_module("zxingcpp")
    found = []
    for code in module.read_barcodes(grey, formats=module.BarcodeFormat.QRCode):
        place = code.position
        corners = [(at.x, at.y) for at in (place.top_left, place.top_right, place.bottom_right, place.bottom_left)]
        found.append(_at(code.text, corners))
    return found


def _at(text: str, corners: Any) -> Reading:
    x, y = np.asarray(corners, np.float64).reshape(-1, 2).mean(axis=0) + 0.5
    return Reading(text, float(x), float(y))


def _timed(read: Callable[[Any], list[Reading]], grey: Any) -> Answer:
    start = time.process_time()
    readings = read(grey)
    return Answer(tuple(readings), 1000 * (time.process_time() - start))


def _grey_only(read: Callable[[Any], list[Reading]]) -> Reader:
    return lambda _, grey, __: _timed(read, grey)


def _opencv(which: str, grey: Any) -> list[Reading]:
    detector: Any = cv2.QRCodeDetectorAruco() if which == "OpenCV Aruco" else cv2.QRCodeDetector()
    try:
        _, texts, corners, _ = detector.detectAndDecodeMulti(grey)
    except (cv2.error, UnicodeDecodeError, ValueError):
        return []
    return [] if corners is None else [_at(text, quad) for text, quad in zip(texts, corners, strict=True) if text]


def _serve(asked: Connection) -> None:
    """In the process apart: pictures in, what OpenCV reads out."""
    cv2.setNumThreads(1)
    while True:
        try:
            which, grey = asked.recv()
        except EOFError:
            return
        start = time.process_time()
        readings = _opencv(which, grey)
        asked.send((readings, 1000 * (time.process_time() - start)))


@dataclass(slots=True)
class Apart:
    """OpenCV's decoders in a process that may be ended."""

    process: Any = None
    there: Any = None

    def read(self, which: str, grey: Any) -> Answer:
        if self.process is None:
            context = multiprocessing.get_context("spawn")
            self.there, here = context.Pipe()
            self.process = context.Process(target=_serve, args=(here,), daemon=True)
            self.process.start()
            here.close()
        try:
            self.there.send((which, grey))
            if self.there.poll(HANG):
                readings, ms = self.there.recv()
                return Answer(tuple(readings), ms)
        except (EOFError, OSError):
            pass  # it crashed: as good as hung
        self.process.kill()
        self.process.join()
        self.process = None
        return Answer((), 1000 * HANG, hung=True)


def available() -> dict[str, Reader]:
    """The readers that are installed, by name."""
    apart = Apart()
    found: dict[str, Reader] = {
        "companion": lambda pixels, _, __: _ours(pixels, None),
        "closed set": lambda pixels, _, known: _ours(pixels, known),
        "OpenCV Aruco": lambda _, grey, __: apart.read("OpenCV Aruco", grey),
        "OpenCV": lambda _, grey, __: apart.read("OpenCV", grey),
    }
    for name, module, read in (("pyzbar", "pyzbar.pyzbar", _pyzbar), ("zxing-cpp", "zxingcpp", _zxing)):
        try:
            importlib.import_module(module)
        except ImportError:
            print(f"{name} is not installed here and not measured", file=sys.stderr)
            continue
        found[name] = _grey_only(read)
    order = ("companion", "closed set", "pyzbar", "zxing-cpp", "OpenCV Aruco", "OpenCV")
    return {name: found[name] for name in order if name in found}


# --- counting ---------------------------------------------------------------------------------------------------------


def column(module: float) -> str:
    """The size of a label's module, as the nearest of those in the table."""
    return "1.75" if module < 1.875 else "2" if module < 2.25 else "2.5" if module < 2.75 else "3" if module < 3.5 else "4+"


@dataclass(slots=True)
class Score:
    """What one reader made of a set. `of` and `read` are counted by column; `ms` are times by kind of picture."""

    of: Counter[str] = field(default_factory=Counter)
    read: Counter[str] = field(default_factory=Counter)
    ms: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    false: int = 0
    matched: int = 0
    twice: int = 0
    hung: int = 0
    rows: int = 0
    rows_right: int = 0
    turned: int = 0
    turned_right: int = 0
    missed: list[str] = field(default_factory=list)

    def recall(self, of: str) -> float | None:
        return self.read[of] / self.of[of] if self.of[of] else None

    def plain(self) -> dict[str, Any]:
        """As values for JSON."""
        times = {kind: _times(values) for kind, values in self.ms.items()}
        recall = {name: self.recall(name) for name in self.of}
        counts = {name: getattr(self, name) for name in ("false", "twice", "hung", "matched")}
        order = {name: getattr(self, name) for name in ("rows", "rows_right", "turned", "turned_right")} if self.rows else {}
        return {"labels": dict(self.of), "recall": recall, "ms": times, **counts, **order}


def _times(values: Sequence[float]) -> dict[str, float]:
    return {"median": float(np.median(values)), "p95": float(np.percentile(values, 95))}


def count(score: Score, frame: rendered.Frame, answer: Answer, by: Callable[[rendered.Placed], Sequence[str]]) -> None:
    """Adds a frame to *score*; *by* names the columns that a label counts in."""
    score.ms[frame.kind].append(answer.ms)
    score.hung += answer.hung
    taken: Counter[int] = Counter()
    for reading in answer.readings:
        near = [
            number
            for number, label in enumerate(frame.labels)
            if label.code == reading.text
            and math.dist((reading.x, reading.y), label.corners.mean(axis=0)) < label.module * rendered.SIDE / 2
        ]
        score.false += not near
        taken.update(near[:1])
        if not near:
            score.missed.append(f"{frame.name}: false {reading.text!r} at {reading.x:.0f}, {reading.y:.0f}")
    for number, label in enumerate(frame.labels):
        names = by(label)
        score.of.update(names)
        if taken[number]:
            score.read.update(names)
        else:
            x, y = label.corners.mean(axis=0)
            score.missed.append(f"{frame.name}: {label.code} at {x:.0f}, {y:.0f}, {label.module:.2f} px a module")
    score.twice += sum(times - 1 for times in taken.values())
    if answer.told is not None:
        score.matched += sum(seen.code in frame.known for seen in answer.told)
        if frame.rows:
            _count_rows(score, frame, answer.told)


def _count_rows(score: Score, frame: rendered.Frame, told: Sightings) -> None:
    """Rows that were told whole and in order, but for labels not read at all; and labels told to lie as they do."""
    seen = {sighting.code: sighting.turned for sighting in told}
    expected = [tuple(code for code in row if code in seen) for row in frame.rows]
    expected = [row for row in expected if row]
    score.rows += len(expected)
    right = sum(row in told.codes for row in expected)
    score.rows_right += right
    if right < len(expected):
        score.missed.append(f"{frame.name}: order {told.codes} instead of {expected}")
    if "sideways" in frame.name:
        turns = [(label.turned, seen[label.code]) for label in frame.labels if label.code in seen]
        score.turned += len(turns)
        score.turned_right += sum(is_so == said for is_so, said in turns)


def _by_module(label: rendered.Placed) -> Sequence[str]:
    return (column(label.module), ">= 2.5") if label.module >= 2.5 else (column(label.module),)


def _by_cover(label: rendered.Placed) -> Sequence[str]:
    return (f"{label.covered:.0%}",)


def _all(_: rendered.Placed) -> Sequence[str]:
    return ("all",)


BY = {"table": _by_module, "covered": _by_cover, "foreign": _by_module, "rows": _all, "single": _all}


def measure(which: str, readers: dict[str, Reader], seed: int, frames: int | None) -> dict[str, Score]:
    """Every reader on every frame of a rendered set, frame by frame."""
    scores = {name: Score() for name in readers}
    for number, frame in enumerate(rendered.frames(which, seed, frames), start=1):
        grey = cv2.cvtColor(frame.pixels, cv2.COLOR_BGR2GRAY)
        for name, read in readers.items():
            count(scores[name], frame, read(frame.pixels, grey, frame.known), BY[which])
        if sys.stderr.isatty():
            print(f"\r{which} {number}", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print("\r", end="", file=sys.stderr)
    return scores


# --- photographs ------------------------------------------------------------------------------------------------------


def photographs(folder: Path) -> Iterator[tuple[Path, str]]:
    """Pictures in *folder* and below, and what the code on each says."""
    for path in sorted(folder.rglob("*")):
        told = path.with_suffix(".txt")
        if path.suffix.lower() in PICTURES and told.exists():
            yield path, told.read_bytes().decode("utf-8", "replace")


def same(read: str, expected: str) -> bool:
    """Whether two texts are one, but for how lines end and what guessed charsets made of other than ASCII."""

    def plain(text: str) -> str:
        # In Shift JIS one byte is a backslash and a yen sign.
        return "".join(sign for sign in text.replace("\N{YEN SIGN}", "\\") if sign.isascii() and not sign.isspace())

    return plain(read) == plain(expected)


def measure_photographs(folder: Path, readers: dict[str, Reader], frames: int | None) -> dict[str, Score]:
    """Every reader but that with the closed set on each photograph in four rotations; columns are folders."""
    scores = {name: Score() for name in readers if name != "closed set"}
    pictures = list(photographs(folder))
    for path, expected in pictures[:: max(1, len(pictures) // frames) if frames else 1]:
        try:
            upright = photo.load(path.read_bytes()).grey
        except Unseeable as refused:
            print(f"{path.name}: {refused}", file=sys.stderr)
            continue
        for turn in range(4):
            grey = np.ascontiguousarray(np.rot90(upright, -turn))
            for name, score in scores.items():
                answer = readers[name](grey, grey, frozenset())
                names = (path.parent.name, "all")
                right = [same(reading.text, expected) for reading in answer.readings]
                score.of.update(names)
                score.read.update(names if any(right) else ())
                score.false += right.count(False)
                score.hung += answer.hung
                score.ms["photo"].append(answer.ms)
                if not any(right):
                    score.missed.append(f"{path.parent.name}/{path.name} at {90 * turn}")
    return scores


# --- telling ----------------------------------------------------------------------------------------------------------


def _table(which: str, scores: dict[str, Score]) -> str:
    named = {name for score in scores.values() for name in score.of}
    columns = [name for name in COLUMNS if name in named] or sorted(named, key=lambda name: (name == "all", name))
    first = next(iter(scores.values()))
    kinds = list(first.ms)
    heads = [*columns, "false", "twice"]
    heads += ["matched"] if which == "foreign" else ["rows", "turned"] if which == "rows" else []
    lines = [
        f"{which}: {sum(map(len, first.ms.values()))} pictures, " + ", ".join(f"{first.of[name]} {name}" for name in columns)
    ]
    lines.append(f"{'':14}" + "".join(f"{head:>9}" for head in heads) + "".join(f"{'ms ' + kind:>14}" for kind in kinds))
    for name, score in scores.items():
        cells = [_share(score.read[head], score.of[head]) for head in columns] + [str(score.false), str(score.twice)]
        if which == "foreign":
            cells.append(str(score.matched) if name == "closed set" else "")
        if which == "rows":
            cells += [_share(score.rows_right, score.rows), _share(score.turned_right, score.turned)]
        times = [_times(score.ms[kind]) for kind in kinds]
        lines.append(
            f"{name:14}"
            + "".join(f"{cell:>9}" for cell in cells)
            + "".join(f"{time['median']:>8.0f}/{time['p95']:<5.0f}" for time in times)
            + (f"  ended {score.hung} times" if score.hung else "")
        )
    return "\n".join(lines)


def _share(part: int, whole: int) -> str:
    """Rounded down to three places, so that 1.000 is all."""
    return f"{math.floor(1000 * part / whole) / 1000:.3f}" if whole else ""


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    readers = available()
    asked.add_argument("folder", type=Path, nargs="?")
    asked.add_argument("--only", choices=[*rendered.SETS, "photos"], nargs="+", metavar="SET")
    asked.add_argument("--readers", choices=list(readers), nargs="+", metavar="NAME", help=", ".join(readers))
    asked.add_argument("--frames", type=int, help="so many pictures of each set, spread over it")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--json", action="store_true")
    asked.add_argument("--missed", action="store_true", help="name what was not read, or read wrongly")
    given = asked.parse_args()
    if any(name not in os.environ for name in ONE_THREAD):  # numpy reads it when it is imported
        os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], os.environ | ONE_THREAD)
    cv2.setNumThreads(1)
    if given.readers:
        readers = {name: read for name, read in readers.items() if name in given.readers}
    wanted = given.only or [*rendered.SETS, "photos"]
    told: dict[str, Any] = {}
    for which in wanted:
        if which != "photos":
            scores = measure(which, readers, given.seed, given.frames)
        elif given.folder is None:
            continue
        else:
            scores = measure_photographs(given.folder, readers, given.frames)
        if not any(score.of for score in scores.values()):
            print(f"{which}: no pictures with texts beside them", file=sys.stderr)
            return 2
        if given.json:
            told[which] = {
                name: score.plain() | ({"missed": score.missed} if given.missed else {}) for name, score in scores.items()
            }
            continue
        print(_table(which, scores), end="\n\n", flush=True)
        if given.missed:
            for name, score in scores.items():
                print(f"missed by {name}:", *score.missed or ["nothing"], sep="\n  ", end="\n\n")
    if given.json:
        print(json.dumps(told, indent=2))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
