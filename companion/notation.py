"""A move as one line of text, and back: the class name, then its fields as JSON.

    Drew {"token": "BP2"}

A field whose name is a word of Python (`from`) has a trailing underscore in the class and none in the text. `plain`
makes JSON values of any value of a game, so that states and moves print alike.
"""

from __future__ import annotations

import dataclasses
import json
import re
import types
import typing
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from companion.rules import Ask, Name, Sentence, say

MAX_LENGTH = 20_000
"""Characters of a line of notation: a recount of the largest box fits many times over."""


class Unreadable(Exception):
    """A text that is no notation; `sentence` says what was expected."""

    def __init__(self, sentence: Sentence) -> None:
        self.sentence = sentence
        super().__init__(str(sentence))

    def __str__(self) -> str:
        return str(self.sentence)


# --- writing ----------------------------------------------------------------------------------------------------------


def plain(value: Any) -> Any:
    """*value* as JSON knows it: dataclasses and named tuples as objects (fields marked `said: False` left out)."""
    match value:
        case None | bool() | int() | float() | str():
            return value
        case Sentence() | Name():
            return str(value)
        case tuple() if hasattr(value, "_asdict"):
            return {key: plain(part) for key, part in value._asdict().items()}
        case Mapping():
            return {str(key): plain(part) for key, part in value.items()}
        case list() | tuple() | range():
            return [plain(part) for part in value]
        case set() | frozenset():
            return sorted(plain(part) for part in value)
    if dataclasses.is_dataclass(value):
        return {
            part.name.removesuffix("_"): plain(getattr(value, part.name))
            for part in dataclasses.fields(value)
            if part.metadata.get("said", True)
        }
    raise TypeError(f"no JSON for {type(value).__name__}")


def write(move: Any) -> str:
    """The line of a move, or of an Ask: `Ask CLASS {given} {open}`."""
    if isinstance(move, Ask):
        given = {key.removesuffix("_"): plain(value) for key, value in move.given.items()}
        left = {
            key.removesuffix("_"): {"from": plain(part.choices), "least": part.least, "most": part.most}
            for key, part in move.open.items()
        }
        return f"Ask {move.move.__name__} {write_json(given)} {write_json(left)}"
    return f"{type(move).__name__} {write_json(plain(move))}"


def write_json(value: Any) -> str:
    """*value* as JSON the way notation writes it."""
    return json.dumps(value, ensure_ascii=False)


# --- reading ----------------------------------------------------------------------------------------------------------


def read(text: str, classes: Sequence[type[Any]]) -> Any:
    """The move that *text* writes, one of *classes*. Raises Unreadable."""
    name, _, rest = text.strip().partition(" ")
    known = {move.__name__: move for move in classes}
    readable(text)
    if name not in known:
        raise Unreadable(say("“{name}” is no move here. Moves are: {moves}.", name=name[:40], moves=sorted(known)))
    return build(known[name], parse_json(rest or "{}"))


def readable(line: str) -> None:
    """Raises Unreadable for a line of notation that `read` would not take again, for its length."""
    if len(line) > MAX_LENGTH:
        raise Unreadable(say("A move of more than {most} characters is no move.", most=MAX_LENGTH))


def parse_options(text: str) -> Any:
    """The options of a table as JSON. Raises Unreadable."""
    try:
        return parse_json(text)
    except Unreadable as wrong:
        raise Unreadable(say("Options are written as JSON, like {example}.", example='{"robots": 1}')) from wrong


def parse_json(text: str) -> Any:
    """*text* as JSON without duplicate names, NaN, infinities or halves of a sign. Raises Unreadable."""
    try:
        value = json.loads(text, object_pairs_hook=_distinct, parse_constant=_no_constant)
        if "\\u" in text:
            write_json(value).encode()  # half of a surrogate pair can neither be kept nor shown: a ValueError
        return value
    except (ValueError, RecursionError) as wrong:
        raise Unreadable(say("The fields of a move are written as JSON, like {example}.", example='{"token": "BP2"}')) from wrong


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name twice")
    return found


def _no_constant(name: str) -> Any:
    raise ValueError(name)


@cache
def _fields(cls: Any) -> dict[str, tuple[str, Any, bool]]:
    """JSON name -> (field name, type, whether it may be left out)."""
    hints = typing.get_type_hints(cls)
    return {
        part.name.removesuffix("_"): (
            part.name,
            hints[part.name],
            part.default is not dataclasses.MISSING or part.default_factory is not dataclasses.MISSING,
        )
        for part in dataclasses.fields(cls)
        if part.init
    }


def build(cls: Any, values: Any) -> Any:
    """An instance of the dataclass *cls* from a JSON object with just its fields. Raises Unreadable."""
    fields = _fields(cls)
    if not isinstance(values, dict):
        raise Unreadable(say("{move} wants a JSON object with {fields}.", move=cls.__name__, fields=list(fields) or "{}"))
    for key in values:
        if key not in fields:
            raise Unreadable(
                say(
                    "{move} has no field “{field}”; it has: {fields}.",
                    move=cls.__name__,
                    field=key[:40],
                    fields=list(fields) or "none",
                )
            )
    made = {}
    for key, (name, kind, optional) in fields.items():
        if key in values:
            made[name] = _fit(values[key], kind, cls.__name__, key)
            _check_shape(made[name], cls.__dataclass_fields__[name].metadata, cls.__name__, key)
        elif not optional:
            raise Unreadable(say("{move} wants the field “{field}”.", move=cls.__name__, field=key))
    return cls(**made)


def _fit(value: Any, kind: Any, move: str, name: str) -> Any:
    """*value* as the annotated type *kind*, lists as tuples, objects as mappings by name; true is no number."""
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        for choice in inner:
            try:
                return _fit(value, choice, move, name)
            except Unreadable:
                continue
    elif origin is typing.Literal:
        if any(value == choice and type(value) is type(choice) for choice in inner):
            return value
    elif origin is tuple and isinstance(value, list):
        if len(inner) == 2 and inner[1] is Ellipsis:
            return tuple(_fit(part, inner[0], move, name) for part in value)
        if len(inner) == len(value):
            return tuple(_fit(part, of, move, name) for part, of in zip(value, inner, strict=True))
    elif origin is Mapping and isinstance(value, dict):
        return {key: _fit(part, inner[1], move, name) for key, part in value.items()}
    elif kind in (type(None), None):
        if value is None:
            return None
    elif dataclasses.is_dataclass(kind) and isinstance(value, dict):
        return build(kind, value)
    elif kind in (int, str, bool) and type(value) is kind and not (kind is int and abs(value) > 10**9):
        return value
    raise _unfit(move, name, describe(kind), value)


def _check_shape(value: Any, metadata: Mapping[str, Any], move: str, name: str) -> None:
    """Raises Unreadable when a text in *value* does not have the `shape` that the field's metadata asks for."""
    if "shape" in metadata:
        for text in value if isinstance(value, tuple) else (value,):
            if isinstance(text, str) and not re.fullmatch(metadata["shape"], text):
                raise _unfit(move, name, metadata["expected"], text)


def _unfit(move: str, name: str, expected: Any, found: Any) -> Unreadable:
    return Unreadable(
        say(
            "{move}: “{field}” should be {expected}, not {found}.",
            move=move,
            field=name,
            expected=expected,
            found=write_json(found)[:60],
        )
    )


def describe(kind: Any) -> str:
    """A type in the words of the notation: `[int]`, `[[str, str, str]]`, `int or null`."""
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        return " or ".join(map(describe, inner))
    if origin is typing.Literal:
        return " or ".join(json.dumps(choice) for choice in inner)
    if origin is tuple:
        return f"[{describe(inner[0])}]" if len(inner) == 2 and inner[1] is Ellipsis else f"[{', '.join(map(describe, inner))}]"
    if kind in (type(None), None):
        return "null"
    if origin is Mapping:
        return f"{{name: {describe(inner[1])}}}"
    if isinstance(kind, type) and dataclasses.is_dataclass(kind):
        return "{" + ", ".join(f"{key}: {describe(of)}" for key, (_, of, _) in _fields(kind).items()) + "}"
    return {int: "a whole number", str: "a text", bool: "true or false"}.get(kind, str(kind))
