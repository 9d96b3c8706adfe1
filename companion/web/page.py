"""What a table's pages show: everything computed from what this seat may see, so that nothing leaks.

A template `NAME/board.html` (the game's own; `board.html` shows any state plainly) receives, beside what every page has:

    table      companion.table.Table                view       game.view(state, seat)
    seat       int, or None: the screen             names      seats and piece codes -> what to call them
    position   .problem: the Misfit, or None        last       the newest Step as this seat may read it, or None
    ledger     participant -> [(Line, entry)]       totals     participant -> points
    groups     forms.Group: what may be done now    greyed     forms.Greyed: what may not, and why
    advice     what the game advises as this seat wants it; `withheld` alone: why the table does without; or None
    practice   whether Companion makes the table's moves
    gains      notation -> the lines that a move would add to the ledger at once
    to_act     whom the game waits for              hands      what hands must do to follow the last move
    outcome    Outcome, or None                     seen, key  what every form of moves carries
    course     a function: plots.Course, or None    bars       a function: plots.Stack, or None
"""

from __future__ import annotations

import dataclasses
import functools
import secrets
from typing import Any

from flask import make_response, render_template
from werkzeug.wrappers import Response

from companion import advisers, forms, notation, table
from companion.notation import Unreadable
from companion.rules import TABLE, Name, Sentence, Who, say, total
from companion.table import Entry, Ruling, Step, Strike
from companion.web import plots, seats, sentences, wanted
from companion.web.tables import Sitting, shown


def common(sitting: Sitting) -> dict[str, Any]:
    """What every page of the table has; from here on sentences know the people's names."""
    sentences.naming(sitting.table.seats)
    return {
        "sitting": sitting,
        "table": sitting.table,
        "game": sitting.game,
        "code": sitting.code,
        "code_shown": shown(sitting.code),
        "seat": seats.seat_at(sitting),
        "names": sitting.names,
        "position": sitting.position,
        "practice": sitting.row.practice,
        "seen": sitting.last,
        "key": secrets.token_urlsafe(12),
        # Only some pages draw it, and one may ask for it twice.
        "course": functools.cache(lambda: plots.course(sitting.table, sitting.position)),
        "bars": functools.cache(lambda: plots.bars(sitting.table, sitting.position.state)),
    }


def context(sitting: Sitting) -> dict[str, Any]:
    """What the table page has."""
    shared = common(sitting)
    game, position, seat = sitting.game, sitting.position, shared["seat"]
    view = game.view(position.state, seat)
    to_act = game.to_act(view) if position.problem is None else ()
    moves = legal(sitting, view, seat) if position.problem is None else []
    groups = forms.groups(game, moves, sitting.names, tuple(game.score(view)))
    offered = {group.kind for group in groups}
    blocked = forms.greyed(game, view, seat, sorted(offered), samples(sitting)) if position.problem is None and to_act else []
    ledger = table.ledger(sitting.table, position)
    return {
        **shared,
        "view": view,
        "to_act": to_act,
        "groups": groups,
        "greyed": blocked,
        "gains": forms.gains(game, view, moves),
        "ledger": ledger,
        "totals": {who: total(line for line, _ in lines) for who, lines in ledger.items()},
        "last": last_step(sitting, seat),
        "last_said": last_said(sitting, seat),
        "turn_said": turn_said(to_act, seat),
        "hands": hands(sitting, seat),
        "outcome": game.outcome(position.state) if position.problem is None else None,
        "advice": advice(sitting, view, seat) if position.problem is None else None,
        "go_on": shared["practice"] and TABLE in to_act and len(to_act) > 1,
        "catalogue": catalogue(sitting),
    }


def legal(sitting: Sitting, view: Any, seat: int | None) -> list[tuple[Who, Any]]:
    """What this page offers: the seat's own moves first, then the table's; the screen offers everybody's.

    A practice table tells its own pieces: there the table's moves are Companion's.
    """
    moves = sitting.game.legal_moves(view)
    if seat is not None:
        moves = [pair for pair in moves if pair[0] == seat] + [pair for pair in moves if pair[0] == TABLE]
    if sitting.row.practice:
        moves = [pair for pair in moves if pair[0] != TABLE]
    return moves


def samples(sitting: Sitting) -> list[str]:
    """A code of each group of pieces, to try moves with."""
    found: dict[str, str] = {}
    for code, piece in sitting.game.PIECES(sitting.table.box).items():
        found.setdefault(str(piece.group), code)
    return list(found.values())


def catalogue(sitting: Sitting) -> dict[Sentence, list[Any]]:
    """Every piece that wears a label, by its sheet."""
    found: dict[Sentence, list[Any]] = {}
    for piece in sitting.game.PIECES(sitting.table.box).values():
        found.setdefault(piece.group, []).append(piece)
    return found


def last_step(sitting: Sitting, seat: int | None) -> Step | None:
    if not sitting.position.steps:
        return None
    step = sitting.position.steps[-1]
    return dataclasses.replace(step, move=sitting.game.veil(sitting.position.state, step.who, step.move, seat))


def last_said(sitting: Sitting, seat: int | None) -> Sentence | None:
    step = last_step(sitting, seat)
    return forms.told(sitting.game, step.who, step.move, sitting.names) if step is not None else None


def turn_said(to_act: tuple[Who, ...], seat: int | None) -> Sentence:
    """Whom the game waits for, in words."""
    people = tuple(Name(who) for who in to_act if who != TABLE)
    if not to_act:
        return say("The game is over.")
    if not people:
        return say("The table tells what came.")
    if seat is not None and seat in to_act:
        others = tuple(name for name in people if name.who != seat)
        return say("It is up to you, or to {others}.", others=others) if others else say("It is up to you.")
    return say("It is up to {people}.", people=people)


def hands(sitting: Sitting, seat: int | None) -> tuple[Sentence, ...]:
    """What hands must do on the real table to follow the last move; nothing where that would tell a secret."""
    step = sitting.position.steps[-1] if sitting.position.steps else None
    seen = last_step(sitting, seat)
    if step is None or seen is None or seen.move != step.move or sitting.row.practice:
        return ()
    return sitting.game.hands(step.before, step.who, step.move)


def advice(sitting: Sitting, view: Any, seat: int | None) -> dict[str, Any] | None:
    """What the game's own advice says of this view, without what takes longer than a blink; None where it has none.

    Where the table does without, only `withheld`: the sentence that says why.
    """
    asked = advisers.adviser(sitting.game)
    if asked is None or not advisers.speaks(asked, sitting.game.to_act(view)):
        return None
    why = advisers.withheld(asked, view, practice=sitting.row.practice)
    if why is not None:
        return {"withheld": why}
    wants = wanted.remembered(asked, sitting, view, seat)
    return advisers.advise(asked, view, wants, seat=seat, names=sitting.table.seats, quick=True)


def veiled(sitting: Sitting, entry: Entry, seat: int | None) -> Entry:
    """The entry as this seat may read it: in strikes and rulings the moves inside them too."""

    def line(text: str) -> str:
        try:
            who, move = table.who_and_move(text, sitting.table.seats, (*sitting.game.MOVES, Ruling))
        except Unreadable:
            return text
        if isinstance(move, Ruling):
            read: Any = dataclasses.replace(move, moves=tuple(map(line, move.moves)))
        else:
            by = who if who is not None else sitting.game.maker(state, move)
            read = sitting.game.veil(state, by, move, seat)
        name = f"{sitting.table.name_of(who)} " if who is not None else ""
        return name + notation.write(read)

    state = sitting.position.state
    match entry.move:
        case Strike():
            return dataclasses.replace(entry, move=dataclasses.replace(entry.move, instead=tuple(map(line, entry.move.instead))))
        case Ruling():
            return dataclasses.replace(entry, move=dataclasses.replace(entry.move, moves=tuple(map(line, entry.move.moves))))
    return dataclasses.replace(entry, move=sitting.game.veil(state, entry.who, entry.move, seat))


def show(sitting: Sitting, *, status: int = 200, notice: Any = None) -> Response:
    """The table page."""
    return make_response(render_template("table.html", notice=notice, **context(sitting)), status)
