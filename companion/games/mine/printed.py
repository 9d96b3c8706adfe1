"""What is printed on the boards, for reading them from a photograph (specification, section 8)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.mine.pieces import CORNERS, EDGES, Box, Elf, plan_spots
from companion.games.mine.tints import srgb as shown
from companion.surfaces import Patch, Srgb, Surface

PREFIX = "OM"
SPACE, ROCK = "space", "rock"


def srgb(text: str) -> Srgb:
    """`#RRGGBB` as red, green and blue."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def surfaces(box: Box) -> Mapping[str, Surface]:
    """Board and side ("3A") -> what is printed there.

    A space shows a crystal or nothing, rock a crystal that sticks out or rock. They are told by the colours of the box, or, where
    an owner's palette has them, by those; the patches are printed in the colours of the box whatever the crystals are.
    """
    crystals = tuple(colour.colour for colour in box.colours)
    known = {colour.colour: srgb(colour.srgb) for colour in box.colours} | {
        name: srgb(text) for name, text in box.palette.items()
    }
    told = known | {tint.what: shown(tint.lab) for tint in box.tints}
    cells = {name: ((x + 0.5) * box.cell_mm, (y + 0.5) * box.cell_mm) for name in box.cells for x, y in [box.spot(name)]}
    patches = tuple(Patch(x, box.strip_y, known[name]) for x, name in zip(box.strip_x, box.patches, strict=True))
    found = {}
    for one in box.boards:
        name, spaces = f"{one.board}{one.side}", plan_spots(one.plan)
        found[name] = Surface(
            labels={f"{PREFIX}:{name}-{corner}": (box.corners[corner][0], box.corners[corner][1]) for corner in CORNERS},
            label_mm=box.size_mm,
            cells=cells,
            cell_mm=box.cell_mm,
            classes={cell: (*crystals, SPACE if box.spot(cell) in spaces else ROCK) for cell in box.cells},
            colours={name: told[name] for name in (*crystals, SPACE, ROCK)},
            patches=patches,
            patch_mm=box.patch_mm,
            pictures=tuple(_elf(box, elf) for elf in box.elves if (elf.board, elf.side) == (one.board, one.side)),
        )
    return found


def _elf(box: Box, elf: Elf) -> tuple[float, float, float]:
    """Middle and radius of its drawing: on the rock, touching the edge of its space."""
    (x, y), (dx, dy) = box.spot(elf.cell), EDGES[elf.edge]
    reach = box.cell_mm / 2 + box.elf_mm
    return (x + 0.5) * box.cell_mm + dx * reach, (y + 0.5) * box.cell_mm + dy * reach, box.elf_mm
