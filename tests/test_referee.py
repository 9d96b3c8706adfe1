"""What was seen, judged: prefixes, strangers, sequences, and objections with their rule."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from companion import referee
from companion.rules import HIDDEN, TABLE, Meaning, say
from companion.table import Table, naming
from tests.web import toy

BOX = toy.read_box(Path(toy.__file__).parent / "box")
START = toy.setup(BOX, 2, toy.Options())
NAMES = naming(Table("toy", toy, BOX, toy.Options(), ("Ana", "Ben")))
TITLES = {"ZZ": "Stones", "HB": "Hardback"}


def judge(*rows: list[str], state: toy.State = START, who: int | None = None) -> referee.Judged:
    return referee.judge(toy, state, who, referee.typed(rows), NAMES, TITLES)


def said(judged: referee.Judged) -> list[tuple[str | None, str]]:
    return [(one.rule, str(one.sentence)) for one in judged.objections]


def test_one_piece_may_mean_several_moves_in_order() -> None:
    (proposal,) = judge(["ZZ:S3"]).proposals
    assert proposal.moves == ((0, "Reach {}"), (TABLE, 'Drew {"stone": "S3"}'))
    assert [str(sentence) for _, sentence in proposal.sentences] == ["seat 1 reaches into the bag", "Drawn: stone 3"]


def test_a_code_may_be_typed_without_its_prefix_and_in_small_letters() -> None:
    assert judge(["s3"]) == judge(["ZZ:S3"]) == judge([" zz:s3 "])


def test_a_piece_of_another_game_is_told_by_its_title() -> None:
    judged = judge(["HB:12"])
    assert judged.proposals == ()
    assert said(judged) == [(None, "HB:12 belongs to Hardback, not to this game.")]
    assert said(judge(["QQ:12"])) == [(None, "QQ:12 belongs to another game.")]


def test_strangers_do_not_hide_what_belongs_here() -> None:
    judged = judge(["HB:12", "ZZ:S3", "HB:12"])
    assert len(judged.proposals) == 1
    assert len(judged.objections) == 1


def test_what_is_no_label_is_told_so() -> None:
    assert said(judge(["<b>hello</b> & all the rest of it"])) == [(None, "“<b>hello</b> & all the r” is no label of Companion.")]


def test_an_unknown_code_meets_the_rule_of_the_game() -> None:
    assert said(judge(["ZZ:S99"])) == [("toy.foreign", "S99 is no piece of this box.")]


def test_what_the_rules_refuse_is_an_objection_with_its_rule() -> None:
    state = replace(START, reaching=True, bag=("S1",))
    judged = judge(["ZZ:S3"], state=state)
    assert judged.proposals == ()
    assert said(judged) == [("toy.bag", "S3 is not in the bag.")]


def test_a_sequence_is_refused_when_any_of_its_moves_does_not_fit() -> None:
    assert said(judge(["ZZ:S3"], state=replace(START, bag=("S1",)))) == [("toy.bag", "S3 is not in the bag.")]


def test_apply_alone_judges_not_the_list_of_legal_moves() -> None:
    silent = type("Silent", (), {**vars(toy), "legal_moves": staticmethod(lambda state, who=None: [])})
    for name in ("meanings", "apply", "tell"):
        setattr(silent, name, staticmethod(getattr(toy, name)))
    assert len(referee.judge(silent, START, None, referee.typed([["ZZ:S3"]]), NAMES, TITLES).proposals) == 1


def test_the_phone_that_saw_it_is_who_holds_it() -> None:
    (proposal,) = judge(["ZZ:C1"], who=1).proposals
    assert proposal.moves == ((1, 'Held {"card": "C1"}'),)


def test_notes_are_kept_and_nothing_at_all_is_said_too() -> None:
    def noted(state: toy.State, who: object, rows: object) -> list[Meaning]:
        return [Meaning(note=say("still there"))]

    game = type("Noted", (), {"PREFIX": "ZZ", "meanings": staticmethod(noted)})
    assert [str(note) for note in referee.judge(game, START, None, referee.typed([["S1"]]), NAMES, TITLES).notes] == [
        "still there"
    ]
    game.meanings = staticmethod(lambda state, who, rows: [])
    assert said(referee.judge(game, START, None, referee.typed([["S1"]]), NAMES, TITLES)) == [
        (None, "Nothing can be done with this now.")
    ]


def test_nothing_seen_means_nothing() -> None:
    assert judge() == judge([]) == referee.Judged((), (), ())


def test_a_flood_of_codes_is_no_box() -> None:
    assert said(judge(["ZZ:S1"] * 401)) == [(None, "So many pieces are in no box: at most 400 at once.")]


def test_a_hidden_piece_has_no_label() -> None:
    assert said(judge([HIDDEN]))[0][0] is None


def test_an_objection_brings_what_the_entry_that_was_told_wrongly_is_looked_for_by() -> None:
    state = replace(START, stones=(("S1", "S3"), ()), bag=("S2", "S4", "S5"))
    (objection,) = judge(["ZZ:S1", "ZZ:S4"], state=state).objections
    assert objection.mistaken == {"S4": "S3"}
    assert objection.agrees is not None
    assert not objection.agrees(state)
    assert objection.agrees(replace(state, stones=(("S4", "S1"), ())))
    (refused,) = judge(["ZZ:S3"], state=state).objections
    assert refused.agrees is None
