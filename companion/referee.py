"""What was seen, judged: sightings -> the legal moves they may mean, or the objection.

The scanner knows no game and the game no camera. Here the labels' prefixes are taken off, the game says what the pieces
may mean, and `apply` alone judges whether it may be. Nothing is done: a person confirms.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion import notation
from companion.forms import Names, told
from companion.rules import BoardSeen, Game, IllegalMove, Label, Laying, Meaning, Sentence, Who, say

CODE = re.compile(r"(?:([A-Z]{2}):)?([A-Z0-9.\-]{1,7})")
MOST_CODES = 400
"""Codes in one look: more than any box has pieces."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """Moves to confirm together, in order: each with who makes it, its line of notation and what it says.

    `question` and `answer` as those of the Meaning. `after`: the state that was judged, once the moves are made.
    """

    moves: tuple[tuple[Who, str], ...]
    sentences: tuple[tuple[Who, Sentence], ...]
    question: Sentence | None = None
    answer: Sentence | None = None
    after: Any = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Objection:
    """Why what was seen cannot be; `rule` None: no rule of this game, but a label that is none of its.

    `agrees` and `mistaken` as those of the Meaning: what an entry that was told wrongly is looked for by. `refused`: the moves
    that were meant, where the game says so (`after` is None where no ruling can make them stand); `illegal`: the game's refusal.
    """

    rule: str | None
    sentence: Sentence
    agrees: Callable[[Any], bool] | None = field(default=None, compare=False)
    mistaken: Mapping[str, str] = field(default_factory=dict, compare=False)
    refused: Proposal | None = field(default=None, compare=False)
    illegal: IllegalMove | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Judged:
    """What a look means: proposals to confirm, objections, and things worth saying that are no moves.

    `layings`: name of a board that was read -> what lies on it; what that means is among the others, before them.
    """

    proposals: tuple[Proposal, ...]
    objections: tuple[Objection, ...]
    notes: tuple[Sentence, ...]
    layings: Mapping[str, Laying] = field(default_factory=dict)


def typed(rows: Iterable[Iterable[str]]) -> tuple[tuple[Label, ...], ...]:
    """Codes that were typed or tapped in, as labels that lie nowhere."""
    return tuple(tuple(map(Label, row)) for row in rows)


def in_rows(game: Game, box: Any, state: Any, rows: Sequence[Sequence[Label]]) -> list[list[Label]]:
    """The labels of a photograph in the rows in which *game* says the pieces lie, with their prefixes; strangers come last."""
    arranged: Callable[[Any, Sequence[Label]], list[list[Label]]] | None = getattr(game, "rows", None)
    if arranged is None:
        return [list(row) for row in rows]
    own = {f"{game.PREFIX}:{code}": code for code in game.PIECES(box)}
    labels = [label for row in rows for label in row]
    lying = arranged(state, [replace(label, code=own[label.code]) for label in labels if label.code in own])
    strangers = [[label] for label in labels if label.code not in own]
    return [[replace(label, code=f"{game.PREFIX}:{label.code}") for label in row] for row in lying] + strangers


def judge(
    game: Game,
    state: Any,
    who: Who | None,
    rows: Sequence[Sequence[Label]],
    names: Names,
    titles: Mapping[str, str],
    boards: Sequence[BoardSeen] = (),
) -> Judged:
    """What the *rows* of labels (codes with or without prefix, in reading order), seen by *who*'s phone, mean in *state*.

    *titles*: prefix -> title of every game known here, to say where a stranger belongs. *boards*: those that were read.
    """
    objections: list[Objection] = []
    own: list[tuple[Label, ...]] = []
    for row in rows:
        kept = []
        for label in row:
            code, objection = _strip(game, label.code, titles)
            if code is not None:
                kept.append(replace(label, code=code))
            elif objection is not None and objection not in objections:
                objections.append(objection)
        if kept:
            own.append(tuple(kept))
    if sum(map(len, own)) > MOST_CODES:
        return Judged((), (Objection(None, say("So many pieces are in no box: at most {most} at once.", most=MOST_CODES)),), ())
    if not own:
        return Judged((), tuple(objections), ())
    proposals: list[Proposal] = []
    notes: list[Sentence] = []
    layings = _layings(game, state, who, own, boards)
    for meaning in (*(one for laying in layings.values() for one in laying.meanings), *game.meanings(state, who, own)):
        if meaning.note is not None and meaning.note not in notes:
            notes.append(meaning.note)
        found = meaning.refused or _try(game, state, meaning, names)
        if isinstance(found, IllegalMove):
            meant = _proposal(game, meaning, names, _ruled(game, state, meaning)) if meaning.moves else None
            objection = Objection(found.rule, found.sentence, meaning.agrees, meaning.mistaken, meant, found)
            if objection not in objections:
                objections.append(objection)
        elif found is not None and found not in proposals:
            proposals.append(found)
    if not proposals and not objections and not notes and not layings:
        objections.append(Objection(None, say("Nothing can be done with this now.")))
    if layings:
        proposals = [one for one in proposals if not any(_begins(one, other) for other in proposals)]
    return Judged(tuple(proposals), tuple(objections), tuple(notes), layings)


def _layings(
    game: Game, state: Any, who: Who | None, rows: Sequence[Sequence[Label]], boards: Sequence[BoardSeen]
) -> dict[str, Laying]:
    """What lies on the boards that were read, of which the game says anything."""
    laid: Callable[..., Laying | None] | None = getattr(game, "laid", None)
    if laid is None:
        return {}
    found = {board.name: laid(state, who, board, rows) for board in boards}
    return {name: laying for name, laying in found.items() if laying is not None}


def _begins(one: Proposal, other: Proposal) -> bool:
    """Whether the moves of *one* are those with which *other* begins: who confirms that one has made them too."""
    return len(one.moves) < len(other.moves) and other.moves[: len(one.moves)] == one.moves


def _strip(game: Game, text: str, titles: Mapping[str, str]) -> tuple[str | None, Objection | None]:
    """The code without its prefix, or why it is none of this game's."""
    match = CODE.fullmatch(text.strip().upper())
    if match is None:
        return None, Objection(None, say("“{seen}” is no label of Companion.", seen=text.strip()[:24]))
    prefix, code = match.groups()
    if prefix in (None, game.PREFIX):
        return code, None
    if prefix in titles:
        title = Sentence(titles[prefix])
        return None, Objection(None, say("{code} belongs to {title}, not to this game.", code=f"{prefix}:{code}", title=title))
    return None, Objection(None, say("{code} belongs to another game.", code=f"{prefix}:{code}"))


def _try(game: Game, state: Any, meaning: Meaning, names: Names) -> Proposal | IllegalMove | None:
    """The meaning as a proposal when every move fits after the one before it; else the refusal."""
    if not meaning.moves:
        return None
    try:
        for who, move in meaning.moves:
            state = game.apply(state, who, move)
    except IllegalMove as illegal:
        return illegal
    return _proposal(game, meaning, names, state)


def _ruled(game: Game, state: Any, meaning: Meaning) -> Any:
    """The state if the table agreed to the moves all the same; None where no ruling can make them stand."""
    try:
        for who, move in meaning.moves:
            state = game.apply(state, who, move, ruling=True)
    except IllegalMove:
        return None
    return state


def _proposal(game: Game, meaning: Meaning, names: Names, after: Any) -> Proposal:
    return Proposal(
        tuple((who, notation.write(move)) for who, move in meaning.moves),
        tuple((who, told(game, who, move, names)) for who, move in meaning.moves),
        meaning.question,
        meaning.answer,
        after,
    )
