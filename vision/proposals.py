"""Proposes outlines of cards on any table.

Many simple segmentations propose quadrilaterals: none works on every table, one works on each. They work at
a smaller size, which is exact enough: each proposal is moved to edges afterwards.
"""

from collections.abc import Iterator, Sequence
from typing import Final

import cv2
import numpy as np

from vision.appearance import Floats32
from vision.edges import Edges
from vision.geometry import Floats
from vision.photo import Pixels

_SMALLEST_AREA: Final = 0.002
_LARGEST_AREA: Final = 0.25
"""A card's share of the photo: enough pixels to be compared, and room for others."""
_EDGE_STEPS: Final = (3, 5, 8, 13, 20)
"""Thresholds on the change of colour from pixel to pixel, 8-bit Lab levels: from pale on pale to black on
white."""
_TABLE_STEPS: Final = (8, 12, 18, 26, 36)
"""Thresholds on the distance from the table's colours, 8-bit Lab levels."""
_BORDERS: Final = (25, 60)
"""The table's colours are those along the photo's border, as wide as its side divided by this."""
_TABLE_COLOURS: Final = 5
"""A cloth of two or three colours in light and shade."""
_SHORTEST_PX: Final = 60
"""Shorter contours go round no card."""
_FILLED: Final = 0.6
"""A card fills more than this of the box round it, however it is seen."""
_LONGEST: Final = 2.0
"""No side of a card looks longer than another by more than this factor."""
_MENDED: Final = 0.04
"""Proposals that differ by less than this share of a side are moved to the same edges."""


def proposed(lab: Floats32, shrink: int) -> list[Floats]:
    """Proposes outlines of cards, most of them wrong.

    Args:
        lab: (rows, columns, 3) 8-bit Lab levels.
        shrink: how many times smaller the segmentations are; smaller ones join what a grain cuts up, larger
            ones keep apart what touches.

    Returns:
        (4, 2) corners each, clockwise from the one nearest to the picture's top left; no two nearly the same.
    """
    size = (lab.shape[1] // shrink, lab.shape[0] // shrink)
    small = cv2.resize(lab, size, interpolation=cv2.INTER_AREA).astype(np.float32, copy=False)
    scale = np.array([lab.shape[1] / size[0], lab.shape[0] / size[1]])
    quads = [_in_order(scale * (corners + 0.5) - 0.5) for corners in _quadrilaterals(small)]
    quads = [corners for corners in quads if is_squarish(corners)]
    return [quads[index] for index in distinct(quads, _MENDED)]


def distinct(quads: Sequence[Floats], share: float) -> list[int]:
    """Returns the indices of the quadrilaterals that are not nearly the same as an earlier one.

    Args:
        quads: (4, 2) each, their corners in the same order.
        share: corners that differ by less than this share of a side are nearly the same.
    """
    kept: list[int] = []
    points = np.array(quads).reshape(-1, 4, 2)
    near = share * np.linalg.norm(points - np.roll(points, 1, axis=1), axis=2).mean(1)
    for index, corners in enumerate(points):
        if not kept or np.abs(points[kept] - corners).max((1, 2)).min() >= near[index]:
            kept.append(index)
    return kept


def is_squarish(corners: Floats) -> bool:
    """Tells whether a quadrilateral may be a square seen aslant."""
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    return bool(sides.max() < _LONGEST * sides.min() and cv2.isContourConvex(corners.astype(np.float32)))


def _in_order(corners: Floats) -> Floats:
    corners = clockwise(corners)
    return np.roll(corners, -int(corners.sum(1).argmin()), axis=0)


def clockwise(corners: Floats) -> Floats:
    """Returns a quadrilateral's corners in clockwise order, as a picture shows them."""
    x, y = corners.T
    return corners if (x * np.roll(y, -1) - np.roll(x, -1) * y).sum() > 0 else corners[::-1]


def _quadrilaterals(lab: Floats32) -> Iterator[Floats]:
    """Draws quadrilaterals round the blobs of all masks, (4, 2) each."""
    area = lab.shape[0] * lab.shape[1]
    for mask in _masks(lab):
        for contour in _contours(mask):
            hull = cv2.convexHull(contour)
            size = cv2.contourArea(hull)
            box = cv2.minAreaRect(hull)[1]
            if not _SMALLEST_AREA < size / area < _LARGEST_AREA or min(box) < 0.5 * max(box):
                continue
            if len(hull) >= 4 and size > _FILLED * box[0] * box[1]:
                corners = cv2.approxPolyN(hull, 4, epsilon_percentage=-1.0, ensure_convex=True)
                if corners.size == 8:
                    yield corners.reshape(4, 2).astype(np.float64)


def _masks(lab: Floats32) -> Iterator[Pixels]:
    """Separates cards from the table in many ways, (rows, columns) of 0 and 1 each."""
    for blur in (1.0, 2.0):
        change = Edges(lab, blur).strength
        for step in _EDGE_STEPS:
            for size in (3, 7):
                yield _closed((change > step).astype(np.uint8), size)
    for border in _BORDERS:
        distance = _from_table(lab, border)
        for step in _TABLE_STEPS:
            mask = (distance > step).astype(np.uint8)
            for size in (3, 9):
                yield _closed(mask, size)
            opened = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8))
            for size in (9, 21, 35):
                yield _closed(opened, size)


def _closed(mask: cv2.typing.MatLike, size: int) -> Pixels:
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE if size > 9 else cv2.MORPH_RECT, (size, size))
    return cv2.morphologyEx(mask, cv2.MORPH_CLOSE, kernel).astype(np.uint8, copy=False)


def _contours(mask: Pixels) -> Iterator[cv2.typing.MatLike]:
    """Outlines the blobs of a mask, as they are and cut free of thin lines (grout, planks) they touch."""
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    filled = np.zeros_like(mask)
    cv2.drawContours(filled, contours, -1, (1,), -1)
    yield from (contour for contour in contours if len(contour) >= _SHORTEST_PX)
    for size in (11, 31):
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
        opened = cv2.morphologyEx(filled, cv2.MORPH_OPEN, kernel)
        cut, _ = cv2.findContours(opened, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        yield from (contour for contour in cut if len(contour) >= _SHORTEST_PX)


def _from_table(lab: Floats32, border: int) -> Floats32:
    """Returns each pixel's distance from the colours along the photo's border; shade counts less than hue."""
    smooth = cv2.GaussianBlur(lab, (0, 0), 1.5) * np.array([0.6, 1.0, 1.0], np.float32)
    width = max(6, min(lab.shape[:2]) // border)
    edge = np.ones(lab.shape[:2], bool)
    edge[width:-width, width:-width] = False
    samples = smooth[edge]
    samples = samples[:: max(1, len(samples) // 4000)]
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.5)
    cv2.setRNGSeed(1)
    start = np.zeros((len(samples), 1), np.int32)
    _, labels, colours = cv2.kmeans(samples, _TABLE_COLOURS, start, stop, 2, cv2.KMEANS_PP_CENTERS)
    share = np.bincount(labels.ravel(), minlength=_TABLE_COLOURS) / len(samples)
    distance = np.full(lab.shape[:2], np.inf, np.float32)
    for colour in colours[share > 0.05]:
        distance = np.minimum(distance, np.linalg.norm(smooth - colour, axis=2))
    return distance.astype(np.float32)
