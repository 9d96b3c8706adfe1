"""The rules of Hardback, by chapter (specification, section 6)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules import N_

RULES: Mapping[str, str] = {
    # Setup and the table
    "setup.options": N_("One to five can play: one alone only against Penny Dreadful, and a vote needs at least two."),
    "setup.once": N_("The starting cards of each player, and who goes first, are told once."),
    "setup.seat": N_("Starting cards and the first turn go to somebody who sits at the table."),
    "setup.set": N_("Each player has one of the five sets of coin starters; the dots on the cards tell them apart."),
    "setup.two": N_("Each player is dealt two different prestige starters."),
    "setup.prestige": N_("The two cards dealt at random are prestige starters that nobody else was dealt."),
    "setup.first": N_("Play begins when everyone’s starting cards, the first player and the offer row have been told."),
    "setup.deck": N_(
        "Everyone starts with ten cards: A E I L N R S T with a coin each and two of the ten with one prestige. The other "
        "starters go back to the box. Each draws five."
    ),
    "turn.order": N_("Play goes clockwise, and each move belongs to its player or to the table."),
    "turn.phase": N_("A turn goes in order: word, benefits, purchases, end. This belongs to another part of it."),
    "game.over": N_("The game is over."),
    "table.first": N_("First the cards that came are told; then play goes on."),
    "turned.none": N_("A card is turned up only for an empty place of the offer row."),
    "turned.count": N_("As many cards are turned up as there are empty places in the offer row."),
    "turned.seen": N_("Only cards that lie nowhere else can come from the offer deck."),
    "deck.rebuild": N_(
        "When the offer deck is empty and a card must be turned up, the offer cards that left the game are shuffled into a new "
        "one. If there are none, the place stays empty."
    ),
    "drew.none": N_("A drawn card is told only when someone has one to tell."),
    "drew.seat": N_("The card is told for the player who draws it."),
    "drew.count": N_("As many cards are told as were drawn."),
    "drew.open": N_("A card drawn with ink lies face up for everyone."),
    "drew.top": N_("The card on top of a draw pile that someone has put there is the next to come."),
    "drew.owned": N_("A player draws only cards of the own deck that can lie in the draw pile."),
    "draw.reshuffle": N_(
        "If the draw pile is too short, draw what is there, shuffle the discard pile into a new one and go on; if nothing is "
        "left, stop."
    ),
    "seen.place": N_("A card can be named where it may lie: hidden, in the hand or discard pile of the one who owns it."),
    "seen.count": N_("No more cards can be named than lie there hidden."),
    "piece.unknown": N_("A card is named by the code on its label, and is one of this box."),
    "count.ruling": N_("Markers are set to what lies on the table only when the table agrees on it."),
    # Ink, remover, ghostwriter
    "ink.time": N_("Draw with ink before your word, or while others have their turn."),
    "remover.time": N_("Use a remover before your word, or while others have their turn."),
    "ink.token": N_("Each extra card costs one ink."),
    "remover.token": N_("Each ink that is cancelled costs one remover."),
    "ink.nothing": N_("With no card left to draw, no ink is spent."),
    "remover.inked": N_("A remover takes the ink off one of your own cards that were drawn with ink."),
    "ghost.hand": N_("Who asks for a ghostwriter shows all cards in hand, no more and no fewer."),
    "ghost.asked": N_("A ghostwriter can help only after the hand was shown."),
    "ghost.other": N_("The ghostwriter is another player."),
    "ghost.pay": N_(
        "When the word stands the ghostwriter gets one ink from the supply, and at the end of the turn the inks that lay on the "
        "cards of the word."
    ),
    # The word
    "word.length": N_("A word has at least the letters the table agreed on; usually two."),
    "word.twice": N_("A card is used once in a word."),
    "ink.wild": N_("A card drawn with ink lies face up and cannot be wild."),
    "timeless.wild": N_("A classic in play cannot be wild, whoever owns it."),
    "word.owned": N_("A word is made of your hand, your inked cards and any classics in play."),
    "word.count": N_("No more cards can be played from the hand than it has."),
    "ink.all": N_("Every card drawn with ink must be in the word."),
    "word.unique": N_("If the table chose so, a word may not be spelled again."),
    "word.dictionary": N_("The word must be in the list that the table chose."),
    "vote.once": N_("Each of the others votes once."),
    "word.own": N_("A word of classics alone is allowed. The exact word is in the list or it is not."),
    "vote.rejected": N_("A rejected word costs nothing: its cards go back where they were, and another word is tried."),
    "word.skip": N_(
        "Who cannot spell skips the turn: hand and inked cards are discarded, their ink is lost, nothing is gained or bought, "
        "own classics stay, and five cards are drawn."
    ),
    "discard.unused": N_("Cards of the hand that are not in the word are discarded before the benefits."),
    # Benefits
    "benefit.up": N_("Your cards that lie face up in the word count, and your classics in play whether they are in it or not."),
    "benefit.wild": N_("A wild gives nothing: no coins, no prestige, no genre, no ability."),
    "benefit.genre": N_("What stands below the line counts when at least two of your cards that count have that genre."),
    "benefits.closed": N_("Benefits come before buying."),
    "uncover.none": N_("To uncover takes a card that can, whose ability is active and not yet used."),
    "uncover.adjacent": N_("Only a wild directly beside the card can be uncovered."),
    "uncover.card": N_("The uncovered card is one that can lie there."),
    "uncover.tell": N_("A wild that is uncovered is named."),
    "uncover.choose": N_("With a wild on both sides, say which is uncovered; uncovering may not be left out."),
    "uncover.effect": N_("An uncovered card keeps its letter in the word, gives all its benefits, and still counts as a wild."),
    "double.none": N_("To double takes a card that can, whose ability is active and not yet used."),
    "double.adjacent": N_("Only a card of yours that lies face up directly beside it in the word can be doubled."),
    "double.choose": N_("With a card to double on both sides, say which; doubling may not be left out."),
    "double.effect": N_("Each doubling adds the card’s coins and prestige once more: two make three. Abilities stay single."),
    "take.none": N_("Take only what a card that counts leaves to choose, and once."),
    "take.choose": N_("Decide between coins and prestige, and between ink and remover, before buying."),
    "take.look": N_("There is no card to look at."),
    "trash.none": N_("To trash takes a card that can, whose ability is active and not yet used."),
    "trash.word": N_("Letters of the word cannot be trashed by another card."),
    "trash.discard": N_("Only a card of your own discard pile can be trashed."),
    "trash.effect": N_("A trashed card leaves the deck at once. One that trashes itself still counts in this word."),
    "jail.none": N_("To jail takes a card that can, whose ability is active and not yet used."),
    "jail.row": N_("Only a card of the offer row can be jailed or removed."),
    "jail.one": N_("One card fits in a jail: the old one leaves the game when a new one is kept."),
    "sort.none": N_("Cards are sorted only after looking at the draw pile."),
    "sort.cards": N_("Exactly the cards looked at go back on the draw pile or to the discard pile."),
    "give.none": N_("Nobody has to return anything now."),
    "give.token": N_("Return only what you have."),
    "give.choose": N_("Who has ink and remover says which is returned; one kind goes by itself."),
    # Buying
    "flush.penny": N_("Against Penny Dreadful the offer row is not emptied."),
    "flush.once": N_("The offer row is emptied once a turn."),
    "flush.bought": N_("The offer row is emptied before the first card is bought."),
    "flush.row": N_("The offer row is emptied only if at least four of its cards cost 6 or more, or share a genre."),
    "buy.jail": N_("A jailed card is reserved for its owner."),
    "buy.row": N_("Buy what is on offer: a card of the row or of your own jail."),
    "buy.coins": N_("Whoever buys pays the cost in coins."),
    "buy.count": N_("At least one is bought or sold."),
    "buy.card": N_(
        "A bought card goes to the discard pile, its place is filled at once, and the prestige at its price is scored once."
    ),
    "ink.three": N_("Three ink make one coin while you buy."),
    "advert.off": N_("This table plays without adverts."),
    "advert.done": N_("All adverts are bought already; they are bought in order."),
    "coins.lost": N_("Coins that are not spent are lost."),
    # End of turn
    "discard.word": N_("The cards of the word go to the discard pile, wilds too."),
    "timeless.stays": N_("Your classic that lay face up stays in play; one that was wild is discarded."),
    "timeless.used": N_("Classics of others that you used go to their owners’ discard piles."),
    "ink.back": N_("Ink on cards goes back to the supply, or to the ghostwriter."),
    "draw.five": N_("At the end of the turn five cards are drawn."),
    "row.cycle": N_("If the table chose so: after a turn without card, jail or flush the oldest offer is replaced."),
    "end.round": N_("When somebody has reached the goal, the round is finished, so that all have had equal turns."),
    # Options
    "award.take": N_("A word of seven letters or more that is longer than any before takes the award for its length."),
    "penny.takes": N_("After each turn Penny Dreadful takes the oldest offer and scores its cost."),
    "penny.romance": N_("Signature of romance: a romance card counts double for Penny."),
    "penny.mystery": N_("Signature of mystery: after a mystery card the cheapest offer goes too, for no prestige."),
    "penny.adventure": N_("Signature of adventure: one for Penny for each card bought while another adventure card is on offer."),
    "penny.horror": N_("Signature of horror: one for Penny for each ink spent while a horror card is on offer."),
    "penny.classic": N_("A card turned up sends away the oldest classic of its genre of the player on turn."),
    "penny.beaten": N_("When all together have the goal times the players at the end of a turn, they win."),
    "penny.wins": N_("When Penny has the goal times the players first, she wins."),
    # Scoring
    "score.basic": N_("Prestige above the line of a card that counts."),
    "score.genre": N_("Prestige below the line of a card whose genre counts."),
    "score.either": N_("Prestige that was taken instead of coins."),
    "score.trash": N_("Prestige for a trashed card."),
    "score.buy": N_("Prestige at the price of a card, once when it is bought."),
    "score.advert": N_("Prestige for an advert."),
    "score.award": N_("Prestige for the literary award that is held at the end."),
    "end.prestige": N_("The most prestige wins, awards included."),
    "end.ink": N_("On equal prestige the most ink left wins; remover does not count."),
    "end.shared": N_("On equal prestige and ink the victory is shared."),
}
"""Rule id -> a sentence for players. What may be set aside by a Ruling stands in the specification, marked R."""
