"""Plane geometry of the table: homographies, and how a card lies on the plane.

The unit on the table's plane is a square's side. A card's own frame has its origin at the card's middle, x
to the right and y downwards in squares, so that the card reaches from -1.5 to 1.5 both ways.
"""

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.floating]

CARD_CORNERS: Final[Floats] = np.array([[-1.5, -1.5], [1.5, -1.5], [1.5, 1.5], [-1.5, 1.5]])
"""A card's corners in its own frame: top left, top right, bottom right, bottom left."""


def project(homography: Floats, points: Floats) -> Floats:
    """Carries points through a homography.

    Args:
        homography: (3, 3).
        points: (n, 2).

    Returns:
        (n, 2).
    """
    carried = points @ homography[:, :2].T + homography[:, 2]
    result: Floats = carried[:, :2] / carried[:, 2:]
    return result


def pose_matrix(pose: Floats) -> Floats:
    """Returns the (3, 3) similarity that carries a card's own frame to the table's plane.

    Args:
        pose: x, y of the card's middle in squares, its angle in radians clockwise, and the logarithm of its
            size; the size differs from 1 where a card lies on others, nearer to the camera.
    """
    x, y, angle, log_size = pose
    cosine, sine = np.cos(angle) * np.exp(log_size), np.sin(angle) * np.exp(log_size)
    return np.array([[cosine, -sine, x], [sine, cosine, y], [0.0, 0.0, 1.0]])


def pose_matrices(poses: Floats) -> Floats:
    """Returns the (n, 3, 3) similarities of (n, 4) poses; see `pose_matrix`."""
    x, y, angle, log_size = np.asarray(poses, np.float64).T
    cosine, sine = np.cos(angle) * np.exp(log_size), np.sin(angle) * np.exp(log_size)
    zero, one = np.zeros_like(x), np.ones_like(x)
    rows = [[cosine, -sine, x], [sine, cosine, y], [zero, zero, one]]
    return np.array(rows).transpose(2, 0, 1)


def matrix_pose(matrix: Floats) -> Floats:
    """Returns the pose of a (3, 3) similarity: the inverse of `pose_matrix`."""
    return np.array(
        [
            matrix[0, 2],
            matrix[1, 2],
            np.arctan2(matrix[1, 0], matrix[0, 0]),
            np.log(np.hypot(matrix[0, 0], matrix[1, 0])),
        ]
    )


def quarter_turned(pose: Floats, quarters: int) -> Floats:
    """Returns the pose of the same place with the card's own frame turned clockwise by quarter turns."""
    turned = np.asarray(pose, np.float64).copy()
    turned[2] += quarters * np.pi / 2
    return turned


def moved_within(pose: Floats, x: float, y: float) -> Floats:
    """Returns the pose of a card that lies as another does, some squares off along its own axes."""
    return matrix_pose(pose_matrix(pose) @ pose_matrix(np.array([x, y, 0.0, 0.0])))


def rigid_fit(source: Floats, target: Floats) -> Floats:
    """Returns the pose that carries `source` nearest to `target`, size 1, by least squares.

    Args:
        source: (n, 2) in a card's own frame.
        target: (n, 2) on the table's plane.
    """
    source_mean, target_mean = source.mean(0), target.mean(0)
    a, b = source - source_mean, target - target_mean
    angle = np.arctan2((a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).sum(), (a * b).sum())
    turn = pose_matrix(np.array([0.0, 0.0, angle, 0.0]))[:2, :2]
    x, y = target_mean - turn @ source_mean
    return np.array([x, y, angle, 0.0])


def card_frame(side_px: int) -> Floats:
    """Returns the (3, 3) matrix from pixels of a card's picture to the card's own frame.

    Args:
        side_px: pixels of the picture along a square; the picture is three times that.
    """
    step = 1.0 / side_px
    offset = -1.5 + 0.5 * step
    return np.array([[step, 0.0, offset], [0.0, step, offset], [0.0, 0.0, 1.0]])
