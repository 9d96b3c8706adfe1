"""Every rule of the specification stands in RULES, and every rule has a test that is named after it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.games import hardback

NAMED = """
    setup.options setup.once setup.seat setup.set setup.two setup.prestige setup.first setup.deck turn.order turn.phase
    game.over table.first turned.none turned.count turned.seen deck.rebuild drew.none drew.seat drew.count drew.open drew.top
    drew.owned draw.reshuffle seen.place seen.count piece.unknown count.ruling ink.time remover.time ink.token remover.token
    ink.nothing remover.inked ghost.hand ghost.asked ghost.other ghost.pay word.length word.twice ink.wild timeless.wild
    word.owned word.count ink.all word.unique word.dictionary vote.once word.own vote.rejected word.skip discard.unused
    benefit.up benefit.wild benefit.genre benefits.closed uncover.none uncover.adjacent uncover.card uncover.tell
    uncover.choose uncover.effect double.none double.adjacent double.choose double.effect take.none take.choose take.look
    trash.none trash.word trash.discard trash.effect jail.none jail.row jail.one sort.none sort.cards give.none give.token
    give.choose flush.penny flush.once flush.bought flush.row buy.jail buy.row buy.coins buy.count buy.card ink.three
    advert.off advert.done coins.lost discard.word timeless.stays timeless.used ink.back draw.five row.cycle end.round
    award.take penny.takes penny.romance penny.mystery penny.adventure penny.horror penny.classic penny.beaten penny.wins
    score.basic score.genre score.either score.trash score.buy score.advert score.award end.prestige end.ink end.shared
"""
LISTED = NAMED.split()
"""The ids of the specification's sections 6 and 7, by their numbers."""

TESTS = {
    name
    for path in Path(__file__).parent.glob("test_hardback_*.py")
    for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
}


def test_the_rules_are_those_of_the_specification_in_its_order():
    assert len(LISTED) == len(set(LISTED)) == 119
    assert list(hardback.RULES) == LISTED


@pytest.mark.parametrize("rule", LISTED)
def test_every_rule_has_a_test_named_after_it(rule):
    start = f"test_hardback_{rule.replace('.', '_')}_"
    assert [name for name in TESTS if name.startswith(start)]


@pytest.mark.parametrize("rule", LISTED)
def test_every_rule_is_one_sentence_or_a_few_for_players(rule):
    sentence = hardback.RULES[rule]
    assert sentence[0].isupper() and sentence.endswith(".")
    assert len(sentence) < 320
