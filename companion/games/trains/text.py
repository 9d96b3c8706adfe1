"""The rules of Game of Trains, by chapter of the rulebook (specification, section 6)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules import N_

RULES: Mapping[str, str] = {
    # Set-up
    "setup.deal": N_("Each player is dealt seven different cars; the rest is the draw pile."),
    "setup.line": N_("Each lays the cars descending from left to right, with the locomotive on the left."),
    "setup.first": N_("The first player is determined at random, once."),
    "setup.draw": N_("From the first player clockwise, players draw 1, 2, 3 and 4 start cards. All draw before anyone keeps."),
    "setup.keep": N_(
        "In the same order each keeps one of the cards drawn, puts it in place of one of its cars, and discards the others face "
        "down."
    ),
    "setup.order": N_("No turn begins before every player has kept a start card."),
    "setup.replaced": N_("The replaced cars go face up beside the draw pile; cards with the same ability pair off already now."),
    # The row
    "row.face_up": N_("Cards beside the draw pile lie face up and are there for every player."),
    "row.pairs": N_("As soon as two cards with the same ability lie beside the draw pile, both are discarded."),
    "row.odd": N_("After a remove ability cards pair off in order from the player who used it; of an odd number the last stays."),
    # Turns
    "turn.order": N_("Players take turns clockwise from the first player, in the order of the seats."),
    "turn.one_action": N_(
        "One action a turn: draw, or use an ability. Nobody may pass, and after drawing no ability may be used."
    ),
    "draw.put": N_("A drawn card is a number only: it must replace one of your cars; it may not be kept back or used."),
    "draw.nobody": N_("A card is drawn only when a player has chosen to draw or has a gap to refill."),
    "draw.shuffle": N_(
        "When the draw pile is empty, the discard is shuffled into a new one before anything else happens, or, if the table "
        "chose so, before the next card must be drawn; at no other time."
    ),
    "put.nothing": N_("Put only the card that you drew this turn."),
    "line.space": N_("A line has the spaces 1 to 7, counted from the locomotive."),
    "use.row": N_("Use only a card that lies beside the draw pile. If none lies there, the only action is to draw."),
    "use.ability": N_("A card has the one ability that it shows."),
    "use.discard": N_("The used card is discarded first, so it pairs with nothing; a protect card goes under the car instead."),
    "card.unknown": N_("Such a card is not in this box."),
    "card.elsewhere": N_("Every card exists once; this one lies elsewhere."),
    "card.discarded": N_("This card is in the discard pile and cannot come before the next shuffle."),
    # Abilities
    "swap.adjacent": N_("Swap two neighbouring cars of your line."),
    "swap.over": N_("Swap two cars of your line with exactly one between them."),
    "move.right": N_("Move a car exactly two spaces right: never from the last two spaces."),
    "move.left": N_("Move a car exactly two spaces left: never from the first two spaces."),
    "remove.card": N_("Every player, the user too, removes the car on the named end or in the middle to the row."),
    "remove.protected": N_("A locked car is not removed; its owner draws nothing and the lock stays."),
    "remove.refill": N_(
        "Then, from the user clockwise, each who removed a car draws the top card into the same space. No turn goes on before "
        "all gaps are filled."
    ),
    "remove.stops": N_("If a refill makes a line ascend, the game stops there; later players do not refill."),
    "remove.nobody": N_("If the table chose so, a remove card may be used only when at least one car can be removed."),
    "protect.where": N_("A lock goes under the leftmost, the middle or the rightmost car of your own line."),
    "protect.once": N_("One lock a car. With three locks on, protect cards cannot be used."),
    "protect.lost": N_(
        "A locked car whose space changes by your own action loses its lock; the lock card goes to the discard, not to the row."
    ),
    "protect.under": N_("The lock card is neither a car nor in the row: its number and ability count for nothing there."),
    # End
    "end.ascending": N_(
        "The game ends at once when a line of 7 cars ascends from left to right. A line with a gap does not count."
    ),
    "end.over": N_("The game is over."),
}
