"""Cards on the table's plane: equal squares, and how they are fitted to outlines."""

from dataclasses import dataclass
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import CARD_CORNERS, Floats, pose_matrix, project, rigid_fit
from vision.keypoints import Guess
from vision.plane import fit_plane

Complexes: TypeAlias = NDArray[np.complexfloating]

SIDE: Final = 3.0
"""A card's side on the plane, in squares."""
UNIT: Final[Complexes] = CARD_CORNERS[:, 0] + 1j * CARD_CORNERS[:, 1]
"""A card's corners as complex numbers, with which a turn is a product."""
_VOTES: Final = 20
"""What a perfect outline weighs in fitting the plane."""


@dataclass(frozen=True, slots=True, eq=False)
class Squares:
    """Cards on the table's plane.

    Attributes:
        homography: (3, 3) from the plane, in squares, to pixels.
        poses: (n, 4) each card's pose on the plane, of size 1.
    """

    homography: Floats
    poses: Floats

    def corners(self) -> list[Floats]:
        """Returns the (4, 2) corners of each card in pixels, clockwise."""
        return [project(self.homography, project(pose_matrix(pose), CARD_CORNERS)) for pose in self.poses]

    def side_px(self) -> float:
        """Returns the side of a middling card in pixels."""
        return float(
            np.median([np.sqrt(cv2.contourArea(corners.astype(np.float32))) for corners in self.corners()])
        )

    def with_poses(self, poses: Floats) -> "Squares":
        """Returns other cards on the same plane."""
        return Squares(self.homography, poses)

    def scaled(self, factor: Floats) -> "Squares":
        """Returns the same cards in a picture that is larger by factors across and down."""
        move = np.diag([factor[0], factor[1], 1.0])
        move[:2, 2] = (factor - 1) / 2
        return Squares(move @ self.homography, self.poses)

    def resized(self, factor: float) -> "Squares":
        """Returns cards larger by a factor in the same places."""
        return Squares(
            self.homography @ np.diag([factor, factor, 1.0]),
            self.poses / np.array([factor, factor, 1.0, 1.0]),
        )


def fitted(quads: Floats, supports: Floats) -> Squares | None:
    """Fits equal squares on one plane to outlines.

    Args:
        quads: (n, 4, 2) pixels, clockwise.
        supports: (n,) how sure each is, 0 to 1.

    Returns:
        The squares nearest to the outlines, in their order; None where no plane holds them.
    """
    guesses = [
        Guess(number, _affine(corners), max(1, round(_VOTES * support)), CARD_CORNERS, corners)
        for number, (corners, support) in enumerate(zip(quads, supports, strict=True))
    ]
    plane = fit_plane(guesses) if guesses else None
    if plane is None:
        return None
    to_plane = np.linalg.inv(plane.homography)
    return Squares(
        plane.homography, np.array([rigid_fit(CARD_CORNERS, project(to_plane, corners)) for corners in quads])
    )


def _affine(corners: Floats) -> Floats:
    affine: Floats = np.linalg.lstsq(np.column_stack([CARD_CORNERS, np.ones(4)]), corners, rcond=None)[0].T
    return affine


def to_complex(points: Floats) -> Complexes:
    """Returns (..., 2) points as complex numbers."""
    x, y = np.moveaxis(points, -1, 0)
    result: Complexes = x + 1j * y
    return result
