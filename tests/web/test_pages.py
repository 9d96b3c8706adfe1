"""The pages: each works without script, gives its fragment to htmx from the same address, and keeps secrets and manners."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask

from companion.web import create_app
from companion.web.safety import limiter
from tests.web import toy
from tests.web.conftest import Browser

Another = Callable[..., Browser]

AT_TABLE = ("", "/journal", "/score", "/rules", "/scans", "/journal?replace=1", "/scans?codes=S1", "/scans?codes=HB:1")


def played(browser: Browser) -> str:
    """A table at which something has happened."""
    code = browser.open()
    browser.press("Reach {}")
    browser.press('Drew {"stone": "S4"}')
    return code


# --- every page -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/tables", "/tables?practice=1", "/games", "/games/toy", "/boxes", "/camera"])
def test_every_page_of_the_house_is_whole(browser: Browser, path: str) -> None:
    page = browser.get(path)
    assert browser.status == 200
    assert page.startswith("<!doctype html>")
    assert page.count("<main") == page.count("<h1") == 1


@pytest.mark.parametrize("path", [*AT_TABLE, "join"])
def test_every_page_of_a_table_is_whole_and_to_htmx_its_main_part(browser: Browser, another: Another, path: str) -> None:
    code = played(browser)
    address = f"/join/{code}" if path == "join" else f"/t/{code}{path}"
    whole = browser.get(address)
    assert browser.status == 200
    assert whole.startswith("<!doctype html>")
    part = another(**{"HX-Request": "true"}).get(address)
    assert part.startswith("<title>")
    assert "<html" not in part
    assert part.count('<main id="page"') == 1
    heading = re.search(r"<title>(.*?)</title>", whole)
    assert heading is not None
    assert heading.group(0) in part


def test_htmx_gets_the_whole_page_when_it_restores_its_history(browser: Browser, another: Another) -> None:
    code = played(browser)
    restored = another(**{"HX-Request": "true", "HX-History-Restore-Request": "true"})
    assert restored.get(f"/t/{code}").startswith("<!doctype html>")


def test_no_page_has_inline_script_or_style_or_loads_from_elsewhere(browser: Browser) -> None:
    code = played(browser)
    for path in ("/", "/tables?practice=1", "/boxes", f"/join/{code}", *(f"/t/{code}{path}" for path in AT_TABLE)):
        page = browser.get(path)
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=|javascript:", page), path
        for address in re.findall(r'(?:src|href|action)="([^"]*)"', page):
            assert address.startswith(("/", "#")), (path, address)


def test_headers_are_strict(browser: Browser) -> None:
    answer = browser.client.get("/")
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert answer.headers["Cache-Control"] == "no-store"
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


def test_what_no_template_was_given_is_an_error_and_never_silence(app: Flask) -> None:
    with app.test_request_context(), pytest.raises(Exception, match="nothing_like_it"):
        app.jinja_env.from_string("{{ nothing_like_it }}").render()


# --- the table page ---------------------------------------------------------------------------------------------------


def test_what_may_not_be_done_is_shown_with_the_rule(browser: Browser) -> None:
    browser.open()
    assert "A stone is told after somebody has reached into the bag." in browser.page
    assert "#toy.reach" in browser.page


def test_an_open_choice_is_picked_and_sent_without_script(browser: Browser) -> None:
    code = browser.open(people=("Ana",))
    for stone in ("S1", "S2"):
        browser.press("Reach {}")
        browser.press(f'Drew {{"stone": "{stone}"}}')
    browser.fill("/moves", having=("kind", "Swap"), f__stones=['"S1"', '"S2"'])
    assert browser.status == 200
    assert "put two stones back" in browser.page
    assert 'Ana Swap {"stones": ["S1", "S2"]}' in browser.get(f"/t/{code}/record")


def test_an_illegal_move_is_refused_with_the_rule_and_three_ways_on(browser: Browser) -> None:
    code = browser.open()
    browser.post(f"/t/{code}/moves", **browser.marks(), move='Drew {"stone": "S1"}')
    assert browser.status == 422
    assert "A stone is told after somebody has reached into the bag." in browser.page
    assert f"/t/{code}/rules?rule=toy.reach#toy.reach" in browser.page
    assert "Take it back" in browser.page
    assert "Correct what was seen" in browser.page
    browser.fill("/ruling", text="We let it stand.")
    assert browser.status == 200
    assert 'Ruling {"text": "We let it stand.", "moves": ["TABLE Drew {\\"stone\\": \\"S1\\"}"]}' in browser.get(
        f"/t/{code}/record"
    )
    assert browser.get(f"/t/{code}/score").count("stone S1") == 1


@pytest.mark.parametrize(
    "fields",
    [
        {"move": "Nothing {}"},
        {"move": "Drew"},
        {"move": "Drew {"},
        {"move": 'Drew {"stone": 1}'},
        {"move": 'Drew {"stone": "S1", "more": 1}'},
        {"move": 'Strike {"seq": 1}'},
        {"move": 'Ruling {"text": "x"}'},
        {"move": "Pass {}", "who": "9"},
        {"move": "Pass {}", "who": "Ana"},
        {"move": "Pass {}", "seen": "x"},
        {"move": "Pass {}", "seen": "-1"},
        {"move": "Pass {}", "key": ""},
        {"move": "Pass {}", "key": "k" * 65},
        {"kind": "Swap", "given": "nonsense"},
        {"kind": "Unknown"},
        {},
        {"move": ["Pass {}"] * 41},
        {"move": "Drew " + "[" * 15_000},
    ],
)
def test_what_cannot_be_read_is_told_in_one_sentence_and_nothing_is_written(browser: Browser, fields: dict[str, object]) -> None:
    code = browser.open()
    browser.post(f"/t/{code}/moves", **{**browser.marks(), **fields})
    assert browser.status == 400
    assert browser.page.count('class="notice-what"') == 1
    assert "Traceback" not in browser.page
    assert browser.get(f"/t/{code}/events") == "0\n"


def test_several_moves_are_written_together_or_not_at_all(browser: Browser) -> None:
    code = browser.open()
    browser.post(f"/t/{code}/moves", **browser.marks(), move=["Ana Reach {}", 'TABLE Drew {"stone": "S9"}'])
    assert browser.status == 422
    assert browser.get(f"/t/{code}/events") == "0\n"
    browser.get(f"/t/{code}")
    browser.post(f"/t/{code}/moves", **browser.marks(), move=["Ana Reach {}", 'TABLE Drew {"stone": "S2"}'])
    assert browser.status == 200
    assert browser.get(f"/t/{code}/events") == "2\n"


def test_the_score_is_drawn_entry_by_entry_once_there_is_one(browser: Browser) -> None:
    code = browser.open()
    assert "<polyline" not in browser.get(f"/t/{code}/score")
    browser.get(f"/t/{code}")
    browser.press("Reach {}")
    browser.press('Drew {"stone": "S4"}')
    page = browser.get(f"/t/{code}/score")
    assert page.count("<polyline") == 2
    assert 'points="44.0,276.0 304.0,276.0 564.0,20.0"' in page


def test_a_finished_game_says_who_won(browser: Browser) -> None:
    code = browser.open()
    for stone in range(1, 7):
        browser.press("Reach {}")
        browser.press(f'Drew {{"stone": "S{stone}"}}')
    assert "Won by <bdi>Ben</bdi>" in browser.get(f"/t/{code}")
    assert "Won by <bdi>Ben</bdi>" in browser.get(f"/t/{code}/score")
    assert "Won by Ben" in browser.get("/games")


# --- corrections ------------------------------------------------------------------------------------------------------


def test_any_entry_is_taken_back_and_brought_back_in_the_journal(browser: Browser) -> None:
    code = played(browser)
    browser.get(f"/t/{code}/journal")
    browser.fill("/strike", having=("seq", "2"))
    assert "Entry 2 was taken back." in browser.page
    assert "struck by entry 3" in browser.page
    browser.fill("/strike", having=("seq", "3"))
    assert browser.get(f"/t/{code}/score").count("stone S4") == 1


def test_an_entry_is_replaced_by_another_move_out_of_those_that_were_possible(browser: Browser) -> None:
    code = played(browser)
    browser.get(f"/t/{code}/journal?replace=2")
    assert "TABLE Drew {&#34;stone&#34;: &#34;S5&#34;}" in browser.page
    browser.fill("/strike", having=("seq", "2"), instead=['TABLE Drew {"stone": "S5"}', ""], why="misread")
    assert browser.status == 200
    assert "misread" in browser.page
    assert "Entry 2 was put right: Drawn: stone 5" in " ".join(browser.page.split())
    assert browser.get(f"/t/{code}/score").count("stone S5") == 1


def test_a_correction_that_leaves_a_later_entry_without_sense_stops_the_table_until_it_is_settled(browser: Browser) -> None:
    code = played(browser)
    browser.get(f"/t/{code}/journal")
    browser.fill("/strike", having=("seq", "1"))
    for page in ("/journal", "/score", ""):
        assert "Entry 2 no longer fits." in browser.get(f"/t/{code}{page}")
    assert 'value="Pass {}"' not in browser.page
    browser.post(f"/t/{code}/moves", **browser.marks(), move="Pass {}")
    assert browser.status == 422
    browser.get(f"/t/{code}")
    browser.fill("/strike", having=("seq", "2"))
    assert "no longer fits" not in browser.page
    assert "It is up to <bdi>Ana</bdi>." in browser.page


def test_an_entry_that_is_not_there_cannot_be_struck(browser: Browser) -> None:
    code = played(browser)
    browser.post(f"/t/{code}/strike", **browser.marks(), seq="9")
    assert browser.status == 422
    assert "There is no earlier entry 9 to strike." in browser.page
    browser.get(f"/t/{code}")
    browser.post(f"/t/{code}/strike", **browser.marks(), seq="x")
    assert browser.status == 400


# --- secrets ----------------------------------------------------------------------------------------------------------


def test_a_card_told_in_private_is_seen_by_its_own_seat_alone(browser: Browser, another: Another) -> None:
    code = browser.open()
    browser.post(f"/t/{code}/sit", seat="0")
    browser.fill("/moves", having=("kind", "Held"), f__card='"C3"')
    assert browser.status == 200
    for path, own in (("", "holds gold"), ("/journal", "holds gold"), ("/record", 'Held {"card": "C3"}')):
        assert own in browser.get(f"/t/{code}{path}")
    ben = another()
    ben.get(f"/t/{code}")
    ben.post(f"/t/{code}/sit", seat="1")
    for phone in (ben, another()):
        assert "holds gold" not in phone.get(f"/t/{code}")
        assert "gold (C3)" in phone.page, "what she may hold is everything that nobody has shown"
        assert "holds a card" in phone.get(f"/t/{code}/journal")
        assert 'Held {"card": "?"}' in phone.get(f"/t/{code}/record")
        assert "holds gold" not in phone.get(f"/t/{code}/journal?replace=1")


def test_a_taken_seat_is_given_away_only_when_somebody_says_so_and_the_first_device_then_sees_the_screen(
    browser: Browser, another: Another
) -> None:
    code = browser.open()
    browser.post(f"/t/{code}/sit", seat="0")
    assert "Seat of <bdi>Ana</bdi>" in browser.page
    other = another()
    other.get(f"/join/{code}")
    other.fill("/sit", having=("seat", "0"))
    assert other.status == 409
    assert "held by another device" in other.page
    assert "Seat of <bdi>Ana</bdi>" in browser.get(f"/t/{code}")
    other.fill("/sit", having=("take_over", "1"))
    assert "Seat of <bdi>Ana</bdi>" in other.page
    assert "The screen everyone sees" in browser.get(f"/t/{code}")


def test_a_forged_cookie_holds_no_seat(browser: Browser, another: Another) -> None:
    code = browser.open()
    browser.post(f"/t/{code}/sit", seat="0")
    cookie = browser.client.get_cookie("companion")
    assert cookie is not None
    thief = another()
    thief.client.set_cookie("companion", cookie.value[:-2] + "xx")
    assert "The screen everyone sees" in thief.get(f"/t/{code}")


@pytest.mark.parametrize(
    "path", ["/t/AAAAAAAAAAAAAA", "/join/AAAAAAAAAAAAAA", "/t/x/journal", "/t/AAAAAAAAAAAAAA/events", "/games/none"]
)
def test_without_the_code_there_is_no_table(browser: Browser, path: str) -> None:
    browser.get(path)
    assert browser.status == 404
    assert browser.page.count('class="notice-what"') == 1


def test_codes_are_long_and_typed_as_people_type(browser: Browser) -> None:
    code = browser.open()
    assert re.fullmatch(r"[2-9A-HJ-NP-Z]{14}", code)
    browser.get(f"/t/{code[:5].lower()}-{code[5:10]}-{code[10:]}")
    assert (browser.status, browser.path) == (200, f"/t/{code}")


def test_the_join_page_has_a_qr_of_its_own_address(browser: Browser) -> None:
    code = browser.open()
    browser.get(f"/join/{code}")
    assert f"http://localhost/join/{code}" in browser.page
    assert '<path class="qrline"' in browser.page or "<svg" in browser.page


# --- opening ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("people", "said"),
    [
        ([""], "Every seat needs a name."),
        (["Ana", "ana"], "Two seats are called “ana”"),
        (["x" * 41], "is too long"),
        (["A", "B", "C", "D", "E"], "Stones is for 1 to 4 people."),
        (["a,b"], "has a comma"),
        (["a\u202eb"], "has a comma or a sign that cannot be shown"),
        (["TABLE"], "cannot be a seat’s name"),
    ],
)
def test_names_that_cannot_be_are_told_on_the_form_that_keeps_them(browser: Browser, people: list[str], said: str) -> None:
    browser.get("/tables?game=toy")
    browser.post("/tables", game="toy", seat=people)
    assert browser.status == 422
    assert said in browser.page
    if people[0]:
        assert f'value="{people[0]}"' in browser.page


def test_names_are_never_html(browser: Browser) -> None:
    code = browser.open(people=('<b onclick="x">Ana</b>', "שרה"))
    browser.press("Pass {}")
    for path in AT_TABLE:
        page = browser.get(f"/t/{code}{path}")
        assert "<b " not in page
    assert "<bdi>שרה</bdi>" in browser.get(f"/t/{code}")


@pytest.mark.parametrize(
    "more", [{"options": "1", "option__points": "77"}, {"options": "1", "option__points": "many"}, {"box": "none"}]
)
def test_options_and_boxes_that_cannot_be_are_told(browser: Browser, more: dict[str, str]) -> None:
    browser.get("/tables?game=toy")
    browser.post("/tables", game="toy", seat=["Ana"], **more)
    assert browser.status == 422
    assert 'role="alert"' in browser.page


def test_a_tick_that_is_not_sent_is_off(browser: Browser) -> None:
    code = browser.open(options="1", option__points="7")
    assert 'options: {"points": 7, "cards": false}' in browser.get(f"/t/{code}/record")


def test_in_a_practice_game_companion_draws(browser: Browser) -> None:
    code = browser.open(people=("Ana", "Ben"), practice="1")
    assert "Seat of <bdi>Ana</bdi>" in browser.page
    browser.press("Reach {}")
    assert browser.get(f"/t/{code}/events") == "2\n"
    browser.get(f"/t/{code}")
    assert "Drawn: stone" in browser.page
    browser.fill("/sit", having=("seat", "1"))
    assert "Seat of <bdi>Ben</bdi>" in browser.page


# --- records ----------------------------------------------------------------------------------------------------------


def test_a_record_is_downloaded_and_opened_as_a_table_again(browser: Browser) -> None:
    code = played(browser)
    text = browser.get(f"/t/{code}/record")
    packed = browser.client.get(f"/t/{code}/record?zip=1").get_data()
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        assert archive.namelist() == ["record.txt"]
    for data, name in ((text.encode(), "game.txt"), (packed, "game.zip")):
        browser.get("/")
        browser.post("/tables", record=(io.BytesIO(data), name))
        assert browser.status == 200
        again = browser.path.removeprefix("/t/")
        assert again != code
        assert browser.get(f"/t/{again}/record") == text


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "Line 1: A record begins with"),
        (b"companion 2\n", "Line 1: This record is written for a newer Companion"),
        (b"companion 1\ngame: none\nbox: house\nseats: Ana\n", "Line 2:"),
        (b"companion 1\ngame: toy\nbox: house\nseats: Ana\n1 Dan Pass {}\n", "Line 5:"),
        (b"\xff\xfe\x00", "A record is a text in UTF-8."),
        (b"PK\x03\x04 no zip", "This zip file cannot be read."),
    ],
)
def test_a_record_that_cannot_be_read_says_where(browser: Browser, data: bytes, said: str) -> None:
    browser.get("/")
    browser.post("/tables", record=(io.BytesIO(data), "game.txt"))
    assert browser.status == 400
    assert said in browser.page


def test_a_table_is_cleared_away_with_everything(browser: Browser) -> None:
    code = played(browser)
    browser.get(f"/t/{code}/journal")
    browser.fill("/clear")
    assert (browser.status, browser.path) == (200, "/")
    assert code not in browser.page
    browser.get(f"/t/{code}")
    assert browser.status == 404


# --- news, manners ----------------------------------------------------------------------------------------------------


def test_news_is_a_number_or_nothing(browser: Browser, another: Another) -> None:
    code = played(browser)
    assert browser.get(f"/t/{code}/events") == "2\n"
    browser.get(f"/t/{code}/events?seen=2")
    assert (browser.status, browser.page) == (204, "")
    stream = another(Accept="text/event-stream")
    assert stream.get(f"/t/{code}/events").endswith("data: 2\n\n")


def test_asking_for_news_of_a_table_that_is_gone_leaves_the_page_as_it_is(browser: Browser) -> None:
    answer = browser.client.get("/t/AAAAAAAAAAAAAA/events?seen=1", headers={"HX-Request": "true"})
    assert (answer.status_code, answer.headers["HX-Reswap"]) == (404, "none")


def test_an_answer_that_changes_nothing_brings_no_cookie(browser: Browser) -> None:
    code = browser.open()
    assert "Set-Cookie" not in browser.client.get(f"/t/{code}/events?seen=0").headers
    assert "Set-Cookie" not in browser.client.get(f"/t/{code}").headers


def test_whoever_is_about_to_move_is_told_of_news_and_nobody_elses_page_waits(browser: Browser, another: Another) -> None:
    code = played(browser)
    phone = another(**{"HX-Request": "true"})
    phone.get(f"/t/{code}")
    assert 'hx-trigger="load"' in phone.get(f"/t/{code}/events?seen=0")
    phone.post(f"/t/{code}/sit", seat="1")
    assert 'hx-trigger="load"' in phone.get(f"/t/{code}/events?seen=0"), "its turn has only come by what happened"
    browser.get(f"/t/{code}")
    browser.fill("/ruling", text="We let it stand.")
    assert "Something happened" in phone.get(f"/t/{code}/events?seen=2")


def test_a_form_without_its_token_is_refused(browser: Browser) -> None:
    code = browser.open()
    marks = browser.marks()
    marks.pop("csrf_token")
    answer = browser.client.post(f"/t/{code}/moves", data={**marks, "move": "Pass {}"})
    assert answer.status_code == 400
    assert browser.get(f"/t/{code}/events") == "0\n"


def test_what_is_too_large_is_refused(browser: Browser) -> None:
    code = browser.open()
    browser.post(f"/t/{code}/scans", photo=(io.BytesIO(b"x" * 26_000_000), "photo.jpg"))
    assert browser.status == 413
    assert "too large" in browser.page


def test_too_often_is_told_with_a_time_to_wait(tmp_path: Path) -> None:
    app = create_app({"GAMES": {"toy": toy}, "DATA": str(tmp_path)})
    limiter.enabled = True
    limiter.reset()
    browser = Browser(app)
    code = browser.open()
    answers = [browser.client.get(f"/join/{code}") for _ in range(70)]
    assert answers[0].status_code == 200
    assert answers[-1].status_code == 429
    assert answers[-1].headers["Retry-After"] == "60"
    limiter.reset()


def test_the_language_is_the_browsers_until_one_is_chosen(another: Another) -> None:
    reader = another(**{"Accept-Language": "fr-CA,fr;q=0.9,en;q=0.5"})
    assert '<html lang="fr"' in reader.get("/")
    reader.post("/language", language="es", theme="dark", type="large", back="/games")
    assert reader.path == "/games"
    assert '<html lang="es" data-theme="dark" data-type="large"' in reader.page
    reader.post("/language", language="xx", back="//evil.example/")
    assert reader.path == "/"
    assert '<html lang="es"' in reader.page


def test_the_server_is_well_when_its_database_answers(browser: Browser) -> None:
    assert browser.get("/healthz") == "ok\n"


def test_an_unforeseen_error_is_told_without_a_traceback(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    def broken() -> str:
        raise ZeroDivisionError("a secret of the house")

    app = create_app({"DATA": str(tmp_path)})
    app.add_url_rule("/broken", view_func=broken)
    browser = Browser(app)
    browser.get("/broken")
    assert browser.status == 500
    assert "secret" not in browser.page
    assert "ZeroDivisionError" in caplog.text
