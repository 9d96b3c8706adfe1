"""A printed board on a photograph: straightened by the labels at its corners, its cells told by their colours.

What is printed where is a `Surface`; what lies on it is read cell by cell. Colours are compared as people see them
(CIEDE2000), as the light of this room shows them: what the light does is told by what is printed in known colours, patches along
an edge and the paper of the labels. A camera shows nothing brighter than white: what is too bright for it is expected to be cut
off just so.

`places` says where it lies, `light` what the room's light does, `cells` what each cell shows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from companion.rules import Sentence, say
from companion.scan.board.cells import Cell as Cell
from companion.scan.board.cells import told_of
from companion.scan.board.light import Light as Light
from companion.scan.board.light import is_grey, light_of, patches_of
from companion.scan.board.places import as_corners, outline_of, places_of, samples_of, seen_at
from companion.scan.seen import Corners, Sighting
from companion.surfaces import Surface


@dataclass(frozen=True)
class Board:
    """A board as it was read. `light`: what the light was told by. `outline`: the corners of the grid of cells, in pixels."""

    cells: Mapping[str, Cell]
    light: Light
    labels: tuple[str, ...]
    outline: Corners
    places: Any
    """3 x 3, from millimetres to pixels."""


LEAST = 0.5
"""A board of which a smaller share of cells can be told is not worth putting right by hand."""


def read(pixels: Any, sightings: Sequence[Sighting], surface: Surface) -> Board | None:
    """The board on *pixels* (height x width x 3, BGR).

    None when fewer than two of its labels are among *sightings*, or they do not lie as on the board (a mirror image, loose
    labels).
    """
    seen = [one for one in sightings if one.code in surface.labels]
    if len({one.code for one in seen}) < 2:
        return None
    places = places_of(seen, surface)
    if places is None:
        return None
    light = light_of(pixels, seen, places, surface)
    middles = np.array(list(surface.cells.values()))
    samples, inside = samples_of(pixels, places, middles, surface.cell_mm / 2)
    if surface.patches and is_grey(samples):
        light = replace(light, grey=is_grey(patches_of(pixels, places, surface)[0]))
    outlines = [outline_of(places, middle, surface.cell_mm) for middle in middles]
    cells = dict(zip(surface.cells, told_of(samples, inside, middles, light, surface, outlines), strict=True))
    half = surface.cell_mm / 2
    low, high = middles.min(axis=0) - half, middles.max(axis=0) + half
    corners = [(low[0], low[1]), (high[0], low[1]), (high[0], high[1]), (low[0], high[1])]
    return Board(cells, light.by, tuple(one.code for one in seen), as_corners(seen_at(places, corners)), places)


def trouble(name: str, sightings: Sequence[Sighting], found: Board | None) -> Sentence | None:
    """Why the board called *name*, of which these labels were seen, cannot be shown as it was *found*, and what to do.

    None: it can be shown, or no label of it was seen.
    """
    codes = list(dict.fromkeys(one.code.rpartition(":")[2] for one in sightings))
    if found is None:
        if len(codes) > 1:
            return say(
                "The labels of board {board} do not lie as on the board: press them flat, and photograph it straight from above.",
                board=name,
            )
        return say("Only the label {label} is seen: photograph the whole board.", label=codes[0]) if codes else None
    whys = Counter(cell.why for cell in found.cells.values() if cell.found is None)
    if whys.total() <= (1 - LEAST) * len(found.cells):
        return None
    match whys.most_common(1)[0][0]:
        case "no colours":
            return say("The photograph is in black and white: take one of board {board} in colour.", board=name)
        case "glare":
            return say(
                "Board {board} is too bright to tell its colours: photograph it without flash, out of the sun.", board=name
            )
        case "out of sight":
            return say("Most of board {board} is outside the photograph: take the whole board.", board=name)
    return say(
        "The colours on board {board} cannot be told: photograph it straight from above, in soft light, with nothing over it.",
        board=name,
    )
