"""What is odd about a box of Fire in the Library that could be read: errors bar it from play, warnings are shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from companion.games.fire.pieces import SECTIONS, TOKEN_KINDS, WINDOWS, Box, LibraryCard, Tool
from companion.games.oddities import errors_first, missing, twice, warning
from companion.games.rows import FIRST_ROW
from companion.rules import N_, Problem, say

CODE_LENGTH = 7
DESTROYED_VALUE = 10


@dataclass(frozen=True, slots=True)
class Effect:
    """Where an effect may stand and what it works on, by window; whether it needs a number."""

    what: Mapping[str, tuple[str, ...]]
    n: bool = False


_TOKENS = ("fire", "book", "any", "trigger")
_EACH = ("flat", "tool", "fire", "book", "risk", *SECTIONS)

EFFECTS: Mapping[str, Effect] = {
    "put_fire": Effect({"saving": ("bag", "reserve")}),
    "set_aside": Effect({"saving": _TOKENS, "spread": _TOKENS}, n=True),
    "back_to_bag": Effect({"saving": _TOKENS, "spread": _TOKENS}, n=True),
    "move_token": Effect({"saving": ("fire", "book", "any")}),
    "choose_of": Effect({"saving": ()}, n=True),
    "no_embers": Effect({"spread": ()}),
    "points": Effect({"after_scoring": _EACH, "end": ("flat", "tool")}, n=True),
    "again": Effect({"after_scoring": ("any",)}),
    "take_tools": Effect({"after_scoring": ()}, n=True),
    "cool": Effect({"after_scoring": ()}, n=True),
    "feed": Effect({"after_scoring": ()}, n=True),
    "burn_section": Effect({"after_scoring": ("any", "lowest")}),
    "swap_cards": Effect({"turn_order": ("player", "middle", "others")}),
    "by_hand": Effect({window: () for window in WINDOWS if window != "end"}),
}


def check_box(box: Box) -> list[Problem]:
    """Errors first, then warnings, each with its file and row."""
    looks = (_sections, _library, _tokens, _turn_cards, _tools, _values, _counts, _fires, _spaces, _few_tools)
    return errors_first(problem for look in looks for problem in look(box))


# --- errors -----------------------------------------------------------------------------------------------------------


def _sections(box: Box) -> Iterator[Problem]:
    yield from twice("sections.csv", "section", box.sections, N_("Section {section} stands here twice."))
    yield from missing("sections.csv", "section", box.sections, SECTIONS, N_("Section {section} is missing."))


def _library(box: Box) -> Iterator[Problem]:
    yield from twice("library.csv", "code", box.library, N_("{code} stands here twice."))
    for row, card in enumerate(box.library, FIRST_ROW):
        expected = f"L{card.section}{card.rank}"
        if card.code != expected or len(card.code) > CODE_LENGTH:
            yield Problem(
                "library.csv",
                row,
                "code",
                say("{code} must be {expected}: L, section, rank.", code=card.code, expected=expected),
            )
        if card.kind == "books" and card.burn_index is None:
            yield Problem("library.csv", row, "burn_index", say("A card with books needs a Burn Index."))
        if card.kind == "destroyed" and card.burn_index is not None:
            yield Problem("library.csv", row, "burn_index", say("A Destroyed card has no Burn Index: leave it empty."))
    first: dict[int, str] = {}
    for row, card in enumerate(box.library, FIRST_ROW):
        if card.burn_index is not None and first.setdefault(card.burn_index, card.code) != card.code:
            yield Problem(
                "library.csv",
                row,
                "burn_index",
                say(
                    "Burn Index {index} is on {first} too; each stands on one card only.",
                    index=card.burn_index,
                    first=first[card.burn_index],
                ),
            )
    for letter in SECTIONS:
        yield from _pile(letter, [(row, card) for row, card in enumerate(box.library, FIRST_ROW) if card.section == letter])


def _pile(letter: str, cards: list[tuple[int, LibraryCard]]) -> Iterator[Problem]:
    if len(cards) < 2:
        yield Problem("library.csv", None, "section", say("Section {section} needs two cards or more.", section=letter))
        return
    if sorted(card.rank for _, card in cards) != list(range(1, len(cards) + 1)):
        yield Problem(
            "library.csv",
            cards[0][0],
            "rank",
            say("The ranks of section {section} must be 1 to {last}, each once.", section=letter, last=len(cards)),
        )
    last = max(card.rank for _, card in cards)
    for row, card in cards:
        if card.rank == last and card.kind != "destroyed":
            yield Problem(
                "library.csv", row, "kind", say("The last card of section {section} must be destroyed.", section=letter)
            )
        if card.rank != last and card.kind == "destroyed":
            yield Problem(
                "library.csv", row, "kind", say("Only the last card of section {section} may be destroyed.", section=letter)
            )


def _tokens(box: Box) -> Iterator[Problem]:
    yield from twice("tokens.csv", "kind", box.tokens, N_("{kind} stands here twice."))
    yield from missing("tokens.csv", "kind", box.tokens, TOKEN_KINDS, N_("{kind} is missing."))
    for row, token in enumerate(box.tokens, FIRST_ROW):
        section = "" if token.kind == "F" else token.kind[1]
        if token.section != section:
            yield Problem(
                "tokens.csv",
                row,
                "section",
                say("{kind} belongs to section {section}.", kind=token.kind, section=section)
                if section
                else say("Fires belong to no section: leave it empty."),
            )
        if token.kind != "F" and token.start_in_bag != token.count:
            yield Problem(
                "tokens.csv", row, "start_in_bag", say("All {count} books of this kind start in the bag.", count=token.count)
            )
        if token.kind == "F" and token.start_in_bag > token.count:
            yield Problem("tokens.csv", row, "start_in_bag", say("There are only {count} fires.", count=token.count))


def _turn_cards(box: Box) -> Iterator[Problem]:
    yield from twice("turn_cards.csv", "card", box.turn_cards, N_("Card {card} stands here twice."))
    there_are = N_("Card {card} is missing; there are cards 1 to 6.")
    yield from missing("turn_cards.csv", "card", box.turn_cards, range(1, 7), there_are)


def _tools(box: Box) -> Iterator[Problem]:
    yield from twice("tools.csv", "kind", box.tools, N_("{kind} stands here twice."))
    for row, tool in enumerate(box.tools, FIRST_ROW):
        for column, message in _tool(tool):
            yield Problem("tools.csv", row, column, message)


def _tool(tool: Tool) -> Iterator[tuple[str, Any]]:
    effect = EFFECTS[tool.effect]
    if tool.window not in effect.what:
        windows = list(effect.what)
        yield "effect", say("{effect} may stand only in: {windows}.", effect=tool.effect, windows=windows)
    else:
        allowed = effect.what[tool.window]
        if tool.what not in (allowed or ("",)):
            yield (
                "what",
                say("{effect} here works on one of: {allowed}.", effect=tool.effect, allowed=allowed)
                if allowed
                else say("{effect} has no “what”: leave it empty.", effect=tool.effect),
            )
    if effect.n and tool.n == 0:
        yield "n", say("{effect} needs a number of 1 or more.", effect=tool.effect)
    if tool.window in ("turn_order", "end") and tool.who != "any":
        yield "who", say("In the window {window} a tool is for any.", window=tool.window)
    if tool.effect in ("choose_of", "take_tools") and tool.who != "active":
        yield "who", say("{effect} is for active only.", effect=tool.effect)


# --- warnings ---------------------------------------------------------------------------------------------------------


def _values(box: Box) -> Iterator[Problem]:
    by_rank = sorted(enumerate(box.library, FIRST_ROW), key=lambda pair: pair[1].rank)
    for letter in SECTIONS:
        pile = [pair for pair in by_rank if pair[1].section == letter]
        for (_, upper), (row, lower) in pairwise(pile):
            if lower.value <= upper.value:
                yield warning(
                    "library.csv",
                    row,
                    "value",
                    say("{lower} is worth no more than {upper}, which lies on it.", lower=lower.code, upper=upper.code),
                )
    usual = dict(box.expected).get("destroyed_value", DESTROYED_VALUE)
    for row, card in enumerate(box.library, FIRST_ROW):
        if card.kind == "destroyed" and card.value != usual:
            yield warning("library.csv", row, "value", say("A Destroyed card has the value {usual}.", usual=usual))
        if card.rank == 1 and card.fire_icons:
            yield warning("library.csv", row, "fire_icons", say("A fire icon on a first card never counts."))


def _counts(box: Box) -> Iterator[Problem]:
    tokens = Counter({token.kind: token.count for token in box.tokens})
    counts = {
        "tools": ("tools.csv", sum(tool.copies for tool in box.tools)),
        "library_cards": ("library.csv", len(box.library)),
        "turn_cards": ("turn_cards.csv", len(box.turn_cards)),
        "book_tokens": ("tokens.csv", tokens.total() - tokens["F"]),
        "fire_tokens": ("tokens.csv", tokens["F"]),
    }
    for name, expected in box.expected:
        if name in counts and counts[name][1] != expected:
            file, count = counts[name]
            yield warning(
                file, None, None, say("{count} {name}, {expected} expected.", count=count, name=name, expected=expected)
            )


def _fires(box: Box) -> Iterator[Problem]:
    for row, token in enumerate(box.tokens, FIRST_ROW):
        if token.kind != "F":
            continue
        icons, aside = sum(card.fire_icons for card in box.library), token.count - token.start_in_bag
        if icons > aside:
            yield warning(
                "library.csv",
                None,
                "fire_icons",
                say("{icons} fire icons, but only {aside} fires lie aside.", icons=icons, aside=aside),
            )
        if token.start_in_bag != box.fires_in_bag:
            yield warning(
                "tokens.csv",
                row,
                "start_in_bag",
                say("box.toml says {fires} fires in the bag; this file counts.", fires=box.fires_in_bag),
            )


def _spaces(box: Box) -> Iterator[Problem]:
    risks = []
    for row, card in sorted(enumerate(box.turn_cards, FIRST_ROW), key=lambda pair: pair[1].card):
        for space in range(1, 5):
            if card.spaces[space] == 0 and any(card.spaces[:space]):
                yield warning("turn_cards.csv", row, f"s{space + 1}", say("A safe space lies to the right of a risk space."))
        risks.append((row, card.card, sum(bravery > 0 for bravery in card.spaces)))
    for (_, earlier, fewer), (row, later, more) in pairwise(risks):
        if more > fewer:
            yield warning(
                "turn_cards.csv",
                row,
                None,
                say("Card {later} has more risk spaces than card {earlier}.", later=later, earlier=earlier),
            )


def _few_tools(box: Box) -> Iterable[Problem]:
    tools, wanted = sum(tool.copies for tool in box.tools), box.market + box.hand * 6
    if tools < wanted:
        yield warning(
            "tools.csv",
            None,
            None,
            say("{tools} tools are too few: six people and the market need {wanted}.", tools=tools, wanted=wanted),
        )
    yield from missing("tools.csv", "window", box.tools, WINDOWS, N_("No tool is for the window {window}."), error=False)
