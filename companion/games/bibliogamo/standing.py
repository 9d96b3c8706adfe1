"""How things stand, for a page and for hands: the one line that says what to do now, and where the Librarian is.

The rules are asked, and never ask this.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.bibliogamo.pieces import KINDS
from companion.games.bibliogamo.state import State, between, finished, here, nearest_book, shortest
from companion.rules import Sentence, say, say_n

HOUSE = "house"
"""The source of what is nobody's printed value."""


def now(state: State) -> Sentence:
    """What hands do next, in one line (specification, section 9)."""
    match state.stage:
        case "prestige" if state.options.prestige == "drawn":
            return say("Shuffle the Prestige cards and draw one for this game.")
        case "prestige":
            return say("Choose the Prestige card of this game.")
        case "draw" | "dawn" | "price" if not state.pile:
            return say_n(
                "The draw pile is empty. Shuffle the {n} card of the discard into a new one.",
                "The draw pile is empty. Shuffle the {n} cards of the discard into a new one.",
                len(state.discard),
            )
        case "draw":
            n = state.box.count.hand - len(state.hand)
            return say_n("Draw {n} card and show it.", "Draw {n} cards and show them.", n)
        case "dawn":
            return say(
                "Move the time cube to {day}. Walk the Librarian {n} spaces to space {space}. Flip the top card onto the discard "
                "and show it.",
                day=min(state.day + 1, state.box.count.days),
                n=state.box.count.step,
                space=(state.space + state.box.count.step) % state.box.round,
            )
        case "price" if state.coin is None:
            return say("Flip the top card for the price and show it: it says which value of the next one counts.")
        case "price":
            coin = Sentence(state.box.coin[state.coin or ""].name)
            return say("Flip the next card and show it: its {coin} is the price.", coin=coin)
        case "offer" if state.day >= state.box.count.days:
            return say("This is the last day: take the price.")
        case "offer":
            return say("Take the price, or pay a day for another one.")
        case "over":
            return say("The game is over.")
    return _action(state)


def _action(state: State) -> Sentence:
    """In the actions: the sale that stands open, the hires that are left, the end of the turn."""
    hires = state.box.count.hires - state.hires if len(state.hand) > 1 else 0
    if not (state.sold or state.hires):
        tower = here(state)
        if tower is not None and finished(state, tower):
            return say("{tower} is finished and he stands there: sell it.", tower=Sentence(state.box.tower[tower].name))
        nearest = nearest_book(state)
        if nearest is not None and abs(shortest(state, nearest)) <= state.florins:
            return say_n(
                "{tower} is finished: a bribe of {n} Florin brings him there. Or hire.",
                "{tower} is finished: a bribe of {n} Florins brings him there. Or hire.",
                abs(shortest(state, nearest)),
                tower=Sentence(state.box.tower[nearest].name),
            )
    if hires > 0:
        return say_n("Hire artisans once more, or end the turn.", "Hire artisans, up to {n} times, or end the turn.", hires)
    return say("End the turn.")


def stops(state: State) -> Sentence:
    """Where the Librarian stands: in a tower, or between which two."""
    tower = here(state)
    if tower is not None:
        name = Sentence(state.box.tower[tower].name)
        return say("He stops on space {space}, {tower}.", space=state.space, tower=name)
    before, after = (Sentence(state.box.tower[tower].name) for tower in between(state))
    return say("He stops on space {space}, between {before} and {after}.", space=state.space, before=before, after=after)


def sales(state: State) -> Iterator[Sentence]:
    """What can be sold where he stands, and what a bribe to the nearest finished book costs."""
    tower, nearest = here(state), nearest_book(state)
    if tower is not None and finished(state, tower):
        yield say("{tower} is finished: it can be sold now.", tower=Sentence(state.box.tower[tower].name))
    elif nearest is None:
        yield say("No book is finished.")
    else:
        yield say_n(
            "Nothing to sell here; a bribe to the finished {tower} costs {n} Florin, and you have {florins}.",
            "Nothing to sell here; a bribe to the finished {tower} costs {n} Florins, and you have {florins}.",
            abs(shortest(state, nearest)),
            tower=Sentence(state.box.tower[nearest].name),
            florins=state.florins,
        )


def marked(state: State) -> tuple[bool, ...]:
    """Whether each slot of the Prestige card is marked: of slots for the same book the first ones."""
    if state.prestige is None:
        return ()
    books = state.box.collection[state.prestige].books
    return tuple(books[:at].count(book) < state.marks.get(book, 0) for at, book in enumerate(books))


def several(state: State, card: str) -> bool:
    """Whether the card places more than one kind."""
    return sum(n > 0 for n in state.box.artisan[card].places) > 1


def kind_of(state: State, card: str) -> str:
    """The first kind that the card places."""
    return next(kind for kind, n in zip(KINDS, state.box.artisan[card].places, strict=True) if n)


def house_rows(state: State) -> tuple[int, int]:
    """How many rows of the box's files are house values, and how many rows there are."""
    box = state.box
    files = (box.kinds, box.coins, box.artisans, box.towers, box.path, box.prestige, box.ranks)
    sources = [row.source for rows in files for row in rows]
    return sources.count(HOUSE), len(sources)
