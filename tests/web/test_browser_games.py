"""Whole games in a real browser, by buttons and by photographs, from set-up to the final ranking, equal to their records."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion import notation, record, table
from companion.games import GAMES
from companion.rules import total
from tests.firegame import find_box
from tests.web.test_scans import photo

RECORDS = Path(__file__).parents[1] / "playthroughs"
OPEN_SHEETS = "e => { for (let d = e.closest('details'); d; d = d.parentElement.closest('details')) d.open = true }"

FIND_BUTTON = """([move, who]) => [...document.querySelectorAll("button[name=move]")].find(
    button => button.value === move && [undefined, who].includes(button.form.elements.who?.value)) ?? null"""


def press(page: Any, who: str, move: Any) -> bool:
    """Presses the button of this move, if the page has it; the sheets it lies in are opened first."""
    found = page.evaluate_handle(FIND_BUTTON, [notation.write(move), who]).as_element()
    if found is None:
        return False
    found.evaluate(OPEN_SHEETS)
    found.click()
    return True


def pick(page: Any, who: str, move: Any) -> bool:
    """Fills in the picker for this move, if the page has one that fits."""
    values = notation.plain(move)
    for form in page.locator(f"form:has(input[name=kind][value={type(move).__name__}])").all():
        given = notation.parse_json(form.locator("input[name=given]").input_value())
        if form.locator("input[name=who]").input_value() != who or any(values[key] != given[key] for key in given):
            continue
        form.evaluate(OPEN_SHEETS)
        if all(fill(form, name, value) for name, value in values.items() if name not in given):
            form.locator("button").last.click()
            return True
    return False


def fill(form: Any, name: str, value: Any) -> bool:
    """Picks the value of a field, one or several; False when the form does not offer it."""
    for at, part in enumerate(value if isinstance(value, list) else [value]):
        text = notation.write_json(part)
        fields = form.locator(f"[name='f.{name}']")
        if fields.first.evaluate("e => e.tagName") == "SELECT":
            if text not in fields.nth(at).evaluate("e => [...e.options].map(o => o.value)"):
                return False
            fields.nth(at).select_option(text)
        else:
            choice = form.locator(f"input[name='f.{name}'][value='{text}']")
            if choice.count() == 0:
                return False
            choice.first.check(force=True)
    return True


def show(page: Any, codes: list[str]) -> None:
    """Sends a photograph of these pieces and confirms what it is taken for."""
    picture = photo(*(f"FL:{code}" for code in codes)).read()
    page.locator("input[name=photo]").first.set_input_files({"name": "IMG_1.JPG", "mimeType": "image/jpeg", "buffer": picture})
    page.click("button[form=best]")


@pytest.mark.parametrize("name", ["fire-four-players", "fire-lone-librarian"])
def test_a_whole_game_by_buttons_and_photographs_ends_with_the_ledger_of_its_record(phone: Any, name: str) -> None:
    game = record.read((RECORDS / f"{name}.txt").read_text(), GAMES, find_box)
    page = phone()
    page.goto("/tables?game=fire")
    for at, person in enumerate(game.table.seats):
        page.fill(f"#seat{at}", person)
    page.click("form[action='/tables'] button.btn-main")
    page.wait_for_url("**/t/*")
    code = page.url.rsplit("/", 1)[1].split("?")[0]
    ways = {"button": 0, "picker": 0, "photograph": 0, "tapped": 0}
    for entry in game.entries:
        who = str(entry.who)
        state = table.replay(game.table, game.entries[: entry.seq - 1]).state
        token = getattr(entry.move, "token", "") if type(entry.move).__name__ == "Drew" else ""
        if token and state.pending is None and entry.seq % 3 == 0:
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
        page.wait_for_selector(f"input[name=seen][value='{entry.seq}'], [hx-get$='seen={entry.seq}']", state="attached")
    written = record.read(page.request.get(f"/t/{code}/record").text(), GAMES, find_box)
    # The screen everyone sees gives out its own record: what a hand holds is not in it.
    end = table.replay(game.table, game.entries).state
    seen = [(entry.who, game.table.game.veil(end, entry.who, entry.move, None)) for entry in game.entries]
    assert [(entry.who, entry.move) for entry in written.entries] == seen
    page.goto(f"/t/{code}/score")
    shown = page.inner_text("main")
    for person, lines in table.ledger(game.table, table.replay(game.table, game.entries)).items():
        assert game.table.name_of(person) in shown
        assert str(total(line for line, _ in lines)) in shown
    assert ways["photograph"] >= 5 and ways["button"] > 20, ways
