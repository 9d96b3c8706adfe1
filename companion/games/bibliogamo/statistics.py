"""A finished game as a row of statistics, and how pages read such rows (specification, sections 2 and 7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.bibliogamo.pieces import Box
from companion.games.bibliogamo.scoring import score
from companion.games.bibliogamo.state import SEAT, State, collection
from companion.rules import Played, Sentence, say, total

CLERK: Mapping[str, float] = {"P1": 27.8, "P2": 29.1, "P3": 29.3, "P4": 28.0, "P5": 28.4, "P6": 27.8, "P7": 28.3}
"""House data: the points that the clerk makes in the mean with each Prestige card of the house box, in 4,200 games."""


def played(state: State) -> Mapping[str, Any]:
    """A finished game as a flat row: names of columns -> texts, whole numbers, truth, and one mean (None without a sale).

    `book_points`, `florin_points` and `prestige_points` add up to `points`.
    """
    lines = score(state)[SEAT]
    card = collection(state)
    points = total(lines)
    marks = sum(state.marks.values())
    prices = [sale.price for sale in state.sales]
    row: dict[str, Any] = {
        "points": points,
        "books": state.books,
        "florins": state.florins,
        "book_points": total(line for line in lines if line.rule == "score.book"),
        "florin_points": total(line for line in lines if line.rule == "score.florins"),
        "prestige_points": total(line for line in lines if line.rule == "score.prestige"),
        "prestige": state.prestige,
        "marks": marks,
        "complete": card is not None and marks == len(card.books),
    }
    row |= {f"books_{tower.lower()}": sum(sale.tower == tower for sale in state.sales) for tower in state.box.tower}
    return row | {
        "turns": state.turns,
        "paid_days": state.paid_days,
        "bribed": state.bribed,
        "mean_price": sum(prices) / len(prices) if prices else None,
        "empty_hires": state.empty_hires,
        "title": state.box.rank(points).name,
    }


def PLAYED(box: Box) -> Played:
    """What the columns are called, and which of them pages draw."""
    columns = {
        "points": say("Points"),
        "books": say("Books"),
        "florins": say("Florins"),
        "book_points": say("Points of books"),
        "florin_points": say("Points of Florins"),
        "prestige_points": say("Points of Prestige"),
        "prestige": say("Prestige card"),
        "marks": say("Marks"),
        "complete": say("Prestige card complete"),
    }
    columns |= {f"books_{name.lower()}": say("Books of {tower}", tower=Sentence(tower.name)) for name, tower in box.tower.items()}
    columns |= {
        "turns": say("Turns"),
        "paid_days": say("Paid days"),
        "bribed": say("Florins for bribes"),
        "mean_price": say("Mean price"),
        "empty_hires": say("Empty hires"),
        "title": say("Title"),
    }
    return Played(
        columns,
        parts=("book_points", "florin_points", "prestige_points"),
        causes=("paid_days", "bribed"),
        kind="prestige",
        kinds={code: Sentence(card.name) for code, card in box.collection.items()},
        usual=CLERK,
        usually=say("the clerk’s mean"),
    )


__all__ = ["CLERK", "PLAYED", "played"]
