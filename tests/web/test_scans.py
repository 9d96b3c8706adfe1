"""From a photograph to an entry: seen, proposed, confirmed, kept as evidence, and shown only to those who may see it."""

from __future__ import annotations

import io
import struct
import sys
import zlib
from collections.abc import Callable

import pytest
import segno
from PIL import Image

from companion.scan.readers import zbar
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
    assert "No label of Companion was seen." in browser.page
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
    browser.get(f"/t/{other}")
    browser.post(f"/t/{other}/moves", **browser.marks(), move="Pass {}", scan="1")
    assert "/scans/1" not in browser.get(f"/t/{other}/journal")


def test_without_libzbar_the_page_says_so_with_the_command_that_mends_it(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "libzbar" not in browser.get("/tables")
    zbar.cache_clear()
    monkeypatch.setitem(sys.modules, "pyzbar.pyzbar", None)
    page = browser.get("/tables")
    zbar.cache_clear()
    assert browser.status == 200
    assert "OpenCV alone" in page
    assert "libzbar0" in page or "brew install zbar" in page
