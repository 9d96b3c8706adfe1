"""In a real browser, with script and without: nothing is blocked, nothing overflows a phone, and the other phone sees it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.web.test_scans import photo


def open_table(page: object, people: tuple[str, ...] = ("Ana", "Ben"), path: str = "/tables?game=fire") -> str:
    page.goto(path)
    for at, name in enumerate(people):
        page.fill(f"#seat{at}", name)
    page.click("form[action='/tables'] button.btn-main")
    page.wait_for_url("**/t/*")
    return str(page.url)


def narrow(page: object) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_photographs_become_moves_without_the_page_being_loaded_anew(phone: Callable[..., object], tmp_path: Path) -> None:
    page = phone()
    url = open_table(page)
    page.evaluate("window.same = true")
    for name, codes in (("deal", ("FL:C3", "FL:C1")), ("token", ("FL:BP2",))):
        (tmp_path / f"{name}.jpg").write_bytes(photo(*codes).getvalue())
        # Whoever has scrolled down sees the photograph all the same.
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        page.set_input_files("input[type=file] >> nth=0", tmp_path / f"{name}.jpg")
        page.wait_for_selector(".photo img")
        page.wait_for_function("document.querySelector('.photo').getBoundingClientRect().top >= 0")
        page.click("button[form=best]")
        page.wait_for_url(url)
        page.wait_for_selector("#news", state="attached")
    assert page.inner_text("#said") == "Drawn: purple book (BP2)"
    assert page.evaluate("[window.same, window.wrong]") == [True, []]
    assert narrow(page)
    page.goto(url + "/journal")
    assert page.locator(".entry").count() == 3
    assert page.locator("a:text-is('Picture')").count() == 3


def test_the_same_by_forms_alone_where_no_script_runs(phone: Callable[..., object], tmp_path: Path) -> None:
    page = phone(java_script_enabled=False)
    url = open_table(page)
    (tmp_path / "deal.jpg").write_bytes(photo("FL:C3", "FL:C1").getvalue())
    page.set_input_files("input[type=file] >> nth=0", tmp_path / "deal.jpg")
    page.click("button.without-script >> nth=0")
    page.click("button[form=best]")
    page.wait_for_url(url)
    page.click("button[value='StartSaving {}']")
    page.wait_for_url(url)
    assert "starts saving books" in page.inner_text("main")


def test_what_one_phone_does_the_other_sees_by_itself(phone: Callable[..., object]) -> None:
    one, other = phone(), phone()
    url = open_table(one)
    other.goto(url)
    one.goto(url + "/scans?codes=C3,C1")
    one.click("button[form=best]")
    other.wait_for_selector("text=Turn order cards dealt", timeout=60_000)
    assert other.evaluate("window.wrong") == []


def test_a_late_move_is_answered_with_the_new_table_in_place(phone: Callable[..., object]) -> None:
    one, other = phone(), phone(java_script_enabled=False)
    url = open_table(one)
    one.goto(url + "/scans?codes=C3,C1")
    one.click("button[form=best]")
    one.wait_for_url(url)
    other.goto(url)
    one.click("button[value='StartSaving {}']")
    one.wait_for_selector("text=starts saving")
    other.click("button[value='StartSaving {}']")
    assert "The table has moved on" in other.inner_text("main")


def test_a_practice_game_is_played_by_touch_alone(phone: Callable[..., object]) -> None:
    page = phone(has_touch=True)
    open_table(page, ("Ana",), "/tables?game=fire&practice=1")
    for move in ("StartSaving {}", "Draw {}", "Draw {}"):
        seen = page.input_value("input[name=seen] >> nth=0")
        button = page.locator(f"button[value='{move}']").first
        if button.count() == 0:
            break
        button.tap()
        page.wait_for_function("seen => document.querySelector('input[name=seen]').value !== seen", arg=seen)
    assert page.evaluate("window.wrong") == []
    assert narrow(page)


@pytest.mark.parametrize("script", [True, False])
def test_the_likeliest_move_is_confirmed_under_the_thumb_however_much_there_is_to_read_first(
    phone: Callable[..., object], script: bool
) -> None:
    page = phone(java_script_enabled=script)
    url = open_table(page)
    page.goto(url + "/scans?codes=C3,C1&codes=HB:1,HB:2,HB:3,HB:4")
    confirm = page.get_by_role("button", name="Confirm")
    assert confirm.count() == 1, "one for the eye and the keyboard, whatever else the page holds for wider screens"
    place = confirm.bounding_box()
    assert place["y"] > 600
    assert place["y"] + place["height"] <= page.viewport_size["height"]
    page.set_viewport_size({"width": 1280, "height": 800})
    assert confirm.count() == 1
    assert page.locator(".proposal-best").get_by_role("button", name="Confirm").is_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    confirm.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(url)
    page.wait_for_selector("button[value='StartSaving {}']")


@pytest.mark.parametrize("language", ["en", "es", "fr"])
def test_no_page_overflows_a_phone(phone: Callable[..., object], language: str) -> None:
    page = phone()
    page.goto("/")
    page.select_option("#language", language)
    page.click("footer button")
    url = open_table(page, ("Maximiliane-Philippine von und zu Berg", "Ben", "Cléo-Marguerite", "Dan", "Eva", "Finn"))
    paths = [
        "/",
        "/games",
        "/boxes",
        "/tables?practice=1",
        url,
        *(url + more for more in ("/journal", "/score", "/rules", "/scans")),
    ]
    for path in [*paths, url.replace("/t/", "/join/")]:
        page.goto(path)
        assert narrow(page), path
        assert page.evaluate("document.documentElement.lang") == language
        assert page.evaluate("window.wrong") == []


def test_the_keyboard_goes_on_where_it_was_when_the_button_it_was_on_is_gone(phone: Callable[..., object]) -> None:
    page = phone()
    open_table(page, ("Ana",), "/tables?game=fire&practice=1")
    seen = int(page.locator("input[name=seen]").first.input_value())
    page.focus("button[value='StartSaving {}']")
    page.keyboard.press("Enter")
    page.wait_for_selector(f"input[name=seen][value='{seen + 1}']", state="attached")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.value") == "Draw {}"
    for drawn in range(2):
        page.keyboard.press("Enter")
        page.wait_for_selector(f"input[name=seen][value='{seen + 3 + 2 * drawn}']", state="attached")
        if page.locator("button[value='Draw {}']").count() == 0:
            break
        assert page.evaluate("document.activeElement.value") == "Draw {}"
