"""How a command speaks: JSON to standard output, and the sentence with which it stops."""

from __future__ import annotations

import json
from typing import IO, Any, NoReturn

import click

ERROR = 1
UNREADABLE = 2
BREAKS_A_RULE = 3


class Stopped(click.ClickException):
    """The end of a command that cannot go on: one sentence on standard error, and the exit status."""

    def __init__(self, sentence: object, status: int = ERROR) -> None:
        super().__init__(str(sentence))
        self.status = status

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(self.message, err=True)


def stop(sentence: object, status: int = ERROR) -> NoReturn:
    raise Stopped(sentence, status)


def print_json(value: Any) -> None:
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


def why(wrong: OSError) -> str:
    """The reason the system gives, as the middle of a sentence: "permission denied"."""
    reason = wrong.strerror or str(wrong)
    return reason[:1].lower() + reason[1:]
