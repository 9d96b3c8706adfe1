"""Reads QR codes of any version where zbar alone fails: small, blurred, curved, slanted, inverted, or damaged.

For every three finder patterns that may be one code's the modules are laid on the picture, as a plane and then as a mesh
for paper that is not flat, and read one by one; what was read is drawn as a clean code, whose errors zbar corrects. A code
that zbar does not take is fitted again to the modules as they were read, which brings what is still askew into place.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from companion.scan import matrix
from companion.scan.general import mesh
from companion.scan.general.mesh import Laid
from companion.scan.general.triples import Triple, finders, triples
from companion.scan.readers import opencv, zbar

SMALL = 700
"""Pixels of the longer side of a picture that is looked at in twice its size too."""

LARGE = 2_000_000
"""Pixels of a picture that is not shrunk before it is looked at. Small labels in large pictures are found by other means."""

LAID = 30
"""Threes of finder patterns that are compared with what a code has: those that fit best."""

LIKE = 0.35
"""`mesh.likeness` from which a code is tried."""

NAMED = 0.6
"""`mesh.likeness` below which a large code's version is read and not only counted."""

SURE = 0.8
"""`mesh.agreement` from which it is worth fitting a code to what was read."""

TRIES = 5
"""Codes of one picture that may fail before it is given up."""


def read(grey: Any, *, skip: Sequence[Any] = (), deadline: float | None = None) -> Iterator[tuple[str, Any]]:
    """Texts of the codes in *grey* (height x width, 8 bits), each with its corners (4 x 2, float32).

    Corners are in pixels from the outer edge, clockwise from the code's own top left; those of a mirror image run the other
    way. *skip*: corners of codes that are read already. *deadline*: of `time.monotonic`; nothing new is tried after it.
    """
    if zbar() is None or min(grey.shape) < 21:
        return
    found = [np.asarray(corners, np.float32).reshape(4, 2) for corners in skip]
    for picture, scale in _pictures(grey):
        failed = 0
        for code, triple in _codes(picture, deadline):
            if failed == TRIES or _late(deadline):
                break
            if any(_same(triple, corners * scale) for corners in found):
                continue
            text, corners = _text(code, deadline)
            if text is None:
                failed += 1
                continue
            corners = (corners / scale).astype(np.float32)
            found.append(corners)
            yield text, corners


def _late(deadline: float | None) -> bool:
    return deadline is not None and time.monotonic() > deadline


def _codes(picture: Any, deadline: float | None) -> list[tuple[Laid, Triple]]:
    """What may be a code in *picture*, the likeliest first."""
    if _late(deadline):
        return []
    laid = [(_laid(picture, triple), triple) for triple in triples(picture, finders(picture))[:LAID] if not _late(deadline)]
    likely = [(like, code, triple) for (like, code), triple in laid if code is not None and like > LIKE]
    return [(code, triple) for _, code, triple in sorted(likely, key=lambda one: -one[0])]


def _pictures(grey: Any) -> Iterator[tuple[Any, float]]:
    """*grey* as it is searched, the cheapest and likeliest way first: the picture and its pixels to one of *grey*."""
    cv2 = opencv()
    whole = min(1.0, math.sqrt(LARGE / grey.size))
    scales = [1.0, 2.0] if max(grey.shape) < SMALL else [whole / 2, whole]
    for scale in scales:
        kind = cv2.INTER_CUBIC if scale > 1 else cv2.INTER_AREA
        picture = grey if scale == 1 else cv2.resize(grey, None, fx=scale, fy=scale, interpolation=kind)
        yield picture, scale
        yield 255 - picture, scale


def _same(triple: Triple, corners: Any) -> bool:
    """Whether *triple* is of the code at *corners*, or of a part of it that is no code of its own."""
    cv2 = opencv()
    inside = [cv2.pointPolygonTest(corners, (float(x), float(y)), False) >= 0 for x, y in triple.middles]
    if not all(inside):
        return False
    low, corner, right = triple.middles
    (a, b), (c, d) = right - corner, low - corner
    own = abs(float(a * d - b * c))
    # A small code may be drawn in the middle of a large one.
    return own > 0.25 * abs(float(cv2.contourArea(corners)))


def _laid(picture: Any, triple: Triple) -> tuple[float, Laid | None]:
    """The code of *triple* in the version that its timing pattern fits best, and how well."""
    guess = (triple.modules - 17) / 4
    best: tuple[float, Laid | None] = 0.0, None
    # Where the modules were measured badly, a code that is not seen at a slant fits better.
    for seen in (triple, replace(triple, lean=(1.0, 1.0))):
        if sum(seen.lean) < 1.2:
            continue
        for version in matrix.VERSIONS:
            if abs(version - guess) < 0.7 + 0.05 * guess:
                code = mesh.laid(picture, version, seen.plane(matrix.side(version)))
                best = max(best, (mesh.likeness(code), code), key=lambda one: one[0])
    return best


def _text(code: Laid, deadline: float | None) -> tuple[str | None, Any]:
    """What *code* says, or None, and where its corners are."""
    tried: set[bytes] = set()
    for better in _fits(code):
        if _late(deadline):
            break
        for sure in _read(better):
            modules = matrix.finished(sure, better.version)
            key = modules.tobytes()
            if key in tried:
                continue
            tried.add(key)
            text = matrix.text(modules)
            if text is not None:
                side = float(better.side)
                return text, better.places(np.array([[0, 0], [side, 0], [side, side], [0, side]]))
    return None, None


def _fits(code: Laid) -> Iterator[Laid]:
    """*code* laid on the picture ever better."""
    if code.version >= 7 and mesh.likeness(code) < NAMED:
        code = mesh.renamed(code)
    yield code
    known = matrix.known(code.version)
    flat = mesh.fitted(mesh.aligned(code, 3.0), known, 10.0)
    yield flat
    # Once more, because the first patterns are where the later ones say how the paper bends.
    grown = mesh.grown(code)
    curved = mesh.aligned(mesh.aligned(grown, 0.5), 0.5)
    yield curved
    agreed, better = max(((mesh.agreement(one), one) for one in (flat, curved)), key=lambda one: one[0])
    if agreed < SURE:
        return
    if code.version >= 7:
        yield from _refitted(better, 5.0, 3.0, 2.0, 1.0)
        return
    # With one alignment pattern or none, how paper bends must be learnt from the text itself, and there are many ways to err.
    yield from _refitted(mesh.spread(flat, 2.0), 2.0, 1.0)
    yield from _refitted(mesh.spread(grown, 3.0), 2.0, 1.0)
    yield from _refitted(flat, 10.0, 10.0, 10.0, 5.0, 5.0, 3.0, 2.0, 1.0)


def _refitted(code: Laid, *stiff: float) -> Iterator[Laid]:
    yield code
    for each in stiff:
        code = mesh.refitted(code, each)
        yield code


def _read(code: Laid) -> Iterator[Any]:
    """How dark each module is, 1 to -1, by one rule after another."""
    patch = mesh.straight(code)
    yield np.clip(mesh.sharpened(patch, code.version), -1, 1)
    values = mesh.modules(patch)
    known = matrix.known(code.version)
    level = mesh.levelled(values, 9)
    # Ink spreads: the middle between dark and light is where the known modules have it.
    middle = (level[known > 0].mean() + level[known < 0].mean()) / 2
    yield np.clip(middle - level, -1, 1)
    # Where ink has many tones and paper one, or the other way round, the border lies nearer to the one.
    ink, paper = values[known > 0], values[known < 0]
    border = (ink.mean() * paper.std() + paper.mean() * ink.std()) / (ink.std() + paper.std() + 1e-6)
    yield np.clip((border - values) / max(float(paper.mean() - ink.mean()) / 2, 1), -1, 1)
