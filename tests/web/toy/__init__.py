"""Stones: a game small enough to read at a glance, with everything that a page must be able to show.

A bag of numbered stones; whoever's turn it is reaches in (the table tells what came, it scores its number) or passes.
Everyone has a secret card that may be told to Companion. Two stones may be swapped for points; when the bag is empty it is
over. No page and no route knows this game: it stands in for any.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from companion.rules import (
    HIDDEN,
    N_,
    TABLE,
    Ask,
    BadBox,
    IllegalMove,
    Label,
    Line,
    Meaning,
    Name,
    Open,
    Outcome,
    Piece,
    Problem,
    Sentence,
    Who,
    say,
    total,
)  # fmt: skip

TITLE = "Stones"
SEATS = range(1, 5)
PREFIX = "ZZ"
PRACTICE: tuple[Mapping[str, Any], ...] = ({},)
RULES = {
    "toy.turn": N_("Only who has the turn reaches into the bag or passes."),
    "toy.reach": N_("A stone is told after somebody has reached into the bag."),
    "toy.bag": N_("Only a stone that is in the bag can come out of it."),
    "toy.card": N_("A card is in one hand only."),
    "toy.swap": N_("Two different own stones are swapped for five points."),
    "toy.score": N_("A stone scores its number."),
    "toy.over": N_("The game is over."),
    "toy.line": N_("The stones that somebody drew lie before them."),
    "toy.foreign": N_("Only pieces of this box can be named."),
}
WORDS = {"Reach": N_("Reach into the bag"), "Pass": N_("Pass"), "Swap": N_("Swap two stones"), "stones": N_("Stones")}


@dataclass(frozen=True)
class Options:
    points: int = field(default=5, metadata={"help": N_("Points for a swap."), "values": range(1, 10)})
    cards: bool = field(default=True, metadata={"help": N_("Play with secret cards.")})


@dataclass(frozen=True)
class Box:
    name: str
    title: str
    stones: int
    cards: tuple[str, ...]


def read_box(folder: Path) -> Box:
    try:
        told = tomllib.loads((folder / "box.toml").read_text())
        return Box(told["name"], told["title"], told["stones"], tuple(told["cards"]))
    except (OSError, KeyError, ValueError) as wrong:
        raise BadBox([Problem("box.toml", None, None, say("cannot be read"))]) from wrong


def check_box(box: Box) -> list[Problem]:
    return [] if 0 < box.stones < 100 else [Problem("box.toml", None, "stones", say("from 1 to 99"))]


def PIECES(box: Box) -> Mapping[str, Piece]:
    stones = [
        Piece(f"S{at}", say("stone {number}", number=at), say("stones"), "stone", str(at)) for at in range(1, box.stones + 1)
    ]
    cards = [Piece(f"C{at}", Sentence(name), say("cards"), "card", name[0]) for at, name in enumerate(box.cards)]
    board = Piece("BD", say("the board"), say("the board"), "board", "B", open=True)
    return {piece.code: piece for piece in (*stones, *cards, board)}


@dataclass(frozen=True)
class State:
    turn: int
    reaching: bool
    bag: tuple[str, ...]
    stones: tuple[tuple[str, ...], ...]
    cards: tuple[str, ...]
    swaps: tuple[int, ...]
    box: Box = field(metadata={"said": False})
    options: Options = field(metadata={"said": False})


@dataclass(frozen=True)
class Reach:
    pass


@dataclass(frozen=True)
class Pass:
    pass


@dataclass(frozen=True)
class Drew:
    stone: str


@dataclass(frozen=True)
class Held:
    card: str


@dataclass(frozen=True)
class Swap:
    stones: tuple[str, ...]


MOVES = (Reach, Pass, Drew, Held, Swap)


def setup(box: Box, seats: int, options: Options) -> State:
    bag = tuple(f"S{at}" for at in range(1, box.stones + 1))
    return State(0, False, bag, ((),) * seats, (HIDDEN,) * seats, (0,) * seats, box, options)


def to_act(state: State) -> tuple[Who, ...]:
    if not state.bag:
        return ()
    return (TABLE,) if state.reaching else (state.turn,)


def legal_moves(state: State, who: Who | None = None) -> list[tuple[Who, Any]]:
    found: list[tuple[Who, Any]] = []
    if not state.bag:
        return found
    if state.reaching:
        found += [(TABLE, Drew(stone)) for stone in state.bag]
    else:
        found += [(state.turn, Reach()), (state.turn, Pass())]
        if len(state.stones[state.turn]) >= 2:
            found.append((state.turn, Ask(Swap, {}, {"stones": Open(state.stones[state.turn], 2, 2)})))
    free = tuple(code for code in PIECES(state.box) if code[0] == "C" and code not in state.cards)
    for seat, card in enumerate(state.cards):
        if card == HIDDEN and state.options.cards:
            found.append((seat, Ask(Held, {}, {"card": Open(free)})))
    return [pair for pair in found if who is None or pair[0] == who]


def apply(state: State, who: Who, move: Any, *, ruling: bool = False) -> State:
    if not state.bag:
        raise IllegalMove("toy.over", RULES["toy.over"])
    match move:
        case Held(card):
            if who == TABLE or card not in PIECES(state.box) or card[0] != "C":
                raise IllegalMove("toy.foreign", RULES["toy.foreign"])
            if state.cards[who] != HIDDEN or card in state.cards:
                raise IllegalMove("toy.card", RULES["toy.card"])
            return replace(state, cards=_at(state.cards, who, card))
        case Drew(stone):
            if not state.reaching and not ruling:
                raise IllegalMove("toy.reach", RULES["toy.reach"])
            if who != TABLE:
                raise IllegalMove("toy.turn", "Only the table tells stones.")
            if stone not in state.bag:
                raise IllegalMove("toy.bag", "{stone} is not in the bag.", stone=stone, piece=stone)
            mine = (*state.stones[state.turn], stone)
            return _next(
                replace(state, bag=_without(state.bag, stone), stones=_at(state.stones, state.turn, mine), reaching=False)
            )
    if who != state.turn or state.reaching:
        raise IllegalMove("toy.turn", "It is the turn of {who}.", who=Name(state.turn))
    match move:
        case Reach():
            return replace(state, reaching=True)
        case Pass():
            return _next(state)
        case Swap(stones):
            mine = state.stones[state.turn]
            if len(set(stones)) != 2 or len(stones) != 2 or not set(stones) <= set(mine):
                raise IllegalMove("toy.swap", RULES["toy.swap"])
            left = tuple(stone for stone in mine if stone not in stones)
            swaps = _at(state.swaps, state.turn, state.swaps[state.turn] + 1)
            return _next(replace(state, stones=_at(state.stones, state.turn, left), swaps=swaps))
    raise IllegalMove("toy.foreign", RULES["toy.foreign"])


def _next(state: State) -> State:
    return replace(state, turn=(state.turn + 1) % len(state.stones))


def _at(values: tuple[Any, ...], at: Any, value: Any) -> tuple[Any, ...]:
    return (*values[:at], value, *values[at + 1 :])


def _without(values: tuple[str, ...], value: str) -> tuple[str, ...]:
    return tuple(one for one in values if one != value)


def maker(state: State, move: Any) -> Who:
    return TABLE if isinstance(move, Drew) else state.turn


def score(state: State) -> Mapping[int | str, tuple[Line, ...]]:
    return {
        seat: (
            *(Line(int(stone[1:]), "toy.score", say("stone {stone}", stone=stone)) for stone in stones),
            *(Line(state.options.points, "toy.swap", say("a swap")) for _ in range(state.swaps[seat])),
        )
        for seat, stones in enumerate(state.stones)
    }


def outcome(state: State) -> Outcome | None:
    if state.bag:
        return None
    totals = {seat: total(lines) for seat, lines in score(state).items()}
    return Outcome(tuple(seat for seat in totals if totals[seat] == max(totals.values())), say("most points"))


def view(state: State, seat: int | None) -> State:
    return replace(state, cards=tuple(card if at == seat else HIDDEN for at, card in enumerate(state.cards)))


def veil(state: State, who: Who, move: Any, seat: int | None) -> Any:
    return Held(HIDDEN) if isinstance(move, Held) and who != seat and state.bag else move


def chance(state: State) -> list[tuple[Any, int]]:
    return [(Drew(stone), 1) for stone in state.bag]


def tell(move: Any, names: Mapping[Any, Any]) -> Sentence:
    match move:
        case Reach():
            return say("reaches into the bag")
        case Pass():
            return say("passes")
        case Drew(stone):
            return say("Drawn: {stone}", stone=names.get(stone, stone))
        case Held(card):
            return say("holds {card}", card=names.get(card, say("a card")))
        case Swap(stones):
            return say("swaps {stones}", stones=[names.get(stone, stone) for stone in stones])
    raise TypeError(move)


def meanings(state: State, who: Who | None, rows: Sequence[Sequence[Label]]) -> list[Meaning]:
    found, codes = [], []
    for row in rows:
        own = [label.code for label in row if label.code != "BD"]
        seat = _before_whom(state, own)
        if seat is None:
            codes += own
        else:
            found.append(_line(state, seat, own))
    for code in codes:
        if code not in PIECES(state.box):
            return [Meaning(refused=IllegalMove("toy.foreign", "{code} is no piece of this box.", code=code))]
        if code[0] == "C":
            found.append(Meaning(((who if who is not None else state.turn, Held(code)),)))
        elif state.reaching:
            found.append(Meaning(((TABLE, Drew(code)),)))
        else:
            found.append(Meaning(((state.turn, Reach()), (TABLE, Drew(code)))))
    return found


def _before_whom(state: State, codes: Sequence[str]) -> int | None:
    """Several pieces, among them a stone that somebody drew, are the stones that lie before them."""
    lying = [seat for seat, stones in enumerate(state.stones) if set(codes) & set(stones)]
    return lying[0] if lying and len(codes) > 1 else None


def _line(state: State, seat: int, codes: Sequence[str]) -> Meaning:
    told = state.stones[seat]
    if set(codes) == set(told):
        return Meaning(note=say("Nothing has changed."))
    sentence = say("Before {who} should lie: {stones}.", who=Name(seat), stones=told)
    new, gone = [code for code in codes if code not in told], [stone for stone in told if stone not in codes]
    return Meaning(
        refused=IllegalMove("toy.line", sentence),
        agrees=lambda then: set(then.stones[seat]) == set(codes),
        # A stone too many lies in no other's place: it stands beside one that was told.
        mistaken=dict(zip(new, [*gone, *told], strict=False)),
    )


def hands(before: State, who: Who, move: Any) -> tuple[Sentence, ...]:
    return (say("put two stones back"),) if isinstance(move, Swap) else ()
