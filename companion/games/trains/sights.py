"""From what was seen to moves (specification, section 8): what labels may mean; `judge` decides whether it may be.

Each move that may have been made is made on paper, and what the table would show then is compared with what it shows. The first
that explains it is the meaning; what nothing explains is a difference between table and journal, named seat by seat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from companion.games.states import state_after
from companion.games.trains.choices import uses
from companion.games.trains.judge import apply, where
from companion.games.trains.moves import Dealt, Draw, Drew, Kept, Offered, Protect, Put, Remove
from companion.games.trains.pieces import SPACES, code_of
from companion.games.trains.seen import (
    TableSeen,
    TrainSeen,
    compared_row,
    differing_cars,
    differing_locks,
    differing_row,
    is_row_of,
    looked,
)
from companion.games.trains.state import State, in_sight, next_gap, next_to_draw
from companion.games.trains.text import RULES
from companion.rules import HIDDEN, TABLE, IllegalMove, Label, Meaning, Name, Sentence, Who, say, say_n

Story = tuple[tuple[Who, Any], ...]
"""Moves in order, each with who makes it."""


def meanings(state: State, who: Who | None, rows: Sequence[Sequence[Label]]) -> list[Meaning]:
    """What these labels, seen in rows in reading order by *who*'s phone (None: the shared screen), may mean."""
    found = list(_odd(state, rows))
    seen = looked(state, rows)
    found += [Meaning(note=note) for note in seen.notes]
    locks = {lock for train in state.trains for lock in train.locks.values()}
    found += [Meaning(note=where(state, card)) for card in seen.loose if card in locks]
    # What lies apart from a line of which too little was read is no card beside the draw pile.
    apart = locks | {car for seat in seen.partly for car in state.trains[seat].cars}
    loose = [card for card in seen.loose if card not in apart and (state.turn not in seen.partly or card in state.row)]
    told = [meaning for seat, cars in seen.deals for meaning in _deal(state, who, seat, cars)]
    told += _trains(state, seen, loose)
    told += _partly(seen)
    # A line that has changed says more than the row that its card came from.
    if not any(meaning.moves for meaning in told):
        told += [meaning for card in seen.new_locks for meaning in _pointed_at(state, card)]
        told += _loose(state, loose, {*(train.seat for train in seen.trains), *seen.partly}) if loose else []
    return found + told


def _odd(state: State, rows: Sequence[Sequence[Label]]) -> Iterator[Meaning]:
    """Labels of no card in this box, and labels that were seen twice."""
    codes = Counter(label.code for row in rows for label in row)
    for code, times in codes.items():
        if code not in state.box.pieces:
            yield Meaning(refused=IllegalMove("card.unknown", say("“{code}” is no card of this box.", code=code[:20])))
        elif times > 1:
            yield Meaning(note=say("{code} was seen twice.", code=code))


def _deal(state: State, who: Who | None, seat: int | None, cars: tuple[int, ...]) -> Iterator[Meaning]:
    waiting = [other for other, train in enumerate(state.trains) if not train.cars]
    for other in sorted(waiting, key=lambda other: other != who) if seat is None else [seat]:
        yield Meaning(((TABLE, Dealt(other, cars)),))
    if list(cars) != sorted(cars, reverse=True):
        yield Meaning(note=say("They must lie so, from left to right: {cars}", cars=sorted(cars, reverse=True)))


def _partly(seen: TableSeen) -> Iterator[Meaning]:
    """Lines of which too little was read: no objection where others were read."""
    for seat, n in seen.partly.items():
        text = say_n(
            "{n} car of {who}’s line was read; it has seven.",
            "{n} cars of {who}’s line were read; it has seven.",
            n,
            who=Name(seat),
        )
        yield Meaning(note=text) if seen.trains else _refused("setup.line", text)


# --- trains -----------------------------------------------------------------------------------------------------------


def _trains(state: State, seen: TableSeen, loose: Sequence[int]) -> Iterator[Meaning]:
    """The trains that were seen, explained by a move, or compared seat by seat."""
    trains = seen.trains
    if not trains:
        return
    yield from (Meaning(note=note) for train in trains for note in _unseen(state, train, loose))
    stories, after = _best(state, trains, loose)
    for story in stories:
        yield _told(state, trains, story)
    if stories:
        for train in trains:
            yield from _lock_notes(state, after, train)
        if loose and not is_row_of(after, loose) and after.phase != "over":
            yield Meaning(note=say("Then beside the draw pile must lie: {cards}", cards=after.row or [say("nothing")]))
    else:
        broken = _broken(state, trains)
        if broken is not None:
            yield broken
            trains = tuple(train for train in trains if train.seat != state.turn)
    for train in trains:
        if stories and after.phase == "refill" and all(_is_gap(after, train.seat, space) for space in train.wrong(after)):
            continue  # its refill comes after one that was not seen
        if train.wrong(after):
            yield from _differences(state, train)
        elif not stories:
            yield from _locks(state, train) if train.wrong_locks(state) else [_unchanged(train)]


def _is_gap(state: State, seat: int | None, space: int) -> bool:
    return seat is not None and state.trains[seat].cars[space - 1] is None


def _unchanged(train: TrainSeen) -> Meaning:
    return Meaning(note=say("Nothing has changed in {who}’s line.", who=Name(train.seat)))


def _unseen(state: State, train: TrainSeen, loose: Collection[int]) -> Iterator[Sentence]:
    for space in train.unseen(state):
        car = state.trains[train.seat].cars[space - 1]
        if car in loose:
            continue
        text = say(
            "{car} on {who}’s space {space}: not seen, and taken to lie there.", car=car, who=Name(train.seat), space=space
        )
        yield text


def _told(state: State, trains: Sequence[TrainSeen], story: Story) -> Meaning:
    """*story*; should a rule be in its way, the journal may be wrong about the train that it changes, so that is told too."""
    changed = [train for train in trains if train.wrong(state)] or [train for train in trains if train.wrong_locks(state)]
    mistaken: dict[str, str] = {}
    for train in changed:
        difference = differing_cars(state, train)
        mistaken |= difference[1] if difference else {}
    return Meaning(story, agrees=lambda then: all(train.has_cars_of(then) for train in changed), mistaken=mistaken)


# --- what may have happened -------------------------------------------------------------------------------------------


def _best(state: State, trains: Sequence[TrainSeen], loose: Sequence[int]) -> tuple[list[Story], State]:
    """The stories that explain most of what differs, and the state after the first; none where no story explains anything."""
    least = _wrong(state, trains)
    if least == (0, 0):
        return [], state
    best: list[tuple[Story, State]] = []
    for story in _stories(state, trains):
        after = state_after(apply, state, story)
        if after is None or not _is_explained(after, trains, state.turn):
            continue
        wrong = _wrong(after, trains)
        if wrong < least:
            least, best = wrong, [(story, after)]
        elif best and wrong == least:
            best.append((story, after))
    if loose and best:
        nearest = min(_wrong_row(after, loose) for _, after in best)
        best = [one for one in best if _wrong_row(one[1], loose) == nearest]
    # A car on a space that a remove card empties was rather drawn than refilled, unless something else tells.
    best = [one for one in best if not isinstance(one[0][0][1], Remove)] or best
    return [story for story, _ in best], best[0][1] if best else state


def _is_explained(after: State, trains: Sequence[TrainSeen], seat: int | None) -> bool:
    """Whether the line of the *seat* that acts is as seen, but for a refill that is still to come: half a story is none."""
    return all(_is_gap(after, seat, space) for train in trains if train.seat == seat for space in train.wrong(after))


def _wrong(state: State, trains: Sequence[TrainSeen]) -> tuple[int, int]:
    """How many cars, and how many locks, are not as in *state*."""
    return sum(len(train.wrong(state)) for train in trains), sum(len(train.wrong_locks(state)) for train in trains)


def _wrong_row(state: State, loose: Collection[int]) -> int:
    """How many cards of the row are missing or too much."""
    missing, more, _ = compared_row(state, loose)
    return len(missing) + len(more)


def _stories(state: State, trains: Sequence[TrainSeen]) -> Iterator[Story]:
    """Everything that may have been done since the last entry, as far as the trains show it."""
    seat = state.turn
    own = next((train for train in trains if train.seat == seat), None)
    if state.phase == "keep":
        yield from _kept(state, {train.seat: train for train in trains})
    elif state.phase == "refill":
        yield _refills(state, trains)
    elif seat is not None and own is not None:
        yield from _replaced(state, own)
    if state.phase == "turn" and seat is not None:
        for move in (move for card in state.row for move in uses(state, seat, card)):
            used: Story = ((seat, move),)
            after = state_after(apply, state, used)
            yield used if after is None else used + _refills(after, trains)


def _kept(state: State, by_seat: Mapping[int, TrainSeen]) -> Iterator[Story]:
    """Start cards in place of one car each, in the order in which they are kept."""
    story: Story = ()
    now: State | None = state
    while now is not None and now.phase == "keep" and now.turn is not None and now.turn in by_seat:
        train = by_seat[now.turn]
        spaces = train.wrong(state)
        card = train.cars[spaces[0] - 1] if len(spaces) == 1 else None
        if card is None:
            return
        story += ((now.turn, Kept(now.turn, card, spaces[0])),)
        yield story
        now = state_after(apply, state, story)


def _replaced(state: State, train: TrainSeen) -> Iterator[Story]:
    """One car differs: the card was put there, after a draw where that was not told."""
    spaces = train.wrong(state)
    card = train.cars[spaces[0] - 1] if len(spaces) == 1 else None
    if card is None:
        return
    put = (train.seat, Put(train.seat, spaces[0]))
    match state.phase:
        case "turn":
            yield ((train.seat, Draw(train.seat)), (TABLE, Drew(card)), put)
        case "draw":
            yield ((TABLE, Drew(card)), put)
        case "put" if card == state.drawn:
            yield (put,)


def _refills(state: State, trains: Sequence[TrainSeen]) -> Story:
    """In `refill`: the cards that are seen in the gaps, in the order in which they came."""
    by_seat = {train.seat: train for train in trains}
    story: Story = ()
    now: State | None = state
    while now is not None and now.phase == "refill" and (gap := next_gap(now)) is not None:
        seat, space = gap
        card = by_seat[seat].cars[space - 1] if seat in by_seat else None
        if card is None:
            break
        story += ((TABLE, Drew(card)),)
        now = state_after(apply, state, story)
    return story


# --- what no move explains --------------------------------------------------------------------------------------------


def _broken(state: State, trains: Sequence[TrainSeen]) -> Meaning | None:
    """What the seat that acts seems to have done, against a rule: the judge says which."""
    own = next((train for train in trains if train.seat == state.turn and train.wrong(state)), None)
    if state.phase == "refill":
        story = _refills(state, trains)
        return _told(state, trains, story) if state_after(apply, state, story) is None else None
    if own is None:
        return None
    spaces = own.wrong(state)
    card = own.cars[spaces[0] - 1]
    match state.phase:
        case "put" if len(spaces) == 1 and state.drawn is not None and card is not None:
            text = say("{seen} lies on {who}’s space {space}, and the journal says that {told} was drawn.",
                       seen=card, who=Name(own.seat), space=spaces[0], told=state.drawn)  # fmt: skip
            return _refused("draw.put", text, lambda then: then.drawn == card, {code_of(card): code_of(state.drawn)})
        case "keep" if len(spaces) == 1 and card is not None:
            starts = [start for start in state.offers[own.seat] if start != HIDDEN]
            kept = Meaning(((own.seat, Kept(own.seat, card, spaces[0])),))
            if HIDDEN in state.offers[own.seat]:
                return _told(state, [own], kept.moves)
            told = {code_of(card): code_of(int(start)) for start in starts[:1]} if len(starts) == 1 else {}
            return Meaning(kept.moves, agrees=lambda then: card in then.offers[own.seat], mistaken=told)
        case "turn" | "draw":
            if set(own.cars) == set(state.trains[own.seat].cars):
                text = say("No card beside the draw pile changes {who}’s line so.", who=Name(own.seat))
                return _refused("use.row", text, own.has_cars_of)
            stories = list(_replaced(state, own))
            return _told(state, [own], stories[0]) if stories else None
    return None


def _differences(state: State, train: TrainSeen) -> Iterator[Meaning]:
    """The cars that differ, and the locks too."""
    gap = next_gap(state) if state.phase == "refill" else None
    if gap is not None and all(_is_gap(state, train.seat, space) for space in train.wrong(state)):
        seat, space = gap
        yield _refused("remove.refill", say("First {who} draws for space {space}.", who=Name(seat), space=space))
        return
    difference = differing_cars(state, train)
    if difference is not None:
        yield _refused("turn.one_action", difference[0], train.has_cars_of, difference[1])
    yield from _locks(state, train)


def _locks(state: State, train: TrainSeen) -> Iterator[Meaning]:
    for _, rule, text, told in differing_locks(state, train):
        yield _refused(rule, text, train.is_as_in, told)


def _lock_notes(state: State, after: State, train: TrainSeen) -> Iterator[Meaning]:
    """Locks that are not as they must be after the moves that the cars tell: worth saying, and no reason not to go on."""
    before, seen = state.trains[train.seat].locks, train.locks or {}
    lost = [space for space in train.wrong_locks(after) if space in seen and seen[space] == before.get(space)]
    for space in lost:
        yield Meaning(note=say("The lock {lock} is lost: it goes to the discard.", lock=seen[space]))
    for space, _, text, _ in differing_locks(after, train):
        if space not in lost:
            yield Meaning(note=text)


# --- cards that lie alone ---------------------------------------------------------------------------------------------


def _loose(state: State, cards: list[int], seats: Collection[int]) -> Iterator[Meaning]:
    """Cards in no line: drawn, or the row beside the draw pile, or one that someone points at.

    `seats`: whose trains were seen too. Then nobody points at one card of the row; and a card that is missing there was not used
    by someone whose train shows nothing of it.
    """
    match state.phase:
        case "over":
            yield Meaning(refused=IllegalMove("end.over", RULES["end.over"]))
            return
        case "offer":
            seat = next_to_draw(state)
            assert seat is not None
            yield Meaning(((TABLE, Offered(seat, tuple(cards))),))
            return
        case "draw" | "refill" if not set(cards) <= set(state.row):
            yield from (Meaning(((TABLE, Drew(card)),)) for card in cards if card not in state.row)
            return
    if state.phase == "put" and len(cards) > 1:
        cards = [card for card in cards if card != state.drawn]
    if len(cards) == 1 and not (seats and set(cards) <= set(state.row)):
        yield from _pointed_at(state, cards[0])
    else:
        yield from _row(state, cards, state.turn not in seats)


def _pointed_at(state: State, card: int) -> Iterator[Meaning]:
    seat = state.turn
    if seat is not None and state.phase in ("keep", "turn", "put"):
        line = state.trains[seat].cars
        space = line.index(card) + 1 if card in line else None
        match state.phase:
            case "put" if space is not None or card == state.drawn:
                spaces: Sequence[int] = SPACES if space is None else [space]
                yield from (Meaning(((seat, Put(seat, one)),)) for one in spaces)
                return
            case "turn" if space is not None:
                moves = [move for other in state.row for move in uses(state, seat, other)]
                found = [Meaning(((seat, move),)) for move in moves if getattr(move, "space", None) == space]
                yield from found or [_refused("use.row", say("No card beside the draw pile can be used there."))]
                return
            case "turn" if card in state.row:
                yield from _uses(state, seat, card)
                return
            case "turn":
                yield Meaning(((seat, Draw(seat)), (TABLE, Drew(card))))
                return
            case "keep" if card not in in_sight(state):
                yield from (Meaning(((seat, Kept(seat, card, one)),)) for one in SPACES)
                return
    if card in in_sight(state):
        yield Meaning(note=where(state, card))
    else:
        yield Meaning(((TABLE, Drew(card)),))


def _uses(state: State, seat: int, card: int) -> Iterator[Meaning]:
    moves = list(uses(state, seat, card)) or [Protect(seat, card, SPACES[0])]
    yield from (Meaning(((seat, move),)) for move in moves)


def _row(state: State, cards: list[int], may_be_used: bool) -> Iterator[Meaning]:
    """The row beside the draw pile, compared with what must lie there; one that is missing is used, if it may be."""
    missing, more, swapped = compared_row(state, cards)
    if not more:
        for card, alike in swapped:
            yield Meaning(note=say("Swap {card} for {other} in the row.", card=card, other=alike))
        if not missing:
            yield Meaning(note=say("The row is as it must be."))
            return
        if len(missing) == 1 and may_be_used and state.phase == "turn" and state.turn is not None:
            yield from _uses(state, state.turn, missing[0])
            return
    text, told = differing_row(state, cards)
    yield _refused("row.face_up", text, lambda then: is_row_of(then, cards), told)


def _refused(
    rule: str, sentence: Sentence, agrees: Callable[[Any], bool] | None = None, mistaken: Mapping[str, str] | None = None
) -> Meaning:
    return Meaning(refused=IllegalMove(rule, sentence), agrees=agrees, mistaken=mistaken or {})
