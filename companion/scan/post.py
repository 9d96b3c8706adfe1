"""What was seen, in JSON: between `worker` and its process, and for whoever asks on the command line."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, get_args

from companion.rules import Sentence
from companion.scan.codes import printable
from companion.scan.seen import Corners, How, Measured, Seen, Sighting, Sightings, Unread
from companion.scan.unseeable import Unseeable

REQUEST = struct.Struct(">QQd")
"""Bytes of the JSON list of known codes and of the picture file that follow, and the deadline in seconds."""

ANSWER = struct.Struct(">QQ")
"""Bytes of the JSON object and of the JPEG that follow."""


def spelled(seen: Seen) -> dict[str, Any]:
    """*seen* without its picture, as JSON can hold it. `understood` is the way back."""
    return {
        "sightings": asdict(seen.sightings),
        "advice": [plain(sentence) for sentence in seen.advice],
        "size": seen.size,
        "scale": seen.scale,
    }


def understood(values: Mapping[str, Any], picture: bytes) -> Seen:
    """What `spelled` made. Raises AttributeError, LookupError, TypeError or ValueError when it did not make this."""
    found = values["sightings"]
    measured: dict[str, Any] = {name: None if value is None else float(value) for name, value in found["measured"].items()}
    return Seen(
        sightings=Sightings(
            rows=tuple(tuple(map(_sighting, row)) for row in found["rows"]),
            foreign=tuple(map(_sighting, found["foreign"])),
            unread=tuple(map(_unread, found["unread"])),
            measured=Measured(**{**measured, "mirrored": int(measured["mirrored"])}),
            whole=bool(found["whole"]),
        ),
        advice=tuple(map(sentence, values["advice"])),
        size=(int(values["size"][0]), int(values["size"][1])),
        picture=picture,
        scale=float(values["scale"]),
    )


def _sighting(values: Mapping[str, Any]) -> Sighting:
    how = values["how"]
    if how not in get_args(How):
        raise ValueError(how)
    return Sighting(
        code=str(values["code"]),
        corners=_corners(values["corners"]),
        angle=float(values["angle"]),
        module=float(values["module"]),
        how=how,
        confidence=float(values["confidence"]),
        turned=int(values["turned"]),
    )


def _unread(values: Mapping[str, Any]) -> Unread:
    return Unread(_corners(values["corners"]), float(values["angle"]), float(values["module"]))


def _corners(points: Any) -> Corners:
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    return a, b, c, d


def plain(said: Sentence) -> list[Any]:
    return [said.text, dict(said.facts), said.many]


def sentence(parts: Any) -> Sentence:
    text, facts, many = parts
    said = Sentence(text, facts, many)
    str(said)  # whose facts do not fill its text cannot be shown
    return said


def as_json(name: str, seen: Seen | Unseeable) -> dict[str, Any]:
    """The object that `companion scan --json` prints for the image *name*, or for why it could not be looked at."""
    if isinstance(seen, Unseeable):
        told = Sightings()
        advice = [str(seen.sentence)]
    else:
        told = seen.sightings
        advice = [str(sentence) for sentence in seen.advice]
    return {
        "image": name,
        "sightings": [
            {
                "code": label.code,
                "corners": _rounded(label.corners),
                "angle": round(label.angle, 1),
                "module": round(label.module, 2),
                "how": label.how,
                "confidence": round(label.confidence, 6),
                "turned": label.turned,
            }
            for label in told
        ],
        "rows": [list(row) for row in told.codes],
        "foreign": [printable(code.code) for code in told.foreign],
        "unread": [{"corners": _rounded(one.corners), "angle": round(one.angle, 1)} for one in told.unread],
        "advice": advice,
        "problem": advice[0] if advice else None,
    }


def _rounded(corners: Corners) -> list[list[float]]:
    return [[round(x, 1), round(y, 1)] for x, y in corners]
