"""What a form calls the moves and what is left to choose in them; class names and fields stay the file format."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules import N_

WORDS: Mapping[str, str] = {
    "Prestige": N_("Name the Prestige card"),
    "Drew": N_("Tell the card drawn"),
    "Flipped": N_("Tell the card flipped"),
    "Shuffled": N_("The discard was shuffled"),
    "Bribe": N_("Bribe the Librarian"),
    "Sell": N_("Sell the book"),
    "PayDay": N_("Pay a day"),
    "Accept": N_("Take the price"),
    "Hire": N_("Hire artisans"),
    "Dismiss": N_("Dismiss artisans"),
    "Showed": N_("Name hidden cards"),
    "EndTurn": N_("End the turn"),
    "Count": N_("Set the markers"),
    "card": N_("Which card?"),
    "cards": N_("Which cards?"),
    "tower": N_("Which tower?"),
    "pay": N_("Which card pays?"),
    "lift": N_("Which card lifts the bar?"),
    "spaces": N_("How many spaces?"),
    "florins": N_("How many Florins?"),
    "day": N_("Which day?"),
    "space": N_("On which space?"),
    "towers": N_("Which cubes?"),
}
"""By class, by `Class.field`, or by field."""

SOURCES: Mapping[str, str] = {
    "score.book": N_("Books"),
    "score.florins": N_("Florins"),
    "score.prestige": N_("Prestige"),
}
"""Rule of a ledger line -> what its points are called."""
