"""Points and the end (specification, sections 6 and 7)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.bibliogamo.state import SEAT, State, collection
from companion.rules import Line, Outcome, Participant, Sentence, say, say_n, total


def score(state: State) -> dict[Participant, tuple[Line, ...]]:
    """A line for each book, one for the Florins, one for each mark: an open offer counts nothing."""
    return {SEAT: tuple(_lines(state))}


def _lines(state: State) -> Iterator[Line]:
    yield from _books(state)
    yield _florins(state)
    yield from _marks(state)


def _books(state: State) -> Iterator[Line]:
    points, first = state.box.count.book_points, state.box.start.books
    if first:
        yield Line(points * first, "score.book", say_n("{n} book at the start", "{n} books at the start", first))
    for sale in state.sales:
        name = Sentence(state.box.tower[sale.tower].name)
        why = say_n("{tower}, day {day}, {n} Florin", "{tower}, day {day}, {n} Florins", sale.price, tower=name, day=sale.day)
        yield Line(points, "score.book", why)


def _florins(state: State) -> Line:
    points, left = divmod(state.florins, state.box.count.florins_a_point)
    found = say_n("{n} Florin", "{n} Florins", state.florins)
    why = say_n(
        "{florins}: {n} point, {left} left over", "{florins}: {n} points, {left} left over", points, florins=found, left=left
    )
    return Line(points, "score.florins", why, single=False)


def _marks(state: State) -> Iterator[Line]:
    card = collection(state)
    if card is None:
        return
    name = Sentence(card.name)
    if card.points[0]:
        yield Line(card.points[0], "score.prestige", say("{card}, before any mark", card=name))
    marks: dict[str, int] = {}
    for sale in state.sales:
        if not sale.marked:
            continue
        before = card.worth(marks)
        marks[sale.tower] = marks.get(sale.tower, 0) + 1
        rise = card.worth(marks) - before
        why = say(
            "{card}, mark {mark} of {slots}, {tower}: +{points}",
            card=name,
            mark=sum(marks.values()),
            slots=len(card.books),
            tower=Sentence(state.box.tower[sale.tower].name),
            points=rise,
        )
        yield Line(rise, "score.prestige", why)


def outcome(state: State) -> Outcome | None:
    """The one player, with points and title: no opponent, no tie."""
    if state.stage != "over":
        return None
    points = total(_lines(state))
    title = Sentence(state.box.rank(points).name)
    return Outcome((SEAT,), say_n("{n} point: {title}", "{n} points: {title}", points, title=title))
