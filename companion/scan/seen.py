"""What was seen in a picture, as values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from companion.rules import Sentence

if TYPE_CHECKING:
    from companion.scan.board import Board

Point = tuple[float, float]
"""Pixels from the left and from the top of the upright picture."""

Corners = tuple[Point, Point, Point, Point]
"""Clockwise from the label's own top left, whichever way the label lies: the outer corners of the symbol, without its rim."""

How = Literal["straight", "rectified", "closed set"]
"""How a label was read: as it lies in the picture; after it was drawn straight; or as the only known label that fits."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """One label at one place.

    `angle`: degrees by which the label is turned clockwise in the picture, -180 up to 180; 0 is upright. `module`: pixels of
    one of its 21 modules. `confidence`, 0 to 1: 1 - the chance that it is another label, as far as this can be known.
    `turned`: quarter turns, in degrees (0, 90, 180 or 270 clockwise), by which the label lies against the row it stands in.
    """

    code: str
    corners: Corners
    angle: float
    module: float
    how: How
    confidence: float
    turned: int = 0

    @property
    def centre(self) -> Point:
        return centre(self.corners)


@dataclass(frozen=True, slots=True)
class Unread:
    """A label that is surely there and could not be read. Fields as those of `Sighting`."""

    corners: Corners
    angle: float
    module: float

    @property
    def centre(self) -> Point:
        return centre(self.corners)


@dataclass(frozen=True, slots=True)
class Measured:
    """What a picture says about how it was taken, by the labels that were not read, or, where all were, by those read.

    None: there was nothing to measure it on. `module`: pixels of a module of the middle label. `paper` and `ink`: brightness
    of the light and dark modules, 0 to 255, of the middle label. `blur`: modules between 10 and 90 % of an edge's step.
    `glare` and `covered`: the share of labels with a part that a reflection washes out, or that something hides.
    `mirrored`: how many labels show their mirror image. Only where no label was found: `light`, the brightness that a
    twentieth of the picture exceeds, and `edge`, the pixels between 10 and 90 % of its sharpest edges.
    """

    module: float | None = None
    paper: float | None = None
    ink: float | None = None
    blur: float | None = None
    glare: float = 0.0
    covered: float = 0.0
    mirrored: int = 0
    light: float | None = None
    edge: float | None = None


@dataclass(frozen=True, slots=True)
class Sightings:
    """What a picture shows. Iterating gives our labels in reading order.

    `rows` are our labels in reading order, row by row; `foreign` codes that are none of ours, or, where the labels that
    may be here are known, none of those; `unread` labels that were found and not read. `whole` is False when the deadline
    came first, so that more may be there.
    """

    rows: tuple[tuple[Sighting, ...], ...] = ()
    foreign: tuple[Sighting, ...] = ()
    unread: tuple[Unread, ...] = ()
    measured: Measured = Measured()
    whole: bool = True

    def __iter__(self) -> Iterator[Sighting]:
        return (label for row in self.rows for label in row)

    def __len__(self) -> int:
        return sum(map(len, self.rows))

    @property
    def codes(self) -> tuple[tuple[str, ...], ...]:
        """The codes of `rows`."""
        return tuple(tuple(label.code for label in row) for row in self.rows)


@dataclass(frozen=True, slots=True)
class Seen:
    """A picture file that was looked at.

    `advice`: why labels may be missing and how to take a better picture, the most useful sentence first. `size` is (width,
    height) of the upright picture, in whose pixels corners are given; `picture` is that picture again as a JPEG without
    metadata, `scale` its pixels to one pixel of the original. `boards`: name -> each of the boards asked for
    that was read, in pixels of `picture`; its `places` are tuples. `missed`: name -> why a board of which a label was seen could
    not be read, and what to do.
    """

    sightings: Sightings
    advice: tuple[Sentence, ...]
    size: tuple[int, int]
    picture: bytes
    scale: float
    boards: Mapping[str, Board] = field(default_factory=dict)
    missed: Mapping[str, Sentence] = field(default_factory=dict)


def centre(corners: Corners) -> Point:
    return sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4
