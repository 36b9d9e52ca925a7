"""The table's plane from the shapes of outlines, whatever their sizes.

Some outlines of cards go along the edge of the print and some along that of the card. Taken for equal, they
tilt the plane: near cards and far cards seem to differ less than they do. But each of them is a square.
"""

from typing import Final

import numpy as np

from vision.geometry import CARD_CORNERS, Floats, project, rigid_fit
from vision.squares import SIDE, UNIT, Squares, to_complex

_SPREAD: Final = 0.006
"""An outline that is so far from a square, as a share of a side, loses half its weight."""
_ROUNDS: Final = 10
_STEP: Final = 1e-6


def straightened(squares: Squares, quads: Floats, supports: Floats) -> Squares:
    """Moves the plane until outlines are squares on it, of any size.

    Args:
        squares: the plane, nearly right.
        quads: (n, 4, 2) pixels, clockwise.
        supports: (n,) how sure each is, 0 to 1.

    Returns:
        Cards where the outlines are, all of the middling outline's size.
    """
    to_plane = np.linalg.inv(squares.homography)
    laid = project(to_plane, quads.reshape(-1, 2))
    middle = laid.mean(0)
    laid = (laid - middle).reshape(-1, 4, 2)
    bend = np.zeros(4)
    for _ in range(_ROUNDS):
        off, _ = _from_square(bend, laid)
        slope = np.stack(
            [(_from_square(bend + step, laid)[0] - off) / _STEP for step in _STEP * np.eye(4)], -1
        )
        weight = supports**2 / (1 + (off**2).sum(1) / _SPREAD**2)
        normal = np.einsum("n,nik,nil->kl", weight, slope, slope) + 1e-9 * np.eye(4)
        bend = bend - np.linalg.solve(normal, np.einsum("n,nik,ni->k", weight, slope, off))
    size = float(np.median(_from_square(bend, laid)[1]))
    centred = np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1.0]])
    to_plane = np.diag([1 / size, 1 / size, 1.0]) @ _matrix(bend) @ centred @ to_plane
    poses = [rigid_fit(CARD_CORNERS, project(to_plane, corners)) for corners in quads]
    return Squares(np.linalg.inv(to_plane), np.array(poses))


def _matrix(bend: Floats) -> Floats:
    """Returns the (3, 3) map without turn or scale: tilt across and down, shear, and stretch."""
    across, down, shear, stretch = bend
    flat = np.array([[1, shear, 0], [0, np.exp(stretch), 0], [0, 0, 1]])
    tilted: Floats = flat @ np.array([[1, 0, 0], [0, 1, 0], [across, down, 1]])
    return tilted


def _from_square(bend: Floats, laid: Floats) -> tuple[Floats, Floats]:
    """Returns how outlines differ from squares, (n, 8) in sides, and their (n,) sizes."""
    corners = to_complex(project(_matrix(bend), laid.reshape(-1, 2))).reshape(-1, 4)
    around = corners - corners.mean(1, keepdims=True)
    turn = around @ UNIT.conj() / (np.abs(UNIT) ** 2).sum()
    size = np.abs(turn)
    off = (around - turn[:, None] * UNIT) / (size[:, None] * SIDE)
    return np.concatenate([off.real, off.imag], 1), size
