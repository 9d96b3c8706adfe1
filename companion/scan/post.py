"""What was seen, in JSON: between `worker` and its process, and for whoever asks on the command line."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any, get_args

from companion.rules import Sentence
from companion.scan.codes import printable
from companion.scan.seen import Corners, How, Measured, Seen, Sighting, Sightings, Unread
from companion.scan.unseeable import Unseeable

if TYPE_CHECKING:
    from companion.scan.board import Board
    from companion.surfaces import Surface

REQUEST = struct.Struct(">QQQd")
"""Bytes of the JSON list of known codes, of what is printed on the boards to read (`told_of`; none: 0) and of the picture file
that follow, and the deadline in seconds."""

ANSWER = struct.Struct(">QQ")
"""Bytes of the JSON object and of the JPEG that follow."""


def told_of(surfaces: Mapping[str, Surface]) -> bytes:
    """What is printed on boards, as JSON. `printed` is the way back."""
    return json.dumps(
        dict(surfaces), default=lambda value: {one.name: getattr(value, one.name) for one in fields(value)}
    ).encode()


def printed(told: bytes) -> dict[str, Surface]:
    """What `told_of` made; its points and colours are lists."""
    from companion.surfaces import Patch, Surface

    return {
        name: Surface(**{**values, "patches": tuple(Patch(**patch) for patch in values["patches"])})
        for name, values in json.loads(told).items()
    }


def spelled(seen: Seen) -> dict[str, Any]:
    """*seen* without its picture, as JSON can hold it. `understood` is the way back."""
    return {
        "sightings": asdict(seen.sightings),
        "advice": [plain(sentence) for sentence in seen.advice],
        "size": seen.size,
        "scale": seen.scale,
        "boards": {name: asdict(board) for name, board in seen.boards.items()},
        "missed": {name: plain(why) for name, why in seen.missed.items()},
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
        boards={str(name): _board(board) for name, board in values["boards"].items()},
        missed={str(name): sentence(why) for name, why in values["missed"].items()},
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


def _board(values: Mapping[str, Any]) -> Board:
    from companion.scan.board import Board, Cell, Light  # few games have boards to read

    light = values["light"]
    if light not in get_args(Light):
        raise ValueError(light)
    return Board(
        cells={str(name): Cell(**_cell(cell)) for name, cell in values["cells"].items()},
        light=light,
        labels=tuple(map(str, values["labels"])),
        outline=_corners(values["outline"]),
        places=tuple(tuple(map(float, row)) for row in values["places"]),
    )


def _cell(values: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "found": None if values["found"] is None else str(values["found"]),
        "nearest": str(values["nearest"]),
        "second": None if values["second"] is None else str(values["second"]),
        "distance": float(values["distance"]),
        "margin": float(values["margin"]),
        "why": str(values["why"]),
        "outline": _corners(values["outline"]),
        "lab": _three(values["lab"]),
    }


def _three(numbers: Any) -> tuple[float, float, float]:
    a, b, c = map(float, numbers)
    return a, b, c


def _corners(points: Any) -> Corners:
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    return a, b, c, d


def plain(said: Sentence) -> list[Any]:
    """The sentence as JSON has it."""
    return [said.text, dict(said.facts), said.many]


def sentence(parts: Any) -> Sentence:
    """The sentence that was `plain`. Raises what goes wrong where it was not."""
    text, facts, many = parts
    said = Sentence(text, facts, many)
    str(said)  # whose facts do not fill its text cannot be shown
    return said


def as_json(name: str, seen: Seen | Unseeable) -> dict[str, Any]:
    """The object that `companion scan --json` prints for the image *name*, or for why it could not be looked at.

    `boards` and `missed` are there where something of a board is seen.
    """
    boards: Mapping[str, Board] = {}
    missed: Mapping[str, Sentence] = {}
    scale = 1.0
    if isinstance(seen, Unseeable):
        told = Sightings()
        advice = [str(seen.sentence)]
    else:
        told, boards, missed, scale = seen.sightings, seen.boards, seen.missed, seen.scale
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
        **({"boards": [_board_as_json(board, read, scale) for board, read in boards.items()]} if boards or missed else {}),
        **({"missed": {board: str(why) for board, why in missed.items()}} if boards or missed else {}),
    }


def _board_as_json(name: str, board: Board, scale: float) -> dict[str, Any]:
    """A board that was read, its corners in pixels of the image; `margin`: how much farther (CIEDE2000) the second class is."""
    return {
        "board": name,
        "corners": _rounded(_unscaled(board.outline, scale)),
        "labels": list(board.labels),
        "light": board.light,
        "cells": {
            at: {
                "class": cell.found,
                "nearest": cell.nearest,
                "second": cell.second,
                "distance": round(cell.distance, 1),
                "margin": round(cell.margin, 1) if cell.second is not None else None,
                "why": cell.why or None,
                "corners": _rounded(_unscaled(cell.outline, scale)),
            }
            for at, cell in board.cells.items()
        },
    }


def _unscaled(corners: Corners, scale: float) -> Corners:
    a, b, c, d = ((x / scale, y / scale) for x, y in corners)
    return a, b, c, d


def _rounded(corners: Corners) -> list[list[float]]:
    return [[round(x, 1), round(y, 1)] for x, y in corners]
