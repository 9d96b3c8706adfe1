"""Labels -> what lies there: rows of the offer row, of classics in play, and others; each told from its codes (section 8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.hardback import lying
from companion.games.hardback.knowledge import in_offer_deck
from companion.games.hardback.spelling import wild_letters
from companion.games.hardback.state import State, card_of
from companion.rules import HIDDEN, Label

BACK = "BACK"

Row = tuple[str, ...]
"""Codes from left to right: a card, BACK, or a back that somebody said the letter of (`E=?`)."""


@dataclass(frozen=True)
class Sight:
    """What lies on the table. `offers`: the cards and backs of the offer row in reading order; `classics`: rows of those in play
    that lie by themselves; `loose`: all other rows, far ones first; `other`: whatever wears a label and is no card."""

    offers: Row
    classics: tuple[Row, ...]
    loose: tuple[Row, ...]
    other: Row

    @property
    def cards(self) -> frozenset[str]:
        """Every card that was seen face up."""
        return frozenset(code for row in (self.offers, *self.classics, *self.loose) for code in row if not is_back(code))


def is_back(code: str) -> bool:
    return code == BACK or code.endswith(f"={HIDDEN}")


def face_up(row: Sequence[str]) -> Row:
    """The cards of a row whose faces are seen."""
    return tuple(code for code in row if not is_back(code))


def looked(state: State, rows: Sequence[Sequence[Label]]) -> Sight:
    """What the labels show. Those with places are put in rows by where they lie, others stand as they were typed."""
    found, other = _rows(state, rows)
    offers = [row for row in found if _is_offer(state, row)]
    rest = [row for row in found if row not in offers]
    classics = [row for row in rest if _is_classics(state, row)]
    return Sight(
        tuple(code for row in offers for code in row),
        tuple(classics),
        tuple(row for row in rest if row not in classics),
        other,
    )


def rows(state: State, labels: Sequence[Label]) -> list[list[Label]]:
    """The labels of a photograph in rows: cards and backs as they lie side by side, everything else by itself at the end."""
    cards = [label for label in labels if label.place is not None and _is_card(state, label.code)]
    return [*lying.rows(cards, lambda code: _kind(state, code)), *([label] for label in labels if label not in cards)]


def _rows(state: State, rows: Sequence[Sequence[Label]]) -> tuple[list[Row], Row]:
    """Rows of cards and backs, each card once; and the other labels."""
    labels = [label for row in rows for label in row]
    other = tuple(dict.fromkeys(one.code for one in labels if one.code in state.box.pieces and not _is_card(state, one.code)))
    placed = {label.code: label for label in reversed(labels) if label.place is not None and label.code in state.box.card}
    backs = [label for label in labels if label.place is not None and label.code == BACK]
    lines = lying.rows([*placed.values(), *backs], lambda code: _kind(state, code))
    found = [tuple(label.code for label in line) for line in lines]
    done = set(placed)
    for row in rows:
        codes = []
        for code in (label.code for label in row if label.place is None):
            if code in wild_letters(state):
                codes.append(f"{code}={HIDDEN}")
            elif code == BACK or (code in state.box.card and code not in done):
                codes.append(code)
            done.add(code)
        if codes:
            found.append(tuple(codes))
    return found, other


def _is_card(state: State, code: str) -> bool:
    return code == BACK or code in state.box.card


def _kind(state: State, code: str) -> lying.Kind:
    return "back" if code == BACK else "classic" if card_of(state, code).timeless else "front"


def _is_offer(state: State, row: Row) -> bool:
    """Whether most of it lies in the offer row or can come into it; backs are of it only where cards are to be turned up."""
    coming = set(in_offer_deck(state))
    there = sum(code in state.row or code in coming for code in row)
    asked = any(one.kind == "row" for one in state.asks)
    return there * 2 > len(face_up(row) if asked else row)


def _is_classics(state: State, row: Row) -> bool:
    """Whether all are classics, most of them in play before one seat and none before another: those would be in a word."""
    if any(is_back(code) or not card_of(state, code).timeless for code in row):
        return False
    mine = [set(row) & set(one.timeless) for one in state.players]
    return any(2 * len(cards) > len(row) and cards == set().union(*mine) for cards in mine)
