"""Sets of centres for outlines, grown card by card so that they keep a symmetry.

A card that is added comes with its images, and shares at least one square with a card that is there. Cards
can be turned and not mirrored: an outline that looks the same when it is turned has each of its answers
turned as well, so of the symmetrical ones only those that are mirrored once can have a single answer.
"""

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Final

from games.camouflage import Cell
from puzzles.outline import Outline, covered, too_close


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A symmetry of centres.

    Attributes:
        name: its name.
        images: a cell's images, itself among them; the two numbers tell where the axes are, in half cells.
        turns: into how many positions outlines with it can be turned in which they look the same.
    """

    name: str
    images: Callable[[Cell, int, int], frozenset[Cell]]
    turns: int = 1


def _by_both(cell: Cell, a: int, b: int) -> frozenset[Cell]:
    x, y = cell
    return frozenset((cell, Cell(a - x, y), Cell(x, b - y), Cell(a - x, b - y)))


def _by_quarters(cell: Cell, a: int, _: int) -> frozenset[Cell]:
    x, y = cell
    return frozenset((cell, Cell(a - y, x), Cell(a - x, a - y), Cell(y, a - x)))


SYMMETRIES: Final = (
    Symmetry("upright mirror", lambda cell, a, _: frozenset((cell, Cell(a - cell.x, cell.y)))),
    Symmetry("level mirror", lambda cell, _, b: frozenset((cell, Cell(cell.x, b - cell.y)))),
    Symmetry("slanting mirror", lambda cell, *_: frozenset((cell, Cell(cell.y, cell.x)))),
    Symmetry("half turn", lambda cell, a, b: frozenset((cell, Cell(a - cell.x, b - cell.y))), turns=2),
    Symmetry("both mirrors", _by_both, turns=2),
    Symmetry("quarter turn", _by_quarters, turns=4),
)
"""The symmetries that outlines are grown with."""

_STEPS: Final = range(-2, 3)
"""How far apart, in columns and in rows, two cards lie that share a square."""


def grow(
    draw: random.Random, count: int, symmetry: Symmetry, *, wild: bool = False
) -> frozenset[Cell] | None:
    """Grow a connected set of centres.

    Args:
        draw: the chance that decides.
        count: how many centres.
        symmetry: what it keeps.
        wild: whether centres may cover and be covered.

    Returns:
        The centres; None where this try came to a dead end.
    """
    axes = draw.randrange(2), draw.randrange(2)
    images = cache(lambda cell: _images(cell, symmetry, axes, wild=wild))
    grown = near = barred = frozenset[Cell]()
    while len(grown) < count:
        ways = dict.fromkeys(images(cell) for cell in sorted((near or _around([Cell(0, 0)])) - barred))
        fitting = [added for added in ways if 0 < len(added) <= count - len(grown)]
        if not fitting:
            return None
        added = draw.choice(fitting)
        grown |= added
        near |= _around(added)
        barred |= added if wild else covered(added)
    return grown if _connected(grown) else None


def positions(outline: Outline) -> int:
    """Return into how many positions an outline can be turned in which it looks the same: 1, 2 or 4."""
    turned, same = outline.centres, 1
    left, top = _corner(turned)
    for _ in range(3):
        turned = frozenset(Cell(-y, x) for x, y in turned)
        dx, dy = _corner(turned)
        same += {Cell(x - dx + left, y - dy + top) for x, y in turned} == outline.centres
    return same


def _corner(cells: Iterable[Cell]) -> tuple[int, int]:
    """Return the leftmost column and the topmost row of some cells."""
    return min(x for x, _ in cells), min(y for _, y in cells)


def _around(centres: Iterable[Cell]) -> frozenset[Cell]:
    """Return the centres of all cards that share a square with one of some cards."""
    return frozenset(Cell(x + dx, y + dy) for x, y in centres for dx in _STEPS for dy in _STEPS)


def _images(cell: Cell, symmetry: Symmetry, axes: tuple[int, int], *, wild: bool) -> frozenset[Cell]:
    """Return a cell with its images; none where cards there would cover each other's centres."""
    found = symmetry.images(cell, *axes)
    return found if wild or not any(too_close(*pair) for pair in combinations(found, 2)) else frozenset()


def _connected(centres: frozenset[Cell]) -> bool:
    left = {*centres}
    reached = [left.pop()]
    while reached:
        x, y = reached.pop()
        near = {each for each in left if abs(each.x - x) <= 2 and abs(each.y - y) <= 2}
        left -= near
        reached += near
    return not left
