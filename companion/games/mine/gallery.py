"""What a board shows on a photograph, as a laying (specification, section 8, "Tiles" and "Correct").

The cells' colours are cut into tiles by `cuts`. What the colours leave open is asked for, a question each; a laying is proposed
once nothing is, and `judge` decides whether it may be.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.games.mine.course import score
from companion.games.mine.cuts import Cut, Cuts, Odd, cuts
from companion.games.mine.draft import text_of
from companion.games.mine.judge import apply, shape_and_faces, showing
from companion.games.mine.laying import check, is_beyond
from companion.games.mine.moves import Laid, tile_told, word
from companion.games.mine.pieces import Box, Card, Gallery, card_text
from companion.games.mine.printed import ROCK, SPACE
from companion.games.mine.sights import Story, boards_of, cards_of, distinct, seats_for, story_of
from companion.games.mine.state import State, Tile, is_known, unused_cards
from companion.rules import (
    HIDDEN,
    N_,
    Answer,
    BoardSeen,
    IllegalMove,
    Label,
    Laying,
    Lying,
    Mark,
    Meaning,
    Name,
    Query,
    Sentence,
    Who,
    say,
    say_n,
    total,
)

SIDE = re.compile(r"([0-9]{1,2})([AB])")
CELL = re.compile(r"[A-O][0-9]{1,2}")
NOTHING = "-"
"""What people say of a tile that shows no find."""

OFF: Mapping[str, str] = {
    "check.sticks_out": N_("sticks out"),
    "check.colour": N_("wrong colour"),
    "check.number": N_("too many"),
}


def laid(state: State, who: Who | None, seen: BoardSeen, rows: Sequence[Sequence[Label]]) -> Laying | None:
    """What a board means that *who*'s phone (None: the shared screen) has seen with these labels.

    None where `meanings` says all there is to say: before the shout, of another seat's board, of one that is out or turned over.
    """
    found = _where(state, who, seen.name, rows)
    if found is None:
        return None
    number, side, seats, cards = found
    marks = _marks(state.box)
    seat = _seat(seats, seen.said)
    if seat is None:
        answers = tuple(Answer(str(one), say("{who}", who=Name(one))) for one in seats)
        return Laying(marks, queries=(Query("seat", say("Whose is board {board}?", board=number), answers),))
    digger = state.seats[seat]
    if digger.card != HIDDEN:
        cards = []
    elif not cards and seen.said.get("card") in unused_cards(state):
        cards = [seen.said["card"]]
    card = state.box.card.get(cards[0] if cards else digger.card)
    if card is None:
        return Laying(marks, queries=(_which_card(state, seat),))
    on = _On(state, seat, state.box.gallery[number, side], card, seen)
    return on.laying(marks, story_of(state, seat, number, side, cards)[0])


# --- whose board it is ------------------------------------------------------------------------------------------------


def _where(
    state: State, who: Who | None, name: str, rows: Sequence[Sequence[Label]]
) -> tuple[int, str, list[int], list[str]] | None:
    """The board and its side, the seats that it may lie before, and the treasure card that lies on it (one at most)."""
    match = SIDE.fullmatch(name)
    if match is None or state.phase != "count":
        return None
    number, side = int(match[1]), match[2]
    before = next((seat for seat, digger in enumerate(state.seats) if digger.board == number), None)
    labels = distinct(label for row in rows for label in row)
    boards = boards_of(state, labels)
    if (
        (number, side) not in state.box.gallery
        or len(boards.get(number, {})) > 1
        or (before is None and number in state.out)
        or (before is not None and isinstance(who, int) and who != before)
        or (before is not None and state.seats[before].side not in (HIDDEN, side))
    ):
        return None
    cards = cards_of(boards, number, [label for label in labels if label.code in state.box.card])
    seats = seats_for(state, who if len(boards) == 1 else None, before)
    return number, side, seats, cards if len(cards) == 1 else []


def _seat(seats: Sequence[int], said: Mapping[str, str]) -> int | None:
    if len(seats) == 1:
        return seats[0]
    return next((seat for seat in seats if said.get("seat") == str(seat)), None)


def _which_card(state: State, seat: int) -> Query:
    answers = tuple(
        Answer(card, say("{card}: {text}", card=card, text=card_text(state.box, state.box.card[card])))
        for card in unused_cards(state)
    )
    return Query("card", say("Which treasure card has {who}?", who=Name(seat)), answers)


def _marks(box: Box) -> dict[str, Mark]:
    """How crystals, spaces and rock are shown."""
    return {
        **{colour.colour: Mark(word(colour.colour), colour.letter, colour.colour) for colour in box.colours},
        SPACE: Mark(say("empty space"), "", "space"),
        ROCK: Mark(say("rock"), "", "rock"),
    }


# --- what lies on it --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class _On:
    """A seat's board, with the card that it is judged by."""

    state: State
    seat: int
    gallery: Gallery
    card: Card
    seen: BoardSeen

    @property
    def box(self) -> Box:
        return self.state.box

    def laying(self, marks: Mapping[str, Mark], story: Story) -> Laying:
        beyond = tuple(self._beyond())
        found = cuts(
            self.box,
            self.gallery,
            self.card,
            self.state.options,
            self.seen.cells,
            doubtful=self.seen.likely,
            beyond=beyond,
            taken=self._taken(),
        )
        chosen = {colour: self._chosen(colour, found) for colour in found.ways}
        tiles = [self._with_find(tile) for cut in chosen.values() if cut is not None for tile in cut.tiles]
        tiles += beyond
        checked = check(self.box, self.gallery, self.card, self.state.options, tiles)
        lying = tuple(
            Lying(tile_told(tile), tile.cells, None if rule is None else Sentence(OFF[rule]), rule)
            for tile, rule in zip(tiles, checked.off, strict=True)
        )
        queries = [*self._odd(found), *self._ways(found, chosen), *self._told_beyond(beyond), *self._finds(tiles, checked.off)]
        likely = {cell: (*could, *self._others(cell, could)) for cell, could in found.could.items()}
        if found.could or any(query.how == "pressing" for query in queries):
            return Laying(marks, lying=lying, queries=tuple(queries), likely=likely, by_hand=self._by_hand(tiles))
        moves = (*story, (self.seat, Laid(self.seat, tuple(tiles))))
        sums = self._sums(moves, sum(rule is not None for rule in checked.off), checked.empty)
        return Laying(marks, (Meaning(moves),), lying, tuple(queries), sums, by_hand=self._by_hand(tiles))

    def _by_hand(self, tiles: Sequence[Tile]) -> dict[str, list[str]] | None:
        """The address of the laying that is told tile by tile (`draft`), once all it needs is told."""
        if not is_known(self.state.seats[self.seat]):
            return None
        return {"seat": [str(self.seat)], "lay": ["1"], "tile": [text_of(tile) for tile in tiles]}

    def _others(self, cell: str, could: Sequence[str]) -> tuple[str, ...]:
        return tuple(one for one in self.seen.likely.get(cell, ()) if one not in could)

    def _beyond(self) -> Iterator[Tile]:
        """The tiles of which people say that the rest lies beyond the grid."""
        for colour, size in self.box.size_of.items():
            tiles = [tuple(CELL.findall(part)) for part in self.seen.said.get(f"beyond.{colour}", "").split("-")]
            cells = [cell for tile in tiles for cell in tile]
            if len(set(cells)) == len(cells) and all(self.seen.cells.get(cell) == colour for cell in cells):
                yield from (Tile(colour, tile) for tile in tiles if 0 < len(tile) < size)

    def _taken(self) -> Counter[str]:
        """Tiles by shape on the other boards of this round."""
        others = (tile for seat, one in enumerate(self.state.seats) if seat != self.seat for tile in one.tiles or ())
        known = (shape_and_faces(self.box, tile) for tile in others if not is_beyond(self.box, tile))
        return Counter(one[0] for one in known if one is not None)

    def _chosen(self, colour: str, found: Cuts) -> Cut | None:
        """How the tiles of a colour lie: as people say, or in the only way there is."""
        said = self.seen.said.get(f"cut.{colour}")
        ways = found.ways[colour]
        told = next((cut for cut in (*ways, *found.also.get(colour, ())) if said == _spelled(cut.tiles)), None)
        return told if told is not None or len(ways) > 1 else ways[0]

    def _with_find(self, tile: Tile) -> Tile:
        said = self.seen.said.get(f"find.{tile.cells[0]}", NOTHING)
        return replace(tile, find=said) if said in self._may_show(tile) else tile

    def _may_show(self, tile: Tile) -> tuple[str, ...]:
        """The finds on a face of the tile's shape that can be up."""
        known = None if is_beyond(self.box, tile) or not self.state.options.finds else shape_and_faces(self.box, tile)
        return () if known is None else tuple(find for find in self.box.find_names if showing(self.box, *known, find))

    # --- questions

    def _odd(self, found: Cuts) -> Iterator[Query]:
        """Colours whose cells are no tiles; while cells are doubtful, these are asked for first."""
        if not found.could:
            for odd in found.odd:
                answers = tuple(
                    Answer(_spelled(tiles), _lie_beyond(tiles), tuple(tile.cells for tile in tiles)) for tiles in odd.beyond
                )
                yield Query(f"beyond.{odd.colour}", _wrong(odd), answers, odd.suspects)

    def _told_beyond(self, beyond: Sequence[Tile]) -> Iterator[Query]:
        """What people said of tiles beyond the grid, so that they can take it back."""
        for colour in dict.fromkeys(tile.colour for tile in beyond):
            tiles = [tile for tile in beyond if tile.colour == colour]
            text = say("Does a {colour} lie partly beyond the grid?", colour=word(colour))
            cells, parts = _spelled(tiles), tuple(tile.cells for tile in tiles)
            answers = (Answer(cells, say("yes: {cells}", cells=_listed(tiles)), parts), Answer(NOTHING, say("no")))
            yield Query(f"beyond.{colour}", text, answers, said=cells, how="open")

    def _ways(self, found: Cuts, chosen: Mapping[str, Cut | None]) -> Iterator[Query]:
        """Colours that can be cut in ways that differ for the player."""
        for colour, cut in chosen.items():
            ways = (*found.ways[colour], *found.also.get(colour, ()))
            if len(ways) > 1 and not found.could:
                yield Query(
                    f"cut.{colour}",
                    say("How do the {colour} tiles lie?", colour=word(colour)),
                    tuple(Answer(_spelled(one.tiles), self._way(one), tuple(tile.cells for tile in one.tiles)) for one in ways),
                    said="" if cut is None else _spelled(cut.tiles),
                    how="pressing" if cut is None else "folded",
                )

    def _way(self, cut: Cut) -> Sentence:
        told = [" ".join(tile.cells) for tile in cut.tiles]
        if cut.elves:
            return say("{tiles}: {elves}", tiles=told, elves=say_n("{n} elf", "{n} elves", cut.elves))
        return say("{tiles}", tiles=told)

    def _finds(self, tiles: Sequence[Tile], off: Sequence[str | None]) -> Iterator[Query]:
        """Of each tile that may count, what its upper face shows."""
        for tile, rule in zip(tiles, off, strict=True):
            finds = self._may_show(tile)
            if finds and rule in (None, "check.number"):
                answers = (Answer(NOTHING, say("nothing")), *(Answer(find, word(find), picture=find) for find in finds))
                bare = replace(tile, find=None)
                text = say("What does {tile} show?", tile=tile_told(bare))
                yield Query(f"find.{tile.cells[0]}", text, answers, said=tile.find or NOTHING, how="open")

    # --- what it comes to

    def _sums(self, moves: Sequence[tuple[Who, Any]], off: int, empty: int) -> Sentence | None:
        """Tiles that come off, empty spaces and points; None where the moves are refused."""
        after = self.state
        try:
            for who, move in moves:
                after = apply(after, who, move)
        except IllegalMove:
            return None
        points = total(score(after)[self.seat]) - total(score(self.state)[self.seat])
        parts = [say_n("{n} tile comes off", "{n} tiles come off", off)] if off else []
        parts.append(say_n("{n} space stays empty", "{n} spaces stay empty", empty) if empty else say("every space is covered"))
        return say("{parts}: {points}", parts=parts, points=say_n("{n} point", "{n} points", points))


def _spelled(tiles: Sequence[Tile]) -> str:
    """A cut as it stands in an address: `A4B4A5-F3G2G3`."""
    return "-".join("".join(tile.cells) for tile in tiles)


def _listed(tiles: Sequence[Tile]) -> tuple[str, ...]:
    return tuple(" ".join(tile.cells) for tile in tiles)


def _lie_beyond(tiles: Sequence[Tile]) -> Sentence:
    colour = word(tiles[0].colour)
    if len(tiles) == 1:
        return say("a {colour} lies partly beyond the grid: {cells}", colour=colour, cells=" ".join(tiles[0].cells))
    return say("{n} {colour} tiles lie partly beyond the grid: {cells}", n=len(tiles), colour=colour, cells=_listed(tiles))


def _wrong(odd: Odd) -> Sentence:
    """Why the cells of a colour are no tiles, and what to do."""
    colour, n = word(odd.colour), len(odd.cells)
    if odd.why == "number":
        return say_n(
            "{n} {colour} cell is no whole number of {colour}s: which cell is wrong?",
            "{n} {colour} cells are no whole number of {colour}s: which cell is wrong?",
            n,
            colour=colour,
        )
    if odd.why == "shape":
        return say("No {colour} tiles fit {cells}: which cell is wrong?", colour=colour, cells=" ".join(odd.suspects))
    return say("So many {colour} cells can lie in too many ways: tap the tiles in instead.", colour=colour)
