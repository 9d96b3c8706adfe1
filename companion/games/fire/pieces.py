"""The box of Fire in the Library: what is printed on the pieces, and what is odd about it (specification, section 2)."""

from __future__ import annotations

from dataclasses import dataclass


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
