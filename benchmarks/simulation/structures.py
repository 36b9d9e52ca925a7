"""What patterns are made of: stripes, spots, scales and the like, as fields of values from 0 to 1.

A structure is drawn on a canvas of several squares, so that each square can show another part of it. Lengths
are in squares unless their names say otherwise.
"""

from collections.abc import Callable
from typing import TypeAlias

import cv2
import numpy as np

from benchmarks.simulation.fields import (
    Field,
    band_noise,
    bounded,
    cells,
    power_noise,
    scattered,
    step,
    stretched,
    unit,
)

SQUARES = 3
"""How many squares a canvas is wide."""

Structure: TypeAlias = Callable[[np.random.Generator, int], Field]
"""From a source of chance and the pixels along a canvas to a field from 0 to 1."""


def _grid(size: int) -> tuple[Field, Field]:
    at = (np.arange(size, dtype=np.float32) + 0.5) * np.float32(SQUARES / size)
    x, y = np.meshgrid(at, at)
    return x, y


def _turned(rng: np.random.Generator, size: int) -> tuple[Field, Field]:
    x, y = _grid(size)
    angle = rng.uniform(0, np.pi)
    cosine, sine = np.float32(np.cos(angle)), np.float32(np.sin(angle))
    return x * cosine + y * sine, y * cosine - x * sine


def _warped(rng: np.random.Generator, size: int, amount: float) -> tuple[Field, Field]:
    """Return turned coordinates that are bent by up to about `amount` squares."""
    x, y = _turned(rng, size)
    waves = rng.uniform(2, 7)
    return (
        x + np.float32(amount) * band_noise(rng, size, waves=waves, width=0.4),
        y + np.float32(amount) * band_noise(rng, size, waves=waves, width=0.4),
    )


def _wave(phase: Field) -> Field:
    result: Field = (0.5 + 0.5 * np.sin(2 * np.pi * phase)).astype(np.float32)
    return result


def stripes(rng: np.random.Generator, size: int) -> Field:
    """Bent stripes of changing width."""
    x, _ = _warped(rng, size, rng.uniform(0, 0.15))
    swell = np.float32(rng.uniform(0, 0.18)) * band_noise(rng, size, waves=6, width=0.4)
    return bounded(_wave(x * np.float32(rng.uniform(2, 6))) + swell)


def rings(rng: np.random.Generator, size: int) -> Field:
    """Rings round several middles."""
    _, distance, _ = cells(scattered(rng, int(rng.integers(3, 7))), size)
    bent = distance * SQUARES + np.float32(rng.uniform(0, 0.05)) * band_noise(rng, size, waves=9, width=0.4)
    return _wave(bent * np.float32(rng.uniform(4, 9)))


def net(rng: np.random.Generator, size: int) -> Field:
    """Patches between the threads of a net."""
    _, _, edge = cells(scattered(rng, int(rng.integers(6, 14)), jitter=rng.uniform(0.5, 1)), size)
    thread = rng.uniform(0.02, 0.05)
    bent = edge * SQUARES + np.float32(0.2 * thread) * power_noise(rng, size, exponent=1.3)
    return bounded(bent / np.float32(2 * thread))


def mosaic(rng: np.random.Generator, size: int) -> Field:
    """Patches of different values."""
    count = int(rng.integers(8, 22))
    index, _, _ = cells(scattered(rng, count), size)
    return rng.permutation(count * count).astype(np.float32)[index] / np.float32(count * count)


def spots(rng: np.random.Generator, size: int) -> Field:
    """Round spots of changing size."""
    count = int(rng.integers(6, 15))
    index, distance, _ = cells(scattered(rng, count, jitter=rng.uniform(0, 0.9)), size)
    radius = rng.uniform(0.25, 0.4, count * count).astype(np.float32)[index]
    bent = distance * count + np.float32(rng.uniform(0, 0.05)) * band_noise(rng, size, waves=30, width=0.4)
    return bounded(0.5 + 3 * (radius - bent))


def rosettes(rng: np.random.Generator, size: int) -> Field:
    """Broken rings, as on a leopard."""
    count = int(rng.integers(6, 13))
    _, distance, _ = cells(scattered(rng, count, jitter=0.7), size)
    bent = distance * count + np.float32(0.07) * band_noise(rng, size, waves=3.0 * count, width=0.4)
    gaps = step(band_noise(rng, size, waves=2.2 * count, width=0.3), -0.7, 0.4)
    ring = np.clip(1.5 - np.abs(bent - np.float32(0.3)) * 9, 0, 1) * gaps
    return np.maximum(ring, np.clip(0.42 - bent, 0, 0.42))


def blobs(rng: np.random.Generator, size: int) -> Field:
    """Large patches with smooth borders, as on a cow."""
    field = band_noise(rng, size, waves=rng.uniform(3, 8), width=0.5)
    return bounded(0.5 + 0.6 * (field + np.float32(rng.uniform(-0.3, 0.3))))


def labyrinth(rng: np.random.Generator, size: int) -> Field:
    """Winding lines of one width, as reaction and diffusion make them."""
    field = band_noise(rng, size, waves=rng.uniform(7, 18), width=0.1)
    return bounded(0.5 + 0.8 * (field + np.float32(rng.uniform(-0.4, 0.4))))


def scales(rng: np.random.Generator, size: int) -> Field:
    """Rows of scales, each with rings."""
    x, y = _turned(rng, size)
    count = np.float32(rng.uniform(2, 4.5))
    x, y = x * count, y * count * np.float32(1.6)
    best = np.full(x.shape, 9, np.float32)
    for row in (1, 0):  # the scale of the next row lies above
        floor = np.floor(y) + row
        across = (x + 0.5 * (floor % 2)) % 1 - 0.5
        distance = np.hypot(across, (floor - y) * np.float32(0.6))
        best = np.where(distance < 0.56, distance, best)
    return _wave(np.minimum(best, 0.6) * np.float32(rng.uniform(1.5, 3.5)))


def bricks(rng: np.random.Generator, size: int) -> Field:
    """Courses of bricks of different values with joints between them."""
    x, y = _turned(rng, size)
    count = rng.uniform(3, 7)
    row = np.floor(y * np.float32(count)).astype(np.int64)
    x = x * np.float32(count / 2) + np.float32(0.5) * (row % 2)
    column = np.floor(x).astype(np.int64)
    value: Field = rng.uniform(0.4, 1, 997).astype(np.float32)[(row * 71 + column * 13) % 997]
    joint = (np.abs((x % 1) - 0.5) < 0.45) & (np.abs((y * np.float32(count)) % 1 - 0.5) < 0.4)
    bonded: Field = value * joint
    return bonded


def plaid(rng: np.random.Generator, size: int) -> Field:
    """Crossing bands."""
    x, y = _turned(rng, size)
    count = rng.uniform(1.5, 4)
    widths = rng.uniform(0, 1, 64).astype(np.float32)
    lines = np.repeat(widths[: int(rng.integers(4, 9))], rng.integers(1, 4))
    bands = [lines[((axis * np.float32(count)) % 1 * len(lines)).astype(np.int64)] for axis in (x, y)]
    return unit(bands[0] + bands[1])


def hatch(rng: np.random.Generator, size: int) -> Field:
    """Strokes crossing each other."""
    x, y = _warped(rng, size, 0.02)
    count = np.float32(rng.uniform(2.5, 6))
    lean = np.float32(rng.uniform(0.3, 1.5))
    return np.maximum(_wave(x * count) ** 3, _wave((x * lean + y) * count) ** 3)


def checks(rng: np.random.Generator, size: int) -> Field:
    """Checks or lozenges."""
    x, y = _warped(rng, size, float(rng.choice([0.0, 0.02])))
    lean = np.float32(rng.choice([0.0, 0.6]))
    count = np.float32(rng.uniform(2, 5))
    cross = np.sin(np.pi * (x + lean * y) * count) * np.sin(np.pi * (y - lean * x) * count)
    return bounded(0.5 + 3 * cross)


def zigzag(rng: np.random.Generator, size: int) -> Field:
    """Stripes with teeth or waves."""
    x, y = _turned(rng, size)
    teeth = np.float32(rng.uniform(2, 5))
    folded = np.abs((x * teeth) % 1 - 0.5) if rng.random() < 0.6 else 0.25 * np.sin(2 * np.pi * x * teeth)
    return _wave(y * np.float32(rng.uniform(3, 6)) + folded * np.float32(rng.uniform(0.6, 2)))


def marble(rng: np.random.Generator, size: int) -> Field:
    """Veins in stone."""
    field = power_noise(rng, size, exponent=1.6) + np.float32(0.4) * power_noise(rng, size, exponent=1.1)
    return bounded(1 - np.abs(field) * np.float32(rng.uniform(0.8, 1.6)))


def clouds(rng: np.random.Generator, size: int) -> Field:
    """Noise as in photographs."""
    return bounded(0.5 + 0.25 * power_noise(rng, size, exponent=rng.uniform(0.9, 1.4)))


def weave(rng: np.random.Generator, size: int) -> Field:
    """Threads over and under each other."""
    x, y = _turned(rng, size)
    count = np.float32(rng.uniform(2, 5))
    over = (np.floor(x * count) + np.floor(y * count)) % 2
    thread = np.where(over > 0, _wave((x * count) % 1 - 0.25), _wave((y * count) % 1 - 0.25))
    return bounded(thread * np.where(over > 0, 1, np.float32(rng.uniform(0.4, 0.8))))


def fur(rng: np.random.Generator, size: int) -> Field:
    """Hair in one direction, over faint bands."""
    hair = stretched(rng.standard_normal((size, size), dtype=np.float32), along=size // 20, across=2)
    field = np.float32(0.13) * hair + np.float32(0.12) * band_noise(rng, size, waves=5, width=0.5)
    turned = field if rng.random() < 0.5 else field.T
    return bounded(0.5 + turned)


def grain(rng: np.random.Generator, size: int) -> Field:
    """The grain of wood, bent round knots."""
    x, y = _grid(size)
    bent = np.float32(rng.uniform(0.2, 0.6)) * band_noise(rng, size, waves=2.5, width=0.5)
    lines = _wave((y + bent) * np.float32(rng.uniform(3, 7)))
    fine = stretched(rng.standard_normal((size, size), dtype=np.float32), along=size // 12, across=1)
    return bounded(lines * 0.8 + 0.1 + np.float32(0.1) * fine + 0 * x)


def tracks(rng: np.random.Generator, size: int) -> Field:
    """Quarter arcs that join to lines, tile by tile."""
    x, y = _grid(size)
    count = int(rng.integers(3, 6))
    flip = rng.random((count * SQUARES, count * SQUARES)) < 0.5
    u, v = (x * count) % 1, (y * count) % 1
    flipped = flip[(y * count).astype(np.int64), (x * count).astype(np.int64)]
    u = np.where(flipped, 1 - u, u)
    near = np.minimum(np.hypot(u, v), np.hypot(1 - u, 1 - v))
    return bounded(1.5 - 6 * np.abs(near - np.float32(0.5)))


def confetti(rng: np.random.Generator, size: int) -> Field:
    """Short strokes in all directions."""
    field = np.zeros((size, size), np.float32)
    unit_px = size / SQUARES
    length, width = rng.uniform(0.1, 0.3) * unit_px, max(1, int(rng.uniform(0.03, 0.07) * unit_px))
    for x, y, angle, value in rng.uniform(0, 1, (int(rng.integers(200, 500)), 4)):
        along = np.array([np.cos(angle * np.pi), np.sin(angle * np.pi)]) * length / 2
        ends = np.round([np.array([x, y]) * size - along, np.array([x, y]) * size + along]).astype(int)
        cv2.line(
            field, tuple(ends[0].tolist()), tuple(ends[1].tolist()), 0.5 + 0.5 * value, width, cv2.LINE_8
        )
    return cv2.GaussianBlur(field, (0, 0), 0.8).astype(np.float32)


def motifs(rng: np.random.Generator, size: int) -> Field:
    """One flower, star or leaf in a regular print."""
    count = int(rng.integers(3, 7))
    x, y = _grid(size)
    u, v = x * count / SQUARES * 2, y * count / SQUARES * 2
    u = u + 0.5 * (np.floor(v) % 2)
    turn = rng.uniform(0, 2 * np.pi)
    across, down = u % 1 - 0.5, v % 1 - 0.5
    radius, angle = np.hypot(across, down), np.arctan2(down, across) + turn
    petals = int(rng.integers(2, 8))
    outline = 0.3 * (1 + rng.uniform(0.2, 0.6) * np.cos(petals * angle))
    field: Field = np.clip(0.5 + 8 * (outline - radius), 0, 1).astype(np.float32)
    return np.where(radius < 0.08, np.float32(0.5), field)


STRUCTURES: tuple[Structure, ...] = (
    stripes,
    rings,
    net,
    mosaic,
    spots,
    rosettes,
    blobs,
    labyrinth,
    scales,
    bricks,
    plaid,
    hatch,
    checks,
    zigzag,
    marble,
    clouds,
    weave,
    fur,
    grain,
    tracks,
    confetti,
    motifs,
)
"""All structures."""
