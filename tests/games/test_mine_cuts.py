"""Which tiles lie on a board, told from the colours of its cells (specification, section 8, "Tiles")."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.mine.cuts import Cuts, cuts
from companion.games.mine.judge import shape_and_faces, showing
from companion.games.mine.laying import check
from companion.games.mine.pieces import Gallery
from companion.games.mine.state import Options, Tile
from tests.games.minetable import BOX, COVER, tile

EVERY_FORM = [(colour, form) for colour, forms in BOX.forms.items() for form in forms]


def colours(tiles) -> dict[str, str]:
    return {cell: one.colour for one in tiles for cell in one.cells}


def told(*texts, side="4B", card="T26", doubtful=(), beyond=(), taken=None, **options) -> Cuts:
    """What the colours of these tiles tell, with some cells not told at all."""
    classes = colours(map(tile, texts)) | dict.fromkeys(doubtful)
    gallery = BOX.gallery[int(side[:-1]), side[-1]]
    return cuts(BOX, gallery, BOX.card[card], Options(**options), classes, beyond=beyond, taken=taken)


def cells(tiles) -> list[set[str]]:
    return sorted((set(one.cells) for one in tiles), key=sorted)


def test_a_cover_is_cut_into_its_tiles() -> None:
    found = told(*COVER)
    assert found.numbers == {"blue": 1, "green": 2, "red": 3}
    assert found.settled and cells(found.tiles) == cells(map(tile, COVER))


def test_a_board_without_crystals_has_no_tiles() -> None:
    assert told() == Cuts({}, {}, {}, (), {})


def test_cuts_that_are_worth_the_same_are_one() -> None:
    # Four blue cells in a square on spaces: two tiles, side by side or above each other.
    assert told("blue A1 B1", "blue A2 B2").asked == ()


def test_cuts_with_fewest_tiles_off_come_first_and_others_are_kept() -> None:
    # A square, half of it on rock: lying across one tile comes off, lying down two.
    gallery = Gallery(BOX.mask([(0, 1), (1, 1)]), ())
    square = dict.fromkeys(("A1", "B1", "A2", "B2"), "blue")
    found = cuts(BOX, gallery, BOX.card["T23"], Options(), square)
    assert [one.off for one in found.ways["blue"]] == [1]
    assert [one.off for one in found.also["blue"]] == [2]
    assert cells(found.tiles) == [{"A1", "B1"}, {"A2", "B2"}]


def test_tiles_of_which_the_one_that_stays_may_serve_more_elves_are_asked() -> None:
    # Two lines, or two corners of which one lies before both elves; one of the two is too many.
    block = {f"{letter}{row}": "green" for letter in "ABC" for row in (1, 2)}
    spaces = BOX.mask([(x, y) for x in range(3) for y in range(2)])
    gallery = Gallery(spaces, ((BOX.cells["A1"], "green"), (BOX.cells["A2"], "green")))
    card = next(one for one in BOX.cards if one.tiles["green"] == 1)
    found = cuts(BOX, gallery, card, Options(elves=True), block)
    assert [(one.off, one.elves) for one in found.ways["green"]] == [(1, 2), (1, 1)] and found.asked == ("green",)
    assert cuts(BOX, gallery, card, Options(), block).asked == ()


def test_elves_that_are_served_however_the_cells_are_cut_are_not_asked() -> None:
    spaces = BOX.mask([(x, 0) for x in range(7)])
    gallery = Gallery(spaces, ((BOX.cells["B1"], "green"), (BOX.cells["C1"], "green")))
    row = {f"{letter}1": "green" for letter in "ABCDEF"}
    (way,) = cuts(BOX, gallery, BOX.card["T26"], Options(elves=True), row).ways["green"]
    assert (way.off, way.elves) == (0, 2)


def test_with_finds_in_play_shapes_that_may_show_them_are_told_apart() -> None:
    block = {f"{letter}{row}": "green" for letter in "ABC" for row in (1, 2)}
    gallery = Gallery(BOX.mask([(x, y) for x in range(3) for y in range(2)]), ())
    card = next(one for one in BOX.cards if one.tiles["green"] >= 2 and one.finds["silver"])
    basic, finds = (cuts(BOX, gallery, card, Options(finds=in_play), block).ways["green"] for in_play in (False, True))
    assert len(basic) == 1
    kinds = [sorted(kind[0] for one in way.tiles if (kind := shape_and_faces(BOX, one))) for way in finds]
    assert sorted(kinds) == [["GI", "GI"], ["GL", "GL"]]


def test_a_number_of_cells_that_is_no_multiple_is_odd() -> None:
    found = told("green F3 G2 G3", "blue A1 B1", "green A4 B4")
    (odd,) = found.odd
    assert (odd.colour, odd.size, odd.why) == ("green", 3, "number")
    assert odd.cells == ("G2", "F3", "G3", "A4", "B4") and odd.suspects == ("A4", "B4")
    assert found.numbers == {"blue": 1} and not found.settled


def test_what_may_lie_beyond_the_grid_can_be_told() -> None:
    (odd,) = told("green F3 G2 G3", "green A4 B4").odd
    assert (Tile("green", ("A4", "B4")),) in odd.beyond
    assert all(len(one.cells) == 2 for (one,) in odd.beyond)
    found = told("green F3 G2 G3", "green A4 B4", beyond=[Tile("green", ("A4", "B4"))])
    assert not found.odd and cells(found.tiles) == [{"A4", "B4"}, {"F3", "G2", "G3"}]
    # In the middle of the grid nothing lies beyond it.
    assert told("green C3 D3").odd[0].beyond == ()


def test_a_multiple_that_has_no_shape_of_the_colour_is_odd() -> None:
    (odd,) = told("green A1 B1", "green C4").odd
    assert odd.why == "shape" and odd.beyond == ()


def test_two_tiles_of_a_colour_may_lie_beyond_the_grid() -> None:
    # Three cells are a whole number of greens, and yet they are two tiles that stick out.
    two = Tile("green", ("A1", "B1")), Tile("green", ("G6",))
    (odd,) = told("green A1 B1", "green G6").odd
    assert odd.why == "shape" and odd.beyond == (two,)
    found = told("green A1 B1", "green G6", beyond=two)
    assert not found.odd and found.settled and found.tiles == two
    (odd,) = told("red A1 B1 A2", "red G5 G6", "red D5 E4 E5 F4").odd
    assert (odd.why, len(odd.cells)) == ("number", 9)
    assert {frozenset(map(frozenset, (one.cells for one in way))) for way in odd.beyond} == {
        frozenset((frozenset(("A1", "B1", "A2")), frozenset(("G5", "G6"))))
    }


@pytest.mark.parametrize(("cell", "could"), [("B4", {"green"}), ("A5", {"green"}), ("C1", {"yellow", ""})])
def test_a_doubtful_cell_may_be_what_makes_all_cells_tiles(cell: str, could: set[str]) -> None:
    rest = {name: one for name, one in colours(map(tile, COVER)).items() if name != cell} | {cell: None}
    found = cuts(BOX, BOX.gallery[4, "B"], BOX.card["T26"], Options(), rest)
    assert set(found.could[cell]) == could and not found.settled


def test_a_doubtful_cell_is_narrowed_although_another_colour_is_odd() -> None:
    rest = colours(map(tile, COVER)) | {"B4": None, "D6": "red"}
    found = cuts(BOX, BOX.gallery[4, "B"], BOX.card["T26"], Options(), rest)
    assert found.could["B4"] == ("green",) and [one.colour for one in found.odd] == ["green", "red"]


def test_what_many_doubtful_cells_may_be_is_left_open() -> None:
    found = told(*COVER[:2], doubtful=("D5", "E4", "E5", "F4"))
    assert all(may == (*BOX.size_of, "") for may in found.could.values()) and len(found.could) == 4
    narrow = cuts(BOX, BOX.gallery[4, "B"], BOX.card["T26"], Options(), {"D5": None}, doubtful={"D5": ("red", "rock")})
    assert narrow.could == {"D5": ("rock",)}


def test_shapes_that_the_box_has_not_are_only_taken_where_nothing_else_fits() -> None:
    block = ["green A1 B1 C1", "green A2 B2 C2"]
    found = told(*block, side="1A", card="T26", taken={"GI": 7})
    assert [shape_and_faces(BOX, one)[0] for one in found.tiles] == ["GL", "GL"] and not found.ways["green"][0].short
    (line,) = told("green A1 B1 C1", side="1A", taken={"GI": 8}).ways["green"]
    assert line.short


@pytest.mark.parametrize("few", ["GI", "GL"])
def test_shapes_of_which_the_box_has_few_are_counted_over_all_parts(few: str) -> None:
    # Two blocks of two greens, and three tiles of one shape at hand.
    blocks = {f"{letter}{row}": "green" for letter in "ABC" for row in (1, 2, 5, 6)}
    gallery = Gallery((1 << len(BOX.cells)) - 1, ())
    found = cuts(BOX, gallery, BOX.card["T26"], Options(), blocks, taken={few: 5})
    shapes = [shape_and_faces(BOX, one)[0] for one in found.tiles]
    assert shapes.count(few) in (0, 2)
    assert not found.ways["green"][0].short


@pytest.mark.parametrize("colour", list(BOX.size_of))
def test_a_colour_all_over_the_grid_ends(colour: str) -> None:
    size = BOX.size_of[colour]
    names = BOX.names[: len(BOX.names) // size * size]
    found = cuts(BOX, BOX.gallery[1, "A"], BOX.card["T10"], Options(elves=True, finds=True), dict.fromkeys(names, colour))
    assert found.odd == () or found.odd[0].why == "many"


# --- any laying -------------------------------------------------------------------------------------------------------


@st.composite
def layings(draw):
    """A side, a card, options, and tiles as they may lie: on spaces, on rock, too many, of colours the card does not name."""
    board = draw(st.sampled_from(sorted(BOX.gallery)))
    card = BOX.card[draw(st.sampled_from(sorted(BOX.card)))]
    options = Options(elves=draw(st.booleans()), finds=draw(st.booleans()))
    rng = random.Random(draw(st.integers(0, 10**6)))
    tiles: list[Tile] = []
    left = {shape: len(copies) for shape, copies in BOX.copies.items()}
    few = draw(st.integers(1, 5))
    likely = rng.sample(sorted(BOX.size_of), few)
    for _ in range(draw(st.integers(0, 60))):
        colour, form = rng.choice(EVERY_FORM)
        if colour not in likely:
            continue
        x, y = rng.randint(0, BOX.columns - 1), rng.randint(0, BOX.rows - 1)
        spots = [(x + dx, y + dy) for dx, dy in sorted(form)]
        if not all(x < BOX.columns and y < BOX.rows for x, y in spots):
            continue
        names = tuple(BOX.names[y * BOX.columns + x] for x, y in spots)
        shape, faces = BOX.forms[colour][form]
        if left[shape] and not {cell for one in tiles for cell in one.cells} & set(names):
            left[shape] -= 1
            finds = [find for find in BOX.find_names if showing(BOX, shape, faces, find)]
            tiles.append(Tile(colour, names, rng.choice([None, *finds]) if options.finds else None))
    return BOX.gallery[board], card, options, tuple(tiles)


@settings(max_examples=150)
@given(layings())
def test_the_score_of_any_laying_is_among_those_that_its_colours_tell(laying) -> None:
    gallery, card, options, tiles = laying
    found = cuts(BOX, gallery, card, options, colours(tiles))
    assert found.odd == () and found.could == {} and set(colours(found.tiles).items()) == set(colours(tiles).items())
    for colour in BOX.size_of:
        true = tuple(Tile(one.colour, one.cells) for one in tiles if one.colour == colour)
        assert found.numbers.get(colour, 0) == len(true)
        if not true:
            continue
        lies = check(BOX, gallery, card, options, true)
        every = (*found.ways[colour], *found.also.get(colour, ()))
        assert (lies.empty, lies.elves) in {
            (one.empty, one.elves) for one in (check(BOX, gallery, card, options, way.tiles) for way in every)
        }
        assert all(colours(way.tiles) == colours(true) for way in every)
        if len(every) == 1 and not options.finds:
            assert (every[0].off, every[0].elves) == (sum(rule is not None for rule in lies.off), lies.elves)


@settings(max_examples=100)
@given(layings())
def test_finds_can_be_told_of_the_cut_that_is_true(laying) -> None:
    gallery, card, options, tiles = laying
    found = cuts(BOX, gallery, card, Options(elves=options.elves, finds=True), colours(tiles))
    for colour in found.ways:
        true = tuple(one for one in tiles if one.colour == colour)
        points = sum(n for _, n in check(BOX, gallery, card, Options(finds=True), true).finds)
        reached = set()
        for way in (*found.ways[colour], *found.also.get(colour, ())):
            shown, left = [], [one for one in true if one.find and inside(gallery, one)]
            for one in way.tiles:
                match = next(
                    (
                        other for other in left
                        if inside(gallery, one) and shape_and_faces(BOX, other) == shape_and_faces(BOX, one)
                        and elves(gallery, colour, other) == elves(gallery, colour, one)
                    ), None,
                )  # fmt: skip
                if match is not None:
                    left.remove(match)
                shown.append(Tile(colour, one.cells, match.find if match else None))
            reached.add(sum(n for _, n in check(BOX, gallery, card, Options(finds=True), shown).finds))
        assert points in reached


def inside(gallery: Gallery, one: Tile) -> bool:
    return all(gallery.spaces >> BOX.cells[cell] & 1 for cell in one.cells)


def elves(gallery: Gallery, colour: str, one: Tile) -> int:
    return sum(of == colour and BOX.names[cell] in one.cells for cell, of in gallery.elves)
