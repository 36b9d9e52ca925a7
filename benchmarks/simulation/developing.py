"""From light on the sensor to a JPEG file: blur, lens, white balance, noise, tone, sharpening, orientation."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from benchmarks.simulation.camera import Camera
from benchmarks.simulation.fields import Colour, Field, Picture


@dataclass(frozen=True, slots=True)
class Film:
    """How a photo is developed.

    Attributes:
        defocus_px: the blur of the lens, a deviation.
        shake_px: how far the camera moved, and
        shake_angle: in which direction, in radians.
        vignette: how much darker the corners are.
        white: the gains of blue, green and red.
        gain: the exposure.
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
    blurred = _shaken(cv2.GaussianBlur(light, (0, 0), film.defocus_px).astype(np.float32), film)
    pixels = camera.unbent()
    pixels += np.float32(overscan)
    seen = cv2.remap(blurred, pixels, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    if film.haze:
        seen += film.haze * seen.mean((0, 1))
    exposed = seen * (np.array(film.white, np.float32) * np.float32(film.gain))
    exposed *= _vignette(camera, film.vignette)[..., None]
    _add_noise(rng, exposed, film)
    return _sharpened(_saturated(_toned(exposed, film.contrast), film.saturation), film.sharpening)


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


_NOISE_PX = 768


def _add_noise(rng: np.random.Generator, light: Field, film: Film) -> None:
    """Add noise in place; a tile of it is repeated, which nobody sees."""
    noise = rng.standard_normal((_NOISE_PX, _NOISE_PX, 3), dtype=np.float32)
    noise += noise.mean(2, keepdims=True)  # neighbours in the mosaic of colours share some of it
    if film.grain_px > 0.2:
        noise = cv2.GaussianBlur(noise, (0, 0), film.grain_px, borderType=cv2.BORDER_REFLECT).astype(
            np.float32
        )
    noise /= noise.std()
    rows, columns = (-(-side // _NOISE_PX) for side in light.shape[:2])
    full = np.tile(noise, (rows, columns, 1))[: light.shape[0], : light.shape[1]]
    full *= np.sqrt(np.float32(film.read**2) + np.float32(film.shot) * np.clip(light, 0, 1))
    light += full


def _toned(light: Field, contrast: float) -> Picture:
    at = np.arange(4096) / 4095
    screen = np.where(at <= 0.0031308, 12.92 * at, 1.055 * at ** (1 / 2.4) - 0.055)
    curved = screen + contrast * 0.35 * (screen * screen * (3 - 2 * screen) - screen)
    table = np.clip(curved * 255 + 0.5, 0, 255).astype(np.uint8)
    index = np.clip(light * np.float32(4095), 0, 4095).astype(np.uint16)
    return table[index]


def _saturated(picture: Picture, saturation: float) -> Picture:
    matrix = saturation * np.eye(3) + (1 - saturation) * np.array([[0.114, 0.587, 0.299]] * 3)
    return cv2.transform(picture, matrix).astype(np.uint8)


def _sharpened(picture: Picture, amount: float) -> Picture:
    if not amount:
        return picture
    soft = cv2.GaussianBlur(picture, (0, 0), 1.0)
    return cv2.addWeighted(picture, 1 + amount, soft, -amount, 0).astype(np.uint8)


def linear_table() -> NDArray[np.float32]:
    """Returns the linear light of each 8-bit value."""
    at = np.arange(256) / 255
    return np.where(at <= 0.04045, at / 12.92, ((at + 0.055) / 1.055) ** 2.4).astype(np.float32)
