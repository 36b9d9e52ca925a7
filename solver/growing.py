"""Sets of centres for outlines, grown card by card so that they keep a symmetry.

A card that is added comes with its images, and shares at least one square with a card that is there. Cards
can be turned and not mirrored: an outline that looks the same when it is turned has each of its answers
turned as well, so of the symmetrical ones only those that are mirrored once can have a single answer.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from games.camouflage import Cell
from puzzles.outline import Outline, outline_of_centres, too_close


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
    grown = frozenset[Cell]()
    while len(grown) < count:
        found = [*_additions(grown, count - len(grown), symmetry, axes, wild=wild)]
        if not found:
            return None
        grown |= draw.choice(found)
    return grown if _connected(grown) else None


def positions(outline: Outline) -> int:
    """Return into how many positions an outline can be turned in which it looks the same: 1, 2 or 4."""
    turned, found = outline.centres, 1
    for _ in range(3):
        turned = frozenset(Cell(-y, x) for x, y in turned)
        found += outline_of_centres(turned) == outline
    return found


def _additions(
    grown: frozenset[Cell], left: int, symmetry: Symmetry, axes: tuple[int, int], *, wild: bool
) -> Iterator[frozenset[Cell]]:
    """Go through what can be added: a cell beside those that are there, with its images."""
    near = {Cell(x + dx, y + dy) for x, y in grown or {Cell(0, 0)} for dx in _STEPS for dy in _STEPS}
    for added in dict.fromkeys(symmetry.images(cell, *axes) for cell in sorted(near - grown)):
        if len(added) <= left and (wild or _apart(added, grown)):
            yield added


def _apart(added: frozenset[Cell], grown: frozenset[Cell]) -> bool:
    """Tell whether no card would cover a centre."""
    return not any(one != other and too_close(one, other) for one in added for other in added | grown)


def _connected(centres: frozenset[Cell]) -> bool:
    left = {*centres}
    reached = [left.pop()]
    while reached:
        x, y = reached.pop()
        near = {each for each in left if abs(each.x - x) <= 2 and abs(each.y - y) <= 2}
        left -= near
        reached += near
    return not left
