"""What a game of Hardback tells of itself: how far everyone has come, the words, the counts, and the decks (sections 7 and 9).

Read from states and from the steps of the journal: `Step` says what of them. What is shown of a step or a state is what the view
it was read from shows; nothing here looks behind it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Protocol

from companion.games.hardback.benefits import closed, is_wild
from companion.games.hardback.knowledge import hidden_places, placed, unseen
from companion.games.hardback.moves import Buy, EndTurn, Ink, OfPurchase, SellInk, Skip, Trash, Word
from companion.games.hardback.pieces import GENRES
from companion.games.hardback.state import State, on_turn, spelling
from companion.games.hardback.turns import PENNY, award_worth
from companion.games.hardback.views import view
from companion.rules import HIDDEN, N_, Participant, Progress, say

SOURCES: Mapping[str, str] = {
    "score.basic": N_("above the line"),
    "score.genre": N_("below the line"),
    "score.either": N_("chosen"),
    "score.trash": N_("trash"),
    "score.buy": N_("buying"),
    "score.advert": N_("adverts"),
    "score.award": N_("awards"),
    "count.ruling": N_("by a ruling"),
    "penny.takes": N_("cards taken"),
    "penny.adventure": N_("purchases of the players"),
    "penny.horror": N_("ink of the players"),
}
"""Rule id of a ledger line -> what prestige by it is called, in the order of a bar."""

KINDS: tuple[str | None, ...] = (*GENRES, None)
"""The genres in their order, then the starters, which have none."""


def progress(view: State) -> Progress:
    """The prestige of everyone, awards included, with how many turns have passed."""
    numbers: dict[Participant, int | None] = {
        seat: one.prestige + award_worth(view, one) for seat, one in enumerate(view.players)
    }
    if view.penny is not None:
        numbers[PENNY] = view.penny
    return Progress(say("Prestige"), numbers, turn=turns_passed(view), points=True)


def turns_passed(state: State) -> int:
    """How many turns have ended; the one in which the game ends counts, even if it was cut short."""
    if state.turn is None or state.first is None:
        return 0
    seats = len(state.players)
    return (state.round - 1) * seats + (state.turn - state.first) % seats + (state.phase == "over")


# --- words and counts -------------------------------------------------------------------------------------------------


class Step(Protocol):
    """A move that was played, by which entry of the journal, and the states around it."""

    @property
    def seq(self) -> int: ...
    @property
    def move(self) -> Any: ...
    @property
    def before(self) -> Any: ...
    @property
    def after(self) -> Any: ...


@dataclass(frozen=True, slots=True)
class Spelled:
    """A word that stood, by the entry that laid it.

    `cards`: by place the card that lay there face up or was uncovered; HIDDEN for one that stayed wild. `wilds`: how many were
    laid face down; `classics`: how many were others'. `coins` and `prestige` are what the word had brought when its benefits
    were closed, purchases apart; None as long as they are open, and if the game ended before.
    """

    seat: int
    word: str
    cards: tuple[str, ...]
    wilds: int
    classics: int
    entry: int
    coins: int | None = None
    prestige: int | None = None


@dataclass(frozen=True, slots=True)
class Counts:
    """What a seat did, in numbers that the journal tells.

    `words` spelled, their `letters`, and of these `wilds` and `classics` of others; turns `skipped`; `coins` that the words
    brought and those `lost` unspent; `inked`: ink spent to draw a card, `sold`: ink turned into coins; cards `bought` and
    `trashed`.
    """

    words: int = 0
    letters: int = 0
    wilds: int = 0
    classics: int = 0
    skipped: int = 0
    coins: int = 0
    lost: int = 0
    inked: int = 0
    sold: int = 0
    bought: int = 0
    trashed: int = 0


@dataclass(frozen=True, slots=True)
class Story:
    """The words that stood, in the order of the game, as everyone may see them; and by seat the counts."""

    words: tuple[Spelled, ...]
    counts: tuple[Counts, ...]

    def words_of(self, seat: int) -> tuple[Spelled, ...]:
        return tuple(one for one in self.words if one.seat == seat)


def story(steps: Sequence[Step]) -> Story:
    """What these steps tell, which begin with the setup."""
    words: list[Spelled] = []
    sums: list[Counter[str]] = [Counter() for _ in steps[-1].after.players] if steps else []
    entry = 0
    for step in steps:
        if isinstance(step.move, Word):
            entry = step.seq
        if len(step.after.words) > len(step.before.words):
            words.append(_spelled(step.after, entry))
        before = _closed(step)
        if before.phase != step.before.phase:
            seat = on_turn(before)
            prestige = before.players[seat].prestige - step.before.players[seat].prestige
            words[-1] = replace(_spelled(before, words[-1].entry), coins=before.coins, prestige=prestige)
        for seat, what, n in _counted(before, step):
            sums[seat][what] += n
    for one in words:
        sums[one.seat].update(words=1, letters=len(one.word), wilds=one.wilds, classics=one.classics, coins=one.coins or 0)
    return Story(tuple(words), tuple(Counts(**one) for one in sums))


def _closed(step: Step) -> State:
    """The state before the step; with the benefits of the word closed, where this step closes them."""
    before: State = step.before
    return closed(before) if before.phase == "benefits" and isinstance(step.move, OfPurchase) else before


def _spelled(state: State, entry: int) -> Spelled:
    """The word that lies out."""
    seat, word = on_turn(state), spelling(view(state, None))
    cards = tuple(HIDDEN if is_wild(word, place) else tile.card for place, tile in enumerate(word.tiles))
    wilds, classics = sum(tile.wild for tile in word.tiles), sum(tile.owner != seat for tile in word.tiles)
    return Spelled(seat, word.text, cards, wilds, classics, entry)


def best(words: Sequence[Spelled]) -> Spelled | None:
    """The word that brought the most prestige; of equals the most coins, then the longest, then the earliest."""
    counted = [one for one in words if one.prestige is not None]
    return max(counted, key=lambda one: (one.prestige or 0, one.coins or 0, len(one.word)), default=None)


def longest(words: Sequence[Spelled]) -> Spelled | None:
    """The longest word; of equals the earliest."""
    return max(words, key=lambda one: len(one.word), default=None)


def _counted(before: State, step: Step) -> Iterator[tuple[int, str, int]]:
    """(seat, which of `Counts`, how many) of one step, words apart."""
    after: State = step.after
    match step.move:
        case Skip():
            yield on_turn(before), "skipped", 1
        case Ink(seat):
            yield seat, "inked", before.players[seat].ink - after.players[seat].ink
        case SellInk():
            seat = on_turn(before)
            yield seat, "sold", before.players[seat].ink - after.players[seat].ink
        case Buy(card):
            seat = on_turn(before)
            yield seat, "bought", int(card in after.players[seat].owned)
        case Trash():
            yield on_turn(before), "trashed", 1
        case EndTurn():
            yield on_turn(before), "lost", before.coins


# --- decks ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards that a seat owns, as far as a view knows them.

    `genres`: genre (None: starters) -> its cards by letter, then by cost; only what there is. `unknown`: prestige starters that
    nobody has shown. `places`: card -> hand, inked, top, discard, timeless, look or word. `unseen`: those without a known place,
    by letter.
    """

    genres: Mapping[str | None, tuple[str, ...]]
    unknown: int
    places: Mapping[str, str]
    unseen: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Next:
    """What the next card of a draw pile is likely to be.

    `cards`: card -> chance; `starters`: the chance of a prestige starter that nobody has shown. Together 1. `exact`: the hidden
    cards lie in that pile alone, or the top card is known; else hidden cards elsewhere are taken to be as likely as those in it.
    `shuffled`: the draw pile is empty, so the discard pile is shuffled first.
    """

    cards: Mapping[str, Fraction]
    starters: Fraction
    exact: bool
    shuffled: bool


def deck(view: State, seat: int) -> Deck:
    """The deck of *seat*, from a view: what that does not show is not in it."""
    has = view.players[seat]
    kinds = {genre: tuple(card for card in by_letter(view, has.owned) if view.box.card[card].genre == genre) for genre in KINDS}
    return Deck(
        {genre: cards for genre, cards in kinds.items() if cards or (genre is None and has.unseen_starters)},
        has.unseen_starters,
        placed(view, seat),
        by_letter(view, unseen(view, seat)),
    )


def by_letter(state: State, cards: Iterable[str]) -> tuple[str, ...]:
    """Sorted by letter, then by cost (starters first), then by code."""
    return tuple(sorted(cards, key=lambda code: (state.box.card[code].letter, state.box.card[code].cost or 0, code)))


def next_card(view: State, seat: int) -> Next | None:
    """Of the draw pile of *seat*, as the view knows it; None when no card is left to draw."""
    has = view.players[seat]
    if has.draw and has.top and has.top[0] != HIDDEN:
        return Next({has.top[0]: Fraction(1)}, Fraction(0), exact=True, shuffled=False)
    if not has.draw and not has.discard:
        return None
    hidden = hidden_places(view, seat)
    n, here = sum(hidden.values()), hidden["draw" if has.draw else "discard"]
    known = () if has.draw else tuple(card for card in has.discard if card != HIDDEN)
    # A hidden card of the pile is each of the unseen cards with the same chance, wherever else they may lie.
    size = here + len(known)
    each = Fraction(here, size * n) if n else Fraction(0)
    chances = dict.fromkeys(by_letter(view, unseen(view, seat)), each) | dict.fromkeys(known, Fraction(1, size))
    starters = each * has.unseen_starters
    return Next(chances, starters, exact=here in (0, n), shuffled=not has.draw)


def chances(view: State, found: Next, what: str) -> tuple[tuple[str | None, Fraction], ...]:
    """The chances of `letter` or `genre`, the likeliest first; None as a genre: starters, also those that nobody has shown."""
    sums: dict[str | None, Fraction] = {}
    for card, chance in found.cards.items():
        key = getattr(view.box.card[card], what)
        sums[key] = sums.get(key, Fraction(0)) + chance
    if what == "genre" and found.starters:
        sums[None] = sums.get(None, Fraction(0)) + found.starters
    return tuple(sorted(sums.items(), key=lambda one: (-one[1], one[0] or "")))
