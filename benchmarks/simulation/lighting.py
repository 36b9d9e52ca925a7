"""The light on a table: lamps, what is in their way, how their strength falls off, and what cards mirror."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.simulation.camera import Camera, Floats
from benchmarks.simulation.fields import Colour, Field

MIRROR: Final = 0.045
"""How much light varnish mirrors, looked at from above; up to 40 degrees it hardly grows (Fresnel)."""


@dataclass(frozen=True, slots=True)
class Lamp:
    """A lamp or window.

    Attributes:
        place: x, y and height in millimetres.
        share: of the direct light that it gives, all lamps together 1.
        wide: its angular half width across, in radians.
        high: the same in the other direction.
        turn: of its width about the line of sight, in radians.
    """

    place: tuple[float, float, float]
    share: float
    wide: float
    high: float
    turn: float

    @property
    def softness(self) -> float:
        """How much a shadow is blurred: a deviation, in millimetres a millimetre of height."""
        return float(np.sqrt(self.wide * self.high))


@dataclass(frozen=True, slots=True, eq=False)
class Light:
    """All light of a photo.

    Attributes:
        lamps: at least one; the first casts the shadows of what is out of the picture.
        ambient: the light that comes from everywhere, as a share of all.
        warm: the colour of the lamps, linear.
        cool: that of the ambient light, linear.
        shades: (n, 2) outlines on the table of shadows of a hand, a head or the telephone.
        shade_soft_mm: how much these are blurred, a deviation.
        glare: the most that mirrored light may be, where a white card in full light is 1.
    """

    lamps: tuple[Lamp, ...]
    ambient: float
    warm: Colour
    cool: Colour
    shades: tuple[Floats, ...]
    shade_soft_mm: float
    glare: float


_COARSE = 16
"""Pixels along the squares in which light that changes slowly is worked out."""


def falloff(light: Light, camera: Camera, from_pixels: Floats, size: tuple[int, int]) -> Field:
    """Returns how much direct light falls on the table at each pixel, 1 where the camera looks.

    Args:
        light: the lamps.
        camera: the camera.
        from_pixels: the (3, 3) homography from the picture's pixels to the table.
        size: width and height of the picture.
    """
    ground = coarse_ground(from_pixels, size)
    aim = np.array([[[*camera.aim, 0.0]]])
    total = np.zeros(ground.shape[:2])
    for lamp in light.lamps:
        total += lamp.share * _received(lamp, ground) / _received(lamp, aim)
    return cv2.resize(total.astype(np.float32), size, interpolation=cv2.INTER_LINEAR).astype(np.float32)


def coarse_ground(from_pixels: Floats, size: tuple[int, int]) -> Floats:
    """Returns the places on the table, (rows, cols, 3), of a coarse grid of pixels."""
    columns = np.linspace(0, size[0] - 1, max(2, size[0] // _COARSE))
    rows = np.linspace(0, size[1] - 1, max(2, size[1] // _COARSE))
    x, y = np.meshgrid(columns, rows)
    carried = np.dstack([x, y, np.ones_like(x)]) @ from_pixels.T
    return np.dstack([carried[..., :2] / carried[..., 2:], np.zeros_like(x)])


def _received(lamp: Lamp, points: Floats) -> Floats:
    towards = np.array(lamp.place) - points
    distance = np.linalg.norm(towards, axis=-1)
    result: Floats = towards[..., 2] / distance**3
    return result


def mirrored(lamps: Sequence[Lamp], points: Floats, normals: Floats, eye: Floats, roughness: float) -> Floats:
    """Returns the lamps' light that points mirror to an eye, for a perfect mirror of that roughness.

    A lamp that gives a white surface the light 1 has the brightness pi over its solid angle; roughness
    spreads the same light over a larger one.

    Args:
        lamps: the lamps.
        points: (..., 3).
        normals: (..., 3), of any length.
        eye: (3,).
        roughness: in radians.
    """
    to_eye = _normed(eye - points)
    normal = _normed(normals)
    out = 2 * (normal * to_eye).sum(-1, keepdims=True) * normal - to_eye
    total = np.zeros(points.shape[:-1])
    for lamp in lamps:
        to_lamp = _normed(np.array(lamp.place) - points)
        across = _normed(np.cross(to_lamp, [np.cos(lamp.turn), np.sin(lamp.turn), 0.2]))
        along = np.cross(to_lamp, across)
        box = _soft((out * across).sum(-1), lamp.wide, roughness) * _soft(
            (out * along).sum(-1), lamp.high, roughness
        )
        angle = 4 * (lamp.wide + roughness) * (lamp.high + roughness)
        total += lamp.share * box * ((out * to_lamp).sum(-1) > 0) * np.pi / angle
    return total


def _soft(offset: Floats, half: float, roughness: float) -> Floats:
    result: Floats = 1 / (1 + np.exp(np.clip((np.abs(offset) - half) / (0.5 * roughness), -40, 40)))
    return result


def _normed(vectors: Floats) -> Floats:
    result: Floats = vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)
    return result


def shaded(outlines: Sequence[tuple[Floats, float]], to_pixels: Floats, size: tuple[int, int]) -> Field:
    """Returns which share of the first lamp's light is in the way at each pixel.

    Args:
        outlines: (n, 2) shadows on the table, and by how many pixels each is blurred.
        to_pixels: the (3, 3) homography from the table to the picture's pixels.
        size: width and height of the picture.
    """
    half = (max(1, size[0] // 2), max(1, size[1] // 2))
    scale = np.diag([half[0] / size[0], half[1] / size[1], 1.0])
    blocked = np.zeros((half[1], half[0]), np.float32)
    for outline, blur_px in outlines:
        carried = np.column_stack([outline, np.ones(len(outline))]) @ (scale @ to_pixels).T
        if (carried[:, 2] <= 0).any():
            continue
        mask = np.zeros((half[1], half[0]), np.uint8)
        pixels = np.clip(carried[:, :2] / carried[:, 2:] * 16, -(2**24), 2**24)
        cv2.fillPoly(mask, [np.round(pixels).astype(np.int32)], 255, lineType=cv2.LINE_AA, shift=4)
        soft = _blurred(mask, max(blur_px / 2, 0.3)).astype(np.float32) / 255
        blocked = np.maximum(blocked, soft)
    return cv2.resize(blocked, size, interpolation=cv2.INTER_LINEAR).astype(np.float32)


def _blurred(mask: NDArray[np.uint8], sigma: float) -> NDArray[np.uint8]:
    """Blur, at a quarter of the size where the blur is so wide that it makes no difference."""
    if sigma < 8:
        return cv2.GaussianBlur(mask, (0, 0), sigma).astype(np.uint8)
    small = cv2.resize(mask, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(small, (0, 0), sigma / 4)
    return cv2.resize(soft, (mask.shape[1], mask.shape[0]), interpolation=cv2.INTER_LINEAR).astype(np.uint8)
