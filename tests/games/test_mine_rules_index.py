"""Every rule of the specification stands in RULES, and every rule has a test that is named after it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.games import mine

NAMED = """
    who.moves setup.tiles setup.boards boards.when boards.one boards.unknown side.unknown boards.twice boards.out boards.pool
    side.board_first side.one side.choose side.other cards.draw cards.when cards.one cards.unknown cards.used cards.reveal
    mine.start mine.once dig.tiles dig.edge dig.one_hand dig.return shout.first shout.before shout.one stop.nobody stop.when
    check.sticks_out check.colour check.number check.surplus lay.known lay.cell lay.colour lay.shape lay.overlap lay.supply
    lay.find count.when count.once count.empty count.elves count.finds score.ten score.empty shout.right shout.wrong elf.point
    find.good find.bad score.zero score.floor exchange.board exchange.shuffle exchange.tiles end.seven end.most end.tie end.over
"""
LISTED = NAMED.split()
"""The ids of the specification's sections 6 and 7, in its order."""

TESTS = {
    name
    for path in Path(__file__).parent.glob("test_mine_*.py")
    for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
}


def test_the_rules_are_those_of_the_specification() -> None:
    assert len(LISTED) == len(set(LISTED))
    assert sorted(mine.RULES) == sorted(LISTED)


@pytest.mark.parametrize("rule", LISTED)
def test_every_rule_has_a_test_named_after_it(rule: str) -> None:
    start = f"test_mine_{rule.replace('.', '_')}_"
    assert [name for name in TESTS if name.startswith(start) or name == start[:-1]]


@pytest.mark.parametrize("rule", LISTED)
def test_every_rule_is_one_sentence_or_two_for_players(rule: str) -> None:
    sentence = mine.RULES[rule]
    assert sentence[0].isupper() and sentence[-1] in ".!"
    assert len(sentence) < 320
