"""From a photograph to an entry: seen, proposed, confirmed, kept as evidence, and shown only to those who may see it."""

from __future__ import annotations

import html
import io
import json
import re
import struct
import sys
import zlib
from collections.abc import Callable
from typing import Any

import pytest
import segno
from PIL import Image

import models
from companion import chart
from companion.rules import Sentence, say, say_n
from companion.scan.readers import zbar
from companion.scan.seen import Corners, Seen, Sighting, Sightings, Unread
from companion.web import looks
from companion.web.house import house
from tests.web.conftest import Browser

Another = Callable[..., Browser]


def photo(*codes: str, place: str = "") -> io.BytesIO:
    """A JPEG of labels side by side, with a camera's metadata."""
    table = Image.new("RGB", (420 * len(codes) + 100, 520), "#b9a37c")
    for at, code in enumerate(codes):
        out = io.BytesIO()
        segno.make(code, error="h", micro=False).save(out, kind="png", scale=12, border=4)
        table.paste(Image.open(out).convert("RGB").resize((360, 360)), (80 + at * 420, 80))
    exif = Image.Exif()
    exif[0x010F] = place or "the maker of the camera"
    out = io.BytesIO()
    table.save(out, "JPEG", exif=exif, quality=90)
    out.seek(0)
    return out


def boast(side: int) -> bytes:
    """A small PNG that claims to be a square of *side* pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(b"\0" * 1000)) + chunk(b"IEND", b"")


def send(browser: Browser, code: str, *codes: str) -> str:
    return browser.post(f"/t/{code}/scans", photo=(photo(*codes), "photo.jpg"))


def test_a_photograph_becomes_an_entry_once_it_is_confirmed(browser: Browser) -> None:
    code = browser.open()
    send(browser, code, "ZZ:S3")
    assert browser.status == 200
    assert "<bdi>Ana</bdi> reaches into the bag" in browser.page
    assert "Drawn: stone 3" in browser.page
    assert 'class="frame frame-read"' in browser.page
    assert browser.client.get(f"/t/{code}/events").text == "0\n"
    browser.fill("/moves", having=("scan", "1"))
    assert browser.path == f"/t/{code}"
    assert browser.get(f"/t/{code}/record").endswith('1 Ana Reach {}\n2 TABLE Drew {"stone": "S3"}\n')
    assert f"/t/{code}/scans/1" in browser.get(f"/t/{code}/journal")


def test_the_kept_picture_has_no_metadata(browser: Browser) -> None:
    code = browser.open()
    send(browser, code, "ZZ:S3")
    answer = browser.client.get(f"/t/{code}/scans/1")
    assert answer.content_type == "image/jpeg"
    assert b"the maker of the camera" in photo("ZZ:S3").getvalue()
    assert b"the maker of the camera" not in answer.data
    assert dict(Image.open(io.BytesIO(answer.data)).getexif()) == {}


def test_strangers_on_a_photograph_are_named(browser: Browser) -> None:
    code = browser.open()
    send(browser, code, "HB:12", "https://example.org/a", "ZZ:S2")
    assert "HB:12 belongs to another game." in browser.page
    assert "https://example.org/a" in browser.page
    assert "Drawn: stone 2" in browser.page


def test_a_photograph_without_labels_is_no_dead_end(browser: Browser) -> None:
    code = browser.open()
    out = io.BytesIO()
    Image.new("RGB", (300, 300), "#888").save(out, "PNG")
    browser.post(f"/t/{code}/scans", photo=(io.BytesIO(out.getvalue()), "photo.png"))
    assert browser.status == 200
    assert "No label was found." in browser.page
    assert "Tap it in instead" in browser.page


@pytest.mark.parametrize(
    ("data", "name", "status"),
    [
        (b"", "empty.jpg", 422),
        (b"not a picture", "photo.jpg", 422),
        (photo("ZZ:S1").getvalue()[:3000], "half.jpg", 422),
        (boast(30_000), "huge.png", 413),
    ],
)
def test_a_file_that_is_no_picture_is_told_so(browser: Browser, data: bytes, name: str, status: int) -> None:
    code = browser.open()
    browser.post(f"/t/{code}/scans", photo=(io.BytesIO(data), name))
    assert browser.status == status
    assert browser.page.count('class="notice-what"') == 1


def test_without_a_file_one_is_asked_for(browser: Browser) -> None:
    code = browser.open()
    browser.post(f"/t/{code}/scans")
    assert browser.status == 400


def test_tapping_is_the_same_way(browser: Browser) -> None:
    code = browser.open()
    browser.get(f"/t/{code}/scans?codes=s3")
    assert "Drawn: stone 3" in browser.page
    browser.fill("/moves", having=("move", 'TABLE Drew {"stone": "S3"}'))
    assert browser.get(f"/t/{code}/record").endswith('2 TABLE Drew {"stone": "S3"}\n')


def test_of_two_moves_the_first_is_the_one_in_the_bar_which_says_what_it_is(browser: Browser) -> None:
    code = browser.open()
    page = browser.get(f"/t/{code}/scans?codes=S1,S2")
    assert page.count('<section class="proposal') == 2
    bar = page[page.index('<div class="actions"') :]
    assert re.findall(r'<button[^>]* form="([^"]*)"', page) == re.findall(r'<button[^>]* form="([^"]*)"', bar) == ["best"]
    assert page.count('id="best"') == 1
    assert page.index('id="best"') < page.index("</section>")
    said = re.search(r'id="best-what">(.*?)</p>', bar)
    assert said is not None
    assert "Drawn: stone 1" in said.group(1)
    assert "stone 2" not in said.group(1)
    for told in re.findall(r'aria-describedby="([^"]*)"', page):
        assert all(page.count(f'id="{one}"') == 1 for one in told.split())
    assert 'form="best"' not in browser.get(f"/t/{code}/scans?codes=HB:1"), "only where there is a move"


def test_a_picture_of_a_hand_is_seen_by_its_own_seat_alone(browser: Browser, another: Another) -> None:
    code = browser.open()
    browser.post(f"/t/{code}/sit", seat="0")
    send(browser, code, "ZZ:C1")
    browser.fill("/moves", having=("scan", "1"))
    assert browser.client.get(f"/t/{code}/scans/1").status_code == 200
    other = another()
    other.get(f"/t/{code}")
    assert other.client.get(f"/t/{code}/scans/1").status_code == 404
    assert other.client.get(f"/t/{code}/scans?scan=1").status_code == 404
    assert "/scans/1" not in other.get(f"/t/{code}/journal")
    other.post(f"/t/{code}/sit", seat="1")
    assert other.client.get(f"/t/{code}/scans/1").status_code == 404


def test_a_picture_from_a_seat_of_what_all_may_know_is_evidence_for_all(browser: Browser, another: Another) -> None:
    code = browser.open()
    browser.post(f"/t/{code}/sit", seat="0")
    send(browser, code, "ZZ:S1")
    other = another()
    other.get(f"/t/{code}")
    assert other.client.get(f"/t/{code}/scans/1").status_code == 404, "nothing was made of it yet"
    browser.fill("/moves", having=("scan", "1"))
    assert other.client.get(f"/t/{code}/scans/1").status_code == 200


def test_what_lies_open_to_everyone_makes_no_picture_a_secret(browser: Browser, another: Another) -> None:
    code = browser.open()
    browser.post(f"/t/{code}/sit", seat="0")
    send(browser, code, "ZZ:BD", "ZZ:S1")
    browser.fill("/moves", having=("scan", "1"))
    other = another()
    other.get(f"/t/{code}")
    assert other.client.get(f"/t/{code}/scans/1").status_code == 200


def test_a_picture_that_also_shows_a_secret_stays_with_its_seat(browser: Browser, another: Another) -> None:
    code = browser.open()
    browser.post(f"/t/{code}/sit", seat="0")
    send(browser, code, "ZZ:S1", "ZZ:C2")
    browser.fill("/moves", having=("move", 'TABLE Drew {"stone": "S1"}'))
    assert browser.status == 200
    other = another()
    other.get(f"/t/{code}")
    assert other.client.get(f"/t/{code}/scans/1").status_code == 404


def test_a_table_may_keep_no_pictures(browser: Browser) -> None:
    code = browser.open(no_pictures="1")
    send(browser, code, "ZZ:S3")
    assert "Drawn: stone 3" in browser.page
    assert browser.client.get(f"/t/{code}/scans/1").status_code == 404


def test_a_picture_belongs_to_its_table(browser: Browser) -> None:
    code = browser.open()
    send(browser, code, "ZZ:S3")
    other = browser.open()
    assert browser.client.get(f"/t/{other}/scans/1").status_code == 404
    for address in ("scans?scan=1", "scans?scan=99", "scans/99"):
        browser.get(f"/t/{other}/{address}")
        assert browser.status == 404
        assert "This table has no such photograph that this phone may see." in browser.page
        assert f'href="/t/{other}">Back to the table</a>' in browser.page
    browser.get(f"/t/{other}")
    browser.post(f"/t/{other}/moves", **browser.marks(), move="Pass {}", scan="1")
    assert "/scans/1" not in browser.get(f"/t/{other}/journal")


# --- a photograph against the journal ---------------------------------------------------------------------------------


def drawn(browser: Browser, *stones: str) -> str:
    """A table at which Ana and Ben have drawn these in turn; its code."""
    code = browser.open()
    for at, stone in enumerate(stones):
        browser.get(f"/t/{code}")
        who = ("Ana", "Ben")[at % 2]
        browser.post(f"/t/{code}/moves", **browser.marks(), move=[f"{who} Reach {{}}", f'TABLE Drew {{"stone": "{stone}"}}'])
    return code


def corrections(page: str) -> list[str]:
    """What each proposal says, and its button; without those of the bar."""
    sections = re.findall(r'<section class="proposal.*?</section>', page, re.S)
    return [" ".join(re.sub(r"<[^>]*>", " ", section).split()) for section in sections]


def test_the_entry_that_named_another_piece_is_put_right_with_one_button_and_the_picture_is_kept(browser: Browser) -> None:
    code = drawn(browser, "S1", "S2", "S3")
    page = send(browser, code, "ZZ:S1", "ZZ:S4")
    assert "Before <bdi>Ana</bdi> should lie: S1 and S3." in page
    best, newest = corrections(page)
    assert best == "Entry 6 says: “Drawn: stone 3”. If it was stone 4, everything fits. Put entry 6 right"
    assert newest == "Entry 6 is the last that stands: “Drawn: stone 3”. Take entry 6 back"
    browser.fill("/strike", having=("seq", "6"))
    assert browser.path == f"/t/{code}"
    assert '"why": "a photograph shows it"' in browser.get(f"/t/{code}/record")
    journal = browser.get(f"/t/{code}/journal")
    assert "Entry 6 was put right:" in journal
    assert f"/t/{code}/scans/1" in journal
    assert "Nothing has changed." in browser.get(f"/t/{code}/scans?scan=1")


def test_what_was_not_told_is_entered_as_moves(browser: Browser) -> None:
    code = drawn(browser, "S1", "S2", "S3")
    page = browser.get(f"/t/{code}/scans?codes=S2+S5")
    assert corrections(page)[0].startswith("If this was not told yet, everything fits: Ben reaches into the bag Drawn: stone 5")
    browser.fill("/moves", having=("move", "Ben Reach {}"))
    assert browser.get(f"/t/{code}/record").endswith('7 Ben Reach {}\n8 TABLE Drew {"stone": "S5"}\n')


def test_lines_that_both_differ_are_settled_together(browser: Browser) -> None:
    code = drawn(browser, "S1", "S2")
    page = browser.get(f"/t/{code}/scans?codes=S1+S4&codes=S2+S5")
    assert page.count('<div class="notice refusal">') == 2
    (together,) = [told for told in corrections(page) if "everything fits" in told]
    assert "Ana reaches into the bag Drawn: stone 4 Ben reaches into the bag Drawn: stone 5" in together
    assert together.endswith("Enter it now")


def test_the_first_correction_is_the_one_in_the_bar_which_says_what_would_stand(browser: Browser) -> None:
    code = drawn(browser, "S1", "S2", "S3")
    page = browser.get(f"/t/{code}/scans?codes=S1+S4")
    bar = page[page.index('<div class="actions"') :]
    said = re.search(r'id="best-what">(.*?)</p>\s*<button[^>]* form="best"[^>]*>(.*?)</button>', bar, re.S)
    assert said is not None
    assert said.groups() == ("Entry 6: Drawn: stone 4", "Put entry 6 right")
    assert page.count('id="best"') == 1
    for told in re.findall(r'aria-describedby="([^"]*)"', page):
        assert all(page.count(f'id="{one}"') == 1 for one in told.split())


def test_a_correction_of_a_table_that_has_moved_on_writes_nothing(browser: Browser, another: Another) -> None:
    code = drawn(browser, "S1", "S2", "S3")
    browser.get(f"/t/{code}/scans?codes=S1+S4")
    other = another()
    other.get(f"/t/{code}")
    other.press("Pass {}")
    browser.fill("/strike", having=("seq", "6"))
    assert browser.status == 409
    assert "Strike" not in browser.get(f"/t/{code}/record")


@pytest.mark.parametrize("codes", ["S1+S2", "S1"])
def test_where_nothing_fits_three_ways_on_are_offered(browser: Browser, codes: str) -> None:
    code = drawn(browser, "S1", "S2")
    page = browser.get(f"/t/{code}/scans?codes={codes}")
    assert "What now?" in page
    assert "everything fits" not in page
    assert corrections(page) == ["Entry 4 is the last that stands: “Drawn: stone 2”. Take entry 4 back"]
    assert "Tap it in instead" in page
    assert "What the table agrees on" in page
    browser.fill("/strike", having=("seq", "4"))
    assert browser.status == 200
    assert "Entry 4 was taken back." in browser.get(f"/t/{code}/journal")


def test_after_a_photograph_what_was_seen_can_be_corrected(browser: Browser) -> None:
    code = drawn(browser, "S1", "S2")
    page = send(browser, code, "ZZ:S1", "ZZ:S2")
    assert re.search(r'<details class="sheet" open>\s*<summary>Correct what was seen', page)
    browser.fill("/ruling", text="it stays there")
    assert "Agreed: it stays there" in browser.get(f"/t/{code}/journal")


def test_what_the_journal_agrees_with_asks_for_nothing(browser: Browser) -> None:
    code = drawn(browser, "S1", "S2", "S3")
    page = browser.get(f"/t/{code}/scans?codes=S1+S3")
    assert "Nothing has changed." in page
    assert "What now?" not in page
    assert "What now?" not in browser.get(f"/t/{code}/scans?codes=HB:1"), "a stranger contradicts no entry"


def test_the_picture_that_a_correction_was_made_from_is_evidence_for_all(browser: Browser, another: Another) -> None:
    code = drawn(browser, "S1", "S2", "S3")
    browser.post(f"/t/{code}/sit", seat="0")
    send(browser, code, "ZZ:S1", "ZZ:S4")
    other = another()
    other.get(f"/t/{code}")
    assert other.client.get(f"/t/{code}/scans/1").status_code == 404, "nothing was made of it yet"
    browser.fill("/strike", having=("seq", "6"))
    assert other.client.get(f"/t/{code}/scans/1").status_code == 200


# --- the picture with its frames --------------------------------------------------------------------------------------


def square(column: int, row: int = 0) -> Corners:
    x, y = 40.0 + 120 * column, 40.0 + 120 * row
    return (x, y), (x + 63, y), (x + 63, y + 63), (x, y + 63)


def label(code: str, column: int, row: int = 0, **more: Any) -> Sighting:
    return Sighting(code, square(column, row), 0.0, 3.0, **{"how": "straight", "confidence": 1.0, **more})


def keep(browser: Browser, code: str, seen: str) -> str:
    """A photograph that was looked at before; the address of its page."""
    table = Image.new("RGB", (800, 400), "#b9a37c")
    out = io.BytesIO()
    table.save(out, "JPEG")
    with browser.client.application.test_request_context():
        row = models.Scan(table_id=0, seat=None, picture=out.getvalue(), width=800, height=400, seen=seen)
        return f"/t/{code}/scans?scan={house().keep_scan(code, row)}"


def found(*advice: Sentence, **seen: Any) -> str:
    return looks.kept(Seen(Sightings(**seen), advice, (800, 400), b"", 1.0))


THREE_KINDS = found(
    say("Hold the phone twice as close."),
    rows=((label("ZZ:S1", 0), label("ZZ:S2", 2, how="closed set", confidence=0.99)),),
    foreign=(label("HB:12", 3), label("https://example.org/a", 4), label("ZZ:S77", 5)),
    unread=(Unread(square(1), 0.0, 3.0),),
)


def frames(page: str) -> list[tuple[str, str]]:
    """Each frame of the picture: its kind, and what it is called."""
    return re.findall(r'<g class="frame frame-([a-z -]+)">\s*<title>([^<]*)</title>', page)


def rows(page: str) -> list[str]:
    return re.findall(r'name="codes"[^>]* value="([^"]*)"', page)


def test_what_was_read_what_was_not_and_what_is_foreign_are_told_apart_in_words(browser: Browser) -> None:
    code = browser.open()
    page = browser.get(keep(browser, code, THREE_KINDS))
    assert frames(page) == [
        ("read", "stone 1 (S1)"),
        ("probable", "probably stone 2 (S2)"),
        ("foreign", "a label of another game (HB:12)"),
        ("foreign", "another QR code (https://example.org/a)"),
        ("foreign", "a label of another box of this game (ZZ:S77)"),
        ("unread", "one more label here"),
    ]
    for words in ("1 label read", "1 recognised, probably right", "1 not read: tap it", "3 foreign codes"):
        assert f"<span>{words}</span>" in page
    assert ">probably S2</text>" in page
    assert "HB:12 belongs to another game." in page
    assert rows(page) == ["S1 S2"], "nobody has to take foreign codes out by hand"


def test_a_label_recognised_among_those_of_the_box_is_probable_only_where_another_may_be_meant(browser: Browser) -> None:
    code = browser.open()
    sure = label("ZZ:S1", 0, how="closed set", confidence=0.99999)
    page = browser.get(keep(browser, code, found(rows=((sure, label("ZZ:S2", 1, how="closed set", confidence=0.9)),))))
    assert frames(page) == [("read", "stone 1 (S1)"), ("probable", "probably stone 2 (S2)")]
    assert page.count("(probably)") == 1


def test_a_game_of_this_house_is_called_by_its_title(browser: Browser) -> None:
    frame = looks.Frame(0, "foreign", square(0), "HB:12")
    assert str(looks.called(frame, {}, "ZZ", {"HB": "Hardback"})) == "a label of Hardback"


def test_the_advice_stands_under_the_picture_with_the_camera_beside_it(browser: Browser) -> None:
    code = browser.open()
    page = browser.get(keep(browser, code, THREE_KINDS))
    notice = page[page.index('<div class="notice warn"') :]
    notice = notice[: notice.index("</div>\n<ul")]
    assert "Hold the phone twice as close." in notice
    assert f'action="/t/{code}/scans"' in notice
    assert page.count('name="photo"') == 1


def test_without_advice_there_is_no_notice(browser: Browser) -> None:
    code = browser.open()
    page = browser.get(keep(browser, code, found(rows=((label("ZZ:S1", 0),),))))
    assert "notice warn" not in page
    assert page.count('name="photo"') == 1


def test_cards_that_lie_sideways_are_said_to(browser: Browser) -> None:
    code = browser.open()
    page = browser.get(keep(browser, code, found(rows=((label("ZZ:S1", 0), label("ZZ:S2", 1, turned=90)),))))
    assert "Against the others: 1 lies sideways." in page
    assert "(sideways)" in page


def test_a_label_that_was_not_read_is_told_by_tapping_it_and_takes_its_place_in_the_row(browser: Browser) -> None:
    code = browser.open()
    page = browser.get(keep(browser, code, THREE_KINDS))
    place = page.index('class="frame frame-unread"')
    browser.get(html.unescape(re.findall(r'<a href="([^"]+)"', page[:place])[-1]))
    assert "Which piece is this?" in browser.page
    link = re.search(
        r'href="([^"]+)">(?:(?!</a>).)*<span class="code">S3</span>', browser.page[: browser.page.index("<figure")], re.S
    )
    assert link is not None
    page = browser.get(html.unescape(link.group(1)))
    assert "Which piece is this?" not in page
    assert ("told", "stone 3, as you say (S3)") in frames(page)
    assert rows(page) == ["S1 S3 S2"]
    assert "1 told by you" in page
    assert "not read" not in page


def test_what_has_to_be_tapped_reaches_beyond_its_frame(browser: Browser) -> None:
    code = browser.open()
    page = browser.get(keep(browser, code, THREE_KINDS))
    reaching = re.findall(r'<g class="frame frame-([a-z]+)">(?:(?!</g>).)*<polygon class="touch"', page, re.S)
    assert reaching == ["unread"]


def test_samples_that_stand_close_wear_no_words(browser: Browser) -> None:
    code = browser.open()
    samples = [label(chart.code(size, number), number, row) for row, size in enumerate((20, 16)) for number in range(1, 7)]
    assert "</text>" not in browser.get(keep(browser, code, found(foreign=tuple(samples))))
    assert ">20-1</text>" in browser.get(keep(browser, code, found(foreign=tuple(samples[:3]))))


def chips(page: str) -> list[str]:
    """What was seen, as the list of it says."""
    told = page[page.index('<ul class="seen-pieces"') :]
    return [" ".join(re.sub("<[^>]*>", "", chip).split()) for chip in told[: told.index("</ul>")].split("</li>")[:-1]]


def test_the_same_code_twice_is_marked_each_as_it_was_seen(browser: Browser) -> None:
    code = browser.open()
    poor = label("ZZ:S1", 2, how="closed set", confidence=0.9)
    path = keep(browser, code, found(rows=((label("ZZ:S1", 1), poor),), unread=(Unread(square(0), 0.0, 3.0),)))
    assert chips(browser.get(path)) == ["S1 stone 1", "S1 stone 1 (probably)"]
    assert chips(browser.get(f"{path}&told=2:S1")) == ["S1 stone 1 (as you say)", "S1 stone 1", "S1 stone 1 (probably)"]
    path = keep(browser, code, found(rows=((label("ZZ:S1", 0), label("ZZ:S1", 1, turned=90), label("ZZ:S1", 2, turned=180)),)))
    assert chips(browser.get(path)) == ["S1 stone 1", "S1 stone 1 (sideways)", "S1 stone 1 (upside down)"]


def test_a_long_list_of_pieces_is_folded_so_that_what_they_mean_is_in_sight(browser: Browser) -> None:
    code = browser.open()
    fold = re.compile(
        r'<details class="sheet"><summary>What was seen <span class="muted num">6</span></summary>\s*<ul class="seen-pieces"'
    )
    line = tuple(label("ZZ:S1", at) for at in range(6))
    page = browser.get(keep(browser, code, found(rows=(line,), foreign=(label("FL:BP2", 7),))))
    assert fold.search(page)
    assert len(chips(page)) == 6
    assert "FL:BP2" in page[page.index("</details>", page.index('class="seen-pieces"')) :]
    page = browser.get(keep(browser, code, found(rows=(line[:3],))))
    assert '<ul class="seen-pieces"' in page and not re.search(r'</summary>\s*<ul class="seen-pieces"', page)


def test_advice_counts_the_labels_that_people_have_not_told_yet(browser: Browser) -> None:
    code = browser.open()
    one, many = "One label was found and not read.", "{n} labels were found and not read."
    missed = tuple(Unread(square(at), 0.0, 3.0) for at in range(3))
    path = keep(browser, code, found(say_n(one, many, 3), say("Hold it {n} times as close.", n=3), unread=missed))
    assert "3 labels were found and not read." in browser.get(path)
    assert "2 labels were found and not read." in browser.get(f"{path}&told=1:S3")
    page = browser.get(f"{path}&told=1:S3&told=0:-")
    assert one in page
    assert "Hold it 3 times as close." in page, "what does not count labels stays as it is"


def test_once_all_is_told_no_better_photograph_is_asked_for(browser: Browser) -> None:
    code = browser.open()
    path = keep(browser, code, THREE_KINDS)
    assert "Hold the phone twice as close." in browser.get(f"{path}&told=0:S3")
    for piece in ("S3", "-"):
        assert "Hold the phone twice as close." not in browser.get(f"{path}&told=5:{piece}")


def test_many_strangers_do_not_bury_the_move(browser: Browser) -> None:
    code = browser.open()
    many = tuple(label(f"HB:{number}", number % 6, number // 6) for number in range(10, 22))
    page = browser.get(keep(browser, code, found(rows=((label("ZZ:S1", 0),),), foreign=many)))
    assert page.count('<div class="notice refusal">') == 3
    assert "And 9 more objections" in page
    assert "12 codes that are no pieces of this box" in page
    for number in range(10, 22):
        assert f"HB:{number} belongs to another game." in page
    assert ">foreign</text>" not in page, "where there are many, the cross says it; words would hide the pieces"
    few = browser.get(keep(browser, code, found(foreign=many[:2])))
    assert few.count(">foreign</text>") == 2
    assert "<details" not in few[few.index("<figure") : few.index("Correct what was seen")].rpartition("<details")[0]


def test_that_no_label_was_found_is_said_once(browser: Browser) -> None:
    code = browser.open()
    assert "No label of Companion was seen." not in browser.get(keep(browser, code, found(say("No label was found."))))
    assert "No label of Companion was seen." in browser.get(keep(browser, code, found(foreign=(label("https://a.b", 0),))))


def test_a_label_that_was_not_read_is_told_by_typing_its_code(browser: Browser) -> None:
    code = browser.open()
    path = keep(browser, code, THREE_KINDS)
    assert rows(browser.get(f"{path}&frame=5&piece=s3")) == ["S1 S3 S2"]
    page = browser.get(f"{path}&frame=5&piece=XYZ")
    assert "No piece of this box has this code." in page
    assert "Which piece is this?" in page
    assert rows(page) == ["S1 S2"]


def test_a_frame_that_is_no_piece_is_left_out_and_another_stays_told(browser: Browser) -> None:
    code = browser.open()
    path = keep(browser, code, THREE_KINDS)
    page = browser.get(f"{path}&told=5:S3&told=1:-")
    assert rows(page) == ["S1 S3"]
    assert ("none", "no piece, as you say") in frames(page)


@pytest.mark.parametrize(
    "more", ["frame=99", "frame=x", "told=x", "told=9999999999999:S1", "told=5", "told=5:%3Cb%3E", "frame=5&piece="]
)
def test_an_address_that_says_nonsense_of_frames_changes_nothing(browser: Browser, more: str) -> None:
    code = browser.open()
    page = browser.get(f"{keep(browser, code, THREE_KINDS)}&{more}")
    assert browser.status == 200
    assert rows(page) == ["S1 S2"]


def test_photographs_from_before_are_still_shown(browser: Browser) -> None:
    code = browser.open()
    before = {
        "rows": [["ZZ:S1"], ["HB:12"]],
        "foreign": ["https://example.org/a"],
        "problem": ["Some of {n} were missed.", {"n": 3}],
        "sightings": [{"code": one, "corners": square(at)} for at, one in enumerate(("ZZ:S1", "HB:12", "https://example.org/a"))],
    }
    page = browser.get(keep(browser, code, json.dumps(before)))
    assert [kind for kind, _ in frames(page)] == ["read", "foreign", "foreign"]
    assert "Some of 3 were missed." in page
    assert "HB:12 belongs to another game." in page


def test_what_codes_of_others_hold_is_neither_kept_nor_shown(browser: Browser) -> None:
    code = browser.open()
    page = send(browser, code, "ZZ:S3", "WIFI:T:WPA;S:Our house;P:hunter2;;", "https://example.org/join/hunter2")
    assert "WIFI Our house" in page
    assert "https://example.org/join/…" in page
    assert "hunter2" not in page
    with browser.client.application.app_context(), models.reading(house().engine) as session:
        assert "hunter2" not in session.get_one(models.Scan, 1).seen


def test_what_was_kept_before_is_not_shown_either(browser: Browser) -> None:
    code = browser.open()
    before = {
        "rows": [],
        "foreign": ["WIFI:T:WPA;S:Our house;P:hunter2;;"],
        "sightings": [{"code": "WIFI:T:WPA;S:Our house;P:hunter2;;", "corners": square(0)}],
    }
    page = browser.get(keep(browser, code, json.dumps(before)))
    assert "WIFI Our house" in page
    assert "hunter2" not in page


# --- the test page ----------------------------------------------------------------------------------------------------


def test_the_test_page_is_known_at_a_table_and_answered_as_such(browser: Browser) -> None:
    code = browser.open()
    samples = [label(chart.code(size, n + 1), n, row) for row, size in enumerate((20, 16)) for n in range(chart.A_ROW)]
    page = browser.get(keep(browser, code, found(foreign=tuple(samples), unread=(Unread(square(1, 2), 0.0, 1.0),))))
    assert "This is the test page: labels of 16 mm and more are read from here." in page
    assert "14 samples of the test page" in page
    assert "belongs to another game" not in page
    assert 'href="/camera"' in page


def test_a_camera_is_tried_out_without_a_table(browser: Browser) -> None:
    assert 'href="/camera"' in browser.get("/")
    assert 'href="/camera"' in browser.get("/boxes")
    page = browser.get("/camera")
    assert "Test page, A4" in page
    sheet = browser.client.get("/camera/page.pdf?paper=letter")
    assert sheet.content_type == "application/pdf"
    assert sheet.data.startswith(b"%PDF")
    page = browser.post("/camera", photo=(photo(*(chart.code(20, n) for n in range(1, 8))), "photo.jpg"))
    assert browser.status == 200
    assert "This is the test page: labels of 20 mm and more are read from here." in page
    read = re.findall(r"<th scope=\"row\">(\d+) mm</th><td class=\"num\">(\d) of 7</td>", page)
    assert read == [("20", "7"), ("16", "0"), ("12", "0"), ("10", "0"), ("8", "0")]
    assert 'src="data:image/jpeg;base64,' in page


def test_a_camera_that_sees_nothing_is_told_why(browser: Browser) -> None:
    out = io.BytesIO()
    Image.new("L", (600, 400), 12).save(out, "PNG")
    page = browser.post("/camera", photo=(io.BytesIO(out.getvalue()), "photo.png"))
    assert "The picture is too dark: its lightest parts have 12 of 255" in page
    assert "All is well" not in page


def test_frames_are_told_by_tapping_only_where_they_can_be() -> None:
    look = looks.Look((looks.Frame(0, "unread", square(0), ""), looks.Frame(1, "unread", square(1), "")))
    assert [str(said) for _, said in looks.counts(look)] == ["2 not read: tap them"]
    assert [str(said) for _, said in looks.counts(look, tappable=False)] == ["2 not read"]


@pytest.mark.parametrize(("language", "said"), [("en", "2.4 times"), ("es", "2,4 veces"), ("fr", "2,4 fois")])
def test_numbers_have_the_decimal_sign_of_the_language(another: Another, language: str, said: str) -> None:
    advice = say("Hold the phone more from above: a label that was not read looks {times} times as long as wide.", times=2.4)
    reader = another(**{"Accept-Language": language})
    code = reader.open()
    assert said in reader.get(keep(reader, code, found(advice)))


def test_a_file_that_is_no_picture_is_told_so_where_a_camera_is_tried(browser: Browser) -> None:
    browser.post("/camera", photo=(io.BytesIO(b"not a picture"), "photo.jpg"))
    assert browser.status == 422
    assert '<a class="btn btn-main" href="/camera">Back to the camera</a>' in browser.page
    browser.post("/camera")
    assert browser.status == 400
    assert 'href="/camera">Back to the camera</a>' in browser.page


def test_without_libzbar_the_page_says_so_with_the_command_that_mends_it(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "libzbar" not in browser.get("/tables")
    zbar.cache_clear()
    monkeypatch.setitem(sys.modules, "pyzbar.pyzbar", None)
    page = browser.get("/tables")
    zbar.cache_clear()
    assert browser.status == 200
    assert "libzbar is missing" in page
    assert "libzbar0" in page or "brew install zbar" in page
