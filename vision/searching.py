"""Looks all over the table for squares of a size that is known."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.appearance import Floats32
from vision.edges import slopes, weighed
from vision.geometry import Floats, project
from vision.photo import Pixels
from vision.squares import SIDE, Squares

_SIDE_PX: Final = 44
"""The table is looked at so coarsely: pixels of a card's side."""
_ANGLES: Final = np.radians(np.arange(0.0, 90.0, 2.5))
"""Between them a side is off by a pixel at its ends."""
_FAINT: Final = 2.0
_FULL: Final = 20.0
"""Changes of colour (Lab levels a pixel) that weigh little, and that weigh 1."""
_LEAST: Final = 0.12
"""Places whose sides have less more of an edge than what is round them are nothing."""
_MOST: Final = 48
"""So many of the best places are worth a closer look."""
_SAME: Final = 0.15
"""Places nearer to each other than this, in sides, are one; better ones may be just beside a card."""
_APART: Final = 0.98
"""Cards that lie side by side are a side apart; their middles are known to some pixels."""
_PRINT_WEIGHT: Final = 2.0
"""What looking like a card weighs against edges."""
_LEAST_SHARE: Final = 0.2
"""Cards looked so much like cards on the worst of tables: of six cards that had 0.27 and more; a woven cloth
had up to 0.14."""
_FARTHEST: Final = 8.0
"""The table is looked at so far from the middle of the cards, in sides."""
_SMALLEST: Final = 0.45
"""Cards are not looked for where they would be smaller than this share of those known."""


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What else than edges tells where on a table cards lie.

    Attributes:
        share: (rows, columns) how much the table there is as cards are, 0 to 1.
        to_plane: (3, 3) from its pixels to the plane.
    """

    share: Floats32
    to_plane: Floats

    def on(self, to_plane: Floats, size: tuple[int, int]) -> Floats32:
        """Returns the shares at other pixels: `to_plane` from them, `size` across and down."""
        matrix = np.linalg.inv(to_plane) @ self.to_plane
        return cv2.warpPerspective(self.share, matrix, size).astype(np.float32, copy=False)


def further_places(lab: Floats32, squares: Squares) -> Floats:
    """Finds places where more cards of the same size may lie.

    Args:
        lab: (rows, columns, 3) 8-bit Lab levels.
        squares: the cards that are known.

    Returns:
        (n, 4) poses on the plane, the best first; those of the known cards are among them.
    """
    return _poses(_best(_found(lab, squares, None), _SAME))


def printed_places(lab: Floats32, squares: Squares, prints: Evidence) -> Floats:
    """Finds the places where cards lie, by their edges and by what they bear.

    Args:
        lab: (rows, columns, 3) 8-bit Lab levels.
        squares: cards that give the plane and the size.
        prints: where the table looks like cards.

    Returns:
        (n, 4) poses on the plane, the best first.
    """
    likely = [place for place in _found(lab, squares, prints) if place.share > _LEAST_SHARE]
    return _poses(_best(likely, _APART))


@dataclass(frozen=True, slots=True, eq=False)
class _Place:
    """Where a card may lie.

    Attributes:
        worth: how good the place is.
        share: how much it looks like a card.
        pose: (4,) on the plane.
    """

    worth: float
    share: float
    pose: Floats


def _found(lab: Floats32, squares: Squares, prints: Evidence | None) -> list[_Place]:
    table, to_plane = from_above(lab, squares, _SIDE_PX)
    smooth = cv2.GaussianBlur(table, (0, 0), 0.7).astype(np.float32, copy=False)
    share = None if prints is None else prints.on(to_plane, (smooth.shape[1], smooth.shape[0]))
    right, down = slopes(smooth)
    return [
        _Place(worth, printed, np.array([*project(to_plane, middle[None])[0], angle, 0.0]))
        for angle in map(float, _ANGLES)
        for worth, printed, middle in _places(right, down, share, angle)
    ]


def _best(found: Sequence[_Place], apart: float) -> list[_Place]:
    """Returns the best places, no two nearer to each other than so many sides."""
    kept: list[_Place] = []
    for place in sorted(found, key=lambda place: -place.worth):
        if len(kept) == _MOST:
            break
        if all(np.linalg.norm(place.pose[:2] - other.pose[:2]) > apart * SIDE for other in kept):
            kept.append(place)
    return kept


def _poses(places: Sequence[_Place]) -> Floats:
    return np.array([place.pose for place in places]).reshape(-1, 4)


def from_above(picture: Pixels | Floats32, squares: Squares, side_px: int) -> tuple[Floats32, Floats]:
    """Shows the table from above.

    Args:
        picture: (rows, columns, channels).
        squares: cards; the table is shown about them.
        side_px: pixels that a card's side gets.

    Returns:
        The table as far as the picture shows it, and the (3, 3) matrix from its pixels to the plane.
    """
    shrunk = max(1.0, squares.side_px() / (1.3 * side_px))
    size = (round(picture.shape[1] / shrunk), round(picture.shape[0] / shrunk))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    factor = np.array([small.shape[1] / picture.shape[1], small.shape[0] / picture.shape[0]])
    near = squares.scaled(factor)
    low, high = _extent(near, small.shape[1], small.shape[0])
    step = SIDE / side_px
    width, height = (int(side) for side in np.maximum(np.ceil((high - low) / step), 1))
    to_plane = np.array([[step, 0, low[0]], [0, step, low[1]], [0, 0, 1.0]])
    matrix = near.homography @ to_plane
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    table = cv2.warpPerspective(small, matrix, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return table.astype(np.float32, copy=False), to_plane


def _extent(squares: Squares, columns: int, rows: int) -> tuple[Floats, Floats]:
    """Returns the corners of the box on the plane that the photo shows, left and top, right and bottom."""
    inverse = np.linalg.inv(squares.homography)
    middle = squares.poses[:, :2].mean(0)
    here = np.append(project(squares.homography, middle[None])[0], 1.0) @ inverse[2]
    x, y = np.meshgrid(np.linspace(0, columns - 1, 25), np.linspace(0, rows - 1, 25))
    points = np.stack([x.ravel(), y.ravel()], 1)
    depth = (points @ inverse[2, :2] + inverse[2, 2]) / here
    laid = np.vstack([project(inverse, points[depth > _SMALLEST]), middle])
    far = _FARTHEST * SIDE
    return np.maximum(laid.min(0), middle - far), np.minimum(laid.max(0), middle + far)


def _places(
    x: Floats32, y: Floats32, share: Floats32 | None, angle: float
) -> list[tuple[float, float, Floats]]:
    """Returns where squares turned by an angle may lie: how good, how like cards, where on the table."""
    rows, columns = x.shape[:2]
    cosine, sine = np.cos(angle), np.sin(angle)
    width = int(columns * cosine + rows * sine) + 2
    height = int(columns * sine + rows * cosine) + 2
    turn = np.array([[cosine, sine], [-sine, cosine]])
    move = np.array([width, height]) / 2 - turn @ np.array([columns, rows]) / 2
    matrix = np.column_stack([turn, move])
    upright = _lines(cosine * x + sine * y, matrix, (width, height), (1, 3))
    level = _lines(cosine * y - sine * x, matrix, (width, height), (3, 1))
    half = _SIDE_PX // 2
    if min(width, height) <= 2 * half:
        return []
    left, right = upright[half:-half, : -2 * half], upright[half:-half, 2 * half :]
    top, bottom = level[: -2 * half, half:-half], level[2 * half :, half:-half]
    worst = np.minimum(np.minimum(left, right), np.minimum(top, bottom))
    worth = (left + right + top + bottom) / 8 + worst / 2
    printed: Floats32 = np.zeros_like(worth)
    if share is not None:
        turned = cv2.warpAffine(share, matrix, (width, height)).astype(np.float32, copy=False)
        printed = _printed(turned)[half:-half, half:-half]
        worth = worth + _PRINT_WEIGHT * printed
    peaks = (worth == cv2.dilate(worth, np.ones((29, 29), np.uint8))) & (worth > _LEAST)
    middles = (np.argwhere(peaks)[:, ::-1] + half - move) @ turn
    return list(zip(worth[peaks].tolist(), printed[peaks].tolist(), middles, strict=True))


def _printed(share: Floats32) -> Floats32:
    """Returns how much more the ring of the card round each pixel looks like one than what is round it."""
    whole, centre, wide = (
        cv2.blur(share, (side, side)) for side in (_SIDE_PX, _SIDE_PX // 3, _SIDE_PX * 4 // 3)
    )
    ring, outside = (9 * whole - centre) / 8, (16 * wide - 9 * whole) / 7
    result: Floats32 = ring - outside / 2
    return result


def _lines(change: Floats32, matrix: Floats, size: tuple[int, int], across: tuple[int, int]) -> Floats32:
    """Returns how much more of an edge lines along sides have than what is round them.

    Args:
        change: (rows, columns, 3) the colours' change across the lines.
        matrix: (2, 3) to the turned table.
        size: width and height of the turned table.
        across: rows and columns of a line's breadth; the lines go the other way.
    """
    edge = weighed(np.minimum(np.abs(change).max(2), _FULL), _FAINT, _FULL)
    turned = cv2.warpAffine(edge, matrix, size, flags=cv2.INTER_LINEAR)
    length = int(0.84 * _SIDE_PX)
    line = cv2.blur(turned, (1, length) if across[1] > 1 else (length, 1))
    result: Floats32 = cv2.dilate(line, np.ones(across, np.uint8)) - cv2.blur(
        turned, (2 * _SIDE_PX, 2 * _SIDE_PX)
    )
    return result
