"""Bad input: the specification's section 11, and the order in which refusals are looked for."""

from __future__ import annotations

import pytest

from companion import notation, table
from companion.games import bibliogamo
from companion.notation import Unreadable
from companion.rules import IllegalMove
from companion.table import Entry, Ruling
from tests.games.bibliogamotable import (
    END,
    SELL,
    SHUFFLED,
    bribe,
    count,
    dismiss,
    flipped,
    full,
    game,
    hire,
    opened,
    position,
    prestige,
)


@pytest.mark.parametrize(
    "line",
    [
        "Drew {}",
        'Drew {"card": 17}',
        'Drew {"card": null}',
        'Drew {"card": "A17", "seat": 0}',
        'Drawn {"card": "A17"}',
        'Bribe {"spaces": 1.5}',
        'Bribe {"spaces": "2"}',
        'Bribe {"spaces": true}',
        'Hire {"card": "A03", "tower": "LAW", "pay": "A08"}',
        'Hire {"card": "A03", "tower": "LAW", "pay": null, "lift": null}',
        'Hire {"card": "A03", "tower": 3, "pay": "A08", "lift": null}',
        'Showed {"cards": "A01"}',
        'Count {"towers": {"LAW": [1, 2, 3]}}',
        'Count {"towers": {"LAW": "3"}}',
        'Count {"towers": [3, 3, 0, 3]}',
        'Count {"florins": "12"}',
        "Count []",
    ],
)
def test_what_is_no_move_cannot_be_read(line):
    with pytest.raises(Unreadable) as wrong:
        notation.read(line, bibliogamo.MOVES)
    assert str(wrong.value)


def test_a_count_is_read_and_written_with_towers_by_name():
    move = notation.read('Count {"florins": 12, "towers": {"LAW": [3, 2, 0, 1]}}', bibliogamo.MOVES)
    assert (move.florins, move.day, move.towers) == (12, None, {"LAW": (3, 2, 0, 1)})
    assert notation.read(notation.write(move), bibliogamo.MOVES) == move
    assert hash(move) == hash(notation.read(notation.write(move), bibliogamo.MOVES))
    with pytest.raises(Unreadable, match=r"name: \[a whole number, a whole number, a whole number, a whole number\]"):
        notation.read('Count {"towers": 3}', bibliogamo.MOVES)


def test_a_card_of_the_hand_is_named_with_its_entry():
    at = opened()
    moves = [bibliogamo.moves.Prestige("P1"), *map(bibliogamo.moves.Drew, ("A12", "A01", "A02", "A03", "A04"))]
    entries = [Entry(seq, "TABLE", move) for seq, move in enumerate(moves, 1)]
    with pytest.raises(IllegalMove) as refusal:
        table.enter(at, entries, "TABLE", bibliogamo.moves.Flipped("A12"))
    assert refusal.value.rule == "card.place"
    assert str(refusal.value) == "A12 Ludovic is in your hand. (entry 2)"


def test_a_card_of_the_discard_asks_whether_it_was_shuffled_early():
    at = opened()
    moves = [
        bibliogamo.moves.Prestige("P1"),
        *map(bibliogamo.moves.Drew, ("A12", "A01", "A02", "A03", "A04")),
        bibliogamo.moves.Flipped("A30"),
        bibliogamo.moves.EndTurn(),
    ]
    entries = [Entry(seq, bibliogamo.maker(at.setup(), move), move) for seq, move in enumerate(moves, 1)]
    with pytest.raises(IllegalMove) as refusal:
        table.enter(at, entries, "TABLE", bibliogamo.moves.Flipped("A30"))
    assert "shuffled early? Then rule that it was. (entry 7)" in str(refusal.value)
    ruling = Ruling("shuffled early", (SHUFFLED,))
    entry, after = table.enter(at, entries, 0, ruling)
    _, again = table.enter(at, [*entries, entry], "TABLE", bibliogamo.moves.Flipped("A30"))
    assert (after.state.discard, again.state.discard) == ((), ("A30",))


def test_hires_with_one_card_twice():
    g = position("A03 A02 A17 A31 A45", flip="A04")
    assert g.rule(hire("A17", "LAW", "A17")) == "hire.pay"
    assert g.rule(hire("A03", "LAW", "A02", "A02")) == "hire.pay"
    assert g.rule(hire("A03", "LAW", "A17", "A03")) == "bar.lift"


def test_a_count_that_is_out_of_range_changes_nothing():
    at = opened()
    entries = [Entry(1, "TABLE", bibliogamo.moves.Prestige("P1"))]
    for fields in ('{"florins": -1}', '{"day": 41}', '{"towers": {"LAW": [9, 9, 0, 9]}}'):
        with pytest.raises(IllegalMove) as refusal:
            table.enter(at, entries, 0, Ruling("counted", (f"Count {fields}",)))
        assert refusal.value.rule == "count.range"
    assert table.replay(at, entries).state.florins == 3


def test_refusals_come_in_the_order_of_the_specification():
    g = position("A03 A02 A17 A31 A45", flip="A04", bar_stops_payment=True, empty_hires=False, dismiss=True)
    assert g.rule(hire("A48", "BIBLE", "A48", "A48")) == "hire.card"
    assert g.rule(hire("A03", "BIBLE", "A48")) == "hire.tower"
    assert g.rule(hire("A03", "LAW", "A48")) == "bar.kind"
    assert g.rule(hire("A17", "LAW", "A48", "A48")) == "bar.idle"
    assert g.rule(hire("A03", "LAW", "A48", "A48")) == "bar.lift"
    assert g.rule(hire("A17", "ATLAS", "A48")) == "hire.pay"
    assert g.rule(hire("A17", "ATLAS", "A03")) == "bar.payment"
    assert g.rule(hire("A17", "ATLAS", "A31")) == "hire.empty"
    done = position("A03 A17", stage="act", bar="I", hires=2)
    assert done.rule(hire("A48", "BIBLE", "A48")) == "hire.twice"
    assert g.rule(dismiss("BIBLE", "A48")) == "dismiss.tower"
    assert position(flip="A06").rule(dismiss("BIBLE", "A48")) == "dismiss.option"
    assert g.rule(flipped("?")) == "turn.order"
    assert position(rest="").rule(flipped("A48")) == "card.unknown"
    assert position(rest="").rule(flipped("A03")) == "pile.shuffle"
    assert position(day=39, flip="A06").then(END).rule(flipped("A48")) == "end.over"
    sold = position(towers=full("ATLAS"), flip="A09").then(SELL, flipped("A23 A25"), "Ana Accept {}", hire("A03", "LAW", "A08"))
    assert sold.rule(SELL) == "action.order"
    assert sold.rule(bribe(0)) == "action.order"
    assert position(flip="A06").rule(bribe(99)) == "bribe.step"
    assert game().rule(count('{"day": 99}')) == "count.ruling"
    assert game().rule(prestige("A01")) == "setup.prestige"


def test_a_second_tap_on_pay_a_day_is_another_stage():
    g = position(towers=full("ATLAS"), flip="A09").then(SELL, flipped("A23 A25"), "Ana PayDay {}")
    assert g.rule("Ana PayDay {}") == "turn.order"
    assert g.state.day == 2
