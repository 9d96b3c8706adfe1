"""Label sheets: every code reads back as itself, keeps its white rim, and the sheets that lie ready are current. Pages that a
game draws itself: text fits its box, columns go on. What stands on those pages is the matter of the games' own tests."""

from __future__ import annotations

import dataclasses
import re
import shutil
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pypdfium2
import pytest
from PIL import Image
from pyzbar import pyzbar

from companion import boxes, chart, printing
from companion.catalogues import plainly
from companion.chart import code
from companion.drawing import Circle, Columns, Line, Mark, Page, Paragraph, Polygon, Rectangle, Symbol, Text
from companion.games import GAMES
from companion.notation import Unreadable
from companion.paths import PRINTABLES, STATIC
from companion.printing import drawn, labels, printed, sheets
from companion.rules import Piece, Sentence, say

DPI = 300
NOWHERE = Path("/nowhere")


@cache
def shipped(game: str) -> Any:
    return GAMES[game].read_box(boxes.shipped_folder(game))


DRAWN = [game for game in sorted(GAMES) if hasattr(GAMES[game], "sheets")]
"""The games that draw their pages themselves."""
SIZE = {game: printing.size_of(shipped(game)) for game in sorted(GAMES) if game not in DRAWN}
"""What each box of the others says of the size of its labels."""
PRINTED = [
    *((game, paper, size) for game, size in SIZE.items() for paper in printing.PAPERS),
    ("fire", "a4", 20.0),
]
"""Each of them on either paper in the size that its box names, and one in a larger: a code looks the same whosever it is."""
FEW = dataclasses.replace(
    shipped("fire"),
    tokens=tuple(dataclasses.replace(token, count=1) for token in shipped("fire").tokens),
    tools=shipped("fire").tools[:2],
    library=(),
)
"""A box of few pieces, for what does not ask for many."""


@cache
def made(game: str, paper: str, size: float) -> bytes:
    return labels(game, GAMES[game], shipped(game), paper, size)


@cache
def pages(game: str, paper: str, size: float) -> list[Image.Image]:
    return rendered(made(game, paper, size))


def laid(game: str, paper: str = "a4", size: float | None = None) -> list[printing.Sheet]:
    return sheets(GAMES[game], shipped(game), paper, size)


def rendered(pdf: bytes) -> list[Image.Image]:
    return [page.render(scale=DPI / 72, grayscale=True).to_pil().convert("L") for page in pypdfium2.PdfDocument(pdf)]


def read(page: Image.Image) -> list[str]:
    return [found.data.decode("ascii") for found in pyzbar.decode(page, symbols=[pyzbar.ZBarSymbol.QRCODE])]


def codes_on(sheets: list[printing.Sheet], printed: list[Image.Image]) -> list[str]:
    """What can be read where a label is, with its picture and its cut marks."""
    found = []
    for sheet, page in zip(sheets, printed, strict=True):
        for label in sheet.labels:
            edges = (label.x - 1, label.y - 1, label.x + label.width + 1, label.y + label.height + 1)
            found += read(page.crop([round(pixels(edge)) for edge in edges]))
    return found


def text_of(pdf: bytes) -> str:
    return "\n".join(page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(pdf))


def pixels(millimetres: float) -> float:
    return millimetres / 25.4 * DPI


def corners(label: printing.Label) -> tuple[float, float, float, float]:
    """The square of a label's code, in millimetres."""
    return label.x, label.y, label.x + label.size, label.y + label.size


# --- the codes --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "paper", "size"), PRINTED)
def test_every_label_printed_reads_back_as_itself_as_often_as_the_box_needs_it(game: str, paper: str, size: float) -> None:
    """Label by label: zbar gives up on a whole sheet, where it tries too many corners that do not belong together."""
    expected = {f"{GAMES[game].PREFIX}:{code}": piece.copies for code, piece in GAMES[game].PIECES(shipped(game)).items()}
    assert Counter(codes_on(laid(game, paper, size), pages(game, paper, size))) == Counter(expected)


@pytest.mark.parametrize(("game", "size", "many", "on"), [("fire", 16.0, 110, 2), ("trains", 12.0, 88, 1)])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_box_has_so_many_labels_on_so_many_sheets_of_either_paper(
    game: str, size: float, many: int, on: int, paper: str
) -> None:
    placed = laid(game, paper)
    assert len(placed) == len(pages(game, paper, size)) == on
    assert [label.size for sheet in placed for label in sheet.labels] == [size] * many


@pytest.mark.parametrize(("game", "paper", "size"), PRINTED)
def test_every_code_fills_the_square_of_its_layout_but_for_four_modules_of_white(game: str, paper: str, size: float) -> None:
    """What is dark in the square reaches on each side to where the finder patterns end, and no further."""
    for sheet, page in zip(laid(game, paper, size), pages(game, paper, size), strict=True):
        for label in sheet.labels:
            square = page.crop([round(pixels(edge)) for edge in corners(label)])
            dark = square.point(lambda value: 255 * (value < 200)).getbbox()
            assert dark is not None
            left, top, right, bottom = dark
            quiet = pixels(printing.QUIET * label.size / printing.MODULES)
            assert [left, top, square.width - right, square.height - bottom] == pytest.approx([quiet] * 4, abs=2)


def test_the_codes_are_version_1_at_level_h() -> None:
    """21 modules and the quiet zone fill the label: a module of a 29 mm label is a millimetre."""
    [sheet, *_] = sheets(GAMES["fire"], FEW, size_mm=29.0)
    [page, *_] = rendered(labels("fire", GAMES["fire"], FEW, size_mm=29.0))
    square = page.crop([round(pixels(edge)) for edge in corners(sheet.labels[0])])
    finder = [square.getpixel((round(pixels(4.5 + column)), round(pixels(7.5)))) < 128 for column in range(7)]
    assert finder == [True, False, True, True, True, False, True]
    [found] = pyzbar.decode(square, symbols=[pyzbar.ZBarSymbol.QRCODE])
    assert found.rect.width == pytest.approx(pixels(21), abs=6)
    # The two format modules that say the level: H is 10, under the mask 10 it reads 00.
    assert [square.getpixel((round(pixels(4.5 + column)), round(pixels(12.5)))) < 128 for column in (0, 1)] == [False, False]


@pytest.mark.parametrize("size", [printing.SMALLEST, 33.3, printing.LARGEST])
def test_the_smallest_and_the_largest_labels_hold_every_piece(size: float) -> None:
    placed = laid("fire", "a4", size)
    assert [label.piece.code for sheet in placed for label in sheet.labels] == list(GAMES["fire"].PIECES(shipped("fire")))
    few = sheets(GAMES["fire"], FEW, "a4", size)
    assert len(pypdfium2.PdfDocument(labels("fire", GAMES["fire"], FEW, "a4", size))) == len(few)
    assert sum(len(sheet.labels) for sheet in few) == len(GAMES["fire"].PIECES(FEW))


# --- the sheet --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [8.0, 12.0, 16.0, 20.0, 37.5, 60.0])
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("game", sorted(GAMES))
def test_no_label_overlaps_the_margins_or_another(game: str, paper: str, size: float) -> None:
    width, height = printing.PAPERS[paper]
    for sheet in laid(game, paper, size):
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
@pytest.mark.parametrize("game", sorted(SIZE))
def test_nothing_is_printed_in_the_margin(game: str, paper: str) -> None:
    for page in pages(game, paper, SIZE[game]):
        left, top, right, bottom = page.point(lambda value: 255 * (value < 250)).getbbox() or (0, 0, 0, 0)
        edge = pixels(printing.MARGIN - 1.1)
        assert min(left, top, page.width - right, page.height - bottom) >= edge


@pytest.mark.parametrize(("paper", "lengths"), [("a4", [100.0]), ("letter", [100.0, 101.6])])
def test_the_test_line_is_as_long_as_it_says(paper: str, lengths: list[float]) -> None:
    """The marks at its ends are the tall ones: 3 mm up for millimetres, 2.4 mm down for inches."""
    page = pages("fire", paper, SIZE["fire"])[0]
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
    text = text_of(made("fire", "letter", SIZE["fire"]))
    for expected in ("Fire in the Library", "Page 1 of ", "house tables", "Book tokens", "100 mm", "4 in", "Slingshot", "T20A"):
        assert expected in text


def test_the_sheet_says_where_on_a_piece_its_label_goes_where_the_box_does() -> None:
    assert "Where to stick them: top right corner of the card's face, beside the ability picture." in text_of(
        made("trains", "a4", SIZE["trains"])
    )
    assert "Where to stick them" not in text_of(made("fire", "letter", SIZE["fire"]))
    silent = dataclasses.replace(shipped("trains"), place="")
    assert sheets(GAMES["trains"], silent)[0].labels[0].y < laid("trains")[0].labels[0].y, "what is not said takes no room"


def test_a_size_that_is_asked_for_goes_before_that_of_the_box() -> None:
    assert {label.size for sheet in laid("trains", size=20.0) for label in sheet.labels} == {20.0}


def test_a_name_that_is_too_long_for_two_lines_is_broken_where_they_are_even() -> None:
    text = text_of(made("trains", "a4", SIZE["trains"]))
    assert "29 (Remove" in text
    assert "\nRemove rightmost" not in text


def test_every_piece_has_a_picture_of_its_game() -> None:
    for game in GAMES:
        symbols = ElementTree.parse(STATIC / game / "pieces.svg").getroot().iter("{http://www.w3.org/2000/svg}symbol")
        assert {piece.picture for piece in GAMES[game].PIECES(shipped(game)).values()} <= {symbol.get("id") for symbol in symbols}


class Backed:
    """Fire in the Library with a back on each of its cards: one label for all, printed many times."""

    TITLE, PREFIX = "Backed", "FL"

    @staticmethod
    def PIECES(box: Any) -> dict[str, Piece]:
        pieces = dict(GAMES["fire"].PIECES(box))
        back = Piece("BACK", say("back"), say("Backs"), "tool", "?", copies=61)
        return {"BACK": back, **pieces, "LAST": dataclasses.replace(back, code="LAST", group=say("Last"), copies=2)}


def test_a_label_that_many_pieces_wear_is_printed_so_often() -> None:
    placed = sheets(Backed, FEW, "a4", 20.0)
    codes = [label.piece.code for sheet in placed for label in sheet.labels]
    assert codes == ["BACK"] * 61 + list(GAMES["fire"].PIECES(FEW)) + ["LAST"] * 2
    first = placed[0].labels
    assert len({(label.x, label.y) for label in first}) == len(first) < 61
    assert codes_on(placed[:1], rendered(labels("fire", Backed, FEW, "a4", 20.0))[:1]) == ["FL:BACK"] * len(first)


def test_a_group_that_goes_on_says_so() -> None:
    placed = laid("fire", "a4", 40.0)
    assert all(sheet.headings for sheet in placed)
    again = [heading.again for sheet in placed for heading in sheet.headings]
    assert again.count(False) == 5
    assert again.count(True) >= 1


def test_the_sheets_speak_the_readers_language() -> None:
    def french(sentence: Sentence) -> str:
        return {"Book tokens": "Jetons livre", "purple book": "livre violet"}.get(sentence.text, str(sentence))

    text = text_of(labels("fire", GAMES["fire"], FEW, translate=french))
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
    box = dataclasses.replace(GAMES["fire"].read_box(folder), title="Пожар " * 13, library=(), tokens=FEW.tokens)
    pdf = labels("fire", GAMES["fire"], box)
    assert "Sœurs – “€”" in text_of(pdf)
    assert len(set(codes_on(sheets(GAMES["fire"], box), rendered(pdf)))) == 39 + 5 + 6


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
        printed("fire", GAMES["fire"], shipped("fire"), **asked)


def test_all_of_a_game_without_cards_is_its_labels() -> None:
    assert printed("fire", GAMES["fire"], FEW, what="all") == labels("fire", GAMES["fire"], FEW)
    assert printing.offered(GAMES["fire"]) == ("labels",)


# --- pages that a game draws ------------------------------------------------------------------------------------------


class Drawn:
    """Fire in the Library with one page of its own, which says what is printed and in what language."""

    TITLE, PREFIX = "Drawn", "FL"

    @staticmethod
    def sheets(box: Any, what: str, language: str) -> list[Page]:
        return [Page(100, 50, (Text(say(what), 0, 0, 50, 10, 12), Text(say(language), 50, 0, 50, 10, 12)))]

    PIECES = staticmethod(GAMES["fire"].PIECES)


def shown(*marks: Mark, translate: Any = str) -> bytes:
    return drawn("fire", Drawn, [Page(100, 50, marks)], translate=translate)


def where(pdf: bytes) -> list[tuple[float, float, float, float]]:
    """Left, top, right and bottom of each line of text on the first page, in mm of the area of `shown`."""
    page = pypdfium2.PdfDocument(pdf)[0]
    text = page.get_textpage()
    left, top = (page.get_width() / 72 * 25.4 - 100) / 2, (page.get_height() / 72 * 25.4 - 50) / 2
    found = [text.get_rect(number) for number in range(text.count_rects())]
    return [
        (x / 72 * 25.4 - left, (page.get_height() - above) / 72 * 25.4 - top, right / 72 * 25.4 - left,
         (page.get_height() - y) / 72 * 25.4 - top)
        for x, y, right, above in found
    ]  # fmt: skip


def test_a_game_that_draws_its_pages_is_told_what_is_asked_for_and_in_which_language() -> None:
    assert printing.offered(Drawn) == printing.WHAT
    for what in printing.WHAT:
        assert text_of(printed("fire", Drawn, FEW, what=what, language="es")).split() == [what, "es"]
    with pytest.raises(Unreadable, match="Paper is one of"):
        printed("fire", Drawn, FEW, "a5", what="all")


def test_labels_in_another_size_than_the_box_names_are_sheets_of_labels() -> None:
    assert printed("fire", Drawn, FEW, size_mm=20.0) == labels("fire", Drawn, FEW, "a4", 20.0)
    assert text_of(printed("fire", Drawn, FEW, size_mm=16.0)).split() == ["labels", "en"]


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("landscape", [True, False])
def test_a_page_is_in_the_middle_of_its_paper_whichever_way_that_lies(paper: str, landscape: bool) -> None:
    page = Page(100, 50, (Rectangle(0, 0, 100, 50, 0, (0, 0, 0)),), landscape)
    [picture] = rendered(drawn("fire", Drawn, [page], paper))
    assert (picture.width > picture.height) == landscape
    left, top, right, bottom = picture.point(lambda value: 255 * (value < 128)).getbbox() or (0, 0, 0, 0)
    assert [right - left, bottom - top] == pytest.approx([pixels(100), pixels(50)], abs=1.5)
    assert [left, top] == pytest.approx([picture.width - right, picture.height - bottom], abs=1.5)


@pytest.mark.parametrize("align", ["left", "middle", "right"])
@pytest.mark.parametrize("stand", ["top", "middle", "bottom"])
def test_text_stands_where_its_box_says(align: Any, stand: Any) -> None:
    [(left, top, right, bottom)] = where(shown(Text(say("HM"), 20, 10, 40, 20, 12, align=align, stand=stand)))
    near = {"left": left - 20, "right": 60 - right, "middle": (left + right) / 2 - 40}[align]
    level = {"top": top - 10, "bottom": 30 - bottom, "middle": (top + bottom) / 2 - 20}[stand]
    assert abs(near) < 0.8
    assert abs(level) < 1.2
    assert left > 19.9
    assert right < 60.1


@pytest.mark.parametrize(
    ("words", "enough"),
    [("one", 4.0), ("several words that do not fit into one line", 9.0), ("w" * 40, 99.0), ("so many words " * 40, 99.0)],
)
@pytest.mark.parametrize("tall", [4.0, 9.0, 30.0])
def test_text_keeps_to_its_box_in_more_lines_in_smaller_type_or_ending_in_dots(words: str, enough: float, tall: float) -> None:
    pdf = shown(Text(say(words), 20, 10, 30, tall, 14, serif=True, bold=True))
    for left, top, right, bottom in where(pdf):
        assert left >= 19.5
        assert right <= 50.5
        assert top >= 9.5
        assert bottom <= 10.5 + tall
    whole = text_of(pdf).split() == words.split()
    assert whole == (tall >= enough)
    assert whole or text_of(pdf).rstrip().endswith("…")


def test_a_line_never_begins_with_what_a_space_ties_to_the_word_before() -> None:
    """French ties its colons and semicolons with a no-break space."""
    words = " ".join(f"mot{chr(0xA0)}; suite" for _ in range(30))
    for pdf in (shown(Text(say(words), 20, 10, 27, 60, 9)), shown(Columns((Paragraph(say(words)),), 0, 0, 60, 150))):
        lines = text_of(pdf).splitlines()
        assert len(lines) > 5
        assert not [line for line in lines if line.startswith(";")]


def test_columns_are_set_as_large_as_they_fit_and_go_on_on_a_page_of_their_own() -> None:
    few = tuple(Paragraph(say(f"Sentence {number} of these rules."), heading=number % 5 == 0) for number in range(12))
    [one] = pypdfium2.PdfDocument(shown(Columns(few, 0, 0, 100, 50)))
    assert "Sentence 11 of" in one.get_textpage().get_text_bounded()
    many = tuple(Paragraph(say(f"Sentence {number} of these rules."), heading=number % 5 == 0) for number in range(70))
    found = [page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(shown(Columns(many, 0, 0, 100, 50)))]
    assert len(found) >= 3
    assert [int(number) for number in re.findall(r"Sentence (\d+)", "".join(found))] == list(range(70))


def test_a_paragraph_that_is_longer_than_a_column_ends_there_all_the_same() -> None:
    long = (Paragraph(say("word " * 900)), Paragraph(say("The last.")))
    assert "The last." in text_of(shown(Columns(long, 0, 0, 100, 50)))


def test_a_symbol_fills_its_square_and_one_that_is_not_there_shows_its_letter() -> None:
    [page] = rendered(shown(Symbol("F", 40, 15, 20)))
    left, top, right, bottom = page.point(lambda value: 255 * (value < 250)).getbbox() or (0, 0, 0, 0)
    assert pixels(14) < right - left <= pixels(20) + 1
    assert [left + right, top + bottom] == pytest.approx([page.width, page.height], abs=pixels(2))
    assert text_of(shown(Symbol("nothing", 40, 15, 20, "Q"))).strip() == "Q"
    assert text_of(shown(Symbol("nothing", 40, 15, 20))).strip() == ""


def test_shapes_are_drawn_to_their_measures() -> None:
    for mark in (
        Circle(50, 25, 10, 0, (0, 0, 0)),
        Circle(50, 25, 9.5, 1.0, None, (0, 0, 0)),
        Rectangle(40.5, 15.5, 19, 19, 1.0, None, 3.0, (0, 0, 0)),
        Polygon(((40, 25), (50, 15), (60, 25), (50, 35)), (0, 0, 0)),
        Line(((40, 15), (60, 15), (60, 35)), 0.0 + 0.2, (0, 0, 0)),
    ):
        [page] = rendered(shown(mark))
        left, top, right, bottom = page.point(lambda value: 255 * (value < 160)).getbbox() or (0, 0, 0, 0)
        assert [right - left, bottom - top] == pytest.approx([pixels(20), pixels(20)], abs=3), mark


# --- the sheets that lie ready ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_ready_made_sheets_are_current(game: str, paper: str) -> None:
    """When this fails: companion print GAME --paper PAPER --out printables/GAME/labels-PAPER.pdf"""
    ready = (PRINTABLES / game / f"labels-{paper}.pdf").read_bytes()
    if game in SIZE:
        now = made(game, paper, SIZE[game])
    else:
        now = printed(game, GAMES[game], shipped(game), paper, translate=plainly("en"))
    assert ready == now, "the box or its pictures changed: print the sheets again"


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("game", DRAWN)
def test_the_ready_made_whole_games_are_current(game: str, paper: str) -> None:
    """When this fails: companion print GAME --what all --paper PAPER --out printables/GAME/all-PAPER.pdf"""
    ready = (PRINTABLES / game / f"all-{paper}.pdf").read_bytes()
    now = printed(game, GAMES[game], shipped(game), paper, what="all", translate=plainly("en"))
    assert ready == now, "the box, its pictures or what is drawn of it changed: print it again"


def test_the_same_box_prints_the_same_bytes_and_in_the_size_that_it_names() -> None:
    assert labels("trains", GAMES["trains"], shipped("trains")) == made("trains", "a4", 12.0)
