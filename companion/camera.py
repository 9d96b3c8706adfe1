"""What a camera sees from where it is, in sentences: from one picture, with the test page or without."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion import chart
from companion.rules import Sentence, say, say_n
from companion.scan.quality import WIDTH
from companion.scan.seen import Measured, Seen, Sighting

USUAL = 16
"""Millimetres of the labels that are printed when nobody says otherwise."""


@dataclass(frozen=True, slots=True)
class Report:
    """How well a picture reads.

    `rows`: of the test page, empty when it is not in the picture. `widths`: pixels of the narrowest and of the widest label
    that was read, with its rim. `advice` is empty when all is well: nothing was missed, or, on the test page, nothing as
    large as the usual labels.
    """

    read: int
    unread: int
    rows: tuple[chart.Row, ...]
    smallest: int | None
    widths: tuple[float, float] | None
    measured: Measured
    advice: tuple[Sentence, ...]

    @property
    def well(self) -> bool:
        return not self.advice


def report(seen: Seen) -> Report:
    every: Sequence[Sighting] = (*seen.sightings, *seen.sightings.foreign)
    rows = chart.rows(label.code for label in every)
    smallest = chart.smallest(rows)
    wide = sorted(WIDTH * label.module for label in every)
    fit = smallest is not None and smallest <= USUAL
    return Report(
        read=len(every),
        unread=len(seen.sightings.unread),
        rows=rows,
        smallest=smallest,
        widths=(wide[0], wide[-1]) if wide else None,
        measured=seen.sightings.measured,
        advice=() if fit else seen.advice or _missed(rows),
    )


def _missed(rows: Sequence[chart.Row]) -> tuple[Sentence, ...]:
    """What to do where the test page was not read down to the usual labels and nothing else is known to be the cause."""
    if not rows:
        return ()
    return (say("Hold the phone closer, until the whole page just fills the picture, and photograph it again."),)


def sentences(found: Report) -> tuple[Sentence, ...]:
    """The report in words, without the advice: what was read first, then how the picture was taken."""
    rows = [say("{size} mm: {read} of {all} read.", size=row.size, read=row.read, all=chart.A_ROW) for row in found.rows]
    said = (chart_said(found.smallest), *rows) if found.rows else ()
    return (*counted(found), *said, *taken(found))


def counted(found: Report) -> tuple[Sentence, ...]:
    """How many labels were read and not read."""
    read = say_n("One label was read.", "{n} labels were read.", found.read) if found.read else say("No label was read.")
    if not found.unread:
        return (read,)
    return read, say_n("One label was found and not read.", "{n} labels were found and not read.", found.unread)


def chart_said(smallest: int | None) -> Sentence:
    """The answer that the test page gives."""
    if smallest is None:
        return say("This is the test page, and none of its rows could be read whole from here.")
    return say("This is the test page: labels of {size} mm and more are read from here.", size=smallest)


def taken(found: Report) -> tuple[Sentence, ...]:
    """How the picture was taken: what was measured, with its numbers."""
    seen, said = found.measured, []
    if found.widths is not None:
        least, most = (round(width) for width in found.widths)
        said.append(
            say("The labels read are {least} to {most} pixels wide, with their rims.", least=least, most=most)
            if least < most
            else say_n(
                "The label read is {width} pixels wide, with its rim.",
                "The labels read are {width} pixels wide, with their rims.",
                found.read,
                width=most,
            )
        )
    if seen.module is not None:
        said.append(say("One of the 21 squares across a label measures {module} pixels.", module=round(seen.module, 1)))
    if seen.blur is not None and seen.module is not None:
        said.append(say("Edges spread over {pixels} pixels.", pixels=round(seen.blur * seen.module, 1)))
    if seen.paper is not None and seen.ink is not None:
        paper, ink = round(seen.paper), round(seen.ink)
        said.append(say("Paper has {paper} and ink {ink} of 255 steps of brightness.", paper=paper, ink=ink))
    if seen.light is not None:
        said.append(say("The lightest parts of the picture have {light} of 255 steps of brightness.", light=round(seen.light)))
    return tuple(said)


def as_json(name: str, found: Report) -> dict[str, Any]:
    """The object that `companion doctor --camera IMAGE --json` prints."""
    seen = found.measured
    return {
        "image": name,
        "well": found.well,
        "read": found.read,
        "unread": found.unread,
        "test_page": {str(row.size): row.read for row in found.rows} or None,
        "smallest_mm": found.smallest,
        "widths": [round(width, 1) for width in found.widths] if found.widths is not None else None,
        "module": _rounded(seen.module),
        "blur": _rounded(seen.blur),
        "paper": _rounded(seen.paper),
        "ink": _rounded(seen.ink),
        "light": _rounded(seen.light),
        "glare": _rounded(seen.glare),
        "covered": _rounded(seen.covered),
        "mirrored": seen.mirrored,
        "advice": [str(sentence) for sentence in found.advice],
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 2)
