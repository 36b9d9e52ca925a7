"""Photos and scans of drawn puzzle cards."""

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from benchmarks.drawn.cards import DrawnCard
from benchmarks.drawn.raster import bgr, rasterised
from benchmarks.simulation.camera import Camera, framed
from benchmarks.simulation.canvas import LINEAR, blend, shifted
from benchmarks.simulation.developing import develop
from benchmarks.simulation.fields import Picture, power_noise
from benchmarks.simulation.rendering import Scene, bare_table, lighted
from benchmarks.simulation.scenes import random_film, random_light
from benchmarks.simulation.tables import random_table

LEAST_SQUARE_PX: Final = 14.0
"""No square is smaller in a photo: the side of the smallest, across a photo."""

_LEAST_PX_A_MM: Final = 8.0
_MOST_SHEET_PX: Final = 3000


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """A photo or scan of a puzzle card.

    Attributes:
        pixels: (rows, cols, 3) blue green red.
        turned: by how many degrees the card is turned clockwise against the picture, about.
        square_px: side of a square, about.
        kind: `photo` or `scan`.
    """

    pixels: Picture
    turned: float
    square_px: float
    kind: str


def sheet_of(rng: np.random.Generator, card: DrawnCard, px_a_mm: float) -> Picture:
    """Returns a card's sheet of paper, (rows, cols, 3)."""
    height, width = (round(side * px_a_mm) for side in (card.drawing.height_mm, card.drawing.width_mm))
    paper: Picture = np.full((height, width, 3), bgr(card.paper), np.uint8)
    lines = [] if card.ruling == "plain" else [(1, height)]
    lines += [(0, width)] if card.ruling == "squared" else []
    for axis, room in lines:
        at = np.arange(card.ruling_from[axis], room / px_a_mm, card.ruling_mm) * px_a_mm
        for place in np.round(at).astype(int):
            ends = ((0, place), (width, place)) if axis else ((place, 0), (place, height))
            cv2.line(paper, ends[0], ends[1], bgr(card.ruled), max(1, round(0.2 * px_a_mm)))
    drawn = rasterised(card.drawing, px_a_mm, paper)
    if card.grain:
        noise = (6 * card.grain * power_noise(rng, 512, exponent=0.7)).astype(np.int16)
        tiled = np.tile(noise, (height // 512 + 1, width // 512 + 1))[:height, :width]
        drawn = np.clip(drawn + tiled[..., None], 0, 255).astype(np.uint8)
    return drawn


def photographed(rng: np.random.Generator, card: DrawnCard) -> Shot:
    """Takes a photo of a card that lies on a table.

    A card of ours is turned any way; one that has no code lies upright, give or take 25 degrees.
    """
    width, height = card.drawing.width_mm, card.drawing.height_mm
    camera = _camera(rng, card)
    scene = Scene(
        camera=camera,
        light=random_light(rng, camera, ()),
        top=random_table(rng),
        top_pose=(float(rng.uniform(-200, 200)), 0.0, float(rng.uniform(0, 6.3))),
        decoys=(),
        solids=(),
        plates=(),
        film=replace(random_film(rng, camera), quality=int(rng.integers(60, 96))),
    )
    canvas = bare_table(scene)
    px_a_mm = max(_LEAST_PX_A_MM, 1.6 * camera.focal_px / camera.distance)
    px_a_mm = min(px_a_mm, _MOST_SHEET_PX / max(width, height))
    sharpness = 0.35 * px_a_mm * camera.distance / camera.focal_px
    sheet = cv2.GaussianBlur(sheet_of(rng, card, px_a_mm), (0, 0), sharpness).astype(np.uint8)
    to_canvas = (
        shifted(canvas.overscan, canvas.overscan)
        @ camera.table
        @ shifted(-width / 2, -height / 2)
        @ np.diag([1 / px_a_mm, 1 / px_a_mm, 1.0])
        @ shifted(0.5, 0.5)
    )
    size = (canvas.colour.shape[1], canvas.colour.shape[0])
    seen = cv2.warpPerspective(sheet, to_canvas, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    there = cv2.warpPerspective(np.full(sheet.shape[:2], 255, np.uint8), to_canvas, size)
    blend(canvas.colour, LINEAR[seen], there.astype(np.float32) / 255)
    picture = develop(rng, lighted(canvas), scene.film, camera, canvas.overscan)
    return Shot(picture, _turned(camera), _square_px(camera, card), "photo")


def scanned(rng: np.random.Generator, card: DrawnCard) -> Shot:
    """Scans a card, which lies a little askew; our own may lie any way round."""
    least = max(LEAST_SQUARE_PX / card.square_mm, 3.9)
    px_a_mm = float(np.exp(rng.uniform(np.log(least), np.log(max(12.0, 1.2 * least)))))
    px_a_mm = min(px_a_mm, _MOST_SHEET_PX / max(card.drawing.width_mm, card.drawing.height_mm))
    sheet = sheet_of(rng, card, px_a_mm)
    quarters = int(rng.integers(4)) if card.hand == "own" else 0
    degrees = 90 * quarters + float(rng.uniform(-3, 3))
    rows, cols = sheet.shape[:2]
    room = round(1.08 * float(np.hypot(rows, cols)) if quarters % 2 else 1.12 * max(rows, cols))
    matrix = cv2.getRotationMatrix2D((cols / 2, rows / 2), -degrees, 1.0)
    matrix[:, 2] = matrix[:, 2] + (room - np.array([cols, rows])) / 2
    glass = float(rng.choice([255, 245, 20]))
    seen = cv2.warpAffine(sheet, matrix, (room, room), flags=cv2.INTER_AREA, borderValue=(glass,) * 3)
    soft = cv2.GaussianBlur(seen, (0, 0), float(rng.uniform(0.3, 0.9)))
    noisy = soft + rng.normal(0, float(rng.uniform(0, 4)), soft.shape)
    return Shot(np.clip(noisy, 0, 255).astype(np.uint8), degrees, px_a_mm * card.square_mm, "scan")


def _camera(rng: np.random.Generator, card: DrawnCard) -> Camera:
    width, height = card.drawing.width_mm, card.drawing.height_mm
    points = np.array([[x * width / 2, y * height / 2, 0] for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
    while True:
        longer = int(rng.integers(1200, 2400))
        lying = rng.random() < (0.5 if card.hand == "own" else (0.75 if width > height else 0.25))
        camera = Camera(
            size=(longer, longer * 3 // 4) if lying else (longer * 3 // 4, longer),
            focal_px=longer * float(rng.uniform(24, 31)) / 36,
            distance=500.0,
            aim=(0.0, 0.0),
            tilt=np.radians(40) * float(np.sqrt(rng.uniform(0, 1))),
            azimuth=0.0,
            roll=0.0,
            bend=float(rng.uniform(-0.03, 0.03)),
        )
        whole = rng.uniform(0, 2 * np.pi) if card.hand == "own" else np.radians(rng.uniform(-25, 25))
        part = float(rng.uniform(-0.5, 0.5)) * np.pi
        camera = replace(camera, azimuth=float(whole - part), roll=float(part))
        camera = framed(camera, points, fill=float(rng.uniform(0.45, 0.97)), offset=rng.uniform(-1, 1, 2))
        if _square_px(camera, card) >= LEAST_SQUARE_PX and abs(_off(camera, card)) <= 30:
            return camera


def _off(camera: Camera, card: DrawnCard) -> float:
    """Return by how many degrees a card without a code is seen off its upright."""
    return 0.0 if card.hand == "own" else (_turned(camera) + 180) % 360 - 180


def _turned(camera: Camera) -> float:
    start, end = camera.seen(np.array([[0.0, 0, 0], [1.0, 0, 0]]))
    return float(np.degrees(np.arctan2(*(end - start)[::-1])))


def _square_px(camera: Camera, card: DrawnCard) -> float:
    """Return the shortest side of a square anywhere on the sheet."""
    half = np.array([card.drawing.width_mm, card.drawing.height_mm]) / 2
    sides = []
    for x in (-1, 0, 1):
        for y in (-1, 0, 1):
            at = np.array([x * half[0], y * half[1], 0])
            points = camera.seen(at + card.square_mm * np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]]))
            sides += [float(np.hypot(*(points[1] - points[0]))), float(np.hypot(*(points[2] - points[0])))]
    return min(sides)
