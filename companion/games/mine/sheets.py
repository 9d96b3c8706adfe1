"""Out of Mine! to print and play: labels, treasure cards with their backs, boards, tiles, rules (specification, section 2).

The pages fit A4 and letter alike; what stands where is the matter of `boards`, `cards`, `crystals` and `stickers`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from companion.drawing import Columns, Line, Mark, Page, Paragraph, Symbol, Text, leaves
from companion.games.mine import boards, crystals
from companion.games.mine.cards import card_pages
from companion.games.mine.pieces import Box
from companion.games.mine.stickers import label_pages, ruler
from companion.games.mine.text import RULES
from companion.rules import N_, Sentence, say, say_n

AREA: Final = (190.0, 260.0)


def sheets(box: Box, what: str, language: str = "en") -> tuple[Page, ...]:
    """The pages of *what*: "labels", "cards", or "all" (how to make it, cards with their backs, boards, tiles, rules). Boards or
    tiles of a box that are larger than the paper are left out."""
    if what == "labels":
        return tuple(label_pages(box))
    if what == "cards":
        return card_pages(box)
    parts = [card_pages(box)]
    if boards.fitting(box):
        parts.append(tuple(boards.board_pages(box)))
    if crystals.fitting(box):
        parts.append(tuple(crystals.tile_pages(box)))
    return leaves([[making(box, parts)], *parts, [rules_page(box)]])


# --- how to make it ---------------------------------------------------------------------------------------------------


def making(box: Box, parts: Sequence[Sequence[Page]]) -> Page:
    """What is in these pages, how to print them, and how to cut and glue."""
    wide, tall = AREA
    marks: list[Mark] = [
        *_headed(say("Out of Mine!"), say("How to make it")),
        *ruler(0, 24),
        Text(say("This line measures 100 mm when it is printed at 100 %."), 104, 18, wide - 104, 8, 9, align="left"),
        Columns(tuple(_steps(box, parts)), 0, 32, wide, tall - 92, points=11.5),
    ]
    for number, name in enumerate(("dwarf-0", "dwarf-1", "king", "dwarf-2", "dwarf-3")):
        marks.append(Symbol(name, wide / 2 - 66 + number * 28, tall - 24, 20))
    return Page(wide, tall, tuple(marks))


def _headed(title: Sentence, beside: Sentence) -> Iterator[Mark]:
    yield Text(title, 0, 0, 110, 12, 30, bold=True, serif=True, align="left")
    yield Text(beside, 110, 2, AREA[0] - 110, 10, 14, italic=True, serif=True, align="right", stand="bottom")
    yield Line(((0, 14), (AREA[0], 14)), 0.6)


def _steps(box: Box, parts: Sequence[Sequence[Page]]) -> Iterator[Paragraph]:
    yield Paragraph(say("What is here"), heading=True)
    yield from _contents(box, parts)
    if not (boards.fitting(box) and crystals.fitting(box)):
        yield Paragraph(say("Boards or tiles of this box are larger than the paper: they are left out."))
    for heading, steps in HINTS:
        yield Paragraph(Sentence(heading), heading=True)
        yield from (Paragraph(Sentence(step)) for step in steps)
    letters = [say("{letter} {colour}", letter=colour.letter, colour=Sentence(colour.colour)) for colour in box.colours]
    yield Paragraph(say("The letter in the corner of a tile tells its colour: {letters}.", letters=letters))


HINTS: Final = (
    (
        N_("Printing"),
        (
            N_(
                "Print in colour at 100 %, not “fit to page”, on both sides, turned over the long edge: each page of backs "
                "comes to lie behind its fronts. On one side only: print the odd pages, turn the stack over, and print the even "
                "ones on the back."
            ),
            N_("Matt paper is best: Companion reads boards from a photograph, and glossy paper mirrors the lamps."),
        ),
    ),
    (
        N_("Boards"),
        (
            N_(
                "Cut at the marks. For stiff boards print the two sides on two sheets and glue them on both faces of grey "
                "board of 1.5 to 2 mm; press them flat under books overnight, then trim."
            ),
            N_("Leave labels and colour patches clean: no tape over them."),
        ),
    ),
    (
        N_("Treasure cards"),
        (
            N_(
                "Print them on card of 200 to 250 g, or put each into a sleeve for poker cards with a playing card behind it. "
                "Cut the long lines first."
            ),
        ),
    ),
    (
        N_("Tiles"),
        (
            N_(
                "Glue fronts and backs on the two faces of grey board of 2 mm, or print them on stout card. Cut along the "
                "outlines of the fronts with knife and steel ruler, from the inner corners outwards. The backs have colour "
                "beyond the cut."
            ),
            N_("Some tiles, turned over, become their mirror image and fit other places. Some faces show a find."),
        ),
    ),
    (
        N_("On the table"),
        (N_("Without printed tiles you can lay them on the screen of Companion."),),
    ),
)


def _contents(box: Box, parts: Sequence[Sequence[Page]]) -> Iterator[Paragraph]:
    names = [say_n("{n} treasure card", "{n} treasure cards", len(box.cards))]
    if boards.fitting(box):
        names.append(say_n("{n} board with two sides", "{n} boards with two sides", len(box.board_numbers)))
    if crystals.fitting(box):
        names.append(say_n("{n} tile", "{n} tiles", len(box.tiles)))
    # The page after the first stays empty, so that nothing is printed on the back of these words.
    first = 3
    for name, pages in zip(names, parts, strict=True):
        yield Paragraph(say("Pages {first} to {last}: {what}.", first=first, last=first + len(pages) - 1, what=name))
        first += len(pages) + len(pages) % 2
    yield Paragraph(say("Page {first}: the rules.", first=first))


# --- rules ------------------------------------------------------------------------------------------------------------

CHAPTERS: Final = (
    (N_("Set-up"), ("setup.tiles", "setup.boards", "side.choose", "cards.draw")),
    (N_("Into the mine"), ("mine.start", "cards.reveal", "dig.tiles", "dig.edge", "dig.one_hand", "dig.return")),
    (N_("The shout"), ("shout.first", "shout.one", "stop.nobody")),
    (N_("The check"), ("check.sticks_out", "check.colour", "check.number", "check.surplus")),
    (N_("Points of a round"), ("score.ten", "score.empty", "shout.right", "shout.wrong", "score.zero", "score.floor")),
    (N_("Elves and finds, if you choose to play with them"), ("elf.point", "find.good", "find.bad")),
    (N_("Exchange"), ("exchange.board", "exchange.shuffle", "exchange.tiles", "side.other", "boards.out", "cards.used")),
    (N_("The end"), ("end.seven", "end.most", "end.tie")),
)  # fmt: skip
"""The rules that one reads at the table. What only bounds what Companion is told (a card of no box) stands on its pages."""


def rules_page(box: Box) -> Page:
    """What is needed, and the rules by chapter, in two columns."""
    wide, tall = AREA
    paragraphs = [
        Paragraph(say("What you need"), heading=True),
        Paragraph(say("Two to four people, a table, these sheets cut and laid out, pencil and paper or Companion.")),
    ]
    for heading, rules in CHAPTERS:
        paragraphs.append(Paragraph(Sentence(heading), heading=True))
        paragraphs += [Paragraph(Sentence(RULES[rule])) for rule in rules]
    return Page(
        wide,
        tall,
        (*_headed(say("Out of Mine!"), say("The rules")), Columns(tuple(paragraphs), 0, 18, wide, tall - 18)),
    )
