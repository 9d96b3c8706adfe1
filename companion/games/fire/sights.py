"""From pieces seen to moves, and from moves to hands (specification, sections 8 and 9).

`meanings` says what a photograph may mean; `judge` decides whether it may be. `hands` says what people must do on the
table after a move.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from companion.games.fire.byhand import difference_of_tops
from companion.games.fire.course import acts_for, chooser, is_ended, person, seen_out
from companion.games.fire.judge import apply, maker
from companion.games.fire.moves import (
    SECTION_NAMES,
    Burn,
    ChooseCard,
    Drew,
    EndTurn,
    Held,
    Move,
    Place,
    PlayTool,
    Recount,
    StartSaving,
    Stop,
    Swap,
    TakeTool,
    Tops,
    TurnCards,
    TurnedUp,
)
from companion.games.fire.state import SECTIONS, Look, State, kind_of
from companion.games.fire.tools import called, may_play, open_window, picks
from companion.games.states import state_after
from companion.rules import HIDDEN, TABLE, IllegalMove, Label, Meaning, Sentence, Who, say, say_n

MANY = 8
"""More tokens than this in one picture are the bag, tipped out."""


def meanings(state: State, who: Who | None, rows: Sequence[Sequence[Label]]) -> list[Meaning]:
    """What these labels, seen in rows in reading order by *who*'s phone (None: the shared screen), may mean."""
    codes = [label.code for row in rows for label in row]
    box = state.box
    known = {code for kind in box.token_codes.values() for code in kind} | {
        *box.cards,
        *box.tool_codes,
        *(f"C{card}" for card in box.bravery),
    }
    found = [
        Meaning(refused=IllegalMove("fire.piece.foreign", say("“{code}” is no such piece of this box.", code=code[:20])))
        for code in dict.fromkeys(codes)
        if code not in known
    ]
    tokens = [code for code in codes if code in known and code[0] in "BF"]
    library = list(dict.fromkeys(code for code in codes if code in box.cards))
    tools = list(dict.fromkeys(code for code in codes if code in box.tool_codes))
    turn_cards = list(dict.fromkeys(int(code[1:]) for code in codes if code in known and code[0] == "C"))
    # The active turn order card is in the picture of its own tokens.
    if tokens and state.active is not None:
        turn_cards = [card for card in turn_cards if card != state.turn_cards[state.active]]
    twice = [token for token, times in Counter(tokens).items() if times > 1]
    if twice:
        found.append(
            Meaning(refused=IllegalMove("fire.bag.twice", say("{tokens}: seen twice, and each is there once.", tokens=twice)))
        )
    elif tokens:
        found += _tokens(state, who, tokens)
    if library:
        found += _library(state, library)
    if turn_cards:
        found += _turn_cards(state, turn_cards)
    if tools:
        found += _tools(state, who, tools)
    return found


def _move(state: State, move: Move) -> Meaning:
    return Meaning(((maker(state, move), move),))


# --- tokens -----------------------------------------------------------------------------------------------------------


def _tokens(state: State, who: Who | None, tokens: list[str]) -> list[Meaning]:
    if len(tokens) > MANY:
        return recounts(state, tokens)
    if isinstance(state.pending, Look):
        return _look(state, state.pending, tokens)
    match state.phase:
        case "ready" if len(tokens) == 1:
            assert state.active is not None
            return [Meaning(((acts_for(state, state.active), StartSaving()), (TABLE, Drew(tokens[0]))))]
        case "scored" if len(tokens) == 1 and who != state.active:
            return _next_turn(state, tokens[0])
        case "saving":
            return _row(state, tokens)
    return [_move(state, Drew(tokens[0]))]


def recounts(state: State, tokens: list[str]) -> list[Meaning]:
    """The bag tipped out: a check, and when it differs also playing on with what was counted."""
    check = _move(state, Recount(tuple(tokens), False))
    try:
        apply(state, TABLE, Recount(tuple(tokens), False))
    except IllegalMove:
        return [check, _move(state, Recount(tuple(tokens), True))]
    return [check]


def _look(state: State, due: Look, tokens: list[str]) -> list[Meaning]:
    if len(due.tokens) == due.n:
        return [_move(state, Place(_as_told(due.tokens, tokens[0])))] if len(tokens) == 1 else []
    new = [token for token in tokens if token not in due.tokens]
    if not new:
        return [Meaning(note=say("Still there: {tokens}", tokens=tokens))]
    return [Meaning(tuple((TABLE, Drew(token)) for token in new))]


def _as_told(told: Sequence[str], seen: str) -> str:
    """The token as it was told: by its code, or by its kind alone."""
    return seen if seen in told else kind_of(seen)


def _next_turn(state: State, token: str) -> list[Meaning]:
    """The next player's phone sees a token: the turn has ended and the bag has moved on."""
    assert state.active is not None
    after = state_after(apply, state, ((acts_for(state, state.active), EndTurn()),))
    if after is None or after.phase != "ready" or after.active is None:
        return [Meaning(((acts_for(state, state.active), EndTurn()),))]
    return [
        Meaning(
            (
                (acts_for(state, state.active), EndTurn()),
                (acts_for(after, after.active), StartSaving()),
                (TABLE, Drew(token)),
            )
        )
    ]


def _row(state: State, tokens: list[str]) -> list[Meaning]:
    """The tokens on the card in order, old and new: the new ones were drawn, leftmost empty space first."""
    if len(tokens) == 1:
        if tokens[0] in state.card:
            return [Meaning(note=say("Still there: {tokens}", tokens=tokens))]
        return [Meaning(((TABLE, Drew(tokens[0])),))]
    new = len(tokens) - sum(token is not None for token in state.card)
    gaps = [at for at, token in enumerate(state.card) if token is None]
    filled = [at for at in range(len(state.card)) if state.card[at] is not None or at in gaps[: max(new, 0)]]
    drawn = []
    for at, seen in zip(filled, tokens, strict=False):
        lying = state.card[at]
        if lying is None:
            if seen in state.card:
                return [Meaning(refused=_misfit(state, at, lying, seen))]
            drawn.append(seen)
        elif lying not in (seen, kind_of(seen)):
            return [Meaning(refused=_misfit(state, at, lying, seen))]
    if new < 0:
        missing = filled[len(tokens)] if len(filled) > len(tokens) else 0
        return [Meaning(refused=_misfit(state, missing, state.card[missing], None))]
    if len(tokens) > len(filled):
        return [Meaning(tuple((TABLE, Drew(token)) for token in (*drawn, *tokens[len(filled) :])))]
    if not drawn:
        return [Meaning(note=say("The card lies as it was told."))]
    return [Meaning(tuple((TABLE, Drew(token)) for token in drawn))]


def _misfit(state: State, at: int, lying: str | None, seen: str | None) -> IllegalMove:
    rule = "fire.saving.leftmost"
    if seen is None:
        return IllegalMove(
            rule, say("{told} should lie on space {space}, and the picture does not show it.", told=lying, space=at + 1)
        )
    if lying is None:
        return IllegalMove(
            rule, say("{seen} lies further left: on space {space} a new token is expected.", seen=seen, space=at + 1)
        )
    return IllegalMove(
        rule, say("On space {space} lies {told}, but the picture shows {seen}.", space=at + 1, told=lying, seen=seen)
    )


# --- cards ------------------------------------------------------------------------------------------------------------


def _library(state: State, codes: list[str]) -> list[Meaning]:
    found = []
    for code in codes:
        card, top = state.box.cards[code], state.box.cards[state.tops[SECTIONS.index(state.box.cards[code].section)]]
        if card.rank < top.rank:
            found.append(Meaning(refused=_burnt(code)))
    if found:
        return found
    if len({state.box.cards[code].section for code in codes}) == len(SECTIONS):
        check = _move(state, Tops(tuple(codes), False))
        return [check] if set(codes) == set(state.tops) else [check, _move(state, Tops(tuple(codes), True))]
    if set(codes) <= set(state.tops):
        return [Meaning(note=say("On top as it must be: {cards}", cards=codes)), *_burn_seen(state)]
    after = _burn_seen(state)
    for meaning in after:
        burnt = state_after(apply, state, meaning.moves)
        if burnt is not None and set(codes) <= set(burnt.tops):
            return [meaning]
    return [Meaning(refused=IllegalMove("fire.library.differs", difference_of_tops(state, codes)))]


def _burn_seen(state: State) -> list[Meaning]:
    """New top cards confirm the burn that they come from."""
    if state.phase == "spread":
        return [_move(state, Burn())]
    if state.phase == "scored":
        return [_move(state, EndTurn())]
    return []


def _burnt(code: str) -> IllegalMove:
    def gone(state: State) -> bool:
        top = state.box.cards[state.tops[SECTIONS.index(state.box.cards[code].section)]]
        return top.rank > state.box.cards[code].rank

    return IllegalMove("fire.library.differs", say("{card} has burned", card=code), since=gone)


def _turn_cards(state: State, cards: list[int]) -> list[Meaning]:
    if state.phase == "choosing" and len(cards) == 1 and chooser(state) is not None:
        return [_move(state, ChooseCard(cards[0]))]
    return [_move(state, TurnCards(tuple(cards)))]


# --- tools ------------------------------------------------------------------------------------------------------------


def _tools(state: State, who: Who | None, tools: list[str]) -> list[Meaning]:
    found = _market(state, tools) if len(tools) <= len(state.market) else []
    if len(tools) > 1:
        return found or [
            Meaning(refused=IllegalMove("fire.tool.market", say("More tools than lie in the market: show one at a time.")))
        ]
    tool = tools[0]
    seats: Sequence[int] = [who] if isinstance(who, int) else range(state.seats)
    window = open_window(state)
    kind = state.box.tool(tool)
    for seat in seats:
        if tool not in state.hands[seat] and HIDDEN not in state.hands[seat]:
            continue
        if kind.window == window and may_play(state, seat, kind):
            found += [Meaning(((seat, PlayTool(tool, pick)),)) for pick in picks(state, seat, kind)]
        if state.phase == "choosing":
            found.append(Meaning(((seat, Swap(tool)),)))
        if isinstance(who, int) and tool not in state.hands[seat]:
            found.append(Meaning(((seat, Held(tool)),)))
    if state.phase == "reward" and state.active is not None and (who is None or who == state.active):
        found += [_move(state, TakeTool("market", tool)), _move(state, TakeTool("deck", tool))]
    if state.untold and any(state.untold[1:]):
        found.append(_move(state, Held(tool)))
    legal = [meaning for meaning in found if _fits(state, meaning)]
    if legal or any(meaning.note or meaning.refused for meaning in found):
        return legal or found
    seat = seats[0] if state.active is None or state.active >= state.seats or who is not None else state.active
    return [Meaning(((seat, PlayTool(tool, ())),))]


def _fits(state: State, meaning: Meaning) -> bool:
    return bool(meaning.moves) and state_after(apply, state, meaning.moves) is not None


def _market(state: State, tools: list[str]) -> list[Meaning]:
    """A row of tools beside the deck tells the hidden slots; one that was told otherwise is an objection."""
    slots = [slot for slot in state.market if slot is not None]
    if len(tools) == 1:
        return [_move(state, TurnedUp(tools[0]))] if HIDDEN in slots else []
    if len(tools) != len(slots):
        unseen = [tool for tool in tools if tool not in slots]
        if not unseen:
            return [Meaning(note=say("The market lies as it was told."))]
        return [Meaning(tuple((TABLE, TurnedUp(tool)) for tool in unseen))] if len(unseen) <= slots.count(HIDDEN) else []
    told = []
    for number, (slot, seen) in enumerate(zip(slots, tools, strict=True), 1):
        if slot == HIDDEN:
            told.append((TABLE, TurnedUp(seen)))
        elif slot != seen:
            return [
                Meaning(
                    refused=IllegalMove(
                        "fire.tool.market",
                        say(
                            "Tool {number} of the market is {told}, but the picture shows {seen}.",
                            number=number,
                            told=called(state, slot),
                            seen=called(state, seen),
                        ),
                    )
                )
            ]
    return [Meaning(tuple(told))] if told else [Meaning(note=say("The market lies as it was told."))]


# --- what hands must do -----------------------------------------------------------------------------------------------


def hands(before: State, who: Who, move: Any) -> tuple[Sentence, ...]:
    """What people must do on the real table to follow this legal move, step by step."""
    after = apply(before, who, move, ruling=True)
    steps: list[Sentence] = []
    if isinstance(move, Stop):
        steps += _figures(before, after)
    if isinstance(move, Burn | EndTurn | PlayTool | TakeTool | Stop):
        steps += _removed(before, after)
        steps += _back_to_bag(before, after)
    if isinstance(move, PlayTool):
        steps = [
            say("Do what {tool} says: {text}", tool=called(before, move.tool), text=Sentence(before.box.tool(move.tool).text)),
            *steps,
        ]
    if isinstance(move, TakeTool | Swap):
        drawn = sum(tool == HIDDEN for tool in after.market) > sum(tool == HIDDEN for tool in before.market)
        if isinstance(move, TakeTool) and drawn and move.from_ == "market":
            steps.append(say("Fill the market from the deck."))
        if after.deck > before.deck:
            steps.append(say("Shuffle the discarded tools into a new deck."))
    if after.phase == "reward" and before.phase != "reward":
        steps.append(
            say_n(
                "{who} takes a tool from market or deck.",
                "{who} takes {n} tools from market or deck.",
                after.owed,
                who=person(after, after.active or 0),
            )
        )
    if is_ended(after) and not is_ended(before):
        steps.append(say("The library has fallen: leave the tokens where they lie."))
    elif after.active != before.active and after.phase == "ready" and after.active is not None:
        steps.append(say("Pass the bag to {who}.", who=person(after, after.active)))
    elif after.phase == "choosing" and before.phase != "choosing":
        steps.append(say("Turn order cards to the middle; everyone may swap a tool."))
    return tuple(steps)


def _figures(before: State, after: State) -> list[Sentence]:
    return [
        say_n(
            "Move {who}’s figure {n} space forward.",
            "Move {who}’s figure {n} spaces forward.",
            now - was,
            who=person(after, number),
        )
        for number, (was, now) in enumerate(zip(before.scores, after.scores, strict=True))
        if now > was
    ]


def _removed(before: State, after: State) -> list[Sentence]:
    steps = []
    for section, was, now in zip(SECTIONS, before.tops, after.tops, strict=True):
        n = after.box.cards[now].rank - before.box.cards[was].rank
        if n > 0:
            name = next((Sentence(one.name) for one in after.box.sections if one.section == section), SECTION_NAMES[section])
            steps.append(say_n("Remove {n} card from {section}.", "Remove {n} cards from {section}.", n, section=name))
    fires = before.reserve - after.reserve
    if fires > 0:
        steps.append(say_n("Put {n} fire from aside into the bag.", "Put {n} fires from aside into the bag.", fires))
    return steps


def _back_to_bag(before: State, after: State) -> list[Sentence]:
    n = len(seen_out(before)) - len(seen_out(after))
    if n > 0 and (after.active != before.active or after.burnt):
        return [say_n("Put {n} token back into the bag.", "Put {n} tokens back into the bag.", n)]
    return []
