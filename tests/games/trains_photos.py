"""Tables of Game of Trains as a phone sees them: cards laid out from a state, and photographs of them, drawn.

A card is 44 x 68 with its label, of 12, in the top right corner of its face; a lock is pushed up under its car until its whole
label shows. Lengths and axes are those of `cardphotos`.
"""

from __future__ import annotations

import math
import random
from functools import cache

import cv2

from companion.games import trains
from companion.games.trains.pieces import code_of
from companion.notation import write
from companion.table import naming
from tests.games import cardphotos
from tests.games.cardphotos import STRIP, Sort, camera, labels, lying, photograph, place
from tests.games.trainstable import opened, walk

WIDE, TALL, SIZE = 44.0, 68.0, 12.0
PITCH = 47.0


@cache
def _face(code):
    """A card: paper, a border, a picture, its number in large figures."""
    pixels = cardphotos.picture(code, WIDE, TALL)
    cv2.putText(pixels, code, (12, 58), cv2.FONT_HERSHEY_SIMPLEX, 1.8, (20, 20, 60), 5, cv2.LINE_AA)
    return pixels


CARD = Sort(trains.PREFIX, WIDE, TALL, right=WIDE / 2 - SIZE / 2, down=SIZE / 2 - TALL / 2, face=_face, size=SIZE)


# --- laying out -------------------------------------------------------------------------------------------------------


def laid_train(train, seat, rng, *, at=(0.0, 0.0), turn=0.0, jitter=2.0, crooked=2.0, head=True, pitch=PITCH, locks=True):
    """The cards of *train* from the left, locks below their cars; *at*: the middle of the line; None is a gap."""
    cards = []
    for space, car in enumerate(train.cars, 1):
        x, y = (space - 4) * pitch, 0.0
        lock = train.locks.get(space) if locks else None
        if lock is not None:
            up = rng.uniform(SIZE + STRIP + 0.5, 20)
            cards.append(lying(code_of(lock), x, y - up, CARD, rng, jitter / 2, crooked))
        if car is not None:
            cards.append(lying(code_of(car), x, y, CARD, rng, jitter, crooked))
    if head:
        cards.append(lying(f"L{seat + 1}", -4 * pitch - rng.uniform(0, 8), 0.0, CARD, rng, jitter, crooked))
    return [card.moved(at, turn) for card in cards]


def laid_row(cards, rng, *, at=(0.0, 0.0), turn=0.0, jitter=3.0, crooked=4.0, across=4):
    """The row beside the draw pile, in no order, four side by side."""
    cards = rng.sample(sorted(cards), len(cards))
    wide, tall = min(across, len(cards)) - 1, (len(cards) - 1) // across
    places = [((n % across - wide / 2) * PITCH, (n // across - tall / 2) * (TALL + 6)) for n in range(len(cards))]
    row = [lying(code_of(card), x, y, CARD, rng, jitter, crooked) for card, (x, y) in zip(cards, places, strict=True)]
    return [card.moved(at, turn) for card in row]


def laid_table(state, rng, *, seats=None, row=True, **how):
    """Everyone's train round the table, the first seat at the bottom, the others clockwise; the row in the middle."""
    turns = {2: (0, 180), 3: (0, 90, 180), 4: (0, 90, 180, 270)}[len(state.trains)]
    cards = []
    for seat, train in enumerate(state.trains):
        if seats is None or seat in seats:
            turn = turns[seat] + rng.uniform(-4, 4)
            away = 2 * TALL + 40 if len(turns) == 2 else 4.5 * PITCH + 50
            at = -away * math.sin(math.radians(turn)), away * math.cos(math.radians(turn))
            cards += laid_train(train, seat, rng, at=at, turn=turn, **how)
    return cards + (laid_row(state.row, rng, turn=rng.choice((0, 0, 0, 90, 180))) if row and state.row else [])


# --- what was done ----------------------------------------------------------------------------------------------------


@cache
def turns(seats, seed):
    """A practice game in steps as photographs show them: (state before, moves with who makes them, state after)."""
    steps = list(walk(opened(seats), seed))
    start = 0
    found = []
    while start < len(steps):
        state = steps[start][0]
        end = start + 1
        while end < len(steps) and state.phase == "turn" and steps[end][0].phase in ("draw", "put", "refill"):
            end += 1
        who, move = steps[end - 1][1:]
        moves = tuple((who, move) for _, who, move in steps[start:end])
        found.append((state, moves, trains.apply(steps[end - 1][0], who, move)))
        start = end
    return tuple(found)


GAMES = 8
"""Games of each number of seats that steps are taken from."""


def anything(rng: random.Random, phases=("turn",), seats=None):
    """A step of some practice game that begins in one of *phases*."""
    while True:
        steps = [step for step in turns(seats or rng.choice((2, 3, 4)), rng.randrange(GAMES)) if step[0].phase in phases]
        if steps:
            return rng.choice(steps)


# --- what is proposed -------------------------------------------------------------------------------------------------


def seen_by_the_server(photo, box):
    return cardphotos.seen_by_the_server(photo, trains, box)


def told(state, rows, who=None):
    return cardphotos.told(trains, state, rows, naming(opened(len(state.trains))), who)


def lines(moves):
    return [write(move) for _, move in moves]


__all__ = [
    "anything", "camera", "labels", "laid_row", "laid_table", "laid_train", "lines", "photograph", "place", "seen_by_the_server",
    "told", "turns",
]  # fmt: skip
