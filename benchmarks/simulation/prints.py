"""The prints on the squares: structures in colours, with hair or shade over them, and gems."""

from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np

from benchmarks.simulation.fields import (
    Colour,
    Field,
    Picture,
    as_picture,
    band_noise,
    hsv,
    power_noise,
    ramp,
    stretched,
)
from benchmarks.simulation.structures import SQUARES, STRUCTURES, Structure


@dataclass(frozen=True, slots=True)
class Ink:
    """How a structure becomes a print.

    Attributes:
        colours: from the least values of the structure to the greatest.
        softness: 0 for hard borders between the colours, 1 for soft ones.
        hair: how much hair or grain lies over the print, 0 to 1.
        shade: how much light and dark drift over the print, 0 to 1.
        relief: how much it looks raised, lit from one side, 0 to 1.
    """

    colours: tuple[Colour, ...]
    softness: float
    hair: float = 0.0
    shade: float = 0.0
    relief: float = 0.0


def palette(
    rng: np.random.Generator, hue: float, *, contrast: float, paleness: float = 0.0
) -> tuple[Colour, ...]:
    """Returns two to four colours about one hue.

    Args:
        rng: the source of chance.
        hue: once round is 1.
        contrast: how far the darkest lies from the lightest, 0 to 1.
        paleness: 1 for pale colours only.
    """
    count = int(rng.choice([2, 3, 4], p=[0.5, 0.3, 0.2]))
    high = rng.uniform(0.75, 1)
    values = np.linspace(high, high * (1 - contrast), count) + rng.normal(0, 0.03, count)
    saturation = rng.uniform(0.15, 0.95) * (1 - 0.75 * paleness)
    spread = rng.choice([0.02, 0.06, 0.2], p=[0.5, 0.3, 0.2])
    colours = [
        hsv(
            hue + rng.normal(0, spread), saturation * rng.uniform(0.6, 1.3), max(value, 0.06 + 0.6 * paleness)
        )
        for value in values
    ]
    return tuple(colours if rng.random() < 0.5 else reversed(colours))


def pelt(rng: np.random.Generator) -> tuple[Colour, ...]:
    """Returns the colours of an animal's coat: dark marks on a light ground of brown, cream or white."""
    dark = hsv(rng.uniform(0.02, 0.1), rng.uniform(0, 0.7), rng.uniform(0.06, 0.35))
    light = hsv(rng.uniform(0.04, 0.13), rng.uniform(0, 0.75), rng.uniform(0.7, 1))
    middle = hsv(rng.uniform(0.03, 0.11), rng.uniform(0.3, 0.8), rng.uniform(0.4, 0.75))
    return (dark, light) if rng.random() < 0.6 else (light, middle, dark)


def printed(rng: np.random.Generator, structure: Structure, ink: Ink, size: int) -> Picture:
    """Prints a structure.

    Returns:
        (size, size, 3), three squares a side.
    """
    field = structure(rng, size)
    values = ramp(field, ink.colours, ink.softness)
    if ink.relief:
        values *= 1 + np.float32(ink.relief) * _slope(rng, field)[..., None]
    if ink.hair:
        hair = stretched(rng.standard_normal((size, size), dtype=np.float32), along=max(3, size // 40))
        values *= 1 + np.float32(0.12 * ink.hair) * hair[..., None]
    if ink.shade:
        drift = band_noise(rng, size, waves=4, width=0.5) + np.float32(0.5) * power_noise(
            rng, size, exponent=1
        )
        values *= 1 + np.float32(0.12 * ink.shade) * drift[..., None]
    return as_picture(values)


def _slope(rng: np.random.Generator, field: Field) -> Field:
    """Return how a surface of that height faces a light, about -0.5 to 0.5."""
    smooth = cv2.GaussianBlur(field, (0, 0), max(1.0, field.shape[0] / 250))
    down, across = np.gradient(smooth)
    angle = rng.uniform(0, 2 * np.pi)
    facing = np.cos(angle) * across + np.sin(angle) * down
    result: Field = (0.5 * np.tanh(facing / (2 * facing.std() + 1e-9))).astype(np.float32)
    return result


def chosen_structures(rng: np.random.Generator) -> list[Structure]:
    """Returns all structures in an order of chance."""
    return [STRUCTURES[index] for index in rng.permutation(len(STRUCTURES))]


_CUTS: tuple[tuple[int, float, float], ...] = (
    (12, 1.0, 0.0),
    (12, 0.72, 0.0),
    (8, 1.0, 0.0),
    (4, 1.0, 0.0),
    (3, 1.0, 0.25),
    (6, 0.8, 0.0),
    (10, 0.5, 0.0),
    (5, 1.0, 0.1),
    (8, 0.7, 0.2),
)
"""Outlines of gems: corners, width to height, and how much narrower the top is."""


def gem(rng: np.random.Generator, colour: Colour, ground: Colour, size: int) -> Picture:
    """Draws a cut gem on a ground.

    Returns:
        (size, size, 3), one square.
    """
    fine = 3 * size
    canvas = np.empty((fine, fine, 3), np.float32)
    canvas[:] = ground
    outline = _outline(rng) * rng.uniform(0.36, 0.46) * fine + fine / 2
    _shadow_of(canvas, outline)
    rings = [
        fine / 2 + (outline - fine / 2) * share
        for share in (1, rng.uniform(0.72, 0.85), rng.uniform(0.4, 0.6))
    ]
    light = rng.uniform(0, 2 * np.pi)
    for outer, inner in pairwise(rings):
        _facets(rng, canvas, outer, inner, colour, light)
    _fill(canvas, rings[-1], _shaded(colour, rng.uniform(1.05, 1.35)))
    _glints(rng, canvas, rings[-1], colour)
    return as_picture(cv2.resize(canvas, (size, size), interpolation=cv2.INTER_AREA).astype(np.float32))


def _outline(rng: np.random.Generator) -> Field:
    corners, narrow, taper = _CUTS[int(rng.integers(len(_CUTS)))]
    angle = 2 * np.pi * (np.arange(corners) + rng.choice([0.0, 0.5])) / corners - np.pi / 2
    points = np.column_stack([np.cos(angle) * narrow, np.sin(angle)])
    points[:, 0] *= 1 + taper * points[:, 1]
    turn = rng.choice([0, np.pi / 2, np.pi / 4, rng.uniform(0, np.pi)])
    cosine, sine = np.cos(turn), np.sin(turn)
    result: Field = (points @ np.array([[cosine, sine], [-sine, cosine]])).astype(np.float32)
    return result


def _shadow_of(canvas: Field, outline: Field) -> None:
    fine = canvas.shape[0]
    mask = np.zeros(canvas.shape[:2], np.float32)
    cv2.fillPoly(mask, [np.round(outline + 0.02 * fine).astype(np.int32)], 1.0)
    canvas *= 1 - 0.35 * cv2.GaussianBlur(mask, (0, 0), 0.02 * fine)[..., None]


def _facets(
    rng: np.random.Generator, canvas: Field, outer: Field, inner: Field, colour: Colour, light: float
) -> None:
    for index in range(len(outer)):
        after = (index + 1) % len(outer)
        middle = outer[index] + outer[after] - canvas.shape[0]
        facing = np.cos(np.arctan2(middle[1], middle[0]) - light)
        quad = np.array([outer[index], outer[after], inner[after], inner[index]])
        _fill(canvas, quad, _shaded(colour, 0.8 + 0.35 * facing + rng.uniform(-0.15, 0.15)))


def _glints(rng: np.random.Generator, canvas: Field, table: Field, colour: Colour) -> None:
    for _ in range(int(rng.integers(2, 6))):
        corners = table[rng.integers(0, len(table), 2)]
        triangle = np.array([*corners, table.mean(0) + rng.normal(0, 0.03 * canvas.shape[0], 2)])
        _fill(canvas, triangle, _shaded(colour, rng.uniform(0.75, 1.7)))


def _fill(canvas: Field, polygon: Field, colour: Colour) -> None:
    cv2.fillPoly(canvas, [np.round(polygon).astype(np.int32)], [float(channel) for channel in colour])


def _shaded(colour: Colour, factor: float) -> Colour:
    """Return a colour made darker, or lighter towards white."""
    if factor <= 1:
        return colour[0] * factor, colour[1] * factor, colour[2] * factor
    white = min((factor - 1) * 0.9, 1)
    blue, green, red = (channel + (1 - channel) * white for channel in colour)
    return blue, green, red


def on_canvas(square: Picture) -> Picture:
    """Returns a canvas of squares that all bear the same picture."""
    return np.tile(square, (SQUARES, SQUARES, 1))
