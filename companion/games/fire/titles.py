"""What a form calls the moves and what is left to choose in them; class names and fields stay the file format."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules import N_

WORDS: Mapping[str, str] = {
    "TurnCards": N_("Tell the deal"),
    "Ages": N_("Tell the ages"),
    "TurnedUp": N_("Tell a tool of the market"),
    "Held": N_("Tell a tool of the hand"),
    "Swap": N_("Swap a tool"),
    "ChooseCard": N_("Choose a turn order card"),
    "StartSaving": N_("Take the bag"),
    "Draw": N_("Draw a token"),
    "Drew": N_("Tell the token"),
    "Place": N_("Lay a token on the card"),
    "Stop": N_("Stop and score"),
    "Burn": N_("Let it burn"),
    "TakeTool": N_("Take a tool"),
    "EndTurn": N_("Pass the bag on"),
    "PlayTool": N_("Play a tool"),
    "ByHand": N_("Tell what was done by hand"),
    "Clash": N_("Tools laid at the same moment"),
    "CountUp": N_("Count up"),
    "Recount": N_("Count the bag"),
    "Tops": N_("Check the library"),
    "TurnCards.cards": N_("Whose card is which?"),
    "Ages.rank": N_("Who is how old? 1 is the youngest."),
    "tool": N_("Which tool?"),
    "from": N_("From where?"),
    "PlayTool.pick": N_("On what?"),
    "Place.token": N_("Which token?"),
    "Drew.token": N_("Which token?"),
    "ByHand.tokens": N_("Tokens: which, from where, to where"),
    "ByHand.points": N_("Points for each"),
    "ByHand.turn_cards": N_("Turn order cards"),
    "ByHand.tools": N_("Tools: which, from where, to where"),
    "Clash.tools": N_("Whose tool is which?"),
    "Recount.tokens": N_("Which tokens are in the bag?"),
    "Tops.cards": N_("The four top cards"),
    "accept": N_("Play on with what was counted?"),
}
"""By class, by `Class.field`, or by field."""

OPTION_VALUES = (N_("shared"), N_("first there"))
"""What a form calls the values of options, which it shows without underscores."""
