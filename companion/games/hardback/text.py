"""The rules of Hardback, by chapter (specification, sections 6 and 7)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules import N_

CHAPTERS: Mapping[str, Mapping[str, str]] = {
    N_("Setup and the table"): {
        "setup.options": N_("One to five people can play. Alone you play against Penny Dreadful, and a vote needs at least two."),
        "setup.once": N_("The starting cards of each player, and who goes first, are told once."),
        "setup.seat": N_("Starting cards and the first turn go to somebody who sits at the table."),
        "setup.set": N_("Each player has one of the five sets of coin starters; the dots on the cards tell them apart."),
        "setup.two": N_("Each player is dealt two different prestige starters."),
        "setup.prestige": N_("The two cards dealt at random are prestige starters that nobody else was dealt."),
        "setup.first": N_("Play begins when everyone’s starting cards, the first player and the offer row have been told."),
        "setup.deck": N_(
            "Everyone starts with ten cards: A E I L N R S T with one coin each, and two of B C D G H M O P U Y with one "
            "prestige each, dealt at random. The starters that are left go back to the box. Everyone draws five."
        ),
        "turn.order": N_(
            "Play goes clockwise. Each move belongs to the player on turn, to the player it names, or to the table."
        ),
        "turn.phase": N_("A turn has its order: spell a word, take its benefits, buy, and end the turn."),
        "game.over": N_("The game is over."),
        "table.first": N_("First the cards that came are told; then play goes on."),
        "turned.none": N_("A card is turned up only for an empty place of the offer row."),
        "turned.count": N_("As many cards are turned up as there are empty places in the offer row."),
        "turned.seen": N_("Only cards that lie nowhere else can come from the offer deck."),
        "deck.rebuild": N_(
            "When a card must be turned up and the offer deck is empty, the offer cards that left the game are shuffled into a "
            "new deck. If there are none, the place stays empty."
        ),
        "drew.none": N_("A drawn card is told only when somebody has drawn one."),
        "drew.seat": N_("A card is told for the player who drew it."),
        "drew.count": N_("As many cards are told as were drawn."),
        "drew.open": N_("A card drawn with ink lies face up for everyone, so it is named."),
        "drew.top": N_("A card that was put back on top of a draw pile is the next to come."),
        "drew.owned": N_("You draw only cards of your own deck that can lie in your draw pile."),
        "draw.reshuffle": N_(
            "If your draw pile is too short, draw what is there, shuffle your discard pile into a new one and go on. If nothing "
            "is left, stop."
        ),
        "seen.place": N_("A hidden card can be named where it may lie: in the hand or the discard pile of its owner."),
        "seen.count": N_("No more cards can be named than lie there hidden."),
        "piece.unknown": N_("A card is named by the code on its label, and is one of this box."),
        "count.ruling": N_("Markers are set to what lies on the table only when the table agrees on it."),
    },
    N_("Ink, remover, ghostwriter"): {
        "ink.time": N_("Draw with ink before your word, or while others have their turn."),
        "remover.time": N_("Use a remover before your word, or while others have their turn."),
        "ink.token": N_("Each extra card costs you one ink."),
        "remover.token": N_("Each ink that you take off a card costs you one remover."),
        "ink.nothing": N_("With no card left to draw, you keep your ink."),
        "remover.inked": N_("A remover takes the ink off one of your own cards that were drawn with ink."),
        "ghost.hand": N_("If you ask for a ghostwriter, you show all cards in your hand, no more and no fewer."),
        "ghost.asked": N_("A ghostwriter can help only after you have shown your hand."),
        "ghost.other": N_("The ghostwriter is another player."),
        "ghost.pay": N_(
            "When the word stands, the ghostwriter gets one ink from the supply, and at the end of the turn all ink that lay on "
            "cards of the word."
        ),
    },
    N_("The word"): {
        "word.length": N_("A word has at least as many letters as the table agreed on; usually two."),
        "word.twice": N_("A card is used once in a word."),
        "ink.wild": N_("A card drawn with ink lies face up and cannot be wild."),
        "timeless.wild": N_("A classic in play cannot be wild, whoever owns it."),
        "word.owned": N_("A word is made of your hand, your inked cards and any classics in play."),
        "word.count": N_("You cannot play more cards from your hand than it has."),
        "ink.all": N_("Every card that you drew with ink must be in your word."),
        "word.unique": N_("If the table chose so, a word may not be spelled again."),
        "word.dictionary": N_("The word must be in the list that the table chose, or the others accept it if the table votes."),
        "vote.once": N_("Each of the others votes once."),
        "word.own": N_("Classics alone may make a word. Only the exact word counts: it is in the list, or it is not."),
        "vote.rejected": N_("A rejected word costs you nothing: take its cards back and try another."),
        "word.skip": N_(
            "If you cannot spell a word, skip the turn: discard your hand and your inked cards, put their ink back into the "
            "supply, gain and buy nothing, and draw five. Your classics stay."
        ),
        "discard.unused": N_(
            "Cards of your hand that are not in the word are discarded before the benefits, so they can be trashed in this turn."
        ),
    },
    N_("Benefits"): {
        "benefit.up": N_(
            "Your cards that lie face up in the word count, and your classics in play, whether they are in it or not."
        ),
        "benefit.wild": N_("A wild gives nothing: no coins, no prestige, no genre, no ability."),
        "benefit.genre": N_(
            "What stands below the line of a card counts when at least two of your cards that count have its genre."
        ),
        "benefits.closed": N_("Benefits come before buying: the first purchase closes them."),
        "uncover.none": N_("A card can uncover once, if it says so and the half where it says so is active."),
        "uncover.adjacent": N_("Only a wild directly beside the card can be uncovered."),
        "uncover.card": N_("The uncovered card is one that can lie there."),
        "uncover.tell": N_("When a wild is uncovered, say which card it is."),
        "uncover.choose": N_("With a wild on both sides, say which is uncovered; uncovering may not be left out."),
        "uncover.effect": N_(
            "An uncovered card keeps its letter in the word, gives all its benefits, and still counts as a wild."
        ),
        "double.none": N_("A card can double once, if it says so and the half where it says so is active."),
        "double.adjacent": N_("Only a card of yours that lies face up directly beside it in the word can be doubled."),
        "double.choose": N_("With a card to double on both sides, say which; doubling may not be left out."),
        "double.effect": N_(
            "Each doubling adds the card’s coins and prestige once more: two doublings make three times. Abilities stay single."
        ),
        "take.none": N_("You take once what a card that counts leaves you to choose."),
        "take.choose": N_("Decide between coins and prestige, and between ink and remover, before you buy."),
        "take.look": N_("There is no card to look at."),
        "trash.none": N_("A card can trash once, if it says so and the half where it says so is active."),
        "trash.word": N_("Letters of the word cannot be trashed by another card."),
        "trash.discard": N_("Only a card of your own discard pile can be trashed."),
        "trash.effect": N_("A trashed card leaves your deck at once. One that trashes itself still counts in this word."),
        "jail.none": N_("A card can jail once, if it says so and the half where it says so is active."),
        "jail.row": N_("Only a card of the offer row can be jailed or removed."),
        "jail.one": N_(
            "One card fits in your jail: the old one leaves the game when you keep a new one. You need not jail at all."
        ),
        "sort.none": N_("Cards are put back only after you have looked at your draw pile."),
        "sort.cards": N_("Exactly the cards that you looked at go back on your draw pile or to your discard pile."),
        "give.none": N_("Nobody has to return anything now."),
        "give.token": N_("You return only what you have."),
        "give.choose": N_("If you have ink and remover, say which you return; one kind goes by itself."),
    },
    N_("Buying"): {
        "flush.penny": N_("Against Penny Dreadful the offer row is not emptied."),
        "flush.once": N_("The offer row may be emptied once a turn."),
        "flush.bought": N_("The offer row may be emptied only before the first card is bought."),
        "flush.row": N_("The offer row may be emptied only if at least four of its cards cost 6 or more, or share a genre."),
        "buy.jail": N_("A jailed card is reserved for the owner of the jail."),
        "buy.row": N_("Buy what is on offer: a card of the row or of your own jail."),
        "buy.coins": N_("You pay the cost with the coins of this turn."),
        "buy.count": N_("Buy or sell at least one."),
        "buy.card": N_(
            "A bought card goes to your discard pile and its place is filled at once. Prestige beside its price is scored once, "
            "when you buy it."
        ),
        "ink.three": N_("Three ink make one coin while you buy, as often as you like."),
        "advert.off": N_("This table plays without adverts."),
        "advert.done": N_("Adverts are bought in order, each once."),
        "coins.lost": N_("Coins that you do not spend are lost at the end of the turn."),
    },
    N_("The end of a turn"): {
        "discard.word": N_("The cards of your word go to your discard pile, wilds too."),
        "timeless.stays": N_("Your classic that lay face up stays in play; one that was wild is discarded."),
        "timeless.used": N_("Classics of others that you used go to their owners’ discard piles."),
        "ink.back": N_("Ink on cards goes back to the supply, or to the ghostwriter."),
        "draw.five": N_("At the end of your turn you draw five cards."),
        "row.cycle": N_(
            "If the table chose so: when a turn ends without a card bought, jailed or removed and without an emptied row, the "
            "oldest offer leaves the game and a new one is turned up."
        ),
        "end.round": N_(
            "When somebody has reached the goal, the round is finished, so that all have had equal turns; then the game ends."
        ),
    },
    N_("Awards and Penny Dreadful"): {
        "award.take": N_(
            "A word of seven letters or more that is longer than every award held takes the award for its length; the others "
            "lose theirs. Awards do not count for the goal."
        ),
        "penny.takes": N_("After each turn Penny Dreadful takes the oldest offer and scores its cost."),
        "penny.romance": N_("Signature of romance: a romance card counts double for Penny."),
        "penny.mystery": N_(
            "Signature of mystery: after a mystery card the cheapest offer leaves the game too, for no prestige."
        ),
        "penny.adventure": N_(
            "Signature of adventure: one for Penny for each card bought while another adventure card is on offer."
        ),
        "penny.horror": N_("Signature of horror: one for Penny for each ink spent while a horror card is on offer."),
        "penny.classic": N_(
            "Each card turned up sends the oldest classic in play of its genre, of the player on turn, to the discard pile."
        ),
        "penny.beaten": N_("When you all together have the goal times the number of players at the end of a turn, you win."),
        "penny.wins": N_("When Penny has the goal times the number of players first, she wins."),
    },
    N_("Scoring and the end"): {
        "score.basic": N_("Prestige above the line of a card that counts."),
        "score.genre": N_("Prestige below the line of a card whose genre counts."),
        "score.either": N_("Prestige that was taken instead of coins."),
        "score.trash": N_("Prestige for a trashed card."),
        "score.buy": N_("Prestige beside the price of a card, once, when it is bought."),
        "score.advert": N_("Prestige for an advert."),
        "score.award": N_("Prestige for the literary award that is held at the end."),
        "end.prestige": N_("The most prestige wins, awards included."),
        "end.ink": N_("On equal prestige the most ink left wins; remover does not count."),
        "end.shared": N_("On equal prestige and ink the victory is shared."),
    },
}
"""Heading -> rule id -> a sentence for players. What may be set aside by a Ruling stands in the specification, marked R."""

RULES: Mapping[str, str] = {rule: sentence for chapter in CHAPTERS.values() for rule, sentence in chapter.items()}
