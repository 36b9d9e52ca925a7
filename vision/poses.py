"""A card's exact pose: its picture is moved over the photo until they agree.

The method is inverse compositional alignment (Baker and Matthews 2004).

Cards laid by hand lie up to three millimetres and three degrees off any lattice, so each is aligned by
itself. Only squares that look like the card pull: the others are covered by other cards.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.appearance import SQUARES, Floats32, Gallery, Pyramid, by_squares, normalised
from vision.geometry import Floats, matrix_pose, pose_matrix

_LEAST_LIKENESS: Final = 0.25
"""A square less like the card than this does not pull: unrelated squares seldom reach it."""
_SIZE_STIFFNESS: Final = 0.05
"""Holds the size back, by this share of the pull on x: a card's size hardly differs from 1."""
_LONGEST_STEP: Final = 0.1
"""Squares, or radians: pictures tell how to move only where they nearly agree."""
_FAINT_PULL: Final = 1e-3
"""Squares that pull less than this all together tell nothing."""
_SETTLED: Final = 5e-4
"""Squares, or radians: a smaller step is below what pictures can tell."""


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """A card aligned with the photo.

    Attributes:
        pose: where it lies on the table's plane.
        likeness: (9,) correlation of each printed square with the photo.
        squares: (9, n) the photo's normalised squares as the card lies.
    """

    pose: Floats
    likeness: Floats32
    squares: Floats32


def look(photo: Pyramid, plane: Floats, pose: Floats, side_px: int) -> Floats32:
    """Cuts a card out of a photo and normalises its squares, (9, n)."""
    return normalised(by_squares(photo.card(plane, pose, side_px)))[0]


def align(
    photo: Pyramid,
    plane: Floats,
    pose: Floats,
    gallery: Gallery,
    card: int,
    *,
    steps: int,
    mask: Floats | None = None,
) -> Fit:
    """Aligns a card with the photo.

    Args:
        photo: the photo.
        plane: (3, 3) homography from the table's plane to the photo.
        pose: where to begin; right to about a tenth of a square.
        gallery: the album's pictures at the size to work at.
        card: the card's index.
        steps: how often to move it.
        mask: (9,) how surely each printed square is visible, 0 to 1; all, where None.

    Returns:
        The best of the poses on the way.
    """
    wanted = gallery.squares[card, 0]
    visible = np.ones(SQUARES) if mask is None else mask
    best: Fit | None = None
    best_value = -np.inf
    for step in range(steps + 1):
        seen = look(photo, plane, pose, gallery.side_px)
        likeness = np.einsum("qn,qn->q", seen, wanted)
        pull = visible * np.clip(likeness - _LEAST_LIKENESS, 0, None)
        value = float((pull * likeness).sum())
        if best is None or value > best_value:
            best, best_value = Fit(pose, likeness, seen), value
        if step == steps or pull.sum() < _FAINT_PULL:
            break
        off = gallery.slopes[card] @ (seen - wanted)[..., None]
        pose, moved = _moved(pose, pull, gallery.stiffness[card], off[..., 0])
        if moved < _SETTLED:
            break
    assert best is not None  # noqa: S101 - the loop runs at least once
    return best


def _moved(pose: Floats, pull: Floats, stiffness: Floats32, off: Floats32) -> tuple[Floats, float]:
    """Takes the step that makes the pictures agree; returns the pose and the step's greatest part."""
    normal = np.einsum("q,qij->ij", pull, stiffness)
    gradient = pull @ off
    normal[3, 3] += _SIZE_STIFFNESS * normal[0, 0]
    normal += np.eye(4) * 1e-6 * np.trace(normal)
    step = np.clip(np.linalg.solve(normal, gradient), -_LONGEST_STEP, _LONGEST_STEP)
    return matrix_pose(pose_matrix(pose) @ np.linalg.inv(pose_matrix(step))), float(np.abs(step).max())
