"""Tables of Hardback as a phone sees them: cards laid out, and photographs of them, drawn.

A card is 63 x 88 with its label, of 16, at the lower right of its face; on the back it is in the middle. A classic is printed
sideways, so that it lies across when its letter stands upright; people stick its label upright there, or along the card as on all
others (`CLASSICS`). Lengths and axes are those of `cardphotos`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import cv2
import numpy as np

from companion.games import hardback
from companion.table import naming
from tests.games import cardphotos
from tests.games.cardphotos import FINE, STRIP, Card, Sort, camera, labels, lying, photograph, place
from tests.games.hardbacktable import BOX, opened

WIDE, TALL, SIZE = 63.0, 88.0, 16.0
RIM = 1.5
RIGHT, DOWN = WIDE / 2 - SIZE / 2 - RIM, TALL / 2 - SIZE / 2 - STRIP - RIM
BACK = "BACK"
RIBBONS = {"A": (30, 180, 240), "H": (90, 180, 120), "M": (210, 160, 90), "R": (130, 130, 225), "S": (170, 190, 205)}


# --- cards ------------------------------------------------------------------------------------------------------------


@cache
def _face(code, across=False, ink=False):
    """A card: its letter large and small, a ribbon, lines of text; an ink token on it where it was drawn with one."""
    wide, tall = (TALL, WIDE) if across else (WIDE, TALL)
    pixels = np.full((round(tall * FINE), round(wide * FINE), 3), (226, 240, 246), np.uint8)
    cv2.rectangle(pixels, (0, 0), (pixels.shape[1] - 1, pixels.shape[0] - 1), (60, 70, 80), 3)
    pixels[8:-8, 8:34] = RIBBONS[code.partition("-")[2][:1]]
    font, black = cv2.FONT_HERSHEY_COMPLEX, (30, 25, 25)
    cv2.putText(pixels, code[0], (44, 52), font, 1.5, black, 3, cv2.LINE_AA)
    cv2.putText(pixels, code[0], (pixels.shape[1] // 2 - 40, pixels.shape[0] // 2), font, 4.5, black, 9, cv2.LINE_AA)
    for line in range(3):
        y = pixels.shape[0] // 2 + 30 + 22 * line
        cv2.putText(pixels, "one coin or two", (44, y), cv2.FONT_HERSHEY_SIMPLEX, 0.5, black, 1, cv2.LINE_AA)
    if ink:
        cv2.circle(pixels, (pixels.shape[1] - 50, 55), 38, (40, 20, 20), -1, cv2.LINE_AA)
    return pixels


@cache
def _back(code):
    """The back of every card: books on a shelf."""
    random_ = np.random.default_rng(5)
    pixels = np.full((round(TALL * FINE), round(WIDE * FINE), 3), (50, 40, 90), np.uint8)
    for x in range(12, pixels.shape[1] - 20, 16):
        pixels[12 : pixels.shape[0] - 12, x : x + 14] = random_.integers(30, 170, 3)
    return pixels


FRONT = Sort(hardback.PREFIX, WIDE, TALL, RIGHT, DOWN, _face, SIZE)
INKED = replace(FRONT, face=lambda code: _face(code, ink=True))
DOWNWARD = Sort(hardback.PREFIX, WIDE, TALL, 0.0, 0.0, _back, SIZE)
_across = Sort(hardback.PREFIX, TALL, WIDE, DOWN + STRIP, RIGHT - STRIP, lambda code: _face(code, across=True), SIZE)
CLASSICS = {0: _across, 90: replace(_across, right=-DOWN, down=RIGHT), -90: replace(_across, right=DOWN, down=-RIGHT)}
"""How a classic lies when its letter stands upright, by the degrees by which its label lies then."""


def one_card(code, rng, x=0.0, y=0.0, *, stuck=0, inked=(), jitter=3.0, crooked=4.0):
    """A card with its letter upright, a back either way up. *stuck*: how the labels of classics are (`CLASSICS`)."""
    if code == BACK:
        return lying(code, x, y, DOWNWARD, rng, jitter, crooked, lie=rng.choice((0, 0, 180)))
    if code.endswith("T"):
        return lying(code, x, y, CLASSICS[stuck], rng, jitter, crooked, lie=stuck)
    return lying(code, x, y, INKED if code in inked else FRONT, rng, jitter, crooked)


# --- laying out -------------------------------------------------------------------------------------------------------


def laid(codes: Sequence[str | None], rng, *, at=(0.0, 0.0), turn=0.0, gap=(2.0, 12.0), level=True, **how):
    """A line of cards from left to right round *at*; None leaves a place free. `level`: their middles are, else their lower
    edges."""
    cards, x = [], 0.0
    for code in codes:
        card = one_card(code or BACK, rng, **how)
        wide, tall = card.sort.wide, card.sort.tall
        if code is not None:
            cards.append(replace(card, x=card.x + x + wide / 2, y=card.y + (0 if level else (TALL - tall) / 2)))
        x += wide + rng.uniform(*gap)
    return [replace(card, x=card.x - x / 2).moved(at, turn) for card in cards]


def laid_in_lines(codes, rng, across, *, at=(0.0, 0.0), turn=0.0, **how):
    """Several lines, so many cards in each, from the left."""
    lines = [codes[start : start + across] for start in range(0, len(codes), across)]
    cards = []
    for number, line in enumerate(lines):
        free = (None,) * (across - len(line)) if number else ()
        cards += laid([*line, *free], rng, at=(0, (number - (len(lines) - 1) / 2) * (TALL + rng.uniform(4, 15))), **how)
    return [card.moved(at, turn) for card in cards]


# --- what is proposed -------------------------------------------------------------------------------------------------


def seen_by_the_server(photo, box=BOX):
    return cardphotos.seen_by_the_server(photo, hardback, box)


def told(state, rows, who=None):
    return cardphotos.told(hardback, state, rows, naming(opened(len(state.players))), who)


__all__ = [
    "BACK", "CLASSICS", "Card", "camera", "labels", "laid", "laid_in_lines", "one_card", "photograph", "place",
    "seen_by_the_server", "told",
]  # fmt: skip
