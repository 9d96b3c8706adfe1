"""Out of Mine!, specification 8: what labels of boards and treasure cards may mean."""

from __future__ import annotations

from companion.games import mine
from companion.referee import judge, typed
from companion.rules import Label, Place
from companion.table import naming
from tests.games.minetable import (
    NAMES,
    ORDER,
    board,
    card,
    counted,
    dug,
    game,
    opened,
    ready,
    round_of,
    shout,
    side,
)  # fmt: skip

CORNERS = ("TL", "TR", "BR", "BL")


def sees(told, *rows, who=None):
    """Proposals as lines, then objections and notes, as a page would have them."""
    rows = typed(row.split() for row in rows) if rows and isinstance(rows[0], str) else rows
    judged = judge(mine, told.state, who, rows, naming(opened(len(told.seats))), {"GT": "Game of Trains"})
    proposals = [
        "\n".join(f"{one if isinstance(one, str) else NAMES[one]} {line}" for one, line in proposal.moves)
        for proposal in judged.proposals
    ]
    return proposals, [(one.rule, str(one.sentence)) for one in judged.objections], list(map(str, judged.notes))


def four(which, x=0.0, y=0.0):
    """The corner labels of a side that lies upright with its top left at (x, y)."""
    spots = ((0, 0), (300, 0), (300, 260), (0, 260))
    return [Label(f"{which}-{corner}", Place(x + dx, y + dy, 20, 0)) for corner, (dx, dy) in zip(CORNERS, spots, strict=True)]


def test_corners_of_a_board_are_its_board_and_side_for_the_seat_of_the_phone() -> None:
    assert sees(game(), "3A-TL 3A-TR", "3A-BL", who=1) == ([f"{board(1, 3)}\n{side(1, 'A')}"], [], [])


def test_on_a_shared_screen_the_table_says_whose_board_it_is() -> None:
    proposals, objections, notes = sees(game(board(0, 4)), "3A-TL", "3A-BR")
    assert (proposals, objections, notes) == ([f"{board(1, 3)}\n{side(1, 'A')}"], [], [])
    assert len(sees(game(seats=3), "3A-TL")[0]) == 3


def test_labels_of_both_sides_are_asked_about() -> None:
    proposals, objections, notes = sees(game(), "3A-TL 3B-TR", who=0)
    assert proposals == [f"{board(0, 3)}\n{side(0, 'A')}", f"{board(0, 3)}\n{side(0, 'B')}"]
    assert (objections, notes) == ([], ["Labels of both sides of board 3 are seen: which side lies up?"])


def test_a_card_is_drawn_by_the_seat_of_the_phone() -> None:
    assert sees(game(), "OM:T07", who=1) == ([card(1, "T07")], [], [])
    assert sees(game(card(0, "T01")), "T07") == ([card(1, "T07")], [], [])


def test_board_and_card_in_one_photo_are_all_three() -> None:
    assert sees(game(), "3A-TL", "T07", "3A-BR", who=0) == ([f"{board(0, 3)}\n{side(0, 'A')}\n{card(0, 'T07')}"], [], [])


def test_each_card_goes_to_the_board_whose_corners_are_nearest() -> None:
    labels = [*four("3A"), *four("5B", x=900), Label("T07", Place(700, 200, 20, 0)), Label("T08", Place(350, 200, 20, 0))]
    told = game(board(0, 3), board(1, 5))
    proposals, objections, notes = sees(told, tuple(labels))
    assert (objections, notes) == ([], [])
    assert proposals == [f"{side(0, 'A')}\n{card(0, 'T08')}", f"{side(1, 'B')}\n{card(1, 'T07')}"]


def test_two_cards_on_one_board_are_said() -> None:
    assert sees(game(), "3A-TL T07 T08", who=0)[2] == ["More than one treasure card lies on board 3: T07, T08"]


def test_what_was_told_already_is_said_to_be_as_it_must() -> None:
    told = game(ready("3A T07"), ORDER)
    assert sees(told, "3A-TL", who=0) == ([], [], ["Board 3 lies before seat 1, as it must be."])
    assert sees(told, "T07", who=0) == ([], [], ["T07 lies before seat 1, as it must be."])


def test_a_board_on_its_other_side_is_said() -> None:
    notes = sees(game(ready("3A")), "3B-TL", who=0)[2]
    assert "Board 3 lies on side B; told was side A." in notes


def test_a_card_that_lies_face_down_is_not_told_by_a_sight() -> None:
    proposals, objections, notes = sees(game(card(0, "T07")), "T07", who=0)
    assert (proposals, notes) == ([], [])
    assert [rule for rule, _ in objections] == ["cards.one"]


def test_a_board_that_is_out_a_used_card_and_a_board_of_another_are_objected_to_with_the_round() -> None:
    told = game(dug("8B T01", "5A T02", shouter=1), counted(0, 1), counted(1, 0), board(0, 8))
    assert sees(told, "5A-TL", who=1)[1] == [("boards.out", "Board 5 went back into the box after round 1: seat 2 had shouted.")]
    assert sees(told, "T02", who=0)[1] == [("cards.used", "T02 came in round 1, to seat 2.")]
    assert sees(told, "8A-TL", who=1)[1] == [("boards.twice", "Board 8 lies before seat 1 in round 2.")]


def test_so_they_are_of_a_seat_that_has_told_its_board_and_card_already() -> None:
    told = game(dug("8B T01", "5A T02", shouter=1), counted(0, 1), counted(1, 0), ready("8A T03"))
    assert [rule for rule, _ in sees(told, "5A-TL", who=0)[1]] == ["boards.out"]
    assert [rule for rule, _ in sees(told, "T02", who=0)[1]] == ["cards.used"]


def test_a_label_of_no_piece_and_one_of_another_game() -> None:
    assert sees(game(), "T99", who=0)[1] == [("boards.unknown", "“T99” is no piece of this box.")]
    assert sees(game(), "GT:07", who=0)[1][0][0] is None


def test_a_label_seen_twice_counts_once() -> None:
    proposals, _, notes = sees(game(), "T07 T07", who=0)
    assert (proposals, notes) == ([card(0, "T07")], ["T07 was seen twice; it counts once."])


def test_after_the_game_nothing_is_proposed() -> None:
    assert sees(game(*[round_of(1, 1)] * 7), "T07", who=0)[1] == [("end.over", "The game is over.")]


def test_a_seat_whose_result_was_told_gets_no_board() -> None:
    told = game(ORDER, shout(0), counted(0, 1))
    assert sees(told, "3A-TL", who=0)[1][0][0] == "boards.when"
    assert sees(told, "3A-TL") == ([f"{board(1, 3)}\n{side(1, 'A')}"], [], [])


def test_a_board_seen_when_counting_is_before_its_seat_or_another() -> None:
    told = game(dug("3A T07", "5A T01"))
    assert sees(told, tuple(four("3A")), who=0)[2] == ["Board 3 lies before seat 1, as it must be."]
    assert sees(told, tuple(four("5A")), who=0)[1] == [("boards.twice", "Board 5 lies before seat 2 in round 1.")]


def test_labels_of_both_sides_when_counting_ask_for_another_photograph() -> None:
    told = game(dug("3A T07", "5A T01"))
    notes = sees(told, (*four("3A")[:2], *four("3B")[:1]), who=0)[2]
    assert "Labels of both sides of board 3 are seen: photograph the upper one alone." in notes
