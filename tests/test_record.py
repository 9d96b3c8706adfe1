"""Records and notation: what is written down reads back, and what cannot be read says where and why."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from companion import notation, record
from companion.games import GAMES
from companion.games.fire import moves as fire
from companion.notation import Unreadable
from companion.record import BadRecord
from companion.rules import say
from tests.firegame import find_box, journal, opened

GOOD = """companion 1
# a comment
game: fire
box: house
options: {"robots": 1}
seats: Ana, Ben María

1 TABLE TurnCards {"cards": [3, 2, 1]}
# another
2 TABLE StartSaving {}
3 TABLE Drew {"token": "BW1"}
"""


def read(text: str) -> record.Record:
    return record.read(text, GAMES, find_box)


def test_a_record_reads_whole_with_comments_and_blank_lines() -> None:
    found = read(GOOD)
    assert found.table.seats == ("Ana", "Ben María")
    assert found.table.options.robots == 1
    assert [entry.seq for entry in found.entries] == [1, 2, 3]
    assert found.entries[2].move == fire.Drew("BW1")


def test_windows_line_ends_and_a_byte_order_mark_do_no_harm() -> None:
    assert read("\ufeff" + GOOD.replace("\n", "\r\n")).entries == read(GOOD).entries


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("companion 1", "companion 2", 1, "newer"),
        ("companion 1", "hello", 1, "companion 1"),
        ("game: fire", "game: chess", 3, "chess"),
        ("game: fire\n", "", 5, "game:"),
        ("box: house\n", "colour: red\n", 4, "box:"),
        ('{"robots": 1}', '{"robots": 5}', 5, "7 cannot play"),
        ('{"robots": 1}', '{"robots": 6}', 5, "robots"),
        ('{"robots": 1}', '{"robos": 1}', 5, "robos"),
        ('{"robots": 1}', '{"robots": true}', 5, "whole number"),
        ('{"robots": 1}', '{"robots": 1, "robots": 2}', 5, "JSON"),
        ('{"robots": 1}', "{", 5, "Options are written as JSON"),
        ("Ana, Ben María", "Ana, Ana", 6, "Ana"),
        ("Ana, Ben María", "Ana,, Ben", 6, "name"),
        ("Ana, Ben María", "Ana, Robot 1", 6, "Robot 1"),
        ("2 TABLE StartSaving {}", "2 Dan StartSaving {}", 10, "TABLE, Ana, Ben María"),
        ("2 TABLE StartSaving {}", "3 TABLE StartSaving {}", 10, "entry 2"),
        ("2 TABLE StartSaving {}", "TABLE StartSaving {}", 10, "2 WHO MOVE"),
        ("2 TABLE StartSaving {}", "2 StartSaving {}", 10, "who moves"),
        ("2 TABLE StartSaving {}", "2 TABLE Begin {}", 10, "Begin"),
        ("2 TABLE StartSaving {}", '2 TABLE Ruling {"text": "so", "moves": ["Begin {}"]}', 10, "Begin"),
        ('{"token": "BW1"}', '{"token": "BW1", "by": 3}', 11, "by"),
        ('{"token": "BW1"}', "{}", 11, "token"),
        ('{"token": "BW1"}', '{"token": 4}', 11, "text"),
        ('{"token": "BW1"}', '["BW1"]', 11, "JSON object"),
        ('{"token": "BW1"}', '{"token": "BW1"', 11, "JSON"),
        ('{"cards": [3, 2, 1]}', '{"cards": [3, 2, "1"]}', 8, "whole number"),
        ('{"cards": [3, 2, 1]}', '{"cards": [3, 2, NaN]}', 8, "JSON"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line_and_what_was_expected(old: str, new: str, line: int, said: str) -> None:
    assert old in GOOD
    with pytest.raises(BadRecord) as wrong:
        read(GOOD.replace(old, new))
    assert wrong.value.line == line
    assert said in str(wrong.value)


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment", "\x00\x01", "[" * 100_000])
def test_a_text_that_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(BadRecord):
        read(text)


@given(st.text(max_size=200))
def test_no_text_breaks_the_reader(text: str) -> None:
    with pytest.raises(Unreadable):
        read(text)


@given(st.text(max_size=60))
def test_no_line_breaks_the_notation(text: str) -> None:
    try:
        move = notation.read(text, GAMES["fire"].MOVES)
    except Unreadable as wrong:
        assert str(wrong)
    else:
        assert notation.read(notation.write(move), GAMES["fire"].MOVES) == move


ODD = {"shape": "[13579]", "expected": say("odd digits")}


@dataclass(frozen=True)
class Digits:
    """A move whose fields have shapes: a list, and a text that may be left out."""

    odd: tuple[str, ...] = field(metadata=ODD)
    last: str | None = field(default=None, metadata=ODD)


@pytest.mark.parametrize("values", [{"odd": []}, {"odd": ["1", "9"], "last": "3"}, {"odd": ["5"], "last": None}])
def test_a_field_with_a_shape_takes_what_matches_it(values: dict[str, Any]) -> None:
    made = notation.build(Digits, values)
    assert notation.read(notation.write(made), [Digits]) == made


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"odd": ["1", "2"]}, 'Digits: “odd” should be odd digits, not "2".'),
        ({"odd": ["11"]}, 'Digits: “odd” should be odd digits, not "11".'),
        ({"odd": ["1\n"]}, 'Digits: “odd” should be odd digits, not "1\\n".'),
        ({"odd": ["é"]}, 'Digits: “odd” should be odd digits, not "é".'),
        ({"odd": ["1"], "last": ""}, 'Digits: “last” should be odd digits, not "".'),
        ({"odd": [1]}, "Digits: “odd” should be a text, not 1."),
    ],
)
def test_what_has_another_shape_is_refused_with_what_was_expected(values: dict[str, Any], said: str) -> None:
    with pytest.raises(Unreadable) as wrong:
        notation.build(Digits, values)
    assert str(wrong.value) == said


@given(st.data())
def test_every_move_of_every_value_reads_back_as_it_was_written(data: st.DataObject) -> None:
    move = data.draw(st.sampled_from(GAMES["fire"].MOVES).flatmap(st.from_type))
    assume(not re.search(r"\d{10}", notation.write(move)))  # larger numbers are refused
    assert notation.read(notation.write(move), GAMES["fire"].MOVES) == move


def test_a_field_named_like_a_word_of_python_has_no_underscore_in_the_notation() -> None:
    assert notation.write(fire.TakeTool("market", "T01A")) == 'TakeTool {"from": "market", "tool": "T01A"}'


def test_an_ask_is_written_with_what_is_given_and_what_is_open() -> None:
    at = opened()
    [(_, ask)] = [pair for pair in at.game.legal_moves(at.setup()) if getattr(pair[1], "move", None) is fire.TurnCards]
    assert notation.write(ask) == 'Ask TurnCards {} {"cards": {"from": [1, 2, 3], "least": 2, "most": 2}}'


def test_a_record_is_written_as_it_is_read() -> None:
    found = read(GOOD)
    without_comments = "\n".join(line for line in GOOD.splitlines() if not line.startswith("#")) + "\n"
    assert record.write(found.table, found.entries, "house") == without_comments


def test_only_options_that_were_changed_are_written() -> None:
    at = opened(robots=2, tools=False)
    text = record.write(at, journal(at), "house")
    assert json.loads(text.split("options: ")[1].split("\n")[0]) == {"tools": False, "robots": 2}
