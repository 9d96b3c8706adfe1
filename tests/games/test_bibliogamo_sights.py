"""What labels on a photograph may mean (specification, section 8), and what hands do then."""

from __future__ import annotations

import pytest

from companion import referee, table
from companion.games import bibliogamo
from companion.notation import write
from companion.rules import TABLE
from tests.games.bibliogamotable import (
    ACCEPT,
    END,
    PAY_DAY,
    SELL,
    SHUFFLED,
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
)

NAMES = table.naming(opened())
TITLES = {"BG": "Bibliogamo", "HB": "Hardback"}


def judged(told, codes):
    """What the referee makes of the codes, rows parted by a bar."""
    rows = referee.typed([row.split() for row in codes.split("|")])
    return referee.judge(bibliogamo, told.state, 0, rows, NAMES, TITLES)


def proposed(told, codes):
    """The proposals, each as its lines."""
    found = judged(told, codes)
    assert found.objections == ()
    return [[line for _, line in proposal.moves] for proposal in found.proposals]


def told_lines(text):
    return [line.removeprefix("TABLE ").removeprefix("Ana ") for line in text.splitlines()]


def notes(told, codes):
    found = judged(told, codes)
    assert found.proposals == ()
    return [str(note) for note in found.notes]


def objection(told, codes):
    found = judged(told, codes)
    assert found.proposals == ()
    (one,) = found.objections
    return one


# --- cards of the pile ------------------------------------------------------------------------------------------------


def test_one_artisan_at_dawn_is_the_card_that_was_flipped():
    assert proposed(position(), "BG:A15") == [told_lines(flipped("A15"))]


def test_with_an_empty_pile_the_discard_was_shuffled_first():
    g = position(rest="A06", flip="A06").then(END)
    assert proposed(g, "A06") == [told_lines(SHUFFLED) + told_lines(flipped("A06"))]
    g = position(rest="A09 A23", towers=full("ATLAS"), flip="A09").then(SELL, flipped("A23"))
    assert proposed(g, "A23 A25") == [told_lines(SHUFFLED) + told_lines(flipped("A25"))]


def test_up_to_five_artisans_are_drawn_in_reading_order():
    g = game(prestige("P1"))
    assert proposed(g, "A40 A01 | A17") == [told_lines(drew("A40 A01 A17"))]
    assert proposed(g.then(drew("A40 A02 A03")), "A40 A01 A17 A02") == [told_lines(drew("A01 A17"))]


def test_the_same_card_twice_counts_once():
    assert proposed(game(prestige("P1")), "A40 A40") == [told_lines(drew("A40"))]


def test_a_draw_goes_on_with_the_shuffled_discard():
    g = position("A03 A08 A21", rest="A17", stage="draw")
    lines = [*told_lines(drew("A17")), "Shuffled {}", *told_lines(drew("A01"))]
    assert proposed(g, "A17 A01") == [lines]


def test_six_new_cards_where_three_are_due_leave_three_over():
    found = judged(position("A03 A08", stage="draw"), "A10 A11 A12 A13 A14 A15")
    assert [[line for _, line in one.moves] for one in found.proposals] == [told_lines(drew("A10 A11 A12"))]
    assert [str(note) for note in found.notes] == ["Left over: A13 Marieke, A14 Nils, A15 Odette"]


def test_two_price_cards_are_the_first_and_the_second():
    g = position(towers=full("ATLAS"), flip="A09").then(SELL)
    assert proposed(g, "A23 A25") == [told_lines(flipped("A23 A25"))]
    assert proposed(g, "A23") == [told_lines(flipped("A23"))]
    one = g.then(flipped("A23"))
    assert proposed(one, "A23 A25") == [told_lines(flipped("A25"))]
    again = one.then(flipped("A25"), PAY_DAY)
    assert proposed(again, "A23 A25 A14") == [told_lines(flipped("A14"))]
    assert "Seen: A14 Nils, A15 Odette" in notes(again, "A14 A15")[0]


def test_a_card_that_cannot_come_is_named_with_its_place():
    found = objection(position(discard="A04"), "A04")
    assert (found.rule, str(found.sentence).split(".")[0]) == ("card.place", "A04 Dario lies in the discard")
    assert found.agrees(position().state)
    assert not found.agrees(position("A03 A04 A21 A31 A45").state)
    hand = objection(position(), "A03")
    assert str(hand.sentence) == "A03 Clemence is in your hand."


# --- the hand ---------------------------------------------------------------------------------------------------------


def test_two_hand_cards_and_a_tower_are_a_hire_in_reading_order():
    found = proposed(position(flip="A06"), "A03 A08 LAW")
    assert found == [told_lines(hire("A03", "LAW", "A08")), told_lines(hire("A08", "LAW", "A03"))]


def test_without_a_tower_the_towers_come_by_use():
    g = position("A40 A03 A08 A21 A31", towers={"LAW": "0 0 0 2"}, flip="A06")
    found = proposed(g, "A40 A03")
    assert len(found) == 12
    towers = [line.split('"tower": "')[1].split('"')[0] for (line,) in found[:6]]
    assert towers == ["POETRY", "PSALTER", "ATLAS", "LAW", "HERBAL", "HISTORY"]


def test_three_hand_cards_are_lift_card_and_pay():
    g = position("A10 A17 A27 A37 A47", flip="A04")
    found = proposed(g, "A10 A47 A37 HERBAL")
    assert found[0] == told_lines(hire("A47", "HERBAL", "A37", "A10"))
    assert told_lines(hire("A10", "HERBAL", "A37", "A47")) in found
    assert len(found) == 2


def test_a_hire_that_cannot_be_is_refused_as_it_was_read():
    assert objection(position("A03 A02 A17 A31 A45", flip="A04"), "A03 A02 LAW").rule == "bar.kind"
    assert objection(position(flip="A06"), "A01 A02 LAW").rule == "hire.card"
    assert "Seen: A03" in notes(position(flip="A06"), "A03")[0]


def test_a_tower_alone_is_the_sale_or_the_bribe_the_shorter_way():
    g = position(towers=full("ATLAS"), florins=12, flip="A09")
    assert proposed(g, "ATLAS") == [["Sell {}"]]
    assert proposed(g, "HISTORY") == [told_lines(bribe(-3))]
    assert proposed(g, "HERBAL") == [told_lines(bribe(12))]
    assert proposed(g, "LAW") == [told_lines(bribe(9))]
    assert objection(position(flip="A09"), "ATLAS").rule == "sell.finished"
    assert objection(position(flip="A09"), "LAW").rule == "bribe.cost"


def test_a_whole_hand_with_hidden_cards_shows_them():
    g = position("A03 A08 A21 ? ?", flip="A06")
    assert proposed(g, "A03 A01 A08 A21 A02") == [['Showed {"cards": ["A01", "A02"]}']]
    offer = position("A03 A08 ? ? ?", towers=full("ATLAS"), flip="A09").then(SELL, flipped("A23 A25"))
    assert proposed(offer, "A03 A01 A08 A11 A02") == [['Showed {"cards": ["A01", "A11", "A02"]}']]
    assert "take the price or pay a day" in notes(offer, "A23 A25")[0]


def test_a_dismissal_is_a_tower_and_the_card_that_pays():
    g = position(towers={"LAW": "1 0 0 0"}, flip="A06", dismiss=True)
    assert proposed(g, "LAW A03") == [told_lines(dismiss("LAW", "A03"))]


# --- what is no move --------------------------------------------------------------------------------------------------


def test_a_prestige_label_names_the_collection_and_later_says_which_it_is():
    assert proposed(game(), "P3") == [told_lines(prestige("P3"))]
    assert proposed(game(prestige="chosen"), "P3") == [told_lines(prestige("P3"))]
    assert notes(position(prestige="P3"), "P3") == ["The Abbey is the collection of this game."]
    assert notes(position(prestige="P3"), "P4") == ["This game is played with The Abbey."]


def test_the_whole_city_is_no_move():
    assert "Cubes are not read" in notes(position(flip="A06"), "HISTORY ATLAS POETRY LAW HERBAL PSALTER")[0]


@pytest.mark.parametrize(("told", "codes"), [(position(flip="A06"), "A03 A08 P2"), (position(), "LAW"), (game(), "A01")])
def test_labels_that_do_not_belong_there_are_named_with_what_is_awaited(told, codes):
    (note,) = notes(told, codes)
    assert note.startswith("Seen: ")
    assert "First" in note or "time for" in note


def test_labels_of_no_piece_and_of_other_games_are_refused():
    assert objection(position(), "A77").rule == "card.unknown"
    assert "belongs to Hardback" in str(objection(position(), "HB:A77").sentence)
    over = position(day=39, flip="A06").then(END)
    assert notes(over, "A01") == ["The game is over."]


# --- hands ------------------------------------------------------------------------------------------------------------


def steps(told, line):
    who, move = told._read(line)
    return [str(step) for step in bibliogamo.hands(told.state, who, move)]


def test_hands_follow_the_librarian():
    g = position()
    assert steps(g, flipped("A09")) == [
        "Walk the Librarian 3 spaces to space 3; his card takes him no further.",
        "The time cube stands on 1.",
        "He stops on space 3, Atlas.",
        "Scribe: barred this turn. To hire a card that places one, discard another such card first.",
        "No book is finished.",
    ]
    assert steps(position(towers=full("HISTORY"), florins=1), flipped("A15")) == [
        "Walk the Librarian 3 spaces to space 3, then 2 spaces back to space 1.",
        "The time cube stands on 1.",
        "He stops on space 1, between History and Atlas.",
        "Illustrator: barred this turn. To hire a card that places one, discard another such card first.",
        "Nothing to sell here; a bribe to the finished History costs 1 Florin, and you have 1.",
    ]
    assert steps(position(towers=full("HISTORY"), space=20), flipped("A06"))[:3] == [
        "Walk the Librarian 3 spaces to space 23, then 1 space on to space 0.",
        "The time cube stands on 1.",
        "He stops on space 0, History.",
    ]
    assert steps(position(towers=full("HISTORY"), space=20), flipped("A06"))[-1] == "History is finished: it can be sold now."
    assert steps(g.then(flipped("A06")), bribe(-1)) == [
        "Set the Florin cubes to 2.",
        "Walk the Librarian 1 space back to space 3.",
    ]
    assert steps(g.then(flipped("A06")), END) == [
        "Move the time cube to 2. Walk the Librarian 3 spaces to space 7. Flip the top card onto the discard and show it."
    ]


def test_hands_follow_a_sale():
    g = position(towers=full("ATLAS"), flip="A09", prestige="P2")
    assert steps(g, SELL) == [
        "Flip two cards for the price of Atlas.",
        "Flip the top card for the price and show it: it says which value of the next one counts.",
    ]
    g = g.then(SELL)
    assert steps(g, flipped("A23"))[0] == "Lay it on the place of the first price card: it reads Moon on the next."
    g = g.then(flipped("A23"))
    assert steps(g, flipped("A25")) == ["Lay it right of the first price card: he offers 3 Florins."]
    g = g.then(flipped("A25"))
    assert steps(g, PAY_DAY)[0] == "Move the time cube to 2."
    assert steps(g, ACCEPT) == [
        "Set the Florin cubes to 6.",
        "Take all cubes of Atlas back to the supply.",
        "Move the Book cube to 1.",
        "Put a red cube on an open slot for Atlas of the Prestige card.",
        "Lay all price cards on the discard, the first one first: A23, A25",
    ]


def test_hands_follow_hires_and_the_refill():
    g = position("A10 A17 A27 A37 A47", flip="A04")
    line = hire("A47", "HERBAL", "A37", "A10")
    assert steps(g, line) == [
        "Lay on the discard, in this order: A10, A47, A37",
        "Put cubes into Herbal: 1 × Researcher, 1 × Scribe, 1 × Illustrator, 1 × Binder",
    ]
    g = g.then(line)
    assert steps(g, hire("A17", "HERBAL", "A27"))[1] == "No cube is placed in Herbal."
    assert steps(g, END) == ["Draw 3 cards and show them."]
    empty = position(rest="A06", flip="A06")
    assert steps(empty, END) == ["The draw pile is empty. Shuffle the 42 cards of the discard into a new one."]
    assert steps(empty.then(END), SHUFFLED)[0] == "Shuffle the 42 cards of the discard into a new draw pile."


def test_every_kind_of_move_is_told():
    g = position(flip="A06")
    told = {
        str(bibliogamo.tell(g._read(line)[1], NAMES))
        for line in (hire("A03", "LAW", "A08"), hire("A03", "LAW", "A08", "A21"), bribe(1), bribe(-2), drew("?"))
    }
    assert told == {
        "hires Clemence for Law; Hilario pays",
        "sends Ugo away and hires Clemence for Law; Hilario pays",
        "bribes the Librarian 1 space forward",
        "bribes the Librarian 2 spaces back",
        "Drawn: a card that is not shown",
    }
    count = bibliogamo.moves.Count(12, 9, 4, {"LAW": (3, 2, 0, 1), "HERBAL": (0, 0, 0, 0)})
    assert str(bibliogamo.tell(count, NAMES)) == (
        "counted on the table: 12 Florins, day 9, the Librarian on space 4, Law: 3 R, 2 S, 1 B, Herbal: no cube"
    )
    assert str(bibliogamo.tell(bibliogamo.moves.Count(), NAMES)) == "counted on the table: nothing"
    assert write(bibliogamo.moves.Showed(("A01",))) == 'Showed {"cards": ["A01"]}'
    assert bibliogamo.maker(g.state, count) == 0
    assert bibliogamo.maker(g.state, bibliogamo.moves.Shuffled()) == TABLE
