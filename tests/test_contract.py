"""One test over all games: what `companion.rules.Game` promises, checked in random play."""

from __future__ import annotations

import contextlib
import dataclasses
import itertools
import json
import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import companion.games
from companion import notation, practice, record, table
from companion.games import GAMES
from companion.rules import TABLE, Ask, IllegalMove, Line, Sentence, Who, total
from tests.web import toy

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus")


@cache
def box_of(name: str) -> Any:
    return GAMES[name].read_box(Path(companion.games.__file__).parent / name / "box")


def variants(name: str, game: Any, box: Any, seats: int) -> dict[str, table.Table]:
    """The tables for so many: with the default options, and with those of practice where they differ, unless they are refused."""
    found: dict[str, table.Table] = {}
    for label, options in (("", ({},)), ("-practice", game.PRACTICE)):
        with contextlib.suppress(IllegalMove):
            opened = practice.open_table(name, game, box, options, NAMES[:seats])
            if all(opened.options != other.options for other in found.values()):
                found[label] = opened
    return found


def tables() -> Iterator[Any]:
    """Fewest, middle and most seats of every game, with the default options and with those of practice."""
    for name, game in GAMES.items():
        for n in sorted({game.SEATS.start, (game.SEATS.start + game.SEATS.stop - 1) // 2, game.SEATS.stop - 1}):
            for label, opened in variants(name, game, box_of(name), n).items():
                yield pytest.param(opened, id=f"{name}-{n}{label}")


every_table = pytest.mark.parametrize("at", list(tables()))


GAMES_PLAYED = 5
"""So many random games of each table serve all tests: long games take longer to play than to check."""
played: dict[tuple[int, int], tuple[Any, list[table.Entry]]] = {}
walked: dict[tuple[int, int], list[tuple[Any, Who, Any]]] = {}


def play(at: table.Table, seed: int) -> list[table.Entry]:
    """A random game, played once."""
    key = id(at), seed % GAMES_PLAYED
    if key not in played:
        played[key] = at, practice.play(at, seed % GAMES_PLAYED)  # with its table, so that the id stays its own
    return played[key][1]


def walk(at: table.Table, seed: int) -> list[tuple[Any, Who, Any]]:
    """A random game: (state, who, the move made there)."""
    entries = play(at, seed)
    key = id(at), seed % GAMES_PLAYED
    if key not in walked:
        state, walked[key] = at.setup(), []
        for entry in entries:
            walked[key].append((state, entry.who, entry.move))
            state = at.game.apply(state, entry.who, entry.move)
    return walked[key]


def sampled(at: table.Table, seed: int, n: int) -> list[tuple[Any, Who, Any]]:
    positions = walk(at, seed)
    return random.Random(seed).sample(positions, min(n, len(positions)))


def fits(move: Any, ask: Ask) -> bool:
    """Whether *move* could be a completion of *ask*."""
    if type(move) is not ask.move or any(getattr(move, key) != value for key, value in ask.given.items()):
        return False
    for name, left in ask.open.items():
        value = getattr(move, name)
        many = value if isinstance(value, tuple) else (value,)
        if isinstance(left.choices, tuple) and any(one not in left.choices for one in many):
            return False
        if isinstance(value, tuple) and not left.least <= len(value) <= left.most:
            return False
    return True


def legal(game: Any, state: Any, who: Who, move: Any) -> bool:
    try:
        game.apply(state, who, move)
    except IllegalMove:
        return False
    return True


# --- the module -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Fussy:
    """A game as far as its setup: stones, but who is alone needs few points, and four play without cards."""

    PRACTICE: tuple[Mapping[str, Any], ...] = ({"cards": True}, {"cards": True, "points": 1})
    Options = toy.Options

    def setup(self, box: Any, seats: int, options: toy.Options) -> Any:
        if (seats == 1 and options.points > 1) or (seats == 4 and options.cards):
            raise IllegalMove("setup.options", "So many cannot play so.")
        return toy.setup(box, seats, options)

    def score(self, state: Any) -> Mapping[Any, Any]:
        return {}


STONES = toy.read_box(Path(str(toy.__file__)).parent / "box")


def test_a_game_is_played_with_its_default_options_and_those_of_practice_where_so_many_can() -> None:
    def played(game: Any, seats: int) -> dict[str, toy.Options]:
        return {label: at.options for label, at in variants("stones", game, STONES, seats).items()}

    assert played(toy, 2) == {"": toy.Options()}
    assert played(Fussy(), 1) == {"-practice": toy.Options(points=1)}
    assert played(Fussy(), 2) == {"": toy.Options()}
    assert played(Fussy(({"cards": False},)), 2) == {"": toy.Options(), "-practice": toy.Options(cards=False)}
    assert played(Fussy(), 4) == {}


def test_a_practice_table_takes_the_first_options_that_so_many_can_play_with() -> None:
    def points(seats: int, *variants: Mapping[str, Any]) -> int:
        options: toy.Options = practice.open_table("stones", Fussy(), STONES, variants, NAMES[:seats]).options
        return options.points

    assert points(2, *Fussy.PRACTICE) == 5
    assert points(1, *Fussy.PRACTICE) == 1
    with pytest.raises(IllegalMove, match="So many cannot play so"):
        points(1, {}, {"points": 3})
    with pytest.raises(notation.Unreadable, match="points"):
        points(1, {"points": 1000}, {"points": 1})


@pytest.mark.parametrize(("name", "seats"), [(name, seats) for name, game in GAMES.items() for seats in game.SEATS])
def test_as_many_as_there_are_seats_can_practise(name: str, seats: int) -> None:
    opened = practice.open_table(name, GAMES[name], box_of(name), GAMES[name].PRACTICE, NAMES[:seats])
    assert opened.game.to_act(opened.setup())


RULE_ID = re.compile(r"[a-z][a-z_]*(\.[a-z][a-z_]*)+")


def odd_rules(rules: Mapping[str, str]) -> list[str]:
    """The ids that are not small words with dots between them, are the house's own already, or have no sentence."""
    return [
        rule for rule, sentence in rules.items() if not RULE_ID.fullmatch(rule) or rule in table.RULES or not sentence.strip()
    ]


def test_a_rule_without_dots_or_words_or_with_an_id_of_the_house_is_odd() -> None:
    rules = {"setup.deal": "Deal.", "deal": "Deal.", "Setup.deal": "Deal.", "setup.": "Deal.", "setup.line": " "}
    assert odd_rules(rules | {"journal.strike": "Strike."}) == [*list(rules)[1:], "journal.strike"]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_rules_with_sentences_and_moves_that_are_frozen_dataclasses(name: str) -> None:
    game = GAMES[name]
    assert odd_rules(game.RULES) == []
    assert all(dataclasses.is_dataclass(move) and vars(move)["__dataclass_params__"].frozen for move in game.MOVES)
    assert len({move.__name__ for move in game.MOVES}) == len(game.MOVES)
    assert all("help" in part.metadata for part in dataclasses.fields(game.Options))


@pytest.mark.parametrize("name", GAMES)
def test_the_default_box_can_be_played_and_its_labels_can_be_printed(name: str) -> None:
    game = GAMES[name]
    assert [problem for problem in game.check_box(box_of(name)) if problem.error] == []
    codes = game.PIECES(box_of(name))
    assert codes
    assert all(piece.code == code and len(f"{game.PREFIX}:{code}") <= 10 for code, piece in codes.items())
    assert all(set(code) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-") for code in codes)


@pytest.mark.parametrize("name", GAMES)
def test_more_seats_than_the_game_has_are_refused_with_a_rule(name: str) -> None:
    game = GAMES[name]
    with pytest.raises(IllegalMove) as refusal:
        game.setup(box_of(name), game.SEATS.stop, game.Options())
    assert refusal.value.rule in game.RULES


# --- in play ----------------------------------------------------------------------------------------------------------


@every_table
@pytest.mark.parametrize("seed", range(3))
def test_a_random_game_ends_with_an_outcome_and_nobody_to_act(at: table.Table, seed: int) -> None:
    entries = play(at, seed)
    position = table.replay(at, entries)
    assert position.problem is None
    assert at.game.to_act(position.state) == ()
    assert at.game.legal_moves(position.state) == []
    outcome = at.game.outcome(position.state)
    assert outcome is not None
    assert set(outcome.winners) <= set(at.game.score(position.state))
    assert isinstance(outcome.why, Sentence)


@every_table
def test_while_the_game_goes_on_somebody_is_to_act_and_has_a_move(at: table.Table) -> None:
    for state, _, _ in walk(at, 1):
        waiting = at.game.to_act(state)
        assert waiting, "nobody is to act in a game that is not over"
        assert at.game.outcome(state) is None
        seats = [who for who in waiting if who != TABLE]
        assert list(waiting) == sorted(seats) + [TABLE] * (TABLE in waiting)
        for who in waiting:
            assert at.game.legal_moves(state, who), f"{who} is to act and has no move"


@every_table
def test_every_listed_move_is_legal_and_every_ask_has_a_legal_completion(at: table.Table) -> None:
    rng = random.Random(2)
    for state, _, _ in sampled(at, 2, 25):
        for who, move in at.game.legal_moves(state):
            if not isinstance(move, Ask):
                assert legal(at.game, state, who, move), f"{who} {notation.write(move)}"
            elif practice.by_chance(move):
                assert legal(at.game, state, who, practice.complete(at.game, state, who, move, rng))


@every_table
def test_every_move_that_apply_accepts_is_listed(at: table.Table) -> None:
    """Moves of the whole game, by everyone, tried at each position: what is accepted must be offered there."""
    game = at.game
    positions = sampled(at, 3, 15)
    pool = {move for _, _, move in walk(at, 3)}
    for state, _, _ in positions:
        pool |= {move for _, move in game.legal_moves(state) if not isinstance(move, Ask)}
    moves = random.Random(3).sample(sorted(pool, key=notation.write), min(80, len(pool)))
    accepted = 0
    for state, _, _ in positions:
        for who in (*range(len(at.seats)), TABLE):
            listed = [found for maker, found in game.legal_moves(state, who) if maker == who]
            for move in moves:
                if not legal(game, state, who, move):
                    continue
                accepted += 1
                if move in listed or any(isinstance(found, Ask) and fits(move, found) for found in listed):
                    continue
                same = game.apply(state, who, move)
                assert any(game.apply(state, who, found) == same for found in listed if not isinstance(found, Ask)), (
                    f"{who} {notation.write(move)} is accepted but not listed"
                )
    assert accepted


@every_table
def test_a_refusal_cites_a_rule_of_the_game_and_says_a_sentence(at: table.Table) -> None:
    game = at.game
    moves = list({move for _, _, move in walk(at, 4)})[:60]
    refused = 0
    for state, _, _ in sampled(at, 4, 12):
        for who, move in itertools.product((0, TABLE), moves):
            try:
                game.apply(state, who, move)
            except IllegalMove as illegal:
                refused += 1
                assert illegal.rule in game.RULES
                assert str(illegal.sentence).strip() and "{" not in str(illegal.sentence)
    assert refused


@every_table
def test_from_a_view_everything_is_offered_that_is_legal_and_the_same_people_are_to_act(at: table.Table) -> None:
    game = at.game
    for state, _, _ in sampled(at, 5, 20):
        for seat in range(len(at.seats)):
            view = game.view(state, seat)
            assert set(game.to_act(state)) <= set(game.to_act(view))
            offered = [move for _, move in game.legal_moves(view, seat)]
            for _, move in game.legal_moves(state, seat):
                if not isinstance(move, Ask):
                    assert move in offered or any(isinstance(ask, Ask) and fits(move, ask) for ask in offered)


@every_table
def test_a_view_is_its_own_view_and_everyone_may_print_it(at: table.Table) -> None:
    for state, _, _ in sampled(at, 6, 20):
        for seat in (None, *range(len(at.seats))):
            view = at.game.view(state, seat)
            assert at.game.view(view, seat) == view
            assert json.loads(json.dumps(notation.plain(view))) == notation.plain(view)


@every_table
def test_chance_gives_legal_moves_with_positive_whole_weights(at: table.Table) -> None:
    asked, rng = 0, random.Random(7)
    for state, _, _ in walk(at, 7):
        waiting = at.game.to_act(state)
        if TABLE not in waiting:
            continue
        coming = at.game.chance(state)
        if not coming:
            assert waiting != (TABLE,), "chance alone is to act and has nothing to say"
            continue
        asked += 1
        if isinstance(coming, Ask):
            assert legal(at.game, state, TABLE, practice.complete(at.game, state, TABLE, coming, random.Random(7)))
        else:
            assert all(isinstance(weight, int) and weight > 0 for _, weight in coming)
            # A deck has a hundred cards that may come, a game hundreds of moments when one does.
            for move, _ in rng.sample(coming, min(20, len(coming))):
                assert legal(at.game, state, TABLE, move), notation.write(move)
    assert asked


@every_table
def test_the_ledger_lists_everyone_and_its_lines_cite_rules(at: table.Table) -> None:
    entries = play(at, 8)
    position = table.replay(at, entries)
    books = table.ledger(at, position)
    score = at.game.score(position.state)
    assert set(range(len(at.seats))) <= set(score)
    for who, lines in score.items():
        assert all(isinstance(line, Line) and line.rule in at.game.RULES for line in lines)
        assert [line for line, _ in books[who]] == list(lines)
        assert total(lines) == sum(line.points for line, _ in books[who])
        assert all(entry is None or 1 <= entry <= len(entries) for _, entry in books[who])


# --- what is written down ---------------------------------------------------------------------------------------------


@every_table
def test_every_move_survives_being_written_told_and_followed_by_hands(at: table.Table) -> None:
    names = table.naming(at)
    for state, who, move in walk(at, 9):
        assert notation.read(notation.write(move), at.game.MOVES) == move
        told = str(at.game.tell(move, names))
        assert told.strip() and "{" not in told
        veiled = at.game.veil(state, who, move, None)
        assert "{" not in str(at.game.tell(veiled, names))
        assert notation.read(notation.write(veiled), at.game.MOVES) == veiled
        assert all(str(step).strip() for step in at.game.hands(state, who, move))


@every_table
def test_a_record_reads_back_as_the_same_game(at: table.Table) -> None:
    entries = tuple(play(at, 10))
    text = record.write(at, entries, at.box.name)
    again = record.read(text, GAMES, lambda name, box: box_of(name))
    assert again.entries == entries
    assert again.table.options == at.options
    assert table.replay(again.table, again.entries).state == table.replay(at, entries).state
    assert record.write(again.table, again.entries, at.box.name) == text


@every_table
def test_striking_any_entry_and_bringing_it_back_changes_nothing(at: table.Table) -> None:
    entries = play(at, 11)
    before = table.replay(at, entries)
    rng = random.Random(11)
    for seq in rng.sample(range(1, len(entries) + 1), 5):
        strike = table.Entry(len(entries) + 1, TABLE, table.Strike(seq))
        back = table.Entry(len(entries) + 2, TABLE, table.Strike(len(entries) + 1))
        after = table.replay(at, [*entries, strike, back])
        assert after.problem is None
        assert after.state == before.state


@every_table
def test_a_struck_entry_leads_to_the_game_without_it_as_far_as_that_fits(at: table.Table) -> None:
    entries = play(at, 12)
    seq = len(entries) // 2
    struck = table.replay(at, [*entries, table.Entry(len(entries) + 1, TABLE, table.Strike(seq))])
    without = table.replay(at, [entry for entry in entries if entry.seq != seq])
    assert struck.state == without.state
    assert (struck.problem is None) == (without.problem is None)
    if struck.problem is not None and without.problem is not None:
        assert struck.problem.entry == without.problem.entry > seq
        assert struck.problem.rule == without.problem.rule in at.game.RULES
