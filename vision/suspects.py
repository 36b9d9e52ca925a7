"""Where cards may lie that were not found: beside those found, and where a square looks like none of them."""

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from vision.appearance import CENTRE_SQUARE
from vision.finds import Find
from vision.geometry import Floats, matrix_pose, pose_matrix
from vision.places import neighbours
from vision.scores import COVERED, SQUARE_MIDDLES, hides

_UNLIKE: Final = 0.3
"""A square less like its card than this shows something else."""
_SHIFT: Final = 0.12
"""How far apart the poses are at which such a place is looked at: a fifth of a square off, fine prints look
like nothing."""


def suspects(finds: Sequence[Find]) -> Iterator[Floats]:
    """Goes through the places where a card would explain squares that the cards found do not."""
    covered = hides([find.fit for find in finds]).max(1)
    for find, least in zip(finds, covered, strict=True):
        strange = (find.fit.likeness < _UNLIKE) & (least < COVERED) & ~find.burnt
        strange[CENTRE_SQUARE] = False
        for middle in SQUARE_MIDDLES[strange]:
            yield from (beside(find.fit.pose, middle + offset) for offset in SQUARE_MIDDLES)


def around(finds: Sequence[Find], *, wild: bool) -> Iterator[Floats]:
    """Goes through the places where cards would overlap those found.

    Args:
        finds: the cards found.
        wild: whether centres are covered.
    """
    for find in finds:
        yield from (beside(find.fit.pose, offset) for offset in neighbours(wild=wild))


def beside(pose: Floats, offset: Floats | tuple[int, int]) -> Floats:
    """Returns the pose of a card that lies off another by so much, x and y in the other's own frame."""
    return matrix_pose(pose_matrix(pose) @ pose_matrix(np.array([*offset, 0.0, 0.0])))


def about(place: Floats) -> list[Floats]:
    """Returns a place and eight more round it, at which a card there is recognised however it was laid."""
    return [beside(place, _SHIFT * offset) for offset in SQUARE_MIDDLES]
