"""Out of Mine!, specification 8: what a board on a photograph means, cell by cell, and what must be asked."""

from __future__ import annotations

from companion.games import mine
from companion.referee import judge, typed
from companion.rules import BoardSeen
from companion.table import naming
from tests.games.minetable import BOX, COVER, NAMES, board, counted, dug, game, laid, opened, ready, shout, tile

SITUATION_5 = ("red D5 E4 E5 F4", "red B5 C5 B6 C6", "green A4 B4 A5", "green F3 G2 G3", "green B2 C2 B3", "blue B1 C1")
PRINTED = {name: {cell: may[-1] for cell, may in surface.classes.items()} for name, surface in mine.surfaces(BOX).items()}
COUNTING = game(dug("4B T26", "5A T01", shouter=0))


def seen(*tiles, name="4B", doubtful=None, **said) -> BoardSeen:
    """A board with these tiles on it, and what people say: `card="T26"`, `find_A4="silver"`."""
    crystals = {cell: one.colour for one in map(tile, tiles) for cell in one.cells}
    told = {key.replace("_", "."): value for key, value in said.items()}
    return BoardSeen(name, PRINTED[name] | crystals | dict.fromkeys(doubtful or {}), doubtful or {}, told)


def judged(told, board, who=0, labels=None):
    rows = typed([labels.split() if labels else [f"{board.name}-TL", f"{board.name}-BR"]])
    return judge(mine, told.state, who, rows, naming(opened(len(told.seats))), {}, [board])


def lines(found):
    return [
        [f"{one if isinstance(one, str) else NAMES[one]} {line}" for one, line in proposal.moves] for proposal in found.proposals
    ]


def asked(found, name="4B", how="pressing"):
    return {query.key: str(query.text) for query in found.layings[name].queries if query.how == how}


def test_a_board_that_is_settled_is_a_laying_with_what_it_comes_to() -> None:
    found = judged(COUNTING, seen(*COVER))
    assert [len(story) for story in lines(found)] == [1]
    told = COUNTING.then(*lines(found)[0])
    assert {one.cells for one in map(tile, COVER)} != set()
    assert sorted(sorted(one.cells) for one in told.state.seats[0].tiles) == sorted(sorted(tile(one).cells) for one in COVER)
    assert str(found.layings["4B"].sums) == "every space is covered: 12 points"
    assert asked(found) == {}


def test_what_comes_off_is_named() -> None:
    found = judged(COUNTING, seen(*SITUATION_5))
    laying = found.layings["4B"]
    off = {one.cells: (str(one.off), one.rule) for one in laying.lying if one.off}
    assert off[("B1", "C1")] == ("sticks out", "check.sticks_out")
    assert sorted(off.values()) == [("sticks out", "check.sticks_out"), ("too many", "check.number")]
    assert str(laying.sums) == "2 tiles come off, 6 spaces stay empty: 2 points"
    yellow = judged(COUNTING, seen("yellow A1")).layings["4B"].lying
    assert [(str(one.off), one.rule) for one in yellow] == [("wrong colour", "check.colour")]


def test_cells_that_are_no_whole_number_of_tiles_are_asked_about() -> None:
    found = judged(COUNTING, seen("green A4 B4 A5", "green F3 G3"))
    assert asked(found) == {"beyond.green": "5 green cells are no whole number of greens: which cell is wrong?"}
    assert found.proposals == ()
    (query,) = found.layings["4B"].queries
    assert query.cells == ("F3", "G3")
    assert [(one.value, one.parts) for one in query.answers] == [("F3G3", (("F3", "G3"),))]


def test_a_tile_beyond_the_grid_is_said_and_can_be_taken_back() -> None:
    found = judged(COUNTING, seen("green A4 B4 A5", "green F3 G3", beyond_green="F3G3"))
    assert asked(found) == {}
    assert asked(found, how="open") == {"beyond.green": "Does a green lie partly beyond the grid?"}
    assert lines(found) == [[laid(0, "green A4 B4 A5", "green F3 G3")]]
    assert [str(one.off) for one in found.layings["4B"].lying if one.off] == ["sticks out"]
    assert "beyond.green" in asked(judged(COUNTING, seen("green A4 B4 A5", "green F3 G3", beyond_green="-")))


def test_two_tiles_of_a_colour_beyond_the_grid_are_said_in_one_answer() -> None:
    on = ("green A1 B1", "green G6")
    found = judged(COUNTING, seen(*on))
    assert asked(found) == {"beyond.green": "No green tiles fit A1 B1 G6: which cell is wrong?"}
    ((answer,),) = (query.answers for query in found.layings["4B"].queries)
    assert (answer.value, answer.parts) == ("A1B1-G6", (("A1", "B1"), ("G6",)))
    assert str(answer.name) == "2 green tiles lie partly beyond the grid: A1 B1, G6"
    found = judged(COUNTING, seen(*on, beyond_green=answer.value))
    assert lines(found) == [[laid(0, *on)]]
    assert [str(one.off) for one in found.layings["4B"].lying] == ["sticks out", "sticks out"]
    assert asked(found, how="open") == {"beyond.green": "Does a green lie partly beyond the grid?"}


def test_what_people_say_of_tiles_that_are_not_there_is_left_aside() -> None:
    for value in ("A1B1", "F3G3F3", "F3G2G3", "H9", "", "nonsense"):
        assert "beyond.green" in asked(judged(COUNTING, seen("green A4 B4 A5", "green F3 G3", beyond_green=value)))


def test_one_cell_of_a_colour_is_said_in_the_singular() -> None:
    found = judged(COUNTING, seen("red A2"))
    assert asked(found) == {"beyond.red": "1 red cell is no whole number of reds: which cell is wrong?"}


def test_cells_that_no_tiles_fit_are_asked_about() -> None:
    found = asked(judged(COUNTING, seen("green A4 B4 D6")))
    assert found == {"beyond.green": "No green tiles fit A4 B4 D6: which cell is wrong?"}


def test_a_doubtful_cell_comes_before_all_else_with_what_fits_first() -> None:
    tiles = [one for one in COVER if one != "green A4 B4 A5"]
    found = judged(COUNTING, seen(*tiles, "green A4 B4", doubtful={"A5": ("white", "green", "space")}))
    assert found.proposals == ()
    assert asked(found) == {}, "the cell is asked for, and no number that rests on it"
    assert found.layings["4B"].likely == {"A5": ("green", "white", "space")}


def test_cuts_that_differ_are_asked_for_and_the_answer_is_taken() -> None:
    # Eight red cells, two by four: squares, bars or ells, which show different finds.
    reds = ("red A2 B2 A3 B3", "red C2 D2 C3 D3")
    plain = judged(game(dug("6A T09", "5A T01", shouter=0)), seen(*reds, name="6A"))
    assert len(plain.proposals) == 1 and asked(plain, "6A") == {}, "without finds all cuts are worth the same"
    told = game(dug("6A T09", "5A T01", shouter=0), finds=True)
    found = judged(told, seen(*reds, name="6A"))
    assert asked(found, "6A")["cut.red"] == "How do the red tiles lie?"
    assert found.proposals == ()
    query = next(one for one in found.layings["6A"].queries if one.key == "cut.red")
    assert len(query.answers) > 1
    for answer in query.answers:
        (story,) = lines(judged(told, seen(*reds, name="6A", cut_red=answer.value)))
        assert {one.cells for one in told.then(*story).state.seats[0].tiles} == set(answer.parts)
    assert "cut.red" in asked(judged(told, seen(*reds, name="6A", cut_red="A1B1")), "6A")


def test_finds_are_asked_for_of_the_shape_when_they_are_in_play() -> None:
    told = game(dug("4B T26", "5A T01", shouter=0), finds=True)
    assert not any(key.startswith("find.") for key in asked(judged(COUNTING, seen("green A4 B4 A5")), how="open"))
    found = judged(told, seen("green A4 B4 A5", "blue B1 C1"))
    assert asked(found, how="open") == {"find.A4": "What does green A4 B4 A5 show?"}, "what sticks out shows nothing that counts"
    (query,) = found.layings["4B"].queries
    assert query.said == "-"
    values = [one.value for one in query.answers]
    assert values[0] == "-"
    assert "gold" not in values, "no corner green of the house box shows gold"
    found = judged(told, seen("green A4 B4 A5", find_A4="silver"))
    assert lines(found) == [[laid(0, "green A4 B4 A5 silver")]]
    found = judged(told, seen("green A4 B4 A5", find_A4="gold"))
    assert lines(found) == [[laid(0, "green A4 B4 A5")]]


def test_the_card_that_is_not_told_is_asked_for_or_lies_in_the_picture() -> None:
    told = game(ready("4B", "5A T01"), "TABLE IntoTheMine {}", shout(0))
    found = judged(told, seen(*COVER))
    assert asked(found) == {"card": "Which treasure card has seat 1?"}
    assert "T01" not in [one.value for one in found.layings["4B"].queries[0].answers]
    story = ['TABLE DrewCard {"seat": 0, "card": "T26"}']
    for found in (judged(told, seen(*COVER, card="T26")), judged(told, seen(*COVER), labels="4B-TL 4B-TR T26")):
        assert [one[:1] for one in lines(found)] == [story], "who confirms the laying has told the card too"
        assert len(lines(found)[0]) == 2
    assert asked(judged(told, seen(*COVER, card="T01"))) == {"card": "Which treasure card has seat 1?"}


def test_a_board_that_is_not_told_is_told_with_its_laying() -> None:
    told = game("TABLE IntoTheMine {}", shout(1), seats=3)
    (story,) = lines(judged(told, seen(*COVER), who=2, labels="4B-TL 4B-TR T26"))
    after = told.then(*story).state.seats[2]
    assert (after.board, after.side, after.card, after.empty) == (4, "B", "T26", 0)
    shared = judged(told, seen(*COVER), who=None, labels="4B-TL 4B-TR T26")
    assert asked(shared) == {"seat": "Whose is board 4?"}
    assert any("Laid" in story[-1] for story in lines(judged(told, seen(*COVER, seat="1"), who=None, labels="4B-TL 4B-TR T26")))


def test_of_two_boards_that_nobody_told_each_is_asked_for() -> None:
    told = game("TABLE IntoTheMine {}", shout(1), seats=3)
    both = [seen("blue A1 B1"), seen("blue A1 B1", name="5A", seat="2", card="T01")]
    rows = typed([["4B-TL", "4B-BR", "5A-TL", "5A-BR"]])
    for who in (None, 0):
        found = judge(mine, told.state, who, rows, naming(opened(3)), {}, both)
        assert asked(found) == {"seat": "Whose is board 4?"}
        assert [one.value for one in found.layings["4B"].queries[0].answers] == ["0", "1", "2"]
        assert any(line.startswith("Cleo Laid") for story in lines(found) for line in story), "what is told of one is no matter"


def test_where_the_labels_say_it_all_the_board_is_not_looked_at() -> None:
    digging = game(ready("4B T26", "5A T01"), "TABLE IntoTheMine {}")
    for told, name, who in (
        (digging, "4B", 0),  # before the shout
        (COUNTING, "5A", 0),  # another seat's
        (COUNTING, "4A", 0),  # turned over
    ):
        found = judged(told, seen("blue A1 B1", name=name), who=who)
        assert found.layings == {}
        assert not any("Laid" in line for story in lines(found) for line in story)
    assert [one.rule for one in judged(COUNTING, seen("blue A1 B1", name="5A"), who=0).objections] == ["boards.twice"]


def test_a_board_whose_result_is_told_already_is_refused_with_the_rule() -> None:
    found = judged(COUNTING.then(counted(0, 4)), seen(*COVER))
    assert found.proposals == ()
    assert [one.rule for one in found.objections] == ["count.once"]


def test_a_board_that_went_back_into_the_box_is_refused() -> None:
    told = game(dug("4B T26", "5A T01", shouter=0), counted(0, 0), counted(1, 3), board(1, 5))
    told = told.then("TABLE IntoTheMine {}", shout(1))
    found = judged(told, seen("blue A1 B1"), who=0)
    assert found.layings == {}
    assert [one.rule for one in found.objections] == ["boards.out"]


def test_the_tiles_can_be_changed_by_hand_where_the_page_can_lay_them() -> None:
    assert judged(COUNTING, seen("blue A1 B1")).layings["4B"].by_hand == {"seat": ["0"], "lay": ["1"], "tile": ["blue:A1.B1"]}
    told = game(ready("4B", "5A T01"), "TABLE IntoTheMine {}", shout(0))
    assert judged(told, seen(*COVER, card="T26")).layings["4B"].by_hand is None
