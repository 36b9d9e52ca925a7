"""Looks all over the table for further squares of a size that is known."""

from typing import Final

import cv2
import numpy as np

from vision.appearance import Floats32
from vision.edges import slopes, weighed
from vision.geometry import Floats, project
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
_FARTHEST: Final = 8.0
"""The table is looked at so far from the middle of the cards, in sides."""
_SMALLEST: Final = 0.45
"""Cards are not looked for where they would be smaller than this share of those known."""


def further_places(lab: Floats32, squares: Squares) -> Floats:
    """Finds places where more cards of the same size may lie.

    Args:
        lab: (rows, columns, 3) 8-bit Lab levels.
        squares: the cards that are known.

    Returns:
        (n, 4) poses on the plane, the best first; those of the known cards are among them.
    """
    table, to_plane = _table(lab, squares)
    right, down = slopes(table)
    found = [place for angle in _ANGLES for place in _places(right, down, float(angle))]
    kept: list[Floats] = []
    for _, (x, y), angle in sorted(found, key=lambda place: -place[0]):
        middle = project(to_plane, np.array([[x, y]]))[0]
        if all(np.linalg.norm(middle - other[:2]) > _SAME * SIDE for other in kept[:_MOST]):
            kept.append(np.array([*middle, angle, 0.0]))
    return np.array(kept[:_MOST]).reshape(-1, 4)


def _table(lab: Floats32, squares: Squares) -> tuple[Floats32, Floats]:
    """Shows the table from above, and the (3, 3) matrix from there to the plane."""
    shrink = min(1.0, 1.3 * _SIDE_PX / squares.side_px())
    small = cv2.resize(lab, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA) if shrink < 1 else lab
    factor = np.array([small.shape[1] / lab.shape[1], small.shape[0] / lab.shape[0]])
    near = squares.scaled(factor)
    low, high = _extent(near, small.shape[1], small.shape[0])
    step = SIDE / _SIDE_PX
    size = tuple(int(side) for side in np.ceil((high - low) / step))
    to_plane = np.array([[step, 0, low[0]], [0, step, low[1]], [0, 0, 1.0]])
    matrix = near.homography @ to_plane
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    table = cv2.warpPerspective(small, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return cv2.GaussianBlur(table, (0, 0), 0.7).astype(np.float32, copy=False), to_plane


def _extent(squares: Squares, columns: int, rows: int) -> tuple[Floats, Floats]:
    """Returns the corners of the box on the plane that the photo shows, left and top, right and bottom."""
    inverse = np.linalg.inv(squares.homography)
    middle = squares.poses[:, :2].mean(0)
    here = np.append(project(squares.homography, middle[None])[0], 1.0) @ inverse[2]
    x, y = np.meshgrid(np.linspace(0, columns - 1, 25), np.linspace(0, rows - 1, 25))
    points = np.stack([x.ravel(), y.ravel()], 1)
    depth = (points @ inverse[2, :2] + inverse[2, 2]) / here
    laid = project(inverse, points[depth > _SMALLEST])
    far = _FARTHEST * SIDE
    return np.maximum(laid.min(0), middle - far), np.minimum(laid.max(0), middle + far)


def _places(x: Floats32, y: Floats32, angle: float) -> list[tuple[float, Floats, float]]:
    """Returns where squares turned by an angle may lie: how good, where in the table's pixels, the angle."""
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
    peaks = (worth == cv2.dilate(worth, np.ones((29, 29), np.uint8))) & (worth > _LEAST)
    middles = (np.argwhere(peaks)[:, ::-1] + half - move) @ turn
    return [(float(value), middle, angle) for value, middle in zip(worth[peaks], middles, strict=True)]


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
