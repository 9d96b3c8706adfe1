"""Out of Mine!: what holds in every game, whatever is told (hypothesis)."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from companion import practice
from companion.games import mine
from companion.games.mine.laying import check as checked
from companion.games.mine.laying import mask
from companion.rules import Ask, total
from tests.games.minetable import BOX, check, opened


@st.composite
def walks(draw, options=None):
    """A table and a seed for the dice."""
    chosen = options or {
        "elves": draw(st.booleans()), "finds": draw(st.booleans()), "floor": draw(st.booleans()),
        "ties": draw(st.sampled_from(["share", "fewest_empty"])),
    }  # fmt: skip
    return opened(draw(st.integers(2, 4)), **chosen), draw(st.integers(0, 10**6))


def steps(at, seed, most=60):
    """States of a game in which anyone does anything that is legal."""
    rng = random.Random(seed)
    state = at.setup()
    for _ in range(most):
        yield state
        moves = mine.legal_moves(state)
        if not moves:
            return
        who, move = rng.choice(moves)
        move = practice.complete(mine, state, who, move, rng) if isinstance(move, Ask) else move
        state = mine.apply(state, who, move)


@settings(max_examples=25)
@given(walks())
def test_every_piece_is_somewhere_at_every_step(walk):
    for state in steps(*walk):
        check(state)


@settings(max_examples=15)
@given(walks())
def test_rounds_and_the_pile_go_one_way(walk):
    before = None
    for state in steps(*walk):
        assert 1 <= state.round <= 7
        if before is not None:
            assert state.round - before.round in (0, 1)
            assert before.pile - state.pile in ((0,) if state.round == before.round else (0, 1))
            assert set(before.out) <= set(state.out)
            assert all(after[: len(lines)] == lines for lines, after in zip(before.books, state.books, strict=True))
        before = state


@settings(max_examples=15)
@given(walks())
def test_points_are_the_sums_of_their_lines_and_of_the_rounds(walk):
    for state in steps(*walk):
        if state.phase == "count":
            for seat, digger in enumerate(state.seats):
                lines = [line for line in state.books[seat] if str(line.why).startswith(f"round {state.round}:")]
                assert (digger.points is None) == (lines == [])
                assert digger.points in (None, total(lines))
                assert not state.options.floor or total(lines) >= 0


@settings(max_examples=15)
@given(walks())
def test_nothing_told_face_down_shows_in_any_view(walk):
    for state in steps(*walk):
        if state.phase == "ready":
            told = {digger.card for digger in state.seats} - {"?"}
            for seat in (None, *range(len(state.seats))):
                assert not any(card in repr(mine.view(state, seat)) for card in told - {card for card, _, _ in state.used})


tiles = st.lists(st.sampled_from(mine.choices.placements(BOX, 4, "B")), max_size=8)


@settings(max_examples=60)
@given(tiles, st.sampled_from(BOX.cards), st.booleans())
def test_what_stays_is_within_the_gallery_and_the_card(chosen, card, elves):
    """Of tiles that do not overlap."""
    lying, covered = [], 0
    for tile in chosen:
        if not covered & mask(BOX, tile):
            covered |= mask(BOX, tile)
            lying.append(tile)
    gallery = BOX.gallery[4, "B"]
    found = checked(BOX, gallery, card, mine.Options(elves=elves), lying)
    stay = [tile for tile, rule in zip(lying, found.off, strict=True) if rule is None]
    assert all(sum(tile.colour == colour for tile in stay) <= n for colour, n in card.tiles.items())
    assert found.empty == BOX.spaces - sum(BOX.size_of[tile.colour] for tile in stay)
    for colour, n in card.tiles.items():
        there = sum(tile.colour == colour for tile in lying)
        assert sum(tile.colour == colour for tile in stay) == min(there, n)
    again = checked(BOX, gallery, card, mine.Options(elves=elves), stay)
    assert again.off == (None,) * len(stay) and again.elves == found.elves
