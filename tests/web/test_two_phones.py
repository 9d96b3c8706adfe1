"""Two phones on one table: nothing is lost, nothing doubled, and every loser is told."""

from __future__ import annotations

import threading
from collections.abc import Callable

from flask import Flask

from tests.web.conftest import Browser

Another = Callable[..., Browser]


def entries(browser: Browser, code: str) -> list[str]:
    """The lines of the record, without its head."""
    return [line for line in browser.get(f"/t/{code}/record").splitlines() if line[:1].isdigit()]


def test_a_move_made_against_an_older_table_is_answered_with_the_new_one(browser: Browser, another: Another) -> None:
    code = browser.open()
    other = another()
    other.get(f"/t/{code}")
    browser.press("Pass {}")
    other.press("Reach {}")
    assert other.status == 409
    assert "The table has moved on" in other.page
    assert "It is up to <bdi>Ben</bdi>." in other.page
    assert entries(browser, code) == ["1 Ana Pass {}"]
    other.press("Reach {}")
    assert other.status == 200
    assert entries(browser, code) == ["1 Ana Pass {}", "2 Ben Reach {}"]


def test_a_form_sent_twice_is_written_once_and_answered_alike(browser: Browser) -> None:
    code = browser.open()
    marks = browser.marks()
    first = browser.client.post(f"/t/{code}/moves", data={**marks, "move": "Reach {}"})
    second = browser.client.post(f"/t/{code}/moves", data={**marks, "move": "Reach {}"})
    assert (first.status_code, first.location) == (second.status_code, second.location) == (303, f"/t/{code}")
    assert entries(browser, code) == ["1 Ana Reach {}"]


def test_another_move_under_the_same_key_is_no_repetition_but_too_late(browser: Browser) -> None:
    code = browser.open()
    marks = browser.marks()
    browser.client.post(f"/t/{code}/moves", data={**marks, "move": "Reach {}"})
    assert browser.client.post(f"/t/{code}/moves", data={**marks, "move": "Pass {}"}).status_code == 409
    assert entries(browser, code) == ["1 Ana Reach {}"]


def test_two_browsers_post_at_once_eighty_times(app: Flask, browser: Browser, another: Another) -> None:
    """Each round both press at the same moment, and each sends its form twice, as an impatient finger does."""
    code = browser.open()
    other = another()
    other.get(f"/t/{code}")
    told = []
    for at in range(40):
        barrier, answers = threading.Barrier(4), []
        forms = [
            {**phone.marks(), "seen": at, "key": f"{name}{at}", "move": "Pass {}"}
            for name, phone in (("a", browser), ("b", other))
        ]

        def send(phone: Browser, form: dict[str, object], barrier: threading.Barrier = barrier, answers: list = answers) -> None:
            # A client of its own with the phone's cookie: the test client is not made for threads.
            client, cookie = app.test_client(), phone.client.get_cookie("companion")
            assert cookie is not None
            client.set_cookie("companion", cookie.value)
            barrier.wait()
            answers.append((form["key"], client.post(f"/t/{code}/moves", data=form).status_code))

        threads = [
            threading.Thread(target=send, args=(phone, form))
            for phone, form in zip((browser, other), forms, strict=True)
            for _ in "12"
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        told.append(sorted(tuple(status for key, status in answers if key == form["key"]) for form in forms))
    assert told == [[(303, 303), (409, 409)]] * 40
    names = ("Ana", "Ben")
    assert entries(browser, code) == [f"{at + 1} {names[at % 2]} Pass {{}}" for at in range(40)]
