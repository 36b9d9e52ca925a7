"""Finds what looks like a drawn square, seen from any side: the first step of reading a puzzle card.

Ink is told from paper by comparing each pixel with its surroundings, once for lines darker than these and
once for lighter ones, at several reaches; whatever the borders of ink enclose is a square if it has four
corners and sides of about one length.
"""

from collections.abc import Iterator, Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Floats
from vision.photo import Pixels

_REACHES_PX: Final = (15, 45, 135)
"""Sides of the surroundings: a few times a line's width, and more than a filled square."""
STEPS: Final = (5.0, 12.0, 28.0)
"""By how many levels ink differs from them: pencil, print, and print over the lines of squared paper."""
_SMOOTHED_PX: Final = 0.8
_SMALLEST_PX2: Final = 30.0
_LARGEST_SHARE: Final = 0.04
"""The area of a square, and its share of the picture."""
_BLUNT: Final = 0.035
"""Area over squared circumference: of a square 1 / 16, of one seen at 40 degrees hardly less."""
_STRAIGHT: Final = 0.07
"""How far a border may leave its sides, as a share of the circumference."""
_SAME_AREA: Final = (0.75, 1.25)
_SHORTEST_SIDE: Final = 0.4
_SAME_PLACE: Final = 0.2
_SAME_SIZE: Final = 1.25
"""Two finds are of one square when their middles lie so near, in sides, and their sides differ so little."""
_AROUND: Final = tuple(
    sorted(((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)), key=lambda d: abs(d[0]) + abs(d[1]))
)
_MOST: Final = 1500
"""So many are looked at further: a table's grain has more, but none of them is found often."""


def drawn_squares(grey: Pixels, steps: Sequence[float] = STEPS) -> Floats:
    """Finds squares in a picture.

    Args:
        grey: (rows, columns) uint8.
        steps: by how many levels ink differs from its surroundings, one after the other.

    Returns:
        (n, 4, 2) corners in pixels, clockwise as seen, the most often found squares first.
    """
    smooth = cv2.GaussianBlur(grey, (0, 0), _SMOOTHED_PX).astype(np.uint8)
    found = [_enclosed(ink) for ink in _inks(smooth, steps)]
    return _distinct(np.concatenate(found))


def _inks(grey: Pixels, steps: Sequence[float]) -> Iterator[Pixels]:
    """Go through the ways to tell ink from paper; ink is 255."""
    for reach in _REACHES_PX:
        mean = cv2.blur(grey, (reach, reach), borderType=cv2.BORDER_REPLICATE)
        darker = cv2.subtract(mean, grey)
        lighter = cv2.subtract(grey, mean)
        for step in steps:
            for differs in (darker, lighter):
                yield cv2.threshold(differs, step, 255, cv2.THRESH_BINARY)[1].astype(np.uint8)


def _enclosed(ink: Pixels) -> Floats:
    """Return the squares among the borders of ink, (n, 4, 2)."""
    contours, _ = cv2.findContours(ink, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    largest = _LARGEST_SHARE * ink.size
    squares = [
        square
        for contour in contours
        if (square := _square(np.asarray(contour, np.int32), largest)) is not None
    ]
    return np.array(squares, np.float64).reshape(-1, 4, 2)


def _square(contour: NDArray[np.int32], largest: float) -> Floats | None:
    """Return the four corners of a border, None where it is not that of a square."""
    area = cv2.contourArea(contour)
    if not _SMALLEST_PX2 <= area <= largest:
        return None
    around = cv2.arcLength(contour, closed=True)
    if area < _BLUNT * around * around:
        return None
    corners = cv2.approxPolyDP(contour, _STRAIGHT * around, closed=True)
    if len(corners) != 4 or not cv2.isContourConvex(corners):
        return None
    low, high = _SAME_AREA
    if not low * cv2.contourArea(corners) <= area <= high * cv2.contourArea(corners):
        return None
    return _clockwise(corners[:, 0].astype(np.float64))


def _clockwise(points: Floats) -> Floats | None:
    """Return four corners clockwise, None where their sides differ too much."""
    sides = np.hypot(*(np.roll(points, -1, axis=0) - points).T)
    if sides.min() < _SHORTEST_SIDE * sides.max():
        return None
    first, second = points[1] - points[0], points[2] - points[1]
    clockwise = first[0] * second[1] - first[1] * second[0] > 0
    return points if clockwise else points[::-1]


def _distinct(squares: Floats) -> Floats:
    """Return each square once, as it was found first, those found most often before the others."""
    middles = squares.mean(1)
    classes = np.log(np.sqrt(np.abs(_areas(squares)))) / np.log(_SAME_SIZE)
    known: dict[tuple[int, int, int], int] = {}
    votes: dict[int, int] = {}
    for number, (middle, size) in enumerate(zip(middles, classes, strict=True)):
        keys = list(_near(middle, float(size)))
        same = next((known[key] for key in keys if key in known), None)
        if same is None:
            known[keys[0]] = same = number
        votes[same] = votes.get(same, 0) + 1
    kept = sorted(votes, key=lambda number: (-votes[number], number))[:_MOST]
    return squares[np.array(kept, np.intp)]


def _near(middle: Floats, size: float) -> Iterator[tuple[int, int, int]]:
    """Go through the places at which nearly the same square may be known, its own first."""
    for by_size in (0, -1, 1):
        of_size = round(size) + by_size
        step = _SAME_PLACE * _SAME_SIZE**of_size
        x, y = (round(float(at) / step) for at in middle)
        for dx, dy in _AROUND:
            yield of_size, x + dx, y + dy


def _areas(squares: Floats) -> Floats:
    one, other = squares[:, 2] - squares[:, 0], squares[:, 3] - squares[:, 1]
    result: Floats = (one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]) / 2
    return result
