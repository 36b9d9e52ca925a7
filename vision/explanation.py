"""Pictures of what the reader compared: the table from above, and each card in the photo and in the album.

They are cut out as the cards lie on the lattice, so that a square is at the same place in all of them.
"""

from typing import Final, NamedTuple

import cv2
import numpy as np

from games.camouflage.board import Cell
from vision.album import Album
from vision.appearance import TURNED_SQUARES, Floats32, Pyramid
from vision.geometry import (
    CARD_CORNERS,
    Floats,
    card_frame,
    pose_matrix,
    project,
    quarter_turned,
    rigid_fit,
)
from vision.photo import Photo, Pixels
from vision.reading import Reading

_MARGIN: Final = 1
"""Cells that are shown round the cards."""


class FromAbove(NamedTuple):
    """The table as seen straight from above.

    Attributes:
        picture: (rows * side, columns * side, 3) uint8, blue green red.
        side_px: pixels along a cell.
        first: the cell at the top left.
        corners: (sites, 4, 2) pixels of the picture: each site's top-left, top-right, bottom-right and
            bottom-left corner.
    """

    picture: Pixels
    side_px: int
    first: Cell
    corners: Floats


class Views:
    """Cuts the pictures of one photo; made for the photo, the album and the reading that belong together."""

    def __init__(self, photo: Photo, album: Album, reading: Reading) -> None:
        self._photo = Pyramid(photo.pixels)
        self._album, self._reading = album, reading
        self._poses = [quarter_turned(each.fit.pose, -each.turn) for each in reading.sightings]

    def from_above(self, *, longest_px: int, largest_cell_px: int) -> FromAbove:
        """Returns the table from above, with a margin of one cell.

        Args:
            longest_px: the longer side of the picture at most.
            largest_cell_px: the side of a cell at most.
        """
        centres = np.array([site.centre for site in self._reading.evidence.sites])
        first = centres.min(0) - 1 - _MARGIN
        columns, rows = (int(cells) for cells in centres.max(0) + 2 + _MARGIN - first)
        side = max(min(largest_cell_px, longest_px // max(columns, rows)), 1)
        to_cells = np.diag([1 / side, 1 / side, 1.0])
        to_cells[:2, 2] = first - 0.5 + 0.5 / side
        lattice = pose_matrix(self._lattice(centres))
        picture = self._photo.cut(self._reading.plane @ lattice @ to_cells, (columns * side, rows * side))
        to_picture = np.linalg.inv(lattice @ to_cells)
        corners = [project(to_picture @ pose_matrix(pose), CARD_CORNERS) for pose in self._poses]
        return FromAbove(picture, side, Cell(*map(int, first)), np.array(corners))

    def _lattice(self, centres: Floats) -> Floats:
        """Returns the pose of the lattice that lies nearest to all cards."""
        on_lattice = [centre + CARD_CORNERS for centre in centres]
        on_plane = [project(pose_matrix(pose), CARD_CORNERS) for pose in self._poses]
        return rigid_fit(np.concatenate(on_lattice), np.concatenate(on_plane))

    def site(self, number: int, side_px: int) -> Pixels:
        """Cuts a site out of the photo, as the card that it was compared with lies.

        Args:
            number: the site's index.
            side_px: pixels along a square.

        Returns:
            (3 side_px, 3 side_px, 3) uint8, blue green red.
        """
        to_photo = self._reading.plane @ pose_matrix(self._poses[number]) @ card_frame(side_px)
        return self._photo.cut(to_photo, (3 * side_px, 3 * side_px))

    def card(self, card: str, turn: int, side_px: int) -> Pixels:
        """Returns the album's picture of a card, turned as it lies, of the size and kind of `site`."""
        size = (3 * side_px, 3 * side_px)
        small = cv2.resize(self._album.pictures[card], size, interpolation=cv2.INTER_AREA)
        return np.ascontiguousarray(np.rot90(small, -turn), np.uint8)

    def likeness(self, number: int) -> Floats32:
        """Returns how like the site's squares are to the card it was compared with.

        Returns:
            (9,) correlations, row by row in the lattice's view.
        """
        sighting = self._reading.sightings[number]
        likeness: Floats32 = sighting.fit.likeness[list(TURNED_SQUARES[sighting.turn])]
        return likeness


def square_of(picture: Pixels, place: int) -> Pixels:
    """Cuts a square out of a card's picture; places are counted 0 to 8 row by row."""
    side = picture.shape[0] // 3
    row, column = divmod(place, 3)
    return picture[row * side : (row + 1) * side, column * side : (column + 1) * side]
