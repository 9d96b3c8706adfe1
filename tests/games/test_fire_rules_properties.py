"""What holds in every game of Fire in the Library, whatever is played: random games with random options, step by step."""

from __future__ import annotations

import random
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from companion import notation, practice, record, table
from companion.games import GAMES, fire
from companion.games.fire import Options
from companion.games.fire.course import seen_out
from companion.games.fire.moves import Ages, ByHand, Clash, Held, Recount, Tops, TurnedUp
from companion.games.fire.state import HandDue, kind_of
from companion.games.fire.tools import open_window
from companion.rules import HIDDEN, TABLE, Ask, IllegalMove, total
from companion.table import Entry, Table
from tests.games.firetable import BOX, EVERYTHING

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eve", "Finn")


@st.composite
def tables(draw):
    """A table with one to six seats, Robots as far as there is room, and any options."""
    seats = draw(st.integers(1, 6))
    options = Options(
        tools=draw(st.sampled_from([True, True, True, False])),
        tools_in_first_round=draw(st.booleans()),
        tools_told=draw(st.booleans()),
        must_draw=draw(st.booleans()),
        full_card_ends=draw(st.booleans()),
        end_burn_adds_fire=draw(st.booleans()),
        robots=draw(st.integers(0, 6 - seats) if seats < 6 else st.just(0)),
        robot_stops_at=draw(st.integers(1, 5)),
        lone_target=draw(st.integers(1, 60)),
        final_tie=draw(st.sampled_from(["shared", "first_there"])),
    )
    return Table("fire", fire, draw(st.sampled_from([BOX, EVERYTHING])), options, NAMES[:seats])


def check(state, before):
    """Pieces are where pieces can be, nothing is lost and nothing doubled; points are those of the ledger."""
    box = state.box
    counts = Counter(kind_of(token) for token in seen_out(state))
    codes = [token for token in seen_out(state) if token != kind_of(token)]
    assert len(codes) == len(set(codes))
    for kind, in_all in box.tokens_in_all.items():
        here = getattr(state.bag, kind) + getattr(state.lost, kind) + counts[kind] + (state.reserve if kind == "F" else 0)
        assert here == in_all, kind
    assert min(*state.bag, *state.lost, state.reserve) >= 0
    in_play = [tool for tool, _ in state.aside] + ([state.pending.tool] if isinstance(state.pending, HandDue) else [])
    places = [*(tool for tool in state.market if tool is not None), *(tool for hand in state.hands for tool in hand)]
    places += [*state.discard, *in_play]
    known = [tool for tool in places if tool != HIDDEN]
    assert len(known) == len(set(known))
    tools = box.tools_by_participants[len(state.scores)] if state.options.tools else ()
    assert set(known) <= set(tools)
    assert len(places) + state.deck == len(tools)
    if not (state.deck == 0 and not state.discard) and state.options.tools:
        assert None not in state.market
    for top, earlier in zip(state.tops, before.tops, strict=True):
        assert box.cards[top].section == box.cards[earlier].section
        assert box.cards[top].rank >= box.cards[earlier].rank
    for (_, lines), points in zip(fire.score(state).items(), state.scores, strict=True):
        assert total(lines) == points
        assert all(line.points for line in lines)
    assert {line.rule for _, line in state.ledger} <= set(fire.RULES)
    arrivals = [at for at in state.arrival if at is not None]
    assert len(arrivals) == len(set(arrivals))
    assert all(at is not None or points == 0 for at, points in zip(state.arrival, state.scores, strict=True))
    chosen = [card for card in state.turn_cards if card is not None]
    assert len(chosen) == len(set(chosen)) and set(chosen) <= set(state.cards_in_use)
    destroyed = any(box.cards[top].kind == "destroyed" for top in state.tops)
    assert not destroyed or state.phase in ("ended", "over")
    assert (state.trigger is not None) <= (state.phase in ("spread", "ended", "over"))
    if state.phase == "spread":
        assert kind_of(state.card[state.trigger - 1]) == "F"
    if state.untold is not None:
        assert sum(tool == HIDDEN for tool in places) == sum(state.untold)


def extras(state, rng):
    """Now and then what nobody waits for: told ages, tools, counts, clashes, a hand that changes something."""
    pick = rng.random()
    unseen = list(state.box.tools_by_participants[len(state.scores)])
    seat = rng.randrange(state.seats)
    if pick < 0.03:
        return TABLE, Ages(tuple(rng.sample(range(1, state.seats + 1), state.seats)))
    if pick < 0.06:
        return seat, Held(rng.choice(unseen))
    if pick < 0.09:
        return TABLE, TurnedUp(rng.choice(unseen))
    if pick < 0.12:
        kinds = [kind for kind, n in zip(state.bag._fields, state.bag, strict=True) for _ in range(n)]
        return TABLE, Recount(tuple(kinds[: len(kinds) - rng.randrange(2)]), rng.random() < 0.5)
    if pick < 0.15:
        fit = [code for code in unseen if state.box.tool(code).window == open_window(state)] or unseen
        laying = rng.sample(range(state.seats), min(2, state.seats))
        return TABLE, Clash(tuple(rng.choice(fit) if at in laying else None for at in range(state.seats)))
    if pick < 0.17:
        lower = [state.box.below.get(top, top) if rng.random() < 0.2 else top for top in state.tops]
        return TABLE, Tops(tuple(rng.sample(lower, 4)), rng.random() < 0.5)
    if pick < 0.22:
        places = ["bag", "reserve", "lost", "tool", "space1", "space2", "space3"]
        moved = tuple((rng.choice(["F", "BW", "BP1"]), rng.choice(places), rng.choice(places)) for _ in range(rng.randrange(3)))
        points = tuple(rng.randint(-2, 2) for _ in state.scores) if rng.random() < 0.5 else ()
        homes = ["deck", "discard", "market", "hand0"]
        tools = ((rng.choice([*unseen, HIDDEN, HIDDEN]), rng.choice(homes), rng.choice(homes)),) if rng.random() < 0.5 else ()
        return TABLE, ByHand(moved, points, (), tools)
    return None


@given(table=tables(), seed=st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_pieces_are_conserved_and_points_are_those_of_the_ledger(table, seed):
    rng = random.Random(seed)
    state = table.setup()
    check(state, state)
    moves = 0
    while waiting := fire.to_act(state):
        extra = extras(state, rng)
        if extra is not None:
            try:
                after = fire.apply(state, *extra, ruling=rng.random() < 0.5)
            except IllegalMove as illegal:
                assert illegal.rule in fire.RULES
            else:
                check(after, state)
                state = after
                continue
        who, move = practice.random_move(fire, state, waiting, rng)
        after = fire.apply(state, who, move)
        check(after, state)
        state = after
        moves += 1
        assert moves < practice.MOST_MOVES
    assert state.phase == "over"
    assert fire.outcome(state) is not None


@given(table=tables(), seed=st.integers(0, 2**32))
@settings(max_examples=25, deadline=None)
def test_a_replay_of_the_journal_gives_the_same_state_and_the_record_the_same_ledger(table, seed):
    entries = practice.play(table, seed)
    state = table.setup()
    for entry in entries:
        state = fire.apply(state, entry.who, entry.move)
    position = table_replay(table, entries)
    assert position.problem is None
    assert position.state == state
    text = record.write(table, entries, "house")
    again = record.read(text, GAMES, lambda game, name: table.box)
    assert list(again.entries) == entries
    assert fire.score(table_replay(again.table, again.entries).state) == fire.score(state)


def table_replay(a_table, entries):
    return table.replay(a_table, list(entries))


@given(table=tables(), seed=st.integers(0, 2**32))
@settings(max_examples=12, deadline=None)
def test_what_is_listed_in_a_view_covers_what_is_legal(table, seed):
    rng = random.Random(seed)
    state = table.setup()
    for _ in range(60):
        waiting = fire.to_act(state)
        if not waiting:
            break
        everyone = fire.view(state, None)
        offered = {}
        for who, move in fire.legal_moves(state):
            if isinstance(move, Ask):
                continue
            fire.apply(state, who, move)
            if who not in offered:
                offered[who] = fire.legal_moves(fire.view(state, who) if who != TABLE else everyone, who)
            assert (who, move) in offered[who]
        assert set(waiting) <= set(fire.to_act(everyone))
        who, move = practice.random_move(fire, state, waiting, rng)
        assert notation.read(notation.write(move), fire.MOVES) == move
        state = fire.apply(state, who, move)


@given(table=tables(), seed=st.integers(0, 2**32), junk=st.integers(0, 2**32))
@settings(max_examples=20, deadline=None)
def test_every_refusal_in_random_play_cites_a_rule(table, seed, junk):
    """Moves of an earlier moment of another game, tried at every moment of this one."""
    others = practice.play(Table("fire", fire, table.box, Options(robots=0), NAMES[: max(2, len(table.seats))]), junk)
    rng = random.Random(seed)
    state = table.setup()
    for _ in range(80):
        waiting = fire.to_act(state)
        if not waiting:
            break
        for entry in rng.sample(others, min(12, len(others))):
            try:
                fire.apply(state, entry.who, entry.move)
            except IllegalMove as illegal:
                assert illegal.rule in fire.RULES
                assert str(illegal)
        who, move = practice.random_move(fire, state, waiting, rng)
        state = fire.apply(state, who, move)


def test_a_thousand_games_are_not_needed_to_see_every_phase():
    """The random games of the other tests reach every phase and every kind of pending thing."""
    seen = set()
    for seed in range(40):
        a_table = Table("fire", fire, BOX, Options(tools_told=True, tools_in_first_round=True), NAMES[: 1 + seed % 4])
        state = a_table.setup()
        for entry in practice.play(a_table, seed):
            assert isinstance(entry, Entry)
            state = fire.apply(state, entry.who, entry.move)
            seen |= {state.phase, None if state.pending is None else state.pending.what}
    assert {"ready", "saving", "spread", "reward", "scored", "choosing", "ended", "over", "draw", "look", "hand"} <= seen


@given(seed=st.integers(0, 2**32))
@settings(max_examples=5, deadline=None)
def test_a_clash_is_offered_exactly_where_two_tools_can_be_laid(seed):
    """Every two tools of the window, tried for every two people; the winner can then play it and nothing else."""
    rng = random.Random(seed)
    a_table = Table("fire", fire, rng.choice([BOX, EVERYTHING]), Options(tools_in_first_round=True), NAMES[: rng.choice([2, 3])])
    state = fire.apply(a_table.setup(), TABLE, Ages(tuple(rng.sample(range(1, len(a_table.seats) + 1), len(a_table.seats)))))
    for _ in range(70):
        waiting = fire.to_act(state)
        if not waiting:
            break
        if rng.random() < 0.2 and state.pending is None:
            offered = any(isinstance(move, Ask) and move.move is Clash for _, move in fire.legal_moves(state, TABLE))
            window, tools = open_window(state), state.box.tools_by_participants[state.seats]
            fit = [tool for tool in tools if state.box.tool(tool).window == window]
            laid = [
                Clash(tuple({one: tool, two: other}.get(seat) for seat in range(state.seats)))
                for one in range(state.seats)
                for two in range(one)
                for tool in fit
                for other in fit
            ]
            settled = [after for move in laid if (after := _legal(state, TABLE, move)) is not None]
            assert offered == bool(settled)
            if settled:
                state = rng.choice(settled)
                assert fire.to_act(state) == (state.pending.seat,)
                assert fire.legal_moves(state, state.pending.seat)
                waiting = fire.to_act(state)
        who, move = practice.random_move(fire, state, waiting, rng)
        state = fire.apply(state, who, move)


def _legal(state, who, move):
    try:
        return fire.apply(state, who, move)
    except IllegalMove:
        return None
