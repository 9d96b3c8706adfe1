"""Whole games in a real browser, by buttons and by photographs, from set-up to the final ranking, equal to their records."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from companion import notation, record, table
from companion.games import GAMES
from companion.rules import total
from tests.firegame import find_box
from tests.web.test_scans import photo

RECORDS = Path(__file__).parents[1] / "playthroughs"
FIND_BUTTON = """([move, who]) => [...document.querySelectorAll("button[name=move]")].find(
    button => button.value === move && [undefined, who].includes(button.form.elements.who?.value)) ?? null"""

FIND_PICKERS = """([kind, who]) => [...document.querySelectorAll(`input[name=kind][value=${kind}]`)]
    .map(input => input.form).filter(form => form.elements.who?.value === who)"""

OPEN_SHEETS = "e => { for (let d = e.closest('details'); d; d = d.parentElement.closest('details')) d.open = true }"

SHOWS = """seq => document.querySelector(`input[name=seen][value="${seq}"], [hx-get$="seen=${seq}"]`) !== null"""


def wait_for_entry(page: Any, seq: int) -> None:
    """Waits until the page shows the table after entry *seq*; looking at every frame would cost more than playing."""
    page.wait_for_function(SHOWS, arg=seq, polling=100).dispose()


def press(page: Any, who: str, move: Any) -> bool:
    """Presses the button of this move, if the page has it; the sheets it lies in are opened first."""
    found = page.evaluate_handle(FIND_BUTTON, [notation.write(move), who])
    button = found.as_element()
    if button is not None:
        button.evaluate(OPEN_SHEETS)
        button.click()
    found.dispose()
    return button is not None


def pick(page: Any, who: str, move: Any) -> bool:
    """Fills in the picker for this move, if the page has one that fits."""
    values = notation.plain(move)
    pickers = page.evaluate_handle(FIND_PICKERS, [type(move).__name__, who])
    for form in [found.as_element() for found in pickers.get_properties().values()]:
        given = notation.parse_json(form.query_selector("input[name=given]").input_value())
        if any(values[key] != given[key] for key in given):
            continue
        form.evaluate(OPEN_SHEETS)
        if all(fill(form, name, value) for name, value in values.items() if name not in given):
            form.query_selector_all("button")[-1].click()
            pickers.dispose()
            return True
    return False


def fill(form: Any, name: str, value: Any) -> bool:
    """Picks the value of a field, one or several; False when the form does not offer it."""
    for at, part in enumerate(value if isinstance(value, list) else [value]):
        text = notation.write_json(part)
        fields = form.query_selector_all(f"[name='f.{name}']")
        if fields[0].evaluate("e => e.tagName") == "SELECT":
            if text not in fields[at].evaluate("e => [...e.options].map(o => o.value)"):
                return False
            fields[at].select_option(text)
        else:
            choice = form.query_selector(f"input[name='f.{name}'][value='{text}']")
            if choice is None:
                return False
            choice.check(force=True)
    return True


def show(page: Any, codes: list[str]) -> None:
    """Sends a photograph of these pieces and confirms what it is taken for."""
    picture = photo(*(f"FL:{code}" for code in codes)).read()
    page.locator("input[name=photo]").first.set_input_files({"name": "IMG_1.JPG", "mimeType": "image/jpeg", "buffer": picture})
    page.click("button[form=best]")


def tell(page: Any, code: str, who: str, move: Any, seq: int) -> None:
    """What another phone at the table would send."""
    mark = page.locator("input[name=csrf_token]").first.input_value()
    form = {"csrf_token": mark, "who": who, "move": notation.write(move), "seen": str(seq - 1), "key": f"told {seq}"}
    told = page.request.post(f"/t/{code}/moves", form=form, headers={"Referer": page.url}, max_redirects=0)
    assert told.status == 303, f"entry {seq}: {told.text()}"


@pytest.mark.parametrize(("name", "often"), [("fire-four-players", 1), ("fire-lone-librarian", 1)])
def test_a_whole_game_by_buttons_and_photographs_ends_with_the_ledger_of_its_record(phone: Any, name: str, often: int) -> None:
    game = record.read((RECORDS / f"{name}.txt").read_text(), GAMES, find_box)
    page = phone()
    page.goto("/tables?game=fire")
    for at, person in enumerate(game.table.seats):
        page.fill(f"#seat{at}", person)
    page.click("form[action='/tables'] button.btn-main")
    page.wait_for_url("**/t/*")
    code = page.url.rsplit("/", 1)[1].split("?")[0]
    # A page takes a browser a second: each kind of move is pressed *often* times, and photographed five; others are told.
    ways: Counter[str] = Counter()
    pressed: Counter[tuple[type, bool]] = Counter()
    shown = 0
    for entry in game.entries:
        who = str(entry.who)
        state = table.replay(game.table, game.entries[: entry.seq - 1]).state
        token = getattr(entry.move, "token", "") if type(entry.move).__name__ == "Drew" else ""
        photographed = bool(token) and state.pending is None and entry.seq % 3 == 0
        kind = (type(entry.move), photographed)
        if pressed[kind] >= (max(5, often) if photographed else often) and entry.seq < len(game.entries):
            tell(page, code, who, entry.move, entry.seq)
            ways["told"] += 1
            continue
        pressed[kind] += 1
        if shown < entry.seq - 1:
            page.goto(f"/t/{code}")
        if photographed:
            # A fire that a tool laid was told by its kind; on the table it wears a label of its own.
            lying = [f"{laid}17" if laid == "F" else laid for laid in state.card if laid is not None]
            show(page, [*lying, token])
            way = "photograph"
        elif press(page, who, entry.move):
            way = "button"
        elif token:
            # The pad names kinds; a piece by its code is tapped in the catalogue.
            page.goto(f"/t/{code}/scans?codes={token}")
            page.click("button[form=best]")
            way = "tapped"
        else:
            assert pick(page, who, entry.move), f"entry {entry.seq} is not offered: {who} {notation.write(entry.move)}"
            way = "picker"
        ways[way] += 1
        wait_for_entry(page, entry.seq)
        shown = entry.seq
    written = record.read(page.request.get(f"/t/{code}/record").text(), GAMES, find_box)
    # The screen everyone sees gives out its own record: what a hand holds is not in it.
    end = table.replay(game.table, game.entries).state
    seen = [(entry.who, game.table.game.veil(end, entry.who, entry.move, None)) for entry in game.entries]
    assert [(entry.who, entry.move) for entry in written.entries] == seen
    page.goto(f"/t/{code}/score")
    main = page.inner_text("main")
    for person, lines in table.ledger(game.table, table.replay(game.table, game.entries)).items():
        assert game.table.name_of(person) in main
        assert str(total(line for line, _ in lines)) in main
    assert ways["photograph"] >= 5 and ways["button"] + ways["picker"] > 10, ways
