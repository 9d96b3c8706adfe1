"""The look of Fire in the Library: what must hold of its drawings, colours and templates, whatever they look like."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
SPRITE = (ROOT / "static/fire/pieces.svg").read_text()
SITE = (ROOT / "static/site.css").read_text()
LOOK = (ROOT / "static/fire/look.css").read_text()

MATERIALS = ("paper", "ink", "accent", "accent-2", "danger", "edge", "pattern")


def materials(css: str, night: bool) -> dict[str, str]:
    """The colours that a sheet sets, by day or by lamplight."""
    pairs = re.findall(r"--([\w-]+): light-dark\((#[0-9a-f]{3,6}), (#[0-9a-f]{3,6})\);", css)
    return {name: dark if night else light for name, light, dark in pairs}


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The ratio of WCAG: 1 (the same) to 21."""
    lights = sorted((luminance(one), luminance(other)))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def test_contrast_is_21_between_black_and_white_and_1_with_itself() -> None:
    assert round(contrast("#000", "#ffffff"), 2) == 21
    assert contrast("#1b5c47", "#1b5c47") == 1


@pytest.mark.parametrize("night", [False, True], ids=["by day", "by lamplight"])
@pytest.mark.parametrize("sheet", [SITE, LOOK], ids=["the house", "fire"])
@pytest.mark.parametrize("name", ["ink", "accent", "accent-2", "danger"])
def test_every_colour_that_writes_is_readable_on_the_paper(sheet: str, name: str, night: bool) -> None:
    colours = materials(sheet, night)
    assert contrast(colours[name], colours["paper"]) >= 4.5


@pytest.mark.parametrize("night", [False, True], ids=["by day", "by lamplight"])
@pytest.mark.parametrize("name", ["accent", "danger"])
def test_what_stands_on_a_main_button_is_readable(name: str, night: bool) -> None:
    colours = {**materials(SITE, night), **materials(LOOK, night)}
    assert contrast(colours["on"], colours[name]) >= 4.5


def test_the_game_sets_every_material_that_the_house_asks_for() -> None:
    for name in MATERIALS:
        assert re.search(rf"^  --{name}:", LOOK, re.MULTILINE), name
        assert re.search(rf"^  --{name}:", SITE, re.MULTILINE), name


def test_no_template_has_a_style_or_a_script_of_its_own() -> None:
    assert TEMPLATES
    for template in TEMPLATES:
        text = template.read_text()
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\bsrc=)", text), template.name


def test_the_sheets_load_nothing_from_another_host() -> None:
    for sheet in (SITE, LOOK, SPRITE.replace('xmlns="http://www.w3.org/2000/svg"', "")):
        assert not re.search(r"https?:|//[a-z]|@import|url\(", sheet)


def test_every_picture_that_the_board_names_is_drawn() -> None:
    drawn = set(re.findall(r'<symbol id="([^"]+)"', SPRITE))
    named = set()
    for template in (ROOT / "templates/fire").glob("*.html"):
        named |= set(re.findall(r'piece\("([\w-]+)"[,)]', template.read_text()))
    assert {"tool", "tool-back", "destroyed", "robot"} - {"robot"} <= named
    assert named <= drawn
    assert {f"figure-{seat}" for seat in range(6)} | {"robot", "BP", "BB", "BY", "BW", "F"} <= drawn


def test_every_class_that_the_board_needs_from_a_sheet_is_there() -> None:
    sheets = SITE + LOOK
    for name in ("spaces", "odds-bar", "pad", "key-out", "sections", "burns-next", "piles", "track", "figures", "order", "stacked"):
        assert f".{name}" in sheets, name
