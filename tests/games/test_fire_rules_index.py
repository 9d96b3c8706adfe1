"""Every rule of the specification stands in RULES, and every rule has a test that is named after it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.games import fire

NAMED = """
    setup.seats setup.bag setup.library setup.market setup.hands setup.turn_cards setup.few piece.foreign order.first
    order.lowest order.tie order.youngest order.ages order.taken turn.order turn.step turn.pending saving.leftmost saving.full
    saving.one saving.stop bag.open bag.twice bag.none spread.second spread.risk spread.safe spread.decide spread.stop
    burn.books burn.lowest burn.icons burn.supply burn.back score.knowledge score.bravery score.tool score.track score.back
    round.burn round.swap end.destroyed end.tools end.winner end.tie end.over tool.off tool.elsewhere tool.hand
    tool.first_round tool.window tool.who tool.pick tool.nothing tool.no_arson tool.resolved tool.clash tool.points
    tool.market tool.empty tool.told byhand.conserve byhand.points recount.twice recount.differs recount.too_many
    library.differs lone.once lone.turns lone.target robot.lowest robot.three robot.no_tools
"""
LISTED = NAMED.split()
"""The ids of the specification's section 6, in its order."""

TESTS = {
    name
    for path in Path(__file__).parent.glob("test_fire_*.py")
    for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
}


def test_the_rules_are_those_of_the_specification_in_its_order():
    assert len(LISTED) == len(set(LISTED)) == 73
    assert list(fire.RULES) == [f"fire.{rule}" for rule in LISTED]


@pytest.mark.parametrize("rule", LISTED)
def test_every_rule_has_a_test_named_after_it(rule):
    start = f"test_fire_{rule.replace('.', '_')}_"
    assert [name for name in TESTS if name.startswith(start)]


@pytest.mark.parametrize("rule", LISTED)
def test_every_rule_is_one_sentence_or_two_for_players(rule):
    sentence = fire.RULES[f"fire.{rule}"]
    assert sentence[0].isupper() and sentence.endswith(".")
    assert len(sentence) < 320
