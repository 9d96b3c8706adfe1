"""The box of Fire in the Library: what is printed on the pieces, and what is odd about it (specification, section 2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property


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


@dataclass(frozen=True)
class Box:
    """One box, read. Rows keep the order of their files."""

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
