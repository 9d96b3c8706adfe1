"""Joins what successive frames of a live camera show: the labels on the table, though no single frame shows them all.

    watched = Watched()
    for grey, at in frames:
        watched = watch(watched, grey, at, known)
        show(watched.sightings)

The one place of `companion.scan` with a memory, and that memory is a value: a few dozen kilobytes that can be kept for
each browser, pickled, or sent as JSON (`spelled`, `understood`). Time is the `at` of the frames, in seconds from anywhere.

- A reading that passed error correction counts at once; one from the closed set counts when a second frame agrees.
- A label that was read is followed by its looks (`follow.found`), which is far cheaper than reading it again.
- A label that is not seen stays for HOLD seconds, since a hand may pass over it; a hand and a bare table look alike. Its
  place moves with the camera, as the rest of the picture and the labels seen in both frames tell it.
- A label leaves at once when another is read at its place, or when its code is read elsewhere while it is not seen: it
  was moved. The same code seen at two places is two labels.
- After PAUSE seconds without a frame, when the picture changes its size (the phone was turned), or when nothing of
  what is read was there before, all begins anew. A frame that comes after a later one changes nothing.

Reading is saved where possible: frames in which nothing moved are not read; of others only what changed, what was lost and
what is not certain yet; the whole picture every WHOLE seconds, and as soon as nothing known is seen. READ bounds the rest.
"""

from __future__ import annotations

import base64
import math
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numpy as np

from companion.scan import follow, layout, photo
from companion.scan.follow import Box
from companion.scan.seen import Corners, Measured, Sighting, Sightings, Unread
from companion.scan.sight import grey_of, sight

HOLD = 1.0
"""Seconds for which a label that is not seen stays, and two frames at least."""

PAUSE = 3.0
"""Seconds without a frame after which nothing is known any more."""

AGREE = 2
"""Frames that must agree on a label known by the closed set alone."""

FEW = 3
"""Labels that a hand may cover together. When so many are no longer recognised, and others are read, the camera has jumped."""

WHOLE = 1.0
"""Seconds after which the whole picture is read again, when anything has changed since."""

CALM = 3.0
"""The same when nothing has changed: blur and noise still differ from frame to frame."""

TRIES = 3
"""How often a label that could not be read is tried again by itself before it waits for the whole picture."""

READ = 3.2e6
"""Pixels that are read in a second, in the mean: one and a half whole frames of 1080p."""

SAVED = 4.2e6
"""Pixels to be read that may be saved up, so that the first two frames are read whole."""

DEADLINE = 0.8
"""Seconds for reading a frame or a part of it. Only a pattern that is no table takes so long."""

Read = Callable[[Any, Set[str] | None, float], Sightings]
"""A reader with the signature of `sight`: grey picture, known codes, deadline in seconds."""


@dataclass(frozen=True, slots=True)
class Track:
    """A label that is being watched.

    `looks`: its portrait (`follow.portrait`). `foreign`: none of ours. `agreed`: frames that read it so. `read` and `seen`:
    when it was last read, and last read or recognised. `missed`: frames since then.
    """

    sighting: Sighting
    looks: bytes
    foreign: bool
    agreed: int
    read: float
    seen: float
    missed: int = 0

    @property
    def certain(self) -> bool:
        return self.sighting.how != "closed set" or self.agreed >= AGREE


@dataclass(frozen=True, slots=True)
class Riddle:
    """A label that is there and was not read; it was `tried` so often by itself."""

    unread: Unread
    tried: int


@dataclass(frozen=True, slots=True)
class Watched:
    """What is known after a frame. `Watched()` is before the first.

    `at`: when the last frame was taken. `size`: its width and height. `thumbnail`: its small copy, row by row. `whole_at`: when
    the whole picture was last read; `changed`: whether anything changed since. `credit`: pixels that may be read. `measured` and
    `complete`: what the last reading of a whole picture said of it, the latter as `Sightings.whole`.
    """

    at: float = 0.0
    size: tuple[int, int] = (0, 0)
    thumbnail: bytes = b""
    tracks: tuple[Track, ...] = ()
    riddles: tuple[Riddle, ...] = ()
    whole_at: float | None = None
    changed: bool = True
    credit: float = SAVED
    measured: Measured = field(default_factory=Measured)
    complete: bool = True

    @property
    def sightings(self) -> Sightings:
        """The labels on the table, as of the last frame."""
        certain = [track for track in self.tracks if track.certain]
        foreign = layout.rows([track.sighting for track in certain if track.foreign])
        return Sightings(
            rows=layout.rows([track.sighting for track in certain if not track.foreign]),
            foreign=tuple(label for row in foreign for label in row),
            unread=tuple(riddle.unread for riddle in self.riddles if not _taken(riddle.unread, certain)),
            measured=self.measured,
            whole=self.complete,
        )


@dataclass(slots=True)
class Watcher:
    """The same with its memory inside: one for each camera. *known*: every code that may be there, as for `sight`."""

    known: Set[str] | None = None
    watched: Watched = field(default_factory=Watched)

    def frame(self, image: bytes | Any, at: float) -> Sightings:
        """What is on the table now that *image* was taken at *at* seconds.

        *image*: the bytes of a picture file, or an array of 8 bits, height x width (grey) or x 3 (BGR). Raises Unseeable.
        """
        grey = photo.load(image).grey if isinstance(image, bytes) else grey_of(image)
        self.watched = watch(self.watched, grey, at, self.known)
        return self.watched.sightings


def watch(
    watched: Watched, grey: Any, at: float, known: Set[str] | None = None, *, read: Read = sight, deadline: float = DEADLINE
) -> Watched:
    """What is known after the frame *grey* (height x width, 8 bits, not empty) that was taken at *at* seconds.

    *known*: as for `sight`; it may change from frame to frame. *read*: what reads the frame or a part of it.
    """
    if not math.isfinite(at) or (watched.thumbnail and watched.at - PAUSE <= at <= watched.at):
        return watched
    size = (grey.shape[1], grey.shape[0])
    if size != watched.size or not watched.at < at <= watched.at + PAUSE:
        watched = Watched(at=at, size=size)
    watched = replace(watched, credit=min(SAVED, watched.credit + READ * (at - watched.at)))
    thumbnail = follow.thumbnail(grey)
    before = np.frombuffer(watched.thumbnail, np.uint8).reshape(thumbnail.shape) if watched.thumbnail else None
    moved: Any = None
    changed: list[Box] = []
    if before is not None and follow.still(before, thumbnail):
        moved = np.eye(3)
        tracks = [replace(track, seen=at) if track.seen == watched.at else track for track in watched.tracks]
    else:
        if before is not None:
            moved = follow.motion(before, thumbnail, size)
        tracks, moved = _followed(grey, watched.tracks, moved, at)
        if before is not None and moved is not None:
            changed = follow.changes(before, thumbnail, moved, size)
        watched = replace(watched, changed=True)
    riddles = [] if moved is None else [_shifted(riddle, moved) for riddle in watched.riddles]
    lost = not any(track.seen == at for track in tracks) and (moved is None or len(tracks) >= FEW) and bool(tracks)
    boxes = _wanted(watched, tracks, riddles, changed, at, lost)
    seen, whole = _reading(grey, boxes, known, read, deadline) if boxes else (Sightings(), True)
    if lost:
        tracks = _found_again(grey, tracks, seen, at)
    # The same picture twice (a camera slower than its reader) agrees with itself.
    another = before is None or not np.array_equal(before, thumbnail)
    tracks = _joined(grey, tracks, seen, at, another)
    nothing = bool(tracks) and not any(track.seen == at for track in tracks)
    everything = _everything(size) in boxes
    return replace(
        watched,
        at=at,
        # A frame that shows nothing (a finger on the lens) is no base to see motion from.
        thumbnail=watched.thumbnail if nothing and moved is None and watched.thumbnail else thumbnail.tobytes(),
        tracks=tuple(_left(tracks, at)),
        riddles=tuple(_puzzling(riddles, seen, boxes)),
        whole_at=at if everything else watched.whole_at,
        changed=watched.changed and not everything,
        credit=watched.credit - sum(map(_area, boxes)),
        measured=seen.measured if everything else watched.measured,
        complete=whole if everything else watched.complete and whole,
    )


# --- following what was read ------------------------------------------------------------------------------------------


def _followed(grey: Any, tracks: Sequence[Track], moved: Any, at: float) -> tuple[list[Track], Any]:
    """*tracks* where they are now, `seen` where they were recognised there, and how the camera moved.

    They are sought where *moved* takes them, then where they were: what most of the picture does may be a hand. Those that were
    not recognised are sought once more where the others say that they must be.
    """

    def sought(transform: Any, known: Sequence[Track] = ()) -> list[Track]:
        there = known or tracks
        return [
            now if now.seen == at else _recognised(grey, _placed(track, transform), at)
            for track, now in zip(tracks, there, strict=True)
        ]

    def recognised(among: Sequence[Track]) -> int:
        return sum(track.seen == at for track in among)

    now = sought(np.eye(3) if moved is None else moved)
    if moved is not None and 2 * recognised(now) < len(tracks):
        now = max(now, sought(np.eye(3)), key=recognised)
    both = zip(tracks, now, strict=True)
    there = [(track.sighting.corners, found.sighting.corners) for track, found in both if found.seen == at]
    if len(there) == len(tracks):
        return now, moved if moved is not None or not there else follow.between(there)
    agreed = follow.between(there) if moved is None or len(there) >= AGREE else None
    if agreed is None:
        return now, moved
    return sought(agreed, now), agreed


def _recognised(grey: Any, track: Track, at: float) -> Track:
    """*track*, seen where it is recognised close to where it is expected."""
    there = follow.found(grey, track.sighting.corners, track.looks)
    return track if there is None else replace(track, sighting=_at(track.sighting, there), seen=at, missed=0)


def _found_again(grey: Any, tracks: Sequence[Track], seen: Sightings, at: float) -> list[Track]:
    """*tracks* after a jump of the camera, from the labels that were read before it and after it.

    With none in common this is another place: what was there is forgotten, unless nothing was read at all.
    """
    read = [*seen, *seen.foreign]
    codes = [track.sighting.code for track in tracks]
    again = {label.code: label for label in read}
    pairs = [
        (track.sighting.corners, again[track.sighting.code].corners)
        for track in tracks
        if codes.count(track.sighting.code) == 1 and track.sighting.code in again
    ]
    jump = follow.between(pairs)
    if jump is None:
        return [] if read else list(tracks)
    return [_recognised(grey, _placed(track, jump), at) for track in tracks]


def _placed(track: Track, transform: Any) -> Track:
    return replace(track, sighting=_at(track.sighting, follow.carried(track.sighting.corners, transform)))


def _at(sighting: Sighting, corners: Corners) -> Sighting:
    """*sighting* at other *corners*."""
    (left, top), (right, beside) = corners[:2]
    before = layout.side(sighting.corners)
    return replace(
        sighting,
        corners=corners,
        angle=(math.degrees(math.atan2(beside - top, right - left)) + 180) % 360 - 180,
        module=sighting.module * layout.side(corners) / before if before > 0 else sighting.module,
    )


def _shifted(riddle: Riddle, moved: Any) -> Riddle:
    return replace(riddle, unread=replace(riddle.unread, corners=follow.carried(riddle.unread.corners, moved)))


# --- what to read -----------------------------------------------------------------------------------------------------


def _wanted(
    watched: Watched, tracks: Sequence[Track], riddles: Sequence[Riddle], changed: Sequence[Box], at: float, lost: bool
) -> list[Box]:
    """The parts of the picture that are read now, apart from each other; the whole picture as one."""
    if watched.credit <= 0:
        return []
    whole = _everything(watched.size)
    due = watched.whole_at is None or at - watched.whole_at >= (WHOLE if watched.changed else CALM)
    # Where the last frame showed something new there may be more of it; where nothing is known there is nothing to follow.
    new = any(track.agreed == 1 and track.read == watched.at for track in tracks)
    if due or new or lost or (watched.changed and not any(track.seen == at for track in tracks)):
        return [whole]
    sure = [track for track in tracks if track.seen == at and track.certain]
    boxes = [_around(track.sighting.corners) for track in tracks if track not in sure]
    boxes += [_around(riddle.unread.corners) for riddle in riddles if riddle.tried < TRIES and not _taken(riddle.unread, sure)]
    size = max((layout.side(track.sighting.corners) for track in tracks), default=0.0)
    for box in changed:
        if not any(_within(box, _around(track.sighting.corners, 0.5)) for track in sure):
            left, top, right, bottom = box
            boxes.append((left - size, top - size, right + size, bottom + size))
    apart = _apart([cut for box in boxes if (cut := _cut(box, watched.size)) is not None])
    return [whole] if sum(map(_area, apart)) > 0.6 * _area(whole) else apart


def _reading(grey: Any, boxes: Sequence[Box], known: Set[str] | None, read: Read, deadline: float) -> tuple[Sightings, bool]:
    """What is read in *boxes* of *grey*, as one, and whether there was time for all of it."""
    labels: list[Sighting] = []
    foreign: list[Sighting] = []
    unread: list[Unread] = []
    seen = Sightings()
    whole = True
    for left, top, right, bottom in ((round(a), round(b), round(c), round(d)) for a, b, c, d in boxes):
        seen = read(np.ascontiguousarray(grey[top:bottom, left:right]), known, deadline / len(boxes))
        whole = whole and seen.whole
        labels += [replace(label, corners=_off(label.corners, left, top)) for label in seen]
        foreign += [replace(label, corners=_off(label.corners, left, top)) for label in seen.foreign]
        # A label that the cut goes through is none that cannot be read.
        inside = [one for one in seen.unread if all(0 < x < right - left and 0 < y < bottom - top for x, y in one.corners)]
        unread += [replace(one, corners=_off(one.corners, left, top)) for one in inside]
    return Sightings((tuple(labels),), tuple(foreign), tuple(unread), seen.measured, whole), whole


def _off(corners: Corners, left: float, top: float) -> Corners:
    a, b, c, d = ((x + left, y + top) for x, y in corners)
    return a, b, c, d


def _everything(size: tuple[int, int]) -> Box:
    return 0.0, 0.0, float(size[0]), float(size[1])


def _around(corners: Corners, margin: float = 1.0) -> Box:
    """The box of *corners* with *margin* sides of the label more on each side."""
    more = margin * layout.side(corners)
    across, along = [x for x, _ in corners], [y for _, y in corners]
    return min(across) - more, min(along) - more, max(across) + more, max(along) + more


def _cut(box: Box, size: tuple[int, int]) -> Box | None:
    """What of *box* lies in the picture, in whole pixels; None when that is less than a label."""
    left, top = max(0, math.floor(box[0])), max(0, math.floor(box[1]))
    right, bottom = min(size[0], math.ceil(box[2])), min(size[1], math.ceil(box[3]))
    if min(right - left, bottom - top) < follow.MODULES:
        return None
    return float(left), float(top), float(right), float(bottom)


def _apart(boxes: Sequence[Box]) -> list[Box]:
    """*boxes* with those that overlap made one."""
    apart: list[Box] = []
    for box in boxes:
        touching = [other for other in apart if _touch(box, other)]
        while touching:
            apart = [other for other in apart if other not in touching]
            lows, highs = [box[:2], *(other[:2] for other in touching)], [box[2:], *(other[2:] for other in touching)]
            box = min(x for x, _ in lows), min(y for _, y in lows), max(x for x, _ in highs), max(y for _, y in highs)
            touching = [other for other in apart if _touch(box, other)]
        apart.append(box)
    return apart


def _touch(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _within(one: Box, other: Box) -> bool:
    return other[0] <= one[0] and other[1] <= one[1] and one[2] <= other[2] and one[3] <= other[3]


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


# --- joining what was read --------------------------------------------------------------------------------------------


def _joined(grey: Any, tracks: Sequence[Track], seen: Sightings, at: float, another: bool) -> list[Track]:
    """*tracks* with what was read now; *another*: in a picture that is not the last one again."""
    now = list(tracks)
    new: list[tuple[Sighting, bool]] = []
    for label, foreign in [*((label, False) for label in seen), *((label, True) for label in seen.foreign)]:
        same = [track for track in now if track.sighting.code == label.code and _same_place(track.sighting, label)]
        if same:
            now[now.index(same[0])] = _again(grey, same[0], label, foreign, at, another)
        elif not any(label.code == other.code and _same_place(label, other) for other, _ in new):
            new.append((label, foreign))
    for label, foreign in new:
        before = [track for track in now if track.sighting.code == label.code and track.seen < at]
        if before:
            moved = min(before, key=lambda track: math.dist(track.sighting.centre, label.centre))
            now[now.index(moved)] = _again(grey, moved, label, foreign, at, another)
        else:
            now.append(Track(label, follow.portrait(grey, label.corners), foreign, 1, read=at, seen=at))
    kept: list[Track] = []
    # Of two labels at one place the one that was read last is there; one that is not certain yet displaces nothing.
    for track in sorted(now, key=lambda track: (track.certain, track.read, track.seen, track.agreed), reverse=True):
        rivals = [other for other in kept if _same_place(track.sighting, other.sighting)]
        if not rivals or (not track.certain and all(other.sighting.code != track.sighting.code for other in rivals)):
            kept.append(track)
    return [track for track in now if track in kept]


def _again(grey: Any, track: Track, label: Sighting, foreign: bool, at: float, another: bool) -> Track:
    """*track* read once more as *label*: there, and by the surer way of the two."""
    surer = track.sighting if label.how == "closed set" != track.sighting.how else label
    return Track(
        replace(label, how=surer.how, confidence=max(label.confidence, track.sighting.confidence)),
        looks=follow.portrait(grey, label.corners),
        foreign=foreign,
        agreed=track.agreed + (another and track.read < at),
        read=at,
        seen=at,
    )


def _left(tracks: Sequence[Track], at: float) -> list[Track]:
    """Those of *tracks* that are still thought to be there."""
    now = [track if track.seen == at else replace(track, missed=track.missed + 1) for track in tracks]
    return [
        track
        for track in now
        if (at - track.seen <= HOLD or track.missed < AGREE) and (track.certain or at - track.read <= HOLD or track.read == at)
    ]


def _puzzling(riddles: Sequence[Riddle], seen: Sightings, boxes: Sequence[Box]) -> list[Riddle]:
    """Labels that could not be read: those of now, and of earlier those whose place was not read again."""
    now = []
    for unread in seen.unread:
        before = [riddle.tried for riddle in riddles if _same_place(riddle.unread, unread)]
        now.append(Riddle(unread, max(before, default=-1) + 1))

    def again(riddle: Riddle) -> bool:
        x, y = riddle.unread.centre
        return any(left <= x <= right and top <= y <= bottom for left, top, right, bottom in boxes)

    return [*(riddle for riddle in riddles if not again(riddle)), *now]


def _taken(unread: Unread, tracks: Sequence[Track]) -> bool:
    """Whether a label that was read lies where *unread* does."""
    return any(_same_place(unread, track.sighting) for track in tracks)


def _same_place(one: Sighting | Unread, other: Sighting | Unread) -> bool:
    """Whether the middles of two labels are so close that only one of them can be there."""
    return math.dist(one.centre, other.centre) < 0.5 * max(layout.side(one.corners), layout.side(other.corners))


# --- the memory as JSON ------------------------------------------------------------------------------------------------


def spelled(watched: Watched) -> dict[str, Any]:
    """*watched* as JSON can hold it. `understood` is the way back."""
    values = asdict(watched)
    values["thumbnail"] = base64.b64encode(watched.thumbnail).decode()
    for track in values["tracks"]:
        track["looks"] = base64.b64encode(track["looks"]).decode()
    return values


def understood(values: Mapping[str, Any]) -> Watched:
    """What `spelled` made. Raises KeyError, TypeError or ValueError when it did not make this."""
    width, height = values["size"]
    told = {
        "size": (int(width), int(height)),
        "thumbnail": base64.b64decode(values["thumbnail"], validate=True),
        "tracks": tuple(map(_track, values["tracks"])),
        "riddles": tuple(map(_riddle, values["riddles"])),
        "measured": Measured(**values["measured"]),
    }
    return Watched(**{**values, **told})


def _track(values: Mapping[str, Any]) -> Track:
    told = values["sighting"]
    sighting = Sighting(**{**told, "corners": follow.as_corners(told["corners"])})
    return Track(**{**values, "sighting": sighting, "looks": base64.b64decode(values["looks"], validate=True)})


def _riddle(values: Mapping[str, Any]) -> Riddle:
    told = values["unread"]
    return Riddle(**{**values, "unread": Unread(**{**told, "corners": follow.as_corners(told["corners"])})})
