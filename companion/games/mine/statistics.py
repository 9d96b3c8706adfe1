"""A finished game as rows of statistics, one for each seat, and how pages read them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.mine.course import outcome, score
from companion.games.mine.pieces import Box
from companion.games.mine.standing import rounds
from companion.games.mine.state import State
from companion.rules import Played, say, total


def played(state: State) -> list[Mapping[str, Any]]:
    """A finished game as a flat row for each seat: names of columns -> whole numbers and truth.

    `digging_points`, `shout_points`, `elf_points` and `find_points` add up to `points`; what empty spaces, wrong shouts and bad
    finds took away is taken from the first.
    """
    over = outcome(state)
    winners = () if over is None else over.winners
    return [_row(state, seat, seat in winners) for seat in range(len(state.seats))]


def _row(state: State, seat: int, won: bool) -> dict[str, Any]:
    lines = score(state)[seat]
    by_round = [total(own) for own in rounds(state, seat)]

    def of(rule: str) -> int:
        return total(line for line in lines if line.rule == rule)

    def times(rule: str) -> int:
        return sum(line.rule == rule for line in lines)

    points, gained = total(lines), {rule: of(rule) for rule in ("shout.right", "elf.point", "find.good")}
    return {
        "points": points,
        "won": won,
        "seats": len(state.seats),
        "digging_points": points - sum(gained.values()),
        "shout_points": gained["shout.right"],
        "elf_points": gained["elf.point"],
        "find_points": gained["find.good"],
        "empty": state.empties[seat],
        "shouts": times("shout.right"),
        "wrong_shouts": times("shout.wrong"),
        "bad_finds": -of("find.bad"),
        "rounds_of_ten": sum(one >= 10 for one in by_round),
        "rounds_of_none": sum(one <= 0 for one in by_round),
        "best_round": max(by_round),
    }


def PLAYED(box: Box) -> Played:
    """What the columns are called, and which of them pages draw."""
    return Played(
        {
            "points": say("Points"),
            "won": say("Won"),
            "seats": say("People at the table"),
            "digging_points": say("Digging, less what was lost"),
            "shout_points": say("Shouts"),
            "elf_points": say("Elves"),
            "find_points": say("Good finds"),
            "empty": say("Empty spaces"),
            "shouts": say("Right shouts"),
            "wrong_shouts": say("Wrong shouts"),
            "bad_finds": say("Points lost by bad finds"),
            "rounds_of_ten": say("Rounds of 10 points or more"),
            "rounds_of_none": say("Rounds without a point"),
            "best_round": say("Best round"),
        },
        parts=("digging_points", "shout_points", "elf_points", "find_points"),
        causes=("empty", "shouts"),
        by_seat=True,
    )


__all__ = ["PLAYED", "played"]
