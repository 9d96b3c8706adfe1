"""`print`, `scan`, `box`: labels on paper, labels in pictures, what is printed on the pieces."""

from __future__ import annotations

import csv
import shlex
import sys
from collections.abc import Mapping, Set
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion import paths
from companion.cli.records import the_box, the_game
from companion.cli.saying import ERROR, UNREADABLE, print_json, stop, why

if TYPE_CHECKING:
    from companion.boxes import Place
    from companion.rules import Addition
    from companion.scan import Seen, Unseeable
    from companion.surfaces import Surface

# --- print ------------------------------------------------------------------------------------------------------------


@click.command("print")
@click.argument("game", required=False)
@click.option("--box", metavar="NAME", help="The box whose pieces are labelled; the shipped one when not said.")
@click.option(
    "--what",
    default="labels",
    show_default=True,
    type=click.Choice(["labels", "cards", "all", "test"]),
    help="What to print; test is the page of samples to try a camera with, and needs no GAME.",
)
@click.option("--paper", default="a4", show_default=True, type=click.Choice(["a4", "letter"]), help="The size of the sheets.")
@click.option("--size", type=float, metavar="MM", help="Width of a label's code; what suits the box when not said.")
@click.option("--language", default="en", show_default=True, type=click.Choice(["en", "es", "fr"]), help="What it is written in.")
@click.option("--out", required=True, type=click.Path(path_type=Path), help="The PDF to write.")
def print_labels(game: str | None, box: str | None, what: str, paper: str, size: float | None, language: str, out: Path) -> None:
    """Make a PDF with a QR label for every piece of a game, with its cards or with the whole game, or the test page for cameras.

    Not every game has cards that may be printed; all of one that has none is its labels.
    """
    from companion import catalogues, printing
    from companion.notation import Unreadable

    translate = catalogues.plainly(language)
    if what == "test":
        _write(out, printing.chart_page(paper, translate=translate))
        click.echo(
            f"{out}: the test page. Print it at 100 %, photograph it from where you will stand, "
            "then: companion doctor --camera PHOTOGRAPH"
        )
        return
    if game is None:
        raise click.UsageError("Which GAME? (Only --what test needs none.)")
    name, contract = the_game(game)
    found, box_name = the_box(name, box)
    try:
        made = printing.printed(name, contract, found, paper, size, what=what, language=language, translate=translate)
    except Unreadable as wrong:
        stop(wrong, UNREADABLE)
    _write(out, made)
    if what != "labels" and what in printing.offered(contract):
        said = {"cards": "the cards", "all": "the whole game"}[what]
        click.echo(f"{out}: {said}, {contract.TITLE}, box {box_name}. {printing.DUPLEX}")
        return
    click.echo(f"{out}: the labels of {contract.TITLE}, box {box_name}. Print it at 100 % and check the line with a ruler.")
    if place := printing.place_of(found):
        click.echo(place)


def _write(out: Path, made: bytes) -> None:
    try:
        out.write_bytes(made)
    except OSError as wrong:
        stop(f"{out} could not be written: {why(wrong)}.")


# --- scan -------------------------------------------------------------------------------------------------------------


@click.command()
@click.argument("images", metavar="IMAGE...", nargs=-1, required=True)
@click.option(
    "--game", metavar="GAME", help="The game whose pieces lie there: labels too poor to read are recognised among them."
)
@click.option("--box", metavar="NAME", help="The box of that game; the shipped one when not said.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--colours", is_flag=True, help="Print as CSV what the cells of the boards show that lie there, with L*, a*, b*.")
def scan(images: tuple[str, ...], game: str | None, box: str | None, as_json: bool, colours: bool) -> int:
    """Read the labels in pictures. Exit status 2 when one of them cannot be looked at."""
    from companion import scan as scanner

    if (box is not None or colours) and game is None:
        raise click.UsageError(f"A {'--box' if box is not None else 'board'} is one of a --game: say which.")
    if colours and game is not None:
        return _print_colours(images, game, box)
    known = None if game is None else _codes(game, box)
    boards = None if game is None else _surfaces(game, box)
    told = []
    failed = False
    for image in images:
        seen = look(image, known, boards)
        failed = failed or isinstance(seen, scanner.Unseeable)
        told.append(scanner.as_json(image, seen))
    if as_json:
        print_json(told)
    else:
        for one in told:
            click.echo(f"{one['image']}:")
            labels = iter(one["sightings"])
            for row in one["rows"]:
                click.echo(f"  {' '.join(_lying(label) for _, label in zip(row, labels, strict=False))}")
            for foreign in one["foreign"]:
                click.echo(f"  not ours: {foreign}")
            if one["unread"]:
                click.echo(f"  not read: {len(one['unread'])}")
            for sentence in (*map(_read, one.get("boards", ())), *one.get("missed", {}).values(), *one["advice"]):
                click.echo(f"  {sentence}")
            if not (one["rows"] or one["foreign"] or one["advice"] or one["unread"]):
                click.echo("  no label seen")
    return UNREADABLE if failed else 0


def _print_colours(images: tuple[str, ...], game: str, box: str | None) -> int:
    """What each cell of each board shows, by the colour that is nearest; what is wrong is put right by people."""
    from companion import scan as scanner

    table, failed = csv.writer(sys.stdout, lineterminator="\n"), False
    table.writerow(["board", "cell", "class", "L", "a", "b"])
    for image in images:
        seen = look(image, _codes(game, box), _surfaces(game, box))
        boards = {} if isinstance(seen, scanner.Unseeable) else seen.boards
        if not boards:
            missed = [] if isinstance(seen, scanner.Unseeable) else [str(why) for why in seen.missed.values()]
            click.echo(f"{image}: {' '.join(missed) or 'no board with two of its labels in sight'}", err=True)
        failed = failed or not boards
        for board, read in boards.items():
            table.writerows([board, at, cell.nearest, *(f"{part:.2f}" for part in cell.lab)] for at, cell in read.cells.items())
    return UNREADABLE if failed else 0


TURNED = {90: " (sideways)", 180: " (upside down)", 270: " (sideways)"}


def _lying(label: Mapping[str, Any]) -> str:
    """A label's code, and how it lies where not as the others of its row."""
    return f"{label['code']}{TURNED.get(label['turned'], '')}"


def _read(board: Mapping[str, Any]) -> str:
    """A board that was read: what lies on it, class by class, and where that cannot be told."""
    found: dict[str, list[str]] = {}
    for name, cell in board["cells"].items():
        found.setdefault(cell["class"] or "not told", []).append(name)
    return f"board {board['board']}: {', '.join(' '.join([what, *cells]) for what, cells in found.items())}"


def _surfaces(game: str, box: str | None) -> Mapping[str, Surface]:
    """What is printed on the boards of a box that are read from photographs."""
    from companion.surfaces import surfaces_of

    name, contract = the_game(game)
    return surfaces_of(contract, the_box(name, box)[0])


def _codes(game: str, box: str | None) -> frozenset[str]:
    """The codes that the pieces of a box wear."""
    name, contract = the_game(game)
    return frozenset(f"{contract.PREFIX}:{code}" for code in contract.PIECES(the_box(name, box)[0]))


def look(image: str, known: Set[str] | None = None, boards: Mapping[str, Surface] | None = None) -> Seen | Unseeable:
    """What the picture file shows, of *boards* those that lie there, or the Unseeable that says why it cannot be looked at."""
    from companion import scan as scanner
    from companion.rules import Sentence

    try:
        with Path(image).open("rb") as file:
            return scanner.look(file.read(LARGEST_PICTURE + 1), known, surfaces=boards)
    except OSError as wrong:
        return scanner.NotAPicture(Sentence("The file cannot be read: {why}.", {"why": why(wrong)}))
    except scanner.Unseeable as wrong:
        return wrong


LARGEST_PICTURE = 200_000_000
"""Bytes that are read of a file; the scanner's own limit is lower and says so."""


# --- box --------------------------------------------------------------------------------------------------------------


@click.group()
def box() -> None:
    """What is printed on the pieces: the shipped boxes, and your own."""


@box.command("list")
@click.argument("game", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def list_boxes(game: str | None, as_json: bool) -> None:
    """List the boxes, and how many of their rows are printed, reported or house values."""
    from companion import boxes
    from companion.games import GAMES

    told: list[dict[str, Any]] = [
        {
            "game": place.game,
            "name": place.name,
            "shipped": place.shipped,
            "folder": str(place.folder),
            "sources": dict(boxes.provenance(place.folder)),
        }
        for name in ([the_game(game)[0]] if game is not None else GAMES)
        for place in boxes.listed(name, paths.data_folder())
    ]
    if as_json:
        print_json(told)
        return
    for one in told:
        sources = ", ".join(f"{rows} {source}" for source, rows in one["sources"].items())
        click.echo(f"{one['game']} {one['name']}: {sources} ({'shipped' if one['shipped'] else one['folder']})")


@box.command()
@click.argument("game")
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def check(game: str, name: str | None, as_json: bool) -> int:
    """Say what is odd about a box. NAME is a box of yours or a folder; exit status 1 when it cannot be played with."""
    from companion import boxes

    the_game(game)
    folder = Path(name) if name is not None and Path(name).is_dir() else _place(game, name).folder
    problems = boxes.check(game, folder)
    if as_json:
        print_json(
            [
                {
                    "file": one.file,
                    "row": one.row,
                    "column": one.column,
                    "message": str(one.message),
                    "error": one.error,
                }
                for one in problems
            ]
        )
    else:
        for one in problems:
            click.echo(f"{'error' if one.error else 'odd'}: {one}")
        if not problems:
            click.echo(f"{folder}: nothing odd.")
    return ERROR if any(one.error for one in problems) else 0


@box.command("copy")
@click.argument("game")
@click.argument("name")
@click.argument("new_name")
def copy_box(game: str, name: str, new_name: str) -> None:
    """Copy a box under a new name, to type in what your copy of the game shows."""
    from companion import boxes
    from companion.notation import Unreadable

    try:
        folder = boxes.copy(the_game(game)[0], name, new_name, paths.data_folder())
    except Unreadable as wrong:
        stop(wrong)
    click.echo(f"{folder}: edit the files there, then: companion box check {game} {shlex.quote(new_name)}")


@box.command("add")
@click.argument("game")
@click.argument("name")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--what", help="The kind of file; may be left out where a game knows only one.")
@click.option("--tell", multiple=True, metavar="NAME=TEXT", help="What is asked for such a file; what is missing is asked.")
@click.option(
    "--copy", "copy_as", metavar="NEW", help="Add to a copy of the box under this name; the shipped box stays as it is."
)
def add_to_box(game: str, name: str, file: Path, what: str | None, tell: tuple[str, ...], copy_as: str | None) -> None:
    """Add a file to a box of yours: for Hardback a word list, a text with one word on each line."""
    from companion import boxes
    from companion.notation import Unreadable
    from companion.rules import BadBox, CannotAdd

    the_game(game)
    known = boxes.additions(game)
    if what is None and len(known) == 1:
        what = next(iter(known))
    if what is None or what not in known:
        stop(f"What can be added to a box of {game}: {', '.join(known) or 'nothing'}.", UNREADABLE)
    told = _told(known[what], tell)
    try:
        with file.open("rb") as source:
            data = source.read(known[what].most_bytes + 1)
        place, said = boxes.add(game, name, what, told, data, paths.data_folder(), copy_as=copy_as)
    except OSError as wrong:
        stop(f"{file} cannot be read: {why(wrong)}.", UNREADABLE)
    except (Unreadable, CannotAdd, BadBox) as wrong:
        stop(wrong, UNREADABLE)
    for sentence in said:
        click.echo(sentence)
    click.echo(f"{game} {place.name} lies in {place.folder}")


def _told(addition: Addition, tell: tuple[str, ...]) -> dict[str, str]:
    """What was told of a file, by what is asked; at a terminal what is missing is asked."""
    told = {}
    for one in tell:
        key, equals, text = one.partition("=")
        if not equals or key not in {asked.name for asked in addition.asks}:
            asked_for = ", ".join(f"{asked.name}=..." for asked in addition.asks)
            stop(f"“{one}” tells nothing that is asked. Asked are: {asked_for}", UNREADABLE)
        told[key] = text
    for asked in addition.asks:
        if asked.name not in told and not asked.tick and sys.stdin.isatty():
            told[asked.name] = click.prompt(f"{asked.title} ({asked.hint})" if asked.hint else str(asked.title))
    return told


@box.command()
@click.argument("game")
@click.argument("name")
@click.option("--out", type=click.Path(path_type=Path), help="The zip to write; GAME-NAME.zip when not said.")
def export(game: str, name: str, out: Path | None) -> None:
    """Write a box as a zip for other people."""
    from companion import boxes

    place = _place(game, name)
    out = out or Path(f"{game}-{name}.zip")
    try:
        out.write_bytes(boxes.export(game, place.name, paths.data_folder()))
    except OSError as wrong:
        stop(f"{out} could not be written: {why(wrong)}.")
    click.echo(f"{out}: the box {name}")


@box.command()
@click.argument("archive", type=click.Path(path_type=Path))
def bring(archive: Path) -> None:
    """Take in a box that somebody exported."""
    from companion import boxes
    from companion.notation import Unreadable
    from companion.rules import BadBox

    try:
        with archive.open("rb") as file:
            place = boxes.bring(file.read(boxes.MOST_BYTES + 1), paths.data_folder())
    except OSError as wrong:
        stop(f"{archive} cannot be read: {why(wrong)}.", UNREADABLE)
    except (Unreadable, BadBox) as wrong:
        stop(f"{archive}: {wrong}", UNREADABLE)
    click.echo(f"{place.game} {place.name} lies in {place.folder}")


def _place(game: str, name: str | None) -> Place:
    """Where the box lies (None: the shipped one). Stops with status 2 when there is none."""
    from companion import boxes
    from companion.notation import Unreadable

    the_game(game)
    try:
        if name is None:
            return boxes.listed(game, paths.data_folder())[0]
        return boxes.place(game, name, paths.data_folder())
    except Unreadable as wrong:
        stop(wrong, UNREADABLE)


COMMANDS: tuple[click.Command, ...] = (print_labels, scan, box)
