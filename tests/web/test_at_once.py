"""Several phones tell something in the same moment, each from the page that it had before the others told theirs."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask

from tests.games.minetable import ORDER, board, card, counted, ready, shout, side
from tests.web.conftest import Browser, real_games
from tests.web.test_mine_newcomer import at_table

Phones = Callable[..., list[Browser]]
READY = ready("4B T26", "5A T21", "9B T36")


app = pytest.fixture(real_games, scope="module")


@pytest.fixture
def phones(app: Flask) -> Phones:
    """A phone for each of three seats, all showing the table after the same entry."""

    def open_at(*told: str) -> list[Browser]:
        first, path = at_table(app, *[line for text in told for line in text.splitlines()], seat=0)
        others = [Browser(app), Browser(app)]
        for seat, phone in enumerate(others, 1):
            phone.get(path.replace("/t/", "/join/"))
            phone.post(f"{path}/sit", seat=str(seat))
            assert phone.status == 200
        first.get(path)
        return [first, *others]

    return open_at


def tell(phone: Browser, *lines: str) -> int:
    """Sends these lines against the entry that the phone's page shows; the status of the answer, before it leads on."""
    answer = phone.client.post(f"{phone.path}/moves", data={**phone.marks(), "move": list(lines)})
    return answer.status_code


def told(phone: Browser) -> list[str]:
    return [line.partition(" ")[2] for line in phone.client.get(f"{phone.path}/record").text.splitlines() if line[:1].isdigit()]


def test_all_count_their_boards_at_once_and_nobody_is_told_to_tell_it_again(phones: Phones) -> None:
    at = phones(READY, ORDER, shout(1))
    counts = [counted(seat, empty) for seat, empty in ((0, 3), (1, 0), (2, 11))]
    before = len(told(at[0]))
    assert [tell(phone, count) for phone, count in zip(at, counts, strict=True)] == [303, 303, 303]
    assert told(at[0])[before:] == counts
    assert "Round 2" in at[0].get(at[0].path)


def test_boards_and_cards_photographed_at_once_all_lie_before_their_seats(phones: Phones) -> None:
    at = phones()
    shown = [(board(seat, number), side(seat, "B"), card(seat, which)) for seat, number, which in ((0, 4, "T26"), (1, 5, "T21"))]
    assert [tell(phone, *lines) for phone, lines in zip(at, shown, strict=False)] == [303, 303]
    assert len(told(at[0])) == 6


def test_of_two_shouts_at_once_one_is_taken_and_the_other_sees_the_table_as_it_is(phones: Phones) -> None:
    at = phones(READY, ORDER)
    assert [tell(at[0], shout(0)), tell(at[1], shout(1))] == [303, 409]


def test_a_seat_counted_by_two_phones_at_once_is_counted_once(phones: Phones) -> None:
    at = phones(READY, ORDER, shout(1))
    assert [tell(at[0], counted(0, 3)), tell(at[2], counted(0, 4)), tell(at[1], counted(0, 3))] == [303, 409, 409]


def test_a_card_drawn_face_down_and_told_by_two_phones_is_no_second_card(phones: Phones) -> None:
    at = phones()
    assert [tell(at[0], card(0, "?")), tell(at[1], card(0, "?"))] == [303, 409]


def test_a_board_told_for_two_seats_at_once_is_the_first_ones(phones: Phones) -> None:
    at = phones()
    assert [tell(at[0], board(0, 4)), tell(at[1], board(1, 4))] == [303, 409]


def test_what_was_made_against_an_entry_that_is_struck_meanwhile_is_not_taken(phones: Phones) -> None:
    at = phones(READY, ORDER, shout(1))
    stale = at[0].marks()
    at[1].get(at[1].path)
    struck = at[1].client.post(f"{at[1].path}/strike", data={**at[1].marks(), "seq": stale["seen"]})
    assert struck.status_code == 303
    assert tell(at[0], counted(0, 3)) == 409


def test_an_entry_that_the_table_has_never_had_is_no_page_to_tell_anything_from(phones: Phones) -> None:
    at = phones(READY, ORDER, shout(1))
    answer = at[0].client.post(f"{at[0].path}/moves", data={**at[0].marks(), "seen": 99, "move": counted(0, 3)})
    assert answer.status_code == 409
