"""A picture in the making: what is seen at each pixel of an ideal camera, before light and lens."""

from dataclasses import dataclass, field
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.simulation.camera import Camera, Floats
from benchmarks.simulation.fields import Field, Picture
from benchmarks.simulation.lighting import Light

Box: TypeAlias = tuple[slice, slice]
"""Rows and columns of a part of a picture."""


def _linear_table() -> NDArray[np.float32]:
    at = np.arange(256) / 255
    return np.where(at <= 0.04045, at / 12.92, ((at + 0.055) / 1.055) ** 2.4).astype(np.float32)


LINEAR: Final[NDArray[np.float32]] = _linear_table()
"""The linear light of each value of a picture (IEC 61966-2-1)."""


@dataclass(slots=True)
class Canvas:
    """A picture in the making, in ideal pixels with some more on each side.

    Attributes:
        camera: the camera.
        light: the light.
        overscan: how many pixels more there are on each side.
        colour: (rows, cols, 3) how much light is given back, linear.
        direct: how much of the lamps' light falls on the table where nothing lies, 1 where the camera looks.
        lit: how much of it falls on what is seen.
        gloss: the light that is mirrored.
        height: how high what is seen lies above the table, in millimetres.
    """

    camera: Camera
    light: Light
    overscan: int
    colour: Field
    direct: Field
    gloss: Field
    lit: Field = field(init=False)
    height: Field = field(init=False)

    def __post_init__(self) -> None:
        """Nothing lies there yet."""
        self.lit = self.direct.copy()
        self.height = np.zeros_like(self.direct)

    @property
    def matrix(self) -> Floats:
        """The (3, 4) matrix from the table's space to the canvas."""
        return shifted(self.overscan, self.overscan) @ self.camera.matrix

    def seen(self, points: Floats) -> Floats:
        """Returns the (n, 2) pixels in which (n, 3) points are seen."""
        return self.camera.ideal(points) + self.overscan

    def box(self, points: Floats, margin: float) -> Box | None:
        """Returns the part about (n, 2) pixels with a margin, None where that lies outside."""
        limit = np.array(self.direct.shape[::-1])
        low = np.maximum(np.floor(points.min(0) - margin), 0).astype(int)
        high = np.minimum(np.ceil(points.max(0) + margin) + 1, limit).astype(int)
        if (high <= low).any():
            return None
        return slice(int(low[1]), int(high[1])), slice(int(low[0]), int(high[0]))


def shifted(x: float, y: float) -> Floats:
    """Returns the (3, 3) homography that moves pixels."""
    return np.array([[1.0, 0.0, x], [0.0, 1.0, y], [0.0, 0.0, 1.0]])


def size_of(box: Box) -> tuple[int, int]:
    """Returns the width and height of a part."""
    return box[1].stop - box[1].start, box[0].stop - box[0].start


def warped(picture: Picture, matrix: Floats, box: Box) -> Picture:
    """Returns what a picture shows in a part of a canvas, transparent or black where it does not reach.

    Args:
        picture: any number of channels.
        matrix: the (3, 3) homography from its pixels to the canvas.
        box: the part.
    """
    here = shifted(-box[1].start, -box[0].start) @ matrix
    return cv2.warpPerspective(picture, here, size_of(box), flags=cv2.INTER_LINEAR).astype(np.uint8)


def blend(below: Field, above: Field | np.float32, opacity: NDArray[np.floating]) -> None:
    """Lays a picture over another, in place.

    Args:
        below: (rows, cols) or (rows, cols, channels).
        above: of that shape, or one value.
        opacity: (rows, cols), 0 to 1.
    """
    share = opacity[..., None] if below.ndim == 3 else opacity
    below += share * (above - below)
