"""From light on the sensor to a JPEG file: blur, lens, white balance, noise, tone, sharpness, orientation."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import cv2
import numpy as np
from PIL import Image

from benchmarks.simulation.camera import Camera
from benchmarks.simulation.fields import Colour, Field, Picture, as_picture


@dataclass(frozen=True, slots=True)
class Film:
    """How a photo is developed.

    Attributes:
        defocus_px: the blur of the lens, a deviation.
        shake_px: how far the camera moved, and
        shake_angle: in which direction, in radians.
        vignette: how much darker the corners are.
        white: the gains of blue, green and red.
        gain: the exposure, besides what the camera meters.
        shot: the noise that grows with the light: its variance for light 1.
        read: the noise without any light, a deviation.
        grain_px: how far noise is smeared, a deviation.
        contrast: of the tone curve, 0 for none.
        saturation: 1 for none added.
        sharpening: how much, 0 for none.
        quality: of the JPEG.
        orientation: the EXIF tag, 1, 6 or 8.
        haze: stray light, as a share of the mean.
    """

    defocus_px: float
    shake_px: float
    shake_angle: float
    vignette: float
    white: Colour
    gain: float
    shot: float
    read: float
    grain_px: float
    contrast: float
    saturation: float
    sharpening: float
    quality: int
    orientation: Literal[1, 6, 8]
    haze: float


def develop(rng: np.random.Generator, light: Field, film: Film, camera: Camera, overscan: int) -> Picture:
    """Develops a picture.

    Args:
        rng: the source of chance.
        light: (rows, cols, 3) linear, of the ideal camera, with more pixels round it.
        film: how.
        camera: its lens.
        overscan: how many pixels more there are on each side.

    Returns:
        (rows, cols, 3) of the photo's size.
    """
    blurred = _shaken(cv2.GaussianBlur(light, (0, 0), film.defocus_px).astype(np.float32, copy=False), film)
    x, y = camera.unbent(overscan)
    seen = cv2.remap(blurred, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    exposed = _exposed(rng, seen.astype(np.float32, copy=False), film, camera)
    return _sharpened(_saturated(exposed, film.saturation), film.sharpening)


def save(path: Path, picture: Picture, film: Film) -> None:
    """Writes a JPEG file; the picture is upright, the file turned as its orientation tag says."""
    quarters = {1: 0, 6: 1, 8: 3}[film.orientation]
    stored = Image.fromarray(np.ascontiguousarray(np.rot90(picture, quarters)[..., ::-1]))
    tags = Image.Exif()
    tags[0x0112] = film.orientation
    stored.save(path, quality=film.quality, exif=tags)


def _shaken(light: Field, film: Film) -> Field:
    if film.shake_px < 0.5:
        return light
    reach = int(np.ceil(film.shake_px / 2)) + 1
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    for along in np.linspace(-0.5, 0.5, 33) * film.shake_px:
        x, y = reach + along * np.cos(film.shake_angle), reach + along * np.sin(film.shake_angle)
        kernel[round(y), round(x)] += 1
    return cv2.filter2D(light, -1, kernel / kernel.sum()).astype(np.float32)


def _vignette(camera: Camera, amount: float) -> Field:
    width, height = camera.size
    x = ((np.arange(width) - camera.principal[0]) / np.hypot(*camera.principal)).astype(np.float32)
    y = ((np.arange(height) - camera.principal[1]) / np.hypot(*camera.principal)).astype(np.float32)
    result: Field = (1 - np.float32(amount) * (x[None, :] ** 2 + y[:, None] ** 2) ** 2).astype(np.float32)
    return result


_MEAN_LIGHT = 0.2
"""The mean light of a picture for which a camera changes nothing."""

_METERING = (0.75, 1.25)
"""By how much a camera exposes less or more, where the picture is bright or dark."""

_TILE_PX = 512
"""The sensor is worked at in tiles, which stay in the processor's cache; all have the same noise."""


def _exposed(rng: np.random.Generator, light: Field, film: Film, camera: Camera) -> Picture:
    """Return 8-bit values of light: white balance, exposure, stray light, vignette, noise, tone."""
    noise = _noise(rng, film, min(_TILE_PX, max(light.shape)))
    tones, vignette = _tones(film.contrast), _vignette(camera, film.vignette)
    mean = np.array(cv2.mean(light)[:3])
    metered = np.clip((_MEAN_LIGHT / mean.mean()) ** 0.4, *_METERING)
    gains = (film.gain * metered * np.array(film.white)).astype(np.float32)
    stray = (gains * film.haze * mean).astype(np.float32)
    picture = np.empty(light.shape, np.uint8)
    for top in range(0, light.shape[0], _TILE_PX):
        for left in range(0, light.shape[1], _TILE_PX):
            tile = np.s_[top : top + _TILE_PX, left : left + _TILE_PX]
            values = (light[tile] * gains + stray) * vignette[tile][..., None]
            deviation = np.sqrt(np.float32(film.read**2) + np.float32(film.shot) * np.minimum(values, 1))
            values += noise[: values.shape[0], : values.shape[1]] * deviation
            picture[tile] = tones[np.clip(values * np.float32(4095), 0, 4095).astype(np.uint16)]
    return picture


def _noise(rng: np.random.Generator, film: Film, size: int) -> Field:
    """Return a tile of noise of deviation 1."""
    noise = rng.standard_normal((size, size, 3), dtype=np.float32)
    noise += noise.mean(2, keepdims=True)  # neighbours in the mosaic of colours share some of it
    noise = cv2.GaussianBlur(noise, (0, 0), film.grain_px, borderType=cv2.BORDER_REFLECT).astype(np.float32)
    scaled: Field = noise / noise.std()
    return scaled


def _tones(contrast: float) -> Picture:
    """Return the 8-bit value of each of 4096 amounts of light (IEC 61966-2-1), with more contrast."""
    at = np.arange(4096) / 4095
    screen = np.where(at <= 0.0031308, 12.92 * at, 1.055 * at ** (1 / 2.4) - 0.055)
    curved = screen + 0.35 * contrast * (screen * screen * (3 - 2 * screen) - screen)
    return as_picture(curved)


def _saturated(picture: Picture, saturation: float) -> Picture:
    matrix = saturation * np.eye(3) + (1 - saturation) * np.array([[0.114, 0.587, 0.299]] * 3)
    return cv2.transform(picture, matrix).astype(np.uint8)


def _sharpened(picture: Picture, amount: float) -> Picture:
    if not amount:
        return picture
    soft = cv2.GaussianBlur(picture, (0, 0), 1.0)
    return cv2.addWeighted(picture, 1 + amount, soft, -amount, 0).astype(np.uint8)
