"""Scenes drawn at random about cards that lie: a table, a light, a camera, and what else lies and stands."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.simulation.art import Art
from benchmarks.simulation.camera import Camera, Floats, framed
from benchmarks.simulation.clutter import SHAPES, Solid
from benchmarks.simulation.developing import Film
from benchmarks.simulation.fields import Colour
from benchmarks.simulation.hands import Plate
from benchmarks.simulation.lighting import Lamp, Light
from benchmarks.simulation.rendering import Scene
from benchmarks.simulation.styles import CARD_MM
from benchmarks.simulation.tables import random_table

SMALLEST_PX, LARGEST_PX = 35.0, 160.0
"""Between these lie the shortest and the longest side of a square of the board in a photo."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What is wanted of a camera.

    Attributes:
        longer_px: the photo's longer side.
        most_tilt_deg: the most that the camera is tilted.
        fill: which share of the photo the cards take, at least and at most.
        squares_px: how long the sides of squares may be, at least and at most.
        whole: whether all cards have to be in view.
        askew_deg: how far the cards are turned off the photo's borders, a deviation; None for any angle.
    """

    longer_px: int
    most_tilt_deg: float = 40.0
    fill: tuple[float, float] = (0.6, 0.96)
    squares_px: tuple[float, float] = (SMALLEST_PX, LARGEST_PX)
    whole: bool = True
    askew_deg: float | None = None


def random_scene(
    rng: np.random.Generator,
    plates: tuple[Plate, ...],
    art: Art,
    frame: Frame,
    *,
    pictures: Sequence[Path] = (),
) -> Scene:
    """Draws all about cards that lie.

    Args:
        rng: the source of chance.
        plates: the cards in play; where there are none, the photo shows an empty table.
        art: what they look like.
        frame: what is wanted of the camera.
        pictures: pictures of table tops.
    """
    camera = random_camera(rng, plates, frame)
    light = random_light(rng, camera, plates)
    scene = Scene(
        camera=camera,
        light=light,
        top=random_table(rng, pictures, tile_px=int(np.clip(frame.longer_px // 128, 2, 24)) * 64),
        top_pose=(*rng.uniform(-500, 500, 2).tolist(), rng.uniform(0, 2 * np.pi)),
        decoys=(),
        solids=(),
        plates=plates,
        film=random_film(rng, camera),
    )
    return _cluttered(rng, scene, len(art.backs))


def random_camera(rng: np.random.Generator, plates: Sequence[Plate], frame: Frame) -> Camera:
    """Draws a camera that has all cards in view: of several the first that suits, or that nearly does."""
    points = np.vstack([plate.corners() for plate in plates]) if plates else _EMPTY_VIEW
    tries: list[tuple[float, int, Camera]] = []
    for _ in range(24):
        camera = framed(
            _free_camera(rng, frame), points, fill=rng.uniform(*frame.fill), offset=rng.uniform(-1, 1, 2)
        )
        missed = _missed(camera, plates, frame)
        if not missed:
            return camera
        tries.append((missed, len(tries), camera))
    return min(tries)[2]


_EMPTY_VIEW = np.array([[-150.0, -120, 0], [150, -120, 0], [150, 120, 0], [-150, 120, 0]])


def _free_camera(rng: np.random.Generator, frame: Frame) -> Camera:
    shorter = frame.longer_px * 3 // 4
    size = (frame.longer_px, shorter) if rng.random() < 0.7 else (shorter, frame.longer_px)
    return Camera(
        size=size,
        focal_px=frame.longer_px * rng.uniform(24, 31) / 36,
        distance=700.0,
        aim=(0.0, 0.0),
        tilt=np.radians(frame.most_tilt_deg) * np.sqrt(rng.uniform(0, 1)),
        azimuth=_azimuth(rng, frame.askew_deg),
        roll=np.radians(rng.normal(0, 6)),
        bend=rng.uniform(-0.03, 0.03),
    )


def _azimuth(rng: np.random.Generator, askew_deg: float | None) -> float:
    if askew_deg is None:
        return rng.uniform(0, 2 * np.pi)
    return float(int(rng.integers(4)) * np.pi / 2 + np.radians(rng.normal(0, askew_deg)))


def _missed(camera: Camera, plates: Sequence[Plate], frame: Frame) -> float:
    """Return by how many pixels squares are too small or too large or cards out of the picture."""
    if not plates:
        return 0.0
    seen = camera.seen(np.vstack([plate.corners() for plate in plates])).reshape(-1, 4, 2)
    sides = np.linalg.norm(seen - np.roll(seen, 1, 1), axis=2) / 3
    low, high = frame.squares_px
    wrong = max(low - sides.min(), 0) + max(sides.max() - high, 0)
    if frame.whole:
        wrong += max(np.maximum(-seen, seen - np.array(camera.size) + 1).max() + _BORDER_PX, 0)
    return float(wrong)


_BORDER_PX = 4
"""So far from the photo's border lie all cards."""


def random_light(rng: np.random.Generator, camera: Camera, plates: Sequence[Plate]) -> Light:
    """Draws one or two lamps, sometimes with something in the way, sometimes mirrored by the cards."""
    middle = np.array([*camera.aim, 0.0])
    if plates:
        middle = np.array([*rng.choice([(plate.x, plate.y) for plate in plates]), 0.0])
    count = int(rng.choice([1, 2], p=[0.65, 0.35]))
    shares = np.sort(rng.dirichlet(np.full(count, 3.0)))[::-1]
    lamps = tuple(_lamp(rng, middle, camera, float(share)) for share in shares)
    warmth = rng.normal(0, 0.04)
    shades = tuple(_shade(rng, middle[:2]) for _ in range(int(rng.choice([0, 1, 2], p=[0.65, 0.28, 0.07]))))
    return Light(
        lamps=lamps,
        ambient=rng.uniform(0.3, 0.75),
        warm=_warm(warmth),
        cool=_warm(warmth - abs(rng.normal(0, 0.08))),
        shades=shades,
        shade_soft_mm=float(rng.choice([rng.uniform(0.5, 3), rng.uniform(3, 25)])),
        glare=rng.uniform(0.15, 0.8),
    )


def _warm(warmth: float) -> Colour:
    return float(np.exp(-warmth)), 1.0, float(np.exp(warmth))


def _lamp(rng: np.random.Generator, middle: Floats, camera: Camera, share: float) -> Lamp:
    away = rng.uniform(700, 2500)
    if rng.random() < 0.35:  # where the cards mirror it
        back = middle - camera.centre
        towards = np.array([back[0], back[1], -back[2]]) / np.linalg.norm(back)
        towards[:2] += rng.normal(0, 0.08, 2)
    else:
        around, up = rng.uniform(0, 2 * np.pi), np.radians(rng.uniform(32, 80))
        towards = np.array([np.cos(around) * np.cos(up), np.sin(around) * np.cos(up), np.sin(up)])
    place = middle + away * towards / np.linalg.norm(towards)
    wide, high = rng.uniform(0.02, 0.06, 2) if rng.random() < 0.5 else rng.uniform(0.06, 0.3, 2)
    return Lamp(
        place=(float(place[0]), float(place[1]), max(float(place[2]), 400.0)),
        share=share,
        wide=float(wide),
        high=float(high),
        turn=rng.uniform(0, np.pi),
    )


def _shade(rng: np.random.Generator, middle: Floats) -> Floats:
    """Draw the shadow of a telephone, an arm or a head."""
    long, wide = [(80.0, 160.0), (60.0, 700.0), (260.0, 320.0)][int(rng.integers(3))]
    corners = 4 if rng.random() < 0.6 else 24
    angle = 2 * np.pi * (np.arange(corners) + 0.5) / corners
    outline = np.column_stack([np.cos(angle) * long, np.sin(angle) * wide]) * rng.uniform(0.6, 1.2)
    turn = rng.uniform(0, 2 * np.pi)
    rotated = outline @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    result: Floats = middle + rng.normal(0, 110, 2) + rotated
    return result


def random_film(rng: np.random.Generator, camera: Camera) -> Film:
    """Draws how a photo is developed."""
    scale = max(camera.size) / 2200
    cast = rng.normal(0, 0.13)
    orientation: Literal[1, 6, 8] = 1
    if camera.size[1] > camera.size[0]:  # a portrait is stored lying, as telephones do
        orientation = 6 if rng.random() < 0.6 else 8
    return Film(
        defocus_px=scale * rng.uniform(0.4, 0.9),
        shake_px=scale * float(rng.choice([0.0, rng.uniform(1, 4)], p=[0.75, 0.25])),
        shake_angle=rng.uniform(0, np.pi),
        vignette=rng.uniform(0, 0.3),
        white=(float(np.exp(-cast)), 1.0 + rng.normal(0, 0.02), float(np.exp(cast))),
        gain=rng.uniform(0.7, 1.3),
        shot=10 ** rng.uniform(-4.4, -3.0),
        read=10 ** rng.uniform(-3.1, -2.4),
        grain_px=rng.uniform(0.2, 0.8),
        contrast=rng.uniform(0, 0.6),
        saturation=rng.uniform(0.95, 1.2),
        sharpening=rng.uniform(0.2, 0.8),
        quality=int(rng.integers(82, 96)),
        orientation=orientation,
        haze=float(rng.choice([0.0, rng.uniform(0, 0.08)])),
    )


_CLUTTER_SCALE = 8
"""How many pixels of the photo one pixel of the map of free places stands for."""


def _cluttered(rng: np.random.Generator, scene: Scene, backs: int) -> Scene:
    """Put things and face-down cards where they hide no card in play."""
    camera = scene.camera
    taken = np.zeros((camera.size[1] // _CLUTTER_SCALE, camera.size[0] // _CLUTTER_SCALE), np.uint8)
    for plate in scene.plates:
        _mark(taken, _grown(camera.ideal(plate.corners()), 1.06))
    from_pixels = np.linalg.inv(camera.table)
    decoys: list[Plate] = []
    solids: list[Solid] = []
    for _ in range(int(rng.choice([0, 1, 2, 3, 4, 6], p=[0.25, 0.2, 0.2, 0.15, 0.1, 0.1]))):
        for _ in range(12):
            place = from_pixels @ [*rng.uniform(-0.05, 1.05, 2) * camera.size, 1.0]
            middle = place[:2] / place[2]
            if rng.random() < 0.3:
                decoy = Plate(
                    int(rng.integers(backs)), float(middle[0]), float(middle[1]), rng.uniform(0, 2 * np.pi)
                )
                if _free(taken, camera.ideal(decoy.corners())):
                    decoys.append(decoy)
                    break
            else:
                solid = SHAPES[int(rng.integers(len(SHAPES)))](rng, middle)
                if _free(taken, solid.silhouette(camera)):
                    solids.append(solid)
                    break
    return replace(scene, decoys=tuple(decoys), solids=tuple(solids))


def _grown(corners: Floats, factor: float) -> Floats:
    middle = corners.mean(0)
    result: Floats = middle + factor * (corners - middle)
    return result


def _outline(points: NDArray[np.floating]) -> NDArray[np.int32]:
    return np.round(points / _CLUTTER_SCALE).astype(np.int32)


def _mark(taken: NDArray[np.uint8], points: NDArray[np.floating]) -> None:
    cv2.fillPoly(taken, [_outline(points)], 255.0)


def _free(taken: NDArray[np.uint8], points: NDArray[np.floating]) -> bool:
    """Tell whether an outline is free, and mark it as taken if so."""
    mask = np.zeros_like(taken)
    _mark(mask, points)
    if (mask & taken).any():
        return False
    taken |= mask
    return True


def apart(rng: np.random.Generator, cards: Sequence[str]) -> tuple[tuple[Plate, ...], tuple[int, ...]]:
    """Lays six cards in two rows apart from each other, as they lie to be enrolled.

    Returns:
        the plates, and the quarter turn nearest to how each lies.
    """
    step = CARD_MM + rng.uniform(18, 34, 2)
    plates, turns = [], []
    for index, card in enumerate(cards):
        turn, off = int(rng.integers(4)), np.radians(np.clip(rng.normal(0, 6), -14, 14))
        x, y = step * np.array([index % 3, index // 3]) + rng.normal(0, 2.0, 2)
        plates.append(
            Plate(card, float(x), float(y), float(turn * np.pi / 2 + off), bow=float(rng.normal(0, 0.2)))
        )
        turns.append(turn)
    return tuple(plates), tuple(turns)
