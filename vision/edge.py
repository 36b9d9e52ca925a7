"""Looks at the photo's edge for squares of a card that reaches over it, and shows too little to be found."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.appearance import Floats32, Gallery, Pyramid, evened, normalised, opponent_channels
from vision.geometry import CARD_CORNERS, Floats, card_frame, pose_matrices, pose_matrix, project

_SHIFTS_PX: Final = (-2, 0, 2)
"""How far the square of such a card may be off the lattice, in pixels of the coarse pictures: an eighth."""
_LEAST_SEEN: Final = 0.4
"""Share of a square that must lie in the photo to be compared."""
_LEAST_SHARE: Final = 0.5
"""Contrast of a part, as a share of its square's, below which it is plain and tells nothing."""


def likeness_at_edge(
    photo: Pyramid, plane: Floats, gallery: Gallery, poses: Sequence[Floats], unused: Sequence[int]
) -> Floats32:
    """Compares the places that the photo's edge cuts with all squares of some cards.

    Only the part that lies in the photo is compared.

    Args:
        photo: the photo.
        plane: (3, 3) homography from the table's plane to the photo.
        gallery: the album's pictures.
        poses: places whose middle square is looked at, along the lattice.
        unused: the cards that were not found.

    Returns:
        For each place the correlation of the most like square at any turn, 0 where the edge does not cut it.
    """
    prints = _prints(gallery, unused)
    result = np.zeros(len(poses), np.float32)
    for number in _cut_by_edge(photo, plane, poses) if len(prints) else ():
        seen = _inside(photo, plane, poses[number], gallery.side_px, gallery.rim_px)
        if _LEAST_SEEN <= seen.mean() < 1:
            windows = _windows(photo, plane, gallery, poses[number])
            result[number] = float((_masked(windows, seen) @ _masked(prints, seen).T).max())
    return result


def likeness_of(
    photo: Pyramid, plane: Floats, gallery: Gallery, pose: Floats, unused: Sequence[int]
) -> float:
    """Compares a place that lies in the photo with all squares of some cards; see `likeness_at_edge`."""
    return float((_windows(photo, plane, gallery, pose) @ _prints(gallery, unused).T).max(initial=0.0))


def _prints(gallery: Gallery, cards: Sequence[int]) -> Floats32:
    """Returns all squares of some cards at each turn, (squares, n)."""
    return gallery.squares[np.array(cards, np.int64)].reshape(-1, gallery.squares.shape[-1])


def _cut_by_edge(photo: Pyramid, plane: Floats, poses: Sequence[Floats]) -> list[int]:
    """Returns the places whose middle square has some corners in the photo and some beyond its edge."""
    if not poses:
        return []
    to_photo = plane @ pose_matrices(np.array(poses))
    corners = np.column_stack([CARD_CORNERS / 3, np.ones(len(CARD_CORNERS))]) @ to_photo.transpose(0, 2, 1)
    points = corners[..., :2] / corners[..., 2:]
    rows, columns = photo.levels[0].shape[:2]
    inside = ((points > 0) & (points < np.array([columns - 1, rows - 1]))).reshape(len(poses), -1)
    return [number for number, each in enumerate(inside) if each.any() and not each.all()]


def _windows(photo: Pyramid, plane: Floats, gallery: Gallery, pose: Floats) -> Floats32:
    """Returns a place's middle square and some shifted ones, evened and normalised, (windows, n)."""
    side, rim = gallery.side_px, gallery.rim_px
    to_photo = plane @ pose_matrix(pose) @ card_frame(side)
    picture = opponent_channels(photo.cut(to_photo, (3 * side, 3 * side)))
    starts = [side + shift for shift in _SHIFTS_PX]
    column = np.concatenate([picture[y : y + side, x : x + side] for y in starts for x in starts])
    inner = slice(rim, side - rim)
    squares = evened(column, side, rim_px=rim).reshape(len(starts) ** 2, side, side, -1)[:, inner, inner]
    return normalised(squares.reshape(len(squares), -1, squares.shape[-1]))[0]


def _masked(squares: Floats32, seen: NDArray[np.bool_]) -> Floats32:
    """Brings the seen part of (k, n) squares to no mean and length 1; plain parts stay shorter."""
    part = squares.reshape(len(squares), len(seen), -1)[:, seen]
    level = (part - part.mean(1, keepdims=True)).reshape(len(squares), -1)
    least = _LEAST_SHARE * np.sqrt(seen.mean())
    result: Floats32 = level / np.maximum(np.linalg.norm(level, axis=1, keepdims=True), least)
    return result


def _inside(photo: Pyramid, plane: Floats, pose: Floats, side: int, rim: int) -> NDArray[np.bool_]:
    """Tells which inner pixels of the square in the middle of a place lie in the photo, row by row."""
    ruler = (np.arange(rim, side - rim) + 0.5) / side - 0.5
    points = np.stack(np.meshgrid(ruler, ruler), -1).reshape(-1, 2)
    x, y = project(plane @ pose_matrix(pose), points).T
    rows, columns = photo.levels[0].shape[:2]
    inside: NDArray[np.bool_] = (x > 0) & (y > 0) & (x < columns - 1) & (y < rows - 1)
    return inside
