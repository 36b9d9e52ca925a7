"""Drawings as pixels, as a printer or a pen brings them onto paper."""

from typing import Final

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from benchmarks.simulation.fields import Picture
from puzzles.shapes import Colour, Drawing, Line, Point, Polygon, Words
from puzzles.shapes import Picture as Print

_SHIFT: Final = 6
"""OpenCV takes corners in 64ths of a pixel."""


def rasterised(drawing: Drawing, px_a_mm: float, paper: Picture | None = None) -> Picture:
    """Returns a drawing as (rows, cols, 3) pixels, blue green red.

    Args:
        drawing: the drawing.
        px_a_mm: pixels a millimetre.
        paper: what it is drawn on, of that size; white where None.
    """
    size = (round(drawing.height_mm * px_a_mm), round(drawing.width_mm * px_a_mm), 3)
    picture: Picture = np.full(size, 255, np.uint8) if paper is None else paper.copy()
    for shape in drawing.shapes:
        match shape:
            case Polygon():
                _polygon(picture, shape, px_a_mm)
            case Line():
                _stroke(picture, (shape.start, shape.end), shape.colour, shape.width_mm, px_a_mm)
            case Words():
                _words(picture, shape, px_a_mm)
            case Print():
                raise NotImplementedError("puzzle cards bear no pictures")
    return picture


def _polygon(picture: Picture, polygon: Polygon, px_a_mm: float) -> None:
    if polygon.fill is not None:
        corners = _fixed(np.array(polygon.points), px_a_mm)
        cv2.fillPoly(picture, [corners], bgr(polygon.fill), cv2.LINE_AA, _SHIFT)
    if polygon.line is not None:
        ends = zip(polygon.points, (*polygon.points[1:], polygon.points[0]), strict=True)
        for pair in ends:
            _stroke(picture, pair, polygon.line, polygon.line_mm, px_a_mm)


def _stroke(
    picture: Picture, ends: tuple[Point, Point], colour: Colour, width_mm: float, px_a_mm: float
) -> None:
    """Draw a line as the rectangle that it is, a little longer than it, so that corners are closed."""
    start, end = np.array(ends)
    along = (end - start) / max(float(np.hypot(*(end - start))), 1e-9)
    half = width_mm / 2
    across = half * np.array([-along[1], along[0]])
    start, end = start - half * along, end + half * along
    corners = np.array([start + across, end + across, end - across, start - across])
    cv2.fillPoly(picture, [_fixed(corners, px_a_mm)], bgr(colour), cv2.LINE_AA, _SHIFT)


def _words(picture: Picture, words: Words, px_a_mm: float) -> None:
    font = ImageFont.load_default(max(4.0, words.size_mm * px_a_mm))
    image = Image.fromarray(picture)
    anchor = {"start": "ls", "middle": "ms", "end": "rs"}[words.anchor]
    at = (words.at[0] * px_a_mm, words.at[1] * px_a_mm)
    ImageDraw.Draw(image).text(at, words.text, bgr(words.colour), font, anchor)
    picture[:] = np.asarray(image)


def _fixed(points: np.ndarray, px_a_mm: float) -> np.ndarray:
    return np.round((points * px_a_mm - 0.5) * (1 << _SHIFT)).astype(np.int32)


def bgr(colour: Colour) -> tuple[int, int, int]:
    """Returns a colour as blue, green and red."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return blue, green, red


def hexed(values: np.ndarray) -> Colour:
    """Returns blue, green and red, 0 to 1, as a colour."""
    blue, green, red = (round(255 * float(np.clip(value, 0, 1))) for value in values)
    return f"#{red:02x}{green:02x}{blue:02x}"
