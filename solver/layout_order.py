"""In which order cards can be laid so that each but the first covers enough squares.

Where all overlapping squares match and no centre is wild, a card's matches are the squares it covers, so this
hangs on the centres alone. A card that covers enough still does once more lie there, so taking any that
can be laid never spoils the rest.
"""

from collections.abc import Iterable, Sequence

from games.camouflage import Cell
from puzzles.outline import block


def laying_order(centres: Iterable[Cell], min_match: int) -> tuple[Cell, ...] | None:
    """Return the centres in an order of laying, None if there is none.

    Args:
        centres: the cells of the centres.
        min_match: how many squares each card but the first has to cover.
    """
    reached = most_laid(centres, min_match)
    return reached if len(reached) == len({*centres}) else None


def most_laid(centres: Iterable[Cell], min_match: int) -> tuple[Cell, ...]:
    """Return the most centres that can be laid, in an order of laying; arguments as in `laying_order`."""
    left = sorted(centres)
    if not min_match:
        return tuple(left)
    best: tuple[Cell, ...] = ()
    tried: set[Cell] = set()
    for first in left:
        if first not in tried:
            best = max(best, _from(first, left, min_match), key=len)
            tried.update(best)
    return best


def _from(first: Cell, centres: Sequence[Cell], min_match: int) -> tuple[Cell, ...]:
    laid, left, cells = [first], [each for each in centres if each != first], set(block(first))
    while able := next((each for each in left if len(block(each) & cells) >= min_match), None):
        laid.append(able)
        left.remove(able)
        cells |= block(able)
    return tuple(laid)
