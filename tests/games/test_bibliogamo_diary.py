"""The diary of a game (specification, section 9): facts are exact, and the same game always reads the same."""

from __future__ import annotations

import itertools
import json
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import practice, record, story
from companion.games import bibliogamo
from companion.games.bibliogamo.diary import Event, diary, worded
from companion.games.bibliogamo.moves import Count, Drew, Shuffled
from companion.games.bibliogamo.wordings import WORDINGS, number
from companion.rules import total
from companion.table import Table, replay, who_and_move
from tests.games.bibliogamotable import (
    ACCEPT,
    BOX,
    CLASSES,
    END,
    NAMES,
    PAY_DAY,
    SELL,
    bribe,
    count,
    drew,
    flipped,
    hire,
    opened,
    prestige,
)  # fmt: skip

PLAYTHROUGH = Path(__file__).parents[1] / "playthroughs" / "bibliogamo-alone.txt"


def read(chapters):
    """A story as people read it: (heading, title, sentences)."""
    told = [(str(one.heading), str(one.title), [str(sentence) for sentence in one.sentences]) for one in chapters]
    assert not re.search(r"[{}]", str(told))
    return [
        (story.begun(heading), story.begun(title), [story.begun(sentence) for sentence in sentences])
        for heading, title, sentences in told
    ]


def moves(*texts):
    """The lines of a game; "text: line" is ruled with that text, "text:" alone a Ruling that moves nothing."""
    for line in (line.strip() for text in texts for line in text.splitlines() if line.strip()):
        ruling, move = re.fullmatch(r"(?:([a-z ]+):)? *(.*)", line).groups()
        yield who_and_move(move, NAMES, CLASSES)[1] if move else None, ruling


def counted(text, **markers):
    """The line of a Ruling in which markers are counted."""
    return f"{text}: {count(json.dumps(markers))}"


def told(*texts, box=BOX, **options):
    return read(diary(box, opened(box, **options).options, moves(*texts)))


def began(hand="A01 A10 A21 A31 A42", card="P7", markers=None):
    """A game up to the first dawn, with markers as a Ruling has put them."""
    ruled = [f"as it lies: {count(markers)}"] if markers else []
    return "\n".join([prestige(card), drew(hand), *ruled])


def kinds(chapters):
    """Of every sentence that has wordings its kind, with the sentence."""
    kind_of = {wording.text: kind for kind, texts in WORDINGS.items() for wording in texts}
    return [(kind_of[said.text], said) for one in chapters for said in one.sentences if said.text in kind_of]


# --- chapters ---------------------------------------------------------------------------------------------------------

LAW = '{"florins": 4, "space": 9, "towers": {"LAW": [3, 3, 0, 3], "POETRY": [0, 1, 0, 3]}}'


def test_a_day_on_which_a_book_is_sold_reads_like_a_story():
    chapters = told(
        began("A01 A20 A19 A31 A42", markers=LAW),
        flipped("A11"), bribe(-2),
        SELL, flipped("A03"), flipped("A07"), PAY_DAY, flipped("A09"), ACCEPT,
        hire("A20", "POETRY", "A01"), END, drew("A05 A06"), flipped("A21"), END,
    )  # fmt: skip
    assert chapters[0] == (
        "Before the first day",
        "The table is set",
        ["[as it lies: counted on the table: 4 Florins, the Librarian on space 9, Law: 3 R, 3 S, 3 B, Poetry: 1 S, 3 B]"],
    )
    assert chapters[1] == (
        "Days 1 and 2",
        "A Law for twelve Florins",
        [
            "After five spaces the Librarian stands between Law and Herbal and looks at the sky.",
            "Katell comes with the news that the researchers are not to be had today.",
            "Two Florins change hands, and he finds himself at the Tower of Law.",
            "He turns a page and offers three Florins.",
            "You ask after his family until the sun is down, and the next day it is twelve Florins.",
            "You shake hands on twelve Florins; it is your first book, and the first mark for the Town Hall.",
            "Poetry takes on three scribes whom Tilda has brought, and the bill goes to Adela.",
        ],
    )
    assert chapters[2][:2] == ("Day 3", "A quiet day")


def test_a_wording_is_chosen_by_the_day_and_the_number_of_the_sentence_in_the_game():
    chapters = diary(BOX, opened().options, list(moves(began("A01 A20 A19 A31 A42"), flipped("A11"), END, flipped("A21"))))
    first, second = (one.sentences for one in chapters)
    assert [said.text for said in first] == [WORDINGS["walk, street"][(1 + 1) % 7].text, WORDINGS["bar"][(1 + 2) % 6].text]
    assert [said.text for said in second] == [WORDINGS["walk, tower"][(2 + 3) % 5].text, WORDINGS["bar"][(2 + 4) % 6].text]


def heading(*texts):
    return [one[0] for one in told(began(markers=LAW), flipped("A11"), bribe(-2), SELL, flipped("A03 A07"), *texts)]


def test_a_heading_has_the_days_that_were_paid():
    assert heading()[1:] == ["Day 1"]
    assert heading(PAY_DAY)[1:] == ["Days 1 and 2"]
    assert heading(PAY_DAY, flipped("A09"), PAY_DAY)[1:] == ["Days 1 to 3"]
    assert heading(counted("mislaid", day=6))[1:] == ["Days 1 to 6"]


def test_a_day_that_is_counted_back_is_the_day_of_the_chapter():
    lines = [began(), flipped("A11"), END, flipped("A12"), END]
    back = counted("mislaid", day=1)
    assert [one[0] for one in told(*lines, back, flipped("A13"))] == ["Day 1", "Day 1", "Day 2"]
    start = counted("mislaid", day=0)
    assert [one[0] for one in told(*lines[:3], start, flipped("A13"))] == ["Day 1", "Day 1"]


def test_days_that_are_counted_before_the_first_are_told_too():
    late = told(prestige("P7"), counted("we began at lunch", day=3), drew("A01 A10 A21 A31 A42"), flipped("A11"))
    assert [one[:2] for one in late] == [("Days 1 to 3", "The table is set"), ("Day 4", "A quiet day")]


TITLES = {
    "A quiet day": [flipped("A11")],
    "A walk that cost three Florins": [flipped("A11"), bribe(-1), bribe(-2)],
    "A book of Law on offer": [flipped("A11"), bribe(-2), SELL],
    "A Law for three Florins": [flipped("A11"), bribe(-2), SELL, flipped("A03 A07"), ACCEPT, hire("A21", "POETRY", "A42")],
    "The book of Poetry is finished": [
        flipped("A11"), hire("A21", "ATLAS", "A10"), counted("so be it", towers={"POETRY": [1, 4, 1, 2]}),
        hire("A31", "POETRY", "A01"),
    ],
    "In the Tower of Atlas": [flipped("A11"), bribe(1), hire("A21", "ATLAS", "A42")],
    "In the Tower of Herbal": [flipped("A11"), "so be it: " + hire("A21", "HERBAL", "A42")],
    "A day put right": [flipped("A11"), "the cat was on it:"],
}  # fmt: skip


@pytest.mark.parametrize("title", TITLES)
def test_a_chapter_is_called_by_the_book_sold_else_the_book_finished_else_the_tower_worked_on(title):
    assert told(began(markers=LAW), *TITLES[title])[1][1] == title


def test_every_book_of_the_house_has_a_title_of_its_own_and_any_other_has_one():
    titles = []
    for tower in BOX.towers:
        markers = f'{{"space": {BOX.space_of[tower.tower]}, "towers": {{"{tower.tower}": {list(tower.recipe)}}}}}'
        titles.append(told(began(), flipped("A11"), f"by hand: {count(markers)}", SELL, flipped("A03 A35"), ACCEPT)[-1][1])
    assert titles == [
        "A History for eleven Florins",
        "An Atlas for eleven Florins",
        "A volume of Poetry for eleven Florins",
        "A Law for eleven Florins",
        "A Herbal for eleven Florins",
        "A Psalter for eleven Florins",
    ]


# --- rulings ----------------------------------------------------------------------------------------------------------


def test_a_ruling_is_told_in_brackets_once_after_what_its_moves_tell():
    ruled = [f"let it stand: {line}" for line in (hire("A21", "LAW", "A42"), END, drew("A02"), drew("A03"))]
    first, second = told(began(markers=LAW), flipped("A11"), *ruled, flipped("A12"))[1:]
    assert first[2][2:] == [
        "Nobody at Law has work for Ugo, and Petra pays for the asking.",
        "[let it stand: ends the turn, Drawn: Bruno, Drawn: Clemence]",
    ]
    assert second[0] == "Day 2"


def test_two_rulings_are_told_each_and_one_that_moves_nothing_by_its_text():
    lines = [counted("a gift", florins=9), "the cat was on it:", counted("a tax", florins=0)]
    assert told(began(), flipped("A11"), *lines)[0][2][2:] == [
        "[a gift: counted on the table: 9 Florins]",
        "[the cat was on it]",
        "[a tax: counted on the table: 0 Florins]",
    ]


def test_struck_entries_are_not_told_and_the_story_of_the_record_ends_with_its_score():
    game = record.read(PLAYTHROUGH.read_text(encoding="utf-8"), {"bibliogamo": bibliogamo}, lambda name, box: BOX)
    chapters = read(story.chapters(game.table, game.entries, replay(game.table, game.entries)))
    text = "\n".join(sentence for _, _, said in chapters for sentence in said)
    assert text.count("[knocked over: counted on the table:") == 1
    assert [one[0] for one in chapters][:1] == ["Day 1"]
    assert chapters[-1][2][-4:] == [
        "Seven books are sold, and that makes seven points.",
        "21 Florins are left in the chest, worth four points.",
        "Four marks for the Physic Garden bring three points.",
        "Altogether it is fourteen points. Tomorrow the sign over your door will say: Apprentice.",
    ]


def test_an_unfinished_story_has_no_end_and_an_empty_one_no_chapter():
    assert told() == []
    assert told(began()) == []
    assert [len(one[2]) for one in told(began(), flipped("A11"))] == [2]


# --- kinds and wordings -----------------------------------------------------------------------------------------------


def walking(**walks):
    """The house box with other walks on some cards."""
    return replace(BOX, artisans=tuple(replace(one, walk=walks.get(one.card, one.walk)) for one in BOX.artisans))


def at_hand(*texts, box=BOX, markers=LAW, hand="A01 A20 A19 A31 A42", **options):
    return diary(box, opened(box, **options).options, list(moves(began(hand, markers=markers), *texts)))


def scenes():
    """Stories that have what random games have seldom or never: what only rulings or owners' boxes bring about."""
    box = walking(A11=-3, A12=-7, A13=-5, A14=-3)
    yield at_hand(flipped("A11"), END, flipped("A12"), END, flipped("A13"), END, flipped("A14"), box=box, markers=None)
    ruled = [counted("poor", florins=0), f"a favour: {bribe(-2)}", f"a favour: {bribe(-2)}"]
    yield at_hand(flipped("A11"), *ruled)
    for card in ("P7", "P5"):
        sale = [SELL, flipped("A07 A13"), PAY_DAY, flipped("A35"), ACCEPT]
        last = [counted("the end", day=40, florins=0), END]
        yield diary(BOX, opened().options, list(moves(began(card=card, markers=LAW), flipped("A11"), bribe(-2), *sale, *last)))
    yield at_hand(flipped("A11"), hire("A47", "HERBAL", "A02", "A01"), hand="A01 A02 A03 A04 A47", markers=None)
    late = counted("late", day=39, florins=4)
    yield at_hand(late, flipped("A11"), END)


def games(seeds, **options):
    """Stories of random games."""
    for seed in seeds:
        at = opened(**options)
        yield diary(BOX, at.options, [(entry.move, None) for entry in practice.play(at, seed)])


@pytest.fixture(scope="module")
def said():
    """Of every kind a sentence that a game told."""
    found = {}
    for chapters in (*scenes(), *games(range(2), dismiss=True)):
        for kind, sentence in kinds(chapters):
            found.setdefault(kind, sentence)
    return found


def test_every_kind_of_sentence_is_told_and_has_three_wordings_or_more(said):
    assert set(said) == set(WORDINGS)
    assert all(len({wording.text for wording in texts}) == len(texts) >= 3 for texts in WORDINGS.values())


def test_every_wording_is_a_whole_sentence_with_the_facts_of_its_kind(said):
    for kind, sentence in said.items():
        for at in range(len(WORDINGS[kind])):
            for n in (1, 2, 20, 21):
                facts = {**sentence.facts, "n": n, "number": number(n)} if "n" in sentence.facts else sentence.facts
                text = story.begun(str(worded(Event(kind, 0, facts), at)))
                assert re.fullmatch(r"[A-Z2][^{}!]*[^ ,;:{}!]\.", text), text
                assert "  " not in text


def test_wordings_are_told_apart():
    texts = [text for wordings in WORDINGS.values() for one in wordings for text in (one.text, one.many) if text is not None]
    assert len(set(texts)) == len(texts)


def test_numbers_are_words_up_to_twenty():
    assert [str(number(n)) for n in (1, 4, 20, 21)] == ["one", "four", "twenty", "21"]


def test_a_card_with_two_kinds_and_one_with_more_have_sentences_of_their_own():
    two = at_hand(flipped("A11"), "let it be: " + hire("A42", "ATLAS", "A01"))
    assert "a researcher and an illustrator" in str(two[1].sentences[2])
    many = at_hand(flipped("A11"), "let it be: " + hire("A47", "HERBAL", "A01"), hand="A01 A02 A03 A04 A47")
    assert "a researcher, a scribe, an illustrator, a binder" in str(many[1].sentences[2])


def test_lift_surplus_and_finished_follow_the_hire():
    markers = '{"towers": {"POETRY": [1, 2, 1, 3]}}'
    [day] = [one for one in at_hand(flipped("A02"), hire("A20", "POETRY", "A01", "A19"), markers=markers) if one.heading.facts]
    assert [kind for kind, _ in kinds([day])][2:] == ["hire", "lift", "surplus", "finished"]


def test_a_shuffle_is_told_last_though_it_was_in_the_middle_of_a_sale():
    markers = {"space": 9, "towers": {"LAW": [3, 3, 0, 3]}}
    lines = [flipped("A11"), bribe(-2), SELL, "early: Shuffled {}", flipped("A03 A07"), ACCEPT, hire("A21", "POETRY", "A01"), END]
    [_, day] = at_hand(*lines, hand="A01 A10 A21 A31 A45", markers=json.dumps(markers))
    assert [kind for kind, _ in kinds([day])][2:] == ["bribe, tower", "price", "sold, marked", "hire", "shuffled"]
    assert [str(said) for said in day.sentences].index("[early]") == 3


# --- boxes of owners --------------------------------------------------------------------------------------------------


def test_a_box_with_other_names_is_told_as_well():
    box = replace(
        BOX,
        kinds=tuple(replace(one, name=f"Trade {one.kind}") for one in BOX.kinds),
        towers=tuple(replace(one, name=f"House {one.short}") for one in BOX.towers),
        prestige=tuple(replace(one, name=f"Guild {one.card}") for one in BOX.prestige),
    )
    sale = [SELL, flipped("A03 A07"), PAY_DAY, flipped("A09"), ACCEPT, hire("A20", "POETRY", "A01")]
    day = told(began("A01 A20 A19 A31 A42", markers=LAW), flipped("A11"), bribe(-2), *sale, box=box)[1]
    assert day[1] == "A book of House La for twelve Florins"
    assert day[2][1] == "Katell comes with the news that all of the trade Trade R are not to be had today."
    assert day[2][5] == "You shake hands on twelve Florins; it is your first book, and the first mark for Guild P7."
    assert day[2][6] == "House Po takes on three of the trade Trade S whom Tilda has brought, and the bill goes to Adela."


# --- what holds of every story ----------------------------------------------------------------------------------------

WORDS = {str(number(n)): n for n in range(1, 21)} | {"nothing": 0}


def amount(sentence):
    """The one number of a sentence, read from its words."""
    found = [WORDS.get(word.lower(), word) for word in re.findall(rf"\b(?:{'|'.join(WORDS)}|\d+)\b", sentence, re.IGNORECASE)]
    assert len(found) == 1, sentence
    return int(found[0])


def florins_told(chapters, start):
    """What is in the chest by what the story says: prices, bribes, and what was counted."""
    chest, offer = start, None
    kind_of = {wording.text: kind for kind, texts in WORDINGS.items() for wording in texts}
    for said in (said for one in chapters for said in one.sentences):
        kind, text = kind_of.get(said.text, ""), str(said)
        if kind.startswith(("price", "again")):
            offer = amount(text)
        elif kind.startswith(("sold", "given")):
            chest += offer
        elif kind.startswith("bribe"):
            chest -= amount(text)
        elif counted := re.search(r"(\d+) Florin", text if text.startswith("[") else ""):
            chest = int(counted[1])
    return chest


def days(chapters):
    """(first, last) of every heading that has days."""
    for one in chapters:
        found = [int(day) for day in re.findall(r"\d+", str(one.heading))]
        if found:
            yield found[0], found[-1]


def random_game(seed, options, hidden, ruled):
    """A game by lot: the moves as the diary takes them, and the last state. *ruled*: now and then markers are counted anew."""
    at, rng = Table("bibliogamo", bibliogamo, BOX, options, NAMES), random.Random(seed)
    state, played = at.setup(), []
    while waiting := bibliogamo.to_act(state):
        if ruled and rng.random() < 0.01:
            state = bibliogamo.apply(state, "TABLE", Shuffled(), ruling=True)
            played.append((Shuffled(), "the pile fell over"))
        if ruled and rng.random() < 0.02:
            move = Count(
                florins=rng.choice((None, rng.randrange(30))),
                day=rng.choice((None, min(40, max(0, state.day + rng.randint(-2, 2))))),
                space=rng.choice((None, rng.randrange(24))),
                towers=rng.choice((None, {"LAW": (0, 0, 0, 0)})),
            )
            state = bibliogamo.apply(state, 0, move, ruling=True)
            played.append((move, "so it lies"))
        who, move = practice.random_move(bibliogamo, state, waiting, rng)
        if hidden and isinstance(move, Drew) and rng.random() < 0.3:
            move = Drew("?")
        state = bibliogamo.apply(state, who, move)
        played.append((move, None))
    return played, state


OPTIONS = st.builds(
    bibliogamo.Options,
    prestige=st.sampled_from(("drawn", "chosen")),
    lift_covers_turn=st.booleans(),
    bar_stops_payment=st.booleans(),
    empty_hires=st.booleans(),
    dismiss=st.booleans(),
)


@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 10_000), options=OPTIONS, hidden=st.booleans(), ruled=st.booleans())
def test_the_days_the_florins_the_books_and_the_score_of_a_story_are_those_of_the_game(seed, options, hidden, ruled):
    played, state = random_game(seed, options, hidden, ruled)
    chapters = diary(BOX, options, played)
    assert read(chapters) == read(diary(BOX, options, played))
    assert florins_told(chapters, BOX.start.florins) == state.florins
    ran = list(days(chapters))
    if ruled:
        assert (ran[0][0], ran[-1][1]) == (1, 40)
        assert all(later[0] <= earlier[1] + 1 for earlier, later in itertools.pairwise(ran))
    else:
        assert [day for first, last in ran for day in range(first, last + 1)] == list(range(1, 41))
    sold = [str(said.facts["book"]) for kind, said in kinds(chapters) if kind.startswith(("sold", "given"))]
    assert len(sold) == len(state.sales)
    assert sold[:2] == ["first book", "second book"][: len(sold)]
    whole = total(bibliogamo.score(state)[0])
    end = [(kind, str(said)) for kind, said in kinds(chapters) if kind.startswith("end")]
    assert [kind for kind, _ in end][-1] == "end"
    assert len(end) == 4
    assert amount(end[-1][1].replace("no points", "nothing")) == whole
