"""What a game's module `advice` has to say, where it has one (companion/rules.py, Game), and what may be wanted of it.

A setting is a field of the adviser's `Wanted` as a form asks for it; texts are what such a form sends, or what was kept of it.
"""

from __future__ import annotations

import contextlib
import dataclasses
import importlib
import importlib.util
import re
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, Literal

from companion.forms import called
from companion.notation import Unreadable
from companion.rules import Game, Progress, Sentence, say, say_n


def adviser(game: Game) -> Any:
    """The module, or None."""
    name = f"{game.__dict__['__name__']}.advice"
    return importlib.import_module(name) if importlib.util.find_spec(name) is not None else None


def speaks_to_first(game: Game) -> bool:
    """Whether advice that is asked for without a seat is for the first one, not for whoever is to act."""
    return bool(getattr(adviser(game), "FIRST_SEAT", False))


def progress_of(game: Game) -> Callable[[Any], Progress | None] | None:
    """What tells how far everyone has come, in a game where points do not."""
    found: Callable[[Any], Progress | None] | None = getattr(adviser(game), "progress", None)
    return found


def withheld(asked: Any, view: Any, *, practice: bool) -> Sentence | None:
    """Why the pages of this table give no advice, or None when they may."""
    judge: Callable[..., Sentence | None] | None = getattr(asked, "withheld", None)
    return None if judge is None else judge(view, practice=practice)


def speaks(asked: Any, to_act: Sequence[Any]) -> bool:
    """Whether there may be something to say: while the game waits for somebody, of some games afterwards too."""
    return bool(to_act) or getattr(asked, "AFTERWARDS", False)


def advise(asked: Any, view: Any, wanted: Any, *, seat: int | None, names: Sequence[str], quick: bool = False) -> dict[str, Any]:
    """What the adviser says; *wanted* is None where it has no `Wanted`."""
    more = {} if wanted is None else {"wanted": wanted}
    said: dict[str, Any] = asked.advise(view, seat=seat, names=names, quick=quick, **more)
    return said


# --- what is wanted ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Setting:
    """A field of `Wanted` in a form, with the text in it.

    `how`: a tick ("1", or empty), one of `choices` (text -> what to call it; empty: any), or a number from `least` to `most` in
    steps of `step`.
    """

    name: str
    title: Sentence
    how: Literal["tick", "one", "number"]
    text: str
    choices: Mapping[str, Any]
    least: int
    most: int
    step: Decimal


def settings(asked: Any, view: Any, seat: int | None, names: Mapping[Any, Any], texts: Mapping[str, str]) -> dict[str, Setting]:
    """The settings by name, with the *texts* in them; none where the adviser has no `Wanted`."""
    return {part.name: _setting(asked, part, view, seat, names, texts.get(part.name, "")) for part in _fields(asked)}


def _fields(asked: Any) -> tuple[dataclasses.Field[Any], ...]:
    cls = getattr(asked, "Wanted", None)
    return () if cls is None else dataclasses.fields(cls)


def _setting(
    asked: Any, part: dataclasses.Field[Any], view: Any, seat: int | None, names: Mapping[Any, Any], text: str
) -> Setting:
    values = part.metadata.get("values")
    told: Mapping[str, Any] = {}
    if values is not None:
        told = {str(value): called(value, names, part) for value in (values(view, seat) if callable(values) else values)}
    how: Literal["tick", "one", "number"] = "tick" if _kind(asked, part) is bool else "one" if values is not None else "number"
    return Setting(
        part.name,
        Sentence(part.metadata.get("help", part.name)),
        how,
        text,
        told,
        part.metadata.get("least", 0),
        part.metadata.get("most", 100),
        Decimal(1).scaleb(-part.metadata.get("decimals", 0)),
    )


def _kind(asked: Any, part: dataclasses.Field[Any]) -> type[Any]:
    """The type of the field's values, None aside."""
    hint = typing.get_type_hints(asked.Wanted)[part.name]
    kind: type[Any] = next(one for one in (*typing.get_args(hint), hint) if one is not type(None))
    return kind


def told(asked: Any, view: Any, seat: int | None, texts: Mapping[str, str], before: Any = None, *, form: bool = False) -> Any:
    """The `Wanted` that *texts* say, or None where the adviser has none.

    What they leave out stays as *before*, and is as it is by default if it is asked anew each time (`once`). With *form* they are
    all that a form sent: a tick that is not among them is off. Raises Unreadable.
    """
    if not _fields(asked):
        return None
    values: dict[str, Any] = {}
    for part in _fields(asked):
        if part.name in texts or (form and _kind(asked, part) is bool):
            values[part.name] = _value(asked, part, view, seat, texts.get(part.name, "").strip())
        elif before is not None and not part.metadata.get("once"):
            values[part.name] = getattr(before, part.name)
    return asked.Wanted(**values)


def readable(asked: Any, view: Any, seat: int | None, texts: Mapping[str, str], before: Any) -> Any:
    """*before*, and of what is asked anew whatever *texts* say that can be read; None where the adviser has no `Wanted`."""
    fits = {}
    for part in _fields(asked):
        if part.name in texts and part.metadata.get("once"):
            with contextlib.suppress(Unreadable):
                _value(asked, part, view, seat, texts[part.name].strip())
                fits[part.name] = texts[part.name]
    return told(asked, view, seat, fits, before)


def _value(asked: Any, part: dataclasses.Field[Any], view: Any, seat: int | None, text: str) -> Any:
    """The value that a text says; nothing typed is the default. Raises Unreadable."""
    kind, asks = _kind(asked, part), _setting(asked, part, view, seat, {}, text)
    if asks.how == "tick":
        return text != ""
    if text == "":
        return part.default
    if asks.how == "one":
        found = [choice for choice in asks.choices if choice.casefold() == text.casefold()]
        if not found:
            raise Unreadable(_unfit(asks))
        return kind(found[0])
    number = Fraction(text.replace(",", ".")) if NUMBER.fullmatch(text) else None
    if number is None or not asks.least <= number <= asks.most or (number / Fraction(asks.step)).denominator != 1:
        raise Unreadable(_unfit(asks))
    return kind(number)


NUMBER = re.compile(r"[0-9]{1,12}([.,][0-9]{0,12})?|[.,][0-9]{1,12}", re.ASCII)
"""A number as people type it, none less than nothing."""


def _unfit(asks: Setting) -> Sentence:
    """Why the text in a setting cannot be used: what fits there."""
    facts = {"told": asks.text[:20], "setting": asks.title}
    decimals = -int(asks.step.as_tuple().exponent)
    if asks.how == "one" and not asks.choices:
        return say("“{told}” does not fit “{setting}”: there is nothing to choose now.", **facts)
    if asks.how == "one":
        return say("“{told}” does not fit “{setting}”, which can be: {choices}.", **facts, choices=tuple(asks.choices))
    if decimals:
        return say_n(
            "“{told}” does not fit “{setting}”, which takes a number from {least} to {most} with one decimal at most.",
            "“{told}” does not fit “{setting}”, which takes a number from {least} to {most} with {n} decimals at most.",
            decimals,
            **facts,
            least=asks.least,
            most=asks.most,
        )
    return say(
        "“{told}” does not fit “{setting}”, which takes a whole number from {least} to {most}.",
        **facts,
        least=asks.least,
        most=asks.most,
    )


def texts_of(wanted: Any) -> dict[str, str]:
    """What a form says for this `Wanted` (None: nothing), every field; `told` reads it back."""
    return {} if wanted is None else {part.name: _text(getattr(wanted, part.name)) for part in dataclasses.fields(wanted)}


def kept_of(wanted: Any) -> dict[str, str]:
    """The texts worth keeping: of what stays as it was set, where that is not the default."""
    return _set_in(wanted, once=False)


def once_of(wanted: Any) -> dict[str, str]:
    """The texts of what is asked anew each time, where it was asked."""
    return _set_in(wanted, once=True)


def _set_in(wanted: Any, *, once: bool) -> dict[str, str]:
    parts = () if wanted is None else dataclasses.fields(wanted)
    chosen = {part.name: getattr(wanted, part.name) for part in parts if part.metadata.get("once", False) == once}
    defaults = {part.name: part.default for part in parts}
    return {name: _text(value) for name, value in chosen.items() if value != defaults[name]}


def _text(value: Any) -> str:
    match value:
        case None | False:
            return ""
        case True:
            return "1"
        case Fraction():
            return str(Decimal(value.numerator) / value.denominator)
    return str(value)
