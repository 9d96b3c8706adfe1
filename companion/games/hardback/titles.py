"""What a form calls the moves, what is left to choose in them, and the options; class names and fields stay the file format."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.hardback.pieces import GENRE_NAMES, Box, Dictionary, Penny
from companion.rules import N_, Sentence, say

WORDS: Mapping[str, str] = {
    "Starters": N_("Tell the starting cards"),
    "First": N_("Tell who goes first"),
    "Turned": N_("Tell what was turned up"),
    "Drew": N_("Tell what was drawn"),
    "Seen": N_("Name hidden cards"),
    "Ink": N_("Draw with ink"),
    "Remove": N_("Remove ink"),
    "Ghostwriter": N_("Ask for a ghostwriter"),
    "Word": N_("Spell a word"),
    "Vote": N_("Vote on the word"),
    "Skip": N_("Skip the turn"),
    "Uncover": N_("Uncover a wild"),
    "Double": N_("Double a card"),
    "Take": N_("Take a benefit"),
    "Sort": N_("Put the cards back"),
    "Trash": N_("Trash a card"),
    "Jail": N_("Jail a card"),
    "Give": N_("Return a token"),
    "Flush": N_("Empty the offer row"),
    "Buy": N_("Buy a card"),
    "BuyInk": N_("Buy ink"),
    "SellInk": N_("Sell ink"),
    "EndTurn": N_("End the turn"),
    "Count": N_("Set the markers"),
    "seat": N_("Whose?"),
    "set": N_("Which set?"),
    "cards": N_("Which cards?"),
    "card": N_("Which card?"),
    "Word.cards": N_("Which tiles, from the left?"),
    "ghost": N_("Who helped?"),
    "top": N_("On top of the draw pile, the topmost first"),
    "discard": N_("On the discard pile"),
    "where": N_("Where?"),
    "side": N_("Which side?"),
    "half": N_("Above or below the line?"),
    "what": N_("What?"),
    "count": N_("How many?"),
    "coins": N_("For how many coins?"),
    "prestige": N_("Prestige"),
    "ink": N_("Ink"),
    "remover": N_("Remover"),
    "Options.vote.off": N_("no vote"),
    "Options.vote.majority": N_("a vote; more noes than yeses reject"),
    "Options.vote.unanimous": N_("a vote; a single no rejects"),
    "Options.unique_words.no": N_("no: words may come again"),
    "Options.unique_words.game": N_("once in the game"),
    "Options.unique_words.player": N_("once for each player"),
    "Options.enye.n": N_("an N card, or a wild"),
    "Options.enye.wild": N_("only a wild"),
    "Options.hands.hidden": N_("hands are not told"),
    "Options.hands.told": N_("told; players see their own"),
    "Options.hands.open": N_("told; everyone sees them"),
    "Options.penny.off": N_("no, against each other"),
}
"""By class, by `Class.field`, by field, or by `Options.option.value`."""

LANGUAGES: Mapping[str, str] = {
    "ca": N_("Catalan"),
    "cs": N_("Czech"),
    "da": N_("Danish"),
    "de": N_("German"),
    "en": N_("English"),
    "eo": N_("Esperanto"),
    "es": N_("Spanish"),
    "eu": N_("Basque"),
    "fi": N_("Finnish"),
    "fr": N_("French"),
    "gl": N_("Galician"),
    "it": N_("Italian"),
    "la": N_("Latin"),
    "nl": N_("Dutch"),
    "no": N_("Norwegian"),
    "pl": N_("Polish"),
    "pt": N_("Portuguese"),
    "sv": N_("Swedish"),
    "tr": N_("Turkish"),
}
"""What the languages are called in which people have word lists; of others the tag is shown."""


def option_values(box: Box) -> dict[str, dict[str, Sentence]]:
    """The options whose values lie in a box, each value with what a form calls it."""
    lists = {one.language: _list(one) for one in box.dictionaries}
    return {
        "dictionary": {**lists, "none": say("no list: every word stands, or goes to the vote")},
        "penny": {signature: _signature(one) for signature, one in box.penny.items()},
    }


def _list(one: Dictionary) -> Sentence:
    base = one.language.partition("-")[0]
    language = Sentence(LANGUAGES[base]) if base in LANGUAGES else base
    return say("{language}: {list}", language=language, list=one.list)


def _signature(one: Penny) -> Sentence:
    if one.genre is None:
        return say("together against her, plain")
    genre = Sentence(GENRE_NAMES[one.genre])
    return say("together against her, with {name} ({genre})", name=Sentence(one.name), genre=genre)
