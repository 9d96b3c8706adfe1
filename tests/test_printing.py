"""Label sheets: every code reads back as itself, keeps its white rim, and the sheets that lie ready are current."""

from __future__ import annotations

import dataclasses
import shutil
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from PIL import Image
from pyzbar import pyzbar

from companion import boxes, chart, printing
from companion.chart import code
from companion.games import GAMES
from companion.notation import Unreadable
from companion.paths import PRINTABLES
from companion.printing import labels, sheets
from companion.rules import Sentence

DPI = 300
NOWHERE = Path("/nowhere")
EVERY = [(game, paper, size) for game in sorted(GAMES) for paper in ("a4", "letter") for size in (12.0, 16.0, 20.0)]


def shipped(game: str) -> Any:
    return GAMES[game].read_box(boxes.shipped_folder(game))


@cache
def made(game: str, paper: str, size: float) -> bytes:
    return labels(game, GAMES[game], shipped(game), paper, size)


@cache
def pages(game: str, paper: str, size: float) -> list[Image.Image]:
    return rendered(made(game, paper, size))


def rendered(pdf: bytes) -> list[Image.Image]:
    return [page.render(scale=DPI / 72, grayscale=True).to_pil().convert("L") for page in pypdfium2.PdfDocument(pdf)]


def read(page: Image.Image) -> list[str]:
    return [found.data.decode("ascii") for found in pyzbar.decode(page, symbols=[pyzbar.ZBarSymbol.QRCODE])]


def codes_on(laid: list[printing.Sheet], printed: list[Image.Image]) -> list[str]:
    """What can be read where a label is, with its picture and its cut marks."""
    found = []
    for sheet, page in zip(laid, printed, strict=True):
        for label in sheet.labels:
            edges = (label.x - 1, label.y - 1, label.x + label.width + 1, label.y + label.height + 1)
            found += read(page.crop([round(pixels(edge)) for edge in edges]))
    return found


def text_of(pdf: bytes) -> str:
    return "\n".join(page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(pdf))


def pixels(millimetres: float) -> float:
    return millimetres / 25.4 * DPI


# --- the codes --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "paper", "size"), EVERY)
def test_every_label_printed_reads_back_as_itself_once(game: str, paper: str, size: float) -> None:
    """Label by label: zbar gives up on a whole sheet, where it tries too many corners that do not belong together."""
    expected = [f"{GAMES[game].PREFIX}:{code}" for code in GAMES[game].PIECES(shipped(game))]
    laid = sheets(GAMES[game].PIECES(shipped(game)).values(), paper, size)
    assert Counter(codes_on(laid, pages(game, paper, size))) == Counter(expected)


def test_fire_has_110_labels_on_two_sheets_of_either_paper() -> None:
    for paper in ("a4", "letter"):
        laid = sheets(GAMES["fire"].PIECES(shipped("fire")).values(), paper)
        assert len(laid) == len(pages("fire", paper, 16.0)) == 2
        assert sum(len(sheet.labels) for sheet in laid) == 110


@pytest.mark.parametrize(("game", "paper", "size"), EVERY)
def test_every_code_lies_where_the_layout_says_with_four_modules_of_white_around(game: str, paper: str, size: float) -> None:
    laid = sheets(GAMES[game].PIECES(shipped(game)).values(), paper, size)
    module = size / printing.MODULES
    assert len(laid) == len(pages(game, paper, size))
    for sheet, page in zip(laid, pages(game, paper, size), strict=True):
        for label in sheet.labels:
            square = page.crop([round(pixels(edge)) for edge in (label.x, label.y, label.x + size, label.y + size)])
            assert read(square) == [f"{GAMES[game].PREFIX}:{label.piece.code}"]
            dark = square.point(lambda value: 255 * (value < 200)).getbbox()
            assert dark is not None
            left, top, right, bottom = dark
            quiet = min(left, top, square.width - right, square.height - bottom)
            assert quiet >= pixels(printing.QUIET * module) - 2


def test_the_codes_are_version_1_at_level_h() -> None:
    """21 modules and the quiet zone fill the label: a module of a 29 mm label is a millimetre."""
    [first, *_] = sheets(GAMES["fire"].PIECES(shipped("fire")).values(), "a4", 29.0)
    [page, *_] = pages("fire", "a4", 29.0)
    label = first.labels[0]
    square = page.crop([round(pixels(edge)) for edge in (label.x, label.y, label.x + 29, label.y + 29)])
    finder = [square.getpixel((round(pixels(4.5 + column)), round(pixels(7.5)))) < 128 for column in range(7)]
    assert finder == [True, False, True, True, True, False, True]
    [found] = pyzbar.decode(square, symbols=[pyzbar.ZBarSymbol.QRCODE])
    assert found.rect.width == pytest.approx(pixels(21), abs=6)
    # The two format modules that say the level: H is 10, under the mask 10 it reads 00.
    assert [square.getpixel((round(pixels(4.5 + column)), round(pixels(12.5)))) < 128 for column in (0, 1)] == [False, False]


@pytest.mark.parametrize("size", [printing.SMALLEST, 33.3, printing.LARGEST])
def test_the_smallest_and_the_largest_labels_hold_every_piece(size: float) -> None:
    pdf = pypdfium2.PdfDocument(made("fire", "a4", size))
    laid = sheets(GAMES["fire"].PIECES(shipped("fire")).values(), "a4", size)
    assert len(pdf) == len(laid)
    assert [label.piece.code for sheet in laid for label in sheet.labels] == list(GAMES["fire"].PIECES(shipped("fire")))


# --- the sheet --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [8.0, 12.0, 16.0, 20.0, 37.5, 60.0])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_no_label_overlaps_the_margins_or_another(paper: str, size: float) -> None:
    width, height = printing.PAPERS[paper]
    for sheet in sheets(GAMES["fire"].PIECES(shipped("fire")).values(), paper, size):
        for label in sheet.labels:
            assert label.x >= printing.MARGIN
            assert label.x + label.width <= width - printing.MARGIN
            assert label.y >= printing.MARGIN + printing.HEADER
            assert label.y + label.height <= height - printing.MARGIN - printing.FOOTER
        spots = [(label.x, label.y, label.x + label.width, label.y + label.height) for label in sheet.labels]
        spots += [(0.0, heading.y, width, heading.y + 6) for heading in sheet.headings]
        for number, (left, top, right, bottom) in enumerate(spots):
            for other in spots[:number]:
                assert right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_nothing_is_printed_in_the_margin(paper: str) -> None:
    for page in pages("fire", paper, 16.0):
        left, top, right, bottom = page.point(lambda value: 255 * (value < 250)).getbbox() or (0, 0, 0, 0)
        edge = pixels(printing.MARGIN - 1.1)
        assert min(left, top, page.width - right, page.height - bottom) >= edge


@pytest.mark.parametrize(("paper", "lengths"), [("a4", [100.0]), ("letter", [100.0, 101.6])])
def test_the_test_line_is_as_long_as_it_says(paper: str, lengths: list[float]) -> None:
    """The marks at its ends are the tall ones: 3 mm up for millimetres, 2.4 mm down for inches."""
    page = pages("fire", paper, 16.0)[0]
    line = printing.PAPERS[paper][1] - printing.MARGIN - 1.5

    def marks(height: float) -> list[int]:
        row = round(pixels(height))
        dark = [x for x in range(round(pixels(printing.MARGIN + 104))) if page.getpixel((x, row)) < 160]
        return [x for x in dark if x - 1 not in dark]

    for length, height in zip(lengths, (line - 2.5, line + 1.9), strict=False):
        found = marks(height)
        assert len(found) == 2
        assert (found[1] - found[0]) / DPI * 25.4 == pytest.approx(length, abs=0.1)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_test_page_is_one_page_and_holds_every_sample_in_its_size(paper: str) -> None:
    (page,) = rendered(printing.chart_page(paper))
    placed = printing.samples(paper)
    assert [sample.code for sample in placed] == [code(size, n + 1) for size in chart.SIZES for n in range(chart.A_ROW)]
    for sample in placed:
        assert sample.size == chart.size_of(sample.code)
        rim = 4 / printing.MODULES * sample.size - 0.1
        square = [round(pixels(edge)) for edge in (sample.x, sample.y, sample.x + sample.size, sample.y + sample.size)]
        assert read(page.crop(tuple(square))) == [sample.code]
        white = page.crop((square[0], square[1], square[2], square[1] + round(pixels(rim))))
        assert white.getextrema()[0] > 200
    left, top, right, bottom = page.point(lambda value: 255 * (value < 250)).getbbox() or (0, 0, 0, 0)
    assert min(left, top, page.width - right, page.height - bottom) >= pixels(printing.MARGIN - 1.1)


def test_the_test_page_says_what_to_do_in_the_readers_language_and_refuses_other_paper() -> None:
    assert "Photograph the whole page" in text_of(printing.chart_page("a4"))
    assert "Photograph the whole page" not in text_of(printing.chart_page("a4", translate=lambda sentence: "palabras"))
    with pytest.raises(Unreadable):
        printing.chart_page("a5")


def test_the_sheet_says_what_it_is_in_letters() -> None:
    text = text_of(made("fire", "letter", 16.0))
    for expected in ("Fire in the Library", "Page 1 of ", "house tables", "Book tokens", "100 mm", "4 in", "Slingshot", "T20A"):
        assert expected in text


def test_a_group_that_goes_on_says_so() -> None:
    laid = sheets(GAMES["fire"].PIECES(shipped("fire")).values(), "a4", 40.0)
    assert all(sheet.headings for sheet in laid)
    again = [heading.again for sheet in laid for heading in sheet.headings]
    assert again.count(False) == 5
    assert again.count(True) >= 1


def test_the_sheets_speak_the_readers_language() -> None:
    def french(sentence: Sentence) -> str:
        return {"Book tokens": "Jetons livre", "purple book": "livre violet"}.get(sentence.text, str(sentence))

    text = text_of(labels("fire", GAMES["fire"], shipped("fire"), translate=french))
    assert "Jetons livre" in text
    assert "livre violet" in text


def test_names_in_any_script_do_no_harm(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(boxes.shipped_folder("fire"), tmp_path / "box"))
    tools = (folder / "tools.csv").read_text("utf-8")
    for old, new in (
        ("Slingshot", "弹弓 🔥"),
        ("Gloves", "Перчатки"),
        ("Bucket", "دلو"),
        ("Sand", "Sœurs – “€”"),
        ("Axe", "x" * 60),
    ):
        tools = tools.replace(f",{old},", f",{new},")
    (folder / "tools.csv").write_text(tools, "utf-8")
    box = dataclasses.replace(GAMES["fire"].read_box(folder), title="Пожар " * 13)
    pdf = labels("fire", GAMES["fire"], box)
    assert "Sœurs – “€”" in text_of(pdf)
    assert len(set(codes_on(sheets(GAMES["fire"].PIECES(box).values()), rendered(pdf)))) == 110


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({"paper": "a5"}, "Paper is one of"),
        ({"size_mm": 7.9}, "8 to 60 mm"),
        ({"size_mm": 60.1}, "8 to 60 mm"),
        ({"size_mm": float("nan")}, "8 to 60 mm"),
        ({"what": "stickers"}, "What to print"),
        ({"what": "cards"}, "no cards to print"),
    ],
)
def test_what_cannot_be_printed_is_said_in_a_sentence(asked: dict[str, Any], expected: str) -> None:
    with pytest.raises(Unreadable, match=expected):
        labels("fire", GAMES["fire"], shipped("fire"), **asked)


def test_all_of_a_game_without_cards_is_its_labels() -> None:
    assert labels("fire", GAMES["fire"], shipped("fire"), what="all") == made("fire", "a4", 16.0)


# --- the sheets that lie ready ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_ready_made_sheets_are_current(game: str, paper: str) -> None:
    """When this fails: companion print GAME --paper PAPER --out printables/GAME/labels-PAPER.pdf"""
    ready = (PRINTABLES / game / f"labels-{paper}.pdf").read_bytes()
    assert ready == made(game, paper, printing.USUAL), "the box or its pictures changed: print the sheets again"


def test_the_same_box_prints_the_same_bytes() -> None:
    assert labels("fire", GAMES["fire"], shipped("fire"), "letter", 20.0) == made("fire", "letter", 20.0)
