"""Tables of Bibliogamo as a phone sees them: cards and tower panels laid out, and photographs of them, drawn.

A card is 63 x 88 with its label of 17.4 in the top right corner; a panel of the printed City is 80 x 46 with its tower's label at
the top right (specification, section 2). Lengths and axes are those of `cardphotos`.
"""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np

from companion.games import bibliogamo
from companion.table import naming
from tests.games import cardphotos
from tests.games.bibliogamotable import BOX, opened
from tests.games.cardphotos import FINE, Sort, camera, lying, photograph

WIDE, TALL, SIZE = 63.0, 88.0, 17.4
PANEL_WIDE, PANEL_TALL = 80.0, 46.0


def _paper(code, wide, tall):
    pixels = np.full((round(tall * FINE), round(wide * FINE), 3), (238, 246, 250), np.uint8)
    cv2.rectangle(pixels, (0, 0), (pixels.shape[1] - 1, pixels.shape[0] - 1), (60, 60, 60), 2)
    cv2.putText(pixels, code, (14, 40), cv2.FONT_HERSHEY_COMPLEX, 0.9, (30, 25, 25), 2, cv2.LINE_AA)
    return pixels


@cache
def _card(code):
    """A card: its name, marks at the left, shapes in the middle, boxes along the bottom."""
    pixels, random_ = _paper(code, WIDE, TALL), np.random.default_rng([ord(sign) for sign in code])
    for y in (110, 180, 250):
        cv2.circle(pixels, (40, y), 22, (30, 25, 25), 3, cv2.LINE_AA)
    for row in range(int(random_.integers(1, 4))):
        cv2.putText(pixels, "3 Q S", (100, 150 + 45 * row), cv2.FONT_HERSHEY_COMPLEX, 1.2, (30, 25, 25), 2, cv2.LINE_AA)
    for column in range(3):
        cv2.rectangle(pixels, (12 + 80 * column, 298), (78 + 80 * column, 340), (30, 25, 25), 2)
    return pixels


@cache
def _panel(code):
    """A panel of the City: rows of squares, black cubes on some."""
    pixels, random_ = _paper(code, PANEL_WIDE, PANEL_TALL), np.random.default_rng([ord(sign) for sign in code])
    for row in range(4):
        for column in range(3):
            x, y = 50 + 38 * column, 34 + 38 * row
            filled = random_.random() < 0.5
            cv2.rectangle(pixels, (x, y), (x + 32, y + 32), (25, 25, 25), -1 if filled else 2)
    return pixels


CARD = Sort(bibliogamo.PREFIX, WIDE, TALL, 43.6 + SIZE / 2 - WIDE / 2, 2 + SIZE / 2 - TALL / 2, _card, SIZE)
PANEL = Sort(
    bibliogamo.PREFIX, PANEL_WIDE, PANEL_TALL, 61.6 + SIZE / 2 - PANEL_WIDE / 2, 1 + SIZE / 2 - PANEL_TALL / 2, _panel, SIZE
)


def laid(codes, rng, *, at=(0.0, 0.0), turn=0.0, gap=(2.0, 12.0), jitter=3.0, crooked=4.0):
    """Cards in a line from left to right round *at*."""
    cards, x = [], 0.0
    for code in codes:
        cards.append(lying(code, x + WIDE / 2, 0.0, CARD, rng, jitter, crooked))
        x += WIDE + rng.uniform(*gap)
    return [card.moved((at[0] - x / 2, at[1]), turn) for card in cards]


def spread(codes, rng, *, at=(0.0, 0.0), turn=0.0, showing=(20.0, 30.0), bend=4.0):
    """A hand of cards spread out, each lying on the one to its right, so that every label is in sight."""
    cards, x = [], 0.0
    middle = (len(codes) - 1) / 2
    for place, code in enumerate(codes):
        sag = 1.5 * (place - middle) ** 2
        cards.append(lying(code, x, sag, CARD, rng, 1.0, 2.0, turn=bend * (place - middle)))
        x += rng.uniform(*showing)
    return [card.moved((at[0] - x / 2, at[1]), turn) for card in reversed(cards)]


def panel(tower, rng, *, at=(0.0, 0.0), turn=0.0):
    """A panel of the City."""
    return lying(tower, 0.0, 0.0, PANEL, rng, 0.0, 0.0).moved(at, turn)


def seen_by_the_server(photo, box=BOX):
    return cardphotos.seen_by_the_server(photo, bibliogamo, box)


def told(state, rows, who=None):
    return cardphotos.told(bibliogamo, state, rows, naming(opened()), who)


__all__ = ["camera", "laid", "panel", "photograph", "seen_by_the_server", "spread", "told"]
