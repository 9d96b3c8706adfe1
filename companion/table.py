"""A game in play: the journal, what stands of it, and the state it leads to.

The journal only grows. A Strike takes an earlier entry back and may put others in its place; a Ruling is what the table
agreed on. The state is the game replayed over what stands, as far as it fits. Knows no storage and no page.
"""

from __future__ import annotations

import dataclasses
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion import notation
from companion.notation import Unreadable
from companion.rules import (
    N_,
    TABLE,
    Game,
    IllegalMove,
    Line,
    Name,
    Participant,
    Sentence,
    Who,
    say,
)

RULES: Mapping[str, str] = {
    "journal.strike": N_("Only an earlier entry can be struck, and only moves and rulings can take its place."),
    "journal.settle": N_("While an entry no longer fits, it is settled before the game goes on."),
}
"""The house's own rules; a game's rules stand beside them."""


@dataclass(frozen=True, slots=True)
class Strike:
    """Takes entry `seq` back; the lines of `instead` (moves, with or without who) take its place."""

    seq: int
    instead: tuple[str, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the table agreed: in words, and as moves that need not keep every rule."""

    text: str
    moves: tuple[str, ...] = ()


JOURNAL_MOVES = (Strike, Ruling)


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of the journal; `move` is a move of the game, a Strike or a Ruling."""

    seq: int
    who: Who
    move: Any


@dataclass(frozen=True)
class Table:
    """What is fixed when people sit down. `name` is the game's short name, `seats` are the people's names in order."""

    name: str
    game: Game
    box: Any
    options: Any
    seats: tuple[str, ...]

    def setup(self) -> Any:
        return self.game.setup(self.box, len(self.seats), self.options)

    @property
    def classes(self) -> tuple[type[Any], ...]:
        return (*self.game.MOVES, *JOURNAL_MOVES)

    def name_of(self, who: Participant) -> str:
        return self.seats[who] if isinstance(who, int) else who


@dataclass(frozen=True, slots=True)
class Step:
    """A move that was played: by which entry, and the states around it."""

    seq: int
    who: Who
    move: Any
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class Misfit:
    """Where replay stopped: the entry, what it wanted, and the rule in its way."""

    entry: int
    who: Who
    move: Any
    rule: str
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class Position:
    """The state reached, the moves played on the way, and what stopped replay, if anything did."""

    state: Any
    steps: tuple[Step, ...]
    problem: Misfit | None


# --- names ------------------------------------------------------------------------------------------------------------

MAX_NAME = 40
JOINERS = "\u200c\u200d"
"""Signs that cannot be seen but belong into names: Persian words and joined emoji have them."""


def seat_names(names: Iterable[str]) -> tuple[str, ...]:
    """The names as they will be written, or Unreadable: not empty, not too long, different, without commas."""
    made: list[str] = []
    for name in names:
        name = " ".join(unicodedata.normalize("NFC", name).split())
        if not name.strip(JOINERS):
            raise Unreadable(say("Every seat needs a name."))
        if len(name) > MAX_NAME:
            raise Unreadable(say("The name “{name}…” is too long: at most {most} characters.", name=name[:12], most=MAX_NAME))
        if any(unicodedata.category(sign)[0] == "C" and sign not in JOINERS for sign in name) or "," in name:
            raise Unreadable(say("The name “{name}” has a comma or a sign that cannot be shown.", name=printable(name)))
        if name.casefold() == TABLE.casefold() or re.fullmatch(r"\d+", name):
            raise Unreadable(say("“{name}” cannot be a seat’s name.", name=name))
        if name.casefold() in [other.casefold() for other in made]:
            raise Unreadable(say("Two seats are called “{name}”: give each a name of its own.", name=name))
        made.append(name)
    return tuple(made)


def printable(text: str) -> str:
    return "".join(sign if unicodedata.category(sign)[0] != "C" else "�" for sign in text)


def who_and_move(line: str, seats: Sequence[str], classes: Sequence[type[Any]]) -> tuple[Who | None, Any]:
    """A line `MOVE` or `WHO MOVE`, where WHO is a seat's name or TABLE. Raises Unreadable, also of the lines in a Ruling."""
    who, move = _who_and_move(line, seats, classes)
    if isinstance(move, Ruling):
        for inner in move.moves:
            _who_and_move(inner, seats, [one for one in classes if one not in JOURNAL_MOVES])
    return who, move


def _who_and_move(line: str, seats: Sequence[str], classes: Sequence[type[Any]]) -> tuple[Who | None, Any]:
    known = {move.__name__ for move in classes}
    named = [
        (name, line[len(name) :].strip())
        for name in sorted((TABLE, *seats), key=len, reverse=True)
        if line.startswith(name + " ")
    ]
    for name, rest in named:
        if rest.split(" ", 1)[0] in known:
            return TABLE if name == TABLE else seats.index(name), _read(rest, seats, classes)
    # Somebody's name with what is no move behind it: say so of what stands behind it.
    for _, rest in named:
        if rest[:1].isalpha():
            notation.read(rest, classes)
    return None, _read(line, seats, classes)


def _read(text: str, seats: Sequence[str], classes: Sequence[type[Any]]) -> Any:
    move = notation.read(text, classes)
    check_seats(move, seats)
    return move


def check_seats(move: Any, seats: Sequence[str]) -> None:
    """Raises Unreadable when a field of *move* that holds seats (metadata `by`: "seat") names one that nobody has."""
    for part in dataclasses.fields(move):
        if part.metadata.get("by") != "seat":
            continue
        value = getattr(move, part.name)
        for seat in value if isinstance(value, tuple) else (value,):
            if isinstance(seat, int) and seat not in range(len(seats)):
                raise Unreadable(
                    say(
                        "{move}: nobody has seat {seat}; the seats of this table are numbered from 0 to {last}.",
                        move=type(move).__name__,
                        seat=seat,
                        last=len(seats) - 1,
                    )
                )


# --- what stands ------------------------------------------------------------------------------------------------------


def standing(entries: Sequence[Entry]) -> Mapping[int, Entry | None]:
    """By entry: the strike in force on it, or None. A struck strike is not in force; of two, the later counts."""
    struck: dict[int, Entry] = {}
    for entry in reversed(entries):
        if isinstance(entry.move, Strike) and entry.seq not in struck:
            struck.setdefault(entry.move.seq, entry)
    return {entry.seq: struck.get(entry.seq) for entry in entries}


def replay(table: Table, entries: Sequence[Entry]) -> Position:
    """The game over what stands of *entries*, stopped at the first that does not fit."""
    entries, bad = _strikes(table, entries)
    stands = standing(entries)
    state = table.setup()
    steps: list[Step] = []
    for entry in entries:
        strike = stands[entry.seq]
        if strike is None and isinstance(entry.move, Strike):
            continue
        try:
            for who, move, ruling in (one for line in lines_of(table, entry, strike) for one in moves_of(table, *line)):
                maker = table.game.maker(state, move) if who is None else who
                current = (maker, move)
                after = table.game.apply(state, maker, move, ruling=ruling)
                steps.append(Step(entry.seq, maker, move, state, after))
                state = after
        except IllegalMove as illegal:
            maker, move = current
            return Position(state, tuple(steps), Misfit(entry.seq, maker, move, illegal.rule, with_entry(illegal, steps)))
    return Position(state, tuple(steps), bad)


def _strikes(table: Table, entries: Sequence[Entry]) -> tuple[Sequence[Entry], Misfit | None]:
    """The entries up to the first strike that cannot be, and that strike as a misfit."""
    known: set[int] = set()
    for at, entry in enumerate(entries):
        if isinstance(entry.move, Strike):
            sentence = _refused(table, entry.move, known)
            if sentence is not None:
                return entries[:at], Misfit(entry.seq, entry.who, entry.move, "journal.strike", sentence)
        known.add(entry.seq)
    return entries, None


def _refused(table: Table, strike: Strike, known: set[int]) -> Sentence | None:
    if strike.seq not in known:
        return say("There is no earlier entry {seq} to strike.", seq=strike.seq)
    for line in strike.instead:
        try:
            who_and_move(line, table.seats, (*table.game.MOVES, Ruling))
        except Unreadable as wrong:
            return say("What should take the place of entry {seq} cannot be read: {wrong}", seq=strike.seq, wrong=wrong.sentence)
    return None


def lines_of(table: Table, entry: Entry, strike: Entry | None) -> tuple[tuple[Who | None, Any], ...]:
    """What stands of an entry: the lines (who, move or Ruling) that the *strike* in force put in its place, or itself."""
    if strike is None:
        return ((entry.who, entry.move),)
    return tuple(who_and_move(line, table.seats, (*table.game.MOVES, Ruling)) for line in strike.move.instead)


def moves_of(table: Table, who: Who | None, move: Any) -> Iterable[tuple[Who | None, Any, bool]]:
    """(who, move, ruling) of a line: the move, or a ruling's moves one by one."""
    if isinstance(move, Ruling):
        for line in move.moves:
            yield (*who_and_move(line, table.seats, table.game.MOVES), True)
    else:
        yield who, move, False


def with_entry(illegal: IllegalMove, steps: Sequence[Step]) -> Sentence:
    """The refusal, with the entry since which its reason holds, where the game can tell that of a state."""
    since = illegal.facts.get("since")
    entry = None
    for step in reversed(steps):
        if since is None or not since(step.after):
            break
        if not since(step.before):
            entry = step.seq
            break
    return illegal.sentence if entry is None else say("{sentence} (entry {entry})", sentence=illegal.sentence, entry=entry)


# --- a new entry ------------------------------------------------------------------------------------------------------


def enter(table: Table, entries: Sequence[Entry], who: Who, move: Any) -> tuple[Entry, Position]:
    """The next entry of the journal and the position it leads to. Raises IllegalMove (with the rule) or Unreadable.

    A move or ruling must fit. So must what a Strike puts in the place of an entry; but a Strike may leave a *later*
    entry without sense: that becomes the position's problem, for the table to settle.
    """
    position = replay(table, entries)
    entry = Entry(entries[-1].seq + 1 if entries else 1, who, move)
    notation.readable(notation.write(move))
    check_seats(move, table.seats)
    if isinstance(move, Ruling):
        for line in move.moves:
            who_and_move(line, table.seats, table.game.MOVES)
    if position.problem is not None and not isinstance(move, Strike):
        raise IllegalMove(
            "journal.settle",
            say(
                "Entry {entry} no longer fits: strike it or bring back what was struck, then go on.", entry=position.problem.entry
            ),
        )
    after = replay(table, [*entries, entry])
    problem = after.problem
    if problem is not None and (
        not isinstance(move, Strike)
        or problem.rule == "journal.strike"
        or (problem.entry == move.seq and (position.problem is None or position.problem.entry != move.seq))
    ):
        raise IllegalMove(problem.rule, problem.sentence)
    return entry, after


def in_any_order(table: Table, entries: Sequence[Entry], seen: int, moves: Sequence[tuple[Who, Any]]) -> bool:
    """Whether *moves* (who, move), made against the journal up to entry *seen*, mean the same after what was entered since.

    Where several act at once (all count their boards after a shout) two phones tell something in the same moment. Neither has to
    be told again when both orders are legal and lead to the same state. What is told twice is no second move; a strike or a
    ruling among them changes what the moves were made against.
    """
    since = [(entry.who, entry.move) for entry in entries if entry.seq > seen]
    corrected = any(isinstance(move, JOURNAL_MOVES) for _, move in (*since, *moves))
    if not moves or not since or corrected or any(one in since for one in moves):
        return False
    position = replay(table, [entry for entry in entries if entry.seq <= seen])
    apply = table.game.apply
    try:
        first, second = position.state, position.state
        for who, move in (*moves, *since):
            first = apply(first, who, move)
        for who, move in (*since, *moves):
            second = apply(second, who, move)
    except IllegalMove:
        return False
    return position.problem is None and bool(first == second)


# --- the books --------------------------------------------------------------------------------------------------------


def ledger(table: Table, position: Position) -> dict[Participant, list[tuple[Line, int | None]]]:
    """Every participant's lines, each with the entry at which it first appeared (None: at no single one)."""
    score = table.game.score
    before: dict[Participant, tuple[Line, ...]] = {}
    first: dict[Participant, dict[Line, list[int | None]]] = {}

    def note(state: Any, seq: int | None) -> None:
        scored = score(state)
        for who in before.keys() | scored.keys():
            had, lines, seen = before.get(who, ()), tuple(scored.get(who, ())), first.setdefault(who, {})
            before[who] = lines
            if lines[: len(had)] == had:
                # Nearly always: nothing is new, or new lines stand at the end. Long evenings need the short way.
                for line in lines[len(had) :]:
                    seen.setdefault(line, []).append(seq)
                continue
            counts = Counter(lines)
            for line in seen.keys() | counts.keys():
                entries = seen.setdefault(line, [])
                entries.extend([seq] * (counts[line] - len(entries)))
                del entries[counts[line] :]

    start = position.steps[0].before if position.steps else position.state
    note(start, None)
    for step in position.steps:
        note(step.after, step.seq)
    taken: dict[tuple[Participant, Line], int] = {}
    made: dict[Participant, list[tuple[Line, int | None]]] = {}
    for who, lines in score(position.state).items():
        made[who] = []
        for line in lines:
            at = taken[who, line] = taken.get((who, line), -1) + 1
            made[who].append((line, first[who][line][at] if line.single else None))
    return made


def naming(table: Table) -> Mapping[Participant, str | Sentence]:
    """What to call seats and pieces in sentences: the `names` that `Game.tell` takes."""
    names: dict[Participant, str | Sentence] = dict(enumerate(table.seats))
    names[TABLE] = TABLE
    names |= {code: piece.name for code, piece in table.game.PIECES(table.box).items()}
    return names


def spoken(sentence: Sentence, seats: Sequence[str]) -> str:
    """The English sentence with people's names in it."""
    return str(named(sentence, seats))


def named(sentence: Sentence, seats: Sequence[str]) -> Sentence:
    """The sentence with every Name of a seat replaced by the person's name."""

    def fill(fact: Any) -> Any:
        match fact:
            case Name(int(seat)):
                return seats[seat]
            case Name(str(name)):
                return name
            case Sentence():
                return named(fact, seats)
            case tuple() | list():
                return tuple(map(fill, fact))
        return fact

    return Sentence(sentence.text, {key: fill(fact) for key, fact in sentence.facts.items()}, sentence.many)
