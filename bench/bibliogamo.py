"""How well players of Bibliogamo do in whole games of the house box, and what a day of a rollout costs.

    PYTHONPATH=. python bench/bibliogamo.py --players random,clerk,plan --games 210
    PYTHONPATH=. python bench/bibliogamo.py --players clerk,plan --seeds 0:98 --each
    PYTHONPATH=. python bench/bibliogamo.py --plain 4200
    PYTHONPATH=. python bench/bibliogamo.py --cost

The specification's table (section 2) line by line: mean of the points, its standard error, their deviation, 5% and 95%; books,
points of Florins and of the Prestige card, turns; the most Florins ever held, the most books; the specification's mean, and how
many standard errors lie between. Then the mean by Prestige card. Seed n plays the Prestige card n modulo 7, and all players of a
seed meet the same shuffles. Where two players and more play, each is compared with the first, seed by seed. At every entry
cards and cubes must be conserved. "greedy" is the clerk. --plain plays the clerk on the plain lists of rollouts.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path
from statistics import mean, quantiles, stdev

from companion.games import bibliogamo
from companion.games.bibliogamo import clerk
from companion.games.bibliogamo.course import placed
from companion.games.bibliogamo.moves import Accept, Bribe, Drew, EndTurn, Flipped, Hire, Move, PayDay, Prestige, Sell, Shuffled
from companion.games.bibliogamo.plan import plan, rolled
from companion.games.bibliogamo.rollouts import Lots, fork, play_on, started, until_luck, worth
from companion.games.bibliogamo.state import State, changed, finished_towers, shortest, unseen
from companion.rules import TABLE
from tests.games.bibliogamotable import conserved

BOX = bibliogamo.read_box(Path(bibliogamo.__file__).parent / "box")
SEAT = 0
Player = Callable[[State, random.Random], Sequence[Move]]
"""(the state in `act` or `offer`, luck) -> the moves that he makes now, one after the other."""


# --- players ----------------------------------------------------------------------------------------------------------


def by_lot(state: State, rng: random.Random) -> Sequence[Move]:
    """Equal chances among the legal moves."""
    return (rng.choice(bibliogamo.legal_moves(state))[1],)


def tidy(state: State, rng: random.Random) -> Sequence[Move]:
    """By lot, but no empty hires, at most three towers open, and sells when he can."""
    open_towers = [tower for tower, there in state.towers.items() if any(there.values())]
    room = len(open_towers) < clerk.MOST_OPEN

    def sensible(move: Move) -> bool:
        return not isinstance(move, Hire) or (any(placed(state, move.card, move.tower)) and (room or move.tower in open_towers))

    moves = [move for _, move in bibliogamo.legal_moves(state) if sensible(move)]
    return (Sell(),) if Sell() in moves else (rng.choice(moves),)


def by_clerk(state: State, rng: random.Random) -> Sequence[Move]:
    return clerk.moves(state)


def by_plan(state: State, rng: random.Random) -> Sequence[Move]:
    """The best of the plan; with all hires made there is nothing to plan."""
    if state.stage == "act" and state.hires >= state.box.count.hires:
        return (EndTurn(),)
    return plan(state)[0].moves


def bribes(most: int, state: State, rng: random.Random) -> Sequence[Move]:
    """The clerk who bribes so many spaces at most, and as far as he can pay from the day on from which the clerk does."""
    if state.stage == "offer" or state.sold or state.hires:
        return clerk.moves(state)
    far = state.florins if most and state.day >= clerk.LATE else min(most, state.florins)
    spaces = {tower: shortest(state, tower) for tower in finished_towers(state)}
    ready = [tower for tower in spaces if abs(spaces[tower]) <= far]
    if not ready:
        return (clerk.best_hire(state) or EndTurn(),)
    tower = max(ready, key=lambda one: clerk.slot_points(state, one) / 2 - Fraction(abs(spaces[one]), 5))
    return (Bribe(spaces[tower]), Sell()) if spaces[tower] else (Sell(),)


def waits(least: int, state: State, rng: random.Random) -> Sequence[Move]:
    """Pays days until the price is so many Florins."""
    if state.stage != "offer":
        return clerk.moves(state)
    assert state.price is not None
    return (PayDay(),) if state.price < least and state.day < BOX.count.days else (Accept(),)


def one_tower(tower: str, state: State, rng: random.Random) -> Sequence[Move]:
    """The clerk in a city with this tower only."""
    if state.stage == "offer" or clerk.best_sale(state) is not None:
        return clerk.moves(state)
    return (clerk.best_hire(changed(state, towers={tower: state.towers[tower]})) or EndTurn(),)


def one_hire(state: State, rng: random.Random) -> Sequence[Move]:
    return (EndTurn(),) if state.stage == "act" and state.hires else clerk.moves(state)


def blind(state: State, rng: random.Random) -> Sequence[Move]:
    """The clerk who does not know the Prestige card."""
    return clerk.moves(changed(state, prestige=None))


PLAYERS: Mapping[str, Player] = {
    "random": by_lot,
    "tidy": tidy,
    "greedy": by_clerk,
    "clerk": by_clerk,
    "plan": by_plan,
    "never-bribes": partial(bribes, 0),
    "bribes-one": partial(bribes, 1),
    "bribes-any": partial(bribes, BOX.round),
    "any-price": partial(waits, 0),
    "waits-4": partial(waits, 4),
    "waits-6": partial(waits, 6),
    "waits-8": partial(waits, 8),
    **{f"only-{tower.lower()}": partial(one_tower, tower) for tower in BOX.tower},
    "one-hire": one_hire,
    "blind": blind,
}
SPECIFIED: Mapping[str, float] = {
    "plan": 31.4,
    "clerk": 28.4,
    "greedy": 28.4,
    "never-bribes": 23.9,
    "bribes-one": 23.9,
    "bribes-any": 24.9,
    "any-price": 28.1,
    "waits-4": 23.2,
    "waits-6": 14.8,
    "waits-8": 5.4,
    "only-history": 17.6,
    "one-hire": 15.6,
    "blind": 24.1,
    "random": 0.0,
    "tidy": 1.5,
}
"""Mean of the points in the specification's table. Its row "never bribes" (10.4 books) is met by bribes of one space:
who stays where the Librarian walks cannot sell so often, for three finished towers of 24 spaces are met on every eighth day."""


# --- games ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Played:
    points: int
    books: int
    florins: int
    """Points of Florins."""
    prestige: int
    """Points of the Prestige card."""
    turns: int
    most: int
    """Florins ever held."""
    card: str


def whole(player: Player, seed: int) -> Played:
    """A game of the house box with the options as they are."""
    rng = random.Random(seed)
    card = BOX.prestige[seed % len(BOX.prestige)].card
    state = bibliogamo.apply(bibliogamo.setup(BOX, 1, bibliogamo.Options()), TABLE, Prestige(card))
    pile, lots = list[int](), Lots(f"game {seed}", len(BOX.artisan))
    codes, number, shuffles, most = list(BOX.artisan), {code: at for at, code in enumerate(BOX.artisan)}, 0, state.florins
    while state.stage != "over":
        if state.stage in ("act", "offer"):
            for move in player(state, rng):
                state = bibliogamo.apply(state, SEAT, move)
                conserved(state)
        else:
            if not pile:
                pile = lots.shuffled(shuffles, [number[code] for code in state.discard or unseen(state)])
                if shuffles:
                    state = bibliogamo.apply(state, TABLE, Shuffled())
                shuffles += 1
            told = (Drew if state.stage == "draw" else Flipped)(codes[pile.pop()])
            state = bibliogamo.apply(state, TABLE, told)
            conserved(state)
        most = max(most, state.florins)
    row = bibliogamo.played(state)
    florins = state.florins // BOX.count.florins_a_point
    return Played(row["points"], row["books"], florins, row["prestige_points"], row["turns"], most, card)


# --- printing ---------------------------------------------------------------------------------------------------------


def error(numbers: Sequence[float]) -> float:
    """The standard error of the mean."""
    return stdev(numbers) / len(numbers) ** 0.5 if len(numbers) > 1 else 0.0


def spread_of(points: Sequence[int]) -> str:
    """Mean, its error, deviation, 5% and 95%."""
    twentieths = quantiles(points, n=20, method="inclusive") if len(points) > 1 else [points[0]] * 19
    deviation = stdev(points) if len(points) > 1 else 0.0
    return f"{mean(points):>8.2f}{error(points):>7.2f}{deviation:>6.1f}{twentieths[0]:>7.0f} - {twentieths[-1]:<4.0f}"


def told(name: str, games: Sequence[Played]) -> str:
    points = [one.points for one in games]
    columns = [mean(getattr(one, name) for one in games) for name in ("books", "florins", "prestige", "turns")]
    said = f"{name:<14}{len(games):>6}" + spread_of(points) + "".join(f"{number:>8.1f}" for number in columns)
    said += f"{max(one.most for one in games):>6}{max(one.books for one in games):>6}"
    return said


def compared(name: str, games: Sequence[Played]) -> str:
    """Beside the specification's mean: how many standard errors it is away."""
    if name not in SPECIFIED or len(games) < 2:
        return ""
    expected, points = SPECIFIED[name], [one.points for one in games]
    off = mean(points) - expected
    return f"{expected:>8.1f}{off / error(points) if error(points) else 0.0:>+7.1f}"


def table(found: Mapping[str, Sequence[Played]]) -> None:
    print(f"{'player':<14}{'games':>6}{'mean':>8}{'error':>7}{'sd':>6}{'5% - 95%':>12}", end="")
    print(f"{'books':>10}{'Florins':>8}{'Prest.':>8}{'turns':>8}{'most':>6}{'books':>6}{'spec.':>8}{'errors':>7}")
    for name, games in found.items():
        print(told(name, games) + compared(name, games))
    print("\nmean by Prestige card")
    cards = [card.card for card in BOX.prestige]
    print(f"{'':<14}" + "".join(f"{card:>8}" for card in cards))
    for name, games in found.items():
        by_card = [[one.points for one in games if one.card == card] for card in cards]
        print(f"{name:<14}" + "".join(f"{mean(points):>8.1f}" if points else f"{'-':>8}" for points in by_card))
    (first, base), *others = found.items()
    for name, games in others:
        more = [one.points - other.points for one, other in zip(games, base, strict=True)]
        if len(more) > 1:
            won = sum(one > 0 for one in more), sum(one == 0 for one in more), sum(one < 0 for one in more)
            print(f"\n{name} less {first}, seed by seed: mean {mean(more):+.2f}, standard error {error(more):.2f}, ", end="")
            print(f"sd {stdev(more):.1f}, from {min(more):+} to {max(more):+}; better, as good, worse: {won}", end="")
    print()


def clerks_on_plain_lists(games: int) -> None:
    """Thousands of games of the clerk, by Prestige card."""
    setup, points = bibliogamo.setup(BOX, 1, bibliogamo.Options()), dict[str, list[int]]()
    for n, card in enumerate(BOX.prestige):
        start = bibliogamo.apply(setup, TABLE, Prestige(card.card))
        points[card.card] = []
        for seed in range(n, games, len(BOX.prestige)):
            at = started(start, Lots(f"plain {seed}", len(BOX.artisan)))
            play_on(at, BOX.count.days)
            points[card.card].append(int(worth(at)))
    for name, found in {"clerk": [one for some in points.values() for one in some], **points}.items():
        print(f"{name:<14}{len(found):>6}{spread_of(found)}")


def quickest(work: Callable[[], object]) -> float:
    """Seconds; the best of many, for others use the processor too."""
    found = []
    for _ in range(9):
        start = time.perf_counter()
        work()
        found.append(time.perf_counter() - start)
    return min(found)


def cost() -> None:
    """A day of a rollout beside a call of `apply`, both in a game of the clerk."""
    rng, positions, calls = random.Random(0), list[State](), list[tuple[State, int | str, Move]]()
    state = bibliogamo.apply(bibliogamo.setup(BOX, 1, bibliogamo.Options()), TABLE, Prestige("P3"))
    while state.stage != "over":
        if state.stage in ("act", "offer"):
            who: int | str = SEAT
            move = clerk.chosen(state)
            if state.stage == "act" and not state.hires and state.day <= 30:
                positions.append(state)
        else:
            who, move = TABLE, rng.choice(bibliogamo.chance(state))[0]
        calls.append((state, who, move))
        state = bibliogamo.apply(state, who, move)
    one_call = mean(quickest(partial(bibliogamo.apply, *call)) for call in calls)
    whole, days = 0.0, 0
    for state in positions[::3]:
        lots = [Lots(f"{n}", len(BOX.artisan)) for n in range(8)]
        start = started(state, lots[0])
        until_luck(start)
        for one in lots:
            at = fork(start, one)
            play_on(at, state.day + 8)
            days += at.day - state.day
            whole += quickest(partial(rolled, start, one, state.day + 8))
    one_day = whole / days
    clock = time.process_time()
    for state in positions[::5]:
        plan(state)
    one_plan = (time.process_time() - clock) / len(positions[::5])
    print(f"apply {one_call * 1e6:.1f} us, a day of a rollout {one_day * 1e6:.1f} us: {one_day / one_call:.1f} calls of apply")
    print(f"a plan of a first hire or a sale: {one_plan:.2f} s of CPU time")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", default="clerk", help=f"of {', '.join(PLAYERS)}, or all (but the plan)")
    parser.add_argument("--games", type=int, default=98, help="seeds from 0 on")
    parser.add_argument("--seeds", help="a:b, in place of --games")
    parser.add_argument("--each", action="store_true", help="the points of every game as they come")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="no new seed after so long")
    parser.add_argument("--plain", type=int, metavar="GAMES", help="so many of the clerk on plain lists")
    parser.add_argument("--cost", action="store_true", help="what a day of a rollout costs")
    asked = parser.parse_args()
    if asked.cost or asked.plain:
        cost() if asked.cost else clerks_on_plain_lists(asked.plain)
        return
    names = [name for name in PLAYERS if name not in ("plan", "greedy")] if asked.players == "all" else asked.players.split(",")
    for name in names:
        if name not in PLAYERS:
            parser.error(f"no player {name}")
    first, last = map(int, asked.seeds.split(":")) if asked.seeds else (0, asked.games)
    found: dict[str, list[Played]] = {name: [] for name in names}
    start = time.monotonic()
    for seed in range(first, last):
        if time.monotonic() - start > 60 * asked.minutes:
            print(f"stopped before seed {seed}")
            break
        for name in names:
            try:
                found[name].append(whole(PLAYERS[name], seed))
            except Exception as wrong:
                wrong.add_note(f"{name}, seed {seed}")
                raise
        if asked.each:
            print(seed, *(found[name][-1].points for name in names), flush=True)
    table(found)


if __name__ == "__main__":
    main()
