"""The pictures of Out of Mine!: all are drawn, printed sheets show them, and what must be told apart is, without colour."""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations
from xml.etree import ElementTree

import numpy as np
import pypdfium2
import pytest
from fpdf import FPDF
from fpdf.svg import SVGObject

from companion import boxes
from companion.games import mine
from companion.games.mine.printed import srgb
from companion.paths import STATIC, TEMPLATES

SVG = "{http://www.w3.org/2000/svg}"
SPRITE = STATIC / "mine" / "pieces.svg"
SYMBOLS = {symbol.get("id", ""): symbol for symbol in ElementTree.parse(SPRITE).getroot().iter(f"{SVG}symbol")}
BOX = mine.read_box(boxes.shipped_folder("mine"))
CRYSTALS = {colour.colour: colour.srgb for colour in BOX.colours}
GROUND = {name: BOX.palette[name] for name in ("space", "rock")}
ELVES = [f"elf-{colour}" for colour in CRYSTALS]
DWARVES = [f"dwarf-{seat}" for seat in range(max(mine.SEATS))]
FIGURES = sorted(SYMBOLS.keys() - CRYSTALS.keys() - GROUND.keys())
NAMED = {"treasure", "treasure-back", "board", "lantern", "lantern-out", "pickaxe", "king", "shout", "pile", *DWARVES}


@cache
def printed(name: str, side: float, room: float = 0.0, dots: int = 300) -> np.ndarray:
    """A symbol drawn as on a printed sheet, *side* mm wide and high with *room* mm of page around: red, green and blue, 0 to 255,
    by row and column. Nothing is cut off at the edge of a symbol there."""
    symbol = SYMBOLS[name]
    svg = ElementTree.Element(f"{SVG}svg", {"viewBox": symbol.get("viewBox", "")})
    svg.extend(part for part in symbol if part.tag != f"{SVG}title")
    pdf = FPDF(unit="mm", format=(side + 2 * room, side + 2 * room))
    pdf.set_auto_page_break(False)
    pdf.add_page()
    drawing = SVGObject(ElementTree.tostring(svg))
    _, _, path = drawing.transform_to_rect_viewport(scale=1, width=side, height=side, ignore_svg_top_attrs=True)
    assert path.transform is not None
    path.transform = path.transform @ path.transform.translation(room, room)
    pdf.draw_path(path, copy=False)
    (page,) = pypdfium2.PdfDocument(bytes(pdf.output()))
    return np.asarray(page.render(scale=dots / 72).to_pil().convert("RGB")).astype(int)


def grey(name: str, side: float, room: float = 0.0) -> np.ndarray:
    """As a printer without colour shows it, 0 to 255."""
    return printed(name, side, room) @ np.array([0.2126, 0.7152, 0.0722])


def part_of(pixels: np.ndarray, left: float, top: float, right: float, bottom: float) -> np.ndarray:
    """What lies between these places, in hundredths of the symbol."""
    height, width = pixels.shape[:2]
    return pixels[
        round(top * height / 100) : round(bottom * height / 100), round(left * width / 100) : round(right * width / 100)
    ]


def unlike(one: np.ndarray, other: np.ndarray) -> float:
    """The share of the dots of two shapes that only one of them has."""
    return float((one ^ other).sum() / (one | other).sum())


# --- what is drawn ----------------------------------------------------------------------------------------------------


def test_every_piece_colour_elf_find_and_seat_has_a_picture() -> None:
    assert {piece.picture for piece in mine.PIECES(BOX).values()} <= SYMBOLS.keys()
    assert SYMBOLS.keys() >= {*CRYSTALS, *ELVES, *GROUND, *(find.find for find in BOX.finds)}
    assert SYMBOLS.keys() >= NAMED


def test_every_picture_that_a_page_names_is_drawn() -> None:
    """A name that a page completes ("dwarf-" and a seat) begins one that is drawn."""
    named = set()
    for template in (TEMPLATES / "mine").glob("*.html"):
        named |= set(
            re.findall(r"(?:mine/pieces\.svg'\) ?\}\}#|\bpiece\(\"|\bat\(\")([a-z][a-z-]*)", template.read_text("utf-8"))
        )
    assert "dwarf-" in named
    for name in named:
        assert name in SYMBOLS or (name.endswith("-") and any(drawn.startswith(name) for drawn in SYMBOLS)), name


def test_every_symbol_is_named_once_and_says_what_it_is() -> None:
    assert len(re.findall(r"<symbol ", SPRITE.read_text("utf-8"))) == len(SYMBOLS)
    titles = [symbol.findtext(f"{SVG}title") for symbol in SYMBOLS.values()]
    assert all(titles)
    assert len(set(titles)) == len(titles)


def test_every_symbol_is_of_paths_and_circles_with_plain_attributes() -> None:
    """What the reader of the printed sheets does not know it leaves out without a word."""
    plain = {"d", "cx", "cy", "r", "fill", "stroke", "transform"}
    plain |= {f"stroke-{what}" for what in ("width", "linejoin", "linecap")}
    for symbol in SYMBOLS.values():
        for part in symbol.iter():
            assert part.tag.removeprefix(SVG) in {"symbol", "title", "g", "path", "circle"}
            if part is not symbol:
                assert part.attrib.keys() <= plain
                assert re.fullmatch(r"none|#[0-9a-f]{6}", part.get("fill", "none"))
            if part.tag in {f"{SVG}path", f"{SVG}circle"} and part.get("stroke") != "none":
                assert float(part.get("stroke-width", "0")) > 0, (
                    "a line of its own colour has its group's width on the page, not on paper"
                )


def test_the_cover_is_one_drawing_that_loads_nothing() -> None:
    cover = (STATIC / "mine" / "cover.svg").read_text("utf-8")
    root = ElementTree.fromstring(cover)
    assert root.get("viewBox") == "0 0 100 100"
    made = {part.get("id") for part in root.iter() if part.get("id")}
    assert set(re.findall(r"url\(#(\w+)\)", cover)) == made
    assert not re.search(r"href|https?:|<text|<image", cover.replace('xmlns="http://www.w3.org/2000/svg"', ""))


# --- how it prints ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_fills_its_square_and_nothing_is_drawn_outside(name: str) -> None:
    assert SYMBOLS[name].get("viewBox") == "0 0 100 100"
    drawn = np.argwhere(printed(name, 40, 10, dots=100).min(axis=2) < 252)
    (top, left), (bottom, right) = drawn.min(axis=0), drawn.max(axis=0) + 1
    edges = np.array([10, 50]) / 25.4 * 100
    assert min(top, left) >= edges[0] - 1.5
    assert max(bottom, right) <= edges[1] + 1.5
    assert max(bottom - top, right - left) >= 0.95 * (edges[1] - edges[0])


@pytest.mark.parametrize("name", [*CRYSTALS, *GROUND])
def test_a_square_reaches_to_its_edges_and_no_further_so_that_squares_make_tiles(name: str) -> None:
    drawn = printed(name, 20, 5, dots=254).min(axis=2) < 252
    assert np.argwhere(drawn).min(axis=0) == pytest.approx([50, 50], abs=1)
    assert np.argwhere(drawn).max(axis=0) + 1 == pytest.approx([250, 250], abs=1)
    assert drawn[51, 51:249].all() and drawn[248, 51:249].all() and drawn[51:249, 51].all() and drawn[51:249, 248].all()


@pytest.mark.parametrize("name", [*CRYSTALS, *GROUND])
def test_a_square_as_a_camera_samples_it_has_the_colour_of_the_box(name: str) -> None:
    """The scanner takes the median of the middle half of a cell (specification, section 8)."""
    middle = part_of(printed(name, 20), 25, 25, 75, 75)
    assert np.median(middle.reshape(-1, 3), axis=0) == pytest.approx(srgb((CRYSTALS | GROUND)[name]), abs=2)


def test_rock_is_hatched_and_a_space_is_not() -> None:
    rock, space = (part_of(grey(name, 20), 15, 15, 85, 85) for name in ("rock", "space"))
    assert 0.1 < (abs(rock - np.median(rock)) > 30).mean() < 0.4
    assert (abs(space - np.median(space)) > 30).mean() < 0.05
    assert np.median(rock) - np.median(space) > 60


# --- told apart without colour ----------------------------------------------------------------------------------------


def mark(colour: str) -> np.ndarray:
    """The dots of the mark of a crystal of 5 mm, in grey: those unlike its ground by a quarter of all greys."""
    pixels = grey(colour, 5)
    return abs(part_of(pixels, 11, 11, 61, 61) - np.median(part_of(pixels, 15, 60, 85, 85))) > 64


def test_a_crystal_of_five_millimetres_has_a_mark_that_can_be_seen_in_grey() -> None:
    for colour in CRYSTALS:
        assert 0.2 < mark(colour).mean() < 0.75, colour


def test_the_marks_of_crystals_of_five_millimetres_are_told_apart() -> None:
    for one, other in combinations(CRYSTALS, 2):
        assert unlike(mark(one), mark(other)) > 0.35, f"{one} looks like {other}"


def test_a_crystal_has_even_ground_where_its_letter_stands() -> None:
    for colour in CRYSTALS:
        assert np.ptp(part_of(grey(colour, 20), 60, 52, 84, 88)) < 2, colour


def silhouette(name: str) -> np.ndarray:
    """Where a symbol of 4 mm is not paper, in black and white; the rim counts as paper."""
    return printed(name, 4, 1).min(axis=2) < 200


@pytest.mark.parametrize(
    ("names", "share"),
    [([find.find for find in BOX.finds], 0.3), ([*DWARVES, "king"], 0.2), (["treasure", "board", "pile", "shout"], 0.2)],
    ids=["finds", "people", "things"],
)
def test_at_four_millimetres_in_black_and_white_no_two_look_alike(names: list[str], share: float) -> None:
    for one, other in combinations(names, 2):
        assert unlike(silhouette(one), silhouette(other)) > share, f"{one} looks like {other}"


def hat(colour: str) -> np.ndarray:
    """The outline of an elf of 5 mm above the eyes."""
    return part_of(printed(f"elf-{colour}", 5).min(axis=2) < 200, 0, 0, 100, 48)


def test_elves_of_five_millimetres_are_told_apart_by_their_hats() -> None:
    for one, other in combinations(CRYSTALS, 2):
        assert unlike(hat(one), hat(other)) > 0.25, f"{one} looks like {other}"


def test_a_lit_lantern_is_bright_and_one_that_is_out_is_dark() -> None:
    lit, out = (np.median(part_of(grey(name, 5), 30, 40, 70, 78)) for name in ("lantern", "lantern-out"))
    assert lit - out > 80


def test_face_and_back_of_a_card_are_told_apart_in_grey() -> None:
    face, back = (part_of(grey(name, 5), 16, 7, 84, 93) < 128 for name in ("treasure", "treasure-back"))
    assert unlike(face, back) > 0.5


def test_lanterns_in_a_row_are_of_one_size() -> None:
    """The rounds are seven lanterns: those that have burnt out do not jump."""
    lit, out = (part_of(printed(name, 40), 0, 80, 100, 100).min(axis=2) < 200 for name in ("lantern", "lantern-out"))
    assert unlike(lit, out) < 0.02
