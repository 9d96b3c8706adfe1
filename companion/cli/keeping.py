"""`backup`, `restore`: the data folder as one file and back. `doctor`: what this machine lacks."""

from __future__ import annotations

import sqlite3
from dataclasses import asdict
from datetime import datetime
from pathlib import Path

import click

from companion import paths
from companion.cli.saying import UNREADABLE, print_json, stop, why


@click.command()
@click.argument("out", required=False, type=click.Path(path_type=Path))
def backup(out: Path | None) -> None:
    """Write all tables, boxes and pictures into one zip.

    OUT is companion-DATE.zip in this folder when not said. Safe while the server runs. A database elsewhere (--db) is
    backed up with its own tools.
    """
    from companion import backup as backups

    folder = paths.data_folder()
    if not folder.is_dir() or not any(folder.iterdir()):
        stop(f"There is nothing to back up in {folder}.")
    out = out or Path(f"companion-{datetime.now().astimezone():%Y-%m-%d}.zip")
    if out.is_dir():
        stop(f"{out} is a folder; say the name of a file to write.")
    try:
        names = backups.write(folder, out)
    except OSError as wrong:
        stop(f"The backup could not be written: {why(wrong)}.")
    except sqlite3.Error as wrong:
        stop(f"The database could not be read: {wrong}.")
    click.echo(f"{out}: {len(names)} files of {folder}")


@click.command()
@click.argument("archive", type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Also when the data folder is not empty; its files are put aside.")
def restore(archive: Path, force: bool) -> None:
    """Bring a backup back into the data folder."""
    from companion import backup as backups

    folder = paths.data_folder()
    try:
        aside = backups.restore(archive, folder, force=force)
    except backups.BadBackup as wrong:
        stop(wrong, UNREADABLE)
    except backups.InTheWay as wrong:
        stop(wrong)
    except OSError as wrong:
        stop(f"{wrong.filename or archive}: {why(wrong)}.", UNREADABLE if isinstance(wrong, FileNotFoundError) else 1)
    click.echo(f"{folder} is what it was when {archive} was made.")
    if aside is not None:
        click.echo(f"What was there lies in {aside}.")


@click.command()
@click.option("--port", type=click.IntRange(1, 65535), help="The port to look at.")
@click.option("--camera", metavar="IMAGE", help="Look at this photograph of labels instead: how well does the camera see them?")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def doctor(port: int | None, camera: str | None, as_json: bool) -> int:
    """Say what this machine lacks, and the command that mends it. Exit status 1 when something is lacking.

    With --camera: how well a camera sees labels from where it is, and what would help. Exit status 1 when something would,
    2 when the photograph cannot be looked at. For a full answer photograph the page that `companion print --what test` makes.
    """
    if camera is not None:
        return _camera(camera, as_json)
    from companion import doctor as doctors

    found = list(doctors.findings(port or doctors.PORT))
    if as_json:
        print_json([{**asdict(one), "well": one.well} for one in found])
    else:
        for one in found:
            mark = "ok  " if one.well else "LACK" if one.needed else "poor"
            click.echo(f"{mark} {one.what}: {one.says}")
            if one.mend is not None:
                click.echo(f"     mend it with: {one.mend}")
    return 0 if all(one.well for one in found) else 1


def _camera(image: str, as_json: bool) -> int:
    from companion import camera
    from companion.cli.things import look
    from companion.scan import Unseeable

    seen = look(image)
    if isinstance(seen, Unseeable):
        stop(f"{image}: {seen}", UNREADABLE)
    found = camera.report(seen)
    if as_json:
        print_json(camera.as_json(image, found))
    else:
        click.echo(f"{image}:")
        for sentence in camera.sentences(found):
            click.echo(f"  {sentence}")
        for sentence in found.advice:
            click.echo(f"  -> {sentence}")
    return 0 if found.well else 1


COMMANDS = (backup, restore, doctor)
