"""Edges in a picture: where its colours change, and outlines moved to them."""

from collections.abc import Sequence
from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.appearance import Floats32
from vision.geometry import Floats

_SAMPLES: Final = np.linspace(0.08, 0.92, 36)
"""Where along a side edges are looked for: not at the rounded corners."""
_FULL_EDGE: Final = 8.0
"""Change of colour (Lab levels a pixel) that counts as a whole edge."""
_FAINT_EDGE: Final = 2.0
"""From here on a change counts by its logarithm: a white card on white tiles has straight edges too."""
_MOST_SKEW: Final = 4
"""How much farther one end of a side may move than the other, pixels."""
_SHORTEST_PX: Final = 10
"""Shorter sides have no direction."""


def weighed(change: Floats32, faint: float, full: float) -> Floats32:
    """Weighs changes of colour, strong ones hardly more than clear ones.

    Args:
        change: levels a pixel, any shape.
        faint: the change from which on the logarithm counts, levels a pixel.
        full: the change that counts 1, levels a pixel.
    """
    result: Floats32 = np.log1p(change / faint) / np.float32(np.log1p(full / faint))
    return result


def slopes(lab: Floats32) -> tuple[Floats32, Floats32]:
    """Returns how colours change to the right and downwards, (rows, columns, 3) levels a pixel each."""
    x = cv2.Scharr(lab, cv2.CV_32F, 1, 0, scale=1 / 32)
    y = cv2.Scharr(lab, cv2.CV_32F, 0, 1, scale=1 / 32)
    return x.astype(np.float32, copy=False), y.astype(np.float32, copy=False)


class Edges:
    """The changes of colour in a picture, and outlines moved to them."""

    def __init__(self, lab: Floats32, blur: float = 1.2) -> None:
        """Takes the slopes of a picture.

        Args:
            lab: (rows, columns, 3) 8-bit Lab levels.
            blur: standard deviation in pixels by which the picture is smoothed first.
        """
        smooth = cv2.GaussianBlur(lab, (0, 0), blur).astype(np.float32, copy=False)
        self._x, self._y = slopes(smooth)

    @property
    def strength(self) -> Floats32:
        """The strongest change over the three channels, levels a pixel."""
        result: Floats32 = np.hypot(self._x, self._y).max(2)
        return result

    def snapped(self, corners: Floats, reach: int, step: float = 1.0) -> tuple[Floats, float]:
        """Moves each side of a quadrilateral to the straightest edge within reach.

        Args:
            corners: (4, 2).
            reach: how many steps a side's ends may move.
            step: length of a step, pixels.

        Returns:
            The new corners, and the share of the outline on an edge (the mean side's and the worst side's,
            halves).
        """
        middle = corners.mean(0)
        sides, supports = [], []
        for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
            along = end - start
            length = float(np.hypot(*along))
            if length < _SHORTEST_PX:
                return corners, 0.0
            normal = np.array([along[1], -along[0]]) / length
            if normal @ ((start + end) / 2 - middle) < 0:
                normal = -normal
            first, last, support = self._best_line(start, along, normal, reach, step)
            sides.append((start + first * normal, end + last * normal))
            supports.append(support)
        moved = _crossings(sides)
        if moved is None:
            return corners, 0.0
        return moved, float(0.5 * np.mean(supports) + 0.5 * min(supports))

    def _best_line(
        self, start: Floats, along: Floats, normal: Floats, reach: int, step: float
    ) -> tuple[float, float, float]:
        """Returns how far the two ends of a side are best moved outwards, and the share on an edge."""
        shifts = step * np.arange(-reach, reach + 1)
        points = (start + _SAMPLES[:, None] * along)[:, None] + shifts[None, :, None] * normal
        x, y = points[..., 0].astype(np.float32), points[..., 1].astype(np.float32)
        change = normal[0] * cv2.remap(self._x, x, y, cv2.INTER_LINEAR) + normal[1] * cv2.remap(
            self._y, x, y, cv2.INTER_LINEAR
        )
        edge = weighed(np.abs(change).max(2), _FAINT_EDGE, _FULL_EDGE)
        first, last, low, part = _lines(reach)
        rows = np.arange(len(_SAMPLES))[:, None]
        value = edge[rows, low] * (1 - part) + edge[rows, np.minimum(low + 1, 2 * reach)] * part
        support = value.mean(0)
        best = int(support.argmax())
        return float(shifts[first[best]]), float(shifts[last[best]]), min(float(support[best]), 1.0)


@cache
def _lines(reach: int) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp], Floats]:
    """Returns where lines start and end, and where they pass each sample: a column, a part of the next."""
    count = 2 * reach + 1
    first, last = np.meshgrid(np.arange(count), np.arange(count), indexing="ij")
    near = np.abs(first - last) <= _MOST_SKEW
    first, last = first[near], last[near]
    position = first[None] * (1 - _SAMPLES[:, None]) + last[None] * _SAMPLES[:, None]
    low = np.floor(position).astype(np.intp)
    return first, last, low, position - low


def _crossings(sides: Sequence[tuple[Floats, Floats]]) -> Floats | None:
    """Returns where neighbouring sides meet, or None where they are parallel."""
    corners = []
    for number, (start, end) in enumerate(sides):
        before, after = sides[number - 1]
        system = np.column_stack([after - before, start - end])
        if abs(np.linalg.det(system)) < 1e-6:
            return None
        corners.append(before + np.linalg.solve(system, start - before)[0] * (after - before))
    return np.array(corners)
