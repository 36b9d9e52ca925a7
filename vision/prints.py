"""What the cards of a deck bear, known from some photos and looked for in another.

Where a table's pattern hides the edges of cards, their prints still tell them from it: other cards bear them,
too. Features of prints tell the plane and the size of the cards; how a place looks tells whether it is print.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.appearance import Floats32
from vision.comparing import RING
from vision.geometry import CARD_CORNERS, Floats, pose_matrix, project
from vision.keypoints import FeatureIndex
from vision.light import in_light_of, in_one_light
from vision.patterns import described
from vision.photo import Photo, Pixels
from vision.plane import fit_plane
from vision.searching import Evidence, from_above
from vision.squares import Squares

_FEATURE_SIDE_PX: Final = 1600
"""Features are looked for at the size from which tables are read."""
_SQUARE_PX: Final = 48
"""Pixels of a square, as patterns are described."""
_TILE: Final = 6
"""The table is described in tiles of so many squares a side."""
_KNOWN_STEP: Final = 4
"""Of each known square so many spots make one: they are more than enough."""
_SPOTS: Final = 3
"""Spots along a square at which the table is looked at."""
_SAMPLE: Final = 24
"""A sample of colours is so large along each side, as light is told by."""
_LEAST_CONTRAST: Final = 1e-6
"""By which the table and the prints differ at least, lest nothing be divided by nothing."""


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """Where a photo shows prints.

    Attributes:
        squares: cards that give the plane and the size, in pixels of `photo.pixels`, not yet in their places.
        evidence: how much the table looks like cards.
    """

    squares: Squares
    evidence: Evidence


class Prints:
    """The prints of a deck."""

    def __init__(self, pictures: Sequence[Pixels], photos: Sequence[int]) -> None:
        """Takes in the prints.

        Args:
            pictures: cards.
            photos: the photo each is from.
        """
        self._lit = in_one_light(pictures, photos)
        self._index = FeatureIndex(self._lit)
        squares = np.concatenate([described(picture)[list(RING)] for picture in self._lit])
        self._spots = squares[:, ::_KNOWN_STEP].reshape(-1, squares.shape[-1])

    def seen(self, photo: Photo) -> Seen | None:
        """Looks for the prints in a photo, and finds their plane; returns None where there are none."""
        plane = fit_plane(self._index.guesses(photo.pixels, side_px=_FEATURE_SIDE_PX))
        if plane is None:
            return None
        squares = Squares(plane.homography, np.array(plane.poses))
        places = np.concatenate([guess.in_photo for guess in plane.guesses])
        return Seen(squares, self._evidence(photo, squares, places))

    def seen_beside(self, photo: Photo, squares: Squares) -> Seen:
        """Looks for the prints in a photo where some cards are known, in pixels of `photo.pixels`."""
        ring = CARD_CORNERS[:, None] / 3 * 2 * np.array([[1, 1], [1, 0]])
        places = [
            project(squares.homography @ pose_matrix(pose), ring.reshape(-1, 2)) for pose in squares.poses
        ]
        return Seen(squares, self._evidence(photo, squares, np.concatenate(places)))

    def _evidence(self, photo: Photo, squares: Squares, places: Floats) -> Evidence:
        """Tells how like the prints the table is: 0 where it is as elsewhere, 1 as at the (n, 2) places."""
        above, to_plane = from_above(photo.pixels, squares, 3 * _SQUARE_PX)
        table = above.astype(np.uint8)
        at = project(np.linalg.inv(squares.homography @ to_plane), places)
        table = in_light_of(table, self._lit, _sample(table, at))
        known = self._likeness(table)
        step = _SQUARE_PX / _SPOTS
        to_table = np.array([[step, 0, (step - 1) / 2], [0, step, (step - 1) / 2], [0, 0, 1.0]])
        column, row = np.clip(at / step, 0, np.array(known.shape[::-1]) - 1).astype(int).T
        least, usual = float(np.median(known)), float(np.median(known[row, column]))
        share = np.clip((known - least) / max(usual - least, _LEAST_CONTRAST), 0, 1)
        return Evidence(share.astype(np.float32), to_plane @ to_table)

    def _likeness(self, table: Pixels) -> Floats32:
        """Returns how like the known prints the table is, three spots a square, 0 to 1."""
        side = _TILE * _SQUARE_PX
        rows, columns = -(-table.shape[0] // side), -(-table.shape[1] // side)
        bottom, right = rows * side - table.shape[0], columns * side - table.shape[1]
        whole = np.pad(table, ((0, bottom), (0, right), (0, 0)), mode="edge")
        result = np.zeros((rows * _TILE * _SPOTS, columns * _TILE * _SPOTS), np.float32)
        for row in range(rows):
            for column in range(columns):
                tile = whole[row * side : (row + 1) * side, column * side : (column + 1) * side]
                size = _TILE * _SPOTS
                result[row * size : (row + 1) * size, column * size : (column + 1) * size] = self._tile(tile)
        return result

    def _tile(self, tile: Pixels) -> Floats32:
        """Returns the same of one tile."""
        spots = described(tile, _TILE)
        every = int(np.sqrt(spots.shape[1])) // _SPOTS
        spots = spots.reshape(_TILE, _TILE, _SPOTS * every, _SPOTS * every, -1)[:, :, ::every, ::every]
        spots = spots.transpose(0, 2, 1, 3, 4).reshape((_TILE * _SPOTS) ** 2, -1)
        known = self._spots
        squared = (spots * spots).sum(1)[:, None] + (known * known).sum(1) - 2 * spots @ known.T
        like: Floats32 = (1 + np.maximum(squared.min(1), 0)) ** -2
        return like.reshape(_TILE * _SPOTS, -1)


def _sample(picture: Pixels, at: Floats) -> Pixels:
    """Returns a picture of the colours at some places."""
    smooth = cv2.blur(picture, (5, 5))
    column, row = np.clip(at, 0, np.array(picture.shape[1::-1]) - 1).astype(int).T
    return np.resize(smooth[row, column], (_SAMPLE, _SAMPLE, 3))
