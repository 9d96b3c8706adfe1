"""Lines of labels -> whose trains they are, on which spaces the cars lie, and what lies beside (specification, section 8).

What is seen is compared with a state here, and where they differ it is said how; what may have happened is the matter of
`sights`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.games.trains import lines
from companion.games.trains.judge import ORDINALS
from companion.games.trains.lines import Line
from companion.games.trains.moves import LOCKED
from companion.games.trains.pieces import LINE, SPACES, code_of
from companion.games.trains.state import State
from companion.rules import Label, Name, Sentence, say


@dataclass(frozen=True)
class TrainSeen:
    """A seat's train: the car on each space, None where none was seen; the locks by space, None where codes were typed."""

    seat: int
    cars: tuple[int | None, ...]
    locks: Mapping[int, int] | None = field(hash=False)

    def wrong(self, state: State) -> list[int]:
        """The spaces whose car is another one than in *state*."""
        told = state.trains[self.seat].cars or (None,) * LINE
        return [space for space in SPACES if self.cars[space - 1] not in (None, told[space - 1])]

    def wrong_locks(self, state: State) -> list[int]:
        """The spaces whose lock is missing, too much, or another one than in *state*."""
        if self.locks is None:
            return []
        told = state.trains[self.seat].locks
        return [space for space in LOCKED if self.locks.get(space) != told.get(space)]

    def unseen(self, state: State) -> list[int]:
        """The spaces where *state* has a car and none was seen."""
        told = state.trains[self.seat].cars
        return [space for space in SPACES if told and told[space - 1] is not None and self.cars[space - 1] is None]

    def is_as_in(self, state: State) -> bool:
        return not self.wrong(state) and not self.wrong_locks(state)

    def has_cars_of(self, state: State) -> bool:
        """Whether cars are as in *state*, and the locks that were seen lie there: others may not have been read."""
        told = state.trains[self.seat].locks
        return not self.wrong(state) and all(told.get(space) == lock for space, lock in (self.locks or {}).items())


@dataclass(frozen=True)
class TableSeen:
    """What lies where. `deals`: lines that were just dealt, of a seat or of nobody known; `partly`: seats of whose line too few
    cars were read, and how many; `loose`: cards in no line, in reading order; `new_locks`: protect cards of the row that were
    typed among the cars of a line."""

    trains: tuple[TrainSeen, ...]
    deals: tuple[tuple[int | None, tuple[int, ...]], ...]
    partly: Mapping[int, int]
    loose: tuple[int, ...]
    new_locks: tuple[int, ...]
    notes: tuple[Sentence, ...]


def looked(state: State, rows: Sequence[Sequence[Label]]) -> TableSeen:
    """What the labels show. Those with a place are looked at all together, others in the order in which they were typed."""
    pieces, heads = state.box.pieces, {one.locomotive for one in state.box.locomotives}
    placed = [label for row in rows for label in row if label.place is not None and label.code in pieces]
    done = {label.code for label in placed}
    every = [line for found in lines.found(placed, heads) for line in _split(state, found)]
    for row in rows:
        codes = [code for code in dict.fromkeys(label.code for label in row) if code in pieces and code not in done]
        done.update(codes)
        every += [line for typed in lines.typed(codes, heads) for line in _split(state, typed)]
    order = {code: at for at, code in reversed(list(enumerate(label.code for row in rows for label in row)))}
    return _assigned(state, every, order)


# --- whose lines ------------------------------------------------------------------------------------------------------


def _split(state: State, line: Line) -> Iterator[Line]:
    """*line* without locks that are known, where they were typed; more than seven cars are several lines.

    Eight codes may be a line too, when one is a protect card of the row.
    """
    known = {code_of(lock) for train in state.trains for lock in train.locks.values()}
    if (line.columns is None or len(line.cars) > LINE) and known & set(line.cars) and not set(line.cars) <= known:
        line = _only(line, [at for at, code in enumerate(line.cars) if code not in known])
    new = [code for code in line.cars if state.box.codes[code] in state.row and _is_protect(state, code)]
    if line.columns is None and len(line.cars) > LINE >= len(line.cars) - len(new):
        line = _only(line, [at for at, code in enumerate(line.cars) if code not in new])
        line = replace(line, locks=tuple(lines.Lock(code, 0, None) for code in new))
    if len(line.cars) <= LINE:
        yield line
        return
    groups: list[tuple[object, list[int]]] = []
    for at, code in enumerate(line.cars):
        owner = _owner(state, state.box.codes[code])
        if groups and len(groups[-1][1]) < LINE and (owner is None or groups[-1][0] in (owner, None)):
            groups[-1] = (groups[-1][0] if owner is None else owner, [*groups[-1][1], at])
        else:
            groups.append((owner, [at]))
    for number, (_, places) in enumerate(groups):
        part = _only(line, places)
        led = number == (len(groups) - 1 if line.on_right else 0)
        yield part if led else replace(part, head=None, on_right=False, ahead=1)


def _only(line: Line, places: Sequence[int]) -> Line:
    """*line* with the cars at these *places* alone, and what lies above them."""
    cars = tuple(line.cars[at] for at in places)
    first = 0 if line.columns is None or not places else line.columns[places[0]]
    columns = None if line.columns is None else tuple(line.columns[at] - first for at in places)
    locks = tuple(replace(lock, column=lock.column - first) for lock in line.locks if lock.over is None or lock.over in cars)
    return replace(line, cars=cars, columns=columns, locks=locks)


def _owner(state: State, car: int) -> object:
    """The seat in whose train the car lies, or "row"; None: somewhere else."""
    seat = next((seat for seat, train in enumerate(state.trains) if car in train.cars), None)
    return "row" if seat is None and car in state.row else seat


def _seat(state: State, cars: Sequence[int], head: str | None) -> int | None:
    """Whose line it is: by the locomotive, else by most of its cars; none when few of them lie in one train."""
    shared = [len(set(cars) & set(train.cars)) for train in state.trains]
    most = max(shared)
    if head is not None and int(head[1:]) <= len(state.trains):
        seat = int(head[1:]) - 1
        # People may have taken each other's locomotives.
        return shared.index(most) if most > LINE / 2 and not shared[seat] else seat
    # One car alone is no line: it is a card that someone points at.
    beside = len(set(cars) & set(state.row))
    return shared.index(most) if len(cars) > 1 and most > beside and (2 * most > len(cars) or most > 2) else None


def _assigned(state: State, every: Sequence[Line], order: Mapping[str, int]) -> TableSeen:
    trains: dict[int, TrainSeen] = {}
    deals: list[tuple[int | None, tuple[int, ...]]] = []
    partly: dict[int, int] = {}
    loose: list[int] = []
    new_locks: list[int] = []
    notes: list[Sentence] = []
    for line in every:
        notes += _odd(line)
        if state.phase == "deal":
            line = _without_locks(line)
        cars = tuple(state.box.codes[code] for code in line.cars)
        seat = _seat(state, cars, line.head)
        if not cars or (seat is None and (state.phase != "deal" or len(cars) < 2)):
            loose += [*cars, *(state.box.codes[lock.code] for lock in line.locks)]
        elif seat is None or not state.trains[seat].cars:
            deals.append((seat, cars))
            loose += [state.box.codes[lock.code] for lock in line.locks]
        else:
            if line.columns is None:
                new_locks += [state.box.codes[lock.code] for lock in line.locks]
                line = replace(line, locks=())
            train, beside, said = _train(state, seat, line)
            loose += beside
            notes += said
            if train is None:
                partly.setdefault(seat, len(line.cars))
            else:
                trains.setdefault(seat, train)
    trains = dict(sorted(trains.items()))
    return TableSeen(
        tuple(trains.values()),
        tuple(sorted(deals, key=lambda deal: order[code_of(deal[1][0])])),
        {seat: n for seat, n in partly.items() if seat not in trains},
        tuple(sorted(loose, key=lambda card: order[code_of(card)])),
        tuple(new_locks),
        tuple(notes),
    )


def _without_locks(line: Line) -> Line:
    """*line* of a deal, where nothing is locked: what lies above a place with no car in it is a car that was pushed up."""
    columns = line.columns or ()
    pushed = {lock.column: lock.code for lock in line.locks if lock.over is None and lock.column not in columns}
    lying = sorted((*zip(columns, line.cars, strict=False), *pushed.items()))
    if not pushed:
        return line
    others = tuple(lock for lock in line.locks if lock.code not in pushed.values())
    return replace(line, cars=tuple(code for _, code in lying), columns=tuple(column for column, _ in lying), locks=others)


def _odd(line: Line) -> Iterator[Sentence]:
    """What people should lay otherwise."""
    if line.on_right:
        yield say("The locomotive stands on the left of its line.")
    for code in line.turned:
        yield say("Turn this card round: {card}.", card=_printed(code))


def _printed(code: str) -> str:
    return code.lstrip("0")


# --- a train ----------------------------------------------------------------------------------------------------------


def _is_protect(state: State, code: str) -> bool:
    return state.box.ability_of[state.box.codes[code]] == "protect"


def _train(state: State, seat: int, line: Line) -> tuple[TrainSeen | None, list[int], list[Sentence]]:
    """The train that *line* shows, if enough of it was read; the cards that lie near it without being part of it; notes."""
    codes, beside, notes = state.box.codes, [], []
    spaces = _spaces(state, seat, line)
    if spaces is None:
        return None, [codes[lock.code] for lock in line.locks if not _is_protect(state, lock.code)], []
    space_of = dict(zip(line.cars, spaces, strict=True))
    cars: list[int | None] = [None] * LINE
    for code, space in space_of.items():
        cars[space - 1] = codes[code]
    locks: dict[int, int] = {}
    start = spaces[0] - (0 if line.columns is None else line.columns[0])
    for lock in line.locks:
        space = space_of[lock.over] if lock.over is not None else start + lock.column
        told = state.trains[seat].cars[space - 1] if space in SPACES else None
        if space not in SPACES:
            beside.append(codes[lock.code])
        elif cars[space - 1] is None and (codes[lock.code] == told or not _is_protect(state, lock.code)):
            cars[space - 1] = codes[lock.code]  # no lock, but a car that was pushed far out of its line
        elif not _is_protect(state, lock.code):
            beside.append(codes[lock.code])
        elif space in LOCKED:
            locks[space] = codes[lock.code]
        else:
            notes.append(say("{lock} lies on space {space}: a lock belongs under 1, 4 or 7.", lock=codes[lock.code], space=space))
    train = TrainSeen(seat, tuple(cars), None if line.columns is None else locks)
    return (None if len(train.unseen(state)) > 1 else train), beside, notes


def _spaces(state: State, seat: int, line: Line) -> tuple[int, ...] | None:
    """The space of each car; None when the line does not tell. Seven cars lie on seven spaces, however far apart."""
    told = state.trains[seat].cars
    if len(line.cars) >= LINE:
        return tuple(SPACES) if len(line.cars) == LINE else None
    if line.columns is None:
        left = [space for space in SPACES if told[space - 1] is not None]
        return tuple(left) if len(left) == len(line.cars) else None
    last = line.columns[-1]

    def fits(start: int) -> tuple[int, bool]:
        """How many cars lie where *state* has them if the first lies on space *start*, and whether the locomotive says so."""
        same = sum(told[start + at - 1] == state.box.codes[code] for at, code in zip(line.columns or (), line.cars, strict=True))
        return same, start == line.ahead

    if last >= LINE:
        return None
    start = max(range(1, LINE - last + 1), key=fits)
    return tuple(start + at for at in line.columns)


# --- what differs -----------------------------------------------------------------------------------------------------


def differing_cars(state: State, train: TrainSeen) -> tuple[Sentence, dict[str, str]] | None:
    """In words what cars differ from those of *state*, and code seen -> code told; None when none do."""
    pairs = [(space, train.cars[space - 1], state.trains[train.seat].cars[space - 1]) for space in train.wrong(state)]
    told = {code_of(seen): code_of(known) for _, seen, known in pairs if seen is not None and known is not None}
    if not pairs:
        return None
    who = Name(train.seat)
    if len(pairs) == 1:
        space, seen, known = pairs[0]
        text = say(
            "{who}’s {ordinal} car is {seen}, the journal says {told}: was a move not told?",
            who=who, ordinal=ORDINALS[space - 1], seen=seen, told=_or_nothing(known),
        )  # fmt: skip
    else:
        # A sentence that stands inside another is not collected for translation.
        cars = [
            say("{ordinal} ({seen}, not {told})", ordinal=ORDINALS[space - 1], seen=seen, told=_or_nothing(known))
            for space, seen, known in pairs
        ]
        text = say("{n} of {who}’s cars differ: {cars}; which entry is missing?", n=len(pairs), who=who, cars=cars)
    return text, told


def _or_nothing(card: int | None) -> int | Sentence:
    return say("nothing") if card is None else card


def differing_locks(state: State, train: TrainSeen) -> Iterator[tuple[int, str, Sentence, dict[str, str]]]:
    """For each lock that differs from *state*: its space, the rule it is about, in words how, and code seen -> code told."""
    who = Name(train.seat)
    for space in train.wrong_locks(state):
        seen, told = (train.locks or {}).get(space), state.trains[train.seat].locks.get(space)
        if seen is None:
            text = say(
                "The lock {told} on {who}’s space {space} is not to be seen: was a move not told?",
                told=told,
                who=who,
                space=space,
            )
            yield space, "protect.lost", text, {}
        elif told is None:
            text = say(
                "{seen} lies as a lock on {who}’s space {space}, the journal has none there: was a move not told?",
                seen=seen, who=who, space=space,
            )  # fmt: skip
            yield space, "protect.where", text, {}
        else:
            text = say(
                "The lock on {who}’s space {space} is {seen}, the journal says {told}: was a move not told?",
                who=who, space=space, seen=seen, told=told,
            )  # fmt: skip
            yield space, "protect.where", text, {code_of(seen): code_of(told)}


def is_row_of(state: State, cards: Collection[int]) -> bool:
    """Whether these cards are the row beside the draw pile; which of three equal abilities stayed makes no difference."""
    return not any(compared_row(state, cards)[:2])


def compared_row(state: State, cards: Collection[int]) -> tuple[list[int], list[int], list[tuple[int, int]]]:
    """Cards that lie beside the draw pile in *state* and were not seen; cards seen that do not lie there; and cards seen with
    the one of the same ability whose place they have (`row.odd`: of three, either of two may have been discarded)."""
    ability_of, gone = state.box.ability_of, {card for card, by in state.seen if by is None}
    missing = [card for card in state.row if card not in cards]
    more, swapped = [], []
    for card in cards:
        if card in state.row:
            continue
        alike = next((other for other in missing if card in gone and ability_of[other] == ability_of[card]), None)
        if alike is None:
            more.append(card)
        else:
            missing.remove(alike)
            swapped.append((card, alike))
    return missing, more, swapped


def differing_row(state: State, cards: Sequence[int]) -> tuple[Sentence, dict[str, str]]:
    """In words how the row beside the draw pile differs, and code seen -> code told."""
    missing, more, _ = compared_row(state, cards)
    text = say(
        "Beside the draw pile lie {seen}, the journal says {told}: was a move not told?",
        seen=sorted(cards), told=state.row or [say("nothing")],
    )  # fmt: skip
    return text, {code_of(more[0]): code_of(missing[0])} if len(more) == len(missing) == 1 else {}
