"""How many lines of moves there are: catches a missing and an extra move at once. Counted by hand, then by the rules."""

from __future__ import annotations

from companion.games import mine
from companion.rules import Ask
from tests.games.minetable import ORDER, board, card, dug, game, ready, shout


def lines(state, depth):
    """So many lines of *depth* moves, each Ask counting as one move that ends its line."""
    moves = [(who, move) for who, move in mine.legal_moves(state)]
    if depth == 1:
        return len(moves)
    return sum(1 if isinstance(move, Ask) else lines(mine.apply(state, who, move), depth - 1) for who, move in moves)


def test_from_the_beginning() -> None:
    """Two seats, ten boards each, forty cards and "not told" each, and the order: 20 + 82 + 1."""
    assert lines(game().state, 1) == 103


def test_from_the_beginning_two_moves() -> None:
    """After a board: 2 sides, 9 boards for the other, 82 cards, the order. After a card: 20 boards, 40 for the other, the order.

    After a card that is not told: as before. After the order: 20 boards, 82 cards, two shouts, the stop.
    """
    assert lines(game().state, 2) == 20 * (2 + 9 + 82 + 1) + 80 * (20 + 40 + 1) + 2 * 103 + (20 + 82 + 2 + 1) == 7071


def test_when_all_is_told_only_the_order_is_left() -> None:
    told = game(ready("4B T26", "5A T21"))
    assert [lines(told.state, depth) for depth in (1, 2)] == [1, 3]


def test_while_counting() -> None:
    """Each seat may count, and lay in two ways: tiles of a list, or any."""
    assert lines(game(dug("4B T26", "5A T21", shouter=0)).state, 1) == 6
    assert lines(game(ORDER, shout(0)).state, 1) == 2 + 20 + 82


def test_in_the_second_round_of_two_with_everything_known() -> None:
    """8 is kept; one of the eight boards that nobody has seen comes too. 38 cards are left, or it is not told."""
    told = game(
        dug("8B T01", "5A T02", shouter=1),
        *(f'{name} Counted {{"seat": {n}, "empty": 1}}' for n, name in enumerate(("Ana", "Ben"))),
    )
    assert lines(told.state, 1) == 2 * 9 + 2 * 39 + 1
    assert lines(told.then(board(0, 8)).state, 1) == 1 + 8 + 2 * 39 + 1
    assert lines(told.then(board(0, 1)).state, 1) == 2 + 1 + 2 * 39 + 1
    assert lines(told.then(card(1, "T03")).state, 1) == 2 * 9 + 38 + 1
