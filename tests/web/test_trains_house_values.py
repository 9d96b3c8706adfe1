"""The table page of Game of Trains names the cards whose ability is a house value of the box (specification, section 2)."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.games import trains
from companion.web import create_app
from companion.web.safety import limiter
from tests.web.conftest import Browser

SHIPPED = Path(trains.__file__).parent / "box"


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    copy = tmp_path / "boxes" / "trains" / "ours"
    shutil.copytree(SHIPPED, copy)
    for name, old, new in (
        ("box.toml", 'name = "reported"', 'name = "ours"'),
        ("cars.csv", "84,swap_over,reported", "84,swap_over,house"),
        ("cars.csv", "2,protect,reported", "2,protect,house"),
    ):
        text = (copy / name).read_text(encoding="utf-8")
        assert old in text
        (copy / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    made = create_app({"DATA": str(tmp_path), "TESTING": True, "PROPAGATE_EXCEPTIONS": False})
    limiter.enabled = False
    yield made
    limiter.enabled = True


def test_the_table_page_names_the_cards_whose_ability_is_a_house_value(app: Flask) -> None:
    browser = Browser(app)
    browser.open("trains", box="ours")
    assert "House values in this box: the abilities of 2, 84" in browser.page


def test_without_house_values_nothing_is_said_of_them(app: Flask) -> None:
    browser = Browser(app)
    browser.open("trains", box="reported")
    assert "House values" not in browser.page
