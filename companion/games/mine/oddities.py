"""What is odd about a box of Out of Mine! that could be read: errors bar it from play, warnings are shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product

from companion.games.mine.cover import CutOff, cover
from companion.games.mine.pieces import CORNERS, EDGES, PALETTE, ROCK, ROUNDS, SIDES, SPACE, Box, plan_spots
from companion.games.mine.tiling import form, in_one_piece, lays, spots
from companion.games.mine.tints import distance, lab
from companion.games.oddities import errors_first, twice, warning
from companion.games.rows import FIRST_ROW
from companion.rules import N_, Problem, say, say_n

MOST_SEATS = 4
MOST_POINTS = 2
MOST_PAIR, MOST_STEPS = 20_000, 300_000
"""Steps of the search for one card on one side, and for all: the house box needs 121 and 7,275."""
NEAREST = 15.0
"""CIEDE2000 below which two colours may be taken for each other."""


def check_box(box: Box) -> list[Problem]:
    """Errors first, then warnings, each with its file and row. What needs a sound box is looked at when there are no errors."""
    found = [
        problem
        for look in (_colours, _shapes, _tiles, _finds, _cards, _boards, _elves, _counts, _palette)
        for problem in look(box)
    ]
    if not any(problem.error for problem in found):
        found += [problem for look in (_labels, _supply, _few, _galleries, _points, _tints, _fillable) for problem in look(box)]
    return errors_first(found)


# --- errors -----------------------------------------------------------------------------------------------------------


def _colours(box: Box) -> Iterator[Problem]:
    yield from twice("colours.csv", "colour", box.colours, N_("The colour {colour} stands here twice."))
    yield from twice("colours.csv", "letter", box.colours, N_("The letter {letter} stands here twice."))
    for row, colour in enumerate(box.colours, FIRST_ROW):
        if colour.size < 1:
            yield Problem("colours.csv", row, "size", say("A tile covers at least one space."))


def _shapes(box: Box) -> Iterator[Problem]:
    yield from twice("shapes.csv", "shape", box.shapes, N_("The shape {shape} stands here twice."))
    earlier: list[tuple[str, str, set[object]]] = []
    for row, shape in enumerate(box.shapes, FIRST_ROW):
        if shape.colour not in box.size_of:
            yield _unknown("shapes.csv", row, "colour", shape.colour)
            continue
        cells = spots(shape.drawing)
        if len(cells) != box.size_of[shape.colour]:
            text = say_n(
                "The drawing has {n} cell; tiles of this colour cover {size}.",
                "The drawing has {n} cells; tiles of this colour cover {size}.",
                len(cells),
                size=box.size_of[shape.colour],
            )
            yield Problem("shapes.csv", row, "drawing", text)
        if not in_one_piece(cells) or len({len(line) for line in shape.drawing.split("/")}) > 1:
            yield Problem("shapes.csv", row, "drawing", say("The drawing must be in one piece, and its rows equally long."))
        if not cells:
            continue
        ways: set[object] = set(lays(form(cells)))
        same = next((name for name, colour, others in earlier if colour == shape.colour and others & ways), None)
        if same is not None:
            yield Problem("shapes.csv", row, "drawing", say("Turned or mirrored, this is the shape {shape}.", shape=same))
        earlier.append((shape.shape, shape.colour, ways))


def _unknown(file: str, row: int, column: str, value: object) -> Problem:
    return Problem(file, row, column, say("“{value}” is not known to this box.", value=value))


def _tiles(box: Box) -> Iterator[Problem]:
    yield from twice("tiles.csv", "tile", box.tiles, N_("The tile {tile} stands here twice."))
    shapes = {shape.shape for shape in box.shapes}
    for row, tile in enumerate(box.tiles, FIRST_ROW):
        if tile.shape not in shapes:
            yield _unknown("tiles.csv", row, "shape", tile.shape)
        for column, find in (("front", tile.front), ("back", tile.back)):
            if find and find not in box.find_names:
                yield _unknown("tiles.csv", row, column, find)


def _finds(box: Box) -> Iterator[Problem]:
    yield from twice("finds.csv", "find", box.finds, N_("The find {find} stands here twice."))


def _cards(box: Box) -> Iterator[Problem]:
    yield from twice("cards.csv", "card", box.cards, N_("The card {card} stands here twice."))
    for row, card in enumerate(box.cards, FIRST_ROW):
        for colour, n in card.tiles.items():
            if n < 0:
                yield Problem("cards.csv", row, colour, say("A card cannot name fewer tiles than none."))
        if not any(card.tiles.values()):
            yield Problem("cards.csv", row, None, say("This card names no tile."))
        for find, points in card.finds.items():
            if abs(points) > MOST_POINTS:
                yield Problem("cards.csv", row, find, say("A find gives from -{most} to {most} points.", most=MOST_POINTS))
    if len(box.cards) < 2 * ROUNDS:
        yield Problem("cards.csv", None, None, say("There are fewer than {least} cards: too few for two.", least=2 * ROUNDS))


def _boards(box: Box) -> Iterator[Problem]:
    seen: set[tuple[int, str]] = set()
    for row, one in enumerate(box.boards, FIRST_ROW):
        if (one.board, one.side) in seen:
            text = say("Board {board} has side {side} twice.", board=one.board, side=one.side)
            yield Problem("boards.csv", row, "side", text)
        seen.add((one.board, one.side))
        lines = one.plan.split("/")
        if len(lines) != box.rows or any(len(line) != box.columns for line in lines):
            text = say("A plan has {rows} rows of {columns} signs.", rows=box.rows, columns=box.columns)
            yield Problem("boards.csv", row, "plan", text)
        elif set(one.plan) - {ROCK, SPACE, "/"}:
            yield Problem("boards.csv", row, "plan", say("A plan has the signs . and # only."))
        elif len(plan_spots(one.plan)) != box.spaces:
            text = say("This plan has {n} spaces; every plan has {spaces}.", n=len(plan_spots(one.plan)), spaces=box.spaces)
            yield Problem("boards.csv", row, "plan", text)
    for board in box.board_numbers:
        for side in SIDES:
            if (board, side) not in seen:
                yield Problem("boards.csv", None, "side", say("Board {board} has no side {side}.", board=board, side=side))
    if len(box.board_numbers) < box.pile + 2:
        yield Problem("boards.csv", None, None, say("There are fewer than {least} boards.", least=box.pile + 2))


def _elves(box: Box) -> Iterator[Problem]:
    plans = {(one.board, one.side): plan_spots(one.plan) for one in box.boards}
    edges: set[tuple[int, str, str, str]] = set()
    for row, elf in enumerate(box.elves, FIRST_ROW):
        if elf.colour not in box.size_of:
            yield _unknown("elves.csv", row, "colour", elf.colour)
        if (elf.board, elf.side) not in plans:
            yield _unknown("elves.csv", row, "board", f"{elf.board}{elf.side}")
            continue
        spaces = plans[elf.board, elf.side]
        x, y = ord(elf.cell[0]) - ord("A"), int(elf.cell[1:]) - 1
        right, down = EDGES[elf.edge]
        if (x, y) not in spaces:
            yield Problem("elves.csv", row, "cell", say("There is no space at {cell}.", cell=elf.cell))
        elif (x + right, y + down) in spaces:
            yield Problem("elves.csv", row, "edge", say("Behind this edge of {cell} there is another space.", cell=elf.cell))
        if (elf.board, elf.side, elf.cell, elf.edge) in edges:
            yield Problem("elves.csv", row, "edge", say("Two elves stand at this edge of {cell}.", cell=elf.cell))
        edges.add((elf.board, elf.side, elf.cell, elf.edge))


def _counts(box: Box) -> Iterator[Problem]:
    for name, file, rows in (
        ("cards", "cards.csv", len(box.cards)),
        ("boards", "boards.csv", len(box.board_numbers)),
        ("tiles", "tiles.csv", len(box.tiles)),
    ):
        if box.counted[name] != rows:
            text = say("{counted} are counted here, {file} has {rows}.", counted=box.counted[name], file=file, rows=rows)
            yield Problem("box.toml", None, f"count.{name}", text)
    known = {*box.size_of, *box.palette}
    for patch in box.patches:
        if patch not in known:
            yield Problem("box.toml", None, "strip.patches", say("“{value}” is not known to this box.", value=patch))
    if len(box.patches) != len(box.strip_x):
        yield Problem("box.toml", None, "strip.x", say("There must be as many places as patches."))


def _palette(box: Box) -> Iterator[Problem]:
    seen = set()
    for row, tint in enumerate(box.tints, FIRST_ROW):
        if tint.what not in (*box.size_of, "space", "rock"):
            yield _unknown(PALETTE, row, "class", tint.what)
        if tint.what in seen:
            yield Problem(PALETTE, row, "class", say("The colour {colour} stands here twice.", colour=tint.what))
        seen.add(tint.what)


# --- warnings ---------------------------------------------------------------------------------------------------------


def _labels(box: Box) -> Iterator[Problem]:
    """Lengths that an owner measured and typed wrongly: with them no board is read from a photograph."""
    places = [box.corners[corner] for corner in CORNERS]
    for at, corner in enumerate(CORNERS):
        (ax, ay), (bx, by), (cx, cy) = (places[(at + step) % 4] for step in (-1, 0, 1))
        if (bx - ax) * (cy - by) <= (by - ay) * (cx - bx):
            yield warning("box.toml", None, f"labels.{corner}", say("TL, TR, BR and BL are no corners in this order."))
            return
    for which, length in enumerate(box.board_mm):
        ends = [place[which] for place in places]
        if max(ends) - min(ends) + box.size_mm > length:
            yield warning("box.toml", None, "grid.board_mm", say("The labels reach beyond a board of this size."))
            return


def _supply(box: Box) -> Iterator[Problem]:
    for row, card in enumerate(box.cards, FIRST_ROW):
        covers = sum(n * box.size_of[colour] for colour, n in card.tiles.items())
        if covers != box.spaces:
            text = say("The tiles of this card cover {covers} spaces, not {spaces}.", covers=covers, spaces=box.spaces)
            yield warning("cards.csv", row, None, text)
        for colour, n in card.tiles.items():
            if n > box.tiles_of[colour]:
                yield warning("cards.csv", row, colour, say("There are only {n} tiles of this colour.", n=box.tiles_of[colour]))
    for colour, there in box.tiles_of.items():
        needed = sum(sorted((card.tiles[colour] for card in box.cards), reverse=True)[:MOST_SEATS])
        if needed > there:
            text = say("Four cards can need {needed} tiles of this colour; there are {there}.", needed=needed, there=there)
            yield warning("cards.csv", None, colour, text)


def _few(box: Box) -> Iterator[Problem]:
    if len(box.board_numbers) < box.pile + MOST_SEATS:
        yield warning("boards.csv", None, None, say("The boards are too few for four players."))
    if len(box.cards) < MOST_SEATS * ROUNDS:
        yield warning("cards.csv", None, None, say("The treasure cards are too few for four players."))


def _galleries(box: Box) -> Iterator[Problem]:
    for row, one in enumerate(box.boards, FIRST_ROW):
        if not in_one_piece(plan_spots(one.plan)):
            yield warning("boards.csv", row, "plan", say("This gallery is in several parts."))
    elves = Counter((elf.board, elf.side, elf.colour) for elf in box.elves)
    for row, elf in enumerate(box.elves, FIRST_ROW):
        if elves[elf.board, elf.side, elf.colour] > 1:
            yield warning("elves.csv", row, "colour", say("Two elves of one colour stand beside this gallery."))


def _points(box: Box) -> Iterator[Problem]:
    for row, card in enumerate(box.cards, FIRST_ROW):
        for find in box.finds:
            if card.finds[find.find] * (1 if find.kind == "good" else -1) < 0:
                text = say("A good find costs points here.") if find.kind == "good" else say("A bad find gives points here.")
                yield warning("cards.csv", row, find.find, text)


def _tints(box: Box) -> Iterator[Problem]:
    shades = {
        name: lab(srgb) for name, srgb in ((*((colour.colour, colour.srgb) for colour in box.colours), *box.palette.items()))
    }
    shades |= {tint.what: tint.lab for tint in box.tints}
    places = {colour.colour: ("colours.csv", row, "srgb") for row, colour in enumerate(box.colours, FIRST_ROW)}
    measured = {tint.what: (PALETTE, row, "class") for row, tint in enumerate(box.tints, FIRST_ROW)}
    pairs = [*combinations(box.size_of, 2), *product(("space", "rock"), box.size_of)]
    for one, other in pairs:
        if distance(shades[one], shades[other]) < NEAREST:
            file, row, column = measured.get(other) or measured.get(one) or places[other]
            yield warning(file, row, column, say("{one} and {other} look nearly alike to a camera.", one=one, other=other))


def _fillable(box: Box) -> Iterator[Problem]:
    """Every card with every side: 800 pairs of the house box in a blink. Of pairs that would take too long nothing is said."""
    steps = 0
    for row, card in enumerate(box.cards, FIRST_ROW):
        for (board, side), gallery in box.gallery.items():
            search = cover(box, gallery, card, most_steps=min(MOST_PAIR, MOST_STEPS - steps))
            try:
                fits = search.leaves(0)
            except CutOff:
                fits = True
            steps += search.steps
            if not fits:
                text = say("Board {board} side {side} cannot be filled with card {card}.", board=board, side=side, card=card.card)
                yield warning("cards.csv", row, None, text)
            if steps >= MOST_STEPS:
                return
