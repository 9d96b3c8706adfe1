"""The words of the diary: every kind of sentence in at least three wordings, and the phrases that stand in them.

A wording is a whole sentence, which each language words for itself. What stands in its places is a name, or a phrase that
brings its article, its number and its plural with it ("three scribes", "the Town Hall", "fourth book"). The names of the house
box have phrases of their own; an owner's may be any, so that phrases around them are neutral. A wording with `say_n` counts: the
fact `n` chooses the form and `number` says it in words.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.bibliogamo.pieces import Kind, Prestige, Tower
from companion.rules import N_, Sentence, say, say_n

# --- numbers ----------------------------------------------------------------------------------------------------------

_NUMBERS: Final = (
    N_("one"), N_("two"), N_("three"), N_("four"), N_("five"), N_("six"), N_("seven"), N_("eight"), N_("nine"), N_("ten"),
    N_("eleven"), N_("twelve"), N_("thirteen"), N_("fourteen"), N_("fifteen"), N_("sixteen"), N_("seventeen"), N_("eighteen"),
    N_("nineteen"), N_("twenty"),
)  # fmt: skip
_BOOKS: Final = (
    N_("first book"), N_("second book"), N_("third book"), N_("fourth book"), N_("fifth book"), N_("sixth book"),
    N_("seventh book"), N_("eighth book"), N_("ninth book"), N_("tenth book"), N_("eleventh book"), N_("twelfth book"),
    N_("thirteenth book"), N_("fourteenth book"), N_("fifteenth book"), N_("sixteenth book"), N_("seventeenth book"),
    N_("eighteenth book"), N_("nineteenth book"), N_("twentieth book"),
)  # fmt: skip
_MARKS: Final = (
    N_("first mark"), N_("second mark"), N_("third mark"), N_("fourth mark"), N_("fifth mark"), N_("sixth mark"),
    N_("seventh mark"), N_("eighth mark"), N_("ninth mark"), N_("tenth mark"), N_("eleventh mark"), N_("twelfth mark"),
)  # fmt: skip
"""Book and mark have ordinals of their own: in other languages they agree with the noun."""


def number(n: int) -> Sentence | int:
    """1 to 20 in words, beyond in figures. A wording says 0 in its own way, and 1 where a form stands for it alone."""
    return Sentence(_NUMBERS[n - 1]) if 0 < n <= len(_NUMBERS) else n


def book(n: int) -> Sentence:
    """The nth book."""
    return Sentence(_BOOKS[n - 1]) if 0 < n <= len(_BOOKS) else say("book number {nth}", nth=n)


def mark(n: int) -> Sentence:
    """The nth mark."""
    return Sentence(_MARKS[n - 1]) if 0 < n <= len(_MARKS) else say("mark number {nth}", nth=n)


def florins(n: int) -> Sentence:
    return say_n("one Florin", "{number} Florins", n, number=number(n)) if n else say("nothing")


def points(n: int) -> Sentence:
    return say_n("one point", "{number} points", n, number=number(n)) if n else say("no points")


# --- names ------------------------------------------------------------------------------------------------------------

_TRADES: Final[Mapping[str, str]] = {
    "Researcher": N_("the researchers"),
    "Scribe": N_("the scribes"),
    "Illustrator": N_("the illustrators"),
    "Binder": N_("the binders"),
}
_COLLECTORS: Final[Mapping[str, str]] = {
    "The Palace": N_("the Palace"),
    "The University": N_("the University"),
    "The Abbey": N_("the Abbey"),
    "The Physic Garden": N_("the Physic Garden"),
    "The Court": N_("the Court"),
    "The Admiralty": N_("the Admiralty"),
    "The Town Hall": N_("the Town Hall"),
}
_SALES: Final[Mapping[str, str]] = {
    "History": N_("A History for {florins}"),
    "Atlas": N_("An Atlas for {florins}"),
    "Poetry": N_("A volume of Poetry for {florins}"),
    "Law": N_("A Law for {florins}"),
    "Herbal": N_("A Herbal for {florins}"),
    "Psalter": N_("A Psalter for {florins}"),
}


def trade(kind: Kind) -> Sentence:
    """All artisans of a kind."""
    found = _TRADES.get(kind.name)
    return Sentence(found) if found is not None else say("all of the trade {kind}", kind=Sentence(kind.name))


def artisans(kind: Kind, n: int) -> Sentence:
    """So many of a kind, 1 or more."""
    match kind.name:
        case "Researcher":
            return say_n("a researcher", "{number} researchers", n, number=number(n))
        case "Scribe":
            return say_n("a scribe", "{number} scribes", n, number=number(n))
        case "Illustrator":
            return say_n("an illustrator", "{number} illustrators", n, number=number(n))
        case "Binder":
            return say_n("a binder", "{number} binders", n, number=number(n))
    name = Sentence(kind.name)
    return say_n("one of the trade {kind}", "{number} of the trade {kind}", n, number=number(n), kind=name)


def collector(card: Prestige) -> Sentence:
    """Who collects, in the middle of a sentence."""
    return Sentence(_COLLECTORS.get(card.name, card.name))


def sale_of(tower: Tower, price: int) -> Sentence:
    """The title of a day on which its book was sold."""
    found = _SALES.get(tower.name)
    if found is not None:
        return Sentence(found, {"florins": florins(price)})
    return say("A book of {tower} for {florins}", tower=Sentence(tower.name), florins=florins(price))


# --- sentences --------------------------------------------------------------------------------------------------------

WORDINGS: Final[Mapping[str, tuple[Sentence, ...]]] = {
    "walk, tower": (
        say_n(
            "The Librarian walks a single space and stops at the Tower of {tower}.",
            "The Librarian walks {number} spaces and stops at the Tower of {tower}.",
            1,
        ),
        say_n(
            "After one space the Tower of {tower} has a visitor: the Chief Librarian.",
            "After {number} spaces the Tower of {tower} has a visitor: the Chief Librarian.",
            1,
        ),
        say_n(
            "One space, and the Librarian knocks at the Tower of {tower}.",
            "{number} spaces, and the Librarian knocks at the Tower of {tower}.",
            1,
        ),
        say_n(
            "The Librarian counts one space and looks up: the Tower of {tower}.",
            "The Librarian counts {number} spaces and looks up: the Tower of {tower}.",
            1,
        ),
        say_n(
            "The Librarian’s walk is one space long today, and at its end stands the Tower of {tower}.",
            "The Librarian’s walk is {number} spaces long today, and at its end stands the Tower of {tower}.",
            1,
        ),
    ),
    "walk, street": (
        say_n(
            "The Librarian walks a single space and stops in the street between {before} and {after}.",
            "The Librarian walks {number} spaces and stops in the street between {before} and {after}.",
            1,
        ),
        say_n(
            "One space brings the Librarian to a bench between {before} and {after}.",
            "{number} spaces bring the Librarian to a bench between {before} and {after}.",
            1,
        ),
        say_n(
            "The Librarian walks one space, leaves {before} behind him and gets no nearer to {after} than that.",
            "The Librarian walks {number} spaces, leaves {before} behind him and does not get as far as {after}.",
            1,
        ),
        say_n(
            "After one space the Librarian stands between {before} and {after} and looks at the sky.",
            "After {number} spaces the Librarian stands between {before} and {after} and looks at the sky.",
            1,
        ),
        say_n(
            "One space on, somewhere between {before} and {after}, the Librarian forgets where he was going.",
            "{number} spaces on, somewhere between {before} and {after}, the Librarian forgets where he was going.",
            1,
        ),
        say_n(
            "The Librarian takes his time over one space and ends up between {before} and {after}.",
            "The Librarian takes his time over {number} spaces and ends up between {before} and {after}.",
            1,
        ),
        say_n(
            "After one space, between {before} and {after}, the Librarian meets an acquaintance and goes no further.",
            "After {number} spaces, between {before} and {after}, the Librarian meets an acquaintance and goes no further.",
            1,
        ),
    ),
    "back, tower": (
        say_n(
            "The Librarian turns round, walks one space back and stops at the Tower of {tower}.",
            "The Librarian turns round, walks {number} spaces back and stops at the Tower of {tower}.",
            1,
        ),
        say_n(
            "The Librarian has left something at the Tower of {tower}, one space back.",
            "The Librarian has left something at the Tower of {tower}, {number} spaces back.",
            1,
        ),
        say_n(
            "One space back the way he came, the Librarian knocks at the Tower of {tower}.",
            "{number} spaces back the way he came, the Librarian knocks at the Tower of {tower}.",
            1,
        ),
    ),
    "back, street": (
        say_n(
            "The Librarian turns round, walks one space back and stops between {before} and {after}.",
            "The Librarian turns round, walks {number} spaces back and stops between {before} and {after}.",
            1,
        ),
        say_n(
            "One space back the way he came, between {before} and {after}, the Librarian finds his spectacles.",
            "{number} spaces back the way he came, between {before} and {after}, the Librarian finds his spectacles.",
            1,
        ),
        say_n(
            "The Librarian thinks better of it and goes back one space, to the street between {before} and {after}.",
            "The Librarian thinks better of it and goes back {number} spaces, to the street between {before} and {after}.",
            1,
        ),
    ),
    "stay, tower": (
        say("The Librarian does not stir from the Tower of {tower}."),
        say("There is no walk today: the Librarian is at the Tower of {tower} and stays there."),
        say("The Librarian takes one look at the weather and stays at the Tower of {tower}."),
    ),
    "stay, street": (
        say("The Librarian does not stir from his bench between {before} and {after}."),
        say("There is no walk today: the Librarian stays in the street between {before} and {after}."),
        say("The Librarian stands between {before} and {after} all day, deep in a book."),
    ),
    "bar": (
        say("{name} lets it be known that {trade} have the day off."),
        say("On the word of {name}, {trade} rest today."),
        say("{name} has seen to it that {trade} stay at home."),
        say("It is a holiday for {trade}, says {name}."),
        say("{name} comes with the news that {trade} are not to be had today."),
        say("Thanks to {name}, {trade} spend the day in the sun."),
    ),
    "bribe, tower": (
        say_n(
            "A gift of one Florin leads him on to the Tower of {tower}.",
            "A gift of {number} Florins leads him on to the Tower of {tower}.",
            1,
        ),
        say_n(
            "For one Florin he remembers business at the Tower of {tower}.",
            "For {number} Florins he remembers business at the Tower of {tower}.",
            1,
        ),
        say_n(
            "One Florin changes hands, and he finds himself at the Tower of {tower}.",
            "{number} Florins change hands, and he finds himself at the Tower of {tower}.",
            1,
        ),
    ),
    "bribe, street": (
        say_n(
            "A gift of one Florin leads him on to the street between {before} and {after}.",
            "A gift of {number} Florins leads him on to the street between {before} and {after}.",
            1,
        ),
        say_n(
            "For one Florin he is glad to be shown the street between {before} and {after}.",
            "For {number} Florins he is glad to be shown the street between {before} and {after}.",
            1,
        ),
        say_n(
            "One Florin changes hands, and he finds himself between {before} and {after}.",
            "{number} Florins change hands, and he finds himself between {before} and {after}.",
            1,
        ),
    ),
    "favour, tower": (
        say("As a favour he goes to the Tower of {tower}, and takes nothing for it."),
        say("It costs nothing to bring him to the Tower of {tower}."),
        say("He lets himself be led to the Tower of {tower} for nothing."),
    ),
    "favour, street": (
        say("As a favour he goes to the street between {before} and {after}, and takes nothing for it."),
        say("It costs nothing to bring him to the street between {before} and {after}."),
        say("He lets himself be led to a bench between {before} and {after} for nothing."),
    ),
    "price": (
        say_n("One Florin, he says.", "{number} Florins, he says.", 1),
        say_n("He turns a page and offers one Florin.", "He turns a page and offers {number} Florins.", 1),
        say_n("He counts on his fingers: one Florin.", "He counts on his fingers: {number} Florins.", 1),
        say_n(
            "He reads the first line, then the last, and offers one Florin.",
            "He reads the first line, then the last, and offers {number} Florins.",
            1,
        ),
        say_n("He weighs the book in his hand: one Florin.", "He weighs the book in his hand: {number} Florins.", 1),
    ),
    "price, nothing": (
        say("Nothing, he says, and says it kindly."),
        say("He turns a page and offers nothing at all."),
        say("He would gladly have it as a present, for nothing."),
    ),
    "again": (
        say_n(
            "You pour him another glass; the next morning it is one Florin.",
            "You pour him another glass; the next morning it is {number}.",
            1,
        ),
        say_n(
            "You let him sleep on it, and the next day he offers one Florin.",
            "You let him sleep on it, and the next day he offers {number} Florins.",
            1,
        ),
        say_n(
            "You ask after his family until the sun is down, and the next day it is one Florin.",
            "You ask after his family until the sun is down, and the next day it is {number} Florins.",
            1,
        ),
    ),
    "again, nothing": (
        say("You pour him another glass; the next morning it is nothing at all."),
        say("You let him sleep on it, and the next day he offers nothing."),
        say("A day goes by with talk of the weather; then he says: nothing."),
    ),
    "sold": (
        say("Sold: your {book}."),
        say_n(
            "You shake hands on one Florin, and your {book} leaves the house.",
            "You shake hands on {number} Florins, and your {book} leaves the house.",
            1,
        ),
        say_n(
            "One Florin it is, and he carries the book of {tower} home under his arm: your {book}.",
            "{number} Florins it is, and he carries the book of {tower} home under his arm: your {book}.",
            1,
        ),
        say("He has it wrapped, pays and leaves humming: your {book}."),
    ),
    "sold, marked": (
        say("Sold: your {book}, and the {mark} for {card}."),
        say_n(
            "You shake hands on one Florin; it is your {book}, and the {mark} for {card}.",
            "You shake hands on {number} Florins; it is your {book}, and the {mark} for {card}.",
            1,
        ),
        say_n(
            "One Florin it is, and he carries the book of {tower} home under his arm: your {book}, and the {mark} for {card}.",
            "{number} Florins it is, and he carries the book of {tower} home under his arm: your {book}, and the {mark} for "
            "{card}.",
            1,
        ),
        say("He pays and leaves humming with your {book}, and {card} has its {mark}."),
    ),
    "given": (
        say("You let him have it for nothing: your {book}."),
        say("Sold for nothing, and glad to be rid of it: your {book}."),
        say("He carries the book of {tower} home and pays nothing; it is your {book} all the same."),
    ),
    "given, marked": (
        say("You let him have it for nothing: your {book}, and the {mark} for {card}."),
        say("Sold for nothing: your {book}, but also the {mark} for {card}."),
        say("He carries the book of {tower} home and pays nothing; it is your {book} all the same, and the {mark} for {card}."),
    ),
    "hire": (
        say("{name} brings {artisans} to {tower}; {pay} pays."),
        say("At {tower} the door opens for {name} with {artisans}, and {pay} pays."),
        say("{pay} pays, and {name} comes to {tower} with {artisans}."),
        say("{tower} takes on {artisans} whom {name} has brought, and the bill goes to {pay}."),
        say("{name} sends {artisans} to {tower} at the expense of {pay}."),
        say("{name} has {artisans} for {tower}, and {pay} has the money."),
        say("{name} knocks at {tower} with {artisans} and says that {pay} will pay."),
    ),
    "hire, two": (
        say("{name} brings {first} and {second} to {tower}; {pay} pays."),
        say("With {name} come {first} and {second} to {tower}, and the bill goes to {pay}."),
        say("{pay} pays, and {name} comes to {tower} with {first} and {second}."),
    ),
    "hire, many": (
        say("{name} arrives at {tower} with a small procession, at the expense of {pay}: {artisans}."),
        say("{pay} pays, and all of these follow {name} to {tower}: {artisans}."),
        say("{tower} has never seen so many trades at once. {name} brings them, and {pay} pays: {artisans}."),
    ),
    "hire, nobody": (
        say("{name} finds no bench free at {tower}, and {pay} pays all the same."),
        say("{name} looks in at {tower} and leaves again, a visit for which {pay} pays."),
        say("Nobody at {tower} has work for {name}, and {pay} pays for the asking."),
    ),
    "lift": (
        say("For that, {name} was sent away, and {trade} work after all."),
        say("To have {trade} at work today, you part with {name}."),
        say("So much for the holiday: {trade} are back, and it has cost you {name}."),
    ),
    "surplus": (
        say_n("One more has come along and finds no bench.", "{number} more have come along and find no bench.", 1),
        say_n(
            "One too many has come, and is thanked and shown the door.",
            "{number} too many have come, and are thanked and shown the door.",
            1,
        ),
        say_n("For one more there is no work.", "For {number} more there is no work.", 1),
        say_n("One more is turned away, with regret.", "{number} more are turned away, with regret.", 1),
    ),
    "finished": (
        say("With that the book of {tower} is finished."),
        say("The last page of {tower} is dry: the book is finished."),
        say("At {tower} they lay down their tools; the book is finished."),
        say("{tower} has its book, finished and waiting for the Librarian."),
    ),
    "dismiss": (
        say("Everybody at {tower} is sent home; {pay} pays."),
        say("{tower} falls silent: all are dismissed, at the expense of {pay}."),
        say("{pay} pays, and {tower} stands empty again."),
    ),
    "shuffled": (
        say("The old faces are back in town."),
        say("Everybody whom you have sent away is looking for work again."),
        say("The cards are shuffled anew, and there is hardly a new face among them."),
    ),
    "end, books": (
        say_n(
            "Your days are over, and one book has left the house: {points}.",
            "Your days are over, and {number} books have left the house: {points}.",
            1,
        ),
        say_n(
            "The ledger is closed on one book, which is worth {points}.",
            "The ledger is closed on {number} books, which are worth {points}.",
            1,
        ),
        say_n("One book is sold, and that makes {points}.", "{number} books are sold, and that makes {points}.", 1),
    ),
    "end, no books": (
        say("Your days are over, and not one book has left the house: {points}."),
        say("The ledger is closed, and there is no book in it: {points}."),
        say("No book is sold, and that makes {points}."),
    ),
    "end, florins": (
        say_n("One Florin is left in the chest, worth {points}.", "{number} Florins are left in the chest, worth {points}.", 1),
        say_n("The chest still holds one Florin: {points}.", "The chest still holds {number} Florins: {points}.", 1),
        say_n("You count one Florin into a row: {points}.", "You count {number} Florins into rows: {points}.", 1),
    ),
    "end, no florins": (
        say("The chest is empty: {points}."),
        say("There is no Florin left in the chest: {points}."),
        say("You turn the chest over, and nothing falls out: {points}."),
    ),
    "end, marks": (
        say_n("For one mark {card} gives {points}.", "For {number} marks {card} gives {points}.", 1),
        say_n("One mark for {card} brings {points}.", "{number} marks for {card} bring {points}.", 1),
        say_n("{card} has one mark to show and adds {points}.", "{card} has {number} marks to show and adds {points}.", 1),
    ),
    "end, no marks": (
        say("{card} has no mark to show and adds {points}."),
        say("{card} has waited in vain for a mark: {points}."),
        say("Without a single mark {card} gives {points}."),
    ),
    "end": (
        say("That is {points} in all, and a title goes with it: {title}."),
        say("Added up, it comes to {points} and a title: {title}."),
        say("Altogether it is {points}. Tomorrow the sign over your door will say: {title}."),
    ),
}
"""By the kind of what is told. Of a say_n here the number is none: the sentence is filled when it is told."""
