"""Drawings as pixels, as a printer or a pen brings them onto paper."""

import math
from typing import TYPE_CHECKING, Final

from puzzles.shapes import Colour, Drawing, Line, Picture, Point, Polygon, Words

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

_FINER: Final = 4
"""Drawings are made so many times as large, then smaller again, so that slanting edges are smooth."""
_LEAST_LETTERS_PX: Final = 16.0
_ANCHORS: Final = {"start": "ls", "middle": "ms", "end": "rs"}


def as_picture(drawing: Drawing, width_px: int, paper: "Image | None" = None) -> "Image":
    """Return a drawing as a picture in RGB.

    Args:
        drawing: what is drawn; it must hold no pictures.
        width_px: how wide it is to be.
        paper: what it is drawn on, of that width and about as high as the drawing; white where None.
    """
    from PIL import Image, ImageDraw

    size = (width_px, round(width_px * drawing.height_mm / drawing.width_mm))
    below = paper or Image.new("RGB", size, "white")
    finer = (_FINER * below.width, _FINER * below.height)
    image = below.resize(finer, Image.Resampling.BOX)
    pen, scale = ImageDraw.Draw(image), finer[0] / drawing.width_mm
    for shape in drawing.shapes:
        match shape:
            case Polygon():
                _polygon(pen, shape, scale)
            case Line():
                _stroke(pen, (shape.start, shape.end), shape.colour, shape.width_mm, scale)
            case Words():
                _words(pen, shape, scale)
            case Picture():
                raise NotImplementedError("pictures are not drawn")
    return image.resize(below.size, Image.Resampling.BOX)


def _polygon(pen: "ImageDraw", polygon: Polygon, scale: float) -> None:
    if polygon.fill is not None:
        _filled(pen, polygon.points, polygon.fill, scale)
    if polygon.line is not None:
        for ends in zip(polygon.points, (*polygon.points[1:], polygon.points[0]), strict=True):
            _stroke(pen, ends, polygon.line, polygon.line_mm, scale)


def _stroke(
    pen: "ImageDraw", ends: tuple[Point, Point], colour: Colour, width_mm: float, scale: float
) -> None:
    """Draw a line as the rectangle that it is, a little longer than it, so that corners are closed."""
    (left, top), (right, bottom) = ends
    dx, dy = right - left, bottom - top
    half = width_mm / 2 / max(math.hypot(dx, dy), 1e-9)
    dx, dy = half * dx, half * dy
    corners = (
        (left - dx - dy, top - dy + dx),
        (right + dx - dy, bottom + dy + dx),
        (right + dx + dy, bottom + dy - dx),
        (left - dx + dy, top - dy - dx),
    )
    _filled(pen, corners, colour, scale)


def _filled(pen: "ImageDraw", points: tuple[Point, ...], colour: Colour, scale: float) -> None:
    # The pixel (0, 0) of an image has its middle, not its corner, at (0, 0) of the pen.
    pen.polygon([(x * scale - 0.5, y * scale - 0.5) for x, y in points], fill=colour)


def _words(pen: "ImageDraw", words: Words, scale: float) -> None:
    from PIL import ImageFont

    font = ImageFont.load_default(max(_LEAST_LETTERS_PX, words.size_mm * scale))
    at = (words.at[0] * scale, words.at[1] * scale)
    pen.text(at, words.text, words.colour, font, _ANCHORS[words.anchor])
