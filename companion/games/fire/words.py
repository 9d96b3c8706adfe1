"""The words of the shipped box, marked for translation, and the pictures of its tools.

A box names its own pieces; a name that stands here too is shown in the reader's language. A test compares with the box.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules import N_

SECTION_NAMES = (N_("Fables"), N_("History"), N_("War"), N_("Geography"))
COLOURS = (N_("purple"), N_("black"), N_("yellow"), N_("white"))
TOKEN_NAMES = (N_("purple book"), N_("black book"), N_("yellow book"), N_("white book"), N_("fire"))
OPTION_VALUES = (N_("shared"), N_("first there"))
"""What a form calls the values of options, which it shows without underscores."""
TITLES = (N_("Fire in the Library (house tables)"),)

PICTURES: Mapping[str, tuple[str, str]] = {
    "01": (N_("Slingshot"), "put_fire"),
    "02": (N_("Gloves"), "set_aside"),
    "03": (N_("Bucket"), "back_to_bag"),
    "04": (N_("Blanket"), "set_aside"),
    "05": (N_("Sand"), "no_embers"),
    "06": (N_("Shovel"), "back_to_bag"),
    "07": (N_("Torch"), "choose_of"),
    "08": (N_("Ladder"), "move_token"),
    "09": (N_("Library Cart"), "swap_cards"),
    "10": (N_("Axe"), "swap_cards"),
    "11": (N_("Spare Key"), "swap_cards"),
    "12": (N_("Medal"), "points"),
    "13": (N_("Satchel"), "again"),
    "14": (N_("Whistle"), "take_tools"),
    "15": (N_("Hose"), "cool"),
    "16": (N_("Bellows"), "feed"),
    "17": (N_("Crowbar"), "burn_section"),
    "18": (N_("Inventory"), "points"),
    "19": (N_("Commendation"), "points"),
    "20": (N_("Bookmark"), "by_hand"),
}
"""Kind of a tool in the shipped box -> its name, what it does. The picture is `tool-KIND`."""

TOOL_TEXTS = (
    N_("Take a fire token out of the bag and lay it on the leftmost empty space of the active player's card."),
    N_("Lay the fire token that made the fire spread on the Gloves until your turn ends."),
    N_("Put the fire token that made the fire spread back into the bag."),
    N_("Lay one or two of your book tokens on the Blanket: they do not burn."),
    N_("Fire icons revealed by this spread add no fire tokens to the bag."),
    N_("Put a fire token from your card back into the bag."),
    N_("Draw two tokens; lay one of them on your card and put the other back into the bag."),
    N_("Move one token on your card to an empty space; a fire may not move to a risk space."),
    N_("Exchange the turn order cards of two other players who have chosen."),
    N_("Exchange your turn order card with that of another player who has chosen."),
    N_("Exchange your turn order card with one that lies in the middle."),
    N_("Score 2 points."),
    N_("Score the value of one book on your card a second time."),
    N_("Take two tools."),
    N_("Take a fire token out of the bag and lay it aside with the unused ones."),
    N_("Put one unused fire token into the bag."),
    N_("Remove the top card of a section of your choice."),
    N_("Score 1 point for each tool left in your hand."),
    N_("Score 3 points."),
    N_("Exchange one token on the active player's card with a token of another kind from the bag."),
)
