"""Files with a few bytes changed, as bad memory cards, broken uploads and ill will make them.

    python -m tests.scan.damage KIND,... COUNT SEED

opens COUNT mutants of a small picture of each kind and prints, as JSON, how many were opened and how the others were refused.
Any other exception ends it with a traceback, and a crash of a decoder ends it without one.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter

from companion.scan import Unseeable, photo
from tests.scan.scenes import label, saved

KINDS = ("JPEG", "MPO", "PNG", "WEBP", "HEIF", "AVIF")


def sound(kind: str, pixels: int = 2) -> bytes:
    """A small picture of *kind* with what phones write into it: an orientation, a place, a profile."""
    from PIL import Image

    exif = Image.Exif()
    exif[0x0112] = 6
    exif.get_ifd(0x8825)[2] = (41.0, 22.0, 59.0)
    image = Image.fromarray(label("FL:BP7", pixels=pixels)[:, :, ::-1])
    more = {"save_all": True, "append_images": [image]} if kind == "MPO" else {}
    return saved(image, kind, exif=exif.tobytes(), **more)


def mutated(data: bytes, chance: random.Random) -> bytes:
    """*data* with a few bytes flipped, cut out, doubled, or moved; cut off; mostly near the head, where sizes stand."""
    broken = bytearray(data)
    for _ in range(chance.randint(1, 6)):
        if not broken:
            break
        here = chance.randrange(min(len(broken), chance.choice([64, 256, len(broken)])))
        there = chance.randrange(len(broken))
        match chance.randrange(8):
            case 0:
                broken[here] = chance.choice([0, 1, 127, 128, 255, chance.randrange(256)])
            case 1 | 2:
                broken[here] ^= 1 << chance.randrange(8)
            case 3:
                del broken[here : here + chance.randint(1, 8)]
            case 4:
                broken[here:here] = broken[here : here + chance.randint(1, 8)]
            case 5:
                broken[here : here + 4] = chance.choice([b"\xff\xff\xff\xff", b"\0\0\0\0", b"\x7f\xff\xff\xff", b"\0\0\x75\x30"])
            case 6:
                broken[here:here] = broken[there : there + chance.randint(1, 200)]
            case 7:
                if chance.random() < 0.3:
                    del broken[max(here, 1) :]
    return bytes(broken)


def spliced(one: bytes, other: bytes, chance: random.Random) -> bytes:
    """The head of one file and the tail of another."""
    return one[: chance.randrange(len(one))] + other[chance.randrange(len(other)) :]


def mutants(kind: str, count: int, seed: int) -> list[bytes]:
    """Mutants of a picture of *kind*; one in ten is spliced with a picture of another kind."""
    chance = random.Random(f"{kind} {seed}")
    data = sound(kind)
    others = [sound(other) for other in KINDS]
    return [
        spliced(data, chance.choice(others), chance) if chance.random() < 0.1 else mutated(data, chance) for _ in range(count)
    ]


def opened(files: list[bytes]) -> dict[str, int]:
    """How many of *files* were opened, and how the others were refused."""
    counts: Counter[str] = Counter()
    for data in files:
        try:
            photo.keep(photo.load(data))
        except Unseeable as refused:
            assert str(refused)
            counts[type(refused).__name__] += 1
        else:
            counts["opened"] += 1
    return dict(counts)


if __name__ == "__main__":
    kinds, count, seed = sys.argv[1:]
    print(json.dumps({kind: opened(mutants(kind, int(count), int(seed))) for kind in kinds.split(",")}))
