"""Draws a scene: the table in its light, what stands on it, and the cards one upon the other."""

from dataclasses import dataclass

import cv2
import numpy as np

from benchmarks.simulation.art import Art
from benchmarks.simulation.camera import Camera, Floats
from benchmarks.simulation.canvas import LINEAR, Canvas, shifted
from benchmarks.simulation.cards import lay
from benchmarks.simulation.clutter import Solid
from benchmarks.simulation.developing import Film, develop
from benchmarks.simulation.fields import Field, Picture
from benchmarks.simulation.hands import Plate
from benchmarks.simulation.lighting import MIRROR, Light, coarse_ground, falloff, mirrored, shaded
from benchmarks.simulation.standing import stand
from benchmarks.simulation.tables import TableTop

_SHARPEST = 0.7
"""The table top is drawn at a size of which at most 1 / 0.7 pixels make a pixel of the photo."""


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """All that a photo shows.

    Attributes:
        camera: the camera.
        light: the light.
        top: the table top.
        top_pose: how it lies: x, y in millimetres and the angle in radians.
        decoys: cards that are not in play.
        solids: what else stands there.
        plates: the cards in play, bottom first.
        film: how the photo is developed.
        covering: what lies or stands on cards.
    """

    camera: Camera
    light: Light
    top: TableTop
    top_pose: tuple[float, float, float]
    decoys: tuple[Plate, ...]
    solids: tuple[Solid, ...]
    plates: tuple[Plate, ...]
    film: Film
    covering: tuple[Solid, ...] = ()


def render(rng: np.random.Generator, scene: Scene, art: Art) -> Picture:
    """Draws a scene as a photo.

    Args:
        rng: the source of chance for the noise.
        scene: what there is to be seen.
        art: what the cards look like.

    Returns:
        (rows, cols, 3) of the camera's size, upright.
    """
    canvas = bare_table(scene)
    for plate in scene.decoys:
        lay(canvas, plate, art)
    for solid in scene.solids:
        stand(canvas, solid)
    for plate in scene.plates:
        lay(canvas, plate, art)
    for solid in scene.covering:
        stand(canvas, solid)
    return develop(rng, lighted(canvas), scene.film, scene.camera, canvas.overscan)


def bare_table(scene: Scene) -> Canvas:
    """Returns the table in its light, with nothing on it."""
    camera, light = scene.camera, scene.light
    overscan = camera.overscan()
    size = (camera.size[0] + 2 * overscan, camera.size[1] + 2 * overscan)
    to_pixels = shifted(overscan, overscan) @ camera.table
    from_pixels = np.asarray(np.linalg.inv(to_pixels), np.float64)
    blocked = shaded(_shadows(scene), to_pixels, size)
    direct = falloff(light, camera, from_pixels, size) * (1 - np.float32(light.lamps[0].share) * blocked)
    return Canvas(
        camera=camera,
        light=light,
        overscan=overscan,
        colour=LINEAR[_ground(scene, to_pixels, size)],
        direct=direct,
        gloss=_table_gloss(scene, from_pixels, size) * (1 - blocked),
    )


def _shadows(scene: Scene) -> list[tuple[Floats, float]]:
    """Return the shadows on the table but for those of cards, and by how many pixels each is blurred."""
    light, lamp = scene.light, scene.light.lamps[0]
    px_a_mm = scene.camera.focal_px / scene.camera.distance
    outlines = [(outline, light.shade_soft_mm * px_a_mm) for outline in light.shades]
    for solid in scene.solids:
        soft_mm = 0.35 * solid.height * lamp.softness
        outlines.append((solid.shadow(np.array(lamp.place)), soft_mm * px_a_mm + 0.6))
    return outlines


def _ground(scene: Scene, to_pixels: Floats, size: tuple[int, int]) -> Picture:
    """Return the table top without light."""
    x, y, angle = scene.top_pose
    cosine, sine = np.cos(angle), np.sin(angle)
    lies = np.array([[cosine, -sine, x], [sine, cosine, y], [0, 0, 1]])
    tile = scene.top.tile
    scale = scene.camera.focal_px / scene.camera.distance * scene.top.tile_mm / tile.shape[0]
    while scale < _SHARPEST and tile.shape[0] > 64:
        tile = cv2.resize(tile, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA).astype(np.uint8)
        scale *= 2
    step = scene.top.tile_mm / tile.shape[0]
    matrix = to_pixels @ lies @ np.diag([step, step, 1.0])
    ground = cv2.warpPerspective(tile, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP)
    return ground.astype(np.uint8)


def _table_gloss(scene: Scene, from_pixels: Floats, size: tuple[int, int]) -> Field:
    if not scene.top.gloss:
        return np.zeros((size[1], size[0]), np.float32)
    ground = coarse_ground(from_pixels, size)
    up = np.broadcast_to(np.array([0.0, 0.0, 1.0]), ground.shape)
    light = mirrored(scene.light.lamps, ground, up, scene.camera.centre, 0.25 - 0.15 * scene.top.gloss)
    values = np.minimum(MIRROR * scene.top.gloss * light, 0.6 * scene.light.glare).astype(np.float32)
    return cv2.resize(values, size, interpolation=cv2.INTER_LINEAR).astype(np.float32)


def lighted(canvas: Canvas) -> Field:
    """Returns the light that reaches the camera: what is given back, and what is mirrored."""
    light = canvas.light
    result = np.empty_like(canvas.colour)
    lamps = canvas.lit * np.float32(1 - light.ambient)
    for channel in range(3):
        warm, cool = np.float32(light.warm[channel]), np.float32(light.cool[channel])
        shining = lamps * warm + np.float32(light.ambient) * cool
        mirrored_light = canvas.gloss * (np.float32(1 - light.ambient) * warm)
        result[..., channel] = canvas.colour[..., channel] * shining + mirrored_light
    return result
