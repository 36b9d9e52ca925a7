"""Draws a scene: table, clutter and cards one upon the other, with the shadow of each on what lies beneath."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.simulation.art import CARD_MM, FRAME_PX, Art, Pyramid, level_for
from benchmarks.simulation.camera import Camera
from benchmarks.simulation.clutter import Solid
from benchmarks.simulation.developing import Film, develop, linear_table
from benchmarks.simulation.fields import Field, Picture
from benchmarks.simulation.hands import THICKNESS_MM, Plate
from benchmarks.simulation.lighting import Lamp, Light, coarse_ground, falloff, mirrored, shaded
from benchmarks.simulation.tables import TableTop

Floats = NDArray[np.float64]

_LINEAR = linear_table()

_REFLECTED = 0.8
"""How much light a white print gives back."""

_MIRROR = 0.045
"""How much light a varnish mirrors that is looked at from above; it hardly grows up to 40 degrees."""


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """All that a photo shows.

    Attributes:
        camera: the camera.
        light: the light.
        top: the table top.
        top_pose: how it lies: x, y in millimetres and the angle in radians.
        decoys: cards that are not played, which lie with their backs up.
        solids: what else stands there.
        plates: the cards in play, bottom first.
        film: how the photo is developed.
    """

    camera: Camera
    light: Light
    top: TableTop
    top_pose: tuple[float, float, float]
    decoys: tuple[Plate, ...]
    solids: tuple[Solid, ...]
    plates: tuple[Plate, ...]
    film: Film


@dataclass(slots=True)
class _Canvas:
    """A picture in the making, in ideal pixels with some more on each side.

    Attributes:
        camera: the camera.
        art: the cards' pictures and finish.
        light: the light.
        overscan: how many pixels more there are.
        colour: (rows, cols, 3) how much light is given back, linear.
        direct: how much of the lamps' light falls on the table itself, before cards were laid.
        lit: how much of it falls on what is seen.
        gloss: the light that is mirrored.
        height: how high what is seen lies above the table, in millimetres.
    """

    camera: Camera
    art: Art
    light: Light
    overscan: int
    colour: Field
    direct: Field
    lit: Field
    gloss: Field
    height: Field = field(init=False)

    def __post_init__(self) -> None:
        self.height = np.zeros(self.lit.shape, np.float32)

    @property
    def matrix(self) -> Floats:
        """The (3, 4) matrix from the table's space to the canvas."""
        return _shifted(self.overscan, self.overscan) @ self.camera.matrix


def render(rng: np.random.Generator, scene: Scene, art: Art) -> Picture:
    """Draws a scene as a photo.

    Args:
        rng: the source of chance for the noise.
        scene: what there is to be seen.
        art: what the cards look like.

    Returns:
        (rows, cols, 3) of the camera's size, upright.
    """
    canvas = _bare_table(scene, art)
    for plate in scene.decoys:
        _lay(canvas, plate)
    for solid in scene.solids:
        _stand(canvas, solid)
    for plate in scene.plates:
        _lay(canvas, plate)
    return develop(rng, _lighted(canvas), scene.film, scene.camera, canvas.overscan)


def _shifted(x: float, y: float) -> Floats:
    return np.array([[1.0, 0.0, x], [0.0, 1.0, y], [0.0, 0.0, 1.0]])


def _bare_table(scene: Scene, art: Art) -> _Canvas:
    camera, light = scene.camera, scene.light
    overscan = camera.overscan()
    size = (camera.size[0] + 2 * overscan, camera.size[1] + 2 * overscan)
    to_pixels = _shifted(overscan, overscan) @ camera.table
    from_pixels = np.linalg.inv(to_pixels)
    scale = camera.focal_px / camera.distance
    outlines = [(outline, light.shade_soft_mm * scale) for outline in light.shades]
    lamp = light.lamps[0]
    for solid in scene.solids:
        soft = 0.35 * solid.height * lamp.softness * scale + 0.6
        outlines.append((solid.shadow(np.array(lamp.place)).astype(np.float64), soft))
    blocked = shaded(outlines, to_pixels, size)
    direct = falloff(light, camera, from_pixels, size) * (1 - np.float32(lamp.share) * blocked)
    gloss = _table_gloss(scene, from_pixels, size) * (1 - blocked)
    colour = _LINEAR[_ground(scene, to_pixels, size)]
    return _Canvas(camera, art, light, overscan, colour, direct, direct.copy(), gloss)


def _ground(scene: Scene, to_pixels: Floats, size: tuple[int, int]) -> Picture:
    """Return the table top without light: the tile at two sizes, the smaller one where it is far away."""
    x, y, angle = scene.top_pose
    cosine, sine = np.cos(angle), np.sin(angle)
    lies = np.array([[cosine, -sine, x], [sine, cosine, y], [0, 0, 1]])
    tile = scene.top.tile
    scale = scene.camera.focal_px / scene.camera.distance * scene.top.tile_mm / tile.shape[0]
    while scale < 0.7 and tile.shape[0] > 64:
        tile = cv2.resize(tile, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA).astype(np.uint8)
        scale *= 2
    step = scene.top.tile_mm / tile.shape[0]
    whole = to_pixels @ lies @ np.diag([step, step, 1.0])
    return cv2.warpPerspective(tile, whole, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP).astype(
        np.uint8
    )


def _table_gloss(scene: Scene, from_pixels: Floats, size: tuple[int, int]) -> Field:
    if not scene.top.gloss:
        return np.zeros((size[1], size[0]), np.float32)
    ground = coarse_ground(from_pixels, size)
    up = np.broadcast_to(np.array([0.0, 0.0, 1.0]), ground.shape)
    light = mirrored(scene.light.lamps, ground, up, scene.camera.centre, 0.1 + 0.15 * (1 - scene.top.gloss))
    values = np.minimum(_MIRROR * scene.top.gloss * light, 0.6 * scene.light.glare).astype(np.float32)
    return cv2.resize(values, size, interpolation=cv2.INTER_LINEAR).astype(np.float32)


def _lay(canvas: _Canvas, plate: Plate) -> None:
    """Lay a card on the picture: its shadow, its side and its top."""
    levels = _pictured(canvas.art, plate)
    matrix = canvas.matrix @ plate.frame()
    corners = canvas.camera.ideal(plate.corners()) + canvas.overscan
    scale = float(np.linalg.norm(corners - np.roll(corners, 1, 0), axis=1).max()) / CARD_MM
    box = _box(corners, 4 * scale + 3, canvas.lit.shape)
    if box is None:
        return
    rows, columns = box
    here = _shifted(-columns.start, -rows.start)
    level = level_for(levels, scale * CARD_MM)
    seen = _warped(level, here @ matrix @ _own_mm(level), box)
    opacity = seen[..., 3].astype(np.float32) / 255
    _cast(canvas, plate, seen[..., 3], box, scale)
    if canvas.camera.tilt > 0.1:
        lowered = here @ canvas.matrix @ plate.frame(THICKNESS_MM)
        side = (
            _warped(np.ascontiguousarray(level[..., 3]), lowered @ _own_mm(level), box).astype(np.float32)
            / 255
        )
        colour = np.array(canvas.art.style.side, np.float32) ** 2.2 * 0.5
        canvas.colour[box] += side[..., None] * (colour - canvas.colour[box])
    given = _LINEAR[seen[..., :3]] * np.float32(_REFLECTED)
    canvas.colour[box] += opacity[..., None] * (given - canvas.colour[box])
    facing = np.float32(_facing(canvas.light.lamps, plate))
    canvas.lit[box] += opacity * (canvas.direct[box] * facing - canvas.lit[box])
    canvas.gloss[box] += opacity * (_card_gloss(canvas, plate, here @ matrix, box) - canvas.gloss[box])
    np.copyto(canvas.height[box], _heights(canvas, plate, box), where=opacity > 0.5)


def _pictured(art: Art, plate: Plate) -> Pyramid:
    return art.cards[plate.picture] if isinstance(plate.picture, str) else art.backs[plate.picture]


def _box(points: Floats, margin: float, shape: tuple[int, ...]) -> tuple[slice, slice] | None:
    low = np.maximum(np.floor(points.min(0) - margin), 0).astype(int)
    high = np.minimum(np.ceil(points.max(0) + margin) + 1, [shape[1], shape[0]]).astype(int)
    if (high <= low).any():
        return None
    return slice(int(low[1]), int(high[1])), slice(int(low[0]), int(high[0]))


def _own_mm(level: Picture) -> Floats:
    """Return the (3, 3) matrix from pixels of a card's picture to the card's own millimetres."""
    step = CARD_MM / (level.shape[0] - 2 * FRAME_PX)
    offset = -CARD_MM / 2 - (FRAME_PX - 0.5) * step
    return np.array([[step, 0, offset], [0, step, offset], [0, 0, 1]])


def _warped(picture: Picture, matrix: Floats, box: tuple[slice, slice]) -> Picture:
    size = (box[1].stop - box[1].start, box[0].stop - box[0].start)
    return cv2.warpPerspective(picture, matrix, size, flags=cv2.INTER_LINEAR).astype(np.uint8)


def _jacobian(camera: Camera, plate: Plate) -> Floats:
    """Return the (2, 2) pixels that a millimetre on the table takes where a card lies."""
    here = np.array([[plate.x, plate.y, plate.height]])
    steps = [camera.ideal(here + step) - camera.ideal(here - step) for step in 0.5 * np.eye(3)[:2]]
    return np.vstack(steps).T


def _heights(canvas: _Canvas, plate: Plate, box: tuple[slice, slice]) -> Field:
    """Return how high a card's plane lies at the pixels of a box, to first order."""
    middle = canvas.camera.ideal(np.array([[plate.x, plate.y, plate.height]]))[0] + canvas.overscan
    rise = np.array(plate.slope) @ np.linalg.inv(_jacobian(canvas.camera, plate))
    rows = (np.arange(box[0].start, box[0].stop) - middle[1]) * rise[1]
    columns = (np.arange(box[1].start, box[1].stop) - middle[0]) * rise[0]
    heights: Field = (plate.height + rows[:, None] + columns[None, :]).astype(np.float32)
    return heights


_FARTHEST_MM = 6.0


def _cast(canvas: _Canvas, plate: Plate, opacity: Picture, box: tuple[slice, slice], scale: float) -> None:
    """Cast a card's shadows on what lies beneath, and darken the crease along its borders."""
    gap = np.clip(_heights(canvas, plate, box) - canvas.height[box], 0, _FARTHEST_MM)
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
    canvas.colour[box] *= 1 - np.float32(0.45 / 255) * crease[..., None]


def _facing(lamps: Sequence[Lamp], plate: Plate) -> float:
    """Return how much more light falls on a card because of its slope."""
    normal = np.array([-plate.slope[0], -plate.slope[1], 1.0])
    total = 0.0
    for lamp in lamps:
        towards = np.array(lamp.place) - [plate.x, plate.y, 0.0]
        total += lamp.share * float(normal @ towards / towards[2])
    return max(total, 0.2)


_GRID = 12


def _card_gloss(canvas: _Canvas, plate: Plate, matrix: Floats, box: tuple[slice, slice]) -> Field:
    """Return the light that a card mirrors at the pixels of a box; its bow turns it a little."""
    style = canvas.art.style
    at = (np.arange(_GRID) + 0.5) * CARD_MM / _GRID - CARD_MM / 2
    u, v = np.meshgrid(at, at)
    frame = plate.frame()
    points = np.dstack([u, v, np.ones_like(u)]) @ frame[:3].T
    bend = 8 * plate.bow / CARD_MM**2  # the slope of a parabola that is `bow` high
    normals = np.dstack([bend * u, bend * v, np.ones_like(u)])
    axes = np.column_stack([frame[:3, 0], frame[:3, 1], [-plate.slope[0], -plate.slope[1], 1.0]])
    light = mirrored(canvas.light.lamps, points, normals @ axes.T, canvas.camera.centre, style.roughness)
    values = np.minimum(_MIRROR * style.gloss * light, canvas.light.glare).astype(np.float32)
    step = CARD_MM / _GRID
    own = np.array([[step, 0, at[0]], [0, step, at[0]], [0, 0, 1]])
    size = (box[1].stop - box[1].start, box[0].stop - box[0].start)
    spread = cv2.warpPerspective(
        values, matrix @ own, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return (spread * (canvas.direct[box] > 0) * np.minimum(canvas.direct[box], 1)).astype(np.float32)


def _stand(canvas: _Canvas, solid: Solid) -> None:
    """Draw something that stands on the table: its sides, then its top."""
    bottom, top = (canvas.camera.ideal(solid.at(height)) + canvas.overscan for height in (0.0, solid.height))
    box = _box(np.vstack([bottom, top]), 2, canvas.lit.shape)
    if box is None:
        return
    rows, columns = box
    corner = np.array([columns.start, rows.start])
    picture = np.zeros((rows.stop - rows.start, columns.stop - columns.start, 3), np.uint8)
    mask = np.zeros(picture.shape[:2], np.uint8)
    _draw_sides(canvas, solid, bottom - corner, top - corner, picture, mask)
    _draw_top(solid, top - corner, picture, mask)
    opacity = mask.astype(np.float32) / 255
    canvas.colour[box] += opacity[..., None] * (_LINEAR[picture] - canvas.colour[box])
    canvas.lit[box] += opacity * (1 - canvas.lit[box])
    canvas.gloss[box] *= 1 - opacity


def _draw_sides(
    canvas: _Canvas, solid: Solid, bottom: Floats, top: Floats, picture: Picture, mask: Picture
) -> None:
    eye, lamp = canvas.camera.centre[:2], np.array(canvas.light.lamps[0].place[:2])
    middle = solid.outline.mean(0)
    for index in range(len(bottom)):
        after = (index + 1) % len(bottom)
        here = (solid.outline[index] + solid.outline[after]) / 2
        along = solid.outline[after] - solid.outline[index]
        normal = np.array([along[1], -along[0]]) / (np.linalg.norm(along) + 1e-9)
        if normal @ (here - middle) < 0:
            normal = -normal
        if normal @ (eye - here) <= 0:
            continue
        towards = lamp - here
        shade = 0.55 + 0.4 * max(float(normal @ towards) / float(np.linalg.norm(towards)), -0.6)
        quad = np.array([bottom[index], bottom[after], top[after], top[index]])
        _fill(picture, mask, quad, np.array(solid.colour) * shade)


def _draw_top(solid: Solid, top: Floats, picture: Picture, mask: Picture) -> None:
    _fill(picture, mask, top, np.array(solid.top))
    middle = top.mean(0)
    if solid.hollow is not None:
        _fill(picture, mask, middle + 0.93 * (top - middle), np.array(solid.colour) * 0.45)
        _fill(picture, mask, middle + 0.88 * (top - middle), np.array(solid.hollow))
    elif solid.cover is not None:
        high, wide = solid.cover.shape[:2]
        cover = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32) - np.float32(0.5)
        matrix = cv2.getPerspectiveTransform(cover, top.astype(np.float32))
        size = (picture.shape[1], picture.shape[0])
        cv2.warpPerspective(
            solid.cover, matrix, size, dst=picture, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_TRANSPARENT
        )


def _fill(picture: Picture, mask: Picture, polygon: Floats, colour: Floats) -> None:
    points = [np.round(polygon * 16).astype(np.int32)]
    bytes_ = [float(value) for value in np.clip(colour * 255, 0, 255)]
    cv2.fillPoly(picture, points, bytes_, lineType=cv2.LINE_8, shift=4)
    cv2.fillPoly(mask, points, 255.0, lineType=cv2.LINE_AA, shift=4)


def _lighted(canvas: _Canvas) -> Field:
    """Return the light that reaches the camera: what is given back, and what is mirrored."""
    light = canvas.light
    result = np.empty_like(canvas.colour)
    lamps = canvas.lit * np.float32(1 - light.ambient)
    for channel in range(3):
        shining = lamps * np.float32(light.warm[channel]) + np.float32(light.ambient * light.cool[channel])
        result[..., channel] = canvas.colour[..., channel] * shining
        result[..., channel] += canvas.gloss * np.float32((1 - light.ambient) * light.warm[channel])
    return result
