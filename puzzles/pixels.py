"""Drawings as pixels."""

from typing import TYPE_CHECKING, Final

from puzzles.shapes import Drawing, Polygon

if TYPE_CHECKING:
    from PIL.Image import Image

_FINER: Final = 4
"""Drawings are made so many times as large, then smaller again, so that slanting edges are smooth."""


def as_picture(drawing: Drawing, width_px: int) -> "Image":
    """Return a drawing of polygons as a picture in RGB; other shapes are left out.

    Args:
        drawing: what is drawn, on white.
        width_px: how wide it is to be.
    """
    from PIL import Image, ImageDraw

    scale = _FINER * width_px / drawing.width_mm
    height_px = round(width_px * drawing.height_mm / drawing.width_mm)
    image = Image.new("RGB", (_FINER * width_px, _FINER * height_px), "white")
    pen = ImageDraw.Draw(image)
    for shape in drawing.shapes:
        if isinstance(shape, Polygon) and shape.fill is not None:
            # The pixel (0, 0) of an image has its middle, not its corner, at (0, 0) of the pen.
            pen.polygon([(x * scale - 0.5, y * scale - 0.5) for x, y in shape.points], fill=shape.fill)
    return image.resize((width_px, height_px), Image.Resampling.BOX)
