"""The command line: `companion COMMAND`. Every command loads what it needs and no more, so that each starts at once.

Nothing that goes wrong ends in a traceback: what was expected to go wrong says so in a sentence; what was not leaves its
traceback in the log of the data folder and says where.
"""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
import traceback
from collections.abc import Sequence
from datetime import datetime
from importlib import metadata
from pathlib import Path
from typing import TextIO

import click

from companion import paths
from companion.cli import keeping, records, serving, things
from companion.cli.saying import Stopped

LOG = "companion.log"


def version() -> str:
    """The version of the package; a checkout that was never installed has none."""
    try:
        return metadata.version("companion")
    except metadata.PackageNotFoundError:
        return "(not installed)"


@click.group(
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Your data lives in the folder COMPANION_DATA, or where your system keeps such things.",
)
@click.version_option(version(), message="companion %(version)s")
def cli() -> None:
    """A referee for the game on your table."""


for command in (*serving.COMMANDS, *things.COMMANDS, *records.COMMANDS, *keeping.COMMANDS):
    cli.add_command(command)


def main() -> None:
    """What the `companion` script runs."""
    for stream in (sys.stdout, sys.stderr):
        # Records are UTF-8 wherever they are printed.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Runs one command; its exit status."""
    try:
        status = cli.main(args=list(arguments), prog_name="companion", standalone_mode=False)
        sys.stdout.flush()
    except Stopped as stopped:
        stopped.show()
        return stopped.status
    except click.ClickException as wrong:
        wrong.show()
        return wrong.exit_code
    except (click.Abort, KeyboardInterrupt):
        return 130
    except BrokenPipeError:
        # Whoever read along has gone (`companion play fire ... | head`): say nothing more, not even at exit.
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except Exception as unexpected:
        click.echo(_unexpected(unexpected), err=True)
        return 1
    return status if isinstance(status, int) else 0


def _unexpected(wrong: Exception) -> str:
    what = " ".join(str(wrong).split())[:200] or type(wrong).__name__
    log = _write_log()
    if log is None:
        return f"Something went wrong that should not have: {what}"
    return f"Something went wrong that should not have: {what} (the details are in {log})"


def _write_log() -> Path | None:
    """Appends the traceback to the log in the data folder, or in the temporary folder when that cannot be written."""
    for folder in (paths.data_folder(), Path(tempfile.gettempdir())):
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            with (folder / LOG).open("a", encoding="utf-8") as log:
                _trace(log)
            return folder / LOG
    return None


def _trace(log: TextIO) -> None:
    log.write(f"\n{datetime.now().astimezone().isoformat(timespec='seconds')} companion {' '.join(sys.argv[1:])}\n")
    log.write(traceback.format_exc())


if __name__ == "__main__":
    main()
