"""How likely it is that all empty slots of Camelot can be filled, whatever comes."""

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from solver.camelot_search import CENTRE_GROUP

_SIDE: Final = 5
"""None to four slots of a group, and as many court cards of a kind."""

_NUMBERS: Final = 41
"""None to forty numbers."""


def survival(
    empty: NDArray[np.int64], courts: NDArray[np.int64], numbers: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return the probability that no court card comes without a slot until all empty slots are filled.

    Numbers are laid where that leaves the best chance; where they are removed from again does not count.

    Args:
        empty: (positions, 4) empty slots: corners, queens', jacks', centre; 0 to 4 each.
        courts: (positions, 3) kings, queens and jacks to come, 0 to 4 each.
        numbers: (positions,) other cards to come, 0 to 40.
    """
    chance: NDArray[np.float64] = _table()[(*empty.T, *courts.T, numbers)]
    return chance


@cache
def _table() -> NDArray[np.float64]:
    """Return the same for all 3.2 million cases, by the numbers of empty slots, courts and numbers.

    What can be filled hangs on what can with one empty slot less, so all cases with the same empty slots are
    found at once.
    """
    table = np.ones((_SIDE,) * 7 + (_NUMBERS,))
    *courts, numbers = np.ix_(*(range(_SIDE),) * 3, range(_NUMBERS))
    left = sum(courts) + numbers
    for empty in sorted(np.ndindex(*(_SIDE,) * 4), key=sum)[1:]:
        found = np.zeros(table.shape[4:])
        best = np.zeros(table.shape[4:])
        for group in (group for group in range(4) if empty[group]):
            then = table[tuple(count - (index == group) for index, count in enumerate(empty))]
            best[..., 1:] = np.maximum(best[..., 1:], then[..., :-1])
            if group != CENTRE_GROUP:
                came = [slice(None)] * 4
                came[group] = slice(1, None)
                found[tuple(came)] += courts[group][tuple(came)] * np.delete(then, -1, axis=group)
        table[empty] = np.where(left, (found + numbers * best) / np.maximum(left, 1), 1.0)
    return table
