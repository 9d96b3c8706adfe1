"""What a photograph showed, as it is kept beside it and as a page shows it: frames, rows, counts, advice.

Kept is what the scanner said. What people say of a frame afterwards ("this one is BP2", "that is none") stands in the page's
address alone, so that going back takes it back.
"""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import models
from companion import chart
from companion.camera import chart_said
from companion.rules import Label, Place, Sentence, say, say_n
from companion.scan import layout, post
from companion.scan.codes import is_ours, printable
from companion.scan.seen import Corners, Seen, Sighting
from companion.web import boards

CERTAIN = 0.999
"""The confidence under which a label is called probable."""

NONE = "-"
"""What people say of a frame that is no piece."""

Kind = Literal["read", "probable", "unread", "foreign", "told", "none"]
"""`told`: people said what it is; `none`: they said that it is no piece."""

Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Frame:
    """One label on the picture. `number` counts all frames of the picture; `code` has its prefix and is "" when unknown."""

    number: int
    kind: Kind
    corners: Corners
    code: str
    turned: int = 0

    @property
    def short(self) -> str:
        """What is printed under the label."""
        return self.code.rpartition(":")[2] if is_ours(self.code) else self.code

    @property
    def is_sample(self) -> bool:
        """Whether it is a label of the test page."""
        return chart.is_sample(self.code)

    @property
    def place(self) -> Place:
        """Where it lies, as games are told."""
        one = _sighting(self)
        return Place(*one.centre, layout.side(self.corners), one.angle)

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of what to show of the picture to recognise the piece."""
        xs, ys = [x for x, _ in self.corners], [y for _, y in self.corners]
        rim = max(max(xs) - min(xs), max(ys) - min(ys)) * 0.6
        return min(xs) - rim, min(ys) - rim, max(xs) - min(xs) + 2 * rim, max(ys) - min(ys) + 2 * rim


@dataclass(frozen=True, slots=True)
class Look:
    """A photograph as a page shows it. `rows`: codes to judge; `order`: our labels in the order of `rows`; `others`: texts of
    codes that are none of Companion's."""

    frames: tuple[Frame, ...] = ()
    rows: tuple[Row, ...] = ()
    others: tuple[str, ...] = ()
    advice: tuple[Sentence, ...] = ()
    chart: Sentence | None = None
    order: tuple[Frame, ...] = ()

    def of(self, *kinds: Kind) -> list[Frame]:
        return [frame for frame in self.frames if frame.kind in kinds]

    def frame(self, number: int | None) -> Frame | None:
        """The frame of that number that can be told: no sample of the test page."""
        return next((one for one in self.frames if one.number == number and not one.is_sample), None)


# --- kept -------------------------------------------------------------------------------------------------------------


def kept(seen: Seen) -> str:
    """What is written beside the picture: JSON, corners in the pixels of the picture that is kept."""
    sightings = seen.sightings
    every = (*sightings, *sightings.foreign)
    return json.dumps(
        {
            "rows": [*sightings.codes, *([one.code] for one in sightings.foreign if is_ours(one.code))],
            "foreign": [printable(one.code) for one in sightings.foreign if not is_ours(one.code)],
            "sightings": [
                {
                    "code": printable(one.code),
                    "corners": _scaled(one.corners, seen.scale),
                    "how": one.how,
                    "confidence": one.confidence,
                    "turned": one.turned,
                }
                for one in every
            ],
            "unread": [_scaled(one.corners, seen.scale) for one in sightings.unread],
            "advice": [post.plain(said) for said in seen.advice],
            **({"boards": boards.kept(seen)} if seen.boards else {}),
            **({"missed": {name: post.plain(why) for name, why in seen.missed.items()}} if seen.missed else {}),
        }
    )


def _scaled(corners: Corners, scale: float) -> list[list[float]]:
    return [[round(x * scale, 1), round(y * scale, 1)] for x, y in corners]


# --- shown ------------------------------------------------------------------------------------------------------------


def shown(row: models.Scan, labels: Mapping[str, Sentence], told: Mapping[int, str]) -> Look:
    """The photograph of *row*. *labels*: the codes, with prefix, of the pieces of this table; *told*: what people say of frames.

    Photographs from before labels that were not read were kept have none, and one sentence at most.
    """
    values = json.loads(row.seen)
    frames = [_frame(number, one, labels) for number, one in enumerate(values["sightings"])]
    frames += [
        Frame(number, "unread", _corners(points), "") for number, points in enumerate(values.get("unread", ()), len(frames))
    ]
    frames = [_told(frame, told.get(frame.number), labels) for frame in frames]
    placed = _placed(frames) if told else None
    codes = [frame.code for frame in frames]
    samples = chart.rows(codes)
    return Look(
        frames=tuple(frames),
        rows=_rows(frames, values, placed),
        order=tuple(frame for row in placed for frame in row) if placed is not None else tuple(frames),
        others=tuple(map(printable, values["foreign"])),
        advice=() if samples or _all_told(frames, values) else _left(_advice(values), frames, values),
        chart=chart_said(chart.smallest(samples)) if samples else None,
    )


def read_alone(seen: Seen) -> Look:
    """A photograph that belongs to no table: every label of Companion is as good as another."""
    every = (*seen.sightings, *seen.sightings.foreign)
    frames = [
        Frame(at, "read" if is_ours(one.code) else "foreign", _shrunk(one.corners, seen.scale), printable(one.code), one.turned)
        for at, one in enumerate(every)
    ]
    frames += [
        Frame(at, "unread", _shrunk(one.corners, seen.scale), "") for at, one in enumerate(seen.sightings.unread, len(every))
    ]
    return Look(frames=tuple(frames), advice=seen.advice)


def _shrunk(corners: Corners, scale: float) -> Corners:
    return _corners(_scaled(corners, scale))


def _frame(number: int, one: Mapping[str, Any], labels: Mapping[str, Sentence]) -> Frame:
    sure = one.get("confidence", 1.0) >= CERTAIN
    kind: Kind = "foreign" if one["code"] not in labels else "read" if sure else "probable"
    return Frame(number, kind, _corners(one["corners"]), printable(one["code"]), one.get("turned", 0))


def _corners(points: Any) -> Corners:
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    return a, b, c, d


def _told(frame: Frame, code: str | None, labels: Mapping[str, Sentence]) -> Frame:
    if code is None or frame.is_sample:
        return frame
    if code == NONE:
        return replace(frame, kind="none", code="")
    return replace(frame, kind="told", code=code) if code in labels else frame


def _placed(frames: Sequence[Frame]) -> list[list[Frame]]:
    """Our labels in reading order, row by row, those among them that people told."""
    ours = {(frame.corners, frame.code): frame for frame in frames if frame.kind in ("read", "probable", "told")}
    return [[ours[one.corners, one.code] for one in row] for row in layout.rows([_sighting(frame) for frame in ours.values()])]


def _rows(frames: Sequence[Frame], values: Mapping[str, Any], placed: Sequence[Sequence[Frame]] | None) -> tuple[Row, ...]:
    """The codes in reading order. What people said of frames is put where those lie, so the order is found anew: *placed*."""
    if placed is not None:
        strangers = [frame.code for frame in frames if frame.kind == "foreign" and is_ours(frame.code)]
        found = [*(tuple(frame.code for frame in row) for row in placed), *((code,) for code in strangers)]
    else:
        found = [tuple(row) for row in values["rows"]]
    without = [tuple(code for code in row if not chart.is_sample(code)) for row in found]
    return tuple(row for row in without if row)


def _sighting(frame: Frame) -> Sighting:
    (left, top), (right, beside) = frame.corners[0], frame.corners[1]
    angle = math.degrees(math.atan2(beside - top, right - left))
    return Sighting(frame.code, frame.corners, angle, layout.side(frame.corners) / 21, "straight", 1.0)


def paired(rows: Sequence[Row], look: Look) -> list[tuple[str, Frame | None]]:
    """Each code of *rows* with the frame it was read in, its own where several have the same code."""
    left = list(dict.fromkeys([*look.order, *look.frames]))
    found: list[tuple[str, Frame | None]] = []
    for code in (code for row in rows for code in row):
        frame = next((one for one in left if one.code == code), None)
        if frame is not None:
            left.remove(frame)
        found.append((code, frame))
    return found


def labels(rows: Sequence[Row], look: Look) -> list[list[Label]]:
    """The *rows* of codes as labels, each with the place where it lies on the photograph."""
    seen = iter(paired(rows, look))
    return [
        [Label(code, None if frame is None else frame.place) for code, frame in itertools.islice(seen, len(row))] for row in rows
    ]


def _all_told(frames: Sequence[Frame], values: Mapping[str, Any]) -> bool:
    """Whether labels were not read and people have said of all of them what they are: then no better photograph is needed."""
    return bool(values.get("unread")) and not any(frame.kind == "unread" for frame in frames)


def _left(advice: tuple[Sentence, ...], frames: Sequence[Frame], values: Mapping[str, Any]) -> tuple[Sentence, ...]:
    """*advice* on as many labels that were not read as people have not said anything of yet; a share of them stays a share."""
    first, now = len(values.get("unread", ())), sum(frame.kind == "unread" for frame in frames)
    if now == first:
        return advice
    return tuple(
        one if one.many is None else replace(one, facts={**one.facts, "n": max(1, round(one.facts["n"] * now / first))})
        for one in advice
    )


def _advice(values: Mapping[str, Any]) -> tuple[Sentence, ...]:
    if "advice" in values:
        return tuple(map(post.sentence, values["advice"]))
    problem = values.get("problem")
    return (Sentence(problem[0], problem[1]),) if problem is not None else ()


# --- in words ---------------------------------------------------------------------------------------------------------


def called(frame: Frame, labels: Mapping[str, Sentence], prefix: str, titles: Mapping[str, str]) -> Sentence:
    """What a frame shows. *titles*: prefix -> title of every game known here."""
    match frame.kind:
        case "read":
            return labels[frame.code]
        case "probable":
            return say("probably {piece}", piece=labels[frame.code])
        case "told":
            return say("{piece}, as you say", piece=labels[frame.code])
        case "none":
            return say("no piece, as you say")
        case "unread":
            return say("one more label here")
    return stranger(frame.code, prefix, titles)


def stranger(code: str, prefix: str, titles: Mapping[str, str]) -> Sentence:
    """What a code is that no piece of this table wears."""
    if chart.is_sample(code):
        return say("a sample of the test page")
    if not is_ours(code):
        return say("another QR code")
    home = code.partition(":")[0]
    if home == prefix:
        return say("a label of another box of this game")
    if home in titles:
        return say("a label of {title}", title=Sentence(titles[home]))
    return say("a label of another game")


def alone(frame: Frame, titles: Mapping[str, str]) -> Sentence:
    """What a frame of `read_alone` shows."""
    return say("not read") if frame.kind == "unread" else stranger(frame.code, "", titles)


def counts(look: Look, *, tappable: bool = True) -> list[tuple[str, Sentence]]:
    """The legend: each kind of frame on the picture with how many there are. `tappable`: frames can be told by tapping."""
    strangers = [frame for frame in look.of("foreign") if not frame.is_sample]
    words: list[tuple[str, int, Sentence]] = [
        ("read", n := len(look.of("read")), say_n("{n} label read", "{n} labels read", n)),
        ("probable", n := len(look.of("probable")), say_n("{n} recognised, probably right", "{n} recognised, probably right", n)),
        ("told", n := len(look.of("told", "none")), say_n("{n} told by you", "{n} told by you", n)),
        ("unread", n := len(look.of("unread")), _not_read(n, tappable)),
        ("foreign", n := len(strangers), say_n("{n} foreign code", "{n} foreign codes", n)),
        (
            "sample",
            n := len(look.of("foreign")) - len(strangers),
            say_n("{n} sample of the test page", "{n} samples of the test page", n),
        ),
    ]
    return [(kind, sentence) for kind, number, sentence in words if number]


def _not_read(n: int, tappable: bool) -> Sentence:
    return say_n("{n} not read: tap it", "{n} not read: tap them", n) if tappable else say_n("{n} not read", "{n} not read", n)


def sideways(look: Look) -> Sentence | None:
    """That labels lie across their row or upside down in it, where that may mean something on the table."""
    lying = [frame.turned for frame in look.of("read", "probable")]
    across, over = sum(turn in (90, 270) for turn in lying), lying.count(180)
    parts = []
    if across:
        parts.append(say_n("{n} lies sideways", "{n} lie sideways", across))
    if over:
        parts.append(say_n("{n} lies upside down", "{n} lie upside down", over))
    return say("Against the others: {turned}.", turned=tuple(parts)) if parts else None
