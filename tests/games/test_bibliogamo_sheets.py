"""Bibliogamo on paper: what stands where, to the millimetre (specification, section 2, "Printed sheets")."""

from __future__ import annotations

import dataclasses
import io
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import pypdfium2
import pytest
from PIL import Image, ImageChops
from pyzbar import pyzbar

from companion.drawing import Circle, Code, Columns, Line, Mark, Page, Polygon, Rectangle, Symbol, Text, moved
from companion.games import bibliogamo
from companion.games.bibliogamo import sheets
from companion.games.bibliogamo.cards import artisan, artisan_back, prestige, prestige_back
from companion.games.bibliogamo.city import centres, cities, panel, path
from companion.games.bibliogamo.desk import desk
from companion.games.bibliogamo.pieces import Coin, Space
from companion.games.bibliogamo.sheets import CHAPTERS
from companion.games.bibliogamo.text import RULES
from companion.printing import PAPERS, drawn
from companion.rules import Sentence
from tests.games.bibliogamotable import BOX

DPI = 300
CARD = (63.0, 88.0)
CARDS = list(BOX.artisan) + [card.card for card in BOX.prestige]
HISTORY, LAW = BOX.tower["HISTORY"], BOX.tower["LAW"]


@cache
def everything() -> tuple[Page, ...]:
    return sheets(BOX, "all")


def pdf(*pages: Page, paper: str = "a4", translate=str) -> bytes:
    return drawn("bibliogamo", bibliogamo, pages, paper, translate=translate)


def rendered(document: bytes, dpi: int = DPI) -> list[Image.Image]:
    return [page.render(scale=dpi / 72, grayscale=True).to_pil().convert("L") for page in pypdfium2.PdfDocument(document)]


def text_of(document: bytes) -> str:
    return "\n".join(page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(document))


def of(kind: type, marks) -> list:
    return [mark for mark in marks if isinstance(mark, kind)]


def extent(mark: Mark) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of what is drawn, its lines with it."""
    match mark:
        case Line() | Polygon():
            half = mark.line / 2 if isinstance(mark, Line) else 0.0
            across, down = [x for x, _ in mark.points], [y for _, y in mark.points]
            return min(across) - half, min(down) - half, max(across) + half, max(down) + half
        case Circle():
            reach = mark.radius + mark.line / 2
            return mark.x - reach, mark.y - reach, mark.x + reach, mark.y + reach
        case Symbol() | Code():
            return mark.x, mark.y, mark.x + mark.side, mark.y + mark.side
        case Rectangle():
            half = mark.line / 2
            return mark.x - half, mark.y - half, mark.x + mark.width + half, mark.y + mark.height + half
        case Text() | Columns():
            return mark.x, mark.y, mark.x + mark.width, mark.y + mark.height


def around(marks) -> tuple[float, float, float, float]:
    lefts, tops, rights, bottoms = zip(*map(extent, marks), strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def apart(one, other, gap: float = 0.0) -> bool:
    """Whether two extents lie at least *gap* from each other."""
    near = gap - 1e-6
    return other[0] - one[2] >= near or one[0] - other[2] >= near or other[1] - one[3] >= near or one[1] - other[3] >= near


def words(marks) -> list[str]:
    return [str(mark.text) for mark in of(Text, marks)]


# --- the pages --------------------------------------------------------------------------------------------------------


def test_all_is_six_pages_of_fronts_each_followed_by_its_backs_and_then_city_desk_and_rules_on_odd_pages() -> None:
    pages = everything()
    assert len(pages) == 17
    fronts = [[mark.code for mark in of(Code, page.marks)] for page in pages[:12:2]]
    assert fronts == [CARDS[first : first + 9] for first in range(0, 54, 9)]
    assert pages[:12] == sheets(BOX, "cards")
    assert [mark.code for mark in of(Code, pages[12].marks)] == ["HISTORY", "ATLAS", "POETRY", "LAW", "HERBAL", "PSALTER"]
    assert {"Draw pile", "Discard"} <= set(words(pages[14].marks))
    assert of(Columns, pages[16].marks)
    assert [number for number, page in enumerate(pages, start=1) if not page.marks] == [14, 16]
    assert [number for number, page in enumerate(pages, start=1) if page.landscape] == [13, 15]


def test_every_piece_that_wears_a_label_is_printed_once() -> None:
    for what in ("labels", "all"):
        printed = [mark.code for page in sheets(BOX, what) for mark in of(Code, page.marks)]
        assert sorted(printed) == sorted(bibliogamo.PIECES(BOX))
        assert len(printed) == 60


@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_nothing_comes_nearer_than_4_5_mm_to_an_edge_of_either_paper(paper: str) -> None:
    for page in everything() + sheets(BOX, "labels"):
        wide, tall = sorted(PAPERS[paper], reverse=page.landscape)
        if page.marks:
            left, top, right, bottom = around(page.marks)
            beside, above = (wide - page.width) / 2, (tall - page.height) / 2
            assert min(left + beside, top + above, wide - beside - right, tall - above - bottom) >= 4.5


@cache
def some(paper: str) -> tuple[Image.Image, ...]:
    """The last fronts and their backs, the City, the labels."""
    return tuple(rendered(pdf(*everything()[10:13], *sheets(BOX, "labels"), paper=paper)))


@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_nor_does_it_when_it_is_drawn(paper: str) -> None:
    for page in some(paper):
        left, top, right, bottom = page.point(lambda value: 255 * (value < 250)).getbbox() or (0, 0, 0, 0)
        assert min(left, top, page.width - right, page.height - bottom) >= 4.5 / 25.4 * DPI - 1


@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_codes_of_cards_city_and_labels_read_back_with_four_modules_of_white(paper: str) -> None:
    """With pypdfium2, which the suite has; bench/sheets.py reads every page in every language through pdftoppm."""
    pages = [everything()[10], everything()[12], *sheets(BOX, "labels")]
    for page, picture in zip(pages, [some(paper)[0], some(paper)[2], some(paper)[3]], strict=True):
        for mark in of(Code, page.marks):
            x, y = (
                picture.width / 2 + (mark.x - page.width / 2) / 25.4 * DPI,
                picture.height / 2 + (mark.y - page.height / 2) / 25.4 * DPI,
            )
            square = picture.crop((round(x), round(y), round(x + 17.4 / 25.4 * DPI), round(y + 17.4 / 25.4 * DPI)))
            dark = square.point(lambda value: 255 * (value < 200)).getbbox()
            quiet = 2.4 / 25.4 * DPI
            assert dark == pytest.approx((quiet, quiet, square.width - quiet, square.height - quiet), abs=2)
            [found] = pyzbar.decode(square, symbols=[pyzbar.ZBarSymbol.QRCODE])
            assert found.data.decode() == f"BG:{mark.code}"


def test_labels_are_17_4_mm_wide_and_nothing_reaches_into_their_white() -> None:
    for page in everything() + sheets(BOX, "labels"):
        for label in of(Code, page.marks):
            assert label.side == 17.4
            for mark in page.marks:
                if mark is not label and not (isinstance(mark, Rectangle) and encloses(mark, label)):
                    assert apart(extent(mark), extent(label)), (mark, label)


def encloses(frame: Rectangle, label: Code) -> bool:
    """Whether the label stands inside the frame, clear of its line, on white paper."""
    left, top, right, bottom = extent(label)
    inside = frame.x + frame.line / 2, frame.y + frame.line / 2
    return (
        frame.fill is None
        and inside[0] <= left
        and inside[1] <= top
        and right <= frame.x + frame.width - frame.line / 2
        and bottom <= frame.y + frame.height - frame.line / 2
    )


# --- cards ------------------------------------------------------------------------------------------------------------


def test_cards_lie_edge_to_edge_with_their_label_at_the_top_right_and_its_code_under_it() -> None:
    [page, *_] = sheets(BOX, "cards")
    assert (page.width, page.height) == (189, 264)
    for number, mark in enumerate(of(Code, page.marks)):
        row, column = divmod(number, 3)
        assert (mark.x, mark.y) == pytest.approx((column * 63 + 43.6, row * 88 + 2))
        [under] = [text for text in of(Text, page.marks) if str(text.text) == mark.code]
        assert (under.x, under.y, under.y + under.height) == pytest.approx((mark.x, mark.y + 17.4, row * 88 + 23))


@pytest.mark.parametrize("card", CARDS)
def test_what_a_card_shows_stays_on_it(card: str) -> None:
    front = artisan(BOX, BOX.artisan[card], "en") if card in BOX.artisan else prestige(BOX, BOX.collection[card], "en")
    left, top, right, bottom = around(front)
    assert min(left, top, 63 - right, 88 - bottom) >= 1.5


def test_an_artisan_card_shows_the_coin_the_walk_the_struck_kind_what_it_places_and_its_values() -> None:
    front = artisan(BOX, BOX.artisan["A47"], "en")

    def within(left: float, top: float, right: float, bottom: float) -> list[str]:
        inside = [mark for mark in front if isinstance(mark, Text | Symbol)]
        inside = [mark for mark in inside if left <= mark.x < right and top <= mark.y < bottom]
        return [mark.name if isinstance(mark, Symbol) else str(mark.text) for mark in inside]

    assert within(3, 24, 17, 39) == ["crescent", "M"]
    assert within(3, 41, 17, 56) == ["walk", "+2"]
    assert within(3, 58, 17, 72) == ["quill", "S"]
    assert [(mark.x, mark.y) for mark in of(Circle, front)] == [(10, 65)]
    assert within(20, 26, 60, 70) == ["1", "lens", "R", "1", "quill", "S", "1", "brush", "I", "1", "needle", "B"]
    assert within(3, 74, 60, 85) == ["crown", "C", "1", "lily", "L", "3", "crescent", "M", "6"]
    assert [str(mark.text) for mark in of(Text, artisan(BOX, BOX.artisan["A01"], "en")) if 41 < mark.y < 56] == ["–2"]


COIN_NAMES = ("crown", "lily", "sun", "star", "key", "anchor")
COINS = [Coin(name, name.title(), "", "", name[0].upper(), name, "house") for name in COIN_NAMES]


@pytest.mark.parametrize(("many", "wide"), [(1, 17.0), (2, 17.0), (3, 17.0), (4, 12.9), (5, 9.96), (6, 8.0)])
def test_one_to_six_coins_have_a_box_each_along_the_bottom(many: int, wide: float) -> None:
    coins = tuple(COINS[:many])
    card = dataclasses.replace(BOX.artisan["A02"], coin="crown", values={coin.coin: 20 for coin in coins})
    front = artisan(dataclasses.replace(BOX, coins=coins), card, "en")
    found = [mark for mark in of(Rectangle, front) if mark.y == 74]
    assert [mark.width for mark in found] == pytest.approx([wide] * many)
    assert found[0].x == 3
    assert found[-1].x + found[-1].width <= 60 + 1e-6
    assert all(right.x - (left.x + left.width) >= 1.8 - 1e-6 for left, right in pairwise(found))
    inside = [mark for mark in of(Text, front) if mark.y >= 74]
    assert [text for text in words(inside) if text != "20"] == [coin.letter for coin in coins]
    assert words(inside).count("20") == many


def test_slots_of_a_prestige_card_stand_four_a_row_with_the_points_for_so_many_marks_under_them() -> None:
    card = BOX.collection["P1"]
    front = prestige(BOX, card, "en")
    slots = [mark for mark in of(Rectangle, front) if mark.width == mark.height == 9]
    assert [(mark.x, mark.y) for mark in slots] == [(7.5 + n % 4 * 13, 25 + n // 4 * 15) for n in range(12)]
    for number, slot in enumerate(slots):
        over = [text for text in of(Text, front) if (text.x, text.y) == (slot.x, slot.y)]
        assert words(over) == [BOX.tower[card.books[number]].short]
        under = [text for text in of(Text, front) if text.y == slot.y + 9 and slot.x - 2 < text.x < slot.x + 9]
        assert words(under) == [str(number + 1), str(card.points[number + 1])]


def test_what_each_mark_adds_is_said_below_the_slots() -> None:
    assert "Law +1, Atlas +2 a mark" in words(prestige(BOX, BOX.collection["P2"], "en"))
    assert not any("a mark" in text for text in words(prestige(BOX, BOX.collection["P1"], "en")))


@pytest.mark.parametrize("many", [13, 16, 24, 60])
@pytest.mark.parametrize("each", [{}, {"LAW": 1}])
def test_a_collection_of_many_books_has_smaller_slots_on_the_same_card(many: int, each: dict[str, int]) -> None:
    books = (tuple(BOX.tower) * 10)[:many]
    card = dataclasses.replace(BOX.prestige[0], books=books, points=tuple(range(many + 1)), each=each)
    front = prestige(BOX, card, "en")
    assert around(front)[3] <= 86
    slots = [mark for mark in of(Rectangle, front) if mark.width == 9]
    assert len(slots) == many
    below = [mark for mark in of(Text, front) if mark.width == 55]
    figures = [mark for mark in of(Text, front) if mark.y > 25 and mark.width == 6]
    frames = [extent(mark) for mark in (*slots, *below, *figures)]
    assert all(apart(one, other, -0.5) for number, one in enumerate(frames) for other in frames[:number])


def test_names_are_those_of_the_language_and_plain_where_the_box_has_none() -> None:
    abbey = BOX.collection["P3"]
    assert [words(prestige(BOX, abbey, language))[0] for language in ("en", "es", "fr")] == ["The Abbey", "La Abadía", "L’Abbaye"]
    assert words(prestige(BOX, dataclasses.replace(abbey, name_es=""), "es"))[0] == "The Abbey"


# --- backs ------------------------------------------------------------------------------------------------------------


def backs_on(page: Page) -> dict[tuple[int, int], str]:
    """(row, column) -> whose back lies there; nothing else may be on the page."""
    found, left = {}, set(page.marks)
    for name, back in (("artisan", artisan_back()), ("prestige", prestige_back())):
        for row in range(3):
            for column in range(3):
                there = set(moved(back, column * 63, row * 88))
                if there <= set(page.marks):
                    found[row, column] = name
                    left -= there
    assert not left
    return found


def test_each_back_lies_behind_its_front_when_the_paper_is_turned_over_the_long_edge() -> None:
    pages = sheets(BOX, "cards")
    for fronts, backs in zip(pages[::2], pages[1::2], strict=True):
        expected = {}
        for mark in of(Code, fronts.marks):
            row, column = int(mark.y // 88), int(mark.x // 63)
            expected[row, 2 - column] = "prestige" if mark.code.startswith("P") else "artisan"
        assert backs_on(backs) == expected
    assert [backs_on(pages[11])[0, column] for column in range(3)] == ["prestige", "artisan", "artisan"]


def test_the_empty_places_of_an_unfilled_page_are_at_the_left_of_its_backs() -> None:
    few = dataclasses.replace(BOX, artisans=BOX.artisans[:12], prestige=BOX.prestige[:2])
    pages = sheets(few, "cards")
    assert len(pages) == 4
    assert backs_on(pages[3]) == {(0, 2): "artisan", (0, 1): "artisan", (0, 0): "artisan", (1, 2): "prestige", (1, 1): "prestige"}
    marks = of(Line, pages[2].marks)
    assert {mark.points for mark in marks} >= {
        ((189.0, -3), (189.0, -1)),
        ((-3, 176.0), (-1, 176.0)),
        ((0.0, 177.0), (0.0, 179.0)),
    }
    assert not any(y > 180 for mark in marks for _, y in mark.points if mark.line == 0.2)


@pytest.mark.parametrize("back", [artisan_back, prestige_back])
def test_a_back_ends_5_mm_inside_the_card_and_is_the_same_either_way_up(back) -> None:
    left, top, right, bottom = around(back())
    assert min(left, top, 63 - right, 88 - bottom) >= 5 - 1e-6
    assert not of(Text, back())
    assert not of(Code, back())
    [picture] = rendered(pdf(Page(63, 88, back())))
    turned = picture.rotate(180)
    assert ImageChops.difference(picture, turned).point(lambda value: 255 * (value > 128)).convert("1").histogram()[255] < 1500


def test_crop_marks_are_2_mm_long_1_mm_off_the_block_and_only_on_fronts() -> None:
    fronts, backs, *_ = sheets(BOX, "cards")
    ticks = [mark.points for mark in of(Line, fronts.marks) if around([mark])[0] < 0 or around([mark])[1] < 0]
    assert {points for points in ticks if points[0][1] == -3} == {((x, -3), (x, -1)) for x in (0.0, 63.0, 126.0, 189.0)}
    assert {points for points in ticks if points[0][0] == -3} == {((-3, y), (-1, y)) for y in (0.0, 88.0, 176.0, 264.0)}
    left, top, right, bottom = around(backs.marks)
    assert min(left, top, 189 - right, 264 - bottom) >= 5 - 1e-6


# --- the City ---------------------------------------------------------------------------------------------------------


def test_the_path_is_a_ring_of_cells_clockwise_from_the_top_left() -> None:
    found = centres(24)
    assert found[0] == (44 + 9.5, 47.5 + 9.5)
    assert found[8] == (44 + 171 - 9.5, 57)
    assert found[12] == (205.5, 47.5 + 95 - 9.5)
    assert found[20] == (53.5, 133)
    assert found[23] == (53.5, 57 + 19)
    cells = of(Rectangle, path(BOX))
    assert len(cells) == 24
    for cell, (x, y) in zip(cells, found, strict=True):
        left, top, right, bottom = extent(cell)
        assert (left + right, top + bottom) == pytest.approx((2 * x, 2 * y))
        assert right - left == pytest.approx(19, abs=0.31)
    assert [cell.line > 1 for cell in cells] == [bool(space.tower) for space in BOX.path]


def test_the_librarian_is_drawn_where_he_begins() -> None:
    box = dataclasses.replace(BOX, start=dataclasses.replace(BOX.start, space=10))
    [drawn_at] = [mark for mark in of(Symbol, path(box)) if mark.name == "librarian"]
    x, y = centres(24)[10]
    assert x - 9.5 < drawn_at.x < drawn_at.x + drawn_at.side < x
    assert y < drawn_at.y < drawn_at.y + drawn_at.side < y + 9.5


def with_path(spaces: int) -> Iterator[Space]:
    towers = list(BOX.tower)
    for number in range(spaces):
        yield Space(number, towers[number] if number < len(towers) else "", "house")


@pytest.mark.parametrize(("spaces", "wide"), [(6, 19.0), (12, 19.0), (30, 10.64), (60, 5.32)])
def test_a_path_of_another_number_of_spaces_is_circles_evenly_on_the_same_ring(spaces: int, wide: float) -> None:
    marks = list(path(dataclasses.replace(BOX, path=tuple(with_path(spaces)))))
    circles = of(Circle, marks)
    assert [2 * circle.radius + circle.line for circle in circles] == pytest.approx([wide] * spaces)
    assert len(of(Polygon, marks)) == 2 * spaces, "an arrow and the white round it, from each space to the next"
    assert (circles[0].x, circles[0].y) == (53.5, 57)
    for x, y in centres(spaces):
        assert min(abs(x - 53.5), abs(x - 205.5), abs(y - 57), abs(y - 133)) < 1e-6
    assert all(apart(extent(one), extent(other)) for one, other in pairwise(circles))
    assert words(marks)[-1] == str(spaces - 1) or spaces == 6


def test_towers_stand_in_path_order_above_and_below_and_are_tied_to_their_cells() -> None:
    [city] = cities(BOX, "en")
    labels = {mark.code: (mark.x, mark.y) for mark in of(Code, city.marks)}
    assert labels == {
        "HISTORY": (61.6, 1), "ATLAS": (151.1, 1), "POETRY": (240.6, 1),
        "LAW": (240.6, 145), "HERBAL": (151.1, 145), "PSALTER": (61.6, 145),
    }  # fmt: skip
    ties = [mark for mark in of(Line, city.marks) if mark.line == 1.2]
    assert sorted(tie.points[0][0] for tie in ties) == sorted(centres(24)[space][0] for space in BOX.tower_at)
    for tie in ties:
        assert tie.points[-1][1] in (46, 144)


def test_a_panel_has_a_square_for_every_cube_clear_of_the_label() -> None:
    marks = list(panel(BOX, HISTORY, 0, 0, "en"))
    [label] = of(Code, marks)
    squares = [mark for mark in of(Rectangle, marks) if mark.x >= 11 and mark.width == mark.height]
    expected = [(11 + 9.4 * n, 8 + 9.4 * row) for row, many in enumerate((3, 3, 2)) for n in range(many)]
    assert [(mark.x, mark.y) for mark in squares] == [pytest.approx(place) for place in expected]
    assert {mark.width for mark in squares} == {9}
    assert all(apart(extent(square), extent(label), 3.0) for square in squares)
    assert around(marks)[2] <= 80.2
    assert around(marks)[3] <= 46.2


def test_recipes_above_five_have_smaller_squares_in_the_same_room() -> None:
    tower = dataclasses.replace(LAW, recipe=(9, 6, 5, 1))
    marks = list(panel(BOX, tower, 0, 0, "en"))
    [label] = of(Code, marks)
    rows: dict[int, list[Rectangle]] = {}
    for mark in of(Rectangle, marks):
        if mark.width == mark.height:
            rows.setdefault(int((mark.y - 8) // 9.4), []).append(mark)
    assert [len(rows[row]) for row in range(4)] == [9, 6, 5, 1]
    assert [rows[row][0].width for row in range(4)] == pytest.approx([47 / 9, 47 / 6, 9, 9])
    for squares in rows.values():
        assert squares[-1].x + squares[-1].width <= 58 + 1e-6
        assert all(apart(extent(square), extent(label), 3.0) for square in squares)


def test_more_than_six_towers_stand_on_a_second_city_page_that_is_not_the_back_of_the_first() -> None:
    more = tuple(dataclasses.replace(LAW, tower=f"X{number}", short=f"X{number}") for number in range(2))
    spaces = tuple(dataclasses.replace(space, tower={1: "X0", 23: "X1"}.get(space.space, space.tower)) for space in BOX.path)
    pages = sheets(dataclasses.replace(BOX, towers=BOX.towers + more, path=spaces), "all")
    there = {number: [mark.code for mark in of(Code, page.marks)] for number, page in enumerate(pages, start=1) if page.landscape}
    assert there == {13: ["HISTORY", "X0", "ATLAS", "POETRY", "LAW", "HERBAL"], 15: ["PSALTER", "X1"], 17: []}
    assert "X1" in words(pages[12].marks), "its space is on the path of the first page"


def test_the_supply_the_phases_and_the_shuffle_stand_inside_the_ring() -> None:
    [city] = cities(BOX, "en")
    inside = [
        mark
        for mark in of(Text, city.marks)
        if apart((44, 47.5, 215, 66.5), extent(mark)) and 63 <= mark.x < 196 and 66 < mark.y < 124
    ]
    assert {"Supply", "26", "1", "2", "3", "4", "5"} <= set(words(inside))
    assert any("shuffle the discard" in text for text in words(inside))
    assert all(mark.x + mark.width <= 196 and mark.y + mark.height <= 123.5 for mark in inside)


# --- the Desk ---------------------------------------------------------------------------------------------------------


def cells(page: Page) -> list[tuple[float, float, str]]:
    """Left, top and number of every cell of the tracks, in order."""
    return [(mark.x - 0.4, mark.y - 0.4, str(mark.text)) for mark in of(Text, page.marks) if str(mark.text).isdigit()]


def test_the_desk_has_four_places_for_cards_and_one_for_the_prestige_card() -> None:
    places = [mark for mark in of(Rectangle, desk(BOX).marks) if (mark.width, mark.height) == (64, 89)]
    assert [(mark.x, mark.y) for mark in places] == [(0, 0), (65, 0), (130, 0), (195, 0), (195, 99)]


def test_the_tracks_are_seven_rows_of_12_mm_cells_after_their_headings() -> None:
    found = cells(desk(BOX))
    rows = {y: [(x, number) for x, top, number in found if top == y] for y in dict.fromkeys(y for _, y, _ in found)}
    numbers = [[int(number) for _, number in row] for row in rows.values()]
    ends = [(0, 13), (14, 27), (28, 40), (0, 10), (11, 20), (0, 9), (0, 9)]
    assert numbers == [list(range(first, last + 1)) for first, last in ends]
    for row in rows.values():
        assert [x for x, _ in row] == pytest.approx([20 + 12 * n for n in range(len(row))])
    heights = list(rows)
    assert heights[0] == pytest.approx(99)
    assert heights[-1] + 12 == pytest.approx(190)
    assert max(x for x, _, _ in found) + 12 <= 195 - 3


def test_cubes_begin_on_the_squares_of_the_start_and_day_40_is_framed() -> None:
    marks = desk(BOX).marks
    begins = [mark for mark in of(Rectangle, marks) if mark.dash and mark.y > 99]
    assert [round((mark.x + mark.width / 2 - 26) / 12) for mark in begins] == [0, 0, 0, 3]
    assert all(mark.width >= 8 for mark in begins)
    [last] = [mark for mark in of(Rectangle, marks) if mark.line == 1.0]
    assert (last.x, last.y) == pytest.approx((20 + 12 * 12 + 0.5, 99 + 24 + 0.5))


def test_tracks_of_other_lengths_keep_to_their_room() -> None:
    box = dataclasses.replace(
        BOX,
        count=dataclasses.replace(BOX.count, days=100),
        tracks=dataclasses.replace(BOX.tracks, books=60, florins=299),
    )
    page = desk(box)
    assert max(x for x, _, _ in cells(page)) < 188
    left, top, right, bottom = around(page.marks)
    assert left >= -0.3
    assert top >= -0.3
    assert right <= 259.3
    assert bottom <= 190.3


# --- labels and rules -------------------------------------------------------------------------------------------------


def test_labels_alone_are_nine_a_row_20_by_24_mm_apart() -> None:
    [page] = sheets(BOX, "labels")
    found = of(Code, page.marks)
    first = found[0]
    assert [mark.code for mark in found] == list(bibliogamo.PIECES(BOX))
    places = [(mark.x - first.x, mark.y - first.y) for mark in found]
    assert places == [pytest.approx((n % 9 * 20, n // 9 * 24)) for n in range(60)]


def test_the_rules_are_said_in_the_words_of_the_rules() -> None:
    [columns] = of(Columns, everything()[16].marks)
    said = [str(paragraph.text) for paragraph in columns.paragraphs]
    chosen = [rule for _, rules in CHAPTERS for rule in rules]
    assert len(set(chosen)) == len(chosen)
    assert [text for text in said if text in RULES.values()] == [RULES[rule] for rule in chosen]
    left_out = {"pile.faceup", "card.unknown", "card.place", "hand.hidden", "bar.payment", "price.card_left", "hire.card",
                "hire.tower", "hire.empty", "dismiss.option", "dismiss.tower", "count.ruling", "count.range",
                "end.over"}  # fmt: skip
    assert set(RULES) - set(chosen) == left_out, "those that bound what Companion is told, and those of options"


def test_rules_that_become_longer_in_translation_fit_a_page_or_go_on_on_another() -> None:
    def longer(by: float):
        return lambda sentence: f"{sentence} " + ("palabra " * 99)[: int(len(str(sentence)) * by)]

    page = everything()[16]
    assert len(pypdfium2.PdfDocument(pdf(page))) == 1
    assert len(pypdfium2.PdfDocument(pdf(page, translate=longer(0.3)))) == 1
    document = pdf(page, translate=longer(1.5))
    assert len(pypdfium2.PdfDocument(document)) == 2
    assert RULES["score.prestige"] in text_of(document).replace("\r\n", " ")


# --- boxes of owners --------------------------------------------------------------------------------------------------


def test_the_longest_names_of_owners_stay_on_their_cards() -> None:
    long = "Maximiliane Konstantinopolitanische " * 5
    people = tuple(dataclasses.replace(card, name=long.strip()) for card in BOX.artisans)
    towers = tuple(dataclasses.replace(tower, name="W" * 80) for tower in BOX.towers)
    box = dataclasses.replace(
        BOX, artisans=people[:9], towers=towers, prestige=(dataclasses.replace(BOX.prestige[0], name="Æ" * 99),)
    )
    pages = [page for page in sheets(box, "all") if of(Code, page.marks)]
    document = pdf(*pages)
    for page, picture in zip(pages, rendered(document, 150), strict=True):
        for mark in of(Code, page.marks):
            x = picture.width / 2 + (mark.x - page.width / 2) / 25.4 * 150
            y = picture.height / 2 + (mark.y - page.height / 2) / 25.4 * 150
            white = picture.crop((round(x) + 1, round(y) + 1, round(x + 2.2 / 25.4 * 150), round(y + 17.2 / 25.4 * 150)))
            assert white.getextrema()[0] > 200
    assert "…" in text_of(document)
    assert "Maximiliane" in text_of(document)


def test_shapes_that_nobody_has_drawn_are_told_by_their_letter() -> None:
    coins = tuple(dataclasses.replace(coin, shape="unicorn") for coin in BOX.coins)
    document = pdf(Page(*CARD, artisan(dataclasses.replace(BOX, coins=coins), BOX.artisan["A01"], "en")))
    assert text_of(document).split().count("C") == 4, "beside and in place of the shape, above and below"
    assert pypdfium2.PdfDocument(io.BytesIO(document))


def test_a_name_that_the_fonts_do_not_know_leaves_the_rest_of_the_card() -> None:
    card = dataclasses.replace(BOX.artisan["A01"], name="Ιωάννα")
    document = pdf(Page(*CARD, artisan(BOX, card, "en")))
    assert "A01" in text_of(document)


def test_every_text_is_a_sentence_so_that_it_can_be_translated() -> None:
    assert all(isinstance(mark.text, Sentence) for page in everything() for mark in of(Text, page.marks))
    spoken = text_of(pdf(everything()[14], translate=lambda sentence: {"Draw pile": "Mazo"}.get(sentence.text, str(sentence))))
    assert "Mazo" in spoken
