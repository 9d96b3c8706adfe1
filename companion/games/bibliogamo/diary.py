"""A game told as a story, a chapter a turn (specification, section 9): computed from what stands, the same each time it is read.

What happened is gathered first, turn by turn; then every sentence gets its wording, which depends on the day and on its number
in the story. The wordings themselves stand in `wordings`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.games.bibliogamo.course import placed
from companion.games.bibliogamo.judge import apply, maker
from companion.games.bibliogamo.moves import Accept, Bribe, Dismiss, Flipped, Hire, Move, Sell, Shuffled, tell
from companion.games.bibliogamo.pieces import KINDS, Box
from companion.games.bibliogamo.scoring import score
from companion.games.bibliogamo.state import SEAT, Options, State, between, collection, finished, here, setup
from companion.games.bibliogamo.wordings import (
    WORDINGS,
    artisans,
    book,
    collector,
    florins,
    mark,
    number,
    points,
    sale_of,
    trade,
)
from companion.rules import Chapter, Sentence, say, total

Told = tuple[Move | None, str | None]
"""A move that stands, and the text of the Ruling that it belongs to (None: of none); a Ruling that moves nothing has no move."""


@dataclass(frozen=True, slots=True)
class Event:
    """What a sentence tells: its kind (a key of WORDINGS), the day, and the facts."""

    kind: str
    day: int
    facts: Mapping[str, Any]


@dataclass(slots=True)
class _Turn:
    first: int
    last: int
    events: list[Event | Sentence] = field(default_factory=list)
    """In order; a Sentence is told as it stands (a Ruling)."""
    shuffles: list[Event] = field(default_factory=list)
    end: list[Event] = field(default_factory=list)
    titles: dict[str, Sentence] = field(default_factory=dict)
    """By what happened, a key of _TITLES."""


_TITLES = ("sold", "finished", "worked", "offered", "bribed", "ruled")
"""What a chapter is called by, the first of these that happened; a quiet day when none did."""


def diary(box: Box, options: Options, moves: Iterable[Told]) -> tuple[Chapter, ...]:
    """The story of a game: its *moves* in order, as far as they stand. Raises IllegalMove when they do not fit."""
    turns = _turns(setup(box, 1, options), moves)
    told, chapters = 0, []
    for turn in turns:
        sentences = []
        for event in (*turn.events, *turn.shuffles, *turn.end):
            told += 1
            sentences.append(event if isinstance(event, Sentence) else worded(event, told))
        chapters.append(Chapter(_heading(turn), _title(turn), tuple(sentences)))
    return tuple(chapters)


def worded(event: Event, told: int) -> Sentence:
    """The event as sentence number *told* of the story."""
    wordings = WORDINGS[event.kind]
    return replace(wordings[(event.day + told) % len(wordings)], facts=event.facts)


def _heading(turn: _Turn) -> Sentence:
    match turn.last - turn.first:
        case 0:
            return say("Day {day}", day=turn.first)
        case 1:
            return say("Days {first} and {last}", first=turn.first, last=turn.last)
        case days if days > 0:
            return say("Days {first} to {last}", first=turn.first, last=turn.last)
    return say("Before the first day")


def _title(turn: _Turn) -> Sentence:
    return next((turn.titles[what] for what in _TITLES if what in turn.titles), say("A quiet day"))


# --- what happened ----------------------------------------------------------------------------------------------------


def _turns(state: State, moves: Iterable[Told]) -> list[_Turn]:
    """What each turn tells. What a Ruling does before the first day has a turn of its own."""
    turns: list[_Turn] = []
    first = state.box.start.day + 1
    ruling: str | None = None
    bare: list[Sentence] = []

    def turn() -> _Turn:
        if not turns:
            turns.append(_Turn(first, state.day, titles={"ruled": say("The table is set")}))
        return turns[-1]

    def close() -> None:
        """Tells the Ruling that has ended, with those of its moves that no other sentence tells."""
        if ruling is not None:
            text = ruling or say("agreed at the table")
            said = say("[{text}: {moves}]", text=text, moves=tuple(bare)) if bare else say("[{text}]", text=text)
            turn().events.append(said)
            turn().titles.setdefault("ruled", say("A day put right"))
            bare.clear()

    for move, text in moves:
        if text != ruling:
            close()
            ruling = text
        if move is None:
            continue
        before, state = state, apply(state, maker(state, move), move, ruling=text is not None)
        if isinstance(move, Flipped) and before.stage == "dawn":
            turns.append(_Turn(state.day, state.day))
        events = list(_events(before, state, move))
        if events or text is not None:
            for event in events:
                (turn().shuffles if event.kind == "shuffled" else turn().events).append(event)
            if not events:
                bare.append(tell(move, _names(state.box)))
        if turns:
            turns[-1].titles |= _titles(turns[-1], before, state, move)
            _date(turns[-1], state)
    close()
    if state.stage == "over":
        turn().end.extend(_end(state))
    return turns


def _date(turn: _Turn, state: State) -> None:
    """The days of the turn up to now; a Count may have put the day back."""
    if state.day > state.box.start.day:
        turn.last = state.day
        turn.first = min(turn.first, turn.last)


def _names(box: Box) -> Mapping[str, Sentence]:
    return {code: piece.name for code, piece in box.pieces.items()}


def _tower(state: State, tower: str | None) -> Sentence:
    return Sentence(state.box.tower[tower or ""].name)


def _name(state: State, card: str) -> Sentence:
    return Sentence(state.box.artisan[card].name)


def _counted(n: int) -> Mapping[str, Any]:
    """A number that a sentence tells: `n` chooses its form, `number` says it in words."""
    return {"n": n, "number": number(n)}


def _events(before: State, after: State, move: Move) -> Iterator[Event]:
    """What the move adds to the story, in order."""
    day = after.day
    match move:
        case Flipped(card) if before.stage == "dawn":
            artisan = before.box.artisan[card]
            yield _walked(after, before.box.count.step + artisan.walk)
            yield Event("bar", day, {"name": _name(before, card), "trade": trade(before.box.kind[artisan.bar])})
        case Flipped() if after.stage == "offer":
            kind = "price" if len(after.offers) == 1 else "again"
            price = after.price or 0
            yield Event(kind, day, _counted(price)) if price else Event(f"{kind}, nothing", day, {})
        case Bribe():
            yield _bribed(before, after)
        case Accept():
            yield _sold(before, after)
        case Hire():
            yield from _hired(before, after, move)
        case Dismiss(tower, pay):
            yield Event("dismiss", day, {"tower": _tower(before, tower), "pay": _name(before, pay)})
        case Shuffled():
            yield Event("shuffled", day, {})


def _where(state: State) -> tuple[str, Mapping[str, Sentence]]:
    """Whether he stands at a tower or in the street, and at which, or between which."""
    tower = here(state)
    if tower is not None:
        return "tower", {"tower": _tower(state, tower)}
    before, after = (_tower(state, one) for one in between(state))
    return "street", {"before": before, "after": after}


def _walked(after: State, spaces: int) -> Event:
    where, facts = _where(after)
    if spaces == 0:
        return Event(f"stay, {where}", after.day, facts)
    return Event(f"{'walk' if spaces > 0 else 'back'}, {where}", after.day, {**_counted(abs(spaces)), **facts})


def _bribed(before: State, after: State) -> Event:
    where, facts = _where(after)
    paid = before.florins - after.florins
    return (
        Event(f"bribe, {where}", after.day, {**_counted(paid), **facts}) if paid else Event(f"favour, {where}", after.day, facts)
    )


def _sold(before: State, after: State) -> Event:
    sale, card = after.sales[-1], collection(after)
    kind = "sold" if sale.price else "given"
    facts: dict[str, Any] = {"tower": _tower(before, sale.tower), "book": book(after.books)}
    if sale.price:
        facts |= _counted(sale.price)
    if sale.marked and card is not None:
        kind += ", marked"
        facts |= {"mark": mark(sum(after.marks.values())), "card": collector(card)}
    return Event(kind, after.day, facts)


def _hired(before: State, after: State, move: Hire) -> Iterator[Event]:
    box, day, coming = before.box, after.day, placed(before, move.card, move.tower)
    facts = {"name": _name(before, move.card), "tower": _tower(before, move.tower), "pay": _name(before, move.pay)}
    came = tuple(artisans(box.kind[kind], n) for kind, n in zip(KINDS, coming, strict=True) if n)
    match came:
        case ():
            yield Event("hire, nobody", day, facts)
        case (one,):
            yield Event("hire", day, {**facts, "artisans": one})
        case (one, other):
            yield Event("hire, two", day, {**facts, "first": one, "second": other})
        case _:
            yield Event("hire, many", day, {**facts, "artisans": came})
    if move.lift is not None:
        yield Event("lift", day, {"name": _name(before, move.lift), "trade": trade(box.kind[before.bar or KINDS[0]])})
    lost = sum(box.artisan[move.card].places) - sum(coming)
    if came and lost:
        yield Event("surplus", day, _counted(lost))
    if came and finished(after, move.tower):
        yield Event("finished", day, {"tower": facts["tower"]})


def _titles(turn: _Turn, before: State, after: State, move: Move) -> Mapping[str, Sentence]:
    """What the chapter may be called by now: of the same the first, but of bribes what they cost together."""
    match move:
        case Sell():
            found = {"offered": say("A book of {tower} on offer", tower=_tower(after, after.selling))}
        case Accept():
            sale = after.sales[-1]
            found = {"sold": sale_of(before.box.tower[sale.tower], sale.price)}
        case Hire(_, tower) if finished(after, tower) and not finished(before, tower):
            found = {"finished": say("The book of {tower} is finished", tower=_tower(before, tower))}
        case Hire(_, tower) | Dismiss(tower):
            found = {"worked": say("In the Tower of {tower}", tower=_tower(before, tower))}
        case Bribe():
            paid = before.florins - after.florins
            earlier = turn.titles.get("bribed")
            paid += earlier.facts["florins"].facts.get("n", 0) if earlier is not None else 0
            return {"bribed": say("A walk that cost {florins}", florins=florins(paid))}
        case _:
            return {}
    return {what: title for what, title in found.items() if what not in turn.titles}


# --- the end ----------------------------------------------------------------------------------------------------------


def _end(state: State) -> Iterator[Event]:
    """The score, added up in words: books, what is left in the chest, the collection, all together."""
    lines, day, card = score(state)[SEAT], state.day, collection(state)

    def part(kind: str, rule: str, n: int, **facts: Any) -> Event:
        facts["points"] = points(total(line for line in lines if line.rule == rule))
        return Event(f"end, {kind}", day, {**_counted(n), **facts}) if n else Event(f"end, no {kind}", day, facts)

    yield part("books", "score.book", state.books)
    yield part("florins", "score.florins", state.florins)
    if card is not None:
        yield part("marks", "score.prestige", sum(state.marks.values()), card=collector(card))
    whole = total(lines)
    yield Event("end", day, {"points": points(whole), "title": Sentence(state.box.rank(whole).name)})
