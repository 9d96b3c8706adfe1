"""The box of Fire in the Library: what is printed on the pieces, and the labels they wear (specification, section 2).

What is odd about a box that could be read is the matter of `oddities`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from companion.games.fire.pictures import PICTURES
from companion.games.rows import (
    SOURCE,
    Cell,
    Unfit,
    heading,
    maybe,
    number,
    one_of,
    read_rows,
    read_settings,
    shaped,
    whole,
    words,
)
from companion.rules import N_, BadBox, Piece, Problem, Sentence, say

SECTIONS = ("P", "B", "Y", "W")
TOKEN_KINDS = ("BP", "BB", "BY", "BW", "F")
WINDOWS = ("turn_order", "saving", "spread", "after_scoring", "end")
COUNTS = ("tools", "library_cards", "turn_cards", "book_tokens", "fire_tokens", "destroyed_value")
"""What `[expected]` of box.toml may say."""


@dataclass(frozen=True, slots=True)
class Section:
    section: str
    """P, B, Y or W."""
    name: str
    colour: str
    source: str


@dataclass(frozen=True, slots=True)
class LibraryCard:
    code: str
    section: str
    rank: int
    """1 is the top of the pile."""
    kind: str
    """"books" or "destroyed"."""
    value: int
    burn_index: int | None
    """None on a destroyed card."""
    fire_icons: int
    source: str
    note: str


@dataclass(frozen=True, slots=True)
class TokenKind:
    kind: str
    """BP, BB, BY, BW or F."""
    name: str
    section: str
    count: int
    start_in_bag: int
    source: str
    note: str


@dataclass(frozen=True, slots=True)
class TurnCard:
    card: int
    spaces: tuple[int, int, int, int, int]
    """Bravery of each space; 0 is a safe space (with the tool icon)."""
    source: str


@dataclass(frozen=True, slots=True)
class Tool:
    kind: str
    name: str
    copies: int
    min_participants: int
    window: str
    who: str
    effect: str
    n: int
    """0 where the cell is empty."""
    what: str
    text: str
    name_source: str
    source: str


@dataclass(frozen=True, eq=False)
class Box:
    """One box, read; equal only to itself, so that it is quick to look things up by. Rows keep the order of their files."""

    name: str
    title: str
    prefix: str
    participants: tuple[int, int]
    fires_in_bag: int
    market: int
    hand: int
    spaces: int
    turn_cards_alone: int
    turn_cards_two: int
    turn_cards_three: int
    expected: tuple[tuple[str, int], ...]
    sections: tuple[Section, ...]
    library: tuple[LibraryCard, ...]
    tokens: tuple[TokenKind, ...]
    turn_cards: tuple[TurnCard, ...]
    tools: tuple[Tool, ...]

    # What the rules look up all the time.

    @cached_property
    def cards(self) -> Mapping[str, LibraryCard]:
        """Library cards by code."""
        return {card.code: card for card in self.library}

    @cached_property
    def below(self) -> Mapping[str, str]:
        """The code of the card that a library card lies on; the last card of a section has none."""
        return {
            upper.code: lower.code
            for upper in self.library
            for lower in self.library
            if (lower.section, lower.rank) == (upper.section, upper.rank + 1)
        }

    @cached_property
    def bravery(self) -> Mapping[int, tuple[int, ...]]:
        """The bravery of the five spaces by turn order card; 0 is a safe space."""
        return {card.card: card.spaces for card in self.turn_cards}

    @cached_property
    def tool_kinds(self) -> Mapping[str, Tool]:
        """Tools by kind ("01")."""
        return {tool.kind: tool for tool in self.tools}

    @cached_property
    def tool_codes(self) -> tuple[str, ...]:
        """Every tool card: T, its kind, the letter of the copy."""
        return tuple(f"T{tool.kind}{chr(65 + copy)}" for tool in self.tools for copy in range(tool.copies))

    @cached_property
    def tools_by_participants(self) -> Mapping[int, tuple[str, ...]]:
        """The tool cards in the game with so many playing (`fire.setup.few`)."""
        return {
            n: tuple(code for code in self.tool_codes if n >= self.tool(code).min_participants)
            for n in range(1, self.participants[1] + 1)
        }

    def tool(self, code: str) -> Tool:
        return self.tool_kinds[code[1:3]]

    @cached_property
    def token_codes(self) -> Mapping[str, tuple[str, ...]]:
        """The codes of the tokens of each kind: the kind, then a number padded to the width of the count."""
        return {
            token.kind: tuple(f"{token.kind}{number:0{len(str(token.count))}}" for number in range(1, token.count + 1))
            for token in self.tokens
        }

    @cached_property
    def tokens_in_all(self) -> Mapping[str, int]:
        """How many tokens of each kind the box holds."""
        return {token.kind: token.count for token in self.tokens}

    @cached_property
    def pieces(self) -> Mapping[str, Piece]:
        """Every piece that wears a label by its code, in the order of the sheets."""
        return {piece.code: piece for piece in _labelled(self)}


# --- reading ----------------------------------------------------------------------------------------------------------

_EFFECTS = (
    *("put_fire", "set_aside", "back_to_bag", "move_token", "choose_of", "no_embers", "points", "again"),
    *("take_tools", "cool", "feed", "burn_section", "swap_cards", "by_hand"),
)
_NOTE = words(0, 300)


def _space(value: str) -> int:
    """A space of a turn order card: 0 with the tool icon, else its bravery."""
    if value == "tool":
        return 0
    try:
        return int(whole(1, 99)(value))
    except Unfit as wrong:
        raise Unfit(say("“tool”, or a whole number from 1 to 99")) from wrong


def _seats(value: Any) -> tuple[int, int]:
    match value:
        case [int(least), int(most)] if 1 <= least <= most <= 6:
            return least, most
    raise Unfit(say("two whole numbers from 1 to 6, like [1, 6]"))


def _counts(value: Any) -> tuple[tuple[str, int], ...]:
    if value is None:
        return ()
    if not isinstance(value, dict) or not set(value) <= set(COUNTS):
        raise Unfit(say("counts of: {values}", values=COUNTS))
    return tuple((name, number(0, 999)(count)) for name, count in value.items())


_BOX: Mapping[str, Cell] = {
    **heading("fire"),
    "prefix": one_of("FL"),
    "participants": _seats,
    "setup.fires_in_bag": number(0, 999),
    "setup.market": number(3, 3),
    "setup.hand": number(0, 9),
    "setup.spaces": number(5, 5),
    "setup.turn_cards_alone": number(6, 6),
    "setup.turn_cards_two": number(2, 6),
    "setup.turn_cards_three": number(3, 6),
    "expected": _counts,
}
_SECTION_ROW: Mapping[str, Cell] = {
    "section": one_of(*SECTIONS),
    "name": words(),
    "colour": words(),
    "source": SOURCE,
}
_LIBRARY_ROW: Mapping[str, Cell] = {
    "code": shaped("[A-Z0-9.-]{1,7}", say("at most seven of A-Z, 0-9, dot and hyphen")),
    "section": one_of(*SECTIONS),
    "rank": whole(1, 99),
    "kind": one_of("books", "destroyed"),
    "value": whole(0, 99),
    "burn_index": maybe(whole(0, 999), None),
    "fire_icons": whole(0, 3),
    "source": SOURCE,
    "note": _NOTE,
}
_TOKEN_ROW: Mapping[str, Cell] = {
    "kind": one_of(*TOKEN_KINDS),
    "name": words(),
    "section": maybe(one_of(*SECTIONS), ""),
    "count": whole(1, 999),
    "start_in_bag": whole(0, 999),
    "source": SOURCE,
    "note": _NOTE,
}
_TURN_CARD_ROW: Mapping[str, Cell] = {
    "card": whole(1, 6),
    **{f"s{space}": _space for space in range(1, 6)},
    "source": SOURCE,
}
_TOOL_ROW: Mapping[str, Cell] = {
    "kind": shaped("[0-9]{2}", say("two digits, like 01")),
    "name": words(),
    "copies": whole(1, 26),
    "min_participants": one_of("1", "4"),
    "window": one_of(*WINDOWS),
    "who": one_of("active", "other", "any"),
    "effect": one_of(*_EFFECTS),
    "n": maybe(whole(0, 99), 0),
    "what": words(0, 20),
    "text": _NOTE,
    "name_source": SOURCE,
    "source": SOURCE,
}


def read_box(folder: Path) -> Box:
    """The box in *folder*: box.toml, sections.csv, library.csv, tokens.csv, turn_cards.csv, tools.csv.

    Raises BadBox with every file, column and value that is missing or outside what it may be.
    """
    problems: list[Problem] = []
    settings = read_settings(folder, "box.toml", _BOX, problems)
    sections = read_rows(folder, "sections.csv", _SECTION_ROW, problems)
    library = read_rows(folder, "library.csv", _LIBRARY_ROW, problems)
    tokens = read_rows(folder, "tokens.csv", _TOKEN_ROW, problems)
    turn_cards = read_rows(folder, "turn_cards.csv", _TURN_CARD_ROW, problems)
    tools = read_rows(folder, "tools.csv", _TOOL_ROW, problems)
    if problems:
        raise BadBox(problems)
    return Box(
        **{name.removeprefix("setup."): value for name, value in settings.items() if name != "game"},
        sections=tuple(Section(**row) for row in sections),
        library=tuple(LibraryCard(**row) for row in library),
        tokens=tuple(TokenKind(**row) for row in tokens),
        turn_cards=tuple(_turn_card(**row) for row in turn_cards),
        tools=tuple(Tool(**row | {"min_participants": int(row["min_participants"])}) for row in tools),
    )


def _turn_card(card: int, s1: int, s2: int, s3: int, s4: int, s5: int, source: str) -> TurnCard:
    return TurnCard(card, (s1, s2, s3, s4, s5), source)


# --- labels -----------------------------------------------------------------------------------------------------------

_BOOKS = N_("Book tokens")
_FIRES = N_("Fire tokens")
_LIBRARY = N_("Library cards")
_TURN_CARDS = N_("Turn order cards")
_TOOLS = N_("Tools")
_TOOL = N_("tool")
"""A space for a tool on a turn order card."""


def PIECES(box: Box) -> Mapping[str, Piece]:
    """Code (without prefix) -> piece: books, fires, the four piles from the top, turn order cards, tools."""
    return box.pieces


def _labelled(box: Box) -> Iterator[Piece]:
    kinds = {token.kind: token for token in box.tokens}
    for kind in TOKEN_KINDS:
        group = Sentence(_FIRES if kind == "F" else _BOOKS)
        for code in box.token_codes[kind]:
            yield Piece(code, Sentence(kinds[kind].name), group, kind, kind[-1])
    names = {section.section: Sentence(section.name) for section in box.sections}
    for card in sorted(box.library, key=lambda card: (SECTIONS.index(card.section), card.rank)):
        yield _library_piece(card, names[card.section])
    for turn_card in sorted(box.turn_cards, key=lambda card: card.card):
        yield Piece(
            f"C{turn_card.card}",
            say("turn order card {card}", card=turn_card.card),
            Sentence(_TURN_CARDS),
            "turn-card",
            str(turn_card.card),
            say("spaces: {spaces}", spaces=[Sentence(_TOOL) if space == 0 else space for space in turn_card.spaces]),
        )
    for code in box.tool_codes:
        tool = box.tool(code)
        yield Piece(code, Sentence(tool.name), Sentence(_TOOLS), picture_of(tool), tool.kind, Sentence(tool.text))


def _library_piece(card: LibraryCard, section: Sentence) -> Piece:
    group = Sentence(_LIBRARY)
    if card.kind == "destroyed":
        text = say("value {value}; the game ends when it is revealed", value=card.value)
        return Piece(card.code, say("{section}, destroyed", section=section), group, "destroyed", card.section, text)
    text = say(
        "value {value}, Burn Index {index}, fire icons {icons}", value=card.value, index=card.burn_index, icons=card.fire_icons
    )
    return Piece(
        card.code, say("{section} {value}", section=section, value=card.value), group, f"lib-{card.section}", card.section, text
    )


def picture_of(tool: Tool) -> str:
    """The id of a tool's picture: by its name, else by its number while it still does what that tool does."""
    for kind, (name, _) in PICTURES.items():
        if tool.name == name:
            return f"tool-{kind}"
    return f"tool-{tool.kind}" if tool.kind in PICTURES and PICTURES[tool.kind][1] == tool.effect else "tool"
