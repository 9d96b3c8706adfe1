"""The rules of Fire in the Library, one sentence each, by chapter of the rulebook (specification, section 6)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules import N_

RULES: Mapping[str, str] = {
    # Setting up
    "fire.setup.seats": N_(
        "One to six play, people and Robots together; each has a figure beside the track and its reference card."
    ),
    "fire.setup.bag": N_("All books and 7 fires go into the bag; the other fires are laid aside."),
    "fire.setup.library": N_("Each section is a pile sorted by value, lowest on top; icons on the first top cards add no fire."),
    "fire.setup.market": N_("Three tools lie face up below the deck; there are always three as long as tools last."),
    "fire.setup.hands": N_("Each person has two tools, kept secret until played; a hand has no limit."),
    "fire.setup.turn_cards": N_("Everyone is dealt a different turn order card of those in use."),
    "fire.setup.few": N_(
        "With one to three playing, tools for four stay in the box; two use the cards 1 to 3, three 1 to 4, more as many cards "
        "as there are players; a single person uses all six."
    ),
    "fire.piece.foreign": N_("Only pieces of this box can be named."),
    # Step 1: turn order
    "fire.order.first": N_("In round 1 the order is the deal; the lowest card dealt begins."),
    "fire.order.lowest": N_("From round 2 the lowest score chooses first, then the next lowest."),
    "fire.order.tie": N_("On equal points whoever reached them first, the figure underneath, chooses first."),
    "fire.order.youngest": N_(
        "Among people at 0 points the youngest chooses first, so ages are told before choosing; Robots at 0 come after people."
    ),
    "fire.order.ages": N_("Ages are told once, with ranks from 1 for the youngest, each rank once."),
    "fire.order.taken": N_("Choose a card that is in use and lies in the middle."),
    # Step 2: turns
    "fire.turn.order": N_(
        "Turns go by ascending card; only the active player acts in a turn, and only the table tells what comes."
    ),
    "fire.turn.step": N_("This does not belong to this phase."),
    "fire.turn.pending": N_(
        "First finish what was begun: the drawn token, the tokens of a tool, what is done by hand, the tool of a clash."
    ),
    "fire.saving.leftmost": N_("A token goes to the leftmost empty space, also into a gap."),
    "fire.saving.full": N_("Without an empty space no token can be drawn or laid."),
    "fire.saving.one": N_("Draw at least one token before stopping."),
    "fire.saving.stop": N_("You may stop any time before the fire spreads; with a full card you must."),
    "fire.bag.open": N_("Drawn tokens are open: none can be hidden."),
    "fire.bag.twice": N_("A piece that lies on the card, on a tool or beside it cannot be drawn or counted in the bag."),
    "fire.bag.none": N_("No token of this kind is left in the bag."),
    "fire.spread.second": N_("A fire that is laid while another lies anywhere on the card makes the fire spread."),
    "fire.spread.risk": N_("A fire laid on a risk space makes the fire spread."),
    "fire.spread.safe": N_("A first fire on a safe space stays, takes the space and scores nothing."),
    "fire.spread.decide": N_("While the fire spreads there is no drawing and no stopping: stop the fire with a tool, or burn."),
    "fire.spread.stop": N_("Only removing the fire that made it spread stops it; then saving goes on at once."),
    "fire.burn.books": N_("For each book on the card the top card of its section is removed; nothing is scored."),
    "fire.burn.lowest": N_("If no book was laid on the card this turn, the top card with the lowest Burn Index is removed."),
    "fire.burn.icons": N_("One fire goes from aside to the bag for each fire icon on each card that the burn revealed."),
    "fire.burn.supply": N_("If fewer fires lie aside than icons, those that are there are added."),
    "fire.burn.back": N_("All tokens go back to the bag; the player takes a tool from market or deck; the turn is over."),
    "fire.score.knowledge": N_("Each book scores the value now on top of its section."),
    "fire.score.bravery": N_("Bravery is the number of the rightmost risk space with a token."),
    "fire.score.tool": N_("With no token on a risk space the player takes a tool instead, from market or deck."),
    "fire.score.track": N_("The figure moves by the sum; who comes later to a value lies on top; there is no upper end."),
    "fire.score.back": N_(
        "At the end of a turn all tokens and tools in play are cleared, the card goes back to the middle and the bag moves on."
    ),
    # Step 3: end of the round
    "fire.round.burn": N_("After the last turn the top card with the lowest Burn Index is removed."),
    "fire.round.swap": N_(
        "Then each person may once discard a tool, openly, and draw the top one; this is over when the first card is chosen or "
        "the first turn order tool is played."
    ),
    # End of the game
    "fire.end.destroyed": N_("When a Destroyed card is revealed, by whatever, the game ends at once."),
    "fire.end.tools": N_("Then end tools are played, and counted up."),
    "fire.end.winner": N_("The highest score wins, Robots included."),
    "fire.end.tie": N_("Equal highest scores share the win, unless the table chose that whoever was there first wins."),
    "fire.end.over": N_("The game is over."),
    # Tools
    "fire.tool.off": N_("This game is played without tools."),
    "fire.tool.elsewhere": N_("This tool is known to be somewhere else."),
    "fire.tool.hand": N_("Nothing in this hand can be this tool."),
    "fire.tool.first_round": N_(
        "No tool is played in the first round, unless the table chose otherwise; then all but turn order tools are."
    ),
    "fire.tool.window": N_(
        "A tool is played in its window: turn order in Step 1 from round 2, saving while books are saved, spread while the fire "
        "spreads, after scoring when the points and the tool are taken, end after the library has fallen."
    ),
    "fire.tool.who": N_("The card says whether the active player, another, or anyone may play it."),
    "fire.tool.pick": N_("The choice does not fit the tool."),
    "fire.tool.nothing": N_("There is nothing for the tool to work on."),
    "fire.tool.no_arson": N_("No tool of another may make the active player’s fire spread; doing it to yourself is allowed."),
    "fire.tool.resolved": N_("A resolved tool is discarded; tokens on it go to the bag at the end of the turn."),
    "fire.tool.clash": N_(
        "Of tools laid at the same moment the lower score plays, on a tie whoever was there first; the others take theirs back."
    ),
    "fire.tool.points": N_("Points by a tool."),
    "fire.tool.market": N_("From the market only a tool that lies there."),
    "fire.tool.empty": N_(
        "When a tool is to be drawn and the deck is empty, the discards are shuffled into it; with neither no tool is drawn."
    ),
    "fire.tool.told": N_("When tools are told to Companion, the table first tells each new tool."),
    # By hand, recounts
    "fire.byhand.conserve": N_("By hand, every piece must be where it is taken from, and its place must be free."),
    "fire.byhand.points": N_("Points declared by the table. No score falls below 0."),
    "fire.recount.twice": N_("One piece is named twice in the count."),
    "fire.recount.differs": N_("The count is not what must be in the bag."),
    "fire.recount.too_many": N_("That is more of a kind than the box has, less those on the card and on tools."),
    "fire.library.differs": N_("The top cards are not those that must lie there."),
    # The lone librarian and Robots: house rules
    "fire.lone.once": N_("House rule: alone, each turn order card is used once."),
    "fire.lone.turns": N_("House rule: alone, the game also ends after the sixth turn, without a burn."),
    "fire.lone.target": N_("House rule: the lone librarian wins by reaching the points agreed on."),
    "fire.robot.lowest": N_("House rule: a Robot takes the lowest card left when it is its turn to choose."),
    "fire.robot.three": N_(
        "House rule: a Robot draws until as many tokens as agreed lie on its card, or no space is left, then stops."
    ),
    "fire.robot.no_tools": N_(
        "House rule: a Robot has no hand, takes no tool and does not swap; people may play tools in its turn."
    ),
}
