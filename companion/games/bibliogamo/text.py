"""The rules of Bibliogamo, by chapter (specification, section 6)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules import N_

CHAPTERS: Mapping[str, Mapping[str, str]] = {
    N_("Set-up"): {
        "setup.prestige": N_("One Prestige card of the box belongs to the game and is named before the first day."),
        "setup.start": N_(
            "One plays. Day, Florins, books and the Librarian begin as the box says, usually day 0 and 3 Florins; no cube is at "
            "work."
        ),
        "setup.hand": N_("Five artisan cards are dealt from the shuffled pile."),
    },
    N_("Cards"): {
        "pile.faceup": N_("A flipped card lies face up: it is named. Only a card drawn to the hand may stay hidden."),
        "card.unknown": N_("Such an artisan card is not in this box."),
        "pile.shuffle": N_("When a card must come and the pile is empty, the discard is shuffled into a new pile; never before."),
        "card.place": N_("A card that lies in the hand, the discard or the price row cannot come from the pile."),
        "hand.hidden": N_("Only different cards that may be hidden in the hand can be shown, and no more than are hidden there."),
    },
    N_("The day and the Librarian"): {
        "turn.order": N_("A turn is: the day, the Librarian, his card, then bribes, a sale and hires, then the refill."),
        "day.advance": N_("Every turn the time marker goes one day on."),
        "librarian.three": N_("The Librarian walks three spaces clockwise."),
        "librarian.icon": N_(
            "Then he walks as the icon of the flipped card says, forward or back; the card goes to the discard. Only where he "
            "stops counts."
        ),
        "bar.kind": N_(
            "The kind at the bottom of his card is barred this turn: no card that places it may be hired unless another such "
            "card is discarded."
        ),
        "bar.idle": N_("A card is discarded to lift the bar only with a hire that needs it."),
        "bar.lift": N_(
            "The bar is lifted by another card of the hand that places the barred kind; it places nothing and pays nothing."
        ),
        "bar.payment": N_("If the table chose so, a card that places the barred kind cannot pay while the bar stands."),
    },
    N_("Bribes"): {
        "action.order": N_("Bribes come first, then the sale, then hires; each may be left out."),
        "bribe.step": N_("A bribe moves the Librarian at least one space and less than once round the city."),
        "bribe.cost": N_("A bribe costs one Florin a space, forward or back."),
    },
    N_("The sale"): {
        "sell.once": N_("One book is sold a turn."),
        "sell.tower": N_("The Librarian buys in the tower where he stands."),
        "sell.finished": N_("A book is finished when every kind of its recipe is full."),
        "price.two": N_("Two cards are flipped: the Florin icon of the first says which value of the second he pays."),
        "price.days_left": N_("A day can be paid only while days are left on the time track."),
        "price.card_left": N_("A day can be paid only while the pile or the discard has a card."),
        "price.again": N_("The card of a paid day replaces the price, which is gone; the icon of the first card still reads it."),
        "price.settle": N_("A sale that has begun is carried through; 0 Florins is a price, too."),
        "sell.florins": N_("The price is added to the Florins."),
        "sell.cubes": N_("All artisans of the sold book return to the supply; a new one may be begun there."),
        "sell.book": N_("The book counts on the Book track."),
        "sell.mark": N_(
            "If a slot for this book is open on the Prestige card, a red cube marks it; a book too many is not marked."
        ),
        "sell.discard": N_("After a sale all price cards go to the discard."),
    },
    N_("Hiring"): {
        "hire.twice": N_("Artisans are hired at most twice a turn."),
        "hire.card": N_("The hired card is in the hand."),
        "hire.tower": N_("Artisans are hired for a tower of this city."),
        "hire.pay": N_("Another card of the hand pays for the hire and places nothing."),
        "hire.surplus": N_("All cubes of a hire go into one tower, and no more of a kind than its recipe has; the rest is lost."),
        "hire.supply": N_(
            "If the supply has too few cubes, all of them are placed: researchers first, then scribes, illustrators, binders."
        ),
        "hire.empty": N_("If the table chose so, a hire places at least one cube."),
        "dismiss.option": N_("Artisans are sent away only if the table chose so."),
        "dismiss.tower": N_("Artisans are sent away from a tower in which at least one works."),
    },
    N_("Set the markers"): {
        "count.ruling": N_("Markers are set to what lies on the table only when the table agrees on it."),
        "count.range": N_("Florins, day, space and cubes stay within their tracks, recipes and supply."),
    },
    N_("The end"): {
        "turn.refill": N_("At the end of a turn cards are drawn up to five; not after the last."),
        "end.forty": N_("The turn in which the time marker reaches 40 is the last, and is played to its end."),
        "end.over": N_("The game is over."),
        "score.book": N_("Every book is one point."),
        "score.florins": N_("Every five Florins are one point."),
        "score.prestige": N_("The Prestige card shows the points for its marks."),
    },
}
"""Heading -> rule id -> a sentence for players. What a Ruling may set aside stands in the specification, marked W."""

RULES: Mapping[str, str] = {rule: sentence for chapter in CHAPTERS.values() for rule, sentence in chapter.items()}
