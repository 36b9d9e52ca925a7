"""Tells from measured cells which outline a puzzle card shows, and what speaks against it.

The centres alone give the outline; whether lines are drawn just where it says so, and nowhere else, is the
proof. What speaks against it is a doubt, with the cell that shows it.
"""

from dataclasses import dataclass

import numpy as np

from games.camouflage import Cell
from puzzles import Outline
from puzzles.outline import covered
from vision.drawn_cells import Measured
from vision.drawn_centres import found_centres
from vision.drawn_doubts import doubts_about


@dataclass(frozen=True, slots=True)
class CellDoubt:
    """Something in a drawing that does not go with the outline that was read.

    Attributes:
        cell: where, on the outline's own cells; outside of it where it is not of it.
        why: what, in words.
    """

    cell: Cell
    why: str


@dataclass(frozen=True, slots=True)
class DrawnOutline:
    """An outline as it was read.

    Attributes:
        outline: the outline, as the lattice lies.
        origin: x and y of its cell (0, 0) on the lattice.
        doubts: what speaks against it; none where it is sure.
    """

    outline: Outline
    origin: tuple[int, int]
    doubts: tuple[CellDoubt, ...]


def drawn_outline(cells: Measured) -> DrawnOutline | None:
    """Returns the outline that is drawn on a lattice, None where none is."""
    centres = found_centres(cells)
    if centres is None:
        return None
    rows, columns = np.nonzero(centres.drawn)
    left, top = int(columns.min()), int(rows.min())
    marks = frozenset(Cell(int(x) - left, int(y) - top) for y, x in np.argwhere(centres.at))
    doubts = tuple(CellDoubt(Cell(x - left, y - top), why) for x, y, why in doubts_about(cells, centres))
    origin = (cells.origin[0] + left, cells.origin[1] + top)
    return DrawnOutline(Outline(covered(marks), marks), origin, doubts)
