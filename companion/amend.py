"""When what lies on the table contradicts the journal: the single corrections after which everything fits.

A game refuses a sight and says when a state would agree with it (`Meaning.agrees`). Here the journal is changed in one place
at a time (moves that were not told, an entry that named the wrong piece, one told otherwise, one that did not happen), played
on to its end, and kept as a proposal where every later entry still fits and the sight agrees. Nothing is written: a person
confirms, and the table judges then.

Only what the asking seat may know is looked at: states are its views, moves are veiled for it, and an entry that it may not
read in full is never touched. So a proposal that is made, or is missing, tells nothing that was hidden.
"""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import product
from typing import Any, Literal

from companion import notation
from companion.forms import Names, code_in, told
from companion.notation import Unreadable
from companion.rules import HIDDEN, TABLE, Ask, IllegalMove, Sentence, Who, say
from companion.table import Entry, Position, Ruling, Strike, Table, lines_of, moves_of, naming, standing, who_and_move

MOST = 3
"""Amendments at once: more are no help to choose."""
DEPTH = 3
"""Moves of one turn that may have been left out (draw, drew, put)."""
RECENT = 12
"""The newest entries at which something may have been left out, told otherwise, or not have happened."""
WORK = 4000
"""Moves played at most for each kind of amendment: a page must not wait for a long evening."""
MOST_NUMBER = 1000
"""Pieces that a move holds by number have smaller ones."""

Said = tuple[Who | None, Any]
"""Who (None: as the game says) and a move or Ruling: a line of the journal."""

Row = tuple[tuple[Who, Any], ...]
"""Moves in a row, each with who makes it."""

Kind = Literal["untold", "left out", "piece", "otherwise", "undone"]


@dataclass(frozen=True, slots=True)
class Amendment:
    """One correction after which everything fits: either `moves` to enter (as of a Proposal) or a `strike`.

    `sentence` says what would have to be true; `sentences`: the moves that were left out, or what the entry would say then.
    """

    kind: Kind
    moves: tuple[tuple[Who, str], ...] = ()
    strike: Strike | None = None
    sentence: Sentence = field(default_factory=lambda: Sentence(""), compare=False)
    sentences: tuple[Sentence, ...] = field(default=(), compare=False)


def amendments(
    table: Table,
    entries: Sequence[Entry],
    position: Position,
    seat: int | None,
    agrees: Callable[[Any], bool],
    mistaken: Mapping[str, str],
) -> tuple[Amendment, ...]:
    """At most MOST different corrections of the journal for *seat*'s page, the likeliest kind first, in each the newest entry.

    *position* is `replay(table, entries)`; *agrees* tells of a view of *seat* whether it is as was seen; *mistaken*: the code
    that was seen -> the code that the state has in its place.
    """
    try:
        stood, played = _read(table, entries, position, seat)
    except Unreadable:
        return ()
    if position.problem is not None and position.problem.rule == "journal.strike":
        # A strike that cannot be is settled before anything else.
        return ()
    found: list[Amendment] = []
    for kind in (_untold, _left_out, _wrong_piece, _otherwise, _undone):
        if kind is _left_out and found:
            # The same moves before other entries: nothing new to choose from.
            continue
        search = _Search(table, position, seat, agrees, mistaken, stood, played, iter(range(WORK)))
        try:
            for one in kind(search):
                if (one.moves, one.strike) not in [(other.moves, other.strike) for other in found]:
                    found.append(one)
                if len(found) == MOST:
                    return tuple(found)
        except _Spent:
            continue
    return tuple(found)


class _Spent(Exception):
    """The work that one kind of amendment may take is done."""


# --- the journal as this seat may read it -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Played:
    """One move of what stands, as the seat may read it; `idle`: hidden, and nothing that the seat may see came of it."""

    who: Who | None
    move: Any
    ruling: bool
    readable: bool
    idle: bool


@dataclass(frozen=True, slots=True)
class _Stood:
    """What stands of an entry: its lines, and where in the moves played each of them begins (and the last ends)."""

    seq: int
    lines: tuple[Said, ...]
    starts: tuple[int, ...]


def _read(
    table: Table, entries: Sequence[Entry], position: Position, seat: int | None
) -> tuple[tuple[_Stood, ...], tuple[_Played, ...]]:
    """What stands of the entries, and the moves of all of it in order. Raises Unreadable."""
    game, steps = table.game, position.steps
    stands = standing(entries)
    stood: list[_Stood] = []
    played: list[_Played] = []

    def view(state: Any) -> Any:
        return game.view(state, seat)

    for entry in entries:
        if isinstance(entry.move, Strike):
            continue
        lines = lines_of(table, entry, stands[entry.seq])
        starts = [len(played)]
        for line in lines:
            for who, move, ruling in moves_of(table, *line):
                step = steps[len(played)] if len(played) < len(steps) else None
                by = step.who if step is not None else who if who is not None else game.maker(position.state, move)
                seen = game.veil(position.state, by, move, seat)
                idle = seen != move and step is not None and view(step.before) == view(step.after)
                played.append(_Played(by, seen, ruling, seen == move, idle))
            starts.append(len(played))
        stood.append(_Stood(entry.seq, lines, tuple(starts)))
    return tuple(stood), tuple(played)


@dataclass(frozen=True)
class _Search:
    """Everything that the search for one kind of amendment looks at; `work` is what is left of it."""

    table: Table
    position: Position
    seat: int | None
    agrees: Callable[[Any], bool]
    mistaken: Mapping[str, str]
    stood: tuple[_Stood, ...]
    played: tuple[_Played, ...]
    work: Iterator[int]

    @cached_property
    def names(self) -> Names:
        return naming(self.table)

    @cached_property
    def pieces(self) -> frozenset[str]:
        return frozenset(self.table.game.PIECES(self.table.box))

    def view(self, state: Any) -> Any:
        return self.table.game.view(state, self.seat)

    def before(self, at: int) -> Any | None:
        """What the seat knew before the move number *at* was played; None when replay did not come so far."""
        steps = self.position.steps
        if at > len(steps):
            return None
        return self.view(steps[at].before if at < len(steps) else self.position.state)

    def mover(self, at: int) -> Who | None:
        """The seat that made the last move before the move number *at*."""
        return next((played.who for played in reversed(self.played[:at]) if played.who != TABLE), None)

    def mine(self, *, most: int | None = None) -> Iterator[_Stood]:
        """The entries that replay reached and the seat may read in full, newest first; only of the *most* newest."""
        for one in reversed(self.stood[-most:] if most is not None else self.stood):
            moves = self.played[one.starts[0] : one.starts[-1]]
            if one.starts[0] <= len(self.position.steps) and all(move.readable for move in moves):
                yield one

    # --- playing ---

    def apply(self, state: Any, who: Who | None, move: Any, ruling: bool = False) -> Any | None:
        """The state after the move; None when it does not fit. Raises _Spent."""
        if next(self.work, None) is None:
            raise _Spent
        game = self.table.game
        try:
            return game.apply(state, game.maker(state, move) if who is None else who, move, ruling=ruling)
        except IllegalMove:
            return None

    def fits(self, state: Any, lines: Sequence[Said], on: int) -> bool:
        """Whether these lines, and after them everything from move number *on*, fit, and the sight then agrees."""
        for who, move in lines:
            for by, one, ruling in moves_of(self.table, who, move):
                state = self.apply(state, by, one, ruling)
                if state is None:
                    return False
        for played in self.played[on:]:
            if not played.idle:
                state = self.apply(state, played.who, played.move, played.ruling)
                if state is None:
                    return False
        return self.agrees(state)

    # --- what may have been left out ---

    def offered(self, state: Any) -> Iterator[tuple[Who, Any]]:
        """The legal moves worth a try: of pieces that only the table could tell, those that were seen."""
        for who, move in self.table.game.legal_moves(state):
            for one in self._completed(move) if isinstance(move, Ask) else (move,):
                named = codes_in(one) & self.pieces
                if who != TABLE or not named or named & self.mistaken.keys():
                    yield who, one

    def _completed(self, ask: Ask) -> Iterator[Any]:
        """An open choice with pieces that were seen, where one value is asked for in each field."""
        choices: list[tuple[Any, ...]] = []
        for name, left in ask.open.items():
            if isinstance(left.choices, Sentence) or typing.get_origin(typing.get_type_hints(ask.move)[name]) is tuple:
                return
            part = ask.move.__dataclass_fields__[name]
            pieces = [value for value in left.choices if code_in(part, value) in self.pieces]
            seen = [value for value in pieces if code_in(part, value) in self.mistaken]
            choices.append(tuple(seen) if pieces else tuple(left.choices))
        for chosen in product(*choices):
            yield ask.move(**ask.given, **dict(zip(ask.open, chosen, strict=True)))

    def turn(
        self, state: Any, holds: Callable[[Any], bool], made: Row = (), of: Who | None = None
    ) -> tuple[list[Row], list[tuple[Row, Any]]]:
        """The fewest legal moves of one turn, after those *made*, to states of which *holds* is true: every way of that length.

        Also the turns of up to DEPTH moves that came to their end before, with the states they led to. A turn goes on as
        long as the table is to act, or who moved in it (*of*, if it began before). Raises _Spent.
        """
        found: list[Row] = []
        ended: list[tuple[Row, Any]] = []
        waiting = [(made, state)]
        for _ in range(DEPTH):
            grown: list[tuple[Row, Any]] = []
            for before, at in waiting:
                for who, move in self.offered(at):
                    after = self.apply(at, who, move)
                    if after is None:
                        continue
                    more = (*before, (who, move))
                    if holds(after):
                        found.append(more)
                    acting = self.table.game.to_act(after)
                    moved: list[Who | None] = [by for by, _ in more[len(made) :] if by != TABLE] or [of]
                    on = TABLE in acting or any(by in acting for by in moved)
                    (grown if on else ended).append((more, after))
            if found:
                break
            waiting = grown
        return found, ended


# --- the kinds, best first --------------------------------------------------------------------------------------------


def _untold(search: _Search) -> Iterator[Amendment]:
    """Moves that were not told, after the last entry: of one turn, else of two."""
    if search.position.problem is not None:
        return
    found, ended = search.turn(search.view(search.position.state), search.agrees, of=search.mover(len(search.played)))
    if not found:
        # What names pieces that were seen is likelier, and the work may end before the rest.
        ended.sort(key=lambda one: -sum(bool(codes_in(move) & search.mistaken.keys()) for _, move in one[0]))
        try:
            for made, state in ended:
                found += search.turn(state, search.agrees, made)[0]
                if len(found) > MOST:
                    # So many ways to begin: the first of the turns left no trace in what was seen, and would be a guess.
                    return
        except _Spent:
            pass
    for made in found:
        yield Amendment(
            "untold",
            moves=tuple((who, notation.write(move)) for who, move in made),
            sentence=say("If this was not told yet, everything fits:"),
            sentences=_sentences(search, made),
        )


def _left_out(search: _Search) -> Iterator[Amendment]:
    """Moves of one turn that were not told, right after a recent entry."""
    for one in search.mine(most=RECENT):
        end = one.starts[-1]
        state = search.before(end)
        if state is None or one.seq == search.stood[-1].seq:
            continue
        found, _ = search.turn(state, partial(search.fits, lines=(), on=end), of=search.mover(end))
        for made in found:
            yield Amendment(
                "left out",
                strike=_strike(search, one, (*one.lines, *made)),
                sentence=say("If this was not told after entry {entry}, everything fits:", entry=one.seq),
                sentences=_sentences(search, made),
            )
        if found:
            return


def _wrong_piece(search: _Search) -> Iterator[Amendment]:
    """An entry that named a piece for the one that was seen; or in which two changed places."""
    pairs = {said: seen for seen, said in search.mistaken.items()}
    both = [{said: seen, seen: said} for said, seen in pairs.items()]
    renamings = [pairs, *({said: seen} for said, seen in pairs.items() if len(pairs) > 1), *both]
    for one in search.mine():
        state = search.before(one.starts[0])
        if state is None:
            continue
        for renaming in renamings:
            lines = tuple((who, _renamed(search, move, renaming)) for who, move in one.lines)
            if lines != one.lines and search.fits(state, lines, one.starts[-1]):
                yield Amendment(
                    "piece",
                    strike=_strike(search, one, lines),
                    sentence=_instead(search, one, renaming),
                    sentences=_sentences(search, [new for old, new in zip(one.lines, lines, strict=True) if old != new]),
                )


def _instead(search: _Search, one: _Stood, renaming: Mapping[str, str]) -> Sentence:
    named = frozenset[str]().union(*(codes_in(move) for move in _moves(search, one.lines)))
    changed = [said for said in renaming if said in named]
    pieces = [search.names.get(renaming[said], renaming[said]) for said in changed]
    said = _said(search, one.lines)
    if len(changed) == 2 and renaming[changed[0]] == changed[1]:
        first, second = pieces
        return say(
            "Entry {entry} says: “{said}”. If {first} and {second} changed places, everything fits.",
            entry=one.seq,
            said=said,
            first=first,
            second=second,
        )
    return say("Entry {entry} says: “{said}”. If it was {pieces}, everything fits.", entry=one.seq, said=said, pieces=pieces)


def _otherwise(search: _Search) -> Iterator[Amendment]:
    """A recent entry told otherwise: another legal move of the same kind by the same (another space)."""
    for one in search.mine(most=RECENT):
        for at, (who, move) in enumerate(one.lines):
            state = search.before(one.starts[at])
            if state is None or isinstance(move, Ruling):
                continue
            by = search.table.game.maker(state, move) if who is None else who
            rest = one.lines[at + 1 :]
            for other_who, other in search.offered(state):
                if other_who != by or type(other) is not type(move) or other == move:
                    continue
                if search.fits(state, ((who, other), *rest), one.starts[-1]):
                    lines = (*one.lines[:at], (who, other), *rest)
                    yield Amendment(
                        "otherwise",
                        strike=_strike(search, one, lines),
                        sentence=say(
                            "Entry {entry} says: “{said}”. If it was “{instead}”, everything fits.",
                            entry=one.seq,
                            said=_said(search, [(who, move)]),
                            instead=_said(search, [(who, other)]),
                        ),
                        sentences=_sentences(search, [(who, other)]),
                    )


def _undone(search: _Search) -> Iterator[Amendment]:
    """A recent entry that did not happen, or one of the lines in its place."""
    for one in search.mine(most=RECENT):
        for at in range(len(one.lines) + 1 if len(one.lines) > 1 else len(one.lines)):
            whole = at == len(one.lines) or len(one.lines) == 1
            state = search.before(one.starts[0 if whole else at])
            rest = () if whole else one.lines[at + 1 :]
            if state is not None and search.fits(state, rest, one.starts[-1]):
                yield Amendment(
                    "undone",
                    strike=_strike(search, one, () if whole else (*one.lines[:at], *rest)),
                    sentence=say(
                        "Entry {entry} says: “{said}”. If that did not happen, everything fits.",
                        entry=one.seq,
                        said=_said(search, one.lines if whole else one.lines[at : at + 1]),
                    ),
                )


# --- in words ---------------------------------------------------------------------------------------------------------


def _strike(search: _Search, one: _Stood, lines: Sequence[Said]) -> Strike:
    return Strike(one.seq, tuple(_written(search.table, who, move) for who, move in lines))


def _written(table: Table, who: Who | None, move: Any) -> str:
    return notation.write(move) if who is None else f"{table.name_of(who)} {notation.write(move)}"


def _sentences(search: _Search, lines: Sequence[Said]) -> tuple[Sentence, ...]:
    """What each line says; of a ruling its words."""
    return tuple(_told(search, who, move) for who, move in lines)


def _said(search: _Search, lines: Sequence[Said]) -> Any:
    """What these lines say, as a fact of a sentence."""
    said = _sentences(search, lines)
    return said[0] if len(said) == 1 else said


def _told(search: _Search, who: Who | None, move: Any) -> Sentence:
    if isinstance(move, Ruling):
        return Sentence("{text}", {"text": move.text})
    by = search.table.game.maker(search.position.state, move) if who is None else who
    return told(search.table.game, by, move, search.names)


# --- pieces in moves --------------------------------------------------------------------------------------------------


def codes_in(move: Any) -> frozenset[str]:
    """The codes of pieces that a move of a game may name: its texts and what its numbers stand for, also inside lists."""

    def within(part: dataclasses.Field[Any], value: Any) -> Iterator[str]:
        if isinstance(value, tuple):
            for one in value:
                yield from within(part, one)
        elif (code := code_in(part, value)) is not None and code != HIDDEN:
            yield code

    return frozenset(code for part in dataclasses.fields(move) for code in within(part, getattr(move, part.name)))


def _moves(search: _Search, lines: Sequence[Said]) -> Iterator[Any]:
    """The moves of these lines, those inside rulings too."""
    for who, move in lines:
        for _, one, _ in moves_of(search.table, who, move):
            yield one


def _renamed(search: _Search, move: Any, renaming: Mapping[str, str]) -> Any:
    """The move, or each move of the ruling, with other pieces in the places of these."""

    def within(part: dataclasses.Field[Any], value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(within(part, one) for one in value)
        code = code_in(part, value)
        if code is None or code not in renaming:
            return value
        if isinstance(value, str):
            return renaming[code]
        return next((number for number in range(MOST_NUMBER) if code_in(part, number) == renaming[code]), value)

    if isinstance(move, Ruling):
        inner = [who_and_move(line, search.table.seats, search.table.game.MOVES) for line in move.moves]
        return replace(move, moves=tuple(_written(search.table, who, _renamed(search, one, renaming)) for who, one in inner))
    return replace(move, **{part.name: within(part, getattr(move, part.name)) for part in dataclasses.fields(move)})
