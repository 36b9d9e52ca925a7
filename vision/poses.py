"""A card's exact pose: its picture is moved over the photo until they agree.

The method is inverse compositional alignment (Baker and Matthews 2004).

Cards laid by hand lie up to three millimetres and three degrees off any lattice, so each is aligned by
itself. Only squares that look like the card pull: the others are covered by other cards.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.appearance import SQUARES, Floats32, Gallery, Pyramid, by_squares, normalised
from vision.geometry import Floats, matrix_pose, pose_matrices

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


def look(photo: Pyramid, plane: Floats, poses: Sequence[Floats] | Floats, gallery: Gallery) -> Floats32:
    """Cuts cards out of a photo and normalises their squares as a gallery's are, (poses, 9, n)."""
    cards = photo.cards(plane, np.reshape(poses, (-1, 4)), gallery.side_px, rim_px=gallery.rim_px)
    cut = by_squares(cards, rim_px=gallery.rim_px)
    return normalised(cut.reshape(-1, *cut.shape[2:]))[0].reshape(*cut.shape[:2], -1)


def align(
    photo: Pyramid,
    plane: Floats,
    poses: Sequence[Floats] | Floats,
    gallery: Gallery,
    cards: Sequence[int],
    *,
    steps: int,
    masks: Sequence[Floats] | None = None,
) -> list[Fit]:
    """Aligns cards with the photo, each by itself, all at once.

    Args:
        photo: the photo.
        plane: (3, 3) homography from the table's plane to the photo.
        poses: where each begins; right to about a tenth of a square.
        gallery: the album's pictures at the size to work at.
        cards: the cards' indices.
        steps: how often to move them.
        masks: (9,) for each card how surely each printed square is visible, 0 to 1; all, where None.

    Returns:
        For each card the best of the poses on the way.
    """
    at = np.array(poses, np.float64).reshape(-1, 4)
    which = np.array(cards, np.int64)
    wanted = gallery.squares[which, 0]
    visible = np.ones((len(at), SQUARES)) if masks is None else np.reshape(masks, (-1, SQUARES))
    best: list[Fit | None] = [None] * len(at)
    best_value = np.full(len(at), -np.inf)
    moving = np.arange(len(at))
    for step in range(steps + 1):
        seen = look(photo, plane, at[moving], gallery)
        likeness = np.einsum("kqn,kqn->kq", seen, wanted[moving])
        pull = visible[moving] * np.clip(likeness - _LEAST_LIKENESS, 0, None)
        value = (pull * likeness).sum(1)
        for row in np.nonzero(~(value <= best_value[moving]))[0]:
            best[moving[row]] = Fit(at[moving[row]].copy(), likeness[row], seen[row])
        best_value[moving] = np.maximum(value, best_value[moving])
        rows = np.nonzero(pull.sum(1) >= _FAINT_PULL)[0]
        if step == steps or len(rows) == 0:
            break
        moving, pull = moving[rows], pull[rows]
        off = [
            gallery.slopes[card] @ difference[..., None]
            for card, difference in zip(which[moving], seen[rows] - wanted[moving], strict=True)
        ]
        at[moving], moved = _moved(at[moving], pull, gallery.stiffness[which[moving]], np.stack(off)[..., 0])
        moving = moving[moved >= _SETTLED]
        if len(moving) == 0:
            break
    return [fit for fit in best if fit is not None]


def _moved(poses: Floats, pull: Floats, stiffness: Floats32, off: Floats32) -> tuple[Floats, Floats]:
    """Takes the steps that make the pictures agree; returns the poses and the greatest part of each step."""
    normal = np.einsum("kq,kqij->kij", pull, stiffness)
    gradient = np.einsum("kq,kqi->ki", pull, off)
    normal[:, 3, 3] += _SIZE_STIFFNESS * normal[:, 0, 0]
    normal += np.eye(4) * (1e-6 * np.trace(normal, axis1=1, axis2=2))[:, None, None]
    steps = np.clip(np.linalg.solve(normal, gradient[..., None])[..., 0], -_LONGEST_STEP, _LONGEST_STEP)
    moved = pose_matrices(poses) @ np.linalg.inv(pose_matrices(steps))
    return np.stack([matrix_pose(each) for each in moved]), np.abs(steps).max(1)
