"""Hardback, specification 6, rules 1-9: setup, the offer row, draws, what is seen."""

from __future__ import annotations

import dataclasses

import pytest

from companion.games import hardback
from companion.games.hardback import Options
from companion.rules import IllegalMove, Name
from tests.games.hardbacktable import (
    BOX,
    CLEO,
    END,
    FIRST,
    ROW,
    SKIP,
    STARTERS,
    buy,
    count,
    drew,
    game,
    ink,
    jail,
    position,
    seen,
    sort,
    spells,
    take,
    turned,
    vote,
)

READY = (STARTERS["Ana"], STARTERS["Ben"], FIRST, turned(ROW))
OVER = position("A-S1 E-S1", first="Ben", ben={"prestige": 60}).then(spells("A-S1 E-S1"), END)


def starters(seat, set_, cards):
    told = ", ".join(f'"{card}"' for card in cards.split())
    return f'TABLE Starters {{"seat": {seat}, "set": {set_}, "cards": [{told}]}}'


# --- 1-3 --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (0, {}),
        (1, {}),
        (1, {"penny": "plain", "vote": "majority"}),
        (6, {}),
        (2, {"dictionary": "tlh"}),
    ],
)
def test_hardback_setup_options_who_cannot_play_so(seats, options):
    with pytest.raises(IllegalMove) as refusal:
        hardback.setup(BOX, seats, Options(**options))
    assert refusal.value.rule == "setup.options"


def test_hardback_setup_options_a_signature_that_the_box_lacks():
    with pytest.raises(IllegalMove) as refusal:
        hardback.setup(dataclasses.replace(BOX, penny={}), 1, Options(penny="plain"))
    assert refusal.value.rule == "setup.options"


def test_hardback_setup_options_one_plays_against_penny_and_five_without():
    assert hardback.setup(BOX, 1, Options(penny="plain")).penny == 0
    assert hardback.setup(BOX, 5, Options()).penny is None


def test_hardback_setup_once_each_thing_is_told_once():
    g = game(STARTERS["Ana"], FIRST)
    assert g.rule(STARTERS["Ana"]) == "setup.once"
    assert g.rule('TABLE First {"seat": 1}') == "setup.once"
    assert game(*READY).rule(STARTERS["Ben"]) == "setup.once"
    assert game(*READY).rule(FIRST) == "setup.once"


def test_hardback_setup_seat_somebody_sits_there():
    assert game().rule('TABLE First {"seat": 2}') == "setup.seat"
    assert game().rule(starters(4, 1, "B-S D-S")) == "setup.seat"


def test_hardback_setup_set_one_to_five_and_nobody_elses():
    assert game().rule(starters(0, 6, "B-S D-S")) == "setup.set"
    assert game().rule(starters(0, 0, "B-S D-S")) == "setup.set"
    assert game(STARTERS["Ana"]).rule(starters(1, 1, "H-S U-S")) == "setup.set"
    assert game(STARTERS["Ana"]).then(starters(1, 5, "H-S U-S")).player("Ben").owned[0] == "A-S5"


@pytest.mark.parametrize("cards", ["B-S", "B-S C-S D-S", "B-S B-S"])
def test_hardback_setup_two_different_prestige_starters(cards):
    assert game().rule(starters(0, 1, cards)) == "setup.two"


def test_hardback_setup_prestige_only_those_that_nobody_was_dealt():
    assert game().rule(starters(0, 1, "B-S A-S1")) == "setup.prestige"
    assert game().rule(starters(0, 1, "B-S Q-H4")) == "setup.prestige"
    assert game(STARTERS["Ana"]).rule(starters(1, 2, "B-S C-S")) == "setup.prestige"
    assert game(STARTERS["Ana"]).words(starters(1, 2, "B-S C-S")) == "B-S was dealt to Ana."


@pytest.mark.parametrize(
    "line", [SKIP, END, spells("A-S1"), ink("Ana"), drew("Ana", "A-S1"), seen("Ana", "A-S1"), vote("Ben", True)]
)
def test_hardback_setup_first_nothing_else_before(line):
    for told in ((), READY[:3], (READY[0], READY[2], READY[3]), READY[:2] + READY[3:]):
        assert game(*told).rule(line) == "setup.first"


def test_hardback_setup_deck_ten_starters_and_five_drawn():
    g = game(*READY)
    ana = g.player()
    assert ana.owned == ("A-S1", "E-S1", "I-S1", "L-S1", "N-S1", "R-S1", "S-S1", "T-S1", "B-S", "D-S")
    assert (ana.hand, ana.draw, ana.ink, ana.prestige) == (("?",) * 5, 5, 0, 0)
    assert (g.state.phase, g.state.turn, g.state.deck) == ("word", 0, 133)


def test_hardback_setup_deck_starters_that_nobody_looked_at():
    g = game(starters(0, 1, "? ?"), starters(1, 2, "B-S ?"), FIRST, turned(ROW))
    assert (g.player().unseen_starters, g.player("Ben").unseen_starters) == (2, 1)
    assert len(g.player().owned) == 8
    g = g.then(spells("C-S"), ruling=True)
    assert (g.player().unseen_starters, g.player().owned[-1]) == (1, "C-S")
    assert "C-S" not in str(g.then(END).asks("Seen")[1].open["cards"].choices)


def test_hardback_setup_is_told_in_any_order():
    for order in ((3, 2, 1, 0), (2, 0, 3, 1)):
        assert game(*(READY[at] for at in order)).state == game(*READY).state


# --- 4 ----------------------------------------------------------------------------------------------------------------


def test_hardback_turn_order_a_move_belongs_to_its_seat():
    g = game(*READY)
    for line in (f"Ben {SKIP}", f"TABLE {SKIP}", 'Ben Ink {"seat": 0}', 'Ana Turned {"cards": ["W-R4"]}'):
        assert g.rule(line) == "turn.order"
    assert g.rule('Ana Seen {"seat": 1, "where": "hand", "cards": ["A-S2"]}') == "turn.order"
    assert g.rule('Nobody 1 Ink {"seat": 2}') == "turn.order"


def test_hardback_turn_order_goes_clockwise_from_the_first():
    g = position("A-S1", seats=3, first="Cleo")
    assert [g.then(*[SKIP] * n).acts() for n in range(4)] == [["Ana"], ["Ben"], ["Cleo"], ["Ana"]]
    assert [g.then(*[SKIP] * n).state.round for n in range(4)] == [1, 1, 2, 2]


def test_hardback_turn_order_who_votes_are_the_others():
    g = position("A-S1 E-S1", vote="majority").then(spells("A-S1 E-S1"))
    assert g.rule(vote("Ana", True)) == "turn.order"


def test_hardback_turn_phase_each_part_has_its_moves():
    g = position("A-S1 E-S1")
    for line in (END, buy("E-R2"), take("A-S1", "basic", "ink"), vote("Ben", True), sort("", "")):
        assert g.rule(line) == "turn.phase"
    assert g.then(spells("A-S1 E-S1")).rule(SKIP) == "turn.phase"
    assert g.then(spells("A-S1 E-S1")).rule(spells("A-S1")) == "turn.phase"


def test_hardback_turn_phase_cards_that_were_looked_at_go_back_first():
    g = position("G-R3 R-R5", pile="A-S1 E-S1 I-S1").then(spells("G-R3 R-R5"), take("R-R5", "genre", "look"))
    g = g.then(drew("Ana", "A-S1 E-S1 ?"))
    assert g.rule(END) == "turn.phase"
    assert g.asks("Sort")


def test_hardback_game_over_nothing_more_is_played():
    for line in (SKIP, ink("Ana"), turned("W-R4"), seen("Ben", "A-S2")):
        assert OVER.rule(line) == "game.over"
    assert (OVER.acts(), hardback.legal_moves(OVER.state)) == ([], [])


def test_hardback_table_first_what_came_is_told():
    g = position("A-S1 E-S1", mine={"ink": 1}, ben={"ink": 1}, pile="I-S1").then(ink("Ana"))
    for line in (SKIP, ink("Ben"), spells("A-S1 E-S1"), turned("W-R4")):
        assert g.rule(line) == "table.first"
    assert g.words(SKIP) == "First tell which card Ana drew with ink."
    assert g.acts() == ["TABLE"]
    assert g.then(seen("Ben", "A-S2")).rule(SKIP) == "table.first"


# --- 5-6 --------------------------------------------------------------------------------------------------------------


def test_hardback_turned_none_nothing_is_asked():
    assert position("A-S1").rule(turned("W-R4")) == "turned.none"


def test_hardback_turned_count_as_many_as_are_empty():
    assert game().rule(turned("")) == "turned.count"
    assert game().rule(turned(f"{ROW} W-R4")) == "turned.count"
    g = game(turned("C-A3 I-M3"))
    assert g.state.row == ("C-A3", "I-M3", None, None, None, None, None)
    assert g.then(turned("E-R2 S-H7 V-A2 U-H6 F-M2")).state.row_order == tuple(ROW.split())


def test_hardback_turned_seen_a_card_that_lies_elsewhere():
    g = position("O-R8T N-S1 C-H8", removed="W-R4", ben={"jail": "X-H6"})
    g = g.then(spells("O-R8T N-S1 C-H8"), take("C-H8", "basic", "ink"), buy("E-R2"))
    for card, place in (
        ("C-A3", "C-A3 lies in the offer row, place 1."),
        ("W-R4", "W-R4 was removed from the game."),
        ("X-H6", "X-H6 is in Ben’s jail."),
        ("O-R8T", "O-R8T is in Ana’s deck."),
        ("E-R2", "E-R2 is in Ana’s deck."),
        ("A-S1", "A-S1 is a starting card that was not dealt here."),
        ("H-H7.2", "H-H7.2 belongs to the other edition."),
    ):
        assert g.rule(turned(card)) == "turned.seen"
        assert g.words(turned(card)) == place
    assert game().words(turned("C-A3 C-A3")) == "C-A3 is named twice."


def test_hardback_turned_seen_of_a_card_trashed_while_the_deck_lasts():
    g = position("W-A3 N-S1").then(spells("W-A3 N-S1"), 'Trash {"by": "W-A3", "card": "W-A3"}', buy("E-R2"))
    assert g.words(turned("W-A3")) == "W-A3 was removed from the game."


def everything_but(n):
    """The offer cards of edition 1 that neither lie in ROW nor are Ana's, all but the first *n*, as removed."""
    cards = [card for card in BOX.offer(1) if card not in (*ROW.split(), "C-H8", "O-R8T")]
    return cards[:n], " ".join(cards[n:])


def test_hardback_deck_rebuild_of_what_left_the_game():
    _, removed = everything_but(0)
    g = position("O-R8T N-S1 C-H8", removed=removed)
    assert g.state.deck == 0
    g = g.then(spells("O-R8T N-S1 C-H8"), take("C-H8", "basic", "ink"), buy("E-R2"))
    assert (g.state.removed, g.state.deck) == ((), len(removed.split()))
    assert g.then(turned("W-R4")).state.row[2] == "W-R4"


def test_hardback_deck_rebuild_in_the_middle_of_a_refill():
    (left,), removed = everything_but(1)
    g = position("O-R8T N-S1 C-H8", removed=removed).then(spells("O-R8T N-S1 C-H8"), take("C-H8", "basic", "ink"))
    g = g.then("Flush {}", ruling=True)
    assert (g.state.deck, g.state.asks[0].count) == (1, 7)
    assert g.rule(turned("W-R4")) == "turned.seen"
    after = g.then(turned(f"{left} E-R2 S-H7"))
    assert (after.state.removed, after.state.deck) == ((), len(removed.split()) + 7 - 2)


def test_hardback_deck_rebuild_with_nothing_left_the_place_stays_empty():
    cards, _ = everything_but(200)
    bens = {"pile": " ".join(cards), "hidden": 5}
    g = position("O-R8T N-S1 C-H8", ben=bens).then(spells("O-R8T N-S1 C-H8"), take("C-H8", "basic", "ink"), buy("E-R2"))
    assert (g.state.row[2], g.state.asks, g.acts()) == (None, (), ["Ana"])
    g = g.then(END, ruling=True)
    assert g.state.row.count(None) == 1


# --- 7-8 --------------------------------------------------------------------------------------------------------------


def test_hardback_drew_none_nobody_drew():
    assert position("A-S1", pile="E-S1").rule(drew("Ana", "E-S1")) == "drew.none"


INKED = position("A-S1 E-S1", pile="I-S1 L-S1", mine={"ink": 1, "prestige": 0}).then(ink("Ana"))


def test_hardback_drew_seat_for_whom_it_is_asked():
    assert INKED.rule(drew("Ben", "A-S2")) == "drew.seat"


def test_hardback_drew_count_as_many_as_were_drawn():
    assert INKED.rule(drew("Ana", "")) == "drew.count"
    assert INKED.rule(drew("Ana", "I-S1 L-S1")) == "drew.count"


def test_hardback_drew_open_with_ink_it_lies_face_up():
    assert INKED.rule(drew("Ana", "?")) == "drew.open"
    assert INKED.then(drew("Ana", "L-S1")).player().inked == ("L-S1",)


def test_hardback_drew_top_what_was_put_there_comes_next():
    g = position("A-S1", pile="I-S1 L-S1", top="R-S1", mine={"ink": 1}).then(ink("Ana"))
    assert g.rule(drew("Ana", "I-S1")) == "drew.top"
    assert g.legal("TABLE") == ['Drew {"seat": 0, "cards": ["R-S1"]}']
    assert g.then(drew("Ana", "R-S1")).player().top == ()


def test_hardback_drew_owned_only_what_can_lie_there():
    for card in ("A-S1", "A-S2", "W-R4", "B-S"):
        assert INKED.rule(drew("Ana", card)) == "drew.owned"
    assert INKED.words(drew("Ana", "A-S2")) == "A-S2 is in Ben’s deck."
    assert INKED.words(drew("Ana", "A-S1")) == "A-S1 is in Ana’s hand."
    g = position("A-S1 E-S1", pile="I-S1", unseen_starters=1, mine={"ink": 1}).then(ink("Ana"))
    assert g.then(drew("Ana", "B-S")).player().owned[-1] == "B-S"
    assert g.then(drew("Ana", "B-S")).player().unseen_starters == 0


def test_hardback_draw_reshuffle_what_is_there_first_then_the_discard_pile():
    g = position("A-S1 E-S1", pile="I-S1 L-S1", discard="N-S1 R-S1 S-S1 T-S1").then(spells("A-S1 E-S1"), END)
    ana = g.player()
    assert (ana.draw, ana.discard) == (3, ())
    assert ana.hand == ("I-S1", "L-S1", "?", "?", "?")


def test_hardback_draw_reshuffle_stops_when_nothing_is_left():
    g = position("A-S1", pile="I-S1").then(SKIP)
    assert sorted(g.player().hand) == ["A-S1", "I-S1"]
    assert g.player().draw == 0


def test_hardback_draw_five_told_hands_are_asked_card_by_card():
    g = game(*READY, hands="told")
    assert [(one.kind, one.seat, one.count) for one in g.state.asks] == [("hand", 0, 5), ("hand", 1, 5)]
    g = g.then(drew("Ana", "A-S1 B-S"))
    assert g.state.asks[0].count == 3
    g = g.then(drew("Ana", "T-S1 ?"))
    assert [(one.kind, one.seat) for one in g.state.asks] == [("hand", 1)]
    assert g.player().hand == ("A-S1", "B-S", "T-S1", "?", "?")
    assert g.then(drew("Ben", "?")).acts() == ["Ana"]


# --- 9 ----------------------------------------------------------------------------------------------------------------


def test_hardback_seen_place_where_the_card_cannot_be():
    g = position("A-S1", hidden=2, pile="E-S1 I-S1 L-S1", discard="R-S1", ben={"discard": "W-R4"})
    assert g.words(seen("Ana", "R-S1")) == "R-S1 is in Ana’s discard pile."
    assert g.words(seen("Ana", "A-S2")) == "A-S2 is in Ben’s deck."
    assert g.rule(seen("Ana", "A-S1")) == "seen.place"
    assert g.rule(seen("Ana", "E-S1 E-S1")) == "seen.place"
    after = g.then(seen("Ana", "E-S1", who="TABLE"))
    assert after.player().hand == ("A-S1", "E-S1", "?")


def test_hardback_seen_count_no_more_than_are_hidden():
    g = position("A-S1", hidden=2, pile="E-S1 I-S1 L-S1")
    assert g.rule(seen("Ana", "E-S1 I-S1 L-S1")) == "seen.count"
    assert g.rule(seen("Ana", "E-S1", "discard")) == "seen.count"
    assert g.rule(seen("Ana", "")) == "seen.count"
    assert g.then(seen("Ana", "E-S1 I-S1")).player().hand == ("A-S1", "E-S1", "I-S1")


def test_hardback_seen_count_a_known_hand_is_no_longer_asked_for():
    g = game(*READY, hands="told").then(seen("Ana", "A-S1 E-S1 I-S1"))
    assert g.state.asks[0].count == 2
    assert g.then(seen("Ana", "B-S D-S")).state.asks[0].seat == 1


def test_hardback_piece_unknown_no_card_of_this_box():
    g = position("A-S1 E-S1", hidden=1, pile="I-S1 L-S1")
    assert g.rule(spells("A-S1 Q-Z9")) == "piece.unknown"
    assert g.rule(seen("Ana", "Q-Z9")) == "piece.unknown"
    assert game().rule(turned("Q-Z9")) == "piece.unknown"
    assert game().rule(starters(0, 1, "Q-Z9 B-S")) == "piece.unknown"
    assert INKED.rule(drew("Ana", "BACK")) == "piece.unknown"
    after = g.then(spells("A-S1 E-S1"))
    assert after.rule(buy("Q-Z9")) == after.rule(jail("Q-Z9", "C-A3", True)) == "piece.unknown"


def test_hardback_count_ruling_only_when_the_table_agrees():
    g = position("A-S1")
    assert g.rule(count("Ben", prestige=7)) == "count.ruling"
    assert g.rule(count("Ben", ink=-1), ruling=True) == "count.ruling"
    assert g.rule("TABLE " + count("Ben", prestige=7)) == "count.ruling"
    after = g.ruled(count("Ben", prestige=7, ink=2), "TABLE " + count("Ben", remover=1), count("Ben"))
    ben = after.player("Ben")
    assert (ben.prestige, ben.ink, ben.remover) == (7, 2, 1)
    assert after.lines("Ben") == [(7, "count.ruling")]
    assert after.ruled(count("Ben", prestige=5)).lines("Ben") == [(7, "count.ruling"), (-2, "count.ruling")]


def test_hardback_refusals_call_seats_by_their_names():
    facts = game(STARTERS["Ana"]).refuses(starters(1, 1, "H-S U-S")).sentence.facts
    assert facts["who"] == Name(0)
    assert CLEO.split()[0] == "A-S3"
