"""`replay`, `legal`, `advise`: a record, what may be done at its end, what is wise. `play`: a practice game, as a record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from companion.cli.saying import BREAKS_A_RULE, UNREADABLE, print_json, stop

if TYPE_CHECKING:
    from companion.record import Record
    from companion.rules import Game, Sentence
    from companion.table import Position, Table

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gil", "Hal")
"""Who sits at a practice game."""
LINE = 100
"""Signs in a line of a story."""

the_record = click.argument("record", metavar="RECORD")
as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
for_seat = click.option("--seat", metavar="NAME", help="As this seat may know it.")


# --- replay -----------------------------------------------------------------------------------------------------------


@click.command()
@the_record
@as_json
def replay(record: str, as_json: bool) -> int:
    """Play a record again: the score, who is to act, the first entry that breaks a rule, and its story where a game has one.

    RECORD is a text file, a zip with a record and its box, or - for standard input. Exit status 3 when an entry breaks a
    rule, 2 when the file cannot be read.
    """
    found = open_record(record)
    told = _told(found)
    if as_json:
        print_json(told)
    else:
        for line in (*_lines(told), *_story(found)):
            click.echo(line)
    return BREAKS_A_RULE if told["problem"] is not None else 0


def open_record(name: str) -> Record:
    """The record in the file *name*. Stops with status 2 and the reason when it cannot be read."""
    from companion.cli import opening
    from companion.notation import Unreadable

    try:
        return opening.read(name)
    except Unreadable as wrong:
        stop(f"{name}: {wrong}", UNREADABLE)


def _told(found: Record) -> dict[str, Any]:
    from companion import notation
    from companion.rules import total
    from companion.table import ledger, replay, spoken

    table, game = found.table, found.table.game
    position = replay(table, found.entries)
    outcome = game.outcome(position.state)
    # The screen everyone sees: whom the game waits for must not tell what is in a hand either.
    screen = game.view(position.state, None)
    waiting = game.to_act(screen)
    return {
        "game": table.name,
        "entries": len(found.entries),
        "to_act": [table.name_of(who) for who in waiting],
        "over": not waiting,
        "outcome": None
        if outcome is None
        else {"winners": [table.name_of(who) for who in outcome.winners], "why": spoken(outcome.why, table.seats)},
        "ledger": {
            table.name_of(who): {
                "total": total(line for line, _ in lines),
                "lines": [
                    {"points": line.points, "rule": line.rule, "why": spoken(line.why, table.seats), "entry": entry}
                    for line, entry in lines
                ],
            }
            for who, lines in ledger(table, position).items()
        },
        "problem": _problem(table, position),
        "state": notation.plain(screen),
    }


def _problem(table: Table, position: Position) -> dict[str, Any] | None:
    from companion.table import spoken

    problem = position.problem
    if problem is None:
        return None
    return {"entry": problem.entry, "rule": problem.rule, "message": spoken(problem.sentence, table.seats)}


def _lines(told: dict[str, Any]) -> list[str]:
    """`replay` for people."""
    lines = [f"{told['game']}, {told['entries']} entries"]
    for name, account in told["ledger"].items():
        lines.append(f"{name}: {account['total']}")
        for line in account["lines"]:
            entry = "" if line["entry"] is None else f", entry {line['entry']}"
            lines.append(f"  {line['points']:+d}  {line['why']} ({line['rule']}{entry})")
    if told["outcome"] is not None:
        winners = ", ".join(told["outcome"]["winners"]) or "nobody"
        lines.append(f"Winner: {winners}. {told['outcome']['why']}")
    elif told["to_act"]:
        lines.append(f"To act: {', '.join(told['to_act'])}")
    if told["problem"] is not None:
        lines.append(f"Entry {told['problem']['entry']} breaks {told['problem']['rule']}: {told['problem']['message']}")
    return lines


def _story(found: Record) -> list[str]:
    """The game as its diary tells it, for people: an empty line before each chapter."""
    import textwrap

    from companion.story import begun, chapters
    from companion.table import replay, spoken

    def words(sentence: Sentence) -> str:
        return begun(spoken(sentence, found.table.seats))

    lines = []
    for one in chapters(found.table, found.entries, replay(found.table, found.entries)) or ():
        lines += ["", f"{words(one.heading)}. {words(one.title)}"]
        lines += textwrap.wrap(" ".join(map(words, one.sentences)), LINE, initial_indent="  ", subsequent_indent="  ")
    return lines


# --- legal and advise -------------------------------------------------------------------------------------------------


@click.command()
@the_record
@for_seat
@as_json
def legal(record: str, seat: str | None, as_json: bool) -> None:
    """What may be done at the end of a record, a line of notation for each move.

    When an entry breaks a rule, the position before it is looked at. An open choice is printed as
    `Ask CLASS {given} {open}`.
    """
    from companion import notation

    table, state = _end(record)
    who = _seat(table, seat)
    seen = state if who is None else table.game.view(state, who)
    moves = [(table.name_of(maker), notation.write(move)) for maker, move in table.game.legal_moves(seen, who)]
    if as_json:
        print_json([{"who": maker, "move": move} for maker, move in moves])
    else:
        for line in dict.fromkeys(move for _, move in moves):
            click.echo(line)


@click.command()
@the_record
@for_seat
@as_json
def advise(record: str, seat: str | None, as_json: bool) -> None:
    """What the odds are at the end of a record, and which move is best.

    When an entry breaks a rule, the position before it is looked at. Without --seat it speaks to whoever is to act, or, in a game
    in which all act at once, to the first seat.
    """
    from companion.advisers import speaks_to_first

    table, state = _end(record)
    who = _seat(table, seat)
    if who is None and not speaks_to_first(table.game):
        who = next((one for one in table.game.to_act(state) if isinstance(one, int)), None)
    said = _advice(table, state, who)
    if as_json:
        print_json(said)
    else:
        for line in _outline(said):
            click.echo(line)


def _end(record: str) -> tuple[Table, Any]:
    from companion.table import replay

    found = open_record(record)
    return found.table, replay(found.table, found.entries).state


def _seat(table: Table, name: str | None) -> int | None:
    if name is None:
        return None
    for number, seat in enumerate(table.seats):
        if seat.casefold() == name.strip().casefold():
            return number
    stop(f"Nobody called {name} sits there. Seats are: {', '.join(table.seats)}.", UNREADABLE)


def _advice(table: Table, state: Any, who: int | None) -> Any:
    """What the game's `advice.advise` says of what *who* knows."""
    from companion import notation
    from companion.advisers import adviser

    found = adviser(table.game)
    if found is None:
        stop(f"{table.game.TITLE} has no advice to give.")
    return notation.plain(found.advise(table.game.view(state, who), seat=who, names=table.seats))


def _outline(value: Any, indent: str = "") -> list[str]:
    """JSON for people: a line for each value, numbers as `0.733 (11/15)`."""
    lines = []
    parts = value.items() if isinstance(value, dict) else enumerate(value, 1)
    for key, part in parts:
        short = _short(part)
        if short is None:
            lines += [f"{indent}{key}:", *_outline(part, indent + "  ")]
        else:
            lines.append(f"{indent}{key}: {short}")
    return lines


def _short(value: Any) -> str | None:
    """A value that fits on a line, or None."""
    match value:
        case None:
            return "-"
        case bool():
            return "yes" if value else "no"
        case {"value": number, **rest} if set(rest) <= {"exact"}:
            exact = str(rest.get("exact", ""))
            return f"{number:.6g} ({exact})" if "/" in exact else f"{number:.6g}"
        case {"value": number, "exact": exact, **rest}:
            others = (f"{key} {_short(part)}" for key, part in rest.items())
            return ", ".join([*others, str(_short({"value": number, "exact": exact}))])
        case dict() | list():
            return None if value else "-"
    return str(value)


# --- play -------------------------------------------------------------------------------------------------------------


@click.command()
@click.argument("game")
@click.option("--seats", type=int, required=True, help="How many sit at the table.")
@click.option("--seed", type=int, required=True, help="The same seed plays the same game.")
@click.option("--box", help="The box to play with; the shipped one when not said.")
@click.option("--options", default="{}", metavar="JSON", help='Variants, like {"robots": 1}.')
def play(game: str, seats: int, seed: int, box: str | None, options: str) -> None:
    """Play a whole practice game by lot and print it as a record."""
    from companion import notation, practice, record
    from companion.rules import IllegalMove
    from companion.table import spoken

    name, contract = the_game(game)
    if seats not in contract.SEATS:
        least, most = contract.SEATS.start, contract.SEATS.stop - 1
        people = "one" if most == 1 else f"{least} to {most} people"
        stop(f"{contract.TITLE} is for {people}, not {seats}.", UNREADABLE)
    found, box_name = the_box(name, box)
    names = tuple(NAMES[at] if at < len(NAMES) else f"Seat {at + 1}" for at in range(seats))
    try:
        given = notation.parse_options(options)
        variants = [{**needed, **given} if isinstance(given, dict) else given for needed in contract.PRACTICE]
        table = practice.open_table(name, contract, found, variants, names)
    except notation.Unreadable as wrong:
        stop(wrong, UNREADABLE)
    except IllegalMove as wrong:
        stop(spoken(wrong.sentence, names), UNREADABLE)
    click.echo(record.write(table, practice.play(table, seed), box_name), nl=False)


def the_game(name: str) -> tuple[str, Game]:
    """The game of that short name. Stops with status 2 when there is none."""
    from companion.games import GAMES

    if name not in GAMES:
        stop(f"“{name}” is no game here. Games are: {', '.join(sorted(GAMES))}.", UNREADABLE)
    return name, GAMES[name]


def the_box(game: str, name: str | None) -> tuple[Any, str]:
    """The box of that name (None: the shipped one) and what it is called. Stops with status 2 when it cannot be used."""
    from companion.cli import opening
    from companion.notation import Unreadable

    try:
        return opening.box(game, name)
    except Unreadable as wrong:
        stop(wrong, UNREADABLE)


COMMANDS = (replay, legal, advise, play)
