"""The table page, by forms alone as a browser without script sends them."""

from __future__ import annotations

from collections.abc import Callable

from tests.web.conftest import Browser

Another = Callable[..., Browser]


def test_a_table_is_opened_and_played_by_buttons(browser: Browser) -> None:
    code = browser.open()
    assert "It is up to <bdi>Ana</bdi>." in browser.page
    browser.press("Reach {}")
    assert browser.path == f"/t/{code}"
    browser.press('Drew {"stone": "S4"}')
    assert "It is up to <bdi>Ben</bdi>." in browser.page
    assert "stone 4" in browser.get(f"/t/{code}/journal")
    assert "stone S4" in browser.get(f"/t/{code}/score")
    assert browser.get(f"/t/{code}/record").endswith('1 Ana Reach {}\n2 TABLE Drew {"stone": "S4"}\n')
