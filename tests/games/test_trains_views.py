"""Game of Trains, specification 4: who knows what; how moves are told, and what hands must do to follow them."""

from __future__ import annotations

import pytest

from companion import notation, table
from companion.games import trains
from companion.games.trains import Options
from companion.games.trains.moves import Kept, Offered
from companion.games.trains.state import unseen
from companion.rules import TABLE
from tests.games.trainstable import (
    ANA,
    BEN,
    BOX,
    CLASSES,
    NAMES,
    SHUFFLED,
    TO_FIRST,
    TO_KEEP,
    TO_OFFER,
    TO_TURN,
    dealt,
    draws,
    drew,
    first,
    game,
    kept,
    offered,
    opened,
    position,
    put,
    use,
)  # fmt: skip

# --- what each may know -----------------------------------------------------------------------------------------------


def test_start_cards_are_seen_by_their_own_seat_alone():
    state = game(*TO_KEEP).state
    assert trains.view(state, 1).offers == (("?",), (34, 80))
    assert trains.view(state, 0).offers == ((12,), ("?", "?"))
    assert trains.view(state, None).offers == (("?",), ("?", "?"))


def test_a_discarded_start_card_is_remembered_by_its_own_seat_alone():
    state = game(*TO_TURN).state
    assert 80 not in unseen(state) and 80 not in unseen(trains.view(state, 1))
    assert 80 in unseen(trains.view(state, 0)) and 80 in unseen(trains.view(state, None))
    again = game(*TO_TURN).then(draws("Ana")).ruled(SHUFFLED).state
    assert 80 in unseen(again) and 80 in unseen(trains.view(again, 1))


def test_what_a_page_offers_does_not_tell_a_hidden_start_card():
    state = game(*TO_KEEP, kept("Ana", 12, 7)).state
    for seat in (None, 0):
        (ask,) = [move for _, move in trains.legal_moves(trains.view(state, seat))]
        assert ask.move is Kept and {34, 80} <= set(ask.open["card"].choices)
    assert len(trains.legal_moves(trains.view(state, 1))) == 14


def test_a_view_is_its_own_view_and_can_be_printed():
    for options in ({}, {"card_memory": True}):
        state = game(*TO_TURN, draws("Ana", 1, 7), **options).state
        for seat in (None, 0, 1):
            view = trains.view(state, seat)
            assert trains.view(view, seat) == view
            assert notation.plain(view)["discard"] == 3


def test_card_memory_lists_what_everyone_has_seen_and_nothing_else():
    g = game(*TO_TURN, draws("Ana", 1, 7), card_memory=True)
    assert g.discards() == [10, 51]
    for seat in (None, 0, 1):
        assert trains.view(g.state, seat).discarded == (10, 51)
    assert "discarded" not in notation.plain(trains.view(game(*TO_TURN).state, 1))


def test_start_cards_are_veiled_from_all_others_for_ever():
    state = game(*TO_TURN).state
    move = Offered(1, (34, 80))
    assert trains.veil(state, TABLE, move, 1) == move
    assert trains.veil(state, TABLE, move, 0) == trains.veil(state, TABLE, move, None) == Offered(1, ("?", "?"))
    for other in (Kept(1, 34, 3), Offered(1, ("?", "?"))):
        assert trains.veil(state, 1, other, None) == other


def test_a_veiled_record_is_still_a_game():
    lines = [*TO_OFFER, offered("Ana", "?"), offered("Ben", "? ?"), kept("Ana", 12, 7), kept("Ben", 34, 3), draws("Ana", 80, 7)]
    assert game(*lines).state.row == game(*TO_TURN, draws("Ana", 82, 7)).state.row


# --- how it is told ---------------------------------------------------------------------------------------------------

SAID = [
    (dealt("Ben", "3 81 17 56 24 73 41"), "Dealt to Ben: 81, 73, 56, 41, 24, 17, 3"),
    (first("Ben"), "Ben is the first player"),
    (offered("Ben", "34 ?"), "Ben draws start cards: 34, ?"),
    (offered("Ben", "? ?"), "Ben draws 2 start cards"),
    (offered("Ana", "?"), "Ana draws 1 start card"),
    (kept("Ben", 34, 3), "keeps 34 and puts it on space 3"),
    (draws("Ana"), "draws a card"),
    (drew(37), "Drawn: 37"),
    (put("Ana", 3), "puts the drawn card on space 3"),
    (use("Ana", "SwapAdjacent", 56, 2), "uses 56 Remove leftmost: swaps spaces 2 and 3"),
    (use("Ana", "SwapOver", 8, 2), "uses 8 Swap over 1: swaps spaces 2 and 4"),
    (use("Ana", "MoveRight", 9, 2), "uses 9 Move 2 right: moves from space 2 to 4"),
    (use("Ana", "MoveLeft", 3, 6), "uses 3 Move 2 left: moves from space 6 to 4"),
    (use("Ana", "Remove", 63), "uses 63 Remove middle"),
    (use("Ana", "Protect", 34, 7), "uses 34 Protect: locks space 7"),
    (SHUFFLED, "The discard is shuffled into a new draw pile"),
]


@pytest.mark.parametrize(("line", "said"), SAID, ids=[line.split()[1] + str(number) for number, (line, _) in enumerate(SAID)])
def test_a_move_is_told_as_a_sentence(line, said):
    _, move = table.who_and_move(line, NAMES, CLASSES)
    assert str(trains.tell(move, table.naming(opened(2)))) == said
    assert notation.read(notation.write(move), trains.MOVES) == move


def test_every_move_has_a_title_and_every_field_too():
    for move in trains.MOVES:
        assert move.__name__ in trains.WORDS
        assert all(f"{move.__name__}.{field}" in trains.WORDS or field in trains.WORDS for field in move.__dataclass_fields__)


# --- what hands do ----------------------------------------------------------------------------------------------------


def steps(told, line):
    who, move = table.who_and_move(line, told.seats, CLASSES)
    return [table.spoken(step, told.seats) for step in trains.hands(told.state, who, move)]


def test_hands_lay_the_line_and_put_the_start_card():
    assert steps(game(), dealt("Ana", "3 81 17 56 24 73 41")) == ["Ana lays from left to right: 81, 73, 56, 41, 24, 17, 3"]
    assert steps(game(*TO_FIRST), first("Ana")) == []
    assert steps(game(*TO_KEEP, kept("Ana", 12, 7)), kept("Ben", 34, 3)) == [
        "Ben lays 34 on space 3.",
        "Ben lays 51 beside the draw pile.",
        "Ben discards the other start cards face down.",
        "Discard face down: 10, 51",
        "It is Ana’s turn.",
    ]


def test_hands_follow_a_drawn_card_and_an_ability():
    g = position(ANA, BEN, row="18 9", locks={"Ana": {4: 34}})
    assert steps(g.then(draws("Ana", 1)), put("Ana", 4)) == [
        "Ana lays 1 on space 4.",
        "Ana lays 40 beside the draw pile.",
        "Discard face down: 34",
        "It is Ben’s turn.",
    ]
    assert steps(g, use("Ana", "MoveRight", 9, 1)) == [
        "Ana’s line is now: 60, 50, 70, 40, 30, 19, 10",
        "Discard face down: 9",
        "It is Ben’s turn.",
    ]
    assert steps(g, use("Ana", "Protect", 18, 7)) == [
        "Tuck 18 under the car and push it up until its whole label shows.",
        "It is Ben’s turn.",
    ]


def test_hands_follow_a_removal_and_a_shuffle():
    g = position(ANA, BEN, row="63", discards="1", pile=1)
    assert steps(g, use("Ana", "Remove", 63)) == [
        "Ana lays 40 beside the draw pile.",
        "Ben lays 43 beside the draw pile.",
        "Discard face down: 63",
        "Ana draws for space 4.",
    ]
    g = g.then(use("Ana", "Remove", 63))
    assert steps(g, drew(80)) == ["The draw pile is empty: shuffle the discard into a new one."]
    g = g.then(drew(80))
    assert steps(g, SHUFFLED) == [
        f"Shuffle the {g.state.discard} cards of the discard into a new draw pile.",
        "Ben draws for space 4.",
    ]
    assert steps(g.then(SHUFFLED), drew(82)) == ["It is Ben’s turn."]


def test_hands_rest_when_the_game_is_over():
    g = position("5 12 22 31 50 61 11", BEN).then(draws("Ana", 80))
    assert steps(g, put("Ana", 7)) == ["Ana lays 80 on space 7.", "Ana lays 11 beside the draw pile."]


def test_options_have_their_help_and_no_others():
    assert {name: part.default for name, part in Options.__dataclass_fields__.items()} == {
        "reshuffle_late": False,
        "empty_remove": True,
        "card_memory": False,
    }
    assert all(part.metadata["help"].endswith(".") for part in Options.__dataclass_fields__.values())
    assert trains.PRACTICE == ({},)
    assert BOX.name == "reported"
