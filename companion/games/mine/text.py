"""The rules of Out of Mine!, by chapter of the rulebook (specification, section 6)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules import N_

RULES: Mapping[str, str] = {
    "who.moves": N_(
        "Players tell their own side, shout and result; boards, cards, the order and the stop are told by the table."
    ),
    # Set-up and boards
    "setup.tiles": N_("The crystal tiles lie sorted by colour in the middle, in reach of all."),
    "setup.boards": N_(
        "Two to four play. Each gets a gallery board at random, six more are the draw pile, and the others stay in the box."
    ),
    "boards.when": N_("Board and side are told before the player’s result of the round."),
    "boards.one": N_("A player has one board a round."),
    "boards.unknown": N_("Only boards of this box can come."),
    "side.unknown": N_("A board has the sides A and B."),
    "boards.twice": N_("A board lies before one player only."),
    "boards.out": N_("The board of a player who shouted went back into the box and does not return."),
    "boards.pool": N_("In play are the boards kept from the last round, and one from the pile if somebody shouted."),
    "side.board_first": N_("Tell the board before the side."),
    "side.one": N_("The side is chosen once a round."),
    "side.choose": N_("A player decides which side of the board to play."),
    "side.other": N_("Who gets the same board as in the last round plays its other side."),
    # Cards
    "cards.draw": N_("Each player draws one treasure card face down."),
    "cards.when": N_("The treasure card is told before the player’s result of the round."),
    "cards.one": N_("A player draws one treasure card a round."),
    "cards.unknown": N_("Only treasure cards of this box can come."),
    "cards.used": N_("A treasure card comes once a game."),
    "cards.reveal": N_("At the king’s order all turn up their treasure cards."),
    "mine.start": N_("The dwarf king gives the order INTO THE MINE!"),
    "mine.once": N_("The order is given once a round."),
    # Digging
    "dig.tiles": N_("Only tiles that the treasure card names may be used."),
    "dig.edge": N_("No tile may stick out over the edge of the gallery."),
    "dig.one_hand": N_("Tiles are taken and laid with one hand; tiles that lie on the board may be moved with both."),
    "dig.return": N_("A tile that is not wanted goes back before another is taken."),
    # The shout
    "shout.first": N_("Whoever first covers all spaces shouts OUT OF THE MINE! From then on no tile may be laid."),
    "shout.before": N_("Nobody shouts before the order INTO THE MINE!"),
    "shout.one": N_("One shout a round; if two shout together, the table says who was first."),
    "stop.nobody": N_("If nobody can finish, the table may stop together: no bonus, no penalty, and no board is exchanged."),
    "stop.when": N_("The table can only stop a round while all are digging."),
    # The check
    "check.sticks_out": N_("First every tile comes off that lies wholly or partly on rock or beyond the board."),
    "check.colour": N_("Then every tile comes off whose colour the treasure card does not name."),
    "check.number": N_("If then more tiles of a colour remain than the card allows, the surplus comes off; fewer are allowed."),
    "check.surplus": N_(
        "Of a surplus those tiles come off that are worth least to the player; among equals the one listed last."
    ),
    "lay.known": N_("Tiles can be told once board, side and treasure card are told."),
    "lay.cell": N_("Tiles lie on cells of the board’s grid."),
    "lay.colour": N_("Tiles have the colours of this box."),
    "lay.shape": N_("The cells of a tile form one of the shapes of its colour, turned or mirrored."),
    "lay.overlap": N_("Two tiles cannot lie on one cell."),
    "lay.supply": N_("On all boards together there lie no more tiles of a colour or shape than the box has."),
    "lay.find": N_("A tile shows a find of this box, and no more tiles of its shape show it than the box has."),
    "count.when": N_("Results are told after the shout, or after the table has stopped."),
    "count.once": N_("One result a player and round."),
    "count.empty": N_("No fewer spaces than none and no more than the gallery has can be empty."),
    "count.elves": N_("Only with elves in play: each elf of the side gives at most one point."),
    "count.finds": N_("Only with finds in play: from -20 to 20 points."),
    # Scoring
    "score.ten": N_("Each player gets 10 points."),
    "score.empty": N_("Each empty space costs a point."),
    "shout.right": N_("Who shouted and has covered every space correctly gets 2 points more."),
    "shout.wrong": N_("Who shouted and has not covered every space correctly loses 2 points."),
    "elf.point": N_("Each elf beside a tile of its own colour gives a point."),
    "find.good": N_("Good finds give the points that the treasure card names."),
    "find.bad": N_("Bad finds cost the points that the treasure card names."),
    "score.zero": N_("More than 10 empty spaces give zero points and nothing else."),
    "score.floor": N_("A round is never worth less than zero points, if the table chose so."),
    # Exchange and end
    "exchange.board": N_("The board of the player who shouted goes back into the box, and a new one comes from the pile."),
    "exchange.shuffle": N_("All boards in play are shuffled and dealt again."),
    "exchange.tiles": N_("All tiles go back to the middle."),
    "end.seven": N_("The game ends after the seventh round."),
    "end.most": N_("The player with most points wins."),
    "end.tie": N_("Players with equally many points share the victory; or, if chosen, fewest empty spaces in all rounds decide."),
    "end.over": N_("The game is over."),
}
