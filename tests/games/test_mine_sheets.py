"""Out of Mine! on paper: what stands where, to the millimetre (specification, sections 2 and 8)."""

from __future__ import annotations

import dataclasses
import math
from collections import Counter
from functools import cache

import numpy as np
import pypdfium2
import pytest

from companion.drawing import Circle, Code, Columns, Line, Page, Polygon, Rectangle, Symbol, Text, moved
from companion.games import mine
from companion.games.mine import sheets, surfaces
from companion.games.mine.boards import elf_at, fitting, strip
from companion.games.mine.cards import back, front
from companion.games.mine.crystals import crystal, extent, face, mirrored, nested, on
from companion.games.mine.crystals import fitting as tiles_fit
from companion.games.mine.pieces import plan_spots
from companion.games.mine.printed import srgb
from companion.games.mine.sheets import CHAPTERS
from companion.games.mine.stickers import sticker
from companion.games.mine.text import RULES
from companion.games.mine.tiling import form, spots, turns
from companion.printing import PAPERS, drawn
from companion.rules import Sentence
from companion.scan import board as reader
from companion.scan import sight
from tests.games.minetable import BOX
from tests.games.test_bibliogamo_sheets import apart, around, of, text_of, words
from tests.games.test_bibliogamo_sheets import extent as frame

COLOUR = {colour.colour: colour for colour in BOX.colours}
DPI = 150
BOARDS = slice(12, 32)
TILES = slice(32, 38)


@cache
def everything() -> tuple[Page, ...]:
    return sheets(BOX, "all")


def codes(page: Page) -> list[str]:
    return [mark.code for mark in of(Code, page.marks)]


def pdf(*pages: Page, paper: str = "a4", translate=str) -> bytes:
    return drawn("mine", mine, pages, paper, translate=translate)


def picture(page: Page, paper: str = "a4") -> np.ndarray:
    """The page in BGR."""
    [one] = pypdfium2.PdfDocument(pdf(page, paper=paper))
    return one.render(scale=DPI / 72).to_numpy()[:, :, :3].copy()


# --- the pages --------------------------------------------------------------------------------------------------------


def test_all_is_how_to_make_it_cards_with_backs_boards_tiles_with_backs_and_the_rules() -> None:
    pages = everything()
    assert len(pages) == 39
    assert [codes(page) for page in pages[2:12:2]] == [[card.card for card in BOX.cards[n : n + 9]] for n in range(0, 40, 9)]
    assert pages[2:12] == sheets(BOX, "cards")
    sides = [f"{one.board}{one.side}" for one in BOX.boards]
    assert [codes(page) for page in pages[BOARDS]] == [[f"{side}-{corner}" for corner in BOX.corners] for side in sides]
    assert not any(codes(page) for page in pages[TILES])
    assert [number for number, page in enumerate(pages, start=1) if of(Columns, page.marks)] == [1, 39]
    assert [number for number, page in enumerate(pages, start=1) if not page.marks] == [2]
    [told] = of(Columns, pages[0].marks)
    said = [str(paragraph.text) for paragraph in told.paragraphs]
    assert "Pages 3 to 12: 40 treasure cards." in said
    assert "Pages 13 to 32: 10 boards with two sides." in said
    assert "Pages 33 to 38: 69 tiles." in said
    assert "Page 39: the rules." in said


@pytest.mark.parametrize("what", ["labels", "all"])
def test_every_piece_that_wears_a_label_is_printed_once_in_its_size(what: str) -> None:
    printed = [mark for page in sheets(BOX, what) for mark in of(Code, page.marks)]
    assert sorted(mark.code for mark in printed) == sorted(mine.PIECES(BOX))
    assert len(printed) == 120
    assert {mark.side for mark in printed} == {14.0}


@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_nothing_comes_nearer_than_4_5_mm_to_an_edge_of_either_paper(paper: str) -> None:
    for page in everything() + sheets(BOX, "labels"):
        wide, tall = sorted(PAPERS[paper], reverse=page.landscape)
        if page.marks:
            left, top, right, bottom = around(page.marks)
            beside, above = (wide - page.width) / 2, (tall - page.height) / 2
            assert min(left + beside, top + above, wide - beside - right, tall - above - bottom) >= 4.5 - 1e-6


def test_nothing_reaches_into_the_white_of_a_label() -> None:
    for page in everything() + sheets(BOX, "labels"):
        for label in of(Code, page.marks):
            for mark in page.marks:
                rim = isinstance(mark, Rectangle) and mark.fill is None and mark.width > 100
                under = isinstance(mark, Text) and str(mark.text) == label.code
                if mark is not label and not rim and not under:
                    assert apart(frame(mark), frame(label)), (mark, label)


def test_every_text_is_a_sentence_so_that_it_can_be_translated() -> None:
    pages = everything() + sheets(BOX, "labels")
    assert all(isinstance(mark.text, Sentence) for page in pages for mark in of(Text, page.marks))
    spoken = text_of(pdf(everything()[12], translate=lambda sentence: {"side {side}": "lado"}.get(sentence.text, str(sentence))))
    assert "lado" in spoken


# --- boards -----------------------------------------------------------------------------------------------------------


def test_both_sides_of_a_board_lie_behind_each_other_with_the_grid_20_mm_from_its_edges() -> None:
    for one, page in zip(BOX.boards, everything()[BOARDS], strict=True):
        assert (page.width, page.height, page.landscape) == (180, 160, False)
        places = {mark.code: (mark.x + 7 - 20, mark.y + 7 - 20) for mark in of(Code, page.marks)}
        assert places == {f"{one.board}{one.side}-{corner}": tuple(at) for corner, at in BOX.corners.items()}
        assert {f"Board {one.board}", f"side {one.side}"} <= set(words(page.marks))
        crop = [mark for mark in of(Line, page.marks) if mark.line == 0.2 and around([mark])[1] < -2]
        assert bool(crop) == (one.side == "A")


@cache
def shown(number: int, paper: str = "a4") -> tuple[np.ndarray, np.ndarray]:
    """A board's page, and the pixel of the grid's corner and of a point 1 mm to the right and down, as a function's matrix."""
    pixels = picture(everything()[BOARDS][number], paper)
    scale = DPI / 25.4
    origin = np.array([pixels.shape[1] / 2 - 90 * scale + 20 * scale, pixels.shape[0] / 2 - 80 * scale + 20 * scale])
    return pixels, np.array([[scale, 0, origin[0]], [0, scale, origin[1]]])


def square(number: int, x: float, y: float, half: float, paper: str = "a4") -> np.ndarray:
    """The pixels within *half* mm of a place of the grid: n x 3, RGB."""
    pixels, to = shown(number, paper)
    (left, top), (right, bottom) = (np.round(to @ [x + way * half, y + way * half, 1]).astype(int) for way in (-1, 1))
    return pixels[top:bottom, left:right, ::-1].reshape(-1, 3)


@pytest.mark.parametrize("number", [0, 5])
def test_the_middle_half_of_every_cell_shows_its_colour_and_nothing_else_but_an_elf_on_rock(number: int) -> None:
    one = BOX.boards[number]
    spaces = plan_spots(one.plan)
    for name in BOX.cells:
        x, y = BOX.spot(name)
        inside = square(number, x * 20 + 10, y * 20 + 10, 4.9)
        colour = srgb(BOX.palette["space" if (x, y) in spaces else "rock"])
        share = float((np.abs(inside.astype(int) - colour).max(axis=1) <= 1).mean())
        elves = [elf for elf in BOX.elves if (elf.board, elf.side) == (one.board, one.side)]
        beside = any(math.dist(elf_at(BOX, elf), (x * 20 + 10, y * 20 + 10)) < 10 for elf in elves)
        assert share > 0.65 if beside else share == 1, name
        assert not beside or (x, y) not in spaces


@pytest.mark.parametrize("number", range(20))
def test_elves_touch_the_edge_of_the_space_before_which_they_stand_and_hide_no_patch(number: int) -> None:
    one = BOX.boards[number]
    discs = [mark for mark in of(Circle, everything()[BOARDS][number].marks) if mark.radius > 4]
    elves = [elf for elf in BOX.elves if (elf.board, elf.side) == (one.board, one.side)]
    assert len(discs) == len(elves) == 4
    for elf, disc in zip(elves, discs, strict=True):
        x, y = disc.x - 20, disc.y - 20
        assert disc.radius + disc.line / 2 == pytest.approx(4.5)
        assert disc.fill == srgb(COLOUR[elf.colour].srgb)
        column, row = BOX.spot(elf.cell)
        ahead = {"N": row * 20 - y, "S": y - row * 20 - 20, "W": column * 20 - x, "E": x - column * 20 - 20}[elf.edge]
        aside = (x - column * 20 - 10) if elf.edge in "NS" else (y - row * 20 - 10)
        assert ahead == pytest.approx(4.5)
        assert abs(aside) <= 5.5
        assert aside == 0 or (elf.edge == "S" and row == 5), "only beyond the grid, for the patches"
        for at in BOX.strip_x:
            assert math.hypot(max(abs(x - at) - 3, 0), max(abs(y - 130) - 3, 0)) >= 4.5 - 1
        letters = [text for text in of(Text, everything()[BOARDS][number].marks) if abs(text.x + text.width / 2 - disc.x) < 0.1]
        assert COLOUR[elf.colour].letter in words(letters)


def test_the_patches_are_where_the_box_says_in_exactly_its_colours() -> None:
    known = {name: colour.srgb for name, colour in COLOUR.items()} | dict(BOX.palette)
    for mark, x, name in zip(strip(BOX), BOX.strip_x, BOX.patches, strict=True):
        assert isinstance(mark, Rectangle)
        assert (mark.x, mark.y, mark.width, mark.height) == (x - 5, 125, 10, 10)
        assert mark.fill == srgb(known[name])
        middle = square(0, x, 130, 4.5)
        assert np.abs(middle.astype(int) - srgb(known[name])).max() <= 1


@pytest.mark.parametrize(("number", "paper"), [(3, "a4"), (19, "letter")])
def test_a_printed_board_is_read_cell_by_cell(number: int, paper: str) -> None:
    """bench/sheets.py reads all twenty through pdftoppm."""
    one = BOX.boards[number]
    pixels, to = shown(number, paper)
    surface = surfaces(BOX)[f"{one.board}{one.side}"]
    seen = sight(pixels, frozenset(surface.labels))
    found = reader.read(pixels, [label for row in seen.rows for label in row], surface)
    assert found is not None
    assert len(found.labels) == 4
    spaces = plan_spots(one.plan)
    assert {name: cell.found for name, cell in found.cells.items()} == {
        name: "space" if BOX.spot(name) in spaces else "rock" for name in BOX.cells
    }
    there = [to @ [x, y, 1] for x, y in ((0, 0), (140, 0), (140, 120), (0, 120))]
    assert np.abs(np.array(found.outline) - there).max() < 0.5 / 25.4 * DPI


# --- cards ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", BOX.cards, ids=lambda card: card.card)
def test_a_treasure_card_shows_its_tiles_with_number_letter_and_mark_and_its_finds_with_their_points(card) -> None:
    marks = front(BOX, card)
    left, top, right, bottom = around(marks)
    assert min(left, top, 63 - right, 88 - bottom) >= 1.5
    squares = [mark for mark in of(Rectangle, marks) if mark.fill in {srgb(colour.srgb) for colour in BOX.colours}]
    many = {colour: n for colour, n in card.tiles.items() if n}
    assert Counter(mark.fill for mark in squares) == {srgb(COLOUR[name].srgb): COLOUR[name].size for name in many}
    rows = [text for text in of(Text, marks) if 20 < text.y < 69 and text.x == 4]
    assert words(rows) == [str(n) for n in many.values()]
    assert Counter(text for text in words(marks) if len(text) == 1 and text.isalpha()) == {
        COLOUR[name].letter: COLOUR[name].size for name in many
    }
    finds = [mark.name for mark in of(Symbol, marks)]
    points = [text for text in words(marks) if text[0] in "+–"]
    named = {find: n for find, n in card.finds.items() if n}
    assert finds == list(named)
    assert points == [f"+{n}" if n > 0 else f"–{-n}" for n in named.values()]
    assert set(named) <= set(words(marks))


def test_cards_of_owners_with_many_colours_and_finds_keep_to_their_card() -> None:
    colours = tuple(dataclasses.replace(BOX.colours[n % 5], colour=f"c{n}", size=1 + n % 9) for n in range(12))
    finds = tuple(dataclasses.replace(BOX.finds[n % 4], find=f"find{n}") for n in range(6))
    card = dataclasses.replace(
        BOX.cards[0],
        tiles={colour.colour: 12 for colour in colours},
        finds={find.find: 2 - n % 5 or -1 for n, find in enumerate(finds)},
    )
    box = dataclasses.replace(BOX, colours=colours, finds=finds, cards=(card,), size_mm=60.0)
    left, top, right, bottom = around(front(box, card))
    assert min(left, top, 63 - right, 88 - bottom) >= 1.5
    assert len(pypdfium2.PdfDocument(pdf(*sheets(box, "cards")))) == 2


def test_the_back_is_the_same_upside_down_and_lies_behind_each_front() -> None:
    turned = {
        tuple(sorted((round(63 - x, 6), round(88 - y, 6)) for x, y in mark.points))
        for mark in back()
        if isinstance(mark, Polygon)
    }
    assert turned == {tuple(sorted((round(x, 6), round(y, 6)) for x, y in mark.points)) for mark in of(Polygon, back())}
    pages = sheets(BOX, "cards")
    for fronts, backs in zip(pages[::2], pages[1::2], strict=True):
        expected = set()
        for mark in of(Code, fronts.marks):
            expected |= set(moved(back(), (2 - mark.x // 63) * 63, mark.y // 88 * 88))
        assert set(backs.marks) == expected


# --- tiles ------------------------------------------------------------------------------------------------------------


def cells_on(page: Page) -> list[tuple[float, float, float, float, tuple[int, int, int]]]:
    """Left, top, right, bottom and colour of each cell that is drawn."""
    return [(m.x, m.y, m.x + m.width, m.y + m.height, m.fill) for m in of(Rectangle, page.marks) if m.width >= 20 and m.fill]


def test_every_tile_is_drawn_once_in_its_shape_with_room_for_a_knife() -> None:
    placed = [place for page in nested(BOX) for place in page]
    assert sorted(place.tile.tile for place in placed) == sorted(tile.tile for tile in BOX.tiles)
    drawing = {shape.shape: spots(shape.drawing) for shape in BOX.shapes}
    assert all(place.cells in turns(drawing[place.tile.shape]) for place in placed), "turned, never mirrored"
    for page in nested(BOX):
        areas = []
        for place in page:
            wide, tall = extent(place.cells)
            areas.append((place.x, place.y, place.x + wide * 20, place.y + tall * 20))
        assert all(apart(one, other, 4.0) for number, one in enumerate(areas) for other in areas[:number])
        assert max(right for _, _, right, _ in areas) <= 198.6
        assert max(bottom for _, _, _, bottom in areas) <= 267.6
    fronts = Counter(cell[4] for page in everything()[TILES][::2] for cell in cells_on(page))
    assert fronts == {srgb(colour.srgb): colour.size * BOX.tiles_of[colour.colour] for colour in BOX.colours}


def test_the_back_of_a_tile_lies_behind_its_front_with_colour_beyond_the_cut() -> None:
    pages = everything()[TILES]
    for fronts, backs in zip(pages[::2], pages[1::2], strict=True):
        assert (fronts.width, fronts.height) == (backs.width, backs.height)
        expected = [
            (fronts.width - right - 1.2, top - 1.2, fronts.width - left + 1.2, bottom + 1.2, fill)
            for left, top, right, bottom, fill in cells_on(fronts)
        ]
        for one, other in zip(sorted(expected), sorted(cells_on(backs)), strict=True):
            assert one[:4] == pytest.approx(other[:4])
            assert one[4] == other[4]


def test_finds_are_drawn_on_the_faces_that_show_them() -> None:
    for page, fronts, backs in zip(nested(BOX), everything()[TILES][::2], everything()[TILES][1::2], strict=True):
        for place in page:
            wide, tall = extent(place.cells)
            for side, x, find in (
                (fronts, place.x, place.tile.front),
                (backs, fronts.width - place.x - wide * 20, place.tile.back),
            ):
                inside = [
                    mark.name
                    for mark in of(Symbol, side.marks)
                    if x <= mark.x < x + wide * 20 and place.y <= mark.y < place.y + tall * 20
                ]
                assert inside == ([find] if find else [])


@pytest.mark.parametrize("shape", BOX.shapes, ids=lambda shape: shape.shape)
@pytest.mark.parametrize("find", ["", "rat"])
@pytest.mark.parametrize("cut", [True, False])
def test_the_middle_half_of_every_cell_of_a_tile_stays_plain(shape, find: str, cut: bool) -> None:
    colour, cells = COLOUR[shape.colour], spots(shape.drawing)
    marks = list(face(colour, cells, find, 20.0, cut=cut))
    middles = [(x * 20 + 5, y * 20 + 5, x * 20 + 15, y * 20 + 15) for x, y in cells]
    fills = [mark for mark in of(Rectangle, marks) if mark.width >= 20]
    assert len(fills) == colour.size
    # On a tile of one cell a find has no other place than a corner; its disc is somewhat larger than that.
    corner = [mark for mark in marks if colour.size == 1 and isinstance(mark, Circle | Symbol) and frame(mark)[0] > 10]
    for mark in marks:
        if mark not in fills and mark not in corner:
            assert all(apart(frame(mark), middle) for middle in middles), mark
    for disc in of(Circle, corner):
        assert disc.radius + disc.line / 2 - math.dist((disc.x, disc.y), (15, 5)) < 1.4
    assert words(marks) == [colour.letter] * colour.size


def test_a_tile_turned_over_is_its_mirror_image() -> None:
    ell = spots("X../XXX")
    assert mirrored(ell) == spots("..X/XXX")
    assert mirrored(mirrored(ell)) == ell
    assert {shape.shape for shape in BOX.shapes if mirrored(spots(shape.drawing)) not in turns(spots(shape.drawing))} == {
        "RL", "RS", "WL", "WP", "WY",
    }  # fmt: skip
    assert form(mirrored(ell)) == mirrored(ell)


def test_each_colour_has_a_mark_of_its_own_that_stands_out() -> None:
    drawn = {colour.mark: tuple(crystal(colour, 0, 0, 10))[1:-1] for colour in BOX.colours}
    assert all(len(marks) == 1 for marks in drawn.values())
    shapes = {
        mark: (type(one), len(one.points)) if isinstance(one, Polygon) else (type(one), getattr(one, "height", 0))
        for mark, (one,) in drawn.items()
    }
    assert len(set(shapes.values())) == 5
    for mark, (one,) in drawn.items():
        left, top, right, bottom = frame(one)
        assert left >= 1, mark
        assert top >= 1
        assert right <= 5.4
        assert bottom <= 5.4
    assert on((255, 255, 255)) == on(srgb("#F2C200")) == (42, 31, 26)
    assert on((0, 0, 0)) == on(srgb("#1F5FBF")) == on(srgb("#C62828")) == (255, 255, 255)


def test_a_mark_that_nobody_knows_leaves_the_letter() -> None:
    colour = dataclasses.replace(BOX.colours[0], mark="unicorn")
    assert [type(mark) for mark in crystal(colour, 0, 0, 10)] == [Rectangle, Text]


# --- for owners -------------------------------------------------------------------------------------------------------


def test_labels_stand_12_a_row_cards_first_and_the_corners_of_a_side_beside_each_other() -> None:
    [page, measures, strips] = sheets(BOX, "labels")
    found = of(Code, page.marks)
    assert codes(page) == list(mine.PIECES(BOX))
    rows = Counter(round(mark.y, 3) for mark in found)
    assert list(rows.values()) == [12, 12, 12, 4, *[12] * 6, 8]
    for first in range(40, 120, 4):
        assert len({mark.y for mark in found[first : first + 4]}) == 1
    assert all(apart(frame(one), frame(other), 1.8) for number, one in enumerate(found) for other in found[:number])
    assert "as page 2 shows" in " ".join(words(page.marks))
    assert not codes(measures)
    assert not codes(strips)
    assert of(Columns, measures.marks)


def test_there_is_a_strip_of_patches_as_wide_as_the_grid_for_each_side_of_each_board() -> None:
    strips = sheets(BOX, "labels")[2]
    patches = of(Rectangle, strips.marks)
    assert len(patches) == 20 * 9
    known = {name: colour.srgb for name, colour in COLOUR.items()} | dict(BOX.palette)
    edge = min(around([mark])[0] for mark in of(Line, strips.marks) if mark.ink != (42, 31, 26))
    for number, mark in enumerate(patches):
        row, column = divmod(number, 9)
        assert mark.fill == srgb(known[BOX.patches[column]])
        assert mark.x + 5 - edge == pytest.approx(BOX.strip_x[column], abs=0.1)
        assert mark.y - patches[0].y == pytest.approx(row * 12)
    assert sticker(BOX) == (0, 140, 12)
    assert "130 mm below the upper edge" in " ".join(words(strips.marks))


def test_what_to_measure_is_drawn_and_said_by_the_same_letters() -> None:
    page = sheets(BOX, "labels")[1]
    [told] = of(Columns, page.marks)
    said = [str(paragraph.text) for paragraph in told.paragraphs]
    lengths = {text[0] for text in said if text[1:2] == ":"}
    assert lengths == set("abcdefw") <= set(words(page.marks))
    assert "[labels] BR = [c - a, d - b]" in said
    assert "[strip] x: e for the first patch, for the others 14, 28, 42, 56, 70, 84, 98, 112 more." in said
    assert any("TL [-10, -10], TR [150, -10], BR [150, 130], BL [-10, 130]" in text for text in said)
    assert len(pypdfium2.PdfDocument(pdf(page))) == 1


def test_labels_of_any_size_and_number_have_a_place() -> None:
    for size in (8.0, 30.0, 60.0):
        box = dataclasses.replace(BOX, size_mm=size)
        found = [mark for page in sheets(box, "labels") for mark in of(Code, page.marks)]
        assert len(found) == 120
        for page in sheets(box, "labels"):
            here = of(Code, page.marks)
            assert all(apart(frame(one), frame(other), 1.5) for number, one in enumerate(here) for other in here[:number])
            left, _, right, bottom = around(page.marks)
            assert left >= -1.1
            assert right <= 191.1
            assert bottom <= 263.1


def test_boards_lie_on_their_long_side_where_only_so_they_fit_and_are_left_out_where_they_do_not() -> None:
    wide = dataclasses.replace(BOX, board_mm=(230.0, 170.0))
    pages = [page for page in sheets(wide, "all") if len(codes(page)) == 4 and "-" in codes(page)[0]]
    assert len(pages) == 20
    assert all(page.landscape for page in pages)
    large = dataclasses.replace(BOX, board_mm=(300.0, 300.0))
    assert not fitting(large)
    pages = sheets(large, "all")
    assert len(pages) == 19
    [told] = of(Columns, pages[0].marks)
    assert "Boards or tiles of this box are larger than the paper: they are left out." in [str(p.text) for p in told.paragraphs]
    huge = dataclasses.replace(large, cell_mm=60.0)
    assert not tiles_fit(huge)
    assert len(sheets(huge, "all")) == 13


# --- rules ------------------------------------------------------------------------------------------------------------


def test_the_rules_are_said_in_the_words_of_the_rules() -> None:
    [columns] = of(Columns, everything()[38].marks)
    said = [str(paragraph.text) for paragraph in columns.paragraphs]
    chosen = [rule for _, rules in CHAPTERS for rule in rules]
    assert len(set(chosen)) == len(chosen)
    assert [text for text in said if text in RULES.values()] == [RULES[rule] for rule in chosen]
    left_out = {"who.moves", "side.choose"} | {
        rule for rule in RULES if rule.split(".")[0] in ("boards", "side", "cards", "lay", "count") and rule not in chosen
    }
    assert set(RULES) - set(chosen) - left_out == {"mine.once", "shout.before", "stop.when", "end.over"}


def test_words_that_become_longer_in_translation_fit_their_page_or_go_on_on_another() -> None:
    def longer(by: float):
        return lambda sentence: f"{sentence} " + ("palabra " * 99)[: int(len(str(sentence)) * by)]

    for page in (everything()[0], everything()[38], sheets(BOX, "labels")[1]):
        assert len(pypdfium2.PdfDocument(pdf(page))) == 1
        assert len(pypdfium2.PdfDocument(pdf(page, translate=longer(0.3)))) == 1
    assert len(pypdfium2.PdfDocument(pdf(everything()[38], translate=longer(1.5)))) == 2
