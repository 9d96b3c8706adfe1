"""The state of Hardback: what the table must remember (specification, sections 3 and 4).

Everything here is a value. What is known of hidden cards stands in `knowledge`, what the rules do with it in later chapters.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games.hardback.pieces import GENRES, Box, Card
from companion.rules import HIDDEN, N_, IllegalMove, Line, Outcome, say

UNSAID: Mapping[str, Any] = {"said": False}
"""Metadata of a field that the printed state leaves out."""


@dataclass(frozen=True)
class Options:
    """The variants of the specification's section 3."""

    edition: int = field(default=1, metadata={"help": N_("Which edition's cards are in the offer deck."), "values": (1, 2)})
    goal: int = field(
        default=60,
        metadata={
            "help": N_("The prestige that ends the game; against Penny Dreadful times the number of players."),
            "values": range(5, 1000),
            "buttons": (40, 60, 90, 180),
        },
    )
    dictionary: str = field(default="en", metadata={"help": N_("The word list that counts: a language of the box, or none.")})
    vote: str = field(
        default="off",
        metadata={
            "help": N_("Whether the others vote on words that are not in the list, and what rejects a word."),
            "values": ("off", "majority", "unanimous"),
        },
    )
    unique_words: str = field(
        default="no",
        metadata={
            "help": N_("A word may be spelled once only: in the game, or by each player."),
            "values": ("no", "game", "player"),
        },
    )
    shortest_word: int = field(default=2, metadata={"help": N_("How many letters a word needs."), "values": range(1, 4)})
    enye: str = field(
        default="n",
        metadata={
            "help": N_("Spanish: an N card stands for the letter with tilde too, or only a wild does."),
            "values": ("n", "wild"),
        },
    )
    double_trash: bool = field(default=True, metadata={"help": N_("Doubling a card doubles what it pays for trash, too.")})
    hands: str = field(
        default="hidden",
        metadata={
            "help": N_("Whether new hands are told to Companion, and whether everyone may see them."),
            "values": ("hidden", "told", "open"),
        },
    )
    awards: bool = field(default=False, metadata={"help": N_("Play with the literary awards for long words.")})
    adverts: bool = field(default=False, metadata={"help": N_("Adverts may be bought for prestige.")})
    shared_awards: bool = field(default=False, metadata={"help": N_("Second edition: a word as long shares the award.")})
    cycle_offers: bool = field(
        default=False, metadata={"help": N_("Second edition: after a turn without a purchase the oldest offer goes.")}
    )
    penny: str = field(
        default="off",
        metadata={
            "help": N_("Play together against Penny Dreadful, plain or with a signature; alone you must."),
            "values": ("off", "plain", *GENRES),
        },
    )
    best_word: bool = field(
        default=False,
        metadata={"help": N_("The best word may be looked up at a table of several; alone and in practice it always may.")},
    )


@dataclass(frozen=True)
class Question:
    """What the table must tell: `kind` row, hand, ink or look; of whose deck; how many cards."""

    kind: str
    seat: int | None
    count: int


@dataclass(frozen=True)
class Tile:
    """A letter of a word. `source`: hand, ink (it was drawn with ink) or classic (it was in play); `owner`: whose card it is."""

    card: str
    letter: str
    wild: bool
    source: str
    owner: int


@dataclass(frozen=True)
class Chosen:
    """A choice made in the benefits: the ability, of which card and half, what was taken and which card it was about."""

    ability: str
    by: str
    half: str
    what: str | None = None
    card: str | None = None
    seat: int | None = None


@dataclass(frozen=True)
class Spelling:
    """The word of this turn."""

    tiles: tuple[Tile, ...]
    uncovered: tuple[int, ...] = ()
    """Places of the wilds that were turned face up, from 0."""
    doublings: tuple[tuple[str, str], ...] = ()
    """(by, doubled card)"""
    choices: tuple[Chosen, ...] = ()
    ghostwriter: int | None = None
    looked: tuple[str, ...] = ()
    """Cards that are looked at, out of the draw pile until they are sorted."""
    in_place: tuple[str, ...] = field(default=(), metadata=UNSAID)
    """Those of them that lie in the order of `looked`; others that are known are deduced, and lie there in any order."""
    classics: tuple[str, ...] = field(default=(), metadata=UNSAID)
    """The speller's classics that were in play when the word was spelled."""
    lapsed: tuple[str, ...] = field(default=(), metadata=UNSAID)
    """Those of them that Penny has sent away since: their open choices lapse."""
    hand_before: tuple[str, ...] = field(default=(), metadata=UNSAID)
    """While others vote: the hand to which the cards may go back."""
    open_before: tuple[str, ...] = field(default=(), metadata=UNSAID)
    """While others vote: the cards of that hand that everybody had seen."""

    @property
    def text(self) -> str:
        return "".join(tile.letter for tile in self.tiles)

    @property
    def trashed(self) -> frozenset[str]:
        """Cards of the word that trashed themselves: they lie in it still, but are in no deck."""
        return frozenset(one.by for one in self.choices if one.ability == "trash_self")


@dataclass(frozen=True)
class Player:
    """What one seat has. A list of cards may hold HIDDEN for cards that nobody has named."""

    set: int | None = None
    owned: tuple[str, ...] = ()
    unseen_starters: int = 0
    hand: tuple[str, ...] = ()
    inked: tuple[str, ...] = ()
    draw: int = 0
    top: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    timeless: tuple[str, ...] = ()
    jail: str | None = None
    ink: int = 0
    remover: int = 0
    prestige: int = 0
    award: int = 0
    advert: int = 0
    open: tuple[str, ...] = field(default=(), metadata=UNSAID)
    """Cards of the hand that everybody has seen."""
    private: tuple[str, ...] = field(default=(), metadata=UNSAID)
    """Starters that only the seat itself has seen up to now: for the others they are unseen."""
    once_inked: tuple[str, ...] = field(default=(), metadata=UNSAID)
    """Cards that were ever drawn with ink, and so seen by all when they came."""
    secret_draws: tuple[tuple[str, ...], ...] = field(default=(), metadata=UNSAID)
    """What was told of looks, and of hands where they are not open: the answers, as they were given."""
    lines: tuple[Line, ...] = field(default=(), metadata=UNSAID)
    """Of the ledger: what was scored up to now."""


@dataclass(frozen=True)
class State:
    """Field by field the table of the specification."""

    phase: str
    turn: int | None
    first: int | None
    round: int
    asks: tuple[Question, ...]
    row: tuple[str | None, ...]
    row_order: tuple[str, ...]
    deck: int
    removed: tuple[str, ...]
    gone: tuple[str, ...]
    coins: int
    flushed: bool
    bought: int
    jailed: int
    word: Spelling | None
    words: tuple[tuple[int, str], ...]
    votes: tuple[tuple[int, bool], ...]
    penny: int | None
    outcome: Outcome | None
    players: tuple[Player, ...]
    shown: bool = field(metadata=UNSAID)
    """Whether the seat on turn has asked for a ghostwriter."""
    cheapest: int = field(metadata=UNSAID)
    """In Penny's part: how many of the cheapest cards still leave the row."""
    penny_lines: tuple[Line, ...] = field(metadata=UNSAID)
    box: Box = field(metadata=UNSAID, repr=False)
    options: Options = field(metadata=UNSAID, repr=False)


FIELDS = frozenset(State.__dataclass_fields__)
PLAYER_FIELDS = frozenset(Player.__dataclass_fields__)


def changed(state: State, **changes: Any) -> State:
    """`dataclasses.replace` for a State: the same, but ten times as fast."""
    if not changes.keys() <= FIELDS:
        raise TypeError(f"no fields of State: {changes.keys() - FIELDS}")
    made = object.__new__(State)
    made.__dict__.update(state.__dict__, **changes)
    return made


def with_player(state: State, seat: int, **changes: Any) -> State:
    """The state with these fields of the seat's Player changed."""
    if not changes.keys() <= PLAYER_FIELDS:
        raise TypeError(f"no fields of Player: {changes.keys() - PLAYER_FIELDS}")
    made = object.__new__(Player)
    made.__dict__.update(state.players[seat].__dict__, **changes)
    return changed(state, players=(*state.players[:seat], made, *state.players[seat + 1 :]))


def setup(box: Box, seats: int, options: Options) -> State:
    """The state before anyone has moved. Raises IllegalMove when so many cannot play with these options."""
    _check_options(box, seats, options)
    return State(
        phase="setup",
        turn=None,
        first=None,
        round=1,
        asks=(Question("row", None, box.row),),
        row=(None,) * box.row,
        row_order=(),
        deck=len(box.offer(options.edition)),
        removed=(),
        gone=(),
        coins=0,
        flushed=False,
        bought=0,
        jailed=0,
        word=None,
        words=(),
        votes=(),
        penny=None if options.penny == "off" else 0,
        outcome=None,
        players=(Player(),) * seats,
        shown=False,
        cheapest=0,
        penny_lines=(),
        box=box,
        options=options,
    )


def _check_options(box: Box, seats: int, options: Options) -> None:
    if not 1 <= seats <= 5:
        raise IllegalMove("setup.options", say("One to five people can play; {seats} are too many or too few.", seats=seats))
    if seats == 1 and options.penny == "off":
        raise IllegalMove("setup.options", say("Alone you play against Penny Dreadful: choose how."))
    if seats == 1 and options.vote != "off":
        raise IllegalMove("setup.options", say("A vote needs at least two people."))
    if options.dictionary != "none" and options.dictionary not in box.lists:
        raise IllegalMove(
            "setup.options",
            say("This box has no word list “{name}”; it has: {lists}", name=options.dictionary[:20], lists=(*box.lists, "none")),
        )
    if options.penny != "off" and options.penny not in box.penny:
        raise IllegalMove("setup.options", say("This box has no such signature of Penny Dreadful."))


# --- who and what -----------------------------------------------------------------------------------------------------


def on_turn(state: State) -> int:
    """The seat on turn; only asked when the game is under way."""
    assert state.turn is not None
    return state.turn


def player(state: State) -> Player:
    """Of the seat on turn."""
    return state.players[on_turn(state)]


def spelling(state: State) -> Spelling:
    assert state.word is not None
    return state.word


def clockwise(state: State, seat: int) -> list[int]:
    """All seats from *seat* on."""
    seats = len(state.players)
    return [(seat + step) % seats for step in range(seats)]


def others(state: State, seat: int) -> list[int]:
    """The other seats, ascending."""
    return [other for other in range(len(state.players)) if other != seat]


def card_of(state: State, code: str) -> Card:
    return state.box.card[code]


def is_told(state: State) -> bool:
    """Whether the table tells new hands."""
    return state.options.hands != "hidden"


def is_open(state: State) -> bool:
    """Whether what is told of hands is there for all."""
    return state.options.hands == "open" or state.penny is not None


def hidden_cards(n: int) -> tuple[str, ...]:
    """So many cards that nobody has named."""
    return (HIDDEN,) * n


def has_hidden(cards: tuple[str, ...]) -> int:
    """How many of the cards are hidden."""
    return cards.count(HIDDEN)
