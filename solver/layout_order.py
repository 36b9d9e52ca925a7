"""In which order cards can be laid so that each but the first covers enough squares.

Where all overlapping squares match and no centre is wild, a card's matches are the squares it covers, so this
hangs on the centres alone. A card that covers enough still does once more lie there, so taking any that
can be laid never spoils the rest.
"""

from collections.abc import Iterable, Iterator, Sequence

from games.camouflage import Cell
from puzzles.outline import block


def laying_order(centres: Iterable[Cell], min_match: int) -> tuple[Cell, ...] | None:
    """Return the centres in an order of laying, None if there is none.

    Args:
        centres: the cells of the centres.
        min_match: how many squares each card but the first has to cover.
    """
    left = sorted({*centres})
    return next((reached for reached in reaches(left, min_match) if len(reached) == len(left)), None)


def reaches(centres: Iterable[Cell], min_match: int) -> Iterator[tuple[Cell, ...]]:
    """Go through the most that can be laid from one first centre or another, each in an order of laying.

    A first centre that an earlier one has reached is passed over: it reaches nothing that that one does not.
    Arguments are those of `laying_order`.
    """
    left, seen = sorted(centres), set[Cell]()
    for first in left:
        if first not in seen:
            reached = _from(first, left, min_match)
            seen.update(reached)
            yield reached


def _from(first: Cell, centres: Sequence[Cell], min_match: int) -> tuple[Cell, ...]:
    laid, left, cells = [first], [each for each in centres if each != first], set(block(first))
    while able := next((each for each in left if len(block(each) & cells) >= min_match), None):
        laid.append(able)
        left.remove(able)
        cells |= block(able)
    return tuple(laid)
