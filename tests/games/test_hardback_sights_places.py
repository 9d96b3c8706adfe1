"""Hardback: rows of cards are found by where their labels lie on a photograph (bench/hardback_photos.py counts drawn ones)."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from bench import hardback_photos as bench
from companion import record
from companion.games import hardback
from companion.games.hardback import lying
from companion.notation import write
from companion.referee import judge
from companion.rules import Label
from companion.table import naming, replay
from tests.games import hardback_photos
from tests.games.hardback_photos import BACK, CLASSICS, camera, labels, laid, one_card, told
from tests.games.hardbacktable import FOLDER, ROW, position, spells


def kind(code):
    return "back" if code == BACK else "classic" if code.endswith("T") else "front"


def rows(cards, *, turn=0.0, tilt=20.0, seed=1):
    found = lying.rows(labels(cards, camera(cards, turn=turn, tilt=tilt), random.Random(seed)), kind)
    return [" ".join(label.code for label in row) for row in found]


# --- rows -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [10, 12, 16, 20, 24])
def test_backs_stand_in_the_row_of_the_faces_beside_them_however_large_the_labels(size):
    rng = random.Random(size)
    cards = laid(["T-S1", BACK, "N-S1", BACK, BACK, "E-H5T"], rng)
    less = (hardback_photos.SIZE - size) / 2

    def resized(card):
        sort = card.sort
        return replace(sort, size=size, right=sort.right and sort.right + less, down=sort.down and sort.down + less)

    cards = [replace(card, sort=resized(card)) for card in cards]
    assert rows(cards, turn=17, tilt=35) == ["T-S1 BACK N-S1 BACK BACK E-H5T"]


@pytest.mark.parametrize("stuck", CLASSICS)
@pytest.mark.parametrize("turn", [0, 30, 155, -80])
def test_a_classic_lies_across_in_its_row_however_its_label_is_stuck(stuck, turn):
    cards = laid(["A-S1", "E-H5T", "R-R5T", BACK, "N-S1"], random.Random(3), stuck=stuck, level=False)
    assert rows(cards, turn=turn, tilt=30) == ["A-S1 E-H5T R-R5T BACK N-S1"]


def test_backs_and_classics_alone_are_read_the_way_they_stand_upright_on_the_photograph():
    for stuck in CLASSICS:
        assert rows(laid([BACK, "E-H5T", BACK, BACK], random.Random(4), stuck=stuck), turn=25) == ["BACK E-H5T BACK BACK"]


def test_lines_stand_from_the_far_one_to_the_near_one_and_empty_places_are_passed_over():
    offers = laid(["C-A3", "I-M3", None, "S-H7", None, None, "F-M2"], random.Random(1), at=(0, -105))
    cards = offers + laid(["A-S1", BACK], random.Random(2))
    assert " ".join(rows(cards, turn=20)) == "C-A3 I-M3 S-H7 F-M2 A-S1 BACK"
    assert rows(cards, turn=170) == rows(cards, turn=0), "whoever holds the phone"


def test_a_card_that_lies_upside_down_is_of_its_row_all_the_same():
    cards = laid(["T-S1", "A-S1", "N-S1", "E-S1"], random.Random(1))
    cards[2] = replace(cards[2], turn=cards[2].turn + 180)
    assert rows(cards) == ["T-S1 A-S1 N-S1 E-S1"]


def test_no_label_is_lost_or_doubled_wherever_labels_lie():
    rng = random.Random(5)
    for count in (1, 2, 30):
        cards = [one_card(f"A-S{n}", rng, rng.uniform(0, 900), rng.uniform(0, 900)) for n in range(count)]
        there = camera(cards)
        strewn = [Label(card.code, hardback_photos.place(there, card)) for card in cards]
        found = lying.rows([*strewn, Label("E-S1")], kind)
        assert sorted(label.code for row in found for label in row) == sorted(label.code for label in strewn)
    assert lying.rows([Label("E-S1")], kind) == lying.rows([], kind) == []


# --- what they mean ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", bench.KINDS)
def test_what_lies_there_is_proposed(name):
    """The scenes of the bench, as a scanner that reads every label tells them."""
    for number in range(6):
        scene = bench.scene(name, number, seed=3)
        seen = labels(scene.cards, scene.there, random.Random(number))
        found = judge(hardback, hardback.view(scene.state, scene.who), scene.who, [seen], bench.people(scene.state), {})
        assert (set(bench.told(found)), found.objections) == (set(scene.truth), ()), number


def test_what_was_typed_stands_beside_what_was_seen():
    g = position("A-S1 E-S1 T-S1", timeless="I-A3T")
    cards = laid(["T-S1", "E-S1"], random.Random(1))
    seen = [*labels(cards, camera(cards), random.Random(1)), Label("A-S1")]
    proposals, _, notes = told(g.state, [seen])
    assert proposals == [[spells("T-S1 E-S1").replace("}", ', "ghost": null}')]]
    assert notes == ["Apart from the word, and left out of it: A-S1"]


def test_the_draw_pile_beside_the_word_is_no_letter_of_it():
    g = position("A-S1 T-S1", row=ROW)
    cards = [*laid(["A-S1", "T-S1"], random.Random(1)), one_card(BACK, random.Random(2), 290, 5)]
    assert told(g.state, [labels(cards, camera(cards, turn=10), random.Random(1))])[0] == [
        [spells("A-S1 T-S1").replace("}", ', "ghost": null}')]
    ]


# --- whole games ------------------------------------------------------------------------------------------------------

RECORDS = Path(__file__).parents[1] / "playthroughs"


def lies(state, move, rng):
    """The cards of a move as they lie on the table for a photograph of it; none where no photograph shows it."""
    match move:
        case hardback.moves.Word(cards):
            return laid([BACK if "=" in tile else tile for tile in cards], rng)
        case hardback.moves.Starters(_, set_, dealt):
            return laid([*state.box.coin_starters[set_], *(card for card in dealt if card != "?")], rng)
        case hardback.moves.Turned(cards):
            row = [*state.row]
            for card in cards:
                row[row.index(None)] = card
            return laid(row, rng)
        case hardback.moves.Drew(_, cards) | hardback.moves.Seen(_, _, cards):
            return laid([card for card in cards if card != "?"], rng)
        case hardback.moves.Uncover(_, _, card):
            place = next(place for place, tile in enumerate(state.word.tiles) if tile.wild and tile.card in ("?", card))
            row = [BACK if hardback.benefits.is_wild(state.word, at) else tile.card for at, tile in enumerate(state.word.tiles)]
            return laid([card if at == place else code for at, code in enumerate(row)], rng)
        case hardback.moves.Jail(_, card, _) | hardback.moves.Trash(_, card) | hardback.moves.Buy(card):
            return laid([card], rng) if card in state.box.card else []
    return []


@pytest.mark.parametrize("name", ["two-players", "three-players", "against-penny"])
def test_what_happened_in_a_recorded_game_is_proposed_from_photographs_of_it(name):
    box = hardback.read_box(FOLDER)
    game = record.read((RECORDS / f"hardback-{name}.txt").read_text(), {"hardback": hardback}, lambda *_: box)
    rng = random.Random(name)
    shown = 0
    for step in replay(game.table, game.entries).steps:
        cards = lies(step.before, step.move, rng)
        if not cards or "?" in getattr(step.move, "cards", ()):
            continue
        seat = step.move.seat if isinstance(step.move, hardback.moves.Seen | hardback.moves.Starters) else step.before.turn
        who = seat if rng.random() < 0.5 or isinstance(step.move, hardback.moves.Seen) else None
        there = camera(cards, turn=rng.uniform(-30, 30), tilt=25)
        view = hardback.view(step.before, who)
        found = judge(hardback, view, who, [labels(cards, there, rng)], naming(game.table), {})
        offered = {bench.without_letters(move) for one in found.proposals for _, move in one.moves}
        shows = hardback.veil(step.before, step.who, step.move, None) if isinstance(step.move, hardback.moves.Word) else step.move
        assert bench.without_letters(write(shows)) in offered, (step.seq, found)
        shown += 1
    assert shown > 15
