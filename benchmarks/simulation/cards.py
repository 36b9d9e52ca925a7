"""Draws a card on the picture: its shadow on what lies beneath, its side, its print and what it mirrors."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from benchmarks.simulation.art import FRAME_PX, Art, Pyramid, level_for
from benchmarks.simulation.camera import Camera, Floats
from benchmarks.simulation.canvas import LINEAR, Box, Canvas, blend, shifted, size_of, warped
from benchmarks.simulation.fields import Field, Picture
from benchmarks.simulation.hands import THICKNESS_MM, Plate
from benchmarks.simulation.lighting import MIRROR, Lamp, mirrored
from benchmarks.simulation.styles import CARD_MM, Style

_REFLECTED: Final = np.float32(0.8)
"""How much light a white print gives back."""

_SHADOW_MM: Final = 6.0
"""From higher up than this no shadow is cast in full; cards seldom lie so high above others."""

_CREASE: Final = 0.45
"""How much of the light from everywhere is lost along the border of a card."""

_SIDE_TILT: Final = 0.1
"""In radians; of a camera that is tilted less, no side of a card is seen."""

_GRID: Final = 12
"""At so many places along a card the mirrored light is worked out."""


def lay(canvas: Canvas, plate: Plate, art: Art) -> None:
    """Lays a card on the picture.

    Args:
        canvas: the picture, changed in place.
        plate: where it lies.
        art: what it looks like.
    """
    corners = canvas.seen(plate.corners())
    scale = float(np.linalg.norm(corners - np.roll(corners, 1, 0), axis=1).max()) / CARD_MM
    box = canvas.box(corners, 4 * scale + 3)
    if box is None:
        return
    level = level_for(_pictured(art, plate), scale * CARD_MM)
    print_ = warped(level, canvas.matrix @ plate.frame() @ _own_mm(level), box)
    _cast(canvas, plate, print_[..., 3], box, scale)
    if canvas.camera.tilt > _SIDE_TILT:
        _draw_side(canvas, plate, level, art.style, box)
    _draw_print(canvas, plate, print_, art.style, box)


def _pictured(art: Art, plate: Plate) -> Pyramid:
    return art.cards[plate.picture] if isinstance(plate.picture, str) else art.backs[plate.picture]


def _own_mm(level: Picture) -> Floats:
    """Return the (3, 3) matrix from pixels of a card's picture to the card's own millimetres."""
    step = CARD_MM / (level.shape[0] - 2 * FRAME_PX)
    offset = -CARD_MM / 2 - (FRAME_PX - 0.5) * step
    return np.array([[step, 0, offset], [0, step, offset], [0, 0, 1]])


def _draw_side(canvas: Canvas, plate: Plate, level: Picture, style: Style, box: Box) -> None:
    """Draw the card's underside; what its print does not hide of it afterwards is the side."""
    matrix = canvas.matrix @ plate.frame(THICKNESS_MM) @ _own_mm(level)
    opacity = warped(np.ascontiguousarray(level[..., 3]), matrix, box)
    colour = 0.5 * np.array(style.side) ** 2.2  # linear, in half the light
    blend(canvas.colour[box], colour.astype(np.float32), opacity.astype(np.float32) / 255)


def _draw_print(canvas: Canvas, plate: Plate, print_: Picture, style: Style, box: Box) -> None:
    opacity = print_[..., 3].astype(np.float32) / 255
    direct = canvas.direct[box]
    blend(canvas.colour[box], LINEAR[print_[..., :3]] * _REFLECTED, opacity)
    blend(canvas.lit[box], direct * np.float32(_facing(canvas.light.lamps, plate)), opacity)
    blend(canvas.gloss[box], _gloss(canvas, plate, style, box) * np.minimum(direct, 1), opacity)
    np.copyto(canvas.height[box], _heights(canvas, plate, box), where=opacity > 0.5)


def _jacobian(camera: Camera, plate: Plate) -> Floats:
    """Return the (2, 2) pixels that a millimetre along x and y of the table takes where a card lies."""
    here = np.array([[plate.x, plate.y, plate.height]])
    steps = [camera.ideal(here + step) - camera.ideal(here - step) for step in 0.5 * np.eye(3)[:2]]
    return np.vstack(steps).T


def _heights(canvas: Canvas, plate: Plate, box: Box) -> Field:
    """Return how high a card's plane lies at the pixels of a part, to first order."""
    middle = canvas.seen(np.array([[plate.x, plate.y, plate.height]]))[0]
    rise = np.array(plate.slope) @ np.linalg.inv(_jacobian(canvas.camera, plate))
    rows = (np.arange(box[0].start, box[0].stop) - middle[1]) * rise[1]
    columns = (np.arange(box[1].start, box[1].stop) - middle[0]) * rise[0]
    heights: Field = (plate.height + rows[:, None] + columns[None, :]).astype(np.float32)
    return heights


def _cast(canvas: Canvas, plate: Plate, opacity: Picture, box: Box, scale: float) -> None:
    """Cast a card's shadows on what lies beneath, and darken the crease along its borders."""
    gap = np.clip(_heights(canvas, plate, box) - canvas.height[box], 0, _SHADOW_MM)
    x = np.arange(gap.shape[1], dtype=np.float32)[None, :]
    y = np.arange(gap.shape[0], dtype=np.float32)[:, None]
    jacobian = _jacobian(canvas.camera, plate)
    for lamp in canvas.light.lamps:
        towards = (np.array(lamp.place[:2]) - [plate.x, plate.y]) / lamp.place[2]
        shift = (jacobian @ towards).astype(np.float32)
        cast = cv2.remap(opacity, x + shift[0] * gap, y + shift[1] * gap, cv2.INTER_LINEAR)
        soft = cv2.GaussianBlur(cast, (0, 0), 0.4 + 0.5 * lamp.softness * scale)
        canvas.lit[box] *= 1 - np.float32(lamp.share / 255) * soft.astype(np.float32)
    crease = cv2.GaussianBlur(opacity, (0, 0), 0.5 + 0.45 * scale).astype(np.float32)
    canvas.colour[box] *= 1 - np.float32(_CREASE / 255) * crease[..., None]


def _facing(lamps: Sequence[Lamp], plate: Plate) -> float:
    """Return how much light falls on a card of that slope, 1 for a level one."""
    normal = np.array([-plate.slope[0], -plate.slope[1], 1.0])
    total = 0.0
    for lamp in lamps:
        towards = np.array(lamp.place) - [plate.x, plate.y, 0.0]
        total += lamp.share * float(normal @ towards / towards[2])
    return max(total, 0.2)


def _gloss(canvas: Canvas, plate: Plate, style: Style, box: Box) -> Field:
    """Return the light that a card mirrors at the pixels of a part; its bow turns it a little."""
    at = (np.arange(_GRID) + 0.5) * CARD_MM / _GRID - CARD_MM / 2
    u, v = np.meshgrid(at, at)
    frame = plate.frame()
    bend = 8 * plate.bow / CARD_MM**2  # of a parabola that is `bow` high
    normals = np.dstack([bend * u, bend * v, np.ones_like(u)])
    axes = np.array([frame[:3, 0], frame[:3, 1], [-plate.slope[0], -plate.slope[1], 1.0]])
    points = np.dstack([u, v, np.ones_like(u)]) @ frame[:3].T
    light = mirrored(canvas.light.lamps, points, normals @ axes, canvas.camera.centre, style.roughness)
    values = np.minimum(MIRROR * style.gloss * light, canvas.light.glare).astype(np.float32)
    step = CARD_MM / _GRID
    own = np.array([[step, 0, at[0]], [0, step, at[0]], [0, 0, 1]])
    here = shifted(-box[1].start, -box[0].start) @ canvas.matrix @ frame @ own
    spread = cv2.warpPerspective(
        values, here, size_of(box), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return spread.astype(np.float32)
