"""What may be done now, as a page can offer it: buttons, pickers, and moves greyed with why. Pure; knows no HTML.

A button is a whole move. A picker is an `Ask`: a move with fields left open, put together again by `assemble` from what
was picked. A greyed move is one of the game's classes of which nothing is legal for this person now.
"""

from __future__ import annotations

import collections
import dataclasses
import json
import typing
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from companion import notation
from companion.notation import Unreadable
from companion.rules import HIDDEN, TABLE, Ask, Game, IllegalMove, Line, Name, Open, Participant, Sentence, Who, say

Names = Mapping[Any, Any]
"""Seats and piece codes -> what to call them."""

MOST_SELECTS = 8
"""So many values of a list are asked for one by one, in their order; more are ticked off together."""


@dataclass(frozen=True, slots=True)
class Button:
    """A whole move: its line of notation and what it says."""

    who: Who
    kind: str
    move: str
    label: Sentence
    code: str | None
    """The piece it is about, when it is about one."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A value that a field may take: its JSON, and what to call it (a name, or a Sentence)."""

    value: str
    label: Any


@dataclass(frozen=True, slots=True)
class Field:
    """An open field. `how`: one value, an ordered list of `least` to `most`, a set of ticks, or words to type."""

    name: str
    title: Sentence
    how: Literal["one", "order", "ticks", "text"]
    choices: tuple[Choice, ...]
    least: int
    most: int
    wanted: Sentence | None
    places: tuple[Name, ...] = ()
    """Whose each place of an ordered list is, where it is somebody's: the move's field says so (metadata `by`)."""


@dataclass(frozen=True, slots=True)
class Picker:
    """A move with open fields; `given` is the JSON of the settled ones."""

    who: Who
    kind: str
    given: str
    title: Sentence
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """What one person may do of one class of move."""

    who: Who
    kind: str
    title: Sentence
    buttons: tuple[Button, ...]
    pickers: tuple[Picker, ...]


@dataclass(frozen=True, slots=True)
class Greyed:
    """A class of move that is not possible now, and the rule that says so."""

    who: Who
    kind: str
    title: Sentence
    rule: str
    why: Sentence


# --- words ------------------------------------------------------------------------------------------------------------


def title_of(game: Game, kind: str) -> Sentence:
    """What players call a class of move, or one of its fields (`Class.field`, `field`): the game's WORDS, else its name."""
    words: Mapping[str, str] = getattr(game, "WORDS", {})
    for key in (kind, kind.rpartition(".")[2]):
        if key in words:
            return Sentence(words[key])
    name = kind.rpartition(".")[2]
    spaced = "".join(f" {sign.lower()}" if sign.isupper() and at else sign for at, sign in enumerate(name))
    return Sentence(spaced.replace("_", " ").strip().replace("{", "{{").replace("}", "}}"))


def called(value: Any, names: Names, part: dataclasses.Field[Any]) -> Any:
    """What to call a value of the field *part* of a move: the piece's name, the person whose seat it is, or the value itself.

    A piece that is held by number is called by its name alone: that begins with the number, by which it is looked for.
    """
    match value:
        case None:
            return say("none")
        case True:
            return say("yes")
        case False:
            return say("no")
        case str() if value == HIDDEN:
            return say("a hidden one")
        case str() if value in part.metadata.get("called", ()):
            return Sentence(part.metadata["called"][value])
        case str() if value in names:
            return say("{name} ({code})", name=names[value], code=value)
        case int() if (code := code_in(part, value)) in names:
            return names[code]
        case int() if part.metadata.get("by") == "seat":
            return Name(value)
        case list() | tuple():
            return tuple(called(one, names, part) for one in value)
    return str(value)


def _code(move: Any, names: Names) -> str | None:
    """The piece a move is about: the only one that a field of it names."""
    found = [code for part in dataclasses.fields(move) if (code := code_in(part, getattr(move, part.name))) in names]
    return found[0] if len(found) == 1 else None


def code_in(part: dataclasses.Field[Any], value: Any) -> str | None:
    """The code that a field's value may be or stand for: itself, or what the field's metadata `code` makes of it."""
    if isinstance(value, str):
        return value
    code_of = part.metadata.get("code")
    return code_of(value) if code_of is not None and isinstance(value, int) and not isinstance(value, bool) else None


def vars_of(move: Any) -> dict[str, Any]:
    return {part.name: getattr(move, part.name) for part in dataclasses.fields(move)}


def told(game: Game, who: Who, move: Any, names: Names) -> Sentence:
    """The move with its subject; what the table tells has none, unless a field of the move names it (metadata `subject`)."""
    said = game.tell(move, names)
    if who == TABLE:
        seats = (getattr(move, part.name) for part in dataclasses.fields(move) if part.metadata.get("subject"))
        who = next(seats, TABLE)
    return said if who == TABLE else say("{who} {move}", who=Name(who), move=said)


# --- offering ---------------------------------------------------------------------------------------------------------


def groups(game: Game, moves: Sequence[tuple[Who, Any]], names: Names, people: Sequence[Participant] = ()) -> list[Group]:
    """The legal moves by who and class, in the order in which the game lists them. *people*: all who play, seats first."""
    sorted_out: dict[tuple[Who, str], list[Any]] = {}
    for who, move in moves:
        kind = (move.move if isinstance(move, Ask) else type(move)).__name__
        sorted_out.setdefault((who, kind), []).append(move)
    return [
        Group(
            who,
            kind,
            title_of(game, kind),
            tuple(button(game, who, move, names) for move in found if not isinstance(move, Ask)),
            tuple(picker(game, who, move, names, people) for move in found if isinstance(move, Ask)),
        )
        for (who, kind), found in sorted_out.items()
    ]


def button(game: Game, who: Who, move: Any, names: Names) -> Button:
    return Button(who, type(move).__name__, notation.write(move), game.tell(move, names), _code(move, names))


def picker(game: Game, who: Who, ask: Ask, names: Names, people: Sequence[Participant] = ()) -> Picker:
    kind = ask.move.__name__
    given = {name.removesuffix("_"): notation.plain(value) for name, value in ask.given.items()}
    title = title_of(game, kind)
    parts = ask.move.__dataclass_fields__
    settled = tuple(called(value, names, parts[name]) for name, value in ask.given.items() if value != ())
    if settled:
        title = say("{move}: {given}", move=title, given=settled)
    fields = tuple(_field(game, ask.move, name, left, names, people) for name, left in ask.open.items())
    return Picker(who, kind, json.dumps(given, ensure_ascii=False), title, fields)


def _field(game: Game, cls: type[Any], name: str, left: Open, names: Names, people: Sequence[Participant]) -> Field:
    many = typing.get_origin(typing.get_type_hints(cls)[name]) is tuple
    title = title_of(game, f"{cls.__name__}.{name.removesuffix('_')}")
    if isinstance(left.choices, Sentence):
        return Field(name, title, "text", (), left.least, left.most, left.choices)
    part = cls.__dataclass_fields__[name]
    choices = tuple(Choice(json.dumps(notation.plain(value)), called(value, names, part)) for value in left.choices)
    if not many:
        return Field(name, title, "one", choices, 1, 1, None)
    by = part.metadata.get("by")
    places = tuple(Name(who) for who in people if by == "participants" or (by == "seats" and isinstance(who, int)))
    how: Literal["order", "ticks"] = "order" if left.most <= MOST_SELECTS else "ticks"
    return Field(name, title, how, choices, left.least, min(left.most, len(choices)), None, places)


def gains(game: Game, state: Any, moves: Sequence[tuple[Who, Any]]) -> dict[str, tuple[Line, ...]]:
    """What each whole move would add to the books at once: its line of notation -> the new lines, where there are any."""
    before = game.score(state)
    found: dict[str, tuple[Line, ...]] = {}
    for who, move in moves:
        if isinstance(move, Ask):
            continue
        try:
            after = game.score(game.apply(state, who, move))
        except IllegalMove:
            continue
        added = tuple(line for one, lines in after.items() for line in _more(tuple(lines), tuple(before.get(one, ()))))
        if added:
            found[notation.write(move)] = added
    return found


def _more(lines: tuple[Line, ...], had: tuple[Line, ...]) -> Iterable[Line]:
    """The lines beyond those that stood there before; nearly always they stand at the end."""
    if lines[: len(had)] == had:
        return lines[len(had) :]
    return (collections.Counter(lines) - collections.Counter(had)).elements()


# --- taking -----------------------------------------------------------------------------------------------------------


def assemble(kind: str, given: str, picked: Mapping[str, Sequence[str]], classes: Sequence[type[Any]]) -> Any:
    """The move of a posted picker: *picked* has the JSON values of each open field. Raises Unreadable."""
    known = {move.__name__: move for move in classes}
    if kind not in known:
        raise Unreadable(say("“{name}” is no move here. Moves are: {moves}.", name=kind[:40], moves=sorted(known)))
    values = notation.parse_json(given or "{}")
    if not isinstance(values, dict):
        raise Unreadable(say("{move} wants a JSON object with {fields}.", move=kind, fields="{}"))
    hints = typing.get_type_hints(known[kind])
    capitals = {part.name for part in dataclasses.fields(known[kind]) if part.metadata.get("capitals")}
    for name, texts in picked.items():
        hint = hints.get(name, hints.get(f"{name}_"))
        told = [_value(text, hint, name in capitals) for text in texts if text != ""]
        if typing.get_origin(hint) is tuple:
            values[name] = _list(told, typing.get_args(hint)[0])
        elif told:
            values[name] = told[0]
    for name, hint in hints.items():
        if typing.get_origin(hint) is tuple:
            # A browser sends nothing for a list of which nothing was ticked.
            values.setdefault(name.removesuffix("_"), [])
    return notation.build(known[kind], values)


def _list(told: list[Any], element: Any) -> list[Any]:
    """The values of a list field; one field of words may hold the whole list."""
    if len(told) != 1 or not isinstance(told[0], list):
        return told
    whole = told[0]
    single = typing.get_origin(element) is tuple and whole and not all(isinstance(part, list) for part in whole)
    return [whole] if single else whole


def _value(text: str, hint: Any, capitals: bool) -> Any:
    """A posted value: JSON, or plain words as people type them."""
    texts = typing.get_origin(hint) is tuple and typing.get_args(hint)[0] is str
    try:
        value = notation.parse_json(text)
    except Unreadable:
        if hint is str or (str in typing.get_args(hint) and typing.get_origin(hint) is not tuple):
            return text
        typed = (text.upper() if capitals else text).replace(",", " ").replace(";", " ").split()
        words = typed if texts else [_word(word) for word in typed]
        return words[0] if len(words) == 1 else words
    return text if (hint is str and not isinstance(value, str)) or (texts and not isinstance(value, str | list)) else value


def _word(text: str) -> Any:
    # Labels print "07"; JSON knows no such number.
    if text.isascii() and text.isdecimal():
        text = text.lstrip("0") or "0"
    try:
        return notation.parse_json(text)
    except Unreadable:
        return text


# --- refusing ---------------------------------------------------------------------------------------------------------

MOST_SAMPLES = 12


def greyed(game: Game, view: Any, who: Who | None, offered: Sequence[str], pieces: Sequence[str]) -> list[Greyed]:
    """The classes of the game's moves that are not among *offered*, each with why: the rule that a fitting sample meets.

    *who* None stands for the screen everyone sees: each move is tried by whoever would make it.
    """
    found = []
    for cls in game.MOVES:
        kind = cls.__name__
        if kind in offered:
            continue
        refusals: list[IllegalMove] = []
        for sample in samples(cls, pieces):
            try:
                maker = game.maker(view, sample)
                by = who if who is not None and maker != TABLE else maker
                game.apply(view, by, sample)
            except IllegalMove as illegal:
                refusals.append(illegal)
                found_by = by
        if refusals:
            # Most pieces are of the wrong kind for a move; the one that fits gets furthest, and it is the rare one.
            rule, _ = collections.Counter(illegal.rule for illegal in refusals).most_common()[-1]
            why = next(illegal for illegal in refusals if illegal.rule == rule)
            found.append(Greyed(found_by, kind, title_of(game, kind), rule, why.sentence))
    return found


def samples(cls: type[Any], pieces: Sequence[str]) -> list[Any]:
    """Some moves of a class, plausible at sight: what rule stands before all of them is found by trying."""
    hints = typing.get_type_hints(cls)
    texts = (HIDDEN, *pieces)[:MOST_SAMPLES]
    uses_text = any(_plausible(hint, HIDDEN) == HIDDEN for hint in hints.values())
    return [cls(**{name: _plausible(hint, text) for name, hint in hints.items()}) for text in (texts if uses_text else texts[:1])]


def _plausible(hint: Any, text: str) -> Any:
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin is tuple:
        return () if len(inner) == 2 and inner[1] is Ellipsis else tuple(_plausible(of, text) for of in inner)
    if origin is Literal:
        return inner[0]
    if inner:
        return _plausible(inner[0], text)
    return {int: 1, str: text, bool: False}.get(hint)
