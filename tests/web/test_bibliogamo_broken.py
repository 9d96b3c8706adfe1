"""Boxes of owners that are unlike the house's, at a phone: long names without a space, six coins, many cubes, short rings."""

from __future__ import annotations

import csv
import threading
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from werkzeug.serving import make_server

from companion import boxes, practice, table
from companion.games import bibliogamo
from companion.table import Entry, Step, Table
from companion.web import create_app
from companion.web.house import house
from companion.web.safety import limiter
from tests.games.boxfolder import shipped

LONG = "Donaudampfschifffahrtsgesellschaftskapitaensmuetzenabzeichen"
"""As long as a name may be, and no browser divides it."""
NAMED = ("artisans.csv", "coins.csv", "kinds.csv", "prestige.csv", "ranks.csv", "towers.csv")


def rows(folder: Path, file: str) -> list[dict[str, str]]:
    with (folder / file).open(newline="", encoding="utf-8") as source:
        return list(csv.DictReader(source))


def write(folder: Path, file: str, told: list[dict[str, Any]]) -> None:
    with (folder / file).open("w", newline="", encoding="utf-8") as target:
        writer = csv.DictWriter(target, list(told[0]))
        writer.writeheader()
        writer.writerows(told)


def own_box(data: Path, name: str) -> Path:
    """A copy of the shipped box called *name*, in the owner's folder *data*."""
    folder = data / "boxes" / "bibliogamo" / name
    folder.mkdir(parents=True)
    for file in shipped(bibliogamo).iterdir():
        (folder / file.name).write_bytes(file.read_bytes())
    settings = (folder / "box.toml").read_text("utf-8")
    (folder / "box.toml").write_text(settings.replace('name = "house"', f'name = "{name}"'), "utf-8")
    return folder


def with_long_names(folder: Path) -> None:
    for file in NAMED:
        told = rows(folder, file)
        for row in told:
            row |= {name: "" for name in ("name_es", "name_fr") if name in row} | {"name": LONG}
        write(folder, file, told)


def with_six_coins(folder: Path) -> None:
    more = ("sun", "star", "rose")
    like = rows(folder, "coins.csv")
    coins = [like[0] | {"coin": coin, "name": coin, "letter": coin[1].upper(), "shape": coin} for coin in more]
    write(folder, "coins.csv", [*like, *coins])
    write(folder, "artisans.csv", [row | dict.fromkeys(more, "20") for row in rows(folder, "artisans.csv")])


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("owner")
    with_long_names(own_box(place, "long"))
    with_six_coins(own_box(place, "coins"))
    return place


@pytest.fixture(scope="module")
def app(data: Path) -> Any:
    return create_app({"DATA": str(data)})


@pytest.fixture(scope="module")
def address(app: Any) -> Iterator[str]:
    limiter.enabled = False
    server = make_server("127.0.0.1", 0, app, threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    limiter.enabled = True


@cache
def played(data: Path, name: str) -> tuple[Table, Sequence[Entry], tuple[Step, ...]]:
    at = Table("bibliogamo", bibliogamo, boxes.find("bibliogamo", name, data), bibliogamo.Options(), (LONG[:40],))
    entries = practice.play(at, 5)
    return at, entries, table.replay(at, entries).steps


def opened(app: Any, data: Path, name: str, stage: str) -> str:
    """The code of a practice table in the middle of a game with this box: the last time that it is at this stage."""
    at, entries, steps = played(data, name)
    last = max((step.seq for step in steps if step.after.stage == stage), default=0)
    with app.app_context():
        return house().open(at, entries=entries[:last], box=house().boxes.row("bibliogamo", at.box))


def sat(page: Any, code: str) -> None:
    page.goto(f"/join/{code}")
    page.get_by_role("button").filter(has_text=LONG[:40]).click()
    page.wait_for_url(f"**/t/{code}")


TOO_WIDE = """() => document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll("body *")]
  .filter(one => one.getBoundingClientRect().right > innerWidth + 1).map(one => one.tagName + "." + one.className)"""
"""What reaches beyond the right edge of a page that is wider than its window."""

HIDDEN_BY_ANOTHER = """() => [...document.querySelectorAll(".card")].flatMap(card => {
  const edge = card.getBoundingClientRect(), boxes = [...card.querySelectorAll(".value")].map(one => one.getBoundingClientRect());
  return boxes.filter((one, at) => one.left < edge.left || one.right > edge.right || boxes.some((other, also) => also < at
    && one.left < other.right && other.left < one.right
    && one.top < other.bottom && other.top < one.bottom)).map(one => one.left);
})"""
"""Values of a card that lie over each other or beyond its edge."""


@pytest.mark.parametrize(
    ("name", "stage", "paths"),
    [
        ("long", "prestige", ("",)),
        ("long", "dawn", ("",)),
        ("long", "act", ("", "/score", "/story", "/advice")),
        ("coins", "act", ("",)),
    ],
)
def test_no_page_of_an_owners_box_is_wider_than_a_phone(
    app: Any, data: Path, phone: Any, name: str, stage: str, paths: tuple[str, ...]
) -> None:
    page, code = phone(), opened(app, data, name, stage)
    sat(page, code)
    for path in paths:
        page.goto(f"/t/{code}{path}")
        page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        assert page.evaluate(TOO_WIDE) == [], path
        assert page.evaluate("window.wrong") == []


def test_six_values_stand_in_two_lines_on_a_card_of_a_phone(app: Any, data: Path, phone: Any) -> None:
    page, code = phone(), opened(app, data, "coins", "act")
    sat(page, code)
    assert page.locator(".card .value").count() >= 6
    assert page.evaluate(HIDDEN_BY_ANOTHER) == []
    values = page.locator(".card").first.locator(".value")
    assert len({round(values.nth(at).bounding_box()["y"]) for at in range(6)}) == 2


def test_a_long_name_leaves_what_stands_beside_it_in_the_city(app: Any, data: Path, phone: Any) -> None:
    page, code = phone(), opened(app, data, "long", "act")
    page.goto(f"/t/{code}")
    kind, supply = (page.locator(f".ring {one}").bounding_box() for one in (".today-kind", ".supply"))
    assert kind["x"] + kind["width"] <= supply["x"]
