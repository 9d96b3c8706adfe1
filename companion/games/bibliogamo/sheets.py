"""Bibliogamo to print and play: labels, cards with their backs, the City, the Desk, the rules (specification, section 2).

The pages fit A4 and letter alike; what stands where is the matter of `cards`, `city` and `desk`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from companion.drawing import Columns, Line, Mark, Page, Paragraph, Text, crop_marks, leaves, moved
from companion.games.bibliogamo.cards import (
    HEIGHT,
    LABEL,
    WIDTH,
    artisan,
    artisan_back,
    label,
    named,
    prestige,
    prestige_back,
)
from companion.games.bibliogamo.city import cities
from companion.games.bibliogamo.desk import desk
from companion.games.bibliogamo.pieces import KINDS, Box
from companion.games.bibliogamo.text import RULES
from companion.rules import N_, Sentence, say

COLUMNS: Final = 3
ROWS: Final = 3
A_PAGE: Final = COLUMNS * ROWS


def sheets(box: Box, what: str, language: str = "en") -> tuple[Page, ...]:
    """The pages of *what*: "labels", "cards", or "all" (the cards with their backs, City, Desk and rules)."""
    if what == "labels":
        return tuple(label_pages(box))
    if what == "cards":
        return tuple(card_pages(box, language))
    return leaves(
        [card_pages(box, language), *([city] for city in cities(box, language)), [desk(box)], [rules_page(box, language)]]
    )


# --- cards ------------------------------------------------------------------------------------------------------------


def card_pages(box: Box, language: str) -> Iterator[Page]:
    """Nine cards a page, edge to edge, artisans and then Prestige cards: fronts, then their backs, where they lie when the
    paper is turned over its long edge."""
    pairs = [(artisan(box, card, language), artisan_back()) for card in box.artisan.values()]
    pairs += [(prestige(box, card, language), prestige_back()) for card in box.prestige]
    for first in range(0, len(pairs), A_PAGE):
        page = pairs[first : first + A_PAGE]
        fronts = [front for front, _ in page]
        backs = [back for _, back in page]
        yield _block([*_laid(fronts, mirrored=False), *cuts(len(page))])
        yield _block(_laid(backs, mirrored=True))


def _block(marks: Sequence[Mark]) -> Page:
    return Page(COLUMNS * WIDTH, ROWS * HEIGHT, tuple(marks))


def _laid(cards: Sequence[tuple[Mark, ...]], *, mirrored: bool) -> list[Mark]:
    marks: list[Mark] = []
    for place, card in enumerate(cards):
        row, column = divmod(place, COLUMNS)
        if mirrored:
            column = COLUMNS - 1 - column
        marks += moved(card, column * WIDTH, row * HEIGHT)
    return marks


def cuts(cards: int) -> Iterator[Line]:
    """Crop marks around the block of so many cards."""
    columns, rows = min(cards, COLUMNS), -(-cards // COLUMNS)
    return crop_marks([column * WIDTH for column in range(columns + 1)], [row * HEIGHT for row in range(rows + 1)])


# --- labels -----------------------------------------------------------------------------------------------------------

A_ROW: Final = 9
APART: Final = (20.0, 24.0)
HEAD: Final = 20.0
"""Above the labels: what they are."""
AREA: Final = (180.0, 262.0)
DOWN: Final = 10
"""Rows of labels a page."""


def label_pages(box: Box) -> Iterator[Page]:
    """The labels alone, for those who have the printed game: nine a row, 20 by 24 mm apart, code under each."""
    codes = list(box.pieces)
    many = A_ROW * DOWN
    for first in range(0, len(codes), many):
        marks: list[Mark] = [
            Text(
                say("Labels of the box “{box}”", box=Sentence(box.title)), 0, 0, 180, 7, 15, bold=True, serif=True, align="left"
            ),
        ]
        if box.place:
            place = say("Where to stick them: {place}.", place=Sentence(box.place))
            marks.append(Text(place, 0, 7.4, 180, 5, 10, align="left"))
        hint = say("Print at 100 %: this line measures 100 mm. Cut along the corner marks; the white rim belongs to the code.")
        marks.append(Text(hint, 104, 12.4, 76, 7, 7.5, align="left"))
        marks += _ruler(0, 17)
        for number, code in enumerate(codes[first : first + many]):
            row, column = divmod(number, A_ROW)
            x, y = column * APART[0] + (APART[0] - LABEL) / 2, HEAD + 1.5 + row * APART[1]
            marks += label(code, x, y)
            marks += _corners(x, y)
        yield Page(*AREA, tuple(marks))


def _ruler(x: float, y: float) -> Iterator[Line]:
    yield Line(((x, y), (x + 100, y)), 0.25)
    for centimetre in range(11):
        at = x + centimetre * 10
        yield Line(((at, y), (at, y - (3 if centimetre % 10 == 0 else 1.4))), 0.25)


def _corners(x: float, y: float) -> Iterator[Line]:
    """Where to cut a label out with its code: ticks at the corners, outside it."""
    right, bottom = x + LABEL, y + LABEL + 3.8
    for at in (x, right):
        yield Line(((at, y - 0.2), (at, y - 1)), 0.15)
        yield Line(((at, bottom + 0.2), (at, bottom + 1)), 0.15)
    for at in (y, bottom):
        yield Line(((x - 0.2, at), (x - 1, at)), 0.15)
        yield Line(((right + 0.2, at), (right + 1, at)), 0.15)


# --- rules ------------------------------------------------------------------------------------------------------------

CHAPTERS: Final = (
    (N_("Set-up"), ("setup.start", "setup.prestige", "setup.hand", "pile.shuffle")),
    (
        N_("The day and the Librarian"),
        ("turn.order", "day.advance", "librarian.three", "librarian.icon", "bar.kind", "bar.lift", "bar.idle"),
    ),
    (N_("Bribes"), ("action.order", "bribe.cost", "bribe.step")),
    (
        N_("The sale"),
        ("sell.tower", "sell.finished", "sell.once", "price.two", "price.days_left", "price.again", "price.settle",
         "sell.florins", "sell.cubes", "sell.book", "sell.mark", "sell.discard"),
    ),
    (N_("Hiring"), ("hire.twice", "hire.pay", "hire.surplus", "hire.supply")),
    (N_("The end"), ("turn.refill", "end.forty", "score.book", "score.florins", "score.prestige")),
)  # fmt: skip
"""The rules that one reads at the table. What only bounds what Companion is told (a card of no box) stands on its pages."""


def rules_page(box: Box, language: str) -> Page:
    """What is needed, and the rules by chapter, in two columns."""
    wide, tall = 190.0, 260.0
    paragraphs = [
        Paragraph(say("What you need"), heading=True),
        Paragraph(
            say(
                "These sheets, cut and laid out; {black} black and {red} red cubes of 8 mm, and a figure for the Librarian.",
                black=box.count.black_cubes,
                red=box.count.red_cubes,
            )
        ),
        Paragraph(say("The kinds are {kinds}.", kinds=[say("{kind} ({letter})", kind=named(box.kind[kind], language), letter=kind)
                                                       for kind in KINDS])),
    ]  # fmt: skip
    for heading, rules in CHAPTERS:
        paragraphs.append(Paragraph(Sentence(heading), heading=True))
        paragraphs += [Paragraph(Sentence(RULES[rule])) for rule in rules]
    return Page(
        wide,
        tall,
        (
            Text(say("Bibliogamo"), 0, 0, 100, 12, 30, bold=True, serif=True, align="left"),
            Text(say("The rules for one"), 100, 2, 90, 10, 14, italic=True, serif=True, align="right", stand="bottom"),
            Line(((0, 14), (wide, 14)), 0.6),
            Columns(tuple(paragraphs), 0, 18, wide, tall - 18),
        ),
    )
