"""The pictures of Bibliogamo: all are drawn, printed sheets show them, and kinds and coins are told apart without colour."""

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
from companion.games import bibliogamo
from companion.paths import STATIC, TEMPLATES

SVG = "{http://www.w3.org/2000/svg}"
SPRITE = STATIC / "bibliogamo" / "pieces.svg"
SYMBOLS = {symbol.get("id", ""): symbol for symbol in ElementTree.parse(SPRITE).getroot().iter(f"{SVG}symbol")}
BACKS = ("artisan-back", "prestige-back")
SPARE = ("sun", "star", "rose", "key", "anchor")
"""For the coins of owners' boxes."""
NAMED = {
    "librarian", "walk", "walk-back", "struck", "prestige", "cube", "cube-empty", "mark", "slot", "book", "florin", "day", "wait",
    "pile", "discard", "wall", *SPARE, *BACKS,
}  # fmt: skip
BOX = bibliogamo.read_box(boxes.shipped_folder("bibliogamo"))


@cache
def printed(name: str, width: float, height: float, room: float, dots: int = 300) -> np.ndarray:
    """A symbol drawn as on a printed sheet, *width* by *height* mm with *room* mm of page around: light, 0 to 255, by row and
    column. Nothing is cut off at the edge of a symbol there."""
    symbol = SYMBOLS[name]
    svg = ElementTree.Element(f"{SVG}svg", {"viewBox": symbol.get("viewBox", "")})
    svg.extend(part for part in symbol if part.tag != f"{SVG}title")
    pdf = FPDF(unit="mm", format=(width + 2 * room, height + 2 * room))
    pdf.set_auto_page_break(False)
    pdf.add_page()
    drawing = SVGObject(ElementTree.tostring(svg))
    _, _, path = drawing.transform_to_rect_viewport(scale=1, width=width, height=height, ignore_svg_top_attrs=True)
    assert path.transform is not None
    path.transform = path.transform @ path.transform.translation(room, room)
    pdf.draw_path(path, copy=False)
    (page,) = pypdfium2.PdfDocument(bytes(pdf.output()))
    return np.asarray(page.render(scale=dots / 72).to_pil().convert("RGB")).min(axis=2).astype(int)


# --- what is drawn ----------------------------------------------------------------------------------------------------


def test_every_piece_kind_coin_and_tower_has_a_picture() -> None:
    assert {piece.picture for piece in bibliogamo.PIECES(BOX).values()} <= SYMBOLS.keys()
    assert {row.shape for row in (*BOX.kinds, *BOX.coins)} | {tower.tower.lower() for tower in BOX.towers} <= SYMBOLS.keys()
    assert SYMBOLS.keys() >= NAMED


def test_every_picture_that_a_page_names_is_drawn() -> None:
    named = set()
    for template in (TEMPLATES / "bibliogamo").glob("*.html"):
        named |= set(re.findall(r"(?:pieces\.svg'\) ?\}\}#|\bpiece\(\"|\bat\(\")([a-z][a-z-]*)\b", template.read_text("utf-8")))
    assert {"book"} <= named
    assert named <= SYMBOLS.keys()


def test_every_symbol_is_named_once_and_says_what_it_is() -> None:
    assert len(re.findall(r"<symbol ", SPRITE.read_text("utf-8"))) == len(SYMBOLS)
    assert all(symbol.findtext(f"{SVG}title") for symbol in SYMBOLS.values())


def test_every_symbol_is_of_paths_and_circles_with_plain_attributes() -> None:
    """What the reader of the printed sheets does not know it leaves out without a word."""
    plain = {"d", "cx", "cy", "r", "fill", "stroke", "transform"}
    plain |= {f"stroke-{what}" for what in ("width", "linejoin", "linecap", "dasharray")}
    for symbol in SYMBOLS.values():
        for part in symbol.iter():
            assert part.tag.removeprefix(SVG) in {"symbol", "title", "g", "path", "circle"}
            if part is not symbol:
                assert part.attrib.keys() <= plain
                assert re.fullmatch(r"none|#[0-9a-f]{6}", part.get("fill", "none"))
                assert part.get("stroke-width") != "0", "a line of no width is the thinnest line on paper"


def test_the_cover_is_one_drawing_that_loads_nothing() -> None:
    cover = (STATIC / "bibliogamo" / "cover.svg").read_text("utf-8")
    root = ElementTree.fromstring(cover)
    assert root.get("viewBox") == "0 0 100 100"
    made = {part.get("id") for part in root.iter() if part.get("id")}
    assert set(re.findall(r"url\(#(\w+)\)", cover)) == made
    assert not re.search(r"href|https?:|<text|<image", cover.replace('xmlns="http://www.w3.org/2000/svg"', ""))


# --- how it prints ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(SYMBOLS.keys() - set(BACKS)))
def test_a_symbol_fills_its_square_and_nothing_is_drawn_outside(name: str) -> None:
    assert SYMBOLS[name].get("viewBox") == "0 0 100 100"
    drawn = np.argwhere(printed(name, 40, 40, 10, dots=100) < 252)
    (top, left), (bottom, right) = drawn.min(axis=0), drawn.max(axis=0) + 1
    edges = np.array([10, 50]) / 25.4 * 100
    assert min(top, left) >= edges[0] - 1.5
    assert max(bottom, right) <= edges[1] + 1.5
    assert max(bottom - top, right - left) >= 0.88 * (edges[1] - edges[0])


@pytest.mark.parametrize("name", BACKS)
def test_a_back_ends_five_millimetres_inside_its_card(name: str) -> None:
    assert SYMBOLS[name].get("viewBox") == "0 0 53 78"
    drawn = np.argwhere(printed(name, 53, 78, 5, dots=200) < 200)
    (top, left), (bottom, right) = drawn.min(axis=0), drawn.max(axis=0) + 1
    assert np.array([left, top, right, bottom]) / 200 * 25.4 == pytest.approx([5, 5, 58, 83], abs=0.2)


@pytest.mark.parametrize("name", BACKS)
def test_a_back_is_the_same_either_way_up(name: str) -> None:
    back = printed(name, 53, 78, 5, dots=200)
    assert (abs(back - back[::-1, ::-1]) > 128).mean() < 0.001


def test_the_two_backs_are_told_apart() -> None:
    first, second = (printed(name, 53, 78, 5, dots=200) for name in BACKS)
    assert (abs(first - second) > 128).mean() > 0.1


def silhouette(name: str) -> np.ndarray:
    """Where a symbol of 4 mm is not paper, in black and white; the rim counts as paper."""
    return printed(name, 4, 4, 1) < 200


@pytest.mark.parametrize(
    ("names", "share"),
    [
        ([kind.shape for kind in BOX.kinds], 0.4),
        ([*(coin.shape for coin in BOX.coins), *SPARE], 0.3),
        ([tower.tower.lower() for tower in BOX.towers], 0.2),
    ],
    ids=["kinds", "coins", "towers"],
)
def test_at_four_millimetres_in_black_and_white_no_two_look_alike(names: list[str], share: float) -> None:
    """Of the dots that are dark in one or the other, more than *share* are in one only. Towers have their name beside them."""
    for one, other in combinations(names, 2):
        mine, theirs = silhouette(one), silhouette(other)
        assert (mine ^ theirs).sum() > share * (mine | theirs).sum(), f"{one} looks like {other}"
