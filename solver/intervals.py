"""How far a share that was counted may be from the true one."""

import math
from typing import Final, NamedTuple

CONFIDENCE: Final = 0.95

_QUANTILE: Final = 1.959964
"""The standard normal quantile at 97.5 %, which leaves 2.5 % on either side."""


class Interval(NamedTuple):
    """An interval of shares, 0 to 1."""

    low: float
    high: float


def wilson(count: int, of: int) -> Interval:
    """Return the Wilson score interval of a share at a confidence of 95 %.

    It holds near 0 and 1 and for few trials, where the normal approximation does not (E. B. Wilson, Probable
    inference, the law of succession, and statistical inference, 1927).

    Args:
        count: how many there are, 0 to `of`.
        of: of how many; where 0, nothing is known.
    """
    if not of:
        return Interval(0.0, 1.0)
    share, spread = count / of, _QUANTILE**2 / of
    middle = (share + spread / 2) / (1 + spread)
    half = math.sqrt(share * (1 - share) * spread + spread**2 / 4) / (1 + spread)
    # Rounded, so that the interval of none begins at 0 and that of all ends at 1.
    return Interval(max(0.0, round(middle - half, 12)), round(middle + half, 12))
