"""Every rule of the specification stands in RULES, and every rule has a test that is named after it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.games import trains

NAMED = """
    setup.deal setup.line setup.first setup.draw setup.keep setup.order setup.replaced row.face_up row.pairs row.odd turn.order
    turn.one_action draw.put draw.nobody draw.shuffle put.nothing line.space use.row use.ability use.discard card.unknown
    card.elsewhere card.discarded swap.adjacent swap.over move.right move.left remove.card remove.protected remove.refill
    remove.stops remove.nobody protect.where protect.once protect.lost protect.under end.ascending end.over
"""
LISTED = NAMED.split()
"""The ids of the specification's section 6, in its order."""

TESTS = {
    name
    for path in Path(__file__).parent.glob("test_trains_*.py")
    for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
}


def test_the_rules_are_those_of_the_specification_in_its_order():
    assert len(LISTED) == len(set(LISTED)) == 38
    assert list(trains.RULES) == LISTED


@pytest.mark.parametrize("rule", LISTED)
def test_every_rule_has_a_test_named_after_it(rule):
    start = f"test_trains_{rule.replace('.', '_')}_"
    assert [name for name in TESTS if name.startswith(start)]


@pytest.mark.parametrize("rule", LISTED)
def test_every_rule_is_one_sentence_or_two_for_players(rule):
    sentence = trains.RULES[rule]
    assert sentence[0].isupper() and sentence.endswith(".")
    assert len(sentence) < 320
