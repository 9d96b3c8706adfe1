"""What a browser may send that no form of ours sends: one sentence, the right status, and the table as it was."""

from __future__ import annotations

import pytest

from tests.web.conftest import Browser


@pytest.mark.parametrize("move", ['Drew {"stone": "\\ud800"}', 'Drew {"\\ud800": "S1"}'])
def test_half_of_a_sign_is_no_text(browser: Browser, move: str) -> None:
    code = browser.open()
    browser.get(f"/t/{code}")
    browser.post(f"/t/{code}/moves", **browser.marks(), move=move)
    assert browser.status == 400
    assert browser.page.count('class="notice-what"') == 1


@pytest.mark.parametrize(
    ("path", "more"),
    [
        ("ruling", {"text": "so be it", "moves": "Pass {}\n" * 3000}),
        ("strike", {"seq": "1", "instead": "Pass {}\n" * 3000}),
    ],
)
def test_an_entry_too_long_to_be_read_again_is_not_written(browser: Browser, path: str, more: dict[str, str]) -> None:
    code = browser.open()
    browser.press("Reach {}")
    before = browser.get(f"/t/{code}/record")
    browser.get(f"/t/{code}")
    browser.post(f"/t/{code}/{path}", **browser.marks(), **more)
    assert browser.status == 400
    browser.get(f"/t/{code}")
    assert browser.status == 200
    assert browser.get(f"/t/{code}/record") == before
