"""How long the advice of the games takes: `PYTHONPATH=. python bench/advice.py`.

Fire in the Library beside plain enumeration, which tries the tokens one by one, every order of kinds anew, with nothing
remembered; both answers are compared. Game of Trains in 50 positions of practice games, beside 20,000 calls of `apply`.
Bibliogamo's question whether to pay a day, with the whole pile and long to go, beside its goal of 10,000 entries.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time

from companion import practice
from companion.games import bibliogamo, fire, trains
from companion.games.bibliogamo import odds
from companion.games.fire.advice import advise
from companion.games.fire.collapse import collapse_round, steps, turn_now
from companion.games.fire.course import bravery
from companion.games.fire.state import KINDS, Options, State, Tokens
from companion.games.trains import advice as trains_advice
from companion.games.trains import distance
from companion.table import Table, replay

BOX = fire.read_box(Path(fire.__file__).parent / "box")
Row = tuple[str | None, ...]


def position(
    cards: tuple[int, ...],
    tokens: str = "",
    tops: tuple[str, str, str, str] = ("LP1", "LB1", "LY1", "LW1"),
    fires: int = 7,
) -> State:
    start = fire.setup(BOX, len(cards), Options())
    first, second, third, fourth, fifth = [*tokens.split(), *[None] * 5][:5]
    card = (first, second, third, fourth, fifth)
    bag = Tokens(*(count - card.count(kind) for kind, count in zip(KINDS, start.bag, strict=True)))
    laid = sum(token is not None for token in card)
    return replace(
        start,
        phase="saving" if laid else "ready",
        active=0,
        turn_cards=cards,
        card=card,
        drawn=laid,
        laid_book=laid > card.count("F"),
        bag=bag._replace(F=fires),
        reserve=17 - fires - card.count("F"),
        tops=tops,
    )


class Enumeration:
    """V and the collapse of a round by the words of the rules, one token after the other."""

    def __init__(self, state: State) -> None:
        self.spaces = bravery(state)
        self.values = {f"B{top[1]}": state.box.cards[top].value for top in state.tops}
        self.looked = 0

    def stop(self, card: Row) -> int:
        brave = [space for space, token in zip(self.spaces, card, strict=True) if space and token]
        return sum(self.values.get(token or "", 0) for token in card) + (brave[-1] if brave else 2)

    def worth(self, card: Row, bag: tuple[int, ...]) -> Fraction:
        self.looked += 1
        if None not in card:
            return Fraction(self.stop(card))
        draw = self.draw(card, bag)
        return max(draw, Fraction(self.stop(card))) if any(card) else draw

    def draw(self, card: Row, bag: tuple[int, ...]) -> Fraction:
        at, found = card.index(None), Fraction(0)
        for kind, (token, left) in enumerate(zip(KINDS, bag, strict=True)):
            if left and not (token == "F" and (self.spaces[at] or "F" in card)):
                rest = (*bag[:kind], left - 1, *bag[kind + 1 :])
                found += left * self.worth((*card[:at], token, *card[at + 1 :]), rest)
        return found / sum(bag)


def seconds(work: Callable[[State], object], state: State, times: int) -> float:
    """The best of several runs."""
    best = float("inf")
    for _ in range(times):
        start = perf_counter()
        work(state)
        best = min(best, perf_counter() - start)
    return best


TURNS = [
    ("start, card 1", position((1,))),
    ("start, card 2", position((2,))),
    ("start, card 6", position((6,))),
    ("start, card 3 holds BP F", position((3,), "BP F", fires=6)),
    ("late, card 6, 17 fires in the bag", position((6,), tops=("LP4", "LB5", "LY6", "LW7"), fires=17)),
]
ROUNDS = [
    ("late, cards 1 2 3", position((1, 2, 3), tops=("LP4", "LB5", "LY5", "LW6"), fires=15)),
    ("start, cards 1 2 3", position((1, 2, 3))),
    ("start, cards 1 to 6", position((1, 2, 3, 4, 5, 6))),
]


NAMES = ("Ana", "Ben", "Cleo", "Dov")


def trains_positions() -> None:
    """CPU time with the table built and nothing else remembered."""
    start = process_time()
    states = len(distance.table())
    built = process_time() - start
    box = trains.read_box(Path(trains.__file__).parent / "box")
    positions, rule_times, times, lines = [], [], [], []
    for seed in range(25):
        table = Table("trains", trains, box, trains.Options(), NAMES[: 2 + seed % 3])
        steps = replay(table, practice.play(table, seed)).steps
        start = process_time()
        for step in steps:
            trains.apply(step.before, step.who, step.move)
        rule_times.append((process_time() - start) / len(steps))
        to_act = [(step.before, step.who) for step in steps if isinstance(step.who, int)]
        positions += Random(seed).sample(to_act, 2)
    for state, seat in positions:
        distance._distance.cache_clear()
        distance._ways.cache_clear()
        view = trains.view(state, seat)
        start = process_time()
        trains_advice.advise(view, seat=seat, names=NAMES[: len(view.trains)])
        times.append(process_time() - start)
        looked = distance._distance.cache_info()
        lines.append(looked.hits + looked.misses)
    print(f"\nGame of Trains: table of {states} states {built * 1e3:.0f} ms; {len(times)} positions: ", end="")
    print(f"median {median(times) * 1e3:.1f} ms, longest {max(times) * 1e3:.0f} ms, ", end="")
    print(f"most lines {max(lines)}; 20,000 calls of apply {median(rule_times) * 20_000 * 1e3:.0f} ms")


def bibliogamo_offers() -> None:
    """The table behind C for each Florin icon: 47 cards, 37 days, the values of the box."""
    box = bibliogamo.read_box(Path(bibliogamo.__file__).parent / "box")
    days = tuple(map(Fraction, box.day_value))
    print(f"\n{'Bibliogamo, accept or pay':36} {'advise':>10} {'entries':>10}")
    for coin in box.coin:
        prices = [card.values[coin] for card in box.artisans]
        entries = odds.weighed(prices, len(prices), [], 37, days).entries
        times = []
        for _ in range(3):
            start = process_time()
            odds.worth(prices, len(prices), [], 37, days)
            times.append(process_time() - start)
        print(f"{coin:36} {min(times) * 1e3:7.1f} ms {entries:10}")


def main() -> None:
    print(f"{'a turn':36} {'advise':>10} {'enumeration':>12} {'positions':>10} {'enumerated':>11}")
    for name, state in TURNS:
        said = advise(state, quick=True)
        plain = Enumeration(state)
        worth = plain.draw(state.card, tuple(state.bag))
        assert said["draw"]["exact"] == str(worth), name
        looked = plain.looked + 1
        fast = seconds(partial(advise, quick=True), state, 20)
        slow = seconds(lambda state: Enumeration(state).draw(state.card, tuple(state.bag)), state, 3)
        positions = len(turn_now(state).draws.drawn)
        print(f"{name:36} {fast * 1e3:7.2f} ms {slow * 1e3:9.2f} ms {positions:10} {looked:11}")
    print(f"\n{'a round':36} {'collapse':>10} {'turns':>12} {'positions':>10} {'probability':>14}")
    for name, state in ROUNDS:
        turns = sum(step.turns for step in steps(state))
        chance = collapse_round(state)
        assert chance is not None
        time = seconds(collapse_round, state, 3)
        print(f"{name:36} {time * 1e3:7.1f} ms {turns:12} {turns * 195:10} {float(chance):14.11f}")
    trains_positions()
    bibliogamo_offers()


if __name__ == "__main__":
    main()
