"""What a browser may send that no form of ours sends: one sentence, the right status, and the table as it was."""

from __future__ import annotations

import gzip
import io
import re
import zipfile
from pathlib import Path

import pytest

from companion import boxes
from companion.games import trains
from companion.web import create_app
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


def test_a_number_longer_than_any_journal_names_no_entry(browser: Browser) -> None:
    code = browser.open()
    browser.get(f"/t/{code}/journal?replace={'9' * 5000}")
    assert browser.status == 200


def test_an_option_that_is_no_number_is_told_so(browser: Browser) -> None:
    browser.get("/tables?game=toy")
    browser.post("/tables", game="toy", seat=["Ana", "Ben"], options="1", option__points="--5")
    assert browser.status == 422
    assert "should be a whole number" in browser.page


@pytest.mark.parametrize("line", ["companion " + "9" * 5000, "9" * 5000 + " TABLE Pass {}"])
def test_a_record_with_a_number_of_5000_digits_is_no_record(browser: Browser, line: str) -> None:
    head = "companion 1\ngame: toy\nbox: house\nseats: Ana, Ben\n"
    text = line if line.startswith("companion") else head + line
    browser.get("/")
    browser.post("/tables", record=(io.BytesIO(text.encode()), "game.txt"))
    assert browser.status == 400
    assert browser.page.count('class="notice-what"') == 1


def test_a_record_may_hold_signs_that_some_take_for_ends_of_lines(browser: Browser) -> None:
    text = 'companion 1\ngame: toy\nbox: house\nseats: Ana, Ben\n1 TABLE Ruling {"text": "a\\u2028b\\u0085c", "moves": []}\n'
    browser.get("/")
    browser.post("/tables", record=(io.BytesIO(text.encode()), "game.txt"))
    assert browser.status == 200
    written = browser.get(browser.path + "/record")
    browser.get("/")
    browser.post("/tables", record=(io.BytesIO(written.encode()), "game.txt"))
    assert browser.status == 200
    assert browser.get(browser.path + "/record") == written


@pytest.mark.parametrize("name", ["box/" + "a" * 300 + ".csv", "box/record.txt/x"])
def test_a_zip_whose_names_no_disk_takes_is_told_so(browser: Browser, name: str) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("record.txt", "companion 1\ngame: toy\nbox: house\nseats: Ana, Ben\n")
        archive.writestr(name, "x")
    out.seek(0)
    browser.get("/")
    browser.post("/tables", record=(out, "game.zip"))
    assert browser.status == 400
    assert browser.page.count('class="notice-what"') == 1


def test_a_zip_with_a_packed_list_that_swells_is_refused(browser: Browser) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("record.txt", "companion 1\ngame: toy\nbox: house\nseats: Ana, Ben\n")
        archive.writestr("box/words/en.txt.gz", gzip.compress(bytes(boxes.MOST_UNPACKED + 1)))
    out.seek(0)
    browser.get("/")
    browser.post("/tables", record=(out, "game.zip"))
    assert browser.status == 400
    assert "The packed lists hold more than" in browser.page


def test_where_there_is_no_game_or_box_nobody_speaks_of_tables(browser: Browser) -> None:
    for path in ("/games/chess", "/boxes/chess/house/labels.pdf"):
        browser.get(path)
        assert browser.status == 404
        assert "There is no such page." in browser.page


@pytest.mark.parametrize("kind", [zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_a_zip_that_is_damaged_inside_is_told_so(browser: Browser, kind: int) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", kind) as archive:
        archive.writestr("record.txt", "companion 1\ngame: toy\nbox: house\nseats: Ana, Ben\n" * 40)
    whole = out.getvalue()
    for at in range(40, 80, 3):
        damaged = whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :]
        browser.get("/")
        browser.post("/tables", record=(io.BytesIO(damaged), "game.zip"))
        assert browser.status == 400
        assert browser.page.count('class="notice-what"') == 1


@pytest.mark.parametrize("asked", [{"move": 'First {"seat": 2}'}, {"kind": "First", "given": "{}", "f__seat": "2"}])
def test_a_seat_that_nobody_has_is_told_so(tmp_path: Path, asked: dict[str, str]) -> None:
    browser = Browser(create_app({"GAMES": {"trains": trains}, "DATA": str(tmp_path), "TESTING": True}))
    browser.post("/tables", follow=False, game="trains", seat=["Ana", "Ben"])
    (path,) = re.findall(r'href="(/t/\w+)"', browser.get("/"))
    browser.post(f"{path}/moves", follow=False, seen="0", key="one", **asked)
    assert browser.status == 400
    assert "First: nobody has seat 2; the seats of this table are numbered from 0 to 1." in browser.page
    right = {name: text.replace("2", "1") for name, text in asked.items()}
    browser.post(f"{path}/moves", follow=False, seen="0", key="two", **right)
    assert browser.status == 303
