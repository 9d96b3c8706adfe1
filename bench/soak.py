"""How the scanner holds out: resident memory over many frames, damaged files of every format, memory for the largest photos.

    python bench/soak.py [--frames 5000] [--mutants 2000] [--seed 1] [--largest]

Looks at FRAMES pictures (tables of labels, and now and then noise, finder patterns or a damaged file) in the process that
looks for the web, and prints its resident memory, and this process's, as it goes. Opens MUTANTS damaged files of each format in
a process of its own: each must be opened or refused with a sentence. With --largest, the memory and CPU time that 50
megapixels take in each format.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from companion.scan import Unseeable
from companion.scan.worker import Pool
from tests.scan import damage
from tests.scan.scenes import finder_page, saved, table

HOUSE = Path(__file__).resolve().parents[1]
CODES = [f"HB:{n}" for n in range(100)]

OPEN = """
import sys, time
from companion.scan import photo
from companion.scan.readers import heic, opencv
from companion.scan.sight import see
opencv().setNumThreads(1), heic()
data = sys.stdin.buffer.read()
def peak():  # getrusage would tell that of the program that started this one
    status = dict(line.split(":", 1) for line in open("/proc/self/status"))
    return int(status["VmHWM"].split()[0]) * 1024
before, start = peak(), time.process_time()
photo.keep(photo.load(data))
opened, used = time.process_time() - start, peak()
labels = len(see(data, None, 60).sightings)
every = peak()
print(round((used - before) / 1e6), round(used / 1e6), round(opened, 2), round(every / 1e6), labels)
"""


def resident(pid: int) -> float:
    """Megabytes that the process has in memory now."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1000
    return float("nan")


def frames(count: int, seed: int) -> Iterator[bytes]:
    """Pictures of tables of all kinds, drawn before they are looked at; one in twenty is none."""
    chance = random.Random(seed)
    tables = []
    for number in range(40):
        rows = [chance.sample(CODES, chance.randint(1, 2)) for _ in range(chance.randint(1, 2))]
        size = chance.choice([(240, 180), (320, 240), (400, 300)])
        pixels = table(rows, size, turn=chance.uniform(0, 360), tilt=0.2, askew=6, seed=number).pixels
        tables.append(saved(pixels, chance.choice(["JPEG", "JPEG", "JPEG", "PNG", "WEBP", "HEIF", "AVIF"])))
    noise = np.random.default_rng(seed).integers(0, 256, (240, 320, 3), dtype=np.uint8)
    odd = [saved(noise), saved(finder_page(8, 3), "PNG"), b"hello"]
    for kind in damage.KINDS:
        odd += damage.mutants(kind, 10, seed)
    for _ in range(count):
        yield chance.choice(odd if chance.random() < 0.05 else tables)


def soak(count: int, seed: int) -> None:
    pool = Pool(1)
    answers: Counter[str] = Counter()
    pids: set[int] = set()
    started, own = time.perf_counter(), os.getpid()
    print(f"{'frames':>8}{'looking MB':>12}{'asking MB':>11}{'files':>7}{'threads':>9}{'seconds':>9}")
    for number, data in enumerate(frames(count, seed), 1):
        try:
            pool.look(data, frozenset(CODES))
            answers["seen"] += 1
        except Unseeable as refused:
            answers[type(refused).__name__] += 1
        pids.update(pool.pids)
        if number in (10, 100) or number % max(1, count // 10) == 0:
            (pid,) = pool.pids
            files = len(list(Path(f"/proc/{own}/fd").iterdir()))
            spent = time.perf_counter() - started
            numbers = f"{resident(pid):>12.1f}{resident(own):>11.1f}{files:>7}{threading.active_count():>9}{spent:>9.0f}"
            print(f"{number:>8}{numbers}", flush=True)
    print(f"answers: {dict(answers)}; processes used: {len(pids)}")
    pool.close()


def damaged(count: int, seed: int) -> None:
    for kind in damage.KINDS:
        program = [sys.executable, "-m", "tests.scan.damage", kind, str(count), str(seed)]
        ended = subprocess.run(program, cwd=HOUSE, capture_output=True, text=True)
        fault = f"ended with {ended.returncode}: {ended.stderr[-300:]}"
        told = json.loads(ended.stdout)[kind] if ended.returncode == 0 else fault
        print(f"{kind:<6}{told}", flush=True)


def largest() -> None:
    """50 megapixels with 40 labels in them, in each format: what opening takes, and the peak when they are read as well."""
    from PIL import Image

    print(f"{'50 megapixels as':<20}{'MB to open':>12}{'MB in all':>12}{'s of CPU':>12}{'MB to read':>12}{'labels':>12}")

    small = table([CODES[row * 8 : row * 8 + 8] for row in range(5)], (2040, 1530)).pixels
    colour = Image.fromarray(small[:, :, ::-1]).resize((8160, 6120))
    exif = Image.Exif()
    exif[0x0112] = 6
    for name, image, kind, options in (
        ("JPEG", colour, "JPEG", {"quality": 88}),
        ("JPEG, on its side", colour, "JPEG", {"quality": 88, "exif": exif}),
        ("JPEG, progressive", colour, "JPEG", {"quality": 88, "progressive": True}),
        ("PNG", colour, "PNG", {"compress_level": 1}),
        ("PNG, transparent", colour.convert("RGBA"), "PNG", {"compress_level": 1}),
        ("WebP", colour, "WEBP", {"method": 0, "quality": 70}),
        ("HEIC", colour, "HEIF", {"quality": 40}),
        ("AVIF", colour, "AVIF", {"quality": 50, "speed": 10}),
    ):
        data = saved(image, kind, **options)
        ended = subprocess.run([sys.executable, "-c", OPEN], cwd=HOUSE, input=data, capture_output=True, check=True)
        print(f"{name:<20}" + "".join(f"{value:>12}" for value in ended.stdout.decode().split()), flush=True)


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    asked.add_argument("--frames", type=int, default=5000)
    asked.add_argument("--mutants", type=int, default=2000)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--largest", action="store_true")
    given = asked.parse_args()
    if given.frames:
        soak(given.frames, given.seed)
    if given.mutants:
        damaged(given.mutants, given.seed)
    if given.largest:
        largest()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
