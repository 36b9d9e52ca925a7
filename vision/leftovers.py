"""Looks beside the cards that were found for squares of one that was not.

A card whose centre glare hides is not found, but its other squares look like prints of the album where no
card is known to lie.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.appearance import Floats32, Gallery, Pyramid, normalised
from vision.geometry import Floats, pose_matrix, project

_SHIFTS_PX: Final = (-2, 0, 2)
"""How far the square of such a card may be off the lattice, in pixels of the coarse pictures: an eighth."""
_LEAST_SEEN: Final = 0.4
"""Share of a square that must lie in the photo to be compared."""


def likeness_beside(
    photo: Pyramid, plane: Floats, gallery: Gallery, poses: Sequence[Floats], unused: Sequence[int]
) -> Floats32:
    """Compares places with all squares of some cards.

    Only the part that lies in the photo is compared. A plain square, which is shorter than a print, stays
    unlike them all.

    Args:
        photo: the photo.
        plane: (3, 3) homography from the table's plane to the photo.
        gallery: the album's pictures.
        poses: places whose middle square is looked at, along the lattice.
        unused: the cards that were not found.

    Returns:
        For each place the correlation of the most like square at any turn, 0 where the photo ends before.
    """
    prints = gallery.squares[np.array(unused, np.int64)].reshape(-1, gallery.squares.shape[-1])
    result = np.zeros(len(poses), np.float32)
    if not len(prints):
        return result
    side = gallery.side_px
    seen = np.array([_inside(photo, plane, pose, side) for pose in poses]).reshape(len(poses), -1)
    for number in np.nonzero(seen.mean(1) >= _LEAST_SEEN)[0]:
        windows = _windows(photo.card(plane, poses[int(number)], side), side)
        if seen[number].all():
            result[number] = float((windows @ prints.T).max())
        else:
            result[number] = _partly(windows, prints, seen[number])
    return result


def _windows(picture: Floats32, side: int) -> Floats32:
    """Returns the normalised middle square of a card's picture, and some shifted ones, (windows, n)."""
    starts = [side + shift for shift in _SHIFTS_PX]
    cut = [picture[y : y + side, x : x + side].reshape(side * side, -1) for y in starts for x in starts]
    return normalised(np.stack(cut))[0]


def _partly(windows: Floats32, prints: Floats32, seen: NDArray[np.bool_]) -> float:
    pixels = len(seen)
    squares = windows.reshape(len(windows), pixels, -1)[:, seen].reshape(len(windows), -1)
    wanted = prints.reshape(len(prints), pixels, -1)[:, seen].reshape(len(prints), -1)
    lengths = np.linalg.norm(wanted, axis=1) * np.sqrt(seen.mean())
    return float((wanted @ squares.T / np.maximum(lengths, 1e-6)[:, None]).max())


def _inside(photo: Pyramid, plane: Floats, pose: Floats, side: int) -> NDArray[np.bool_]:
    """Tells which pixels of the square in the middle of a place lie in the photo, row by row."""
    ruler = (np.arange(side) + 0.5) / side - 0.5
    points = np.stack(np.meshgrid(ruler, ruler), -1).reshape(-1, 2)
    x, y = project(plane @ pose_matrix(pose), points).T
    rows, columns = photo.levels[0].shape[:2]
    inside: NDArray[np.bool_] = (x > 0) & (y > 0) & (x < columns - 1) & (y < rows - 1)
    return inside
