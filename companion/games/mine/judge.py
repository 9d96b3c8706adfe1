"""May this be done, and what comes of it: `apply` (specification, sections 5 and 6).

A refusal names the first rule in this order: the game is over, who tells it, the phase, what was told already, the value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from companion.games.mine.choices import MOST_FINDS
from companion.games.mine.course import chose_side, counted, drew_card, got_board, into_the_mine, laid, stopped
from companion.games.mine.laying import is_beyond, mask
from companion.games.mine.moves import (
    AllStop,
    ChoseSide,
    Counted,
    DrewCard,
    GotBoard,
    IntoTheMine,
    Laid,
    Move,
    OfTable,
    OutOfTheMine,
    Result,
    tile_told,
    word,
)
from companion.games.mine.pieces import SIDES, Box
from companion.games.mine.state import (
    Digger,
    State,
    Tile,
    elves_at_most,
    is_known,
    kept_boards,
    lying_boards,
    sides_to_choose,
    strangers_left,
    where_used,
)
from companion.games.mine.text import RULES
from companion.games.mine.tiling import BACK, FRONT, form
from companion.rules import HIDDEN, TABLE, IllegalMove, Name, Sentence, Who, say, say_n


def apply(state: State, who: Who, move: Move, *, ruling: bool = False) -> State:
    """The state after *who* made the move. Raises IllegalMove with the first rule in its way.

    A Ruling waives that a board is out or not in the pool, that the other side is played, that a card was used, and that
    there are no more tiles and finds than in the box.
    """
    if state.phase == "over":
        raise IllegalMove("end.over", RULES["end.over"])
    _check_who(state, who, move)
    match move:
        case IntoTheMine():
            _check_order(state)
            return into_the_mine(state)
        case OutOfTheMine(seat):
            _check_shout(state)
            return stopped(state, seat)
        case AllStop():
            if state.phase != "mine":
                raise IllegalMove("stop.when", say("Nobody is digging now, so there is nothing to stop."))
            return stopped(state, None)
        case GotBoard(seat, board):
            _check_open(state, seat, "boards.when")
            _check_board(state, seat, board, ruling)
            return got_board(state, seat, board)
        case ChoseSide(seat, side):
            _check_open(state, seat, "boards.when")
            _check_side(state, seat, side, ruling)
            return chose_side(state, seat, side)
        case DrewCard(seat, card):
            _check_open(state, seat, "cards.when")
            _check_card(state, seat, card, ruling)
            return drew_card(state, seat, card)
        case Counted():
            _check_result(state, move)
            _check_counted(state, move)
            return counted(state, move)
        case Laid():
            _check_result(state, move)
            _check_laid(state, move, ruling)
            return laid(state, move)


def maker(state: State, move: Move) -> Who:
    """Who makes this move when nobody says so: the seat it names, or TABLE."""
    return TABLE if isinstance(move, OfTable) else move.seat


# --- who, phase, told -------------------------------------------------------------------------------------------------


def _check_who(state: State, who: Who, move: Move) -> None:
    seat = None if isinstance(move, IntoTheMine | AllStop) else move.seat
    if seat is not None and seat not in range(len(state.seats)):
        raise IllegalMove("who.moves", say("Nobody sits there."))
    if isinstance(move, OfTable) and who != TABLE:
        raise IllegalMove("who.moves", say("Only the table tells this."))
    if not isinstance(move, OfTable) and who != seat:
        raise IllegalMove("who.moves", say("Only {who} tells this.", who=Name(seat or 0)))


def _check_order(state: State) -> None:
    if state.phase != "ready":
        number = state.round
        raise IllegalMove(
            "mine.once",
            say("The order for round {round} was given already.", round=number),
            since=lambda then: then.round == number and then.phase != "ready",
        )


def _check_shout(state: State) -> None:
    if state.phase == "ready":
        raise IllegalMove("shout.before", RULES["shout.before"])
    if state.phase != "count":
        return
    number = state.round
    if state.shouter is None:
        text = say("The table has stopped this round without a shout. To tell a shout, strike the stop first.")
    else:
        text = say("{who} has shouted already. To tell another shout, strike the first.", who=Name(state.shouter))
    raise IllegalMove("shout.one", text, since=lambda then: then.round == number and then.phase == "count")


def _check_open(state: State, seat: int, rule: str) -> None:
    if state.seats[seat].empty is not None:
        raise IllegalMove(
            rule, say("{who}’s result of this round was told already.", who=Name(seat)), since=_has_result(state, seat)
        )


def _check_result(state: State, move: Result) -> None:
    if state.phase != "count":
        raise IllegalMove("count.when", RULES["count.when"])
    if state.seats[move.seat].empty is not None:
        text = say("{who}’s result of this round was told already.", who=Name(move.seat))
        raise IllegalMove("count.once", text, since=_has_result(state, move.seat))


def _has_result(state: State, seat: int) -> Callable[[State], bool]:
    number = state.round
    return lambda then: then.round == number and then.seats[seat].empty is not None


# --- boards and sides -------------------------------------------------------------------------------------------------


def _check_board(state: State, seat: int, board: int, ruling: bool) -> None:
    had = state.seats[seat].board
    if had != HIDDEN:
        raise IllegalMove("boards.one", say("{who} has board {board} this round.", who=Name(seat), board=had))
    if board not in state.box.board_numbers:
        raise IllegalMove("boards.unknown", say("There is no board {board} in this box.", board=board))
    for other, lying in lying_boards(state):
        if lying == board:
            raise lies_elsewhere(state, other, board)
    if board in state.out and not ruling:
        raise is_out(state, board)
    left = strangers_left(state)
    if left is not None and left <= 0 and board not in kept_boards(state) and not ruling:
        raise IllegalMove("boards.pool", _pool(state, board))


def lies_elsewhere(state: State, seat: int, board: int) -> IllegalMove:
    """`boards.twice`, of a board that lies before *seat*."""
    text = say("Board {board} lies before {who} in round {round}.", board=board, who=Name(seat), round=state.round)
    return IllegalMove("boards.twice", text)


def is_out(state: State, board: int) -> IllegalMove:
    """`boards.out`: it was before a seat that shouted."""
    _, number, seat = next(one for one in reversed(state.gone) if one[0] == board)
    text = say(
        "Board {board} went back into the box after round {round}: {who} had shouted.", board=board, round=number, who=Name(seat)
    )
    return IllegalMove("boards.out", text, since=lambda then: board in then.out)


def _pool(state: State, board: int) -> Sentence:
    lying = [one for _, one in lying_boards(state)]
    kept = sorted(int(one) for one in kept_boards(state) if one != HIDDEN and one not in lying)
    return say("Board {board} cannot be in play this round; still to come: {boards}.", board=board, boards=kept or say("none"))


def _check_side(state: State, seat: int, side: str, ruling: bool) -> None:
    digger = state.seats[seat]
    if digger.board == HIDDEN:
        raise IllegalMove("side.board_first", RULES["side.board_first"])
    if digger.side != HIDDEN:
        raise IllegalMove("side.one", say("{who} plays side {side} this round.", who=Name(seat), side=digger.side))
    if side not in SIDES:
        raise IllegalMove("side.unknown", RULES["side.unknown"])
    if side not in sides_to_choose(state, seat) and not ruling:
        text = say(
            "{who} had board {board} in the last round too, on side {side}: now the other side is played.",
            who=Name(seat),
            board=digger.board,
            side=side,
        )
        raise IllegalMove("side.other", text)


# --- cards ------------------------------------------------------------------------------------------------------------


def _check_card(state: State, seat: int, card: str, ruling: bool) -> None:
    had = state.seats[seat].card
    if had != HIDDEN:
        # The card lies face down until the order: the refusal does not say which it is.
        shown = RULES["cards.one"] if state.phase == "ready" else say("{who} has {card} this round.", who=Name(seat), card=had)
        raise IllegalMove("cards.one", shown)
    if card == HIDDEN:
        return
    if card not in state.box.card:
        raise IllegalMove("cards.unknown", say("“{card}” is no treasure card of this box.", card=card[:20]))
    if where_used(state, card) is not None and not ruling:
        raise came_before(state, card)


def came_before(state: State, card: str) -> IllegalMove:
    """`cards.used`, of a card that has come in this game."""
    used = where_used(state, card)
    assert used is not None
    number, seat = used
    text = say("{card} came in round {round}, to {who}.", card=card, round=number, who=Name(seat))
    return IllegalMove("cards.used", text, since=lambda then: where_used(then, card) is not None)


# --- results ----------------------------------------------------------------------------------------------------------


def _check_counted(state: State, move: Counted) -> None:
    if not 0 <= move.empty <= state.box.spaces:
        raise IllegalMove("count.empty", say("From 0 to {most} spaces can be empty.", most=state.box.spaces))
    if move.elves and not state.options.elves:
        raise IllegalMove("count.elves", say("Elves are not in play; open the options."))
    most = elves_at_most(state, state.seats[move.seat])
    if not 0 <= move.elves <= most:
        raise IllegalMove("count.elves", say("From 0 to {most} elves can give a point here.", most=most))
    if move.finds and not state.options.finds:
        raise IllegalMove("count.finds", say("Finds are not in play; open the options."))
    if not -MOST_FINDS <= move.finds <= MOST_FINDS:
        raise IllegalMove("count.finds", say("Finds give from -{most} to {most} points.", most=MOST_FINDS))


def _check_laid(state: State, move: Laid, ruling: bool) -> None:
    if not is_known(state.seats[move.seat]):
        raise IllegalMove("lay.known", _unknown(state.seats[move.seat]))
    box = state.box
    lying: list[tuple[Tile, int]] = []
    for tile in move.tiles:
        _check_tile(box, tile, lying)
        lying.append((tile, mask(box, tile)))
    if not ruling:
        _check_supply(state, move)
        _check_finds(state, move)


def _unknown(digger: Digger) -> Sentence:
    told = {"board": digger.board, "side": digger.side, "card": digger.card}
    words = {"board": say("the board"), "side": say("the side"), "card": say("the treasure card")}
    return say("First tell {what}.", what=[words[name] for name, value in told.items() if value == HIDDEN])


def _check_tile(box: Box, tile: Tile, lying: list[tuple[Tile, int]]) -> None:
    if tile.colour not in box.size_of:
        raise IllegalMove("lay.colour", say("“{colour}” is no colour of this box.", colour=tile.colour[:20]))
    for cell in tile.cells:
        if cell not in box.cells:
            last = box.names[-1]
            raise IllegalMove("lay.cell", say("“{cell}” is no cell: they go from A1 to {last}.", cell=cell[:20], last=last))
    if not _has_shape(box, tile):
        raise IllegalMove("lay.shape", say("No tile has this shape: {tile}.", tile=tile_told(tile)))
    covers = mask(box, tile)
    for other, covered in lying:
        if covers & covered:
            cell = next(name for name in tile.cells if name in other.cells)
            text = say("On {cell} lie two tiles: {one}, and {other}.", cell=cell, one=tile_told(other), other=tile_told(tile))
            raise IllegalMove("lay.overlap", text)


def _has_shape(box: Box, tile: Tile) -> bool:
    """Of a tile that lies partly beyond the grid nobody can say; but what is seen of it are different cells."""
    if len(set(tile.cells)) != len(tile.cells) or not tile.cells:
        return False
    return is_beyond(box, tile) or shape_and_faces(box, tile) is not None


def shape_and_faces(box: Box, tile: Tile) -> tuple[str, tuple[str, ...]] | None:
    """The shape of a tile that lies wholly on the grid, and the faces that can be up; None: no such shape."""
    return box.forms[tile.colour].get(form(map(box.spot, tile.cells)))


def _check_supply(state: State, move: Laid) -> None:
    """`lay.supply`, over all boards laid in this round."""
    box = state.box
    colours, shapes = _lying(state, move.seat, ())
    more_colours, more_shapes = _lying(state, move.seat, move.tiles)
    names = {
        shape.shape: say("{colour} ({shape})", colour=word(shape.colour), shape=Sentence(shape.name)) for shape in box.shapes
    }
    supply = [(colours, more_colours, box.tiles_of, {colour: word(colour) for colour in box.size_of})]
    supply += [(shapes, more_shapes, {shape: len(tiles) for shape, tiles in box.copies.items()}, names)]
    for before, after, there, called in supply:
        for what, n in after.items():
            if n > max(there[what], before[what]):
                text = say(
                    "{what}: {there} in the box, {others}, {here} here.",
                    what=called[what],
                    there=there[what],
                    others=_others(state, move.seat, what) or say("nobody else has any"),
                    here=n - before[what],
                )
                raise IllegalMove("lay.supply", text)


def _others(state: State, seat: int, what: str) -> list[Sentence]:
    """Who else has how many tiles of a colour or shape."""
    found = []
    for other, digger in enumerate(state.seats):
        if other != seat and digger.tiles is not None:
            colours, shapes = _counts(state.box, digger.tiles)
            if n := colours[what] + shapes[what]:
                found.append(say("{who} has {number}", who=Name(other), number=n))
    return found


def _lying(state: State, seat: int, tiles: tuple[Tile, ...]) -> tuple[Counter[str], Counter[str]]:
    """Tiles by colour and by shape on the boards of all other seats, and *tiles*."""
    others = [digger.tiles or () for other, digger in enumerate(state.seats) if other != seat]
    return _counts(state.box, [*(tile for one in others for tile in one), *tiles])


def _counts(box: Box, tiles: tuple[Tile, ...] | list[Tile]) -> tuple[Counter[str], Counter[str]]:
    """Tiles by colour and by shape; of a tile beyond the grid only the colour counts."""
    known = [shape_and_faces(box, tile) for tile in tiles if not is_beyond(box, tile)]
    return Counter(tile.colour for tile in tiles), Counter(one[0] for one in known if one is not None)


def _check_finds(state: State, move: Laid) -> None:
    """`lay.find`: known finds, and over all boards no more tiles that show one than there are."""
    box = state.box
    for tile in move.tiles:
        if tile.find is not None and tile.find not in box.find_names:
            raise IllegalMove("lay.find", say("“{find}” is no find of this box.", find=tile.find[:20]))
    others = [tile for seat, digger in enumerate(state.seats) if seat != move.seat for tile in digger.tiles or ()]
    shown = Counter(kind for tile in others if (kind := _shown(box, tile)) is not None)
    for tile in move.tiles:
        kind = _shown(box, tile)
        if kind is None:
            continue
        shown[kind] += 1
        there = showing(box, *kind)
        if there == 0:
            raise IllegalMove("lay.find", say("{tile}: no tile of this shape can show it so.", tile=tile_told(tile)))
        if shown[kind] > there:
            text = say_n(
                "{tile}: {n} tile of this shape can show it so.",
                "{tile}: {n} tiles of this shape can show it so.",
                there,
                tile=tile_told(tile),
            )
            raise IllegalMove("lay.find", text)


def _shown(box: Box, tile: Tile) -> tuple[str, tuple[str, ...], str] | None:
    """The shape of a tile, the faces that can be up, and the find that it shows; None: no find, or partly beyond the grid."""
    found = None if tile.find is None or is_beyond(box, tile) else shape_and_faces(box, tile)
    return None if found is None or tile.find is None else (*found, tile.find)


def showing(box: Box, shape: str, faces: tuple[str, ...], find: str) -> int:
    """How many tiles of the shape have this find on a face that can be up."""
    return sum((FRONT in faces and tile.front == find) or (BACK in faces and tile.back == find) for tile in box.copies[shape])


__all__ = ["apply", "came_before", "is_out", "lies_elsewhere", "maker", "shape_and_faces", "showing"]
