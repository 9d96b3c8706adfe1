"""From labels seen to moves (specification, section 8): what rows of codes may mean; `judge` decides whether it may be.

Told from codes and their order alone: a row with a locomotive, or with cars of a train, is that line; another is the row
beside the draw pile, or what was drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from companion.games.trains.choices import uses
from companion.games.trains.course import line_after
from companion.games.trains.judge import ORDINALS, where
from companion.games.trains.moves import (
    Dealt,
    Draw,
    Drew,
    Kept,
    MoveLeft,
    MoveRight,
    Offered,
    Protect,
    Put,
    SwapAdjacent,
    SwapOver,
)
from companion.games.trains.pieces import LINE, SPACES
from companion.games.trains.state import State, gaps, in_sight, next_to_draw
from companion.games.trains.text import RULES
from companion.rules import TABLE, IllegalMove, Label, Meaning, Name, Sentence, Who, say


@dataclass(frozen=True, slots=True)
class Seen:
    """One row of cars in reading order, and whose line it is, if it is one."""

    cars: tuple[int, ...]
    seat: int | None


def meanings(state: State, who: Who | None, rows: Sequence[Sequence[Label]]) -> list[Meaning]:
    """What these labels, seen in rows in reading order by *who*'s phone (None: the shared screen), may mean."""
    found = list(_odd(state, rows))
    seen = _lines(state, rows, found)
    if state.phase == "over":
        return [*found, Meaning(refused=IllegalMove("end.over", RULES["end.over"]))] if seen else found
    lines = [one for one in seen if one.seat is not None or (state.phase == "deal" and len(one.cars) == LINE)]
    loose = [car for one in seen if one not in lines for car in one.cars]
    if state.phase == "refill" and lines:
        told = list(_refilled(state, lines))
    else:
        told = [meaning for one in lines for meaning in _line(state, who, one)]
    # A line that has changed says more than the row that its card came from.
    if loose and not any(meaning.moves for meaning in told):
        told += _loose(state, loose)
    return found + told


# --- whose rows -------------------------------------------------------------------------------------------------------


def _odd(state: State, rows: Sequence[Sequence[Label]]) -> Iterator[Meaning]:
    """Labels of no card in this box, and labels that were seen twice."""
    codes = Counter(label.code for row in rows for label in row)
    for code, times in codes.items():
        if code not in state.box.pieces:
            yield Meaning(refused=IllegalMove("card.unknown", say("“{code}” is no card of this box.", code=code[:20])))
        elif times > 1:
            yield Meaning(note=say("{code} was seen twice.", code=code))


def _lines(state: State, rows: Sequence[Sequence[Label]], found: list[Meaning]) -> list[Seen]:
    """The rows without strangers, repetitions and the locks that are known; what is odd goes to *found*."""
    locks = {lock for train in state.trains for lock in train.locks.values()}
    seen: list[Seen] = []
    done: set[str] = set()
    for row in rows:
        codes = [code for code in dict.fromkeys(label.code for label in row) if code in state.box.pieces and code not in done]
        done.update(codes)
        for part in _by_locomotive(codes):
            cars = tuple(state.box.codes[code] for code in part if code in state.box.codes)
            own = tuple(car for car in cars if car not in locks)
            locomotive = next((code for code in part if code not in state.box.codes), None)
            if own:
                seen.append(Seen(own, _seat(state, own, locomotive)))
            elif cars:
                found.append(Meaning(note=where(state, cars[0])))
            if locomotive is not None and part[0] != locomotive:
                found.append(Meaning(note=say("The locomotive stands on the left of its line.")))
    return seen


def _by_locomotive(codes: list[str]) -> list[list[str]]:
    """A row with several locomotives is several lines, each from its locomotive on."""
    heads = [at for at, code in enumerate(codes) if code[0] == "L"]
    if len(heads) < 2:
        return [codes] if codes else []
    cuts = [0, *(at for at in heads if at > 0), len(codes)]
    return [codes[start:end] for start, end in pairwise(cuts)]


def _seat(state: State, cars: tuple[int, ...], locomotive: str | None) -> int | None:
    """Whose line it is: by the locomotive, else by most of its cars; none when no car lies in a train."""
    if locomotive is not None and int(locomotive[1:]) <= len(state.trains):
        return int(locomotive[1:]) - 1
    shared = [len(set(cars) & set(train.cars)) for train in state.trains]
    # One car alone is no line: it is a card that someone points at.
    return shared.index(max(shared)) if max(shared) and len(cars) > 1 else None


# --- a line -----------------------------------------------------------------------------------------------------------


def _line(state: State, who: Who | None, seen: Seen) -> Iterator[Meaning]:
    seat, cars = seen.seat, seen.cars
    if state.phase == "deal" and (seat is None or not state.trains[seat].cars):
        yield from _deal(state, who, seat, cars)
        return
    if seat is None:
        return
    line = state.trains[seat].cars
    if not line:
        return
    if len(cars) != LINE:
        yield _refused("setup.line", say("{seen} cars of {who}’s line were read; it has seven.", seen=len(cars), who=Name(seat)))
        return
    spaces = [space for space in SPACES if cars[space - 1] != line[space - 1]]
    if not spaces:
        yield Meaning(note=say("Nothing has changed in {who}’s line.", who=Name(seat)))
    elif set(cars) == set(line):
        yield _rearranged(state, seat, cars)
    elif len(spaces) == 1:
        yield _replaced(state, seat, cars[spaces[0] - 1], spaces[0])
    else:
        yield _differ(spaces)


def _deal(state: State, who: Who | None, seat: int | None, cars: tuple[int, ...]) -> Iterator[Meaning]:
    waiting = [other for other, train in enumerate(state.trains) if not train.cars]
    for other in sorted(waiting, key=lambda other: other != who) if seat is None else [seat]:
        yield Meaning(((TABLE, Dealt(other, cars)),))
    if list(cars) != sorted(cars, reverse=True):
        yield Meaning(note=say("They must lie so, from left to right: {cars}", cars=sorted(cars, reverse=True)))


def _replaced(state: State, seat: int, card: int, space: int) -> Meaning:
    """One car differs: what was kept or put there, with the draw before it where that was not told."""
    match state.phase:
        case "keep":
            return Meaning(((seat, Kept(seat, card, space)),))
        case "put" if card == state.drawn:
            return Meaning(((seat, Put(seat, space)),))
        case "turn":
            return Meaning(((seat, Draw(seat)), (TABLE, Drew(card)), (seat, Put(seat, space))))
        case "draw":
            return Meaning(((TABLE, Drew(card)), (seat, Put(seat, space))))
    return _differ([space])


def _rearranged(state: State, seat: int, cars: tuple[int, ...]) -> Meaning:
    """The same cars in another order: the one use of a card in the row that does it."""
    line = state.trains[seat].cars
    for move in (move for card in state.row for move in uses(state, seat, card)):
        if isinstance(move, SwapAdjacent | SwapOver | MoveRight | MoveLeft) and line_after(line, move) == cars:
            return Meaning(((seat, move),))
    return _refused("use.row", say("No card beside the draw pile changes {who}’s line so.", who=Name(seat)))


def _differ(spaces: list[int]) -> Meaning:
    if len(spaces) == 1:
        text = say("The {ordinal} car differs; which entry is missing?", ordinal=ORDINALS[spaces[0] - 1])
    else:
        text = say(
            "{n} cars differ: {ordinals}; which entry is missing?",
            n=len(spaces),
            ordinals=[ORDINALS[space - 1] for space in spaces],
        )
    return _refused("turn.one_action", text)


def _refilled(state: State, lines: list[Seen]) -> Iterator[Meaning]:
    """In `refill`: the gaps that are seen filled, in the order in which they are to be."""
    drew: list[tuple[Who, Any]] = []
    open_gaps = dict(gaps(state))
    by_seat = {one.seat: one.cars for one in lines if len(one.cars) == LINE}
    waiting = True
    for seat, space in open_gaps.items():
        waiting = waiting and seat in by_seat
        if waiting:
            drew.append((TABLE, Drew(by_seat[seat][space - 1])))
    for one in lines:
        if one.seat is not None and one.seat in open_gaps and len(one.cars) == LINE:
            line, space = state.trains[one.seat].cars, open_gaps[one.seat]
            spaces = [other for other in SPACES if other != space and one.cars[other - 1] != line[other - 1]]
            if spaces:
                yield _differ(spaces)
                return
    if drew:
        yield Meaning(tuple(drew))
    else:
        seat, space = next(gaps(state))
        yield _refused("remove.refill", say("First {who} draws for space {space}.", who=Name(seat), space=space))


# --- cards that lie alone ---------------------------------------------------------------------------------------------


def _loose(state: State, cards: list[int]) -> Iterator[Meaning]:
    """Cards in no line: drawn, or the row beside the draw pile, or one that someone points at."""
    match state.phase:
        case "offer":
            seat = next_to_draw(state)
            assert seat is not None
            yield Meaning(((TABLE, Offered(seat, tuple(cards))),))
            return
        case "draw" | "refill" if not set(cards) <= set(state.row):
            yield from (Meaning(((TABLE, Drew(card)),)) for card in cards if card not in state.row)
            return
    if len(cards) == 1:
        yield from _pointed_at(state, cards[0])
    else:
        yield from _row(state, cards)


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


def _row(state: State, cards: list[int]) -> Iterator[Meaning]:
    """The row beside the draw pile, compared with what must lie there."""
    ability_of = state.box.ability_of
    missing = [card for card in state.row if card not in cards]
    for card in [card for card in cards if card not in state.row]:
        alike = next((other for other in missing if ability_of[other] == ability_of[card]), None)
        if alike is None:
            yield _refused("row.face_up", say("Beside the draw pile must lie: {cards}", cards=state.row or [say("nothing")]))
            return
        missing.remove(alike)
        yield Meaning(note=say("Swap {card} for {other} in the row.", card=card, other=alike))
    if not missing:
        yield Meaning(note=say("The row is as it must be."))
    elif len(missing) == 1 and state.phase == "turn" and state.turn is not None:
        yield from _uses(state, state.turn, missing[0])
    else:
        yield _refused("row.face_up", say("Beside the draw pile must lie: {cards}", cards=state.row))


def _refused(rule: str, sentence: Sentence) -> Meaning:
    return Meaning(refused=IllegalMove(rule, sentence))
