"""What a form calls the moves and what is left to choose in them; class names and fields stay the file format."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules import N_

WORDS: Mapping[str, str] = {
    "Dealt": N_("Tell the deal"),
    "First": N_("Tell who begins"),
    "Offered": N_("Tell the start cards"),
    "Kept": N_("Keep a start card"),
    "Draw": N_("Draw a card"),
    "Drew": N_("Tell the card"),
    "Put": N_("Put the drawn card"),
    "SwapAdjacent": N_("Swap neighbours"),
    "SwapOver": N_("Swap over one"),
    "MoveRight": N_("Move two right"),
    "MoveLeft": N_("Move two left"),
    "Remove": N_("Remove cars"),
    "Protect": N_("Lock a car"),
    "Shuffled": N_("The discard was shuffled"),
    "Dealt.cards": N_("Which seven cars?"),
    "Offered.cards": N_("Which start cards?"),
    "seat": N_("Whose?"),
    "card": N_("Which card?"),
    "space": N_("On which space?"),
}
"""By class, by `Class.field`, or by field."""
