"""From a photograph of a board to the tiles that lie on it (specification, section 8)."""

from __future__ import annotations

import random

from companion import scan
from companion.games.mine.cuts import cuts
from companion.games.mine.state import Options
from tests.games import mine_photos
from tests.games.minetable import BOX, COVER, tile


def test_a_photograph_of_a_full_board_tells_its_tiles() -> None:
    rng = random.Random(1)
    tiles = tuple(map(tile, COVER))
    taken = mine_photos.Taken(width=900, turn=-70, tilt=25, lean=40, blur=0.3, gains=(1.1, 0.95, 0.8), fall=0.2)
    photo = mine_photos.photograph(mine_photos.laid(4, "B", tiles, rng, taken.tilt), taken, rng)
    known = frozenset(f"OM:{code}" for code in BOX.pieces)
    seen = scan.look(photo.jpeg, known, 60, mine_photos.SURFACES)
    (board,) = seen.boards
    assert board == "4B"
    classes = {name: cell.found for name, cell in seen.boards["4B"].cells.items()}
    found = cuts(BOX, BOX.gallery[4, "B"], BOX.card["T26"], Options(elves=True), classes)
    assert found.settled
    assert {(one.colour, frozenset(one.cells)) for one in found.tiles} == {(one.colour, frozenset(one.cells)) for one in tiles}
