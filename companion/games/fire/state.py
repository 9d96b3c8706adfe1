"""The state of Fire in the Library: what the table must remember (specification, section 4).

Everything here is a value. What the rules do with it stands in the other chapters.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from companion.games.fire.pieces import Box
from companion.games.states import UNSAID
from companion.games.states import changed as changed
from companion.rules import N_, Line

SECTIONS = ("P", "B", "Y", "W")


class Tokens(NamedTuple):
    """How many tokens of each kind: four kinds of books, and fires."""

    BP: int
    BB: int
    BY: int
    BW: int
    F: int


KINDS = Tokens._fields
NONE = Tokens(0, 0, 0, 0, 0)


def kind_of(token: str) -> str:
    """The kind of a token named by kind or by code: `BP2` and `BP` are `BP`, `F07` is `F`."""
    return "F" if token[0] == "F" else token[:2]


@dataclass(frozen=True)
class Options:
    """The variants of the specification's section 3."""

    tools: bool = field(default=True, metadata={"help": N_("Play with tool cards.")})
    tools_in_first_round: bool = field(
        default=False, metadata={"help": N_("Tools may be played in the first round, all but turn order tools.")}
    )
    tools_told: bool = field(
        default=False, metadata={"help": N_("Every tool that is dealt, drawn or turned up is told to Companion at once.")}
    )
    must_draw: bool = field(default=True, metadata={"help": N_("At least one token must be drawn before stopping.")})
    full_card_ends: bool = field(
        default=False, metadata={"help": N_("A full card is scored at once, without declaring the stop.")}
    )
    end_burn_adds_fire: bool = field(
        default=True, metadata={"help": N_("Fire icons revealed by the burn at the end of a round add fires to the bag.")}
    )
    robots: int = field(default=0, metadata={"help": N_("How many Robots play too (house rule)."), "values": range(6)})
    robot_stops_at: int = field(
        default=3, metadata={"help": N_("With how many tokens on its card a Robot stops (house rule)."), "values": range(1, 6)}
    )
    lone_target: int = field(
        default=50, metadata={"help": N_("Points that the lone librarian needs to win (house rule)."), "values": range(1, 1000)}
    )
    final_tie: str = field(
        default="shared",
        metadata={
            "help": N_("Who wins on equal points: all of them, or the figure that was there first."),
            "values": ("shared", "first_there"),
        },
    )
    tool_worth: int = field(
        default=2, metadata={"help": N_("For the advice only: how many points a tool is worth."), "values": range(100)}
    )


# What the game waits for before anything else (`pending`).


@dataclass(frozen=True, slots=True)
class DrawDue:
    """A player said "I draw": the table tells the token."""

    what: str = "draw"


@dataclass(frozen=True, slots=True)
class Look:
    """A tool shows n tokens: the table tells them, then one is placed."""

    tool: str
    n: int
    tokens: tuple[str, ...] = ()
    what: str = "look"


@dataclass(frozen=True, slots=True)
class HandDue:
    """A tool is carried out by hand: the table tells what it did."""

    tool: str
    seat: int
    what: str = "hand"


@dataclass(frozen=True, slots=True)
class ClashDue:
    """Tools were laid at the same moment: this seat plays this one."""

    seat: int
    tool: str
    what: str = "clash"


Pending = DrawDue | Look | HandDue | ClashDue

Card = tuple[str | None, str | None, str | None, str | None, str | None]
EMPTY: Card = (None,) * 5


@dataclass(frozen=True)
class State:
    """Field by field the table of the specification; participants are numbered, Robots after the seats."""

    round: int
    phase: str
    active: int | None
    bag: Tokens
    lost: Tokens
    reserve: int
    card: Card
    drawn: int
    laid_book: bool
    trigger: int | None
    no_embers: bool
    aside: tuple[tuple[str, tuple[str, ...]], ...]
    tops: tuple[str, str, str, str]
    scores: tuple[int, ...]
    arrival: tuple[int | None, ...]
    cards_in_use: tuple[int, ...]
    turn_cards: tuple[int | None, ...]
    done: tuple[int, ...]
    used: tuple[int, ...]
    market: tuple[str | None, ...]
    hands: tuple[tuple[str, ...], ...]
    deck: int
    discard: tuple[str, ...]
    swapped: tuple[int, ...]
    owed: int
    untold: tuple[int, ...] | None
    pending: Pending | None
    ledger: tuple[tuple[int, Line], ...]
    ages: tuple[int, ...] | None
    """Ranks by seat, 1 the youngest, once told."""
    burnt: bool = field(metadata=UNSAID)
    """Whether this turn's books burned: then the turn is over with the tool taken."""
    order_tool: bool = field(metadata=UNSAID)
    """Whether a turn order tool was played this round: then nobody swaps any more."""
    moved: int = field(metadata=UNSAID)
    """How often figures have moved: the next arrival number."""
    box: Box = field(metadata=UNSAID, repr=False)
    options: Options = field(metadata=UNSAID, repr=False)
    seats: int = field(metadata=UNSAID)
