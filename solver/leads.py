"""Whether a choice that did better than the usual one, where both were tried alike, is better."""

from typing import Final

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

SURE: Final = 1.5
"""By how many standard errors another choice has to beat the usual one."""


def leads(gains: Floats) -> Floats:
    """Return by how much each choice beats the usual one beyond what chance explains; 0 for itself.

    Args:
        gains: (choices, trials) by how much each did better than the usual one.
    """
    errors = gains.std(axis=1, ddof=1) / np.sqrt(gains.shape[1])
    beyond: Floats = gains.mean(axis=1) - SURE * errors
    return beyond
