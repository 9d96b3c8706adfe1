"""What a form calls the moves and what is left to choose in them; class names and fields stay the file format."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules import N_

WORDS: Mapping[str, str] = {
    "GotBoard": N_("Tell a board"),
    "ChoseSide": N_("Choose the side"),
    "DrewCard": N_("Tell a treasure card"),
    "IntoTheMine": N_("INTO THE MINE!"),
    "OutOfTheMine": N_("OUT OF THE MINE!"),
    "AllStop": N_("All stop"),
    "Counted": N_("Tell what stayed empty"),
    "Laid": N_("Tell the tiles"),
    "seat": N_("Whose?"),
    "board": N_("Which board?"),
    "side": N_("Which side?"),
    "card": N_("Which card?"),
    "empty": N_("How many empty spaces?"),
    "elves": N_("Points from elves"),
    "finds": N_("Points from finds"),
    "tiles": N_("Which tiles?"),
}
"""By class, by `Class.field`, or by field."""

SOURCES: Mapping[str, str] = {
    "score.ten": N_("Digging"),
    "score.empty": N_("Empty spaces"),
    "shout.right": N_("Shouts"),
    "shout.wrong": N_("Wrong shouts"),
    "elf.point": N_("Elves"),
    "find.good": N_("Good finds"),
    "find.bad": N_("Bad finds"),
    "score.floor": N_("No less than zero"),
}
"""Rule of a ledger line -> what its points are called."""
