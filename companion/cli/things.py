"""`print`, `scan`, `box`: labels on paper, labels in pictures, what is printed on the pieces."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from companion.cli.records import the_box, the_game
from companion.cli.saying import UNREADABLE, print_json, stop, why

# --- print ------------------------------------------------------------------------------------------------------------


@click.command("print")
@click.argument("game")
@click.option("--box", metavar="NAME", help="The box whose pieces are labelled; the shipped one when not said.")
@click.option("--what", default="labels", show_default=True, type=click.Choice(["labels", "cards", "all"]), help="What to print.")
@click.option("--paper", default="a4", show_default=True, type=click.Choice(["a4", "letter"]), help="The size of the sheets.")
@click.option("--size", type=float, metavar="MM", help="Width of a label's code; 16 when not said.")
@click.option("--out", required=True, type=click.Path(path_type=Path), help="The PDF to write.")
def print_labels(game: str, box: str | None, what: str, paper: str, size: float | None, out: Path) -> None:
    """Make a PDF with a QR label for every piece of a game."""
    from companion import printing
    from companion.notation import Unreadable

    name, contract = the_game(game)
    found, box_name = the_box(name, box)
    try:
        made = printing.labels(name, contract, found, paper, printing.USUAL if size is None else size, what=what)
    except Unreadable as wrong:
        stop(wrong, UNREADABLE)
    try:
        out.write_bytes(made)
    except OSError as wrong:
        stop(f"{out} could not be written: {why(wrong)}.")
    click.echo(f"{out}: the labels of {contract.TITLE}, box {box_name}. Print it at 100 % and check the line with a ruler.")


# --- scan -------------------------------------------------------------------------------------------------------------


@click.command()
@click.argument("images", metavar="IMAGE...", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def scan(images: tuple[str, ...], as_json: bool) -> int:
    """Read the labels in pictures. Exit status 2 when one of them cannot be looked at."""
    from companion import scan as scanner

    told = []
    failed = False
    for image in images:
        seen = _look(image)
        failed = failed or isinstance(seen, scanner.Unseeable)
        told.append(scanner.as_json(image, seen))
    if as_json:
        print_json(told)
    else:
        for one in told:
            click.echo(f"{one['image']}:")
            for row in one["rows"]:
                click.echo(f"  {' '.join(row)}")
            for foreign in one["foreign"]:
                click.echo(f"  not ours: {foreign}")
            if one["problem"] is not None:
                click.echo(f"  {one['problem']}")
            elif not one["rows"]:
                click.echo("  no label seen")
    return UNREADABLE if failed else 0


def _look(image: str) -> Any:
    """What the picture file shows, or the Unseeable that says why it cannot be looked at."""
    from companion import scan as scanner
    from companion.rules import Sentence

    try:
        with Path(image).open("rb") as file:
            return scanner.look(file.read(LARGEST_PICTURE + 1))
    except OSError as wrong:
        return scanner.NotAPicture(Sentence("The file cannot be read: {why}.", {"why": why(wrong)}))
    except scanner.Unseeable as wrong:
        return wrong


LARGEST_PICTURE = 200_000_000
"""Bytes that are read of a file; the scanner's own limit is lower and says so."""


COMMANDS: tuple[click.Command, ...] = (print_labels, scan)
