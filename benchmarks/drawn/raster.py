"""Drawings as pixels, blue green red."""

import numpy as np
from PIL import Image

from benchmarks.simulation.fields import Picture
from puzzles.pixels import as_picture
from puzzles.shapes import Colour, Drawing


def rasterised(drawing: Drawing, px_a_mm: float, paper: Picture | None = None) -> Picture:
    """Returns a drawing as (rows, cols, 3) pixels, blue green red.

    Args:
        drawing: the drawing.
        px_a_mm: pixels a millimetre.
        paper: what it is drawn on, of that size; white where None.
    """
    below = None if paper is None else Image.fromarray(np.ascontiguousarray(paper[..., ::-1]))
    picture = as_picture(drawing, round(drawing.width_mm * px_a_mm), below)
    return np.ascontiguousarray(np.asarray(picture)[..., ::-1])


def bgr(colour: Colour) -> tuple[int, int, int]:
    """Returns a colour as blue, green and red."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return blue, green, red


def hexed(values: np.ndarray) -> Colour:
    """Returns blue, green and red, 0 to 1, as a colour."""
    blue, green, red = (round(255 * float(np.clip(value, 0, 1))) for value in values)
    return f"#{red:02x}{green:02x}{blue:02x}"
