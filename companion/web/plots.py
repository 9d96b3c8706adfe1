"""Plots that the server draws: where the lines run. The template says it in words and numbers too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules import Participant, total
from companion.web.tables import Sitting

WIDTH, HEIGHT, MARGIN = 640, 240, 28
DASHES = ("", "10 5", "2 5", "14 5 2 5", "5 3", "1 3 8 3")
"""A stroke of its own for each participant: no colour is needed to tell them apart."""


@dataclass(frozen=True)
class Curve:
    """One participant's points by entry, as an SVG polyline in a field of WIDTH by HEIGHT."""

    who: Participant
    line: str
    end: tuple[float, float]
    dash: str
    points: int


@dataclass(frozen=True)
class Course:
    """How the points went: the curves, and what the ends of the axes stand for."""

    curves: tuple[Curve, ...]
    least: int
    most: int
    last: int
    zero: float


def course(sitting: Sitting) -> Course | None:
    """The points of everybody after every entry; None before anybody has scored."""
    steps = sitting.position.steps
    history = [(step.seq, _totals(sitting, step.after)) for step in steps]
    values = [points for _, totals in history for points in totals.values()]
    if not values or min(values) == max(values) == 0:
        return None
    least, most, last = min(0, *values), max(0, *values), steps[-1].seq

    def place(seq: int, points: int) -> tuple[float, float]:
        across = MARGIN + (WIDTH - 2 * MARGIN) * seq / last
        down = HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * (points - least) / max(1, most - least)
        return round(across, 1), round(down, 1)

    curves = []
    for number, who in enumerate(history[0][1]):
        spots = [place(0, 0), *(place(seq, totals[who]) for seq, totals in history)]
        line = " ".join(f"{x},{y}" for x, y in spots)
        curves.append(Curve(who, line, spots[-1], DASHES[number % len(DASHES)], history[-1][1][who]))
    return Course(tuple(curves), least, most, last, place(0, 0)[1])


def _totals(sitting: Sitting, state: object) -> Mapping[Participant, int]:
    return {who: total(lines) for who, lines in sitting.game.score(state).items()}
