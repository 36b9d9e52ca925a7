"""Hypothesis strategies for how cards and the table lie."""

import numpy as np
from hypothesis import strategies as st

from vision.geometry import Floats

angles = st.floats(-3.1, 3.1)
places = st.floats(-20, 20)

poses = st.builds(
    lambda x, y, angle, log_size: np.array([x, y, angle, log_size]),
    places,
    places,
    angles,
    st.floats(-0.3, 0.3),
)
"""Poses (4,): x, y in squares, angle in radians, logarithm of the size."""


def tilted(tilt_x: float, tilt_y: float, angle: float, side_px: float, middle: tuple[float, float]) -> Floats:
    """Return the (3, 3) homography from the table to a photo.

    Args:
        tilt_x: how much nearer the camera gets by each square to the right, as a share.
        tilt_y: likewise downwards.
        angle: of the table in the photo, radians clockwise.
        side_px: side of a square at the table's origin.
        middle: where the origin is, pixels.
    """
    cosine, sine = np.cos(angle), np.sin(angle)
    turn = np.array([[cosine, -sine, 0], [sine, cosine, 0], [0, 0, 1]])
    lens = np.array([[side_px, 0, middle[0]], [0, side_px, middle[1]], [0, 0, 1]])
    tilt = np.array([[1, 0, 0], [0, 1, 0], [-tilt_x, -tilt_y, 1]])
    result: Floats = lens @ tilt @ turn
    return result


homographies = st.builds(
    tilted,
    st.floats(-0.02, 0.02),
    st.floats(-0.02, 0.02),
    angles,
    st.floats(20, 200),
    st.tuples(st.floats(-500, 3000), st.floats(-500, 3000)),
)
"""Views of a table whose cards lie within 20 squares of its middle, all of it before the camera."""
