"""A box -> PDF: sheets of labels to cut out and stick on the pieces, or the pages that a game draws itself (see `drawing`).

The same box gives the same bytes each time and everywhere: the date is fixed, and nothing is compressed, since libraries
compress differently. Lengths are millimetres, measured from the top left of the page.

Read `labels` and `pages`; they stand on `paper` (sizes, the empty document), `ink` (pictures, codes, lines of text) and
`setting` (text in boxes and columns). `samples` is the test page for cameras.
"""

from __future__ import annotations

from typing import Any, Final

from companion.notation import Unreadable
from companion.printing.ink import MODULES, QUIET
from companion.printing.labels import HEADER, LARGEST, SMALLEST, USUAL, Heading, Label, Sheet, labels, place_of, sheets, size_of
from companion.printing.pages import drawn
from companion.printing.paper import FOOTER, MARGIN, PAPERS, Translate, known
from companion.printing.samples import Sample, chart_page, samples
from companion.rules import Game, say

WHAT: Final = ("labels", "cards", "all")


def offered(game: Game) -> tuple[str, ...]:
    """What of a game can be printed."""
    return WHAT if hasattr(game, "sheets") else WHAT[:1]


DUPLEX: Final = say(
    "Print it at 100 %, not “fit to page”, on both sides, turned over the long edge. On one side only: print the odd pages, "
    "turn the stack over, and print the even ones on the back."
)
"""How pages with backs are printed."""


def printed(
    name: str,
    game: Game,
    box: Any,
    paper: str = "a4",
    size_mm: float | None = None,
    *,
    what: str = "labels",
    language: str = "en",
    translate: Translate = str,
) -> bytes:
    """*what* is printed of a box of the game with the short *name*, as a PDF: pages that the game draws itself, else sheets of
    labels. `size_mm`: as for `labels`, which are printed when it is another than suits the box.

    Raises Unreadable when the paper, the size or *what* is none that can be printed.
    """
    if what not in WHAT:
        raise Unreadable(say("What to print is one of: {what}.", what=WHAT))
    own = getattr(game, "sheets", None)
    if what == "cards" and own is None:
        raise Unreadable(say("This game has no cards to print: its labels go on the pieces of your box."))
    if own is None or (what == "labels" and size_mm not in (None, size_of(box))):
        return labels(name, game, box, paper, size_mm, translate=translate)
    known(paper)
    return drawn(name, game, own(box, what, language), paper, translate=translate)


__all__ = [
    "DUPLEX", "FOOTER", "HEADER", "LARGEST", "MARGIN", "MODULES", "PAPERS", "QUIET", "SMALLEST", "USUAL", "WHAT", "Heading",
    "Label", "Sample", "Sheet", "Translate", "chart_page", "drawn", "labels", "offered", "place_of", "printed", "samples",
    "sheets", "size_of",
]  # fmt: skip
