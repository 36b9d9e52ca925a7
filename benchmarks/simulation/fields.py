"""Random fields, the raw material of prints and table tops: noise, cells and colours laid over them."""

import colorsys
from collections.abc import Sequence
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

Field: TypeAlias = NDArray[np.float32]
"""(n, n) values, one a pixel."""

Picture: TypeAlias = NDArray[np.uint8]
"""(rows, cols, 3) BGR, or (rows, cols, 4) with the opacity last."""

Colour: TypeAlias = tuple[float, float, float]
"""Blue, green, red, each 0 to 1, as a screen shows them."""


def power_noise(rng: np.random.Generator, size: int, *, exponent: float) -> Field:
    """Returns noise of all wavelengths that repeats at its borders, of mean 0 and deviation 1.

    Args:
        rng: the source of chance.
        size: pixels a side.
        exponent: how fast the amplitude falls with the frequency; 0 is white, 1 like photographs, 2 smooth.
    """
    return _shaped(rng, size, _frequencies(size) ** np.float32(-exponent))


def band_noise(rng: np.random.Generator, size: int, *, waves: float, width: float = 0.2) -> Field:
    """Returns noise of about one wavelength that repeats at its borders, of mean 0 and deviation 1.

    Args:
        rng: the source of chance.
        size: pixels a side.
        waves: how many wavelengths there are along a side.
        width: the spread of the wavelengths as a share of their mean.
    """
    return _shaped(rng, size, np.exp(-0.5 * ((_frequencies(size) / waves - 1) / width) ** 2))


def _frequencies(size: int) -> Field:
    along = np.fft.fftfreq(size, 1 / size).astype(np.float32)
    half = np.fft.rfftfreq(size, 1 / size).astype(np.float32)
    frequencies: Field = np.hypot(along[:, None], half[None, :])
    frequencies[0, 0] = 1e6  # the mean is to vanish
    return frequencies


def _shaped(rng: np.random.Generator, size: int, amplitude: Field) -> Field:
    white = np.fft.rfft2(rng.standard_normal((size, size), dtype=np.float32))
    field = np.fft.irfft2(white * amplitude, (size, size)).astype(np.float32)
    field -= field.mean()
    scaled: Field = field / (field.std() + np.float32(1e-9))
    return scaled


def stretched(field: Field, *, along: int, across: int = 1) -> Field:
    """Returns a field smeared along its rows and a little across them, of deviation 1; it still repeats."""
    pad = 2 * max(along, across)
    wide = cv2.copyMakeBorder(field, pad, pad, pad, pad, cv2.BORDER_WRAP)
    smeared = cv2.blur(cv2.blur(wide, (along, across)), (along, across))[pad:-pad, pad:-pad]
    result: Field = ((smeared - smeared.mean()) / (smeared.std() + 1e-9)).astype(np.float32)
    return result


def scattered(rng: np.random.Generator, cells: int, *, jitter: float = 0.9) -> NDArray[np.float64]:
    """Returns `cells` x `cells` points of the unit square, one in each part of a grid, off its middle."""
    rows, columns = np.mgrid[:cells, :cells]
    grid = np.column_stack([columns.ravel(), rows.ravel()]) + 0.5
    points: NDArray[np.float64] = (grid + jitter * rng.uniform(-0.5, 0.5, grid.shape)) / cells
    return points


def cells(points: NDArray[np.float64], size: int) -> tuple[NDArray[np.int32], Field, Field]:
    """Parts a square among points of the unit square, each place to the nearest; all repeats at the borders.

    Returns:
        for each pixel the index of its point, the distance to it and the distance to the next part, both as
        shares of the side.
    """
    margin = size // 4
    around = np.array([(dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1)])
    copies = (points[None] + around[:, None]).reshape(-1, 2) * size + margin
    at = np.round(copies).astype(np.int64)
    full = size + 2 * margin
    inside = ((at >= 0) & (at < full)).all(1)
    seeds = np.full((full, full), 255, np.uint8)
    owner = np.zeros((full, full), np.int32)
    seeds[at[inside, 1], at[inside, 0]] = 0
    owner[at[inside, 1], at[inside, 0]] = np.tile(np.arange(len(points)), 9)[inside]
    distance, labels = cv2.distanceTransformWithLabels(
        seeds, cv2.DIST_L2, cv2.DIST_MASK_5, labelType=cv2.DIST_LABEL_PIXEL
    )
    names = np.zeros(labels.max() + 1, np.int32)
    names[labels[seeds == 0]] = owner[seeds == 0]
    border = cv2.morphologyEx(labels.astype(np.float32), cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)) > 0
    edge = cv2.distanceTransform((~border).astype(np.uint8), cv2.DIST_L2, cv2.DIST_MASK_5)
    middle = slice(margin, margin + size)
    return (
        names[labels[middle, middle]],
        (distance[middle, middle] / size).astype(np.float32),
        (edge[middle, middle] / size).astype(np.float32),
    )


def step(field: Field, at: float, softness: float) -> Field:
    """Returns 0 where a field lies below a value, 1 where above, and between them a way of some width."""
    t = np.clip((field - (at - softness / 2)) / max(softness, 1e-6), 0, 1)
    result: Field = (t * t * (3 - 2 * t)).astype(np.float32)
    return result


def unit(field: NDArray[np.floating]) -> Field:
    """Returns a field brought to the range from 0 to 1."""
    low, high = float(field.min()), float(field.max())
    result: Field = ((field - low) / max(high - low, 1e-9)).astype(np.float32)
    return result


def bounded(field: NDArray[np.floating]) -> Field:
    """Returns a field cut off below 0 and above 1."""
    result: Field = np.clip(field, 0, 1).astype(np.float32, copy=False)
    return result


_PALEST, _DEEPEST = 0.97, 0.15
"""What a print shows of a colour at most and at least: no ink is as pure as a screen."""


def hsv(hue: float, saturation: float, value: float) -> Colour:
    """Returns the ink nearest to a hue (any number, 1 is once round), a saturation and a value, 0 to 1."""
    pure = colorsys.hsv_to_rgb(hue % 1, min(max(saturation, 0.0), 1.0), min(max(value, 0.0), 1.0))
    red, green, blue = (_DEEPEST + (_PALEST - _DEEPEST) * channel for channel in pure)
    return blue, green, red


def ramp(field: Field, colours: Sequence[Colour], softness: float) -> Field:
    """Lays colours over a field of values from 0 to 1, the first on the least.

    Args:
        field: the values.
        colours: at least one.
        softness: 0 for hard borders between the colours, 1 for ways as long as the colours allow.

    Returns:
        (n, n, 3), 0 to 1.
    """
    picture = np.empty((*field.shape, 3), np.float32)
    picture[:] = colours[0]
    for index, colour in enumerate(colours[1:], 1):
        share = step(field, index / len(colours), max(softness, 0.02) / len(colours))
        picture += share[..., None] * (np.array(colour, np.float32) - picture)
    return picture


def as_picture(values: NDArray[np.floating]) -> Picture:
    """Returns (rows, cols, 3) values from 0 to 1 as 8-bit."""
    picture: Picture = np.clip(values * 255 + 0.5, 0, 255).astype(np.uint8)
    return picture
