"""What a form calls the moves and what is left to choose in them; class names and fields stay the file format."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules import N_

WORDS: Mapping[str, str] = {
    "Starters": N_("Tell the starting cards"),
    "First": N_("Tell who goes first"),
    "Turned": N_("Tell what was turned up"),
    "Drew": N_("Tell what was drawn"),
    "Seen": N_("Name hidden cards"),
    "Ink": N_("Draw with ink"),
    "Remove": N_("Remove ink"),
    "Ghostwriter": N_("Ask for a ghostwriter"),
    "Word": N_("Spell a word"),
    "Vote": N_("Vote on the word"),
    "Skip": N_("Skip the turn"),
    "Uncover": N_("Uncover a wild"),
    "Double": N_("Double a card"),
    "Take": N_("Take"),
    "Sort": N_("Put the cards back"),
    "Trash": N_("Trash a card"),
    "Jail": N_("Jail a card"),
    "Give": N_("Return a token"),
    "Flush": N_("Empty the offer row"),
    "Buy": N_("Buy a card"),
    "BuyInk": N_("Buy ink"),
    "SellInk": N_("Sell ink"),
    "EndTurn": N_("End the turn"),
    "Count": N_("Set the markers"),
    "seat": N_("Whose?"),
    "set": N_("Which set?"),
    "cards": N_("Which cards?"),
    "card": N_("Which card?"),
    "Word.cards": N_("Which tiles, from the left?"),
    "ghost": N_("Who helped?"),
    "top": N_("On top of the draw pile, the topmost first"),
    "discard": N_("On the discard pile"),
    "where": N_("Where?"),
    "side": N_("Which side?"),
    "half": N_("Above or below the line?"),
    "what": N_("What?"),
    "count": N_("How many?"),
    "coins": N_("For how many coins?"),
}
"""By class, by `Class.field`, or by field."""
