"""Looks for the symbols on the cards' centres all over a table, to find cards that features missed.

A centre is never covered (unless centres are wild), and all cards of a deck bear one symbol, so that a
handful of small pictures, each in four turns, finds nearly every card. The table is seen straight from above
for it, turned so that its lattice stands upright, at thumbnail size.
"""

from typing import Final

import cv2
import numpy as np

from vision.album import Album
from vision.appearance import (
    FLAT_VARIANCE,
    Floats32,
    Pyramid,
    evened_throughout,
    opponent_channels,
)
from vision.geometry import Floats, card_frame, matrix_pose, pose_matrix, project

SYMBOL_PX: Final = 6
"""Pixels a square: a symbol has some hundred values, and the table is small enough to look everywhere."""
_LIKE: Final = 0.4
"""Least correlation of a place with a symbol in a first look; which one it is shows a closer look."""
_REACH_PX: Final = 6
"""How far round a place a closer look is taken, in sixteenths of a square: hands leave off less."""
_ROUGHLY_LIKE: Final = 0.3
"""Least correlation in a closer look, …"""
_RIVALS: Final = 3
"""… which names so many symbols at most …"""
_RIVAL_MARGIN: Final = 0.25
"""… that are at most this much less like than the best."""
_APART_PX: Final = 7
"""Side of the window in which only the best place counts: half a square each way."""
_REACH: Final = 24
"""Squares to each side of the middle of the table that are looked at."""
_SAME_PLACE: Final = 0.3
_FAR: Final = 10.0
"""Squares between cards: what is farther off is not part of the table, or is found from its neighbours."""
_MOST: Final = 80
"""Places returned: twice the cards of a full table."""


class SymbolFinder:
    """Finds the symbols of an album's decks."""

    def __init__(self, album: Album, side_px: int) -> None:
        """Prepares the symbols of an album's decks.

        Args:
            album: the cards.
            side_px: pixels along a square for a closer look.
        """
        self._side = side_px
        self._small = _templates(album, SYMBOL_PX)
        self._large = _templates(album, side_px)

    def near(self, photo: Pyramid, plane: Floats, pose: Floats) -> list[Floats]:
        """Looks closer for a symbol round a place.

        Args:
            photo: the photo.
            plane: (3, 3) homography from the table's plane to the photo.
            pose: of a card whose symbol may be seen there, any turn.

        Returns:
            The poses of cards whose symbol is somewhat like what is seen, the most like first; none twice.
        """
        side = self._side
        low, high = side - _REACH_PX, 2 * side + _REACH_PX
        cut = photo.cut(plane @ pose_matrix(pose) @ card_frame(side), (3 * side, 3 * side))
        picture = evened_throughout(opponent_channels(cut), side)
        like = _correlations(picture[low:high, low:high], self._large, side)
        columns = like.shape[1]
        by_template = like.reshape(-1, like.shape[2])
        place = by_template.argmax(0)
        greatest = by_template[place, np.arange(len(place))]
        least = max(_ROUGHLY_LIKE, float(greatest.max()) - _RIVAL_MARGIN)
        best = [
            number for number in np.argsort(-greatest, kind="stable")[:_RIVALS] if greatest[number] >= least
        ]
        shifts = np.array([divmod(int(window), columns) for window in dict.fromkeys(place[best])])
        return [
            matrix_pose(pose_matrix(pose) @ pose_matrix(np.array([x, y, 0.0, 0.0])))
            for y, x in (shifts - _REACH_PX) / side
        ]

    def places(self, photo: Pyramid, plane: Floats, known: Floats, angle: float) -> list[Floats]:
        """Finds places that look like a symbol.

        Args:
            photo: the photo.
            plane: (3, 3) homography from the table's plane to the photo.
            known: (n, 2) the middles of cards found; there, and far from them, none is looked for.
            angle: of the lattice's axes on the plane, radians.

        Returns:
            The poses at which the symbols would be seen upright, along the lattice, the most like first.
        """
        origin, picture = _from_above(photo, plane, np.median(known, axis=0), angle)
        like = _correlations(picture, self._small, SYMBOL_PX).max(2)
        highest = cv2.dilate(like, np.ones((_APART_PX, _APART_PX), np.uint8))
        rows, columns = np.nonzero((like >= _LIKE) & (like == highest))
        on_plane = project(origin, (np.column_stack([columns, rows]) + SYMBOL_PX / 2) / SYMBOL_PX)
        distance = np.abs(on_plane[:, None] - known[None]).max(2).min(1)
        near = np.nonzero((distance >= _SAME_PLACE) & (distance <= _FAR))[0]
        order = near[np.argsort(-like[rows, columns][near], kind="stable")[:_MOST]]
        return [np.array([x, y, angle, 0.0]) for x, y in on_plane[order]]


def _correlations(picture: Floats32, templates: Floats32, side: int) -> Floats32:
    """Compares all windows of a picture with templates, as `appearance.normalised` would.

    Args:
        picture: (rows, columns, 3), evened.
        templates: (k, side * side * 3) of no mean and length 1.
        side: side of a window in pixels.

    Returns:
        (rows - side + 1, columns - side + 1, k) correlations, by the windows' top left.
    """
    windows = np.lib.stride_tricks.sliding_window_view(picture, (side, side), (0, 1))
    rows, columns = windows.shape[:2]
    flat = windows.transpose(0, 1, 3, 4, 2).reshape(rows * columns, side * side * 3)
    like = (flat @ templates.T).reshape(rows, columns, len(templates))
    mean = cv2.blur(picture, (side, side), anchor=(0, 0))[:rows, :columns]
    square = cv2.blur((picture * picture).sum(2), (side, side), anchor=(0, 0))[:rows, :columns]
    variance = np.maximum(square - (mean * mean).sum(2), 0.0) / 3
    length = np.sqrt((variance + FLAT_VARIANCE) * (3 * side * side))
    result: Floats32 = like / length[..., None]
    return result


def _templates(album: Album, side_px: int) -> Floats32:
    """Returns each deck's symbol, averaged over its cards, at four turns, (4 decks, n); see `_unit`."""
    of_deck: dict[str, list[Floats32]] = {}
    middle = slice(side_px, 2 * side_px)
    for card, picture in album.pictures.items():
        small = cv2.resize(picture, (3 * side_px, 3 * side_px), interpolation=cv2.INTER_AREA)
        centre = evened_throughout(opponent_channels(small), side_px)[middle, middle]
        of_deck.setdefault(album.deck.card(card).deck, []).append(centre)
    symbols = [np.mean([_unit(centre) for centre in centres], axis=0) for centres in of_deck.values()]
    return np.stack([_unit(np.rot90(symbol, -turn)) for symbol in symbols for turn in range(4)]).reshape(
        4 * len(symbols), -1
    )


def _unit(template: Floats32) -> Floats32:
    """Brings a (side, side, 3) template to no mean and length 1."""
    level = template - template.mean((0, 1))
    unit: Floats32 = (level / max(float(np.linalg.norm(level)), 1e-6)).astype(np.float32)
    return unit


def _from_above(photo: Pyramid, plane: Floats, middle: Floats, angle: float) -> tuple[Floats, Floats32]:
    """Returns the table from above, and the (3, 3) map from its squares to the plane."""
    rows, columns = photo.levels[0].shape[:2]
    upright = pose_matrix(np.array([*middle, angle, 0.0]))
    corners = np.array([[0.0, 0.0], [columns, 0.0], [columns, rows], [0.0, rows]])
    low, high = _seen(np.linalg.inv(plane @ upright), corners)
    origin = upright @ pose_matrix(np.array([*low, 0.0, 0.0]))
    width, height = np.ceil((high - low) * SYMBOL_PX).astype(int)
    to_squares = np.diag([1 / SYMBOL_PX, 1 / SYMBOL_PX, 1.0])
    to_squares[:2, 2] = 0.5 / SYMBOL_PX
    cut = photo.cut(plane @ origin @ to_squares, (int(width), int(height)))
    return origin, evened_throughout(opponent_channels(cut), SYMBOL_PX)


def _seen(to_plane: Floats, corners: Floats) -> tuple[Floats, Floats]:
    """Returns the box round what a photo shows of the table, as far as `_REACH` from its middle."""
    depth = corners @ to_plane[2, :2] + to_plane[2, 2]
    if (depth * depth[0] <= 0).any():
        return np.full(2, -float(_REACH)), np.full(2, float(_REACH))
    on_plane = np.clip(project(to_plane, corners), -_REACH, _REACH)
    return on_plane.min(0), np.maximum(on_plane.max(0), on_plane.min(0) + 2)
