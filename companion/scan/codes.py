"""Which texts are codes of our labels, and how to show the others safely."""

from __future__ import annotations

import re

OURS = re.compile(r"[A-Z]{2}:[A-Z0-9.-]{1,7}")
"""Two letters of a game, a colon, a piece: what the smallest QR code holds at its highest error correction."""

FOREIGN_LENGTH = 300
"""Characters of a foreign code that are kept: enough to know it by."""


def is_ours(text: str) -> bool:
    return OURS.fullmatch(text) is not None


def printable(text: str) -> str:
    """*text* on one line without control or direction signs, cut to FOREIGN_LENGTH characters."""
    clean = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text[: FOREIGN_LENGTH + 1])
    return clean if len(clean) <= FOREIGN_LENGTH else clean[: FOREIGN_LENGTH - 1] + "…"
