"""The situations of the specification's section 12, in its order."""

from __future__ import annotations

from companion import table
from companion.games import bibliogamo
from companion.games.bibliogamo.state import changed, unseen
from companion.rules import HIDDEN, TABLE
from companion.table import Entry, Ruling, Strike
from tests.games.bibliogamotable import (
    ACCEPT,
    END,
    PAY_DAY,
    SELL,
    SHUFFLED,
    Told,
    bribe,
    dismiss,
    drew,
    flipped,
    full,
    game,
    hire,
    opened,
    position,
    prestige,
    showed,
)


def test_situation_1_a_new_game():
    start = game()
    assert len(start.moves()) == 7 == len(start.legal("Prestige"))
    named = start.then(prestige("P7"))
    assert len(named.moves()) == 48
    assert named.legal()[-1] == 'Drew {"card": "?"}'
    dealt = named.then(drew("A03 A08 A21 A31 A45"))
    assert len(dealt.legal("Flipped")) == len(dealt.moves()) == 42


def test_situation_2_the_first_hand_has_103_legal_moves():
    g = position(flip="A15")
    assert (g.state.bar, g.state.space) == ("I", 1)
    assert len(g.moves()) == 103
    hires = g.legal("Hire")
    assert len(hires) == 96
    assert not any('"card": "A21"' in line for line in hires)
    assert len(g.legal("Bribe")) == 6
    assert len(g.legal("EndTurn")) == 1


def test_situation_3_walks_and_a_barred_hire():
    assert position(space=22, flip="A05").state.space == 0
    assert position(space=1, flip="A15").state.space == 2
    g = position("A10 A17 A27 A37 A47", flip="A04")
    assert g.state.bar == "R"
    assert g.rule(hire("A47", "HERBAL", "A37")) == "bar.kind"
    assert g.rule(hire("A47", "HERBAL", "A37", "A27")) == "bar.lift"
    g.then(hire("A47", "HERBAL", "A37", "A10"))


def test_situation_4_after_that_hire_there_are_13_legal_moves():
    g = position("A10 A17 A27 A37 A47", flip="A04").then(hire("A47", "HERBAL", "A37", "A10"))
    assert g.cubes("HERBAL") == "1 1 1 1"
    assert g.state.discard[-3:] == ("A10", "A47", "A37")
    assert len(g.moves()) == 13
    assert len(g.legal("Hire")) == 12
    again = g.then(hire("A17", "HERBAL", "A27"))
    assert again.cubes("HERBAL") == "1 1 1 1"


def test_situation_5_the_moon_of_the_first_card_still_reads():
    g = position(towers=full("HISTORY"), space=22, flip="A05").then(SELL, flipped("A23 A25"))
    assert g.state.price == 3
    g = g.then(PAY_DAY)
    assert (g.state.price, g.state.stage) == (None, "price")
    g = g.then(flipped("A14"))
    assert g.state.price == 6
    sold = g.then(ACCEPT)
    assert sold.state.discard[-3:] == ("A23", "A25", "A14")
    assert sold.state.supply == 26
    assert sold.state.florins == 9


def test_situation_6_two_binders_are_lost():
    g = position("A40 A01 A02 A03 A08", towers={"LAW": "3 3 0 2"}, flip="A06").then(hire("A40", "LAW", "A01"))
    assert g.cubes("LAW") == "3 3 0 3"


def test_situation_7_the_last_day_is_paid():
    g = position(day=38, towers=full("ATLAS"), flip="A09")
    g = g.then(SELL, flipped("A23 A25"))
    assert g.state.day == 39
    g = g.then(PAY_DAY, flipped("A14"))
    assert g.state.day == 40
    assert g.legal() == ["Accept {}"]
    over = g.then(ACCEPT, hire("A03", "LAW", "A08"), END)
    assert over.state.stage == "over"
    assert over.moves() == []
    assert len(over.state.hand) == 3


def test_situation_8_day_40_by_its_own_step():
    g = position(day=39, towers=full("ATLAS"), flip="A09").then(SELL, flipped("A23 A25"))
    assert g.rule(PAY_DAY) == "price.days_left"
    g.then(ACCEPT, hire("A03", "LAW", "A08"), hire("A31", "LAW", "A45"), END)


def test_situation_9_two_cards_are_left_in_the_pile():
    g = position("A03 A08", rest="A17 A18", stage="draw")
    assert g.legal() == ['Drew {"card": "A17"}', 'Drew {"card": "A18"}', 'Drew {"card": "?"}']
    both = g.then(drew("A18 A17"))
    assert both.legal() == ["Shuffled {}"]
    new = both.then(SHUFFLED)
    assert len(new.moves()) == 44
    full_hand = new.then(drew("A40"))
    assert (full_hand.state.stage, full_hand.state.pile) == ("dawn", 42)


def test_situation_10_a_turn_without_a_move():
    g = position(flip="A06").then(END)
    assert g.state.stage == "dawn"
    empty = position(rest="A06", flip="A06").then(END)
    assert (empty.state.stage, empty.legal()) == ("dawn", ["Shuffled {}"])


def test_situation_11_two_hires_with_one_lift_use_all_five_cards():
    g = position("A02 A03 A10 A17 A27", flip="A04")
    g = g.then(hire("A10", "LAW", "A17", "A02"), hire("A03", "HISTORY", "A27"))
    assert (g.state.hand, g.legal()) == ((), ["EndTurn {}"])
    g = g.then(END, drew("A11 A12 A13 A14 A15"))
    assert g.state.stage == "dawn"


def test_situation_12_a_sixth_law_is_no_mark():
    g = position(space=10, marks={"LAW": 5}, towers=full("LAW"), flip="A01")
    assert g.state.space == 11
    g = g.then(bribe(1), SELL, flipped("A23 A25"), ACCEPT)
    assert g.state.books == 1
    assert g.state.marks == {"LAW": 5}
    assert [line.rule for line in bibliogamo.score(g.state)[0]] == ["score.book", "score.florins"]


def test_situation_13_a_hidden_hand_of_five():
    g = game(prestige("P1"), drew("? ? ? ? ?"))
    assert len(g.legal("Flipped")) == 47
    g = g.then(flipped("A01"))
    assert (g.state.pile, g.state.hand, len(unseen(g.state))) == (41, (HIDDEN,) * 5, 46)


def test_situation_14_the_last_card_of_the_pile_names_the_hand():
    g = position("A03 A08 A21 ? ?", stage="draw", rest="A01 A02 A04")
    g = Told(changed(g.state, stage="dawn"))
    assert g.state.pile == 1
    assert g.then(flipped("A02")).state.hand == ("A01", "A03", "A04", "A08", "A21")


def test_situation_15_there_and_back():
    g = position(florins=4, flip="A06").then(bribe(2), bribe(-2))
    assert (g.state.florins, g.state.space) == (0, 4)


def test_situation_16_the_order_of_actions():
    sold = position(towers=full("ATLAS"), flip="A09").then(SELL, flipped("A23 A25"), ACCEPT)
    assert (sold.rule(bribe(1)), sold.rule(SELL)) == ("action.order", "sell.once")
    hired = position(towers=full("ATLAS"), flip="A09").then(hire("A03", "LAW", "A08"))
    assert (hired.rule(bribe(1)), hired.rule(SELL)) == ("action.order", "action.order")


def test_situation_17_the_researcher_comes_first():
    towers = {**full("HISTORY", "ATLAS"), "LAW": "3 3 0 2"}
    g = position("A42 A01 A02 A03 A08", towers=towers, flip="A09")
    assert g.state.supply == 1
    assert g.then(hire("A42", "HERBAL", "A01")).cubes("HERBAL") == "1 0 0 0"


def test_situation_18_a_dismissal_counts_as_a_hire():
    g = position(dismiss=True, towers={"LAW": "3 0 0 0"}, flip="A09").then(hire("A03", "HERBAL", "A08"))
    assert dismiss("LAW", "A21").removeprefix("Ana ") in g.legal("Dismiss")
    g = g.then(dismiss("LAW", "A21"))
    assert (g.cubes("LAW"), g.state.supply) == ("0 0 0 0", 25)
    assert g.rule(dismiss("HERBAL", "A31")) == "hire.twice"


def played_from(texts):
    """A journal of these lines at a table with the default options."""
    at = opened()
    entries = []
    for line in (line for text in texts for line in text.splitlines()):
        who, move = table.who_and_move(line, at.seats, at.classes)
        state = table.replay(at, entries).state
        entries.append(Entry(len(entries) + 1, bibliogamo.maker(state, move) if who is None else who, move))
    return at, entries


def entered(at, entries, move):
    """The journal with one more entry, and the position it leads to."""
    entry, after = table.enter(at, entries, TABLE if isinstance(move, Strike) else 0, move)
    return [*entries, entry], after


SOLD = [
    prestige("P2"),
    drew("A10 A02 A17 A20 A40"),
    flipped("A09"),
    bribe(-3),
]


def test_situation_19_a_struck_first_price_card_reads_the_price_anew():
    at, entries = played_from(SOLD)
    full_history = Ruling("counted", ('Count {"towers": {"HISTORY": [3, 3, 2, 0]}}',))
    entries, _ = entered(at, entries, full_history)
    for line in (SELL, *flipped("A08 A05").splitlines(), ACCEPT, END, flipped("A06"), bribe(5)):
        _, move = table.who_and_move(line, at.seats, at.classes)
        state = table.replay(at, entries).state
        entry, position = table.enter(at, entries, bibliogamo.maker(state, move), move)
        entries.append(entry)
    first = next(entry.seq for entry in entries if entry.seq > 5 and getattr(entry.move, "card", None) == "A08")
    assert position.state.florins == 1  # the lily of A08 read 6
    strike = Strike(first, ('Flipped {"card": "A01"}',), "misread")
    entries, struck = entered(at, entries, strike)
    assert struck.problem.rule == "bribe.cost"  # the crown of A01 reads 1
    assert struck.problem.entry == entries[-2].seq
    assert struck.state.florins == 1


def test_situation_20_counted_florins_stand_in_the_ledger():
    at, entries = played_from(SOLD)
    entries, after = entered(at, entries, Ruling("we forgot some", ('Count {"florins": 12}',)))
    assert after.state.florins == 12
    assert [(line.points, str(line.why)) for line in bibliogamo.score(after.state)[0]] == [
        (2, "12 Florins: 2 points, 2 left over")
    ]


def test_hidden_cards_are_named_when_shown():
    g = position("A03 A08 A21 ? ?", flip="A06").then(showed("A01 A02"))
    assert g.state.hand == ("A01", "A02", "A03", "A08", "A21")
