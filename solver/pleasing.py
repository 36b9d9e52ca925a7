"""How much an outline pleases, as one number from parts that can be counted.

pleasing = (6 symmetry + 4 arms + 3 holes + 4 slenderness + 2 breadth + 4 calm) / 23, each part 0 to 1.

The parts and weights were chosen so that the order they make agrees with the eye on sheets of some hundred
outlines; nothing else speaks for them.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from games.camouflage import Cell
from puzzles.outline import Outline

WEIGHTS: Final[Mapping[str, int]] = {
    "symmetry": 6,
    "arms": 4,
    "holes": 3,
    "slenderness": 4,
    "breadth": 2,
    "calm": 4,
}
"""What each part counts."""

_UPRIGHT, _LEVEL, _TURNED, _SLANTING = 1.0, 0.9, 0.9, 0.7
"""What the symmetries are worth: an upright axis is seen at once, a slanting one late."""

_ARMS: Final = 4
_HOLES: Final = 2
"""How many arms and holes are enough."""

_HOLE: Final = 4
"""From how many squares on a hole counts as one; a smaller one counts less."""

_SLENDER: Final = 2.5
"""How many times as far round a slender outline is, squared, as a square of as many squares."""

_BROAD: Final = 0.6
"""How broad, as a share of its length, an outline is that is no stick."""


@dataclass(frozen=True, slots=True)
class Pleasing:
    """What pleases in an outline, each part 0 to 1.

    Attributes:
        symmetry: the share of squares whose image is a square, times what the symmetry is worth; the best.
        arms: ends no wider than a card, up to four.
        holes: bare squares inside, up to two holes of four squares or more.
        slenderness: how far from a blob, by the squared length of the edge against the number of squares.
        breadth: how far from a stick, by the lesser spread of the squares against the greater.
        calm: how few of the edge's straight pieces are one square short.
    """

    symmetry: float
    arms: float
    holes: float
    slenderness: float
    breadth: float
    calm: float

    @property
    def total(self) -> float:
        """All parts by their weights, 0 to 1."""
        whole = sum(weight * float(getattr(self, part)) for part, weight in WEIGHTS.items())
        return whole / sum(WEIGHTS.values())


def pleasing(outline: Outline) -> Pleasing:
    """Return how much an outline pleases; where its centres lie does not count."""
    cells = outline.cells
    edge = [*_edge(cells)]
    round_s = sum(length for length, _ in edge) ** 2 / (16 * len(cells))
    ends = sum(outward and length <= 3 for length, outward in edge)
    short = sum(length == 1 for length, _ in edge)
    return Pleasing(
        symmetry=max(worth * len(image & cells) for worth, image in _images(cells)) / len(cells),
        arms=min(ends / _ARMS, 1.0),
        holes=min(sum(min(size / _HOLE, 1.0) for size in _holes(cells)) / _HOLES, 1.0),
        slenderness=min(max((round_s - 1) / (_SLENDER - 1), 0.0), 1.0),
        breadth=min(_breadth(cells) / _BROAD, 1.0),
        calm=max(1 - 2 * short / len(edge), 0.0),
    )


def _images(cells: frozenset[Cell]) -> Iterator[tuple[float, frozenset[Cell]]]:
    """Go through the images of an outline in its own frame, with what each symmetry is worth."""
    right, low = (max(cell[axis] for cell in cells) for axis in (0, 1))
    yield _UPRIGHT, frozenset(Cell(right - x, y) for x, y in cells)
    yield _LEVEL, frozenset(Cell(x, low - y) for x, y in cells)
    yield _TURNED, frozenset(Cell(right - x, low - y) for x, y in cells)
    if right == low:
        yield _TURNED, frozenset(Cell(right - y, x) for x, y in cells)
        yield _SLANTING, frozenset(Cell(y, x) for x, y in cells)
        yield _SLANTING, frozenset(Cell(right - y, right - x) for x, y in cells)


def _edge(cells: frozenset[Cell]) -> Iterator[tuple[int, bool]]:
    """Go through the straight pieces of the edge: how long, and whether it turns back at both ends."""
    for along_x, along_y in ((1, 0), (0, 1), (-1, 0), (0, -1)):
        bare_x, bare_y = along_y, -along_x
        rim = {(x, y) for x, y in cells if (x + bare_x, y + bare_y) not in cells}
        for x, y in rim:
            before = x - along_x, y - along_y
            if before in rim:
                continue
            after, length = (x + along_x, y + along_y), 1
            while after in rim:
                after, length = (after[0] + along_x, after[1] + along_y), length + 1
            yield length, before not in cells and after not in cells


def _holes(cells: frozenset[Cell]) -> Iterator[int]:
    """Go through the holes: how many squares each has."""
    right, low = (max(cell[axis] for cell in cells) for axis in (0, 1))
    bare = {Cell(x, y) for x in range(-1, right + 2) for y in range(-1, low + 2)} - cells
    _flood(bare, Cell(-1, -1))
    while bare:
        yield _flood(bare, min(bare))


def _flood(bare: set[Cell], start: Cell) -> int:
    """Take a cell and all that it reaches side by side; return how many."""
    bare.discard(start)
    reached, size = [start], 0
    while reached:
        x, y = reached.pop()
        near = bare & {Cell(x + 1, y), Cell(x - 1, y), Cell(x, y + 1), Cell(x, y - 1)}
        bare -= near
        reached += near
        size += 1
    return size


def _breadth(cells: frozenset[Cell]) -> float:
    """Return the lesser spread of the squares over the greater, 0 to 1, whichever way the outline leans."""
    count = len(cells)
    middle_x, middle_y = (sum(cell[axis] for cell in cells) / count for axis in (0, 1))
    of_one = 1 / 12  # of a square by itself
    xx = sum((x - middle_x) ** 2 for x, _ in cells) / count + of_one
    yy = sum((y - middle_y) ** 2 for _, y in cells) / count + of_one
    xy = sum((x - middle_x) * (y - middle_y) for x, y in cells) / count
    mean, off = (xx + yy) / 2, math.hypot((xx - yy) / 2, xy)
    return math.sqrt((mean - off) / (mean + off))
