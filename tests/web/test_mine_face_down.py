"""Out of Mine!: a treasure card that was told before the order changes nothing on any page, its owner's neither."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

import pytest
from flask import Flask

from companion.web import create_app
from companion.web.safety import limiter
from tests.games.minetable import ready
from tests.web.conftest import Browser

PAGES = ("", "/record", "/journal", "/journal?replace=5", "/score", "/rules", "/advice", "/events")
ONCE = re.compile(r'name="(?:csrf_token|key)" value="[^"]+"|content="[^"]{20,}"|"X-CSRFToken": *"[^"]*"')


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    made = create_app({"DATA": str(tmp_path_factory.mktemp("house")), "TESTING": True, "PROPAGATE_EXCEPTIONS": False})
    limiter.enabled = False
    yield made
    limiter.enabled = True


def pages(app: Flask, card: str, instead: str) -> dict[tuple[int | None, str], str]:
    """What each phone and the screen show once Ana told this card, and then that one in its place; without what is always new."""
    screen = Browser(app)
    lines = "".join(f"{seq} {line}\n" for seq, line in enumerate(ready("4B", "5A").splitlines(), 1))
    text = f"companion 1\ngame: mine\nbox: house\noptions: {{}}\nseats: Ana, Ben\n\n{lines}"
    screen.post("/tables", record=(io.BytesIO(text.encode()), "record.txt"))
    table = screen.path
    phones: dict[int | None, Browser] = {None: screen}
    for seat in (0, 1):
        phones[seat] = Browser(app)
        phones[seat].get(table.replace("/t/", "/join/"))
        phones[seat].post(f"{table}/sit", seat=str(seat))
    phones[0].get(table)
    phones[0].post(f"{table}/moves", **phones[0].marks(), move=f'DrewCard {{"seat": 0, "card": "{card}"}}')
    phones[0].get(table)
    phones[0].post(f"{table}/strike", **phones[0].marks(), seq="5", instead=f'DrewCard {{"seat": 0, "card": "{instead}"}}')
    assert phones[0].status == 200
    code = table.removeprefix("/t/")
    return {
        (seat, page): ONCE.sub("", phone.get(f"{table}{page}").replace(code, "CODE"))
        for seat, phone in phones.items()
        for page in PAGES
    }


def test_two_tables_that_differ_in_a_card_told_before_the_order_answer_alike(app: Flask) -> None:
    one, other = pages(app, "T07", "T12"), pages(app, "T26", "T31")
    assert [place for place in one if one[place] != other[place]] == []
    assert all("DrewCard" in one[seat, "/record"] and "T07" not in one[seat, "/record"] for seat in (None, 0, 1))
