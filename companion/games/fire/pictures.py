"""The pictures of the shipped box's tools in `static/fire/pieces.svg`."""

from __future__ import annotations

from collections.abc import Mapping

PICTURES: Mapping[str, tuple[str, str]] = {
    "01": ("Slingshot", "put_fire"),
    "02": ("Gloves", "set_aside"),
    "03": ("Bucket", "back_to_bag"),
    "04": ("Blanket", "set_aside"),
    "05": ("Sand", "no_embers"),
    "06": ("Shovel", "back_to_bag"),
    "07": ("Torch", "choose_of"),
    "08": ("Ladder", "move_token"),
    "09": ("Library Cart", "swap_cards"),
    "10": ("Axe", "swap_cards"),
    "11": ("Spare Key", "swap_cards"),
    "12": ("Medal", "points"),
    "13": ("Satchel", "again"),
    "14": ("Whistle", "take_tools"),
    "15": ("Hose", "cool"),
    "16": ("Bellows", "feed"),
    "17": ("Crowbar", "burn_section"),
    "18": ("Inventory", "points"),
    "19": ("Commendation", "points"),
    "20": ("Bookmark", "by_hand"),
}
"""Kind of a tool in the shipped box -> its name, what it does. The picture is `tool-KIND`."""
