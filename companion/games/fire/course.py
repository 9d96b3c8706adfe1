"""The course of the game: setting up, turn order, tokens on the card, scoring, fire, the end of a turn, a round, the game.

Functions from state to state that take the move for granted; whether it may be made is asked elsewhere (`judge`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from companion.games.fire.pieces import Box, LibraryCard
from companion.games.fire.state import (
    EMPTY,
    KINDS,
    NONE,
    SECTIONS,
    Card,
    HandDue,
    Look,
    Options,
    State,
    Tokens,
    changed,
    kind_of,
)
from companion.rules import HIDDEN, TABLE, IllegalMove, Line, Name, Outcome, Participant, Sentence, Who, say

# --- setting up -------------------------------------------------------------------------------------------------------


def setup(box: Box, seats: int, options: Options) -> State:
    """The table before the turn order cards are dealt. Raises `fire.setup.seats`."""
    participants = seats + options.robots
    if seats < 1 or not box.participants[0] <= participants <= box.participants[1]:
        raise IllegalMove(
            "fire.setup.seats",
            say("{n} cannot play: one to six, people and Robots together.", n=participants),
        )
    deck = len(tools_in_game(box, participants)) if options.tools else 0
    market = min(box.market if options.tools else 0, deck)
    deck -= market
    hands = []
    for _ in range(seats):
        dealt = min(box.hand if options.tools else 0, deck)
        deck -= dealt
        hands.append((HIDDEN,) * dealt)
    return State(
        round=1,
        phase="dealing",
        active=None,
        bag=Tokens(**{token.kind: token.start_in_bag for token in box.tokens}),
        lost=NONE,
        reserve=sum(token.count - token.start_in_bag for token in box.tokens if token.kind == "F"),
        card=EMPTY,
        drawn=0,
        laid_book=False,
        trigger=None,
        no_embers=False,
        aside=(),
        tops=_first_tops(box),
        scores=(0,) * participants,
        arrival=(None,) * participants,
        cards_in_use=tuple(range(1, _cards_in_use(box, seats, participants) + 1)),
        turn_cards=(None,) * participants,
        done=(),
        used=(),
        market=(HIDDEN,) * market + (None,) * (box.market - market),
        hands=tuple(hands),
        deck=deck,
        discard=(),
        swapped=(),
        owed=0,
        untold=(market, *map(len, hands)) if options.tools_told else None,
        pending=None,
        ledger=(),
        ages=None,
        burnt=False,
        order_tool=False,
        moved=0,
        box=box,
        options=options,
        seats=seats,
    )


def _first_tops(box: Box) -> tuple[str, str, str, str]:
    first = {card.section: card.code for card in box.library if card.rank == 1}
    return first["P"], first["B"], first["Y"], first["W"]


def _cards_in_use(box: Box, seats: int, participants: int) -> int:
    """`fire.setup.few`"""
    if seats == 1:
        return box.turn_cards_alone
    return {2: box.turn_cards_two, 3: box.turn_cards_three}.get(participants, participants)


def tools_in_game(box: Box, participants: int) -> tuple[str, ...]:
    return box.tools_by_participants[participants]


# --- who --------------------------------------------------------------------------------------------------------------


def participant(state: State, number: int) -> Participant:
    """Seats are their numbers; Robots follow with names."""
    return number if number < state.seats else f"Robot {number - state.seats + 1}"


def person(state: State, number: int) -> Name:
    return Name(participant(state, number))


def acts_for(state: State, number: int) -> Who:
    """Who makes this participant's moves: the seat, or TABLE for a Robot."""
    return number if number < state.seats else TABLE


def is_alone(state: State) -> bool:
    """One seat and no Robots: the lone librarian."""
    return len(state.scores) == 1


def ages_due(state: State) -> bool:
    """`fire.order.youngest`: two people at 0 points are to choose, and ages were not told."""
    return state.phase == "choosing" and state.ages is None and state.scores[: state.seats].count(0) > 1


def precedence(state: State, number: int) -> tuple[int, int, int]:
    """Who comes first on the track: the lower score, then who was there first; at 0 the youngest, Robots last.

    `fire.order.lowest`, `fire.order.tie`, `fire.order.youngest`.
    """
    score = state.scores[number]
    if score == 0:
        if number >= state.seats:
            return 0, 1, number
        return 0, 0, state.ages[number] if state.ages else number
    return score, 0, state.arrival[number] or 0


def chooser(state: State) -> int | None:
    """The participant who chooses a turn order card now."""
    if state.phase != "choosing":
        return None
    return min(
        (number for number, card in enumerate(state.turn_cards) if card is None),
        key=lambda number: precedence(state, number),
        default=None,
    )


def free_cards(state: State) -> list[int]:
    """The turn order cards in the middle."""
    return [card for card in state.cards_in_use if card not in state.turn_cards and card not in state.used]


def lowest_card(state: State) -> int:
    """The participant with the lowest card among those whose turn is still to come."""
    return min((card, number) for number, card in enumerate(state.turn_cards) if card is not None)[1]


def active_card(state: State) -> int:
    assert state.active is not None
    card = state.turn_cards[state.active]
    assert card is not None
    return card


def bravery(state: State) -> tuple[int, ...]:
    """The five spaces of the active card: bravery, or 0 for a safe space."""
    return state.box.bravery[active_card(state)]


# --- tokens -----------------------------------------------------------------------------------------------------------

AT = {kind: at for at, kind in enumerate(KINDS)}


def plus(tokens: Tokens, more: Iterable[str | None], sign: int = 1) -> Tokens:
    """*tokens* with those named in *more* added (or, with sign -1, taken away); None is an empty space."""
    counts = list(tokens)
    for token in more:
        if token is not None:
            counts[AT[kind_of(token)]] += sign
    return Tokens(*counts)


def seen_out(state: State) -> list[str]:
    """The tokens that lie on the card, on a tool or beside it, as they were told."""
    out = [token for token in state.card if token is not None]
    for _, tokens in state.aside:
        out += tokens
    if isinstance(state.pending, Look):
        out += state.pending.tokens
    return out


def lay(state: State, token: str, at: int | None = None, **changes: Any) -> State:
    """*token* comes to the card in `saving`, on the leftmost empty space unless *at* says which; a fire may spread.

    `fire.saving.leftmost`, `fire.spread.second`, `fire.spread.risk`, `fire.spread.safe`. *changes* go with it.
    """
    at = state.card.index(None) if at is None else at
    card = with_space(state.card, at, token)
    if kind_of(token) == "F":
        if would_spread(state, at):
            changes |= {"phase": "spread", "trigger": at + 1}
    else:
        changes["laid_book"] = True
    return changed(state, card=card, **changes)


def with_space(card: Card, at: int, token: str | None) -> Card:
    """The five spaces with *token* (or nothing) on the one with index *at*."""
    spaces = list(card)
    spaces[at] = token
    return spaces[0], spaces[1], spaces[2], spaces[3], spaces[4]


def would_spread(state: State, at: int) -> bool:
    """Whether a fire laid on the space with index *at* makes the fire spread."""
    return bravery(state)[at] > 0 or any(token is not None and token[0] == "F" for token in state.card)


def full_card(state: State) -> State:
    """With `full_card_ends` a full card is scored at once, unless the fire spreads."""
    if state.options.full_card_ends and state.phase == "saving" and state.pending is None and None not in state.card:
        return score_turn(state)
    return state


# --- points -----------------------------------------------------------------------------------------------------------


def top(state: State, token: str) -> LibraryCard:
    """The card now on top of the section of a book."""
    return state.box.cards[state.tops[SECTIONS.index(token[1])]]


def earn(state: State, number: int, lines: Sequence[Line], **changes: Any) -> State:
    """The participant's figure moves by the sum of the lines, and lies on top where it arrives; 0 moves no figure."""
    points = sum(line.points for line in lines)
    if points:
        scores, arrival = list(state.scores), list(state.arrival)
        scores[number] += points
        arrival[number] = state.moved + 1
        changes |= {"scores": tuple(scores), "arrival": tuple(arrival), "moved": state.moved + 1}
    ledger = state.ledger + tuple((number, line) for line in lines if line.points)
    return changed(state, ledger=ledger, **changes)


def book_name(state: State, token: str) -> Sentence:
    """What the box calls a book token; with its code where it was told."""
    name = next(Sentence(one.name) for one in state.box.tokens if one.kind == token[:2])
    return name if len(token) == 2 else say("{name} {code}", name=name, code=token)


def turn_lines(state: State) -> list[Line]:
    """What the card scores now: a line a book, left to right, then bravery."""
    lines = []
    for token in state.card:
        if token is not None and token[0] == "B":
            card = top(state, token)
            lines.append(
                Line(
                    card.value,
                    "fire.score.knowledge",
                    say("{book}: {value}, with {card} on top", book=book_name(state, token), value=card.value, card=card.code),
                )
            )
    for space in (5, 4, 3, 2, 1):
        number = bravery(state)[space - 1]
        if number and state.card[space - 1] is not None:
            why = say("space {space} of card {card}", space=space, card=active_card(state))
            lines.append(Line(number, "fire.score.bravery", why))
            break
    return lines


def reached_risk(state: State) -> bool:
    return any(number and token is not None for number, token in zip(bravery(state), state.card, strict=True))


def tools_left(state: State) -> bool:
    """Whether there is a tool to take, from the market, the deck or the discards shuffled into it."""
    return state.deck > 0 or bool(state.discard) or any(tool is not None for tool in state.market)


def score_turn(state: State) -> State:
    """The active participant stops: knowledge and bravery, then the tool reward or the window after scoring."""
    assert state.active is not None
    active = state.active
    state = earn(state, active, turn_lines(state))
    if not state.options.tools:
        return end_turn(state)
    if active < state.seats and not reached_risk(state) and tools_left(state):
        return changed(state, phase="reward", owed=1)
    return changed(state, phase="scored")


# --- fire -------------------------------------------------------------------------------------------------------------


def lowest_burn_index(state: State) -> str:
    """The section whose top card has the lowest Burn Index."""
    cards = [state.box.cards[code] for code in state.tops]
    return min((card.burn_index, card.section) for card in cards if card.burn_index is not None)[1]


def remove_tops(state: State, sections: Iterable[str], *, icons: bool) -> State:
    """The top cards of *sections* are removed, one after the other; then the icons revealed on the way add fires.

    `fire.burn.icons`, `fire.burn.supply`; a Destroyed card ends the game at once and leaves the rest out
    (`fire.end.destroyed`). With *icons* false none adds fire.
    """
    box, tops, fires = state.box, list(state.tops), 0
    for section in sections:
        at = SECTIONS.index(section)
        tops[at] = box.below[tops[at]]
        card = box.cards[tops[at]]
        if card.kind == "destroyed":
            return end(changed(state, tops=(tops[0], tops[1], tops[2], tops[3])))
        fires += card.fire_icons
    added = min(fires, state.reserve) if icons else 0
    return changed(
        state,
        tops=(tops[0], tops[1], tops[2], tops[3]),
        bag=state.bag._replace(F=state.bag.F + added),
        reserve=state.reserve - added,
    )


def burnt_sections(state: State) -> list[str]:
    """The sections that lose a card when the active participant lets it burn, in order."""
    books = [token[1] for token in state.card if token is not None and token[0] == "B"]
    return books or ([] if state.laid_book else [lowest_burn_index(state)])


def burn(state: State) -> State:
    """`fire.burn.*`: books burn, all tokens go back, a tool is taken; then the turn is over."""
    state = remove_tops(state, burnt_sections(state), icons=not state.no_embers)
    if is_ended(state):
        return state
    assert state.active is not None
    takes = state.options.tools and state.active < state.seats
    state = cleared(state, trigger=None, no_embers=False, burnt=True)
    if takes and tools_left(state):
        return changed(state, phase="reward", owed=1)
    return end_turn(state)


def cleared(state: State, **changes: Any) -> State:
    """All tokens of the turn back in the bag, the tools they lay on in the discard (`fire.tool.resolved`)."""
    bag = plus(state.bag, state.card)
    for _, tokens in state.aside:
        bag = plus(bag, tokens)
    discard = state.discard + tuple(tool for tool, _ in state.aside)
    return changed(state, bag=bag, card=EMPTY, aside=(), discard=discard, **changes)


# --- the end of a turn, a round, the game -----------------------------------------------------------------------------


def end_turn(state: State) -> State:
    """`fire.score.back`: the card goes back to the middle; next turn, or end of the round."""
    assert state.active is not None
    card, active = active_card(state), state.active
    cards = tuple(None if number == active else held for number, held in enumerate(state.turn_cards))
    state = cleared(
        state,
        turn_cards=cards,
        done=(*state.done, active),
        used=(*state.used, card) if is_alone(state) else (),
        drawn=0,
        laid_book=False,
        trigger=None,
        no_embers=False,
        burnt=False,
        owed=0,
        phase="ready",
        active=None,
    )
    if any(held is not None for held in cards):
        return changed(state, active=lowest_card(state))
    return end_round(state)


def end_round(state: State) -> State:
    """`fire.round.burn`, then everyone chooses again; alone the sixth turn is the last (`fire.lone.turns`)."""
    if is_alone(state) and not free_cards(state):
        return end(state)
    state = remove_tops(state, [lowest_burn_index(state)], icons=state.options.end_burn_adds_fire)
    if is_ended(state):
        return state
    return changed(state, round=state.round + 1, phase="choosing", done=(), swapped=(), order_tool=False)


def end(state: State) -> State:
    """End tools are shown next; without tools it is over at once. Tokens stay where they lie, beside a tool too."""
    match state.pending:
        case Look(tool=tool, tokens=tokens) if tokens:
            discard = tuple(other for other in state.discard if other != tool)
            state = changed(state, aside=(*state.aside, (tool, tokens)), discard=discard)
        case HandDue(tool=tool):
            state = changed(state, discard=(*state.discard, tool))
    return changed(state, phase="ended" if state.options.tools else "over", pending=None, owed=0)


def is_ended(state: State) -> bool:
    return state.phase in ("ended", "over")


def score(state: State) -> dict[Participant, tuple[Line, ...]]:
    """The lines so far; nothing that still lies on a card counts."""
    lines: list[list[Line]] = [[] for _ in state.scores]
    for number, line in state.ledger:
        lines[number].append(line)
    return {participant(state, number): tuple(found) for number, found in enumerate(lines)}


def outcome(state: State) -> Outcome | None:
    """`fire.end.winner`, `fire.end.tie`; alone `fire.lone.target`."""
    if state.phase != "over":
        return None
    best = max(state.scores)
    if is_alone(state):
        target = state.options.lone_target
        if best >= target:
            return Outcome((0,), say("{points} points: the goal of {target} is reached.", points=best, target=target))
        return Outcome((), say("{points} points: {target} were needed.", points=best, target=target))
    first = [number for number, points in enumerate(state.scores) if points == best]
    if len(first) == 1:
        return Outcome((participant(state, first[0]),), say("The highest score: {points} points.", points=best))
    if state.options.final_tie == "first_there" and best > 0:
        there = min(first, key=lambda number: state.arrival[number] or 0)
        return Outcome((participant(state, there),), say("{points} points, and there first.", points=best))
    return Outcome(
        tuple(participant(state, number) for number in first), say("Equal at {points} points: they share the win.", points=best)
    )
