"""Legal moves as buttons and pickers, pickers back as moves, and what is greyed."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from companion import forms, notation
from companion.games import trains
from companion.games.trains.moves import Drew, Put
from companion.notation import Unreadable
from companion.rules import HIDDEN, TABLE, Ask, Name, Open, say
from companion.table import Table, naming, replay, spoken
from tests.firegame import journal, opened
from tests.games import trainstable
from tests.web import toy

BOX = toy.read_box(Path(toy.__file__).parent / "box")
START = toy.setup(BOX, 2, toy.Options())
NAMES = naming(Table("toy", toy, BOX, toy.Options(), ("Ana", "Ben")))
CARS = naming(Table("trains", trains, trainstable.BOX, trains.Options(), ("Ana", "Ben")))
RICH = replace(START, stones=(("S1", "S2", "S3"), ()), bag=("S4",))


@dataclass(frozen=True)
class Deal:
    cards: tuple[int, ...] = field(metadata={"by": "participants"})
    moved: tuple[tuple[str, int], ...] = ()
    free: str | None = None


def test_every_legal_move_is_a_button_and_every_open_one_a_picker() -> None:
    found = {group.kind: group for group in forms.groups(toy, toy.legal_moves(RICH, 0), NAMES)}
    assert [one.move for one in found["Reach"].buttons] == ["Reach {}"]
    assert [str(one.label) for one in found["Pass"].buttons] == ["passes"]
    (picker,) = found["Swap"].pickers
    assert [(one.name, one.how, one.least, one.most) for one in picker.fields] == [("stones", "order", 2, 2)]
    first = picker.fields[0].choices[0]
    assert (first.value, str(first.label)) == ('"S1"', "stone 1 (S1)")


def test_a_button_knows_the_piece_it_is_about() -> None:
    drawn = forms.groups(toy, toy.legal_moves(replace(START, reaching=True)), NAMES)[0]
    assert [one.code for one in drawn.buttons][:2] == ["S1", "S2"]
    assert drawn.who == TABLE


def test_a_button_knows_the_piece_that_its_move_names_by_number() -> None:
    at = trainstable.position("7 17 24 56 41 73 81", "10 20 31 40 52 84 70", row="5 9")
    buttons = [one for group in forms.groups(trains, trains.legal_moves(at.state), CARS) for one in group.buttons]
    found = {(getattr(notation.read(one.move, trains.MOVES), "card", None), one.code) for one in buttons}
    assert found == {(None, None), (5, "05"), (9, "09")}
    drawn = at.then(trainstable.draws("Ana")).state
    codes = [one.code for one in forms.groups(trains, trains.legal_moves(drawn), CARS)[0].buttons]
    assert codes == [f"{card:02}" for card in trains.state.unseen(drawn)]


def test_a_number_that_is_no_piece_is_not_taken_for_one() -> None:
    names = {0: "Ana", 1: "Ben", "01": say("car 1"), "1": say("one")}
    assert [forms.button(trains, 0, move, names).code for move in (Put(1, 1), Drew(1), Drew(2))] == [None, "01", None]
    (shown,) = forms.picker(trains, TABLE, Ask(Drew, {}, {"card": Open((1, 2))}), names).fields
    assert [str(choice.label) for choice in shown.choices] == ["car 1", "2"]
    (shown,) = forms.picker(trains, 0, Ask(Put, {"seat": 0}, {"space": Open((1, 2))}), names).fields
    assert [str(choice.label) for choice in shown.choices] == ["1", "2"]


def picked(state: trains.State) -> dict[str, dict[str, list[str]]]:
    """The pickers by their titles: field -> what its choices are called, with people's names."""
    found = [one for group in forms.groups(trains, trains.legal_moves(state), CARS) for one in group.pickers]
    return {
        spoken(one.title, ("Ana", "Ben")): {part.name: [str(choice.label) for choice in part.choices] for part in one.fields}
        for one in found
    }


def test_a_card_that_is_held_by_number_is_chosen_by_its_name_which_begins_with_the_number() -> None:
    dealt = trainstable.game(trainstable.dealt("Ana", trainstable.ANA))
    choices = picked(dealt.state)["Tell the deal: Ben"]["cards"]
    assert choices[:2] == ["1 (Move 2 right)", "2 (Protect)"]
    assert [int(name.split()[0]) for name in choices] == sorted({*range(1, 85)} - {*map(int, trainstable.ANA.split())})
    offered = trainstable.game(*trainstable.TO_OFFER, trainstable.offered("Ana", "12"))
    assert "34 (Protect)" in picked(offered.state)["Tell the start cards: Ben"]["cards"]
    keeping = offered.then(trainstable.offered("Ben", "34 ?"), trainstable.kept("Ana", 12, 7))
    (fields,) = picked(keeping.state).values()
    assert (fields["card"][0], fields["space"]) == ("1 (Move 2 right)", ["1", "2", "3", "4", "5", "6", "7"])


def test_a_seat_that_is_given_is_called_by_its_persons_name() -> None:
    assert list(picked(trainstable.game().state)) == ["Tell the deal: Ana", "Tell the deal: Ben"]
    (keep,) = picked(
        trainstable.game(*trainstable.TO_OFFER, trainstable.offered("Ana", "?"), trainstable.offered("Ben", "? ?")).state
    )
    assert keep.endswith(": Ana")


def test_a_class_is_called_what_the_game_calls_it_or_by_its_name_in_words() -> None:
    assert str(forms.title_of(toy, "Reach")) == "Reach into the bag"
    assert str(forms.title_of(toy, "Swap.stones")) == "Stones"
    assert str(forms.title_of(toy, "TurnCards")) == "Turn cards"
    assert str(forms.title_of(toy, "TurnCards.from")) == "from"


def test_the_places_of_a_list_are_called_by_whom_they_belong_to() -> None:
    ask = Ask(Deal, {}, {"cards": Open((1, 2, 3), 3, 3)})
    (shown,) = forms.picker(toy, TABLE, ask, NAMES, (0, 1, "Robot 1")).fields
    assert shown.places == (Name(0), Name(1), Name("Robot 1"))


def test_a_long_list_is_ticked_off_and_an_endless_one_typed() -> None:
    ask = Ask(Deal, {}, {"cards": Open(tuple(range(20)), 0, 20), "free": Open(say("any word"))})
    ticked, typed = forms.picker(toy, TABLE, ask, NAMES).fields
    assert (ticked.how, typed.how, str(typed.wanted)) == ("ticks", "text", "any word")


@pytest.mark.parametrize(
    ("given", "picked", "move"),
    [
        ("{}", {"cards": ["2", "1"]}, Deal((2, 1))),
        ("{}", {"cards": ["2", "", "1"]}, Deal((2, 1))),
        ("{}", {"cards": ["[2, 1]"]}, Deal((2, 1))),
        ("{}", {"cards": ["2, 1"]}, Deal((2, 1))),
        ("{}", {"cards": ["2; 1"]}, Deal((2, 1))),
        ("{}", {"cards": ["2"]}, Deal((2,))),
        ("{}", {"cards": ["07"]}, Deal((7,))),
        ("{}", {"cards": ["07, 00 010"]}, Deal((7, 0, 10))),
        ('{"cards": []}', {"free": ["07"]}, Deal((), (), "07")),
        ("{}", {"cards": []}, Deal(())),
        ("{}", {}, Deal(())),
        ('{"cards": [7]}', {"moved": ['["a", 1]']}, Deal((7,), (("a", 1),))),
        ('{"cards": [7]}', {"moved": ['["a", 1]', '["b", 2]']}, Deal((7,), (("a", 1), ("b", 2)))),
        ('{"cards": [7]}', {"moved": ['[["a", 1]]']}, Deal((7,), (("a", 1),))),
        ('{"cards": []}', {"free": ['"S1"']}, Deal((), (), "S1")),
        ('{"cards": []}', {"free": ["S1"]}, Deal((), (), "S1")),
        ('{"cards": []}', {"free": ["two words"]}, Deal((), (), "two words")),
        ('{"cards": []}', {"free": ["null"]}, Deal(())),
        ('{"cards": []}', {"free": [""]}, Deal(())),
    ],
)
def test_what_was_picked_becomes_the_move(given: str, picked: dict[str, list[str]], move: Deal) -> None:
    assert forms.assemble("Deal", given, picked, (Deal,)) == move


@pytest.mark.parametrize(
    ("kind", "given", "picked"),
    [
        ("Nothing", "{}", {}),
        ("Deal", "[1]", {}),
        ("Deal", "{", {}),
        ("Deal", "{}", {"cards": ["one"]}),
        ("Deal", "{}", {"cards": ["0" + "9" * 5000]}),
        ("Deal", "{}", {"cards": ["1"], "unknown": ["1"]}),
        ("Deal", "{}", {"cards": ["true"]}),
    ],
)
def test_what_cannot_be_a_move_is_unreadable(kind: str, given: str, picked: dict[str, list[str]]) -> None:
    with pytest.raises(Unreadable):
        forms.assemble(kind, given, picked, (Deal,))


@dataclass(frozen=True)
class Spell:
    cards: tuple[str, ...]


@pytest.mark.parametrize(
    ("typed", "cards"),
    [("A-S1 E=L-S1, ?", ("A-S1", "E=L-S1", "?")), ("A-S1", ("A-S1",)), ('["A-S1", "T-S1"]', ("A-S1", "T-S1"))],
)
def test_a_list_of_codes_may_be_typed_into_one_field(typed: str, cards: tuple[str, ...]) -> None:
    assert forms.assemble("Spell", "{}", {"cards": [typed]}, [Spell]) == Spell(cards)


def test_a_number_typed_among_texts_is_a_text() -> None:
    assert forms.assemble("Spell", "{}", {"cards": ["1"]}, [Spell]) == Spell(("1",))
    assert forms.assemble("Spell", "{}", {"cards": ["1 null A-S1"]}, [Spell]) == Spell(("1", "null", "A-S1"))


@dataclass(frozen=True)
class Code:
    cards: tuple[str, ...] = field(metadata={"capitals": True})


@pytest.mark.parametrize(("typed", "cards"), [("p-r6 e=l-s1", ("P-R6", "E=L-S1")), ("p-r6", ("P-R6",)), ('"p-r6"', ("p-r6",))])
def test_codes_that_are_typed_may_be_in_small_letters(typed: str, cards: tuple[str, ...]) -> None:
    assert forms.assemble("Code", "{}", {"cards": [typed]}, [Code]) == Code(cards)


def test_every_button_and_every_completion_of_a_picker_reads_back() -> None:
    for group in forms.groups(toy, toy.legal_moves(RICH), NAMES):
        for one in group.buttons:
            assert notation.write(notation.read(one.move, toy.MOVES)) == one.move
        for one in group.pickers:
            picked = {part.name: [choice.value for choice in part.choices[: part.least]] for part in one.fields}
            assert toy.apply(RICH, one.who, forms.assemble(one.kind, one.given, picked, toy.MOVES)) != RICH


def refused(state: Any, who: int | None) -> dict[str, tuple[str, str]]:
    offered = [group.kind for group in forms.groups(toy, toy.legal_moves(state, who), NAMES)]
    return {one.kind: (one.rule, str(one.why)) for one in forms.greyed(toy, state, who, offered, ["S1", "C0"])}


def test_what_may_not_be_done_is_greyed_with_the_rule() -> None:
    found = refused(START, 1)
    assert found["Reach"] == ("toy.turn", "It is the turn of seat 1.")
    assert found["Drew"] == ("toy.reach", "A stone is told after somebody has reached into the bag.")
    assert "Held" not in found


def test_nothing_that_is_legal_is_greyed() -> None:
    assert set(refused(RICH, 0)) == {"Drew"}


def test_samples_know_every_kind_of_field() -> None:
    (sample,) = forms.samples(Deal, ["S1"])[:1]
    assert sample == Deal((), (), HIDDEN)


def test_what_a_move_would_score_stands_beside_it_and_is_what_it_scores() -> None:
    at = opened("Ana", "Ben")
    told = journal(
        at, 'TABLE TurnCards {"cards": [2, 1]}', "Ben StartSaving {}", 'TABLE Drew {"token": "BP2"}', 'TABLE Drew {"token": "BW"}'
    )
    state = replay(at, told).state
    gains = forms.gains(at.game, state, at.game.legal_moves(state))
    assert {move: [line.points for line in lines] for move, lines in gains.items()} == {"Stop {}": [3, 1, 2]}
    assert gains["Stop {}"] == at.game.score(at.game.apply(state, 1, notation.read("Stop {}", at.game.MOVES)))[1]
