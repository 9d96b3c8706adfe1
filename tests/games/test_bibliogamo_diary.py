"""The diary of a game (specification, section 9): facts are exact, and the same game always reads the same."""

from __future__ import annotations

import re
from pathlib import Path

from companion import record, table
from companion.games import bibliogamo
from companion.games.bibliogamo.diary import WORDINGS, diary
from companion.games.bibliogamo.moves import Bribe
from tests.games.bibliogamotable import BOX, final, opened, play

RECORD = Path(__file__).parent / "bibliogamo_records" / "bibliogamo-alone.txt"


def told(entries, at):
    return [(step.move, None) for step in table.replay(at, entries).steps]


def read(at, moves):
    chapters = diary(BOX, at.options, moves)
    assert all("{" not in str(part) for one in chapters for part in (one.heading, one.title, *one.sentences))
    return [(str(one.heading), str(one.title), [str(sentence) for sentence in one.sentences]) for one in chapters]


def test_the_days_of_the_headings_run_from_1_to_40_without_a_gap():
    for seed in range(4):
        at = opened()
        chapters = read(at, told(play(at, seed), at))
        days = []
        for heading, _, _ in chapters:
            first, *last = map(int, re.findall(r"\d+", heading))
            days += range(first, (last or [first])[0] + 1)
        assert days == list(range(1, 41))


def test_the_florins_of_the_story_are_those_of_the_game():
    at = opened()
    state = final(at, 1)
    chapters = diary(BOX, at.options, told(play(at, 1), at))
    templates = {kind: set(texts) for kind, texts in WORDINGS.items()}
    said = [sentence for one in chapters for sentence in one.sentences]
    prices = sum(one.facts["florins"].facts["n"] for one in said if one.text in templates["sold"])
    bribes = sum(one.facts["florins"].facts["n"] for one in said if one.text in templates["bribe"])
    assert BOX.start.florins + prices - bribes == state.florins
    assert bribes == sum(abs(step.move.spaces) for step in table.replay(at, play(at, 1)).steps if isinstance(step.move, Bribe))
    assert sum(one.text in templates["sold"] for one in said) == state.books


def test_the_same_game_reads_the_same_and_every_kind_has_three_wordings():
    at = opened()
    moves = told(play(at, 2), at)
    assert read(at, moves) == read(at, moves)
    assert all(len(set(texts)) == len(texts) >= 3 for texts in WORDINGS.values())


def test_every_kind_of_sentence_is_told():
    kinds = set()
    for seed in range(6):
        at = opened(dismiss=True)
        said = {one.text for chapter in diary(BOX, at.options, told(play(at, seed), at)) for one in chapter.sentences}
        kinds |= {kind for kind, texts in WORDINGS.items() if said & set(texts)}
    assert kinds == set(WORDINGS)


def test_struck_entries_are_not_told_and_a_ruling_is_told_in_brackets():
    game = record.read(RECORD.read_text(encoding="utf-8"), {"bibliogamo": bibliogamo}, lambda name, box: BOX)
    rulings = {entry.seq: entry.move.text for entry in game.entries if isinstance(entry.move, table.Ruling)}
    steps = table.replay(game.table, game.entries).steps
    chapters = read(game.table, [(step.move, rulings.get(step.seq)) for step in steps])
    assert chapters[0][:2] == ("Day 1", "In the Tower of Atlas")
    assert chapters[0][2][0] == "After 3 spaces the Tower of Atlas has a visitor: the Chief Librarian."
    text = "\n".join(sentence for _, _, said in chapters for sentence in said)
    assert text.count("[knocked over: Counted on the table:") == 1
    assert "14 points" in text.splitlines()[-2]
    assert text.splitlines()[-1] == "14 points: Apprentice"


def test_an_unfinished_story_has_no_end_and_an_empty_one_no_chapter():
    at = opened()
    assert diary(BOX, at.options, []) == ()
    moves = told(play(at, 2), at)
    assert len(diary(BOX, at.options, moves[:60])) < len(diary(BOX, at.options, moves))
