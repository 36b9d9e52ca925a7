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
from vision.prints import Prints
from vision.searching import further_places, printed_places
from vision.sides import Look, close_look, settled
from vision.sizing import alike, finished, rim, shared_edge, tuned
from vision.squares import SIDE, Squares, fitted

_SEEDS_SIDE_PX: Final = 1000
"""Outlines are looked for at this size …"""
_FINE_SIDE_PX: Final = 2000
"""… and moved to edges at this size."""
_SHRINKS: Final = (2, 1)
"""Segmentations are so many times smaller yet; where they find no cards, larger, which takes longer."""
_ALL_SHARE: Final = 0.9
"""Where outlines are cards their sides share an edge: on this share of them, and more."""
_LEAST_SIDE_PX: Final = 32
"""A narrower photo has no room for a card and the border round it that shows the table."""
_FIRST_LOOK: Final = Look(100, 0.8, 1.5, 2, 4)
"""Places on the table are looked at like this before they are looked at closely."""
_LONG_LOOK: Final = Look(100, 0.8, 5.0, 10, 6)
"""… and like this where their prints told where they are."""
_FEWEST_KNOWN: Final = 3
"""So many outlines that are right give the plane."""
_AS_SURE: Final = 0.6
"""A card has this share or more of the edges that the middling card has."""
_APART: Final = 0.98
"""Cards that lie side by side are a side apart; their middles are known to some pixels."""


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """A card's outline.

    Attributes:
        corners: (4, 2) full-size pixels, clockwise from the top left of the photo's view.
        support: share of the outline that lies on an edge, 0 to 1.
    """

    corners: Floats
    support: float


def find_outlines(photo: Photo, prints: Prints | None = None, known: Sequence[Floats] = ()) -> list[Outline]:
    """Finds the cards that lie apart in a photo.

    Args:
        photo: the photo, any size.
        prints: what the cards bear, known from other photos; without it only their edges tell where they are.
        known: (4, 2) corners of outlines that are probably right, where the photo was looked at before.

    Returns:
        The outlines, row by row as the photo shows them; empty where nothing looks like cards.
    """
    fine, small = _shrunk(photo.pixels, _FINE_SIDE_PX), _shrunk(photo.pixels, _SEEDS_SIDE_PX)
    if min(small.shape[:2]) < _LEAST_SIDE_PX:
        return []
    lab = _lab(fine)
    found = _by_edges(_lab(small), lab) if prints is None else _by_prints(photo, prints, known, lab)
    if not found:
        return []
    ended = [finished(lab, cards.resized(rim(lab, cards))) for cards in found]
    squares, supports = max(ended, key=lambda cards: float(cards[1].sum()))
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


def _ratio(large: Pixels | Floats32, small: Pixels | Floats32) -> Floats:
    """Returns how much larger a picture is than another, across and down."""
    return np.array([large.shape[1] / small.shape[1], large.shape[0] / small.shape[0]])


def _lab(pixels: Pixels) -> Floats32:
    return cv2.cvtColor(pixels, cv2.COLOR_BGR2LAB).astype(np.float32)


def _by_edges(small: Floats32, lab: Floats32) -> list[Squares]:
    some = _some_cards(small, lab)
    return [] if some is None else [_all_cards(lab, some)]


def _by_prints(photo: Photo, prints: Prints, known: Sequence[Floats], lab: Floats32) -> list[Squares]:
    """Finds cards by what they bear, and moves them to their edges, in more ways than one.

    The plane is that of the prints, or that of the known outlines; and all sides are moved to the edge they
    share, however far, or each to the next. Which is right, the edges tell at the end.
    """
    seen = [prints.seen(photo)]
    if len(known) >= _FEWEST_KNOWN:
        quads = (np.array(known) + 0.5) / photo.scale - 0.5
        squares = fitted(quads, np.ones(len(quads)))
        seen.append(None if squares is None else prints.seen_beside(photo, squares))
    found = []
    for one in seen:
        if one is not None:
            squares = one.squares.scaled(_ratio(lab, photo.pixels))
            places = squares.with_poses(printed_places(lab, squares, one.evidence))
            if len(places.poses):
                cards, _ = settled(lab, places, _LONG_LOOK, 0.0)
                found += [tuned(lab, cards), alike(lab, settled(lab, cards, close_look(cards), 0.0)[0])]
    return found


def _some_cards(small: Floats32, lab: Floats32) -> Squares | None:
    """Finds cards in a small picture and moves them in a large one to edges, the same edge of all."""
    best: Squares | None = None
    most = 0.0
    for shrink in _SHRINKS:
        seeds = find_squares(small, shrink) if most < _ALL_SHARE else None
        if seeds is not None:
            squares = tuned(lab, seeds.scaled(_ratio(lab, small)))
            shared = shared_edge(lab, squares)
            if shared > most:
                best, most = squares, shared
    return best


def _all_cards(lab: Floats32, squares: Squares) -> Squares:
    """Finds the size of some cards, then the cards that are missing, and moves all to their edges."""
    squares = squares.resized(rim(lab, squares))
    known, further = squares, squares.with_poses(further_places(lab, squares))
    for look in (_FIRST_LOOK, close_look(squares)):
        settled_known, supports = settled(lab, squares, look, 0.0)
        least = _AS_SURE * float(np.median(supports))
        known = settled_known.with_poses(_best_first(settled_known, supports, least))
        further, supports = settled(lab, further, look, 0.0)
        further = further.with_poses(_best_first(further, supports, least))
    return alike(lab, squares.with_poses(_apart(np.vstack([known.poses, further.poses]))))


def _best_first(squares: Squares, supports: Floats, least: float) -> Floats:
    """Returns the (n, 4) poses with enough support, the best first."""
    order = np.argsort(-supports)
    return squares.poses[order[: np.count_nonzero(supports >= least)]]


def _apart(poses: Floats) -> Floats:
    """Returns the (n, 4) poses of cards that lie apart from all before them."""
    kept: list[int] = []
    for index, middle in enumerate(poses[:, :2]):
        if not kept or np.linalg.norm(poses[kept, :2] - middle, axis=1).min() > _APART * SIDE:
            kept.append(index)
    return poses[kept]


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
