"""What is best by estimate: each candidate is played on by the clerk over shuffled piles (specification, section 10).

A rollout knows the whole hand; with hidden cards there is no plan. All candidates meet the same shuffles.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from math import ceil, sqrt
from statistics import fmean, stdev

from companion.games.bibliogamo import clerk
from companion.games.bibliogamo.choices import hires
from companion.games.bibliogamo.course import placed
from companion.games.bibliogamo.judge import apply
from companion.games.bibliogamo.moves import Accept, Bribe, EndTurn, Hire, Move, PayDay, Sell
from companion.games.bibliogamo.rollouts import Lots, Rollout, fork, likeness, play_on, started, until_luck, worth
from companion.games.bibliogamo.state import SEAT, State, cubes, finished_towers, here, hidden, known, shortest

HIRES = 11
"""Candidates beside the end of the turn."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is played."""

    few: int = 24
    """Rollouts of a hire."""
    more: int = 48
    """Rollouts of a sale and of a price; those of the best third of the hires come on top."""
    days: int = 8
    """By the clerk after the candidate."""


USUAL = Effort()


@dataclass
class Candidate:
    """Moves in a row, of which the first is advised, and what its rollouts found."""

    moves: tuple[Move, ...]
    found: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        return fmean(self.found)

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return stdev(self.found) / sqrt(len(self.found)) if len(self.found) > 1 else 0.0


def plan(state: State, effort: Effort = USUAL) -> list[Candidate]:
    """The candidates of `act` and `offer`, the best first; none elsewhere, or while cards of the hand are hidden."""
    if state.stage not in ("act", "offer") or hidden(state):
        return []
    seed = f"{state.day} {state.space} {state.florins} {state.hand} {state.discard} {state.row}"
    found = _prices(state) if state.stage == "offer" else _sales(state)
    if found:
        _roll(state, found, range(effort.more), seed, effort.days)
    else:
        found = list(_hires(state))
        _roll(state, found, range(effort.few), seed, effort.days)
        found.sort(key=lambda one: -one.mean)
        if len(found) > 1:
            _roll(state, found[: ceil(len(found) / 3)], range(effort.few, effort.few + effort.more), seed, effort.days)
    return sorted(found, key=lambda one: -one.mean)


# --- candidates -------------------------------------------------------------------------------------------------------


def _prices(state: State) -> list[Candidate]:
    left = state.day < state.box.count.days and (state.pile or state.discard)
    return [Candidate((Accept(),)), *([Candidate((PayDay(),))] if left else [])]


def _sales(state: State) -> list[Candidate]:
    """Each finished tower that can be paid for, and none; empty where there is nothing to sell."""
    if state.sold or state.hires:
        return []
    ready = [tower for tower in finished_towers(state) if abs(shortest(state, tower)) <= state.florins]
    if not ready:
        return []
    sales: list[tuple[Move, ...]] = [
        (Sell(),) if here(state) == tower else (Bribe(shortest(state, tower)), Sell()) for tower in ready
    ]
    return [Candidate(moves) for moves in (*sales, (clerk.best_hire(state) or EndTurn(),))]


def _hires(state: State) -> Iterator[Candidate]:
    """The end of the turn, and the best hires by the clerk's sum over all that are legal."""
    yield Candidate((EndTurn(),))
    if state.hires >= state.box.count.hires:
        return
    hand, size = known(state), state.box.count.hand
    uses = {card: clerk.use(state, card) for card in hand}
    filled = {tower: sum(cubes(state, tower)) for tower in state.towers}
    after: dict[tuple[str, str], float] = {}

    def value(move: Hire) -> float:
        key = move.card, move.tower
        if key not in after:
            there = {**filled, move.tower: filled[move.tower] + sum(placed(state, *key))}
            worths = (clerk.tower_worth(state, tower, n) for tower, n in there.items())
            after[key] = sum(worths) - clerk.penalties(state, there)
        kept = [card for card in hand if card not in (move.card, move.pay, move.lift)]
        return after[key] + (sum(uses[card] for card in kept) + size - len(kept)) / 4

    for move in sorted(hires(state, hand), key=value, reverse=True)[:HIRES]:
        yield Candidate((move,))


# --- rollouts ---------------------------------------------------------------------------------------------------------


def _roll(state: State, candidates: Sequence[Candidate], seeds: range, seed: str, days: int) -> None:
    """All candidates meet the same lots and end on the same day: a day that is paid is a day less.

    Hires in another order often come to the same table; its rollouts are played once and count for each of them.
    """
    lots = [Lots(f"{seed} {n}", len(state.box.artisan)) for n in seeds]
    found: dict[Hashable, list[float]] = {}
    for candidate in candidates:
        after = state
        for move in candidate.moves:
            after = apply(after, SEAT, move)
        start = started(after, lots[0])
        until_luck(start)
        like = likeness(start)
        if like not in found:
            found[like] = [rolled(start, one, state.day + days) for one in lots]
        candidate.found += found[like]


def rolled(start: Rollout, lots: Lots, last: int) -> float:
    """The worth of the table when the clerk has played on with these lots, until the day *last* is over or the game is."""
    at = fork(start, lots)
    play_on(at, last)
    return worth(at)
