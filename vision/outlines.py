"""Finds cards that lie apart from each other on any table: their outlines, for enrolling a deck.

Many simple segmentations propose outlines; the largest group of equal squares on one plane gives the plane
and nearly the size of the cards. Then all sides together tell the size, the whole table is searched for more
squares of that size, and all are moved to the edges together.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.appearance import Floats32
from vision.geometry import Floats
from vision.grouping import find_squares
from vision.photo import Photo, Pixels
from vision.searching import further_places
from vision.sizing import Look, close_look, finished, rim, settled, tuned
from vision.squares import SIDE, Squares

_SEEDS_SIDE_PX: Final = 1000
"""Outlines are looked for at this size …"""
_FINE_SIDE_PX: Final = 2000
"""… and moved to edges at this size."""
_LEAST_SIDE_PX: Final = 32
"""A narrower photo has no room for a card and the border round it that shows the table."""
_AS_SURE: Final = 0.7
"""A card has this share or more of the edges that the middling card has."""


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """A card's outline.

    Attributes:
        corners: (4, 2) full-size pixels, clockwise from the top left of the photo's view.
        support: share of the outline that lies on an edge, 0 to 1.
    """

    corners: Floats
    support: float


def find_outlines(photo: Photo) -> list[Outline]:
    """Finds the cards that lie apart in a photo.

    Args:
        photo: the photo, any size.

    Returns:
        The outlines, row by row as the photo shows them; empty where nothing looks like cards.
    """
    fine, small = _shrunk(photo.pixels, _FINE_SIDE_PX), _shrunk(photo.pixels, _SEEDS_SIDE_PX)
    if min(small.shape[:2]) < _LEAST_SIDE_PX:
        return []
    squares = find_squares(_lab(small))
    if squares is None:
        return []
    lab = _lab(fine)
    squares, supports = _all_cards(lab, squares.scaled(_ratio(fine, small)))
    squares = squares.scaled(_ratio(photo.pixels, fine))
    return _row_by_row(
        [
            Outline(photo.to_full_size(_from_top_left(corners)), float(support))
            for corners, support in zip(squares.corners(), supports, strict=True)
        ]
    )


def _shrunk(pixels: Pixels, side_px: int) -> Pixels:
    shrink = max(pixels.shape[:2]) / side_px
    if shrink <= 1:
        return pixels
    size = (round(pixels.shape[1] / shrink), round(pixels.shape[0] / shrink))
    return cv2.resize(pixels, size, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)


def _ratio(large: Pixels, small: Pixels) -> Floats:
    """Returns how much larger a picture is than another, across and down."""
    return np.array([large.shape[1] / small.shape[1], large.shape[0] / small.shape[0]])


def _lab(pixels: Pixels) -> Floats32:
    return cv2.cvtColor(pixels, cv2.COLOR_BGR2LAB).astype(np.float32)


def _all_cards(lab: Floats32, squares: Squares) -> tuple[Squares, Floats]:
    """Finds the size of some cards, then the cards that are missing, and moves all to their edges."""
    squares = tuned(lab, squares)
    squares = squares.resized(rim(lab, squares))
    known = len(squares.poses)
    places = Squares(squares.homography, further_places(lab, squares))
    further, _ = settled(lab, places, Look(100, 0.8, 1.5, 3, 4), 0.0)
    candidates = Squares(squares.homography, np.vstack([squares.poses, further.poses]))
    candidates, supports = settled(lab, candidates, close_look(candidates), 0.0)
    least = _AS_SURE * float(np.median(supports[:known]))
    kept: list[int] = []
    for index in np.argsort(-supports):
        middle = candidates.poses[index, :2]
        if supports[index] >= least and all(
            np.linalg.norm(middle - candidates.poses[other, :2]) > 0.98 * SIDE for other in kept
        ):
            kept.append(int(index))
    chosen = Squares(candidates.homography, candidates.poses[kept])
    return finished(lab, chosen)


def _from_top_left(corners: Floats) -> Floats:
    """Rolls clockwise corners so that the side nearest to the photo's upright top comes first."""
    along = np.roll(corners, -1, axis=0) - corners
    top = int((along[:, 0] / np.linalg.norm(along, axis=1)).argmax())
    return np.roll(corners, -top, axis=0)


def _row_by_row(outlines: Sequence[Outline]) -> list[Outline]:
    """Sorts outlines as a page is read."""
    if not outlines:
        return []
    height = float(
        np.median([np.sqrt(cv2.contourArea(outline.corners.astype(np.float32))) for outline in outlines])
    )
    waiting = sorted(outlines, key=lambda outline: outline.corners[:, 1].mean())
    rows: list[list[Outline]] = []
    for outline in waiting:
        if rows and outline.corners[:, 1].mean() - rows[-1][0].corners[:, 1].mean() < 0.6 * height:
            rows[-1].append(outline)
        else:
            rows.append([outline])
    return [
        outline for row in rows for outline in sorted(row, key=lambda outline: outline.corners[:, 0].mean())
    ]
