"""What a second referee, written from the specification alone, found wrong here once."""

from __future__ import annotations

import re

import pytest

from companion import referee, table
from companion.games import bibliogamo
from companion.games.bibliogamo import odds
from companion.web import create_app
from tests.games import boxfolder
from tests.games.bibliogamotable import SELL, Told, drew, flipped, full, hire, opened, position, prestige
from tests.web.conftest import Browser

NAMES = table.naming(opened())


def judged(told: Told, codes: str) -> referee.Judged:
    return referee.judge(bibliogamo, told.state, 0, referee.typed([codes.split()]), NAMES, {})


def lines(proposal: referee.Proposal | None) -> list[str]:
    assert proposal is not None
    return [line for _, line in proposal.moves]


# --- the box ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("coins", [0, 7])
def test_a_box_has_one_to_six_coins(tmp_path, coins):
    folder = boxfolder.copied(bibliogamo, tmp_path)
    ids = [f"coin_{letter}" for letter in "abcdefg"[:coins]]
    (folder / "coins.csv").write_text(
        "coin,name,name_es,name_fr,letter,shape,source\n" + "".join(f"{one},Coin,,,{one[-1].upper()},sun,house\n" for one in ids)
    )
    head, *rows = (folder / "artisans.csv").read_text().replace("crown,lily,moon", ",".join(ids)).splitlines()
    shown = [",".join([*row.split(",")[:8], "".join(ids[:1]) or "none", *("1" for _ in ids), "house"]) for row in rows]
    (folder / "artisans.csv").write_text("\n".join([head.replace(",,", ","), *shown]) + "\n")
    assert ("coins.csv", None, "coin") in boxfolder.problems(bibliogamo, folder, error=True)


def test_in_a_city_of_six_spaces_no_book_is_reached_where_none_is_finished(tmp_path):
    folder = boxfolder.copied(bibliogamo, tmp_path)
    towers = ["HISTORY", "ATLAS", "POETRY", "LAW", "HERBAL", "PSALTER"]
    path = "".join(f"{space},{tower},house\n" for space, tower in enumerate(towers))
    (folder / "path.csv").write_text("space,tower,source\n" + path)
    assert odds.reach(position(box=bibliogamo.read_box(folder)).state) == [0] * 7


# --- photographs ------------------------------------------------------------------------------------------------------


def test_a_tower_beside_all_cards_of_a_hidden_hand_is_a_hire():
    g = position("A03 ? ?", flip="A06", hires=1)
    found = judged(g, "A18 A17 A03 LAW")
    assert [one.rule for one in found.objections] == ["bar.idle"]
    g = position("? ?", flip="A06", hires=1)
    assert lines(judged(g, "A18 A17 LAW").proposals[0]) == [hire("A18", "LAW", "A17").removeprefix("Ana ")]


def test_a_price_card_that_is_flipped_again_is_named_with_its_place():
    g = position(towers=full("ATLAS"), flip="A09").then(SELL, flipped("A23"))
    (objection,) = judged(g, "A23").objections
    assert (objection.rule, str(objection.sentence)) == ("card.place", "A23 Wendel lies in the price row.")


def test_an_early_shuffle_that_a_photograph_shows_can_be_ruled():
    (objection,) = judged(position(discard="A04"), "A04").objections
    assert lines(objection.refused) == ["Shuffled {}", 'Flipped {"card": "A04"}']
    assert objection.refused.after.stage == "act"
    (objection,) = judged(position("A03 A08", stage="draw", discard="A04"), "A17 A04").objections
    assert lines(objection.refused) == ['Drew {"card": "A17"}', "Shuffled {}", 'Drew {"card": "A04"}']
    (objection,) = judged(position(), "A03").objections
    assert objection.refused is None or objection.refused.after is None


def test_a_barred_hire_that_a_photograph_shows_can_be_ruled():
    (objection,) = judged(position("A21 A22 A03 A08 A31", flip="A05"), "A21 A22 LAW").objections
    assert objection.rule == "bar.kind"
    assert lines(objection.refused) == [hire("A21", "LAW", "A22").removeprefix("Ana ")]
    assert objection.refused.after.hires == 1


# --- pages ------------------------------------------------------------------------------------------------------------


def test_the_page_that_refuses_a_card_of_the_discard_has_the_ruling_ready(tmp_path):
    browser = Browser(create_app({"GAMES": {"bibliogamo": bibliogamo}, "DATA": str(tmp_path), "TESTING": True}))
    told = ["TABLE " + prestige("P7"), *drew("A03 A08 A21 A31 A45").splitlines(), flipped("A06")]
    told += [hire("A03", "LAW", "A08"), "Ana EndTurn {}", *drew("A17 A18").splitlines()]
    browser.post("/tables", follow=False, game="bibliogamo", seat=["Ana"])
    (path,) = re.findall(r'href="(/t/\w+)"', browser.get("/"))
    browser.post(f"{path}/moves", follow=False, seen="0", key="one", move=told)
    assert browser.status == 303, browser.page
    browser.post(f"{path}/moves", follow=False, seen=str(len(told)), key="two", move=[flipped("A06")])
    assert browser.status == 422
    assert "Was the discard shuffled early?" in browser.page
    (form,) = [one for one in browser.forms() if one["action"].endswith("/ruling")]
    moves = [value for name, value in form["fields"] if name == "moves"]
    assert moves == ["TABLE Shuffled {}", 'TABLE Flipped {"card": "A06"}']
    browser.send(form, {"text": "Shuffled early."}, follow=False)
    assert browser.status == 303
    assert browser.get(f"{path}/record").count("Shuffled early.") == 1
