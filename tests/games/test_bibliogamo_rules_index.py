"""Every rule of the specification stands in RULES, and every rule has a test that is named after it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.games import bibliogamo

NAMED = """
    setup.prestige setup.start setup.hand pile.faceup card.unknown pile.shuffle card.place hand.hidden turn.order day.advance
    librarian.three librarian.icon bar.kind bar.idle bar.lift bar.payment action.order bribe.step bribe.cost sell.once sell.tower
    sell.finished price.two price.days_left price.card_left price.again price.settle sell.florins sell.cubes sell.book sell.mark
    sell.discard hire.twice hire.card hire.tower hire.pay hire.surplus hire.supply hire.empty dismiss.option dismiss.tower
    count.ruling count.range turn.refill end.forty end.over score.book score.florins score.prestige
"""
LISTED = NAMED.split()
"""The ids of the specification's section 6, in its order."""

TESTS = {
    name
    for path in Path(__file__).parent.glob("test_bibliogamo_*.py")
    for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
}


def test_the_rules_are_those_of_the_specification_in_its_order():
    assert len(LISTED) == len(set(LISTED)) == 49
    assert list(bibliogamo.RULES) == LISTED


def test_the_rules_stand_by_chapters_for_the_page_that_shows_them():
    firsts = {heading: next(iter(rules)) for heading, rules in bibliogamo.CHAPTERS.items()}
    assert firsts == {
        "Set-up": "setup.prestige",
        "Cards": "pile.faceup",
        "The day and the Librarian": "turn.order",
        "Bribes": "action.order",
        "The sale": "sell.once",
        "Hiring": "hire.twice",
        "Set the markers": "count.ruling",
        "The end": "turn.refill",
    }
    assert [rule for rules in bibliogamo.CHAPTERS.values() for rule in rules] == LISTED


@pytest.mark.parametrize("rule", LISTED)
def test_every_rule_has_a_test_named_after_it(rule):
    start = f"test_bibliogamo_{rule.replace('.', '_')}_"
    assert [name for name in TESTS if name.startswith(start)]


@pytest.mark.parametrize("rule", LISTED)
def test_every_rule_is_one_sentence_or_two_for_players(rule):
    sentence = bibliogamo.RULES[rule]
    assert sentence[0].isupper() and sentence.endswith(".")
    assert len(sentence) < 320
