"""The camera: where the points of the table come to lie in a photo.

The table's space is in millimetres, x to the right, y downwards as in the reader's view of the board, and the
height towards the camera. Ideal pixels are those of a camera without lens distortion.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """A camera that looks at a point of the table.

    Attributes:
        size: width and height of the photo in pixels.
        focal_px: its focal length.
        distance: from the point it looks at, in millimetres.
        aim: that point on the table.
        tilt: of its axis from the vertical, in radians.
        azimuth: how far the table is turned beneath it, in radians.
        roll: how far it is turned about its own axis, in radians.
        bend: lens distortion: what is seen r focal lengths from the axis lies ideally 1 + bend r r as far.
    """

    size: tuple[int, int]
    focal_px: float
    distance: float
    aim: tuple[float, float]
    tilt: float
    azimuth: float
    roll: float
    bend: float = 0.0

    @property
    def principal(self) -> Floats:
        """The pixel on the camera's axis."""
        return (np.array(self.size, np.float64) - 1) / 2

    @property
    def rotation(self) -> Floats:
        """The (3, 3) matrix from the table's space to the camera's, whose third axis goes into the scene."""
        upright = np.diag([1.0, 1.0, -1.0])
        cosine, sine = np.cos(self.tilt), np.sin(self.tilt)
        tilted = np.array([[1, 0, 0], [0, cosine, sine], [0, -sine, cosine]])
        turned: Floats = _turn(self.roll) @ tilted @ upright @ _turn(self.azimuth)
        return turned

    @property
    def centre(self) -> Floats:
        """Where the camera is, x, y and height."""
        aim = np.array([*self.aim, 0.0])
        result: Floats = aim - self.rotation.T @ np.array([0.0, 0.0, self.distance])
        return result

    @property
    def matrix(self) -> Floats:
        """The (3, 4) matrix from the table's space to ideal pixels."""
        lens = np.array(
            [[self.focal_px, 0, self.principal[0]], [0, self.focal_px, self.principal[1]], [0, 0, 1]]
        )
        rotation = self.rotation
        shift = np.array([0, 0, self.distance]) - rotation @ np.array([*self.aim, 0.0])
        result: Floats = lens @ np.column_stack([rotation, shift])
        return result

    @property
    def table(self) -> Floats:
        """The (3, 3) homography from the table's plane to ideal pixels."""
        return self.matrix[:, [0, 1, 3]]

    def ideal(self, points: Floats) -> Floats:
        """Returns the (n, 2) ideal pixels of (n, 3) points."""
        seen = points @ self.matrix[:, :3].T + self.matrix[:, 3]
        result: Floats = seen[:, :2] / seen[:, 2:]
        return result

    def seen(self, points: Floats) -> Floats:
        """Returns the (n, 2) pixels of the photo in which (n, 3) points are seen."""
        ideal = (self.ideal(points) - self.principal) / self.focal_px
        far = np.linalg.norm(ideal, axis=1)
        near = far.copy()
        for _ in range(12):  # Newton's method on near (1 + bend near near) = far
            near -= (near * (1 + self.bend * near**2) - far) / (1 + 3 * self.bend * near**2)
        result: Floats = ideal * (near / np.maximum(far, 1e-12))[:, None] * self.focal_px + self.principal
        return result

    def unbent(self, overscan: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Returns for each pixel of the photo, (rows, cols), the ideal pixel that it shows: its x and its y.

        Args:
            overscan: how many more ideal pixels there are on each side; they are counted from there.
        """
        across, down = (
            ((np.arange(side) - middle) / self.focal_px).astype(np.float32)
            for side, middle in zip(self.size, self.principal, strict=True)
        )
        out = np.float32(self.focal_px) * (
            1 + np.float32(self.bend) * (across[None, :] ** 2 + down[:, None] ** 2)
        )
        x = across[None, :] * out + np.float32(self.principal[0] + overscan)
        y = down[:, None] * out + np.float32(self.principal[1] + overscan)
        return x, y

    def overscan(self) -> int:
        """Returns how many ideal pixels beyond the photo's borders the lens shows."""
        reach = np.hypot(*(self.principal / self.focal_px))
        return int(np.ceil(max(0.0, self.bend) * reach**2 * max(self.principal))) + 2


def _turn(angle: float) -> Floats:
    cosine, sine = np.cos(angle), np.sin(angle)
    return np.array([[cosine, -sine, 0], [sine, cosine, 0], [0, 0, 1]])


def framed(
    camera: Camera, points: Floats, *, fill: float, offset: Floats | Sequence[float] = (0.0, 0.0)
) -> Camera:
    """Moves a camera until points fill the photo.

    Args:
        camera: its size, lens and direction.
        points: (n, 3) in the table's space.
        fill: which share of the photo's width or height their box takes, whichever is more.
        offset: where in the free room the box lies, -1 to 1 in x and in y.

    Returns:
        the camera at another distance, that looks at another point.
    """
    size = np.array(camera.size)
    for _ in range(12):
        seen = camera.ideal(points)
        low, high = seen.min(0), seen.max(0)
        extent = high - low
        room = np.maximum(size - extent, 0) / 2 * 0.92
        wanted = camera.principal + room * np.asarray(offset)
        from_pixels = np.linalg.inv(camera.table)
        here, there = (from_pixels @ [*point, 1.0] for point in ((low + high) / 2, wanted))
        aim = np.array(camera.aim) + here[:2] / here[2] - there[:2] / there[2]
        nearer = float(np.clip((extent / (fill * size)).max(), 0.7, 1.5))  # in steps, so as not to overshoot
        camera = replace(
            camera,
            distance=camera.distance * nearer,
            aim=(float(aim[0]), float(aim[1])),
        )
    return camera
