"""Finds the labels of a picture and reads them, large ones first, and stops where no smaller ones are to be expected.

zbar looks at a small copy of the picture, which shows it large codes of any kind. Then finder patterns (the three squares
in a code's corners) are searched from large to small, and what stands between three of them is read module by module.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from companion.rules import Sentence, say
from companion.scan import general, layout, photo, quality
from companion.scan.codes import is_ours
from companion.scan.labels import finders, pairs, reading, symbol, triples
from companion.scan.labels.symbol import SIDE
from companion.scan.readers import opencv, zbar
from companion.scan.seen import Corners, How, Seen, Sighting, Sightings, Unread
from companion.scan.unseeable import NotAPicture

if TYPE_CHECKING:
    from companion.scan.board import Board
    from companion.surfaces import Surface

DEADLINE = 10.0
"""Seconds for a picture. Only a pattern that is no table takes so long."""

COPY = 1000
"""Pixels of the longer side of the copy that zbar looks at, at most."""

SIZES = (3.0, 1.4)
"""Pixels of the smallest module that is searched, one search after the other: the time is that of the smallest."""

ALONE, TOGETHER = 1.6, 3.0
"""How many times smaller than the smallest label that was read others may be: beside the only one that was read, which is
most often the one that someone holds up; and where several lie, some of them farther away, or of another size."""


def sight(image: bytes | Any, known: Set[str] | None = None, deadline: float = DEADLINE) -> Sightings:
    """The labels in *image*, in reading order.

    *image*: the bytes of a picture file, or an array of height x width (grey) or height x width x 3 or 4 (BGR, BGRA).
    *known*: every code that may be there, with its prefix: a label too poor to read is then recognised among those, and what
    is none of them is foreign. *deadline*: seconds after which no new search begins. Raises Unseeable.
    """
    grey = photo.load(image).grey if isinstance(image, bytes) else grey_of(image)
    opencv()
    found = _Found(grey, known, time.monotonic() + deadline)
    whole = _search(found)
    ours = [label for label in found.labels if (is_ours(label.code) if known is None else label.code in known)]
    foreign = [label for label in found.labels if label not in ours]
    return Sightings(
        rows=layout.rows(ours),
        foreign=tuple(label for row in layout.rows(foreign) for label in row),
        unread=tuple(found.unread),
        measured=quality.measure(grey, ours, found.unread),
        whole=whole,
    )


def see(
    data: bytes,
    known: Set[str] | None = None,
    deadline: float = 2 * DEADLINE,
    surfaces: Mapping[str, Surface] | None = None,
) -> Seen:
    """Everything there is to say about the picture file in *data*, as `look` says it, in this process.

    Looking for labels takes half of *deadline* at most, so that the rest is left for opening and keeping the picture, and for
    reading the boards whose labels were seen: no further one is begun when three quarters have passed.
    """
    opencv()
    until = time.monotonic() + deadline * 3 / 4
    taken = photo.load(data)
    sightings = sight(taken.grey, known, deadline / 2)
    picture, scale = photo.keep(taken)
    labels = [*sightings, *others_of_boards(taken.grey, sightings, known, surfaces, until)] if surfaces else []
    boards, missed = _boards(taken.image, labels, scale, surfaces, until) if surfaces else ({}, {})
    return Seen(sightings, quality.advice(sightings, taken.size), taken.size, picture, scale, boards, missed)


SMALLER = 0.7
"""A label that is too blurred to be read is sometimes read in a smaller picture."""


def others_of_boards(
    grey: Any, sightings: Iterable[Sighting], known: Set[str] | None, surfaces: Mapping[str, Surface], until: float
) -> list[Sighting]:
    """More labels of the boards of which a single one is among *sightings*: a board is read by two. Found in the picture made
    SMALLER, which takes half as long as the first look, and is done only then."""
    codes = {one.code for one in sightings}
    lonely = {code for surface in surfaces.values() if len(codes & surface.labels.keys()) == 1 for code in surface.labels} - codes
    left = until - time.monotonic()
    if not lonely or left <= 0:
        return []
    cv2 = opencv()
    small = cv2.resize(grey, None, fx=SMALLER, fy=SMALLER, interpolation=cv2.INTER_AREA)
    found = sight(small, known, left / 2)
    return [
        replace(one, corners=_times(one.corners, 1 / SMALLER), module=one.module / SMALLER) for one in found if one.code in lonely
    ]


def _boards(
    image: Any, sightings: Sequence[Sighting], scale: float, surfaces: Mapping[str, Surface], until: float
) -> tuple[Mapping[str, Board], Mapping[str, Sentence]]:
    """The boards of which labels are among *sightings*, read from *image*, the small upright copy of the picture; and why others
    of which labels are seen could not be read."""
    from companion.scan import board  # few games have boards to read

    there = [replace(one, corners=_times(one.corners, scale), module=one.module * scale) for one in sightings]
    pixels = np.ascontiguousarray(np.asarray(image.convert("RGB"))[:, :, ::-1])
    found: dict[str, Board] = {}
    missed: dict[str, Sentence] = {}
    for name, surface in surfaces.items():
        seen = [one for one in there if one.code in surface.labels]
        if not seen or time.monotonic() > until:
            continue
        read = board.read(pixels, seen, surface)
        why = board.trouble(name, seen, read)
        if why is not None:
            missed[name] = why
        elif read is not None:
            found[name] = replace(read, places=tuple(tuple(map(float, row)) for row in read.places))
    return found, missed


def _times(corners: Corners, scale: float) -> Corners:
    a, b, c, d = ((x * scale, y * scale) for x, y in corners)
    return a, b, c, d


def grey_of(pixels: Any) -> Any:
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


# --- what has been found so far ---------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Found:
    """The labels of one picture, as they are found."""

    grey: Any
    known: Set[str] | None
    until: float
    labels: list[Sighting] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)
    mirrored: bool = False
    """Whether a label was seen that is the mirror image of one."""

    @property
    def late(self) -> bool:
        return time.monotonic() > self.until

    @property
    def expected(self) -> float:
        """Pixels of the smallest module that may still be there, by the labels of this game found so far; 0 when there are none.

        Of the label of another game, or a piece held up from it, nothing follows for how large these are.
        """
        ours = (label for label in self.labels if is_ours(label.code))
        modules = [label.module for label in ours if self.known is None or label.code in self.known]
        return min(modules, default=0.0) / (TOGETHER if len(modules) > 1 else ALONE)

    def places(self) -> list[Corners]:
        """Where nothing need be read again."""
        return [label.corners for label in self.labels]

    def add(self, text: str, corners: Any, how: How, confidence: float, modules: int = SIDE) -> None:
        """Puts a code to those found, unless it is one of them, at the same place, again."""
        label = Sighting(text, *_lie(corners, modules), how=how, confidence=confidence)
        if not any(text == other.code and _overlap(label.corners, other.corners) for other in self.labels):
            self.labels.append(label)
            self.unread = [one for one in self.unread if not _overlap(one.corners, label.corners)]

    def miss(self, corners: Any) -> None:
        """Puts a label that cannot be read to those found, unless something was found there."""
        label = Unread(*_lie(corners, SIDE))
        if not any(_overlap(label.corners, other) for other in (*self.places(), *(one.corners for one in self.unread))):
            self.unread.append(label)


def _lie(corners: Any, modules: int) -> tuple[Corners, float, float]:
    """The corners as tuples, the angle of the upper edge in degrees, and the pixels of a module."""
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    angle = (math.degrees(math.atan2(b[1] - a[1], b[0] - a[0])) + 180) % 360 - 180
    return (a, b, c, d), angle, layout.side((a, b, c, d)) / modules


def _overlap(one: Corners, other: Corners) -> bool:
    """Whether two labels lie at the same place: the middle of one is inside the other."""
    return _inside(one, _middle(other)) or _inside(other, _middle(one))


def _middle(corners: Corners) -> Any:
    return np.mean(corners, axis=0)


def _inside(corners: Corners, point: Any) -> bool:
    outline = np.asarray(corners, np.float32).reshape(-1, 1, 2)
    return bool(opencv().pointPolygonTest(outline, (float(point[0]), float(point[1])), False) >= 0)


# --- the searches -----------------------------------------------------------------------------------------------------


def _search(found: _Found) -> bool:
    """Finds what there is to find; whether there was time for all."""
    _straight(found)
    searched = math.inf
    for size in SIZES:
        if found.late:
            return False
        smallest = max(size, found.expected)
        if smallest >= searched:
            break
        # The sizes around the border are searched twice: either search may see them better.
        largest = None if searched == math.inf else searched * 1.15
        searched = smallest
        seen = finders.finders(found.grey, smallest=smallest, largest=largest, skip=found.places(), deadline=found.until)
        if not _read(found, triples.triples(seen)) or not _pairs(found, seen):
            return False
    if not found.labels and not found.mirrored:
        for text, corners in general.read(found.grey, skip=found.places(), deadline=found.until):
            _add_general(found, text, corners, "rectified")
    return not found.late


def _add_general(found: _Found, text: str, corners: Any, how: How) -> None:
    """Puts a code that may be of any version to those found; a label that is mirrored to those not read."""
    if opencv().contourArea(np.asarray(corners, np.float32), True) < 0:
        corners = corners[::-1]  # so a mirror image is told here: turned back it is one among others
    frame = general.framed(found.grey, corners)
    look = next(reading.looks(found.grey, frame.corners), None) if frame.modules == SIDE else None
    if look is not None and symbol.mirrored(look.values):
        found.miss(frame.corners)
        found.mirrored = True
    else:
        found.add(text, frame.corners, how, 1 - reading.MISREAD, frame.modules)


def _pairs(found: _Found, seen: finders.Finders) -> bool:
    """Reads labels of which two finder patterns were seen, as long as there are more; whether there was time for all."""
    tried: set[bytes] = set()
    before = -1
    while before < len(found.labels):
        before = len(found.labels)
        candidates = pairs.search(seen, skip=found.places())
        if not _read(found, (one for one in candidates if one.corners.tobytes() not in tried)):
            return False
        tried.update(one.corners.tobytes() for one in candidates)
    for candidate in candidates:
        # A finder pattern of a label that is told as not read already may be that of no other.
        taken = any(_inside(one.corners, middle) for middle in pairs.middles(candidate) for one in found.unread)
        if candidate.sure and not taken and quality.surely(found.grey, candidate.corners):
            found.miss(candidate.corners)
    return True


def _straight(found: _Found) -> None:
    """What zbar reads in a small copy of the picture."""
    read = zbar()
    if read is None:
        return
    cv2 = opencv()
    shrunk = -(-max(found.grey.shape) // COPY)
    height, width = (max(1, side // shrunk) for side in found.grey.shape)
    copy = found.grey if shrunk == 1 else cv2.resize(found.grey, (width, height), interpolation=cv2.INTER_AREA)
    scale = np.array([found.grey.shape[1] / width, found.grey.shape[0] / height])
    for text, outline in read(copy):
        if len(outline) >= 3:
            _add_general(found, text, _four(np.array(outline, np.float32)) * scale, "straight")


def _four(polygon: Any) -> Any:
    """A convex polygon as four corners, clockwise."""
    cv2 = opencv()
    if len(polygon) != 4:
        polygon = cv2.boxPoints(cv2.minAreaRect(polygon))
    return polygon if cv2.contourArea(polygon, True) > 0 else polygon[::-1].copy()


def _read(found: _Found, candidates: Iterable[triples.Candidate]) -> bool:
    """Reads the candidates; whether there was time for all."""
    for candidate in candidates:
        if any(_inside(corners, candidate.corners.mean(axis=0)) for corners in found.places()):
            continue
        if found.late:
            return False
        seen = reading.read(found.grey, candidate.corners, found.known, candidate.hidden)
        if isinstance(seen, reading.Reading):
            found.add(seen.text, seen.corners, seen.how, seen.confidence)
        elif seen is not None and candidate.hidden is None and quality.surely(found.grey, candidate.corners):
            found.miss(candidate.corners)
            found.mirrored = found.mirrored or symbol.mirrored(seen.values)
    return True
