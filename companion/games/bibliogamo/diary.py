"""A game told as a story, a chapter a turn (specification, section 9): computed from what stands, the same each time it is read.

Every kind of sentence has several wordings; which one is told depends on the day and on how many sentences came before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.games.bibliogamo.course import placed
from companion.games.bibliogamo.judge import apply, maker
from companion.games.bibliogamo.moves import Accept, Bribe, Count, Dismiss, Flipped, Hire, Move, Shuffled, tell
from companion.games.bibliogamo.pieces import Box, placed_words
from companion.games.bibliogamo.scoring import outcome, score
from companion.games.bibliogamo.state import Options, State, collection, finished, here, setup
from companion.rules import N_, Sentence, say, say_n

Told = tuple[Move, str | None]
"""A move that stands, and the text of the Ruling that it belongs to (None: of none)."""

WORDINGS: Mapping[str, tuple[str, ...]] = {
    "tower": (
        N_("The Librarian walks {spaces} and stops at the Tower of {tower}."),
        N_("His walk of {spaces} ends before the Tower of {tower}."),
        N_("After {spaces} the Tower of {tower} has a visitor: the Chief Librarian."),
    ),
    "street": (
        N_("The Librarian strolls {spaces} into the street between {before} and {after}."),
        N_("{spaces} on, between {before} and {after}, he stands and looks at the sky."),
        N_("He walks {spaces} and reaches no tower: somewhere between {before} and {after} he sits down."),
    ),
    "bar": (
        N_("{name} lets it be known that the day is a holiday for this trade: {kind}."),
        N_("Says {name}: today there is no work for the trade of the {kind}."),
        N_("By order of {name}, this trade rests today: {kind}."),
    ),
    "bribe": (
        N_("A gift of {florins} leads him on to space {space}."),
        N_("With {florins} in his pocket he finds the way to space {space}."),
        N_("For {florins} he lets himself be walked to space {space}."),
    ),
    "price": (
        N_("{florins}, he says."),
        N_("He turns a page and offers {florins}."),
        N_("He counts on his fingers: {florins}."),
    ),
    "again": (
        N_("You pour him another glass; on day {day} it is {florins}."),
        N_("You let him sleep on it, and on day {day} he offers {florins}."),
        N_("A day passes with talk of the weather. On day {day} he says: {florins}."),
    ),
    "sold": (
        N_("Sold for {florins}: book {number}, from the Tower of {tower}."),
        N_("The book of {tower} is his for {florins}, the {number} that leaves your house."),
        N_("You shake hands on {florins}; {tower} is book {number}."),
    ),
    "mark": (
        N_("It is mark {mark} for {card}."),
        N_("{card} has room for it: mark {mark}."),
        N_("It goes straight to {card}, as mark {mark}."),
    ),
    "hire": (
        N_("{name} brings to {tower}: {cubes}; {pay} pays."),
        N_("{pay} pays, and {name} comes to {tower} with {cubes}."),
        N_("At {tower} the door opens for {name} with {cubes}; {pay} pays."),
    ),
    "empty": (
        N_("{name} finds no place in {tower}; {pay} pays all the same."),
        N_("{name} comes to {tower} for nothing, and {pay} pays for it."),
        N_("Nobody in {tower} needs {name}, whom {pay} has paid."),
    ),
    "lift": (
        N_("{name} was sent away, so that the trade may work."),
        N_("The holiday ends when {name} goes home."),
        N_("To have the trade at work, you part with {name}."),
    ),
    "surplus": (
        N_("Of those who came, so many were too many: {n}."),
        N_("So many found the benches taken and went home: {n}."),
        N_("For some there was no bench left: {n}."),
    ),
    "finished": (
        N_("With that the book of {tower} is finished."),
        N_("The last page of {tower} is dry: the book is finished."),
        N_("In {tower} they lay down their tools. The book is finished."),
    ),
    "dismiss": (
        N_("The artisans of {tower} are sent home; {pay} pays."),
        N_("{tower} falls silent: all are dismissed, and {pay} pays."),
        N_("{pay} pays, and {tower} is empty again."),
    ),
    "shuffled": (
        N_("The old faces are back in town."),
        N_("All whom you have sent away look for work again."),
        N_("New day, old faces: the pile is shuffled anew."),
    ),
    "end": (
        N_("So your days end. Books: {n}; in the chest: {florins}; {points} in all."),
        N_("The ledger is closed. Books sold: {n}; left over: {florins}; that makes {points}."),
        N_("Day is done. Books: {n}; left in the chest: {florins}; together {points}."),
    ),
}


@dataclass(frozen=True, slots=True)
class Chapter:
    """A turn: its days as a heading, a title, and its sentences in order."""

    heading: Sentence
    title: Sentence
    sentences: tuple[Sentence, ...]


@dataclass(slots=True)
class _Turn:
    first: int
    last: int
    said: list[Sentence] = field(default_factory=list)
    at_the_end: list[Sentence] = field(default_factory=list)
    sold: Sentence | None = None
    finished: Sentence | None = None
    worked: Sentence | None = None

    def chapter(self) -> Chapter:
        days = say("Day {day}", day=self.first)
        if self.last > self.first:
            days = say("Days {first} to {last}", first=self.first, last=self.last)
        title = self.sold or self.finished or self.worked or say("A quiet day")
        return Chapter(days, title, (*self.said, *self.at_the_end))


def diary(box: Box, options: Options, moves: Iterable[Told]) -> tuple[Chapter, ...]:
    """The story of a game: its *moves* in order, as far as they stand. Raises IllegalMove when they do not fit."""
    state = setup(box, 1, options)
    turns: list[_Turn] = []
    number = 0

    def word(kind: str, day: int, /, **facts: Any) -> Sentence:
        nonlocal number
        number += 1
        wordings = WORDINGS[kind]
        return say(wordings[(day + number) % len(wordings)], **facts)

    for move, ruling in moves:
        after = apply(state, maker(state, move), move, ruling=ruling is not None)
        if isinstance(move, Flipped) and state.stage == "dawn":
            turns.append(_Turn(after.day, after.day))
        if turns:
            turn = turns[-1]
            turn.last = max(turn.last, after.day if after.stage in ("act", "price", "offer") else turn.last)
            for kind, facts in _told(state, after, move):
                (turn.at_the_end if kind == "shuffled" else turn.said).append(word(kind, after.day, **facts))
            _entitle(turn, state, after, move)
            if ruling is not None:
                turn.said.append(say("[{text}: {move}]", text=ruling, move=tell(move, _names(box))))
        state = after
    if turns and state.stage == "over":
        points = sum(line.points for line in score(state)[0])
        facts = {"n": state.books, "florins": florins(state.florins), "points": say_n("{n} point", "{n} points", points)}
        turns[-1].at_the_end.append(word("end", state.day, **facts))
        ended = outcome(state)
        assert ended is not None
        turns[-1].at_the_end.append(ended.why)
    return tuple(turn.chapter() for turn in turns)


def florins(n: int) -> Sentence:
    return say_n("{n} Florin", "{n} Florins", n)


def _names(box: Box) -> Mapping[str, Sentence]:
    return {code: piece.name for code, piece in box.pieces.items()}


def _tower(state: State, tower: str | None) -> Sentence:
    return Sentence(state.box.tower[tower or ""].name)


def _name(state: State, card: str) -> Sentence:
    return Sentence(state.box.artisan[card].name)


Facts = tuple[str, Mapping[str, Any]]
"""A kind of sentence and what it tells."""


def _told(before: State, after: State, move: Move) -> Sequence[Facts]:
    """What the move adds to the story, in order."""
    match move:
        case Flipped(card) if before.stage == "dawn":
            bar = Sentence(before.box.kind[before.box.artisan[card].bar].name)
            walked = before.box.count.step + before.box.artisan[card].walk
            return [_stop(after, say_n("{n} space", "{n} spaces", walked)), ("bar", {"name": _name(before, card), "kind": bar})]
        case Flipped() if after.stage == "offer":
            kind = "price" if len(after.offers) == 1 else "again"
            return [(kind, {"florins": florins(after.price or 0), "day": after.day})]
        case Bribe():
            return [("bribe", {"florins": florins(before.florins - after.florins), "space": after.space})]
        case Accept():
            return _sold(before, after)
        case Hire():
            return _hired(before, after, move)
        case Dismiss(tower, pay):
            return [("dismiss", {"tower": _tower(before, tower), "pay": _name(before, pay)})]
        case Shuffled():
            return [("shuffled", {})]
    return []


def _stop(state: State, walked: Sentence) -> Facts:
    tower = here(state)
    if tower is not None:
        return "tower", {"tower": _tower(state, tower), "spaces": walked}
    spaces = sorted(state.box.tower_at, key=lambda space: (space - state.space) % state.box.round)
    after, before = (_tower(state, state.box.tower_at[spaces[at]]) for at in (0, -1))
    return "street", {"before": before, "after": after, "spaces": walked}


def _sold(before: State, after: State) -> list[Facts]:
    sale, tower = after.sales[-1], _tower(before, before.selling)
    found: list[Facts] = [("sold", {"florins": florins(sale.price), "number": after.books, "tower": tower})]
    card = collection(after)
    if sale.marked and card is not None:
        found.append(("mark", {"card": Sentence(card.name), "mark": sum(after.marks.values())}))
    return found


def _hired(before: State, after: State, move: Hire) -> list[Facts]:
    coming, box = placed(before, move.card, move.tower), before.box
    facts = {"name": _name(before, move.card), "tower": _tower(before, move.tower), "pay": _name(before, move.pay)}
    found: list[Facts] = [("hire", {**facts, "cubes": placed_words(box, coming)}) if any(coming) else ("empty", facts)]
    if move.lift is not None:
        found.append(("lift", {"name": _name(before, move.lift)}))
    lost = sum(box.artisan[move.card].places) - sum(coming)
    if any(coming) and lost:
        found.append(("surplus", {"n": lost}))
    if any(coming) and finished(after, move.tower):
        found.append(("finished", {"tower": facts["tower"]}))
    return found


def _entitle(turn: _Turn, before: State, after: State, move: Move) -> None:
    """What the chapter is called by: a sale before a finished book, before the tower worked on."""
    match move:
        case Accept():
            turn.sold = say("{tower} for {florins}", tower=_tower(before, before.selling), florins=florins(after.sales[-1].price))
        case Hire(_, tower) if finished(after, tower) and not finished(before, tower):
            turn.finished = say("{tower} is finished", tower=_tower(before, tower))
        case Hire(_, tower) | Dismiss(tower):
            turn.worked = turn.worked or say("In the Tower of {tower}", tower=_tower(before, tower))
        case Bribe() | Count():
            turn.worked = turn.worked or say("A day of small steps")
